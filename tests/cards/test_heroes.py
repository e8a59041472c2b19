"""The twelve heroes of the Core Set (cards 1 to 12): what they do, when they may not, and whom they meet most.

Source of positions: made up, the smallest that show the rule.
"""

import pytest

from lotrsim.errors import IllegalAction
from lotrsim.testing import (
    check,
    decider,
    decision,
    do,
    offered,
    pile,
    play,
    position,
    quest_progress,
    record,
    resources_on,
    stat_of,
    zone_of,
)
from lotrsim.ids import ENCOUNTER_DECK

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


# ---------------------------------------------------------------- 7 Éowyn


def test_eowyn_lasts_until_the_end_of_the_phase():
    """+1 willpower for the phase, in any phase."""
    game = position(heroes=[["Éowyn"]], hand=[["Gandalf", "Feint"]], phase="quest")
    play(game, "Éowyn", "Feint")
    assert stat_of(game, "Éowyn", "willpower") == 5
    do(game, "Éowyn", "pass")
    assert stat_of(game, "Éowyn", "willpower") == 4
    check(game, zone={"Feint": "discard"}, hand=[["Gandalf"]], quest_progress=5)


def test_eowyn_needs_a_card():
    """Nobody can discard from an empty hand."""
    assert decision(position(heroes=[["Éowyn"]], phase="quest")) == "commit"


def test_eowyn_once_a_round_for_each_player():
    """The limit is a player's: each may discard once, in any order, at his own cost."""
    game = position(heroes=[["Éowyn"], ["Gimli"]], hand=[["Gandalf", "Feint"], ["Beorn"]], phase="quest")
    play(game, "Éowyn", "Feint")
    assert (decider(game), offered(game)) == (1, ["Éowyn", "pass"])
    play(game, "Éowyn")
    assert stat_of(game, "Éowyn", "willpower") == 6
    assert decision(game) == "commit"
    check(game, hand=[["Gandalf"], []], zone={"Beorn": "discard"})


def test_eowyn_not_twice_a_round_by_one_player():
    """Also not in a later phase; in the next round again."""
    game = position(heroes=[["Éowyn"]], hand=[["Gandalf", "Feint"]], phase="planning")
    play(game, "Éowyn", "Feint")
    with pytest.raises(IllegalAction):
        play(game, "Éowyn", "Gandalf")
    do(game, "pass")
    assert record(game)["round_no"] == 1 and "Éowyn" in offered(game)


def test_eowyn_after_the_reveals():
    """hall-of-beorn: her action may be used after staging."""
    game = position(
        heroes=[["Éowyn"]], hand=[["Gandalf"]], committed=["Éowyn"], staging=["Necromancer's Pass"],
        encounter_deck=["Black Forest Bats", "Enchanted Stream"], phase="staged",
    )  # fmt: skip
    play(game, "Éowyn")
    check(game, quest_progress=2)


# ---------------------------------------------------------------- 8 Eleanor


def eleanor(**more):
    """Eleanor when a treachery is revealed; `more` adds to the position or replaces parts of it."""
    described = {
        "heroes": [["Eleanor"]], "hand": [["Feint"]], "phase": "staging",
        "encounter_deck": ["Eyes of the Forest", "Old Forest Road", "Enchanted Stream"],
    }  # fmt: skip
    return position(**{**described, **more})


def test_eleanor_cancels_and_replaces():
    """The card is discarded, the next one is revealed in its place."""
    game = do(eleanor(), "Eleanor")
    check(game, exhausted=["Eleanor"], hand=[["Feint"]])
    check(game, zone={"Eyes of the Forest": "encounter discard", "Old Forest Road": "staging"})


def test_eleanor_must_be_ready():
    """Her cost cannot be paid."""
    game = eleanor(exhausted=["Eleanor"])
    check(game, hand=[[]], zone={"Old Forest Road": "encounter deck"})


def test_eleanor_cancels_no_enemy():
    """A treachery only, not the King Spider's when-revealed effect."""
    game = eleanor(encounter_deck=["King Spider", "Enchanted Stream"])
    check(game, zone={"King Spider": "staging"}, exhausted=["Eleanor"])
    assert zone_of(game, "Enchanted Stream") == "encounter deck"


def test_eleanor_and_a_test_of_will_not_both():
    """HARD_CARDS: what one cancelled gives the other no reason."""
    game = eleanor(hand=[["A Test of Will", "Feint"]], resources={"Eleanor": 1})
    assert offered(game) == ["Eleanor", "A Test of Will", "pass"]
    do(game, "A Test of Will")
    check(game, ready=["Eleanor"], hand=[["Feint"]], zone={"Old Forest Road": "encounter deck"})


