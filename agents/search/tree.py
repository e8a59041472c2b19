"""Information-set Monte Carlo tree search of one observer, the team: open-loop nodes keyed by decision and action.

One iteration: a world is sampled that the team cannot tell from the true game; the tree is followed in it, at each node
among the options that are legal in this world, until a node that was never visited; from there the world is played on; the
reward is added to every node of the path. Nodes say what was decided, not what came of it: in each world other cards are
revealed, and the counts of availability keep options comparable that are not always there.

A node's children are a linked list (`first`, `next`); node 0 is the root. Forced actions are no decisions and have no node.
"""

import numpy as np

from lotrsim.agents.search.layout import MAX_PATH, NODES, P_ROOTS, P_SIMULATIONS, P_START, S, nodes_of, search_of
from lotrsim.agents.search.parts import forget_rewards, note_reward, play_on, promise, reward, score_now, spread, weigh_options
from lotrsim.ids import D_ACTION, MAX_CARDS, MAX_LEGAL, NONE, PLAYING, WON
from lotrsim.kernel import GAMES, MEMORY_ARRAY, TABLES_ARRAY, G, M, T, b1, f8, i8, kernel, void
from lotrsim.knowledge import everybody, is_unknown
from lotrsim.rng import agent_draw32
from lotrsim.rules.flow import apply
from lotrsim.view import determinize_game

BY_FACE = 1 << 10  # keys from here on name a face, not an instance
ROOT = 0


@kernel(i8, G, S, i8)
def option_key(g, s, k):
    """Return what option k is called in the tree: who decides what, about which card, and the action.

    A card that the team knew when the tree was begun goes by its instance, another one by its face, for in each world
    another instance has it; equal faces are counted in the order of the options.
    """
    action = np.int64(g["legal"][k])
    if action < MAX_CARDS and s["hidden"][action]:
        face = np.int64(g["face"][action])
        earlier = np.int64(0)
        for j in range(k):
            other = np.int64(g["legal"][j])
            if other < MAX_CARDS and s["hidden"][other] and g["face"][other] == face:
                earlier += 1
        action = BY_FACE + face * 16 + min(earlier, 15)
    source = np.int64(g["decision_source"])
    if g["decision"] == D_ACTION:
        source = 0
    elif source != NONE and s["hidden"][source]:
        source = BY_FACE + np.int64(g["face"][source])
    return ((np.int64(g["decision"]) * 4 + np.int64(g["decider"])) * 2048 + source + 1) * 32768 + action


@kernel(void, G, S)
def name_options(g, s):
    """Write the key of every option of the pending decision."""
    for k in range(np.int64(g["n_legal"])):
        s["keys"][k] = option_key(g, s, np.int64(k))


@kernel(b1, G, S, NODES, i8)
def find_children(g, s, nodes, node):
    """Write the node of every option, NONE where there is none yet; whether all have one."""
    n = np.int64(g["n_legal"])
    missing = n
    for k in range(n):
        s["children"][k] = NONE
    child = np.int64(nodes[node]["first"])
    while child != NONE and missing > 0:
        for k in range(n):
            if s["keys"][k] == nodes[child]["key"]:
                s["children"][k] = child
                missing -= 1
                break
        child = np.int64(nodes[child]["next"])
    return missing == 0


@kernel(void, NODES, i8, i8, i8, f8)
def clear_node(nodes, node, parent, key, prior):
    """Make a node that was never visited."""
    nodes[node]["key"] = key
    nodes[node]["parent"] = parent
    nodes[node]["first"] = NONE
    nodes[node]["next"] = NONE
    nodes[node]["visits"] = 0
    nodes[node]["available"] = 0
    nodes[node]["total"] = 0.0
    nodes[node]["wins"] = 0.0
    nodes[node]["score"] = 0.0
    nodes[node]["prior"] = prior


@kernel(b1, G, T, M, S, NODES, i8)
def open_node(g, t, m, s, nodes, node):
    """Find the nodes of all options and make the missing ones; False where there is no room."""
    name_options(g, s)
    if find_children(g, s, nodes, node):
        return True
    n = np.int64(g["n_legal"])
    if s["n_nodes"] + n > len(nodes):
        return False
    weigh_options(g, t, m, s)
    for k in range(n):
        if s["children"][k] == NONE:
            new = s["n_nodes"]
            s["n_nodes"] += 1
            s["children"][k] = new
            clear_node(nodes, new, node, s["keys"][k], s["priors"][k])
            nodes[new]["next"] = nodes[node]["first"]
            nodes[node]["first"] = new
    return True


