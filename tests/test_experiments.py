"""Experiments: what is refused, the same rows however the work is cut, files, sums and comparisons."""

import dataclasses
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binomtest

from lotrsim.decks import Deck
from lotrsim.errors import BadFile, BadValue, OutputExists, UnknownName
from lotrsim.experiments import BadExperiment, Experiment, ExperimentFailed, compare, read, run, summarise, write
from lotrsim.experiments import runner as experiment_runner
from lotrsim.experiments.results import COLUMNS, SUMMARY, CannotWrite, check

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


@pytest.fixture
def processes_find_lotrsim(monkeypatch, tmp_path):
    """In a bare checkout, the processes that an experiment starts need what conftest.py does for this one."""
    found = subprocess.run([sys.executable, "-c", "import lotrsim.experiments"], capture_output=True, cwd=tmp_path)
    if found.returncode:
        (tmp_path / "site").mkdir()
        text = f"import lotrsim\nlotrsim.__path__.append({str(ROOT)!r})\n"
        (tmp_path / "site" / "sitecustomize.py").write_text(text)
        monkeypatch.setenv("PYTHONPATH", f"{ROOT}{os.pathsep}{tmp_path / 'site'}")


def small(**more):
    """A small experiment."""
    usual = {"scenarios": MIRKWOOD, "decks": ["core-leadership"], "agents": ["random"], "games": FEW}
    return Experiment(**usual | more)


def rows(n=4, **columns):
    """Results made by hand: n lost games, except what is said otherwise."""
    values = dict.fromkeys(COLUMNS, 0) | {
        **{"scenario": MIRKWOOD, "decks": "core-lore", "difficulty": "standard", "agent": "random", "fault": ""},
        **{"reason": "all players eliminated", "cards_hash": "", "game": np.arange(n), "won": [False] * n},
        **{"rules_version": 1, "decisions": 10},
    }
    frame = pd.DataFrame(values | columns)
    frame["won"] = frame["won"].astype(bool)
    score = columns.get("score", np.where(frame["won"], 100, 0))
    frame["score"] = pd.array(score, dtype="Int64")
    if "score" not in columns:
        frame.loc[~frame["won"], "score"] = pd.NA
    return frame


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


def test_searching_agents_get_smaller_chunks():
    assert [experiment_runner.simulations(each) for each in ("random", "mcts:200+heuristic", "a:x")] == [0, 200, 0]
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
    from lotrsim import loading
    from lotrsim.agents import base
    from lotrsim.cards import registry

    file = tmp_path / "deadly.py"
    file.write_text(DEADLY)
    before = list(loading._files)
    yield file
    loading._files[:] = before
    for card in [card for card in registry.all_cards() if card.number == 9001]:
        registry.unregister(card)
    for name in ("dies", "fails"):
        base._entries.pop(name, None)


@pytest.mark.parametrize("agent", ["dies", "fails"])
def test_workers_load_the_card_files_and_their_crashes_cost_one_chunk(
    deadly, agent, monkeypatch, processes_find_lotrsim, capsys
):
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


# --- Files -----------------------------------------------------------------------------------------------------------


def test_written_and_read_again(played, tmp_path):
    path = write(played, tmp_path / "r.parquet")
    pd.testing.assert_frame_equal(read(path), played)
    assert read(path).attrs == {}
    slow = played.copy()
    slow.attrs = {"seconds": [], "lost": []}
    assert write(slow, tmp_path / "again.parquet").read_bytes() == path.read_bytes()
    assert sorted(os.listdir(tmp_path)) == ["again.parquet", "r.parquet"]


def test_nothing_is_overwritten_without_force(tmp_path):
    path = tmp_path / "r.parquet"
    path.write_text("mine")
    with pytest.raises(OutputExists):
        write(rows(), path)
    assert path.read_text() == "mine"
    write(rows(), path, force=True)
    assert len(read(path)) == 4


@pytest.mark.parametrize("where", ["no/such/folder/r.parquet", "."])
def test_where_nothing_can_be_written(tmp_path, where):
    with pytest.raises(CannotWrite, match="cannot write"):
        write(rows(), tmp_path / where, force=True)
    assert os.listdir(tmp_path) == []


def test_a_failed_write_leaves_nothing(tmp_path, monkeypatch):
    def full(*args, **more):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(pd.DataFrame, "to_parquet", full)
    with pytest.raises(CannotWrite, match="No space left"):
        write(rows(), tmp_path / "r.parquet")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("text", [b"", b"not Parquet at all", b"PAR1 and then nonsense PAR1"])
def test_foreign_files_are_refused(tmp_path, text):
    path = tmp_path / "r.parquet"
    path.write_bytes(text)
    with pytest.raises(BadFile, match="r.parquet: not a readable Parquet file"):
        read(path)
    with pytest.raises(BadFile, match="no such file"):
        read(tmp_path / "nothing.parquet")


