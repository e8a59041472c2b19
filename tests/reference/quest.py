"""The quest phase: commitment and resolution (protocol 11; RULES 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lotrsim.ids import D_COMMIT, E_COMMITS, E_QUEST_BEGINS, E_QUESTED, WILLPOWER
from tests.reference import asking, players, progress, stack, staging, statistics, triggers
from tests.reference.model import Asks, Trigger

if TYPE_CHECKING:

    from tests.reference.game import Game
    from tests.reference.model import Card

SUCCESS, FAILURE, NEITHER = 1, 2, 4


def begin(game: Game) -> Asks:
    """An empty encounter deck is reset, then effects at the beginning of the quest phase."""
    staging.reset_if_empty(game)
    triggers.happened(game, Trigger(E_QUEST_BEGINS))
    yield from stack.settle(game)


def commit(game: Game) -> Asks:
    """In player order each chooses his characters one by one; all exhaust and are committed at once; then what follows."""
    for player in game.seats():
        if not game.players[player].alive:
            continue
        taken = yield from choose_characters(game, player)
        for card in taken:
            card.marked = False
            card.exhausted = card.committed = True
        if taken:
            game.events.append(("commits", player, *taken))
            triggers.happened(game, Trigger(E_COMMITS, player=player, subjects=tuple(taken)))
            yield from stack.settle(game)


def choose_characters(game: Game, player: int) -> Asks:
    """Ready characters in ascending number, until the player passes."""
    taken: list[Card] = []
    while True:
        ready = [c for c in game.play_area(player) if c.is_character and not c.exhausted and not c.facedown and not c.marked]
        last = taken[-1].number if taken else -1
        card = yield from asking.ask_next(game, D_COMMIT, player, ready, last)
        if card is None:
            return taken
        card.marked = True
        taken.append(card)


def resolve(game: Game) -> Asks:
    """Willpower of committed characters against the threat in staging; success is fixed before progress is placed (FAQ 1.24)."""
    willpower = sum(statistics.statistic(game, card, WILLPOWER) for card in committed(game))
    threat = staging.threat(game)
    game.events.append(("quest", willpower, threat))
    if willpower > threat:
        progress.on_quest(game, willpower - threat)
        triggers.happened(game, Trigger(E_QUESTED, player=game.first_player, value=SUCCESS))
        yield from stack.settle(game)
        return
    for player in game.living():
        players.raise_threat(game, player, threat - willpower)
    triggers.happened(game, Trigger(E_QUESTED, player=game.first_player, value=FAILURE if willpower < threat else NEITHER))
    yield from stack.settle(game)


def committed(game: Game) -> list[Card]:
    """All committed characters; the prisoner does nothing."""
    return [c for p in range(game.n_players) for c in game.play_area(p) if c.committed and not c.facedown]
