"""Leaving play: destroyed, discarded, explored, returned (protocol 14; RULES 1, 3, 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lotrsim.ids import (
    ATTACHED,
    C_BACK_TO_STAGING,
    C_TO_DECK_TOP,
    DECK,
    DISCARD_PILE,
    E_ENEMY_DESTROYED,
    E_EXPLORED,
    E_LEAVES_PLAY,
    E_LOCATION_LEAVES,
    ENCOUNTER,
    ENCOUNTER_DECK,
    HAND,
    LOCATION,
    R_DESTROYED,
    R_DISCARDED,
    R_RETURNED,
    SHADOW,
    STAGING,
    VICTORY,
)
from tests.reference import constants, triggers, zones
from tests.reference.model import Trigger

if TYPE_CHECKING:
    from tests.reference.game import Game
    from tests.reference.model import Card

DISCARDS = (*range(DISCARD_PILE, DISCARD_PILE + 4), 23)


def leave(game: Game, card: Card, zone: int, why: int, top: bool = False) -> None:
    """A card goes to a zone from wherever it is; if it was in play, it leaves play with all that follows (protocol 14)."""
    if card.in_play:
        zone, top = instead(game, card, zone, top)
    elif card.is_hero and zone < DISCARD_PILE:
        return  # heroes never go to a hand or a deck
    if card.zone == SHADOW:
        discard_all(game, list(card.under))  # what was dealt to a shadow card that attacked goes first, unless it is destroyed
    player, host, was_in_play, was_character = card.player, card.host, card.in_play, card.is_character
    put_away(game, card, zone, top)
    if was_in_play and was_character:
        triggers.happened(game, Trigger(E_LEAVES_PLAY, card, player, why))
    if was_in_play and card.type == LOCATION:
        triggers.happened(game, Trigger(E_LOCATION_LEAVES, card, player, why))
    if was_in_play and host is not None:
        game.weakened.append(host)


def returns_to_staging(card: Card) -> bool:
    """An objective that is detached goes to staging (protocol 14), also one on the prisoner, where it has no text."""
    return any(ability.trigger == C_BACK_TO_STAGING for ability in card.face.constants)


def instead(game: Game, card: Card, zone: int, top: bool) -> tuple[int, bool]:
    """Where a card goes that would leave play for a zone (protocol 14)."""
    if card.zone == ATTACHED and returns_to_staging(card):
        return STAGING, False
    if zone in DISCARDS and constants.on(game, C_TO_DECK_TOP, card):
        return zones.deck_of(card), True
    if card.is_hero and zone < DISCARD_PILE:
        return zones.discard_of(card), False
    return zone, top


def put_away(game: Game, card: Card, zone: int, top: bool = False) -> None:
    """Move it out of play: what lies under it is discarded; tokens, states, roles, limits, lasting effects on it are gone."""
    if zone < DISCARD_PILE and not game.players[card.owner].alive:
        zone, top = DISCARD_PILE + card.owner, False  # instead of an eliminated player's hand or deck
    if card.in_play or card.zone == SHADOW:
        card.left_play += 1
        if card.is_enemy or card.is_hero:
            game.to_check = True
    below = list(card.under)
    card.clean()
    card.controller = card.owner
    zones.move(game, card, zone, top)
    discard_all(game, below)
    if game.lasting:
        game.lasting[:] = [effect for effect in game.lasting if effect.card is not card]
    if game.guards:
        game.guards = {objective: guard for objective, guard in game.guards.items() if guard is not card}


def discard_all(game: Game, cards: list[Card]) -> None:
    """What lay under a card that leaves play is discarded from first to last (protocol 14)."""
    for card in cards:
        leave(game, card, zones.discard_of(card), R_DISCARDED)


def discard(game: Game, card: Card) -> None:
    """To the owner's discard pile from wherever it is."""
    leave(game, card, zones.discard_of(card), R_DISCARDED)


def to_hand(game: Game, card: Card) -> None:
    """To the owner's hand; an encounter card has none."""
    if card.owner != ENCOUNTER:
        leave(game, card, HAND + card.owner, R_RETURNED)


def to_deck(game: Game, card: Card, top: bool) -> None:
    """On top of, or under, the deck it belongs to."""
    leave(game, card, ENCOUNTER_DECK if card.owner == ENCOUNTER else DECK + card.owner, R_RETURNED, top)


def destroy(game: Game, card: Card, attackers: tuple = ()) -> None:
    """A card without hit points left: to its owner's discard pile, an enemy with Victory to the victory display."""
    if not card.is_enemy:
        leave(game, card, zones.discard_of(card), R_DESTROYED)
        return
    game.delayed[:] = [delayed for delayed in game.delayed if delayed.running.source is not card]
    trigger = Trigger(E_ENEMY_DESTROYED, card, card.engaged_with, R_DESTROYED, attackers=attackers)
    zone, top = zones.discard_of(card), False
    if card.face.spec.victory and not card.is_orc_guard:
        zone = VICTORY
    elif card.in_play:
        zone, top = instead(game, card, zone, top)
    put_away(game, card, zone, top)
    triggers.happened(game, trigger)


def explore(game: Game, card: Card) -> None:
    """A location has its quest points: first what follows from exploring, then from leaving play (protocol 5)."""
    zone = VICTORY if card.face.spec.victory else zones.discard_of(card)
    leave(game, card, zone, R_DISCARDED)
    triggers.happened(game, Trigger(E_EXPLORED, card, game.first_player))
