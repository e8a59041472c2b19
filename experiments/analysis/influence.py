"""What heroes and cards do to winning: logistic regression over the lists of decks, and permutation importance.

Decks are the experiment here, not games: a thousand more games of one deck say nothing about a card that another deck holds.
So errors are clustered by deck, and what too few decks hold, or what always comes together, gets no figure of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from lotrsim.errors import BadValue
from lotrsim.experiments.analysis import logit
from lotrsim.experiments.analysis.common import counts, several, sound
from lotrsim.experiments.analysis.lists import deck_table
from lotrsim.experiments.spec import KEY

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

MIN_TEAMS = 10  # of decks in all
MIN_DECKS = 5  # with it, and without it: fewer cannot show how decks differ
MIN_RATIO = 4  # decks an effect, when all effects are estimated together
EFFECT = (
    *("name", "decks_with", "decks_without", "games_with", "games_without", "log_odds", "log_odds_low", "log_odds_high"),
    *("p_value", "p_holm", "p_bh", "change", "change_low", "change_high", "note"),
)
PLURALS = {"hero": "heroes", "card": "cards"}
TOGETHER = " & "  # joins titles that are in the same decks, always


def effects(
    df: pd.DataFrame, of: str = "hero", lists: Mapping[str, Any] | None = None, together: bool | None = None
) -> pd.DataFrame:
    """The effect on winning of having each hero (or each card) in the deck, the best first.

    A logistic model of winning over scenario, agent, difficulty and who is in the deck; the errors are clustered by team of
    decks. `together`: all titles in one model, so that each effect is "all else alike" (needs four decks a title);
    False: each title in a model of its own, which says what the decks that hold it have in common, not what it does; None:
    together where the decks allow it. Where every deck holds the same number of titles (three heroes), effects are against
    the mean title.

    Columns: name (titles that always come together share a row), decks_with, decks_without, games_with, games_without,
    log_odds of winning with log_odds_low and log_odds_high (95%, t), p_value, p_holm, p_bh, change (of the win rate, mean
    over all games) with change_low and change_high, note. Titles that every deck holds, or that fewer than five decks hold
    or lack, have no figures, and `note` says why. `attrs["together"]` says which model it was.
    """
    df = sound(df)
    names = several(df, [name for name in KEY if name != "decks"])
    cells, _ = logit.set_aside(counts(df, ["decks", *names]), names)
    if cells["wins"].sum() in (0, cells["games"].sum()):
        raise BadValue("the games of every scenario, agent or difficulty were all won or all lost: no effect can be seen")
    return _effects(cells, names, merged(deck_table(df, of, lists)), together, of)


def _effects(cells: pd.DataFrame, names: list[str], table: pd.DataFrame, together: bool | None, of: str) -> pd.DataFrame:
    """`effects` from cells, and a table of who is in which decks."""
    import pandas as pd

    table = table.loc[list(dict.fromkeys(cells["decks"]))]
    rows = [_row(title, table[title], cells) for title in table]
    usable = [row["name"] for row in rows if not row["note"]]
    if len(table) < MIN_TEAMS or not usable:
        raise BadValue(f"{len(table)} decks cannot tell the effect of a {of}: ten are needed, five with it and five without")
    rows, joint = _estimated(cells, names, table, rows, usable, together, of)
    found = pd.DataFrame(rows, columns=[name for name in EFFECT if name not in ("p_holm", "p_bh")])
    found = found.astype({name: float for name in found if name.startswith(("log_odds", "p_value", "change"))})
    found = found.sort_values("log_odds", ascending=False, na_position="last", kind="stable", ignore_index=True)
    for at, (name, method) in enumerate((("p_holm", "holm"), ("p_bh", "fdr_bh"))):
        found.insert(9 + at, name, _corrected(found["p_value"], method))
    found.attrs["together"] = joint
    return found


def merged(table: pd.DataFrame) -> pd.DataFrame:
    """Presence (0 or 1) of each title; titles that are in exactly the same decks share a column."""
    import pandas as pd

    alike: dict[bytes, list[str]] = {}
    present = table > 0
    for title in table:
        alike.setdefault(present[title].to_numpy().tobytes(), []).append(str(title))
    columns = {TOGETHER.join(titles): present[titles[0]].astype(float) for titles in alike.values()}
    return pd.DataFrame(columns, index=table.index)


def _row(title: str, held: pd.Series, cells: pd.DataFrame) -> dict[str, Any]:
    """A title without its effect; the note says why there will be none."""
    n = int(held.sum())
    games = cells["games"].groupby(cells["decks"].map(held)).sum()
    row: dict[str, Any] = dict.fromkeys(EFFECT, None) | {"name": title, "decks_with": n, "decks_without": len(held) - n}
    row |= {"games_with": int(games.get(1.0, 0)), "games_without": int(games.get(0.0, 0)), "note": ""}
    if n == len(held):
        row["note"] = "in every deck"
    elif n == 0:
        row["note"] = "only in decks without a usable game"
    elif min(n, len(held) - n) < MIN_DECKS:
        row["note"] = f"too few decks {'with' if n < MIN_DECKS else 'without'} it"
    return row


def _estimated(
    cells: pd.DataFrame, names: list[str], table: pd.DataFrame, rows: list[dict[str, Any]],
    usable: list[str], together: bool | None, of: str,
) -> tuple[list[dict[str, Any]], bool]:  # fmt: skip
    """The rows with their effects, and whether these are of one model."""
    enough = len(table) >= MIN_RATIO * len(usable)
    joint = enough if together is None else together
    if joint and not enough:
        raise BadValue(
            f"{len(table)} decks cannot tell the effects of {len(usable)} {PLURALS[of]} apart: four for "
            f"each are needed, or together=False for each alone"
        )
    found: dict[str, dict[str, Any]] = {}
    for titles in [usable] if joint else [[title] for title in usable]:
        try:
            found |= _fit(cells, names, table[titles], of)
        except BadValue:
            if together:
                raise
            if joint:  # they cannot be told apart: each alone
                return _estimated(cells, names, table, rows, usable, False, of)
            found[titles[0]] = {"note": "with it, or without it, no game was won or none was lost"}
    return [row | found.get(row["name"], {}) for row in rows], joint


def _fit(cells: pd.DataFrame, names: list[str], held: pd.DataFrame, of: str) -> dict[str, dict[str, Any]]:
    """Title -> its effect in the model of all columns of `held`."""
    import numpy as np

    own = held.loc[cells["decks"]].to_numpy(float)
    n = own.shape[1]
    constant = n > 1 and len(set(held.sum(axis=1))) == 1  # three heroes each: only differences between titles can be known
    rest = logit.dummies(cells, names).to_numpy(float)
    x = np.column_stack([np.ones(len(cells)), own[:, constant:], rest])
    if np.linalg.matrix_rank(x) < x.shape[1]:
        raise BadValue(f"the {PLURALS[of]} of these decks cannot be told apart: some are always the sum of others")
    if logit.is_separated(x, cells):
        raise BadValue(f"with some {PLURALS[of]} no game was won, or none was lost: give more games, or together=False")
    contrasts = np.zeros((n, x.shape[1]))
    contrasts[:, 1 : n + 1 - constant] = (np.eye(n) - constant / n)[:, constant:]
    made = logit.maximum_likelihood(x, cells, contrasts, held_by=held.sum().to_numpy())
    return {str(title): _effect(made.fitted - made.values[k] * own[:, k], cells, made, k) for k, title in enumerate(held)}


def _effect(without: np.ndarray, cells: pd.DataFrame, made: logit.Estimates, k: int) -> dict[str, Any]:
    """A title's effect, also as a change of the win rate: with it everywhere, less without it everywhere."""
    import numpy as np
    from scipy.special import expit

    values = (made.values[k], made.low[k], made.high[k])
    change = [np.average(expit(without + value) - expit(without), weights=cells["games"]) for value in values]
    row = dict(zip(("log_odds", "log_odds_low", "log_odds_high"), values, strict=True)) | {"p_value": made.p_values[k]}
    return row | dict(zip(("change", "change_low", "change_high"), change, strict=True))


