"""Advice: what the table says, that it is the agent's own search, and what is refused in one line."""

import json

import numpy as np
import pytest
from commands import lotrsim as run_command
from commands import ok, refused

import lotrsim
from lotrsim.agents import base
from lotrsim.agents.search.advice import COLUMNS, advise
from lotrsim.checks import state_hash
from lotrsim.errors import BadValue
from lotrsim.kernel import DISABLED
from lotrsim.start import tables
from lotrsim.testing import do, position

MIRKWOOD = "passage-through-mirkwood"
N = 8 if DISABLED else 300
AGENTS = [f"mcts:{N}", f"flat-mc:{N}", f"mcts-random:{N}", f"mcts:{N // 2}@2"]


@pytest.fixture(scope="module")
def game():
    """A game at its fourth decision."""
    made = lotrsim.Game.new(MIRKWOOD, "core-leadership", seed=7)
    for _ in range(3):
        made.choose(made.options[-1])
    return made


@pytest.mark.parametrize("agent", AGENTS)
def test_the_table_is_the_agents_own_search(game, agent):
    before, shares = state_hash(game), []
    found = advise(game, agent, progress=shares.append)
    assert state_hash(game) == before and list(found) == COLUMNS
    assert sorted(found["action"]) == sorted(option.action for option in game.options)
    assert dict(zip(found["action"], found["option"], strict=True)) == {o.action: o.text for o in game.options}
    seat = base.get(agent).seat(0)
    chosen = base.answer(seat, game.copy().games, 0, tables(), base.own(base.get(agent).memory(), 0))
    assert found["action"][0] == chosen
    seen = found[found["visits"] > 0]
    assert N - len(found) <= found["visits"].sum() <= N
    assert (seen["ci_low"] <= seen["win_probability"]).all() and (seen["win_probability"] <= seen["ci_high"]).all()
    assert ((seen["ci_low"] >= 0) & (seen["ci_high"] <= 1)).all()
    assert shares == sorted(shares) and shares[-1] == 1.0
    if agent.startswith("mcts"):
        assert seen["visits"].tolist()[1:] == sorted(seen["visits"].tolist()[1:], reverse=True)


def test_workers_change_nothing(game):
    one, two = (advise(game, f"mcts:{N // 4}@3", workers=workers) for workers in (1, 3))
    assert one.equals(two)


def test_a_time_budget_is_kept(game):
    shares = []
    found = advise(game, "mcts:0.2s", progress=shares.append)
    assert found["visits"].sum() > 0 and shares[-1] == 1.0
    assert len(shares) == found["visits"].sum() // 64


def test_the_chances_tell_a_lethal_mistake_and_scores_are_of_wins():
    """The last hero falls unless an ally defends; nobody wins where he is dead."""
    made = position(MIRKWOOD, heroes=[["Éowyn"]], in_play=[["Guard of the Citadel"]], damage={"Éowyn": 2}, phase="attacks",
        engaged=[["Forest Spider"]], shadows={"Forest Spider": ["Enchanted Stream"]}, encounter_deck=["Forest Spider"] * 6,
    )  # fmt: skip
    found = advise(made, "mcts-random:60" if not DISABLED else "mcts:8").set_index("option")
    fatal = [option for option in found.index if "Guard" not in option]
    assert "Guard of the Citadel" in found.index[0] and len(fatal) == 2
    assert (found.loc[fatal, "win_probability"].dropna() == 0).all() and found.loc[fatal, "expected_score"].isna().all()


def test_the_line_of_play_is_told_up_to_where_a_card_is_revealed():
    """Nothing is known behind the staging step: the line that commits ends there; that of a travel goes on."""
    made = position(MIRKWOOD, heroes=[["Aragorn", "Théodred"]], phase="commit", encounter_deck=["Forest Spider"] * 6,
        hand=[["Guard of the Citadel"]], deck=[["Guard of the Citadel"] * 5],
    )  # fmt: skip
    found = advise(made, f"mcts:{N}").set_index("option")
    words = " ".join(found["line"])
    assert "attacks" not in words and "defends" not in words
    if not DISABLED:  # few simulations see no line
        assert any(found["line"])
    assert found["visits"].sum() == N


def test_of_two_players_he_is_advised_who_decides():
    made = lotrsim.Game.new(MIRKWOOD, "core-leadership+core-tactics", seed=2)
    assert advise(made, f"heuristic+mcts:{N}" if made.decision.player else f"mcts:{N}+heuristic")["visits"].sum() == N
    with pytest.raises(BadValue, match="heuristic"):
        advise(made, f"mcts:{N}+heuristic" if made.decision.player else f"heuristic+mcts:{N}")
    with pytest.raises(BadValue, match="3 agents for 2 players"):
        advise(made, "mcts:5+mcts:5+mcts:5")


