"""The study of deck searches: legal swaps, noise that is not accepted, improvements that are found, folders that go on."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import binom

from lotrsim import decks
from lotrsim.cards.facts import facts
from lotrsim.decks import check, core_sets, spheres
from lotrsim.decks.deck import DECK_TYPES
from lotrsim.errors import BadValue
from lotrsim.experiments.analysis.paired import difference_interval
from lotrsim.experiments.studies import deck_climb, deck_search, hero_trios
from lotrsim.experiments.studies.deck_climb import ACCEPTED, FINAL, Pairs, Settings, search
from lotrsim.experiments.studies.deck_moves import Move, difference, digest, held, moved, moves, plain

MIRKWOOD = "passage-through-mirkwood"
SPIRIT, TRIO = decks.get("core-spirit"), hero_trios.deck_of(["Aragorn", "Éowyn", "Denethor"])
QUICK = Settings(width=8, race_games=16, heat_games=60, confirm_games=200)
TINY = Settings(width=4, race_games=4, heat_games=40, confirm_games=100)


class Fake:
    """Plays no games: each deck wins with its own chance, game for game with some luck in common."""

    def __init__(self, seed, chance=lambda deck: 0.4):
        self.seed, self.chance, self.steps = seed, chance, []

    def __call__(self, found, first, n):
        self.steps.append((first, n, len(found)))
        rng = np.random.default_rng([self.seed, first])
        luck = np.where(rng.random((len(found), n)) < 0.5, rng.random((len(found), n)), rng.random(n))
        return (luck < np.array([[self.chance(deck)] for deck in found])).astype(np.int8)


def gandalfs(deck):
    """A planted improvement: every Gandalf wins a twelfth of the games more."""
    return 0.3 + dict(deck.cards).get("Gandalf", 0) / 12


# --- Swaps -----------------------------------------------------------------------------------------------------------


def in_one_box(name):
    return core_sets(decks.get(name)) == 1


@pytest.mark.parametrize("name", [*filter(in_one_box, decks.ids()), "trio"])
def test_every_swap_gives_a_legal_deck_of_one_box_and_the_same_size(name):
    deck = plain(TRIO if name == "trio" else decks.get(name))
    box = {fact.name: fact for fact in facts()}
    found = list(moves(deck))
    made = {digest(moved(deck, move, deck.id)): moved(deck, move, deck.id) for move in found}
    assert len(made) == len(found) > 0 and digest(deck) not in made
    for move, new in zip(found, made.values(), strict=True):
        assert check(new) == [] and core_sets(new) == 1 and new.size == deck.size and new.heroes == deck.heroes
        assert box[move.into].sphere in (*spheres(deck), "Neutral") and not move.is_hero
        assert Counter(dict(deck.cards)) - Counter(dict(new.cards)) == {move.out: move.copies}
        assert Counter(dict(new.cards)) - Counter(dict(deck.cards)) == {move.into: move.copies}


def test_the_swaps_of_a_deck_of_two_titles():
    """Worked by hand: one hero of Tactics; Gandalf has room for one more copy, Beorn for none."""
    deck = decks.Deck("d", "D", ("Gimli",), (("Gandalf", 2), ("Beorn", 1), ("Blade Mastery", 2)))
    found = {(move.out, move.into, move.copies) for move in moves(plain(deck))}
    assert ("Blade Mastery", "Gandalf", 1) in found and ("Blade Mastery", "Gandalf", 2) not in found
    assert not {entry for entry in found if entry[1] == "Beorn" or entry[0] == entry[1]}
    assert ("Gandalf", "Feint", 1) in found and ("Gandalf", "Feint", 2) in found and ("Beorn", "Feint", 2) not in found
    assert {copies for out, into, copies in found if (out, into) == ("Gandalf", "Blade Mastery")} == {1}
    assert len({into for _, into, _ in found}) == 15  # of the 15 titles of Tactics all but Beorn; Gandalf
    assert dict(held())["Gandalf"] == 3 and dict(held())["Beorn"] == 1 and len(held()) == 61


def test_heroes_change_only_if_they_may():
    deck = plain(TRIO)
    found = [move for move in moves(deck, heroes=True) if move.is_hero]
    assert len(found) == 3 * 9 and not [move for move in moves(deck) if move.is_hero]
    for move in found:
        new = moved(deck, move, deck.id)
        assert check(new) == [] and new.cards == deck.cards and set(new.heroes) ^ set(deck.heroes) == {move.out, move.into}


def test_more_boxes_hold_more_copies():
    deck = decks.Deck("d", "D", ("Éowyn",), (("Unexpected Courage", 2), ("Gandalf", 1)))
    with pytest.raises(BadValue, match="d needs 2 Core Sets, not 1: --core-sets 2"):
        plain(deck)
    found = {(move.into, move.copies) for move in moves(plain(deck, 2), 2) if move.out == "Gandalf"}
    assert ("Unexpected Courage", 1) not in found and ("Dwarven Tomb", 1) in found
    assert held(2)["Unexpected Courage"] == 2 and held(3)["Unexpected Courage"] == 3 == held(4)["Unexpected Courage"]


def test_what_two_decks_differ_by():
    deck = plain(TRIO)
    assert difference(deck, deck) == "nothing"
    new = moved(moved(deck, Move("Gandalf", "Faramir", 2), "d"), Move("Aragorn", "Gimli", 1, True), "d")
    assert difference(deck, new) == "-1 Aragorn, -2 Gandalf, +1 Gimli, +2 Faramir"


# --- The test that decides -------------------------------------------------------------------------------------------


def test_the_numbers_of_pairs():
    before, after = np.array([1, 1, 0, 0, 0, -1, 1, 0]), np.array([1, 0, 1, 1, 0, 1, -1, 1])
    pairs = Pairs.of(before, after)
    assert pairs == Pairs(6, 1, 3, 1) and pairs + Pairs(1, 0, 0, 1) == Pairs(7, 1, 3, 2)
    assert pairs.ahead == 2 and pairs.errors == 1.0 and pairs.p_value == pytest.approx(5 / 16)
    assert pairs.interval() == difference_interval(6, 3, 1) and Pairs().p_value == 1.0 and Pairs().row() == {"games": 0}
    row = pairs.row()
    assert (row["wins_before"], row["wins_after"], row["difference"]) == (2, 4, pytest.approx(1 / 3))


def test_a_deck_is_better_only_by_both_test_and_interval():
    for only_after in range(40):
        pairs = Pairs(100, 20, only_after, 10)
        for alpha in (0.05, 0.001):
            exact = binom.sf(only_after - 1, 20 + only_after, 0.5) <= alpha
            assert deck_climb.is_better(pairs, alpha) == (
                exact and difference_interval(100, only_after, 20, 1 - 2 * alpha)[0] > 0
            )
    assert not deck_climb.is_better(Pairs(), 0.5)


@pytest.mark.parametrize("n", [1, 2, 3, 15, 32])
def test_a_race_ends_with_one_swap(n):
    found = list(deck_climb.rungs(n, 64))
    left, played = n, 0
    for alive, games in found:
        assert alive == left and games == (played or 64)
        left, played = -(-alive // 2), played + games
    assert left == 1


# --- Noise and improvements ------------------------------------------------------------------------------------------


def test_noise_is_not_accepted():
    """Of 200 searches among decks that are all equal, at most the stated share accepts anything; races alone would accept all."""
    accepted, confirmations, ahead = 0, 0, 0
    for seed in range(200):
        found = search(SPIRIT, Fake(seed), 6_000, seed, TINY)
        accepted += any(row["outcome"] == ACCEPTED for row in found.history)
        tested = [row for row in found.history if row.get("confirmation")]
        confirmations += len(tested)
        ahead += sum(row.get("heat_difference", 0) > 0 for row in found.history)
        assert [row["alpha"] for row in tested] == [0.05 / (k * (k + 1)) for k in range(1, len(tested) + 1)]
    assert accepted / 200 <= 0.05
    assert confirmations > 200 and ahead > 1000  # there was enough noise to accept


def test_a_careless_rate_does_accept_noise():
    """The same searches with alpha 0.5: what keeps noise out is the test that decides, and nothing else."""
    careless = replace(TINY, alpha=0.5)
    found = [search(SPIRIT, Fake(seed), 6_000, seed, careless) for seed in range(60)]
    assert 0.05 < sum(each.final is not None for each in found) / 60 <= 0.5


def test_what_is_worse_is_never_accepted():
    """The first deck is the best; with every swap it loses a twentieth of the games."""
    first = digest(plain(SPIRIT))
    found = [search(SPIRIT, Fake(seed, lambda d: 0.45 if digest(d) == first else 0.4), 6_000, seed, TINY) for seed in range(50)]
    assert [each.final for each in found] == [None] * 50 and {each.last.id for each in found} == {"core-spirit"}


@pytest.mark.parametrize(
    "deck", [SPIRIT, TRIO.__class__("d", "D", TRIO.heroes, TRIO.cards[:-1])], ids=["spirit", "three spheres"]
)
def test_a_planted_improvement_is_found(deck):
    """Both decks lack Gandalf, who wins; the final figure is that of fresh games, and its interval holds the truth."""
    held_truth, searches = 0, 10
    for seed in range(searches):
        found = search(deck, Fake(seed, gandalfs), 60_000, seed, Settings(race_games=32, heat_games=300, confirm_games=1000))
        first, last = plain(deck), found.last
        assert dict(last.cards)["Gandalf"] == 3 and last.size == deck.size and check(last) == [] and core_sets(last) == 1
        final = found.final
        truth = gandalfs(last) - gandalfs(first)
        held_truth += final["ci_low"] <= truth <= final["ci_high"]
        assert final["ci_low"] > 0.1 and final["changes"] == difference(first, last) and "Gandalf" in final["changes"]
    assert held_truth >= 8  # of 10, each with 95%


def test_steps_share_no_game_and_keep_within_the_budget():
    for budget in (12_000, 60_000):
        fake = Fake(1, gandalfs)
        found = search(SPIRIT, fake, budget, 1, QUICK)
        assert found.spent == sum(n * decks_ for _, n, decks_ in fake.steps) <= budget
        ranges = sorted((first, first + n) for first, n, _ in fake.steps)
        assert all(end <= begin for (_, end), (begin, _) in zip(ranges, ranges[1:], strict=False))
        assert found.history[-1]["outcome"] == FINAL and found.history[-1]["games"] == deck_climb.final_games(budget)


def test_a_larger_budget_begins_with_the_same_rounds_and_ends_with_other_games():
    small, large = Fake(1, gandalfs), Fake(1, gandalfs)
    short, long = search(SPIRIT, small, 12_000, 1, QUICK), search(SPIRIT, large, 40_000, 1, QUICK)
    n = len(short.history) - 1
    assert long.history[:n] == short.history[:n] and len(long.history) > n + 3
    assert large.steps[: len(small.steps) - 1] == small.steps[:-1] and small.steps[-1][0] not in {s[0] for s in large.steps}


def test_another_seed_draws_other_swaps():
    raced = [search(TRIO, Fake(1), 12_000, seed, QUICK).history[0] for seed in (1, 2)]
    assert raced[0] != raced[1]


def test_a_search_ends_when_nothing_is_left():
    """One title, and one that may come for it: after its defeat there is no other."""
    tactics = [fact for fact in facts() if fact.sphere == "Tactics" and fact.type in DECK_TYPES]
    cards = [(fact.name, fact.quantity - (fact.name == "Blade Mastery")) for fact in tactics if fact.name != "Beorn"]
    deck = decks.Deck("d", "D", ("Gimli",), (("Gandalf", 3), *cards))
    found = search(deck, Fake(1, lambda d: 0.2 + 0.3 * (digest(d) == digest(plain(deck)))), 10**6, 1, QUICK)
    assert found.reason == "no swap is left to try" and found.final is None and found.spent < 10**5
    assert len(found.history) == len(list(moves(plain(deck))))


def test_games_that_a_fault_stopped_are_left_out():
    def faulty(found, first, n):
        won = Fake(1, gandalfs)(found, first, n)
        won[:, ::2] = -1
        return won

    found = search(SPIRIT, faulty, 12_000, 1, QUICK)
    assert {row["games"] for row in found.history if row["outcome"] == ACCEPTED} == {QUICK.confirm_games // 2}


# --- What is refused -------------------------------------------------------------------------------------------------


def test_the_least_budget_is_enough_for_one_test_and_one_game_less_is_not():
    for deck in (SPIRIT, TRIO):
        least = deck_climb.least_budget(plain(deck), QUICK)
        with pytest.raises(
            BadValue, match=f"a budget of {least - 1:,} games is too small for one test of {deck.id}: it takes {least:,}"
        ):
            search(deck, Fake(1), least - 1, 1, QUICK)
        found = search(deck, Fake(1, gandalfs), least, 1, QUICK)
        assert len(found.history) >= 1 and found.spent <= least


@pytest.mark.parametrize(
    ("name", "value"),
    [("width", 0), ("race_games", -1), ("heat_games", True), ("confirm_games", 1.5), ("alpha", 0.0), ("alpha", 0.6)],
)
def test_settings_that_no_search_can_use(name, value):
    with pytest.raises(BadValue, match=name.replace("_", " ")):
        Settings(**{name: value})


@pytest.mark.parametrize("budget", [0, -5, 1.5, True, 2**40])
def test_budgets_that_are_none(budget):
    with pytest.raises(BadValue, match="budget must be"):
        search(SPIRIT, Fake(1), budget, 1, QUICK)


@pytest.mark.parametrize(
    ("more", "code", "words"),
    [
        (["--deck", "core-spirt"], 2, "unknown deck 'core-spirt'; nearest: core-spirit"),
        (["--deck", "core-lore+core-spirit"], 2, "one deck at a table, not 2"),
        (["--budget", "1000"], 2, "too small for one test of core-spirit: it takes"),
        (["--scenario", "moria"], 2, "unknown scenario"),
        (["--alpha", "2"], 2, "alpha"),
        (["--width", "0"], 2, "width must be a whole number"),
        (["--deck", "gandalf-recursion", "--core-sets", "0"], 2, "core sets must be a whole number"),
    ],
)
def test_bad_input_is_one_line(more, code, words, tmp_path, capsys):
    out = tmp_path / "out"
    assert deck_search.main(["--deck", "core-spirit", "--scenario", MIRKWOOD, "--out", str(out), *more]) == code
    error = capsys.readouterr().err.splitlines()
    assert error[-1].startswith("error: ") and words in error[-1] and not out.exists()
    assert not [line for line in error if "Traceback" in line]
