"""The ladder of agents: its plan holds all that was asked for, its statistics on games made by hand, one small run resumed."""

from pathlib import Path

import matplotlib.image
import numpy as np
import pandas as pd
import pytest
from test_plots_labels import check_words

from lotrsim import decks, ids, scenarios
from lotrsim.agents import base
from lotrsim.agents.runner import play_many
from lotrsim.errors import BadValue
from lotrsim.experiments import plots
from lotrsim.experiments.analysis import rates
from lotrsim.experiments.results import COLUMNS
from lotrsim.experiments.studies import agent_ladder as study
from lotrsim.experiments.studies import ladder_answers as answers
from lotrsim.experiments.studies import ladder_claims as claims
from lotrsim.experiments.studies import ladder_times
from lotrsim.experiments.studies.deck_climb import Pairs
from lotrsim.experiments.studies.deck_moves import difference, digest, plain
from lotrsim.kernel import DISABLED

needs_compiler = pytest.mark.skipif(DISABLED, reason="a search in many games needs compiled code")
ROOT = Path(__file__).resolve().parent.parent
PASSAGE = study.PASSAGE
SEED = study.SEED
AT_COMMIT = "mix:commit=heuristic,rest=mcts:10"


# --- The plan --------------------------------------------------------------------------------------------------------


def planned():
    """(scenario, deck, difficulty, agent) -> games, of the parts that need no result."""
    found = {}
    for part in (*study.PLAN["small"], *study.PLAN["full"]):
        if part.where in ("shown", "elsewhere", "passage"):
            for table in study.tables(part.where):
                for agent in part.agents:
                    assert (*table, agent) not in found, "twice in the plan"
                    found[*table, agent] = part.games
    return found


def test_every_agent_plays_every_table():
    """Three scenarios, two decks of each, standard and easy; every family with 10, 100 and 1,000 simulations."""
    asked = {"random", "heuristic", *(agent for n in (10, 100, 1000) for agent in study.at(n))}
    tables = {(scenario, deck, level) for scenario, two in study.DECKS.items() for deck in two for level in ("standard", "easy")}
    assert len(tables) == 12 and len(asked) == 2 + 3 * 6
    assert {(*table, agent) for table in tables for agent in asked} <= set(planned())


def test_what_must_be_shown_has_200_games_and_the_deepest_search_one_small_cell():
    plan = planned()
    for scenario, table in study.SHOWN.items():
        for agent in ("random", "heuristic", "mcts:10", "mcts:100", "mcts:1000"):
            assert plan[scenario, *table, agent] >= 200
    deepest = {cell: games for cell, games in plan.items() if "10000" in cell[-1]}
    assert list(deepest.values()) == [10] and all(agent == "mcts:10000" for *_, agent in deepest)


def test_the_families_are_those_that_were_asked_for():
    assert set(study.at(7)) == {
        "flat-mc:7", "mcts-random:7", "mcts:7", "mcts-value:7", "mix:planning=mcts:7", "mix:commit=heuristic,rest=mcts:7",
    }  # fmt: skip
    assert set(study.WORDS) == {"random", "heuristic", *study.FAMILIES}


def test_ids_are_those_of_the_library():
    ids = {agent for part in (*study.PLAN["small"], *study.PLAN["full"]) for agent in part.agents}
    for agent in study.known(tuple(ids)):
        assert base.get(agent).id == agent
    assert not {agent for agent in ids - set(study.known(tuple(ids))) if not agent.startswith("mcts-value")}
    assert study.known(("nobody:5", "mcts:5")) == ("mcts:5",)


def test_claims_are_about_agents_of_the_plan():
    ids = {agent for *_, agent in planned()}
    assert {agent for claim in claims.CLAIMS.values() for pair in claim.pairs for agent in pair} <= ids


@pytest.mark.parametrize(
    ("agent", "family"),
    [("mcts:100", ("mcts", 100)), ("mix:commit=heuristic,rest=mcts:10", ("mix-commit", 10)), ("random", ("random", 0))],
)
def test_families(agent, family):
    assert study.family_of(agent) == family


