"""Things, setup, resource and planning phase: lines of the rulebook and of the official FAQ, one test each.

Source: core rulebook, FAQ to 1.11; docs/rulings_tests.md lists the lines. Positions: made up, the smallest that show the rule.
"""

import pytest

from lotrsim import Game
from lotrsim import ids as n
from lotrsim.errors import BadValue, IllegalAction
from lotrsim.testing import (
    card_of,
    check,
    decider,
    decision,
    do,
    hand,
    is_ready,
    offered,
    outcome,
    pile,
    play,
    position,
    record,
    resources_on,
    skip_to,
    threat,
    zone_of,
)

MIRKWOOD, ANDUIN = "passage-through-mirkwood", "journey-along-the-anduin"
DECK = ["Feint", "Gandalf", "Swift Strike", "Beorn", "Hasty Stroke", "Common Cause", "Veteran Axehand"]

# ---------------------------------------------------------------- 1 Things


def test_no_hand_limit():
    """RULES 1: a hand of any size is kept through a whole round."""
    cards = ["Feint", "Swift Strike", "Blade Mastery", "Rain of Arrows", "Beorn", "Veteran Axehand", "Gandalf", "Common Cause"]
    game = position(heroes=[["Gimli"]], hand=[cards * 2], threat=[5], deck=[["Feint"]], phase="refresh")
    skip_to(game, "commit")
    assert len(hand(game)) == 17


def test_damage_stays_until_healed():
    """RULES 1: tokens are there in the next round."""
    game = position(heroes=[["Gimli", "Éowyn"]], damage={"Gimli": 2}, hand=[["Feint", "Feint"]], threat=[5], phase="refresh")
    skip_to(game, "commit")
    check(game, damage={"Gimli": 2})


def test_an_exhausted_card_exhausts_for_nothing():
    """RULES 1: an exhausted card cannot exhaust again: no commitment, no defense, no attack, no cost."""
    where = {"heroes": [["Denethor", "Gimli"]], "exhausted": ["Denethor"], "deck": [DECK]}
    game = position(**where, phase="planning")
    assert "Denethor" not in offered(game)
    game = position(**where, phase="commit")
    assert offered(game) == ["Gimli", "pass"]
    game = position(**where, engaged=[["Forest Spider"]], phase="attacks")
    assert offered(game) == ["Gimli", "pass"]
    do(game, "Gimli")
    assert decision(game) != "attackers" and record(game)["phase"] != n.COMBAT_PHASE, "nobody is left who could attack"


def test_a_card_that_returns_is_ready_and_clean():
    """RULES 1: out of play it loses damage and state; played again it is a new card."""
    game = position(heroes=[["Éowyn", "Aragorn"]], in_play=[["Faramir"]], damage={"Faramir": 2}, exhausted=["Faramir"],
                    hand=[["Stand and Fight", "Gandalf"]], resources={"Éowyn": 4}, engaged=[["Forest Spider"]],
                    shadows={"Forest Spider": ["Hummerhorns"]}, phase="attacks")  # fmt: skip
    do(skip_to(game, "defender"), "Aragorn", "pass")
    check(game, zone={"Faramir": "discard"}, damage={"Faramir": 0})
    do(game, "Stand and Fight")
    check(game, ready=["Faramir"], damage={"Faramir": 0}, zone={"Faramir": "play"})


def test_the_destroyed_leave_play_at_once():
    """RULES 1: at damage equal to the hit points, before anything that follows."""
    game = position(heroes=[["Gimli"]], hand=[["Gandalf"]], resources={"Gimli": 5}, engaged=[["Forest Spider"]], threat=[0],
                    encounter_deck=["Forest Gate"] * 2)  # fmt: skip
    play(game, "Gandalf", "Gandalf")
    check(game, zone={"Forest Spider": "encounter discard"})


# ---------------------------------------------------------------- 2 Setup


def test_setup_deals_six_cards_and_one_mulligan_each():
    """RULES 2: threat is the sum of the threat costs; six cards; all six go back once, and the next six are kept."""
    game = Game.new(MIRKWOOD, decks="core-spirit+core-lore", seed=3)
    assert [threat(game, 0), threat(game, 1)] == [24, 30]
    assert [len(hand(game, player)) for player in (0, 1)] == [6, 6]
    assert (decision(game), decider(game)) == ("mulligan", 0)
    before = hand(game, 0)
    do(game, "yes")
    assert (decision(game), decider(game)) == ("mulligan", 1)
    assert hand(game, 0) != before and len(hand(game, 0)) == 6
    do(game, "no")
    assert decision(game) != "mulligan"
    assert [len(hand(game, player)) for player in (0, 1)] == [7, 7], "the first resource phase"


