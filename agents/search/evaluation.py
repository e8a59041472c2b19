"""What a position is worth that is no end: an estimate of the team's chance to win, at which playouts may stop.

A small neural network on things that everybody at the table can count: one layer of hidden units with ReLU and a logistic
output, or without hidden units a logistic regression. It lies in the search's record (`model`), so that another one can be
put there; `weights.py` has the usual one and `train.py` makes it. `measure` is the list of features.

Who plays Escape from Dol Guldur alone has a model of its own (`guldur_model`, `guldur_weights.py`): these games are won so
rarely that the usual one, which learned from those of all scenarios, cannot tell their positions apart.
"""

import numpy as np
from numba import types

from lotrsim.agents.heuristic.values import COMMIT_STEP, DEAL_STEP, REFRESH_STEP, RESOLVE_STEP, number
from lotrsim.agents.search.layout import MAX_MODEL, S
from lotrsim.ids import (
    ACTIVE,
    ALLY,
    ATTACHED,
    ATTACHMENT,
    ATTACK,
    COMMITTED,
    DEFENSE,
    ENCOUNTER,
    ENEMY,
    ENGAGED,
    EXHAUSTED,
    FACEDOWN,
    FRAME_ROUND,
    HAND,
    HAS_ATTACKED,
    HERO,
    HIT_POINTS,
    KIND,
    LOCATION,
    NONE,
    OBJECTIVE,
    PLAY,
    QUEST_DECK,
    STAGING,
    STEP,
    THREAT,
    THREAT_LIMIT,
    WILLPOWER,
)
from lotrsim.kernel import G, T, b1, f8, i8, kernel, void
from lotrsim.rules.flow import ROUND

FEATURES = types.Array(f8, 1, "C")
(
    X_ONE,
    X_STAGE_LEFT,  # quest points of the current stage without progress
    X_LATER_LEFT,  # and of the later stages
    X_STAGES,  # later stages
    X_MARGIN,  # threat up to 50, of the player who has least
    X_NARROW,  # ... of it what is missing to 10
    X_PLAYERS,
    X_GONE,  # players who are out
    X_HEROES,
    X_HERO_HITS,  # hit points left
    X_FRAILEST,  # hit points of the hero who has fewest
    X_WILL,
    X_ATTACK,
    X_DEFENSE,
    X_ALLIES,
    X_ALLY_HITS,
    X_STAGING_THREAT,
    X_SHORT,  # threat in staging above willpower
    X_ENGAGED,
    X_ENGAGED_ATTACK,
    X_ENGAGED_HITS,
    X_LURKING,  # enemies in staging
    X_LURKING_ATTACK,
    X_LURKING_HITS,
    X_LOCATIONS,
    X_POINTS_THERE,
    X_ACTIVE_POINTS,
    X_HAND,
    X_RESOURCES,
    X_ATTACHMENTS,
    X_OBJECTIVES,  # claimed
    X_GUARDED,
    X_ROUND,
    X_UNBEATEN,  # hit points of enemies above the attack of all characters
    X_BEFORE_QUEST,  # 1 until characters are committed, else 0; so the next three, and none of them in the refresh phase
    X_IN_QUEST,
    X_BEFORE_COMBAT,
    X_IN_COMBAT,
    X_READY_WILL,  # of characters who are not exhausted
    X_READY_ATTACK,
    X_READY_DEFENSE,
    X_COMMITTED,  # willpower on a quest that is not resolved yet
    X_QUEST_SHORT,  # threat in staging above it
    X_QUEST_OVER,  # and it above the threat in staging
    X_TO_COME,  # attack of engaged enemies who have not attacked in this round
    X_HAND_COSTS,  # printed costs of the cards in hand
    X_ATTACHED_COSTS,  # and of the attachments
    X_BURDENS,  # attachments from the encounter deck
) = range(48)
N_FEATURES = 48
FEATURE_NAMES = tuple(name[2:].lower() for name in list(globals()) if name.startswith("X_"))
MOST_UNITS = (MAX_MODEL - 2) // (N_FEATURES + 1)


def stages_of(scenario: str) -> tuple[int, ...]:
    """The faces of the quest cards of a scenario."""
    from lotrsim import scenarios  # here, so that compiled code depends on the faces alone and not on the card files
    from lotrsim.cards.registry import face_of

    return tuple(face_of(card) for card in scenarios.get(scenario).quest_cards())


GULDUR = "escape-from-dol-guldur"
GULDUR_STAGES = stages_of(GULDUR)


