"""Quest, travel, encounter and refresh phase: lines of the rulebook and of the official FAQ, one test each.

Source: core rulebook, FAQ to 1.11; docs/rulings_tests.md lists the lines. Positions: made up, the smallest that show the rule.
"""

import pytest

from lotrsim import ids as n
from lotrsim.testing import (
    check,
    damage_on,
    decider,
    decision,
    do,
    finish_phase,
    hand,
    is_committed,
    is_ready,
    offered,
    outcome,
    pile,
    player_with,
    position,
    progress_on,
    quest_progress,
    record,
    skip_to,
    stage_of,
    stat_of,
    threat,
    zone_of,
)

QUIET = ["Forest Gate"] * 6
KEEPER = {"heroes": [["Éowyn", "Gimli"]], "hand": [["Feint", "Gandalf", "Beorn"]], "threat": [5]}

# ---------------------------------------------------------------- 3.3 Quest: commitment


def test_the_quest_phase_opens_with_a_window():
    """RULES 3, Quest: an action before anybody commits; the travel, encounter and combat phases open without one."""
    game = position(**KEEPER, encounter_deck=QUIET, phase="quest")
    assert (decision(game), offered(game)) == ("action", ["Éowyn", "pass"])
    do(game, "pass")
    assert decision(game) == "commit"


@pytest.mark.parametrize(("phase", "kind"), [("travel", "travel"), ("encounter", "engage")])
def test_other_phases_open_without_a_window(phase, kind):
    """RULES 3, Quest: the first decision is the phase's own."""
    game = position(**KEEPER, staging=["Forest Gate", "Hummerhorns"], encounter_deck=QUIET, phase=phase)
    assert decision(game) == kind


def test_nobody_committed_still_resolves():
    """RULES 3, Quest; FAQ, Cards: 0 willpower against the threat in the staging area."""
    game = position(heroes=[["Gimli"]], staging=["Forest Spider", "Old Forest Road"], threat=[5], encounter_deck=QUIET,
                    phase="commit")  # fmt: skip
    do(game, "pass")
    assert threat(game) == 5 + 2 + 1 + 2


def test_a_players_characters_are_committed_together():
    """Cards, commitment: all of a player at once, then his responses in any order, then the next player."""
    game = position(heroes=[["Aragorn", "Théodred"], ["Éowyn"]], resources={"Aragorn": 1}, staging=["Forest Gate"], threat=[5, 5],
                    encounter_deck=QUIET, phase="commit")  # fmt: skip
    do(game, "Aragorn")
    assert (decision(game), offered(game)) == ("commit", ["Théodred", "pass"]), "no response before all have committed"
    do(game, "Théodred")
    assert (decision(game), offered(game)) == ("response", ["Aragorn", "Théodred", "pass"])
    do(game, "Aragorn", "Théodred", "Aragorn")
    assert (decision(game), decider(game)) == ("commit", 1)


def test_no_action_between_two_players_commitments():
    """RULES 3, Quest: the window comes when all have committed."""
    game = position(heroes=[["Gimli"], ["Éowyn"]], hand=[["Feint"], ["Feint"]], threat=[5, 5], staging=["Forest Gate"],
                    encounter_deck=QUIET, phase="commit")  # fmt: skip
    do(game, "pass")
    assert (decision(game), decider(game)) == ("commit", 1)
    do(game, "Éowyn")
    assert (decision(game), decider(game)) == ("action", 0)


def test_committed_until_the_end_of_the_phase():
    """RULES 3, Quest: then they are free, and stay exhausted until the refresh phase."""
    game = position(**KEEPER, staging=["Old Forest Road"], committed=["Gimli"], encounter_deck=QUIET, phase="resolution")
    assert decision(game) == "action" and is_committed(game, "Gimli")
    do(game, "pass")
    assert decision(game) == "travel"
    assert not is_committed(game, "Gimli") and not is_ready(game, "Gimli")


# ---------------------------------------------------------------- 3.3 Quest: staging


