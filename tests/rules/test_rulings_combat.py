"""Combat: lines of the rulebook and of the official FAQ about shadow cards, attacks and defenders, one test each.

Source: core rulebook, FAQ to 1.11; docs/rulings_tests.md lists the lines. Positions: made up, the smallest that show the rule.
"""

import pytest

from lotrsim import ids as n
from lotrsim.testing import (
    check,
    decider,
    decision,
    do,
    host_of,
    is_ready,
    offered,
    pile,
    position,
    record,
    skip_to,
    threat,
    zone_of,
)

KEEPER = {"heroes": [["Éowyn", "Gimli"]], "hand": [["Feint", "Gandalf", "Beorn"]], "threat": [5]}
FEW = ["Enchanted Stream"]

# ---------------------------------------------------------------- the deal


def test_the_order_of_the_shadow_deal():
    """RULES 3, Combat a: the first player's enemies first, then in player order; the highest engagement cost first."""
    game = position(heroes=[["Gimli"], ["Éowyn"]], hand=[[], ["Feint"]], threat=[5, 5], first_player=1,
                    engaged=[["King Spider", "Ungoliant's Spawn"], ["Forest Spider"]], phase="combat",
                    encounter_deck=["Forest Gate", "Old Forest Road", "Enchanted Stream", "Necromancer's Pass"])  # fmt: skip
    assert decision(game) == "action", "the window after the deal"
    under = {name: host_of(game, name) for name in ("Forest Gate", "Old Forest Road", "Enchanted Stream")}
    assert under == {"Forest Gate": "Forest Spider", "Old Forest Road": "Ungoliant's Spawn", "Enchanted Stream": "King Spider"}
    assert zone_of(game, "Necromancer's Pass") == "encounter deck"


def test_an_empty_deck_deals_to_some_only():
    """RULES 3, Combat a: it is not refilled here; the rest get none."""
    game = position(**KEEPER, engaged=[["King Spider", "Ungoliant's Spawn"]], encounter_deck=FEW, phase="combat",
                    encounter_discard=["Forest Gate"])  # fmt: skip
    assert record(game)["zone_count"][n.SHADOW] == 1
    assert host_of(game, "Enchanted Stream") == "Ungoliant's Spawn"
    assert pile(game, n.ENCOUNTER_DISCARD) == ["Forest Gate"]


def test_an_enemy_that_comes_after_the_deal_has_no_shadow_card():
    """RULES 4: but it attacks, if its player's attacks are not over."""
    game = position(heroes=[["Aragorn", "Éowyn"]], hand=[["Sneak Attack", "Son of Arnor"]], resources={"Aragorn": 1},
                    staging=["King Spider"], engaged=[["Forest Spider"]], threat=[5], phase="dealt",
                    encounter_deck=["Enchanted Stream"] * 3)  # fmt: skip
    do(game, "Sneak Attack", "Son of Arnor")
    assert decision(game) == "enemy_attack" and set(offered(game)) == {"Forest Spider", "King Spider"}
    assert not record(game)["zone_count"][n.SHADOW]


# ---------------------------------------------------------------- enemies attack


def test_in_player_order_each_player_chooses_the_order():
    """RULES 3, Combat b: the first player's enemies, in the order that he chooses; then the next player's."""
    game = position(heroes=[["Gimli"], ["Éowyn"]], threat=[5, 5], first_player=1, phase="attacks",
                    engaged=[["Forest Spider", "King Spider"], ["Black Forest Bats"]])  # fmt: skip
    assert (decision(game), decider(game), offered(game)) == ("defender", 1, ["Éowyn", "pass"])
    do(game, "pass")
    assert (decision(game), decider(game), offered(game)) == ("enemy_attack", 0, ["Forest Spider", "King Spider"])


def test_a_window_at_the_end_of_each_step():
    """RULES 3, Combat b: four of them; the enemy chosen, the defender declared, the shadow card resolved, damage dealt."""
    game = position(heroes=[["Gimli"]], attachments={"Gimli": ["Protector of Lórien"]}, hand=[["Feint"] * 5], threat=[5],
                    engaged=[["Forest Spider"]], shadows={"Forest Spider": ["Dol Guldur Orcs"]}, phase="attacks")  # fmt: skip
    assert decision(game) == "action" and is_ready(game, "Gimli")
    do(game, "pass", "Gimli")
    assert decision(game) == "action" and not is_ready(game, "Gimli")
    check(game, stat={"Forest Spider": {"attack": 2}})
    do(game, "pass")
    assert decision(game) == "action"
    check(game, stat={"Forest Spider": {"attack": 3}}, damage={"Gimli": 0})
    do(game, "pass")
    assert decision(game) == "action"
    check(game, damage={"Gimli": 1})


