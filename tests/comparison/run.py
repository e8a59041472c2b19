"""Many compared games in parts: workers, a file of finished parts that a later run goes on from, a progress bar.

The file has a line of JSON for each finished part: seed, first and last game, the stamp of the sources of both engines, counts.
A part is skipped where the file has it for the same seed, games, scenarios and stamp; so a run can be broken off at any time.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from lotrsim.errors import BadFile
from tests.comparison.play import compare_setup
from tests.comparison.report import Counts
from tests.comparison.setups import setup_of

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCES = (
    *("lotrsim/**/*.py", "lotrsim/**/*.csv", "lotrsim/**/*.json", "agents/**/*.py"),
    *("tests/reference/*.py", "tests/comparison/*.py"),
)
PART = 25  # games


@dataclass(frozen=True)
class Part:
    """Games first..last-1 of a seed, with some scenarios (none: all)."""

    seed: int
    first: int
    last: int
    only: tuple[str, ...] = ()

    def key(self) -> tuple[Any, ...]:
        """What tells a finished part from others, beside the sources."""
        return self.seed, self.first, self.last, self.only


@cache
def stamp() -> str:
    """A hash of the sources of both engines, of the agents and of the comparison."""
    found = hashlib.sha256()
    for pattern in SOURCES:
        for path in sorted(ROOT.glob(pattern)):
            found.update(f"{path.relative_to(ROOT)}\n".encode() + path.read_bytes())
    return found.hexdigest()[:16]


def second_engine(name: str) -> Any:
    """The engine that is compared with the compiled one: "reference", or "compiled" for a trial of the comparison itself."""
    if name == "compiled":
        from tests.comparison.engine import Compiled

        return Compiled
    from tests.comparison.reference import Reference

    return Reference


def play_part(part: Part, second: str = "reference") -> Counts:
    """Compare the games of a part."""
    engine, counts = second_engine(second), Counts()
    for index in range(part.first, part.last):
        setup = setup_of(part.seed, index, part.only)
        counts.add(setup, compare_setup(setup, engine))
    return counts


def parts(games: int, seed: int, only: Sequence[str], first: int = 0) -> list[Part]:
    """The parts of a run; they are cut at the same places whatever the number of games is."""
    last = first + games
    cuts = [first, *range((first // PART + 1) * PART, last, PART), last]
    return [Part(seed, a, b, tuple(only)) for a, b in zip(cuts, cuts[1:], strict=False) if a < b]


def finished(path: Path | None) -> dict[tuple[Any, ...], Counts]:
    """The parts that a file holds for today's sources."""
    found: dict[tuple[Any, ...], Counts] = {}
    for k, line in enumerate(path.read_text().splitlines() if path and path.exists() else (), 1):
        try:
            facts = json.loads(line)
            if facts["stamp"] == stamp():
                part = Part(facts["seed"], facts["first"], facts["last"], tuple(facts["only"]))
                found[part.key()] = Counts.of(facts["counts"])
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise BadFile(path, f"line {k}", f"this is no finished part of a comparison ({type(error).__name__})") from None
    return found


def note_part(path: Path | None, part: Part, counts: Counts) -> None:
    """Add a finished part to the file."""
    if path:
        facts = {"seed": part.seed, "first": part.first, "last": part.last, "only": part.only, "stamp": stamp()}
        with path.open("a") as lines:
            lines.write(json.dumps({**facts, "counts": counts.plain()}, ensure_ascii=False) + "\n")


def played(todo: Iterable[Part], workers: int, second: str) -> Iterator[tuple[Part, Counts]]:
    """The parts as they are done."""
    todo = list(todo)
    if workers == 1:
        for part in todo:
            yield part, play_part(part, second)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        running = {pool.submit(play_part, part, second): part for part in todo}
        try:
            for future in as_completed(running):
                yield running[future], future.result()
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def compare_games(
    games: int, seed: int = 0, *, only: Sequence[str] = (), first: int = 0, workers: int = 1, out: Path | None = None,
    second: str = "reference", most_differences: int = 0, progress: Callable[[Counts], object] | None = None,
) -> Counts:  # fmt: skip
    """Compare games first..first+games-1 of a seed; return the counts of all, those that `out` had already included.

    It stops early where there are more than `most_differences` (0: never). `progress` is called with the counts of each part.
    """
    done, total, todo = finished(out), Counts(), []
    for part in parts(games, seed, only, first):
        counts = done.get(part.key())
        if counts is None:
            todo.append(part)
            continue
        total.join(counts)
        if progress:
            progress(counts)
    for part, counts in played(todo, workers, second):
        note_part(out, part, counts)
        total.join(counts)
        if progress:
            progress(counts)
        if most_differences and len(total.differences) > most_differences:
            break
    return total
