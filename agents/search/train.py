"""Trains the learned evaluation from games that an agent plays, and says how good it is on games that it did not learn from.

    python -m lotrsim.agents.search.train --games 200 --seed 777 --agent heuristic --out FOLDER

Every team of decks plays every scenario. A game gives its position at the start of each round and, without `--starts`, at
some other decisions, and whether it was won. A few decisions are taken at random, so that positions are seen that the agent
avoids. Every fifth game is held out: the model does not learn from it, and its figures are those of the report. The same
seed gives the same model. Written are the model (`models.py`), its calibration as a picture, the report, and the text of
`value_weights.py`; with `--starts` that of `weights.py`, with `--eased` that of `guldur_weights.py`.

Where hardly a game is won there is nothing to learn from. So `--eased` plays nothing but Escape from Dol Guldur, by one
player, every game with a threat that is lowered by 0 to 40, hardly a decision at random, and the starter deck that wins there
most ten times as often as the others: wins are then rare, but there are some, and what decides them is what decides a game
with all its threat.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numba import types
from tqdm import tqdm

import lotrsim
from lotrsim import decks, scenarios
from lotrsim.agents.base import Team, get
from lotrsim.agents.runner import answer_of, begin_game, new_games
from lotrsim.agents.search.calibration import HeldOut, picture, report
from lotrsim.agents.search.evaluation import GULDUR, N_FEATURES, X_BEFORE_QUEST, chance, measure
from lotrsim.agents.search.models import save_model
from lotrsim.errors import BadValue, LotrsimError, OutputExists, shown
from lotrsim.ids import PLAYING, WON
from lotrsim.kernel import GAMES, MEMORY_ARRAY, POLICY, TABLES_ARRAY, G, f8, i8, kernel, void
from lotrsim.rng import agent_below
from lotrsim.rules.flow import apply
from lotrsim.start import tables
from lotrsim.writing import write_whole

NUMBERS, POSITIONS = types.Array(f8, 1, "C"), types.Array(f8, 2, "C")
MOST_POSITIONS = 1000  # of a game
TABLES_OF_MANY = ("core-leadership+core-spirit", "core-leadership+core-tactics", "core-leadership+core-lore+core-tactics")
EVERYBODY = "core-leadership+core-lore+core-tactics+core-spirit"
UNITS, SEED, GAMES_A_TABLE = 48, 777, 200
ALPHA, BATCH, PASSES = 1e-3, 512, ((2e-3, 8), (3e-4, 5))  # of the fit; learning rate, and how often all positions are seen
HELD_OUT = 5  # every fifth game
OFTEN, BLOCK = 10, 1000
NUMBERS_A_LINE = 10
MOST_GAMES, LARGEST_SEED = 100_000, 2**32 - 1  # scikit-learn takes no larger seed
Table = tuple[str, str, str]  # scenario, decks, difficulty
Data = tuple[np.ndarray, np.ndarray, np.ndarray]


@dataclass(frozen=True)
class Kind:
    """Which positions a model learns from and judges, and where its text belongs."""

    sampled: int  # of a thousand decisions within a round whose positions are taken
    file: str
    name: str  # of its numbers there
    title: str
    option: str = ""  # of the command
    noise: int = 15  # of a thousand decisions, how many are taken at random
    eased: int = 0  # by up to so much every player's threat is lowered when a game begins
    alone: tuple[str, ...] = ()  # one player in these scenarios; else every team in every scenario
    often: tuple[str, ...] = ()  # decks that play OFTEN times the games

    @property
    def files(self) -> tuple[str, ...]:
        """What a training writes."""
        return "model.npz", "calibration.png", "report.md", self.file


ANYWHERE = Kind(150, "value_weights.py", "VALUE_MODEL", "The learned evaluation of any position")
STARTS = Kind(0, "weights.py", "MODEL", "The learned evaluation of the starts of rounds", " --starts")
EASED = Kind(
    sampled=0,
    file="guldur_weights.py",
    name="GULDUR_MODEL",
    title="The learned evaluation of starts of rounds alone in Escape from Dol Guldur",
    option=" --eased",
    noise=2,
    eased=40,
    alone=(GULDUR,),
    often=("core-leadership",),  # it wins there now and then
)


@kernel(void, G, i8)
def ease(g, most):
    """Lower every player's threat by 0 to `most`, drawn by the agents' generator."""
    less = agent_below(g, most + 1)
    for p in range(np.int64(g["n_players"])):
        g["threat"][p] = max(np.int64(g["threat"][p]) - less, 0)


@kernel(i8, GAMES, i8, TABLES_ARRAY, POLICY, POLICY, POLICY, POLICY, MEMORY_ARRAY, POSITIONS, i8, i8)
def play_and_measure(games, i, tables, policy0, policy1, policy2, policy3, memory, found, sampled, noise):
    """Play game i to its end, with `noise` of a thousand decisions by chance, and write the features of the starts of its
    rounds, and of `sampled` of a thousand other decisions; return how many."""
    g = games[i]
    n = np.int64(0)
    last_round = np.int64(-1)
    begin_game(memory)
    while g["outcome"] == PLAYING:
        is_start = g["round_no"] != last_round
        last_round = np.int64(g["round_no"])
        if (is_start or agent_below(g, np.int64(1000)) < sampled) and n < len(found):
            measure(g, tables[0], found[n])
            n += 1
        if agent_below(g, np.int64(1000)) < noise:
            action = np.int64(g["legal"][agent_below(g, np.int64(g["n_legal"]))])
        else:
            action = answer_of(games, i, tables, policy0, policy1, policy2, policy3, memory)
        apply(games, i, tables, action)
    return n


def tables_to_play(kind: Kind = ANYWHERE) -> list[Table]:
    """Scenario, decks and difficulty of every table."""
    teams = decks.ids() if kind.alone else [*decks.ids(), *TABLES_OF_MANY, EVERYBODY]
    return [(s, d, mode) for s in kind.alone or scenarios.ids() for d in teams for mode in ("standard", "easy")]


def games_at(cell: Table, n_games: int, kind: Kind) -> int:
    """How many games are played at a table."""
    return n_games * (OFTEN if cell[1] in kind.often else 1)


def blocks(cell: Table, n: int, seed: int) -> Iterator[np.ndarray]:
    """The n games of a table, not all at once: a record has 12 KB, and some tables play ten times the games."""
    scenario, deck, mode = cell
    for first in range(0, n, BLOCK):
        yield new_games(min(BLOCK, n - first), scenario, deck, seed, mode, first)


def positions(n_games: int, seed: int, agent: Team, cells: list[Table], kind: Kind = ANYWHERE, progress: bool = True) -> Data:
    """Features (n, N_FEATURES), whether the game was won (n,), and the number of the game (n,), of all games at the tables."""
    memory, found = agent.memory(), np.zeros((MOST_POSITIONS, N_FEATURES))
    features, won = [], []
    numbers: list[np.ndarray] = []
    for cell in tqdm(cells, desc="playing", unit=" tables", disable=not progress):
        for games in blocks(cell, games_at(cell, n_games, kind), seed):
            for i in range(len(games)):
                if kind.eased:
                    ease(games[i], kind.eased)
                n = play_and_measure(games, i, tables(), *agent.policies(), memory, found, kind.sampled, kind.noise)
                features.append(found[:n].astype(np.float32))
                won.append(np.full(n, games[i]["outcome"] == WON))
                numbers.append(np.full(n, len(numbers)))
    return np.concatenate(features), np.concatenate(won), np.concatenate(numbers)


def fit(features: np.ndarray, won: np.ndarray, units: int = UNITS, seed: int = SEED) -> np.ndarray:
    """The model as `evaluation.chance` reads it, with five digits a number."""
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.neural_network import MLPClassifier
    from sklearn.preprocessing import StandardScaler
    from threadpoolctl import threadpool_limits

    scaler = StandardScaler().fit(features)
    scaled = scaler.transform(features)
    network = MLPClassifier((units,), alpha=ALPHA, batch_size=min(BATCH, len(won)), warm_start=True, tol=0, random_state=seed)
    with threadpool_limits(1), warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # the number of passes is fixed
        for rate, passes in PASSES:
            network.set_params(learning_rate_init=rate, max_iter=passes).fit(scaled, won)
    (inner, outer), (inner_bias, outer_bias) = network.coefs_, network.intercepts_
    inner = inner.astype(float) / scaler.scale_[:, None]
    inner[0] += inner_bias - (inner * scaler.mean_[:, None]).sum(axis=0)  # the first feature is always 1
    rows = np.column_stack([outer[:, 0], inner.T])
    model = np.concatenate([[units, outer_bias[0]], rows.ravel()])
    return np.array([float(f"{number:.5g}") if abs(number) > 1e-6 else 0.0 for number in model])


@kernel(void, NUMBERS, POSITIONS, NUMBERS)
def judge_all(model, features, said):
    """Write what a model says of every position."""
    for k in range(len(features)):
        said[k] = chance(model, features[k])


def judged(model: np.ndarray, features: np.ndarray) -> np.ndarray:
    """What a model says of positions: (n,) chances to win."""
    said = np.zeros(len(features))
    judge_all(model, np.ascontiguousarray(features, float), said)
    return said


def source(model: np.ndarray, remark: str, kind: Kind = ANYWHERE) -> str:
    """The text of the file of a kind."""
    words = [f"{number:.5g}" for number in model]
    lines = ["    " + ", ".join(words[k : k + NUMBERS_A_LINE]) + "," for k in range(0, len(words), NUMBERS_A_LINE)]
    head = f'"""{kind.title}, made by\n\n    {remark}\n"""\n\n{kind.name} = (\n'
    return head + "\n".join(lines) + "\n)  # fmt: skip\n"


def team_that_plays(id_: str) -> Team:
    """The agent whose games are learned from; compiled, and for any number of players."""
    team = get(id_)
    if not team.compiled or len(team.agents) > 1:
        raise BadValue(f"the agent {shown(id_)} cannot be learned from: it must be one agent of the library, such as heuristic")
    return team


def outputs(out: Path, force: bool = False, kind: Kind = ANYWHERE) -> list[Path]:
    """Where everything is written: in a folder by the kind's names; beside FILE.npz by its own. OutputExists unless `force`."""
    beside = out.suffix == ".npz"
    paths = [out.with_suffix(Path(name).suffix) if beside else out / name for name in kind.files]
    for path in paths:
        if path.exists() and not force:
            raise OutputExists(path)
    return paths


