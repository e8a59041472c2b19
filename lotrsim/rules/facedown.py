"""Facedown cards in play: Orc Guards, which are enemies, and the prisoner, a hero who is of no use until he is rescued."""

import numpy as np

from lotrsim.ids import ENEMY, ENGAGED, FACEDOWN, NONE, PLAY, STAGING
from lotrsim.kernel import G, T, b1, i8, kernel


@kernel(b1, G, i8)
def is_orc_guard(g, card):
    """The card lies facedown, engaged with a player: an enemy without title, traits, text and printed numbers."""
    return g["flags"][card] & FACEDOWN != 0 and ENGAGED <= g["zone"][card] < STAGING


@kernel(i8, G, T, i8)
def kind_of(g, t, card):
    """Return a card's type as it lies: an Orc Guard is an enemy."""
    if is_orc_guard(g, card):
        return np.int64(ENEMY)
    return np.int64(t["type"][g["face"][card]])


@kernel(b1, G, i8)
def is_inert(g, card):
    """A facedown card in play has no text (Orc Guards, the prisoner), nor has what is attached to the prisoner."""
    if g["flags"][card] & FACEDOWN:
        return True
    host = np.int64(g["host"][card])
    return host >= 0 and g["flags"][host] & FACEDOWN != 0 and PLAY <= g["zone"][host] < ENGAGED


@kernel(i8, G, i8)
def prisoner_of(g, player):
    """Return the hero whom a player controls and who is held prisoner, or NONE: only heroes lie facedown in play areas."""
    card = np.int64(g["zone_first"][PLAY + player])
    while card != NONE and not g["flags"][card] & FACEDOWN:
        card = np.int64(g["next_card"][card])
    return card


@kernel(i8, G)
def find_prisoner(g):
    """Return the prisoner, of whatever player, or NONE."""
    for player in range(np.int64(g["n_players"])):
        card = prisoner_of(g, np.int64(player))
        if card != NONE:
            return card
    return np.int64(NONE)
