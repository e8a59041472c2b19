"""What an ability is worth: its program is read row by row, every row is given points, choices take their best option.

This answers most of what a player is asked: which card to play, which ability or response to use, which target, player,
mode or number to choose, whether to let something happen. `worth` reads the rows from the scratch frame, as the engine does
when it asks whether an ability may be used (`lotrsim.effects.trial`). Cards that the players do not know are not looked at.
"""

import numpy as np

from lotrsim.agents.heuristic.arrivals import attachment_worth, entering, moving
from lotrsim.agents.heuristic.asks import guard_bonus
from lotrsim.agents.heuristic.moments import attack_cost_now, attack_is_due, damage_gain, modify_worth, uses_now
from lotrsim.agents.heuristic.objectives import claim_worth, rescue_worth
from lotrsim.agents.heuristic.quest import kept_away, quest_value, swing
from lotrsim.agents.heuristic.values import (
    LOST,
    NOTHING,
    W_EVENT,
    W_EXPLORED,
    W_HIGH,
    W_LOCATION,
    W_PRICE,
    W_PROGRESS,
    W_REVEAL,
    W_SCRATCH,
    W_THREAT,
    W_TRAVEL,
    W_URGENT,
    X_HARM,
    X_TEMPORARY,
    card_gain,
    hand_value,
    is_wanted_dead,
    next_candidate,
    number,
    price_now,
    threat_cost,
    use_of,
    wound,
)
from lotrsim.effects.changes import is_payable
from lotrsim.effects.constants import ally_limit
from lotrsim.effects.query import holds, value_of
from lotrsim.effects.references import card_ref, player_ref
from lotrsim.effects.selectors import matches
from lotrsim.effects.trial import highest_x, may_be_chosen
from lotrsim.ids import (
    ALLY,
    ATTACK,
    CHOSEN,
    COMMITTED,
    COST,
    DECK,
    DEFENSE,
    E_ENGAGES,
    EVENT,
    EXHAUSTED,
    HAND,
    HERO,
    HIT_POINTS,
    LOOP,
    MODE,
    NO_THREAT,
    NONE,
    OBJECTIVE,
    OP_ADD_RESOURCES,
    OP_ADD_TO_STAGING,
    OP_ATTACH,
    OP_ATTACH_SELF,
    OP_CANCEL_REVEALED,
    OP_CANCEL_SHADOW,
    OP_CANNOT_ATTACK,
    OP_CHOOSE,
    OP_CHOOSE_MODE,
    OP_CHOOSE_PLAYER,
    OP_CHOOSE_X,
    OP_DAMAGE,
    OP_DEAL_SHADOW,
    OP_DELAY,
    OP_DISCARD,
    OP_DISCARD_RANDOM,
    OP_DRAW,
    OP_EACH_PLAYER,
    OP_END,
    OP_ENGAGE,
    OP_EXHAUST,
    OP_GAIN_SURGE,
    OP_HEAL,
    OP_IF,
    OP_IGNORE_DEFENSE,
    OP_JUMP,
    OP_LOOK,
    OP_LOWER_THREAT,
    OP_MAY,
    OP_MODIFY,
    OP_NEXT,
    OP_ORC_GUARD,
    OP_PAY,
    OP_PLAY_CARD,
    OP_PROGRESS,
    OP_PUT_INTO_PLAY,
    OP_QUEST_PROGRESS,
    OP_RAISE_THREAT,
    OP_READY,
    OP_REMOVE_FROM_GAME,
    OP_REMOVE_PROGRESS,
    OP_REPEAT,
    OP_REPLACE_REVEALED,
    OP_RESCUE,
    OP_REVEAL,
    OP_SET_FLAG,
    OP_SET_X,
    OP_SHUFFLE_DISCARD_INTO_DECK,
    OP_SHUFFLE_INTO_DECK,
    OP_SPEND,
    OP_STRIKE,
    OP_TO_HAND,
    OP_TO_STAGING,
    OP_UNCOMMIT,
    OP_WIN,
    P_ALL,
    REF_ALL,
    REF_NONE,
    REL_SEARCHED,
    ROW_A,
    ROW_COST,
    ROW_OP,
    ROW_PLAYER,
    ROW_REF,
    ROW_SELECTOR,
    ROW_VALUE,
    S_RELATION,
    S_ZONES,
    SCRATCH,
    SOURCE,
    STAGING,
    TARGET,
    THREAT,
    WILLPOWER,
    YOU,
    Z_HAND,
    X,
)
from lotrsim.kernel import G, M, T, i8, kernel
from lotrsim.rules.payment import cost_of

# ---------------------------------------------------------------- one word, one card


