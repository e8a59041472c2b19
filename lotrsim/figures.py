"""The numbers that people want to see beside the cards: statistics as they are now, and the sums of the quest."""

from __future__ import annotations

import numpy as np
from numba import types

from lotrsim.cards.tables import tables
from lotrsim.effects.query import stat
from lotrsim.ids import MAX_CARDS, N_STATS
from lotrsim.kernel import GAMES, TABLES_ARRAY, i8, kernel, void
from lotrsim.rules.quest import committed_willpower, staging_threat
from lotrsim.rules.zones import is_in_play

FIGURES = types.Array(i8, 2, "C")
QUEST_WILLPOWER, QUEST_THREAT = 0, 1  # columns of the last row


@kernel(void, GAMES, i8, TABLES_ARRAY, FIGURES)
def fill_figures(games, i, tables, out):
    """out[c, s] is statistic s of card c in play; the last row: committed willpower, threat in staging."""
    g = games[i]
    t = tables[0]
    for c in range(np.int64(g["n_cards"])):
        if is_in_play(np.int64(g["zone"][c])):
            for s in range(N_STATS):
                out[c, s] = stat(g, t, np.int64(c), np.int64(s))
    out[MAX_CARDS, QUEST_WILLPOWER] = committed_willpower(g, t)
    out[MAX_CARDS, QUEST_THREAT] = staging_threat(g, t)


def figures(games: np.ndarray) -> np.ndarray:
    """The numbers of the first game of an array: int64, shape (MAX_CARDS + 1, N_STATS). The game is not touched."""
    out = np.zeros((MAX_CARDS + 1, N_STATS), np.int64)
    fill_figures(games[:1].copy(), 0, tables(), out)
    return out
