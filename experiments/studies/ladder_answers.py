"""What the ladder of agents shows: rates, paired comparisons, times, all from the rows of docs/agents.csv.

Nothing is decided by hand. Two agents are compared on the games that both played, by McNemar's exact test. Games of several
tables are put together where it says so; a seed deals a deck alike in each of them, which is small enough to be left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from lotrsim.errors import BadValue
from lotrsim.experiments.studies.agent_ladder import (
    DEEPEST,
    FAMILIES,
    GULDUR,
    PLAN,
    SHOWN,
    SIMULATIONS,
    agent_id,
    family_of,
    games_of,
    order,
)
from lotrsim.experiments.studies.baselines import interval

if TYPE_CHECKING:
    import pandas as pd

SURE, VERY_SURE = 0.05, 0.001
RARE = 0.05  # of games won
FAST_MS = 300.0  # of a decision with 1,000 simulations
HUMAN = {"all their attempts": 0.044, "the games that they really played out": 0.14}  # won alone in Escape from Dol Guldur
NOT_PLAYED = "not played yet"
Row = tuple[str, ...]


# --- Comparisons -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Duel:
    """Two agents on the games that both played; `difference` is a's win rate less b's, with its 95% interval."""

    a: str
    b: str
    games: int
    wins_a: int
    wins_b: int
    difference: float
    low: float
    high: float
    p: float

    @property
    def rates(self) -> str:
        """Both win rates."""
        return f"{self.wins_a / self.games:.1%} - {self.wins_b / self.games:.1%}"

    @property
    def change(self) -> str:
        """The difference with its interval, in points of a hundred."""
        value, low, high = (f"{each * 100:+.1f}" for each in (self.difference, self.low, self.high))
        return f"{value} ({low} to {high})"


def duel(df: pd.DataFrame, a: str, b: str) -> Duel | None:
    """Compare two agents on all games of `df` that both played; None if there is none."""
    from lotrsim.experiments.analysis import compare_all

    both = df[df["agent"].isin([a, b])]
    if both["agent"].nunique() < 2:
        return None
    try:
        row = compare_all(both, "agent", against=b).iloc[0]
    except BadValue:  # no game in common
        return None
    counts = (int(row[name]) for name in ("games", "wins_a", "wins_b"))
    return Duel(a, b, *counts, *(float(row[name]) for name in ("difference", "ci_low", "ci_high", "p_value")))


def lower(agent: str, agents: Iterable[str]) -> str | None:
    """The next lower rung: the same agent with fewer simulations, else the heuristic; the random agent below the heuristic."""
    agents = list(agents)
    family, n = family_of(agent)
    fewer = [each for each in agents if family_of(each)[0] == family and 0 < family_of(each)[1] < n]
    below = "random" if agent == "heuristic" else "heuristic"
    found = max(fewer, key=lambda each: family_of(each)[1]) if fewer else below
    return found if agent != "random" and found in agents else None


def p_words(p: float | None) -> str:
    """A p-value as it is shown."""
    return "" if p is None else "< 0.001" if p < VERY_SURE else f"{p:.3f}"


def base_seed(cells: pd.DataFrame) -> int:
    """The seed of the ladder; the parts that look for a deck against Escape from Dol Guldur have larger ones."""
    return int(cells["seed"].min())


def of_seed(cells: pd.DataFrame, more: int = 0) -> pd.DataFrame:
    """The cells of the ladder, or of a part whose seed is `more` than the ladder's."""
    return cells[cells["seed"] == base_seed(cells) + more]


def at_table(df: pd.DataFrame, scenario: str, deck: str, difficulty: str) -> pd.DataFrame:
    """The rows of one table."""
    return df[(df["scenario"] == scenario) & (df["decks"] == deck) & (df["difficulty"] == difficulty)]


# --- The ladder ------------------------------------------------------------------------------------------------------


