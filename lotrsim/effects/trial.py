"""May this ability be used? The machine tries its rows in a scratch frame: costs, targets, and whether anything could change.

Rules, Planning: an ability may not be used when its cost cannot be paid, when it has no legal target, or when its effect could
not change anything (looking changes something unless the player knows the card; a lasting effect always does).
"""

import numpy as np

from lotrsim.effects.changes import could_change, is_payable
from lotrsim.effects.constants import ally_limit
from lotrsim.effects.frames import next_in_loop
from lotrsim.effects.query import holds, value_of
from lotrsim.effects.references import highest_threat
from lotrsim.effects.selectors import next_match
from lotrsim.ids import (
    A_ACTION,
    A_PLAY,
    AB_CONDITION,
    AB_KIND,
    AB_LIMIT,
    AB_PC,
    AB_PERIOD,
    AB_PHASE,
    AB_USER,
    AB_ZONES,
    ABILITY,
    ALLY,
    AUX,
    CHOSEN,
    COST,
    EVENT,
    EVENT_PLAYER,
    LOOP,
    MODE,
    N_NUMBERS,
    N_SLOTS,
    NONE,
    OP_CHOOSE,
    OP_CHOOSE_MODE,
    OP_CHOOSE_PLAYER,
    OP_EACH_PLAYER,
    OP_END,
    OP_IF,
    OP_JUMP,
    OP_MAY,
    OP_NEXT,
    OP_REPEAT,
    OP_SET_X,
    P_HIGHEST_THREAT,
    P_OTHERS,
    PER_PHASE,
    PER_PLAYER_ROUND,
    ROW_A,
    ROW_COST,
    ROW_OP,
    ROW_SELECTOR,
    ROW_VALUE,
    SCRATCH,
    SOURCE,
    START,
    SUBJECT,
    SUBJECTS,
    TARGET,
    TRAIL,
    USER_ANY,
    USER_FIRST,
    YOU,
    ZONE_FROM_HAND,
    X,
)
from lotrsim.kernel import G, T, b1, i8, kernel, void
from lotrsim.rules.payment import can_pay, funds
from lotrsim.rules.zones import is_active_there, player_of


@kernel(b1, G, i8, i8, i8)
def may_be_chosen(g, k, player, among):
    """A living player belongs to those among whom a player is chosen."""
    if g["eliminated"][player]:
        return False
    if among == P_OTHERS:
        return player != g["frames"][k, YOU]
    if among == P_HIGHEST_THREAT:
        return g["threat"][player] == highest_threat(g)
    return True


@kernel(i8, G, T, i8, i8)
def highest_x(g, t, k, pc):
    """Return the largest X that can be paid and that the row allows."""
    most = value_of(g, t, k, np.int64(t["rows"][pc, ROW_VALUE]))
    face = np.int64(g["face"][g["frames"][k, SOURCE]])
    purse = funds(g, t, np.int64(g["frames"][k, YOU]), np.int64(t["sphere"][face]), 0)
    return min(most, purse, N_NUMBERS - 1)


@kernel(i8, G, T, i8, i8)
def next_alternative(g, t, pc, start):
    """Take alternative `start` or a later one of the choice in row pc into the scratch frame; return it, or NONE."""
    k = SCRATCH
    row = t["rows"][pc]
    op = np.int64(row[ROW_OP])
    n = np.int64(g["n_players"])
    if op == OP_CHOOSE:
        card = next_match(g, t, k, np.int64(row[ROW_SELECTOR]), start)
        if card != NONE:
            g["frames"][k, row[ROW_A]] = card
        return card
    if op == OP_CHOOSE_PLAYER:
        for p in range(start, n):
            if may_be_chosen(g, k, np.int64(p), np.int64(row[ROW_A])):
                g["frames"][k, CHOSEN] = p
                return np.int64(p)
        return np.int64(NONE)
    if op == OP_EACH_PLAYER:
        for p in range(start, n):
            if not g["eliminated"][p]:
                g["frames"][k, LOOP] = p
                return np.int64(p)
        return n if start <= n else np.int64(NONE)
    if op == OP_REPEAT:
        if start == 0 and value_of(g, t, k, np.int64(row[ROW_VALUE])) > 0:
            return np.int64(0)
        return n if start <= n else np.int64(NONE)
    high = np.int64(row[ROW_A]) - 1 if op == OP_CHOOSE_MODE else highest_x(g, t, k, pc) - 1
    if start > high:
        return np.int64(NONE)
    if op == OP_CHOOSE_MODE:
        g["frames"][k, MODE] = start
    else:
        g["frames"][k, X] = start + 1
    return start


