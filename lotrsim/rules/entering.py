"""Entering play and changing places in play: characters, attachments, engaged enemies, Orc Guards; and drawing cards."""

import numpy as np

from lotrsim.effects.constants import rule_holds
from lotrsim.effects.frames import push
from lotrsim.effects.references import has_rule
from lotrsim.effects.triggers import emit
from lotrsim.ids import (
    ABILITY,
    ALLY,
    ATTACHED,
    C_NO_DRAW,
    C_REPLACES_DRAW,
    COST,
    DECK,
    E_ENGAGES,
    E_ENTERS_PLAY,
    ENCOUNTER,
    ENGAGED,
    FACEDOWN,
    FRAME_EFFECT,
    HAND,
    NONE,
    OBJECTIVE,
    ON_DECK,
    PC,
    PLAY,
    R_DISCARDED,
    REF_SELF,
    RESTRICTED,
    SOURCE,
    TARGET,
    YOU,
)
from lotrsim.kernel import G, T, b1, i8, kernel, void
from lotrsim.rules.damage import leave_play
from lotrsim.rules.zones import discard_pile_of, is_in_play, move, move_under, player_of


@kernel(void, G, T, i8, i8, i8)
def enter_play(g, t, card, player, played):
    """A character enters play under a player's control; `played` 1: played from hand, 0: put into play."""
    g["controller"][card] = player
    if played == 1 and t["type"][g["face"][card]] == ALLY:
        g["allies_played"] += 1
    move(g, t, card, PLAY + player)
    emit(g, t, E_ENTERS_PLAY, card, player, 2 - played, 0)


@kernel(i8, G, T, i8)
def n_restricted(g, t, host):
    """Return how many Restricted cards are attached to a card."""
    n = np.int64(0)
    u = np.int64(g["under"][host])
    while u != NONE:
        if g["zone"][u] == ATTACHED and t["keywords"][g["face"][u]] & RESTRICTED:
            n += 1
        u = np.int64(g["next_card"][u])
    return n


@kernel(void, G, T, i8, i8, i8)
def attach(g, t, card, host, player):
    """An attachment is attached; a third Restricted one forces its host's controller to discard one of them."""
    if not is_in_play(np.int64(g["zone"][host])):
        return  # the price of attaching it cost the host its place
    was_in_play = is_in_play(np.int64(g["zone"][card]))
    g["controller"][card] = player
    move_under(g, t, card, host, ATTACHED)
    if not was_in_play:
        emit(g, t, E_ENTERS_PLAY, card, player, 1, 0)
    if t["type"][g["face"][card]] == OBJECTIVE:
        g["check"] = 1  # the stage may have waited for it
    if t["keywords"][g["face"][card]] & RESTRICTED and n_restricted(g, t, host) > 2:
        k = push(g, FRAME_EFFECT)
        g["frames"][k, SOURCE] = host
        g["frames"][k, YOU] = player_of(g, host)
        g["frames"][k, ABILITY] = NONE
        g["frames"][k, PC] = np.int64(t["restricted_pc"])
        g["frames"][k, TARGET] = NONE
        g["frames"][k, COST] = NONE


@kernel(void, G, T, i8, i8)
def engage(g, t, enemy, player):
    """An enemy engages a player (engaging is being engaged)."""
    move(g, t, enemy, ENGAGED + player)
    emit(g, t, E_ENGAGES, enemy, player, 0, 0)


@kernel(void, G, T, i8)
def place_orc_guard(g, t, player):
    """The top card of a player's deck, unseen, becomes an enemy engaged with him; an empty deck gives none."""
    card = np.int64(g["zone_first"][DECK + player])
    if card != NONE:
        g["flags"][card] = FACEDOWN
        g["controller"][card] = ENCOUNTER
        engage(g, t, card, player)


# ---------------------------------------------------------------- drawing


@kernel(b1, G, T, i8)
def draw_card(g, t, player):
    """A player draws a card; an empty deck gives none."""
    card = np.int64(g["zone_first"][DECK + player])
    if card == NONE:
        return False
    move(g, t, card, HAND + player)
    return True


@kernel(i8, G, T, i8)
def draw_replacement(g, t, player):
    """Return the card on a player's deck that is discarded instead of his next draw, or NONE."""
    if g["listen"][C_REPLACES_DRAW] > 0:
        card = np.int64(g["zone_first"][ATTACHED])
        while card != NONE:
            if g["host"][card] == ON_DECK - player and has_rule(g, t, card, C_REPLACES_DRAW, REF_SELF):
                return card
            card = np.int64(g["next_card"][card])
    return np.int64(NONE)


@kernel(void, G, T, i8, i8)
def draw(g, t, player, amount):
    """One effect or framework step lets a player draw: "cannot" first, then what replaces the whole draw, then the cards."""
    if amount <= 0 or g["zone_first"][DECK + player] == NONE or rule_holds(g, t, C_NO_DRAW):
        return
    replacement = draw_replacement(g, t, player)
    if replacement != NONE:
        leave_play(g, t, replacement, discard_pile_of(g, replacement), R_DISCARDED)
        return
    for _ in range(amount):
        draw_card(g, t, player)
