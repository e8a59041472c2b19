"""The generated blocks of docs/agents.md: tables and answers from docs/agents.csv and docs/agents_times.csv."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pandas as pd
from source_tables import table

from lotrsim import scenarios
from lotrsim.experiments.studies import agent_ladder as study
from lotrsim.experiments.studies import ladder_answers as answers
from lotrsim.experiments.studies import ladder_claims as claims

DOCS = Path(__file__).resolve().parent
COMPARED = "games | won (95%) | less the heuristic | p | p against the rung below | ms a decision"
PARTS = {
    "decks": "All decks:",
    "finalists": "The best of them, new games:",
    "best": "The best deck, new games again:",
    "found": f"What the deck search gained, the starter deck it began with and `{study.FOUND}`, new games again:",
}


@cache
def cells() -> pd.DataFrame:
    """The rows of cells."""
    return study.read_cells(DOCS / study.CELLS)


@cache
def times() -> pd.DataFrame:
    """The rows of times."""
    return pd.read_csv(DOCS / study.TIMES)


def families() -> str:
    """The agents of the ladder, from the bottom to the top."""
    rows = [(f"`{study.FAMILIES.get(name, name)}`", words, name) for name, words in study.WORDS.items()]
    return table("id | what it does | in the picture", rows)


def size() -> str:
    """What was played."""
    return table("simulations | agents | cells | games of a cell | games", answers.size(cells()))


def shown() -> str:
    """What must be shown."""
    head = "scenario | deck | claim | games | first won | second won | difference | p | verdict"
    return table(head, answers.shown(cells()))


def simulations() -> str:
    """More simulations."""
    head = "simulations | games | won | difference | p | verdict"
    rows = table(f"table | {head}", answers.simulations(cells()))
    others = table(f"all tables together | {head}", answers.simulations_of_others(cells()))
    return f"{answers.simulations_words(cells())}\n\n{rows}\n\n{others}"


def guldur() -> str:
    """The best deck alone against Escape from Dol Guldur."""
    found = [answers.guldur_words(cells())]
    for part, words in PARTS.items():
        rows = answers.guldur(cells(), part)
        if rows:
            found += [words, table("deck | agent | games | won (95%)", rows)]
    return "\n\n".join(found)


def speed() -> str:
    """What a decision costs."""
    rows = table(" | ".join(("agent", *(scenarios.get(name).name for name in study.SHOWN))), answers.speed(times()))
    return f"{answers.speed_words(times())}\n\n{rows}"


def claim(name: str) -> Callable[[], str]:
    """The answer to a published claim."""

    def block() -> str:
        rows = table("comparison | games | won | difference | p (Holm) | verdict", claims.rows(cells(), name))
        more = f" {claims.ratio_words(cells())}" if name == "tree" else ""
        return f"{claims.words(cells(), name)}{more}\n\n{rows}"

    return block


def ladder(scenario: str) -> Callable[[], str]:
    """All agents at all tables of a scenario."""
    return lambda: table(f"deck | difficulty | agent | {COMPARED}", answers.ladder(cells(), times(), scenario))


def blocks() -> dict[str, Callable[[], str]]:
    """Name -> what makes it."""
    made = {f"ladder:{name}": ladder(name) for name in study.SHOWN} | {f"claim:{name}": claim(name) for name in claims.CLAIMS}
    made |= {"ladder-agents": families, "ladder-size": size, "ladder-shown": shown}
    return made | {"ladder-simulations": simulations, "ladder-guldur": guldur, "ladder-speed": speed}
