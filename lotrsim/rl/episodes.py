"""Many games played side by side, one compiled call for all of them: steps, rewards, new games, masks, observations.

An episode is a game: the k-th after a reset with a seed is game k of that seed, as `lotrsim.new_games` numbers them. The
arrays have a row an episode; rows are independent of one another.
"""

import numba
import numpy as np
from numba import types

from lotrsim.ids import ENGAGED, HERO, HIT_POINTS, MAX_CARDS, N_ACTIONS, NONE, PLAY, PLAYING, QUEST_CARD, THREAT_LIMIT
from lotrsim.kernel import GAMES, TABLES_ARRAY, G, T, b1, f8, i8, kernel, void
from lotrsim.result import RESULTS, fill_result
from lotrsim.rl.ahead import fetch
from lotrsim.rl.observation import observe
from lotrsim.rules.flow import apply, is_legal
from lotrsim.start import start_game

NEXT_STEP, SAME_STEP, DISABLED = range(3)  # when a new game takes the place of one that is over
BY_WIN, BY_SCORE = range(2)
BLOCK = 32
SCORE_CAP = 200  # a win with this score or a worse one is worth half of a perfect one

EPISODE = np.dtype(
    [
        ("seed", "i8"),
        ("number", "i8"),  # of the next game of the seed
        ("potential", "f8"),  # of the position
        ("over", "i8"),  # no step can be taken before a reset
    ],
    align=True,
)
ENDS = ("won", "outcome", "score", "rounds", "stage", "threat", "decisions", "fault", "illegal_action")  # how a row ended
WON, OUTCOME, SCORE, ROUNDS, STAGE, TEAM_THREAT, DECISIONS, FAULT, WAS_ILLEGAL = range(len(ENDS))
SETTINGS = np.dtype(
    [
        ("autoreset", "i8"),
        ("reward", "i8"),  # BY_WIN or BY_SCORE
        ("illegal_reward", "f8"),  # of an action that is not legal
        ("shaping", "f8"),  # weight of the change of the potential; 0: none
        ("discount", "f8"),
        ("last_stage", "f8"),  # of the scenario
        ("hit_points", "f8"),  # of all heroes, printed
    ],
    align=True,
)

EPISODES = types.Array(numba.from_dtype(EPISODE), 1, "C")
E = numba.from_dtype(EPISODE)
SETTINGS_ARRAY = types.Array(numba.from_dtype(SETTINGS), 1, "C")
S = numba.from_dtype(SETTINGS)
ACTIONS = types.Array(i8, 1, "C")
MASK = types.Array(types.int8, 1, "C")
MASKS = types.Array(types.int8, 2, "C")
OBSERVATIONS = types.Array(types.int16, 2, "C")
WHICH = types.Array(b1, 1, "C")
NUMBERS = types.Array(f8, 1, "C")
ENDS_ARRAY = types.Array(i8, 2, "C")


@kernel(f8, G, T, S)
def potential_of(g, t, s):
    """How far the players have come, 0 to 1: half for the quest, a quarter each for threat left and for heroes' health."""
    quest, threat, health = 0.0, 0.0, 0.0
    if g["stage"] != NONE:
        face = np.int64(g["face"][g["stage"]])
        points = max(np.int64(t["quest_points"][face]), 1)
        share = min(np.int64(g["quest_progress"]) / points, 1.0)
        quest = (np.int64(t["stage_no"][face]) - 1 + share) / s["last_stage"]
    for p in range(np.int64(g["n_players"])):
        threat += max(1.0 - np.int64(g["threat"][p]) / THREAT_LIMIT, 0.0) / np.int64(g["n_players"])
    for card in range(np.int64(g["n_cards"])):
        if PLAY <= g["zone"][card] < ENGAGED and t["type"][g["face"][card]] == HERO:
            health += max(np.int64(t["stats"][g["face"][card], HIT_POINTS]) - np.int64(g["damage"][card]), 0)
    return 0.5 * min(max(quest, 0.0), 1.0) + 0.25 * threat + 0.25 * health / s["hit_points"]


@kernel(void, GAMES, i8, GAMES, TABLES_ARRAY, S, E)
def begin(games, i, layout, tables, s, e):
    """The next game of an episode's seed takes row i."""
    games[i] = layout[0]
    start_game(games[i], tables[0], np.int64(e["seed"]), np.int64(e["number"]))
    e["number"] += 1
    e["over"] = 0
    if s["shaping"] != 0.0:
        e["potential"] = potential_of(games[i], tables[0], s)


@kernel(f8, S, ENDS_ARRAY, i8)
def worth(s, ends, i):
    """What the end of a game is worth: 1 for a win and 0 for a loss, or between 1 and 0.5 for a win by its score."""
    if ends[WON, i] == 0:
        return 0.0
    if s["reward"] == BY_WIN:
        return 1.0
    return 1.0 - min(max(ends[SCORE, i], 0), SCORE_CAP) / (2.0 * SCORE_CAP)


@kernel(void, G, T, RESULTS, ENDS_ARRAY, i8)
def tell_end(g, t, result, ends, i):
    """How the game of row i ended; the score is told of a win only."""
    fill_result(g, t, result, np.int64(0))
    r = result[0]
    ends[WON, i] = r["won"]
    ends[OUTCOME, i] = r["outcome"]
    ends[SCORE, i] = r["score"] if r["won"] else 0
    ends[ROUNDS, i] = r["rounds"]
    ends[STAGE, i] = r["stage_no"]
    ends[TEAM_THREAT, i] = r["threat"]
    ends[DECISIONS, i] = r["decisions"]
    ends[FAULT, i] = r["fault"]


