"""Decks by id, every way in which a deck or a table can be wrong, and the table of decks."""

import re
import time

import pytest

from lotrsim import decks
from lotrsim.decks import Deck, check, published, team
from lotrsim.errors import BadDeck, BadValue, LotrsimError, UnknownName
from lotrsim.experiments import Sweep

SCENARIOS = ["passage-through-mirkwood", "journey-along-the-anduin", "escape-from-dol-guldur"]
STARTERS = ["core-leadership", "core-tactics", "core-spirit", "core-lore"]


@pytest.fixture(autouse=True)
def own_registry(monkeypatch):
    """What a test registers is gone after it."""
    monkeypatch.setattr(decks, "_decks", dict(decks._decks))


def deck(heroes=("Aragorn",), cards=(("Gandalf", 1),), id="test"):
    return Deck(id=id, name="A test deck", heroes=heroes, cards=cards)


def test_starter_decks_are_registered_and_faultless():
    assert decks.ids()[:4] == STARTERS
    assert [check(decks.get(name)) for name in STARTERS] == [[], [], [], []]


def test_unknown_id_names_the_nearest():
    with pytest.raises(UnknownName, match="unknown deck 'core-spirt'; nearest: core-spirit"):
        decks.get("core-spirt")
    with pytest.raises(BadValue, match="int"):
        decks.get(7)


@pytest.mark.parametrize(
    ("heroes", "cards", "faults"),
    [
        ((), [("Gandalf", 1)], ["no hero"]),
        (["Aragorn", "Gimli", "Éowyn", "Beravor"], [], ["4 heroes, at most 3 are allowed"]),
        (["Aragorn", "aragorn"], [], ["Aragorn is among the heroes 2 times"]),
        (["Gandalf"], [], ["Gandalf is not a hero but of type ally"]),
        (["Forest Spider"], [], ["Forest Spider is not a hero but of type enemy"]),
        (["Aragorn"], [("Gandalf", 4)], ["4 copies of Gandalf, at most 3 are allowed"]),
        (["Aragorn"], [("Gléowine", 2), ("gleowine", 2)], ["4 copies of Gléowine, at most 3 are allowed"]),
        (["Aragorn"], [("Gimli", 1)], ["the hero Gimli is among the cards; heroes start in play"]),
        (["Aragorn"], [("Old Forest Road", 1)],
         ["Old Forest Road is an encounter or quest card (location), not a player card"]),
        (["Aragorn"], [("Anduin Passage", 1)],
         ["Anduin Passage is an encounter or quest card (quest), not a player card"]),
    ],
)  # fmt: skip
def test_faults(heroes, cards, faults):
    assert check(deck(heroes, cards)) == faults


@pytest.mark.parametrize("count", [0, -1, 1.5, "2", None, True])
def test_a_count_that_is_no_count(count):
    [fault] = check(deck(cards=[("Gandalf", count)]))
    assert fault.startswith(f"{count!r} copies of 'Gandalf'")


def test_unknown_cards_name_the_nearest():
    faults = check(deck(["Aragon"], [("Gandolf", 1), ("A Chosen Path", 1)]))
    assert faults[0].startswith("unknown card 'Aragon'; nearest: Aragorn")
    assert faults[1].startswith("unknown card 'Gandolf'; nearest: Gandalf")
    assert faults[2] == "A Chosen Path is an encounter or quest card (quest), not a player card"


def test_all_faults_are_listed_at_once():
    assert len(check(deck(["Gimli", "Gimli"], [("Feint", 4), ("Wargs", 1), ("Nobody", 0)]))) == 5


def test_a_deck_is_hashable_and_takes_lists():
    assert deck(["Aragorn"], [["Gandalf", 1]]) == deck()
    assert hash(deck(["Aragorn"], [["Gandalf", 1]])) == hash(deck())
    assert deck(cards=[("Gandalf", 3), ("Feint", 2)]).size == 5