def test_eleanors_replacement_is_a_full_reveal():
    """A treachery revealed in place may be cancelled by A Test of Will; Eleanor is exhausted."""
    game = eleanor(
        hand=[["A Test of Will", "Feint"]], resources={"Eleanor": 1},
        encounter_deck=["Driven by Shadow", "Eyes of the Forest", "Enchanted Stream"],
    )  # fmt: skip
    do(game, "Eleanor")
    assert offered(game) == ["A Test of Will", "pass"]
    do(game, "A Test of Will")
    check(game, hand=[["Feint"]], zone={"Eyes of the Forest": "encounter discard"})


def test_eleanor_stops_the_surge_that_an_effect_gives():
    """A cancelled effect never gained surge."""
    game = eleanor(encounter_deck=["Driven by Shadow", "Old Forest Road", "Enchanted Stream"])
    do(game, "Eleanor")
    check(game, zone={"Old Forest Road": "staging", "Enchanted Stream": "encounter deck"})


# ---------------------------------------------------------------- 9 Dúnhere


def test_dunhere_attacks_the_staging_area():
    """Alone, with +1 attack; the enemy stays where it is (hall-of-beorn)."""
    game = position(heroes=[["Dúnhere"]], staging=["Forest Spider"], phase="player-attacks")
    do(game, "Forest Spider", stay=True)
    check(game, damage={"Forest Spider": 2}, zone={"Forest Spider": "staging"}, exhausted=["Dúnhere"])


def test_dunhere_attacks_the_staging_area_alone():
    """Nobody joins him."""
    game = position(heroes=[["Dúnhere", "Gimli"]], staging=["Forest Spider"], phase="player-attacks")
    do(game, "Forest Spider", stay=True)
    check(game, damage={"Forest Spider": 2}, ready=["Gimli"])


def test_dunhere_has_no_bonus_against_engaged_enemies():
    """The bonus belongs to attacks on the staging area."""
    game = position(heroes=[["Dúnhere"]], engaged=[["Forest Spider"]], phase="player-attacks")
    do(game, "Forest Spider")
    check(game, damage={"Forest Spider": 1})


def test_dunhere_must_be_ready_and_the_others_cannot():
    """Exhausted he attacks nobody; Gimli cannot reach the staging area."""
    game = position(
        heroes=[["Dúnhere", "Gimli"]], exhausted=["Dúnhere"], staging=["Forest Spider"], phase="player-attacks",
    )  # fmt: skip
    assert decision(game) != "strike_target"


def test_dunhere_strikes_quickly_at_the_staging_area():
    """RULINGS, Readings, 35: Quick Strike takes a target that the character could attack."""
    game = position(
        heroes=[["Gimli", "Dúnhere"]], hand=[["Quick Strike"]], resources={"Gimli": 1}, staging=["Forest Spider"],
        phase="planning",
    )  # fmt: skip
    play(game, "Quick Strike")
    check(game, damage={"Forest Spider": 2}, exhausted=["Dúnhere"], zone={"Forest Spider": "staging"})


def test_dunhere_with_a_blade_against_an_orc_in_staging():
    """His +1 and the Blade's +1 against an Orc: 2 + 1 + 1 kill a patrol of defense 1; the Blade makes progress."""
    game = position(
        heroes=[["Dúnhere"]], attachments={"Dúnhere": ["Blade of Gondolin"]}, staging=["Dol Guldur Orcs"],
        phase="player-attacks",
    )  # fmt: skip
    do(game, "Dol Guldur Orcs", "Blade of Gondolin", stay=True)
    check(game, quest_progress=1, zone={"Dol Guldur Orcs": "encounter discard"})


# ---------------------------------------------------------------- 10 Denethor


def test_denethor_looks_and_leaves_the_card():
    """He may leave it; then he knows it."""
    game = position(
        heroes=[["Denethor"]], encounter_deck=["Forest Gate", "Enchanted Stream"], staging=["Forest Spider"],
        phase="planning",
    )  # fmt: skip
    play(game, "Denethor", "no", stay=True)
    assert pile(game, ENCOUNTER_DECK) == ["Forest Gate", "Enchanted Stream"]
    check(game, exhausted=["Denethor"])


def test_denethor_moves_the_card_to_the_bottom():
    """Or he puts it under the deck."""
    game = position(heroes=[["Denethor", "Gimli"]], encounter_deck=["Forest Gate", "Enchanted Stream"], phase="quest")
    play(game, "Denethor", "yes")
    assert pile(game, ENCOUNTER_DECK) == ["Enchanted Stream", "Forest Gate"]
    assert decision(game) == "commit"


def test_denethor_needs_a_deck_and_must_be_ready():
    """No card to look at, or no cost to pay: no action."""
    assert decision(position(heroes=[["Denethor"]], phase="quest")) == "commit"
    game = position(heroes=[["Denethor", "Gimli"]], exhausted=["Denethor"], encounter_deck=["Forest Gate"], phase="quest")
    assert decision(game) == "commit"


