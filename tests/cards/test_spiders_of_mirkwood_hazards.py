"""The locations and treacheries of Spiders of Mirkwood (77 to 80); the enemies are in test_spiders_of_mirkwood.py.

Source of positions: made up, the smallest that show the rule.
"""

import pytest

from lotrsim import ids as n
from lotrsim.testing import (
    card_of,
    check,
    decider,
    decision,
    do,
    hand,
    host_of,
    offered,
    pile,
    player_with,
    position,
    record,
    skip_to,
    stage_of,
)

STREAMS = ["Enchanted Stream", "Enchanted Stream"]


def travel(*staging, **more):
    """The travel phase; the Bats keep the game waiting in the encounter phase."""
    described = {"heroes": [["Dúnhere"]], "threat": [10], "phase": "travel"}
    return position(**{**described, "staging": [*staging, "Black Forest Bats"], **more})


def reveal(*cards, **more):
    """The cards are revealed; the deck does not run out."""
    described = {"heroes": [["Dúnhere"]], "threat": [10], "phase": "staging", "encounter_deck": [*cards, *STREAMS]}
    return position(**{**described, **more})


# ---------------------------------------------------------------- 77 Great Forest Web


def test_each_player_exhausts_a_hero_to_travel():
    """The cost of the travel, each player his own hero and choice, no ally; in player order."""
    game = travel(
        "Great Forest Web", heroes=[["Gimli", "Legolas"], ["Thalin", "Eleanor"]], in_play=[["Faramir"]],
        threat=[10, 10], first_player=1, exhausted=["Faramir"],
    )  # fmt: skip
    do(game, "Great Forest Web")
    assert (decision(game), decider(game), offered(game)) == ("cost_card", 1, ["Thalin", "Eleanor"])
    check(do(game, "Eleanor"), zone={"Great Forest Web": "staging"})
    assert (decider(game), offered(game)) == (0, ["Gimli", "Legolas"])
    check(do(game, "Gimli"), zone={"Great Forest Web": "active"}, exhausted=["Gimli", "Eleanor"])
    check(game, ready=["Legolas", "Thalin"])


@pytest.mark.parametrize("first_player", range(3))
def test_each_player_pays_to_travel_whoever_is_first(first_player):
    """In player order from the first player, round the table: nobody is left out, also where each has one hero only."""
    game = travel("Great Forest Web", heroes=[["Gimli"], ["Thalin"], ["Eleanor"]], threat=[10] * 3, first_player=first_player)
    check(do(game, "Great Forest Web"), zone={"Great Forest Web": "active"}, exhausted=["Gimli", "Thalin", "Eleanor"])


@pytest.mark.parametrize("exhausted", [["Gimli"], ["Thalin"]])
def test_no_travel_where_one_player_cannot_pay(exhausted):
    """RULES, Travel: impossible cost: no travel; an ally is no hero."""
    game = travel(
        "Great Forest Web", "Forest Gate", heroes=[["Gimli"], ["Thalin"]], in_play=[["Veteran Axehand"]],
        threat=[10, 10], exhausted=exhausted,
    )  # fmt: skip
    assert (decision(game), offered(game)) == ("travel", ["Forest Gate", "pass"])


def test_the_web_and_strength_of_will():
    """After the travel: the second Spirit character; two points explore it at once."""
    game = travel("Great Forest Web", heroes=[["Dúnhere", "Eleanor"]], hand=[["Strength of Will"]])
    do(game, "Great Forest Web", "Dúnhere", "Strength of Will")
    check(game, exhausted=["Dúnhere", "Eleanor"], zone={"Great Forest Web": "encounter discard"})


# ---------------------------------------------------------------- 78 Mountains of Mirkwood


def test_the_mountains_cost_a_revealed_card():
    """Revealed and added to the staging area, with its effects, while the location is still in staging."""
    game = travel("Mountains of Mirkwood", encounter_deck=["Forest Spider", "Forest Gate"])
    do(game, "Mountains of Mirkwood")
    check(game, zone={"Mountains of Mirkwood": "active", "Forest Spider": "staging", "Forest Gate": "encounter deck"})
    game = travel("Mountains of Mirkwood", encounter_deck=["Eyes of the Forest", "Forest Gate"], hand=[["Feint"]])
    do(game, "Mountains of Mirkwood")
    check(game, hand=[[]], zone={"Mountains of Mirkwood": "active", "Eyes of the Forest": "encounter discard"})


