"""Decks by id: the four starter decks, a user's own, and the teams of one to four that sit down at a table."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import TYPE_CHECKING

from lotrsim.decks.deck import TOURNAMENT_CARDS, Deck, check, player_card, spheres, starting_threat
from lotrsim.decks.starter import STARTER_DECKS
from lotrsim.errors import BadDeck, BadValue, LotrsimError, UnknownName, shown

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Deck", "check", "get", "ids", "player_card", "register", "spheres", "starting_threat", "table", "team"]

MOST_PLAYERS = 4
JOIN = "+"  # "core-leadership+core-lore" is a team of two

_decks: dict[str, Deck] = {deck.id: deck for deck in STARTER_DECKS}


def ids() -> list[str]:
    """The ids of all registered decks, the starter decks first."""
    return list(_decks)


def get(deck_id: str) -> Deck:
    """The registered deck with this id."""
    if not isinstance(deck_id, str):
        raise BadValue(f"a deck is named by its id, not by {shown(deck_id)} of type {type(deck_id).__name__}")
    if deck_id not in _decks:
        raise UnknownName("deck", deck_id, _decks)
    return _decks[deck_id]


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


def table() -> pd.DataFrame:
    """A row a registered deck."""
    import pandas as pd  # here, because it costs more than everything else in lotrsim's start

    return pd.DataFrame(
        {
            "id": deck.id,
            "name": deck.name,
            "heroes": ", ".join(deck.heroes),
            "spheres": ", ".join(spheres(deck)),
            "starting_threat": starting_threat(deck),
            "cards": deck.size,
            "legal_size": deck.size >= TOURNAMENT_CARDS,
        }
        for deck in _decks.values()
    )


def team(deck_ids: str | Deck | Iterable[str | Deck]) -> list[Deck]:
    """The decks of one table, from "a+b", a list of ids or decks, or one deck; BadDeck names every fault at once."""
    faults: list[str] = []
    named = _named(deck_ids)
    if not named:
        faults.append("no deck: a table needs 1 to 4")
    if len(named) > MOST_PLAYERS:
        faults.append(f"{len(named)} decks, at most {MOST_PLAYERS} players can sit at a table")
    decks: list[Deck] = []
    for entry in named:
        try:
            decks.append(entry if isinstance(entry, Deck) else get(entry))
        except LotrsimError as error:
            faults.append(str(error))
    for deck in dict.fromkeys(decks):
        faults += [f"{deck.id}: {fault}" for fault in check(deck)]
    faults += _shared_heroes(decks)
    if faults:
        raise BadDeck(faults)
    return decks


def _named(deck_ids: str | Deck | Iterable[str | Deck]) -> list[str | Deck]:
    """One entry a player; also inside a list "a+b" is two players."""
    if isinstance(deck_ids, (str, Deck)) or not isinstance(deck_ids, Iterable):
        deck_ids = [deck_ids]
    players: list[str | Deck] = []
    for entry in deck_ids:
        players += [part.strip() for part in entry.split(JOIN)] if isinstance(entry, str) else [entry]
    return players


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
