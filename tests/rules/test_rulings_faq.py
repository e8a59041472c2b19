"""The official FAQ by its sections (1.00 to 1.58) and the rulebook's order of effects, one test each.

Source: FAQ to 1.11, core rulebook; docs/rulings_tests.md lists the lines. Positions: made up, the smallest that show the rule.
"""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from lotrsim import ids as n
from lotrsim.cards import registry
from lotrsim.effects.language import TARGET, choose, enemies, enemy_attacks, when_revealed
from lotrsim.testing import (
    check,
    decider,
    decision,
    do,
    hand,
    offered,
    outcome,
    pile,
    position,
    quest_progress,
    record,
    skip_to,
    stat_of,
    zone_of,
)

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from proofs import played_as  # noqa: E402

QUIET = ["Forest Gate"] * 6

# ---------------------------------------------------------------- effects and their order


def test_keywords_resolve_whenever_revealed():
    """FAQ 1.01: Doomed and Surge also outside the quest phase: the cost of travelling to the Mountains."""
    game = position(heroes=[["Gimli"], ["Legolas"]], threat=[5, 9], staging=["Mountains of Mirkwood", "Hummerhorns"],
                    encounter_deck=["Endless Caverns", "Old Forest Road", "Forest Gate"], phase="travel")  # fmt: skip
    do(game, "Mountains of Mirkwood")
    check(game, threat=[6, 10], zone={"Mountains of Mirkwood": "active", "Old Forest Road": "staging"})
    check(game, zone={"Forest Gate": "encounter deck"})


def test_forced_comes_before_responses():
    """FAQ 1.09: the Forced effect that wins is not preceded by Legolas' response."""
    game = position(heroes=[["Legolas"]], stage=121, engaged=[["Ungoliant's Spawn"]], damage={"Ungoliant's Spawn": 8}, threat=[5],
                    phase="player-attacks")  # fmt: skip
    do(game, "Ungoliant's Spawn")
    assert outcome(game) == "won" and quest_progress(game) == 0


def test_a_card_speaks_of_itself():
    """FAQ 1.31: of two Forest Spiders the one that engages is stronger, not its twin."""
    game = position(heroes=[["Gimli"]], staging=["Forest Spider"], engaged=[["Forest Spider"]], threat=[5], phase="encounter")
    do(game, offered(game)[0])
    assert sorted(stat_of(game, f"Forest Spider#{k}", "attack") for k in (1, 2)) == [2, 3]


def test_a_when_revealed_effect_is_none_for_a_shadow_card():
    """RULES 4: the Eyes dealt as a shadow card take no events."""
    game = position(heroes=[["Gimli"]], hand=[["Feint", "Blade Mastery"]], engaged=[["Forest Spider"]], threat=[5],
                    shadows={"Forest Spider": ["Eyes of the Forest"]}, phase="attacks")  # fmt: skip
    do(game, "Gimli")
    assert hand(game) == ["Blade Mastery", "Feint"]


def test_responses_begin_with_the_first_player():
    """RULES 4: whoever has one; the first player is asked first, passing on to the next."""
    game = position(heroes=[["Éowyn"], ["Eleanor"]], hand=[["A Test of Will"], ["A Test of Will"]], first_player=1, threat=[5, 5],
                    resources={"Éowyn": 1, "Eleanor": 1}, encounter_deck=["The Necromancer's Reach", *QUIET],
                    phase="staging")  # fmt: skip
    assert (decision(game), decider(game)) == ("response", 1)
    do(game, "pass")
    assert (decision(game), decider(game)) == ("response", 0)
    do(game, "A Test of Will")
    check(game, hand=[[], ["A Test of Will"]])


def test_cannot_is_absolute():
    """FAQ 1.14: nobody draws under the Enchanted Stream, whatever tells him to."""
    game = position(heroes=[["Beravor", "Éowyn"]], hand=[["Feint"]], deck=[["Beorn"] * 5], active_location="Enchanted Stream",
                    threat=[5], phase="resource")  # fmt: skip
    assert (offered(game), hand(game)) == (["Éowyn", "pass"], ["Feint"])


def test_searching_shuffles_and_piles_keep_their_order():
    """FAQ 1.21: a discard pile is never reordered: Dwarven Tomb takes a card from between."""
    game = position(heroes=[["Éowyn"]], hand=[["Dwarven Tomb", "Gandalf"]], resources={"Éowyn": 1},
                    discard=[["Feint", "A Test of Will", "Beorn", "Gandalf"]], phase="quest")  # fmt: skip
    do(game, "Dwarven Tomb")
    assert pile(game, n.DISCARD_PILE) == ["Gandalf", "Beorn", "Feint", "Dwarven Tomb"]


