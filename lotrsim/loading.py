"""A user's own cards and scenarios: a Python file is executed, checked, and registered as a whole or not at all.

    lotrsim.cards.load("my_cards.py")         # every Card of the file, and every Scenario too

The file imports the helpers of `lotrsim.cards.spec`, `lotrsim.effects.language` and `lotrsim.scenarios`. What is found
are the values of its names, also inside lists, tuples and dicts. To load the same file again changes nothing, so that
every worker may load what `loaded_files` names; its hash goes into results.
"""

from __future__ import annotations

import hashlib
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lotrsim.cards.spec import Card
from lotrsim.errors import BadFile, LotrsimError, fold, shown
from lotrsim.ids import DIFFICULTIES, MAX_CARDS, QUEST_CARD

LONGEST_REASON = 300  # characters of what a user's own code says
LONGEST_LINE = 20_000  # bytes; Python's parser takes half a gigabyte for a name of 80,000 with many dots
MODULE = "lotrsim_user_file"  # what a loaded file finds as its __name__


@dataclass(frozen=True)
class LoadedFile:
    """One file of a user: where it was, what it was, and what it brought."""

    path: str
    sha256: str
    cards: tuple[str, ...]  # names
    scenarios: tuple[str, ...]  # ids


_files: list[LoadedFile] = []


def loaded_files() -> list[LoadedFile]:
    """The files loaded in this process, in their order."""
    return list(_files)


def cards_hash() -> str:
    """One hash (hex) for all loaded files in their order, "" where none was loaded: what results carry."""
    if not _files:
        return ""
    return hashlib.sha256("".join(file.sha256 for file in _files).encode()).hexdigest()


def load(path: object) -> LoadedFile:
    """Load a file of cards and scenarios.

    Raises BadFile with the line: a file that is no Python, that fails, holds nothing, or whose entries are refused (by
    the linter with its code, by the compiler, or because their name, number or id is taken).
    """
    where = Path(str(path)).expanduser()
    text = _read(where)
    digest = hashlib.sha256(text).hexdigest()
    for file in _files:
        if file.sha256 == digest:
            return file
        if Path(file.path) == where.resolve():
            raise BadFile(where, "", "was loaded before and has changed since; a new process reads it anew")
    found = list(_values(_execute(where, text)))
    cards = _new_cards(found)
    scenarios = _new_scenarios(found)
    if not cards and not scenarios:
        raise BadFile(where, "", "holds no card and no scenario")
    _check_cards(where, cards)
    _register(where, cards, scenarios)
    names, ids = tuple(card.name for card in cards), tuple(entry.id for entry in scenarios)
    _files.append(LoadedFile(str(where.resolve()), digest, names, ids))
    return _files[-1]


def cards_of(path: object) -> list[Card]:
    """The cards of a file, which is executed; nothing is checked or registered. Raises BadFile where it fails."""
    where = Path(str(path)).expanduser()
    return _new_cards(list(_values(_execute(where, _read(where)))))


def _read(where: Path) -> bytes:
    try:
        return where.read_bytes()
    except OSError as error:
        raise BadFile(where, "", error.strerror or "cannot be read") from None


def _execute(where: Path, text: bytes) -> dict[str, Any]:
    """Run the file in a namespace of its own; whatever it raises becomes a BadFile with its line."""
    space: dict[str, Any] = {"__name__": MODULE, "__file__": str(where), "__builtins__": __builtins__}
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > LONGEST_LINE:
            raise BadFile(where, _line(number), f"{len(line):,} characters in one line; at most {LONGEST_LINE:,}")
    try:
        code = compile(text, str(where), "exec")
    except (MemoryError, RecursionError):
        raise BadFile(where, "", "no Python that can be read: it is nested too deep") from None
    except SyntaxError as error:
        raise BadFile(where, _line(error.lineno), f"no Python: {error.msg}") from None
    except ValueError as error:  # a zero byte
        raise BadFile(where, "", f"no Python: {error}") from None
    try:
        exec(code, space)
    except SyntaxError as error:  # of what it imports
        raise BadFile(where, _line(error.lineno), f"no Python: {error.msg}") from None
    except (KeyboardInterrupt, MemoryError):
        raise
    except BaseException as error:  # a file may also call sys.exit
        frames = traceback.walk_tb(error.__traceback__)  # extract_tb would read the lines of every file
        lines = [line for frame, line in frames if frame.f_code.co_filename == str(where)]
        reason = " ".join(str(error).split())[:LONGEST_REASON] or "no reason given"
        raise BadFile(where, _line(lines[-1] if lines else None), f"{type(error).__name__}: {reason}") from None
    return space


def _line(number: int | None) -> str:
    return f"line {number}" if number else ""


def _values(space: dict[str, Any]) -> Iterator[object]:
    """The values of a file's names, and what lists, tuples and dicts among them hold."""
    for name, value in space.items():
        if not name.startswith("__"):
            if isinstance(value, dict):
                value = list(value.values())
            yield from value if isinstance(value, list | tuple) else [value]


def _new_cards(found: list[object]) -> list[Card]:
    """The cards of a file in its order, each once, without those that it imports from elsewhere."""
    from lotrsim.cards import registry

    known = {id(card) for card in registry.all_cards()}
    cards: dict[int, Card] = {id(value): value for value in found if isinstance(value, Card)}
    return sorted((card for key, card in cards.items() if key not in known), key=_line_of)


def _line_of(card: Card) -> int:
    return card.line if isinstance(card.line, int) else 0


