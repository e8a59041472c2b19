"""The Spirit events of the Core Set that are actions (46, 49, 51 to 54); responses: test_spirit_responses.py.

Source of positions: made up, the smallest that show the rule.
"""

import pytest

from lotrsim import ids as n
from lotrsim.errors import IllegalAction
from lotrsim.testing import (
    card_of,
    check,
    decider,
    decision,
    do,
    hand,
    offered,
    pile,
    player_with,
    position,
    record,
    skip_to,
    zone_of,
)

# ---------------------------------------------------------------- 46 The Galadhrim's Greeting


def greeting(**more):
    """Two players, the first one can pay for the event."""
    described = {
        "heroes": [["Dúnhere"], ["Gimli"]], "hand": [["The Galadhrim's Greeting"]], "resources": {"Dúnhere": 3},
        "threat": [30, 25],
    }  # fmt: skip
    return position(**{**described, **more})


def test_the_greeting_for_one_or_for_all():
    """Choose one: any one player by 6, or each player by 2."""
    game = do(greeting(), "The Galadhrim's Greeting", ("mode", 0))
    assert offered(game) == [("player", 0), ("player", 1)]
    check(do(game, ("player", 1)), threat=[30, 19], resources={"Dúnhere": 0})
    check(do(greeting(), "The Galadhrim's Greeting", ("mode", 1)), threat=[28, 23])


def test_the_greeting_does_not_go_below_zero():
    """FAQ C3: threat cannot go below 0."""
    check(do(greeting(threat=[4, 1]), "The Galadhrim's Greeting", ("mode", 0), ("player", 0)), threat=[0, 1])
    check(do(greeting(threat=[4, 1]), "The Galadhrim's Greeting", ("mode", 1)), threat=[2, 0])


def test_the_greeting_needs_threat_to_lower():
    """Who has none is no choice; where nobody has any the event cannot be played."""
    game = do(greeting(threat=[0, 1]), "The Galadhrim's Greeting", ("mode", 0))
    check(game, threat=[0, 0])
    assert decision(greeting(threat=[0, 0])) == "commit"


def test_the_greeting_in_any_action_window_if_it_can_be_paid():
    """An action, also of another player than the first and in combat; 2 resources are not 3."""
    assert "The Galadhrim's Greeting" in offered(greeting(engaged=[["Forest Spider"]], phase="combat"))
    assert decision(greeting(resources={"Dúnhere": 2, "Gimli": 3})) == "commit"
    game = greeting(heroes=[["Gimli"], ["Dúnhere"]], hand=[[], ["The Galadhrim's Greeting"]])
    assert (decider(game), offered(game)) == (1, ["The Galadhrim's Greeting", "pass"])


# ---------------------------------------------------------------- 49 Will of the West


def west(**more):
    """Two players, the first with the event."""
    described = {
        "heroes": [["Dúnhere"], ["Gimli"]], "hand": [["Will of the West"]], "resources": {"Dúnhere": 1},
        "discard": [["Feint"], ["Beorn", "Feint"]],
    }  # fmt: skip
    return position(**{**described, **more})


def test_will_of_the_west_for_any_player():
    """Any player's pile into his own deck; the event leaves the game (errata)."""
    game = do(west(), "Will of the West")
    assert offered(game) == [("player", 0), ("player", 1)]
    do(game, ("player", 1))
    assert sorted(pile(game, n.DECK + 1)) == ["Beorn", "Feint"] and pile(game, n.DISCARD_PILE + 1) == []
    check(game, zone={"Will of the West": "removed"}, resources={"Dúnhere": 0})


def test_will_of_the_west_leaves_heroes():
    """RULES, Things: heroes in a discard pile are ignored by effects that move cards to a deck."""
    game = do(west(discard=[["Éowyn", "Feint", "Gandalf"]]), "Will of the West")
    assert pile(game, n.DISCARD_PILE) == ["Éowyn"]
    assert sorted(pile(game, n.DECK)) == ["Feint", "Gandalf"]


