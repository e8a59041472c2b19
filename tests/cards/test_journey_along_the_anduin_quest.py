"""The quest cards of Journey Along the Anduin (126 to 128).

Source of positions: made up, the smallest that show the rule.
"""

import pytest

from lotrsim import ids as n
from lotrsim.testing import (
    check,
    decider,
    decision,
    do,
    offered,
    outcome,
    phase_of,
    pile,
    player_with,
    position,
    quest_progress,
    record,
    stage_of,
    zone_of,
)

STREAMS = ["Enchanted Stream", "Enchanted Stream"]
RIVER, PASSAGE, SHORE = "To the River...", "Anduin Passage", "Ambush on the Shore"
FOUR = [["Gimli"], ["Legolas"], ["Thalin"], ["Aragorn"]]


def anduin(**more):
    """A position of the scenario, one hero, the deck does not run out."""
    described = {"heroes": [["Gimli"]], "threat": [10], "encounter_deck": STREAMS * 3}
    return position("journey-along-the-anduin", **{**described, **more})


def knows(game):
    """Somebody knows a card of the encounter deck."""
    g = record(game)
    return any(g["known_by"][c] for c in range(int(g["n_cards"])) if g["zone"][c] == n.ENCOUNTER_DECK)


# ---------------------------------------------------------------- 126 To the River...


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_setup_reveals_a_card_for_each_player(players):
    """And then one Hill Troll comes from the deck, which is shuffled."""
    deck = [*["Old Forest Road"] * players, "Forest Gate", "Hill Troll", "Hill Troll", *STREAMS]
    game = anduin(heroes=FOUR[:players], threat=[10] * players, phase="stage", encounter_deck=deck)
    assert sorted(pile(game, n.STAGING)) == ["Hill Troll", *["Old Forest Road"] * players]
    assert len(pile(game, n.ENCOUNTER_DECK)) == 4 and "Hill Troll" in pile(game, n.ENCOUNTER_DECK)
    assert stage_of(game) == RIVER and quest_progress(game) == 0 and not knows(game)


def test_setup_shuffles_after_the_search():
    """FAQ 1.21: over the seeds the order differs, also when no troll was searched for."""
    for first in ("Old Forest Road", "Hill Troll"):
        orders = set()
        for seed in range(4):
            deck = [first, "Forest Gate", "Despair", "Wargs", "Marsh Adder", "Evil Storm"]
            game = anduin(phase="stage", encounter_deck=deck, seed=seed)
            orders.add(tuple(pile(game, n.ENCOUNTER_DECK)))
        assert len(orders) > 1


def test_a_troll_revealed_by_setup_is_enough():
    """If one is in play already none is searched for."""
    game = anduin(phase="stage", encounter_deck=["Hill Troll", "Hill Troll", *STREAMS])
    assert pile(game, n.STAGING) == ["Hill Troll"] and "Hill Troll" in pile(game, n.ENCOUNTER_DECK)


def test_setup_without_a_troll():
    """Only the encounter deck is searched; nothing is found, and the stage is not barred."""
    game = anduin(phase="stage", encounter_deck=["Old Forest Road", *STREAMS], encounter_discard=["Hill Troll"])
    assert pile(game, n.STAGING) == ["Old Forest Road"]
    check(game, zone={"Hill Troll": "encounter discard"})


def test_setup_reveals_completely():
    """FAQ 1.19: when-revealed effects, surge and responses happen; Massing reveals one more for each player."""
    game = anduin(
        heroes=[["Éowyn"], ["Gimli"]], threat=[10, 10], phase="stage",
        encounter_deck=["Massing at Night", "Eastern Crows", "Old Forest Road", "Wargs", "Forest Gate", *STREAMS, *STREAMS],
    )  # fmt: skip
    assert sorted(pile(game, n.STAGING)) == ["Eastern Crows", "Forest Gate", "Old Forest Road", "Wargs"]
    check(game, zone={"Massing at Night": "encounter discard"})
    game = anduin(heroes=[["Eleanor"]], phase="stage", encounter_deck=["Evil Storm", "Wargs", *STREAMS])
    assert decision(game) == "response"
    check(do(game, "Eleanor"), zone={"Evil Storm": "encounter discard", "Wargs": "staging"}, exhausted=["Eleanor"])


