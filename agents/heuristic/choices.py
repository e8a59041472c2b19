"""The decisions that are answered by reading programs, and the small ones: windows, responses, targets, payments, order."""

import numpy as np

from lotrsim.agents.heuristic.asks import guard_bonus
from lotrsim.agents.heuristic.programs import scratch_worth
from lotrsim.agents.heuristic.values import (
    NOTHING,
    W_MULLIGAN,
    W_TRAVEL,
    W_TRAVEL_COST,
    X_HARM,
    hand_value,
    number,
    price_now,
    use_of,
)
from lotrsim.effects.references import has_icon
from lotrsim.effects.trial import can_act, can_use_now, clear_scratch, copy_to_scratch
from lotrsim.effects.triggers import is_triggered
from lotrsim.ids import (
    A_ACTION,
    A_CONSTANT,
    A_PLAY,
    A_RESPONSE,
    A_SHADOW,
    A_TRAVEL,
    A_WHEN_REVEALED,
    AB_KIND,
    AB_PC,
    AB_TRIGGER,
    AB_ZONES,
    ABILITY,
    C_NO_DRAW,
    C_UPKEEP,
    CHOSEN,
    D_COST_CARD,
    D_MODE,
    D_NUMBER,
    D_PLAYER,
    D_TARGET,
    D_UPKEEP,
    DECK,
    DISCARD_PILE,
    E_REVEALED,
    E_SHADOW_TRIGGERED,
    E_TRAVELLED,
    EVENT,
    EVENT_ID,
    EVENT_PLAYER,
    FRAME_WINDOW,
    HAND,
    KIND,
    MAX_CARDS,
    MODE,
    MODE_0,
    NEUTRAL,
    NO,
    NONE,
    NUMBER_0,
    OP_END,
    OP_SPEND,
    OTHER,
    PASS,
    PC,
    PLAYER_0,
    ROW_A,
    ROW_OP,
    ROW_VALUE,
    SCRATCH,
    SOURCE,
    SUBJECT,
    SUBJECTS,
    THREAT,
    VALUE,
    YES,
    YOU,
    X,
)
from lotrsim.kernel import G, M, T, i8, kernel, void
from lotrsim.rules.refresh import upkeep_of
from lotrsim.rules.zones import is_active_there


@kernel(void, G, T, M)
def rate_actions(g, t, m):
    """D_ACTION: what gains most, as long as something gains."""
    k = np.int64(g["n_frames"]) - 1
    planner = np.int64(g["frames"][k, YOU])
    player = np.int64(g["decider"])
    for i in range(np.int64(g["n_legal"])):
        card = np.int64(g["legal"][i])
        m["scores"][i] = 0
        if card == PASS:
            continue
        face = np.int64(g["face"][card])
        zone = np.int64(g["zone"][card])
        first = np.int64(t["first_ability"][face])
        n = np.int64(t["n_abilities"][face])
        best = np.int64(NOTHING)
        for a in range(first, first + n):
            kind = np.int64(t["abilities"][a, AB_KIND])
            if (kind != A_ACTION and kind != A_PLAY) or not is_active_there(np.int64(t["abilities"][a, AB_ZONES]), zone):
                continue
            if n > 2 and not can_act(g, t, card, a, player, planner):  # of two, one is how the card is played
                continue
            clear_scratch(g)
            g["frames"][SCRATCH, SOURCE] = card
            g["frames"][SCRATCH, YOU] = player
            g["frames"][SCRATCH, ABILITY] = a
            best = max(best, scratch_worth(g, t, m, np.int64(t["abilities"][a, AB_PC])))
        m["scores"][i] = best


@kernel(void, G, i8)
def ask_as_event(g, k):
    """Let the scratch frame know what the event of frame k says."""
    clear_scratch(g)
    for slot in (EVENT_ID, SUBJECT, EVENT_PLAYER, VALUE, OTHER, SUBJECTS):
        g["frames"][SCRATCH, slot] = g["frames"][k, slot]


