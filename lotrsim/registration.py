"""Tells Gymnasium the environment's id, without importing Gymnasium.

Gymnasium 1.x finds no packages by itself: an id is known once a package has called `gymnasium.register`. `import lotrsim`
must stay light, so it registers at once where Gymnasium is imported already, and else as soon as it is.
"""

from __future__ import annotations

import sys
from typing import Any

ID = "lotrsim/Quest-v0"


def register() -> None:
    """Make `gymnasium.make("lotrsim/Quest-v0")` and `make_vec` work."""
    import gymnasium

    if ID not in gymnasium.registry:
        gymnasium.register(ID, "lotrsim.rl.env:QuestEnv", vector_entry_point="lotrsim.rl.vector:QuestVectorEnv")


class _Waiting:
    """Stands first among the finders of modules until Gymnasium is imported."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """Gymnasium's own spec, whose loader registers when it is done; None for every other module."""
        if name != "gymnasium":
            return None
        found = (finder.find_spec(name, path, target) for finder in sys.meta_path if finder is not self)
        spec = next((each for each in found if each is not None), None)
        if spec is not None and spec.loader is not None:
            run = spec.loader.exec_module

            def run_and_register(module: Any) -> None:
                run(module)
                sys.meta_path.remove(self)
                register()

            spec.loader.exec_module = run_and_register  # type: ignore[method-assign]
        return spec


def announce() -> None:
    """Register now, or when Gymnasium is imported."""
    if sys.modules.get("gymnasium") is not None:
        register()
    elif not any(isinstance(finder, _Waiting) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Waiting())