def test_will_of_the_west_needs_something_to_shuffle():
    """Only a dead hero, or nothing: removing itself is no reason to play it."""
    assert decision(west(discard=[["Éowyn"]])) == "commit"
    assert decision(west(discard=[])) == "commit"


def test_will_of_the_west_makes_a_known_order_unknown():
    """A shuffle: whoever knew cards knows them no more."""
    game = west(discard=[["Beorn"]], deck=[["Gandalf", "Ever Vigilant"]])
    assert record(game)["known_by"][card_of(game, "Beorn")] == 15
    do(game, "Will of the West")
    assert not any(record(game)["known_by"][card_of(game, name)] for name in ("Beorn", "Gandalf", "Ever Vigilant"))


# ---------------------------------------------------------------- 51 Stand and Fight


def fight(**more):
    """Two players, the first with the event and five resources."""
    described = {
        "heroes": [["Dúnhere"], ["Gimli"]], "hand": [["Stand and Fight"]], "resources": {"Dúnhere": 5},
        "discard": [["Guard of the Citadel", "Gandalf", "Feint"], ["Beorn", "Gondorian Spearman"]],
    }  # fmt: skip
    return position(**{**described, **more})


def test_stand_and_fight_costs_the_printed_cost():
    """Any player's pile, X = printed cost; allies that cannot be paid (Beorn, 6) and neutral ones are no choice."""
    game = do(fight(), "Stand and Fight")
    assert (decision(game), offered(game)) == ("target", ["Guard of the Citadel", "Gondorian Spearman"])
    do(game, "Gondorian Spearman")
    check(game, resources={"Dúnhere": 3}, zone={"Gondorian Spearman": "play", "Stand and Fight": "discard"})
    assert player_with(game, "Gondorian Spearman") == 0, "under your control"
    assert record(game)["owner"][card_of(game, "Gondorian Spearman")] == 1


def test_stand_and_fight_needs_no_match_with_the_ally():
    """The event is paid from Spirit; the ally may be of any sphere, with six resources also Beorn."""
    game = do(fight(resources={"Dúnhere": 6, "Gimli": 9}), "Stand and Fight", "Beorn")
    check(game, resources={"Dúnhere": 0, "Gimli": 9}, zone={"Beorn": "play"})


def test_stand_and_fight_refuses():
    """No ally, a neutral one only, or no resources: not offered."""
    assert decision(fight(discard=[["Gandalf", "Feint"]])) == "commit", "FAQ: neutral belongs to no sphere"
    assert decision(fight(resources={"Dúnhere": 1})) == "commit"
    assert decision(fight(discard=[])) == "commit"


def test_stand_and_fight_refuses_a_unique_ally_in_play():
    """RULES, unique: while Faramir is in play another copy cannot be put into play; it stays where it was."""
    game = fight(discard=[["Faramir", "Guard of the Citadel"]], in_play=[[], ["Faramir"]])
    do(game, "Stand and Fight")
    check(game, zone={"Guard of the Citadel": "play", "Faramir#2": "discard"}, resources={"Dúnhere": 3})
    check(fight(discard=[["Faramir"]], in_play=[[], ["Faramir"]]), not_offered=["Stand and Fight"])


def test_stand_and_fight_triggers_enters_play_but_not_played():
    """FAQ 1.16: Son of Arnor engages; the Hammersmith was not played."""
    game = do(fight(discard=[["Son of Arnor"]], staging=["Forest Spider"]), "Stand and Fight")
    assert (decision(game), offered(game)) == ("response", ["Son of Arnor", "pass"])
    check(do(game, "Son of Arnor"), zone={"Forest Spider": "engaged", "Stand and Fight": "discard"})
    game = do(fight(discard=[["Erebor Hammersmith", "Dwarven Axe"]]), "Stand and Fight")
    assert decision(game) == "commit"


def test_stand_and_fight_goes_to_the_pile_after_its_effect():
    """Designer (277776 #64): the event is placed only after the responses to the ally's entering."""
    game = do(fight(discard=[["Son of Arnor"]], staging=["Forest Spider"]), "Stand and Fight")
    assert zone_of(game, "Stand and Fight") == "limbo"


