"""The card facts against the published counts of the Core Set, its decks, encounter sets and scenarios."""

import dataclasses

import pytest

from lotrsim.cards import registry
from lotrsim.cards.facts import FACTS_FILE, by_name, by_number, facts, fold, nearest
from lotrsim.decks.starter import STARTER_DECKS
from lotrsim.errors import BadValue, UnknownName
from lotrsim.ids import NONE

ENCOUNTER_TYPES = ("enemy", "location", "treachery", "objective")
PLAYER_TYPES = ("ally", "attachment", "event")
SET_SIZES = {  # cards, cards in easy mode
    "Passage Through Mirkwood": (10, 10),
    "Spiders of Mirkwood": (12, 8),
    "Dol Guldur Orcs": (14, 9),
    "Wilderlands": (14, 10),
    "Sauron's Reach": (10, 7),
    "Journey Along the Anduin": (9, 6),
    "Escape from Dol Guldur": (15, 13),
}
SCENARIOS = {  # encounter sets, cards, easy cards, enemies, locations, treacheries, objectives
    "Passage Through Mirkwood": (("Spiders of Mirkwood", "Dol Guldur Orcs"), 36, 27, (16, 13, 7, 0)),
    "Journey Along the Anduin": (("Sauron's Reach", "Dol Guldur Orcs", "Wilderlands"), 47, 32, (20, 13, 14, 0)),
    "Escape from Dol Guldur": (("Spiders of Mirkwood", "Dol Guldur Orcs"), 41, 30, (15, 13, 10, 3)),
}
STARTERS = {  # cards, starting threat, allies with Gandalf, events, attachments, first and last sphere card
    "core-leadership": (30, 29, 16, 11, 3, 13, 27),
    "core-tactics": (30, 29, 10, 13, 7, 28, 42),
    "core-spirit": (30, 24, 8, 17, 5, 43, 57),
    "core-lore": (30, 30, 11, 12, 7, 58, 72),
}


def encounter_cards(*sets):
    return [fact for fact in facts() if fact.type in ENCOUNTER_TYPES and fact.encounter_set in sets]


def test_the_box_has_128_cards_in_number_order():
    assert [fact.number for fact in facts()] == list(range(1, 129))
    assert len({fact.octgn_id for fact in facts()}) == 128
    assert facts() is facts()


def test_types_of_the_box():
    count = {kind: sum(fact.type == kind for fact in facts()) for kind in {fact.type for fact in facts()}}
    assert count == {
        "hero": 12, "ally": 20, "attachment": 13, "event": 28, "enemy": 19, "location": 12, "treachery": 11,
        "objective": 3, "quest": 10,
    }  # fmt: skip


def test_120_player_cards_with_four_gandalfs():
    player = [fact for fact in facts() if fact.type in PLAYER_TYPES]
    assert sum(fact.quantity for fact in player) == 120
    assert by_name("Gandalf").quantity == 4
    assert by_name("Gandalf").sphere == "Neutral"
    spheres = [sum(fact.quantity for fact in player if fact.sphere == sphere)
               for sphere in ("Leadership", "Tactics", "Spirit", "Lore")]  # fmt: skip
    assert spheres == [29, 29, 29, 29]


@pytest.mark.parametrize("deck", STARTER_DECKS, ids=lambda deck: deck.id)
def test_starter_deck_numbers(deck):
    cards, threat, allies, events, attachments, first, last = STARTERS[deck.id]
    listed = [(by_name(name), copies) for name, copies in deck.cards]
    count = {kind: sum(n for fact, n in listed if fact.type == kind) for kind in PLAYER_TYPES}
    assert deck.size == sum(count.values()) == cards
    assert (count["ally"], count["event"], count["attachment"]) == (allies, events, attachments)
    assert sum(by_name(hero).threat_cost for hero in deck.heroes) == threat
    assert [fact.number for fact, _ in listed] == [*range(first, last + 1), 73]
    assert all(copies == fact.quantity for fact, copies in listed if fact.name != "Gandalf")


def test_starter_decks_use_up_the_box():
    used = dict.fromkeys((fact.name for fact in facts() if fact.type in PLAYER_TYPES), 0)
    for deck in STARTER_DECKS:
        for name, copies in deck.cards:
            used[name] += copies
    assert used == {fact.name: fact.quantity for fact in facts() if fact.type in PLAYER_TYPES}
    heroes = [by_name(hero).number for deck in STARTER_DECKS for hero in deck.heroes]
    assert sorted(heroes) == list(range(1, 13))


def test_encounter_sets_sum_to_84():
    sizes = {
        name: (sum(f.quantity for f in encounter_cards(name)), sum(f.easy_mode_quantity for f in encounter_cards(name)))
        for name in SET_SIZES
    }
    assert sizes == SET_SIZES
    assert sum(fact.quantity for fact in facts() if fact.type in ENCOUNTER_TYPES) == 84


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_scenario_sizes(scenario):
    others, cards, easy, kinds = SCENARIOS[scenario]
    deck = encounter_cards(scenario, *others)
    assert sum(fact.quantity for fact in deck) == cards
    assert sum(fact.easy_mode_quantity for fact in deck) == easy
    assert tuple(sum(f.quantity for f in deck if f.type == kind) for kind in ENCOUNTER_TYPES) == kinds


