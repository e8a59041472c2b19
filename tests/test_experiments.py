"""Experiments: what is refused, the same rows however the work is cut, files, sums and comparisons."""

import dataclasses
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

from lotrsim.decks import Deck
from lotrsim.errors import BadValue
from lotrsim.experiments import BadExperiment, Experiment, ExperimentFailed, read, run, write
from lotrsim.experiments import runner as experiment_runner
from lotrsim.experiments.results import COLUMNS, check

MIRKWOOD = "passage-through-mirkwood"
ROOT = Path(__file__).resolve().parent.parent
PLAIN = os.environ.get("NUMBA_DISABLE_JIT") == "1"
FEW = 4 if PLAIN else 12

# A card file that brings an agent which kills its process, or fails, in one game of seed 0.
DEADLY = """
import os
from lotrsim.agents.base import register
from lotrsim.cards.spec import ally
from lotrsim.ids import LORE
from lotrsim.rng import AGENT_0, key_word

CARD = ally("Test Scout", sphere=LORE, cost=1, willpower=1, attack=0, defense=0, hit_points=1, set="Tests", number=9001)
DOOMED = key_word(0, 2, AGENT_0)


def dies(game):
    if game.state["agent_key"].ravel()[0] == DOOMED:
        os._exit(3)
    return game.options[0].action


def fails(game):
    if game.state["agent_key"].ravel()[0] == DOOMED:
        raise ZeroDivisionError("of the test")
    return game.options[0].action


register("dies", dies)
register("fails", fails)
"""


def small(**more):
    """A small experiment."""
    usual = {"scenarios": MIRKWOOD, "decks": ["core-leadership"], "agents": ["random"], "games": FEW}
    return Experiment(**usual | more)


# --- What an experiment is -------------------------------------------------------------------------------------------


def test_cells_are_all_combinations_and_nothing_twice():
    made = small(decks=["core-lore", "core-spirit+core-lore", "core-lore"], difficulties=["standard", "easy"])
    assert [cell.key[1:] for cell in made.cells] == [
        ("core-lore", "random", "standard"),
        ("core-lore", "random", "easy"),
        ("core-spirit+core-lore", "random", "standard"),
        ("core-spirit+core-lore", "random", "easy"),
    ]


def test_decks_may_be_objects_and_lists():
    mine = Deck("mine", "My deck", ("Aragorn",), (("Gandalf", 3),))
    made = small(decks=[mine, ["core-spirit", mine]])
    assert [cell.decks for cell in made.cells] == ["mine", "core-spirit+mine"]
    assert made.cells[0].team == (mine,)


def test_an_experiment_cannot_be_changed():
    with pytest.raises(dataclasses.FrozenInstanceError):
        small().games = 5


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"scenarios": "passage-thru"}, "unknown scenario 'passage-thru'; nearest: passage-through-mirkwood"),
        ({"scenarios": []}, "no scenarios"),
        ({"decks": "core-lor"}, "unknown deck 'core-lor'; nearest: core-lore"),
        ({"decks": [7]}, "a deck is named by its id"),
        ({"decks": "core-lore+core-lore"}, "the hero Beravor is in two decks of the table"),
        ({"decks": "+".join(["core-lore"] * 5)}, "5 decks, at most 4 players"),
        ({"agents": "randm"}, "unknown agent 'randm'; nearest: random"),
        ({"agents": "random+random+random"}, "3 agents (random+random+random) for 1 players (core-leadership)"),
        ({"agents": [None]}, "an agent is named by its id"),
        ({"difficulties": "hard"}, "unknown difficulty 'hard'; nearest: standard"),
        ({"games": 0}, "games must be at least 1, not 0"),
        ({"games": -5}, "games must be at least 1, not -5"),
        ({"games": 2.5}, "games must be a whole number, not '2.5'"),
        ({"games": True}, "games must be a whole number"),
        ({"seed": -1}, "seed must be at least 0, not -1"),
        ({"seed": 2**63}, "seed must be at most 9223372036854775807"),
        ({"seed": "x"}, "seed must be a whole number, not 'x'"),
    ],
)  # fmt: skip
def test_what_is_refused(wrong, message):
    with pytest.raises(BadExperiment) as refusal:
        small(**wrong)
    assert message in str(refusal.value)


