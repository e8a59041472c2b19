"""The search: its trees add up, it finds moves that are known to be right, and it depends on nothing that it may not know."""

import numpy as np
import pytest

import lotrsim
from lotrsim import ids
from lotrsim.agents import base, runner
from lotrsim.agents import search as searching
from lotrsim.agents.search import flat, layout, tree
from lotrsim.agents.search.evaluation import N_FEATURES, chance, measure
from lotrsim.agents.search.guldur_weights import GULDUR_MODEL
from lotrsim.agents.search.ids import Settings, searcher
from lotrsim.agents.search.value_weights import VALUE_MODEL
from lotrsim.agents.search.weights import MODEL
from lotrsim.checks import state_hash
from lotrsim.kernel import DISABLED
from lotrsim.start import tables
from lotrsim.testing import offered, position, word_of

MIRKWOOD = "passage-through-mirkwood"
N = 12 if DISABLED else 200  # simulations
SEARCHERS = [f"mcts:{N}", f"flat-mc:{N}", f"mcts-random:{N}", f"mcts:{N // 2}@2", f"mcts-value:{N}"]


def memory_of(id_):
    """New memory of one seat."""
    return base.own(base.get(id_).memory(), 0)


def middle(k, seed=4, decks="core-leadership"):
    """A game after k decisions of the heuristic."""
    games, team = runner.new_games(1, MIRKWOOD, decks, seed), base.get("heuristic")
    memory = team.memory()
    for _ in range(k):
        seat = int(games[0]["decider"])
        lotrsim.step(games, np.array([base.answer(team.seat(seat), games, 0, tables(), base.own(memory, seat))]))
    return games


def answered(agent, games, memory=None):
    """What an agent answers, by its name where it is a card."""
    seat = base.get(agent).seat(0)
    return base.answer(seat, games, 0, tables(), memory_of(agent) if memory is None else memory)


# ---------------------------------------------------------------- the tree adds up


def grown(games, n=N, id_=None):
    """The memory of a search of n iterations."""
    memory = memory_of(id_ or f"mcts:{n}")
    tree.begin_tree(games, 0, memory, 11)
    tree.grow(games, 0, tables(), memory, n)
    return memory


def children_of(nodes, node):
    """The numbers of a node's children."""
    found, child = [], int(nodes[node]["first"])
    while child != ids.NONE:
        found.append(child)
        child = int(nodes[child]["next"])
    return found


@pytest.mark.parametrize("decisions", (0, 3, 9, 20))
def test_visits_and_rewards_add_up(decisions):
    memory = grown(middle(decisions))
    s, nodes = layout.search_of(memory)[0], layout.nodes_of(memory)
    used = nodes[: int(s["n_nodes"])]
    assert used[tree.ROOT]["visits"] == N == s["iterations"]
    reached = {tree.ROOT}
    for node in range(len(used)):
        children = children_of(used, node)
        assert node in reached and all(child > node and used[child]["parent"] == node for child in children)
        reached.update(children)
        below = used[children]
        ended = int(used[node]["visits"] - below["visits"].sum())  # iterations that ended here
        assert ended == 0 if node == tree.ROOT else ended >= (used[node]["visits"] > 0)
        assert (below["visits"] <= below["available"]).all() and (below["available"] <= used[node]["visits"]).all()
        assert len(set(below["key"].tolist())) == len(below)
        assert 0 <= used[node]["total"] <= used[node]["visits"] and used[node]["wins"] <= used[node]["visits"] + 1e-9
        assert below["total"].sum() <= used[node]["total"] + 1e-9
    assert reached == set(range(len(used)))


def test_a_tree_without_room_goes_on_without_new_nodes():
    games = middle(5)
    memory = grown(games, N, "mcts:1")
    small = memory[: layout.elements_for(0) + 1]
    room = len(layout.nodes_of(small))
    tree.begin_tree(games, 0, small, 11)
    tree.grow(games, 0, tables(), small, 20 * N if not DISABLED else N)
    assert layout.search_of(small)[0]["n_nodes"] <= room
    assert layout.nodes_of(small)[tree.ROOT]["visits"] >= N


