"""Constants: what holds as long as a card is in play, and the rules that it changes (language, Rules that a constant changes)."""

from __future__ import annotations

from lotrsim import ids
from tests.reference import conditions, values
from tests.reference.model import Card, Running


def rules_in(cards) -> frozenset[int]:
    """The rules that some card of a game changes: the others need not be looked for."""
    return frozenset(ability.trigger for card in cards for ability in card.face.constants)


def speaks_now(card: Card) -> bool:
    """Constants hold while the card is in play and has a text (RULES 4, constant; protocol 8, The prisoner)."""
    return card.in_play and card.speaks


def about(game, card: Card, which: int) -> list:
    """The constants about one card that hold now: its own, and those of what is attached to it, as (running, ability)."""
    if which not in game.rules_in_game:
        return []
    found = []
    if card.face.constants and speaks_now(card):
        found += [(source, ability) for source, ability in of_source(card, which) if ability.rows[0].ref == ids.REF_SELF]
    for under in card.under:
        if under.face.constants and speaks_now(under):
            found += [(source, a) for source, a in of_source(under, which) if a.rows[0].ref == ids.REF_HOST]
    return [(running, ability) for running, ability in found if conditions.holds(game, running, ability.condition)]


def of_source(card: Card, which: int) -> list:
    """The constants of a card that change a rule (NONE: a statistic of itself or its host) as (running, ability).

    YOU is the player of the card (protocol 6).
    """
    return [(Running(card, a, card.player, face=card.face), a) for a in card.face.constants if a.trigger == which]


def holding(game, which: int) -> list:
    """All constants in play that change a rule now, as (running, ability), in no particular order."""
    if which not in game.rules_in_game:
        return []
    return [
        (running, ability)
        for card in game.cards
        if card.face.constants and speaks_now(card)
        for running, ability in of_source(card, which)
        if conditions.holds(game, running, ability.condition)
    ]


def amount(game, running: Running, ability) -> int:
    """How much a constant says; without a number it counts as 1."""
    return values.number(game, running, ability.rows[0].value) or 1


def on(game, which: int, card: Card) -> int:
    """How much of a rule holds for this card: the sum of the amounts; 0: it does not hold (RULINGS C3, Caught in a Web)."""
    return sum(amount(game, running, ability) for running, ability in about(game, card, which))


def anywhere(game, which: int) -> list[int]:
    """The amounts of all constants in play that change this rule; empty: it is as printed in the rules."""
    return [amount(game, running, ability) for running, ability in holding(game, which)]
