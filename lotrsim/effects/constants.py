"""Rules that constants change: for everybody, or for the card that bears them (Rules, Effects: constant)."""

import numpy as np

from lotrsim.effects.query import holds, stand_at, value_of
from lotrsim.ids import (
    A_CONSTANT,
    AB_CONDITION,
    AB_KIND,
    AB_PC,
    AB_TRIGGER,
    C_ALLY_LIMIT,
    CONSTANT_SCRATCH,
    NONE,
    ROW_VALUE,
)
from lotrsim.kernel import G, T, b1, i8, kernel
from lotrsim.rules.facedown import is_inert, is_orc_guard
from lotrsim.rules.zones import is_in_play, next_in_play


@kernel(b1, G, T, i8, i8)
def has_own_rule(g, t, card, trigger):
    """One of a card's constants that change the rule for the card itself holds now, its condition included."""
    face = np.int64(g["face"][card])
    if not (t["triggers"][face] >> trigger) & 1 or is_inert(g, card):
        return False
    first = np.int64(t["first_ability"][face])
    for a in range(first, first + np.int64(t["n_abilities"][face])):
        if t["abilities"][a, AB_TRIGGER] == trigger and t["abilities"][a, AB_KIND] == A_CONSTANT:
            stand_at(g, card)
            if holds(g, t, CONSTANT_SCRATCH, np.int64(t["abilities"][a, AB_CONDITION])):
                return True
    return False


@kernel(b1, G, T, i8)
def rule_holds(g, t, trigger):
    """A card in play changes a rule for everybody (C_NO_DRAW, C_NO_DEFEAT, ...), its condition included."""
    if g["listen"][trigger] == 0:
        return False
    card = next_in_play(g, np.int64(NONE))
    while card != NONE:
        if is_in_play(np.int64(g["zone"][card])) and has_own_rule(g, t, card, trigger):
            return True
        card = next_in_play(g, card)
    return False


@kernel(i8, G, T, i8, i8)
def limit_of(g, t, card, a):
    """Return how many allies an ability of a card still lets the players play this round, NONE if it does not hold now."""
    stand_at(g, card)
    if not holds(g, t, CONSTANT_SCRATCH, np.int64(t["abilities"][a, AB_CONDITION])):
        return np.int64(NONE)
    value = np.int64(t["rows"][np.int64(t["abilities"][a, AB_PC]), ROW_VALUE])
    return max(value_of(g, t, CONSTANT_SCRATCH, value) - np.int64(g["allies_played"]), 0)


@kernel(i8, G, T)
def ally_limit(g, t):
    """Return how many ally cards the players together may still play this round, NONE: any number."""
    left = np.int64(NONE)
    if g["listen"][C_ALLY_LIMIT] == 0:
        return left
    card = next_in_play(g, np.int64(NONE))
    while card != NONE:
        face = np.int64(g["face"][card])
        if (t["triggers"][face] >> C_ALLY_LIMIT) & 1 and is_in_play(np.int64(g["zone"][card])) and not is_inert(g, card):
            first = np.int64(t["first_ability"][face])
            for a in range(first, first + np.int64(t["n_abilities"][face])):
                if t["abilities"][a, AB_TRIGGER] == C_ALLY_LIMIT:
                    here = limit_of(g, t, card, a)
                    if here != NONE:
                        left = here if left == NONE else min(left, here)
        card = next_in_play(g, card)
    return left


@kernel(b1, G, T, i8)
def is_unique_in_play(g, t, face):
    """A unique card of this title is in play already (Rules, unique)."""
    if t["unique"][face] == 0:
        return False
    card = next_in_play(g, np.int64(NONE))
    while card != NONE:
        if t["title"][g["face"][card]] == t["title"][face] and is_in_play(np.int64(g["zone"][card])):
            if t["unique"][g["face"][card]] and not is_orc_guard(g, card):  # which has no title
                return True
        card = next_in_play(g, card)
    return False
