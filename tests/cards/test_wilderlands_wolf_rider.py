"""Wolf Rider (81), who attacks as a shadow card; the rest of its set is in test_wilderlands.py.

Source of positions: made up, the smallest that show the rule.
"""

import pytest

from lotrsim import ids as n
from lotrsim.checks import state_errors
from lotrsim.testing import (
    card_of,
    check,
    decider,
    decision,
    do,
    go_on,
    host_of,
    legal,
    offered,
    outcome,
    phase_of,
    pile,
    position,
    record,
    zone_of,
)

STREAMS = ["Enchanted Stream", "Enchanted Stream"]
PLATE = {"Gimli": ["Citadel Plate"]}


def rider(enemy="King Spider", **more):
    """An enemy of attack 3, the Rider its shadow card, attacks Gimli; the Rider's own shadow card will be blank."""
    described = {
        "heroes": [["Gimli"]], "threat": [10], "engaged": [[enemy]], "shadows": {enemy: ["Wolf Rider"]},
        "encounter_deck": ["Forest Gate", *STREAMS * 3], "phase": "attacks",
    }  # fmt: skip
    return position(**{**described, **more})


def top_after_combat(game):
    """Go on to the next decision after the combat phase and return the top card of the encounter deck."""
    while phase_of(game) == "combat":
        do(game, "pass") if legal(game) else go_on(game)
    assert phase_of(game) != "combat" and not state_errors(record(game))
    return pile(game, n.ENCOUNTER_DECK)[0]


# ---------------------------------------------------------------- its attack


def test_the_rider_attacks_within_the_attack():
    """Inside step 3, with a shadow card of its own, before the damage of the attack around it (RULINGS, 81)."""
    game = rider(encounter_deck=["East Bight Patrol", *STREAMS * 3], attachments=PLATE)
    do(game, "pass")
    assert (decision(game), offered(game)) == ("defender", ["Gimli", "pass"])
    assert host_of(game, "East Bight Patrol") == "Wolf Rider" and host_of(game, "Wolf Rider") == "King Spider"
    check(game, damage={"Gimli": 0})
    check(do(game, "pass", stay=True), damage={"Gimli": 2 + 1 + 3}, threat=[13])
    assert top_after_combat(game) == "Wolf Rider"
    check(game, zone={"East Bight Patrol": "encounter discard", "King Spider": "engaged"})


def test_the_rider_is_defended_like_any_enemy():
    """A second character defends; each attack against its own defender."""
    game = rider(heroes=[["Gimli", "Thalin"]])
    do(game, "Gimli")
    assert offered(game) == ["Thalin", "pass"]
    check(do(game, "Thalin", stay=True), damage={"Gimli": 1, "Thalin": 0}, exhausted=["Gimli", "Thalin"])


def test_a_readied_defender_defends_again():
    """RULES, Attacks, fine print: readied, he keeps his role and may take another."""
    game = rider(attachments={"Gimli": ["Unexpected Courage"]})
    do(game, "Gimli", "Unexpected Courage")
    assert (decision(game), offered(game)) == ("defender", ["Gimli", "pass"])
    check(do(game, "Gimli", stay=True), damage={"Gimli": 3 - 2 + 2 - 2})


def test_the_exhausted_defender_cannot_defend_again():
    """Without others the Rider's attack is undefended, the attack around it is not."""
    check(do(rider(), "Gimli", stay=True), damage={"Gimli": 2 + 1})


def test_another_players_sentinel_defends_against_the_rider():
    """As against any enemy, after the attacked player has declared nobody."""
    game = rider(heroes=[["Gimli"], ["Aragorn"]], threat=[10, 10], exhausted=["Gimli"])
    assert (decision(game), decider(game), offered(game)) == ("sentinel", 1, ["Aragorn", "pass"])
    do(game, "pass")
    assert (decision(game), decider(game)) == ("sentinel", 1)
    check(do(game, "Aragorn", stay=True), damage={"Gimli": 3, "Aragorn": 0}, exhausted=["Aragorn"])


