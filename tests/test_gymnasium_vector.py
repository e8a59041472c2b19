"""The vector environment gives what Gymnasium's own vectorizer of single environments gives, whatever the autoreset mode."""

import numpy as np
import pytest

import lotrsim
from lotrsim import ids as n
from lotrsim.errors import BadValue, IllegalAction
from lotrsim.kernel import DISABLED
from lotrsim.rl.episodes import random_actions
from lotrsim.scenarios import ids as scenario_ids

gymnasium = pytest.importorskip("gymnasium", reason="the extra rl is not installed")
from gymnasium.utils.env_checker import data_equivalence  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402

from lotrsim.rl import QuestVectorEnv  # noqa: E402

ID = "lotrsim/Quest-v0"
TEAM = "core-leadership+core-lore"
MODES = [mode.value for mode in AutoresetMode]
N, STEPS = (2, 40) if DISABLED else (5, 300)
SCENARIOS = scenario_ids()[:1] if DISABLED else scenario_ids()


def pair(mode, n_envs=N, **words):
    """Our vector environment and Gymnasium's of the same single ones."""
    ours = gymnasium.make_vec(ID, num_envs=n_envs, vectorization_mode="vector_entry_point", autoreset_mode=mode, **words)
    theirs = gymnasium.make_vec(ID, num_envs=n_envs, vectorization_mode="sync", vector_kwargs={"autoreset_mode": mode}, **words)
    return ours, theirs


def same(ours, theirs):
    """Two returns are equal to the last bit: kinds, dtypes, shapes, values."""
    assert data_equivalence(plain(ours), plain(theirs), exact=True)


def plain(data):
    """Object arrays, as of final observations, as lists; `data_equivalence` cannot compare their empty places."""
    if isinstance(data, dict):
        return {key: plain(value) for key, value in data.items()}
    if isinstance(data, tuple):
        return tuple(map(plain, data))
    return [plain(each) for each in data] if isinstance(data, np.ndarray) and data.dtype == object else data


# ---------------------------------------------------------------- the same as Gymnasium's vectorizer


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    "words",
    [
        *({"scenario": scenario, "deck": TEAM} for scenario in SCENARIOS),
        {"observation": "mask", "reward": "score", "shaping": 0.5, "discount": 0.9},
    ],
    ids=lambda words: words.get("scenario", "mask"),
)
def test_step_for_step(mode, words):
    ours, theirs = pair(mode, **words)
    assert ours.observation_space == theirs.observation_space and ours.action_space == theirs.action_space
    assert ours.metadata["autoreset_mode"] is theirs.metadata["autoreset_mode"] is AutoresetMode(mode)
    same(ours.reset(seed=11), theirs.reset(seed=11))
    draw, ended = np.random.default_rng(0), 0
    for step in range(STEPS):
        actions = random_actions(ours.unwrapped.batch.masks, draw)
        if step % 50 == 49:
            actions[step % N] = n.NUMBER_0  # an action that is not legal
        got, expected = ours.step(actions), theirs.step(actions)
        same(got, expected)
        assert got[0] in ours.observation_space
        ended += got[2].sum()
        if mode == "Disabled" and got[2].any():
            options = [{"reset_mask": got[2].copy()} for _ in range(2)]
            same(ours.reset(options=options[0]), theirs.reset(options=options[1]))
    assert ended >= (1 if DISABLED else 10)


def test_seeds_a_row():
    ours, theirs = pair("NextStep", n_envs=3)
    same(ours.reset(seed=[5, 5, 9]), theirs.reset(seed=[5, 5, 9]))
    same(ours.reset(), theirs.reset())
    same(ours.reset(seed=[None, 5, None]), theirs.reset(seed=[None, 5, None]))
    games = lotrsim.new_games(3, "passage-through-mirkwood", "core-leadership", seed=5)
    assert lotrsim.state_hash(ours.unwrapped.batch.games, 0) == lotrsim.state_hash(games, 2)
    assert lotrsim.state_hash(ours.unwrapped.batch.games, 1) == lotrsim.state_hash(games, 0)


def test_without_seeds_rows_and_runs_differ():
    first = [lotrsim.state_hash(begun().batch.games, row) for row in range(2)]
    second = [lotrsim.state_hash(begun().batch.games, row) for row in range(2)]
    assert len({*first, *second}) == 4


def begun(n_envs=2, seed=None, **words):
    """A vector environment after its first reset."""
    envs = QuestVectorEnv(n_envs, **words)
    envs.reset(seed=seed)
    return envs


# ---------------------------------------------------------------- rows, copies, wrappers


