"""Plays an experiment: cut into chunks of about a thousand games, handed to joblib, put together in a fixed order.

A chunk is a cell and a range of game numbers; what travels are names, decks and seeds, never records. Game k of a seed
is the same game wherever it is played, so the rows are identical for any number of workers and any cutting.
"""

from __future__ import annotations

import atexit
import hashlib
import re
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, overload

from lotrsim import RULES_VERSION, __version__
from lotrsim.errors import BadFile, BadValue, LotrsimError
from lotrsim.experiments.backends import DASK, hand_out, using
from lotrsim.experiments.spec import KEY, Cell, Experiment

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

CHUNK = 1000  # games of a policy that does not search
CHUNKS_PER_WORKER = 4  # at least, so that nobody waits long for the last one
FEW_KERNELS = 8  # so many are compiled when they are needed
PLAYED_BY = __version__, RULES_VERSION


class ExperimentFailed(LotrsimError):
    """Not one chunk of an experiment could be played."""


class Traced(NamedTuple):
    """What `run` returns with `trace=True`."""

    games: pd.DataFrame  # a row a game
    traces: pd.DataFrame  # a row a round and player


@dataclass(frozen=True)
class CardFile:
    """A user's file as it travels to workers, which may not see the same disk."""

    path: str
    content: bytes


@dataclass(frozen=True)
class Chunk:
    """Games first..first+games-1 of a cell."""

    number: int
    cell: Cell
    seed: int
    first: int
    games: int
    card_files: tuple[CardFile, ...] = ()
    cards_hash: str = ""
    read: tuple[tuple[str, str], ...] = ()  # agents that read a file, a model -> the hash of what they read
    trace: bool = False
    played_by: tuple[str, int] = PLAYED_BY

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
    traces: np.ndarray | None = None
    files: dict[str, bytes] = field(default_factory=dict)  # of a sweep: Parquet by table, instead of arrays


@overload
def run(
    experiment: Experiment, workers: int = ..., progress: bool = ..., *, trace: Literal[False] = ...,
    backend: str | None = ..., cluster: str | None = ...,
) -> pd.DataFrame: ...  # fmt: skip
@overload
def run(
    experiment: Experiment, workers: int = ..., progress: bool = ..., *, trace: Literal[True],
    backend: str | None = ..., cluster: str | None = ...,
) -> Traced: ...  # fmt: skip
def run(
    experiment: Experiment, workers: int = -1, progress: bool = True, *, trace: bool = False,
    backend: str | None = None, cluster: str | None = None,
) -> pd.DataFrame | Traced:  # fmt: skip
    """Play an experiment in `workers` processes (-1: one a core; 1: in this one) and return a row a game.

    A chunk that crashes costs its own games only, and stderr names their seed; so does `attrs["lost"]` of the result.
    `attrs["seconds"]` says how long each cell was being played, `attrs["decks"]` what is in the decks. With several
    workers, joblib's current backend is used: loky, unless a `joblib.parallel_config` says otherwise, or `backend` ("loky",
    "dask"; `cluster` is the address of a Dask scheduler). With `trace`, it returns two frames, `games` and `traces`.
    """
    with using(backend, workers, cluster) as n:
        chunks = cut(experiment, n, trace)
        compile_engine(progress)
        done: dict[int, Played] = {}
        with bar_of(experiment.games * len(experiment.cells), progress) as bar:
            for played in hand_out(play_chunk, chunks, n, bar, here=backend != DASK):
                done[played.number] = played
                if played.error:
                    bar.write(f"lost: {chunks[played.number]}: {played.error}", file=sys.stderr)
    if all(played.error for played in done.values()):
        raise ExperimentFailed(f"no game could be played: {chunks[0]}: {done[0].error}")
    in_order = [done[chunk.number] for chunk in chunks]
    games = _frame(chunks, in_order)
    return Traced(games, _traces(chunks, in_order)) if trace else games


