"""The neutral card of the Core Set: Gandalf (73).

Source of positions: made up, the smallest that show the rule.
"""

import pytest

from lotrsim.testing import (
    check,
    decider,
    decision,
    do,
    go_on,
    hand,
    offered,
    outcome,
    player_with,
    position,
    record,
    zone_of,
)


def gandalf(**more):
    """Two players, the first about to play Gandalf."""
    described = {
        "heroes": [["Gimli", "Thalin"], ["Denethor"]], "hand": [["Gandalf"]], "resources": {"Gimli": 3, "Thalin": 2},
        "deck": [["Feint", "Beorn", "Faramir", "Son of Arnor"], []], "threat": [20, 20], "exhausted": ["Denethor"],
        "staging": ["Ungoliant's Spawn"], "engaged": [[], ["Forest Spider"]],
    }  # fmt: skip
    return position(**{**described, **more})


def test_gandalf_is_paid_from_any_pools():
    """Neutral: pools of different spheres together."""
    game = do(gandalf(heroes=[["Gimli", "Éowyn"], ["Denethor"]], resources={"Gimli": 3, "Éowyn": 2}), "Gandalf")
    check(game, resources={"Gimli": 0, "Éowyn": 0}, zone={"Gandalf": "play"})
    check(gandalf(resources={"Gimli": 3, "Thalin": 1, "Denethor": 5}), not_offered=["Gandalf"])


def test_gandalf_draws_three():
    """Choose one: three cards."""
    game = do(gandalf(), "Gandalf", "Gandalf")
    assert (decision(game), offered(game)) == ("mode", [("mode", 0), ("mode", 1), ("mode", 2)])
    check(do(game, ("mode", 0), stay=True), hand=[["Beorn", "Faramir", "Feint"], []], threat=[20, 20])


def test_gandalf_strikes_any_enemy_in_play():
    """Staging area or engaged with anybody; four damage kill a Forest Spider."""
    game = do(gandalf(), "Gandalf", "Gandalf", ("mode", 1))
    assert (decision(game), offered(game)) == ("target", ["Ungoliant's Spawn", "Forest Spider"])
    do(game, "Forest Spider", stay=True)
    check(game, zone={"Forest Spider": "encounter discard"}, hand=[[], []], threat=[20, 20])


def test_gandalf_lowers_his_players_threat():
    """Five, not below zero; nobody else's."""
    check(do(gandalf(), "Gandalf", "Gandalf", ("mode", 2)), threat=[15, 20])
    check(do(gandalf(threat=[3, 20]), "Gandalf", "Gandalf", ("mode", 2)), threat=[0, 20])


def test_gandalf_offers_only_what_can_change_something():
    """No deck, no enemy, no threat: the choices that are left; none left: no response; one left: no question."""
    game = do(gandalf(deck=[]), "Gandalf", "Gandalf")
    assert offered(game) == [("mode", 1), ("mode", 2)]
    game = do(gandalf(staging=[], engaged=[], active_location="Enchanted Stream"), "Gandalf", "Gandalf")
    check(game, threat=[15, 20], hand=[[], []])
    game = do(gandalf(staging=[], engaged=[], deck=[], threat=[0, 20]), "Gandalf")
    assert decision(game) != "response"


def test_gandalf_may_come_and_do_nothing():
    """A response."""
    check(do(gandalf(), "Gandalf", "pass", stay=True), zone={"Gandalf": "play"}, threat=[20, 20], hand=[[], []])


def test_gandalf_is_unique():
    """RULES, unique: a second one stays in hand."""
    check(gandalf(in_play=[[], ["Gandalf"]]), not_offered=["Gandalf"])
    game = do(gandalf(hand=[["Gandalf", "Gandalf"]], resources={"Gimli": 9}), "Gandalf", "pass")
    assert hand(game) == ["Gandalf"] and decision(game) != "action"


def test_gandalf_leaves_at_the_end_of_the_round():
    """Discarded after the refresh phase, by a passive effect; his owner's pile."""
    game = position(heroes=[["Gimli"]], in_play=[["Gandalf"]], phase="refresh")
    assert record(game)["round_no"] == 1
    check(game, zone={"Gandalf": "discard"})
    game = position(heroes=[["Gimli"]], in_play=[["Gandalf"]], exhausted=["Gandalf"], phase="combat-end")
    check(game, zone={"Gandalf": "discard"})


def test_gandalf_is_there_for_the_whole_round():
    """He quests with 4 willpower, readies in the refresh phase, then is gone."""
    game = position(
        heroes=[["Gimli"]], in_play=[["Gandalf"]], hand=[["Valiant Sacrifice"]], staging=["Old Forest Road"],
        phase="commit",
    )  # fmt: skip
    do(game, "Gandalf", stay=True)
    check(game, quest_progress=3, zone={"Gandalf": "play"})


def test_gandalf_discarded_is_an_ally_leaving_play():
    """Valiant Sacrifice in the end of the round: his controller draws two."""
    game = position(
        heroes=[["Gimli"], ["Aragorn"]], in_play=[["Gandalf"]], hand=[[], ["Valiant Sacrifice"]],
        deck=[["Feint", "Beorn"], []], resources={"Aragorn": 1}, phase="refresh",
    )  # fmt: skip
    assert (decision(game), decider(game)) == ("response", 1)
    check(do(game, "Valiant Sacrifice", stay=True), hand=[["Beorn", "Feint"], []])


def test_gandalf_by_sneak_attack_returns_before_the_round_ends():
    """RULINGS C4, Sneak Attack: "enters play", so his response works; back in hand at the end of the phase."""
    game = position(
        heroes=[["Aragorn"]], hand=[["Sneak Attack", "Gandalf"]], resources={"Aragorn": 1}, threat=[30],
        staging=["Forest Spider"], phase="planning",
    )  # fmt: skip
    do(game, "Sneak Attack", "Gandalf", ("mode", 2), stay=True)
    check(game, threat=[25], zone={"Gandalf": "play"})
    assert hand(go_on(game)) == ["Gandalf"]


def test_gandalf_is_no_ally_for_stand_and_fight():
    """FAQ: neutral cards belong to no sphere."""
    game = position(heroes=[["Dúnhere"]], hand=[["Stand and Fight"]], discard=[["Gandalf"]], resources={"Dúnhere": 9})
    assert decision(game) == "commit"


@pytest.mark.parametrize("enemy", ["Ungoliant's Spawn", "Forest Spider"])
def test_gandalfs_damage_may_win_the_game(enemy):
    """121: the Spawn defeated by an effect is defeated; another enemy is not she."""
    game = gandalf(stage=121, damage={"Ungoliant's Spawn": 5})
    do(game, "Gandalf", "Gandalf", ("mode", 1), enemy, stay=True)
    assert outcome(game) == ("won" if enemy == "Ungoliant's Spawn" else "playing")


def test_gandalf_enters_under_the_player_who_plays_him():
    """RULES, Planning: allies under one's own control."""
    game = gandalf(hand=[[], ["Gandalf"]], resources={"Denethor": 5}, threat=[20, 20])
    assert decider(game) == 1
    do(game, "Gandalf", "Gandalf", ("mode", 2), stay=True)
    assert player_with(game, "Gandalf") == 1 and zone_of(game, "Gandalf") == "play"
    check(game, threat=[20, 15])
