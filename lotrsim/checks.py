"""What must hold in every game: `state_errors`, a flag per broken invariant, and `state_hash`, one number for a whole state.

    state_errors(game)              # 0, or flags; error_names(flags) gives their names, ERRORS says what they mean
    state_errors(games, 17)         # of one game of a batch
    state_hash(game)                # 63 bits; agents=False leaves the agents' generator out

`state_errors` is safe on any record, one read from a damaged file included: numbers and references come first, and while
one of them is out of range (the flags in `RANGE`) no link is followed and no rule is looked at.

`state_hash` runs over named live fields in a written order, never over bytes: padding, dead slots and the scratch frames do
not count. It covers both generators, because what they will draw belongs to the state. `agents=False` is for games that
are played again from a list of choices, without the agents that drew numbers to make them.
"""

from __future__ import annotations

import numpy as np

from lotrsim.cards.tables import tables as all_tables
from lotrsim.effects.query import stat
from lotrsim.errors import BadValue
from lotrsim.ids import (
    ABILITY,
    ACTIVE,
    ALLY,
    AT_PHASE_END,
    AT_ROUND_END,
    ATTACHED,
    AUX,
    BASIC,
    CHOSEN,
    COMMITTED,
    COST,
    CURSOR,
    D_NONE,
    DECK,
    DISCARD_PILE,
    EFFECT_0,
    ENCOUNTER,
    ENCOUNTER_DECK,
    ENCOUNTER_DISCARD,
    ENEMY,
    ENGAGED,
    EVENT_ID,
    EVENT_PLAYER,
    F_BAD_WORD,
    FACEDOWN,
    FAULTED,
    FOR_PHASE,
    FOR_ROUND,
    FRAME_ATTACK,
    FRAME_DAMAGE,
    FRAME_EFFECT,
    FRAME_EVENT,
    FRAME_PAY,
    FRAME_PLANNING,
    FRAME_REVEAL,
    FRAME_ROUND,
    FRAME_SETUP,
    FRAME_SHADOW,
    FRAME_STRIKE,
    HAND,
    HERO,
    HIT_POINTS,
    KIND,
    LIMBO,
    LOCATION,
    LOOP,
    MAX_ATTACKS,
    MAX_CARDS,
    MAX_DELAYED,
    MAX_FRAMES,
    MAX_LASTING,
    MAX_LEGAL,
    MAX_PLAYERS,
    MAX_SETS,
    N_ACTIONS,
    N_DECISIONS,
    N_LISTEN,
    N_SLOTS,
    N_STATS,
    N_ZONES,
    NO_FAULT,
    NONE,
    OBJECTIVE,
    OTHER,
    PASSES,
    PC,
    PLAY,
    PLAYER_0,
    PLAYING,
    QUEST,
    QUEST_CARD,
    QUEST_DECK,
    QUEST_PHASE,
    REFRESH_PHASE,
    ROLE_ATTACKER,
    ROLE_DEFENDER,
    SET,
    SET_ASIDE,
    SETUP_PHASE,
    SHADOW,
    SOURCE,
    STAGING,
    STANDARD,
    STEP,
    SUBJECT,
    SUBJECTS,
    TARGET,
    THREAT_LIMIT,
    TREACHERY,
    YOU,
)
from lotrsim.kernel import GAMES, TABLES_ARRAY, G, T, b1, i8, kernel, void
from lotrsim.rng import GOLDEN, MASK, mix32
from lotrsim.rules.flow import N_ROUND_STEPS
from lotrsim.rules.zones import EVERYBODY, is_hidden, is_in_play, recount_listeners
from lotrsim.state import GAME, MAX_ABILITIES, MAX_ROWS

