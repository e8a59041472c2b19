"""Attacks with something in the middle: control and engagement that change, readied characters, lost attachments, stages."""

import pytest

from lotrsim.checks import state_errors
from lotrsim.testing import (
    check,
    damage_on,
    decider,
    decision,
    do,
    hand,
    is_ready,
    offered,
    outcome,
    player_with,
    position,
    quest_progress,
    record,
    skip_to,
    stage_of,
    threat,
    zone_of,
)

SON = {"heroes": [["Gimli"], ["Aragorn"]], "resources": {"Aragorn": 1, "Gimli": 1}, "threat": [10, 10],
       "engaged": [["Ungoliant's Spawn"], []], "phase": "combat"}  # fmt: skip


def test_enemy_taken_over_in_its_attack_attacks_only_once():
    """RULES 4 (FAQ 1.32): the attack is finished against the player it was begun against; no second one."""
    game = position(hand=[[], ["Sneak Attack", "Son of Arnor"]], **SON)
    skip_to(game, "defender")
    do(game, "Gimli", "Sneak Attack", "Son of Arnor")
    assert player_with(game, "Ungoliant's Spawn") == 1
    check(game, damage={"Gimli": 3, "Aragorn": 0})
    assert decision(game) == "strike_target"
    skip_to(game, "commit")
    check(game, damage={"Gimli": 3, "Aragorn": 0}, zone={"Son of Arnor": "hand"})


def test_enemy_taken_over_before_its_attack_attacks_the_new_player():
    """RULES 3, Combat b: each player resolves the attacks of the enemies engaged with him then."""
    game = position(hand=[[], ["Sneak Attack", "Son of Arnor"]], **SON)
    do(game, "Sneak Attack", "Son of Arnor")
    assert (decision(game), decider(game)) == ("defender", 1)


def test_feint_protects_only_that_player():
    """FAQ 1.4 (Feint): the enemy cannot attack *that player*; another player with whom it engages is attacked."""
    game = position(hand=[["Feint"], ["Sneak Attack", "Son of Arnor"]], **SON)
    do(game, "Feint", "Sneak Attack", "Son of Arnor")
    assert (decision(game), decider(game)) == ("defender", 1)


def test_feint_in_the_middle_of_an_attack_is_too_late():
    """RULINGS C3: Feint must be played before step 1 of that enemy's attack."""
    game = position(heroes=[["Gimli"]], hand=[["Feint"]], resources={"Gimli": 1}, engaged=[["Forest Spider"]],
                    phase="attacks")  # fmt: skip
    do(game, "Feint", "pass")
    check(game, damage={"Gimli": 2})


def test_attacker_returned_to_staging_goes_on_and_the_sentinel_defends():
    """RULES 4: returned to staging in mid-attack: go on."""
    game = position(heroes=[["Éowyn"], ["Aragorn"]], hand=[["A Light in the Dark"], []], resources={"Éowyn": 2},
                    engaged=[["Ungoliant's Spawn"], []], threat=[10, 10], phase="attacks")  # fmt: skip
    skip_to(game, "defender")
    do(game, "pass", "Aragorn", "A Light in the Dark")
    check(game, damage={"Aragorn": 3, "Éowyn": 0}, zone={"Ungoliant's Spawn": "staging"})


def test_defender_of_an_eliminated_player_leaves_the_attack_undefended():
    """RULES 3, Combat b: a defender that left play makes the attack undefended; Wandering Took eliminates his controller."""
    game = position(heroes=[["Éowyn"], ["Aragorn"]], in_play=[["Wandering Took"], []], engaged=[["Forest Spider"], []],
                    threat=[10, 47], phase="attacks")  # fmt: skip
    skip_to(game, "defender")
    do(game, "pass", "Aragorn", "Wandering Took")
    check(game, damage={"Éowyn": 2}, zone={"Aragorn": "discard", "Wandering Took": "discard"})


def test_attacking_character_that_changes_control_still_attacks():
    """HARD_CARDS, Wandering Took: roles in an attack go along."""
    game = position(heroes=[["Éowyn"], ["Aragorn"]], in_play=[["Wandering Took"], []], engaged=[["Forest Spider"], []],
                    damage={"Forest Spider": 1}, threat=[10, 10], phase="player-attacks")  # fmt: skip
    do(game, "Forest Spider", "Éowyn", "Wandering Took")
    do(game, "Wandering Took")
    assert player_with(game, "Wandering Took") == 1
    assert damage_on(game, "Forest Spider") == 2  # 1 + 1 attack, 1 defense


