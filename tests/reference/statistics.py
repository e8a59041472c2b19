"""What a card is at the moment: statistics, traits, icons, keywords (RULES 1: never below 0 after all modifiers are summed)."""

from __future__ import annotations

from lotrsim import ids
from lotrsim.ids import NONE
from tests.reference import constants, selectors, values
from tests.reference.model import Card

PRINTED = {
    ids.WILLPOWER: "willpower",
    ids.ATTACK: "attack",
    ids.DEFENSE: "defense",
    ids.HIT_POINTS: "hit_points",
    ids.THREAT: "threat",
}


def statistic(game, card: Card, stat: int) -> int:
    """Printed number, constants and lasting effects, summed, not below 0 (RULES 1)."""
    return max(0, printed(card, stat) + from_constants(game, card, stat) + from_lasting(game, card, stat))


def printed(card: Card, stat: int) -> int:
    """The printed number, 0 without one; an Orc Guard has 1 attack, 1 defense, 1 hit point (protocol 8)."""
    if card.is_orc_guard:
        return int(stat in (ids.ATTACK, ids.DEFENSE, ids.HIT_POINTS))
    return getattr(card.face.spec, PRINTED[stat]) or 0


def from_constants(game, card: Card, stat: int) -> int:
    """What constants of the card itself, of what is attached to it, and of cards that speak of sets add (language, constant)."""
    total = 0
    for running, ability in constants.about(game, card, NONE):
        row = ability.rows[0]
        if row.op == ids.OP_CONSTANT and row.a == stat:
            total += values.number(game, running, row.value)
    for running, ability in constants.holding(game, ids.C_MODIFY):
        row = ability.rows[0]
        if row.a == stat and selectors.matches(game, running, card, row.selector):
            total += values.number(game, running, row.value)
    return total


def from_lasting(game, card: Card, stat: int) -> int:
    """What lasting effects add: on this card, or on a set to which it belongs at the moment (protocol 8, A lasting effect)."""
    total = 0
    for lasting in game.lasting:
        if lasting.stat != stat or not counts_now(game, lasting):
            continue
        if lasting.card is card:
            total += lasting.amount
        elif lasting.card is None and selectors.matches(game, lasting.running, card, lasting.selector):
            total += lasting.amount
    return total


def counts_now(game, lasting) -> bool:
    """An effect for one attack counts for that attack alone (protocol 8, A defense that does not count)."""
    if lasting.until < ids.FOR_ATTACK:
        return True
    return bool(game.attacks) and game.attacks[-1].depth == lasting.until - ids.FOR_ATTACK - 1


def has_trait(game, card: Card, trait: str) -> bool:
    """Printed, gained, or of the attachment that it counts as; facedown cards have none (RULES 1; RULINGS C2, 1.23)."""
    if card.facedown and card.in_play:
        return False
    if trait in card.face.traits or (card.zone == ids.ATTACHED and trait in card.face.spec.counts_as):
        return True
    return any(ability.rows[0].b == trait for _, ability in constants.about(game, card, ids.C_TRAIT))


def has_icon(game, card: Card, sphere: int) -> bool:
    """A printed or gained resource icon (RULES 3, Paying)."""
    if card.facedown and card.in_play:
        return False
    if card.face.spec.sphere == sphere:
        return True
    return any(ability.rows[0].a == sphere for _, ability in constants.about(game, card, ids.C_ICON))


def has_keyword(game, card: Card, bits: int) -> bool:
    """All of the keywords; facedown cards have none (RULES 5; protocol 8, An Orc Guard)."""
    if card.facedown and card.in_play:
        return False
    return card.face.keywords & bits == bits


def engagement_cost(game, card: Card) -> int:
    """The printed engagement cost; an Orc Guard has none (RULES 4, Attacks)."""
    return NONE if card.is_orc_guard or card.face.spec.engagement_cost is None else card.face.spec.engagement_cost
