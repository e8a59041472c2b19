"""When games end, and what lost ones ended by; scores of won ones."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lotrsim.errors import BadValue
from lotrsim.experiments.analysis.common import columns_of, sound
from lotrsim.experiments.analysis.endings import CAUSES, losses
from lotrsim.experiments.analysis.endings import survival as survival_table
from lotrsim.experiments.analysis.rates import scores as score_table
from lotrsim.experiments.plots.common import (
    COLOURS,
    DASHES,
    HATCHES,
    LINE,
    WIDTH,
    few,
    finished,
    lines,
    name_of,
    new_figure,
    percent,
    plain,
    titled,
)

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

BAR = 0.34  # inches
NARROW = 0.07  # of all losses: a part that is narrower holds no number


def survival(
    df: pd.DataFrame, by: str | Sequence[str] = ("scenario",), path: str | Path | None = None, force: bool = False
) -> Figure:
    """Draw the chance not to have lost by each round (Kaplan and Meier) with its 95% interval, a line for each word of `by`."""
    by = columns_of(by)
    table = survival_table(df, by)
    table = table.assign(label=name_of(table, by))
    labels = list(dict.fromkeys(table["label"]))
    few(labels, "lines")
    figure = new_figure(4.5)
    ax = figure.subplots()
    for k, label in enumerate(labels):
        line = table[table["label"] == label]
        x, y = [0, *line["round"]], [1.0, *line["survival"]]
        named = f"{label} ({int(line['games'].iloc[0]):,} games)".lstrip()
        ax.step(x, y, where="post", label=named, color=COLOURS[k], linestyle=DASHES[k])
        ax.fill_between(line["round"], line["ci_low"], line["ci_high"], step="post", color=COLOURS[k], alpha=0.2, linewidth=0)
    ax.set_xlim(0, None)
    ax.set_ylim(0, 1.02)
    ax.set_ylabel("not lost so far")
    percent(ax, "y")
    titled(figure, "Not lost by the end of a round (won games leave when won), with the 95% interval")
    ax.set_xlabel("round")
    figure.legend(loc="outside lower center", ncols=2, frameon=False)
    return finished(figure, path, force)


def causes(
    df: pd.DataFrame, by: str | Sequence[str] = ("scenario",), path: str | Path | None = None, force: bool = False
) -> Figure:
    """Draw what lost games ended by, a bar for each word of `by`: parts, each with its half-width of the 95% interval."""
    by = columns_of(by)
    table = losses(df, by)
    if table.empty:
        raise BadValue("no game was lost: there is no cause to draw")
    table = table.assign(label=name_of(table, by).str.replace("+", " +\n", regex=False))
    labels = list(dict.fromkeys(table["label"]))
    found = [cause for cause in CAUSES if cause in set(table["cause"])]
    figure = new_figure(1.4 + len(labels) * max(BAR, LINE * max(map(lines, labels)) + 0.06))
    ax = figure.subplots()
    games = table.drop_duplicates("label").set_index("label")["games"]
    left = dict.fromkeys(labels, 0.0)
    for k, cause in enumerate(found):
        part = table[table["cause"] == cause].set_index("label").reindex(labels)
        bars = ax.barh(
            range(len(labels)), part["share"].fillna(0), left=[left[label] for label in labels], color=COLOURS[k],
            hatch=HATCHES[k], edgecolor="white", label=CAUSES[cause],
        )  # fmt: skip
        _numbers(ax, bars, part)
        left = {label: left[label] + (share if share == share else 0.0) for label, share in part["share"].items()}
    ax.set_yticks(range(len(labels)), labels)
    ax.set_ylim(len(labels) - 0.5, -0.5)
    ax.set_xlim(0, 1)
    for k, label in enumerate(labels):
        ax.annotate(f"{games[label]:,}", (1, k), (4, 0), textcoords="offset points", va="center", fontsize="small")
    percent(ax, "x")
    titled(figure, "What lost games ended by, with the 95% interval; at the right: the number of lost games")
    ax.set_xlabel("of the lost games")
    figure.legend(loc="outside lower center", ncols=len(found), frameon=False)
    return finished(figure, path, force)


def _numbers(ax: Any, bars: Any, part: pd.DataFrame) -> None:
    """Share and interval in each part that is wide enough."""
    for bar, share, low, high in zip(bars, part["share"], part["ci_low"], part["ci_high"], strict=True):
        if share >= NARROW * 3:
            text = f"{share:.0%} ({low * 100:.1f}-{high * 100:.1f})"
        elif share >= NARROW:
            text = f"{share:.0%}"
        else:
            continue
        box = {"boxstyle": "square,pad=0.15", "facecolor": "white", "edgecolor": "none"}
        middle = bar.get_x() + bar.get_width() / 2, bar.get_y() + bar.get_height() / 2
        ax.text(*middle, text, ha="center", va="center", fontsize="small", bbox=box)


def scores(
    df: pd.DataFrame, by: str | Sequence[str] = ("scenario",), path: str | Path | None = None, force: bool = False
) -> Figure:
    """Draw the distribution of the scores of won games, a panel for each word of `by`, with the mean and its 95% interval."""
    import numpy as np

    by = columns_of(by) or ["scenario"]
    table = score_table(df, by)
    if table.empty:
        raise BadValue("no game was won: there is no score to draw")
    won = sound(df)
    won = won[won["won"]]
    values = (
        [games["score"].to_numpy(float) for _, games in won.groupby(by, sort=False, observed=True)]
        if by
        else [won["score"].to_numpy(float)]
    )
    labels = name_of(table, by)
    figure = new_figure(0.8 + 1.5 * len(labels), WIDTH)
    axes = figure.subplots(len(labels), 1, squeeze=False, sharex=True)[:, 0]
    edges = np.histogram_bin_edges(np.concatenate(values), bins=min(40, max(5, won["score"].nunique())))
    for ax, label, part, (_, row) in zip(axes, labels, values, table.iterrows(), strict=True):
        ax.hist(part, edges, color=COLOURS[5], edgecolor="white")
        ax.axvline(row["mean_score"], color=COLOURS[6])
        if row["ci_low"] == row["ci_low"]:
            ax.axvspan(row["ci_low"], row["ci_high"], color=COLOURS[6], alpha=0.25, linewidth=0)
        ends = f" ({row['ci_low']:.1f}-{row['ci_high']:.1f})" if row["ci_low"] == row["ci_low"] else ""
        title = f"{label}: {int(row['games']):,} games won, mean {row['mean_score']:.1f}{ends}"
        ax.set_title(title.lstrip(": "), loc="left", fontsize="medium")
        ax.set_ylabel("games")
        plain(ax, "y")
    axes[-1].set_xlabel("score (low is good); line: mean, band: its 95% interval")
    return finished(figure, path, force)
