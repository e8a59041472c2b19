"""The Tactics attachments of the Core Set (39 to 42): what they do, when they may not, and whom they meet.

Source of positions: made up, the smallest that show the rule.
"""

from lotrsim.testing import (
    check,
    decider,
    decision,
    do,
    offered,
    play,
    position,
)

# ---------------------------------------------------------------- 39 Blade of Gondolin


def test_blade_of_gondolin_against_orcs():
    """+1 attack only while attacking an Orc."""
    for enemy, damage in (("Dol Guldur Beastmaster", 2), ("Forest Spider", 1)):
        game = position(
            heroes=[["Thalin"]], attachments={"Thalin": ["Blade of Gondolin"]}, engaged=[[enemy]],
            phase="player-attacks",
        )  # fmt: skip
        do(game, enemy, stay=True)
        check(game, damage={enemy: damage}, stat={"Thalin": {"attack": 2}})


def test_two_blades_of_gondolin():
    """Each adds 1, each makes a progress."""
    game = position(
        heroes=[["Thalin"]], attachments={"Thalin": ["Blade of Gondolin", "Blade of Gondolin"]},
        engaged=[["Dol Guldur Beastmaster"]], damage={"Dol Guldur Beastmaster": 2}, phase="player-attacks",
    )  # fmt: skip
    do(game, "Dol Guldur Beastmaster", "Blade of Gondolin", "Blade of Gondolin", stay=True)
    check(game, quest_progress=2)


def test_blade_of_gondolin_needs_its_bearer():
    """Another hero's kill does not count."""
    game = position(
        heroes=[["Thalin", "Gimli"]], attachments={"Thalin": ["Blade of Gondolin"]}, engaged=[["Black Forest Bats"]],
        phase="player-attacks",
    )  # fmt: skip
    do(game, "Black Forest Bats", "Gimli", stay=True)
    check(game, quest_progress=0, ready=["Thalin"])


def test_blade_of_gondolin_explores():
    """The active location takes the progress first."""
    game = position(
        heroes=[["Thalin"]], attachments={"Thalin": ["Blade of Gondolin"]}, engaged=[["Black Forest Bats"]],
        active_location="Old Forest Road", progress={"Old Forest Road": 2}, phase="player-attacks",
    )  # fmt: skip
    do(game, "Black Forest Bats", "Blade of Gondolin", stay=True)
    check(game, quest_progress=0, zone={"Old Forest Road": "encounter discard"})


def test_blade_of_gondolin_does_not_help_in_defense():
    """A bearer attacked by an Orc is not attacking it."""
    game = position(
        heroes=[["Thalin"]], attachments={"Thalin": ["Blade of Gondolin"]}, engaged=[["Dol Guldur Orcs"]],
        phase="attacks",
    )  # fmt: skip
    check(game, stat={"Thalin": {"attack": 2}})


# ---------------------------------------------------------------- 40 Citadel Plate


def test_citadel_plate_keeps_its_bearer_alive():
    """5 + 4 hit points."""
    game = position(
        heroes=[["Gimli"]], attachments={"Gimli": ["Citadel Plate"]}, damage={"Gimli": 3},
        engaged=[["Ungoliant's Spawn"]], phase="attacks",
    )  # fmt: skip
    do(game, "pass")
    check(game, damage={"Gimli": 8}, zone={"Gimli": "play"})


def test_citadel_plate_lost():
    """Rules, Things: a removed hit-point bonus can destroy its bearer; here a shadow effect discards the Plate."""
    game = position(
        heroes=[["Gimli", "Thalin"]], attachments={"Gimli": ["Citadel Plate"]}, damage={"Gimli": 6},
        engaged=[["Black Forest Bats"]], shadows={"Black Forest Bats": ["Forest Spider"]}, phase="attacks",
    )  # fmt: skip
    do(game, "Thalin", stay=True)
    check(game, zone={"Gimli": "discard", "Citadel Plate": "discard"}, damage={"Thalin": 0})


def test_citadel_plate_on_a_hero_only():
    """Rules, attach to a hero; it costs 4."""
    game = position(
        heroes=[["Gimli"], ["Éowyn"]], in_play=[["Veteran Axehand"], []], hand=[["Citadel Plate"]],
        resources={"Gimli": 4}, phase="planning",
    )  # fmt: skip
    play(game, "Citadel Plate")
    assert offered(game) == ["Gimli", "Éowyn"]
    do(game, "Gimli")
    check(game, stat={"Gimli": {"hit_points": 9}}, resources={"Gimli": 0})


# ---------------------------------------------------------------- 41 Dwarven Axe


def test_dwarven_axes():
    """+2 for a Dwarf, +1 for others; two add up."""
    game = position(
        heroes=[["Thalin", "Éowyn", "Gimli"]],
        attachments={"Thalin": ["Dwarven Axe", "Dwarven Axe"], "Éowyn": ["Dwarven Axe"]}, phase="quest",
    )  # fmt: skip
    check(game, stat={"Thalin": {"attack": 6}, "Éowyn": {"attack": 2}, "Gimli": {"attack": 2}})


