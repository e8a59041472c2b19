"""Leaving play, damage, destruction: what happens to a card; and threat, what happens to a player."""

import numpy as np

from lotrsim.effects.choices import offer_card
from lotrsim.effects.frames import (
    ask,
    drop_from_set,
    fault,
    first_of_set,
    in_set,
    pop,
    push,
    take_answer,
)
from lotrsim.effects.query import stat
from lotrsim.effects.references import has_rule
from lotrsim.effects.triggers import emit, hears
from lotrsim.ids import (
    ALLY,
    ATTACHED,
    C_BACK_TO_STAGING,
    C_TO_DECK_TOP,
    D_ORDER,
    DEFENSE,
    DISCARD_PILE,
    E_DAMAGED,
    E_ENEMY_DESTROYED,
    E_EXPLORED,
    E_LEAVES_PLAY,
    E_LOCATION_LEAVES,
    ENCOUNTER_DECK,
    ENCOUNTER_DISCARD,
    ENEMY,
    F_LASTING,
    F_TOKENS,
    FACEDOWN,
    FRAME_DAMAGE,
    HERO,
    HIT_POINTS,
    LOCATION,
    MAX_LASTING,
    NONE,
    OTHER,
    PASSES,
    R_DESTROYED,
    R_DISCARDED,
    REF_SELF,
    SET,
    STAGING,
    SUBJECT,
    THREAT_LIMIT,
    VALUE,
    VICTORY,
)
from lotrsim.kernel import G, T, b1, i8, kernel, void
from lotrsim.rules.facedown import kind_of
from lotrsim.rules.guards import end_guard
from lotrsim.rules.zones import discard_pile_of, is_in_play, move, move_to_top, player_of, turn

MAX_TOKENS = 120  # on a card; more is a fault


@kernel(void, G, i8, i8, i8, i8)
def add_lasting(g, card, which, value, until):
    """A statistic of a card changes until the end of the phase or round; equal entries are added up."""
    n = np.int64(g["n_lasting"])
    for i in range(n):
        if g["lasting_card"][i] == card and g["lasting_stat"][i] == which and g["lasting_until"][i] == until:
            total = np.int64(g["lasting_value"][i]) + value
            if which == DEFENSE and g["lasting_value"][i] == -MAX_TOKENS:  # it does not count: see `attack.ignore_defense`
                return
            if abs(total) > MAX_TOKENS:
                fault(g, F_TOKENS)
                return
            g["lasting_value"][i] = total
            return
    if n >= MAX_LASTING or abs(value) > MAX_TOKENS:
        fault(g, F_LASTING if n >= MAX_LASTING else F_TOKENS)
        return
    g["lasting_card"][n] = card
    g["lasting_stat"][n] = which
    g["lasting_value"][n] = value
    g["lasting_until"][n] = until
    g["n_lasting"] = n + 1


@kernel(void, G, i8, i8)
def drop_lasting(g, card, until):
    """Lasting effects on a card (or, with NONE, all those of a duration) are over."""
    kept = 0
    n = np.int64(g["n_lasting"])
    for i in range(n):
        if g["lasting_card"][i] == card or (card == NONE and g["lasting_until"][i] == until):
            continue
        g["lasting_card"][kept] = g["lasting_card"][i]
        g["lasting_stat"][kept] = g["lasting_stat"][i]
        g["lasting_value"][kept] = g["lasting_value"][i]
        g["lasting_until"][kept] = g["lasting_until"][i]
        kept += 1
    for i in range(kept, n):
        g["lasting_card"][i] = 0
        g["lasting_stat"][i] = 0
        g["lasting_value"][i] = 0
        g["lasting_until"][i] = 0
    g["n_lasting"] = kept


@kernel(void, G, i8)
def wipe(g, card):
    """A card that leaves play comes back ready and clean."""
    g["damage"][card] = 0
    g["progress"][card] = 0
    g["resources"][card] = 0
    g["flags"][card] = 0
    g["roles"][card] = 0
    g["used_round"][card] = 0
    g["used_phase"][card] = 0
    if g["n_lasting"] > 0:
        drop_lasting(g, card, 0)


@kernel(i8, G, T, i8, i8)
def place_for(g, t, card, zone):
    """Return where a card goes that would go to a zone: a detached objective returns to the staging area."""
    if g["zone"][card] == ATTACHED and has_rule(g, t, card, C_BACK_TO_STAGING, REF_SELF):
        return np.int64(STAGING)
    return zone


@kernel(i8, G, i8)
def deepest_under(g, card):
    """Return a card that lies under a card, at whatever depth, and has nothing under itself (a shadow card's shadow card)."""
    u = np.int64(g["under"][card])
    while g["under"][u] != NONE:
        u = np.int64(g["under"][u])
    return u


