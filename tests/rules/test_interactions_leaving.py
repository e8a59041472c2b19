"""Cards and players that leave at a bad moment: an eliminated owner, an attacker that comes back, equal enemies."""

import pytest

from lotrsim.checks import state_errors
from lotrsim.testing import (
    check,
    damage_on,
    decision,
    do,
    offered,
    outcome,
    player_with,
    position,
    record,
    skip_to,
    stage_of,
    threat,
    zone_of,
)

DECK = ["Necromancer's Pass"] * 6
CROWD = ["Ungoliant's Spawn", "Forest Spider", "Hummerhorns"]


def until_dont_leave_the_path(start):
    """Play `start(seed)` with seeds until stage 3 is "Don't Leave the Path!", which is chosen at random."""
    for seed in range(20):
        game = start(seed)
        if "Don't" in stage_of(game):
            return game
    raise AssertionError("twenty seeds, and always the other stage")


def test_returned_to_the_hand_of_an_eliminated_owner():
    """RULES 6 (his hand goes to his discard pile) and 1 (a card goes to its owner's): Sneak Attack, then Wandering Took."""
    game = position(heroes=[["Aragorn"], ["Gimli"], ["Éowyn"]], hand=[["Sneak Attack", "Wandering Took"], [], ["Feint"]],
                    resources={"Aragorn": 1}, threat=[45, 20, 20], staging=CROWD, encounter_deck=DECK, phase="quest")  # fmt: skip
    do(game, "Sneak Attack", "Wandering Took", ("player", 1))
    assert player_with(game, "Wandering Took") == 1
    skip_to(game, "engage")
    assert record(game)["eliminated"].tolist() == [1, 0, 0, 0]
    assert zone_of(game, "Wandering Took") == "discard"
    assert state_errors(game) == 0


def test_shuffled_into_the_deck_of_an_eliminated_owner():
    """RULES 6 and 1: Beorn, put into play by another player, and his controller still has Valiant Sacrifice's 2 cards."""
    game = position(heroes=[["Aragorn"], ["Éowyn", "Théodred"]], hand=[[], ["Stand and Fight", "Valiant Sacrifice"]],
                    deck=[[], ["Feint", "Gandalf"]], discard=[["Beorn"], []], resources={"Éowyn": 6, "Théodred": 1},
                    threat=[45, 20], staging=CROWD, encounter_deck=DECK, phase="quest")  # fmt: skip
    do(game, "Stand and Fight", "Beorn")
    skip_to(game, "response")
    assert zone_of(game, "Beorn") == "discard"
    do(game, "Valiant Sacrifice")
    check(game, hand=[[], ["Feint", "Gandalf"]])
    assert state_errors(game) == 0


def test_enemy_brought_back_in_its_own_attack_attacks_no_more():
    """RULES 4 (attacker destroyed: stop after that step) and 1 (a card that leaves play is a new one when it returns)."""

    def start(seed):
        game = position(heroes=[["Legolas", "Gimli"]], hand=[["Quick Strike"]], resources={"Legolas": 1}, stage=2,
                        engaged=[["King Spider"]], damage={"King Spider": 2}, threat=[10], encounter_deck=DECK,
                        phase="attacks", seed=seed)  # fmt: skip
        skip_to(game, "defender")
        return do(game, "pass", "Quick Strike", "Legolas", "Legolas")

    game = until_dont_leave_the_path(start)
    assert zone_of(game, "King Spider") == "staging"  # found in the discard pile by the stage
    check(game, damage={"Legolas": 0, "Gimli": 0})
    assert decision(game) != "undefended_hero"


def test_enemy_brought_back_is_not_hit_by_the_attack_around():
    """RULES 3, Combat c: the attack was against the card that left play; Quick Strike inside it, then "Don't Leave the Path!"."""

    def start(seed):
        game = position(heroes=[["Legolas", "Gimli"]], hand=[["Quick Strike"]], resources={"Gimli": 1}, stage=2,
                        engaged=[["King Spider"]], damage={"King Spider": 2}, threat=[10], encounter_deck=DECK,
                        phase="player-attacks", seed=seed)  # fmt: skip
        return do(game, "King Spider", "Gimli", "pass", "Quick Strike", "Legolas")

    game = until_dont_leave_the_path(start)
    assert zone_of(game, "King Spider") == "staging"
    assert damage_on(game, "King Spider") == 0
    assert state_errors(game) == 0


@pytest.mark.parametrize("victim", ["Forest Spider", "Forest Spider#2"])
def test_of_two_equal_enemies_the_one_that_attacks_is_another_option(victim):
    """RULES 4: destroying the attacker ends its attack, so Gandalf's 4 damage must be able to tell the two apart."""
    game = position(heroes=[["Gimli", "Aragorn"]], hand=[["Sneak Attack", "Gandalf"]], resources={"Aragorn": 1},
                    engaged=[["Forest Spider", "Forest Spider"]], phase="attacks")  # fmt: skip
    skip_to(game, "defender")
    do(game, "Gimli")
    skip_to(game, "defender")
    do(game, "pass")  # the second one attacks: undefended
    do(game, "Sneak Attack", "Gandalf", ("mode", 1))
    assert offered(game) == ["Forest Spider", "Forest Spider#2"]
    do(game, victim)
    if victim == "Forest Spider#2":
        assert decision(game) == "strike_target"
    else:
        assert decision(game) == "undefended_hero"


