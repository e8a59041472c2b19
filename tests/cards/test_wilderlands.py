"""The enemies of Wilderlands but one (82 to 85): Wolf Rider is in test_wilderlands_wolf_rider.py, the rest in _hazards.py.

Source of positions: made up, the smallest that show the rule.
"""

import pytest

from lotrsim import ids as n
from lotrsim.testing import (
    check,
    decider,
    decision,
    do,
    go_on,
    offered,
    pile,
    player_with,
    position,
    record,
    zone_of,
)

STREAMS = ["Enchanted Stream", "Enchanted Stream"]


def attack(enemy, *shadows, **more):
    """An enemy, with shadow cards, attacks the first player."""
    described = {
        "heroes": [["Gimli", "Thalin"]], "threat": [10], "engaged": [[enemy]],
        "shadows": {enemy: [*shadows]} if shadows else {}, "phase": "attacks",
    }  # fmt: skip
    return position(**{**described, **more})


def is_out(game, player):
    """The player is eliminated."""
    return record(game)["eliminated"][player] > 0


# ---------------------------------------------------------------- 82 Hill Troll


@pytest.mark.parametrize(("hurt", "threat"), [(0, 12), (1, 13)])
def test_the_trolls_surplus_raises_the_threat(hurt, threat):
    """What is dealt beyond the remaining hit points, after defense: 6 - 1 on an Axehand of 2."""
    game = attack("Hill Troll", in_play=[["Veteran Axehand"]], damage={"Veteran Axehand": hurt})
    check(do(game, "Veteran Axehand", stay=True), zone={"Veteran Axehand": "discard"}, threat=[threat + 1])


def test_the_troll_without_surplus():
    """A defender who lives, or dies by exactly his hit points, costs no threat."""
    check(do(attack("Hill Troll"), "Gimli", stay=True), damage={"Gimli": 4}, threat=[10])
    game = attack("Hill Troll", damage={"Gimli": 1})
    check(do(game, "Gimli", stay=True), zone={"Gimli": "discard"}, threat=[10])
    game = attack("Hill Troll", attachments={"Gimli": ["Citadel Plate"]})
    check(do(game, "pass", "Gimli", stay=True), damage={"Gimli": 6}, threat=[10])


def test_the_trolls_surplus_of_an_undefended_attack():
    """The full 6 on a hero of 4: two more threat, and the shadow's bonus counts (RULES, Attacks)."""
    check(do(attack("Hill Troll"), "pass", "Thalin", stay=True), zone={"Thalin": "discard"}, threat=[12])
    game = attack("Hill Troll", "Dol Guldur Orcs")
    check(do(game, "pass", "Thalin", stay=True), zone={"Thalin": "discard"}, threat=[15])


def test_the_troll_and_another_players_sentinel():
    """FAQ 1.52: "your" threat is the attacked player's, whoever's ally died."""
    game = attack(
        "Hill Troll", heroes=[["Gimli"], ["Éowyn"]], threat=[10, 10], in_play=[[], ["Gondorian Spearman"]],
    )  # fmt: skip
    do(game, "pass")
    assert (decision(game), decider(game)) == ("sentinel", 1)
    do(game, "Gondorian Spearman")
    do(game, "Gondorian Spearman", stay=True)
    check(game, zone={"Gondorian Spearman": "discard"}, damage={"Hill Troll": 1, "Gimli": 0}, threat=[14, 10])


def test_the_troll_raises_the_threat_to_fifty():
    """RULES, End: eliminated at once; the troll goes to staging with its damage."""
    game = attack(
        "Hill Troll", heroes=[["Gimli"], ["Éowyn"]], in_play=[["Snowbourn Scout"]], threat=[46, 10],
        damage={"Hill Troll": 5},
    )  # fmt: skip
    do(game, "Snowbourn Scout", stay=True)
    assert is_out(game, 0) and not is_out(game, 1)
    check(game, threat=[50, 10], zone={"Hill Troll": "staging", "Gimli": "discard"}, damage={"Hill Troll": 5})
    game = attack("Hill Troll", in_play=[["Snowbourn Scout"]], threat=[45])
    check(do(game, "Snowbourn Scout", stay=True), threat=[49], result="playing")
    check(do(attack("Hill Troll", in_play=[["Snowbourn Scout"]], threat=[46]), "Snowbourn Scout"), result="lost")


