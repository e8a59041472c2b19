"""Tactics events of the Core Set (32 to 35): what they do, may not do, and whom they meet.

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
