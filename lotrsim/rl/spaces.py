"""The spaces of an observation and of the actions."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from lotrsim.ids import MAX_PLAYERS, N_ACTIONS
from lotrsim.rl.batch import Batch
from lotrsim.rl.columns import CARD, PLAYER, TABLE, Column


def action_space() -> spaces.Discrete:
    """One number for everything that can be chosen (docs/protocol.md)."""
    return spaces.Discrete(N_ACTIONS)


def observation_space(batch: Batch) -> Any:
    """The mask, and where observations are wanted the rows of table, players and cards."""
    parts: dict[str, Any] = {"action_mask": spaces.MultiBinary(N_ACTIONS)}
    if batch.observations.shape[1]:
        parts["table"] = box(TABLE)
        parts["players"] = box(PLAYER, MAX_PLAYERS)
        parts["cards"] = box(CARD, batch.n_rows)
    return spaces.Dict(parts)


def box(columns: tuple[Column, ...], *rows: int) -> spaces.Box:
    """The space of a row of columns, or of several such rows."""
    shape = (*rows, len(columns))
    low, high = (np.array([getattr(column, end) for column in columns], np.int16) for end in ("low", "high"))
    dtype: Any = np.int16
    return spaces.Box(np.broadcast_to(low, shape), np.broadcast_to(high, shape), shape, dtype)
