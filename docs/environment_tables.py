"""The generated blocks about the Gymnasium environments: the columns of an observation."""

from __future__ import annotations

from collections.abc import Callable

from source_tables import table

from lotrsim.rl import columns


def rows(part: tuple[columns.Column, ...]) -> str:
    """A part's columns: number, name, range, meaning."""
    head = "column | name | range | meaning"
    return table(head, ((k, f"`{each.name}`", f"{each.low} to {each.high}", each.what) for k, each in enumerate(part)))


def zones() -> str:
    """The numbers of zones in an observation."""
    return table("number | zone", ((k, name) for k, (_, name) in enumerate(columns.ZONES, 1)))


def blocks() -> dict[str, Callable[[], str]]:
    """Every block by its name."""
    parts = {"cards": columns.CARD, "players": columns.PLAYER, "table": columns.TABLE}
    made: dict[str, Callable[[], str]] = {f"observation:{name}": lambda part=part: rows(part) for name, part in parts.items()}
    return made | {"observation:zones": zones}
