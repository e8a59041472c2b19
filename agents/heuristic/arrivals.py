"""What cards are worth that come and go: allies that enter play, attachments, cards that leave where they are."""

import numpy as np

from lotrsim.agents.heuristic.objectives import WANTED, objective_value
from lotrsim.agents.heuristic.values import (
    COMMIT_STEP,
    DEAL_STEP,
    PLAYER_STEP,
    W_GIVE_ATTACK,
    W_GIVE_DEFENSE,
    W_GIVE_HITS,
    W_GIVE_WILL,
    W_HERO,
    W_REVEAL,
    W_THREAT,
    W_USE_ATTACK,
    W_USE_WILL,
    X_STEP,
    character_value,
    enemy_value,
    hand_value,
    stays_one_round,
    use_of,
)
from lotrsim.effects.query import value_of
from lotrsim.ids import (
    A_ACTION,
    A_CONSTANT,
    A_RESPONSE,
    AB_KIND,
    AB_PC,
    AB_SUBJECT,
    AB_TRIGGER,
    ACTIVE,
    ALLY,
    ATTACHED,
    ATTACK,
    C_CANNOT_ATTACK,
    C_UPKEEP,
    DECK,
    DEFENSE,
    E_ENTERS_PLAY,
    ENCOUNTER,
    ENCOUNTER_DECK,
    ENEMY,
    ENGAGED,
    HERO,
    HIT_POINTS,
    LOCATION,
    NONE,
    OBJECTIVE,
    OP_ADD_RESOURCES,
    OP_DAMAGE,
    OP_DISCARD,
    OP_DRAW,
    OP_END,
    OP_HEAL,
    OP_LOWER_THREAT,
    OP_PROGRESS,
    OP_READY,
    OP_TO_HAND,
    PLAY,
    QUEST_PHASE,
    REF_HOST,
    ROW_A,
    ROW_OP,
    ROW_REF,
    ROW_VALUE,
    SCRATCH,
    STAGING,
    SUBJECT_SELF,
    THREAT,
    V_CONST,
    WILLPOWER,
)
from lotrsim.kernel import G, M, T, b1, i8, kernel


@kernel(b1, G, T)
def any_enemy(g, t):
    """An enemy is engaged with somebody or in the staging area."""
    for zone in range(ENGAGED, ACTIVE):
        card = np.int64(g["zone_first"][zone])
        while card != NONE:
            if t["type"][g["face"][card]] == ENEMY:
                return True
            card = np.int64(g["next_card"][card])
    return False


@kernel(i8, G, T, M, i8)
def arrival(g, t, m, face):
    """Return what an ally's own response or effect on entering play is worth, roughly: its best word."""
    if not (t["self_triggers"][face] >> E_ENTERS_PLAY) & 1:
        return np.int64(0)
    w = m["rules"]
    best = np.int64(0)
    first = np.int64(t["first_ability"][face])
    for a in range(first, first + np.int64(t["n_abilities"][face])):
        if t["abilities"][a, AB_TRIGGER] != E_ENTERS_PLAY or t["abilities"][a, AB_SUBJECT] != SUBJECT_SELF:
            continue
        pc = np.int64(t["abilities"][a, AB_PC])
        while t["rows"][pc, ROW_OP] != OP_END:
            op = np.int64(t["rows"][pc, ROW_OP])
            v = np.int64(t["rows"][pc, ROW_VALUE])
            amount = np.int64(t["values"][v, 1]) if v != NONE and t["values"][v, 0] == V_CONST else np.int64(1)
            if op == OP_DAMAGE and any_enemy(g, t):
                best = max(best, 12 * amount)
            elif op == OP_DRAW:
                best = max(best, 10 * amount)
            elif op == OP_LOWER_THREAT:
                best = max(best, w[W_THREAT] * amount)
            elif op == OP_PROGRESS or op == OP_TO_HAND or op == OP_DISCARD:
                best = max(best, 6 * amount)
            pc += 1
    return best


@kernel(i8, G, T, M, i8, b1)
def entering(g, t, m, card, leaves_again):
    """Return what it is worth that an ally or hero enters play, for good or until the end of the phase."""
    face = np.int64(g["face"][card])
    if t["type"][face] == HERO:
        return m["rules"][W_HERO]
    s = t["stats"]
    value = arrival(g, t, m, face)
    step = m["context"][X_STEP]
    w = m["rules"]
    if leaves_again or stays_one_round(t, face):
        will = w[W_USE_WILL] * np.int64(s[face, WILLPOWER])
        force = w[W_USE_ATTACK] * np.int64(s[face, ATTACK])
        if step <= COMMIT_STEP and (g["phase"] == QUEST_PHASE or not leaves_again):
            return value + will
        if DEAL_STEP <= step <= PLAYER_STEP:
            return value + force
        return np.int64(0) if leaves_again else value
    return value + character_value(g, t, m, card)


