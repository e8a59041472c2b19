"""Conditions, values and statistics: what effects and rules ask of the table.

`k` is the index of the frame from which a question is asked; references such as SELF and YOU are read from it.
"""

import numpy as np

from lotrsim.effects.references import attack_bit, card_ref, first_defender, player_ref
from lotrsim.effects.selectors import matches, next_match, plain_value
from lotrsim.ids import (
    A_CONSTANT,
    A_SHADOW,
    A_WHEN_REVEALED,
    AB_CONDITION,
    AB_KIND,
    AB_PC,
    AB_TRIGGER,
    ATTACHED,
    ATTACK,
    BONUS,
    C_MODIFY,
    CONSTANT_SCRATCH,
    DECK,
    EVENT_PLAYER,
    FACEDOWN,
    FOR_ATTACK,
    FRAME_ATTACK,
    FRAME_REVEAL,
    HIT_POINTS,
    K_ALONE,
    K_AND,
    K_AT_LEAST,
    K_ATTACKING,
    K_BY_ATTACK,
    K_CANCELLABLE,
    K_EVENT_PLAYER,
    K_EXISTS,
    K_IN_ZONE,
    K_MATCHES,
    K_MODE,
    K_NO_SHADOW_EFFECT,
    K_NOT,
    K_PHASE,
    K_PRISONER,
    K_THREAT_AT_LEAST,
    K_UNDEFENDED,
    KIND,
    MODE,
    NONE,
    ON_SET,
    OTHER,
    REF_ALL,
    REF_HOST,
    REF_SELF,
    ROW_A,
    ROW_REF,
    ROW_SELECTOR,
    ROW_VALUE,
    SHADOW,
    SOURCE,
    SUBJECT,
    V_CONST,
    V_COUNT,
    V_DAMAGE_ON,
    V_DECK_SIZE,
    V_IF,
    V_MODE,
    V_PLUS,
    V_PRINTED_COST,
    V_RESOURCES_ON,
    V_TIMES,
    YOU,
)
from lotrsim.kernel import G, T, b1, i8, kernel, void
from lotrsim.rules.facedown import find_prisoner, is_inert, is_orc_guard
from lotrsim.rules.zones import is_in_play, next_in_play, player_of, zone_group

ORC_GUARD_STAT = 1  # its attack, defense and hit points

# ---------------------------------------------------------------- conditions and values


@kernel(i8, G, T, i8, i8)
def count_matching(g, t, k, s):
    """Return how many cards a selector matches."""
    n = np.int64(0)
    card = next_match(g, t, k, s, 0)
    while card != NONE:
        n += 1
        card = next_match(g, t, k, s, card + 1)
    return n


@kernel(b1, G, T, i8, i8)
def any_matching(g, t, k, s):
    """Some card matches."""
    return next_match(g, t, k, s, 0) != NONE


@kernel(b1, G, i8)
def is_undefended(g, k):
    """The innermost attack has no defender now (judged anew by every shadow effect and at damage)."""
    return first_defender(g) == NONE


@kernel(b1, G, T, i8)
def dealt_a_blank(g, t, enemy):
    """A shadow card without shadow effect lies under the enemy, turned up."""
    u = np.int64(g["under"][enemy])
    while u != NONE:
        if g["zone"][u] == SHADOW and not g["flags"][u] & FACEDOWN:
            if not (np.int64(t["kinds"][g["face"][u]]) >> A_SHADOW) & 1:
                return True
        u = np.int64(g["next_card"][u])
    return False


@kernel(i8, G)
def n_attackers(g):
    """Return how many characters attack in the innermost attack."""
    n = np.int64(0)
    bit = attack_bit(g)
    for card in range(np.int64(g["n_cards"])):
        if np.int64(g["roles"][card]) & bit:
            n += 1
    return n


@kernel(i8, G, i8, i8)
def frame_about(g, kind, subject):
    """Return the innermost frame of a kind that is about a card, or NONE."""
    for f in range(np.int64(g["n_frames"]) - 1, -1, -1):
        if g["frames"][f, KIND] == kind and g["frames"][f, SUBJECT] == subject:
            return np.int64(f)
    return np.int64(NONE)


@kernel(b1, G, T, i8, i8, i8)
def is_cancellable(g, t, k, kind, ability_kind):
    """The card that is revealed (FRAME_REVEAL) or turned up (FRAME_SHADOW) has effects that nobody has cancelled yet."""
    subject = np.int64(g["frames"][k, SUBJECT])
    if subject == NONE or not (np.int64(t["kinds"][g["face"][subject]]) >> ability_kind) & 1:
        return False
    f = frame_about(g, kind, subject)
    return f != NONE and g["frames"][f, MODE] == 0


