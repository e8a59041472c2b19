"""The refresh phase and the ends of phases and rounds (Rules, Refresh; Combat d)."""

import numpy as np

from lotrsim.effects.frames import ask, next_player, offer, pop, take_answer
from lotrsim.effects.machine import push_program
from lotrsim.effects.query import value_of
from lotrsim.effects.triggers import emit
from lotrsim.ids import (
    AB_PC,
    AB_TRIGGER,
    AT_PHASE_END,
    AT_ROUND_END,
    ATTACHED,
    AUX,
    C_UPKEEP,
    COMBAT_PHASE,
    COMMITTED,
    CONSTANT_SCRATCH,
    D_ORDER,
    D_UPKEEP,
    E_COMBAT_ENDS,
    E_REFRESHES,
    EFFECT_0,
    ENCOUNTER_DISCARD,
    EXHAUSTED,
    FOR_PHASE,
    FOR_ROUND,
    HIT_POINTS,
    N_EFFECTS,
    NO,
    NONE,
    PHASE_FLAGS,
    QUEST_PHASE,
    ROW_VALUE,
    SHADOW,
    STEP,
    TARGET,
    YES,
    YOU,
    X,
)
from lotrsim.kernel import G, T, b1, i8, kernel, void
from lotrsim.rules.damage import check_hit_points, drop_lasting, raise_threat
from lotrsim.rules.facedown import is_inert
from lotrsim.rules.zones import is_in_play, move, player_of


@kernel(i8, G, T, i8)
def upkeep_of(g, t, card):
    """Return what must be paid from a hero's own pool, all copies together, or he does not ready (Caught in a Web)."""
    total = np.int64(0)
    u = np.int64(g["under"][card])
    while u != NONE:
        face = np.int64(g["face"][u])
        if g["zone"][u] == ATTACHED and (t["triggers"][face] >> C_UPKEEP) & 1 and not is_inert(g, u):
            first = np.int64(t["first_ability"][face])
            for a in range(first, first + np.int64(t["n_abilities"][face])):
                if t["abilities"][a, AB_TRIGGER] == C_UPKEEP:
                    pc = np.int64(t["abilities"][a, AB_PC])
                    total += value_of(g, t, CONSTANT_SCRATCH, np.int64(t["rows"][pc, ROW_VALUE]))
        u = np.int64(g["next_card"][u])
    return total


@kernel(b1, G, T, i8)
def ready_cards(g, t, k):
    """All cards ready; an upkeep is asked of the hero's controller. False while a question is pending. AUX: next card."""
    answer = take_answer(g)
    start = np.int64(g["frames"][k, AUX])
    for card in range(start, np.int64(g["n_cards"])):
        if not g["flags"][card] & EXHAUSTED or not is_in_play(np.int64(g["zone"][card])):
            continue
        due = np.int64(0)
        if g["listen"][C_UPKEEP] > 0 and g["under"][card] != NONE:
            due = upkeep_of(g, t, card)
        if due > 0:
            if g["resources"][card] < due or player_of(g, card) < 0:
                continue
            if answer == NONE:
                g["frames"][k, AUX] = card
                offer(g, YES)
                offer(g, NO)
                ask(g, D_UPKEEP, player_of(g, card), np.int64(card))
                return False
            paid = answer == YES
            answer = np.int64(NONE)
            if not paid:
                continue
            g["resources"][card] -= due
        g["flags"][card] &= ~EXHAUSTED
    return True


@kernel(void, G, T, symbol=True)
def run_refresh(g, t):
    """FRAME_REFRESH: ready and threat, then the token; who goes out by his threat has passed it at once before."""
    k = np.int64(g["n_frames"]) - 1
    if g["frames"][k, STEP] == 0:
        if not ready_cards(g, t, k):
            return
        g["frames"][k, STEP] = 1
        for p in range(np.int64(g["n_players"])):
            if not g["eliminated"][p]:
                raise_threat(g, np.int64(p), 1)
        return
    pop(g)
    g["first_player"] = next_player(g, np.int64(g["first_player"]))
    emit(g, t, E_REFRESHES, NONE, np.int64(g["first_player"]), 0, 0)


