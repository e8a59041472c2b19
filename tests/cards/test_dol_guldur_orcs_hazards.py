"""The treacheries and locations of Dol Guldur Orcs (92 to 95); the enemies are in test_dol_guldur_orcs.py.

Source of positions: made up, the smallest that show the rule.
"""

import pytest

from lotrsim import ids as n
from lotrsim.testing import (
    check,
    decider,
    decision,
    do,
    hand,
    offered,
    pile,
    position,
    skip_to,
    stat_of,
    zone_of,
)

STREAMS = ["Enchanted Stream", "Enchanted Stream"]


def reveal(*cards, **more):
    """The cards are revealed; the deck does not run out."""
    described = {"heroes": [["Gimli"]], "threat": [10], "phase": "staging", "encounter_deck": [*cards, *STREAMS]}
    return position(**{**described, **more})


def attack(shadow, **more):
    """A Forest Spider of attack 2 with a shadow card attacks the first player."""
    described = {
        "heroes": [["Gimli"]], "threat": [10], "engaged": [["Forest Spider"]], "shadows": {"Forest Spider": [shadow]},
        "phase": "attacks",
    }  # fmt: skip
    return position(**{**described, **more})


# ---------------------------------------------------------------- 92 Driven by Shadow


def test_driven_by_shadow_takes_what_is_there_now():
    """ "Currently": +1 for each enemy and location in staging, not for the card revealed afterwards (FAQ C3)."""
    game = reveal(
        "Driven by Shadow", "Forest Gate", heroes=[["Éowyn"], ["Thalin"]], staging=["Old Forest Road", "King Spider"],
        threat=[10, 10], hand=[["Beorn"]], active_location="Forest Gate", engaged=[["Forest Spider"]],
    )  # fmt: skip
    threats = [stat_of(game, name, "threat") for name in ("Old Forest Road", "King Spider", "Forest Gate#2")]
    assert threats == [2, 3, 2] and stat_of(game, "Forest Gate", "threat") == 2
    assert stat_of(game, "Forest Spider", "threat") == 2, "engaged"
    check(do(game, "pass", "pass"), threat=[17, 17])
    assert stat_of(game, "King Spider", "threat") == 2, "until the end of the phase"


@pytest.mark.parametrize(("staging", "revealed"), [([], 2), (["Old Forest Road"], 1)])
def test_driven_by_shadow_surges_into_an_empty_staging_area(staging, revealed):
    """No card there: surge; engaged enemies and the active location are not there."""
    game = reveal(
        "Driven by Shadow", staging=staging, active_location="Forest Gate", engaged=[["Forest Spider"]],
        heroes=[["Gimli", "Éowyn"]], hand=[["Beorn"]],
    )  # fmt: skip
    assert len(pile(game, n.ENCOUNTER_DECK)) == 3 - revealed
    assert len(pile(game, n.STAGING)) == 1, "the road, or the card it surged into"


def test_driven_by_shadows_surge_reveals_completely():
    """Two of them in a row, each into nothing: two more cards."""
    game = reveal("Driven by Shadow", "Driven by Shadow", heroes=[["Gimli", "Éowyn"]], hand=[["Beorn"]])
    assert pile(game, n.STAGING) == ["Enchanted Stream"] and len(pile(game, n.ENCOUNTER_DECK)) == 1
    assert stat_of(game, "Enchanted Stream", "threat") == 2


def test_the_last_card_of_the_deck_surges():
    """RULES, Staging: what needs the deck comes after its reset, the card itself is placed later."""
    game = reveal(
        encounter_deck=["Driven by Shadow"], encounter_discard=["Forest Gate"], heroes=[["Gimli", "Éowyn"]],
        hand=[["Beorn"]],
    )  # fmt: skip
    assert pile(game, n.STAGING) == ["Forest Gate"] and pile(game, n.ENCOUNTER_DECK) == ["Driven by Shadow"]


def test_the_shadow_strips_the_defender():
    """The defending player chooses one attachment of the defending character; a Web too (RULINGS, Readings, 92)."""
    game = attack(
        "Driven by Shadow", heroes=[["Gimli", "Thalin"]],
        attachments={"Gimli": ["Citadel Plate", "Caught in a Web"], "Thalin": ["Horn of Gondor"]},
    )  # fmt: skip
    do(game, "Gimli")
    assert (decision(game), decider(game), offered(game)) == ("target", 0, ["Citadel Plate", "Caught in a Web"])
    do(game, "Caught in a Web", stay=True)
    check(game, zone={"Caught in a Web": "encounter discard"})
    check(game, zone={"Citadel Plate": "attached", "Horn of Gondor": "attached"})


