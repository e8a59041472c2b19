"""The Spirit responses Strength of Will (47), Hasty Stroke (48) and A Test of Will (50), and Eleanor (8).

Source of positions: made up, the smallest that show the rule.
"""

from contextlib import contextmanager

import pytest

from lotrsim import ids as n
from lotrsim.cards import registry
from lotrsim.cards.tables import tables
from lotrsim.testing import (
    card_of,
    check,
    damage_on,
    decider,
    decision,
    do,
    hand,
    host_of,
    is_ready,
    offered,
    pile,
    position,
    record,
    stat_of,
    threat,
    zone_of,
)

SHADOWS = [
    *("King Spider", "Hummerhorns", "Ungoliant's Spawn", "Dol Guldur Orcs", "Driven by Shadow", "Forest Spider"),
    "East Bight Patrol",
]
TREACHERIES = ["Eyes of the Forest", "Caught in a Web", "Driven by Shadow", "The Necromancer's Reach"]
ENEMIES = ["King Spider", "Ungoliant's Spawn", "Dol Guldur Orcs", "Black Forest Bats"]


@contextmanager
def printed(name, keywords=0, doomed=0):
    """A card bears other keywords for a while: no card of this scenario has a when-revealed effect and a keyword."""
    t, face = tables()[0], registry.face_of(registry.find(name))
    old = int(t["keywords"][face]), int(t["doomed"][face])
    t["keywords"][face], t["doomed"][face] = keywords, doomed
    yield
    t["keywords"][face], t["doomed"][face] = old


# ---------------------------------------------------------------- 47 Strength of Will


def will(**more):
    """Players about to travel."""
    described = {
        "heroes": [["Dúnhere", "Gimli"]], "hand": [["Strength of Will"]], "phase": "travel", "threat": [10],
        "staging": ["Forest Gate", "Black Forest Bats"],
    }  # fmt: skip
    return position(**{**described, **more})


def test_strength_of_will_takes_a_ready_spirit_character():
    """Hero or ally of Spirit, ready and one's own; Gimli and an exhausted hero are no choice."""
    game = will(heroes=[["Dúnhere", "Gimli", "Éowyn"], ["Eleanor"]], in_play=[["Lórien Guide"]], exhausted=["Éowyn"])
    do(game, "Forest Gate", "Strength of Will")
    assert (decision(game), offered(game)) == ("cost_card", ["Dúnhere", "Lórien Guide"])
    do(game, "Lórien Guide")
    check(game, exhausted=["Lórien Guide"], progress={"Forest Gate": 2}, zone={"Strength of Will": "discard"})


@pytest.mark.parametrize("more", [{"exhausted": ["Dúnhere"]}, {"heroes": [["Gimli"]]}])
def test_strength_of_will_needs_a_character_to_exhaust(more):
    """The cost cannot be paid: no window."""
    game = do(will(**more), "Forest Gate")
    assert decision(game) != "response"
    check(game, progress={"Forest Gate": 0})


def test_strength_of_will_needs_a_spirit_hero():
    """RULES, Planning: a card of cost 0 still needs one hero of its sphere; a Spirit ally is not enough."""
    game = do(will(heroes=[["Gimli"]], in_play=[["Lórien Guide"]]), "Forest Gate")
    assert decision(game) != "response"


def test_strength_of_will_of_any_player():
    """The players travel together: the second player's event too."""
    game = will(heroes=[["Gimli"], ["Dúnhere"]], hand=[[], ["Strength of Will"]], threat=[10, 10])
    do(game, "Forest Gate")
    assert (decision(game), decider(game)) == ("response", 1)
    check(do(game, "Strength of Will"), progress={"Forest Gate": 2})


def test_strength_of_will_and_old_forest_road():
    """Two responses to one travel: the exhausted character is readied, in this order."""
    game = do(will(staging=["Old Forest Road", "Black Forest Bats"]), "Old Forest Road")
    assert offered(game) == ["Strength of Will", "pass"], "nobody to ready yet"
    do(game, "Strength of Will")
    assert offered(game) == ["Old Forest Road", "pass"]
    check(do(game, "Old Forest Road"), ready=["Dúnhere"], progress={"Old Forest Road": 2})


def test_strength_of_will_explores_at_once():
    """FAQ 1.18: two progress on a location of two points; the travel of the phase is spent."""
    game = will(staging=["Enchanted Stream", "Old Forest Road", "Black Forest Bats"])
    do(game, "Enchanted Stream", "Strength of Will")
    check(game, zone={"Enchanted Stream": "encounter discard", "Old Forest Road": "staging"})
    assert decision(game) == "engage"