ERRORS = {
    # numbers and references: while one of these is set, nothing else is looked at
    "bad_counts": "a number of players, cards, frames ... that the record cannot hold",
    "bad_numbers": "a phase, outcome, decision, key ... that does not exist",
    "bad_faces": "a card without a face, or with an impossible copy number",
    "bad_links": "a zone, next card, host, stage ... that does not exist",
    "bad_owners": "an owner or controller who does not exist",
    "bad_frames": "a frame of no kind, or one that refers to nothing",
    "bad_lasting": "a lasting effect on no card or statistic, without an end, or twice",
    "bad_delayed": "a delayed effect of no moment, program, card or player",
    "bad_legal": "legal actions that do not exist or do not ascend",
    # where cards are
    "lists": "a card in no list or in two, or a list that does not end where it says",
    "zone_counts": "a zone holds another number of cards than it says",
    "zone_owners": "a card in a hand, deck or discard pile of somebody else, or a hero in a hand or deck",
    "zone_types": "a card of a type that cannot be there",
    "hosts": "an attachment or shadow card that lies under nothing in play",
    "active_location": "two active locations, or one that is no location",
    "current_stage": "the current stage is not the card in the quest zone",
    "unique_titles": "a unique title twice in play",
    # what lies on cards
    "tokens": "a negative number of tokens or uses",
    "resources": "resources on a card that is no hero or enemy",
    "clean": "tokens, flags, roles, or effects on a card that is out of play",
    "card_flags": "facedown or committed where that cannot be",
    "roles": "attacker or defender of an attack that is not going on",
    "marks": "membership in a set that is not in use",
    "dead_in_play": "as much damage as hit points, and nothing waits to destroy it",
    "knowledge": "a player who does not know his hand, or a card that lies open and is not known to all",
    # players
    "threat_bounds": "threat below 0, above 50, or 50 and still in the game",
    "players_alive": "a wrong count of living players, or a first player who is eliminated",
    "eliminated_cards": "an eliminated player who still has cards in hand, deck or play, or engaged enemies",
    # what waits
    "listeners": "`listen` is not what a recount gives",
    "sets": "the sets in use are not those that frames own, in their order",
    "attacks": "the innermost attack is none, or attacks are not nested as deep as counted",
    "stack": "the lowest frame is neither the round nor the setup",
    "decision": "a decision without two actions or a living player, or actions without a decision",
    "outcome": "a game that is over and asks, or a fault without its number",
    "dead_slots": "something in a slot that is not in use",
}
(
    BAD_COUNTS,
    BAD_NUMBERS,
    BAD_FACES,
    BAD_LINKS,
    BAD_OWNERS,
    BAD_FRAMES,
    BAD_LASTING,
    BAD_DELAYED,
    BAD_LEGAL,
    LISTS,
    ZONE_COUNTS,
    ZONE_OWNERS,
    ZONE_TYPES,
    HOSTS,
    ACTIVE_LOCATION,
    CURRENT_STAGE,
    UNIQUE_TITLES,
    TOKENS,
    RESOURCES,
    CLEAN,
    CARD_FLAGS,
    ROLES,
    MARKS,
    DEAD_IN_PLAY,
    KNOWLEDGE,
    THREAT_BOUNDS,
    PLAYERS_ALIVE,
    ELIMINATED_CARDS,
    LISTENERS,
    SETS,
    ATTACKS,
    STACK,
    DECISION,
    OUTCOME,
    DEAD_SLOTS,
) = (1 << k for k in range(35))
RANGE = BAD_LEGAL * 2 - 1
N_KINDS = FRAME_PLANNING + 1


def error_names(flags: int) -> list[str]:
    """Return the names of the flags that are set, as in ERRORS."""
    return [name for k, name in enumerate(ERRORS) if flags >> k & 1]


def as_games(game: object) -> np.ndarray:
    """Return the array of games behind a Game (or what has a `.state`), an array or a record; BadValue for anything else.

    An array comes back as itself, a record as an array that holds a copy of it.
    """
    if not isinstance(game, np.ndarray | np.void):
        game = getattr(game, "games", getattr(game, "state", game))
    if isinstance(game, np.void):
        game = np.asarray(game)
    if not isinstance(game, np.ndarray) or game.dtype != GAME:
        raise BadValue(f"expected a game or an array of games, not {type(game).__name__}")
    return game.reshape(1) if game.ndim == 0 else game


def copy_of(game: object, i: int = 0) -> np.ndarray:
    """Return game i alone: an array of one game that shares no memory with the batch."""
    games = as_games(game)
    if games.ndim != 1 or not 0 <= i < len(games):
        raise BadValue(f"there is no game {i} in an array of shape {games.shape}")
    return games[i : i + 1].copy()


@kernel(b1, G, i8, i8)
def is_unknown(g, card, viewers):
    """None of these players (bits) knows what a card is: one in a hand or deck, or one that lies facedown."""
    if np.int64(g["known_by"][card]) & viewers:
        return False
    zone = np.int64(g["zone"][card])
    return zone < DISCARD_PILE or zone == ENCOUNTER_DECK or np.int64(g["flags"][card]) & FACEDOWN != 0


