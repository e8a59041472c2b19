"""The study of card swaps: its decks, its table on games made by hand, its picture, what is refused, one small run."""

import matplotlib.image
import numpy as np
import pandas as pd
import pytest
from test_plots_labels import check_words

from lotrsim import Game, decks
from lotrsim.cards.facts import by_name
from lotrsim.decks import check, spheres
from lotrsim.decks.deck import copies_of_titles
from lotrsim.errors import BadDeck, BadValue, UnknownName
from lotrsim.experiments import read
from lotrsim.experiments.studies import card_swap, hero_trios
from lotrsim.ids import HAND
from lotrsim.kernel import DISABLED

needs_compiler = pytest.mark.skipif(DISABLED, reason="many games need compiled code")
DECK = decks.get("core-leadership")
MIRKWOOD = "passage-through-mirkwood"
SMALL = decks.Deck("small", "Small", ("Aragorn",), (("Gandalf", 1), ("Faramir", 2), ("Sneak Attack", 2)))


def lost(before, after):
    """What a deck has less than before, and what more."""
    old, new = copies_of_titles(before), copies_of_titles(after)
    return dict(old - new), dict(new - old)


# --- The decks -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", decks.ids())
@pytest.mark.parametrize("copies", ["all", "one"])
@pytest.mark.parametrize("instead", ["nothing", "blank"])
def test_every_title_gives_way_once_and_nothing_else_changes(name, copies, instead):
    deck = decks.get(name)
    found, refused = card_swap.swaps(deck, copies=copies, instead=instead)
    held = copies_of_titles(deck)
    assert [swap.title for swap in found] == list(held) and not refused
    assert len({swap.deck.id for swap in found} | {deck.id}) == len(held) + 1
    for swap in found:
        n = held[swap.title] if copies == "all" else 1
        less, more = lost(deck, swap.deck)
        assert less == {swap.title: n} and swap.swapped == n and swap.copies == held[swap.title]
        assert more == ({} if instead == "nothing" else {swap.instead: n})
        assert swap.deck.heroes == deck.heroes and check(swap.deck) == []


def test_a_title_listed_twice_or_spelt_otherwise_is_one():
    deck = decks.Deck("d", "D", ("Aragorn",), (("celebrians stone", 1), ("Gandalf", 1), ("gandalf", 1)))
    found, _ = card_swap.swaps(deck)
    assert [(swap.title, swap.swapped) for swap in found] == [("Celebrían's Stone", 1), ("Gandalf", 2)]
    found, _ = card_swap.swaps(deck, ["CELEBRÍANS stone", "Celebrían's Stone"])
    assert [swap.title for swap in found] == ["Celebrían's Stone"]


def test_a_blank_is_an_event_of_a_sphere_that_nobody_has():
    for deck in (*map(decks.get, decks.ids()), *hero_trios.trio_decks()):
        fact = by_name(card_swap.blank(deck))
        assert fact.type == "event" and fact.cost > 0 and fact.sphere not in (*spheres(deck), "Neutral")
        assert fact.name not in copies_of_titles(deck)


def test_the_stone_of_celebrian_pays_for_spirit():
    deck = decks.Deck("d", "D", ("Aragorn", "Gimli", "Denethor"), (("Gandalf", 1),))
    assert by_name(card_swap.blank(deck)).sphere == "Spirit"
    with pytest.raises(BadValue, match="every sphere"):
        card_swap.blank(decks.Deck("d", "D", deck.heroes, (("Celebrian's Stone", 1),)))


def is_offered(heroes, title):
    """Whether a card that is in the first hand may ever be played, in a game in which the last option is chosen."""
    game = Game.new(MIRKWOOD, decks=[decks.Deck("three", "Three", heroes, ((title, 3),))], seed=1)
    assert game.state["zone_count"][HAND] == 3
    offered = False
    while not game.over and not offered:
        offered = any(option.text.startswith(f"play {title}") for option in game.options)
        game.choose(game.options[-1])
    return offered


@needs_compiler
@pytest.mark.parametrize(
    ("heroes", "playable"),
    [(("Aragorn", "Éowyn"), "Snowbourn Scout"), (("Gimli", "Denethor"), "Gondorian Spearman"), (("Dúnhere",), "Wandering Took")],
)
def test_a_blank_is_never_played(heroes, playable):
    bare = decks.Deck("bare", "Bare", heroes, (("Gandalf", 3),))
    assert not is_offered(heroes, card_swap.blank(bare))
    assert is_offered(heroes, playable)


