"""Agents that search: flat Monte Carlo and Monte Carlo tree search over worlds that the team cannot tell from the true one.

    layout.py      what a search keeps in its memory, and its settings
    parts.py       prior, selection, playout, reward, merit: each one small function that can be replaced
    evaluation.py  what a position is worth at which a playout stops
    tree.py        the tree       flat.py   sequential halving
    ids.py         "mcts:200@4" and the like
    advice.py      what a search says about a position, for people

A search draws one seed from the agents' generator in the record; every world comes from this seed and from what the team
knows. So the answer cannot depend on hidden faces or on the engine's generator.
"""

import numpy as np

from lotrsim.agents.search.flat import search_flat
from lotrsim.agents.search.layout import FLAT, HEAD_BYTES, P_METHOD
from lotrsim.agents.search.tree import clear_answer, search_tree
from lotrsim.ids import NONE
from lotrsim.kernel import GAMES, MEMORY_ARRAY, TABLES_ARRAY, i8, kernel
from lotrsim.state import MEMORY

LEAST = 1 - (-HEAD_BYTES // MEMORY.itemsize)  # elements without which no search can begin


@kernel(i8, GAMES, i8, TABLES_ARRAY, MEMORY_ARRAY)
def choose(games, i, tables, memory):
    """Search as the settings say; with too little memory there is no answer."""
    if len(memory) < LEAST:
        return np.int64(NONE)
    clear_answer(memory)
    if memory[0]["parameters"][P_METHOD] == FLAT:
        best = search_flat(games, i, tables, memory)
    else:
        best = search_tree(games, i, tables, memory)
    return np.int64(games[i]["legal"][best])


from lotrsim.agents.search import ids  # noqa: E402  (its agents choose by the function above)

__all__ = ["choose", "ids"]
