"""The encounter set Journey Along the Anduin (111 to 114); the quest: test_journey_along_the_anduin_quest.py.

Source of positions: made up, the smallest that show the rule.
"""

import pytest

from lotrsim import ids as n
from lotrsim.checks import state_errors
from lotrsim.testing import (
    card_of,
    check,
    decision,
    do,
    go_on,
    offered,
    pile,
    position,
    progress_on,
    quest_progress,
    record,
    zone_of,
)

STREAMS = ["Enchanted Stream", "Enchanted Stream"]


def reveal(*cards, **more):
    """The cards are revealed; the deck does not run out."""
    described = {"heroes": [["Gimli", "Legolas"]], "threat": [5], "phase": "staging"}
    return position(**{**described, "encounter_deck": [*cards, *STREAMS], **more})


def attack(enemy="King Spider", *shadows, **more):
    """An enemy, with shadow cards, attacks the first player; the stage has five progress."""
    described = {
        "heroes": [["Gimli"]], "threat": [10], "engaged": [[enemy]], "shadows": {enemy: [*shadows]} if shadows else {},
        "progress": {"Flies and Spiders": 5}, "phase": "attacks", "attachments": {"Gimli": ["Citadel Plate"]},
    }  # fmt: skip
    return position(**{**described, **more})


# ---------------------------------------------------------------- 111 Misty Mountain Goblins


@pytest.mark.parametrize("choice", ["Gimli", "pass"])
def test_the_goblins_take_progress_after_their_attack(choice):
    """One, after step 4, defended or not."""
    game = attack("Misty Mountain Goblins")
    check(game, quest_progress=5)
    check(do(game, choice, stay=True), quest_progress=4)


def test_the_goblins_spare_the_active_location():
    """The stage only (RULINGS, 111); without tokens on the stage nothing happens."""
    game = attack("Misty Mountain Goblins", active_location="Old Forest Road", progress={"Old Forest Road": 2})
    check(do(game, "Gimli", stay=True), quest_progress=0, progress={"Old Forest Road": 2})


@pytest.mark.parametrize("how", ["Swift Strike", "Feint"])
def test_the_goblins_who_do_not_finish_an_attack(how):
    """Killed as they attack, or kept from attacking: no progress is lost."""
    game = attack(
        "Misty Mountain Goblins", hand=[[how]], resources={"Gimli": 2}, damage={"Misty Mountain Goblins": 1}, phase="dealt",
    )  # fmt: skip
    do(game, *(["Feint"] if how == "Feint" else ["Gimli", "Swift Strike"]), stay=True)
    check(game, quest_progress=5, damage={"Gimli": 0})


def test_the_goblins_returned_in_mid_attack_take_it_all_the_same():
    """The attack is finished (FAQ 1.32), in staging they are in play."""
    game = attack("Misty Mountain Goblins", heroes=[["Dúnhere"]], hand=[["A Light in the Dark"]], resources={"Dúnhere": 2},
                  attachments={})  # fmt: skip
    do(game, "pass", "Dúnhere")
    check(do(game, "A Light in the Dark", stay=True), zone={"Misty Mountain Goblins": "staging"}, quest_progress=4)


@pytest.mark.parametrize(("choice", "left"), [("Gimli", 4), ("pass", 2)])
def test_the_goblins_shadow(choice, left):
    """One, three instead where undefended."""
    check(do(attack("King Spider", "Misty Mountain Goblins"), choice, stay=True), quest_progress=left)


def test_the_goblins_shadow_finds_fewer():
    """Never below none."""
    game = attack("King Spider", "Misty Mountain Goblins", progress={"Flies and Spiders": 2})
    check(do(game, "pass", stay=True), quest_progress=0)


def test_the_goblins_under_goblins():
    """The shadow first, then the Forced effect."""
    game = attack("Misty Mountain Goblins", "Misty Mountain Goblins")
    check(do(game, "pass", stay=True), quest_progress=1)


