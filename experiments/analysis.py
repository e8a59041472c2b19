"""Comparing two agents, decks, scenarios or difficulties game by game.

Both sides of a comparison play the same seeds, and a seed deals two alike decks alike; so games are paired by seed and
number, and only the pairs that end differently say which side is better (McNemar's exact test).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lotrsim.errors import BadValue, UnknownName
from lotrsim.experiments.results import CONFIDENCE
from lotrsim.experiments.spec import KEY

if TYPE_CHECKING:
    import pandas as pd


def compare(df: pd.DataFrame, a: str, b: str, by: str = "agent") -> pd.Series:
    """Compare side `a` with side `b` of a column (agent, decks, scenario or difficulty) on the games that both played.

    `difference` is a's win rate minus b's, with its 95% interval (t, of paired differences). `p_value` is McNemar's,
    exact and two-sided: how likely such a difference would be if both sides were equally good.
    """
    pairs = paired(df, a, b, by)
    won_a, won_b = pairs["won_a"].to_numpy(), pairs["won_b"].to_numpy()
    n = len(pairs)
    only_a, only_b = int((won_a & ~won_b).sum()), int((won_b & ~won_a).sum())
    low, high = _interval(won_a.astype(int) - won_b.astype(int))
    import pandas as pd
    from statsmodels.stats.contingency_tables import mcnemar

    table = [[int((won_a & won_b).sum()), only_a], [only_b, int((~won_a & ~won_b).sum())]]
    return pd.Series(
        {
            **{"a": a, "b": b, "games": n, "wins_a": int(won_a.sum()), "wins_b": int(won_b.sum())},
            **{"win_rate_a": won_a.mean(), "win_rate_b": won_b.mean(), "difference": won_a.mean() - won_b.mean()},
            **{"ci_low": low, "ci_high": high, "only_a": only_a, "only_b": only_b},
            "p_value": float(mcnemar(table, exact=True).pvalue) if only_a + only_b else 1.0,
        },
        name=f"{a} against {b}",
    )


def paired(df: pd.DataFrame, a: str, b: str, by: str = "agent") -> pd.DataFrame:
    """A row a game that both sides played without a fault: what names it, and won, score and rounds of each side."""
    if by not in KEY:
        raise UnknownName("column", by, KEY)
    if a == b:
        raise BadValue(f"{a} cannot be compared with itself")
    for side in (a, b):
        if side not in set(df[by]):
            raise UnknownName(by, side, dict.fromkeys(df[by]))
    same = [name for name in (*KEY, "seed", "game", "rules_version", "cards_hash") if name != by]
    sound = df[df["fault"] == ""]
    sides = [sound.loc[sound[by] == side, [*same, "won", "score", "rounds"]] for side in (a, b)]
    pairs = sides[0].merge(sides[1], on=same, suffixes=("_a", "_b"), validate="one_to_one")
    if pairs.empty:
        raise BadValue(f"{a} and {b} have no game in common: the same scenario, seed and number")
    return pairs


def _interval(differences: object) -> tuple[float, float]:
    """The interval of a mean; no width where all are equal."""
    from statsmodels.stats.weightstats import DescrStatsW

    stats = DescrStatsW(differences)
    if stats.nobs < 2 or not stats.var:
        return float(stats.mean), float(stats.mean)
    low, high = stats.tconfint_mean(1 - CONFIDENCE)
    return float(low), float(high)
