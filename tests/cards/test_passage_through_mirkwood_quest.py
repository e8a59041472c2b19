"""The quest cards of Passage Through Mirkwood (119 to 122).

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
    position,
    quest_progress,
    record,
    resources_on,
    skip_to,
    stage_of,
    zone_of,
)

ROAD = ["Old Forest Road", "Old Forest Road"]
DONT_LEAVE, BEORNS = '"Don\'t Leave the Path!"', "Beorn's Path"


def is_known(game):
    """Somebody knows a card of the encounter deck."""
    g = record(game)
    return any(g["known_by"][c] for c in range(int(g["n_cards"])) if g["zone"][c] == n.ENCOUNTER_DECK)


def quest(willpower, **more):
    """The quest is about to be resolved with so much willpower, against an empty staging area."""
    crew = {4: ["Éowyn"], 5: ["Éowyn", "Legolas"], 9: ["Éowyn", "Glorfindel", "Gimli"]}[willpower]
    described = {"heroes": [crew], "committed": crew, "threat": [20], "encounter_deck": ROAD * 3, "phase": "resolution"}
    return position(**{**described, **more})


# ---------------------------------------------------------------- 119 Flies and Spiders


def test_setup_finds_one_spider_and_one_road():
    """Side A: one copy of each from the deck into the staging area, which is shuffled; added, not revealed."""
    orders = set()
    for seed in range(4):
        game = position(
            heroes=[["Dúnhere"]], hand=[["A Test of Will", "Feint"]], seed=seed, phase="stage",
            encounter_deck=["King Spider", "Forest Spider", "Eyes of the Forest", *ROAD, "Forest Spider"],
        )  # fmt: skip
        assert sorted(pile(game, n.STAGING)) == ["Forest Spider", "Old Forest Road"]
        deck = pile(game, n.ENCOUNTER_DECK)
        assert sorted(deck) == ["Eyes of the Forest", "Forest Spider", "King Spider", "Old Forest Road"]
        orders.add(tuple(deck))
        assert stage_of(game) == "Flies and Spiders" and quest_progress(game) == 0
    assert len(orders) > 1, "shuffled"


def test_setup_takes_what_is_there():
    """Without a copy of one of them the other is still found."""
    game = position(heroes=[["Éowyn"]], encounter_deck=["Enchanted Stream", "Old Forest Road"], phase="stage")
    assert pile(game, n.STAGING) == ["Old Forest Road"]


def test_nobody_knows_the_shuffled_deck():
    """After a search the deck is shuffled (FAQ 1.21)."""
    game = position(
        heroes=[["Éowyn"]], encounter_deck=["Forest Spider", *ROAD, *ROAD, "Enchanted Stream"], phase="stage",
    )  # fmt: skip
    assert not is_known(game)


def test_the_first_stage_has_eight_points():
    """RULES, Progress: at 8 it is defeated at once, the surplus is lost; everything else stays."""
    game = quest(4, progress={"Flies and Spiders": 3}, hand=[["Feint"]])
    check(game, quest_progress=7)
    game = quest(5, progress={"Flies and Spiders": 7}, hand=[["Feint"]])
    assert stage_of(game) == "A Fork in the Road" and phase_of(game) == "quest"
    check(game, quest_progress=0, committed=["Éowyn", "Legolas"], exhausted=["Éowyn", "Legolas"])


def test_the_first_stage_falls_in_any_phase():
    """By Legolas in the combat phase."""
    game = position(
        heroes=[["Legolas"]], engaged=[["Black Forest Bats"]], progress={"Flies and Spiders": 6},
        phase="player-attacks",
    )  # fmt: skip
    do(game, "Black Forest Bats", "Legolas", stay=True)
    assert stage_of(game) == "A Fork in the Road" and phase_of(game) == "combat"


# ---------------------------------------------------------------- 120 A Fork in the Road


def test_the_fork_leads_to_either_path_at_random():
    """Over the seeds both stages 3 come up, at once in the quest phase; the other card is not in play."""
    stages = []
    for seed in range(12):
        game = quest(4, stage=2, seed=seed, encounter_discard=["Forest Spider"], hand=[["Feint"]])
        stages.append(stage_of(game))
        assert phase_of(game) == "quest" and quest_progress(game) == 0
        assert len(pile(game, n.QUEST)) == 1 and len(pile(game, n.QUEST_DECK)) == 1
        check(game, zone={"Forest Spider": "staging" if stages[-1] == DONT_LEAVE else "encounter discard"})
    assert set(stages) == {DONT_LEAVE, BEORNS}


def test_the_same_seed_takes_the_same_path():
    """The choice is the game's own random number."""
    assert len({stage_of(quest(4, stage=2, seed=5, hand=[["Feint"]])) for _ in range(3)}) == 1


def test_the_fork_has_two_points():
    """One is not enough."""
    game = quest(4, stage=2, staging=["Necromancer's Pass"], hand=[["Feint"]])
    assert stage_of(game) == "A Fork in the Road" and quest_progress(game) == 1


