"""The combat phase: shadow cards are dealt, enemies attack in the order that players choose (Rules, Combat a and b)."""

import numpy as np

from lotrsim.effects.choices import merge_alike
from lotrsim.effects.frames import (
    add_to_set,
    ask,
    clear_decision,
    in_set,
    new_set,
    offer,
    player_at,
    pop,
    take_answer,
)
from lotrsim.effects.references import has_rule
from lotrsim.ids import (
    C_CANNOT_ATTACK,
    CANNOT_ATTACK,
    CURSOR,
    D_ENEMY_ATTACK,
    ENGAGED,
    FACEDOWN,
    FRAME_ATTACK,
    HAS_ATTACKED,
    NONE,
    REF_HOST,
    SET,
    STEP,
)
from lotrsim.kernel import G, T, b1, i8, kernel, void
from lotrsim.rules.attack import begin_attack, deal_shadow


@kernel(i8, G, T, i8, i8)
def next_dealt(g, t, s, player):
    """Return the engaged enemy not in set s that is dealt to next: the highest engagement cost, then the lowest number.

    An Orc Guard has no engagement cost and comes last.
    """
    best = np.int64(NONE)
    best_cost = np.int64(NONE)
    card = np.int64(g["zone_first"][ENGAGED + player])
    while card != NONE:
        if not in_set(g, s, card):
            cost = NONE if g["flags"][card] & FACEDOWN else np.int64(t["engagement_cost"][g["face"][card]])
            if best == NONE or cost > best_cost or (cost == best_cost and card < best):
                best = card
                best_cost = cost
        card = np.int64(g["next_card"][card])
    return best


@kernel(void, G, T, symbol=True)
def run_deal(g, t):
    """FRAME_DEAL: a shadow card to each engaged enemy, in player order, highest engagement cost first."""
    k = np.int64(g["n_frames"]) - 1
    if g["frames"][k, STEP] == 0:
        g["frames"][k, STEP] = 1
        g["frames"][k, SET] = new_set(g)
    s = np.int64(g["frames"][k, SET])
    while g["frames"][k, CURSOR] < g["n_players"]:
        player = player_at(g, k)
        enemy = next_dealt(g, t, s, player)
        if enemy == NONE:
            g["frames"][k, CURSOR] += 1
            continue
        add_to_set(g, s, enemy)
        deal_shadow(g, t, enemy)
        if g["n_frames"] != k + 1:
            return
    pop(g)


@kernel(b1, G, T, i8, i8)
def can_attack(g, t, enemy, player):
    """An engaged enemy has not attacked yet and nothing keeps it from attacking this player."""
    if g["flags"][enemy] & (HAS_ATTACKED | CANNOT_ATTACK << player):
        return False
    return g["listen"][C_CANNOT_ATTACK] == 0 or not has_rule(g, t, enemy, C_CANNOT_ATTACK, REF_HOST)


@kernel(void, G, T, symbol=True)
def run_enemy_attacks(g, t):
    """FRAME_ENEMY_ATTACKS: in player order each resolves the attacks of all enemies engaged with him, in his order."""
    k = np.int64(g["n_frames"]) - 1
    enemy = take_answer(g)
    while enemy == NONE and g["frames"][k, CURSOR] < g["n_players"]:
        player = player_at(g, k)
        card = np.int64(g["zone_first"][ENGAGED + player])
        while card != NONE:
            if can_attack(g, t, card, player):
                offer(g, card)
            card = np.int64(g["next_card"][card])
        merge_alike(g, t)
        if g["n_legal"] > 1:
            ask(g, D_ENEMY_ATTACK, player, NONE)
            return
        if g["n_legal"] == 1:
            enemy = np.int64(g["legal"][0])
            clear_decision(g)
        else:
            g["frames"][k, CURSOR] += 1
    if enemy == NONE:
        pop(g)
        return
    g["flags"][enemy] |= HAS_ATTACKED
    begin_attack(g, FRAME_ATTACK, enemy, np.int64(g["zone"][enemy]) - ENGAGED)
