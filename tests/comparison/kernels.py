"""The compiled engine as a plain state, and its steps counted: kernels that only the comparison uses."""

import numpy as np

from lotrsim.checks import errors_of
from lotrsim.effects.frames import push
from lotrsim.ids import (
    CANNOT_ATTACK,
    COMMITTED,
    EXHAUSTED,
    FACEDOWN,
    FOR_ATTACK,
    FRAME_ROUND,
    FRAME_SETUP,
    HAS_ATTACKED,
    KIND,
    NO_THREAT,
    NONE,
    ON_DECK,
    ON_SET,
    PLAYING,
    ROLE_DEFENDER,
    STEP,
    WAS_ATTACKED_BY,
)
from lotrsim.kernel import GAMES, TABLES_ARRAY, G, b1, i8, kernel, void
from lotrsim.rng import seed_game
from lotrsim.rules.flow import N_ROUND_STEPS, advance_one, is_legal, take
from lotrsim.rules.zones import recount_listeners

NUMBERS, COUNTS = i8[::1], i8[:, ::1]
ZONES = 31


@kernel(i8, G)
def round_step(g):
    """The row of the round's table that runs; NONE in setup and after the end."""
    if g["outcome"] != PLAYING or g["n_frames"] == 0 or g["frames"][0, KIND] != FRAME_ROUND:
        return np.int64(NONE)
    return (np.int64(g["frames"][0, STEP]) + N_ROUND_STEPS - 1) % N_ROUND_STEPS


@kernel(i8, G, NUMBERS)
def write_header(g, out):
    """HEADER, players, legal actions; return the length."""
    out[0], out[1], out[2], out[3] = g["n_players"], g["n_cards"], g["difficulty"], g["first_player"]
    out[4], out[5], out[6] = g["round_no"], g["phase"], round_step(g)
    out[7], out[8], out[9] = g["outcome"], g["fault"], g["n_decisions"]
    out[10], out[11], out[12], out[13] = g["n_shuffles"], g["rng_count"], g["stage"], g["quest_progress"]
    out[14], out[15], out[16] = g["next_stage"], g["any_defenders"], g["staging_bonus"]
    out[17], out[18], out[19] = g["allies_played"], g["decision"], g["decider"]
    k = 20
    for p in range(np.int64(g["n_players"])):
        out[k] = g["threat"][p]
        out[k + g["n_players"]] = g["eliminated"][p]
        k += 1
    k += np.int64(g["n_players"])
    out[k] = g["n_legal"]
    k += 1
    for j in range(np.int64(g["n_legal"])):
        out[k] = g["legal"][j]
        k += 1
    return k


@kernel(i8, G, NUMBERS, i8)
def write_cards(g, out, k):
    """CARD for each instance, progress of the quest on its card; return the length."""
    start = k
    for c in range(np.int64(g["n_cards"])):
        flags = np.int64(g["flags"][c])
        out[k], out[k + 1], out[k + 2], out[k + 3] = g["face"][c], g["copy_no"][c], g["owner"][c], g["controller"][c]
        out[k + 4], out[k + 6], out[k + 7] = g["zone"][c], g["damage"][c], g["progress"][c]
        out[k + 5] = max(ON_DECK - np.int64(g["host"][c]), NONE)
        out[k + 8] = g["resources"][c]
        out[k + 9] = 1 if flags & EXHAUSTED else 0
        out[k + 10] = 1 if flags & FACEDOWN else 0
        out[k + 11] = 1 if flags & COMMITTED else 0
        out[k + 12] = 1 if flags & HAS_ATTACKED else 0
        out[k + 13] = 1 if flags & NO_THREAT else 0
        out[k + 14] = flags // CANNOT_ATTACK & 15
        out[k + 15] = flags // WAS_ATTACKED_BY & 15
        out[k + 16] = g["known_by"][c]
        k += 17
    if g["stage"] != NONE:
        out[start + np.int64(g["stage"]) * 17 + 7] = g["quest_progress"]
    return k


@kernel(i8, G, NUMBERS, i8, i8)
def write_list(g, out, k, card):
    """A count, then the cards from this one on; return the length."""
    start = k
    k += 1
    while card != NONE:
        out[k] = card
        k += 1
        card = np.int64(g["next_card"][card])
    out[start] = k - start - 1
    return k


@kernel(i8, G, NUMBERS, i8)
def write_places(g, out, k):
    """The order of the zones, then what lies under cards; return the length."""
    for zone in range(ZONES):
        k = write_list(g, out, k, np.int64(g["zone_first"][zone]))
    start = k
    out[start] = 0
    k += 1
    for c in range(np.int64(g["n_cards"])):
        if g["under"][c] != NONE:
            out[start] += 1
            out[k] = c
            k = write_list(g, out, k + 1, np.int64(g["under"][c]))
    return k


@kernel(i8, G, NUMBERS, i8)
def write_states(g, out, k):
    """Roles in attacks, uses of limited abilities; return the length."""
    start = k
    out[start] = 0
    k += 1
    for c in range(np.int64(g["n_cards"])):
        roles = np.int64(g["roles"][c])
        if roles != 0:
            out[start] += 1
            out[k], out[k + 1], out[k + 2] = c, roles & (ROLE_DEFENDER - 1), roles // ROLE_DEFENDER
            k += 3
    start = k
    out[start] = 0
    k += 1
    for c in range(np.int64(g["n_cards"])):
        if g["used_round"][c] != 0 or g["used_phase"][c] != 0:
            out[start] += 1
            out[k], out[k + 1], out[k + 2] = c, g["used_round"][c], g["used_phase"][c]
            k += 3
    return k


