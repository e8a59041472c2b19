"""What a trial asks of one row: would it change something, can it be paid (protocol 7, both tables)."""

from __future__ import annotations

from lotrsim import ids
from lotrsim.ids import NONE
from tests.reference import (
    combat,
    enemy_attacks,
    entering,
    payment,
    players,
    references,
    selectors,
    values,
)
from tests.reference.model import Card, Running

# words that change a card where it is: nothing happens once it has left play
WHERE_IT_IS = {
    *(ids.OP_READY, ids.OP_EXHAUST, ids.OP_ADD_RESOURCES, ids.OP_DAMAGE, ids.OP_HEAL, ids.OP_MODIFY, ids.OP_PROGRESS),
    *(ids.OP_UNCOMMIT, ids.OP_SET_FLAG, ids.OP_CANNOT_ATTACK),
}
# words about players, where they are not in a table of their own
ABOUT_PLAYERS = {ids.OP_RAISE_THREAT, ids.OP_ANY_DEFENDERS, ids.OP_ORC_GUARD, ids.OP_ATTACH_TO_DECK}


def cards_met(game, running: Running, row) -> list[Card]:
    """The cards that a word meets: its set, ascending, or the one that it names (protocol 8, A set)."""
    if row.ref == ids.REF_ALL:
        return selectors.find(game, running, row.selector)
    card = references.card_of(game, running, row.ref)
    return [] if card is None else [card]


def is_there(game, card: Card) -> bool:
    """In play, being revealed, or a shadow card: where words can change it (protocol 7)."""
    if card.in_play or card.zone == ids.SHADOW:
        return True
    return card.zone == ids.LIMBO and any(reveal.card is card for reveal in game.reveals)


# ---------------------------------------------------------------- would a word change something?


def would_change(game, running: Running, row) -> bool:
    """Would this row change something, as the table is now (protocol 7)?"""
    if row.op in BY_PLAYER:
        return any(BY_PLAYER[row.op](game, player) for player in references.players_met(game, running, row.player))
    if row.op in OTHERWISE:
        return OTHERWISE[row.op](game, running, row)
    if row.ref == ids.REF_NONE:
        return row.op not in (ids.OP_SHUFFLE, ids.OP_DELAY)
    return any(would_change_card(game, running, row, card) for card in cards_met(game, running, row))


def would_change_card(game, running: Running, row, card: Card) -> bool:
    """The same for one card that the word meets."""
    if row.op in WHERE_IT_IS and not is_there(game, card):
        return False
    ask = BY_CARD.get(row.op)
    return ask is None or ask(game, running, row, card)


def has_amount(game, running: Running, row, card: Card) -> bool:
    """Damage, progress, resources: the number is above 0."""
    return values.number(game, running, row.value) > 0


def is_news(game, running: Running, row, card: Card) -> bool:
    """Look: the player does not know the card."""
    player = references.player_of(game, running, row.player)
    return player != NONE and not card.known_by >> player & 1


def has_no_twin(game, running: Running, row, card: Card) -> bool:
    """Put into play, play, attach: no unique card of that title is in play (RULES 1, unique)."""
    return not entering.twin_in_play(game, card)


def changes_control(game, running: Running, row, card: Card) -> bool:
    """Give control: another player than the present one."""
    player = references.player_of(game, running, row.player)
    return player not in (NONE, card.player) and game.players[player].alive


def can_strike(game, running: Running, row, card: Card) -> bool:
    """Attack at once: the character could attack the enemy, and fewer than seven attacks are inside each other."""
    enemy = references.card_of(game, running, row.a)
    return enemy is not None and combat.can_attack(game, card, enemy) and len(game.attacks) < ids.MAX_ATTACKS


BY_CARD = {
    ids.OP_READY: lambda game, running, row, card: card.exhausted,
    ids.OP_EXHAUST: lambda game, running, row, card: not card.exhausted,
    ids.OP_HEAL: lambda game, running, row, card: card.damage > 0,
    ids.OP_UNCOMMIT: lambda game, running, row, card: card.committed,
    ids.OP_SET_FLAG: lambda game, running, row, card: not card.no_threat,
    ids.OP_DAMAGE: has_amount,
    ids.OP_PROGRESS: has_amount,
    ids.OP_ADD_RESOURCES: has_amount,
    ids.OP_LOOK: is_news,
    ids.OP_PUT_INTO_PLAY: has_no_twin,
    ids.OP_GIVE_CONTROL: changes_control,
    ids.OP_STRIKE: can_strike,
}


def has_cards_to_shuffle(game, player: int) -> bool:
    """Shuffle a discard pile into a deck: there is a card in it that is no hero."""
    return any(not card.is_hero for card in game.zones[ids.DISCARD_PILE + player])


BY_PLAYER = {
    ids.OP_DRAW: lambda game, player: players.can_draw(game, player),
    ids.OP_LOWER_THREAT: lambda game, player: game.players[player].threat > 0,
    ids.OP_DISCARD_RANDOM: lambda game, player: bool(game.zones[ids.HAND + player]),
    ids.OP_SHUFFLE_DISCARD_INTO_DECK: has_cards_to_shuffle,
    **dict.fromkeys(ABOUT_PLAYERS, lambda game, player: True),
}


def can_cancel_shadow(game, running: Running, row) -> bool:
    """Cancel a shadow effect: the card has one and it is not cancelled."""
    subject = running.trigger.subject if running.trigger else None
    return subject is not None and enemy_attacks.shadow_cancellable(game, subject)


def has_progress(game, running: Running, row) -> bool:
    """Remove progress: there is progress on the stage."""
    return game.current_stage is not None and game.current_stage.progress > 0


OTHERWISE = {
    ids.OP_PLAY_CARD: lambda game, running, row: not entering.twin_in_play(game, running.source),
    ids.OP_ATTACH: lambda game, running, row: not entering.twin_in_play(game, running.source),
    ids.OP_CANCEL_SHADOW: can_cancel_shadow,
    ids.OP_REMOVE_PROGRESS: has_progress,
    ids.OP_REVEAL: lambda game, running, row: bool(game.zones[ids.ENCOUNTER_DECK]),
}

# ---------------------------------------------------------------- can a cost be paid?


def can_be_paid(game, running: Running, row) -> bool:
    """Can this cost be paid, as the table is now (protocol 7)?"""
    if row.op == ids.OP_PAY:
        return payment.can_pay(game, running.you, face_of(running), printed_cost(running))
    n = values.number(game, running, row.value)
    if row.op == ids.OP_LOWER_THREAT:
        return all(game.players[p].threat >= n for p in references.players_met(game, running, row.player))
    if row.op == ids.OP_DISCARD_RANDOM:
        return all(len(game.zones[ids.HAND + p]) >= n for p in references.players_met(game, running, row.player))
    if row.op == ids.OP_REVEAL:
        return len(game.zones[ids.ENCOUNTER_DECK]) >= n
    if row.ref == ids.REF_NONE:
        return True
    cards = cards_met(game, running, row)
    if row.op == ids.OP_SPEND:
        return bool(cards) and all(card.resources >= n for card in cards)
    if row.op == ids.OP_EXHAUST:
        return bool(cards) and all(not card.exhausted for card in cards)
    return bool(cards)


def face_of(running: Running):
    """Whose printed cost is paid: the face that is played."""
    return running.face or running.source.face


def printed_cost(running: Running) -> int:
    """The printed cost; X where the card says so (RULES 3, Paying)."""
    cost = face_of(running).spec.cost
    return running.x if cost == "X" else cost or 0
