"""Invariants of cards: where they are and what lies on them. The record's numbers and references exist, `ranges` says."""

import numpy as np

from lotrsim.broken import (
    ACTIVE_LOCATION,
    CARD_FLAGS,
    CLEAN,
    CURRENT_STAGE,
    DEAD_IN_PLAY,
    GUARDS,
    HOSTS,
    KNOWLEDGE,
    LISTS,
    MARKS,
    RESOURCES,
    ROLES,
    TOKENS,
    UNIQUE_TITLES,
    ZONE_COUNTS,
    ZONE_OWNERS,
    ZONE_TYPES,
)
from lotrsim.effects.query import stat
from lotrsim.ids import (
    ACTIVE,
    ALLY,
    ATTACHED,
    COMMITTED,
    DECK,
    DISCARD_PILE,
    ENCOUNTER,
    ENCOUNTER_DECK,
    ENCOUNTER_DISCARD,
    ENEMY,
    ENGAGED,
    FACEDOWN,
    FRAME_DAMAGE,
    HERO,
    HIT_POINTS,
    KIND,
    LIMBO,
    LOCATION,
    MAX_ATTACKS,
    MAX_CARDS,
    N_ZONES,
    NONE,
    OBJECTIVE,
    ON_DECK,
    PLAY,
    QUEST,
    QUEST_CARD,
    QUEST_DECK,
    QUEST_PHASE,
    ROLE_ATTACKER,
    ROLE_DEFENDER,
    SET_ASIDE,
    SHADOW,
    STAGING,
    TREACHERY,
)
from lotrsim.kernel import G, T, i8, kernel
from lotrsim.ranges import is_within
from lotrsim.rules.facedown import kind_of
from lotrsim.rules.zones import EVERYBODY, is_hidden, is_in_play


@kernel(i8, G)
def list_errors(g):
    """LISTS and ZONE_COUNTS: zones' lists, and what lies under cards."""
    n = np.int64(g["n_cards"])
    seen = np.zeros(MAX_CARDS, np.int64)
    counts = np.zeros(N_ZONES, np.int64)
    flags = np.int64(0)
    for zone in range(N_ZONES):
        card = np.int64(g["zone_first"][zone])
        last = np.int64(NONE)
        while card != NONE and counts[zone] <= n:
            seen[card] += 1
            counts[zone] += 1
            on_deck = zone == ATTACHED and g["host"][card] <= ON_DECK
            if g["zone"][card] != zone or (g["host"][card] != NONE or zone >= ATTACHED) and not on_deck:
                flags |= LISTS
            last = card
            card = np.int64(g["next_card"][card])
        if last != g["zone_last"][zone]:
            flags |= LISTS
    for host in range(n):
        card = np.int64(g["under"][host])
        length = 0
        while card != NONE and length <= n:
            seen[card] += 1
            length += 1
            if g["host"][card] != host or g["zone"][card] < ATTACHED:
                flags |= LISTS
            else:
                counts[g["zone"][card]] += 1
            card = np.int64(g["next_card"][card])
    for card in range(n):
        if seen[card] != 1:
            flags |= LISTS
    for zone in range(N_ZONES):
        if counts[zone] != g["zone_count"][zone]:
            flags |= ZONE_COUNTS
    return flags


@kernel(i8, G, T, i8)
def fits_zone(g, t, card):
    """1 if a card of this type may lie in its zone (quest cards only where quest cards are)."""
    kind = np.int64(t["type"][g["face"][card]])
    zone = np.int64(g["zone"][card])
    if kind == QUEST_CARD or zone == QUEST or zone == QUEST_DECK:
        return is_within(zone, SET_ASIDE, QUEST_DECK) * (1 if kind == QUEST_CARD else 0)
    encounter = 1 if kind == ENEMY or kind == LOCATION or kind == TREACHERY or kind == OBJECTIVE else 0
    if zone < PLAY:
        return np.int64(1 - encounter)
    if zone < ENGAGED:
        return np.int64(1 if kind == HERO or kind == ALLY or kind == OBJECTIVE else 0)
    if zone < STAGING:
        return np.int64(1 if kind == ENEMY or g["flags"][card] & FACEDOWN else 0)
    if zone == STAGING:
        return np.int64(1 if kind == ENEMY or kind == LOCATION or kind == OBJECTIVE else 0)
    if zone == ENCOUNTER_DECK or zone == ENCOUNTER_DISCARD or zone == SHADOW:
        return np.int64(encounter)
    return np.int64(1)


