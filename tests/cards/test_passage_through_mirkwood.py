"""The encounter set Passage Through Mirkwood (96 to 100); the quest: test_passage_through_mirkwood_quest.py.

Source of positions: made up, the smallest that show the rule.
"""

import pytest

from lotrsim.testing import (
    check,
    decider,
    decision,
    do,
    hand,
    offered,
    position,
    quest_progress,
    record,
    skip_to,
    stat_of,
)

STREAMS = ["Enchanted Stream", "Enchanted Stream"]


def attack(shadow, **more):
    """A King Spider of attack 3 with a shadow card attacks the first player."""
    described = {
        "heroes": [["Gimli"]], "threat": [10], "engaged": [["King Spider"]], "shadows": {"King Spider": [shadow]},
        "phase": "attacks",
    }  # fmt: skip
    return position(**{**described, **more})


# ---------------------------------------------------------------- 96 Forest Spider


def test_the_spider_is_stronger_in_the_round_it_engages():
    """By choice or by a check; +1 attack until the end of the round, not longer."""
    game = position(heroes=[["Gimli"]], staging=["Forest Spider"], threat=[25], phase="checks", encounter_deck=STREAMS)
    assert decision(game) == "defender" and stat_of(game, "Forest Spider", "attack") == 3
    do(game, "Gimli")
    check(game, damage={"Gimli": 1})
    assert record(game)["round_no"] == 1 and stat_of(game, "Forest Spider", "attack") == 2


def test_the_spider_engaged_in_an_earlier_round_is_not():
    """The rulebook's example: attack 2."""
    game = position(heroes=[["Aragorn"]], engaged=[["Forest Spider"]], phase="attacks")
    check(do(game, "pass", stay=True), damage={"Aragorn": 2})


def test_the_spider_engages_twice_in_a_round():
    """Each engagement is a trigger; the bonuses add up (A Light in the Dark between)."""
    game = position(
        heroes=[["Dúnhere", "Gimli", "Thalin"]], engaged=[["Forest Spider"]], hand=[["A Light in the Dark"]],
        resources={"Dúnhere": 2}, threat=[30], phase="planning", exhausted=["Dúnhere", "Gimli", "Thalin"],
    )  # fmt: skip
    do(game, "A Light in the Dark", "Forest Spider")
    assert decision(game) == "undefended_hero" and stat_of(game, "Forest Spider", "attack") == 3
    game = position(
        heroes=[["Dúnhere"], ["Gimli"]], staging=["Forest Spider"], hand=[["A Light in the Dark"]],
        resources={"Dúnhere": 2}, threat=[10, 30], phase="encounter",
    )  # fmt: skip
    do(game, "Forest Spider", "A Light in the Dark")
    assert stat_of(game, "Forest Spider", "attack") == 4, "engaged again by the check of the second player"


def test_the_spiders_shadow_takes_an_attachment():
    """The defending player chooses one that he controls, on whatever card; no Web, nobody else's."""
    game = attack(
        "Forest Spider", heroes=[["Gimli", "Thalin"], ["Legolas"]], threat=[10, 10], active_location="Forest Gate",
        attachments={
            "Gimli": ["Citadel Plate", "Caught in a Web"], "Legolas": ["Blade of Gondolin"],
            "Forest Gate": ["Power in the Earth"],
        },
    )  # fmt: skip
    do(game, "Thalin")
    assert (decision(game), decider(game), offered(game)) == ("target", 0, ["Citadel Plate", "Power in the Earth"])
    do(game, "Power in the Earth", stay=True)
    check(game, zone={"Power in the Earth": "discard", "Citadel Plate": "attached"})


def test_the_spiders_shadow_finds_nothing():
    """No attachment that he controls: nothing happens."""
    game = attack("Forest Spider", attachments={"Gimli": ["Caught in a Web"]})
    check(do(game, "Gimli", stay=True), zone={"Caught in a Web": "attached"}, damage={"Gimli": 1})


# ---------------------------------------------------------------- 97 East Bight Patrol


