"""Revealing, guarding, the staging step (protocol 12; RULES 3b, 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lotrsim.ids import (
    A_WHEN_REVEALED,
    C_EXTRA_REVEAL,
    C_SKIP_STAGING,
    E_ENTERS_PLAY,
    E_REVEALED,
    E_REVEALING,
    ENCOUNTER_DECK,
    ENCOUNTER_DISCARD,
    GUARDED,
    LIMBO,
    NONE,
    OBJECTIVE,
    QUEST_PHASE,
    SETUP_PHASE,
    STAGING,
    SURGE,
    THREAT,
    TREACHERY,
)
from tests.reference import constants, players, stack, statistics, triggers, using, zones
from tests.reference.model import Asks, Reveal, Trigger

if TYPE_CHECKING:

    from tests.reference.game import Game
    from tests.reference.model import Card


def staging_step(game: Game) -> Asks:
    """One card for each player in the game when the step began, and those that cards add, one after the other."""
    if constants.anywhere(game, C_SKIP_STAGING):
        return
    number = len(game.living()) + sum(max(1, amount) for amount in constants.anywhere(game, C_EXTRA_REVEAL))
    yield from reveal_some(game, number)


def reveal(game: Game, number: int) -> None:
    """A word reveals cards: each completely resolved before the next."""
    if number > 0:
        stack.later(game, reveal_some, number)


def reveal_some(game: Game, number: int) -> Asks:
    """Reveal so many cards, one after the other."""
    for _ in range(number):
        yield from reveal_one(game)


def guard(game: Game, objective: Card) -> None:
    """A word reveals a card that guards an objective."""
    stack.later(game, reveal_one, objective)


def reveal_one(game: Game, guards: Card | None = None) -> Asks:
    """Reveal the top encounter card; it may be the guard of an objective (protocol 12)."""
    reset_if_empty(game)
    if not game.zones[ENCOUNTER_DECK]:
        return
    card = game.zones[ENCOUNTER_DECK][0]
    zones.move(game, card, LIMBO)
    game.events.append(("reveal", card))
    reveal = Reveal(card, guards=guards)
    game.reveals.append(reveal)
    yield from turn_up(game, reveal)
    game.reveals.remove(reveal)


def turn_up(game: Game, reveal: Reveal) -> Asks:
    """The steps 1 to 7 of protocol 12."""
    card = reveal.card
    triggers.happened(game, Trigger(E_REVEALING, card, game.first_player))
    yield from stack.settle(game)
    if card.zone != LIMBO:
        return  # destroyed
    triggers.happened(game, Trigger(E_REVEALED, card, game.first_player))
    yield from stack.settle(game)
    for player in game.living():
        players.raise_threat(game, player, card.face.spec.doomed)
    yield from stack.settle(game)
    ability = card.face.one(A_WHEN_REVEALED)
    if ability is not None and not reveal.cancelled:
        yield from using.start(game, card, ability, game.first_player)
        yield from stack.settle(game)
    if card.face.keywords & SURGE or reveal.surge:
        reset_if_empty(game)
        yield from reveal_one(game)
        yield from stack.settle(game)
    yield from place(game, reveal)


def place(game: Game, reveal: Reveal) -> Asks:
    """6 and 7: into the discard pile or the staging area; a card in its place; guards."""
    card = reveal.card
    if card.zone == LIMBO:
        if card.type == TREACHERY or reveal.replaced:
            zones.move(game, card, ENCOUNTER_DISCARD)
        else:
            zones.move(game, card, STAGING)
            triggers.happened(game, Trigger(E_ENTERS_PLAY, card, NONE))
    reset_if_empty(game)
    yield from stack.settle(game)
    if reveal.replaced:
        yield from reveal_one(game, reveal.guards)
        return
    if card.zone != STAGING:
        return
    if card.face.keywords & GUARDED:
        yield from reveal_one(game, card)
    if reveal.guards is not None and card.zone == STAGING:
        if card.type == OBJECTIVE:
            yield from reveal_one(game, reveal.guards)
        elif reveal.guards.zone == STAGING:
            game.guards[reveal.guards] = card


def reset_if_empty(game: Game) -> None:
    """In the quest phase and in setup an empty encounter deck is reset (protocol 12)."""
    if game.phase in (QUEST_PHASE, SETUP_PHASE) and not game.zones[ENCOUNTER_DECK] and game.zones[ENCOUNTER_DISCARD]:
        zones.reset_encounter_deck(game)


def revealing(game: Game, card: Card | None) -> Reveal | None:
    """The reveal of a card that is going on."""
    for reveal in reversed(game.reveals):
        if reveal.card is card:
            return reveal
    return None


def cancellable(game: Game, card: Card | None) -> bool:
    """Its effects on being revealed can still be cancelled."""
    reveal = revealing(game, card)
    return reveal is not None and not reveal.cancelled and reveal.card.face.one(A_WHEN_REVEALED) is not None


def cancel_revealed(game: Game, card: Card | None) -> None:
    """The when-revealed effects of a card are cancelled; its keywords are not."""
    reveal = revealing(game, card)
    if reveal is not None:
        reveal.cancelled = True


def replace_revealed(game: Game, card: Card | None) -> None:
    """The card is discarded when it is done, and the next one revealed in its place."""
    reveal = revealing(game, card)
    if reveal is not None:
        reveal.replaced = True


def gain_surge(game: Game) -> None:
    """The card being revealed surges."""
    if game.reveals:
        game.reveals[-1].surge = True


def guard_of(game: Game, objective: Card) -> Card | None:
    """The encounter card that guards an objective."""
    return game.guards.get(objective)


def threat(game: Game) -> int:
    """The threat of the staging area (RULES 3c)."""
    cards = [card for card in game.zones[STAGING] if not card.no_threat]
    return sum(statistics.statistic(game, card, THREAT) for card in cards) + game.staging_bonus * len(game.living())
