"""The quest cards of Escape from Dol Guldur (123 to 125): setup, the bars before each stage, the rescue, winning.

The prisoner himself: test_escape_from_dol_guldur_prisoner.py. Source of positions: made up, the smallest that show the rule.
"""

import pytest

from lotrsim import Game
from lotrsim import ids as n
from lotrsim.cards.tables import tables
from lotrsim.rules.zones import move
from lotrsim.testing import (
    card_of,
    check,
    damage_on,
    decider,
    decision,
    do,
    offered,
    phase_of,
    pile,
    position,
    quest_progress,
    record,
    skip_to,
    stage_of,
    zone_of,
)

ESCAPE = "escape-from-dol-guldur"
KEY, TORCH, MAP, NAZGUL = "Shadow Key", "Dungeon Torch", "Gandalf's Map", "Nazgûl of Dol Guldur"
OBJECTIVES = [KEY, TORCH, MAP]
ONE, TWO, THREE = "The Necromancer's Tower", "Through the Caverns", "Out of the Dungeons"
STREAMS = ["Enchanted Stream", "Enchanted Stream"]


def begin(*deck, **more):
    """Side A and side B of the first stage are carried out with this encounter deck."""
    described = {"heroes": [["Dúnhere", "Gimli"]], "threat": [20], "hand": [["Feint"]], "phase": "stage"}
    return position(ESCAPE, **{**described, "encounter_deck": [*OBJECTIVES, NAZGUL, *deck], **more})


def quest(stage, **more):
    """The quest is resolved with 4 willpower against no threat."""
    described = {"heroes": [["Éowyn", "Gimli"]], "committed": ["Éowyn"], "threat": [20], "phase": "resolve"}
    return position(ESCAPE, stage=stage, **{**described, "encounter_deck": STREAMS * 2, "hand": [["Feint"]], **more})


def caverns(**more):
    """Stage 2, commitment; Gimli is the prisoner, the Nazgûl is set aside, nothing will be revealed."""
    described = {"prisoner": "Gimli", "phase": "commit", "committed": None, "encounter_deck": [], "hand": [[]]}
    game = quest(2, **{**described, "encounter_discard": [NAZGUL], **more})
    move(record(game), tables()[0], card_of(game, NAZGUL), n.SET_ASIDE)
    return game


# ---------------------------------------------------------------- 123 setup


@pytest.mark.parametrize("seed", range(6))
def test_setup_guards_each_objective_once(seed):
    """One card for each (RULINGS, C3); a surging guard's next card lies in the staging area (RULINGS, C4)."""
    game = begin("Endless Caverns", "Endless Caverns", *["Forest Spider"] * 4, seed=seed)
    g = record(game)
    assert g["n_guarded"] == 3 and zone_of(game, NAZGUL) == "set aside"
    guards = [int(guard) for guard in g["guard"][:3]]
    assert len(set(guards)) == 3 and {int(o) for o in g["guarded"][:3]} == {card_of(game, o) for o in OBJECTIVES}
    surged = sum(1 for c in (card_of(game, "Endless Caverns"), card_of(game, "Endless Caverns#2")) if g["zone"][c] == n.STAGING)
    assert len(pile(game, n.STAGING)) == 3 + 3 + surged, "each Caverns, a guard or not, brought one more"
    check(game, threat=[20 + surged])


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_setup_of_the_whole_scenario(players):
    """41 cards: three objectives in staging, the Nazgûl set aside, 37 others (MECHANICS, scenarios)."""
    decks = ["core-leadership", "core-tactics", "core-spirit", "core-lore"][:players]
    game = Game.new(ESCAPE, decks, seed=players)
    while not game.over and phase_of(game) == "setup":
        do(game, "no" if decision(game) == "mulligan" else offered(game)[-1])
    g = record(game)
    owned = [c for c in range(int(g["n_cards"])) if g["owner"][c] == n.ENCOUNTER]
    types = tables()[0]["type"][g["face"][owned]]
    assert len(owned) == 41 + 3 and sum(types == n.OBJECTIVE) == 3
    assert all(zone_of(game, name) == "staging" for name in OBJECTIVES) and zone_of(game, NAZGUL) == "set aside"
    used = len(pile(game, n.STAGING)) - 3 + len(pile(game, n.ENCOUNTER_DISCARD)) + sum(g["zone"][owned] == n.ATTACHED)
    assert used >= 3 and len(pile(game, n.ENCOUNTER_DECK)) == 37 - used
    assert sum(1 for c in range(int(g["n_cards"])) if g["flags"][c] & n.FACEDOWN and g["zone"][c] < n.ENGAGED) == 1


