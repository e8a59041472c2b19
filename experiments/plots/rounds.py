"""How games go, round by round, from traces: threat, progress, willpower against the threat of the staging area."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lotrsim.experiments.analysis.common import columns_of
from lotrsim.experiments.analysis.rounds import by_round
from lotrsim.experiments.plots.common import COLOURS, DASHES, MARKERS, few, finished, name_of, new_figure, plain

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

PANELS = {
    "threat": "threat (mean of players)",
    "progress": "progress on the quest card",
    "willpower": "willpower committed",
    "staging_threat": "threat in the staging area",
}
LEAST = 0.02  # of the games: a round that fewer reach is not drawn


def rounds(
    traces: pd.DataFrame, by: str | Sequence[str] = ("agent",), path: str | Path | None = None, force: bool = False
) -> Figure:
    """Draw the means of traces by round with their 95% intervals, a line for each word of `by`; below, games still played.

    Each mean is of the games that reached the round, so late rounds show games that last long, not what happens to all.
    """
    by = columns_of(by)
    table = by_round(traces, by, list(PANELS))
    table = table.assign(label=name_of(table, by))
    labels = list(dict.fromkeys(table["label"]))
    few(labels, "lines")
    figure = new_figure(10.5)
    axes = figure.subplots(len(PANELS) + 1, 1, sharex=True)
    for k, label in enumerate(labels):
        line = table[table["label"] == label]
        start = line.loc[line["measure"] == "threat", "games"].max()
        style = {"color": COLOURS[k], "linestyle": DASHES[k], "marker": MARKERS[k], "markersize": 3}
        for ax, measure in zip(axes, PANELS, strict=False):
            part = line[(line["measure"] == measure) & (line["games"] >= max(2, LEAST * start))]
            ax.plot(part["round"], part["mean"], label=f"{label} ({start:,} games)".lstrip() if ax is axes[0] else None, **style)
            ax.fill_between(part["round"], part["ci_low"], part["ci_high"], color=COLOURS[k], alpha=0.2, linewidth=0)
        part = line[line["measure"] == "threat"]
        axes[-1].plot(part["round"], part["games"], **style)
    for ax, title in zip(axes, [*PANELS.values(), "games that reached the round"], strict=True):
        ax.set_title(title, loc="left", fontsize="medium")
        ax.set_ylim(0, None)
        plain(ax, "y")
    axes[-1].set_xlabel("round; bands: 95% interval of the mean of the games that reached it")
    figure.legend(loc="outside lower center", ncols=2, frameon=False)
    return finished(figure, path, force)
