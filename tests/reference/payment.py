"""Paying printed costs (protocol 9; RULES 3, Paying)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lotrsim.ids import D_PAY, NEUTRAL
from tests.reference import asking, statistics

if TYPE_CHECKING:

    from tests.reference.game import Game
    from tests.reference.model import Asks, Card, Face


def payers(game: Game, player: int, face: Face) -> list[Card]:
    """The player's heroes whose pools may pay for a card: with the icon of its sphere, any for a neutral card; no prisoner."""
    heroes = sorted((card for card in game.play_area(player) if card.is_hero and not card.facedown), key=lambda c: c.number)
    if face.spec.sphere == NEUTRAL:
        return heroes
    return [hero for hero in heroes if statistics.has_icon(game, hero, face.spec.sphere)]


def held(face: Face, heroes: list[Card]) -> int:
    """What the pools hold for a card: resources, or heroes with a resource where each must come from another hero."""
    if face.spec.pays_from_different:
        return sum(hero.resources > 0 for hero in heroes)
    return sum(hero.resources for hero in heroes)


def most(game: Game, player: int, face: Face) -> int:
    """The most that a player can pay for a card."""
    return held(face, payers(game, player, face))


def can_pay(game: Game, player: int, face: Face, amount: int) -> bool:
    """Such a hero exists, also for a cost of 0, and the pools hold enough."""
    heroes = payers(game, player, face)
    return bool(heroes) and held(face, heroes) >= amount


def pay(game: Game, player: int, face: Face, amount: int, source: Card | None = None) -> Asks:
    """Resource by resource from pools in ascending number and never back; asked where there is a choice."""
    heroes = payers(game, player, face)
    last = -1
    while amount > 0:
        options = []
        for k, hero in enumerate(heroes):
            allowed = hero.number > last if face.spec.pays_from_different else hero.number >= last
            if allowed and hero.resources and held(face, heroes[k:]) >= amount:
                options.append(hero)
        if not options:
            return
        number = yield from asking.ask_among(game, D_PAY, player, [hero.number for hero in options], source)
        last = number
        game.cards[number].resources -= 1
        amount -= 1
