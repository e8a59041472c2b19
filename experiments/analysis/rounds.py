"""How games go, round by round, from the traces of a sweep."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from lotrsim.errors import BadValue, UnknownName
from lotrsim.experiments.analysis.common import columns_of
from lotrsim.experiments.results import CONFIDENCE
from lotrsim.experiments.spec import KEY

if TYPE_CHECKING:
    import pandas as pd

OF_PLAYERS = ("threat", "heroes", "allies", "attachments", "engaged", "hand", "deck", "discard_pile", "resources")
OF_TABLE = ("willpower", "staging_threat", "stage", "progress", "staging", "encounter_deck")  # the same for each player
MEASURES = (*OF_PLAYERS, *OF_TABLE)


def by_round(traces: pd.DataFrame, by: str | Sequence[str] = (), measures: Sequence[str] = MEASURES) -> pd.DataFrame:
    """Means of traces by round, of the games that reached it; what belongs to a player is first averaged over the players.

    Columns: those of `by`, measure, round, games, mean, ci_low, ci_high (t interval, 95%; null for one game). A round
    without a quest has no willpower and no staging threat, and its games do not count there.
    """
    import pandas as pd

    columns = columns_of(by)
    for measure in measures:
        if measure not in MEASURES:
            raise UnknownName("measure", measure, MEASURES)
    if traces.empty:
        raise BadValue("there is no round to average")
    game = [*KEY, "seed", "game", "round"]
    single = not traces["player"].any()
    players = [measure for measure in measures if measure in OF_PLAYERS]
    table = traces.loc[traces["player"] == 0, [*game, *measures]]
    if players and not single:
        means = traces.groupby(game, sort=False, observed=True)[players].mean().reset_index()
        table = table.drop(columns=players).merge(means, on=game)
    return pd.concat([_means(table, columns, measure) for measure in measures], ignore_index=True)


def _means(table: pd.DataFrame, by: list[str], measure: str) -> pd.DataFrame:
    import numpy as np
    from scipy.stats import t

    values = table[[*by, "round"]].assign(value=table[measure].astype("float64")).dropna(subset="value")
    groups: Any = values.groupby([*by, "round"], sort=False, observed=True)["value"]
    found = groups.agg(games="size", mean="mean", error="sem").reset_index()
    found["order"] = found.groupby(by, sort=False, observed=True).ngroup() if by else 0
    found = found.sort_values(["order", "round"], kind="stable", ignore_index=True)
    half = np.where(found["games"] > 1, t.ppf(0.5 + CONFIDENCE / 2, (found["games"] - 1).clip(1)) * found["error"], np.nan)
    found = found.assign(measure=measure, ci_low=found["mean"] - half, ci_high=found["mean"] + half)
    return found[[*by, "measure", "round", "games", "mean", "ci_low", "ci_high"]]