def test_an_ally_of_another_player_returns_to_his_owner():
    """RULES, Things: leaving play it goes to its owner's pile, and may be called again from there."""
    game = fight(
        hand=[["Stand and Fight", "Stand and Fight"]], discard=[[], ["Gondorian Spearman"]], damage={"Dúnhere": 1},
        engaged=[["Ungoliant's Spawn"]], phase="dealt",
    )  # fmt: skip
    do(game, "Stand and Fight", "Gondorian Spearman", "pass")
    assert zone_of(game, "Gondorian Spearman") == "discard" and player_with(game, "Gondorian Spearman") == 1
    assert "Stand and Fight" in offered(game)


def test_no_ally_from_an_eliminated_player():
    """HARD_CARDS: an eliminated player's pile is out of the game (45639 for Fortune or Fate)."""
    game = fight(
        heroes=[["Dúnhere"], ["Gimli"]], discard=[[], ["Beorn"]], in_play=[["Wandering Took"]], threat=[20, 47],
        resources={"Dúnhere": 9},
    )  # fmt: skip
    assert "Stand and Fight" in offered(game)
    do(game, "Wandering Took")
    assert record(game)["eliminated"][1] == 1
    assert offered(do(game, "Stand and Fight"))[0] == "Dúnhere", "his own Took was the only ally to choose"
    check(game, zone={"Wandering Took": "play", "Beorn": "discard"})


# ---------------------------------------------------------------- 52 A Light in the Dark


def light(**more):
    """Two players, each with an enemy."""
    described = {
        "heroes": [["Dúnhere"], ["Gimli"]], "hand": [["A Light in the Dark"]], "resources": {"Dúnhere": 2},
        "engaged": [["Forest Spider"], ["King Spider"]], "staging": ["Black Forest Bats"], "phase": "dealt",
    }  # fmt: skip
    return position(**{**described, **more})


def test_a_light_sends_any_engaged_enemy_back():
    """Engaged with any player, not one in the staging area; it does not attack then."""
    game = do(light(), "A Light in the Dark")
    assert offered(game) == ["Forest Spider", "King Spider"]
    do(game, "King Spider", "pass")
    assert decision(game) == "strike_target"
    check(game, zone={"King Spider": "staging"}, damage={"Gimli": 0, "Dúnhere": 2})


def test_a_light_needs_an_engaged_enemy_and_two_resources():
    """No target; not paid."""
    game = light(engaged=[[], []], phase="planning")
    check(game, not_offered=["A Light in the Dark"])
    check(light(resources={"Dúnhere": 1}, phase="planning"), not_offered=["A Light in the Dark"])


def test_a_light_in_mid_attack_stops_nothing():
    """FAQ C3: an attack that has begun is finished; damage tokens and attachments stay with the enemy."""
    game = light(
        engaged=[["Forest Spider"]], damage={"Forest Spider": 2}, shadows={"Forest Spider": ["East Bight Patrol"]},
        phase="attacks",
    )  # fmt: skip
    assert decision(game) == "action", "step 1 of the attack"
    do(game, "A Light in the Dark", "pass")
    check(game, zone={"Forest Spider": "staging"}, damage={"Dúnhere": 3, "Forest Spider": 2}, threat=[11, 11])


def test_a_light_counts_the_threat_again():
    """Back in the staging area in the quest phase the enemy counts; engaged ones do not (FAQ 1.20)."""
    game = light(engaged=[["Forest Spider"]], staging=[], threat=[20, 20], phase="committed")
    do(game, "A Light in the Dark")
    check(game, threat=[22, 22])


def test_a_snared_enemy_keeps_its_snare():
    """FAQ 1.23: "attach to" is only looked at when it is played."""
    game = light(engaged=[["Forest Spider"]], attachments={"Forest Spider": ["Forest Snare"]})
    do(game, "A Light in the Dark")
    check(game, zone={"Forest Spider": "staging", "Forest Snare": "attached"})


