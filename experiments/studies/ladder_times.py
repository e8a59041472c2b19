"""What a decision costs: CPU time of each agent on a few games of each scenario, measured beside the results of the ladder."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lotrsim.experiments.runner import simulations

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = ("scenario", "decks", "agent", "difficulty", "games", "decisions", "mean_ms", "slowest_ms")
GAMES = {1000: 1, 100: 2, 0: 5}  # simulations from -> games that are timed


def now() -> float:
    """Seconds of a clock that is never set back."""
    return time.monotonic()


def measured(cells: pd.DataFrame, path: Path, seed: int) -> pd.DataFrame:
    """The times that a file has, and those that it lacks: one row for each agent and scenario of the cells, the file is kept.

    Where an agent played several tables of a scenario, the one that is shown counts, else the first.
    """
    import pandas as pd

    from lotrsim.experiments.studies.agent_ladder import SHOWN
    from lotrsim.experiments.studies.commands import write_csv

    rows = pd.read_csv(path).to_dict("records") if path.exists() else []
    done = {(row["scenario"], row["agent"]) for row in rows}
    for (scenario, agent), found in cells.groupby(["scenario", "agent"], sort=False):
        if (scenario, agent) not in done:
            tables = list(zip(found["decks"], found["difficulty"], strict=True))
            deck, level = SHOWN[scenario] if SHOWN.get(scenario) in tables else tables[0]
            rows.append(time_of(scenario, deck, agent, level, seed))
            write_csv(pd.DataFrame(rows, columns=COLUMNS), path)
    return pd.DataFrame(rows, columns=COLUMNS)


def time_of(scenario: str, deck: str, agent: str, difficulty: str, seed: int) -> dict[str, Any]:
    """CPU time of an agent's decisions, in ms, on the first games of a seed; what the engine does between them does not count.

    The call from Python counts, some microseconds; the first game that is played, compiling and loading, does not.
    """
    from lotrsim.agents import base, runner
    from lotrsim.experiments.studies.agent_ladder import deck_named
    from lotrsim.ids import PLAYING
    from lotrsim.rules.flow import apply
    from lotrsim.start import tables as made_tables

    cards = deck_named(deck)
    runner.play_many(1, scenario, cards, "heuristic", seed, difficulty)
    team, made = base.get(agent), made_tables()
    memory, spent = team.memory(), []
    n = next(games for least, games in GAMES.items() if simulations(agent) >= least)
    games = runner.new_games(n, scenario, cards, seed, difficulty)
    base.answer(team.seat(0), games.copy(), 0, made, base.own(memory, 0))  # loads what it needs
    for i in range(n):
        runner.begin_game(memory)
        while games[i]["outcome"] == PLAYING:
            seat = int(games[i]["decider"])
            start = time.thread_time()
            action = base.answer(team.seat(seat), games, i, made, base.own(memory, seat))
            spent.append(time.thread_time() - start)
            apply(games, i, made, action)
    row = {"games": n, "decisions": len(spent), "mean_ms": 1000 * sum(spent) / len(spent), "slowest_ms": 1000 * max(spent)}
    return {"scenario": scenario, "decks": deck, "agent": agent, "difficulty": difficulty} | row