# ---------------------------------------------------------------- 121 "Don't Leave the Path!"


def path(**more):
    """Stage 3 is entered by two players: deck and discard pile with Spiders and others."""
    described = {
        "heroes": [["Thalin", "Éowyn"], ["Legolas"]], "stage": 121, "phase": "stage", "threat": [20, 20],
        "encounter_deck": ["King Spider", "Hummerhorns", "Ungoliant's Spawn", "Old Forest Road"],
        "encounter_discard": ["Forest Spider", "East Bight Patrol", "King Spider"], "hand": [["Feint"]],
    }  # fmt: skip
    return position(**{**described, **more})


def test_each_player_finds_a_spider_of_his_choice():
    """Deck and discard pile, in player order; Hummerhorns are no Spider."""
    game = path(first_player=1)
    assert (decision(game), decider(game)) == ("target", 1)
    assert sorted(offered(game)) == ["Forest Spider", "King Spider", "King Spider#2", "Ungoliant's Spawn"]
    do(game, "Ungoliant's Spawn")
    assert decider(game) == 0 and sorted(offered(game)) == ["Forest Spider", "King Spider", "King Spider#2"]
    do(game, "Forest Spider")
    assert sorted(pile(game, n.STAGING)) == ["Forest Spider", "Ungoliant's Spawn"]
    assert sorted(pile(game, n.ENCOUNTER_DECK)) == ["Hummerhorns", "King Spider", "Old Forest Road"]
    assert pile(game, n.ENCOUNTER_DISCARD) == ["King Spider", "East Bight Patrol"], "its order stays (FAQ 1.21)"


def test_the_found_spiders_are_not_revealed():
    """FAQ 1.22: no when-revealed effect, no Thalin, nothing to cancel."""
    game = path(
        heroes=[["Thalin", "Dúnhere"]], threat=[20], committed=["Thalin"], hand=[["A Test of Will"]], stage=2,
        resources={"Dúnhere": 1}, progress={"A Fork in the Road": 1}, phase="resolution", seed=seed_of(DONT_LEAVE),
    )  # fmt: skip
    assert stage_of(game) == DONT_LEAVE
    do(game, "King Spider#1")
    check(game, zone={"King Spider": "staging"}, damage={"King Spider": 0}, ready=["Dúnhere"])


def seed_of(stage):
    """Return a seed with which the fork leads there (the positions below draw no other number before)."""
    for seed in range(20):
        if stage_of(quest(4, stage=2, seed=seed, hand=[["Feint"]])) == stage:
            return seed
    raise AssertionError(stage)


def test_a_single_spider_is_found_by_the_first_player():
    """The second player finds none: nothing."""
    game = path(encounter_deck=["King Spider", "Old Forest Road"], encounter_discard=["Hummerhorns"])
    assert pile(game, n.STAGING) == ["King Spider"]


def test_the_search_is_followed_by_a_shuffle():
    """Nobody knows the deck's cards afterwards; over the seeds its order differs."""
    orders = set()
    for seed in range(4):
        game = path(heroes=[["Gimli"]], threat=[20], seed=seed, encounter_deck=[*ROAD, "Hummerhorns", "Forest Gate"])
        do(game, "Forest Spider")
        orders.add(tuple(pile(game, n.ENCOUNTER_DECK)))
        assert not is_known(game)
    assert len(orders) > 1


def test_a_deck_emptied_by_the_search_is_reset_in_the_quest_phase():
    """RULES, Staging: the encounter deck running out in this phase is reshuffled at once."""
    game = quest(
        4, stage=2, seed=seed_of(DONT_LEAVE), encounter_deck=["Forest Spider"], encounter_discard=ROAD,
        hand=[["Feint"]],
    )  # fmt: skip
    assert stage_of(game) == DONT_LEAVE and pile(game, n.STAGING) == ["Forest Spider"]
    assert pile(game, n.ENCOUNTER_DECK) == ROAD and pile(game, n.ENCOUNTER_DISCARD) == []


def spawn(**more):
    """Stage 3B, the Spawn engaged and one blow from her end."""
    described = {
        "heroes": [["Gimli", "Thalin"]], "stage": 121, "engaged": [["Ungoliant's Spawn"]], "threat": [20],
        "damage": {"Ungoliant's Spawn": 8}, "phase": "player-attacks",
    }  # fmt: skip
    return position(**{**described, **more})


def test_the_spawn_defeated_wins_at_once():
    """In mid-combat; the round is not counted."""
    game = do(spawn(), "Ungoliant's Spawn", "Gimli", "Thalin")
    assert outcome(game) == "won" and record(game)["round_no"] == 0


@pytest.mark.parametrize("how", ["Gondorian Spearman", "Swift Strike"])
def test_the_spawn_defeated_by_an_effect_wins_too(how):
    """Destroyed is defeated, by whatever damage."""
    game = spawn(
        in_play=[["Gondorian Spearman"]], hand=[["Swift Strike"]], resources={"Gimli": 2}, phase="attacks",
        damage={"Ungoliant's Spawn": 8 if how == "Gondorian Spearman" else 7},
    )  # fmt: skip
    do(game, "Gondorian Spearman", how)
    check(game, result="won")


