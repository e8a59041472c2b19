"""Agents by id: compiled policies of one declared signature, plain Python agents, and teams of both.

A compiled agent is one file:

    @agent("cautious")
    def choose(games, i, tables, memory):
        \"\"\"Takes the last legal action.\"\"\"
        g = games[i]
        return np.int64(g["legal"][g["n_legal"] - 1])

`memory` is the seat's own array of dtype MEMORY (`lotrsim.state`). Its first element has the settings, weights and scratch;
an agent that needs more room, a search for its tree, says how many elements it wants (`Agent.elements`) and lays them out as
it likes. What a policy answers may depend on the game, on its settings and on the agents' generator in the record
(`lotrsim.rng.agent_below`), and on what it left in its memory at earlier decisions of the same game, never of another one:
`new_game` is 1 when a game begins, and a policy that remembers takes it back. Then the same seed gives the same game for
any number of workers.

A plain Python agent is a function `choose(game) -> action`, or an object with such a method, where `game` is a
`lotrsim.Game`; it works everywhere a compiled one does, slower.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from numbers import Integral
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from lotrsim.errors import BadValue, UnknownName, shown
from lotrsim.ids import MAX_PLAYERS, NONE
from lotrsim.kernel import GAMES, MEMORY_ARRAY, TABLES_ARRAY, Compiled, i8, kernel
from lotrsim.state import MEMORY

if TYPE_CHECKING:
    import pandas as pd

COMPILED, PYTHON = "compiled", "python"
JOIN, SETTING = "+", ":"  # "mcts:200+heuristic": an agent a seat; the first one with a setting
PACKAGE = "lotrsim.agents"
MODULES = ("random", "heuristic", "search", "mix")  # of this package, imported when agents are asked for
MOST = 2**31 - 1  # the largest setting


@dataclass(frozen=True)
class Agent:
    """One player's way to decide."""

    id: str
    kind: str  # COMPILED or PYTHON
    choose: Callable[..., Any]  # a policy, or choose(game)
    description: str = ""
    settings: tuple[int, ...] = ()  # what the id says behind its colons: MEMORY's `parameters`
    elements: int = 1  # of MEMORY that it needs
    prepare: Callable[[np.ndarray], None] | None = None  # fills its elements, all 0, once
    seconds: float = 0.0  # time a decision, instead of a number of simulations: only for advice and play by hand
    read: str = ""  # a hash of what it has read from files, a model: other content is another agent


@dataclass(frozen=True)
class Team:
    """The agents of a table: one for every seat, or a single one that plays all of them."""

    id: str
    agents: tuple[Agent, ...]

    @property
    def compiled(self) -> bool:
        """Every agent is a compiled policy."""
        return all(agent.kind == COMPILED for agent in self.agents)

    @property
    def read(self) -> str:
        """A hash of what the agents have read from files; empty if they read none."""
        return hash_of(agent.read for agent in self.agents)

    def seat(self, player: int) -> Agent:
        """The agent that decides for a player."""
        return self.agents[player if len(self.agents) > 1 else 0]

    def check_seats(self, n_players: int) -> None:
        """Refuse a table of another size; one agent fits any."""
        if len(self.agents) not in (1, n_players):
            raise BadValue(f"{shown(self.id)} names {len(self.agents)} agents for {n_players} players")

    def policies(self) -> tuple[Any, ...]:
        """Four policies for the compiled loops, those of empty seats included."""
        return tuple(self.seat(min(p, len(self.agents) - 1)).choose for p in range(MAX_PLAYERS))

    def memory(self) -> np.ndarray:
        """New memory with the agents' settings: as many elements for every seat as the hungriest agent needs (see `own`)."""
        memory = np.zeros(MAX_PLAYERS * max(agent.elements for agent in self.agents), MEMORY)
        for p in range(MAX_PLAYERS):
            fill_memory(self.seat(min(p, len(self.agents) - 1)), own(memory, p))
        return memory


def hash_of(parts: Iterable[str]) -> str:
    """One hash of several, in their order; empty if all are."""
    parts = list(parts)
    return hashlib.sha256("+".join(parts).encode()).hexdigest()[:16] if any(parts) else ""