def test_the_rider_chooses_among_the_attacked_players_heroes():
    """Undefended: one hero of that player, his choice; nobody else's."""
    game = rider(heroes=[["Gimli", "Thalin"], ["Éowyn"]], threat=[10, 10])
    do(game, "Thalin", "pass")
    assert (decision(game), offered(game)) == ("undefended_hero", ["Gimli", "Thalin"])
    check(do(game, "Gimli", stay=True), damage={"Gimli": 2, "Thalin": 1, "Éowyn": 0})


def test_the_bonus_of_one_attack_is_not_the_others():
    """A shadow effect names the attacking enemy: the Rider's own card strengthens the Rider alone."""
    game = rider(encounter_deck=["Dol Guldur Orcs", *STREAMS * 3], attachments=PLATE)
    check(do(game, "Gimli", stay=True), damage={"Gimli": 2 + 3 + 1})
    game = rider(shadows={"King Spider": ["Dol Guldur Orcs", "Wolf Rider"]}, attachments=PLATE)
    check(do(game, "Gimli", stay=True), damage={"Gimli": 2 + 3 + 1 - 2})


def test_the_rider_without_an_encounter_deck():
    """RULES, Combat: an empty deck deals nothing; it attacks all the same and returns as the only card."""
    game = rider(encounter_deck=[])
    check(do(game, "Gimli", stay=True), damage={"Gimli": 3})
    assert top_after_combat(game) == "Wolf Rider"


def test_the_rider_is_never_engaged_and_cannot_be_attacked():
    """A shadow card all the time (RULINGS, 81): no target for the players' attacks nor for effects on engaged enemies."""
    game = rider(hand=[["Feint", "Rain of Arrows", "A Light in the Dark"]], heroes=[["Dúnhere", "Legolas"]],
                 resources={"Legolas": 2, "Dúnhere": 2})  # fmt: skip
    while host_of(game, "Forest Gate") is None:
        do(game, "pass")
    assert (decision(game), offered(game)) == ("action", ["Feint", "Rain of Arrows", "A Light in the Dark", "pass"])
    do(game, "Rain of Arrows")
    check(game, damage={"King Spider": 1, "Wolf Rider": 0})
    do(game, "Feint")
    assert decision(game) in ("action", "defender"), "the host was the only choice; the attack that has begun goes on"
    do(game, "A Light in the Dark")
    check(game, zone={"King Spider": "staging", "Wolf Rider": "shadow"})


def test_the_players_attack_the_host_alone():
    """Who is ready after the attacks finds one target."""
    game = rider(heroes=[["Gimli", "Thalin"]])
    do(game, "Gimli", "pass", "Thalin")
    assert (decision(game), offered(game)) == ("strike_target", ["King Spider", "pass"])


# ---------------------------------------------------------------- its return


def test_the_rider_lies_known_on_top_and_is_revealed_next():
    """At the end of the combat phase (RULINGS, C3); it lay faceup, so everybody knows it; revealed it surges."""
    game = rider(encounter_deck=["Forest Gate", "Old Forest Road", *STREAMS * 3])
    do(game, "Gimli", stay=True)
    assert zone_of(game, "Wolf Rider") == "shadow"
    assert top_after_combat(game) == "Wolf Rider"
    assert record(game)["known_by"][card_of(game, "Wolf Rider")] == 15
    do(game, "pass")
    check(game, zone={"Wolf Rider": "staging", "Old Forest Road": "staging"})


def test_the_rider_comes_back_clean():
    """Damage it suffered in its attack does not stay (RULES, Things)."""
    game = rider(in_play=[["Gondorian Spearman"]])
    do(game, "Gimli", "Gondorian Spearman")
    do(game, "Gondorian Spearman", stay=True)  # its response: one damage
    check(game, damage={"Wolf Rider": 1}, zone={"Gondorian Spearman": "discard"})
    assert top_after_combat(game) == "Wolf Rider"
    check(game, damage={"Wolf Rider": 0})


def test_the_rider_killed_in_its_attack_does_not_return():
    """It is discarded, deals no damage, and the attack around it goes on (RULINGS, C4)."""
    game = rider(heroes=[["Gimli", "Thalin"]], hand=[["Swift Strike"]], resources={"Gimli": 2})
    do(game, "pass", "Thalin")
    assert decision(game) == "response"
    do(game, "Swift Strike", "Gimli", stay=True)
    check(game, zone={"Wolf Rider": "encounter discard"}, damage={"Gimli": 3, "Thalin": 0, "King Spider": 0})
    assert top_after_combat(game) != "Wolf Rider"
    check(game, zone={"Wolf Rider": "encounter discard"})


