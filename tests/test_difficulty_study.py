"""Study of difficulty: who plays, its tables and scale on games made by hand or drawn with known chances, its picture, a run."""

import matplotlib.image
import numpy as np
import pandas as pd
import pytest
from test_plots_labels import check_words, words

from lotrsim import scenarios
from lotrsim.decks.published import players, published_decks
from lotrsim.errors import BadValue
from lotrsim.experiments import read, spec
from lotrsim.experiments.analysis.common import wilson
from lotrsim.experiments.studies import difficulty, hero_trios
from lotrsim.ids import DIFFICULTIES
from lotrsim.kernel import DISABLED

needs_compiler = pytest.mark.skipif(DISABLED, reason="many games need compiled code")
MIRKWOOD, ANDUIN, DOL_GULDUR = difficulty.SCENARIOS
ONE, TWO = "core-leadership", "core-leadership+core-tactics"


def made(wins, games=10, **columns):
    """Games: (decks, scenario, difficulty) -> how many of the first games are won."""
    rows = [
        {"scenario": scenario, "decks": decks, "agent": "a", "difficulty": level, "seed": 1, "game": k, "won": k < won}
        for (decks, scenario, level), won in wins.items()
        for k in range(games)
    ]
    return pd.DataFrame(rows).assign(**{"fault": "", **columns})


def drawn(log_odds, games=120, shift=0.3, seed=4):
    """Games with chances of an additive model: (scenario, difficulty) -> log-odds of losing; teams differ by `shift`."""
    rng, found = np.random.default_rng(seed), []
    for k, decks in enumerate(difficulty.tables()):
        for (scenario, level), value in log_odds.items():
            won = rng.random(games) < 1 / (1 + np.exp(value + shift * (k % 5 - 2)))
            names = {"scenario": scenario, "decks": decks, "agent": "a", "difficulty": level, "seed": 1, "fault": ""}
            found.append(pd.DataFrame({"game": range(games), "won": won}).assign(**names))
    return pd.concat(found, ignore_index=True)


@pytest.fixture(scope="module")
def graded():
    """Games in which each scenario is 1.5 harder than the one before, and easy is 0.8 less hard than standard."""
    levels = {"standard": 0.0, "easy": -0.8, "basic": -0.5}
    return drawn({(s, name): 1.5 * k + add for k, s in enumerate(difficulty.SCENARIOS) for name, add in levels.items()})


# --- Who plays -------------------------------------------------------------------------------------------------------


def test_every_team_of_starter_decks_and_every_deck_for_one():
    kinds = list(difficulty.tables().values())
    assert [kinds.count(name) for name in difficulty.TABLES[:4]] == [4, 6, 4, 1]
    alone = [deck.id for deck in published_decks() if players()[deck.id] == 1]
    assert [name for name, kind in difficulty.tables().items() if kind == difficulty.PUBLISHED] == alone and len(alone) > 10
    for name, kind in difficulty.tables().items():
        assert len(set(name.split("+"))) == int(kind.split()[0]), name


def test_what_others_say_is_said_of_every_scenario_of_the_box():
    assert list(difficulty.SCENARIOS) == scenarios.ids()[:3]
    assert [scenarios.get(name).difficulty for name in difficulty.SCENARIOS] == [1, 4, 7]
    assert list(difficulty.PLAYERS_SAY.values()) == sorted(difficulty.PLAYERS_SAY.values())


def test_the_sweep(monkeypatch):
    monkeypatch.setattr(spec, "lay_out", lambda combination: True)  # which takes seconds
    sweep = difficulty.sweep(7, 3, "random")
    assert len({cell.key for cell in sweep.cells}) == 3 * 3 * len(difficulty.tables())
    assert {cell.difficulty for cell in sweep.cells} == set(DIFFICULTIES)
    assert {cell.decks for cell in sweep.cells} == set(difficulty.tables())
    assert (sweep.experiment.games, sweep.experiment.seed, {cell.agent for cell in sweep.cells}) == (7, 3, {"random"})


