"""Numbers and references of a record: do they exist? Looked at first, so that nothing else can crash on a damaged one."""

import numpy as np

from lotrsim.broken import (
    BAD_COUNTS,
    BAD_DELAYED,
    BAD_FACES,
    BAD_FRAMES,
    BAD_LASTING,
    BAD_LEGAL,
    BAD_LINKS,
    BAD_NUMBERS,
    BAD_OWNERS,
)
from lotrsim.ids import (
    ABILITY,
    AT_PHASE_END,
    AT_ROUND_END,
    AUX,
    BASIC,
    CHOSEN,
    COST,
    CURSOR,
    D_NONE,
    EFFECT_0,
    ENCOUNTER,
    EVENT_ID,
    EVENT_PLAYER,
    F_GUARDED,
    FAULTED,
    FOR_ATTACK,
    FOR_PHASE,
    FRAME_ATTACK,
    FRAME_EFFECT,
    FRAME_PAY,
    FRAME_PLANNING,
    FRAME_REVEAL,
    FRAME_SHADOW,
    FRAME_STRIKE,
    KIND,
    LOOP,
    MAX_ATTACKS,
    MAX_CARDS,
    MAX_DELAYED,
    MAX_FRAMES,
    MAX_GUARDED,
    MAX_LASTING,
    MAX_LEGAL,
    MAX_PLAYERS,
    MAX_SETS,
    N_ACTIONS,
    N_DECISIONS,
    N_LISTEN,
    N_STATS,
    N_ZONES,
    NO_FAULT,
    NONE,
    ON_DECK,
    ON_SET,
    OTHER,
    PASSES,
    PC,
    PLAYER_0,
    PLAYING,
    REFRESH_PHASE,
    SET,
    SETUP_PHASE,
    SOURCE,
    STANDARD,
    STEP,
    SUBJECT,
    SUBJECTS,
    TARGET,
    YOU,
)
from lotrsim.kernel import G, T, i8, kernel
from lotrsim.rng import MASK
from lotrsim.rules.flow import N_ROUND_STEPS
from lotrsim.rules.zones import EVERYBODY
from lotrsim.state import MAX_ABILITIES, MAX_ROWS, MAX_SELECTORS

N_KINDS = FRAME_PLANNING + 1


@kernel(i8, i8, i8, i8)
def is_within(number, low, high):
    """1 if low <= number <= high."""
    return np.int64(1) if low <= number <= high else np.int64(0)


@kernel(i8, G)
def counts_fit(g):
    """1 if every count is one that the record can hold."""
    good = is_within(np.int64(g["n_players"]), 1, MAX_PLAYERS) & is_within(np.int64(g["n_cards"]), 0, MAX_CARDS)
    good &= is_within(np.int64(g["n_alive"]), 0, MAX_PLAYERS) & is_within(np.int64(g["n_frames"]), 0, MAX_FRAMES)
    good &= is_within(np.int64(g["n_sets"]), 0, MAX_SETS) & is_within(np.int64(g["n_legal"]), 0, MAX_LEGAL)
    good &= is_within(np.int64(g["n_lasting"]), 0, MAX_LASTING) & is_within(np.int64(g["n_delayed"]), 0, MAX_DELAYED)
    good &= is_within(np.int64(g["n_guarded"]), 0, MAX_GUARDED)
    return good & is_within(np.int64(g["attack_depth"]), 0, MAX_ATTACKS)


