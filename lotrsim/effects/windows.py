"""Action windows: FRAME_WINDOW lets players act, from the first player on, until all pass in a row."""

import numpy as np

from lotrsim.effects.choices import offer_card_unsorted
from lotrsim.effects.frames import (
    ask,
    fault,
    offer,
    player_at,
    pop,
    push,
    restart,
    take_answer,
)
from lotrsim.effects.machine import push_ability
from lotrsim.effects.trial import can_act
from lotrsim.ids import (
    A_ACTION,
    A_PLAY,
    AB_KIND,
    ACTIVE,
    ATTACHED,
    AUX,
    CURSOR,
    D_ABILITY,
    D_ACTION,
    EFFECT_0,
    ENGAGED,
    F_WINDOW_ACTIONS,
    FRAME_WINDOW,
    HAND,
    L_ACTIONS,
    MAX_WINDOW_ACTIONS,
    NONE,
    PASS,
    PASSES,
    PLAY,
    QUEST,
    STAGING,
    YOU,
    X,
)
from lotrsim.kernel import G, T, b1, i8, kernel, void
from lotrsim.rules.facedown import is_inert
from lotrsim.rules.guards import is_bound, n_bound


@kernel(void, G, i8)
def push_window(g, planner):
    """Open an action window; `planner`: the player who may also play allies and attachments in it, or NONE."""
    k = push(g, FRAME_WINDOW)
    g["frames"][k, YOU] = planner


@kernel(i8, G, T, i8, i8, i8, i8)
def action_of(g, t, card, player, planner, skip):
    """Return the card's ability that a player may use in a window, after `skip` others, or NONE."""
    face = np.int64(g["face"][card])
    if not t["kinds"][face] & (1 << A_ACTION | 1 << A_PLAY) or is_inert(g, card):
        return np.int64(NONE)
    first = np.int64(t["first_ability"][face])
    left = skip
    for a in range(first, first + np.int64(t["n_abilities"][face])):
        kind = np.int64(t["abilities"][a, AB_KIND])
        if (kind == A_ACTION or kind == A_PLAY) and can_act(g, t, card, a, player, planner):
            if left == 0:
                return np.int64(a)
            left -= 1
    return np.int64(NONE)


@kernel(void, G, T, i8, i8)
def offer_hand(g, t, player, planner):
    """Offer what a player may do with the cards of his hand; what costs more than all his pools hold is passed over."""
    wanted = 1 << A_ACTION
    if player == planner:
        wanted |= 1 << A_PLAY
    purse = np.int64(0)
    card = np.int64(g["zone_first"][PLAY + player])
    while card != NONE:
        purse += np.int64(g["resources"][card])
        card = np.int64(g["next_card"][card])
    card = np.int64(g["zone_first"][HAND + player])
    while card != NONE:
        face = np.int64(g["face"][card])
        if t["kinds"][face] & wanted and t["cost"][face] <= purse:
            if action_of(g, t, card, player, planner, 0) != NONE:
                offer_card_unsorted(g, t, card)
        card = np.int64(g["next_card"][card])


@kernel(void, G, T, i8, i8)
def offer_in_play(g, t, first_card, player):
    """Offer what a player may use of the cards of one list and of what is attached to them."""
    card = first_card
    while card != NONE:
        if (np.int64(t["kinds"][g["face"][card]]) >> A_ACTION) & 1 and not is_bound(g, t, card):
            if action_of(g, t, card, player, NONE, 0) != NONE:
                offer_card_unsorted(g, t, card)
        u = np.int64(g["under"][card])
        while u != NONE:
            if (np.int64(t["kinds"][g["face"][u]]) >> A_ACTION) & 1 and g["zone"][u] == ATTACHED:
                if action_of(g, t, u, player, NONE, 0) != NONE:
                    offer_card_unsorted(g, t, u)
            u = np.int64(g["next_card"][u])
        card = np.int64(g["next_card"][card])


@kernel(b1, G, T, i8, i8)
def offer_window(g, t, player, planner):
    """Offer all that a player may do in a window; True if there is anything."""
    offer_hand(g, t, player, planner)
    if g["listen"][L_ACTIONS] == n_bound(g, t):
        return g["n_legal"] > 0
    for p in range(np.int64(g["n_players"])):
        offer_in_play(g, t, np.int64(g["zone_first"][PLAY + p]), player)
        offer_in_play(g, t, np.int64(g["zone_first"][ENGAGED + p]), player)
    for zone in (STAGING, ACTIVE, QUEST):
        offer_in_play(g, t, np.int64(g["zone_first"][zone]), player)
    return g["n_legal"] > 0


@kernel(b1, G, T, i8)
def answer_window(g, t, k):
    """Take the answer of an action window; True when an ability was started or another question is due."""
    answer = take_answer(g)
    planner = np.int64(g["frames"][k, YOU])
    player = player_at(g, k)
    if answer == PASS:
        g["frames"][k, PASSES] += 1
        g["frames"][k, CURSOR] = (np.int64(g["frames"][k, CURSOR]) + 1) % np.int64(g["n_players"])
        return False
    if answer >= EFFECT_0:
        card = np.int64(g["frames"][k, AUX])
        a = action_of(g, t, card, player, planner, answer - EFFECT_0)
    else:
        card = answer
        if action_of(g, t, card, player, planner, 1) != NONE:
            g["frames"][k, AUX] = card
            i = 0
            while action_of(g, t, card, player, planner, i) != NONE:
                offer(g, EFFECT_0 + i)
                i += 1
            ask(g, D_ABILITY, player, card)
            return True
        a = action_of(g, t, card, player, planner, 0)
    restart(g, k)
    g["frames"][k, X] += 1
    if g["frames"][k, X] > MAX_WINDOW_ACTIONS:
        fault(g, F_WINDOW_ACTIONS)
        return True
    push_ability(g, t, card, a, player)
    return True


@kernel(void, G, T, symbol=True)
def run_window(g, t):
    """FRAME_WINDOW: from the first player clockwise, again from him after each action, until all pass in a row."""
    k = np.int64(g["n_frames"]) - 1
    if g["answer"] != NONE and answer_window(g, t, k):
        return
    planner = np.int64(g["frames"][k, YOU])
    while g["frames"][k, PASSES] < g["n_players"]:
        player = player_at(g, k)
        if not g["eliminated"][player] and offer_window(g, t, player, planner):
            offer(g, PASS)
            ask(g, D_ACTION, player, planner)
            return
        g["frames"][k, PASSES] += 1
        g["frames"][k, CURSOR] = (np.int64(g["frames"][k, CURSOR]) + 1) % np.int64(g["n_players"])
    pop(g)