def test_responses_in_setup():
    """Eleanor (8) works in setup (RULINGS, C3)."""
    game = begin(*["The Necromancer's Reach"] * 5, heroes=[["Eleanor", "Gimli"]])
    assert (decision(game), phase_of(game), offered(game)) == ("response", "setup", ["Eleanor", "pass"])
    do(game, "Eleanor")
    assert pile(game, n.ENCOUNTER_DISCARD).count("The Necromancer's Reach") == 4, "three guards and the one that replaces"
    assert record(game)["n_guarded"] == 0


def test_without_an_objective_the_first_stage_does_not_fall():
    """Progress beyond its points may be placed (RULINGS, C3); a hero who claims one lets it fall at once, in any window."""
    game = quest(1, progress={ONE: 8}, staging=[KEY])
    assert stage_of(game) == ONE and quest_progress(game) == 12 and decision(game) == "action"
    do(game, KEY, "Gimli")
    assert stage_of(game) == TWO and quest_progress(game) == 0
    check(game, committed=["Éowyn"] if phase_of(game) == "quest" else [])


def test_with_an_objective_the_first_stage_falls():
    """One is enough, whoever has it."""
    game = quest(1, progress={ONE: 5}, heroes=[["Éowyn"], ["Gimli"]], threat=[20, 20], attachments={"Gimli": [MAP]})
    assert stage_of(game) == TWO and quest_progress(game) == 0
    assert stage_of(quest(1, progress={ONE: 4}, attachments={"Gimli": [MAP]})) == ONE


# ---------------------------------------------------------------- 123, 124 one ally a round


def planning(stage=1, **more):
    """Two players with allies."""
    described = {
        "heroes": [["Théodred"], ["Gimli"]], "threat": [20, 20], "resources": {"Théodred": 5, "Gimli": 5}, "phase": "planning",
        "hand": [["Snowbourn Scout", "Guard of the Citadel", "Sneak Attack", "Steward of Gondor"], ["Veteran Axehand"]],
        "staging": ["Old Forest Road"],
    }  # fmt: skip
    return position(ESCAPE, stage=stage, **{**described, **more})


@pytest.mark.parametrize("stage", [1, 2])
def test_one_ally_for_the_whole_group(stage):
    """One counter (RULINGS, 123/124); attachments may be played, allies be put into play."""
    game = planning(stage)
    assert {"Snowbourn Scout", "Guard of the Citadel"} <= set(offered(game))
    do(game, "Guard of the Citadel")
    assert set(offered(game)) == {"Sneak Attack", "Steward of Gondor", "pass"}
    do(game, "Sneak Attack")
    check(game, zone={"Snowbourn Scout": "play"})
    do(game, "pass")
    assert "Veteran Axehand" not in offered(game)


def test_put_into_play_does_not_count():
    """Sneak Attack (23) first, then an ally from hand (RULINGS, 123/124)."""
    game = planning()
    do(game, "Sneak Attack", "Snowbourn Scout", "pass")
    assert "Guard of the Citadel" in offered(game)


def test_stand_and_fight_does_not_count():
    """Put into play by another event (51)."""
    game = planning(
        heroes=[["Théodred", "Éowyn"]], threat=[20], discard=[["Guard of the Citadel"]], resources={"Théodred": 5, "Éowyn": 5},
        hand=[["Stand and Fight", "Snowbourn Scout"]],
    )  # fmt: skip
    do(game, "Stand and Fight")
    check(game, zone={"Guard of the Citadel": "play"}, offered=["Snowbourn Scout"])


def test_the_limit_ends_with_the_round():
    """The second player plays his in the next round."""
    game = planning(hand=[["Guard of the Citadel"], ["Veteran Axehand"]], encounter_deck=STREAMS * 3)
    do(game, "Guard of the Citadel")
    assert "Veteran Axehand" not in offered(game)
    while phase_of(game) != "planning" or "Veteran Axehand" not in offered(game):
        do(game, "pass" if "pass" in offered(game) else offered(game)[0])
    assert record(game)["round_no"] == 1