def test_the_trolls_surplus_with_several_defenders():
    """(RULINGS, 9) Their defense is added, one takes all; the surplus is beyond that one's hit points."""
    game = attack("Hill Troll", hand=[["Stand Together"]], in_play=[["Snowbourn Scout"]])
    do(game, "Stand Together", "Gimli", "Snowbourn Scout")
    assert (decision(game), offered(game)) == ("damaged_defender", ["Gimli", "Snowbourn Scout"])
    do(game, "Snowbourn Scout", stay=True)
    check(game, zone={"Snowbourn Scout": "discard"}, damage={"Gimli": 0}, threat=[12])  # 6 - 3 on 1


def test_the_troll_whose_defender_is_gone_before_damage():
    """The attack becomes undefended: the surplus is counted on the hero who takes it."""
    game = attack("Hill Troll", "Pursued by Shadow", in_play=[["Veteran Axehand"]], damage={"Thalin": 3})
    do(game, "Veteran Axehand", "Thalin", stay=True)
    check(game, zone={"Veteran Axehand": "hand", "Thalin": "discard"}, threat=[15])


def test_the_troll_in_the_riders_company():
    """Only its own damage overflows: that of Wolf Rider, its shadow card, does not."""
    game = attack("Hill Troll", "Wolf Rider", in_play=[["Snowbourn Scout"]], heroes=[["Gimli"]])
    do(game, "Gimli")
    check(do(game, "Snowbourn Scout", stay=True), zone={"Snowbourn Scout": "discard"}, threat=[10], damage={"Gimli": 4})


def test_the_troll_is_worth_four_points():
    """Victory 4."""
    game = attack("Hill Troll", damage={"Hill Troll": 8}, phase="player-attacks")
    do(game, "Hill Troll", "Gimli")
    check(do(game, "Thalin", stay=True), zone={"Hill Troll": "victory"})


# ---------------------------------------------------------------- 83 Goblin Sniper


def snipe(*staging, **more):
    """Enemies in staging, nobody's threat reaches them."""
    described = {"heroes": [["Gimli"], ["Thalin"]], "threat": [5, 5], "staging": [*staging], "phase": "encounter"}
    return position(**{**described, **more})


def test_the_sniper_alone_can_be_engaged():
    """Locations do not shield it, nor enemies engaged with anybody."""
    game = snipe("Goblin Sniper", "Old Forest Road", engaged=[["Forest Spider"], []])
    assert (decision(game), offered(game)) == ("engage", ["Goblin Sniper", "pass"])
    do(game, "Goblin Sniper")
    assert zone_of(game, "Goblin Sniper") == "engaged"


def test_the_sniper_behind_others_cannot():
    """Other enemies in staging; when the last of them is engaged the next player may."""
    game = snipe("Goblin Sniper", "Black Forest Bats")
    assert (decider(game), offered(game)) == (0, ["Black Forest Bats", "pass"])
    do(game, "Black Forest Bats")
    assert (decision(game), decider(game), offered(game)) == ("engage", 1, ["Goblin Sniper", "pass"])


def test_two_snipers_block_each_other():
    """Each is another enemy to the other (RULINGS, 83): nobody is asked."""
    game = snipe("Goblin Sniper", "Goblin Sniper", hand=[["Feint"]])
    assert decision(game) not in ("engage", "defender")
    assert pile(game, n.STAGING) == ["Goblin Sniper", "Goblin Sniper"]


def test_the_sniper_is_engaged_by_a_check():
    """The restriction is about optional engagement only: both come by checks at a threat of 48."""
    game = snipe("Goblin Sniper", "Goblin Sniper", threat=[48, 5], phase="checks")
    assert decision(game) == "defender" and pile(game, n.STAGING) == []
    assert player_with(game, "Goblin Sniper") == player_with(game, "Goblin Sniper#2") == 0
    check(snipe("Goblin Sniper", threat=[47, 5], phase="checks"), zone={"Goblin Sniper": "staging"})


