"""A small estimate of the fight to come, with which commitment, engagement and defence are weighed.

The enemies attack from the strongest on, each met by the defender who costs least (or by none), then the characters who are
still ready destroy the most valuable enemies that their attack reaches. A shadow card adds one attack in W_SHADOW of a
hundred cases, W_BARE where nobody defends. What is compared differs in who is ready and which enemies there are: a line of
MEMORY's `characters` and `foes` each.
"""

import numpy as np

from lotrsim.agents.heuristic.values import (
    C_ATTACK,
    C_CARD,
    C_DEFENSE,
    C_FREE,
    C_HERO,
    C_KEEP,
    C_LEFT,
    C_LOSS,
    C_NOW,
    C_READY,
    C_USED,
    C_WILL,
    F_ATTACK,
    F_ATTACKS,
    F_CARD,
    F_DEAD,
    F_DEFENSE,
    F_LEFT,
    F_VALUE,
    F_WEIGHT,
    NOTHING,
    W_BARE,
    W_EXHAUST,
    W_HIT,
    W_SCRATCH,
    W_SHADOW,
    W_SPARE,
    character_value,
    enemy_value,
    number,
    surplus_price,
    wound,
)
from lotrsim.effects.constants import rule_holds
from lotrsim.ids import (
    ALLY,
    ATTACK,
    C_NO_CHECKS,
    DEFENSE,
    ENEMY,
    ENGAGED,
    EXHAUSTED,
    FACEDOWN,
    HERO,
    HIT_POINTS,
    NONE,
    PLAY,
    STAGING,
    WILLPOWER,
)
from lotrsim.kernel import G, M, T, b1, i8, kernel, void
from lotrsim.rules.combat import can_attack
from lotrsim.state import MAX_LINES

# ---------------------------------------------------------------- the lines of the estimate


@kernel(i8, G, T, M, i8, symbol=True)
def list_characters(g, t, m, player):
    """Write a line for each of a player's characters; return how many."""
    n = np.int64(0)
    lines = m["characters"]
    card = np.int64(g["zone_first"][PLAY + player])
    while card != NONE and n < MAX_LINES:
        face = np.int64(g["face"][card])
        kind = np.int64(t["type"][face])
        if (kind == HERO or kind == ALLY) and not g["flags"][card] & FACEDOWN:
            lines[n, C_CARD] = card
            lines[n, C_WILL] = number(g, t, card, WILLPOWER)
            lines[n, C_ATTACK] = number(g, t, card, ATTACK)
            lines[n, C_DEFENSE] = number(g, t, card, DEFENSE)
            lines[n, C_LEFT] = number(g, t, card, HIT_POINTS) - np.int64(g["damage"][card])
            lines[n, C_HERO] = 1 if kind == HERO else 0
            lines[n, C_READY] = 0 if g["flags"][card] & EXHAUSTED else 1
            lines[n, C_LOSS] = character_value(g, t, m, card)
            lines[n, C_FREE] = 0
            lines[n, C_KEEP] = 0
            n += 1
        card = np.int64(g["next_card"][card])
    return n


@kernel(i8, G, T, M, i8, i8, i8)
def add_foe(g, t, m, n, enemy, attacks):
    """Write a line for an enemy, the strongest attack first; return how many lines there are then.

    F_ATTACKS is 0 if it does not attack, else 1 and the price of a point of damage beyond a character's hit points.
    """
    if n >= MAX_LINES:
        return n
    lines = m["foes"]
    attack = number(g, t, enemy, ATTACK)
    k = n
    while k > 0 and lines[k - 1, F_ATTACK] < attack:
        for column in range(F_DEAD):
            lines[k, column] = lines[k - 1, column]
        k -= 1
    lines[k, F_CARD] = enemy
    lines[k, F_ATTACK] = attack
    lines[k, F_LEFT] = number(g, t, enemy, HIT_POINTS) - np.int64(g["damage"][enemy])
    lines[k, F_DEFENSE] = number(g, t, enemy, DEFENSE)
    lines[k, F_VALUE] = enemy_value(g, t, m, enemy)
    lines[k, F_WEIGHT] = 100
    lines[k, F_ATTACKS] = attacks + surplus_price(g, t, m, enemy) if attacks else 0
    return n + 1


