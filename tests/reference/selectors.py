"""Sets of cards, described: where they are, whose, of what kind, in which state (language, What a selector names)."""

from __future__ import annotations

from functools import cache

from lotrsim import ids
from lotrsim.ids import NONE
from tests.reference import combat, entering, references, staging, statistics, values
from tests.reference.model import Card, Running


def zone_bit(zone: int) -> int:
    """The Z_ bit of a zone: five groups of four, then one for each zone (language, zones)."""
    return 1 << (zone // 4 if zone < ids.STAGING else zone - ids.STAGING + 5)


@cache
def zones_named(bits: int, n_players: int) -> tuple[int, ...]:
    """The zones that Z_ bits name; those of players who do not play are left out."""
    return tuple(
        zone
        for zone in range(ids.N_ZONES)
        if zone_bit(zone) & bits and (zone >= ids.STAGING or zone % 4 < n_players)
    )


# ---------------------------------------------------------------- sets


def find(game, running: Running, selector) -> list[Card]:
    """All cards of a set, ascending (protocol 8, A set)."""
    found = [
        card for card in lying(game, running, selector) if card_matches(game, running, card, selector)
    ]
    return sorted(found, key=lambda card: card.number)


def lying(game, running: Running, selector) -> list[Card]:
    """The cards in the zones of a selector; with `top` only the uppermost of each."""
    cards = []
    for zone in zones_named(selector.zones, game.n_players):
        if zone < ids.PLAY and not game.players[zone % 4].alive:
            continue  # no set holds cards of an eliminated player's hand, deck or discard pile (protocol 7)
        if zone in (ids.ATTACHED, ids.SHADOW):
            cards += [card for card in game.cards if card.zone == zone]
        elif selector.top is None:
            cards += game.zones[zone]
        else:
            cards += uppermost(game.zones[zone], zone, max(0, values.number(game, running, selector.top)))
    return cards


def uppermost(cards: list[Card], zone: int, n: int) -> list[Card]:
    """The top n cards of a zone: the first of a deck, the last of a discard pile (protocol 1)."""
    if zone == ids.ENCOUNTER_DISCARD or ids.DISCARD_PILE <= zone < ids.PLAY:
        return cards[len(cards) - min(n, len(cards)) :]
    return cards[:n]


def matches(game, running: Running, card: Card, selector) -> bool:
    """Does a card belong to a set, where it is now (language, matches)?"""
    if not zone_bit(card.zone) & selector.zones:
        return False
    if selector.top is not None:
        return card in find(game, running, selector)
    if card.zone < ids.PLAY and not game.players[card.zone % 4].alive:
        return False
    return card_matches(game, running, card, selector)


def card_matches(game, running: Running, card: Card, selector) -> bool:
    """Everything but the zone: kind, whose, state, relation; the prisoner is in no set (protocol 7)."""
    return (
        is_kind(game, card, selector)
        and is_whose(game, running, card, selector)
        and not card.is_prisoner
        and (not selector.status or is_in_state(game, card, selector.status))
        and (selector.exclude == ids.REF_NONE or card is not references.card_of(game, running, selector.exclude))
        and (not selector.threat_at_least or is_threatened(game, card, selector.threat_at_least))
        and (selector.relation == ids.REL_ANY or RELATIONS[selector.relation](game, running, card, selector))
    )


def fits(game, running: Running, card: Card, selector) -> bool:
    """A trigger's filter: what the card is, not where it is (protocol 6)."""
    return is_kind(game, card, selector) and is_whose(game, running, card, selector)


# ---------------------------------------------------------------- what a card is, and whose


def is_kind(game, card: Card, selector) -> bool:
    """Type, title, trait, sphere and keywords; an Orc Guard is an enemy without any of the latter (protocol 7)."""
    if card.is_orc_guard:
        asks_more = selector.title or selector.trait or selector.spheres or selector.keywords
        return bool(selector.types >> ids.ENEMY & 1) and not asks_more
    return (
        bool(selector.types >> card.face.type & 1)
        and (selector.title is None or card.face.name == selector.title)
        and (selector.trait is None or statistics.has_trait(game, card, selector.trait))
        and (not selector.spheres or is_of_sphere(game, card, selector.spheres))
        and (not selector.keywords or statistics.has_keyword(game, card, selector.keywords))
    )


def is_of_sphere(game, card: Card, bits: int) -> bool:
    """A card belongs to its printed sphere; a hero also to those whose icon it gained (RULES 1)."""
    return any(bits >> sphere & 1 and statistics.has_icon(game, card, sphere) for sphere in range(ids.N_SPHERES))


def is_whose(game, running: Running, card: Card, selector) -> bool:
    """The player of the card is the one named; OTHERS: is not YOU (protocol 1; language, OTHERS)."""
    if selector.whose in (ids.P_ANY, ids.P_ALL):
        return True
    if selector.whose == ids.P_OTHERS:
        return card.player != running.you
    player = references.player_of(game, running, selector.whose)
    return player != NONE and card.player == player


def is_threatened(game, card: Card, threat: int) -> bool:
    """The threat of the card's player is so high or higher (language, Selector)."""
    return card.player != NONE and game.players[card.player].threat >= threat


# ---------------------------------------------------------------- states


def is_in_state(game, card: Card, status: int) -> bool:
    """All states asked for hold (language, state)."""
    return all(IN_STATE[1 << k](game, card) for k in range(7) if status >> k & 1)


def is_guard_in_staging(game, card: Card) -> bool:
    """No guard of it has left the staging area (language, ST_GUARD_IN_STAGING)."""
    guard = staging.guard_of(game, card)
    return guard is None or guard.zone == ids.STAGING


IN_STATE = {
    ids.ST_READY: lambda game, card: not card.exhausted,
    ids.ST_EXHAUSTED: lambda game, card: card.exhausted,
    ids.ST_DAMAGED: lambda game, card: card.damage > 0,
    ids.ST_COMMITTED: lambda game, card: card.committed,
    ids.ST_UNCOMMITTED: lambda game, card: not card.committed,
    ids.ST_UNGUARDED: lambda game, card: staging.guard_of(game, card) is None,
    ids.ST_GUARD_IN_STAGING: is_guard_in_staging,
}

# ---------------------------------------------------------------- relations


def is_on_host(game, running: Running, card: Card, selector) -> bool:
    """It lies on the same card (language, REL_ON_HOST)."""
    return card.host is not None and card.host is running.source.host


def is_on_self(game, running: Running, card: Card, selector) -> bool:
    """It lies on this card (language, REL_ON_SELF)."""
    return card.host is running.source


def is_on_defender(game, running: Running, card: Card, selector) -> bool:
    """It lies on a defending character of the innermost attack (language, REL_ON_DEFENDER)."""
    return bool(game.attacks) and card.host is not None and card.host in combat.defenders(game, game.attacks[-1])


def is_attackable(game, running: Running, card: Card, selector) -> bool:
    """The character that pays the cost can attack it (language, REL_ATTACKABLE; RULINGS, 35)."""
    return running.cost_card is not None and combat.can_attack(game, running.cost_card, card)


def is_topmost(game, running: Running, card: Card, selector) -> bool:
    """No card of the types asked for lies above it in its pile (language, REL_TOPMOST)."""
    same = [other for other in game.zones[card.zone] if selector.types >> other.face.type & 1]
    return bool(same) and same[-1] is card


def is_able_to_host(game, running: Running, card: Card, selector) -> bool:
    """It may have attachments (language, REL_CAN_HOST)."""
    return entering.can_host(game, card)


def is_attacking(game, running: Running, card: Card, selector) -> bool:
    """It is an attacker of the innermost attack (language, REL_ATTACKING)."""
    return bool(game.attacks) and card in combat.attackers(game, game.attacks[-1])


def is_defending(game, running: Running, card: Card, selector) -> bool:
    """It is a defender of the innermost attack (language, REL_DEFENDING)."""
    return bool(game.attacks) and card in combat.defenders(game, game.attacks[-1])


def is_attacker(game, running: Running, card: Card, selector) -> bool:
    """It is the attacking enemy (language, REL_ATTACKER)."""
    return bool(game.attacks) and game.attacks[-1].enemy is card


def is_searched(game, running: Running, card: Card, selector) -> bool:
    """Somebody knows it: sets that an effect searches hold what was looked at (docs/rulings.md, Effects)."""
    return card.known_by != 0


RELATIONS = {
    ids.REL_ON_HOST: is_on_host,
    ids.REL_ON_SELF: is_on_self,
    ids.REL_ON_DEFENDER: is_on_defender,
    ids.REL_ATTACKABLE: is_attackable,
    ids.REL_TOPMOST: is_topmost,
    ids.REL_CAN_HOST: is_able_to_host,
    ids.REL_ATTACKING: is_attacking,
    ids.REL_DEFENDING: is_defending,
    ids.REL_ATTACKER: is_attacker,
    ids.REL_SEARCHED: is_searched,
}
