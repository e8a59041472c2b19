"""Pictures of many decks: no two words touch, none is cut off, everything can be told apart without colours; what they show."""

from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.text import Text
from test_report import HOSTILE, games

from lotrsim.errors import BadValue, UnknownName
from lotrsim.experiments import analysis, plots
from lotrsim.experiments.tables import TRACES

LONG = [f"a-rather-long-name-of-a-deck-{k}" for k in range(50)]
TEAMS = ["+".join(f"deck-of-player-{n}-{k}" for n in range(3)) for k in range(50)]


def many(names, **more):
    """Few games of 50 decks."""
    return games(3, {name: 0.2 + 0.012 * k for k, name in enumerate(names)}, **more)


def words(figure):
    """Every word that is drawn, with its box in pixels; the figure's own box."""
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    renderer = canvas.get_renderer()
    drawn = [text for text in figure.findobj(Text) if text.get_visible() and text.get_text().strip()]
    shown = [text for text in drawn if not is_hidden_tick(text, figure)]
    return [(text.get_text(), text.get_window_extent(renderer)) for text in shown], figure.bbox


def is_hidden_tick(text, figure):
    """Ticks outside the limits of their axis exist but are not drawn."""
    for ax in figure.axes:
        for axis in (ax.xaxis, ax.yaxis):
            ticks = [label for tick in axis.get_major_ticks() + axis.get_minor_ticks() for label in (tick.label1, tick.label2)]
            if any(label is text for label in ticks):
                seen = [label for tick in axis._update_ticks() for label in (tick.label1, tick.label2) if label.get_visible()]
                return not any(label is text for label in seen)
    return False


def check_words(figure, least):
    """No two words overlap by more than a pixel, none leaves the figure."""
    found, whole = words(figure)
    assert len(found) >= least
    for name, box in found:
        assert box.x0 >= whole.x0 - 1 and box.x1 <= whole.x1 + 1 and box.y0 >= whole.y0 - 1 and box.y1 <= whole.y1 + 1, name
    for (name, box), (other, there) in combinations(found, 2):
        wide, high = min(box.x1, there.x1) - max(box.x0, there.x0), min(box.y1, there.y1) - max(box.y0, there.y0)
        assert wide <= 1 or high <= 1, f"{name!r} lies on {other!r}"


def traces(n=30, last=9):
    """Rounds of n games of two agents and two players."""
    rng = np.random.default_rng(3)
    lines = [
        {"agent": agent, "seed": 1, "game": game, "round": k, "player": player}
        for agent in ("random", "heuristic") for game in range(n) for k in range(1, 3 + game % last) for player in (0, 1)
    ]  # fmt: skip
    frame = pd.DataFrame(lines).assign(scenario="s", decks="a+b", difficulty="easy")
    for name in TRACES:
        if name not in frame:
            frame[name] = rng.integers(0, 20, len(frame))
    frame["willpower"] = frame["willpower"].astype("Int16")
    frame.loc[frame["round"] == 1, "willpower"] = pd.NA
    return frame


def pairs(names):
    """Comparisons of 50 decks with the first."""
    return analysis.compare_all(many(names, agents=("a",)), "decks", against=names[0])


FIGURES = {
    "win rates": (lambda names: plots.win_rates(many(names)), 50),
    "heat map": (lambda names: plots.heat_map(many(names)), 54),
    "heat map of intervals": (lambda names: plots.heat_map(many(names), columns=["scenario"]), 52),
    "differences": (lambda names: plots.differences(pairs(names)), 50),
    "causes": (lambda names: plots.causes(many(names), "decks"), 52),
    "survival": (lambda names: plots.survival(many(names), ("scenario", "agent")), 6),
    "scores": (lambda names: plots.scores(many(names), ("scenario", "agent")), 5),
    "rounds": (lambda names: plots.rounds(traces()), 8),
}


OF_DECKS = ("win rates", "heat map", "heat map of intervals", "differences", "causes")
CASES = [(name, LONG) for name in FIGURES] + [(name, TEAMS) for name in OF_DECKS]


@pytest.mark.parametrize(("name", "names"), CASES, ids=[f"{name}-{names[0]}" for name, names in CASES])
def test_no_word_lies_on_another_at_50_decks(name, names):
    draw, least = FIGURES[name]
    check_words(draw(names), least)


def test_the_check_sees_what_overlaps():
    figure = plots.heat_map(many(LONG))
    figure.set_size_inches(8, 4)
    with pytest.raises(AssertionError, match="lies on"):
        check_words(figure, 50)


