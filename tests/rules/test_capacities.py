"""Fixed capacities: what does not fit stops the game and names the fault; it never writes elsewhere.

Source: docs/protocol.md, faults. Each is filled by hand, for no game of the Core Set does it.
"""

import numpy as np
import pytest

from lotrsim import ids as n
from lotrsim.cards.tables import tables
from lotrsim.effects.frames import new_set, next_player, offer, push
from lotrsim.effects.table_words import delay
from lotrsim.rules.attack import begin_attack, begin_enemy_attack, ignore_defense
from lotrsim.rules.damage import add_lasting, put_damage, put_progress
from lotrsim.rules.flow import apply, choose
from lotrsim.rules.guards import set_guard
from lotrsim.testing import card_of, check, legal, position_record, record, stat_of, threat

ONE = np.int64(1)


def table(**more):
    """A player with two heroes and an enemy."""
    return position_record(**{"heroes": [["Gimli", "Legolas"]], "engaged": [["Forest Spider"]], "phase": "planning", **more})


def lasting(g, k):
    """Lasting effects that differ from one another."""
    add_lasting(g, np.int64(k // 4), np.int64(k % 4), ONE, ONE)


FILLED = {  # what fills a capacity, with its size, and the fault
    "frames": (lambda g, k: push(g, np.int64(n.FRAME_WINDOW)), n.MAX_FRAMES, n.F_FRAMES),
    "sets": (lambda g, k: new_set(g), n.MAX_SETS, n.F_SETS),
    "lasting effects": (lasting, n.MAX_LASTING, n.F_LASTING),
    "delayed effects": (lambda g, k: delay(g, np.int64(0), ONE, ONE), n.MAX_DELAYED, n.F_DELAYED),
    "guarded objectives": (lambda g, k: set_guard(g, np.int64(k), ONE), n.MAX_GUARDED, n.F_GUARDED),
    "legal actions": (lambda g, k: offer(g, np.int64(k)), n.MAX_LEGAL, n.F_LEGAL),
    "attacks": (lambda g, k: begin_attack(g, np.int64(n.FRAME_ATTACK), ONE, np.int64(0)), n.MAX_ATTACKS, n.F_ATTACKS),
    "damage tokens": (lambda g, k: put_damage(g, tables()[0], ONE, np.int64(60)), 2, n.F_TOKENS),
    "progress tokens": (lambda g, k: put_progress(g, ONE, np.int64(60)), 2, n.F_TOKENS),
    "a lasting bonus": (lambda g, k: add_lasting(g, ONE, np.int64(0), np.int64(60), ONE), 2, n.F_TOKENS),
    "one large bonus": (lambda g, k: add_lasting(g, ONE, np.int64(0), np.int64(121), ONE), 0, n.F_TOKENS),
}


@pytest.mark.parametrize("what", FILLED)
def test_what_does_not_fit_stops_the_game(what):
    """As many as the capacity are no fault; one more is, and the first fault is the one that is named."""
    fill, size, fault = FILLED[what]
    g = record(table())
    g["n_frames"] = g["n_legal"] = g["n_sets"] = 0
    for k in range(size):
        fill(g, k)
    assert (g["outcome"], g["fault"]) == (n.PLAYING, n.NO_FAULT)
    before = {name: g[name].copy() for name in ("zone", "host", "threat", "owner")}
    fill(g, size)
    fill(g, size + 1)
    assert (g["outcome"], g["fault"]) == (n.FAULTED, fault)
    assert all((g[name] == old).all() for name, old in before.items())


def test_what_is_not_legal_changes_nothing():
    """`apply` and `choose` say so and leave the record alone."""
    games = table()
    before = games.tobytes()
    for action in (-1, 319, n.EFFECT_0, 10_000):
        if action not in legal(games):
            assert not apply(games, 0, tables(), action) and not choose(games, 0, action)
    assert games.tobytes() == before
    assert apply(games, 0, tables(), legal(games)[0]) and games[0]["n_decisions"] == 1


def test_the_last_round_ends_the_game():
    """The limit counts completed rounds."""
    games = table(phase="round-end", round_no=99, engaged=[[]])
    assert record(games)["outcome"] == n.ROUND_LIMIT and record(games)["round_no"] == 100


def test_a_player_out_of_the_game_is_not_attacked():
    """An attack at once on a player who was eliminated meanwhile does not begin."""
    games = position_record(heroes=[["Gimli"], ["Legolas"]], engaged=[["Forest Spider"]], phase="planning")
    g = record(games)
    g["eliminated"][1] = n.BY_THREAT
    frames = int(g["n_frames"])
    begin_enemy_attack(g, tables()[0], np.int64(card_of(games, "Forest Spider")), ONE)
    assert g["n_frames"] == frames and g["attack_frame"] == n.NONE


def test_a_defense_that_is_ignored_twice_is_ignored_once():
    """One entry is enough for an attack."""
    games = table(phase="attacks", hand=[["Feint"]])
    g = record(games)
    begin_attack(g, np.int64(n.FRAME_ATTACK), np.int64(card_of(games, "Forest Spider")), np.int64(0))
    gimli = np.int64(card_of(games, "Gimli"))
    ignore_defense(g, gimli)
    entries = int(g["n_lasting"])
    ignore_defense(g, gimli)
    assert g["n_lasting"] == entries and stat_of(games, "Gimli", "defense") == 0


@pytest.mark.parametrize("before", [0, 3, -1])
def test_what_is_added_to_a_defense_that_is_ignored_is_lost(before):
    """In the same attack, before or after: it does not count, and the capacity of the entry is not passed."""
    games = table(phase="attacks", hand=[["Feint"]])
    g = record(games)
    begin_attack(g, np.int64(n.FRAME_ATTACK), np.int64(card_of(games, "Forest Spider")), np.int64(0))
    gimli, until = np.int64(card_of(games, "Gimli")), np.int64(n.FOR_ATTACK + g["attack_depth"])
    if before:
        add_lasting(g, gimli, np.int64(n.DEFENSE), np.int64(before), until)
    for more in (0, -5, 5, 100, 100):
        ignore_defense(g, gimli)
        add_lasting(g, gimli, np.int64(n.DEFENSE), np.int64(more), until)
        assert stat_of(games, "Gimli", "defense") == 0 and not g["fault"]


def test_the_token_stays_where_nobody_else_is_left():
    """Of several players the last one is his own next."""
    g = record(position_record(heroes=[["Gimli"], ["Legolas"]], phase="planning"))
    assert next_player(g, np.int64(0)) == 1
    g["eliminated"][:] = n.BY_THREAT
    assert next_player(g, np.int64(1)) == 1
    g["eliminated"][0] = 0
    assert next_player(g, np.int64(0)) == 0 == next_player(g, np.int64(1))


def test_threat_and_damage_of_a_position_are_those_of_the_record():
    """The table above is what the other tests take it for."""
    games = table()
    assert threat(games) == 20
    check(games, damage={"Gimli": 0}, zone={"Forest Spider": "engaged"})
