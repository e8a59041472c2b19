"""Pictures of results (Matplotlib): every function returns the Figure, and with `path` saves it as PNG, whole or not at all.

Colours are those of Okabe and Ito, or cividis; markers, dashes or hatches tell the same, so that a print in grey can be
read too. Titles say how many games there are; every figure has its 95% interval.
"""

from lotrsim.experiments.plots.common import COLOURS, DASHES, HATCHES, MARKERS, save
from lotrsim.experiments.plots.differences import differences, effect_sizes
from lotrsim.experiments.plots.endings import causes, scores, survival
from lotrsim.experiments.plots.heat import heat_map
from lotrsim.experiments.plots.rates import win_rates
from lotrsim.experiments.plots.rounds import rounds
from lotrsim.experiments.plots.simulations import by_simulations

__all__ = [
    "COLOURS",
    "DASHES",
    "HATCHES",
    "MARKERS",
    "by_simulations",
    "causes",
    "differences",
    "effect_sizes",
    "heat_map",
    "rounds",
    "save",
    "scores",
    "survival",
    "win_rates",
]
