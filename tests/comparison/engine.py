"""The compiled engine in the hands of the comparison, and engines that are wrong on purpose.

An *engine* plays one game and has

    flat() -> list[int]       the plain state (tests/comparison/plain.py)
    legal -> list[int]        the actions of the pending decision, [] when the game is over
    choose(action)            take a legal action and run to the next decision
    taken -> list[int]        the single legal actions that were taken by themselves since the last choice (or since the start)
    give(gifts)               change the state by no rule (tests/comparison/mercy.py)
    over, end()               whether the game is over; how it stands, the numbers of plain.END

and is made by `Engine.new(setup)` or `Engine.at(laid_out)`, a table laid out by hand (tests/comparison/positions.py).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from lotrsim import ids, scenarios
from lotrsim.decks import Deck
from lotrsim.errors import IllegalAction
from lotrsim.result import results_of
from lotrsim.start import tables, template
from tests.comparison import kernels
from tests.comparison.mercy import Gifts, give_record
from tests.comparison.plain import END

ROOM = 20_000  # numbers of a plain state, more than any table of MAX_CARDS cards has
MOST_TAKEN = 4_096


@lru_cache(maxsize=64)
def before_setup(scenario: str, decks: tuple[Deck, ...], difficulty: str) -> np.ndarray:
    """The table before setup, an array of one record."""
    return template(scenarios.get(scenario), list(decks), difficulty)


class Compiled:
    """The compiled engine. `games` is its array of one record, which policies read."""

    made = staticmethod(tables)  # the tables that it plays by

    def __init__(self, games: np.ndarray) -> None:
        """Play on in an array of one record (dtype GAME, shape (1,))."""
        self.games, self.tables = games, self.made()
        self.out, self.log = np.empty(ROOM, np.int64), np.empty(MOST_TAKEN, np.int64)
        self.taken: list[int] = []

    @classmethod
    def new(cls, setup: Any) -> Compiled:
        """The game of a setup at its first decision."""
        game = cls(before_setup(setup.scenario, setup.decks, setup.difficulty).copy())
        game._note(kernels.begin(game.games, 0, game.tables, setup.seed, setup.index, game.log))
        return game

    @classmethod
    def at(cls, laid_out: Any) -> Compiled:
        """A table laid out by hand, at its first decision."""
        game = cls(laid_out.games.copy())
        game._note(kernels.run_on(game.games, 0, game.tables, game.log))
        return game

    def copy(self) -> Compiled:
        """An independent copy."""
        twin = type(self)(self.games.copy())
        twin.taken = list(self.taken)
        return twin

    def _note(self, count: int) -> None:
        self.taken = self.log[:count].tolist()

    def choose(self, action: int) -> None:
        """Take a legal action and run on to the next decision."""
        count = kernels.take_and_run(self.games, 0, self.tables, action, self.log)
        if count == ids.NONE:
            raise IllegalAction(f"action {action} is not among {self.legal}")
        self._note(count)

    def give(self, given: Gifts) -> None:
        """Mercy."""
        give_record(self.games[0], given)

    def flat(self) -> list[int]:
        """The plain state."""
        return self.out[: kernels.flatten(self.games, 0, self.out)].tolist()

    @property
    def legal(self) -> list[int]:
        """The legal actions."""
        g = self.games[0]
        return g["legal"][: g["n_legal"]].tolist()

    @property
    def over(self) -> bool:
        """The game has ended."""
        return bool(self.games[0]["outcome"] != ids.PLAYING)

    def end(self) -> tuple[int, ...]:
        """How the game stands: the numbers of END."""
        row = results_of(self.games)[0]
        return tuple(int(row[name]) if name != "score" or row["won"] else 0 for name in END)


def faulty(change: Callable[[np.ndarray], None], name: str = "faulty") -> type[Compiled]:
    """The compiled engine with a rule fault: `change` alters a copy of the tables that it plays by.

    The comparison and its shrinker are tested on such engines, and nothing else uses them.
    """

    def changed() -> np.ndarray:
        altered = tables().copy()
        change(altered)
        return altered

    return type(name, (Compiled,), {"made": staticmethod(changed)})
