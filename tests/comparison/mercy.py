"""Mercy, by no rule: in some games both engines get the same gifts, so that late stages are reached in many ways.

Before a choice of an action or of commitment in the first rounds, threat and the damage of heroes are brought down, and now
and then the stage lacks one point. What is given depends on the setup, the number of the decision and the state alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lotrsim import ids as n
from lotrsim.cards import registry
from tests.comparison.setups import Setup

ROUNDS, THREAT, DAMAGE, EVERY = 15, 25, 1, 25
MOMENTS = (n.D_ACTION, n.D_COMMIT)

Gifts = tuple[list[tuple[int, int]], list[tuple[int, int]], int | None]  # (player, threat), (card, damage), progress


def gifts(g: Any, setup: Setup, k: int) -> Gifts | None:
    """What is given before decision k, read off the compiled record; None for nothing."""
    if not setup.merciful or g["decision"] not in MOMENTS or g["round_no"] >= ROUNDS:
        return None
    threat = [(p, THREAT) for p in range(int(g["n_players"])) if not g["eliminated"][p] and g["threat"][p] > THREAT]
    hurt = np.flatnonzero((g["damage"] > DAMAGE) & (g["zone"] // 4 == n.PLAY // 4))
    damage = [(c, DAMAGE) for c in hurt.tolist()]
    progress = None
    if (setup.seed * 7919 + setup.index * 104729 + k * 31) % EVERY == 0 and g["stage"] != n.NONE:
        points = registry.all_cards()[g["face"][g["stage"]]].quest_points or 0
        progress = points - 1 if points - 1 > g["quest_progress"] else None
    return (threat, damage, progress) if threat or damage or progress is not None else None


def give_record(g: Any, given: Gifts) -> None:
    """Give to the compiled engine."""
    threat, damage, progress = given
    for p, value in threat:
        g["threat"][p] = value
    for c, value in damage:
        g["damage"][c] = value
    if progress is not None:
        g["quest_progress"] = progress


def give_reference(game: Any, given: Gifts) -> None:
    """Give to the reference engine."""
    threat, damage, progress = given
    for p, value in threat:
        game.players[p].threat = value
    for c, value in damage:
        game.cards[c].damage = value
    if progress is not None:
        game.current_stage.progress = progress
