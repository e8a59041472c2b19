"""Where cards are: linked lists, shuffling, and who listens.

The first card of a deck is its top; the last card of a discard pile is its top. Attachments and shadow cards are listed
under their host.
"""

import numpy as np

from lotrsim.ids import (
    A_ACTION,
    A_CONSTANT,
    AB_KIND,
    AB_SUBJECT,
    AB_TRIGGER,
    AB_ZONES,
    ACTIVE,
    ATTACHED,
    DECK,
    DISCARD_PILE,
    ENCOUNTER,
    ENCOUNTER_DECK,
    ENCOUNTER_DISCARD,
    ENGAGED,
    FACEDOWN,
    HAND,
    L_ACTIONS,
    LIMBO,
    MAX_CARDS,
    MAX_PLAYERS,
    NONE,
    ON_DECK,
    PLAY,
    QUEST,
    SET_ASIDE,
    SHADOW,
    STAGING,
    SUBJECT_SELF,
    Z_ATTACHED,
    Z_HAND,
    Z_IN_PLAY,
    ZONE_FROM_HAND,
    ZONE_IN_PLAY,
    ZONE_SET_ASIDE,
)
from lotrsim.kernel import G, T, b1, i8, kernel, void
from lotrsim.rng import shuffle_key

EVERYBODY = 15  # bits of known_by
SHORT_LISTS = Z_IN_PLAY & ~Z_ATTACHED | Z_HAND  # zones that are gone through faster by their lists than card by card


@kernel(i8, i8)
def zone_group(zone):
    """Return which Z_ bit number stands for a zone."""
    if zone < STAGING:
        return zone >> 2
    return zone - 15


@kernel(b1, i8)
def is_in_play(zone):
    """A card there is in play (Rules, Things)."""
    return PLAY <= zone <= ACTIVE or zone == QUEST or zone == ATTACHED


@kernel(i8, G, i8, i8)
def first_listed(g, zones, zone):
    """Return the first card of the next zone after `zone` (NONE: of all) that is one of the zones and not empty, or NONE."""
    while zone < ATTACHED:
        zone += 1
        group = zone_group(zone)
        if zones >> group == 0:
            return np.int64(NONE)
        if not (zones >> group) & 1:
            if zone < STAGING:
                zone |= MAX_PLAYERS - 1  # the other players' zones of this kind do not count either
        elif g["zone_first"][zone] != NONE:
            return np.int64(g["zone_first"][zone])
    return np.int64(NONE)


@kernel(i8, G, i8, i8)
def next_listed(g, zones, card):
    """Return the next card after `card` (NONE: the first) in the lists of the zones (Z_ bits), or NONE."""
    if card == NONE:
        return first_listed(g, zones, np.int64(NONE))
    if g["next_card"][card] != NONE:
        return np.int64(g["next_card"][card])
    return first_listed(g, zones, np.int64(g["zone"][card]))


@kernel(i8, G, i8)
def next_in_play(g, card):
    """Return the next card after `card` (NONE: the first) in play, or NONE; shadow cards come along under their enemies.

    The list of ATTACHED holds what is attached to decks; the rest lies under other cards.
    """
    if card == NONE:
        return next_listed(g, np.int64(Z_IN_PLAY), card)
    if g["under"][card] != NONE:
        return np.int64(g["under"][card])
    while g["next_card"][card] == NONE and g["host"][card] >= 0:
        card = np.int64(g["host"][card])
    return next_listed(g, np.int64(Z_IN_PLAY), card)


@kernel(b1, i8)
def can_bear(zone):
    """Tokens and effects may lie on a card there: it is in play, being revealed, or a shadow card (which may attack)."""
    return is_in_play(zone) or zone == LIMBO or zone == SHADOW


@kernel(b1, i8)
def is_hidden(zone):
    """Cards there lie facedown or are seen by one player only."""
    return zone < DISCARD_PILE or zone == ENCOUNTER_DECK or zone == SHADOW


@kernel(i8, G, i8)
def player_of(g, card):
    """Return the player in whose zone a card lies, or who controls it; ENCOUNTER for nobody."""
    zone = np.int64(g["zone"][card])
    if zone < STAGING:
        return zone & 3
    return np.int64(g["controller"][card])


@kernel(b1, i8, i8)
def is_active_there(zones_column, zone):
    """An ability with this AB_ZONES works from a zone."""
    if zones_column == ZONE_IN_PLAY:
        return is_in_play(zone)
    if zones_column == ZONE_FROM_HAND:
        return zone < DECK
    return zones_column == ZONE_SET_ASIDE and zone == SET_ASIDE


