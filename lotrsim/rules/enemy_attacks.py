"""One enemy attack in its four steps, and its shadow cards (Rules, Combat b; Attacks, the fine print)."""

import numpy as np

from lotrsim.effects.choices import has_lower_twin, merge_alike
from lotrsim.effects.constants import has_own_rule
from lotrsim.effects.frames import (
    add_to_set,
    ask,
    clear_decision,
    free_set,
    in_set,
    new_set,
    offer,
    pop,
    push,
    take_answer,
)
from lotrsim.effects.machine import run_kind
from lotrsim.effects.query import is_undefended, stat
from lotrsim.effects.references import attack_bit, has_rule
from lotrsim.effects.triggers import emit
from lotrsim.effects.windows import push_window
from lotrsim.ids import (
    A_SHADOW,
    ATTACK,
    AUX,
    C_CANNOT_DEFEND,
    C_SURPLUS_THREAT,
    COMBAT_PHASE,
    CURSOR,
    D_DAMAGED_DEFENDER,
    D_DEFENDER,
    D_SENTINEL,
    D_UNDEFENDED_HERO,
    DEFENSE,
    E_ATTACKED,
    E_ATTACKS,
    E_DECLARED_DEFENDER,
    E_SHADOW_RESOLVED,
    E_SHADOW_TRIGGERED,
    ENCOUNTER_DISCARD,
    EXHAUSTED,
    FACEDOWN,
    FRAME_SHADOW,
    HERO,
    HIT_POINTS,
    MODE,
    NONE,
    PASS,
    PASSES,
    PLAY,
    REF_HOST,
    ROLE_DEFENDER,
    SENTINEL,
    SET,
    SHADOW,
    STEP,
    SUBJECT,
    YOU,
)
from lotrsim.kernel import G, T, b1, i8, kernel, void
from lotrsim.rules.attack import end_attack
from lotrsim.rules.damage import deal_damage, raise_threat
from lotrsim.rules.zones import is_in_play, move, player_of


@kernel(b1, G, T, i8)
def can_defend(g, t, card):
    """A character is ready and nothing keeps it from defending."""
    if g["flags"][card] & (EXHAUSTED | FACEDOWN):
        return False
    return g["listen"][C_CANNOT_DEFEND] == 0 or not has_rule(g, t, card, C_CANNOT_DEFEND, REF_HOST)


@kernel(void, G, T, i8, i8, b1)
def offer_defenders(g, t, player, above, sentinel_only):
    """Offer a player's characters that can defend and have a higher number than `above`."""
    card = np.int64(g["zone_first"][PLAY + player])
    while card != NONE:
        if card > above and can_defend(g, t, card):
            if not sentinel_only or t["keywords"][g["face"][card]] & SENTINEL:
                if above == NONE or not has_lower_twin(g, t, player, card):
                    offer(g, card)
        card = np.int64(g["next_card"][card])
    merge_alike(g, t)


@kernel(void, G, i8)
def become_defender(g, card):
    """Exhaust a character and give it the role."""
    g["flags"][card] |= EXHAUSTED
    g["roles"][card] |= attack_bit(g) * ROLE_DEFENDER


@kernel(void, G, T, i8)
def choose_defender(g, t, k):
    """Step 2, the attacked player's part: one defender or none; any number where a card allows it, in ascending number."""
    player = np.int64(g["frames"][k, YOU])
    many = (np.int64(g["any_defenders"]) >> player) & 1 == 1
    answer = take_answer(g)
    last = np.int64(g["frames"][k, AUX]) - 1
    if answer != NONE and answer != PASS:
        become_defender(g, answer)
        last = answer
        g["frames"][k, AUX] = answer + 1
    if answer != PASS and not g["eliminated"][player] and (answer == NONE or many):
        offer_defenders(g, t, player, last, False)
        if g["n_legal"] > 0:
            offer(g, PASS)
            ask(g, D_DEFENDER, player, np.int64(g["frames"][k, SUBJECT]))
            return
    g["frames"][k, STEP] = 3 if is_undefended(g, k) and not many else 5
    g["frames"][k, CURSOR] = 1
    g["frames"][k, SET] = NONE


