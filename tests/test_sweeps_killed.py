"""A sweep that is killed (SIGKILL) at random moments and resumed holds the bytes of the undisturbed one.

Two kills here; ten, as the library promises: `KILLS=10 python -m pytest -s tests/test_sweeps_killed.py`.
"""

import os
import random
import signal
import subprocess
import sys
import time

import pytest
from sweeps import MIRKWOOD, content

from lotrsim.experiments import Sweep, run_sweep
from lotrsim.kernel import DISABLED

KILLS = int(os.environ.get("KILLS", "2"))
FILES = 24
SWEEP = f"""
scenarios = "{MIRKWOOD}"
decks = ["core-leadership", "core-lore", "core-spirit"]
agents = "random"
difficulties = ["standard", "easy"]
games = 4000
trace = true
"""


@pytest.mark.skipif(DISABLED, reason="24,000 games")
@pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
@pytest.mark.slow
def test_killed_and_resumed_gives_the_same_bytes(tmp_path, environment):
    (tmp_path / "sweep.toml").write_text(SWEEP)
    run_sweep(Sweep.read(tmp_path / "sweep.toml"), tmp_path / "whole", workers=1, progress=False)
    dice, halfway = random.Random(time.time_ns()), 0
    command = [sys.executable, "-m", "lotrsim", "run", tmp_path / "sweep.toml", "--out", tmp_path / "s", "--workers", "2"]
    for kill in range(KILLS):
        at = random_files(dice, kill, tmp_path / "s")
        process = subprocess.Popen(command, env=environment, stdout=-3, stderr=-3, start_new_session=True)
        found = killed(process, tmp_path / "s", at, dice.uniform(0, 0.05))
        halfway += 0 < found < FILES
        print(f"kill {kill + 1}: asked at {at} files, {found} of {FILES} files were there")
    subprocess.run(command, env=environment, check=True, capture_output=True)
    assert content(tmp_path / "s") == content(tmp_path / "whole")
    assert halfway  # at least one of the kills fell into the work


def random_files(dice, kill, folder):
    """How many files there shall be at a kill: more each time, so that every run adds some."""
    now = n_files(folder)
    return min(FILES - 1, now + dice.randint(0 if kill else 1, max(1, (FILES - now) // max(1, KILLS - kill))))


def n_files(folder):
    """Files of games that are finished."""
    return len(list(folder.glob("games/*/*.parquet")))


def killed(process, folder, at, later):
    """Kill a process and its workers when so many files are there, and a moment later; return how many there are then."""
    until = time.monotonic() + 120
    while n_files(folder) < at and process.poll() is None and time.monotonic() < until:
        time.sleep(0.002)
    time.sleep(later)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    return n_files(folder)
