"""Words and turns of the effect language that no card of the Core Set uses, but a user's own may: what they do.

Source: docs/language.md. A card of the box is given other abilities while a test runs.
"""

from contextlib import contextmanager
from dataclasses import replace

import pytest

from lotrsim import ids as n
from lotrsim.cards import registry
from lotrsim.cards.tables import tables
from lotrsim.effects import language as fx
from lotrsim.effects.compiler import build
from lotrsim.testing import check, decider, decision, do, hand, offered, pile, record, skip_to, threat, zone_of
from lotrsim.testing import position_record as position  # without the words for people, who know the cards of the box

QUIET = {"staging": ["Old Forest Road"]}  # a quest that nobody fails without questing


@contextmanager
def written(**abilities):
    """These cards, by the first word of their titles, have these abilities and no others."""
    table = tables()
    kept = table.copy()
    cards = []
    for card in registry.all_cards():
        own = abilities.get(card.name.split()[0].removesuffix("'s"))
        cards.append(card if own is None else replace(card, abilities=tuple(own)))
    table[...] = build(cards)
    try:
        yield
    finally:
        table[...] = kept


# ---------------------------------------------------------------- several abilities of one card


def test_which_of_several_actions_is_asked():
    """A card with two actions is chosen first, then the ability; both must be usable to be asked."""
    both = [fx.action(fx.add_resources(2, fx.SELF)), fx.action(fx.draw(1))]
    with written(Gimli=both):
        game = position(heroes=[["Gimli"]], deck=[["Feint", "Feint"]], phase="planning")
        do(game, "Gimli")
        assert decision(game) == "ability" and offered(game) == [("effect", 0), ("effect", 1)]
        do(game, ("effect", 1))
        check(game, hand=[["Feint"]], resources={"Gimli": 0})
        do(game, "Gimli", ("effect", 0))
        check(game, resources={"Gimli": 2})
    with written(Gimli=both):
        game = position(heroes=[["Gimli"]], phase="planning")
        do(game, "Gimli")
        check(game, resources={"Gimli": 2})  # nothing to draw, nothing to ask


def test_which_of_several_responses_is_asked():
    """As with actions; and a card responds once to a trigger, whichever it was (FAQ 1.08)."""
    with written(Gimli=[fx.response(fx.COMMITS, fx.add_resources(1, fx.SELF)), fx.response(fx.COMMITS, fx.draw(1))]):
        game = position(heroes=[["Gimli"]], deck=[["Feint", "Gandalf"]], phase="quest", **QUIET)
        do(game, "Gimli", "Gimli")
        assert decision(game) == "ability" and offered(game) == [("effect", 0), ("effect", 1)]
        do(game, ("effect", 1))
        check(game, hand=[["Feint"]], resources={"Gimli": 0}, not_offered=["Gimli"])


def test_a_window_does_not_go_on_for_ever():
    """An action without cost could be taken again and again: the engine stops the game by name."""
    with written(Gimli=[fx.action(fx.add_resources(0, fx.SELF), fx.modify(n.ATTACK, 0, fx.SELF))]):
        game = position(heroes=[["Gimli"]], phase="planning")
        for _ in range(n.MAX_WINDOW_ACTIONS):
            do(game, "Gimli")
        assert record(game)["outcome"] == n.PLAYING
        do(game, "Gimli")
        assert (record(game)["outcome"], record(game)["fault"]) == (n.FAULTED, n.F_WINDOW_ACTIONS)


# ---------------------------------------------------------------- what an ability hears


def test_an_attachment_hears_of_its_host_alone():
    """SUBJECT_HOST: of an event about one card, and of one about several."""
    stone = {"attachments": {"Aragorn": ["Celebrían's Stone"]}}
    heard = fx.response(fx.COMMITS, fx.draw(1), subject=n.SUBJECT_HOST)
    with written(**{"Celebrían": [heard], "Aragorn": [], "Théodred": []}):
        table = {"heroes": [["Aragorn", "Théodred"]], "deck": [["Feint"]], "phase": "quest", **stone, **QUIET}
        game = do(position(**table), "Théodred")
        assert decision(game) != "response"
        game = do(position(**table), "Aragorn", "Théodred")
        check(game, offered=["Celebrían's Stone"])
    with written(**{"Celebrían": [fx.forced(fx.DAMAGED, fx.raise_threat(1), subject=n.SUBJECT_HOST)], "Aragorn": []}):
        table = {"heroes": [["Aragorn", "Gimli"]], "engaged": [["Forest Spider"]], "threat": [20], "phase": "combat", **stone}
        assert threat(do(position(**table), "Aragorn")) == 20  # no damage
        assert threat(do(position(**table), "pass", "Gimli")) == 20
        assert threat(do(position(**table), "pass", "Aragorn")) == 21