def test_one_card_for_each_living_player():
    """RULES 3, Quest: an eliminated player counts no more."""
    for players, cards in ((1, 1), (2, 2), (3, 3)):
        heroes = [["Gimli"], ["Thalin"], ["Legolas"]][:players]
        game = position(heroes=heroes, threat=[5] * players, encounter_deck=QUIET, phase="staging")
        assert len(pile(game, n.STAGING)) == cards


def test_each_card_is_resolved_before_the_next():
    """RULES 3, Quest: the Orcs' effect, then the next card is revealed; actions only after all of them."""
    game = position(heroes=[["Éowyn"], ["Gimli"]], hand=[["Feint"], []], threat=[5, 5], committed=["Éowyn", "Gimli"],
                    encounter_deck=["Dol Guldur Orcs", "Eyes of the Forest", *QUIET], phase="staging")  # fmt: skip
    assert decision(game) == "target" and hand(game) == ["Feint"]
    do(game, "Gimli")
    assert hand(game) == [] and damage_on(game, "Gimli") == 2


def test_a_revealed_card_is_placed_after_its_effect():
    """Designer 58753: an enemy enters staging when its effect is over, a treachery its discard pile."""
    game = position(heroes=[["Gimli", "Thalin"]], threat=[5], encounter_deck=["King Spider", *QUIET], phase="staging")
    assert (decision(game), zone_of(game, "King Spider")) == ("target", "limbo")
    do(game, "Gimli")
    assert zone_of(game, "King Spider") == "staging"


def test_the_deck_is_reset_in_the_quest_phase_only():
    """RULES 3, Quest: at once when it runs out; in another phase nothing is dealt, and the next quest phase resets it."""
    game = position(heroes=[["Gimli"]], threat=[5], encounter_deck=["Old Forest Road"], encounter_discard=["Forest Gate"] * 3,
                    phase="staging")  # fmt: skip
    assert zone_of(game, "Old Forest Road") == "staging"
    assert len(pile(game, n.ENCOUNTER_DECK)) == 3 and pile(game, n.ENCOUNTER_DISCARD) == []
    game = position(heroes=[["Gimli"]], engaged=[["Forest Spider", "King Spider"]], encounter_deck=["Forest Gate"], threat=[5],
                    encounter_discard=["Old Forest Road"], phase="combat")  # fmt: skip
    assert record(game)["zone_count"][n.SHADOW] == 1, "the second enemy gets none"
    assert pile(game, n.ENCOUNTER_DISCARD) == ["Old Forest Road"]
    do(game, "Forest Spider", "pass", "Gimli")
    skip_to(game, "commit")
    assert pile(game, n.ENCOUNTER_DISCARD) == [] and len(pile(game, n.ENCOUNTER_DECK)) == 2


def test_the_last_card_is_staged_then_the_deck_reset():
    """Cards, last card of the deck: a treachery is among the cards that are shuffled back."""
    game = position(heroes=[["Gimli"]], threat=[5], encounter_deck=["The Necromancer's Reach"], phase="staging")
    assert zone_of(game, "The Necromancer's Reach") == "encounter deck"


# ---------------------------------------------------------------- 3.3 Quest: resolution


@pytest.mark.parametrize(("staging", "progress", "raised"), [
    (["Forest Gate"], 2, 0), (["Forest Gate", "Forest Gate"], 0, 0), (["Forest Gate", "Forest Gate", "Forest Spider"], 0, 2),
])  # fmt: skip
def test_success_failure_and_neither(staging, progress, raised):
    """RULES 3, Quest: W - T progress; T - W threat for every player; equal: nothing."""
    game = position(heroes=[["Éowyn"], ["Gimli"]], threat=[5, 9], staging=staging, committed=["Éowyn"], encounter_deck=QUIET,
                    phase="resolution")  # fmt: skip
    check(game, quest_progress=progress, threat=[5 + raised, 9 + raised])


