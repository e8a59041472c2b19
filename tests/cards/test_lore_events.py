"""The Lore events of the Core Set (63 to 68).

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
    go_on,
    hand,
    offered,
    pile,
    position,
    record,
)


def player(**more):
    """Denethor, exhausted so that he has nothing else to do, with three Lore resources."""
    described = {"heroes": [["Denethor"]], "exhausted": ["Denethor"], "resources": {"Denethor": 3}}
    return position(**{**described, **more})


# ---------------------------------------------------------------- 63 Lore of Imladris


def test_lore_of_imladris_heals_any_character_completely():
    """Any player's hero or ally, all damage; enemies are no characters (FAQ 1.13)."""
    game = player(
        heroes=[["Denethor"], ["Gimli"]], in_play=[[], ["Beorn"]], hand=[["Lore of Imladris"]],
        damage={"Gimli": 4, "Beorn": 5, "Forest Spider": 2}, engaged=[["Forest Spider"]],
    )  # fmt: skip
    do(game, "Lore of Imladris")
    assert (decision(game), offered(game)) == ("target", ["Gimli", "Beorn"])
    check(do(game, "Beorn"), damage={"Beorn": 0, "Gimli": 4}, resources={"Denethor": 1})


@pytest.mark.parametrize("more", [{}, {"damage": {"Denethor": 1}, "resources": {"Denethor": 1}}])
def test_lore_of_imladris_refuses(more):
    """Nobody is damaged, or it cannot be paid (Éowyn keeps the window open)."""
    game = player(heroes=[["Denethor", "Éowyn"]], hand=[["Lore of Imladris"]], **more)
    assert offered(game) == ["Éowyn", "pass"]


def test_lore_of_imladris_between_damage_and_death():
    """In the window after step 2 of an attack the defender is healed in time."""
    game = player(
        heroes=[["Denethor", "Gimli"]], hand=[["Lore of Imladris"]], damage={"Gimli": 4}, engaged=[["King Spider"]],
        phase="attacks",
    )  # fmt: skip
    do(game, "pass", "Gimli", "Lore of Imladris", stay=True)
    check(game, damage={"Gimli": 1})


# ---------------------------------------------------------------- 64 Lórien's Wealth


def test_loriens_wealth_for_any_player():
    """Three cards, fewer where the deck has fewer; nobody loses by an empty deck."""
    described = {"heroes": [["Denethor"], ["Gimli"]], "hand": [["Lórien's Wealth"]]}
    game = do(player(**described, deck=[["Feint"], ["Beorn", "Faramir", "Gandalf", "Son of Arnor"]]), "Lórien's Wealth")
    assert offered(game) == [("player", 0), ("player", 1)]
    check(do(game, ("player", 1), stay=True), hand=[[], ["Beorn", "Faramir", "Gandalf"]])
    game = do(player(**described, deck=[["Feint", "Swift Strike"], []]), "Lórien's Wealth", stay=True)
    check(game, hand=[["Feint", "Swift Strike"], []], resources={"Denethor": 0})


@pytest.mark.parametrize(
    "more", [{}, {"deck": [["Feint"]], "active_location": "Enchanted Stream"}, {"deck": [["Feint"]], "resources": {}}],
)  # fmt: skip
def test_loriens_wealth_refuses(more):
    """Empty decks, the Enchanted Stream (players cannot draw), no resources."""
    assert decision(player(hand=[["Lórien's Wealth"]], **more)) != "action"


# ---------------------------------------------------------------- 65 Radagast's Cunning, 66 Secret Paths


@pytest.mark.parametrize(
    ("event", "target", "other"),
    [("Radagast's Cunning", "Forest Spider", "Forest Gate"), ("Secret Paths", "Forest Gate", "Forest Spider")],
)
def test_threat_is_not_contributed(event, target, other):
    """One enemy, or one location, of the staging area until the end of the phase; the other sort still counts."""
    game = player(hand=[[event, event]], staging=[target, other, target], threat=[20], phase="staged")
    do(game, event)
    assert (decision(game), offered(game)) == ("action", [event, "pass"]), "the two look the same: no choice"
    do(game, "pass", stay=True)
    check(game, threat=[24])  # two of three twos count
    game = player(hand=[[event, event]], staging=[target, other, target], threat=[20], phase="staged")
    do(game, event, event, stay=True)
    check(game, threat=[22])
    assert not record(go_on(game))["flags"][card_of(game, target)], "the phase is over"