@kernel(i8, G, i8, i8)
def names_face(g, k, viewers):
    """Return the deck card whose face frame k speaks of although its place is unknown (it was shuffled in), or NONE."""
    kind = g["frames"][k, KIND]
    if kind != FRAME_EVENT and kind != FRAME_EFFECT:
        return np.int64(NONE)
    card = np.int64(g["frames"][k, SUBJECT])
    if card == NONE:
        return card
    zone = np.int64(g["zone"][card])
    if (DECK <= zone < DISCARD_PILE or zone == ENCOUNTER_DECK) and is_unknown(g, card, viewers):
        return card
    return np.int64(NONE)


@kernel(i8, G, i8)
def identity_of(g, card):
    """Return owner, face and copy in one number: which physical card this is."""
    return (np.int64(g["owner"][card]) + 1) << 24 | np.int64(g["face"][card]) << 8 | np.int64(g["copy_no"][card])


# ---------------------------------------------------------------- numbers and references


@kernel(i8, i8, i8, i8)
def is_within(number, low, high):
    """1 if low <= number <= high."""
    return np.int64(1) if low <= number <= high else np.int64(0)


@kernel(i8, G)
def counts_fit(g):
    """1 if every count is one that the record can hold."""
    good = is_within(np.int64(g["n_players"]), 1, MAX_PLAYERS) & is_within(np.int64(g["n_cards"]), 0, MAX_CARDS)
    good &= is_within(np.int64(g["n_alive"]), 0, MAX_PLAYERS) & is_within(np.int64(g["n_frames"]), 0, MAX_FRAMES)
    good &= is_within(np.int64(g["n_sets"]), 0, MAX_SETS) & is_within(np.int64(g["n_legal"]), 0, MAX_LEGAL)
    good &= is_within(np.int64(g["n_lasting"]), 0, MAX_LASTING) & is_within(np.int64(g["n_delayed"]), 0, MAX_DELAYED)
    return good & is_within(np.int64(g["attack_depth"]), 0, MAX_ATTACKS)


@kernel(i8, G)
def scalars_fit(g):
    """1 if the game's own numbers exist."""
    good = is_within(np.int64(g["difficulty"]), STANDARD, BASIC) & is_within(np.int64(g["scenario"]), 0, 32767)
    good &= is_within(np.int64(g["phase"]), SETUP_PHASE, REFRESH_PHASE) & is_within(np.int64(g["round_no"]), 0, 32767)
    good &= is_within(np.int64(g["outcome"]), PLAYING, FAULTED) & is_within(np.int64(g["fault"]), NO_FAULT, F_BAD_WORD)
    good &= is_within(np.int64(g["round_limit"]), 1, 32767) & is_within(np.int64(g["quest_progress"]), 0, 32767)
    good &= is_within(np.int64(g["first_player"]), 0, np.int64(g["n_players"]) - 1)
    good &= is_within(np.int64(g["check"]), 0, 1) & is_within(np.int64(g["any_defenders"]), 0, EVERYBODY)
    good &= is_within(np.int64(g["n_decisions"]), 0, 1 << 30) & is_within(np.int64(g["n_shuffles"]), 0, 1 << 30)
    good &= is_within(np.int64(g["decision"]), D_NONE, N_DECISIONS - 1)
    good &= is_within(np.int64(g["decider"]), NONE, np.int64(g["n_players"]) - 1)
    good &= is_within(np.int64(g["answer"]), NONE, N_ACTIONS - 1)
    good &= is_within(np.int64(g["last_answer"]), NONE, N_ACTIONS - 1)
    good &= is_within(np.int64(g["rng_count"]), 0, 1 << 62) & is_within(np.int64(g["agent_count"]), 0, 1 << 62)
    for k in range(2):
        good &= is_within(np.int64(g["rng_key"][k]), 0, MASK) & is_within(np.int64(g["agent_key"][k]), 0, MASK)
        good &= is_within(np.int64(g["shuffle_key"][k]), 0, MASK)
    return good


