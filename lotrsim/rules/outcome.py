"""Elimination, victory, defeat and the score (Rules, End and score)."""

import numpy as np

from lotrsim.effects.frames import next_player
from lotrsim.ids import (
    ALL_ELIMINATED,
    ATTACHED,
    BY_THREAT,
    DECK,
    ENGAGED,
    FACEDOWN,
    HAND,
    HERO,
    NO_HERO_LEFT,
    NONE,
    ON_DECK,
    PLAY,
    PRISONER_LOST,
    R_DISCARDED,
    THREAT_LIMIT,
    VICTORY,
)
from lotrsim.kernel import G, T, i8, kernel, void
from lotrsim.rules.damage import deepest_under, leave_play, place_for, send_back, wipe
from lotrsim.rules.facedown import prisoner_of
from lotrsim.rules.zones import discard_pile_of, move

UNREACHED_SCORE = 0


@kernel(i8, G, T, i8)
def n_heroes(g, t, player):
    """Return how many heroes a player has alive; a prisoner does not count."""
    n = np.int64(0)
    card = np.int64(g["zone_first"][PLAY + player])
    while card != NONE:
        if t["type"][g["face"][card]] == HERO and not g["flags"][card] & FACEDOWN:
            n += 1
        card = np.int64(g["next_card"][card])
    return n


@kernel(void, G, T, i8, i8)
def empty_zone(g, t, zone, player):
    """An eliminated player's cards of one zone go to their owners' discard piles, with what is attached to them.

    His attachments on other players' characters and encounter cards stay; those of others on his characters are discarded.
    """
    while g["zone_first"][zone] != NONE:
        card = np.int64(g["zone_first"][zone])
        while g["under"][card] != NONE:
            u = deepest_under(g, card)
            move(g, t, u, place_for(g, t, u, discard_pile_of(g, u)))
            wipe(g, u)
            g["controller"][u] = g["owner"][u]
        move(g, t, card, discard_pile_of(g, card))
        wipe(g, card)
        g["controller"][card] = g["owner"][card]


@kernel(void, G, T, i8, i8)
def eliminate(g, t, player, why):
    """A player leaves the game at once; engaged enemies go back to staging with their damage, the token passes on.

    An Orc Guard goes to its owner's discard pile instead. If he controls the prisoner, the group has lost.
    """
    if prisoner_of(g, player) != NONE:
        g["outcome"] = PRISONER_LOST
    g["eliminated"][player] = why
    g["n_alive"] -= 1
    g["threat"][player] = THREAT_LIMIT
    for zone in (HAND, DECK, PLAY):
        empty_zone(g, t, np.int64(zone) + player, player)
    while g["zone_first"][ENGAGED + player] != NONE:
        send_back(g, t, np.int64(g["zone_first"][ENGAGED + player]))
    card = np.int64(g["zone_first"][ATTACHED])
    while card != NONE:  # what is attached to his deck
        after = np.int64(g["next_card"][card])
        if g["host"][card] == ON_DECK - player:
            leave_play(g, t, card, discard_pile_of(g, card), R_DISCARDED)
        card = after
    if g["first_player"] == player and g["n_alive"] > 0:
        g["first_player"] = next_player(g, player)


@kernel(void, G, T, symbol=True)
def check_eliminations(g, t):
    """Eliminate everybody whose threat is 50 or who has no hero left; all eliminated: lost."""
    for p in range(np.int64(g["n_players"])):
        if g["eliminated"][p]:
            continue
        if g["threat"][p] >= THREAT_LIMIT:
            eliminate(g, t, np.int64(p), np.int64(BY_THREAT))
        elif n_heroes(g, t, np.int64(p)) == 0:
            eliminate(g, t, np.int64(p), np.int64(NO_HERO_LEFT))
    if g["n_alive"] == 0 and g["outcome"] != PRISONER_LOST:
        g["outcome"] = ALL_ELIMINATED


@kernel(i8, G, T, i8)
def dead_hero_costs(g, t, player):
    """Return the threat costs of a player's heroes that are not in play."""
    total = np.int64(0)
    for card in range(np.int64(g["n_cards"])):
        if g["owner"][card] == player and t["type"][g["face"][card]] == HERO:
            if not PLAY <= g["zone"][card] < ENGAGED:
                total += np.int64(t["threat_cost"][g["face"][card]])
    return total


@kernel(i8, G, T)
def damage_on_heroes(g, t):
    """Return the damage on surviving heroes."""
    total = np.int64(0)
    for p in range(np.int64(g["n_players"])):
        card = np.int64(g["zone_first"][PLAY + p])
        while card != NONE:
            if t["type"][g["face"][card]] == HERO:
                total += np.int64(g["damage"][card])
            card = np.int64(g["next_card"][card])
    return total


@kernel(i8, G, T)
def victory_points(g, t):
    """Return the points of the victory display."""
    total = np.int64(0)
    card = np.int64(g["zone_first"][VICTORY])
    while card != NONE:
        total += np.int64(t["victory"][g["face"][card]])
        card = np.int64(g["next_card"][card])
    return total


@kernel(i8, i8, i8, i8, i8, i8)
def score_of(threat, dead_heroes, damage, rounds, points):
    """Return the score: threat + cost of dead heroes + damage + 10 x rounds completed - victory points; low is good."""
    return threat + dead_heroes + damage + 10 * rounds - points
