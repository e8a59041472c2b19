"""Optional engagement beyond one's own fight: what an enemy does from the staging area, and what it would do to others."""

import numpy as np

from lotrsim.agents.heuristic.fight import add_foe, fight, list_characters, list_foes, note_costs
from lotrsim.agents.heuristic.programs import scratch_worth
from lotrsim.agents.heuristic.values import (
    C_ATTACK,
    C_READY,
    F_ATTACKS,
    F_CARD,
    F_WEIGHT,
    W_HIT,
    W_WANTED,
    is_wanted_dead,
    number,
)
from lotrsim.effects.trial import clear_scratch
from lotrsim.ids import (
    A_FORCED,
    AB_CONDITION,
    AB_KIND,
    AB_PC,
    AB_TRIGGER,
    DEFENSE,
    E_QUESTED,
    HIT_POINTS,
    K_IN_ZONE,
    NONE,
    PASS,
    SCRATCH,
    SOURCE,
    YOU,
    Z_STAGING,
)
from lotrsim.kernel import G, M, T, b1, i8, kernel, void


@kernel(i8, G, T, M, i8)
def left_in_staging(g, t, m, enemy):
    """Return what the forced effects cost that an enemy has only while it is in the staging area: they end when it is engaged."""
    total = np.int64(0)
    face = np.int64(g["face"][enemy])
    first = np.int64(t["first_ability"][face])
    for a in range(first, first + np.int64(t["n_abilities"][face])):
        c = np.int64(t["abilities"][a, AB_CONDITION])
        if t["abilities"][a, AB_KIND] != A_FORCED or c == NONE or t["conditions"][c, 0] != K_IN_ZONE:
            continue
        if t["conditions"][c, 2] == Z_STAGING:
            clear_scratch(g)
            g["frames"][SCRATCH, SOURCE] = enemy
            g["frames"][SCRATCH, YOU] = g["decider"]
            harm = max(-scratch_worth(g, t, m, np.int64(t["abilities"][a, AB_PC])), 0)
            total += harm // 4 if t["abilities"][a, AB_TRIGGER] == E_QUESTED else harm  # a quest does not fail every round
    return total


@kernel(i8, G, i8, i8)
def player_drawn(g, cost, start):
    """Return the first player from `start` on whose threat reaches an engagement cost, NONE: nobody."""
    for i in range(np.int64(g["n_players"])):
        p = (start + i) % np.int64(g["n_players"])
        if not g["eliminated"][p] and g["threat"][p] >= cost:
            return p
    return np.int64(NONE)


@kernel(i8, G, T, M, i8, i8, i8)
def fought_by(g, t, m, player, n, enemy):
    """Return what the fight of a player's characters (lines 0..n-1) gains when an enemy in staging joins it."""
    foes = m["foes"]
    n_foes = list_foes(g, t, m, player, 1)
    line = np.int64(NONE)
    for f in range(n_foes):
        if foes[f, F_CARD] == enemy:
            line = np.int64(f)
    if line == NONE:
        n_foes = add_foe(g, t, m, n_foes, enemy, 1)
        for f in range(n_foes):
            if foes[f, F_CARD] == enemy:
                line = np.int64(f)
    note_costs(m, n, n_foes)
    joined = fight(m, n, n_foes)
    if line != NONE:
        foes[line, F_ATTACKS] = 0
        foes[line, F_WEIGHT] = 0
    return joined - fight(m, n, n_foes)


@kernel(b1, G, T, i8, i8)
def will_come(g, t, enemy, player):
    """The engagement checks will bring an enemy to a player: he is the first whose threat reaches its engagement cost."""
    cost = np.int64(t["engagement_cost"][g["face"][enemy]])
    return player_drawn(g, cost, np.int64(g["first_player"])) == player


@kernel(i8, G, T, M, i8, i8)
def too_early(g, t, m, n, enemy):
    """Return what of an enemy's worth does not count for engaging it, which the stage wants dead, where the characters of
    lines 0..n-1 cannot destroy it at once: it is left in staging until they can."""
    if not is_wanted_dead(g, t, enemy):
        return np.int64(0)
    pool = -number(g, t, enemy, DEFENSE)
    for j in range(n):
        if m["characters"][j, C_READY] == 1:
            pool += m["characters"][j, C_ATTACK]
    left = number(g, t, enemy, HIT_POINTS) - np.int64(g["damage"][enemy])
    if pool >= left:
        return np.int64(0)
    return m["rules"][W_WANTED] * m["rules"][W_HIT] * max(pool, 0) // (100 * left)


@kernel(void, G, T, M)
def relief(g, t, m):
    """An enemy that will engage another player is worth engaging by as much more as its fight costs him."""
    player = np.int64(g["decider"])
    for p in range(np.int64(g["n_players"])):
        if p == player or g["eliminated"][p]:
            continue
        n = list_characters(g, t, m, np.int64(p))
        for i in range(np.int64(g["n_legal"])):
            enemy = np.int64(g["legal"][i])
            if enemy == PASS:
                continue
            if will_come(g, t, enemy, player) or not will_come(g, t, enemy, np.int64(p)):
                continue
            m["scores"][i] -= fought_by(g, t, m, np.int64(p), n, enemy)