def test_one_error_lists_everything():
    with pytest.raises(BadExperiment) as refusal:
        Experiment("a", ["b", "core-lore+core-lore"], "c", games=0, seed=-1, difficulties="d")
    text = str(refusal.value)
    for word in ("games", "seed", "scenario 'a'", "deck 'b'", "Denethor", "agent 'c'", "difficulty 'd'"):
        assert word in text
    assert "\n" not in text


@pytest.mark.parametrize("workers", [0, -2, True, 1.5, "2"])
def test_workers(workers):
    with pytest.raises(BadValue, match="workers"):
        run(small(), workers=workers, progress=False)


# --- Playing ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def played():
    """One experiment, played in this process."""
    return run(small(decks=["core-leadership", "core-spirit+core-lore"]), workers=1, progress=False)


def test_rows(played):
    assert list(played.columns) == list(COLUMNS)
    check(played)
    assert len(played) == 2 * FEW
    assert played["game"].tolist() == list(range(FEW)) * 2
    assert played["decks"].tolist() == ["core-leadership"] * FEW + ["core-spirit+core-lore"] * FEW
    assert (played["decisions"] > 0).all() and (played["fault"] == "").all()
    lost = played[~played["won"]]
    assert lost["score"].isna().all() and (lost["reason"] != "won").all()
    assert [entry["decks"] for entry in played.attrs["seconds"]] == ["core-leadership", "core-spirit+core-lore"]
    assert all(entry["seconds"] > 0 for entry in played.attrs["seconds"]) and not played.attrs["lost"]


def test_rows_are_the_same_after_writing(played, tmp_path):
    pd.testing.assert_frame_equal(read(write(played, tmp_path / "r.parquet")), played)


@pytest.mark.parametrize("size", [1, 3])
def test_the_same_rows_for_any_cutting(played, monkeypatch, size):
    monkeypatch.setattr(experiment_runner, "CHUNK", size)
    again = run(small(decks=["core-leadership", "core-spirit+core-lore"]), workers=1, progress=False)
    pd.testing.assert_frame_equal(again, played)


def test_the_same_rows_for_any_number_of_workers(played, processes_find_lotrsim):
    again = run(small(decks=["core-leadership", "core-spirit+core-lore"]), workers=2, progress=False)
    pd.testing.assert_frame_equal(again, played)


def test_a_part_of_an_experiment_has_the_same_games(played):
    again = run(small(games=2), workers=1, progress=False)
    pd.testing.assert_frame_equal(again, played.head(2))


def test_progress_goes_to_stderr(capsys):
    run(small(games=2), workers=1, progress=True)
    out, err = capsys.readouterr()
    assert out == "" and "2/2" in err


@pytest.mark.parametrize(("n_cold", "progress", "said"), [(99, True, True), (99, False, False), (3, True, False)])
def test_a_cold_cache_is_compiled_with_a_message(n_cold, progress, said, monkeypatch, capsys):
    from lotrsim import kernel, warmup

    compiled = []
    monkeypatch.setattr(kernel, "DISABLED", False)
    monkeypatch.setattr(kernel, "cold", lambda: ["kernel"] * n_cold)
    monkeypatch.setattr(warmup, "compile_engine", lambda progress: compiled.append(progress))
    experiment_runner.compile_engine(progress)
    assert compiled == ([progress] if n_cold > 8 else [])
    assert ("compiling the engine" in capsys.readouterr().err) == said


def test_searching_agents_get_smaller_chunks():
    assert [experiment_runner.simulations(each) for each in ("random", "mcts:200+heuristic", "a:x")] == [0, 200, 0]
    ids = "mcts:200@3", "mix:planning=mcts:50,defence=flat-mc:7,attack=random", "mix:rest=mcts:5@2+mcts:10"
    assert [experiment_runner.simulations(each) for each in ids] == [600, 57, 20]
    chunks = experiment_runner.cut(small(games=10_000), workers=2)
    assert {chunk.games for chunk in chunks} == {1000}
    assert sum(chunk.games for chunk in experiment_runner.cut(small(games=13), workers=2)) == 13


