"""The scenarios: a file each, found by id; a user's own are loaded with `load`."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from lotrsim.errors import UnknownName
from lotrsim.scenarios.spec import Scenario, scenario

if TYPE_CHECKING:
    import pandas as pd

    from lotrsim.loading import LoadedFile

MODULES = ("passage_through_mirkwood", "journey_along_the_anduin", "escape_from_dol_guldur")

_scenarios: dict[str, Scenario] = {}


def register(entry: Scenario) -> Scenario:
    """Add a scenario; the last one of an id counts."""
    _scenarios[entry.id] = entry
    return entry


def _load() -> None:
    for name in MODULES:
        entry = importlib.import_module(f"lotrsim.scenarios.{name}").SCENARIO
        _scenarios.setdefault(entry.id, entry)


def ids() -> list[str]:
    """Return the ids of all scenarios that can be played."""
    _load()
    return list(_scenarios)


def get(id: str) -> Scenario:
    """Return a scenario by id; UnknownName names the nearest."""
    _load()
    if isinstance(id, str) and id in _scenarios:
        return _scenarios[id]
    raise UnknownName("scenario", id, list(_scenarios))


def load(path: object) -> LoadedFile:
    """Load a user's file of scenarios (and cards); what it brought is in `.scenarios` and `.cards`. Raises BadFile."""
    from lotrsim import loading

    return loading.load(path)


def table() -> pd.DataFrame:
    """A row a scenario that can be played: id, name, official difficulty, stages, encounter sets and how many cards."""
    import pandas as pd  # here, because it costs more than everything else in lotrsim's start

    from lotrsim.ids import EASY, STANDARD

    _load()
    return pd.DataFrame(
        {
            "id": entry.id,
            "name": entry.name,
            "difficulty": entry.difficulty,
            "stages": max(card.stage for card in entry.quest_cards()),
            "encounter_sets": "; ".join(entry.encounter_sets),
            "encounter_cards": sum(copies for _, copies in entry.encounter_cards(STANDARD)),
            "easy_mode_cards": sum(copies for _, copies in entry.encounter_cards(EASY)),
            "source": entry.source,
        }
        for entry in _scenarios.values()
    )


__all__ = ["Scenario", "get", "ids", "load", "register", "scenario", "table"]
