"""Words that let a player choose, and words that steer: the first family of the effect language."""

import numpy as np

from lotrsim.effects.frames import ask, next_in_loop, offer, take_answer
from lotrsim.effects.query import holds, value_of
from lotrsim.effects.references import is_under_attack, player_ref
from lotrsim.effects.selectors import next_match
from lotrsim.effects.trial import copy_to_scratch, highest_x, may_be_chosen, possible
from lotrsim.ids import (
    AUX,
    CHOSEN,
    COST,
    D_COST_CARD,
    D_MAY,
    D_MODE,
    D_NUMBER,
    D_ORDER,
    D_PLAYER,
    D_TARGET,
    DECK,
    FACEDOWN,
    MAX_CARDS,
    MODE,
    MODE_0,
    NO,
    NONE,
    NUMBER_0,
    OP_CHOOSE,
    OP_CHOOSE_MODE,
    OP_CHOOSE_PLAYER,
    OP_CHOOSE_X,
    OP_EACH_PLAYER,
    OP_IF,
    OP_JUMP,
    OP_MAY,
    OP_ORDER_TOP,
    OP_REPEAT,
    PASSES,
    PC,
    PLAY,
    PLAYER_0,
    ROW_A,
    ROW_COST,
    ROW_OP,
    ROW_PLAYER,
    ROW_SELECTOR,
    ROW_VALUE,
    SCRATCH,
    SOURCE,
    START,
    YES,
    X,
)
from lotrsim.kernel import G, T, b1, i8, kernel, void


@kernel(b1, G, i8, i8)
def has_equal_effects(g, c, d):
    """The same lasting effects lie on two cards, and no delayed effect waits for either."""
    for i in range(np.int64(g["n_lasting"])):
        if g["lasting_card"][i] != c and g["lasting_card"][i] != d:
            continue
        other = d if g["lasting_card"][i] == c else c
        found = False
        for j in range(np.int64(g["n_lasting"])):
            if (
                g["lasting_card"][j] == other
                and g["lasting_stat"][j] == g["lasting_stat"][i]
                and g["lasting_value"][j] == g["lasting_value"][i]
                and g["lasting_until"][j] == g["lasting_until"][i]
            ):
                found = True
        if not found:
            return False
    for i in range(np.int64(g["n_delayed"])):
        for column in range(2, 4):
            if g["delayed"][i, column] == c or g["delayed"][i, column] == d:
                return False
    return True


@kernel(i8, G, T, i8, i8, symbol=True)
def looks_alike(g, t, c, d):
    """A chooser cannot tell two cards apart. Asked through `is_alike`.

    In a deck that is looked at, places differ only if the order is known; there equal faces are alike, since what follows
    a search is a shuffle, and what follows a look is an order of faces.
    """
    if g["zone"][c] != g["zone"][d] or g["host"][c] != g["host"][d] or g["flags"][c] != g["flags"][d]:
        return False
    if g["known_by"][c] != g["known_by"][d] or g["roles"][c] != g["roles"][d]:
        return False
    if g["face"][c] != g["face"][d] and (g["known_by"][c] != 0 or not g["flags"][c] & FACEDOWN):
        return False  # faces that lie on the table and nobody knows are not compared
    if g["zone"][c] < PLAY:
        return True
    if g["controller"][c] != g["controller"][d] or g["owner"][c] != g["owner"][d]:
        return False
    if g["damage"][c] != g["damage"][d] or g["progress"][c] != g["progress"][d]:
        return False
    if g["resources"][c] != g["resources"][d] or g["marks"][c] != g["marks"][d]:
        return False
    if g["used_round"][c] != g["used_round"][d] or g["used_phase"][c] != g["used_phase"][d]:
        return False
    if g["under"][c] != NONE or g["under"][d] != NONE:
        return False
    if g["attack_frame"] != NONE and (is_under_attack(g, c) or is_under_attack(g, d)):
        return False
    return has_equal_effects(g, c, d)


@kernel(b1, G, T, i8, i8)
def is_alike(g, t, c, d):
    """A chooser cannot tell two cards apart, so that they are one option (the lower number stands for both). Most pairs are
    known to have different faces, which is seen here without a call."""
    if g["face"][c] != g["face"][d] and g["known_by"][c] != 0:
        return False
    return looks_alike(g, t, c, d) != 0


@kernel(void, G, T, i8)
def offer_card(g, t, card):
    """Offer a card unless a lower one that looks the same is offered; cards are offered in ascending number."""
    for i in range(np.int64(g["n_legal"])):
        other = np.int64(g["legal"][i])
        if other < MAX_CARDS and is_alike(g, t, other, card):
            return
    offer(g, card)