def test_register_and_get():
    own = decks.register(deck())
    assert decks.get("test") is own
    assert decks.register(deck()) == own
    with pytest.raises(BadValue, match="another deck is registered as 'test'"):
        decks.register(deck(["Gimli"]))
    assert decks.register(deck(["Gimli"]), replace=True) == decks.get("test")


def test_register_refuses_bad_decks_and_ids():
    with pytest.raises(BadDeck, match="test: no hero; test: 4 copies of Feint"):
        decks.register(deck([], [("Feint", 4)]))
    for bad in ("", "a+b", "a b", " a"):
        with pytest.raises(BadValue, match="deck id"):
            decks.register(deck(id=bad))
    assert not {"", "a+b", "a b", " a", "test"} & set(decks.ids())


def test_table():
    frame = decks.table().set_index("id")
    assert list(frame.columns) == ["name", "heroes", "spheres", "starting_threat", "cards", "legal_size", "legal_copies"]
    assert list(frame.index) == decks.ids()
    frame = frame.loc[STARTERS]
    assert list(frame["starting_threat"]) == [29, 29, 24, 30]
    assert list(frame["cards"]) == [30, 30, 30, 30]
    assert list(frame["spheres"]) == ["Leadership", "Tactics", "Spirit", "Lore"]
    assert frame.loc["core-spirit", "heroes"] == "Éowyn, Eleanor, Dúnhere"
    assert not frame["legal_size"].any() and frame["legal_copies"].all()


def test_published_decks_are_marked_by_their_data():
    """Fifteen lists for one Core Set; four are below tournament size, one has a fourth copy; all are played as published."""
    frame = decks.table().set_index("id").iloc[4:]
    assert len(frame) == 15
    assert list(frame.index[~frame["legal_size"]]) == [
        *("forty-for-mirkwood", "forty-for-anduin", "forty-for-dol-guldur", "gimli-legolas-gloin")
    ]
    assert list(frame["cards"][~frame["legal_size"]]) == [40, 40, 40, 47]
    assert list(frame.index[~frame["legal_copies"]]) == ["cheap-three-spheres"]
    assert [name for name in frame.index if check(decks.get(name))] == []
    assert check(decks.get("cheap-three-spheres"), tournament=True) == ["4 copies of Gandalf, at most 3 are allowed"]
    assert {decks.core_sets(decks.get(name)) for name in frame.index} == {1}


def test_ids_of_built_in_decks_are_short_words():
    assert all(re.fullmatch("[a-z]+(-[a-z]+)+", name) and len(name) <= 20 for name in decks.ids())


def test_reports_belong_to_published_decks():
    for report in published.reports():
        assert report.deck in decks.ids() and report.scenario in SCENARIOS and report.source.startswith("https://")
        assert report.games is not None or report.wins is not None
        assert (report.wins or 0) <= (report.games or 99)
    assert set(published.players()) == set(decks.ids()) - set(STARTERS)


def test_a_tournament_deck():
    many = [(name, 3) for name, _ in decks.get("core-lore").cards] + [("Feint", 2)]
    assert check(deck(cards=many), tournament=True) == []
    many[-1] = ("Feint", 1)
    assert check(deck(cards=many)) == []
    assert check(deck(cards=many), tournament=True) == ["49 of the 50 cards that a tournament deck needs at least"]


def test_a_deck_may_need_more_than_one_box():
    assert decks.core_sets(deck(cards=[("Feint", 2), ("Gandalf", 3)])) == 1
    assert decks.core_sets(deck(cards=[("Horn of Gondor", 3)])) == 3
    assert decks.core_sets(deck(cards=[("Feint", 2), ("feint", 1)])) == 2


def test_every_fault_of_a_table_at_once():
    """Size, copies, a title that is no player card, and a hero that two players have."""
    bad = deck(["Gimli", "Legolas"], [("Feint", 4), ("Wargs", 1), ("Nobody", 1)], id="bad")
    with pytest.raises(BadDeck) as refused:
        team([bad, deck(["Legolas"], id="other")], tournament=True)
    faults = refused.value.faults
    assert faults.pop(1).startswith("bad: unknown card 'Nobody'; nearest: ")
    assert faults == [
        "bad: Wargs is an encounter or quest card (enemy), not a player card",
        "bad: 4 copies of Feint, at most 3 are allowed",
        "bad: 6 of the 50 cards that a tournament deck needs at least",
        "other: 1 of the 50 cards that a tournament deck needs at least",
        "the hero Legolas is in two decks of the table: bad and other",
    ]