def _new_scenarios(found: list[object]) -> list[Any]:
    from lotrsim import scenarios

    known = {id(scenarios.get(name)) for name in scenarios.ids()}
    entries = {id(value): value for value in found if isinstance(value, scenarios.Scenario)}
    return [entry for key, entry in entries.items() if key not in known]


def _check_cards(where: Path, cards: list[Card]) -> None:
    """Refuse what the linter refuses, and names and numbers that are taken."""
    from lotrsim.cards import lint, registry

    registered = registry.all_cards()
    problems = lint.lint(cards, registered)
    if problems:
        first = problems[0]
        more = f" (and {len(problems) - 1} more; `lotrsim lint` lists them)" if len(problems) > 1 else ""
        raise BadFile(where, _line(first.line), f"{first.code} {first.card}: {first.message}{more}")
    names = {fold(card.name): f"card {card.number} of {card.set or card.file}" for card in registered}
    numbers = {card.number: card.name for card in registered if card.number >= 0}
    for card in cards:
        if not _is_core_set(card):
            _refuse_facts(where, card)
        owner = names.get(fold(card.name))
        if owner and not (owner == "this file" and card.type == QUEST_CARD and card.number >= 0):
            raise BadFile(where, _line(card.line), f"DUPLICATE-NAME {card.name}: the name belongs to {owner} already")
        if card.number in numbers:
            taken = f"{card.number} belongs to {numbers[card.number]} already"
            raise BadFile(where, _line(card.line), f"DUPLICATE-NUMBER {card.name}: the number {taken}")
        names[fold(card.name)] = "this file"
        if card.number >= 0:
            numbers[card.number] = card.name


def _is_core_set(card: Card) -> bool:
    """The entry is that of a printed card which lotrsim does not play itself; the linter compared it with the facts."""
    return card.set == "Core Set"


def _refuse_facts(where: Path, card: Card) -> None:
    """Names and numbers of the Core Set belong to it, also where its cards are not played yet."""
    from lotrsim.cards.facts import facts

    for fact in facts():
        for title in {fact.name, fact.side_b or fact.name}:
            if fold(card.name) == fold(title):
                reason = f"DUPLICATE-NAME {card.name}: the name belongs to card {fact.number} of the Core Set"
                raise BadFile(where, _line(card.line), reason)
        if card.number == fact.number:
            reason = f"DUPLICATE-NUMBER {card.name}: the number {card.number} belongs to {fact.name} of the Core Set"
            raise BadFile(where, _line(card.line), reason)


def _register(where: Path, cards: list[Card], scenarios: list[Any]) -> None:
    """Compile all cards together, check the scenarios against them, then register; taken back if one is refused."""
    from lotrsim import scenarios as known
    from lotrsim.cards import registry
    from lotrsim.cards.tables import tables

    done: list[Card] = []
    try:
        for card in cards:
            done.append(registry.register(card))
        tables()
        for entry in scenarios:
            _check_scenario(entry)
    except LotrsimError as error:
        while done:
            registry.unregister(done.pop())
        culprit = next((card for card in cards if str(error).startswith(f"{card.name}: ")), None)
        raise BadFile(where, _line(culprit.line if culprit else None), str(error)) from None
    for entry in scenarios:
        known.register(entry)


def _check_kinds(entry: Any, where: str) -> None:
    """Refuse a scenario whose facts are of a wrong kind."""
    from lotrsim.cards.kinds import is_number, is_word
    from lotrsim.errors import BadValue

    kinds = {
        "name": (is_word(entry.name), "a text on one line"),
        "quest": (
            isinstance(entry.quest, tuple) and all(is_word(q) or is_number(q) for q in entry.quest),
            "a list of quest cards",
        ),
        "encounter_sets": (
            isinstance(entry.encounter_sets, tuple) and all(is_word(name) for name in entry.encounter_sets),
            "a list of names",
        ),
        "difficulty": (is_number(entry.difficulty), "a whole number"),
        "source": (isinstance(entry.source, str) and entry.source.isprintable(), "a text on one line"),
    }
    for name, (fits, wanted) in kinds.items():
        if not fits:
            raise BadValue(f"{where}: {name} must be {wanted}, not {shown(getattr(entry, name))}")


def _check_scenario(entry: Any) -> None:
    """Refuse a scenario that could not be laid out."""
    from lotrsim import scenarios
    from lotrsim.cards import registry
    from lotrsim.errors import BadValue

    where = f"scenario {shown(entry.id)}"
    _check_kinds(entry, where)
    if not isinstance(entry.id, str) or not entry.id or entry.id != "".join(entry.id.split()):
        raise BadValue(f"{where}: an id is a word without spaces")
    if entry.id in scenarios.ids():
        raise BadValue(f"{where}: the id is taken")
    stages = entry.quest_cards()
    if not stages or any(card.type != QUEST_CARD for card in stages):
        raise BadValue(f"{where}: quest= must name quest cards, at least one")
    if [card.stage for card in stages] != sorted(card.stage for card in stages):
        raise BadValue(f"{where}: the quest cards must be in the order of their stages")
    sets = {card.encounter_set for card in registry.all_cards() if card.type != QUEST_CARD}
    for name in entry.encounter_sets:
        if name not in sets:
            raise BadValue(f"{where}: no encounter card belongs to the set {name!r}")
    for level, word in enumerate(DIFFICULTIES):
        n_cards = sum(copies for _, copies in entry.encounter_cards(level)) + len(stages)
        if not len(stages) < n_cards < MAX_CARDS:
            raise BadValue(f"{where}: {n_cards - len(stages)} encounter cards in {word} mode")
