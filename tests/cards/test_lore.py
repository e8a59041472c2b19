"""The Lore allies and attachments of the Core Set (58 to 62, 69 to 72); the events are in test_lore_events.py.

Source of positions: made up, the smallest that show the rule.
"""

import pytest

from lotrsim import ids as n
from lotrsim.errors import IllegalAction
from lotrsim.testing import (
    card_of,
    check,
    decider,
    decision,
    do,
    host_of,
    offered,
    phase_of,
    pile,
    player_with,
    position,
    record,
    skip_to,
    stat_of,
)


def knows(game, player, name):
    """A player knows the card where it lies."""
    return bool(record(game)["known_by"][card_of(game, name)] >> player & 1)


# ---------------------------------------------------------------- 58 Daughter of the Nimrodel


def test_the_daughter_heals_up_to_two_on_one_hero():
    """Any hero, no ally; the second point only if the player wants and if it is there."""
    described = {
        "heroes": [["Denethor"], ["Gimli"]], "in_play": [["Daughter of the Nimrodel", "Faramir"]], "phase": "planning",
        "damage": {"Denethor": 1, "Gimli": 3, "Faramir": 1}, "exhausted": ["Denethor", "Faramir"],
    }  # fmt: skip
    game = do(position(**described), "Daughter of the Nimrodel")
    assert (decision(game), offered(game)) == ("target", ["Denethor", "Gimli"])
    do(game, "Gimli")
    assert decision(game) == "may"
    check(do(game, "no"), damage={"Gimli": 2}, exhausted=["Daughter of the Nimrodel"])
    game = do(position(**described), "Daughter of the Nimrodel", "Gimli", "yes")
    check(game, damage={"Gimli": 1})
    game = do(position(**described), "Daughter of the Nimrodel", "Denethor")
    check(game, damage={"Denethor": 0})
    assert decision(game) == "commit", "no second point to ask for"


def test_the_daughter_needs_a_damaged_hero_and_must_be_ready():
    """Only a damaged ally, or exhausted herself: no action."""
    game = position(
        heroes=[["Gimli"]], in_play=[["Daughter of the Nimrodel", "Veteran Axehand"]], damage={"Veteran Axehand": 1},
    )  # fmt: skip
    assert decision(game) == "commit"
    game = position(
        heroes=[["Gimli"]], in_play=[["Daughter of the Nimrodel"]], damage={"Gimli": 1},
        exhausted=["Daughter of the Nimrodel"],
    )  # fmt: skip
    assert decision(game) == "commit"


def test_the_daughter_of_another_player_is_not_mine():
    """Only her controller uses her."""
    game = position(heroes=[["Gimli"], ["Thalin"]], in_play=[[], ["Daughter of the Nimrodel"]], damage={"Gimli": 1})
    assert (decider(game), offered(game)) == (1, ["Daughter of the Nimrodel", "pass"])


# ---------------------------------------------------------------- 59 Erebor Hammersmith


def smith(**more):
    """Two players, the first about to play the Hammersmith."""
    described = {
        "heroes": [["Denethor"], ["Gimli"]], "hand": [["Erebor Hammersmith"]], "resources": {"Denethor": 2},
        "discard": [["Feint", "Dark Knowledge", "Forest Snare"], ["Horn of Gondor", "Dwarven Axe"]],
    }  # fmt: skip
    return position(**{**described, **more})


def test_the_hammersmith_takes_a_topmost_attachment():
    """The topmost attachment of any player's pile, whatever lies above, to its owner's hand; optional."""
    game = do(smith(), "Erebor Hammersmith")
    assert (decision(game), offered(game)) == ("response", ["Erebor Hammersmith", "pass"])
    do(game, "Erebor Hammersmith")
    assert sorted(offered(game)) == ["Dark Knowledge", "Horn of Gondor"]
    do(game, "Horn of Gondor")
    check(game, hand=[[], ["Horn of Gondor"]])
    check(do(smith(), "Erebor Hammersmith", "pass"), hand=[[], []])