def test_too_little_memory_gives_no_answer():
    games = middle(2)
    before = state_hash(games)
    assert searching.choose(games, 0, tables(), memory_of("mcts:20")[:1]) == ids.NONE
    assert state_hash(games) == before


def paths(nodes, n):
    """Keys from the root -> what the node holds."""
    found = {}
    for node in range(n):
        parent = int(nodes[node]["parent"])
        above = () if node == 0 else next(path for path, number in found.items() if number == parent)
        found[(*above, int(nodes[node]["key"]))] = node
    return {path[1:]: tuple(nodes[k][["visits", "available", "total", "prior"]].tolist()) for path, k in found.items()}


def test_the_branch_that_is_kept_is_kept_whole():
    memory = grown(middle(3))
    s, nodes = layout.search_of(memory)[0], layout.nodes_of(memory)
    before = paths(nodes, int(s["n_nodes"]))
    top = max(children_of(nodes, tree.ROOT), key=lambda child: int(nodes[child]["visits"]))
    s["best_key"] = nodes[top]["key"]
    assert tree.keep_branch(layout.search_of(memory)[0], nodes)
    first = int(s["best_key"])
    expected = {path[1:]: held for path, held in before.items() if path[:1] == (first,)}
    after = paths(nodes, int(s["n_nodes"]))
    assert after == expected and len(after) > 1
    s["best_key"] = -7
    assert not tree.keep_branch(layout.search_of(memory)[0], nodes)


def test_a_tree_is_kept_only_where_nothing_was_revealed_and_never_for_another_game():
    """Each kept tree is that of the decision before, in this game, with the same unknown cards."""
    agent, memory = f"mcts:{N}", memory_of(f"mcts:{N}")
    games, kept, begun = middle(0), 0, 0
    for _ in range(6 if DISABLED else 60):
        if games[0]["outcome"] != ids.PLAYING:
            break
        follows = bool(tree.is_next(games[0], memory[0], layout.search_of(memory)[0]))
        hidden = [c for c in range(int(games[0]["n_cards"])) if tree.is_unknown(games[0], c, 1)]
        known_then = layout.search_of(memory)[0]["hidden"].nonzero()[0].tolist()
        assert follows == (begun > 0 and hidden == known_then)
        action = answered(agent, games, memory)
        visits = int(layout.nodes_of(memory)[tree.ROOT]["visits"])
        assert visits >= N
        kept, begun = kept + follows, begun + 1
        other = runner.new_games(1, MIRKWOOD, "core-leadership", 99)
        other["n_decisions"] = games["n_decisions"] + 1
        assert not tree.is_next(other[0], memory[0], layout.search_of(memory)[0])
        lotrsim.step(games, np.array([action]))
    assert 0 < kept < begun
    memory["new_game"] = 1
    assert not tree.is_next(games[0], memory[0], layout.search_of(memory)[0])


# ---------------------------------------------------------------- flat Monte Carlo


@pytest.mark.parametrize("budget", (1, 2, 3, 5, 8, 13, 40))
def test_sequential_halving_keeps_its_budget(budget):
    games = position(MIRKWOOD, heroes=[["Aragorn", "Théodred", "Glóin"]], in_play=[["Faramir", "Gandalf"]], phase="attacks",
        engaged=[["Forest Spider"]], shadows={"Forest Spider": ["Enchanted Stream"]}, encounter_deck=["Forest Spider"] * 5,
    ).games  # fmt: skip
    while games[0]["n_legal"] < 5:
        lotrsim.step(games, np.array([int(games[0]["legal"][0])]))
    n, memory = int(games[0]["n_legal"]), memory_of(f"flat-mc:{budget}")
    best = flat.search_flat(games, 0, tables(), memory)
    visits = layout.search_of(memory)[0]["visits"][:n]
    likes = layout.search_of(memory)[0]["priors"][:n]
    if budget == 1:  # nothing to compare
        assert visits.sum() == 0 and likes[best] == likes.max()
        return
    assert budget - n < visits.sum() <= budget and visits[best] == visits.max()
    assert (visits > 0).sum() == min(n, budget)
    if budget < n:  # only those that the heuristic likes best
        assert likes[visits > 0].min() >= likes[visits == 0].max()


