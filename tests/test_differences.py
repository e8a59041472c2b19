"""Where the two engines once differed: the position, the choices, and the rule that settled it. Both agree now."""

import pytest

from lotrsim.testing import position
from tests.comparison.positions import agree

MIRKWOOD, ANDUIN, ESCAPE = "passage-through-mirkwood", "journey-along-the-anduin", "escape-from-dol-guldur"


def test_a_travel_cost_is_paid_by_each_player_whoever_is_first():
    """RULES 3, Travel; protocol 8: a loop over players goes in player order, and each of them pays."""
    described = {
        "heroes": [["Éowyn"], ["Gimli"]], "staging": ["Great Forest Web", "Black Forest Bats"], "threat": [10, 10],
        "phase": "travel", "first_player": 1,
    }  # fmt: skip
    agree(MIRKWOOD, described, ["Great Forest Web", "pass"])


@pytest.mark.parametrize(("threat", "first"), [([49, 20, 20], 0), ([20, 49, 20], 0), ([20, 49, 20], 1), ([20, 49, 49], 1)])
def test_the_token_of_a_player_who_goes_out_in_the_refresh_phase_passes_twice(threat, first):
    """RULES 6: the token passes at once; RULES 3, Refresh: then it goes to the next player."""
    heroes, hand = [["Éowyn"], ["Gimli"], ["Legolas"]], [["Gandalf"]] * 3
    agree(MIRKWOOD, {"heroes": heroes, "threat": threat, "hand": hand, "first_player": first, "phase": "refresh"})


def test_an_attacker_that_falls_in_a_window_has_no_second_one():
    """Protocol 11, An enemy's attack: when it went in a window, the attack ends at once."""
    described = {
        "phase": "attacks", "heroes": [["Éowyn"], ["Gimli", "Legolas"], ["Aragorn"]], "in_play": [[], ["Gondorian Spearman"], []],
        "engaged": [["Wargs"], ["Wargs"], []], "hand": [["Stand and Fight"], ["Rain of Arrows"], ["Ever Vigilant"]],
        "first_player": 1, "damage": {"Wargs#2": 1}, "resources": {"Gimli": 1},
    }  # fmt: skip
    spearman = ["Gondorian Spearman", "Gondorian Spearman"]
    agree(ANDUIN, described, ["pass", "pass", "pass", *spearman, "Rain of Arrows", ("player", 1), "pass", "pass"])


def test_what_left_play_with_its_player_is_not_ordered_any_more():
    """Protocol 8: the first player orders what dies or is heard of; of a card that is gone nothing follows."""
    described = {
        "heroes": [["Beravor"], ["Gimli"]], "in_play": [["Henamarth Riversong"], ["Snowbourn Scout", "Guard of the Citadel"]],
        "attachments": {"Gimli": ["Horn of Gondor"]}, "damage": {"Beravor": 3}, "phase": "staging",
        "exhausted": ["Beravor", "Henamarth Riversong", "Snowbourn Scout", "Guard of the Citadel"],
        "encounter_deck": ["The Necromancer's Reach", "Old Forest Road"],
    }  # fmt: skip
    agree(MIRKWOOD, described, ["Beravor", "pass"])


def test_an_attachment_on_an_orc_guard_is_controlled_by_who_played_it():
    """Protocol 1, The player of a card: an Orc Guard is an enemy, also where its card is an ally; it may be snared."""
    described = {
        "heroes": [["Denethor", "Gimli"], ["Thalin"]], "staging": ["Tower Gate"], "hand": [["Forest Snare"], []],
        "deck": [["Gandalf", "Feint"], ["Wandering Took", "Feint"]], "resources": {"Denethor": 4}, "phase": "travel",
        "encounter_deck": ["Old Forest Road"] * 8,
    }  # fmt: skip
    choices = ["Tower Gate", *["pass"] * 5, "Gimli", *["pass"] * 14, "Forest Snare", "Wandering Took"]
    agree(ESCAPE, described, [*choices, *["pass"] * 6])


def test_shadow_cards_are_dealt_one_by_one():
    """Protocol 8, Shadow cards: each can be looked at before the next is dealt."""
    described = {
        "phase": "attacks", "heroes": [["Gimli"], ["Denethor", "Glorfindel"]], "engaged": [[], ["Dol Guldur Orcs"]],
        "attachments": {"Glorfindel": ["Dark Knowledge"]}, "shadows": {"Dol Guldur Orcs": ["Massing at Night"]},
        "encounter_deck": ["Goblin Sniper", "Driven by Shadow"], "exhausted": ["Denethor", "Glorfindel"],
    }  # fmt: skip
    agree(ANDUIN, described, ["Dark Knowledge"])
    agree(ANDUIN, described, ["pass", "Dark Knowledge"])


@pytest.mark.parametrize("second", ["Despair", "Black Forest Bats"])
def test_a_defense_that_does_not_count_is_taken_once(second):
    """Protocol 8, A defense that does not count: a second time changes nothing."""
    described = {
        "phase": "attacks", "heroes": [["Glóin"]], "in_play": [["Faramir"]], "engaged": [["Dol Guldur Beastmaster"]],
        "shadows": {"Dol Guldur Beastmaster": ["Despair"]}, "encounter_deck": [second],
    }  # fmt: skip
    agree(ANDUIN, described, ["pass", "Faramir"])


def test_the_quest_has_no_limit_of_progress():
    """Protocol 15: a stage that cannot be defeated yet collects more than a card could hold."""
    described = {
        "phase": "resolve", "heroes": [["Éowyn"]], "in_play": [["Gandalf", "Faramir"]], "staging": ["Hill Troll"],
        "committed": ["Éowyn", "Gandalf", "Faramir"], "progress": {"To the River...": 120},
    }  # fmt: skip
    assert position(ANDUIN, **described).state["quest_progress"] > 120
    agree(ANDUIN, described)
