"""The enemies of Spiders of Mirkwood (74 to 76); locations and treacheries are in test_spiders_of_mirkwood_hazards.py.

Source of positions: made up, the smallest that show the rule.
"""

import pytest

from lotrsim import ids as n
from lotrsim.testing import (
    check,
    decider,
    decision,
    do,
    finish_phase,
    offered,
    outcome,
    player_with,
    position,
    record,
    stat_of,
    threat,
)

STREAMS = ["Enchanted Stream", "Enchanted Stream"]


def reveal(*cards, **more):
    """The cards are revealed; the deck does not run out."""
    described = {"heroes": [["Gimli", "Legolas"]], "threat": [10], "phase": "staging"}
    return position(**{**described, "encounter_deck": [*cards, *STREAMS], **more})


def attack(shadow, **more):
    """A Forest Spider of attack 2 with a shadow card attacks the first player."""
    described = {
        "heroes": [["Gimli"]], "threat": [10], "engaged": [["Forest Spider"]], "shadows": {"Forest Spider": [shadow]},
        "phase": "attacks",
    }  # fmt: skip
    return position(**{**described, **more})


# ---------------------------------------------------------------- 74 King Spider


def test_each_player_exhausts_one_character():
    """Each his own, in player order from the first player; hero or ally; no passing."""
    game = reveal(
        "King Spider", "Enchanted Stream", heroes=[["Gimli", "Legolas"], ["Thalin"]], threat=[10, 10], first_player=1,
        in_play=[[], ["Veteran Axehand"]],
    )  # fmt: skip
    assert (decision(game), decider(game), offered(game)) == ("target", 1, ["Thalin", "Veteran Axehand"])
    do(game, "Veteran Axehand")
    assert (decider(game), offered(game)) == (0, ["Gimli", "Legolas"])
    check(do(game, "Legolas"), ready=["Gimli", "Thalin"], exhausted=["Legolas", "Veteran Axehand"])
    check(game, zone={"King Spider": "staging"})


def test_who_has_nobody_ready_exhausts_nobody():
    """RULINGS, Readings, 74: among ready characters; none: nothing."""
    game = reveal("King Spider", exhausted=["Gimli", "Legolas"])
    check(game, zone={"King Spider": "staging"}, exhausted=["Gimli", "Legolas"])


def test_a_readied_committed_character_stays_committed():
    """Exhausted again he still counts for the quest (Aragorn readied himself)."""
    game = reveal("King Spider", heroes=[["Aragorn"]], resources={"Aragorn": 1}, phase="commit")
    do(game, "Aragorn", "Aragorn", stay=True)
    check(game, exhausted=["Aragorn"], threat=[10])  # 2 willpower against 2 threat


@pytest.mark.parametrize(("choice", "n_exhausted"), [("Gimli", 1), ("pass", 2)])
def test_the_king_spiders_shadow(choice, n_exhausted):
    """One character, two where the attack is undefended; the defender is exhausted anyway."""
    game = attack("King Spider", heroes=[["Gimli", "Legolas", "Thalin"]], in_play=[["Veteran Axehand"]])
    do(game, choice)
    for name in ("Legolas", "Veteran Axehand")[:n_exhausted]:
        assert (decision(game), decider(game)) == ("target", 0)
        do(game, name)
    assert decision(game) in ("undefended_hero", "strike_target")
    check(game, exhausted=["Legolas", "Veteran Axehand"][:n_exhausted], ready=["Thalin"])


def test_the_king_spiders_shadow_takes_what_is_ready():
    """Two instead, but only one is ready; or none."""
    game = attack("King Spider", heroes=[["Gimli", "Legolas"]], exhausted=["Legolas"])
    check(do(game, "pass", "Legolas", stay=True), exhausted=["Gimli"], damage={"Legolas": 2})
    game = attack("King Spider", heroes=[["Gimli"]], exhausted=["Gimli"])
    check(finish_phase(game), damage={"Gimli": 2})


def test_the_defending_player_is_the_attacked_one():
    """FAQ 1.52: also where another player's Sentinel defends."""
    game = attack("King Spider", heroes=[["Gimli", "Legolas"], ["Aragorn", "Thalin"]], threat=[10, 10])
    do(game, "pass", "Aragorn")
    assert (decision(game), decider(game), offered(game)) == ("target", 0, ["Gimli", "Legolas"])
    check(do(game, "Gimli", stay=True), ready=["Legolas", "Thalin"], damage={"Aragorn": 0})


