"""What waits: the stack of frames, sets of cards, and the pending decision."""

import numpy as np

from lotrsim.ids import (
    AUX,
    CURSOR,
    D_NONE,
    F_FRAMES,
    F_LEGAL,
    F_SETS,
    FAULTED,
    KIND,
    LOOP,
    MAX_FRAMES,
    MAX_LEGAL,
    MAX_SETS,
    N_SLOTS,
    NO_FAULT,
    NONE,
    PASSES,
    PLAYING,
    SET,
    START,
    SUBJECTS,
)
from lotrsim.kernel import G, b1, i8, kernel, void


@kernel(void, G, i8)
def fault(g, number):
    """End a game because a capacity overflowed; the first fault is kept."""
    if g["fault"] == NO_FAULT:
        g["fault"] = number
    g["outcome"] = FAULTED


@kernel(i8, G, i8)
def push(g, kind):
    """Put an empty frame of a kind on the stack and return its index."""
    k = np.int64(g["n_frames"])
    if k >= MAX_FRAMES:
        fault(g, F_FRAMES)
        k = MAX_FRAMES - 1
    else:
        g["n_frames"] = k + 1
    for slot in range(N_SLOTS):
        g["frames"][k, slot] = 0
    g["frames"][k, KIND] = kind
    g["frames"][k, SET] = NONE
    g["frames"][k, SUBJECTS] = NONE
    g["frames"][k, START] = g["first_player"]
    return k


@kernel(i8, G)
def new_set(g):
    """Return the number of an empty set of cards; sets are given back in the opposite order."""
    s = np.int64(g["n_sets"])
    if s >= MAX_SETS:
        fault(g, F_SETS)
        return np.int64(MAX_SETS - 1)
    g["n_sets"] = s + 1
    return s


@kernel(void, G, i8)
def free_set(g, s):
    """Empty a set and everything newer, and give the numbers back."""
    if s < 0:
        return
    keep = (1 << s) - 1
    for card in range(np.int64(g["n_cards"])):
        g["marks"][card] &= keep
    g["n_sets"] = s


@kernel(void, G, i8, i8)
def add_to_set(g, s, card):
    """Put a card into a set."""
    g["marks"][card] |= 1 << s


@kernel(void, G, i8, i8)
def drop_from_set(g, s, card):
    """Take a card out of a set."""
    g["marks"][card] &= ~(1 << s)


@kernel(b1, G, i8, i8)
def in_set(g, s, card):
    """A card belongs to a set."""
    return (np.int64(g["marks"][card]) >> s) & 1 == 1


@kernel(i8, G, i8)
def first_of_set(g, s):
    """Return the lowest card of a set, or NONE."""
    for card in range(np.int64(g["n_cards"])):
        if (np.int64(g["marks"][card]) >> s) & 1:
            return np.int64(card)
    return np.int64(NONE)


@kernel(void, G)
def pop(g):
    """Take the uppermost frame off, with the set that it owns."""
    k = np.int64(g["n_frames"]) - 1
    if g["frames"][k, SET] >= 0:
        free_set(g, np.int64(g["frames"][k, SET]))
    for slot in range(N_SLOTS):
        g["frames"][k, slot] = 0
    g["n_frames"] = k


@kernel(void, G, i8)
def offer(g, action):
    """Add a legal action to the decision that is being prepared."""
    n = np.int64(g["n_legal"])
    if n >= MAX_LEGAL:
        fault(g, F_LEGAL)
        return
    while n > 0 and g["legal"][n - 1] > action:
        g["legal"][n] = g["legal"][n - 1]
        n -= 1
    g["legal"][n] = action
    g["n_legal"] += 1


@kernel(void, G, i8, i8, i8)
def ask(g, decision, player, source):
    """Put the prepared decision to a player; its frame goes on when `answer` is there."""
    g["decision"] = decision
    g["decider"] = player
    g["decision_source"] = source


@kernel(i8, G)
def take_answer(g):
    """Return the action that was chosen, once, or NONE."""
    answer = np.int64(g["answer"])
    g["answer"] = NONE
    return answer


@kernel(void, G)
def clear_decision(g):
    """No decision is pending."""
    for i in range(np.int64(g["n_legal"])):
        g["legal"][i] = 0
    g["n_legal"] = 0
    g["decision"] = D_NONE
    g["decider"] = NONE
    g["decision_source"] = NONE


@kernel(i8, G, i8)
def next_player(g, player):
    """Return the next living player clockwise; the same one where nobody else is left."""
    n = np.int64(g["n_players"])
    p = player
    for _ in range(n):
        p = (p + 1) % n
        if g["eliminated"][p] == 0:
            return p
    return player


@kernel(i8, G, i8)
def player_at(g, k):
    """Return the player whose turn it is in frame k: CURSOR places clockwise of START.

    START stays when the first player is eliminated in mid-step, so that nobody is passed over.
    """
    return (np.int64(g["frames"][k, START]) + np.int64(g["frames"][k, CURSOR])) % np.int64(g["n_players"])


@kernel(void, G, i8)
def restart(g, k):
    """A window goes round anew, from the first player."""
    g["frames"][k, PASSES] = 0
    g["frames"][k, CURSOR] = 0
    g["frames"][k, START] = g["first_player"]


@kernel(b1, G, i8, i8)
def next_in_loop(g, k, place):
    """Let LOOP be the next living player from `place` on, counted from START; False when there is none."""
    n = np.int64(g["n_players"])
    for c in range(place, n):
        p = (np.int64(g["frames"][k, START]) + c) % n
        if not g["eliminated"][p]:
            g["frames"][k, AUX] = c
            g["frames"][k, LOOP] = p
            return True
    return False


@kernel(b1, G)
def is_over(g):
    """The game has an outcome."""
    return g["outcome"] != PLAYING
