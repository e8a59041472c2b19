"""The prisoner: a hero who is turned facedown, in play but of no use, until he is rescued (Escape from Dol Guldur)."""

import numpy as np

from lotrsim.effects.triggers import emit
from lotrsim.ids import COMMITTED, E_RESCUED, ENGAGED, FACEDOWN, HERO, NONE, PLAY
from lotrsim.kernel import G, T, b1, i8, kernel, void
from lotrsim.rng import below
from lotrsim.rules.damage import deal_damage
from lotrsim.rules.facedown import find_prisoner
from lotrsim.rules.zones import player_of, turn


@kernel(b1, G, T, i8)
def is_hero_in_play(g, t, card):
    """A hero whom a player controls, a prisoner too."""
    return PLAY <= g["zone"][card] < ENGAGED and t["type"][g["face"][card]] == HERO


@kernel(void, G, T)
def take_prisoner(g, t):
    """One hero at random, among all that lie faceup, in ascending number: he is turned facedown."""
    n = np.int64(0)
    for card in range(np.int64(g["n_cards"])):
        if is_hero_in_play(g, t, card) and not g["flags"][card] & FACEDOWN:
            n += 1
    if n == 0:
        return
    place = below(g, n)
    for card in range(np.int64(g["n_cards"])):
        if is_hero_in_play(g, t, card) and not g["flags"][card] & FACEDOWN:
            if place == 0:
                g["flags"][card] &= ~COMMITTED
                turn(g, t, np.int64(card), FACEDOWN)
                g["check"] = 1  # it may have been a player's only hero
                return
            place -= 1


@kernel(void, G, T, i8)
def rescue(g, t, damage):
    """The prisoner is turned faceup with so much damage put on him; then he has been rescued."""
    hero = find_prisoner(g)
    if hero == NONE:
        return
    turn(g, t, hero, 0)
    g["check"] = 1  # the stage may have waited for it
    emit(g, t, E_RESCUED, hero, player_of(g, hero), 0, 0)
    deal_damage(g, t, hero, damage, 0)  # its consequences come first