@kernel(b1, G, T, i8, i8)
def holds_simply(g, t, k, c):
    """Conditions that contain no other condition."""
    row = t["conditions"]
    kind, a, b = np.int64(row[c, 0]), np.int64(row[c, 1]), np.int64(row[c, 2])
    if kind == K_UNDEFENDED:
        return is_undefended(g, k)
    if kind == K_EXISTS:
        return any_matching(g, t, k, a)
    if kind == K_THREAT_AT_LEAST:
        p = player_ref(g, k, a)
        return p >= 0 and g["threat"][p] >= b
    if kind == K_MODE:
        return g["frames"][k, MODE] == a
    if kind == K_EVENT_PLAYER:
        return g["frames"][k, EVENT_PLAYER] == player_ref(g, k, a)
    if kind == K_CANCELLABLE:
        return is_cancellable(g, t, k, FRAME_REVEAL, A_WHEN_REVEALED)
    if kind == K_ALONE:
        return g["attack_frame"] != NONE and n_attackers(g) == 1
    if kind == K_PHASE:
        return g["phase"] == a
    if kind == K_AT_LEAST:
        return count_matching(g, t, k, a) >= b
    if kind == K_PRISONER:
        return find_prisoner(g) != NONE
    card = card_ref(g, k, a)
    if kind == K_MATCHES:
        return card != NONE and matches(g, t, k, b, card)
    if kind == K_IN_ZONE:
        return card != NONE and (b >> zone_group(np.int64(g["zone"][card]))) & 1 == 1
    if kind == K_ATTACKING:
        if card == NONE or g["attack_frame"] == NONE or not np.int64(g["roles"][card]) & attack_bit(g):
            return False
        return matches(g, t, k, b, np.int64(g["frames"][g["attack_frame"], SUBJECT]))
    if kind == K_BY_ATTACK:
        return g["frames"][k, OTHER] > 0 and card != NONE and np.int64(g["roles"][card]) & attack_bit(g) != 0
    if kind == K_NO_SHADOW_EFFECT:
        return card != NONE and dealt_a_blank(g, t, card)
    return True


@kernel(i8, G, T, i8, i8, symbol=True)
def holds(g, t, k, c):
    """A condition holds (NONE always does)."""
    if c == NONE:
        return True
    row = t["conditions"]
    kind = np.int64(row[c, 0])
    if kind == K_NOT:
        return not holds_simply(g, t, k, np.int64(row[c, 1]))
    if kind == K_AND:
        return holds_simply(g, t, k, np.int64(row[c, 1])) and holds_simply(g, t, k, np.int64(row[c, 2]))
    return holds_simply(g, t, k, c)


@kernel(i8, G, T, i8, i8)
def flat_value(g, t, k, v):
    """Return a value that contains no other value."""
    row = t["values"]
    kind, a = np.int64(row[v, 0]), np.int64(row[v, 1])
    if kind == V_COUNT:
        return count_matching(g, t, k, a)
    if kind == V_DECK_SIZE:
        p = player_ref(g, k, a)
        return np.int64(g["zone_count"][DECK + p]) if p >= 0 else np.int64(0)
    if kind == V_MODE:
        return np.int64(g["frames"][k, MODE])
    if kind == V_DAMAGE_ON or kind == V_RESOURCES_ON or kind == V_PRINTED_COST:
        card = card_ref(g, k, a)
        if card == NONE:
            return np.int64(0)
        if kind == V_DAMAGE_ON:
            return np.int64(g["damage"][card])
        if kind == V_RESOURCES_ON:
            return np.int64(g["resources"][card])
        return max(np.int64(t["cost"][g["face"][card]]), 0)
    return plain_value(g, t, k, v)


@kernel(i8, G, T, i8, i8)
def value_of(g, t, k, v):
    """Return a value (NONE is 0). An IF or a TIMES holds plain values, not further ones."""
    if v == NONE:
        return np.int64(0)
    row = t["values"]
    kind = np.int64(row[v, 0])
    if kind == V_CONST:
        return np.int64(row[v, 1])
    if kind == V_IF:
        chosen = np.int64(row[v, 2]) if holds(g, t, k, np.int64(row[v, 1])) else np.int64(row[v, 3])
        return flat_value(g, t, k, chosen)
    if kind == V_PLUS:
        return np.int64(row[v, 1]) + flat_value(g, t, k, np.int64(row[v, 2]))
    if kind == V_TIMES:
        return np.int64(row[v, 1]) * flat_value(g, t, k, np.int64(row[v, 2]))
    return flat_value(g, t, k, v)


