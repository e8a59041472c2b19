"""Sweeps until an interval is narrow: the rule, whatever was played beyond it, stops and growth."""

import pytest
from sweeps import Stopped, content, play, small, stopped_at

from lotrsim.experiments import OtherSweep, plan, read
from lotrsim.experiments import folder as folders
from lotrsim.experiments import runner as experiment_runner
from lotrsim.experiments.folder import STOPPING_RULE


@pytest.fixture(autouse=True)
def small_files(monkeypatch):
    """Three games a file."""
    monkeypatch.setattr(folders, "CHUNK", 3)
    monkeypatch.setattr(folders, "LEAST", 1)


@pytest.fixture
def outcomes(monkeypatch):
    """Games that end as the test says: cell and game number -> won."""
    table = {}

    def played(cell, games, seed, first, progress=None):
        results = real(cell, games, seed, first, progress)
        for k in range(games):
            results[k]["won"] = table[cell.decks](first + k)
            results[k]["outcome"] = 1 if results[k]["won"] else 2
        return results

    real = experiment_runner._play
    monkeypatch.setattr(experiment_runner, "_play", played)
    return table


def by_rule(won, until, cap, size):
    """Games that the stopping rule asks for, written anew from its words."""
    from statsmodels.stats.proportion import proportion_confint

    for n in [*range(size, cap, size), cap]:
        low, high = proportion_confint(sum(won(k) for k in range(n)), n, 0.05, method="wilson")
        if (high - low) / 2 <= until:
            return n
    return cap


@pytest.mark.parametrize(("until", "cap"), [(0.25, 100), (0.2, 100), (0.2, 17), (0.16, 31)])
def test_each_cell_ends_by_the_rule(outcomes, tmp_path, until, cap):
    rules = {"core-leadership": lambda k: k % 2 == 0, "core-spirit+core-lore": lambda k: k % 9 == 4}
    outcomes.update(rules)
    df = play(small(games=cap, until=until), tmp_path / "s")
    for decks, won in rules.items():
        assert (df["decks"] == decks).sum() == by_rule(won, until, cap, 3)
    assert df.attrs["stopping_rule"] == STOPPING_RULE == read(tmp_path / "s").attrs["stopping_rule"]


def test_what_was_played_too_much_is_thrown_away(outcomes, tmp_path, monkeypatch):
    outcomes.update({"core-leadership": lambda k: k < 3, "core-spirit+core-lore": lambda k: k < 30 and k % 2})
    made = small(games=60, until=0.18)
    play(made, tmp_path / "one")
    monkeypatch.setattr(plan, "CAUTION", 9.0)
    play(made, tmp_path / "bold")
    monkeypatch.setattr(plan, "CAUTION", 0.0)
    play(made, tmp_path / "careful")
    assert content(tmp_path / "bold") == content(tmp_path / "careful") == content(tmp_path / "one")


def test_until_may_become_narrower_and_the_cap_larger(outcomes, tmp_path):
    outcomes.update({"core-leadership": lambda k: k % 3 == 0, "core-spirit+core-lore": lambda k: k % 2 == 0})
    for games, until in ((13, 0.3), (17, 0.25), (80, 0.2), (80, 0.17)):
        play(small(games=games, until=until), tmp_path / "s")
    play(small(games=80, until=0.17), tmp_path / "fresh")
    assert content(tmp_path / "s") == content(tmp_path / "fresh")
    for games, until, reason in ((80, 0.3, "until = 0.17, which is narrower than 0.3"), (70, 0.17, "cap = 80, not 70")):
        with pytest.raises(OtherSweep, match=reason):
            play(small(games=games, until=until), tmp_path / "s")


def test_stopped_until(outcomes, tmp_path, monkeypatch):
    outcomes.update({"core-leadership": lambda k: k % 3 == 0, "core-spirit+core-lore": lambda k: k % 2 == 0})
    made = small(games=40, until=0.22)
    play(made, tmp_path / "whole")
    for step in (1, 6, 11, 20, 29):
        folder = tmp_path / str(step)
        with stopped_at(monkeypatch, step), pytest.raises(Stopped):
            play(made, folder)
        play(made, folder)
        assert content(folder) == content(tmp_path / "whole"), f"stopped at step {step}"
