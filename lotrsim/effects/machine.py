"""The interpreter: FRAME_EFFECT runs an ability's rows, FRAME_EVENT lets abilities react."""

import numpy as np
from numba import types

from lotrsim.effects.card_words import run_card_word
from lotrsim.effects.choices import offer_card, run_choice
from lotrsim.effects.frames import (
    add_to_set,
    ask,
    clear_decision,
    drop_from_set,
    in_set,
    is_over,
    new_set,
    offer,
    player_at,
    pop,
    push,
    restart,
    take_answer,
)
from lotrsim.effects.table_words import run_table_word
from lotrsim.effects.trial import can_use_now, clear_scratch
from lotrsim.effects.triggers import is_triggered
from lotrsim.ids import (
    A_FORCED,
    A_PASSIVE,
    A_RESPONSE,
    AB_KIND,
    AB_LIMIT,
    AB_PC,
    AB_PERIOD,
    AB_TRIGGER,
    ABILITY,
    AUX,
    CHOSEN,
    COST,
    CURSOR,
    D_ABILITY,
    D_ORDER,
    D_RESPONSE,
    EFFECT_0,
    EVENT,
    EVENT_ID,
    EVENT_PLAYER,
    FRAME_EFFECT,
    LIMBO,
    NONE,
    OP_END,
    OP_LOOK,
    OP_NEXT,
    OP_ORDER_TOP,
    OP_QUEST_PROGRESS,
    OP_REMOVE_PROGRESS,
    OTHER,
    PASS,
    PASSES,
    PC,
    PER_PHASE,
    PER_PLAYER_ROUND,
    ROW_OP,
    SCRATCH,
    SET,
    SOURCE,
    STEP,
    SUBJECT,
    SUBJECTS,
    TARGET,
    VALUE,
    YOU,
)
from lotrsim.kernel import G, T, b1, i8, kernel, void
from lotrsim.rules.facedown import is_inert
from lotrsim.rules.zones import discard_pile_of, move, player_of

PAIR = types.UniTuple(i8, 2)

# ---------------------------------------------------------------- effects


@kernel(i8, G, T, i8, i8)
def push_program(g, t, card, program):
    """Start a program of a card that no ability stands for (a delayed effect)."""
    k = push(g, FRAME_EFFECT)
    g["frames"][k, SOURCE] = card
    g["frames"][k, ABILITY] = NONE
    g["frames"][k, PC] = program
    g["frames"][k, TARGET] = NONE
    g["frames"][k, COST] = NONE
    g["frames"][k, CHOSEN] = NONE
    g["frames"][k, SUBJECT] = NONE
    g["frames"][k, EVENT_PLAYER] = NONE
    return k


@kernel(i8, G, T, i8, i8, i8)
def push_ability(g, t, card, a, player):
    """Start an ability; its limit counts from now on."""
    k = push_program(g, t, card, np.int64(t["abilities"][a, AB_PC]))
    g["frames"][k, ABILITY] = a
    g["frames"][k, YOU] = player
    if t["abilities"][a, AB_LIMIT] > 0:
        period = np.int64(t["abilities"][a, AB_PERIOD])
        if period == PER_PHASE:
            g["used_phase"][card] += 1
        elif period == PER_PLAYER_ROUND:
            g["used_round"][card] |= 1 << player
        else:
            g["used_round"][card] += 1
    return k


@kernel(void, G, T, i8, i8, i8)
def run_kind(g, t, card, kind, player):
    """Start the card's ability of a kind that has no trigger: when revealed, shadow, travel, setup."""
    face = np.int64(g["face"][card])
    first = np.int64(t["first_ability"][face])
    for a in range(first, first + np.int64(t["n_abilities"][face])):
        if t["abilities"][a, AB_KIND] == kind:
            push_ability(g, t, card, a, player)
            return