@kernel(void, G, T, i8, i8)
def listen(g, t, card, change):
    """Count a card's abilities that listen for others' events, change rules or are actions, in or out (`change` 1 or -1)."""
    zone = np.int64(g["zone"][card])
    if not (is_in_play(zone) or zone < DECK or zone == SET_ASIDE):
        return  # no ability works from elsewhere, and most cards lie in a deck or a discard pile
    face = np.int64(g["face"][card])
    has_action = (np.int64(t["kinds"][face]) >> A_ACTION) & 1 == 1
    if (t["triggers"][face] == 0 and not has_action) or g["flags"][card] & FACEDOWN:
        return
    if has_action and is_in_play(zone):
        g["listen"][L_ACTIONS] += change
    first = np.int64(t["first_ability"][face])
    for a in range(first, first + np.int64(t["n_abilities"][face])):
        trigger = np.int64(t["abilities"][a, AB_TRIGGER])
        if trigger < 0 or not is_active_there(np.int64(t["abilities"][a, AB_ZONES]), zone):
            continue
        if t["abilities"][a, AB_SUBJECT] != SUBJECT_SELF or t["abilities"][a, AB_KIND] == A_CONSTANT:
            g["listen"][trigger] += change


@kernel(void, G, i8)
def unlink(g, card):
    """Take a card out of its list."""
    zone = np.int64(g["zone"][card])
    after = np.int64(g["next_card"][card])
    before = np.int64(NONE)
    host = np.int64(g["host"][card])
    if host >= 0:
        here = np.int64(g["under"][host])
    else:
        here = np.int64(g["zone_first"][zone])
    while here != card:
        before = here
        here = np.int64(g["next_card"][here])
    if before != NONE:
        g["next_card"][before] = after
    elif host >= 0:
        g["under"][host] = after
    else:
        g["zone_first"][zone] = after
    if host < 0 and after == NONE:
        g["zone_last"][zone] = before
    g["zone_count"][zone] -= 1
    g["next_card"][card] = NONE
    g["host"][card] = NONE


@kernel(void, G, i8, i8)
def link_last(g, card, zone):
    """Put a card at the end of a zone's list."""
    last = np.int64(g["zone_last"][zone])
    if last == NONE:
        g["zone_first"][zone] = card
    else:
        g["next_card"][last] = card
    g["zone_last"][zone] = card
    g["next_card"][card] = NONE
    g["zone"][card] = zone
    g["zone_count"][zone] += 1


@kernel(void, G, i8, i8)
def link_first(g, card, zone):
    """Put a card at the beginning of a zone's list."""
    first = np.int64(g["zone_first"][zone])
    g["next_card"][card] = first
    g["zone_first"][zone] = card
    if first == NONE:
        g["zone_last"][zone] = card
    g["zone"][card] = zone
    g["zone_count"][zone] += 1


@kernel(void, G, i8, i8, i8)
def link_under(g, card, host, zone):
    """Put a card last under another one, ATTACHED or SHADOW."""
    g["next_card"][card] = NONE
    g["host"][card] = host
    g["zone"][card] = zone
    g["zone_count"][zone] += 1
    here = np.int64(g["under"][host])
    if here == NONE:
        g["under"][host] = card
        return
    while g["next_card"][here] != NONE:
        here = np.int64(g["next_card"][here])
    g["next_card"][here] = card


@kernel(void, G, i8)
def know(g, card):
    """Note who knows a card where it now lies; one that lies facedown in play stays as unknown as it was."""
    zone = np.int64(g["zone"][card])
    if zone < DECK:
        g["known_by"][card] |= 1 << (zone - HAND)
    elif not is_hidden(zone) and not (g["flags"][card] & FACEDOWN and is_in_play(zone)):
        g["known_by"][card] = EVERYBODY


@kernel(void, G, T, i8, i8)
def move(g, t, card, zone):
    """Move a card to the end of a zone (under a deck, on top of a discard pile)."""
    listen(g, t, card, -1)
    unlink(g, card)
    link_last(g, card, zone)
    know(g, card)
    listen(g, t, card, 1)


@kernel(void, G, T, i8, i8)
def move_to_top(g, t, card, zone):
    """Move a card to the beginning of a zone (on top of a deck)."""
    listen(g, t, card, -1)
    unlink(g, card)
    link_first(g, card, zone)
    know(g, card)
    listen(g, t, card, 1)


