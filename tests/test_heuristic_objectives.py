"""The heuristic at home beyond Mirkwood: objectives, the prisoner, what stages ask, surplus damage; a position for each rule.

Source of positions: made up, the smallest that show the rule.
"""

import numpy as np
import pytest

from lotrsim import ids
from lotrsim.agents import base, heuristic
from lotrsim.kernel import DISABLED
from lotrsim.names import title_of
from lotrsim.rules.zones import move
from lotrsim.start import tables
from lotrsim.testing import do, legal, offered, position, word_of

ESCAPE, ANDUIN = "escape-from-dol-guldur", "journey-along-the-anduin"
MAP, TORCH, KEY = "Gandalf's Map", "Dungeon Torch", "Shadow Key"
TOWER, CAVERNS, RIVER, PASSAGE = "The Necromancer's Tower", "Through the Caverns", "To the River...", "Anduin Passage"
NAZGUL = "Nazgûl of Dol Guldur"
STREAMS = ["Enchanted Stream"] * 4


def answer(game):
    """What the heuristic chooses, in the words of `do`."""
    team = base.get("heuristic")
    action = base.answer(team.seat(0), game.games, 0, tables(), team.memory()[:1])
    return word_of(game.state, action, [a for a in legal(game) if a < ids.PASS])


def named(g, title):
    """The number of the card with this title."""
    return next(c for c in range(int(g["n_cards"])) if title_of(g, c) == title)


def scores(game):
    """Option in words -> score."""
    memory = np.zeros(1, base.get("heuristic").memory().dtype)
    if DISABLED:
        heuristic.rate(game.state, tables()[0], memory[0])
    else:
        heuristic.choose(game.games.copy(), 0, tables(), memory)
    return dict(zip(offered(game), memory[0]["scores"].tolist(), strict=False))


def escape(**more):
    """The planning phase of Escape from Dol Guldur."""
    described = {"heroes": [["Gimli", "Éowyn"]], "threat": [25], "phase": "planning", "encounter_deck": STREAMS}
    return position(ESCAPE, **{**described, **more})


# ---------------------------------------------------------------- objectives


def test_an_objective_that_the_stage_needs_is_claimed_by_who_fights_least():
    game = escape(staging=[MAP])
    assert answer(game) == MAP
    assert answer(do(game, MAP)) == "Éowyn"  # who holds it neither attacks nor defends


def test_nothing_is_claimed_that_the_stage_does_not_need():
    game = escape(staging=[TORCH], attachments={"Éowyn": [MAP]}, progress={TOWER: 8})
    assert answer(game) == "pass"
    assert answer(escape(staging=[MAP], stage=3)) == "pass"


@pytest.mark.parametrize("objective", [TORCH, KEY])
def test_what_takes_a_toll_is_claimed_late(objective):
    assert answer(escape(staging=[objective])) == "pass"
    assert answer(escape(staging=[objective], progress={TOWER: 9})) == objective


def test_the_stage_falls_by_the_last_claim_at_any_price_but_the_game():
    game = escape(staging=[TORCH], progress={TOWER: 9}, threat=[44])
    assert answer(game) == TORCH
    assert answer(escape(staging=[TORCH], progress={TOWER: 9}, threat=[48])) == "pass"


def test_the_key_goes_to_the_hero_who_bears_it():
    game = do(escape(staging=[KEY], progress={TOWER: 9}, damage={"Gimli": 4}), KEY)
    assert answer(game) == "Éowyn"
    game = do(escape(staging=[KEY], progress={TOWER: 9}, damage={"Éowyn": 2}), KEY)
    assert answer(game) == "Gimli"


def test_nobody_gets_a_third_restricted_card():
    axes = {"Gimli": ["Dwarven Axe", "Dwarven Axe#2"]}
    game = do(escape(staging=[TORCH], progress={TOWER: 9}, attachments=axes), TORCH)
    assert answer(game) == "Éowyn"


@pytest.mark.parametrize("objective", [MAP, TORCH, KEY])
def test_who_must_discard_a_restricted_card_keeps_the_objective(objective):
    """Given up, it would lie free, and be claimed again at its price without an end."""
    axes = {"Gimli": ["Dwarven Axe", "Dwarven Axe#2"]}
    game = do(escape(heroes=[["Gimli"]], staging=[objective], progress={TOWER: 9}, attachments=axes), objective)
    assert set(offered(game)) == {"Dwarven Axe", objective}
    assert answer(game) == "Dwarven Axe"


