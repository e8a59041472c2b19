"""Revealing encounter cards, one at a time, each completely resolved before the next (Rules, Quest, Staging)."""

import numpy as np

from lotrsim.effects.frames import push
from lotrsim.effects.triggers import emit
from lotrsim.ids import (
    E_ENTERS_PLAY,
    ENCOUNTER_DISCARD,
    FRAME_REVEAL,
    LIMBO,
    NONE,
    QUEST_PHASE,
    SETUP_PHASE,
    STAGING,
    SUBJECT,
    TREACHERY,
)
from lotrsim.kernel import G, T, i8, kernel, void
from lotrsim.rules.zones import move, reset_encounter_deck


@kernel(void, G, i8)
def push_reveal(g, amount):
    """Start revealing so many cards."""
    for _ in range(amount):
        k = push(g, FRAME_REVEAL)
        g["frames"][k, SUBJECT] = NONE


@kernel(void, G, T, i8)
def enter_staging(g, t, card):
    """A revealed enemy, location or objective is placed in the staging area."""
    move(g, t, card, STAGING)
    emit(g, t, E_ENTERS_PLAY, card, NONE, 2, 0)


@kernel(void, G, T)
def refill(g, t):
    """In the quest phase an encounter deck that ran out is reset at once."""
    if g["phase"] == QUEST_PHASE or g["phase"] == SETUP_PHASE:
        reset_encounter_deck(g, t, 1)


@kernel(void, G, T, i8, i8)
def place_revealed(g, t, card, replaced):
    """The last step of a reveal: where the card goes, unless it already went somewhere."""
    if g["zone"][card] == LIMBO:
        kind = np.int64(t["type"][g["face"][card]])
        if replaced == 1 or kind == TREACHERY:
            move(g, t, card, ENCOUNTER_DISCARD)
        else:
            enter_staging(g, t, card)
    refill(g, t)
    if replaced == 1:
        push_reveal(g, 1)
