"""The generated blocks about the study of difficulty, from `difficulty.csv` and `difficulty_scale.csv` beside this file."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pandas as pd
from source_tables import table

from lotrsim import scenarios
from lotrsim.experiments.studies import difficulty

FOLDER = Path(__file__).resolve().parent


@cache
def rows(name: str) -> pd.DataFrame:
    """A table that the study wrote."""
    return pd.read_csv(FOLDER / name, keep_default_na=False)


def rates() -> str:
    """Win rates: a row for each table of players and scenario, a column a difficulty."""
    shown = difficulty.wide(rows("difficulty.csv"))
    shown["scenario"] = [scenarios.get(name).name for name in shown["scenario"]]
    head = ("players", "scenario", "box", "players say", *list(shown)[4:])
    return table(" | ".join(head), shown.itertuples(index=False))


def scale() -> str:
    """The scale, hardest first."""
    found = rows("difficulty_scale.csv")
    shown = difficulty.scale_shown(found).assign(wins=[f"{n:,}" for n in found["wins"]])
    lines = (
        (f"{scenarios.get(row.scenario).name}, {row.difficulty}", row.official, row.players_say, row.wins, row.log_odds, row.note)
        for row in shown.itertuples()
    )
    return table(f"of {int(found['games'].max()):,} games each | box | players say | won | log-odds of losing | note", lines)


def size() -> str:
    """How many games, and of whom."""
    found = rows("difficulty.csv")
    each = int((found["games"] / found["teams"]).max())
    teams = int(found.groupby("players")["teams"].max().sum())
    played = f"{int(found['games'].sum()):,} games: {teams} teams, {each:,} games of each in each scenario at each difficulty"
    return f"The figures below are those of `--games {each}`, {played}."


def blocks() -> dict[str, Callable[[], str]]:
    """Every block by its name."""
    return {"difficulty:rates": rates, "difficulty:scale": scale, "difficulty:size": size}
