"""The attacks of players (protocol 11, A player's attack; RULES 3.6c)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lotrsim.ids import ATTACK, D_ATTACKERS, D_STRIKE_TARGET, DEFENSE, ENGAGED, RANGED, STAGING
from tests.reference import asking, combat, hit_points, stack, statistics, windows

if TYPE_CHECKING:

    from tests.reference.game import Game
    from tests.reference.model import Asks, Attack, Card


def player_attacks(game: Game) -> Asks:
    """In player order, until he passes or nothing is left; a player attacks an enemy once a phase."""
    for player in game.seats():
        while game.players[player].alive:
            enemy = yield from asking.ask_card(game, D_STRIKE_TARGET, player, targets(game, player), may_pass=True)
            if enemy is None:
                break
            enemy.was_attacked_by |= 1 << player
            yield from attack_on(game, enemy, player)


def targets(game: Game, player: int) -> list[Card]:
    """Enemies that a ready character of the player can attack and that he has not attacked in this phase."""
    enemies = [card for p in range(game.n_players) for card in game.zones[ENGAGED + p]] + game.zones[STAGING]
    ready = own_ready(game, player)
    fresh = [card for card in enemies if card.is_enemy and not card.was_attacked_by >> player & 1]
    return [enemy for enemy in fresh if any(combat.can_attack(game, card, enemy) for card in ready)]


def own_ready(game: Game, player: int) -> list[Card]:
    """The player's ready characters."""
    return [card for card in game.play_area(player) if card.is_character and not card.exhausted and not card.facedown]


def strike(game: Game, character: Card, enemy: Card, player: int) -> None:
    """A word makes a character attack at once, outside the order of combat: it begins with the window of part 1."""
    stack.later(game, attack_on, enemy, player, character)


def attack_on(game: Game, enemy: Card, player: int, alone: Card | None = None) -> Asks:
    """An attack in three parts, a window at the end of each."""
    attack = combat.begin(game, False, enemy, player, alone is not None)
    if alone is not None:
        alone.attacking.add(attack.depth)
    else:
        yield from choose_attackers(game, attack)
    for part in (nothing, nothing, deal_damage):
        yield from part(game, attack)
        yield from windows.window(game)
        if combat.has_left(attack):
            break
    combat.finish(game, attack)
    yield from stack.settle(game)


def nothing(game: Game, attack: Attack) -> Asks:
    """The attackers are chosen, then their attack is added: it is summed when the damage is dealt."""
    yield from ()


def choose_attackers(game: Game, attack: Attack) -> Asks:
    """His own characters, at least one; against an enemy in staging one alone; then the others' Ranged ones, clockwise."""
    in_staging = attack.enemy.zone == STAGING
    number = yield from choose_of(game, attack, attack.player, at_least=1, at_most=1 if in_staging else 99)
    if in_staging or not number:
        return
    for seat in range(1, game.n_players):
        player = (attack.player + seat) % game.n_players
        if game.players[player].alive:
            yield from choose_of(game, attack, player)


def choose_of(game: Game, attack: Attack, player: int, at_least: int = 0, at_most: int = 99) -> Asks:
    """Characters of one player in ascending number; each is exhausted when chosen."""
    taken = 0
    last = -1
    while taken < at_most:
        ready = [card for card in own_ready(game, player) if combat.can_attack(game, card, attack.enemy)]
        if player != attack.player:
            ready = [card for card in ready if statistics.has_keyword(game, card, RANGED)]
        card = yield from asking.ask_next(game, D_ATTACKERS, player, ready, last, attack.enemy, may_pass=taken >= at_least)
        if card is None:
            break
        card.exhausted = True
        card.attacking.add(attack.depth)
        last = card.number
        taken += 1
    return taken


def deal_damage(game: Game, attack: Attack) -> Asks:
    """The attack of the attackers still in play, summed, less the enemy's defense."""
    attackers = combat.attackers(game, attack)
    amount = sum(statistics.statistic(game, card, ATTACK) for card in attackers)
    amount -= statistics.statistic(game, attack.enemy, DEFENSE)
    hit_points.deal(game, [(attack.enemy, amount)], tuple((card, card.left_play) for card in attackers))
    yield from stack.settle(game)
