"""The objectives of Escape from Dol Guldur (108 to 110): claimed, lost; and what each does to its hero.

Source of positions: made up, the smallest that show the rule.
"""

import pytest

from lotrsim.testing import (
    check,
    decider,
    decision,
    do,
    host_of,
    offered,
    player_with,
    position,
    record,
)

ESCAPE = "escape-from-dol-guldur"
KEY, TORCH, MAP = "Shadow Key", "Dungeon Torch", "Gandalf's Map"
STREAMS = ["Enchanted Stream", "Enchanted Stream"]


def table(**more):
    """The planning phase; the Key lies in the staging area."""
    described = {"heroes": [["Gimli", "Legolas"]], "threat": [20], "staging": [KEY], "phase": "planning"}
    return position(ESCAPE, **{**described, **more})


# ---------------------------------------------------------------- claiming


def test_claiming_costs_two_threat():
    """The player chooses his hero and controls the objective (RULINGS, C2 1.07)."""
    game = table()
    do(game, KEY)
    assert decision(game) == "target" and offered(game) == ["Gimli", "Legolas"]
    do(game, "Legolas", stay=True)
    check(game, zone={KEY: "attached"}, threat=[22])
    assert host_of(game, KEY) == "Legolas" and player_with(game, KEY) == 0


def test_a_guarded_objective_cannot_be_claimed():
    """Whatever the place of its guard."""
    for where in ({"staging": [KEY, "Forest Spider"]}, {"engaged": [["Forest Spider"]]}):
        check(table(guards={KEY: "Forest Spider"}, **where), not_offered=[KEY])


@pytest.mark.parametrize("phase", ["planning", "quest", "committed", "staged", "travel", "encounter", "dealt", "player-attacks"])
def test_any_player_claims_in_any_window(phase):
    """The second player, who is not the first, pays with his own threat, on his own hero."""
    game = table(heroes=[["Gimli"], ["Legolas"]], threat=[20, 30], phase=phase)
    assert (decision(game), decider(game), offered(game)) == ("action", 0, [KEY, "pass"])
    do(game, "pass")
    assert (decider(game), offered(game)) == (1, [KEY, "pass"])
    check(do(game, KEY, stay=True), zone={KEY: "attached"}, threat=[20, 32])
    assert host_of(game, KEY) == "Legolas"


@pytest.mark.parametrize(("before", "after"), [(47, 49), (48, 50), (49, 50)])
def test_the_cost_may_eliminate(before, after):
    """At 50 the player is out before he has claimed; the objective stays for the others."""
    game = table(heroes=[["Gimli"], ["Legolas"]], threat=[before, 20])
    do(game, KEY, stay=True)
    check(game, threat=[after, 20], zone={KEY: "attached" if after == 49 else "staging"}, result="playing")
    if after == 50:
        assert record(game)["eliminated"][0] and offered(game) == [KEY, "pass"] and decider(game) == 1


def test_all_three_on_one_hero_are_one_too_many():
    """Restricted: at most two; the third forces a discard at once, and what is detached goes back, its threat spent."""
    game = table(staging=[KEY, TORCH, MAP])
    do(game, KEY, "Gimli", TORCH, "Gimli", MAP, "Gimli")
    assert decision(game) == "target" and sorted(offered(game)) == sorted([KEY, TORCH, MAP])
    do(game, TORCH, stay=True)
    check(game, zone={KEY: "attached", TORCH: "staging", MAP: "attached"}, threat=[26])


def test_a_restricted_attachment_counts_too():
    """Dwarven Axe (41) and Horn of Gondor (42) with the Key: one goes, also the Key itself."""
    described = {"attachments": {"Gimli": ["Dwarven Axe", "Horn of Gondor"]}}
    game = do(table(**described), KEY, "Gimli")
    assert sorted(offered(game)) == ["Dwarven Axe", "Horn of Gondor", KEY]
    check(do(game, "Horn of Gondor", stay=True), zone={"Horn of Gondor": "discard", KEY: "attached", "Dwarven Axe": "attached"})
    game = do(table(**described), KEY, "Gimli", KEY)
    check(game, zone={KEY: "staging", "Horn of Gondor": "attached"}, threat=[22], offered=[KEY])


def test_an_axe_may_push_an_objective_out():
    """The third restricted card is the attachment that is played."""
    game = table(
        staging=[], attachments={"Gimli": [KEY, TORCH]}, hand=[["Dwarven Axe"]], resources={"Gimli": 2}, encounter_deck=STREAMS,
    )  # fmt: skip
    do(game, "Dwarven Axe", "Gimli", KEY)
    check(game, zone={KEY: "staging", TORCH: "attached", "Dwarven Axe": "attached"}, offered=[KEY])


# ---------------------------------------------------------------- losing


def test_a_dead_hero_drops_his_objectives():
    """Back to the staging area, unguarded, nobody's."""
    game = table(
        staging=[], attachments={"Legolas": [KEY, TORCH]}, damage={"Legolas": 3}, phase="attacks", engaged=[["Forest Spider"]],
    )  # fmt: skip
    do(game, "Legolas")
    check(game, zone={"Legolas": "discard", KEY: "staging", TORCH: "staging"}, offered=[KEY, TORCH])
    assert player_with(game, KEY) == -1
    assert record(game)["n_guarded"] == 0


def test_an_eliminated_player_drops_his_objectives():
    """RULES, End and score: claimed objectives return to staging."""
    game = table(
        heroes=[["Gimli"], ["Legolas"]], threat=[49, 20], staging=[], attachments={"Gimli": [KEY], "Legolas": [TORCH]},
        phase="refresh", encounter_deck=STREAMS,
    )  # fmt: skip
    check(game, zone={KEY: "staging", TORCH: "attached"}, offered=[KEY], threat=[50, 21])


