"""The ids of searching agents, and what they set.

flat-mc:N           N playouts a decision
mcts:N              N simulations a decision
mcts:N@R            R trees of N simulations each, whose visits are added
mcts:Ts             T seconds a decision ("2s", "0.5s"): only for advice and play by hand
mcts-random:N       the same with playouts by chance
mcts-value:N        the same without playouts: a new node is judged at once by the learned evaluation
...?model=FILE      behind any of them: judges by a model that `train.py` made
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from lotrsim.agents import search
from lotrsim.agents.base import COMPILED, SETTING, Agent, family, hash_of, number
from lotrsim.agents.search import layout
from lotrsim.agents.search.guldur_weights import GULDUR_MODEL
from lotrsim.agents.search.layout import AT_ONCE, FLAT, MOST_ROOTS, MOST_SIMULATIONS, TREE, elements_for
from lotrsim.agents.search.models import load_model
from lotrsim.agents.search.parts import BY_CHANCE, BY_HEURISTIC
from lotrsim.agents.search.value_weights import VALUE_MODEL
from lotrsim.agents.search.weights import MODEL
from lotrsim.errors import BadValue, shown
from lotrsim.ids import MAX_LEGAL

ROOTS, OPTION = "@", "?model="
MODELS = ("model", "guldur_model")  # the settings that are learned evaluations
OWN = tuple(map(id, (MODEL, GULDUR_MODEL, VALUE_MODEL)))  # those of the library
NODES_A_SIMULATION = 8  # room for nodes: most positions have fewer options
MOST_NODES = 2_000_000  # a tree that is full goes on without new nodes
LONGEST = 3600.0  # seconds
TIME = re.compile(r"(\d{1,6}(?:\.\d{1,6})?)s")


@dataclass(frozen=True)
class Settings:
    """What a searching agent does; the numbers were found on training seeds."""

    method: int = TREE
    simulations: int = 0
    roots: int = 1
    playout: int = BY_HEURISTIC
    noise: int = 10
    horizon: int = 1
    explore: int = 50
    prior: int = 2000
    warmth: int = 10
    trust: int = 1667
    start: int = 5
    model: tuple[float, ...] = MODEL
    guldur_model: tuple[float, ...] = GULDUR_MODEL  # alone in Escape from Dol Guldur

    def fill(self, memory: np.ndarray) -> None:
        """Write the settings to their places in MEMORY's `parameters`, the models into the search's record."""
        own = layout.search_of(memory)[0]
        for name, value in vars(self).items():
            if name in MODELS:
                own[name][: len(value)] = value
            else:
                memory[0]["parameters"][getattr(layout, f"P_{name.upper()}")] = value


def searcher(id_: str, description: str, settings: Settings, seconds: float = 0.0) -> Agent:
    """An agent that searches by settings of one's own."""
    nodes = 0 if settings.method == FLAT else min(settings.simulations * NODES_A_SIMULATION + 4 * MAX_LEGAL, MOST_NODES)
    elements = elements_for(nodes)
    models = [getattr(settings, name) for name in MODELS]
    read = "" if all(id(model) in OWN for model in models) else hash_of(dict.fromkeys(map(str, models)))
    return Agent(id_, COMPILED, search.choose, description, (), elements, settings.fill, seconds, read)


def _family(name: str, description: str, usual: Settings) -> None:
    """Register "name:N", for trees "name:N@R" and "name:Ts", and all of them with "?model=FILE"."""

    def make(id_: str) -> Agent:
        _, colon, words = id_.partition(SETTING)
        if not colon:
            raise BadValue(f"the agent {shown(id_)} needs its number of simulations, for example {name}{SETTING}100")
        words, option, path = words.partition(OPTION)
        budget, at, roots = words.partition(ROOTS)
        if at and usual.method == FLAT:
            raise BadValue(f"the agent {shown(id_)}: {name} has no roots; say {name}{SETTING}N")
        if usual.method == FLAT and TIME.fullmatch(budget):
            raise BadValue(f"the agent {shown(id_)}: {name} has no time budget, only mcts has; say {name}{SETTING}N")
        given: dict[str, Any] = {"roots": number(id_, "roots", roots, MOST_ROOTS)} if at else {}
        seconds = _seconds(id_, budget)
        given["simulations"] = MOST_SIMULATIONS if seconds else number(id_, "simulations", budget, MOST_SIMULATIONS)
        if option:
            given |= dict.fromkeys(MODELS, load_model(path))
        return searcher(id_, description, Settings(**{**vars(usual), **given}), seconds)

    family(name, f"{name}{SETTING}N", make, description)


def _seconds(id_: str, budget: str) -> float:
    """A time budget in seconds; 0 where it is none."""
    found = TIME.fullmatch(budget)
    if found is None:
        return 0.0
    seconds = float(found[1])
    if not 0 < seconds <= LONGEST:
        raise BadValue(f"the agent {shown(id_)}: seconds must be above 0 and at most {LONGEST:.0f}, not {shown(budget)}")
    return seconds


_family("flat-mc", "N playouts of the heuristic over the options of a decision, by sequential halving", Settings(method=FLAT))
_family(
    "mcts", "Tree search of N simulations over worlds that the team cannot tell apart, with the heuristic's playouts", Settings()
)
_family("mcts-random", "The same with playouts by chance", Settings(playout=BY_CHANCE))
_family(
    "mcts-value",
    "The same without playouts: what a position is worth says the learned evaluation",
    Settings(horizon=AT_ONCE, model=VALUE_MODEL, guldur_model=VALUE_MODEL),
)
