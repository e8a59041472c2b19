"""What a page is made of: sections of words, pictures and tables; and how figures are written in it."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

SMALLEST = 0.0001  # a smaller p-value is written so
FINE = 0.005  # a narrower interval of a percentage needs more decimals


@dataclass(frozen=True)
class Head:
    """The head of a column."""

    label: str
    number: bool = True


@dataclass
class Table:
    """A table: its caption, heads and rows of text."""

    caption: str
    heads: list[Head]
    rows: list[list[str]]


@dataclass
class Picture:
    """A picture inside the page, and what it shows in words."""

    source: str
    text: str


@dataclass
class Section:
    """A part of the page; what is empty is left out."""

    id: str
    title: str
    texts: list[str] = field(default_factory=list)
    facts: list[tuple[str, str]] = field(default_factory=list)
    codes: list[str] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)


@dataclass
class Page:
    """A whole page."""

    title: str
    version: str
    sections: list[Section]


def picture(figure: Figure, text: str) -> Picture:
    """A figure as an SVG that needs nothing outside; the same figure gives the same bytes."""
    import matplotlib

    file = io.BytesIO()
    with matplotlib.rc_context({"svg.hashsalt": "lotrsim", "svg.fonttype": "path"}):
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    return Picture("data:image/svg+xml;base64," + base64.b64encode(file.getvalue()).decode("ascii"), text)


# --- Tables ----------------------------------------------------------------------------------------------------------

Column = tuple[str, Callable[[dict[str, Any]], str], bool]  # head, a row's text, whether it is a number


def table(frame: pd.DataFrame, caption: str, columns: Sequence[Column]) -> Table:
    """A table of the rows of a frame."""
    heads = [Head(label, number) for label, _, number in columns]
    return Table(caption, heads, [[text(row) for _, text, _ in columns] for row in frame.to_dict("records")])


def word(name: str, label: str = "") -> Column:
    """A column of words."""
    return label or name.replace("_", " "), lambda row: str(row[name]), False


def count(name: str, label: str = "") -> Column:
    """A column of whole numbers."""
    return label or name.replace("_", " "), lambda row: f"{int(row[name]):,}", True


def value(label: str, name: str, low: str, high: str, spec: str = ".2f") -> Column:
    """A column of values with their intervals: "1.20 (0.90 to 1.50)"; empty where there is none."""

    def text(row: dict[str, Any]) -> str:
        if missing(row[name]):
            return ""
        ends = "" if missing(row[low]) or missing(row[high]) else f" ({row[low]:{spec}} to {row[high]:{spec}})"
        return f"{row[name]:{spec}}{ends}"

    return label, text, True


def share(label: str, name: str, low: str, high: str) -> Column:
    """A column of percentages with their intervals: "12.0% (10.1 to 14.2)"."""

    def text(row: dict[str, Any]) -> str:
        if missing(row[name]):
            return ""
        return percent(row[name], row[low], row[high])

    return label, text, True


def percent(rate: float, low: float, high: float) -> str:
    """A percentage and its interval, with as many decimals as the interval needs."""
    decimals = 1 if high - low >= FINE else 3
    return f"{rate * 100:z.{decimals}f}% ({low * 100:z.{decimals}f} to {high * 100:z.{decimals}f})"


def p_value(name: str, label: str) -> Column:
    """A column of p-values."""

    def text(row: dict[str, Any]) -> str:
        return "" if missing(row[name]) else chance(row[name])

    return label, text, True


def chance(p: float) -> str:
    """A p-value as it is written."""
    return f"<{SMALLEST}" if p < SMALLEST else f"{p:.4f}"


def missing(number: Any) -> bool:
    """None, NaN and NA are no numbers."""
    import pandas as pd

    return bool(pd.isna(number))