@kernel(i8, G, T, M, i8)
def harm_of_subject(g, t, m, k):
    """Return what the effect costs that a response to the event in frame k could cancel."""
    event = np.int64(g["frames"][k, EVENT_ID])
    if event != E_REVEALED and event != E_SHADOW_TRIGGERED:
        return np.int64(0)
    wanted = A_WHEN_REVEALED if event == E_REVEALED else A_SHADOW
    card = np.int64(g["frames"][k, SUBJECT])
    face = np.int64(g["face"][card])
    you = np.int64(g["first_player"])
    if event == E_SHADOW_TRIGGERED:
        you = np.int64(g["frames"][g["attack_frame"], YOU])
    first = np.int64(t["first_ability"][face])
    for a in range(first, first + np.int64(t["n_abilities"][face])):
        if t["abilities"][a, AB_KIND] == wanted:
            clear_scratch(g)
            g["frames"][SCRATCH, SOURCE] = card
            g["frames"][SCRATCH, YOU] = you
            g["frames"][SCRATCH, ABILITY] = a
            return max(-scratch_worth(g, t, m, np.int64(t["abilities"][a, AB_PC])), 0)
    return np.int64(0)


@kernel(void, G, T, M)
def rate_responses(g, t, m):
    """D_RESPONSE: what gains most, as long as something gains."""
    k = np.int64(g["n_frames"]) - 1
    player = np.int64(g["decider"])
    m["context"][X_HARM] = harm_of_subject(g, t, m, k)
    for i in range(np.int64(g["n_legal"])):
        card = np.int64(g["legal"][i])
        m["scores"][i] = 0
        if card == PASS:
            continue
        face = np.int64(g["face"][card])
        first = np.int64(t["first_ability"][face])
        best = np.int64(NOTHING)
        for a in range(first, first + np.int64(t["n_abilities"][face])):
            if t["abilities"][a, AB_KIND] != A_RESPONSE or t["abilities"][a, AB_TRIGGER] != g["frames"][k, EVENT_ID]:
                continue
            ask_as_event(g, k)
            g["frames"][SCRATCH, SOURCE] = card
            g["frames"][SCRATCH, YOU] = player
            g["frames"][SCRATCH, ABILITY] = a
            best = max(best, scratch_worth(g, t, m, np.int64(t["abilities"][a, AB_PC])))
        m["scores"][i] = best


@kernel(void, G, T, M)
def rate_abilities(g, t, m):
    """D_ABILITY: the ability of one card that gains most."""
    k = np.int64(g["n_frames"]) - 1
    player = np.int64(g["decider"])
    card = np.int64(g["decision_source"])
    face = np.int64(g["face"][card])
    in_window = g["frames"][k, KIND] == FRAME_WINDOW
    planner = np.int64(g["frames"][k, YOU])
    i = 0
    first = np.int64(t["first_ability"][face])
    for a in range(first, first + np.int64(t["n_abilities"][face])):
        if in_window:
            if not can_act(g, t, card, a, player, planner):
                continue
            clear_scratch(g)
        else:
            clear_scratch(g)
            if t["abilities"][a, AB_KIND] != A_RESPONSE or not is_triggered(g, t, k, a, card, SCRATCH):
                continue
            if not can_use_now(g, t, card, a, player):
                continue
            ask_as_event(g, k)
        g["frames"][SCRATCH, SOURCE] = card
        g["frames"][SCRATCH, YOU] = player
        g["frames"][SCRATCH, ABILITY] = a
        if i < g["n_legal"]:
            m["scores"][i] = scratch_worth(g, t, m, np.int64(t["abilities"][a, AB_PC]))
        i += 1


@kernel(void, G, T, M)
def rate_choices(g, t, m):
    """D_TARGET, D_COST_CARD, D_PLAYER, D_MODE, D_NUMBER, D_MAY: what the rest of the program is worth with each option."""
    k = np.int64(g["n_frames"]) - 1
    pc = np.int64(g["frames"][k, PC])
    decision = np.int64(g["decision"])
    for i in range(np.int64(g["n_legal"])):
        action = np.int64(g["legal"][i])
        copy_to_scratch(g, k)
        start = pc + 1
        if decision == D_TARGET or decision == D_COST_CARD:
            g["frames"][SCRATCH, t["rows"][pc, ROW_A]] = action
        elif decision == D_PLAYER:
            g["frames"][SCRATCH, CHOSEN] = action - PLAYER_0
        elif decision == D_MODE:
            g["frames"][SCRATCH, MODE] = action - MODE_0
        elif decision == D_NUMBER:
            g["frames"][SCRATCH, X] = action - NUMBER_0
        elif action == NO:
            start = np.int64(t["rows"][pc, ROW_A])
        m["scores"][i] = scratch_worth(g, t, m, start)


