"""Ids of agents that search and of mixed agents: what they mean, what is refused in one line, how their memory is laid out."""

import numpy as np
import pytest

import lotrsim
from lotrsim import ids
from lotrsim.agents import base, mix, runner
from lotrsim.agents.search import layout
from lotrsim.agents.search.ids import MODELS, Settings
from lotrsim.agents.search.weights import MODEL
from lotrsim.errors import BadValue, UnknownName
from lotrsim.state import MEMORY
from lotrsim.testing import position

MIRKWOOD = "passage-through-mirkwood"


def settings(id_, seat=0, timed=False):
    """The settings that an id puts into the memory of a seat."""
    memory = base.own(base.get(id_, timed).memory(), seat)
    names = [name.upper() for name in vars(Settings()) if name not in MODELS]
    return {name: int(memory[0]["parameters"][getattr(layout, f"P_{name}")]) for name in names}


def test_the_agents_are_listed_with_words():
    table = base.table().set_index("id")
    listed = ["random", "heuristic", "flat-mc:N", "mcts:N", "mcts-random:N", "mcts-value:N", "mix:STAGE=AGENT,..."]
    assert [id_ for id_ in table.index if id_ in listed] == listed
    assert (table["description"].str.len() > 20).all()


@pytest.mark.parametrize(
    ("id_", "simulations", "roots", "method", "playout"),
    [
        ("flat-mc:7", 7, 1, layout.FLAT, 0),
        ("mcts:200", 200, 1, layout.TREE, 0),
        ("mcts:50@4", 50, 4, layout.TREE, 0),
        ("mcts-random:9", 9, 1, layout.TREE, 1),
        ("mcts-value:9@2", 9, 2, layout.TREE, 0),
    ],
)
def test_an_id_becomes_settings(id_, simulations, roots, method, playout):
    found = settings(id_)
    assert (found["SIMULATIONS"], found["ROOTS"], found["METHOD"], found["PLAYOUT"]) == (simulations, roots, method, playout)
    agent = base.get(id_).seat(0)
    assert agent.id == id_ and agent.kind == base.COMPILED and not agent.seconds


def test_every_seat_has_its_own_settings_and_room_enough():
    team = base.get("mcts:200+heuristic+flat-mc:30")
    memory = team.memory()
    assert len(memory) == 4 * team.seat(0).elements > 4
    assert [int(base.own(memory, p)[0]["parameters"][layout.P_SIMULATIONS]) for p in (0, 1, 2)] == [200, 0, 30]
    own = base.own(memory, 0)
    assert own["new_game"][0] == 1 and layout.search_of(own)[0]["model"][: len(MODEL)].tolist() == list(MODEL)
    assert len(layout.nodes_of(own)) >= 8 * 200
    assert len(layout.nodes_of(base.own(base.get("flat-mc:10000").memory(), 0))) < 1000  # no tree


def test_room_ends_where_memory_ends():
    """The record and the nodes lie behind the first element, one behind the other, within what there is."""
    memory = np.zeros(layout.elements_for(100), MEMORY)
    layout.search_of(memory)["seed"] = -1
    layout.nodes_of(memory)["key"] = -1
    assert len(layout.nodes_of(memory)) >= 100 and not memory[0].tobytes().strip(b"\0")
    assert layout.search_of(memory)[0]["seed"] == -1 and layout.search_of(memory)[0]["iterations"] == 0


WRONG = [
    ("mcts", "needs its number of simulations"),
    ("mcts:", "whole number"),
    ("mcts:0", "whole number from 1"),
    ("mcts:-5", "whole number"),
    ("mcts:many", "whole number"),
    ("mcts:1.5", "whole number"),
    ("mcts:9999999999", "whole number"),
    ("mcts:100@0", "roots must be a whole number from 1"),
    ("mcts:100@", "roots"),
    ("mcts:100@99", "to 64"),
    ("mcts:0s", "above 0"),
    ("mcts:99999s", "above 0"),
    ("flat-mc:100@2", "no roots"),
    ("flat-mc:2s", "no time budget"),
    ("mcts:2s", "time budget"),
    ("mcts-value", "needs its number of simulations"),
    ("mcts-value:0", "whole number from 1"),
    ("mcts-value:5s", "time budget"),
    ("heuristic+mcts:2s", "time budget"),
    ("mix:planning=mcts:2s", "time budget"),
    ("mix", "a mix is"),
    ("mix:", "a mix is"),
    ("mix:planning", "a mix is"),
    ("mix:planning=", "a mix is"),
    ("mix:planning=mcts:0", "whole number from 1"),
    ("mix:planning=mcts:20,planning=random", "twice"),
    ("mix:planning=mix:commit=random", "part of a mix"),
]


