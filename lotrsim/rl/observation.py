"""Writes what the team knows of a game into a row of numbers, in compiled code; `columns.py` says which number is what."""

import numpy as np
from numba import types

from lotrsim.effects.query import stat
from lotrsim.ids import (
    ACTIVE,
    ALLY,
    AT_PHASE_END,
    ATTACHED,
    ATTACK,
    CANNOT_ATTACK,
    COMMITTED,
    D_ACTION,
    DECK,
    DEFENSE,
    DISCARD_PILE,
    ENCOUNTER,
    ENCOUNTER_DECK,
    ENCOUNTER_DISCARD,
    ENEMY,
    EXHAUSTED,
    FACEDOWN,
    FRAME_ROUND,
    HAND,
    HAS_ATTACKED,
    HERO,
    HIT_POINTS,
    KIND,
    LOCATION,
    MAX_ATTACKS,
    MAX_CARDS,
    MAX_PLAYERS,
    N_ZONES,
    NO_THREAT,
    NONE,
    ON_DECK,
    PLAYING,
    ROLE_ATTACKER,
    ROLE_DEFENDER,
    STEP,
    THREAT,
    WAS_ATTACKED_BY,
    WILLPOWER,
)
from lotrsim.kernel import G, T, b1, i8, kernel, void
from lotrsim.knowledge import everybody, is_unknown, names_face
from lotrsim.rl.columns import (
    CARD,
    CARDS_AT,
    EVERY_DEPTH,
    EVERY_PLAYER,
    LARGEST,
    MOST,
    N_CARD,
    N_PLAYER,
    N_STEPS,
    PLAYER,
    PLAYERS_AT,
    TABLE,
    ZONE_NUMBERS,
    numbers_of,
)
from lotrsim.rules.facedown import is_orc_guard, kind_of
from lotrsim.rules.flow import N_ROUND_STEPS
from lotrsim.rules.guards import guard_of
from lotrsim.rules.quest import committed_willpower, staging_threat
from lotrsim.rules.zones import is_in_play, player_of

assert N_STEPS == N_ROUND_STEPS
assert CANNOT_ATTACK << MAX_PLAYERS == WAS_ATTACKED_BY and ROLE_ATTACKER << MAX_ATTACKS == ROLE_DEFENDER

ROW = types.Array(types.int16, 1, "C")
ZONE_NUMBER = np.array(ZONE_NUMBERS, np.int64)
(
    FACE, CARD_KIND, ZONE, CARD_PLAYER, OWNER, PLACE, HOST, DAMAGE, PROGRESS, RESOURCES, FIRST_STAT, FIRST_FLAG, CANNOT,
    ATTACKED_BY, ATTACKS, DEFENDS, GUARDED_BY, USED_ROUND, USED_PHASE, DELAYED,
) = numbers_of(
    CARD, "face kind zone player owner place host damage progress resources willpower exhausted cannot_attack "
    "was_attacked_by attacks defends guarded_by used_round used_phase delayed"
)  # fmt: skip
(
    P_PRESENT, P_THREAT, P_ELIMINATED, P_FIRST, P_DECIDES, P_DEFENDERS, P_HAND, P_DECK, P_DISCARD,
) = numbers_of(PLAYER, "present threat eliminated first decides any_defenders hand deck discard_pile")  # fmt: skip
(
    T_PLAYERS, T_DIFFICULTY, T_ROUNDS, T_LIMIT, T_PHASE, T_STEP, T_STAGE, T_STAGE_CARD, T_PROGRESS, T_POINTS, T_ACTIVE,
    T_WILLPOWER, T_THREAT, T_ALLIES, T_DECK, T_DISCARD, T_DEPTH, T_OUTCOME, T_DECISION, T_DECIDER, T_SOURCE, T_SOURCE_FACE,
) = numbers_of(
    TABLE, "players difficulty rounds round_limit phase step stage stage_card quest_progress quest_points active_location "
    "willpower staging_threat allies_played encounter_deck encounter_discard_pile attack_depth outcome decision decider "
    "source source_face"
)  # fmt: skip
assert [CARD[FIRST_FLAG + k].name for k in range(5)] == "exhausted facedown committed has_attacked no_threat".split()
assert (WILLPOWER, ATTACK, DEFENSE, HIT_POINTS, THREAT) == tuple(range(5))


