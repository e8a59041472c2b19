"""An agent: defends with the lowest character that can, attacks whatever it can, and passes everything else."""

import numpy as np

from lotrsim.agents.base import agent
from lotrsim.ids import D_ATTACKERS, D_DEFENDER, D_STRIKE_TARGET


@agent("cautious")
def choose(games, i, tables, memory):
    """Defends and attacks with what it has, and passes everything else."""
    g = games[i]
    if g["decision"] == D_DEFENDER or g["decision"] == D_STRIKE_TARGET or g["decision"] == D_ATTACKERS:
        return np.int64(g["legal"][0])
    return np.int64(g["legal"][g["n_legal"] - 1])