def test_every_card_has_the_numbers_of_its_type_and_no_others():
    needed = {
        "hero": {"threat_cost", "willpower", "attack", "defense", "hit_points"},
        "ally": {"cost", "willpower", "attack", "defense", "hit_points"},
        "attachment": {"cost"},
        "event": {"cost"},
        "enemy": {"engagement_cost", "threat", "attack", "defense", "hit_points", "easy_mode_quantity"},
        "location": {"threat", "quest_points", "easy_mode_quantity"},
        "treachery": {"easy_mode_quantity"},
        "objective": {"easy_mode_quantity"},
        "quest": {"quest_points", "stage"},
    }
    fields = set().union(*needed.values())
    for fact in facts():
        present = {field for field in fields if getattr(fact, field) is not None}
        assert present == needed[fact.type], fact.name
        assert (fact.sphere is None) == (fact.type in (*ENCOUNTER_TYPES, "quest")), fact.name
        assert (fact.side_b is None) == (fact.type != "quest"), fact.name


def test_zero_is_printed_and_none_is_absent():
    assert by_name("Common Cause").cost == 0
    assert by_name("Stand Together").cost == 0
    assert by_name("Strength of Will").cost == 0
    assert by_name("Snowbourn Scout").attack == 0
    assert by_number(121).quest_points == by_number(128).quest_points == 0
    assert by_name("Hummerhorns").easy_mode_quantity == 0
    assert by_name("Faramir").threat_cost is None
    assert [fact.name for fact in facts() if fact.cost == "X"] == ["Stand and Fight", "Gandalf's Search"]


def test_victory_equals_its_keyword():
    for fact in facts():
        printed = [int(word.split()[1]) for word in fact.keywords if word.startswith("Victory")]
        assert printed == ([] if fact.victory is None else [fact.victory]), fact.name


def test_keywords_and_traits_are_printed_words():
    assert by_name("Nazgûl of Dol Guldur").traits == ("Nazgûl",)
    assert by_name("Aragorn").keywords == ("Sentinel",)
    assert by_name("Aragorn").traits == ("Dúnedain", "Noble", "Ranger")
    assert {word for fact in facts() for word in fact.keywords} == {
        "Sentinel", "Ranged", "Restricted", "Guarded", "Surge", "Doomed 1", "Victory 3", "Victory 4", "Victory 5",
    }  # fmt: skip


def test_the_file_holds_no_sentences():
    """Facts only: no field is as long as a printed sentence, and no game symbol of a card text occurs."""
    text = FACTS_FILE.read_text(encoding="utf-8")
    fields = [field for line in text.splitlines()[1:] for field in line.split(",")]
    assert max(len(field) for field in fields) == 36  # the OCTGN ids
    assert not any(mark in text for mark in ("Action:", "Response:", "Forced:", "When Revealed", "Shadow:", "["))


@pytest.mark.parametrize(
    ("written", "number"),
    [("eowyn", 7), ("ÉOWYN", 7), ("E\u0301owyn", 7), ("celebrian’s stone", 27), ("for gondor", 22),
     ("Self-Preservation", 72), ("  a  test of WILL ", 50), ("to the river", 126), ("Beorn's Path", 122),
     ("Don't leave the path!", 121), ("Nazgul of Dol Guldur", 102)],
)  # fmt: skip
def test_names_fold(written, number):
    assert by_name(written).number == number


def test_every_title_finds_its_card():
    for fact in facts():
        if fact.name != "A Chosen Path":
            assert by_name(fact.name) is fact


def test_a_shared_quest_title_is_ambiguous():
    with pytest.raises(BadValue, match=r"number 121.*number 122"):
        by_name("A Chosen Path")


def test_unknown_cards():
    with pytest.raises(UnknownName, match="unknown card 'Gandolf'; nearest: Gandalf"):
        by_name("Gandolf")
    for number in (0, 129, -1, None):
        with pytest.raises(BadValue, match="1 to 128"):
            by_number(number)


def test_fold():
    assert fold("Théodred") == fold("THEODRED") == "theodred"
    assert fold("The Galadhrim's Greeting") == fold("the galadhrims  greeting")
    assert fold("?!") == ""
    assert fold("É" * 1000) == "e" * 1000  # too long to be kept


def test_nearest():
    names = [fact.name for fact in facts()]
    assert nearest("eowin", names)[0] == "Éowyn"
    assert nearest("galadhrim", names)[0] == "The Galadhrim's Greeting"
    assert len(nearest("zzz", names)) == 3
    assert nearest("anything", []) == []
    assert nearest("core-lor", ["core-lore", "core-spirit"], n=1) == ["core-lore"]


def test_a_face_number_is_the_place_in_the_list():
    cards = registry.all_cards()
    assert [registry.face_of(card) for card in cards] == list(range(len(cards)))


def test_a_card_taken_back_leaves_its_face_number():
    places = len(registry.all_cards())
    for name in ("First", "Second"):
        card = registry.register(dataclasses.replace(registry.find("Gandalf"), name=name, number=NONE))
        assert registry.face_of(card) == places
        registry.unregister(card)
        with pytest.raises(KeyError):
            registry.face_of(card)
