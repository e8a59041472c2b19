"""Card swap: what each card adds to a deck.

    python -m lotrsim.experiments.studies.card_swap --deck core-leadership --scenario passage-through-mirkwood \\
        --games 2000 --seed 1 --out swap

The deck plays as it is, and once for each of its titles without it, all on the same seeds. `--copies all` (usual) takes every
copy of the title away, which asks what the title does in the deck; `--copies one` takes a single copy, which asks what the
last copy does, as somebody does who must cut a card. What comes instead is neutral, by `--instead`:

    nothing   (usual) the deck is smaller by these cards: whenever one would be drawn, the next card is. So a card is measured
              against the mean of the rest of the deck, and half of the cards have a negative effect.
    blank     a card that nobody at the table can pay for, as many copies: the deck keeps its size, and each draw of it is
              lost. So a card is measured against no card. The blank is the first event of the box, by number, that costs
              something, is of a sphere that no hero has (Celebrian's Stone gives Spirit) and is not in the deck.
    TITLE     this card, as many copies: would it be better in that place? Swaps that break a rule of deck building are
              named and left out.

Shuffles sort cards by their titles and the seed, so with and without a card the others come in the same order, and so does the
encounter deck. That is worth about 3 times the games for all copies and 4.6 times for one (median of 16 titles of
core-leadership, 2,000 games each; column `gain`).

The folder is that of a sweep: the same command goes on after an interruption, and with more `--games` it adds games. At its end
it prints the table and writes `cards.csv` and `cards.png`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lotrsim.cards.facts import facts, fold
from lotrsim.decks import Deck, check, player_card, spheres
from lotrsim.decks.deck import copies_of_titles
from lotrsim.errors import BadValue, UnknownName
from lotrsim.experiments.spec import Experiment
from lotrsim.experiments.studies.commands import answered, common_options, deck_of, parser_of, slug, write_csv
from lotrsim.experiments.sweeps import Sweep

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

ALL, ONE = "all", "one"
COPIES = (ALL, ONE)
NOTHING, BLANK = "nothing", "blank"
ICONS = {"Celebrían's Stone": "Spirit"}  # cards that give a hero of the box another sphere
TABLE, PICTURE = "cards.csv", "cards.png"
EFFECT = (
    *("card", "copies", "swapped", "instead", "games", "win_rate", "win_rate_without", "effect", "ci_low", "ci_high"),
    *("p_value", "p_holm", "p_bh", "score", "score_without", "won_by_both", "score_effect", "score_low", "score_high", "gain"),
)


@dataclass(frozen=True)
class Swap:
    """A deck in which `swapped` copies of a title have given way to something else."""

    title: str
    copies: int  # in the deck as it is
    swapped: int
    instead: str  # "nothing", or the title that came for it
    deck: Deck  # what is left


# --- The decks -------------------------------------------------------------------------------------------------------


def swaps(deck: Deck, titles: Iterable[str] = (), copies: str = ALL, instead: str = NOTHING) -> tuple[list[Swap], list[str]]:
    """The swaps of a deck, one a title, in its order; and why others cannot be made, a line each.

    `titles`: only these; UnknownName for one that the deck does not have. `instead`: "nothing", "blank" or a title.
    BadValue where no swap is left.
    """
    if copies not in COPIES:
        raise UnknownName("number of copies", copies, COPIES)
    held = copies_of_titles(deck)
    other = NOTHING if instead == NOTHING else blank(deck) if instead == BLANK else player_card(instead).name
    chosen = [_in_deck(title, deck, held) for title in titles] or list(held)
    found, refused = [], []
    for title in dict.fromkeys(chosen):
        if title == other:
            refused.append(f"{title} is not swapped for itself")
            continue
        swap = _swap(deck, title, held[title] if copies == ALL else 1, other)
        faults = check(swap.deck)
        refused += [f"{title} is not swapped for {other}: {fault}" for fault in faults[:1]]
        found += [] if faults else [swap]
    if not found:
        raise BadValue(f"{deck.id}: no card can be swapped{': ' if refused else ''}{'; '.join(refused[:3])}")
    return found, refused


def _in_deck(title: str, deck: Deck, held: Iterable[str]) -> str:
    """The title as the deck spells it."""
    for name in held:
        if fold(name) == fold(title):
            return name
    raise UnknownName(f"card of {deck.id}", title, held)


def _swap(deck: Deck, title: str, n: int, instead: str) -> Swap:
    """The deck without n copies of a title, and with n of what comes instead."""
    held = copies_of_titles(deck)
    left = held.copy()
    left[title] -= n
    if instead != NOTHING:
        left[instead] += n
    words = f"-less-{n}-{slug(title)}" + ("" if instead == NOTHING else f"-plus-{slug(instead)}")
    made = replace(
        deck, id=deck.id + words, name=f"{deck.name}, {n} {title} for {instead}",
        cards=tuple((name, k) for name, k in left.items() if k),
    )  # fmt: skip
    return Swap(title, held[title], n, instead, made)


def blank(deck: Deck) -> str:
    """The title of a card that this deck's player can never play: he can only draw and discard it."""
    paid = set(spheres(deck)) | {ICONS[title] for title in copies_of_titles(deck) if title in ICONS}
    held = copies_of_titles(deck)
    for fact in facts():
        costs = isinstance(fact.cost, int) and fact.cost > 0
        if fact.type == "event" and costs and fact.sphere not in (*paid, "Neutral") and fact.name not in held:
            return fact.name
    raise BadValue(f"{deck.id}: its heroes can pay for cards of every sphere, so none of the box is a blank")


