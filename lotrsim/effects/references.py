"""References from inside an effect: which card, which player; and the traits and icons that a card has or gains.

`k` is the index of the frame from which a question is asked; SELF, YOU and the like are read from it.
"""

import numpy as np

from lotrsim.ids import (
    AB_CONDITION,
    AB_PC,
    AB_TRIGGER,
    ACTIVE,
    ATTACHED,
    C_ATTACKS_STAGING,
    C_CANNOT_ATTACK,
    C_ICON,
    C_TRAIT,
    CHOSEN,
    COST,
    ENGAGED,
    EVENT_PLAYER,
    LOOP,
    NONE,
    ON_DECK,
    OTHER,
    P_CHOSEN,
    P_DEFENDING,
    P_EACH,
    P_ENGAGED,
    P_EVENT,
    P_FIRST,
    P_HIGHEST_THREAT,
    P_HOST_CONTROLLER,
    P_TARGET_CONTROLLER,
    P_YOU,
    RANGED,
    REF_ACTIVE,
    REF_ATTACKER,
    REF_COST,
    REF_DEFENDER,
    REF_HOST,
    REF_SELF,
    REF_STAGE,
    REF_SUBJECT,
    REF_TARGET,
    ROLE_DEFENDER,
    ROW_A,
    ROW_B,
    S_TITLE,
    S_TRAIT,
    SOURCE,
    STAGING,
    SUBJECT,
    TARGET,
    YOU,
)
from lotrsim.kernel import G, T, b1, i8, kernel
from lotrsim.rules.zones import player_of
from lotrsim.state import TRAITS_PER_WORD

# ---------------------------------------------------------------- references


@kernel(i8, G)
def attack_bit(g):
    """Return the bit of `roles` for an attacker of the innermost attack; a defender's is 128 times that."""
    return 1 << (np.int64(g["attack_depth"]) - 1)


@kernel(i8, G)
def first_defender(g):
    """Return the lowest defender of the innermost attack, or NONE."""
    if g["attack_frame"] == NONE:
        return np.int64(NONE)
    bit = attack_bit(g) * ROLE_DEFENDER
    for card in range(np.int64(g["n_cards"])):
        if np.int64(g["roles"][card]) & bit:
            return np.int64(card)
    return np.int64(NONE)


@kernel(b1, G, i8)
def is_under_attack(g, card):
    """The card attacks, or is attacked, in an attack that is being resolved."""
    f = np.int64(g["attack_frame"])
    while f != NONE:
        if g["frames"][f, SUBJECT] == card:
            return True
        f = np.int64(g["frames"][f, OTHER])
    return False


@kernel(i8, G, i8, i8)
def card_ref(g, k, ref):
    """Return the card that a reference means, or NONE."""
    frame = g["frames"]
    if ref == REF_SELF:
        return np.int64(frame[k, SOURCE])
    if ref == REF_TARGET:
        return np.int64(frame[k, TARGET])
    if ref == REF_HOST:
        return max(np.int64(g["host"][frame[k, SOURCE]]), NONE)  # a deck is no card
    if ref == REF_COST:
        return np.int64(frame[k, COST])
    if ref == REF_SUBJECT:
        return np.int64(frame[k, SUBJECT])
    if ref == REF_ATTACKER:
        if g["attack_frame"] == NONE:
            return np.int64(NONE)
        return np.int64(frame[g["attack_frame"], SUBJECT])
    if ref == REF_DEFENDER:
        return first_defender(g)
    if ref == REF_STAGE:
        return np.int64(g["stage"])
    if ref == REF_ACTIVE:
        return np.int64(g["zone_first"][ACTIVE])
    return np.int64(NONE)


@kernel(i8, G)
def highest_threat(g):
    """Return the highest threat among living players."""
    best = np.int64(-1)
    for p in range(np.int64(g["n_players"])):
        if g["eliminated"][p] == 0 and g["threat"][p] > best:
            best = np.int64(g["threat"][p])
    return best