def test_the_limit_goes_over_both_stages():
    """Played on stage 1; stage 2 begins in the same planning phase (RULINGS, 123/124)."""
    game = planning(staging=[KEY], progress={ONE: 12})
    do(game, "Guard of the Citadel", KEY)
    assert stage_of(game) == TWO
    check(game, not_offered=["Snowbourn Scout"], offered=["Steward of Gondor"])


def test_the_last_stage_knows_no_limit():
    """Only the first two bear it."""
    game = planning(3, staging=["Old Forest Road"])
    check(do(game, "Guard of the Citadel"), offered=["Snowbourn Scout"])


# ---------------------------------------------------------------- 124 the rescue


def rescue(**more):
    """Éowyn quests; the rescue is offered, unless a location took the progress."""
    return do(caverns(**more), "Éowyn")


def test_progress_on_the_stage_rescues():
    """Gimli is turned up with one damage; the Nazgûl enters staging (RULINGS, 102)."""
    game = rescue()
    assert (decision(game), offered(game)) == ("response", [TWO, "pass"])
    check(do(game, TWO), damage={"Gimli": 1}, zone={NAZGUL: "staging"}, quest_progress=4)


def test_the_rescue_is_optional_and_comes_again():
    """A response; the next progress offers it anew."""
    game = rescue()
    do(game, "pass")
    check(game, damage={"Gimli": 0}, zone={NAZGUL: "set aside"})
    assert quest_progress(game) == 4


def test_what_the_location_absorbs_rescues_nobody():
    """The tokens must lie on the card itself (RULINGS, 123/124)."""
    game = rescue(active_location="Forest Gate")
    assert decision(game) != "response" and zone_of(game, "Forest Gate") != "active" and quest_progress(game) == 0
    game = rescue(active_location="Enchanted Stream")
    assert quest_progress(game) == 2 and TWO in offered(game)


def test_any_player_may_rescue():
    """The first player passes, the other does it; passing is not final."""
    game = do(rescue(heroes=[["Éowyn"], ["Legolas", "Gimli"]], threat=[20, 20]), "pass")
    assert (decision(game), decider(game)) == ("response", 0)
    do(game, "pass")
    assert (decision(game), decider(game)) == ("response", 1)
    check(do(game, TWO), damage={"Gimli": 1})


def test_progress_in_another_phase_rescues():
    """Legolas (5) shoots an enemy; the Nazgûl arrives in the combat phase."""
    game = caverns(
        heroes=[["Legolas", "Gimli"]], engaged=[["Black Forest Bats"]], phase="player-attacks", staging=["Forest Spider"],
    )  # fmt: skip
    do(game, "Black Forest Bats", "Legolas", TWO)
    check(game, damage={"Gimli": 1}, zone={NAZGUL: "staging"})


def test_progress_on_the_first_stage_rescues_nobody():
    """It falls, its tokens and the surplus are lost (RULES, Progress)."""
    game = quest(1, progress={ONE: 8}, prisoner="Gimli", attachments={"Éowyn": [MAP]})
    assert stage_of(game) == TWO and quest_progress(game) == 0 and decision(game) != "response"


def test_nothing_to_rescue():
    """Without a prisoner nobody is asked."""
    assert decision(quest(2)) != "response"


def test_the_rescue_may_kill():
    """One damage on a hero with one hit point left; he has been rescued, the Nazgûl comes."""
    game = do(rescue(damage={"Gimli": 4}), TWO)
    check(game, zone={"Gimli": "discard", NAZGUL: "staging"}, result="playing")


def test_gloin_is_paid_for_his_rescue():
    """He suffers damage (3), and his player may use him already."""
    game = do(rescue(heroes=[["Éowyn", "Glóin"]], prisoner="Glóin"), TWO)
    assert decision(game) == "response" and offered(game) == ["Glóin", "pass"]
    check(do(game, "Glóin"), resources={"Glóin": 1}, damage={"Glóin": 1})


def test_thalin_does_not_meet_the_nazgul():
    """It is moved, not revealed (RULINGS, 102)."""
    game = caverns(heroes=[["Éowyn", "Gimli", "Thalin"]])
    do(game, "Éowyn", "Thalin", TWO)
    assert damage_on(game, NAZGUL) == 0 and zone_of(game, NAZGUL) == "staging"


