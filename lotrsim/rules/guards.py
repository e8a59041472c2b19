"""Guarded objectives: which encounter card guards which objective (Rules, Keywords).

A guard is no attachment: it lies in the staging area, may be engaged or become the active location, and the objective is
free as soon as it has left play.
"""

import numpy as np

from lotrsim.effects.frames import fault
from lotrsim.ids import F_GUARDED, MAX_GUARDED, NONE, STAGING
from lotrsim.kernel import G, T, b1, i8, kernel, void


@kernel(i8, G, i8)
def guard_of(g, objective):
    """Return the encounter card that guards an objective, or NONE."""
    for i in range(np.int64(g["n_guarded"])):
        if g["guarded"][i] == objective:
            return np.int64(g["guard"][i])
    return np.int64(NONE)


@kernel(b1, G, i8)
def is_guard_away(g, objective):
    """The encounter that guards an objective has been engaged or travelled to, and the objective went with it."""
    guard = guard_of(g, objective)
    return guard != NONE and g["zone"][guard] != STAGING


@kernel(b1, G, T, i8)
def is_bound(g, t, card):
    """An encounter guards the card, and all its actions ask that none does: windows pass it over."""
    return g["n_guarded"] > 0 and t["acts_unguarded"][g["face"][card]] != 0 and guard_of(g, card) != NONE


@kernel(i8, G, T)
def n_bound(g, t):
    """Return how many cards in play are bound by their guards."""
    n = np.int64(0)
    for i in range(np.int64(g["n_guarded"])):
        n += np.int64(t["acts_unguarded"][g["face"][g["guarded"][i]]])
    return n


@kernel(void, G, i8, i8)
def set_guard(g, objective, guard):
    """An encounter card guards an objective from now on."""
    n = np.int64(g["n_guarded"])
    if n >= MAX_GUARDED:
        fault(g, F_GUARDED)
        return
    g["guarded"][n] = objective
    g["guard"][n] = guard
    g["n_guarded"] = n + 1


@kernel(void, G, i8)
def end_guard(g, card):
    """A card left its place: what it guarded is free, and nothing guards it."""
    kept = 0
    n = np.int64(g["n_guarded"])
    for i in range(n):
        if g["guarded"][i] != card and g["guard"][i] != card:
            g["guarded"][kept] = g["guarded"][i]
            g["guard"][kept] = g["guard"][i]
            kept += 1
    for i in range(kept, n):
        g["guarded"][i] = 0
        g["guard"][i] = 0
    g["n_guarded"] = kept
