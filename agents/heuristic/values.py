"""What things are worth, in points: a point of threat costs ten. Everything the heuristic does is a sum of these.

Only facts of cards that the players may see are read: statistics, costs, types, traits, keywords and the words of their
programs. No card and no scenario is known by name.
"""

import numpy as np

from lotrsim.agents.heuristic.asks import guard_bonus, has_rule_now, no_enemy_may_live
from lotrsim.effects.constants import is_unique_in_play
from lotrsim.effects.query import stat
from lotrsim.ids import (
    AB_CONDITION,
    AB_FILTER,
    AB_PC,
    AB_TRIGGER,
    ALLY,
    ATTACHMENT,
    ATTACK,
    C_CANNOT_ATTACK,
    C_MODIFY,
    C_NO_DEFEAT,
    C_SURPLUS_THREAT,
    C_WINS,
    DEFENSE,
    E_ENEMY_DESTROYED,
    E_ROUND_ENDS,
    ENGAGED,
    FACEDOWN,
    FRAME_CHECKS,
    FRAME_COMMIT,
    FRAME_DEAL,
    FRAME_ENEMY_ATTACKS,
    FRAME_ENGAGE,
    FRAME_PLANNING,
    FRAME_PLAYER_ATTACKS,
    FRAME_REFRESH,
    FRAME_RESOLVE_QUEST,
    FRAME_ROUND,
    FRAME_STAGING,
    HAND,
    HERO,
    HIT_POINTS,
    K_EXISTS,
    KIND,
    NONE,
    OP_DISCARD,
    PLAY,
    ROW_OP,
    S_TITLE,
    S_TYPES,
    S_ZONES,
    STAGING,
    STEP,
    THREAT,
    THREAT_LIMIT,
    WILLPOWER,
)
from lotrsim.kernel import G, M, T, b1, i8, kernel, void
from lotrsim.rules.facedown import kind_of, prisoner_of
from lotrsim.rules.flow import ROUND
from lotrsim.rules.zones import SHORT_LISTS, next_listed, player_of, zone_group

# ---------------------------------------------------------------- weights: places in MEMORY's `rules`, and what they are
(
    W_SET,  # 1: the weights are filled in
    W_THREAT,  # a point of threat
    W_URGENT,  # each point of threat above W_HIGH costs so much more
    W_HIGH,
    W_PROGRESS,  # a progress token on the quest card
    W_LOCATION,  # ... on the active location
    W_EXPLORED,  # a location explored
    W_STAGE,  # a stage defeated
    W_RESOURCE,  # a resource token: a share of what it could buy, in hundredths
    W_PRICE,  # ... on an ally or attachment
    W_CARD,  # a card drawn
    W_HERO,  # a hero lost
    W_WOUND,  # damage on a hero
    W_SCRATCH,  # damage on an ally
    W_ALLY,  # an ally in play
    W_ALLY_WILL,  # ... and each point of its statistics
    W_ALLY_ATTACK,
    W_ALLY_DEFENSE,
    W_ALLY_HITS,
    W_KILL,  # an enemy destroyed
    W_KILL_ATTACK,  # ... and each point of its statistics
    W_KILL_THREAT,
    W_HIT,  # damage on an enemy that lives: a share of its worth, in hundredths
    W_SHADOW,  # how many of a hundred shadow cards do harm
    W_BARE,  # attack that such a card adds to an undefended attack
    W_EXHAUST,  # an attack point of a character that exhausts to defend
    W_NEW_FOE,  # how many of a hundred revealed cards are enemies that attack in this round
    W_REVEAL,  # an encounter card revealed by an effect
    W_EVENT,  # an event card used up
    W_USE_WILL,  # a point of a ready character's statistics
    W_USE_ATTACK,
    W_USE_DEFENSE,
    W_GIVE_WILL,  # a point that an attachment gives for good
    W_GIVE_ATTACK,
    W_GIVE_DEFENSE,
    W_GIVE_HITS,
    W_TRAVEL,  # a point of threat that leaves the staging area by travel
    W_TRAVEL_COST,  # a quest point of the location
    W_MULLIGAN,  # a hand worth less is shuffled back
    W_ENGAGE,  # what optional engagement must gain
    W_FRAIL,  # damage on a hero that leaves him with two hit points or one: so much more for each below three
    W_DELAY,  # what of an enemy's worth is lost, in hundredths, when it is not destroyed in this round
    W_SPARE,  # as W_EXHAUST, for the manner of defending that spares attackers
    W_DRAWN,  # an attack point of an enemy in staging whose engagement cost a rise of threat reaches
    W_SLAYER,  # a character kept ready who gains by destroying an enemy
    W_WANTED,  # an enemy without whose death the stage does not fall
    W_LAST,  # an enemy of a stage that is won when none is left
    W_KEPT,  # what threat is worth that falls below an enemy's engagement cost, in hundredths of W_DRAWN
    W_OUT,  # a point of threat that leaves the staging area by engagement
) = range(49)
N_WEIGHTS = 49
DEFAULTS = np.array(
    [
        1, 8, 3, 38, 6, 8, 6, 15, 64, 5, 14, 250, 9, 1, 11, 10, 7, 5, 3, 13, 9, 8, 60, 30, 2, 3, 45, 41, 6,
        9, 5, 4, 18, 11, 8, 5, 94, 3, 43, 5, 8, 90, 14, 4, 18,
        200, 100, 50, 8,
    ],
    dtype=np.int64,
)  # fmt: skip
LOST = 3000  # losing the game; winning is as much
NOTHING = -1_000_000  # no option