def test_a_mulligan_shuffles_the_hand_back():
    """RULES 2: over the seeds a card of the old hand comes again now and then, and not always."""
    kept = set()
    for seed in range(8):
        game = Game.new(MIRKWOOD, decks="core-tactics", seed=seed)
        before = cards_in_hand(game)
        do(game, "yes")
        kept.add(len(before & cards_in_hand(game)))
    assert len(kept) > 1 and max(kept) < 6


def cards_in_hand(game):
    """The cards in the first player's hand by title and copy (a shuffle deals the cards anew over the numbers)."""
    g = record(game)
    return {(g["face"][c], g["copy_no"][c]) for c in range(g["n_cards"]) if g["zone"][c] == n.HAND}


def test_heroes_are_in_play_from_the_start_and_never_in_the_deck():
    """RULES 1 and 2: ready, without resources but in the easy mode."""
    for difficulty, resources in (("standard", 1), ("easy", 2)):
        game = do(Game.new(MIRKWOOD, decks="core-leadership", seed=1, difficulty=difficulty), "no")
        for name in ("Aragorn", "Théodred", "Glóin"):
            assert zone_of(game, name) == "play" and is_ready(game, name) and resources_on(game, name) == resources


def test_stage_one_is_set_up_before_the_first_round():
    """RULES 2: its setup is carried out, then side B holds; the encounter deck has 36 cards less the two."""
    game = do(Game.new(MIRKWOOD, decks="core-lore", seed=2), "no")
    assert sorted(pile(game, n.STAGING)) == ["Forest Spider", "Old Forest Road"]
    assert record(game)["zone_count"][n.ENCOUNTER_DECK] == 34 and record(game)["round_no"] == 0


def test_revealed_in_setup():
    """FAQ 1.19: when-revealed effects and responses; Eleanor replaces a treachery of the setup (Cards, Eleanor); no actions."""
    game = position(ANDUIN, heroes=[["Eleanor", "Éowyn"]], hand=[["Gandalf"]], phase="stage",
                    encounter_deck=["Eyes of the Forest", "Hill Troll", "Forest Gate"])  # fmt: skip
    assert (decision(game), offered(game)) == ("response", ["Eleanor", "pass"]), "and not Éowyn's action"
    do(game, "Eleanor")
    assert zone_of(game, "Eyes of the Forest") == "encounter discard" and hand(game) == ["Gandalf"]
    assert zone_of(game, "Hill Troll") == "staging"
    assert not is_ready(game, "Eleanor")


def test_a_when_revealed_effect_of_setup_resolves():
    """FAQ 1.19: without an answer the Eyes take the events."""
    game = position(ANDUIN, heroes=[["Gimli"]], hand=[["Feint", "Gandalf"]], phase="stage",
                    encounter_deck=["Eyes of the Forest", "Hill Troll"])  # fmt: skip
    skip_to(game, "commit")
    assert hand(game) == ["Gandalf"] and zone_of(game, "Feint") == "discard"


def test_until_the_end_of_the_phase_in_setup():
    """FAQ 1.19: what setup begins for a phase lasts to the end of the first resource phase."""
    game = position(ANDUIN, heroes=[["Gimli", "Éowyn"]], in_play=[["Gandalf"]], hand=[["Feint"] * 3], phase="stage",
                    encounter_deck=["Ungoliant's Spawn", "Hill Troll"])  # fmt: skip
    skip_to(game, "commit")
    assert zone_of(game, "Ungoliant's Spawn") == "staging"
    check(game, stat={"Gimli": {"willpower": 2}})


def test_the_basic_game_deals_no_shadow_cards():
    """RULES 2, the teaching game."""
    for difficulty, dealt in (("basic", 0), ("standard", 1)):
        game = do(Game.new(MIRKWOOD, decks="core-tactics", seed=5, difficulty=difficulty), "no")
        seen = 0
        while outcome(game) == "playing":
            seen = max(seen, int(record(game)["zone_count"][n.SHADOW]))
            do(game, offered(game)[-1])
        assert (seen > 0) == (dealt > 0)


# ---------------------------------------------------------------- 3.1 Resource