def test_of_two_equal_enemies_the_one_attacked_is_another_option():
    """RULES 4, Quick Strike: the enemy under attack and its twin are two targets."""
    game = position(heroes=[["Gimli", "Aragorn"]], hand=[["Quick Strike", "Sneak Attack", "Gandalf"]],
                    resources={"Gimli": 1, "Aragorn": 1}, engaged=[["Forest Spider", "Forest Spider"]],
                    phase="planning")  # fmt: skip
    do(game, "Quick Strike", "Gimli", "Sneak Attack", "Gandalf", ("mode", 1), "Forest Spider#2")
    assert zone_of(game, "Forest Spider#2") == "discard" or zone_of(game, "Forest Spider#2").startswith("encounter")
    skip_to(game, "commit")
    assert damage_on(game, "Forest Spider") == 1  # the attack went on


@pytest.mark.parametrize("first", ["Hummerhorns", "Ungoliant's Spawn"])
def test_first_player_orders_deaths_when_one_of_them_wins(first):
    """RULES 1 (the first player orders the results of one effect): on Beorn's Path the Spawn's end may win at once."""
    game = position(heroes=[["Gimli"]], in_play=[["Horseback Archer"]], hand=[["Rain of Arrows"]], resources={"Gimli": 1},
                    stage=122, engaged=[["Ungoliant's Spawn", "Hummerhorns"]],
                    damage={"Ungoliant's Spawn": 8, "Hummerhorns": 2}, phase="combat", threat=[5])  # fmt: skip
    record(game)["quest_progress"] = 12
    do(game, "Rain of Arrows", first)
    assert outcome(game) == "won"
    assert zone_of(game, "Hummerhorns") == ("victory" if first == "Hummerhorns" else "engaged")


def test_eliminated_in_staging_reveals_go_on():
    """RULES 6: from the *next* staging step one card fewer is revealed; the token passes at once."""
    game = position(heroes=[["Denethor"], ["Gimli"]], exhausted=["Denethor"], damage={"Denethor": 2},
                    staging=["Old Forest Road"], threat=[10, 10], phase="staging",
                    encounter_deck=["The Necromancer's Reach", "Forest Gate", "Enchanted Stream"])  # fmt: skip
    assert record(game)["first_player"] == 1
    check(game, zone={"Forest Gate": "staging", "Enchanted Stream": "encounter deck"})


def test_two_eliminated_in_refresh_pass_the_token_on():
    """RULES 6 and 3, Refresh: the token goes to the next living player."""
    game = position(heroes=[["Éowyn"], ["Gimli"], ["Legolas"]], threat=[10, 49, 10], staging=["Old Forest Road"],
                    phase="refresh")  # fmt: skip
    assert record(game)["eliminated"].tolist() == [0, 1, 0, 0]
    assert record(game)["first_player"] == 2


@pytest.mark.parametrize(("threat", "first"), [([49, 10, 10], 2), ([10, 10, 10], 1), ([49, 49, 10], 2), ([49, 10, 49], 1)])
def test_token_of_who_goes_out_in_refresh_passes_at_once_and_then_on(threat, first):
    """RULES 6, the token passes at once; RULES 3, Refresh: it passes clockwise after the threat has risen."""
    game = position(heroes=[["Éowyn"], ["Gimli"], ["Legolas"]], threat=threat, staging=["Old Forest Road"], phase="refresh")
    assert record(game)["first_player"] == first


def test_committed_character_of_a_player_eliminated_before_resolution():
    """RULES 6: what he controls is gone; Wandering Took had been given to him."""
    game = position(heroes=[["Éowyn"], ["Aragorn"]], in_play=[["Wandering Took"], []], hand=[["Feint"], []],
                    committed=["Wandering Took", "Éowyn"], threat=[10, 47], staging=["Forest Gate"], phase="staged")  # fmt: skip
    do(game, "Wandering Took")
    assert threat(game, 1) == 50
    assert zone_of(game, "Wandering Took") == "discard"
    skip_to(game, "travel")
    check(game, quest_progress=2)


def test_attacked_player_eliminated_by_a_shadow_card():
    """RULES 6: his enemies return to staging at once; the attack is over and another player's Sentinel is not hurt."""
    game = position(heroes=[["Gimli"], ["Aragorn"]], engaged=[["Forest Spider"], []], threat=[47, 5], phase="attacks",
                    shadows={"Forest Spider": ["Ungoliant's Spawn"]}, staging=["Old Forest Road"])  # fmt: skip
    do(game, "pass", "Aragorn")
    assert record(game)["eliminated"].tolist() == [1, 0, 0, 0]
    check(game, damage={"Aragorn": 0}, zone={"Forest Spider": "staging"})