@kernel(i8, G, i8, i8)
def player_ref(g, k, ref):
    """Return the player that a reference means, or NONE; of several with the highest threat the first in order."""
    frame = g["frames"]
    if ref == P_YOU:
        return np.int64(frame[k, YOU])
    if ref == P_CHOSEN:
        return np.int64(frame[k, CHOSEN])
    if ref == P_EACH:
        return np.int64(frame[k, LOOP])
    if ref == P_FIRST:
        return np.int64(g["first_player"])
    if ref == P_DEFENDING:
        if g["attack_frame"] == NONE:
            return np.int64(NONE)
        return np.int64(frame[g["attack_frame"], YOU])
    if ref == P_EVENT:
        return np.int64(frame[k, EVENT_PLAYER])
    if ref == P_HOST_CONTROLLER:
        host = np.int64(g["host"][frame[k, SOURCE]])
        if host <= ON_DECK:
            return ON_DECK - host
        return player_of(g, host) if host != NONE else host
    if ref == P_TARGET_CONTROLLER:
        target = np.int64(frame[k, TARGET])
        return player_of(g, target) if target != NONE else target
    if ref == P_ENGAGED:
        return player_of(g, np.int64(frame[k, SOURCE]))
    if ref == P_HIGHEST_THREAT:
        best = highest_threat(g)
        for i in range(np.int64(g["n_players"])):
            p = (np.int64(g["first_player"]) + i) % np.int64(g["n_players"])
            if g["eliminated"][p] == 0 and g["threat"][p] == best:
                return p
    return np.int64(NONE)


# ---------------------------------------------------------------- traits and icons, printed and gained


@kernel(b1, T, i8, i8)
def has_printed_trait(t, face, trait):
    """The face bears the trait."""
    return (t["traits"][face, trait // TRAITS_PER_WORD] >> (trait % TRAITS_PER_WORD)) & 1 == 1


@kernel(b1, G, T, i8, i8)
def grant_holds(g, t, condition, card):
    """The condition of a gained trait or icon: none, or a title or printed trait of the card that gains it."""
    if condition == NONE:
        return True
    s = np.int64(t["conditions"][condition, 2])
    face = np.int64(g["face"][card])
    title = np.int64(t["selectors"][s, S_TITLE])
    trait = np.int64(t["selectors"][s, S_TRAIT])
    if title != NONE and t["title"][face] != title:
        return False
    return trait == NONE or has_printed_trait(t, face, trait)


@kernel(b1, G, T, i8, i8, i8, i8)
def is_granted(g, t, card, trigger, column, wanted):
    """An attachment gives the card what C_TRAIT (column ROW_B) or C_ICON (column ROW_A) describes."""
    u = np.int64(g["under"][card])
    while u != NONE:
        face = np.int64(g["face"][u])
        if g["zone"][u] == ATTACHED and (t["triggers"][face] >> trigger) & 1:
            first = np.int64(t["first_ability"][face])
            for a in range(first, first + np.int64(t["n_abilities"][face])):
                if t["abilities"][a, AB_TRIGGER] == trigger:
                    pc = np.int64(t["abilities"][a, AB_PC])
                    if t["rows"][pc, column] == wanted and grant_holds(
                        g, t, np.int64(t["abilities"][a, AB_CONDITION]), card
                    ):
                        return True
        u = np.int64(g["next_card"][u])
    return False


@kernel(b1, G, T, i8, i8)
def has_trait(g, t, card, trait):
    """The card has a trait, printed or gained."""
    if has_printed_trait(t, np.int64(g["face"][card]), trait):
        return True
    return g["listen"][C_TRAIT] > 0 and is_granted(g, t, card, C_TRAIT, ROW_B, trait)


@kernel(b1, G, T, i8, i8)
def has_icon(g, t, card, sphere):
    """A card belongs to a sphere, or gained its resource icon."""
    if t["sphere"][g["face"][card]] == sphere:
        return True
    return g["listen"][C_ICON] > 0 and is_granted(g, t, card, C_ICON, ROW_A, sphere)


@kernel(b1, G, T, i8, i8, i8)
def has_rule(g, t, card, trigger, ref):
    """The card itself (REF_SELF) or an attachment on it (REF_HOST) changes a rule for it, without condition."""
    if ref == REF_SELF:
        return (t["triggers"][g["face"][card]] >> trigger) & 1 == 1
    u = np.int64(g["under"][card])
    while u != NONE:
        if g["zone"][u] == ATTACHED and (t["triggers"][g["face"][u]] >> trigger) & 1:
            return True
        u = np.int64(g["next_card"][u])
    return False


@kernel(b1, G, T, i8, i8)
def can_strike(g, t, character, enemy):
    """A character could be declared as an attacker of an enemy (Rules, Player attacks; Ranged; Dúnhere)."""
    if g["listen"][C_CANNOT_ATTACK] > 0 and has_rule(g, t, character, C_CANNOT_ATTACK, REF_HOST):
        return False
    zone = np.int64(g["zone"][enemy])
    if zone == STAGING:
        return has_rule(g, t, character, C_ATTACKS_STAGING, REF_SELF)
    if not ENGAGED <= zone < STAGING:
        return False
    if zone - ENGAGED == player_of(g, character):
        return True
    return t["keywords"][g["face"][character]] & RANGED != 0
