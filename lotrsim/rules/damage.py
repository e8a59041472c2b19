"""Entering and leaving play, damage, destruction: what happens to a card."""

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
from lotrsim.effects.triggers import emit, hears
from lotrsim.ids import (
    ABILITY,
    ALLY,
    ATTACHED,
    COST,
    D_ORDER,
    DECK,
    DISCARD_PILE,
    E_DAMAGED,
    E_ENEMY_DESTROYED,
    E_ENGAGES,
    E_ENTERS_PLAY,
    E_EXPLORED,
    E_LEAVES_PLAY,
    E_LOCATION_LEAVES,
    ENCOUNTER_DISCARD,
    ENEMY,
    ENGAGED,
    F_LASTING,
    F_TOKENS,
    FRAME_DAMAGE,
    FRAME_EFFECT,
    HAND,
    HERO,
    HIT_POINTS,
    LOCATION,
    MAX_LASTING,
    NONE,
    OTHER,
    PASSES,
    PC,
    PLAY,
    R_DESTROYED,
    R_DISCARDED,
    RESTRICTED,
    SET,
    SOURCE,
    SUBJECT,
    TARGET,
    THREAT_LIMIT,
    VALUE,
    VICTORY,
    YOU,
)
from lotrsim.kernel import G, T, b1, i8, kernel, void
from lotrsim.rules.zones import discard_pile_of, is_in_play, move, move_under, player_of

MAX_TOKENS = 120  # on a card; more is a fault


@kernel(void, G, i8, i8, i8, i8)
def add_lasting(g, card, which, value, until):
    """A statistic of a card changes until the end of the phase or round; equal entries are added up."""
    n = np.int64(g["n_lasting"])
    for i in range(n):
        if g["lasting_card"][i] == card and g["lasting_stat"][i] == which and g["lasting_until"][i] == until:
            total = np.int64(g["lasting_value"][i]) + value
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


@kernel(void, G, T, i8)
def strip(g, t, card):
    """What lies under a card that leaves play is discarded: attachments, shadow cards."""
    while g["under"][card] != NONE:
        u = np.int64(g["under"][card])
        move(g, t, u, discard_pile_of(g, u))
        wipe(g, u)
        g["controller"][u] = g["owner"][u]


@kernel(b1, G, T, i8)
def is_dead(g, t, card):
    """Its damage has reached its hit points."""
    kind = np.int64(t["type"][g["face"][card]])
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
    was_in_play = is_in_play(np.int64(g["zone"][card]))
    player = player_of(g, card)
    host = np.int64(g["host"][card])
    kind = np.int64(t["type"][g["face"][card]])
    move(g, t, card, zone)
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
    if host != NONE:
        check_hit_points(g, t, host)


@kernel(void, G, T, i8, i8)
def destroy(g, t, card, by_attack):
    """A character or enemy without hit points left is destroyed."""
    kind = np.int64(t["type"][g["face"][card]])
    if kind == HERO or kind == ALLY:
        leave_play(g, t, card, discard_pile_of(g, card), R_DESTROYED)
        return
    zone = np.int64(ENCOUNTER_DISCARD)
    if t["victory"][g["face"][card]] > 0:
        zone = np.int64(VICTORY)
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
    if t["type"][g["face"][card]] == ENEMY:
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


@kernel(void, G, T, i8, i8, i8)
def enter_play(g, t, card, player, played):
    """A character enters play under a player's control; `played` 1: played from hand, 0: put into play."""
    g["controller"][card] = player
    move(g, t, card, PLAY + player)
    emit(g, t, E_ENTERS_PLAY, card, player, 2 - played, 0)


@kernel(void, G, T, i8, i8, i8)
def attach(g, t, card, host, player):
    """An attachment is attached; a third Restricted one forces its host's controller to discard one of them."""
    g["controller"][card] = player
    move_under(g, t, card, host, ATTACHED)
    emit(g, t, E_ENTERS_PLAY, card, player, 1, 0)
    if not t["keywords"][g["face"][card]] & RESTRICTED:
        return
    n = 0
    u = np.int64(g["under"][host])
    while u != NONE:
        if g["zone"][u] == ATTACHED and t["keywords"][g["face"][u]] & RESTRICTED:
            n += 1
        u = np.int64(g["next_card"][u])
    if n > 2:
        k = push(g, FRAME_EFFECT)
        g["frames"][k, SOURCE] = host
        g["frames"][k, YOU] = player_of(g, host)
        g["frames"][k, ABILITY] = NONE
        g["frames"][k, PC] = np.int64(t["restricted_pc"])
        g["frames"][k, TARGET] = NONE
        g["frames"][k, COST] = NONE


@kernel(void, G, T, i8, i8)
def engage(g, t, enemy, player):
    """An enemy engages a player (engaging is being engaged)."""
    move(g, t, enemy, ENGAGED + player)
    emit(g, t, E_ENGAGES, enemy, player, 0, 0)


@kernel(b1, G, T, i8)
def draw_card(g, t, player):
    """A player draws a card; an empty deck gives none."""
    card = np.int64(g["zone_first"][DECK + player])
    if card == NONE:
        return False
    move(g, t, card, HAND + player)
    return True


@kernel(void, G, i8, i8)
def raise_threat(g, player, amount):
    """Threat goes up, to 50 at most; the flow looks for eliminations."""
    g["threat"][player] = min(np.int64(g["threat"][player]) + amount, THREAT_LIMIT)
    g["check"] = 1


@kernel(void, G, i8, i8)
def lower_threat(g, player, amount):
    """Threat goes down, not below 0."""
    g["threat"][player] = max(np.int64(g["threat"][player]) - amount, 0)
