"""Statistics on games drawn with known chances: effects are found, 95% intervals hold the truth about 95% of the time, and
tests of what is equal are wrong about 5% of the time. Every draw has its seed, so nothing here passes by luck.

Bounds are those of the binomial distribution of so many repetitions (99.9%, statsmodels would call all of them compatible with
95% and 5%), not wider ones.
"""

import numpy as np
import pandas as pd
import pytest
from scipy.special import expit
from scipy.stats import binom
from statsmodels.stats.proportion import proportion_confint
from test_results import rows

from lotrsim.experiments import analysis
from lotrsim.experiments.analysis import difficulty, endings, influence
from lotrsim.experiments.analysis.paired import _comparison

SCENARIOS = {"s0": 0.0, "s1": -1.0, "s2": -2.0}


def held(hits, n, rate=0.95):
    """Whether so many of n are what a rate gives, at the 99.9% level from below; an interval may be a little wide."""
    return binom.ppf(0.0005, n, rate) <= hits


def cells(rng, n_decks, effects=0.0, spread=0.3, games=500):
    """Won games of decks in three scenarios; decks differ by `spread` more than by their effects, and by scenario too."""
    deck, place = np.repeat(np.arange(n_decks), 3), np.tile(np.arange(3), n_decks)
    odds = np.array(list(SCENARIOS.values()))[place] + np.broadcast_to(effects, n_decks)[deck]
    odds = odds + rng.normal(0, spread, n_decks)[deck] + rng.normal(0, spread / 2, len(deck))
    names = {"decks": [f"d{k}" for k in deck], "scenario": [f"s{k}" for k in place]}
    return pd.DataFrame(names | {"games": games, "wins": rng.binomial(games, expit(odds))})


def titles(rng, n_decks, n, each=None):
    """Which of n titles are in which decks: `each` of them in every deck, or any half."""
    draw = [(rng.permutation(n) < each) if each else rng.random(n) < 0.5 for _ in range(n_decks)]
    return pd.DataFrame(np.array(draw, float), index=[f"d{k}" for k in range(n_decks)], columns=[f"h{k}" for k in range(n)])


@pytest.mark.parametrize("n_decks", [4, 12])
def test_the_scale_of_difficulty(n_decks):
    rng, hits, values = np.random.default_rng(n_decks), 0, []
    for _ in range(40):
        for row in difficulty._log_odds(cells(rng, n_decks), "scenario", ["decks"]):
            truth = -SCENARIOS[row["scenario"]] + np.mean(list(SCENARIOS.values()))
            hits += row["log_odds_low"] <= truth <= row["log_odds_high"]
            values.append(row["log_odds"] - truth)
    assert held(hits, 120) and abs(np.mean(values)) < 0.02


