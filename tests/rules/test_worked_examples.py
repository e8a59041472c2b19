"""The worked examples of the core rulebook, in its order.

Source: The Lord of the Rings: The Card Game, core rulebook, the examples in its boxes.
"""

from lotrsim.cards.tables import tables
from lotrsim.rules.outcome import damage_on_heroes, dead_hero_costs, score_of, victory_points
from lotrsim.testing import (
    check,
    decider,
    decision,
    do,
    offered,
    outcome,
    play,
    player_with,
    position,
    record,
    skip_to,
    stat_of,
)

HEROES = ["Glóin", "Éowyn", "Eleanor"]


def test_paying_for_cards():
    """Core rulebook, Phase 2: Planning, "Paying for cards": pools of one sphere are combined."""
    game = position(
        heroes=[HEROES],
        hand=[["Guard of the Citadel", "Northern Tracker"]],
        resources={"Glóin": 3, "Éowyn": 2, "Eleanor": 2},
        phase="planning",
    )
    play(game, "Guard of the Citadel")
    check(game, resources={"Glóin": 1, "Éowyn": 2, "Eleanor": 2}, zone={"Guard of the Citadel": "play"})
    play(game, "Northern Tracker")
    check(game, resources={"Glóin": 1, "Éowyn": 0, "Eleanor": 0}, zone={"Northern Tracker": "play"})


def test_the_player_chooses_among_pools():
    """Core rulebook, Phase 2: Planning, "Paying for cards": 2 of 3 resources in two pools are due."""
    game = position(heroes=[HEROES], hand=[["Wandering Took"]], resources={"Éowyn": 2, "Eleanor": 1}, phase="planning")
    play(game, "Wandering Took")
    assert (decision(game), offered(game)) == ("pay", ["Éowyn", "Eleanor"])
    do(game, "Eleanor")
    check(game, resources={"Éowyn": 1, "Eleanor": 0}, zone={"Wandering Took": "play"})


def quest_of_two():
    """Éowyn, Aragorn and a Guard commit against a location of threat 3; two enemies are about to be revealed.

    The rulebook's location is Gladden Fields of another scenario; Necromancer's Pass has the same threat.
    """
    return position(
        heroes=[["Éowyn"], ["Aragorn"]],
        in_play=[[], ["Guard of the Citadel"]],
        hand=[["Gandalf"], []],
        threat=[20, 20],
        staging=["Necromancer's Pass"],
        encounter_deck=["East Bight Patrol", "Hummerhorns", "Enchanted Stream"],
        phase="commit",
    )


def test_questing():
    """Core rulebook, Phase 3: Quest: 7 willpower against 7 threat, and one more makes one progress."""
    game = do(quest_of_two(), "Éowyn", "Aragorn", "Guard of the Citadel")
    check(game, committed=["Éowyn", "Aragorn", "Guard of the Citadel"], exhausted=["Éowyn", "Aragorn"])
    assert decision(game) == "action", "the window after commitment, in which Éowyn could be used"
    do(game, "pass")
    check(game, zone={"East Bight Patrol": "staging", "Hummerhorns": "staging", "Enchanted Stream": "encounter deck"})
    play(game, "Éowyn")
    check(game, quest_progress=1, threat=[20, 20], zone={"Gandalf": "discard"})


def test_questing_without_the_last_point():
    """Core rulebook, Phase 3: Quest: 7 against 7 is neither success nor failure."""
    game = do(quest_of_two(), "Éowyn", "Aragorn", "Guard of the Citadel", "pass", "pass")
    check(game, quest_progress=0, threat=[20, 20])


def test_progress_goes_through_the_active_location():
    """Core rulebook, Phase 3: Quest, "Progress tokens": Enchanted Stream takes 2 of 3, the stage gets the third."""
    game = position(
        heroes=[["Aragorn", "Théodred"]],
        committed=["Aragorn", "Théodred"],
        active_location="Enchanted Stream",
        encounter_deck=["Forest Gate", "Forest Gate"],
        phase="resolution",
    )
    check(game, quest_progress=1, zone={"Enchanted Stream": "encounter discard"})


