"""Commitment: whom to send on the quest, and whom to keep for the fight."""

import numpy as np

from lotrsim.agents.heuristic.combat import is_slayer
from lotrsim.agents.heuristic.fight import add_foe, fight, line_of, list_characters, list_foes, note_costs
from lotrsim.agents.heuristic.programs import scratch_worth
from lotrsim.agents.heuristic.quest import quest_value
from lotrsim.agents.heuristic.values import (
    C_CARD,
    C_FREE,
    C_KEEP,
    C_READY,
    C_WILL,
    F_ATTACK,
    F_ATTACKS,
    F_CARD,
    F_DEFENSE,
    F_LEFT,
    F_QUEST,
    F_SCRATCH,
    F_VALUE,
    F_WEIGHT,
    P_FEW,
    P_MAY,
    P_SENT,
    W_DELAY,
    W_KILL,
    W_KILL_ATTACK,
    W_KILL_THREAT,
    W_NEW_FOE,
    W_SLAYER,
    X_PRICE,
    number,
    price_now,
)
from lotrsim.effects.constants import rule_holds
from lotrsim.effects.frames import in_set
from lotrsim.effects.trial import clear_scratch
from lotrsim.ids import (
    A_ACTION,
    A_RESPONSE,
    AB_KIND,
    AB_PC,
    AB_SUBJECT,
    AB_TRIGGER,
    AUX,
    C_EXTRA_REVEAL,
    C_NO_CHECKS,
    C_SKIP_STAGING,
    E_COMMITS,
    E_REVEALED,
    ENCOUNTER_DECK,
    ENEMY,
    EXHAUSTED,
    FACEDOWN,
    MAX_CARDS,
    NONE,
    OP_END,
    OP_EXHAUST,
    OP_READY,
    OP_SPEND,
    PASS,
    PLAY,
    REF_SELF,
    ROW_COST,
    ROW_OP,
    ROW_REF,
    ROW_VALUE,
    SCRATCH,
    SET,
    SOURCE,
    SUBJECT,
    SUBJECT_SELF,
    THREAT,
    WILLPOWER,
    YOU,
)
from lotrsim.kernel import G, M, T, i8, kernel, void
from lotrsim.rules.quest import committed_willpower, staging_threat
from lotrsim.state import MAX_LINES

# threat that one revealed encounter card adds to staging: how often of ten it is 0, 1, 2, 3 (an ordinary encounter deck)
REVEALED = np.array([2, 1, 6, 1], dtype=np.int64)
USUAL = 2  # what each further card adds


@kernel(void, G, T, M, i8)
def note_quest_abilities(g, t, m, n):
    """Fill, of lines 0..n-1, C_FREE (it can ready when it has committed) and C_KEEP: what it could do if it stayed ready,
    less what a response to its commitment is worth."""
    for j in range(n):
        card = m["characters"][j, C_CARD]
        if is_slayer(g, t, card):
            m["characters"][j, C_KEEP] = m["rules"][W_SLAYER]
        face = np.int64(g["face"][card])
        if not t["kinds"][face] & (1 << A_RESPONSE | 1 << A_ACTION):
            continue
        first = np.int64(t["first_ability"][face])
        for a in range(first, first + np.int64(t["n_abilities"][face])):
            kind = np.int64(t["abilities"][a, AB_KIND])
            trigger = np.int64(t["abilities"][a, AB_TRIGGER])
            start = np.int64(t["abilities"][a, AB_PC])
            pc = start
            paid = np.int64(0)
            while t["rows"][pc, ROW_OP] != OP_END:
                op, ref = np.int64(t["rows"][pc, ROW_OP]), np.int64(t["rows"][pc, ROW_REF])
                if op == OP_SPEND:
                    paid += np.int64(t["values"][t["rows"][pc, ROW_VALUE], 1])
                elif op == OP_READY and ref == REF_SELF and kind == A_RESPONSE and trigger == E_COMMITS:
                    if g["resources"][card] >= paid:
                        m["characters"][j, C_FREE] = 1
                elif op == OP_EXHAUST and ref == REF_SELF and t["rows"][pc, ROW_COST] != 0:
                    m["characters"][j, C_KEEP] += 4
                    if kind == A_RESPONSE and trigger == E_REVEALED:
                        m["characters"][j, C_KEEP] += 8
                pc += 1
            if kind == A_RESPONSE and trigger == E_COMMITS and t["abilities"][a, AB_SUBJECT] == SUBJECT_SELF:
                clear_scratch(g)
                g["frames"][SCRATCH, SOURCE] = card
                g["frames"][SCRATCH, SUBJECT] = card
                g["frames"][SCRATCH, YOU] = g["decider"]
                m["characters"][j, C_KEEP] -= max(scratch_worth(g, t, m, start), 0)


