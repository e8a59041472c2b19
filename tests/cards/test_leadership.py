"""The Leadership allies of the Core Set (13 to 19): what they do, when they may not, and whom they meet most.

Source of positions: made up, the smallest that show the rule.
"""

from lotrsim.testing import (
    check,
    decider,
    decision,
    do,
    go_on,
    offered,
    play,
    player_with,
    position,
)

# ---------------------------------------------------------------- 14 Faramir


def test_faramir_strengthens_one_players_characters():
    """Every character of the chosen player, heroes and allies, and nobody else's."""
    game = position(
        heroes=[["Théodred"], ["Éowyn"]], in_play=[["Faramir"], ["Snowbourn Scout"]], phase="quest",
    )  # fmt: skip
    play(game, "Faramir")
    assert offered(game) == [("player", 0), ("player", 1)]
    do(game, ("player", 1))
    check(game, stat={"Éowyn": {"willpower": 5}, "Snowbourn Scout": {"willpower": 1}}, exhausted=["Faramir"])
    check(game, stat={"Théodred": {"willpower": 1}, "Faramir": {"willpower": 2}})


def test_faramir_lasts_for_the_phase():
    """Used in planning, it is over in the quest phase."""
    game = position(heroes=[["Éowyn"]], in_play=[["Faramir"]], phase="planning")
    play(game, "Faramir", stay=True)
    check(game, stat={"Éowyn": {"willpower": 5}})
    assert decision(go_on(game)) == "commit"
    check(game, stat={"Éowyn": {"willpower": 4}})


def test_faramir_must_be_ready():
    """His cost cannot be paid."""
    game = position(heroes=[["Éowyn"]], in_play=[["Faramir"]], exhausted=["Faramir"], phase="quest")
    assert decision(game) == "commit"


def test_faramir_does_not_strengthen_who_comes_later():
    """RULINGS, 7: a player card's lasting effect fixes its set of cards."""
    game = position(
        heroes=[["Théodred"]], in_play=[["Faramir"]], hand=[["Sneak Attack", "Snowbourn Scout"]],
        resources={"Théodred": 1}, phase="quest",
    )  # fmt: skip
    play(game, "Faramir")
    play(game, "Sneak Attack")
    check(game, stat={"Snowbourn Scout": {"willpower": 0}, "Théodred": {"willpower": 2}})


def test_faramir_twice_with_ever_vigilant():
    """Readied, he may do it again: no limit but his cost (FAQ 1.10)."""
    game = position(
        heroes=[["Aragorn"]], in_play=[["Faramir"]], hand=[["Ever Vigilant"]], resources={"Aragorn": 1}, phase="quest",
    )  # fmt: skip
    play(game, "Faramir")
    play(game, "Ever Vigilant")
    play(game, "Faramir")
    check(game, stat={"Aragorn": {"willpower": 4}})


# ---------------------------------------------------------------- 15 Son of Arnor


def son_of_arnor(**more):
    """Son of Arnor is just played by the first of two players."""
    described = {"heroes": [["Théodred"], ["Gimli"]], "hand": [["Son of Arnor"]], "resources": {"Théodred": 3}}
    return play(position(**{**described, **more}), "Son of Arnor")


def test_son_of_arnor_takes_an_enemy_from_another_player():
    """An enemy in staging or engaged with another player, none that he has already."""
    game = son_of_arnor(engaged=[["King Spider"], ["Forest Spider"]], staging=["Hummerhorns", "Forest Gate"])
    do(game, "Son of Arnor")
    assert offered(game) == ["Hummerhorns", "Forest Spider"]
    do(game, "Forest Spider")
    assert player_with(game, "Forest Spider") == 0
    check(game, stat={"Forest Spider": {"attack": 3}})


def test_son_of_arnor_engaging_is_being_engaged():
    """FAQ 1.49: Hummerhorns' Forced effect hits a hero of the player."""
    game = son_of_arnor(staging=["Hummerhorns"], heroes=[["Théodred", "Aragorn"], ["Gimli"]])
    do(game, "Son of Arnor", "Aragorn")
    check(game, zone={"Aragorn": "discard", "Hummerhorns": "engaged"}, damage={"Gimli": 0})


