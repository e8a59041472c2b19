"""Guarded (108 to 110): which card guards an objective, and where both of them go.

Source of positions: made up, the smallest that show the rule.
"""

import pytest

from lotrsim import ids as n
from lotrsim.layout import title_of
from lotrsim.testing import check, decision, do, offered, pile, position, record, skip_to, zone_of

ESCAPE = "escape-from-dol-guldur"
KEY, TORCH = "Shadow Key", "Dungeon Torch"
STREAMS = ["Enchanted Stream", "Enchanted Stream"]


def guards_of(game):
    """The objectives that are guarded, each with its one guard."""
    g = record(game)
    assert len({int(o) for o in g["guarded"][: g["n_guarded"]]}) == g["n_guarded"]
    return {title_of(g, g["guarded"][i]): title_of(g, g["guard"][i]) for i in range(int(g["n_guarded"]))}


def reveal(*cards, **more):
    """The cards are revealed in the quest phase."""
    described = {"heroes": [["Dúnhere"]], "threat": [10], "phase": "staging", "hand": [["Feint"]]}
    described["encounter_deck"] = [*cards, *STREAMS]
    return position(ESCAPE, **{**described, **more})


def table(**more):
    """The planning phase; the Key lies in the staging area."""
    described = {"heroes": [["Gimli", "Legolas"]], "threat": [20], "staging": [KEY], "phase": "planning"}
    return position(ESCAPE, **{**described, **more})


# ---------------------------------------------------------------- Guarded


@pytest.mark.parametrize(("guard", "total"), [("Forest Spider", 2), ("Forest Gate", 2), ("East Bight Patrol", 3)])
def test_a_revealed_objective_gets_a_guard(guard, total):
    """The next card, an enemy or a location, which lies in the staging area as well; its threat counts (RULES, Keywords)."""
    game = reveal(KEY, guard, staging=["Black Forest Bats"])
    assert guards_of(game) == {KEY: guard}
    check(game, zone={KEY: "staging", guard: "staging"}, threat=[11 + total], not_offered=[KEY])


def test_a_treachery_guards_nothing():
    """It resolves at once and the objective is free (RULES, Keywords)."""
    game = reveal(KEY, "Under the Shadow", hand=[["Hasty Stroke"]])
    assert guards_of(game) == {} and zone_of(game, "Under the Shadow") == "encounter discard"
    assert decision(game) == "action" and KEY in offered(game)
    check(do(game, "pass"), threat=[11])


def test_a_further_objective_goes_to_staging_and_is_guarded_itself():
    """The next cards are used: both objectives get one."""
    game = reveal(KEY, TORCH, "Forest Gate", "Old Forest Road")
    assert sorted(guards_of(game)) == sorted([KEY, TORCH]) and set(guards_of(game).values()) == {"Forest Gate", "Old Forest Road"}


def test_a_surging_guard_guards_alone():
    """Only the first card is attached, the card it surges into lies in the staging area (RULINGS, C4)."""
    game = reveal(KEY, "Endless Caverns", "Forest Gate")
    assert guards_of(game) == {KEY: "Endless Caverns"} and "Forest Gate" in pile(game, n.STAGING)
    check(game, threat=[10 + 1 + 1 + 2])


def test_eleanor_puts_another_card_on_guard():
    """Eleanor (8) replaces a treachery: the card that replaces it guards."""
    game = reveal(KEY, "Eyes of the Forest", "Forest Gate", heroes=[["Eleanor"]], hand=[["Feint"]])
    check(do(game, "Eleanor"), hand=[["Feint"]], exhausted=["Eleanor"])
    assert guards_of(game) == {KEY: "Forest Gate"}


def test_the_replacing_card_may_be_an_objective():
    """Then both need another card."""
    game = reveal(KEY, "Eyes of the Forest", TORCH, "Forest Gate", "Old Forest Road", heroes=[["Eleanor"]])
    do(game, "Eleanor")
    assert sorted(guards_of(game)) == sorted([KEY, TORCH])