def test_the_sniper_is_engaged_by_a_card():
    """Son of Arnor's engagement is no optional engagement of the encounter phase."""
    game = snipe(
        "Goblin Sniper", "Black Forest Bats", heroes=[["Théodred"]], threat=[5], resources={"Théodred": 3},
        hand=[["Son of Arnor"]], phase="planning",
    )  # fmt: skip
    do(game, "Son of Arnor", "Son of Arnor", "Goblin Sniper")
    check(game, zone={"Goblin Sniper": "engaged", "Black Forest Bats": "staging"})


def test_the_sniper_wounds_one_character_of_each_player():
    """End of the combat phase; each chooses among his own, heroes and allies, the first player first."""
    game = snipe(
        "Goblin Sniper", heroes=[["Gimli"], ["Thalin", "Éowyn"]], in_play=[["Snowbourn Scout"], []], first_player=1,
        phase="combat-end",
    )  # fmt: skip
    assert (decision(game), decider(game), offered(game)) == ("target", 1, ["Thalin", "Éowyn"])
    do(game, "Éowyn")
    assert (decider(game), offered(game)) == (0, ["Gimli", "Snowbourn Scout"])
    check(do(game, "Snowbourn Scout"), damage={"Éowyn": 1, "Thalin": 0, "Gimli": 0}, zone={"Snowbourn Scout": "discard"})


def test_each_sniper_shoots():
    """Two of them: one after the other."""
    check(snipe("Goblin Sniper", "Goblin Sniper", phase="combat-end"), damage={"Gimli": 2, "Thalin": 2})


def test_the_sniper_engaged_does_not_shoot():
    """Only from the staging area."""
    game = snipe(engaged=[["Goblin Sniper"], []], phase="combat-end")
    check(game, damage={"Gimli": 0, "Thalin": 0})


def test_the_sniper_killed_in_the_phase_does_not_shoot():
    """Dúnhere reaches it in the staging area."""
    game = snipe("Goblin Sniper", heroes=[["Dúnhere"]], threat=[5], phase="player-attacks", encounter_deck=STREAMS)
    do(game, "Goblin Sniper")
    check(game, damage={"Dúnhere": 0}, zone={"Goblin Sniper": "encounter discard"})


def test_the_sniper_kills_the_last_hero():
    """The player is out at once; the other plays on. With nobody left the game is lost."""
    game = snipe("Goblin Sniper", damage={"Gimli": 4}, phase="combat-end")
    assert is_out(game, 0) and not is_out(game, 1)
    check(game, result="playing", damage={"Thalin": 1}, zone={"Goblin Sniper": "staging"})
    check(snipe("Goblin Sniper", damage={"Gimli": 4, "Thalin": 3}, phase="combat-end"), result="lost")


def test_the_sniper_and_gloin():
    """Damage suffered at the end of the phase is a trigger like any."""
    game = snipe("Goblin Sniper", heroes=[["Glóin"]], threat=[5], phase="combat-end", encounter_deck=STREAMS)
    assert (decision(game), offered(game)) == ("response", ["Glóin", "pass"])


def test_beorn_is_gone_before_the_sniper_shoots():
    """Passive returns come before Forced effects (RULES, Combat d)."""
    game = snipe("Goblin Sniper", heroes=[["Gimli"]], threat=[5], in_play=[["Beorn"]], phase="dealt",
                 deck=[["Feint", "Feint"]])  # fmt: skip
    do(game, "Beorn")
    check(game, damage={"Gimli": 1, "Beorn": 0})
    assert zone_of(game, "Beorn") in ("deck", "hand"), "drawn again perhaps"