@pytest.mark.parametrize("stage", [1, 2])
def test_the_spawn_defeated_before_the_stage_does_not_count(stage):
    """Designer (45575): she must be defeated during 3B; she may come back from the discard pile."""
    game = do(spawn(stage=stage), "Ungoliant's Spawn", "Gimli", "Thalin", stay=True)
    check(game, result="playing", zone={"Ungoliant's Spawn": "encounter discard"})
    game = path(encounter_discard=["Ungoliant's Spawn"], encounter_deck=ROAD, heroes=[["Gimli"]], threat=[20])
    check(game, zone={"Ungoliant's Spawn": "staging"})


def test_another_enemys_defeat_wins_nothing():
    """Only hers."""
    game = spawn(engaged=[["Forest Spider"]], damage={"Forest Spider": 3})
    do(game, "Forest Spider", "Gimli", "Thalin", stay=True)
    check(game, result="playing", zone={"Forest Spider": "encounter discard"})


def test_progress_never_defeats_a_stage_of_zero_points():
    """RULES, Progress: only its own text does; tokens may be placed without limit (FAQ C3)."""
    game = quest(9, stage=121, hand=[["Feint"]])
    check(game, quest_progress=9, result="playing")
    assert stage_of(game) == DONT_LEAVE


def test_the_spawn_in_play_already_is_found():
    """Designer (45575): if she is in play she need not be searched for; here she is engaged when 3B comes."""
    game = path(
        heroes=[["Gimli", "Legolas"]], threat=[20], hand=[], engaged=[["Ungoliant's Spawn"]], encounter_discard=[],
        damage={"Ungoliant's Spawn": 8}, encounter_deck=["Forest Spider", *ROAD, *ROAD],
    )  # fmt: skip
    assert stage_of(game) == DONT_LEAVE and pile(game, n.STAGING) == ["Forest Spider"]
    skip_to(game, "defender")
    do(game, "Gimli", "Ungoliant's Spawn")
    check(game, result="won")


# ---------------------------------------------------------------- 122 Beorn's Path


def test_beorns_path_is_won_by_ten_points():
    """The last stage: to defeat it is to win, in the middle of the phase."""
    game = quest(9, stage=122, progress={BEORNS: 1})
    check(game, result="won")
    assert record(game)["round_no"] == 0
    check(quest(9, stage=122, hand=[["Feint"]]), quest_progress=9, result="playing")


@pytest.mark.parametrize("where", ["staging", "engaged"])
def test_not_while_the_spawn_is_in_play(where):
    """Progress goes on beyond the points; when she is destroyed the stage falls at that moment."""
    she = {"staging": ["Ungoliant's Spawn"]} if where == "staging" else {"engaged": [["Ungoliant's Spawn"]]}
    game = quest(9, stage=122, progress={BEORNS: 9}, hand=[["Feint"]], **she)
    check(game, quest_progress=15 if where == "staging" else 18, result="playing")
    game = spawn(stage=122, progress={BEORNS: 15})
    check(do(game, "Ungoliant's Spawn", "Gimli", "Thalin"), result="won")


def test_the_spawn_destroyed_before_the_points_are_there():
    """Her defeat alone wins nothing on this path."""
    game = do(spawn(stage=122, progress={BEORNS: 9}), "Ungoliant's Spawn", "Gimli", "Thalin", stay=True)
    check(game, result="playing", quest_progress=9)


def test_legolas_makes_the_last_points_with_the_spawns_end():
    """She is gone first, then his two progress defeat the stage."""
    game = spawn(heroes=[["Legolas", "Gimli"]], stage=122, progress={BEORNS: 8})
    do(game, "Ungoliant's Spawn", "Legolas", "Gimli")
    assert outcome(game) == "playing" and offered(game) == ["Legolas", "pass"]
    check(do(game, "Legolas"), result="won")


def test_the_spawn_as_a_shadow_card_is_not_in_play():
    """RULES, Things: shadow cards are out of play, so the stage falls."""
    game = position(
        heroes=[["Legolas"]], stage=122, progress={BEORNS: 8}, engaged=[["Black Forest Bats", "Forest Spider"]],
        shadows={"Forest Spider": ["Ungoliant's Spawn"]}, phase="player-attacks",
    )  # fmt: skip
    do(game, "Black Forest Bats", "Legolas")
    check(game, result="won")


def test_the_spawn_revealed_before_the_resolution_holds_the_stage():
    """She comes in the staging step of the same phase; nothing is revealed when the stage itself comes."""
    game = quest(9, stage=122, progress={BEORNS: 6}, encounter_deck=["Ungoliant's Spawn", *ROAD], phase="staging")
    assert zone_of(game, "Ungoliant's Spawn") == "staging" and outcome(game) == "playing"
    assert quest_progress(game) == 6 + 9 - 3 - 3, "three characters with -1 each, against her threat of 3"
    assert resources_on(game, "Éowyn") == 0
