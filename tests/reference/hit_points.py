"""Damage and hit points (RULES 1; protocol 8, Damage or progress of one effect on several cards)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lotrsim.ids import (
    D_ORDER,
    E_DAMAGED,
    E_ENEMY_DESTROYED,
    E_EXPLORED,
    E_LEAVES_PLAY,
    F_TOKENS,
    HIT_POINTS,
    LIMBO,
    LOCATION,
    SHADOW,
)
from tests.reference import asking, leaving, stack, statistics, triggers, zones
from tests.reference.model import Asks, Fault, Trigger

if TYPE_CHECKING:

    from tests.reference.game import Game
    from tests.reference.model import Card

MOST_TOKENS = 120


def deal(game: Game, pairs: list[tuple[Card, int]], attackers: tuple = ()) -> None:
    """Damage of one effect: all tokens first, then the results, one after the other."""
    hurt = [(card, number) for card, number in pairs if number > 0]
    for card, number in hurt:
        card.damage += number
        if card.damage > MOST_TOKENS:
            raise Fault(F_TOKENS)
    follow(game, hurt, attackers)


def follow(game: Game, met: list[tuple[Card, int]], attackers: tuple = ()) -> None:
    """What becomes of one card follows in the same step, of several one after the other (protocol 5)."""
    if len(met) == 1:
        one_result(game, *met[0], attackers)
    elif met:
        stack.later(game, results, met, attackers)


def heal(game: Game, card: Card, number: int) -> None:
    """Take damage off, as much as is there at most."""
    card.damage -= min(number, card.damage)


def results(game: Game, met: list[tuple[Card, int]], attackers: tuple = ()) -> Asks:
    """Of cards that got tokens: deaths, explorations, what suffering damage triggers; the first player orders (protocol 8)."""
    waiting = [(card, number) for card, number in met if has_result(game, card, number)]
    members = [card for card, _ in waiting]
    game.sets.append(members)
    while members:
        members[:] = [card for card, number in waiting if card in members and has_result(game, card, number)]
        if not members:  # those left are gone, with their player for example
            break
        card = members[0]
        if len(members) > 1 and order_matters(game, waiting, members, attackers):
            card = yield from asking.ask_card(game, D_ORDER, game.first_player, members)
        members.remove(card)
        number = next(n for c, n in waiting if c is card)
        one_result(game, card, number, attackers)
        yield from stack.settle(game)
    game.sets = [others for others in game.sets if others is not members]


def has_result(game: Game, card: Card, number: int) -> bool:
    """Something follows from its tokens: it dies, is explored, or somebody hears of its damage (protocol 8)."""
    return is_dead(game, card) or is_explored(card) or is_heard(game, card, number)


def one_result(game: Game, card: Card, number: int, attackers: tuple) -> None:
    """It dies, is explored, or has suffered damage."""
    if is_dead(game, card):
        leaving.destroy(game, card, attackers)
    elif is_explored(card):
        leaving.explore(game, card)
    elif card.type != LOCATION:
        triggers.happened(game, Trigger(E_DAMAGED, card, card.player, number))


def is_dead(game: Game, card: Card) -> bool:
    """No hit points left: characters and enemies in play, being revealed, or attacking as a shadow card."""
    if not (card.is_character or card.is_enemy):
        return False
    if not (card.in_play or card.zone in (LIMBO, SHADOW)):
        return False
    return card.damage > 0 and card.damage >= statistics.statistic(game, card, HIT_POINTS)


def is_explored(card: Card) -> bool:
    """A location in play with its quest points (RULES 3, Progress)."""
    return card.type == LOCATION and card.in_play and not card.facedown and card.progress >= (card.face.spec.quest_points or 0)


def is_heard(game: Game, card: Card, number: int) -> bool:
    """Does somebody hear of its damage."""
    return card.type != LOCATION and triggers.somebody_hears(game, Trigger(E_DAMAGED, card, card.player, number))


def order_matters(game: Game, waiting: list[tuple[Card, int]], members: list[Card], attackers: tuple) -> bool:
    """Somebody hears of what happens to one of them, or an enemy dies while the stage has its points (protocol 8)."""
    for card, number in waiting:
        if card in members:
            if is_dead(game, card):
                kind = E_ENEMY_DESTROYED if card.is_enemy else E_LEAVES_PLAY
                if triggers.somebody_hears(game, Trigger(kind, card, card.player, 1, attackers=attackers)):
                    return True
                stage = game.current_stage
                if card.is_enemy and stage is not None and stack.has_its_points(stage):
                    return True
            elif is_explored(card):
                if triggers.somebody_hears(game, Trigger(E_EXPLORED, card, game.first_player)):
                    return True
            elif is_heard(game, card, number):
                return True
    return False


def check_bearers(game: Game, bearers: list[Card]) -> Asks:
    """A bonus of hit points that goes can destroy its bearer (RULES 1); several die in ascending number (protocol 5)."""
    for card in sorted(bearers, key=lambda c: c.number):
        if card.in_play and is_dead(game, card):
            leaving.destroy(game, card)
            yield from stack.settle(game)


def check_all(game: Game) -> Asks:
    """All cards in play may have lost hit points."""
    yield from check_bearers(game, zones.cards_in_play(game))
