"""The Gymnasium environment of one game: Gymnasium's own checks, what an observation says and hides, rewards, seeds, ends.

Each number of an observation is compared with the view of the same game (`lotrsim.view`), which has tests of its own.
"""

import subprocess
import sys
import warnings

import numpy as np
import pytest

import lotrsim
from lotrsim import ids as n
from lotrsim.errors import BadDeck, BadValue, IllegalAction, UnknownName
from lotrsim.kernel import DISABLED
from lotrsim.rl import columns
from lotrsim.rl.batch import Batch
from lotrsim.rl.episodes import random_actions
from lotrsim.scenarios import ids as scenario_ids
from lotrsim.view import FLAGS, PHASES, TOKENS

gymnasium = pytest.importorskip("gymnasium", reason="the extra rl is not installed")
from gymnasium.utils.env_checker import check_env  # noqa: E402

from lotrsim.rl import QuestEnv  # noqa: E402

ID = "lotrsim/Quest-v0"
TEAM = "core-leadership+core-lore"
SCENARIOS = scenario_ids()[:1] if DISABLED else scenario_ids()
GAMES = 1 if DISABLED else 2


def played(env, seed, most=10_000, choose=None):
    """(observation, info) at each decision of a game by legal actions, and (reward, info) of its last step."""
    draw = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    for _ in range(most):
        yield observation, info, None
        action = choose(info) if choose else int(draw.choice(np.flatnonzero(info["action_mask"])))
        observation, reward, terminated, truncated, info = env.step(action)
        assert not truncated
        if terminated:
            yield observation, info, reward
            return


def column(part, columns_, name):
    """One column of an observation's part."""
    return part[..., columns.numbers_of(columns_, name)[0]]


# ---------------------------------------------------------------- Gymnasium's own words


@pytest.mark.parametrize("words", [{}, {"observation": "mask"}, {"deck": TEAM, "card_rows": n.MAX_CARDS, "shaping": 1.0}])
def test_gymnasiums_checker(words):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(ID, **words).unwrapped)


@pytest.mark.parametrize(
    "lines",
    [
        "import gymnasium, lotrsim; gymnasium.spec('lotrsim/Quest-v0')",
        "import lotrsim, gymnasium; gymnasium.spec('lotrsim/Quest-v0')",
        "import lotrsim, importlib.util as u; u.find_spec('gymnasium'); import gymnasium; gymnasium.spec('lotrsim/Quest-v0')",
        "import gymnasium; gymnasium.make('lotrsim:lotrsim/Quest-v0'); gymnasium.make_vec('lotrsim/Quest-v0', num_envs=2)",
    ],
)
def test_the_id_is_known_whatever_is_imported_first(lines):
    assert fresh(lines).returncode == 0


def test_importing_lotrsim_imports_no_gymnasium():
    done = fresh("import sys, lotrsim, lotrsim.rl; assert not {'gymnasium', 'numba', 'numpy'} & set(sys.modules)")
    assert done.returncode == 0, done.stderr


def test_without_gymnasium_the_error_names_the_extra():
    done = fresh("import sys; sys.modules['gymnasium'] = None; import lotrsim; lotrsim.rl.QuestEnv")
    assert done.stderr.strip().splitlines()[-1].endswith('pip install "lotrsim[rl]"')
    done = fresh("import sys; sys.modules['gymnasium'] = None; from lotrsim.rl import random_actions")
    assert done.returncode == 0, done.stderr  # what needs no Gymnasium works without


def fresh(code):
    """Run code in a new process that finds lotrsim as this one does."""
    path = f"import sys; sys.path[:] = {sys.path!r}; "
    return subprocess.run([sys.executable, "-c", path + code], capture_output=True, text=True)


# ---------------------------------------------------------------- what an observation says


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("deck", ["core-leadership", TEAM])
def test_an_observation_says_what_the_view_says(scenario, deck):
    env = QuestEnv(scenario, deck)
    for k, (observation, info, _) in enumerate(played(env, seed=1)):
        assert observation in env.observation_space
        legal = [] if env.game.over else [option.action for option in env.game.options]
        assert np.flatnonzero(info["action_mask"]).tolist() == legal
        assert (observation["action_mask"] == info["action_mask"]).all()
        if k % 5 == 0 or k < 10:
            agree(observation, lotrsim.view(env.batch.games), env.batch.games[0])