@kernel(void, NUMBERS, i8, i8, i8)
def sort_groups(out, first, count, size):
    """Sort so many groups of numbers ascending, in place."""
    for j in range(1, count):
        i = j
        while i > 0:
            a, b = first + (i - 1) * size, first + i * size
            s = 0
            while s < size - 1 and out[a + s] == out[b + s]:
                s += 1
            if out[a + s] <= out[b + s]:
                break
            for s in range(size):
                out[a + s], out[b + s] = out[b + s], out[a + s]
            i -= 1


@kernel(i8, G, NUMBERS, i8, i8, i8)
def add_to_set(g, out, start, k, j):
    """Add the lasting effect j on a described set to the others of its statistic and end; return the length."""
    for i in range(start + 1, k, 4):
        if out[i] == ON_SET and out[i + 1] == g["lasting_stat"][j] and out[i + 3] == g["lasting_until"][j]:
            out[i + 2] += g["lasting_value"][j]
            return k
    out[k], out[k + 1], out[k + 2], out[k + 3] = ON_SET, g["lasting_stat"][j], g["lasting_value"][j], g["lasting_until"][j]
    return k + 4


@kernel(i8, G, NUMBERS, i8)
def write_effects(g, out, k):
    """Guards, lasting and delayed effects; return the length."""
    n = np.int64(g["n_guarded"])
    out[k] = n
    for j in range(n):
        out[k + 1 + 2 * j], out[k + 2 + 2 * j] = g["guarded"][j], g["guard"][j]
    sort_groups(out, k + 1, n, 2)
    k += 1 + 2 * n
    start = k
    k += 1
    for j in range(np.int64(g["n_lasting"])):
        if g["lasting_value"][j] != 0 and g["lasting_until"][j] < FOR_ATTACK:
            out[k] = g["lasting_card"][j]
            if out[k] <= ON_SET:
                k = add_to_set(g, out, start, k, j)
                continue
            out[k + 1], out[k + 2], out[k + 3] = g["lasting_stat"][j], g["lasting_value"][j], g["lasting_until"][j]
            k += 4
    out[start] = (k - start - 1) // 4
    sort_groups(out, start + 1, out[start], 4)
    n = np.int64(g["n_delayed"])
    out[k] = n
    k += 1
    for j in range(n):
        out[k], out[k + 1] = g["delayed"][j, 0], g["delayed"][j, 2]
        out[k + 2], out[k + 3] = g["delayed"][j, 3], g["delayed"][j, 4]
        k += 4
    return k


@kernel(i8, GAMES, i8, NUMBERS)
def flatten(games, i, out):
    """Write game i as a plain state; return its length. `out` must have room for it."""
    g = games[i]
    k = write_header(g, out)
    k = write_cards(g, out, k)
    k = write_places(g, out, k)
    k = write_states(g, out, k)
    return write_effects(g, out, k)


@kernel(i8, GAMES, i8, TABLES_ARRAY, NUMBERS)
def run_on(games, i, tables, taken):
    """Run game i to its next decision; note the single legal actions in `taken` as far as it has room; return their count."""
    g = games[i]
    n = np.int64(0)
    while advance_one(g, tables[0]):
        if g["answer"] != NONE:
            if n < len(taken):
                taken[n] = g["answer"]
            n += 1
    return n


@kernel(i8, GAMES, i8, TABLES_ARRAY, i8, i8, NUMBERS)
def begin(games, i, tables, seed, index, taken):
    """Seed a laid-out game and run its setup; return as `run_on`."""
    seed_game(games[i], seed, index)
    recount_listeners(games[i], tables[0])
    push(games[i], FRAME_SETUP)
    return run_on(games, i, tables, taken)


@kernel(i8, GAMES, i8, TABLES_ARRAY, i8, NUMBERS)
def take_and_run(games, i, tables, action, taken):
    """Take a legal action and run on; return as `run_on`, or NONE, and nothing changed, if it is not legal."""
    g = games[i]
    if g["outcome"] != PLAYING or not is_legal(g, action):
        return np.int64(NONE)
    g["n_decisions"] += 1
    take(g, action)
    return run_on(games, i, tables, taken)


@kernel(b1, GAMES, i8)
def is_between_steps(games, i):
    """Nothing waits but the round, whose next row is about to begin."""
    g = games[i]
    return g["n_frames"] == 1 and g["frames"][0, KIND] == FRAME_ROUND and g["n_legal"] == 0


@kernel(void, GAMES, TABLES_ARRAY, i8, COUNTS)
def count_tree(games, tables, depth, counts):
    """Count the nodes at each depth below games[0]: counts[d] = chance, decision, end. `games`: depth + 1 records."""
    places = np.zeros(depth + 1, np.int64)
    level = np.int64(0)
    while level >= 0:
        if level == depth or places[level] >= games[level]["n_legal"]:
            level -= 1
            continue
        action = np.int64(games[level]["legal"][places[level]])
        places[level] += 1
        games[level + 1 : level + 2] = games[level : level + 1]
        before, g = games[level], games[level + 1]
        take(g, action)
        while advance_one(g, tables[0]):
            pass
        level += 1
        places[level] = 0
        if g["outcome"] != PLAYING:
            counts[level, 2] += 1
        elif g["rng_count"] != before["rng_count"] or g["n_shuffles"] != before["n_shuffles"]:
            counts[level, 0] += 1
        else:
            counts[level, 1] += 1


@kernel(i8, GAMES, i8, TABLES_ARRAY, NUMBERS)
def watch_on(games, i, tables, broken):
    """As `run_on`, without noting; broken[0] collects the flags of all invariants that break at some step."""
    n = np.int64(0)
    broken[0] |= errors_of(games[i], tables[0])
    while advance_one(games[i], tables[0]):
        n += games[i]["answer"] != NONE
        broken[0] |= errors_of(games[i], tables[0])
    broken[0] |= errors_of(games[i], tables[0])
    return n