def ladder(cells: pd.DataFrame, times: pd.DataFrame, scenario: str) -> list[Row]:
    """The rows of a scenario: deck, difficulty, agent, games, won, against the heuristic, p, p against the rung below, ms."""
    cost = {(row.scenario, row.agent): row.mean_ms for row in times.itertuples()}
    here, rows = of_seed(cells), list[Row]()
    here = here[here["scenario"] == scenario]
    for (deck, level), found in here.groupby(["decks", "difficulty"], sort=False):
        games, agents = games_of(found), sorted(found["agent"], key=order)
        counts = {row.agent: (int(row.wins), int(row.games)) for row in found.itertuples()}
        for agent in agents:
            below = lower(agent, agents)
            against = duel(games, agent, "heuristic") if agent != "heuristic" else None
            step = duel(games, agent, below) if below else None
            first = (f"`{deck}`", level, f"`{agent}`", f"{counts[agent][1]:,}", interval(*counts[agent]))
            told = (against.change if against else "", p_words(against.p if against else None))
            rows.append((*first, *told, p_words(step.p if step else None), milliseconds(cost.get((scenario, agent)))))
    return rows


def milliseconds(ms: float | None) -> str:
    """A time as it is shown."""
    return "" if ms is None else f"{ms:.3f}" if ms < 0.1 else f"{ms:.2f}" if ms < 10 else f"{ms:.0f}"


def size(cells: pd.DataFrame) -> list[Row]:
    """What was played: simulations, agents, cells, games of a cell (fewest to most), games."""
    rows, levels = list[Row](), cells.assign(n=[family_of(agent)[1] for agent in cells["agent"]])
    for n, found in levels.groupby("n"):
        few, many = int(found["games"].min()), int(found["games"].max())
        span = f"{few:,}" if few == many else f"{few:,} to {many:,}"
        agents = ", ".join(f"`{agent}`" for agent in sorted(found["agent"].unique(), key=order))
        rows.append((f"{n:,}" if n else "none", agents, str(len(found)), span, f"{found['games'].sum():,}"))
    return rows


# --- What must be shown ----------------------------------------------------------------------------------------------


def shown(cells: pd.DataFrame) -> list[Row]:
    """mcts:1000 above the heuristic above the random agent, on the best deck of each scenario, game by game."""
    df, rows = games_of(of_seed(cells)), list[Row]()
    for scenario, table in SHOWN.items():
        games = at_table(df, scenario, *table)
        for a, b in (("mcts:1000", "heuristic"), ("heuristic", "random")):
            found = duel(games, a, b)
            told: Row = ("", "", "", "", "", NOT_PLAYED)
            if found is not None:
                rates = (interval(wins, found.games) for wins in (found.wins_a, found.wins_b))
                told = (f"{found.games:,}", *rates, found.change, p_words(found.p), proved(found))
            rows.append((f"`{scenario}`", f"`{table[0]}`, {table[1]}", f"`{a}` > `{b}`", *told))
    return rows


def proved(found: Duel) -> str:
    """Whether a wins more often, p < 0.001."""
    if found.difference > 0 and found.p < VERY_SURE:
        return "shown"
    rare = max(found.wins_a, found.wins_b) / found.games < RARE
    return "not shown: both win too rarely for so many games" if rare else "not shown"


def simulations(cells: pd.DataFrame) -> list[Row]:
    """mcts with 10, 100, 1,000 simulations, each against the next fewer: at the shown tables, and at all tables together."""
    df, levels = games_of(of_seed(cells)), (*SIMULATIONS, family_of(DEEPEST)[1])
    groups = [(f"`{scenario}`", at_table(df, scenario, *table)) for scenario, table in SHOWN.items()]
    return [row for words, games in [*groups, ("all tables together", df)] for row in more_of(words, games, "mcts", levels)]


def simulations_of_others(cells: pd.DataFrame) -> list[Row]:
    """The same of the other searches, at all tables together."""
    df = games_of(of_seed(cells))
    others = [(family, form) for family, form in FAMILIES.items() if family != "mcts"]
    return [row for family, form in others for row in more_of(f"`{form}`", df, family, SIMULATIONS)]


def more_of(words: str, games: pd.DataFrame, family: str, levels: Sequence[int]) -> Iterator[Row]:
    """A search with each number of simulations against the next fewer, in the same games."""
    for few, many in pairwise(levels):
        found = duel(games, agent_id(family, many), agent_id(family, few))
        if found is not None:
            told = (f"{found.games:,}", found.rates, found.change, p_words(found.p), gained(found))
            yield (words, f"{many:,} against {few:,}", *told)


def gained(found: Duel) -> str:
    """Whether more simulations won more."""
    if found.p >= SURE:
        return "no difference beyond noise"
    return "more is better" if found.difference > 0 else "more is worse"