def test_engaged_enemies_and_the_active_location_add_no_threat():
    """FAQ 1.20; RULES 3, Quest."""
    game = position(**KEEPER, staging=["Forest Gate"], active_location="Mountains of Mirkwood",
                    engaged=[["Ungoliant's Spawn"]], committed=["Éowyn"], encounter_deck=QUIET, phase="resolution")  # fmt: skip
    check(game, progress={"Mountains of Mirkwood": 2}, threat=[5])


def test_success_is_fixed_before_progress_is_placed():
    """FAQ 1.24; RULES 3, Quest: questing successfully comes first, the progress is placed then."""
    game = position(**KEEPER, stage=2, staging=["Old Forest Road"], committed=["Éowyn"], encounter_deck=QUIET,
                    phase="resolution")  # fmt: skip
    assert stage_of(game) in ("Beorn's Path", '"Don\'t Leave the Path!"'), "4 against 1: the stage of 2 points fell"
    assert (quest_progress(game), threat(game)) == (0, 5) and is_committed(game, "Éowyn")


def test_surplus_of_a_stage_is_lost():
    """RULES 3, Progress: the next stage begins empty; everything else stays."""
    game = position(heroes=[["Éowyn", "Aragorn"]], threat=[5], staging=["Forest Gate"], engaged=[["Forest Spider"]],
                    progress={"Flies and Spiders": 6}, committed=["Éowyn", "Aragorn"], encounter_deck=QUIET,
                    phase="resolution")  # fmt: skip
    assert stage_of(game) == "A Fork in the Road" and quest_progress(game) == 0
    check(game, zone={"Forest Gate": "staging", "Forest Spider": "engaged"}, exhausted=["Éowyn", "Aragorn"])


def test_progress_on_a_location_loses_its_surplus():
    """RULES 3, Progress: Strength of Will's second point on a location with one left does not go to the stage."""
    game = position(heroes=[["Éowyn"]], in_play=[["Lórien Guide"]], active_location="Forest Gate", progress={"Forest Gate": 3},
                    staging=["Old Forest Road"], threat=[5], encounter_deck=QUIET, phase="commit")  # fmt: skip
    do(game, "Lórien Guide", "Lórien Guide")
    assert zone_of(game, "Forest Gate") == "encounter discard" and quest_progress(game) == 0


def test_a_location_keeps_its_progress_when_it_becomes_active():
    """RULES 3, Progress."""
    game = position(heroes=[["Gimli"]], staging=["Forest Gate", "Hummerhorns"], progress={"Forest Gate": 2}, threat=[5],
                    phase="travel")  # fmt: skip
    do(game, "Forest Gate")
    assert (zone_of(game, "Forest Gate"), progress_on(game, "Forest Gate")) == ("active", 2)


# ---------------------------------------------------------------- 3.4 Travel


def test_no_travel_while_a_location_is_active():
    """RULES 3, Travel; one location a phase."""
    where = {"heroes": [["Gimli"]], "staging": ["Forest Gate", "Hummerhorns"], "threat": [5]}
    assert decision(position(**where, active_location="Old Forest Road", phase="travel")) == "engage"
    game = position(**{**where, "staging": ["Forest Gate", "Forest Gate", "Hummerhorns"]}, phase="travel")
    do(game, "Forest Gate")
    assert decision(game) == "engage"


def test_the_first_player_decides_where_to_travel():
    """RULES 3, Travel: with two players."""
    game = position(heroes=[["Gimli"], ["Legolas"]], staging=["Forest Gate"], threat=[5, 5], first_player=1, phase="travel")
    assert (decision(game), decider(game), offered(game)) == ("travel", 1, ["Forest Gate", "pass"])


# ---------------------------------------------------------------- 3.5 Encounter