def test_shackles_are_no_guard():
    """A treachery that attaches itself elsewhere (105)."""
    game = reveal(KEY, "Iron Shackles", deck=[["Beorn", "Gandalf"]])
    assert guards_of(game) == {}
    check(game, zone={"Iron Shackles": "attached"}, offered=[KEY])


def test_a_guard_in_another_phase():
    """Mountains of Mirkwood (78) reveals as a cost of travelling."""
    game = table(
        staging=["Mountains of Mirkwood"], phase="travel", encounter_deck=[KEY, "Forest Gate", *STREAMS], hand=[["Feint"]],
    )  # fmt: skip
    do(game, "Mountains of Mirkwood")
    assert guards_of(game) == {KEY: "Forest Gate"} and zone_of(game, "Mountains of Mirkwood") == "active"


def test_no_guard_from_an_empty_deck_in_another_phase():
    """The deck is not reset there (RULES, Staging)."""
    game = table(
        staging=["Mountains of Mirkwood"], phase="travel", encounter_deck=[KEY], encounter_discard=["Forest Gate"],
    )  # fmt: skip
    do(game, "Mountains of Mirkwood")
    assert guards_of(game) == {} and KEY in offered(game)


def test_an_objective_as_shadow_card():
    """Shuffled into the deck it may be dealt: no shadow effect; it is discarded, never returned to staging."""
    described = {"staging": [], "engaged": [["Forest Spider"]], "encounter_deck": STREAMS}
    game = table(**described, shadows={"Forest Spider": [KEY]}, phase="attacks")
    check(do(game, "Gimli", stay=True), damage={"Gimli": 0})
    skip_to(game, "commit")
    check(game, zone={KEY: "encounter discard"})


def test_a_cancelled_treachery_leaves_the_objective_free():
    """A Test of Will (50) replaces nothing."""
    game = reveal(KEY, "Eyes of the Forest", "Forest Gate", hand=[["A Test of Will", "Feint"]], resources={"Dúnhere": 1})
    do(game, "A Test of Will")
    assert guards_of(game) == {} and KEY in offered(game) and pile(game, n.STAGING) == [KEY]


@pytest.mark.parametrize("cancelled", [False, True])
def test_a_cancelled_enemy_guards_all_the_same(cancelled):
    """Cancelling an effect leaves the card (RULINGS, C2 1.53)."""
    game = reveal(KEY, "Dol Guldur Orcs", hand=[["A Test of Will", "Feint"]], resources={"Dúnhere": 1}, committed=["Dúnhere"])
    do(game, "A Test of Will" if cancelled else "pass")
    assert guards_of(game) == {KEY: "Dol Guldur Orcs"}
    check(game, damage={"Dúnhere": 0 if cancelled else 2})


def test_a_guard_that_thalin_kills_guards_nothing():
    """It is destroyed before it is attached (RULINGS, 2); one that survives guards."""
    described = {"heroes": [["Thalin"]], "committed": ["Thalin"]}
    game = reveal(KEY, "Dol Guldur Orcs", **described, hand=[["Gandalf"]], deck=[["Beorn"]])
    assert guards_of(game) == {KEY: "Dol Guldur Orcs"}
    game = reveal(KEY, "Eastern Crows", **described)
    assert guards_of(game) == {} and KEY in offered(game)
    check(game, zone={"Eastern Crows": "encounter deck", KEY: "staging"})


def test_an_empty_encounter_deck_gives_no_guard():
    """Neither deck nor discard pile holds a card: the objective is free."""
    game = reveal(encounter_deck=[KEY], encounter_discard=[], active_location="Forest Gate")
    check(game, zone={KEY: "staging"}, offered=[KEY])


def test_the_discard_pile_gives_the_guard():
    """RULES, Staging: the deck is reset at once in the quest phase, the last card's own effect needs it."""
    game = reveal(encounter_deck=[KEY], encounter_discard=["Forest Gate"])
    assert guards_of(game) == {KEY: "Forest Gate"}


