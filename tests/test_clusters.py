"""A sweep on a Dask cluster of several processes: the same files as in this process, also when a worker is killed."""

import os
import signal
import threading
import time

import pytest
from commands import refused
from sweeps import MIRKWOOD, content, play, small

from lotrsim.experiments import folder as folders
from lotrsim.experiments import run, run_sweep
from lotrsim.kernel import DISABLED

pytest.importorskip("distributed")

N_FILES = 20  # of each cell
GAMES_A_FILE = 3 if DISABLED else 100


@pytest.fixture(autouse=True)
def small_files(monkeypatch):
    monkeypatch.setattr(folders, "CHUNK", GAMES_A_FILE)
    monkeypatch.setattr(folders, "LEAST", 1)


@pytest.fixture
def cluster(processes_find_lotrsim):
    """Two processes of this machine, and their scheduler."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50) as made:
        yield made


@pytest.mark.slow
def test_a_killed_worker_changes_no_row(cluster, tmp_path):
    """SIGKILL for one of two workers as soon as the first file is written; Dask gives its work to others."""
    from distributed import Client

    sweep = small(games=N_FILES * GAMES_A_FILE)
    play(sweep, tmp_path / "here")
    with Client(cluster.scheduler_address) as client:
        [victim, _] = client.run(os.getpid).values()
    seen = []

    def kill():
        while not (n := len(list((tmp_path / "there").glob("games/*/*.parquet")))):
            time.sleep(0.005)
        os.kill(victim, signal.SIGKILL)
        seen.append(n)

    killer = threading.Thread(target=kill, daemon=True)
    killer.start()
    df = run_sweep(sweep, tmp_path / "there", backend="dask", cluster=cluster.scheduler_address, progress=False)
    killer.join(1)
    assert seen and 0 < seen[0] < N_FILES  # the kill fell into the work
    with pytest.raises(ProcessLookupError):
        os.kill(victim, 0)
    assert df.attrs["lost"] == []
    assert content(tmp_path / "there") == content(tmp_path / "here")


def test_an_experiment_on_a_cluster_of_its_own(processes_find_lotrsim):
    import pandas as pd

    made = small(games=5).experiment
    here, there = run(made, workers=1, progress=False), run(made, workers=1, progress=False, backend="dask")
    pd.testing.assert_frame_equal(there, here)


def test_no_cluster_at_the_address(monkeypatch):
    from lotrsim.experiments import backends

    monkeypatch.setattr(backends, "PATIENCE", "1s")
    names = ["run", "--scenario", MIRKWOOD, "--deck", "core-lore", "--agent", "random", "--games", "1"]
    line = refused(2, *names, "--backend", "dask", "--cluster", "tcp://127.0.0.1:1")
    assert line.startswith("no Dask scheduler answers at 'tcp://127.0.0.1:1'")


def test_what_to_install(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "distributed", None)
    names = ["run", "--scenario", MIRKWOOD, "--deck", "core-lore", "--agent", "random", "--games", "1"]
    assert refused(2, *names, "--backend", "dask") == "the backend dask needs Dask: pip install 'lotrsim[cluster]'"
