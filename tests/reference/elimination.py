"""A player is out of the game (protocol 14; RULES 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lotrsim.ids import ATTACHED, DECK, ENGAGED, HAND, OBJECTIVE, STAGING, THREAT_LIMIT
from tests.reference import leaving, zones

if TYPE_CHECKING:
    from tests.reference.game import Game
    from tests.reference.model import Card, Player


def eliminate(game: Game, player: Player, why: int) -> None:
    """Threat 50; the first player token goes on; hand, deck, play area to the discard piles; enemies to staging; no triggers."""
    number = player.number
    held_prisoner = any(card.is_prisoner for card in game.play_area(number))
    player.threat, player.eliminated = THREAT_LIMIT, why
    game.events.append(("eliminated", number))
    if game.first_player == number and game.living():
        game.first_player = game.next_living(number)
    for zone in (HAND + number, DECK + number):
        for card in list(game.zones[zone]):
            leaving.put_away(game, card, zones.discard_of(card))
    for card in list(game.play_area(number)):
        give_up(game, card)
    for enemy in list(game.zones[ENGAGED + number]):
        if enemy.is_orc_guard:  # as any card that leaves play: what is attached to it goes after it
            leaving.put_away(game, enemy, zones.discard_of(enemy))
        else:
            zones.move(game, enemy, STAGING)
    for card in [card for card in game.zones[ATTACHED] if card.deck_host == number]:
        leaving.put_away(game, card, zones.discard_of(card))
    if held_prisoner:
        game.prisoner_lost = True


def give_up(game: Game, card: Card) -> None:
    """A card of his play area: what is attached to it first, claimed objectives to staging, then the card itself."""
    for other in list(card.under):
        objective = other.type == OBJECTIVE and leaving.returns_to_staging(other)
        leaving.put_away(game, other, STAGING if objective else zones.discard_of(other))
    leaving.put_away(game, card, zones.discard_of(card))