def test_a_filter_is_met_by_one_of_several():
    """Characters commit together: the ability hears it if one of them is a Dwarf."""
    dwarf = fx.response(fx.COMMITS, fx.draw(1), subject=n.SUBJECT_ANY, filter=fx.anywhere(n.HERO, trait="Dwarf"))
    with written(Éowyn=[dwarf]):
        table = {"heroes": [["Éowyn", "Gimli", "Legolas"]], "deck": [["Feint"]], "phase": "quest", **QUIET}
        check(do(position(**table), "Gimli", "Legolas"), offered=["Éowyn"])
        assert decision(do(position(**table), "Legolas")) != "response"


# ---------------------------------------------------------------- references


def test_the_player_with_the_highest_threat():
    """Of several the first in player order; a player out of the game is none."""
    with written(Gimli=[fx.action(fx.draw(1, fx.HIGHEST_THREAT))]):
        table = {"heroes": [["Gimli"], ["Éowyn"], ["Denethor"]], "deck": [["Feint"], ["Feint"], ["Feint"]], "phase": "planning"}
        for threats, first, who in (([20, 30, 10], 0, 1), ([20, 30, 30], 2, 2), ([30, 30, 10], 1, 1)):
            game = position(threat=threats, first_player=first, **table)
            skip_to_player(game, 0)
            do(game, "Gimli")
            assert [len(hand(game, p)) for p in range(3)] == [int(p == who) for p in range(3)]


def skip_to_player(game, player):
    """Pass until a player decides."""
    while decider(game) != player:
        do(game, "pass")


def test_the_attacker_and_the_defender_are_nobody_outside_an_attack():
    """A word about them changes nothing then, so the ability cannot be used; in an attack it means them."""
    with written(Gimli=[fx.action(fx.damage(1, fx.ATTACKER))], Legolas=[fx.action(fx.exhaust(fx.DEFENDER))]):
        game = position(heroes=[["Gimli", "Legolas"]], engaged=[["Forest Spider"]], hand=[["Feint"]], resources={"Gimli": 1},
                        phase="dealt")  # fmt: skip
        check(game, offered=["Feint"], not_offered=["Gimli", "Legolas"])
        skip_to(game, "defender")
        do(game, "pass")
        check(game, offered=["Gimli"], not_offered=["Legolas"])
        do(game, "Gimli")
        check(game, damage={"Forest Spider": 1})


def test_the_defender_is_the_one_that_was_declared():
    """DEFENDER, in the window after the declaration."""
    with written(Legolas=[fx.action(fx.damage(1, fx.DEFENDER), limit=1, period=n.PER_ROUND)]):
        game = position(heroes=[["Gimli", "Legolas"]], engaged=[["Black Forest Bats"]], phase="attacks")
        skip_to(game, "defender")
        do(game, "Gimli", "Legolas")
        check(game, damage={"Gimli": 1, "Legolas": 0})


def test_what_lies_on_a_deck_belongs_to_the_player_of_that_deck():
    """HOST_CONTROLLER of a card attached to a deck."""
    with written(Iron=[fx.forced(fx.ROUND_ENDS, fx.raise_threat(2, fx.HOST_CONTROLLER))]):
        game = position("escape-from-dol-guldur", heroes=[["Gimli"], ["Éowyn"]], threat=[10, 10], phase="round-end",
                        attachments={"deck#2": ["Iron Shackles"]})  # fmt: skip
        assert (threat(game), threat(game, 1)) == (10, 12)


def test_nobody_is_attacked_outside_an_attack():
    """DEFENDING_PLAYER: nobody, so nothing happens."""
    with written(Gimli=[fx.action(fx.raise_threat(3, fx.DEFENDING_PLAYER), fx.add_resources(1, fx.SELF))]):
        game = do(position(heroes=[["Gimli"]], threat=[10], phase="planning"), "Gimli")
        check(game, threat=[10], resources={"Gimli": 1})


def test_the_current_stage_and_a_value_of_no_card():
    """STAGE is the quest card; what is asked of a card that is not there is 0."""
    with written(Gimli=[fx.action(fx.add_resources(fx.plus(1, fx.damage_on(fx.ACTIVE_LOCATION)), fx.SELF),
                                  condition=fx.in_zone(fx.STAGE, n.Z_QUEST))]):  # fmt: skip
        game = do(position(heroes=[["Gimli"]], phase="planning"), "Gimli")
        check(game, resources={"Gimli": 1})


# ---------------------------------------------------------------- conditions, relations