@kernel(i8, G, T, i8)
def fits_owner(g, t, card):
    """1 if a card lies in no other owner's hand, deck or discard pile, and a hero in no hand or deck."""
    zone, owner = np.int64(g["zone"][card]), np.int64(g["owner"][card])
    if zone < PLAY:
        if owner != zone & 3 or g["controller"][card] != owner:
            return np.int64(0)
        return np.int64(1 if zone >= DISCARD_PILE or t["type"][g["face"][card]] != HERO else 0)
    if PLAY <= zone < ENGAGED:
        return np.int64(1 if g["controller"][card] == zone - PLAY else 0)
    if zone == ENCOUNTER_DECK or zone == ENCOUNTER_DISCARD:
        return np.int64(1 if owner == ENCOUNTER and g["controller"][card] == ENCOUNTER else 0)
    return np.int64(1)


@kernel(i8, G, T, i8)
def host_fits(g, t, card):
    """1 if a card that lies under another has a host in play, and a shadow card an enemy."""
    zone, host = np.int64(g["zone"][card]), np.int64(g["host"][card])
    if zone < ATTACHED:
        return np.int64(1 if host == NONE else 0)
    if host == NONE:
        return np.int64(0)
    if host <= ON_DECK:  # attached to a player's deck
        return np.int64(1 if zone == ATTACHED and not g["eliminated"][ON_DECK - host] else 0)
    top = host
    for _ in range(MAX_ATTACKS):  # an attachment of an attachment, a shadow card of an attacking shadow card ...
        if g["zone"][top] < ATTACHED:
            break
        top = np.int64(g["host"][top])
        if top < 0:
            return np.int64(0)
    if g["zone"][top] >= ATTACHED or not is_in_play(np.int64(g["zone"][top])):
        return np.int64(0)
    return np.int64(1 if zone == ATTACHED or t["type"][g["face"][host]] == ENEMY or g["flags"][host] & FACEDOWN else 0)


@kernel(i8, G, T)
def place_errors(g, t):
    """ZONE_OWNERS, ZONE_TYPES, HOSTS, ACTIVE_LOCATION, CURRENT_STAGE, UNIQUE_TITLES."""
    n = np.int64(g["n_cards"])
    flags = np.int64(0)
    for card in range(n):
        zone, face = np.int64(g["zone"][card]), np.int64(g["face"][card])
        flags |= (1 - fits_zone(g, t, np.int64(card))) * ZONE_TYPES
        flags |= (1 - fits_owner(g, t, np.int64(card))) * ZONE_OWNERS
        flags |= (1 - host_fits(g, t, np.int64(card))) * HOSTS
        if zone == ACTIVE and t["type"][face] != LOCATION:
            flags |= ACTIVE_LOCATION
        if not t["unique"][face] or not is_in_play(zone) or kind_of(g, t, np.int64(card)) == ENEMY:
            continue
        for other in range(card):
            other_face = np.int64(g["face"][other])
            if t["title"][other_face] == t["title"][face] and t["unique"][other_face]:
                if is_in_play(np.int64(g["zone"][other])) and kind_of(g, t, np.int64(other)) != ENEMY:
                    flags |= UNIQUE_TITLES
    if g["zone_count"][ACTIVE] > 1:
        flags |= ACTIVE_LOCATION
    if g["stage"] != g["zone_first"][QUEST] or g["zone_count"][QUEST] > 1:
        flags |= CURRENT_STAGE
    return flags


# ---------------------------------------------------------------- what lies on cards


