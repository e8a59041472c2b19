"""The printed facts of the Core Set: numbers, names, traits and keywords, and no sentence of any card.

`core_set/facts.csv` is the only place that holds these numbers. An empty field means that the card has no such
number; 0 is a printed zero. Only the standard library is used, so that importing this costs milliseconds.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from lotrsim.errors import BadValue, UnknownName, fold, nearest

__all__ = ["Fact", "by_name", "by_number", "facts", "fold", "nearest"]

FACTS_FILE = Path(__file__).parent / "core_set" / "facts.csv"
NUMBERS = (
    *("number", "threat_cost", "willpower", "attack", "defense", "hit_points", "engagement_cost", "threat"),
    *("quest_points", "victory", "quantity", "easy_mode_quantity", "stage"),
)
LISTS = ("traits", "keywords")
WORDS = ("sphere", "encounter_set", "side_b", "ringsdb_code")  # None where a card has none


@dataclass(frozen=True, slots=True)
class Fact:
    """One card of the box as printed; None where the card has no such thing."""

    number: int
    name: str
    type: str  # hero ally attachment event enemy location treachery objective quest
    unique: bool
    sphere: str | None
    cost: int | str | None  # "X" where X is chosen when it is played
    threat_cost: int | None
    willpower: int | None
    attack: int | None
    defense: int | None
    hit_points: int | None
    engagement_cost: int | None
    threat: int | None
    quest_points: int | None
    victory: int | None
    traits: tuple[str, ...]
    keywords: tuple[str, ...]  # as printed: "Ranged", "Doomed 1", "Victory 5"
    encounter_set: str | None
    quantity: int  # copies in one box
    easy_mode_quantity: int | None  # copies left in easy mode, encounter cards only
    stage: int | None
    side_b: str | None  # title of a quest card's B side
    ringsdb_code: str | None
    octgn_id: str


def _fact(row: dict[str, str]) -> Fact:
    """One line of the file with its fields as numbers, tuples or None."""
    values: dict[str, Any] = dict(row)
    values.update({key: int(row[key]) if row[key] else None for key in NUMBERS})
    values.update({key: tuple(row[key].split(";")) if row[key] else () for key in LISTS})
    values.update({key: row[key] or None for key in WORDS})
    values["unique"] = row["unique"] == "1"
    values["cost"] = int(row["cost"]) if row["cost"].isdigit() else row["cost"] or None
    return Fact(**values)


@cache
def facts() -> tuple[Fact, ...]:
    """All cards of the box in number order."""
    with FACTS_FILE.open(encoding="utf-8", newline="") as lines:
        return tuple(_fact(row) for row in csv.DictReader(lines))


@cache
def _by_fold() -> dict[str, tuple[Fact, ...]]:
    """Folded title (either side of a quest card) -> the cards that bear it."""
    found: dict[str, tuple[Fact, ...]] = {}
    for fact in facts():
        for title in {fold(fact.name), fold(fact.side_b or fact.name)}:
            found[title] = (*found.get(title, ()), fact)
    return found


def by_number(number: int) -> Fact:
    """The card with this collector number."""
    if number not in range(1, len(facts()) + 1):
        raise BadValue(f"no card is numbered {number!r}; the Core Set has 1 to {len(facts())}")
    return facts()[int(number) - 1]


def by_name(name: str) -> Fact:
    """The card with this title; accents, case and punctuation do not matter.

    The two quest cards "A Chosen Path" share their A side: ask for them by number or by the title of side B.
    """
    found = _by_fold().get(fold(name), ())
    if not found:
        raise UnknownName("card", name, dict.fromkeys(fact.name for fact in facts()))
    if len(found) > 1:
        ways = ", ".join(f"{fact.side_b} (number {fact.number})" for fact in found)
        raise BadValue(f"the name {name!r} is shared by several cards; say which: {ways}")
    return found[0]
