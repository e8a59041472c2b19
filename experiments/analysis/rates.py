"""How often games are won, and with what score: rates with Wilson's interval, scores of wins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from lotrsim.experiments.analysis.common import columns_of, counts, sound, wilson
from lotrsim.experiments.results import CONFIDENCE
from lotrsim.experiments.spec import KEY

if TYPE_CHECKING:
    import pandas as pd

SCORES = (*("games", "mean_score", "ci_low", "ci_high", "median", "median_low", "median_high"), *("best", "worst"))


def rates(df: pd.DataFrame, by: str | Sequence[str] = KEY) -> pd.DataFrame:
    """How often games are won: a row for each combination of the columns `by`, in the order of the games.

    Columns: those of `by`, then games (without faults), wins, win_rate, ci_low, ci_high (Wilson's interval, 95%).
    """
    found = counts(sound(df), columns_of(by))
    low, high = wilson(found["wins"], found["games"])
    return found.assign(win_rate=found["wins"] / found["games"], ci_low=low, ci_high=high)


def scores(df: pd.DataFrame, by: str | Sequence[str] = KEY) -> pd.DataFrame:
    """The scores of won games, of which low is good: a row for each combination of `by` that has a win.

    Columns: those of `by`, then games (won ones), mean_score with ci_low and ci_high (t interval, 95%; null for one
    win), median with median_low and median_high (exact interval of a quantile, 95%; infinite where there are too few
    wins for one), best, worst.
    """
    import pandas as pd

    by = columns_of(by)
    wins = sound(df)
    wins = wins[wins["won"]]
    groups = wins.groupby(by, sort=False, observed=True) if by else [((), wins)] if len(wins) else []
    rows = [dict(zip(by, key, strict=True)) | _scores(games["score"].to_numpy(float)) for key, games in groups]
    return pd.DataFrame(rows, columns=[*by, *SCORES]).astype(dict.fromkeys(SCORES[1:], float))


def _scores(values: Any) -> dict[str, Any]:
    import numpy as np
    from scipy.stats import quantile_test
    from statsmodels.stats.weightstats import DescrStatsW

    low, high = (None, None) if len(values) < 2 else DescrStatsW(values).tconfint_mean(1 - CONFIDENCE)
    median = quantile_test(values, p=0.5).confidence_interval(CONFIDENCE)
    ends = [edge if edge == edge else sign * np.inf for edge, sign in zip(median, (-1, 1), strict=True)]
    row = {"games": len(values), "mean_score": values.mean(), "ci_low": low, "ci_high": high}
    row |= {"median": float(np.median(values)), "median_low": ends[0], "median_high": ends[1]}
    return row | {"best": values.min(), "worst": values.max()}
