"""Choices inside an ability: cards, players, modes, X, may (protocol 8, A choice)."""

from __future__ import annotations

from lotrsim import ids
from lotrsim.ids import NONE
from tests.reference import asking, changes, payment, references, selectors, trial, values
from tests.reference.model import Running

# row -> the place in Running that it fills
PLACES = {ids.OP_CHOOSE_PLAYER: "chosen", ids.OP_CHOOSE_MODE: "mode", ids.OP_CHOOSE_X: "x"}
NOTHING = {"target": None, "cost_card": None, "chosen": NONE, "mode": NONE, "x": 0}


def place_of(row) -> str:
    """Where a choice is kept: TARGET or COST_CARD for a card, CHOSEN, the mode, X (language, Choices)."""
    if row.op == ids.OP_CHOOSE:
        return "cost_card" if row.a == ids.COST else "target"
    return PLACES[row.op]


def chosen(running: Running, row):
    """What a choice has chosen so far."""
    return getattr(running, place_of(row))


def take(running: Running, row, option) -> None:
    """Choose: the option is TARGET, COST_CARD, CHOSEN, the mode or X from now on."""
    setattr(running, place_of(row), option)


def alternatives(game, running: Running, row) -> list:
    """What matches, ascending: cards, players, modes from 0, X from 1 (protocol 7, The trial)."""
    if row.op == ids.OP_CHOOSE:
        return selectors.find(game, running, row.selector)
    if row.op == ids.OP_CHOOSE_PLAYER:
        return players_among(game, running, row.a)
    if row.op == ids.OP_CHOOSE_MODE:
        return list(range(row.a))
    return list(range(1, highest_x(game, running, row) + 1))


def players_among(game, running: Running, among: int) -> list[int]:
    """Living players; OTHERS: not himself; HIGHEST_THREAT: all of those (language, References)."""
    if among == ids.P_OTHERS:
        return [player for player in game.living() if player != running.you]
    if among == ids.P_HIGHEST_THREAT:
        return sorted(references.highest_threat(game))
    return game.living()


def highest_x(game, running: Running, row) -> int:
    """X is at most the row's number, what can be paid, and 63 (protocol 8, A choice)."""
    highest = min(values.number(game, running, row.value), ids.N_NUMBERS - 1)
    if changes.face_of(running).spec.cost == "X":
        highest = min(highest, payment.most(game, running.you, changes.face_of(running)))
    return highest


# ---------------------------------------------------------------- asking


def choose(game, running: Running, row, rest: tuple):
    """Offer what leaves the rest a successful trial; none: nothing is chosen, and the rows go on (protocol 8, A choice)."""
    take(running, row, NOTHING[place_of(row)])
    player = references.chooser(game, running, row.player)
    if not game.players[player].alive:
        return
    options = [
        option
        for option in alternatives(game, running, row)
        if trial.choice_succeeds(game, running, row, option, rest, must_change=not row.cost)
    ]
    take(running, row, NOTHING[place_of(row)])
    if options:
        option = yield from ASK[row.op](game, running, row, player, options)
        take(running, row, option)


def ask_card(game, running: Running, row, player: int, options: list):
    """TARGET or COST_CARD."""
    kind = ids.D_COST_CARD if row.a == ids.COST else ids.D_TARGET
    return (yield from asking.ask_card(game, kind, player, options, running.source))


def ask_player(game, running: Running, row, player: int, options: list):
    """PLAYER."""
    return (yield from asking.ask_player(game, player, options, running.source))


def ask_mode(game, running: Running, row, player: int, options: list):
    """MODE."""
    return (yield from asking.ask_mode(game, player, options, running.source))


def ask_x(game, running: Running, row, player: int, options: list):
    """NUMBER."""
    return (yield from asking.ask_number(game, player, options, running.source))


ASK = {
    ids.OP_CHOOSE: ask_card,
    ids.OP_CHOOSE_PLAYER: ask_player,
    ids.OP_CHOOSE_MODE: ask_mode,
    ids.OP_CHOOSE_X: ask_x,
}


def may(game, running: Running, row, rest: tuple):
    """`may` is asked only if a trial from there succeeds; else, and for an eliminated player, it is no (protocol 8, may)."""
    player = references.chooser(game, running, row.player)
    if not game.players[player].alive or not trial.succeeds(game, running, row.body + rest):
        return False
    return (yield from asking.ask_yes(game, player, running.source))
