"""Words that change cards: the second family of the effect language."""

import numpy as np

from lotrsim.effects.constants import is_unique_in_play
from lotrsim.effects.frames import add_to_set, free_set, new_set
from lotrsim.effects.query import value_of
from lotrsim.effects.references import card_ref, player_ref
from lotrsim.effects.selectors import is_about_tokens, next_match
from lotrsim.ids import (
    ATTACHED,
    BONUS,
    CANNOT_ATTACK,
    COMMITTED,
    ENCOUNTER,
    ENGAGED,
    EVENT,
    EXHAUSTED,
    FOR_ATTACK,
    FRAME_EVENT,
    HAND,
    HERO,
    KIND,
    LIMBO,
    LOCATION,
    NONE,
    OBJECTIVE,
    OP_ADD_RESOURCES,
    OP_ADD_TO_STAGING,
    OP_ATTACH,
    OP_ATTACH_TO_DECK,
    OP_CANNOT_ATTACK,
    OP_DAMAGE,
    OP_DISCARD,
    OP_ENGAGE,
    OP_EXHAUST,
    OP_GIVE_CONTROL,
    OP_HEAL,
    OP_LOOK,
    OP_MODIFY,
    OP_PAY,
    OP_PLAY_CARD,
    OP_PROGRESS,
    OP_PUT_INTO_PLAY,
    OP_READY,
    OP_REMOVE_FROM_GAME,
    OP_SET_ASIDE,
    OP_SET_FLAG,
    OP_SET_X,
    OP_SHUFFLE_INTO_DECK,
    OP_SPEND,
    OP_TO_DECK_BOTTOM,
    OP_TO_DECK_TOP,
    OP_TO_HAND,
    OP_TO_STAGING,
    OP_UNCOMMIT,
    PC,
    PLAY,
    R_DISCARDED,
    R_RETURNED,
    REF_ALL,
    REMOVED,
    ROW_A,
    ROW_B,
    ROW_OP,
    ROW_PLAYER,
    ROW_REF,
    ROW_SELECTOR,
    ROW_VALUE,
    SET_ASIDE,
    SHADOW,
    SOURCE,
    STAGING,
    SUBJECT,
    TARGET,
    YOU,
    X,
)
from lotrsim.kernel import G, T, i8, kernel, void
from lotrsim.rules.damage import add_lasting, deal_damage, finish_damage_of_set, leave_play, put_damage, put_progress, send_back
from lotrsim.rules.entering import attach, engage, enter_play
from lotrsim.rules.payment import cost_of, push_payment
from lotrsim.rules.progress import place_on_location
from lotrsim.rules.zones import (
    can_bear,
    deck_of,
    discard_pile_of,
    is_in_play,
    move,
    move_onto_deck,
    move_to_top,
    player_of,
    shuffle,
)


@kernel(void, G, i8, i8, i8)
def follow_face(g, card, face, copy):
    """A card was shuffled into a deck: the events about it go on speaking of its face, which now lies on another back."""
    here = np.int64(g["zone_first"][g["zone"][card]])
    while g["face"][here] != face or g["copy_no"][here] != copy:
        here = np.int64(g["next_card"][here])
    for f in range(np.int64(g["n_frames"])):
        if g["frames"][f, KIND] == FRAME_EVENT and g["frames"][f, SUBJECT] == card:
            g["frames"][f, SUBJECT] = here


@kernel(void, G, T, i8, i8, i8, i8)
def move_out(g, t, op, card, k, pc):
    """Words that take a card somewhere out of play."""
    if op == OP_DISCARD:
        leave_play(g, t, card, discard_pile_of(g, card), R_DISCARDED)
    elif op == OP_TO_HAND:
        if g["owner"][card] != ENCOUNTER and t["type"][g["face"][card]] != HERO:
            leave_play(g, t, card, HAND + np.int64(g["owner"][card]), R_RETURNED)
    elif op == OP_TO_DECK_TOP:
        leave_play(g, t, card, deck_of(g, card), R_RETURNED)
        if g["zone"][card] == deck_of(g, card):  # not of an eliminated player
            move_to_top(g, t, card, deck_of(g, card))
    elif op == OP_TO_DECK_BOTTOM:
        leave_play(g, t, card, deck_of(g, card), R_RETURNED)
    elif op == OP_SHUFFLE_INTO_DECK:
        face = np.int64(g["face"][card])
        copy = np.int64(g["copy_no"][card])
        leave_play(g, t, card, deck_of(g, card), R_RETURNED)
        shuffle(g, t, deck_of(g, card))
        follow_face(g, card, face, copy)
    elif op == OP_SET_ASIDE:
        leave_play(g, t, card, SET_ASIDE, R_RETURNED)
    else:
        leave_play(g, t, card, REMOVED, R_RETURNED)