@kernel(i8, G)
def scalars_fit(g):
    """1 if the game's own numbers exist."""
    good = is_within(np.int64(g["difficulty"]), STANDARD, BASIC) & is_within(np.int64(g["scenario"]), 0, 32767)
    good &= is_within(np.int64(g["phase"]), SETUP_PHASE, REFRESH_PHASE) & is_within(np.int64(g["round_no"]), 0, 32767)
    good &= is_within(np.int64(g["outcome"]), PLAYING, FAULTED) & is_within(np.int64(g["fault"]), NO_FAULT, F_GUARDED)
    good &= is_within(np.int64(g["round_limit"]), 1, 32767) & is_within(np.int64(g["quest_progress"]), 0, 32767)
    good &= is_within(np.int64(g["first_player"]), 0, np.int64(g["n_players"]) - 1)
    good &= is_within(np.int64(g["staging_bonus"]), 0, 32767) & is_within(np.int64(g["allies_played"]), 0, 32767)
    good &= is_within(np.int64(g["check"]), 0, 1) & is_within(np.int64(g["any_defenders"]), 0, EVERYBODY)
    good &= is_within(np.int64(g["n_decisions"]), 0, 1 << 30) & is_within(np.int64(g["n_shuffles"]), 0, 1 << 30)
    good &= is_within(np.int64(g["decision"]), D_NONE, N_DECISIONS - 1)
    good &= is_within(np.int64(g["decider"]), NONE, np.int64(g["n_players"]) - 1)
    good &= is_within(np.int64(g["answer"]), NONE, N_ACTIONS - 1)
    good &= is_within(np.int64(g["last_answer"]), NONE, N_ACTIONS - 1)
    good &= is_within(np.int64(g["rng_count"]), 0, 1 << 62) & is_within(np.int64(g["agent_count"]), 0, 1 << 62)
    for k in range(2):
        good &= is_within(np.int64(g["rng_key"][k]), 0, MASK) & is_within(np.int64(g["agent_key"][k]), 0, MASK)
        good &= is_within(np.int64(g["shuffle_key"][k]), 0, MASK)
    return good


@kernel(i8, G, T)
def card_range_errors(g, t):
    """The flags of cards and zones whose faces, places or owners do not exist."""
    n = np.int64(g["n_cards"])
    last_player = np.int64(g["n_players"]) - 1
    faces, owners = np.int64(1), np.int64(1)
    links = is_within(np.int64(g["stage"]), NONE, n - 1) & is_within(np.int64(g["next_stage"]), NONE, n - 1)
    links &= is_within(np.int64(g["attack_frame"]), NONE, np.int64(g["n_frames"]) - 1)
    links &= is_within(np.int64(g["decision_source"]), NONE, n - 1)
    for zone in range(N_ZONES):
        links &= is_within(np.int64(g["zone_first"][zone]), NONE, n - 1)
        links &= is_within(np.int64(g["zone_last"][zone]), NONE, n - 1)
    for card in range(n):
        faces &= is_within(np.int64(g["face"][card]), 0, np.int64(t["n_faces"]) - 1)
        faces &= is_within(np.int64(g["copy_no"][card]), 0, 127)
        links &= is_within(np.int64(g["zone"][card]), 0, N_ZONES - 1)
        links &= is_within(np.int64(g["host"][card]), ON_DECK - last_player, n - 1)
        links &= is_within(np.int64(g["next_card"][card]), NONE, n - 1)
        links &= is_within(np.int64(g["under"][card]), NONE, n - 1)
        owners &= is_within(np.int64(g["owner"][card]), ENCOUNTER, last_player)
        owners &= is_within(np.int64(g["controller"][card]), ENCOUNTER, last_player)
    for i in range(np.int64(g["n_guarded"])):
        links &= is_within(np.int64(g["guarded"][i]), 0, n - 1) & is_within(np.int64(g["guard"][i]), 0, n - 1)
    return (1 - faces) * BAD_FACES + (1 - links) * BAD_LINKS + (1 - owners) * BAD_OWNERS


