"""The search's unit: what speaks for an option besides its mean weighs as much as the rewards of this search differ."""

import numpy as np
import pytest

from lotrsim.agents import base, runner
from lotrsim.agents.search import flat, layout, parts, tree
from lotrsim.kernel import DISABLED
from lotrsim.start import tables

N = 12 if DISABLED else 100  # simulations
RARE = [0.02, 0.0, 0.01, 0.03, 0.0, 0.0, 0.02, 0.0, 0.01, 0.01]


def record_of(rewards):
    """A search's record that has seen these rewards."""
    s = np.zeros(1, layout.SEARCH)
    parts.forget_rewards(s[0])
    for reward in rewards:
        parts.note_reward(s[0], reward)
    return s[0]


def test_the_unit_is_the_standard_deviation_of_the_rewards():
    assert parts.spread(record_of(RARE)) == pytest.approx(np.std(RARE) / parts.USUAL_SPREAD)
    assert parts.spread(record_of([100 * reward for reward in RARE])) == pytest.approx(100 * parts.spread(record_of(RARE)))


@pytest.mark.parametrize("rewards", ([], RARE[: parts.FEW_REWARDS - 1]), ids=("none", "too few"))
def test_few_rewards_say_nothing_of_how_they_differ(rewards):
    assert parts.spread(record_of(rewards)) == 1.0


@pytest.mark.parametrize("reward", (0.0, 1.0, 0.1))
def test_rewards_that_are_all_the_same_leave_a_unit_above_zero(reward):
    assert 0.0 < parts.spread(record_of([reward] * 50)) <= 1e-6


def two_options(scale):
    """A memory whose tree has two options: the second has the better mean by far in the rewards' own unit, the heuristic likes
    the first; all rewards times a scale."""
    memory = base.own(base.get("mcts:10").memory(), 0)
    s, nodes = layout.search_of(memory)[0], layout.nodes_of(memory)
    parts.forget_rewards(s)
    for k, (mean, prior) in enumerate(((0.2, 0.7), (0.6, 0.3))):
        tree.clear_node(nodes, 1 + k, tree.ROOT, k, prior)
        nodes[1 + k]["visits"] = nodes[1 + k]["available"] = 200
        nodes[1 + k]["total"] = 200 * mean * scale
        s["children"][k] = 1 + k
        for j in range(200):
            parts.note_reward(s, scale * (mean + (0.3 if j % 2 else -0.3)))
    nodes[tree.ROOT]["visits"], nodes[tree.ROOT]["total"] = 400, 400 * 0.4 * scale
    return memory


SCALES = (1.0, 0.1, 0.01, 1e-4)


@pytest.mark.parametrize("scale", SCALES)
def test_where_wins_are_rare_a_better_option_is_asked_for_all_the_same(scale):
    memory, games = two_options(scale), runner.new_games(1, "passage-through-mirkwood", "core-leadership", 1)
    games[0]["n_legal"] = 2
    assert tree.select(games[0], memory[0], layout.search_of(memory)[0], layout.nodes_of(memory), tree.ROOT) == 1


@pytest.mark.parametrize("scale", SCALES)
def test_in_a_fixed_unit_the_heuristic_would_drown_it_there(scale):
    memory = two_options(scale)
    first, second = (parts.promise(memory[0], layout.nodes_of(memory), 1 + k, 0.5, 1.0) for k in range(2))
    assert (second > first) == (scale == 1.0)


@pytest.mark.parametrize("agent", (f"mcts:{N}", f"flat-mc:{N}", f"mcts:{N}@2"))
def test_every_search_begins_to_look_at_rewards_anew(agent):
    games = runner.new_games(1, "passage-through-mirkwood", "core-leadership", 1)
    memory = base.own(base.get(agent).memory(), 0)
    s = layout.search_of(memory)[0]
    for _ in range(2):
        search = flat.search_flat if agent.startswith("flat") else tree.search_tree
        memory[0]["new_game"] = 1
        search(games, 0, tables(), memory)
        assert 0 < s["rewards"] <= N
        assert 0.0 <= s["reward_squares"] <= s["reward_sum"] <= s["rewards"]
