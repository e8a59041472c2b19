"""The attacks of enemies (protocol 11, An enemy's attack; RULES 3.6b, 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lotrsim.ids import (
    A_SHADOW,
    ATTACK,
    C_CANNOT_ATTACK,
    C_CANNOT_DEFEND,
    C_SURPLUS_THREAT,
    D_DAMAGED_DEFENDER,
    D_DEFENDER,
    D_ENEMY_ATTACK,
    D_SENTINEL,
    D_UNDEFENDED_HERO,
    DEFENSE,
    E_ATTACKED,
    E_ATTACKS,
    E_DECLARED_DEFENDER,
    E_SHADOW_RESOLVED,
    E_SHADOW_TRIGGERED,
    ENGAGED,
    HIT_POINTS,
    SENTINEL,
    SHADOW,
)
from tests.reference import asking, combat, constants, hit_points, players, stack, statistics, triggers, using, windows, zones
from tests.reference.model import Asks, Shadow, Trigger

if TYPE_CHECKING:

    from tests.reference.game import Game
    from tests.reference.model import Attack, Card


def enemy_attacks(game: Game) -> Asks:
    """In player order each resolves the attacks of the enemies engaged with him, in the order he chooses."""
    for player in game.seats():
        while game.players[player].alive:
            enemies = [card for card in game.zones[ENGAGED + player] if may_attack(game, card, player)]
            enemy = yield from asking.ask_card(game, D_ENEMY_ATTACK, player, enemies)
            if enemy is None:
                break
            enemy.has_attacked = True
            yield from attack_by(game, enemy, player)


def may_attack(game: Game, enemy: Card, player: int) -> bool:
    """It has not attacked in this phase and can attack the player."""
    if enemy.has_attacked or enemy.cannot_attack >> player & 1:
        return False
    return not constants.on(game, C_CANNOT_ATTACK, enemy)


def attack_at_once(game: Game, enemy: Card, player: int) -> None:
    """A word makes an enemy attack: inside what is going on (FAQ 1.28)."""
    if game.players[player].alive:
        stack.later(game, attack_by, enemy, player, True)


def attack_by(game: Game, enemy: Card, player: int, immediate: bool = False) -> Asks:
    """An attack in four parts; the attacked player stays, whatever becomes of the engagement."""
    attack = combat.begin(game, True, enemy, player, immediate)
    if immediate:
        combat.deal_shadow(game, enemy, player)
        yield from stack.settle(game)
    for part in (attacks, declare_defenders, resolve_shadows, deal_damage):
        yield from part(game, attack)
        yield from stack.settle(game)
        if not game.players[player].alive:
            break
        yield from windows.window(game)
        if combat.has_left(attack) or not game.players[player].alive:
            break
    combat.finish(game, attack)
    yield from stack.settle(game)


def is_over(game: Game, attack: Attack) -> bool:
    """The enemy is gone or the player is out: nothing more happens in this part."""
    return combat.has_left(attack) or not game.players[attack.player].alive


# ---------------------------------------------------------------- 1: it attacks


def attacks(game: Game, attack: Attack) -> Asks:
    """The trigger of attacking."""
    triggers.happened(game, Trigger(E_ATTACKS, attack.enemy, attack.player))
    yield from stack.settle(game)


# ---------------------------------------------------------------- 2: defenders


def declare_defenders(game: Game, attack: Attack) -> Asks:
    """One character or none, or any number where a card says so; then another player's Sentinel; a trigger for each."""
    if game.any_defenders >> attack.player & 1:
        defenders = yield from any_number(game, attack)
    else:
        defender = yield from asking.ask_card(
            game, D_DEFENDER, attack.player, can_defend(game, attack.player), attack.enemy, may_pass=True
        )
        if defender is None:
            defender = yield from sentinel(game, attack)
        defenders = [] if defender is None else [defender]
        for card in defenders:
            take_role(attack, card)
    attack.declared = True
    for card in sorted(defenders, key=lambda c: -c.number):
        triggers.happened(game, Trigger(E_DECLARED_DEFENDER, card, attack.player))
    yield from stack.settle(game)


def take_role(attack: Attack, card: Card) -> None:
    """A defender exhausts."""
    card.exhausted = True
    card.defending.add(attack.depth)


def can_defend(game: Game, player: int) -> list[Card]:
    """The player's ready characters that can defend."""
    ready = [card for card in game.play_area(player) if card.is_character and not card.exhausted and not card.facedown]
    return [card for card in ready if not constants.on(game, C_CANNOT_DEFEND, card)]