@kernel(i8, G, T, M, i8, i8, symbol=True)
def list_foes(g, t, m, player, coming):
    """Write a line for each enemy engaged with a player, and (`coming`) for those in staging that his threat will draw."""
    n = np.int64(0)
    enemy = np.int64(g["zone_first"][ENGAGED + player])
    while enemy != NONE:
        n = add_foe(g, t, m, n, enemy, 1 if can_attack(g, t, enemy, player) else 0)
        enemy = np.int64(g["next_card"][enemy])
    if coming and not rule_holds(g, t, C_NO_CHECKS):
        threat = np.int64(g["threat"][player])
        enemy = np.int64(g["zone_first"][STAGING])
        while enemy != NONE:
            face = np.int64(g["face"][enemy])
            if t["type"][face] == ENEMY and t["engagement_cost"][face] <= threat:
                n = add_foe(g, t, m, n, enemy, 1)
            enemy = np.int64(g["next_card"][enemy])
    return n


# ---------------------------------------------------------------- the estimate

BARE, MET = range(2)  # places in `costs`


@kernel(i8, M, i8, i8, i8)
def hurt(m, j, amount, surplus):
    """Return what so much damage on the character of line j costs; `surplus` a point beyond the hit points."""
    if amount <= 0:
        return np.int64(0)
    line = m["characters"][j]
    left = line[C_NOW] - amount
    if left <= 0:
        return line[C_LOSS] - left * surplus
    if line[C_HERO] == 0:
        return amount * m["rules"][W_SCRATCH]
    return wound(m, left, amount)


@kernel(i8, M, i8, i8, b1, i8)
def attack_cost(m, j, attack, defended, surplus):
    """Return what an attack costs that meets the character of line j, over shadow cards with and without harm."""
    risk = m["rules"][W_SHADOW]
    if defended:
        amount = attack - m["characters"][j, C_DEFENSE]
        return ((100 - risk) * hurt(m, j, amount, surplus) + risk * hurt(m, j, amount + 1, surplus)) // 100
    more = attack + m["rules"][W_BARE]
    return ((100 - risk) * hurt(m, j, attack, surplus) + risk * hurt(m, j, more, surplus)) // 100


@kernel(void, M, i8, i8)
def note_costs_of(m, j, n_foes):
    """Fill `costs` for the character of line j, not hurt further: what each foe's attack costs that meets him, undefended
    (BARE, heroes only) and defended (MET). A fight asks again and again for the same ones."""
    ours = m["characters"]
    ours[j, C_NOW] = ours[j, C_LEFT]
    for f in range(n_foes):
        attack = m["foes"][f, F_ATTACK]
        surplus = m["foes"][f, F_ATTACKS] - 1
        if ours[j, C_HERO] == 1:
            m["costs"][f, j, BARE] = attack_cost(m, j, attack, False, surplus)
        m["costs"][f, j, MET] = attack_cost(m, j, attack, True, surplus)


@kernel(void, M, i8, i8)
def note_costs(m, n, n_foes):
    """Fill `costs` for lines 0..n-1: to be done before `fight`, and again where a foe or C_LEFT of a character changes."""
    for j in range(n):
        note_costs_of(m, np.int64(j), n_foes)


@kernel(void, M, i8, i8)
def reserve(m, n, n_foes):
    """Keep from defending (C_USED 2) the ready characters, strongest attack first, who just destroy the foe worth most."""
    ours, foes = m["characters"], m["foes"]
    pool = np.int64(0)
    for j in range(n):
        if ours[j, C_USED] == 0:
            pool += ours[j, C_ATTACK]
    need = np.int64(0)
    best = np.int64(0)
    for f in range(n_foes):
        if foes[f, F_LEFT] + foes[f, F_DEFENSE] <= pool and foes[f, F_VALUE] * foes[f, F_WEIGHT] > best:
            best = foes[f, F_VALUE] * foes[f, F_WEIGHT]
            need = foes[f, F_LEFT] + foes[f, F_DEFENSE]
    while need > 0:
        who = np.int64(NONE)
        for j in range(n):
            if ours[j, C_USED] == 0 and ours[j, C_ATTACK] > 0:
                if who == NONE or ours[j, C_ATTACK] > ours[who, C_ATTACK]:
                    who = np.int64(j)
        if who == NONE:
            return
        ours[who, C_USED] = 2
        need -= ours[who, C_ATTACK]