@pytest.mark.parametrize(("id_", "why"), WRONG)
def test_a_wrong_id_is_refused_in_one_line(id_, why):
    for use in (base.get, lambda id_: runner.play_many(1, MIRKWOOD, "core-lore", id_)):
        with pytest.raises(BadValue, match=why) as caught:
            use(id_)
        assert "\n" not in str(caught.value) and len(str(caught.value)) < 250


def test_unknown_stages_and_parts_are_named_with_what_is_near():
    with pytest.raises(UnknownName, match="stage of a mix.*'plannning'.*planning"):
        base.get("mix:plannning=random")
    with pytest.raises(UnknownName, match="heuristic"):
        base.get("mix:planning=heuristik")
    with pytest.raises(UnknownName, match="mcts"):
        base.get("mct:100")


def test_only_agents_of_the_library_are_parts():
    base.register("python-for-a-mix", lambda game: game.options[0])
    with pytest.raises(BadValue, match="cannot be part of a mix"):
        base.get("mix:planning=python-for-a-mix")


def test_time_is_for_those_who_ask_for_it():
    assert base.get("mcts:0.5s", timed=True).seat(0).seconds == 0.5
    team = base.get("mcts:2s", timed=True)
    with pytest.raises(BadValue, match="time budget"):
        base.get(team)  # a team that was made for advice does not slip into a run


def test_plus_stands_between_seats_and_commas_within_a_mix():
    team = base.get("mix:planning=mcts:20,commit=flat-mc:5+heuristic+mix:rest=random")
    assert [agent.id for agent in team.agents] == [
        "mix:planning=mcts:20,commit=flat-mc:5",
        "heuristic",
        "mix:rest=random",
    ]


def test_a_mix_shares_equal_parts_and_lays_the_others_out_side_by_side():
    agent = base.get("mix:planning=mcts:20,commit=mcts:20,attack=flat-mc:5").seat(0)
    memory = np.zeros(agent.elements, MEMORY)
    base.fill_memory(agent, memory)
    begins = memory["parameters"][0, : len(mix.STAGES)].tolist()
    assert begins[mix.PLANNING] == begins[mix.COMMIT] != begins[mix.ATTACK] and begins[mix.TRAVEL] == begins[mix.MULLIGAN]
    parts = {begin: int(memory["parameters"][begin, mix.P_LENGTH]) for begin in begins}
    assert sorted(parts)[0] == 1 and agent.elements == 1 + sum(parts.values())
    for begin, length in parts.items():
        assert begin + length in (*parts, agent.elements)
    assert memory["parameters"][begins[mix.ATTACK], layout.P_SIMULATIONS] == 5
    assert memory["parameters"][begins[mix.TRAVEL], mix.P_KIND] == mix.BY_HEURISTIC


STAGES = [
    ({"phase": "planning", "hand": [["Guard of the Citadel"]], "resources": {"Aragorn": 5}}, "planning"),
    ({"phase": "commit"}, "commit"),
    ({"phase": "travel", "staging": ["Old Forest Road", "Forest Gate"]}, "travel"),
    ({"phase": "encounter", "staging": ["Forest Spider", "Dol Guldur Orcs"]}, "engagement"),
    ({"phase": "attacks", "engaged": [["Forest Spider"]], "shadows": {"Forest Spider": ["Enchanted Stream"]}}, "defence"),
    ({"phase": "player-attacks", "engaged": [["Forest Spider"]]}, "attack"),
    ({"phase": "setup", "hand": [["Guard of the Citadel"]], "deck": [["Guard of the Citadel"] * 9]}, "mulligan"),
]


@pytest.mark.parametrize(("layout_", "stage"), STAGES)
def test_a_decision_belongs_to_its_stage(layout_, stage):
    game = position(MIRKWOOD, heroes=[["Aragorn", "Théodred"]], encounter_deck=["East Bight Patrol"] * 4, **layout_)
    assert not game.over and mix.STAGES[mix.stage_of(game.state)] == stage


def test_each_stage_asks_its_own_part():
    """A mix of one agent everywhere plays as that agent; with other parts it does not."""
    games = [runner.new_games(3, MIRKWOOD, "core-leadership", seed=3) for _ in range(3)]
    for agent, each in zip(("heuristic", "mix:travel=heuristic", "mix:planning=random"), games, strict=True):
        lotrsim.play(each, agent=agent)
    decisions = [each["n_decisions"].tolist() for each in games]
    assert decisions[0] == decisions[1] != decisions[2]
    assert (games[0]["outcome"] != ids.PLAYING).all()
