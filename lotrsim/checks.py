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

from lotrsim.broken import (
    ATTACKS,
    DEAD_SLOTS,
    DECISION,
    ELIMINATED_CARDS,
    ERRORS,
    HOSTS,
    LISTENERS,
    LISTS,
    OUTCOME,
    PLAYERS_ALIVE,
    SETS,
    STACK,
    THREAT_BOUNDS,
)
from lotrsim.cards.tables import tables as all_tables
from lotrsim.errors import BadValue
from lotrsim.hashing import hash_game
from lotrsim.ids import (
    D_NONE,
    DECK,
    ENGAGED,
    FAULTED,
    FRAME_ATTACK,
    FRAME_ROUND,
    FRAME_SETUP,
    FRAME_STRIKE,
    HAND,
    KIND,
    MAX_ATTACKS,
    MAX_CARDS,
    MAX_DELAYED,
    MAX_FRAMES,
    MAX_GUARDED,
    MAX_LASTING,
    MAX_LEGAL,
    MAX_PLAYERS,
    N_LISTEN,
    N_SLOTS,
    NO_FAULT,
    NO_HERO_LEFT,
    NONE,
    OTHER,
    PLAY,
    PLAYING,
    SET,
    THREAT_LIMIT,
)
from lotrsim.kernel import GAMES, TABLES_ARRAY, G, T, i8, kernel
from lotrsim.placement import card_errors, dead_errors, guard_errors, list_errors, place_errors
from lotrsim.ranges import counts_fit, range_errors
from lotrsim.rules.zones import recount_listeners
from lotrsim.state import GAME


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
            if g["eliminated"][p] > NO_HERO_LEFT or g["eliminated"][p] < 0 or threat != THREAT_LIMIT:
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
    for i in range(np.int64(g["n_guarded"]), MAX_GUARDED):
        used |= np.int64(g["guarded"][i]) | np.int64(g["guard"][i])
    for i in range(np.int64(g["n_delayed"]), MAX_DELAYED):
        for column in range(6):
            used |= np.int64(g["delayed"][i, column])
    for k in range(np.int64(g["n_frames"]), MAX_FRAMES):
        for slot in range(N_SLOTS):
            used |= np.int64(g["frames"][k, slot])
    for i in range(np.int64(g["n_legal"]), MAX_LEGAL):
        used |= np.int64(g["legal"][i])
    return np.int64(DEAD_SLOTS if used != 0 else 0)


# ---------------------------------------------------------------- all of it


@kernel(i8, G, T)
def errors_of(g, t):
    """Return the flags of all that is wrong with a game, 0 if nothing is; the game is left as it is."""
    flags = range_errors(g, t)
    if flags:
        return flags
    flags = list_errors(g) | place_errors(g, t)
    if flags & (LISTS | HOSTS):
        return flags
    flags |= card_errors(g, t) | dead_errors(g, t) | guard_errors(g, t) | player_errors(g) | listener_errors(g, t)
    return flags | stack_errors(g) | decision_errors(g) | slot_errors(g)


@kernel(i8, GAMES, i8, TABLES_ARRAY)
def check_game(games, i, tables):
    """Return the flags of game i."""
    return errors_of(games[i], tables[0])


def state_errors(game: object, i: int = 0) -> int:
    """Return a flag for each invariant that a game breaks, 0 if it breaks none; `game`: a Game, an array, a record."""
    return int(check_game(copy_of(game, i), 0, all_tables()))


@kernel(i8, GAMES, i8, i8)
def hash_row(games, i, agents):
    """Return the hash of game i, NONE if its counts are larger than the record."""
    if counts_fit(games[i]) == 0:
        return np.int64(NONE)
    return hash_game(games[i], agents)


def state_hash(game: object, i: int = 0, agents: bool = True) -> int:
    """Return one number, 0 to 2**63 - 1, for all live fields of a game; `agents=False`: but the agents' generator."""
    number = int(hash_row(copy_of(game, i), 0, int(agents)))
    if number == NONE:
        raise BadValue(f"this is no game: {ERRORS['bad_counts']}")
    return number
