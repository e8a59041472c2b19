"""Stored replays: every scenario has some, and today's engine still plays them hash by hash.

After a change of the rules (which raises RULES_VERSION) they are made anew by one command, and the difference is read:
`tests/replays/make.sh`.
"""

import importlib
from pathlib import Path

import pytest

from lotrsim import scenarios
from lotrsim.replay import verify_file

FOLDER = Path(__file__).resolve().parent / "replays"
FILES = sorted(FOLDER.glob("*.replay"))
PLAYED = [f"lotrsim.scenarios.{name}" for name in scenarios.MODULES]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_stored_replay_is_played_to_the_letter(path):
    """The first wrong line is reported."""
    assert verify_file(path) is None


@pytest.mark.parametrize("scenario", PLAYED)
def test_every_scenario_has_replays(scenario):
    """Of one, two and four players, and of every difficulty."""
    id = importlib.import_module(scenario).SCENARIO.id
    names = [path.stem for path in FILES if path.stem.startswith(id)]
    for part in ("solo", "two", "four", "easy", "basic"):
        assert any(part in name for name in names), part