@kernel(void, G, T, M, i8, i8, i8)
def fill_quest(g, t, m, n, margin, revealed):
    """Fill F_QUEST of line d: what the quest is worth on average with d more willpower than the margin has now."""
    most = np.int64(0)
    for j in range(n):
        most += m["characters"][j, C_WILL]
    most = min(most, MAX_LINES - len(REVEALED))
    lines = m["foes"]
    if revealed > 0:
        margin -= USUAL * (revealed - 1) + len(REVEALED) - 1
    for r in range(most + len(REVEALED)):
        lines[r, F_SCRATCH] = quest_value(g, t, m, margin + r)
    for d in range(MAX_LINES):
        if d > most:
            return
        lines[d, F_QUEST] = 0
        if revealed <= 0:
            lines[d, F_QUEST] = lines[d, F_SCRATCH]
        else:
            for x in range(len(REVEALED)):
                lines[d, F_QUEST] += REVEALED[x] * lines[d + len(REVEALED) - 1 - x, F_SCRATCH]
            lines[d, F_QUEST] = lines[d, F_QUEST] // 10


@kernel(i8, M, i8, i8)
def plan_value(m, n, n_foes):
    """Return what a plan is worth: the quest with the characters sent (P_SENT), the fight with the others."""
    ours, lines = m["characters"], m["foes"]
    will = np.int64(0)
    cost = np.int64(0)
    for j in range(n):
        if lines[j, P_MAY] == 0:
            continue
        if lines[j, P_SENT] == 1:
            ours[j, C_READY] = ours[j, C_FREE]
            will += ours[j, C_WILL]
            cost += ours[j, C_KEEP] + ours[j, C_FREE] * m["context"][X_PRICE]
        else:
            ours[j, C_READY] = 1
    return lines[min(will, MAX_LINES - len(REVEALED)), F_QUEST] - cost + fight(m, n, n_foes)


@kernel(i8, M, i8, i8, i8)
def improve(m, n, n_foes, value_now):
    """Send or keep one character more as long as a plan gets better, in turn; return what it is worth in the end."""
    lines = m["foes"]
    best = value_now
    last = np.int64(NONE)  # whose change was the last good one: when the turn is his again, nobody's is
    for _turn in range(MAX_LINES):
        for j in range(n):
            if j == last:
                return best
            if lines[j, P_MAY] == 1:
                lines[j, P_SENT] = 1 - lines[j, P_SENT]
                value = plan_value(m, n, n_foes)
                if value > best:
                    best, last = value, np.int64(j)
                else:
                    lines[j, P_SENT] = 1 - lines[j, P_SENT]
        if last == NONE:
            return best
    return best


