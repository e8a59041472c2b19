"""The faces of a game: every card entry by number, with the rows of playing it (protocol 1, Faces; 8)."""

from __future__ import annotations

from lotrsim.cards import registry
from lotrsim.effects.language import Ability, Row, Selector, choose, pay
from lotrsim.ids import A_PLAY, ALLY, ATTACHMENT, OP_ATTACH, OP_PLAY_CARD, REL_CAN_HOST, ZONE_FROM_HAND
from tests.reference.model import Face

_faces: dict[int, Face] = {}


def face_of(spec: object) -> Face:
    """The face of a card entry; made once."""
    number = registry.face_of(spec)
    if number not in _faces or _faces[number].spec is not spec:
        face = Face(number, spec)
        face.play = play(face)
        _faces[number] = face
    return _faces[number]


def play(face: Face) -> Ability | None:
    """Playing an ally: pay, enter play. Playing an attachment: choose the host, pay, attach (protocol 8)."""
    if face.type == ALLY:
        return Ability(A_PLAY, (pay(), Row(OP_PLAY_CARD)), zone=ZONE_FROM_HAND)
    if face.type == ATTACHMENT:
        host: Selector = face.spec.host
        return Ability(A_PLAY, (choose(host.but(relation=REL_CAN_HOST)), pay(), Row(OP_ATTACH)), zone=ZONE_FROM_HAND)
    return None
