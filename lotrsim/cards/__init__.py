"""Cards: their facts, their programs, and those that a user loads.

`table()` shows all of them, `load(path)` adds a user's own. Importing this package costs milliseconds, without Numba.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

    from lotrsim.cards.spec import Card
    from lotrsim.loading import LoadedFile

__all__ = ["COLUMNS", "find", "load", "loaded_files", "table"]

COLUMNS = (
    *("number", "name", "type", "unique", "sphere", "cost", "threat_cost", "willpower", "attack", "defense"),
    *("hit_points", "engagement_cost", "threat", "quest_points", "victory", "traits", "keywords", "encounter_set"),
    *("quantity", "easy_mode_quantity"),
)
NUMBERS = (
    *("number", "threat_cost", "willpower", "attack", "defense", "hit_points", "engagement_cost", "threat"),
    *("quest_points", "victory", "quantity", "easy_mode_quantity"),
)


def table() -> pd.DataFrame:
    """A row a card: the 128 cards of the Core Set by number, then those that a user loaded.

    Numbers are Int64 (missing: the card has no such number), `cost` holds numbers and "X", `traits` and `keywords` are
    joined by "; ", `unique` is a bool; `sphere` and `encounter_set` are None where a card has none.
    """
    import pandas as pd  # here, because it costs more than everything else in lotrsim's start

    from lotrsim.cards import facts, registry
    from lotrsim.cards.spec import SPHERE_NAMES, TYPE_NAMES

    rows = [[_cell(column, getattr(fact, column)) for column in COLUMNS] for fact in facts.facts()]
    for card in registry.all_cards():
        if card.set != "Core Set":
            words = {
                "type": TYPE_NAMES[card.type],
                "sphere": SPHERE_NAMES.get(card.sphere),
                "encounter_set": card.encounter_set or None,
                "number": card.number if card.number >= 0 else None,
                "victory": card.victory or None,
            }
            rows.append([_cell(column, words.get(column, getattr(card, column))) for column in COLUMNS])
    frame = pd.DataFrame(rows, columns=list(COLUMNS), dtype=object)
    frame["unique"] = frame["unique"].astype(bool)
    return frame.astype(dict.fromkeys(NUMBERS, "Int64"))


def _cell(column: str, value: Any) -> Any:
    """A fact as the table shows it."""
    return "; ".join(value) if column in ("traits", "keywords") else value


def find(name: str | int) -> Card:
    """The card with this name (accents and case do not matter) or number; UnknownName lists the nearest."""
    from lotrsim.cards import registry

    return registry.find(name)


def load(path: object) -> LoadedFile:
    """Load a user's file of cards (and scenarios); what it brought is in `.cards` and `.scenarios`.

    BadFile names the line of a broken file or of a card that is refused; then nothing of the file is loaded.
    """
    from lotrsim import loading

    return loading.load(path)


def loaded_files() -> list[LoadedFile]:
    """The files loaded in this process: path, sha256, names of cards, ids of scenarios."""
    from lotrsim import loading

    return loading.loaded_files()