def test_gandalf_kills_the_attacker_in_its_attack():
    """RULES 4: stop after that step; its shadow card is discarded unresolved, the defender stays exhausted."""
    game = position(heroes=[["Gimli", "Aragorn"]], hand=[["Sneak Attack", "Gandalf"]], resources={"Aragorn": 1},
                    engaged=[["Forest Spider"]], shadows={"Forest Spider": ["Hummerhorns"]}, phase="attacks",
                    staging=["Old Forest Road"])  # fmt: skip
    skip_to(game, "defender")
    do(game, "Gimli", "Sneak Attack", "Gandalf", ("mode", 1))
    check(game, damage={"Gimli": 0, "Aragorn": 0})
    assert zone_of(game, "Hummerhorns") != "shadow"


@pytest.mark.parametrize("first", ["Legolas", "Blade of Gondolin"])
def test_two_responses_to_one_defeat_across_a_stage(first):
    """RULINGS C3: Legolas and Blade of Gondolin in either order, also across a stage change; no carry-over."""
    game = position(heroes=[["Legolas"]], attachments={"Legolas": ["Blade of Gondolin"]}, engaged=[["Black Forest Bats"]],
                    threat=[5], phase="player-attacks")  # fmt: skip
    record(game)["quest_progress"] = 7
    do(game, "Black Forest Bats", first)
    assert (stage_of(game), quest_progress(game)) == ("A Fork in the Road", 0)
    other = {"Legolas": "Blade of Gondolin", "Blade of Gondolin": "Legolas"}[first]
    assert offered(game) == [other, "pass"]
    do(game, other)
    if other == "Blade of Gondolin":
        assert (stage_of(game), quest_progress(game)) == ("A Fork in the Road", 1)
    else:
        assert stage_of(game) in ("Beorn's Path", '"Don\'t Leave the Path!"')


def test_spawn_defeated_before_the_last_stage_does_not_win():
    """RULINGS 121 and C4 (45575): find and defeat starts when the stage takes effect; an earlier defeat does not count."""
    for seed in range(20):
        game = position(heroes=[["Legolas", "Gimli"]], stage=2, engaged=[["Ungoliant's Spawn"]], threat=[5], seed=seed,
                        damage={"Ungoliant's Spawn": 8}, phase="player-attacks")  # fmt: skip
        do(game, "Ungoliant's Spawn", "Legolas", "Gimli", "Legolas")
        assert outcome(game) == "playing"
        if "Don't" in stage_of(game):
            assert zone_of(game, "Ungoliant's Spawn") == "staging"


def test_spawn_killed_by_a_declared_defender_wins():
    """Card 121 and RULES 6: winning ends the game in mid-attack."""
    game = position(heroes=[["Legolas"]], in_play=[["Gondorian Spearman"]], stage=121, engaged=[["Ungoliant's Spawn"]],
                    damage={"Ungoliant's Spawn": 8}, threat=[5], phase="attacks")  # fmt: skip
    do(game, "Gondorian Spearman", "Gondorian Spearman")
    assert outcome(game) == "won"


def test_hit_points_lost_to_a_third_restricted_attachment():
    """RULES 5 (Restricted) and 1 (a removed bonus can destroy its bearer): all that was attached goes with him."""
    game = position(heroes=[["Gimli", "Thalin"]], attachments={"Gimli": ["Citadel Plate", "Dwarven Axe"]}, damage={"Gimli": 6},
                    hand=[["Blade of Gondolin"]], resources={"Thalin": 1}, phase="planning")  # fmt: skip
    do(game, "Blade of Gondolin", "Gimli", "Citadel Plate")
    check(game, zone={"Gimli": "discard", "Blade of Gondolin": "discard", "Dwarven Axe": "discard"})


