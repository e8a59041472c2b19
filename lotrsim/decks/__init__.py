"""Decks by id or file: the starter decks, published ones, a user's own, and the teams of one to four at a table."""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import combinations
from typing import TYPE_CHECKING, Any

from lotrsim.decks import files
from lotrsim.decks.deck import (
    Deck,
    check,
    core_sets,
    has_legal_copies,
    has_legal_size,
    player_card,
    spheres,
    starting_threat,
)
from lotrsim.decks.files import FORMATS, read, write
from lotrsim.decks.published import published_decks
from lotrsim.decks.starter import STARTER_DECKS
from lotrsim.errors import BadDeck, BadFile, BadValue, LotrsimError, UnknownName, shown

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "FORMATS",
    "Deck",
    "check",
    "core_sets",
    "get",
    "ids",
    "player_card",
    "read",
    "register",
    "spheres",
    "starting_threat",
    "table",
    "team",
    "write",
]

MOST_PLAYERS = 4
MOST_LOOKED_AT = 20  # decks of one table whose faults are told; more than four are refused anyway
MOST_JOINED = 10  # parts of "a+b" that may be the name of one file
JOIN = "+"  # "core-leadership+core-lore" is a team of two

_decks: dict[str, Deck] = {deck.id: deck for deck in (*STARTER_DECKS, *published_decks())}


def ids() -> list[str]:
    """The ids of all registered decks, the starter decks first."""
    return list(_decks)


def get(name: str | os.PathLike[str], tournament: bool = False) -> Deck:
    """The registered deck with this id, or that of a file (a path, a name with a folder, .o8d, .json or .txt).

    `tournament` only adds to what the refusal of a file lists.
    """
    if not isinstance(name, str | os.PathLike):
        raise BadValue(f"a deck is named by its id, not by {shown(name)} of type {type(name).__name__}")
    if isinstance(name, str) and name in _decks:
        return _decks[name]
    if not files.names_file(name):
        raise UnknownName("deck", name, _decks)
    if not files.is_file(name):
        raise BadValue(f"unknown deck {shown(name)}: there is no such file, and no deck has this id")
    return read(name, tournament)


def register(deck: Deck, *, replace: bool = False) -> Deck:
    """Make a deck known by its id; the same deck again is no fault, so that every worker may register it."""
    if not deck.id or JOIN in deck.id or deck.id != "".join(deck.id.split()):
        raise BadValue(f"the deck id {shown(deck.id)} must be a word without spaces and {JOIN!r}")
    faults = check(deck)
    if faults:
        raise BadDeck(f"{deck.id}: {fault}" for fault in faults)
    if not replace and _decks.get(deck.id, deck) != deck:
        raise BadValue(f"another deck is registered as {shown(deck.id)}; replace=True takes its place")
    _decks[deck.id] = deck
    return deck


def table(decks: Iterable[Deck] | None = None) -> pd.DataFrame:
    """A row a deck, of the registered ones or of those given.

    `legal_size` and `legal_copies`: at least 50 cards, and no title more than three times, as a tournament demands.
    """
    import pandas as pd  # here, because it costs more than everything else in lotrsim's start

    return pd.DataFrame(
        {
            "id": deck.id,
            "name": deck.name,
            "heroes": ", ".join(deck.heroes),
            "spheres": ", ".join(spheres(deck)),
            "starting_threat": starting_threat(deck),
            "cards": deck.size,
            "legal_size": has_legal_size(deck),
            "legal_copies": has_legal_copies(deck),
        }
        for deck in (_decks.values() if decks is None else decks)
    )


def team(decks: str | os.PathLike[str] | Deck | Iterable[str | os.PathLike[str] | Deck], tournament: bool = False) -> list[Deck]:
    """The decks of one table, from "a+b", a list of ids, files or decks, or one of them.

    BadDeck names every fault at once, with `tournament` also what keeps a deck from a tournament; a damaged file is a BadFile.
    """
    faults: list[str] = []
    named = _named(decks)
    if not named:
        faults.append("no deck: a table needs 1 to 4")
    if len(named) > MOST_PLAYERS:
        faults.append(f"{len(named)} decks, at most {MOST_PLAYERS} players can sit at a table")
    found: list[Deck] = []
    for entry in named[:MOST_LOOKED_AT]:
        try:
            found.append(entry if isinstance(entry, Deck) else get(entry, tournament))
        except BadFile:
            raise
        except BadDeck as error:
            faults += error.faults
        except LotrsimError as error:
            faults.append(str(error))
    for deck in dict.fromkeys(found):
        faults += [f"{deck.id}: {fault}" for fault in check(deck, tournament)]
    faults += _shared_heroes(found)
    if faults:
        raise BadDeck(faults)
    return found


def _named(decks: Any) -> list[str | os.PathLike[str] | Deck]:
    """One entry a player; also inside a list "a+b" is two players."""
    if isinstance(decks, str | os.PathLike | Deck) or not isinstance(decks, Iterable):
        decks = [decks]
    players: list[str | os.PathLike[str] | Deck] = []
    for entry in decks:
        players += _seats(entry) if isinstance(entry, str) else [entry]
    return players


def _seats(word: str) -> list[str]:
    """The players of "a+b"; a file whose own name holds a "+" stays whole."""
    parts = word.split(JOIN)
    seats: list[str] = []
    while parts and len(seats) < MOST_LOOKED_AT:
        joined = [JOIN.join(parts[:n]).strip() for n in range(min(len(parts), MOST_JOINED), 1, -1)]
        seat = next((name for name in joined if files.is_file(name)), parts[0].strip())
        seats.append(seat)
        del parts[: 1 + seat.count(JOIN)]
    return seats + parts  # so many are refused: whether files have such names does not matter


def _shared_heroes(decks: list[Deck]) -> list[str]:
    """A unique card can be in play once at the whole table, so no hero may start with two players."""
    return [
        f"the hero {name} is in two decks of the table: {first.id} and {second.id}"
        for first, second in combinations(decks, 2)
        for name in sorted(_hero_titles(first) & _hero_titles(second))
    ]


def _hero_titles(deck: Deck) -> set[str]:
    """The titles of the heroes that exist; the others are reported by `check`."""
    titles = set()
    for name in deck.heroes:
        try:
            titles.add(player_card(name).name)
        except LotrsimError:
            continue
    return titles
