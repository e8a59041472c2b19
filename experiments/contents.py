"""What is in the decks of results: kept beside the games, in a file's metadata and in a folder's manifest.

`df.attrs["decks"]` is a mapping deck id -> {"id", "heroes": [title, ...], "cards": [[title, copies], ...]}.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from lotrsim.decks import JOIN, Deck
from lotrsim.errors import BadFile, shown
from lotrsim.experiments.spec import Cell

if TYPE_CHECKING:
    import pandas as pd

ATTRIBUTE = "decks"
KEY = "lotrsim.decks"  # of a Parquet file's metadata
PARTS = {"id", "heroes", "cards"}


class Contents(dict[str, Any]):
    """Deck id -> content. Nobody changes it, so a copy is the same object: pandas copies attributes at every operation."""

    def __deepcopy__(self, memo: Any) -> Contents:
        return self


def deck_content(deck: Deck) -> dict[str, Any]:
    """What makes a deck this one and no other."""
    return {"id": deck.id, "heroes": list(deck.heroes), "cards": [list(entry) for entry in deck.cards]}


def contents_of(cells: Iterable[Cell]) -> Contents:
    """What is in the decks of some cells."""
    return Contents({deck.id: deck_content(deck) for cell in cells for deck in cell.team})


def metadata(df: pd.DataFrame) -> dict[bytes, bytes]:
    """The metadata of a file of these games: their decks, as far as `df.attrs["decks"]` has them, in the order of the rows."""
    known = df.attrs.get(ATTRIBUTE, {})
    names = dict.fromkeys(name for team in df["decks"].unique() for name in team.split(JOIN)) if known else {}
    kept = {name: _plain(known[name]) for name in names if name in known}
    return {KEY.encode(): json.dumps(kept, ensure_ascii=False).encode()} if kept else {}


def _plain(deck: Deck | Mapping[str, Any]) -> Mapping[str, Any]:
    return deck_content(deck) if isinstance(deck, Deck) else deck


def from_metadata(found: Mapping[bytes, bytes] | None, path: object) -> Contents | None:
    """What a file says of its decks, None if it says nothing (an older one); BadFile where that is damaged."""
    text = (found or {}).get(KEY.encode())
    if text is None:
        return None
    try:
        return checked(json.loads(text), path, KEY)
    except (ValueError, RecursionError) as error:
        raise BadFile(path, KEY, f"the lists of decks are damaged: {' '.join(str(error).split())[:80]}") from None


def checked(found: Any, path: object, place: str) -> Contents:
    """Lists of decks as they were read; BadFile where they are none."""
    if not isinstance(found, dict):
        raise BadFile(path, place, f"the lists of decks are damaged: an object is needed, not {shown(found)}")
    for name, deck in found.items():
        if not _is_content(deck) or deck["id"] != name:
            raise BadFile(path, place, f"the list of the deck {shown(name)} is damaged: {', '.join(sorted(PARTS))} are needed")
    return Contents(found)


def _is_content(deck: Any) -> bool:
    """A deck's id, titles of heroes, and titles of cards with how many."""
    if not isinstance(deck, dict) or not PARTS <= set(deck):
        return False
    heroes, cards = deck["heroes"], deck["cards"]
    lists = isinstance(heroes, list) and isinstance(cards, list)
    return lists and all(isinstance(hero, str) for hero in heroes) and all(map(_is_entry, cards))


def _is_entry(entry: Any) -> bool:
    match entry:
        case [str(), int(copies)]:
            return not isinstance(copies, bool) and copies > 0
    return False