@kernel(void, G, T, i8)
def ask_sentinels(g, t, k):
    """Step 2, other players' part: each may volunteer one Sentinel; of several the first player takes one."""
    player = np.int64(g["frames"][k, YOU])
    n = np.int64(g["n_players"])
    answer = take_answer(g)
    if answer != NONE:
        if answer != PASS:
            if g["frames"][k, SET] == NONE:
                g["frames"][k, SET] = new_set(g)
            add_to_set(g, np.int64(g["frames"][k, SET]), answer)
        g["frames"][k, CURSOR] += 1
    while g["frames"][k, CURSOR] < n:
        helper = (player + np.int64(g["frames"][k, CURSOR])) % n
        if not g["eliminated"][helper]:
            offer_defenders(g, t, helper, NONE, True)
            if g["n_legal"] > 0:
                offer(g, PASS)
                ask(g, D_SENTINEL, helper, np.int64(g["frames"][k, SUBJECT]))
                return
        g["frames"][k, CURSOR] += 1
    g["frames"][k, STEP] = 4


@kernel(void, G, T, i8)
def take_volunteer(g, t, k):
    """Of the Sentinels who volunteered one defends."""
    s = np.int64(g["frames"][k, SET])
    answer = take_answer(g)
    if answer == NONE and s != NONE:
        for card in range(np.int64(g["n_cards"])):
            if in_set(g, s, card):
                offer(g, card)
        merge_alike(g, t)
        if g["n_legal"] > 1:
            ask(g, D_SENTINEL, np.int64(g["first_player"]), np.int64(g["frames"][k, SUBJECT]))
            return
        answer = np.int64(g["legal"][0])
        clear_decision(g)
    if s != NONE:
        free_set(g, s)
        g["frames"][k, SET] = NONE
        become_defender(g, answer)
    g["frames"][k, STEP] = 5


@kernel(void, G, T)
def declare(g, t):
    """The defenders are declared: responses to each of them, in ascending number."""
    bit = attack_bit(g) * ROLE_DEFENDER
    for card in range(np.int64(g["n_cards"]) - 1, -1, -1):
        if g["roles"][card] & bit:
            emit(g, t, E_DECLARED_DEFENDER, card, player_of(g, card), 0, 0)


@kernel(i8, G, i8)
def next_shadow(g, enemy):
    """Return the next facedown shadow card of an enemy in the order dealt, or NONE."""
    u = np.int64(g["under"][enemy])
    while u != NONE:
        if g["zone"][u] == SHADOW and g["flags"][u] & FACEDOWN:
            return u
        u = np.int64(g["next_card"][u])
    return np.int64(NONE)


@kernel(void, G, T, i8)
def take_damage(g, t, k):
    """Step 4: to the defender, one of several by choice, or undefended to one hero of the attacked player.

    Nobody is asked who takes no damage.
    """
    enemy = np.int64(g["frames"][k, SUBJECT])
    player = np.int64(g["frames"][k, YOU])
    bit = attack_bit(g) * ROLE_DEFENDER
    victim = take_answer(g)
    undefended = is_undefended(g, k)
    amount = stat(g, t, enemy, ATTACK)
    if not undefended:
        for card in range(np.int64(g["n_cards"])):
            if g["roles"][card] & bit:
                amount -= stat(g, t, card, DEFENSE)
    if victim == NONE and amount > 0:
        for card in range(np.int64(g["n_cards"])):
            if g["roles"][card] & bit:
                offer(g, card)
        if g["n_legal"] == 0 and not g["eliminated"][player]:
            card = np.int64(g["zone_first"][PLAY + player])
            while card != NONE:
                if t["type"][g["face"][card]] == HERO and not g["flags"][card] & FACEDOWN:
                    offer(g, card)
                card = np.int64(g["next_card"][card])
        merge_alike(g, t)
        if g["n_legal"] > 1:
            ask(g, D_UNDEFENDED_HERO if undefended else D_DAMAGED_DEFENDER, player, enemy)
            return
        if g["n_legal"] == 1:
            victim = np.int64(g["legal"][0])
        clear_decision(g)
    g["frames"][k, STEP] = 10
    if victim != NONE:
        if has_own_rule(g, t, enemy, C_SURPLUS_THREAT):
            left = stat(g, t, victim, HIT_POINTS) - np.int64(g["damage"][victim])
            raise_threat(g, player, max(amount - left, 0))
        deal_damage(g, t, victim, amount, 0)