def test_each_hero_gains_one_and_each_player_draws_one():
    """RULES 3, Resource: exhausted heroes too; an empty deck: no draw and no penalty; then a window."""
    game = position(heroes=[["Gimli", "Thalin"], ["Éowyn"]], exhausted=["Thalin"], hand=[[], ["Gandalf"]], threat=[5, 5],
                    deck=[["Beorn", "Feint"], []], phase="resource")  # fmt: skip
    check(game, resources={"Gimli": 1, "Thalin": 1, "Éowyn": 1}, hand=[["Beorn"], ["Gandalf"]], threat=[5, 5])
    assert (decision(game), "Éowyn" in offered(game)) == ("action", True) and record(game)["phase"] == n.RESOURCE_PHASE


# ---------------------------------------------------------------- 3.2 Planning


def test_a_window_for_each_player_and_actions_of_all():
    """RULES 3, Planning: in each player's window he alone plays allies and attachments; anybody uses actions."""
    game = position(heroes=[["Gimli"], ["Aragorn", "Éowyn"]], hand=[["Veteran Axehand"], ["Snowbourn Scout", "Feint"]],
                    threat=[5, 5], resources={"Gimli": 2, "Aragorn": 1}, phase="planning")  # fmt: skip
    assert (decider(game), offered(game)) == (0, ["Éowyn", "Veteran Axehand", "pass"]), "each player may use Éowyn"
    do(game, "pass")
    assert (decider(game), offered(game)) == (1, ["Éowyn", "pass"]), "no ally of his in the other's window"
    do(game, "Éowyn", "Feint", "Veteran Axehand")
    assert (decider(game), offered(game)) == (1, ["Snowbourn Scout", "pass"])


def test_allies_and_attachments_in_any_order():
    """RULES 3, Planning: an attachment before or between allies."""
    game = position(heroes=[["Gimli"]], hand=[["Dwarven Axe", "Veteran Axehand", "Veteran Axehand"]], resources={"Gimli": 6})
    do(game, "Veteran Axehand", "Dwarven Axe", "Veteran Axehand")
    check(game, zone={"Veteran Axehand#2": "play", "Dwarven Axe": "attached"}, resources={"Gimli": 0})


def test_an_attachment_on_any_players_legal_card():
    """RULES 3, Planning: and an ally only under one's own control."""
    game = position(heroes=[["Gimli"], ["Legolas"]], hand=[["Dwarven Axe", "Veteran Axehand"], []], resources={"Gimli": 4})
    do(game, "Dwarven Axe", "Legolas", "Veteran Axehand")
    assert record(game)["controller"][card_of(game, "Veteran Axehand")] == 0
    check(game, stat={"Legolas": {"attack": 4}})


def test_costs_are_paid_in_full_or_not_at_all():
    """RULES 3, Paying: two of three resources buy nothing, and another player's pool does not help."""
    game = position(heroes=[["Gimli", "Éowyn"], ["Thalin"]], hand=[["Horseback Archer"], ["Feint"]],
                    resources={"Gimli": 2, "Éowyn": 9, "Thalin": 9}, phase="planning")  # fmt: skip
    with pytest.raises(IllegalAction):
        play(game, "Horseback Archer")


def test_an_exhausted_hero_pays():
    """RULES 3, Paying."""
    game = position(heroes=[["Gimli"]], exhausted=["Gimli"], hand=[["Veteran Axehand"]], resources={"Gimli": 2})
    play(game, "Veteran Axehand")
    check(game, zone={"Veteran Axehand": "play"}, resources={"Gimli": 0})


def test_an_ability_in_play_needs_no_sphere():
    """RULES 3, Paying: Self Preservation works on a Tactics hero; "that hero's pool" names the pool (Aragorn)."""
    game = position(heroes=[["Gimli"]], attachments={"Gimli": ["Self Preservation"]}, damage={"Gimli": 2})
    play(game, "Self Preservation")
    check(game, damage={"Gimli": 0})


def test_costs_stay_paid():
    """RULES 3, Paying: the resource is gone and the archer exhausted, whatever the effect does (no card cancels it here)."""
    game = position(heroes=[["Gimli", "Thalin", "Legolas"]], hand=[["Rain of Arrows"]], resources={"Gimli": 1},
                    engaged=[["Ungoliant's Spawn"]], phase="combat")  # fmt: skip
    do(game, "Rain of Arrows")
    check(game, resources={"Gimli": 0}, exhausted=["Legolas"], damage={"Ungoliant's Spawn": 1})


def test_a_position_without_heroes_is_refused():
    """RULES 1: one to three heroes."""
    with pytest.raises(BadValue):
        position(heroes=[[]])
