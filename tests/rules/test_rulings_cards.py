"""Official answers about single cards, designers' answers and players' clarifications, one test each.

Source: FAQ to 1.11, designers' answers (with the number of the forum file); docs/rulings_tests.md lists the lines. Positions:
made up, the smallest that show the rule.
"""

import pytest

from lotrsim import ids as n
from lotrsim.cards import registry
from lotrsim.testing import (
    check,
    damage_on,
    decision,
    do,
    offered,
    outcome,
    pile,
    position,
    quest_progress,
    record,
    skip_to,
    stat_of,
    zone_of,
)

ESCAPE = "escape-from-dol-guldur"
QUIET = ["Forest Gate"] * 6

# ---------------------------------------------------------------- names


def test_names_as_printed():
    """Disagree 4: the scenario "Along" and the "Chieftan"."""
    assert registry.find(126).encounter_set == "Journey Along the Anduin"
    assert registry.find(90).name == "Chieftan Ufthak"


# ---------------------------------------------------------------- the FAQ's questions


def test_an_exhausted_attachment_keeps_its_bonus():
    """Cards, exhausted attachments: Dark Knowledge still costs a willpower, the Steward still gives the trait."""
    game = position(heroes=[["Gimli"]], attachments={"Gimli": ["Dark Knowledge", "Steward of Gondor"]},
                    exhausted=["Dark Knowledge", "Steward of Gondor"])  # fmt: skip
    check(game, stat={"Gimli": {"willpower": 1}})
    game = position(heroes=[["Gimli"], ["Éowyn"]], attachments={"Gimli": ["Steward of Gondor"]}, exhausted=["Steward of Gondor"],
                    hand=[["For Gondor!"], []], resources={"Gimli": 0}, phase="combat")  # fmt: skip
    assert stat_of(game, "Gimli", "defense") == 2


def test_the_last_card_of_the_deck_is_a_surge():
    """Cards, last card: what its own effect needs comes after the reset, the card itself stays out of it."""
    game = position(heroes=[["Gimli"]], threat=[5], encounter_deck=["Endless Caverns"], encounter_discard=["Old Forest Road"],
                    phase="staging")  # fmt: skip
    check(game, zone={"Endless Caverns": "staging", "Old Forest Road": "staging"}, threat=[8])


@pytest.mark.parametrize("phase", ["attacks", "player-attacks"])
def test_an_attack_ends_with_its_enemy(phase):
    """Cards, attacking enemy destroyed: checked after each step, then stop."""
    game = position(heroes=[["Aragorn", "Éowyn"]], hand=[["Sneak Attack", "Gandalf"]], resources={"Aragorn": 1}, threat=[5],
                    engaged=[["Forest Spider"]], encounter_deck=QUIET, phase=phase)  # fmt: skip
    skip_to(game, "defender" if phase == "attacks" else "strike_target")
    do(game, "Aragorn") if phase == "attacks" else do(game, "Forest Spider", "Aragorn", "pass")
    skip_to(game, "action")
    do(game, "Sneak Attack", "Gandalf", ("mode", 1))
    assert zone_of(game, "Forest Spider") == "encounter discard" and damage_on(game, "Aragorn") == 0


def test_threat_does_not_fall_below_zero():
    """Cards, threat: lowered by more than there is."""
    game = position(heroes=[["Gimli"]], hand=[["Gandalf"]], resources={"Gimli": 5}, threat=[3], deck=[["Feint"]])
    do(game, "Gandalf", "Gandalf", ("mode", 2))
    check(game, threat=[0])


def test_progress_beyond_the_points():
    """Cards, progress: a stage that cannot be defeated collects it and falls when the bar lifts."""
    game = position(heroes=[["Éowyn", "Legolas"]], stage=122, threat=[5], committed=["Éowyn"], progress={"Beorn's Path": 9},
                    hand=[["Feint"]], engaged=[["Ungoliant's Spawn"]], damage={"Ungoliant's Spawn": 8}, encounter_deck=QUIET,
                    staging=["Old Forest Road"], phase="resolution")  # fmt: skip
    assert outcome(game) == "playing" and quest_progress(game) == 12
    do(skip_to(game, "defender"), "pass")
    do(skip_to(game, "undefended_hero"), "Éowyn")
    skip_to(game, "strike_target")
    do(game, "Ungoliant's Spawn")
    skip_to(game, "none")
    assert outcome(game) == "won"


# ---------------------------------------------------------------- the prisoner


def test_the_prisoner_gets_no_attachment_and_no_use():
    """Designer 97427: in play for uniqueness alone: no resource, no attachment, no commitment, no ability."""
    game = position(ESCAPE, heroes=[["Gimli", "Éowyn"]], prisoner="Éowyn", hand=[["Dwarven Axe", "Feint"]], threat=[5],
                    resources={"Gimli": 2, "Éowyn": 2}, encounter_deck=QUIET, stage=2)  # fmt: skip
    do(game, "Dwarven Axe")
    check(game, zone={"Dwarven Axe": "attached"}, stat={"Gimli": {"attack": 4}})
    assert (decision(game), offered(game)) == ("commit", ["Gimli", "pass"])