def test_the_hammersmith_needs_an_attachment():
    """No attachment in any pile: no window."""
    game = do(smith(discard=[["Feint", "Gandalf"]]), "Erebor Hammersmith")
    assert decision(game) == "commit"
    check(game, zone={"Erebor Hammersmith": "play"})


def test_the_hammersmith_only_when_played():
    """RULINGS, Readings, 59: "play" is not "enter play" (Sneak Attack)."""
    game = position(
        heroes=[["Aragorn"]], hand=[["Sneak Attack", "Erebor Hammersmith"]], resources={"Aragorn": 1},
        discard=[["Dark Knowledge"]],
    )  # fmt: skip
    do(game, "Sneak Attack", stay=True)
    assert decision(game) != "response"
    check(game, zone={"Dark Knowledge": "discard"})


def test_no_attachment_of_an_eliminated_player():
    """An eliminated player has no discard pile any more."""
    game = smith(discard=[["Feint"], ["Dwarven Axe"]], in_play=[["Wandering Took"]], threat=[20, 47])
    do(game, "Wandering Took", "Erebor Hammersmith")
    assert decision(game) == "commit"


# ---------------------------------------------------------------- 60 Henamarth Riversong


def test_henamarth_knows_and_nobody_else():
    """He looks, the card stays on top; the other player learns nothing (HARD_CARDS: per player)."""
    game = position(
        heroes=[["Denethor"], ["Gimli"]], in_play=[["Henamarth Riversong"]], exhausted=["Denethor"],
        encounter_deck=["Forest Gate", "Enchanted Stream"],
    )  # fmt: skip
    do(game, "Henamarth Riversong")
    assert knows(game, 0, "Forest Gate") and not knows(game, 1, "Forest Gate")
    assert not knows(game, 0, "Enchanted Stream")
    assert pile(game, n.ENCOUNTER_DECK) == ["Forest Gate", "Enchanted Stream"]
    check(game, exhausted=["Henamarth Riversong"])


def test_henamarth_needs_something_new_to_see():
    """No deck, a card he knows, or exhausted."""
    assert decision(position(heroes=[["Gimli"]], in_play=[["Henamarth Riversong"]])) == "commit"
    game = position(
        heroes=[["Gimli"]], in_play=[["Henamarth Riversong"]], encounter_deck=["Forest Gate"],
        exhausted=["Henamarth Riversong"],
    )  # fmt: skip
    assert decision(game) == "commit"


def test_henamarth_is_unique():
    """RULES, unique: a second one cannot be played while one is in play anywhere."""
    game = position(
        heroes=[["Denethor"], ["Gimli"]], hand=[["Henamarth Riversong"]], in_play=[[], ["Henamarth Riversong"]],
        resources={"Denethor": 1},
    )  # fmt: skip
    check(game, not_offered=["Henamarth Riversong"])


# ---------------------------------------------------------------- 61 Miner of the Iron Hills


def miner(**more):
    """A player about to play the Miner."""
    described = {
        "heroes": [["Glorfindel"], ["Éowyn"]], "hand": [["Miner of the Iron Hills"]], "resources": {"Glorfindel": 2},
        "exhausted": ["Glorfindel", "Éowyn"],
    }  # fmt: skip
    return position(**{**described, **more})