@kernel(void, G, T, FEATURES, i8)
def measure_character(g, t, x, card):
    """Add what a hero or ally can do, and could do now."""
    will = np.float64(number(g, t, card, WILLPOWER))
    attack = np.float64(number(g, t, card, ATTACK))
    defense = np.float64(number(g, t, card, DEFENSE))
    x[X_WILL] += will
    x[X_ATTACK] += attack
    x[X_DEFENSE] += defense
    if not g["flags"][card] & EXHAUSTED:
        x[X_READY_WILL] += will
        x[X_READY_ATTACK] += attack
        x[X_READY_DEFENSE] += defense
    if g["flags"][card] & COMMITTED and x[X_IN_QUEST] > 0.0:
        x[X_COMMITTED] += will


@kernel(void, G, T, FEATURES, i8)
def measure_attachment(g, t, x, card):
    """Add what an attachment counts."""
    if g["owner"][card] == ENCOUNTER:
        x[X_BURDENS] += 1.0
    else:
        x[X_ATTACHMENTS] += 1.0
        x[X_ATTACHED_COSTS] += max(np.float64(t["cost"][g["face"][card]]), 0.0)


@kernel(void, G, T, FEATURES, i8, i8)
def measure_card(g, t, x, card, zone):
    """Add what one card on the table counts."""
    face = np.int64(g["face"][card])
    kind = np.int64(t["type"][face])
    damage = np.float64(g["damage"][card])
    if kind == HERO and PLAY <= zone < ENGAGED:
        left = np.float64(number(g, t, card, HIT_POINTS)) - damage
        x[X_HEROES] += 1.0
        x[X_HERO_HITS] += left
        x[X_FRAILEST] = min(x[X_FRAILEST], left)
        x[X_RESOURCES] += np.float64(g["resources"][card])
    elif kind == ALLY and PLAY <= zone < ENGAGED:
        x[X_ALLIES] += 1.0
        x[X_ALLY_HITS] += np.float64(number(g, t, card, HIT_POINTS)) - damage
    if (kind == HERO or kind == ALLY) and PLAY <= zone < ENGAGED:
        measure_character(g, t, x, card)
    elif kind == ENEMY and ENGAGED <= zone < STAGING:
        attack = np.float64(number(g, t, card, ATTACK))
        x[X_ENGAGED] += 1.0
        x[X_ENGAGED_ATTACK] += attack
        if not g["flags"][card] & HAS_ATTACKED:
            x[X_TO_COME] += attack
        x[X_ENGAGED_HITS] += np.float64(number(g, t, card, HIT_POINTS)) - damage
    elif kind == ENEMY and zone == STAGING:
        x[X_LURKING] += 1.0
        x[X_LURKING_ATTACK] += np.float64(number(g, t, card, ATTACK))
        x[X_LURKING_HITS] += np.float64(number(g, t, card, HIT_POINTS)) - damage
        x[X_STAGING_THREAT] += np.float64(number(g, t, card, THREAT))
    elif kind == LOCATION and zone == STAGING:
        x[X_LOCATIONS] += 1.0
        x[X_POINTS_THERE] += np.float64(t["quest_points"][face]) - np.float64(g["progress"][card])
        x[X_STAGING_THREAT] += np.float64(number(g, t, card, THREAT))
    elif kind == LOCATION and zone == ACTIVE:
        x[X_ACTIVE_POINTS] += np.float64(t["quest_points"][face]) - np.float64(g["progress"][card])
    elif kind == ATTACHMENT:
        measure_attachment(g, t, x, card)
    elif kind == OBJECTIVE and zone != STAGING:
        x[X_OBJECTIVES] += 1.0


@kernel(void, G, T, FEATURES)
def measure_quest(g, t, x):
    """Fill in how far the quest is."""
    stage = np.int64(g["stage"])
    if stage != NONE:
        points = np.float64(t["quest_points"][g["face"][stage]]) - np.float64(g["quest_progress"])
        x[X_STAGE_LEFT] = max(points, 0.0)
    card = np.int64(g["zone_first"][QUEST_DECK])
    while card != NONE:
        x[X_LATER_LEFT] += max(np.float64(t["quest_points"][g["face"][card]]), 0.0)
        x[X_STAGES] += 1.0
        card = np.int64(g["next_card"][card])
    x[X_GUARDED] = np.float64(g["n_guarded"])


