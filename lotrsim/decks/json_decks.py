"""JSON decks: RingsDB's, in which codes have quantities, and DragnCards', a list of cards with the places they go to."""

from __future__ import annotations

import json
import re
from typing import Any

from lotrsim.decks.deck import Deck, player_card
from lotrsim.decks.listing import (
    ANY,
    HEROES,
    SHARED,
    SIDE,
    Entry,
    Listing,
    by_octgn_id,
    by_ringsdb_code,
    by_title,
    codes_of,
)
from lotrsim.errors import BadFile, shown

RINGSDB, DRAGNCARDS = "ringsdb", "dragncards"
PLACE = re.compile(r"player[N1](Play1|Deck|Sideboard)", re.IGNORECASE)  # N: whoever loads the deck
PLACES = {"play1": HEROES, "deck": ANY, "sideboard": SIDE}


def read(text: str, path: object) -> Listing:
    """The entries of a deck of RingsDB or DragnCards. BadFile says what is wrong with the JSON."""
    found = _decks(_loaded(text, path))
    if not found:
        raise BadFile(path, "", "JSON, but neither a deck of RingsDB (heroes, slots) nor one of DragnCards (databaseId)")
    if len(found) > 1:
        names = ", ".join(shown(_name(deck) or f"deck {k}") for k, deck in enumerate(found, 1))
        raise BadFile(path, "", f"holds {len(found)} decks ({names}); save the one to be played in a file of its own")
    return _dragncards(found[0], path) if isinstance(found[0], list) else _ringsdb(found[0], path)


def _loaded(text: str, path: object) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_without_doubles)
    except json.JSONDecodeError as error:
        reason = "the JSON is broken or cut off there; save the deck anew"
        raise BadFile(path, f"line {error.lineno}, column {error.colno}", reason) from None
    except _DoubleKey as error:
        raise BadFile(path, "", f"the JSON has the key {shown(error)} twice in one place; one would be lost") from None
    except (ValueError, RecursionError):
        raise BadFile(path, "", "the JSON is nested too deep, or holds a number that is too long") from None


class _DoubleKey(ValueError):
    """A key stands twice in one object."""


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise _DoubleKey(next(key for key in keys if keys.count(key) > 1))
    return found


def _decks(data: Any) -> list[Any]:
    """The decks of a file: dicts of RingsDB, lists of DragnCards; also inside a list or under a name."""
    if isinstance(data, list):
        if any(isinstance(each, dict) and "databaseId" in each for each in data):
            return [data]
        return [each for each in data if _is_ringsdb(each)]
    if not isinstance(data, dict):
        return []
    if _is_ringsdb(data):
        return [data]
    built = data.get("preBuiltDecks")
    lists = [each.get("cards") for each in built.values() if isinstance(each, dict)] if isinstance(built, dict) else []
    return [each for each in [*lists, data.get("cards")] if isinstance(each, list)]


def _is_ringsdb(data: Any) -> bool:
    return isinstance(data, dict) and ("slots" in data or "heroes" in data)


def _name(deck: Any) -> str:
    return str(deck.get("name") or "") if isinstance(deck, dict) else ""


def _ringsdb(data: dict[str, Any], path: object) -> Listing:
    """Heroes may stand in `slots` too; they count once."""
    heroes, slots, side = (_slots(data.get(key), key, path) for key in ("heroes", "slots", "sideslots"))
    listing = Listing(RINGSDB, _name(data))
    for part, codes in ((HEROES, heroes), (ANY, slots), (SIDE, side)):
        for code, quantity in codes.items():
            if part != ANY or code not in heroes:
                card = by_ringsdb_code(code)
                listing.entries.append(Entry(part, quantity, card, card.name if card else f"RingsDB card {shown(code)[1:-1]}"))
    return listing


def _slots(value: Any, key: str, path: object) -> dict[str, Any]:
    """Code -> quantity; what is empty is a list in RingsDB's JSON."""
    if value is None or value == []:
        return {}
    if not isinstance(value, dict):
        raise BadFile(path, key, f"must hold quantities by card code, such as {{\"01001\": 1}}, not {shown(value)}")
    return value


def _dragncards(data: list[Any], path: object) -> Listing:
    listing = Listing(DRAGNCARDS)
    for k, each in enumerate(data, 1):
        if not isinstance(each, dict) or "databaseId" not in each:
            raise BadFile(path, f"entry {k}", "has no databaseId; cards that DragnCards gets from their text are not read")
        id, name = str(each["databaseId"]), each.get("_name")
        card = by_octgn_id(id) if id.strip() else by_title(str(name))
        words = card.name if card else f"{shown(name)[1:-1] if name else 'a card'} ({shown(id)[1:-1]})"
        listing.entries.append(Entry(_part(each, k, path), each.get("quantity"), card, words))
    return listing


def _part(entry: dict[str, Any], k: int, path: object) -> str:
    """The part of the deck by the place on DragnCards' table."""
    place = str(entry.get("loadGroupId", "playerNDeck"))
    match = PLACE.fullmatch(place)
    if match:
        return PLACES[match[1].lower()]
    if place.startswith("shared"):
        return SHARED
    allowed = "playerNPlay1, playerNDeck and playerNSideboard"
    raise BadFile(path, f"entry {k}", f"the loadGroupId {shown(place)} is no part of a deck; those are {allowed}")


# ---------------------------------------------------------------- writing


def write_ringsdb(deck: Deck) -> str:
    """The deck as RingsDB's interface gives it: the heroes in `heroes` and in `slots`."""
    codes = codes_of(deck, "ringsdb_code", "RingsDB")
    slots = dict(codes.values())
    heroes = {code: n for title, (code, n) in codes.items() if player_card(title).type == "hero"}
    data = {"name": deck.name, "heroes": heroes, "slots": slots, "sideslots": []}
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def write_dragncards(deck: Deck) -> str:
    """The deck as DragnCards loads it."""
    entries = [
        {
            "databaseId": id,
            "quantity": copies,
            "loadGroupId": "playerNPlay1" if player_card(title).type == "hero" else "playerNDeck",
            "_name": title,
        }
        for title, (id, copies) in codes_of(deck, "octgn_id", "DragnCards").items()
    ]
    return json.dumps(entries, ensure_ascii=False, indent=2) + "\n"