def test_shadow_cards_are_discarded_after_the_sniper_has_shot():
    """Forced effects at the end of combat, then shadow cards are discarded (RULES, Combat d)."""
    game = snipe("Goblin Sniper", heroes=[["Gimli", "Legolas"]], threat=[20], engaged=[["Forest Spider"]],
                 attachments={"Forest Spider": ["Forest Snare"]}, shadows={"Forest Spider": ["Enchanted Stream"]},
                 phase="combat-end")  # fmt: skip
    check(game, offered=["Gimli", "Legolas"], zone={"Enchanted Stream": "shadow"})
    do(game, "Gimli", stay=True)
    check(game, damage={"Gimli": 1}, zone={"Enchanted Stream": "encounter discard"})


# ---------------------------------------------------------------- 84 Marsh Adder


def test_the_adder_raises_the_threat_at_step_one():
    """(RULINGS, 84) Before the defender is chosen, defended or not, of the attacked player alone."""
    game = attack("Marsh Adder", heroes=[["Gimli"], ["Thalin"]], threat=[20, 20])
    assert decision(game) == "defender"
    check(game, threat=[21, 20])
    check(do(game, "Gimli", stay=True), threat=[21, 20], damage={"Gimli": 2})


def test_the_adder_raises_the_threat_to_fifty():
    """No damage any more; it returns to staging. Solo: lost."""
    game = attack("Marsh Adder", heroes=[["Gimli"], ["Thalin"]], threat=[49, 20])
    assert is_out(game, 0)
    check(game, zone={"Marsh Adder": "staging"}, damage={"Thalin": 0}, threat=[50, 21])  # the refresh phase's 1
    check(attack("Marsh Adder", threat=[49]), result="lost")


@pytest.mark.parametrize("how", ["Forest Snare", "Feint"])
def test_the_adder_that_does_not_attack(how):
    """No attack, no threat."""
    more = {"attachments": {"Marsh Adder": ["Forest Snare"]}} if how == "Forest Snare" else {}
    game = attack("Marsh Adder", hand=[["Feint"]], resources={"Gimli": 1}, phase="dealt", **more)
    do(game, "Feint" if how == "Feint" else "pass")
    assert decision(game) in ("strike_target", "action")
    check(game, threat=[10], damage={"Gimli": 0, "Thalin": 0})


def test_the_adder_and_a_sentinel():
    """The attacked player's threat, whoever defends (FAQ 1.52); worth three points."""
    game = attack("Marsh Adder", heroes=[["Gimli"], ["Aragorn"]], threat=[20, 20], damage={"Marsh Adder": 6})
    do(game, "pass", "Aragorn")
    check(game, threat=[21, 20], damage={"Aragorn": 2})
    check(do(game, "Marsh Adder", stay=True), zone={"Marsh Adder": "victory"})


# ---------------------------------------------------------------- 85 Wargs


def wargs(*shadows, **more):
    """The Wargs attack, with these shadow cards."""
    return attack("Wargs", *shadows, **{"heroes": [["Dúnhere", "Gimli"]], **more})


def test_the_wargs_return_after_a_blank_shadow_card():
    """After the attack, damage done; the card stays until the end of the phase."""
    game = wargs("Enchanted Stream", heroes=[["Gimli"]])
    check(do(game, "Gimli", stay=True), damage={"Gimli": 1}, zone={"Wargs": "staging", "Enchanted Stream": "shadow"})
    check(go_on(game), zone={"Wargs": "staging"})


@pytest.mark.parametrize("shadows", [["East Bight Patrol"], ["Massing at Night"], []])
def test_the_wargs_stay_otherwise(shadows):
    """A card with an effect, also one that finds nothing to do, or no card at all."""
    check(do(wargs(*shadows), "Gimli", stay=True), zone={"Wargs": "engaged"})


def test_a_cancelled_shadow_is_still_an_effect():
    """Designer (RULINGS, C4): "no effect" means no printed shadow text."""
    game = wargs("East Bight Patrol", hand=[["Hasty Stroke"]], resources={"Dúnhere": 1}, attachments={"Gimli": ["Citadel Plate"]})
    do(game, "Gimli")
    assert decision(game) == "response"
    check(do(game, "Hasty Stroke", stay=True), damage={"Gimli": 1}, zone={"Wargs": "engaged"})


