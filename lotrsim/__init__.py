"""lotrsim plays The Lord of the Rings: The Card Game by its full rules, fast enough to search it.

    import lotrsim
    game = lotrsim.Game.new("passage-through-mirkwood", decks=["core-leadership"], seed=7)
    game.choose(game.options[0])

Names are imported when they are first used, so that `import lotrsim` costs milliseconds and loads neither Numba nor
pandas.
"""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

from lotrsim import registration

__version__ = "0.1.0"
RULES_VERSION = 4  # raised whenever the hash of a replay changes

# public name -> the module that defines it
NAMES = {
    **dict.fromkeys(("Game", "Result"), "lotrsim.game"),
    **dict.fromkeys(("Decision", "Option"), "lotrsim.text"),
    **dict.fromkeys(("new_games", "play", "step", "legal_mask"), "lotrsim.agents.runner"),
    **dict.fromkeys(("view", "determinize"), "lotrsim.view"),
    "advise": "lotrsim.agents.search.advice",
    **dict.fromkeys(("state_hash", "state_errors"), "lotrsim.checks"),
    **dict.fromkeys(
        (
            *("LotrsimError", "UnknownName", "BadDeck", "NotPlayed", "IllegalAction", "BadValue", "BadFile"),
            *("OutputExists", "GameFault"),
        ),
        "lotrsim.errors",
    ),
}
MODULES = ("cards", "decks", "errors", "replay", "rl", "scenarios", "testing")

__all__ = [
    "BadDeck",
    "BadFile",
    "BadValue",
    "Decision",
    "Game",
    "GameFault",
    "IllegalAction",
    "LotrsimError",
    "NotPlayed",
    "Option",
    "OutputExists",
    "RULES_VERSION",
    "Result",
    "UnknownName",
    "__version__",
    "advise",
    "cards",
    "decks",
    "determinize",
    "errors",
    "legal_mask",
    "new_games",
    "play",
    "replay",
    "rl",
    "scenarios",
    "state_errors",
    "state_hash",
    "step",
    "testing",
    "view",
]

if TYPE_CHECKING:
    from lotrsim import cards, decks, errors, replay, rl, scenarios, testing
    from lotrsim.agents.runner import legal_mask, new_games, play, step
    from lotrsim.agents.search.advice import advise
    from lotrsim.checks import state_errors, state_hash
    from lotrsim.errors import (
        BadDeck,
        BadFile,
        BadValue,
        GameFault,
        IllegalAction,
        LotrsimError,
        NotPlayed,
        OutputExists,
        UnknownName,
    )
    from lotrsim.game import Game, Result
    from lotrsim.text import Decision, Option
    from lotrsim.view import determinize, view


class _Package(ModuleType):
    """This module: a submodule never takes the place of the public function of the same name (`lotrsim.view`)."""

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in NAMES and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used."""
    if name in NAMES:
        found = getattr(importlib.import_module(NAMES[name]), name)
    elif name in MODULES:
        found = importlib.import_module(f"lotrsim.{name}")
    else:
        raise AttributeError(f"module 'lotrsim' has no attribute {name!r}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """All public names, imported or not."""
    return sorted({*globals(), *__all__})


registration.announce()