def agree(observation, seen, g):
    """An observation and a view of one game tell the same."""
    table = dict(zip([c.name for c in columns.TABLE], observation["table"].tolist(), strict=True))
    assert table["rounds"] == seen["rounds_completed"] and PHASES[table["phase"]] == seen["phase"]
    assert table["quest_progress"] == seen["quest_progress"] and table["encounter_deck"] == seen["encounter_deck"]["count"]
    assert table["players"] == len(seen["players"]) and table["allies_played"] == seen["allies_played"]
    decision = seen["decision"]
    assert (decision is None) == (table["decision"] == 0)
    if decision:
        source = decision["source"] or {"card": None, "name": None}
        assert table["decider"] == decision["player"] + 1
        assert table["source"] == (0 if source["card"] is None else source["card"] + 1)
        assert (table["source_face"] > 0) == (source["name"] is not None)
    for p, player in enumerate(seen["players"]):
        row = dict(zip([c.name for c in columns.PLAYER], observation["players"][p].tolist(), strict=True))
        assert (row["threat"], row["hand"], row["deck"]) == (player["threat"], player["hand"]["count"], player["deck"]["count"])
        assert row["discard_pile"] == len(player["discard"]) and row["first"] == (seen["first_player"] == p)
    told = cards_of(seen)
    cards = observation["cards"]
    for card in range(int(g["n_cards"])):
        row = dict(zip([c.name for c in columns.CARD], cards[card].tolist(), strict=True))
        entry = told.get(card, {"name": None})
        assert (row["face"] > 0) == (entry["name"] is not None), card
        if row["face"]:
            assert lotrsim.cards.registry.all_cards()[row["face"] - 1].name == entry["name"]
        assert columns.ZONES[row["zone"] - 1][0] == zone_group(int(g["zone"][card]))
        for token in TOKENS:
            assert row[token] == entry.get(token, 0), (card, token)
        for word in FLAGS.values():
            assert row[word] == entry.get(word, False), (card, word)
        for word in ("attacks", "defends", "cannot_attack", "was_attacked_by"):
            assert row[word] == sum(1 << bit for bit in entry.get(word, ())), (card, word)
        assert row["guarded_by"] == entry.get("guarded_by", {"card": -1})["card"] + 1


def cards_of(seen):
    """Card number -> what a view says of it; of cards in hands and decks the name and the place."""
    found = {}

    def collect(entries):
        for entry in entries:
            found[entry["card"]] = entry
            collect(entry.get("attachments", []) + entry.get("shadow_cards", []))

    for player in seen["players"]:
        for zone in ("on_deck", "discard", "play", "engaged"):
            collect(player[zone])
        for zone in ("hand", "deck"):
            collect(player[zone]["known"])
    for zone in ("staging", "active_location", "encounter_discard", "victory", "set_aside", "removed", "stage", "quest_deck"):
        collect(seen[zone])
    collect(seen["resolving"])
    collect(seen["encounter_deck"]["known"])
    return found


def zone_group(zone):
    """A player's zone by the first player's number."""
    return zone & ~3 if zone < n.STAGING else zone


