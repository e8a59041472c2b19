"""Elimination, winning, losing and the score: lines of the rulebook, of the official FAQ and of designers' answers.

Source: core rulebook, FAQ to 1.11; docs/rulings_tests.md lists the lines. Positions: made up, the smallest that show the rule.
"""

import pytest

from lotrsim import ids as n
from lotrsim.checks import state_errors
from lotrsim.result import result_of
from lotrsim.testing import (
    array_of,
    check,
    decider,
    decision,
    do,
    hand,
    outcome,
    pile,
    player_with,
    position,
    record,
    skip_to,
    threat,
    zone_of,
)

QUIET = ["Forest Gate"] * 6
OUT = {"heroes": [["Gimli"], ["Éowyn"]], "threat": [49, 5], "staging": ["Old Forest Road"], "encounter_deck": QUIET}

# ---------------------------------------------------------------- elimination


def test_out_at_fifty_threat():
    """RULES 6: at once; one player left goes on."""
    game = position(**OUT, hand=[["Feint"], ["Feint"]], phase="refresh")
    assert record(game)["eliminated"].tolist()[:2] == [n.BY_THREAT, 0] and outcome(game) == "playing"
    game = position(**{**OUT, "threat": [48, 5]}, hand=[[], ["Feint"]], phase="refresh")
    assert record(game)["eliminated"].tolist()[:2] == [0, 0] and threat(game) == 49


def test_what_becomes_of_his_cards():
    """RULES 6: hand, deck and what he controls go to the discard piles; his attachment on another's hero stays."""
    game = position(**OUT, hand=[["Feint"], ["Feint"]], deck=[["Beorn"], ["Gandalf"]], in_play=[["Veteran Axehand"], []],
                    attachments={"Gimli": ["Dwarven Axe"], "Éowyn": ["Citadel Plate"]}, phase="refresh")  # fmt: skip
    for name in ("Feint", "Beorn", "Veteran Axehand", "Dwarven Axe", "Gimli"):
        assert zone_of(game, name) == "discard"
    assert zone_of(game, "Citadel Plate") == "attached" and hand(game, 1) == ["Feint"]
    assert state_errors(game) == 0


def test_what_becomes_of_his_enemies():
    """RULES 6: back to the staging area with their damage; encounter attachments to the encounter discard pile."""
    game = position(**OUT, hand=[[], ["Feint"]], engaged=[["King Spider"], []], damage={"King Spider": 2},
                    attachments={"Gimli": ["Caught in a Web"]}, phase="refresh")  # fmt: skip
    check(game, zone={"King Spider": "staging", "Caught in a Web": "encounter discard"}, damage={"King Spider": 2})


@pytest.mark.parametrize("name", ["Gandalf's Map", "Dungeon Torch", "Shadow Key"])
def test_claimed_objectives_return_to_the_staging_area(name):
    """RULES 6: an objective that an eliminated player's hero bore."""
    game = position("escape-from-dol-guldur", heroes=[["Gimli"], ["Éowyn"]], threat=[49, 5], hand=[[], ["Feint"]],
                    attachments={"Gimli": [name]}, staging=["Old Forest Road"], encounter_deck=QUIET,
                    phase="refresh")  # fmt: skip
    assert record(game)["eliminated"][0] and zone_of(game, name) == "staging"


@pytest.mark.parametrize("name", ["Gandalf's Map", "Dungeon Torch", "Shadow Key"])
def test_an_objective_returns_when_its_hero_dies(name):
    """Cards 108 to 110: detached, it goes to the staging area and not to a discard pile."""
    game = position("escape-from-dol-guldur", heroes=[["Éowyn", "Gimli"]], damage={"Éowyn": 2}, threat=[5], exhausted=["Gimli"],
                    attachments={"Éowyn": [name]}, engaged=[["Forest Spider"]], phase="attacks")  # fmt: skip
    do(skip_to(game, "undefended_hero"), "Éowyn")
    check(game, zone={"Éowyn": "discard", name: "staging"})


def test_his_own_cards_return_to_their_owners():
    """RULES 6 and 1: what he controlled of another's deck goes to that player's pile."""
    game = position(heroes=[["Éowyn"], ["Gimli"]], threat=[5, 47], in_play=[["Wandering Took"], []], hand=[["Feint"], []],
                    staging=["Old Forest Road"], encounter_deck=QUIET)  # fmt: skip
    do(game, "Wandering Took")
    assert record(game)["eliminated"][1] and zone_of(game, "Wandering Took") == "discard"
    assert player_with(game, "Wandering Took") == 0


def test_out_without_heroes():
    """RULES 6: the last hero dead, whatever allies are left."""
    game = position(heroes=[["Éowyn"], ["Gimli"]], in_play=[["Northern Tracker"], []], damage={"Éowyn": 2}, threat=[5, 5],
                    engaged=[["Forest Spider"], []], phase="attacks")  # fmt: skip
    do(game, "pass")
    assert record(game)["eliminated"].tolist()[:2] == [n.NO_HERO_LEFT, 0]
    assert zone_of(game, "Northern Tracker") == "discard" and zone_of(game, "Forest Spider") == "staging"


