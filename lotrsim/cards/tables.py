"""The tables of all cards, built once for what is registered."""

from __future__ import annotations

import numpy as np

from lotrsim.cards import registry
from lotrsim.effects.compiler import build

_built: dict[int, np.ndarray] = {}  # registry version -> tables; only the last is kept


def tables() -> np.ndarray:
    """Return the tables of every card the library plays, one element; a card more makes new ones."""
    cards = registry.all_cards()
    if registry.version not in _built:
        made = build(cards)
        _built.clear()
        _built[registry.version] = made
    return _built[registry.version]
