"""What a search says about a position, for people: a row an option, and the line of play that it expects.

The search is the agent's own, with the same seeds, so the first row is what the agent would play with a new memory. Several
trees ("mcts:500@4") can be grown by several workers; they change nothing but the time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from numbers import Integral
from typing import TYPE_CHECKING, Any

import numpy as np

from lotrsim.agents import search
from lotrsim.agents.base import Agent, fill_memory, get
from lotrsim.agents.search.flat import search_flat, try_option
from lotrsim.agents.search.layout import FLAT, P_HORIZON, P_METHOD, P_ROOTS, P_SIMULATIONS, nodes_of, search_of
from lotrsim.agents.search.tree import (
    ROOT,
    begin_tree,
    clear_answer,
    collect,
    find_children,
    grow,
    most_visited,
    name_options,
    new_seed,
)
from lotrsim.checks import copy_of
from lotrsim.errors import BadValue, shown
from lotrsim.ids import NONE, PLAYING
from lotrsim.knowledge import everybody, is_unknown
from lotrsim.rules.flow import apply
from lotrsim.start import tables
from lotrsim.state import MEMORY
from lotrsim.view import determinize_row

if TYPE_CHECKING:
    import pandas as pd

CHUNK = 64  # simulations after which time and progress are looked at
SCORED = 100  # playouts to the end of the game for each option, for its score
LONGEST_LINE, LEAST_VISITS = 6, 8  # of the expected line of play
COLUMNS = ["option", "action", "win_probability", "ci_low", "ci_high", "expected_score", "visits", "line"]
Progress = Callable[[float], object]


def advise(game: Any, agent: Any = "mcts:2000", workers: int = 1, progress: Progress | None = None) -> pd.DataFrame:
    """What an agent that searches thinks of the options of the pending decision: a DataFrame, the best option first.

    Columns: the option in words and its action number; `win_probability` with its 95% interval (`ci_low`, `ci_high`: Wilson's,
    for the sampling alone, not for how well the agent judges); `expected_score` of a win when the heuristic plays on from
    there (NaN where it never won); `visits`, the simulations spent on it; `line`, what is expected to be chosen next, up to
    where a card is revealed. The agent may have a time budget, "mcts:2s". `workers` are threads for the trees of
    "mcts:N@R". `progress` is called with the share that is done. The game is not changed.

    Raises BadValue where the game is over or the agent does not search.
    """
    searcher = check(game, agent)
    if isinstance(workers, bool) or not isinstance(workers, Integral) or workers < 1:
        raise BadValue(f"workers must be a whole number from 1, not {shown(workers)}")
    games = copy_of(game)
    memories, best = _searched(games, searcher, int(workers), progress or (lambda share: None))
    return _frame(games, memories, best)


def check(game: Any, agent: Any) -> Agent:
    """The agent that is asked at the pending decision; BadValue where there is nothing to ask, or nobody."""
    games = copy_of(game)
    if games[0]["outcome"] != PLAYING:
        raise BadValue("the game is over: there is nothing to decide")
    team = get(agent, timed=True)
    team.check_seats(int(games[0]["n_players"]))
    return searching(team.seat(int(games[0]["decider"])))


def searching(agent: Agent) -> Agent:
    """The agent, if it searches; BadValue says who does."""
    if agent.choose is not search.choose:
        raise BadValue(f"advice needs an agent that searches, such as mcts:2000 or flat-mc:2000, not {shown(agent.id)}")
    return agent


def _memory(agent: Agent) -> np.ndarray:
    """New memory of one seat."""
    memory = np.zeros(agent.elements, MEMORY)
    fill_memory(agent, memory)
    return memory


def _searched(games: np.ndarray, agent: Agent, workers: int, progress: Progress) -> tuple[list[np.ndarray], int]:
    """The memories after the search, all answers added in the first one, and the option that is best."""
    memory = _memory(agent)
    if memory[0]["parameters"][P_METHOD] == FLAT:
        best = search_flat(games, 0, tables(), memory)
        progress(1.0)
        return [memory], int(best)
    roots = int(memory[0]["parameters"][P_ROOTS])
    memories = [memory, *(_memory(agent) for _ in range(roots - 1))]
    for each in memories:
        begin_tree(games, 0, each, new_seed(games[0]))
    _grow_all(games, memories, agent.seconds, workers, progress)
    for each in memories:
        collect(games, 0, each)
    answer = search_of(memory)[0]
    for each in memories[1:]:
        for field in ("visits", "total", "wins", "score"):
            answer[field] += search_of(each)[0][field]
    return memories, int(most_visited(games, 0, tables(), memory))


def _grow_all(games: np.ndarray, memories: list[np.ndarray], seconds: float, workers: int, progress: Progress) -> None:
    """Grow every tree to its number of simulations, or for its share of the time."""
    done = [0.0] * len(memories)
    waves = -(-len(memories) // max(workers, 1))  # of trees grown at the same time

    def one(k: int) -> Iterator[float]:
        n, grown, start = int(memories[k][0]["parameters"][P_SIMULATIONS]), 0, time.monotonic()
        share = 0.0
        while grown < n and share < 1.0:
            step = min(CHUNK, n - grown)
            grow(games, 0, tables(), memories[k], step)
            grown += step
            share = (time.monotonic() - start) * waves / seconds if seconds else grown / n
            yield min(share, 1.0)

    def run(k: int) -> None:
        for share in one(k):
            done[k] = share
            progress(sum(done) / len(done))

    with ThreadPoolExecutor(max(workers, 1)) as pool:
        for future in [pool.submit(run, k) for k in range(len(memories))]:
            future.result()


def _frame(games: np.ndarray, memories: list[np.ndarray], best: int) -> pd.DataFrame:
    """The table, the best option first, then by visits."""
    import pandas as pd
    from statsmodels.stats.proportion import proportion_confint

    from lotrsim.text import options_of

    answer = search_of(memories[0])[0]
    options = options_of(games[0])
    found = {field: answer[field][: len(options)].astype(float) for field in ("visits", "wins")}
    lines = [_line(games, memories[0], k) for k in range(len(options))]
    scores = _scores(games, memories[0], len(options))
    rows = []
    for k, option in enumerate(options):
        visits, wins = found["visits"][k], found["wins"][k]
        low, high = proportion_confint(wins, visits, method="wilson") if visits else (np.nan, np.nan)
        mean = wins / visits if visits else np.nan
        rows.append((option.text, option.action, mean, low, high, scores[k], int(visits), lines[k]))
    order = sorted(range(len(rows)), key=lambda k: (k != best, -rows[k][6]))
    return pd.DataFrame([rows[k] for k in order], columns=COLUMNS)


def _scores(games: np.ndarray, memory: np.ndarray, n: int) -> list[float]:
    """The mean score of won playouts for every option, all in the same worlds; NaN where none is won."""
    clear_answer(memory)
    memory[0]["parameters"][P_HORIZON] = 0
    s = search_of(memory)[0]
    for k in range(n):
        for world in range(SCORED):
            s["iterations"] = world
            try_option(games, 0, tables(), memory, k)
    return [float(s["score"][k] / s["wins"][k]) if s["wins"][k] else np.nan for k in range(n)]


def _line(games: np.ndarray, memory: np.ndarray, k: int) -> str:
    """What the tree expects to be chosen after option k, in one of its worlds."""
    from lotrsim.text import options_of

    s, nodes = search_of(memory)[0], nodes_of(memory)
    if memory[0]["parameters"][P_METHOD] == FLAT:
        return ""
    world, node = games.copy(), ROOT
    words: list[str] = []
    determinize_row(world, 0, tables(), int(s["seed"]), 0, everybody(games[0]))
    hidden = s["hidden"].copy()
    for _ in range(LONGEST_LINE):
        name_options(world[0], s)
        find_children(world[0], s, nodes, node)
        n = int(world[0]["n_legal"])
        children = s["children"][:n].tolist()
        visits = [int(nodes[child]["visits"]) if child != NONE else 0 for child in children]
        chosen = int(np.argmax(visits)) if words or node != ROOT else k
        if visits[chosen] < LEAST_VISITS and node != ROOT:
            break
        if node != ROOT:
            words.append(options_of(world[0])[chosen].text)
        if children[chosen] == NONE:
            break
        node = children[chosen]
        apply(world, 0, tables(), int(world[0]["legal"][chosen]))
        if world[0]["outcome"] != PLAYING or _revealed(world[0], hidden):
            break
    return "; ".join(words)


def _revealed(g: np.void, hidden: np.ndarray) -> bool:
    """A card is known that was not."""
    return any(hidden[card] and not is_unknown(g, card, everybody(g)) for card in range(int(g["n_cards"])))


__all__ = ["advise", "check", "searching"]
