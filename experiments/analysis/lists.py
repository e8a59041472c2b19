"""Which heroes and cards each deck holds, as a table: a row a team of decks, a column a title."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from lotrsim.decks import JOIN
from lotrsim.errors import BadValue, LotrsimError, UnknownName

if TYPE_CHECKING:
    import pandas as pd

KINDS = ("hero", "card")


def deck_table(df: pd.DataFrame, of: str = "hero", lists: Mapping[str, Any] | None = None) -> pd.DataFrame:
    """A row for each team of decks in the results, a column for each hero or card that one of them holds, values copies.

    Lists are looked for in `lists` (deck id -> `lotrsim.decks.Deck`, or a mapping with heroes and cards), then in
    `df.attrs["decks"]`, which results keep of a user's own decks, then among the decks that lotrsim knows.
    """
    import pandas as pd

    if of not in KINDS:
        raise UnknownName("part of a deck", of, KINDS)
    given = {**df.attrs.get("decks", {}), **(lists or {})}
    teams = list(dict.fromkeys(df["decks"]))
    rows = []
    for team in teams:
        row: dict[str, int] = {}
        for name in team.split(JOIN):
            for title, copies in _titles(_found(name, given), of):
                row[title] = row.get(title, 0) + copies
        rows.append(row)
    return pd.DataFrame(rows, index=pd.Index(teams, name="decks")).fillna(0).astype("int64")


def _found(name: str, given: Mapping[str, Any]) -> Any:
    from lotrsim import decks

    if name in given:
        return given[name]
    try:
        return decks.get(name)
    except LotrsimError:
        raise BadValue(f"the results do not say what is in the deck {name!r}; give `lists`, deck id -> deck") from None


def _titles(deck: Any, of: str) -> list[tuple[str, int]]:
    heroes, cards = (deck["heroes"], deck["cards"]) if isinstance(deck, Mapping) else (deck.heroes, deck.cards)
    return [(str(hero), 1) for hero in heroes] if of == "hero" else [(str(title), int(n)) for title, n in cards]
