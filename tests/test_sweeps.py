"""Sweeps: the same files after any interruption and any growth, the stopping rule, and what is refused, not mixed."""

import json
import os
import shutil

import pandas as pd
import pytest
from commands import ok, refused
from filelock import FileLock
from sweeps import MIRKWOOD, Stopped, content, play, small, stopped_at

import lotrsim
from lotrsim import loading
from lotrsim.decks import Deck
from lotrsim.errors import BadFile, BadValue, UnknownName
from lotrsim.experiments import ExperimentFailed, OtherSweep, read, read_traces, run, run_sweep, sweeping
from lotrsim.experiments import folder as folders
from lotrsim.experiments import runner as experiment_runner
from lotrsim.experiments.results import CannotWrite

MINE = Deck("mine", "Mine", ("Aragorn", "Théodred", "Glóin"), (("Gandalf", 3), ("Sneak Attack", 3), ("Snowbourn Scout", 3)))


@pytest.fixture(autouse=True)
def small_files(monkeypatch):
    """Three games a file."""
    monkeypatch.setattr(folders, "CHUNK", 3)
    monkeypatch.setattr(folders, "LEAST", 1)


@pytest.fixture(scope="module")
def seven(tmp_path_factory):
    """A finished sweep of seven games a cell."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(folders, "CHUNK", 3)
        patch.setattr(folders, "LEAST", 1)
        folder = tmp_path_factory.mktemp("sweep") / "seven"
        play(small(trace=True), folder)
    return folder


@pytest.fixture
def copy(seven, tmp_path):
    """A copy of it."""
    return shutil.copytree(seven, tmp_path / "copy")


# --- The folder ------------------------------------------------------------------------------------------------------


def test_a_folder_holds_the_rows_of_the_experiment(seven):
    df = run(small().experiment, workers=1, progress=False)
    df.attrs = {}
    pd.testing.assert_frame_equal(read(seven), df)
    traced = run(small().experiment, workers=1, progress=False, trace=True)
    pd.testing.assert_frame_equal(read_traces(seven), traced.traces)


def test_files_and_the_manifest(seven):
    cells = sorted(path.name for path in (seven / "games").iterdir())
    files = {f"{table}/{cell}/00000{k}.parquet" for table in ("games", "traces") for cell in cells for k in range(3)}
    assert set(content(seven)) == files | {"manifest.json", ".lock"}
    manifest = json.loads((seven / "manifest.json").read_text())
    assert manifest["rules_version"] == lotrsim.RULES_VERSION and manifest["lotrsim"] == lotrsim.__version__
    assert manifest["sweep"]["decks"] == ["core-leadership", "core-spirit+core-lore"] and manifest["sweep"]["games"] == 7
    assert sorted(cell["folder"] for cell in manifest["cells"]) == cells
    assert str(seven) not in (seven / "manifest.json").read_text()


def test_a_file_of_games_is_read_alone_as_well(seven):
    [file, *_] = sorted((seven / "games").rglob("*.parquet"))
    assert len(read(file)) == 3


def test_the_same_bytes_for_any_number_of_workers(seven, tmp_path):
    play(small(trace=True), tmp_path / "two", workers=2, backend="loky")
    assert content(tmp_path / "two") == content(seven)


def test_a_searching_agent_gets_smaller_files(monkeypatch):
    monkeypatch.undo()
    assert [folders.chunk_size(each) for each in ("random", "mcts:200", "mcts:50+random")] == [1000, 10, 19]


def test_cells_of_unlike_names_and_decks_have_folders_of_their_own():
    cells = small(decks=["core-lore", MINE], difficulties=["easy", "basic"]).cells
    other = Deck(MINE.id, MINE.name, MINE.heroes, (*MINE.cards, ("Faramir", 1)))
    cells += small(decks=[other]).cells + small(decks=[Deck("über / x:y", "", MINE.heroes, MINE.cards)]).cells
    names = [folders.cell_files(cell).name for cell in cells]
    assert len(set(names)) == len(cells) and all(name.replace("-", "").isalnum() and name.isascii() for name in names)


# --- Going on --------------------------------------------------------------------------------------------------------


def test_nothing_is_played_twice(copy, monkeypatch, capsys):
    before = {path: path.stat().st_mtime_ns for path in copy.rglob("*.parquet")}
    monkeypatch.setattr(sweeping, "hand_out", lambda *args, **more: pytest.fail("it played"))
    play(small(trace=True), copy, progress=True)
    assert {path: path.stat().st_mtime_ns for path in copy.rglob("*.parquet")} == before
    assert "14 games finished; nothing is missing" in capsys.readouterr().err


@pytest.mark.parametrize("step", [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 17, 30])
def test_stopped_at_any_moment_and_resumed_gives_the_same_bytes(seven, tmp_path, monkeypatch, step):
    with stopped_at(monkeypatch, step), pytest.raises(Stopped):
        play(small(trace=True), tmp_path / "s")
    play(small(trace=True), tmp_path / "s")
    assert content(tmp_path / "s") == content(seven)


def test_stopped_again_and_again(seven, tmp_path, monkeypatch):
    for _ in range(100):
        try:
            with stopped_at(monkeypatch, 8):
                play(small(trace=True), tmp_path / "s")
            break
        except Stopped:
            continue
    assert content(tmp_path / "s") == content(seven)


@pytest.mark.parametrize("lost", ["games/*/000001.parquet", "traces/*/*.parquet", "games/*/*.parquet"])
def test_what_was_lost_is_played_again(seven, copy, lost):
    for path in copy.glob(lost):
        path.unlink()
        if lost.startswith("traces"):
            (copy / "games" / path.parent.name / path.name).unlink()
    play(small(trace=True), copy)
    assert content(copy) == content(seven)


def test_a_file_cut_short_is_played_again(seven, copy):
    [file, *_] = sorted((copy / "games").rglob("*.parquet"))
    file.write_bytes(file.read_bytes()[:100])
    play(small(trace=True), copy)
    assert content(copy) == content(seven)


GROWN = [{"games": 11}, {"games": 9}, {"difficulties": ["standard", "easy"]}, {"agents": ["heuristic", "random"]},
         {"decks": ["core-lore", "core-spirit+core-lore", "core-leadership"], "games": 8}]  # fmt: skip


@pytest.mark.parametrize("more", GROWN, ids=str)
def test_a_sweep_that_grew_plays_what_is_missing_and_becomes_the_larger_one(copy, tmp_path, more, monkeypatch):
    counted, hand_out = [], sweeping.hand_out
    monkeypatch.setattr(sweeping, "hand_out", lambda task, chunks, *rest, **of: (
        counted.extend(chunks), hand_out(task, chunks, *rest, **of))[1])  # fmt: skip
    play(small(trace=True, **more), copy)
    grown, n = content(copy), sum(chunk.games for chunk in counted)
    df = play(small(trace=True, **more), tmp_path / "fresh")
    assert grown == content(tmp_path / "fresh")
    assert n == len(df) - 14


def test_growing_may_be_stopped_too(copy, seven, tmp_path, monkeypatch):
    play(small(games=8, trace=True), tmp_path / "fresh")
    for step in (0, 2, 3, 4, 5, 6, 7, 9, 11):
        folder = shutil.copytree(seven, tmp_path / str(step))
        with stopped_at(monkeypatch, step), pytest.raises(Stopped):
            play(small(games=8, trace=True), folder)
        play(small(games=8, trace=True), folder)
        assert content(folder) == content(tmp_path / "fresh"), f"stopped at step {step}"


# --- What is refused -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        ({"seed": 5}, "its seed is '0', not '5'"),
        ({"games": 6}, "it has games = 7, not 6: games are never taken away"),
        ({"trace": False}, "its trace is 'True', not 'False'"),
        ({"until": "40%"}, "it has games, not until"),
        ({"decks": "core-leadership"}, "it also has the decks core-spirit+core-lore"),
        ({"agents": "heuristic"}, "it also has the agents random"),
        ({"difficulties": "easy"}, "it also has the difficulties standard"),
        ({"scenarios": "journey-along-the-anduin"}, f"it also has the scenarios {MIRKWOOD}"),
    ],
)
def test_another_sweep_is_refused_and_nothing_changed(copy, other, reason):
    before = content(copy)
    with pytest.raises(OtherSweep) as refusal:
        play(small(**{"trace": True} | other), copy)
    assert refusal.value.reasons == [reason] and "choose another folder" in str(refusal.value)
    assert content(copy) == before


@pytest.mark.parametrize(
    ("module", "name", "value", "reason"),
    [
        (lotrsim, "RULES_VERSION", 99, "rules version"),
        (lotrsim, "__version__", "9.9", "it was played by lotrsim"),
        (loading, "cards_hash", lambda: "x", "with other card files, or with none"),
        (folders, "CHUNK", 5, "its files have another number of games"),
    ],
)
def test_other_rules_versions_and_cards_are_refused(copy, monkeypatch, module, name, value, reason):
    before = content(copy)
    monkeypatch.setattr(module, name, value)
    with pytest.raises(OtherSweep, match=reason):
        play(small(trace=True), copy)
    assert content(copy) == before


def test_a_deck_with_other_cards_is_refused(tmp_path):
    play(small(decks=MINE, games=1), tmp_path / "s")
    other = Deck(MINE.id, MINE.name, MINE.heroes, (*MINE.cards[:2], ("Faramir", 2)))
    with pytest.raises(OtherSweep, match="its deck 'mine' has other cards"):
        play(small(decks=other, games=1), tmp_path / "s")


def test_every_reason_is_told_and_the_command_ends_with_2(tmp_path):
    (tmp_path / "s.toml").write_text(f'scenarios = "{MIRKWOOD}"\ndecks = "core-lore"\nagents = "random"\ngames = 2')
    ok("run", tmp_path / "s.toml", "--out", tmp_path / "s", "--workers", "1")
    (tmp_path / "s.toml").write_text(f'scenarios = "{MIRKWOOD}"\ndecks = "core-spirit"\nagents = "random"\ngames = 1\nseed = 3')
    line = refused(2, "run", tmp_path / "s.toml", "--out", tmp_path / "s")
    for word in ("its seed is", "it has games = 2", "it also has the decks core-lore"):
        assert word in line


def test_a_folder_of_something_else(tmp_path):
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(CannotWrite, match="neither empty nor one of a sweep"):
        play(small(games=1), tmp_path)
    assert set(content(tmp_path)) <= {"thesis.txt", ".lock"}
    with pytest.raises(BadFile, match="no folder of results"):
        read(tmp_path)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": 99}', '{"format": 1}'])
def test_a_damaged_manifest(copy, text):
    (copy / "manifest.json").write_text(text)
    for act in (read, lambda path: play(small(trace=True), path)):
        with pytest.raises(BadFile, match="manifest.json"):
            act(copy)


def test_a_damaged_file_is_named_when_it_is_read(copy):
    [*_, file] = sorted((copy / "games").rglob("*.parquet"))
    file.write_bytes(b"PAR1 nonsense PAR1")
    with pytest.raises(BadFile, match=f"{file.name}: not a readable Parquet file"):
        read(copy)


def test_traces_that_were_not_gathered(tmp_path):
    play(small(games=1), tmp_path / "s")
    with pytest.raises(BadFile, match="without traces"):
        read_traces(tmp_path / "s")


def test_two_runs_at_once(tmp_path):
    (tmp_path / "s").mkdir()
    with FileLock(tmp_path / "s" / ".lock"), pytest.raises(CannotWrite, match="another run is writing into it"):
        play(small(games=1), tmp_path / "s")


@pytest.mark.parametrize(
    ("more", "error", "message"),
    [
        ({"workers": 0}, BadValue, "workers"),
        ({"backend": "spark"}, UnknownName, "unknown backend 'spark'; nearest"),
        ({"cluster": "tcp://x:1"}, BadValue, "needs the backend dask"),
    ],
)
def test_backends_that_do_not_exist(tmp_path, more, error, message):
    with pytest.raises(error, match=message):
        run_sweep(small(games=1), tmp_path / "s", **more)


# --- What goes wrong on the way --------------------------------------------------------------------------------------


def test_a_full_disk_keeps_what_is_finished(tmp_path, seven, monkeypatch):
    full, left = os.fsync, [14]

    def fsync(handle):
        left[0] -= 1
        if left[0] < 0:
            raise OSError(28, "No space left on device")
        full(handle)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fsync)
        with pytest.raises(CannotWrite, match="No space left on device; [1-9][0-9]* games are finished and stay; make room"):
            play(small(trace=True), tmp_path / "s")
    assert not list((tmp_path / "s").rglob("*.part"))
    finished = len(read(tmp_path / "s"))
    assert 0 < finished < 14
    play(small(trace=True), tmp_path / "s")
    assert content(tmp_path / "s") == content(seven)


@pytest.mark.parametrize("until", [None, "30%"])
def test_a_chunk_that_fails_is_named_and_played_next_time(tmp_path, monkeypatch, capsys, until):
    made, play_games = small(until=until, games=9, agents="heuristic"), experiment_runner._play
    want = play(made, tmp_path / "whole")

    def broken(cell, games, seed, first, progress=None):
        if first == 3 and len(cell.team) == 1:
            raise ZeroDivisionError("of the test")
        return play_games(cell, games, seed, first, progress)

    with monkeypatch.context() as patch:
        patch.setattr(experiment_runner, "_play", broken)
        df = play(made, tmp_path / "s")
    assert df.attrs["lost"] == [f"{MIRKWOOD} x core-leadership x heuristic x standard, seed 0, games 3 to 5"]
    assert len(df) < len(want) and "games 3 to 5: ZeroDivisionError" in capsys.readouterr().err
    pd.testing.assert_frame_equal(play(made, tmp_path / "s"), want)
    assert content(tmp_path / "s") == content(tmp_path / "whole")


def test_a_sweep_without_a_game_fails(tmp_path, monkeypatch):
    monkeypatch.setattr(experiment_runner, "_make_ready", lambda cell: 1 / 0)
    for until in (None, "5%"):
        with pytest.raises(ExperimentFailed, match="ZeroDivisionError"):
            play(small(until=until), tmp_path / f"{until}")


def test_card_files_travel_by_their_content(tmp_path):
    from lotrsim.experiments.runner import CardFile, _on_this_disk

    here = tmp_path / "a.py"
    here.write_bytes(b"x = 1")
    assert _on_this_disk(CardFile(str(here), b"x = 1")) == here
    for there in (CardFile(str(here), b"x = 2"), CardFile(str(tmp_path / "none" / "a.py"), b"x = 2")):
        copy = _on_this_disk(there)
        assert copy != here and copy.name == "a.py" and copy.read_bytes() == b"x = 2"


def test_a_worker_of_another_version_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(experiment_runner, "PLAYED_BY", ("9.9", 1))
    with pytest.raises(ExperimentFailed, match="this worker has lotrsim 9.9, rules 1; the experiment has"):
        play(small(games=1), tmp_path / "s")