@pytest.mark.parametrize(
    ("event", "staging", "engaged", "active"),
    [
        ("Radagast's Cunning", ["Forest Gate"], [["Forest Spider"]], None),
        ("Secret Paths", ["Forest Spider"], [[]], "Forest Gate"),
    ],
)
def test_threat_outside_the_staging_area_is_no_target(event, staging, engaged, active):
    """Engaged enemies and the active location do not count anyway."""
    game = player(
        hand=[[event]], staging=staging, engaged=engaged, active_location=active, threat=[20], phase="staged",
        heroes=[["Denethor", "Gimli"]],
    )  # fmt: skip
    assert decision(game) != "action"


@pytest.mark.parametrize("event", ["Radagast's Cunning", "Secret Paths"])
@pytest.mark.parametrize("phase", ["planning", "travel", "dealt"])
def test_a_quest_action_only_in_the_quest_phase(event, phase):
    """RULES, Effects: "Quest Action"."""
    described = {"heroes": [["Denethor", "Éowyn"]], "hand": [[event]], "staging": ["Forest Gate", "Forest Spider"]}
    game = player(**described, threat=[10], phase=phase)
    if phase == "travel":
        do(game, "Forest Gate")
    assert offered(game) == ["Éowyn", "pass"]
    assert event in offered(player(**described, threat=[10], phase="quest"))


def test_the_same_enemy_not_twice():
    """A second copy on it could change nothing."""
    game = player(hand=[["Radagast's Cunning"] * 2], staging=["Forest Spider"], threat=[20], phase="staged")
    do(game, "Radagast's Cunning", stay=True)
    check(game, hand=[["Radagast's Cunning"]], threat=[20])


def test_cunning_covers_later_increases():
    """Nothing of its threat counts, Driven by Shadow's +1 included."""
    game = player(
        hand=[["Radagast's Cunning"]], staging=["Forest Spider"], threat=[20], phase="quest",
        encounter_deck=["Driven by Shadow", "Enchanted Stream"],
    )  # fmt: skip
    check(do(game, "Radagast's Cunning", stay=True), threat=[20])


# ---------------------------------------------------------------- 67 Gandalf's Search


def search(**more):
    """Two players with decks, the first with the event."""
    described = {
        "heroes": [["Denethor"], ["Gimli"]], "hand": [["Gandalf's Search"]],
        "deck": [["Feint", "Gandalf", "Faramir", "Beorn"], ["Swift Strike", "Thicket of Spears"]],
    }  # fmt: skip
    return player(**{**described, **more})


def test_the_search_in_its_order():
    """Whose deck, X, payment, the card, then the rest from the uppermost on."""
    game = do(search(), "Gandalf's Search")
    assert (decision(game), offered(game)) == ("player", [("player", 0), ("player", 1)])
    do(game, ("player", 0))
    assert (decision(game), offered(game)) == ("number", [1, 2, 3])
    do(game, 3)
    check(game, resources={"Denethor": 0})
    assert (decision(game), sorted(offered(game))) == ("target", ["Faramir", "Feint", "Gandalf"])
    do(game, "Gandalf")
    assert (decision(game), sorted(offered(game))) == ("order", ["Faramir", "Feint"])
    do(game, "Faramir", stay=True)
    assert hand(game) == ["Gandalf"] and pile(game, n.DECK) == ["Faramir", "Feint", "Beorn"]


def test_the_search_puts_four_cards_in_any_order():
    """One by one; the last one needs no question."""
    deck = ["Feint", "Gandalf", "Faramir", "Beorn", "Gondorian Spearman", "Veteran Axehand"]
    game = search(deck=[deck], resources={"Denethor": 5})
    do(game, "Gandalf's Search", 5, "Gondorian Spearman", "Beorn", "Gandalf", "Feint", stay=True)
    assert pile(game, n.DECK) == ["Beorn", "Gandalf", "Feint", "Faramir", "Veteran Axehand"]