@kernel(void, G, T, i8)
def end_lasting(g, t, until):
    """Lasting effects of a duration are over; a lost hit-point bonus may destroy its bearer."""
    lost_hit_points = False
    for i in range(np.int64(g["n_lasting"])):
        if g["lasting_stat"][i] == HIT_POINTS and g["lasting_until"][i] == until:
            lost_hit_points = True
    if g["n_lasting"] > 0:
        drop_lasting(g, NONE, until)
    if lost_hit_points:
        for card in range(np.int64(g["n_cards"]) - 1, -1, -1):
            check_hit_points(g, t, card)


@kernel(void, G, T)
def expire(g, t):
    """What lasts until the end of the phase is over."""
    end_lasting(g, t, FOR_PHASE)
    g["staging_bonus"] = 0
    g["any_defenders"] = 0
    for card in range(np.int64(g["n_cards"])):  # two loops without a condition: each is done many cards at a time
        g["used_phase"][card] = 0
    for card in range(np.int64(g["n_cards"])):
        g["flags"][card] &= ~PHASE_FLAGS


@kernel(void, G, T, i8)
def start_delayed(g, t, i):
    """Start the i-th delayed effect and forget it."""
    k = push_program(g, t, np.int64(g["delayed"][i, 2]), np.int64(g["delayed"][i, 1]))
    g["frames"][k, TARGET] = g["delayed"][i, 3]
    g["frames"][k, YOU] = g["delayed"][i, 4]
    last = np.int64(g["n_delayed"]) - 1
    for j in range(i, last):
        for column in range(6):
            g["delayed"][j, column] = g["delayed"][j + 1, column]
    for column in range(6):
        g["delayed"][last, column] = 0
    g["n_delayed"] = last


@kernel(b1, G, T, i8, i8)
def run_delayed(g, t, k, moment):
    """Start the next delayed effect of a moment, the first player ordering several; False when none is left."""
    answer = take_answer(g)
    n = 0
    chosen = np.int64(NONE)
    for i in range(np.int64(g["n_delayed"])):
        if g["delayed"][i, 0] == moment:
            if answer == EFFECT_0 + n or (answer == NONE and chosen == NONE):
                chosen = np.int64(i)
            n += 1
    if n == 0:
        return False
    if n > 1 and answer == NONE:
        for i in range(min(n, N_EFFECTS)):
            offer(g, EFFECT_0 + i)
        ask(g, D_ORDER, np.int64(g["first_player"]), NONE)
        return True
    start_delayed(g, t, chosen)
    return True


@kernel(void, G, T)
def discard_shadows(g, t):
    """At the end of combat all shadow cards are discarded, wherever their enemies are."""
    for card in range(np.int64(g["n_cards"])):
        if g["zone"][card] == SHADOW:
            move(g, t, card, ENCOUNTER_DISCARD)
            g["flags"][card] = 0


@kernel(void, G, T, symbol=True)
def run_phase_end(g, t):
    """FRAME_PHASE_END. X is the moment: 1 end of phase, 2 end of round. Expiry and passive returns, then Forced effects."""
    k = np.int64(g["n_frames"]) - 1
    if g["frames"][k, STEP] == 0:
        g["frames"][k, STEP] = 1
        if g["frames"][k, X] == AT_ROUND_END:
            end_lasting(g, t, FOR_ROUND)
            g["allies_played"] = 0
            for card in range(np.int64(g["n_cards"])):
                g["used_round"][card] = 0
        else:
            expire(g, t)
            if g["phase"] == QUEST_PHASE:
                for card in range(np.int64(g["n_cards"])):
                    g["flags"][card] &= ~COMMITTED
        return
    if g["frames"][k, STEP] == 1:
        if run_delayed(g, t, k, np.int64(g["frames"][k, X])):
            return
        g["frames"][k, STEP] = 2
        if g["frames"][k, X] == AT_PHASE_END and g["phase"] == COMBAT_PHASE:
            emit(g, t, E_COMBAT_ENDS, NONE, np.int64(g["first_player"]), 0, 0)
            return
    pop_ended = g["frames"][k, X] == AT_PHASE_END and g["phase"] == COMBAT_PHASE
    pop(g)
    if pop_ended:
        discard_shadows(g, t)