def test_the_decks_are_the_heuristics_best():
    """By the counts of docs/baselines.csv, standard and easy together: one starter deck, one published deck."""
    rows = pd.read_csv(ROOT / "docs/baselines.csv")
    rows = rows[rows["agent"] == "heuristic"]
    for scenario in scenarios.ids():
        sums = rows[rows["scenario"] == scenario].groupby("decks")["wins"].sum()
        starter, published = (max(names, key=lambda deck: sums[deck]) for names in (decks.ids()[:4], decks.ids()[4:19]))
        assert study.DECKS[scenario] == (starter, published)
        deck, level = study.SHOWN[scenario]
        if deck == study.FOUND:
            continue  # below
        assert sums[deck] == max(sums)
        (standard,) = rows[(rows["scenario"] == scenario) & (rows["decks"] == deck) & (rows["difficulty"] == "standard")]["wins"]
        assert level == ("easy" if standard < 0.05 * 2000 else "standard")


def test_the_deck_that_was_found_is_of_one_box_and_better_than_the_one_the_search_began_with():
    """On 30,000 standard games of each that chose nothing (docs/agents.csv); easy is shown, since it wins under 5% of them."""
    deck = study.deck_named(study.FOUND)
    assert study.SHOWN[study.GULDUR] == (study.FOUND, "easy") and study.deck_named("core-spirit") == "core-spirit"
    assert difference(plain(decks.get("core-leadership")), deck) == "-2 Silverlode Archer, +2 Gandalf"
    assert decks.core_sets(deck) == 1 and study.FOUND not in decks.ids()
    from_file = decks.read(ROOT / "docs/examples/three-gandalfs.txt")
    assert digest(from_file) == digest(deck) and not from_file.notes
    rows = study.read_cells(ROOT / "docs" / study.CELLS)
    seed = next(part.seed for part in study.PLAN["small"] if part.name == "found")
    rows = rows[rows["seed"] == SEED + seed].set_index("decks")
    before, after = (rows.loc[name] for name in ("core-leadership", study.FOUND))
    assert list(before["won"]) != list(after["won"]) and before["games"] == after["games"] >= 30_000
    pairs = Pairs.of(*(np.array(list(row["won"]), int) for row in (before, after)))
    assert pairs.p_value < 0.05 and 0 < after["wins"] < 0.05 * after["games"]


def test_choices_are_confirmed_on_other_games():
    seeds = {part.name: part.seed for part in study.PLAN["small"]}
    assert len({seeds["rules"], seeds["decks"], seeds["finalists"], seeds["best"]}) == 4
    assert all(part.seed == 0 for part in study.PLAN["full"])


# --- Games made by hand ----------------------------------------------------------------------------------------------


def games(agent, ends, table=(PASSAGE, "core-leadership", "standard"), seed=SEED, **more):
    """Rows of games as a sweep has them: "1" won, "0" lost."""
    rows = pd.DataFrame({"game": range(len(ends)), "won": [end == "1" for end in ends]})
    same = dict(zip(("scenario", "decks", "difficulty"), table, strict=True)) | {"agent": agent, "seed": seed, "fault": ""}
    return rows.assign(**same | {"rounds": 5, "decisions": 10} | more)


def cells(*each):
    """The rows of cells of such games."""
    return study.cells_of(pd.concat(each, ignore_index=True))


def test_cells_and_games_there_and_back():
    df = games("mcts:10", "0110")
    df.loc[2, ["won", "fault"]] = False, "MAX_SETS"
    found = cells(games("random", "10"), df[df["game"] != 3])
    assert list(found["won"]) == ["10", "01."] and list(found["games"]) == [2, 2] and list(found["wins"]) == [1, 1]
    again = study.games_of(found)
    assert [(row.agent, row.game, row.won) for row in again.itertuples()] == [
        ("random", 0, True), ("random", 1, False), ("mcts:10", 0, False), ("mcts:10", 1, True),
    ]  # fmt: skip
    assert list(rates(again, "agent")["wins"]) == [1, 1]


