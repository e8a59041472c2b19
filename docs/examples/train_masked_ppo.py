"""Trains masked PPO of sb3-contrib: a starting point for people who have the hours; no test runs it.

    pip install "lotrsim[rl]" sb3-contrib        # brings PyTorch
    python train_masked_ppo.py [--steps 2000000] [--envs 16]

MaskablePPO asks each environment for `action_masks()`, which QuestEnv has. Faces of cards are numbers without order, so
they are given as they are only to a network that looks them up; here the numbers of cards speak for themselves.
"""

from __future__ import annotations

import argparse

import gymnasium
import numpy as np
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

import lotrsim  # noqa: F401  # makes the environment known
from lotrsim.rl import columns

LABELS = columns.numbers_of(columns.CARD, "face owner place host guarded_by")  # say nothing by their size


class Scaled(gymnasium.ObservationWrapper):
    """An observation as one row of floats between 0 and 11: the logarithms of its numbers."""

    def __init__(self, env: gymnasium.Env) -> None:
        """Measure the row."""
        super().__init__(env)
        self.numbers = np.setdiff1d(np.arange(columns.N_CARD), LABELS)
        parts = env.observation_space.spaces
        size = parts["table"].shape[0] + parts["players"].shape[0] * columns.N_PLAYER
        size += parts["cards"].shape[0] * len(self.numbers)
        self.observation_space = spaces.Box(0.0, 11.0, (size,), np.float32)

    def observation(self, observation: dict[str, np.ndarray]) -> np.ndarray:
        """The row."""
        cards = observation["cards"][:, self.numbers]
        row = np.concatenate([observation["table"], observation["players"].ravel(), cards.ravel()])
        return np.log1p(row.astype(np.float32))


def make(**words: object) -> gymnasium.Env:
    """One environment."""
    return Scaled(gymnasium.make("lotrsim/Quest-v0", **words))


def main() -> None:
    """Train, then play games that were not trained on."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=2_000_000)
    parser.add_argument("--envs", type=int, default=16)
    parser.add_argument("--games", type=int, default=200, help="to measure with")
    parser.add_argument("--difficulty", default="easy")
    chosen = parser.parse_args()
    words = {"difficulty": chosen.difficulty, "shaping": 1.0, "discount": 0.99}
    envs = make_vec_env(lambda: make(**words), n_envs=chosen.envs, seed=0)
    model = MaskablePPO("MlpPolicy", envs, gamma=0.99, n_steps=256, batch_size=1024, verbose=1, seed=0)
    model.learn(chosen.steps)
    env, wins = make(difficulty=chosen.difficulty), 0
    for game in range(chosen.games):
        observation, info = env.reset(seed=10**6 + game)
        terminated = False
        while not terminated:
            action, _ = model.predict(observation, action_masks=info["action_mask"].astype(bool))
            observation, _, terminated, _, info = env.step(action)
        wins += info["won"]
    print(f"{wins} of {chosen.games} other games won")


if __name__ == "__main__":
    main()