# ---------------------------------------------------------------- 75 Hummerhorns


def test_hummerhorns_strike_one_hero():
    """The engaged player chooses one of his heroes, no ally; by optional engagement."""
    game = position(
        heroes=[["Gimli"], ["Aragorn", "Legolas"]], in_play=[[], ["Beorn"]], staging=["Hummerhorns"], threat=[10, 10],
        phase="encounter",
    )  # fmt: skip
    do(game, "pass", "Hummerhorns")
    assert (decision(game), decider(game), offered(game)) == ("target", 1, ["Aragorn", "Legolas"])
    do(game, "Legolas")
    check(game, zone={"Legolas": "discard", "Hummerhorns": "engaged"}, damage={"Beorn": 0, "Gimli": 0, "Aragorn": 0})


def test_hummerhorns_engaging_by_a_check():
    """FAQ 1.49: engaging is being engaged; here a hero in Citadel Plate holds."""
    game = position(
        heroes=[["Glóin"]], attachments={"Glóin": ["Citadel Plate"]}, staging=["Hummerhorns"], threat=[40],
        phase="checks",
    )  # fmt: skip
    assert decision(game) == "response", "Glóin suffered"
    check(do(game, "Glóin", stay=True), damage={"Glóin": 5}, resources={"Glóin": 5})


def test_hummerhorns_not_below_their_cost():
    """Threat 39: no check engages them, no damage."""
    game = position(heroes=[["Gimli"]], staging=["Hummerhorns"], threat=[39], phase="checks")
    check(game, zone={"Hummerhorns": "staging"}, damage={"Gimli": 0})


def test_hummerhorns_kill_the_only_hero():
    """The player is eliminated, the enemy returns to the staging area; alone he has lost."""
    described = {"staging": ["Hummerhorns"], "phase": "encounter"}
    assert outcome(do(position(heroes=[["Legolas"]], threat=[10], **described), "Hummerhorns")) == "lost"
    game = position(heroes=[["Legolas"], ["Gimli"]], threat=[10, 10], **described)
    do(game, "Hummerhorns", stay=True)
    check(game, zone={"Hummerhorns": "staging", "Legolas": "discard"}, result="playing")
    assert record(game)["eliminated"].tolist()[:2] == [n.NO_HERO_LEFT, 0]


def test_hummerhorns_drawn_by_the_son_of_arnor():
    """A player's effect engages them too."""
    game = position(
        heroes=[["Aragorn", "Gimli"]], hand=[["Son of Arnor"]], resources={"Aragorn": 3}, staging=["Hummerhorns"],
    )  # fmt: skip
    do(game, "Son of Arnor", "Son of Arnor")
    assert offered(game) == ["Aragorn", "Gimli"]
    check(do(game, "Aragorn", stay=True), zone={"Aragorn": "discard"})


def test_hummerhorns_again_after_a_light_in_the_dark():
    """Each engagement is a trigger."""
    game = position(
        heroes=[["Dúnhere", "Gimli", "Aragorn"]], hand=[["A Light in the Dark"]], resources={"Dúnhere": 2},
        engaged=[["Hummerhorns"]], phase="planning", threat=[10], exhausted=["Dúnhere", "Gimli", "Aragorn"],
    )  # fmt: skip
    do(game, "A Light in the Dark", "Hummerhorns", "Gimli", stay=True)
    check(game, zone={"Gimli": "discard", "Hummerhorns": "engaged"})


def test_hummerhorns_are_worth_five_points():
    """Keyword Victory: into the victory display, not the discard pile."""
    game = position(heroes=[["Gimli"]], engaged=[["Hummerhorns"]], damage={"Hummerhorns": 1}, phase="player-attacks")
    check(do(game, "Hummerhorns", stay=True), zone={"Hummerhorns": "victory"})


@pytest.mark.parametrize(("choice", "amount"), [("Gimli", 1), ("pass", 2)])
def test_the_hummerhorns_shadow_wounds_everybody(choice, amount):
    """1 damage to each character of the defending player, 2 undefended; an ally's case is below."""
    game = attack("Hummerhorns", heroes=[["Gimli", "Aragorn"], ["Thalin"]], threat=[10, 10])
    do(game, choice)
    if choice == "pass":
        do(game, "Gimli")
    check(game, damage={"Gimli": 1 if amount == 1 else 4, "Aragorn": amount, "Thalin": 0})