# --- The tables ------------------------------------------------------------------------------------------------------


def test_the_rate_of_one_team_is_wilsons():
    rows = difficulty.win_rates(made({(TWO, ANDUIN, "easy"): 3}))
    low, high = wilson(3, 10)
    (row,) = rows.to_dict("records")
    about = {"players": "2 players", "scenario": ANDUIN, "difficulty": "easy", "official": 4, "players_say": 5.3}
    about |= {"teams": 1, "games": 10, "wins": 3, "win_rate": 0.3}
    assert {name: row[name] for name in about} == about
    assert (row["ci_low"], row["ci_high"]) == pytest.approx((float(low), float(high)))


def test_the_rate_of_several_teams_is_their_mean():
    wins = {("core-leadership", MIRKWOOD, "standard"): 8, ("core-lore", MIRKWOOD, "standard"): 2}
    df = made(wins)
    (row,) = difficulty.win_rates(df).to_dict("records")
    won = df.pivot(index=["seed", "game"], columns="decks", values="won").astype(float)
    assert (row["teams"], row["games"], row["wins"], row["win_rate"]) == (2, 20, 10, 0.5)
    assert (row["ci_low"], row["ci_high"]) == pytest.approx(hero_trios.mean_interval(won, *wilson(won.sum(), [10, 10])))


def test_rows_come_in_the_order_of_the_study():
    alone = next(name for name, kind in difficulty.tables().items() if kind == difficulty.PUBLISHED)
    keys = [(alone, MIRKWOOD, "standard"), (TWO, ANDUIN, "basic"), (TWO, ANDUIN, "standard"), (ONE, DOL_GULDUR, "easy")]
    rows = difficulty.win_rates(made(dict.fromkeys(keys, 5)))
    assert list(rows["players"].astype(str)) == ["1 player", "2 players", "2 players", difficulty.PUBLISHED]
    assert list(rows["difficulty"].astype(str)) == ["easy", "standard", "basic", "standard"]
    shown = difficulty.wide(rows)
    assert list(shown)[4:] == ["standard", "easy", "basic"] and len(shown) == 3
    assert shown.loc[1, "standard"] == "50.0 (23.7-76.3)" and shown["easy"].notna().sum() == 1


def test_games_that_a_fault_stopped_are_not_counted():
    df = made({(ONE, MIRKWOOD, "standard"): 6})
    df.loc[0, ["won", "fault"]] = False, "MAX_SETS"
    (row,) = difficulty.win_rates(df).to_dict("records")
    assert (row["games"], row["wins"]) == (9, 5) and row["win_rate"] == pytest.approx(5 / 9)


@pytest.mark.parametrize(
    ("column", "word"), [("scenario", "elsewhere"), ("decks", "core-lore+core-lore"), ("difficulty", "nightmare")]
)
def test_foreign_results_are_refused(column, word):
    df = made({(ONE, MIRKWOOD, "standard"): 6}, **{column: word})
    for function in (difficulty.win_rates, difficulty.scale, difficulty.picture):
        with pytest.raises(BadValue, match=f"{column} {word}".replace("+", r"\+")):
            function(df)


def test_agents_are_not_mixed():
    with pytest.raises(BadValue, match="more than one agent"):
        difficulty.win_rates(made({(ONE, MIRKWOOD, "standard"): 6}, agent=["a", "b"] * 5))


def test_the_scale_finds_what_was_drawn(graded):
    rows = difficulty.scale(graded)
    assert len(rows) == 9 and list(rows["log_odds"]) == sorted(rows["log_odds"], reverse=True)
    found = rows.set_index(["scenario", "difficulty"])
    for scenario, k in ((MIRKWOOD, 0), (ANDUIN, 1), (DOL_GULDUR, 2)):
        for level, add in (("standard", 0.0), ("easy", -0.8), ("basic", -0.5)):
            row, truth = found.loc[(scenario, level)], 1.5 * (k - 1) + add + 1.3 / 3
            assert abs(row["log_odds"] - truth) < 0.15 and row["log_odds_low"] < row["log_odds"] < row["log_odds_high"]
            assert (row["games"], row["note"]) == (120 * len(difficulty.tables()), "")
            assert row["official"] == 1 + 3 * k and "clustered" in row["method"]
    assert difficulty.scale_shown(rows)["log_odds"].str.contains(r"^[+-]\d\.\d\d \([+-]\d\.\d\d to [+-]\d\.\d\d\)$").all()