def test_statistics_and_places_are_those_of_the_table():
    from lotrsim.looking import pile, stat_of

    game = lotrsim.testing.position(
        "passage-through-mirkwood", heroes=[["Aragorn", "Éowyn"]], hand=[["Gandalf"]], deck=[["Faramir", "Gandalf"]],
        attachments={"Aragorn": ["Celebrían's Stone"]}, damage={"Éowyn": 1}, committed=["Éowyn"], staging=["Gladden Fields"],
        engaged=[["Forest Spider"]], threat=[24], phase="committed",
    )  # fmt: skip
    cards, table = observed(game)
    for name in ("Aragorn", "Éowyn", "Forest Spider", "Gladden Fields"):
        card = lotrsim.looking.card_of(game, name)
        kind = columns_of(cards, card)
        wanted = {"Forest Spider": ("attack", "defense", "hit_points", "threat"), "Gladden Fields": ("threat",)}
        for word in wanted.get(name, ("willpower", "attack", "defense", "hit_points")):
            assert kind[word] == stat_of(game, name, word), (name, word)
    stone = columns_of(cards, lotrsim.looking.card_of(game, "Celebrían's Stone"))
    assert stone["host"] == lotrsim.looking.card_of(game, "Aragorn") + 1 and stone["place"] == 0
    assert columns_of(cards, lotrsim.looking.card_of(game, "Éowyn"))["damage"] == 1
    deck = [card for card in range(len(cards)) if game.state["zone"][card] == n.DECK]
    assert [columns_of(cards, card)["place"] for card in deck] == [1, 2]
    assert pile(game, n.DECK) == ["Faramir", "Gandalf"] and all(columns_of(cards, card)["face"] == 0 for card in deck)
    assert table["staging_threat"] == stat_of(game, "Gladden Fields", "threat")


def test_any_number_of_defenders():
    game = lotrsim.testing.position("passage-through-mirkwood", heroes=[["Aragorn"], ["Éowyn"]], phase="planning")
    game.state["any_defenders"] = 2
    batch = Batch(1, deck=TEAM)
    batch.games[:] = game.games
    players = batch.observation(batch.masks, seen_by(batch).reshape(1, -1))["players"][0]
    assert column(players, columns.PLAYER, "any_defenders").tolist() == [0, 1, 0, 0]


def observed(game):
    """The cards' rows and the table's of a Game, as an environment would show them."""
    from lotrsim.rl.observation import observe
    from lotrsim.start import tables

    flat = np.zeros(columns.length(int(game.state["n_cards"])), np.int16)
    observe(game.state, tables()[0], flat)
    table = dict(zip([c.name for c in columns.TABLE], flat.tolist(), strict=False))
    return flat[columns.CARDS_AT :].reshape(-1, columns.N_CARD), table


def columns_of(cards, card):
    """One card's row by the names of columns."""
    return dict(zip([c.name for c in columns.CARD], cards[card].tolist(), strict=True))


def test_every_column_moves():
    """In some games of every scenario each column takes more than one value, but for those that are listed."""
    if DISABLED:
        pytest.skip("needs some hundred games")
    low, high = {}, {}
    for scenario in SCENARIOS:
        for deck in (TEAM, "core-tactics+core-spirit+core-leadership+core-lore"):
            batch = Batch(32, scenario=scenario, deck=deck, card_rows=n.MAX_CARDS, difficulty="easy", autoreset=0)
            play_heuristically(batch, low, high)
    still = {f"{part}.{name}" for part, names in PARTS.items() for name in names if low[part, name] == high[part, name]}
    assert still == STILL


PARTS = {
    "table": [c.name for c in columns.TABLE],
    "players": [c.name for c in columns.PLAYER],
    "cards": [c.name for c in columns.CARD],
}
STILL = {"table.difficulty", "table.round_limit"}  # set once for a game
STILL |= {"players.any_defenders"}  # one card's effect: the test below


def play_heuristically(batch, low, high):
    """Play by a policy that comes far, and note the smallest and largest value of each column."""
    from lotrsim.agents import base
    from lotrsim.start import tables

    team = base.get("heuristic")
    memory = team.memory()
    for row in range(batch.n):
        batch.seed(row, row)
    batch.reset(np.ones(batch.n, np.bool_))
    for _ in range(250):
        parts = batch.observation(batch.masks, batch.observations)
        for part, names in PARTS.items():
            values = parts[part].reshape(-1, len(names))
            for k, name in enumerate(names):
                low[part, name] = min(low.get((part, name), 1 << 15), int(values[:, k].min()))
                high[part, name] = max(high.get((part, name), -1), int(values[:, k].max()))
        playing = batch.games["outcome"] == n.PLAYING
        choices = [team.seat(0).choose(batch.games, i, tables(), memory[:1]) if playing[i] else 0 for i in range(batch.n)]
        batch.step(np.array(choices, np.int64))


