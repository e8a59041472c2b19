"""Progress: on locations, on the current quest, and stages that fall (Rules, Quest, Progress)."""

import numpy as np

from lotrsim.effects.constants import rule_holds
from lotrsim.effects.frames import pop, push
from lotrsim.effects.triggers import emit
from lotrsim.ids import (
    ACTIVE,
    C_NO_DEFEAT,
    C_WINS,
    E_PROGRESS_PLACED,
    FRAME_EFFECT,
    FRAME_PROGRESS,
    KIND,
    LOCATION,
    NONE,
    SOURCE,
    STEP,
    SUBJECT,
    VALUE,
)
from lotrsim.kernel import G, T, b1, i8, kernel, void
from lotrsim.rules.damage import explore, is_explored, put_progress


@kernel(void, G, T, i8, i8)
def place_on_location(g, t, card, amount):
    """Progress on one location, in staging or active; surplus is lost."""
    if t["type"][g["face"][card]] == LOCATION and amount > 0:
        put_progress(g, card, amount)
        if is_explored(g, t, card):
            explore(g, t, card)


@kernel(void, G, T, i8)
def push_quest_progress(g, t, amount):
    """Start placing progress on the current quest."""
    if amount > 0:
        k = push(g, FRAME_PROGRESS)
        g["frames"][k, VALUE] = amount


@kernel(void, G, T, symbol=True)
def run_progress(g, t):
    """FRAME_PROGRESS: the active location takes what it needs, is explored with all that follows, the rest goes on."""
    k = np.int64(g["n_frames"]) - 1
    amount = np.int64(g["frames"][k, VALUE])
    if g["frames"][k, STEP] == 0:
        g["frames"][k, STEP] = 1
        card = np.int64(g["zone_first"][ACTIVE])
        g["frames"][k, SUBJECT] = np.int64(g["stage"])
        if card != NONE:
            taken = min(amount, np.int64(t["quest_points"][g["face"][card]]) - np.int64(g["progress"][card]))
            g["frames"][k, VALUE] = amount - taken
            place_on_location(g, t, card, taken)
        return
    stage = np.int64(g["stage"])
    same_stage = g["frames"][k, SUBJECT] == stage
    pop(g)
    if amount > 0 and same_stage and stage != NONE:
        g["quest_progress"] += amount
        g["check"] = 1
        emit(g, t, E_PROGRESS_PLACED, stage, np.int64(g["first_player"]), amount, 0)


@kernel(b1, G, T)
def is_won_by_stage(g, t):
    """A stage that is won by its own text is won; not while it still does what it does when it is revealed."""
    if g["listen"][C_WINS] == 0:
        return False
    for k in range(np.int64(g["n_frames"])):
        if g["frames"][k, KIND] == FRAME_EFFECT and g["frames"][k, SOURCE] == g["stage"]:
            return False
    return rule_holds(g, t, C_WINS)


@kernel(b1, G, T)
def is_stage_beaten(g, t):
    """The current stage has its points and nothing keeps it from falling; a stage of 0 points never falls by progress."""
    stage = np.int64(g["stage"])
    if stage == NONE:
        return False
    points = np.int64(t["quest_points"][g["face"][stage]])
    return points > 0 and g["quest_progress"] >= points and not rule_holds(g, t, C_NO_DEFEAT)