@kernel(void, G, T, i8, i8, i8, i8)
def move_in(g, t, op, card, k, pc):
    """Words that bring a card into play or to another place in play."""
    player = player_ref(g, k, np.int64(t["rows"][pc, ROW_PLAYER]))
    if op == OP_TO_STAGING:
        if is_in_play(np.int64(g["zone"][card])) or g["zone"][card] == SHADOW:
            send_back(g, t, card)
    elif op == OP_ADD_TO_STAGING:
        move(g, t, card, STAGING)
    elif op == OP_ENGAGE:
        if player >= 0 and not g["eliminated"][player]:
            engage(g, t, card, player)
    elif op == OP_PUT_INTO_PLAY:
        if player >= 0 and not g["eliminated"][player] and not is_unique_in_play(g, t, np.int64(g["face"][card])):
            if t["type"][g["face"][card]] == HERO:
                player = np.int64(g["owner"][card])
            enter_play(g, t, card, player, 0)
    elif op == OP_GIVE_CONTROL and player >= 0 and not g["eliminated"][player]:
        g["controller"][card] = player
        u = np.int64(g["under"][card])
        while u != NONE:  # what players attached to it goes along
            if g["zone"][u] == ATTACHED and g["controller"][u] != ENCOUNTER:
                g["controller"][u] = player
            u = np.int64(g["next_card"][u])
        if PLAY <= g["zone"][card] < ENGAGED:
            move(g, t, card, PLAY + player)


@kernel(void, G, T, i8, i8, i8, i8)
def change_card(g, t, op, card, k, pc):
    """Words that change a card where it is."""
    row = t["rows"][pc]
    amount = value_of(g, t, k, np.int64(row[ROW_VALUE]))
    if op == OP_READY:
        g["flags"][card] &= ~EXHAUSTED
    elif op == OP_EXHAUST:
        g["flags"][card] |= EXHAUSTED
    elif op == OP_ADD_RESOURCES:
        g["resources"][card] += amount
    elif op == OP_HEAL:
        g["damage"][card] = max(np.int64(g["damage"][card]) - amount, 0)
    elif op == OP_MODIFY:
        if row[ROW_B] == FOR_ATTACK:
            if g["attack_frame"] != NONE:
                g["frames"][g["attack_frame"], BONUS] += amount
        else:
            add_lasting(g, card, np.int64(row[ROW_A]), amount, np.int64(row[ROW_B]))
    elif op == OP_PROGRESS:
        place_on_location(g, t, card, amount)
    elif op == OP_UNCOMMIT:
        g["flags"][card] &= ~COMMITTED
    elif op == OP_SET_FLAG:
        g["flags"][card] |= row[ROW_A]
    elif op == OP_CANNOT_ATTACK:
        player = player_ref(g, k, np.int64(row[ROW_PLAYER]))
        if player >= 0:
            g["flags"][card] |= CANNOT_ATTACK << player
    elif op == OP_LOOK:
        player = player_ref(g, k, np.int64(row[ROW_PLAYER]))
        if player >= 0:
            g["known_by"][card] |= 1 << player


@kernel(void, G, T, i8, i8, i8, i8)
def change(g, t, op, card, k, pc):
    """One card meets one word; what changes a card where it is does nothing to one that has left play."""
    if is_about_tokens(op) and not can_bear(np.int64(g["zone"][card])):
        return
    if op == OP_DISCARD or OP_TO_HAND <= op <= OP_SHUFFLE_INTO_DECK or OP_REMOVE_FROM_GAME <= op <= OP_SET_ASIDE:
        move_out(g, t, op, card, k, pc)
    elif op == OP_DAMAGE:
        deal_damage(g, t, card, value_of(g, t, k, np.int64(t["rows"][pc, ROW_VALUE])), 0)
    elif OP_TO_STAGING <= op <= OP_PUT_INTO_PLAY or op == OP_GIVE_CONTROL:
        move_in(g, t, op, card, k, pc)
    else:
        change_card(g, t, op, card, k, pc)