def test_elimination_in_staging_does_not_lessen_this_steps_reveals():
    """Cards, elimination during staging: from the next staging step on one card fewer."""
    game = position(heroes=[["Denethor"], ["Gimli"], ["Legolas"]], damage={"Denethor": 2}, exhausted=["Denethor"],
                    threat=[5, 5, 5], encounter_deck=["The Necromancer's Reach", "Forest Gate", "Forest Gate", *QUIET],
                    phase="staging")  # fmt: skip
    assert record(game)["eliminated"].tolist()[:3] == [n.NO_HERO_LEFT, 0, 0]
    assert pile(game, n.STAGING) == ["Forest Gate", "Forest Gate"]
    skip_to(game, "commit")
    skip_to(do(game, "pass", "pass"), "travel", "commit")
    assert len(pile(game, n.STAGING)) == 4


def test_the_token_of_an_eliminated_first_player_passes_at_once():
    """FAQ 1.30: to the next living player clockwise."""
    game = position(heroes=[["Gimli"], ["Denethor"], ["Éowyn"]], damage={"Denethor": 2}, exhausted=["Denethor"], first_player=1,
                    hand=[[], [], ["Feint"]], threat=[5, 5, 5], encounter_deck=["The Necromancer's Reach", *QUIET],
                    phase="staging")  # fmt: skip
    assert record(game)["first_player"] == 2


# ---------------------------------------------------------------- the end


def test_all_eliminated_is_lost():
    """RULES 6: all win or all lose."""
    game = position(heroes=[["Gimli"], ["Éowyn"]], threat=[49, 49], staging=["Old Forest Road"], phase="refresh")
    assert outcome(game) == "lost" and record(game)["eliminated"].tolist()[:2] == [1, 1]


def test_one_player_left_wins_for_all():
    """RULES 6: at least one player left when the last stage is beaten."""
    game = position(heroes=[["Gimli"], ["Éowyn"]], threat=[49, 5], stage=122, staging=["Old Forest Road"],
                    progress={"Beorn's Path": 9}, encounter_deck=QUIET, phase="refresh")  # fmt: skip
    assert record(game)["eliminated"].tolist()[:2] == [1, 0] and decision(game) == "commit"
    do(game, "Éowyn")
    assert outcome(game) == "won"


def test_the_end_comes_in_mid_phase():
    """RULES 6: checked all the time: nobody travels any more."""
    game = position(heroes=[["Éowyn"]], threat=[5], stage=122, progress={"Beorn's Path": 9}, committed=["Éowyn"],
                    staging=["Old Forest Road"], encounter_deck=QUIET, phase="resolution")  # fmt: skip
    assert outcome(game) == "won" and record(game)["phase"] == n.QUEST_PHASE and record(game)["round_no"] == 0


def test_winning_and_losing_at_the_same_moment_is_lost():
    """Disagree 6: the stage falls with the Spawn's end, and 50 threat is there at the same check (put there by hand)."""
    for raised, end in ((49, "won"), (50, "lost")):
        game = position(heroes=[["Gimli"]], in_play=[["Horseback Archer"]], hand=[["Rain of Arrows"]], resources={"Gimli": 1},
                        stage=122, engaged=[["Ungoliant's Spawn"]], damage={"Ungoliant's Spawn": 8}, threat=[5],
                        phase="combat")  # fmt: skip
        record(game)["quest_progress"] = 12
        record(game)["threat"][0] = raised
        do(game, "Rain of Arrows")
        assert outcome(game) == end


def test_progress_never_wins_a_stage_of_no_points():
    """RULES 3, Progress: only its own text does."""
    game = position(heroes=[["Éowyn"]], stage=121, threat=[5], committed=["Éowyn"], hand=[["Feint"]], staging=["Old Forest Road"],
                    encounter_deck=QUIET, phase="resolution")  # fmt: skip
    assert outcome(game) == "playing" and record(game)["quest_progress"] == 3


# ---------------------------------------------------------------- the score


@pytest.mark.parametrize(("more", "score"), [
    ({}, 20), ({"damage": {"Aragorn": 3}}, 23), ({"discard": [["Gimli"]]}, 31), ({"round_no": 4}, 60),
    ({"victory": ["Hummerhorns"]}, 15), ({"threat": [0], "victory": ["Hummerhorns"]}, -5),
])  # fmt: skip
def test_what_counts_in_the_score(more, score):
    """RULES 6: threat, damage, dead heroes, 10 a finished round, less victory points; it may be negative."""
    game = position(**{"heroes": [["Aragorn", "Éowyn"]], "threat": [20], "stage": 122, "progress": {"Beorn's Path": 9},
                       "committed": ["Éowyn"], "phase": "resolution", **more})  # fmt: skip
    assert outcome(game) == "won" and result_of(array_of(game), 0).score == score


def test_an_eliminated_player_counts_fifty_and_all_his_heroes():
    """RULES 6: 50 + Gimli's 11, and 5 for the other player."""
    game = position(heroes=[["Gimli"], ["Éowyn"]], threat=[49, 5], stage=122, staging=["Old Forest Road"],
                    progress={"Beorn's Path": 9}, encounter_deck=QUIET, phase="refresh")  # fmt: skip
    do(game, "Éowyn")
    assert outcome(game) == "won" and threat(game, 1) == 6
    assert result_of(array_of(game), 0).score == 50 + 11 + 6 + 10


def test_the_token_and_who_decides_afterwards():
    """RULES 6: after his elimination the next player is asked what the first player decides."""
    game = position(heroes=[["Denethor"], ["Gimli"]], damage={"Denethor": 2}, exhausted=["Denethor"], threat=[5, 5],
                    staging=["Old Forest Road"], encounter_deck=["The Necromancer's Reach", *QUIET], phase="staging")  # fmt: skip
    skip_to(game, "travel")
    assert decider(game) == 1
