"""The Spirit allies and attachments of the Core Set (43 to 45, 55 to 57); the events are in test_spirit_events.py.

Source of positions: made up, the smallest that show the rule.
"""

import pytest

from lotrsim.errors import IllegalAction
from lotrsim.testing import (
    card_of,
    check,
    decider,
    decision,
    do,
    host_of,
    offered,
    outcome,
    play,
    player_with,
    position,
    quest_progress,
    record,
    skip_to,
    stat_of,
)

# ---------------------------------------------------------------- 43 Wandering Took


def took(**more):
    """Two players, the Took with the first one."""
    described = {"heroes": [["Éowyn"], ["Gimli"]], "in_play": [["Wandering Took"]], "threat": [20, 20]}
    return position(**{**described, **more})


def test_the_took_wanders():
    """Threat 3 down here, 3 up there, and the other player controls him; the owner stays."""
    game = do(took(), "Wandering Took")
    check(game, threat=[17, 23], zone={"Wandering Took": "play"})
    assert player_with(game, "Wandering Took") == 1
    assert record(game)["owner"][card_of(game, "Wandering Took")] == 0


def test_the_took_needs_another_player():
    """Alone there is nobody to give him to."""
    game = position(heroes=[["Éowyn"]], in_play=[["Wandering Took"]], threat=[20], phase="planning")
    assert decision(game) == "commit"


def test_the_took_needs_three_threat():
    """RULINGS, Readings, 43: the cost is 3 threat in full; at 2 it cannot be paid, at 3 it can."""
    assert decision(took(threat=[2, 20])) == "commit"
    check(do(took(threat=[3, 20]), "Wandering Took"), threat=[0, 23])


def test_the_took_among_three_players():
    """Any other player, never oneself."""
    game = position(
        heroes=[["Éowyn"], ["Gimli"], ["Thalin"]], in_play=[["Wandering Took"]], threat=[20, 20, 20], phase="planning",
    )  # fmt: skip
    play(game, "Wandering Took")
    assert offered(game) == [("player", 1), ("player", 2)]
    do(game, ("player", 2))
    check(game, threat=[17, 20, 23])
    assert player_with(game, "Wandering Took") == 2


def test_the_took_once_a_round_whoever_has_him():
    """Errata, limit once per round; FAQ 1.51: the limit belongs to the card, so the new player must wait too."""
    game = do(took(), "Wandering Took")
    assert decision(game) == "commit", "nobody may send him back"
    do(game, *["pass"] * 2)
    assert record(game)["round_no"] == 1, "next round"
    assert (decider(game), offered(game)) == (1, ["Wandering Took", "pass"])
    do(game, "Wandering Took")
    assert player_with(game, "Wandering Took") == 0


def test_two_tooks_have_a_limit_each():
    """FAQ 1.51: a second copy may wander in the same round."""
    game = do(took(in_play=[["Wandering Took", "Wandering Took"]]), "Wandering Took", "Wandering Took")
    check(game, threat=[14, 26])


def test_the_took_may_eliminate_the_other_player():
    """RULINGS, Readings, 43: he may; the Took then goes to his owner's discard pile."""
    game = do(took(threat=[20, 47], engaged=[[], ["Forest Spider"]]), "Wandering Took")
    assert record(game)["eliminated"].tolist()[:2] == [0, 1]
    check(game, zone={"Wandering Took": "discard", "Forest Spider": "staging", "Gimli": "discard"})
    assert player_with(game, "Wandering Took") == 0 and outcome(game) == "playing"


def test_the_took_stays_the_defender():
    """FAQ C3: given away while he defends he stays the defender; the defending player stays the same."""
    game = took(engaged=[["Forest Spider"]], shadows={"Forest Spider": ["Ungoliant's Spawn"]}, phase="dealt")
    do(game, "pass", "pass", "Wandering Took")
    assert decision(game) == "action", "the window after the declaration"
    do(game, "Wandering Took")
    check(game, damage={"Wandering Took": 1, "Éowyn": 0}, threat=[21, 23])  # 4 more threat: defended
    assert player_with(game, "Wandering Took") == 1


def test_the_took_stays_the_attacker():
    """FAQ 1.32: the attack still resolves with him, from where he is now."""
    game = took(engaged=[["Black Forest Bats"]], heroes=[["Éowyn"], ["Gimli"]], phase="player-attacks")
    do(game, "Black Forest Bats", "Éowyn", "Wandering Took", "Wandering Took", stay=True)
    assert player_with(game, "Wandering Took") == 1
    check(game, zone={"Black Forest Bats": "encounter discard"})  # 1 + 1 against two hit points


