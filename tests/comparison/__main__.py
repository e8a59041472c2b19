"""`python -m tests.comparison`: compare the compiled engine with the reference engine over many drawn games."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from tqdm import tqdm

from lotrsim import scenarios
from lotrsim.errors import LotrsimError, UnknownName
from tests.comparison.report import Counts, from_facts, told
from tests.comparison.run import compare_games, second_engine
from tests.comparison.shrink import as_test, shrunk

DIFFERENT = 3  # exit code


def options() -> argparse.ArgumentParser:
    """The command's options."""
    parser = argparse.ArgumentParser(prog="python -m tests.comparison", description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="how many games (200)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game (0)")
    parser.add_argument("--seed", type=int, default=0, help="the seed that games are drawn from (0)")
    parser.add_argument("--workers", type=int, default=1, help="processes (1)")
    parser.add_argument("--out", type=Path, help="file of finished parts; what it holds already is not played again")
    parser.add_argument("--scenarios", nargs="*", default=[], metavar="ID", help="only these (all)")
    parser.add_argument("--stop", type=int, default=0, metavar="N", help="stop after N differences (never)")
    parser.add_argument("--shrink", type=float, default=30, metavar="SECONDS", help="for each kind of difference (30; 0: no)")
    parser.add_argument("--second", choices=("reference", "compiled"), default="reference", help=argparse.SUPPRESS)
    parser.add_argument("--json", action="store_true", help="print the counts as JSON")
    return parser


def read(words: Sequence[str] | None) -> argparse.Namespace:
    """What the command line says."""
    parser = options()
    chosen = parser.parse_args(words)
    if chosen.games < 1 or chosen.workers < 1 or chosen.first < 0 or not 0 <= chosen.seed < 2**63:
        parser.error("games and workers are whole numbers from 1, first and seed from 0")
    return chosen


def show_differences(counts: Counts, second: str, seconds: float) -> None:
    """Tell the first difference of each kind, and the smallest game or position that shows it."""
    kinds = {}
    for facts in counts.differences:
        kinds.setdefault(from_facts(facts).kind, []).append(facts)
    for kind, found in kinds.items():
        shortest = from_facts(min(found, key=lambda facts: len(facts["actions"])))
        print(f"\n{len(found)} times {kind}\n{told(shortest)}")
        if seconds > 0:
            print("as a test:\n\n" + as_test(shrunk(shortest, second_engine(second), seconds=seconds)))


def main(words: Sequence[str] | None = None) -> int:
    """Run the command; 0 where the engines agree, 3 where they differ, 2 for what is asked wrongly."""
    chosen = read(words)
    try:
        for name in chosen.scenarios:
            if name not in scenarios.ids():
                raise UnknownName("scenario", name, scenarios.ids())
        began, decisions = time.perf_counter(), 0
        with tqdm(total=chosen.games, unit="game", disable=None, file=sys.stderr) as bar:

            def progress(counts: Counts) -> None:
                nonlocal decisions
                decisions += counts.decisions
                bar.update(counts.games)
                bar.set_postfix(decisions=decisions, refresh=False)

            counts = compare_games(
                chosen.games, chosen.seed, only=chosen.scenarios, first=chosen.first, workers=chosen.workers,
                out=chosen.out, second=chosen.second, most_differences=chosen.stop, progress=progress,
            )  # fmt: skip
    except LotrsimError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    if chosen.json:
        print(json.dumps(counts.plain(), ensure_ascii=False))
    else:
        print(f"{counts}\n  {time.perf_counter() - began:.0f} seconds")
        show_differences(counts, chosen.second, chosen.shrink)
    return DIFFERENT if counts.differences else 0


if __name__ == "__main__":
    sys.exit(main())