@kernel(i8, G, M, S, NODES, i8)
def select(g, m, s, nodes, node):
    """Return the option whose node promises most, and count that all were available."""
    visits = np.int64(nodes[node]["visits"])
    fallback = nodes[node]["total"] / visits if visits > 0 else 0.5
    unit = spread(s)
    best = np.int64(0)
    most = -1.0
    for k in range(np.int64(g["n_legal"])):
        child = np.int64(s["children"][k])
        nodes[child]["available"] += 1
        value = promise(m, nodes, child, fallback, unit)
        if value > most:
            most = value
            best = np.int64(k)
    return best


@kernel(void, GAMES, i8, TABLES_ARRAY, MEMORY_ARRAY)
def sample_world(games, i, tables, memory):
    """Make the next world: a copy of game i with unknown faces and the future from the search's own seed."""
    s = search_of(memory)[0]
    s["world"][0] = games[i]
    world = s["world"][0:1]
    determinize_game(world[0], tables[0], s["seed"], s["iterations"], everybody(games[i]))
    s["iterations"] += 1


@kernel(void, GAMES, i8, TABLES_ARRAY, MEMORY_ARRAY)
def iterate(games, i, tables, memory):
    """One iteration: sample a world, follow the tree to a new node, play on, add the reward to the path."""
    sample_world(games, i, tables, memory)
    s, nodes, m, t = search_of(memory)[0], nodes_of(memory), memory[0], tables[0]
    world = s["world"][0:1]
    g = world[0]
    node = np.int64(ROOT)
    s["path"][0] = ROOT
    length = 1
    while g["outcome"] == PLAYING and length < MAX_PATH and (node == ROOT or nodes[node]["visits"] > 0):
        if not open_node(g, t, m, s, nodes, node):
            break
        k = select(g, m, s, nodes, node)
        node = np.int64(s["children"][k])
        s["path"][length] = node
        length += 1
        apply(world, np.int64(0), tables, np.int64(g["legal"][k]))
    play_on(world, tables, memory)
    value = reward(g, t, s)
    won = 1.0 if g["outcome"] == WON else value if g["outcome"] == PLAYING else 0.0
    score = np.float64(score_now(g, t)) if g["outcome"] == WON else 0.0
    note_reward(s, value)
    for d in range(length):
        node = np.int64(s["path"][d])
        nodes[node]["visits"] += 1
        nodes[node]["total"] += value
        nodes[node]["wins"] += won
        nodes[node]["score"] += score


# ---------------------------------------------------------------- a tree's beginning and what is kept of it


@kernel(void, G, S, NODES, i8)
def plant(g, s, nodes, seed):
    """Begin a tree: a root alone, and the cards that the team does not know now."""
    s["seed"] = seed
    s["iterations"] = 0
    for card in range(MAX_CARDS):
        s["hidden"][card] = 0
    for card in range(np.int64(g["n_cards"])):
        s["hidden"][card] = 1 if is_unknown(g, np.int64(card), everybody(g)) else 0
    clear_node(nodes, np.int64(ROOT), np.int64(NONE), np.int64(0), 1.0)
    s["n_nodes"] = 1


@kernel(b1, G, M, S)
def is_next(g, m, s):
    """This is the decision after the one answered last, and no card became known or unknown since."""
    if m["new_game"] or g["n_decisions"] != s["decisions"] + 1:
        return False
    if s["game"][0] != g["agent_key"][0] or s["game"][1] != g["agent_key"][1]:
        return False
    for card in range(np.int64(g["n_cards"])):
        if is_unknown(g, np.int64(card), everybody(g)) != (s["hidden"][card] == 1):
            return False
    return True


@kernel(void, NODES, i8, i8, i8)
def move_node(nodes, k, to, parent):
    """Move node k to a lower place, without children, as a child of the parent's new place (NONE: it is the root)."""
    visits, available = np.int64(nodes[k]["visits"]), np.int64(nodes[k]["available"])
    total, wins, score = nodes[k]["total"], nodes[k]["wins"], nodes[k]["score"]
    clear_node(nodes, to, parent, nodes[k]["key"], nodes[k]["prior"])
    nodes[to]["visits"] = visits
    nodes[to]["available"] = available
    nodes[to]["total"] = total
    nodes[to]["wins"] = wins
    nodes[to]["score"] = score
    if parent != NONE:
        nodes[to]["next"] = nodes[parent]["first"]
        nodes[parent]["first"] = to


