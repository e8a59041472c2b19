"""What attacks share: dealing shadow cards, roles by depth, beginning and ending an attack."""

import numpy as np

from lotrsim.effects.frames import fault, pop, push
from lotrsim.effects.references import attack_bit
from lotrsim.effects.triggers import emit
from lotrsim.ids import (
    BASIC,
    DEFENSE,
    E_SHADOW_DEALT,
    ENCOUNTER_DECK,
    F_ATTACKS,
    FACEDOWN,
    FOR_ATTACK,
    FRAME_ATTACK,
    FRAME_STRIKE,
    MAX_ATTACKS,
    NONE,
    OTHER,
    ROLE_ATTACKER,
    ROLE_DEFENDER,
    SHADOW,
    STEP,
    SUBJECT,
    YOU,
)
from lotrsim.kernel import G, T, i8, kernel, void
from lotrsim.rules.damage import MAX_TOKENS, add_lasting, drop_lasting
from lotrsim.rules.zones import engaged_player, move_under, player_of


@kernel(void, G, T, i8)
def deal_shadow(g, t, enemy):
    """Deal one facedown encounter card to an enemy; an empty deck deals none."""
    card = np.int64(g["zone_first"][ENCOUNTER_DECK])
    if card == NONE or g["difficulty"] == BASIC:
        return
    g["flags"][card] = FACEDOWN
    move_under(g, t, card, enemy, SHADOW)
    player = engaged_player(g, enemy)
    attack = np.int64(g["attack_frame"])
    if player == NONE and attack != NONE and g["frames"][attack, SUBJECT] == enemy:
        player = np.int64(g["frames"][attack, YOU])
    emit(g, t, E_SHADOW_DEALT, card, player, 0, 0)


@kernel(i8, G, i8, i8, i8)
def begin_attack(g, kind, subject, player):
    """Push an attack's frame (FRAME_ATTACK: subject attacks player; FRAME_STRIKE: player attacks subject), one level deeper."""
    if g["attack_depth"] >= MAX_ATTACKS:
        fault(g, F_ATTACKS)
        return np.int64(NONE)
    k = push(g, kind)
    g["frames"][k, SUBJECT] = subject
    g["frames"][k, YOU] = player
    g["frames"][k, OTHER] = g["attack_frame"]
    g["attack_frame"] = k
    g["attack_depth"] += 1
    return k


@kernel(void, G)
def end_attack(g):
    """The uppermost frame's attack is over: its roles end, the attack around it is the innermost again."""
    k = np.int64(g["n_frames"]) - 1
    bits = attack_bit(g) * (ROLE_ATTACKER | ROLE_DEFENDER)
    for card in range(np.int64(g["n_cards"])):
        g["roles"][card] &= ~bits
    if g["n_lasting"] > 0:
        drop_lasting(g, NONE, FOR_ATTACK + np.int64(g["attack_depth"]))
    g["attack_frame"] = g["frames"][k, OTHER]
    g["attack_depth"] -= 1
    pop(g)


@kernel(void, G, T, i8, i8)
def begin_enemy_attack(g, t, enemy, player):
    """An enemy attacks a player at once, outside the order of combat, with a shadow card of its own (FAQ 1.28)."""
    if g["eliminated"][player]:
        return
    if begin_attack(g, FRAME_ATTACK, enemy, player) != NONE:
        deal_shadow(g, t, enemy)


@kernel(void, G, i8)
def ignore_defense(g, character):
    """A character's defense does not count in the innermost attack, whatever is added to it."""
    until = FOR_ATTACK + np.int64(g["attack_depth"])
    for i in range(np.int64(g["n_lasting"])):
        if g["lasting_card"][i] == character and g["lasting_stat"][i] == DEFENSE and g["lasting_until"][i] == until:
            g["lasting_value"][i] = -MAX_TOKENS
            return
    add_lasting(g, character, DEFENSE, -MAX_TOKENS, until)


@kernel(void, G, T, i8, i8)
def begin_strike(g, t, attacker, target):
    """An immediate attack by one character alone that has already been exhausted (Quick Strike)."""
    k = begin_attack(g, FRAME_STRIKE, target, player_of(g, attacker))
    if k != NONE:
        g["roles"][attacker] |= attack_bit(g) * ROLE_ATTACKER
        g["frames"][k, STEP] = 2
