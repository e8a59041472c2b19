"""For tests of sweeps: small ones, what a folder holds, and a stop at any step of writing."""

import os
from contextlib import contextmanager
from pathlib import Path

from lotrsim.experiments import Experiment, Sweep, run_sweep

ROOT = Path(__file__).resolve().parent.parent
MIRKWOOD = "passage-through-mirkwood"


def small(games=7, until=None, trace=False, **more):
    """A sweep of two cells."""
    usual = {"scenarios": MIRKWOOD, "decks": ["core-leadership", "core-spirit+core-lore"], "agents": "random"}
    return Sweep(Experiment(**usual | more, games=games), until, trace)


def play(sweep, folder, **more):
    """Play a sweep in this process, silently."""
    return run_sweep(sweep, folder, **{"workers": 1, "progress": False} | more)


def content(folder):
    """Every file of a folder by its name."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(Path(folder).rglob("*")) if path.is_file()}


class Stopped(BaseException):
    """The process ends here: nothing catches it."""


@contextmanager
def stopped_at(monkeypatch, step):
    """The process seems to end before the step-th act of writing: putting a file on the disk, or giving it its name."""
    left = [step]

    def before(act):
        def counted(*args, **more):
            left[0] -= 1
            if left[0] < 0:
                raise Stopped
            return act(*args, **more)

        return counted

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", before(os.fsync))
        patch.setattr(Path, "replace", before(Path.replace))
        yield