@kernel(void, G, T, i8)
def strip(g, t, card):
    """What lies under a card that leaves play is discarded or detached: attachments, shadow cards."""
    while g["under"][card] != NONE:
        u = deepest_under(g, card)
        move(g, t, u, place_for(g, t, u, discard_pile_of(g, u)))
        wipe(g, u)
        g["controller"][u] = g["owner"][u]


@kernel(b1, G, T, i8)
def is_dead(g, t, card):
    """Its damage has reached its hit points."""
    kind = kind_of(g, t, card)
    if kind != HERO and kind != ALLY and kind != ENEMY:
        return False
    return g["damage"][card] > 0 and g["damage"][card] >= stat(g, t, card, HIT_POINTS)


@kernel(void, G, T, i8)
def check_hit_points(g, t, card):
    """A hit-point bonus was lost: a frame will destroy the bearer if it is dead by that."""
    if g["damage"][card] > 0 and is_in_play(np.int64(g["zone"][card])) and is_dead(g, t, card):
        k = push(g, FRAME_DAMAGE)
        g["frames"][k, SUBJECT] = card


@kernel(void, G, i8)
def end_roles_of(g, enemy):
    """Attacks by or against an enemy that left play will stop, even if it comes back in the meantime: PASSES is 1."""
    f = np.int64(g["attack_frame"])
    while f != NONE:
        if g["frames"][f, SUBJECT] == enemy:
            g["frames"][f, PASSES] = 1
        f = np.int64(g["frames"][f, OTHER])


@kernel(void, G, T, i8, i8, i8)
def leave_play(g, t, card, zone, why):
    """A card goes out of play to a zone (a card from out of play just moves there).

    An eliminated player has no hand and no deck any more: what would go there goes to his discard pile.
    """
    if zone < DISCARD_PILE and g["eliminated"][zone & 3]:
        zone = DISCARD_PILE + (zone & 3)
    zone = place_for(g, t, card, zone)
    was_in_play = is_in_play(np.int64(g["zone"][card]))
    player = player_of(g, card)
    host = np.int64(g["host"][card])
    kind = kind_of(g, t, card)
    to_top = was_in_play and zone == ENCOUNTER_DISCARD and has_rule(g, t, card, C_TO_DECK_TOP, REF_SELF)
    if was_in_play and g["flags"][card] & FACEDOWN:
        turn(g, t, card, 0)
    if to_top:
        move_to_top(g, t, card, ENCOUNTER_DECK)
    else:
        move(g, t, card, zone)
    if g["n_guarded"] > 0:
        end_guard(g, card)
    strip(g, t, card)
    wipe(g, card)
    owner = np.int64(g["owner"][card])
    g["controller"][card] = owner
    if kind == ENEMY:
        end_roles_of(g, card)
    if not was_in_play:
        return
    if kind == HERO or kind == ENEMY:
        g["check"] = 1  # somebody may have no hero left, or a stage may fall
    if kind == HERO or kind == ALLY:
        emit(g, t, E_LEAVES_PLAY, card, player, why, 0)
    elif kind == LOCATION:
        emit(g, t, E_LOCATION_LEAVES, card, NONE, why, 0)
    if host >= 0:
        check_hit_points(g, t, host)


@kernel(void, G, T, i8)
def send_back(g, t, enemy):
    """An enemy returns to the staging area as it is; an Orc Guard goes to its owner's discard pile instead."""
    if g["flags"][enemy] & FACEDOWN:
        leave_play(g, t, enemy, discard_pile_of(g, enemy), R_DISCARDED)
    else:
        move(g, t, enemy, STAGING)


@kernel(void, G, i8)
def forget_delayed(g, card):
    """What a card was to do at the end of the phase or round is void."""
    kept = 0
    n = np.int64(g["n_delayed"])
    for i in range(n):
        if g["delayed"][i, 2] != card:
            for column in range(6):
                g["delayed"][kept, column] = g["delayed"][i, column]
            kept += 1
    for i in range(kept, n):
        for column in range(6):
            g["delayed"][i, column] = 0
    g["n_delayed"] = kept


@kernel(void, G, T, i8, i8)
def destroy(g, t, card, by_attack):
    """A character or enemy without hit points left is destroyed."""
    kind = kind_of(g, t, card)
    if kind == HERO or kind == ALLY:
        leave_play(g, t, card, discard_pile_of(g, card), R_DESTROYED)
        return
    zone = discard_pile_of(g, card)
    if t["victory"][g["face"][card]] > 0 and zone == ENCOUNTER_DISCARD:
        zone = np.int64(VICTORY)
    forget_delayed(g, card)
    leave_play(g, t, card, zone, R_DESTROYED)
    emit(g, t, E_ENEMY_DESTROYED, card, NONE, 0, by_attack)


@kernel(void, G, T, i8, i8, i8)
def finish_damage(g, t, card, amount, by_attack):
    """After damage was placed: the card is destroyed, or its suffering is an event."""
    if is_dead(g, t, card):
        destroy(g, t, card, by_attack)
    else:
        emit(g, t, E_DAMAGED, card, player_of(g, card), amount, by_attack)