def test_halvings():
    assert [int(flat.halvings(n)) for n in (1, 2, 3, 4, 5, 8, 9, 336)] == [0, 1, 2, 2, 3, 3, 4, 9]


# ---------------------------------------------------------------- moves that are known to be right


def lethal():
    """Who defends decides the game: the last hero would fall, the ally would not."""
    game = position(MIRKWOOD, heroes=[["Éowyn"]], in_play=[["Guard of the Citadel"]], damage={"Éowyn": 2}, phase="attacks",
        engaged=[["Forest Spider"]], shadows={"Forest Spider": ["Enchanted Stream"]}, encounter_deck=["Forest Spider"] * 6,
    )  # fmt: skip
    assert offered(game) == ["Éowyn", "Guard of the Citadel", "pass"]
    return game, {"Guard of the Citadel"}


def winning():
    """One point of progress wins, and nobody on the quest cannot make it."""
    game = position(
        MIRKWOOD, heroes=[["Aragorn"]], threat=[48], phase="commit", stage=122, encounter_deck=["Enchanted Stream"] * 4
    )
    game.state["quest_progress"] = 9
    return game, {"Aragorn"}


@pytest.mark.parametrize("agent", SEARCHERS)
@pytest.mark.parametrize("known", (lethal, winning))
def test_a_move_that_decides_the_game_is_found(known, agent):
    game, right = known()
    for count in range(3 if DISABLED else 12):
        game.state["agent_count"] = count
        action = answered(agent, game.games)
        assert word_of(game.state, action) in right


# ---------------------------------------------------------------- what it may depend on


@pytest.mark.skipif(DISABLED, reason="many games; the contract's tests play few without compiled code")
@pytest.mark.parametrize("agent", ("mcts:50", "flat-mc:40", "mix:planning=mcts:6"))
def test_games_are_the_same_for_any_workers_and_any_order(agent):
    """Also with trees that are kept: what a worker played before does not count."""
    games = runner.new_games(6, MIRKWOOD, "core-leadership", seed=8)
    turned = games[::-1].copy()
    lotrsim.play(games, agent=agent)
    lotrsim.play(turned, agent=agent)
    assert [state_hash(games, i) for i in range(6)] == [state_hash(turned, 5 - i) for i in range(6)]
    if agent.startswith("mix"):  # enough games for two workers
        n = 2 * runner.CHUNK
        one, two = (runner.play_many(n, MIRKWOOD, "core-leadership", agent, seed=8, workers=w) for w in (1, 2))
        assert one.tobytes() == two.tobytes()


@pytest.mark.parametrize("agent", SEARCHERS)
def test_hidden_faces_and_the_future_change_no_search(agent):
    """Not even the counts: the whole answer is the same when all that is unknown is dealt anew."""
    for decisions in (0, 4) if DISABLED else (0, 2, 4, 8, 16, 32, 48):
        games = middle(decisions)
        found = []
        for k in range(3):
            world = lotrsim.determinize(games, 70 + k) if k else games.copy()
            world["agent_key"], world["agent_count"] = games["agent_key"], games["agent_count"]
            memory = memory_of(agent)
            action = answered(agent, world, memory)
            s = layout.search_of(memory)[0]
            n = int(games[0]["n_legal"])
            found.append((action, s["visits"][:n].tolist(), s["total"][:n].tolist(), world["agent_count"].tolist()))
        assert found[0] == found[1] == found[2]


def test_the_same_seed_searches_the_same_and_another_one_does_not():
    games = middle(6)
    counts = []
    for count in (0, 0, 1):
        games[0]["agent_count"] = count
        memory = memory_of(f"mcts:{N}")
        answered(f"mcts:{N}", games, memory)
        counts.append(layout.nodes_of(memory)[: int(layout.search_of(memory)[0]["n_nodes"])].tobytes())
    assert counts[0] == counts[1] != counts[2]