def test_the_searched_troll_is_not_revealed():
    """FAQ 1.22: placed, no trigger of a reveal; the reveal of the setup has one."""
    game = anduin(heroes=[["Eleanor", "Dúnhere"]], hand=[["A Test of Will"]], phase="stage",
                  encounter_deck=["Old Forest Road", "Hill Troll", *STREAMS])  # fmt: skip
    assert decision(game) != "response" and zone_of(game, "Hill Troll") == "staging"


def quest(willpower, **more):
    """The quest is about to be resolved with so much willpower."""
    crew = {4: ["Éowyn"], 7: ["Éowyn", "Glorfindel"], 9: ["Éowyn", "Glorfindel", "Gimli"]}[willpower]
    described = {"heroes": [crew], "committed": crew, "threat": [10], "phase": "resolve", "hand": [["Feint"]]}
    return anduin(**{**described, **more})


@pytest.mark.parametrize("where", ["staging", "engaged"])
def test_a_troll_in_play_bars_the_stage(where):
    """(RULINGS, C3) Progress may be placed beyond the points."""
    troll = {"staging": ["Hill Troll"]} if where == "staging" else {"engaged": [["Hill Troll"]]}
    game = quest(9, progress={RIVER: 7}, **troll)
    assert stage_of(game) == RIVER and quest_progress(game) == (15 if where == "staging" else 16)


def test_without_a_troll_eight_points_are_enough():
    """At once, the surplus is lost."""
    game = quest(4, progress={RIVER: 7})
    assert stage_of(game) == PASSAGE and quest_progress(game) == 0 and phase_of(game) == "quest"
    game = quest(4, progress={RIVER: 3})
    assert stage_of(game) == RIVER and quest_progress(game) == 7


def test_a_troll_that_is_out_of_play_does_not_bar():
    """A shadow card, the discard pile, the victory display, the deck."""
    game = quest(4, progress={RIVER: 7}, encounter_discard=["Hill Troll"], victory=["Hill Troll"])
    assert stage_of(game) == PASSAGE
    game = anduin(
        heroes=[["Legolas"]], engaged=[["Eastern Crows", "Wargs"]], shadows={"Wargs": ["Hill Troll"]}, progress={RIVER: 7},
        phase="player-attacks",
    )  # fmt: skip
    do(game, "Eastern Crows", "Legolas", stay=True)
    assert stage_of(game) == PASSAGE


def test_the_stage_falls_as_the_last_troll_dies():
    """In the combat phase, before anything else; not with the first of two."""
    described = {"heroes": [["Gimli", "Thalin"]], "progress": {RIVER: 11}, "phase": "player-attacks"}
    game = anduin(engaged=[["Hill Troll"]], damage={"Hill Troll": 8}, **described)
    do(game, "Hill Troll", "Gimli", "Thalin", stay=True)
    assert stage_of(game) == PASSAGE and quest_progress(game) == 0 and phase_of(game) == "combat"
    game = anduin(engaged=[["Hill Troll"]], damage={"Hill Troll": 8}, staging=["Hill Troll"], **described)
    do(game, "Hill Troll#2" if "Hill Troll#2" in offered(game) else "Hill Troll", "Gimli", "Thalin", stay=True)
    assert stage_of(game) == RIVER and quest_progress(game) == 11


def test_legolas_kills_the_last_troll():
    """The stage falls first; his progress goes to the next one (RULINGS, C3: responses across a stage change, no carry-over)."""
    game = anduin(heroes=[["Legolas", "Gimli"]], progress={RIVER: 11}, engaged=[["Hill Troll"]], damage={"Hill Troll": 8},
                  phase="player-attacks")  # fmt: skip
    do(game, "Hill Troll", "Legolas", "Gimli")
    assert decision(game) == "response" and stage_of(game) == PASSAGE
    do(game, "Legolas", stay=True)
    assert quest_progress(game) == 2