@kernel(i8, G, T)
def card_range_errors(g, t):
    """The flags of cards and zones whose faces, places or owners do not exist."""
    n = np.int64(g["n_cards"])
    last_player = np.int64(g["n_players"]) - 1
    faces, owners = np.int64(1), np.int64(1)
    links = is_within(np.int64(g["stage"]), NONE, n - 1) & is_within(np.int64(g["next_stage"]), NONE, n - 1)
    links &= is_within(np.int64(g["attack_frame"]), NONE, np.int64(g["n_frames"]) - 1)
    links &= is_within(np.int64(g["decision_source"]), NONE, n - 1)
    for zone in range(N_ZONES):
        links &= is_within(np.int64(g["zone_first"][zone]), NONE, n - 1)
        links &= is_within(np.int64(g["zone_last"][zone]), NONE, n - 1)
    for card in range(n):
        faces &= is_within(np.int64(g["face"][card]), 0, np.int64(t["n_faces"]) - 1)
        faces &= is_within(np.int64(g["copy_no"][card]), 0, 127)
        links &= is_within(np.int64(g["zone"][card]), 0, N_ZONES - 1) & is_within(np.int64(g["host"][card]), NONE, n - 1)
        links &= is_within(np.int64(g["next_card"][card]), NONE, n - 1)
        links &= is_within(np.int64(g["under"][card]), NONE, n - 1)
        owners &= is_within(np.int64(g["owner"][card]), ENCOUNTER, last_player)
        owners &= is_within(np.int64(g["controller"][card]), ENCOUNTER, last_player)
    return (1 - faces) * BAD_FACES + (1 - links) * BAD_LINKS + (1 - owners) * BAD_OWNERS


@kernel(i8, G, i8)
def frame_fits(g, k):
    """1 if a frame has a kind and refers only to what exists."""
    n, last_player = np.int64(g["n_cards"]), np.int64(g["n_players"]) - 1
    frame = g["frames"][k]
    kind = np.int64(frame[KIND])
    good = is_within(kind, 0, N_KINDS - 1) & is_within(np.int64(frame[SOURCE]), NONE, n - 1)
    good &= is_within(np.int64(frame[TARGET]), NONE, n - 1) & is_within(np.int64(frame[COST]), NONE, n - 1)
    good &= is_within(np.int64(frame[SUBJECT]), NONE, n - 1) & is_within(np.int64(frame[YOU]), NONE, last_player)
    good &= is_within(np.int64(frame[EVENT_PLAYER]), NONE, last_player)
    good &= is_within(np.int64(frame[CHOSEN]), NONE, max(last_player, 1)) & is_within(np.int64(frame[LOOP]), 0, last_player)
    good &= is_within(np.int64(frame[SET]), NONE, np.int64(g["n_sets"]) - 1)
    good &= is_within(np.int64(frame[SUBJECTS]), NONE, np.int64(g["n_sets"]) - 1)
    good &= is_within(np.int64(frame[EVENT_ID]), 0, N_LISTEN - 1) & is_within(np.int64(frame[AUX]), 0, MAX_CARDS)
    good &= is_within(np.int64(frame[CURSOR]), 0, MAX_CARDS) & is_within(np.int64(frame[PASSES]), 0, MAX_CARDS)
    good &= is_within(np.int64(frame[STEP]), 0, N_ROUND_STEPS - 1)
    if kind == FRAME_EFFECT:
        good &= is_within(np.int64(frame[PC]), 0, MAX_ROWS - 1)
        good &= is_within(np.int64(frame[ABILITY]), NONE, MAX_ABILITIES - 1)
    if kind == FRAME_EFFECT or kind == FRAME_PAY:
        good &= is_within(np.int64(frame[SOURCE]), 0, n - 1) & is_within(np.int64(frame[YOU]), 0, last_player)
    if kind == FRAME_ATTACK or kind == FRAME_STRIKE:
        good &= is_within(np.int64(frame[SUBJECT]), 0, n - 1) & is_within(np.int64(frame[YOU]), 0, last_player)
        good &= is_within(np.int64(frame[OTHER]), NONE, k - 1)
    if kind == FRAME_SHADOW or kind == FRAME_REVEAL and frame[STEP] > 0:
        good &= is_within(np.int64(frame[SUBJECT]), 0, n - 1)
    return good


