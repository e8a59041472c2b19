"""The Leadership events of the Core Set (20 to 25): what they do, may not do, and whom they meet.

Source of positions: made up, the smallest that show the rule.
"""

import pytest

from lotrsim.ids import DECK
from lotrsim.testing import (
    check,
    decider,
    decision,
    do,
    go_on,
    hand,
    offered,
    pile,
    play,
    position,
)

# ---------------------------------------------------------------- 20 Ever Vigilant


def test_ever_vigilant_readies_any_ally():
    """Another player's too; a ready ally is no target, and no hero."""
    game = position(
        heroes=[["Aragorn"], ["Éowyn"]], in_play=[["Faramir"], ["Gléowine", "Beorn"]],
        exhausted=["Aragorn", "Gléowine", "Beorn"], hand=[["Ever Vigilant"]], resources={"Aragorn": 1}, phase="quest",
    )  # fmt: skip
    play(game, "Ever Vigilant")
    assert offered(game) == ["Gléowine", "Beorn"]
    do(game, "Beorn")
    check(game, ready=["Beorn"], exhausted=["Gléowine", "Aragorn"], resources={"Aragorn": 0})


def test_ever_vigilant_needs_an_exhausted_ally():
    """RULINGS C4 (306515): not on a ready ally."""
    game = position(
        heroes=[["Aragorn"]], in_play=[["Beorn"]], exhausted=["Aragorn"], hand=[["Ever Vigilant"]],
        resources={"Aragorn": 1}, phase="planning",
    )  # fmt: skip
    check(game, not_offered=["Ever Vigilant"])


def test_ever_vigilant_needs_a_leadership_resource():
    """Rules, Paying: the sphere must match."""
    game = position(
        heroes=[["Aragorn", "Gimli"]], in_play=[["Beorn"]], exhausted=["Beorn"], hand=[["Ever Vigilant"]],
        resources={"Gimli": 3}, phase="planning",
    )  # fmt: skip
    check(game, not_offered=["Ever Vigilant"])


# ---------------------------------------------------------------- 21 Common Cause


def test_common_cause_any_ready_hero_for_any_exhausted_one():
    """The cost is a hero of the player's, the target a different hero, another player's too."""
    game = position(
        heroes=[["Aragorn", "Théodred"], ["Éowyn"]], exhausted=["Théodred", "Éowyn"], hand=[["Common Cause"]],
        phase="planning",
    )  # fmt: skip
    play(game, "Common Cause")
    assert (decision(game), offered(game)) == ("target", ["Théodred", "Éowyn"])
    do(game, "Éowyn", stay=True)
    check(game, exhausted=["Aragorn", "Théodred"], ready=["Éowyn"], zone={"Common Cause": "discard"})


@pytest.mark.parametrize("exhausted", [[], ["Aragorn", "Théodred"]])
def test_common_cause_needs_one_of_each(exhausted):
    """No exhausted hero: nothing to ready; no ready one: no cost."""
    game = position(
        heroes=[["Aragorn", "Théodred"]], exhausted=exhausted, hand=[["Common Cause"]], staging=["Forest Gate"],
        phase="committed",
    )  # fmt: skip
    assert decision(game) != "action"


def test_common_cause_of_cost_0_needs_a_hero_of_the_sphere():
    """Rules, Paying: a card of cost 0 still needs one hero of its sphere."""
    game = position(heroes=[["Gimli", "Eleanor"]], exhausted=["Eleanor"], hand=[["Common Cause"]], phase="committed")
    assert decision(game) != "action"


def test_common_cause_readies_a_defender():
    """A readied hero keeps his role: Théodred defends, is readied and may defend again."""
    game = position(
        heroes=[["Aragorn", "Théodred"]], hand=[["Common Cause"]], engaged=[["Black Forest Bats", "Black Forest Bats"]],
        phase="attacks",
    )  # fmt: skip
    do(game, "Théodred", "Common Cause")
    check(game, exhausted=["Aragorn"], ready=["Théodred"], damage={"Théodred": 0})
    assert (decision(game), offered(game)) == ("defender", ["Théodred", "pass"])


