"""Gymnasium environments (extra `rl`): one agent decides for all seats of a table.

    import gymnasium
    import lotrsim
    env = gymnasium.make("lotrsim/Quest-v0", scenario="passage-through-mirkwood", deck="core-leadership")
    envs = gymnasium.make_vec("lotrsim/Quest-v0", num_envs=256)      # many games in one compiled call

docs/gymnasium.md tells what an observation holds, how rewards and seeds work, and how fast it is. Gymnasium itself is
imported when a name of this package is first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from lotrsim.errors import LotrsimError

NAMES = {
    "QuestEnv": "lotrsim.rl.env",
    "QuestVectorEnv": "lotrsim.rl.vector",
    "random_actions": "lotrsim.rl.episodes",
}

__all__ = ["MissingExtra", "QuestEnv", "QuestVectorEnv", "random_actions"]

if TYPE_CHECKING:
    from lotrsim.rl.env import QuestEnv
    from lotrsim.rl.episodes import random_actions
    from lotrsim.rl.vector import QuestVectorEnv


class MissingExtra(LotrsimError, ImportError):
    """A package is missing that only an extra of lotrsim installs."""


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used; MissingExtra where Gymnasium is not installed."""
    if name not in NAMES:
        raise AttributeError(f"module 'lotrsim.rl' has no attribute {name!r}")
    try:
        found = getattr(importlib.import_module(NAMES[name]), name)
    except ModuleNotFoundError as error:
        if error.name != "gymnasium":
            raise
        raise MissingExtra('Gymnasium is not installed; the extra "rl" brings it: pip install "lotrsim[rl]"') from error
    globals()[name] = found
    return found
