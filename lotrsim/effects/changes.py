"""Would a row change anything, and could its cost be paid? Asked before an ability is used (Rules, Planning)."""

import numpy as np

from lotrsim.effects.constants import is_unique_in_play, rule_holds
from lotrsim.effects.query import is_cancellable, value_of
from lotrsim.effects.references import can_strike, card_ref, player_ref
from lotrsim.effects.selectors import is_about_tokens, next_match
from lotrsim.ids import (
    A_SHADOW,
    C_NO_DRAW,
    COMMITTED,
    DECK,
    DISCARD_PILE,
    ENCOUNTER_DECK,
    EXHAUSTED,
    FRAME_SHADOW,
    HAND,
    HERO,
    MAX_ATTACKS,
    NONE,
    OP_ADD_RESOURCES,
    OP_ATTACH,
    OP_CANCEL_SHADOW,
    OP_DAMAGE,
    OP_DELAY,
    OP_DISCARD_RANDOM,
    OP_DRAW,
    OP_EXHAUST,
    OP_GIVE_CONTROL,
    OP_HEAL,
    OP_LOOK,
    OP_LOWER_THREAT,
    OP_PAY,
    OP_PLAY_CARD,
    OP_PROGRESS,
    OP_PUT_INTO_PLAY,
    OP_QUEST_PROGRESS,
    OP_READY,
    OP_REMOVE_PROGRESS,
    OP_REVEAL,
    OP_SET_FLAG,
    OP_SHUFFLE,
    OP_SHUFFLE_DISCARD_INTO_DECK,
    OP_SPEND,
    OP_STRIKE,
    OP_UNCOMMIT,
    P_ALL,
    REF_ALL,
    REF_NONE,
    ROW_A,
    ROW_OP,
    ROW_PLAYER,
    ROW_REF,
    ROW_SELECTOR,
    ROW_VALUE,
    SOURCE,
    YOU,
)
from lotrsim.kernel import G, T, b1, i8, kernel
from lotrsim.rules.payment import can_pay, cost_of
from lotrsim.rules.zones import can_bear, player_of


@kernel(b1, G, T, i8, i8, i8)
def could_change_card(g, t, k, pc, card):
    """The row would change this card."""
    row = t["rows"][pc]
    op = np.int64(row[ROW_OP])
    flags = np.int64(g["flags"][card])
    if is_about_tokens(op) and not can_bear(np.int64(g["zone"][card])):
        return False
    if op == OP_READY:
        return flags & EXHAUSTED != 0
    if op == OP_EXHAUST:
        return flags & EXHAUSTED == 0
    if op == OP_HEAL:
        return g["damage"][card] > 0
    if op == OP_UNCOMMIT:
        return flags & COMMITTED != 0
    if op == OP_SET_FLAG:
        return flags & row[ROW_A] != row[ROW_A]
    if op == OP_LOOK:
        p = player_ref(g, k, np.int64(row[ROW_PLAYER]))
        return p >= 0 and not (np.int64(g["known_by"][card]) >> p) & 1
    if op == OP_PUT_INTO_PLAY:
        return not is_unique_in_play(g, t, np.int64(g["face"][card]))
    if op == OP_DAMAGE or op == OP_PROGRESS or op == OP_ADD_RESOURCES:
        return value_of(g, t, k, np.int64(row[ROW_VALUE])) > 0
    if op == OP_STRIKE:
        target = card_ref(g, k, np.int64(row[ROW_A]))
        return target != NONE and can_strike(g, t, card, target) and g["attack_depth"] < MAX_ATTACKS
    if op == OP_GIVE_CONTROL:
        return player_ref(g, k, np.int64(row[ROW_PLAYER])) != player_of(g, card)
    return True


@kernel(b1, G, T, i8)
def can_draw(g, t, player):
    """A player could draw a card."""
    return g["zone_count"][DECK + player] > 0 and not rule_holds(g, t, C_NO_DRAW)