@kernel(i8, G, T, M, i8, i8)
def attachment_worth(g, t, m, card, host):
    """Return what a card is worth as an attachment of a host: what its constants change there, what its abilities may do."""
    w = m["rules"]
    face = np.int64(g["face"][card])
    host_face = np.int64(g["face"][host])
    kind = np.int64(t["type"][host_face])
    s = t["stats"]
    old = np.int64(g["host"][card])
    g["host"][card] = host  # what the constants say of their host
    total = np.int64(0)
    first = np.int64(t["first_ability"][face])
    for a in range(first, first + np.int64(t["n_abilities"][face])):
        ability = np.int64(t["abilities"][a, AB_KIND])
        trigger = np.int64(t["abilities"][a, AB_TRIGGER])
        pc = np.int64(t["abilities"][a, AB_PC])
        if ability == A_CONSTANT and trigger == NONE and t["rows"][pc, ROW_REF] == REF_HOST:
            which = np.int64(t["rows"][pc, ROW_A])
            amount = value_of(g, t, SCRATCH, np.int64(t["rows"][pc, ROW_VALUE]))
            if which == WILLPOWER:
                total += amount * (w[W_GIVE_WILL] + np.int64(s[host_face, WILLPOWER]))
            elif which == ATTACK:
                total += amount * (w[W_GIVE_ATTACK] + 2 * np.int64(s[host_face, ATTACK]))
            elif which == DEFENSE:
                total += amount * (w[W_GIVE_DEFENSE] + 2 * np.int64(s[host_face, DEFENSE]))
            elif which == HIT_POINTS:
                total += amount * (w[W_GIVE_HITS] + np.int64(s[host_face, DEFENSE]))
            elif which == THREAT and g["zone"][host] == STAGING:
                total -= amount * 14
        elif ability == A_CONSTANT and trigger == C_CANNOT_ATTACK:
            free = g["listen"][C_CANNOT_ATTACK] == 0 or g["under"][host] == NONE
            total += enemy_value(g, t, m, host) // 2 if kind == ENEMY and free else -40
        elif ability == A_CONSTANT and trigger == C_UPKEEP:
            total -= 2 * use_of(g, t, m, host) + 10
        elif ability == A_CONSTANT:
            total += 2
        elif ability == A_ACTION:
            best = np.int64(8)
            while t["rows"][pc, ROW_OP] != OP_END:
                op = np.int64(t["rows"][pc, ROW_OP])
                if op == OP_ADD_RESOURCES:
                    best = np.int64(90)
                elif op == OP_READY:
                    most = max(np.int64(s[host_face, WILLPOWER]), np.int64(s[host_face, ATTACK]))
                    best = 20 + 10 * max(most, np.int64(s[host_face, DEFENSE]))
                elif op == OP_HEAL:
                    best = 14 + 5 * np.int64(g["damage"][host]) + (4 if kind == HERO else 0)
                pc += 1
            total += best
        elif ability == A_RESPONSE:
            total += 6
    g["host"][card] = old
    if kind == ALLY:
        total -= 6
    return total


@kernel(i8, G, T, M, i8, i8)
def moving(g, t, m, op, card):
    """Return what it is worth that a card leaves where it is: DISCARD, TO_HAND, TO_DECK_..., SHUFFLE_INTO_DECK."""
    zone = np.int64(g["zone"][card])
    if g["owner"][card] == ENCOUNTER:
        if zone == ATTACHED:  # what is claimed is asked for now or later; all else there does harm
            return np.int64(-WANTED if t["type"][g["face"][card]] == OBJECTIVE else 25)
        if zone == STAGING and t["type"][g["face"][card]] == OBJECTIVE:
            return -objective_value(g, t, card)
        if zone != ENCOUNTER_DECK:
            return np.int64(0)
        face = np.int64(g["face"][card])  # how bad is it that this card, which the players know, comes next?
        threat = np.int64(t["stats"][face, THREAT])
        bad = 20 + 10 * np.int64(t["doomed"][face])
        if t["type"][face] == ENEMY:
            bad = 10 * threat + 8 * np.int64(t["stats"][face, ATTACK])
        elif t["type"][face] == LOCATION:
            bad = 12 * threat + 2 * np.int64(t["quest_points"][face])
        return bad - m["rules"][W_REVEAL]
    if zone < DECK:
        return -hand_value(g, t, m, card) if op != OP_TO_HAND else np.int64(0)
    if PLAY <= zone < ENGAGED:
        lost = character_value(g, t, m, card)
        return -lost // 2 if op == OP_TO_HAND else -lost
    if zone == ATTACHED:
        return -(12 + 4 * np.int64(t["cost"][g["face"][card]]))
    return hand_value(g, t, m, card) if op == OP_TO_HAND else np.int64(0)