def test_two_strengths_explore_the_road_with_its_surplus_lost():
    """Progress on a location: what is too much is lost (RULES, Progress)."""
    game = will(
        heroes=[["Dúnhere", "Éowyn"]], hand=[["Strength of Will", "Strength of Will"]],
        staging=["Old Forest Road", "Black Forest Bats"],
    )  # fmt: skip
    do(game, "Old Forest Road", "Strength of Will", "Dúnhere", "Strength of Will")
    check(game, zone={"Old Forest Road": "encounter discard"}, quest_progress=0)
    assert decision(game) == "engage", "the Road is gone, and so is its response"


def test_no_travel_no_strength():
    """Passing the travel phase is no travel."""
    game = do(will(), "pass")
    assert decision(game) == "engage" and hand(game) == ["Strength of Will"]


def test_a_hero_with_a_gained_spirit_icon_counts():
    """Aragorn with Celebrían's Stone is a Spirit character and the Spirit hero that a card of cost 0 needs."""
    game = will(heroes=[["Aragorn"]], attachments={"Aragorn": ["Celebrían's Stone"]})
    check(do(game, "Forest Gate", "Strength of Will"), exhausted=["Aragorn"], progress={"Forest Gate": 2})


# ---------------------------------------------------------------- 48 Hasty Stroke


def stroke(shadow, **more):
    """Snowed under by a King Spider of attack 3 with a shadow card; an ally and an attachment to lose."""
    described = {
        "heroes": [["Dúnhere"]], "in_play": [["Lórien Guide"]], "attachments": {"Dúnhere": ["Unexpected Courage"]},
        "hand": [["Hasty Stroke"]], "resources": {"Dúnhere": 1}, "threat": [20], "engaged": [["King Spider"]],
        "shadows": {"King Spider": [shadow]}, "phase": "attacks",
    }  # fmt: skip
    return position(**{**described, **more})


def harm(game):
    """What a shadow effect can do to the player."""
    names = ("Dúnhere", "Lórien Guide")
    return (
        [damage_on(game, name) for name in names], threat(game), zone_of(game, "Unexpected Courage"),
        [is_ready(game, name) for name in names],
    )  # fmt: skip


PLAIN_ATTACK = ([3, 0], 20, "attached", [True, True])  # undefended: 3 damage to the only hero


@pytest.mark.parametrize("shadow", SHADOWS)
def test_hasty_stroke_cancels_every_shadow_effect(shadow):
    """Designer (181552): a cancelled effect never happened; without the event each of these does something."""
    game = do(stroke(shadow), "pass")
    assert (decision(game), offered(game)) == ("response", ["Hasty Stroke", "pass"])
    do(game, "Hasty Stroke", stay=True)
    assert harm(game) == PLAIN_ATTACK
    game = do(stroke(shadow), "pass", "pass", stay=True)
    if decision(game) == "target":
        do(game, offered(game)[0], stay=True)
    assert harm(game) != PLAIN_ATTACK


def test_hasty_stroke_needs_a_shadow_effect():
    """A card without one triggers nothing."""
    game = do(stroke("Enchanted Stream"), "pass", stay=True)
    assert hand(game) == ["Hasty Stroke"] and damage_on(game, "Dúnhere") == 3


@pytest.mark.parametrize("more", [{"resources": {}}, {"heroes": [["Gimli"]], "resources": {"Gimli": 3}}])
def test_hasty_stroke_must_be_paid(more):
    """One Spirit resource."""
    more = {**more, "attachments": {}, "in_play": []}
    game = do(stroke("Ungoliant's Spawn", **more), "pass", stay=True)
    assert threat(game) == 28 and hand(game) == ["Hasty Stroke"]


def test_hasty_stroke_for_another_player():
    """Any player may play it."""
    game = stroke(
        "East Bight Patrol", heroes=[["Gimli"], ["Dúnhere"]], attachments={}, in_play=[], hand=[[], ["Hasty Stroke"]],
        threat=[20, 20],
    )  # fmt: skip
    do(game, "pass")
    assert (decision(game), decider(game)) == ("response", 1)
    do(game, "Hasty Stroke", stay=True)
    check(game, damage={"Gimli": 3}, threat=[20, 20])


def test_hasty_stroke_once_an_effect():
    """What is cancelled cannot be cancelled again; the card stays a shadow card until the end of combat."""
    game = stroke("East Bight Patrol", hand=[["Hasty Stroke", "Hasty Stroke"]], resources={"Dúnhere": 2})
    do(game, "pass", "Hasty Stroke", stay=True)
    check(game, resources={"Dúnhere": 1}, hand=[["Hasty Stroke"]], zone={"East Bight Patrol": "shadow"})


