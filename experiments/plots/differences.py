"""Differences of win rates with their intervals: what `compare_all` found; and effects of heroes and cards."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from lotrsim.errors import BadValue
from lotrsim.experiments.plots.common import COLOURS, LINE, finished, lines, literal, many, new_figure, plain, titled

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

ROW = 0.24  # inches
SURE = 0.05  # a corrected p-value below it is drawn filled


def differences(compared: pd.DataFrame, path: str | Path | None = None, force: bool = False) -> Figure:
    """Draw the rows of `compare_all`: a's win rate less b's, with the 95% interval of each pair alone.

    A filled mark: a real difference after Holm's correction for the number of rows; an open mark: it may be chance.
    """
    if compared.empty:
        raise BadValue("there is no comparison to draw")
    within = list(compared.columns[: list(compared.columns).index("a")])
    told = [name for name in within if compared[name].nunique() > 1]
    second = "" if compared["b"].nunique() > 1 else f" than {literal(compared['b'].iloc[0])}"
    sides = compared["a"] if second else compared["a"] + " - " + compared["b"]
    labels = [literal(", ".join(words)) for words in zip(sides, *(compared[name].astype(str) for name in told), strict=True)]
    figure = _forest(labels, compared["difference"], compared["ci_low"], compared["ci_high"], compared["p_holm"] < SURE)
    alike = "".join(f"{literal(compared[name].iloc[0])}; " for name in within if name not in told)
    titled(
        figure,
        f"{alike}{many(compared['games'])}, paired by seed\nfilled: a difference after Holm's correction",
        f"games won more often{second or ' (first less second)'}, with the 95% interval",
    )
    return finished(figure, path, force)


def effect_sizes(effects: pd.DataFrame, path: str | Path | None = None, force: bool = False) -> Figure:
    """Draw the rows of `effects` that have figures: the change of the win rate by each hero or card, with its 95% interval."""
    shown = effects[effects["change"].notna()]
    if shown.empty:
        raise BadValue("there is no effect to draw")
    labels = [f"{literal(row['name']).replace(' & ', ' &' + chr(10))} ({row['decks_with']})" for _, row in shown.iterrows()]
    figure = _forest(labels, shown["change"], shown["change_low"], shown["change_high"], shown["p_holm"] < SURE)
    total = int((shown["games_with"] + shown["games_without"]).max())
    titled(
        figure,
        f"{total:,} games; filled: an effect after Holm's correction",
        "change of the win rate, with the 95% interval (in brackets: decks with it)",
    )
    return finished(figure, path, force)


def _forest(labels: list[str], values: Any, low: Any, high: Any, sure: Any) -> Figure:
    """A row a label, with mark and interval."""
    figure = new_figure(1.2 + sum(heights_of(labels)))
    forest(figure.subplots(), labels, values, low, high, sure)
    return figure


def heights_of(labels: list[str]) -> list[float]:
    """What the rows of labels take, in inches."""
    return [max(ROW, LINE * lines(label) + 0.05) for label in labels]


def forest(ax: Any, labels: list[str], values: Any, low: Any, high: Any, sure: Any) -> None:
    """Draw a row a label, with mark and interval; filled where `sure`."""
    import numpy as np
    from matplotlib.ticker import PercentFormatter

    heights = np.array(heights_of(labels))
    places = np.cumsum(heights) - heights / 2
    values, low, high, sure = (np.asarray(each) for each in (values, low, high, sure))
    for real, fill in ((True, COLOURS[0]), (False, "white")):
        rows = sure == real
        if rows.any():
            bars = [(values - low)[rows].clip(0), (high - values)[rows].clip(0)]
            ax.errorbar(values[rows], places[rows], xerr=bars, fmt="o", color=COLOURS[0], markerfacecolor=fill, capsize=3)
    ax.axvline(0, color="black", linewidth=0.8)
    ax.set_yticks(places, labels)
    ax.set_ylim(heights.sum(), 0)
    ax.xaxis.set_major_formatter(PercentFormatter(1.0))
    plain(ax, "x")
