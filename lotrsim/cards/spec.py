"""A card is an entry: facts as keyword arguments, abilities in the words of `lotrsim.effects.language`, and an example.

    GUARD = ally("Border Ranger", sphere=TACTICS, cost=2, attack=2, hit_points=2, traits="Gondor Ranger", number=12,
                 abilities=[response(ENTERS_PLAY, choose(enemies(Z_STAGING)), damage(1, TARGET))],
                 example=given(...).do("Border Ranger").expect(...))

Traits are separated by spaces ("Dol_Guldur" for a trait of two words), keywords by commas ("Surge, Doomed 1").
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lotrsim.ids import (
    ALLY,
    ATTACHMENT,
    ENEMY,
    EVENT,
    HERO,
    LEADERSHIP,
    LOCATION,
    LORE,
    NEUTRAL,
    NONE,
    OBJECTIVE,
    QUEST_CARD,
    SPIRIT,
    TACTICS,
    TREACHERY,
)

if TYPE_CHECKING:
    from lotrsim.effects.language import Selector

SPHERE_NAMES = {LEADERSHIP: "Leadership", TACTICS: "Tactics", SPIRIT: "Spirit", LORE: "Lore", NEUTRAL: "Neutral"}
TYPE_NAMES = {
    HERO: "hero",
    ALLY: "ally",
    ATTACHMENT: "attachment",
    EVENT: "event",
    ENEMY: "enemy",
    LOCATION: "location",
    TREACHERY: "treachery",
    OBJECTIVE: "objective",
    QUEST_CARD: "quest",
}


@dataclass(frozen=True)
class Example:
    """A position, what is chosen in it, and what must be true afterwards; `testing.run_example` plays it."""

    position: dict
    choices: tuple = ()
    expected: dict = field(default_factory=dict)

    def do(self, *choices) -> Example:
        """Choose one after the other: a card's name, "pass", "yes", "no", a number, ("mode", k), ("player", k)."""
        return Example(self.position, self.choices + choices, self.expected)

    def expect(self, **expected) -> Example:
        """What must be true at the end; the keys are those of `testing.check`."""
        return Example(self.position, self.choices, {**self.expected, **expected})


def given(**position) -> Example:
    """Start an example from the arguments of `lotrsim.testing.position`."""
    return Example(position)


@dataclass(frozen=True)
class Card:
    """One printed card: facts and abilities. `line` and `file` say where its entry stands, for the linter."""

    name: str
    type: int
    number: int = NONE
    set: str = ""
    unique: bool = False
    sphere: int = NONE
    cost: object = None  # int, "X" or None
    threat_cost: int | None = None
    willpower: int | None = None
    attack: int | None = None
    defense: int | None = None
    hit_points: int | None = None
    engagement_cost: int | None = None
    threat: int | None = None
    quest_points: int | None = None
    traits: tuple = ()
    keywords: tuple = ()
    counts_as: tuple = ()  # traits of the attachment that a card without traits counts as
    encounter_set: str = ""
    quantity: int = 1
    easy_mode_quantity: int | None = None
    stage: int = NONE
    side_b: str = ""
    host: Selector | None = None  # what an attachment may be attached to
    pays_from_different: bool = False
    abilities: tuple = ()
    example: Example | None = None
    source: str = ""
    file: str = ""
    line: int = 0

    @property
    def victory(self) -> int:
        """Victory points, 0 without the keyword."""
        return self.keyword_number("Victory")

    @property
    def doomed(self) -> int:
        """Doomed X, 0 without the keyword."""
        return self.keyword_number("Doomed")

    def keyword_number(self, word: str) -> int:
        """Return the number behind a keyword, 0 where the card lacks it."""
        return next((int(k.split()[1]) for k in self.keywords if k.split()[0] == word), 0)


def _card(kind: int, name: str, traits: str = "", keywords: str = "", abilities=(), **facts) -> Card:
    caller = sys._getframe(2)  # the entry; inspect.stack() takes milliseconds a call
    return Card(
        name,
        kind,
        traits=tuple(t.replace("_", " ") for t in traits.split()),
        keywords=tuple(k.strip() for k in keywords.split(",") if k.strip()),
        abilities=tuple(abilities),
        file=caller.f_code.co_filename,
        line=caller.f_lineno,
        **facts,
    )


def hero(name: str, **facts) -> Card:
    """A hero: sphere, threat_cost, willpower, attack, defense, hit_points."""
    return _card(HERO, name, unique=facts.pop("unique", True), **facts)


def ally(name: str, **facts) -> Card:
    """An ally: sphere, cost, willpower, attack, defense, hit_points."""
    return _card(ALLY, name, **facts)


def attachment(name: str, **facts) -> Card:
    """An attachment: sphere, cost, host (a selector of what it may be attached to)."""
    return _card(ATTACHMENT, name, **facts)


def event(name: str, **facts) -> Card:
    """An event: sphere, cost (a number or "X"), one action or response."""
    return _card(EVENT, name, **facts)


def enemy(name: str, **facts) -> Card:
    """An enemy: engagement_cost, threat, attack, defense, hit_points, encounter_set."""
    return _card(ENEMY, name, **facts)


def location(name: str, **facts) -> Card:
    """A location: threat, quest_points, encounter_set."""
    return _card(LOCATION, name, **facts)


def treachery(name: str, **facts) -> Card:
    """A treachery: encounter_set."""
    return _card(TREACHERY, name, **facts)


def objective(name: str, **facts) -> Card:
    """An objective: encounter_set."""
    return _card(OBJECTIVE, name, **facts)


def quest(name: str, **facts) -> Card:
    """A quest card: stage, quest_points, side_b (the title of its B side)."""
    return _card(QUEST_CARD, name, **facts)
