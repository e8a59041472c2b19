"""The resource, planning, travel, encounter and refresh phases (protocol 11; RULES 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lotrsim.ids import (
    A_TRAVEL,
    ACTIVE,
    C_MUST_TRAVEL,
    C_NO_CHECKS,
    C_NO_OPTIONAL_ENGAGE,
    C_UPKEEP,
    D_CHECK,
    D_ENGAGE,
    D_TRAVEL,
    D_UPKEEP,
    E_REFRESHES,
    E_TRAVELLED,
    LOCATION,
    NONE,
    STAGING,
)
from tests.reference import asking, constants, entering, players, stack, statistics, trial, triggers, using, windows, zones
from tests.reference.model import Asks, Running, Trigger

if TYPE_CHECKING:

    from tests.reference.game import Game
    from tests.reference.model import Card


def resource(game: Game) -> Asks:
    """In player order each hero that is no prisoner gets a resource, the player draws a card."""
    for player in game.player_order():
        for card in game.play_area(player):
            if card.is_hero and not card.facedown:
                card.resources += 1
        players.draw(game, player, 1)
    yield from stack.settle(game)


def planning(game: Game) -> Asks:
    """In player order a window for each player, in which he alone plays allies and attachments."""
    for player in game.seats():
        if game.players[player].alive:
            yield from windows.window(game, planning=player)


# ---------------------------------------------------------------- travel


def travel(game: Game) -> Asks:
    """If there is no active location the first player may choose one; its cost is paid while it is in staging."""
    if game.active_location is not None:
        return
    possible = [card for card in game.zones[STAGING] if card.type == LOCATION and can_travel(game, card)]
    forced = [card for card in possible if constants.on(game, C_MUST_TRAVEL, card)]
    card = yield from asking.ask_card(game, D_TRAVEL, game.first_player, forced or possible, may_pass=not forced)
    if card is None:
        return
    cost = card.face.one(A_TRAVEL)
    if cost is not None:
        yield from using.start(game, card, cost, game.first_player)
        yield from stack.settle(game)
    if card.zone == STAGING and game.active_location is None:
        zones.move(game, card, ACTIVE)
        triggers.happened(game, Trigger(E_TRAVELLED, card, game.first_player))
        yield from stack.settle(game)


def can_travel(game: Game, card: Card) -> bool:
    """Its travel cost can be paid."""
    cost = card.face.one(A_TRAVEL)
    return cost is None or trial.succeeds(game, Running(card, cost, game.first_player, face=card.face), is_travel=True)


# ---------------------------------------------------------------- encounter


def engage(game: Game) -> Asks:
    """In player order each may engage one enemy in staging that does not bar it, whatever its engagement cost."""
    for player in game.seats():
        if not game.players[player].alive:
            continue
        enemies = [c for c in game.zones[STAGING] if c.is_enemy and not constants.on(game, C_NO_OPTIONAL_ENGAGE, c)]
        card = yield from asking.ask_card(game, D_ENGAGE, player, enemies, may_pass=True)
        if card is not None:
            entering.engage(game, card, player)
            yield from stack.settle(game)


def checks(game: Game) -> Asks:
    """Engagement checks round and round the table, until all seats in a row engaged nobody."""
    if constants.anywhere(game, C_NO_CHECKS):
        return
    start, seat, nobody = game.first_player, 0, 0
    while nobody < game.n_players:
        player = (start + seat) % game.n_players
        seat += 1
        enemies = highest(game, player) if game.players[player].alive else []
        card = yield from asking.ask_card(game, D_CHECK, game.first_player, enemies)
        if card is None:
            nobody += 1
            continue
        nobody = 0
        entering.engage(game, card, player)
        yield from stack.settle(game)


def highest(game: Game, player: int) -> list[Card]:
    """The enemies in staging with the highest engagement cost that is not above the player's threat."""
    costs = {card: statistics.engagement_cost(game, card) for card in game.zones[STAGING] if card.is_enemy}
    low = {card: cost for card, cost in costs.items() if NONE < cost <= game.players[player].threat}
    return [card for card, cost in low.items() if cost == max(low.values())]


# ---------------------------------------------------------------- refresh


def refresh(game: Game) -> Asks:
    """Cards ready in ascending number; every player's threat rises by 1; the first player token goes on; then the trigger."""
    for card in sorted(zones.cards_in_play(game), key=lambda c: c.number):
        if card.exhausted:
            card.exhausted = not (yield from readies(game, card))
    for player in game.living():
        players.raise_threat(game, player, 1)
    yield from stack.settle(game)
    game.first_player = game.next_living(game.first_player)
    triggers.happened(game, Trigger(E_REFRESHES))
    yield from stack.settle(game)


def readies(game: Game, card: Card) -> Asks:
    """It readies, unless an upkeep is due that its pool has not, or that its controller does not pay."""
    due = constants.on(game, C_UPKEEP, card)
    if not due:
        return True
    if card.resources < due:
        return False
    pays = yield from asking.ask_yes(game, card.controller, card, D_UPKEEP)
    if pays:
        card.resources -= due
    return pays