@kernel(i8, G)
def lasting_fits(g):
    """1 if lasting effects change statistics of cards until some end, each card's statistic once for an end."""
    good = np.int64(1)
    for i in range(np.int64(g["n_lasting"])):
        good &= is_within(np.int64(g["lasting_card"][i]), 0, np.int64(g["n_cards"]) - 1)
        good &= is_within(np.int64(g["lasting_stat"][i]), 0, N_STATS - 1)
        good &= is_within(np.int64(g["lasting_until"][i]), FOR_PHASE, FOR_ROUND)
        for j in range(i):
            if g["lasting_card"][i] == g["lasting_card"][j] and g["lasting_stat"][i] == g["lasting_stat"][j]:
                if g["lasting_until"][i] == g["lasting_until"][j]:
                    good = np.int64(0)
    return good


@kernel(i8, G)
def delayed_fits(g):
    """1 if delayed effects have a moment, a program, a source and a player."""
    good = np.int64(1)
    n = np.int64(g["n_cards"])
    for i in range(np.int64(g["n_delayed"])):
        good &= is_within(np.int64(g["delayed"][i, 0]), AT_PHASE_END, AT_ROUND_END)
        good &= is_within(np.int64(g["delayed"][i, 1]), 0, MAX_ROWS - 1)
        good &= is_within(np.int64(g["delayed"][i, 2]), 0, n - 1) & is_within(np.int64(g["delayed"][i, 3]), NONE, n - 1)
        good &= is_within(np.int64(g["delayed"][i, 4]), 0, np.int64(g["n_players"]) - 1)
    return good


@kernel(i8, G)
def legal_fits(g):
    """1 if the legal actions exist and ascend."""
    good = np.int64(1)
    before = np.int64(NONE)
    for i in range(np.int64(g["n_legal"])):
        action = np.int64(g["legal"][i])
        good &= is_within(action, before + 1, N_ACTIONS - 1)
        if MAX_CARDS > action >= g["n_cards"] or PLAYER_0 + np.int64(g["n_players"]) <= action < EFFECT_0:
            good = np.int64(0)
        before = action
    return good


@kernel(i8, G, T)
def range_errors(g, t):
    """The flags of numbers and references that do not exist: while there are any, nothing may be followed."""
    if counts_fit(g) == 0:
        return np.int64(BAD_COUNTS)
    frames = np.int64(1)
    for k in range(np.int64(g["n_frames"])):
        frames &= frame_fits(g, np.int64(k))
    flags = (1 - scalars_fit(g)) * BAD_NUMBERS + (1 - frames) * BAD_FRAMES + card_range_errors(g, t)
    flags += (1 - lasting_fits(g)) * BAD_LASTING + (1 - delayed_fits(g)) * BAD_DELAYED
    return flags + (1 - legal_fits(g)) * BAD_LEGAL


# ---------------------------------------------------------------- where cards are


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
            if g["zone"][card] != zone or g["host"][card] != NONE or zone >= ATTACHED:
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
    top = host
    for _ in range(MAX_ATTACKS):  # an attachment of an attachment, a shadow card of an attacking shadow card ...
        if g["zone"][top] < ATTACHED:
            break
        top = np.int64(g["host"][top])
        if top == NONE:
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
        if not t["unique"][face] or not is_in_play(zone):
            continue
        for other in range(card):
            other_face = np.int64(g["face"][other])
            if t["title"][other_face] == t["title"][face] and t["unique"][other_face]:
                if is_in_play(np.int64(g["zone"][other])):
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
def dead_errors(g, t):
    """DEAD_IN_PLAY: a character or enemy without hit points left, while no results of damage wait."""
    for k in range(np.int64(g["n_frames"])):
        if g["frames"][k, KIND] == FRAME_DAMAGE:
            return np.int64(0)
    for card in range(np.int64(g["n_cards"])):
        if g["damage"][card] > 0 and is_in_play(np.int64(g["zone"][card])):
            kind = np.int64(t["type"][g["face"][card]])
            if kind == HERO or kind == ALLY or kind == ENEMY:
                if g["damage"][card] >= stat(g, t, np.int64(card), HIT_POINTS):
                    return np.int64(DEAD_IN_PLAY)
    return np.int64(0)


# ---------------------------------------------------------------- players, and what waits