def own(memory: np.ndarray, seat: int) -> np.ndarray:
    """The part of a team's memory that is a seat's."""
    n = len(memory) // MAX_PLAYERS
    return memory[seat * n : (seat + 1) * n]


def fill_memory(agent: Agent, memory: np.ndarray) -> None:
    """Write an agent's settings into new memory of its own."""
    memory[0]["new_game"] = 1
    memory["parameters"][0, : len(agent.settings)] = agent.settings
    if agent.prepare is not None:
        agent.prepare(memory)


@dataclass(frozen=True)
class _Entry:
    """A registered agent: the settings its id may carry, name -> default (None: it must be given)."""

    name: str
    kind: str
    choose: Callable[..., Any]
    description: str
    settings: dict[str, int | None]
    module: str  # that defines it
    make: Callable[[str], Agent] | None = None  # reads ids of its own grammar
    form: str = ""  # of such ids: "mcts:N"


_entries: dict[str, _Entry] = {}
_by_policy: dict[int, str] = {}  # id() of a policy -> name
_loaded: set[str] = set()


def agent(
    name: str, *, settings: Mapping[str, int | None] | None = None, description: str | None = None
) -> Callable[[Callable[..., Any]], Any]:
    """Compile a function as a policy and register it by name; the same name again replaces it.

    `settings={"simulations": None}` lets an id carry numbers, "mcts:200", which the policy finds in
    `memory[0]["parameters"]`; one with a default may be left out. The description is the first line of the docstring.
    """

    def decorate(f: Callable[..., Any]) -> Any:
        policy = kernel(i8, GAMES, i8, TABLES_ARRAY, MEMORY_ARRAY)(f)
        _register(_Entry(name, COMPILED, policy, description or _first_line(f), dict(settings or {}), f.__module__))
        _by_policy[id(policy)] = name
        return policy

    return decorate


def register(name: str, choose: Any, *, description: str | None = None) -> None:
    """Make a plain Python agent known by a name: a function `choose(game)`, or an object with that method."""
    _register(_Entry(name, PYTHON, _chooser(choose), description or _first_line(choose), {}, ""))


def family(name: str, form: str, make: Callable[[str], Agent], description: str) -> None:
    """Make agents known whose ids have a grammar of their own behind the name and a colon: `make(id)` reads one.

    `form` shows it in lists: "mcts:N". An id cannot contain "+", which stands between seats.
    """
    _register(_Entry(name, COMPILED, make, description, {}, make.__module__, make, form))


def ids() -> list[str]:
    """The ids of all agents; N stands for a number that must be given."""
    return [
        entry.form or SETTING.join([entry.name, *("N" for default in entry.settings.values() if default is None)])
        for entry in _in_order()
    ]


def table() -> pd.DataFrame:
    """A row an agent."""
    import pandas as pd  # here, because it costs more than everything else in lotrsim's start

    rows = zip(ids(), _in_order(), strict=True)
    return pd.DataFrame({"id": id_, "kind": entry.kind, "description": entry.description} for id_, entry in rows)


def get(agents: Any, timed: bool = False) -> Team:
    """The agents that are meant: an id ("random", "mcts:200+heuristic"), a plain Python agent, or a list of such things.

    An agent with a time budget, "mcts:2s", is refused unless `timed`, for its games cannot be repeated.
    """
    team = agents if isinstance(agents, Team) else _team(agents)
    for one in team.agents:
        if one.seconds and not timed:
            why = "a time budget gives another game each time, so it is only for advice and for play by hand"
            raise BadValue(f"the agent {shown(one.id)}: {why}; give a number of simulations")
    return team


def _team(agents: Any) -> Team:
    """The agents of a table, from an id, a list, or one agent."""
    if isinstance(agents, str):
        parts = [part.strip() for part in agents.split(JOIN)]
    elif isinstance(agents, Iterable):
        parts = list(agents)
    else:
        parts = [agents]
    if not 1 <= len(parts) <= MAX_PLAYERS:
        raise BadValue(f"{len(parts)} agents: a table has 1 to {MAX_PLAYERS} seats")
    found = tuple(_agent(part) for part in parts)
    return Team(JOIN.join(one.id for one in found), found)


