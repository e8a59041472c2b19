"""Kernels that only tests use, and tables for them: random games under watch, compiled or plain."""

import numpy as np

from lotrsim.checks import errors_of
from lotrsim.effects.frames import push
from lotrsim.hashing import hash_game, hash_known
from lotrsim.ids import (
    FAULTED,
    FRAME_EFFECT,
    FRAME_SETUP,
    HERO,
    KIND,
    NONE,
    PASS,
    PLAYING,
    ROUND_LIMIT,
    SETUP_PHASE,
)
from lotrsim.kernel import GAMES, TABLES_ARRAY, G, T, b1, i8, kernel, void
from lotrsim.knowledge import is_unknown
from lotrsim.rng import agent_below, reseed_engine, seed_game
from lotrsim.rules.flow import advance_one, take
from lotrsim.rules.zones import recount_listeners
from lotrsim.view import deal_all_unknown, determinize_game

MERCIFUL_ROUNDS, MERCIFUL_THREAT = 12, 20
FAULT = 1 << 40  # beyond the flags of broken invariants


@kernel(void, G, T, i8, i8)
def begin(g, t, seed, index):
    """Seed a laid-out game without taking a step, unlike `start_game`."""
    seed_game(g, seed, index)
    recount_listeners(g, t)
    push(g, FRAME_SETUP)


@kernel(void, G, T)
def be_merciful(g, t):
    """By no rule: threat and heroes' damage stay low for the first rounds, and now and then the stage has its points."""
    for p in range(np.int64(g["n_players"])):
        if not g["eliminated"][p]:
            g["threat"][p] = min(np.int64(g["threat"][p]), MERCIFUL_THREAT)
    for card in range(np.int64(g["n_cards"])):
        if t["type"][g["face"][card]] == HERO:
            g["damage"][card] = min(np.int64(g["damage"][card]), 1)
    if g["stage"] != NONE and agent_below(g, np.int64(60)) == 0:
        points = np.int64(t["quest_points"][g["face"][g["stage"]]])
        g["quest_progress"] = max(np.int64(g["quest_progress"]), points)
        g["check"] = 1


@kernel(void, G, T, i8)
def take_random(g, t, style):
    """Take one of the legal actions, drawn with the agents' generator.

    `style` leads where random play alone seldom comes: 1 passes only once in four times, 2 is treated with mercy, 3 both.
    """
    n = np.int64(g["n_legal"])
    if style & 1 and g["legal"][n - 1] == PASS and agent_below(g, np.int64(4)):
        n -= 1
    action = np.int64(g["legal"][agent_below(g, n)])
    if style & 2 and g["round_no"] < MERCIFUL_ROUNDS:
        be_merciful(g, t)
    g["n_decisions"] += 1
    take(g, action)


@kernel(i8, GAMES, TABLES_ARRAY, i8, i8, i8, i8, i8[::1])
def first_errors(games, tables, seed, first, last, most, report):
    """Play games first..last-1 of a seed under watch, each from the template in games[0] in the scratch games[1].

    Every step is checked; a game is left after `most` steps. Returns how many states were checked. `report`: flags, game, step
    of the first error (flags 0: none; FAULT: a fault of the engine), and how many games came to the round limit.
    """
    t = tables[0]
    checked = 0
    for index in range(first, last):
        games[1:2] = games[0:1]
        g = games[1]
        begin(g, t, seed, np.int64(index))
        step = 0
        while g["outcome"] == PLAYING and step < most:
            step += 1
            if g["n_legal"] > 0:
                take_random(g, t, index & 3)
            else:
                advance_one(g, t)
            checked += 1
            flags = errors_of(g, t)
            if flags == 0 and g["outcome"] == FAULTED:
                flags = np.int64(FAULT)
            if flags:
                report[0], report[1], report[2] = flags, index, step
                return np.int64(checked)
        if g["outcome"] == ROUND_LIMIT:
            report[3] += 1
    return np.int64(checked)


@kernel(void, G, G, i8)
def deal_twin(before, after, viewers):
    """Deal anew, in the game before a step, what these players (bits) know neither before nor after the step."""
    n = np.int64(before["n_cards"])
    known = np.empty(n, np.int64)
    for card in range(n):
        known[card] = before["known_by"][card]
        if not is_unknown(after, np.int64(card), viewers):
            before["known_by"][card] |= viewers
    deal_all_unknown(before, viewers)
    for card in range(n):
        before["known_by"][card] = known[card]


