"""Setup and stages (Rules, Setup; Quest, Progress)."""

import numpy as np

from lotrsim.effects.frames import ask, offer, player_at, pop, push, take_answer
from lotrsim.effects.machine import run_kind
from lotrsim.effects.triggers import emit
from lotrsim.ids import (
    A_SETUP,
    A_WHEN_REVEALED,
    CURSOR,
    D_MULLIGAN,
    DECK,
    E_STAGE_DEFEATED,
    EASY,
    ENCOUNTER_DECK,
    FRAME_ROUND,
    HAND,
    NO,
    NONE,
    PLAY,
    QUEST,
    QUEST_DECK,
    REMOVED,
    STEP,
    THREAT_LIMIT,
    WON,
    YES,
)
from lotrsim.kernel import G, T, b1, i8, kernel, void
from lotrsim.rules.entering import draw_card
from lotrsim.rules.zones import move, shuffle

HAND_SIZE = 6


@kernel(void, G, T)
def deal_opening(g, t):
    """Shuffle all decks; heroes' threat is set; each player draws six; easy mode gives each hero one more resource."""
    shuffle(g, t, ENCOUNTER_DECK)
    for p in range(np.int64(g["n_players"])):
        shuffle(g, t, DECK + p)
        total = np.int64(0)
        card = np.int64(g["zone_first"][PLAY + p])
        while card != NONE:
            total += np.int64(t["threat_cost"][g["face"][card]])
            if g["difficulty"] == EASY:
                g["resources"][card] += 1
            card = np.int64(g["next_card"][card])
        g["threat"][p] = min(total, THREAT_LIMIT)
        g["check"] = 1
        for _ in range(HAND_SIZE):
            draw_card(g, t, np.int64(p))


@kernel(void, G, T, i8)
def take_mulligan(g, t, player):
    """All cards of the hand are shuffled back and six are drawn."""
    while g["zone_first"][HAND + player] != NONE:
        move(g, t, np.int64(g["zone_first"][HAND + player]), DECK + player)
    shuffle(g, t, DECK + player)
    for _ in range(HAND_SIZE):
        draw_card(g, t, player)


@kernel(void, G, T)
def enter_stage(g, t):
    """The next quest card becomes the current one: the one chosen, or the top of the quest deck."""
    card = np.int64(g["next_stage"])
    if card == NONE:
        card = np.int64(g["zone_first"][QUEST_DECK])
    g["next_stage"] = NONE
    g["quest_progress"] = 0
    g["stage"] = card
    move(g, t, card, QUEST)


@kernel(void, G, T, symbol=True)
def run_setup(g, t):
    """FRAME_SETUP: shuffle and draw, mulligans in player order, stage 1A, then 1B."""
    k = np.int64(g["n_frames"]) - 1
    step = np.int64(g["frames"][k, STEP])
    if step == 0:
        g["frames"][k, STEP] = 1
        deal_opening(g, t)
    elif step == 1:
        answer = take_answer(g)
        if answer != NONE:
            if answer == YES:
                take_mulligan(g, t, player_at(g, k))
            g["frames"][k, CURSOR] += 1
        if g["frames"][k, CURSOR] < g["n_players"]:
            offer(g, YES)
            offer(g, NO)
            ask(g, D_MULLIGAN, player_at(g, k), NONE)
            return
        g["frames"][k, STEP] = 2
    elif step == 2:
        g["frames"][k, STEP] = 3
        enter_stage(g, t)
        run_kind(g, t, np.int64(g["stage"]), A_SETUP, np.int64(g["first_player"]))
    elif step == 3:
        g["frames"][k, STEP] = 4
        run_kind(g, t, np.int64(g["stage"]), A_WHEN_REVEALED, np.int64(g["first_player"]))
    else:
        pop(g)
        push(g, FRAME_ROUND)


@kernel(b1, G, T)
def is_last_stage(g, t):
    """No quest card follows the current one."""
    number = np.int64(t["stage_no"][g["face"][g["stage"]]])
    card = np.int64(g["zone_first"][QUEST_DECK])
    while card != NONE:
        if t["stage_no"][g["face"][card]] > number:
            return False
        card = np.int64(g["next_card"][card])
    return True


@kernel(void, G, T, symbol=True)
def run_stage(g, t):
    """FRAME_STAGE: the current stage is defeated: its Forced effects, then victory or the next stage's B side."""
    k = np.int64(g["n_frames"]) - 1
    if g["frames"][k, STEP] == 0:
        g["frames"][k, STEP] = 1
        g["quest_progress"] = 0
        emit(g, t, E_STAGE_DEFEATED, np.int64(g["stage"]), np.int64(g["first_player"]), 0, 0)
        return
    pop(g)
    if is_last_stage(g, t):
        g["outcome"] = WON
        return
    move(g, t, np.int64(g["stage"]), REMOVED)
    enter_stage(g, t)
    run_kind(g, t, np.int64(g["stage"]), A_WHEN_REVEALED, np.int64(g["first_player"]))