def test_the_took_stays_committed():
    """FAQ 1.32, by analogy: his role goes along with him."""
    game = took(committed=["Wandering Took"], exhausted=["Éowyn"], phase="committed")
    do(game, "Wandering Took")
    check(game, quest_progress=1)


def test_the_took_takes_his_skill_along():
    """FAQ 1.38: the controller of a character controls what is attached to it; after the change the new one."""
    game = took(
        attachments={"Wandering Took": ["Self Preservation"]}, damage={"Wandering Took": 1},
        exhausted=["Éowyn", "Gimli"],
    )  # fmt: skip
    do(game, "Wandering Took")
    assert (decider(game), offered(game)) == (1, ["Self Preservation", "pass"])
    do(game, "Self Preservation")
    check(game, damage={"Wandering Took": 0})
    assert player_with(game, "Self Preservation") == 1


def test_the_took_does_not_take_a_web_along():
    """FAQ 1.06: an encounter card that became an attachment is controlled by nobody."""
    game = took(attachments={"Éowyn": ["Caught in a Web"]})
    do(game, "Wandering Took")
    assert player_with(game, "Caught in a Web") == -1 and host_of(game, "Caught in a Web") == "Éowyn"


# ---------------------------------------------------------------- 44 Lórien Guide


def test_the_guide_needs_an_active_location():
    """No target, no response."""
    game = position(heroes=[["Éowyn"]], in_play=[["Lórien Guide"]], staging=["Forest Gate"], phase="commit")
    do(game, "Lórien Guide")
    assert decision(game) == "travel", "no response before it"
    check(game, progress={"Forest Gate": 0})


def test_the_guide_explores_before_the_staging():
    """FAQ 1.18: a location with its points is discarded at once; surplus does not go to the stage."""
    game = position(
        heroes=[["Éowyn"]], in_play=[["Lórien Guide"]], active_location="Enchanted Stream",
        progress={"Enchanted Stream": 1}, encounter_deck=["Forest Gate", "Forest Gate"], phase="commit",
    )  # fmt: skip
    do(game, "Lórien Guide", "Lórien Guide")
    check(game, zone={"Enchanted Stream": "encounter discard"}, quest_progress=0)


def test_the_guide_only_when_it_commits():
    """Another character's commitment is no reason."""
    game = position(
        heroes=[["Éowyn"]], in_play=[["Lórien Guide"]], active_location="Forest Gate", staging=["Necromancer's Pass"],
        phase="commit",
    )  # fmt: skip
    do(game, "Éowyn", "pass")
    check(game, progress={"Forest Gate": 1}, quest_progress=0)  # 4 willpower - 3 threat


def test_two_guides_and_a_declined_one():
    """Each guide once; a response is optional."""
    game = position(
        heroes=[["Éowyn"]], in_play=[["Lórien Guide", "Lórien Guide"]], active_location="Forest Gate",
        staging=["Forest Gate"], phase="commit",
    )  # fmt: skip
    do(game, "Lórien Guide#1", "Lórien Guide#2", "Lórien Guide")
    assert decision(game) == "response", "the other one"
    do(game, "pass")
    check(game, progress={"Forest Gate": 0, "Forest Gate#2": 1})


# ---------------------------------------------------------------- 45 Northern Tracker


def test_the_tracker_leaves_the_active_location_alone():
    """Only locations in the staging area, every one of them."""
    game = position(
        heroes=[["Éowyn"]], in_play=[["Northern Tracker"]], active_location="Forest Gate",
        staging=["Old Forest Road", "Necromancer's Pass", "Forest Spider"], phase="commit",
    )  # fmt: skip
    do(game, "Northern Tracker", "Northern Tracker")
    check(game, progress={"Forest Gate": 0, "Old Forest Road": 1, "Necromancer's Pass": 1, "Forest Spider": 0})


def test_the_tracker_needs_a_location_in_staging():
    """No target, no response."""
    game = position(
        heroes=[["Éowyn"]], in_play=[["Northern Tracker"]], staging=["Forest Spider"], active_location="Forest Gate",
        phase="commit",
    )  # fmt: skip
    do(game, "Northern Tracker")
    assert decision(game) == "engage", "no response before it"


def test_two_trackers_explore_in_the_staging_area():
    """RULES, Progress: a location in staging that receives its points is explored as well."""
    game = position(
        heroes=[["Éowyn"]], in_play=[["Northern Tracker", "Northern Tracker"]],
        staging=["Enchanted Stream", "Old Forest Road"], encounter_deck=["Forest Gate", "Forest Gate"], phase="commit",
    )  # fmt: skip
    do(game, "Northern Tracker#1", "Northern Tracker#2", "Northern Tracker", "Northern Tracker")
    check(game, zone={"Enchanted Stream": "encounter discard"}, progress={"Old Forest Road": 2})


