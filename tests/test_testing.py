"""Positions: what may be named, where they start, and what is refused."""

import pytest

from lotrsim import ids as n
from lotrsim.errors import BadValue, IllegalAction, UnknownName
from lotrsim.testing import (
    PHASES,
    card_of,
    check,
    decider,
    decision,
    do,
    hand,
    host_of,
    offered,
    pile,
    player_with,
    position,
    progress_on,
    quest_progress,
    record,
    resources_on,
    skip_to,
    stage_of,
    stat_of,
    threat,
    zone_of,
)


def test_everything_named_lies_where_it_was_put_and_nothing_else():
    """DESIGN, section 6: nothing unnamed exists but the quest cards."""
    game = position(
        heroes=[["Éowyn", "Eleanor"], ["Gimli"]],
        hand=[["A Test of Will"], ["Feint", "Gandalf"]],
        deck=[["Faramir", "Beorn"]],
        discard=[["Ever Vigilant", "Feint"]],
        in_play=[[], ["Veteran Axehand"]],
        attachments={"Éowyn": ["Celebrían's Stone"], "Forest Spider": ["Forest Snare"]},
        threat=[24],
        resources={"Éowyn": 2},
        damage={"Gimli": 1, "Forest Spider#2": 3},
        exhausted=["Eleanor", "Celebrían's Stone"],
        staging=["Forest Gate", "Forest Spider"],
        engaged=[[], ["Forest Spider"]],
        active_location="Old Forest Road",
        progress={"Old Forest Road": 1, "Flies and Spiders": 5},
        encounter_deck=["East Bight Patrol", "Enchanted Stream"],
        encounter_discard=["Eyes of the Forest", "Driven by Shadow"],
        victory=["Hummerhorns"],
        round_no=3,
        first_player=1,
    )
    assert hand(game) == ["A Test of Will"] and hand(game, 1) == ["Feint", "Gandalf"]
    assert pile(game, n.DECK) == ["Faramir", "Beorn"], "from the top"
    assert pile(game, n.DISCARD_PILE) == ["Feint", "Ever Vigilant"], "the last one is the top"
    assert pile(game, n.ENCOUNTER_DISCARD) == ["Driven by Shadow", "Eyes of the Forest"]
    assert zone_of(game, "Veteran Axehand") == "play" and player_with(game, "Veteran Axehand") == 1
    assert host_of(game, "Celebrían's Stone") == "Éowyn" and stat_of(game, "Éowyn", "willpower") == 6
    assert (threat(game), threat(game, 1)) == (24, 11), "by default the heroes' threat costs"
    assert zone_of(game, "Forest Spider#2") == "engaged" and player_with(game, "Forest Snare") == 1
    check(game, damage={"Gimli": 1, "Forest Spider": 0, "Forest Spider#2": 3}, resources={"Éowyn": 2, "Gimli": 0})
    check(game, exhausted=["Eleanor", "Celebrían's Stone"], ready=["Éowyn"], progress={"Old Forest Road": 1})
    assert quest_progress(game) == 5 and stage_of(game) == "Flies and Spiders"
    assert zone_of(game, "Hummerhorns") == "victory" and zone_of(game, "A Fork in the Road") == "quest deck"
    assert record(game)["round_no"] == 3 and record(game)["first_player"] == 1
    assert record(game)["n_cards"] == 22 + 4


@pytest.mark.parametrize("word", PHASES)
def test_every_phase_word_starts_a_game(word):
    """A game starts at each word and goes on to a decision, or to the end of the game."""
    game = position(heroes=[["Éowyn"]], hand=[["Gandalf"]], staging=["Forest Spider"], phase=word)
    assert decision(game) != "none"


@pytest.mark.parametrize(
    ("phase", "kind"),
    [("planning", "action"), ("quest", "action"), ("commit", "commit"), ("committed", "action"), ("staging", "action"),
     ("encounter", "engage"), ("combat", "action"), ("attacks", "action"), ("setup", "mulligan"), ("stage", "action")],
)  # fmt: skip
def test_first_decision(phase, kind):
    """The first decision of the phase: Éowyn's ability makes every window one."""
    game = position(heroes=[["Éowyn"]], hand=[["Gandalf"]], staging=["Forest Spider"], phase=phase)
    assert decision(game) == kind and decider(game) == 0