def answer(agent: Agent, games: np.ndarray, i: int, tables: np.ndarray, memory: np.ndarray) -> int:
    """The action that an agent chooses in game i; a plain Python agent gets a copy of the game to look at and try out."""
    if agent.kind == COMPILED:
        return int(agent.choose(games, i, tables, memory))
    from lotrsim.game import Game  # here, because compiled agents do without it

    chosen = agent.choose(Game(games[i : i + 1].copy(), log=False))
    chosen = getattr(chosen, "action", chosen)  # an Option will do
    return int(chosen) if isinstance(chosen, Integral) and not isinstance(chosen, bool) else NONE


def _agent(part: Any) -> Agent:
    """One agent from an id, an Agent, a policy, or a plain Python agent."""
    if isinstance(part, Agent):
        return part
    if isinstance(part, str):
        return _by_id(part)
    if id(part) in _by_policy and _entries[_by_policy[id(part)]].choose is part:
        return _by_id(_by_policy[id(part)])
    if isinstance(part, Compiled):
        return Agent(part.py_func.__name__, COMPILED, cast(Any, part), _first_line(part.py_func))
    choose = _chooser(part)
    return Agent(str(getattr(part, "id", "") or getattr(part, "__name__", type(part).__name__)), PYTHON, choose)


def _by_id(id_: str) -> Agent:
    """The agent that an id without "+" names."""
    _load()
    name, *words = id_.split(SETTING)
    if name not in _entries:
        raise UnknownName("agent", id_, ids())
    entry = _entries[name]
    if entry.make is not None:
        return entry.make(id_)
    if len(words) > len(entry.settings):
        raise BadValue(f"the agent {shown(id_)}: {name} takes {len(entry.settings)} numbers behind its name")
    settings: list[int] = []
    for k, (what, default) in enumerate(entry.settings.items()):
        if k < len(words):
            settings.append(number(id_, what, words[k]))
        elif default is not None:
            settings.append(default)
        else:
            raise BadValue(f"the agent {shown(id_)} needs its number of {what}, for example {name}{SETTING}100")
    return Agent(id_, entry.kind, entry.choose, entry.description, tuple(settings))


def number(id_: str, what: str, word: str, most: int = MOST) -> int:
    """A setting in an id: a whole number from 1."""
    found = int(word) if word.isascii() and word.isdigit() and len(word) < 12 else 0
    if not 1 <= found <= most:
        raise BadValue(f"the agent {shown(id_)}: {what} must be a whole number from 1 to {most}, not {shown(word)}")
    return found


def _chooser(part: Any) -> Callable[..., Any]:
    """What a plain Python agent is called with."""
    choose = getattr(part, "choose", None) or part
    if not callable(choose):
        raise BadValue(f"{shown(part)} is no agent: neither an id, nor a function choose(game), nor an object with one")
    return choose


def _first_line(thing: Any) -> str:
    return (getattr(thing, "__doc__", None) or "").strip().split("\n")[0]


def _register(entry: _Entry) -> None:
    if not entry.name or JOIN in entry.name or SETTING in entry.name or entry.name != "".join(entry.name.split()):
        raise BadValue(f"the agent id {shown(entry.name)} must be a word without spaces, {JOIN!r} and {SETTING!r}")
    _entries[entry.name] = entry


def _in_order() -> list[_Entry]:
    """All agents: the library's own in the order of MODULES, then the others as they came."""
    _load()
    own = [f"{PACKAGE}.{name}." for name in MODULES]
    places = {name: [f"{entry.module}.".startswith(module) for module in own] for name, entry in _entries.items()}
    return sorted(_entries.values(), key=lambda entry: [*places[entry.name], True].index(True))


def _load() -> None:
    """Import the library's own agents, once; a module that does not exist yet is left out."""
    for name in MODULES:
        module = f"{PACKAGE}.{name}"
        if name not in _loaded and importlib.util.find_spec(module) is not None:
            _loaded.add(name)
            importlib.import_module(module)


__all__ = [
    "Agent",
    "Team",
    "agent",
    "answer",
    "family",
    "fill_memory",
    "get",
    "ids",
    "number",
    "own",
    "register",
    "table",
]