def test_the_rescued_hero_is_of_use():
    """In the same round he defends."""
    game = rescue(engaged=[["Forest Spider"]])
    do(game, TWO)
    skip_to(game, "defender")
    assert "Gimli" in offered(game)


# ---------------------------------------------------------------- 124 the bar


@pytest.mark.parametrize(
    ("claimed", "prisoner", "falls"),
    [(OBJECTIVES, None, True), (OBJECTIVES, "Gimli", False), (OBJECTIVES[:2], None, False), ([], "Gimli", False)],
)
def test_the_second_stage_needs_the_prisoner_and_all_three(claimed, prisoner, falls):
    """Both, and 15 points; more may be placed."""
    attachments = {"Éowyn": claimed[:2], "Legolas": claimed[2:]}
    game = quest(2, heroes=[["Éowyn", "Legolas", "Gimli"]], progress={TWO: 13}, attachments=attachments, prisoner=prisoner)
    assert stage_of(game) == (THREE if falls else TWO) and quest_progress(game) == (0 if falls else 17)


def test_the_rescue_lifts_the_bar():
    """All three are claimed and the points are there: the stage falls by the rescue itself, the Nazgûl still comes."""
    attachments = {"Éowyn": [KEY, TORCH], "Legolas": [MAP]}
    game = caverns(heroes=[["Éowyn", "Legolas", "Gimli"]], progress={TWO: 15}, attachments=attachments)
    do(game, "Éowyn", "pass", TWO)
    assert stage_of(game) == THREE and quest_progress(game) == 0
    check(game, zone={NAZGUL: "staging"}, damage={"Gimli": 1}, result="playing")


def test_the_third_claim_lifts_the_bar():
    """In a window, with a rescued prisoner."""
    game = quest(
        2, heroes=[["Éowyn", "Gimli"]], progress={TWO: 20}, attachments={"Éowyn": [KEY, TORCH]}, staging=[MAP], phase="planning",
        committed=None,
    )  # fmt: skip
    do(game, MAP, "Gimli")
    assert stage_of(game) == THREE and phase_of(game) == "planning"


# ---------------------------------------------------------------- 125 winning


def test_the_last_stage_waits_for_the_nazgul():
    """In play anywhere it bars the stage; dead, with the points there, the game is won at once."""
    for place in ({"staging": [NAZGUL]}, {"engaged": [[NAZGUL]]}):
        described = {"heroes": [["Éowyn", "Glorfindel", "Aragorn"]], "committed": ["Éowyn", "Glorfindel", "Aragorn"]}
        game = quest(3, **described, **place, progress={THREE: 6})
        assert quest_progress(game) > 7 and stage_of(game) == THREE
        check(game, result="playing")
    game = quest(
        3, engaged=[[NAZGUL]], damage={NAZGUL: 8, "Gimli": 3}, progress={THREE: 9}, phase="player-attacks", committed=None,
        exhausted=["Éowyn"], hand=[[]],
    )  # fmt: skip
    check(do(game, NAZGUL), result="won", zone={NAZGUL: "encounter discard"})


def test_the_last_stage_without_the_nazgul():
    """Seven points win; its being set aside, or dead, is enough."""
    check(quest(3, progress={THREE: 3}), result="won")
    check(quest(3, progress={THREE: 3}, encounter_discard=[NAZGUL]), result="won")
    check(quest(3, progress={THREE: 2}), result="playing")


def test_the_score_of_an_escape():
    """RULES, End and score: threat 30, a dead hero of cost 11, one damage, four rounds, five victory points."""
    game = quest(
        3, heroes=[["Éowyn"]], threat=[30], discard=[["Gimli"]], damage={"Éowyn": 1}, round_no=4, victory=["Dungeon Jailor"],
        progress={THREE: 6},
    )  # fmt: skip
    assert game.result.won and game.result.score == 30 + 11 + 1 + 40 - 5


def test_won_and_lost_at_once():
    """RULINGS, 6: the last point and the last threat: the Torch is claimed at 48 while the stage has its points."""
    game = quest(2, progress={TWO: 20}, heroes=[["Éowyn"]], threat=[48], attachments={"Éowyn": [KEY, MAP]}, staging=[TORCH])
    check(do(game, TORCH), result="lost")
