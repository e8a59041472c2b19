"""Who knows what a card is."""

import numpy as np

from lotrsim.ids import (
    DECK,
    DISCARD_PILE,
    ENCOUNTER_DECK,
    FACEDOWN,
    FRAME_EFFECT,
    FRAME_EVENT,
    KIND,
    NONE,
    SUBJECT,
)
from lotrsim.kernel import G, b1, i8, kernel


@kernel(i8, G)
def everybody(g):
    """Return the bits of all players: what they pool is what the team knows."""
    return (1 << np.int64(g["n_players"])) - 1


@kernel(b1, G, i8, i8)
def is_unknown(g, card, viewers):
    """None of these players (bits) knows what a card is: one in a hand or deck, or one that lies facedown."""
    if np.int64(g["known_by"][card]) & viewers:
        return False
    zone = np.int64(g["zone"][card])
    return zone < DISCARD_PILE or zone == ENCOUNTER_DECK or np.int64(g["flags"][card]) & FACEDOWN != 0


@kernel(i8, G, i8, i8)
def names_face(g, k, viewers):
    """Return the deck card whose face frame k speaks of although its place is unknown (it was shuffled in), or NONE."""
    kind = g["frames"][k, KIND]
    if kind != FRAME_EVENT and kind != FRAME_EFFECT:
        return np.int64(NONE)
    card = np.int64(g["frames"][k, SUBJECT])
    if card == NONE:
        return card
    zone = np.int64(g["zone"][card])
    if (DECK <= zone < DISCARD_PILE or zone == ENCOUNTER_DECK) and is_unknown(g, card, viewers):
        return card
    return np.int64(NONE)


@kernel(i8, G, i8)
def identity_of(g, card):
    """Return owner, face and copy in one number: which physical card this is."""
    return (np.int64(g["owner"][card]) + 1) << 24 | np.int64(g["face"][card]) << 8 | np.int64(g["copy_no"][card])
