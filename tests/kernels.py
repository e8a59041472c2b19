"""Kernels that only tests use: random games under watch, compiled or plain."""

import numpy as np

from lotrsim.checks import errors_of
from lotrsim.effects.frames import push
from lotrsim.ids import FRAME_SETUP, PLAYING
from lotrsim.kernel import GAMES, TABLES_ARRAY, G, T, i8, kernel, void
from lotrsim.rng import agent_below, seed_game
from lotrsim.rules.flow import advance_one, take
from lotrsim.rules.zones import recount_listeners


@kernel(void, G, T, i8, i8)
def begin(g, t, seed, index):
    """Seed a laid-out game without taking a step, unlike `start_game`."""
    seed_game(g, seed, index)
    recount_listeners(g, t)
    push(g, FRAME_SETUP)


@kernel(void, G)
def take_random(g):
    """Take one of the legal actions, drawn with the agents' generator."""
    action = np.int64(g["legal"][agent_below(g, np.int64(g["n_legal"]))])
    g["n_decisions"] += 1
    take(g, action)


@kernel(i8, GAMES, TABLES_ARRAY, i8, i8, i8, i8[::1])
def first_errors(games, tables, seed, first, last, report):
    """Play games first..last-1 of a seed, each from the template in games[0] in the scratch games[1], checking every step.

    Returns how many steps were taken. `report`: flags, game, step of the first that breaks an invariant (0: none).
    """
    t = tables[0]
    steps = 0
    for index in range(first, last):
        games[1:2] = games[0:1]
        g = games[1]
        begin(g, t, seed, np.int64(index))
        step = 0
        while g["outcome"] == PLAYING:
            if g["n_legal"] > 0:
                take_random(g)
            else:
                advance_one(g, t)
            step += 1
            flags = errors_of(g, t)
            if flags:
                report[0], report[1], report[2] = flags, index, step
                return np.int64(steps + step)
        steps += step
    return np.int64(steps)