def train(
    n_games: int,
    seed: int,
    agent: str,
    out: Path,
    force: bool = False,
    tables_: list[Table] | None = None,
    kind: Kind = ANYWHERE,
    progress: bool = True,
) -> str:
    """Play, fit, judge the games held out, and write everything; return the report."""
    team, paths, cells = team_that_plays(agent), outputs(out, force, kind), tables_ or tables_to_play(kind)
    data = positions(n_games, seed, team, cells, kind, progress)
    return learn(data, n_games, seed, command_of(n_games, seed, agent, kind), cells, paths, kind)


def command_of(n_games: int, seed: int, agent: str, kind: Kind) -> str:
    """The command that trains such a model."""
    return f"python -m lotrsim.agents.search.train --games {n_games} --seed {seed} --agent {agent}{kind.option} --out FOLDER"


def learn(data: Data, n_games: int, seed: int, command: str, cells: list[Table], paths: list[Path], kind: Kind = ANYWHERE) -> str:
    """Fit, judge the games held out, and write everything; return the report."""
    features, won, numbers = data
    is_held = numbers % HELD_OUT == 0
    if won[~is_held].all() or not won[~is_held].any():
        raise BadValue("all games ended alike, so there is nothing to learn; play more games, or with another agent")
    model = fit(features[~is_held], won[~is_held], seed=seed)
    held = HeldOut(judged(model, features[is_held]), won[is_held], numbers[is_held])
    facts = {
        "command": f"`{command}`",
        "games": f"{numbers[-1] + 1} at {len(cells)} tables, {len(np.unique(numbers[is_held]))} of them held out",
        "positions": f"{len(won)}, {is_held.sum()} of them held out",
        "rules version": lotrsim.RULES_VERSION,
    }
    table = np.repeat(range(len(cells)), [games_at(cell, n_games, kind) for cell in cells])
    text = report(held, facts, groups_of(features[is_held], table[numbers[is_held]], cells))
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
    save_model(paths[0], model)
    title = f"Learned evaluation: {len(held.won)} positions of games held out, rules {lotrsim.RULES_VERSION}"
    write_whole(paths[1], picture(held, title))
    write_whole(paths[2], text.encode())
    write_whole(paths[3], source(model, command, kind).encode())
    return text


