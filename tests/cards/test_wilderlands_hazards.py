"""The treachery and the locations of Wilderlands (86 to 88).

Source of positions: made up, the smallest that show the rule.
"""

import pytest

from lotrsim import ids as n
from lotrsim.testing import (
    card_of,
    check,
    decider,
    decision,
    do,
    offered,
    pile,
    position,
    progress_on,
    quest_progress,
    record,
    zone_of,
)

STREAMS = ["Enchanted Stream", "Enchanted Stream"]


def reveal(*cards, **more):
    """The cards are revealed; the deck does not run out."""
    described = {"heroes": [["Gimli"]], "threat": [5], "phase": "staging", "progress": {"Flies and Spiders": 6}}
    return position(**{**described, "encounter_deck": [*cards, *STREAMS], **more})


def is_turned(game):
    """Despair, the shadow card, lies faceup."""
    return not record(game)["flags"][card_of(game, "Despair")] & n.FACEDOWN


def attack(*shadows, **more):
    """A King Spider of attack 3 with shadow cards attacks the first player."""
    described = {
        "heroes": [["Gimli"]], "threat": [10], "engaged": [["King Spider"]], "shadows": {"King Spider": [*shadows]},
        "phase": "attacks",
    }  # fmt: skip
    return position(**{**described, **more})


# ---------------------------------------------------------------- 86 Despair


@pytest.mark.parametrize(("before", "after"), [(6, 2), (4, 0), (3, 0), (0, 0)])
def test_despair_takes_four_progress(before, after):
    """All, where there are fewer."""
    game = reveal("Despair", progress={"Flies and Spiders": before})
    check(game, quest_progress=after, zone={"Despair": "encounter discard"})


def test_despair_spares_the_active_location():
    """The stage only (RULINGS, 86; FAQ 1.05)."""
    game = reveal("Despair", active_location="Old Forest Road", progress={"Flies and Spiders": 2, "Old Forest Road": 2})
    check(game, progress={"Flies and Spiders": 0, "Old Forest Road": 2})


def test_despair_cancelled():
    """A Test of Will, or Eleanor, who has it replaced."""
    game = reveal("Despair", heroes=[["Dúnhere"]], hand=[["A Test of Will"]], resources={"Dúnhere": 1})
    assert decision(game) == "response"
    check(do(game, "A Test of Will"), quest_progress=6, zone={"Despair": "encounter discard"})
    game = reveal("Despair", "Old Forest Road", heroes=[["Eleanor"]])
    do(game, "Eleanor")
    check(game, quest_progress=6, zone={"Despair": "encounter discard", "Old Forest Road": "staging"})


def test_despair_takes_what_a_barred_stage_has_gathered():
    """Tokens beyond the points are tokens (RULINGS, C3)."""
    game = reveal("Despair", scenario="journey-along-the-anduin", staging=["Hill Troll"], progress={"To the River...": 11})
    check(game, quest_progress=7)


def test_despair_as_shadow_takes_the_defense():
    """Of the defending character."""
    check(do(attack("Despair"), "Gimli", stay=True), damage={"Gimli": 3})


def test_despair_as_shadow_of_an_undefended_attack():
    """There is no defender: nothing, nobody is asked."""
    check(do(attack("Despair"), "pass", stay=True), damage={"Gimli": 3})


def test_despair_takes_the_defense_of_one_of_several():
    """Stand Together: the attacked player chooses whose (RULINGS, 86); the other's still counts."""
    game = attack(
        "Despair", heroes=[["Gimli", "Denethor"]], hand=[["Stand Together"]], engaged=[["Hill Troll"]],
        shadows={"Hill Troll": ["Despair"]},
    )  # fmt: skip
    do(game, "Stand Together", "Gimli", "Denethor")
    assert (decision(game), decider(game), offered(game)) == ("target", 0, ["Gimli", "Denethor"])
    do(game, "Gimli")
    assert decision(game) == "damaged_defender"
    check(do(game, "Gimli", stay=True), damage={"Gimli": 6 - 3, "Denethor": 0}, threat=[10])


