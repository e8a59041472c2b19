"""A scale of difficulty: how hard each scenario is, all else alike, in log-odds of losing.

The model is additive: a game's log-odds of losing are the sum of what its scenario, its decks, its agent and its difficulty
bring. 0 is the mean of all words that have both a win and a loss; 1 more means that the odds of winning are 2.7 times less.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lotrsim.errors import BadValue, UnknownName
from lotrsim.experiments.analysis import logit
from lotrsim.experiments.analysis.common import counts, several, sound, wilson
from lotrsim.experiments.spec import KEY

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

SCALES = ("scenario", "agent", "difficulty")
RESULT = ("log_odds", "log_odds_low", "log_odds_high", "p_value", "decks", "method", "note")


def scale(df: pd.DataFrame, of: str = "scenario") -> pd.DataFrame:
    """How hard each scenario is (or each difficulty, or how weak each agent), hardest first.

    Columns: `of`, games, wins, win_rate, ci_low, ci_high (all games of it together, Wilson); log_odds (of losing, against
    the mean) with log_odds_low, log_odds_high (95%), p_value (that it is the mean's), decks (teams that played it), method,
    note. The interval holds for decks like these where there are at least four teams (errors clustered by deck, t), else for
    these decks only; `method` says which. A word without a win or without a loss has an infinite log-odds by maximum
    likelihood: its value is Firth's penalised one, and `note` says so.
    """
    import pandas as pd

    if of not in SCALES:
        raise UnknownName("scale", of, SCALES)
    df = sound(df)
    if df[of].nunique() < 2:
        raise BadValue(f"a scale needs two words of {of} at least; all games are of {df[of].iloc[0]}")
    others = several(df, [name for name in KEY if name != of])
    cells = counts(df, [of, *others])
    if cells["wins"].sum() in (0, cells["games"].sum()):
        raise BadValue(f"no game was {'won' if not cells['wins'].any() else 'lost'}: nothing can be put on a scale")
    base = counts(df, [of])
    low, high = wilson(base["wins"], base["games"])
    base = base.assign(win_rate=base["wins"] / base["games"], ci_low=low, ci_high=high)
    rows = [row | {"decks": df.loc[df[of] == row[of], "decks"].nunique()} for row in _log_odds(cells, of, others)]
    found = base.merge(pd.DataFrame(rows)[[of, *RESULT]], on=of)
    return found.sort_values("log_odds", ascending=False, kind="stable", ignore_index=True)


def _log_odds(cells: pd.DataFrame, of: str, others: list[str]) -> list[dict[str, Any]]:
    """A row a word: its log-odds of losing against the mean of the words that have wins and losses."""
    kept, aside = logit.set_aside(cells, [of, *others])
    words = list(dict.fromkeys(cells[of]))
    inner = [word for word in words if word in set(kept[of])]
    rows: list[dict[str, Any]] = []
    if len(inner) > 1:
        x, contrasts = _design(kept, of, inner, others)
        if logit.is_separated(x, kept):
            inner = []
        else:
            rows = _rows(of, inner, logit.maximum_likelihood(x, kept, contrasts), "")
    elif len(inner) == 1:  # it is the mean itself
        rows = [dict(zip((of, *RESULT), (inner[0], 0.0, 0.0, 0.0, 1.0, 0, "", "the only one with wins and losses"), strict=True))]
    for word in words:
        if word not in inner:
            x = _firth_design(cells, of, inner or words, others, word)
            note = aside.get((of, word), "wins and losses are separated by the other columns")
            rows += _rows(of, [word], logit.firth(x, cells, [0]), f"{note}: a penalised estimate")
    return rows


def _rows(of: str, words: list[str], made: logit.Estimates, note: str) -> list[dict[str, Any]]:
    """Rows of losing: the signs of what was estimated of winning are turned."""
    values = zip(words, -made.values, -made.high, -made.low, made.p_values, strict=True)
    return [dict(zip((of, *RESULT), (*row, 0, made.method, note), strict=True)) for row in values]


def _design(cells: pd.DataFrame, of: str, words: list[str], others: list[str]) -> tuple[np.ndarray, np.ndarray]:
    """Columns (one, the words but the first, the others), and for each word the contrast with the mean of all."""
    import numpy as np

    own = np.column_stack([(cells[of] == word).to_numpy(float) for word in words])
    rest = logit.dummies(cells, others).to_numpy(float)
    x = np.column_stack([np.ones(len(cells)), own[:, 1:], rest])
    if np.linalg.matrix_rank(x) < x.shape[1]:
        raise BadValue(f"what {of} brings cannot be told from {', '.join(others)}: let every {of} be played with the same ones")
    contrasts = np.zeros((len(words), x.shape[1]))
    contrasts[:, 1 : len(words)] = (np.eye(len(words)) - 1 / len(words))[:, 1:]
    return x, contrasts


def _firth_design(cells: pd.DataFrame, of: str, mean_of: list[str], others: list[str], word: str) -> np.ndarray:
    """Columns without a one; the first is the word's effect against the mean of the words `mean_of`."""
    import numpy as np

    all_words = list(dict.fromkeys(cells[of]))
    last = next((each for each in mean_of if each != word), None)  # its effect is minus the sum of the others of the mean
    columns = []
    for each in [word, *(other for other in all_words if other not in (word, last))]:
        column = (cells[of] == each).to_numpy(float)
        columns.append(column - (cells[of] == last).to_numpy(float) if each in mean_of else column)
    x = np.column_stack([*columns, logit.dummies(cells, others).to_numpy(float)])
    if np.linalg.matrix_rank(np.column_stack([np.ones(len(x)), x])) < x.shape[1] + 1:
        raise BadValue(f"what {of} brings cannot be told from {', '.join(others)}: let every {of} be played with the same ones")
    return x
