"""The prisoner of Escape from Dol Guldur (123): who is taken, what he cannot do, and when he loses the game.

Source of positions: made up, the smallest that show the rule.
"""

from collections import Counter
from dataclasses import replace

import pytest
from proofs import played_as

from lotrsim import ids as n
from lotrsim.cards import registry
from lotrsim.effects.language import constant, every, heroes
from lotrsim.layout import title_of
from lotrsim.testing import (
    check,
    decision,
    do,
    is_ready,
    offered,
    position,
    record,
    stat_of,
    zone_of,
)
from lotrsim.view import view

ESCAPE = "escape-from-dol-guldur"
STREAMS = ["Enchanted Stream", "Enchanted Stream"]
LOST = n.PRISONER_LOST


def prisoner_of(game):
    """The title of the prisoner."""
    g = record(game)
    found = [title_of(g, c) for c in range(int(g["n_cards"])) if g["flags"][c] & n.FACEDOWN and g["zone"][c] < n.ENGAGED]
    assert len(found) <= 1
    return found[0] if found else None


def begin(heroes, **more):
    """Side A and B of the first stage."""
    return position(ESCAPE, heroes=heroes, phase="stage", threat=[20] * len(heroes), encounter_deck=STREAMS * 2, **more)


def held(**more):
    """Gimli is the prisoner, Legolas his companion."""
    described = {"heroes": [["Gimli", "Legolas"]], "threat": [20], "prisoner": "Gimli", "staging": ["Old Forest Road"]}
    return position(ESCAPE, **{**described, **more})


# ---------------------------------------------------------------- who is taken


def test_every_hero_of_every_player_may_be_taken():
    """At random with equal chance among all, not player by player; the same seed takes the same hero."""
    heroes = [["Gimli", "Legolas", "Thalin"], ["Éowyn", "Dúnhere"]]
    taken = [prisoner_of(begin(heroes, seed=seed)) for seed in range(150)]
    assert set(taken) == {"Gimli", "Legolas", "Thalin", "Éowyn", "Dúnhere"}
    assert all(15 <= count <= 48 for count in Counter(taken).values()), Counter(taken)
    assert taken[:20] == [prisoner_of(begin(heroes, seed=seed)) for seed in range(20)]


def test_his_number_does_not_matter():
    """Four players; the fourth's hero too."""
    heroes = [["Gimli", "Legolas"], ["Éowyn", "Dúnhere"], ["Aragorn", "Glóin"], ["Denethor", "Beravor"]]
    taken = {prisoner_of(begin(heroes, seed=seed)) for seed in range(60)}
    assert taken == {hero for pair in heroes for hero in pair}


def test_the_only_hero_of_a_solitary_player():
    """Taken, he is not counted: the group has lost (RULINGS, 10)."""
    game = begin([["Gimli"]])
    assert record(game)["outcome"] == LOST
    check(game, result="lost")


@pytest.mark.parametrize("seed", range(8))
def test_the_only_hero_of_one_of_two_players(seed):
    """Lost for both if it is he, whoever else has heroes (RULINGS, 10)."""
    game = begin([["Gimli"], ["Legolas", "Thalin"]], seed=seed)
    check(game, result="lost" if prisoner_of(game) is None or record(game)["eliminated"][0] else "playing")
    assert (record(game)["outcome"] == LOST) == bool(record(game)["eliminated"][0])


def test_everybody_sees_who_he_is():
    """Facedown, but known."""
    found = [card for card in view(held(phase="quest"), 0)["players"][0]["play"] if card.get("facedown")]
    assert [card["name"] for card in found] == ["Gimli"]


# ---------------------------------------------------------------- what he cannot do


def test_he_does_not_collect():
    """No resource in the resource phase."""
    check(held(phase="resource", resources={"Gimli": 2}), resources={"Gimli": 2, "Legolas": 1})


def test_he_does_not_quest_defend_or_attack():
    """His companion alone is offered."""
    assert offered(held(phase="commit")) == ["Legolas", "pass"]
    enemy = {"engaged": [["Forest Spider"]]}
    assert offered(held(phase="attacks", **enemy)) == ["Legolas", "pass"]
    assert offered(held(phase="attacks", hand=[["Stand Together"]], **enemy))[0] == "Stand Together"
    game = do(held(phase="attacks", hand=[["Stand Together"]], **enemy), "Stand Together")
    assert offered(game) == ["Legolas", "pass"]
    assert decision(held(phase="player-attacks", exhausted=["Legolas"], **enemy)) != "strike_target"