@pytest.mark.parametrize(("choice", "damage", "threat"), [("Gimli", 2, 10), ("pass", 4, 13)])
def test_the_patrols_shadow(choice, damage, threat):
    """+1 attack either way; 3 threat only where undefended, of the attacked player alone."""
    game = attack("East Bight Patrol", heroes=[["Gimli"], ["Thalin"]], threat=[10, 10])
    check(do(game, choice, stay=True), damage={"Gimli": damage}, threat=[threat, 10])


def test_the_patrol_raises_the_threat_to_fifty():
    """RULES, End: eliminated at once; no damage any more."""
    game = attack("East Bight Patrol", heroes=[["Gimli"], ["Thalin"]], threat=[47, 10])
    do(game, "pass", stay=True)
    assert record(game)["eliminated"].tolist()[:2] == [1, 0]
    check(game, zone={"King Spider": "staging", "Gimli": "discard"}, threat=[50, 10])


# ---------------------------------------------------------------- 98 Black Forest Bats


def bats(**more):
    """The Bats are revealed to two players who have committed characters."""
    described = {
        "heroes": [["Gimli", "Legolas"], ["Thalin"]], "committed": ["Gimli", "Legolas", "Thalin"], "threat": [10, 10],
        "encounter_deck": ["Black Forest Bats", *STREAMS, *STREAMS], "phase": "staging",
    }  # fmt: skip
    return position(**{**described, **more})


def test_the_bats_remove_a_character_for_each_player():
    """Each player in turn chooses a committed character, anybody's (the text does not say "he controls")."""
    game = bats(first_player=1)
    assert (decision(game), decider(game), offered(game)) == ("target", 1, ["Gimli", "Legolas", "Thalin"])
    do(game, "Legolas")
    assert (decider(game), offered(game)) == (0, ["Gimli", "Thalin"])
    check(do(game, "Gimli"), exhausted=["Gimli", "Legolas", "Thalin"])
    check(game, threat=[12, 12])  # Thalin's 1 willpower against the Bats' 1 and the Stream's 2


def test_the_bats_find_fewer_than_players():
    """RULINGS, Readings, 98: among committed characters; none left: nothing."""
    game = bats(committed=["Thalin"])
    check(game, threat=[13, 13], exhausted=["Thalin"], ready=["Gimli", "Legolas"])
    check(bats(committed=[]), threat=[13, 13], zone={"Black Forest Bats": "staging"})


def test_a_removed_character_is_not_committed_any_more():
    """Thalin, gone from the quest, wounds no enemy revealed after it; who was readied stays ready."""
    game = bats(
        heroes=[["Thalin"]], committed=["Thalin"], threat=[10],
        encounter_deck=["Driven by Shadow", "Black Forest Bats", "Forest Spider"],
    )  # fmt: skip
    check(game, damage={"Black Forest Bats": 1})
    game = bats(
        heroes=[["Thalin"], ["Gimli"]], committed=["Thalin"], threat=[10, 10],
        encounter_deck=["Black Forest Bats", "Forest Spider", *STREAMS],
    )  # fmt: skip
    check(game, damage={"Black Forest Bats": 1, "Forest Spider": 0})
    game = position(
        heroes=[["Aragorn"]], resources={"Aragorn": 1}, threat=[10], phase="commit",
        encounter_deck=["Black Forest Bats", *STREAMS],
    )  # fmt: skip
    do(game, "Aragorn", "Aragorn")
    check(game, ready=["Aragorn"], threat=[11])


# ---------------------------------------------------------------- 99 Old Forest Road


def road(**more):
    """The travel phase at the Road; the Bats keep the game waiting in the encounter phase."""
    described = {
        "heroes": [["Gimli", "Legolas"], ["Thalin"]], "threat": [10, 10], "phase": "travel",
        "staging": ["Old Forest Road", "Black Forest Bats"], "exhausted": ["Gimli", "Thalin"],
    }  # fmt: skip
    return position(**{**described, **more})


