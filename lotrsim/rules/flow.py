"""The flow of a game: the table of the round's steps, and `advance`, which runs until somebody must choose.

`apply` takes one action; both are called from Python and from search with `(games, i, tables)`.
"""

import numpy as np

from lotrsim.effects.frames import clear_decision, push
from lotrsim.effects.machine import run_effect, run_event
from lotrsim.effects.triggers import emit
from lotrsim.effects.windows import push_window, run_window
from lotrsim.ids import (
    AT_PHASE_END,
    AT_ROUND_END,
    COMBAT_PHASE,
    E_QUEST_BEGINS,
    E_ROUND_ENDS,
    ENCOUNTER_PHASE,
    FAULTED,
    FRAME_ATTACK,
    FRAME_CHECKS,
    FRAME_COMMIT,
    FRAME_DAMAGE,
    FRAME_DEAL,
    FRAME_EFFECT,
    FRAME_ENEMY_ATTACKS,
    FRAME_ENGAGE,
    FRAME_EVENT,
    FRAME_PAY,
    FRAME_PHASE_END,
    FRAME_PLANNING,
    FRAME_PLAYER_ATTACKS,
    FRAME_PROGRESS,
    FRAME_REFRESH,
    FRAME_RESOLVE_QUEST,
    FRAME_RESOURCE,
    FRAME_REVEAL,
    FRAME_ROUND,
    FRAME_SHADOW,
    FRAME_STAGE,
    FRAME_STAGING,
    FRAME_STRIKE,
    FRAME_TRAVEL,
    FRAME_WINDOW,
    KIND,
    NONE,
    PLANNING_PHASE,
    PLAYING,
    QUEST_PHASE,
    REFRESH_PHASE,
    RESOURCE_PHASE,
    ROUND_LIMIT,
    STEP,
    TRAVEL_PHASE,
    WON,
    X,
)
from lotrsim.kernel import GAMES, TABLES_ARRAY, G, T, b1, i8, kernel, void
from lotrsim.rules.combat import run_deal, run_enemy_attacks
from lotrsim.rules.damage import run_damage
from lotrsim.rules.encounter import run_checks, run_engage
from lotrsim.rules.enemy_attacks import run_attack, run_shadow
from lotrsim.rules.outcome import check_eliminations
from lotrsim.rules.payment import run_payment
from lotrsim.rules.player_attacks import run_player_attacks, run_strike
from lotrsim.rules.progress import is_stage_beaten, is_won_by_stage, run_progress
from lotrsim.rules.quest import run_commit, run_resolve_quest
from lotrsim.rules.refresh import run_phase_end, run_refresh
from lotrsim.rules.resource import run_planning, run_resource
from lotrsim.rules.setup import run_setup, run_stage
from lotrsim.rules.staging import run_reveal, run_staging
from lotrsim.rules.travel import run_travel
from lotrsim.rules.zones import reset_encounter_deck