# context: what is found out once a decision
X_STEP, X_HARM, X_PRICE, X_TEMPORARY, X_MARGIN, X_QUEST = range(6)

# columns of `characters` and `foes`
C_CARD, C_WILL, C_ATTACK, C_DEFENSE, C_LEFT, C_HERO, C_READY, C_LOSS, C_FREE, C_KEEP, C_USED, C_NOW = range(12)
F_CARD, F_ATTACK, F_LEFT, F_DEFENSE, F_VALUE, F_WEIGHT, F_ATTACKS, F_DEAD, F_QUEST, F_SCRATCH = range(10)
P_FEW, P_MAY, P_SENT = 9, 10, 11  # columns of `foes` for the character of a line: it is sent by a plan, it may be


def step_of(kind: int) -> int:
    """The place in the table of the round where a frame of a kind runs."""
    return int(np.flatnonzero(ROUND[:, 1] == kind)[0])


PLANNING_STEP, COMMIT_STEP, STAGING_STEP = map(step_of, (FRAME_PLANNING, FRAME_COMMIT, FRAME_STAGING))
RESOLVE_STEP, ENGAGE_STEP, CHECKS_STEP = map(step_of, (FRAME_RESOLVE_QUEST, FRAME_ENGAGE, FRAME_CHECKS))
DEAL_STEP, ENEMY_STEP, PLAYER_STEP = map(step_of, (FRAME_DEAL, FRAME_ENEMY_ATTACKS, FRAME_PLAYER_ATTACKS))
REFRESH_STEP = step_of(FRAME_REFRESH)


@kernel(i8, G, T, i8, i8)
def number(g, t, card, which):
    """Return a statistic, without a look around the table where nothing can have changed the printed one."""
    face = np.int64(g["face"][card])
    if t["n_modifiers"][face] != 0 or g["listen"][C_MODIFY] != 0 or g["flags"][card] & FACEDOWN:
        return np.int64(stat(g, t, card, which))
    u = np.int64(g["under"][card])
    while u != NONE:
        if t["n_modifiers"][g["face"][u]] != 0:
            return np.int64(stat(g, t, card, which))
        u = np.int64(g["next_card"][u])
    if which == ATTACK and g["attack_frame"] != NONE:
        return np.int64(stat(g, t, card, which))
    for i in range(np.int64(g["n_lasting"])):
        if g["lasting_stat"][i] == which and (g["lasting_card"][i] == card or g["lasting_card"][i] < 0):  # below 0: a set
            return np.int64(stat(g, t, card, which))
    return max(np.int64(t["stats"][face, which]), 0)


@kernel(b1, G, T, i8)
def is_wanted_dead(g, t, card):
    """The current stage is won, or can be won, only when this enemy is destroyed."""
    stage = np.int64(g["stage"])
    if stage == NONE:
        return False
    face = np.int64(g["face"][stage])
    if not t["triggers"][face] & (1 << E_ENEMY_DESTROYED | 1 << C_NO_DEFEAT):
        return False
    title = np.int64(t["title"][g["face"][card]])
    first = np.int64(t["first_ability"][face])
    for a in range(first, first + np.int64(t["n_abilities"][face])):
        s = np.int64(NONE)
        if t["abilities"][a, AB_TRIGGER] == E_ENEMY_DESTROYED:
            s = np.int64(t["abilities"][a, AB_FILTER])
        elif t["abilities"][a, AB_TRIGGER] == C_NO_DEFEAT:
            c = np.int64(t["abilities"][a, AB_CONDITION])
            if c != NONE and t["conditions"][c, 0] == K_EXISTS:
                s = np.int64(t["conditions"][c, 1])
        if s != NONE and t["selectors"][s, S_TITLE] == title:
            return True
    return False


