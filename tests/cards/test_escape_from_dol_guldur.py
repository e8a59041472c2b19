"""The encounter cards of Escape from Dol Guldur (101 to 106); objectives, Orc Guards and quest cards have files of their own.

Source of positions: made up, the smallest that show the rule.
"""

import pytest

from lotrsim import ids as n
from lotrsim.testing import (
    card_of,
    check,
    decider,
    decision,
    do,
    offered,
    pile,
    position,
    record,
    zone_of,
)

ESCAPE = "escape-from-dol-guldur"
KEY, TORCH, MAP = "Shadow Key", "Dungeon Torch", "Gandalf's Map"
NAZGUL, JAILOR = "Nazgûl of Dol Guldur", "Dungeon Jailor"
STREAMS = ["Enchanted Stream", "Enchanted Stream"]


def resolve(**more):
    """The quest is resolved; one Jailor and the Key lie in the staging area."""
    described = {"heroes": [["Dúnhere"]], "threat": [10], "staging": [JAILOR, KEY], "phase": "resolve"}
    return position(ESCAPE, **{**described, **more})


def attack(shadow, **more):
    """The Nazgûl, engaged with the first player and dealt a shadow card, attacks."""
    shadows = [shadow] if isinstance(shadow, str) else shadow
    described = {
        "heroes": [["Gimli", "Legolas"]], "threat": [20], "engaged": [[NAZGUL]], "shadows": {NAZGUL: shadows}, "phase": "attacks",
    }  # fmt: skip
    return position(ESCAPE, **{**described, **more})


def deck_of_host(game):
    """The player on whose deck the Iron Shackles lie, None where they lie elsewhere."""
    host = int(record(game)["host"][card_of(game, "Iron Shackles")])
    return n.ON_DECK - host if host <= n.ON_DECK else None


# ---------------------------------------------------------------- 101 Dungeon Jailor


@pytest.mark.parametrize(("hero", "zone"), [("Dúnhere", "staging"), ("Éowyn", "staging"), (None, "encounter deck")])
def test_the_jailor_takes_an_objective_after_a_failure(hero, zone):
    """Not on a tie, not after a success; nobody committed against one threat is a failure (RULINGS, 101)."""
    game = resolve(heroes=[[hero or "Dúnhere"]], committed=[hero] if hero else None, hand=[["Feint"]])
    check(game, zone={KEY: zone, JAILOR: "staging"})


def test_the_jailor_must_be_in_staging():
    """Engaged with a player he takes nothing."""
    game = resolve(staging=["Forest Spider", KEY], engaged=[[JAILOR]], exhausted=["Dúnhere"])
    check(game, zone={KEY: "staging"}, threat=[12])


def test_each_jailor_takes_one():
    """Two Jailors, two objectives of three; the first player chooses (RULINGS, 101)."""
    game = resolve(
        heroes=[["Dúnhere"], ["Gimli"]], threat=[10, 10], first_player=1, staging=[JAILOR, JAILOR, KEY, TORCH, MAP],
    )  # fmt: skip
    assert (decision(game), decider(game), sorted(offered(game))) == ("target", 1, sorted([KEY, TORCH, MAP]))
    do(game, TORCH)
    assert (decision(game), decider(game), sorted(offered(game))) == ("target", 1, sorted([KEY, MAP]))
    do(game, KEY)
    check(game, zone={TORCH: "encounter deck", KEY: "encounter deck", MAP: "staging"}, threat=[12, 12])


def test_two_jailors_and_one_objective():
    """The second finds none."""
    game = resolve(staging=[JAILOR, JAILOR, KEY])
    assert pile(game, n.ENCOUNTER_DECK) == [KEY] and pile(game, n.STAGING) == [JAILOR, JAILOR]


def test_the_guard_stays_when_the_objective_goes():
    """A guarded objective is unclaimed too (RULINGS, C3); its guard remains in the staging area (RULINGS, 101)."""
    game = resolve(staging=[JAILOR, KEY, "Forest Spider"], guards={KEY: "Forest Spider"})
    check(game, zone={KEY: "encounter deck", "Forest Spider": "staging"})
    assert record(game)["n_guarded"] == 0


