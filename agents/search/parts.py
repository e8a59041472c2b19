"""The parts of a search that can be replaced: prior, selection, playout, reward. Each is one small function.

All of them work on a sampled world, never on the true game, so they may look at everything in it.
"""

import numpy as np

from lotrsim.agents.heuristic import best_option, rate
from lotrsim.agents.search.evaluation import leaf_value
from lotrsim.agents.search.layout import (
    AT_ONCE,
    AT_PHASE_END,
    NODES,
    P_EXPLORE,
    P_HORIZON,
    P_NOISE,
    P_PLAYOUT,
    P_PRIOR,
    P_TRUST,
    P_WARMTH,
    S,
)
from lotrsim.ids import PLAYING, WON
from lotrsim.kernel import GAMES, MEMORY_ARRAY, TABLES_ARRAY, G, M, T, b1, f8, i8, kernel, void
from lotrsim.rng import agent_below
from lotrsim.rules.flow import apply
from lotrsim.rules.outcome import damage_on_heroes, dead_hero_costs, score_of, victory_points

BY_HEURISTIC, BY_CHANCE = 0, 1  # P_PLAYOUT
WORST_SCORE = 400.0  # a win with this score is worth no more than a win
USUAL_SPREAD = 0.3  # standard deviation of the rewards where the weights were found
LEAST_SPREAD, FEW_REWARDS = 1e-6, 8  # with fewer it is not looked at
WIN_SHARE = 0.9  # of the reward is for winning, the rest for the score


@kernel(i8, G, T)
def score_now(g, t):
    """Return the score that the game would have if it were won now."""
    threat = np.int64(0)
    dead = np.int64(0)
    for p in range(np.int64(g["n_players"])):
        threat += np.int64(g["threat"][p])
        dead += dead_hero_costs(g, t, np.int64(p))
    return score_of(threat, dead, damage_on_heroes(g, t), np.int64(g["round_no"]), victory_points(g, t))


@kernel(f8, G, T, S)
def reward(g, t, s):
    """Return what the end of a playout is worth, 0 to 1: first of all a win, then its score, and a position that is no end."""
    if g["outcome"] == WON:
        share = 1.0 - score_now(g, t) / WORST_SCORE
        return WIN_SHARE + (1.0 - WIN_SHARE) * min(max(share, 0.0), 1.0)
    if g["outcome"] == PLAYING:
        return leaf_value(g, t, s)
    return 0.0


@kernel(void, G, T, M, S)
def weigh_options(g, t, m, s):
    """Write into `priors` how likely each option is to be right by the heuristic's points: positive numbers of sum 1."""
    rate(g, t, m)
    n = np.int64(g["n_legal"])
    best = m["scores"][0]
    for k in range(1, n):
        best = max(best, m["scores"][k])
    total = 0.0
    for k in range(n):
        behind = (best - m["scores"][k]) / m["parameters"][P_WARMTH]
        s["priors"][k] = 1.0 / (1.0 + behind * behind)
        total += s["priors"][k]
    for k in range(n):
        s["priors"][k] /= total


@kernel(void, S)
def forget_rewards(s):
    """Begin to look at rewards anew."""
    s["rewards"] = 0
    s["reward_sum"] = 0.0
    s["reward_squares"] = 0.0


@kernel(void, S, f8)
def note_reward(s, value):
    """Count a reward in."""
    s["rewards"] += 1
    s["reward_sum"] += value
    s["reward_squares"] += value * value


@kernel(f8, S)
def spread(s):
    """Return the standard deviation of this search's rewards in units of USUAL_SPREAD: what speaks for an option besides its
    mean weighs as much as rewards differ, or where a win is rare it would drown them."""
    n = np.float64(s["rewards"])
    if n < FEW_REWARDS:
        return 1.0
    mean = s["reward_sum"] / n
    return max(np.sqrt(max(s["reward_squares"] / n - mean * mean, 0.0)) / USUAL_SPREAD, LEAST_SPREAD)


@kernel(f8, M, NODES, i8, f8, f8)
def promise(m, nodes, child, fallback, unit):
    """Return how much a node asks to be visited next: its mean (for a new one the fallback) and what speaks for trying it.

    Two bonuses: what was often available and seldom tried is explored (UCB1 with counts of availability), and what the
    heuristic likes is preferred as long as little is known (progressive bias). Both are in units of the rewards' spread.
    """
    visits = np.float64(nodes[child]["visits"])
    available = np.float64(nodes[child]["available"])
    mean = nodes[child]["total"] / visits if visits > 0.0 else fallback
    explore = m["parameters"][P_EXPLORE] / 1000.0 * np.sqrt(np.log(available + 1.0) / (visits + 1.0))
    bias = m["parameters"][P_PRIOR] / 1000.0 * nodes[child]["prior"] * np.sqrt(available) / (visits + 1.0)
    return mean + unit * (explore + bias)


@kernel(f8, M, S, i8)
def merit(m, s, k):
    """Return how good option k looks: its mean, and what the heuristic thinks of it in standard errors of that mean."""
    visits = np.float64(s["visits"][k])
    if visits == 0.0:
        return s["priors"][k] - 1.0
    error = USUAL_SPREAD * spread(s) / np.sqrt(visits)
    return s["total"][k] / visits + m["parameters"][P_TRUST] / 1000.0 * s["priors"][k] * error


@kernel(b1, G, M, i8, i8)
def is_to_judge(g, m, round_no, phase):
    """A playout that began in this round and phase stops here, by the horizon."""
    horizon = m["parameters"][P_HORIZON]
    if horizon == AT_ONCE:
        return True
    if horizon == AT_PHASE_END:
        return g["phase"] != phase or g["round_no"] != round_no
    return horizon > 0 and g["round_no"] >= round_no + horizon


@kernel(void, GAMES, TABLES_ARRAY, MEMORY_ARRAY)
def play_on(world, tables, memory):
    """Play a world on, by the heuristic with some random decisions or by chance, to its end or as far as the horizon."""
    g = world[0]
    m = memory[0]
    round_no, phase = np.int64(g["round_no"]), np.int64(g["phase"])
    while g["outcome"] == PLAYING and not is_to_judge(g, m, round_no, phase):
        n = np.int64(g["n_legal"])
        if m["parameters"][P_PLAYOUT] == BY_CHANCE or agent_below(g, 1000) < m["parameters"][P_NOISE]:
            action = np.int64(g["legal"][agent_below(g, n)])
        else:
            rate(g, tables[0], m)
            action = best_option(g, m)
        apply(world, np.int64(0), tables, action)