def test_table_knows_tournament_size_and_mixed_spheres():
    names = [name for name, _ in decks.get("core-lore").cards] + ["Feint"]
    decks.register(deck(["Beravor", "Gimli", "Denethor"], [(name, 3) for name in names]))
    row = decks.table().set_index("id").loc["test"]
    assert row["legal_size"]
    assert (row["cards"], row["spheres"], row["starting_threat"]) == (51, "Lore, Tactics", 29)


@pytest.mark.parametrize(
    "given",
    ["core-lore+core-spirit", ["core-lore", "core-spirit"], ["core-lore+core-spirit"], ("core-lore", "core-spirit"),
     "core-lore + core-spirit", [decks.get("core-lore"), "core-spirit"]],
)  # fmt: skip
def test_team_of_two(given):
    assert [deck.id for deck in team(given)] == ["core-lore", "core-spirit"]


def test_team_of_one_and_four():
    assert team("core-lore") == team(decks.get("core-lore")) == [decks.get("core-lore")]
    assert [deck.id for deck in team("+".join(STARTERS))] == STARTERS


def test_no_deck_is_no_team():
    with pytest.raises(BadDeck, match="no deck"):
        team([])
    with pytest.raises(BadDeck, match="unknown deck ''"):
        team("")
    with pytest.raises(BadDeck, match="NoneType"):
        team(None)
    with pytest.raises(BadDeck, match="unknown deck ''"):
        team("core-lore+")


def test_five_players_are_refused():
    with pytest.raises(BadDeck, match="5 decks, at most 4 players"):
        team([*STARTERS, deck(["Aragorn"])])


def test_same_hero_twice_at_the_table():
    with pytest.raises(BadDeck) as refused:
        team("core-lore+core-lore")
    assert refused.value.faults == [
        f"the hero {name} is in two decks of the table: core-lore and core-lore" for name in ("Beravor", "Denethor", "Glorfindel")
    ]
    with pytest.raises(BadDeck, match="the hero Éowyn is in two decks of the table: core-spirit and test"):
        team(["core-spirit", deck(["eowyn"])])


def test_team_lists_every_fault():
    bad = deck(["Gimli", "Gimli", "Nobody"], [("Feint", 4)], id="bad")
    with pytest.raises(BadDeck) as refused:
        team([bad, "core-tactics", "core-elf", "core-lore", "core-spirit"])
    faults = refused.value.faults
    assert faults[0].startswith("5 decks")
    assert faults[1].startswith("unknown deck 'core-elf'; nearest: core-")
    assert faults[2].startswith("bad: unknown card 'Nobody'")
    assert faults[3:] == [
        "bad: Gimli is among the heroes 2 times",
        "bad: 4 copies of Feint, at most 3 are allowed",
        "the hero Gimli is in two decks of the table: bad and core-tactics",
    ]


def test_very_many_decks_are_refused_at_once(monkeypatch, tmp_path):
    """Found by fuzzing: the time grew with the square of the length, through every way to cut "a+b", then with each file
    that could have such a name; also in a sweep."""
    asked = []
    monkeypatch.setattr(decks.files, "is_file", asked.append)
    start = time.process_time()
    with pytest.raises(BadDeck) as error:
        decks.team("co+" * 5000 + "co")
    assert "5001 decks, at most 4 players can sit at a table" in str(error.value)
    sweep = tmp_path / "sweep.toml"
    sweep.write_text(f'scenarios = "passage-through-mirkwood"\nagents = "random"\ndecks = "{"co+" * 5000}co"\n')
    with pytest.raises(LotrsimError, match="line 3: 5001 decks, at most 4 players"):
        Sweep.read(sweep)
    assert time.process_time() - start < 1
    assert len(asked) < 1000