@kernel(i8, G, T, M, i8, i8, symbol=True)
def card_worth(g, t, m, pc, card):
    """Return what the row is worth for one card that it is about."""
    w = m["rules"]
    row = t["rows"][pc]
    op = np.int64(row[ROW_OP])
    amount = value_of(g, t, SCRATCH, np.int64(row[ROW_VALUE]))
    face = np.int64(g["face"][card])
    kind = np.int64(t["type"][face])
    zone = np.int64(g["zone"][card])
    if op == OP_READY:
        return use_of(g, t, m, card) if g["flags"][card] & EXHAUSTED else np.int64(0)
    if op == OP_EXHAUST:
        return -use_of(g, t, m, card) if not g["flags"][card] & EXHAUSTED else np.int64(0)
    if op == OP_ADD_RESOURCES:
        return amount * (price_now(g, t, m) if kind == HERO else -10)
    if op == OP_SPEND:
        return -amount * price_now(g, t, m)
    if op == OP_DAMAGE:
        return damage_gain(g, t, m, card, amount)
    if op == OP_HEAL:
        healed = min(amount, np.int64(g["damage"][card]))
        if kind != HERO:
            return healed * w[W_SCRATCH]
        left = number(g, t, card, HIT_POINTS) - np.int64(g["damage"][card])
        return wound(m, left, healed)
    if op == OP_MODIFY:
        return modify_worth(g, t, m, card, np.int64(row[ROW_A]), amount)
    if op == OP_PROGRESS:
        need = np.int64(t["quest_points"][face]) - np.int64(g["progress"][card])
        gain = min(amount, need) * w[W_LOCATION]
        if amount >= need:
            gain += w[W_EXPLORED] + guard_bonus(g, t, card)
            if zone == STAGING:
                gain += w[W_TRAVEL] * number(g, t, card, THREAT)
        return gain
    if op == OP_DISCARD or OP_TO_HAND <= op <= OP_SHUFFLE_INTO_DECK or op == OP_REMOVE_FROM_GAME:
        return moving(g, t, m, op, card)
    if op == OP_TO_STAGING:
        saved = attack_cost_now(g, t, m, card, 0) if attack_is_due(g, t, m, card) else np.int64(0)
        return saved - 5 * number(g, t, card, THREAT)
    if op == OP_ADD_TO_STAGING or op == OP_ENGAGE:
        if op == OP_ADD_TO_STAGING and is_wanted_dead(g, t, card):
            return np.int64(500)
        force = 8 * number(g, t, card, ATTACK) + 2 * number(g, t, card, HIT_POINTS)
        force += 100 if (t["self_triggers"][face] >> E_ENGAGES) & 1 and op == OP_ENGAGE else 0
        threat = 10 * number(g, t, card, THREAT)
        return threat - force if op == OP_ENGAGE else -threat - force
    if op == OP_PUT_INTO_PLAY:
        return entering(g, t, m, card, m["context"][X_TEMPORARY] != 0)
    if op == OP_UNCOMMIT:
        if not g["flags"][card] & COMMITTED:
            return np.int64(0)
        return swing(g, t, m, -number(g, t, card, WILLPOWER))
    if op == OP_SET_FLAG:
        return swing(g, t, m, number(g, t, card, THREAT)) if row[ROW_A] == NO_THREAT else np.int64(0)
    if op == OP_CANNOT_ATTACK:
        return attack_cost_now(g, t, m, card, 0) if attack_is_due(g, t, m, card) else np.int64(0)
    if op == OP_LOOK:
        return np.int64(3) if g["known_by"][card] == 0 else np.int64(0)
    if op == OP_STRIKE:
        target = card_ref(g, SCRATCH, np.int64(row[ROW_A]))
        if target == NONE:
            return np.int64(0)
        return damage_gain(g, t, m, target, number(g, t, card, ATTACK) - number(g, t, target, DEFENSE))
    return np.int64(0)


