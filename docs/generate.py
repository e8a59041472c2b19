"""Writes the generated parts of the pages: each block between `<!-- generated: NAME -->` and `<!-- end -->`.

    python docs/generate.py            # write them
    python docs/generate.py --check    # write nothing, fail if a page is stale

What is generated are the numbers and names of `lotrsim.ids`, the fields of `lotrsim.state`, the words of
`lotrsim.effects.language`, the frames of the rules (all in `source_tables.py`), what the library has and plays, what is
tested (`coverage_tables.py`) and the scenarios (`scenario_tables.py`); the sentences around them are written by hand.
"""

from __future__ import annotations

import importlib
import importlib.util
import re
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
if importlib.util.find_spec("lotrsim") is None:  # a bare checkout
    sys.path.insert(0, str(ROOT))
if importlib.util.find_spec("lotrsim.agents") is None:
    importlib.import_module("lotrsim").__path__.append(str(ROOT))

import coverage_tables  # noqa: E402
import deck_tables  # noqa: E402
import difficulty_tables  # noqa: E402
import environment_tables  # noqa: E402
import ladder_tables  # noqa: E402
import numpy as np  # noqa: E402
import pandas as pd  # noqa: E402
import scenario_tables  # noqa: E402
import source_tables as source  # noqa: E402
import trio_tables  # noqa: E402
from source_tables import named, table  # noqa: E402

from lotrsim import decks, scenarios  # noqa: E402
from lotrsim import ids as n  # noqa: E402
from lotrsim.agents import base as agents  # noqa: E402
from lotrsim.cards import registry  # noqa: E402
from lotrsim.decks.deck import MOST_COPIES, copies_of_titles  # noqa: E402
from lotrsim.decks.published import players as seats  # noqa: E402
from lotrsim.decks.published import reports  # noqa: E402
from lotrsim.experiments.studies import baselines  # noqa: E402
from lotrsim.result import results_of  # noqa: E402
from lotrsim.rules import flow  # noqa: E402
from lotrsim.start import start_games, tables, template  # noqa: E402

BLOCK = re.compile(r"(<!-- generated: (\S+) -->\n).*?(\n<!-- end -->)", re.DOTALL)
LONGEST_TRACE = 30
FROM_SOURCE = (
    *("actions", "bits", "capacities", "decisions", "events", "faults", "frames", "ops", "outcomes", "phases"),
    *("record", "references", "rules", "steps", "vocabulary", "zones"),
)


def played() -> str:
    """Which scenarios can be played."""
    rows = [(f"`{name}`", scenarios.get(name).name, "played") for name in scenarios.ids()]
    return table("scenario | name | state", rows)


def scenario_title(name: str) -> str:
    """The title of a scenario, played or not, by its id."""
    return " ".join(word if word in ("the", "from") else word.capitalize() for word in name.split("-"))


def agent_table() -> str:
    """The library's agents."""
    return table("id | what it does", ((f"`{row.id}`", row.description) for row in agents.table().itertuples()))


def deck_table() -> str:
    """The library's decks, marked where a tournament would refuse them."""
    rows = []
    for row in decks.table().itertuples():
        deck = decks.get(row.id)
        marks = [] if row.legal_size else ["below tournament size"]
        marks += [f"{n} copies of {title}" for title, n in copies_of_titles(deck).items() if n > MOST_COPIES]
        marks += ["one of two decks that are played together"] if seats().get(row.id, 1) > 1 else []
        rows.append((f"`{row.id}`", row.heroes, row.starting_threat, row.cards, "; ".join(marks), linked(deck.source)))
    return table("id | heroes | threat | cards | remarks | source", rows)


def deck_reports() -> str:
    """What players report of the published decks, where they give numbers."""
    rows = (
        (f"`{report.deck}`", scenario_title(report.scenario), known(report.wins), known(report.games), linked(report.source))
        for report in reports()
    )
    return table("deck | scenario | won | of games | source", rows)


def known(number: int | None) -> str:
    """A number, or that nobody gives it."""
    return "not said" if number is None else str(number)