def test_the_tracker_explores_two_mountains_at_once():
    """Each explored location's response, one after the other."""
    game = position(
        heroes=[["Dúnhere"]], in_play=[["Northern Tracker"]], deck=[["Feint", "Gandalf", "Beorn"]],
        staging=["Mountains of Mirkwood", "Mountains of Mirkwood"],
        progress={"Mountains of Mirkwood": 2, "Mountains of Mirkwood#2": 2},
        encounter_deck=["Forest Gate", "Forest Gate"], phase="commit",
    )  # fmt: skip
    do(game, "Northern Tracker", "Northern Tracker")
    for wanted in ("Gandalf", "Beorn"):
        assert decision(game) == "response"
        do(game, offered(game)[0], "yes", wanted)
    check(game, hand=[["Beorn", "Gandalf"]])
    check(game, zone={"Mountains of Mirkwood": "encounter discard", "Mountains of Mirkwood#2": "encounter discard"})


# ---------------------------------------------------------------- 55 The Favor of the Lady


def test_the_favor_is_played_on_any_hero():
    """Attach to a hero, also another player's, never an ally; paid from Spirit."""
    game = position(
        heroes=[["Éowyn"], ["Gimli"]], in_play=[["Faramir"]], hand=[["The Favor of the Lady"]], resources={"Éowyn": 2},
    )  # fmt: skip
    play(game, "The Favor of the Lady")
    assert (decision(game), offered(game)) == ("target", ["Éowyn", "Gimli"])
    do(game, "Gimli")
    assert stat_of(game, "Gimli", "willpower") == 3 and host_of(game, "The Favor of the Lady") == "Gimli"
    check(game, resources={"Éowyn": 0})


def test_two_favors_add_up_and_end_with_the_hero():
    """Nothing limits them; when the hero leaves play they are discarded."""
    game = position(
        heroes=[["Éowyn", "Gimli"]], attachments={"Éowyn": ["The Favor of the Lady", "The Favor of the Lady"]},
        damage={"Éowyn": 2}, engaged=[["Forest Spider"]], phase="attacks",
    )  # fmt: skip
    assert stat_of(game, "Éowyn", "willpower") == 6
    do(game, "pass", "Éowyn")
    check(game, zone={"Éowyn": "discard", "The Favor of the Lady": "discard", "The Favor of the Lady#2": "discard"})


def test_the_favor_cannot_be_paid():
    """Tactics resources pay for no Spirit card; one resource is not two."""
    for resources in ({"Gimli": 5}, {"Éowyn": 1, "Gimli": 5}):
        game = position(heroes=[["Éowyn", "Gimli"]], hand=[["The Favor of the Lady"]], resources=resources)
        check(game, not_offered=["The Favor of the Lady"])


def test_attachments_only_in_the_own_planning_phase():
    """RULES, Planning: in his own window only; not in another phase."""
    described = {"heroes": [["Gimli"], ["Dúnhere"]], "hand": [[], ["The Favor of the Lady"]]}
    game = position(**described, resources={"Dúnhere": 2}, phase="planning")
    assert (decider(game), offered(game)) == (1, ["The Favor of the Lady", "pass"]), "after the first player's window"
    assert decision(position(**described, resources={"Dúnhere": 2}, phase="quest")) == "commit"


# ---------------------------------------------------------------- 56 Power in the Earth


def test_power_in_the_earth_on_staging_or_active():
    """Attach to a location; not to an enemy."""
    game = position(
        heroes=[["Dúnhere"]], hand=[["Power in the Earth"]], resources={"Dúnhere": 1}, active_location="Forest Gate",
        staging=["Old Forest Road", "Forest Spider"],
    )  # fmt: skip
    play(game, "Power in the Earth")
    assert offered(game) == ["Old Forest Road", "Forest Gate"]
    do(game, "Old Forest Road")
    assert stat_of(game, "Old Forest Road", "threat") == 0


def test_power_in_the_earth_needs_a_location():
    """No legal target."""
    game = position(
        heroes=[["Dúnhere"]], hand=[["Power in the Earth"]], resources={"Dúnhere": 1}, staging=["Forest Spider"],
    )  # fmt: skip
    check(game, not_offered=["Power in the Earth"])


def test_threat_does_not_fall_below_zero():
    """RULES, Things: after all modifiers; two of them on a location of 1, and a later +1 counts from the sum."""
    game = position(
        heroes=[["Dúnhere"]], attachments={"Old Forest Road": ["Power in the Earth", "Power in the Earth"]},
        staging=["Old Forest Road", "Forest Spider"], threat=[20],
        encounter_deck=["Driven by Shadow", "Enchanted Stream"], phase="staging",
    )  # fmt: skip
    check(game, threat=[23])  # the Road 1 - 2 + 1 = 0, the Spider 2 + 1


