"""Whose card it is: abilities are their controller's, attachments belong to who controls the character (FAQ 1.38).

Source of positions: made up, the smallest that show the rule.
"""

import pytest

from lotrsim.testing import (
    card_of,
    decider,
    decision,
    do,
    offered,
    player_with,
    position,
    record,
    skip_to,
    zone_of,
)

ON_CHARACTERS = {
    "Steward of Gondor": "Théodred", "Celebrían's Stone": "Théodred", "Blade of Gondolin": "Thalin",
    "Citadel Plate": "Thalin", "Dwarven Axe": "Thalin", "Horn of Gondor": "Thalin", "The Favor of the Lady": "Eleanor",
    "Unexpected Courage": "Eleanor", "Protector of Lórien": "Beravor", "Dark Knowledge": "Beravor",
    "Self Preservation": "Beravor",
}  # fmt: skip
ABILITIES = ["Daughter of the Nimrodel", "Gléowine", "Henamarth Riversong", "Beorn", "Faramir"]
ON_GIMLI = ["Unexpected Courage", "Protector of Lórien", "Self Preservation", "Steward of Gondor"]


@pytest.mark.parametrize("name", ABILITIES)
def test_only_the_controller_uses_an_ally(name):
    """RULES, Things: an ability is its controller's; the first player gets no window for it."""
    game = position(
        heroes=[["Gimli"], ["Thalin"]], in_play=[[], [name]], damage={"Gimli": 1}, deck=[["Feint"], []],
        encounter_deck=["Forest Gate"],
    )  # fmt: skip
    assert (decision(game), decider(game), offered(game)) == ("action", 1, [name, "pass"])


@pytest.mark.parametrize("name", ON_GIMLI)
def test_only_the_controller_uses_an_attachment(name):
    """Its controller is the hero's."""
    game = position(
        heroes=[["Thalin"], ["Gimli"]], attachments={"Gimli": [name]}, damage={"Gimli": 2}, exhausted=["Gimli"],
        hand=[["Feint"], ["Beorn"]],
    )  # fmt: skip
    assert (decision(game), decider(game), offered(game)) == ("action", 1, [name, "pass"])


@pytest.mark.parametrize(("name", "payer"), ON_CHARACTERS.items())
def test_an_attachment_on_another_players_hero_becomes_his(name, payer):
    """FAQ 1.38; the owner stays who brought it."""
    game = position(heroes=[[payer], ["Gimli"]], hand=[[name]], resources={payer: 3}, exhausted=["Gimli", payer])
    do(game, name, "Gimli")
    assert player_with(game, name) == 1
    assert record(game)["owner"][card_of(game, name)] == 0


@pytest.mark.parametrize(
    ("name", "payer", "host"), [("Forest Snare", "Beravor", "Forest Spider"), ("Power in the Earth", "Eleanor", "Forest Gate")],
)  # fmt: skip
def test_an_attachment_on_an_encounter_card_stays_with_its_player(name, payer, host):
    """FAQ 1.38: on an enemy, also one engaged with somebody else, or on a location."""
    game = position(
        heroes=[[payer], ["Gimli"]], hand=[[name]], resources={payer: 3}, engaged=[[], ["Forest Spider"]],
        staging=["Forest Gate"], exhausted=[payer],
    )  # fmt: skip
    do(game, name)
    assert player_with(game, name) == 0 and record(game)["host"][card_of(game, name)] == card_of(game, host)


def test_the_horn_rewards_the_hero_who_bears_it():
    """Played on another player's hero: that player may respond."""
    game = position(
        heroes=[["Thalin"], ["Gimli"]], hand=[["Horn of Gondor"]], resources={"Thalin": 1}, in_play=[[], ["Faramir"]],
        damage={"Faramir": 2}, exhausted=["Thalin", "Gimli"], engaged=[[], ["King Spider"]], phase="planning",
    )  # fmt: skip
    do(game, "Horn of Gondor", "Gimli")
    skip_to(game, "defender")
    do(game, "Faramir")
    assert (decision(game), decider(game), offered(game)) == ("response", 1, ["Horn of Gondor", "pass"])


def test_cards_of_an_eliminated_player_stay_on_others_characters():
    """RULES, End: his attachments on other players' characters stay and go on working."""
    game = position(
        heroes=[["Eleanor"], ["Gimli"]], hand=[["Unexpected Courage"]], resources={"Eleanor": 2}, threat=[47, 20],
        in_play=[[], ["Wandering Took"]], exhausted=["Gimli"],
    )  # fmt: skip
    do(game, "Unexpected Courage", "Gimli")
    assert decider(game) == 1
    do(game, "Wandering Took")
    assert record(game)["eliminated"].tolist()[:2] == [1, 0] and zone_of(game, "Unexpected Courage") == "attached"
    assert (decider(game), offered(game)) == (1, ["Unexpected Courage", "pass"])