def test_two_despairs_and_two_defenders():
    """The second one may take the other's, or the same one's again, in vain."""
    game = attack(
        heroes=[["Gimli", "Denethor"]], hand=[["Stand Together"]], engaged=[["Hill Troll"]],
        shadows={"Hill Troll": ["Despair", "Despair"]},
    )  # fmt: skip
    do(game, "Stand Together", "Gimli", "Denethor", "Gimli")
    assert (decision(game), offered(game)) == ("target", ["Gimli", "Denethor"])
    check(do(game, "Denethor", "Denethor", stay=True), zone={"Denethor": "discard"}, threat=[13])


def test_two_despairs_and_one_defender():
    """His defense cannot count less than not at all."""
    game = attack("Despair", "Despair")
    check(do(game, "Gimli", stay=True), damage={"Gimli": 3})
    assert not record(game)["fault"]


def test_defense_added_later_does_not_count_either():
    """Blade Mastery in the window after the shadow cards."""
    game = attack("Despair", hand=[["Blade Mastery"]], resources={"Gimli": 1})
    do(game, "pass", "Gimli")
    while not is_turned(game):
        do(game, "pass")
    assert decision(game) == "action" and "Blade Mastery" in offered(game)
    do(game, "Blade Mastery", stay=True)
    check(game, damage={"Gimli": 3}, zone={"Blade Mastery": "discard"})


def test_a_nested_attack_is_not_affected():
    """Gimli, readied, defends against Wolf Rider with his defense; against the host without."""
    game = attack(
        "Despair", "Wolf Rider", attachments={"Gimli": ["Unexpected Courage"]}, encounter_deck=STREAMS,
    )  # fmt: skip
    do(game, "Gimli", "Unexpected Courage")
    assert decision(game) == "defender"
    check(do(game, "Gimli", stay=True), damage={"Gimli": 3 + 0})


def test_the_next_attack_is_not_affected():
    """For this attack only."""
    game = attack(
        heroes=[["Gimli"]], engaged=[["King Spider", "Forest Spider"]], attachments={"Gimli": ["Unexpected Courage"]},
        shadows={"King Spider": ["Despair"], "Forest Spider": ["Forest Gate"]},
    )  # fmt: skip
    do(game, "King Spider", "Gimli", "pass")  # the attack of which Despair is the shadow
    assert is_turned(game)
    do(game, "Unexpected Courage")
    check(do(game, "Gimli", stay=True), damage={"Gimli": 3 + 0})


def test_despair_and_another_players_sentinel():
    """The defending character is his; he is the only one to choose."""
    game = attack("Despair", heroes=[["Gimli"], ["Aragorn"]], threat=[10, 10])
    do(game, "pass")
    check(do(game, "Aragorn", stay=True), damage={"Aragorn": 3, "Gimli": 0})


def test_despair_as_shadow_cancelled():
    """Hasty Stroke."""
    game = attack("Despair", heroes=[["Dúnhere", "Gimli"]], hand=[["Hasty Stroke"]], resources={"Dúnhere": 1})
    do(game, "Gimli")
    check(do(game, "Hasty Stroke", stay=True), damage={"Gimli": 1})


# ---------------------------------------------------------------- 87 The Brown Lands


def travel(*locations, **more):
    """The travel phase, locations in staging."""
    described = {"heroes": [["Éowyn"]], "threat": [5], "staging": [*locations], "phase": "travel"}
    return position(**{**described, "encounter_deck": STREAMS * 2, **more})


def test_the_brown_lands_are_explored_by_the_travel():
    """One point, one token; the travel of the phase is spent (RULINGS, 87)."""
    game = travel("The Brown Lands", "Old Forest Road")
    assert (decision(game), offered(game)) == ("travel", ["The Brown Lands", "Old Forest Road", "pass"])
    do(game, "The Brown Lands")
    check(game, zone={"The Brown Lands": "encounter discard", "Old Forest Road": "staging"})
    assert pile(game, n.ACTIVE) == [] and decision(game) != "travel"


