"""Plays a sweep into its folder: what is missing, in waves, each file written as soon as it may be.

Without `until` there is one wave. With it, what was played beyond a cell's end is thrown away. So a folder depends
neither on the number of workers nor on interruptions.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lotrsim.experiments.backends import DASK, checked, hand_out, using
from lotrsim.experiments.folder import GAMES, LOCK, TRACES, open_folder, write_file
from lotrsim.experiments.plan import Piece, Plan, Progress, kinds
from lotrsim.experiments.results import CannotWrite, make_folder, read
from lotrsim.experiments.runner import (
    Chunk,
    ExperimentFailed,
    Played,
    bar_of,
    compile_engine,
    play_chunk,
    simulations,
    travelling,
)
from lotrsim.experiments.sweeps import Sweep

if TYPE_CHECKING:
    import pandas as pd

SAMPLE_GAMES, SAMPLED_KINDS = 20, 12  # for the estimate of time


def run_sweep(
    sweep: Sweep, out: str | Path, workers: int = -1, backend: str | None = None, cluster: str | None = None,
    progress: bool = True,
) -> pd.DataFrame:  # fmt: skip
    """Play what a sweep's folder lacks, and return all its rows (`read` and `read_traces` read it later).

    `backend`: "loky" (processes of this machine) or "dask"; `cluster`: the address of a Dask scheduler. Without them
    joblib's current backend is used. The folder is refused (OtherSweep) if it holds another sweep, or was played by other
    rules or card files; an edited sweep that only adds goes on. `attrs["lost"]` names chunks that crashed.
    """
    from filelock import FileLock, Timeout

    folder = make_folder(out)
    try:
        with FileLock(folder / LOCK, timeout=0):
            return _Run(sweep, folder, progress).run(checked(workers), backend, cluster)
    except Timeout:
        raise CannotWrite(folder, "another run is writing into it") from None


class _Run:
    """One run of a sweep."""

    def __init__(self, sweep: Sweep, folder: Path, progress: bool) -> None:
        open_folder(folder, sweep)
        self.sweep, self.folder, self.progress = sweep, folder, progress
        self.plan = Plan(sweep, folder)
        self.same = travelling(sweep.experiment, sweep.trace)
        self.lost: list[str] = []

    def run(self, workers: int, backend: str | None, cluster: str | None) -> pd.DataFrame:
        """Play what is missing; the rows of the whole folder."""
        with using(backend, workers, cluster) as self.workers:
            self.here = backend != DASK
            if self.plan.pieces(self.same):
                compile_engine(self.progress)
                if self.progress:
                    self.tell(self.estimate())
                self.play()
            elif self.progress:
                self.tell(None)
        df = read(self.folder)
        df.attrs["lost"] = self.lost
        return df

    def play(self) -> None:
        """Wave after wave, until nothing is missing but what crashes."""
        done, error = self.plan.played, ""
        with bar_of(done + self.plan.expected, self.progress, done) as bar:
            while wave := self.plan.pieces(self.same):
                error = self.play_wave(wave, bar) or error
        if error and not self.plan.played:
            raise ExperimentFailed(f"no game could be played: {self.lost[0]}: {error}")

    def play_wave(self, wave: list[Piece], bar: Any) -> str:
        """Play a wave and write its files; return what went wrong at last."""
        waiting: dict[tuple[str, int], tuple[Piece, Played]] = {}  # files that their cell has not come to yet
        error = ""
        for played in hand_out(play_files, [piece.chunk for piece in wave], self.workers, bar, self.here):
            piece = wave[played.number]
            if played.error:
                error, piece.state.stuck = played.error, True
                self.lost.append(str(piece.chunk))
                bar.write(f"lost: {piece.chunk}: {played.error}", file=sys.stderr)
            elif self.sweep.until is None:
                self.write(piece, played)
            else:
                waiting[piece.state.files.name, piece.k] = piece, played
                self.write_in_order(piece.state, waiting, bar)
        return error

    def write_in_order(self, state: Progress, waiting: dict[tuple[str, int], tuple[Piece, Played]], bar: Any) -> None:
        """Write a cell's files as far as its stopping rule has come."""
        while not state.over and (state.files.name, state.looked) in waiting:
            self.write(*waiting.pop((state.files.name, state.looked)))
            self.plan.look(state)
            bar.total = max(bar.n, self.plan.played + self.plan.expected)

    def write(self, piece: Piece, played: Played) -> None:
        """Write the files of a chunk; the games last, for they say that the chunk is there."""
        try:
            for table in (TRACES, GAMES):
                if table in played.files:
                    name = piece.state.files.file(table, piece.k)
                    write_file(self.folder, name, self.grown(name, piece, played.files[table]))
        except CannotWrite as error:
            stay = f"{self.plan.played:,} games are finished and stay; make room, and the same command goes on from there"
            raise CannotWrite(error.path, f"{error.reason}; {stay}") from None
        piece.state.has[piece.k] = piece.state.has.get(piece.k, 0) + piece.chunk.games

    def grown(self, name: str, piece: Piece, content: bytes) -> bytes:
        """The new content of a file of which a part was played before."""
        if piece.k not in piece.state.has:
            return content
        import pyarrow as pa
        import pyarrow.compute as pc

        from lotrsim.experiments.tables import decoded, encoded, games_schema, traces_schema

        schema = traces_schema() if name.startswith(TRACES) else games_schema()
        old, new = (decoded(each, schema) for each in ((self.folder / name).read_bytes(), content))
        old = old.filter(pc.less(old["game"], piece.chunk.first))  # traces may be ahead of the games after a crash
        return encoded(pa.concat_tables([old, new]).unify_dictionaries().combine_chunks())

    # --- what is told

    def tell(self, seconds: float | None) -> None:
        """Say how much there is to do and about how long it takes."""
        done, left = self.plan.played, bool(self.plan.pieces(self.same))
        text = f"{self.sweep.size}; {done:,} games finished" if done else self.sweep.size
        if seconds is not None:
            text += f"; about {spoken(seconds)} with {self.workers} worker{'s' * (self.workers > 1)}"
        print(text if left else f"{text}; nothing is missing", file=sys.stderr, flush=True)

    def estimate(self) -> float | None:
        """Seconds for what is missing, measured on a few games of each kind; None if those cannot be played."""
        found = [state for _, state in kinds(self.plan)]
        samples: list[Chunk] = []
        for state in found[:: -(-len(found) // SAMPLED_KINDS)]:
            games = 1 if simulations(state.cell.agent) else SAMPLE_GAMES
            samples.append(Chunk(len(samples), state.cell, self.sweep.experiment.seed, 0, games, **self.same))
        costs: dict[str, list[float]] = {}
        with bar_of(0, False) as bar:
            for played in hand_out(play_chunk, samples, self.workers, bar, self.here):
                chunk = samples[played.number]
                if not played.error:
                    costs.setdefault(chunk.cell.agent, []).append((played.end - played.start) / chunk.games)
        if not {state.cell.agent for state in found} <= set(costs):
            return None
        mean = {agent: sum(each) / len(each) for agent, each in costs.items()}
        cells = ((mean.get(state.cell.agent, 0.0), self.plan.expected_of(state)) for state in self.plan.cells)
        return sum(cost * games for cost, games in cells) / self.workers


def play_files(chunk: Chunk, progress: Any = None) -> Played:
    """Play a chunk, in a worker; what comes back are the files to be written."""
    from lotrsim.experiments.tables import encoded, games_table, traces_table

    played = play_chunk(chunk, progress)
    if played.error or played.results is None:
        return played
    files = {GAMES: encoded(games_table(chunk.cell, chunk.seed, chunk.first, played.results, chunk.cards_hash))}
    if played.traces is not None:
        files[TRACES] = encoded(traces_table(chunk.cell, chunk.seed, played.traces))
    return Played(chunk.number, None, played.start, played.end, files=files)


def spoken(seconds: float) -> str:
    """A time as people say it."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    return f"{round(seconds / 60)} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
