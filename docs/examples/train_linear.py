"""Trains a small policy from nothing until it wins where random play never does: a few minutes, NumPy only.

    python train_linear.py [--updates 400] [--games 1000] [--seed 0]

The policy is a softmax over the legal actions whose logits are linear in a few features of each action: what is decided,
what kind of card the action is about, that card's numbers, and for passing the state of the table. No rule of thumb is in
it. Learning is REINFORCE with a short memory: an action is credited with the rewards that follow it, those soon after
more, as far as they surprise a linear guess from the state; the reward of a step is the change of the potential
(`shaping`), plus 1 for the win.
"""

from __future__ import annotations

import argparse

import gymnasium
import numpy as np

import lotrsim  # noqa: F401  # makes the environment known
from lotrsim import ids
from lotrsim.rl import columns

ENVS, STEPS = 256, 64  # games at once, and steps between two updates
MEMORY = 0.95  # how much of a later reward an action is credited with, for each step in between
RATE = 0.05  # of learning

SPECIALS = [ids.PASS, ids.YES, ids.NO, ids.MODE_0, ids.NUMBER_0, ids.PLAYER_0, ids.EFFECT_0]  # first number of each kind
N_SLOTS = columns.N_TYPES + 1 + len(SPECIALS)  # a card by its type, or one of these
NUMBERS = "willpower attack defense hit_points damage threat progress resources exhausted"
SCALES = np.array([4, 4, 4, 5, 3, 4, 4, 3, 1], np.float32)
CARD_COLUMNS = columns.numbers_of(columns.CARD, NUMBERS)
KIND, ZONE, EXHAUSTED = columns.numbers_of(columns.CARD, "kind zone exhausted")
DECISION, WILLPOWER, THREAT = columns.numbers_of(columns.TABLE, "decision willpower staging_threat")
(PLAYER_THREAT,) = columns.numbers_of(columns.PLAYER, "threat")
IN_PLAY, ENGAGED = (1 + [name for _, name in columns.ZONES].index(name) for name in ("play area", "engaged"))
PROGRESS = columns.numbers_of(columns.TABLE, "stage quest_progress rounds")
N_STATE, N_MIXED = 4, 3  # numbers of the table; the first numbers of a card that are multiplied with each of these
WIDTH = N_SLOTS + len(CARD_COLUMNS) + N_STATE + N_STATE * N_MIXED  # features of an action, for each kind of decision
N_WEIGHTS = ids.N_DECISIONS * WIDTH


class Choices:
    """The legal actions of all games at a step, one after another, with their features and probabilities."""

    def __init__(self, observation: dict[str, np.ndarray], weights: np.ndarray) -> None:
        self.env, self.action = np.nonzero(observation["action_mask"])
        self.starts = np.flatnonzero(np.r_[True, self.env[1:] != self.env[:-1]])
        cards, table = observation["cards"], observation["table"]
        is_card = self.action < ids.MAX_CARDS
        card = cards[self.env, np.where(is_card, self.action, 0)]
        special = columns.N_TYPES + np.searchsorted(SPECIALS, self.action, side="right")
        slot = np.where(is_card, card[:, KIND], special)
        decision = table[self.env, DECISION].astype(np.int64)
        own = card[:, CARD_COLUMNS] / SCALES * is_card[:, None]
        declines = (self.action == ids.PASS) | (self.action == ids.NO)
        whole = self.state(observation)
        kinds = np.eye(ids.N_DECISIONS, dtype=np.float32)[table[:, DECISION]]
        self.facts = np.column_stack([kinds, whole, np.log1p(table[:, PROGRESS].astype(np.float32))])
        state = whole[self.env]
        mixed = (own[:, :N_MIXED, None] * state[:, None, :]).reshape(len(slot), -1)
        rest = np.broadcast_to(np.arange(N_SLOTS, WIDTH), (len(slot), WIDTH - N_SLOTS))
        self.index = decision[:, None] * WIDTH + np.column_stack([slot, rest])
        self.value = np.column_stack([np.ones(len(slot), np.float32), own, state * declines[:, None], mixed])
        self.logit = (weights[self.index] * self.value).sum(1)
        shares = np.exp(self.logit - self.spread(np.maximum.reduceat(self.logit, self.starts)))
        self.chance = shares / self.spread(np.add.reduceat(shares, self.starts))

    @staticmethod
    def state(observation: dict[str, np.ndarray]) -> np.ndarray:
        """What a choice depends on: how the quest stands, threat, enemies engaged, characters that are ready."""
        table, cards = observation["table"].astype(np.float32), observation["cards"]
        engaged = (cards[:, :, ZONE] == ENGAGED).sum(1)
        ready = ((cards[:, :, ZONE] == IN_PLAY) & (cards[:, :, EXHAUSTED] == 0)).sum(1)
        threat = observation["players"][:, 0, PLAYER_THREAT] / 50
        return np.column_stack([(table[:, WILLPOWER] - table[:, THREAT]) / 5, threat, engaged / 3, ready / 4])

    def spread(self, values: np.ndarray) -> np.ndarray:
        """One value a game for each of its actions."""
        return np.repeat(values, np.diff(np.r_[self.starts, len(self.env)]))

    def draw(self, generator: np.random.Generator) -> np.ndarray:
        """An action a game, by the probabilities; notes which."""
        keys = np.log(self.chance + 1e-12) + generator.gumbel(size=len(self.chance))
        self.chosen = keys == self.spread(np.maximum.reduceat(keys, self.starts))
        return self.action[self.chosen]


