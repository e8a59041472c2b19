"""Two engines in step: the same choices, and after every decision the whole state compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tests.comparison.agents import Seats
from tests.comparison.engine import Compiled
from tests.comparison.mercy import gifts
from tests.comparison.plain import END, differences, in_words, kind_of
from tests.comparison.setups import Setup

MOST_DECISIONS = 20_000  # of a game; more would be a game without end
RAISED, SCORE = "error", "result"


@dataclass(frozen=True)
class Difference:
    """Where two engines part: behind the last of `actions`, the first part that differs, in the first and second engine."""

    part: str
    first: object
    second: object
    actions: tuple[int, ...] = ()
    setup: Setup | None = None
    others: int = 0  # parts that differ besides

    @property
    def kind(self) -> str:
        """The part without its numbers: what differences of one cause mostly share."""
        return kind_of(self.part) if self.part != RAISED else f"{RAISED} {str(self.second or self.first).split(':')[0]}"

    def __str__(self) -> str:
        """A line or two for people."""
        where = f"after {len(self.actions)} decisions" if self.actions else "before the first decision"
        first, second = in_words(self.part, self.first), in_words(self.part, self.second)
        more = f" ({self.others} other parts differ too)" if self.others else ""
        return f"{self.part} {where}: first engine {first}, second engine {second}{more}"


@dataclass
class Played:
    """A compared game: its choices, how many single legal actions were taken by themselves, how it ended, the difference."""

    actions: list[int] = field(default_factory=list)
    steps: int = 0
    end: tuple[int, ...] = ()
    difference: Difference | None = None


def tried(act: Callable[[], Any]) -> str:
    """Do something; the error that it raised, or ""."""
    try:
        act()
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def compared(one: Any, other: Any) -> Difference | None:
    """How the states of two engines differ now; None where they are equal."""
    first, second = one.flat(), other.flat()
    if first != second:
        name, a, b = (found := differences(first, second))[0]
        return Difference(name, a, b, others=len(found) - 1)
    if one.over:
        for name, a, b in zip(END, one.end(), other.end(), strict=True):
            if a != b:
                return Difference(f"{SCORE}: {name}", a, b)
    return None


class Pair:
    """Two engines that play the same game; `difference` is set where they first part, and nothing goes on from there."""

    def __init__(self, makers: Sequence[Callable[[], Any]], setup: Setup | None = None) -> None:
        self.engines: list[Any] = []
        self.setup = setup
        self.played = Played()
        errors = [tried(lambda make=make: self.engines.append(make())) for make in makers]
        self._look(errors)

    def _look(self, errors: Sequence[str]) -> None:
        """Note the difference between the engines now."""
        if any(errors):
            self.played.difference = Difference(RAISED, *errors)
            return
        one, other = self.engines
        self.played.steps += len(one.taken)
        self.played.difference = compared(one, other) or self.played.difference

    @property
    def goes_on(self) -> bool:
        """Both engines agree and wait for a choice."""
        return self.played.difference is None and not self.engines[0].over

    def choose(self, action: int) -> None:
        """Take an action in both engines and compare them."""
        given = gifts(self.engines[0].games[0], self.setup, len(self.played.actions)) if self.setup else None
        for engine in self.engines if given else ():
            engine.give(given)
        self.played.actions.append(action)
        self._look([tried(lambda engine=engine: engine.choose(action)) for engine in self.engines])
        if self.played.difference:
            self.played.difference = replace(self.played.difference, actions=tuple(self.played.actions))


def compare_setup(setup: Setup, second: Any, first: Any = Compiled, most: int = MOST_DECISIONS) -> Played:
    """Play the game of a setup with its agents in both engines, to its end or to the first difference."""
    pair, seats = Pair([lambda: first.new(setup), lambda: second.new(setup)], setup), Seats(setup)
    while pair.goes_on and len(pair.played.actions) < most:
        pair.choose(seats.answer(pair.engines[0]))
    return finished(pair, setup)


def compare_actions(setup: Setup, actions: Sequence[int], second: Any, first: Any = Compiled) -> Played:
    """The same with a list of actions, as far as they are legal and the engines agree."""
    pair = Pair([lambda: first.new(setup), lambda: second.new(setup)], setup)
    for action in actions:
        if not pair.goes_on or action not in pair.engines[0].legal:
            break
        pair.choose(action)
    return finished(pair, setup)


def finished(pair: Pair, setup: Setup | None) -> Played:
    """What was played, the setup noted in the difference."""
    if pair.engines and pair.engines[0].over:
        pair.played.end = pair.engines[0].end()
    if pair.played.difference:
        pair.played.difference = replace(pair.played.difference, setup=setup)
    return pair.played