# The round, a row a step: phase, what happens. [A] in the rulebook is FRAME_WINDOW. BEGIN_QUEST is no frame.
BEGIN_QUEST = -2
END_ROUND = -3
ROUND = np.array(
    [
        (RESOURCE_PHASE, FRAME_RESOURCE),
        (RESOURCE_PHASE, FRAME_WINDOW),
        (RESOURCE_PHASE, FRAME_PHASE_END),
        (PLANNING_PHASE, FRAME_PLANNING),
        (PLANNING_PHASE, FRAME_PHASE_END),
        (QUEST_PHASE, BEGIN_QUEST),
        (QUEST_PHASE, FRAME_WINDOW),
        (QUEST_PHASE, FRAME_COMMIT),
        (QUEST_PHASE, FRAME_WINDOW),
        (QUEST_PHASE, FRAME_STAGING),
        (QUEST_PHASE, FRAME_WINDOW),
        (QUEST_PHASE, FRAME_RESOLVE_QUEST),
        (QUEST_PHASE, FRAME_WINDOW),
        (QUEST_PHASE, FRAME_PHASE_END),
        (TRAVEL_PHASE, FRAME_TRAVEL),
        (TRAVEL_PHASE, FRAME_WINDOW),
        (TRAVEL_PHASE, FRAME_PHASE_END),
        (ENCOUNTER_PHASE, FRAME_ENGAGE),
        (ENCOUNTER_PHASE, FRAME_WINDOW),
        (ENCOUNTER_PHASE, FRAME_CHECKS),
        (ENCOUNTER_PHASE, FRAME_WINDOW),
        (ENCOUNTER_PHASE, FRAME_PHASE_END),
        (COMBAT_PHASE, FRAME_DEAL),
        (COMBAT_PHASE, FRAME_WINDOW),
        (COMBAT_PHASE, FRAME_ENEMY_ATTACKS),
        (COMBAT_PHASE, FRAME_PLAYER_ATTACKS),
        (COMBAT_PHASE, FRAME_WINDOW),
        (COMBAT_PHASE, FRAME_PHASE_END),
        (REFRESH_PHASE, FRAME_REFRESH),
        (REFRESH_PHASE, FRAME_WINDOW),
        (REFRESH_PHASE, FRAME_PHASE_END),
        (REFRESH_PHASE, END_ROUND),
    ],
    dtype=np.int64,
)
N_ROUND_STEPS = len(ROUND)


def first_step_of(phase: int) -> int:
    """Return the first step of a phase in the table of the round."""
    return int(np.flatnonzero(ROUND[:, 0] == phase)[0])


@kernel(void, G, T, i8)
def end_round(g, t, k):
    """The round is counted; effects "until the end of the round" and at its end; then the next round, if there is one."""
    g["round_no"] += 1
    if g["round_no"] >= g["round_limit"]:
        g["outcome"] = ROUND_LIMIT
        return
    f = push(g, FRAME_PHASE_END)
    g["frames"][f, X] = AT_ROUND_END
    emit(g, t, E_ROUND_ENDS, NONE, np.int64(g["first_player"]), 0, 0)


@kernel(void, G, T)
def run_round(g, t):
    """FRAME_ROUND: one row of the table."""
    k = np.int64(g["n_frames"]) - 1
    step = np.int64(g["frames"][k, STEP])
    g["frames"][k, STEP] = (step + 1) % N_ROUND_STEPS
    g["phase"] = ROUND[step, 0]
    kind = ROUND[step, 1]
    if kind == FRAME_WINDOW:
        push_window(g, NONE)
    elif kind == BEGIN_QUEST:
        reset_encounter_deck(g, t, 1)
        emit(g, t, E_QUEST_BEGINS, NONE, np.int64(g["first_player"]), 0, 0)
    elif kind == END_ROUND:
        end_round(g, t, k)
    else:
        f = push(g, kind)
        if kind == FRAME_PHASE_END:
            g["frames"][f, X] = AT_PHASE_END


@kernel(void, G, T)
def run_combat_frame(g, t):
    """Dispatch of the combat phase's frames."""
    kind = g["frames"][g["n_frames"] - 1, KIND]
    if kind == FRAME_ATTACK:
        run_attack(g, t)
    elif kind == FRAME_STRIKE:
        run_strike(g, t)
    elif kind == FRAME_SHADOW:
        run_shadow(g, t)
    elif kind == FRAME_ENEMY_ATTACKS:
        run_enemy_attacks(g, t)
    elif kind == FRAME_PLAYER_ATTACKS:
        run_player_attacks(g, t)
    else:
        run_deal(g, t)


@kernel(void, G, T)
def run_other_frame(g, t):
    """Dispatch of the frames that are run once a phase or less."""
    kind = g["frames"][g["n_frames"] - 1, KIND]
    if kind == FRAME_PROGRESS:
        run_progress(g, t)
    elif kind == FRAME_STAGE:
        run_stage(g, t)
    elif kind == FRAME_STAGING:
        run_staging(g, t)
    elif kind == FRAME_RESOLVE_QUEST:
        run_resolve_quest(g, t)
    elif kind == FRAME_TRAVEL:
        run_travel(g, t)
    elif kind == FRAME_ENGAGE:
        run_engage(g, t)
    elif kind == FRAME_CHECKS:
        run_checks(g, t)
    elif kind == FRAME_REFRESH:
        run_refresh(g, t)
    elif kind == FRAME_RESOURCE:
        run_resource(g, t)
    elif kind == FRAME_PLANNING:
        run_planning(g, t)
    elif kind == FRAME_DAMAGE:
        run_damage(g, t)
    else:
        run_setup(g, t)


