"""Who decides in compared games: compiled policies that read the compiled engine's record, and blends of them with chance.

    random      any legal action
    eager       any legal action, but passes only once in four times where something else can be done: many cards are played
    heuristic   the heuristic agent
    wavering    the heuristic agent, and once in four times any legal action: late stages in many ways
"""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import numpy as np

from lotrsim.agents import base
from lotrsim.ids import PASS
from tests.comparison.engine import Compiled
from tests.comparison.setups import AGENTS, Setup

WAVERS = EAGER_PASSES = 0.25


@cache
def heuristic() -> tuple[Any, np.ndarray]:
    """The heuristic's policy and a memory for it."""
    team = base.get("heuristic")
    return team.agents[0].choose, team.memory()


class Seats:
    """Answers the decisions of one game. What it answers depends on the setup and on the states alone."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.draw = random.Random(f"agents {setup.seed} {setup.index}")

    def answer(self, game: Compiled) -> int:
        """One of the legal actions of the pending decision."""
        name, legal = self.setup.agent(int(game.games[0]["decider"])), game.legal
        if name == "heuristic" or (name == "wavering" and self.draw.random() >= WAVERS):
            policy, memory = heuristic()
            return int(policy(game.games, 0, game.tables, memory[:1]))
        if name == "eager" and PASS in legal and self.draw.random() >= EAGER_PASSES:
            legal = [action for action in legal if action != PASS]
        return self.draw.choice(legal)


assert set(AGENTS) == {"random", "eager", "heuristic", "wavering"}
