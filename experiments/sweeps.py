"""A sweep: an experiment written down in a TOML file, to be played into a folder, stopped and continued.

    scenarios = ["passage-through-mirkwood"]
    decks = ["core-leadership", "core-spirit+core-lore", "my.o8d"]   # files lie beside the sweep file
    agents = ["random", "heuristic"]
    games = 1000

Everything is checked before anything is played, and one error names every fault with its line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from numbers import Real
from pathlib import Path
from typing import Any

from lotrsim.decks import Deck
from lotrsim.errors import BadValue, shown
from lotrsim.experiments.spec import BadExperiment, Cell, Experiment, told

NARROWEST, WIDEST = 0.0001, 0.5


class BadSweep(BadExperiment):
    """A sweep file is refused before anything is played; `faults` holds every reason, with its line."""

    def __init__(self, path: object, faults: Iterable[str]) -> None:
        super().__init__(faults)
        self.path = str(path)
        self.args = (self.path, self.faults)

    def __str__(self) -> str:
        n = len(self.faults)
        return f"{self.path}: {'' if n == 1 else f'{n} faults: '}{told(self.faults)}"


@dataclass(frozen=True)
class Sweep:
    """An experiment that is played into a folder (`run_sweep`).

    `until`: each cell is played until half the width of its win rate's 95% interval is at most this (0.02: two
    points of a hundred), or until it has the experiment's `games`. `trace`: a second table, a row a round.
    """

    experiment: Experiment
    until: float | None = None
    trace: bool = False

    def __post_init__(self) -> None:
        """Refuse what cannot be reached, and two decks of one name."""
        if self.until is not None:
            object.__setattr__(self, "until", half_width(self.until))
        if not isinstance(self.trace, bool):
            raise BadValue(f"trace must be true or false, not {shown(self.trace)}")
        twins = list(_twins(self.experiment.cells))
        if twins:
            raise BadExperiment(twins)

    @classmethod
    def read(cls, path: str | Path, card_files: Iterable[str | Path] = (), trace: bool = False) -> Sweep:
        """Read a sweep file. BadSweep names every fault with its line; BadFile says why a file cannot be read."""
        from lotrsim.experiments.sweep_files import read_sweep  # here, because Pygments takes its time

        return read_sweep(path, card_files, trace)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of the experiment."""
        return self.experiment.cells

    @property
    def size(self) -> str:
        """How much there is to play, in words."""
        names = {"scenario": "scenarios", "decks": "decks", "agent": "agents", "difficulty": "difficulties"}
        counts = [f"{many}: {len({getattr(cell, one) for cell in self.cells})}" for one, many in names.items()]
        games = self.experiment.games
        each = f"{games:,} games" if self.until is None else f"games until ±{self.until:.4g}, at most {games:,},"
        return f"{', '.join(counts)}; {len(self.cells):,} cells of {each} each".replace(", each", " each")


def half_width(value: Any) -> float:
    """The share that is meant by "2%" or 0.02; BadValue for what no interval can be."""
    share: Any = value
    if isinstance(value, str) and value.strip().endswith("%"):
        try:
            share = float(value.strip()[:-1]) / 100
        except ValueError:
            share = None
    if isinstance(share, bool) or not isinstance(share, Real) or not NARROWEST <= float(share) <= WIDEST:
        raise BadValue(f'until must be like "2%", from {NARROWEST:.2%} to {WIDEST:.0%}, not {shown(value)}')
    return float(share)


def _twins(cells: Iterable[Cell]) -> Iterator[str]:
    """Rows name decks by their ids; two decks of one id could not be told apart."""
    found: dict[str, Deck] = {}
    for deck in dict.fromkeys(deck for cell in cells for deck in cell.team):
        if found.setdefault(deck.id, deck) != deck:
            yield f"two different decks have the id {shown(deck.id)}: rename one"
