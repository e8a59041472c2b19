"""What an ability is worth: its program is read row by row, every row is given points, choices take their best option.

This answers most of what a player is asked: which card to play, which ability or response to use, which target, player,
mode or number to choose, whether to let something happen. `worth` reads the rows from the scratch frame, as the engine does
when it asks whether an ability may be used (`lotrsim.effects.trial`). Cards that the players do not know are not looked at.
"""

import numpy as np

from lotrsim.agents.heuristic.quest import quest_value, swing
from lotrsim.agents.heuristic.values import (
    COMMIT_STEP,
    DEAL_STEP,
    ENEMY_STEP,
    LOST,
    NOTHING,
    PLAYER_STEP,
    W_EVENT,
    W_EXPLORED,
    W_FRAIL,
    W_GIVE_ATTACK,
    W_GIVE_DEFENSE,
    W_GIVE_HITS,
    W_GIVE_WILL,
    W_HERO,
    W_HIGH,
    W_HIT,
    W_LOCATION,
    W_PRICE,
    W_PROGRESS,
    W_REVEAL,
    W_SCRATCH,
    W_THREAT,
    W_TRAVEL,
    W_URGENT,
    W_USE_ATTACK,
    W_USE_WILL,
    W_WOUND,
    X_HARM,
    X_STEP,
    X_TEMPORARY,
    card_gain,
    character_value,
    enemy_value,
    frailty,
    hand_value,
    is_wanted_dead,
    next_in,
    number,
    price_now,
    stays_one_round,
    threat_cost,
    use_of,
)
from lotrsim.effects.changes import is_payable
from lotrsim.effects.query import holds, value_of
from lotrsim.effects.references import attack_bit, card_ref, first_defender, player_ref
from lotrsim.effects.selectors import matches
from lotrsim.effects.trial import highest_x, may_be_chosen
from lotrsim.ids import (
    A_ACTION,
    A_CONSTANT,
    A_RESPONSE,
    AB_KIND,
    AB_PC,
    AB_SUBJECT,
    AB_TRIGGER,
    ALLY,
    ATTACHED,
    ATTACK,
    C_CANNOT_ATTACK,
    C_UPKEEP,
    CANNOT_ATTACK,
    CHOSEN,
    COMMITTED,
    DECK,
    DEFENSE,
    E_ENGAGES,
    E_ENTERS_PLAY,
    ENCOUNTER,
    ENCOUNTER_DECK,
    ENEMY,
    ENGAGED,
    EVENT,
    EXHAUSTED,
    FACEDOWN,
    FRAME_ATTACK,
    FRAME_STRIKE,
    HAND,
    HAS_ATTACKED,
    HERO,
    HIT_POINTS,
    KIND,
    LOCATION,
    LOOP,
    MODE,
    NO_THREAT,
    NONE,
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
    PLAY,
    QUEST_PHASE,
    REF_ALL,
    REF_HOST,
    REF_NONE,
    REL_SEARCHED,
    ROLE_ATTACKER,
    ROLE_DEFENDER,
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
    STEP,
    SUBJECT,
    SUBJECT_SELF,
    TARGET,
    THREAT,
    V_CONST,
    WILLPOWER,
    YOU,
    X,
)
from lotrsim.kernel import G, M, T, b1, i8, kernel
from lotrsim.rules.payment import cost_of
from lotrsim.rules.zones import player_of

# ---------------------------------------------------------------- attacks that are going on


@kernel(i8, G, T, M, i8, i8)
def damage_cost(g, t, m, card, amount):
    """Return what damage on a character costs."""
    left = number(g, t, card, HIT_POINTS) - np.int64(g["damage"][card])
    if amount >= left:
        return character_value(g, t, m, card)
    if t["type"][g["face"][card]] != HERO:
        return max(amount, 0) * m["rules"][W_SCRATCH]
    amount = max(amount, 0)
    return amount * m["rules"][W_WOUND] + m["rules"][W_FRAIL] * frailty(left - amount, amount)