@kernel(void, G, T)
def merge_alike(g, t):
    """Keep of the offered cards that look the same only the lowest."""
    kept = 0
    n = np.int64(g["n_legal"])
    for i in range(n):
        card = np.int64(g["legal"][i])
        new = True
        for j in range(kept):
            if is_alike(g, t, np.int64(g["legal"][j]), card):
                new = False
        if new:
            g["legal"][kept] = card
            kept += 1
    for i in range(kept, n):
        g["legal"][i] = 0
    g["n_legal"] = kept


@kernel(b1, G, T, i8, i8)
def has_lower_twin(g, t, player, card):
    """A lower card that looks the same could have been taken into the set before this one."""
    other = np.int64(g["zone_first"][PLAY + player])
    while other != NONE:
        if other < card and is_alike(g, t, other, card):
            return True
        other = np.int64(g["next_card"][other])
    return False


@kernel(i8, G, T, i8, i8)
def chooser_of(g, t, k, pc):
    """Return who decides: the row's player, the first player where that is nobody, NONE where he is eliminated."""
    player = player_ref(g, k, np.int64(t["rows"][pc, ROW_PLAYER]))
    if player < 0:
        return np.int64(g["first_player"])
    if g["eliminated"][player]:
        return np.int64(NONE)
    return player


@kernel(void, G, T, i8, i8)
def choose_card(g, t, k, pc):
    """OP_CHOOSE: offer what matches and leaves the rest of the rows something to do."""
    row = t["rows"][pc]
    slot = np.int64(row[ROW_A])
    answer = take_answer(g)
    if answer != NONE:
        g["frames"][k, slot] = answer
        g["frames"][k, PC] = pc + 1
        return
    player = chooser_of(g, t, k, pc)
    g["frames"][k, slot] = NONE
    if player != NONE:
        s = np.int64(row[ROW_SELECTOR])
        need_change = np.int64(row[ROW_COST] == 0)
        card = next_match(g, t, k, s, 0)
        while card != NONE:
            copy_to_scratch(g, k)
            g["frames"][SCRATCH, slot] = card
            if possible(g, t, pc + 1, need_change):
                offer_card(g, t, card)
            card = next_match(g, t, k, s, card + 1)
        if g["n_legal"] > 0:
            ask(g, D_COST_CARD if slot == COST else D_TARGET, player, np.int64(g["frames"][k, SOURCE]))
            return
    g["frames"][k, PC] = pc + 1


@kernel(void, G, T, i8, i8)
def choose_player(g, t, k, pc):
    """OP_CHOOSE_PLAYER."""
    answer = take_answer(g)
    if answer != NONE:
        g["frames"][k, CHOSEN] = answer - PLAYER_0
        g["frames"][k, PC] = pc + 1
        return
    player = chooser_of(g, t, k, pc)
    g["frames"][k, CHOSEN] = NONE
    for p in range(np.int64(g["n_players"])):
        if player != NONE and may_be_chosen(g, k, np.int64(p), np.int64(t["rows"][pc, ROW_A])):
            copy_to_scratch(g, k)
            g["frames"][SCRATCH, CHOSEN] = p
            if possible(g, t, pc + 1, 1):
                offer(g, PLAYER_0 + p)
    if g["n_legal"] > 0:
        ask(g, D_PLAYER, player, np.int64(g["frames"][k, SOURCE]))
    else:
        g["frames"][k, PC] = pc + 1


@kernel(void, G, T, i8, i8)
def choose_number(g, t, k, pc):
    """OP_CHOOSE_MODE and OP_CHOOSE_X: the k-th mode from 0, or X from 1."""
    is_mode = t["rows"][pc, ROW_OP] == OP_CHOOSE_MODE
    slot = MODE if is_mode else X
    base = MODE_0 if is_mode else NUMBER_0
    answer = take_answer(g)
    if answer != NONE:
        g["frames"][k, slot] = answer - base
        g["frames"][k, PC] = pc + 1
        return
    player = chooser_of(g, t, k, pc)
    low = 0 if is_mode else 1
    high = np.int64(t["rows"][pc, ROW_A]) - 1 if is_mode else highest_x(g, t, k, pc)
    for m in range(low, high + 1):
        copy_to_scratch(g, k)
        g["frames"][SCRATCH, slot] = m
        if player != NONE and possible(g, t, pc + 1, 1):
            offer(g, base + m)
    if g["n_legal"] > 0:
        ask(g, D_MODE if is_mode else D_NUMBER, player, np.int64(g["frames"][k, SOURCE]))
    else:
        g["frames"][k, slot] = NONE if is_mode else 0
        g["frames"][k, PC] = pc + 1