def test_son_of_arnor_without_an_enemy():
    """No legal target, no response."""
    game = son_of_arnor(engaged=[["King Spider"], []], staging=["Forest Gate"])
    assert decision(game) != "response"
    check(game, zone={"Son of Arnor": "play", "King Spider": "engaged"})


def test_son_of_arnor_also_when_put_into_play():
    """It enters play, whether it is played or put there (FAQ 1.16)."""
    game = position(
        heroes=[["Théodred"]], hand=[["Sneak Attack", "Son of Arnor"]], resources={"Théodred": 1},
        staging=["Forest Spider"], phase="quest",
    )  # fmt: skip
    play(game, "Sneak Attack", "Son of Arnor")
    check(game, zone={"Forest Spider": "engaged"})


def test_son_of_arnor_is_optional():
    """A response may be passed."""
    game = do(son_of_arnor(staging=["Forest Spider"]), "pass")
    check(game, zone={"Forest Spider": "staging"})


# ---------------------------------------------------------------- 16 Snowbourn Scout


def snowbourn_scout(**more):
    """Snowbourn Scout is just played."""
    described = {"heroes": [["Théodred"]], "hand": [["Snowbourn Scout"]], "resources": {"Théodred": 1}}
    return play(position(**{**described, **more}), "Snowbourn Scout")


def test_snowbourn_scout_at_any_location():
    """In the staging area or the active one; nothing goes to the quest."""
    game = snowbourn_scout(staging=["Forest Gate"], active_location="Old Forest Road")
    do(game, "Snowbourn Scout")
    assert offered(game) == ["Forest Gate", "Old Forest Road"]
    do(game, "Old Forest Road", stay=True)
    check(game, progress={"Forest Gate": 0, "Old Forest Road": 1}, quest_progress=0)


def test_snowbourn_scout_explores_in_the_staging_area():
    """FAQ 1.18: a location with its points is explored, active or not."""
    game = snowbourn_scout(staging=["Forest Gate"], progress={"Forest Gate": 3})
    do(game, "Snowbourn Scout", stay=True)
    check(game, zone={"Forest Gate": "encounter discard"}, quest_progress=0)


def test_snowbourn_scout_without_a_location():
    """No legal target, no response."""
    assert decision(snowbourn_scout(staging=["Forest Spider"])) != "response"


def test_snowbourn_scout_lets_explore_mountains():
    """The location's own response follows."""
    game = snowbourn_scout(
        staging=["Mountains of Mirkwood"], progress={"Mountains of Mirkwood": 2}, deck=[["Feint", "Gandalf"]],
    )  # fmt: skip
    do(game, "Snowbourn Scout", "Mountains of Mirkwood", "yes", "Gandalf", stay=True)
    check(game, hand=[["Gandalf"]], zone={"Feint": "deck"})


# ---------------------------------------------------------------- 17 Silverlode Archer


def test_silverlode_archer_joins_another_players_attack():
    """Keyword Ranged."""
    game = position(
        heroes=[["Gimli"], ["Théodred"]], in_play=[[], ["Silverlode Archer"]], engaged=[["Forest Spider"], []],
        phase="player-attacks",
    )  # fmt: skip
    do(game, "Forest Spider")
    assert (decision(game), decider(game)) == ("attackers", 1)
    do(game, "Silverlode Archer", stay=True)
    check(game, damage={"Forest Spider": 3}, exhausted=["Gimli", "Silverlode Archer"])


def test_guard_of_the_citadel_does_not():
    """Only Ranged characters join."""
    game = position(
        heroes=[["Gimli"], ["Théodred"]], in_play=[[], ["Guard of the Citadel"]], engaged=[["Forest Spider"], []],
        phase="player-attacks",
    )  # fmt: skip
    do(game, "Forest Spider", stay=True)
    check(game, damage={"Forest Spider": 1}, ready=["Guard of the Citadel", "Théodred"])


# ---------------------------------------------------------------- 18 Longbeard Orc Slayer


def orc_slayer(**more):
    """Longbeard Orc Slayer is just played by the first of two players."""
    described = {"heroes": [["Glóin"], ["Gimli"]], "hand": [["Longbeard Orc Slayer"]], "resources": {"Glóin": 4}}
    return play(position(**{**described, **more}), "Longbeard Orc Slayer")


