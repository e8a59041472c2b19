"""What games are lost by, and when: causes, their part of all games by round, and survival (Kaplan and Meier).

A game that ended during round 5 has completed 4: its column `rounds` is 4, and here it ends in round 5.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from lotrsim.experiments.analysis.common import columns_of, counts, sound, wilson
from lotrsim.experiments.results import CONFIDENCE

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

WON = "won"
CAUSES = {  # of a lost game -> words
    "threat": "threat 50",
    "heroes": "no hero left",
    "both": "some by threat, some without heroes",
    "rounds": "round limit",
}
SURVIVAL = ("round", "playing", "lost", "won", "survival", "ci_low", "ci_high", "games")


def cause_of(df: pd.DataFrame) -> pd.Series:
    """What each game ended by, a category: won, threat, heroes, both, rounds (the keys of CAUSES).

    A game is lost by threat if every player who was eliminated had 50 threat, by heroes if none had. Losing the prisoner of
    Escape from Dol Guldur is one of these two: his player's elimination.
    """
    import numpy as np
    import pandas as pd

    words = [WON, *CAUSES]
    by_threat, of_heroes = df["out_by_threat"].to_numpy() > 0, df["out_of_heroes"].to_numpy() > 0
    over = (df["reason"] == "round limit").to_numpy()
    found = np.select([df["won"].to_numpy(), over, by_threat & of_heroes, by_threat], [0, 4, 3, 1], default=2)
    return pd.Series(pd.Categorical.from_codes(found, words), index=df.index, name="cause")


def losses(df: pd.DataFrame, by: str | Sequence[str] = ()) -> pd.DataFrame:
    """What lost games ended by: a row for each combination of `by` and cause that occurs, the most frequent first.

    Columns: those of `by`, cause, games (lost ones), lost (by this cause), share with ci_low and ci_high (of the lost
    games, Wilson), median_round (in which they ended).
    """
    import pandas as pd

    by = columns_of(by)
    df = sound(df)
    lost = df[~df["won"]]
    lost = lost[by].assign(cause=cause_of(lost), round=lost["rounds"] + 1)
    found = lost.groupby([*by, "cause"], sort=False, observed=True)["round"].agg(lost="size", median_round="median").reset_index()
    found["games"] = found.groupby(by, sort=False, observed=True)["lost"].transform("sum") if by else len(lost)
    found["order"] = found.groupby(by, sort=False, observed=True).ngroup() if by else 0
    found = found.sort_values(["order", "lost"], ascending=[True, False], kind="stable", ignore_index=True)
    low, high = wilson(found["lost"], found["games"]) if len(found) else ([], [])
    found = found.assign(share=found["lost"] / found["games"], ci_low=low, ci_high=high)
    return pd.DataFrame(found[[*by, "cause", "games", "lost", "share", "ci_low", "ci_high", "median_round"]])


def incidence(df: pd.DataFrame, by: str | Sequence[str] = ()) -> pd.DataFrame:
    """How many of all games have ended by a round, for each way to end (won, and the causes of losing).

    Every game ends, so this cumulative incidence is a plain share. Columns: those of `by`, cause, round, games, ended (until
    the end of this round, by this cause), share, ci_low, ci_high (Wilson).
    """
    import numpy as np
    import pandas as pd

    by = columns_of(by)
    df = sound(df)
    plain = df[by].assign(cause=cause_of(df), round=df["rounds"] + 1)
    parts = []
    groups: Any = plain.groupby(by, sort=False, observed=True) if by else [((), plain)]
    for key, games in groups:
        table = pd.crosstab(games["round"], games["cause"]).reindex(range(1, games["round"].max() + 1), fill_value=0).cumsum()
        long = table.melt(ignore_index=False, var_name="cause", value_name="ended").reset_index()
        parts.append(long.assign(**dict(zip(by, key, strict=True)), games=len(games)))
    found = pd.concat(parts, ignore_index=True)
    low, high = wilson(found["ended"], found["games"])
    found = found.assign(share=found["ended"] / found["games"], ci_low=low, ci_high=high)
    found["cause"] = found["cause"].astype(str)
    found["round"] = found["round"].astype(np.int64)
    return found[[*by, "cause", "round", "games", "ended", "share", "ci_low", "ci_high"]]


def survival(df: pd.DataFrame, by: str | Sequence[str] = ()) -> pd.DataFrame:
    """The chance not to have lost by the end of a round, as if no game were won before (Kaplan and Meier; a won game leaves
    the count when it is won).

    Columns: those of `by`, round, playing (games at its begin), lost and won (in it), survival, ci_low, ci_high (Greenwood,
    on the scale of log(-log), 95%; Wilson's of the games of that round where none or all are lost), games (all).
    """
    import pandas as pd

    by = columns_of(by)
    df = sound(df)
    plain = df[by].assign(round=df["rounds"] + 1, won=df["won"])
    groups: Any = plain.groupby(by, sort=False, observed=True) if by else [((), plain)]
    parts = [_survival(games).assign(**dict(zip(by, key, strict=True))) for key, games in groups]
    return pd.concat(parts, ignore_index=True)[[*by, *SURVIVAL]]


def _survival(games: pd.DataFrame) -> pd.DataFrame:
    """A row a round, from the first to the last."""
    import numpy as np
    import pandas as pd
    from statsmodels.duration.survfunc import SurvfuncRight

    cells = counts(games, ["round"]).sort_values("round")
    ends = cells.set_index("round").reindex(range(1, int(cells["round"].max()) + 1), fill_value=0)
    with np.errstate(divide="ignore", invalid="ignore"):  # of the error where the last game is lost
        fitted = SurvfuncRight(games["round"].to_numpy(float), 1 - games["won"].to_numpy(int))
    steps = pd.DataFrame({"survival": fitted.surv_prob, "error": fitted.surv_prob_se}, index=fitted.surv_times)
    steps = steps.reindex(ends.index).ffill().fillna({"survival": 1.0, "error": 0.0})
    playing = len(games) - ends["games"].cumsum().shift(fill_value=0)
    low, high = _interval(steps["survival"].to_numpy(float), steps["error"].to_numpy(float), playing)
    columns = {"round": ends.index, "playing": playing, "lost": ends["games"] - ends["wins"], "won": ends["wins"]}
    return pd.DataFrame(columns | {"survival": steps["survival"], "ci_low": low, "ci_high": high, "games": len(games)})


def _interval(survival: np.ndarray, error: np.ndarray, playing: Any) -> tuple[np.ndarray, np.ndarray]:
    """The interval of a survival on the scale of log(-log): it stays between 0 and 1. At 0 and 1 it has no error there."""
    import numpy as np
    from scipy.stats import norm

    inner = (survival > 0) & (survival < 1)
    inside = np.where(inner, survival, 0.5)
    half = norm.ppf(0.5 + CONFIDENCE / 2) * np.where(inner, error, 0.0) / (inside * -np.log(inside))
    half = np.minimum(half, 100.0)  # the interval is then from 0 to 1, and exp does not overflow
    outer = wilson(survival * playing, playing)
    low, high = (np.where(inner, inside ** np.exp(sign * half), edge) for sign, edge in zip((1, -1), outer, strict=True))
    return low, high