@kernel(void, G, T, symbol=True)
def run_effect(g, t):
    """FRAME_EFFECT: rows run until one asks, starts something that must be over first, or ends the game."""
    k = np.int64(g["n_frames"]) - 1
    while True:
        pc = np.int64(g["frames"][k, PC])
        op = np.int64(t["rows"][pc, ROW_OP])
        if op == OP_END:
            card = np.int64(g["frames"][k, SOURCE])
            ability = np.int64(g["frames"][k, ABILITY])
            pop(g)
            if card == g["stage"]:
                g["check"] = 1  # a stage that is won by its own text waits for what it does when it is revealed
            if ability != NONE and g["zone"][card] == LIMBO and t["type"][g["face"][card]] == EVENT:
                move(g, t, card, discard_pile_of(g, card))
            return
        if op <= OP_NEXT or op == OP_ORDER_TOP:
            run_choice(g, t, k, pc)
        elif op <= OP_LOOK and op != OP_QUEST_PROGRESS and op != OP_REMOVE_PROGRESS:
            run_card_word(g, t, k, pc)
        else:
            run_table_word(g, t, k, pc)
        if g["n_legal"] > 0 or g["n_frames"] != k + 1 or g["check"] or is_over(g):
            return


# ---------------------------------------------------------------- events


@kernel(i8, G, T, i8, i8, i8, i8, i8)
def reacting_ability(g, t, k, card, kinds, player, skip):
    """Return the card's reacting ability after `skip` others, or NONE."""
    face = np.int64(g["face"][card])
    if not (t["triggers"][face] >> np.int64(g["frames"][k, EVENT_ID])) & 1 or is_inert(g, card):
        return np.int64(NONE)
    first = np.int64(t["first_ability"][face])
    left = skip
    for a in range(first, first + np.int64(t["n_abilities"][face])):
        kind = np.int64(t["abilities"][a, AB_KIND])
        if not (kinds >> kind) & 1:
            continue
        clear_scratch(g)
        if not is_triggered(g, t, k, a, card, SCRATCH):
            continue
        if kind == A_RESPONSE and not can_use_now(g, t, card, a, player):
            continue
        if left == 0:
            return np.int64(a)
        left -= 1
    return np.int64(NONE)


@kernel(b1, G, T, i8, i8, i8, i8)
def reacts(g, t, k, card, kinds, player):
    """The card has an ability of the kinds (bits) that reacts to the event in frame k and, a response, that may be used."""
    return reacting_ability(g, t, k, card, kinds, player, 0) != NONE


@kernel(void, G, T, i8, i8, i8, i8)
def start_reaction(g, t, k, card, a, player):
    """Start an ability with what the event says; a forced effect of nobody's card is directed by the first player."""
    event_player = np.int64(g["frames"][k, EVENT_PLAYER])
    you = player
    if you < 0:
        you = player_of(g, card)
    if you < 0 and g["frames"][k, SUBJECT] == card and event_player >= 0:
        you = event_player
    if you < 0:
        you = np.int64(g["first_player"])
    f = push_ability(g, t, card, a, you)
    for slot in (EVENT_ID, SUBJECT, EVENT_PLAYER, VALUE, OTHER, SUBJECTS):
        g["frames"][f, slot] = g["frames"][k, slot]


@kernel(PAIR, G, i8)
def hearers(g, k):
    """Return the range of cards among which an event can be heard: its subject alone where nobody else listens."""
    subject = np.int64(g["frames"][k, SUBJECT])
    if subject != NONE and g["frames"][k, SUBJECTS] == NONE and g["listen"][g["frames"][k, EVENT_ID]] == 0:
        return subject, subject + 1
    return np.int64(0), np.int64(g["n_cards"])


@kernel(b1, G, T, i8, i8)
def collect(g, t, k, kinds):
    """Note in the frame's set the cards whose abilities of the kinds react now; False when there is none."""
    s = np.int64(g["frames"][k, SET])
    bit = 1 << np.int64(g["frames"][k, EVENT_ID])
    found = False
    first, last = hearers(g, k)
    for card in range(first, last):
        if t["triggers"][g["face"][card]] & bit and reacts(g, t, k, card, kinds, NONE):
            add_to_set(g, s, card)
            found = True
    return found


@kernel(i8, G, T, i8, i8, i8)
def n_reactions(g, t, k, card, kind):
    """Return how many abilities of a kind a card has for the event in frame k."""
    face = np.int64(g["face"][card])
    first = np.int64(t["first_ability"][face])
    n = np.int64(0)
    for a in range(first, first + np.int64(t["n_abilities"][face])):
        if t["abilities"][a, AB_KIND] == kind and t["abilities"][a, AB_TRIGGER] == g["frames"][k, EVENT_ID]:
            n += 1
    return n