def test_denethor_after_henamarth():
    """A known card is nothing new to Henamarth, but Denethor may still move it."""
    game = position(
        heroes=[["Denethor"]], in_play=[["Henamarth Riversong"]], encounter_deck=["Forest Gate", "Enchanted Stream"],
        phase="planning",
    )  # fmt: skip
    play(game, "Denethor", "no", stay=True)
    assert decision(game) == "none"
    check(game, ready=["Henamarth Riversong"])
    game = position(
        heroes=[["Denethor"]], in_play=[["Henamarth Riversong"]], encounter_deck=["Forest Gate", "Enchanted Stream"],
        phase="planning",
    )  # fmt: skip
    play(game, "Henamarth Riversong", "Denethor", "yes")
    assert pile(game, ENCOUNTER_DECK)[-1] == "Forest Gate"


# ---------------------------------------------------------------- 11 Glorfindel


def test_glorfindel_heals_any_character():
    """An ally of another player too."""
    game = position(
        heroes=[["Glorfindel"], ["Gimli"]], in_play=[[], ["Faramir"]], damage={"Faramir": 1, "Gimli": 2},
        resources={"Glorfindel": 1}, phase="planning",
    )  # fmt: skip
    play(game, "Glorfindel")
    assert (decision(game), offered(game)) == ("target", ["Gimli", "Faramir"])
    do(game, "Faramir")
    check(game, damage={"Faramir": 0, "Gimli": 2}, resources={"Glorfindel": 0})


def test_glorfindel_once_a_round():
    """The limit; and again in the next round."""
    game = position(heroes=[["Glorfindel"]], damage={"Glorfindel": 3}, resources={"Glorfindel": 3}, phase="planning")
    play(game, "Glorfindel")
    check(game, damage={"Glorfindel": 2}, resources={"Glorfindel": 2})
    assert decision(game) == "commit"
    do(game, "pass")
    assert record(game)["round_no"] == 1
    play(game, "Glorfindel")
    check(game, damage={"Glorfindel": 1})


def test_glorfindel_needs_a_wound_and_a_resource_of_his_own():
    """Nothing to heal, or nothing in his own pool."""
    for more in ({"resources": {"Glorfindel": 2}}, {"damage": {"Gimli": 1}, "resources": {"Gimli": 2}}):
        assert decision(position(heroes=[["Glorfindel", "Gimli"]], phase="quest", **more)) == "commit"


def test_glorfindel_may_act_exhausted():
    """Rules, Paying: an exhausted hero can pay; the ability does not exhaust him."""
    game = position(
        heroes=[["Glorfindel"]], exhausted=["Glorfindel"], damage={"Glorfindel": 1}, resources={"Glorfindel": 1},
        phase="quest",
    )  # fmt: skip
    play(game, "Glorfindel")
    check(game, damage={"Glorfindel": 0})


# ---------------------------------------------------------------- 12 Beravor


def test_beravor_lets_a_player_draw():
    """Any player, himself or another."""
    game = position(heroes=[["Beravor"], ["Gimli"]], deck=[["Feint"], ["Gandalf", "Beorn"]], phase="planning")
    play(game, "Beravor")
    assert (decision(game), offered(game)) == ("player", [("player", 0), ("player", 1)])
    do(game, ("player", 1))
    check(game, hand=[[], ["Beorn", "Gandalf"]], exhausted=["Beravor"])


def test_beravor_chooses_only_players_who_can_draw():
    """A player with an empty deck is no choice."""
    game = position(heroes=[["Beravor"], ["Gimli"]], deck=[[], ["Gandalf"]], phase="planning")
    play(game, "Beravor")
    check(game, hand=[[], ["Gandalf"]])


def test_beravor_needs_cards_to_draw():
    """With an empty deck nothing would change; with Enchanted Stream nobody can draw."""
    assert decision(position(heroes=[["Beravor"]], phase="planning")) == "commit"
    game = position(heroes=[["Beravor"]], deck=[["Feint"]], active_location="Enchanted Stream", phase="planning")
    assert decision(game) == "commit"


def test_beravor_once_a_round_even_when_readied():
    """Errata: limit once per round, which Unexpected Courage does not lift."""
    game = position(
        heroes=[["Beravor"]], deck=[["Feint", "Gandalf", "Faramir", "Beorn"]],
        attachments={"Beravor": ["Unexpected Courage"]}, staging=["Forest Spider"], phase="planning",
    )  # fmt: skip
    play(game, "Beravor")
    play(game, "Unexpected Courage", stay=True)
    assert decision(game) == "none", "nothing more to do in this phase"
    check(game, ready=["Beravor"], hand=[["Feint", "Gandalf"]])