def test_the_guard_of_a_needed_objective_is_travelled_to():
    game = position(ESCAPE, heroes=[["Gimli"]], threat=[20], staging=["Forest Gate", "Enchanted Stream", MAP],
                    guards={MAP: "Forest Gate"}, phase="travel")  # fmt: skip
    assert answer(game) == "Forest Gate"


def test_the_guard_of_a_needed_objective_is_destroyed_first():
    table = {"heroes": [["Gimli", "Legolas"]], "threat": [20], "engaged": [["Dol Guldur Orcs", "Dungeon Jailor"]],
             "damage": {"Dungeon Jailor": 3}, "staging": [MAP], "phase": "player-attacks"}  # fmt: skip
    guarded = scores(position(ESCAPE, **table, guards={MAP: "Dungeon Jailor"}))
    free = scores(position(ESCAPE, **table))
    assert guarded["Dungeon Jailor"] > free["Dungeon Jailor"] and guarded["Dol Guldur Orcs"] == free["Dol Guldur Orcs"]


def test_the_objective_is_lost_that_is_hardest_to_have():
    game = position(ESCAPE, heroes=[["Gimli"]], threat=[20], staging=["Dungeon Jailor", "Ungoliant's Spawn", MAP, KEY],
                    guards={MAP: "Ungoliant's Spawn"}, encounter_deck=["Old Forest Road"], phase="resolve")  # fmt: skip
    assert answer(game) == MAP


def test_where_travel_makes_an_enemy_of_a_card_others_are_preferred():
    table = {"heroes": [["Gimli"]], "threat": [20], "deck": [["Feint"] * 4], "phase": "travel"}
    gate = scores(position(ESCAPE, **table, staging=["Tower Gate", "Enchanted Stream"]))
    assert gate["Tower Gate"] < gate["Enchanted Stream"]


# ---------------------------------------------------------------- the prisoner


def rescue_at(progress):
    """Progress was just placed on the stage that holds the prisoner; who comes for him is set aside."""
    game = position(ESCAPE, heroes=[["Éowyn", "Gimli"]], threat=[10], stage=2, prisoner="Gimli", committed=["Éowyn"],
                    encounter_discard=[NAZGUL], progress={CAVERNS: progress}, phase="resolve")  # fmt: skip
    move(game.state, tables()[0], named(game.state, NAZGUL), ids.SET_ASIDE)
    return game


def test_the_prisoner_is_rescued_when_the_stage_has_its_points():
    assert answer(rescue_at(14)) == CAVERNS
    assert answer(rescue_at(8)) == "pass"  # the enemy that comes for him would stay too long
    game = rescue_at(8)
    move(game.state, tables()[0], named(game.state, NAZGUL), ids.VICTORY)
    assert answer(game) == CAVERNS


def test_the_prisoners_player_must_not_be_eliminated():
    table = {"heroes": [["Éowyn", "Eleanor"], ["Gimli"]], "threat": [46, 20], "hand": [["The Galadhrim's Greeting"]],
             "resources": {"Éowyn": 3}, "phase": "planning"}  # fmt: skip
    game = position(ESCAPE, **table, prisoner="Eleanor")
    assert answer(game) == "The Galadhrim's Greeting"


def test_where_few_allies_may_be_played_the_best_is():
    table = {"heroes": [["Aragorn", "Glóin"]], "hand": [["Snowbourn Scout", "Faramir"]], "phase": "planning",
             "threat": [20], "resources": {"Aragorn": 3, "Glóin": 2}}  # fmt: skip
    assert answer(position(ESCAPE, **table)) == "Faramir"


# ---------------------------------------------------------------- surplus damage, stages without checks, the last stage


def test_surplus_damage_that_raises_threat_is_met_by_who_lives():
    table = {"heroes": [["Aragorn"]], "in_play": [["Snowbourn Scout"]], "encounter_deck": STREAMS, "phase": "combat"}
    assert answer(position(ANDUIN, **table, engaged=[["Hill Troll"]], threat=[44])) == "Aragorn"
    assert answer(position(ANDUIN, **table, engaged=[["Ungoliant's Spawn"]], threat=[44])) == "Snowbourn Scout"


