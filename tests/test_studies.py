"""Studies: the rule that builds the decks of hero trios, the table and its intervals on games made by hand, one small run."""

from collections import Counter
from itertools import combinations

import matplotlib.image
import numpy as np
import pandas as pd
import pytest

from lotrsim.cards.facts import by_name, facts
from lotrsim.decks import check, core_sets
from lotrsim.errors import BadValue, UnknownName
from lotrsim.experiments import read, spec
from lotrsim.experiments.analysis import rates
from lotrsim.experiments.analysis.common import wilson
from lotrsim.experiments.studies import hero_trios
from lotrsim.kernel import DISABLED

needs_compiler = pytest.mark.skipif(DISABLED, reason="many games need compiled code")
MIXED, PAIR, MONO = "aragorn-gimli-eowyn", "gimli-eowyn-eleanor", "aragorn-theodred-gloin"


def of_spheres(deck):
    """How many cards of each sphere a deck has."""
    found = Counter()
    for title, copies in deck.cards:
        found[by_name(title).sphere] += copies
    return found


# --- The decks -------------------------------------------------------------------------------------------------------


def test_every_trio_once_and_the_single_spheres_last():
    decks = hero_trios.trio_decks()
    heroes = {fact.name for fact in facts() if fact.type == "hero"}
    assert len(heroes) == 12
    assert {frozenset(deck.heroes) for deck in decks} == {frozenset(trio) for trio in combinations(heroes, 3)}
    assert len(decks) == 220 == len({deck.id for deck in decks})
    assert [hero_trios.is_outside(deck) for deck in decks] == [False] * 216 + [True] * 4


def test_every_deck_is_one_that_a_box_and_a_tournament_allow():
    for deck in hero_trios.trio_decks():
        outside = hero_trios.is_outside(deck)
        assert deck.size == (32 if outside else 50)
        assert check(deck, tournament=not outside) == [] and core_sets(deck) == 1


def test_the_spheres_share_the_deck_as_the_rule_says():
    for deck in hero_trios.trio_decks():
        heroes, cards = Counter(by_name(name).sphere for name in deck.heroes), of_spheres(deck)
        assert cards.pop("Neutral") == 3 and dict(deck.cards)["Gandalf"] == 3
        by_number = {1: [16, 16, 15], 2: [29, 18], 3: [29]}[max(heroes.values())]
        assert [cards[sphere] for sphere, _ in heroes.most_common()] == by_number and len(cards) == len(heroes)


def test_what_is_left_out_is_never_cheaper_than_what_is_in():
    for deck in hero_trios.trio_decks():
        inside = dict(deck.cards)
        for sphere in {by_name(name).sphere for name in deck.heroes}:
            cards = [fact for fact in facts() if fact.sphere == sphere and fact.type in ("ally", "attachment", "event")]
            cost = {fact.name: 99 if fact.cost == "X" else fact.cost for fact in cards}
            left = [cost[fact.name] for fact in cards if inside.get(fact.name, 0) < fact.quantity]
            assert max(cost[fact.name] for fact in cards if fact.name in inside) <= min(left, default=99)


def test_a_deck_card_by_card():
    """Worked by hand from the costs: Leadership and Spirit 16, Lore 15; of cost 2 what stays in play comes first."""
    cards = dict(hero_trios.deck_of(["Denethor", "Eleanor", "Aragorn"]).cards)
    leadership = {"Common Cause": 2, "Snowbourn Scout": 3, "Ever Vigilant": 2, "Sneak Attack": 2, "Valiant Sacrifice": 2}
    leadership |= {"Guard of the Citadel": 3, "Steward of Gondor": 2}
    spirit = {"Strength of Will": 2, "Hasty Stroke": 2, "Will of the West": 2, "A Test of Will": 2, "Dwarven Tomb": 1}
    spirit |= {"Power in the Earth": 2, "Wandering Took": 2, "The Favor of the Lady": 2, "Unexpected Courage": 1}
    lore = {"Henamarth Riversong": 1, "Protector of Lórien": 2, "Dark Knowledge": 1, "Radagast's Cunning": 2, "Secret Paths": 2}
    lore |= {"Erebor Hammersmith": 2, "Miner of the Iron Hills": 2, "Gléowine": 2, "Lore of Imladris": 1}
    assert cards == leadership | spirit | lore | {"Gandalf": 3}


