"""Yes or no, found when it is asked (language, Conditions)."""

from __future__ import annotations

from lotrsim import ids
from lotrsim.ids import NONE
from tests.reference import combat, references, selectors, staging
from tests.reference.model import Card, Running


def holds(game, running: Running, condition) -> bool:
    """Does a condition hold now? None holds always (language, Conditions)."""
    if condition is None:
        return True
    return ASKED[condition.kind](game, running, condition)


def is_undefended(game, running: Running, condition) -> bool:
    """UNDEFENDED: judged for the innermost attack at this moment (RULES 4, Attacks, the fine print)."""
    return bool(game.attacks) and combat.undefended(game, game.attacks[-1])


def is_cancellable(game, running: Running, condition) -> bool:
    """CANCELLABLE: the card revealed has effects on being revealed that are not cancelled (language, Conditions)."""
    subject = running.trigger.subject if running.trigger else None
    return subject is not None and staging.cancellable(game, subject)


def is_attacking_alone(game, running: Running, condition) -> bool:
    """ATTACKING_ALONE: the innermost attack has one attacker (language, Conditions)."""
    return bool(game.attacks) and len(combat.attackers(game, game.attacks[-1])) == 1


def is_prisoner_held(game, running: Running, condition) -> bool:
    """PRISONER_HELD: a hero lies facedown in a play area (protocol 8, The prisoner)."""
    return any(card.is_prisoner for p in range(game.n_players) for card in game.zones[ids.PLAY + p])


def some_exist(game, running: Running, condition) -> bool:
    """`exists`, `at_least`: so many cards match (language, Conditions)."""
    needed = condition.b if condition.kind == ids.K_AT_LEAST else 1
    return len(selectors.find(game, running, condition.a)) >= needed


def has_threat(game, running: Running, condition) -> bool:
    """`threat_at_least`: a player's threat is so high or higher (language, Conditions)."""
    player = references.player_of(game, running, condition.a)
    return player != NONE and game.players[player].threat >= condition.b


def belongs(game, running: Running, condition) -> bool:
    """`matches`: the card belongs to the set (language, Conditions)."""
    card = references.card_of(game, running, condition.a)
    return card is not None and selectors.matches(game, running, card, condition.b)


def is_attacking(game, running: Running, condition) -> bool:
    """`attacking`: the card is an attacker in an attack against a card of the set (language, Conditions)."""
    card = references.card_of(game, running, condition.a)
    return card is not None and any(
        not attack.by_enemy
        and attack.depth in card.attacking
        and selectors.matches(game, running, attack.enemy, condition.b)
        for attack in game.attacks
    )


def lies_in(game, running: Running, condition) -> bool:
    """`in_zone`: the card lies in one of the zones (language, Conditions)."""
    card = references.card_of(game, running, condition.a)
    return card is not None and bool(selectors.zone_bit(card.zone) & condition.b)


def fell_to_attack_of(game, running: Running, condition) -> bool:
    """`by_attack_of`: the card took part in the attack whose damage destroyed the enemy (language, Conditions)."""
    card = references.card_of(game, running, condition.a)
    return card is not None and running.trigger is not None and (card, card.left_play) in running.trigger.attackers


def was_dealt_no_effect(game, running: Running, condition) -> bool:
    """`dealt_no_effect`: a shadow card without a printed shadow effect lies under the enemy (RULINGS, Wargs)."""
    card: Card | None = references.card_of(game, running, condition.a)
    return card is not None and any(shadow.face.one(ids.A_SHADOW) is None for shadow in card.shadows)


ASKED = {
    ids.K_NOT: lambda game, running, condition: not holds(game, running, condition.a),
    ids.K_AND: lambda game, running, condition: (
        holds(game, running, condition.a) and holds(game, running, condition.b)
    ),
    ids.K_UNDEFENDED: is_undefended,
    ids.K_CANCELLABLE: is_cancellable,
    ids.K_ALONE: is_attacking_alone,
    ids.K_PRISONER: is_prisoner_held,
    ids.K_EXISTS: some_exist,
    ids.K_AT_LEAST: some_exist,
    ids.K_THREAT_AT_LEAST: has_threat,
    ids.K_MATCHES: belongs,
    ids.K_MODE: lambda game, running, condition: running.mode == condition.a,
    ids.K_ATTACKING: is_attacking,
    ids.K_IN_ZONE: lies_in,
    ids.K_BY_ATTACK: fell_to_attack_of,
    ids.K_NO_SHADOW_EFFECT: was_dealt_no_effect,
}
