"""What all pictures share: colours, markers and dashes that everybody can tell apart, words that fit, files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from lotrsim.errors import BadValue
from lotrsim.experiments.results import replacing

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")  # of Okabe and Ito
MARKERS = "osD^vP*"
DASHES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (8, 2)), (0, (1, 3)))
HATCHES = ("", "//", "..", "xx", "\\\\", "--", "oo")
MOST_LINES = len(COLOURS)  # in one panel
WIDTH = 8.0  # inches
LINE = 0.17  # inches that a line of a label takes
TALLEST = 60_000  # pixels; Agg draws no more than 2**16


def new_figure(height: float, width: float = WIDTH) -> Figure:
    """An empty figure, in inches; no window belongs to it."""
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def finished(figure: Figure, path: str | Path | None, force: bool) -> Figure:
    """The figure, saved if there is a path."""
    if path is not None:
        save(figure, path, force)
    return figure


def save(figure: Figure, path: str | Path, force: bool = False) -> Path:
    """Write a figure as PNG, whole or not at all."""
    with replacing(path, force) as temporary:
        figure.savefig(temporary, format="png", dpi=min(150, TALLEST / max(figure.get_size_inches())))
    return Path(path)


def titled(figure: Figure, title: str, below: str = "") -> None:
    """A title at the left edge of the figure, where it has more room than over narrow axes; and what the axis below is."""
    figure.suptitle(title, x=0.01, ha="left", fontsize="medium")
    if below:
        figure.supxlabel(below, fontsize="medium")


def literal(word: object) -> str:
    """A word as it stands: dollar signs begin no formula, and an underscore at its begin hides it from no legend."""
    return ("\u200b" if str(word).startswith("_") else "") + str(word).replace("$", r"\$")


def team(ids: str) -> str:
    """The decks of a team, a line each."""
    return literal(ids).replace("+", " +\n")


def lines(label: str) -> int:
    """Lines of a label."""
    return label.count("\n") + 1


def many(games: Any) -> str:
    """How many games there are a point: "200 games each", "20 to 200 games each"."""
    low, high = int(min(games)), int(max(games))
    return f"{high:,} games each" if low == high else f"{low:,} to {high:,} games each"


def name_of(df: pd.DataFrame, by: list[str]) -> pd.Series:
    """The words of several columns as one label; of one that is the same everywhere nothing is said."""
    import pandas as pd

    told = [name for name in by if df[name].nunique() > 1] or by[:1]
    labels = [literal(", ".join(words)) for words in df[told].astype(str).itertuples(index=False)] if told else [""] * len(df)
    return pd.Series(labels, index=df.index)


def few(labels: list[str], what: str) -> None:
    """BadValue for more lines than can be told apart."""
    if not labels:
        raise BadValue("there is no game to draw")
    if len(labels) > MOST_LINES:
        raise BadValue(f"{len(labels)} {what} in one picture cannot be told apart, {MOST_LINES} can; draw by fewer columns")


def percent(ax: Any, axis: str) -> None:
    """Percent on an axis ("x" or "y"), a grid across it, no frame above and at the right."""
    from matplotlib.ticker import PercentFormatter

    getattr(ax, f"{axis}axis").set_major_formatter(PercentFormatter(1.0))
    plain(ax, axis)


def plain(ax: Any, axis: str) -> None:
    """A grid across an axis, no frame above and at the right."""
    ax.grid(axis=axis, alpha=0.3)
    ax.spines[["top", "right"]].set_visible(False)