def test_orc_slayer_hits_every_orc_in_play():
    """In staging and engaged with anybody; no other enemies."""
    game = orc_slayer(
        staging=["Dol Guldur Orcs", "Forest Spider"], engaged=[["East Bight Patrol"], ["Dol Guldur Beastmaster"]],
        damage={"East Bight Patrol": 1},
    )  # fmt: skip
    do(game, "Longbeard Orc Slayer", stay=True)
    check(game, damage={"Dol Guldur Orcs": 1, "Dol Guldur Beastmaster": 1, "Forest Spider": 0})
    check(game, zone={"East Bight Patrol": "encounter discard"})


def test_orc_slayer_without_orcs():
    """Nothing to change, no response."""
    assert decision(orc_slayer(staging=["Forest Spider"])) != "response"


def test_orc_slayer_does_not_reach_shadow_cards():
    """Rules, Things: shadow cards are out of play."""
    game = position(
        heroes=[["Glóin"]], hand=[["Sneak Attack", "Longbeard Orc Slayer"]], resources={"Glóin": 1},
        engaged=[["Forest Spider"]], shadows={"Forest Spider": ["Dol Guldur Orcs"]}, phase="combat",
    )  # fmt: skip
    play(game, "Sneak Attack")
    assert decision(game) == "defender"
    check(game, damage={"Dol Guldur Orcs": 0})


# ---------------------------------------------------------------- 19 Brok Ironfist


def brok(**more):
    """A Dwarf hero dies in an undefended attack of the Black Forest Bats."""
    described = {
        "heroes": [["Gimli", "Théodred"]], "damage": {"Gimli": 4}, "hand": [["Brok Ironfist"]],
        "engaged": [["Black Forest Bats"]], "phase": "attacks",
    }  # fmt: skip
    return do(position(**{**described, **more}), "pass")


def test_brok_comes_for_nothing():
    """hall-of-beorn: it costs nothing."""
    game = do(brok(), "Gimli")
    assert (decision(game), offered(game)) == ("response", ["Brok Ironfist", "pass"])
    do(game, "Brok Ironfist", stay=True)
    check(game, hand=[[]], zone={"Brok Ironfist": "play"}, ready=["Brok Ironfist"])


def test_brok_does_not_come_for_others():
    """A hero without the Dwarf trait is no reason."""
    game = do(brok(damage={"Théodred": 3}), "Théodred")
    assert decision(game) != "response"
    check(game, zone={"Théodred": "discard", "Brok Ironfist": "hand"})


def test_brok_does_not_come_for_a_dwarf_ally():
    """A hero must have left play."""
    game = position(
        heroes=[["Gimli"]], in_play=[["Veteran Axehand"]], damage={"Veteran Axehand": 1}, hand=[["Brok Ironfist"]],
        engaged=[["King Spider"]], phase="attacks",
    )  # fmt: skip
    do(game, "Veteran Axehand", stay=True)
    check(game, zone={"Veteran Axehand": "discard", "Brok Ironfist": "hand"})


def test_brok_does_not_come_for_another_players_dwarf():
    """A Dwarf hero you control."""
    game = position(
        heroes=[["Gimli", "Théodred"], ["Denethor"]], damage={"Gimli": 4}, hand=[[], ["Brok Ironfist"]],
        engaged=[["Black Forest Bats"], []], phase="attacks",
    )  # fmt: skip
    do(game, "pass", "Gimli")
    assert decision(game) != "response"
    check(game, zone={"Gimli": "discard", "Brok Ironfist": "hand"})


def test_brok_is_unique():
    """Rules, unique: while a Brok is in play, another one stays in hand."""
    game = do(brok(in_play=[["Brok Ironfist"]], exhausted=["Brok Ironfist"]), "Gimli")
    assert decision(game) != "response"
    check(game, zone={"Gimli": "discard", "Brok Ironfist": "play", "Brok Ironfist#2": "hand"})


def test_brok_comes_too_late_for_the_last_hero():
    """Rules, End: a player without heroes is eliminated at once, before responses."""
    check(brok(heroes=[["Gimli"]]), result="lost", zone={"Brok Ironfist": "discard"})