def simulations_words(cells: pd.DataFrame) -> str:
    """Whether more simulations ever lost beyond noise."""
    rows = [*simulations(cells), *simulations_of_others(cells)]
    worse = [f"{row[1]} ({row[0]})" for row in rows if row[-1] == "more is worse"]
    better = sum(row[-1] == "more is better" for row in rows)
    lost = f"lose beyond noise in {len(worse)}: {', '.join(worse)}" if worse else "lose beyond noise in none"
    return f"Of {len(rows)} comparisons more simulations win beyond noise (p < {SURE}, each alone) in {better}, and {lost}."


# --- Escape from Dol Guldur ------------------------------------------------------------------------------------------


def guldur(cells: pd.DataFrame, part: str) -> list[Row]:
    """A step of the search for a deck against Escape from Dol Guldur: deck, agent, games, won; the best first."""
    found = _guldur_cells(cells, part)
    found = found.assign(rate=found["wins"] / found["games"]).sort_values("rate", ascending=False, kind="stable")
    return [(f"`{row.decks}`", f"`{row.agent}`", f"{row.games:,}", interval(row.wins, row.games)) for row in found.itertuples()]


def _guldur_cells(cells: pd.DataFrame, part: str) -> pd.DataFrame:
    more = next(each.seed for each in PLAN["small"] if each.name == part)
    return of_seed(cells, more)[lambda each: each["scenario"] == GULDUR]


def guldur_words(cells: pd.DataFrame) -> str:
    """The best agent and deck that were found, beside people."""
    from lotrsim.experiments.analysis.common import wilson

    found = _guldur_cells(cells, "best")
    if found.empty:
        return f"The best deck is {NOT_PLAYED}."
    row = max(found.itertuples(), key=lambda each: (each.wins / each.games, order(each.agent)))
    low, high = (float(edge) for edge in wilson(row.wins, row.games))
    places = "; ".join(f"{beside(low, high, mark)} the {mark:.1%} of {what}" for what, mark in HUMAN.items())
    told = f"The best that was found is `{row.agent}` with `{row.decks}`: {interval(row.wins, row.games)} of {row.games:,} games"
    return f"{told}. Beside what people report, its interval lies {places}."


def beside(low: float, high: float, mark: float) -> str:
    """Where an interval lies beside a figure."""
    return "below" if high < mark else "above" if low > mark else "around"


# --- Time ------------------------------------------------------------------------------------------------------------


def speed(times: pd.DataFrame) -> list[Row]:
    """Agent, then for each scenario the mean and the slowest decision in ms."""
    rows: list[Row] = []
    for agent in sorted(times["agent"].unique(), key=order):
        found = times[times["agent"] == agent].set_index("scenario")
        pairs = [
            " / ".join(milliseconds(float(found.loc[scenario, name])) for name in ("mean_ms", "slowest_ms"))
            if scenario in found.index
            else ""
            for scenario in SHOWN
        ]
        rows.append((f"`{agent}`", *pairs))
    return rows


def speed_words(times: pd.DataFrame) -> str:
    """Whether a decision with 1,000 simulations is made in time."""
    found = times[times["agent"] == "mcts:1000"]
    if found.empty:
        return f"`mcts:1000` is {NOT_PLAYED}."
    mean, slowest = float(found["mean_ms"].max()), float(found["slowest_ms"].max())
    verdict = "under" if slowest < FAST_MS else "on average under" if mean < FAST_MS else "not under"
    told = f"{milliseconds(mean)} ms in the mean of the slowest scenario, {milliseconds(slowest)} ms the slowest of all"
    return f"A decision of `mcts:1000` takes {verdict} {FAST_MS / 1000:.1f} s on one core: {told}."


# --- The picture -----------------------------------------------------------------------------------------------------


def picture(cells: pd.DataFrame, path: Path) -> None:
    """Draw the win rate over the number of simulations at the shown tables, a line a family."""
    from lotrsim.experiments.analysis import rates
    from lotrsim.experiments.plots import by_simulations

    here = of_seed(cells)
    at_shown = [SHOWN.get(row.scenario) == (row.decks, row.difficulty) for row in here.itertuples()]
    rows = rates(games_of(here[at_shown] if any(at_shown) else here))
    family, n = zip(*(family_of(agent) for agent in rows["agent"]), strict=True)
    panels = [f"{row.scenario}, {row.decks}, {row.difficulty}" for row in rows.itertuples()]
    by_simulations(rows.assign(panel=panels, line=family, simulations=n), path, force=True)