def test_a_heat_map_has_a_cell_for_every_rate():
    df = games(10)
    figure = plots.heat_map(df, "decks", ["scenario", "agent"])
    [ax] = figure.axes
    rates = analysis.rates(df, ["scenario", "agent", "decks"])
    shown = sorted(text.get_text() for text in ax.texts)
    assert shown == sorted(f"{r * 100:.1f} ({low * 100:.1f}-{high * 100:.1f})" for r, low, high in rates.iloc[:, 5:].to_numpy())
    best = rates.groupby("decks")["win_rate"].mean().idxmax()
    assert ax.get_yticklabels()[0].get_text().replace(" +\n", "+") == best and ax.yaxis_inverted()
    assert ax.collections[0].get_cmap().name == "cividis" and "10 games each" in figure.get_suptitle()
    with pytest.raises(UnknownName, match="unknown column"):
        plots.heat_map(df, "colour")
    part = df[(df["decks"] != "core-lore") | (df["scenario"] == "s2")]  # a cell without games stays empty
    assert len(plots.heat_map(part, columns="scenario").axes[0].texts) == 5


def test_differences_are_filled_where_they_are_real():
    table = analysis.compare_all(games(60, {"a": 0.1, "b": 0.9, "c": 0.12}, agents=("x",)), "decks")
    [ax] = plots.differences(table).axes
    filled, open_ = ax.containers
    assert len(filled[0].get_xdata()) == (table["p_holm"] < 0.05).sum() == 2 and len(open_[0].get_xdata()) == 1
    assert open_[0].get_markerfacecolor() == "white" != filled[0].get_markerfacecolor()
    with pytest.raises(BadValue, match="no comparison"):
        plots.differences(table.iloc[:0])


def test_lines_differ_without_colours():
    figure = plots.survival(games(20), ("scenario", "agent"))
    lines = figure.axes[0].lines
    assert len({str(line._dash_pattern) for line in lines}) == len(lines) == 4
    figure = plots.causes(games(20), "scenario")
    assert len({bar[0].get_hatch() for bar in figure.axes[0].containers}) == len(figure.axes[0].containers) == 2
    assert len(set(map(str, plots.DASHES))) == len(set(plots.HATCHES)) == len(set(plots.MARKERS)) == len(plots.COLOURS)


def test_survival_is_drawn_as_it_is_counted():
    df = games(30, scenarios=("s",), agents=("a",))
    [line] = plots.survival(df).axes[0].lines
    assert line.get_ydata().tolist() == [1.0, *analysis.survival(df)["survival"]]
    with pytest.raises(BadValue, match="50 lines in one picture"):
        plots.survival(many(LONG), "decks")


def test_rounds_are_means_of_the_games_that_reached_them():
    table = analysis.by_round(traces(), "agent", ["threat", "willpower"])
    one = traces()
    one = one[(one["agent"] == "random") & (one["round"] == 9)]
    row = table[(table["agent"] == "random") & (table["measure"] == "threat") & (table["round"] == 9)].iloc[0]
    assert row["games"] == one["game"].nunique() and row["mean"] == pytest.approx(one.groupby("game")["threat"].mean().mean())
    assert row["ci_low"] < row["mean"] < row["ci_high"]
    assert table[table["measure"] == "willpower"]["round"].min() == 2  # no quest in the first
    figure = plots.rounds(traces())
    first = figure.axes[0].lines[0]
    assert first.get_ydata().tolist() == table[(table["agent"] == "random") & (table["measure"] == "threat")]["mean"].tolist()
    with pytest.raises(UnknownName, match="unknown measure"):
        analysis.by_round(traces(), "agent", ["luck"])
    with pytest.raises(BadValue, match="no round"):
        analysis.by_round(traces().iloc[:0])


@pytest.mark.parametrize("word", [HOSTILE, r"$\frac{", "_hidden", "a$b$"])
def test_names_are_drawn_as_they_stand(word):
    df = games(8, {word: 0.5, "b": 0.4}, agents=(word, "z"), scenarios=(word, "t"))
    for figure in (plots.win_rates(df), plots.heat_map(df), plots.causes(df, "decks"), plots.scores(df), plots.survival(df)):
        figure.draw_without_rendering()
    legend = plots.win_rates(df).legends[0]
    assert len(legend.get_texts()) == 2


@pytest.mark.parametrize("draw", [plots.survival, plots.causes, plots.scores, plots.heat_map])
def test_saved_and_never_over_something(draw, tmp_path):
    draw(games(8), path=tmp_path / "x.png")
    assert (tmp_path / "x.png").read_bytes().startswith(b"\x89PNG")


def test_nothing_to_draw():
    df = games(8)
    with pytest.raises(BadValue, match="no game was won"):
        plots.scores(df[~df["won"]])
    with pytest.raises(BadValue, match="no game was lost"):
        plots.causes(df[df["won"]])