@kernel(f8, GAMES, i8, i8, TABLES_ARRAY, S, E, RESULTS, ENDS_ARRAY)
def take_step(games, i, action, tables, s, e, result, ends):
    """Take an action in row i and return the reward; one that is not legal changes nothing and ends the episode."""
    g = games[i]
    reward = 0.0
    is_illegal = g["outcome"] == PLAYING and not apply(games, i, tables, action)
    if is_illegal or g["outcome"] != PLAYING:
        e["over"] = 1
        tell_end(g, tables[0], result, ends, i)
        ends[WAS_ILLEGAL, i] = 1 if is_illegal else 0
        reward = s["illegal_reward"] if is_illegal else worth(s, ends, i)
    if s["shaping"] != 0.0:
        after = 0.0 if e["over"] else potential_of(g, tables[0], s)
        reward += s["shaping"] * (s["discount"] * after - e["potential"])
        e["potential"] = after
    return reward


@kernel(void, G, E, MASK)
def write_mask(g, e, mask):
    """1 for each legal action; none in an episode that is over."""
    mask[:] = 0
    if not e["over"]:
        for j in range(np.int64(g["n_legal"])):
            mask[g["legal"][j]] = 1


@kernel(
    i8, GAMES, GAMES, TABLES_ARRAY, SETTINGS_ARRAY, EPISODES, ACTIONS, RESULTS, NUMBERS, WHICH, ENDS_ARRAY, MASKS,
    OBSERVATIONS, OBSERVATIONS,
)  # fmt: skip
def step_episodes(games, layout, tables, settings, episodes, actions, result, rewards, terminated, ends, masks,
                  observations, finals):  # fmt: skip
    """Take a step in every row; return how many episodes ended.

    `ends` has a row a word of ENDS; it and `terminated` are zeros before, and stay so where nothing ended. `observations` has
    no columns where nobody wants them; `finals` takes those of the games that are replaced at once. `result` is scratch.
    """
    s = settings[0]
    wanted = observations.shape[1] > 0
    ended = np.int64(0)
    for row in range(len(games)):
        i, e = np.int64(row), episodes[row]
        if i + 1 < len(games):
            fetch(games[i + 1])
        if e["over"] and s["autoreset"] == NEXT_STEP:
            begin(games, i, layout, tables, s, e)
            rewards[i] = 0.0
        else:
            rewards[i] = take_step(games, i, np.int64(actions[i]), tables, s, e, result, ends)
            if e["over"]:
                ended += 1
                terminated[i] = True
                if s["autoreset"] == SAME_STEP:
                    if wanted:
                        observe(games[i], tables[0], finals[i])
                    begin(games, i, layout, tables, s, e)
        write_mask(games[i], e, masks[i])
        if wanted:
            observe(games[i], tables[0], observations[i])
    return ended


@kernel(void, GAMES, GAMES, TABLES_ARRAY, SETTINGS_ARRAY, EPISODES, WHICH, MASKS, OBSERVATIONS)
def reset_episodes(games, layout, tables, settings, episodes, which, masks, observations):
    """Begin a new game in the chosen rows; the masks and observations of all rows are written."""
    for row in range(len(games)):
        i, e = np.int64(row), episodes[row]
        if which[row]:
            begin(games, i, layout, tables, settings[0], e)
        write_mask(games[i], e, masks[i])
        if observations.shape[1] > 0:
            observe(games[i], tables[0], observations[i])


@kernel(i8, GAMES, EPISODES, ACTIONS)
def first_illegal(games, episodes, actions):
    """Return the first row that is not over and whose action is not legal, or NONE."""
    for i in range(len(games)):
        if not episodes[i]["over"] and games[i]["outcome"] == PLAYING and not is_legal(games[i], np.int64(actions[i])):
            return np.int64(i)
    return np.int64(NONE)


@kernel(void, MASKS, NUMBERS, ACTIONS)
def pick_actions(masks, numbers, actions):
    """Where several actions are allowed, the number from 0 to below 1 picks one, all equally likely; none allowed: 0."""
    for i in range(len(masks)):
        mask = masks[i]
        n = np.int64(0)
        for a in range(N_ACTIONS):
            n += np.int64(mask[a])
        left = np.int64(numbers[i] * n)
        actions[i] = 0
        first = np.int64(0)
        while n > 0 and first < N_ACTIONS:  # whole blocks are passed over, which is several times faster
            last = min(first + BLOCK, N_ACTIONS)
            inside = np.int64(0)
            for a in range(first, last):
                inside += np.int64(mask[a])
            if left < inside:
                for a in range(first, last):
                    left -= np.int64(mask[a])
                    if left < 0:
                        actions[i] = a
                        break
                break
            left -= inside
            first = last


# ---------------------------------------------------------------- from Python


def settings_for(layout: np.ndarray, tables: np.ndarray, **chosen: float) -> np.ndarray:
    """One element of dtype SETTINGS: what was chosen, and what the potential needs to know of the table."""
    g, t = layout[0], tables[0]
    faces = g["face"][: g["n_cards"]]
    kinds = t["type"][faces]
    settings = np.zeros(1, SETTINGS)
    for name, value in chosen.items():
        settings[name] = value
    settings["last_stage"] = max(t["stage_no"][faces[kinds == QUEST_CARD]].max(initial=1), 1)
    settings["hit_points"] = max(t["stats"][faces[kinds == HERO], HIT_POINTS].sum(), 1)
    return settings


def random_actions(masks: np.ndarray, generator: np.random.Generator) -> np.ndarray:
    """A legal action for each row of masks (int8 [n, N_ACTIONS]), all equally likely; 0 where none is."""
    actions = np.empty(len(masks), np.int64)
    pick_actions(masks, generator.random(len(masks)), actions)
    return actions


assert MAX_CARDS < N_ACTIONS