def test_cells_stay_in_the_order_of_the_ladder_and_survive_a_file(tmp_path):
    easy = (PASSAGE, "core-leadership", "easy")
    found = cells(
        games("mcts:1000", "01"), games("random", "00", easy), games("mcts:100", "0001"), games("random", "00"),
        games("mcts:10", "1", (study.GULDUR, "core-lore", "standard"), SEED + 1),
    )  # fmt: skip
    assert list(found["agent"]) == ["random", "mcts:100", "mcts:1000", "random", "mcts:10"]
    study.write_csv(found, tmp_path / "cells.csv")
    pd.testing.assert_frame_equal(study.read_cells(tmp_path / "cells.csv"), found, check_dtype=False)


def test_a_comparison_worked_by_hand():
    """12 games: both win 2, only a 7, only b 1, neither 2. McNemar's exact p is 2 (1 + 8) / 2^8."""
    df = study.games_of(cells(games("mcts:10", "111111111000"), games("heuristic", "110000000100")))
    found = answers.duel(df, "mcts:10", "heuristic")
    assert (found.games, found.wins_a, found.wins_b) == (12, 9, 3)
    assert found.difference == pytest.approx(0.5) and found.p == pytest.approx(2 * 9 / 2**8)
    assert found.low < 0.5 < found.high
    back = answers.duel(df, "heuristic", "mcts:10")
    assert back.difference == pytest.approx(-0.5) and back.p == pytest.approx(found.p)


def test_only_games_that_both_played_are_compared_and_tables_are_put_together():
    easy = (PASSAGE, "core-leadership", "easy")
    df = study.games_of(
        cells(games("mcts:10", "1111"), games("heuristic", "00"), games("mcts:10", "10", easy), games("heuristic", "01", easy))
    )
    found = answers.duel(df, "mcts:10", "heuristic")
    assert (found.games, found.wins_a, found.wins_b, found.p) == (4, 3, 1, pytest.approx(2 * (1 + 4) / 2**4))
    assert answers.duel(df, "mcts:10", "random") is None
    other = study.games_of(cells(games("mcts:10", "1"), games("heuristic", "1", easy)))
    assert answers.duel(other, "mcts:10", "heuristic") is None


def test_the_rung_below():
    agents = ["random", "heuristic", "mcts:10", "mcts:100", "mcts:1000", "flat-mc:100", "mix:planning=mcts:1000"]
    below = {agent: answers.lower(agent, agents) for agent in agents}
    assert below == {
        "random": None, "heuristic": "random", "mcts:10": "heuristic", "mcts:100": "mcts:10", "mcts:1000": "mcts:100",
        "flat-mc:100": "heuristic", "mix:planning=mcts:1000": "heuristic",
    }  # fmt: skip
    assert answers.lower("mcts:10", ["mcts:10", "random"]) is None


def test_the_rows_of_the_ladder():
    found = cells(games("mcts:10", "1" * 20), games("heuristic", "1" * 4 + "0" * 16), games("random", "0" * 20))
    times = pd.DataFrame([{"scenario": PASSAGE, "agent": "mcts:10", "mean_ms": 0.25}])
    rows = answers.ladder(found, times, PASSAGE)
    assert [row[2] for row in rows] == ["`random`", "`heuristic`", "`mcts:10`"]
    assert rows[2][3:] == ("20", "100.0% (83.9-100.0)", "+80.0 (+50.3 to +95.2)", "< 0.001", "< 0.001", "0.25")
    assert rows[1][5:] == ("", "", "0.125", "") and answers.ladder(found, times, study.GULDUR) == []


def test_what_must_be_shown():
    better, worse = "1" * 20 + "0" * 20, "0" * 40
    rows = answers.shown(cells(games("mcts:1000", better), games("heuristic", worse), games("random", worse)))
    assert [row[-1] for row in rows[:2]] == ["shown", "not shown: both win too rarely for so many games"]
    assert [row[-1] for row in rows[2:]] == ["not played yet"] * 4
    rows = answers.shown(cells(games("mcts:1000", worse), games("heuristic", better)))
    assert rows[0][-1] == "not shown"


