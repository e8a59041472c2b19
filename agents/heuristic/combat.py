"""Combat: who defends, who attacks, whom to engage. A small estimate of the fight to come (`fight`) weighs all of it.

The estimate lets the enemies attack from the strongest on, each met by the defender who costs least (or by none), then
the characters who are still ready destroy the most valuable enemies that their attack reaches. A shadow card adds one
attack in W_SHADOW of a hundred cases, W_BARE where nobody defends. The options of one decision differ in who is ready
and who is engaged.
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
    W_ENGAGE,
    W_EXHAUST,
    W_FRAIL,
    W_HIT,
    W_KILL,
    W_KILL_ATTACK,
    W_KILL_THREAT,
    W_NEW_FOE,
    W_SCRATCH,
    W_SHADOW,
    W_SPARE,
    W_THREAT,
    W_WOUND,
    character_value,
    enemy_value,
    frailty,
    number,
)
from lotrsim.effects.references import attack_bit
from lotrsim.ids import (
    ALLY,
    ATTACK,
    D_CHECK,
    D_DAMAGED_DEFENDER,
    DEFENSE,
    E_ENEMY_DESTROYED,
    E_ENGAGES,
    ENEMY,
    ENGAGED,
    EXHAUSTED,
    FACEDOWN,
    HERO,
    HIT_POINTS,
    NONE,
    PASS,
    PLAY,
    RANGED,
    ROLE_DEFENDER,
    STAGING,
    THREAT,
    WILLPOWER,
    YOU,
)
from lotrsim.kernel import G, M, T, b1, i8, kernel, void
from lotrsim.rules.combat import can_attack
from lotrsim.rules.player_attacks import may_attack
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
    """Write a line for an enemy, the strongest attack first; return how many lines there are then."""
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
    lines[k, F_ATTACKS] = attacks
    return n + 1


@kernel(i8, G, T, M, i8, i8, symbol=True)
def list_foes(g, t, m, player, coming):
    """Write a line for each enemy engaged with a player, and (`coming`) for those in staging that his threat will draw."""
    n = np.int64(0)
    enemy = np.int64(g["zone_first"][ENGAGED + player])
    while enemy != NONE:
        n = add_foe(g, t, m, n, enemy, 1 if can_attack(g, t, enemy, player) else 0)
        enemy = np.int64(g["next_card"][enemy])
    if coming:
        threat = np.int64(g["threat"][player])
        enemy = np.int64(g["zone_first"][STAGING])
        while enemy != NONE:
            face = np.int64(g["face"][enemy])
            if t["type"][face] == ENEMY and t["engagement_cost"][face] <= threat:
                n = add_foe(g, t, m, n, enemy, 1)
            enemy = np.int64(g["next_card"][enemy])
    return n


@kernel(i8, M, i8)
def add_unknown_foe(m, n):
    """Write a line for the enemy that may yet be revealed: an ordinary one, with the weight of its chance."""
    if n >= MAX_LINES:
        return n
    lines = m["foes"]
    lines[n, F_CARD] = NONE
    lines[n, F_ATTACK], lines[n, F_LEFT], lines[n, F_DEFENSE] = 2, 3, 1
    lines[n, F_VALUE] = m["rules"][W_KILL] + 2 * m["rules"][W_KILL_ATTACK] + 2 * m["rules"][W_KILL_THREAT]
    lines[n, F_WEIGHT] = m["rules"][W_NEW_FOE]
    lines[n, F_ATTACKS] = 1
    return n + 1


# ---------------------------------------------------------------- the estimate


@kernel(i8, M, i8, i8)
def hurt(m, j, amount):
    """Return what so much damage on the character of line j costs."""
    if amount <= 0:
        return np.int64(0)
    line = m["characters"][j]
    left = line[C_NOW] - amount
    if left <= 0:
        return line[C_LOSS]
    if line[C_HERO] == 0:
        return amount * m["rules"][W_SCRATCH]
    return amount * m["rules"][W_WOUND] + m["rules"][W_FRAIL] * frailty(left, amount)


@kernel(i8, M, i8, i8, b1)
def attack_cost(m, j, attack, defended):
    """Return what an attack costs that meets the character of line j, over shadow cards with and without harm."""
    risk = m["rules"][W_SHADOW]
    if defended:
        amount = attack - m["characters"][j, C_DEFENSE]
        return ((100 - risk) * hurt(m, j, amount) + risk * hurt(m, j, amount + 1)) // 100
    return ((100 - risk) * hurt(m, j, attack) + risk * hurt(m, j, attack + m["rules"][W_BARE])) // 100


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
        least = -NOTHING
        cost = np.int64(0)
        who = np.int64(NONE)
        defended = False
        for j in range(n):
            if ours[j, C_NOW] <= 0:
                continue
            if ours[j, C_HERO] == 1:
                bare = attack_cost(m, j, attack, False)
                if bare < least:
                    least, cost, who, defended = bare, bare, np.int64(j), False
            if ours[j, C_USED] == 0:
                met = attack_cost(m, j, attack, True)
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


# ---------------------------------------------------------------- decisions


@kernel(void, G, T, M, symbol=True)
def rate_engagement(g, t, m):
    """D_ENGAGE: an enemy whose fight, and whose threat gone from staging, gains W_ENGAGE at least; those that will come
    anyway are left to the checks. D_CHECK: of equal engagement costs the enemy that this player can fight best."""
    player = np.int64(g["decider"])
    n = list_characters(g, t, m, player)
    n_foes = list_foes(g, t, m, player, 1)
    before = fight(m, n, n_foes)
    threat = np.int64(g["threat"][player])
    for i in range(np.int64(g["n_legal"])):
        enemy = np.int64(g["legal"][i])
        m["scores"][i] = 0
        if enemy == PASS:
            continue
        face = np.int64(g["face"][enemy])
        if g["decision"] == D_CHECK or t["engagement_cost"][face] <= threat:
            m["scores"][i] = -number(g, t, enemy, ATTACK)
            continue
        n_foes = list_foes(g, t, m, player, 1)
        n_foes = add_foe(g, t, m, n_foes, enemy, 1)
        gain = fight(m, n, n_foes) - before + m["rules"][W_THREAT] * number(g, t, enemy, THREAT)
        if (t["self_triggers"][face] >> E_ENGAGES) & 1:
            gain -= 20
        m["scores"][i] = gain - m["rules"][W_ENGAGE]


@kernel(void, G, T, M)
def rate_enemy_attacks(g, t, m):
    """D_ENEMY_ATTACK: the strongest attack first, while the best defenders are ready."""
    for i in range(np.int64(g["n_legal"])):
        enemy = np.int64(g["legal"][i])
        m["scores"][i] = 10 * number(g, t, enemy, ATTACK) + number(g, t, enemy, HIT_POINTS)


@kernel(void, G, T, M, symbol=True)
def rate_defenders(g, t, m):
    """D_DEFENDER, D_SENTINEL: the cost of this attack with each defender or none, and the fight that is left afterwards.

    After a first defender (where several are allowed) more are declared only to save a life.
    """
    enemy = np.int64(g["decision_source"])
    me = np.int64(g["decider"])
    frame = np.int64(g["attack_frame"])
    attacked = np.int64(g["frames"][frame, YOU])
    attack = number(g, t, enemy, ATTACK)
    several = np.int64(0)
    bit = attack_bit(g) * ROLE_DEFENDER
    for c in range(np.int64(g["n_cards"])):
        if g["roles"][c] & bit:
            several += 1
            attack -= number(g, t, c, DEFENSE)
    # what an attack without (another) defender costs the attacked player
    n = list_characters(g, t, m, attacked)
    bare = -NOTHING
    for j in range(n):
        m["characters"][j, C_NOW] = m["characters"][j, C_LEFT]
        if several > 0:
            if g["roles"][m["characters"][j, C_CARD]] & bit:
                bare = min(bare, attack_cost(m, j, attack + m["characters"][j, C_DEFENSE], True))
        elif m["characters"][j, C_HERO] == 1:
            bare = min(bare, attack_cost(m, j, attack, False))
    if bare == -NOTHING:
        bare = np.int64(0)
    if me != attacked:
        n = list_characters(g, t, m, me)
    n_foes = list_foes(g, t, m, me, 0)
    for f in range(n_foes):
        if m["foes"][f, F_CARD] == enemy:
            m["foes"][f, F_ATTACKS] = 0
    rest = fight(m, n, n_foes)
    for i in range(np.int64(g["n_legal"])):
        card = np.int64(g["legal"][i])
        if card == PASS:
            m["scores"][i] = rest - bare
            continue
        j = line_of(m, n, card)
        if j == NONE:  # another player's volunteer, offered to the first player
            m["scores"][i] = number(g, t, card, DEFENSE)
            continue
        m["characters"][j, C_READY] = 0
        m["characters"][j, C_NOW] = m["characters"][j, C_LEFT]
        cost = attack_cost(m, j, attack, True)
        m["characters"][j, C_LEFT] -= max(attack - m["characters"][j, C_DEFENSE], 0)
        after = fight(m, n, n_foes)
        m["characters"][j, C_READY] = 1
        m["characters"][j, C_LEFT] += max(attack - m["characters"][j, C_DEFENSE], 0)
        m["scores"][i] = after - cost


@kernel(void, G, T, M)
def rate_victims(g, t, m):
    """D_UNDEFENDED_HERO, D_DAMAGED_DEFENDER: whom the damage costs least."""
    enemy = np.int64(g["decision_source"])
    n = list_characters(g, t, m, np.int64(g["decider"]))
    attack = number(g, t, enemy, ATTACK)
    if g["decision"] == D_DAMAGED_DEFENDER:
        for i in range(np.int64(g["n_legal"])):
            attack -= number(g, t, np.int64(g["legal"][i]), DEFENSE)
    for i in range(np.int64(g["n_legal"])):
        j = line_of(m, n, np.int64(g["legal"][i]))
        m["scores"][i] = 0
        if j != NONE:
            m["characters"][j, C_NOW] = m["characters"][j, C_LEFT]
            m["scores"][i] = m["characters"][j, C_LEFT] - 100 * hurt(m, j, attack)


@kernel(i8, G, T, i8, i8)
def attack_at_hand(g, t, player, enemy):
    """Return the attack that could be declared against an enemy now: a player's own, and what Ranged others can add."""
    total = np.int64(0)
    for p in range(np.int64(g["n_players"])):
        card = np.int64(g["zone_first"][PLAY + p])
        while card != NONE:
            if (p == player or t["keywords"][g["face"][card]] & RANGED) and may_attack(g, t, card, enemy):
                total += number(g, t, card, ATTACK)
            card = np.int64(g["next_card"][card])
    return total