@kernel(i8, G, T, M, i8)
def enemy_value(g, t, m, card):
    """Return what destroying an enemy is worth: its attacks and its threat in the rounds to come, and what the quest asks."""
    w = m["rules"]
    value = w[W_KILL] + w[W_KILL_ATTACK] * number(g, t, card, ATTACK) + w[W_KILL_THREAT] * number(g, t, card, THREAT)
    if g["listen"][C_CANNOT_ATTACK] > 0 and g["under"][card] != NONE:
        value = value // 2
    if (t["self_triggers"][g["face"][card]] >> E_ENEMY_DESTROYED) & 1:  # it does something yet: most often it comes again
        value = value // 2
    if is_wanted_dead(g, t, card):
        value += w[W_WANTED]
    elif g["listen"][C_WINS] > 0 and no_enemy_may_live(g, t):
        value += w[W_LAST]
    return value + guard_bonus(g, t, card)


@kernel(b1, T, i8)
def stays_one_round(t, face):
    """The ally discards itself at the end of the round."""
    if not (t["triggers"][face] >> E_ROUND_ENDS) & 1:
        return False
    first = np.int64(t["first_ability"][face])
    for a in range(first, first + np.int64(t["n_abilities"][face])):
        pc = np.int64(t["abilities"][a, AB_PC])
        if t["abilities"][a, AB_TRIGGER] == E_ROUND_ENDS and t["rows"][pc, ROW_OP] == OP_DISCARD:
            return True
    return False


@kernel(i8, T, M, i8)
def ally_value(t, m, face):
    """Return what an ally in play is worth, by its printed statistics."""
    w = m["rules"]
    s = t["stats"]
    will, defense = np.int64(s[face, WILLPOWER]), np.int64(s[face, DEFENSE])
    attack, hits = np.int64(s[face, ATTACK]), np.int64(s[face, HIT_POINTS])
    if stays_one_round(t, face):
        return 5 * will
    value = w[W_ALLY] + w[W_ALLY_WILL] * will + w[W_ALLY_ATTACK] * attack
    return value + w[W_ALLY_DEFENSE] * defense + w[W_ALLY_HITS] * hits


@kernel(i8, G, T, M, i8)
def character_value(g, t, m, card):
    """Return what a character in play is worth; the last hero of a player is worth the game."""
    w = m["rules"]
    face = np.int64(g["face"][card])
    if t["type"][face] == HERO:
        heroes = 0
        other = np.int64(g["zone_first"][PLAY + player_of(g, card)])
        while other != NONE:
            if t["type"][g["face"][other]] == HERO and not g["flags"][other] & FACEDOWN:
                heroes += 1
            other = np.int64(g["next_card"][other])
        return w[W_HERO] if heroes > 1 else np.int64(LOST)
    return ally_value(t, m, face)


@kernel(i8, G, M, i8)
def card_gain(g, m, player):
    """Return what one more card in a player's hand is worth: the less, the more he holds."""
    return m["rules"][W_CARD] * 6 // (4 + np.int64(g["zone_count"][HAND + player]))


@kernel(i8, G, T, M, i8)
def hand_value(g, t, m, card):
    """Return what a card in hand (or on its way there) is worth: nothing where its unique twin is in play."""
    face = np.int64(g["face"][card])
    if is_unique_in_play(g, t, face):
        return np.int64(1)
    value = card_gain(g, m, max(np.int64(g["owner"][card]), 0))
    if t["type"][face] == ALLY:
        value += 3
    return max(value - max(np.int64(t["cost"][face]) - 4, 0), 2)


@kernel(i8, G, M, i8, i8)
def threat_cost(g, m, player, amount):
    """Return what it costs when a player's threat rises by an amount: more near the limit, the game at the limit."""
    w = m["rules"]
    after = np.int64(g["threat"][player]) + amount
    cost = w[W_THREAT] * amount
    high = after - w[W_HIGH]
    if high > 0:
        cost += w[W_URGENT] * min(high, amount) * (high + 1) // 2
    if after >= THREAT_LIMIT:
        cost += LOST if g["n_alive"] == 1 or prisoner_of(g, player) != NONE else LOST // 3
    return cost


@kernel(i8, G, T, M, i8)
def surplus_price(g, t, m, enemy):
    """Return what each point of an enemy's damage beyond the hit points costs where that raises threat (C_SURPLUS_THREAT):
    it should meet somebody who lives, or dies with many hit points."""
    if not has_rule_now(g, t, enemy, C_SURPLUS_THREAT):
        return np.int64(0)
    player = player_of(g, enemy)
    attack = max(number(g, t, enemy, ATTACK), 1)  # nearly as much may go beyond: it must not lose the game unforeseen
    return threat_cost(g, m, player if player >= 0 else np.int64(g["decider"]), attack) // attack