def test_the_road_readies_a_character_of_the_first_player():
    """One that he controls, hero or ally; the first player's choice whether."""
    game = road(in_play=[["Faramir"], ["Veteran Axehand"]], exhausted=["Gimli", "Faramir", "Veteran Axehand", "Thalin"])
    do(game, "Old Forest Road")
    assert (decision(game), decider(game), offered(game)) == ("response", 0, ["Old Forest Road", "pass"])
    do(game, "Old Forest Road")
    assert (decision(game), decider(game), offered(game)) == ("target", 0, ["Gimli", "Faramir"])
    check(do(game, "Faramir"), ready=["Faramir", "Legolas"], exhausted=["Gimli", "Thalin"])
    check(do(road(), "Old Forest Road", "pass"), exhausted=["Gimli", "Thalin"])


def test_the_road_needs_somebody_to_ready():
    """The first player's characters are all ready: no response, whoever else is exhausted."""
    game = do(road(exhausted=["Thalin"]), "Old Forest Road")
    assert decision(game) == "engage"


def test_the_road_only_when_travelled_to():
    """Being active already, or another location: nothing."""
    assert decision(road(staging=["Black Forest Bats"], active_location="Old Forest Road")) == "engage"
    game = do(road(staging=["Old Forest Road", "Forest Gate", "Black Forest Bats"]), "Forest Gate")
    assert decision(game) == "engage"


def test_the_road_and_the_new_first_player():
    """The first player of this round, who travels."""
    game = do(road(first_player=1), "Old Forest Road")
    assert (decision(game), decider(game)) == ("response", 1)
    check(do(game, "Old Forest Road"), ready=["Thalin"], exhausted=["Gimli"])


def test_who_is_readied_may_fight():
    """A committed character, readied by the Road, defends."""
    game = road(
        heroes=[["Gimli"]], threat=[10], staging=["Old Forest Road"], engaged=[["Forest Spider"]], exhausted=["Gimli"],
    )  # fmt: skip
    do(game, "Old Forest Road", "Old Forest Road")
    assert (decision(game), offered(game)) == ("defender", ["Gimli", "pass"])


# ---------------------------------------------------------------- 100 Forest Gate


def gate(**more):
    """The travel phase at the Gate."""
    described = {
        "heroes": [["Gimli"], ["Dúnhere"]], "threat": [10, 10], "phase": "travel",
        "staging": ["Forest Gate", "Black Forest Bats"],
        "deck": [["Feint", "Beorn", "Faramir"], ["Strength of Will", "Gandalf", "Hasty Stroke"]],
    }  # fmt: skip
    return position(**{**described, **more})


def test_the_gate_lets_the_first_player_draw():
    """Two cards, he alone, if he likes; one where one is left."""
    game = do(gate(), "Forest Gate")
    assert (decision(game), decider(game), offered(game)) == ("response", 0, ["Forest Gate", "pass"])
    check(do(game, "Forest Gate"), hand=[["Beorn", "Feint"], []])
    check(do(gate(), "Forest Gate", "pass"), hand=[[], []])
    check(do(gate(deck=[["Feint"]]), "Forest Gate", "Forest Gate"), hand=[["Feint"], []])


def test_the_gate_needs_a_deck():
    """Nothing to draw: no response; the second player's deck does not matter."""
    game = do(gate(deck=[[], ["Gandalf"]]), "Forest Gate")
    assert decision(game) == "engage" and hand(game, 1) == []


def test_the_gate_may_draw_strength_of_will_for_the_same_travel():
    """Designer (89609): responses to one trigger are open until the game goes on."""
    game = do(gate(first_player=1), "Forest Gate")
    assert (decider(game), offered(game)) == (1, ["Forest Gate", "pass"])
    do(game, "Forest Gate")
    assert (decision(game), decider(game), offered(game)) == ("response", 1, ["Strength of Will", "pass"])
    check(do(game, "Strength of Will"), progress={"Forest Gate": 2}, exhausted=["Dúnhere"], hand=[[], ["Gandalf"]])


def test_the_gate_once():
    """A response once per trigger; four quest points, threat 2."""
    game = do(gate(), "Forest Gate", "Forest Gate")
    assert decision(game) == "engage" and quest_progress(game) == 0
    skip_to(game, "commit")
    assert decider(game) == 1, "the token was passed"