@kernel(b1, S, NODES)
def keep_branch(s, nodes):
    """Make the node of the action answered last the root and move what hangs on it to the front; False if there is none.

    A node always lies behind its parent, so one pass from the front finds and moves every node that stays.
    """
    top = np.int64(nodes[ROOT]["first"])
    while top != NONE and nodes[top]["key"] != s["best_key"]:
        top = np.int64(nodes[top]["next"])
    if top == NONE:
        return False
    n = s["n_nodes"]
    for k in range(top):
        nodes[k]["moved"] = NONE
    kept = np.int64(0)
    for k in range(top, n):
        parent = np.int64(nodes[k]["parent"])
        to = np.int64(NONE if k == top else nodes[parent]["moved"])
        nodes[k]["moved"] = NONE
        if k != top and to == NONE:
            continue
        nodes[k]["moved"] = kept
        move_node(nodes, np.int64(k), kept, to)
        kept += 1
    s["n_nodes"] = kept
    return True


@kernel(i8, G)
def new_seed(g):
    """Draw a seed for worlds from the agents' generator."""
    return agent_draw32(g) << 31 ^ agent_draw32(g)


@kernel(void, GAMES, i8, MEMORY_ARRAY, i8)
def begin_tree(games, i, memory, seed):
    """Begin the tree of game i, or go on with what hangs on the action answered last."""
    s, nodes, m = search_of(memory)[0], nodes_of(memory), memory[0]
    forget_rewards(s)
    if m["parameters"][P_ROOTS] == 1 and is_next(games[i], m, s) and keep_branch(s, nodes):
        s["seed"] = seed
        s["iterations"] = 0
    else:
        plant(games[i], s, nodes, seed)


@kernel(void, GAMES, i8, TABLES_ARRAY, MEMORY_ARRAY, i8)
def grow(games, i, tables, memory, n):
    """n iterations."""
    for _ in range(n):
        iterate(games, i, tables, memory)


@kernel(void, MEMORY_ARRAY)
def clear_answer(memory):
    """Forget what was found out about the root's options."""
    s = search_of(memory)[0]
    for k in range(MAX_LEGAL):
        s["visits"][k] = 0
        s["total"][k] = 0.0
        s["wins"][k] = 0.0
        s["score"][k] = 0.0


@kernel(void, GAMES, i8, MEMORY_ARRAY)
def collect(games, i, memory):
    """Add the visits and rewards of the root's children to the answer."""
    s, nodes, g = search_of(memory)[0], nodes_of(memory), games[i]
    name_options(g, s)
    find_children(g, s, nodes, np.int64(ROOT))
    for k in range(np.int64(g["n_legal"])):
        child = np.int64(s["children"][k])
        if child != NONE:
            s["visits"][k] += nodes[child]["visits"]
            s["total"][k] += nodes[child]["total"]
            s["wins"][k] += nodes[child]["wins"]
            s["score"][k] += nodes[child]["score"]


@kernel(i8, GAMES, i8, TABLES_ARRAY, MEMORY_ARRAY)
def most_visited(games, i, tables, memory):
    """Return the option with the most visits, those counted in that the heuristic's word is worth."""
    s, m = search_of(memory)[0], memory[0]
    weigh_options(games[i], tables[0], m, s)
    best = np.int64(0)
    most = -1.0
    for k in range(np.int64(games[i]["n_legal"])):
        visits = s["visits"][k] + m["parameters"][P_START] * s["priors"][k]
        if visits > most:
            best = np.int64(k)
            most = visits
    return best


@kernel(i8, GAMES, i8, TABLES_ARRAY, MEMORY_ARRAY)
def search_tree(games, i, tables, memory):
    """Search by one tree or several and return the best option; a kept tree takes half of the simulations at least."""
    s, nodes, m = search_of(memory)[0], nodes_of(memory), memory[0]
    n = m["parameters"][P_SIMULATIONS]
    for _ in range(m["parameters"][P_ROOTS]):
        begin_tree(games, i, memory, new_seed(games[i]))
        kept = np.int64(nodes[ROOT]["visits"])
        grow(games, i, tables, memory, max(n - kept, (n + 1) // 2))
        collect(games, i, memory)
    s["decisions"] = games[i]["n_decisions"]
    s["game"][0] = games[i]["agent_key"][0]
    s["game"][1] = games[i]["agent_key"][1]
    m["new_game"] = 0
    best = most_visited(games, i, tables, memory)
    s["best_key"] = option_key(games[i], s, best)
    return best


__all__ = ["begin_tree", "clear_answer", "collect", "grow", "sample_world", "search_tree"]
