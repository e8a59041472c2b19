"""Questions that effects and rules ask of the table: references, selectors, values, conditions, statistics.

`k` is the index of the frame from which a question is asked; references such as SELF and YOU are read from it.
"""

import numpy as np

from lotrsim.ids import *  # noqa: F403  (the vocabulary; every name is a constant)
from lotrsim.effects.frames import first_of_set, in_set
from lotrsim.kernel import G, T, b1, i8, kernel, void
from lotrsim.rules.zones import is_in_play, player_of, zone_group
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


@kernel(i8, G, i8, i8)
def card_ref(g, k, ref):
    """Return the card that a reference means, or NONE."""
    frame = g["frames"]
    if ref == REF_SELF:
        return np.int64(frame[k, SOURCE])
    if ref == REF_TARGET:
        return np.int64(frame[k, TARGET])
    if ref == REF_HOST:
        return np.int64(g["host"][frame[k, SOURCE]])
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
    zone = np.int64(g["zone"][enemy])
    if zone == STAGING:
        return has_rule(g, t, character, C_ATTACKS_STAGING, REF_SELF)
    if not ENGAGED <= zone < STAGING:
        return False
    if zone - ENGAGED == player_of(g, character):
        return True
    return t["keywords"][g["face"][character]] & RANGED != 0


# ---------------------------------------------------------------- selectors


@kernel(b1, G, T, i8, i8, i8)
def has_status(g, t, s, card, status):
    """The card is in the state that a selector asks for (ST_ bits)."""
    flags = np.int64(g["flags"][card])
    if status & ST_READY and flags & EXHAUSTED:
        return False
    if status & ST_EXHAUSTED and not flags & EXHAUSTED:
        return False
    if status & ST_DAMAGED and g["damage"][card] == 0:
        return False
    if status & ST_COMMITTED and not flags & COMMITTED:
        return False
    return not (status & ST_UNCOMMITTED and flags & COMMITTED)


@kernel(b1, G, T, i8, i8)
def is_topmost(g, t, s, card):
    """No card of the selector's types lies above it in its discard pile."""
    above = np.int64(g["next_card"][card])
    while above != NONE:
        if (np.int64(t["selectors"][s, S_TYPES]) >> np.int64(t["type"][g["face"][above]])) & 1:
            return False
        above = np.int64(g["next_card"][above])
    return True


@kernel(b1, G, T, i8, i8, i8, i8)
def has_relation(g, t, k, s, card, relation):
    """The card stands in a selector's relation (REL_...) to the card that asks."""
    source = np.int64(g["frames"][k, SOURCE])
    if relation == REL_ON_SELF:
        return g["host"][card] == source
    if relation == REL_ON_HOST:
        return g["host"][card] == g["host"][source]
    if relation == REL_ON_DEFENDER:
        host = np.int64(g["host"][card])
        return host != NONE and g["attack_frame"] != NONE and g["roles"][host] & attack_bit(g) * ROLE_DEFENDER != 0
    if relation == REL_ATTACKABLE:
        return can_strike(g, t, np.int64(g["frames"][k, COST]), card)
    if relation == REL_TOPMOST:
        return is_topmost(g, t, s, card)
    if relation == REL_CAN_HOST:
        return g["listen"][C_NO_ATTACHMENTS] == 0 or not has_rule(g, t, card, C_NO_ATTACHMENTS, REF_SELF)
    if relation == REL_ATTACKING or relation == REL_DEFENDING:
        if g["attack_frame"] == NONE:
            return False
        bit = attack_bit(g) * (ROLE_ATTACKER if relation == REL_ATTACKING else ROLE_DEFENDER)
        return g["roles"][card] & bit != 0
    if relation == REL_ATTACKER:
        return g["attack_frame"] != NONE and g["frames"][g["attack_frame"], SUBJECT] == card
    if relation == REL_SEARCHED:
        return g["known_by"][card] != 0
    return True


@kernel(b1, G, i8, i8)
def is_on_top(g, card, n):
    """The card is one of the first n of its zone."""
    here = np.int64(g["zone_first"][g["zone"][card]])
    for _ in range(n):
        if here == card:
            return True
        if here == NONE:
            return False
        here = np.int64(g["next_card"][here])
    return False


@kernel(b1, G, T, i8, i8, i8, i8)
def matches_kind(g, t, k, s, card, whose):
    """What a selector asks of the card itself: kind, traits, sphere, state, whose. Not where it is."""
    row = t["selectors"]
    face = np.int64(g["face"][card])
    if not (np.int64(row[s, S_TYPES]) >> np.int64(t["type"][face])) & 1:
        return False
    if row[s, S_TITLE] != NONE and t["title"][face] != row[s, S_TITLE]:
        return False
    if row[s, S_WHOSE] != P_ANY:
        if row[s, S_WHOSE] == P_OTHERS:
            if whose == g["frames"][k, YOU]:
                return False
        elif whose != player_ref(g, k, np.int64(row[s, S_WHOSE])):
            return False
    status = np.int64(row[s, S_STATUS])
    if status != 0 and not has_status(g, t, s, card, status):
        return False
    if row[s, S_KEYWORDS] != 0 and t["keywords"][face] & row[s, S_KEYWORDS] != row[s, S_KEYWORDS]:
        return False
    if row[s, S_TRAIT] != NONE and not has_trait(g, t, card, np.int64(row[s, S_TRAIT])):
        return False
    if row[s, S_SPHERES] != 0:
        found = False
        for sphere in range(N_SPHERES):
            if (np.int64(row[s, S_SPHERES]) >> sphere) & 1 and has_icon(g, t, card, np.int64(sphere)):
                found = True
        if not found:
            return False
    if row[s, S_NOT] != REF_NONE and card_ref(g, k, np.int64(row[s, S_NOT])) == card:
        return False
    if row[s, S_THREAT_AT_LEAST] > 0:
        return whose >= 0 and g["threat"][whose] >= row[s, S_THREAT_AT_LEAST]
    return True


