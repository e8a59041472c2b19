"""The ladder of agents: how often each wins, on the same seeds, from the random agent to searches of 10,000 simulations.

    python -m lotrsim.experiments.studies.agent_ladder --cells small --out ladder
    python -m lotrsim.experiments.studies.agent_ladder --cells full --times 3 --out ladder --pages docs

Three scenarios, each with the starter deck and the published deck that the heuristic wins most with (docs/baselines.csv),
standard and easy. `PLAN` below says who plays where and how many games, the most important first. The folder holds a sweep for
each part of the plan and each table, so the same command goes on after an interruption; `--cells full` and a larger `--times`
only add games. At its end it writes what the pages are made from: `agents.csv` (a row a cell, with the end of every game),
`agents_times.csv` (time a decision) and `agents.png`; with `--pages docs` also there, and docs/generate.py writes docs/agents.md.

No file of the sweeps holds a time: what decisions cost is measured apart, on a few games of each agent in each scenario.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lotrsim import decks
from lotrsim.errors import BadValue
from lotrsim.experiments.results import make_folder, read
from lotrsim.experiments.spec import KEY, Experiment
from lotrsim.experiments.studies.commands import answered, parser_of, write_csv
from lotrsim.experiments.studies.deck_moves import Move, moved, plain
from lotrsim.experiments.sweeps import Sweep

if TYPE_CHECKING:
    import pandas as pd

    from lotrsim.decks import Deck

PASSAGE, ANDUIN, GULDUR = "passage-through-mirkwood", "journey-along-the-anduin", "escape-from-dol-guldur"
SEED = 7000  # not 1, whose games chose the decks, and none on which an agent was tuned or trained
CELLS, TIMES, PICTURE = "agents.csv", "agents_times.csv", "agents.png"
MOST_TIMES = 1000  # the games of the plan


# --- Who plays -------------------------------------------------------------------------------------------------------

FAMILIES = {  # in the order of the ladder: name -> id; N is the number of simulations a decision
    "flat-mc": "flat-mc:N",
    "mcts-random": "mcts-random:N",
    "mix-planning": "mix:planning=mcts:N",
    "mix-commit": "mix:commit=heuristic,rest=mcts:N",
    "mcts": "mcts:N",
    "mcts-value": "mcts-value:N",
}
WORDS = {
    "random": "any legal action",
    "heuristic": "rules of thumb, no search",
    "flat-mc": "playouts of the heuristic over the options of a decision, without a tree",
    "mcts-random": "the same tree search with random playouts",
    "mix-planning": "tree search in the planning phase, the heuristic elsewhere",
    "mix-commit": "the heuristic commits to quests, tree search elsewhere",
    "mcts": "tree search, playouts of the heuristic",
    "mcts-value": "the same tree search without playouts: a learned evaluation judges each new position",
}
SIMULATIONS = (10, 100, 1000)


def agent_id(family: str, n: int) -> str:
    """The id of an agent of a family with n simulations."""
    return FAMILIES[family].replace("N", str(n))


def family_of(agent: str) -> tuple[str, int]:
    """The family of an agent and its simulations: ("mcts", 100); the id itself and 0 without a search."""
    for family, form in FAMILIES.items():
        before, after = form.split("N")
        middle = agent[len(before) : len(agent) - len(after)]
        if agent.startswith(before) and agent.endswith(after) and middle.isdigit():
            return family, int(middle)
    return agent, 0


def order(agent: str) -> tuple[int, int]:
    """The place of an agent in the ladder."""
    family, n = family_of(agent)
    names = ["random", "heuristic", *FAMILIES]
    return names.index(family) if family in names else len(names), n


def at(n: int, *without: str) -> tuple[str, ...]:
    """An agent of each family with n simulations, but for some families."""
    return tuple(agent_id(family, n) for family in FAMILIES if family not in without)


def known(agents: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the agents that this version of the library has."""
    from lotrsim.agents import base

    names = {form.partition(base.SETTING)[0] for form in base.ids()}
    return tuple(agent for agent in agents if agent.partition(base.SETTING)[0] in names)


# --- Where, and how often --------------------------------------------------------------------------------------------

