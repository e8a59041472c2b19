"""Objectives that encounters guard, and the prisoner: when to claim, on whom, when to rescue."""

import numpy as np

from lotrsim.agents.heuristic.asks import objectives_missing, points_left
from lotrsim.agents.heuristic.values import (
    LOST,
    W_HERO,
    W_STAGE,
    W_USE_ATTACK,
    W_USE_DEFENSE,
    character_value,
    number,
    threat_cost,
    wound,
)
from lotrsim.ids import (
    A_CONSTANT,
    A_FORCED,
    AB_KIND,
    AB_PC,
    AB_TRIGGER,
    ATTACK,
    C_CANNOT_ATTACK,
    C_CANNOT_DEFEND,
    DEFENSE,
    E_RESCUED,
    E_ROUND_ENDS,
    ENEMY,
    HIT_POINTS,
    LOCATION,
    NONE,
    OP_DAMAGE,
    OP_RAISE_THREAT,
    RESTRICTED,
    ROW_OP,
    ROW_VALUE,
    SET_ASIDE,
)
from lotrsim.kernel import G, M, T, i8, kernel
from lotrsim.rules.entering import n_restricted
from lotrsim.rules.guards import guard_of
from lotrsim.rules.zones import player_of

PACE = 2  # progress that a round is expected to bring, times the players and one
WANTED = 80  # an objective that the stage needs
THIRD_RESTRICTED = 60


@kernel(i8, G, T)
def rounds_left(g, t):
    """Return in how many rounds the current stage is expected to have its points."""
    pace = PACE * (1 + np.int64(g["n_alive"]))
    return (points_left(g, t) + pace - 1) // pace


@kernel(i8, G, T, M, i8, i8, i8)
def keeping_cost(g, t, m, card, host, rounds):
    """Return what an objective costs on a host in so many rounds: what it forbids him, and its toll at the end of a round."""
    w = m["rules"]
    total = np.int64(0)
    face = np.int64(g["face"][card])
    first = np.int64(t["first_ability"][face])
    for a in range(first, first + np.int64(t["n_abilities"][face])):
        kind, trigger = t["abilities"][a, AB_KIND], t["abilities"][a, AB_TRIGGER]
        if kind == A_CONSTANT and trigger == C_CANNOT_ATTACK:
            total += w[W_USE_ATTACK] * number(g, t, host, ATTACK)
        elif kind == A_CONSTANT and trigger == C_CANNOT_DEFEND:
            total += w[W_USE_DEFENSE] * number(g, t, host, DEFENSE)
        elif kind == A_FORCED and trigger == E_ROUND_ENDS:
            row = t["rows"][np.int64(t["abilities"][a, AB_PC])]
            amount = np.int64(t["values"][row[ROW_VALUE], 1]) * rounds
            if row[ROW_OP] == OP_DAMAGE:
                left = number(g, t, host, HIT_POINTS) - np.int64(g["damage"][host]) - amount
                total += wound(m, left, amount) if left > 0 else character_value(g, t, m, host)
            elif row[ROW_OP] == OP_RAISE_THREAT:
                total += threat_cost(g, m, max(player_of(g, host), 0), amount)
    return total


@kernel(i8, G, T, M, i8, i8)
def claim_worth(g, t, m, card, host):
    """Return what it is worth to claim an objective with a hero: nothing that the stage does not need is claimed.

    What takes a toll at the end of each round is claimed when the stage has its points, and so falls at once; on the hero
    who misses least what it forbids and bears its toll best, and not as his third Restricted card.
    """
    if objectives_missing(g, t) <= 0:
        return np.int64(-LOST)
    rounds = rounds_left(g, t)
    if rounds > 0 and (t["triggers"][g["face"][card]] >> E_ROUND_ENDS) & 1:
        return np.int64(-WANTED)
    value = np.int64(WANTED) + (m["rules"][W_STAGE] + 2 * WANTED if rounds == 0 else 0)
    if t["keywords"][g["face"][card]] & RESTRICTED and n_restricted(g, t, host) > 1:
        value -= THIRD_RESTRICTED
    return value - keeping_cost(g, t, m, card, host, rounds + 1)


@kernel(i8, G, T, i8)
def objective_value(g, t, card):
    """Return what an objective in the staging area is worth: much where nothing guards it, little behind a strong enemy."""
    guard = guard_of(g, card)
    if guard == NONE:
        return np.int64(60)
    kind = t["type"][g["face"][guard]]
    if kind == LOCATION:
        return max(45 - 3 * np.int64(t["quest_points"][g["face"][guard]]), 10)
    if kind == ENEMY:
        return max(40 - 2 * number(g, t, guard, HIT_POINTS) - 2 * number(g, t, guard, ATTACK), 5)
    return np.int64(40)


@kernel(i8, G, T, M)
def rescue_worth(g, t, m):
    """Return what it is worth to rescue the prisoner: at once where nobody comes for him; where an enemy that is set aside
    will, not before the stage has its points."""
    if points_left(g, t) == 0:
        return m["rules"][W_HERO] + m["rules"][W_STAGE] + 2 * WANTED
    card = np.int64(g["zone_first"][SET_ASIDE])
    while card != NONE:
        if t["type"][g["face"][card]] == ENEMY and (t["triggers"][g["face"][card]] >> E_RESCUED) & 1:
            return np.int64(-WANTED)
        card = np.int64(g["next_card"][card])
    return m["rules"][W_HERO]
