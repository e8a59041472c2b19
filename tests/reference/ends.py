"""The end of a phase and of the round (protocol 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lotrsim.ids import (
    AT_PHASE_END,
    AT_ROUND_END,
    COMBAT_PHASE,
    D_ORDER,
    E_COMBAT_ENDS,
    E_ROUND_ENDS,
    EFFECT_0,
    FOR_PHASE,
    FOR_ROUND,
    QUEST_PHASE,
    ROUND_LIMIT,
    SHADOW,
)
from tests.reference import abilities, asking, hit_points, lasting, leaving, stack, triggers
from tests.reference.model import Asks, Trigger

if TYPE_CHECKING:

    from tests.reference.game import Game


def end_of_phase(game: Game) -> Asks:
    """Effects, states and uses of the phase are over; delayed effects; in the combat phase its end and the shadow cards."""
    lasting.expire(game, FOR_PHASE)
    game.staging_bonus = game.any_defenders = 0
    for card in game.cards:
        card.has_attacked = card.no_threat = False
        card.cannot_attack = card.was_attacked_by = card.uses_phase = 0
    yield from hit_points.check_all(game)
    if game.phase == QUEST_PHASE:
        for card in game.cards:
            card.committed = False
    yield from delayed_effects(game, AT_PHASE_END)
    if game.phase == COMBAT_PHASE:
        triggers.happened(game, Trigger(E_COMBAT_ENDS))
        yield from stack.settle(game)
        for card in game.cards:
            if card.zone == SHADOW:
                leaving.discard(game, card)
        yield from stack.settle(game)


def delayed_effects(game: Game, moment: int) -> Asks:
    """Delayed effects of this moment, the first player choosing while there are several; k by age (protocol 11)."""
    while True:
        due = [delayed for delayed in game.delayed if delayed.moment == moment]
        if not due:
            return
        actions = [EFFECT_0 + k for k in range(len(due))]
        answer = yield from asking.ask_among(game, D_ORDER, game.first_player, actions)
        chosen = due[answer - EFFECT_0]
        game.delayed.remove(chosen)
        game.events.append(("delayed", chosen.running.source))
        yield from abilities.run_rows(game, chosen.running, chosen.rows)
        yield from stack.settle(game)


def end_of_round(game: Game) -> Asks:
    """The round is counted, the limit; the trigger; effects and uses of the round are over; delayed effects."""
    game.round_no += 1
    if game.round_no >= game.round_limit:
        stack.end(game, ROUND_LIMIT)
    triggers.happened(game, Trigger(E_ROUND_ENDS))
    yield from stack.settle(game)
    lasting.expire(game, FOR_ROUND)
    game.allies_played = 0
    for card in game.cards:
        card.uses_round = card.used_by = 0
    yield from hit_points.check_all(game)
    yield from delayed_effects(game, AT_ROUND_END)
