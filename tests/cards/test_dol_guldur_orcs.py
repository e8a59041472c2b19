"""The enemies of Dol Guldur Orcs (89 to 91); locations and treacheries are in test_dol_guldur_orcs_hazards.py.

Source of positions: made up, the smallest that show the rule.
"""

import pytest

from lotrsim import ids as n
from lotrsim.testing import (
    check,
    decider,
    decision,
    do,
    hand,
    offered,
    pile,
    position,
    resources_on,
    skip_to,
    stat_of,
    threat,
    zone_of,
)

STREAMS = ["Enchanted Stream", "Enchanted Stream"]


def reveal(*cards, **more):
    """The cards are revealed; the deck does not run out."""
    described = {"heroes": [["Gimli", "Legolas"]], "threat": [5], "phase": "staging"}
    return position(**{**described, "encounter_deck": [*cards, *STREAMS], **more})


def attack(enemy="Forest Spider", *shadows, **more):
    """An enemy, with shadow cards, attacks the first player."""
    described = {
        "heroes": [["Gimli"]], "threat": [10], "engaged": [[enemy]], "shadows": {enemy: [*shadows]} if shadows else {},
        "phase": "attacks",
    }  # fmt: skip
    return position(**{**described, **more})


# ---------------------------------------------------------------- 89 Dol Guldur Orcs


def test_the_orcs_wound_a_committed_character():
    """The first player chooses one among all players' committed characters; 2 damage kill an ally."""
    game = reveal(
        "Dol Guldur Orcs", "Enchanted Stream", heroes=[["Gimli", "Legolas"], ["Thalin"]],
        in_play=[[], ["Veteran Axehand"]], committed=["Legolas", "Veteran Axehand"], threat=[5, 5], first_player=1,
    )  # fmt: skip
    assert (decision(game), decider(game), offered(game)) == ("target", 1, ["Legolas", "Veteran Axehand"])
    check(do(game, "Veteran Axehand"), zone={"Veteran Axehand": "discard", "Dol Guldur Orcs": "staging"})


def test_the_orcs_find_nobody_committed():
    """RULINGS, Readings, 89: none committed, nothing; exhausted alone is not enough."""
    game = reveal("Dol Guldur Orcs", exhausted=["Gimli"], hand=[["Feint"]])
    check(game, damage={"Gimli": 0, "Legolas": 0}, zone={"Dol Guldur Orcs": "staging"})


def test_the_orcs_take_willpower_away_with_the_character():
    """A character who left play counts nothing when the quest is resolved."""
    game = reveal("Dol Guldur Orcs", committed=["Gimli"], damage={"Gimli": 3})
    check(game, zone={"Gimli": "discard"}, threat=[7])  # 0 willpower against 2


@pytest.mark.parametrize(("choice", "damage"), [("Gimli", 1), ("pass", 5)])
def test_the_orcs_shadow(choice, damage):
    """+1 attack, +3 where undefended: 2 + 1 - 2 against Gimli's defense, 2 + 3 without."""
    game = attack("Forest Spider", "Dol Guldur Orcs", attachments={"Gimli": ["Citadel Plate"]})
    check(do(game, choice, stay=True), damage={"Gimli": damage})


def test_the_shadows_bonus_is_for_this_attack():
    """Over when the attack is over; several shadow cards add up, in the order dealt."""
    game = attack("King Spider", "Dol Guldur Orcs", "East Bight Patrol", attachments={"Gimli": ["Citadel Plate"]})
    do(game, "pass")
    check(game, damage={"Gimli": 7}, threat=[13], stat={"King Spider": {"attack": 3}})


def test_undefended_is_judged_by_each_shadow_card():
    """RULES, Attacks, fine print: the defender dies of the first card, the second finds the attack undefended."""
    game = attack(
        "King Spider", "Hummerhorns", "Dol Guldur Orcs", in_play=[["Snowbourn Scout"]],
        attachments={"Gimli": ["Citadel Plate"]},
    )  # fmt: skip
    do(game, "Snowbourn Scout", stay=True)
    check(game, zone={"Snowbourn Scout": "discard"}, damage={"Gimli": 1 + 3 + 3})


# ---------------------------------------------------------------- 90 Chieftan Ufthak


def test_ufthak_grows_with_each_attack():
    """A resource token after each attack, +2 attack each; after step 4 (FAQ C3), so not yet for this attack."""
    game = attack("Chieftan Ufthak", heroes=[["Gimli", "Thalin"]], resources={"Chieftan Ufthak": 1})
    assert stat_of(game, "Chieftan Ufthak", "attack") == 5
    check(do(game, "Gimli"), damage={"Gimli": 3}, resources={"Chieftan Ufthak": 2})
    assert stat_of(game, "Chieftan Ufthak", "attack") == 7


def test_ufthak_attacks_the_ally_too():
    """A defended attack that kills an ally is an attack like any other."""
    game = attack("Chieftan Ufthak", in_play=[["Veteran Axehand"]])
    do(game, "Veteran Axehand", stay=True)
    check(game, zone={"Veteran Axehand": "discard"}, resources={"Chieftan Ufthak": 1})


