"""Statistics on results made by hand: each figure against the library's own or counted by eye, and what is refused."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binomtest
from statsmodels.duration.survfunc import CumIncidenceRight, SurvfuncRight
from statsmodels.stats.multitest import multipletests
from test_results import rows

from lotrsim.decks import Deck
from lotrsim.errors import BadValue, UnknownName
from lotrsim.experiments import analysis
from lotrsim.experiments.analysis.paired import difference_interval
from lotrsim.experiments.studies import baselines


def joined(*frames):
    """Results put together."""
    return pd.concat(frames, ignore_index=True)


def cells(won, n=40, **columns):
    """n games for each word of a column, of which so many are won: {"deck": 12}."""
    ((name, wins),) = won.items()
    return joined(*(rows(n, **columns, **{name: word}, won=np.arange(n) < k) for word, k in wins.items()))


# --- Rates and scores ------------------------------------------------------------------------------------------------


def test_rates_are_wilsons_and_leave_out_faults():
    df = joined(rows(5, won=[1, 1, 0, 0, 0], fault=["", "", "", "", "MAX_SETS"]), rows(3, agent="other"))
    found = analysis.rates(df, "agent")
    assert found[["agent", "games", "wins", "win_rate"]].to_numpy().tolist() == [["random", 4, 2, 0.5], ["other", 3, 0, 0.0]]
    wilson = binomtest(2, 4).proportion_ci(method="wilson")
    assert found.loc[0, ["ci_low", "ci_high"]].tolist() == pytest.approx([wilson.low, wilson.high])
    assert found.loc[1, "ci_low"] == 0 and found.loc[1, "ci_high"] == pytest.approx(
        binomtest(0, 3).proportion_ci(method="wilson").high
    )
    assert len(analysis.rates(df)) == 2 and analysis.rates(df, ())["games"].tolist() == [7]


def test_scores_of_wins():
    df = rows(6, won=[1, 1, 1, 1, 0, 0], score=pd.array([90, 100, 110, 140, None, None], dtype="Int64"))
    [row] = analysis.scores(df, "agent").to_dict("records")
    assert (row["games"], row["mean_score"], row["median"], row["best"], row["worst"]) == (4, 110, 105, 90, 140)
    assert row["ci_low"] < 90 < row["ci_high"] and row["median_low"] == -np.inf  # four games allow no interval of a median
    [one] = analysis.scores(rows(2, won=[1, 0]), "agent").to_dict("records")
    assert one["games"] == 1 and np.isnan(one["ci_low"])
    assert len(analysis.scores(rows(3), "agent")) == 0


# --- Comparisons -----------------------------------------------------------------------------------------------------


def test_all_comparisons_are_those_of_compare():
    rng = np.random.default_rng(1)
    frames = [
        rows(30, decks=deck, scenario=scenario, won=rng.random(30) < rate)
        for scenario in ("x", "y") for deck, rate in (("a", 0.2), ("b", 0.5), ("c", 0.6))
    ]  # fmt: skip
    df = joined(*frames[:-1], frames[-1].iloc[5:]).sample(frac=1, random_state=0, ignore_index=True)
    found = analysis.compare_all(df, "decks", "scenario")
    assert sorted(zip(found["scenario"], found[["a", "b"]].min(axis=1), found[["a", "b"]].max(axis=1), strict=True)) == [
        (scenario, *pair) for scenario in ("x", "y") for pair in (("a", "b"), ("a", "c"), ("b", "c"))
    ]
    for row in found.to_dict("records"):
        alone = analysis.compare(df[df["scenario"] == row["scenario"]], row["a"], row["b"], "decks")
        assert {name: row[name] for name in alone.index} == alone.to_dict()
    pooled = analysis.compare_all(df, "decks", against="a")
    assert pooled["b"].tolist() == ["a", "a"] and pooled["games"].max() == 60
    assert pooled.set_index("a").loc["b", "p_value"] == analysis.compare(df, "b", "a", "decks")["p_value"]


def test_corrections():
    p = [0.01, 0.04, 0.03, 0.5]
    assert analysis.corrected(p).tolist() == pytest.approx([0.04, 0.09, 0.09, 0.5])
    assert analysis.corrected(p, "fdr_bh").tolist() == pytest.approx([0.04, 0.16 / 3, 0.16 / 3, 0.5])
    with pytest.raises(UnknownName, match="unknown correction 'hol'"):
        analysis.corrected(p, "hol")


@pytest.mark.parametrize("method", ["holm", "fdr_bh"])
def test_corrections_are_those_of_statsmodels(method):
    rng = np.random.default_rng(0)
    for values in ([0.2], [0.0, 1.0, 1.0], [0.03, 0.03, 0.03], *(np.round(rng.random(n) ** 3, 2) for n in (2, 5, 40))):
        assert analysis.corrected(values, method).tolist() == multipletests(values, method=method)[1].tolist()


def test_the_interval_of_a_difference_always_has_a_width():
    for n, only_a, only_b in ((1, 0, 0), (2, 2, 0), (500, 0, 0), (500, 500, 0), (40, 5, 9)):
        low, high = difference_interval(n, only_a, only_b)
        assert -1 <= low < high <= 1 and low <= (only_a - only_b) / n <= high
    assert difference_interval(40, 5, 9) == pytest.approx([-x for x in difference_interval(40, 9, 5)[::-1]])


def test_scores_are_compared_where_both_won():
    score = pd.array([100, 110, 120, 130, 99, None], dtype="Int64")
    a = rows(6, won=[1, 1, 1, 1, 1, 0], score=score)
    b = rows(6, agent="b", won=[1, 1, 1, 1, 0, 1], score=pd.array([101, 112, 121, 132, None, 50], dtype="Int64"))
    found = analysis.compare_scores(joined(a, b), "random", "b")
    assert (found["games"], found["difference"], found["mean_score_a"]) == (4, -1.5, 115)
    assert -2 <= found["ci_low"] <= -1.5 <= found["ci_high"] <= -1
    pd.testing.assert_series_equal(found, analysis.compare_scores(joined(a, b), "random", "b"))
    with pytest.raises(BadValue, match="have won 0 games in common"):
        analysis.compare_scores(joined(rows(3), rows(3, agent="b", won=[1, 1, 1])), "random", "b")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"by": "colour"}, "unknown column"),
        ({"within": "colour"}, "unknown column"),
        ({"within": "agent"}, "unknown column to compare 'agent'"),
        ({"against": "randm"}, "unknown agent 'randm'; nearest: random"),
        ({"by": "decks"}, "no two sides of decks have a game in common"),
    ],
)
def test_what_cannot_be_compared(arguments, message):
    with pytest.raises((BadValue, UnknownName), match=message):
        analysis.compare_all(joined(rows(), rows(agent="b")), **arguments)


# --- Difficulty ------------------------------------------------------------------------------------------------------


def test_a_scale_of_two_is_the_log_of_their_odds():
    df = cells({"scenario": {"easy": 30, "hard": 10}})
    found = analysis.scale(df).set_index("scenario")
    assert found.index.tolist() == ["hard", "easy"]  # hardest first
    assert found["log_odds"].tolist() == pytest.approx([np.log(3), -np.log(3)])  # half of log(3) - log(1/3)
    assert found["games"].tolist() == [40, 40] and found["decks"].tolist() == [1, 1]
    assert (found["log_odds_low"] < found["log_odds"]).all() and set(found["method"]) == {"these decks only"}


def test_four_decks_are_clusters():
    wins = {"easy": 30, "hard": 10}
    df = joined(
        *(cells({"scenario": {name: k + extra for name, k in wins.items()}}, decks=f"d{extra}") for extra in (0, 3, 5, 8))
    )
    found = analysis.scale(df)
    assert set(found["method"]) == {"errors clustered by deck"} and found["decks"].tolist() == [4, 4]


def test_a_word_without_a_win_gets_a_penalised_value_and_says_so():
    df = cells({"scenario": {"easy": 30, "hard": 10, "never": 0, "always": 40}})
    found = analysis.scale(df).set_index("scenario")
    assert found.index.tolist() == ["never", "hard", "easy", "always"]
    assert found.loc["hard", "log_odds"] == pytest.approx(np.log(3)) and found.loc["hard", "note"] == ""
    assert found.loc["never", "note"] == "no win in 40 games: a penalised estimate"
    assert found.loc["always", "note"] == "no loss in 40 games: a penalised estimate"
    for word, value in (("never", np.log(40.5 / 0.5)), ("always", -np.log(40.5 / 0.5))):  # Firth: half a win, half a loss
        row = found.loc[word]
        assert row["log_odds"] == pytest.approx(value, abs=0.05)
        assert row["log_odds_low"] < row["log_odds"] < row["log_odds_high"]


def test_games_separated_by_two_columns_together():
    wins = {("x", "a"): 20, ("x", "b"): 40, ("y", "a"): 0, ("y", "b"): 20}  # each word has wins and losses
    df = joined(*(rows(40, scenario=s, decks=d, won=np.arange(40) < k) for (s, d), k in wins.items()))
    found = analysis.scale(df).set_index("scenario")
    assert (found["note"] == "wins and losses are separated by the other columns: a penalised estimate").all()
    assert found.loc["y", "log_odds"] > 0 and np.isfinite(found["log_odds"]).all()


def test_agents_can_be_put_on_a_scale_too():
    df = joined(cells({"agent": {"good": 30, "bad": 5}}), cells({"agent": {"good": 20, "bad": 2}}, scenario="y"))
    assert analysis.scale(df, "agent")["agent"].tolist() == ["bad", "good"]


def test_what_has_no_scale():
    with pytest.raises(BadValue, match="no game was won"):
        analysis.scale(cells({"scenario": {"x": 0, "y": 0}}))
    with pytest.raises(BadValue, match="two words of scenario"):
        analysis.scale(rows(won=[1, 0, 1, 0]))
    with pytest.raises(UnknownName, match="unknown scale"):
        analysis.scale(rows(), "decks")
    df = joined(cells({"scenario": {"x": 9}}, agent="a"), cells({"scenario": {"y": 9}}, agent="b"))
    with pytest.raises(BadValue, match="cannot be told from agent"):
        analysis.scale(df)
    with pytest.raises(BadValue, match="no game to count"):
        analysis.scale(rows(fault="MAX_SETS"))


# --- Heroes and cards ------------------------------------------------------------------------------------------------

TITLES = [f"H{k}" for k in range(6)]


def lists_of(n=24):
    """n decks of three of six heroes, and a card that half of them hold."""
    rng = np.random.default_rng(5)
    return {
        f"d{k}": Deck(
            f"d{k}", "", tuple(rng.permutation(TITLES)[:3].tolist()), (("Rare", 1), ("All", 2)) if k % 2 else (("All", 2),)
        )
        for k in range(n)
    }


def test_the_table_of_decks():
    lists = {"a": Deck("a", "", ("X", "Y"), (("C", 3),)), "b": {"heroes": ["Z"], "cards": [["C", 2], ["D", 1]]}}
    df = joined(rows(decks="a"), rows(decks="a+b"))
    assert analysis.deck_table(df, "hero", lists).to_dict("index") == {
        "a": {"X": 1, "Y": 1, "Z": 0},
        "a+b": {"X": 1, "Y": 1, "Z": 1},
    }
    assert analysis.deck_table(df, "card", lists).to_dict("index") == {"a": {"C": 3, "D": 0}, "a+b": {"C": 5, "D": 1}}
    df.attrs["decks"] = {"a": lists["a"], "b": lists["b"]}
    assert analysis.deck_table(df)["Z"].tolist() == [0, 1]
    known = analysis.deck_table(rows(decks="core-lore"))
    assert sorted(known) == ["Beravor", "Denethor", "Glorfindel"]
    with pytest.raises(BadValue, match="what is in the deck 'mine'"):
        analysis.deck_table(rows(decks="core-lore+mine"))
    with pytest.raises(UnknownName, match="unknown part of a deck"):
        analysis.deck_table(df, "sphere")


def simulated(lists, effect, games=60, seed=0):
    """Games of decks whose log-odds of winning are the sum of what is in them."""
    rng = np.random.default_rng(seed)
    frames = []
    for deck in lists.values():
        titles = [*deck.heroes, *(title for title, _ in deck.cards)]
        chance = 1 / (1 + np.exp(-sum(effect.get(title, 0) for title in titles)))
        frames.append(rows(games, decks=deck.id, won=rng.random(games) < chance))
    return joined(*frames)


def test_effects_of_three_heroes_a_deck_are_against_the_mean():
    lists = lists_of()
    found = analysis.effects(simulated(lists, {"H0": 1.0, "H1": -1.0}), "hero", lists).set_index("name")
    assert found.attrs["together"] is True
    assert found.index[0] == "H0" and found.index[-1] == "H1"
    assert found["log_odds"].sum() == pytest.approx(0)
    assert found.loc["H0", "log_odds"] == pytest.approx(1, abs=0.4)
    assert found.loc["H0", "change_low"] > 0.05 and found.loc["H1", "change_high"] < -0.05
    assert (found["games_with"] + found["games_without"] == 24 * 60).all()
    assert (found["p_holm"] >= found["p_bh"] - 1e-12).all() and (found["p_bh"] >= found["p_value"] - 1e-12).all()


def test_titles_without_figures_say_why():
    lists = lists_of(12) | {"e": Deck("e", "", ("Lonely", "Twin", "H0"), (("All", 2),))}
    df = simulated(lists, {"Rare": 1.0}, 40)
    found = analysis.effects(df, "card", lists).set_index("name")
    assert found["note"].to_dict() == {"Rare": "", "All": "in every deck"} and found.loc["Rare", "log_odds_low"] > 0
    heroes = analysis.effects(df, "hero", lists, together=False).set_index("name")
    assert heroes.loc["Lonely & Twin", "note"] == "too few decks with it" and np.isnan(heroes.loc["Lonely & Twin", "p_holm"])
    with pytest.raises(BadValue, match="four for each are needed"):
        analysis.effects(df, "hero", lists, together=True)


def test_a_title_that_always_loses_has_no_figure():
    lists = lists_of(12)
    found = analysis.effects(simulated(lists, {"Rare": 60.0, "All": -30.0}, 40), "card", lists).set_index("name")
    assert "no game was won" in found.loc["Rare", "note"] and np.isnan(found.loc["Rare", "log_odds"])


def test_what_gives_no_effects():
    lists = lists_of(12)
    with pytest.raises(BadValue, match="all won or all lost"):
        analysis.effects(simulated(lists, {"All": -99.0}), "card", lists)
    with pytest.raises(BadValue, match="3 decks cannot tell"):
        analysis.effects(simulated(lists_of(3), {}), "hero", lists_of(3))


def test_what_a_model_needs_to_know():
    lists = lists_of()
    df = simulated(lists, {"H0": 3.0})
    found = analysis.importance(df, "hero", lists, repeats=20)
    assert found.loc[0, "name"] == "H0" and found.loc[0, "ci_low"] > 0.02
    assert (found.loc[1:, "importance"] < found.loc[0, "ci_low"]).all() and set(found["games"]) == {432}
    pd.testing.assert_frame_equal(found, analysis.importance(df, "hero", lists, repeats=20))
    with pytest.raises(BadValue, match="every deck holds the same"):
        analysis.importance(df[df["decks"] == "d1"], "hero", lists)
    with pytest.raises(BadValue, match="all games were won or all were lost"):
        analysis.importance(df[~df["won"]], "hero", lists)
    with pytest.raises(BadValue, match="too few games"):
        analysis.importance(df[df["game"] < 2], "hero", lists)


# --- Endings ---------------------------------------------------------------------------------------------------------


def ended():
    """Eight games: two won, three lost by threat, two without heroes, one by both."""
    columns = {"won": [1, 1, 0, 0, 0, 0, 0, 0], "rounds": [3, 4, 1, 3, 3, 0, 2, 5]}
    threat, heroes = [0, 0, 1, 1, 1, 0, 0, 1], [0, 0, 0, 0, 0, 1, 1, 1]
    return rows(8, **columns, out_by_threat=threat, out_of_heroes=heroes)


def test_causes():
    assert analysis.cause_of(ended()).tolist() == ["won", "won", "threat", "threat", "threat", "heroes", "heroes", "both"]
    assert analysis.cause_of(rows(1, reason="round limit")).tolist() == ["rounds"]


def test_causes_are_those_of_the_baselines():
    [cell] = baselines.causes(ended()).to_dict("records")
    lost = analysis.losses(ended()).set_index("cause")
    assert lost["lost"].to_dict() == {"threat": 3, "heroes": 2, "both": 1} == {k: cell[k] for k in lost.index}
    assert set(lost["games"]) == {6} and lost.loc["threat", "share"] == 0.5 and lost.loc["threat", "median_round"] == 4
    wilson = binomtest(3, 6).proportion_ci(method="wilson")
    assert lost.loc["threat", ["ci_low", "ci_high"]].tolist() == pytest.approx([wilson.low, wilson.high])
    assert len(analysis.losses(rows(2, won=[1, 1]))) == 0
    by = analysis.losses(joined(ended(), rows(2, agent="other", out_of_heroes=1)), "agent")
    assert by[["agent", "cause", "lost", "games"]].to_numpy().tolist()[-1] == ["other", "heroes", 2, 2]


def test_incidence_is_that_of_statsmodels():
    df = ended()
    found = analysis.incidence(df)
    with np.errstate(divide="ignore", invalid="ignore"):  # of its errors, where the last game ends
        fitted = CumIncidenceRight(df["rounds"].to_numpy() + 1.0, analysis.cause_of(df).cat.codes.to_numpy() + 1)
    for k, cause in enumerate(("won", "threat", "heroes", "both")):
        mine = found[found["cause"] == cause].set_index("round")["share"]
        assert mine[fitted.times].tolist() == pytest.approx(fitted.cinc[k].tolist())
    last = found[found["round"] == 6]
    assert last["ended"].sum() == 8 and set(found["round"]) == {1, 2, 3, 4, 5, 6}


def test_survival_is_that_of_statsmodels():
    df = ended()
    found = analysis.survival(df).set_index("round")
    fitted = SurvfuncRight(df["rounds"].to_numpy() + 1.0, (~df["won"]).to_numpy().astype(int))
    assert found.loc[fitted.surv_times, "survival"].tolist() == pytest.approx(fitted.surv_prob.tolist())
    assert found["playing"].tolist() == [8, 7, 6, 5, 2, 1] and found["lost"].sum() == 6 and found["won"].sum() == 2
    assert (found["ci_low"] <= found["survival"]).all() and (found["survival"] <= found["ci_high"]).all()
    assert (found["ci_high"] > found["ci_low"]).all() and set(found["games"]) == {8}
    only_won = analysis.survival(rows(5, won=[1] * 5, rounds=2))
    assert set(only_won["survival"]) == {1.0} and (only_won["ci_low"] < 1).all()
