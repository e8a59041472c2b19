"""When an ability may be used, and starting it (protocol 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lotrsim.ids import (
    A_PLAY,
    ALLY,
    C_ALLY_LIMIT,
    D_ABILITY,
    EFFECT_0,
    EVENT,
    HAND,
    NONE,
    PER_PHASE,
    PER_PLAYER_ROUND,
    PER_ROUND,
    USER_ANY,
    USER_FIRST,
)
from tests.reference import abilities, asking, conditions, constants, payment, stack, trial
from tests.reference.model import Asks, Running, Trigger

if TYPE_CHECKING:

    from lotrsim.effects.language import Ability
    from tests.reference.game import Game
    from tests.reference.model import Card


def may_use(game: Game, card: Card, ability: Ability, player: int, trigger: Trigger | None = None) -> bool:
    """The four points of protocol 7."""
    if not is_user(game, card, ability, player) or ability.phase not in (NONE, game.phase) or not is_left(card, ability, player):
        return False
    if not card.speaks and not HAND <= card.zone < HAND + 4:
        return False
    if not can_pay_printed(game, card, ability, player):
        return False
    if ability.kind == A_PLAY and card.type == ALLY and too_many_allies(game):
        return False
    running = Running(card, ability, player, trigger, face=card.face)
    return conditions.holds(game, running, ability.condition) and trial.succeeds(game, running)


def is_user(game: Game, card: Card, ability: Ability, player: int) -> bool:
    """The controller, anybody, or the first player, as it says; a card in hand only its player."""
    if HAND <= card.zone < HAND + 4:
        return card.zone - HAND == player
    if ability.user == USER_ANY:
        return True
    if ability.user == USER_FIRST:
        return player == game.first_player
    return card.player == player


def is_left(card: Card, ability: Ability, player: int) -> bool:
    """Is a use left of a limited ability."""
    if ability.period == PER_ROUND:
        return card.uses_round < ability.limit
    if ability.period == PER_PHASE:
        return card.uses_phase < ability.limit
    if ability.period == PER_PLAYER_ROUND:
        return not card.used_by >> player & 1
    return True


def can_pay_printed(game: Game, card: Card, ability: Ability, player: int) -> bool:
    """For an event or a card played from hand with a printed number as cost: that cost can be paid."""
    if not HAND <= card.zone < HAND + 4 or ability.kind != A_PLAY and card.type != EVENT:
        return True
    cost = card.face.spec.cost
    return not isinstance(cost, int) or payment.can_pay(game, player, card.face, cost)


def too_many_allies(game: Game) -> bool:
    """A card in play limits the allies of a round, and the players together have played as many."""
    limits = constants.anywhere(game, C_ALLY_LIMIT)
    return bool(limits) and game.allies_played >= min(limits)


def which(game: Game, player: int, card: Card, usable: list[Ability]) -> Asks:
    """Which of several abilities of a chosen card is used (ABILITY)."""
    answer = yield from asking.ask_among(game, D_ABILITY, player, [EFFECT_0 + k for k in range(len(usable))], card)
    return usable[answer - EFFECT_0]


def start(game: Game, card: Card, ability: Ability, you: int, trigger: Trigger | None = None) -> Asks:
    """Use an ability: its limit counts, then its rows run."""
    if ability.period == PER_ROUND:
        card.uses_round += 1
    elif ability.period == PER_PHASE:
        card.uses_phase += 1
    elif ability.period == PER_PLAYER_ROUND:
        card.used_by |= 1 << you
    game.events.append(("ability", card, ability.kind, you))
    running = Running(card, ability, you, trigger, face=card.face)
    game.running.append(running)
    yield from abilities.run(game, running)
    yield from stack.settle(game)
    game.running.remove(running)
    if card is game.current_stage:
        game.to_check = True
