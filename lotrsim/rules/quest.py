"""The quest phase: commitment and resolution (Rules, Quest a and c)."""

import numpy as np

from lotrsim.effects.choices import has_lower_twin
from lotrsim.effects.frames import (
    add_to_set,
    ask,
    free_set,
    in_set,
    new_set,
    offer,
    player_at,
    pop,
    push,
    take_answer,
)
from lotrsim.effects.query import stat
from lotrsim.effects.triggers import emit, hears
from lotrsim.ids import (
    AUX,
    COMMITTED,
    CURSOR,
    D_COMMIT,
    E_COMMITS,
    E_QUESTED,
    EVENT_ID,
    EVENT_PLAYER,
    EXHAUSTED,
    FACEDOWN,
    FRAME_EVENT,
    NO_THREAT,
    NONE,
    PASS,
    PLAY,
    SET,
    STAGING,
    STEP,
    SUBJECT,
    SUBJECTS,
    THREAT,
    WILLPOWER,
)
from lotrsim.kernel import G, T, i8, kernel, void
from lotrsim.rules.damage import raise_threat
from lotrsim.rules.progress import push_quest_progress


@kernel(void, G, T, i8, i8)
def commit_all(g, t, k, player):
    """A player's chosen characters exhaust and commit together; then responses to it."""
    s = np.int64(g["frames"][k, SET])
    first = np.int64(NONE)
    heard = g["listen"][E_COMMITS] > 0
    for card in range(np.int64(g["n_cards"])):
        if in_set(g, s, card):
            g["flags"][card] |= EXHAUSTED | COMMITTED
            if first == NONE:
                first = np.int64(card)
            if hears(g, t, E_COMMITS, card):
                heard = True
    if first == NONE or not heard:
        return
    e = push(g, FRAME_EVENT)
    g["frames"][e, EVENT_ID] = E_COMMITS
    g["frames"][e, SUBJECT] = first
    g["frames"][e, SUBJECTS] = s
    g["frames"][e, EVENT_PLAYER] = player


@kernel(void, G, T, symbol=True)
def run_commit(g, t):
    """FRAME_COMMIT: in player order, characters in ascending number until the player passes. AUX: last taken + 1."""
    k = np.int64(g["n_frames"]) - 1
    answer = take_answer(g)
    if g["frames"][k, STEP] == 0:  # a new player's set; the one before is done with when his responses are over
        free_set(g, np.int64(g["frames"][k, SET]))
        g["frames"][k, SET] = new_set(g)
        g["frames"][k, STEP] = 1
    s = np.int64(g["frames"][k, SET])
    if answer != NONE and answer != PASS:
        add_to_set(g, s, answer)
        g["frames"][k, AUX] = answer + 1
    while g["frames"][k, CURSOR] < g["n_players"]:
        player = player_at(g, k)
        above = np.int64(g["frames"][k, AUX]) - 1
        card = np.int64(g["zone_first"][PLAY + player])
        while card != NONE and answer != PASS and not g["eliminated"][player]:
            if card > above and not g["flags"][card] & (EXHAUSTED | FACEDOWN):
                if not has_lower_twin(g, t, player, card):
                    offer(g, card)
            card = np.int64(g["next_card"][card])
        if g["n_legal"] > 0:
            offer(g, PASS)
            ask(g, D_COMMIT, player, NONE)
            return
        answer = np.int64(NONE)
        g["frames"][k, AUX] = 0
        g["frames"][k, CURSOR] += 1
        commit_all(g, t, k, player)
        g["frames"][k, STEP] = 0
        return
    pop(g)


@kernel(i8, G, T)
def committed_willpower(g, t):
    """Return the willpower of all committed characters."""
    total = np.int64(0)
    for player in range(np.int64(g["n_players"])):
        card = np.int64(g["zone_first"][PLAY + player])
        while card != NONE:
            if g["flags"][card] & COMMITTED:
                total += stat(g, t, card, WILLPOWER)
            card = np.int64(g["next_card"][card])
    return total


@kernel(i8, G, T)
def staging_threat(g, t):
    """Return the threat of the staging area; engaged enemies and the active location do not count."""
    total = np.int64(g["staging_bonus"]) * np.int64(g["n_alive"])
    card = np.int64(g["zone_first"][STAGING])
    while card != NONE:
        if not g["flags"][card] & NO_THREAT:
            total += stat(g, t, card, THREAT)
        card = np.int64(g["next_card"][card])
    return max(total, 0)


@kernel(void, G, T, symbol=True)
def run_resolve_quest(g, t):
    """FRAME_RESOLVE_QUEST: willpower against threat; success is fixed before progress is placed."""
    willpower = committed_willpower(g, t)
    threat = staging_threat(g, t)
    pop(g)
    value = 4
    if willpower > threat:
        value = 1
        push_quest_progress(g, t, willpower - threat)
    elif willpower < threat:
        value = 2
        for p in range(np.int64(g["n_players"])):
            if not g["eliminated"][p]:
                raise_threat(g, np.int64(p), threat - willpower)
    emit(g, t, E_QUESTED, NONE, np.int64(g["first_player"]), value, abs(willpower - threat))
