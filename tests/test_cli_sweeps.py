"""`lotrsim run` with a sweep file, and traces on the command line."""

import json
import os

import pandas as pd
import pytest
from commands import ok, refused
from sweeps import MIRKWOOD, play, small

from lotrsim.experiments import Experiment, Sweep, read, read_traces, run_sweep, sweeping
from lotrsim.experiments import folder as folders
from lotrsim.experiments.results import write


@pytest.fixture(autouse=True)
def small_files(monkeypatch):
    """Three games a file."""
    monkeypatch.setattr(folders, "CHUNK", 3)
    monkeypatch.setattr(folders, "LEAST", 1)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "s.toml"
    path.write_text(f'scenarios = "{MIRKWOOD}"\ndecks = "core-lore"\nagents = "random"\ngames = 4\n')
    return path


def test_the_command_tells_size_time_and_rows(file, tmp_path, capfd):
    out = ok("run", file, "--out", tmp_path / "s", "--workers", "1", "--trace", "--format", "json")
    [row] = json.loads(out)
    assert row["games"] == 4 and len(read(tmp_path / "s")) == 4 and len(read_traces(tmp_path / "s"))


def test_size_and_time_are_told_before(file, tmp_path, capsys):
    run_sweep(Sweep.read(file), tmp_path / "s", workers=1)
    said = capsys.readouterr().err
    assert "decks: 1, agents: 1, difficulties: 1; 1 cells of 4 games each; about" in said and " s with 1 worker" in said
    assert "4/4" in said


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--games", "5"], "--games: with a sweep file, "),
        (["--scenario", "x", "--seed", "0"], "--scenario, --seed: with a sweep file, "),
        (["--deck", "x", "--agent", "y", "--difficulty", "easy", "--tournament"], "--deck, --agent, --difficulty, --tournament"),
        ([], "a sweep is played into a folder: --out FOLDER"),
        (["--out", "{file}"], "a sweep is played into a folder, and"),
    ],
)
def test_options_that_do_not_go_with_a_sweep(file, options, message):
    assert message in refused(2, "run", file, *(option.format(file=file) for option in options))


def test_traces_of_a_run_go_beside_its_results(tmp_path):
    names = ["run", "--scenario", MIRKWOOD, "--deck", "core-lore", "--agent", "random", "--games", "2", "--workers", "1"]
    assert "--trace needs --out" in refused(2, *names, "--trace")
    ok(*names, "--trace", "--out", tmp_path / "r.parquet")
    assert sorted(os.listdir(tmp_path)) == ["r-traces.parquet", "r.parquet"]
    assert set(pd.read_parquet(tmp_path / "r-traces.parquet")["game"]) == {0, 1}
    (tmp_path / "r.parquet").unlink()
    assert "r-traces.parquet exists" in refused(2, *names, "--trace", "--out", tmp_path / "r.parquet")


def test_a_file_and_a_folder_hold_the_same(tmp_path):
    df = play(small(games=2), tmp_path / "s")
    df.attrs = {}
    pd.testing.assert_frame_equal(read(write(df, tmp_path / "r.parquet")), read(tmp_path / "s"))


def test_spoken_times():
    assert [sweeping.spoken(s) for s in (0.2, 45, 600, 7200)] == ["1 s", "45 s", "10 min", "2.0 h"]


def test_a_sweep_needs_no_file(tmp_path):
    df = play(Sweep(Experiment(MIRKWOOD, "core-lore", "random", games=2)), tmp_path / "s")
    assert len(df) == 2