def any_number(game: Game, attack: Attack) -> Asks:
    """Any number of defenders in ascending number; each is exhausted when chosen; Sentinels are not asked."""
    chosen: list[Card] = []
    while True:
        last = chosen[-1].number if chosen else -1
        card = yield from asking.ask_next(game, D_DEFENDER, attack.player, can_defend(game, attack.player), last, attack.enemy)
        if card is None:
            return chosen
        take_role(attack, card)
        chosen.append(card)


def sentinel(game: Game, attack: Attack) -> Asks:
    """The other players clockwise are asked for one Sentinel each; of several volunteers the first player takes one."""
    volunteers = []
    for seat in range(1, game.n_players):
        player = (attack.player + seat) % game.n_players
        if game.players[player].alive:
            ready = [card for card in can_defend(game, player) if statistics.has_keyword(game, card, SENTINEL)]
            card = yield from asking.ask_card(game, D_SENTINEL, player, ready, attack.enemy, may_pass=True)
            if card is not None:
                volunteers.append(card)
    return (yield from asking.ask_card(game, D_SENTINEL, game.first_player, volunteers, attack.enemy))


# ---------------------------------------------------------------- 3: shadow cards


def resolve_shadows(game: Game, attack: Attack) -> Asks:
    """Each facedown shadow card in the order dealt."""
    while not is_over(game, attack):
        card = next((card for card in attack.enemy.shadows if card.facedown), None)
        if card is None:
            return
        yield from resolve_shadow(game, attack, card)


def resolve_shadow(game: Game, attack: Attack, card: Card) -> Asks:
    """It is turned up; a trigger (cancels); unless cancelled or gone its ability runs; if it ran, a trigger about the enemy."""
    card.facedown = False
    card.known_by = zones.everybody()
    game.events.append(("shadow", card, attack.enemy))
    ability = card.face.one(A_SHADOW)
    if ability is None:
        return
    shadow = Shadow(card)
    game.shadows.append(shadow)
    triggers.happened(game, Trigger(E_SHADOW_TRIGGERED, card, attack.player))
    yield from stack.settle(game)
    if not shadow.cancelled and card.zone == SHADOW and not is_over(game, attack):
        yield from using.start(game, card, ability, attack.player)
        triggers.happened(game, Trigger(E_SHADOW_RESOLVED, attack.enemy, attack.player))
        yield from stack.settle(game)
    game.shadows.remove(shadow)


def resolving(game: Game, card: Card | None) -> Shadow | None:
    """The resolution of a shadow card that is going on."""
    return next((shadow for shadow in reversed(game.shadows) if shadow.card is card), None)


def cancel_shadow(game: Game, card: Card | None) -> None:
    """The shadow effect of a card is cancelled."""
    shadow = resolving(game, card)
    if shadow is not None:
        shadow.cancelled = True


def shadow_cancellable(game: Game, card: Card | None) -> bool:
    """The card has a shadow effect and it is not cancelled."""
    shadow = resolving(game, card)
    return shadow is not None and not shadow.cancelled and shadow.card.face.one(A_SHADOW) is not None


# ---------------------------------------------------------------- 4: damage


def deal_damage(game: Game, attack: Attack) -> Asks:
    """Attack less the defense of all defenders to one of them; undefended the full attack to a hero of the player."""
    amount = statistics.statistic(game, attack.enemy, ATTACK)
    defenders = combat.defenders(game, attack)
    amount -= sum(statistics.statistic(game, card, DEFENSE) for card in defenders)
    if amount > 0:
        if defenders:
            card = yield from asking.ask_card(game, D_DAMAGED_DEFENDER, attack.player, defenders, attack.enemy)
        else:
            heroes = [c for c in game.play_area(attack.player) if c.is_hero and not c.facedown]
            card = yield from asking.ask_card(game, D_UNDEFENDED_HERO, attack.player, heroes, attack.enemy)
        if card is not None:
            hurt(game, attack, card, amount)
            yield from stack.settle(game)
    if not is_over(game, attack):
        triggers.happened(game, Trigger(E_ATTACKED, attack.enemy, attack.player))
        yield from stack.settle(game)


def hurt(game: Game, attack: Attack, card: Card, amount: int) -> None:
    """The damage; where the enemy says so, what is beyond the hit points left raises the attacked player's threat."""
    surplus = amount - max(0, statistics.statistic(game, card, HIT_POINTS) - card.damage)
    if surplus > 0 and constants.on(game, C_SURPLUS_THREAT, attack.enemy):
        players.raise_threat(game, attack.player, surplus)
    hit_points.deal(game, [(card, amount)])
