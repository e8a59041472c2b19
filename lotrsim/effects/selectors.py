"""Selectors: does a card belong to a described set, and which card is the next that does."""

import numpy as np

from lotrsim.effects.references import attack_bit, can_strike, card_ref, has_icon, has_rule, has_trait, player_ref
from lotrsim.ids import (
    C_NO_ATTACHMENTS,
    COMMITTED,
    COST,
    ENGAGED,
    EXHAUSTED,
    FACEDOWN,
    N_SPHERES,
    NONE,
    OP_CANNOT_ATTACK,
    OP_PROGRESS,
    OP_READY,
    OP_SET_FLAG,
    OP_UNCOMMIT,
    P_ANY,
    P_OTHERS,
    PLAY,
    REF_NONE,
    REF_SELF,
    REL_ANY,
    REL_ATTACKABLE,
    REL_ATTACKER,
    REL_ATTACKING,
    REL_CAN_HOST,
    REL_DEFENDING,
    REL_ON_DEFENDER,
    REL_ON_HOST,
    REL_ON_SELF,
    REL_SEARCHED,
    REL_TOPMOST,
    ROLE_ATTACKER,
    ROLE_DEFENDER,
    S_KEYWORDS,
    S_NOT,
    S_RELATION,
    S_SPHERES,
    S_STATUS,
    S_THREAT_AT_LEAST,
    S_TITLE,
    S_TOP,
    S_TRAIT,
    S_TYPES,
    S_WHOSE,
    S_ZONES,
    SOURCE,
    ST_COMMITTED,
    ST_DAMAGED,
    ST_EXHAUSTED,
    ST_GUARD_IN_STAGING,
    ST_READY,
    ST_UNCOMMITTED,
    ST_UNGUARDED,
    SUBJECT,
    V_EVENT,
    V_PLAYERS,
    V_X,
    VALUE,
    YOU,
    X,
)
from lotrsim.kernel import G, T, b1, i8, kernel
from lotrsim.rules.facedown import is_orc_guard, kind_of
from lotrsim.rules.guards import guard_of, is_guard_away
from lotrsim.rules.zones import SHORT_LISTS, next_listed, player_of, zone_group

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
    if status & ST_UNGUARDED and guard_of(g, card) != NONE:
        return False
    if status & ST_GUARD_IN_STAGING and is_guard_away(g, card):
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
        return host >= 0 and g["attack_frame"] != NONE and g["roles"][host] & attack_bit(g) * ROLE_DEFENDER != 0
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


@kernel(b1, T, i8)
def has_printed_wish(t, s):
    """A selector asks for a title, trait, sphere or keyword, none of which an Orc Guard has."""
    row = t["selectors"]
    return row[s, S_TITLE] != NONE or row[s, S_TRAIT] != NONE or row[s, S_SPHERES] != 0 or row[s, S_KEYWORDS] != 0


@kernel(b1, G, T, i8, i8, i8, i8)
def matches_kind(g, t, k, s, card, whose):
    """What a selector asks of the card itself: kind, traits, sphere, state, whose. Not where it is."""
    row = t["selectors"]
    face = np.int64(g["face"][card])
    if not (np.int64(row[s, S_TYPES]) >> kind_of(g, t, card)) & 1:
        return False
    if is_orc_guard(g, card) and has_printed_wish(t, s):
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
    if g["flags"][card] & FACEDOWN and PLAY <= zone < ENGAGED:
        return False  # the prisoner
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


@kernel(i8, G, T, i8, i8, i8)
def next_match_listed(g, t, k, s, start):
    """`next_match` for a selector of few zones, by their lists, which are in no order of number."""
    zones = np.int64(t["selectors"][s, S_ZONES])
    types = np.int64(t["selectors"][s, S_TYPES])
    best = np.int64(NONE)
    card = next_listed(g, zones, np.int64(NONE))
    while card != NONE:
        if card >= start and (best == NONE or card < best):
            if (types >> kind_of(g, t, card)) & 1 and matches(g, t, k, s, card):
                best = card
        card = next_listed(g, zones, card)
    return best


@kernel(i8, G, T, i8, i8, i8, symbol=True)
def next_match(g, t, k, s, start):
    """Return the lowest card from `start` on that selector s matches, or NONE. The cheap questions come first."""
    zones = np.int64(t["selectors"][s, S_ZONES])
    if zones & ~SHORT_LISTS == 0:
        return next_match_listed(g, t, k, s, start)
    types = np.int64(t["selectors"][s, S_TYPES])
    for card in range(start, np.int64(g["n_cards"])):
        if (zones >> zone_group(np.int64(g["zone"][card]))) & 1:
            if (types >> kind_of(g, t, card)) & 1 and matches(g, t, k, s, card):
                return np.int64(card)
    return np.int64(NONE)