def test_a_scenario_that_nobody_wins_has_a_penalised_value():
    df = drawn({(MIRKWOOD, "standard"): -1.0, (ANDUIN, "standard"): 1.0, (DOL_GULDUR, "standard"): 50.0}, games=30)
    rows = difficulty.scale(df)
    assert rows.loc[0, "scenario"] == DOL_GULDUR and rows.loc[0, "note"].startswith("no win in 870 games: a penalised")
    assert len(words(difficulty.picture(df))[0]) > 30


# --- What is shown ---------------------------------------------------------------------------------------------------


def test_no_word_of_the_picture_touches_another(graded, tmp_path):
    figure = difficulty.picture(graded, tmp_path / "p.png")
    check_words(figure, 40)
    told = " ".join(text for text, _ in words(figure)[0])
    for part in ("120 games each", "Journey Along the Anduin: box 4, players 5.3", *DIFFICULTIES, "published decks"):
        assert part in told
    marks = {line.get_marker() for line in figure.axes[0].lines} & set("osD")
    assert len(marks) == 3 and min(matplotlib.image.imread(tmp_path / "p.png").shape[:2]) > 500


def test_a_picture_of_no_win_has_no_scale():
    figure = difficulty.picture(made({(ONE, MIRKWOOD, "standard"): 0, (ONE, ANDUIN, "standard"): 0}))
    assert any(text.startswith("no scale: no game was won") for text, _ in words(figure)[0])


# --- The command -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("games", ["0", "ten"])
def test_bad_input_is_one_line(games, tmp_path, capsys, few):
    try:
        found = difficulty.main(["--games", games, "--out", str(tmp_path / "out")])
    except SystemExit as ended:
        found = ended.code
    error = capsys.readouterr().err.splitlines()[-1]
    assert found == 2 and "error: " in error and "games" in error and not (tmp_path / "out").exists()


@pytest.fixture
def few(monkeypatch):
    """Three teams instead of all, one of them of two."""
    found = [team for team in difficulty.teams() if "+".join(deck.id for deck in team) in (ONE, TWO, "aragorn-steward")]
    monkeypatch.setattr(difficulty, "teams", lambda: tuple(found))


@needs_compiler
def test_from_the_command_to_the_tables_and_the_picture(tmp_path, capsys, few):
    """The same command with more games plays only these; the tables say what the rows say; fewer games are refused."""
    run = ["--seed", "1", "--workers", "1", "--out", str(tmp_path)]
    assert difficulty.main(["--games", "2", *run]) == 0
    before = read(tmp_path)
    assert difficulty.main(["--games", "6", *run]) == 0
    df = read(tmp_path)
    pd.testing.assert_frame_equal(df[df["game"] < 2].reset_index(drop=True), before)
    assert len(df) == 3 * 3 * 3 * 6
    rows = pd.read_csv(tmp_path / "difficulty.csv")
    assert len(rows) == 3 * 9 and list(rows["wins"]) == list(difficulty.win_rates(df)["wins"])
    assert len(pd.read_csv(tmp_path / "scale.csv")) == 9 and rows["wins"].sum() == df["won"].sum() > 0
    assert min(matplotlib.image.imread(tmp_path / "difficulty.png").shape[:2]) > 500
    assert difficulty.main(["--games", "4", *run]) == 2
    shown, told = capsys.readouterr()
    assert told.splitlines()[-1].startswith("error: ") and "games are never taken away" in told
    assert "1 player, published decks" in shown and "log-odds of losing" in shown
