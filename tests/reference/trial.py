"""The trial of an ability: could it be paid, and would it change something, by some choices (protocol 7)?"""

from __future__ import annotations

from lotrsim import ids
from tests.reference import abilities, changes, choices, conditions, values
from tests.reference.model import Running

CHOICES = {ids.OP_CHOOSE, ids.OP_CHOOSE_PLAYER, ids.OP_CHOOSE_MODE, ids.OP_CHOOSE_X}


def succeeds(game, running: Running, rows=None, is_travel: bool = False) -> bool:
    """Try the rows from the first (default: all of the ability); what was chosen so far stays as it was."""
    if rows is None:
        rows = abilities.rows_of(running)
    return goes_on(game, running, rows, must_change=not is_travel)


def goes_on(game, running: Running, rows: tuple, must_change: bool) -> bool:
    """Does the trial succeed from here? At the end it fails, but where nothing need change (protocol 7, The trial)."""
    for place, row in enumerate(rows):
        rest = rows[place + 1 :]
        if row.op in CHOICES:
            return some_choice_succeeds(game, running, row, rest, must_change)
        if row.op == ids.OP_SET_X:
            return with_x(game, running, row, rest, must_change)
        if row.op == ids.OP_IF:
            body = row.body if conditions.holds(game, running, row.value) else ()
            return goes_on(game, running, body + rest, must_change)
        if row.op == ids.OP_MAY:
            return goes_on(game, running, row.body + rest, must_change)
        if row.op in (ids.OP_EACH_PLAYER, ids.OP_REPEAT):
            return loop_goes_on(game, running, row, rest, must_change)
        if row.cost:
            if not changes.can_be_paid(game, running, row):
                return False
        elif changes.would_change(game, running, row):
            return True
    return not must_change


def some_choice_succeeds(game, running: Running, row, rest: tuple, must_change: bool) -> bool:
    """Take one alternative after the other until the rest succeeds; without alternative it fails."""
    before = choices.chosen(running, row)
    options = choices.alternatives(game, running, row)
    found = any(choice_succeeds(game, running, row, option, rest, must_change) for option in options)
    choices.take(running, row, before)
    return found


def choice_succeeds(game, running: Running, row, option, rest: tuple, must_change: bool) -> bool:
    """Does the rest succeed with this alternative?"""
    choices.take(running, row, option)
    return goes_on(game, running, rest, must_change)


def with_x(game, running: Running, row, rest: tuple, must_change: bool) -> bool:
    """X that follows from a choice ("X is its printed cost") holds for the later rows."""
    before = running.x
    running.x = values.number(game, running, row.value)
    found = goes_on(game, running, rest, must_change)
    running.x = before
    return found


def loop_goes_on(game, running: Running, row, rest: tuple, must_change: bool) -> bool:
    """A loop is tried and then left out; the end of its body ends the trial; as a cost it must be paid by each player."""
    if row.op == ids.OP_REPEAT:
        entered = values.number(game, running, row.value) > 0
        return (entered and goes_on(game, running, row.body, must_change)) or goes_on(game, running, rest, must_change)
    before, tried = running.each, []
    for player in game.living():
        running.each = player
        tried.append(goes_on(game, running, row.body, must_change and not row.cost))
    running.each = before
    if row.cost:
        return all(tried) and goes_on(game, running, rest, must_change)
    return any(tried) or goes_on(game, running, rest, must_change)
