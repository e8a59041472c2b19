"""The Leadership and Tactics heroes of the Core Set (cards 1 to 6): what they do, may not do, and whom they meet.

Source of positions: made up, the smallest that show the rule.
"""

from contextlib import contextmanager

import pytest

from lotrsim.cards import registry
from lotrsim.cards.tables import tables
from lotrsim.ids import HIT_POINTS, SURGE
from lotrsim.testing import (
    check,
    decider,
    decision,
    do,
    offered,
    play,
    position,
    quest_progress,
    record,
    resources_on,
    stat_of,
    zone_of,
)

# ---------------------------------------------------------------- 1 Aragorn


def test_aragorn_readies_and_stays_committed():
    """hall-of-beorn: he readies right after committing and is still committed."""
    game = position(heroes=[["Aragorn"]], resources={"Aragorn": 2}, engaged=[["Forest Spider"]], phase="commit")
    do(game, "Aragorn")
    assert (decision(game), offered(game)) == ("response", ["Aragorn", "pass"])
    do(game, "Aragorn")
    check(game, quest_progress=2, resources={"Aragorn": 1})
    assert decision(game) == "defender", "he is ready and may defend"


def test_aragorn_needs_a_resource_of_his_own():
    """The cost is paid from his own pool."""
    game = position(heroes=[["Aragorn", "Théodred"]], resources={"Théodred": 3}, phase="commit")
    do(game, "Aragorn", "pass", stay=True)
    check(game, quest_progress=2, exhausted=["Aragorn"])


def test_aragorn_only_after_his_own_commitment():
    """Another hero's commitment is no reason."""
    game = position(heroes=[["Aragorn", "Éowyn"]], resources={"Aragorn": 2}, phase="commit")
    do(game, "Éowyn", stay=True)
    check(game, quest_progress=4, resources={"Aragorn": 2})


def test_aragorn_once_a_commitment():
    """FAQ 1.08: a response once per trigger."""
    game = position(heroes=[["Aragorn"]], resources={"Aragorn": 3}, staging=["Forest Gate"], phase="commit")
    do(game, "Aragorn", "Aragorn")
    check(game, resources={"Aragorn": 2})
    assert decision(game) == "travel"


def test_aragorn_may_let_it_be():
    """A response is optional."""
    game = position(heroes=[["Aragorn"]], resources={"Aragorn": 1}, phase="commit")
    do(game, "Aragorn", "pass", stay=True)
    check(game, resources={"Aragorn": 1}, quest_progress=2)


def test_aragorn_spends_what_theodred_gives_him_for_the_same_commitment():
    """Responses to one trigger are open until all pass: Théodred first, then Aragorn."""
    game = position(heroes=[["Aragorn", "Théodred"]], staging=["Forest Gate"], phase="commit")
    do(game, "Aragorn", "Théodred")
    assert offered(game) == ["Théodred", "pass"], "Aragorn has nothing to spend"
    do(game, "Théodred")
    assert decision(game) == "target"
    do(game, "Aragorn")
    assert offered(game) == ["Aragorn", "pass"]
    do(game, "Aragorn")
    check(game, ready=["Aragorn"], exhausted=["Théodred"], resources={"Aragorn": 0}, quest_progress=1)


def test_aragorn_defends_for_another_player():
    """Keyword Sentinel: after the attacked player declared no defender."""
    game = position(heroes=[["Gimli"], ["Aragorn"]], engaged=[["Forest Spider"], []], phase="attacks")
    assert decider(game) == 0
    do(game, "pass")
    assert (decision(game), decider(game), offered(game)) == ("sentinel", 1, ["Aragorn", "pass"])
    do(game, "Aragorn")
    check(game, damage={"Gimli": 0, "Aragorn": 0}, exhausted=["Aragorn"])


def test_sentinel_only_when_nobody_else_defends():
    """Rules, Attacks: no Sentinel help once the attacked player declared a defender."""
    game = position(heroes=[["Gimli"], ["Aragorn"]], engaged=[["Forest Spider"], []], phase="attacks")
    do(game, "Gimli", stay=True)
    assert decision(game) == "none"
    check(game, exhausted=["Gimli"], ready=["Aragorn"])