@pytest.mark.parametrize("where", [{"engaged": [["Forest Spider"]]}, {"active_location": "Forest Gate"}])
def test_an_objective_whose_guard_is_away_is_spared(where):
    """It went along with the enemy or the location (RULINGS, 101)."""
    guard = "Forest Spider" if "engaged" in where else "Forest Gate"
    game = resolve(staging=[JAILOR, KEY, TORCH], guards={KEY: guard}, exhausted=["Dúnhere"], **where)
    check(game, zone={KEY: "staging", TORCH: "encounter deck"})


def test_a_claimed_objective_is_safe_from_the_jailor():
    """Only unclaimed ones."""
    game = resolve(staging=[JAILOR], attachments={"Dúnhere": [KEY]}, hand=[["Feint"]])
    check(game, zone={KEY: "attached"})


def test_a_player_who_fails_out_of_the_game_still_loses_the_objective():
    """The failure eliminates one of two players; the first player, whoever that is now, chooses."""
    game = resolve(heroes=[["Dúnhere"], ["Gimli"]], threat=[49, 10], staging=[JAILOR, KEY, TORCH])
    assert (decision(game), decider(game)) == ("target", 1)
    check(do(game, KEY), zone={KEY: "encounter deck", TORCH: "staging"}, threat=[50, 11])


def test_the_defeated_jailor_counts_five_points():
    """Victory 5."""
    game = position(
        ESCAPE, heroes=[["Gimli"]], damage={"Gimli": 3, JAILOR: 3}, engaged=[[JAILOR]], phase="player-attacks", threat=[10],
        hand=[["Feint"]],
    )  # fmt: skip
    check(do(game, JAILOR), zone={JAILOR: "victory"})


# ---------------------------------------------------------------- 102 Nazgûl of Dol Guldur


def test_no_attachment_on_the_nazgul():
    """Forest Snare finds the Spider only; with the Nazgûl alone it cannot be played."""
    described = {"heroes": [["Denethor"]], "hand": [["Forest Snare"]], "resources": {"Denethor": 3}, "threat": [10]}
    game = position(ESCAPE, **described, engaged=[[NAZGUL, "Forest Spider"]])
    do(game, "Forest Snare")
    assert zone_of(game, "Forest Snare") == "attached"
    assert record(game)["under"][card_of(game, "Forest Spider")] == card_of(game, "Forest Snare")
    assert decision(position(ESCAPE, **described, engaged=[[NAZGUL]])) == "commit"


def test_the_nazgul_takes_a_character_after_a_shadow_effect():
    """The engaged player chooses among all his characters, the defender too; the attack is then undefended."""
    game = attack(
        "Under the Shadow", heroes=[["Thalin"], ["Gimli", "Legolas"]], threat=[10, 20], engaged=[[], [NAZGUL]],
        in_play=[[], ["Snowbourn Scout"]],
    )  # fmt: skip
    do(game, "Snowbourn Scout")
    assert (decision(game), decider(game)) == ("target", 1)
    assert sorted(offered(game)) == ["Gimli", "Legolas", "Snowbourn Scout"]
    do(game, "Snowbourn Scout")
    assert decision(game) == "undefended_hero"
    check(do(game, "Gimli", stay=True), damage={"Gimli": 4}, threat=[10, 21])


@pytest.mark.parametrize("shadow", ["Enchanted Stream", "Endless Caverns", "Tower Gate"])
def test_a_blank_shadow_card_takes_nobody(shadow):
    """No shadow effect, nothing resolves (RULINGS, C3)."""
    game = attack(shadow)
    check(do(game, "Gimli", stay=True), zone={"Gimli": "play", "Legolas": "play"}, damage={"Gimli": 2})


@pytest.mark.parametrize("cancelled", [True, False])
def test_a_cancelled_shadow_effect_takes_nobody(cancelled):
    """Hasty Stroke (48): the effect did not resolve (RULINGS, C3)."""
    game = attack("Under the Shadow", heroes=[["Dúnhere", "Gimli"]], hand=[["Hasty Stroke"]], resources={"Dúnhere": 1})
    do(game, "Gimli", "Hasty Stroke" if cancelled else "pass", stay=True)
    if cancelled:
        check(game, zone={"Gimli": "play", "Dúnhere": "play"}, threat=[20], damage={"Gimli": 2})
    else:
        assert decision(game) == "target" and offered(game) == ["Dúnhere", "Gimli"]