def test_more_simulations():
    found = cells(games("mcts:10", "1" * 20), games("mcts:100", "0" * 20), games("mcts:1000", "0" * 19 + "1"))
    rows = answers.simulations(found)
    assert [(row[0], row[1], row[-1]) for row in rows] == [
        (f"`{PASSAGE}`", "100 against 10", "more is worse"), (f"`{PASSAGE}`", "1,000 against 100", "no difference beyond noise"),
        ("all tables together", "100 against 10", "more is worse"),
        ("all tables together", "1,000 against 100", "no difference beyond noise"),
    ]  # fmt: skip
    words = answers.simulations_words(found)
    assert "win beyond noise (p < 0.05, each alone) in 0, and lose beyond noise in 2: 100 against 10" in words
    assert "lose beyond noise in none" in answers.simulations_words(cells(games("mcts:10", "01"), games("mcts:100", "11")))
    flat = cells(games("flat-mc:10", "1" * 20), games("flat-mc:100", "0" * 20), games("mcts:10", "1"), games("mcts:100", "1"))
    assert [(row[0], row[1], row[-1]) for row in answers.simulations_of_others(flat)] == [
        ("`flat-mc:N`", "100 against 10", "more is worse")
    ]
    assert "lose beyond noise in 1: 100 against 10 (`flat-mc:N`)" in answers.simulations_words(flat)


@pytest.mark.parametrize(
    ("mcts", "random", "verdict"),
    [("1" * 20, "0" * 20, "confirmed"), ("0" * 20, "1" * 20, "contradicted"), ("01" * 10, "10" * 10, "not decided")],
)
def test_a_claim_is_answered_by_the_games(mcts, random, verdict):
    found = cells(games("mcts:100", mcts), games("mcts-random:100", random))
    rows = claims.rows(found, "experts")
    assert [row[-1] for row in rows] == ["not played yet", verdict, "not played yet"]
    assert f"Of 1 comparisons it is confirmed in {int(verdict == 'confirmed')}, " in claims.words(found, "experts")


@pytest.mark.parametrize(
    ("many", "few", "verdict"),
    [
        ("1" * 20, "0" * 20, "contradicted"),
        ("0" * 20, "1" * 20, "confirmed"),
        ("01" * 10, "01" * 10, "not decided; a gain above 13 points is unlikely"),
    ],
)
def test_that_nothing_is_gained(many, few, verdict):
    """The bound is the upper end of the interval: 1.96 (2 / 22 / 22)^0.5 = 0.126 where no pair of 20 differs."""
    rows = claims.rows(cells(games("mcts:1000", many), games("mcts:40", few)), "forty")
    assert rows[1][-1] == verdict and rows[0][-1] == "not played yet"


def test_comparisons_are_corrected_for_their_number():
    """p = 2 / 2^6 alone is 0.031; as the smaller of two it is doubled."""
    pair = (games("mcts:100", "111111"), games("mcts-random:100", "000000"))
    assert claims.rows(cells(*pair), "experts")[1][4:] == ("0.031", "confirmed")
    more = cells(*pair, games("flat-mc:100", "111111"))
    assert claims.rows(more, "experts")[1][4:] == ("0.062", "not decided")
    assert claims.ratio_words(more) == "Wins of the tree search for one win of the flat search: 1.00 with mcts:100."
    assert claims.ratio_words(cells(*pair)) == "This is not played yet."


def test_the_search_for_a_deck_and_people():
    table = (study.GULDUR, "core-lore", "standard")
    other = (study.GULDUR, "ally-spam", "standard")
    best = games("mcts:1000", "1" * 10 + "0" * 190, table, SEED + 3)
    found = cells(games("random", "0"), games("mcts:100", "10", other, SEED + 1), games("mcts:100", "11", table, SEED + 1), best)
    assert [row[0] for row in answers.guldur(found, "decks")] == ["`core-lore`", "`ally-spam`"]
    words = answers.guldur_words(found)
    assert "`mcts:1000` with `core-lore`: 5.0% (2.7-9.0) of 200 games" in words
    assert "around the 4.4% of all their attempts; below the 14.0% of the games that they really played out" in words
    assert answers.guldur_words(found[found["seed"] < SEED + 3]) == "The best deck is not played yet."
    assert answers.beside(0.1, 0.2, 0.05) == "above"


