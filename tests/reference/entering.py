"""Entering play, attaching, engaging, changing sides, the prisoner, Orc Guards (protocol 8, 14; RULES 1, 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lotrsim.ids import (
    ATTACHED,
    ATTACHMENT,
    C_NO_ATTACHMENTS,
    D_TARGET,
    DECK,
    E_ENGAGES,
    E_ENTERS_PLAY,
    E_RESCUED,
    ENCOUNTER,
    ENGAGED,
    NONE,
    OBJECTIVE,
    PLAY,
    RESTRICTED,
    STAGING,
)
from tests.reference import asking, constants, hit_points, leaving, stack, statistics, triggers, zones
from tests.reference.model import Asks, Trigger

if TYPE_CHECKING:

    from tests.reference.game import Game
    from tests.reference.model import Card

PLAYED, PUT = 1, 2  # values of the trigger of entering play


def twin_in_play(game: Game, card: Card) -> bool:
    """Is a unique card of that title in play anywhere, the prisoner too (RULES 1)."""
    if not card.face.spec.unique:
        return False
    title = card.face.title_key
    return any(c.face.title_key == title and c.face.spec.unique and not c.is_orc_guard for c in zones.cards_in_play(game))


def play_ally(game: Game, card: Card, player: int) -> None:
    """An ally that was paid for enters play under the control of who played it."""
    if twin_in_play(game, card):
        return
    card.controller = player
    zones.move(game, card, PLAY + player)
    game.allies_played += 1
    triggers.happened(game, Trigger(E_ENTERS_PLAY, card, player, PLAYED))


def put_into_play(game: Game, card: Card, player: int) -> None:
    """Into play without being played; impossible while its unique twin is in play."""
    if player == NONE or not game.players[player].alive or card.in_play or twin_in_play(game, card):
        return
    card.clean()
    card.controller = player
    zones.move(game, card, PLAY + player)
    triggers.happened(game, Trigger(E_ENTERS_PLAY, card, player, PUT))


# ---------------------------------------------------------------- attachments


def can_host(game: Game, card: Card) -> bool:
    """May it have attachments: it is in play, no prisoner, and no text forbids it."""
    return card.in_play and not card.is_prisoner and not (card.speaks and constants.on(game, C_NO_ATTACHMENTS, card))


def attach_played(game: Game, card: Card, host: Card | None, player: int) -> None:
    """An attachment that was paid for: controlled by the controller of the character, else by who played it (protocol 1)."""
    if host is None or not host.in_play or twin_in_play(game, card):
        return
    card.controller = host.controller if host.is_character else player
    zones.put_under(game, card, host, ATTACHED)
    triggers.happened(game, Trigger(E_ENTERS_PLAY, card, player, PLAYED))
    check_restricted(game, card, host)


def attach(game: Game, card: Card, host: Card | None) -> None:
    """A card becomes an attachment of another: encounter cards are controlled by nobody, objectives by who controls the hero."""
    if host is None or not can_host(game, host):
        return
    card.controller = host.controller if card.type == OBJECTIVE else card.owner
    zones.put_under(game, card, host, ATTACHED)
    if card.type == OBJECTIVE:
        game.to_check = True
    check_restricted(game, card, host)


def attach_to_deck(game: Game, card: Card, player: int) -> None:
    """A card becomes an attachment of a player's deck."""
    if player != NONE and game.players[player].alive:
        zones.put_on_deck(game, card, player)


def check_restricted(game: Game, card: Card, host: Card) -> None:
    """At most two Restricted attachments: the third forces the controller to discard one at once (RULES 5)."""
    if card.face.keywords & RESTRICTED and len(restricted(game, host)) > 2:
        stack.later(game, discard_restricted, host)


def restricted(game: Game, host: Card) -> list[Card]:
    """The Restricted attachments of a card."""
    return [card for card in host.attachments if statistics.has_keyword(game, card, RESTRICTED)]


def discard_restricted(game: Game, host: Card) -> Asks:
    """The controller chooses one of the three."""
    player = host.controller if host.controller != NONE else game.first_player
    card = yield from asking.ask_card(game, D_TARGET, player, restricted(game, host), host)
    if card is not None:
        leaving.discard(game, card)


def give_control(game: Game, card: Card, player: int) -> None:
    """Another player controls the card, and the attachments that follow its controller."""
    if player == NONE or not game.players[player].alive or not card.in_play_area:
        return
    card.controller = player
    zones.move(game, card, PLAY + player)
    for other in card.attachments:
        if other.type in (ATTACHMENT, OBJECTIVE):
            other.controller = player


# ---------------------------------------------------------------- encounter cards


def engage(game: Game, card: Card, player: int) -> None:
    """The enemy engages a player."""
    if player == NONE or not game.players[player].alive or card.zone == ENGAGED + player:
        return
    zones.move(game, card, ENGAGED + player)
    triggers.happened(game, Trigger(E_ENGAGES, card, player))


def to_staging(game: Game, card: Card) -> None:
    """An engaged enemy goes back to the staging area; an Orc Guard to its owner's discard pile instead."""
    if card.is_orc_guard:
        leaving.discard(game, card)
    elif card.engaged_with != NONE:
        zones.move(game, card, STAGING)


def add_to_staging(game: Game, card: Card) -> None:
    """From out of play into the staging area, without being revealed."""
    if card.in_play:
        return
    zones.move(game, card, STAGING)
    triggers.happened(game, Trigger(E_ENTERS_PLAY, card, NONE))


def orc_guard(game: Game, player: int) -> None:
    """The top card of a player's deck, facedown, becomes an enemy engaged with him; an empty deck gives none."""
    if not game.players[player].alive or not game.zones[DECK + player]:
        return
    card = game.zones[DECK + player][0]
    card.facedown, card.controller = True, ENCOUNTER  # nobody controls it
    zones.move(game, card, ENGAGED + player)
    triggers.happened(game, Trigger(E_ENGAGES, card, player))


# ---------------------------------------------------------------- the prisoner


def prisoner(game: Game) -> Card | None:
    """The hero who lies facedown in a play area."""
    for player in range(game.n_players):
        for card in game.play_area(player):
            if card.is_prisoner:
                return card
    return None


def take_prisoner(game: Game) -> None:
    """One of the faceup heroes in play areas, in ascending number, at random (protocol 8)."""
    heroes = [card for p in range(game.n_players) for card in game.play_area(p) if card.is_hero and not card.facedown]
    heroes.sort(key=lambda card: card.number)
    if heroes:
        heroes[game.engine.below(len(heroes))].facedown = True
        game.to_check = True


def rescue(game: Game, number: int) -> None:
    """He is turned faceup and given the damage; what follows from the damage comes first, then the trigger (protocol 8)."""
    hero = prisoner(game)
    if hero is None:
        return
    hero.facedown = False
    game.to_check = True
    triggers.happened(game, Trigger(E_RESCUED, hero, hero.controller))
    hit_points.deal(game, [(hero, number)])