@kernel(i8, G, T, M, i8, i8)
def attack_cost_now(g, t, m, enemy, more):
    """Return what the attack of an enemy costs with so much more attack: the one going on, or one to come."""
    attack = number(g, t, enemy, ATTACK) + more
    frame = np.int64(g["attack_frame"])
    going_on = frame != NONE and g["frames"][frame, SUBJECT] == enemy and g["frames"][frame, KIND] == FRAME_ATTACK
    if going_on:
        if g["frames"][frame, STEP] > 9:
            return np.int64(0)
        defender = first_defender(g)
        if defender != NONE:
            defense = np.int64(0)
            bit = attack_bit(g) * ROLE_DEFENDER
            for c in range(np.int64(g["n_cards"])):
                if g["roles"][c] & bit and g["frames"][frame, MODE] == 0:
                    defense += number(g, t, c, DEFENSE)
            return damage_cost(g, t, m, defender, attack - defense)
        player = np.int64(g["frames"][frame, YOU])
    else:
        player = player_of(g, enemy)
    if player < 0:
        return np.int64(0)
    least = -NOTHING
    card = np.int64(g["zone_first"][PLAY + player])
    while card != NONE:
        flags = np.int64(g["flags"][card])
        kind = t["type"][g["face"][card]]
        if kind == HERO and not flags & FACEDOWN:
            least = min(least, damage_cost(g, t, m, card, attack))
        if (kind == HERO or kind == ALLY) and not flags & (FACEDOWN | EXHAUSTED) and not going_on:
            cost = damage_cost(g, t, m, card, attack - number(g, t, card, DEFENSE))
            least = min(least, cost + m["rules"][W_USE_ATTACK] * number(g, t, card, ATTACK))
        card = np.int64(g["next_card"][card])
    return np.int64(0) if least == -NOTHING else least


@kernel(b1, G, T, M, i8)
def attack_is_due(g, t, m, enemy):
    """An engaged enemy will attack, or attacks now, in this combat phase."""
    step = m["context"][X_STEP]
    zone = np.int64(g["zone"][enemy])
    if not ENGAGED <= zone < STAGING or step < DEAL_STEP or step > ENEMY_STEP:
        return False
    frame = np.int64(g["attack_frame"])
    if frame != NONE and g["frames"][frame, SUBJECT] == enemy:
        return g["frames"][frame, STEP] <= 9
    return not g["flags"][enemy] & (HAS_ATTACKED | CANNOT_ATTACK << (zone - ENGAGED))


@kernel(b1, G, i8, i8)
def has_role(g, card, role):
    """The card takes part in the innermost attack."""
    return g["attack_frame"] != NONE and np.int64(g["roles"][card]) & (attack_bit(g) * role) != 0


@kernel(i8, G, T, M, i8)
def strike_gain(g, t, m, amount):
    """Return what so much more attack is worth in the players' attack that is going on: it destroys the enemy, or helps."""
    frame = np.int64(g["attack_frame"])
    if frame == NONE or g["frames"][frame, KIND] != FRAME_STRIKE or g["frames"][frame, STEP] > 4:
        return np.int64(0)
    enemy = np.int64(g["frames"][frame, SUBJECT])
    need = number(g, t, enemy, HIT_POINTS) - np.int64(g["damage"][enemy]) + number(g, t, enemy, DEFENSE)
    for c in range(np.int64(g["n_cards"])):
        if has_role(g, np.int64(c), ROLE_ATTACKER):
            need -= number(g, t, c, ATTACK)
    if need <= 0:
        return np.int64(0)
    if amount >= need:
        return enemy_value(g, t, m, enemy)
    return enemy_value(g, t, m, enemy) * m["rules"][W_HIT] * amount // (100 * (need + amount))


@kernel(i8, G, T, M, i8, i8)
def damage_gain(g, t, m, card, amount):
    """Return what damage on a card is worth: much on an enemy that it destroys, a cost on a character."""
    if amount <= 0:
        return np.int64(0)
    kind = np.int64(t["type"][g["face"][card]])
    if kind == HERO or kind == ALLY:
        return -damage_cost(g, t, m, card, amount)
    if kind != ENEMY:
        return np.int64(0)
    left = number(g, t, card, HIT_POINTS) - np.int64(g["damage"][card])
    value = enemy_value(g, t, m, card)
    if amount < left:
        return value * m["rules"][W_HIT] * amount // (100 * left)
    if attack_is_due(g, t, m, card):
        value += attack_cost_now(g, t, m, card, 0)
    return value


# ---------------------------------------------------------------- statistics that change


@kernel(i8, G, T, M, i8, i8)
def boost(g, t, m, which, amount):
    """Return what so much more of a statistic is worth, for those who use it at this moment (`uses_now`)."""
    if which == WILLPOWER:
        return swing(g, t, m, amount)
    if which == ATTACK:
        return strike_gain(g, t, m, amount)
    if which == DEFENSE:
        enemy = np.int64(g["frames"][g["attack_frame"], SUBJECT])
        return attack_cost_now(g, t, m, enemy, 0) - attack_cost_now(g, t, m, enemy, -amount)
    return np.int64(0)