# ---------------------------------------------------------------- 2 Théodred


def test_theodred_gives_to_a_committed_hero():
    """Any hero committed to the quest, himself included; not one who stayed behind, no ally."""
    game = position(heroes=[["Aragorn", "Théodred", "Glóin"]], in_play=[["Faramir"]], phase="commit")
    do(game, "Aragorn", "Théodred", "Faramir", "Théodred")
    assert (decision(game), offered(game)) == ("target", ["Aragorn", "Théodred"])
    do(game, "Théodred")
    assert resources_on(game, "Théodred") == 1


def test_theodred_gives_to_another_players_hero():
    """The hero may be another player's, if he committed before."""
    game = position(heroes=[["Éowyn"], ["Théodred"]], phase="commit")
    do(game, "Éowyn", "Théodred", "Théodred", "Éowyn", stay=True)
    check(game, resources={"Éowyn": 1, "Théodred": 0})


def test_theodred_does_nothing_when_he_stays_behind():
    """Only his own commitment counts."""
    game = position(heroes=[["Aragorn", "Théodred"]], phase="commit")
    do(game, "Aragorn", "pass", stay=True)
    check(game, resources={"Aragorn": 0, "Théodred": 0})


# ---------------------------------------------------------------- 3 Glóin


def test_gloin_gains_what_he_suffers():
    """A resource for each point of damage; the defense kept one away."""
    game = position(heroes=[["Glóin"]], engaged=[["King Spider"]], phase="attacks")
    do(game, "Glóin", "Glóin", stay=True)
    check(game, damage={"Glóin": 2}, resources={"Glóin": 2})


def test_gloin_gains_nothing_without_damage():
    """No damage, no trigger."""
    game = position(heroes=[["Glóin"]], engaged=[["Black Forest Bats"]], phase="attacks")
    do(game, "Glóin", stay=True)
    assert decision(game) == "none"
    check(game, damage={"Glóin": 0}, resources={"Glóin": 0})


def test_gloin_gains_nothing_when_he_dies():
    """Destroyed at once; his pool goes with him."""
    game = position(
        heroes=[["Glóin", "Gimli"]], damage={"Glóin": 3}, engaged=[["Forest Spider"]], phase="attacks",
    )  # fmt: skip
    do(game, "pass", "Glóin", stay=True)
    assert decision(game) == "strike_target"
    check(game, zone={"Glóin": "discard"}, resources={"Glóin": 0})


def test_gloin_and_the_necromancers_reach():
    """Damage of an effect on several characters is suffered by each."""
    game = position(
        heroes=[["Glóin", "Gimli"]], exhausted=["Glóin", "Gimli"],
        encounter_deck=["The Necromancer's Reach", "Enchanted Stream"], phase="staging",
    )  # fmt: skip
    assert (decision(game), offered(game)) == ("response", ["Glóin", "pass"])
    do(game, "Glóin", stay=True)
    check(game, damage={"Glóin": 1, "Gimli": 1}, resources={"Glóin": 1})


def test_gloin_with_citadel_plate_survives_and_collects():
    """More hit points, more resources."""
    game = position(
        heroes=[["Glóin"]], attachments={"Glóin": ["Citadel Plate"]}, engaged=[["Ungoliant's Spawn"]], phase="attacks",
    )  # fmt: skip
    do(game, "pass", "Glóin", stay=True)
    check(game, damage={"Glóin": 5}, resources={"Glóin": 5})


# ---------------------------------------------------------------- 4 Gimli


def test_gimli_hits_harder_the_more_he_suffers():
    """+1 attack for each damage token; healed, he is weaker again."""
    game = position(
        heroes=[["Gimli", "Glorfindel"]], damage={"Gimli": 3}, resources={"Glorfindel": 1}, phase="planning",
    )  # fmt: skip
    assert stat_of(game, "Gimli", "attack") == 5
    play(game, "Glorfindel")
    assert stat_of(game, "Gimli", "attack") == 4