@kernel(i8, G)
def player_errors(g):
    """THREAT_BOUNDS, PLAYERS_ALIVE, ELIMINATED_CARDS."""
    flags = np.int64(0)
    alive = 0
    over = g["outcome"] != PLAYING or g["check"] != 0
    for p in range(np.int64(g["n_players"])):
        threat = np.int64(g["threat"][p])
        if threat < 0 or threat > THREAT_LIMIT:
            flags |= THREAT_BOUNDS
        if g["eliminated"][p] == 0:
            alive += 1
            if threat == THREAT_LIMIT and not over:
                flags |= THREAT_BOUNDS
        else:
            if g["eliminated"][p] != 1 or threat != THREAT_LIMIT:
                flags |= THREAT_BOUNDS
            for zone in (HAND, DECK, PLAY, ENGAGED):
                if g["zone_count"][zone + p] != 0:
                    flags |= ELIMINATED_CARDS
    if alive != g["n_alive"] or (alive > 0 and g["eliminated"][g["first_player"]]):
        flags |= PLAYERS_ALIVE
    return flags


@kernel(i8, G, T)
def listener_errors(g, t):
    """LISTENERS: count them anew, compare, and leave the record as it was."""
    before = np.zeros(N_LISTEN, np.int64)
    for e in range(N_LISTEN):
        before[e] = g["listen"][e]
    recount_listeners(g, t)
    flags = np.int64(0)
    for e in range(N_LISTEN):
        if g["listen"][e] != before[e]:
            flags = np.int64(LISTENERS)
        g["listen"][e] = before[e]
    return flags


@kernel(i8, G)
def stack_errors(g):
    """SETS, ATTACKS, STACK."""
    flags = np.int64(0)
    n = np.int64(g["n_frames"])
    owned = 0
    for k in range(n):
        s = np.int64(g["frames"][k, SET])
        if s != NONE:
            if s != owned:
                flags |= SETS
            owned += 1
    if owned != g["n_sets"]:
        flags |= SETS
    depth = 0
    k = np.int64(g["attack_frame"])
    while k != NONE and depth <= MAX_ATTACKS:
        kind = g["frames"][k, KIND]
        if kind != FRAME_ATTACK and kind != FRAME_STRIKE:
            flags |= ATTACKS
            break
        depth += 1
        k = np.int64(g["frames"][k, OTHER])
    if depth != g["attack_depth"]:
        flags |= ATTACKS
    if n > 0 and g["frames"][0, KIND] != FRAME_ROUND and g["frames"][0, KIND] != FRAME_SETUP:
        flags |= STACK
    return flags


@kernel(i8, G)
def decision_errors(g):
    """DECISION, OUTCOME."""
    flags = np.int64(0)
    n = np.int64(g["n_legal"])
    if (n > 0) != (g["decision"] != D_NONE) or (n > 0) != (g["decider"] != NONE) or n == 1:
        flags |= DECISION
    if n > 0 and (g["eliminated"][max(np.int64(g["decider"]), 0)] or g["answer"] != NONE):
        flags |= DECISION
    if n > 0 and g["outcome"] != PLAYING:
        flags |= OUTCOME
    if (g["outcome"] == FAULTED) != (g["fault"] != NO_FAULT):
        flags |= OUTCOME
    return flags


@kernel(i8, G)
def slot_errors(g):
    """DEAD_SLOTS: cards, players, frames, effects and actions beyond the counts hold nothing."""
    used = np.int64(0)
    for p in range(np.int64(g["n_players"]), MAX_PLAYERS):
        used |= np.int64(g["threat"][p]) | np.int64(g["eliminated"][p])
    for card in range(np.int64(g["n_cards"]), MAX_CARDS):
        used |= np.int64(g["face"][card]) | np.int64(g["copy_no"][card]) | np.int64(g["owner"][card])
        used |= np.int64(g["controller"][card]) | np.int64(g["zone"][card]) | np.int64(g["damage"][card])
        used |= np.int64(g["progress"][card]) | np.int64(g["resources"][card]) | np.int64(g["flags"][card])
        used |= np.int64(g["known_by"][card]) | np.int64(g["roles"][card]) | np.int64(g["used_round"][card])
        used |= np.int64(g["used_phase"][card]) | np.int64(g["marks"][card])
        if g["next_card"][card] != NONE or g["under"][card] != NONE or g["host"][card] != NONE:
            used |= 1
    for i in range(np.int64(g["n_lasting"]), MAX_LASTING):
        used |= np.int64(g["lasting_card"][i]) | np.int64(g["lasting_stat"][i])
        used |= np.int64(g["lasting_value"][i]) | np.int64(g["lasting_until"][i])
    for i in range(np.int64(g["n_delayed"]), MAX_DELAYED):
        for column in range(6):
            used |= np.int64(g["delayed"][i, column])
    for k in range(np.int64(g["n_frames"]), MAX_FRAMES):
        for slot in range(N_SLOTS):
            used |= np.int64(g["frames"][k, slot])
    for i in range(np.int64(g["n_legal"]), MAX_LEGAL):
        used |= np.int64(g["legal"][i])
    return np.int64(DEAD_SLOTS if used != 0 else 0)


