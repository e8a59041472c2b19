"""What a folder still lacks of a sweep, and when a cell has been played enough.

Without `until` that is every file that is not complete. With it, a cell's files are looked at in their order
(`folder.STOPPING_RULE`), and what is played next is what the cell surely or probably still needs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lotrsim.experiments.folder import GAMES, CellFiles, cell_files, games_in
from lotrsim.experiments.results import CONFIDENCE
from lotrsim.experiments.runner import Chunk
from lotrsim.experiments.spec import Cell
from lotrsim.experiments.sweeps import Sweep

CAUTION = 0.8  # of the games that a cell seems to need: so many are played before the next look
NORMAL = 1.96  # for guesses only; intervals come from statsmodels


@dataclass
class Progress:
    """How far a cell is: the files that it has, and those that its stopping rule has looked at."""

    cell: Cell
    files: CellFiles
    has: dict[int, int] = field(default_factory=dict)  # file -> games
    looked: int = 0  # files
    sound: int = 0  # games in them, without a fault
    wins: int = 0
    over: bool = False
    stuck: bool = False  # a chunk of it crashed in this run

    @property
    def played(self) -> int:
        """Games in the folder."""
        return sum(self.has.values())


@dataclass(frozen=True)
class Piece:
    """A chunk and the file that it belongs to."""

    state: Progress
    k: int
    chunk: Chunk


class Plan:
    """The cells of a sweep and what each lacks in a folder."""

    def __init__(self, sweep: Sweep, folder: Path) -> None:
        self.sweep, self.folder = sweep, folder
        self.most = sweep.experiment.games
        self.cells = [self._found(cell) for cell in sweep.cells]

    @property
    def played(self) -> int:
        """Games in the folder."""
        return sum(state.played for state in self.cells)

    @property
    def expected(self) -> int:
        """About how many games are still to be played."""
        return sum(self.expected_of(state) for state in self.cells)

    def pieces(self, same: dict[str, Any]) -> list[Piece]:
        """The next wave; `same` is what its chunks have in common."""
        wave: list[Piece] = []
        for state in self.cells:
            for k in self.missing(state):
                has = state.has.get(k, 0)
                first, games = k * state.files.size + has, self._wanted(state, k) - has
                chunk = Chunk(len(wave), state.cell, self.sweep.experiment.seed, first, games, **same)
                wave.append(Piece(state, k, chunk))
        return wave

    def missing(self, state: Progress) -> list[int]:
        """The files of a cell that the next wave plays."""
        n_files = -(-self.most // state.files.size)
        if state.over or state.stuck:
            return []
        if self.sweep.until is None:
            return [k for k in range(n_files) if state.has.get(k, 0) < self._wanted(state, k)]
        likely = int(CAUTION * self._needed(state) / state.files.size)
        return list(range(state.looked, min(max(likely, state.looked + 1), n_files)))

    def expected_of(self, state: Progress) -> int:
        """About how many games of a cell are still to be played."""
        if self.sweep.until is None:
            return sum(self._wanted(state, k) - state.has.get(k, 0) for k in self.missing(state))
        if state.over or state.stuck:
            return 0
        return max(1, self._needed(state, unknown=0.5) - state.played)

    def look(self, state: Progress) -> None:
        """Apply the stopping rule after each complete file, in their order."""
        import pyarrow.parquet as pq

        assert self.sweep.until is not None
        while not state.over and state.has.get(state.looked, 0) >= self._wanted(state, state.looked):
            file = self.folder / state.files.file(GAMES, state.looked)
            table = pq.read_table(file, columns=["won", "fault"], partitioning=None)
            won, fault = (table[name].to_pylist() for name in ("won", "fault"))
            state.looked += 1
            state.sound += fault.count("")
            state.wins += won.count(True)  # a game with a fault is never won
            at_cap = state.looked * state.files.size >= self.most
            state.over = at_cap or half_interval(state.wins, state.sound) <= self.sweep.until

    def _found(self, cell: Cell) -> Progress:
        """How far a cell is, by its files."""
        state = Progress(cell, cell_files(cell))
        for k in range(-(-self.most // state.files.size)):
            games = games_in(self.folder / state.files.file(GAMES, k))
            if games:
                state.has[k] = games
            elif self.sweep.until is not None:
                break
        if self.sweep.until is not None:
            self.look(state)
        return state

    def _wanted(self, state: Progress, k: int) -> int:
        """The games of a cell's k-th file, when it is complete."""
        return min(state.files.size, self.most - k * state.files.size)

    def _needed(self, state: Progress, unknown: float = 0.0) -> int:
        """About how many games a cell needs to be narrow enough; `unknown` is the win rate assumed before the first look."""
        assert self.sweep.until is not None
        rate = (state.wins + 2) / (state.sound + 4) if state.sound else unknown
        return min(self.most, int(rate * (1 - rate) * (NORMAL / self.sweep.until) ** 2) + 1)


def half_interval(wins: int, games: int) -> float:
    """Half the width of the Wilson interval of a win rate; 1 without a game."""
    from statsmodels.stats.proportion import proportion_confint

    if not games:
        return 1.0
    low, high = proportion_confint(wins, games, 1 - CONFIDENCE, method="wilson")
    return float(high - low) / 2


def kinds(plan: Plan) -> Iterator[tuple[tuple[str, str, int], Progress]]:
    """A cell that lacks games for each agent, scenario and number of players."""
    seen = set()
    for state in plan.cells:
        kind = state.cell.agent, state.cell.scenario, len(state.cell.team)
        if kind not in seen and plan.missing(state):
            seen.add(kind)
            yield kind, state
