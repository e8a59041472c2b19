"""Words about players, the encounter deck, attacks, time and the quest: the third family of the effect language."""

import numpy as np

from lotrsim.effects.frames import fault
from lotrsim.effects.query import frame_about, value_of
from lotrsim.effects.references import card_ref, player_ref
from lotrsim.ids import (
    CHOSEN,
    DECK,
    DISCARD_PILE,
    ENCOUNTER_DECK,
    F_BAD_WORD,
    F_DELAYED,
    FRAME_REVEAL,
    FRAME_SHADOW,
    HAND,
    HERO,
    MAX_DELAYED,
    MODE,
    NONE,
    ON_SET,
    OP_ANY_DEFENDERS,
    OP_CANCEL_REVEALED,
    OP_CANCEL_SHADOW,
    OP_DEAL_SHADOW,
    OP_DELAY,
    OP_DISCARD_RANDOM,
    OP_DRAW,
    OP_ENEMY_ATTACK,
    OP_GAIN_SURGE,
    OP_GUARD,
    OP_IGNORE_DEFENSE,
    OP_LOWER_THREAT,
    OP_MODIFY_ALL,
    OP_NEXT_STAGE_AT_RANDOM,
    OP_ORC_GUARD,
    OP_QUEST_PROGRESS,
    OP_RAISE_THREAT,
    OP_REMOVE_PROGRESS,
    OP_REPLACE_REVEALED,
    OP_RESCUE,
    OP_REVEAL,
    OP_SHUFFLE,
    OP_SHUFFLE_DISCARD_INTO_DECK,
    OP_STAGING_THREAT,
    OP_STRIKE,
    OP_TAKE_PRISONER,
    OP_WIN,
    P_ALL,
    PC,
    QUEST_DECK,
    R_DISCARDED,
    ROW_A,
    ROW_B,
    ROW_OP,
    ROW_PLAYER,
    ROW_REF,
    ROW_SELECTOR,
    ROW_VALUE,
    SOURCE,
    SUBJECT,
    TARGET,
    WON,
    YOU,
    X,
)
from lotrsim.kernel import G, T, i8, kernel, void
from lotrsim.rng import below
from lotrsim.rules.attack import begin_enemy_attack, begin_strike, deal_shadow, ignore_defense
from lotrsim.rules.damage import add_lasting, leave_play, lower_threat, raise_threat
from lotrsim.rules.entering import draw, place_orc_guard
from lotrsim.rules.prisoner import rescue, take_prisoner
from lotrsim.rules.progress import push_quest_progress
from lotrsim.rules.reveal import push_guard, push_reveal, refill
from lotrsim.rules.zones import link_last, shuffle, unlink


@kernel(void, G, T, i8, i8)
def discard_at_random(g, t, player, amount):
    """Discard cards from a hand at random: the n-th of the hand in its order, drawn anew for each."""
    for _ in range(amount):
        n = np.int64(g["zone_count"][HAND + player])
        if n == 0:
            return
        place = below(g, n)
        card = np.int64(g["zone_first"][HAND + player])
        for _i in range(place):
            card = np.int64(g["next_card"][card])
        leave_play(g, t, card, DISCARD_PILE + np.int64(g["owner"][card]), R_DISCARDED)


@kernel(void, G, T, i8)
def shuffle_discard_into_deck(g, t, player):
    """A discard pile, heroes left in it, is shuffled into its deck."""
    card = np.int64(g["zone_first"][DISCARD_PILE + player])
    while card != NONE:
        after = np.int64(g["next_card"][card])
        if t["type"][g["face"][card]] != HERO:
            unlink(g, card)
            link_last(g, card, DECK + player)
        card = after
    shuffle(g, t, DECK + player)


@kernel(void, G, T, i8, i8, i8)
def affect_player(g, t, op, player, amount):
    """One word meets one player."""
    if op == OP_DRAW:
        draw(g, t, player, amount)
    elif op == OP_RAISE_THREAT:
        raise_threat(g, player, amount)
    elif op == OP_LOWER_THREAT:
        lower_threat(g, player, amount)
    elif op == OP_DISCARD_RANDOM:
        discard_at_random(g, t, player, amount)
    elif op == OP_SHUFFLE_DISCARD_INTO_DECK:
        shuffle_discard_into_deck(g, t, player)
    elif op == OP_ANY_DEFENDERS:
        g["any_defenders"] |= 1 << player
    elif op == OP_ORC_GUARD:
        place_orc_guard(g, t, player)