@kernel(void, G, T, M, symbol=True)
def rate_commitment(g, t, m):
    """D_COMMIT: the set of characters with the best sum of the quest and of the fight that is expected, sought from nobody and
    from everybody on (later only from the better of the two). The lowest of the set is chosen, or nobody more."""
    hopeful = False
    for i in range(np.int64(g["n_legal"])):
        m["scores"][i] = 1 if g["legal"][i] == PASS else 0
        if g["legal"][i] != PASS and number(g, t, np.int64(g["legal"][i]), WILLPOWER) > 0:
            hopeful = True
    if not hopeful:
        return
    player = np.int64(g["decider"])
    k = np.int64(g["n_frames"]) - 1
    s = np.int64(g["frames"][k, SET])
    ours = m["characters"]
    n = list_characters(g, t, m, player)
    n_foes = list_foes(g, t, m, player, 1)
    margin = -staging_threat(g, t)
    revealed = np.int64(g["n_alive"])
    if rule_holds(g, t, C_SKIP_STAGING):
        revealed = 0
    elif rule_holds(g, t, C_EXTRA_REVEAL):
        revealed += 1
    top = np.int64(g["zone_first"][ENCOUNTER_DECK])
    if revealed > 0 and top != NONE and g["known_by"][top] != 0:  # somebody has seen what comes first
        revealed -= 1
        face = np.int64(g["face"][top])
        margin -= np.int64(t["stats"][face, THREAT])
        if t["type"][face] == ENEMY and t["engagement_cost"][face] <= g["threat"][player]:
            n_foes = add_foe(g, t, m, n_foes, top, 1)
    # the enemy that may yet come: an ordinary one, with the weight of its chance
    if revealed > 0 and n_foes < MAX_LINES and not rule_holds(g, t, C_NO_CHECKS):
        foe = m["foes"][n_foes]
        foe[F_CARD] = NONE
        foe[F_ATTACK], foe[F_LEFT], foe[F_DEFENSE] = 2, 3, 1
        foe[F_VALUE] = m["rules"][W_KILL] + 2 * m["rules"][W_KILL_ATTACK] + 2 * m["rules"][W_KILL_THREAT]
        foe[F_WEIGHT], foe[F_ATTACKS] = m["rules"][W_NEW_FOE], 1
        n_foes += 1
    for f in range(n_foes):
        m["foes"][f, F_VALUE] = m["foes"][f, F_VALUE] * m["rules"][W_DELAY] // 100
    note_quest_abilities(g, t, m, n)
    willpower = committed_willpower(g, t)
    p = (player + 1) % np.int64(g["n_players"])
    to_come = np.int64(0)
    while p != g["first_player"]:  # half of what those have who commit after this player
        card = np.int64(g["zone_first"][PLAY + p])
        while card != NONE:
            if not g["flags"][card] & (EXHAUSTED | FACEDOWN):
                to_come += number(g, t, card, WILLPOWER)
            card = np.int64(g["next_card"][card])
        p = (p + 1) % np.int64(g["n_players"])
    willpower += to_come // 2
    for j in range(n):
        if in_set(g, s, ours[j, C_CARD]):
            willpower += ours[j, C_WILL]
            ours[j, C_READY] = ours[j, C_FREE]
            ours[j, C_WILL] = 0
    price_now(g, t, m)
    fill_quest(g, t, m, n, margin + willpower, revealed)
    last = np.int64(g["frames"][k, AUX]) - 1
    lines = m["foes"]
    for j in range(n):
        may = ours[j, C_READY] == 1 and ours[j, C_WILL] > 0 and ours[j, C_CARD] > last
        lines[j, P_MAY] = 1 if may else 0
        lines[j, P_SENT] = 0
    n_may = 0
    for j in range(n):
        n_may += lines[j, P_MAY]
    first = last < 0
    note_costs(m, n, n_foes)
    few = plan_value(m, n, n_foes)
    for j in range(n):
        lines[j, P_SENT] = lines[j, P_MAY]
    many = plan_value(m, n, n_foes)
    if n_may > 1 and (first or many > few):
        many = improve(m, n, n_foes, many)
    if first or many <= few:
        for j in range(n):
            lines[j, P_FEW] = lines[j, P_SENT]
            lines[j, P_SENT] = 0
        few = improve(m, n, n_foes, few)
        if many > few:
            for j in range(n):
                lines[j, P_SENT] = lines[j, P_FEW]
    for i in range(np.int64(g["n_legal"])):
        j = line_of(m, n, np.int64(g["legal"][i]))
        if j != NONE and lines[j, P_SENT] == 1:
            m["scores"][i] = MAX_CARDS + 1 - g["legal"][i]
