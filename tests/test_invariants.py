"""No invariant breaks in random games: one to four players, every team of starter decks, every difficulty.

A quarter of the games is played evenly at random; the others pass less, or are treated with mercy (by no rule) to reach the
later stages. Each step is checked. A failure names what reproduces it.
LOTRSIM_INVARIANT_GAMES sets how many games the slow test plays.
"""

import os
from itertools import combinations, permutations

import numpy as np
import pytest
from kernels import first_errors

from lotrsim import decks, ids, scenarios
from lotrsim.checks import error_names
from lotrsim.kernel import DISABLED
from lotrsim.start import tables, template

SCENARIOS = scenarios.ids()
NAMES = [deck.id for deck in decks.STARTER_DECKS]
TEAMS = ["+".join(team) for n in range(1, 5) for team in combinations(NAMES, n)]
SHORT = ["core-leadership", "core-spirit+core-tactics"]
STEPS = 250 if DISABLED else 10**6  # of a game
GAMES = int(os.environ.get("LOTRSIM_INVARIANT_GAMES", 20_000))


def watch(scenario, team, difficulty, seed, first, last):
    """Play games and fail at the first that breaks an invariant; return how many states were checked."""
    games = np.repeat(template(scenarios.get(scenario), decks.team(team), difficulty), 2)
    report = np.zeros(3, np.int64)
    checked = first_errors(games, tables(), seed, first, last, STEPS, report)
    g = games[1]
    if report[0]:
        pytest.fail(
            f"{', '.join(error_names(int(report[0])))}: {scenario}, {team}, {difficulty}, seed {seed}, game "
            f"{report[1]}, step {report[2]}, decision {g['n_decisions']}, phase {g['phase']}"
        )
    assert g["outcome"] != ids.FAULTED
    return checked


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("team", SHORT if DISABLED else TEAMS)
def test_random_games_of_every_team(team, scenario):
    for k, difficulty in enumerate(("easy",) if DISABLED else ids.DIFFICULTIES):
        assert watch(scenario, team, difficulty, 3 + k, 0, 1 if DISABLED else 4) > 100


@pytest.mark.slow
@pytest.mark.skipif(DISABLED, reason="thousands of games need compiled code")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("n_players", [1, 2, 3, 4])
def test_thousands_of_random_games(n_players, scenario):
    """Decks in every order of seats; half of the games have one player, since they are the shortest."""
    share = {1: 0.5, 2: 0.3, 3: 0.12, 4: 0.08}[n_players]
    teams = ["+".join(team) for team in permutations(NAMES, n_players)]
    each = -(-int(GAMES * share) // (len(teams) * len(SCENARIOS)))
    for k, team in enumerate(teams):
        watch(scenario, team, ids.DIFFICULTIES[k % 3], 11, 0, each)
