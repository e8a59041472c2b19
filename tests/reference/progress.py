"""Progress on locations and on the quest (protocol 13; RULES 3, Progress)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lotrsim.ids import E_PROGRESS_PLACED, F_TOKENS
from tests.reference import hit_points, leaving, stack, triggers
from tests.reference.model import Asks, Fault, Trigger

if TYPE_CHECKING:

    from tests.reference.game import Game
    from tests.reference.model import Card


def on_cards(game: Game, pairs: list[tuple[Card, int]]) -> None:
    """Progress of one effect on locations; surplus is lost with the location."""
    met = [(card, number) for card, number in pairs if number > 0]
    for card, number in met:
        card.progress += number
        if card.progress > hit_points.MOST_TOKENS:
            raise Fault(F_TOKENS)
    hit_points.follow(game, met)


def on_quest(game: Game, number: int) -> None:
    """Progress on the current quest: the active location first."""
    if number > 0:
        stack.later(game, place, number)


def place(game: Game, number: int) -> Asks:
    """The active location takes what it lacks, is explored with all that follows; the rest goes to the same stage."""
    location, stage = game.active_location, game.current_stage
    if location is not None:
        taken = min(number, max(0, (location.face.spec.quest_points or 0) - location.progress))
        location.progress += taken
        number -= taken
        if hit_points.is_explored(location):
            leaving.explore(game, location)
            yield from stack.settle(game)
    if number > 0 and stage is not None and game.current_stage is stage:
        stage.progress += number
        game.to_check = True
        triggers.happened(game, Trigger(E_PROGRESS_PLACED, stage, game.first_player, number))
        yield from stack.settle(game)


def remove(game: Game, number: int) -> None:
    """Take progress from the stage, never from the location (FAQ 1.05)."""
    stage = game.current_stage
    if stage is not None:
        stage.progress -= min(number, stage.progress)