def test_the_brown_lands_need_not_be_travelled_to():
    """They stay with their five threat."""
    check(do(travel("The Brown Lands"), "pass"), zone={"The Brown Lands": "staging"})
    game = travel("The Brown Lands", phase="resolve", committed=["Éowyn"])
    check(game, threat=[6])  # 4 willpower against 5


@pytest.mark.parametrize("how", ["Snowbourn Scout", "Northern Tracker"])
def test_the_brown_lands_are_explored_in_staging(how):
    """RULES, Progress: by the token of an ally, without travelling."""
    scout = how == "Snowbourn Scout"
    game = travel(
        "The Brown Lands", heroes=[["Théodred", "Dúnhere"]], hand=[["Snowbourn Scout"]], resources={"Théodred": 1},
        in_play=[[] if scout else ["Northern Tracker"]], phase="planning" if scout else "commit", exhausted=["Dúnhere"],
    )  # fmt: skip
    if scout:
        do(game, "Snowbourn Scout", "Snowbourn Scout")
    else:
        do(game, "Northern Tracker", "Northern Tracker")
    assert zone_of(game, "The Brown Lands") == "encounter discard"


def test_strength_of_will_finds_the_brown_lands_gone():
    """Forced effects come before responses: there is no location left to place progress on."""
    game = travel("The Brown Lands", hand=[["Strength of Will"]])
    do(game, "The Brown Lands")
    check(game, not_offered=["Strength of Will"], hand=[["Strength of Will"]], ready=["Éowyn"])


def test_the_brown_lands_go_with_what_is_attached():
    """Power in the Earth is discarded with them."""
    game = travel("The Brown Lands", attachments={"The Brown Lands": ["Power in the Earth"]})
    check(do(game, "The Brown Lands"), zone={"Power in the Earth": "discard"})


# ---------------------------------------------------------------- 88 The East Bight


def test_the_players_must_travel_to_the_east_bight():
    """No other location, no passing."""
    game = travel("The East Bight", "Old Forest Road", "The Brown Lands")
    check(game, zone={"The East Bight": "active", "Old Forest Road": "staging", "The Brown Lands": "staging"})


def test_of_two_east_bights_the_first_player_picks():
    """(RULINGS, 88) One of them must be travelled to."""
    game = travel(
        "The East Bight", "The East Bight", "Old Forest Road", heroes=[["Éowyn"], ["Gimli"]], threat=[5, 5], first_player=1,
        progress={"The East Bight": 3},
    )  # fmt: skip
    assert (decision(game), decider(game)) == ("travel", 1)
    assert sorted(offered(game)) == ["The East Bight", "The East Bight#2"]
    do(game, "The East Bight#2")
    check(game, zone={"The East Bight": "staging", "The East Bight#2": "active"})
    assert progress_on(game, "The East Bight") == 3 and progress_on(game, "The East Bight#2") == 0


def test_the_east_bight_with_an_active_location():
    """No option to travel, so no must."""
    game = travel("The East Bight", active_location="Old Forest Road")
    check(game, zone={"The East Bight": "staging", "Old Forest Road": "active"})
    assert decision(game) != "travel"


def test_the_east_bight_comes_first_every_time():
    """The six points of the active one come first; when it is explored the other must follow in the same round."""
    game = travel("The East Bight", phase="resolve", committed=["Éowyn"], active_location="The East Bight",
                  progress={"The East Bight#2": 4})  # fmt: skip
    # 4 against the 1 of the copy in staging: two tokens for the active one, one for the stage
    assert quest_progress(game) == 1
    assert sorted([zone_of(game, "The East Bight"), zone_of(game, "The East Bight#2")]) == ["active", "encounter discard"]


def test_the_east_bight_keeps_the_tokens_it_had():
    """RULES, Progress: a location that becomes active keeps its tokens."""
    game = travel("The East Bight", progress={"The East Bight": 5})
    check(game, progress={"The East Bight": 5}, zone={"The East Bight": "active"})


def test_no_must_without_the_east_bight():
    """Passing is possible again."""
    assert offered(travel("Old Forest Road", "The Brown Lands")) == ["Old Forest Road", "The Brown Lands", "pass"]