@kernel(i8, M, i8, i8)
def wound(m, left, amount):
    """Return what damage on a hero costs that leaves him so many hit points: more for each token that brings him below three
    of them."""
    return amount * m["rules"][W_WOUND] + m["rules"][W_FRAIL] * max(min(3 - left, amount), 0)


@kernel(i8, G, T, M, i8)
def use_of(g, t, m, card):
    """Return what it is worth now that a character is ready: for the quest before the commitment, for combat afterwards."""
    face = np.int64(g["face"][card])
    if t["type"][face] != HERO and t["type"][face] != ALLY:
        return np.int64(0)
    w = m["rules"]
    step = m["context"][X_STEP]
    player = player_of(g, card)
    attack = number(g, t, card, ATTACK)
    fight = w[W_USE_ATTACK] * attack + w[W_USE_DEFENSE] * number(g, t, card, DEFENSE)
    engaged = player >= 0 and g["zone_first"][ENGAGED + player] != NONE
    if step <= COMMIT_STEP or step >= REFRESH_STEP:
        return max(w[W_USE_WILL] * number(g, t, card, WILLPOWER), fight)
    if step < DEAL_STEP:
        return fight if engaged or g["zone_first"][STAGING] != NONE else fight // 2
    if not engaged:
        return np.int64(0)
    if step < PLAYER_STEP:
        return fight
    if step == PLAYER_STEP:
        return w[W_USE_ATTACK] * attack
    return np.int64(0)


@kernel(i8, G, T, i8, i8)
def next_candidate(g, t, s, card):
    """Return the next card after `card` (NONE: the first) of the zones and types of selector s that somebody knows, or NONE.

    Few zones are gone through by their lists, all others card by card. What else the selector asks is left to `matches`.
    """
    zones = np.int64(t["selectors"][s, S_ZONES])
    types = np.int64(t["selectors"][s, S_TYPES])
    in_lists = zones & ~SHORT_LISTS == 0
    after = card
    while True:
        if in_lists:
            after = next_listed(g, zones, after)
            if after == NONE:
                return after
        else:
            after += 1
            if after >= g["n_cards"]:
                return np.int64(NONE)
            if not (zones >> zone_group(np.int64(g["zone"][after]))) & 1:
                continue
        if (types >> kind_of(g, t, after)) & 1 and g["known_by"][after] != 0:
            return after


@kernel(i8, G, T, M)
def price_now(g, t, m):
    """Return what a resource is worth to the player who decides: what the best bargain in his hand gives for one; little
    where he has more than he can use. Found out once a decision."""
    if m["context"][X_PRICE] >= 0:
        return m["context"][X_PRICE]
    player = np.int64(g["decider"])
    pools = np.int64(0)
    card = np.int64(g["zone_first"][PLAY + player])
    while card != NONE:
        pools += np.int64(g["resources"][card])
        card = np.int64(g["next_card"][card])
    wanted = np.int64(0)
    best = np.int64(0)
    card = np.int64(g["zone_first"][HAND + player])
    while card != NONE:
        face = np.int64(g["face"][card])
        cost = max(np.int64(t["cost"][face]), 1)
        wanted += cost
        kind = t["type"][face]
        if (kind == ALLY or kind == ATTACHMENT) and not (t["unique"][face] and is_unique_in_play(g, t, face)):
            best = max(best, (ally_value(t, m, face) if kind == ALLY else 25) // cost)
        card = np.int64(g["next_card"][card])
    price = best * m["rules"][W_RESOURCE] // 100
    m["context"][X_PRICE] = max(price if wanted > pools else price // 3, 3)
    return m["context"][X_PRICE]


@kernel(void, G, M)
def look_around(g, m):
    """Begin a decision: memory without weights gets the heuristic's own; the context is the step of the round (NONE in
    setup), and nothing else found out yet."""
    if m["rules"][W_SET] == 0:
        for k in range(N_WEIGHTS):
            m["rules"][k] = DEFAULTS[k]
    step = np.int64(NONE)
    if g["frames"][0, KIND] == FRAME_ROUND:
        step = (np.int64(g["frames"][0, STEP]) + len(ROUND) - 1) % len(ROUND)
    m["context"][X_STEP] = step
    m["context"][X_HARM] = 0
    m["context"][X_PRICE] = -1
    m["context"][X_MARGIN] = NOTHING