@pytest.mark.parametrize(("phase", "is_offered"), [("planning", False), ("quest", True), ("travel", False)])
def test_a_condition_of_the_phase(phase, is_offered):
    """K_PHASE: as a Quest Action, but as a condition."""
    condition = fx.Condition(n.K_PHASE, n.QUEST_PHASE)
    with written(Gimli=[fx.action(fx.draw(1), condition=condition)], Éowyn=[fx.action(fx.draw(1))]):
        game = position(heroes=[["Gimli", "Éowyn"]], deck=[["Feint", "Feint"]], phase=phase)
        if phase == "travel":
            skip_to(game, "action")
        assert ("Gimli" in offered(game)) == is_offered


def test_a_condition_of_the_events_player():
    """K_EVENT_PLAYER: only what happens to me."""
    mine = fx.Condition(n.K_EVENT_PLAYER, n.P_YOU)
    with written(Gimli=[fx.forced(fx.ENGAGES, fx.draw(1), subject=n.SUBJECT_ANY, condition=mine)]):
        for player, cards in ((0, ["Feint"]), (1, [])):
            game = position(heroes=[["Gimli"], ["Thalin"]], deck=[["Feint"], []], threat=[10, 10], first_player=player,
                            staging=["Black Forest Bats"], phase="encounter")  # fmt: skip
            do(game, "Black Forest Bats", stay=True)
            assert hand(game) == cards


def test_relations_in_an_attack():
    """REL_ATTACKER the enemy, REL_DEFENDING the defender; nobody outside an attack."""
    defending = fx.characters(relation=n.REL_DEFENDING)
    with written(Gimli=[fx.action(fx.damage(1, fx.every(fx.enemies(relation=n.REL_ATTACKER))), limit=1, period=n.PER_ROUND)],
                 Legolas=[fx.action(fx.modify(n.DEFENSE, 1, fx.every(defending)), limit=1, period=n.PER_ROUND)]):  # fmt: skip
        game = position(heroes=[["Gimli", "Legolas"]], engaged=[["Forest Spider"]], staging=["King Spider"], phase="quest",
                        hand=[["Feint"]])  # fmt: skip
        assert decision(game) != "action" or not {"Gimli", "Legolas"} & set(offered(game))
        game = position(heroes=[["Gimli", "Legolas"]], engaged=[["Forest Spider"]], staging=["King Spider"], phase="attacks")
        skip_to(game, "defender")
        do(game, "Gimli")
        check(game, offered=["Gimli", "Legolas"])
        do(game, "Gimli", "Legolas")
        check(game, damage={"Forest Spider": 1, "King Spider": 0}, stat={"Gimli": {"defense": 3}, "Legolas": {"defense": 1}})


def test_what_else_is_attached_to_the_same_card():
    """REL_ON_HOST: an attachment and its neighbours."""
    with written(Horn=[fx.action(fx.exhaust(fx.every(fx.attachments(relation=n.REL_ON_HOST))), limit=1, period=n.PER_ROUND)]):
        game = position(heroes=[["Gimli", "Thalin"]], phase="planning",
                        attachments={"Gimli": ["Horn of Gondor", "Citadel Plate"], "Thalin": ["Dwarven Axe"]})  # fmt: skip
        do(game, "Horn of Gondor")
        check(game, exhausted=["Horn of Gondor", "Citadel Plate"], ready=["Dwarven Axe"])


# ---------------------------------------------------------------- loops, modes, delays, as actions


def test_an_action_that_repeats():
    """REPEAT: as often as its number says; for nought it changes nothing and cannot be used."""
    for amount, cards in ((2, 2), (fx.N_PLAYERS, 1)):
        with written(Gimli=[fx.action(fx.repeat(amount, fx.draw(1)))]):
            game = do(position(heroes=[["Gimli"]], deck=[["Feint"] * 4], phase="planning"), "Gimli")
            assert len(hand(game)) == cards
    with written(Gimli=[fx.action(fx.repeat(fx.damage_on(fx.SELF), fx.draw(1)))], Éowyn=[fx.action(fx.draw(1))]):
        game = position(heroes=[["Gimli", "Éowyn"]], deck=[["Feint"] * 4], phase="planning")
        check(game, not_offered=["Gimli"])


def test_a_repetition_that_is_forced_and_nought():
    """REPEAT of a forced effect: its rows are passed over."""
    with written(Gimli=[fx.forced(fx.ROUND_ENDS, fx.repeat(fx.damage_on(fx.SELF), fx.raise_threat(5)), fx.raise_threat(1))]):
        game = position(heroes=[["Gimli"]], threat=[10], phase="round-end")
        assert threat(game) == 11


def test_a_mode_and_a_player_that_nobody_can_choose():
    """Of a forced effect: where no mode and no player would change anything, none is asked and the rest goes on."""
    rows = (fx.choose_mode("a", "b"), fx.when(fx.mode(0), fx.draw(1)), fx.choose_player(), fx.draw(1, fx.CHOSEN))
    with written(Gimli=[fx.forced(fx.ROUND_ENDS, fx.raise_threat(1), *rows)]):
        game = position(heroes=[["Gimli"]], threat=[10], phase="round-end")
        assert decision(game) not in ("mode", "player") and threat(game) == 11