def test_the_mountains_need_a_card_to_reveal():
    """RULES, Staging: outside the quest phase an empty encounter deck is not reset, so the cost cannot be paid."""
    game = travel("Mountains of Mirkwood", "Forest Gate", encounter_discard=STREAMS)
    assert (decision(game), offered(game)) == ("travel", ["Forest Gate", "pass"])


def test_eleanor_answers_the_card_of_the_mountains():
    """The replacement is revealed, the travel goes on."""
    game = travel(
        "Mountains of Mirkwood", heroes=[["Eleanor"]], hand=[["Feint"]],
        encounter_deck=["Eyes of the Forest", "Forest Gate"],
    )  # fmt: skip
    do(game, "Mountains of Mirkwood", "Eleanor")
    check(game, hand=[["Feint"]], zone={"Mountains of Mirkwood": "active", "Forest Gate": "staging"})


def explored(**more):
    """Two players one progress short of exploring the Mountains; five progress come."""
    described = {
        "heroes": [["Éowyn", "Thalin"], ["Gimli"]], "active_location": "Mountains of Mirkwood", "threat": [10, 10],
        "progress": {"Mountains of Mirkwood": 2}, "committed": ["Éowyn", "Thalin"], "phase": "resolution",
        "deck": [
            ["Feint", "Gandalf", "Beorn", "Faramir", "Son of Arnor", "Citadel Plate"],
            ["Swift Strike", "Horn of Gondor"],
        ],
        "encounter_deck": STREAMS,
    }  # fmt: skip
    return position(**{**described, **more})


def test_the_explored_mountains_let_each_player_search():
    """Each player may: one of five cards; the rest is shuffled. Then the rest of the progress (RULINGS 1)."""
    game = explored()
    assert (decision(game), offered(game)) == ("response", ["Mountains of Mirkwood", "pass"])
    check(game, quest_progress=0, zone={"Mountains of Mirkwood": "encounter discard"})
    do(game, "Mountains of Mirkwood")
    assert (decision(game), decider(game)) == ("may", 0)
    do(game, "yes")
    assert sorted(offered(game)) == ["Beorn", "Faramir", "Feint", "Gandalf", "Son of Arnor"]
    do(game, "Beorn")
    assert (decision(game), decider(game)) == ("may", 1)
    do(game, "yes", "Horn of Gondor", stay=True)
    check(game, hand=[["Beorn"], ["Horn of Gondor"]], quest_progress=4)
    assert sorted(pile(game, n.DECK)) == ["Citadel Plate", "Faramir", "Feint", "Gandalf", "Son of Arnor"]
    assert not any(record(game)["known_by"][card_of(game, name)] for name in ("Feint", "Faramir", "Swift Strike"))


def test_the_mountains_come_before_the_stage_falls():
    """RULINGS 1 (designer, 2018): the location and its response first, then the rest of the progress and the stage."""
    game = explored(progress={"Mountains of Mirkwood": 2, "Flies and Spiders": 7})
    assert decision(game) == "response" and stage_of(game) == "Flies and Spiders"
    do(game, "Mountains of Mirkwood", "yes", "Beorn", "no", stay=True)
    assert stage_of(game) == "A Fork in the Road" and hand(game) == ["Beorn"]


def test_a_player_may_decline_the_search():
    """Then his deck stays as it is."""
    game = do(explored(), "Mountains of Mirkwood", "no", "no", stay=True)
    assert pile(game, n.DECK)[:2] == ["Feint", "Gandalf"] and hand(game) == []
    check(game, quest_progress=4)


def test_the_other_player_may_use_the_response_too():
    """The search is each player's: the first player's passing does not take it from the second."""
    game = do(explored(), "pass")
    assert (decision(game), decider(game)) == ("response", 1)
    do(game, "Mountains of Mirkwood", "no", "yes", "Swift Strike", stay=True)
    check(game, hand=[[], ["Swift Strike"]])