def test_he_is_no_sentinel():
    """Aragorn cannot help another player."""
    described = {"heroes": [["Aragorn", "Théodred"], ["Legolas"]], "threat": [20, 20], "prisoner": "Aragorn", "phase": "attacks"}
    game = held(**described, engaged=[[], ["Forest Spider"]], exhausted=["Legolas"], encounter_deck=STREAMS * 2)
    assert decision(game) != "sentinel"


def test_no_undefended_attack_hits_him():
    """Nobody is asked: Legolas takes it."""
    check(do(held(phase="attacks", engaged=[["Forest Spider"]]), "pass", stay=True), damage={"Gimli": 0, "Legolas": 2})


@pytest.mark.parametrize("hero", ["Beravor", "Denethor", "Glorfindel", "Éowyn"])
def test_his_actions_are_gone(hero):
    """Nothing of his can be used."""
    described = {
        "heroes": [[hero, "Legolas"]], "prisoner": hero, "resources": {hero: 3}, "damage": {"Legolas": 1}, "hand": [["Feint"]],
        "deck": [["Beorn", "Gandalf", "Faramir"]], "encounter_deck": STREAMS, "phase": "quest",
    }  # fmt: skip
    assert offered(held(**{**described, "prisoner": None}))[0] == hero
    assert hero not in offered(held(**described))


def test_his_responses_are_gone():
    """Eleanor (8) cancels nothing."""
    game = held(
        heroes=[["Eleanor", "Legolas"]], prisoner="Eleanor", hand=[["Feint"]], encounter_deck=["Eyes of the Forest", *STREAMS],
        phase="staging",
    )  # fmt: skip
    check(game, hand=[[]], zone={"Eyes of the Forest": "encounter discard"})


def test_what_is_attached_to_him_is_of_no_use():
    """Attachments from before stay (RULINGS, C4), without text."""
    attachments = {"Aragorn": ["Steward of Gondor", "Celebrían's Stone"]}
    described = {"heroes": [["Aragorn", "Legolas"]], "attachments": attachments, "phase": "planning"}
    assert "Steward of Gondor" in offered(held(**described, prisoner=None))
    game = held(**described, prisoner="Aragorn")
    assert "Steward of Gondor" not in offered(game)
    check(game, zone={"Steward of Gondor": "attached", "Celebrían's Stone": "attached"})


def test_his_resources_do_not_pay():
    """Neither for his sphere nor for a neutral card."""
    described = {"heroes": [["Gimli", "Éowyn"]], "hand": [["Veteran Axehand", "Gandalf"]], "resources": {"Gimli": 9, "Éowyn": 4}}
    assert {"Veteran Axehand", "Gandalf"} <= set(offered(held(**described, prisoner=None)))
    assert not {"Veteran Axehand", "Gandalf"} & set(offered(held(**described)))


def test_he_is_no_match_for_a_sphere():
    """A card of cost 0 needs another hero of its sphere."""
    described = {"heroes": [["Gimli", "Éowyn"]], "hand": [["Stand Together"]]}
    assert "Stand Together" in offered(held(**described, prisoner=None))
    assert "Stand Together" not in offered(held(**described))


def test_no_attachment_can_be_put_on_him():
    """Nor can he claim an objective, nor be caught in a Web (RULINGS, C4)."""
    game = held(heroes=[["Gimli", "Éowyn"]], hand=[["Unexpected Courage"]], resources={"Éowyn": 2}, staging=["Shadow Key"])
    do(game, "Unexpected Courage")
    assert record(game)["host"][record(game)["under"][1]] == 1, "on Éowyn, without a question"
    assert record(game)["under"][0] == n.NONE
    game = do(held(staging=["Shadow Key"]), "Shadow Key", stay=True)
    check(game, zone={"Shadow Key": "attached"}, threat=[22])
    assert record(game)["under"][1] != n.NONE and record(game)["under"][0] == n.NONE
    game = held(encounter_deck=["Caught in a Web", *STREAMS], phase="staging", hand=[["Feint"]])
    assert record(game)["under"][1] != n.NONE and record(game)["under"][0] == n.NONE