def test_a_damaged_file_is_refused(tmp_path):
    path = write(rows(200, game=np.random.default_rng(0).permutation(200)), tmp_path / "r.parquet")
    text = bytearray(path.read_bytes())
    path.write_bytes(text[: len(text) // 2])
    with pytest.raises(BadFile):
        read(path)


@pytest.mark.parametrize(
    ("columns", "place"),
    [
        ({"seed": 0.5}, "column seed"),
        ({"won": [1, 2, 3, 4]}, "row 0: a won game has a score"),
        ({"rounds": [1, 2, -3, 4]}, "row 2: rounds is negative"),
        ({"won": [False, True, False, False], "score": [None] * 4}, "row 1: a won game has a score"),
        ({"won": [False, True, False, False], "fault": ["", "MAX_SETS", "", ""]}, "row 1: a game stopped by a fault"),
        ({"game": [0, 1, 2, 1]}, "row 3: the same game as in an earlier row"),
        ({"agent": ["random", None, "random", "random"]}, "row 1: agent is missing"),
    ],
)  # fmt: skip
def test_wrong_results_are_refused_with_the_place(tmp_path, columns, place):
    frame = rows(**({"score": [None] * 4} | columns if columns.get("won") == [1, 2, 3, 4] else columns))
    with pytest.raises(BadFile, match=place):
        read(write(frame, tmp_path / "r.parquet"))


def test_a_missing_column_is_named(tmp_path):
    with pytest.raises(BadFile, match="columns: reason, fault missing"):
        read(write(rows().drop(columns=["reason", "fault"]), tmp_path / "r.parquet"))


# --- Sums and comparisons --------------------------------------------------------------------------------------------


def test_summary():
    won = [True, True, False, False, False]
    faults = ["", "", "", "", "MAX_LASTING"]
    df = rows(5, won=won, fault=faults, rounds=[4, 6, 2, 8, 99])
    df.loc[1, "score"] = 120
    cell = {"scenario": MIRKWOOD, "decks": "core-lore", "agent": "random", "difficulty": "standard"}
    df.attrs["seconds"] = [cell | {"seconds": 0.5}]
    [row] = summarise(df).to_dict("records")
    assert tuple(row) == SUMMARY
    assert (row["games"], row["wins"], row["faults"], row["win_rate"]) == (5, 2, 1, 0.5)
    assert (row["mean_score"], row["mean_rounds"], row["decisions"]) == (110.0, 5.0, 50)
    assert (row["seconds"], row["games_per_second"]) == (0.5, 10.0)
    wilson = binomtest(2, 4).proportion_ci(method="wilson")
    assert (row["ci_low"], row["ci_high"]) == pytest.approx((wilson.low, wilson.high))


def test_summary_without_a_win_or_a_sound_game():
    [row] = summarise(rows(3)).to_dict("records")
    assert row["win_rate"] == 0 and np.isnan(row["mean_score"]) and np.isnan(row["seconds"])
    [row] = summarise(rows(2, fault="MAX_SETS")).to_dict("records")
    assert row["faults"] == 2 and np.isnan(row["win_rate"]) and np.isnan(row["ci_low"])
    assert len(summarise(rows(0, won=[]))) == 0


def test_comparison_is_paired_and_exact():
    a = rows(8, agent="heuristic", won=[1, 1, 1, 1, 1, 1, 0, 0])
    b = rows(8, agent="random", won=[1, 0, 0, 0, 0, 0, 1, 0])
    found = compare(pd.concat([a, b], ignore_index=True), "heuristic", "random")
    assert (found["games"], found["wins_a"], found["wins_b"], found["only_a"], found["only_b"]) == (8, 6, 2, 5, 1)
    assert found["difference"] == 0.5 and found["ci_low"] < 0.5 < found["ci_high"]
    assert found["p_value"] == pytest.approx(binomtest(1, 6).pvalue)


def test_comparison_leaves_out_faults_and_what_one_side_did_not_play():
    a = rows(5, decks="core-spirit", won=[1] * 5)
    b = rows(3, fault=["MAX_SETS", "", ""])
    found = compare(pd.concat([a, b], ignore_index=True), "core-spirit", "core-lore", by="decks")
    assert (found["games"], found["wins_a"], found["wins_b"], found["difference"]) == (2, 2, 0, 1.0)
    assert (found["ci_low"], found["ci_high"]) == (1.0, 1.0)
    same = compare(pd.concat([b, b.assign(agent="other")], ignore_index=True), "random", "other")
    assert same["p_value"] == 1.0


def test_what_cannot_be_compared():
    df = pd.concat([rows(), rows(agent="other", seed=1)], ignore_index=True)
    with pytest.raises(UnknownName, match="unknown agent 'randm'; nearest: random"):
        compare(df, "randm", "other")
    with pytest.raises(UnknownName, match="unknown column"):
        compare(df, "random", "other", by="colour")
    with pytest.raises(BadValue, match="no game in common"):
        compare(df, "random", "other")
    with pytest.raises(BadValue, match="itself"):
        compare(df, "random", "random")


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
