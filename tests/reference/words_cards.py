"""Words about cards (language, Cards): each changes the table at once; what follows is put on the stack (protocol 5)."""

from __future__ import annotations

from lotrsim import ids
from lotrsim.ids import NONE
from tests.reference import entering, hit_points, lasting, leaving, progress, references, staging, values, zones
from tests.reference.changes import cards_met, is_there
from tests.reference.model import Card, Running


def cards_there(game, running: Running, row) -> list[Card]:
    """The cards that a word meets where they are: nothing happens to those that have left play (protocol 8)."""
    return [card for card in cards_met(game, running, row) if is_there(game, card)]


# ---------------------------------------------------------------- states and tokens


def ready(game, running: Running, row) -> None:
    """Turn upright (language, ready)."""
    for card in cards_there(game, running, row):
        card.exhausted = False


def exhaust(game, running: Running, row) -> None:
    """Turn sideways (language, exhaust)."""
    for card in cards_there(game, running, row):
        card.exhausted = True


def add_resources(game, running: Running, row) -> None:
    """Resource tokens from the bank onto a card (language, add_resources)."""
    for card in cards_there(game, running, row):
        card.resources += values.number(game, running, row.value)


def spend(game, running: Running, row) -> None:
    """Resources from that hero's own pool (language, spend)."""
    for card in cards_met(game, running, row):
        card.resources -= min(card.resources, values.number(game, running, row.value))


def deal_damage(game, running: Running, row) -> None:
    """All tokens of one effect first, then what follows (protocol 8, Damage)."""
    amount = values.number(game, running, row.value)
    cards = cards_there(game, running, row)
    if amount > 0 and cards:
        hit_points.deal(game, [(card, amount) for card in cards])


def heal(game, running: Running, row) -> None:
    """Take damage tokens off, as many as are there at most (language, heal)."""
    amount = values.number(game, running, row.value)
    for card in cards_there(game, running, row):
        hit_points.heal(game, card, amount)


def modify(game, running: Running, row) -> None:
    """A lasting effect on a statistic; value and set are fixed now (protocol 8, A lasting effect)."""
    amount = values.number(game, running, row.value)
    for card in cards_there(game, running, row):
        lasting.modify(game, card, row.a, amount, row.b)


def place_progress(game, running: Running, row) -> None:
    """Progress tokens on locations: all tokens first, then what follows (protocol 8, Damage)."""
    amount = values.number(game, running, row.value)
    cards = cards_there(game, running, row)
    if amount > 0 and cards:
        progress.on_cards(game, [(card, amount) for card in cards])


def remove_from_quest(game, running: Running, row) -> None:
    """No longer committed; it stays exhausted (language, remove_from_quest)."""
    for card in cards_there(game, running, row):
        card.committed = False


def no_threat(game, running: Running, row) -> None:
    """Does not contribute its threat until the end of the phase (language, no_threat)."""
    for card in cards_there(game, running, row):
        card.no_threat = True


def cannot_attack(game, running: Running, row) -> None:
    """Those enemies cannot attack that player this phase (language, cannot_attack)."""
    player = references.player_of(game, running, row.player)
    for card in cards_there(game, running, row):
        if player != NONE:
            card.cannot_attack |= 1 << player


def look(game, running: Running, row) -> None:
    """A player knows the cards until they are shuffled (language, look)."""
    for player in references.players_met(game, running, row.player):
        for card in cards_met(game, running, row):
            zones.show(game, card, player)


# ---------------------------------------------------------------- moving


def discard(game, running: Running, row) -> None:
    """To the owner's discard pile, from wherever it is (language, discard)."""
    for card in cards_met(game, running, row):
        leaving.discard(game, card)


def to_hand(game, running: Running, row) -> None:
    """To the owner's hand (language, to_hand)."""
    for card in cards_met(game, running, row):
        leaving.to_hand(game, card)


def to_deck_top(game, running: Running, row) -> None:
    """On top of the deck it belongs to (language, to_deck_top)."""
    for card in cards_met(game, running, row):
        leaving.to_deck(game, card, top=True)


def to_deck_bottom(game, running: Running, row) -> None:
    """Under the deck it belongs to (language, to_deck_bottom)."""
    for card in cards_met(game, running, row):
        leaving.to_deck(game, card, top=False)


def shuffle_into_deck(game, running: Running, row) -> None:
    """Into the deck it belongs to, which is shuffled (language, shuffle_into_deck)."""
    for card in cards_met(game, running, row):
        leaving.to_deck(game, card, top=False)
        zones.shuffle(game, zones.deck_of(card))