@kernel(b1, G, G)
def searches(before, after):
    """The step looked through a deck and shuffled it, or is part of stage 1A's search: there hidden cards decide by rule."""
    if before["n_frames"] == 0 or before["frames"][before["n_frames"] - 1, KIND] != FRAME_EFFECT:
        return False
    return before["phase"] == SETUP_PHASE or before["n_shuffles"] != after["n_shuffles"]


@kernel(b1, G, G)
def asks_the_same(g, h):
    """The same decision is pending in two games: kind, player, options."""
    if g["decision"] != h["decision"] or g["decider"] != h["decider"] or g["n_legal"] != h["n_legal"]:
        return False
    for i in range(np.int64(g["n_legal"])):
        if g["legal"][i] != h["legal"][i]:
            return False
    return True


@kernel(i8, GAMES, TABLES_ARRAY, i8, b1)
def leaks(games, tables, salt, fully):
    """Game 1 takes a step, its twin in games[2] with other hidden faces too; 1 if what the team can know then differs.

    Where the step draws no number the twin's generator and shuffles are replaced as well. Unless `fully`, only steps that
    end with a question are compared, and only the question.
    """
    g, twin, t = games[1], games[2], tables[0]
    games[2:3] = games[1:2]
    advance_one(g, t)
    if searches(twin, g) or (g["n_legal"] == 0 and not fully):
        return np.int64(0)
    everybody = np.int64((1 << np.int64(g["n_players"])) - 1)
    games[3:4] = games[2:3]
    reseed_engine(twin, salt, np.int64(g["n_decisions"]))
    deal_twin(twin, g, everybody)
    if games[3]["rng_count"] != g["rng_count"] or games[3]["n_shuffles"] != g["n_shuffles"]:
        twin["rng_count"] = games[3]["rng_count"]
        for k in range(2):
            twin["rng_key"][k] = games[3]["rng_key"][k]
            twin["shuffle_key"][k] = games[3]["shuffle_key"][k]
    advance_one(twin, t)
    if not fully:
        return np.int64(not asks_the_same(twin, g))
    return np.int64(hash_known(twin, everybody) != hash_known(g, everybody))


@kernel(i8, GAMES, TABLES_ARRAY, i8)
def worlds_differ(games, tables, salt):
    """1 if a world sampled for the team, or for the decider alone, breaks an invariant or differs in what they know.

    2 if a world sampled from that world is not the one that is sampled from the game with the same seed.
    """
    g, world, again, t = games[1], games[2], games[3], tables[0]
    for viewers in ((1 << np.int64(g["n_players"])) - 1, 1 << np.int64(g["decider"])):
        games[2:3] = games[1:2]
        determinize_game(world, t, salt, np.int64(g["n_decisions"]), np.int64(viewers))
        if errors_of(world, t) or hash_known(world, np.int64(viewers)) != hash_known(g, np.int64(viewers)):
            return np.int64(1)
        games[3:4] = games[2:3]
        determinize_game(again, t, salt + 1, np.int64(g["n_decisions"]), np.int64(viewers))
        determinize_game(again, t, salt, np.int64(g["n_decisions"]), np.int64(viewers))
        if hash_game(again, np.int64(1)) != hash_game(world, np.int64(1)):
            return np.int64(2)
    return np.int64(0)


@kernel(i8, GAMES, TABLES_ARRAY, i8, i8, i8, i8, i8, i8[::1])
def first_leak(games, tables, seed, first, last, most, every, report):
    """Play games first..last-1 of a seed, at most so many steps, each from the template in games[0]; 1..3 are scratch.

    In every `every`-th game all that is known is compared after each step, in the others only what is asked.

    Returns the number of decisions. `report`: 1 for a step that tells of hidden cards, 2 for a sampled world that differs
    in what is known, 3 for one that tells of hidden cards; game, step of the first (0: none).
    """
    t = tables[0]
    decisions = 0
    for index in range(first, last):
        games[1:2] = games[0:1]
        g = games[1]
        begin(g, t, seed, np.int64(index))
        step = 0
        fully = index % every == 0
        while g["outcome"] == PLAYING and step < most:
            step += 1
            found = np.int64(0)
            if g["n_legal"] > 0:
                if fully:
                    found = worlds_differ(games, tables, seed + 1)
                    if found:
                        found += 1
                take_random(g, t, index & 3)
                decisions += 1
            else:
                found = leaks(games, tables, seed + 1, fully)
            if found:
                report[0], report[1], report[2] = found, index, step
                return np.int64(decisions)
    return np.int64(decisions)