def test_engagement_checks():
    """Core rulebook, Phase 5: Encounter, "Engagement checks": threats 24 and 35, the highest cost first."""
    game = position(
        heroes=[["Gimli"], ["Legolas"]],
        threat=[24, 35],
        staging=["King Spider", "Forest Spider", "Ungoliant's Spawn", "Hummerhorns"],
        phase="checks",
    )
    where = {name: player_with(game, name) for name in ("King Spider", "Ungoliant's Spawn", "Forest Spider")}
    assert where == {"King Spider": 0, "Ungoliant's Spawn": 1, "Forest Spider": 1}
    check(game, zone={"King Spider": "engaged", "Forest Spider": "engaged", "Hummerhorns": "staging"})


def test_enemy_attacks():
    """Core rulebook, Phase 6: Combat, "Enemies attack": a defended attack, then an undefended one."""
    game = position(
        heroes=[["Aragorn"]],
        in_play=[["Silverlode Archer"]],
        threat=[20],
        engaged=[["Ungoliant's Spawn", "Forest Spider"]],
        shadows={"Ungoliant's Spawn": ["East Bight Patrol"], "Forest Spider": ["Enchanted Stream"]},
        phase="attacks",
    )
    assert (decision(game), offered(game)) == ("enemy_attack", ["Ungoliant's Spawn", "Forest Spider"])
    do(game, "Ungoliant's Spawn", "Silverlode Archer")
    check(game, zone={"Silverlode Archer": "discard"}, damage={"Aragorn": 0}, threat=[20])
    assert decision(game) == "defender"
    do(game, "pass")
    check(game, damage={"Aragorn": 2})


def test_player_attacks():
    """Core rulebook, Phase 6: Combat, "Attacking enemies": one player kills, two characters of another wound."""
    game = position(
        heroes=[["Glorfindel"], ["Legolas"]],
        in_play=[[], ["Gondorian Spearman"]],
        engaged=[["Dol Guldur Orcs"], ["Dol Guldur Beastmaster"]],
        phase="player-attacks",
    )
    do(game, "Dol Guldur Orcs")
    assert decision(game) == "attackers" and decider(game) == 1, "Ranged Legolas could join"
    do(game, "pass")
    check(game, zone={"Dol Guldur Orcs": "encounter discard"}, exhausted=["Glorfindel"])
    skip_to(game, "strike_target")
    do(game, "Dol Guldur Beastmaster", "Legolas", "Gondorian Spearman")
    check(game, damage={"Dol Guldur Beastmaster": 3}, zone={"Dol Guldur Beastmaster": "engaged"})
    assert stat_of(game, "Dol Guldur Beastmaster", "hit_points") - 3 == 2


def test_score():
    """Core rulebook, "Scoring": 43 + 8 + 6 + 10 x 23 - 5 = 282."""
    assert score_of(43, 8, 6, 23, 5) == 282


def test_score_of_a_won_game():
    """Core rulebook, "Scoring": the same numbers from a table; the round in which the quest is won is not counted."""
    game = position(
        heroes=[["Aragorn", "Glorfindel"]],
        discard=[["Théodred"]],
        damage={"Aragorn": 4, "Glorfindel": 2},
        victory=["Hummerhorns"],
        threat=[43],
        round_no=23,
        stage=122,
        progress={"Beorn's Path": 9},
        committed=["Aragorn"],
        phase="resolution",
    )
    g, t = record(game), tables()[0]
    assert outcome(game) == "won"
    assert (int(g["threat"][0]), dead_hero_costs(g, t, 0), damage_on_heroes(g, t)) == (43, 8, 6)
    assert (int(g["round_no"]), victory_points(g, t)) == (23, 5)