def test_the_shadow_finds_no_attachment_on_the_defender():
    """Others' attachments are safe."""
    game = attack("Driven by Shadow", heroes=[["Gimli", "Thalin"]], attachments={"Thalin": ["Horn of Gondor"]})
    check(do(game, "Gimli", stay=True), zone={"Horn of Gondor": "attached"})


def test_undefended_all_attachments_of_the_player_go():
    """Also on a location or an enemy (Forest Snare: test_lore.py); not another player's; not a Web (FAQ 1.06)."""
    game = attack(
        "Driven by Shadow", heroes=[["Gimli"], ["Thalin"]], active_location="Forest Gate", threat=[10, 10],
        attachments={
            "Gimli": ["Horn of Gondor", "Caught in a Web"], "Thalin": ["Citadel Plate"],
            "Forest Gate": ["Power in the Earth"],
        },
    )  # fmt: skip
    do(game, "pass", stay=True)
    gone = {"Horn of Gondor": "discard", "Power in the Earth": "discard"}
    check(game, zone={**gone, "Caught in a Web": "attached", "Citadel Plate": "attached"})


def test_the_plate_torn_off_kills_the_defender():
    """RULES, Things: a removed hit-point bonus can destroy its bearer; the attack is then undefended."""
    game = attack(
        "Driven by Shadow", heroes=[["Gimli", "Thalin"]], attachments={"Gimli": ["Citadel Plate"]}, damage={"Gimli": 6},
    )  # fmt: skip
    do(game, "Gimli", stay=True)
    check(game, zone={"Gimli": "discard", "Citadel Plate": "discard"}, damage={"Thalin": 2})


def test_what_is_on_the_other_players_hero_is_his():
    """FAQ 1.38: he controls it, so the first player's undefended attack does not take it."""
    game = attack(
        "Driven by Shadow", heroes=[["Éowyn"], ["Gimli"]], hand=[["Unexpected Courage"]], resources={"Éowyn": 2},
        threat=[10, 10], shadows={}, encounter_deck=["Driven by Shadow"], phase="planning",
    )  # fmt: skip
    do(game, "Unexpected Courage", "Gimli")
    skip_to(game, "defender")
    do(game, "pass", stay=True)
    check(game, zone={"Unexpected Courage": "attached"})


# ---------------------------------------------------------------- 93 The Necromancer's Reach


def test_the_reach_wounds_the_exhausted():
    """Every exhausted character of every player, committed or not; ready ones are spared."""
    game = reveal(
        "The Necromancer's Reach", "Enchanted Stream", heroes=[["Gimli", "Éowyn"], ["Thalin", "Legolas"]],
        in_play=[["Veteran Axehand"]], committed=["Gimli", "Thalin"], exhausted=["Veteran Axehand"], threat=[10, 10],
        hand=[["Beorn"]],
    )  # fmt: skip
    check(game, damage={"Gimli": 1, "Éowyn": 0, "Thalin": 1, "Legolas": 0, "Veteran Axehand": 1})


def test_the_reach_kills_several_at_once():
    """RULES, Things: the damage of one effect is placed together, the first player orders the results."""
    game = reveal(
        "The Necromancer's Reach", heroes=[["Gimli"], ["Glóin"]], in_play=[["Gondorian Spearman", "Silverlode Archer"]],
        exhausted=["Gondorian Spearman", "Silverlode Archer", "Glóin"], hand=[[], ["Valiant Sacrifice"]],
        resources={"Glóin": 1}, deck=[["Feint", "Beorn"]], threat=[10, 10], first_player=1,
        encounter_deck=["The Necromancer's Reach", *STREAMS, *STREAMS],
    )  # fmt: skip
    assert (decision(game), decider(game)) == ("order", 1)
    do(game, "Silverlode Archer")
    assert zone_of(game, "Gondorian Spearman") == "play" and decision(game) == "response", "an ally left play"
    do(game, "Valiant Sacrifice")
    assert hand(game) == ["Beorn", "Feint"]


def test_the_reach_kills_the_last_hero():
    """Committed with one hit point left: lost."""
    game = reveal("The Necromancer's Reach", committed=["Gimli"], damage={"Gimli": 4})
    check(game, result="lost")


def test_the_reach_finds_nobody():
    """All ready: nothing."""
    check(reveal("The Necromancer's Reach"), damage={"Gimli": 0})


# ---------------------------------------------------------------- 94 Necromancer's Pass


