"""Runs many inputs in a process of its own, which may die, and measures each: processor time and memory.

A child that hangs inside compiled code or is killed is noticed by its parent, which knows the input.
"""

from __future__ import annotations

import gc
import multiprocessing
import random
import resource
import signal
import tempfile
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from .parsers import PARSERS, judge

MOST_SECONDS = 1.0  # of processor time for one input
MOST_MEMORY = 500 * 1024  # KiB more than before
SILENCE = 120  # seconds without a sign of life: the child hangs
CHUNK = 20_000  # inputs a child
MEMORY = Path("/dev/shm")  # where files are fast, if it is there
MANY = 20  # faults after which a run stops


class TooSlow(BaseException):
    """An input takes longer than it may; no `except Exception` of a parser stops it."""


@dataclass
class Report:
    """What became of a run: the faults by number of the input, and how it went."""

    parser: str
    inputs: int = 0
    values: int = 0
    slowest: float = 0.0  # seconds
    seconds: float = 0.0
    processor: float = 0.0  # seconds of it, to make the inputs and to read them; known at the end
    memory: int = 0  # MiB more than before the first input
    faults: list[tuple[int, str]] = field(default_factory=list)

    def __str__(self) -> str:
        rate = self.inputs / self.seconds if self.seconds else 0
        return (
            f"{self.parser}: {self.inputs:,} inputs, {len(self.faults)} faults; {self.values:,} gave a value, the others one"
            f" error; {rate:,.0f} a second, the slowest {self.slowest:.3f} s, {self.memory} MiB more memory"
        )


def made(parser: str, seed: int, number: int) -> Any:
    """Input `number` of a seed: the same thing whenever it is asked for."""
    return PARSERS[parser].make(random.Random(f"{parser} {seed} {number}"))


def judged(parser: str, thing: Any, folder: Path) -> tuple[bool, str, float]:
    """Whether an input gave a value, what is wrong with how it was read ("" for nothing), and its processor time."""
    before = peak()
    start = time.process_time()
    signal.setitimer(signal.ITIMER_PROF, 2 * MOST_SECONDS)
    is_value = False
    try:
        is_value, wrong = judge(PARSERS[parser], thing, folder)
    except TooSlow:
        wrong = f"not done after {2 * MOST_SECONDS:.0f} s"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    took = time.process_time() - start
    if not wrong and took > MOST_SECONDS:
        wrong = f"took {took:.1f} s"
    if not wrong and peak() - before > MOST_MEMORY:
        wrong = f"took {(peak() - before) // 1024} MiB"
    return is_value, wrong, took


def peak() -> int:
    """The most memory that this process has held, in KiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def children() -> float:
    """The processor time of all children that have ended, in seconds."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


# ---------------------------------------------------------------- the child


def _too_slow(number: int, frame: Any) -> None:
    raise TooSlow


def _child(parser: str, seed: int, numbers: range, every: bool, pipe: Connection, folder: Path) -> None:
    """Run these inputs; send (the number reached, values, slowest, memory, faults) once a second, or before every input."""
    signal.signal(signal.SIGPROF, _too_slow)
    warnings.simplefilter("ignore")  # what Python says of the source that it compiles
    gc.freeze()  # what was there before is not looked through again and again
    start, told = peak(), time.monotonic()
    values, slowest, faults = 0, 0.0, []
    for number in numbers:
        if every or time.monotonic() - told > 1:
            told = time.monotonic()
            pipe.send((number, values, slowest, (peak() - start) // 1024, faults))
            values, faults = 0, []
        is_value, wrong, took = judged(parser, made(parser, seed, number), folder)
        values += is_value
        slowest = max(slowest, took)
        if wrong:
            faults.append((number, wrong))
            if len(faults) >= MANY:
                break
    pipe.send((numbers.stop, values, slowest, (peak() - start) // 1024, faults))


# ---------------------------------------------------------------- its parent


def warm(parser: str) -> None:
    """Read what is sound, so that what is imported, compiled and made once is not counted with the first inputs."""
    with tempfile.TemporaryDirectory() as folder:
        for thing in PARSERS[parser].valid():
            is_value, wrong = judge(PARSERS[parser], thing, Path(folder))
            if not is_value:
                raise SystemExit(f"a sound input of {parser} is refused: {wrong or 'one clear error'}")


def run(parser: str, seed: int, numbers: range, tell: Callable[[Report], None] = lambda report: None) -> Report:
    """Run these inputs of a seed; `tell` is called with the report now and then."""
    warm(parser)
    report, start, first, before = Report(parser), time.monotonic(), numbers.start, children()
    while first < numbers.stop and len(report.faults) < MANY:
        reached, ended = _run_child(report, seed, range(first, min(first + CHUNK, numbers.stop)), False, tell, start)
        if ended:
            first = reached
            continue
        reached, ended = _run_child(report, seed, range(reached, min(first + CHUNK, numbers.stop)), True, tell, start)
        if not ended:
            report.faults.append((reached, f"the process died, or was silent for {SILENCE} s"))
            report.inputs += 1
            first = reached + 1
    report.seconds, report.processor = time.monotonic() - start, children() - before
    return report


def _run_child(
    report: Report, seed: int, numbers: range, every: bool, tell: Callable[[Report], None], start: float
) -> tuple[int, bool]:
    """Run inputs in a child; return the number it reached, and whether it came to its end."""
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    with tempfile.TemporaryDirectory(prefix="fuzzing-", dir=MEMORY if MEMORY.is_dir() else None) as folder:
        child = context.Process(target=_child, args=(report.parser, seed, numbers, every, there, Path(folder)))
        child.start()
        there.close()
        reached, done = numbers.start, report.inputs
        try:
            while reached < numbers.stop and here.poll(SILENCE):
                reached, values, slowest, memory, faults = here.recv()
                report.inputs = done + reached - numbers.start
                report.values += values
                report.slowest, report.memory = max(report.slowest, slowest), max(report.memory, memory)
                report.faults += faults
                report.seconds = time.monotonic() - start
                tell(report)
        except EOFError:
            pass
        if reached < numbers.stop:
            child.kill()
        child.join()
    return reached, reached >= numbers.stop
