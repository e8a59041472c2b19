"""Paying a card's printed cost from heroes' pools with a sphere match (Rules, Planning, Paying)."""

import numpy as np

from lotrsim.effects.frames import ask, offer, pop, push, take_answer
from lotrsim.effects.references import has_icon
from lotrsim.ids import (
    CURSOR,
    D_PAY,
    FACEDOWN,
    FRAME_PAY,
    HERO,
    NEUTRAL,
    NONE,
    PLAY,
    SOURCE,
    YOU,
    X,
)
from lotrsim.kernel import G, T, b1, i8, kernel, void
from lotrsim.state import COST_X


@kernel(b1, G, T, i8, i8)
def may_pay(g, t, hero, sphere):
    """A hero's pool may pay for a card of the sphere; any hero pays for neutral cards, prisoners pay for nothing."""
    if t["type"][g["face"][hero]] != HERO or g["flags"][hero] & FACEDOWN:
        return False
    return sphere == NEUTRAL or has_icon(g, t, hero, sphere)


@kernel(i8, G, T, i8, i8, i8)
def funds(g, t, player, sphere, first_hero):
    """Return what a player's pools hold for a sphere, pools of heroes below `first_hero` left out; NONE: no such hero."""
    total = np.int64(NONE)
    card = np.int64(g["zone_first"][PLAY + player])
    while card != NONE:
        if card >= first_hero and may_pay(g, t, card, sphere):
            total = max(total, 0) + np.int64(g["resources"][card])
        card = np.int64(g["next_card"][card])
    return total


@kernel(i8, G, T, i8, i8, i8)
def pools_with_resources(g, t, player, sphere, first_hero):
    """Return how many of a player's pools could give one resource for a sphere."""
    n = np.int64(0)
    card = np.int64(g["zone_first"][PLAY + player])
    while card != NONE:
        if card >= first_hero and g["resources"][card] > 0 and may_pay(g, t, card, sphere):
            n += 1
        card = np.int64(g["next_card"][card])
    return n


@kernel(b1, G, T, i8, i8, i8)
def can_pay(g, t, player, face, amount):
    """A player could pay an amount for a card: a card of cost 0 still needs one hero of its sphere."""
    sphere = np.int64(t["sphere"][face])
    if t["pays_from_different"][face]:
        return pools_with_resources(g, t, player, sphere, 0) >= amount
    return funds(g, t, player, sphere, 0) >= amount


@kernel(i8, G, T, i8)
def cost_of(g, t, k):
    """Return the printed cost of the card in frame k, X where it says X."""
    cost = np.int64(t["cost"][g["face"][g["frames"][k, SOURCE]]])
    if cost == COST_X:
        return np.int64(g["frames"][k, X])
    return cost


@kernel(void, G, T, i8, i8, i8)
def push_payment(g, t, player, card, amount):
    """Start paying."""
    k = push(g, FRAME_PAY)
    g["frames"][k, YOU] = player
    g["frames"][k, SOURCE] = card
    g["frames"][k, X] = amount


@kernel(void, G, T, symbol=True)
def run_payment(g, t):
    """FRAME_PAY: resource by resource from pools in ascending number and never back; asked where there is a choice."""
    k = np.int64(g["n_frames"]) - 1
    player = np.int64(g["frames"][k, YOU])
    face = np.int64(g["face"][g["frames"][k, SOURCE]])
    sphere = np.int64(t["sphere"][face])
    different = np.int64(t["pays_from_different"][face])
    answer = take_answer(g)
    if answer != NONE:
        g["resources"][answer] -= 1
        g["frames"][k, X] -= 1
        g["frames"][k, CURSOR] = answer + different
    while g["frames"][k, X] > 0:
        due = np.int64(g["frames"][k, X])
        n = 0
        only = np.int64(NONE)
        hero = np.int64(g["zone_first"][PLAY + player])
        while hero != NONE:
            if hero >= g["frames"][k, CURSOR] and g["resources"][hero] > 0 and may_pay(g, t, hero, sphere):
                enough = pools_with_resources(g, t, player, sphere, hero) if different else funds(g, t, player, sphere, hero)
                if enough >= due:
                    n += 1
                    only = hero
            hero = np.int64(g["next_card"][hero])
        if n == 0:
            break
        if n == 1:
            g["resources"][only] -= 1
            g["frames"][k, X] -= 1
            g["frames"][k, CURSOR] = only + different
            continue
        hero = np.int64(g["zone_first"][PLAY + player])
        while hero != NONE:
            if hero >= g["frames"][k, CURSOR] and g["resources"][hero] > 0 and may_pay(g, t, hero, sphere):
                enough = pools_with_resources(g, t, player, sphere, hero) if different else funds(g, t, player, sphere, hero)
                if enough >= due:
                    offer(g, hero)
            hero = np.int64(g["next_card"][hero])
        ask(g, D_PAY, player, np.int64(g["frames"][k, SOURCE]))
        return
    pop(g)