# ---------------------------------------------------------------- 53 Dwarven Tomb


def tomb(**more):
    """A player with the event."""
    described = {"heroes": [["Dúnhere"]], "hand": [["Dwarven Tomb"]], "resources": {"Dúnhere": 1}}
    return position(**{**described, **more})


def test_the_tomb_returns_one_spirit_card():
    """Ally, attachment or event of Spirit out of one's own pile; no hero, no other sphere."""
    game = position(
        heroes=[["Dúnhere"], ["Eleanor"]], hand=[["Dwarven Tomb"]], resources={"Dúnhere": 1},
        discard=[["Lórien Guide", "Éowyn", "Unexpected Courage", "Hasty Stroke", "Gandalf", "Feint"], ["Hasty Stroke"]],
    )  # fmt: skip
    do(game, "Dwarven Tomb")
    assert sorted(offered(game)) == ["Hasty Stroke", "Lórien Guide", "Unexpected Courage"]
    do(game, "Unexpected Courage")
    assert hand(game) == ["Unexpected Courage"] and pile(game, n.DISCARD_PILE)[-1] == "Dwarven Tomb"


def test_the_tomb_does_not_return_itself():
    """It lies in nobody's pile while it is played."""
    assert decision(tomb()) == "commit"
    assert decision(tomb(discard=[["Éowyn", "Feint"]])) == "commit"
    assert decision(tomb(discard=[["Hasty Stroke"]], resources={})) == "commit"


def test_one_tomb_returns_another():
    """Another copy is a Spirit card like any other."""
    game = do(tomb(discard=[["Dwarven Tomb"]]), "Dwarven Tomb")
    assert hand(game) == ["Dwarven Tomb"] and pile(game, n.DISCARD_PILE) == ["Dwarven Tomb"]


# ---------------------------------------------------------------- 54 Fortune or Fate


def fate(**more):
    """Two players, the first can pay for the event."""
    described = {
        "heroes": [["Dúnhere"], ["Gimli"]], "hand": [["Fortune or Fate"]], "resources": {"Dúnhere": 5},
        "discard": [["Éowyn", "Gandalf"], ["Thalin"]],
    }  # fmt: skip
    return position(**{**described, **more})


def test_fortune_or_fate_returns_any_players_hero_to_his_owner():
    """Under its owner's control, ready and clean."""
    game = do(fate(), "Fortune or Fate")
    assert (decision(game), offered(game)) == ("target", ["Éowyn", "Thalin"])
    do(game, "Thalin")
    assert player_with(game, "Thalin") == 1
    check(game, zone={"Thalin": "play", "Éowyn": "discard"}, ready=["Thalin"], resources={"Thalin": 0, "Dúnhere": 0})
    assert offered(do(game, "pass")) == ["Gimli", "Thalin", "pass"], "he may commit to the quest"


def test_fortune_or_fate_refuses():
    """No hero in a pile; four resources; other spheres' resources."""
    assert decision(fate(discard=[["Gandalf"]])) == "commit"
    assert decision(fate(resources={"Dúnhere": 4, "Gimli": 9})) == "commit"


def test_fortune_or_fate_refuses_a_unique_hero_in_play():
    """RULES, unique: a title is in play at most once."""
    check(fate(heroes=[["Dúnhere"], ["Beravor"]], discard=[["Beravor"]]), not_offered=["Fortune or Fate"])


def test_no_hero_of_an_eliminated_player():
    """Designer (45639): not on an eliminated player's pile."""
    game = fate(discard=[["Éowyn"], ["Thalin"]], in_play=[["Wandering Took"]], threat=[20, 47])
    do(game, "Wandering Took")
    assert zone_of(game, "Gimli") == "discard" and record(game)["eliminated"][1] == 1
    do(game, "Fortune or Fate")
    check(game, zone={"Éowyn": "play", "Thalin": "discard"})
    with pytest.raises(IllegalAction):
        do(game, "Fortune or Fate")
    skip_to(game, "commit")
