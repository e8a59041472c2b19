"""Rows about tree search: simulations a second in the middle of games, in each scenario, and what a decision costs.

A simulation copies the game, deals the hidden cards anew, goes down the tree, and plays on by the heuristic. As `mcts:N` is,
the playout ends after one round and its position is judged by the learned evaluation; "whole" ones go on to the game's end.
Both are processor time of one core; the searched decisions are those in the middle of games that the heuristic plays.
"""

from __future__ import annotations

import time

import numpy as np
from rows import SCENARIO, Size, middles, row

from lotrsim.agents import base
from lotrsim.agents.base import Agent, fill_memory
from lotrsim.agents.search.ids import Settings, searcher
from lotrsim.cards.tables import tables
from lotrsim.state import MEMORY

SIMULATIONS, POSITIONS = 1000, 10
TO_THE_END = 0  # the horizon of a playout that is not cut short
ANDUIN, DOL_GULDUR = "journey-along-the-anduin", "escape-from-dol-guldur"


def seconds_a_decision(agent: Agent, scenario: str, size: Size) -> list[float]:
    """Mean seconds of a decision over positions from the middle of games, once a repetition, each search with a new tree."""
    games = middles("heuristic", 2 if size.quick else POSITIONS, scenario)
    made, memory, found = tables(), np.zeros(agent.elements, MEMORY), []
    for repetition in range(size.repeats(5) + 1):
        start = time.process_time()
        for i in range(len(games)):
            memory[:] = np.zeros((), MEMORY)
            fill_memory(agent, memory)
            agent.choose(games, i, made, memory)
        if repetition:
            found.append((time.process_time() - start) / len(games))
    return found


def simulations_a_second(scenario: str, size: Size, horizon: int | None = None) -> list[float]:
    """Simulations a second of mcts:1000, or of the same search with another horizon."""
    agent = base.get(f"mcts:{SIMULATIONS}").seat(0)
    if horizon is not None:
        agent = searcher("whole", "the same with whole playouts", Settings(simulations=SIMULATIONS, horizon=horizon))
    return [SIMULATIONS / seconds for seconds in seconds_a_decision(agent, scenario, size)]


@row("simulations/s", bar=6_000, goal=20_000)
def mcts_mirkwood(size: Size) -> list[float]:
    """Simulations a second of mcts:1000 from mid-game (playout of one round, learned evaluation): Passage Through Mirkwood."""
    return simulations_a_second(SCENARIO, size)


@row("simulations/s", bar=6_000, goal=20_000)
def mcts_anduin(size: Size) -> list[float]:
    """The same: Journey Along the Anduin."""
    return simulations_a_second(ANDUIN, size)


@row("simulations/s", bar=6_000, goal=20_000)
def mcts_dol_guldur(size: Size) -> list[float]:
    """The same: Escape from Dol Guldur."""
    return simulations_a_second(DOL_GULDUR, size)


@row("simulations/s", bar=6_000, goal=20_000)
def mcts_whole_mirkwood(size: Size) -> list[float]:
    """Simulations a second of the same search with playouts to the end of the game: Passage Through Mirkwood."""
    return simulations_a_second(SCENARIO, size, TO_THE_END)


@row("simulations/s", bar=6_000, goal=20_000)
def mcts_whole_anduin(size: Size) -> list[float]:
    """The same: Journey Along the Anduin."""
    return simulations_a_second(ANDUIN, size, TO_THE_END)


@row("simulations/s", bar=6_000, goal=20_000)
def mcts_whole_dol_guldur(size: Size) -> list[float]:
    """The same: Escape from Dol Guldur."""
    return simulations_a_second(DOL_GULDUR, size, TO_THE_END)


@row("ms", bar=300, lower=True)
def mcts_decision(size: Size) -> list[float]:
    """A decision of mcts:1000 from mid-game, the mean of all three scenarios."""
    agent = base.get(f"mcts:{SIMULATIONS}").seat(0)
    times = [seconds_a_decision(agent, scenario, size) for scenario in (SCENARIO, ANDUIN, DOL_GULDUR)]
    return [1000 * sum(each) / len(each) for each in zip(*times, strict=True)]
