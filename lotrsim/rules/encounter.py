"""The encounter phase: optional engagement and engagement checks (Rules, Encounter)."""

import numpy as np

from lotrsim.effects.choices import offer_card_unsorted
from lotrsim.effects.constants import has_own_rule, rule_holds
from lotrsim.effects.frames import ask, offer, player_at, pop, take_answer
from lotrsim.ids import (
    C_NO_CHECKS,
    C_NO_OPTIONAL_ENGAGE,
    CURSOR,
    D_CHECK,
    D_ENGAGE,
    ENEMY,
    NONE,
    PASS,
    PASSES,
    STAGING,
)
from lotrsim.kernel import G, T, i8, kernel, void
from lotrsim.rules.entering import engage


@kernel(void, G, T, symbol=True)
def run_engage(g, t):
    """FRAME_ENGAGE: in player order each may engage one enemy in staging, whatever its engagement cost."""
    k = np.int64(g["n_frames"]) - 1
    answer = take_answer(g)
    if answer != NONE:
        player = player_at(g, k)
        g["frames"][k, CURSOR] += 1
        if answer != PASS:
            engage(g, t, answer, player)
            return
    while g["frames"][k, CURSOR] < g["n_players"]:
        player = player_at(g, k)
        card = np.int64(g["zone_first"][STAGING])
        while card != NONE and not g["eliminated"][player]:
            if t["type"][g["face"][card]] == ENEMY and not has_own_rule(g, t, card, C_NO_OPTIONAL_ENGAGE):
                offer_card_unsorted(g, t, card)
            card = np.int64(g["next_card"][card])
        if g["n_legal"] > 0:
            offer(g, PASS)
            ask(g, D_ENGAGE, player, NONE)
            return
        g["frames"][k, CURSOR] += 1
    pop(g)


@kernel(i8, G, T, i8)
def highest_cost_met(g, t, player):
    """Return the highest engagement cost in staging that a player's threat reaches, or NONE."""
    best = np.int64(NONE)
    card = np.int64(g["zone_first"][STAGING])
    while card != NONE:
        face = np.int64(g["face"][card])
        cost = np.int64(t["engagement_cost"][face])
        if t["type"][face] == ENEMY and cost <= g["threat"][player] and cost > best:
            best = cost
        card = np.int64(g["next_card"][card])
    return best


@kernel(void, G, T, symbol=True)
def run_checks(g, t):
    """FRAME_CHECKS: round and round the table until a full round of checks engages nobody; ties: first player chooses."""
    k = np.int64(g["n_frames"]) - 1
    answer = take_answer(g)
    if answer != NONE:
        player = player_at(g, k)
        g["frames"][k, CURSOR] = (np.int64(g["frames"][k, CURSOR]) + 1) % np.int64(g["n_players"])
        g["frames"][k, PASSES] = 0
        engage(g, t, answer, player)
        return
    if rule_holds(g, t, C_NO_CHECKS):
        pop(g)
        return
    while g["frames"][k, PASSES] < g["n_players"]:
        player = player_at(g, k)
        cost = np.int64(NONE) if g["eliminated"][player] else highest_cost_met(g, t, player)
        if cost != NONE:
            card = np.int64(g["zone_first"][STAGING])
            while card != NONE:
                face = np.int64(g["face"][card])
                if t["type"][face] == ENEMY and t["engagement_cost"][face] == cost:
                    offer_card_unsorted(g, t, card)
                card = np.int64(g["next_card"][card])
            ask(g, D_CHECK, np.int64(g["first_player"]), NONE)
            return
        g["frames"][k, PASSES] += 1
        g["frames"][k, CURSOR] = (np.int64(g["frames"][k, CURSOR]) + 1) % np.int64(g["n_players"])
    pop(g)
