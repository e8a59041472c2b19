"""Numbers of the effect language, found when the row runs (language, Values)."""

from __future__ import annotations

from lotrsim import ids
from lotrsim.ids import NONE
from tests.reference import conditions, references, selectors
from tests.reference.model import Running


def number(game, running: Running, value) -> int:
    """What a value is now; what is about no card or no player is 0 (language, Values)."""
    if value is None or isinstance(value, int):
        return value or 0
    kind = value.kind
    if kind == ids.V_X:
        return running.x
    if kind == ids.V_EVENT:
        return running.trigger.value if running.trigger else 0
    if kind == ids.V_COUNT:
        return len(selectors.find(game, running, value.a))
    if kind == ids.V_PLAYERS:
        return len(game.living())
    if kind == ids.V_IF:
        return number(game, running, value.b if conditions.holds(game, running, value.a) else value.c)
    if kind == ids.V_TIMES:
        return value.a * number(game, running, value.b)
    if kind == ids.V_PLUS:
        return value.a + number(game, running, value.b)
    if kind == ids.V_DECK_SIZE:
        player = references.player_of(game, running, value.a)
        return len(game.zones[ids.DECK + player]) if player != NONE else 0
    return of_card(kind, references.card_of(game, running, value.a))


def of_card(kind: int, card) -> int:
    """A number that a card bears: tokens, or its printed cost ("X" is 0, RULINGS 1.40)."""
    if card is None:
        return 0
    if kind == ids.V_DAMAGE_ON:
        return card.damage
    if kind == ids.V_RESOURCES_ON:
        return card.resources
    if kind == ids.V_PRINTED_COST:
        return card.face.spec.cost if isinstance(card.face.spec.cost, int) else 0
    raise AssertionError(f"unknown value {kind}")