def test_any_order_of_heroes_is_the_same_deck():
    assert hero_trios.deck_of(["gimli", "Éowyn", "aragorn"]) == hero_trios.deck_of(["Aragorn", "Gimli", "Eowyn"])


@pytest.mark.parametrize("heroes", [["Aragorn"], ["Aragorn", "Gimli", "Aragorn"], ["Aragorn", "Gimli", "Gandalf"], []])
def test_no_trio(heroes):
    with pytest.raises(BadValue, match="three different heroes"):
        hero_trios.deck_of(heroes)


def test_an_unknown_hero():
    with pytest.raises(UnknownName, match="nearest: Gimli"):
        hero_trios.deck_of(["Aragorn", "Gimly", "Eleanor"])


# --- The table -------------------------------------------------------------------------------------------------------


def made(wins, games=10, **columns):
    """Games of trios: deck -> wins in each of the three scenarios, the first games of each won."""
    rows = [
        {"scenario": scenario, "decks": deck, "agent": "a", "difficulty": "standard", "seed": 1, "game": k, "won": k < won}
        for deck, each in wins.items()
        for scenario, won in zip(hero_trios.SCENARIOS, each, strict=False)
        for k in range(games)
    ]
    return pd.DataFrame(rows).assign(**{"fault": "", **columns})


def test_the_table():
    df = made({MONO: (10, 10, 10), PAIR: (1, 2, 0), MIXED: (6, 2, 1)})
    rows = hero_trios.table(df)
    assert list(dict.fromkeys(rows["decks"])) == [MIXED, PAIR, MONO]
    assert list(rows["scenario"]) == [*hero_trios.SCENARIOS, "mean"] * 3
    assert list(rows["rank"].fillna(0)) == [1] * 4 + [2] * 4 + [0] * 4
    assert list(rows["outside"]) == [False] * 8 + [True] * 4 and list(rows["cards"]) == [50] * 8 + [32] * 4
    mean = rows.loc[3]
    assert (mean["games"], mean["wins"], mean["starting_threat"], mean["spheres"]) == (30, 9, 32, "Leadership, Tactics, Spirit")
    assert mean["win_rate"] == pytest.approx(0.3) and mean["ci_low"] < 0.3 < mean["ci_high"]
    plain = rates(df, ["decks", "scenario"]).set_index(["decks", "scenario"])
    for row in rows[rows["scenario"] != "mean"].itertuples():
        assert [row.wins, row.ci_low, row.ci_high] == list(plain.loc[(row.decks, row.scenario), ["wins", "ci_low", "ci_high"]])


def test_equal_means_share_a_rank_and_a_trio_that_lacks_a_scenario_has_none():
    other = "aragorn-gimli-eleanor"
    rows = hero_trios.table(made({MIXED: (1, 2, 0), other: (0, 1, 2), PAIR: (9, 9)}))
    assert dict(zip(rows["decks"], rows["rank"].fillna(0), strict=True)) == {MIXED: 1, other: 1, PAIR: 0}
    assert list(dict.fromkeys(rows["decks"])) == [MIXED, other, PAIR]
    assert list(rows.loc[rows["decks"] == PAIR, "scenario"]) == list(hero_trios.SCENARIOS[:2])
    assert len(hero_trios.wide(rows)) == 3


def test_games_that_a_fault_stopped_are_not_counted():
    df = made({MIXED: (6, 2, 1)})
    df.loc[0, ["won", "fault"]] = False, "MAX_SETS"
    rows = hero_trios.table(df)
    assert list(rows["games"]) == [9, 10, 10, 29] and list(rows["wins"]) == [5, 2, 1, 8]
    assert rows.loc[3, "win_rate"] == pytest.approx((5 / 9 + 0.2 + 0.1) / 3)


def test_foreign_results_are_refused():
    for wrong, words in (("decks", "decks core-lore"), ("scenario", "scenario elsewhere")):
        with pytest.raises(BadValue, match=words):
            hero_trios.table(made({MIXED: (1, 1, 1)}, **{wrong: words.split()[1]}))
    with pytest.raises(BadValue, match="more than one agent"):
        hero_trios.table(made({MIXED: (1, 1, 1)}, agent=["a", "b"] * 15))


