"""Experiments: many games, their results and their analysis; installed as lotrsim.experiments.

    from lotrsim.experiments import Experiment, run, summarise
    df = run(Experiment(["passage-through-mirkwood"], ["core-leadership"], ["random", "heuristic"]), workers=-1)
    summarise(df)

Names are imported when they are first used, so that what only needs one of them does not load pandas and Numba.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

NAMES = {
    **dict.fromkeys(("BadExperiment", "Experiment"), "spec"),
    **dict.fromkeys(("ExperimentFailed", "Traced", "run"), "runner"),
    **dict.fromkeys(("BadSweep", "Sweep"), "sweeps"),
    "OtherSweep": "folder",
    "run_sweep": "sweeping",
    **dict.fromkeys(("read", "read_traces", "summarise", "write"), "results"),
    "compare": "analysis",
    "report": "reporting",
    "win_rates": "plots",
}

__all__ = [
    "BadExperiment",
    "BadSweep",
    "Experiment",
    "ExperimentFailed",
    "OtherSweep",
    "Sweep",
    "Traced",
    "compare",
    "read",
    "read_traces",
    "report",
    "run",
    "run_sweep",
    "summarise",
    "win_rates",
    "write",
]

if TYPE_CHECKING:
    from lotrsim.experiments.analysis import compare
    from lotrsim.experiments.folder import OtherSweep
    from lotrsim.experiments.plots import win_rates
    from lotrsim.experiments.reporting import report
    from lotrsim.experiments.results import read, read_traces, summarise, write
    from lotrsim.experiments.runner import ExperimentFailed, Traced, run
    from lotrsim.experiments.spec import BadExperiment, Experiment
    from lotrsim.experiments.sweeping import run_sweep
    from lotrsim.experiments.sweeps import BadSweep, Sweep


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used."""
    if name not in NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(importlib.import_module(f"{__name__}.{NAMES[name]}"), name)
    globals()[name] = found
    return found