def test_each_player_may_engage_one_enemy():
    """Cards, optional engagement: the first player first, each one enemy or pass; whatever its cost."""
    game = position(heroes=[["Gimli"], ["Legolas"]], staging=["Ungoliant's Spawn", "Hummerhorns", "King Spider"], threat=[5, 5],
                    first_player=1, phase="encounter")  # fmt: skip
    assert (decision(game), decider(game)) == ("engage", 1)
    do(game, "Ungoliant's Spawn")
    assert (decision(game), decider(game)) == ("engage", 0)
    do(game, "pass")
    assert player_with(game, "Ungoliant's Spawn") == 1
    check(game, zone={"King Spider": "staging", "Hummerhorns": "staging"})


def test_checks_go_round_until_nobody_engages():
    """RULES 3, Encounter: the highest cost that is not above the threat first; round and round."""
    game = position(heroes=[["Gimli"]], threat=[40], phase="checks",
                    staging=["King Spider", "Forest Spider", "Ungoliant's Spawn"])  # fmt: skip
    check(game, zone={"King Spider": "engaged", "Forest Spider": "engaged", "Ungoliant's Spawn": "engaged"})
    game = position(heroes=[["Gimli"], ["Legolas"]], threat=[25, 25], staging=["King Spider", "Forest Spider"], phase="checks")
    assert (player_with(game, "Forest Spider"), player_with(game, "King Spider")) == (0, 1)


def test_checks_end_only_after_a_full_round_without_engagement():
    """RULES 3, Encounter: whoever engages nobody is asked again after another player has engaged an enemy."""
    game = position(heroes=[["Gimli"], ["Legolas"]], threat=[19, 40], phase="checks",
                    staging=["King Spider", "Forest Spider", "Black Forest Bats", "Ungoliant's Spawn"])  # fmt: skip
    assert player_with(game, "Black Forest Bats") == 0
    assert [player_with(game, name) for name in ("Ungoliant's Spawn", "Forest Spider", "King Spider")] == [1, 1, 1]


# ---------------------------------------------------------------- 3.7 Refresh


def test_the_refresh_phase():
    """RULES 3, Refresh: all cards ready, every threat goes up by 1, the token passes clockwise, then a window."""
    game = position(heroes=[["Gimli"], ["Éowyn"]], exhausted=["Gimli", "Éowyn"], hand=[["Feint"], ["Feint"]], threat=[5, 9],
                    staging=["Old Forest Road"], phase="refresh")  # fmt: skip
    check(game, ready=["Gimli", "Éowyn"], threat=[6, 10])
    assert record(game)["first_player"] == 1
    assert (decision(game), decider(game)) == ("action", 1) and record(game)["phase"] == n.REFRESH_PHASE


def test_until_the_end_of_the_round_comes_after_the_refresh_phase():
    """Designer 180523: the end of the round after the end of the refresh phase."""
    game = position(heroes=[["Gimli"]], in_play=[["Gandalf"]], threat=[5], staging=["Old Forest Road"], phase="refresh")
    skip_to(game, "commit")
    check(game, zone={"Gandalf": "discard"})
    assert record(game)["round_no"] == 1 and outcome(game) == "playing"


def test_lasting_effects_end_with_the_phase():
    """FAQ 1.55: "until the end of the phase" ends with it; another phase sees the printed number."""
    game = position(**KEEPER, encounter_deck=QUIET, staging=["Old Forest Road"], phase="quest")
    do(game, "Éowyn", "Feint")
    assert stat_of(game, "Éowyn", "willpower") == 5
    finish_phase(do(game, "pass"))
    skip_to(game, "travel")
    assert stat_of(game, "Éowyn", "willpower") == 4


def test_after_an_action_a_window_begins_anew_with_the_first_player():
    """RULES 3, [A]: also after another player's action."""
    game = position(heroes=[["Beravor"], ["Denethor", "Glorfindel"]], deck=[["Feint"] * 4, ["Feint"]], threat=[5, 5],
                    damage={"Denethor": 1}, resources={"Glorfindel": 1}, phase="planning",
                    encounter_deck=["Enchanted Stream", "Forest Gate"])  # fmt: skip
    do(game, "pass")
    assert (decision(game), decider(game)) == ("action", 1)
    do(game, "Denethor", "no")
    assert (decision(game), decider(game)) == ("action", 0)
