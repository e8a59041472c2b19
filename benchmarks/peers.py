"""Random games a core plays in other libraries' environments, beside ours, as far as they are installed.

    pip install open_spiel rlcard "pettingzoo[classic]"
    python benchmarks/peers.py [--seconds 2] [--repeats 5]

Each row plays games to their end by random legal actions and counts the players' decisions a second of processor time:
OpenSpiel's games are C++ with the loop in Python, RLCard and PettingZoo are Python, Gymnasium's Blackjack is its smallest
environment in its own vectorizer. Games differ in what a decision costs; read the order of magnitude, no more.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import random
import statistics
import time
from collections.abc import Callable, Iterator

import numpy as np
import run  # noqa: F401  # finds lotrsim in a bare checkout

Play = Callable[[], int]  # plays something, returns the decisions made


def ours() -> Iterator[tuple[str, Play]]:
    """lotrsim: 256 games a call, masks only and full observations; one game a call."""
    from lotrsim.rl import QuestEnv, QuestVectorEnv, random_actions

    draw = np.random.default_rng(0)
    for observation in ("mask", "full"):
        envs = QuestVectorEnv(256, observation=observation)
        envs.reset(seed=0)

        def vector(envs: QuestVectorEnv = envs) -> int:
            envs.step(random_actions(envs.batch.masks, draw))
            return envs.num_envs

        yield f"lotrsim, 256 games a call, {observation}", vector
    env = QuestEnv()

    def single() -> int:
        _, info = env.reset()
        decisions, terminated = 0, False
        while not terminated:
            action = int(random.choice(np.flatnonzero(info["action_mask"])))
            _, _, terminated, _, info = env.step(action)
            decisions += 1
        return decisions

    yield "lotrsim, one game a call, full", single


def open_spiel() -> Iterator[tuple[str, Play]]:
    """OpenSpiel's states, stepped from Python."""
    import pyspiel

    for name in ("hanabi", "gin_rummy", "skat", "leduc_poker"):
        try:
            game = pyspiel.load_game(name)
        except pyspiel.SpielError:
            continue

        def play(game: object = game) -> int:
            state, decisions = game.new_initial_state(), 0
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(random.choices(outcomes, weights)[0])
                else:
                    state.apply_action(random.choice(state.legal_actions()))
                    decisions += 1
            return decisions

        yield f"OpenSpiel {name}", play


def rlcard() -> Iterator[tuple[str, Play]]:
    """RLCard's environments."""
    import rlcard

    for name in ("uno", "gin-rummy", "doudizhu"):
        env = rlcard.make(name, config={"seed": 1})

        def play(env: object = env) -> int:
            state, _ = env.reset()
            decisions = 0
            while not env.is_over():
                state, _ = env.step(random.choice(list(state["legal_actions"])))
                decisions += 1
            return decisions

        yield f"RLCard {name}", play


def pettingzoo() -> Iterator[tuple[str, Play]]:
    """PettingZoo's classic games."""
    for name in ("hanabi_v5", "texas_holdem_v4", "connect_four_v3"):
        try:
            env = importlib.import_module(f"pettingzoo.classic.{name}").env()
        except Exception:  # one of its own needs is missing
            continue

        def play(env: object = env) -> int:
            env.reset()
            decisions = 0
            for _ in env.agent_iter():
                observation, _, terminated, truncated, info = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                masked = isinstance(observation, dict) and "action_mask" in observation
                mask = observation["action_mask"] if masked else info["action_mask"]
                env.step(int(random.choice(np.flatnonzero(mask))))
                decisions += 1
            return decisions

        yield f"PettingZoo {name}", play


def gymnasium() -> Iterator[tuple[str, Play]]:
    """Gymnasium's own vectorizer."""
    import gymnasium as gym

    envs = gym.make_vec("Blackjack-v1", num_envs=256, vectorization_mode="sync")
    envs.reset(seed=0)
    envs.action_space.seed(0)

    def play() -> int:
        envs.step(envs.action_space.sample())
        return envs.num_envs

    yield "Gymnasium Blackjack-v1, 256 games a call", play


LIBRARIES = {"gymnasium": gymnasium, "pyspiel": open_spiel, "rlcard": rlcard, "pettingzoo": pettingzoo}


def rate(play: Play, seconds: float) -> float:
    """Decisions a second of processor time."""
    start, decisions = time.process_time(), 0
    while time.process_time() - start < seconds:
        decisions += play()
    return decisions / (time.process_time() - start)


def main() -> None:
    """Measure in turn, so that a slow moment of the machine meets all alike, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="of processor time a repetition")
    parser.add_argument("--repeats", type=int, default=5)
    arguments = parser.parse_args()
    random.seed(0)
    installed = [make for name, make in LIBRARIES.items() if importlib.util.find_spec(name) is not None]
    plays = dict(pair for make in (ours, *installed) for pair in make())
    rates: dict[str, list[float]] = {name: [] for name in plays}
    for repetition in range(arguments.repeats + 1):
        for name, play in plays.items():
            found = rate(play, arguments.seconds if repetition else 0.2)
            if repetition:  # the first one warms up
                rates[name].append(found)
    width = max(map(len, rates))
    print(f"{'decisions a second of one core':{width}}  {'median':>10} {'min':>10} {'max':>10}")
    for name, found in rates.items():
        print(f"{name:{width}}  {statistics.median(found):>10,.0f} {min(found):>10,.0f} {max(found):>10,.0f}")
    missing = sorted(name for name in LIBRARIES if importlib.util.find_spec(name) is None)
    print("not installed: " + ", ".join(missing) if missing else "")


if __name__ == "__main__":
    main()
