"""The generated blocks about the study of hero trios, from `hero_trios.csv` and `hero_trio_findings.csv` beside this file."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pandas as pd
from source_tables import table

from lotrsim import scenarios
from lotrsim.experiments.studies import hero_trios, trio_findings

FOLDER = Path(__file__).resolve().parent
SHOWN = 12  # trios at each end of the table


@cache
def findings() -> pd.DataFrame:
    """The findings, a row for each kind, group and scenario."""
    return pd.read_csv(FOLDER / "hero_trio_findings.csv", keep_default_na=False)


def sentences() -> str:
    """The findings in words."""
    return "\n".join(f"{k}. {sentence}" for k, sentence in enumerate(trio_findings.sentences(findings()), 1))


def groups(kind: str) -> str:
    """The findings of a kind, a row a hero or group of spheres, a column a scenario that somebody won, in percent."""
    rows = findings()[findings()["kind"] == kind]
    names = [name for name in hero_trios.SCENARIOS if (rows.loc[rows["scenario"] == name, "estimate"] != 0).any()]
    told = {name: rows[rows["scenario"] == name].set_index("of") for name in names}
    order = told[names[0]].sort_values("estimate", ascending=False).index
    shown = ((of, *(_cell(told[name].loc[of]) for name in names)) for of in order)
    return table(" | ".join([kind, *(scenarios.get(name).name for name in names)]), shown)


def _cell(row: pd.Series) -> str:
    sign = "+" if row["kind"] == trio_findings.HERO else ""
    numbers = (round(100 * row[name], 1) + 0.0 for name in ("estimate", "ci_low", "ci_high"))  # no -0.0
    estimate, low, high = (f"{number:{sign}.1f}" for number in numbers)
    return f"{estimate} ({low} to {high})"


def ends() -> str:
    """The best and the last trios that are compared."""
    rows = pd.read_csv(FOLDER / "hero_trios.csv")
    shown = hero_trios.wide(rows[~rows["outside"]].astype({"rank": "Int64"}))
    names = [name for name in hero_trios.SCENARIOS if name in shown]
    head = " | ".join(["rank", "heroes", "starting threat", *(scenarios.get(name).name for name in names)])
    part = pd.concat([shown.head(SHOWN), shown.tail(SHOWN)])
    return table(head, (tuple(row) for row in part[["rank", "heroes", "threat", *names]].itertuples(index=False)))


def blocks() -> dict[str, Callable[[], str]]:
    """Every block by its name."""
    kinds = {"heroes": trio_findings.HERO, "spheres": trio_findings.SPHERES}
    made: dict[str, Callable[[], str]] = {f"trios:{name}": lambda kind=kind: groups(kind) for name, kind in kinds.items()}
    return made | {"trios:findings": sentences, "trios:ends": ends}