# ---------------------------------------------------------------- 112 Massing at Night


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_massing_reveals_a_card_for_each_player(players):
    """X more beside those of the step, which go on afterwards."""
    heroes = [["Gimli"], ["Legolas"], ["Thalin"], ["Aragorn"]][:players]
    deck = ["Massing at Night", *["Old Forest Road"] * 9]
    game = position(heroes=heroes, threat=[5] * players, encounter_deck=deck, phase="staging")
    assert len(pile(game, n.STAGING)) == players + players - 1
    check(game, zone={"Massing at Night": "encounter discard"})


def test_massing_counts_the_players_in_the_game():
    """An eliminated one is none."""
    game = position(
        heroes=[["Gimli"], ["Legolas"], ["Thalin"]], threat=[5, 40, 5], damage={"Legolas": 3}, phase="staging",
        encounter_deck=["Evil Storm", "Massing at Night", *["Old Forest Road"] * 6],
    )  # fmt: skip
    assert [p > 0 for p in record(game)["eliminated"]] == [False, True, False, False]
    assert len(pile(game, n.STAGING)) == 2 + 1


def test_massing_with_surge_inside():
    """A surging card among them is resolved with its own before the next."""
    game = position(
        heroes=[["Gimli"], ["Legolas"]], threat=[5, 5], phase="staging", encounter_deck=[
            "Massing at Night", "Eastern Crows", "Old Forest Road", "King Spider", "Forest Gate", *STREAMS],
    )  # fmt: skip
    assert pile(game, n.STAGING) == ["Old Forest Road", "Eastern Crows", "King Spider", "Forest Gate"]
    assert len(pile(game, n.ENCOUNTER_DECK)) == 2


def test_massing_reveals_massing():
    """Again X more."""
    game = reveal("Massing at Night", "Massing at Night", "Old Forest Road", "King Spider")
    check(game, zone={"Old Forest Road": "staging", "King Spider": "encounter deck"})
    game = position(
        heroes=[["Gimli"], ["Legolas"]], threat=[5, 5], phase="staging",
        encounter_deck=["Massing at Night", "Massing at Night", *["Old Forest Road"] * 6],
    )  # fmt: skip
    assert len(pile(game, n.STAGING)) == 2 + 1 + 1


def test_massing_empties_the_deck():
    """RULES, Staging: in the quest phase it is reset as its effect goes on, without Massing itself, not yet placed."""
    game = position(
        heroes=[["Gimli"]], threat=[5], phase="staging", encounter_deck=["Massing at Night"],
        encounter_discard=["Old Forest Road"],
    )  # fmt: skip
    check(game, zone={"Old Forest Road": "staging"})


def test_massing_cancelled():
    """Nothing more is revealed."""
    game = reveal("Massing at Night", "King Spider", heroes=[["Dúnhere"]], hand=[["A Test of Will"]], resources={"Dúnhere": 1})
    check(do(game, "A Test of Will"), zone={"King Spider": "encounter deck", "Massing at Night": "encounter discard"})


@pytest.mark.parametrize("players", [1, 3])
def test_massing_as_shadow_deals_a_card_for_each_player(players):
    """The attacker's undealt cards are turned up one after the other, also those just dealt."""
    heroes = [["Gimli"], ["Legolas"], ["Thalin"]][:players]
    game = attack(
        "King Spider", "Massing at Night", heroes=heroes, threat=[5] * players,
        encounter_deck=["Dol Guldur Orcs", "Dol Guldur Orcs", "Enchanted Stream", "Forest Gate"],
    )  # fmt: skip
    do(game, "Gimli", stay=True)
    check(game, damage={"Gimli": 3 - 2 + min(players, 2)}, zone={"Forest Gate": "encounter deck"})
    assert len(pile(game, n.ENCOUNTER_DECK)) == 4 - players


def test_massing_as_shadow_deals_one_card_after_the_other():
    """Dark Knowledge looks at the first before the second is dealt."""
    game = attack(
        "King Spider", "Massing at Night", heroes=[["Gimli", "Glorfindel"], ["Legolas"]], threat=[5, 5],
        attachments={"Glorfindel": ["Dark Knowledge"]}, encounter_deck=["Dol Guldur Orcs", "Forest Gate"],
    )  # fmt: skip
    do(game, "Gimli", stay=True)
    assert (decision(game), pile(game, n.ENCOUNTER_DECK)) == ("response", ["Forest Gate"])
    do(game, "Dark Knowledge", stay=True)
    check(game, exhausted=["Gimli", "Dark Knowledge"], damage={"Gimli": 3 - 2 + 1})
    assert pile(game, n.ENCOUNTER_DECK) == []