def test_power_in_the_earth_stays_with_the_location():
    """It goes along when the location becomes active and is discarded when it is explored; its player keeps control."""
    game = position(
        heroes=[["Dúnhere"]], attachments={"Old Forest Road": ["Power in the Earth"]},
        staging=["Old Forest Road", "Forest Spider"], threat=[20], phase="travel",
    )  # fmt: skip
    do(game, "Old Forest Road")
    check(game, zone={"Old Forest Road": "active", "Power in the Earth": "attached"})
    game = position(
        heroes=[["Éowyn"]], attachments={"Old Forest Road": ["Power in the Earth"]}, active_location="Old Forest Road",
        progress={"Old Forest Road": 2}, staging=["Forest Gate"], committed=["Éowyn"], phase="resolution",
    )  # fmt: skip
    check(game, zone={"Old Forest Road": "encounter discard", "Power in the Earth": "discard"}, quest_progress=1)


def test_power_in_the_earth_is_controlled_by_who_played_it():
    """FAQ 1.38: on a location its player keeps control, whoever is first player."""
    game = position(
        heroes=[["Gimli"], ["Dúnhere"]], hand=[[], ["Power in the Earth"]], resources={"Dúnhere": 1},
        staging=["Old Forest Road"],
    )  # fmt: skip
    play(game, "Power in the Earth")
    assert player_with(game, "Power in the Earth") == 1


# ---------------------------------------------------------------- 57 Unexpected Courage


def courage(**more):
    """A hero with Unexpected Courage."""
    described = {"heroes": [["Dúnhere"]], "attachments": {"Dúnhere": ["Unexpected Courage"]}}
    return position(**{**described, **more})


def test_courage_needs_an_exhausted_hero():
    """A ready hero cannot be readied (RULINGS C4: an ability that changes nothing)."""
    assert decision(courage()) == "commit"


def test_courage_exhausts_itself_only():
    """FAQ 1.12: the attachment and the hero exhaust separately; used up until the refresh phase."""
    game = do(courage(exhausted=["Dúnhere"]), "Unexpected Courage")
    check(game, ready=["Dúnhere"], exhausted=["Unexpected Courage"])
    do(game, "Dúnhere")
    assert record(game)["round_no"] == 1, "it could not be used again"
    check(game, ready=["Unexpected Courage", "Dúnhere"])


def test_courage_keeps_the_hero_committed():
    """RULES, Attacks, fine print: readied characters stay committed, and may defend."""
    game = courage(committed=["Dúnhere"], engaged=[["Forest Spider"]], phase="committed")
    do(game, "Unexpected Courage")
    assert quest_progress(game) == 1
    skip_to(game, "defender")
    assert offered(game) == ["Dúnhere", "pass"]


def test_courage_played_on_another_players_hero_is_his():
    """FAQ 1.38: the hero's controller gains control of it."""
    game = position(
        heroes=[["Éowyn"], ["Gimli"]], hand=[["Unexpected Courage"]], resources={"Éowyn": 2},
        exhausted=["Éowyn", "Gimli"],
    )  # fmt: skip
    play(game, "Unexpected Courage", "Gimli")
    assert (decider(game), offered(game)) == (1, ["Unexpected Courage", "pass"])
    do(game, "Unexpected Courage")
    check(game, ready=["Gimli"])
    with pytest.raises(IllegalAction):
        do(game, "Unexpected Courage")


def test_courage_given_away_returns_to_its_owners_discard_pile():
    """RULES, Things: a card that leaves play goes to its owner's pile."""
    game = position(
        heroes=[["Éowyn"], ["Gimli", "Thalin"]], hand=[["Unexpected Courage"]], resources={"Éowyn": 2},
        damage={"Thalin": 3}, engaged=[[], ["Forest Spider"]], phase="planning",
    )  # fmt: skip
    play(game, "Unexpected Courage", "Thalin", "pass", "pass")
    skip_to(game, "defender")
    do(game, "pass", "Thalin")
    check(game, zone={"Thalin": "discard", "Unexpected Courage": "discard"})
    assert player_with(game, "Unexpected Courage") == 0


def test_two_courages_ready_twice():
    """Two copies, two actions."""
    game = position(
        heroes=[["Dúnhere"]], attachments={"Dúnhere": ["Unexpected Courage", "Unexpected Courage"]},
        exhausted=["Dúnhere"], engaged=[["Forest Spider", "Black Forest Bats"]], phase="combat",
    )  # fmt: skip
    do(game, "Unexpected Courage", "Forest Spider", "Dúnhere", "Unexpected Courage")
    assert (decision(game), offered(game)) == ("defender", ["Dúnhere", "pass"]), "against the Bats"