def test_a_cancelled_rider_neither_attacks_nor_returns():
    """Hasty Stroke: no part of the shadow effect happens."""
    game = rider(heroes=[["Dúnhere", "Gimli"]], hand=[["Hasty Stroke"]], resources={"Dúnhere": 1})
    do(game, "Gimli")
    assert decision(game) == "response"
    do(game, "Hasty Stroke", stay=True)
    check(game, damage={"Dúnhere": 0, "Gimli": 1}, zone={"Forest Gate": "encounter deck"})
    assert top_after_combat(game) != "Wolf Rider"
    check(game, zone={"Wolf Rider": "encounter discard"})


def test_an_attack_that_is_prevented_leaves_the_rider_unresolved():
    """(RULINGS, C3) The shadow card is discarded at the end of combat."""
    game = rider(hand=[["Feint"]], resources={"Gimli": 1}, phase="dealt", exhausted=["Gimli"])
    do(game, "Feint", stay=True)
    check(game, damage={"Gimli": 0})
    assert top_after_combat(game) != "Wolf Rider"


def test_the_rider_of_an_enemy_that_is_killed_afterwards():
    """It goes to the discard pile with its host and returns all the same: only its own death lets the return lapse."""
    game = rider("Black Forest Bats", heroes=[["Gimli", "Legolas"]], attachments={"Gimli": ["Dwarven Axe"]})
    do(game, "pass", "Legolas", "Legolas", "Black Forest Bats", stay=True)
    check(game, zone={"Black Forest Bats": "encounter discard", "Wolf Rider": "encounter discard"})
    assert top_after_combat(game) == "Wolf Rider"


def test_the_host_returned_to_staging_in_mid_attack():
    """Both attacks are finished (FAQ 1.32); the shadow cards stay until the end of the phase."""
    game = rider(heroes=[["Dúnhere", "Gimli"]], hand=[["A Light in the Dark"]], resources={"Dúnhere": 2})
    do(game, "pass", "Gimli", "pass")
    assert (decision(game), host_of(game, "Forest Gate")) == ("action", "Wolf Rider")
    do(game, "A Light in the Dark")
    check(game, zone={"King Spider": "staging", "Wolf Rider": "shadow"})
    check(do(game, "Dúnhere", stay=True), damage={"Gimli": 1, "Dúnhere": 1}, zone={"King Spider": "staging"})
    assert top_after_combat(game) == "Wolf Rider"


def test_the_rider_eliminates_the_attacked_player():
    """The attack around it is over too, its host goes to staging, the Rider returns at the end of the phase."""
    game = rider(heroes=[["Gimli"], ["Thalin"]], threat=[10, 10], damage={"Gimli": 3})
    do(game, "pass")
    do(game, "pass", stay=True)
    assert outcome(game) == "playing" and [p > 0 for p in record(game)["eliminated"]][:2] == [True, False]
    check(game, zone={"King Spider": "staging", "Wolf Rider": "shadow", "Gimli": "discard"}, damage={"Thalin": 0})
    assert top_after_combat(game) == "Wolf Rider"


def test_the_rider_kills_the_last_hero():
    """Solo: lost within the nested attack."""
    check(do(rider(damage={"Gimli": 4}), "pass", "pass"), result="lost")


# ---------------------------------------------------------------- whom it meets


@pytest.mark.parametrize("first", ["Wolf Rider", "Dol Guldur Orcs"])
def test_the_rider_as_one_of_the_beastmasters_two(first):
    """Turned up in the order dealt, each resolved before the next; the Orcs find the Beastmaster's attack defended."""
    second = "Dol Guldur Orcs" if first == "Wolf Rider" else "Wolf Rider"
    game = rider(
        "Dol Guldur Beastmaster", shadows={"Dol Guldur Beastmaster": [first]},
        encounter_deck=[second, "Forest Gate", *STREAMS * 3],
    )  # fmt: skip
    do(game, "Gimli", stay=True)
    check(game, damage={"Gimli": 2 + 3 + 1 - 2}, zone={"Forest Gate": "shadow"})
    assert top_after_combat(game) == "Wolf Rider"


