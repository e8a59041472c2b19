"""Asking the players: one question after another, cards that cannot be told apart as one option (protocol 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lotrsim.ids import D_MAY, D_MODE, D_NUMBER, D_PLAYER, MODE_0, NO, NONE, NUMBER_0, PASS, PLAYER_0, YES
from tests.reference.model import Asks, Card, Decision

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.reference.game import Game


def ask_among(game: Game, kind: int, player: int, actions: list[int], source: Card | None = None) -> Asks:
    """Ask for one of some actions (ascending); a single one is taken by itself, of none there is None."""
    if not actions:
        return None
    if len(actions) == 1:
        game.taken.append(actions[0])
        return actions[0]
    answer = yield Decision(kind, player, actions, NONE if source is None else source.number)
    return answer


def ask_card(
    game: Game, kind: int, player: int, cards: Iterable[Card], source: Card | None = None, may_pass: bool = False
) -> Asks:
    """Ask for one of some cards, alike ones merged; None: passed, or there is none."""
    return (yield from ask_next(game, kind, player, cards, NONE, source, may_pass))


def ask_next(
    game: Game, kind: int, player: int, cards: Iterable[Card], last: int, source: Card | None = None, may_pass: bool = True
) -> Asks:
    """Ask for the next card of a set: above the last one taken; of like cards the lowest not yet taken (protocol 4, Sets)."""
    actions = [card.number for card in distinct(game, cards) if card.number > last]
    if not actions:
        return None
    if may_pass:
        actions.append(PASS)
    answer = yield from ask_among(game, kind, player, actions, source)
    return None if answer == PASS else game.cards[answer]


def ask_yes(game: Game, player: int, source: Card | None = None, kind: int = D_MAY) -> Asks:
    """Ask yes or no."""
    answer = yield from ask_among(game, kind, player, [YES, NO], source)
    return answer == YES


def ask_player(game: Game, player: int, players: list[int], source: Card | None = None) -> Asks:
    """Ask for one of some players; None if there is none."""
    answer = yield from ask_among(game, D_PLAYER, player, [PLAYER_0 + p for p in sorted(players)], source)
    return None if answer is None else answer - PLAYER_0


def ask_mode(game: Game, player: int, modes: list[int], source: Card | None = None) -> Asks:
    """Ask for one of some modes; None if there is none."""
    answer = yield from ask_among(game, D_MODE, player, [MODE_0 + k for k in modes], source)
    return None if answer is None else answer - MODE_0


def ask_number(game: Game, player: int, numbers: list[int], source: Card | None = None) -> Asks:
    """Ask for one of some numbers; None if there is none."""
    answer = yield from ask_among(game, D_NUMBER, player, [NUMBER_0 + k for k in numbers], source)
    return None if answer is None else answer - NUMBER_0


# ---------------------------------------------------------------- cards that cannot be told apart


def distinct(game: Game, cards: Iterable[Card]) -> list[Card]:
    """The lowest of each lot of like cards, ascending (protocol 4)."""
    cards = sorted(cards, key=_number)
    if len(cards) < 2:
        return cards
    seen = set()
    kept = []
    for card in cards:
        likeness = what_it_looks_like(game, card)
        if likeness not in seen:
            seen.add(likeness)
            kept.append(card)
    return kept


def _number(card: Card) -> int:
    return card.number


def what_it_looks_like(game: Game, card: Card) -> tuple:
    """Two cards are alike if this is equal: the four rules of protocol 4."""
    host = card.host.number if card.host is not None else -2 - card.deck_host if card.deck_host != NONE else NONE
    first = (
        card.zone, host, card.exhausted, card.facedown, card.committed, card.has_attacked, card.no_threat, card.cannot_attack,
        card.was_attacked_by, card.known_by, card.marked, frozenset(card.attacking), frozenset(card.defending),
    )  # fmt: skip
    face = NONE if card.facedown and not card.known_by else card.face.number
    if card.zone < 12:
        return first, face
    if card.under or takes_part(game, card):
        return first, face, card.number
    sets = tuple(k for k, members in enumerate(game.sets) if card in members)
    tokens = card.controller, card.owner, card.damage, card.progress, card.resources
    uses = card.uses_round, card.uses_phase, card.used_by
    lasting = sorted((effect.stat, effect.amount, effect.until) for effect in game.lasting if effect.card is card)
    return first, face, tokens, uses, sets, tuple(lasting)


def takes_part(game: Game, card: Card) -> bool:
    """Does it attack as an enemy, is it attacked at this moment, or is it the source or target of a delayed effect."""
    return any(attack.enemy is card for attack in game.attacks) or any(
        card is delayed.running.source or card is delayed.running.target for delayed in game.delayed
    )
