"""Playing games: batches as arrays, compiled loops from the first decision to the end, one step of many games.

Rows are independent: a game gives the same result alone or in a batch, and for any number of workers. Workers are threads
over ranges of rows; compiled code does not hold the interpreter's lock.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from numbers import Integral
from typing import Any

import numpy as np
from numba import types

from lotrsim import decks as deck_list
from lotrsim import scenarios
from lotrsim.agents import base
from lotrsim.errors import BadValue, IllegalAction, shown
from lotrsim.ids import MAX_PLAYERS, N_ACTIONS, NONE, PLAYING
from lotrsim.kernel import GAMES, MEMORY_ARRAY, POLICY, TABLES_ARRAY, b1, i8, kernel, void
from lotrsim.result import RESULTS, fill_result
from lotrsim.rules.flow import advance, apply, is_legal
from lotrsim.start import start_game, start_games, tables, template
from lotrsim.state import GAME, RESULT

ACTIONS = types.Array(i8, 1, "C")
MASKS = types.Array(b1, 2, "C")
CHUNK = 64  # games after which a worker reports what it has done
LARGEST_SEED = 2**63 - 1
Progress = Callable[[int], object]


# ---------------------------------------------------------------- compiled loops


@kernel(void, MEMORY_ARRAY)
def begin_game(memory):
    """Tell every seat that a new game begins."""
    n = len(memory) // MAX_PLAYERS  # elements a seat
    for p in range(MAX_PLAYERS):
        memory[p * n]["new_game"] = 1


@kernel(i8, GAMES, i8, TABLES_ARRAY, POLICY, POLICY, POLICY, POLICY, MEMORY_ARRAY)
def answer_of(games, i, tables, policy0, policy1, policy2, policy3, memory):
    """The action of the seat that decides, by its policy."""
    n = len(memory) // MAX_PLAYERS
    seat = np.int64(games[i]["decider"])
    own = memory[seat * n : (seat + 1) * n]
    if seat == 0:
        return policy0(games, i, tables, own)
    if seat == 1:
        return policy1(games, i, tables, own)
    if seat == 2:
        return policy2(games, i, tables, own)
    return policy3(games, i, tables, own)


@kernel(b1, GAMES, i8, TABLES_ARRAY, POLICY, POLICY, POLICY, POLICY, MEMORY_ARRAY)
def play_one(games, i, tables, policy0, policy1, policy2, policy3, memory):
    """Play game i to its end, each seat by its policy; False, and the game waits, when one answers an illegal action."""
    begin_game(memory)
    if games[i]["n_legal"] == 0:
        advance(games, i, tables)
    while games[i]["outcome"] == PLAYING:
        action = answer_of(games, i, tables, policy0, policy1, policy2, policy3, memory)
        if not apply(games, i, tables, action):
            return False
    return True


@kernel(i8, GAMES, i8, i8, TABLES_ARRAY, POLICY, POLICY, POLICY, POLICY, MEMORY_ARRAY, RESULTS)
def play_games(games, first, last, tables, policy0, policy1, policy2, policy3, memory, results):
    """Play games first..last-1 and note their results; return the first game where a policy answered badly, or NONE."""
    bad = np.int64(NONE)
    for i in range(first, last):
        if not play_one(games, np.int64(i), tables, policy0, policy1, policy2, policy3, memory) and bad == NONE:
            bad = np.int64(i)
        fill_result(games[i], tables[0], results, np.int64(i))
    return bad


@kernel(i8, GAMES, GAMES, i8, i8, i8, TABLES_ARRAY, POLICY, POLICY, POLICY, POLICY, MEMORY_ARRAY, RESULTS, i8)
def play_seeds(
    layout, block, seed, first, last, tables, policy0, policy1, policy2, policy3, memory, results, place
):
    """Set up and play games first..last-1 of a seed in one record; results go to `place` on. Return as `play_games`.

    `layout` is the table before setup, `block` one record to play in: it stays hot, and nothing is allocated.
    """
    bad = np.int64(NONE)
    for index in range(first, last):
        block[0] = layout[0]
        start_game(block[0], tables[0], seed, np.int64(index))
        if not play_one(block, np.int64(0), tables, policy0, policy1, policy2, policy3, memory) and bad == NONE:
            bad = np.int64(index)
        fill_result(block[0], tables[0], results, place + (index - first))
    return bad


@kernel(i8, GAMES, ACTIONS)
def first_illegal(games, actions):
    """Return the first game whose action is not legal, or NONE; a game that is over takes only NONE."""
    for i in range(len(games)):
        if games[i]["outcome"] == PLAYING:
            if not is_legal(games[i], actions[i]):
                return np.int64(i)
        elif actions[i] != NONE:
            return np.int64(i)
    return np.int64(NONE)


@kernel(void, GAMES, TABLES_ARRAY, ACTIONS)
def step_games(games, tables, actions):
    """Take one action, known to be legal, in every game that is not over."""
    for i in range(len(games)):
        if games[i]["outcome"] == PLAYING:
            apply(games, np.int64(i), tables, actions[i])


@kernel(void, GAMES, MASKS)
def fill_mask(games, mask):
    """Mark the legal actions of every game in an array of False."""
    for i in range(len(games)):
        for j in range(np.int64(games[i]["n_legal"])):
            mask[i, games[i]["legal"][j]] = True


# ---------------------------------------------------------------- from Python


def lay_out(scenario: Any, decks: Any, difficulty: str = "standard") -> np.ndarray:
    """The table before setup, one record: a scenario and a team of decks, by id or as objects."""
    entry = scenarios.get(scenario) if isinstance(scenario, str) else scenario
    return template(entry, deck_list.team(decks), difficulty)


def new_games(
    n: int, scenario: Any, decks: Any, seed: int = 0, difficulty: str = "standard", first: int = 0
) -> np.ndarray:
    """n games, each at its first decision; game k has the number first + k of the seed, whatever n is."""
    n, first = whole(n, "the number of games"), whole(first, "the number of the first game")
    games = np.repeat(lay_out(scenario, decks, difficulty), n)
    start_games(games, 0, n, tables(), whole(seed, "a seed"), first)
    return games


def play(
    games: np.ndarray, agent: Any = "heuristic", workers: int = 1, progress: Progress | None = None
) -> np.ndarray:
    """Play games to their end, in place; return an array of results, one a game.

    `agent`: an id, "a+b" for an agent a seat, or a plain Python agent. `workers`: threads, -1 for one a core; they change
    nothing but the time. `progress` is called with the number of games done so far.
    """
    games = checked(games)
    team = base.get(agent)
    for n_players in np.unique(games["n_players"]):
        team.check_seats(int(n_players))
    results, memories = np.zeros(len(games), RESULT), Memories()

    def part(first: int, last: int) -> int:
        if not team.compiled:
            return _play_python(games, first, last, team, results)
        return play_games(games, first, last, tables(), *team.policies(), memories.of(team), results)

    in_parts(part, 0, len(games), workers, progress, team)
    return results


def play_many(
    n: int, scenario: Any, decks: Any, agent: Any = "heuristic", seed: int = 0, difficulty: str = "standard",
    first: int = 0, workers: int = 1, progress: Progress | None = None,
) -> np.ndarray:  # fmt: skip
    """Set up and play games first..first+n-1 of a seed; return their results. Keeps one record a worker, no batch."""
    n, first, seed = whole(n, "the number of games"), whole(first, "the number of the first game"), whole(seed, "a seed")
    layout = lay_out(scenario, decks, difficulty)
    team = base.get(agent)
    team.check_seats(int(layout[0]["n_players"]))
    results, memories = np.zeros(n, RESULT), Memories()

    def part(begin: int, end: int) -> int:
        if team.compiled:
            numbers = first + begin, first + end
            block, memory = np.empty(1, GAME), memories.of(team)
            return play_seeds(layout, block, seed, *numbers, tables(), *team.policies(), memory, results, begin)
        games = np.repeat(layout, end - begin)
        start_games(games, 0, end - begin, tables(), seed, first + begin)
        bad = _play_python(games, 0, end - begin, team, results[begin:end])
        return bad if bad == NONE else first + begin + bad

    in_parts(part, 0, n, workers, progress, team)
    return results


def step(games: np.ndarray, actions: Any) -> None:
    """Take one action in every game (-1 in one that is over); an illegal one is refused and nothing at all is changed."""
    games = checked(games)
    given = np.asarray(actions)
    if given.shape != games.shape or given.dtype.kind not in "iu":
        raise BadValue(f"{len(games)} games need an array of as many whole numbers as actions, not {shown(actions)}")
    taken = np.ascontiguousarray(given, np.int64)
    bad = first_illegal(games, taken)
    if bad != NONE:
        raise IllegalAction(f"game {bad}: {said(games[bad], int(taken[bad]))}")
    step_games(games, tables(), taken)


def legal_mask(games: np.ndarray) -> np.ndarray:
    """Which actions are legal, bool [n, N_ACTIONS]; no action in a game that is over."""
    games = checked(games, to_change=False)
    games = games if games.flags.writeable else games.copy()  # kernels take no other
    mask = np.zeros((len(games), N_ACTIONS), np.bool_)
    fill_mask(games, mask)
    return mask


def checked(games: Any, to_change: bool = True) -> np.ndarray:
    """The array, if kernels can take it: a structured array of games, one dimension, in one piece."""
    if not isinstance(games, np.ndarray) or games.dtype != GAME or games.ndim != 1:
        what = f"{games.dtype} {games.shape}" if isinstance(games, np.ndarray) else type(games).__name__
        raise BadValue(f"games must be a one-dimensional array of dtype GAME, as new_games makes it, not {shown(what)}")
    if not games.flags.c_contiguous or (to_change and not games.flags.writeable):
        raise BadValue("games must lie in one piece and be writable: take a copy of this selection first")
    return games


def said(g: np.void, action: int) -> str:
    """Why an action is illegal."""
    if g["outcome"] != PLAYING:
        return f"it is over and takes no action but -1, not {action}"
    return f"action {action} is not legal; legal are {g['legal'][: g['n_legal']].tolist()}"


def whole(number: Any, what: str) -> int:
    """A whole number that kernels can take."""
    if isinstance(number, bool) or not isinstance(number, Integral) or not 0 <= int(number) <= LARGEST_SEED:
        raise BadValue(f"{what} must be a whole number from 0 to 2**63 - 1, not {shown(number)}")
    return int(number)


class Memories(threading.local):
    """A worker's memory, made once a thread."""

    def of(self, team: base.Team) -> np.ndarray:
        """The memory with the agents' settings."""
        if not hasattr(self, "memory"):
            self.memory = team.memory()
        return self.memory


