"""Hypothesis makes decks and positions of any cards of the Core Set and plays them by any choices.

At every step the invariants hold (lotrsim.checks), and at every decision the compiled engine and the reference engine agree.
LOTRSIM_FUZZ_EXAMPLES is how many positions and games are made: few by default; 20000 and more by command.
"""

import os
from contextlib import suppress

import numpy as np
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from lotrsim import scenarios
from lotrsim.checks import error_names
from lotrsim.errors import BadValue
from lotrsim.ids import DIFFICULTIES, FAULTED
from lotrsim.kernel import DISABLED
from lotrsim.rules.flow import choose
from tests.comparison import kernels
from tests.comparison.engine import Compiled
from tests.comparison.play import Pair
from tests.comparison.positions import laid_out
from tests.comparison.reference import Reference
from tests.comparison.setups import Setup
from tests.comparison.strategies import positions, teams

EXAMPLES = int(os.environ.get("LOTRSIM_FUZZ_EXAMPLES", 4 if DISABLED else 120))
LONG = "LOTRSIM_FUZZ_EXAMPLES" in os.environ
MOST_CHOICES = 12 if DISABLED else 60
FUZZ = settings(
    max_examples=EXAMPLES, deadline=None, derandomize=not LONG, database=None, print_blob=LONG,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
)  # fmt: skip
any_choices = st.lists(st.integers(0, 200), min_size=MOST_CHOICES // 4, max_size=MOST_CHOICES)


class Watched(Compiled):
    """The compiled engine with the invariants looked at after every step."""

    def choose(self, action):
        choose(self.games, 0, action)
        self.look()

    def look(self):
        """Run on under watch."""
        broken = np.zeros(1, np.int64)
        kernels.watch_on(self.games, 0, self.tables, broken)
        assert broken[0] == 0, error_names(int(broken[0]))
        assert self.games[0]["outcome"] != FAULTED or self.games[0]["fault"] > 0

    @classmethod
    def at(cls, table):
        game = cls(table.games.copy())
        game.look()
        return game


def play(pair, choices):
    """Play by choices: each is a place among the legal actions, counted round."""
    for choice in choices:
        if not pair.goes_on:
            break
        legal = pair.engines[0].legal
        pair.choose(legal[choice % len(legal)])
    assert pair.played.difference is None, f"{pair.played.difference}; actions {pair.played.actions}"


@FUZZ
@given(positions(), any_choices)
def test_both_engines_agree_in_any_position(position, choices):
    scenario, described = position
    note(f"laid_out({scenario!r}, {described!r})")
    table = None
    with suppress(BadValue):  # of what no strategy knows; seldom, see below
        table = laid_out(scenario, described)
    if table:
        play(Pair([lambda: Watched.at(table), lambda: Reference.at(table)]), choices)


@FUZZ
@given(teams(), st.sampled_from(scenarios.ids()), st.sampled_from(DIFFICULTIES), st.integers(0, 2**63 - 1), any_choices)
def test_both_engines_agree_with_any_decks(team, scenario, difficulty, seed, choices):
    setup = Setup(scenario, team, difficulty, seed)
    play(Pair([lambda: Watched.new(setup), lambda: Reference.new(setup)]), choices)


def test_most_positions_are_legal():
    """What is made is seldom refused, else little is tested; and it reaches every phase and scenario."""
    made, refused = [], 0

    @settings(FUZZ, max_examples=20 if DISABLED else 100)
    @given(positions())
    def lay(position):
        nonlocal refused
        try:
            laid_out(*position)
            made.append(position)
        except BadValue:
            refused += 1

    lay()
    assert refused <= len(made) / 20
    assert {scenario for scenario, _ in made} == set(scenarios.ids())
    assert len({described["phase"] for _, described in made}) > (5 if DISABLED else 10)
