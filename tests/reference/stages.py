"""The stages of the quest (protocol 13; RULES 3, Progress)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lotrsim.ids import A_WHEN_REVEALED, E_STAGE_DEFEATED, QUEST, QUEST_DECK, REMOVED, WON
from tests.reference import stack, triggers, using, zones
from tests.reference.model import Asks, Trigger

if TYPE_CHECKING:

    from tests.reference.game import Game
    from tests.reference.model import Card


def defeat(game: Game, stage: Card) -> Asks:
    """Progress is 0; trigger; then the game is won, or the next stage becomes the current one and its B side is carried out."""
    stage.progress = 0
    game.stage_at_random = None
    game.events.append(("stage defeated", stage))
    triggers.happened(game, Trigger(E_STAGE_DEFEATED, stage, game.first_player))
    yield from stack.settle(game)
    if not any(card.face.spec.stage > stage.face.spec.stage for card in game.zones[QUEST_DECK]):
        stack.end(game, WON)
    chosen = game.stage_at_random if game.stage_at_random is not None else game.zones[QUEST_DECK][0]
    zones.move(game, stage, REMOVED)
    game.lasting[:] = [effect for effect in game.lasting if effect.card is not stage]
    yield from turn_up(game, chosen)


def turn_up(game: Game, stage: Card) -> Asks:
    """A stage becomes the current one; its when-revealed ability (side B) runs."""
    zones.move(game, stage, QUEST)
    game.stage_at_random = None
    game.events.append(("stage", stage))
    yield from carry_out(game, stage)


def carry_out(game: Game, stage: Card) -> Asks:
    """The when-revealed ability of side B."""
    ability = stage.face.one(A_WHEN_REVEALED)
    if ability is not None:
        yield from using.start(game, stage, ability, game.first_player)
        yield from stack.settle(game)


def next_stage_at_random(game: Game) -> None:
    """The next stage is one of those with the next number, in the order of the quest deck (protocol 2)."""
    stage = game.current_stage
    later = [card for card in game.zones[QUEST_DECK] if stage is not None and card.face.spec.stage > stage.face.spec.stage]
    if later:
        number = min(card.face.spec.stage for card in later)
        choices = [card for card in later if card.face.spec.stage == number]
        game.stage_at_random = choices[game.engine.below(len(choices))]