def test_roots_are_added():
    games = middle(6)
    memory = memory_of(f"mcts:{N}@3")
    answered(f"mcts:{N}@3", games, memory)
    assert layout.search_of(memory)[0]["visits"].sum() == 3 * N


def test_a_search_leaves_the_game_as_it_is_but_for_its_own_generator():
    games = middle(6)
    before = games.copy()
    answered(f"mcts:{N}", games)
    assert games[0]["agent_count"] == before[0]["agent_count"] + 2
    games["agent_count"] = before["agent_count"]
    assert state_hash(games) == state_hash(before)


# ---------------------------------------------------------------- parts


def test_long_sets_of_cards_are_searched_card_by_card():
    """Twelve characters may commit: each answer is one card, in ascending order, or the end."""
    allies = ["Faramir", "Gandalf", "Guard of the Citadel", "Son of Arnor", "Silverlode Archer", "Snowbourn Scout"]
    game = position(MIRKWOOD, heroes=[["Aragorn", "Théodred", "Glóin"]], in_play=[[*allies, "Longbeard Orc Slayer"]],
        staging=["Forest Gate"], encounter_deck=["Forest Spider"] * 8, phase="commit",
    )  # fmt: skip
    memory, last = memory_of(f"mcts:{N}"), -1
    while game.state["decision"] == ids.D_COMMIT and game.state["phase"] == ids.QUEST_PHASE:
        action = answered(f"mcts:{N}", game.games, memory)
        game.choose(action)
        if action == ids.PASS:
            break
        assert last < action < ids.MAX_CARDS
        last = action
    assert last >= 0


def test_playouts_stop_at_their_horizon_and_not_before():
    from lotrsim.agents.search.parts import play_on

    for horizon in (0, 1, 2):
        games = middle(8)
        rounds = int(games[0]["round_no"])
        agent = searcher("for-a-test", "", Settings(simulations=5, horizon=horizon))
        memory = np.zeros(agent.elements, base.get("mcts:5").memory().dtype)
        base.fill_memory(agent, memory)
        play_on(games, tables(), memory)
        over = games[0]["outcome"] != ids.PLAYING
        assert over if horizon == 0 else over or games[0]["round_no"] == rounds + horizon


CHANGES = {
    "fresh": {},
    "wounded": {"damage": {"Aragorn": 4, "Théodred": 3}},
    "late": {"threat": [48]},
    "nearly there": {"stage": 122},
}


@pytest.mark.parametrize("model", (MODEL, VALUE_MODEL), ids=("rounds", "any position"))
def test_positions_are_judged_by_what_they_are(model):
    judged = {}
    for name, change in CHANGES.items():
        game = position(MIRKWOOD, heroes=[["Aragorn", "Théodred"]], encounter_deck=["Forest Spider"] * 5, phase="planning",
            hand=[["Guard of the Citadel"]], resources={"Aragorn": 3}, **change,
        )  # fmt: skip
        features = np.zeros(N_FEATURES)
        measure(game.state, tables()[0], features)
        judged[name] = float(chance(np.array(model), features))
    assert all(0 <= value <= 1 for value in judged.values())
    assert max(judged["wounded"], judged["late"]) < judged["fresh"] < judged["nearly there"]


def test_a_model_without_hidden_units_is_a_logistic_regression():
    features = np.zeros(N_FEATURES)
    features[:3] = 1, 2, 3
    row = np.zeros(N_FEATURES)
    row[:3] = 0.5, -1, 0.25
    model = np.concatenate([[0, 0.1, 1], row])
    assert chance(model, features) == pytest.approx(1 / (1 + np.exp(-(0.1 + 0.5 - 2 + 0.75))))
    network = np.concatenate([[2, 0.1], [2], row, [5], -row])  # units: -0.75 -> 0, 0.75
    assert chance(network, features) == pytest.approx(1 / (1 + np.exp(-(0.1 + 5 * 0.75))))
    for each in (MODEL, VALUE_MODEL, GULDUR_MODEL):
        assert len(each) == 2 + int(each[0]) * (N_FEATURES + 1) <= layout.MAX_MODEL