@pytest.mark.parametrize(("chances", "shared"), [((0.5, 0.3, 0.1), 0.0), ((0.5, 0.3, 0.1), 0.8), ((0.6, 0.02, 0.0), 0.4)])
def test_the_interval_of_a_mean_holds_the_truth(chances, shared):
    """In 95 of 100 samples, also where the same cards win in every scenario; without the correlation it would be too narrow."""
    rng, held, samples = np.random.default_rng(5), 0, 400
    for _ in range(samples):
        luck = np.where(rng.random((200, 1)) < shared, rng.random((200, 1)), rng.random((200, 3)))
        won = pd.DataFrame(luck < np.array(chances), columns=list(hero_trios.SCENARIOS)).astype(float)
        low, high = hero_trios.mean_interval(won, *wilson(won.sum(), [200] * 3))
        held += low <= np.mean(chances) <= high
    assert 0.92 <= held / samples <= 0.98


def test_the_interval_of_a_mean_without_a_win_or_a_loss():
    for value in (0.0, 1.0):
        won = pd.DataFrame(np.full((50, 3), value))
        edges = [np.full(3, edge) for edge in ((0.0, 0.07) if value == 0 else (0.93, 1.0))]
        low, high = hero_trios.mean_interval(won, *edges)
        assert low <= value <= high and 0.03 < high - low < 0.07


# --- The study -------------------------------------------------------------------------------------------------------


def test_the_sweep_has_660_cells(monkeypatch):
    monkeypatch.setattr(spec, "lay_out", lambda combination: True)  # which takes seconds
    sweep = hero_trios.sweep(games=1000, seed=1)
    assert len(sweep.cells) == 660 == len({cell.key for cell in sweep.cells})
    assert {cell.agent for cell in sweep.cells} == {"heuristic"} and sweep.experiment.games == 1000


@pytest.mark.parametrize(("games", "code"), [("0", 2), ("ten", 2)])
def test_bad_input_is_one_line(games, code, tmp_path, capsys, few):
    try:
        found = hero_trios.main(["--games", games, "--out", str(tmp_path / "out")])
    except SystemExit as ended:
        found = ended.code
    error = capsys.readouterr().err.splitlines()[-1]
    assert found == code and "error: " in error and "games" in error and not (tmp_path / "out").exists()


@pytest.fixture
def few(monkeypatch):
    """Three trios instead of all."""
    decks = [deck for deck in hero_trios.trio_decks() if deck.id in (MIXED, PAIR, MONO)]
    monkeypatch.setattr(hero_trios, "trio_decks", lambda: tuple(decks))


@needs_compiler
def test_from_the_command_to_the_table_and_the_picture(tmp_path, capsys, few):
    """The same command with more games plays only these; the table says what the rows say; fewer games are refused."""
    run = ["--seed", "1", "--agent", "random", "--workers", "1", "--out", str(tmp_path)]
    assert hero_trios.main(["--games", "2", *run]) == 0
    before = read(tmp_path)
    assert hero_trios.main(["--games", "5", *run]) == 0
    df = read(tmp_path)
    pd.testing.assert_frame_equal(df[df["game"] < 2].reset_index(drop=True), before)
    assert len(df) == 3 * 3 * 5 and set(df["scenario"]) == set(hero_trios.SCENARIOS)
    rows = pd.read_csv(tmp_path / "trios.csv")
    assert len(rows) == 3 * 4 and list(rows["wins"]) == list(hero_trios.table(df)["wins"])
    assert min(matplotlib.image.imread(tmp_path / "trios.png").shape[:2]) > 100
    assert hero_trios.main(["--games", "4", *run]) == 2
    shown, told = capsys.readouterr()
    assert told.splitlines()[-1].startswith("error: ") and "games are never taken away" in told
    assert "Aragorn, Théodred, Glóin (32 cards, outside comparison)" in shown and "Gimli, Éowyn, Eleanor" in shown
    assert "findings need two games of every trio" in told and not (tmp_path / "findings.csv").exists()