# ---------------------------------------------------------------- 22 For Gondor!


def test_for_gondor_for_all_players():
    """All characters in play attack better, those of Gondor defend better."""
    game = position(
        heroes=[["Aragorn"], ["Denethor"]], in_play=[["Guard of the Citadel"], ["Beorn"]], hand=[["For Gondor!"]],
        resources={"Aragorn": 2}, phase="quest",
    )  # fmt: skip
    play(game, "For Gondor!")
    check(game, stat={"Guard of the Citadel": {"attack": 2, "defense": 1}, "Beorn": {"attack": 4, "defense": 3}})
    check(game, stat={"Denethor": {"attack": 2, "defense": 4}, "Aragorn": {"attack": 4, "defense": 2}})


def test_for_gondor_and_the_steward():
    """Steward of Gondor makes its bearer one of Gondor."""
    game = position(
        heroes=[["Aragorn"]], attachments={"Aragorn": ["Steward of Gondor"]}, exhausted=["Steward of Gondor"],
        hand=[["For Gondor!"]], resources={"Aragorn": 2}, phase="quest",
    )  # fmt: skip
    play(game, "For Gondor!")
    check(game, stat={"Aragorn": {"attack": 4, "defense": 3}})


def test_for_gondor_is_over_at_the_end_of_the_phase():
    """And it costs 2."""
    game = position(heroes=[["Aragorn"]], hand=[["For Gondor!"]], resources={"Aragorn": 2}, phase="planning")
    play(game, "For Gondor!")
    check(game, stat={"Aragorn": {"attack": 3}}, resources={"Aragorn": 0})
    assert decision(game) == "commit"
    game = position(heroes=[["Aragorn"]], hand=[["For Gondor!"]], resources={"Aragorn": 1}, phase="planning")
    assert decision(game) == "commit"


# ---------------------------------------------------------------- 23 Sneak Attack


def test_sneak_attack_until_the_end_of_the_phase():
    """The ally comes for nothing more, can be used at once, and goes back to hand."""
    game = position(
        heroes=[["Aragorn"]], hand=[["Sneak Attack", "Veteran Axehand"]], resources={"Aragorn": 1},
        engaged=[["Forest Spider"]], phase="combat",
    )  # fmt: skip
    play(game, "Sneak Attack")
    check(game, zone={"Veteran Axehand": "play"}, resources={"Aragorn": 0})
    do(game, "Aragorn")  # defends
    do(game, "Forest Spider", stay=True)  # the Axehand attacks
    check(game, exhausted=["Veteran Axehand"], damage={"Forest Spider": 1})
    check(go_on(game), hand=[["Veteran Axehand"]])


def test_sneak_attack_of_gandalf():
    """His response works (only threat can be lowered here); at the end of the phase he is back in hand."""
    game = position(
        heroes=[["Aragorn"]], hand=[["Sneak Attack", "Gandalf"]], resources={"Aragorn": 1}, threat=[30],
        phase="planning",
    )  # fmt: skip
    play(game, "Sneak Attack", "Gandalf", stay=True)
    check(game, threat=[25], zone={"Gandalf": "play"})
    assert decision(go_on(game)) == "commit"
    check(game, hand=[["Gandalf"]])


def test_sneak_attack_needs_an_ally_in_hand():
    """No target; and a unique ally cannot come while its twin is in play."""
    game = position(heroes=[["Aragorn"]], hand=[["Sneak Attack", "Feint"]], resources={"Aragorn": 1}, phase="quest")
    assert decision(game) == "commit"
    game = position(
        heroes=[["Aragorn"]], in_play=[["Beorn"]], exhausted=["Beorn"], hand=[["Sneak Attack", "Beorn"]],
        resources={"Aragorn": 1}, phase="quest",
    )  # fmt: skip
    check(game, offered=["Beorn"], not_offered=["Sneak Attack"])