@kernel(void, G, T, M)
def rate_payment(g, t, m):
    """D_PAY: from the pool that will be missed least: no need of the hero's own, few cards in hand of his sphere, much in it."""
    player = np.int64(g["decider"])
    for i in range(np.int64(g["n_legal"])):
        hero = np.int64(g["legal"][i])
        left = np.int64(g["resources"][hero])
        score = 2 * left
        needs = np.int64(0)
        face = np.int64(g["face"][hero])
        first = np.int64(t["first_ability"][face])
        for a in range(first, first + np.int64(t["n_abilities"][face])):
            pc = np.int64(t["abilities"][a, AB_PC])
            while t["rows"][pc, ROW_OP] != OP_END:
                if t["rows"][pc, ROW_OP] == OP_SPEND:
                    needs += np.int64(t["values"][t["rows"][pc, ROW_VALUE], 1])
                pc += 1
        if g["listen"][C_UPKEEP] > 0 and g["under"][hero] != NONE:
            needs += upkeep_of(g, t, hero)
        if left <= needs:
            score -= 20
        card = np.int64(g["zone_first"][HAND + player])
        while card != NONE:
            sphere = np.int64(t["sphere"][g["face"][card]])
            if card != g["decision_source"] and sphere != NEUTRAL and has_icon(g, t, hero, sphere):
                score -= 1
            card = np.int64(g["next_card"][card])
        m["scores"][i] = score


@kernel(void, G, T, M)
def rate_mulligan(g, t, m):
    """D_MULLIGAN: a hand is kept that can be played soon: cheap allies and attachments; one of each unique title counts."""
    player = np.int64(g["decider"])
    total = np.int64(0)
    card = np.int64(g["zone_first"][HAND + player])
    while card != NONE:
        face = np.int64(g["face"][card])
        cost = np.int64(t["cost"][face])
        if t["type"][face] == EVENT:
            total += 3
        elif cost <= 2:
            total += 10
        elif cost == 3:
            total += 8
        elif cost == 4:
            total += 5
        else:
            total += 2
        card = np.int64(g["next_card"][card])
    for i in range(np.int64(g["n_legal"])):
        m["scores"][i] = (1 if total >= m["rules"][W_MULLIGAN] else -1) * (1 if g["legal"][i] == NO else -1)


@kernel(void, G, T, M)
def rate_order(g, t, m):
    """D_ORDER: cards of one's own go back with the most wanted uppermost; other orders do not matter.

    D_UPKEEP: a hero is readied if that is worth what is asked.
    """
    for i in range(np.int64(g["n_legal"])):
        action = np.int64(g["legal"][i])
        m["scores"][i] = 0
        if g["decision"] == D_UPKEEP:
            hero = np.int64(g["decision_source"])
            gain = use_of(g, t, m, hero) - price_now(g, t, m) * upkeep_of(g, t, hero)
            m["scores"][i] = gain if action == YES else 0
        elif action < MAX_CARDS and g["known_by"][action] != 0 and g["owner"][action] >= 0:
            if DECK <= g["zone"][action] < DISCARD_PILE:
                m["scores"][i] = hand_value(g, t, m, action)


@kernel(void, G, T, M)
def rate_travel(g, t, m):
    """D_TRAVEL: the threat that leaves staging, against the points it asks and what its travel effect costs.

    Responses to travelling there are counted like effects.
    """
    w = m["rules"]
    for i in range(np.int64(g["n_legal"])):
        card = np.int64(g["legal"][i])
        m["scores"][i] = 0
        if card == PASS:
            continue
        face = np.int64(g["face"][card])
        left = np.int64(t["quest_points"][face]) - np.int64(g["progress"][card])
        score = 10 + guard_bonus(g, t, card) + w[W_TRAVEL] * number(g, t, card, THREAT) - w[W_TRAVEL_COST] * left
        first = np.int64(t["first_ability"][face])
        for a in range(first, first + np.int64(t["n_abilities"][face])):
            kind = np.int64(t["abilities"][a, AB_KIND])
            if kind == A_TRAVEL or t["abilities"][a, AB_TRIGGER] == E_TRAVELLED:
                clear_scratch(g)
                g["frames"][SCRATCH, SOURCE] = card
                g["frames"][SCRATCH, SUBJECT] = card
                g["frames"][SCRATCH, YOU] = g["first_player"]
                score += scratch_worth(g, t, m, np.int64(t["abilities"][a, AB_PC]))
            elif kind == A_CONSTANT and t["abilities"][a, AB_TRIGGER] == C_NO_DRAW:
                score -= 12
        m["scores"][i] = score
