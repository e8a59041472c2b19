"""Which test proves which part of a card: a test that fails when that part is taken out of the card.

    python tests/proofs.py        # look for them, write tests/proofs.csv, name the parts that no test proves

A part is an ability (by its place and kind) or a keyword. It is taken out by building the tables of all cards anew
without it; the engine stays as it is. The tests looked at are those of tests/cards and tests/rules in whose file the
card is named, those that name it themselves first, and at last the card's own example.
"""

from __future__ import annotations

import csv
import importlib.util
import inspect
import itertools
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import ModuleType

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent))
    import conftest  # noqa: F401

from lotrsim import words
from lotrsim.cards import registry
from lotrsim.cards.spec import Card
from lotrsim.cards.tables import tables
from lotrsim.effects.compiler import build
from lotrsim.testing import run_example

TESTS = Path(__file__).resolve().parent
ROOT = TESTS.parent
TABLE = TESTS / "proofs.csv"
FOLDERS = ("cards", "rules")
EXAMPLE = "tests/test_examples.py::test_example"
LAST_NUMBER = 128


def core_set() -> list[Card]:
    """The 128 cards of the box, by number."""
    return sorted((card for card in registry.all_cards() if 1 <= card.number <= LAST_NUMBER), key=lambda card: card.number)


# ---------------------------------------------------------------- parts


def parts(card: Card) -> dict[str, Card]:
    """The parts of a card by name ("1 Forced", "Surge"), each with the card that lacks it."""
    found = {}
    for k, ability in enumerate(card.abilities):
        left = card.abilities[:k] + card.abilities[k + 1 :]
        found[f"{k + 1} {words.KINDS[ability.kind]}"] = replace(card, abilities=left)
    for keyword in card.keywords:
        found[keyword] = replace(card, keywords=tuple(word for word in card.keywords if word != keyword))
    return found


@contextmanager
def played_as(card: Card, changed: Card) -> Iterator[None]:
    """The tables hold another card in the place of one."""
    table = tables()
    kept = table.copy()
    table[...] = build([changed if entry is card else entry for entry in registry.all_cards()])
    try:
        yield
    finally:
        table[...] = kept


# ---------------------------------------------------------------- tests


@cache
def module_of(path: str) -> ModuleType:
    """A file of tests, loaded under a name of its own."""
    spec = importlib.util.spec_from_file_location("proofs_" + Path(path).stem, ROOT / path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def calls(test: Callable) -> Iterator[dict]:
    """The arguments that a test is called with, from its parametrize marks."""
    axes = []
    for mark in getattr(test, "pytestmark", ()):
        if mark.name == "parametrize":
            names = mark.args[0] if not isinstance(mark.args[0], str) else mark.args[0].replace(" ", "").split(",")
            rows = [getattr(row, "values", row) if not isinstance(row, dict) else row for row in mark.args[1]]
            axes.append([dict(zip(names, row if len(names) > 1 else [row], strict=True)) for row in rows])
    for chosen in itertools.product(*axes):
        yield {name: value for row in chosen for name, value in row.items()}


def is_expected_to_fail(test: Callable) -> bool:
    """A test marked xfail proves nothing."""
    return any(mark.name == "xfail" for mark in getattr(test, "pytestmark", ()))


def fails(name: str, card: Card) -> bool:
    """A test, by its path and name, or the card's example fails now, with some of its arguments."""
    path, _, function = name.partition("::")
    try:
        if name == EXAMPLE:
            run_example(card)
            return False
        test = getattr(module_of(path), function)
        for arguments in calls(test):
            test(**arguments)
    except Exception:
        return True
    return False


@cache
def files() -> dict[str, str]:
    """The files of tests that are looked at, by their path, with their text."""
    paths = [path for folder in FOLDERS for path in sorted((TESTS / folder).glob("test_*.py"))]
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in paths}


@cache
def functions_of(path: str) -> dict[str, str]:
    """The tests of a file, each with its text."""
    found = vars(module_of(path)).items()
    own = {name: test for name, test in found if name.startswith("test_") and not is_expected_to_fail(test)}
    return {f"{path}::{name}": inspect.getsource(test) for name, test in own.items()}


def titles(card: Card) -> tuple[str, ...]:
    """The titles a card is named by."""
    return tuple(title for title in (card.name, card.side_b) if title)


def candidates(card: Card) -> list[str]:
    """The tests that may prove something of a card, the likeliest first."""
    named = [path for path, text in files().items() if any(title in text for title in titles(card))]
    found = [(name, text) for path in named for name, text in functions_of(path).items()]
    found.sort(key=lambda row: not any(title in row[1] for title in titles(card)))
    return [name for name, _ in found] + ([EXAMPLE] if card.example else [])


# ---------------------------------------------------------------- the table


def rows() -> list[dict[str, str]]:
    """The table as it is kept: number, card, part, test."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def proof(card: Card, part: str, known: str | None) -> str:
    """The test that proves a part: the one that is known, else the first that does, or nothing."""
    with played_as(card, parts(card)[part]):
        tried = [known] if known and known != EXAMPLE else []
        return next((name for name in tried + candidates(card) if fails(name, card)), "")


def main() -> int:
    """Look for the proofs and write the table."""
    known = {(row["number"], row["part"]): row["test"] for row in rows()} if TABLE.exists() else {}
    there = {name for path in files() for name in functions_of(path)}
    lines = []
    for card in core_set():
        for part in parts(card):
            before = known.get((str(card.number), part))
            found = proof(card, part, before if before in there else None)
            lines.append((card.number, card.name, part, found))
            if found in ("", EXAMPLE):
                print(f"{card.number} {card.name}: {part}: {'only its example' if found else 'no test'}", flush=True)
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("number", "card", "part", "test"))
        writer.writerows(line for line in lines if line[3])
    return 0


if __name__ == "__main__":
    sys.exit(main())