def test_dwarven_axe_in_an_attack():
    """The sum is taken when damage is dealt."""
    game = position(
        heroes=[["Thalin"]], attachments={"Thalin": ["Dwarven Axe"]}, engaged=[["King Spider"]], phase="player-attacks",
    )  # fmt: skip
    do(game, "King Spider", stay=True)
    check(game, zone={"King Spider": "encounter discard"})


# ---------------------------------------------------------------- 42 Horn of Gondor


def test_horn_of_gondor_for_any_character():
    """A hero or ally of any player is destroyed."""
    game = position(
        heroes=[["Éowyn"], ["Gimli"]], in_play=[["Gléowine"], []], attachments={"Gimli": ["Horn of Gondor"]},
        damage={"Gléowine": 1}, engaged=[["Forest Spider"], []], phase="attacks",
    )  # fmt: skip
    do(game, "Gléowine")
    assert (decision(game), decider(game), offered(game)) == ("response", 1, ["Horn of Gondor", "pass"])
    do(game, "Horn of Gondor", stay=True)
    check(game, resources={"Gimli": 1})


def test_horn_of_gondor_only_for_the_destroyed():
    """Errata: leaving play otherwise is no reason; here Beorn goes back into the deck."""
    game = position(
        heroes=[["Gimli"]], in_play=[["Beorn"]], attachments={"Gimli": ["Horn of Gondor"]}, phase="planning",
    )  # fmt: skip
    play(game, "Beorn")
    assert decision(game) == "commit"
    check(game, resources={"Gimli": 0})


def test_horn_of_gondor_with_valiant_sacrifice():
    """Two responses to one death."""
    game = position(
        heroes=[["Gimli", "Aragorn"]], in_play=[["Snowbourn Scout"]], attachments={"Gimli": ["Horn of Gondor"]},
        hand=[["Valiant Sacrifice"]], deck=[["Feint", "Gandalf"]], resources={"Aragorn": 1},
        engaged=[["Forest Spider"]], phase="attacks",
    )  # fmt: skip
    do(game, "Snowbourn Scout")
    assert offered(game) == ["Horn of Gondor", "Valiant Sacrifice", "pass"]
    do(game, "Valiant Sacrifice", "Horn of Gondor")
    check(game, resources={"Gimli": 1, "Aragorn": 0}, hand=[["Feint", "Gandalf"]])


def test_horn_of_gondor_when_brok_comes():
    """A Dwarf hero's death answers both: the horn on another hero and Brok from hand."""
    game = position(
        heroes=[["Gimli", "Thalin"]], damage={"Gimli": 4}, attachments={"Thalin": ["Horn of Gondor"]},
        hand=[["Brok Ironfist"]], engaged=[["Black Forest Bats"]], phase="attacks",
    )  # fmt: skip
    do(game, "pass", "Gimli")
    assert offered(game) == ["Horn of Gondor", "Brok Ironfist", "pass"]
    do(game, "Brok Ironfist", "Horn of Gondor")
    check(game, resources={"Thalin": 1}, zone={"Brok Ironfist": "play"})


def test_horn_of_gondor_goes_with_its_bearer():
    """Its own bearer's death gives nothing: it is discarded with him."""
    game = position(
        heroes=[["Gimli", "Thalin"]], damage={"Gimli": 4}, attachments={"Gimli": ["Horn of Gondor"]},
        engaged=[["Black Forest Bats"]], phase="attacks",
    )  # fmt: skip
    do(game, "pass", "Gimli")
    assert decision(game) != "response"
    check(game, zone={"Horn of Gondor": "discard"}, resources={"Thalin": 0})


def test_horn_of_gondor_for_each_of_several():
    """Two allies fall to one effect: each is destroyed, each is a trigger."""
    game = position(
        heroes=[["Gimli"]], in_play=[["Silverlode Archer", "Snowbourn Scout"]],
        attachments={"Gimli": ["Horn of Gondor"]}, engaged=[["Black Forest Bats"]],
        shadows={"Black Forest Bats": ["Hummerhorns"]}, phase="attacks",
    )  # fmt: skip
    do(game, "Gimli")  # defends, so 1 damage to each character
    assert decision(game) == "order", "the first player orders the results"
    do(game, "Snowbourn Scout", "Horn of Gondor", "Horn of Gondor", stay=True)
    check(game, resources={"Gimli": 2}, damage={"Gimli": 1})
    check(game, zone={"Silverlode Archer": "discard", "Snowbourn Scout": "discard"})


def test_horn_of_gondor_when_a_sneaked_ally_returns():
    """Returning to hand destroys nobody."""
    game = position(
        heroes=[["Aragorn"]], attachments={"Aragorn": ["Horn of Gondor"]}, hand=[["Sneak Attack", "Snowbourn Scout"]],
        resources={"Aragorn": 1}, staging=["Forest Gate"], phase="quest",
    )  # fmt: skip
    play(game, "Sneak Attack", "pass", "pass")  # no progress, nobody commits
    assert decision(game) == "travel"
    check(game, hand=[["Snowbourn Scout"]], resources={"Aragorn": 0})
