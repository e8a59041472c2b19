"""What a search keeps in its memory: settings, a world to play in, the tree, what it found out about the options.

A searching agent's memory is one element of MEMORY, as everybody's (settings in `parameters`, the heuristic's scratch), and
behind it as many elements as it needs for one SEARCH record and an array of NODE records, in that order, without gaps.
"""

import numba
import numpy as np
from numba import types

from lotrsim.ids import MAX_CARDS, MAX_LEGAL
from lotrsim.kernel import MEMORY_ARRAY, kernel
from lotrsim.state import GAME, MEMORY

# ---------------------------------------------------------------- settings: places in MEMORY's `parameters`
(
    P_METHOD,  # FLAT or TREE
    P_SIMULATIONS,  # a decision
    P_ROOTS,  # independent searches whose visits are added
    P_PLAYOUT,  # who plays on from a leaf
    P_NOISE,  # how many of a thousand decisions of a playout are taken at random
    P_HORIZON,  # rounds after which a playout stops and its position is judged; 0: never; or one of the two below
    P_EXPLORE,  # thousandths: weight of what was seldom tried
    P_PRIOR,  # thousandths: weight of what the heuristic likes
    P_WARMTH,  # points by which an option must be worse to be half as likely
    P_TRUST,  # FLAT, thousandths: how many standard errors of a mean the heuristic's word counts for
    P_START,  # TREE: how many visits the heuristic's word counts for in the answer
) = range(11)
FLAT, TREE = 0, 1
AT_ONCE, AT_PHASE_END = -1, -2  # P_HORIZON: no playout, and one to the end of the phase
MOST_SIMULATIONS, MOST_ROOTS = 1_000_000, 64

# ---------------------------------------------------------------- the records
MAX_PATH = 256  # decisions from the root to the deepest leaf
MAX_FEATURES, MAX_MODEL = 64, 4096

SEARCH = np.dtype(
    [
        ("world", GAME, (1,)),  # the copy that is played on
        ("path", "i4", (MAX_PATH,)),  # nodes of this iteration from the root on
        ("hidden", "i1", (MAX_CARDS,)),  # 1: the team did not know the card when the tree was begun
        ("seed", "i8"),  # of the worlds
        ("iterations", "i8"),  # worlds used since
        ("n_nodes", "i8"),
        ("rewards", "i8"),  # of this search, how many; their sum and the sum of their squares
        ("reward_sum", "f8"),
        ("reward_squares", "f8"),
        ("best_key", "i8"),  # of the action that was answered last
        ("decisions", "i8"),  # the game's number of decisions then
        ("game", "i8", (2,)),  # and its agents' generator's key
        # --- the options of the decision that is looked at
        ("keys", "i8", (MAX_LEGAL,)),  # an option a place: what it is called in the tree
        ("children", "i4", (MAX_LEGAL,)),  # its node, or NONE
        ("priors", "f8", (MAX_LEGAL,)),  # what the heuristic thinks of it; sum 1
        # --- the judgement of positions: see `evaluation.py`
        ("model", "f8", (MAX_MODEL,)),
        ("guldur_model", "f8", (MAX_MODEL,)),  # alone in Escape from Dol Guldur
        ("features", "f8", (MAX_FEATURES,)),
        # --- the answer: the root's options, all roots added
        ("visits", "i8", (MAX_LEGAL,)),
        ("total", "f8", (MAX_LEGAL,)),
        ("wins", "f8", (MAX_LEGAL,)),
        ("score", "f8", (MAX_LEGAL,)),
    ],
    align=True,
)

NODE = np.dtype(
    [
        ("key", "i8"),  # decision and action; see `option_key`
        ("parent", "i4"),
        ("first", "i4"),  # child
        ("next", "i4"),  # sibling
        ("visits", "i4"),
        ("available", "i4"),  # iterations in which the parent was passed and the action was legal
        ("moved", "i4"),  # where the node goes when a part of the tree is kept
        ("total", "f8"),  # rewards
        ("wins", "f8"),  # playouts won; one that stopped early counts by its chance to win
        ("score", "f8"),  # sum of the scores of won playouts
        ("prior", "f8"),
    ],
    align=True,
)

SEARCHES = types.Array(numba.from_dtype(SEARCH), 1, "C")
NODES = types.Array(numba.from_dtype(NODE), 1, "C")
S = numba.from_dtype(SEARCH)
HEAD_BYTES, NODE_BYTES = SEARCH.itemsize, NODE.itemsize


@kernel(SEARCHES, MEMORY_ARRAY)
def search_of(memory):
    """Return the SEARCH record of a memory, as an array of one element."""
    return memory[1:].view(np.uint8)[:HEAD_BYTES].view(SEARCH)


@kernel(NODES, MEMORY_ARRAY)
def nodes_of(memory):
    """Return the room for nodes of a memory."""
    behind = memory[1:].view(np.uint8)[HEAD_BYTES:]
    return behind[: len(behind) // NODE_BYTES * NODE_BYTES].view(NODE)


def elements_for(n_nodes: int) -> int:
    """How many elements of MEMORY hold a search of so many nodes."""
    return 1 + -(-(HEAD_BYTES + n_nodes * NODE_BYTES) // MEMORY.itemsize)


__all__ = ["NODE", "SEARCH", "elements_for", "nodes_of", "search_of"]
