"""The Orc Guards of Escape from Dol Guldur (107, 125): where they come from, what they are, and where they go.

Source of positions: made up, the smallest that show the rule.
"""

import json

import pytest

from lotrsim import ids as n
from lotrsim.layout import title_of
from lotrsim.testing import (
    card_of,
    check,
    decision,
    do,
    offered,
    phase_of,
    pile,
    position,
    record,
    skip_to,
    zone_of,
)
from lotrsim.view import determinize, view

ESCAPE = "escape-from-dol-guldur"
GATE, STREAMS = "Tower Gate", ["Enchanted Stream", "Enchanted Stream"]
BARE = {"willpower": 0, "attack": 1, "defense": 1, "hit_points": 1, "threat": 0}


def gate(card, **more):
    """The players have travelled to Tower Gate; the first player's Orc Guard is this card."""
    described = {
        "heroes": [["Gimli"]], "threat": [10], "deck": [[card, "Citadel Plate"]], "staging": [GATE], "phase": "travel",
    }  # fmt: skip
    return do(position(ESCAPE, **{**described, **more}), GATE)


def last_stage(**more):
    """A quest phase of the last stage begins."""
    described = {"heroes": [["Gimli"]], "threat": [10], "deck": [["Feint", "Gandalf"]], "staging": ["Old Forest Road"]}
    return position(ESCAPE, stage=3, phase="quest", **{**described, **more})


# ---------------------------------------------------------------- where they come from


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_player_gets_one_at_the_gate(players):
    """The top card of his own deck, engaged with him."""
    heroes = [["Gimli"], ["Thalin"], ["Legolas"], ["Éowyn"]][:players]
    decks = [["Feint", "Beorn"], ["Gandalf"], ["Faramir"], ["Hasty Stroke"]][:players]
    game = gate("Feint", heroes=heroes, threat=[10] * players, deck=decks)
    assert [pile(game, n.ENGAGED + p) for p in range(players)] == [deck[:1] for deck in decks]
    check(game, zone={GATE: "active", "Beorn": "deck"})


def test_an_empty_deck_gives_none():
    """At the Gate and on the last stage (RULINGS, 107)."""
    game = gate("Feint", heroes=[["Gimli"], ["Thalin"]], threat=[10, 10], deck=[[], ["Feint"]])
    assert pile(game, n.ENGAGED) == [] and pile(game, n.ENGAGED + 1) == ["Feint"]
    assert pile(last_stage(deck=[[]]), n.ENGAGED) == []


def test_one_at_the_beginning_of_each_quest_phase():
    """And none when the stage begins in the middle of one."""
    game = last_stage(heroes=[["Gimli"], ["Thalin"]], threat=[10, 10], deck=[["Feint", "Beorn"], ["Gandalf"]])
    assert (pile(game, n.ENGAGED), pile(game, n.ENGAGED + 1)) == (["Feint"], ["Gandalf"])
    attachments = {"Éowyn": ["Shadow Key", "Dungeon Torch"], "Legolas": ["Gandalf's Map"]}
    game = position(
        ESCAPE, stage=2, heroes=[["Éowyn", "Legolas"]], committed=["Éowyn"], attachments=attachments, deck=[["Feint", "Gandalf"]],
        progress={"Through the Caverns": 14}, phase="resolve", hand=[["Beorn"]], threat=[10],
    )  # fmt: skip
    assert record(game)["stage"] == card_of(game, "Out of the Dungeons") and pile(game, n.ENGAGED) == []


def test_it_is_no_draw():
    """The Iron Shackles stay on the deck, the Stream bars nothing."""
    game = gate("Feint", attachments={"deck": ["Iron Shackles"]})
    check(game, zone={"Iron Shackles": "attached", "Feint": "engaged"})
    check(last_stage(active_location="Enchanted Stream"), zone={"Feint": "engaged"})


# ---------------------------------------------------------------- what they are


@pytest.mark.parametrize("card", ["Feint", "Citadel Plate", "Gandalf", "Horseback Archer", "Stand and Fight"])
def test_they_have_one_of_each_and_nothing_else(card):
    """Whatever lies there: event, attachment, ally (RULINGS, 107)."""
    check(gate(card), stat={card: BARE})