@pytest.mark.parametrize(
    ("card", "more"), [("The Necromancer's Reach", {"exhausted": ["Gimli", "Legolas"]}), ("Evil Storm", {"threat": [40]})]
)
def test_he_cannot_be_damaged(card, more):
    """Whatever hits every character."""
    game = held(encounter_deck=[card, *STREAMS], phase="staging", **more)
    check(game, damage={"Gimli": 0, "Legolas": 1})


def test_he_cannot_be_healed():
    """Beorn's Hospitality (68) on his player."""
    game = held(
        heroes=[["Gimli", "Denethor"]], damage={"Gimli": 2, "Denethor": 1}, resources={"Denethor": 5},
        hand=[["Beorn's Hospitality"]],
    )  # fmt: skip
    check(do(game, "Beorn's Hospitality"), damage={"Gimli": 2, "Denethor": 0})


def test_he_readies():
    """In the refresh phase (RULINGS, C4)."""
    assert is_ready(held(phase="refresh", exhausted=["Gimli"]), "Gimli")


@pytest.mark.parametrize("resources", [0, 2])
def test_a_web_does_not_hold_him(resources):
    """Put on him by a guard in setup it has no text now: he readies, and his pool pays for nothing (RULINGS, C4)."""
    game = held(
        exhausted=["Gimli"], attachments={"Gimli": ["Caught in a Web"]}, resources={"Gimli": resources}, phase="refresh",
        hand=[["Feint"]],
    )  # fmt: skip
    assert decision(game) != "upkeep" and is_ready(game, "Gimli")


def test_he_counts_as_unique_in_play():
    """Fortune or Fate (54) cannot bring another Gimli (RULINGS, C4)."""
    described = {
        "heroes": [["Éowyn", "Gimli"]], "discard": [["Gimli", "Thalin"]], "hand": [["Fortune or Fate"]],
        "resources": {"Éowyn": 5},
    }  # fmt: skip
    game = do(held(**described), "Fortune or Fate", stay=True)
    assert zone_of(game, "Thalin") == "play" and zone_of(game, "Gimli#2") == "discard"


# ---------------------------------------------------------------- when he loses the game


def test_his_last_companion_dies():
    """The player is eliminated although a prisoner remains, and the group has lost (RULINGS, C3)."""
    game = held(
        heroes=[["Gimli", "Legolas"], ["Thalin"]], threat=[20, 20], damage={"Legolas": 3}, engaged=[["Forest Spider"]],
        phase="attacks",
    )  # fmt: skip
    do(game, "pass")
    assert record(game)["outcome"] == LOST


@pytest.mark.parametrize(("threat", "outcome"), [([49, 20], LOST), ([20, 49], n.PLAYING), ([49, 49], LOST)])
def test_an_eliminated_player(threat, outcome):
    """The prisoner's: the group has lost; another: the game goes on (RULINGS, 10)."""
    game = held(heroes=[["Gimli", "Legolas"], ["Thalin"]], threat=threat, phase="refresh", encounter_deck=STREAMS)
    assert record(game)["outcome"] == outcome


def test_allies_do_not_keep_his_player_alive():
    """Only heroes count."""
    game = held(in_play=[["Veteran Axehand"]], damage={"Legolas": 3}, engaged=[["Forest Spider"]], phase="attacks")
    do(game, "Legolas")
    assert record(game)["outcome"] == LOST


@pytest.mark.parametrize(("prisoner", "attack"), [("Gimli", 3), ("Dúnhere", 4)])
def test_what_he_gives_to_others_stops(prisoner, attack):
    """A constant about other cards, one made for this: a hero of the box has none. While he is held it has no text."""
    gimli = registry.find("Gimli")
    with played_as(gimli, replace(gimli, abilities=(constant(n.ATTACK, 1, every(heroes())),))):
        game = position(ESCAPE, heroes=[["Gimli", "Legolas", "Dúnhere"]], prisoner=prisoner, phase="planning", threat=[10])
        assert stat_of(game, "Legolas", "attack") == attack
