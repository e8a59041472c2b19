"""Win rates with their intervals: a panel for each scenario and difficulty, a row for each deck, in it a line an agent."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from lotrsim.errors import BadValue
from lotrsim.experiments.plots.common import (
    COLOURS,
    LINE,
    MARKERS,
    WIDTH,
    finished,
    lines,
    literal,
    many,
    new_figure,
    percent,
    team,
)
from lotrsim.experiments.results import SUMMARY, summarise

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

SPREAD = 0.6  # the part of a deck's row that its agents share
ROW, HEAD = 0.28, 1.3  # inches: an agent's line, title and axis


def win_rates(df: pd.DataFrame, path: str | Path | None = None, force: bool = False) -> Figure:
    """Draw the win rate of each deck and agent with its 95% interval, a panel for each scenario and difficulty.

    `df`: results, or what `summarise` made of them. With `path` the picture is saved as PNG, whole or not at all.
    """
    summary = df if set(SUMMARY) <= set(df.columns) else summarise(df)
    summary = summary[summary["win_rate"].notna()]
    if summary.empty:
        raise BadValue("there is no game to draw")
    panels = list(summary.groupby(["scenario", "difficulty"], sort=False))
    agents = list(dict.fromkeys(summary["agent"]))
    row = max(ROW * (len(agents) + 1), LINE * max(lines(team(deck)) for deck in summary["deck"]) + 0.06)
    heights = [HEAD + row * panel["deck"].nunique() for _, panel in panels]
    figure = new_figure(sum(heights), WIDTH)
    axes = figure.subplots(len(panels), 1, squeeze=False, height_ratios=heights)[:, 0]
    for ax, ((scenario, difficulty), panel) in zip(axes, panels, strict=True):
        _draw(ax, panel, agents)
        ax.set_title(
            f"{literal(scenario)}, {literal(difficulty)}: {many(panel['games'] - panel['faults'].fillna(0))}", loc="left"
        )
    axes[-1].set_xlabel("games won, with the 95% interval")
    handles, labels = _entries(axes)
    figure.legend(handles, labels, loc="outside upper right", ncols=min(4, len(agents)), frameon=False)
    return finished(figure, path, force)


def _draw(ax: Any, panel: pd.DataFrame, agents: list[str]) -> None:
    """One panel: a row a deck, the first on top; in it a line an agent."""
    decks = list(dict.fromkeys(panel["deck"]))
    for k, agent in enumerate(agents):
        shown = panel[panel["agent"] == agent]
        rows = [decks.index(deck) + SPREAD * ((k + 0.5) / len(agents) - 0.5) for deck in shown["deck"]]
        rates, low, high = (shown[name].to_numpy(float) for name in ("win_rate", "ci_low", "ci_high"))
        style = {"color": COLOURS[k % len(COLOURS)], "fmt": MARKERS[k % len(MARKERS)], "label": literal(agent)}
        ax.errorbar(rates, rows, xerr=[(rates - low).clip(0), (high - rates).clip(0)], capsize=3, clip_on=False, **style)
        for rate, right, row in zip(rates, high, rows, strict=True):
            ax.annotate(f"{rate:.1%}", (right, row), (6, 0), textcoords="offset points", va="center", fontsize="small")
    ax.set_yticks(range(len(decks)), [team(deck) for deck in decks])
    ax.set_ylim(len(decks) - 0.5, -0.5)
    ax.set_xlim(0, min(1.0, max(0.05, panel["ci_high"].max() * 1.15)))
    percent(ax, "x")


def _entries(axes: Any) -> tuple[list[Any], list[str]]:
    """The legend of all panels together, each agent once."""
    found = {label: handle for ax in axes for handle, label in zip(*ax.get_legend_handles_labels(), strict=True)}
    return list(found.values()), list(found)