def test_committed_characters_are_exhausted_and_the_quest_goes_on_after_commitment():
    """The window after commitment; the same at the resolution."""
    game = position(heroes=[["Éowyn", "Gimli"]], committed=["Éowyn"], staging=["Old Forest Road"], phase="quest")
    check(game, quest_progress=3, exhausted=["Éowyn"], ready=["Gimli"])
    game = position(heroes=[["Éowyn"]], committed=["Éowyn"], encounter_deck=["Forest Gate"], phase="resolution")
    check(game, quest_progress=4, zone={"Forest Gate": "encounter deck"})


def test_shadow_cards_that_were_dealt():
    """With shadow cards the deal is over: the encounter deck keeps its top card."""
    game = position(
        heroes=[["Gimli"]], hand=[["Feint"]], resources={"Gimli": 1}, engaged=[["Forest Spider"]],
        shadows={"Forest Spider": ["Enchanted Stream"]}, encounter_deck=["Forest Gate"], phase="combat",
    )  # fmt: skip
    check(game, zone={"Enchanted Stream": "shadow", "Forest Gate": "encounter deck"}, offered=["Feint"])


def test_stages():
    """By number, card number or title; the stages before are gone, those after wait."""
    for stage in (2, "2", "2B", 120, "120", "A Fork in the Road"):
        game = position(heroes=[["Gimli"]], stage=stage)
        assert stage_of(game) == "A Fork in the Road" and zone_of(game, "Flies and Spiders") == "removed"
    assert stage_of(position(heroes=[["Gimli"]], stage=122)) == "Beorn's Path"
    assert stage_of(position(heroes=[["Gimli"]], stage="Beorn's Path")) == "Beorn's Path"
    with pytest.raises(BadValue, match="121 .*or 122"):
        position(heroes=[["Gimli"]], stage=3)


HEROES = {"heroes": [["Gimli", "Éowyn"]]}


@pytest.mark.parametrize(
    ("described", "error", "words"),
    [
        ({"scenario": "mirkwood"}, UnknownName, "passage-through-mirkwood"),
        ({"hand": [["Feynt"]]}, UnknownName, "Feint"),
        ({"phase": "battle"}, UnknownName, "battle"),
        ({"stage": 7}, UnknownName, "7"),
        ({"exhausted": ["Aragorn"]}, BadValue, "Aragorn is not in play"),
        ({"exhausted": ["Aragon"]}, UnknownName, "Aragorn"),
        ({"heroes": [[]]}, BadValue, "player 0 has 0 heroes"),
        ({"heroes": ["Gimli"]}, BadValue, "heroes must be a list with a list for each player"),
        ({"heroes": [["Gimli"]] * 5}, BadValue, "1 to 4 players"),
        ({"heroes": [["Faramir"]]}, BadValue, "Faramir is of type ally, not hero"),
        ({"heroes": [["Gimli"], ["Gimli"]]}, BadValue, "Gimli is unique and in play already"),
        ({"in_play": [["Faramir", "Faramir"]]}, BadValue, "unique"),
        ({"deck": [["Aragorn"]]}, BadValue, "deck: Aragorn is of type hero"),
        ({"hand": [["Forest Spider"]]}, BadValue, "hand: Forest Spider is of type enemy"),
        ({"hand": ["Feint"]}, BadValue, "hand must be a list with a list for each player"),
        ({"hand": [["Feint"], ["Feint"]]}, BadValue, "hand is for 2 players, heroes for 1"),
        ({"staging": "Forest Gate"}, BadValue, "staging must be a list"),
        ({"staging": ["Eyes of the Forest"]}, BadValue, "treachery"),
        ({"engaged": [["Forest Gate"]]}, BadValue, "location, not enemy"),
        ({"active_location": "Forest Spider"}, BadValue, "enemy, not location"),
        ({"attachments": {"Aragorn": ["Dwarven Axe"]}}, BadValue, "Aragorn is not in play"),
        ({"attachments": {"Gimli": ["Feint"]}}, BadValue, "event"),
        ({"attachments": {"Gimli": ["Forest Snare"]}}, BadValue, "Forest Snare cannot be attached to Gimli"),
        ({"attachments": {"Gimli": ["Eyes of the Forest"]}}, BadValue, "no attachment"),
        ({"damage": {"Gimli": 5}}, BadValue, "would be destroyed"),
        ({"damage": {"Gimli": -1}}, BadValue, "whole number"),
        ({"damage": {"Gimli#2": 1}}, BadValue, "Gimli#2 is not in play"),
        ({"damage": {"Gimli#x": 1}}, BadValue, "which copy"),
        ({"threat": [50]}, BadValue, "eliminated"),
        ({"threat": [20, 20]}, BadValue, "2 players"),
        ({"staging": ["Forest Gate"], "progress": {"Forest Gate": 4}}, BadValue, "explored"),
        ({"progress": {"Flies and Spiders": 8}}, BadValue, "defeated"),
        ({"committed": ["Gimli"], "phase": "combat"}, BadValue, "nobody is committed"),
        ({"shadows": {"Gimli": ["Forest Gate"]}, "phase": "combat"}, BadValue, "no enemy"),
        ({"first_player": 1}, BadValue, "first_player"),
        ({"round_no": -1}, BadValue, "round_no"),
        ({"seed": -1}, BadValue, "seed"),
    ],
)
def test_refused(described, error, words):
    """One clear line says what is impossible."""
    with pytest.raises(error) as caught:
        position(**{**HEROES, **described})
    assert words in str(caught.value) and "\n" not in str(caught.value)


