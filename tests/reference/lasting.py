"""Lasting and delayed effects (protocol 8; RULES 4)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lotrsim.ids import AT_PHASE_END, DEFENSE, F_DELAYED, F_LASTING, F_TOKENS, FOR_ATTACK, MAX_DELAYED, MAX_LASTING
from tests.reference.model import Delayed, Fault, Lasting, Running

if TYPE_CHECKING:
    from lotrsim.effects.language import Row, Selector
    from tests.reference.game import Game
    from tests.reference.model import Card

MOST = 120


def modify(game: Game, card: Card, stat: int, amount: int, until: int) -> None:
    """A statistic of a card changes; the amount is added to a lasting effect of the same card, statistic and end."""
    until = end_of(game, until)
    for effect in game.lasting:
        if effect.card is card and effect.stat == stat and effect.until == until:
            if stat != DEFENSE or effect.amount != -MOST:
                effect.amount += amount
                too_many(effect.amount)
            return
    add(game, Lasting(card, stat, amount, until))


def ignore(game: Game, card: Card, stat: int, until: int) -> None:
    """A statistic does not count: -120, whatever was added, and nothing is added to it (protocol 8)."""
    until = end_of(game, until)
    for effect in game.lasting:
        if effect.card is card and effect.stat == stat and effect.until == until:
            effect.amount = -MOST
            return
    add(game, Lasting(card, stat, -MOST, until))


def modify_all(game: Game, running: Running, selector: Selector, stat: int, amount: int, until: int) -> None:
    """A statistic of all cards that match as long as it lasts, also of those that come later (FAQ 1.55)."""
    until = end_of(game, until)
    for effect in game.lasting:
        if effect.selector == selector and effect.stat == stat and effect.until == until:
            effect.amount += amount
            too_many(effect.amount)
            return
    add(game, Lasting(None, stat, amount, until, selector, replace(running)))


def add(game: Game, effect: Lasting) -> None:
    """Note a lasting effect."""
    too_many(effect.amount)
    if len(game.lasting) >= MAX_LASTING:
        raise Fault(F_LASTING)
    game.lasting.append(effect)


def too_many(amount: int) -> None:
    """More than 120 either way is a fault (protocol 15)."""
    if abs(amount) > MOST:
        raise Fault(F_TOKENS)


def end_of(game: Game, until: int) -> int:
    """FOR_ATTACK means the innermost attack."""
    return FOR_ATTACK + len(game.attacks) if until == FOR_ATTACK else until


def expire(game: Game, until: int) -> None:
    """Lasting effects of one end are over."""
    game.lasting[:] = [effect for effect in game.lasting if effect.until != until]


def delay(game: Game, running: Running, rows: tuple[Row, ...], moment: int = AT_PHASE_END) -> None:
    """Rows that happen at the end of the phase, with the same source, target and player."""
    if len(game.delayed) >= MAX_DELAYED:
        raise Fault(F_DELAYED)
    game.delayed.append(Delayed(rows, replace(running), moment))


def staging_threat(game: Game, amount: int) -> None:
    """The threat of the staging area rises for each player until the end of the phase."""
    game.staging_bonus += amount