@kernel(b1, G, T, i8, i8)
def run_collected(g, t, k, kind):
    """Start the next effect among those collected, the first player ordering several; False when none is left."""
    s = np.int64(g["frames"][k, SET])
    card = take_answer(g)
    if card == NONE:
        for c in range(np.int64(g["n_cards"])):
            if in_set(g, s, c):
                offer_card(g, t, c)
        if g["n_legal"] == 0:
            return False
        if g["n_legal"] > 1:
            ask(g, D_ORDER, np.int64(g["first_player"]), NONE)
            return True
        card = np.int64(g["legal"][0])
        clear_decision(g)
    drop_from_set(g, s, card)
    face = np.int64(g["face"][card])
    first = np.int64(t["first_ability"][face])
    alone = n_reactions(g, t, k, card, kind) == 1  # then it was triggered when it was collected
    # started in the opposite order, so that they run in the printed one
    for a in range(first + np.int64(t["n_abilities"][face]) - 1, first - 1, -1):
        if t["abilities"][a, AB_KIND] == kind and t["abilities"][a, AB_TRIGGER] == g["frames"][k, EVENT_ID]:
            clear_scratch(g)
            if alone or is_triggered(g, t, k, a, card, SCRATCH):
                start_reaction(g, t, k, card, a, NONE)
    return True


@kernel(b1, G, T, i8, i8)
def offer_responses(g, t, k, player):
    """Offer the responses that a player may use and that were not used to this trigger; True if there is one."""
    s = np.int64(g["frames"][k, SET])
    first, last = hearers(g, k)
    for card in range(first, last):
        if (t["triggers"][g["face"][card]] >> np.int64(g["frames"][k, EVENT_ID])) & 1 and not in_set(g, s, card):
            if reacts(g, t, k, card, 1 << A_RESPONSE, player):
                offer_card(g, t, card)
    return g["n_legal"] > 0


@kernel(b1, G, T, i8)
def answer_response(g, t, k):
    """Take the answer of a response window; True when an effect was started or another question is due."""
    answer = take_answer(g)
    player = player_at(g, k)
    if answer == PASS:
        g["frames"][k, PASSES] += 1
        g["frames"][k, CURSOR] = (np.int64(g["frames"][k, CURSOR]) + 1) % np.int64(g["n_players"])
        return False
    if answer >= EFFECT_0:
        card = np.int64(g["frames"][k, AUX])
        a = reacting_ability(g, t, k, card, 1 << A_RESPONSE, player, answer - EFFECT_0)
    else:
        card = answer
        if reacting_ability(g, t, k, card, 1 << A_RESPONSE, player, 1) != NONE:
            g["frames"][k, AUX] = card
            i = 0
            while reacting_ability(g, t, k, card, 1 << A_RESPONSE, player, i) != NONE:
                offer(g, EFFECT_0 + i)
                i += 1
            ask(g, D_ABILITY, player, card)
            return True
        a = reacting_ability(g, t, k, card, 1 << A_RESPONSE, player, 0)
    restart(g, k)
    add_to_set(g, np.int64(g["frames"][k, SET]), card)
    if a != NONE:
        start_reaction(g, t, k, card, a, player)
    return True


@kernel(void, G, T, symbol=True)
def run_event(g, t):
    """FRAME_EVENT: passive effects, forced effects, then responses from the first player on until all pass in a row."""
    k = np.int64(g["n_frames"]) - 1
    found = True  # cards may have been collected in an earlier step
    if g["frames"][k, STEP] == 0:
        g["frames"][k, SET] = new_set(g)
        g["frames"][k, STEP] = 1
        found = collect(g, t, k, 1 << A_PASSIVE)
    if g["frames"][k, STEP] == 1:
        if found and run_collected(g, t, k, A_PASSIVE):
            return
        g["frames"][k, STEP] = 2
        found = collect(g, t, k, 1 << A_FORCED)
    if g["frames"][k, STEP] == 2:
        if found and run_collected(g, t, k, A_FORCED):
            return
        g["frames"][k, STEP] = 3
    if g["answer"] != NONE and answer_response(g, t, k):
        return
    while g["frames"][k, PASSES] < g["n_players"]:
        player = player_at(g, k)
        if not g["eliminated"][player] and offer_responses(g, t, k, player):
            offer(g, PASS)
            ask(g, D_RESPONSE, player, np.int64(g["frames"][k, SUBJECT]))
            return
        g["frames"][k, PASSES] += 1
        g["frames"][k, CURSOR] = (np.int64(g["frames"][k, CURSOR]) + 1) % np.int64(g["n_players"])
    pop(g)