def test_wargs_dealt_the_rider_stay():
    """It has an effect; that its own card is blank is not the Wargs' affair (RULINGS, C4)."""
    game = rider("Wargs", attachments=PLATE)
    do(game, "Gimli", stay=True)
    check(game, zone={"Wargs": "engaged"}, damage={"Gimli": 2 + 3 - 2})


def test_despair_under_the_rider_is_for_its_attack():
    """Gimli's defense counts against the host and not against the Rider."""
    game = rider(encounter_deck=["Despair", *STREAMS * 3], attachments={"Gimli": ["Unexpected Courage"]})
    do(game, "Gimli", "Unexpected Courage")
    check(do(game, "Gimli", stay=True), damage={"Gimli": 2 + 3 - 2})


def test_the_host_killed_in_the_riders_attack():
    """Quick Strike in a window of the nested attack: the host's shadow cards go with it, so both attacks stop."""
    game = rider("Black Forest Bats", hand=[["Quick Strike"]], resources={"Gimli": 1}, heroes=[["Gimli", "Legolas"]],
                 exhausted=["Legolas"], attachments={"Gimli": ["Dwarven Axe"]})  # fmt: skip
    while zone_of(game, "Forest Gate") == "encounter deck":
        do(game, "pass")
    assert decision(game) == "action"
    do(game, "Quick Strike", stay=True)
    check(game, zone={"Black Forest Bats": "encounter discard", "Wolf Rider": "encounter discard"})
    check(game, damage={"Gimli": 0, "Legolas": 0}, result="playing")
    assert not state_errors(record(game))


def test_the_rider_needs_shadow_cards():
    """The basic game deals none, so it only comes out of the deck by being revealed."""
    game = rider(shadows={}, encounter_deck=["Wolf Rider", *STREAMS * 3], phase="encounter", staging=["Goblin Sniper"])
    record(game)["difficulty"] = n.BASIC
    do(game, "pass")
    assert decision(game) == "defender"
    check(do(game, "Gimli", stay=True), damage={"Gimli": 1}, zone={"Wolf Rider": "encounter deck"})


def test_the_rider_revealed_surges():
    """Keyword: one more card, and again if that one surges; it is placed after them (RULINGS, 8)."""
    game = rider(
        engaged=[[]], shadows={}, encounter_deck=["Wolf Rider", "Eastern Crows", "Old Forest Road", *STREAMS],
        committed=["Gimli"], phase="staging",
    )  # fmt: skip
    assert pile(game, n.STAGING) == ["Old Forest Road", "Eastern Crows", "Wolf Rider"]
    assert len(pile(game, n.ENCOUNTER_DECK)) == 2


def test_the_riders_own_card_is_dealt_to_an_enemy_attacking_you():
    """Dark Knowledge may look at it."""
    game = rider(heroes=[["Gimli", "Legolas"]], attachments={"Legolas": ["Dark Knowledge"]})
    do(game, "Gimli")
    assert (decision(game), host_of(game, "Forest Gate")) == ("response", "Wolf Rider")
    do(game, "Dark Knowledge")
    assert record(game)["known_by"][card_of(game, "Forest Gate")] == 1


def test_stand_together_against_the_rider():
    """Any number of defenders against each enemy that attacks, also against him."""
    game = rider(heroes=[["Gimli", "Legolas", "Thalin"]], hand=[["Stand Together"]])
    do(game, "Stand Together", "Gimli", "pass")
    do(game, "Legolas")
    assert (decision(game), offered(game)) == ("defender", ["Thalin", "pass"])
    do(game, "Thalin", stay=True)
    check(game, damage={"Gimli": 1, "Legolas": 0, "Thalin": 0})


def test_the_rider_eliminates_the_first_player_of_three():
    """The token passes at once, and the next player's enemies attack."""
    game = rider(
        heroes=[["Gimli"], ["Thalin"], ["Legolas"]], threat=[10] * 3, engaged=[["King Spider"], ["Wargs"], []],
        damage={"Gimli": 4},
    )  # fmt: skip
    do(game, "pass", "pass")
    assert (decision(game), decider(game), record(game)["first_player"]) == ("defender", 1, 1)
    check(game, zone={"King Spider": "staging", "Wolf Rider": "shadow"})