# ---------------------------------------------------------------- statistics


@kernel(void, G, i8)
def stand_at(g, card):
    """Let the constants' scratch frame ask as this card."""
    g["frames"][CONSTANT_SCRATCH, SOURCE] = card
    g["frames"][CONSTANT_SCRATCH, YOU] = player_of(g, card)


@kernel(i8, G, T, i8, i8, i8, i8, i8)
def constants_of(g, t, source, ref, trigger, which, card):
    """Return what one card's constants add to a statistic of SELF, HOST or (C_MODIFY) of another card."""
    total = np.int64(0)
    face = np.int64(g["face"][source])
    first = np.int64(t["first_ability"][face])
    for a in range(first, first + np.int64(t["n_abilities"][face])):
        ability = t["abilities"][a]
        if ability[AB_KIND] != A_CONSTANT or ability[AB_TRIGGER] != trigger:
            continue
        pc = np.int64(ability[AB_PC])
        row = t["rows"][pc]
        if row[ROW_A] != which or row[ROW_REF] != ref:
            continue
        stand_at(g, source)
        if ref == REF_ALL and not matches(g, t, CONSTANT_SCRATCH, np.int64(row[ROW_SELECTOR]), card):
            continue
        if holds(g, t, CONSTANT_SCRATCH, np.int64(ability[AB_CONDITION])):
            total += value_of(g, t, CONSTANT_SCRATCH, np.int64(row[ROW_VALUE]))
    return total


@kernel(i8, G, T, i8, i8)
def global_constants(g, t, card, which):
    """Return what cards elsewhere in play add to a statistic."""
    total = np.int64(0)
    source = next_in_play(g, np.int64(NONE))
    while source != NONE:
        is_in_reach = is_in_play(np.int64(g["zone"][source])) and not is_inert(g, source)
        if is_in_reach and (t["triggers"][g["face"][source]] >> C_MODIFY) & 1:
            total += constants_of(g, t, source, REF_ALL, C_MODIFY, which, card)
        source = next_in_play(g, source)
    return total


@kernel(b1, G, T, i8, i8)
def is_lasting_on(g, t, i, card):
    """Lasting effect i is about the card: it alone, or a set (ON_SET - selector) to which it belongs now.

    One of an attack (FOR_ATTACK + depth) counts in that attack only, not in those nested in it.
    """
    until = np.int64(g["lasting_until"][i])
    if until >= FOR_ATTACK and until != FOR_ATTACK + np.int64(g["attack_depth"]):
        return False
    subject = np.int64(g["lasting_card"][i])
    if subject > ON_SET:
        return subject == card
    g["frames"][CONSTANT_SCRATCH, SOURCE] = card
    g["frames"][CONSTANT_SCRATCH, YOU] = NONE
    return matches(g, t, CONSTANT_SCRATCH, ON_SET - subject, card) != 0


@kernel(i8, G, T, i8, i8, symbol=True)
def stat(g, t, card, which):
    """Return a statistic: printed, plus lasting effects, plus constants; never below 0."""
    face = np.int64(g["face"][card])
    total = np.int64(t["stats"][face, which])
    is_facedown = g["flags"][card] & FACEDOWN != 0
    if is_orc_guard(g, card):
        total = np.int64(ORC_GUARD_STAT if ATTACK <= which <= HIT_POINTS else 0)
    for i in range(np.int64(g["n_lasting"])):
        if g["lasting_stat"][i] == which and is_lasting_on(g, t, i, card):
            total += np.int64(g["lasting_value"][i])
    if t["n_modifiers"][face] > 0 and not is_facedown:
        total += constants_of(g, t, card, REF_SELF, NONE, which, card)
    u = np.int64(g["under"][card])
    while u != NONE:
        if g["zone"][u] == ATTACHED and t["n_modifiers"][g["face"][u]] > 0:
            total += constants_of(g, t, u, REF_HOST, NONE, which, card)
        u = np.int64(g["next_card"][u])
    if g["listen"][C_MODIFY] > 0:
        total += global_constants(g, t, card, which)
    if which == ATTACK and g["attack_frame"] != NONE:
        f = np.int64(g["attack_frame"])
        if g["frames"][f, SUBJECT] == card and g["frames"][f, KIND] == FRAME_ATTACK:
            total += np.int64(g["frames"][f, BONUS])
    return max(total, 0)
