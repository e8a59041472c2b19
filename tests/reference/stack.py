"""What waits, and what is checked after each step (protocol 5).

A function that changes the table at once pushes what follows with `later`; who called it ends its step with `settle`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lotrsim.ids import ALL_ELIMINATED, BY_THREAT, C_NO_DEFEAT, C_WINS, NO_HERO_LEFT, PRISONER_LOST, THREAT_LIMIT, WON
from tests.reference import constants, elimination, hit_points, stages
from tests.reference.model import Asks, GameOver

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.reference.game import Game


def later(game: Game, function: Callable, *args: Any) -> None:
    """Put something on the stack: what comes last is done first (protocol 5)."""
    game.pending.append((function, args))


def settle(game: Game) -> Asks:
    """End a step: check what must be checked, then do all that the step put on the stack (protocol 5)."""
    if not game.pending and not game.to_check and not game.weakened:
        return
    if game.weakened:
        later(game, hit_points.check_bearers, game.weakened)
        game.weakened = []
    waiting, game.pending = game.pending, []
    if game.to_check:
        yield from check(game)
    while waiting:
        function, args = waiting.pop()
        yield from function(game, *args)
        yield from settle(game)


def end(game: Game, outcome: int) -> None:
    """The game is over at once."""
    game.outcome = outcome
    raise GameOver


def check(game: Game) -> Asks:
    """Eliminations, all lost, won, the stage defeated: in this order (protocol 5)."""
    game.to_check = False
    for player in game.players:
        if player.alive:
            if player.threat >= THREAT_LIMIT:
                elimination.eliminate(game, player, BY_THREAT)
            elif not has_hero(game, player.number):
                elimination.eliminate(game, player, NO_HERO_LEFT)
    if game.prisoner_lost:
        end(game, PRISONER_LOST)
    if not any(player.alive for player in game.players):
        end(game, ALL_ELIMINATED)
    if not stage_runs(game) and constants.anywhere(game, C_WINS):
        end(game, WON)
    stage = game.current_stage
    if stage is not None and has_its_points(stage) and not constants.anywhere(game, C_NO_DEFEAT):
        yield from stages.defeat(game, stage)


def has_hero(game: Game, player: int) -> bool:
    """Has the player a hero in play; a prisoner does not count (protocol 5)."""
    return any(card.is_hero and not card.facedown for card in game.play_area(player))


def stage_runs(game: Game) -> bool:
    """Is an ability of the current stage running (protocol 5, 3)."""
    return any(running.source is game.current_stage for running in game.running)


def has_its_points(stage: Any) -> bool:
    """A stage of 0 points is not defeated by progress (protocol 13)."""
    points = stage.face.spec.quest_points or 0
    return points > 0 and stage.progress >= points