DECKS = {  # of each scenario: the starter deck and the published deck with most wins of the heuristic, standard and easy together
    PASSAGE: ("core-leadership", "forty-for-anduin"),
    ANDUIN: ("core-spirit", "ally-spam"),
    GULDUR: ("core-leadership", "forty-for-dol-guldur"),
}
DIFFICULTIES = ("standard", "easy")
FOUND = "three-gandalfs"  # the deck that a search found for Escape from Dol Guldur; see `found_deck`
SHOWN = {  # what gets most games: the best deck of each scenario; easy where the heuristic wins under 5% of standard games
    PASSAGE: ("core-leadership", "standard"),
    ANDUIN: ("ally-spam", "standard"),
    GULDUR: (FOUND, "easy"),
}
DEEPEST = "mcts:10000"
AT_COMMIT = "mix:commit=heuristic,rest=mcts:1000"  # of all agents the one that won most of easy Escape from Dol Guldur
FINALISTS = 4  # decks


@dataclass(frozen=True)
class Part:
    """A line of the plan: these agents play so many games of each cell."""

    name: str
    where: str  # shown, elsewhere, passage: tables; decks, finalists, best, found: decks against Escape from Dol Guldur
    agents: tuple[str, ...]
    games: int
    seed: int = 0  # more than that of the command: choices are confirmed on games that did not make them


# fmt: off
PLAN = {
    "small": (
        #    name          where        agents                                              games
        Part("rules",      "shown",     ("random", "heuristic"),                            1_000),
        Part("thousand",   "shown",     ("mcts:1000",),                                       200),
        Part("more",       "shown",     ("mcts:10", "mcts:40", "mcts:100"),                   200),
        Part("claims",     "shown",     ("flat-mc:40", *at(100, "mcts")),                     100),
        Part("decks",      "decks",     ("mcts:100",),                                         50, seed=1),
        Part("finalists",  "finalists", ("mcts:100",),                                        200, seed=2),
        Part("best",       "best",      ("heuristic", "mcts:100", "mcts:1000", AT_COMMIT),    200, seed=3),
        Part("found",      "found",     ("heuristic",),                                    30_000, seed=4),
        Part("deepest",    "passage",   (DEEPEST,),                                            10),
    ),
    "full": (
        Part("rules",      "elsewhere", ("random", "heuristic"),                              500),
        Part("tens",       "shown",     at(10, "mcts"),                                       100),
        Part("tens",       "elsewhere", at(10),                                               100),
        Part("hundreds",   "elsewhere", at(100),                                               30),
        Part("thousands",  "shown",     at(1000, "mcts"),                                      20),
        Part("thousands",  "elsewhere", at(1000),                                              20),
    ),
}
# fmt: on


@dataclass(frozen=True)
class Step:
    """A sweep of the study: a part of the plan at one table, or with several decks."""

    part: Part
    scenario: str
    decks: tuple[str, ...]
    difficulty: str

    def sweep(self, seed: int, times: float) -> Sweep | None:
        """What is played; None if no agent of it is known."""
        agents = known(self.part.agents)
        games = max(1, round(self.part.games * times))
        made = (self.scenario, list(map(deck_named, self.decks)), agents, games, seed + self.part.seed, self.difficulty)
        return Sweep(Experiment(*made)) if agents else None

    @property
    def folder(self) -> str:
        """Where it lies, below the folder of the study."""
        named = self.decks[0] if len(self.decks) == 1 else "all-decks"
        return f"{self.part.name}/{self.scenario}-{named}-{self.difficulty}"


@cache
def found_deck() -> Deck:
    """The deck that a deck search found for Escape from Dol Guldur.

    Hill climbing (`deck_climb.search`) from core-leadership with 600,000 games of the heuristic, easy and with 10 less threat,
    since with all of it too few are won to compare decks. It accepted one swap. docs/examples/three-gandalfs.txt has it too.
    """
    made = moved(plain(decks.get("core-leadership")), Move("Silverlode Archer", "Gandalf", 2), FOUND)
    return replace(made, id=FOUND, name="Leadership with three Gandalfs", source="found by a deck search")


