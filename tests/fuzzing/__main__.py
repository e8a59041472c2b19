"""Fuzz the parsers from the command line: `python -m tests.fuzzing --help`."""

from __future__ import annotations

import argparse
import csv
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import conftest  # noqa: E402, F401 - lotrsim of a bare checkout

from .parsers import PARSERS, judge  # noqa: E402
from .watch import Report, made, run  # noqa: E402

TELL_SECONDS = 10
RUNS = Path(__file__).resolve().parent / "runs.csv"
COLUMNS = ("parser", "seed", "inputs", "values", "faults", "a_second", "slowest", "memory")  # seconds, MiB


def arguments() -> argparse.Namespace:
    """The options."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzzing", description="Every input gives a value or one clear error.")
    parser.add_argument("--parser", action="append", choices=PARSERS, help="which parser; may be repeated; all without it")
    parser.add_argument("--inputs", type=int, default=1_000_000, help="how many inputs for each parser")
    parser.add_argument("--seed", type=int, default=0, help="the same seed, the same inputs")
    parser.add_argument("--first", type=int, default=0, help="the number of the first input")
    parser.add_argument("--keep", action="store_true", help="write the run into runs.csv, in the place of a shorter one")
    parser.add_argument("--show", type=int, metavar="NUMBER", help="show one input of the parser and what becomes of it")
    return parser.parse_args()


def keep(report: Report, seed: int) -> None:
    """Write a run into the table, unless a longer one of its parser is there."""
    runs = {}
    if RUNS.exists():
        with RUNS.open(encoding="utf-8", newline="") as file:
            runs = {row["parser"]: row for row in csv.DictReader(file)}
    if report.inputs < int(runs.get(report.parser, {}).get("inputs", 0)):
        return
    rate = round(report.inputs / report.seconds)
    numbers = (report.inputs, report.values, len(report.faults), rate, f"{report.slowest:.3f}", report.memory)
    runs[report.parser] = dict(zip(COLUMNS, (report.parser, seed, *numbers), strict=True))
    with RUNS.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(runs[name] for name in PARSERS if name in runs)


def show(parser: str, seed: int, number: int) -> int:
    """Print one input and what becomes of it."""
    thing = made(parser, seed, number)
    print(thing.decode(errors="backslashreplace") if isinstance(thing, bytes) else thing)
    with tempfile.TemporaryDirectory() as folder:
        print("-" * 40)
        print(judge(PARSERS[parser], thing, Path(folder))[1] or "a value, or one clear error")
        PARSERS[parser].read(thing, Path(folder))
    return 0


def main() -> int:
    """Run what the options say; 1 where an input was read wrongly."""
    given = arguments()
    wanted = given.parser or list(PARSERS)
    if given.show is not None:
        return show(wanted[0], given.seed, given.show)
    told = time.monotonic()

    def tell(report: Report) -> None:
        nonlocal told
        if time.monotonic() - told > TELL_SECONDS:
            told = time.monotonic()
            print(f"  {report}", flush=True)

    wrong = 0
    for name in wanted:
        report = run(name, given.seed, range(given.first, given.first + given.inputs), tell)
        print(report, flush=True)
        for number, fault in report.faults:
            print(f"  --seed {given.seed} --show {number}: {fault}", flush=True)
        wrong += len(report.faults)
        if given.keep:
            keep(report, given.seed)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
