"""Where cards are, who knows them, and shuffles (protocol 1 and 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lotrsim.ids import (
    ACTIVE,
    ATTACHED,
    DECK,
    DISCARD_PILE,
    ENCOUNTER,
    ENCOUNTER_DECK,
    ENCOUNTER_DISCARD,
    ENGAGED,
    HAND,
    MAX_PLAYERS,
    NONE,
    PLAY,
    QUEST,
    QUEST_DECK,
    SHADOW,
    STAGING,
)
from tests.reference.random_numbers import shuffle_key

if TYPE_CHECKING:
    from tests.reference.game import Game
    from tests.reference.model import Card


def deck_of(card: Card) -> int:
    """The zone of the deck that it belongs to."""
    return ENCOUNTER_DECK if card.owner == ENCOUNTER else DECK + card.owner


def discard_of(card: Card) -> int:
    """The zone of its owner's discard pile."""
    return ENCOUNTER_DISCARD if card.owner == ENCOUNTER else DISCARD_PILE + card.owner


def hand_of(card: Card) -> int:
    """The zone of its owner's hand; encounter cards have none."""
    return HAND + card.owner


def take_out(game: Game, card: Card) -> None:
    """Take a card from the list in which it is."""
    if card.host is not None:
        card.host.under.remove(card)
        card.host = None
    elif card.zone != NONE:
        game.zones[card.zone].remove(card)
    card.deck_host = NONE


def move(game: Game, card: Card, zone: int, top: bool = False) -> None:
    """A card goes to the end of a zone, or to the beginning; nothing follows, tokens and what lies under it stay."""
    take_out(game, card)
    card.zone = zone
    if top:
        game.zones[zone].insert(0, card)
    else:
        game.zones[zone].append(card)
    free_objective(game, card)
    seen(card)


def put_under(game: Game, card: Card, host: Card, zone: int) -> None:
    """A card comes under another one: as an attachment or as a shadow card."""
    take_out(game, card)
    card.zone, card.host = zone, host
    host.under.append(card)
    free_objective(game, card)
    seen(card)


def put_on_deck(game: Game, card: Card, player: int) -> None:
    """A card is attached to a player's deck: it is listed in the zone of attached cards itself (protocol 1)."""
    move(game, card, ATTACHED)
    card.deck_host = player


def free_objective(game: Game, card: Card) -> None:
    """An objective that left its place is guarded no longer (protocol 12, 7)."""
    if game.guards:
        game.guards.pop(card, None)


# ---------------------------------------------------------------- who knows a card


def seen(card: Card) -> None:
    """Where a card came to lie, who sees it: faceup everybody, in a hand its player, in a deck and facedown nobody new."""
    if card.facedown or DECK <= card.zone < DECK + 4 or card.zone in (ENCOUNTER_DECK, QUEST_DECK, SHADOW):
        return
    if HAND <= card.zone < HAND + 4:
        card.known_by |= 1 << card.zone - HAND
    else:
        card.known_by = everybody()


def everybody() -> int:
    """The bits of all four seats."""
    return (1 << MAX_PLAYERS) - 1


def show(game: Game, card: Card, player: int) -> None:
    """A player looks at a card: he knows it until it is shuffled."""
    card.known_by |= 1 << player


# ---------------------------------------------------------------- lists of cards


def under(cards: list[Card]) -> list[Card]:
    """Cards with what is attached to them, and to that; shadow cards are not in play."""
    found = []
    for card in cards:
        found.append(card)
        if card.under:
            found += under(card.attachments)
    return found


def on_the_table(game: Game) -> list[Card]:
    """Play areas, engaged enemies, staging, the active location, the stage, and what is attached to these."""
    return under([card for zone in game.table_zones for card in game.zones[zone]])


def cards_in_play(game: Game) -> list[Card]:
    """All cards in play (protocol 1), also those attached to decks; in no particular order."""
    return on_the_table(game) + game.zones[ATTACHED]


def table_zones(n_players: int) -> list[int]:
    """The zones in play, as far as they are used."""
    return [*range(PLAY, PLAY + n_players), *range(ENGAGED, ENGAGED + n_players), STAGING, ACTIVE, QUEST]


# ---------------------------------------------------------------- shuffles


def shuffle(game: Game, zone: int) -> None:
    """Sort the faces by their keys, deal them over the backs in the order of the list; nobody knows them now (protocol 3)."""
    cards = game.zones[zone]
    sorted_cards = sorted(cards, key=lambda card: key_of(game, card))
    new_back = dict(zip(sorted_cards, cards, strict=True))
    dealt = [(card.face, card.copy) for card in sorted_cards]
    for card, (face, copy) in zip(cards, dealt, strict=True):
        card.face, card.copy, card.known_by = face, copy, 0
    game.shuffles += 1
    for trigger in game.triggers:  # those that are still being reacted to go on speaking of the same face (protocol 6)
        if trigger.subject in new_back:
            trigger.subject = new_back[trigger.subject]


def key_of(game: Game, card: Card) -> int:
    """The key of a card in this shuffle (protocol 3)."""
    return shuffle_key(game.shuffle_keys, card.owner, card.face.title_key, card.copy, game.shuffles)


def reset_encounter_deck(game: Game) -> None:
    """The discard pile goes from its bottom to its top under the deck, which is shuffled (protocol 12)."""
    for card in list(game.zones[ENCOUNTER_DISCARD]):
        move(game, card, ENCOUNTER_DECK)
    shuffle(game, ENCOUNTER_DECK)