def _corrected(p_values: pd.Series, method: str) -> pd.Series:
    """Corrected for as many as have a value."""
    from lotrsim.experiments.analysis.paired import corrected

    result = p_values.astype(float).copy()
    known = result.notna()
    result[known] = corrected(result[known], method) if known.any() else result[known]
    return result


# --- Permutation importance ------------------------------------------------------------------------------------------


def importance(
    df: pd.DataFrame,
    of: str = "card",
    lists: Mapping[str, Any] | None = None,
    repeats: int = 50,
    games: int = 5000,
    seed: int = 0,
) -> pd.DataFrame:
    """How much worse a model foretells held-out games when it no longer knows who holds a title, the most telling first.

    A regularised logistic model (scikit-learn) learns from 70% of the games (all games of a seed and number lie on the same
    side); scikit-learn's permutation importance on at most `games` of the others is the rise of the log loss. Columns: name,
    importance, ci_low, ci_high (95% of `repeats` draws of games and permutations), decks_with, games (held out). It says what
    the model uses, not which way it goes, and titles that decks mostly hold together share what they tell.
    """
    import numpy as np
    import pandas as pd
    from sklearn.inspection import permutation_importance
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    df = sound(df)
    if df["won"].nunique() < 2:
        raise BadValue("all games were won or all were lost: nothing tells them apart")
    table = merged(deck_table(df, of, lists))
    table = table.loc[:, table.nunique() > 1]
    if table.empty:
        raise BadValue(f"every deck holds the same {PLURALS[of]}")
    x, cell = _features(df, table)
    rng = np.random.default_rng(seed)
    train, held = _split(df, seed)
    held = rng.permutation(held)[:games]
    won = df["won"].to_numpy()
    model = make_pipeline(StandardScaler(), LogisticRegression(max_iter=2000))
    learned = pd.DataFrame({"cell": cell[train], "won": won[train]}).value_counts()
    rows = learned.index.to_frame(index=False)
    model.fit(x[rows["cell"]], rows["won"], logisticregression__sample_weight=learned.to_numpy())
    draws = np.empty((repeats, table.shape[1]))
    for k in range(repeats):
        drawn = rng.choice(held, len(held))
        made = permutation_importance(
            model, x[cell[drawn]], won[drawn], scoring="neg_log_loss", n_repeats=1, random_state=int(rng.integers(2**31))
        )
        draws[k] = made.importances_mean[: table.shape[1]]
    low, high = np.percentile(draws, (2.5, 97.5), axis=0)
    columns = {"name": list(table), "importance": draws.mean(axis=0), "ci_low": low, "ci_high": high}
    found = pd.DataFrame(columns | {"decks_with": table.sum().astype(int).to_numpy(), "games": len(held)})
    return found.sort_values("importance", ascending=False, kind="stable", ignore_index=True)


def _features(df: pd.DataFrame, table: pd.DataFrame) -> tuple[np.ndarray, np.ndarray]:
    """What a model knows of each cell: titles, then scenario, agent, difficulty; and the cell of each game."""
    import numpy as np

    names = several(df, [name for name in KEY if name != "decks"])
    keys = df.groupby(["decks", *names], sort=False, observed=True)
    cell = keys.ngroup().to_numpy()
    cells = df[["decks", *names]].iloc[np.unique(cell, return_index=True)[1]]
    return np.column_stack([table.loc[cells["decks"]].to_numpy(float), logit.dummies(cells, names).to_numpy(float)]), cell


def _split(df: pd.DataFrame, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Places of games to learn from and of held-out ones; games of the same seed and number stay together."""
    import numpy as np
    from sklearn.model_selection import GroupShuffleSplit

    groups = df.groupby(["seed", "game"], sort=False).ngroup().to_numpy()
    if groups.max() < 3:
        raise BadValue("too few games to hold some out: four for each cell at least")
    return next(GroupShuffleSplit(1, test_size=0.3, random_state=seed).split(np.empty(len(df)), groups=groups))