def test_the_last_troll_dies_with_another_enemy():
    """Rain of Arrows: the first player orders the deaths, for the stage falls with the troll's."""
    game = anduin(heroes=[["Legolas"]], progress={RIVER: 11}, engaged=[["Hill Troll", "Eastern Crows"]], phase="dealt",
                  hand=[["Rain of Arrows"]], resources={"Legolas": 1}, damage={"Hill Troll": 8})  # fmt: skip
    do(game, "Rain of Arrows")
    assert (decision(game), offered(game)) == ("order", ["Hill Troll", "Eastern Crows"])
    do(game, "Hill Troll", stay=True)
    check(game, zone={"Hill Troll": "victory", "Eastern Crows": "encounter deck"})
    assert stage_of(game) == PASSAGE


def test_a_troll_revealed_in_staging_bars_the_resolution():
    """It need not be the one of the setup."""
    game = quest(9, progress={RIVER: 7}, phase="staging", encounter_deck=["Hill Troll", *STREAMS])
    while decision(game) == "action":
        do(game, "pass")
    assert stage_of(game) == RIVER and quest_progress(game) == 7 + 8


# ---------------------------------------------------------------- 127 Anduin Passage


@pytest.mark.parametrize("players", [1, 4])
def test_the_passage_reveals_one_card_more(players):
    """In all, not for each player."""
    game = anduin(heroes=FOUR[:players], threat=[5] * players, stage=2, phase="staging",
                  encounter_deck=["Old Forest Road"] * 9)  # fmt: skip
    assert len(pile(game, n.STAGING)) == players + 1


def test_the_passage_reached_in_the_quest_phase_reveals_nothing_yet():
    """Its constants begin with the stage: the staging step is over; no checks in the same round."""
    game = quest(4, progress={RIVER: 7}, threat=[35], staging=["Wargs"], hand=[[]])
    assert stage_of(game) == PASSAGE and decision(game) == "engage"
    assert pile(game, n.STAGING) == ["Wargs"]
    do(game, "pass")
    assert zone_of(game, "Wargs") == "staging", "no check"


def test_no_checks_but_optional_engagement():
    """Each player may engage one enemy; nobody is engaged otherwise, whatever his threat."""
    game = anduin(heroes=FOUR[:2], threat=[45, 45], stage=2, staging=["Wargs", "King Spider", "Marsh Adder"], phase="encounter")
    assert (decision(game), decider(game), len(offered(game))) == ("engage", 0, 4)
    do(game, "King Spider")
    assert (decision(game), decider(game)) == ("engage", 1)
    do(game, "pass")
    assert sorted(pile(game, n.STAGING)) == ["Marsh Adder", "Wargs"] and decision(game) == "defender"


def test_checks_on_the_other_stages():
    """They are made on the first and on the third."""
    for stage in (1, 3):
        game = anduin(threat=[45], stage=stage, staging=["Wargs", "Marsh Adder"], phase="checks")
        assert pile(game, n.STAGING) == [] and player_with(game, "Wargs") == 0


def test_the_passage_has_sixteen_points():
    """The next stage's reveals follow at once."""
    game = quest(9, stage=2, progress={PASSAGE: 6}, engaged=[["Wargs"]])
    assert stage_of(game) == PASSAGE and quest_progress(game) == 15
    game = quest(9, stage=2, progress={PASSAGE: 7}, engaged=[["Wargs"]])
    assert stage_of(game) == SHORE and quest_progress(game) == 0


# ---------------------------------------------------------------- 128 Ambush on the Shore


@pytest.mark.parametrize("players", [1, 4])
def test_the_ambush_reveals_two_cards_for_each_player(players):
    """When it is revealed."""
    game = anduin(heroes=FOUR[:players], threat=[10] * players, stage=3, phase="stage", engaged=[["Wargs"]],
                  encounter_deck=["Old Forest Road"] * 9)  # fmt: skip
    assert pile(game, n.STAGING) == ["Old Forest Road"] * (2 * players) and outcome(game) == "playing"


def test_the_ambush_without_any_enemy_is_won():
    """First its own reveals, then the check (RULINGS, 128)."""
    game = quest(9, stage=2, progress={PASSAGE: 7}, encounter_deck=["Old Forest Road", "Evil Storm", *STREAMS])
    check(game, result="won", zone={"Old Forest Road": "staging", "Evil Storm": "encounter discard"})


