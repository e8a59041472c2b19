"""The heuristic agent: expert rules for one to four players. A score in whole points for every option; the best is taken.

    values.py    what things are worth, and the weights (MEMORY's `rules`; others may be put there)
    fight.py     an estimate of the fight to come       combat.py    defenders, attackers, engagement
    quest.py     what the quest is worth                commit.py    commitment
    moments.py   attacks and statistics just now        arrivals.py  cards that come and go
    asks.py      what the stage asks besides progress   objectives.py  claims, and the rescue of a prisoner
    engage.py    optional engagement for the sake of all
    programs.py  what an ability is worth, read from its program
    choices.py   windows, responses, targets, payment, travel, mulligan, order

Rules for every kind of decision are in `rate`; equal scores are decided by the agents' generator. The agent does not look
at cards that the players do not know, nor at the engine's generator. `rate` leaves the scores in `memory[0]["scores"]`,
an option a place: a search may order its options by them.
"""

import numpy as np

from lotrsim.agents.base import agent
from lotrsim.agents.heuristic.choices import (
    rate_abilities,
    rate_actions,
    rate_choices,
    rate_mulligan,
    rate_order,
    rate_payment,
    rate_responses,
    rate_travel,
)
from lotrsim.agents.heuristic.combat import (
    rate_attackers,
    rate_damage,
    rate_defenders,
    rate_engagement,
    rate_targets,
)
from lotrsim.agents.heuristic.commit import rate_commitment
from lotrsim.agents.heuristic.values import look_around
from lotrsim.ids import (
    D_ABILITY,
    D_ACTION,
    D_ATTACKERS,
    D_CHECK,
    D_COMMIT,
    D_DAMAGED_DEFENDER,
    D_DEFENDER,
    D_ENEMY_ATTACK,
    D_ENGAGE,
    D_MAY,
    D_MULLIGAN,
    D_PAY,
    D_RESPONSE,
    D_SENTINEL,
    D_STRIKE_TARGET,
    D_TARGET,
    D_TRAVEL,
    D_UNDEFENDED_HERO,
)
from lotrsim.kernel import G, M, T, i8, kernel, void
from lotrsim.rng import agent_below


@kernel(void, G, T, M, symbol=True)
def rate_program(g, t, m):
    """Score the options of the decisions that are answered by reading programs, and of the small ones."""
    decision = np.int64(g["decision"])
    if decision == D_ACTION:
        rate_actions(g, t, m)
    elif decision == D_RESPONSE:
        rate_responses(g, t, m)
    elif D_TARGET <= decision <= D_MAY:
        rate_choices(g, t, m)
    elif decision == D_PAY:
        rate_payment(g, t, m)
    elif decision == D_TRAVEL:
        rate_travel(g, t, m)
    elif decision == D_ABILITY:
        rate_abilities(g, t, m)
    elif decision == D_MULLIGAN:
        rate_mulligan(g, t, m)
    else:
        rate_order(g, t, m)


@kernel(void, G, T, M, symbol=True)
def rate(g, t, m):
    """Score every option of the pending decision, in `scores`."""
    look_around(g, m)
    decision = np.int64(g["decision"])
    if decision == D_COMMIT:
        rate_commitment(g, t, m)
    elif decision == D_DEFENDER or decision == D_SENTINEL:
        rate_defenders(g, t, m)
    elif decision == D_ATTACKERS:
        rate_attackers(g, t, m)
    elif decision == D_STRIKE_TARGET:
        rate_targets(g, t, m)
    elif decision == D_ENGAGE or decision == D_CHECK:
        rate_engagement(g, t, m)
    elif decision == D_ENEMY_ATTACK or decision == D_UNDEFENDED_HERO or decision == D_DAMAGED_DEFENDER:
        rate_damage(g, t, m)
    else:
        rate_program(g, t, m)


@kernel(i8, G, M)
def best_option(g, m):
    """Return the option with the highest score, one of several at random."""
    best = np.int64(0)
    ties = np.int64(1)
    for i in range(1, np.int64(g["n_legal"])):
        if m["scores"][i] > m["scores"][best]:
            best = np.int64(i)
            ties = 1
        elif m["scores"][i] == m["scores"][best]:
            ties += 1
            if agent_below(g, ties) == 0:
                best = np.int64(i)
    return np.int64(g["legal"][best])


@agent("heuristic")
def choose(games, i, tables, memory):
    """Expert rules: estimates the quest and the fight, and reads what cards do from their programs."""
    rate(games[i], tables[0], memory[0])
    return best_option(games[i], memory[0])
