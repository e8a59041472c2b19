"""The random agent: every legal action with the same chance."""

import numpy as np

from lotrsim.agents.base import agent
from lotrsim.rng import agent_below


@agent("random")
def choose(games, i, tables, memory):
    """Any legal action, all equally likely: a floor, not a baseline."""
    g = games[i]
    return np.int64(g["legal"][agent_below(g, np.int64(g["n_legal"]))])