@kernel(i8, G, T, i8, i8)
def plain_value(g, t, k, v):
    """Return a value that depends on nothing but the frame and counters (the depth of a search, X)."""
    kind = np.int64(t["values"][v, 0])
    if kind == V_X:
        return np.int64(g["frames"][k, X])
    if kind == V_EVENT:
        return np.int64(g["frames"][k, VALUE])
    if kind == V_PLAYERS:
        return np.int64(g["n_alive"])
    return np.int64(t["values"][v, 1])


@kernel(i8, G, T, i8, i8, i8, symbol=True)
def matches(g, t, k, s, card):
    """The card belongs to the set that selector s describes."""
    row = t["selectors"]
    zone = np.int64(g["zone"][card])
    if not (np.int64(row[s, S_ZONES]) >> zone_group(zone)) & 1:
        return False
    if zone < PLAY and g["eliminated"][zone & 3]:
        return False  # an eliminated player has no hand, deck or discard pile any more
    if g["flags"][card] & FACEDOWN and is_in_play(zone):
        return False
    if not matches_kind(g, t, k, s, card, player_of(g, card)):
        return False
    if row[s, S_RELATION] != REL_ANY and not has_relation(g, t, k, s, card, np.int64(row[s, S_RELATION])):
        return False
    if row[s, S_TOP] != NONE:
        return is_on_top(g, card, plain_value(g, t, k, np.int64(row[s, S_TOP])))
    return True


@kernel(b1, i8)
def is_about_tokens(op):
    """A word that changes a card where it is, so that it does nothing to a card that has left play."""
    return OP_READY <= op <= OP_PROGRESS or op == OP_UNCOMMIT or op == OP_SET_FLAG or op == OP_CANNOT_ATTACK


# ---------------------------------------------------------------- conditions and values


@kernel(i8, G, T, i8, i8, i8, symbol=True)
def next_match(g, t, k, s, start):
    """Return the lowest card from `start` on that selector s matches, or NONE. The cheap questions come first."""
    zones = np.int64(t["selectors"][s, S_ZONES])
    types = np.int64(t["selectors"][s, S_TYPES])
    for card in range(start, np.int64(g["n_cards"])):
        if (zones >> zone_group(np.int64(g["zone"][card]))) & 1:
            if (types >> np.int64(t["type"][g["face"][card]])) & 1 and matches(g, t, k, s, card):
                return np.int64(card)
    return np.int64(NONE)


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
    for source in range(np.int64(g["n_cards"])):
        if (t["triggers"][g["face"][source]] >> C_MODIFY) & 1 and is_in_play(np.int64(g["zone"][source])):
            total += constants_of(g, t, source, REF_ALL, C_MODIFY, which, card)
    return total


@kernel(i8, G, T, i8, i8, symbol=True)
def stat(g, t, card, which):
    """Return a statistic: printed, plus lasting effects, plus constants; never below 0."""
    face = np.int64(g["face"][card])
    total = np.int64(t["stats"][face, which])
    for i in range(np.int64(g["n_lasting"])):
        if g["lasting_card"][i] == card and g["lasting_stat"][i] == which:
            total += np.int64(g["lasting_value"][i])
    if t["n_modifiers"][face] > 0:
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


@kernel(b1, G, T, i8)
def rule_holds(g, t, trigger):
    """A card in play changes a rule for everybody (C_NO_DRAW, C_NO_DEFEAT, ...), its condition included."""
    if g["listen"][trigger] == 0:
        return False
    for card in range(np.int64(g["n_cards"])):
        face = np.int64(g["face"][card])
        if not (t["triggers"][face] >> trigger) & 1 or not is_in_play(np.int64(g["zone"][card])):
            continue
        first = np.int64(t["first_ability"][face])
        for a in range(first, first + np.int64(t["n_abilities"][face])):
            if t["abilities"][a, AB_TRIGGER] == trigger and t["abilities"][a, AB_KIND] == A_CONSTANT:
                stand_at(g, card)
                if holds(g, t, CONSTANT_SCRATCH, np.int64(t["abilities"][a, AB_CONDITION])):
                    return True
    return False


@kernel(b1, G, T, i8)
def is_unique_in_play(g, t, face):
    """A unique card of this title is in play already (Rules, unique)."""
    if t["unique"][face] == 0:
        return False
    for card in range(np.int64(g["n_cards"])):
        if t["title"][g["face"][card]] == t["title"][face] and is_in_play(np.int64(g["zone"][card])):
            if t["unique"][g["face"][card]]:
                return True
    return False