@pytest.mark.parametrize("how", ["Forest Snare", "Feint"])
def test_ufthak_kept_from_attacking_gets_no_token(how):
    """No attack, no trigger; the shadow card is discarded unresolved (FAQ C3)."""
    more = {"attachments": {"Chieftan Ufthak": ["Forest Snare"]}} if how == "Forest Snare" else {}
    game = attack("Chieftan Ufthak", hand=[["Feint"]], resources={"Gimli": 1}, phase="combat",
                  encounter_deck=["Ungoliant's Spawn"], **more)  # fmt: skip
    if how == "Feint":
        do(game, "Feint")
    skip_to(game, "strike_target")
    check(game, resources={"Chieftan Ufthak": 0}, damage={"Gimli": 0}, threat=[10])
    check(game, zone={"Ungoliant's Spawn": "shadow"})
    ended = attack("Chieftan Ufthak", "Ungoliant's Spawn", hand=[["Beorn"]], phase="combat-end")
    assert decision(ended) != "defender" and threat(ended) == 11, "the refresh phase's 1"


def test_ufthak_killed_in_his_attack_gets_no_token():
    """He leaves play before step 4 (Swift Strike): the tokens go, and he is worth four points."""
    game = attack(
        "Chieftan Ufthak", hand=[["Swift Strike"]], resources={"Gimli": 2, "Chieftan Ufthak": 2},
        damage={"Chieftan Ufthak": 4},
    )  # fmt: skip
    do(game, "Gimli", "Swift Strike", stay=True)
    check(game, zone={"Chieftan Ufthak": "victory"}, resources={"Chieftan Ufthak": 0}, damage={"Gimli": 0})


def test_ufthak_keeps_his_tokens_in_the_staging_area():
    """A Light in the Dark returns him; he stays in play."""
    game = attack(
        "Chieftan Ufthak", heroes=[["Dúnhere"]], hand=[["A Light in the Dark"]],
        resources={"Dúnhere": 2, "Chieftan Ufthak": 3}, phase="dealt",
    )  # fmt: skip
    do(game, "A Light in the Dark", stay=True)
    check(game, zone={"Chieftan Ufthak": "staging"}, resources={"Chieftan Ufthak": 3})
    assert stat_of(game, "Chieftan Ufthak", "attack") == 9


def test_two_attacks_in_two_rounds():
    """3, then 5."""
    game = attack("Chieftan Ufthak", attachments={"Gimli": ["Citadel Plate"]}, encounter_deck=STREAMS * 2)
    do(game, "pass")
    check(game, damage={"Gimli": 3})
    do(game, "pass")
    assert resources_on(game, "Chieftan Ufthak") == 1
    skip_to(game, "defender")
    check(do(game, "pass"), damage={"Gimli": 8}, resources={"Chieftan Ufthak": 2})


# ---------------------------------------------------------------- 91 Dol Guldur Beastmaster


def test_the_beastmaster_gets_a_second_card_at_step_1():
    """Errata: when he attacks, before the window of step 1 and before the defender is chosen."""
    game = attack(
        "Dol Guldur Beastmaster", "East Bight Patrol", encounter_deck=["Dol Guldur Orcs", "Forest Gate"],
        hand=[["Feint"]], attachments={"Gimli": ["Citadel Plate"]},
    )  # fmt: skip
    assert decision(game) == "defender"
    check(game, zone={"Dol Guldur Orcs": "shadow", "Forest Gate": "encounter deck"})
    check(do(game, "pass", stay=True), damage={"Gimli": 3 + 1 + 3}, threat=[13])


def test_the_beastmaster_without_a_deck():
    """RULES, Combat: an empty encounter deck deals nothing."""
    game = attack("Dol Guldur Beastmaster", "East Bight Patrol", encounter_discard=["Dol Guldur Orcs"])
    check(do(game, "Gimli", stay=True), damage={"Gimli": 2}, zone={"Dol Guldur Orcs": "encounter discard"})


def test_the_beastmaster_in_a_snare_gets_no_second_card():
    """He does not attack; the deal of the phase he gets."""
    game = attack(
        "Dol Guldur Beastmaster", attachments={"Dol Guldur Beastmaster": ["Forest Snare"]}, phase="combat",
        encounter_deck=["Forest Gate", "Dol Guldur Orcs"],
    )  # fmt: skip
    assert decision(game) == "strike_target"
    assert pile(game, n.ENCOUNTER_DECK) == ["Dol Guldur Orcs"]


def test_two_beastmasters_two_cards_each():
    """Each when he attacks: the deck goes down with the second one's attack."""
    game = position(
        heroes=[["Gimli", "Thalin"]], engaged=[["Dol Guldur Beastmaster", "Dol Guldur Beastmaster"]], threat=[10],
        encounter_deck=["Forest Gate"] * 5, phase="combat",
    )  # fmt: skip
    assert decision(game) == "enemy_attack" and len(pile(game, n.ENCOUNTER_DECK)) == 3
    do(game, "Dol Guldur Beastmaster#2")
    assert decision(game) == "defender" and len(pile(game, n.ENCOUNTER_DECK)) == 2
    do(game, "Gimli")
    assert decision(game) == "defender" and len(pile(game, n.ENCOUNTER_DECK)) == 1


def test_a_light_in_step_1_comes_too_late_for_the_second_card():
    """The forced effect resolves before the window; the attack goes on against the same player (FAQ C3)."""
    game = attack(
        "Dol Guldur Beastmaster", "Enchanted Stream", heroes=[["Dúnhere"]], hand=[["A Light in the Dark"]],
        resources={"Dúnhere": 2}, encounter_deck=["East Bight Patrol", "Forest Gate"],
    )  # fmt: skip
    assert decision(game) == "action" and zone_of(game, "East Bight Patrol") == "shadow"
    do(game, "A Light in the Dark", "Dúnhere", stay=True)
    check(game, damage={"Dúnhere": 3}, zone={"Dol Guldur Beastmaster": "staging"})
    assert hand(game) == []