@kernel(void, G, T, i8, i8, i8, i8)
def affect_encounter(g, t, op, k, pc, amount):
    """Words about revealing and shadow cards."""
    subject = np.int64(g["frames"][k, SUBJECT])
    if op == OP_REVEAL:
        push_reveal(g, amount)
    elif op == OP_CANCEL_REVEALED or op == OP_REPLACE_REVEALED:
        f = frame_about(g, FRAME_REVEAL, subject)
        if f != NONE:
            g["frames"][f, MODE] = 1
            if op == OP_REPLACE_REVEALED:
                g["frames"][f, CHOSEN] = 1
    elif op == OP_CANCEL_SHADOW:
        f = frame_about(g, FRAME_SHADOW, subject)
        if f != NONE:
            g["frames"][f, MODE] = 1
    elif op == OP_DEAL_SHADOW:
        enemy = card_ref(g, k, np.int64(t["rows"][pc, ROW_REF]))
        if enemy != NONE:
            deal_shadow(g, t, enemy)
    elif op == OP_IGNORE_DEFENSE:
        character = card_ref(g, k, np.int64(t["rows"][pc, ROW_REF]))
        if character != NONE and g["attack_frame"] != NONE:
            ignore_defense(g, character)
    elif op == OP_GUARD:
        objective = card_ref(g, k, np.int64(t["rows"][pc, ROW_REF]))
        if objective != NONE:
            push_guard(g, objective)
    elif op == OP_STAGING_THREAT:
        g["staging_bonus"] += amount
    elif op == OP_MODIFY_ALL:
        row = t["rows"][pc]
        add_lasting(g, ON_SET - np.int64(row[ROW_SELECTOR]), np.int64(row[ROW_A]), amount, np.int64(row[ROW_B]))
    elif op == OP_GAIN_SURGE:
        f = frame_about(g, FRAME_REVEAL, np.int64(g["frames"][k, SOURCE]))
        if f != NONE:
            g["frames"][f, X] = 1


@kernel(void, G, i8, i8, i8)
def delay(g, k, program, moment):
    """Note an effect that happens later, with its source, target and player."""
    n = np.int64(g["n_delayed"])
    if n >= MAX_DELAYED:
        fault(g, F_DELAYED)
        return
    g["delayed"][n, 0] = moment
    g["delayed"][n, 1] = program
    g["delayed"][n, 2] = g["frames"][k, SOURCE]
    g["delayed"][n, 3] = g["frames"][k, TARGET]
    g["delayed"][n, 4] = g["frames"][k, YOU]
    g["n_delayed"] = n + 1


@kernel(void, G, T)
def choose_next_stage(g, t):
    """Of the quest cards that bear the next number one, at random, comes to the top of the quest deck."""
    wanted = np.int64(t["stage_no"][g["face"][g["stage"]]]) + 1
    n = np.int64(0)
    card = np.int64(g["zone_first"][QUEST_DECK])
    while card != NONE:
        if t["stage_no"][g["face"][card]] == wanted:
            n += 1
        card = np.int64(g["next_card"][card])
    if n == 0:
        return
    place = below(g, n)
    card = np.int64(g["zone_first"][QUEST_DECK])
    while card != NONE:
        if t["stage_no"][g["face"][card]] == wanted:
            if place == 0:
                break
            place -= 1
        card = np.int64(g["next_card"][card])
    g["next_stage"] = card


@kernel(void, G, T, i8, i8, symbol=True)
def run_table_word(g, t, k, pc):
    """One row of this family."""
    row = t["rows"][pc]
    op = np.int64(row[ROW_OP])
    g["frames"][k, PC] = pc + 1
    amount = value_of(g, t, k, np.int64(row[ROW_VALUE]))
    if OP_DRAW <= op <= OP_SHUFFLE_DISCARD_INTO_DECK or op == OP_ANY_DEFENDERS or op == OP_ORC_GUARD:
        if row[ROW_PLAYER] == P_ALL:
            for i in range(np.int64(g["n_players"])):
                p = (np.int64(g["first_player"]) + i) % np.int64(g["n_players"])
                if not g["eliminated"][p]:
                    affect_player(g, t, op, p, amount)
        else:
            p = player_ref(g, k, np.int64(row[ROW_PLAYER]))
            if p >= 0 and not g["eliminated"][p]:
                affect_player(g, t, op, p, amount)
    elif op == OP_SHUFFLE:
        p = player_ref(g, k, np.int64(row[ROW_PLAYER]))
        shuffle(g, t, np.int64(ENCOUNTER_DECK) if p < 0 else DECK + p)
        if p < 0:
            refill(g, t)  # the search may have taken the last card
    elif OP_REVEAL <= op <= OP_GAIN_SURGE:
        affect_encounter(g, t, op, k, pc, amount)
    elif op == OP_QUEST_PROGRESS:
        push_quest_progress(g, t, amount)
    elif op == OP_REMOVE_PROGRESS:
        g["quest_progress"] = max(np.int64(g["quest_progress"]) - amount, 0)
    elif op == OP_STRIKE:
        attacker = card_ref(g, k, np.int64(row[ROW_REF]))
        target = card_ref(g, k, np.int64(row[ROW_A]))
        if attacker != NONE and target != NONE:
            begin_strike(g, t, attacker, target)
    elif op == OP_ENEMY_ATTACK:
        enemy = card_ref(g, k, np.int64(row[ROW_REF]))
        p = player_ref(g, k, np.int64(row[ROW_PLAYER]))
        if enemy != NONE and p >= 0:
            begin_enemy_attack(g, t, enemy, p)
    elif op == OP_DELAY:
        delay(g, k, np.int64(row[ROW_A]), np.int64(row[ROW_B]))
    elif op == OP_WIN:
        g["outcome"] = WON
    elif op == OP_NEXT_STAGE_AT_RANDOM:
        choose_next_stage(g, t)
    elif op == OP_TAKE_PRISONER:
        take_prisoner(g, t)
    elif op == OP_RESCUE:
        rescue(g, t, amount)
    else:
        fault(g, F_BAD_WORD)
