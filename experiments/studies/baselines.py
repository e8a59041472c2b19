"""Baselines: how often each deck wins each scenario, and what it dies of.

    lotrsim run --scenario all --deck all --agent random --agent heuristic --difficulty standard --difficulty easy \
        --games 2000 --seed 1 --out baselines.parquet
    python -m lotrsim.experiments.studies.baselines baselines.parquet baselines.csv

`causes` turns the results, a row a game, into a row a cell; `page` turns those rows into the tables of docs/baselines.md.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from lotrsim.experiments.results import CONFIDENCE, read
from lotrsim.experiments.spec import KEY
from lotrsim.experiments.studies.commands import write_csv

if TYPE_CHECKING:
    import pandas as pd

CAUSES = {  # column -> words
    "threat": "threat 50",
    "heroes": "no hero left",
    "both": "some by threat, some without heroes",
    "rounds": "round limit",
}
COUNTS = ("games", "wins", *CAUSES, "faults")


def causes(df: pd.DataFrame) -> pd.DataFrame:
    """A row a cell: games, wins, lost games by cause, faults; mean score of wins, mean rounds, shares of stages of losses.

    A game is lost by threat if every player who was eliminated had 50 threat, without heroes if none had. Losing the
    prisoner is one of these two: his player's elimination.
    """
    import pandas as pd

    rows = []
    for key, games in df.groupby(list(KEY), sort=False, observed=True):
        sound = games[games["fault"] == ""]
        lost = sound[~sound["won"]]
        by_threat, of_heroes = lost["out_by_threat"] > 0, lost["out_of_heroes"] > 0
        over = lost["reason"] == "round limit"
        row = dict(zip(KEY, key, strict=True)) | {"games": len(games), "wins": int(sound["won"].sum())}
        row |= {"threat": int((by_threat & ~of_heroes & ~over).sum()), "heroes": int((of_heroes & ~by_threat & ~over).sum())}
        row |= {"both": int((by_threat & of_heroes & ~over).sum()), "rounds": int(over.sum())}
        row |= {"faults": len(games) - len(sound)}
        row |= {"mean_score": float(sound["score"].mean()) if row["wins"] else None}
        row |= {"mean_rounds": float(sound["rounds"].mean()), "lost_in_stage": stages(lost)}
        rows.append(row)
    return pd.DataFrame(rows)


def stages(lost: pd.DataFrame) -> str:
    """In which stage how many lost games ended: "1: 812, 2: 40"."""
    counts = lost["stage"].value_counts().sort_index()
    return ", ".join(f"{stage}: {n}" for stage, n in counts.items())


def interval(wins: int, games: int) -> str:
    """A win rate with Wilson's interval, 95%: "12.4% (11.0-13.9)"."""
    from statsmodels.stats.proportion import proportion_confint

    low, high = proportion_confint(wins, games, 1 - CONFIDENCE, method="wilson")
    return f"{wins / games:.1%} ({low * 100:.1f}-{high * 100:.1f})"


def dies_of(row: pd.Series) -> str:
    """What the lost games of a cell ended by, the most frequent first."""
    lost = sum(int(row[name]) for name in CAUSES)
    found = sorted(((int(row[name]), words) for name, words in CAUSES.items() if row[name]), reverse=True)
    return ", ".join(f"{words} {n / lost:.0%}" for n, words in found)


def page(cells: pd.DataFrame, scenario: str, agent: str) -> list[tuple[str, ...]]:
    """The rows of one table: deck, difficulty, win rate, score of wins, rounds, what it dies of, in which stage."""
    rows: list[tuple[str, ...]] = []
    for _, row in cells[(cells["scenario"] == scenario) & (cells["agent"] == agent)].iterrows():
        sound = int(row["games"]) - int(row["faults"])
        score = "" if row["mean_score"] != row["mean_score"] else f"{row['mean_score']:.1f}"
        numbers = (interval(int(row["wins"]), sound), score, f"{row['mean_rounds']:.1f}")
        rows.append((f"`{row['decks']}`", str(row["difficulty"]), *numbers, dies_of(row), str(row["lost_in_stage"])))
    return rows


def main(arguments: list[str] | None = None) -> int:
    """Read results, write the rows of cells as CSV."""
    parser = argparse.ArgumentParser(prog="python -m lotrsim.experiments.studies.baselines", description=__doc__)
    parser.add_argument("results", type=Path, help="Parquet file of lotrsim run --out")
    parser.add_argument("out", type=Path, help="CSV file to write")
    given = parser.parse_args(arguments)
    cells = causes(read(given.results))
    write_csv(cells, given.out, "%.3f")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