def test_another_card_instead_and_why_not():
    found, refused = card_swap.swaps(DECK, instead="gandalf")
    assert {swap.instead for swap in found} == {"Gandalf"} and "Gandalf is not swapped for itself" in refused
    assert len(refused) == 3 and len(found) == len(DECK.cards) - 3
    assert any("Snowbourn Scout is not swapped for Gandalf: 4 copies of Gandalf" in line for line in refused)
    assert all(check(swap.deck) == [] and swap.deck.size == DECK.size for swap in found)
    found, refused = card_swap.swaps(DECK, copies="one", instead="Gandalf")
    assert len(found) == len(DECK.cards) - 1 and len(refused) == 1


def test_what_is_refused():
    for more, error, words in (
        ({"titles": ["Gandolf"]}, UnknownName, "core-leadership 'Gandolf'; nearest: Gandalf"),
        ({"titles": ["Gimli"]}, UnknownName, "unknown card of core-leadership"),
        ({"copies": "two"}, UnknownName, "number of copies"),
        ({"instead": "Gandolf"}, UnknownName, "unknown card"),
        ({"instead": "Gimli"}, BadValue, "the hero Gimli is among the cards"),
        ({"instead": "Gandalf", "titles": ["Gandalf"]}, BadValue, "not swapped for itself"),
    ):
        with pytest.raises(error, match=words):
            card_swap.swaps(DECK, **more)
    with pytest.raises(BadValue, match="no card can be swapped"):
        card_swap.swaps(decks.Deck("d", "D", ("Aragorn",), ()))


# --- The table -------------------------------------------------------------------------------------------------------


def made(won, scores=None, games=400):
    """Games of SMALL and its swaps: deck id -> which games it won."""
    rows = []
    for name, wins in won.items():
        for k in range(games):
            score = (scores or {}).get(name, 100) + k % 7
            rows.append({"decks": name, "game": k, "won": bool(wins[k]), "score": score if wins[k] else None, "rounds": 9})
    same = {"scenario": MIRKWOOD, "agent": "a", "difficulty": "standard", "seed": 1, "fault": "", "rules_version": 1}
    return pd.DataFrame(rows).assign(**same, cards_hash="").astype({"score": "Int64"})


def small_games():
    """Without Faramir every tenth game is lost more; without Sneak Attack and Gandalf another tenth is won more or nothing."""
    found, _ = card_swap.swaps(SMALL)
    ids = {swap.title: swap.deck.id for swap in found}
    k = np.arange(400)
    base = k % 2 == 0
    df = made(
        {SMALL.id: base, ids["Faramir"]: base & (k % 10 != 0), ids["Gandalf"]: base, ids["Sneak Attack"]: base | (k % 10 == 1)},
        {ids["Faramir"]: 110},
    )
    return df, found


def test_the_table():
    df, found = small_games()
    rows = card_swap.table(df, SMALL, found)
    assert list(rows["card"]) == ["Faramir", "Gandalf", "Sneak Attack"] and list(rows.columns) == list(card_swap.EFFECT)
    assert list(rows["effect"]) == pytest.approx([0.1, 0, -0.1]) and set(rows["games"]) == {400}
    assert list(rows["win_rate"]) == [0.5] * 3 and list(rows["win_rate_without"]) == pytest.approx([0.4, 0.5, 0.6])
    assert (rows["ci_low"] < rows["effect"]).all() and (rows["effect"] < rows["ci_high"]).all()
    assert list(rows["p_value"]) == pytest.approx([2 * 0.5**40, 1, 2 * 0.5**40])
    assert list(rows["p_holm"]) == pytest.approx([3 * 2 * 0.5**40, 1, 3 * 2 * 0.5**40])
    assert list(rows["won_by_both"]) == [160, 200, 200]
    faramir = rows.loc[0]
    assert faramir["score_effect"] == pytest.approx(-10) and faramir["score_low"] == faramir["score_high"] == pytest.approx(-10)
    assert faramir["score_without"] > faramir["score"] and rows.loc[1, "score_effect"] == 0
    assert rows.loc[0, "gain"] == pytest.approx((0.25 + 0.24) / (0.1 - 0.01)) and pd.isna(rows.loc[1, "gain"])


def test_games_that_a_fault_stopped_and_swaps_without_games_are_not_counted():
    df, found = small_games()
    df.loc[0, ["won", "score", "fault"]] = False, None, "MAX_SETS"
    rows = card_swap.table(df[df["decks"] != found[0].deck.id], SMALL, found)
    assert list(rows["card"]) == ["Faramir", "Sneak Attack"] and set(rows["games"]) == {399}


