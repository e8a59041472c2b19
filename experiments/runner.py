"""Plays an experiment: cut into chunks of about a thousand games, handed to joblib, put together in a fixed order.

A chunk is a cell and a range of game numbers; what travels are names, decks and seeds, never records. Game k of a seed
is the same game wherever it is played, so the rows are identical for any number of workers and any cutting.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from lotrsim.errors import BadValue, LotrsimError, shown
from lotrsim.experiments.spec import KEY, Cell, Experiment

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

CHUNK = 1000  # games of a policy that does not search
CHUNKS_PER_WORKER = 4  # at least, so that nobody waits long for the last one
FEW_KERNELS = 8  # so many are compiled when they are needed
AHEAD = 2  # chunks handed out for each worker


class ExperimentFailed(LotrsimError):
    """Not one chunk of an experiment could be played."""


@dataclass(frozen=True)
class Chunk:
    """Games first..first+games-1 of a cell."""

    number: int
    cell: Cell
    seed: int
    first: int
    games: int
    card_files: tuple[str, ...]
    cards_hash: str

    def __str__(self) -> str:
        return f"{self.cell}, seed {self.seed}, games {self.first} to {self.first + self.games - 1}"


@dataclass
class Played:
    """What comes back of a chunk: results, when it was played, or why it was not."""

    number: int
    results: np.ndarray | None = None
    start: float = 0.0
    end: float = 0.0
    error: str = ""


def run(experiment: Experiment, workers: int = -1, progress: bool = True) -> pd.DataFrame:
    """Play an experiment in `workers` processes (-1: one a core; 1: in this one) and return a row a game.

    A chunk that crashes costs its own games only, and stderr names their seed; so does `attrs["lost"]` of the result.
    `attrs["seconds"]` says how long each cell was being played. With several workers, joblib's current backend is used:
    loky, unless a `joblib.parallel_config` says otherwise.
    """
    workers = n_workers(workers)
    chunks = cut(experiment, workers)
    compile_engine(progress)
    done: dict[int, Played] = {}
    with _bar(experiment, progress) as bar:
        for played in _play_all(chunks, workers, bar):
            done[played.number] = played
            bar.update(chunks[played.number].games if workers > 1 else 0)
            if played.error:
                bar.write(f"lost: {chunks[played.number]}: {played.error}", file=sys.stderr)
    if all(played.error for played in done.values()):
        raise ExperimentFailed(f"no game could be played: {chunks[0]}: {done[0].error}")
    return _frame(experiment, chunks, [done[chunk.number] for chunk in chunks])


def n_workers(workers: Any) -> int:
    """The number of processes that is meant; BadValue for what is none."""
    if isinstance(workers, bool) or not isinstance(workers, int) or (workers < 1 and workers != -1):
        raise BadValue(f"workers must be a whole number from 1, or -1 for one a core, not {shown(workers)}")
    if workers != -1:
        return workers
    import joblib

    return int(joblib.effective_n_jobs(-1))


def cut(experiment: Experiment, workers: int) -> list[Chunk]:
    """The chunks of an experiment, cell by cell; an agent that searches gets fewer games a chunk."""
    from lotrsim import loading

    files = card_files(experiment)
    files_hash = loading.cards_hash()
    chunks: list[Chunk] = []
    total = experiment.games * len(experiment.cells)
    share = -(-total // (workers * CHUNKS_PER_WORKER)) if workers > 1 else CHUNK
    for cell in experiment.cells:
        size = max(1, min(CHUNK // (1 + simulations(cell.agent)), share))
        for first in range(0, experiment.games, size):
            games = min(size, experiment.games - first)
            chunks.append(Chunk(len(chunks), cell, experiment.seed, first, games, files, files_hash))
    return chunks


def simulations(agent: str) -> int:
    """The numbers behind the colons of an agent's id, such as 200 for "mcts:200+heuristic": what it costs, about."""
    return sum(int(word) for part in agent.split("+") for word in part.split(":")[1:] if word.isdecimal())


def card_files(experiment: Experiment) -> tuple[str, ...]:
    """What a worker must load: all that this process has loaded, which the experiment's own files are part of."""
    from lotrsim import cards

    for path in experiment.card_files:
        cards.load(path)  # at once, if it is loaded
    return tuple(file.path for file in cards.loaded_files())


def compile_engine(progress: bool) -> None:
    """Compile in several processes, with a progress bar, what the cache lacks; a warm cache costs a look."""
    import importlib

    from lotrsim import kernel, warmup

    if not kernel.DISABLED:
        for name in warmup.kernel_modules():
            importlib.import_module(name)
        if len(kernel.cold()) > FEW_KERNELS:
            if progress:  # the bar is only seen at a terminal
                print("compiling the engine: once for this version, a minute or more", file=sys.stderr, flush=True)
            warmup.compile_engine(progress=progress)


# --- In the workers --------------------------------------------------------------------------------------------------

_ready: set[tuple[Any, ...]] = set()  # what this process has compiled or loaded


