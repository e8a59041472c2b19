"""Pictures: every rate and interval is in them, labels can be read, files are whole or not there."""

import os

import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_rgb

from lotrsim.errors import BadValue, OutputExists
from lotrsim.experiments.plots import COLOURS, MARKERS, win_rates
from lotrsim.experiments.results import SUMMARY, CannotWrite

DECKS = ("core-leadership", "core-spirit+core-lore")
AGENTS = ("random", "heuristic", "mcts:200")


def summary(scenarios=("one",), rate=None):
    """A summary made by hand."""
    rows = [
        {"scenario": scenario, "deck": deck, "agent": agent, "difficulty": "standard", "win_rate": 0.1 + 0.3 * k}
        for scenario in scenarios
        for deck in DECKS
        for k, agent in enumerate(AGENTS)
    ]
    frame = pd.DataFrame(rows, columns=list(SUMMARY)).fillna({"games": 100})
    if rate is not None:
        frame["win_rate"] = rate
    frame["ci_low"], frame["ci_high"] = frame["win_rate"] - 0.05, frame["win_rate"] + 0.05
    return frame


def test_a_point_for_every_deck_and_agent():
    [ax] = win_rates(summary()).axes
    drawn = {container.get_label(): container for container in ax.containers}
    assert tuple(drawn) == AGENTS
    for k, agent in enumerate(AGENTS):
        points, _, (bars,) = drawn[agent]
        assert np.allclose(points.get_xdata(), 0.1 + 0.3 * k)
        assert np.allclose([segment[:, 0] for segment in bars.get_segments()], [0.05 + 0.3 * k, 0.15 + 0.3 * k])
    assert [label.get_text() for label in ax.get_yticklabels()] == ["core-leadership", "core-spirit +\ncore-lore"]
    assert ax.get_title(loc="left") == "one, standard: 100 games each" and "95%" in ax.get_xlabel()
    assert ax.yaxis_inverted()  # the first deck is on top
    assert [text.get_text() for text in ax.texts] == ["10.0%"] * 2 + ["40.0%"] * 2 + ["70.0%"] * 2


def test_points_of_different_agents_do_not_lie_on_each_other():
    [ax] = win_rates(summary(rate=0.5)).axes
    rows = np.concatenate([container[0].get_ydata() for container in ax.containers])
    assert np.diff(np.sort(rows)).min() > 0.1


def test_a_panel_for_each_scenario_and_one_legend():
    figure = win_rates(summary(("one", "two")))
    assert [ax.get_title(loc="left") for ax in figure.axes] == [f"{name}, standard: 100 games each" for name in ("one", "two")]
    assert [text.get_text() for text in figure.legends[0].get_texts()] == list(AGENTS)


def test_colours_can_be_told_apart_in_grey_or_by_marker():
    assert len(set(COLOURS)) == len(COLOURS) and len(set(MARKERS)) == len(MARKERS)
    assert min(1 - np.dot(to_rgb(colour), (0.2126, 0.7152, 0.0722)) for colour in COLOURS) > 0.25  # on white paper


def test_saved_whole_and_never_over_something(tmp_path):
    path = tmp_path / "x.png"
    win_rates(summary(), path)
    assert path.read_bytes().startswith(b"\x89PNG") and os.listdir(tmp_path) == ["x.png"]
    with pytest.raises(OutputExists):
        win_rates(summary(), path)
    win_rates(summary(), path, force=True)
    with pytest.raises(CannotWrite):
        win_rates(summary(), tmp_path / "no" / "x.png")


def test_a_failed_picture_leaves_nothing(tmp_path, monkeypatch):
    from matplotlib.figure import Figure

    monkeypatch.setattr(Figure, "savefig", lambda *args, **more: (_ for _ in ()).throw(OSError(28, "No space left")))
    with pytest.raises(CannotWrite, match="No space left"):
        win_rates(summary(), tmp_path / "x.png")
    assert os.listdir(tmp_path) == []


def test_nothing_to_draw():
    with pytest.raises(BadValue, match="no game to draw"):
        win_rates(summary().iloc[:0])
    with pytest.raises(BadValue, match="no game to draw"):
        win_rates(summary(rate=np.nan))


def test_extremes_and_many_agents():
    win_rates(summary(rate=0.0)).draw_without_rendering()
    win_rates(summary(rate=1.0)).draw_without_rendering()
    many = pd.concat([summary().assign(agent=f"agent-{k}") for k in range(9)], ignore_index=True)
    win_rates(many.drop_duplicates(["deck", "agent"])).draw_without_rendering()
