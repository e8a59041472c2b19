"""The faces of a game: every card entry by number, with the rows of playing it (protocol 1, Faces; 8)."""

from __future__ import annotations

from lotrsim.cards import registry
from lotrsim.cards.spec import Card
from lotrsim.effects.language import Ability, Row, Selector, choose, pay
from lotrsim.ids import A_PLAY, ALLY, ATTACHMENT, OP_ATTACH, OP_PLAY_CARD, REL_CAN_HOST, ZONE_FROM_HAND
from tests.reference.model import Face

_faces: dict[int, Face] = {}


def all_faces() -> list[Face]:
    """The faces in the order of their numbers."""
    return [_face(number, spec) for number, spec in enumerate(registry.all_cards())]


def face_of(spec: Card) -> Face:
    """The face of a card entry."""
    return _face(registry.face_of(spec), spec)


def _face(number: int, spec: Card) -> Face:
    """A face; each is made once, anew where another entry took its number."""
    face = _faces.get(number)
    if face is None or face.spec is not spec:
        face = _faces[number] = Face(number, spec)
        face.play = play(face)
    return face


def play(face: Face) -> Ability | None:
    """Playing an ally: pay, enter play. Playing an attachment: choose the host, pay, attach (protocol 8)."""
    if face.type == ALLY:
        return Ability(A_PLAY, (pay(), Row(OP_PLAY_CARD)), zone=ZONE_FROM_HAND)
    if face.type == ATTACHMENT:
        host = face.spec.host or Selector(0)
        return Ability(A_PLAY, (choose(host.but(relation=REL_CAN_HOST)), pay(), Row(OP_ATTACH)), zone=ZONE_FROM_HAND)
    return None