def surprise(credit: np.ndarray, facts: np.ndarray) -> np.ndarray:
    """What is left of the credits of a batch beyond the best linear guess from the state, with standard deviation 1."""
    rows = facts.reshape(-1, facts.shape[-1])
    guess = rows @ np.linalg.lstsq(rows, credit.ravel(), rcond=None)[0]
    left = credit - guess.reshape(credit.shape)
    return left / (left.std() + 1e-8)


def train(words: dict, updates: int, seed: int) -> np.ndarray:
    """Weights after so many updates of ENVS * STEPS steps each."""
    envs = gymnasium.make_vec("lotrsim/Quest-v0", num_envs=ENVS, shaping=1.0, autoreset_mode="SameStep", **words)
    generator = np.random.default_rng(seed)
    weights, mean, square = np.zeros(N_WEIGHTS), np.zeros(N_WEIGHTS), np.zeros(N_WEIGHTS)
    observation, _ = envs.reset(seed=seed)
    games = wins = 0
    for update in range(1, updates + 1):
        steps, facts, rewards, ends = [], [], np.zeros((STEPS, ENVS)), np.zeros((STEPS, ENVS), bool)
        for k in range(STEPS):
            steps.append(Choices(observation, weights))
            facts.append(steps[-1].facts)
            observation, rewards[k], ends[k], _, infos = envs.step(steps[-1].draw(generator))
            if "final_info" in infos:
                games, wins = games + int(ends[k].sum()), wins + int(infos["final_info"]["won"].sum())
        credit = np.zeros((STEPS, ENVS))
        for k in reversed(range(STEPS)):
            later = credit[k + 1] * ~ends[k] if k + 1 < STEPS else 0.0
            credit[k] = rewards[k] + MEMORY * later
        credit = surprise(credit, np.array(facts))
        slope = np.zeros(N_WEIGHTS)
        for k, step in enumerate(steps):
            share = (step.chosen - step.chance) * credit[k][step.env]
            slope += np.bincount(step.index.ravel(), (share[:, None] * step.value).ravel(), N_WEIGHTS)
        slope /= STEPS * ENVS
        mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope**2  # Adam
        rate = RATE * (1 - update / (updates + 1))
        weights += rate * (mean / (1 - 0.9**update)) / (np.sqrt(square / (1 - 0.99**update)) + 1e-8)
        if update % 25 == 0 or update == updates:
            print(f"update {update:4}: {wins} of the last {games} games won", flush=True)
            games = wins = 0
    return weights


def won(words: dict, weights: np.ndarray, games: int, seed: int) -> float:
    """The share of games 0 of the seeds seed, seed + 1, ... that the policy wins."""
    envs = gymnasium.make_vec("lotrsim/Quest-v0", num_envs=games, autoreset_mode="NextStep", **words)
    generator = np.random.default_rng(seed)
    observation, _ = envs.reset(seed=seed)
    over, wins = np.zeros(games, bool), 0
    while not over.all():
        actions = np.zeros(games, np.int64)
        choices = Choices(observation, weights)
        actions[choices.env[choices.starts]] = choices.draw(generator)  # a game that has just ended has no actions
        observation, _, ends, _, infos = envs.step(actions)
        if ends.any():
            wins += int((infos["won"] & ends & ~over).sum())
            over |= ends
    return wins / games


def main(arguments: list[str] | None = None) -> tuple[float, float]:
    """Train, and play games that were not trained on; the shares won by random play and by what was learned."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--updates", type=int, default=400)
    parser.add_argument("--games", type=int, default=1000, help="to measure with")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--scenario", default="passage-through-mirkwood")
    parser.add_argument("--deck", default="core-leadership")
    parser.add_argument("--difficulty", default="easy")
    chosen = parser.parse_args(arguments)
    words = {"scenario": chosen.scenario, "deck": chosen.deck, "difficulty": chosen.difficulty}
    weights = train(words, chosen.updates, chosen.seed)
    shares = [won(words, each, chosen.games, seed=10**6) for each in (np.zeros(N_WEIGHTS), weights)]
    print(f"{chosen.games} other games: random play wins {shares[0]:.1%}, the trained policy {shares[1]:.1%}")
    return shares[0], shares[1]


if __name__ == "__main__":
    main()