@kernel(i8, G, T, M, i8, symbol=True)
def table_worth(g, t, m, pc):
    """Return what a row is worth that is about players, the encounter deck or the quest."""
    w = m["rules"]
    row = t["rows"][pc]
    op = np.int64(row[ROW_OP])
    amount = value_of(g, t, SCRATCH, np.int64(row[ROW_VALUE]))
    if OP_DRAW <= op <= OP_SHUFFLE_DISCARD_INTO_DECK:
        everybody = row[ROW_PLAYER] == P_ALL
        one = np.int64(NONE) if everybody else player_ref(g, SCRATCH, np.int64(row[ROW_PLAYER]))
        total = np.int64(0)
        for p in range(np.int64(g["n_players"])):
            if g["eliminated"][p] or (p != one and not everybody):
                continue
            player = np.int64(p)
            if op == OP_DRAW:
                total += min(amount, np.int64(g["zone_count"][DECK + player])) * card_gain(g, m, player)
            elif op == OP_RAISE_THREAT:
                total -= threat_cost(g, m, player, amount)
            elif op == OP_LOWER_THREAT:
                threat = np.int64(g["threat"][player])
                total += min(amount, threat) * (w[W_THREAT] + w[W_URGENT] * max(threat - w[W_HIGH], 0) // 2)
                total += kept_away(g, t, m, player, amount)
            elif op == OP_DISCARD_RANDOM:
                total -= card_gain(g, m, player) * min(amount, np.int64(g["zone_count"][HAND + player]))
            else:  # a discard pile that is shuffled into its deck
                total += 25 if g["zone_count"][DECK + player] <= 2 else -5
        return total
    if op == OP_QUEST_PROGRESS:
        return quest_value(g, t, m, amount)
    if op == OP_REMOVE_PROGRESS:
        return -w[W_PROGRESS] * min(amount, np.int64(g["quest_progress"]))
    if op == OP_REVEAL or op == OP_GAIN_SURGE:
        return -w[W_REVEAL] * max(amount, 1)
    if op == OP_REPLACE_REVEALED:
        return -w[W_REVEAL] // 2
    if op == OP_CANCEL_REVEALED or op == OP_CANCEL_SHADOW:
        return m["context"][X_HARM]
    if op == OP_ORC_GUARD:  # a small enemy, at the price of a card
        return np.int64(-20)
    if op == OP_DEAL_SHADOW or op == OP_IGNORE_DEFENSE:
        return np.int64(-8)
    if op == OP_WIN:
        return np.int64(LOST)
    if op == OP_RESCUE:
        return rescue_worth(g, t, m)
    return np.int64(0)


@kernel(i8, G, T, M, i8)
def row_worth(g, t, m, pc):
    """Return what one row is worth: a set's cards one by one, but boosts of several who act together are added up."""
    row = t["rows"][pc]
    op = np.int64(row[ROW_OP])
    if op == OP_PAY:
        face = np.int64(g["face"][g["frames"][SCRATCH, SOURCE]])
        if t["type"][face] == ALLY and ally_limit(g, t) != NONE:  # few can be played, so the best is, not the best bargain
            return np.int64(0)
        return -m["rules"][W_EVENT] if t["type"][face] == EVENT else -m["rules"][W_PRICE] * cost_of(g, t, SCRATCH)
    if op == OP_PLAY_CARD:
        return entering(g, t, m, np.int64(g["frames"][SCRATCH, SOURCE]), False)
    if op == OP_ATTACH:
        host = np.int64(g["frames"][SCRATCH, TARGET])
        return attachment_worth(g, t, m, np.int64(g["frames"][SCRATCH, SOURCE]), host) if host != NONE else np.int64(0)
    if op == OP_ATTACH_SELF:
        host = card_ref(g, SCRATCH, np.int64(row[ROW_REF]))
        source = np.int64(g["frames"][SCRATCH, SOURCE])
        if host == NONE:
            return np.int64(0)
        if t["type"][g["face"][source]] == OBJECTIVE:
            return claim_worth(g, t, m, source, host)
        return attachment_worth(g, t, m, source, host)
    if row[ROW_REF] == REF_NONE:
        return table_worth(g, t, m, pc)
    if row[ROW_REF] != REF_ALL:
        card = card_ref(g, SCRATCH, np.int64(row[ROW_REF]))
        return card_worth(g, t, m, pc, card) if card != NONE else np.int64(0)
    if op == OP_LOOK:
        return np.int64(3)
    total = np.int64(0)
    together = np.int64(0)
    s = np.int64(row[ROW_SELECTOR])
    card = next_candidate(g, t, s, np.int64(NONE))
    while card != NONE:
        if matches(g, t, SCRATCH, s, card):
            if op == OP_MODIFY and row[ROW_A] < DEFENSE and uses_now(g, card, np.int64(row[ROW_A])):
                together += value_of(g, t, SCRATCH, np.int64(row[ROW_VALUE]))
            else:
                total += card_worth(g, t, m, pc, card)
        card = next_candidate(g, t, s, card)
    if together != 0:
        total += modify_worth(g, t, m, np.int64(NONE), np.int64(row[ROW_A]), together)
    return total


# ---------------------------------------------------------------- a program


@kernel(i8, G, T, M, i8)
def worth(g, t, m, start):
    """Return what the rows from `start` on are worth in the scratch frame; NOTHING where a cost cannot be paid.

    A choice without a known option counts nothing; a search among unknown cards counts as a card drawn.
    """
    k = SCRATCH
    total = np.int64(0)
    due = np.int64(0)  # resources for an event: their price is asked for only where the event gains something
    pc = start
    while True:
        row = t["rows"][pc]
        op = np.int64(row[ROW_OP])
        after = np.int64(row[ROW_A])
        if op == OP_END or op == OP_NEXT:
            return total - due * (price_now(g, t, m) if total > 0 and due > 0 else 1)
        if op == OP_CHOOSE:
            saved = np.int64(g["frames"][k, after])
            s = np.int64(row[ROW_SELECTOR])
            best = np.int64(NOTHING)
            least = np.int64(NONE)  # what is discarded to pay from hand: only the card worth least is tried
            least_value = -np.int64(NOTHING)
            from_hand = after == COST and t["selectors"][s, S_ZONES] == Z_HAND
            card = next_candidate(g, t, s, np.int64(NONE))
            while card != NONE:
                if matches(g, t, k, s, card):
                    if from_hand:
                        value = hand_value(g, t, m, card)
                        if value < least_value:
                            least, least_value = card, value
                    else:
                        g["frames"][k, after] = card
                        best = max(best, worth(g, t, m, pc + 1))
                card = next_candidate(g, t, s, card)
            if least != NONE:
                g["frames"][k, after] = least
                best = worth(g, t, m, pc + 1)
            g["frames"][k, after] = saved
            if best == NOTHING:
                if row[ROW_COST] != 0:
                    return np.int64(NOTHING)
                if t["selectors"][s, S_RELATION] == REL_SEARCHED:
                    total += card_gain(g, m, np.int64(g["frames"][k, YOU])) + 2 * min(np.int64(g["frames"][k, X]), 3)
                pc += 1
                continue
            return total + best - (due * price_now(g, t, m) if due > 0 else 0)
        if op == OP_CHOOSE_PLAYER:
            saved = np.int64(g["frames"][k, CHOSEN])
            best = np.int64(NOTHING)
            for p in range(np.int64(g["n_players"])):
                if may_be_chosen(g, k, np.int64(p), after):
                    g["frames"][k, CHOSEN] = p
                    best = max(best, worth(g, t, m, pc + 1))
            g["frames"][k, CHOSEN] = saved
            return total + best - (due * price_now(g, t, m) if due > 0 else 0)
        if op == OP_CHOOSE_MODE or op == OP_CHOOSE_X:
            slot = MODE if op == OP_CHOOSE_MODE else X
            low = 0 if op == OP_CHOOSE_MODE else 1
            high = after - 1 if op == OP_CHOOSE_MODE else min(highest_x(g, t, k, pc), 5)
            saved = np.int64(g["frames"][k, slot])
            best = np.int64(NOTHING)
            for x in range(low, high + 1):
                g["frames"][k, slot] = x
                best = max(best, worth(g, t, m, pc + 1))
            g["frames"][k, slot] = saved
            return total + best - (due * price_now(g, t, m) if due > 0 else 0)
        if op == OP_EACH_PLAYER:
            saved = np.int64(g["frames"][k, LOOP])
            for p in range(np.int64(g["n_players"])):
                if not g["eliminated"][p]:
                    g["frames"][k, LOOP] = p
                    total += worth(g, t, m, pc + 1)
            g["frames"][k, LOOP] = saved
            pc = after
            continue
        if op == OP_REPEAT:
            times = value_of(g, t, k, np.int64(row[ROW_VALUE]))
            if times > 0:
                total += times * worth(g, t, m, pc + 1)
            pc = after
            continue
        if op == OP_IF and not holds(g, t, k, np.int64(row[ROW_VALUE])):
            pc = after
            continue
        if op == OP_JUMP:
            pc = after
            continue
        if op == OP_SET_X:
            g["frames"][k, X] = value_of(g, t, k, np.int64(row[ROW_VALUE]))
        elif op == OP_DELAY:
            total += worth(g, t, m, after)
        elif op == OP_IF or op == OP_MAY:
            pass
        elif row[ROW_COST] != 0 and not is_payable(g, t, k, pc):
            return np.int64(NOTHING)
        else:
            total += row_worth(g, t, m, pc)
            if op == OP_PAY and t["type"][g["face"][g["frames"][k, SOURCE]]] == EVENT:
                due = cost_of(g, t, k)
        pc += 1


@kernel(i8, G, T, M, i8, symbol=True)
def scratch_worth(g, t, m, start):
    """Return `worth` of the rows from `start` on; the scratch frame is filled already.

    First it is seen whether a delayed effect takes back to hand what the program puts into play.
    """
    m["context"][X_TEMPORARY] = 0
    pc = start
    while t["rows"][pc, ROW_OP] != OP_END:
        if t["rows"][pc, ROW_OP] == OP_DELAY:
            later = np.int64(t["rows"][pc, ROW_A])
            while t["rows"][later, ROW_OP] != OP_END:
                if t["rows"][later, ROW_OP] == OP_TO_HAND:
                    m["context"][X_TEMPORARY] = 1
                later += 1
        pc += 1
    return worth(g, t, m, start)
