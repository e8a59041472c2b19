"""Comparing agents, decks, scenarios or difficulties game by game.

Both sides of a comparison play the same seeds, and a seed deals two alike decks alike; so games are paired by seed and
number, and only the pairs that end differently say which side is better (McNemar's exact test).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from lotrsim.errors import BadValue, UnknownName
from lotrsim.experiments.analysis.common import columns_of, sound
from lotrsim.experiments.results import CONFIDENCE
from lotrsim.experiments.spec import KEY

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

SAME = ("seed", "game", "rules_version", "cards_hash")  # what both games of a pair share, besides the other columns of KEY
COMPARISON = (
    *("a", "b", "games", "wins_a", "wins_b", "win_rate_a", "win_rate_b", "difference", "ci_low", "ci_high"),
    *("only_a", "only_b", "p_value"),
)
METHODS = ("holm", "fdr_bh")
RESAMPLES = 1999
BATCH = 1_000_000  # numbers that the bootstrap draws at once


def compare(df: pd.DataFrame, a: str, b: str, by: str = "agent") -> pd.Series:
    """Compare side `a` with side `b` of a column (agent, decks, scenario or difficulty) on the games that both played.

    `difference` is a's win rate minus b's, with its 95% interval (Bonett and Price, for paired rates). `p_value` is
    McNemar's, exact and two-sided: how likely such a difference would be if both sides were equally good.
    """
    pairs = paired(df, a, b, by)
    import pandas as pd

    row = _comparison(a, b, pairs["won_a"].to_numpy(), pairs["won_b"].to_numpy())
    return pd.Series(row, name=f"{a} against {b}")


def compare_all(
    df: pd.DataFrame, by: str = "agent", within: str | Sequence[str] = (), against: str | None = None
) -> pd.DataFrame:
    """Compare every two sides of a column, or each with the side `against`, and correct for so many comparisons.

    `within` names columns whose words are compared apart, such as scenario. A row for each pair of sides that have games
    in common; columns: those of `within`, those of `compare`, p_holm (Holm: the chance of even one false difference in
    the table stays under 5% where it is under 0.05) and p_bh (Benjamini and Hochberg: of all differences called real
    where it is under 0.05, at most 5% are expected to be false). BadValue if no pair has a game in common.
    """
    import pandas as pd

    within = columns_of(within)
    if by not in KEY or by in within:
        raise UnknownName("column to compare", by, [name for name in KEY if name not in within])
    df = sound(df)
    if against is not None and against not in set(df[by]):
        raise UnknownName(by, against, dict.fromkeys(df[by]))
    groups: Any = df.groupby(within, sort=False, observed=True) if within else [((), df)]
    rows = [dict(zip(within, key, strict=True)) | row for key, games in groups for row in _pairs(games, by, against)]
    if not rows:
        raise BadValue(f"no two sides of {by} have a game in common: the same seed and number, all else alike")
    found = pd.DataFrame(rows, columns=[*within, *COMPARISON])
    for name, method in (("p_holm", "holm"), ("p_bh", "fdr_bh")):
        found[name] = corrected(found["p_value"], method)
    return found


def corrected(p_values: Any, method: str = "holm") -> np.ndarray:
    """P-values corrected for their number: "holm", or "fdr_bh" for Benjamini and Hochberg's.

    Not by statsmodels' multipletests, which collects all garbage of the process each time: a tenth of a second.
    """
    import numpy as np
    from statsmodels.stats.multitest import fdrcorrection

    if method not in METHODS:
        raise UnknownName("correction", method, METHODS)
    values = np.asarray(p_values, float)
    if method == "fdr_bh":
        return np.asarray(fdrcorrection(values)[1])
    order, n = np.argsort(values, kind="stable"), len(values)
    result = np.empty(n)
    result[order] = np.minimum(np.maximum.accumulate(values[order] * np.arange(n, 0, -1)), 1.0)
    return result


def compare_scores(df: pd.DataFrame, a: str, b: str, by: str = "agent", resamples: int = RESAMPLES, seed: int = 0) -> pd.Series:
    """Compare the scores of the games that both sides won: paired bootstrap of the mean difference.

    a, b, games (won by both), mean_score_a, mean_score_b, difference (a's minus b's: below 0, a scores better), ci_low,
    ci_high (percentiles of `resamples` draws of `seed`, 95%). BadValue unless both won two games in common.
    """
    import numpy as np
    import pandas as pd
    from scipy.stats import bootstrap

    pairs = paired(df, a, b, by)
    pairs = pairs[pairs["won_a"] & pairs["won_b"]]
    if len(pairs) < 2:
        raise BadValue(f"{a} and {b} have won {len(pairs)} games in common; two at least are needed to compare scores")
    scores = [pairs[f"score_{side}"].to_numpy(float) for side in "ab"]
    drawn = bootstrap(
        (scores[0] - scores[1],), np.mean, n_resamples=resamples, batch=max(1, BATCH // len(pairs)), method="percentile",
        confidence_level=CONFIDENCE, rng=np.random.default_rng(seed),
    ).confidence_interval  # fmt: skip
    row = {"a": a, "b": b, "games": len(pairs), "mean_score_a": scores[0].mean(), "mean_score_b": scores[1].mean()}
    row |= {"difference": (scores[0] - scores[1]).mean(), "ci_low": drawn.low, "ci_high": drawn.high}
    return pd.Series(row, name=f"{a} against {b}")


def paired(df: pd.DataFrame, a: str, b: str, by: str = "agent") -> pd.DataFrame:
    """A row a game that both sides played without a fault: what names it, and won, score and rounds of each side."""
    if by not in KEY:
        raise UnknownName("column", by, KEY)
    if a == b:
        raise BadValue(f"{a} cannot be compared with itself")
    for side in (a, b):
        if side not in set(df[by]):
            raise UnknownName(by, side, dict.fromkeys(df[by]))
    same = [name for name in (*KEY, *SAME) if name != by]
    good = df[df["fault"] == ""]
    sides = [good.loc[good[by] == side, [*same, "won", "score", "rounds"]] for side in (a, b)]
    pairs = sides[0].merge(sides[1], on=same, suffixes=("_a", "_b"), validate="one_to_one")
    if pairs.empty:
        raise BadValue(f"{a} and {b} have no game in common: the same scenario, seed and number")
    return pairs


def _pairs(df: pd.DataFrame, by: str, against: str | None) -> Iterator[dict[str, Any]]:
    """The comparison of every two sides, from a table: a row for what can be paired, a column a side."""
    import numpy as np
    import pandas as pd

    same = [name for name in (*KEY, *SAME) if name != by and df[name].nunique() > 1]
    lines = df.groupby(same, sort=False, observed=True).ngroup().to_numpy() if same else np.zeros(len(df), int)
    places, sides = pd.factorize(df[by])
    won = np.full((lines.max() + 1, len(sides)), -1, np.int8)  # -1: not played
    won[lines, places] = df["won"].to_numpy()
    for k, m in combinations(range(len(sides)), 2):
        if against is not None:
            if against not in (sides[k], sides[m]):
                continue
            k, m = (k, m) if sides[m] == against else (m, k)
        both = (won[:, k] >= 0) & (won[:, m] >= 0)
        if both.any():
            yield _comparison(sides[k], sides[m], won[both, k] == 1, won[both, m] == 1)


def _comparison(a: str, b: str, won_a: np.ndarray, won_b: np.ndarray) -> dict[str, Any]:
    """A row of `compare`."""
    from statsmodels.stats.contingency_tables import mcnemar

    n, wins_a, wins_b = len(won_a), int(won_a.sum()), int(won_b.sum())
    both = int((won_a & won_b).sum())
    only_a, only_b = wins_a - both, wins_b - both
    low, high = difference_interval(n, only_a, only_b)
    table = [[both, only_a], [only_b, n - both - only_a - only_b]]
    p_value = float(mcnemar(table, exact=True).pvalue) if only_a + only_b else 1.0
    values = (a, b, n, wins_a, wins_b, wins_a / n, wins_b / n, (wins_a - wins_b) / n, low, high, only_a, only_b, p_value)
    return dict(zip(COMPARISON, values, strict=True))


def difference_interval(games: int, only_a: int, only_b: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """The interval (usually 95%) of the difference of two paired rates, from the pairs that only one side won.

    Bonett and Price (2012): the normal interval after one more pair for each side. Neither SciPy nor statsmodels has an
    interval for paired rates; the t interval of the differences has no width where no pair differs.
    """
    from scipy.stats import norm

    p_a, p_b = (only_a + 1) / (games + 2), (only_b + 1) / (games + 2)
    half = norm.ppf(0.5 + confidence / 2) * ((p_a + p_b - (p_a - p_b) ** 2) / (games + 2)) ** 0.5
    return max(-1.0, float(p_a - p_b - half)), min(1.0, float(p_a - p_b + half))