@pytest.mark.parametrize("agent", ("heuristic", "random", "mix:planning=mcts:20"))
def test_only_who_searches_can_advise(game, agent):
    with pytest.raises(BadValue, match="needs an agent that searches, such as mcts:2000"):
        advise(game, agent)


def test_wrong_workers_are_refused(game):
    for workers in (0, -1, 1.5, "two", True):
        with pytest.raises(BadValue, match="workers must be a whole number from 1"):
            advise(game, "mcts:5", workers=workers)


def over():
    """A game that is lost."""
    made = position(MIRKWOOD, heroes=[["Éowyn"]], damage={"Éowyn": 2}, phase="attacks", engaged=[["Forest Spider"]],
        in_play=[["Guard of the Citadel"]], shadows={"Forest Spider": ["Enchanted Stream"]}, encounter_deck=["Forest Spider"] * 6,
    )  # fmt: skip
    return do(made, "Éowyn") or made


def test_a_game_that_is_over_has_nothing_to_decide(tmp_path):
    made = over()
    assert made.over
    with pytest.raises(BadValue, match="the game is over"):
        advise(made)
    made.save(tmp_path / "over.save")
    assert refused(2, "advise", tmp_path / "over.save") == "the game is over: there is nothing to decide"


# ---------------------------------------------------------------- the command


def test_the_command_prints_what_the_function_says(game, tmp_path):
    save = tmp_path / "game.save"
    game.save(save)
    expected = advise(game, f"mcts:{N}")
    rows = json.loads(ok("advise", save, "--agent", f"mcts:{N}", "--format", "json"))
    assert [row["action"] for row in rows] == expected["action"].tolist()
    assert [row["visits"] for row in rows] == expected["visits"].tolist()
    scores = [np.nan if row["expected_score"] is None else row["expected_score"] for row in rows]
    assert np.array_equal(expected["expected_score"], scores, equal_nan=True)
    table = ok("advise", save, "--agent", f"mcts:{N}")
    assert expected["option"][0] in table and "win probability" in table and "action" not in table.splitlines()[1]
    assert ok("advise", save, "--agent", f"mcts:{N}", "--format", "csv").startswith("option,action,win_probability")
    assert "prompt" not in table and "travel" in run_command("advise", save, "--agent", "mcts:5").stderr


def test_the_command_refuses_in_one_line(game, tmp_path):
    save = tmp_path / "game.save"
    game.save(save)
    assert "whole number" in refused(2, "advise", save, "--agent", "mcts:0")
    assert "agent that searches" in refused(2, "advise", save, "--agent", "heuristic")
    assert "does not exist" in refused(2, "advise", tmp_path / "none.save")
    save.write_bytes(b"rubbish")
    refused(1, "advise", save)


def test_who_plays_by_hand_can_ask(tmp_path):
    asked = ok("play", MIRKWOOD, "--deck", "core-leadership", "--seed", "3", "--advisor", f"mcts:{N}", input="a\nq\n")
    game = lotrsim.Game.new(MIRKWOOD, "core-leadership", seed=3)
    expected = advise(game, f"mcts:{N}")
    row = next(line for line in asked.splitlines() if expected["option"][0] in line and f" {expected['visits'][0]} " in line)
    assert row.split()[0] == str([option.action for option in game.options].index(expected["action"][0]) + 1)
    assert "agent that searches" in refused(2, "play", MIRKWOOD, "--deck", "core-leadership", "--advisor", "random")
    assert "2 agents for 1" in refused(2, "play", MIRKWOOD, "--deck", "core-leadership", "--advisor", "mcts:5+mcts:5")


def test_time_budgets_are_refused_where_games_must_repeat():
    lines = [
        refused(2, "run", "--scenario", MIRKWOOD, "--deck", "core-lore", "--agent", "mcts:2s", "--games", 2),
        refused(2, "run", "--scenario", MIRKWOOD, "--deck", "core-lore", "--agent", "mix:planning=mcts:1s", "--games", 2),
    ]
    assert all("time budget" in line for line in lines)
    from lotrsim.experiments import Experiment

    with pytest.raises(lotrsim.LotrsimError, match="time budget"):
        Experiment(MIRKWOOD, "core-lore", "mcts:2s")
    with pytest.raises(lotrsim.LotrsimError, match="time budget"):
        lotrsim.play(lotrsim.new_games(1, MIRKWOOD, "core-lore"), "mcts:2s")