def linked(source: str) -> str:
    """A source, its address as a link."""
    address, _, rest = source.partition("; ")
    return (f"[{address.split('/')[2]}]({address})" if "://" in address else address) + (f"; {rest}" if rest else "")


def dealt() -> str:
    """The table after the deal of a game, for a second engine to compare with."""
    g = new_game()[0]
    rows = []
    for word, zone in (("heroes", n.PLAY), ("hand", n.HAND), ("deck", n.DECK), ("encounter deck", n.ENCOUNTER_DECK)):
        cards, c = [], int(g["zone_first"][zone])
        while c != n.NONE and len(cards) < 6:
            cards.append(f"{c} {registry.all_cards()[g['face'][c]].name} {g['copy_no'][c]}")
            c = int(g["next_card"][c])
        rows.append((word, "; ".join(cards)))
    return table("zone | first cards", rows)


def trace() -> str:
    """The first decisions of a game in which the lowest action is taken, and how it ends."""
    games = new_game()
    rows = []
    while games[0]["outcome"] == n.PLAYING:
        g = games[0]
        legal = g["legal"][: g["n_legal"]].tolist()
        rows.append((len(rows), named("D_")[int(g["decision"])], " ".join(map(str, legal)), legal[0]))
        flow.apply(games, 0, tables(), legal[0])
    r = results_of(games)[0]
    shown = ("outcome", "rounds", "threat", "dead_heroes", "damage", "victory_points", "decisions")
    end = ", ".join(f"{name} {r[name]}" for name in shown)
    return table("decision | kind | legal | chosen", rows[:LONGEST_TRACE]) + f"\n\nThe end: {end}."


def new_game() -> np.ndarray:
    """The game that the page shows."""
    games = template(scenarios.get("passage-through-mirkwood"), decks.team("core-leadership"))
    start_games(games, 0, 1, tables(), 7, 0)
    return games


def file_block(name: str) -> Callable[[], str]:
    """A file of docs/examples, shown on a page."""
    return lambda: f"```python\n{(ROOT / 'docs/examples' / name).read_text(encoding='utf-8').strip()}\n```"


def baseline_block(scenario: str, agent: str) -> Callable[[], str]:
    """What an agent did with every deck in a scenario, from the counts in docs/baselines.csv."""

    def block() -> str:
        rows = baselines.page(pd.read_csv(ROOT / "docs/baselines.csv"), scenario, agent)
        return table("deck | difficulty | won (95%) | score of wins | rounds | lost by | lost games by stage", rows)

    return block


BLOCKS: dict[str, Callable[[], str]] = {
    **{name: getattr(source, name) for name in FROM_SOURCE},
    **coverage_tables.blocks(),
    **difficulty_tables.blocks(),
    **deck_tables.blocks(),
    **environment_tables.blocks(),
    **ladder_tables.blocks(),
    **scenario_tables.blocks(),
    **trio_tables.blocks(),
    **{f"baselines:{agent}:{s}": baseline_block(s, agent) for agent in ("random", "heuristic") for s in scenarios.ids()},
    "agents": agent_table,
    "dealt": dealt,
    "deck_reports": deck_reports,
    "decks": deck_table,
    "example": file_block("my_cards.py"),
    "example_agent": file_block("my_agent.py"),
    "example_test": file_block("test_my_cards.py"),
    "scenarios": played,
    "trace": trace,
}


def pages() -> list[Path]:
    """The pages that may hold generated blocks."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def fresh(text: str) -> str:
    """A page with its blocks made anew."""
    return BLOCK.sub(lambda match: match[1] + "\n" + BLOCKS[match[2]]() + "\n" + match[3], text)


def main(arguments: list[str]) -> int:
    """Write the pages, or say which are stale."""
    stale = []
    for page in pages():
        if page.exists():
            text = page.read_text(encoding="utf-8")
            if fresh(text) != text:
                stale.append(page)
                if "--check" not in arguments:
                    page.write_text(fresh(text), encoding="utf-8")
    said = "is stale: run python docs/generate.py" if "--check" in arguments else "written"
    for page in stale:
        print(f"{page.relative_to(ROOT)} {said}")
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
