"""Hero trios: which three heroes of one Core Set win most often, each trio with a deck that one rule builds.

    python -m lotrsim.experiments.studies.hero_trios --games 1000 --seed 1 --out trios

Twelve heroes make 220 trios. The 216 of two or three spheres have a deck of 50 cards and are compared. The four of a single
sphere have only the 32 cards that the box holds for them; a smaller deck is drawn more evenly, so they are outside the
comparison, and marked. All play the same three scenarios. The folder is that of a sweep: the same command goes on after an
interruption, and with more `--games` it adds games. At its end it prints the table and the findings (`trio_findings.py`), and
writes `trios.csv`, `trios.png`, `findings.csv` and `pairs.png`.

The rule, in which nothing is drawn by chance, and only cards of one Core Set are used:

1. Neutral cards are always in, at most three copies of a title: three Gandalf.
2. The other 47 places are handed out one at a time to the sphere that has the fewest cards a hero so far (of equals, to the
   first in the order of the box: Leadership, Tactics, Spirit, Lore), as long as the box holds cards of it. So a sphere with two
   heroes has all its 29 cards and the other 18; three spheres have 16, 16 and 15.
3. In a sphere the cheapest cards come first, all copies of a title before the next; X counts as dearer than every number. Of
   equals, what stays in play (allies, attachments) comes before events, then the lower card number. What does not fit any more,
   the dearest, is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lotrsim.cards.facts import Fact, by_name, facts
from lotrsim.decks import Deck, spheres, starting_threat
from lotrsim.decks.deck import DECK_TYPES, MOST_COPIES
from lotrsim.errors import BadValue
from lotrsim.experiments.spec import Experiment
from lotrsim.experiments.studies.commands import answered, parser_of, played_and_shown, slug, sweep_options, write_csv
from lotrsim.experiments.sweeps import Sweep

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from matplotlib.figure import Figure

SCENARIOS = ("passage-through-mirkwood", "journey-along-the-anduin", "escape-from-dol-guldur")
CARDS, HEROES = 50, 3
NEUTRAL = "Neutral"
DEAREST = 1_000  # what X counts as
MEAN = "mean"  # in the place of a scenario: the mean of all of them
OUTSIDE = "outside comparison"
TABLE, PICTURE = "trios.csv", "trios.png"
DIGITS = "%.5f"


# --- The decks -------------------------------------------------------------------------------------------------------


def trio_decks() -> tuple[Deck, ...]:
    """The decks of all 220 trios: the 216 that are compared, in the order of the box, then the four of a single sphere."""
    heroes = [fact.name for fact in facts() if fact.type == "hero"]
    return tuple(sorted((deck_of(trio) for trio in combinations(heroes, HEROES)), key=is_outside))


def deck_of(heroes: Sequence[str]) -> Deck:
    """The deck that the rule builds for three heroes, in any order; BadValue for others than three different heroes."""
    found = sorted({by_name(name) for name in heroes}, key=lambda fact: fact.number)
    if len(found) != HEROES or any(fact.type != "hero" for fact in found):
        raise BadValue(f"a trio is three different heroes, not {', '.join(heroes)}")
    neutral = _cheapest(NEUTRAL, CARDS)
    cards = [card for sphere, n in places(found, CARDS - _size(neutral)).items() for card in _cheapest(sphere, n)]
    titles = tuple(fact.name for fact in found)
    name = "-".join(map(slug, titles))
    return Deck(name, ", ".join(titles), titles, (*cards, *neutral), "built by the rule of the study of hero trios")


def is_outside(deck: Deck) -> bool:
    """Whether the heroes share one sphere, so that the box has too few cards for the deck."""
    return len(spheres(deck)) == 1


def places(heroes: Iterable[Fact], n: int) -> dict[str, int]:
    """How many cards of each of the heroes' spheres a deck has, n in all if the box holds so many."""
    heroes_of = Counter(str(fact.sphere) for fact in heroes)
    held = {sphere: _size(_cheapest(sphere, n)) for sphere in heroes_of}
    given = dict.fromkeys(heroes_of, 0)
    for _ in range(min(n, sum(held.values()))):
        open_to = [sphere for sphere in given if given[sphere] < held[sphere]]
        given[min(open_to, key=lambda sphere: given[sphere] / heroes_of[sphere])] += 1
    return given


def _cheapest(sphere: str, n: int) -> list[tuple[str, int]]:
    """The n cheapest cards of a sphere, or all of them: (title, copies)."""
    found, left = [], n
    for fact in sorted((f for f in facts() if f.sphere == sphere and f.type in DECK_TYPES), key=_order):
        copies = min(fact.quantity, MOST_COPIES, left)
        if copies:
            found.append((fact.name, copies))
            left -= copies
    return found