def travel(**more):
    """The travel phase at the Pass; the Bats keep the game waiting in the encounter phase."""
    described = {"heroes": [["Gimli"]], "threat": [10], "phase": "travel"}
    return position(**{**described, "staging": ["Necromancer's Pass", "Forest Gate", "Black Forest Bats"], **more})


@pytest.mark.parametrize("cards", [[], ["Beorn"]])
def test_the_pass_needs_two_cards(cards):
    """Costs are paid in full or not at all."""
    assert offered(travel(hand=[cards])) == ["Forest Gate", "pass"]


def test_the_pass_takes_the_first_players_cards():
    """The first player's hand only, whoever else has cards."""
    game = travel(
        heroes=[["Gimli"], ["Thalin"]], hand=[["Beorn", "Gandalf", "Faramir"], ["Feint", "Swift Strike"]],
        threat=[10, 10], first_player=1,
    )  # fmt: skip
    do(game, "Necromancer's Pass")
    check(game, hand=[["Beorn", "Gandalf", "Faramir"], []], zone={"Necromancer's Pass": "active"})
    game = travel(heroes=[["Gimli"], ["Thalin"]], hand=[["Beorn", "Gandalf"], []], first_player=1, threat=[10, 10])
    assert offered(game) == ["Forest Gate", "pass"]


def test_the_pass_takes_cards_at_random():
    """Over the seeds each of three cards is kept now and then."""
    games = [travel(hand=[["Beorn", "Gandalf", "Faramir"]], seed=seed) for seed in range(12)]
    kept = {hand(do(game, "Necromancer's Pass"))[0] for game in games}
    assert kept == {"Beorn", "Gandalf", "Faramir"}


# ---------------------------------------------------------------- 95 Enchanted Stream


def stream(**more):
    """The Stream is the active location of two players with decks."""
    described = {
        "heroes": [["Beravor"], ["Thalin"]], "active_location": "Enchanted Stream", "exhausted": ["Thalin"],
        "deck": [["Feint", "Gandalf", "Faramir", "Beorn"], ["Swift Strike"]], "threat": [10, 10],
    }  # fmt: skip
    return position(**{**described, **more})


def test_nobody_draws_in_the_resource_phase():
    """The resources come all the same."""
    game = stream(phase="resource")
    check(game, hand=[[], []], resources={"Beravor": 1, "Thalin": 1})


@pytest.mark.parametrize(
    "more",
    [
        {},  # Beravor
        {"exhausted": ["Beravor"], "in_play": [["Gléowine"]]},
        {"exhausted": ["Beravor"], "hand": [["Lórien's Wealth"]], "resources": {"Beravor": 3}},
    ],
)
def test_no_ability_that_draws_can_be_used(more):
    """Nothing would change; without the Stream each can be used."""
    assert decision(stream(**more)) == "commit"
    assert decision(stream(**more, active_location="Forest Gate")) == "action"


def test_gandalf_has_no_cards_to_give():
    """One of his choices is missing."""
    game = stream(hand=[["Gandalf"]], resources={"Beravor": 5}, staging=["Forest Spider"], exhausted=["Beravor"])
    do(game, "Gandalf", "Gandalf")
    assert offered(game) == [("mode", 1), ("mode", 2)]


def test_no_draw_for_a_valiant_sacrifice():
    """The event cannot be played."""
    game = stream(
        heroes=[["Aragorn"], ["Thalin"]], hand=[["Valiant Sacrifice"]], resources={"Aragorn": 1}, exhausted=["Aragorn"],
        in_play=[["Snowbourn Scout"]], engaged=[["Forest Spider"]], phase="attacks",
    )  # fmt: skip
    do(game, "Snowbourn Scout", stay=True)
    assert hand(game) == ["Valiant Sacrifice"] and decision(game) == "none"


def test_the_stream_in_the_staging_area_does_nothing():
    """Only as the active location."""
    game = stream(active_location=None, staging=["Enchanted Stream"], phase="resource")
    check(game, hand=[["Feint"], ["Swift Strike"]])


def test_the_explored_stream_lets_draw_again():
    """Explored in the quest phase, it no longer binds the resource phase."""
    game = stream(
        progress={"Enchanted Stream": 1}, committed=["Beravor"], phase="resolution",
        encounter_deck=["Forest Gate"] * 4,
    )  # fmt: skip
    check(game, zone={"Enchanted Stream": "encounter discard"})
    do(game, "Beravor", ("player", 0), stay=True)
    check(game, hand=[["Feint", "Gandalf"], []])