def cut(experiment: Experiment, workers: int, trace: bool = False) -> list[Chunk]:
    """The chunks of an experiment, cell by cell; an agent that searches gets fewer games a chunk."""
    same = travelling(experiment, trace)
    chunks: list[Chunk] = []
    total = experiment.games * len(experiment.cells)
    share = -(-total // (workers * CHUNKS_PER_WORKER)) if workers > 1 else CHUNK
    for cell in experiment.cells:
        size = max(1, min(CHUNK // (1 + simulations(cell.agent)), share))
        for first in range(0, experiment.games, size):
            games = min(size, experiment.games - first)
            chunks.append(Chunk(len(chunks), cell, experiment.seed, first, games, **same))
    return chunks


def travelling(experiment: Experiment, trace: bool) -> dict[str, Any]:
    """What all chunks of an experiment have in common: the card files that this process has loaded, hashes of what is read."""
    from lotrsim import cards, loading

    for path in experiment.card_files:
        cards.load(path)  # at once, if it is loaded
    files = tuple(CardFile(file.path, _unchanged(file)) for file in cards.loaded_files())
    read = tuple(read_by(cell.agent for cell in experiment.cells).items())
    return {"card_files": files, "cards_hash": loading.cards_hash(), "read": read, "trace": trace}


def read_by(agents: Iterable[str]) -> dict[str, str]:
    """Those agents that read files, models, with a hash of what they read."""
    from lotrsim.agents import base

    found = {agent: base.get(agent).read for agent in dict.fromkeys(agents)}
    return {agent: read for agent, read in found.items() if read}


def _unchanged(file: Any) -> bytes:
    """The content of a loaded file; BadValue if that is no longer what was loaded."""
    try:
        content = Path(file.path).read_bytes()
    except OSError as error:
        raise BadFile(file.path, "", error.strerror or "cannot be read") from None
    if hashlib.sha256(content).hexdigest() != file.sha256:
        raise BadFile(file.path, "", "has changed since it was loaded; a new process reads it anew")
    return content


def simulations(agent: str) -> int:
    """The simulations that an agent's id names, 200 for "mcts:200+heuristic", 400 for "mcts:200@2": what it costs, about."""
    return sum(int(n) * int(roots or 1) for n, roots in re.findall(r":(\d+)(?:@(\d+))?(?=[,+:]|$)", agent))


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


def bar_of(total: int, progress: bool, done: int = 0) -> Any:
    """A progress bar of games on stderr, with rate and remaining time."""
    from tqdm.auto import tqdm

    shown = {"desc": "playing", "unit": " games", "file": sys.stderr, "smoothing": 0.05}
    return tqdm(total=total, initial=done, disable=not progress, **shown)


# --- In the workers --------------------------------------------------------------------------------------------------

_ready: set[tuple[Any, ...]] = set()  # what this process has compiled or loaded
_one_at_a_time = threading.Lock()  # workers of a cluster may be threads


def play_chunk(chunk: Chunk, progress: Any = None) -> Played:
    """Play a chunk; whatever goes wrong is a message, so that the other chunks go on."""
    try:
        with _one_at_a_time:
            _check_version(chunk)
            _load(chunk)
            _make_ready(chunk.cell)
        games, traces = (chunk.cell, chunk.games, chunk.seed, chunk.first, progress), None
        start = time.time()
        if chunk.trace:
            results, traces = _play_traced(*games)
        else:
            results = _play(*games)
        return Played(chunk.number, results, start, time.time(), traces=traces)
    except Exception as error:
        return Played(chunk.number, error=" ".join(f"{type(error).__name__}: {error}".split()))


def _check_version(chunk: Chunk) -> None:
    """A worker of a cluster may have another lotrsim, whose games would be other games."""
    if chunk.played_by != PLAYED_BY:
        (theirs, rules), (ours, own_rules) = chunk.played_by, PLAYED_BY
        raise BadValue(f"this worker has lotrsim {ours}, rules {own_rules}; the experiment has {theirs}, rules {rules}")


def _load(chunk: Chunk) -> None:
    """Load the card files, at once if they are loaded; they must be what the process that began the experiment has."""
    from lotrsim import cards, loading

    for file in chunk.card_files:
        digest = hashlib.sha256(file.content).hexdigest()
        if all(loaded.sha256 != digest for loaded in cards.loaded_files()):
            cards.load(_on_this_disk(file))
    if loading.cards_hash() != chunk.cards_hash:
        raise BadValue("the card files are not the ones that the experiment began with: this worker must start anew")
    agent = chunk.cell.agent
    if read_by([agent]).get(agent, "") != dict(chunk.read).get(agent, ""):
        raise BadValue(f"the model of {agent} is not the one that the experiment began with")


def _on_this_disk(file: CardFile) -> Path:
    """The path of a card file, or of a copy where the file is not there or another one."""
    path = Path(file.path)
    try:
        if path.read_bytes() == file.content:
            return path
    except OSError:
        pass
    copy = Path(tempfile.mkdtemp(prefix="lotrsim-")) / path.name
    copy.write_bytes(file.content)
    atexit.register(shutil.rmtree, copy.parent, ignore_errors=True)
    return copy


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


def _play_traced(cell: Cell, games: int, seed: int, first: int, progress: Any = None) -> tuple[np.ndarray, np.ndarray]:
    from lotrsim.agents import tracing

    table = games, cell.scenario, list(cell.team)
    return tracing.trace_many(*table, cell.agent, seed, cell.difficulty, first, workers=1, progress=progress)


# --- Putting together ------------------------------------------------------------------------------------------------


def _frame(chunks: list[Chunk], done: list[Played]) -> pd.DataFrame:
    """The rows of all chunks that were played, in the order of cells and games."""
    import pyarrow as pa

    from lotrsim.experiments.contents import ATTRIBUTE, contents_of
    from lotrsim.experiments.tables import games_table, to_frame

    good, tables = [], []
    for chunk, played in zip(chunks, done, strict=True):
        if played.results is not None:
            good.append((chunk, played))
            tables.append(games_table(chunk.cell, chunk.seed, chunk.first, played.results, chunk.cards_hash))
    frame = to_frame(pa.concat_tables(tables))
    frame.attrs["seconds"] = [dict(zip(KEY, cell.key, strict=True)) | {"seconds": s} for cell, s in _seconds(good)]
    frame.attrs[ATTRIBUTE] = contents_of(chunk.cell for chunk in chunks)
    frame.attrs["lost"] = [str(chunk) for chunk, played in zip(chunks, done, strict=True) if played.error]
    return frame


def _traces(chunks: list[Chunk], done: list[Played]) -> pd.DataFrame:
    """The rows of all rounds, in the same order."""
    import pyarrow as pa

    from lotrsim.experiments.tables import to_frame, traces_table

    good = [(chunk, played.traces) for chunk, played in zip(chunks, done, strict=True) if played.traces is not None]
    return to_frame(pa.concat_tables(traces_table(chunk.cell, chunk.seed, traces) for chunk, traces in good))


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