@pytest.mark.parametrize("shadows", [["East Bight Patrol", "Forest Gate"], ["Forest Gate", "East Bight Patrol"]])
def test_one_blank_of_two_shadow_cards_is_enough(shadows):
    """They return, whichever was dealt first."""
    check(do(wargs(*shadows), "Gimli", stay=True), damage={"Gimli": 2}, zone={"Wargs": "staging"})


def test_a_blank_card_dealt_in_the_attack():
    """Massing at Night as shadow has an effect: it deals the blank one."""
    game = wargs("Massing at Night", encounter_deck=STREAMS)
    check(do(game, "Gimli", stay=True), zone={"Wargs": "staging", "Enchanted Stream": "shadow"})
    assert len(pile(game, n.ENCOUNTER_DECK)) == 1


def test_the_wargs_killed_in_their_attack_are_gone():
    """Nothing returns."""
    game = wargs("Forest Gate", hand=[["Swift Strike"]], heroes=[["Gimli"]], resources={"Gimli": 2}, damage={"Wargs": 1})
    do(game, "Gimli")
    check(do(game, "Swift Strike", stay=True), zone={"Wargs": "encounter discard"}, damage={"Gimli": 0})


def test_the_wargs_prevented_from_attacking_stay():
    """Feint: no attack, so no return, and the card is discarded unresolved."""
    game = wargs("Forest Gate", hand=[["Feint"]], heroes=[["Gimli"]], resources={"Gimli": 1}, phase="dealt")
    check(do(game, "Feint", "pass"), zone={"Wargs": "engaged"}, damage={"Gimli": 0})


def test_the_wargs_engaged_again_do_not_attack_again():
    """(RULINGS, C3) An enemy that engages anew after its attack makes no second one; it can be attacked."""
    game = wargs(
        "Forest Gate", heroes=[["Théodred", "Gimli"]], hand=[["Sneak Attack", "Son of Arnor"]], resources={"Théodred": 1},
        exhausted=["Théodred"], attachments={"Gimli": ["Unexpected Courage"]},
    )  # fmt: skip
    while zone_of(game, "Wargs") == "engaged":
        do(game, "Gimli" if decision(game) == "defender" else "pass")
    assert decision(game) == "action" and "Sneak Attack" in offered(game)
    do(game, "Sneak Attack", "Son of Arnor")
    do(game, "pass") if decision(game) == "action" else None
    assert zone_of(game, "Wargs") == "engaged" and decision(game) == "strike_target"


def test_the_wargs_of_an_eliminated_player():
    """They are in staging already with his fall; nothing more happens."""
    game = wargs("Forest Gate", heroes=[["Gimli"], ["Thalin"]], threat=[10, 10], damage={"Gimli": 4})
    do(game, "Gimli", stay=True)
    assert is_out(game, 0)
    check(game, zone={"Wargs": "staging", "Forest Gate": "shadow"}, damage={"Thalin": 0})


@pytest.mark.parametrize(("choice", "damage"), [("Gimli", 2), ("pass", 5)])
def test_the_wargs_shadow(choice, damage):
    """+1 attack, +2 where undefended."""
    game = attack("King Spider", "Wargs", heroes=[["Gimli"]], attachments={"Gimli": ["Citadel Plate"]})
    check(do(game, choice, stay=True), damage={"Gimli": damage})


def test_wargs_under_wargs():
    """The shadow has an effect: the attackers stay."""
    check(do(attack("Wargs", "Wargs"), "Gimli", stay=True), damage={"Gimli": 2}, zone={"Wargs": "engaged"})


def test_wargs_in_the_basic_game():
    """No shadow cards, so they never return."""
    game = wargs(phase="encounter", encounter_deck=STREAMS, staging=["Goblin Sniper"], heroes=[["Gimli"]])
    record(game)["difficulty"] = n.BASIC
    check(do(game, "pass", "Gimli", stay=True), zone={"Wargs": "engaged"}, damage={"Gimli": 1})
