"""Decks for one Core Set that players have published, and what they report of them.

`published.json` beside this file holds the lists as facts: heroes, copies, where they come from, games and wins where a
number was given. What is over the rules' limits is played as published, and `lotrsim.decks.table()` marks it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from lotrsim.decks.deck import MOST_COPIES, Deck

PUBLISHED_FILE = Path(__file__).parent / "published.json"


@dataclass(frozen=True)
class Report:
    """What a player says of a deck; None where he gives no number."""

    deck: str
    scenario: str
    games: int | None
    wins: int | None
    source: str


@cache
def _entries() -> tuple[dict[str, Any], ...]:
    return tuple(json.loads(PUBLISHED_FILE.read_text(encoding="utf-8")))


@cache
def published_decks() -> tuple[Deck, ...]:
    """The published decks, in the order of the file."""
    return tuple(
        Deck(
            id=entry["id"],
            name=entry["name"],
            heroes=entry["heroes"],
            cards=entry["cards"].items(),
            source="; ".join(filter(None, (entry["source"], entry["inferred"]))),
            most_copies=max(MOST_COPIES, *entry["cards"].values()),
        )
        for entry in _entries()
    )


@cache
def reports() -> tuple[Report, ...]:
    """What players report of the published decks."""
    return tuple(Report(deck=entry["id"], **report) for entry in _entries() for report in entry["reports"])


@cache
def players() -> dict[str, int]:
    """For how many players each published deck was built: one, or two that are played together."""
    return {entry["id"]: entry["players"] for entry in _entries()}