def test_the_miner_discards_any_condition():
    """Of any player, on a hero, a location; a Web too; no Item, Title or Trap. Each to its owner's pile."""
    described = {
        "staging": ["Forest Gate"], "engaged": [[], ["Forest Spider"]],
        "attachments": {
            "Éowyn": ["The Favor of the Lady", "Caught in a Web", "Citadel Plate"],
            "Glorfindel": ["Protector of Lórien"], "Forest Spider": ["Forest Snare"],
            "Forest Gate": ["Power in the Earth"],
        },
    }  # fmt: skip
    game = do(miner(**described), "Miner of the Iron Hills", "Miner of the Iron Hills")
    assert sorted(offered(game)) == ["Caught in a Web", "Power in the Earth", "The Favor of the Lady"]
    do(game, "The Favor of the Lady")
    check(game, zone={"The Favor of the Lady": "discard"}, stat={"Éowyn": {"willpower": 4}})
    assert player_with(game, "The Favor of the Lady") == 1
    game = do(miner(**described), *["Miner of the Iron Hills"] * 2, "Caught in a Web", stay=True)
    check(game, zone={"Caught in a Web": "encounter discard"})


def test_the_miner_needs_a_condition():
    """No target, no response."""
    game = do(miner(attachments={"Éowyn": ["Citadel Plate"]}), "Miner of the Iron Hills", stay=True)
    assert decision(game) == "none"


def test_the_miner_also_when_put_into_play():
    """FAQ 1.16: "enters play"."""
    game = position(
        heroes=[["Dúnhere"]], hand=[["Stand and Fight"]], resources={"Dúnhere": 2},
        discard=[["Miner of the Iron Hills"]], attachments={"Dúnhere": ["Caught in a Web"]},
    )  # fmt: skip
    do(game, "Stand and Fight", "Miner of the Iron Hills", stay=True)
    check(game, zone={"Caught in a Web": "encounter discard"})


# ---------------------------------------------------------------- 62 Gléowine


def test_gleowine_lets_any_player_draw():
    """Only who can draw is a choice."""
    game = position(heroes=[["Gimli"], ["Thalin"]], in_play=[["Gléowine"]], deck=[["Beorn"], ["Feint", "Faramir"]])
    do(game, "Gléowine")
    assert offered(game) == [("player", 0), ("player", 1)]
    check(do(game, ("player", 1)), hand=[[], ["Feint"]], exhausted=["Gléowine"])
    game = position(heroes=[["Gimli"], ["Thalin"]], in_play=[["Gléowine"]], deck=[[], ["Feint"]])
    check(do(game, "Gléowine"), hand=[[], ["Feint"]])


def test_gleowine_refuses():
    """Nobody can draw, the Enchanted Stream, or exhausted."""
    assert decision(position(heroes=[["Gimli"]], in_play=[["Gléowine"]])) == "commit"
    game = position(heroes=[["Gimli"]], in_play=[["Gléowine"]], deck=[["Feint"]], active_location="Enchanted Stream")
    assert decision(game) == "commit"
    game = position(heroes=[["Gimli"]], in_play=[["Gléowine"]], deck=[["Feint"]], exhausted=["Gléowine"])
    assert decision(game) == "commit"


# ---------------------------------------------------------------- 69 Forest Snare


def test_the_snare_is_set_for_an_engaged_enemy():
    """Engaged with any player; not in the staging area; three Lore resources."""
    described = {"heroes": [["Denethor"], ["Gimli"]], "hand": [["Forest Snare"]], "exhausted": ["Denethor"]}
    game = position(
        **described, resources={"Denethor": 3}, engaged=[["Forest Spider"], ["King Spider"]], staging=["Hummerhorns"],
    )  # fmt: skip
    do(game, "Forest Snare")
    assert offered(game) == ["Forest Spider", "King Spider"]
    do(game, "King Spider")
    assert host_of(game, "Forest Snare") == "King Spider" and player_with(game, "Forest Snare") == 0
    game = position(**described, resources={"Denethor": 3}, staging=["Hummerhorns"])
    check(game, not_offered=["Forest Snare"])
    game = position(**described, resources={"Denethor": 2, "Gimli": 3}, engaged=[["Forest Spider"], []])
    check(game, not_offered=["Forest Snare"])