def test_massing_as_shadow_without_a_deck():
    """RULES, Combat: there are none to deal; the deck is not refilled in this phase."""
    game = attack("King Spider", "Massing at Night", encounter_discard=["Dol Guldur Orcs"])
    check(do(game, "Gimli", stay=True), damage={"Gimli": 1}, zone={"Dol Guldur Orcs": "encounter discard"})


def test_massing_under_wolf_rider():
    """The attacker is Wolf Rider: the new cards are his, and the attack around his knows nothing of them."""
    game = attack(
        "King Spider", "Wolf Rider", encounter_deck=["Massing at Night", "Dol Guldur Orcs", "Forest Gate"],
    )  # fmt: skip
    do(game, "Gimli", stay=True)
    check(game, damage={"Gimli": 1 + 2 + 3}, zone={"Forest Gate": "encounter deck"})
    assert not state_errors(record(game))


def test_massing_as_shadow_deals_wolf_rider():
    """He attacks with a card of his own."""
    game = attack("King Spider", "Massing at Night", encounter_deck=["Wolf Rider", "Dol Guldur Orcs", *STREAMS])
    do(game, "Gimli", stay=True)
    check(game, damage={"Gimli": 1 + 2 + 3})
    go_on(game)
    assert pile(game, n.ENCOUNTER_DECK)[0] == "Wolf Rider" or zone_of(game, "Wolf Rider") == "staging"


# ---------------------------------------------------------------- 113 Banks of the Anduin


def banks(**more):
    """The Banks are active and four willpower quests against nothing."""
    described = {
        "heroes": [["Éowyn"], ["Gimli"]], "committed": ["Éowyn"], "threat": [5, 5], "active_location": "Banks of the Anduin",
        "encounter_deck": ["Forest Gate", *STREAMS * 3], "phase": "resolve", "hand": [["Feint"]],
    }  # fmt: skip
    return position(**{**described, **more})


def is_on_top(game, name="Banks of the Anduin"):
    """The card lies on top of the encounter deck, and everybody knows it."""
    return pile(game, n.ENCOUNTER_DECK)[0] == name and record(game)["known_by"][card_of(game, name)] == 15


def test_the_banks_explored_return_to_the_top():
    """Never the discard pile; the rest of the progress goes to the stage (RULINGS, 113; RULINGS, 1)."""
    game = banks()
    assert decision(game) == "action" and is_on_top(game)
    check(game, quest_progress=1)
    assert pile(game, n.ENCOUNTER_DISCARD) == [] and pile(game, n.VICTORY) == []


def test_the_banks_are_revealed_next():
    """Clean: without the progress that explored them."""
    game = banks(heroes=[["Éowyn", "Gimli"]], threat=[5])
    while decision(game) != "commit":
        do(game, "pass")
    do(game, "pass")
    while zone_of(game, "Banks of the Anduin") == "encounter deck":
        do(game, "pass")
    check(game, zone={"Banks of the Anduin": "staging", "Forest Gate": "encounter deck"})
    assert progress_on(game, "Banks of the Anduin") == 0


def test_the_banks_explored_in_staging():
    """By Northern Tracker: on leaving play, from wherever."""
    game = banks(
        active_location=None, staging=["Banks of the Anduin"], in_play=[["Northern Tracker"]], committed=[],
        progress={"Banks of the Anduin": 2}, phase="commit",
    )  # fmt: skip
    do(game, "Northern Tracker", "Northern Tracker")
    assert is_on_top(game)


def test_the_banks_come_to_an_empty_deck():
    """They are the deck then."""
    game = banks(encounter_deck=[])
    assert pile(game, n.ENCOUNTER_DECK) == ["Banks of the Anduin"]


def test_what_is_attached_to_the_banks_is_discarded():
    """Only they return."""
    game = banks(attachments={"Banks of the Anduin": ["Power in the Earth"]})
    assert is_on_top(game)
    check(game, zone={"Power in the Earth": "discard"})