@kernel(b1, G, i8, i8)
def uses_now(g, card, which):
    """A character's statistic counts at this moment: it is committed, attacks, or defends."""
    if which == WILLPOWER:
        return g["flags"][card] & COMMITTED != 0
    return has_role(g, card, ROLE_ATTACKER if which == ATTACK else ROLE_DEFENDER)


@kernel(i8, G, T, M, i8, i8, i8)
def modify_worth(g, t, m, card, which, amount):
    """Return what a change of one card's statistic is worth."""
    kind = np.int64(t["type"][g["face"][card]])
    zone = np.int64(g["zone"][card])
    if which == THREAT:
        return swing(g, t, m, -amount) if zone == STAGING else np.int64(0)
    if kind == ENEMY:
        if which == ATTACK and attack_is_due(g, t, m, card):
            return attack_cost_now(g, t, m, card, 0) - attack_cost_now(g, t, m, card, amount)
        return np.int64(0)
    if uses_now(g, card, which) and (which != DEFENSE or g["frames"][g["attack_frame"], STEP] <= 9):
        return boost(g, t, m, which, amount)
    return min(amount, 0) * 2


# ---------------------------------------------------------------- cards that come and go


@kernel(b1, G, T)
def has_enemy(g, t):
    """An enemy is in play."""
    for p in range(np.int64(g["n_players"])):
        if g["zone_first"][ENGAGED + p] != NONE:
            return True
    card = np.int64(g["zone_first"][STAGING])
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
            if op == OP_DAMAGE and has_enemy(g, t):
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


@kernel(i8, G, T, M, i8)
def badness(g, t, m, card):
    """Return how bad it is that an encounter card, known to the players, comes next."""
    face = np.int64(g["face"][card])
    kind = np.int64(t["type"][face])
    if kind == ENEMY:
        return 10 * np.int64(t["stats"][face, THREAT]) + 8 * np.int64(t["stats"][face, ATTACK])
    if kind == LOCATION:
        return 12 * np.int64(t["stats"][face, THREAT]) + 2 * np.int64(t["quest_points"][face])
    return 20 + 10 * np.int64(t["doomed"][face])


@kernel(i8, G, T, M, i8, i8)
def moving(g, t, m, op, card):
    """Return what it is worth that a card leaves where it is: DISCARD, TO_HAND, TO_DECK_..., SHUFFLE_INTO_DECK."""
    zone = np.int64(g["zone"][card])
    if g["owner"][card] == ENCOUNTER:
        if zone == ATTACHED:
            return np.int64(25)
        if zone == ENCOUNTER_DECK:
            return badness(g, t, m, card) - m["rules"][W_REVEAL]
        return np.int64(0)
    if zone < DECK:
        return -hand_value(g, t, m, card) if op != OP_TO_HAND else np.int64(0)
    if PLAY <= zone < ENGAGED:
        lost = character_value(g, t, m, card)
        return -lost // 2 if op == OP_TO_HAND else -lost
    if zone == ATTACHED:
        return -(12 + 4 * np.int64(t["cost"][g["face"][card]]))
    return hand_value(g, t, m, card) if op == OP_TO_HAND else np.int64(0)


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
        return healed * w[W_WOUND] + w[W_FRAIL] * frailty(left, healed)
    if op == OP_MODIFY:
        return modify_worth(g, t, m, card, np.int64(row[ROW_A]), amount)
    if op == OP_PROGRESS:
        need = np.int64(t["quest_points"][face]) - np.int64(g["progress"][card])
        gain = min(amount, need) * w[W_LOCATION]
        if amount >= need:
            gain += w[W_EXPLORED]
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