def test_rows_are_independent_of_their_number():
    """Row 0 of one and of many give the same games; so does any cutting of the work."""
    one, many = begun(1, seed=3), begun(4, seed=3)
    draw = np.random.default_rng(1)
    for _ in range(STEPS // 2):
        actions = random_actions(many.batch.masks, draw)
        got, expected = one.step(actions[:1]), many.step(actions)
        assert got[1][0] == expected[1][0] and got[2][0] == expected[2][0]
        assert all((got[0][part][0] == expected[0][part][0]).all() for part in got[0])


def test_what_is_returned_is_a_copy_unless_told_otherwise():
    for copy in (True, False):
        envs = begun(2, seed=1, copy=copy)
        first, _ = envs.reset(seed=1)
        kept = {part: values.copy() for part, values in first.items()}
        envs.step(random_actions(envs.batch.masks, np.random.default_rng(0)))
        assert all((kept[part] == first[part]).all() for part in first) is copy


def test_what_is_returned_may_be_changed_by_who_gets_it():
    """Writing into all that was returned changes nothing that comes later, not even rows that a reset leaves alone."""
    spoilt, left = (begun(3, seed=6, autoreset_mode="Disabled") for _ in range(2))
    draw = np.random.default_rng(0)
    for step in range(STEPS // 4):
        actions = random_actions(left.batch.masks, draw)
        which = np.array([True, step % 2 == 0, False])
        stepped = spoilt.step(actions), left.step(actions)
        which |= stepped[0][2]  # those that are over
        reset = tuple(envs.reset(options={"reset_mask": which.copy()}) for envs in (spoilt, left))
        for got, expected in (stepped, reset):
            same(got[0], expected[0])
        for got, _ in (stepped, reset):
            for values in got[0].values():
                values[:] = 1


def test_gymnasiums_wrappers_work():
    envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(begun(3, seed=2))
    envs.reset(seed=2)
    draw, lengths = np.random.default_rng(3), []
    for _ in range(STEPS):
        _, _, _, _, infos = envs.step(random_actions(envs.unwrapped.batch.masks, draw))
        if "episode" in infos:
            lengths += infos["episode"]["l"][infos["_episode"]].tolist()
            assert (infos["decisions"][infos["_decisions"]] == infos["episode"]["l"][infos["_episode"]]).all()
    assert lengths or DISABLED


def test_rendering():
    envs = QuestVectorEnv(2, render_mode="ansi")
    envs.reset(seed=0)
    assert len(envs.render()) == 2 and all("threat" in text for text in envs.render())
    envs.close()
    assert begun().render() is None


# ---------------------------------------------------------------- what is refused


def test_an_illegal_action_that_is_refused_changes_no_row():
    envs = begun(3, seed=4, illegal_action="raise")
    before = [lotrsim.state_hash(envs.batch.games, row) for row in range(3)]
    with pytest.raises(IllegalAction, match="episode 1: action 331"):
        envs.step([n.NO, n.NUMBER_0, n.NO])
    assert [lotrsim.state_hash(envs.batch.games, row) for row in range(3)] == before
    assert not envs.step([n.NO] * 3)[2].any()


def test_disabled_autoreset_waits_for_a_reset():
    envs = begun(2, seed=4, autoreset_mode="Disabled")
    _, rewards, terminated, _, _ = envs.step([n.NUMBER_0, n.NO])
    assert terminated.tolist() == [True, False] and rewards.tolist() == [-1.0, 0.0]
    with pytest.raises(IllegalAction, match="episode 0"):
        envs.step([n.NO, n.NO])
    _, infos = envs.reset(options={"reset_mask": terminated})
    assert infos["_action_mask"].tolist() == [True, False] and not infos["action_mask"][1].any()
    assert not envs.step(random_actions(envs.batch.masks, np.random.default_rng(0)))[2].any()


@pytest.mark.parametrize("actions", [[0], [0.0, 1.0], [[0, 1]], "01", [True, False]])
def test_what_are_no_actions(actions):
    with pytest.raises(BadValue, match="whole numbers"):
        begun().step(actions)


@pytest.mark.parametrize(
    "words",
    [
        {"seed": [1]},
        {"seed": [1, -1]},
        {"options": {"mask": 1}},
        {"options": {"reset_mask": [True, True]}},
        {"options": {"reset_mask": np.zeros(2, bool)}},
        {"options": {"reset_mask": np.ones(3, bool)}},
    ],
)
def test_a_reset_that_cannot_be(words):
    with pytest.raises(BadValue):
        begun().reset(**words)


def test_the_first_reset_is_for_all_and_before_any_step():
    with pytest.raises(gymnasium.error.ResetNeeded):
        QuestVectorEnv(2).step([0, 0])
    with pytest.raises(BadValue, match="first reset"):
        QuestVectorEnv(2).reset(options={"reset_mask": np.array([True, False])})


@pytest.mark.parametrize(
    ("words", "said"),
    [({"num_envs": 0}, "number"), ({"autoreset_mode": "Always"}, "NextStep, SameStep, Disabled"), ({"reward": "loss"}, "win")],
)
def test_what_cannot_be_made_is_refused(words, said):
    with pytest.raises(BadValue, match=said):
        QuestVectorEnv(**words)