def test_an_undefended_attack_hits_one_hero_in_full():
    """RULES 3, Combat b: a hero of the attacked player's choice, whose defense does not count; never an ally."""
    game = position(heroes=[["Gimli", "Thalin"]], in_play=[["Veteran Axehand"]], engaged=[["Ungoliant's Spawn"]], threat=[5],
                    exhausted=["Gimli"], phase="attacks")  # fmt: skip
    do(game, "pass")
    assert (decision(game), offered(game)) == ("undefended_hero", ["Gimli", "Thalin"])
    do(game, "Gimli")
    assert record(game)["outcome"] == n.PLAYING and zone_of(game, "Gimli") == "discard", "5 damage, defense not counted"


def test_surplus_damage_on_a_defender_is_lost():
    """RULES 3, Combat b."""
    game = position(heroes=[["Gimli", "Éowyn"]], in_play=[["Snowbourn Scout"]], engaged=[["Ungoliant's Spawn"]], threat=[5],
                    phase="attacks")  # fmt: skip
    do(game, "Snowbourn Scout")
    check(game, zone={"Snowbourn Scout": "discard"}, damage={"Gimli": 0, "Éowyn": 0})


def test_a_defense_above_the_attack_takes_nothing_back():
    """RULES 3, Combat b; FAQ 1.43: damage is never below 0."""
    game = position(heroes=[["Denethor", "Gimli"]], damage={"Denethor": 1}, engaged=[["Forest Spider"]], threat=[5],
                    phase="attacks")  # fmt: skip
    do(game, "Denethor")
    check(game, damage={"Denethor": 1})


def test_a_prevented_attack_leaves_its_shadow_card_unresolved():
    """Cards, attack prevented: the shadow card lies there until the end of combat, then it is discarded."""
    game = position(heroes=[["Gimli", "Éowyn"]], hand=[["Feint", "Beorn"]], resources={"Gimli": 1}, engaged=[["Forest Spider"]],
                    shadows={"Forest Spider": ["Hummerhorns"]}, threat=[5], encounter_deck=["Forest Gate"] * 3,
                    phase="dealt")  # fmt: skip
    do(game, "Feint")
    skip_to(game, "strike_target")
    assert zone_of(game, "Hummerhorns") == "shadow"
    check(game, damage={"Gimli": 0, "Éowyn": 0})
    skip_to(do(game, "pass"), "commit")
    assert zone_of(game, "Hummerhorns") == "encounter discard"


def test_a_destroyed_enemys_shadow_card_goes_with_it():
    """RULES 3, Combat d: discarded with it, unresolved."""
    game = position(heroes=[["Aragorn", "Gimli"]], hand=[["Sneak Attack", "Gandalf"]], resources={"Aragorn": 1}, threat=[5],
                    engaged=[["Forest Spider", "King Spider"]], encounter_deck=["Old Forest Road"] * 4,
                    shadows={"Forest Spider": ["Hummerhorns"], "King Spider": ["Forest Gate"]}, phase="dealt")  # fmt: skip
    do(game, "Sneak Attack", "Gandalf", ("mode", 1), "Forest Spider")
    assert zone_of(game, "Hummerhorns") == "encounter discard"
    check(game, zone={"Forest Gate": "shadow", "Forest Spider": "encounter discard"}, damage={"Gimli": 0})


def test_shadow_cards_stay_until_the_phase_ends():
    """RULES 3, Combat d: the resolved one too."""
    game = position(**KEEPER, engaged=[["Forest Spider"]], shadows={"Forest Spider": ["Forest Gate"]}, phase="attacks")
    skip_to(game, "defender")
    do(game, "Gimli")
    skip_to(game, "strike_target")
    assert zone_of(game, "Forest Gate") == "shadow"


# ---------------------------------------------------------------- fine print


def test_several_shadow_cards_in_the_order_dealt():
    """RULES 4; Disagree 9: one at a time; the first kills the defender, the second finds the attack undefended."""
    for order, dead in ((["Hummerhorns", "Dol Guldur Orcs"], 5), (["Dol Guldur Orcs", "Hummerhorns"], 3)):
        game = position(heroes=[["Gimli", "Éowyn"]], in_play=[["Snowbourn Scout"]], engaged=[["Forest Spider"]], threat=[5],
                        shadows={"Forest Spider": order}, hand=[["Feint", "Gandalf"]], phase="attacks")  # fmt: skip
        skip_to(game, "defender")
        do(game, "Snowbourn Scout", "pass")
        check(game, zone={"Snowbourn Scout": "discard"}, stat={"Forest Spider": {"attack": dead}})