@kernel(void, G, T, i8, i8)
def choose_whether(g, t, k, pc):
    """OP_MAY: asked only where the rows could do something."""
    row = t["rows"][pc]
    answer = take_answer(g)
    if answer == NONE:
        player = chooser_of(g, t, k, pc)
        copy_to_scratch(g, k)
        if player != NONE and possible(g, t, pc + 1, 1):
            offer(g, YES)
            offer(g, NO)
            ask(g, D_MAY, player, np.int64(g["frames"][k, SOURCE]))
            return
        answer = np.int64(NO)
    g["frames"][k, PC] = pc + 1 if answer == YES else np.int64(row[ROW_A])


@kernel(void, G, T, i8)
def offer_card_unsorted(g, t, card):
    """Offer a card out of number order: of cards that look the same only the lowest."""
    for i in range(np.int64(g["n_legal"])):
        other = np.int64(g["legal"][i])
        if is_alike(g, t, other, card):
            if card < other:
                for j in range(i, np.int64(g["n_legal"]) - 1):
                    g["legal"][j] = g["legal"][j + 1]
                g["n_legal"] -= 1
                offer(g, card)
            return
    offer(g, card)


@kernel(void, G, i8, i8, i8)
def place_in_deck(g, zone, card, place):
    """Move a card of a deck to the place-th position from the top."""
    before = np.int64(NONE)
    here = np.int64(g["zone_first"][zone])
    while here != card:
        before = here
        here = np.int64(g["next_card"][here])
    after = np.int64(g["next_card"][card])
    if before == NONE:
        g["zone_first"][zone] = after
    else:
        g["next_card"][before] = after
    if after == NONE:
        g["zone_last"][zone] = before
    here = np.int64(g["zone_first"][zone])
    before = np.int64(NONE)
    for _ in range(place):
        before = here
        here = np.int64(g["next_card"][here])
    g["next_card"][card] = here
    if before == NONE:
        g["zone_first"][zone] = card
    else:
        g["next_card"][before] = card
    if here == NONE:
        g["zone_last"][zone] = card


@kernel(void, G, T, i8, i8)
def order_top(g, t, k, pc):
    """OP_ORDER_TOP: cards go back on top of a deck one by one, the uppermost first; a place already fixed stays."""
    row = t["rows"][pc]
    done = np.int64(g["frames"][k, PASSES])
    n = value_of(g, t, k, np.int64(row[ROW_VALUE]))
    owner = player_ref(g, k, np.int64(row[ROW_A]))
    zone = DECK + owner
    answer = take_answer(g)
    if answer != NONE:
        place_in_deck(g, zone, answer, done)
        done += 1
    n = min(n, np.int64(g["zone_count"][zone]))
    if owner < 0 or done >= n - 1:
        g["frames"][k, PASSES] = 0
        g["frames"][k, PC] = pc + 1
        return
    g["frames"][k, PASSES] = done
    player = chooser_of(g, t, k, pc)
    if player == NONE:
        player = np.int64(g["first_player"])
    card = np.int64(g["zone_first"][zone])
    for i in range(n):
        if i >= done:
            offer_card_unsorted(g, t, card)
        card = np.int64(g["next_card"][card])
    ask(g, D_ORDER, player, np.int64(g["frames"][k, SOURCE]))


@kernel(void, G, T, i8, i8)
def steer(g, t, k, pc):
    """Flow words: IF, JUMP, EACH_PLAYER, REPEAT, NEXT."""
    row = t["rows"][pc]
    op = np.int64(row[ROW_OP])
    after = np.int64(row[ROW_A])
    frame = g["frames"]
    target = pc + 1
    if op == OP_IF:
        if not holds(g, t, k, np.int64(row[ROW_VALUE])):
            target = after
    elif op == OP_JUMP:
        target = after
    elif op == OP_EACH_PLAYER:
        frame[k, START] = g["first_player"]
        if not next_in_loop(g, k, 0):
            target = after
    elif op == OP_REPEAT:
        frame[k, AUX] = value_of(g, t, k, np.int64(row[ROW_VALUE]))
        if frame[k, AUX] <= 0:
            target = after
    elif t["rows"][after, ROW_OP] == OP_EACH_PLAYER:
        if next_in_loop(g, k, np.int64(frame[k, AUX]) + 1):
            target = after + 1
    else:
        frame[k, AUX] -= 1
        if frame[k, AUX] > 0:
            target = after + 1
    frame[k, PC] = target


@kernel(void, G, T, i8, i8, symbol=True)
def run_choice(g, t, k, pc):
    """One row of this family."""
    op = np.int64(t["rows"][pc, ROW_OP])
    if op == OP_CHOOSE:
        choose_card(g, t, k, pc)
    elif op == OP_CHOOSE_PLAYER:
        choose_player(g, t, k, pc)
    elif op == OP_CHOOSE_MODE or op == OP_CHOOSE_X:
        choose_number(g, t, k, pc)
    elif op == OP_MAY:
        choose_whether(g, t, k, pc)
    elif op == OP_ORDER_TOP:
        order_top(g, t, k, pc)
    else:
        steer(g, t, k, pc)
