"""Playing games in batches: rows are independent, workers change nothing, a wrong call changes nothing."""

import re

import numpy as np
import pytest

from lotrsim import Game, ids
from lotrsim.agents import base, runner
from lotrsim.checks import state_hash
from lotrsim.errors import BadDeck, BadValue, IllegalAction, UnknownName
from lotrsim.kernel import DISABLED
from lotrsim.result import results_of
from lotrsim.rules.flow import apply
from lotrsim.start import tables
from lotrsim.state import GAME, RESULT

MIRKWOOD = "passage-through-mirkwood"
TEAM = "core-leadership+core-lore"
N = 4 if DISABLED else 200  # plain Python is some hundred times slower


def new(n=N, decks="core-leadership", **more):
    return runner.new_games(n, MIRKWOOD, decks, **more)


def hashes(games):
    return [state_hash(games, i) for i in range(len(games))]


def finished(games, agent="random"):
    """The games, played one decision at a time with the agent's policy."""
    team = base.get(agent)
    memory, made = team.memory(), tables()
    for i in range(len(games)):
        while games[i]["outcome"] == ids.PLAYING:
            seat = int(games[i]["decider"])
            assert apply(games, i, made, base.answer(team.seat(seat), games, i, made, memory[seat : seat + 1]))
    return games


# --- New games ---


def test_new_games_stand_at_their_first_decision():
    games = new(3)
    assert games.dtype == GAME and games.shape == (3,)
    assert (games["decision"] == ids.D_MULLIGAN).all() and (games["n_legal"] == 2).all()
    assert len(set(hashes(games))) == 3


def test_game_k_depends_on_the_seed_and_k_only():
    assert hashes(new(4, seed=9))[2] == hashes(new(3, seed=9))[2] == hashes(new(1, seed=9, first=2))[0]
    assert hashes(new(1, seed=9)) != hashes(new(1, seed=10))
    assert hashes(new(1, seed=9))[0] == state_hash(Game.new(MIRKWOOD, "core-leadership", seed=9))


def test_difficulty_reaches_the_table():
    assert new(1, difficulty="easy")[0]["difficulty"] == ids.EASY
    with pytest.raises(BadValue, match="difficulty"):
        new(1, difficulty="hard")


def test_no_games_are_a_batch_too():
    games = new(0)
    assert len(runner.play(games, "random")) == 0 and runner.legal_mask(games).shape == (0, ids.N_ACTIONS)
    runner.step(games, np.zeros(0, np.int64))
    assert len(runner.play_many(0, MIRKWOOD, "core-lore", "random")) == 0


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((2.5, MIRKWOOD, "core-lore"), BadValue),
        ((-1, MIRKWOOD, "core-lore"), BadValue),
        ((1, MIRKWOOD, "core-lore", -1), BadValue),
        ((1, MIRKWOOD, "core-lore", True), BadValue),
        ((1, MIRKWOOD, "core-lore", 2**63), BadValue),
        ((1, "passage", "core-lore"), UnknownName),
        ((1, MIRKWOOD, "core-lor"), BadDeck),
    ],
)
def test_what_cannot_be_played_is_refused(arguments, error):
    for make in (runner.new_games, lambda n, *more: runner.play_many(n, *more[:2], "random", *more[2:])):
        with pytest.raises(error):
            make(*arguments)


# --- Playing ---


