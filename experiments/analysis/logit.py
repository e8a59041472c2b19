"""Logistic regression on counted games: maximum likelihood with errors clustered by deck, and Firth's penalised likelihood
where a level has no win or no loss, so that the likelihood has no maximum (separation)."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lotrsim.errors import BadValue
from lotrsim.experiments.results import CONFIDENCE

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

MIN_CLUSTERS = 4  # with fewer decks their spread cannot be estimated: the intervals then hold for these decks only
CLUSTERED = "errors clustered by deck"
AS_THEY_ARE = "these decks only"
PENALISED = "Firth's penalised likelihood, these decks only"


@dataclass
class Estimates:
    """Log-odds of winning, a value a contrast, with the ends of their 95% intervals, p-values, and how they were made."""

    values: np.ndarray
    low: np.ndarray
    high: np.ndarray
    p_values: np.ndarray
    method: str
    fitted: np.ndarray | None = None  # log-odds of each cell; not of a penalised fit


def set_aside(cells: pd.DataFrame, factors: Sequence[str]) -> tuple[pd.DataFrame, dict[tuple[str, str], str]]:
    """The cells without those of levels that were never won or never lost, and these levels: (factor, level) -> why.

    Such games say nothing about the other effects: the likelihood is best where the level's own effect is infinite. A level
    may lose all its wins with another one, so this is repeated until each level that is left has both.
    """
    aside: dict[tuple[str, str], str] = {}
    while True:
        found = {}
        for factor in factors:
            sums = cells.groupby(factor, sort=False, observed=True)[["games", "wins"]].sum()
            for level, games, wins in sums.itertuples():
                if wins in (0, games):
                    found[factor, level] = f"{'no win' if wins == 0 else 'no loss'} in {games:,} games"
        if not found:
            return cells, aside
        aside |= found
        for factor, level in found:
            cells = cells[cells[factor] != level]


def dummies(cells: pd.DataFrame, factors: Sequence[str]) -> pd.DataFrame:
    """A column of 0 and 1 for each level but the first of each factor."""
    import pandas as pd

    columns = {}
    for factor in factors:
        for level in list(dict.fromkeys(cells[factor]))[1:]:
            columns[f"{factor}={level}"] = (cells[factor] == level).astype(float)
    return pd.DataFrame(columns, index=cells.index)


def is_separated(x: np.ndarray, cells: pd.DataFrame) -> bool:
    """Whether some effect is infinite, by Konis' linear programme."""
    from firthmodels import detect_separation

    rows, won, _ = _as_games(x, cells)
    return bool(len(set(won)) < 2 or detect_separation(rows, won, fit_intercept=False).separation)


def maximum_likelihood(x: np.ndarray, cells: pd.DataFrame, contrasts: np.ndarray, held_by: Any = None) -> Estimates:
    """Contrasts of the coefficients of `x` (a row a cell, with a column of ones).

    Where four teams of decks or more played, errors are clustered by team. `held_by`, for effects of what decks hold: how
    many teams hold what each contrast is about; then few teams widen its interval as they must (see `_free`).
    """
    import numpy as np
    import statsmodels.api as sm
    from statsmodels.tools.sm_exceptions import PerfectSeparationWarning

    outcome = np.column_stack([cells["wins"], cells["games"] - cells["wins"]])
    model = sm.GLM(outcome, x, family=sm.families.Binomial())
    codes, n = (None, 0) if "decks" not in cells else _codes(cells["decks"])
    clustered = n >= MIN_CLUSTERS
    how: Any = {"cov_type": "cluster", "cov_kwds": {"groups": codes}} if clustered else {}
    with np.errstate(divide="ignore", invalid="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore", PerfectSeparationWarning)  # also where there is a coefficient for each cell
        fitted = model.fit(**how)
    test = fitted.t_test(contrasts)
    free, widened = _free(n, held_by, len(contrasts)) if clustered else (np.inf, 1.0)
    low, high, p_values = _tested(np.ravel(test.effect), np.ravel(test.sd) * widened, free)
    method = CLUSTERED if clustered else AS_THEY_ARE
    return Estimates(np.ravel(test.effect), low, high, p_values, method, x @ fitted.params)


def _codes(words: pd.Series) -> tuple[np.ndarray, int]:
    import pandas as pd

    codes, names = pd.factorize(words)
    return codes, len(names)


def _free(n: int, held_by: Any, effects: int) -> tuple[Any, Any]:
    """Degrees of freedom of t, and how much wider an error is, for n clusters.

    What clusters hold is compared between clusters: k that hold it with n - k that do not. As in Welch's test, the degrees of
    freedom are mostly those of the smaller side, and the error is widened for means taken from it (m / (m - 1)) and for the
    other effects that are estimated from the same clusters.
    """
    import numpy as np

    if held_by is None:
        return n - 1, 1.0
    k = np.asarray(held_by, float)
    m = np.minimum(k, n - k)
    welch = (1 / k + 1 / (n - k)) ** 2 / ((1 / k) ** 2 / (k - 1) + (1 / (n - k)) ** 2 / (n - k - 1))
    left = n - 1 - effects
    return np.minimum(left, welch), np.sqrt(m / (m - 1) * (n - 2) / left)


def _tested(values: np.ndarray, errors: np.ndarray, free: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Ends of the intervals and p-values of t."""
    from scipy.stats import t

    half = t.ppf(0.5 + CONFIDENCE / 2, free) * errors
    return values - half, values + half, 2 * t.sf(abs(values / errors), free)


def firth(x: np.ndarray, cells: pd.DataFrame, wanted: Sequence[int]) -> Estimates:
    """The coefficients `wanted` of the columns of `x` (without a column of ones), by Firth's penalised likelihood, with the
    intervals of its profile and the p-values of its ratio test; finite also where games are separated."""
    import numpy as np
    from firthmodels import FirthLogisticRegression

    rows, won, weights = _as_games(x, cells)
    model = FirthLogisticRegression(backend="numpy", max_iter=500)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # of convergence; asked for below
        model.fit(rows, won, sample_weight=weights)
        model.lrt(features=list(wanted))
        edges = model.conf_int(1 - CONFIDENCE, method="pl", features=list(wanted), max_iter=500)[list(wanted)]
    if not model.converged_:
        raise BadValue("the penalised likelihood of these games has no maximum that can be found")
    low, high = np.where(np.isnan(edges), (-np.inf, np.inf), edges).T  # an end that is not found is reported as open
    return Estimates(model.coef_[list(wanted)], low, high, model.lrt_pvalues_[list(wanted)], PENALISED)


def _as_games(x: np.ndarray, cells: pd.DataFrame) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Each cell as a won and a lost row with weights."""
    import numpy as np

    wins = cells["wins"].to_numpy(float)
    weights = np.concatenate([wins, cells["games"].to_numpy(float) - wins])
    rows, won = np.concatenate([x, x]), np.repeat([1, 0], len(cells))
    held = weights > 0
    return rows[held], won[held], weights[held]
