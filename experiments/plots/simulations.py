"""Win rates over the number of simulations: a panel for each table, a line for each kind of search."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from lotrsim.errors import BadValue
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
GREY = "0.45"


def by_simulations(rows: pd.DataFrame, path: str | Path | None = None, force: bool = False) -> Figure:
    """Draw rates over simulations, on a logarithmic axis, with 95% intervals; agents without a search as level grey lines.

    `rows`: what `rates` returns, with columns panel, line and simulations (0: no search).
    """
    if rows.empty:
        raise BadValue("there is no game to draw")
    searching = rows["simulations"] > 0
    styles = _styles(list(dict.fromkeys(rows.loc[~searching, "line"])), list(dict.fromkeys(rows.loc[searching, "line"])))
    panels = list(dict.fromkeys(rows["panel"]))
    figure = new_figure(PANEL * len(panels) + LEGEND, WIDTH)
    axes = figure.subplots(len(panels), 1, squeeze=False, sharex=True)[:, 0]
    for ax, panel in zip(axes, panels, strict=True):
        shown = rows[rows["panel"] == panel]
        _draw(ax, shown, styles)
        ax.set_title(f"{literal(panel)}: {many(shown['games'])}", loc="left", fontsize="medium")
        ax.set_ylim(0, min(1.0, max(0.05, shown["ci_high"].max() * 1.1)))
        percent(ax, "y")
    axes[-1].xaxis.set_major_formatter("{x:,.0f}")
    axes[-1].set_xlabel("simulations a decision; bars and bands: 95% interval of games won")
    found = {label: handle for ax in axes for handle, label in zip(*ax.get_legend_handles_labels(), strict=True)}
    figure.legend(list(found.values()), list(found), loc="outside upper right", ncols=min(4, len(found)), frameon=False)
    return finished(figure, path, force)


def _styles(levels: list[str], lines: list[str]) -> dict[str, dict[str, Any]]:
    """How each line looks: those that search by colour, dash and marker, the others grey and by dash."""
    for labels in filter(None, (levels, lines)):
        few([literal(label) for label in labels], "kinds of agents")
    found = {line: {"color": GREY, "linestyle": DASHES[k], "label": literal(line)} for k, line in enumerate(levels)}
    for k, line in enumerate(lines):
        found[line] = {"color": COLOURS[k], "linestyle": DASHES[k], "marker": MARKERS[k], "label": literal(line)}
    return found


def _draw(ax: Any, shown: pd.DataFrame, styles: dict[str, dict[str, Any]]) -> None:
    """One panel."""
    ax.set_xscale("log")
    for k, (line, style) in enumerate(styles.items()):
        found = shown[shown["line"] == line].sort_values("simulations")
        rate, low, high, n = (found[name].to_numpy(float) for name in ("win_rate", "ci_low", "ci_high", "simulations"))
        if "marker" not in style and len(found):
            ax.axhline(rate[0], **style)
            ax.axhspan(low[0], high[0], color=GREY, alpha=0.12, linewidth=0)
        elif len(found):
            bars = [(rate - low).clip(0), (high - rate).clip(0)]
            ax.errorbar(n * 10 ** (APART * (k - len(styles) / 2)), rate, yerr=bars, capsize=3, **style)
