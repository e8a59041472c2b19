"""No invariant breaks in random games: every scenario, one to four players, mixed decks and seats, every difficulty.

A quarter of the games is played evenly at random; the others pass less, or are treated with mercy (by no rule) to reach the
later stages. Each step is checked. A failure names what reproduces it.
LOTRSIM_INVARIANT_GAMES sets how many games the slow test plays.
"""

import os
import random
from itertools import combinations

import numpy as np
import pytest
from kernels import FAULT, first_errors

from lotrsim import decks, ids, scenarios
from lotrsim.checks import error_names
from lotrsim.errors import BadDeck
from lotrsim.kernel import DISABLED
from lotrsim.result import FAULTS
from lotrsim.start import tables, template

SCENARIOS = scenarios.ids()
NAMES = [deck.id for deck in decks.STARTER_DECKS]
TEAMS = ["+".join(team) for n in range(1, 5) for team in combinations(NAMES, n)]
SHORT = ["core-leadership", "core-spirit+core-tactics"]
STEPS = 250 if DISABLED else 10**6  # of a game
GAMES = int(os.environ.get("LOTRSIM_INVARIANT_GAMES", 20_000))
SHARES = {1: 0.6, 2: 0.3, 3: 0.07, 4: 0.03}  # of the games by players: those of one are the shortest


def watch(scenario, team, difficulty, seed, first, last):
    """Play games and fail at the first that breaks an invariant; return how many states were checked and reached the limit."""
    games = np.repeat(template(scenarios.get(scenario), decks.team(team), difficulty), 2)
    report = np.zeros(4, np.int64)
    checked = first_errors(games, tables(), seed, first, last, STEPS, report)
    g = games[1]
    if report[0]:
        what = FAULTS[int(g["fault"])] if report[0] == FAULT else ", ".join(error_names(int(report[0])))
        pytest.fail(
            f"{what}: {scenario}, {team}, {difficulty}, seed {seed}, game {report[1]}, step {report[2]}, "
            f"decision {g['n_decisions']}, phase {g['phase']}"
        )
    return checked, int(report[3])


def mixed_team(n_players, draw):
    """Decks drawn from all that are built in, seats included, as the rules allow them at one table."""
    while True:
        team = "+".join(draw.sample(decks.ids(), n_players))
        try:
            decks.team(team)
        except BadDeck:  # a hero twice at the table
            continue
        return team


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("team", SHORT if DISABLED else TEAMS)
def test_random_games_of_every_team(team, scenario):
    for k, difficulty in enumerate(("easy",) if DISABLED else ids.DIFFICULTIES):
        assert watch(scenario, team, difficulty, 3 + k, 0, 1 if DISABLED else 4)[0] > 100


@pytest.mark.slow
@pytest.mark.skipif(DISABLED, reason="thousands of games need compiled code")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("n_players", [1, 2, 3, 4])
def test_thousands_of_random_games(n_players, scenario):
    """Forty teams drawn from all decks; a random player is dead long before the round limit."""
    draw, n_teams, limit = random.Random(n_players), 40, 0
    each = -(-int(GAMES * SHARES[n_players]) // (n_teams * len(SCENARIOS)))
    for k in range(n_teams):
        limit += watch(scenario, mixed_team(n_players, draw), ids.DIFFICULTIES[k % 3], 11, 0, each)[1]
    assert limit == 0, f"{limit} games came to the round limit: read them"