def test_a_snared_enemy_gets_a_shadow_card_and_does_not_attack():
    """RULES, Attacks, fine print: shadow cards are dealt also to enemies that cannot attack; it may be attacked."""
    game = position(
        heroes=[["Gimli"]], engaged=[["Forest Spider"]], attachments={"Forest Spider": ["Forest Snare"]},
        encounter_deck=["East Bight Patrol"], phase="combat",
    )  # fmt: skip
    assert (decision(game), offered(game)) == ("strike_target", ["Forest Spider", "pass"])
    check(game, zone={"East Bight Patrol": "shadow"}, damage={"Gimli": 0})
    do(game, "Forest Spider", stay=True)
    check(game, damage={"Forest Spider": 1})


def test_a_snare_torn_off_in_mid_combat():
    """Driven by Shadow discards it with all attachments of the defending player: the enemy attacks after all."""
    game = position(
        heroes=[["Gimli"]], engaged=[["Black Forest Bats", "Forest Spider"]],
        attachments={"Forest Spider": ["Forest Snare"]}, shadows={"Black Forest Bats": ["Driven by Shadow"]},
        phase="attacks",
    )  # fmt: skip
    do(game, "pass")
    check(game, zone={"Forest Snare": "discard"}, damage={"Gimli": 1})
    assert decision(game) == "defender"
    check(do(game, "pass", stay=True), damage={"Gimli": 3})


# ---------------------------------------------------------------- 70 Protector of Lórien


def protector(**more):
    """A hero with the title and cards to discard."""
    described = {
        "heroes": [["Gimli"]], "attachments": {"Gimli": ["Protector of Lórien"]}, "phase": "quest",
        "hand": [["Beorn", "Gandalf", "Faramir", "Veteran Axehand", "Son of Arnor"]],
    }  # fmt: skip
    return position(**{**described, **more})


def test_the_protector_three_times_a_phase():
    """Errata: limit 3 times per phase, willpower and defense mixed; in the next phase again."""
    game = protector()
    for card, mode in (("Beorn", 0), ("Gandalf", 1), ("Faramir", 1)):
        do(game, "Protector of Lórien", card, ("mode", mode))
    assert (stat_of(game, "Gimli", "willpower"), stat_of(game, "Gimli", "defense")) == (4, 3)
    assert decision(game) == "commit", "no fourth time"
    do(game, "Gimli")
    assert phase_of(game) == "travel", "4 willpower made progress; until the end of the phase"
    check(game, quest_progress=4, stat={"Gimli": {"willpower": 2, "defense": 2}})
    do(game, "Protector of Lórien", "Son of Arnor", ("mode", 0))
    check(game, stat={"Gimli": {"defense": 3}})


def test_two_protectors_have_a_limit_each():
    """FAQ 1.51: the limit belongs to the card."""
    game = protector(attachments={"Gimli": ["Protector of Lórien", "Protector of Lórien"]})
    for copy in (1, 1, 1, 2):
        do(game, f"Protector of Lórien#{copy}")
        do(game, offered(game)[0], ("mode", 0))
    assert stat_of(game, "Gimli", "defense") == 6
    with pytest.raises(IllegalAction):
        do(game, "Protector of Lórien#1")


def test_the_protector_needs_a_card():
    """The cost is a card from one's own hand."""
    assert decision(protector(hand=[[]])) == "commit"
    game = protector(heroes=[["Gimli"], ["Thalin"]], hand=[[], ["Beorn"]])
    assert decision(game) == "commit", "the controller of the hero has none"


def test_the_protector_defends_better_and_the_title_stays():
    """In the window after the defender is declared."""
    game = protector(hand=[["Beorn"]], engaged=[["King Spider"]], phase="attacks")
    skip_to(game, "defender")
    do(game, "Gimli", "Protector of Lórien", ("mode", 0), stay=True)
    check(game, damage={"Gimli": 0}, zone={"Protector of Lórien": "attached", "Beorn": "discard"})


# ---------------------------------------------------------------- 71 Dark Knowledge