def test_the_best_decks():
    found = (("core-lore", "00", 3), ("ally-spam", "01", 2), ("core-spirit", "00", 4), ("core-tactics", "00", 3))
    scan = pd.concat([games("a", ends, (study.GULDUR, deck, "easy"), rounds=rounds) for deck, ends, rounds in found])
    assert study.best_decks(scan, 3) == ["ally-spam", "core-spirit", "core-lore"]
    assert study.best_decks(scan.iloc[:0], 3) == []


def test_times_in_words():
    times = pd.DataFrame({"scenario": [PASSAGE, study.GULDUR], "slowest_ms": [90, 200]}).assign(agent="mcts:1000", mean_ms=31.4)
    assert answers.speed(times) == [("`mcts:1000`", "31 / 90", "", "31 / 200")]
    assert answers.speed_words(times).startswith("A decision of `mcts:1000` takes under 0.3 s on one core: 31 ms")
    assert "takes on average under" in answers.speed_words(times.assign(slowest_ms=400))
    assert "takes not under" in answers.speed_words(times.assign(mean_ms=301, slowest_ms=400))
    assert answers.speed_words(times[:0]) == "`mcts:1000` is not played yet."


def test_what_was_played():
    found = cells(games("random", "00"), games("mcts:10", "1"), games("mcts:10", "111", (study.GULDUR, "core-lore", "easy")))
    assert answers.size(found) == [("none", "`random`", "1", "2", "2"), ("10", "`mcts:10`", "2", "1 to 3", "4")]


def test_the_picture(tmp_path):
    agents = ("random", "heuristic", *(agent for n in (10, 100, 1000) for agent in study.at(n)))
    every = [games(agent, "0110100101" * 4) for agent in agents]
    found = cells(*every, games("mcts:10", "10", (study.GULDUR, "core-leadership", "easy")))
    answers.picture(found, tmp_path / "p.png")
    assert min(matplotlib.image.imread(tmp_path / "p.png").shape[:2]) > 300
    rows = rates(study.games_of(found))
    family, n = zip(*map(study.family_of, rows["agent"]), strict=True)
    figure = plots.by_simulations(rows.assign(panel=rows["scenario"], line=family, simulations=n))
    check_words(figure, 12)
    assert len(figure.axes) == 2 and len(figure.axes[0].lines) >= 8
    with pytest.raises(BadValue, match="no game"):
        plots.by_simulations(rows[:0].assign(panel="", line="", simulations=0))


# --- The study -------------------------------------------------------------------------------------------------------


def test_the_committed_rows_are_those_of_the_study():
    found = study.read_cells(ROOT / "docs" / study.CELLS)
    assert not found.duplicated(["scenario", "decks", "agent", "difficulty", "seed"]).any()
    for row in found.itertuples():
        assert set(row.won) <= set("01.") and row.won.count("1") == row.wins and len(row.won) - row.won.count(".") == row.games
    times = pd.read_csv(ROOT / "docs" / study.TIMES)
    assert set(zip(times["scenario"], times["agent"], strict=True)) <= set(zip(found["scenario"], found["agent"], strict=True))
    assert (times["slowest_ms"] >= times["mean_ms"]).all()
    pd.testing.assert_frame_equal(study.cells_of(as_results(found)), found, check_dtype=False)


def as_results(found):
    """The games of cells as results, each cell's decisions in its first game."""
    df = study.games_of(found).assign(rounds=1, decisions=0)
    first = ~df.duplicated(["scenario", "decks", "agent", "difficulty", "seed"])
    df.loc[first, "decisions"] = found["decisions"].to_numpy()
    return df


@pytest.mark.parametrize(("option", "words"), [(("--times", "0"), "--times must be"), (("--seed", "-1"), "seed must be at l")])
def test_bad_input_is_one_line(option, words, tmp_path, capsys):
    assert study.main([*option, "--out", str(tmp_path / "out")]) in (1, 2)
    error = capsys.readouterr().err.splitlines()
    assert len(error) == 1 and error[0].startswith("error: ") and words in error[0]


def test_nothing_to_write(tmp_path, capsys):
    assert study.main(["--cells", "none", "--out", str(tmp_path)]) == 2
    assert "there is no game yet" in capsys.readouterr().err