def test_sneak_attack_does_not_call_back_the_dead():
    """Only if the ally is still in play."""
    game = position(
        heroes=[["Aragorn"]], hand=[["Sneak Attack", "Snowbourn Scout"]], resources={"Aragorn": 1},
        engaged=[["King Spider"]], phase="combat",
    )  # fmt: skip
    play(game, "Sneak Attack")
    do(game, "Snowbourn Scout")
    check(game, zone={"Snowbourn Scout": "discard"})
    do(game, "pass")
    check(game, zone={"Snowbourn Scout": "discard"}, hand=[[]])


def test_sneak_attack_in_the_refresh_phase():
    """RULINGS C4 (180523): the end of the phase comes before the end of the round: Gandalf is not discarded."""
    game = position(
        heroes=[["Aragorn"]], hand=[["Sneak Attack", "Gandalf"]], resources={"Aragorn": 1}, threat=[30],
        phase="refresh",
    )  # fmt: skip
    play(game, "Sneak Attack", "Gandalf", stay=True)
    check(game, threat=[26], zone={"Gandalf": "play"})
    check(go_on(game), zone={"Gandalf": "hand"})


def test_sneak_attack_is_not_playing():
    """FAQ 1.16: Erebor Hammersmith asks for being played."""
    game = position(
        heroes=[["Aragorn"]], hand=[["Sneak Attack", "Erebor Hammersmith"]], discard=[["Dwarven Axe"]],
        resources={"Aragorn": 1}, phase="quest",
    )  # fmt: skip
    play(game, "Sneak Attack")
    assert decision(game) == "commit"
    check(game, zone={"Dwarven Axe": "discard", "Erebor Hammersmith": "play"})


def test_sneak_attack_lies_in_the_discard_pile_after_its_effect():
    """RULINGS C4 (277776, 64): only when the responses to it are over."""
    game = position(
        heroes=[["Aragorn"]], hand=[["Sneak Attack", "Gandalf"]], resources={"Aragorn": 1}, threat=[30], phase="quest",
    )  # fmt: skip
    play(game, "Sneak Attack")
    assert decision(game) == "response"
    check(game, zone={"Sneak Attack": "limbo"})
    do(game, "Gandalf")
    check(game, zone={"Sneak Attack": "discard"})


@pytest.mark.parametrize(("first", "where"), [(0, "hand"), (1, "deck")])
def test_sneak_attack_of_beorn_who_rages(first, where):
    """FAQ 1.02, RULINGS C4: two effects at the end of one phase; the first player orders them."""
    game = position(heroes=[["Aragorn"]], hand=[["Sneak Attack", "Beorn"]], resources={"Aragorn": 1}, phase="planning")
    play(game, "Sneak Attack")
    play(game, "Beorn")
    assert (decision(game), offered(game)) == ("order", [("effect", 0), ("effect", 1)])
    do(game, ("effect", first))
    check(game, zone={"Beorn": where})


def test_sneak_attack_and_valiant_sacrifice():
    """Returning to hand is leaving play: the controller draws two."""
    game = position(
        heroes=[["Aragorn"]], hand=[["Sneak Attack", "Beorn", "Valiant Sacrifice"]], resources={"Aragorn": 2},
        deck=[["Feint", "Gandalf", "Faramir"]], phase="planning",
    )  # fmt: skip
    play(game, "Sneak Attack", "pass")
    assert (decision(game), offered(game)) == ("response", ["Valiant Sacrifice", "pass"])
    do(game, "Valiant Sacrifice")
    check(game, hand=[["Beorn", "Feint", "Gandalf"]])


# ---------------------------------------------------------------- 24 Valiant Sacrifice