@kernel(i8, G, T, i8, i8, symbol=True)
def possible(g, t, start, need_change):
    """From row `start` on, in the scratch frame: every cost can be paid, every choice has an option and (need_change 1)
    something changes. A loop that is no cost is looked at alone: the end of its body ends the search.

    Choices are tried in turn and taken back from the last on; TRAIL holds them as pairs (row, next alternative).
    """
    k = SCRATCH
    n_trail = 0
    pc = start
    resume = np.int64(0)
    while True:
        row = t["rows"][pc]
        op = np.int64(row[ROW_OP])
        after = np.int64(row[ROW_A])
        failed = False
        following = pc + 1
        is_paid_loop = op == OP_EACH_PLAYER and row[ROW_COST] != 0
        if (OP_CHOOSE <= op <= OP_CHOOSE_MODE or op == OP_EACH_PLAYER or op == OP_REPEAT) and not is_paid_loop:
            taken = next_alternative(g, t, pc, resume)
            resume = np.int64(0)
            if taken == NONE or n_trail + 2 > N_SLOTS:
                failed = True
            else:
                g["frames"][TRAIL, n_trail] = pc
                g["frames"][TRAIL, n_trail + 1] = taken + 1
                n_trail += 2
                if (op == OP_EACH_PLAYER or op == OP_REPEAT) and taken == g["n_players"]:
                    following = after
        elif is_paid_loop:
            g["frames"][k, START] = g["first_player"]
            if not next_in_loop(g, k, 0):
                following = after
        elif op == OP_NEXT and t["rows"][after, ROW_COST] != 0 and t["rows"][after, ROW_OP] == OP_EACH_PLAYER:
            if next_in_loop(g, k, np.int64(g["frames"][k, AUX]) + 1):
                following = after + 1
        elif op == OP_END or op == OP_NEXT:
            if need_change == 0:
                return np.int64(1)
            failed = True
        elif op == OP_IF:
            if not holds(g, t, k, np.int64(row[ROW_VALUE])):
                following = after
        elif op == OP_JUMP:
            following = after
        elif op == OP_SET_X:
            g["frames"][k, X] = value_of(g, t, k, np.int64(row[ROW_VALUE]))
        elif row[ROW_COST] != 0:
            failed = not is_payable(g, t, k, pc)
        elif op != OP_MAY and need_change != 0 and could_change(g, t, k, pc):
            return np.int64(1)
        if failed:
            if n_trail == 0:
                return np.int64(0)
            n_trail -= 2
            pc = np.int64(g["frames"][TRAIL, n_trail])
            resume = np.int64(g["frames"][TRAIL, n_trail + 1])
        else:
            pc = following


@kernel(void, G, i8)
def copy_to_scratch(g, k):
    """Let the scratch frame ask as frame k."""
    if k != SCRATCH:
        for slot in range(N_SLOTS):
            g["frames"][SCRATCH, slot] = g["frames"][k, slot]


@kernel(void, G)
def clear_scratch(g):
    """An empty scratch frame: no card chosen, no event."""
    for slot in range(N_SLOTS):
        g["frames"][SCRATCH, slot] = 0
    g["frames"][SCRATCH, TARGET] = NONE
    g["frames"][SCRATCH, COST] = NONE
    g["frames"][SCRATCH, CHOSEN] = NONE
    g["frames"][SCRATCH, SUBJECT] = NONE
    g["frames"][SCRATCH, EVENT_PLAYER] = NONE
    g["frames"][SCRATCH, SUBJECTS] = NONE


@kernel(b1, G, T, i8, i8, i8)
def within_limit(g, t, card, a, player):
    """The limit printed on an ability is not reached; limits belong to the physical card (FAQ 1.51)."""
    limit = np.int64(t["abilities"][a, AB_LIMIT])
    if limit == 0:
        return True
    period = np.int64(t["abilities"][a, AB_PERIOD])
    if period == PER_PHASE:
        return g["used_phase"][card] < limit
    if period == PER_PLAYER_ROUND:
        return not (np.int64(g["used_round"][card]) >> player) & 1
    return g["used_round"][card] < limit


@kernel(b1, G, i8, i8, i8)
def may_use(g, card, user, player):
    """A player is one who may use an ability of the card (AB_USER)."""
    if user == USER_ANY:
        return True
    if user == USER_FIRST:
        return player == g["first_player"]
    return player_of(g, card) == player


@kernel(b1, G, T, i8, i8, i8)
def can_use_now(g, t, card, a, player):
    """Ability `a` may be used by a player, the scratch frame being filled with what the event says."""
    ability = t["abilities"][a]
    if not may_use(g, card, np.int64(ability[AB_USER]), player) or not within_limit(g, t, card, a, player):
        return False
    face = np.int64(g["face"][card])
    pc = np.int64(ability[AB_PC])
    cost = np.int64(t["cost"][face])
    if ability[AB_ZONES] == ZONE_FROM_HAND and cost > 0 and ability[AB_KIND] != A_PLAY:
        kind = np.int64(t["type"][face])
        if kind == EVENT and not can_pay(g, t, player, face, cost):
            return False
    g["frames"][SCRATCH, SOURCE] = card
    g["frames"][SCRATCH, YOU] = player
    g["frames"][SCRATCH, ABILITY] = a
    if not holds(g, t, SCRATCH, np.int64(ability[AB_CONDITION])):
        return False
    return possible(g, t, pc, 1) != 0


@kernel(i8, G, T, i8, i8, i8, i8, symbol=True)
def can_act(g, t, card, a, player, planner):
    """Ability `a` may be used by a player in an action window; `planner`: who may play cards in it, or NONE."""
    ability = t["abilities"][a]
    kind = np.int64(ability[AB_KIND])
    if kind != A_ACTION and (kind != A_PLAY or player != planner):
        return False
    if ability[AB_PHASE] != NONE and ability[AB_PHASE] != g["phase"]:
        return False
    if not is_active_there(np.int64(ability[AB_ZONES]), np.int64(g["zone"][card])):
        return False
    if kind == A_PLAY:
        face = np.int64(g["face"][card])
        if not can_pay(g, t, player, face, max(np.int64(t["cost"][face]), 0)):
            return False
        if t["type"][face] == ALLY and ally_limit(g, t) == 0:
            return False
    clear_scratch(g)
    return can_use_now(g, t, card, a, player)