@kernel(void, G, T, M, symbol=True)
def rate_targets(g, t, m):
    """D_STRIKE_TARGET: the most valuable enemy that can be destroyed, with what the attack left over can still do; else the
    one that is hurt most. Nothing is gained by keeping characters ready."""
    player = np.int64(g["decider"])
    w = m["rules"]
    for i in range(np.int64(g["n_legal"])):
        enemy = np.int64(g["legal"][i])
        m["scores"][i] = 0
        if enemy == PASS:
            continue
        pool = attack_at_hand(g, t, player, enemy)
        defense = number(g, t, enemy, DEFENSE)
        left = number(g, t, enemy, HIT_POINTS) - np.int64(g["damage"][enemy])
        if pool >= left + defense:
            m["scores"][i] = 100 + enemy_value(g, t, m, enemy) + 5 * (pool - left - defense)
        else:
            m["scores"][i] = enemy_value(g, t, m, enemy) * w[W_HIT] * (pool - defense) // (100 * left)


@kernel(b1, G, T, i8)
def is_slayer(g, t, card):
    """The character, or what is attached to it, responds when an enemy is destroyed by an attack of its own."""
    if (t["triggers"][g["face"][card]] >> E_ENEMY_DESTROYED) & 1:
        return True
    u = np.int64(g["under"][card])
    while u != NONE:
        if (t["triggers"][g["face"][u]] >> E_ENEMY_DESTROYED) & 1:
            return True
        u = np.int64(g["next_card"][u])
    return False