def test_progress_removed_from_a_quest_spares_the_location():
    """FAQ 1.05: Despair takes from the stage alone, and not below none (FAQ 1.43)."""
    game = position(heroes=[["Éowyn", "Gimli"]], hand=[["Feint"]], threat=[5], active_location="Mountains of Mirkwood",
                    progress={"Mountains of Mirkwood": 2, "Flies and Spiders": 3}, encounter_deck=["Despair", *QUIET],
                    committed=["Gimli"], phase="staging")  # fmt: skip
    check(game, progress={"Mountains of Mirkwood": 2}, quest_progress=0)


@pytest.mark.parametrize("name", ["Gandalf's Map", "Dungeon Torch", "Shadow Key"])
def test_a_revealed_objective_goes_to_the_staging_area(name):
    """FAQ 1.39: with its guard, the next card (RULES 5)."""
    game = position("escape-from-dol-guldur", heroes=[["Éowyn"]], hand=[["Feint"]], threat=[5], stage=2, committed=["Éowyn"],
                    encounter_deck=[name, "Old Forest Road", *QUIET], phase="staging")  # fmt: skip
    check(game, zone={name: "staging", "Old Forest Road": "staging"})


def test_a_surging_enemy_is_placed_last():
    """Disagree 8; RULES 5, Surge: Driven by Shadow, surged into by the Crows, finds the staging area empty."""
    game = position(heroes=[["Gimli"]], threat=[5], phase="staging",
                    encounter_deck=["Eastern Crows", "Driven by Shadow", "Forest Gate", "Old Forest Road"])  # fmt: skip
    check(game, zone={"Eastern Crows": "staging", "Forest Gate": "staging", "Old Forest Road": "encounter deck"})


def test_doomed_raises_every_threat():
    """RULES 5, Doomed: each player's, before the card's when-revealed effect."""
    game = position(heroes=[["Éowyn"], ["Gimli"]], threat=[48, 49], committed=["Éowyn"], hand=[["Feint"], []],
                    encounter_deck=["Cavern Guardian", *QUIET], phase="staging")  # fmt: skip
    assert record(game)["eliminated"].tolist()[:2] == [0, 1]


def test_restricted_counts_two_for_each_character():
    """RULES 5, Restricted: two stay; the third forces a discard at once, also of itself."""
    game = position(heroes=[["Gimli"]], attachments={"Gimli": ["Dwarven Axe", "Citadel Plate"]}, hand=[["Horn of Gondor"]],
                    resources={"Gimli": 1})  # fmt: skip
    do(game, "Horn of Gondor")
    assert sorted(offered(game)) == ["Citadel Plate", "Dwarven Axe", "Horn of Gondor"]
    do(game, "Horn of Gondor")
    check(game, zone={"Horn of Gondor": "discard", "Dwarven Axe": "attached"})


# ---------------------------------------------------------------- attacks outside the combat phase

BUGLE = when_revealed(choose(enemies(n.Z_STAGING)), enemy_attacks(TARGET))


def attack_in_the_quest_phase():
    """King Spider in the staging area attacks in the staging step; Gimli defends; the windows are passed."""
    eyes = registry.find("Eyes of the Forest")
    with played_as(eyes, replace(eyes, abilities=(BUGLE,))):
        game = position(heroes=[["Éowyn", "Gimli"]], hand=[["Feint"]], threat=[5], staging=["King Spider"], committed=["Éowyn"],
                        encounter_deck=["Eyes of the Forest", "Dol Guldur Orcs", *QUIET], phase="staging")  # fmt: skip
        assert (decision(game), zone_of(game, "Dol Guldur Orcs")) == ("action", "shadow")
        skip_to(game, "defender")
        do(game, "Gimli")
        for _ in range(3):
            assert decision(game) == "action" and record(game)["phase"] == n.QUEST_PHASE
            do(game, "pass")
        return game


def test_an_attack_outside_the_combat_phase():
    """FAQ 1.28, RULES 4: a shadow card, four steps, a window after each (an effect made for this)."""
    game = attack_in_the_quest_phase()
    check(game, damage={"Gimli": 2}, zone={"King Spider": "staging"})


def test_the_shadow_card_of_such_an_attack_is_discarded():
    """RULES 4: after the attack, not at the end of combat."""
    assert zone_of(attack_in_the_quest_phase(), "Dol Guldur Orcs") == "encounter discard"


@pytest.mark.parametrize("answer", ["Aragorn", "pass"])
def test_an_attack_of_an_enemy_that_is_not_engaged(answer):
    """FAQ 1.33: one defender, Sentinel allowed."""
    eyes = registry.find("Eyes of the Forest")
    with played_as(eyes, replace(eyes, abilities=(BUGLE,))):
        game = position(heroes=[["Gimli"], ["Aragorn"]], threat=[5, 5], staging=["King Spider"],
                        encounter_deck=["Eyes of the Forest", "Forest Gate", *QUIET], phase="staging")  # fmt: skip
        do(game, "pass")
        assert (decision(game), decider(game)) == ("sentinel", 1)
        do(game, answer)
    check(game, damage={"Gimli": 3 if answer == "pass" else 0, "Aragorn": 0 if answer == "pass" else 1})