def test_an_objective_that_the_jailor_took_is_guarded_again():
    """Shuffled into the empty deck, revealed in the next round with the reset discard pile as guard (RULINGS, C3)."""
    game = table(
        heroes=[["Éowyn"]], hand=[["Feint"]], staging=["Dungeon Jailor", KEY, "Old Forest Road"], guards={KEY: "Old Forest Road"},
        encounter_discard=["Forest Gate"], phase="resolve",
    )  # fmt: skip
    assert guards_of(game) == {} and pile(game, n.ENCOUNTER_DECK) == [KEY]
    skip_to(game, "commit")
    do(game, "pass", "pass")
    assert guards_of(game) == {KEY: "Forest Gate"} and pile(game, n.STAGING)[-2:] == [KEY, "Forest Gate"]


# ---------------------------------------------------------------- the guard goes its own way


def test_a_guard_may_be_engaged():
    """The objective stays guarded while its guard is away, and is free when it is dead."""
    game = table(
        staging=[KEY, "Black Forest Bats"], guards={KEY: "Black Forest Bats"}, phase="encounter",
        encounter_deck=["Forest Gate"],
    )  # fmt: skip
    check(game, not_offered=[KEY])
    do(game, "Black Forest Bats")
    assert guards_of(game) == {KEY: "Black Forest Bats"} and zone_of(game, "Black Forest Bats") == "engaged"
    skip_to(game, "defender")
    do(game, "Legolas")
    skip_to(game, "strike_target")
    do(game, "Black Forest Bats")
    check(game, zone={"Black Forest Bats": "encounter discard"}, offered=[KEY])


def test_a_guard_may_be_travelled_to():
    """As active location it still guards; explored, it does not."""
    game = table(staging=[KEY, "Tower Gate"], guards={KEY: "Tower Gate"}, phase="travel", hand=[["Feint"]])
    do(game, "Tower Gate")
    assert zone_of(game, "Tower Gate") == "active" and guards_of(game) == {KEY: "Tower Gate"}
    check(game, not_offered=[KEY])
    game = table(
        staging=[KEY], active_location="Tower Gate", guards={KEY: "Tower Gate"}, committed=["Gimli"], phase="resolve",
    )  # fmt: skip
    check(game, zone={"Tower Gate": "encounter discard"}, offered=[KEY])


def test_a_guard_explored_in_the_staging_area_guards_no_more():
    """Northern Tracker (45) at one point."""
    game = table(
        heroes=[["Éowyn"]], exhausted=["Éowyn"], in_play=[["Northern Tracker"]], staging=[KEY, "Tower Gate"],
        guards={KEY: "Tower Gate"}, phase="commit",
    )  # fmt: skip
    do(game, "Northern Tracker", "Northern Tracker")
    check(game, zone={"Tower Gate": "encounter discard"}, offered=[KEY])


def test_a_guard_sent_back_to_staging_guards_on():
    """A Light in the Dark (52); the objective is in the Jailor's reach again."""
    game = table(
        heroes=[["Éowyn"]], hand=[["A Light in the Dark"]], resources={"Éowyn": 2}, engaged=[["Forest Spider"]],
        guards={KEY: "Forest Spider"},
    )  # fmt: skip
    do(game, "A Light in the Dark")
    assert guards_of(game) == {KEY: "Forest Spider"} and zone_of(game, "Forest Spider") == "staging"


def test_a_guard_of_an_eliminated_player_guards_on():
    """It returns to the staging area."""
    game = table(
        heroes=[["Gimli"], ["Legolas"]], threat=[49, 20], engaged=[["Forest Spider"]], phase="refresh",
        guards={KEY: "Forest Spider"},
    )  # fmt: skip
    assert guards_of(game) == {KEY: "Forest Spider"} and zone_of(game, "Forest Spider") == "staging"


def test_a_guard_may_be_attacked_in_the_staging_area():
    """Dúnhere (9) frees the objective there."""
    game = table(
        heroes=[["Dúnhere"]], staging=[KEY, "Black Forest Bats"], guards={KEY: "Black Forest Bats"}, phase="player-attacks",
    )  # fmt: skip
    do(game, "Black Forest Bats")
    check(game, zone={"Black Forest Bats": "encounter discard"}, offered=[KEY])