def deck_named(name: str) -> str | Deck:
    """What an experiment takes for the name of a deck."""
    return found_deck() if name == FOUND else name


def tables(where: str) -> list[tuple[str, str, str]]:
    """(scenario, deck, difficulty) of "shown" or "elsewhere"."""
    shown = [(scenario, *table) for scenario, table in SHOWN.items()]
    every = [(scenario, deck, level) for scenario, pair in DECKS.items() for deck in pair for level in DIFFICULTIES]
    chosen = {"shown": shown, "elsewhere": [table for table in every if table not in shown], "passage": shown[:1]}
    return chosen[where]


def steps(cells: str, folder: Path, parts: Sequence[str] = ()) -> Iterator[Step]:
    """The sweeps of the plan, or of some of its parts, in their order; "full" includes "small".

    The best decks are looked up when their turn comes.
    """
    for part in PLAN["small"] + (PLAN["full"] if cells == "full" else ()):
        if parts and part.name not in parts:
            continue
        if part.where == "decks":
            yield Step(part, GULDUR, (*decks.ids(), FOUND), "standard")
        elif part.where == "found":
            yield Step(part, GULDUR, (DECKS[GULDUR][0], FOUND), "standard")
        elif part.where in ("finalists", "best"):
            before, n = ("decks", FINALISTS) if part.where == "finalists" else ("finalists", 1)
            yield from (Step(part, GULDUR, (deck,), "standard") for deck in best_decks(gathered(folder / before), n))
        else:
            yield from (Step(part, scenario, (deck,), level) for scenario, deck, level in tables(part.where))


def best_decks(df: pd.DataFrame, n: int) -> list[str]:
    """The n decks that won most often; of equals, those that lived longer, then the first by name. Fewer if there are no more."""
    if df.empty:
        return []
    sums = df.groupby("decks", observed=True).agg(rate=("won", "mean"), rounds=("rounds", "mean")).reset_index()
    return list(sums.sort_values(["rate", "rounds", "decks"], ascending=[False, False, True])["decks"].astype(str)[:n])


# --- Results ---------------------------------------------------------------------------------------------------------


def gathered(folder: Path) -> pd.DataFrame:
    """The games of all sweeps below a folder; BadValue if two of them hold the same game."""
    import pandas as pd

    found = [read(path.parent) for path in sorted(folder.rglob("manifest.json"))]
    df = pd.concat(found, ignore_index=True) if found else pd.DataFrame(columns=[*KEY, "seed", "game", "won", "fault", "rounds"])
    twice = df[df.duplicated([*KEY, "seed", "game"])]
    if len(twice):
        row = twice.iloc[0]
        raise BadValue(f"{folder}: game {row['game']} of {row['scenario']}, {row['decks']}, {row['agent']} lies in two sweeps")
    return df


def cells_of(df: pd.DataFrame) -> pd.DataFrame:
    """A row a cell and seed: KEY, seed, games, wins, decisions, won ("1" won, "0" lost, "." stopped by a fault or not played).

    Their order is that of the seeds, then of the plan's scenarios, decks and difficulties, then of the ladder.
    """
    import pandas as pd

    rows = []
    for key, games in df.groupby([*KEY, "seed"], sort=False, observed=True):
        sound = games[games["fault"] == ""]
        ends = ["."] * (int(games["game"].max()) + 1)
        for game, won in zip(sound["game"], sound["won"], strict=True):
            ends[game] = "1" if won else "0"
        counts = {"games": len(sound), "wins": int(sound["won"].sum()), "decisions": int(sound["decisions"].sum())}
        rows.append(dict(zip([*KEY, "seed"], key, strict=True)) | counts | {"won": "".join(ends)})
    rows.sort(key=lambda row: (row["seed"], *_place(row), *order(row["agent"])))
    return pd.DataFrame(rows, columns=[*KEY, "seed", "games", "wins", "decisions", "won"])


def _place(row: dict[str, Any]) -> tuple[int, int, str, int]:
    pair = DECKS.get(row["scenario"], ())
    deck = pair.index(row["decks"]) if row["decks"] in pair else len(pair)
    return list(SHOWN).index(row["scenario"]), deck, row["decks"], DIFFICULTIES.index(row["difficulty"])