@kernel(void, G, T)
def run_frame(g, t):
    """Let the uppermost frame take a step."""
    kind = g["frames"][g["n_frames"] - 1, KIND]
    if kind == FRAME_WINDOW:
        run_window(g, t)
    elif kind == FRAME_ROUND:
        run_round(g, t)
    elif kind == FRAME_EFFECT:
        run_effect(g, t)
    elif kind == FRAME_EVENT:
        run_event(g, t)
    elif FRAME_DEAL <= kind <= FRAME_STRIKE:
        run_combat_frame(g, t)
    elif kind == FRAME_PAY:
        run_payment(g, t)
    elif kind == FRAME_PHASE_END:
        run_phase_end(g, t)
    elif kind == FRAME_COMMIT:
        run_commit(g, t)
    elif kind == FRAME_REVEAL:
        run_reveal(g, t)
    else:
        run_other_frame(g, t)


@kernel(void, G, T)
def check(g, t):
    """After a step: eliminations, then a stage that has its points. Losing goes before winning."""
    g["check"] = 0
    check_eliminations(g, t)
    if g["outcome"] == PLAYING and is_won_by_stage(g, t):
        g["outcome"] = WON
    if g["outcome"] == PLAYING and is_stage_beaten(g, t):
        k = np.int64(g["n_frames"]) - 1
        if k < 0 or g["frames"][k, KIND] != FRAME_STAGE:
            push(g, FRAME_STAGE)


@kernel(void, G, i8)
def take(g, action):
    """Hand a chosen action to the frame that asked."""
    clear_decision(g)
    g["answer"] = action
    g["last_answer"] = action


@kernel(b1, G, T)
def advance_one(g, t):
    """Let the game take one step; False when it waits for a player or is over. A single legal action is taken by itself."""
    if g["outcome"] != PLAYING or g["n_legal"] > 1:
        return False
    run_frame(g, t)
    if g["check"] and g["n_legal"] == 0 and g["outcome"] != FAULTED:
        check(g, t)
    if g["outcome"] != PLAYING:
        clear_decision(g)
        return False
    if g["n_legal"] > 1:
        return False
    if g["n_legal"] == 1:
        take(g, np.int64(g["legal"][0]))
    return True


@kernel(void, G, T, symbol=True)
def advance_game(g, t):
    """Run a game until somebody must choose among two or more actions, or until it is over."""
    while advance_one(g, t):
        pass


@kernel(b1, G, i8)
def is_legal(g, action):
    """The action is among those of the pending decision."""
    for i in range(np.int64(g["n_legal"])):
        if g["legal"][i] == action:
            return True
    return False


@kernel(void, GAMES, i8, TABLES_ARRAY)
def advance(games, i, tables):
    """Run game i until somebody must choose among two or more actions, or until it is over."""
    advance_game(games[i], tables[0])


@kernel(b1, GAMES, i8, TABLES_ARRAY)
def step_one(games, i, tables):
    """Let game i take one step (for logs); False when it waits for a player or is over."""
    return advance_one(games[i], tables[0])


@kernel(b1, GAMES, i8, i8)
def choose(games, i, action):
    """Take a legal action in game i without going on; False, and nothing changed, if it is not legal."""
    g = games[i]
    if not is_legal(g, action):
        return False
    g["n_decisions"] += 1
    take(g, action)
    return True


@kernel(b1, GAMES, i8, TABLES_ARRAY, i8)
def apply(games, i, tables, action):
    """Take a legal action in game i and go on; False, and nothing changed, if it is not legal."""
    g = games[i]
    if not is_legal(g, action):
        return False
    g["n_decisions"] += 1
    take(g, action)
    advance_game(g, tables[0])
    return True