@kernel(void, G, T, i8, i8, ROW, i8)
def write_stats(g, t, card, kind, out, at):
    """The statistics that a card of this type uses, as they are now."""
    if kind == HERO or kind == ALLY:
        out[at + WILLPOWER] = min(stat(g, t, card, WILLPOWER), MOST)
    elif kind != ENEMY and kind != LOCATION:
        return
    if kind != LOCATION:
        for s in range(ATTACK, HIT_POINTS + 1):
            out[at + s] = min(stat(g, t, card, np.int64(s)), MOST)
    if kind == ENEMY or kind == LOCATION:
        out[at + THREAT] = min(stat(g, t, card, THREAT), MOST)


@kernel(void, G, T, i8, i8, i8, ROW, i8)
def write_card(g, t, card, zone, viewers, out, at):
    """One card's back, and its face if it is known."""
    if not is_unknown(g, card, viewers):
        out[at + FACE] = 1 + np.int64(g["face"][card])
        out[at + CARD_KIND] = 1 + kind_of(g, t, card)
    elif is_orc_guard(g, card):
        out[at + CARD_KIND] = 1 + ENEMY
    out[at + ZONE] = ZONE_NUMBER[zone]
    out[at + CARD_PLAYER] = 1 + player_of(g, card)
    out[at + OWNER] = 1 + np.int64(g["owner"][card])


