"""The findings of the hero trios on games made by hand: differences deal by deal, their intervals, their words."""

import numpy as np
import pandas as pd
import pytest

from lotrsim.decks import starting_threat
from lotrsim.errors import BadValue
from lotrsim.experiments.analysis.common import wilson
from lotrsim.experiments.studies import hero_trios, trio_findings

DECKS = hero_trios.trio_decks()
PASSAGE, ANDUIN, DOL_GULDUR = hero_trios.SCENARIOS


def games(won_of, deals=8):
    """All trios in all scenarios: `won_of(scenario, deck, k)` says who wins."""
    rows = [
        (scenario, deck.id, k, won_of(scenario, deck, k))
        for scenario in hero_trios.SCENARIOS
        for deck in DECKS
        for k in range(deals)
    ]
    df = pd.DataFrame(rows, columns=["scenario", "decks", "game", "won"])
    return df.assign(seed=1, fault="", agent="a", difficulty="standard")


@pytest.fixture(scope="module")
def found():
    """Passage: Aragorn wins the deals that are no multiple of 4, others the even deals. Anduin: the first deal. Then none."""

    def won_of(scenario, deck, k):
        if scenario == PASSAGE:
            return k % 4 != 0 if "Aragorn" in deck.heroes else k % 2 == 0
        return scenario == ANDUIN and k == 0

    return trio_findings.findings(games(won_of))


def row_of(found, kind, of="", scenario=PASSAGE):
    (row,) = found[(found["kind"] == kind) & (found["of"] == of) & (found["scenario"] == scenario)].to_dict("records")
    return row


def test_a_hero_is_a_difference_of_every_deal(found):
    """With Aragorn deals 0 to 3 are lost, won, won, won; without him won, lost, won, lost."""
    row, deals = row_of(found, "hero", "Aragorn"), np.array([-1.0, 1, 0, 1] * 2)
    half = 1.959964 * deals.std(ddof=1) / 8**0.5
    assert row["deals"] == 8
    assert [row[name] for name in ("estimate", "ci_low", "ci_high")] == pytest.approx([0.25, 0.25 - half, 0.25 + half])


def test_who_wins_the_same_deals_as_all_others_makes_no_difference(found):
    row = row_of(found, "hero", "Aragorn", ANDUIN)
    assert (row["estimate"], row["ci_low"], row["ci_high"]) == pytest.approx((0, 0, 0))


def test_a_group_of_spheres_is_the_rate_of_its_trios(found):
    """Of Leadership and Lore: six trios of two Leadership heroes with Aragorn and one more with him and two of Lore ..."""
    decks = [deck for deck in DECKS if ", ".join(trio_findings.spheres(deck)) == "Leadership, Lore"]
    share = sum("Aragorn" in deck.heroes for deck in decks) / len(decks)
    assert len(decks) == 18 and share == 0.5
    assert row_of(found, "spheres", "Leadership, Lore")["estimate"] == pytest.approx(share * 0.75 + (1 - share) * 0.5)


def test_two_spheres_and_three():
    df = games(lambda scenario, deck, k: len(trio_findings.spheres(deck)) == 2 or k < 2)
    assert row_of(trio_findings.findings(df), "two spheres")["estimate"] == pytest.approx(0.75)


def test_the_slope_in_the_threat():
    """Who has 10 more threat wins ten deals of a hundred more."""
    df = games(lambda scenario, deck, k: k < starting_threat(deck) - 20, deals=20)
    assert row_of(trio_findings.findings(df), "threat")["estimate"] == pytest.approx(1 / 20)


def test_the_best_trio_is_judged_by_deals_that_did_not_choose_it():
    df = games(lambda scenario, deck, k: deck.id == "gimli-eowyn-eleanor" and k in (0, 2, 4, 6, 7))
    row = row_of(trio_findings.findings(df), "best trio", "Gimli, Éowyn, Eleanor")
    low, high = wilson([1], [4])
    assert [row[name] for name in ("deals", "estimate", "ci_low", "ci_high")] == pytest.approx([4, 0.25, low[0], high[0]])


def test_no_win_at_all_is_not_certain(found):
    limit = wilson([0], [8])[1][0]
    row = row_of(found, "any", scenario=DOL_GULDUR)
    assert (row["estimate"], row["ci_low"], row["ci_high"]) == (0, 0, pytest.approx(limit))
    row = row_of(found, "hero", "Gimli", DOL_GULDUR)
    assert (row["estimate"], row["ci_low"], row["ci_high"]) == (0, pytest.approx(-limit), pytest.approx(limit))


def test_single_spheres_and_faults_are_outside():
    mono = "aragorn-theodred-gloin"
    df = games(lambda scenario, deck, k: deck.id == mono)
    assert not trio_findings.findings(df)["estimate"].any()
    df = games(lambda scenario, deck, k: True)
    df.loc[(df["decks"] == "gimli-eowyn-eleanor") & (df["game"] == 3), "fault"] = "too many frames"
    assert set(trio_findings.findings(df).query("kind == 'any'")["deals"]) == {7}  # a deal that one trio lacks counts for none


def test_findings_need_two_deals_of_every_trio(tmp_path, capsys):
    df = games(lambda scenario, deck, k: k == 0, deals=2)
    for fewer in (df[df["game"] == 0], df[df["decks"] != DECKS[0].id]):
        with pytest.raises(BadValue, match="two games of every trio"):
            trio_findings.findings(fewer)
    hero_trios.show(df, tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"trios.csv", "trios.png", "findings.csv", "pairs.png"}
    assert pd.read_csv(tmp_path / "findings.csv")["deals"].max() == 2
    assert capsys.readouterr().err.count("Passage Through Mirkwood: ") == 6


def test_the_words(found):
    said = trio_findings.sentences(found)
    assert len(said) == 8
    assert said[0].startswith("Passage Through Mirkwood: trios with Aragorn win 25.0 points (") and "more often" in said[0]
    assert " less often than those without" in said[1]
    assert said[-2].startswith("Journey Along the Anduin: some trio wins 12.5% (") and " of 8 deals; trios with " in said[-2]
    assert said[-1] == "Escape from Dol Guldur: some trio wins 0.0% (0.0% to 32.4%) of 8 deals."


def test_less_is_said_with_its_ends_in_order():
    row = pd.Series({"estimate": -0.10, "ci_low": -0.15, "ci_high": -0.05})
    assert trio_findings._difference(row) == "10.0 points (5.0 to 15.0) less"
    row = pd.Series({"estimate": 0.01, "ci_low": -0.01, "ci_high": 0.03})
    assert trio_findings._difference(row) == "1.0 points (-1.0 to 3.0) more"


def test_the_picture_shows_all_pairs_but_those_with_oneself():
    df = games(lambda scenario, deck, k: "Aragorn" in deck.heroes)
    (ax,) = trio_findings.pairs(df).axes
    assert len(ax.texts) == 12 * 11 and [label.get_text() for label in ax.get_yticklabels()][0] == "Aragorn"
    assert [text.get_text() for text in ax.texts[:11]] == ["100"] * 11
    assert {text.get_text() for text in ax.texts[12:]} - {"100"} == {"0", "10", "11"}  # where he may be the third