# ---------------------------------------------------------------- what it hides


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("deck", ["core-leadership", TEAM])
def test_an_observation_knows_no_hidden_card(scenario, deck):
    """It stays what it is when the hidden faces are dealt anew and both generators replaced; legal actions too."""
    env = QuestEnv(scenario, deck)
    for seed in range(GAMES):
        for k, (observation, _, _) in enumerate(played(env, seed)):
            world = lotrsim.determinize(env.batch.games, seed=10**6 * (seed + 1) + k)
            assert (world["rng_key"] != env.batch.games["rng_key"]).any()
            twin = Batch(1, scenario=scenario, deck=deck)
            twin.games[:] = world
            flat = np.concatenate([observation[part].ravel() for part in ("table", "players", "cards")])
            assert (seen_by(twin) == flat).all(), (seed, k)


def seen_by(batch):
    """The flat observation of the game that a batch of one holds."""
    from lotrsim.rl.observation import observe
    from lotrsim.start import tables

    observe(batch.games[0], tables()[0], batch.observations[0])
    return batch.observations[0]


def test_something_is_hidden():
    """The test above could see a leak: the dealt faces do differ."""
    env = QuestEnv()
    env.reset(seed=1)
    world = lotrsim.determinize(env.batch.games, seed=5)
    assert (world["face"] != env.batch.games["face"]).sum() > 20


# ---------------------------------------------------------------- seeds


def test_episode_k_is_game_k_of_the_seed():
    env = QuestEnv(deck=TEAM, difficulty="easy")
    games = lotrsim.new_games(3, "passage-through-mirkwood", TEAM, seed=7, difficulty="easy")
    for _ in range(2):
        for k in range(3):
            env.reset(seed=7 if k == 0 else None)
            assert lotrsim.state_hash(env.batch.games) == lotrsim.state_hash(games, k)


def test_a_seed_begins_anew_in_the_middle_of_a_game():
    env = QuestEnv()
    first = [observation for observation, _, _ in played(env, 3, most=12)]
    again = [observation for observation, _, _ in played(env, 3, most=12)]
    assert all((a[part] == b[part]).all() for a, b in zip(first, again, strict=True) for part in a)


def test_without_a_seed_games_differ():
    hashes = set()
    for _ in range(3):
        env = QuestEnv()
        env.reset()
        hashes.add(lotrsim.state_hash(env.batch.games))
    assert len(hashes) == 3


# ---------------------------------------------------------------- rewards and ends


def won(env, seed, choose=None):
    """(reward, info) of the end of a game of the heuristic agent."""
    from lotrsim.agents import base
    from lotrsim.start import tables

    team = base.get("heuristic")
    memory = team.memory()
    rewards, end = [], None
    env.reset(seed=seed)
    while end is None:
        action = team.seat(0).choose(env.batch.games, 0, tables(), memory[:1])
        _, reward, terminated, _, info = env.step(action)
        rewards.append(reward)
        end = info if terminated else None
    return rewards, end


@pytest.mark.skipif(DISABLED, reason="whole games")
def test_rewards_are_wins_or_scores_and_shaping_adds_the_first_potential_only():
    deck = "core-tactics"  # wins now and then
    kinds = {"win": QuestEnv(deck=deck), "score": QuestEnv(deck=deck, reward="score"), "shaped": QuestEnv(deck=deck, shaping=2.0)}
    ends = set()
    for seed in range(12):
        rewards, infos = zip(*(won(env, seed) for env in kinds.values()), strict=True)
        for info in infos:
            del info["action_mask"]
        assert infos[0] == infos[1] == infos[2]
        plain, score, shaped = rewards
        info = infos[0]
        ends.add(info["won"])
        assert sum(plain) == plain[-1] == float(info["won"]) and set(plain[:-1]) <= {0.0}
        assert score[-1] == (1 - min(max(info["score"], 0), 200) / 400 if info["won"] else 0)
        env = kinds["shaped"]
        env.reset(seed=seed)
        first = float(env.batch.episodes["potential"][0])
        assert sum(shaped) == pytest.approx(plain[-1] - 2.0 * first) and 0 < first < 1
    assert ends == {True, False}  # both kinds were looked at


