"""The Tactics allies of the Core Set (28 to 31): what they do, when they may not, and whom they meet most.

Source of positions: made up, the smallest that show the rule.
"""

from lotrsim.ids import DECK
from lotrsim.testing import (
    check,
    decider,
    decision,
    do,
    go_on,
    offered,
    pile,
    play,
    position,
    stat_of,
)

# ---------------------------------------------------------------- 29 Gondorian Spearman


def test_spearman_strikes_first():
    """Before the damage is dealt; an attacker that dies stops attacking."""
    game = position(
        heroes=[["Gimli"]], in_play=[["Gondorian Spearman"]], engaged=[["King Spider"]], damage={"King Spider": 2},
        phase="attacks",
    )  # fmt: skip
    do(game, "Gondorian Spearman", "Gondorian Spearman", stay=True)
    check(game, zone={"King Spider": "encounter discard", "Gondorian Spearman": "play"})


def test_spearman_only_as_defender():
    """Another character's defense is no reason."""
    game = position(heroes=[["Gimli"]], in_play=[["Gondorian Spearman"]], engaged=[["King Spider"]], phase="attacks")
    do(game, "Gimli")
    assert decision(game) == "strike_target"
    check(game, damage={"King Spider": 0, "Gimli": 1})


def test_spearman_may_let_it_be():
    """A response is optional."""
    game = position(heroes=[["Gimli"]], in_play=[["Gondorian Spearman"]], engaged=[["King Spider"]], phase="attacks")
    do(game, "Gondorian Spearman", "pass")
    check(game, damage={"King Spider": 0}, zone={"Gondorian Spearman": "discard"})


def test_spearman_defends_for_another_player():
    """Keyword Sentinel; his response works there too."""
    game = position(
        heroes=[["Éowyn"], ["Gimli"]], in_play=[[], ["Gondorian Spearman"]], engaged=[["Forest Spider"], []],
        phase="attacks",
    )  # fmt: skip
    do(game, "pass", "Gondorian Spearman", "Gondorian Spearman")
    check(game, damage={"Forest Spider": 1, "Éowyn": 0}, zone={"Gondorian Spearman": "discard"})


def test_spearman_and_swift_strike():
    """Two responses to one declaration: 1 + 2 kill the King Spider; the Strike is over when the attacker is gone."""
    game = position(
        heroes=[["Gimli"]], in_play=[["Gondorian Spearman"]], hand=[["Swift Strike"]], resources={"Gimli": 2},
        engaged=[["King Spider"]], phase="attacks",
    )  # fmt: skip
    do(game, "Gondorian Spearman")
    assert offered(game) == ["Gondorian Spearman", "Swift Strike", "pass"]
    do(game, "Swift Strike", "Gondorian Spearman", stay=True)
    check(game, zone={"King Spider": "encounter discard", "Gondorian Spearman": "play"})


# ---------------------------------------------------------------- 30 Horseback Archer


def test_horseback_archer_attacks_alone_from_afar():
    """Keyword Ranged: an enemy engaged with another player."""
    game = position(
        heroes=[["Gimli"], ["Éowyn"]], in_play=[["Horseback Archer"], []], exhausted=["Gimli"],
        engaged=[[], ["Black Forest Bats"]], phase="player-attacks",
    )  # fmt: skip
    assert (decider(game), offered(game)) == (0, ["Black Forest Bats", "pass"])
    do(game, "Black Forest Bats", stay=True)
    check(game, zone={"Black Forest Bats": "encounter discard"}, exhausted=["Horseback Archer"], ready=["Éowyn"])


def test_one_attack_a_player_against_each_enemy():
    """FAQ 1.11: the Archer may not come back to an enemy that his player has attacked."""
    game = position(
        heroes=[["Gimli"]], in_play=[["Horseback Archer"]], engaged=[["Forest Spider"]], phase="player-attacks",
    )  # fmt: skip
    do(game, "Forest Spider", "Gimli", "pass", stay=True)
    assert decision(game) == "none"
    check(game, damage={"Forest Spider": 1}, ready=["Horseback Archer"])


# ---------------------------------------------------------------- 31 Beorn


def test_beorn_rages_for_a_phase():
    """+5 attack, then he is shuffled into the deck."""
    game = position(heroes=[["Gimli"]], in_play=[["Beorn"]], engaged=[["Hummerhorns"]],
                    active_location="Enchanted Stream", phase="combat")  # fmt: skip
    play(game, "Beorn")
    assert stat_of(game, "Beorn", "attack") == 8
    do(game, "pass")  # Hummerhorns attack undefended
    do(game, "Hummerhorns", "Beorn", stay=True)
    check(game, zone={"Hummerhorns": "victory", "Beorn": "play"})
    go_on(game)
    assert pile(game, DECK) == ["Beorn"]


def test_beorn_once_a_round():
    """The limit, even while he is still there."""
    game = position(heroes=[["Gimli"]], in_play=[["Beorn"]], phase="planning")
    play(game, "Beorn", stay=True)
    assert decision(game) == "none" and stat_of(game, "Beorn", "attack") == 8


def test_beorn_in_any_phase_also_exhausted():
    """The action costs nothing; he need not be ready."""
    game = position(heroes=[["Gimli"]], in_play=[["Beorn"]], exhausted=["Beorn"], phase="quest")
    play(game, "Beorn")
    check(game, stat={"Beorn": {"attack": 8}})


def test_beorn_who_fell_stays_in_the_discard_pile():
    """He is shuffled only if he is still in play."""
    game = position(
        heroes=[["Gimli"]], in_play=[["Beorn"]], damage={"Beorn": 5}, engaged=[["Ungoliant's Spawn"]], phase="combat",
    )  # fmt: skip
    play(game, "Beorn")
    do(game, "Beorn")
    check(game, zone={"Beorn": "discard"})
    do(game, "pass")
    check(game, zone={"Beorn": "discard"})


def test_beorn_comes_back_clean():
    """Rules, Things: a card that leaves play loses its tokens; the limit is the card's, which is a new one then."""
    game = position(
        heroes=[["Gimli"]], in_play=[["Beorn"]], damage={"Beorn": 5}, resources={"Gimli": 5}, phase="round-end",
    )  # fmt: skip
    play(game, "Beorn", stay=True)  # in the resource phase
    go_on(game)
    check(game, damage={"Beorn": 0})
