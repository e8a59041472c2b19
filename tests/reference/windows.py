"""Action windows (protocol 6; RULES 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lotrsim.ids import (
    A_ACTION,
    D_ACTION,
    EVENT,
    F_WINDOW_ACTIONS,
    HAND,
    MAX_WINDOW_ACTIONS,
    NONE,
)
from tests.reference import asking, stack, using, zones
from tests.reference.model import Asks, Fault

if TYPE_CHECKING:

    from lotrsim.effects.language import Ability
    from tests.reference.game import Game
    from tests.reference.model import Card


def window(game: Game, planning: int = NONE) -> Asks:
    """Anybody who can use something is asked, from the first player on, until all seats in a row have passed.

    `planning`: the player to whom a window of the planning phase belongs.
    """
    actions = 0
    acted = True
    while acted:
        acted = False
        for player in game.player_order():
            options = usable_cards(game, player, planning)
            if not options:
                continue
            card = yield from asking.ask_card(game, D_ACTION, player, options, may_pass=True)
            if card is None:
                continue
            actions += 1
            if actions > MAX_WINDOW_ACTIONS:
                raise Fault(F_WINDOW_ACTIONS)
            ability = yield from using.which(game, player, card, usable(game, card, player, planning))
            yield from using.start(game, card, ability, player)
            yield from stack.settle(game)
            acted = True
            break


def usable_cards(game: Game, player: int, planning: int) -> list[Card]:
    """The player's hand and everything on the table, as far as he may use it."""
    found = [card for card in game.zones[HAND + player] if usable(game, card, player, planning)]
    found += [card for card in zones.on_the_table(game) if card.face.by_kind[A_ACTION] and usable(game, card, player, planning)]
    return found


def usable(game: Game, card: Card, player: int, planning: int) -> list[Ability]:
    """The abilities of a card that a player may use in this window."""
    candidates = card.face.by_kind[A_ACTION]
    if card.zone == HAND + player and card.type != EVENT:
        candidates = [card.face.play] if card.face.play is not None and player == planning else []
    return [ability for ability in candidates if using.may_use(game, card, ability, player)]