@kernel(b1, G, i8)
def is_gone(g, k):
    """The attacker of frame k was destroyed or left play: the attack stops after the step."""
    zone = np.int64(g["zone"][g["frames"][k, SUBJECT]])
    return g["frames"][k, PASSES] == 1 or (not is_in_play(zone) and zone != SHADOW)


@kernel(void, G, T)
def finish_attack(g, t):
    """The uppermost frame's attack is over; outside the combat phase its shadow cards are discarded (FAQ 1.28)."""
    enemy = np.int64(g["frames"][g["n_frames"] - 1, SUBJECT])
    end_attack(g)
    if g["phase"] == COMBAT_PHASE:
        return
    u = np.int64(g["under"][enemy])
    while u != NONE:
        after = np.int64(g["next_card"][u])
        if g["zone"][u] == SHADOW:
            g["flags"][u] = 0
            move(g, t, u, ENCOUNTER_DISCARD)
        u = after


@kernel(void, G, T, symbol=True)
def run_attack(g, t):
    """FRAME_ATTACK: SUBJECT attacks player YOU. BONUS: attack added for this attack. MODE 1: a shadow card was turned up.

    STEP: 0 begin, 1 window, 2 defender, 3 Sentinels, 4 which of them, 5 declared, 6 window, 7 shadow cards, 8 window, 9
    damage, 10 after the attack, 11 window, 12 end.
    """
    k = np.int64(g["n_frames"]) - 1
    enemy = np.int64(g["frames"][k, SUBJECT])
    player = np.int64(g["frames"][k, YOU])
    step = np.int64(g["frames"][k, STEP])
    if g["eliminated"][player]:
        finish_attack(g, t)
        return
    if is_gone(g, k):
        # stop after that step: the window that ends it is still due, unless the enemy fell in a window
        in_step = step == 1 or step == 6 or step == 8 or step == 10 or step == 11
        in_step = in_step or (step == 7 and g["frames"][k, MODE] == 1)
        if in_step:
            g["frames"][k, STEP] = 12
            push_window(g, NONE)
        else:
            finish_attack(g, t)
        return
    if step == 0:
        g["frames"][k, STEP] = 1
        emit(g, t, E_ATTACKS, enemy, player, 0, 0)
    elif step == 1 or step == 6 or step == 8 or step == 11:
        g["frames"][k, STEP] = step + 1
        push_window(g, NONE)
    elif step == 2:
        choose_defender(g, t, k)
    elif step == 3:
        ask_sentinels(g, t, k)
    elif step == 4:
        take_volunteer(g, t, k)
    elif step == 5:
        g["frames"][k, STEP] = 6
        declare(g, t)
    elif step == 7:
        card = next_shadow(g, enemy)
        if card == NONE:
            g["frames"][k, STEP] = 8
        else:
            g["frames"][k, MODE] = 1
            f = push(g, FRAME_SHADOW)
            g["frames"][f, SUBJECT] = card
    elif step == 9:
        take_damage(g, t, k)
    elif step == 10:
        g["frames"][k, STEP] = 11
        emit(g, t, E_ATTACKED, enemy, player, 0, 0)
    else:
        finish_attack(g, t)


@kernel(void, G, T, symbol=True)
def run_shadow(g, t):
    """FRAME_SHADOW: one shadow card is turned up; its effect may be cancelled; it resolves. MODE 1: cancelled."""
    k = np.int64(g["n_frames"]) - 1
    card = np.int64(g["frames"][k, SUBJECT])
    step = np.int64(g["frames"][k, STEP])
    g["frames"][k, STEP] = step + 1
    player = np.int64(g["frames"][g["attack_frame"], YOU])
    has_effect = (np.int64(t["kinds"][g["face"][card]]) >> A_SHADOW) & 1 == 1
    if step == 0:
        g["flags"][card] &= ~FACEDOWN
        g["known_by"][card] = 15
        if has_effect:
            emit(g, t, E_SHADOW_TRIGGERED, card, player, 0, 0)
    elif step == 1:
        if g["zone"][card] != SHADOW:
            g["frames"][k, MODE] = 1
        elif has_effect and g["frames"][k, MODE] == 0:
            run_kind(g, t, card, A_SHADOW, player)
    else:
        resolved = has_effect and g["frames"][k, MODE] == 0
        pop(g)
        if resolved:
            emit(g, t, E_SHADOW_RESOLVED, np.int64(g["frames"][g["attack_frame"], SUBJECT]), player, 0, 0)