# ---------------------------------------------------------------- 108 Gandalf's Map


def with_map(**more):
    """Gimli bears the Map."""
    described = {"staging": [], "attachments": {"Gimli": [MAP]}, "engaged": [["Forest Spider"]], "phase": "attacks"}
    return table(**{**described, **more})


def test_the_bearer_of_the_map_cannot_defend():
    """Nor with others."""
    game = with_map()
    assert (decision(game), offered(game)) == ("defender", ["Legolas", "pass"])
    game = with_map(hand=[["Stand Together"]])
    do(game, "Stand Together")
    assert (decision(game), offered(game)) == ("defender", ["Legolas", "pass"])


def test_a_sentinel_with_the_map_cannot_help():
    """Aragorn for another player."""
    described = {"heroes": [["Aragorn"], ["Legolas"]], "threat": [20, 20], "engaged": [[], ["Forest Spider"]]}
    described["exhausted"] = ["Legolas"]
    assert decision(with_map(**described, attachments={})) == "sentinel"
    game = with_map(**described, attachments={"Aragorn": [MAP]}, encounter_deck=STREAMS * 2)
    check(game, damage={"Legolas": 2})


def test_the_bearer_of_the_map_cannot_attack():
    """Neither an engaged enemy nor one in the staging area; he may quest and be hit."""
    game = with_map(phase="player-attacks", exhausted=["Legolas"], staging=["Black Forest Bats"])
    assert decision(game) != "strike_target"
    game = with_map(
        heroes=[["Dúnhere"]], attachments={"Dúnhere": [MAP]}, engaged=[[]], staging=["Black Forest Bats"],
        phase="player-attacks",
    )  # fmt: skip
    assert decision(game) != "strike_target"
    check(do(with_map(), "pass", "Gimli", stay=True), damage={"Gimli": 2})
    assert "Gimli" in offered(with_map(phase="commit"))


def test_a_ranged_bearer_cannot_join():
    """Legolas for another player."""
    described = {"heroes": [["Gimli"], ["Legolas"]], "threat": [20, 20], "phase": "player-attacks", "hand": [["Feint"]]}
    game = with_map(**described, attachments={"Legolas": [KEY]})
    assert decision(do(game, "Forest Spider")) == "attackers"
    game = with_map(**described, attachments={"Legolas": [MAP]})
    assert decision(do(game, "Forest Spider")) != "attackers"


def test_the_bearer_of_the_map_cannot_strike_quickly():
    """Quick Strike (35) is an attack; "cannot" is absolute (RULINGS, C2 1.14)."""
    described = {"hand": [["Quick Strike"]], "resources": {"Legolas": 1}, "phase": "dealt", "engaged": [["Black Forest Bats"]]}
    game = with_map(**described, exhausted=["Legolas"])
    assert "Quick Strike" not in offered(game)
    game = with_map(**described, in_play=[["Veteran Axehand"]])
    do(game, "Quick Strike")
    assert sorted(offered(game)) == ["Legolas", "Veteran Axehand"]


# ---------------------------------------------------------------- 109 Dungeon Torch, 110 Shadow Key


def round_end(**more):
    """The end of the round; Gimli bears the Torch and Legolas the Key."""
    described = {"staging": [], "attachments": {"Gimli": [TORCH], "Legolas": [KEY]}, "phase": "round-end"}
    return table(**{**described, **more})


def test_torch_and_key_burden_at_the_end_of_the_round():
    """Two threat for the controller of its hero, one damage on its hero; the first player orders them (RULES, Effects)."""
    game = round_end(heroes=[["Gimli"], ["Legolas"]], threat=[20, 30], first_player=1)
    assert (decision(game), decider(game), sorted(offered(game))) == ("order", 1, [TORCH, KEY])
    do(game, KEY)
    check(game, threat=[22, 30], damage={"Gimli": 0, "Legolas": 1})


def test_the_torch_comes_on_top_of_the_round():
    """One in the refresh phase and two more (RULINGS, C3)."""
    check(round_end(attachments={"Gimli": [TORCH]}, phase="refresh"), threat=[23])


@pytest.mark.parametrize("place", ["staging", "encounter_deck"])
def test_unclaimed_they_burden_nobody(place):
    """In the staging area or elsewhere."""
    game = round_end(attachments={}, **{place: [TORCH, KEY]})
    check(game, threat=[20], damage={"Gimli": 0, "Legolas": 0})


def test_the_torch_may_eliminate():
    """48 and two."""
    check(round_end(threat=[48], attachments={"Gimli": [TORCH]}), result="lost")


def test_the_order_of_torch_and_key_may_matter():
    """Both on a hero with one hit point left: after the Key the Torch lies in the staging area and burdens nobody."""
    described = {"attachments": {"Gimli": [KEY, TORCH]}, "damage": {"Gimli": 4}, "encounter_deck": STREAMS}
    check(do(round_end(**described), KEY), threat=[20], zone={"Gimli": "discard", KEY: "staging", TORCH: "staging"})
    check(do(round_end(**described), TORCH), threat=[22], zone={"Gimli": "discard", KEY: "staging", TORCH: "staging"})


def test_gloin_profits_from_the_key():
    """He suffers damage (3)."""
    game = round_end(heroes=[["Glóin"]], attachments={"Glóin": [KEY]}, encounter_deck=STREAMS)
    check(do(game, "Glóin", stay=True), damage={"Glóin": 1})