def test_a_chunk_that_fails_costs_its_own_games_only(monkeypatch, capsys):
    play = experiment_runner._play

    def broken(cell, games, seed, first, progress=None):
        if first == 2 and games > 0:
            raise ZeroDivisionError("of the test")
        return play(cell, games, seed, first, progress)

    monkeypatch.setattr(experiment_runner, "CHUNK", 2)
    monkeypatch.setattr(experiment_runner, "_play", broken)
    df = run(small(games=4, seed=3), workers=1, progress=False)
    assert df["game"].tolist() == [0, 1]
    [lost] = df.attrs["lost"]
    assert lost == f"{MIRKWOOD} x core-leadership x random x standard, seed 3, games 2 to 3"
    assert f"lost: {lost}: ZeroDivisionError: of the test" in capsys.readouterr().err


def test_an_experiment_without_a_game_fails(monkeypatch):
    monkeypatch.setattr(experiment_runner, "_make_ready", lambda cell: 1 / 0)
    with pytest.raises(ExperimentFailed, match="seed 0, games 0 to .*ZeroDivisionError"):
        run(small(), workers=1, progress=False)


@pytest.fixture
def deadly(tmp_path):
    """A loaded card file with agents that break; it is forgotten after the test."""
    from joblib.externals.loky import get_reusable_executor

    from lotrsim import loading
    from lotrsim.agents import base
    from lotrsim.cards import registry

    file = tmp_path / "deadly.py"
    file.write_text(DEADLY)
    before = list(loading._files)
    yield file
    get_reusable_executor().shutdown()  # its processes have the file loaded, and the next test may ask them
    loading._files[:] = before
    for card in [card for card in registry.all_cards() if card.number == 9001]:
        registry.unregister(card)
    for name in ("dies", "fails"):
        base._entries.pop(name, None)


@pytest.mark.parametrize("agent", ["dies", "fails"])
def test_workers_load_the_card_files_and_their_crashes_cost_one_chunk(deadly, agent, monkeypatch, processes_find_lotrsim, capsys):
    monkeypatch.setattr(experiment_runner, "CHUNK", 1)
    df = run(small(agents=agent, games=5, card_files=[deadly]), workers=2, progress=False)
    assert df["game"].tolist() == [0, 1, 3, 4]
    assert df.attrs["lost"] == [f"{MIRKWOOD} x core-leadership x {agent} x standard, seed 0, games 2 to 2"]
    assert df["cards_hash"].str.len().eq(64).all()
    assert "games 2 to 2: " in capsys.readouterr().err


def test_a_card_file_that_changed_is_no_longer_the_same_experiment(deadly):
    made = small(agents="fails", card_files=[deadly])
    [chunk, *_] = experiment_runner.cut(made, 1)
    bad = experiment_runner.play_chunk(dataclasses.replace(chunk, cards_hash="other"))
    assert "card files are not the ones" in bad.error


def test_seconds_are_the_time_in_which_somebody_played():
    cell, other = small(decks=["core-lore", "core-spirit"]).cells
    times = [(cell, 0.0, 2.0), (cell, 1.0, 3.0), (cell, 5.0, 6.0), (other, 2.5, 3.0)]
    good = [
        (experiment_runner.Chunk(k, each, 0, 0, 1, (), ""), experiment_runner.Played(k, None, start, end))
        for k, (each, start, end) in enumerate(times)
    ]
    assert dict(experiment_runner._seconds(good)) == {cell: 4.0, other: 0.5}


# --- The package ---------------------------------------------------------------------------------------------------


def test_importing_is_cheap(processes_find_lotrsim):
    code = "import sys, lotrsim.experiments; print([m for m in ('numba', 'pandas', 'joblib') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_public_name_is_there():
    import lotrsim.experiments

    for name in lotrsim.experiments.__all__:
        assert getattr(lotrsim.experiments, name)
    assert importlib.util.find_spec("lotrsim.experiments.plots")
    with pytest.raises(AttributeError):
        lotrsim.experiments.nothing  # noqa: B018


@pytest.mark.parametrize("path", [True, None, 7, ("a", "b"), "a\0b", "a\nb", "\ud800"])
def test_a_card_file_that_is_no_path_is_refused_in_one_line(path):
    """Found by fuzzing: whatever stands where the path of a card file belongs."""
    with pytest.raises(BadValue, match="a card file is named by its path") as error:
        small(card_files=[path])
    assert len(str(error.value).splitlines()) == 1
