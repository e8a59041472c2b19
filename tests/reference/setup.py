"""Setup (protocol 10; RULES 2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lotrsim.ids import A_SETUP, D_MULLIGAN, DECK, EASY, ENCOUNTER_DECK, HAND, QUEST_DECK, SETUP_PHASE, THREAT_LIMIT
from tests.reference import asking, stack, stages, using, zones

if TYPE_CHECKING:

    from tests.reference.game import Game
    from tests.reference.model import Asks, Player

FIRST_HAND = 6


def setup(game: Game) -> Asks:
    """Shuffles, threat, hands; mulligans; the first stage's sides A and B."""
    game.phase = SETUP_PHASE
    zones.shuffle(game, ENCOUNTER_DECK)
    for player in game.players:
        begin(game, player)
    for seat in game.player_order():
        again = yield from asking.ask_yes(game, seat, kind=D_MULLIGAN)
        if again:
            mulligan(game, seat)
    stage = game.zones[QUEST_DECK][0]
    zones.move(game, stage, stages.QUEST)
    ability = stage.face.one(A_SETUP)
    if ability is not None:
        yield from using.start(game, stage, ability, game.first_player)
        yield from stack.settle(game)
    yield from stages.carry_out(game, stage)
    yield from stack.settle(game)


def begin(game: Game, player: Player) -> None:
    """His deck is shuffled, his threat is his heroes' threat costs; in easy mode a resource for each hero; six cards."""
    zones.shuffle(game, DECK + player.number)
    heroes = game.play_area(player.number)
    player.threat = min(THREAT_LIMIT, sum(hero.face.spec.threat_cost or 0 for hero in heroes))
    if game.difficulty == EASY:
        for hero in heroes:
            hero.resources += 1
    draw_six(game, player.number)


def draw_six(game: Game, player: int) -> None:
    """The first six cards of the deck."""
    for card in game.zones[DECK + player][:FIRST_HAND]:
        zones.move(game, card, HAND + player)


def mulligan(game: Game, player: int) -> None:
    """The hand goes under the deck in its order, the deck is shuffled, six are drawn."""
    for card in list(game.zones[HAND + player]):
        zones.move(game, card, DECK + player)
    zones.shuffle(game, DECK + player)
    draw_six(game, player)
