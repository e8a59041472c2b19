"""Trains the usual judgement of positions from games of the heuristic, and writes it to `weights.py`; a minute on one core.

    python -m lotrsim.agents.search.train --games 60 --out agents/search/weights.py

Every game gives a position a round, taken at the first decision of it, and whether the game was won. A few decisions are
taken at random, so that positions are seen that the heuristic avoids.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from numba import types
from tqdm import tqdm

from lotrsim import decks, scenarios
from lotrsim.agents.base import get, own
from lotrsim.agents.heuristic import choose
from lotrsim.agents.runner import new_games
from lotrsim.agents.search.evaluation import N_FEATURES, measure
from lotrsim.ids import PLAYING, WON
from lotrsim.kernel import GAMES, MEMORY_ARRAY, TABLES_ARRAY, f8, i8, kernel
from lotrsim.rng import agent_below
from lotrsim.rules.flow import apply
from lotrsim.start import tables

POSITIONS = types.Array(f8, 2, "C")
NOISE = 15  # of a thousand decisions that are taken at random
MOST_ROUNDS = 100
TABLES_OF_MANY = ("core-leadership+core-spirit", "core-leadership+core-tactics", "core-leadership+core-lore+core-tactics")
EVERYBODY = "core-leadership+core-lore+core-tactics+core-spirit"
UNITS, SEED = 24, 2026


@kernel(i8, GAMES, i8, TABLES_ARRAY, MEMORY_ARRAY, POSITIONS)
def play_and_measure(games, i, tables, memory, found):
    """Play game i to its end and write the features of its position at the start of each round; return how many."""
    g = games[i]
    n = np.int64(0)
    last_round = np.int64(-1)
    while g["outcome"] == PLAYING:
        if g["round_no"] != last_round and n < len(found):
            last_round = np.int64(g["round_no"])
            measure(g, tables[0], found[n])
            n += 1
        if agent_below(g, np.int64(1000)) < NOISE:
            action = np.int64(g["legal"][agent_below(g, np.int64(g["n_legal"]))])
        else:
            action = choose(games, i, tables, memory)
        apply(games, i, tables, action)
    return n


def positions(n_games: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Features (n, N_FEATURES), whether the game was won (n,), and the number of the game (n,)."""
    memory, found = own(get("heuristic").memory(), 0), np.zeros((MOST_ROUNDS, N_FEATURES))
    features, won = [], []
    numbers: list[np.ndarray] = []
    teams = [*decks.ids(), *TABLES_OF_MANY, EVERYBODY]
    cells = [(s, d, mode) for s in scenarios.ids() for d in teams for mode in ("standard", "easy")]
    for scenario, deck, mode in tqdm(cells, desc="playing", unit=" tables"):
        games = new_games(n_games, scenario, deck, seed, mode)
        for i in range(n_games):
            n = play_and_measure(games, i, tables(), memory, found)
            features.append(found[:n].copy())
            won.append(np.full(n, games[i]["outcome"] == WON))
            numbers.append(np.full(n, len(numbers)))
    return np.concatenate(features), np.concatenate(won), np.concatenate(numbers)


def fit(features: np.ndarray, won: np.ndarray, units: int = UNITS, seed: int = SEED) -> np.ndarray:
    """The model as `evaluation.chance` reads it."""
    from sklearn.neural_network import MLPClassifier
    from sklearn.preprocessing import StandardScaler

    scaler = StandardScaler().fit(features)
    network = MLPClassifier((units,), alpha=3e-3, max_iter=60, early_stopping=True, random_state=seed)
    network.fit(scaler.transform(features), won)
    (inner, outer), (inner_bias, outer_bias) = network.coefs_, network.intercepts_
    inner = inner / scaler.scale_[:, None]
    inner[0] += inner_bias - (inner * scaler.mean_[:, None]).sum(axis=0)  # the first feature is always 1
    rows = np.column_stack([outer[:, 0], inner.T])
    return np.concatenate([[units, outer_bias[0]], rows.ravel()])


def source(model: np.ndarray, remark: str) -> str:
    """The text of `weights.py`."""
    words = [f"{number:.4g}" for number in model]
    lines = ["    " + ", ".join(words[k : k + 12]) + "," for k in range(0, len(words), 12)]
    head = f'"""The usual judgement of positions, made by `train.py`: {remark}."""\n\nMODEL = (\n'
    return head + "\n".join(lines) + "\n)  # fmt: skip\n"


def main() -> None:
    """The command."""
    from sklearn.metrics import log_loss, roc_auc_score

    parser = argparse.ArgumentParser(description="Train the usual judgement of positions.")
    parser.add_argument("--games", type=int, default=60, help="games at each table")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    features, won, numbers = positions(given.games, given.seed)
    held_out = numbers % 5 == 0
    from lotrsim.agents.search.evaluation import chance

    model = fit(features[~held_out], won[~held_out], seed=given.seed)
    said = [chance(model, each) for each in features[held_out]]
    area, loss = roc_auc_score(won[held_out], said), log_loss(won[held_out], said)
    remark = f"{len(won)} positions; held out: log loss {loss:.3f}, area under curve {area:.3f}"
    given.out.write_text(source(model, remark))
    print(remark)


if __name__ == "__main__":
    main()