def _order(fact: Fact) -> tuple[int, bool, int]:
    return fact.cost if isinstance(fact.cost, int) else DEAREST, fact.type == "event", fact.number


def _size(cards: Iterable[tuple[str, int]]) -> int:
    return sum(copies for _, copies in cards)


# --- The study -------------------------------------------------------------------------------------------------------


def sweep(games: int = 1000, seed: int = 1, agent: str = "heuristic") -> Sweep:
    """The sweep of all trios in the three scenarios: 660 cells."""
    return Sweep(Experiment(SCENARIOS, trio_decks(), [agent], games, seed))


def table(df: pd.DataFrame) -> pd.DataFrame:
    """A row for each trio and scenario, and one for the trio's mean of the scenarios; the best trio first.

    `df`: rows of the study, of one agent and difficulty, whole or not. Columns: rank (by the mean; null for trios outside
    the comparison and for those that lack a scenario), decks, heroes, spheres, starting_threat, cards, outside, scenario
    ("mean" for the mean), games, wins, win_rate, ci_low, ci_high (95%; of a rate Wilson's, of the mean `mean_interval`).
    """
    import pandas as pd

    from lotrsim.experiments.analysis import rates

    lists = {deck.id: deck for deck in trio_decks()}
    _check(df, lists)
    found = rates(df, ["decks", "scenario"]).astype({"decks": str, "scenario": str})
    means = _means(df, found)
    rows = pd.concat([found, pd.DataFrame(means)], ignore_index=True)
    rank = _ranks({row["decks"]: row["win_rate"] for row in means}, lists)
    told = pd.DataFrame([{"rank": rank.get(name)} | _facts_of(lists[name]) for name in rows["decks"]])
    rows = pd.concat([told.astype({"rank": "Int64"}), rows.drop(columns="decks")], axis=1)
    box = {name: k for k, name in enumerate(lists)}
    lines = {name: k for k, name in enumerate((*SCENARIOS, MEAN))}
    place = pd.DataFrame({"outside": rows["outside"], "rank": rows["rank"].fillna(len(lists) + 1)})
    place = place.assign(trio=rows["decks"].map(box), line=rows["scenario"].map(lines))
    return rows.loc[place.sort_values(list(place)).index].reset_index(drop=True)


def _check(df: pd.DataFrame, lists: dict[str, Deck]) -> None:
    """BadValue for results that are not of this study, or of more than one agent."""
    for name, known in (("decks", lists), ("scenario", SCENARIOS)):
        foreign = [word for word in dict.fromkeys(df[name]) if word not in known]
        if foreign:
            raise BadValue(f"these results are not of this study: their {name} {', '.join(foreign[:3])}")
    for name in ("agent", "difficulty"):
        if df[name].nunique() > 1:
            raise BadValue(f"the results of more than one {name} cannot share a table: choose the rows of one")


def _facts_of(deck: Deck) -> dict[str, Any]:
    told = {"decks": deck.id, "heroes": deck.name, "spheres": ", ".join(spheres(deck))}
    return told | {"starting_threat": starting_threat(deck), "cards": deck.size, "outside": is_outside(deck)}


def _means(df: pd.DataFrame, found: pd.DataFrame) -> list[dict[str, Any]]:
    """The mean of the scenarios, for each trio that has played all of them."""
    edges = found.set_index(["decks", "scenario"])[["ci_low", "ci_high"]]
    rows = []
    for name, games in df[df["fault"] == ""].groupby("decks", sort=False, observed=True):
        won = games.pivot(index=["seed", "game"], columns="scenario", values="won").astype(float)
        if set(won) != set(SCENARIOS):
            continue
        low, high = (edges.loc[name][edge].reindex(won.columns).to_numpy(float) for edge in ("ci_low", "ci_high"))
        mean_low, mean_high = mean_interval(won, low, high)
        row = {"decks": name, "scenario": MEAN, "games": len(games), "wins": int(games["won"].sum())}
        rows.append(row | {"win_rate": float(won.mean().mean()), "ci_low": mean_low, "ci_high": mean_high})
    return rows