@pytest.mark.parametrize("deck", [["Wargs", "Forest Gate"], ["Forest Gate", "Wargs"], ["Pursued by Shadow", "Wargs"]])
def test_an_enemy_among_the_reveals_prevents_it(deck):
    """Whichever comes first, the check waits for both, also where something is looked at between them (the threat)."""
    game = quest(9, stage=2, progress={PASSAGE: 7}, encounter_deck=[*deck, *STREAMS])
    check(game, result="playing", zone={"Wargs": "staging"})
    assert stage_of(game) == SHORE


@pytest.mark.parametrize("last", ["Pursued by Shadow", "Massing at Night"])
def test_a_surging_enemy_is_on_its_way(last):
    """The only enemy is placed after the card it surges into (RULINGS, 8); the check waits for it."""
    game = quest(4, heroes=[["Éowyn", "Gimli"]], committed=["Éowyn"], stage=2, progress={PASSAGE: 12},
                 encounter_deck=["Forest Gate", "Eastern Crows", last, *STREAMS])  # fmt: skip
    check(game, result="playing", zone={"Eastern Crows": "staging", last: "encounter discard"})


def test_the_last_enemy_killed_as_it_is_revealed():
    """Thalin kills the Crows among the reveals: no enemy afterwards, won."""
    crew = ["Thalin", "Éowyn"]
    game = quest(4, heroes=[crew], committed=crew, stage=2, progress={PASSAGE: 12}, hand=[[]],
                 encounter_deck=["Eastern Crows", "Old Forest Road", "Old Forest Road"])  # fmt: skip
    check(game, result="won", zone={"Eastern Crows": "encounter deck"})


def shore(**more):
    """The last stage is the current one."""
    return anduin(**{"heroes": [["Gimli", "Thalin"]], "stage": 3, **more})


def test_the_last_enemy_killed_wins_at_once():
    """In mid-phase, the round is not counted; a second enemy in staging keeps the game going."""
    game = shore(engaged=[["Wargs"]], damage={"Wargs": 2}, phase="player-attacks")
    do(game, "Wargs", "Gimli", "pass")
    assert outcome(game) == "won" and record(game)["round_no"] == 0
    game = shore(engaged=[["Wargs"]], damage={"Wargs": 2}, staging=["Goblin Sniper"], phase="player-attacks")
    check(do(game, "Wargs", "Gimli", "pass", stay=True), result="playing", zone={"Wargs": "encounter discard"})


def test_the_last_enemy_killed_in_its_attack():
    """By a response; the attack is never finished."""
    game = shore(engaged=[["Wargs"]], damage={"Wargs": 1}, hand=[["Swift Strike"]], resources={"Gimli": 2}, phase="attacks")
    check(do(game, "Gimli", "Swift Strike"), result="won", damage={"Gimli": 0})


def test_the_last_enemy_killed_in_staging():
    """Dúnhere, or Gandalf in the planning phase."""
    game = shore(heroes=[["Dúnhere"]], staging=["Goblin Sniper"], phase="player-attacks")
    check(do(game, "Goblin Sniper"), result="won")
    game = shore(staging=["Wargs"], hand=[["Gandalf"]], resources={"Gimli": 5}, phase="planning")
    do(game, "Gandalf", "Gandalf", ("mode", 1))
    check(game, result="won")


def test_the_crows_shuffled_back_win_too():
    """They have left play; that they are in the deck again does not matter."""
    game = shore(engaged=[["Eastern Crows"]], phase="player-attacks")
    check(do(game, "Eastern Crows", "Gimli", "pass"), result="won")


def test_an_enemy_returned_to_staging_is_in_play():
    """A Light in the Dark; an eliminated player's enemies too."""
    game = shore(heroes=[["Dúnhere"]], engaged=[["Wargs"]], hand=[["A Light in the Dark"]], resources={"Dúnhere": 2},
                 phase="dealt")  # fmt: skip
    check(do(game, "A Light in the Dark", stay=True), result="playing", zone={"Wargs": "staging"})
    game = shore(heroes=FOUR[:2], threat=[10, 10], engaged=[["Wargs"]], damage={"Gimli": 4}, phase="attacks")
    check(do(game, "Gimli", stay=True), result="playing", zone={"Wargs": "staging", "Gimli": "discard"})