@kernel(i8, G, T)
def errors_of(g, t):
    """Return the flags of all that is wrong with a game, 0 if nothing is; the game is left as it is."""
    flags = range_errors(g, t)
    if flags:
        return flags
    flags = list_errors(g) | place_errors(g, t)
    if flags & (LISTS | HOSTS):
        return flags
    flags |= card_errors(g, t) | dead_errors(g, t) | player_errors(g) | listener_errors(g, t)
    return flags | stack_errors(g) | decision_errors(g) | slot_errors(g)


@kernel(i8, GAMES, i8, TABLES_ARRAY)
def check_game(games, i, tables):
    """Return the flags of game i."""
    return errors_of(games[i], tables[0])


def state_errors(game: object, i: int = 0) -> int:
    """Return a flag for each invariant that a game breaks, 0 if it breaks none; `game`: a Game, an array, a record."""
    return int(check_game(copy_of(game, i), 0, all_tables()))


# ---------------------------------------------------------------- the hash


@kernel(void, i8[::1], i8)
def fold_in(chain, number):
    """Mix the low 32 bits of a number into both chains; each is one to one in the number and in what came before."""
    chain[0] = mix32(chain[0] ^ number)
    chain[1] = mix32(chain[1] + number + GOLDEN)


@kernel(void, i8[::1], i8)
def fold_in_long(chain, number):
    """Mix all 64 bits of a number into the chains."""
    fold_in(chain, number)
    fold_in(chain, number >> 32)


@kernel(void, G, i8[::1])
def hash_table(g, chain):
    """The table, the players, the quest, the zones."""
    fold_in(chain, np.int64(g["n_players"]))
    fold_in(chain, np.int64(g["n_cards"]))
    fold_in(chain, np.int64(g["difficulty"]))
    fold_in(chain, np.int64(g["scenario"]))
    fold_in(chain, np.int64(g["round_limit"]))
    fold_in(chain, np.int64(g["first_player"]))
    fold_in(chain, np.int64(g["round_no"]))
    fold_in(chain, np.int64(g["phase"]))
    fold_in(chain, np.int64(g["outcome"]))
    fold_in(chain, np.int64(g["fault"]))
    fold_in(chain, np.int64(g["check"]))
    fold_in(chain, np.int64(g["n_alive"]))
    fold_in(chain, np.int64(g["n_decisions"]))
    fold_in(chain, np.int64(g["n_shuffles"]))
    for p in range(np.int64(g["n_players"])):
        fold_in(chain, np.int64(g["threat"][p]))
        fold_in(chain, np.int64(g["eliminated"][p]))
    fold_in(chain, np.int64(g["stage"]))
    fold_in(chain, np.int64(g["quest_progress"]))
    fold_in(chain, np.int64(g["next_stage"]))
    fold_in(chain, np.int64(g["any_defenders"]))
    fold_in(chain, np.int64(g["staging_bonus"]))
    fold_in(chain, np.int64(g["attack_frame"]))
    fold_in(chain, np.int64(g["attack_depth"]))
    for zone in range(N_ZONES):
        fold_in(chain, np.int64(g["zone_first"][zone]))
        fold_in(chain, np.int64(g["zone_last"][zone]))
        fold_in(chain, np.int64(g["zone_count"][zone]))


@kernel(void, G, i8[::1], i8)
def hash_cards(g, chain, viewers):
    """The cards; what these players (bits) cannot see of a card's face is left out, with NONE nothing is."""
    for card in range(np.int64(g["n_cards"])):
        if viewers == NONE or not is_unknown(g, np.int64(card), viewers):
            fold_in(chain, np.int64(g["face"][card]))
            fold_in(chain, np.int64(g["copy_no"][card]))
        fold_in(chain, np.int64(g["owner"][card]))
        fold_in(chain, np.int64(g["controller"][card]))
        fold_in(chain, np.int64(g["zone"][card]))
        fold_in(chain, np.int64(g["next_card"][card]))
        fold_in(chain, np.int64(g["under"][card]))
        fold_in(chain, np.int64(g["host"][card]))
        fold_in(chain, np.int64(g["damage"][card]))
        fold_in(chain, np.int64(g["progress"][card]))
        fold_in(chain, np.int64(g["resources"][card]))
        fold_in(chain, np.int64(g["flags"][card]))
        fold_in(chain, np.int64(g["known_by"][card]))
        fold_in(chain, np.int64(g["roles"][card]))
        fold_in(chain, np.int64(g["used_round"][card]))
        fold_in(chain, np.int64(g["used_phase"][card]))
        fold_in(chain, np.int64(g["marks"][card]))