def groups_of(features: np.ndarray, table: np.ndarray, cells: list[Table]) -> dict[str, np.ndarray]:
    """Groups of positions, name -> which: by scenario and difficulty, and by the time of the round."""
    names = [f"{scenario}, {mode}" for scenario, _, mode in cells]
    groups = {name: np.isin(table, [k for k in range(len(cells)) if names[k] == name]) for name in dict.fromkeys(names)}
    before = features[:, X_BEFORE_QUEST] > 0
    return groups | {"before the quest": before, "later in the round": ~before}


def main(words: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="Train the learned evaluation of positions; one command, seeded.")
    parser.add_argument("--games", type=int, default=GAMES_A_TABLE, help="games at each of the tables (default %(default)s)")
    parser.add_argument("--seed", type=int, default=SEED, help="of the games and of the fit (default %(default)s)")
    parser.add_argument("--agent", default="heuristic", help="who plays them, such as mcts:100 (default %(default)s)")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--starts", action="store_true", help="only starts of rounds, as mcts judges them")
    which.add_argument("--eased", action="store_true", help="the same, alone in Escape from Dol Guldur, with less threat")
    parser.add_argument("--out", type=Path, required=True, help="a folder, or a file FILE.npz")
    parser.add_argument("--force", action="store_true", help="replace what is there")
    given = parser.parse_args(words)
    try:
        for name, number, least, most in (("games", given.games, 1, MOST_GAMES), ("seed", given.seed, 0, LARGEST_SEED)):
            if not least <= number <= most:
                raise BadValue(f"--{name} must be a whole number from {least} to {most}, not {number}")
        kind = STARTS if given.starts else EASED if given.eased else ANYWHERE
        print(train(given.games, given.seed, given.agent, given.out, given.force, kind=kind))
    except (LotrsimError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
