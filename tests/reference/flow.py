"""The round as a table of steps (protocol 11; RULES 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lotrsim.ids import (
    COMBAT_PHASE,
    ENCOUNTER_PHASE,
    FAULTED,
    PLANNING_PHASE,
    QUEST_PHASE,
    REFRESH_PHASE,
    RESOURCE_PHASE,
    TRAVEL_PHASE,
)
from tests.reference import combat, ends, enemy_attacks, phases, player_attacks, quest, setup, stack, staging, windows
from tests.reference.model import Asks, Fault, GameOver

if TYPE_CHECKING:

    from tests.reference.game import Game

STEPS = (
    (RESOURCE_PHASE, phases.resource),
    (RESOURCE_PHASE, windows.window),
    (RESOURCE_PHASE, ends.end_of_phase),
    (PLANNING_PHASE, phases.planning),
    (PLANNING_PHASE, ends.end_of_phase),
    (QUEST_PHASE, quest.begin),
    (QUEST_PHASE, windows.window),
    (QUEST_PHASE, quest.commit),
    (QUEST_PHASE, windows.window),
    (QUEST_PHASE, staging.staging_step),
    (QUEST_PHASE, windows.window),
    (QUEST_PHASE, quest.resolve),
    (QUEST_PHASE, windows.window),
    (QUEST_PHASE, ends.end_of_phase),
    (TRAVEL_PHASE, phases.travel),
    (TRAVEL_PHASE, windows.window),
    (TRAVEL_PHASE, ends.end_of_phase),
    (ENCOUNTER_PHASE, phases.engage),
    (ENCOUNTER_PHASE, windows.window),
    (ENCOUNTER_PHASE, phases.checks),
    (ENCOUNTER_PHASE, windows.window),
    (ENCOUNTER_PHASE, ends.end_of_phase),
    (COMBAT_PHASE, combat.deal),
    (COMBAT_PHASE, windows.window),
    (COMBAT_PHASE, enemy_attacks.enemy_attacks),
    (COMBAT_PHASE, player_attacks.player_attacks),
    (COMBAT_PHASE, windows.window),
    (COMBAT_PHASE, ends.end_of_phase),
    (REFRESH_PHASE, phases.refresh),
    (REFRESH_PHASE, windows.window),
    (REFRESH_PHASE, ends.end_of_phase),
    (REFRESH_PHASE, ends.end_of_round),
)


def play(game: Game, with_setup: bool = True) -> Asks:
    """Setup, then rounds from game.step on, until the game has an outcome."""
    try:
        if with_setup:
            yield from setup.setup(game)
        while True:
            while game.step < len(STEPS):
                game.phase, function = STEPS[game.step]
                yield from function(game)
                yield from stack.settle(game)
                game.step += 1
            game.step = 0
    except GameOver:
        return
    except Fault as fault:
        game.outcome, game.fault = FAULTED, fault.args[0]