@kernel(void, G, i8[::1], i8, i8)
def hash_frame(g, chain, k, viewers):
    """One frame; of a card whose place these players (bits) do not know the face stands for it."""
    for slot in range(N_SLOTS):
        number = np.int64(g["frames"][k, slot])
        if slot == SUBJECT and viewers != NONE and names_face(g, k, viewers) != NONE:
            number = identity_of(g, number)
        fold_in(chain, number)


@kernel(void, G, i8[::1], i8)
def hash_waiting(g, chain, viewers):
    """Lasting and delayed effects, the stack, the pending decision."""
    fold_in(chain, np.int64(g["n_lasting"]))
    for i in range(np.int64(g["n_lasting"])):
        fold_in(chain, np.int64(g["lasting_card"][i]))
        fold_in(chain, np.int64(g["lasting_stat"][i]))
        fold_in(chain, np.int64(g["lasting_value"][i]))
        fold_in(chain, np.int64(g["lasting_until"][i]))
    fold_in(chain, np.int64(g["n_delayed"]))
    for i in range(np.int64(g["n_delayed"])):
        for column in range(6):
            fold_in(chain, np.int64(g["delayed"][i, column]))
    fold_in(chain, np.int64(g["n_frames"]))
    source = np.int64(g["decision_source"])
    for k in range(np.int64(g["n_frames"])):
        hash_frame(g, chain, np.int64(k), viewers)
        if viewers != NONE and source != NONE and names_face(g, np.int64(k), viewers) == g["decision_source"]:
            source = identity_of(g, np.int64(g["decision_source"]))
    fold_in(chain, np.int64(g["n_sets"]))
    fold_in(chain, np.int64(g["decision"]))
    fold_in(chain, np.int64(g["decider"]))
    fold_in(chain, source)
    fold_in(chain, np.int64(g["answer"]))
    fold_in(chain, np.int64(g["last_answer"]))
    fold_in(chain, np.int64(g["n_legal"]))
    for i in range(np.int64(g["n_legal"])):
        fold_in(chain, np.int64(g["legal"][i]))


@kernel(i8, G, i8)
def hash_game(g, agents):
    """Return the hash of a game, 0 to 2**63 - 1; `agents` 0: without the agents' generator."""
    chain = np.zeros(2, np.int64)
    for k in range(2):
        fold_in_long(chain, np.int64(g["rng_key"][k]))
        fold_in_long(chain, np.int64(g["shuffle_key"][k]))
    fold_in_long(chain, np.int64(g["rng_count"]))
    if agents:
        for k in range(2):
            fold_in_long(chain, np.int64(g["agent_key"][k]))
        fold_in_long(chain, np.int64(g["agent_count"]))
    hash_table(g, chain)
    for event in range(N_LISTEN):
        fold_in(chain, np.int64(g["listen"][event]))
    hash_cards(g, chain, np.int64(NONE))
    hash_waiting(g, chain, np.int64(NONE))
    return (chain[0] & (MASK >> 1)) << 32 | chain[1]


@kernel(i8, G, i8)
def hash_known(g, viewers):
    """Return the hash of what these players (bits) could know: all but unknown faces, who listens (hands do), and keys."""
    chain = np.zeros(2, np.int64)
    hash_table(g, chain)
    hash_cards(g, chain, viewers)
    hash_waiting(g, chain, viewers)
    return (chain[0] & (MASK >> 1)) << 32 | chain[1]


@kernel(i8, GAMES, i8, i8)
def hash_row(games, i, agents):
    """Return the hash of game i."""
    return hash_game(games[i], agents)


def state_hash(game: object, i: int = 0, agents: bool = True) -> int:
    """Return one number, 0 to 2**63 - 1, for all live fields of a game; `agents=False`: but the agents' generator."""
    return int(hash_row(copy_of(game, i), 0, int(agents)))