def test_citadel_plate_lets_its_bearer_carry_more_damage():
    """Impossible damage is judged with what is attached."""
    game = position(heroes=[["Gimli"]], attachments={"Gimli": ["Citadel Plate"]}, damage={"Gimli": 8})
    check(game, damage={"Gimli": 8}, zone={"Gimli": "play"})


def test_choices_that_are_not_offered_say_what_is():
    """The message names the decision and its options."""
    game = position(heroes=[["Gimli", "Legolas"]], phase="quest")
    with pytest.raises(IllegalAction, match="Thalin.*commit of player 0.*Gimli.*Legolas.*pass"):
        do(game, "Thalin")
    assert offered(do(game, "Gimli")) == ["Legolas", "pass"]


def test_copies_are_named_by_number():
    """Two copies that differ are two options: the second is "Name#2"."""
    game = position(heroes=[["Gimli"]], engaged=[["Forest Spider", "Forest Spider"]], damage={"Forest Spider#2": 1},
                    phase="player-attacks")  # fmt: skip
    assert offered(game) == ["Forest Spider", "Forest Spider#2", "pass"]
    do(game, "Forest Spider#2")
    check(game, damage={"Forest Spider": 0, "Forest Spider#2": 2})
    assert card_of(game, "Forest Spider") < card_of(game, "Forest Spider#2")


def test_skip_to():
    """Passing goes on to the next decision of a kind."""
    game = skip_to(position(heroes=[["Gimli"]], staging=["Forest Spider"]), "engage")
    assert decision(game) == "engage" and progress_on(game, "Flies and Spiders") == 0
    assert resources_on(game, "Gimli") == 0


def test_expectations_are_checked():
    """An unmet expectation fails, an unknown one is refused."""
    game = position(heroes=[["Gimli"]])
    with pytest.raises(AssertionError, match="exhausted"):
        check(game, ready=["Gimli"], exhausted=["Gimli"])
    with pytest.raises(UnknownName):
        check(game, health={"Gimli": 5})


@pytest.mark.parametrize(
    ("described", "error", "said"),
    [
        ({"heroes": [["Gimli"]], "engagd": [["Wargs"]]}, UnknownName, "argument of a position 'engagd'; nearest: engaged"),
        ({"engaged": [["Wargs"]]}, BadValue, "a position needs heroes="),
        ({"heroes": [["²"]]}, UnknownName, "unknown card '²'"),
        ({"heroes": [["9" * 5000]]}, UnknownName, "unknown card number '9999"),
        ({"heroes": [["Gimli#²"]]}, BadValue, "behind # stands which copy is meant"),
        ({"heroes": [["Gimli#" + "9" * 5000]]}, BadValue, "behind # stands which copy is meant"),
        ({"heroes": [[True]]}, UnknownName, "unknown card 'True'"),
        ({"scenario": ["x"], "heroes": [["Gimli"]]}, UnknownName, "unknown scenario"),
        ({"scenario": {}, "heroes": [["Gimli"]]}, UnknownName, "unknown scenario"),
    ],
)
def test_what_is_no_description_is_refused_in_one_line(described, error, said):
    """Found by fuzzing: unknown arguments, numbers in other digits, things that are no names."""
    with pytest.raises(error) as refusal:
        position(**described)
    assert said in str(refusal.value) and len(str(refusal.value).splitlines()) == 1
