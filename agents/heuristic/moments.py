"""What the heuristic sees of the moment: an attack that goes on or is due, damage, statistics that are used just now."""

import numpy as np

from lotrsim.agents.heuristic.quest import swing
from lotrsim.agents.heuristic.values import (
    DEAL_STEP,
    ENEMY_STEP,
    NOTHING,
    W_HIT,
    W_SCRATCH,
    W_USE_ATTACK,
    X_STEP,
    character_value,
    enemy_value,
    number,
    surplus_price,
    wound,
)
from lotrsim.effects.references import attack_bit, first_defender
from lotrsim.ids import (
    ALLY,
    ATTACK,
    CANNOT_ATTACK,
    COMMITTED,
    DEFENSE,
    ENEMY,
    ENGAGED,
    EXHAUSTED,
    FACEDOWN,
    FRAME_ATTACK,
    FRAME_STRIKE,
    HAS_ATTACKED,
    HERO,
    HIT_POINTS,
    KIND,
    NONE,
    PLAY,
    ROLE_ATTACKER,
    ROLE_DEFENDER,
    STAGING,
    STEP,
    SUBJECT,
    THREAT,
    WILLPOWER,
    YOU,
)
from lotrsim.kernel import G, M, T, b1, i8, kernel
from lotrsim.rules.zones import player_of


@kernel(i8, G, T, M, i8, i8)
def damage_cost(g, t, m, card, amount):
    """Return what damage on a character costs."""
    left = number(g, t, card, HIT_POINTS) - np.int64(g["damage"][card])
    if amount >= left:
        return character_value(g, t, m, card)
    if t["type"][g["face"][card]] != HERO:
        return max(amount, 0) * m["rules"][W_SCRATCH]
    return wound(m, left - max(amount, 0), max(amount, 0))


@kernel(i8, G, T, M, i8, i8, i8)
def blow_cost(g, t, m, enemy, card, amount):
    """Return what damage on a character costs that an enemy's attack deals: `damage_cost`, and what goes beyond it."""
    left = number(g, t, card, HIT_POINTS) - np.int64(g["damage"][card])
    surplus = surplus_price(g, t, m, enemy) * (amount - left) if amount > left else np.int64(0)
    return damage_cost(g, t, m, card, amount) + surplus


@kernel(i8, G, T, M, i8, i8)
def attack_cost_now(g, t, m, enemy, more):
    """Return what the attack of an enemy costs with so much more attack: the one going on, or one to come."""
    attack = number(g, t, enemy, ATTACK) + more
    frame = np.int64(g["attack_frame"])
    going_on = frame != NONE and g["frames"][frame, SUBJECT] == enemy and g["frames"][frame, KIND] == FRAME_ATTACK
    if going_on:
        if g["frames"][frame, STEP] > 9:
            return np.int64(0)
        defender = first_defender(g)
        if defender != NONE:
            defense = np.int64(0)
            bit = attack_bit(g) * ROLE_DEFENDER
            for c in range(np.int64(g["n_cards"])):
                if g["roles"][c] & bit:
                    defense += number(g, t, c, DEFENSE)
            return blow_cost(g, t, m, enemy, defender, attack - defense)
        player = np.int64(g["frames"][frame, YOU])
    else:
        player = player_of(g, enemy)
    if player < 0:
        return np.int64(0)
    least = -NOTHING
    card = np.int64(g["zone_first"][PLAY + player])
    while card != NONE:
        flags = np.int64(g["flags"][card])
        kind = t["type"][g["face"][card]]
        if kind == HERO and not flags & FACEDOWN:
            least = min(least, blow_cost(g, t, m, enemy, card, attack))
        if (kind == HERO or kind == ALLY) and not flags & (FACEDOWN | EXHAUSTED) and not going_on:
            cost = blow_cost(g, t, m, enemy, card, attack - number(g, t, card, DEFENSE))
            least = min(least, cost + m["rules"][W_USE_ATTACK] * number(g, t, card, ATTACK))
        card = np.int64(g["next_card"][card])
    return np.int64(0) if least == -NOTHING else least


