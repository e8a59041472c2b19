"""How an ability runs: its rows from top to bottom (protocol 8)."""

from __future__ import annotations

from lotrsim import ids
from lotrsim.effects.language import pay
from tests.reference import asking, changes, choices, conditions, payment, references, stack, values, words, zones
from tests.reference.model import Running

PAID: dict[int, tuple] = {}  # id of an event's ability -> the ability (so that the id stays its own), its rows with the payment
AT_THE_TOP = {ids.OP_CHOOSE, ids.OP_CHOOSE_PLAYER, ids.OP_CHOOSE_MODE, ids.OP_CHOOSE_X, ids.OP_SET_X}


def rows_of(running: Running) -> tuple:
    """The rows of an ability; those of an event hold the payment of its printed cost (protocol 8)."""
    if running.source.face.type == ids.EVENT and running.ability.kind in (ids.A_ACTION, ids.A_RESPONSE):
        return with_payment(running.ability)
    return running.ability.rows


def with_payment(ability) -> tuple:
    """An event's printed cost is paid after the choices at its top, unless a row says where (protocol 8)."""
    if id(ability) not in PAID:
        PAID[id(ability)] = (ability, insert_payment(ability.rows))
    return PAID[id(ability)][1]


def insert_payment(rows: tuple) -> tuple:
    """The same rows with the payment in its place."""
    if any(row.op == ids.OP_PAY for row in rows):
        return rows
    place = next((k for k, row in enumerate(rows) if not is_choice(row)), len(rows))
    return (*rows[:place], pay(), *rows[place:])


def is_choice(row) -> bool:
    """A choice, X that follows from one, or a `when` that holds only choices (protocol 8)."""
    if row.op == ids.OP_IF:
        return all(is_choice(inner) for inner in row.body)
    return row.op in AT_THE_TOP


def run(game, running: Running):
    """Run an ability; an event goes to its owner's discard pile when all that follows is over (protocol 8)."""
    yield from run_rows(game, running, rows_of(running))
    card = running.source
    if card.zone == ids.LIMBO and card.face.type == ids.EVENT:
        zones.move(game, card, ids.DISCARD_PILE + card.owner)


def run_rows(game, running: Running, rows: tuple):
    """Rows from top to bottom; what follows from a row is over before the next (protocol 8)."""
    todo = rows
    while todo:
        row, todo = todo[0], todo[1:]
        if row.op in choices.ASK:
            yield from choices.choose(game, running, row, todo)
        elif row.op == ids.OP_IF:
            if conditions.holds(game, running, row.value):
                todo = row.body + todo
        elif row.op == ids.OP_MAY:
            if (yield from choices.may(game, running, row, todo)):
                todo = row.body + todo
        elif row.op in FLOW:
            yield from FLOW[row.op](game, running, row)
        else:
            words.WORDS[row.op](game, running, row)
        yield from stack.settle(game)


def each_player(game, running: Running, row):
    """Once for every player, in player order from who was first player when the loop began (protocol 6 and 8)."""
    start = game.first_player
    for seat in range(game.n_players):
        player = (start + seat) % game.n_players
        if game.players[player].alive:
            running.each = player
            yield from run_rows(game, running, row.body)
    running.each = ids.NONE


def set_x(game, running: Running, row):
    """X is this (language, set_x)."""
    running.x = values.number(game, running, row.value)
    yield from ()


def repeat(game, running: Running, row):
    """So many times, one after the other (language, Flow)."""
    for _ in range(values.number(game, running, row.value)):
        yield from run_rows(game, running, row.body)


def pay_printed_cost(game, running: Running, row):
    """An event lies in "being resolved" from here on; then its cost is paid (protocol 8)."""
    face = changes.face_of(running)
    if face.type == ids.EVENT:
        zones.move(game, running.source, ids.LIMBO)
    if game.players[running.you].alive:
        yield from payment.pay(game, running.you, face, changes.printed_cost(running), running.source)


def order_top(game, running: Running, row):
    """The top cards of a deck: the uppermost, then the next, until one is left (protocol 8, Ordering the top n cards)."""
    owner = references.player_of(game, running, row.a)
    player = references.chooser(game, running, row.player)
    if owner == ids.NONE or not game.players[owner].alive or not game.players[player].alive:
        return
    deck = game.zones[ids.DECK + owner]
    top = deck[: max(0, values.number(game, running, row.value))]
    for place in range(len(top) - 1):
        card = yield from asking.ask_card(game, ids.D_ORDER, player, top[place:], running.source)
        top.remove(card)
        top.insert(place, card)
        deck[: len(top)] = top


FLOW = {
    ids.OP_EACH_PLAYER: each_player,
    ids.OP_REPEAT: repeat,
    ids.OP_SET_X: set_x,
    ids.OP_PAY: pay_printed_cost,
    ids.OP_ORDER_TOP: order_top,
}