def test_nothing_to_search():
    """An empty deck is not searched; nobody has a deck: no response."""
    game = do(explored(deck=[[], ["Swift Strike"]]), "Mountains of Mirkwood")
    assert (decision(game), decider(game)) == ("may", 1)
    game = explored(deck=[])
    assert decision(game) != "response" or offered(game) != ["Mountains of Mirkwood", "pass"]
    check(game, zone={"Mountains of Mirkwood": "encounter discard"})


def test_the_search_under_the_enchanted_stream():
    """Not a draw: explored in the staging area by Northern Tracker while the Stream is active."""
    game = position(
        heroes=[["Gimli"]], in_play=[["Northern Tracker"]], deck=[["Feint", "Beorn"]],
        active_location="Enchanted Stream", staging=["Mountains of Mirkwood"], progress={"Mountains of Mirkwood": 2},
        encounter_deck=["Forest Gate", "Forest Gate"], phase="commit",
    )  # fmt: skip
    do(game, "Northern Tracker", "Northern Tracker", "Mountains of Mirkwood", "yes", "Beorn", stay=True)
    check(game, hand=[["Beorn"]])


# ---------------------------------------------------------------- 79 Eyes of the Forest


def test_the_eyes_take_every_event_of_every_player():
    """Events only, to their owners' piles."""
    game = reveal(
        "Eyes of the Forest", "Enchanted Stream", heroes=[["Dúnhere"], ["Gimli"]], threat=[10, 10],
        hand=[["Feint", "Gandalf", "Swift Strike"], ["Ever Vigilant", "Horn of Gondor"]],
    )  # fmt: skip
    check(game, hand=[["Gandalf"], ["Horn of Gondor"]], zone={"Eyes of the Forest": "encounter discard"})
    assert player_with(game, "Ever Vigilant") == 1 and sorted(pile(game, n.DISCARD_PILE)) == ["Feint", "Swift Strike"]


def test_the_last_card_of_the_deck_is_shuffled_back_too():
    """RULES, Staging; FAQ: its effect needs no deck, so the deck is reset only when the card is placed."""
    game = position(
        heroes=[["Dúnhere"]], hand=[["Feint"]], encounter_deck=["Eyes of the Forest"],
        encounter_discard=["Forest Gate", "Forest Spider"], threat=[10], phase="staging",
    )  # fmt: skip
    check(game, hand=[[]])
    assert sorted(pile(game, n.ENCOUNTER_DECK)) == ["Eyes of the Forest", "Forest Gate", "Forest Spider"]


# ---------------------------------------------------------------- 80 Caught in a Web


def test_the_highest_threat_catches_the_web():
    """That player chooses one of his heroes; no ally."""
    game = reveal(
        "Caught in a Web", "Enchanted Stream", heroes=[["Dúnhere"], ["Gimli", "Thalin"]], in_play=[[], ["Faramir"]],
        threat=[10, 20], exhausted=["Faramir"],
    )  # fmt: skip
    assert (decision(game), decider(game), offered(game)) == ("target", 1, ["Gimli", "Thalin"])
    do(game, "Thalin")
    assert host_of(game, "Caught in a Web") == "Thalin" and player_with(game, "Caught in a Web") == -1


def test_a_tie_is_broken_by_the_first_player():
    """FAQ 1.03: he chooses the player, that player the hero; a third one with less is no choice."""
    game = reveal(
        "Caught in a Web", *STREAMS, heroes=[["Dúnhere"], ["Gimli", "Thalin"], ["Legolas"]], threat=[20, 20, 19],
        first_player=2,
    )  # fmt: skip
    assert (decision(game), decider(game)) == ("player", 2)
    assert offered(game) == [("player", 0), ("player", 1)]
    do(game, ("player", 1))
    assert (decision(game), decider(game), offered(game)) == ("target", 1, ["Gimli", "Thalin"])


def refresh(**more):
    """Gimli in a Web before the refresh phase."""
    described = {
        "heroes": [["Gimli"]], "attachments": {"Gimli": ["Caught in a Web"]}, "exhausted": ["Gimli"], "threat": [20],
        "phase": "refresh", "resources": {"Gimli": 2},
    }  # fmt: skip
    return position(**{**described, **more})