def test_the_end_of_a_game_says_how_it_ended():
    env = QuestEnv()
    *_, (observation, info, reward) = played(env, 2)
    result = env.game.result
    assert info["rounds"] == result.rounds and info["decisions"] == result.decisions and info["stage"] == result.stage
    assert info["won"] is result.won and reward == float(result.won) and info["threat"] == result.threat
    assert info["outcome"] == observation["table"][columns.numbers_of(columns.TABLE, "outcome")[0]] > 0
    assert not info["action_mask"].any() and info["illegal_action"] is False and info["fault"] == 0
    with pytest.raises(IllegalAction, match="reset"):
        env.step(0)


def test_the_round_limit_is_a_loss_and_not_a_truncation():
    env = QuestEnv()
    env.batch.layout["round_limit"] = 1
    *_, (_, info, reward) = played(env, 2, choose=lambda info: int(np.flatnonzero(info["action_mask"])[-1]))
    assert info["outcome"] == n.ROUND_LIMIT and reward == 0.0 and info["rounds"] == 1


@pytest.mark.parametrize("action", [-1, n.N_ACTIONS, 10**30, n.NUMBER_0])
def test_an_illegal_action_ends_the_episode_and_changes_nothing(action):
    env = QuestEnv(illegal_reward=-0.5)
    env.reset(seed=1)
    before = lotrsim.state_hash(env.batch.games)
    _, reward, terminated, truncated, info = env.step(action)
    assert (reward, terminated, truncated, info["illegal_action"], info["won"]) == (-0.5, True, False, True, False)
    assert lotrsim.state_hash(env.batch.games) == before and not info["action_mask"].any()
    env.reset()
    assert env.action_masks().sum() > 1


def test_an_illegal_action_can_be_an_error():
    env = QuestEnv(illegal_action="raise")
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match=f"legal are {np.flatnonzero(env.action_masks()).tolist()}".replace("[", r"\[")):
        env.step(n.NUMBER_0)
    assert not env.step(n.NO)[2]
    with pytest.raises(IllegalAction):
        env.step("pass")


def test_a_step_before_the_first_reset():
    with pytest.raises(IllegalAction, match="reset"):
        QuestEnv().step(0)


@pytest.mark.parametrize(
    ("words", "error", "said"),
    [
        ({"scenario": "passage"}, UnknownName, "passage-through-mirkwood"),
        ({"deck": "core-leadershi"}, BadDeck, "core-leadership"),
        ({"deck": TEAM, "decks": TEAM}, BadValue, "the same"),
        ({"difficulty": "hard"}, BadValue, "difficulty"),
        ({"reward": "wins"}, BadValue, "win, score"),
        ({"shaping": float("nan")}, BadValue, "shaping"),
        ({"discount": "1"}, BadValue, "discount"),
        ({"illegal_action": "ignore"}, BadValue, "end, raise"),
        ({"observation": "all"}, BadValue, "full, mask"),
        ({"card_rows": 20}, BadValue, "73"),
        ({"card_rows": 321}, BadValue, "320"),
        ({"render_mode": "human"}, BadValue, "ansi"),
    ],
)
def test_what_cannot_be_made_is_refused(words, error, said):
    with pytest.raises(error, match=said):
        QuestEnv(**words)


@pytest.mark.parametrize("words", [{"seed": 2**63}, {"options": {"reset_mask": None}}])
def test_a_reset_that_cannot_be(words):
    with pytest.raises(BadValue):
        QuestEnv().reset(**words)


def test_rendering():
    env = gymnasium.make(ID, render_mode="ansi")
    env.reset(seed=4)
    text = env.render()
    assert "passage" in text.lower() and "keep the hand" in text
    assert gymnasium.make(ID).unwrapped.render() is None


def test_random_actions_are_legal_and_all_equally_likely():
    masks = np.zeros((4000, n.N_ACTIONS), np.int8)
    allowed = [0, 31, 32, 319, n.N_ACTIONS - 1]
    masks[:3999, allowed] = 1
    actions = random_actions(masks, np.random.default_rng(0))
    counts = np.bincount(actions[:3999], minlength=n.N_ACTIONS)
    assert counts.sum() == counts[allowed].sum() and actions[3999] == 0
    assert counts[allowed].min() > 700  # 800 each, standard deviation 25
