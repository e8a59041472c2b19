"""Mixed agents: another one for each stage of the round, "mix:planning=mcts:200,commit=heuristic".

    mulligan     the opening hand
    planning     everything that is decided in the planning phase
    commit       who goes on the quest
    travel       where to
    engagement   whom to engage, and the order of engagement checks
    defence      which enemy attacks next, who defends, who takes the damage
    attack       which enemy is attacked, and by whom
    abilities    windows outside the planning phase, responses, targets, modes, payment and everything else

What is not named is decided by the heuristic, or by `rest=AGENT`. Parts are agents of this library without a mix. A mix is
one seat's: "+" stands between seats, as everywhere ("mix:commit=mcts:50+heuristic").

A mix's memory is its own element, then that of each of its parts; a stage's parameter says where its part begins.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from lotrsim.agents.base import COMPILED, SETTING, Agent, family, fill_memory, get, hash_of
from lotrsim.agents.heuristic import choose as choose_by_rules
from lotrsim.agents.random import choose as choose_by_chance
from lotrsim.agents.search import choose as choose_by_search
from lotrsim.errors import BadValue, UnknownName, shown
from lotrsim.ids import (
    D_ATTACKERS,
    D_CHECK,
    D_COMMIT,
    D_ENEMY_ATTACK,
    D_ENGAGE,
    D_MULLIGAN,
    D_STRIKE_TARGET,
    D_TRAVEL,
    D_UNDEFENDED_HERO,
    PLANNING_PHASE,
)
from lotrsim.kernel import GAMES, MEMORY_ARRAY, TABLES_ARRAY, G, i8, kernel

STAGES = ("mulligan", "planning", "commit", "travel", "engagement", "defence", "attack", "abilities")
MULLIGAN, PLANNING, COMMIT, TRAVEL, ENGAGEMENT, DEFENCE, ATTACK, ABILITIES = range(8)
REST, NAME = "rest", "mix"
P_PART = 0  # + stage: where in the memory the part of a stage begins
P_KIND, P_LENGTH = 14, 15  # in a part's own parameters: which policy it is, and how many elements it has
BY_HEURISTIC, BY_CHANCE, BY_SEARCH = range(3)
POLICIES = {id(choose_by_rules): BY_HEURISTIC, id(choose_by_chance): BY_CHANCE, id(choose_by_search): BY_SEARCH}


@kernel(i8, G)
def stage_of(g):
    """Return the stage that the pending decision belongs to."""
    decision = np.int64(g["decision"])
    if decision == D_MULLIGAN:
        return np.int64(MULLIGAN)
    if decision == D_COMMIT:
        return np.int64(COMMIT)
    if decision == D_TRAVEL:
        return np.int64(TRAVEL)
    if decision == D_ENGAGE or decision == D_CHECK:
        return np.int64(ENGAGEMENT)
    if D_ENEMY_ATTACK <= decision <= D_UNDEFENDED_HERO:
        return np.int64(DEFENCE)
    if D_STRIKE_TARGET <= decision <= D_ATTACKERS:
        return np.int64(ATTACK)
    return np.int64(PLANNING if g["phase"] == PLANNING_PHASE else ABILITIES)


@kernel(i8, GAMES, i8, TABLES_ARRAY, MEMORY_ARRAY)
def choose(games, i, tables, memory):
    """Let the part of this stage decide."""
    begins = memory[0]["parameters"]
    if memory[0]["new_game"]:
        for stage in range(len(STAGES)):
            memory[begins[P_PART + stage]]["new_game"] = 1
        memory[0]["new_game"] = 0
    begin = begins[P_PART + stage_of(games[i])]
    kind = memory[begin]["parameters"][P_KIND]
    part = memory[begin : begin + memory[begin]["parameters"][P_LENGTH]]
    if kind == BY_HEURISTIC:
        return choose_by_rules(games, i, tables, part)
    if kind == BY_CHANCE:
        return choose_by_chance(games, i, tables, part)
    return choose_by_search(games, i, tables, part)


def _fill(parts: dict[str, Agent], stages: tuple[str, ...], memory: np.ndarray) -> None:
    """Lay the parts out behind the mix's own element; `stages` has each stage's part, by id."""
    begin, places = 1, {}
    for id_, part in parts.items():
        own = memory[begin : begin + part.elements]
        fill_memory(part, own)
        own["parameters"][0, P_KIND] = POLICIES[id(part.choose)]
        own["parameters"][0, P_LENGTH] = part.elements
        places[id_] = begin
        begin += part.elements
    for stage, id_ in enumerate(stages):
        memory["parameters"][0, P_PART + stage] = places[id_]


def _read(id_: str) -> dict[str, str]:
    """The agents' ids that a mix names, by stage."""
    _, _, words = id_.partition(SETTING)
    named: dict[str, str] = {}
    for word in words.split(","):
        stage, equals, agent = (each.strip() for each in word.partition("="))
        if not equals or not agent:
            raise BadValue(f"the agent {shown(id_)}: a mix is {NAME}{SETTING}STAGE=AGENT,..., not {shown(word)}")
        if stage not in (*STAGES, REST):
            raise UnknownName("stage of a mix", stage, (*STAGES, REST))
        if stage in named:
            raise BadValue(f"the agent {shown(id_)} names the stage {stage} twice")
        named[stage] = agent
    return named


def _part(id_: str, part_id: str) -> Agent:
    """One part of a mix."""
    if part_id.partition(SETTING)[0] == NAME:
        raise BadValue(f"the agent {shown(id_)}: a mix cannot be part of a mix")
    part = get(part_id, timed=True).seat(0)
    if id(part.choose) not in POLICIES:
        raise BadValue(f"the agent {shown(id_)}: {shown(part_id)} cannot be part of a mix, only agents of the library can")
    return part


def make(id_: str) -> Agent:
    """Read the id of a mix."""
    named = _read(id_)
    stages = tuple(named.get(stage, named.get(REST, "heuristic")) for stage in STAGES)
    parts = {part_id: _part(id_, part_id) for part_id in dict.fromkeys(stages)}
    elements = 1 + sum(part.elements for part in parts.values())
    seconds, read = max(part.seconds for part in parts.values()), hash_of(part.read for part in parts.values())
    return Agent(id_, COMPILED, choose, DESCRIPTION, (), elements, partial(_fill, parts, stages), seconds, read)


DESCRIPTION = f"Another agent for each stage: {', '.join(STAGES)}; {REST} for what is not named"
family(NAME, f"{NAME}{SETTING}STAGE=AGENT,...", make, DESCRIPTION)

__all__ = ["STAGES", "choose", "make", "stage_of"]