def test_without_engagement_checks_only_what_can_be_beaten_is_engaged():
    table = {"heroes": [["Gimli", "Legolas"]], "threat": [40], "encounter_deck": STREAMS, "phase": "encounter"}
    assert answer(position(ANDUIN, **table, stage=2, staging=["Dol Guldur Orcs"])) == "Dol Guldur Orcs"
    assert answer(position(ANDUIN, **table, stage=1, staging=["Dol Guldur Orcs"])) == "pass"  # it comes anyway
    assert answer(position(ANDUIN, **{**table, "heroes": [["Éowyn"]]}, stage=2, staging=["Hill Troll"])) == "pass"


def test_without_engagement_checks_everybody_quests():
    table = {"heroes": [["Éowyn", "Dúnhere"]], "threat": [40], "staging": ["Hill Troll"], "phase": "commit",
             "encounter_deck": STREAMS}  # fmt: skip
    game = position(ANDUIN, **table, stage=2)
    assert answer(game) == "Éowyn" and answer(do(game, "Éowyn")) == "Dúnhere"


def test_where_the_last_enemy_must_go_it_is_engaged():
    table = {"heroes": [["Gimli", "Legolas"]], "threat": [10], "encounter_deck": STREAMS, "phase": "encounter"}
    last = scores(position(ANDUIN, **table, stage=3, staging=["Wargs", "Old Forest Road"]))
    other = scores(position(ANDUIN, **table, stage=2, staging=["Wargs", "Old Forest Road"]))
    assert last["Wargs"] > other["Wargs"] and last["Wargs"] > 0


def test_who_does_harm_from_the_staging_area_is_engaged():
    table = {"heroes": [["Gimli", "Legolas"]], "threat": [20], "encounter_deck": STREAMS, "phase": "encounter"}
    game = position(ANDUIN, **table, staging=["Goblin Sniper"], damage={"Gimli": 3, "Legolas": 3})
    unhurt = position(ANDUIN, **table, staging=["Goblin Sniper"])
    assert answer(game) == "Goblin Sniper" and scores(game)["Goblin Sniper"] > scores(unhurt)["Goblin Sniper"] - 20


def test_an_enemy_is_taken_off_a_weaker_player():
    table = {"heroes": [["Gimli", "Legolas"], ["Éowyn"]], "staging": ["King Spider"], "encounter_deck": STREAMS,
             "phase": "encounter"}  # fmt: skip
    drawn, safe = position(ANDUIN, **table, threat=[10, 30]), position(ANDUIN, **table, threat=[10, 10])
    assert answer(drawn) == "King Spider" and scores(drawn)["King Spider"] > scores(safe)["King Spider"]


def test_an_enemy_is_taken_off_a_weaker_player_where_both_would_meet_it():
    table = {"heroes": [["Éowyn"], ["Gimli", "Legolas"]], "staging": ["King Spider"], "encounter_deck": STREAMS,
             "phase": "encounter", "threat": [30, 30]}  # fmt: skip
    game = position(ANDUIN, **table)
    assert answer(game) == "pass"  # it comes to the first player
    assert answer(do(game, "pass")) == "King Spider"


def test_the_enemy_that_the_stage_wants_dead_waits_until_it_can_be_destroyed():
    table = {"heroes": [["Gimli", "Legolas", "Thalin"]], "threat": [25], "staging": ["Hill Troll"], "phase": "encounter",
             "encounter_deck": STREAMS}  # fmt: skip
    assert answer(position(ANDUIN, **table)) == "pass"
    assert answer(position(ANDUIN, **table, damage={"Hill Troll": 6})) == "Hill Troll"


def test_threat_is_lowered_below_an_engagement_cost():
    table = {"heroes": [["Aragorn"]], "hand": [["Gandalf"]], "resources": {"Aragorn": 5}, "encounter_deck": STREAMS,
             "phase": "planning"}  # fmt: skip
    lower = {}
    for threat in (26, 30):  # five less than 30 keeps the Troll away, 26 reaches it neither way
        game = do(position(ANDUIN, **table, staging=["Hill Troll"], threat=[threat]), "Gandalf", "Gandalf")
        lower[threat] = scores(game)[("mode", 2)]
    assert lower[30] > lower[26]


def test_who_comes_again_is_worth_less():
    table = {"heroes": [["Gimli"]], "threat": [20], "encounter_deck": STREAMS, "phase": "player-attacks"}
    game = position(ANDUIN, **table, engaged=[["Eastern Crows", "Black Forest Bats"]])
    assert answer(game) == "Black Forest Bats"