def test_the_same_game_in_two_sweeps_is_refused(tmp_path, monkeypatch):
    for name in "ab":
        (tmp_path / name).mkdir()
        (tmp_path / name / "manifest.json").touch()
    monkeypatch.setattr(study, "read", lambda path: games("random", "0").reindex(columns=[*COLUMNS]))
    with pytest.raises(BadValue, match="game 0 of passage-through-mirkwood, core-leadership, random lies in two sweeps"):
        study.gathered(tmp_path)


@needs_compiler
def test_where_a_search_loses_to_the_heuristic_it_waits():
    """The page's reason why flat search is weaker than the heuristic at a table: twice the rounds, and lost to threat."""
    table = {"decks": "forty-for-anduin", "seed": SEED, "difficulty": "easy"}
    played = {agent: play_many(30, PASSAGE, agent=agent, **table) for agent in ("heuristic", "flat-mc:10", AT_COMMIT)}
    rounds = {agent: rows["rounds"].mean() for agent, rows in played.items()}
    won = {agent: rows["outcome"] == ids.WON for agent, rows in played.items()}
    assert rounds["flat-mc:10"] > 1.5 * rounds["heuristic"] and rounds[AT_COMMIT] < 1.3 * rounds["heuristic"]
    assert won["flat-mc:10"].sum() < won["heuristic"].sum()
    threats = played["flat-mc:10"]["threat"][~won["flat-mc:10"]]
    assert (threats >= ids.THREAT_LIMIT).mean() > 0.6


@pytest.fixture
def tiny(monkeypatch):
    """One scenario, few agents, four decks against Escape from Dol Guldur."""
    part = study.Part
    small = (
        part("rules", "shown", ("random", "heuristic", "mcts:2", "nobody:1"), 2), part("decks", "decks", ("random",), 1, seed=1),
        part("finalists", "finalists", ("random",), 1, seed=2), part("best", "best", ("heuristic",), 1, seed=3),
    )  # fmt: skip
    monkeypatch.setattr(study, "PLAN", {"small": small, "full": (part("rules", "elsewhere", ("random",), 2),)})
    monkeypatch.setattr(answers, "PLAN", study.PLAN)
    monkeypatch.setattr(study, "SHOWN", {PASSAGE: study.SHOWN[PASSAGE], study.GULDUR: study.SHOWN[study.GULDUR]})
    monkeypatch.setattr(study, "DECKS", {PASSAGE: study.DECKS[PASSAGE]})
    monkeypatch.setattr(ladder_times, "GAMES", {0: 1})


@needs_compiler
def test_from_the_command_to_the_rows_and_back(tmp_path, capsys, tiny):
    """Twice the games, then more cells: nothing that is there is played again or changed, and the rows hold both."""
    run = ["--workers", "1", "--out", str(tmp_path / "out")]
    assert study.main(run) == 0
    before, times = (study.read_cells(tmp_path / "out" / name) for name in (study.CELLS, study.TIMES))
    assert len(before) == 2 * 3 + len(decks.ids()) + 1 + study.FINALISTS + 1
    assert study.main([*run, "--times", "2", "--parts", "decks"]) == 0
    assert study.main([*run, "--times", "2", "--cells", "full", "--pages", str(tmp_path / "pages")]) == 0
    after = study.read_cells(tmp_path / "pages" / study.CELLS)
    assert len(after) > len(before) and (tmp_path / "pages" / study.PICTURE).exists()
    key = ["scenario", "decks", "agent", "difficulty", "seed"]
    both = before.merge(after, on=key, suffixes=("", "_now"))
    scan = both[both["seed"] <= SEED + 1]
    assert len(scan) == len(before[before["seed"] <= SEED + 1])
    assert all(now.startswith(was) and len(now) == 2 * len(was) for was, now in zip(scan["won"], scan["won_now"], strict=True))
    again = pd.read_csv(tmp_path / "pages" / study.TIMES)
    pd.testing.assert_frame_equal(again.iloc[: len(times)], pd.read_csv(tmp_path / "out" / study.TIMES).iloc[: len(times)])
    assert study.main([*run, "--cells", "none"]) == 0
    assert study.main(run) == 2 and "games are never taken away" in capsys.readouterr().err