def test_the_discarded_hero_was_not_destroyed():
    """No resource for the Horn of Gondor (42) (RULINGS, 102)."""
    game = attack("Under the Shadow", attachments={"Gimli": ["Horn of Gondor"]})
    do(game, "Legolas", "Legolas", stay=True)
    check(game, zone={"Legolas": "discard"}, damage={"Gimli": 4}, resources={"Gimli": 0})


def test_the_discarded_ally_leaves_play():
    """Valiant Sacrifice (24) answers."""
    game = attack(
        "Under the Shadow", heroes=[["Aragorn"]], in_play=[["Guard of the Citadel"]], hand=[["Valiant Sacrifice"]],
        resources={"Aragorn": 1}, deck=[["Feint", "Gandalf"]],
    )  # fmt: skip
    do(game, "Aragorn", "Guard of the Citadel", "Valiant Sacrifice", stay=True)
    check(game, hand=[["Feint", "Gandalf"]], damage={"Aragorn": 2})


def test_the_nazgul_takes_the_last_hero():
    """RULES, End and score: a discarded hero counts as dead, allies do not help."""
    game = attack("Under the Shadow", heroes=[["Gimli"]], in_play=[["Veteran Axehand"]])
    check(do(game, "Veteran Axehand", "Gimli"), result="lost")


def test_each_resolved_shadow_effect_takes_one():
    """Two shadow cards, one of them blank; then two with effects."""
    game = attack(["Under the Shadow", "Forest Gate"], in_play=[["Snowbourn Scout", "Veteran Axehand"]])
    do(game, "Gimli", "Veteran Axehand", stay=True)
    check(game, zone={"Snowbourn Scout": "play", "Veteran Axehand": "discard"})
    game = attack(["Under the Shadow", "Forest Spider"], in_play=[["Snowbourn Scout", "Veteran Axehand"]])
    do(game, "Gimli", "Veteran Axehand", "Snowbourn Scout", stay=True)
    check(game, zone={"Snowbourn Scout": "discard", "Veteran Axehand": "discard"}, damage={"Gimli": 2})


def test_other_enemies_shadow_effects_take_nobody():
    """Only one dealt to the Nazgûl."""
    game = attack(
        [], shadows={"Forest Spider": ["Under the Shadow"]}, engaged=[["Forest Spider"]], staging=[NAZGUL], heroes=[["Gimli"]],
        in_play=[["Veteran Axehand"]],
    )  # fmt: skip
    check(do(game, "Gimli", stay=True), zone={"Veteran Axehand": "play"}, threat=[21])


def test_the_shackles_as_shadow_take_somebody_too():
    """Attaching themselves is their effect (RULINGS, 105)."""
    game = attack("Iron Shackles")
    assert decision(do(game, "Gimli")) == "target" and deck_of_host(game) == 0


def test_a_nazgul_sent_back_in_its_attack_takes_nobody():
    """The attack is finished (RULINGS, C2 1.32), but no player is engaged with it any more."""
    game = attack(
        "Under the Shadow", heroes=[["Éowyn", "Gimli"]], hand=[["A Light in the Dark"]], resources={"Éowyn": 2},
    )  # fmt: skip
    do(game, "A Light in the Dark", "Gimli", stay=True)
    check(game, zone={NAZGUL: "staging", "Éowyn": "play", "Gimli": "play"}, damage={"Gimli": 2}, threat=[20])


def test_who_is_engaged_now_discards():
    """Son of Arnor (15) drew it away before the shadow card: his player discards, the attack goes on (RULINGS, C4)."""
    game = attack(
        "Under the Shadow", heroes=[["Aragorn"], ["Gimli", "Legolas"]], threat=[20, 20], engaged=[[], [NAZGUL]],
        hand=[["Sneak Attack", "Son of Arnor"]], resources={"Aragorn": 1},
    )  # fmt: skip
    do(game, "Sneak Attack", "Son of Arnor", "Gimli")
    assert (decision(game), decider(game), offered(game)) == ("target", 0, ["Aragorn", "Son of Arnor"])
    do(game, "Son of Arnor", stay=True)
    check(game, damage={"Gimli": 2, "Aragorn": 0}, threat=[20, 20])