# --- The study -------------------------------------------------------------------------------------------------------


def sweep(
    deck: Deck, found: Sequence[Swap], scenario: str, games: int = 2000, seed: int = 1, agent: str = "heuristic",
    difficulty: str = "standard",
) -> Sweep:  # fmt: skip
    """The sweep of a deck and its swaps in a scenario."""
    return Sweep(Experiment([scenario], [deck, *(swap.deck for swap in found)], [agent], games, seed, [difficulty]))


def table(df: pd.DataFrame, deck: Deck, found: Sequence[Swap]) -> pd.DataFrame:
    """A row for each swap, the card that adds most first. `df`: the rows of the study, of one scenario, agent and difficulty.

    Columns: card, copies (in the deck), swapped (of them), instead, games (of each side), win_rate (of the deck as it is),
    win_rate_without, effect (the first less the second: what the card adds) with ci_low and ci_high (95%, paired), p_value
    (McNemar, exact), p_holm and p_bh (corrected for the number of rows), score and score_without (mean of won games, low is
    good), won_by_both, score_effect (with less without, of games that both won) with score_low and score_high (95%,
    bootstrap), gain (how many times the games an unpaired comparison would need for an interval as narrow).
    """
    import pandas as pd

    from lotrsim.experiments.analysis import compare_all

    compared = compare_all(df, "decks", against=deck.id).set_index("a")
    means = df[df["won"]].groupby("decks", observed=True)["score"].mean()
    rows = []
    for swap in found:
        if swap.deck.id not in compared.index:
            continue
        pair = compared.loc[swap.deck.id]
        row = {"card": swap.title, "copies": swap.copies, "swapped": swap.swapped, "instead": swap.instead}
        row |= {"games": int(pair["games"]), "win_rate": pair["win_rate_b"], "win_rate_without": pair["win_rate_a"]}
        row |= {"effect": -pair["difference"], "ci_low": -pair["ci_high"], "ci_high": -pair["ci_low"]}
        row |= {name: pair[name] for name in ("p_value", "p_holm", "p_bh")}
        row |= {"score": means.get(deck.id), "score_without": means.get(swap.deck.id)}
        rows.append(row | _scores(df, deck, swap) | {"gain": gain(pair)})
    floats = dict.fromkeys(("score", "score_without", "score_effect", "score_low", "score_high", "gain"), float)
    shown = pd.DataFrame(rows, columns=list(EFFECT)).astype(floats)  # null where no game was won
    return shown.sort_values(["effect", "card"], ascending=[False, True]).reset_index(drop=True)


def _scores(df: pd.DataFrame, deck: Deck, swap: Swap) -> dict[str, Any]:
    """What the card does to the score of the games that are won with it and without it."""
    from lotrsim.experiments.analysis import compare_scores, paired

    pairs = paired(df, deck.id, swap.deck.id, "decks")
    both = int((pairs["won_a"] & pairs["won_b"]).sum())
    if both < 2:
        return {"won_by_both": both}
    found = compare_scores(df, deck.id, swap.deck.id, "decks")
    names = {"score_effect": "difference", "score_low": "ci_low", "score_high": "ci_high"}
    return {"won_by_both": both} | {name: float(found[column]) for name, column in names.items()}