def read_cells(path: Path) -> pd.DataFrame:
    """The rows that `cells_of` made, from a file."""
    import pandas as pd

    return pd.read_csv(path, dtype={"won": str})


def games_of(cells: pd.DataFrame) -> pd.DataFrame:
    """The rows of games again, with the columns that rates and comparisons need."""
    import pandas as pd

    rows = []
    for cell in cells.to_dict("records"):
        same = {name: cell[name] for name in (*KEY, "seed")}
        rows += [same | {"game": k, "won": end == "1"} for k, end in enumerate(cell["won"]) if end != "."]
    df = pd.DataFrame(rows, columns=[*KEY, "seed", "game", "won"]).astype({"won": bool})
    return df.assign(fault="", rules_version=0, cards_hash="")


# --- The study -------------------------------------------------------------------------------------------------------


def play(given: argparse.Namespace, folder: Path) -> list[str]:
    """Play what the folder lacks; what crashed."""
    from lotrsim.cli.common import note
    from lotrsim.experiments.studies.ladder_times import now
    from lotrsim.experiments.sweeping import run_sweep, spoken

    lost: list[str] = []
    for step in steps(given.cells, folder, given.parts):
        sweep, start = step.sweep(given.seed, given.times), now()
        if sweep is not None:
            df = run_sweep(sweep, folder / step.folder, given.workers, progress=False)
            lost += df.attrs["lost"]
            note(f"{step.folder}: {len(df):,} games of {len(sweep.cells)} cells, {spoken(now() - start)}")
    return lost


def write_all(folder: Path, places: list[Path], seed: int) -> None:
    """Write the rows of cells, the times of decisions and the picture, from what the folder holds."""
    from lotrsim.experiments.studies.ladder_answers import picture
    from lotrsim.experiments.studies.ladder_times import measured

    cells = cells_of(gathered(folder))
    if cells.empty:
        raise BadValue(f"{folder}: there is no game yet")
    times = measured(cells, folder / TIMES, seed)
    for place in places:
        write_csv(cells, place / CELLS)
        write_csv(times, place / TIMES)
        picture(cells, place / PICTURE)


def study(given: argparse.Namespace) -> int:
    """Play what the folder lacks of the study, and write what it shows; 1 if something crashed."""
    from lotrsim.cli.common import note

    if not 0 < given.times <= MOST_TIMES:
        raise BadValue(f"--times must be above 0 and at most {MOST_TIMES}, not {given.times}")
    folder = make_folder(given.out)
    lost = [] if given.cells == "none" else play(given, folder)
    write_all(folder, [folder, *([make_folder(given.pages)] if given.pages else [])], given.seed)
    note(f"{CELLS}, {TIMES} and {PICTURE} are written to {given.pages or folder}")
    return 1 if lost else 0


def main(arguments: list[str] | None = None) -> int:
    """The study from the command line; 0, or 1 or 2 after a line that says what is wrong."""
    return answered(study, parser().parse_args(arguments))


def parser() -> argparse.ArgumentParser:
    """The options of the command."""
    made = parser_of("agent_ladder", __doc__)
    names = list(dict.fromkeys(part.name for part in PLAN["small"] + PLAN["full"]))
    made.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="of the sweeps, the rows and the picture")
    made.add_argument("--cells", choices=("none", *PLAN), default="small", help="what is played (small); none: only write")
    made.add_argument("--parts", nargs="+", default=(), choices=names, metavar="PART", help=f"only these: {', '.join(names)}")
    made.add_argument("--times", type=float, default=1.0, metavar="X", help="X times the games of the plan (1)")
    made.add_argument("--seed", type=int, default=SEED, help=f"game k of a seed is the same game ({SEED})")
    made.add_argument("--workers", type=int, default=-1, help="processes; -1 is one a core")
    made.add_argument("--pages", type=Path, metavar="FOLDER", help="write the rows and the picture also here: docs")
    return made


if __name__ == "__main__":
    raise SystemExit(main())