@kernel(i8, G, T, M, i8, i8, i8)
def player_worth(g, t, m, op, player, amount):
    """Return what a word is worth that is about a player."""
    if player < 0 or g["eliminated"][player]:
        return np.int64(0)
    if op == OP_DRAW:
        drawn = min(amount, np.int64(g["zone_count"][DECK + player]))
        return drawn * card_gain(g, m, player)
    if op == OP_RAISE_THREAT:
        return -threat_cost(g, m, player, amount)
    if op == OP_LOWER_THREAT:
        threat = np.int64(g["threat"][player])
        w = m["rules"]
        return min(amount, threat) * (w[W_THREAT] + w[W_URGENT] * max(threat - w[W_HIGH], 0) // 2)
    if op == OP_DISCARD_RANDOM:
        return -card_gain(g, m, player) * min(amount, np.int64(g["zone_count"][HAND + player]))
    if op == OP_SHUFFLE_DISCARD_INTO_DECK:
        return np.int64(25) if g["zone_count"][DECK + player] <= 2 else np.int64(-5)
    return np.int64(0)


@kernel(i8, G, T, M, i8, symbol=True)
def table_worth(g, t, m, pc):
    """Return what a row is worth that is about players, the encounter deck or the quest."""
    w = m["rules"]
    row = t["rows"][pc]
    op = np.int64(row[ROW_OP])
    amount = value_of(g, t, SCRATCH, np.int64(row[ROW_VALUE]))
    if OP_DRAW <= op <= OP_SHUFFLE_DISCARD_INTO_DECK:
        if row[ROW_PLAYER] != P_ALL:
            return player_worth(g, t, m, op, player_ref(g, SCRATCH, np.int64(row[ROW_PLAYER])), amount)
        total = np.int64(0)
        for p in range(np.int64(g["n_players"])):
            total += player_worth(g, t, m, op, np.int64(p), amount)
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
    if op == OP_DEAL_SHADOW or op == OP_IGNORE_DEFENSE:
        return np.int64(-8)
    if op == OP_WIN:
        return np.int64(LOST)
    return np.int64(0)


@kernel(i8, G, T, M, i8)
def row_worth(g, t, m, pc):
    """Return what one row is worth: a set's cards one by one, but boosts of several who act together are added up."""
    row = t["rows"][pc]
    op = np.int64(row[ROW_OP])
    if op == OP_PAY:
        face = np.int64(g["face"][g["frames"][SCRATCH, SOURCE]])
        return -m["rules"][W_EVENT] if t["type"][face] == EVENT else -m["rules"][W_PRICE] * cost_of(g, t, SCRATCH)
    if op == OP_PLAY_CARD:
        return entering(g, t, m, np.int64(g["frames"][SCRATCH, SOURCE]), False)
    if op == OP_ATTACH:
        host = np.int64(g["frames"][SCRATCH, TARGET])
        return attachment_worth(g, t, m, np.int64(g["frames"][SCRATCH, SOURCE]), host) if host != NONE else np.int64(0)
    if op == OP_ATTACH_SELF:
        host = card_ref(g, SCRATCH, np.int64(row[ROW_REF]))
        return attachment_worth(g, t, m, np.int64(g["frames"][SCRATCH, SOURCE]), host) if host != NONE else np.int64(0)
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
    zones = np.int64(t["selectors"][s, S_ZONES])
    card = next_in(g, zones, np.int64(NONE))
    while card != NONE:
        if matches(g, t, SCRATCH, s, card):
            if op == OP_MODIFY and row[ROW_A] < DEFENSE and uses_now(g, card, np.int64(row[ROW_A])):
                together += value_of(g, t, SCRATCH, np.int64(row[ROW_VALUE]))
            else:
                total += card_worth(g, t, m, pc, card)
        card = next_in(g, zones, card)
    if together != 0:
        total += boost(g, t, m, np.int64(row[ROW_A]), together)
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
            zones = np.int64(t["selectors"][s, S_ZONES])
            best = np.int64(NOTHING)
            card = next_in(g, zones, np.int64(NONE))
            while card != NONE:
                if matches(g, t, k, s, card):
                    g["frames"][k, after] = card
                    best = max(best, worth(g, t, m, pc + 1))
                card = next_in(g, zones, card)
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


@kernel(b1, T, i8)
def leaves_again(t, start):
    """What a program puts into play goes back to hand by a delayed effect."""
    pc = start
    while t["rows"][pc, ROW_OP] != OP_END:
        if t["rows"][pc, ROW_OP] == OP_DELAY:
            later = np.int64(t["rows"][pc, ROW_A])
            while t["rows"][later, ROW_OP] != OP_END:
                if t["rows"][later, ROW_OP] == OP_TO_HAND:
                    return True
                later += 1
        pc += 1
    return False


@kernel(i8, G, T, M, i8, symbol=True)
def scratch_worth(g, t, m, start):
    """Return `worth` of the rows from `start` on; the scratch frame is filled already."""
    m["context"][X_TEMPORARY] = 1 if leaves_again(t, start) else 0
    return worth(g, t, m, start)