@kernel(void, G, i8, i8)
def put_progress(g, card, amount):
    """Place progress tokens on a location."""
    total = np.int64(g["progress"][card]) + amount
    if total > MAX_TOKENS:
        fault(g, F_TOKENS)
        return
    g["progress"][card] = total


@kernel(b1, G, T, i8)
def is_explored(g, t, card):
    """A location has its quest points."""
    face = np.int64(g["face"][card])
    return t["type"][face] == LOCATION and g["progress"][card] >= t["quest_points"][face]


@kernel(void, G, T, i8)
def explore(g, t, card):
    """A location with its quest points is explored and leaves play."""
    zone = np.int64(ENCOUNTER_DISCARD)
    if t["victory"][g["face"][card]] > 0:
        zone = np.int64(VICTORY)
    leave_play(g, t, card, zone, R_DISCARDED)
    emit(g, t, E_EXPLORED, card, np.int64(g["first_player"]), 0, 0)


@kernel(void, G, T, i8, i8)
def put_damage(g, t, card, amount):
    """Place damage tokens."""
    total = np.int64(g["damage"][card]) + amount
    if total > MAX_TOKENS:
        fault(g, F_TOKENS)
        return
    g["damage"][card] = total


@kernel(void, G, T, i8, i8, i8, symbol=True)
def deal_damage(g, t, card, amount, by_attack):
    """Deal damage to one card."""
    if amount > 0:
        put_damage(g, t, card, amount)
        finish_damage(g, t, card, amount, by_attack)


@kernel(void, G, T, i8, i8)
def finish_damage_of_set(g, t, s, amount):
    """The set's cards were given tokens by one effect: a frame works off the results, the first player ordering them."""
    k = push(g, FRAME_DAMAGE)
    g["frames"][k, SET] = s
    g["frames"][k, VALUE] = amount


@kernel(b1, G, T, i8)
def has_result(g, t, card):
    """Something will happen because of the tokens that this card was given."""
    return is_explored(g, t, card) or is_dead(g, t, card) or hears(g, t, E_DAMAGED, card)


@kernel(b1, G, T)
def stage_has_points(g, t):
    """The current stage has its points and falls, or wins the game, as soon as the last enemy that bars it is gone."""
    stage = np.int64(g["stage"])
    if stage == NONE:
        return False
    points = np.int64(t["quest_points"][g["face"][stage]])
    return points > 0 and g["quest_progress"] >= points


@kernel(b1, G, T, i8)
def is_result_heard(g, t, card):
    """Some ability may react to what this card's tokens bring: its suffering, death, defeat or exploration."""
    if t["type"][g["face"][card]] == LOCATION:
        return hears(g, t, E_EXPLORED, card) or hears(g, t, E_LOCATION_LEAVES, card)
    if not is_dead(g, t, card):
        return hears(g, t, E_DAMAGED, card)
    if kind_of(g, t, card) == ENEMY:
        return hears(g, t, E_ENEMY_DESTROYED, card) or stage_has_points(g, t)
    return hears(g, t, E_LEAVES_PLAY, card)


@kernel(void, G, T, symbol=True)
def run_damage(g, t):
    """FRAME_DAMAGE: the results of one effect's damage or progress on several cards, one after the other."""
    k = np.int64(g["n_frames"]) - 1
    s = np.int64(g["frames"][k, SET])
    if s == NONE:
        card = np.int64(g["frames"][k, SUBJECT])
        pop(g)
        if is_in_play(np.int64(g["zone"][card])) and is_dead(g, t, card):
            destroy(g, t, card, 0)
        return
    card = take_answer(g)
    if card == NONE:
        n = 0
        n_heard = 0
        for c in range(np.int64(g["n_cards"])):
            if not in_set(g, s, c):
                continue
            if not has_result(g, t, c):
                drop_from_set(g, s, c)
                continue
            n += 1
            if is_result_heard(g, t, c):
                n_heard += 1
        if n == 0:
            pop(g)
            return
        if n > 1 and n_heard > 0:
            for c in range(np.int64(g["n_cards"])):
                if in_set(g, s, c):
                    offer_card(g, t, c)
            ask(g, D_ORDER, np.int64(g["first_player"]), NONE)
            return
        card = first_of_set(g, s)
    drop_from_set(g, s, card)
    if is_explored(g, t, card):
        explore(g, t, card)
    else:
        finish_damage(g, t, card, np.int64(g["frames"][k, VALUE]), 0)


@kernel(void, G, i8, i8)
def raise_threat(g, player, amount):
    """Threat goes up, to 50 at most; the flow looks for eliminations."""
    g["threat"][player] = min(np.int64(g["threat"][player]) + amount, THREAT_LIMIT)
    g["check"] = 1


@kernel(void, G, i8, i8)
def lower_threat(g, player, amount):
    """Threat goes down, not below 0."""
    g["threat"][player] = max(np.int64(g["threat"][player]) - amount, 0)