@kernel(i8, M, i8, i8, i8)
def fight_at(m, n, n_foes, price):
    """Return what the fight is worth in one manner: `price` is what an attack point of a character costs that exhausts to
    defend, NONE: whoever is needed to destroy the best foe does not defend."""
    ours, foes, w = m["characters"], m["foes"], m["rules"]
    total = np.int64(0)
    for j in range(n):
        ours[j, C_USED] = 1 - ours[j, C_READY]
        ours[j, C_NOW] = ours[j, C_LEFT]
    if price == NONE:
        reserve(m, n, n_foes)
        price = w[W_EXHAUST]
    for f in range(n_foes):
        foes[f, F_DEAD] = 0
        if foes[f, F_ATTACKS] == 0:
            continue
        attack = foes[f, F_ATTACK]
        surplus = foes[f, F_ATTACKS] - 1
        least = -NOTHING
        cost = np.int64(0)
        who = np.int64(NONE)
        defended = False
        for j in range(n):
            if ours[j, C_NOW] <= 0:
                continue
            unhurt = ours[j, C_NOW] == ours[j, C_LEFT]
            if ours[j, C_HERO] == 1:
                bare = np.int64(m["costs"][f, j, BARE]) if unhurt else attack_cost(m, j, attack, False, surplus)
                if bare < least:
                    least, cost, who, defended = bare, bare, np.int64(j), False
            if ours[j, C_USED] == 0:
                met = np.int64(m["costs"][f, j, MET]) if unhurt else attack_cost(m, j, attack, True, surplus)
                if met + price * ours[j, C_ATTACK] < least:
                    least, cost, who, defended = met + price * ours[j, C_ATTACK], met, np.int64(j), True
        if who == NONE:
            continue
        total -= cost * foes[f, F_WEIGHT] // 100
        if defended:
            ours[who, C_USED] = 1
            ours[who, C_NOW] -= max(attack - ours[who, C_DEFENSE], 0)
        else:
            ours[who, C_NOW] -= attack
    pool = np.int64(0)
    for j in range(n):
        if ours[j, C_USED] != 1 and ours[j, C_NOW] > 0:
            pool += ours[j, C_ATTACK]
    while pool > 0:
        best = np.int64(0)
        who = np.int64(NONE)
        for f in range(n_foes):
            need = foes[f, F_LEFT] + foes[f, F_DEFENSE]
            value = foes[f, F_VALUE] * foes[f, F_WEIGHT] // 100
            if foes[f, F_DEAD] == 0 and need <= pool and value > best:
                best, who = value, np.int64(f)
        if who == NONE:
            for f in range(n_foes):
                harm = min(pool - foes[f, F_DEFENSE], foes[f, F_LEFT])
                if foes[f, F_DEAD] == 0 and harm > 0:
                    value = foes[f, F_VALUE] * w[W_HIT] * foes[f, F_WEIGHT] // 10000
                    best = max(best, value * harm // foes[f, F_LEFT])
            return total + best
        total += best
        foes[who, F_DEAD] = 1
        pool -= foes[who, F_LEFT] + foes[who, F_DEFENSE]
    return total


@kernel(i8, M, i8, i8)
def fight(m, n, n_foes):
    """Return what the fight of the ready characters of lines 0..n-1 against the foes is worth: the best of three manners,
    one that defends well, one that spares attackers, and one that sets those aside who destroy the best foe."""
    if n_foes == 0:
        return np.int64(0)
    best = fight_at(m, n, n_foes, m["rules"][W_EXHAUST])
    spent = np.int64(0)
    for j in range(n):
        if m["characters"][j, C_READY] == 1 and m["characters"][j, C_USED] == 1:
            spent += m["characters"][j, C_ATTACK]
    alive = 0
    for f in range(n_foes):
        alive += 1 - m["foes"][f, F_DEAD]
    if spent == 0 or alive == 0:  # nobody could have attacked instead of defending, or nothing is left to attack
        return best
    best = max(best, fight_at(m, n, n_foes, m["rules"][W_SPARE]))
    return max(best, fight_at(m, n, n_foes, np.int64(NONE)))


@kernel(i8, M, i8, i8)
def line_of(m, n, card):
    """Return the line of a character, or NONE."""
    for j in range(n):
        if m["characters"][j, C_CARD] == card:
            return np.int64(j)
    return np.int64(NONE)