@kernel(i8, G, i8)
def frame_fits(g, k):
    """1 if a frame has a kind and refers only to what exists."""
    n, last_player = np.int64(g["n_cards"]), np.int64(g["n_players"]) - 1
    frame = g["frames"][k]
    kind = np.int64(frame[KIND])
    good = is_within(kind, 0, N_KINDS - 1) & is_within(np.int64(frame[SOURCE]), NONE, n - 1)
    good &= is_within(np.int64(frame[TARGET]), NONE, n - 1) & is_within(np.int64(frame[COST]), NONE, n - 1)
    good &= is_within(np.int64(frame[SUBJECT]), NONE, n - 1) & is_within(np.int64(frame[YOU]), NONE, last_player)
    good &= is_within(np.int64(frame[EVENT_PLAYER]), NONE, last_player)
    good &= is_within(np.int64(frame[CHOSEN]), NONE, max(last_player, 1)) & is_within(np.int64(frame[LOOP]), 0, last_player)
    good &= is_within(np.int64(frame[SET]), NONE, np.int64(g["n_sets"]) - 1)
    good &= is_within(np.int64(frame[SUBJECTS]), NONE, np.int64(g["n_sets"]) - 1)
    good &= is_within(np.int64(frame[EVENT_ID]), 0, N_LISTEN - 1) & is_within(np.int64(frame[AUX]), 0, MAX_CARDS)
    good &= is_within(np.int64(frame[CURSOR]), 0, MAX_CARDS) & is_within(np.int64(frame[PASSES]), 0, MAX_CARDS)
    good &= is_within(np.int64(frame[STEP]), 0, N_ROUND_STEPS - 1)
    if kind == FRAME_EFFECT:
        good &= is_within(np.int64(frame[PC]), 0, MAX_ROWS - 1)
        good &= is_within(np.int64(frame[ABILITY]), NONE, MAX_ABILITIES - 1)
    if kind == FRAME_EFFECT or kind == FRAME_PAY:
        good &= is_within(np.int64(frame[SOURCE]), 0, n - 1) & is_within(np.int64(frame[YOU]), 0, last_player)
    if kind == FRAME_ATTACK or kind == FRAME_STRIKE:
        good &= is_within(np.int64(frame[SUBJECT]), 0, n - 1) & is_within(np.int64(frame[YOU]), 0, last_player)
        good &= is_within(np.int64(frame[OTHER]), NONE, k - 1)
    if kind == FRAME_SHADOW or kind == FRAME_REVEAL and frame[STEP] > 0:
        good &= is_within(np.int64(frame[SUBJECT]), 0, n - 1)
    return good


@kernel(i8, G)
def lasting_fits(g):
    """1 if lasting effects change statistics of cards until some end, each card's statistic once for an end."""
    good = np.int64(1)
    for i in range(np.int64(g["n_lasting"])):
        good &= is_within(np.int64(g["lasting_card"][i]), ON_SET - MAX_SELECTORS, np.int64(g["n_cards"]) - 1)
        good &= 1 - is_within(np.int64(g["lasting_card"][i]), NONE, NONE)
        good &= is_within(np.int64(g["lasting_stat"][i]), 0, N_STATS - 1)
        good &= is_within(np.int64(g["lasting_until"][i]), FOR_PHASE, FOR_ATTACK + MAX_ATTACKS)
        for j in range(i):
            if g["lasting_card"][i] == g["lasting_card"][j] and g["lasting_stat"][i] == g["lasting_stat"][j]:
                if g["lasting_until"][i] == g["lasting_until"][j]:
                    good = np.int64(0)
    return good


@kernel(i8, G)
def delayed_fits(g):
    """1 if delayed effects have a moment, a program, a source and a player."""
    good = np.int64(1)
    n = np.int64(g["n_cards"])
    for i in range(np.int64(g["n_delayed"])):
        good &= is_within(np.int64(g["delayed"][i, 0]), AT_PHASE_END, AT_ROUND_END)
        good &= is_within(np.int64(g["delayed"][i, 1]), 0, MAX_ROWS - 1)
        good &= is_within(np.int64(g["delayed"][i, 2]), 0, n - 1) & is_within(np.int64(g["delayed"][i, 3]), NONE, n - 1)
        good &= is_within(np.int64(g["delayed"][i, 4]), 0, np.int64(g["n_players"]) - 1)
    return good


@kernel(i8, G)
def legal_fits(g):
    """1 if the legal actions exist and ascend."""
    good = np.int64(1)
    before = np.int64(NONE)
    for i in range(np.int64(g["n_legal"])):
        action = np.int64(g["legal"][i])
        good &= is_within(action, before + 1, N_ACTIONS - 1)
        if MAX_CARDS > action >= g["n_cards"] or PLAYER_0 + np.int64(g["n_players"]) <= action < EFFECT_0:
            good = np.int64(0)
        before = action
    return good


@kernel(i8, G, T)
def range_errors(g, t):
    """The flags of numbers and references that do not exist: while there are any, nothing may be followed."""
    if counts_fit(g) == 0:
        return np.int64(BAD_COUNTS)
    frames = np.int64(1)
    for k in range(np.int64(g["n_frames"])):
        frames &= frame_fits(g, np.int64(k))
    flags = (1 - scalars_fit(g)) * BAD_NUMBERS + (1 - frames) * BAD_FRAMES + card_range_errors(g, t)
    flags += (1 - lasting_fits(g)) * BAD_LASTING + (1 - delayed_fits(g)) * BAD_DELAYED
    return flags + (1 - legal_fits(g)) * BAD_LEGAL
