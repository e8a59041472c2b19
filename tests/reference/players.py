"""What happens to players: cards drawn and discarded, threat (protocol 2, 11; RULES 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lotrsim.ids import ATTACHED, C_NO_DRAW, C_REPLACES_DRAW, DECK, HAND
from tests.reference import constants, leaving, zones

if TYPE_CHECKING:
    from tests.reference.game import Game


def can_draw(game: Game, player: int) -> bool:
    """Nothing forbids drawing and the deck has a card."""
    return bool(game.zones[DECK + player]) and not constants.anywhere(game, C_NO_DRAW)


def draw(game: Game, player: int, number: int) -> None:
    """Draw cards: is drawing forbidden, has the deck a card, is a card on the deck discarded instead of the whole draw."""
    if number <= 0 or not game.players[player].alive or not can_draw(game, player):
        return
    for card in game.zones[ATTACHED]:
        if card.deck_host == player and constants.on(game, C_REPLACES_DRAW, card):
            leaving.discard(game, card)
            return
    for card in game.zones[DECK + player][:number]:
        zones.move(game, card, HAND + player)


def raise_threat(game: Game, player: int, number: int) -> None:
    """Threat goes up; at 50 the player is out (protocol 5)."""
    if number > 0 and game.players[player].alive:
        game.players[player].threat += number
        game.to_check = True


def lower_threat(game: Game, player: int, number: int) -> None:
    """Threat goes down, not below 0."""
    if game.players[player].alive:
        game.players[player].threat = max(0, game.players[player].threat - max(0, number))


def discard_random(game: Game, player: int, number: int) -> None:
    """Cards from hand at random, for each card anew (protocol 2)."""
    hand = game.zones[HAND + player]
    for _ in range(number):
        if not hand:
            return
        leaving.discard(game, hand[game.engine.below(len(hand))])