@kernel(b1, G, T, M, i8)
def attack_is_due(g, t, m, enemy):
    """An engaged enemy will attack, or attacks now, in this combat phase."""
    step = m["context"][X_STEP]
    zone = np.int64(g["zone"][enemy])
    if not ENGAGED <= zone < STAGING or step < DEAL_STEP or step > ENEMY_STEP:
        return False
    frame = np.int64(g["attack_frame"])
    if frame != NONE and g["frames"][frame, SUBJECT] == enemy:
        return g["frames"][frame, STEP] <= 9
    return not g["flags"][enemy] & (HAS_ATTACKED | CANNOT_ATTACK << (zone - ENGAGED))


@kernel(b1, G, i8, i8)
def uses_now(g, card, which):
    """A character's statistic counts at this moment: it is committed, attacks, or defends."""
    if which == WILLPOWER:
        return g["flags"][card] & COMMITTED != 0
    role = ROLE_ATTACKER if which == ATTACK else ROLE_DEFENDER
    return g["attack_frame"] != NONE and np.int64(g["roles"][card]) & (attack_bit(g) * role) != 0


@kernel(i8, G, T, M, i8)
def strike_gain(g, t, m, amount):
    """Return what so much more attack is worth in the players' attack that is going on: it destroys the enemy, or helps."""
    frame = np.int64(g["attack_frame"])
    if frame == NONE or g["frames"][frame, KIND] != FRAME_STRIKE or g["frames"][frame, STEP] > 4:
        return np.int64(0)
    enemy = np.int64(g["frames"][frame, SUBJECT])
    need = number(g, t, enemy, HIT_POINTS) - np.int64(g["damage"][enemy]) + number(g, t, enemy, DEFENSE)
    for c in range(np.int64(g["n_cards"])):
        if uses_now(g, np.int64(c), ATTACK):
            need -= number(g, t, c, ATTACK)
    if need <= 0:
        return np.int64(0)
    if amount >= need:
        return enemy_value(g, t, m, enemy)
    return enemy_value(g, t, m, enemy) * m["rules"][W_HIT] * amount // (100 * (need + amount))


@kernel(i8, G, T, M, i8, i8)
def damage_gain(g, t, m, card, amount):
    """Return what damage on a card is worth: much on an enemy that it destroys, a cost on a character."""
    if amount <= 0:
        return np.int64(0)
    kind = np.int64(t["type"][g["face"][card]])
    if kind == HERO or kind == ALLY:
        return -damage_cost(g, t, m, card, amount)
    if kind != ENEMY:
        return np.int64(0)
    left = number(g, t, card, HIT_POINTS) - np.int64(g["damage"][card])
    value = enemy_value(g, t, m, card)
    if amount < left:
        return value * m["rules"][W_HIT] * amount // (100 * left)
    if attack_is_due(g, t, m, card):
        value += attack_cost_now(g, t, m, card, 0)
    return value


# ---------------------------------------------------------------- statistics that change


@kernel(i8, G, T, M, i8, i8, i8)
def modify_worth(g, t, m, card, which, amount):
    """Return what a change of a card's statistic is worth; card NONE: of characters who use it now (`uses_now`), in all."""
    if card != NONE:
        if which == THREAT:
            return swing(g, t, m, -amount) if g["zone"][card] == STAGING else np.int64(0)
        if t["type"][g["face"][card]] == ENEMY:
            if which == ATTACK and attack_is_due(g, t, m, card):
                return attack_cost_now(g, t, m, card, 0) - attack_cost_now(g, t, m, card, amount)
            return np.int64(0)
        if not uses_now(g, card, which) or (which == DEFENSE and g["frames"][g["attack_frame"], STEP] > 9):
            return min(amount, 0) * 2
    if which == WILLPOWER:
        return swing(g, t, m, amount)
    if which == ATTACK:
        return strike_gain(g, t, m, amount)
    if which == DEFENSE:
        enemy = np.int64(g["frames"][g["attack_frame"], SUBJECT])
        return attack_cost_now(g, t, m, enemy, 0) - attack_cost_now(g, t, m, enemy, -amount)
    return np.int64(0)
