"""Game: one game as a friendly object, for players, notebooks and plain Python agents.

    game = Game.new("passage-through-mirkwood", decks=["core-leadership"], seed=7)
    while not game.over:
        game.choose(game.options[0])
    print(game.result)

Everything about the game is in one record, `game.state`; the object adds names, words and a log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from numbers import Integral
from os import PathLike
from typing import Any

import numpy as np

from lotrsim import board, history, scenarios
from lotrsim import decks as deck_list
from lotrsim.cards import registry
from lotrsim.decks import Deck
from lotrsim.errors import BadValue, GameFault, IllegalAction, LotrsimError, said, shown
from lotrsim.ids import FAULTED, PLAYING
from lotrsim.result import FAULTS, Result, reason_of, result_of
from lotrsim.rules import flow
from lotrsim.scenarios import Scenario
from lotrsim.start import check_difficulty, start_games, tables, template
from lotrsim.state import GAME
from lotrsim.text import Decision, Option, decision_of, options_of

__all__ = ["Decision", "Game", "Option", "Result"]

LARGEST_SEED = 2**63 - 1


@lru_cache(maxsize=32)
def _table(scenario: Scenario, decks: tuple[Deck, ...], difficulty: str, version: int) -> np.ndarray:
    """The table before setup; made once for a scenario, decks and difficulty (`version`: of the registered cards)."""
    return template(scenario, list(decks), difficulty)


def _checked(scenario: Any, decks: Any, seed: Any, difficulty: Any) -> tuple[Scenario, list[Deck]]:
    """The scenario and the decks of a game that can be made; everything that is wrong is said at once."""
    checks: tuple[Callable[[], Any], ...] = (
        lambda: scenario if isinstance(scenario, Scenario) else scenarios.get(scenario),
        lambda: deck_list.team(decks),
        lambda: _check_seed(seed),
        lambda: check_difficulty(difficulty),
    )
    found, errors = [], []
    for check in checks:
        try:
            found.append(check())
        except LotrsimError as error:
            errors.append(error)
    if errors:
        raise errors[0] if len(errors) == 1 else BadValue("; ".join(str(error) for error in errors))
    return found[0], found[1]


def _check_seed(seed: Any) -> None:
    if isinstance(seed, bool) or not isinstance(seed, Integral) or not 0 <= int(seed) <= LARGEST_SEED:
        raise BadValue(f"seed must be a whole number from 0 to 2**63 - 1, not {shown(seed)}")


class Game:
    """One game. `games` is the array of one record that it plays; `state` is that record."""

    def __init__(
        self,
        games: np.ndarray,
        *,
        scenario: str = "",
        decks: Iterable[str] = (),
        seed: int | None = None,
        difficulty: str = "",
        log: bool = True,
    ) -> None:
        """Play on in an array of one record (dtype GAME, shape (1,)); the array is used, not copied."""
        if not isinstance(games, np.ndarray) or games.dtype != GAME or games.shape != (1,):
            raise BadValue(f"a Game plays an array of one record of dtype GAME, not {shown(type(games).__name__)}")
        self.games = games
        self.scenario, self.decks, self.seed, self.difficulty = scenario, tuple(decks), seed, difficulty
        self._log: list[str] | None = [] if log else None

    @classmethod
    def new(
        cls,
        scenario: str | Scenario,
        decks: str | PathLike[str] | Deck | Iterable[str | PathLike[str] | Deck],
        seed: int = 0,
        difficulty: str = "standard",
        log: bool = True,
    ) -> Game:
        """Start a game: the same as game 0 of `lotrsim.new_games(..., seed=seed)`. Decks are ids, files or objects.

        UnknownName, BadDeck or BadValue say what cannot be played, before anything runs; where several things are wrong,
        one BadValue says all of them. Without log it is faster.
        """
        entry, team = _checked(scenario, decks, seed, difficulty)
        games = _table(entry, tuple(team), difficulty, registry.version).copy()
        before = games.copy()
        start_games(games, 0, 1, tables(), int(seed), 0)
        names = [deck.id for deck in team]
        game = cls(games, scenario=entry.id, decks=names, seed=int(seed), difficulty=difficulty, log=log)
        if game._log is not None:
            game._log += ["setup", *history.told(before, games)]
        game._raise_fault()
        return game

    # ------------------------------------------------------------ looking
    @property
    def state(self) -> np.void:
        """The record of the game, dtype GAME: a view, so that a change in it changes the game."""
        return self.games[0]

    @property
    def over(self) -> bool:
        """The game has ended."""
        return bool(self.games[0]["outcome"] != PLAYING)

    @property
    def decision(self) -> Decision | None:
        """What is to be decided: kind, player, source, prompt; None when the game is over."""
        return decision_of(self.games[0])

    @property
    def options(self) -> list[Option]:
        """The legal actions: number, text, card; none when the game is over."""
        return options_of(self.games[0])

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it goes on."""
        return result_of(self.games) if self.over else None

    @property
    def log(self) -> list[str]:
        """What has happened, a line each; empty where the game was made with log=False."""
        return list(self._log or ())

    @property
    def keeps_log(self) -> bool:
        """The game notes what happens."""
        return self._log is not None

    def restore_log(self, lines: Iterable[str]) -> None:
        """Put the lines of a saved log back, where a log is kept."""
        if self._log is not None:
            self._log = list(lines)

    # ------------------------------------------------------------ playing
    def choose(self, option: Option | int) -> Game:
        """Take an option (or its action number) and play on to the next decision; return the game itself.

        Raises IllegalAction, and nothing has changed, for what is not among the options; GameFault where the engine
        gave up on the game because a capacity overflowed: the game is over then.
        """
        action = self._action(option)
        if self._log is None:
            flow.apply(self.games, 0, tables(), action)
        else:
            self._choose_and_tell(action, self._log)
        self._raise_fault()
        return self

    def _action(self, option: object) -> int:
        """The number of a legal action."""
        number = option.action if isinstance(option, Option) else option
        if isinstance(number, bool) or not isinstance(number, Integral):
            raise IllegalAction(f"{shown(option)} is neither an Option nor the number of an action")
        if self.over:
            raise IllegalAction(f"action {said(number)}: the game is over ({self.reason})")
        g = self.games[0]
        if int(number) not in g["legal"][: g["n_legal"]].tolist():
            legal = ", ".join(str(action) for action in g["legal"][: g["n_legal"]].tolist())
            raise IllegalAction(f"action {said(number)} is not legal; legal are {legal}")
        return int(number)

    def _choose_and_tell(self, action: int, log: list[str]) -> None:
        """Take an action step by step and note what changes."""
        made = tables()
        log.append(history.chosen(self.games[0], action))
        flow.choose(self.games, 0, action)
        goes_on = True
        while goes_on:
            before = self.games.copy()
            goes_on = flow.step_one(self.games, 0, made)
            log += history.told(before, self.games)

    def _raise_fault(self) -> None:
        if self.games[0]["outcome"] == FAULTED:
            raise GameFault(FAULTS[int(self.games[0]["fault"])])

    @property
    def reason(self) -> str:
        """Why the game ended, in words; "playing" while it goes on."""
        return reason_of(int(self.games[0]["outcome"]), int(self.games[0]["fault"]))

    # ------------------------------------------------------------ copying and keeping
    def copy(self) -> Game:
        """An independent copy, with the same future."""
        twin = Game(
            self.games.copy(),
            scenario=self.scenario,
            decks=self.decks,
            seed=self.seed,
            difficulty=self.difficulty,
            log=self._log is not None,
        )
        twin._log = None if self._log is None else list(self._log)
        return twin

    def save(self, path: object, force: bool = False) -> None:
        """Write the game to a file, whole or not at all; OutputExists where there is one and `force` is not given."""
        from lotrsim import saving

        saving.save(self, path, force)

    @classmethod
    def load(cls, path: object) -> Game:
        """Read a saved game; BadFile says where a damaged or foreign file is wrong."""
        from lotrsim import saving

        return saving.load(path)

    # ------------------------------------------------------------ showing
    @property
    def title(self) -> str:
        """Scenario, difficulty, round and phase."""
        name = scenarios.get(self.scenario).name if self.scenario in scenarios.ids() else self.scenario
        return board.heading(self.games[0], name, self.difficulty)

    def _end(self) -> str:
        """How the game ended, as a line; "" while it goes on."""
        result = self.result
        if result is None:
            return ""
        score = f", score {result.score}" if result.score is not None else ""
        return f"The game is over: {result.reason}{score}, {result.rounds} rounds completed"

    def __str__(self) -> str:
        """The table as the players see it, and the pending decision."""
        decision = self.decision
        end = board.decision_text(decision, self.options) if decision else self._end()
        return f"{board.table_text(self.games, self.title)}\n{end}"

    def __repr__(self) -> str:
        """One line: the game, and where it stands."""
        standing = self.reason if self.over else f"decision {int(self.games[0]['n_decisions']) + 1}"
        return f"<Game {self.title}, {'+'.join(self.decks) or 'position'}: {standing}>"

    def _repr_html_(self) -> str:
        """The table for a notebook."""
        return board.table_html(self.games, self.title, self._end(), self.decision, self.options)
