"""Flat Monte Carlo: playouts spread over the options of one decision by sequential halving.

The simulations are divided evenly over rounds; in each, the options that are left get equally many, and the worse half
drops out. All options are tried in the same worlds, so that luck is the same for all. With fewer simulations than options
only those are tried that the heuristic likes best.
"""

import numpy as np
from numba import types

from lotrsim.agents.search.layout import P_SIMULATIONS, S, search_of
from lotrsim.agents.search.parts import forget_rewards, merit, note_reward, play_on, reward, score_now, weigh_options
from lotrsim.agents.search.tree import new_seed, sample_world
from lotrsim.ids import PLAYING, WON
from lotrsim.kernel import GAMES, MEMORY_ARRAY, TABLES_ARRAY, M, i8, kernel, void
from lotrsim.rules.flow import apply

ORDER = types.Array(i8, 1, "C")


@kernel(void, GAMES, i8, TABLES_ARRAY, MEMORY_ARRAY, i8)
def try_option(games, i, tables, memory, k):
    """One playout of an option, in the next world."""
    sample_world(games, i, tables, memory)
    s = search_of(memory)[0]
    world = s["world"][0:1]
    g = world[0]
    apply(world, np.int64(0), tables, np.int64(g["legal"][k]))
    play_on(world, tables, memory)
    value = reward(g, tables[0], s)
    note_reward(s, value)
    s["visits"][k] += 1
    s["total"][k] += value
    if g["outcome"] == WON:
        s["wins"][k] += 1.0
        s["score"][k] += np.float64(score_now(g, tables[0]))
    elif g["outcome"] == PLAYING:
        s["wins"][k] += value


@kernel(i8, i8)
def halvings(n):
    """Return how many halvings leave one of n."""
    times = np.int64(0)
    while n > 1:
        n = (n + 1) // 2
        times += 1
    return times


@kernel(void, M, S, ORDER, i8)
def sort_options(m, s, order, n):
    """Sort the first n options of an order by merit, the best first; equal ones keep their places."""
    for a in range(1, n):
        k = order[a]
        value = merit(m, s, k)
        b = a
        while b > 0 and merit(m, s, order[b - 1]) < value:
            order[b] = order[b - 1]
            b -= 1
        order[b] = k


@kernel(i8, GAMES, i8, TABLES_ARRAY, MEMORY_ARRAY)
def search_flat(games, i, tables, memory):
    """Spread the simulations over the options; return the one that is left."""
    s, m = search_of(memory)[0], memory[0]
    n = np.int64(games[i]["n_legal"])
    order = np.arange(n)
    s["seed"] = new_seed(games[i])
    forget_rewards(s)
    weigh_options(games[i], tables[0], m, s)
    sort_options(m, s, order, n)
    budget = m["parameters"][P_SIMULATIONS]
    left = min(n, budget)
    world = np.int64(0)
    while budget > 0 and left > 1:
        rounds = halvings(left)
        each = max(budget // (rounds * left), 1)
        if rounds == 1:
            each = budget // left
        for w in range(each):
            for j in range(left):
                s["iterations"] = world + w
                try_option(games, i, tables, memory, order[j])
        world += each
        budget -= each * left
        sort_options(m, s, order, left)
        left = min((left + 1) // 2, budget)
    return order[0]


__all__ = ["search_flat"]
