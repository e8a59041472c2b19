"""The generated blocks of docs/testing.md: faults on purpose, what is not reached, how long the parsers were fuzzed.

Nothing is run: the tables are those that `python -m tests.planted`, `make coverage` and `python -m tests.fuzzing --go-on` wrote.
"""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

from source_tables import table

TESTS = Path(__file__).resolve().parent.parent / "tests"


def rows(name: str) -> list[dict[str, str]]:
    """A table of the tests' folder."""
    with (TESTS / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def planted() -> str:
    """A row a fault, with the test that caught it, and how many there are."""
    found = rows("planted/results.csv")
    caught = []
    for row in found:
        test = row["test"].removeprefix("tests/").replace("::", " ")
        caught.append((row["area"], row["breaks"], f"`{row['file']}`", test))
    sum_up = f"{sum(bool(row['test']) for row in found)} of {len(found)} are caught."
    return sum_up + "\n\n" + table("where | the rule that it breaks | file | caught by", caught)


def reached() -> str:
    """Lines and how many of them are reached, by folder."""
    lines = []
    for folder in ("lotrsim/rules", "lotrsim/effects", "lotrsim"):
        own = [row for row in rows("reached.csv") if row["file"].startswith(folder)]
        n, m = sum(int(row["lines"]) for row in own), sum(int(row["reached"]) for row in own)
        name = f"`{folder}`" if folder != "lotrsim" else "both"
        lines.append((name, f"{n:,}", f"{m:,}", f"{100 * m / n:.2f}%"))
    return table("folder | lines | reached | share", lines)


def unreached() -> str:
    """A row a line that is not reached, with the reason."""
    lines = [(f"`{row['file']}`", f"`{row['function']}`", row["why"]) for row in rows("unreached.csv")]
    return table("file | function | why no test reaches it", lines)


def fuzzed() -> str:
    """A row a parser: the sum of the runs that were kept."""
    lines = []
    for row in rows("fuzzing/runs.csv"):
        n, mended = int(row["inputs"]), [int(word) < int(row["inputs"]) for word in row["faults"].split()]
        faults = f"{len(mended)}, {sum(mended)} mended" if mended else "0"
        rate = f"{n / float(row['seconds']):,.0f}" if n else ""
        slowest, commits = f"{row['slowest']} s", f"{row['since']} to {row['until']}"
        lines.append((row["parser"], f"{n:,}", f"{int(row['values']):,}", faults, rate, slowest, f"{row['memory']} MiB", commits))
    return table("parser | inputs | gave a value | faults | inputs a second | slowest | more memory | commits", lines)


def blocks() -> dict[str, Callable[[], str]]:
    """The blocks by name."""
    return {"fuzzed": fuzzed, "planted": planted, "reached": reached, "unreached": unreached}