@kernel(void, G, FEATURES)
def measure_step(g, x):
    """Fill in where in the round the game is."""
    if g["frames"][0, KIND] != FRAME_ROUND:
        x[X_BEFORE_QUEST] = 1.0
        return
    step = (np.int64(g["frames"][0, STEP]) + len(ROUND) - 1) % len(ROUND)
    if step < COMMIT_STEP:
        x[X_BEFORE_QUEST] = 1.0
    elif step <= RESOLVE_STEP:
        x[X_IN_QUEST] = 1.0
    elif step < DEAL_STEP:
        x[X_BEFORE_COMBAT] = 1.0
    elif step < REFRESH_STEP:
        x[X_IN_COMBAT] = 1.0


@kernel(void, G, T, FEATURES)
def measure_players(g, t, x):
    """Fill in threat and hands."""
    x[X_MARGIN] = np.float64(THREAT_LIMIT)
    for p in range(np.int64(g["n_players"])):
        if g["eliminated"][p]:
            x[X_GONE] += 1.0
            continue
        x[X_MARGIN] = min(x[X_MARGIN], np.float64(THREAT_LIMIT - np.int64(g["threat"][p])))
        x[X_HAND] += np.float64(g["zone_count"][HAND + p])
        card = np.int64(g["zone_first"][HAND + p])
        while card != NONE:
            x[X_HAND_COSTS] += max(np.float64(t["cost"][g["face"][card]]), 0.0)
            card = np.int64(g["next_card"][card])


@kernel(void, G, T, FEATURES)
def measure(g, t, x):
    """Fill in the features of a position; x has N_FEATURES places."""
    for k in range(N_FEATURES):
        x[k] = 0.0
    x[X_ONE] = 1.0
    x[X_FRAILEST] = 10.0
    measure_step(g, x)
    for zone in range(PLAY, ACTIVE + 1):
        card = np.int64(g["zone_first"][zone])
        while card != NONE:
            if not g["flags"][card] & FACEDOWN:
                measure_card(g, t, x, card, np.int64(zone))
            under = np.int64(g["under"][card])
            while under != NONE:
                if g["zone"][under] == ATTACHED and not g["flags"][under] & FACEDOWN:
                    measure_card(g, t, x, under, np.int64(ATTACHED))
                under = np.int64(g["next_card"][under])
            card = np.int64(g["next_card"][card])
    measure_players(g, t, x)
    measure_quest(g, t, x)
    x[X_NARROW] = max(10.0 - x[X_MARGIN], 0.0)
    x[X_PLAYERS] = np.float64(g["n_players"])
    x[X_SHORT] = max(x[X_STAGING_THREAT] - x[X_WILL], 0.0)
    x[X_UNBEATEN] = max(x[X_ENGAGED_HITS] + x[X_LURKING_HITS] - x[X_ATTACK], 0.0)
    if x[X_IN_QUEST] > 0.0:
        x[X_QUEST_SHORT] = max(x[X_STAGING_THREAT] - x[X_COMMITTED], 0.0)
        x[X_QUEST_OVER] = max(x[X_COMMITTED] - x[X_STAGING_THREAT], 0.0)
    for k in range(X_HEROES, X_ROUND):
        if k != X_FRAILEST:
            x[k] /= x[X_PLAYERS]
    x[X_UNBEATEN] /= x[X_PLAYERS]
    for k in range(X_READY_WILL, N_FEATURES):
        x[k] /= x[X_PLAYERS]
    x[X_ROUND] = np.float64(g["round_no"])


@kernel(f8, FEATURES, FEATURES)
def chance(model, x):
    """Return what a model says of features. The model: hidden units, bias, then a row a unit: output weight, weights.

    Without hidden units the one row is that of the output itself, with the output weight 1.
    """
    units = np.int64(model[0])
    total = model[1]
    for u in range(max(units, 1)):
        first = 2 + u * (N_FEATURES + 1)
        unit = 0.0
        for k in range(N_FEATURES):
            unit += x[k] * model[first + 1 + k]
        if units > 0:
            unit = max(unit, 0.0)
        total += unit * model[first]
    return 1.0 / (1.0 + np.exp(-total))


@kernel(b1, G)
def is_alone_in_guldur(g):
    """The quest is that of Escape from Dol Guldur, and there is one player."""
    stage = np.int64(g["stage"])
    return g["n_players"] == 1 and stage != NONE and np.int64(g["face"][stage]) in GULDUR_STAGES


@kernel(f8, G, T, S)
def leaf_value(g, t, s):
    """Return the chance to win from here."""
    features = s["features"][0:N_FEATURES]
    measure(g, t, features)
    if is_alone_in_guldur(g):
        return chance(s["guldur_model"][0:MAX_MODEL], features)
    return chance(s["model"][0:MAX_MODEL], features)
