"""What an experiment plays: scenarios x teams of decks x agents x difficulties, and the same seeds in every cell.

    Experiment(["passage-through-mirkwood"], decks=["core-leadership", "core-spirit+core-lore"], agents=["random"])

Everything is checked when the experiment is made, and one error says everything that is wrong with it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from numbers import Integral
from pathlib import Path
from typing import Any

from lotrsim import cards, decks, scenarios
from lotrsim.cards import registry
from lotrsim.decks import Deck
from lotrsim.errors import BadDeck, BadFile, BadValue, LotrsimError, UnknownName, said, shown
from lotrsim.ids import DIFFICULTIES

MOST_TOLD = 100  # faults in a message
LARGEST_SEED = 2**63 - 1
LARGEST_GAMES = 2**40
Team = str | Path | Deck | Sequence[str | Path | Deck]
KEY = ("scenario", "decks", "agent", "difficulty")  # the columns that name a cell


class BadExperiment(LotrsimError):
    """An experiment is refused before anything is played; `faults` holds every reason."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = list(dict.fromkeys(faults))
        super().__init__(self.faults)

    def __str__(self) -> str:
        return told(self.faults)


def told(faults: list[str]) -> str:
    """The first faults in one line, and how many more there are."""
    more = len(faults) - MOST_TOLD
    return "; ".join(faults[:MOST_TOLD]) + (f"; and {more} more" if more > 0 else "")


@dataclass(frozen=True)
class Cell:
    """One combination of an experiment; its decks travel with it, so that a worker need not know their ids."""

    scenario: str
    team: tuple[Deck, ...]
    agent: str
    difficulty: str

    @property
    def decks(self) -> str:
        """The ids of the decks, joined as on the command line."""
        return decks.JOIN.join(deck.id for deck in self.team)

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What names the cell in the results."""
        return self.scenario, self.decks, self.agent, self.difficulty

    def __str__(self) -> str:
        return f"{self.scenario} x {self.decks} x {self.agent} x {self.difficulty}"


@dataclass(frozen=True)
class Experiment:
    """Scenarios, teams of decks ("a+b", a file, a Deck, or a list of these), agents, difficulties; `games` games a cell."""

    scenarios: Sequence[str]  # a single str counts as one entry, here and below; all become tuples
    decks: Path | Deck | Sequence[Team]
    agents: Sequence[str]
    games: int = 1000
    seed: int = 0
    difficulties: Sequence[str] = ("standard",)
    card_files: Sequence[str | Path] = ()  # loaded here and again in every worker
    tournament: bool = False  # refuse decks that no tournament would allow
    cells: tuple[Cell, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Make tuples of lists, load the card files, and check everything."""
        faults: list[str] = []
        for name in ("scenarios", "decks", "agents", "difficulties"):
            object.__setattr__(self, name, _as_tuple(getattr(self, name)))
        files = tuple(_resolved(path) for path in _as_tuple(self.card_files))
        object.__setattr__(self, "card_files", files)
        for path in files:  # a damaged file is no fault of the experiment: BadFile says where
            cards.load(path)
        for name in ("scenarios", "decks", "agents", "difficulties"):
            if not getattr(self, name):
                faults.append(f"no {name}: at least one is needed")
        faults += number_faults("games", self.games, 1, LARGEST_GAMES)
        faults += number_faults("seed", self.seed, 0, LARGEST_SEED)
        found = _each(self.scenarios, scenarios.get, faults)
        teams = _each(_as_tuple(self.decks), self._team, faults)
        agents = _each(self.agents, agent_of, faults)
        levels = _each(self.difficulties, difficulty_of, faults)
        faults += seat_faults(agents, teams)
        if not faults:  # what only shows when the table is laid out, such as more cards than fit
            _each(product(found, teams, levels), lay_out, faults)
        if faults:
            raise BadExperiment(faults)
        object.__setattr__(self, "games", int(self.games))
        object.__setattr__(self, "seed", int(self.seed))
        combinations = product([each.id for each in found], teams, agents, levels)
        object.__setattr__(self, "cells", tuple(Cell(*parts) for parts in combinations))

    def _team(self, entry: Any) -> tuple[Deck, ...]:
        """The decks of one table."""
        return tuple(decks.team(list(entry) if isinstance(entry, tuple) else entry, self.tournament))


def _resolved(path: Any) -> str:
    """The whole path of a card file."""
    try:
        if isinstance(path, str | os.PathLike) and str(path).isprintable():  # results and messages show it
            return str(Path(path).resolve())
    except (OSError, ValueError):  # a zero byte, half a letter, links in a circle
        pass
    raise BadValue(f"a card file is named by its path, not by {shown(path)}")


def _as_tuple(value: Any) -> tuple[Any, ...]:
    """One thing or several; the same twice counts once."""
    if isinstance(value, str | Path | Deck) or not isinstance(value, Iterable):
        value = (value,)
    entries = [tuple(entry) if isinstance(entry, list) else entry for entry in value]
    return tuple(entry for k, entry in enumerate(entries) if entry not in entries[:k])


def _each(entries: Iterable[Any], check: Callable[[Any], Any], faults: list[str]) -> list[Any]:
    """What `check` makes of each entry; the entries that it refuses are left out and named in `faults`."""
    found = []
    for entry in entries:
        try:
            made = check(entry)
        except BadFile:  # no fault of the experiment; it says where the file is damaged
            raise
        except BadDeck as error:
            faults += error.faults
        except LotrsimError as error:
            faults.append(str(error))
        else:
            if made not in found:
                found.append(made)
    return found


def number_faults(name: str, value: Any, least: int, most: int) -> Iterator[str]:
    """What keeps a value from being a whole number in a range."""
    if isinstance(value, bool) or not isinstance(value, Integral):
        yield f"{name} must be a whole number, not {shown(value)}"
    elif int(value) < least:
        yield f"{name} must be at least {least}, not {said(value)}"
    elif int(value) > most:
        yield f"{name} must be at most {most}"


def difficulty_of(name: Any) -> str:
    """The name of a difficulty."""
    if name not in DIFFICULTIES:
        raise UnknownName("difficulty", name, DIFFICULTIES)
    return str(name)


def agent_of(agent_id: Any) -> str:
    """The id of an agent or of a team of agents."""
    from lotrsim.agents import base  # here, because it imports Numba

    if not isinstance(agent_id, str):
        raise BadValue(f"an agent is named by its id, not by {shown(agent_id)}; agents.base.register makes yours known")
    return base.get(agent_id).id


def seat_faults(agents: list[str], teams: list[tuple[Deck, ...]]) -> Iterator[str]:
    """A team of agents needs a seat for each; one agent plays every seat."""
    for agent in agents:
        n = agent.count(decks.JOIN) + 1
        for team in teams:
            if n not in (1, len(team)):
                ids = decks.JOIN.join(deck.id for deck in team)
                yield f"{n} agents ({agent}) for {len(team)} players ({ids}); name one, or one for each player"


def lay_out(combination: Any) -> bool:
    """Lay the table out, to see whether that can be done; what could be is not laid out a second time."""
    from lotrsim.start import template

    entry, team, level = combination
    key = (tuple(entry.quest), tuple(entry.encounter_sets), tuple(team), level, registry.version)
    if key not in _laid_out:
        template(*combination)
        _laid_out.add(key)
    return True


_laid_out: set[tuple[Any, ...]] = set()  # quest, encounter sets, decks and difficulty, with the cards of a version
