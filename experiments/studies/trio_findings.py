"""What the games of the hero trios say: differences between groups of trios, each with its interval.

    python -m lotrsim.experiments.studies.hero_trios --games 1000 --seed 1 --out trios     # writes trios/findings.csv too

Game k of a seed has the same encounter deck, shuffled alike, for all trios. So every finding is first a number of each game k
(the mean over some trios less the mean over others), and its interval is that of the mean of these numbers over all k:
trios that win and lose the same games do not count as so many independent games. Only the 216 trios of two or three spheres
are compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any

from lotrsim.cards.facts import facts
from lotrsim.decks import Deck, spheres, starting_threat
from lotrsim.errors import BadValue
from lotrsim.experiments.analysis.common import sound, wilson
from lotrsim.experiments.results import CONFIDENCE
from lotrsim.experiments.studies.hero_trios import SCENARIOS, is_outside, trio_decks

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from matplotlib.figure import Figure

HERO, SPHERES, NUMBER, THREAT, ANY, BEST = "hero", "spheres", "two spheres", "threat", "any", "best trio"
FINDINGS, PAIRS = "findings.csv", "pairs.png"
COMPARED = 216  # trios


def findings(df: pd.DataFrame) -> pd.DataFrame:
    """A row for each finding and scenario: kind, of, scenario, deals, estimate, ci_low, ci_high (95%), as shares of 1.

    kind "hero": trios with him less trios without. "spheres": the rate of all trios of these spheres. "two spheres": trios of
    two spheres less those of three. "threat": the slope of the rate in the starting threat, for one more. "any": the share of
    deals that any trio won. "best trio": the rate of the one that won most often in the even games k, over the odd ones, so
    that being chosen does not raise it. `deals` is the number of games k; BadValue with fewer than two that all have played.
    """
    import pandas as pd

    decks = [deck for deck in trio_decks() if not is_outside(deck)]
    rows: list[dict[str, Any]] = []
    for scenario in SCENARIOS:
        won = table_of(df, scenario, decks)
        if len(decks) < COMPARED or len(won) < 2:
            raise BadValue("findings need two games of every trio")
        for kind, of, weights in _weights(decks):
            row: dict[str, Any] = {"kind": kind, "of": of, "scenario": scenario} | _mean(won @ weights)
            rows.append(row if kind != SPHERES else row | {"ci_low": max(0.0, row["ci_low"])})  # a rate, no difference
        rows.append({"kind": ANY, "of": "", "scenario": scenario} | _share(won.max(axis=1)))
        rows.append({"kind": BEST, "scenario": scenario} | best(won, decks))
    return pd.DataFrame(rows)


def table_of(df: pd.DataFrame, scenario: str, decks: list[Deck]) -> np.ndarray:
    """The games of a scenario that all trios have played: (deals, trios), 1.0 where the game was won."""
    games = sound(df)
    games = games[games["scenario"] == scenario]
    wide = games.pivot(index=["seed", "game"], columns="decks", values="won")
    return wide.reindex(columns=[deck.id for deck in decks]).dropna().to_numpy(float)


def best(won: np.ndarray, decks: list[Deck]) -> dict[str, Any]:
    """The trio that won most often in the even deals, with its rate in the odd ones."""
    chosen = int(won[::2].mean(axis=0).argmax())
    return {"of": decks[chosen].name} | _share(won[1::2, chosen])


def _share(won: np.ndarray) -> dict[str, Any]:
    """A share of the deals with Wilson's interval."""
    low, high = wilson([won.sum()], [len(won)])
    return {"deals": len(won), "estimate": float(won.mean()), "ci_low": float(low[0]), "ci_high": float(high[0])}


def _mean(values: np.ndarray) -> dict[str, Any]:
    """The mean over the deals and its interval; where all are 0, as far on both sides as Wilson's reaches for so many deals."""
    from scipy import stats

    n, estimate = len(values), float(values.mean())
    half = float(stats.norm.ppf((1 + CONFIDENCE) / 2) * values.std(ddof=1) / n**0.5)
    half = half if values.any() else _share(values)["ci_high"]
    return {"deals": n, "estimate": estimate, "ci_low": estimate - half, "ci_high": estimate + half}