def test_a_sentinel_of_another_player_is_not_wounded():
    """FAQ 1.52: the characters of the attacked player; the attack is defended."""
    game = attack("Hummerhorns", heroes=[["Gimli"], ["Aragorn"]], threat=[10, 10])
    check(do(game, "pass", "Aragorn"), damage={"Gimli": 1, "Aragorn": 0})


def test_the_shadow_kills_the_defender():
    """RULES, Combat: a defender that left play makes the attack undefended, which is judged again at damage."""
    game = attack("Hummerhorns", in_play=[["Snowbourn Scout"]])
    check(do(game, "Snowbourn Scout", stay=True), zone={"Snowbourn Scout": "discard"}, damage={"Gimli": 3})


def test_the_shadow_kills_the_last_hero_before_the_damage():
    """Two heroes at their last point: both die of one effect."""
    game = attack("Hummerhorns", heroes=[["Legolas", "Thalin"]], damage={"Legolas": 3, "Thalin": 3})
    check(do(game, "Thalin"), result="lost", zone={"Legolas": "discard", "Thalin": "discard"})


# ---------------------------------------------------------------- 76 Ungoliant's Spawn


def test_the_spawn_weakens_who_is_committed():
    """-1 willpower each until the end of the phase, of all players; not who stayed behind."""
    game = reveal(
        "Ungoliant's Spawn", "Enchanted Stream", heroes=[["Gimli", "Legolas"], ["Éowyn"]], threat=[10, 10],
        committed=["Gimli", "Éowyn"], hand=[[], ["Feint"]],
    )  # fmt: skip
    assert [stat_of(game, name, "willpower") for name in ("Gimli", "Legolas", "Éowyn")] == [1, 1, 3]
    do(game, "pass", stay=True)
    assert threat(game) == 11, "4 willpower against the Spawn's 3 and the Stream's 2"


def test_the_spawn_weakens_nobody_below_zero():
    """RULES, Things: statistics never fall below 0, and a later bonus counts from the sum."""
    game = reveal(
        "Ungoliant's Spawn", heroes=[["Gimli", "Éowyn"]], in_play=[["Veteran Axehand"]], committed=["Veteran Axehand"],
        hand=[["Faramir"]],
    )  # fmt: skip
    assert stat_of(game, "Veteran Axehand", "willpower") == 0


def test_the_spawns_weakness_ends_with_the_phase():
    """And does not stay with the card."""
    game = reveal("Ungoliant's Spawn", heroes=[["Gimli", "Legolas"]], committed=["Gimli"])
    assert record(game)["phase"] > n.QUEST_PHASE and stat_of(game, "Gimli", "willpower") == 2


@pytest.mark.parametrize(("choice", "amount"), [("Gimli", 4), ("pass", 8)])
def test_the_spawns_shadow_raises_threat(choice, amount):
    """Of the defending player: 4, undefended 8."""
    game = attack("Ungoliant's Spawn", heroes=[["Gimli"], ["Thalin"]], threat=[10, 10])
    check(do(game, choice, stay=True), threat=[10 + amount, 10])


def test_the_spawns_shadow_eliminates_in_mid_attack():
    """RULES, End: at once; the attack is over, the enemy back in the staging area."""
    game = attack("Ungoliant's Spawn", heroes=[["Gimli"], ["Thalin"]], threat=[42, 10])
    do(game, "pass", stay=True)
    check(game, zone={"Forest Spider": "staging", "Gimli": "discard"}, result="playing")
    assert outcome(do(attack("Ungoliant's Spawn", threat=[46]), "Gimli")) == "lost"


def test_the_spawn_and_two_cards_of_strength_against_her():
    """Attack 5, defense 2, nine hit points; she has no victory points."""
    game = position(
        heroes=[["Gimli", "Legolas", "Thalin"]], engaged=[["Ungoliant's Spawn"]], damage={"Ungoliant's Spawn": 4},
        phase="player-attacks",
    )  # fmt: skip
    do(game, "Ungoliant's Spawn", "Gimli", "Legolas", "Thalin")
    assert player_with(game, "Ungoliant's Spawn") == -1
    check(game, zone={"Ungoliant's Spawn": "encounter discard"})