def mean_interval(won: pd.DataFrame, low: np.ndarray, high: np.ndarray) -> tuple[float, float]:
    """The interval of the mean of several rates, from theirs: the method of Zou and Donner (MOVER).

    `won`: a row a game number, a column a scenario, 0, 1 or null. A trio draws the same cards in game k of each scenario, so
    its scenarios are not independent: their correlation counts. The interval is never empty, even if no game was won.
    """
    import numpy as np

    rate, same = won.mean().to_numpy(), won.corr().fillna(0.0).to_numpy(copy=True)
    np.fill_diagonal(same, 1.0)
    below, above = (np.sqrt(max(0.0, side @ same @ side)) / len(rate) for side in (rate - low, high - rate))
    return max(0.0, float(rate.mean() - below)), min(1.0, float(rate.mean() + above))


def _ranks(means: dict[str, float], lists: dict[str, Deck]) -> dict[str, int]:
    """The rank of each compared trio by its mean; equal means share one."""
    compared = sorted((round(mean, 12) for name, mean in means.items() if not is_outside(lists[name])), reverse=True)
    return {name: 1 + compared.index(round(mean, 12)) for name, mean in means.items() if not is_outside(lists[name])}


# --- What is shown ---------------------------------------------------------------------------------------------------


def labels(rows: pd.DataFrame) -> dict[str, str]:
    """Deck id -> heroes, marked where the trio is outside the comparison; in the order of the table."""
    first = rows.drop_duplicates("decks")
    marks = [f" ({n} cards, {OUTSIDE})" if outside else "" for n, outside in zip(first["cards"], first["outside"], strict=True)]
    return {row: f"{heroes}{mark}" for row, heroes, mark in zip(first["decks"], first["heroes"], marks, strict=True)}


def wide(rows: pd.DataFrame) -> pd.DataFrame:
    """The table as it is printed: a row a trio, a column a scenario and one for the mean, rates in percent with intervals."""
    first = rows.drop_duplicates("decks").set_index("decks")
    parts = zip(*(rows[name] * 100 for name in ("win_rate", "ci_low", "ci_high")), strict=True)
    text = rows.assign(text=[f"{rate:.1f} ({low:.1f}-{high:.1f})" for rate, low, high in parts])
    text = text.pivot(index="decks", columns="scenario", values="text").reindex(first.index)
    columns = [name for name in (*SCENARIOS, MEAN) if name in text]
    shown = first[["rank"]].assign(heroes=first.index.map(labels(rows)), threat=first["starting_threat"])
    return shown.join(text[columns]).reset_index(drop=True)


def picture(df: pd.DataFrame, rows: pd.DataFrame, path: str | Path | None = None, force: bool = False) -> Figure:
    """The heat map: a row a trio, in the order of `rows` (those of `table`), a column a scenario."""
    import pandas as pd

    from lotrsim.experiments.plots import heat_map

    names = labels(rows)
    decks = pd.Categorical(df["decks"], list(names), ordered=True)
    ordered = df.assign(decks=decks).sort_values("decks", kind="stable")
    ordered["decks"] = ordered["decks"].cat.rename_categories(names)
    return heat_map(ordered, "decks", "scenario", by_rate=False, path=path, force=force)


def show(df: pd.DataFrame, folder: Path) -> None:
    """Print the table, and write it and the heat map into the folder."""
    from lotrsim.cli.common import note, records, show_table
    from lotrsim.experiments.studies import trio_findings

    rows = table(df)
    write_csv(rows, folder / TABLE, DIGITS)
    picture(df, rows, folder / PICTURE, force=True)
    shown = wide(rows)
    title = f"games won, % (95% interval); {len(df):,} games; 'mean' is that of the {len(SCENARIOS)} scenarios"
    show_table(records(shown), list(shown), title, {})
    note(f"{folder / TABLE} and {folder / PICTURE} are written")
    try:
        found = trio_findings.findings(df)
    except BadValue as error:
        note(str(error))
        return
    write_csv(found, folder / trio_findings.FINDINGS, DIGITS)
    trio_findings.pairs(df, path=folder / trio_findings.PAIRS, force=True)
    for sentence in trio_findings.sentences(found):
        note(sentence)
    note(f"{folder / trio_findings.FINDINGS} and {folder / trio_findings.PAIRS} are written")


def main(arguments: list[str] | None = None) -> int:
    """Play what the folder lacks of the study, and show it; 0, or 1 or 2 after a line that says what is wrong."""
    parser = parser_of("hero_trios", __doc__)
    sweep_options(parser, "of each of the 660 cells (1000)", "who plays (heuristic)", "of the sweep, the table and the picture")
    return answered(partial(played_and_shown, sweep, show), parser.parse_args(arguments))


if __name__ == "__main__":
    raise SystemExit(main())
