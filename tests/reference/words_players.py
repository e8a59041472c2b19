"""Words about players (language, Players): a word about an eliminated player does nothing (protocol 8)."""

from __future__ import annotations

from lotrsim import ids
from tests.reference import entering, players, references, staging, values, zones
from tests.reference.model import Running


def draw(game, running: Running, row) -> None:
    """Draw cards (language, draw)."""
    for player in references.players_met(game, running, row.player):
        players.draw(game, player, values.number(game, running, row.value))


def raise_threat(game, running: Running, row) -> None:
    """Threat goes up (language, raise_threat)."""
    for player in references.players_met(game, running, row.player):
        players.raise_threat(game, player, values.number(game, running, row.value))


def lower_threat(game, running: Running, row) -> None:
    """Threat goes down, not below 0 (language, lower_threat)."""
    for player in references.players_met(game, running, row.player):
        players.lower_threat(game, player, values.number(game, running, row.value))


def discard_random(game, running: Running, row) -> None:
    """Discard cards from hand at random (language, discard_random; protocol 2)."""
    for player in references.players_met(game, running, row.player):
        players.discard_random(game, player, values.number(game, running, row.value))


def shuffle_discard_into_deck(game, running: Running, row) -> None:
    """The whole discard pile, without heroes, goes into the deck, from its bottom to its top (language; protocol 12)."""
    for player in references.players_met(game, running, row.player):
        for card in list(game.zones[ids.DISCARD_PILE + player]):
            if not card.is_hero:
                zones.move(game, card, zones.deck_of(card))
        zones.shuffle(game, ids.DECK + player)


def shuffle_deck(game, running: Running, row) -> None:
    """Shuffle a player's deck or, with ANYBODY, the encounter deck, which is reset if it is empty (protocol 12)."""
    if row.player == ids.P_ANY:
        zones.shuffle(game, ids.ENCOUNTER_DECK)
        staging.reset_if_empty(game)
        return
    for player in references.players_met(game, running, row.player):
        zones.shuffle(game, ids.DECK + player)


def any_defenders(game, running: Running, row) -> None:
    """Any number of that player's characters may defend against each enemy this phase (language, any_defenders)."""
    for player in references.players_met(game, running, row.player):
        game.any_defenders |= 1 << player


def orc_guard(game, running: Running, row) -> None:
    """The top card of a player's deck, facedown, becomes an enemy engaged with him (language, orc_guard)."""
    for player in references.players_met(game, running, row.player):
        entering.orc_guard(game, player)


WORDS = {
    ids.OP_DRAW: draw,
    ids.OP_RAISE_THREAT: raise_threat,
    ids.OP_LOWER_THREAT: lower_threat,
    ids.OP_DISCARD_RANDOM: discard_random,
    ids.OP_SHUFFLE_DISCARD_INTO_DECK: shuffle_discard_into_deck,
    ids.OP_SHUFFLE: shuffle_deck,
    ids.OP_ANY_DEFENDERS: any_defenders,
    ids.OP_ORC_GUARD: orc_guard,
}
