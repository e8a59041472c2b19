"""The flow: a game that waits for a player, and choices that make no difference.

Source of positions: made up, the smallest that show the rule.
"""

from lotrsim.cards.tables import tables
from lotrsim.rules.flow import advance, step_one
from lotrsim.testing import decision, do, offered, position, position_record, zone_of


def test_a_game_that_waits_for_a_player_does_not_go_on():
    """`flow.advance` and `step_one` stop where a player must choose; called again there they change nothing."""
    games = position_record(heroes=[["Gimli"]], engaged=[["Forest Spider"]], phase="attacks")
    before = games.tobytes()
    advance(games, 0, tables())
    assert not step_one(games, 0, tables()) and games.tobytes() == before


def test_an_order_is_asked_only_where_somebody_listens():
    """Legolas hears enemies fall, not heroes: two dying heroes need no order of the first player (RULES, Things)."""
    game = position(
        heroes=[["Legolas", "Thalin", "Gimli"]], damage={"Legolas": 3, "Thalin": 3}, engaged=[["Forest Spider"]],
        shadows={"Forest Spider": ["Hummerhorns"]}, phase="attacks",
    )  # fmt: skip
    do(game, "Thalin")
    assert decision(game) != "order"
    game = position(
        heroes=[["Legolas", "Thalin", "Gimli"]], damage={"Thalin": 3}, exhausted=["Legolas", "Thalin"],
        in_play=[["Snowbourn Scout"]], attachments={"Gimli": ["Horn of Gondor"]}, engaged=[["Forest Spider"]],
        shadows={"Forest Spider": ["Hummerhorns"]}, phase="attacks",
    )  # fmt: skip
    do(game, "Gimli")
    assert (decision(game), offered(game)) == ("order", ["Thalin", "Snowbourn Scout"]), "the Horn hears of deaths"


def test_two_locations_explored_by_one_effect_are_ordered_by_the_first_player():
    """Progress of one effect is placed on all locations together; the first player orders what follows (Rules, 1 and 4)."""
    game = position(heroes=[["Éowyn"]], in_play=[["Northern Tracker"]], staging=["Mountains of Mirkwood", "Old Forest Road"],
                    progress={"Mountains of Mirkwood": 2, "Old Forest Road": 2}, deck=[["Feint", "Gandalf"]], threat=[20],
                    encounter_deck=["Forest Gate", "Forest Gate"], phase="quest")
    do(game, "Northern Tracker", "Northern Tracker")  # he commits alone, then responds
    assert decision(game) == "order" and offered(game) == ["Mountains of Mirkwood", "Old Forest Road"]
    do(game, "Old Forest Road", "Mountains of Mirkwood")
    assert zone_of(game, "Old Forest Road") == zone_of(game, "Mountains of Mirkwood") == "encounter discard"
