"""Measures how fast the engine is: each row several times after a warm-up, median and spread, appended to results.csv.

    python benchmarks/run.py                           # every row but the slow ones; some minutes on a quiet machine
    python benchmarks/run.py --rows random_games,copy
    python benchmarks/run.py --rows all                # the slow ones too: a cold cache
    python benchmarks/run.py --quick                   # small and rough, to see that it works; nothing is written
    python benchmarks/run.py --list

The rows, and what each measures, are in rows.py, search_rows.py, sweep_rows.py and vector_rows.py; peers.py measures
other libraries.
"""

from __future__ import annotations

import argparse
import csv
import datetime
import importlib
import importlib.util
import os
import platform
import statistics
import subprocess
import sys
from importlib import metadata
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
RESULTS = HERE / "results.csv"
COLUMNS = (
    *("date", "commit", "machine", "cores", "load", "python", "numba", "numpy", "lotrsim", "rules_version"),
    *("row", "unit", "median", "min", "max", "repeats", "bar", "goal"),
)

if importlib.util.find_spec("lotrsim") is None:  # a bare checkout
    sys.path.insert(0, str(ROOT))
if importlib.util.find_spec("lotrsim.agents") is None:
    importlib.import_module("lotrsim").__path__.append(str(ROOT))


def commit() -> str:
    """The commit that is measured; "+" if files differ from it."""
    try:
        head = _git("rev-parse", "--short", "HEAD")
        return head + ("+" if _git("status", "--porcelain", "--untracked-files=no") else "")
    except (OSError, subprocess.CalledProcessError):
        return ""


def _git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def processor() -> str:
    """The name of the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def circumstances() -> dict[str, object]:
    """What a figure depends on besides the code."""
    import lotrsim

    return {
        "date": datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "commit": commit(),
        "machine": f"{processor()}, {platform.system()}",
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "load": round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else "",  # mean of the last minute, before the rows
        "python": platform.python_version(),
        "numba": metadata.version("numba"),
        "numpy": metadata.version("numpy"),
        "lotrsim": lotrsim.__version__,
        "rules_version": lotrsim.RULES_VERSION,
    }


def rounded(value: float) -> float:
    """Four figures are more than the clock is worth."""
    return float(f"{value:.4g}")


def shown(value: float | None) -> str:
    """A number for people."""
    if value is None:
        return ""
    return f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.3g}"


def reached(row, median: float) -> str:
    """Whether a median reaches the bar of the first release, or even the goal."""
    if row.bar is None:
        return ""

    def is_enough(limit: float) -> bool:
        return median <= limit if row.lower_is_better else median >= limit

    return "goal" if row.goal is not None and is_enough(row.goal) else "bar" if is_enough(row.bar) else "below"


def append(lines: list[dict[str, object]]) -> None:
    """Add lines to results.csv, which begins with the titles of its columns."""
    is_new = not RESULTS.exists()
    with RESULTS.open("a", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        if is_new:
            writer.writeheader()
        writer.writerows(lines)


def show(measured: list[tuple[object, list[float]]]) -> None:
    """Print the table."""
    heads = ("row", "unit", "median", "min", "max", "n", "bar", "goal", "reached")
    table = [heads]
    for row, values in measured:
        median = statistics.median(values)
        spread = shown(median), shown(min(values)), shown(max(values)), str(len(values))
        table.append((row.name, row.unit, *spread, shown(row.bar), shown(row.goal), reached(row, median)))
    widths = [max(len(line[column]) for line in table) for column in range(len(heads))]
    for line in table:
        pairs = enumerate(zip(line, widths, strict=True))
        words = [word.ljust(width) if column < 2 else word.rjust(width) for column, (word, width) in pairs]
        print("  ".join(words).rstrip())


def chosen(rows: dict[str, object], names: str | None) -> list[object]:
    """The rows that are meant; all but the slow ones if none are named."""
    if names is None:
        return [row for row in rows.values() if not row.slow]
    if names == "all":
        return list(rows.values())
    wanted = [name.strip() for name in names.split(",") if name.strip()]
    unknown = [name for name in wanted if name not in rows]
    if unknown or not wanted:
        sys.exit(f"error: no row {', '.join(unknown) or names!r}; there are {', '.join(rows)}")
    return [rows[name] for name in wanted]


def main() -> None:
    """Measure, print, append."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", metavar="A,B", help="only these rows; all: the slow ones too")
    parser.add_argument("--quick", action="store_true", help="small and rough; nothing is written")
    parser.add_argument("--list", action="store_true", help="what the rows measure")
    arguments = parser.parse_args()
    import search_rows  # noqa: F401  # rows of its own
    import sweep_rows  # noqa: F401
    import vector_rows  # noqa: F401
    from rows import ROWS, Size
    from tqdm import tqdm

    if arguments.list:
        for row in ROWS.values():
            print(f"{row.name:22} {row.what}{' (slow)' if row.slow else ''}")
        return
    rows = chosen(ROWS, arguments.rows)
    lines, measured = [], []
    here = circumstances()
    for row in tqdm(rows, desc="measuring", unit=" rows", file=sys.stderr):
        values = row.measure(Size(arguments.quick))
        measured.append((row, values))
        lines.append(
            here
            | {"row": row.name, "unit": row.unit, "median": rounded(statistics.median(values))}
            | {"min": rounded(min(values)), "max": rounded(max(values)), "repeats": len(values)}
            | {"bar": row.bar, "goal": row.goal}
        )
    show(measured)
    if not arguments.quick:
        append(lines)
        print(f"appended to {RESULTS.relative_to(ROOT)}", file=sys.stderr)


if __name__ == "__main__":
    main()