def test_his_title_is_taken():
    """Designer 97427: another copy of him cannot enter play."""
    game = position(ESCAPE, heroes=[["Gimli", "Éowyn"], ["Dúnhere"]], prisoner="Éowyn", discard=[[], ["Éowyn"]],
                    hand=[[], ["Fortune or Fate"]], resources={"Dúnhere": 5}, threat=[5, 5],
                    encounter_deck=QUIET, stage=2)  # fmt: skip
    assert "Fortune or Fate" not in offered(game)


def test_what_lay_on_him_stays():
    """Designer 122601: attachments and damage from before; he readies in the refresh phase."""
    game = position(ESCAPE, heroes=[["Gimli", "Aragorn"]], prisoner="Aragorn", damage={"Aragorn": 2}, threat=[5],
                    attachments={"Aragorn": ["Citadel Plate"]}, exhausted=["Aragorn"], staging=["Old Forest Road"],
                    encounter_deck=QUIET, stage=2, phase="refresh")  # fmt: skip
    skip_to(game, "commit")
    check(game, damage={"Aragorn": 2}, ready=["Aragorn"], zone={"Citadel Plate": "attached"})


def test_brok_does_not_come_for_a_prisoner():
    """Beorn, Brok: a Dwarf hero taken prisoner has not left play."""
    game = position(ESCAPE, heroes=[["Gimli", "Thalin"]], hand=[["Brok Ironfist"]], threat=[5], phase="stage",
                    encounter_deck=["Shadow Key", "Gandalf's Map", "Dungeon Torch", *QUIET])  # fmt: skip
    assert decision(game) != "response"
    skip_to(game, "commit")
    check(game, hand=[["Brok Ironfist"]])
    assert len(offered(game)) == 2, "one of the two is a prisoner"


def test_the_prisoners_controller_out_is_the_group_out():
    """Disagree 10; Cards, Escape: his other heroes die: he is eliminated although the prisoner remains, and all have lost."""
    game = position(ESCAPE, heroes=[["Gimli", "Éowyn"], ["Aragorn"]], prisoner="Gimli", damage={"Éowyn": 2}, threat=[5, 5],
                    engaged=[["Forest Spider"], []], encounter_deck=QUIET, stage=2, phase="attacks")  # fmt: skip
    do(game, "Éowyn")
    assert outcome(game) == "lost" and record(game)["eliminated"][0]


def test_an_only_hero_taken_prisoner_is_the_end():
    """Disagree 10: a player without another hero."""
    game = position(ESCAPE, heroes=[["Gimli"]], threat=[5], phase="stage",
                    encounter_deck=["Shadow Key", "Gandalf's Map", "Dungeon Torch", *QUIET])  # fmt: skip
    assert outcome(game) == "lost"


def test_one_guard_for_each_objective():
    """Cards, Escape setup: three objectives, three encounter cards, not six."""
    game = position(ESCAPE, heroes=[["Gimli", "Éowyn"]], threat=[5], phase="stage",
                    encounter_deck=["Shadow Key", "Gandalf's Map", "Dungeon Torch", "Nazgûl of Dol Guldur", *QUIET])  # fmt: skip
    assert len([title for title in pile(game, n.STAGING) if title == "Forest Gate"]) == 3
    check(game, zone={"Nazgûl of Dol Guldur": "set aside"})


# ---------------------------------------------------------------- designers


def test_thalin_acts_on_what_surges_in():
    """Designer 122991: an enemy revealed by another's surge."""
    game = position(heroes=[["Thalin"]], committed=["Thalin"], threat=[5], phase="staging",
                    encounter_deck=["Endless Caverns", "Forest Spider", *QUIET])  # fmt: skip
    check(game, damage={"Forest Spider": 1}, zone={"Forest Spider": "staging"})


def test_passive_returns_come_before_forced_effects():
    """Designer 248142: the sneaked ally is back in hand before the Sniper shoots at the end of the combat phase."""
    game = position(heroes=[["Aragorn"]], hand=[["Sneak Attack", "Snowbourn Scout"]], resources={"Aragorn": 1}, threat=[5],
                    staging=["Goblin Sniper"], encounter_deck=QUIET, phase="combat")  # fmt: skip
    do(game, "Sneak Attack")
    check(game, damage={"Aragorn": 1}, hand=[["Snowbourn Scout"]])


def test_an_x_of_nothing():
    """Designer 135580; FAQ 1.40: an X that nothing defines is 0: a search for none is refused."""
    game = position(heroes=[["Denethor", "Éowyn"]], hand=[["Gandalf's Search", "Feint"]], deck=[["Beorn"] * 3], threat=[5],
                    phase="quest")  # fmt: skip
    assert offered(game) == ["Éowyn", "pass"]


def test_the_active_location_is_not_in_the_staging_area():
    """Designer 58753: Northern Tracker leaves it alone, and its threat does not count."""
    game = position(heroes=[["Éowyn"]], in_play=[["Northern Tracker"]], active_location="Forest Gate",
                    staging=["Old Forest Road"], hand=[["Feint"]], threat=[5], encounter_deck=QUIET, phase="commit")  # fmt: skip
    do(game, "Northern Tracker", "Northern Tracker")
    check(game, progress={"Forest Gate": 0, "Old Forest Road": 1})
