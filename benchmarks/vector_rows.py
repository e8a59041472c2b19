"""Rows about the Gymnasium environments: steps a second of random games, on one core, in processor time.

A step is one decision of one of the games that are played side by side (or the beginning of its next game). All that a
user of the environment pays for is in it: picking a random legal action from the masks, stepping, rewards, masks,
observations, infos, new games. Processor time, so that neighbours on the machine count less; on a quiet one it is the same.
"""

from __future__ import annotations

import time

import numpy as np
from rows import DECK, SCENARIO, Size, layout, row

from lotrsim.agents import base, runner
from lotrsim.cards.tables import tables
from lotrsim.state import GAME, RESULT

GAMES_AT_ONCE = 256


def stepper(observation: str):
    """A function that takes so many steps of random games, and returns how many a second of the processor."""
    from lotrsim.rl import QuestVectorEnv, random_actions

    envs = QuestVectorEnv(GAMES_AT_ONCE, SCENARIO, DECK, observation=observation)
    draw = np.random.default_rng(0)
    envs.reset(seed=0)

    def take(steps: int) -> float:
        calls = max(steps // GAMES_AT_ONCE, 1)
        start = time.process_time()
        for _ in range(calls):
            envs.step(random_actions(envs.batch.masks, draw))
        return calls * GAMES_AT_ONCE / (time.process_time() - start)

    take(100 * GAMES_AT_ONCE)  # warms up, and lets the games drift apart
    return take


def engine(size: Size):
    """A function that plays random games without any environment, and returns decisions a second of the processor."""
    team, table, block, n = base.get("random"), layout(), np.empty(1, GAME), size.games(4000)
    memory, results = team.memory(), np.zeros(n, RESULT)

    def play(first: int) -> float:
        start = time.process_time()
        runner.play_seeds(table, block, 0, first, first + n, tables(), *team.policies(), memory, results, 0)
        return int(results["decisions"].sum()) / (time.process_time() - start)

    play(0)
    return play


@row("steps/s", bar=500_000)
def vector_steps(size: Size) -> list[float]:
    """Steps of random games by the vector environment, 256 at once, masks only, one core."""
    take = stepper("mask")
    return [take(size.games(200_000)) for _ in range(size.repeats())]


@row("steps/s")
def vector_steps_observed(size: Size) -> list[float]:
    """The same with full observations."""
    take = stepper("full")
    return [take(size.games(200_000)) for _ in range(size.repeats())]


@row("%")
def vector_of_engine(size: Size) -> list[float]:
    """Steps a second of the vector environment, masks only, in percent of the engine's decisions beside it."""
    take, play = stepper("mask"), engine(size)
    return [100 * take(size.games(200_000)) / play(k) for k in range(size.repeats())]


@row("us")
def single_step(size: Size) -> list[float]:
    """A step of the environment of one game, full observation, random legal actions."""
    from lotrsim.rl import QuestEnv, random_actions

    env, draw, found = QuestEnv(SCENARIO, DECK), np.random.default_rng(0), []
    env.reset(seed=0)
    n = size.games(20_000)
    for _ in range(size.repeats() + 1):
        start = time.process_time()
        for _ in range(n):
            if env.step(int(random_actions(env.batch.masks, draw)[0]))[2]:
                env.reset()
        found.append((time.process_time() - start) / n * 1e6)
    return found[1:]
