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
    OBJECTIVE,
    QUEST_PHASE,
    SETUP_PHASE,
    STAGING,
    SUBJECT,
    TARGET,
    TREACHERY,
)
from lotrsim.kernel import G, T, i8, kernel, void
from lotrsim.rules.guards import set_guard
from lotrsim.rules.zones import move, reset_encounter_deck


@kernel(void, G, i8)
def push_reveal(g, amount):
    """Start revealing so many cards."""
    for _ in range(amount):
        k = push(g, FRAME_REVEAL)
        g["frames"][k, SUBJECT] = NONE


@kernel(void, G, i8)
def push_guard(g, objective):
    """Start revealing the encounter card that will guard an objective (Rules, Keywords, Guarded)."""
    k = push(g, FRAME_REVEAL)
    g["frames"][k, SUBJECT] = NONE
    g["frames"][k, TARGET] = objective + 1


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


@kernel(void, G, T, i8, i8, i8)
def place_revealed(g, t, card, replaced, objective):
    """The last step of a reveal: where the card goes, unless it already went somewhere; `objective`: what it guards, or NONE.

    A further objective cannot guard: the next card is used, and so is the card that replaces one.
    """
    if g["zone"][card] == LIMBO:
        kind = np.int64(t["type"][g["face"][card]])
        if replaced == 1 or kind == TREACHERY:
            move(g, t, card, ENCOUNTER_DISCARD)
        else:
            if objective != NONE and kind != OBJECTIVE and g["zone"][objective] == STAGING:
                set_guard(g, objective, card)
            enter_staging(g, t, card)
        if objective != NONE and kind == OBJECTIVE:
            push_guard(g, objective)
    refill(g, t)
    if replaced == 1 and objective != NONE:
        push_guard(g, objective)
    elif replaced == 1:
        push_reveal(g, 1)
