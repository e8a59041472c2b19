"""Tactics events of the Core Set about defense (36 to 38): what they do, may not do, and whom they meet.

Source of positions: made up, the smallest that show the rule.
"""

from lotrsim.testing import (
    check,
    decider,
    decision,
    do,
    offered,
    play,
    player_with,
    position,
)

# ---------------------------------------------------------------- 36 Thicket of Spears


def thicket(**more):
    """Three Tactics heroes with a resource each, and two enemies."""
    described = {
        "heroes": [["Gimli", "Legolas", "Thalin"]], "resources": {"Gimli": 1, "Legolas": 1, "Thalin": 1},
        "hand": [["Thicket of Spears"]], "engaged": [["Forest Spider", "King Spider"]], "phase": "combat",
    }  # fmt: skip
    return position(**{**described, **more})


def test_thicket_of_spears_stops_all_enemies_of_a_player():
    """None of them attacks; they can be attacked."""
    game = play(thicket(), "Thicket of Spears")
    assert (decision(game), offered(game)) == ("strike_target", ["Forest Spider", "King Spider", "pass"])
    check(game, damage={"Gimli": 0, "Legolas": 0, "Thalin": 0}, resources={"Gimli": 0, "Legolas": 0, "Thalin": 0})


def test_thicket_of_spears_is_paid_by_three_heroes():
    """RULINGS, Readings, 36: one resource each from three heroes, all Tactics."""
    assert "Thicket of Spears" in offered(thicket())
    assert decision(thicket(resources={"Gimli": 2, "Legolas": 1})) != "action"
    assert decision(thicket(heroes=[["Gimli", "Legolas", "Éowyn"]], resources={"Gimli": 1, "Legolas": 1, "Éowyn": 1},
                            hand=[["Thicket of Spears"]])) == "action"  # fmt: skip
    game = thicket(heroes=[["Gimli", "Legolas", "Denethor"]], resources={"Gimli": 1, "Legolas": 1, "Denethor": 1})
    assert decision(game) == "enemy_attack"


def test_thicket_of_spears_with_more_in_the_pools():
    """Each pays one, however much he has."""
    game = play(thicket(resources={"Gimli": 3, "Legolas": 2, "Thalin": 1}), "Thicket of Spears")
    check(game, resources={"Gimli": 2, "Legolas": 1, "Thalin": 0})


def test_thicket_of_spears_for_another_player():
    """Choose a player; his enemies spare him, those of the others attack."""
    game = thicket(
        heroes=[["Gimli", "Legolas", "Thalin"], ["Éowyn"]], hand=[["Thicket of Spears"], []],
        engaged=[["Forest Spider"], ["King Spider"]],
    )  # fmt: skip
    play(game, "Thicket of Spears")
    assert (decision(game), offered(game)) == ("player", [("player", 0), ("player", 1)])
    do(game, ("player", 1))
    assert (decision(game), decider(game)) == ("defender", 0)
    do(game, "Gimli")
    assert decision(game) == "strike_target"
    check(game, damage={"Éowyn": 0})


def test_thicket_of_spears_spares_nobody_from_later_enemies():
    """RULINGS, 7: the set of enemies is fixed when it resolves."""
    game = thicket(
        heroes=[["Gimli", "Legolas", "Thalin"], ["Théodred"]], engaged=[["Forest Spider"], []],
        resources={"Gimli": 1, "Legolas": 1, "Thalin": 1, "Théodred": 1}, staging=["King Spider"],
        hand=[["Thicket of Spears"], ["Sneak Attack", "Son of Arnor"]],
    )  # fmt: skip
    play(game, "Thicket of Spears")
    assert decider(game) == 1
    play(game, "Sneak Attack", "Son of Arnor", "King Spider")
    assert player_with(game, "King Spider") == 1
    assert (decision(game), decider(game)) == ("defender", 1)


# ---------------------------------------------------------------- 37 Swift Strike


def test_swift_strike_for_another_players_defender():
    """After any character is declared as a defender."""
    game = position(
        heroes=[["Eleanor"], ["Gimli"]], hand=[[], ["Swift Strike"]], resources={"Gimli": 2},
        engaged=[["Black Forest Bats"], []], phase="attacks",
    )  # fmt: skip
    do(game, "Eleanor")
    assert (decision(game), decider(game)) == ("response", 1)
    do(game, "Swift Strike", stay=True)
    check(game, zone={"Black Forest Bats": "encounter discard"}, damage={"Eleanor": 0}, resources={"Gimli": 0})


