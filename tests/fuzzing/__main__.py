"""Fuzz the parsers from the command line: `python -m tests.fuzzing --help`."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import conftest  # noqa: E402, F401 - lotrsim of a bare checkout

from .kept import row_of, write  # noqa: E402
from .parsers import PARSERS, judge  # noqa: E402
from .watch import Report, made, run  # noqa: E402

TELL_SECONDS = 10
SLICE = 10_000  # inputs after which what is kept is written


def arguments() -> argparse.Namespace:
    """The options."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzzing", description="Every input gives a value or one clear error.")
    parser.add_argument("--parser", action="append", choices=PARSERS, help="which parser; may be repeated; all without it")
    parser.add_argument("--inputs", type=int, default=1_000_000, help="how many inputs for each parser; with --go-on altogether")
    parser.add_argument("--seed", type=int, default=0, help="the same seed, the same inputs")
    parser.add_argument("--first", type=int, default=0, help="the number of the first input")
    parser.add_argument("--go-on", action="store_true", help="begin where the run of runs.csv ended, and add to it as it goes")
    parser.add_argument("--show", type=int, metavar="NUMBER", help="show one input of the parser and what becomes of it")
    return parser.parse_args()


def go_on(parser: str, seed: int, inputs: int, tell: Callable[[Report], None]) -> int:
    """Read further inputs of a parser until so many are kept; ends at faults, and returns how many there are."""
    row = row_of(parser, seed)
    print(f"{parser}: goes on after {row.inputs:,} inputs", flush=True)
    while row.inputs < inputs:
        report = run(parser, seed, range(row.inputs, min(inputs, row.inputs + SLICE)), tell)
        row.add(report)
        write(row)
        if report.faults:
            say(report, seed)
            return len(report.faults)
    print(f"{parser}: {row.inputs:,} inputs in {row.seconds:,.0f} s of processor time", flush=True)
    return 0


def say(report: Report, seed: int) -> None:
    """Print a run, and each fault with how to see it again."""
    print(report, flush=True)
    for number, fault in report.faults:
        print(f"  --seed {seed} --show {number}: {fault}", flush=True)


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
        if given.go_on:
            wrong += go_on(name, given.seed, given.inputs, tell)
            continue
        report = run(name, given.seed, range(given.first, given.first + given.inputs), tell)
        say(report, given.seed)
        wrong += len(report.faults)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