def gain(pair: pd.Series) -> float | None:
    """How many times the games two unpaired samples would need for the same interval; null where no pair differs.

    `pair`: a row of `compare_all`. The variance of the difference of two independent rates over that of paired ones.
    """
    apart = sum(rate * (1 - rate) for rate in (pair["win_rate_a"], pair["win_rate_b"]))
    together = (pair["only_a"] + pair["only_b"]) / pair["games"] - pair["difference"] ** 2
    return float(apart / together) if together > 0 else None


# --- What is shown ---------------------------------------------------------------------------------------------------


def picture(rows: pd.DataFrame, deck: Deck, scenario: str, path: str | Path | None = None, force: bool = False) -> Figure:
    """The effects with their intervals, a line a card, the one that adds most on top; `rows`: those of `table`."""
    from lotrsim.experiments.plots import differences

    names = [f"{card} ({n})" for card, n in zip(rows["card"], rows["swapped"], strict=True)]
    other = rows["instead"].iloc[0] if len(rows) else NOTHING
    drawn = rows.assign(
        decks=deck.id, scenario=scenario, a=names, b="without the card" if other == NOTHING else f"with {other} for it"
    )
    columns = ["decks", "scenario", "a", "b", "games", "effect", "ci_low", "ci_high", "p_holm"]
    return differences(drawn[columns].rename(columns={"effect": "difference"}), path, force)


def page(rows: pd.DataFrame) -> Iterator[tuple[str, ...]]:
    """The rows as they are printed, under HEADS; effects in points of a hundred."""
    for _, row in rows.iterrows():
        effect = _interval(100 * row[["effect", "ci_low", "ci_high"]])
        scored = _interval(row[["score_effect", "score_low", "score_high"]])
        p = "<0.001" if row["p_holm"] < 0.001 else f"{row['p_holm']:.3f}"
        times = "" if row["gain"] != row["gain"] else f"{row['gain']:.1f}"
        yield str(row["card"]), str(row["swapped"]), f"{row['win_rate_without'] * 100:.1f}", effect, p, scored, times


def _interval(numbers: pd.Series) -> str:
    """An effect and its interval, or nothing."""
    value, low, high = (f"{round(float(number), 1) + 0.0:+.1f}" for number in numbers)  # no -0.0
    return "" if numbers.isna().any() else f"{value} ({low} to {high})"


HEADS = ("card", "copies taken", "won without, %", "effect, points (95%)", "p (Holm)", "score with less without (95%)", "gain")


def show(df: pd.DataFrame, deck: Deck, found: Sequence[Swap], folder: Path) -> None:
    """Print the table, and write it and the picture into the folder."""
    from lotrsim.cli.common import note, show_table

    rows = table(df, deck, found)
    write_csv(rows, folder / TABLE)
    scenario = str(df["scenario"].iloc[0])
    picture(rows, deck, scenario, folder / PICTURE, force=True)
    shown = [dict(zip(HEADS, row, strict=True)) for row in page(rows)]
    title = f"{deck.id} in {scenario}: {rows['win_rate'].iloc[0]:.1%} won as it is; {rows['games'].iloc[0]:,} games each"
    show_table(shown, list(HEADS), title, {})
    note(f"{folder / TABLE} and {folder / PICTURE} are written")


def study(given: argparse.Namespace) -> int:
    """Play what the folder lacks of the study, and show it."""
    from lotrsim.cli.common import note
    from lotrsim.experiments.sweeping import run_sweep

    deck = deck_of(given.deck)
    found, refused = swaps(deck, given.card, given.copies, given.instead)
    for line in refused:
        note(line)
    df = run_sweep(
        sweep(deck, found, given.scenario, given.games, given.seed, given.agent, given.difficulty), given.out, given.workers
    )
    show(df, deck, found, given.out)
    return 1 if df.attrs["lost"] else 0


def main(arguments: list[str] | None = None) -> int:
    """The command; 0, or 1 or 2 after a line that says what is wrong."""
    parser = parser_of("card_swap", __doc__)
    common_options(parser)
    parser.add_argument("--games", type=int, default=2000, help="of the deck and of each swap (2000)")
    parser.add_argument("--copies", choices=COPIES, default=ALL, help="how many copies of a title go (all)")
    parser.add_argument("--instead", default=NOTHING, help="nothing (usual), blank, or a title")
    parser.add_argument("--card", action="append", default=[], metavar="TITLE", help="only this card; may be repeated")
    return answered(study, parser.parse_args(arguments))


if __name__ == "__main__":
    sys.exit(main())