@pytest.mark.parametrize("card", ["Beorn", "Hasty Stroke", "Feint", "Sneak Attack"])
def test_they_have_no_text(card):
    """Neither an action nor a response is offered while they attack."""
    game = gate(card, heroes=[["Gimli", "Dúnhere", "Aragorn"]], resources={"Gimli": 3, "Dúnhere": 3, "Aragorn": 3})
    while phase_of(game) != "refresh" and zone_of(game, card) == "engaged" and decision(game) in ("action", "defender"):
        assert card_of(game, card) not in record(game)["legal"][: record(game)["n_legal"]]
        do(game, "pass")


def test_a_guard_attacks_and_is_attacked():
    """One damage; then it dies by two attack and lies faceup in its owner's discard pile."""
    game = gate("Gandalf")
    assert (decision(game), phase_of(game)) == ("defender", "combat")
    do(game, "pass")
    check(game, damage={"Gimli": 1})
    skip_to(game, "strike_target")
    do(game, offered(game)[0])
    check(game, zone={"Gandalf": "discard"})
    assert record(game)["known_by"][card_of(game, "Gandalf")] == 15


def test_its_defense_counts():
    """One attack against one defense does nothing."""
    game = gate("Feint", heroes=[["Denethor"]])
    do(game, "pass")
    skip_to(game, "strike_target")
    check(do(game, offered(game)[0]), zone={"Feint": "engaged"})


@pytest.mark.parametrize("cards", [1, 2])
def test_it_is_dealt_a_shadow_card_last(cards):
    """It has no engagement cost (RULINGS, 9); with one card left it gets none."""
    game = gate("Feint", engaged=[["Black Forest Bats"]], encounter_deck=["Forest Gate", "Endless Caverns"][:cards])
    g = record(game)
    under = {title_of(g, g["host"][c]): title_of(g, c) for c in range(int(g["n_cards"])) if g["zone"][c] == n.SHADOW}
    assert under == dict([("Black Forest Bats", "Forest Gate"), ("Feint", "Endless Caverns")][:cards])


def test_every_player_s_enemies_in_turn():
    """The first player's Guard before the second player's enemies (RULES, Combat); among his enemies it is the last."""
    game = gate(
        "Feint", heroes=[["Gimli"], ["Thalin"]], threat=[10, 10], deck=[["Feint"], ["Beorn"]],
        engaged=[[], ["Black Forest Bats"]], encounter_deck=["Forest Gate", "Endless Caverns"],
    )  # fmt: skip
    g = record(game)
    under = {title_of(g, g["host"][c]): title_of(g, c) for c in range(int(g["n_cards"])) if g["zone"][c] == n.SHADOW}
    assert under == {"Feint": "Forest Gate", "Black Forest Bats": "Endless Caverns"}


def test_its_shadow_effects_resolve():
    """East Bight Patrol: one attack more, three threat when undefended."""
    game = gate("Feint", encounter_deck=["East Bight Patrol"])
    check(do(game, "pass"), damage={"Gimli": 2}, threat=[13])


def test_under_the_shadow_counts_it():
    """An enemy with which the player is engaged (104)."""
    game = gate("Feint", engaged=[["Black Forest Bats"]], encounter_deck=["Under the Shadow", "Forest Gate"])
    do(game, "Black Forest Bats", "Gimli", stay=True)
    check(game, threat=[12])


def test_it_is_no_orc_for_the_blade():
    """No traits (RULINGS, C3), Blade of Gondolin (39) adds nothing; but its death is a defeat: progress."""
    game = gate("Feint", heroes=[["Thalin"]], attachments={"Thalin": ["Blade of Gondolin"]})
    do(game, "pass")
    skip_to(game, "strike_target")
    do(game, offered(game)[0])
    assert decision(game) == "response" and offered(game) == ["Blade of Gondolin", "pass"]
    do(game, "Blade of Gondolin")
    assert zone_of(game, GATE) != "active", "explored by the point"


