"""Heat map of win rates: a row for each deck (or trio of heroes), a column for each scenario."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lotrsim.errors import UnknownName
from lotrsim.experiments.analysis.common import several
from lotrsim.experiments.analysis.rates import rates
from lotrsim.experiments.plots.common import LINE, WIDTH, finished, lines, many, name_of, new_figure, team, titled
from lotrsim.experiments.spec import KEY

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

CELL, LETTER = 1.35, 0.085  # inches: a cell at least, a letter
COLOURMAP = "cividis"  # the same light and dark for every kind of colour-blindness, and in grey
DARK = 0.5  # below it, letters are white


def heat_map(
    df: pd.DataFrame, rows: str = "decks", columns: str | Sequence[str] | None = None, by_rate: bool = True,
    path: str | Path | None = None, force: bool = False,
) -> Figure:  # fmt: skip
    """Draw the win rates of results as a table of colours, in each cell the rate and in brackets its 95% interval (Wilson).

    `rows` and `columns` are columns of the results; without `columns`, all others that hold several words. The row with the
    highest mean rate is on top, unless `by_rate` is False. A cell without a game stays white.
    """
    if rows not in KEY:
        raise UnknownName("column", rows, KEY)
    across = [columns] if isinstance(columns, str) else list(columns or ())
    across = across or several(df, [name for name in KEY if name != rows]) or [next(name for name in KEY if name != rows)]
    found = rates(df, [rows, *across])
    heads = list(dict.fromkeys(_heads(found, across)))
    found = found.assign(head=_heads(found, across))
    names = list(found.groupby(rows, sort=False)["win_rate"].mean().sort_values(ascending=False, kind="stable").index)
    names = names if by_rate else list(dict.fromkeys(found[rows]))
    table = found.pivot(index=rows, columns="head").reindex(names)
    values = table["win_rate"][heads].to_numpy(float)
    labels = [team(name) for name in names]
    figure = new_figure(*_size(labels, heads))
    ax = figure.subplots()
    _write(ax, table, heads, colour_table(ax, values, labels, heads))
    titled(figure, f"games won, % (95% interval); {many(found['games'])}")
    return finished(figure, path, force)


def colour_table(ax: Axes, values: np.ndarray, rows: list[str], heads: list[str]) -> list[list[str]]:
    """Draw values from 0 on as a table of colours, the first row on top, its heads above; return the colour to write in in each
    cell. A cell without a number stays white."""
    import numpy as np

    top = max(0.01, np.nanmax(values))
    ax.pcolormesh(np.ma.masked_invalid(values), cmap=COLOURMAP, vmin=0, vmax=top, edgecolors="white", linewidth=1)
    ax.set_yticks(np.arange(len(rows)) + 0.5, rows)
    ax.set_xticks(np.arange(len(heads)) + 0.5, heads)
    ax.xaxis.tick_top()
    ax.invert_yaxis()
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    return [["white" if value / top < DARK else "black" for value in row] for row in values]


def _heads(found: pd.DataFrame, across: list[str]) -> list[str]:
    """The words of the columns, a line each, and long words broken at a hyphen."""
    labels = name_of(found, across)
    return ["\n".join(_broken(word) for word in label.split(", ")) for label in labels]


def _broken(word: str, longest: int = 16) -> str:
    """A long id over several lines."""
    made = [""]
    for part in word.replace("+", "+-").split("-"):
        joined = f"{made[-1]}{'-' if made[-1] and not made[-1].endswith('+') else ''}{part}"
        made = [*made[:-1], joined] if len(joined) <= longest or not made[-1] else [*made, part]
    return "\n".join(made)


def _size(labels: list[str], heads: list[str]) -> tuple[float, float]:
    """Height and width in inches, so that no two words touch."""
    row = LINE * max(map(lines, labels)) + 0.1
    longest = max(len(line) for label in labels for line in label.split("\n"))
    head = max(len(line) for label in heads for line in label.split("\n"))
    width = 0.5 + LETTER * longest + len(heads) * max(CELL, LETTER * head + 0.1)
    return 0.7 + LINE * max(map(lines, heads)) + row * len(labels), max(WIDTH, width)


def _write(ax: Any, table: pd.DataFrame, heads: list[str], colours: list[list[str]]) -> None:
    """The rate and the interval of each cell that has games."""
    parts = [table[name][heads].to_numpy(float) * 100 for name in ("win_rate", "ci_low", "ci_high")]
    for k, row in enumerate(colours):
        for m, colour in enumerate(row):
            rate, low, high = (part[k, m] for part in parts)
            if rate == rate:
                style = {"color": colour, "ha": "center", "va": "center", "fontsize": "small"}
                ax.text(m + 0.5, k + 0.5, f"{rate:.1f} ({low:.1f}-{high:.1f})", **style)