def play_chunk(chunk: Chunk, progress: Any = None) -> Played:
    """Play a chunk; whatever goes wrong is a message, so that the other chunks go on."""
    try:
        _load(chunk)
        _make_ready(chunk.cell)
        start = time.time()
        results = _play(chunk.cell, chunk.games, chunk.seed, chunk.first, progress)
        return Played(chunk.number, results, start, time.time())
    except Exception as error:
        return Played(chunk.number, error=" ".join(f"{type(error).__name__}: {error}".split()))


def _load(chunk: Chunk) -> None:
    """Load the card files, at once if they are loaded; they must be what the process that began the experiment has."""
    from lotrsim import cards, loading

    for path in chunk.card_files:
        cards.load(path)
    if loading.cards_hash() != chunk.cards_hash:
        raise BadValue("the card files are not the ones that the experiment began with: they have changed")


def _make_ready(cell: Cell) -> None:
    """Play one game that does not count, so that no chunk's time holds compiling or loading; with a search of 1."""
    kind = re.sub(r":\d+", ":1", cell.agent), len(cell.team)
    if kind not in _ready:
        _play(replace(cell, agent=kind[0]), 1, 0, 0)
        _ready.add(kind)


def _play(cell: Cell, games: int, seed: int, first: int, progress: Any = None) -> np.ndarray:
    from lotrsim.agents import runner

    table = games, cell.scenario, list(cell.team)
    return runner.play_many(*table, cell.agent, seed, cell.difficulty, first, workers=1, progress=progress)


# --- Handing out -----------------------------------------------------------------------------------------------------


def _play_all(chunks: list[Chunk], workers: int, bar: Any) -> Iterator[Played]:
    """What comes back of every chunk, in any order. A process that dies takes only the chunk that killed it along."""
    if workers == 1:
        for chunk in chunks:
            before = bar.n
            yield play_chunk(chunk, lambda done, before=before: bar.update(before + done - bar.n))
            bar.update(before + chunk.games - bar.n)
        return
    from joblib.externals.loky.process_executor import BrokenProcessPool

    waiting = {chunk.number: chunk for chunk in chunks}
    while waiting:
        try:
            for played in _parallel(list(waiting.values()), workers):
                del waiting[played.number]
                yield played
        except BrokenProcessPool:
            suspects = list(waiting)[: AHEAD * workers]  # one of these did it: each gets processes of its own
            for number in suspects:
                yield _play_alone(waiting.pop(number))


def _parallel(chunks: list[Chunk], workers: int) -> Iterator[Played]:
    import joblib

    pool = joblib.Parallel(workers, return_as="generator_unordered", batch_size=1, pre_dispatch=f"{AHEAD}*n_jobs")
    yield from pool(joblib.delayed(play_chunk)(chunk) for chunk in chunks)


def _play_alone(chunk: Chunk) -> Played:
    from joblib.externals.loky.process_executor import BrokenProcessPool

    try:
        return next(iter(_parallel([chunk], 2)))
    except BrokenProcessPool as error:  # joblib's first sentence: whether it died, or could not import something
        return Played(chunk.number, error=f"its process broke: {str(error).split('. ')[0].split(chr(10))[0]}")


def _bar(experiment: Experiment, progress: bool) -> Any:
    from tqdm.auto import tqdm

    total = experiment.games * len(experiment.cells)
    return tqdm(total=total, desc="playing", unit=" games", disable=not progress, file=sys.stderr, smoothing=0.05)


# --- Putting together ------------------------------------------------------------------------------------------------


def _frame(experiment: Experiment, chunks: list[Chunk], done: list[Played]) -> pd.DataFrame:
    """The rows of all chunks that were played, in the order of cells and games."""
    import numpy as np
    import pandas as pd

    from lotrsim.experiments.results import result_columns

    good = [(chunk, played) for chunk, played in zip(chunks, done, strict=True) if not played.error]
    sizes = [chunk.games for chunk, _ in good]
    columns = {
        name: np.repeat(np.array([getattr(chunk.cell, name) for chunk, _ in good], object), sizes)
        for name in ("scenario", "decks", "difficulty", "agent")
    }
    columns["seed"] = np.full(sum(sizes), experiment.seed, np.int64)
    columns["game"] = np.concatenate([np.arange(chunk.first, chunk.first + chunk.games) for chunk, _ in good])
    columns |= result_columns(np.concatenate([played.results for _, played in good]))
    columns["cards_hash"] = np.full(sum(sizes), chunks[0].cards_hash, object)
    frame = pd.DataFrame(columns)
    frame.attrs["seconds"] = [dict(zip(KEY, cell.key, strict=True)) | {"seconds": s} for cell, s in _seconds(good)]
    frame.attrs["lost"] = [str(chunk) for chunk, played in zip(chunks, done, strict=True) if played.error]
    return frame


def _seconds(good: list[tuple[Chunk, Played]]) -> Iterator[tuple[Cell, float]]:
    """For each cell the time in which at least one worker played it."""
    spans: dict[Cell, list[tuple[float, float]]] = {}
    for chunk, played in good:
        spans.setdefault(chunk.cell, []).append((played.start, played.end))
    for cell, times in spans.items():
        total, until = 0.0, 0.0
        for start, end in sorted(times):
            total += max(0.0, end - max(start, until))
            until = max(until, end)
        yield cell, total
