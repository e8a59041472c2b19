"""The treacheries and a location of Escape from Dol Guldur (104 to 106).

Source of positions: made up, the smallest that show the rule.
"""

import pytest

from lotrsim import ids as n
from lotrsim.testing import (
    card_of,
    check,
    do,
    go_on,
    hand,
    host_of,
    pile,
    position,
    record,
    skip_to,
    stat_of,
    zone_of,
)

ESCAPE = "escape-from-dol-guldur"
STREAMS = ["Enchanted Stream", "Enchanted Stream"]


def deck_of_host(game):
    """The player on whose deck the Iron Shackles lie, None where they lie elsewhere."""
    host = int(record(game)["host"][card_of(game, "Iron Shackles")])
    return n.ON_DECK - host if host <= n.ON_DECK else None


def attack(shadow, **more):
    """A Forest Spider of attack 2 with a shadow card attacks."""
    described = {
        "heroes": [["Gimli"]], "threat": [10], "engaged": [["Forest Spider"]], "shadows": {"Forest Spider": [shadow]},
        "phase": "attacks",
    }  # fmt: skip
    return position(ESCAPE, **{**described, **more})


# ---------------------------------------------------------------- 104 Under the Shadow


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_under_the_shadow_adds_one_for_each_player(players):
    """Until the end of the phase; nobody quests."""
    game = position(
        ESCAPE, heroes=[["Dúnhere"], ["Gimli"], ["Thalin"], ["Éowyn"]][:players], threat=[10] * players, phase="staging",
        staging=["Old Forest Road"], encounter_deck=["Under the Shadow"] + ["Forest Gate"] * 6,
    )  # fmt: skip
    check(game, threat=[10 + 1 + players + 2 * (players - 1)] * players)
    assert record(game)["staging_bonus"] == 0, "the phase is over"


def test_under_the_shadow_counts_the_players_when_the_quest_is_resolved():
    """A lasting effect of an encounter card is calculated anew (RULINGS, C2 1.55)."""
    game = position(
        ESCAPE, heroes=[["Dúnhere"], ["Gimli"]], threat=[10, 49], phase="staging", staging=["Old Forest Road"],
        encounter_deck=["Under the Shadow", "Cavern Guardian", *STREAMS],
    )  # fmt: skip
    check(game, threat=[10 + 1 + 1 + 2 + 1, 50])


def test_the_shadow_counts_the_engaged_enemies():
    """Those of the defending player, the attacker among them."""
    game = attack(
        "Under the Shadow", heroes=[["Gimli"], ["Thalin"]], threat=[10, 10],
        engaged=[["Forest Spider", "King Spider"], ["Dol Guldur Orcs"]],
    )  # fmt: skip
    check(do(game, "Forest Spider", "Gimli"), threat=[12, 10])


def test_the_shadow_eliminates_in_mid_attack():
    """RULES, End and score: at once."""
    game = attack("Under the Shadow", threat=[49])
    check(do(game, "Gimli"), result="lost")


# ---------------------------------------------------------------- 105 Iron Shackles


def shackled(**more):
    """The Shackles lie on the first player's deck."""
    described = {
        "heroes": [["Beravor"], ["Thalin"]], "deck": [["Feint", "Gandalf", "Faramir", "Beorn"], ["Swift Strike", "Beorn"]],
        "threat": [10, 10], "attachments": {"deck": ["Iron Shackles"]}, "exhausted": ["Thalin"],
    }  # fmt: skip
    return position(ESCAPE, **{**described, **more})


def test_the_shackles_lie_on_the_first_players_deck():
    """Whoever he is; the cards under them stay where they are."""
    game = position(
        ESCAPE, heroes=[["Dúnhere"], ["Gimli"]], first_player=1, threat=[10, 10], deck=[["Feint"], ["Beorn"]], phase="staging",
        encounter_deck=["Iron Shackles", *STREAMS, *STREAMS],
    )  # fmt: skip
    assert deck_of_host(game) == 1 and zone_of(game, "Iron Shackles") == "attached"


def test_the_shackles_replace_the_draw_of_the_resource_phase():
    """Of that deck's player only; the resource comes all the same (RULINGS, 105)."""
    game = shackled(phase="resource")
    check(game, hand=[[], ["Swift Strike"]], zone={"Iron Shackles": "encounter discard"}, resources={"Beravor": 1})


@pytest.mark.parametrize(
    ("choices", "more"),
    [
        (["Beravor"], {}),
        (["Gléowine"], {"exhausted": ["Beravor"], "in_play": [["Gléowine"]]}),
        (["Lórien's Wealth"], {"exhausted": ["Beravor"], "hand": [["Lórien's Wealth"]], "resources": {"Beravor": 3}}),
    ],
)
def test_the_shackles_replace_a_whole_draw(choices, more):
    """One card or three: nothing is drawn, and the other player's draw does not touch them (RULINGS, 105)."""
    game = do(shackled(**more), *choices, ("player", 0), stay=True)
    check(game, hand=[[], []], zone={"Iron Shackles": "encounter discard"})
    game = do(shackled(**more), *choices, ("player", 1), stay=True)
    assert hand(game, 1)[-1] == "Swift Strike" and deck_of_host(game) == 0