def test_a_player_whom_the_shadow_eliminates_discards_nobody():
    """He is out at once, the Nazgûl back in staging; the other player is not asked."""
    game = attack("Under the Shadow", heroes=[["Gimli"], ["Legolas", "Thalin"]], threat=[49, 20], encounter_deck=STREAMS * 2)
    do(game, "Gimli")
    check(game, zone={NAZGUL: "staging", "Legolas": "play", "Thalin": "play"}, result="playing")
    assert record(game)["eliminated"][0] and decision(game) != "target"


def test_the_guardians_shadow_on_the_nazgul():
    """First the attachments, then a character; the objective that he drops lies in the staging area."""
    game = attack("Cavern Guardian", attachments={"Gimli": [KEY], "Legolas": [TORCH]})
    do(game, "Gimli", KEY, "Legolas", "pass", stay=True)
    check(game, zone={KEY: "staging", TORCH: "staging", "Legolas": "discard"}, damage={"Gimli": 2})


# ---------------------------------------------------------------- 103 Cavern Guardian


def guardian(**more):
    """A Forest Spider of attack 2, dealt the Guardian, attacks."""
    described = {
        "heroes": [["Gimli"]], "threat": [10], "engaged": [["Forest Spider"]], "phase": "attacks",
        "shadows": {"Forest Spider": ["Cavern Guardian"]},
    }  # fmt: skip
    return position(ESCAPE, **{**described, **more})


def test_the_guardian_raises_every_threat():
    """Doomed 1."""
    game = position(
        ESCAPE, heroes=[["Gimli"], ["Thalin"]], threat=[10, 20], phase="staging", hand=[["Feint"]],
        encounter_deck=["Cavern Guardian", *STREAMS, *STREAMS], active_location="Forest Gate",
    )  # fmt: skip
    check(game, threat=[10 + 1 + 4, 20 + 1 + 4], zone={"Cavern Guardian": "staging"})


def test_the_guardian_frees_a_claimed_objective():
    """The player chooses one; an objective goes back to the staging area, unguarded, and can be claimed again."""
    game = guardian(attachments={"Gimli": [KEY, "Dwarven Axe"]})
    do(game, "Gimli")
    assert sorted(offered(game)) == ["Dwarven Axe", KEY]
    do(game, KEY)
    check(game, zone={KEY: "staging", "Dwarven Axe": "attached"}, offered=[KEY])
    check(do(game, KEY, stay=True), zone={KEY: "attached"}, threat=[12])


def test_undefended_all_attachments_of_the_player_go():
    """On all his cards; not the other player's, and not a Web, which he does not control (RULINGS, 92)."""
    game = guardian(
        heroes=[["Gimli", "Legolas"], ["Thalin"]], threat=[10, 10],
        attachments={"Gimli": [KEY, "Caught in a Web"], "Legolas": ["Dwarven Axe", TORCH], "Thalin": [MAP, "Citadel Plate"]},
    )  # fmt: skip
    do(game, "pass")
    check(
        game,
        zone={
            KEY: "staging", TORCH: "staging", "Dwarven Axe": "discard", MAP: "attached", "Citadel Plate": "attached",
            "Caught in a Web": "attached",
        },
    )  # fmt: skip


def test_the_guardian_finds_nothing():
    """Without attachments nothing happens."""
    check(do(guardian(), "Gimli", stay=True), damage={"Gimli": 0})


@pytest.mark.parametrize(("defense", "choices"), [("Forest Spider", ["Gimli"]), ("Driven by Shadow", ["Gimli"])])
def test_other_shadow_effects_free_an_objective_too(defense, choices):
    """Forest Spider (96) and Driven by Shadow (92): it counts as an attachment that its player controls (RULINGS, C2 1.07)."""
    game = guardian(attachments={"Gimli": [KEY]}, shadows={"Forest Spider": [defense]})
    check(do(game, *choices), zone={KEY: "staging"}, offered=[KEY])