@kernel(void, G, T, i8, i8, i8)
def move_under(g, t, card, host, zone):
    """Move a card under a host, as ATTACHED or SHADOW."""
    listen(g, t, card, -1)
    unlink(g, card)
    link_under(g, card, host, zone)
    know(g, card)
    listen(g, t, card, 1)


@kernel(void, G, T, i8, i8)
def move_onto_deck(g, t, card, player):
    """Attach a card to a player's deck: `host` is ON_DECK - player, and it is listed in ATTACHED itself."""
    listen(g, t, card, -1)
    unlink(g, card)
    link_last(g, card, ATTACHED)
    g["host"][card] = ON_DECK - player
    know(g, card)
    listen(g, t, card, 1)


@kernel(void, G, T, i8, i8)
def turn(g, t, card, flag):
    """Turn a card facedown (FACEDOWN) or faceup (0): a facedown one listens to nothing and changes no rule."""
    listen(g, t, card, -1)
    g["flags"][card] = (np.int64(g["flags"][card]) & ~FACEDOWN) | flag
    listen(g, t, card, 1)


@kernel(i8, G, i8)
def discard_pile_of(g, card):
    """Return the zone into which a card is discarded: its owner's pile."""
    owner = np.int64(g["owner"][card])
    if owner == ENCOUNTER:
        return ENCOUNTER_DISCARD
    return DISCARD_PILE + owner


@kernel(i8, G, i8)
def deck_of(g, card):
    """Return the deck to which a card belongs."""
    owner = np.int64(g["owner"][card])
    if owner == ENCOUNTER:
        return ENCOUNTER_DECK
    return DECK + owner


@kernel(void, G, T, i8, symbol=True)
def shuffle(g, t, zone):
    """Deal the faces of a deck anew over its instances, ordered by keys of (seed, owner, title, copy, shuffle).

    The two small arrays are the only memory that a kernel asks for: a shuffle is rare, and the keys are needed at once.
    """
    n = np.int64(g["zone_count"][zone])
    keys = np.empty(MAX_CARDS, np.int64)
    cards = np.empty(MAX_CARDS, np.int64)
    number = np.int64(g["n_shuffles"])
    g["n_shuffles"] += 1
    card = np.int64(g["zone_first"][zone])
    for i in range(n):
        face = np.int64(g["face"][card])
        copy = np.int64(g["copy_no"][card])
        key = shuffle_key(g, np.int64(g["owner"][card]), np.int64(t["title_key"][face]), copy, number)
        packed = face * 128 + copy
        j = i
        while j > 0 and keys[j - 1] > key:
            keys[j] = keys[j - 1]
            cards[j] = cards[j - 1]
            j -= 1
        keys[j] = key
        cards[j] = packed
        card = np.int64(g["next_card"][card])
    card = np.int64(g["zone_first"][zone])
    for i in range(n):
        g["face"][card] = cards[i] // 128
        g["copy_no"][card] = cards[i] % 128
        g["known_by"][card] = 0
        card = np.int64(g["next_card"][card])


@kernel(void, G, T)
def recount_listeners(g, t):
    """Count all listeners from nothing, after a position was laid out or hidden cards were dealt anew."""
    for e in range(len(g["listen"])):
        g["listen"][e] = 0
    for card in range(np.int64(g["n_cards"])):
        listen(g, t, card, 1)


@kernel(void, G, T, i8)
def reset_encounter_deck(g, t, only_when_empty):
    """Shuffle the encounter discard pile into a new deck (Rules, Staging: only in the quest phase)."""
    if only_when_empty and g["zone_count"][ENCOUNTER_DECK] > 0:
        return
    if g["zone_count"][ENCOUNTER_DISCARD] == 0:
        return
    while g["zone_first"][ENCOUNTER_DISCARD] != NONE:
        card = np.int64(g["zone_first"][ENCOUNTER_DISCARD])
        unlink(g, card)
        link_last(g, card, ENCOUNTER_DECK)
    shuffle(g, t, ENCOUNTER_DECK)


@kernel(i8, G, i8)
def engaged_player(g, card):
    """Return the player with whom an enemy is engaged, or NONE."""
    zone = np.int64(g["zone"][card])
    if ENGAGED <= zone < STAGING:
        return zone - ENGAGED
    return np.int64(NONE)