def test_the_next_draw_is_free():
    """Discarded once, they are gone."""
    game = shackled(in_play=[["Gléowine"]])
    do(game, "Beravor", ("player", 0), "Gléowine", ("player", 0), stay=True)
    check(game, hand=[["Feint"], []])


def test_a_search_is_no_draw():
    """Gandalf's Search (67) takes a card from under them."""
    game = shackled(exhausted=["Beravor"], hand=[["Gandalf's Search"]], resources={"Beravor": 2})
    do(game, "Gandalf's Search", ("player", 0), 2, "Gandalf", stay=True)
    assert hand(game) == ["Gandalf"] and deck_of_host(game) == 0


@pytest.mark.parametrize("more", [{"active_location": "Enchanted Stream"}, {"deck": [[], ["Beorn"]]}])
def test_who_cannot_draw_keeps_the_shackles(more):
    """Under the Stream (95) or with an empty deck nothing would be drawn."""
    assert deck_of_host(shackled(phase="resource", **more)) == 0


def test_the_miner_breaks_the_shackles():
    """They count as a Condition attachment (61)."""
    game = shackled(
        heroes=[["Denethor"], ["Thalin"]], hand=[["Miner of the Iron Hills"]], resources={"Denethor": 2}, encounter_deck=STREAMS,
    )  # fmt: skip
    do(game, "Miner of the Iron Hills", "Miner of the Iron Hills")
    check(game, zone={"Iron Shackles": "encounter discard"})


def test_the_shackles_as_shadow():
    """On the first player's deck, though another player is attacked (RULINGS, 105)."""
    game = attack(
        "Iron Shackles", heroes=[["Gimli"], ["Thalin"]], threat=[10, 10], engaged=[[], ["Forest Spider"]],
        deck=[["Feint", "Beorn", "Faramir"], ["Gandalf"]],
    )  # fmt: skip
    do(game, "Thalin", stay=True)
    assert deck_of_host(game) == 0
    skip_to(go_on(game), "commit")
    assert hand(game) == [] and hand(game, 1) == ["Gandalf"] and deck_of_host(game) is None


def test_cancelled_shackles_bind_nobody():
    """A Test of Will (50)."""
    game = position(
        ESCAPE, heroes=[["Dúnhere"]], threat=[10], hand=[["A Test of Will", "Feint"]], resources={"Dúnhere": 1}, phase="staging",
        deck=[["Beorn", "Gandalf"]], encounter_deck=["Iron Shackles", *STREAMS],
    )  # fmt: skip
    check(do(game, "A Test of Will"), zone={"Iron Shackles": "encounter discard"})


def test_the_shackles_go_with_an_eliminated_player():
    """RULES, End and score: encounter attachments to the encounter discard pile."""
    game = shackled(threat=[49, 10], phase="refresh", first_player=1, encounter_deck=STREAMS)
    check(game, zone={"Iron Shackles": "encounter discard"}, threat=[50, 11])


# ---------------------------------------------------------------- 106 Endless Caverns


def test_the_caverns_go_on():
    """Doomed 1, then Surge: another card."""
    game = position(
        ESCAPE, heroes=[["Gimli"]], threat=[10], phase="staging", encounter_deck=["Endless Caverns", "Endless Caverns", *STREAMS],
        hand=[["Feint"]],
    )  # fmt: skip
    assert stat_of(game, "Endless Caverns", "threat") == 1 and skip_to(game, "travel")
    assert sorted(pile(game, n.STAGING)) == ["Enchanted Stream", "Endless Caverns", "Endless Caverns"]
    check(game, threat=[10 + 2 + 1 + 1 + 2])


# ---------------------------------------------------------------- 92 Driven by Shadow, where objectives are


@pytest.mark.parametrize(("guards", "deck"), [({}, 2), ({"Shadow Key": "Forest Spider"}, 1)])
def test_driven_by_shadow_and_an_objective(guards, deck):
    """An objective is a card in the staging area; away with its engaged guard it is not there (RULINGS, 101)."""
    game = position(
        ESCAPE, heroes=[["Éowyn"]], threat=[10], hand=[["Feint"]], staging=["Shadow Key"], engaged=[["Forest Spider"]],
        guards=guards, phase="staging", encounter_deck=["Driven by Shadow", *STREAMS],
    )  # fmt: skip
    assert len(pile(game, n.ENCOUNTER_DECK)) == deck


def test_a_deck_is_no_host_for_effects_on_defenders():
    """Driven by Shadow looks for attachments of the defender; what lies on a deck is on nobody."""
    game = position(heroes=[["Gimli", "Thalin"]], deck=[["Feint"]], attachments={"deck": ["Iron Shackles"]},
                    engaged=[["Forest Spider"]], shadows={"Forest Spider": ["Driven by Shadow"]}, phase="combat")  # fmt: skip
    do(game, "Gimli")
    assert zone_of(game, "Iron Shackles") == "attached" and host_of(game, "Iron Shackles") == "deck of player 0"