def test_games_that_nobody_wins():
    found, _ = card_swap.swaps(SMALL)
    rows = card_swap.table(
        made({each.id: np.zeros(9) for each in (SMALL, *(swap.deck for swap in found))}, games=9), SMALL, found
    )
    assert set(rows["effect"]) == {0} and rows[["score", "score_effect", "gain"]].isna().all(axis=None)
    assert [line[5:] for line in card_swap.page(rows)] == [("", "")] * 3
    card_swap.picture(rows, SMALL, MIRKWOOD)


def test_the_gain_is_that_of_the_variances():
    """Pairs of equal chances and some luck in common: differences of independent games vary that many times more."""
    rng, n = np.random.default_rng(2), 40_000
    shared, own, other = rng.random((3, n))
    a, b = (np.where(rng.random(n) < 0.6, shared, each) < 0.5 for each in (own, other))
    pair = pd.Series({"win_rate_a": a.mean(), "win_rate_b": b.mean(), "games": n})
    pair["only_a"], pair["only_b"], pair["difference"] = (a & ~b).sum(), (b & ~a).sum(), a.mean() - b.mean()
    apart = a.var() + b.var()
    assert card_swap.gain(pair) == pytest.approx(apart / (a.astype(int) - b).var(), rel=1e-6)
    assert 1.4 < card_swap.gain(pair) < 1.8


def test_thirty_titles_are_readable():
    n = 30
    rows = pd.DataFrame({"card": [f"A rather long title, {k}" for k in range(n)], "swapped": [1] * n, "games": [2000] * n})
    rows = rows.assign(instead="nothing", effect=np.linspace(0.1, -0.1, n), p_holm=[0.01] * 9 + [0.5] * 21)
    rows = rows.assign(ci_low=rows["effect"] - 0.02, ci_high=rows["effect"] + 0.02)
    check_words(card_swap.picture(rows, DECK, MIRKWOOD), 30)
    blank = card_swap.picture(rows.assign(instead="Blade Mastery"), DECK, MIRKWOOD)
    assert blank.axes[0].get_xlabel() or "Blade Mastery" in blank.get_supxlabel()


# --- The study -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "code", "words"),
    [
        (["--deck", "core-leadershp"], 2, "unknown deck 'core-leadershp'; nearest: core-leadership"),
        (["--deck", "core-lore+core-spirit"], 2, "one deck at a table, not 2"),
        (["--card", "Gimli"], 2, "unknown card of core-leadership 'Gimli'"),
        (["--scenario", "moria"], 2, "unknown scenario"),
        (["--games", "0"], 2, "games must be at least 1"),
        (["--difficulty", "hard"], 2, "unknown difficulty"),
        (["--agent", "nobody"], 2, "unknown agent"),
        (["--instead", "Gimli"], 2, "the hero Gimli is among the cards"),
    ],
)
def test_bad_input_is_one_line(more, code, words, tmp_path, capsys):
    out = tmp_path / "out"
    assert card_swap.main(["--deck", DECK.id, "--scenario", MIRKWOOD, "--out", str(out), *more]) == code
    error = capsys.readouterr().err.splitlines()
    assert error[-1].startswith("error: ") and words in error[-1] and not out.exists()
    assert not [line for line in error if "Traceback" in line]


@needs_compiler
def test_from_the_command_to_the_table_and_the_picture(tmp_path, capsys):
    """More games only add; other swaps are another study; the table says what the games say."""
    run = ["--deck", DECK.id, "--scenario", MIRKWOOD, "--agent", "random", "--workers", "1", "--out", str(tmp_path)]
    cards = ["--card", "Gandalf", "--card", "faramir"]
    assert card_swap.main([*run, *cards, "--games", "2"]) == 0
    before = read(tmp_path)
    assert card_swap.main([*run, *cards, "--games", "4"]) == 0
    df = read(tmp_path)
    pd.testing.assert_frame_equal(df[df["game"] < 2].reset_index(drop=True), before)
    assert len(df) == 3 * 4 and df["decks"].nunique() == 3
    rows = pd.read_csv(tmp_path / "cards.csv")
    assert sorted(rows["card"]) == ["Faramir", "Gandalf"] and set(rows["games"]) == {4}
    assert min(matplotlib.image.imread(tmp_path / "cards.png").shape[:2]) > 100
    shown = capsys.readouterr().out
    assert "Faramir" in shown and "core-leadership in passage-through-mirkwood" in shown
    assert card_swap.main([*run, *cards, "--games", "4", "--copies", "one"]) == 2
    assert capsys.readouterr().err.splitlines()[-1].startswith("error: ")


def test_an_unreadable_deck_is_told(tmp_path):
    (tmp_path / "deck.txt").write_text("Heroes\nAragorn\n\n2x Nobody At All\n")
    with pytest.raises(BadDeck, match="Nobody"):
        card_swap.deck_of(str(tmp_path / "deck.txt"))