@kernel(void, G, T, i8, i8, ROW, i8)
def write_state(g, t, card, zone, out, at):
    """What lies on a card on the table, and how it stands."""
    host = np.int64(g["host"][card])
    out[at + HOST] = 1 + host if host >= NONE else 1 + MAX_CARDS + (ON_DECK - host)
    out[at + DAMAGE] = g["damage"][card]
    out[at + PROGRESS] = g["progress"][card]
    out[at + RESOURCES] = g["resources"][card]
    out[at + USED_ROUND] = g["used_round"][card]
    out[at + USED_PHASE] = g["used_phase"][card]
    flags = np.int64(g["flags"][card])
    out[at + FIRST_FLAG] = 1 if flags & EXHAUSTED else 0
    out[at + FIRST_FLAG + 1] = 1 if flags & FACEDOWN else 0
    out[at + FIRST_FLAG + 2] = 1 if flags & COMMITTED else 0
    out[at + FIRST_FLAG + 3] = 1 if flags & HAS_ATTACKED else 0
    out[at + FIRST_FLAG + 4] = 1 if flags & NO_THREAT else 0
    out[at + CANNOT] = (flags // CANNOT_ATTACK) & EVERY_PLAYER
    out[at + ATTACKED_BY] = (flags // WAS_ATTACKED_BY) & EVERY_PLAYER
    roles = np.int64(g["roles"][card])
    out[at + ATTACKS] = roles & EVERY_DEPTH
    out[at + DEFENDS] = (roles // ROLE_DEFENDER) & EVERY_DEPTH
    out[at + GUARDED_BY] = 1 + guard_of(g, card)
    if is_in_play(zone):
        write_stats(g, t, card, np.int64(out[at + CARD_KIND]) - 1, out, at + FIRST_STAT)


@kernel(b1, i8)
def is_on_table(zone):
    """Cards there have a state that counts: not in hands and decks."""
    return zone >= DISCARD_PILE and zone != ENCOUNTER_DECK


@kernel(void, G, T, i8, i8, ROW)
def write_zone(g, t, zone, viewers, out):
    """The cards of a zone in their order; zone by zone is faster than card by card, for those of a zone are alike."""
    on_table = is_on_table(zone)
    card, place = np.int64(g["zone_first"][zone]), 1
    while card != NONE:
        at = CARDS_AT + card * N_CARD
        write_card(g, t, card, zone, viewers, out, at)
        out[at + PLACE] = place
        if on_table:
            write_state(g, t, card, zone, out, at)
        card, place = np.int64(g["next_card"][card]), place + 1


@kernel(void, G, T, i8, ROW)
def write_cards(g, t, viewers, out):
    """All cards: those of zones, and those under other cards, which have no place."""
    for zone in range(N_ZONES):
        if g["zone_count"][zone] > 0:
            write_zone(g, t, np.int64(zone), viewers, out)
    for k in range(np.int64(g["n_cards"])):
        card, zone = np.int64(k), np.int64(g["zone"][k])
        if out[CARDS_AT + card * N_CARD + ZONE] == 0:
            write_card(g, t, card, zone, viewers, out, CARDS_AT + card * N_CARD)
            if is_on_table(zone):
                write_state(g, t, card, zone, out, CARDS_AT + card * N_CARD)


@kernel(void, G, ROW)
def write_delayed(g, out):
    """The cards to which something happens at the end of the phase or round."""
    for k in range(np.int64(g["n_delayed"])):
        bit = 1 if g["delayed"][k, 0] == AT_PHASE_END else 2
        for j in range(2, 4):
            card = np.int64(g["delayed"][k, j])
            if card != NONE and is_on_table(np.int64(g["zone"][card])):
                at = CARDS_AT + card * N_CARD + DELAYED
                out[at] = np.int64(out[at]) | bit


@kernel(void, G, ROW)
def write_players(g, out):
    """The players' rows."""
    for p in range(np.int64(g["n_players"])):
        at = PLAYERS_AT + p * N_PLAYER
        out[at + P_PRESENT] = 1
        out[at + P_THREAT] = min(np.int64(g["threat"][p]), MOST)
        out[at + P_ELIMINATED] = g["eliminated"][p]
        out[at + P_FIRST] = 1 if g["first_player"] == p else 0
        out[at + P_DECIDES] = 1 if g["outcome"] == PLAYING and g["decider"] == p else 0
        out[at + P_DEFENDERS] = (np.int64(g["any_defenders"]) >> p) & 1
        out[at + P_HAND] = g["zone_count"][HAND + p]
        out[at + P_DECK] = g["zone_count"][DECK + p]
        out[at + P_DISCARD] = g["zone_count"][DISCARD_PILE + p]


@kernel(void, G, i8, ROW)
def write_source(g, viewers, out):
    """The card that the decision is about; of one that was shuffled into a deck only the face."""
    source = np.int64(g["decision_source"])
    if source == NONE or g["decision"] == D_ACTION:  # in a window the number is the planning player's
        return
    for k in range(np.int64(g["n_frames"])):
        if names_face(g, np.int64(k), viewers) == source:
            out[T_SOURCE_FACE] = 1 + np.int64(g["face"][source])
            return
    out[T_SOURCE] = 1 + source
    if not is_unknown(g, source, viewers):
        out[T_SOURCE_FACE] = 1 + np.int64(g["face"][source])


@kernel(void, G, T, i8, ROW)
def write_table(g, t, viewers, out):
    """The table's row."""
    out[T_PLAYERS] = g["n_players"]
    out[T_DIFFICULTY] = g["difficulty"]
    out[T_ROUNDS] = g["round_no"]
    out[T_LIMIT] = g["round_limit"]
    out[T_PHASE] = g["phase"]
    if g["n_frames"] > 0 and g["frames"][0, KIND] == FRAME_ROUND:
        out[T_STEP] = (np.int64(g["frames"][0, STEP]) + N_ROUND_STEPS - 1) % N_ROUND_STEPS + 1
    stage = np.int64(g["stage"])
    if stage != NONE:
        face = np.int64(g["face"][stage])
        out[T_STAGE] = t["stage_no"][face]
        out[T_STAGE_CARD] = 1 + stage
        out[T_POINTS] = max(np.int64(t["quest_points"][face]), 0)
    out[T_PROGRESS] = g["quest_progress"]
    out[T_ACTIVE] = 1 + np.int64(g["zone_first"][ACTIVE])
    out[T_WILLPOWER] = min(committed_willpower(g, t), LARGEST)
    out[T_THREAT] = min(staging_threat(g, t), LARGEST)
    out[T_ALLIES] = g["allies_played"]
    out[T_DECK] = g["zone_count"][ENCOUNTER_DECK]
    out[T_DISCARD] = g["zone_count"][ENCOUNTER_DISCARD]
    out[T_DEPTH] = g["attack_depth"]
    out[T_OUTCOME] = g["outcome"]
    if g["outcome"] == PLAYING:
        out[T_DECISION] = g["decision"]
        out[T_DECIDER] = 1 + np.int64(g["decider"])
        write_source(g, viewers, out)


@kernel(void, G, T, ROW)
def observe(g, t, out):
    """Write what the team knows of a game into a row with room for its cards, at least."""
    out[:] = 0
    viewers = everybody(g)
    write_table(g, t, viewers, out)
    write_players(g, out)
    write_cards(g, t, viewers, out)
    write_delayed(g, out)


assert ENCOUNTER == NONE == -1 and ATTACHED > DISCARD_PILE  # 1 + an owner or a card gives 0 for nobody and none
