"""The Tactics events of the Core Set (32 to 38): what they do, when they may not, and whom they meet.

Source of positions: made up, the smallest that show the rule.
"""

import pytest

from lotrsim.testing import (
    check,
    decider,
    decision,
    do,
    go_on,
    offered,
    phase_of,
    play,
    player_with,
    position,
    skip_to,
)

# ---------------------------------------------------------------- 32 Blade Mastery


def test_blade_mastery_on_any_character():
    """+1 attack and +1 defense for the phase."""
    game = position(
        heroes=[["Gimli"], ["Éowyn"]], in_play=[[], ["Gléowine"]], exhausted=["Gléowine"], hand=[["Blade Mastery"]],
        resources={"Gimli": 1}, engaged=[[], ["King Spider"]], phase="combat",
    )  # fmt: skip
    play(game, "Blade Mastery")
    assert offered(game) == ["Gimli", "Éowyn", "Gléowine"]
    do(game, "Éowyn")
    check(game, stat={"Éowyn": {"attack": 2, "defense": 2, "willpower": 4}, "Gimli": {"attack": 2}})
    do(game, "Éowyn")
    check(game, damage={"Éowyn": 1})


def test_blade_mastery_two_on_one():
    """Lasting effects add up; each is paid."""
    game = position(
        heroes=[["Gimli"]], hand=[["Blade Mastery", "Blade Mastery"]], resources={"Gimli": 2}, phase="quest",
    )  # fmt: skip
    play(game, "Blade Mastery", "Blade Mastery")
    check(game, stat={"Gimli": {"attack": 4, "defense": 4}}, resources={"Gimli": 0})


def test_blade_mastery_is_over_with_the_phase():
    """And it must be paid with Tactics."""
    game = position(heroes=[["Gimli"]], hand=[["Blade Mastery"]], resources={"Gimli": 1}, phase="planning")
    play(game, "Blade Mastery")
    check(game, stat={"Gimli": {"attack": 2, "defense": 2}})
    game = position(heroes=[["Gimli", "Eleanor"]], hand=[["Blade Mastery"]], resources={"Eleanor": 1}, phase="planning")
    assert decision(game) == "commit"


# ---------------------------------------------------------------- 33 Rain of Arrows


def test_rain_of_arrows_on_one_players_enemies():
    """Each enemy engaged with the chosen player; a player without enemies is no choice."""
    game = position(
        heroes=[["Legolas"], ["Gimli"], ["Éowyn"]], hand=[["Rain of Arrows"]], resources={"Legolas": 1},
        engaged=[["King Spider"], ["Forest Spider", "Black Forest Bats"], []], damage={"Black Forest Bats": 1},
        phase="quest",
    )  # fmt: skip
    play(game, "Rain of Arrows")
    assert offered(game) == [("player", 0), ("player", 1)]
    do(game, ("player", 1))
    check(game, damage={"King Spider": 0, "Forest Spider": 1}, zone={"Black Forest Bats": "encounter discard"})
    check(game, exhausted=["Legolas"], resources={"Legolas": 0})


@pytest.mark.parametrize(
    "described",
    [
        {"heroes": [["Gimli"]], "resources": {"Gimli": 1}},
        {"heroes": [["Legolas"]], "resources": {"Legolas": 1}, "exhausted": ["Legolas"]},
        {"heroes": [["Legolas"]], "resources": {"Legolas": 1}, "engaged": [[]], "staging": ["Forest Spider"]},
        {"heroes": [["Legolas"]]},
    ],
    ids=["no Ranged character", "none ready", "no engaged enemy", "no resource"],
)
def test_rain_of_arrows_is_refused(described):
    """No cost to pay or nothing to hit."""
    game = position(**{"hand": [["Rain of Arrows"]], "engaged": [["King Spider"]], "phase": "quest", **described})
    assert (decision(game), phase_of(game)) != ("action", "quest")


def test_rain_of_arrows_exhausts_an_ally_with_ranged():
    """The player chooses who shoots."""
    game = position(
        heroes=[["Legolas"]], in_play=[["Horseback Archer"]], hand=[["Rain of Arrows"]], resources={"Legolas": 1},
        engaged=[["King Spider"]], phase="quest",
    )  # fmt: skip
    play(game, "Rain of Arrows")
    assert (decision(game), offered(game)) == ("cost_card", ["Legolas", "Horseback Archer"])
    do(game, "Horseback Archer")
    check(game, exhausted=["Horseback Archer"], ready=["Legolas"], damage={"King Spider": 1})


def test_rain_of_arrows_is_no_attack():
    """Legolas' response needs an attack."""
    game = position(
        heroes=[["Legolas"]], hand=[["Rain of Arrows"]], resources={"Legolas": 1}, engaged=[["Black Forest Bats"]],
        damage={"Black Forest Bats": 1}, encounter_deck=["Forest Gate", "Forest Gate"], phase="quest",
    )  # fmt: skip
    play(game, "Rain of Arrows", stay=True)
    check(game, quest_progress=0, zone={"Black Forest Bats": "encounter discard"})


# ---------------------------------------------------------------- 34 Feint


def test_feint_in_combat_only():
    """A Combat Action, and only against an engaged enemy."""
    game = position(
        heroes=[["Gimli"]], hand=[["Feint"]], resources={"Gimli": 1}, engaged=[["Forest Spider"]], phase="planning",
    )  # fmt: skip
    assert decision(game) == "commit"
    game = position(
        heroes=[["Gimli"]], hand=[["Feint"]], resources={"Gimli": 1}, staging=["Forest Spider"], phase="combat",
    )  # fmt: skip
    assert decision(game) != "action"