@kernel(i8, G, i8)
def is_clean(g, card):
    """1 if nothing lies on a card and nothing is noted about it."""
    if g["damage"][card] or g["progress"][card] or g["resources"][card] or g["flags"][card] or g["roles"][card]:
        return np.int64(0)
    if g["used_round"][card] or g["used_phase"][card] or g["under"][card] != NONE:
        return np.int64(0)
    for i in range(np.int64(g["n_lasting"])):
        if g["lasting_card"][i] == card:
            return np.int64(0)
    return np.int64(1)


@kernel(i8, G, i8)
def is_known_enough(g, card):
    """1 if the player who holds a card knows it, and all know one that lies open (nobody asks about the quest deck)."""
    zone, known = np.int64(g["zone"][card]), np.int64(g["known_by"][card])
    if known < 0 or known > EVERYBODY:
        return np.int64(0)
    if zone < DECK:
        return (known >> zone) & 1
    if g["flags"][card] & FACEDOWN or zone == QUEST_DECK:
        return np.int64(1)
    return np.int64(1 if is_hidden(zone) and zone != SHADOW or known == EVERYBODY else 0)


@kernel(i8, G, T)
def card_errors(g, t):
    """TOKENS, RESOURCES, CLEAN, CARD_FLAGS, ROLES, MARKS, KNOWLEDGE."""
    depth = np.int64(g["attack_depth"])
    roles = ((1 << depth) - 1) * (ROLE_ATTACKER | ROLE_DEFENDER)
    flags = np.int64(0)
    for card in range(np.int64(g["n_cards"])):
        zone, kind = np.int64(g["zone"][card]), np.int64(t["type"][g["face"][card]])
        if g["damage"][card] < 0 or g["progress"][card] < 0 or g["resources"][card] < 0 or g["used_round"][card] < 0:
            flags |= TOKENS
        if g["used_phase"][card] < 0:
            flags |= TOKENS
        if g["resources"][card] > 0 and kind != HERO and kind != ENEMY:
            flags |= RESOURCES
        if not is_in_play(zone) and zone != LIMBO and zone != SHADOW:
            flags |= (1 - is_clean(g, np.int64(card))) * CLEAN
        if g["flags"][card] & FACEDOWN and not is_in_play(zone) and zone != SHADOW:
            flags |= CARD_FLAGS
        if g["flags"][card] & COMMITTED and (g["phase"] != QUEST_PHASE or not PLAY <= zone < ENGAGED):
            flags |= CARD_FLAGS
        if np.int64(g["roles"][card]) & ~roles:
            flags |= ROLES
        if np.int64(g["marks"][card]) >> np.int64(g["n_sets"]):
            flags |= MARKS
        flags |= (1 - is_known_enough(g, np.int64(card))) * KNOWLEDGE
    return flags


@kernel(i8, G, T)
def guard_errors(g, t):
    """GUARDS: the objective is in staging, what guards it an enemy or location in play, and nothing else guards it."""
    n = np.int64(g["n_guarded"])
    for i in range(n):
        objective, guard = np.int64(g["guarded"][i]), np.int64(g["guard"][i])
        kind = kind_of(g, t, guard)
        if t["type"][g["face"][objective]] != OBJECTIVE or g["zone"][objective] != STAGING:
            return np.int64(GUARDS)
        if (kind != ENEMY and kind != LOCATION) or not is_in_play(np.int64(g["zone"][guard])):
            return np.int64(GUARDS)
        for j in range(i):
            if g["guarded"][j] == objective or g["guard"][j] == guard:
                return np.int64(GUARDS)
    return np.int64(0)


@kernel(i8, G, T)
def dead_errors(g, t):
    """DEAD_IN_PLAY: a character or enemy without hit points left, while no results of damage wait."""
    for k in range(np.int64(g["n_frames"])):
        if g["frames"][k, KIND] == FRAME_DAMAGE:
            return np.int64(0)
    for card in range(np.int64(g["n_cards"])):
        if g["damage"][card] > 0 and is_in_play(np.int64(g["zone"][card])):
            kind = kind_of(g, t, np.int64(card))
            if kind == HERO or kind == ALLY or kind == ENEMY:
                if g["damage"][card] >= stat(g, t, np.int64(card), HIT_POINTS):
                    return np.int64(DEAD_IN_PLAY)
    return np.int64(0)
