"""Reads sweep files: TOML in, a `Sweep` out, or one error with every fault and its line."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable
from itertools import product
from pathlib import Path
from typing import Any

from lotrsim import cards, decks, scenarios
from lotrsim.decks import files as deck_files
from lotrsim.errors import BadDeck, BadFile, BadValue, LotrsimError, UnknownName, shown
from lotrsim.experiments import groups
from lotrsim.experiments.places import places
from lotrsim.experiments.spec import (
    LARGEST_GAMES,
    LARGEST_SEED,
    BadExperiment,
    Experiment,
    agent_of,
    difficulty_of,
    lay_out,
    number_faults,
    seat_faults,
)
from lotrsim.experiments.sweeps import BadSweep, Sweep, half_width

AXES = ("scenarios", "decks", "agents", "difficulties")
KEYS = (*AXES, "games", "seed", "until", "cap", "cards", "tournament", "trace")
CAP = 100_000  # games of a cell that never becomes narrow enough
DEEPEST = 50  # levels of lists and tables; a sweep needs two
Axis = list[tuple[Any, int]]  # entries with their lines


def read_sweep(path: str | Path, card_files: Iterable[str | Path] = (), trace: bool = False) -> Sweep:
    """Read a sweep file; `card_files` and `trace` add to what it says."""
    path = Path(path)
    text = _text(path)
    return Reader(path, text, tuple(card_files), trace).sweep()


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadFile(path, "", error.strerror or "cannot be read") from None
    except UnicodeDecodeError as error:
        raise BadFile(path, f"byte {error.start}", "a sweep file is UTF-8 text") from None


def _values(path: Path, text: str) -> dict[str, Any]:
    try:
        values = tomllib.loads(text)
        if _is_too_large(values):
            raise BadFile(path, "", "no TOML: a whole number has more than 64 bits")
    except tomllib.TOMLDecodeError as error:
        raise BadFile(path, "", f"no TOML: {error}") from None
    except ValueError:  # Python makes no number of more than 4,300 digits
        raise BadFile(path, "", "no TOML: a number has thousands of digits") from None
    except RecursionError:
        raise BadFile(path, "", "no TOML that can be read: it is nested too deep") from None
    return values


def _is_too_large(value: Any, depth: int = 0) -> bool:
    """A whole number in it has more than the 64 bits of TOML, which Python reads all the same. RecursionError below DEEPEST."""
    if isinstance(value, dict | list):
        if depth > DEEPEST:
            raise RecursionError
        return any(_is_too_large(part, depth + 1) for part in (value.values() if isinstance(value, dict) else value))
    return isinstance(value, int) and not -(2**63) <= value < 2**63


def _checked(check: Callable[[str], Any], word: str) -> tuple[Any, list[str]]:
    """What `check` makes of a word, and what is wrong with it."""
    try:
        return check(word), []
    except BadDeck as error:
        return None, list(error.faults)
    except LotrsimError as error:
        return None, [str(error)]


class Reader:
    """Makes a sweep of the values of a file, and collects what is wrong with them."""

    def __init__(self, path: Path, text: str, card_files: tuple[str | Path, ...], trace: bool) -> None:
        self.path, self.values, self.lines = path, _values(path, text), places(text)
        self.card_files, self.trace = card_files, trace
        self.faults: list[tuple[int, str]] = []  # line (0: none), what is wrong there

    def sweep(self) -> Sweep:
        """The sweep; BadSweep if there is any fault."""
        for key in self.values:
            if key not in KEYS:
                self.fault(key, str(UnknownName("key", key, KEYS)))
        files = self.load_cards()
        tournament, trace = self.truth("tournament"), self.truth("trace")
        games, until = self.length()
        seed = self.number("seed", 0, 0, LARGEST_SEED)
        found = self.axis("scenarios", lambda word: scenarios.get(word).id)
        teams = self.axis("decks", lambda word: tuple(decks.team(self.seats(word), tournament)))
        agents = self.axis("agents", agent_of)
        levels = self.axis("difficulties", difficulty_of, ["standard"])
        self.check_tables(found, teams, agents, levels)
        axes = [list(dict.fromkeys(value for value, _ in axis)) for axis in (found, teams, agents, levels)]
        if not self.faults:
            try:
                made = Experiment(axes[0], axes[1], axes[2], games, seed, axes[3], files, tournament)
                return Sweep(made, until, trace or self.trace)
            except BadExperiment as error:
                self.faults += [(0, fault) for fault in error.faults]
        raise BadSweep(self.path, [f"line {line}: {text}" if line else text for line, text in sorted(self.faults)])

    def fault(self, key: str, text: str, entry: int | None = None) -> None:
        """Note a fault of a key, or of one of its entries."""
        self.faults.append((self.line(key, entry), text))

    def line(self, key: str, entry: int | None = None) -> int:
        """The line of a key or of one of its entries; 0 for a key that is not there."""
        lines = self.lines.get(key, [0])
        return lines[1 + entry] if entry is not None and 1 + entry < len(lines) else lines[0]

    def words(self, key: str, usual: list[str] | None = None) -> list[tuple[str, int]]:
        """The words of a key with their lines."""
        if key not in self.values and usual is not None:
            return [(word, 0) for word in usual]
        if key not in self.values:
            self.fault(key, f"no {key}: at least one is needed")
            return []
        value = self.values[key]
        entries = value if isinstance(value, list) else [value]
        if not entries:
            self.fault(key, f"no {key}: at least one is needed")
        for k, entry in enumerate(entries):
            if not isinstance(entry, str) or not entry.strip():
                self.fault(key, f"{key}: a word in quotation marks is needed, not {shown(entry)}", k)
        return [(entry, self.line(key, k)) for k, entry in enumerate(entries) if isinstance(entry, str) and entry.strip()]

    def axis(self, key: str, check: Callable[[str], Any], usual: list[str] | None = None) -> list[tuple[Any, int]]:
        """What `check` makes of each entry of an axis, with its line."""
        found, known = [], {}
        for word, line in self.words(key, usual):
            for each in groups.expanded(key, [word]):
                if each not in known:  # the same word a thousand times costs no more than once
                    known[each] = _checked(check, each)
                value, faults = known[each]
                self.faults += [(line, fault) for fault in faults]
                found += [] if faults else [(value, line)]
        return found

    def number(self, key: str, usual: int, least: int, most: int) -> int:
        """A whole number."""
        value = self.values.get(key, usual)
        wrong = list(number_faults(key, value, least, most))
        for text in wrong:
            self.fault(key, text)
        return usual if wrong else value

    def truth(self, key: str) -> bool:
        """True or false."""
        value = self.values.get(key, False)
        if not isinstance(value, bool):
            self.fault(key, f"{key} must be true or false, not {shown(value)}")
        return value is True

    def length(self) -> tuple[int, float | None]:
        """How many games a cell has, at most, and how narrow its interval must be, if that decides."""
        if "until" not in self.values:
            if "cap" in self.values:
                self.fault("cap", "cap belongs to until, which is missing; without it, games says how many to play")
            return self.number("games", 1000, 1, LARGEST_GAMES), None
        if "games" in self.values:
            self.fault("games", "games and until exclude each other: with until, cap is the most games of a cell")
        cap = self.number("cap", CAP, 1, LARGEST_GAMES)
        try:
            return cap, half_width(self.values["until"])
        except BadValue as error:
            self.fault("until", str(error))
            return cap, None

    def seats(self, word: str) -> list[str | Path]:
        """The decks of "a+b"; a file lies beside the sweep file, and its own name may hold a "+"."""
        parts, folder = word.split(decks.JOIN), self.path.parent
        seats: list[str | Path] = []
        while parts and len(seats) < decks.MOST_LOOKED_AT:
            joined = [decks.JOIN.join(parts[:n]).strip() for n in range(min(len(parts), decks.MOST_JOINED), 0, -1)]
            name = next((each for each in joined if deck_files.is_file(folder / each)), parts[0].strip())
            seats.append(folder / name if deck_files.names_file(name) else name)
            del parts[: 1 + name.count(decks.JOIN)]
        return [*seats, *parts]  # so many are refused: whether files have such names does not matter

    def load_cards(self) -> list[Path]:
        """The files of cards and scenarios, of the sweep and of the command line, loaded."""
        found = [(self.path.parent / word, line) for word, line in self.words("cards", [])]
        for file, line in [*found, *((Path(file), 0) for file in self.card_files)]:
            try:
                cards.load(file)
            except LotrsimError as error:
                self.faults.append((line, str(error)))
        return [file for file, _ in found] + [Path(file) for file in self.card_files]

    def check_tables(self, found: Axis, teams: Axis, agents: Axis, levels: Axis) -> None:
        """What only shows in combination: agents for seats, and tables that cannot be laid out."""
        for agent, line in agents:
            self.faults += [(line, text) for text in seat_faults([agent], [team for team, _ in teams])]
        for scenario, (team, line), level in product(dict(found), teams, dict(levels)):
            try:
                lay_out((scenarios.get(scenario), team, level))
            except LotrsimError as error:
                self.faults.append((line, str(error)))