def test_the_blade_adds_nothing_against_it():
    """In the attack Thalin has two, against an Orc three."""
    described = {"heroes": [["Thalin"]], "attachments": {"Thalin": ["Blade of Gondolin"]}, "hand": [["Blade Mastery"]]}
    for enemies, attack in (([], 2), (["East Bight Patrol"], 3)):
        deck = [["Feint"]] if not enemies else [[]]
        game = gate("Feint", **described, resources={"Thalin": 1}, engaged=[enemies], deck=deck)
        do(skip_to(game, "strike_target"), offered(game)[0])
        assert decision(game) == "action", "the event keeps the window open"
        check(game, stat={"Thalin": {"attack": attack}})


def test_legolas_counts_it():
    """An enemy destroyed in his attack (5)."""
    game = gate("Feint", heroes=[["Legolas"]], deck=[["Feint"]])
    do(game, "pass")
    skip_to(game, "strike_target")
    do(game, offered(game)[0])
    assert offered(game) == ["Legolas", "pass"]


def test_its_death_is_no_character_s():
    """Valiant Sacrifice (24) and Horn of Gondor (42) do not answer the death of a hidden ally."""
    game = gate(
        "Guard of the Citadel", heroes=[["Aragorn"]], attachments={"Aragorn": ["Horn of Gondor"]}, hand=[["Valiant Sacrifice"]],
        resources={"Aragorn": 1},
    )  # fmt: skip
    do(game, "pass")
    skip_to(game, "strike_target")
    do(game, offered(game)[0])
    assert zone_of(game, "Guard of the Citadel") == "discard" and decision(game) != "response"
    assert "Valiant Sacrifice" in pile(game, n.HAND)


def test_a_hidden_unique_ally_bars_nothing():
    """Another Gandalf may be put into play, and kills it."""
    game = gate("Gandalf", heroes=[["Aragorn"]], hand=[["Sneak Attack", "Gandalf"]], resources={"Aragorn": 1})
    skip_to(game, "action", "defender")
    do(game, "Sneak Attack")
    assert offered(game) == ["Gandalf", "pass"]
    do(game, "Gandalf", ("mode", 1), stay=True)
    assert sorted(pile(game, n.DISCARD_PILE)) == ["Gandalf", "Sneak Attack"]
    assert pile(game, n.PLAY) == ["Aragorn", "Gandalf"]


# ---------------------------------------------------------------- what they do with other cards


def test_forest_snare_holds_it():
    """It does not attack; the Snare goes when it dies (69)."""
    described = {"heroes": [["Glorfindel", "Gimli"]], "hand": [["Forest Snare"]], "resources": {"Glorfindel": 3}}
    game = gate("Beorn", **described)
    while phase_of(game) != "planning":
        do(game, "pass" if "pass" in offered(game) else "Gimli")
    do(game, "Forest Snare")
    g = record(game)
    assert g["host"][card_of(game, "Forest Snare")] == card_of(game, "Beorn")
    skip_to(game, "strike_target")
    check(game, damage={"Gimli": 1, "Glorfindel": 0})
    do(game, "Beorn", "Glorfindel")
    while phase_of(game) == "combat":
        do(game, "pass")
    assert sorted(pile(game, n.DISCARD_PILE)) == ["Beorn", "Forest Snare"]


def test_feint_keeps_it_from_attacking():
    """Feint (34)."""
    game = gate("Beorn", hand=[["Feint"]], resources={"Gimli": 1})
    do(game, "Feint")
    assert decision(game) == "strike_target"
    check(game, damage={"Gimli": 0})


@pytest.mark.parametrize("shadow", [[], ["Forest Gate"]])
def test_sent_back_to_staging_it_is_discarded(shadow):
    """A Light in the Dark (52): into its owner's pile instead, its shadow card too (RULINGS, C3)."""
    game = gate("Beorn", heroes=[["Éowyn"]], hand=[["A Light in the Dark"]], resources={"Éowyn": 2}, encounter_deck=shadow)
    do(game, "A Light in the Dark")
    check(game, zone={"Beorn": "discard"}, damage={"Éowyn": 0})
    assert pile(game, n.STAGING) == []
    if shadow:
        assert zone_of(game, "Forest Gate") in ("encounter discard", "encounter deck")