def test_the_search_of_another_players_deck():
    """At most his deck's size; the card goes to its owner's hand; the searcher knows the rest, its owner does not."""
    game = do(search(), "Gandalf's Search", ("player", 1))
    assert offered(game) == [1, 2]
    do(game, 2, "Swift Strike", stay=True)
    check(game, hand=[[], ["Swift Strike"]])
    assert record(game)["known_by"][card_of(game, "Thicket of Spears")] == 1
    assert record(game)["known_by"][card_of(game, "Swift Strike")] == 3


def test_the_search_of_one_card():
    """X = 1: no choice of a card and no order; X is what can be paid at most, from Lore only."""
    game = search(resources={"Denethor": 1, "Gimli": 5})
    do(game, "Gandalf's Search", ("player", 0), stay=True)
    assert hand(game) == ["Feint"] and pile(game, n.DECK) == ["Gandalf", "Faramir", "Beorn"]
    check(game, resources={"Denethor": 0})


@pytest.mark.parametrize("more", [{"resources": {}}, {"deck": []}])
def test_the_search_refuses(more):
    """X = 0 changes nothing; no deck has cards."""
    assert decision(search(**more)) == "commit"


def test_the_search_is_no_draw():
    """Under the Enchanted Stream players cannot draw; adding to a hand is something else."""
    game = search(active_location="Enchanted Stream")
    do(game, "Gandalf's Search", ("player", 0), 1, stay=True)
    check(game, hand=[["Feint"], []])


def test_a_known_card_is_still_worth_a_search():
    """Looking again changes nothing, but a card comes to hand."""
    game = search(hand=[["Gandalf's Search", "Gandalf's Search"]], deck=[["Feint", "Gandalf"], []])
    do(game, "Gandalf's Search", 2, "Feint", "Gandalf's Search", stay=True)
    check(game, hand=[["Feint", "Gandalf"], []])


# ---------------------------------------------------------------- 68 Beorn's Hospitality


def test_beorns_hospitality_heals_one_players_heroes():
    """All his heroes, no ally; five resources, of several Lore heroes together."""
    game = player(
        heroes=[["Denethor", "Beravor"], ["Gimli"]], in_play=[["Faramir"]], hand=[["Beorn's Hospitality"]],
        resources={"Denethor": 3, "Beravor": 2}, damage={"Denethor": 1, "Beravor": 3, "Faramir": 1, "Gimli": 2},
        exhausted=["Denethor", "Beravor", "Faramir"],
    )  # fmt: skip
    do(game, "Beorn's Hospitality")
    assert (decision(game), offered(game)) == ("player", [("player", 0), ("player", 1)])
    check(do(game, ("player", 0)), damage={"Denethor": 0, "Beravor": 0, "Faramir": 1, "Gimli": 2})
    check(game, resources={"Denethor": 0, "Beravor": 0})


def test_beorns_hospitality_refuses():
    """Only an ally is damaged; or four resources."""
    described = {"in_play": [["Faramir"]], "hand": [["Beorn's Hospitality"]], "exhausted": ["Denethor", "Faramir"]}
    for resources, damage in ((5, {"Faramir": 1}), (4, {"Denethor": 1})):
        game = player(heroes=[["Denethor", "Éowyn"]], **described, resources={"Denethor": resources}, damage=damage)
        assert offered(game) == ["Éowyn", "pass"]


def test_beorns_hospitality_of_the_second_player():
    """An action in any window; a player with nothing to heal is no choice."""
    game = player(
        heroes=[["Gimli"], ["Denethor"]], hand=[[], ["Beorn's Hospitality"]], resources={"Denethor": 5},
        damage={"Gimli": 2}, phase="committed",
    )  # fmt: skip
    assert decider(game) == 1
    check(do(game, "Beorn's Hospitality", stay=True), damage={"Gimli": 0})
