"""What both kinds of attack share: roles, who can attack, shadow cards (protocol 11; RULES 3.6, 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lotrsim.ids import (
    BASIC,
    C_ATTACKS_STAGING,
    C_CANNOT_ATTACK,
    COMBAT_PHASE,
    E_SHADOW_DEALT,
    ENCOUNTER_DECK,
    ENGAGED,
    F_ATTACKS,
    FOR_ATTACK,
    MAX_ATTACKS,
    NONE,
    RANGED,
    SHADOW,
    STAGING,
)
from tests.reference import constants, lasting, leaving, stack, statistics, triggers, zones
from tests.reference.model import Asks, Attack, Fault, Trigger

if TYPE_CHECKING:

    from tests.reference.game import Game
    from tests.reference.model import Card


def begin(game: Game, by_enemy: bool, enemy: Card, player: int, immediate: bool = False) -> Attack:
    """An attack begins, inside the one that is going on if there is one."""
    if len(game.attacks) >= MAX_ATTACKS:
        raise Fault(F_ATTACKS)
    attack = Attack(by_enemy, enemy, player, len(game.attacks), enemy.left_play, enemy.zone == SHADOW, immediate=immediate)
    game.attacks.append(attack)
    game.events.append(("attack", by_enemy, enemy, player))
    return attack


def finish(game: Game, attack: Attack) -> None:
    """An attack is over: its roles and its lasting effects are gone; outside the combat phase its shadow cards too (FAQ 1.28)."""
    for card in with_role(game, attack):
        card.attacking.discard(attack.depth)
        card.defending.discard(attack.depth)
    lasting.expire(game, FOR_ATTACK + attack.depth + 1)
    game.attacks.remove(attack)
    if attack.by_enemy and game.phase != COMBAT_PHASE and not has_left(attack):
        for card in attack.enemy.shadows:
            leaving.discard(game, card)


def has_left(attack: Attack) -> bool:
    """Has the enemy left play since the attack began, also if it came back; or is it no shadow card any more (protocol 11)."""
    return attack.enemy.left_play != attack.enemy_left_play


# ---------------------------------------------------------------- roles


def with_role(game: Game, attack: Attack) -> list[Card]:
    """Attackers and defenders of an attack that are still in play."""
    return sorted((*attackers(game, attack), *defenders(game, attack)), key=lambda card: card.number)


def attackers(game: Game, attack: Attack) -> list[Card]:
    """The characters that attack, as far as they are still in play, ascending."""
    found = [c for p in range(game.n_players) for c in game.play_area(p) if attack.depth in c.attacking]
    return sorted(found, key=lambda card: card.number)


def defenders(game: Game, attack: Attack) -> list[Card]:
    """The characters that defend, as far as they are still in play, ascending."""
    found = [c for p in range(game.n_players) for c in game.play_area(p) if attack.depth in c.defending]
    return sorted(found, key=lambda card: card.number)


def undefended(game: Game, attack: Attack) -> bool:
    """No defender, or none is in play any more (RULES 3.6)."""
    return not defenders(game, attack)


def can_attack(game: Game, character: Card, enemy: Card) -> bool:
    """Engaged with its player; with Ranged engaged with anybody; in staging where a text allows it (protocol 11)."""
    if not enemy.is_enemy or character.facedown or not character.in_play_area or constants.on(game, C_CANNOT_ATTACK, character):
        return False
    if enemy.zone == STAGING:
        return bool(constants.on(game, C_ATTACKS_STAGING, character))
    if enemy.engaged_with == NONE:
        return False
    return enemy.engaged_with == character.controller or statistics.has_keyword(game, character, RANGED)


# ---------------------------------------------------------------- shadow cards


def deal_shadow(game: Game, enemy: Card, player: int = NONE) -> None:
    """The top encounter card is dealt facedown to an enemy; an empty deck deals none; the basic game has none."""
    if game.difficulty == BASIC or not game.zones[ENCOUNTER_DECK]:
        return
    card = game.zones[ENCOUNTER_DECK][0]
    card.facedown = True
    zones.put_under(game, card, enemy, SHADOW)
    if player == NONE:
        player = attacked_player(game, enemy)
    triggers.happened(game, Trigger(E_SHADOW_DEALT, card, player))


def attacked_player(game: Game, enemy: Card) -> int:
    """Whom an enemy attacks, or would: the player of its attack, or with whom it is engaged."""
    for attack in reversed(game.attacks):
        if attack.by_enemy and attack.enemy is enemy:
            return attack.player
    return enemy.engaged_with


def deal(game: Game) -> Asks:
    """A shadow card to each engaged enemy: in player order, highest engagement cost first, Orc Guards last (protocol 11)."""
    for player in game.seats():
        enemies = sorted(
            game.zones[ENGAGED + player],
            key=lambda card: (card.is_orc_guard, -(statistics.engagement_cost(game, card)), card.number),
        )
        for enemy in enemies:
            if enemy.zone == ENGAGED + player:
                deal_shadow(game, enemy, player)
                yield from stack.settle(game)
