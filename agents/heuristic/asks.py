"""What the current stage asks besides progress: objectives that players must hold, enemies that must be gone.

Read from the stage's own rules (C_NO_DEFEAT, C_WINS) and from who guards what. Only the engine is imported here.
"""

import numpy as np

from lotrsim.effects.constants import has_own_rule
from lotrsim.effects.query import count_matching
from lotrsim.ids import (
    AB_CONDITION,
    AB_TRIGGER,
    C_NO_DEFEAT,
    C_WINS,
    ENEMY,
    K_AT_LEAST,
    K_EXISTS,
    K_NOT,
    NONE,
    OBJECTIVE,
    S_TITLE,
    S_TYPES,
    SCRATCH,
    STAGING,
)
from lotrsim.kernel import G, T, b1, i8, kernel
from lotrsim.rules.guards import guard_of

GUARD = 80  # the worth of getting rid of a guard whose objective is needed


@kernel(i8, G, T)
def objectives_missing(g, t):
    """Return how many more claimed objectives the stage asks for ("cannot be defeated unless ... are claimed")."""
    stage = np.int64(g["stage"])
    if stage == NONE or g["listen"][C_NO_DEFEAT] == 0:
        return np.int64(0)
    face = np.int64(g["face"][stage])
    missing = np.int64(0)
    first = np.int64(t["first_ability"][face])
    for a in range(first, first + np.int64(t["n_abilities"][face])):
        c = np.int64(t["abilities"][a, AB_CONDITION])
        if t["abilities"][a, AB_TRIGGER] != C_NO_DEFEAT or c == NONE or t["conditions"][c, 0] != K_NOT:
            continue
        c = np.int64(t["conditions"][c, 1])
        kind = t["conditions"][c, 0]
        s = np.int64(t["conditions"][c, 1])
        if (kind == K_EXISTS or kind == K_AT_LEAST) and t["selectors"][s, S_TYPES] == 1 << OBJECTIVE:
            need = np.int64(t["conditions"][c, 2]) if kind == K_AT_LEAST else np.int64(1)
            missing = max(missing, need - count_matching(g, t, SCRATCH, s))
    return missing


@kernel(i8, G, T)
def free_objectives(g, t):
    """Return how many objectives lie in the staging area that nothing guards."""
    n = np.int64(0)
    card = np.int64(g["zone_first"][STAGING])
    while card != NONE:
        if t["type"][g["face"][card]] == OBJECTIVE and guard_of(g, card) == NONE:
            n += 1
        card = np.int64(g["next_card"][card])
    return n


@kernel(i8, G, T, i8)
def guard_bonus(g, t, card):
    """Return what it is worth besides that a card leaves play: GUARD if it guards an objective that the stage needs."""
    for i in range(np.int64(g["n_guarded"])):
        if g["guard"][i] == card and objectives_missing(g, t) > free_objectives(g, t):
            return np.int64(GUARD)
    return np.int64(0)


@kernel(b1, G, T)
def no_enemy_may_live(g, t):
    """The stage is won as soon as no enemy of any title is in play."""
    stage = np.int64(g["stage"])
    if stage == NONE or g["listen"][C_WINS] == 0:
        return False
    face = np.int64(g["face"][stage])
    first = np.int64(t["first_ability"][face])
    for a in range(first, first + np.int64(t["n_abilities"][face])):
        c = np.int64(t["abilities"][a, AB_CONDITION])
        if t["abilities"][a, AB_TRIGGER] != C_WINS or c == NONE or t["conditions"][c, 0] != K_NOT:
            continue
        c = np.int64(t["conditions"][c, 1])
        s = np.int64(t["conditions"][c, 1])
        if t["conditions"][c, 0] == K_EXISTS and t["selectors"][s, S_TYPES] == 1 << ENEMY and t["selectors"][s, S_TITLE] < 0:
            return True
    return False


@kernel(i8, G, T)
def points_left(g, t):
    """Return how much progress the current stage still takes."""
    stage = np.int64(g["stage"])
    if stage == NONE:
        return np.int64(0)
    return max(np.int64(t["quest_points"][g["face"][stage]]) - np.int64(g["quest_progress"]), 0)


@kernel(b1, G, T, i8, i8)
def has_rule_now(g, t, card, trigger):
    """The card itself changes a rule now; asked only where some card in play does."""
    return g["listen"][trigger] > 0 and has_own_rule(g, t, card, trigger)