def test_the_number_of_the_mode_is_a_value():
    """V_MODE: counted from 0."""
    with written(Gimli=[fx.action(fx.choose_mode("a", "b", "c"), fx.add_resources(fx.plus(1, fx.Value(n.V_MODE)), fx.SELF))]):
        game = do(position(heroes=[["Gimli"]], phase="planning"), "Gimli", ("mode", 2))
        check(game, resources={"Gimli": 3})


# ---------------------------------------------------------------- words that could change nothing


@pytest.mark.parametrize(
    ("row", "without", "with_it"),
    [
        (fx.discard_random(1), {}, {"hand": [["Gandalf"]]}),
        (fx.shuffle_discard_into_deck(fx.YOU), {"discard": [["Thalin"]]}, {"discard": [["Thalin", "Feint"]]}),
        (fx.remove_progress(1), {}, {"progress": {"Flies and Spiders": 1}}),
        (fx.reveal(1), {}, {"encounter_deck": ["Enchanted Stream"]}),
    ],
)
def test_an_action_that_could_change_nothing_is_not_offered(row, without, with_it):
    """Rules, Planning: nothing in hand, only heroes among the discarded, no progress, an empty deck."""
    with written(Gimli=[fx.action(row)], Éowyn=[fx.action(fx.modify(n.WILLPOWER, 1, fx.SELF))]):
        table = {"heroes": [["Gimli", "Éowyn"]], "phase": "planning"}
        check(position(**table, **without), not_offered=["Gimli"], offered=["Éowyn"])
        check(position(**table, **with_it), offered=["Gimli"])


def test_discarding_more_at_random_than_a_hand_holds():
    """All of it is discarded, and no more."""
    with written(Gimli=[fx.action(fx.discard_random(3))]):
        game = do(position(heroes=[["Gimli"]], hand=[["Feint", "Gandalf"]], phase="quest"), "Gimli")
        check(game, hand=[[]], zone={"Feint": "discard", "Gandalf": "discard"})


def test_a_prisoner_where_none_can_be_taken_and_a_rescue_where_none_is_held():
    """Nothing happens."""
    with written(Gimli=[fx.action(fx.take_prisoner(), fx.take_prisoner(), fx.add_resources(1, fx.SELF))]):
        game = position("escape-from-dol-guldur", heroes=[["Gimli"]], threat=[10], phase="planning")
        do(game, "Gimli")  # the only hero: his player is out of the game, and the prisoner with him
        assert record(game)["outcome"] != n.PLAYING
    with written(Gimli=[fx.action(fx.rescue(1), fx.add_resources(1, fx.SELF))]):
        game = do(position("escape-from-dol-guldur", heroes=[["Gimli"]], phase="planning"), "Gimli")
        check(game, damage={"Gimli": 0}, resources={"Gimli": 1})


# ---------------------------------------------------------------- hit points for a while, orders of decks


def test_hit_points_for_a_phase_are_lost_with_it():
    """Rules, Combat d: who has as much damage as is left is destroyed when the bonus expires."""
    with written(Gimli=[fx.action(fx.modify(n.HIT_POINTS, 2, fx.SELF), limit=1, period=n.PER_ROUND)]):
        game = position(heroes=[["Gimli", "Thalin"]], damage={"Gimli": 4}, engaged=[["Black Forest Bats"]],
                        phase="dealt")  # fmt: skip
        do(game, "Gimli")
        skip_to(game, "defender")
        do(game, "pass", "Gimli")
        check(game, damage={"Gimli": 5}, stat={"Gimli": {"hit_points": 7}})
        skip_to(game, "commit")
        assert zone_of(game, "Gimli") == "discard"


def test_an_order_of_the_whole_deck():
    """ORDER_TOP: each card is put in its place, from the top; what is left goes last."""
    with written(Gimli=[fx.action(fx.look(fx.every(fx.cards(n.Z_DECK, fx.YOU, top=3))), fx.order_top(3, fx.YOU))]):
        table = {"heroes": [["Gimli"]], "phase": "planning"}
        for order in (["Beorn", "Gandalf"], ["Feint", "Beorn"], ["Gandalf", "Feint"], ["Feint", "Gandalf"]):
            game = do(position(deck=[["Feint", "Gandalf", "Beorn"]], **table), "Gimli", *order)
            assert pile(game, n.DECK)[:2] == order and len(set(pile(game, n.DECK))) == 3
            g = record(game)
            last = int(g["zone_last"][n.DECK])
            assert g["next_card"][last] == n.NONE and registry.all_cards()[g["face"][last]].name == pile(game, n.DECK)[2]
