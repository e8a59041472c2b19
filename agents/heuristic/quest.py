"""The quest: what a margin of willpower over threat is worth."""

import numpy as np

from lotrsim.agents.heuristic.asks import guard_bonus
from lotrsim.agents.heuristic.values import (
    COMMIT_STEP,
    LOST,
    NOTHING,
    RESOLVE_STEP,
    STAGING_STEP,
    W_DRAWN,
    W_EXPLORED,
    W_KEPT,
    W_LOCATION,
    W_PROGRESS,
    W_STAGE,
    W_THREAT,
    X_MARGIN,
    X_QUEST,
    X_STEP,
    threat_cost,
)
from lotrsim.effects.constants import rule_holds
from lotrsim.ids import ACTIVE, ATTACK, C_NO_CHECKS, C_NO_DEFEAT, ENEMY, NONE, STAGING
from lotrsim.kernel import G, M, T, i8, kernel
from lotrsim.rules.quest import committed_willpower, staging_threat
from lotrsim.rules.setup import is_last_stage


@kernel(i8, G, T, M, i8)
def drawn(g, t, m, amount):
    """Return what it costs that a rise of everybody's threat reaches the engagement costs of enemies in staging."""
    most = np.int64(0)
    for p in range(np.int64(g["n_players"])):
        if not g["eliminated"][p]:
            most = max(most, np.int64(g["threat"][p]))
    total = np.int64(0)
    if rule_holds(g, t, C_NO_CHECKS):
        return total
    card = np.int64(g["zone_first"][STAGING])
    while card != NONE:
        face = np.int64(g["face"][card])
        if t["type"][face] == ENEMY and most < t["engagement_cost"][face] <= most + amount:
            total += m["rules"][W_DRAWN] * np.int64(t["stats"][face, ATTACK])
        card = np.int64(g["next_card"][card])
    return total


@kernel(i8, G, T, M, i8, i8)
def kept_away(g, t, m, player, amount):
    """Return what it is worth that a player's threat falls below the engagement costs of enemies in staging: a share of
    what `drawn` takes for them, those counted whom the rise at the end of the round would reach."""
    total = np.int64(0)
    if rule_holds(g, t, C_NO_CHECKS):
        return total
    threat = np.int64(g["threat"][player])
    card = np.int64(g["zone_first"][STAGING])
    while card != NONE:
        face = np.int64(g["face"][card])
        if t["type"][face] == ENEMY and threat - amount + 1 < t["engagement_cost"][face] <= threat + 1:
            total += m["rules"][W_DRAWN] * np.int64(t["stats"][face, ATTACK]) * m["rules"][W_KEPT] // 100
        card = np.int64(g["next_card"][card])
    return total


@kernel(i8, G, T, M, i8, symbol=True)
def quest_value(g, t, m, margin):
    """Return what the quest is worth when it resolves with willpower over threat by a margin, negative for a failure."""
    w = m["rules"]
    value = np.int64(0)
    if margin < 0:
        for p in range(np.int64(g["n_players"])):
            if not g["eliminated"][p]:
                value -= threat_cost(g, m, np.int64(p), -margin)
        return value - drawn(g, t, m, -margin)
    left = margin
    active = np.int64(g["zone_first"][ACTIVE])
    if active != NONE:
        need = np.int64(t["quest_points"][g["face"][active]]) - np.int64(g["progress"][active])
        if left >= need:
            value += w[W_EXPLORED] + guard_bonus(g, t, active)
        value += min(left, need) * w[W_LOCATION]
        left -= min(left, need)
    stage = np.int64(g["stage"])
    points = np.int64(t["quest_points"][g["face"][stage]])
    if points > 0:
        need = max(points - np.int64(g["quest_progress"]), 0)
        value += min(left, need) * w[W_PROGRESS]
        if left > 0 and left >= need and not rule_holds(g, t, C_NO_DEFEAT):
            value += LOST if is_last_stage(g, t) else w[W_STAGE]
    return value


@kernel(i8, G, T, M, i8)
def swing(g, t, m, amount):
    """Return what so much more willpower (or less threat in staging) is worth now.

    After staging exactly; before it only what is lost counts, since what helps can wait until more is known.
    """
    step = m["context"][X_STEP]
    if step < COMMIT_STEP or step > RESOLVE_STEP:
        return np.int64(0)
    if step <= STAGING_STEP:
        return min(amount, 0) * m["rules"][W_THREAT] * 8 // 10
    if m["context"][X_MARGIN] == NOTHING:
        m["context"][X_MARGIN] = committed_willpower(g, t) - staging_threat(g, t)
        m["context"][X_QUEST] = quest_value(g, t, m, m["context"][X_MARGIN])
    return quest_value(g, t, m, m["context"][X_MARGIN] + amount) - m["context"][X_QUEST]
