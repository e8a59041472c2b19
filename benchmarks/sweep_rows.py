"""What the experiments add to the games: the runner, files, traces, and two workers, each beside the bare engine.

Costs are processor time, not time on the clock: each figure compares two ways to play the same games, in turn, in one process.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable

from rows import DECK, SCENARIO, Size, against_bare, row

from lotrsim.agents import runner
from lotrsim.experiments import Experiment, Sweep, run, run_sweep


def cost(more: Callable[[], object], less: Callable[[], object], repeats: int) -> list[float]:
    """Percent of processor time that `more` takes beyond `less`, measured in turn after one that does not count."""
    found = []
    for repetition in range(repeats + 1):
        first, second = (less, more) if repetition % 2 else (more, less)
        times = {id(call): _spent(call) for call in (first, second)}
        if repetition:
            found.append(100 * (times[id(more)] / times[id(less)] - 1))
    return found


def _spent(call: Callable[[], object]) -> float:
    start = time.process_time()
    call()
    return time.process_time() - start


def played(agent: str, size: Size) -> tuple[Experiment, Callable[[], object]]:
    """An experiment of one cell, and the same games by `lotrsim.play`."""
    n = size.games(4000 if agent == "random" else 2000)
    made = Experiment(SCENARIO, DECK, agent, games=n, seed=3)
    return made, lambda: runner.play(runner.new_games(n, SCENARIO, DECK, seed=3), agent)


def swept(sweep: Sweep, workers: int = 1) -> None:
    """Play a sweep into a folder that is thrown away."""
    with tempfile.TemporaryDirectory() as folder:
        run_sweep(sweep, folder, workers=workers, progress=False)


@row("%", bar=10, lower=True)
def runner_overhead(size: Size) -> list[float]:
    """Processor time of an experiment, rows and all, beyond a bare lotrsim.play of the same games; random agent, one worker."""
    made, bare = played("random", size)
    return cost(lambda: run(made, workers=1, progress=False), bare, size.repeats())


@row("%", bar=10, lower=True)
def sweep_overhead(size: Size) -> list[float]:
    """The same of a sweep: Parquet files on the disk, and all rows read again at its end."""
    made, bare = played("random", size)
    return cost(lambda: swept(Sweep(made)), bare, size.repeats())


@row("%", bar=10, lower=True)
def sweep_overhead_heuristic(size: Size) -> list[float]:
    """The same with the heuristic agent."""
    made, bare = played("heuristic", size)
    return cost(lambda: swept(Sweep(made)), bare, size.repeats())


@row("%", bar=30, lower=True)
def trace_cost(size: Size) -> list[float]:
    """Processor time of an experiment with traces beyond the same without; random agent, one worker."""
    made, _ = played("random", size)
    traced = lambda: run(made, workers=1, progress=False, trace=True)  # noqa: E731
    return cost(traced, lambda: run(made, workers=1, progress=False), size.repeats())


@row("%", bar=30, lower=True)
def trace_cost_sweep(size: Size) -> list[float]:
    """The same of a sweep, which writes the traces as well; heuristic agent."""
    made, _ = played("heuristic", size)
    return cost(lambda: swept(Sweep(made, trace=True)), lambda: swept(Sweep(made)), size.repeats())


@row("%", bar=90, goal=97)
def two_processes_sweep(size: Size) -> list[float]:
    """A sweep with two workers (processes), files and all, in percent of two bare processes beside it."""
    play = lambda n: swept(Sweep(Experiment(SCENARIO, DECK, "random", games=n, seed=3)), 2)  # noqa: E731
    return against_bare(play, size.games(40_000), size.repeats(5))