@kernel(void, G, T, i8, i8)
def put_on_all(g, t, k, pc):
    """Damage or progress of one effect on a set of cards: tokens first, results afterwards."""
    amount = value_of(g, t, k, np.int64(t["rows"][pc, ROW_VALUE]))
    selector = np.int64(t["rows"][pc, ROW_SELECTOR])
    is_damage = t["rows"][pc, ROW_OP] == OP_DAMAGE
    s = new_set(g)
    n = 0
    card = next_match(g, t, k, selector, 0)
    while card != NONE and amount > 0:
        if is_damage:
            add_to_set(g, s, card)
            put_damage(g, t, card, amount)
            n += 1
        elif t["type"][g["face"][card]] == LOCATION:
            add_to_set(g, s, card)
            put_progress(g, card, amount)
            n += 1
        card = next_match(g, t, k, selector, card + 1)
    if n == 0:
        free_set(g, s)
    else:
        finish_damage_of_set(g, t, s, amount)


@kernel(void, G, T, i8, i8)
def change_all(g, t, k, pc):
    """A word about a set: the set is fixed first, then each card meets the word in ascending number."""
    op = np.int64(t["rows"][pc, ROW_OP])
    if op == OP_DAMAGE or op == OP_PROGRESS:
        put_on_all(g, t, k, pc)
        return
    s = new_set(g)
    selector = np.int64(t["rows"][pc, ROW_SELECTOR])
    card = next_match(g, t, k, selector, 0)
    while card != NONE:
        add_to_set(g, s, card)
        card = next_match(g, t, k, selector, card + 1)
    for card in range(np.int64(g["n_cards"])):
        if (np.int64(g["marks"][card]) >> s) & 1:
            change(g, t, op, card, k, pc)
    free_set(g, s)


@kernel(void, G, T, i8, i8)
def pay_and_play(g, t, k, pc):
    """OP_PAY, OP_PLAY_CARD, OP_ATTACH, OP_ATTACH_SELF, OP_ATTACH_TO_DECK: the card itself is played or placed."""
    op = np.int64(t["rows"][pc, ROW_OP])
    card = np.int64(g["frames"][k, SOURCE])
    player = np.int64(g["frames"][k, YOU])
    if op == OP_PAY:
        amount = cost_of(g, t, k)
        if t["type"][g["face"][card]] == EVENT:
            move(g, t, card, LIMBO)
        if amount > 0:
            push_payment(g, t, player, card, amount)
    elif op == OP_PLAY_CARD:
        enter_play(g, t, card, player, 1)
    elif op == OP_ATTACH:
        host = np.int64(g["frames"][k, TARGET])
        if host != NONE:
            if PLAY <= g["zone"][host] < ENGAGED:
                player = player_of(g, host)  # what is played on a character belongs to its controller (FAQ 1.38)
            attach(g, t, card, host, player)
    elif op == OP_ATTACH_TO_DECK:
        move_onto_deck(g, t, card, player_ref(g, k, np.int64(t["rows"][pc, ROW_PLAYER])))
    else:
        host = card_ref(g, k, np.int64(t["rows"][pc, ROW_REF]))
        if host != NONE:
            # a claimed objective is controlled by the player who claimed it (FAQ 1.07)
            is_claimed = t["type"][g["face"][card]] == OBJECTIVE
            attach(g, t, card, host, player_of(g, host) if is_claimed else np.int64(g["owner"][card]))


@kernel(void, G, T, i8, i8, symbol=True)
def run_card_word(g, t, k, pc):
    """One row of this family."""
    row = t["rows"][pc]
    op = np.int64(row[ROW_OP])
    g["frames"][k, PC] = pc + 1
    if op == OP_PAY or op == OP_PLAY_CARD or OP_ATTACH <= op <= OP_ATTACH_TO_DECK:
        pay_and_play(g, t, k, pc)
    elif op == OP_SPEND:
        hero = card_ref(g, k, np.int64(row[ROW_REF]))
        if hero != NONE:
            g["resources"][hero] -= value_of(g, t, k, np.int64(row[ROW_VALUE]))
    elif op == OP_SET_X:
        g["frames"][k, X] = value_of(g, t, k, np.int64(row[ROW_VALUE]))
    elif row[ROW_REF] == REF_ALL:
        change_all(g, t, k, pc)
    else:
        card = card_ref(g, k, np.int64(row[ROW_REF]))
        if card != NONE:
            change(g, t, op, card, k, pc)