def test_hasty_stroke_against_the_beastmasters_two_shadows():
    """RULES, Attacks, fine print: turned up and resolved one at a time, each with its own response."""
    described = {
        "engaged": [["Dol Guldur Beastmaster"]], "encounter_deck": ["Dol Guldur Orcs"], "resources": {"Dúnhere": 2},
        "shadows": {"Dol Guldur Beastmaster": ["East Bight Patrol"]}, "attachments": {}, "in_play": [],
        "heroes": [["Dúnhere", "Gimli"]],
    }  # fmt: skip
    game = do(stroke("", **described), "pass", "Hasty Stroke")
    assert decision(game) == "undefended_hero", "one event, and the second effect adds 3"
    check(do(game, "Gimli", stay=True), zone={"Gimli": "discard"}, threat=[20])
    game = do(stroke("", **{**described, "hand": [["Hasty Stroke"] * 2]}), "pass", "pass")
    assert decision(game) == "response", "not the patrol, but the orcs"
    check(do(game, "Hasty Stroke", "Gimli", stay=True), damage={"Gimli": 4}, threat=[23], hand=[["Hasty Stroke"]])
    game = stroke("", **{**described, "hand": [["Hasty Stroke"] * 2]})
    do(game, "pass", "Hasty Stroke", "Hasty Stroke", "Gimli", stay=True)
    check(game, damage={"Gimli": 3}, threat=[20])


def test_hasty_stroke_saves_the_defender():
    """Hummerhorns' 1 damage would kill the Guide at 1 of 2 hit points; now she holds and dies of the attack alone."""
    game = stroke("Hummerhorns", damage={"Lórien Guide": 1}, hand=[["Hasty Stroke"]])
    do(game, "Lórien Guide", "Hasty Stroke", stay=True)
    check(game, zone={"Lórien Guide": "discard"}, damage={"Dúnhere": 0})
    game = do(stroke("Hummerhorns", damage={"Lórien Guide": 1}), "Lórien Guide", "pass", stay=True)
    check(game, zone={"Lórien Guide": "discard", "Dúnhere": "discard"}, result="lost")


def test_hasty_stroke_is_no_answer_to_a_reveal():
    """Only shadow effects."""
    game = position(
        heroes=[["Dúnhere"]], hand=[["Hasty Stroke", "Gandalf"]], resources={"Dúnhere": 1},
        encounter_deck=["Eyes of the Forest", "Enchanted Stream"], phase="staging",
    )  # fmt: skip
    assert hand(game) == ["Gandalf"]


# ---------------------------------------------------------------- 50 A Test of Will


def revealed(card, **more):
    """A card is revealed to a committed Dúnhere and a Éowyn who stayed behind."""
    described = {
        "heroes": [["Dúnhere", "Éowyn"]], "committed": ["Dúnhere"], "hand": [["A Test of Will", "Feint"]],
        "resources": {"Dúnhere": 1}, "threat": [20], "encounter_deck": [card, "Enchanted Stream", "Enchanted Stream"],
        "staging": ["Old Forest Road"], "phase": "staging",
    }  # fmt: skip
    return position(**{**described, **more})


def traces(game, card):
    """What a when-revealed effect can do."""
    names = ("Dúnhere", "Éowyn")
    return (
        [damage_on(game, name) for name in names], [int(record(game)["flags"][card_of(game, name)]) for name in names],
        [stat_of(game, name, "willpower") for name in names], "Feint" in hand(game),
        stat_of(game, "Old Forest Road", "threat"), host_of(game, card),
    )  # fmt: skip


COMMITTED = n.COMMITTED | n.EXHAUSTED
UNHARMED = ([0, 0], [COMMITTED, 0], [1, 4], True, 1, None)


@pytest.mark.parametrize("card", [*ENEMIES, *TREACHERIES])
def test_a_test_of_will_cancels_every_when_revealed_effect(card):
    """The effect never happened; the card is placed all the same: staging area or discard pile."""
    game = revealed(card)
    assert (decision(game), offered(game)) == ("response", ["A Test of Will", "pass"])
    do(game, "A Test of Will")
    assert traces(game, card) == UNHARMED
    check(game, zone={card: "staging" if card in ENEMIES else "encounter discard", "A Test of Will": "discard"})
    check(game, resources={"Dúnhere": 0})
    assert pile(game, n.ENCOUNTER_DECK) == ["Enchanted Stream", "Enchanted Stream"]
    game = do(revealed(card), "pass")
    if decision(game) == "target":
        do(game, offered(game)[0])
    assert traces(game, card) != UNHARMED


@pytest.mark.parametrize("card", ["Forest Spider", "East Bight Patrol", "Old Forest Road", "Hummerhorns"])
def test_a_test_of_will_needs_a_when_revealed_effect(card):
    """Forced effects, responses and shadow effects are none."""
    game = revealed(card)
    assert decision(game) != "response" and "A Test of Will" in hand(game)