def test_the_banks_as_a_shadow_card_are_discarded():
    """A shadow card is not in play (RULINGS, C3); also with the host that is killed."""
    game = attack("King Spider", "Banks of the Anduin", heroes=[["Gimli"]], encounter_deck=STREAMS * 3)
    do(game, "Gimli")
    check(game, zone={"Banks of the Anduin": "encounter discard"})
    game = attack("King Spider", "Banks of the Anduin", damage={"King Spider": 2}, phase="player-attacks")
    check(do(game, "King Spider", stay=True), zone={"Banks of the Anduin": "encounter discard"})


def test_the_banks_are_no_card_with_an_effect_to_wargs():
    """No shadow text."""
    check(do(attack("Wargs", "Banks of the Anduin"), "Gimli", stay=True), zone={"Wargs": "staging"})


def test_the_banks_in_the_discard_pile_stay_there():
    """Only leaving play brings them to the deck."""
    game = banks(active_location=None, encounter_deck=["Forest Gate"], encounter_discard=["Banks of the Anduin"])
    check(game, zone={"Banks of the Anduin": "encounter discard"})


def test_both_banks_explored_by_one_effect():
    """Both return, the first player choosing the order in which they leave."""
    game = banks(
        active_location=None, staging=["Banks of the Anduin", "Banks of the Anduin"], in_play=[["Northern Tracker"]],
        committed=[], progress={"Banks of the Anduin": 2, "Banks of the Anduin#2": 2}, phase="commit",
    )  # fmt: skip
    do(game, "Northern Tracker", "Northern Tracker")
    do(game, "Banks of the Anduin") if decision(game) == "order" else None
    assert pile(game, n.ENCOUNTER_DECK)[:3] == ["Banks of the Anduin", "Banks of the Anduin", "Forest Gate"]


def test_henamarth_need_not_look_at_the_banks():
    """The top card is known already: looking would change nothing (RULES, Planning)."""
    game = banks(in_play=[["Henamarth Riversong"]])
    assert "Henamarth Riversong" not in offered(game)


def test_denethor_may_bury_the_banks():
    """He may move the card that everybody knows: that changes something."""
    game = banks(heroes=[["Éowyn", "Denethor"]], threat=[5])
    do(game, "Denethor")
    assert decision(game) == "may"
    do(game, "yes")
    assert pile(game, n.ENCOUNTER_DECK)[-1] == "Banks of the Anduin"


# ---------------------------------------------------------------- 114 Gladden Fields


def fields(**more):
    """The Fields are active and the refresh phase comes."""
    described = {
        "heroes": [["Dúnhere"], ["Gimli"]], "threat": [10, 20], "active_location": "Gladden Fields", "phase": "refresh",
        "encounter_deck": STREAMS * 3,
    }  # fmt: skip
    return position(**{**described, **more})


def test_the_fields_cost_each_player_one_more():
    """The refresh phase's point and theirs."""
    check(fields(), threat=[12, 22])


def test_the_fields_in_staging_cost_nothing():
    """Only the active location."""
    check(fields(active_location=None, staging=["Gladden Fields", "Gladden Fields"]), threat=[11, 21])


def test_the_fields_eliminate():
    """49 after the phase's point, 50 by theirs; one of two is out, alone he has lost."""
    game = fields(threat=[48, 20])
    assert [p > 0 for p in record(game)["eliminated"]] == [True, False, False, False]
    assert record(game)["threat"][1] == 22
    check(fields(heroes=[["Gimli"]], threat=[48]), result="lost")
    check(fields(heroes=[["Gimli"]], threat=[47]), result="playing", threat=[49])


def test_the_fields_are_worth_three_points():
    """Explored they go to the victory display."""
    game = fields(committed=["Dúnhere"], progress={"Gladden Fields": 2}, phase="resolve")
    check(game, zone={"Gladden Fields": "victory"}, threat=[11, 21])


def test_the_fields_count_from_the_round_of_the_travel():
    """Travelled to, they count in the same round's refresh phase."""
    game = fields(active_location=None, staging=["Gladden Fields"], phase="travel")
    check(do(game, "Gladden Fields"), threat=[12, 22])
    assert quest_progress(game) == 0
