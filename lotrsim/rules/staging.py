"""FRAME_STAGING and FRAME_REVEAL: how many cards are revealed, and the steps of one reveal."""

import numpy as np

from lotrsim.effects.constants import rule_holds
from lotrsim.effects.frames import pop
from lotrsim.effects.machine import run_kind
from lotrsim.effects.triggers import emit
from lotrsim.ids import (
    A_WHEN_REVEALED,
    C_EXTRA_REVEAL,
    C_SKIP_STAGING,
    CHOSEN,
    E_REVEALED,
    E_REVEALING,
    ENCOUNTER_DECK,
    GUARDED,
    LIMBO,
    MODE,
    NONE,
    STAGING,
    STEP,
    SUBJECT,
    SURGE,
    TARGET,
    X,
)
from lotrsim.kernel import G, T, kernel, void
from lotrsim.rules.damage import raise_threat
from lotrsim.rules.reveal import place_revealed, push_guard, push_reveal, refill
from lotrsim.rules.zones import move


@kernel(void, G, T, symbol=True)
def run_reveal(g, t):
    """FRAME_REVEAL. Its slots: SUBJECT the card, MODE 1 cancelled, CHOSEN 1 to be replaced, X 1 gained surge,
    TARGET one more than the objective that it will guard.

    Order: face up; passive effects on being revealed; responses; Doomed; when revealed; Surge; then the card is placed (a
    surging card after the one it surged into). A Guarded objective is placed first and then its guard is revealed: the
    link needs both.
    """
    k = np.int64(g["n_frames"]) - 1
    step = np.int64(g["frames"][k, STEP])
    g["frames"][k, STEP] = step + 1
    if step == 0:
        refill(g, t)
        card = np.int64(g["zone_first"][ENCOUNTER_DECK])
        if card == NONE:
            pop(g)
            return
        move(g, t, card, LIMBO)
        g["frames"][k, SUBJECT] = card
        emit(g, t, E_REVEALING, card, NONE, 0, 0)
        return
    card = np.int64(g["frames"][k, SUBJECT])
    if step > 1 or g["zone"][card] == LIMBO:
        face = np.int64(g["face"][card])
        if step == 1:
            emit(g, t, E_REVEALED, card, NONE, 0, 0)
        elif step == 2:
            if t["doomed"][face] > 0:
                for p in range(np.int64(g["n_players"])):
                    if not g["eliminated"][p]:
                        raise_threat(g, np.int64(p), np.int64(t["doomed"][face]))
        elif step == 3:
            if g["frames"][k, MODE] == 0 and (np.int64(t["kinds"][face]) >> A_WHEN_REVEALED) & 1:
                run_kind(g, t, card, A_WHEN_REVEALED, np.int64(g["first_player"]))
        elif step == 4:
            if t["keywords"][face] & SURGE or g["frames"][k, X] == 1:
                refill(g, t)
                push_reveal(g, 1)
        else:
            replaced = np.int64(g["frames"][k, CHOSEN])
            objective = np.int64(g["frames"][k, TARGET]) - 1
            pop(g)
            place_revealed(g, t, card, replaced, objective)
            if t["keywords"][face] & GUARDED and g["zone"][card] == STAGING:
                push_guard(g, card)
        return
    # destroyed while it was being revealed: no keyword, no effect, no surge
    refill(g, t)
    pop(g)


@kernel(void, G, T, symbol=True)
def run_staging(g, t):
    """FRAME_STAGING: one card for each player still in the game when the step began, and those that cards add."""
    k = np.int64(g["n_frames"]) - 1
    if g["frames"][k, STEP] == 0:
        g["frames"][k, STEP] = 1
        if rule_holds(g, t, C_SKIP_STAGING):
            pop(g)
            return
        extra = np.int64(1) if rule_holds(g, t, C_EXTRA_REVEAL) else np.int64(0)
        g["frames"][k, X] = np.int64(g["n_alive"]) + extra
    if g["frames"][k, X] <= 0:
        pop(g)
        return
    g["frames"][k, X] -= 1
    push_reveal(g, 1)