def dark(**more):
    """A hero with Dark Knowledge at the shadow deal."""
    described = {
        "heroes": [["Denethor"]], "attachments": {"Denethor": ["Dark Knowledge"]}, "exhausted": ["Denethor"],
        "engaged": [["Forest Spider", "Ungoliant's Spawn"]], "phase": "combat",
        "encounter_deck": ["Enchanted Stream", "East Bight Patrol"],
    }  # fmt: skip
    return position(**{**described, **more})


def test_dark_knowledge_looks_at_one_card():
    """The one just dealt, here to the Spawn (dealt first); known to the player alone, still facedown. -1 willpower."""
    game = do(dark(), "Dark Knowledge")
    assert knows(game, 0, "Enchanted Stream") and not knows(game, 0, "East Bight Patrol")
    check(game, exhausted=["Dark Knowledge"], zone={"Enchanted Stream": "shadow"}, stat={"Denethor": {"willpower": 0}})


def test_dark_knowledge_may_wait_for_the_second_card():
    """Each deal is a trigger of its own."""
    game = do(dark(), "pass")
    assert decision(game) == "response"
    do(game, "Dark Knowledge")
    assert knows(game, 0, "East Bight Patrol") and not knows(game, 0, "Enchanted Stream")


def test_dark_knowledge_only_against_an_enemy_attacking_you():
    """Another player's enemy is no reason; exhausted it cannot be used."""
    game = dark(heroes=[["Gimli"], ["Thalin"]], attachments={"Gimli": ["Dark Knowledge"]}, exhausted=[],
                engaged=[[], ["Forest Spider"]])  # fmt: skip
    assert decision(game) == "defender"
    game = dark(exhausted=["Denethor", "Dark Knowledge"], engaged=[["Forest Spider"]])
    assert decision(game) != "response"


def test_dark_knowledge_and_the_beastmasters_additional_card():
    """RULINGS, 91: dealt at step 1 of the attack; that card is just dealt too."""
    game = dark(heroes=[["Denethor", "Gimli"]], engaged=[["Dol Guldur Beastmaster"]])
    do(game, "pass")
    assert decision(game) == "response"
    do(game, "Dark Knowledge")
    assert knows(game, 0, "East Bight Patrol") and not knows(game, 0, "Enchanted Stream")


# ---------------------------------------------------------------- 72 Self Preservation


def test_self_preservation_on_any_character():
    """Attach to a hero or an ally of any player, three Lore resources."""
    game = position(
        heroes=[["Denethor"], ["Gimli"]], in_play=[[], ["Beorn"]], hand=[["Self Preservation"]],
        resources={"Denethor": 3}, exhausted=["Denethor"],
    )  # fmt: skip
    do(game, "Self Preservation")
    assert offered(game) == ["Denethor", "Gimli", "Beorn"]


def test_self_preservation_heals_two_a_round():
    """Exhausts itself; one point where only one is there; nothing to heal: refused; readies in the refresh phase."""
    described = {"heroes": [["Beravor"]], "attachments": {"Beravor": ["Self Preservation"]}}
    game = do(position(**described, damage={"Beravor": 3}), "Self Preservation")
    check(game, damage={"Beravor": 1}, exhausted=["Self Preservation"])
    assert decision(game) == "commit"
    do(game, "pass", "Self Preservation")
    check(game, damage={"Beravor": 0})
    assert record(game)["round_no"] == 1 and decision(position(**described)) == "commit"


def test_self_preservation_goes_with_its_ally():
    """RULES, Things: attachments of a card that leaves play are discarded."""
    game = position(
        heroes=[["Gimli"]], in_play=[["Faramir"]], attachments={"Faramir": ["Self Preservation"]},
        damage={"Faramir": 2}, exhausted=["Self Preservation"], engaged=[["King Spider"]], phase="attacks",
    )  # fmt: skip
    skip_to(game, "defender")
    do(game, "Faramir", stay=True)
    check(game, zone={"Faramir": "discard", "Self Preservation": "discard"})