def remove_from_game(game, running: Running, row) -> None:
    """Out of the game for good (language, remove_from_game)."""
    for card in cards_met(game, running, row):
        leaving.leave(game, card, ids.REMOVED, ids.R_RETURNED)


def set_aside(game, running: Running, row) -> None:
    """Out of play, faceup beside the quest deck (language, set_aside)."""
    for card in cards_met(game, running, row):
        leaving.leave(game, card, ids.SET_ASIDE, ids.R_RETURNED)


# ---------------------------------------------------------------- entering play, and where in play


def return_to_staging(game, running: Running, row) -> None:
    """An engaged enemy goes back to the staging area (language, return_to_staging)."""
    for card in cards_met(game, running, row):
        if card.engaged_with != NONE:
            entering.to_staging(game, card)


def add_to_staging(game, running: Running, row) -> None:
    """From out of play into the staging area, without being revealed (language, add_to_staging)."""
    for card in cards_met(game, running, row):
        if not card.in_play:
            entering.add_to_staging(game, card)


def engage(game, running: Running, row) -> None:
    """The enemy engages a player (language, engage)."""
    for player in references.players_met(game, running, row.player):
        for card in cards_met(game, running, row):
            if card.in_play:
                entering.engage(game, card, player)


def put_into_play(game, running: Running, row) -> None:
    """Into play under a player's control, without being played; not while its unique twin is in play (RULES 1, unique)."""
    for player in references.players_met(game, running, row.player):
        for card in cards_met(game, running, row):
            if not card.in_play and not entering.twin_in_play(game, card):
                entering.put_into_play(game, card, player)


def play_card(game, running: Running, row) -> None:
    """An ally that was paid for enters play (protocol 8)."""
    if game.players[running.you].alive:
        entering.play_ally(game, running.source, running.you)


def attach(game, running: Running, row) -> None:
    """An attachment that was paid for is attached to TARGET (protocol 8)."""
    if running.target is not None and running.target.in_play:
        entering.attach_played(game, running.source, running.target, running.you)


def attach_self(game, running: Running, row) -> None:
    """This card becomes an attachment of another, if that is still in play (language, attach_self)."""
    host = references.card_of(game, running, row.ref)
    if host is not None and host.in_play:
        entering.attach(game, running.source, host)


def attach_to_deck(game, running: Running, row) -> None:
    """This card becomes an attachment of a player's deck (language, attach_to_deck)."""
    for player in references.players_met(game, running, row.player):
        entering.attach_to_deck(game, running.source, player)


def give_control(game, running: Running, row) -> None:
    """Another player controls the card; its owner stays (language, give_control)."""
    for player in references.players_met(game, running, row.player):
        for card in cards_there(game, running, row):
            entering.give_control(game, card, player)


def guard(game, running: Running, row) -> None:
    """Reveal an encounter card that guards an objective (language, guard)."""
    for card in cards_there(game, running, row):
        staging.guard(game, card)


WORDS = {
    ids.OP_READY: ready,
    ids.OP_EXHAUST: exhaust,
    ids.OP_ADD_RESOURCES: add_resources,
    ids.OP_SPEND: spend,
    ids.OP_DAMAGE: deal_damage,
    ids.OP_HEAL: heal,
    ids.OP_MODIFY: modify,
    ids.OP_PROGRESS: place_progress,
    ids.OP_UNCOMMIT: remove_from_quest,
    ids.OP_SET_FLAG: no_threat,
    ids.OP_CANNOT_ATTACK: cannot_attack,
    ids.OP_LOOK: look,
    ids.OP_DISCARD: discard,
    ids.OP_TO_HAND: to_hand,
    ids.OP_TO_DECK_TOP: to_deck_top,
    ids.OP_TO_DECK_BOTTOM: to_deck_bottom,
    ids.OP_SHUFFLE_INTO_DECK: shuffle_into_deck,
    ids.OP_REMOVE_FROM_GAME: remove_from_game,
    ids.OP_SET_ASIDE: set_aside,
    ids.OP_TO_STAGING: return_to_staging,
    ids.OP_ADD_TO_STAGING: add_to_staging,
    ids.OP_ENGAGE: engage,
    ids.OP_PUT_INTO_PLAY: put_into_play,
    ids.OP_PLAY_CARD: play_card,
    ids.OP_ATTACH: attach,
    ids.OP_ATTACH_SELF: attach_self,
    ids.OP_ATTACH_TO_DECK: attach_to_deck,
    ids.OP_GIVE_CONTROL: give_control,
    ids.OP_GUARD: guard,
}
