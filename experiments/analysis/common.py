"""What all statistics share: games without a fault, counts of wins, Wilson's interval, names of columns that are asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from lotrsim.errors import BadValue, UnknownName
from lotrsim.experiments.results import CONFIDENCE
from lotrsim.experiments.spec import KEY

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd


def columns_of(by: str | Sequence[str]) -> list[str]:
    """The columns that games are grouped by, each checked: scenario, decks, agent, difficulty."""
    names = [by] if isinstance(by, str) else list(by)
    for name in names:
        if name not in KEY:
            raise UnknownName("column", name, KEY)
    return list(dict.fromkeys(names))


def sound(df: pd.DataFrame) -> pd.DataFrame:
    """The games that no fault of the engine stopped; no copy where that is all of them."""
    faulty = df["fault"] != ""
    found = df[~faulty] if faulty.any() else df
    if found.empty:
        raise BadValue("there is no game to count")
    return found


def counts(df: pd.DataFrame, by: Iterable[str]) -> pd.DataFrame:
    """A row for each combination of the columns, in the order of the games: the columns, games, wins."""
    by = list(by)
    if not by:
        import pandas as pd

        return pd.DataFrame({"games": [len(df)], "wins": [int(df["won"].sum())]})
    found = df.groupby(by, sort=False, observed=True)["won"].agg(games="size", wins="sum").reset_index()
    return found.astype({"games": "int64", "wins": "int64"})


def wilson(wins: Any, games: Any) -> tuple[np.ndarray, np.ndarray]:
    """Wilson's interval, 95%, of each rate; its ends are exactly 0 and 1 where there is no win or no loss."""
    import numpy as np
    from statsmodels.stats.proportion import proportion_confint

    wins, games = np.asarray(wins, float), np.asarray(games, float)
    low, high = proportion_confint(wins, games, 1 - CONFIDENCE, method="wilson")
    return np.where(wins == 0, 0.0, low), np.where(wins == games, 1.0, high)  # 1e-19 is an error of rounding


def several(df: pd.DataFrame, names: Iterable[str]) -> list[str]:
    """Those of the columns that hold more than one word."""
    return [name for name in names if df[name].nunique() > 1]