def test_feint_leaves_the_shadow_card_unresolved():
    """FAQ C3: the shadow card of an enemy that does not attack is discarded at the end of combat."""
    game = position(
        heroes=[["Gimli"]], hand=[["Feint"]], resources={"Gimli": 1}, engaged=[["Forest Spider"]], threat=[20],
        shadows={"Forest Spider": ["Ungoliant's Spawn"]}, encounter_deck=["Forest Gate", "Forest Gate"],
        phase="combat",
    )  # fmt: skip
    play(game, "Feint")
    assert decision(game) == "strike_target"
    check(game, zone={"Ungoliant's Spawn": "shadow"})
    do(game, "Forest Spider", stay=True)
    check(go_on(game), threat=[21], damage={"Gimli": 0}, zone={"Ungoliant's Spawn": "encounter discard"})


def test_feint_too_late_once_the_attack_has_begun():
    """FAQ C3: it must be played before step 1 of the attack."""
    game = position(
        heroes=[["Gimli"]], hand=[["Feint"]], resources={"Gimli": 1}, engaged=[["Forest Spider"]], phase="attacks",
    )  # fmt: skip
    play(game, "Feint")
    assert decision(game) == "defender"
    do(game, "pass", stay=True)
    check(game, damage={"Gimli": 2})


def test_feint_guards_one_player_only():
    """Errata: it cannot attack that player; engaged with another it may attack him."""
    game = position(
        heroes=[["Gimli"], ["Théodred"]], hand=[["Feint"], ["Sneak Attack", "Son of Arnor"]],
        resources={"Gimli": 1, "Théodred": 1}, engaged=[["Forest Spider"], []], phase="combat",
    )  # fmt: skip
    play(game, "Feint")
    assert decider(game) == 1
    play(game, "Sneak Attack", "Son of Arnor")
    assert (decision(game), decider(game)) == ("defender", 1)


def test_feint_is_over_with_the_phase():
    """In the next round the enemy attacks again."""
    game = position(
        heroes=[["Gimli"]], hand=[["Feint"]], resources={"Gimli": 1}, engaged=[["Forest Spider"]], phase="combat",
    )  # fmt: skip
    play(game, "Feint", "pass")
    skip_to(game, "defender")
    check(game, damage={"Gimli": 0})


# ---------------------------------------------------------------- 35 Quick Strike


def quick_strike(**more):
    """Gimli with a Quick Strike in hand."""
    described = {"heroes": [["Gimli"]], "hand": [["Quick Strike"]], "resources": {"Gimli": 1}, "phase": "quest"}
    return position(**{**described, **more})


def test_quick_strike_kills_an_attacker_before_it_hits():
    """In a window of its attack: the attacker is gone, the attack stops (FAQ C3)."""
    game = quick_strike(
        heroes=[["Gimli", "Thalin"]], engaged=[["Black Forest Bats"]], phase="attacks",
    )  # fmt: skip
    do(game, "pass")  # the window of step 1
    do(game, "Thalin")
    assert decision(game) == "action", "the window after the declaration of defenders"
    do(game, "Quick Strike", stay=True)
    check(game, zone={"Black Forest Bats": "encounter discard"}, exhausted=["Gimli", "Thalin"])


def test_quick_strike_only_that_character():
    """FAQ C3: nobody joins, not even with Ranged."""
    game = quick_strike(
        heroes=[["Gimli"], ["Legolas"]], engaged=[["Forest Spider"], []],
    )  # fmt: skip
    play(game, "Quick Strike")
    check(game, damage={"Forest Spider": 1}, exhausted=["Gimli"], ready=["Legolas"])


def test_quick_strike_at_eligible_targets():
    """RULINGS, Readings, 35: engaged with him, another player's with Ranged; not the staging area."""
    game = quick_strike(
        heroes=[["Gimli", "Legolas"], ["Éowyn"]], engaged=[["King Spider"], ["Forest Spider"]], staging=["Hummerhorns"],
    )  # fmt: skip
    play(game, "Quick Strike")
    assert (decision(game), offered(game)) == ("cost_card", ["Gimli", "Legolas"])
    do(game, "Legolas")
    assert (decision(game), offered(game)) == ("target", ["King Spider", "Forest Spider"])
    do(game, "Forest Spider")
    check(game, damage={"Forest Spider": 2, "King Spider": 0}, exhausted=["Legolas"])


@pytest.mark.parametrize(
    "more",
    [{"staging": ["Forest Spider"]}, {"engaged": [["Forest Spider"]], "exhausted": ["Gimli"]},
     {"heroes": [["Gimli"], ["Eleanor"]], "engaged": [[], ["Forest Spider"]]}],
    ids=["in staging", "exhausted", "another player's"],
)  # fmt: skip
def test_quick_strike_is_refused(more):
    """No target that he could attack, or no ready character."""
    game = quick_strike(**more)
    assert (decision(game), phase_of(game)) != ("action", "quest")


def test_quick_strike_does_not_use_up_the_attack():
    """Rules, Player attacks: attacks by card effects are extra."""
    game = quick_strike(heroes=[["Gimli", "Thalin"]], engaged=[["Forest Spider"]], phase="combat")
    play(game, "Quick Strike", "Gimli")
    check(game, damage={"Forest Spider": 1})
    do(game, "pass", "Gimli")  # undefended, Gimli takes it
    do(game, "Forest Spider", stay=True)
    check(game, damage={"Forest Spider": 2}, exhausted=["Gimli", "Thalin"])


def test_quick_strike_and_legolas():
    """The response to a destroyed enemy works outside combat."""
    game = quick_strike(
        heroes=[["Legolas"]], resources={"Legolas": 1}, engaged=[["Black Forest Bats"]], phase="planning",
    )  # fmt: skip
    play(game, "Quick Strike", "Legolas")
    check(game, quest_progress=2)


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