@kernel(b1, G, T, i8, i8, i8)
def could_change_player(g, t, k, op, player):
    """The row would change something for this player."""
    if player < 0 or g["eliminated"][player]:
        return False
    if op == OP_DRAW:
        return can_draw(g, t, player)
    if op == OP_LOWER_THREAT:
        return g["threat"][player] > 0
    if op == OP_DISCARD_RANDOM:
        return g["zone_count"][HAND + player] > 0
    if op == OP_SHUFFLE_DISCARD_INTO_DECK:
        card = np.int64(g["zone_first"][DISCARD_PILE + player])
        while card != NONE:
            if t["type"][g["face"][card]] != HERO:
                return True
            card = np.int64(g["next_card"][card])
        return False
    return True


@kernel(b1, G, T, i8, i8)
def could_change_cards(g, t, k, pc):
    """The row would change at least one of the cards it is about."""
    row = t["rows"][pc]
    if row[ROW_REF] != REF_ALL:
        card = card_ref(g, k, np.int64(row[ROW_REF]))
        return card != NONE and could_change_card(g, t, k, pc, card)
    s = np.int64(row[ROW_SELECTOR])
    card = next_match(g, t, k, s, 0)
    while card != NONE:
        if could_change_card(g, t, k, pc, card):
            return True
        card = next_match(g, t, k, s, card + 1)
    return False


@kernel(i8, G, T, i8, i8, symbol=True)
def could_change(g, t, k, pc):
    """An effect row would change something."""
    row = t["rows"][pc]
    op = np.int64(row[ROW_OP])
    if OP_READY <= op <= OP_LOOK and op != OP_QUEST_PROGRESS and op != OP_REMOVE_PROGRESS and op != OP_PLAY_CARD:
        if op == OP_ATTACH:
            return not is_unique_in_play(g, t, np.int64(g["face"][g["frames"][k, SOURCE]]))
        return could_change_cards(g, t, k, pc)
    if op == OP_PLAY_CARD:
        return not is_unique_in_play(g, t, np.int64(g["face"][g["frames"][k, SOURCE]]))
    if op == OP_STRIKE:
        return could_change_cards(g, t, k, pc)
    if op == OP_REMOVE_PROGRESS:
        return g["quest_progress"] > 0
    if OP_DRAW <= op <= OP_SHUFFLE_DISCARD_INTO_DECK:
        if row[ROW_PLAYER] == P_ALL:
            for p in range(np.int64(g["n_players"])):
                if could_change_player(g, t, k, op, p):
                    return True
            return False
        return could_change_player(g, t, k, op, player_ref(g, k, np.int64(row[ROW_PLAYER])))
    if op == OP_REVEAL:
        return g["zone_count"][ENCOUNTER_DECK] > 0
    if op == OP_CANCEL_SHADOW:
        return is_cancellable(g, t, k, FRAME_SHADOW, A_SHADOW)
    return op != OP_SHUFFLE and op != OP_DELAY


@kernel(b1, G, T, i8, i8)
def is_payable(g, t, k, pc):
    """A cost row could be paid in full now."""
    row = t["rows"][pc]
    op = np.int64(row[ROW_OP])
    if op == OP_PAY:
        face = np.int64(g["face"][g["frames"][k, SOURCE]])
        return can_pay(g, t, np.int64(g["frames"][k, YOU]), face, cost_of(g, t, k))
    if op == OP_EXHAUST:
        card = card_ref(g, k, np.int64(row[ROW_REF]))
        return card != NONE and g["flags"][card] & EXHAUSTED == 0
    amount = value_of(g, t, k, np.int64(row[ROW_VALUE]))
    if op == OP_SPEND:
        hero = card_ref(g, k, np.int64(row[ROW_REF]))
        return hero != NONE and g["resources"][hero] >= amount
    player = player_ref(g, k, np.int64(row[ROW_PLAYER]))
    if op == OP_LOWER_THREAT:
        return player >= 0 and g["threat"][player] >= amount
    if op == OP_DISCARD_RANDOM:
        return player >= 0 and g["zone_count"][HAND + player] >= amount
    if op == OP_REVEAL:
        return g["zone_count"][ENCOUNTER_DECK] >= amount
    if row[ROW_REF] != REF_NONE and row[ROW_REF] != REF_ALL:
        return card_ref(g, k, np.int64(row[ROW_REF])) != NONE
    return True
