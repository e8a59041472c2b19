"""Win rates over the number of simulations: a panel for each table, a line for each kind of search."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from lotrsim.experiments.plots.common import (
    COLOURS,
    DASHES,
    MARKERS,
    WIDTH,
    few,
    finished,
    literal,
    many,
    new_figure,
    percent,
)

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

PANEL, LEGEND = 2.4, 0.6  # inches
APART = 0.04  # of a decade, between lines at the same number


def by_simulations(rows: pd.DataFrame, path: str | Path | None = None, force: bool = False) -> Figure:
    """Draw rates over simulations, on a logarithmic axis, with 95% intervals; agents without a search as level lines.

    `rows`: what `rates` returns, with columns panel, line and simulations (0: no search).
    """
    panels = list(dict.fromkeys(rows["panel"]))
    lines = list(dict.fromkeys(rows.sort_values("simulations", kind="stable")["line"]))
    few([literal(line) for line in lines], "kinds of agents")
    figure = new_figure(PANEL * len(panels) + LEGEND, WIDTH)
    axes = figure.subplots(len(panels), 1, squeeze=False, sharex=True)[:, 0]
    for ax, panel in zip(axes, panels, strict=True):
        shown = rows[rows["panel"] == panel]
        _draw(ax, shown, lines)
        ax.set_title(f"{literal(panel)}: {many(shown['games'])}", loc="left", fontsize="medium")
        ax.set_ylim(0, min(1.0, max(0.05, shown["ci_high"].max() * 1.1)))
        percent(ax, "y")
    axes[-1].set_xlabel("simulations a decision; bars: 95% interval of games won")
    found = {label: handle for ax in axes for handle, label in zip(*ax.get_legend_handles_labels(), strict=True)}
    figure.legend(list(found.values()), list(found), loc="outside upper right", ncols=min(4, len(found)), frameon=False)
    return finished(figure, path, force)


def _draw(ax: Any, shown: pd.DataFrame, lines: list[str]) -> None:
    """One panel."""
    ax.set_xscale("log")
    for k, line in enumerate(lines):
        found = shown[shown["line"] == line].sort_values("simulations")
        style = {"color": COLOURS[k], "linestyle": DASHES[k], "label": literal(line)}
        if found.empty:
            continue
        if found["simulations"].iloc[0] == 0:
            rate, low, high = (float(found[name].iloc[0]) for name in ("win_rate", "ci_low", "ci_high"))
            ax.axhline(rate, **style)
            ax.axhspan(low, high, color=COLOURS[k], alpha=0.12, linewidth=0)
            continue
        rate, low, high = (found[name].to_numpy(float) for name in ("win_rate", "ci_low", "ci_high"))
        places = found["simulations"].to_numpy(float) * 10 ** (APART * (k - len(lines) / 2))
        ax.errorbar(places, rate, yerr=[(rate - low).clip(0), (high - rate).clip(0)], marker=MARKERS[k], capsize=3, **style)