def test_rain_of_arrows_kills_it():
    """One damage to each enemy (33)."""
    game = gate("Beorn", heroes=[["Legolas"]], hand=[["Rain of Arrows"]], resources={"Legolas": 1}, engaged=[["Forest Spider"]])
    do(game, "Rain of Arrows")
    check(game, zone={"Beorn": "discard"}, damage={"Forest Spider": 1})


def test_a_spearman_kills_it_first():
    """One damage when he is declared (29): the attack stops."""
    game = gate("Beorn", in_play=[["Gondorian Spearman"]])
    do(game, "Gondorian Spearman", "Gondorian Spearman")
    check(game, zone={"Beorn": "discard", "Gondorian Spearman": "play"}, damage={"Gimli": 0})


def other_player(**more):
    """The first player, with Son of Arnor to be put into play, and the second, who has an Orc Guard."""
    return gate(
        "Beorn", heroes=[["Aragorn"], ["Thalin"]], threat=[10, 10], deck=[[], ["Beorn"]], hand=[["Sneak Attack", "Son of Arnor"]],
        resources={"Aragorn": 1}, **more,
    )  # fmt: skip


def test_son_of_arnor_takes_it_over():
    """An enemy engaged with another player (15); dead, it goes to the pile of its owner."""
    game = do(other_player(), "Sneak Attack", "Son of Arnor")
    assert pile(game, n.ENGAGED) == ["Beorn"] and pile(game, n.ENGAGED + 1) == []
    check(game, stat={"Beorn": BARE})
    skip_to(game, "strike_target")
    do(game, offered(game)[0])
    assert pile(game, n.DISCARD_PILE + 1) == ["Beorn"] and pile(game, n.DISCARD_PILE)[-1:] != ["Beorn"]


@pytest.mark.parametrize("threat", [[49, 10], [10, 49]])
def test_an_eliminated_players_guard(threat):
    """It goes to its owner's discard pile, not to staging (RULES, End and score)."""
    heroes, decks = [["Gimli"], ["Thalin"]], [["Feint", "Beorn"], ["Gandalf", "Faramir"]]
    game = gate("Feint", heroes=heroes, threat=threat, deck=decks, encounter_deck=["East Bight Patrol"] * 2)
    out = threat.index(49)
    while not record(game)["eliminated"][out]:
        do(game, "pass")
    assert pile(game, n.ENGAGED + out) == [] and pile(game, n.STAGING) == []
    assert decks[out][0] in pile(game, n.DISCARD_PILE + out)


# ---------------------------------------------------------------- what is known


def test_its_face_is_hidden():
    """From its owner too: in the view, the options and the log."""
    game = gate("Beorn", heroes=[["Gimli"], ["Thalin"]], threat=[10, 10], deck=[["Beorn", "Gandalf"], ["Faramir"]])
    for player in (None, 0, 1):
        seen = json.dumps(view(game, player), ensure_ascii=False)
        assert "Beorn" not in seen and "Faramir" not in seen
    assert all("Beorn" not in option.text for option in game.options) and "Beorn" not in game.decision.prompt
    assert "Beorn" not in str(game) and "Orc Guard" in str(game)
    do(game, "pass")
    assert not any("Beorn" in line or "Faramir" in line for line in game.log)


def test_possible_worlds_deal_it_anew():
    """With the unknown cards of its owner's deck, and of no other deck."""
    game = gate("Beorn", deck=[["Beorn", "Gandalf", "Faramir"]])
    card = card_of(game, "Beorn")
    faces = {title_of(record(determinize(game, seed)), card) for seed in range(20)}
    assert faces == {"Beorn", "Gandalf", "Faramir"}
    known = game.copy()
    known.state["known_by"][card] = 1
    assert {title_of(record(determinize(known, seed, 0)), card) for seed in range(8)} == {"Beorn"}


def test_two_guards_look_the_same():
    """Of two whose faces nobody knows one stands for both."""
    game = last_stage(deck=[["Feint", "Beorn", "Gandalf", "Faramir"]], staging=[GATE])
    skip_to(game, "travel")
    do(game, GATE)
    assert pile(game, n.ENGAGED) == ["Feint", "Beorn"] and decision(game) == "defender"
    skip_to(game, "strike_target")
    assert len(offered(game)) == 2, "one of them, or pass"