def test_gimli_with_axe_and_plate():
    """Eight damage under Citadel Plate and the axe of a Dwarf: 2 + 8 + 2."""
    game = position(
        heroes=[["Gimli"]], attachments={"Gimli": ["Citadel Plate", "Dwarven Axe"]}, damage={"Gimli": 8},
        engaged=[["Ungoliant's Spawn"]], phase="player-attacks",
    )  # fmt: skip
    assert stat_of(game, "Gimli", "attack") == 12
    do(game, "Ungoliant's Spawn", stay=True)
    check(game, zone={"Ungoliant's Spawn": "encounter discard"})


# ---------------------------------------------------------------- 5 Legolas


def test_legolas_progress_goes_through_the_active_location():
    """Rules, Progress on the current quest: the active location first (FAQ C3)."""
    game = position(
        heroes=[["Legolas"]], engaged=[["Black Forest Bats"]], active_location="Enchanted Stream",
        progress={"Enchanted Stream": 1}, encounter_deck=["Forest Gate"], phase="player-attacks",
    )  # fmt: skip
    do(game, "Black Forest Bats", "Legolas")
    check(game, quest_progress=1, zone={"Enchanted Stream": "encounter discard"})


def test_legolas_needs_a_destroyed_enemy():
    """A wounded enemy is no reason."""
    game = position(heroes=[["Legolas"]], engaged=[["Forest Spider"]], phase="player-attacks")
    do(game, "Forest Spider", stay=True)
    assert decision(game) == "none"
    check(game, damage={"Forest Spider": 2}, quest_progress=0)


def test_legolas_must_take_part():
    """An attack of others does not count."""
    game = position(heroes=[["Legolas", "Gimli"]], engaged=[["Black Forest Bats"]], phase="player-attacks")
    do(game, "Black Forest Bats", "Gimli", stay=True)
    assert decision(game) == "none"
    check(game, quest_progress=0, zone={"Black Forest Bats": "encounter discard"})


def test_legolas_together_with_others():
    """He need not attack alone."""
    game = position(heroes=[["Legolas", "Gimli"]], engaged=[["Forest Spider"]], phase="player-attacks")
    do(game, "Forest Spider", "Legolas", "Gimli", "Legolas", stay=True)
    check(game, quest_progress=2, zone={"Forest Spider": "encounter discard"})


def test_legolas_shoots_at_another_players_enemy():
    """Keyword Ranged: as a declared attacker of his own player's attack, or joining another's."""
    game = position(heroes=[["Legolas"], ["Thalin"]], engaged=[[], ["Black Forest Bats"]], phase="player-attacks")
    assert (decider(game), offered(game)) == (0, ["Black Forest Bats", "pass"])
    do(game, "pass")
    assert decider(game) == 1
    do(game, "Black Forest Bats", "Legolas")
    assert decision(game) == "response", "Thalin's attack destroyed it, Legolas took part"
    do(game, "Legolas", stay=True)
    check(game, quest_progress=2, exhausted=["Legolas", "Thalin"])


def test_ranged_does_not_reach_the_staging_area():
    """FAQ C3: Ranged cannot attack the staging area."""
    game = position(heroes=[["Legolas"]], staging=["Black Forest Bats"], phase="player-attacks")
    assert decision(game) != "strike_target"


def test_legolas_needs_the_damage_of_the_attack():
    """RULINGS, Readings: only enemies destroyed by that attack's damage; here a defender's response kills."""
    game = position(
        heroes=[["Legolas"]], in_play=[["Gondorian Spearman"]], engaged=[["Black Forest Bats"]],
        damage={"Black Forest Bats": 1}, phase="attacks",
    )  # fmt: skip
    do(game, "Gondorian Spearman", "Gondorian Spearman", stay=True)
    assert decision(game) == "none"
    check(game, quest_progress=0, zone={"Black Forest Bats": "encounter discard", "Gondorian Spearman": "play"})


