"""Combat: players' attacks (Rules, Combat c)."""

import numpy as np

from lotrsim.effects.choices import has_lower_twin, merge_alike
from lotrsim.effects.frames import ask, offer, player_at, pop, take_answer
from lotrsim.effects.query import stat
from lotrsim.effects.references import attack_bit, can_strike
from lotrsim.effects.windows import push_window
from lotrsim.ids import (
    ATTACK,
    AUX,
    CURSOR,
    D_ATTACKERS,
    D_STRIKE_TARGET,
    DEFENSE,
    ENEMY,
    ENGAGED,
    EXHAUSTED,
    FACEDOWN,
    FRAME_STRIKE,
    NONE,
    PASS,
    PASSES,
    PLAY,
    RANGED,
    ROLE_ATTACKER,
    STAGING,
    STEP,
    SUBJECT,
    WAS_ATTACKED_BY,
    YOU,
    X,
)
from lotrsim.kernel import G, T, b1, i8, kernel, void
from lotrsim.rules.attack import begin_attack, end_attack
from lotrsim.rules.damage import deal_damage
from lotrsim.rules.facedown import kind_of
from lotrsim.rules.zones import is_in_play


@kernel(b1, G, T, i8, i8)
def may_attack(g, t, character, enemy):
    """A character is ready, may attack, and could be declared against the enemy."""
    if g["flags"][character] & (EXHAUSTED | FACEDOWN):
        return False
    return can_strike(g, t, character, enemy)


@kernel(b1, G, T, i8, i8)
def has_attacker(g, t, player, enemy):
    """A player could declare an attack against the enemy with a character of his own."""
    card = np.int64(g["zone_first"][PLAY + player])
    while card != NONE:
        if may_attack(g, t, card, enemy):
            return True
        card = np.int64(g["next_card"][card])
    return False


@kernel(void, G, T, i8)
def offer_targets(g, t, player):
    """Offer the enemies against which a player has not declared an attack this phase and could."""
    mark = WAS_ATTACKED_BY << player
    n = np.int64(g["n_players"])
    for z in range(n + 1):
        zone = np.int64(STAGING) if z == n else np.int64(ENGAGED + z)
        enemy = np.int64(g["zone_first"][zone])
        while enemy != NONE:
            if kind_of(g, t, enemy) == ENEMY and not g["flags"][enemy] & mark:
                if has_attacker(g, t, player, enemy):
                    offer(g, enemy)
            enemy = np.int64(g["next_card"][enemy])
    merge_alike(g, t)


@kernel(void, G, T, symbol=True)
def run_player_attacks(g, t):
    """FRAME_PLAYER_ATTACKS: in player order each may declare one attack against each enemy that he can attack."""
    k = np.int64(g["n_frames"]) - 1
    answer = take_answer(g)
    if answer == PASS:
        g["frames"][k, CURSOR] += 1
    elif answer != NONE:
        player = player_at(g, k)
        g["flags"][answer] |= WAS_ATTACKED_BY << player
        begin_attack(g, FRAME_STRIKE, answer, player)
        return
    while g["frames"][k, CURSOR] < g["n_players"]:
        player = player_at(g, k)
        if not g["eliminated"][player]:
            offer_targets(g, t, player)
            if g["n_legal"] > 0:
                offer(g, PASS)
                ask(g, D_STRIKE_TARGET, player, NONE)
                return
        g["frames"][k, CURSOR] += 1
    pop(g)


@kernel(void, G, T, i8)
def choose_attackers(g, t, k):
    """Step 1: the attacker's characters in ascending number, at least one; then other players' Ranged ones.

    AUX is one more than the last card taken, CURSOR how far around the table, X how many attack.
    """
    enemy = np.int64(g["frames"][k, SUBJECT])
    me = np.int64(g["frames"][k, YOU])
    n = np.int64(g["n_players"])
    answer = take_answer(g)
    if answer == PASS:
        g["frames"][k, CURSOR] += 1
        g["frames"][k, AUX] = 0
    elif answer != NONE:
        g["flags"][answer] |= EXHAUSTED
        g["roles"][answer] |= attack_bit(g) * ROLE_ATTACKER
        g["frames"][k, AUX] = answer + 1
        g["frames"][k, X] += 1
        if g["zone"][enemy] == STAGING:
            g["frames"][k, CURSOR] = n
    while g["frames"][k, CURSOR] < n:
        player = (me + np.int64(g["frames"][k, CURSOR])) % n
        above = np.int64(g["frames"][k, AUX]) - 1
        card = np.int64(g["zone_first"][PLAY + player])
        while card != NONE and not g["eliminated"][player]:
            if card > above and may_attack(g, t, card, enemy):
                if player == me or t["keywords"][g["face"][card]] & RANGED:
                    if above < 0 or not has_lower_twin(g, t, player, card):
                        offer(g, card)
            card = np.int64(g["next_card"][card])
        merge_alike(g, t)
        if g["n_legal"] > 0:
            if g["frames"][k, X] > 0:
                offer(g, PASS)
            ask(g, D_ATTACKERS, player, enemy)
            return
        g["frames"][k, CURSOR] += 1
        g["frames"][k, AUX] = 0
    g["frames"][k, STEP] = 2


@kernel(void, G, T, i8)
def strike(g, t, k):
    """Step 3: the attackers still in play together, less the enemy's defense."""
    enemy = np.int64(g["frames"][k, SUBJECT])
    bit = attack_bit(g) * ROLE_ATTACKER
    amount = np.int64(0)
    for card in range(np.int64(g["n_cards"])):
        if g["roles"][card] & bit and is_in_play(np.int64(g["zone"][card])):
            amount += stat(g, t, card, ATTACK)
    amount -= stat(g, t, enemy, DEFENSE)
    g["frames"][k, STEP] = 5
    deal_damage(g, t, enemy, amount, 1)


@kernel(void, G, T, symbol=True)
def run_strike(g, t):
    """FRAME_STRIKE: player YOU attacks SUBJECT. STEP: 0 attackers, 2 window, 3 window (attack is added), 4 damage, 5 window."""
    k = np.int64(g["n_frames"]) - 1
    enemy = np.int64(g["frames"][k, SUBJECT])
    step = np.int64(g["frames"][k, STEP])
    if g["frames"][k, PASSES] == 1 or not is_in_play(np.int64(g["zone"][enemy])):
        # destroyed by this attack's damage: the window that ends the step is still due
        if step == 5:
            g["frames"][k, STEP] = 6
            push_window(g, NONE)
        else:
            end_attack(g)
    elif step == 0:
        choose_attackers(g, t, k)
    elif step == 4:
        strike(g, t, k)
    elif step == 6:
        end_attack(g)
    else:
        g["frames"][k, STEP] = step + 1
        push_window(g, NONE)