def test_readied_defender_may_defend_again():
    """RULES 4: a readied character keeps its role, and may defend another attack."""
    game = position(heroes=[["Gimli"]], attachments={"Gimli": ["Unexpected Courage"]}, threat=[5], phase="attacks",
                    engaged=[["King Spider", "King Spider"]])  # fmt: skip
    do(game, "Gimli", "Unexpected Courage")
    assert decision(game) == "defender" and offered(game) == ["Gimli", "pass"]
    do(game, "Gimli")
    check(game, damage={"Gimli": 2})


def test_one_of_several_defenders_takes_all_the_damage():
    """FAQ 1.04; Disagree 9: their defense is added."""
    game = position(heroes=[["Gimli", "Thalin"]], hand=[["Stand Together"]], engaged=[["Ungoliant's Spawn"]], threat=[5],
                    phase="dealt")  # fmt: skip
    do(game, "Stand Together")
    skip_to(game, "defender")
    do(game, "Gimli", "Thalin")
    assert (decision(game), offered(game)) == ("damaged_defender", ["Gimli", "Thalin"])
    do(game, "Thalin")
    check(game, damage={"Gimli": 0, "Thalin": 1})


def test_several_sentinels_volunteer():
    """RULES 4: only when the engaged player declared nobody; the first player decides among several."""
    game = position(heroes=[["Gimli"], ["Aragorn"], ["Éowyn"]], in_play=[[], [], ["Gondorian Spearman"]], threat=[5, 5, 5],
                    engaged=[["Forest Spider"], [], []], first_player=2, phase="attacks")  # fmt: skip
    assert decider(game) == 0
    do(game, "pass")
    assert (decision(game), decider(game)) == ("sentinel", 1)
    do(game, "Aragorn")
    assert (decision(game), decider(game)) == ("sentinel", 2)
    do(game, "Gondorian Spearman")
    assert decider(game) == 2 and set(offered(game)) >= {"Aragorn", "Gondorian Spearman"}


def test_the_defending_player_is_the_attacked_one():
    """FAQ 1.52: the Patrol's shadow raises nobody's threat, the attack is defended by another's Sentinel; the Spawn's his."""
    game = position(heroes=[["Gimli"], ["Aragorn"]], engaged=[["Forest Spider"], []], threat=[5, 5], phase="attacks",
                    shadows={"Forest Spider": ["Ungoliant's Spawn"]})  # fmt: skip
    do(game, "pass", "Aragorn")
    assert (threat(game, 0), threat(game, 1)) == (9, 5)


# ---------------------------------------------------------------- players attack


def test_one_attack_a_player_against_each_enemy():
    """RULES 3, Combat c; FAQ 1.11: not a second one with another character; another player may, with Ranged."""
    game = position(heroes=[["Gimli", "Thalin"], ["Legolas"]], engaged=[["Ungoliant's Spawn"], []], threat=[5, 5],
                    phase="player-attacks")  # fmt: skip
    do(game, "Ungoliant's Spawn", "Thalin", "pass")
    assert (decision(game), decider(game)) == ("strike_target", 1)
    assert is_ready(game, "Gimli") and offered(game) == ["Ungoliant's Spawn", "pass"]


def test_the_sum_is_taken_when_damage_is_dealt():
    """RULES 3, Combat c: Blade Mastery after the attackers are declared counts."""
    game = position(heroes=[["Gimli"]], hand=[["Blade Mastery"]], resources={"Gimli": 1}, engaged=[["Forest Spider"]], threat=[5],
                    phase="player-attacks")  # fmt: skip
    do(game, "Forest Spider", "Blade Mastery")
    check(game, damage={"Forest Spider": 2})


@pytest.mark.parametrize(("name", "place"), [("Forest Spider", "encounter discard"), ("Hummerhorns", "victory")])
def test_destroyed_enemies_and_victory_points(name, place):
    """RULES 3, Combat c and 5, Victory; FAQ 1.29 and 1.48: placed in the discard pile, or in the victory display."""
    game = position(heroes=[["Legolas", "Éowyn"]], hand=[["Feint"]], engaged=[[name]], damage={name: 2}, threat=[5],
                    encounter_deck=["Forest Gate"] * 3, phase="player-attacks")  # fmt: skip
    do(skip_to(game, "strike_target"), name, "Legolas")
    skip_to(game, "response")
    assert zone_of(game, name) == place