@pytest.mark.parametrize(("answer", "left"), [("yes", 0), ("no", 2)])
def test_the_web_asks_for_two_resources(answer, left):
    """Paid he readies; unpaid not. Threat goes up anyway. One more resource in the new round."""
    game = refresh()
    assert (decision(game), decider(game), offered(game)) == ("upkeep", 0, ["yes", "no"])
    do(game, answer, stay=True)
    check(game, resources={"Gimli": left}, threat=[21])
    check(game, **{"ready" if answer == "yes" else "exhausted": ["Gimli"]})
    check(game, zone={"Caught in a Web": "attached"})


def test_the_web_is_paid_from_that_heros_pool():
    """Another hero's resources do not help; nobody is asked."""
    game = refresh(heroes=[["Gimli", "Thalin"]], resources={"Gimli": 1, "Thalin": 5}, deck=[["Horn of Gondor"]])
    check(game, exhausted=["Gimli"])


def test_a_ready_hero_pays_nothing():
    """There is nothing to ready."""
    game = refresh(exhausted=[], hand=[["Horn of Gondor"]])
    assert decision(game) != "upkeep"
    check(game, ready=["Gimli"], resources={"Gimli": 3})


@pytest.mark.parametrize(("resources", "asked"), [(3, False), (4, True)])
def test_two_webs_cost_four_or_nothing(resources, asked):
    """FAQ: each copy must be paid, all or none."""
    game = refresh(
        heroes=[["Gimli", "Éowyn"]], hand=[["Feint"]], resources={"Gimli": resources},
        attachments={"Gimli": ["Caught in a Web", "Caught in a Web"]},
    )  # fmt: skip
    assert decision(game) == ("upkeep" if asked else "action"), "else: the window after the refresh, for Éowyn"
    if asked:
        check(do(game, "yes", stay=True), ready=["Gimli"], resources={"Gimli": 0})
    else:
        check(game, exhausted=["Gimli"])


def test_each_webbed_hero_is_asked_for_himself():
    """Two heroes of two players."""
    game = refresh(
        heroes=[["Gimli"], ["Thalin"]], attachments={"Gimli": ["Caught in a Web"], "Thalin": ["Caught in a Web"]},
        exhausted=["Gimli", "Thalin"], resources={"Gimli": 2, "Thalin": 2}, threat=[20, 20],
    )  # fmt: skip
    assert decider(game) == 0
    do(game, "no")
    assert (decision(game), decider(game)) == ("upkeep", 1)
    check(do(game, "yes", stay=True), exhausted=["Gimli"], ready=["Thalin"], resources={"Gimli": 2, "Thalin": 0})


def test_the_web_holds_only_in_the_refresh_phase():
    """Other effects ready the hero (Unexpected Courage); attachments on him ready as ever."""
    game = refresh(
        attachments={"Gimli": ["Caught in a Web", "Unexpected Courage"]}, exhausted=["Gimli", "Unexpected Courage"],
        resources={},
    )  # fmt: skip
    assert (decision(game), offered(game)) == ("action", ["Unexpected Courage", "pass"])
    check(do(game, "Unexpected Courage", stay=True), ready=["Gimli"])


def test_the_web_ends_with_its_hero():
    """Discarded to the encounter discard pile."""
    game = position(
        heroes=[["Gimli", "Thalin"]], attachments={"Gimli": ["Caught in a Web"]}, damage={"Gimli": 4},
        engaged=[["Forest Spider"]], phase="attacks",
    )  # fmt: skip
    check(do(game, "pass", "Gimli", stay=True), zone={"Caught in a Web": "encounter discard", "Gimli": "discard"})


def test_the_web_passes_over_players_who_are_out_of_the_game():
    """Their threat stays at 50, but the highest is that of those still playing (RULES, End and score)."""
    game = position(heroes=[["Gimli"], ["Legolas"], ["Dúnhere", "Thalin"]], threat=[20, 49, 30], phase="refresh",
                    encounter_deck=["Caught in a Web", "Enchanted Stream", "Forest Gate"])  # fmt: skip
    skip_to(game, "target")
    assert record(game)["eliminated"][1] and (decider(game), offered(game)) == (2, ["Dúnhere", "Thalin"])
    do(game, "Thalin")
    check(game, zone={"Caught in a Web": "attached"})