def test_defender_killed_by_losing_his_plate():
    """RULES 4 ("undefended" is judged again at damage) and 1: Driven by Shadow takes Citadel Plate from the defender."""
    game = position(heroes=[["Gimli", "Thalin"]], attachments={"Gimli": ["Citadel Plate", "Horn of Gondor"]},
                    damage={"Gimli": 6}, engaged=[["King Spider"]], shadows={"King Spider": ["Driven by Shadow"]}, threat=[5],
                    phase="attacks")  # fmt: skip
    do(game, "Gimli", "Citadel Plate")
    check(game, zone={"Gimli": "discard", "Horn of Gondor": "discard"}, damage={"Thalin": 3})


def test_horn_of_gondor_whose_bearer_dies_too():
    """RULES 1: the first player orders the results of one effect; a Horn that is still there responds."""
    game = position(heroes=[["Denethor", "Gimli", "Thalin"]], in_play=[["Snowbourn Scout"]], damage={"Denethor": 1},
                    attachments={"Denethor": ["Horn of Gondor"]}, engaged=[["Forest Spider"]], threat=[5],
                    shadows={"Forest Spider": ["Hummerhorns"]}, phase="attacks")  # fmt: skip
    do(game, "pass")
    assert decision(game) == "order"
    do(game, "Snowbourn Scout", "Horn of Gondor")
    check(game, zone={"Denethor": "discard", "Horn of Gondor": "discard"}, damage={"Gimli": 2, "Thalin": 2})


@pytest.mark.parametrize("first, where", [(0, "hand"), (1, "deck")])
def test_beorn_by_sneak_attack(first, where):
    """RULINGS C4: Beorn and Sneak Attack, the first player chooses (FAQ 1.02)."""
    game = position(heroes=[["Aragorn", "Gimli"]], hand=[["Sneak Attack", "Beorn"]], deck=[["Feint"] * 40], threat=[5],
                    resources={"Aragorn": 1}, phase="combat", staging=["Forest Gate"])  # fmt: skip
    do(game, "Sneak Attack", "Beorn")
    skip_to(game, "order")
    do(game, ("effect", first))
    assert zone_of(game, "Beorn") == where


def test_passing_is_not_final():
    """RULES 4, response: passing is not final; each response once per trigger; the ally's controller draws."""
    game = position(heroes=[["Aragorn"], ["Théodred"]], in_play=[["Snowbourn Scout"], []], threat=[5, 5],
                    hand=[["Valiant Sacrifice"], ["Valiant Sacrifice"]], deck=[["Feint"] * 9, ["Feint"] * 9],
                    resources={"Aragorn": 1, "Théodred": 1}, engaged=[["Forest Spider"], []], phase="attacks")  # fmt: skip
    do(game, "Snowbourn Scout", "pass", "Valiant Sacrifice")
    assert (decider(game), offered(game)) == (0, ["Valiant Sacrifice", "pass"])
    do(game, "Valiant Sacrifice")
    assert hand(game, 0) == ["Feint"] * 4


def test_hasty_stroke_of_another_player():
    """RULES 4: any player may respond; the shadow effect is cancelled, the attack goes on."""
    game = position(heroes=[["Gimli"], ["Éowyn"]], hand=[[], ["Hasty Stroke"]], resources={"Éowyn": 1}, threat=[45, 5],
                    engaged=[["Forest Spider"], []], shadows={"Forest Spider": ["Ungoliant's Spawn"]},
                    phase="attacks")  # fmt: skip
    do(game, "pass")
    skip_to(game, "response")
    do(game, "Hasty Stroke")
    assert threat(game, 0) == 45
    check(game, damage={"Gimli": 2})


def test_readied_defender_strikes_quickly_inside_the_attack():
    """RULES 4: a readied character keeps its role; Quick Strike is an extra attack inside, roles do not mix."""
    game = position(heroes=[["Gimli"]], attachments={"Gimli": ["Unexpected Courage"]}, hand=[["Quick Strike"]],
                    resources={"Gimli": 1}, engaged=[["Ungoliant's Spawn", "Black Forest Bats"]], threat=[5],
                    phase="attacks")  # fmt: skip
    do(game, "Ungoliant's Spawn")
    skip_to(game, "defender")
    do(game, "Gimli", "Unexpected Courage", "Quick Strike", "Black Forest Bats")
    assert zone_of(game, "Black Forest Bats").startswith("encounter")
    check(game, damage={"Gimli": 3})  # he defended: 5 - 2
    assert not is_ready(game, "Gimli") or decision(game) == "commit"
    assert state_errors(game) == 0