def _weights(decks: list[Deck]) -> Iterator[tuple[str, str, np.ndarray]]:
    """Each finding that is a difference or a mean: its kind, whom it is of, what every trio counts in it."""
    import numpy as np

    for fact in facts():
        if fact.type == "hero":
            yield HERO, fact.name, _less(np.array([fact.name in deck.heroes for deck in decks]))
    of = [", ".join(spheres(deck)) for deck in decks]
    for name in dict.fromkeys(of):
        inside = np.array([each == name for each in of], float)
        yield SPHERES, name, inside / inside.sum()
    yield NUMBER, "", _less(np.array([len(spheres(deck)) == 2 for deck in decks]))
    threat = np.array([starting_threat(deck) for deck in decks], float)
    yield THREAT, "", (threat - threat.mean()) / ((threat - threat.mean()) ** 2).sum()


def _less(inside: np.ndarray) -> np.ndarray:
    """The mean of the trios inside less the mean of the others."""
    return inside / inside.sum() - ~inside / (~inside).sum()


def sentences(found: pd.DataFrame) -> list[str]:
    """What the rows of `findings` say, in words: of the first scenario, in which most games are won, then of the others."""
    first, *others = SCENARIOS
    heroes, groups = (_of(found, kind, first) for kind in (HERO, SPHERES))
    two, threat, chosen = (_of(found, kind, first)[0] for kind in (NUMBER, THREAT, BEST))
    said = [f"trios with {row.of} win {_difference(row)} often than those without" for row in (heroes[0], heroes[-1])]
    most, *_, least = groups
    said.append(f"{most.of} wins most of all groups of spheres, {_rate(most)}; {least.of} least, {_rate(least)}")
    said.append(f"two spheres win {_difference(two)} often than three")
    said.append(f"for one more point of starting threat a trio wins {_difference(threat)} often: strong heroes are dear")
    said.append(f"chosen in one half of the deals, {chosen.of} wins {_rate(chosen)} of the other half")
    lines = [f"{_title(first)}: {text}." for text in said]
    for name in others:
        won, (best_hero, *_) = _of(found, ANY, name)[0], _of(found, HERO, name)
        text = f"{_title(name)}: some trio wins {_rate(won)} of {won.deals:,} deals"
        lines.append(text + (f"; trios with {best_hero.of} win {_difference(best_hero)} often." if won.estimate else "."))
    return lines


def _of(found: pd.DataFrame, kind: str, scenario: str) -> list[Any]:
    """The findings of a kind in a scenario, the highest first."""
    rows = found[(found["kind"] == kind) & (found["scenario"] == scenario)]
    return list(rows.sort_values("estimate", ascending=False, kind="stable").itertuples())


def _title(scenario: str) -> str:
    from lotrsim import scenarios

    return scenarios.get(scenario).name


def _rate(row: Any) -> str:
    return f"{row.estimate:.1%} ({row.ci_low:.1%} to {row.ci_high:.1%})"


def _difference(row: Any) -> str:
    """In points of the rate, "4.1 points (2.0 to 6.2) more"."""
    estimate, *ends = (100 * value for value in (row.estimate, row.ci_low, row.ci_high))
    low, high = sorted(ends if estimate >= 0 else [-end for end in ends])
    return f"{abs(estimate):.1f} points ({low:.1f} to {high:.1f}) {'more' if estimate >= 0 else 'less'}"


def pairs(df: pd.DataFrame, scenario: str = SCENARIOS[0], path: Any = None, force: bool = False) -> Figure:
    """Draw how often each pair of heroes wins a scenario, whoever is the third: a table of colours, the better hero first."""
    import numpy as np

    from lotrsim.experiments.plots.common import finished, new_figure, titled
    from lotrsim.experiments.plots.heat import colour_table

    decks = [deck for deck in trio_decks() if not is_outside(deck)]
    rate = table_of(df, scenario, decks).mean(axis=0)
    heroes = [fact.name for fact in facts() if fact.type == "hero"]
    mean = {pair: np.mean(rate[[set(pair) <= set(deck.heroes) for deck in decks]]) for pair in combinations(heroes, 2)}
    alone = {hero: np.mean([each for pair, each in mean.items() if hero in pair]) for hero in heroes}
    order = sorted(heroes, key=alone.__getitem__, reverse=True)
    values = np.array([[mean.get((a, b), mean.get((b, a), np.nan)) for b in order] for a in order])
    figure = new_figure(8.5, 6.5)
    ax = figure.subplots()
    colours = colour_table(ax, values, order, order)
    for y, x in np.argwhere(~np.isnan(values)):
        ax.text(x + 0.5, y + 0.5, f"{values[y, x] * 100:.0f}", ha="center", va="center", color=colours[y][x], fontsize=9)
    ax.set_xticks(ax.get_xticks(), order, rotation=40, ha="left")
    titled(figure, f"{_title(scenario)}: games won, %, by pair of heroes, the mean over the third")
    return finished(figure, path, force)