def valiant_sacrifice(**more):
    """An ally of the first player falls defending."""
    described = {
        "heroes": [["Aragorn"]], "in_play": [["Snowbourn Scout"]], "hand": [["Valiant Sacrifice"]],
        "deck": [["Feint", "Gandalf", "Faramir"]], "resources": {"Aragorn": 2}, "engaged": [["Forest Spider"]],
        "phase": "attacks",
    }  # fmt: skip
    return do(position(**{**described, **more}), "Snowbourn Scout")


def test_valiant_sacrifice_several_copies_for_one_ally():
    """hall-of-beorn: each copy draws 2."""
    game = valiant_sacrifice(hand=[["Valiant Sacrifice", "Valiant Sacrifice"]], deck=[["Feint"] * 5])
    do(game, "Valiant Sacrifice", "Valiant Sacrifice")
    check(game, hand=[["Feint"] * 4], resources={"Aragorn": 0})


def test_valiant_sacrifice_draws_for_the_allys_controller():
    """Not for the one who plays it."""
    game = position(
        heroes=[["Gimli"], ["Aragorn"]], in_play=[["Snowbourn Scout"], []], hand=[[], ["Valiant Sacrifice"]],
        deck=[["Feint", "Gandalf"], ["Faramir"]], resources={"Aragorn": 1}, engaged=[["Forest Spider"], []],
        phase="attacks",
    )  # fmt: skip
    do(game, "Snowbourn Scout")
    assert (decision(game), decider(game)) == ("response", 1)
    do(game, "Valiant Sacrifice")
    check(game, hand=[["Feint", "Gandalf"], []], resources={"Aragorn": 0})


def test_valiant_sacrifice_is_refused():
    """Nothing to draw, nobody to pay, or a hero who fell."""
    for more in ({"deck": [[]]}, {"resources": {}}, {"active_location": "Enchanted Stream"}):
        game = valiant_sacrifice(**more)
        assert decision(game) != "response", more
    game = position(
        heroes=[["Aragorn", "Gimli"]], damage={"Gimli": 4}, hand=[["Valiant Sacrifice"]], deck=[["Feint"]],
        resources={"Aragorn": 1}, engaged=[["Forest Spider"]], phase="attacks",
    )  # fmt: skip
    do(game, "pass", "Gimli")
    assert decision(game) != "response"


def test_valiant_sacrifice_when_beorn_goes_back_into_the_deck():
    """Leaving play in whatever way."""
    game = position(
        heroes=[["Aragorn"]], in_play=[["Beorn"]], hand=[["Valiant Sacrifice"]], deck=[["Feint", "Gandalf"]],
        resources={"Aragorn": 1}, phase="planning",
    )  # fmt: skip
    play(game, "Beorn", "Valiant Sacrifice")
    assert len(hand(game)) == 2 and len(pile(game, DECK)) == 1


# ---------------------------------------------------------------- 25 Grim Resolve


def test_grim_resolve_readies_everybody():
    """All characters of all players; attachments stay exhausted, committed characters stay committed."""
    game = position(
        heroes=[["Aragorn"], ["Éowyn"]], in_play=[[], ["Gléowine"]], hand=[["Grim Resolve"]], resources={"Aragorn": 5},
        attachments={"Aragorn": ["Steward of Gondor"]}, exhausted=["Gléowine", "Steward of Gondor"],
        committed=["Aragorn", "Éowyn"], phase="quest",
    )  # fmt: skip
    play(game, "Grim Resolve", stay=True)
    check(game, ready=["Aragorn", "Éowyn", "Gléowine"], exhausted=["Steward of Gondor"], quest_progress=6)


def test_grim_resolve_with_everybody_ready():
    """It would change nothing."""
    game = position(heroes=[["Aragorn"]], hand=[["Grim Resolve"]], resources={"Aragorn": 5}, phase="quest")
    assert decision(game) == "commit"