@pytest.mark.parametrize(("agent", "decks"), [("random", TEAM), ("heuristic", "core-spirit"), ("random+heuristic", TEAM)])
def test_a_batch_plays_as_its_rows_alone_and_step_by_step(agent, decks):
    games = new(N // 2, decks, seed=3)
    alone = games[1:2].copy()
    by_step = finished(games[:3].copy(), agent)
    results = runner.play(games, agent)
    assert results.dtype == RESULT and (games["outcome"] != ids.PLAYING).all()
    assert hashes(games[:3]) == hashes(by_step)
    assert runner.play(alone, agent)[0] == results[1] and hashes(alone) == hashes(games[1:2])
    assert (results == results_of(games)).all()


@pytest.mark.parametrize("agent", ["random", "heuristic"])
def test_workers_change_nothing(agent):
    one, three = new(seed=5), new(seed=5)
    results = runner.play(one, agent, workers=1)
    assert (results == runner.play(three, agent, workers=3)).all()
    assert hashes(one) == hashes(three)


@pytest.mark.parametrize(("agent", "workers"), [("random", 1), ("heuristic", 2)])
def test_playing_seeds_needs_no_batch(agent, workers):
    results = runner.play(new(seed=8, first=7, difficulty="easy"), agent)
    parts = [runner.play_many(k, MIRKWOOD, "core-leadership", agent, 8, "easy", first, workers)
             for k, first in ((N // 4, 7), (N - N // 4, 7 + N // 4))]  # fmt: skip
    assert (np.concatenate(parts) == results).all()


def test_neighbours_are_independent():
    games = new(3, TEAM, seed=4)
    expected = hashes(finished(games[1:2].copy()))
    games[0] = new(1, "core-spirit", seed=77)[0]
    games[2]["n_legal"] = 1  # the neighbour is in another state altogether
    games[2]["legal"][0] = ids.NO
    runner.play(games[1:2], "random")
    assert hashes(games[1:2]) == expected and games[0]["outcome"] == games[2]["outcome"] == ids.PLAYING


def test_a_game_that_is_over_stays_as_it_is():
    games = finished(new(2))
    before, results = games.copy(), runner.play(games, "heuristic")
    assert hashes(games) == hashes(before) and (results == results_of(before)).all()


def test_games_go_on_where_they_are():
    games, team = new(2, seed=6), base.get("random")
    memory = team.memory()
    for i in range(2):
        for _ in range(20):
            apply(games, i, tables(), base.answer(team.seat(0), games, i, tables(), memory[:1]))
    expected = hashes(finished(games.copy()))
    runner.play(games, "random")
    assert hashes(games) == expected


@pytest.mark.parametrize("workers", [1, 2])
def test_progress_counts_up_to_all(workers):
    said = []
    runner.play_many(N, MIRKWOOD, "core-lore", "random", workers=workers, progress=said.append)
    assert said == sorted(said) and said[-1] == N
    said.clear()
    runner.play(new(N), "random", workers=workers, progress=said.append)
    assert said[-1] == N


@pytest.mark.parametrize("workers", [0, -2, 1.5, True, "2"])
def test_a_wrong_number_of_workers(workers):
    with pytest.raises(BadValue, match="workers"):
        runner.play(new(1), "random", workers=workers)


def test_agents_and_players_must_fit():
    with pytest.raises(BadValue, match="2 agents for 1 players"):
        runner.play(new(1), "random+heuristic")
    with pytest.raises(BadValue, match="3 agents for 2 players"):
        runner.play_many(1, MIRKWOOD, TEAM, "random+random+random")


@pytest.mark.parametrize("games", [[], np.zeros(3), np.zeros((2, 2), GAME), np.zeros(1, GAME)[0], np.zeros(4, GAME)[::2]])
def test_what_is_no_batch_is_refused(games):
    for call in (runner.play, runner.legal_mask, lambda some: runner.step(some, [])):
        with pytest.raises(BadValue, match="games must"):
            call(games)


def test_a_batch_that_cannot_be_written():
    games = new(1)
    games.setflags(write=False)
    assert runner.legal_mask(games).sum() == 2
    with pytest.raises(BadValue, match="writable"):
        runner.play(games, "random")


# --- Plain Python agents ---


def test_a_plain_agent_plays_the_same_games():
    def last(game):
        assert isinstance(game, Game)
        return game.options[-1]

    games = new(2, seed=1)
    expected = games.copy()
    for i in range(2):
        while expected[i]["outcome"] == ids.PLAYING:
            apply(expected, i, tables(), int(expected[i]["legal"][expected[i]["n_legal"] - 1]))
    results = runner.play(games, last, workers=2)
    assert hashes(games) == hashes(expected) and (results == results_of(expected)).all()
    assert (runner.play_many(2, MIRKWOOD, "core-leadership", last, seed=1) == results).all()


def test_a_plain_agent_may_try_things_out():
    class Curious:
        def choose(self, game):
            chosen = game.options[0].action
            game.choose(chosen)
            return chosen

    first = new(1, seed=2)
    results = runner.play(first, Curious())
    assert results[0]["decisions"] == first[0]["n_decisions"] > 10


@pytest.mark.parametrize("answer", [ids.N_ACTIONS + 5, -1, None, "pass", True])
def test_a_bad_answer_names_the_game_and_the_agent(answer):
    def bad(game):
        return answer

    games = new(2)
    before = games[0].copy()
    with pytest.raises(IllegalAction, match=r"game 0: bad: .*legal are \[321, 322\]"):
        runner.play(games, bad)
    assert games[0] == before


def test_a_compiled_policy_that_answers_badly_is_named():
    @base.agent("broken-for-a-test")
    def broken(games, i, tables, memory):
        """Always answers with the same number."""
        return np.int64(7)

    games = new(3)
    before = hashes(games)
    with pytest.raises(IllegalAction, match="game 0: broken-for-a-test"):
        runner.play(games, "broken-for-a-test")
    assert hashes(games) == before
    with pytest.raises(IllegalAction, match="game 5: broken-for-a-test"):
        runner.play_many(2, MIRKWOOD, "core-lore", broken, first=5)
    del base._entries["broken-for-a-test"]


# --- One step of many games ---


def test_a_step_of_many_games():
    games = new(3)
    expected = games.copy()
    actions = [ids.YES, ids.NO, ids.NO]
    for i, action in enumerate(actions):
        apply(expected, i, tables(), action)
    runner.step(games, actions)
    assert hashes(games) == hashes(expected)
    games[0]["outcome"] = ids.ROUND_LIMIT
    games[0]["n_legal"] = 0
    runner.step(games, np.array([ids.NONE, games[1]["legal"][0], games[2]["legal"][0]], np.int16))
    assert games[0]["n_decisions"] == 1 and games[1]["n_decisions"] == 2


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([ids.YES, ids.YES, 5], "game 2: action 5 is not legal; legal are [321, 322]"),
        ([ids.YES, ids.NONE, ids.YES], "game 1: action -1 is not legal"),
        ([ids.YES, 10**12, ids.YES], "game 1: action"),
    ],
)
def test_an_illegal_step_changes_nothing(actions, message):
    games = new(3)
    before = games.tobytes()
    with pytest.raises(IllegalAction, match=re.escape(message)):
        runner.step(games, actions)
    assert games.tobytes() == before


def test_a_game_that_is_over_takes_no_action():
    games = finished(new(1))
    with pytest.raises(IllegalAction, match="game 0: it is over"):
        runner.step(games, [ids.PASS])


@pytest.mark.parametrize("actions", [[1], [[1, 2]], [1.0, 2.0], ["yes", "no"], None, 3])
def test_steps_of_the_wrong_form(actions):
    with pytest.raises(BadValue, match="2 games need"):
        runner.step(new(2), actions)


def test_the_mask_says_what_is_legal():
    games = new(5, TEAM)
    for _ in range(8):
        mask = runner.legal_mask(games)
        assert mask.dtype == bool and mask.shape == (5, ids.N_ACTIONS)
        for i in range(5):
            assert np.flatnonzero(mask[i]).tolist() == games[i]["legal"][: games[i]["n_legal"]].tolist()
        runner.step(games, mask.argmax(axis=1))
    assert not runner.legal_mask(finished(games)).any()
