"""The generated blocks about tests: which tests name a card and prove its parts, and which prove a line of the rules.

Nothing is run: tests are read, with `tests/proofs.csv` (a part of a card and a test that fails without it, written by
`tests/proofs.py`) and `tests/rulings.csv` (a line of the rules or rulings and its tests, written by hand).
"""

from __future__ import annotations

import ast
import csv
import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

import suite_tables
from source_tables import table

from lotrsim import scenarios, words
from lotrsim.cards import registry
from lotrsim.cards.facts import facts
from lotrsim.cards.spec import Card
from lotrsim.ids import QUEST_CARD

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("tests/cards", "tests/rules")
LAST_NUMBER = 128
SHOWN_FILES = 4


@cache
def rows(name: str) -> list[dict[str, str]]:
    """A table of the tests' folder."""
    with (ROOT / "tests" / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


# ---------------------------------------------------------------- which tests name a card


@cache
def named_texts() -> dict[str, str]:
    """Every test (path::name) with its text and that of what it uses of its file, one inside the other."""
    found = {}
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).glob("test_*.py")):
            own = definitions(path.read_text(encoding="utf-8"))
            for name in own:
                if name.startswith("test_"):
                    used = reach(name, own)
                    found[f"{path.relative_to(ROOT).as_posix()}::{name}"] = "\n".join(own[word][0] for word in sorted(used))
    return found


def definitions(text: str) -> dict[str, tuple[str, set[str]]]:
    """The functions and constants of a file: name -> its text, and the names that stand in it."""
    found = {}
    for node in ast.parse(text).body:
        names = [node.name] if isinstance(node, ast.FunctionDef) else []
        if isinstance(node, ast.Assign):
            names = [target.id for target in node.targets if isinstance(target, ast.Name)]
        used = {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}
        for name in names:
            found[name] = (ast.unparse(node), used)
    return found


def reach(name: str, own: dict[str, tuple[str, set[str]]]) -> set[str]:
    """A name and everything of its file that it uses, one inside the other."""
    seen, new = set(), {name}
    while new:
        seen |= new
        new = {word for inner in new for word in own[inner][1] if word in own} - seen
    return seen


def is_named(title: str, text: str) -> bool:
    """A title stands in a text as a string of its own, also with the number of a copy."""
    return re.search(rf"""(["']){re.escape(title)}(#\d+)?\1""", text) is not None


def tests_naming(card: Card) -> list[str]:
    """The tests that name a card, by its title, the title of its B side, or (quest cards) its number."""
    titles = [title for title in (card.name, card.side_b) if title]
    number = re.compile(rf"\b{card.number}\b") if card.type == QUEST_CARD else None
    return [
        name
        for name, text in named_texts().items()
        if any(is_named(title, text) for title in titles) or (number and number.search(text))
    ]


def by_file(tests: list[str]) -> str:
    """How many tests, and in which files the most: "30: heroes 12, tactics 3 and 2 files more"."""
    counts = Counter(test.split("::")[0].split("/")[-1].removeprefix("test_").removesuffix(".py") for test in tests)
    shown = ", ".join(f"{name} {count}" for name, count in counts.most_common(SHOWN_FILES))
    more = len(counts) - SHOWN_FILES
    end = "" if more < 1 else " and 1 file more" if more == 1 else f" and {more} files more"
    return f"{len(tests)}: {shown}{end}" if tests else "0"


# ---------------------------------------------------------------- blocks


def box() -> list[Card]:
    """The cards of the box by number."""
    return sorted((card for card in registry.all_cards() if 1 <= card.number <= LAST_NUMBER), key=lambda card: card.number)


def parts(card: Card) -> list[str]:
    """The parts of a card that a test must prove: its abilities by place and kind, its keywords."""
    return [f"{k} {words.KINDS[ability.kind]}" for k, ability in enumerate(card.abilities, 1)] + list(card.keywords)


def kinds_of(card: Card) -> str:
    """A card's abilities by kind, and its keywords."""
    counts = Counter(words.KINDS[ability.kind] for ability in card.abilities)
    said = [kind if count == 1 else f"{count} {kind}" for kind, count in counts.items()]
    return ", ".join([*said, *card.keywords])


def unproved(card: Card) -> list[str]:
    """The parts of a card that no test proves."""
    known = {row["part"] for row in rows("proofs.csv") if row["number"] == str(card.number)}
    return [part for part in parts(card) if part not in known]


def rulings_of(card: Card) -> list[dict[str, str]]:
    """The lines of the table of rulings about a card."""
    return [row for row in rows("rulings.csv") if str(card.number) in row["cards"].split()]


def cards() -> str:
    """A row a card: its abilities, the tests that name it, the rulings about it."""
    lines = []
    for card in box():
        missing = unproved(card)
        proved = f"{len(parts(card)) - len(missing)} of {len(parts(card))}" + (f": not {', '.join(missing)}" if missing else "")
        about = ", ".join(row["key"] for row in rulings_of(card))
        lines.append((card.number, card.name, kinds_of(card), proved, by_file(tests_naming(card)), about))
    return table("number | card | abilities and keywords | proved | tests that name it, by file | lines of the rulings", lines)


def summary() -> str:
    """The counts of everything."""
    made = box()
    all_parts, missing = sum(len(parts(card)) for card in made), sum(len(unproved(card)) for card in made)
    abilities = sum(len(card.abilities) for card in made)
    named = sum(bool(tests_naming(card)) for card in made)
    rulings = rows("rulings.csv")
    tested = sum(bool(row["tests"]) for row in rulings)
    return table(
        "what | how many | of",
        [
            ("cards that the library plays", len(made), len(facts())),
            ("cards that a test names", named, len(made)),
            (f"abilities ({abilities}) and keywords ({all_parts - abilities}) proved", all_parts - missing, all_parts),
            ("lines of the rules and rulings with a test", tested, len(rulings)),
        ],
    )


def scenario_rows() -> str:
    """A row a scenario: whether it is played and what of its cards is proved."""
    lines = []
    for name in scenarios.ids():
        entry = scenarios.get(name)
        deck = [card for card in box() if card.encounter_set in entry.encounter_sets]
        all_parts, missing = sum(len(parts(card)) for card in deck), sum(len(unproved(card)) for card in deck)
        replays = len(list((ROOT / "tests/replays").glob(f"{name}-*.replay")))
        link = f"[{entry.name}](scenarios/{name}.md)"
        lines.append((link, "played", len(deck), f"{all_parts - missing} of {all_parts}", replays))
    return table("scenario | state | cards | abilities and keywords proved | stored replays", lines)


def rulings() -> str:
    """A row a line of the rules or rulings with the tests that prove it."""
    lines = []
    for row in rows("rulings.csv"):
        tests = [test.removeprefix("tests/").replace("::", " ") for test in row["tests"].split()]
        lines.append((row["key"], row["rule"], row["cards"], "; ".join(tests) or "none"))
    return table("line | in our words | cards | tests", lines)


def blocks() -> dict[str, Callable[[], str]]:
    """The blocks by name."""
    return {
        "coverage_cards": cards,
        "coverage_scenarios": scenario_rows,
        "coverage_summary": summary,
        "coverage_rulings": rulings,
        **suite_tables.blocks(),
    }
