"""Combat: who defends, who attacks whom, whom to engage; most of it by an estimate of the fight (`fight.py`)."""

import numpy as np

from lotrsim.agents.heuristic.engage import fought_by, left_in_staging, relief, too_early, will_come
from lotrsim.agents.heuristic.fight import (
    attack_cost,
    fight,
    hurt,
    line_of,
    list_characters,
    list_foes,
    note_costs,
    note_costs_of,
)
from lotrsim.agents.heuristic.values import (
    C_ATTACK,
    C_CARD,
    C_DEFENSE,
    C_FREE,
    C_HERO,
    C_KEEP,
    C_LEFT,
    C_NOW,
    C_READY,
    C_USED,
    F_ATTACKS,
    F_CARD,
    NOTHING,
    W_ENGAGE,
    W_HIT,
    W_OUT,
    enemy_value,
    number,
    surplus_price,
)
from lotrsim.effects.constants import rule_holds
from lotrsim.effects.references import attack_bit
from lotrsim.ids import (
    ATTACK,
    C_NO_CHECKS,
    D_CHECK,
    D_DAMAGED_DEFENDER,
    D_ENEMY_ATTACK,
    DEFENSE,
    E_ENEMY_DESTROYED,
    E_ENGAGES,
    HIT_POINTS,
    NONE,
    PASS,
    PLAY,
    RANGED,
    ROLE_DEFENDER,
    THREAT,
    YOU,
)
from lotrsim.kernel import G, M, T, b1, i8, kernel, void
from lotrsim.rules.player_attacks import may_attack
from lotrsim.state import MAX_LINES


@kernel(void, G, T, M, symbol=True)
def rate_engagement(g, t, m):
    """D_ENGAGE: an enemy whose fight, and whose threat gone from staging, gains W_ENGAGE at least; those that will come
    anyway are left to the checks. D_CHECK: of equal engagement costs the enemy that this player can fight best."""
    player = np.int64(g["decider"])
    n = list_characters(g, t, m, player)
    checked = not rule_holds(g, t, C_NO_CHECKS)
    for i in range(np.int64(g["n_legal"])):
        enemy = np.int64(g["legal"][i])
        m["scores"][i] = 0
        if enemy == PASS:
            continue
        face = np.int64(g["face"][enemy])
        if g["decision"] == D_CHECK or (checked and will_come(g, t, enemy, player)):
            m["scores"][i] = -number(g, t, enemy, ATTACK)
            continue
        gain = fought_by(g, t, m, player, n, enemy) + m["rules"][W_OUT] * number(g, t, enemy, THREAT)
        if (t["self_triggers"][face] >> E_ENGAGES) & 1:
            gain -= 20
        gain += left_in_staging(g, t, m, enemy) - too_early(g, t, m, n, enemy)
        m["scores"][i] = gain - m["rules"][W_ENGAGE]
    if checked and g["decision"] != D_CHECK and g["n_alive"] > 1:
        relief(g, t, m)


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
    surplus = surplus_price(g, t, m, enemy)
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
                bare = min(bare, attack_cost(m, j, attack + m["characters"][j, C_DEFENSE], True, surplus))
        elif m["characters"][j, C_HERO] == 1:
            bare = min(bare, attack_cost(m, j, attack, False, surplus))
    if bare == -NOTHING:
        bare = np.int64(0)
    if me != attacked:
        n = list_characters(g, t, m, me)
    n_foes = list_foes(g, t, m, me, 0)
    for f in range(n_foes):
        if m["foes"][f, F_CARD] == enemy:
            m["foes"][f, F_ATTACKS] = 0
    note_costs(m, n, n_foes)
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
        cost = attack_cost(m, j, attack, True, surplus)
        m["characters"][j, C_LEFT] -= max(attack - m["characters"][j, C_DEFENSE], 0)
        note_costs_of(m, j, n_foes)
        after = fight(m, n, n_foes)
        m["characters"][j, C_READY] = 1
        m["characters"][j, C_LEFT] += max(attack - m["characters"][j, C_DEFENSE], 0)
        note_costs_of(m, j, n_foes)
        m["scores"][i] = after - cost


@kernel(void, G, T, M)
def rate_damage(g, t, m):
    """D_ENEMY_ATTACK: the strongest attack first, while the best defenders are ready. D_UNDEFENDED_HERO, D_DAMAGED_DEFENDER:
    whom the damage costs least."""
    if g["decision"] == D_ENEMY_ATTACK:
        for i in range(np.int64(g["n_legal"])):
            enemy = np.int64(g["legal"][i])
            m["scores"][i] = 10 * number(g, t, enemy, ATTACK) + number(g, t, enemy, HIT_POINTS)
        return
    n = list_characters(g, t, m, np.int64(g["decider"]))
    enemy = np.int64(g["decision_source"])
    attack = number(g, t, enemy, ATTACK)
    surplus = surplus_price(g, t, m, enemy)
    if g["decision"] == D_DAMAGED_DEFENDER:
        for i in range(np.int64(g["n_legal"])):
            attack -= number(g, t, np.int64(g["legal"][i]), DEFENSE)
    for i in range(np.int64(g["n_legal"])):
        j = line_of(m, n, np.int64(g["legal"][i]))
        m["scores"][i] = 0
        if j != NONE:
            m["characters"][j, C_NOW] = m["characters"][j, C_LEFT]
            m["scores"][i] = m["characters"][j, C_LEFT] - 100 * hurt(m, j, attack, surplus)


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
        pool = np.int64(0)  # the player's own attack, and what others who are Ranged can add
        for p in range(np.int64(g["n_players"])):
            card = np.int64(g["zone_first"][PLAY + p])
            while card != NONE:
                if (p == player or t["keywords"][g["face"][card]] & RANGED) and may_attack(g, t, card, enemy):
                    pool += number(g, t, card, ATTACK)
                card = np.int64(g["next_card"][card])
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