@pytest.mark.parametrize(("n_decks", "n", "each", "together"), [(48, 12, 3, True), (19, 3, None, True)])
def test_effects_of_heroes(n_decks, n, each, together):
    """Three of twelve heroes a deck (against the mean); any of three."""
    rng, hits, total, values = np.random.default_rng(n), 0, 0, []
    truth = np.linspace(-0.5, 0.5, n) if n > 1 else np.zeros(1)
    for _ in range(120 // n):
        table = titles(rng, n_decks, n, each)
        found = influence._effects(cells(rng, n_decks, table.to_numpy() @ truth), ["scenario"], table, together, "hero")
        found = found[found["note"] == ""]
        wanted = dict(zip(table, truth, strict=True))
        mean = np.mean([wanted[name] for name in found["name"]]) if each else 0.0
        for row in found.to_dict("records"):
            right = wanted[row["name"]] - mean
            hits, total = hits + (row["log_odds_low"] <= right <= row["log_odds_high"]), total + 1
            values.append(row["log_odds"] - right)
    assert total > 60 and held(hits, total) and abs(np.mean(values)) < 0.1


def test_few_decks_with_a_title_widen_its_interval():
    """Five decks of forty: without Welch's degrees of freedom this interval held the truth 90 times of 100."""
    rng, hits = np.random.default_rng(5), 0
    for _ in range(80):
        table = pd.DataFrame({"h": (rng.permutation(40) < 5).astype(float)}, index=[f"d{k}" for k in range(40)])
        row = influence._effects(cells(rng, 40), ["scenario"], table, None, "hero").iloc[0]
        hits += row["log_odds_low"] <= 0 <= row["log_odds_high"]
    assert held(hits, 80)


@pytest.mark.parametrize(("n", "rate", "alike"), [(20, 0.1, 0.0), (50, 0.5, 0.7), (200, 0.02, 0.5), (200, 0.3, 0.2)])
def test_paired_differences(n, rate, alike):
    """Equal sides whose games are alike with some chance: how often the interval holds 0, and how often McNemar's test errs.

    Both depend only on how many games one side alone won, so all such numbers are gone through with their chances: exactly.
    """
    chance = rate * (1 - rate) * (1 - alike)  # that a game is won by one side alone, for each side
    counted, holds, wrong = 0.0, 0.0, 0.0
    for single in range(n + 1):
        weights = binom.pmf(single, n, 2 * chance) * binom.pmf(np.arange(single + 1), single, 0.5)
        for only_a in np.flatnonzero(weights > 1e-6).tolist():
            games = np.repeat([[1, 0], [0, 1], [0, 0]], [only_a, single - only_a, n - single], axis=0) == 1
            found = _comparison("a", "b", games[:, 0], games[:, 1])
            counted += weights[only_a]
            holds += weights[only_a] * (found["ci_low"] <= 0 <= found["ci_high"])
            wrong += weights[only_a] * (found["p_value"] < 0.05)
    assert counted > 0.999 and holds >= 0.95 and wrong <= 0.05


def test_a_real_difference_is_found():
    rng, found = np.random.default_rng(2), 0
    for _ in range(30):
        sides = [rows(300, agent=name, won=rng.random(300) < rate) for name, rate in (("a", 0.3), ("b", 0.45))]
        found += analysis.compare(pd.concat(sides, ignore_index=True), "a", "b")["p_value"] < 0.05
    assert found >= 24  # power 0.97


def test_corrections_hold_their_level():
    """Twenty equal decks, 190 comparisons: Holm errs in 5% of such tables at most, uncorrected nearly every table errs."""
    rng, holm, raw = np.random.default_rng(3), 0, 0
    names = {"decks": [f"d{k}" for k in np.repeat(range(20), 100)], "game": np.tile(range(100), 20)}
    for _ in range(20):
        found = analysis.compare_all(rows(2000, **names, won=rng.random(2000) < 0.3), "decks")
        holm, raw = holm + (found["p_holm"] < 0.05).any(), raw + (found["p_value"] < 0.05).any()
    assert holm <= binom.ppf(0.999, 20, 0.05) and raw > 15


def test_the_bootstrap_of_scores():
    rng, hits = np.random.default_rng(4), 0
    won = rows(80, agent=["a0"] * 40 + ["a1"] * 40, game=[*range(40)] * 2, won=[1] * 80)
    for k in range(100):
        base = np.tile(rng.normal(120, 30, 40), 2) + np.repeat([0, 5], 40)
        both = won.assign(score=pd.array(np.round(base + rng.normal(0, 10, 80)).astype(int), dtype="Int64"))
        found = analysis.compare_scores(both, "a0", "a1", resamples=499, seed=k)
        hits += found["ci_low"] <= -5 <= found["ci_high"]
    assert held(hits, 100, 0.93)  # percentiles of 40 differences are a little narrow


def test_survival():
    """Chance 0.1 to lose and 0.045 to win in every round: not lost after five rounds is 0.9 ** 5, if nobody won before."""
    rng, hits, games = np.random.default_rng(6), 0, rows(60)
    for _ in range(150):
        draw = rng.random((60, 80))
        last = (draw < 0.145).argmax(axis=1)  # a loss is looked for first
        won = draw[np.arange(60), last] >= 0.1
        found = endings.survival(games.assign(won=won, rounds=last)).set_index("round").loc[5]
        hits += found["ci_low"] <= 0.9**5 <= found["ci_high"]
    assert held(hits, 150)


def test_importance_finds_what_matters_and_nothing_else():
    rng = np.random.default_rng(8)
    table = titles(rng, 24, 4)
    lists = {deck: {"heroes": [name for name in table if row[name]], "cards": []} for deck, row in table.iterrows()}
    wins = [rows(80, decks=deck, won=rng.random(80) < expit(2 * row["h0"] - 1)) for deck, row in table.iterrows()]
    found = analysis.importance(pd.concat(wins, ignore_index=True), "hero", lists, repeats=10).set_index("name")
    assert found.index[0] == "h0" and found.loc["h0", "ci_low"] > 0.02
    assert (found.drop("h0")["importance"].abs() < 0.01).all()


def test_wilson_is_what_is_used():
    low, high = analysis.common.wilson([3, 0], [10, 10])
    expected = proportion_confint([3, 0], [10, 10], 0.05, method="wilson")
    assert np.allclose(low, expected[0]) and np.allclose(high, expected[1])