@pytest.mark.parametrize("more", [{"resources": {"Éowyn": 0}}, {"hand": [["Feint"]]}])
def test_a_test_of_will_must_be_there_and_paid(more):
    """One Spirit resource; the Eyes then take the events."""
    assert hand(revealed("Eyes of the Forest", **more)) == []


def test_a_test_of_will_of_another_player():
    """Any player's event, paid by himself."""
    game = revealed(
        "Eyes of the Forest", heroes=[["Gimli"], ["Dúnhere"]], hand=[["Feint"], ["A Test of Will"]], threat=[20, 20],
    )  # fmt: skip
    assert (decision(game), decider(game)) == ("response", 1)
    check(do(game, "A Test of Will"), hand=[["Feint"], []], resources={"Dúnhere": 0})


def test_two_tests_of_will_are_not_both_used():
    """The effects are cancelled once."""
    game = revealed("Eyes of the Forest", hand=[["A Test of Will", "A Test of Will"]], resources={"Dúnhere": 2})
    do(game, "A Test of Will")
    check(game, hand=[["A Test of Will"]], resources={"Dúnhere": 1})


def test_a_test_of_will_outside_the_quest_phase():
    """Whenever a card is revealed: here to travel to the Mountains."""
    game = revealed(
        "Eyes of the Forest", committed=[], staging=["Mountains of Mirkwood", "Black Forest Bats"], threat=[10],
        phase="travel",
    )  # fmt: skip
    do(game, "Mountains of Mirkwood", "A Test of Will")
    check(game, hand=[["Feint"]], zone={"Mountains of Mirkwood": "active", "Eyes of the Forest": "encounter discard"})


def test_keywords_of_a_cancelled_card_still_resolve():
    """FAQ 1.53: Doomed and Surge are not cancelled (Eyes of the Forest printed with both)."""
    with printed("Eyes of the Forest", keywords=n.SURGE, doomed=2):
        game = do(revealed("Eyes of the Forest"), "A Test of Will")
        check(game, hand=[["Feint"]], zone={"Enchanted Stream": "staging"})
        assert threat(game) == 22 and pile(game, n.ENCOUNTER_DECK) == ["Enchanted Stream"]


def test_an_effects_surge_is_cancelled_with_it():
    """Driven by Shadow gains surge by its effect, which never happened."""
    game = do(revealed("Driven by Shadow", staging=[]), "A Test of Will")
    assert len(pile(game, n.ENCOUNTER_DECK)) == 2
    game = do(revealed("Driven by Shadow", staging=[]), "pass")
    assert len(pile(game, n.ENCOUNTER_DECK)) == 1


# ---------------------------------------------------------------- 8 Eleanor


def eleanor(card, **more):
    """A treachery before Eleanor, who is ready."""
    described = {
        "heroes": [["Dúnhere", "Éowyn", "Eleanor"]], "hand": [["Feint"]], "resources": {},
        "encounter_deck": [card, "Forest Gate", "Enchanted Stream", "Enchanted Stream"],
    }  # fmt: skip
    return revealed(card, **{**described, **more})


@pytest.mark.parametrize("card", TREACHERIES)
def test_eleanor_cancels_every_treachery_and_reveals_another_card(card):
    """FAQ, Eleanor: the replacement is revealed too."""
    game = eleanor(card)
    assert offered(game) == ["Eleanor", "pass"]
    do(game, "Eleanor")
    assert traces(game, card) == UNHARMED
    check(game, exhausted=["Eleanor"], zone={card: "encounter discard", "Forest Gate": "staging"})
    assert len(pile(game, n.ENCOUNTER_DECK)) == 2


@pytest.mark.parametrize("card", ENEMIES)
def test_eleanor_cancels_no_enemys_effect(card):
    """A treachery only."""
    game = eleanor(card)
    assert decision(game) != "response"
    check(game, ready=["Eleanor"], zone={card: "staging" if decision(game) != "target" else "limbo"})


def test_keywords_of_the_cancelled_treachery_come_before_the_replacement():
    """FAQ C3: Doomed and Surge of the cancelled card resolve before the replacement is revealed."""
    with printed("Eyes of the Forest", keywords=n.SURGE, doomed=2):
        game = do(eleanor("Eyes of the Forest"), "Eleanor")
        check(game, threat=[22], hand=[["Feint"]], zone={"Forest Gate": "staging", "Enchanted Stream": "staging"})
        assert pile(game, n.STAGING) == ["Old Forest Road", "Forest Gate", "Enchanted Stream"]


def test_eleanor_cancels_the_last_card_of_the_deck():
    """It is placed, the deck is reset with it, and it may be the card revealed in its place."""
    game = do(eleanor("", encounter_deck=["Eyes of the Forest"]), "Eleanor")
    check(game, hand=[[]], exhausted=["Eleanor"])
    assert pile(game, n.ENCOUNTER_DECK) == ["Eyes of the Forest"]
