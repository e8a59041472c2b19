"""Events: who hears them, and the frame that lets passive, forced and optional effects happen in their order."""

import numpy as np

from lotrsim.effects.frames import in_set, push
from lotrsim.effects.query import holds
from lotrsim.effects.references import player_ref
from lotrsim.effects.selectors import matches_kind
from lotrsim.ids import (
    AB_CONDITION,
    AB_FILTER,
    AB_MASK,
    AB_SUBJECT,
    AB_TRIGGER,
    AB_WHOSE,
    AB_ZONES,
    E_DECLARED_DEFENDER,
    E_ENGAGES,
    E_ENTERS_PLAY,
    E_TRAVELLED,
    EVENT_ID,
    EVENT_PLAYER,
    FACEDOWN,
    FRAME_EVENT,
    NONE,
    OTHER,
    P_ANY,
    SOURCE,
    SUBJECT,
    SUBJECT_HOST,
    SUBJECT_SELF,
    SUBJECTS,
    VALUE,
    YOU,
)
from lotrsim.kernel import G, T, b1, i8, kernel, void
from lotrsim.rules.zones import is_active_there, player_of


@kernel(b1, G, T, i8, i8)
def hears(g, t, event, subject):
    """Some ability may react to the event: one of the subject's own, or one that listens."""
    if g["listen"][event] > 0:
        return True
    return subject != NONE and not g["flags"][subject] & FACEDOWN and (t["self_triggers"][g["face"][subject]] >> event) & 1 == 1


@kernel(void, G, T, i8, i8, i8, i8, i8)
def emit(g, t, event, subject, player, value, other):
    """Something happened: if any ability may react, a frame waits to let it."""
    if not hears(g, t, event, subject):
        return
    k = push(g, FRAME_EVENT)
    g["frames"][k, EVENT_ID] = event
    g["frames"][k, SUBJECT] = subject
    g["frames"][k, EVENT_PLAYER] = player
    g["frames"][k, VALUE] = value
    g["frames"][k, OTHER] = other


@kernel(i8, G, T, i8, i8, i8, i8, symbol=True)
def is_triggered(g, t, k, a, card, scratch):
    """Ability `a` of a card reacts to the event in frame k. `scratch`: the frame in which its condition is asked."""
    ability = t["abilities"][a]
    event = np.int64(g["frames"][k, EVENT_ID])
    if ability[AB_TRIGGER] != event:
        return False
    subject = np.int64(g["frames"][k, SUBJECT])
    subjects = np.int64(g["frames"][k, SUBJECTS])
    wanted = np.int64(ability[AB_SUBJECT])
    if wanted == SUBJECT_SELF:
        if subjects >= 0:
            if not in_set(g, subjects, card):
                return False
        elif subject != card and subject != NONE:
            return False
    elif wanted == SUBJECT_HOST:
        host = np.int64(g["host"][card])
        if host < 0 or (subjects >= 0 and not in_set(g, subjects, host)) or (subjects < 0 and subject != host):
            return False
    # an effect of a card about itself works where the card is if it goes, is revealed or is a shadow card; else only in play
    stays = event <= E_DECLARED_DEFENDER or event == E_ENTERS_PLAY or E_ENGAGES <= event <= E_TRAVELLED
    if stays or wanted != SUBJECT_SELF or subject != card:
        if not is_active_there(np.int64(ability[AB_ZONES]), np.int64(g["zone"][card])):
            return False
    mask = np.int64(ability[AB_MASK])
    value = np.int64(g["frames"][k, VALUE])
    if mask != 0 and value & mask == 0:
        return False
    frame = g["frames"]
    frame[scratch, SOURCE] = card
    frame[scratch, YOU] = player_of(g, card)
    if card == subject and frame[k, EVENT_PLAYER] != NONE and player_of(g, card) < 0:
        frame[scratch, YOU] = frame[k, EVENT_PLAYER]
    frame[scratch, EVENT_ID] = event
    frame[scratch, SUBJECT] = subject
    frame[scratch, EVENT_PLAYER] = frame[k, EVENT_PLAYER]
    frame[scratch, VALUE] = value
    frame[scratch, OTHER] = frame[k, OTHER]
    frame[scratch, SUBJECTS] = subjects
    if ability[AB_FILTER] != NONE:
        s = np.int64(ability[AB_FILTER])
        if subjects >= 0:
            found = False
            for c in range(np.int64(g["n_cards"])):
                if in_set(g, subjects, c) and matches_kind(g, t, scratch, s, c, np.int64(frame[k, EVENT_PLAYER])):
                    found = True
            if not found:
                return False
        elif not matches_kind(g, t, scratch, s, subject, np.int64(frame[k, EVENT_PLAYER])):
            return False
    if ability[AB_WHOSE] != P_ANY:
        if player_ref(g, scratch, np.int64(ability[AB_WHOSE])) != frame[k, EVENT_PLAYER]:
            return False
    return holds(g, t, scratch, np.int64(ability[AB_CONDITION]))