@pytest.mark.parametrize("order", [["Legolas", "Blade of Gondolin"], ["Blade of Gondolin", "Legolas"]])
def test_legolas_with_a_blade_of_gondolin(order):
    """FAQ C3: both responses, in either order, also across a stage change, without carry-over."""
    game = position(
        heroes=[["Legolas"]], attachments={"Legolas": ["Blade of Gondolin"]}, engaged=[["Black Forest Bats"]],
        progress={"Flies and Spiders": 7}, phase="player-attacks",
    )  # fmt: skip
    do(game, "Black Forest Bats")
    assert offered(game) == ["Legolas", "Blade of Gondolin", "pass"]
    do(game, *order)
    assert zone_of(game, "Flies and Spiders") == "removed"
    assert (zone_of(game, "A Fork in the Road"), quest_progress(game)) in (("quest", 1), ("removed", 0))
    assert quest_progress(game) == (1 if order[0] == "Legolas" else 0)


# ---------------------------------------------------------------- 6 Thalin


def test_thalin_wounds_each_enemy_revealed():
    """Every enemy of the staging step, also the second one."""
    game = position(
        heroes=[["Thalin"], ["Gimli"]], committed=["Thalin"], threat=[10, 10],
        encounter_deck=["Forest Spider", "King Spider", "Enchanted Stream"], phase="staging",
    )  # fmt: skip
    check(game, exhausted=["Gimli"], damage={"Forest Spider": 1, "King Spider": 1})


def test_thalin_only_while_committed():
    """Not committed, no damage."""
    game = position(heroes=[["Thalin"]], encounter_deck=["Forest Spider", "Enchanted Stream"], phase="staging")
    check(game, damage={"Forest Spider": 0}, zone={"Forest Spider": "staging"})


def test_thalin_leaves_locations_and_treacheries_alone():
    """Only enemies."""
    game = position(
        heroes=[["Thalin"], ["Gimli"]], committed=["Thalin"],
        encounter_deck=["Forest Gate", "Eyes of the Forest", "Enchanted Stream"], phase="staging",
    )  # fmt: skip
    check(game, zone={"Forest Gate": "staging"})
    assert not record(game)["damage"].any()


def test_thalin_does_not_wound_what_is_added_without_being_revealed():
    """RULINGS C4: the Spiders of stage 3 are added, not revealed."""
    game = position(
        heroes=[["Thalin"]], stage=2, progress={"A Fork in the Road": 1}, committed=["Thalin"], seed=1,
        encounter_deck=["Forest Spider", "Enchanted Stream"], phase="resolution",
    )  # fmt: skip
    check(game, damage={"Forest Spider": 0})


def test_thalin_strikes_before_the_when_revealed_effect():
    """RULINGS 2: passive, before keywords and when-revealed effects: the Orcs are wounded, then wound him."""
    game = position(
        heroes=[["Thalin"]], committed=["Thalin"], damage={"Thalin": 3},
        encounter_deck=["Dol Guldur Orcs", "Enchanted Stream"], phase="staging",
    )  # fmt: skip
    check(game, damage={"Dol Guldur Orcs": 1}, result="lost")


@contextmanager
def changed(array, index, value):
    """An element of an array has another value for a while."""
    old = array[index]
    array[index] = value
    yield
    array[index] = old


def test_thalin_defeats_an_enemy_as_it_is_revealed():
    """RULINGS 2: defeated before its keywords: no surge, no doomed, no effect (an Orc made frail)."""
    t, orcs = tables()[0], registry.face_of(registry.find("Dol Guldur Orcs"))
    with changed(t["stats"][orcs], HIT_POINTS, 1), changed(t["keywords"], orcs, SURGE), changed(t["doomed"], orcs, 2):
        game = position(
            heroes=[["Thalin"]], in_play=[["Beorn"]], committed=["Thalin"], threat=[20],
            encounter_deck=["Dol Guldur Orcs", "Forest Spider", "Enchanted Stream"], phase="staging",
        )  # fmt: skip
    assert decision(game) == "action", "the window after the reveals"
    check(game, threat=[20], damage={"Thalin": 0})
    check(game, zone={"Dol Guldur Orcs": "encounter discard", "Forest Spider": "encounter deck"})