def test_shadow_cards_are_no_enemies_in_play():
    """The last enemy dies, Wargs and Wolf Rider lie under others or came back: won (RULINGS, 128)."""
    game = shore(engaged=[["Wargs"]], shadows={"Wargs": ["King Spider"]}, damage={"Wargs": 2}, phase="player-attacks")
    check(do(game, "Wargs", "Gimli", "pass"), result="won")


def test_the_host_of_wolf_rider_killed_in_his_attack():
    """Wolf Rider attacks as a shadow card and is no enemy in play: the game is won in the middle of his attack."""
    game = shore(
        engaged=[["Wargs"]], shadows={"Wargs": ["Wolf Rider"]}, damage={"Wargs": 2}, hand=[["Quick Strike"]],
        resources={"Gimli": 1}, heroes=[["Gimli"]], phase="attacks",
    )  # fmt: skip
    while pile(game, n.ENCOUNTER_DECK) == STREAMS * 3:
        do(game, "pass")
    check(do(game, "Quick Strike"), result="won")


def test_an_enemy_killed_between_the_reveals():
    """The first of them dies by Thalin, no other is in play yet: the check waits for the second."""
    crew = ["Thalin", "Éowyn", "Glorfindel"]
    game = quest(4, heroes=[crew], committed=crew, stage=2, progress={PASSAGE: 10}, hand=[[]],
                 encounter_deck=["Eastern Crows", *["King Spider"] * 12])  # fmt: skip
    check(game, zone={"Eastern Crows": "encounter deck"}, result="playing")
    assert stage_of(game) == SHORE and pile(game, n.STAGING) == ["King Spider"]


def test_the_staging_step_is_skipped():
    """For the rest of the game; quest phases go on without reveals."""
    game = shore(staging=["Goblin Sniper"], phase="quest", threat=[5])
    do(game, "pass")
    assert pile(game, n.STAGING) == ["Goblin Sniper"]
    check(game, threat=[7])
    while record(game)["round_no"] == 0 or decision(game) != "commit":
        do(game, "pass" if "pass" in offered(game) else offered(game)[0])
    do(game, "pass")
    assert pile(game, n.STAGING) == ["Goblin Sniper"] and len(pile(game, n.ENCOUNTER_DECK)) == 6


def test_progress_never_defeats_the_ambush():
    """A stage of 0 points (RULES, Progress)."""
    game = quest(9, stage=3, engaged=[["Wargs"]])
    check(game, quest_progress=9, result="playing")


# ---------------------------------------------------------------- both at once


def test_lost_before_it_is_won():
    """(RULINGS, 6) The last of the reveals raises the threat to fifty, and no enemy is in play."""
    game = quest(4, heroes=[["Éowyn", "Gimli"]], committed=["Éowyn"], threat=[49], stage=2, progress={PASSAGE: 12},
                 encounter_deck=["Old Forest Road", "Pursued by Shadow", *STREAMS])  # fmt: skip
    check(game, result="lost")
    game = quest(4, heroes=[["Éowyn", "Gimli"]], committed=["Éowyn"], threat=[48], stage=2, progress={PASSAGE: 12},
                 encounter_deck=["Old Forest Road", "Pursued by Shadow", *STREAMS])  # fmt: skip
    check(game, result="won", threat=[49])


def test_lost_as_the_last_hero_dies_in_the_reveals():
    """Evil Storm kills him; with another player left the game is won."""
    described = {
        "damage": {"Éowyn": 2}, "stage": 2, "progress": {PASSAGE: 12},
        "encounter_deck": ["Old Forest Road", "Evil Storm", *STREAMS * 3],
    }  # fmt: skip
    check(quest(4, threat=[40], **described), result="lost")
    game = quest(4, heroes=[["Éowyn"], ["Gimli"]], threat=[40, 10], **described)
    check(game, result="won")
    assert [p > 0 for p in record(game)["eliminated"]] == [True, False, False, False]


def test_the_score_of_a_win():
    """RULES, Score: threat, dead heroes, damage, rounds counted, victory points."""
    game = shore(engaged=[["Hill Troll"]], damage={"Hill Troll": 8, "Gimli": 2}, victory=["Gladden Fields"], threat=[30],
                 phase="player-attacks", round_no=4)  # fmt: skip
    do(game, "Hill Troll", "Gimli", "pass")
    assert outcome(game) == "won" and game.result.score == 30 + 2 + 40 - 4 - 3