@kernel(void, G, T, M, symbol=True)
def rate_attackers(g, t, m):
    """D_ATTACKERS: a set of attackers that just destroys the enemy, everybody where they cannot.

    Of those offered, in ascending number, some are left out as long as the rest suffices: once from the strongest on, once
    from the weakest; the set with less attack to spare is taken. Whoever gains by destroying enemies takes part. The lowest
    of the set is chosen, or nobody more.
    """
    enemy = np.int64(g["decision_source"])
    bit = attack_bit(g)
    need = number(g, t, enemy, HIT_POINTS) - np.int64(g["damage"][enemy]) + number(g, t, enemy, DEFENSE)
    n_attacking = 0
    for c in range(np.int64(g["n_cards"])):
        if g["roles"][c] & bit:
            need -= number(g, t, c, ATTACK)
            n_attacking += 1
    n = np.int64(g["n_legal"])
    total = np.int64(0)
    for i in range(n):
        m["scores"][i] = 0
        card = np.int64(g["legal"][i])
        if card == PASS:
            m["scores"][i] = 1
        else:
            m["characters"][i % MAX_LINES, C_ATTACK] = number(g, t, card, ATTACK)
            m["characters"][i % MAX_LINES, C_FREE] = 1 if is_slayer(g, t, card) else 0
            total += m["characters"][i % MAX_LINES, C_ATTACK]
    if need <= 0 and n_attacking > 0:
        return
    best_spare = -NOTHING
    for turn in range(2):
        spare = total - need
        for i in range(n):
            m["characters"][i % MAX_LINES, C_USED] = 0 if g["legal"][i] == PASS else 1
        while spare > 0:
            who = np.int64(NONE)
            for i in range(min(n, MAX_LINES)):
                attack = m["characters"][i, C_ATTACK]
                if m["characters"][i, C_USED] == 1 and attack <= spare and m["characters"][i, C_FREE] == 0:
                    if who == NONE or (attack > m["characters"][who, C_ATTACK]) == (turn == 0):
                        who = np.int64(i)
            if who == NONE:
                break
            m["characters"][who, C_USED] = 0
            spare -= m["characters"][who, C_ATTACK]
        if spare < best_spare:
            best_spare = spare
            for i in range(n):
                m["characters"][i % MAX_LINES, C_KEEP] = m["characters"][i % MAX_LINES, C_USED]
    for i in range(n):
        if m["characters"][i % MAX_LINES, C_KEEP] == 1 and m["characters"][i % MAX_LINES, C_ATTACK] > 0:
            m["scores"][i] = 1000 - i