def _play_python(games: np.ndarray, first: int, last: int, team: base.Team, results: np.ndarray) -> int:
    """Play with at least one plain Python agent: a decision at a time."""
    memory, made = team.memory(), tables()
    for i in range(first, last):
        memory["new_game"] = 1
        if games[i]["n_legal"] == 0:
            advance(games, i, made)
        while games[i]["outcome"] == PLAYING:
            seat = int(games[i]["decider"])
            action = base.answer(team.seat(seat), games, i, made, base.own(memory, seat))
            if not apply(games, i, made, action):
                raise IllegalAction(f"game {i}: {team.seat(seat).id}: {said(games[i], action)}")
        fill_result(games[i], made[0], results, i)
    return NONE


def in_parts(
    part: Callable[[int, int], int], first: int, last: int, workers: int, progress: Progress | None, team: base.Team
) -> None:
    """Run ranges of games in threads; report what is done; name the first game that a policy answered badly."""
    if isinstance(workers, bool) or not isinstance(workers, Integral) or (workers < 1 and workers != -1):
        raise BadValue(f"workers must be a whole number from 1, or -1 for all cores, not {shown(workers)}")
    threads = int(workers) if workers > 0 else os.cpu_count() or 1
    bad = [found for found in _ran(part, first, last, threads if team.compiled else 1, progress) if found != NONE]
    if bad:
        raise IllegalAction(f"game {min(bad)}: {team.id} answered with an action that is not legal")


def _ran(
    part: Callable[[int, int], int], first: int, last: int, threads: int, progress: Progress | None
) -> Iterator[int]:
    """What the parts return, as they are done."""
    ranges = [(k, min(k + CHUNK, last)) for k in range(first, last, CHUNK)]
    done = 0
    if threads == 1 or len(ranges) <= 1:
        for begin, end in ranges:
            yield part(begin, end)
            done += end - begin
            if progress:
                progress(done)
        return
    with ThreadPoolExecutor(min(threads, len(ranges))) as pool:
        running = {pool.submit(part, *each): each for each in ranges}
        try:
            for future in as_completed(running):
                yield future.result()
                done += running[future][1] - running[future][0]
                if progress:
                    progress(done)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


assert MAX_PLAYERS == 4  # answer_of names every seat

__all__ = ["checked", "legal_mask", "new_games", "play", "play_games", "play_many", "play_seeds", "step"]