def test_swift_strike_needs_a_defender_and_two_resources():
    """An undefended attack is no reason."""
    game = position(
        heroes=[["Gimli"]], hand=[["Swift Strike"]], resources={"Gimli": 2}, engaged=[["Forest Spider"]],
        phase="attacks",
    )  # fmt: skip
    do(game, "pass")
    assert decision(game) == "strike_target"
    game = position(
        heroes=[["Gimli"]], hand=[["Swift Strike"]], resources={"Gimli": 1}, engaged=[["Forest Spider"]],
        phase="attacks",
    )  # fmt: skip
    do(game, "Gimli", stay=True)
    check(game, damage={"Forest Spider": 0})


def test_swift_strike_is_an_effect_of_its_own():
    """Defense does not lessen its damage: 2 on the Spawn of defense 2."""
    game = position(
        heroes=[["Gimli", "Thalin"]], hand=[["Swift Strike"]], resources={"Gimli": 2}, engaged=[["Ungoliant's Spawn"]],
        phase="attacks",
    )  # fmt: skip
    do(game, "Gimli", "Swift Strike")
    check(game, damage={"Ungoliant's Spawn": 2, "Gimli": 3})


# ---------------------------------------------------------------- 38 Stand Together


def test_stand_together_adds_defense():
    """RULINGS 9: several defenders add their defense; one of them takes all the damage (FAQ 1.04)."""
    game = position(
        heroes=[["Gimli", "Thalin"]], hand=[["Stand Together"]], engaged=[["Ungoliant's Spawn"]], phase="combat",
    )  # fmt: skip
    play(game, "Stand Together", "Gimli", "Thalin")
    assert (decision(game), offered(game)) == ("damaged_defender", ["Gimli", "Thalin"])
    do(game, "Thalin", stay=True)
    check(game, damage={"Gimli": 0, "Thalin": 1}, exhausted=["Gimli", "Thalin"])


def test_stand_together_against_each_enemy():
    """For every enemy that attacks that player this phase; one defender or none is fine too."""
    game = position(
        heroes=[["Gimli", "Thalin", "Legolas"]], hand=[["Stand Together"]], engaged=[["King Spider", "Forest Spider"]],
        phase="combat",
    )  # fmt: skip
    play(game, "Stand Together")
    do(game, "King Spider", "Gimli", "Thalin")
    assert (decision(game), offered(game)) == ("defender", ["Legolas", "pass"])
    do(game, "pass")
    assert (decision(game), offered(game)) == ("defender", ["Legolas", "pass"])
    do(game, "pass")
    assert decision(game) == "undefended_hero"


def test_stand_together_for_one_player():
    """The other player still has one defender."""
    game = position(
        heroes=[["Gimli", "Thalin"], ["Legolas", "Éowyn"]], hand=[["Stand Together"], []],
        engaged=[[], ["King Spider"]], phase="combat",
    )  # fmt: skip
    play(game, "Stand Together", ("player", 0))
    do(game, "Legolas")
    assert decision(game) != "defender"


def test_stand_together_lets_each_spearman_strike():
    """Each of them is declared as a defender."""
    game = position(
        heroes=[["Gimli"]], in_play=[["Gondorian Spearman", "Gondorian Spearman"]], hand=[["Stand Together"]],
        engaged=[["King Spider"]], phase="combat",
    )  # fmt: skip
    play(game, "Stand Together")
    do(game, "Gondorian Spearman", "Gondorian Spearman#2")  # in ascending number: Gimli stays out
    assert decision(game) == "response"
    do(game, "Gondorian Spearman", "Gondorian Spearman#2")
    check(game, damage={"King Spider": 2})


def test_stand_together_without_sentinels():
    """RULINGS, Readings, 38: no Sentinel help from other players."""
    game = position(
        heroes=[["Gimli"], ["Aragorn"]], hand=[["Stand Together"], []], engaged=[["Forest Spider"], []], phase="combat",
    )  # fmt: skip
    play(game, "Stand Together", ("player", 0), "pass", stay=True)
    check(game, damage={"Gimli": 2}, ready=["Aragorn"])


def test_thicket_of_spears_takes_one_resource_of_each_hero_however_many_they_have():
    """Card 36: the cost comes from three different pools."""
    game = position(heroes=[["Gimli", "Legolas", "Thalin"]], hand=[["Thicket of Spears"]],
                    resources={"Gimli": 3, "Legolas": 2, "Thalin": 1}, engaged=[["Forest Spider"]], phase="combat")  # fmt: skip
    play(game, "Thicket of Spears")
    check(game, resources={"Gimli": 2, "Legolas": 1, "Thalin": 0})
