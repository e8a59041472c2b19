"""The travel phase (Rules, Travel)."""

import numpy as np

from lotrsim.effects.choices import offer_card_unsorted
from lotrsim.effects.constants import has_own_rule
from lotrsim.effects.frames import ask, offer, pop, take_answer
from lotrsim.effects.machine import run_kind
from lotrsim.effects.trial import clear_scratch, possible
from lotrsim.effects.triggers import emit
from lotrsim.ids import (
    A_TRAVEL,
    AB_KIND,
    AB_PC,
    ACTIVE,
    C_MUST_TRAVEL,
    D_TRAVEL,
    E_TRAVELLED,
    LOCATION,
    NONE,
    PASS,
    SCRATCH,
    SOURCE,
    STAGING,
    STEP,
    SUBJECT,
    YOU,
)
from lotrsim.kernel import G, T, b1, i8, kernel, void
from lotrsim.rules.zones import move


@kernel(b1, G, T, i8)
def can_travel_to(g, t, card):
    """A location's travel cost could be paid now."""
    face = np.int64(g["face"][card])
    if not (np.int64(t["kinds"][face]) >> A_TRAVEL) & 1:
        return True
    first = np.int64(t["first_ability"][face])
    for a in range(first, first + np.int64(t["n_abilities"][face])):
        if t["abilities"][a, AB_KIND] == A_TRAVEL:
            clear_scratch(g)
            g["frames"][SCRATCH, SOURCE] = card
            g["frames"][SCRATCH, YOU] = g["first_player"]
            if not possible(g, t, np.int64(t["abilities"][a, AB_PC]), 0):
                return False
    return True


@kernel(b1, G, T, b1)
def offer_locations(g, t, must):
    """Offer the locations in staging to which the players can (`must`: must) travel; True if there is one."""
    card = np.int64(g["zone_first"][STAGING])
    while card != NONE:
        if t["type"][g["face"][card]] == LOCATION and (not must or has_own_rule(g, t, card, C_MUST_TRAVEL)):
            if can_travel_to(g, t, card):
                offer_card_unsorted(g, t, card)
        card = np.int64(g["next_card"][card])
    return g["n_legal"] > 0


@kernel(void, G, T, symbol=True)
def run_travel(g, t):
    """FRAME_TRAVEL: where no location is active the first player may choose one; its cost is paid while it is in staging."""
    k = np.int64(g["n_frames"]) - 1
    if g["frames"][k, STEP] == 0:
        answer = take_answer(g)
        if answer == NONE and g["zone_first"][ACTIVE] == NONE:
            must = offer_locations(g, t, True)
            if not must:
                offer_locations(g, t, False)
            if g["n_legal"] > 0:
                if not must:
                    offer(g, PASS)
                ask(g, D_TRAVEL, np.int64(g["first_player"]), NONE)
                return
        if answer == NONE or answer == PASS:
            pop(g)
            return
        g["frames"][k, SUBJECT] = answer
        g["frames"][k, STEP] = 1
        run_kind(g, t, answer, A_TRAVEL, np.int64(g["first_player"]))
        return
    card = np.int64(g["frames"][k, SUBJECT])
    pop(g)
    if g["zone"][card] == STAGING and g["zone_first"][ACTIVE] == NONE:
        move(g, t, card, ACTIVE)
        emit(g, t, E_TRAVELLED, card, np.int64(g["first_player"]), 0, 0)
