"""Deck search: improves a deck for a scenario by swaps of cards, and never accepts noise.

    python -m lotrsim.experiments.studies.deck_search --deck core-spirit --scenario passage-through-mirkwood \\
        --budget 200000 --seed 1 --out search

Hill climbing, in rounds, until the budget of games is used up. A round tries the decks that are one swap away
(`deck_moves.py`): legal, of the same size, from one Core Set. Every step plays new game numbers of the seed, the same for all
decks that it compares.

1. Race: up to 32 swaps, half of them those that earlier races speak for (title by title), half drawn by the seed, play 64
   games each; the better half plays as many again, and so on, until one is left.
2. Heat: its deck and the present one play 1,000 fresh games, for the winner of a race looks better than it is. It must be
   better by one standard error; this only saves games.
3. Confirmation: 4,000 fresh games. The swap is accepted if McNemar's exact test, one-sided, has a p-value of at most
   alpha_k, and the interval of the difference (Bonett and Price, of confidence 1 - 2 alpha_k) excludes zero. It is refused
   halfway if it is not ahead by then.

alpha_k = alpha / (k (k + 1)) for the k-th confirmation that is begun; together they come to alpha, however many there are.
So with alpha = 0.05, the chance that a search accepts any swap that is no improvement is at most 5%. A swap that is
accepted still looks better than it is; so at the end the first and the last deck play fresh games, and that figure is told.

The folder keeps every step: the same command goes on after an interruption, and with a larger budget it goes on searching. At
its end it writes `deck.txt`, which `lotrsim run --deck` reads, `history.csv` and `progress.png`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lotrsim import decks
from lotrsim.decks import player_card
from lotrsim.experiments.results import CannotWrite, make_folder
from lotrsim.experiments.spec import Experiment
from lotrsim.experiments.studies.commands import answered, common_options, deck_of, parser_of, write_csv
from lotrsim.experiments.studies.deck_climb import ACCEPTED, FINAL, HISTORY, Found, Settings, check_budget, search
from lotrsim.experiments.studies.deck_moves import plain

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from lotrsim.decks import Deck

WHOLE = ("round", "candidates", "copies", "confirmation", "games", "wins_before", "wins_after", "spent")
LAST = "last deck against the first"
DECK, TABLE, PICTURE = "deck.txt", "history.csv", "progress.png"
HEADS = ("round", "swap", "heat, points", "games", "difference, points (95%)", "p", "alpha", "outcome", "games so far")


def run_search(
    experiment: Experiment, folder: Path, budget: int, settings: Settings | None = None, workers: int = -1, progress: bool = True
) -> Found:
    """Search in a folder: go on with what it has, and play the rest.

    `experiment`: one cell of one deck, and the seed. BadValue for a folder of another search or a budget that is too small.
    """
    from dataclasses import asdict

    from filelock import FileLock, Timeout

    from lotrsim.experiments.backends import using
    from lotrsim.experiments.folder import LOCK
    from lotrsim.experiments.runner import bar_of
    from lotrsim.experiments.studies.deck_games import Kept, Table, manifest_of, open_folder

    settings = settings or Settings()
    deck = plain(experiment.cells[0].team[0], settings.core_sets)
    check_budget(deck, budget, settings)
    make_folder(folder)
    try:
        with FileLock(folder / LOCK, timeout=0), using(None, workers) as n, bar_of(budget, progress) as bar:
            open_folder(folder, manifest_of(experiment, deck, asdict(settings), budget))
            return search(deck, Kept(Table(experiment, n, bar), folder, bar.update), budget, experiment.seed, settings)
    except Timeout:
        raise CannotWrite(folder, "another search is writing into it") from None


# --- What is shown ---------------------------------------------------------------------------------------------------


def history(found: Found) -> pd.DataFrame:
    """A row a round of the search, and at its end the final comparison.

    Columns: round, candidates (swaps raced), out, into, copies (of the race's winner), heat_difference, confirmation (its
    number; null if the heat was lost), alpha, games (pairs), wins_before, wins_after, difference (the new deck's win rate less
    the old one's) with ci_low and ci_high (95%, paired), p_value (one-sided), outcome, spent (games so far), changes (of the
    first deck, after the round).
    """
    import pandas as pd

    return typed(pd.DataFrame(found.history, columns=list(HISTORY)))


def typed(rows: pd.DataFrame) -> pd.DataFrame:
    """A history, also one read from its file, with whole numbers as such."""
    return rows.astype(dict.fromkeys(WHOLE, "Int64"))


def page(rows: pd.DataFrame) -> Iterator[tuple[str, ...]]:
    """The rows of a history as they are printed."""
    for _, row in rows.iterrows():
        swap = LAST if row["outcome"] == FINAL else " -> ".join(_swap(row))
        heat = "" if row["heat_difference"] != row["heat_difference"] else f"{row['heat_difference'] * 100:+.1f}"
        tested = ("", "", "", "")
        if row["difference"] == row["difference"]:
            rate, low, high = (f"{row[name] * 100:+.1f}" for name in ("difference", "ci_low", "ci_high"))
            p_value = "<0.0001" if row["p_value"] < 0.0001 else f"{row['p_value']:.4f}"
            alpha = "" if row["alpha"] != row["alpha"] else f"{row['alpha']:.4f}"
            tested = f"{row['games']:,}", f"{rate} ({low} to {high})", p_value, alpha
        yield str(row["round"]), swap, heat, *tested, str(row["outcome"]), f"{row['spent']:,}"


def sentence(found: Found) -> str:
    """What came of the search."""
    row = found.final
    ended = f"({found.spent:,} games; {found.reason})"
    return f"no swap was confirmed: {found.first.id} stays as it is {ended}" if row is None else f"{told(row)} {ended}"


def told(final: Any) -> str:
    """The last row of a history in words: what changed, and what it is worth."""
    n = final["games"]
    points = " to ".join(f"{final[name] * 100:+.1f}" for name in ("ci_low", "ci_high"))
    rates = f"{final['wins_before'] / n:.1%} won before, {final['wins_after'] / n:.1%} after"
    return f"{final['changes']}: of {n:,} fresh games {rates}: {final['difference'] * 100:+.1f} points ({points})"


def picture(rows: pd.DataFrame, title: str, path: str | Path | None = None, force: bool = False) -> Figure:
    """The progress: above, how often the present deck was won with, by games played; below, every confirmation.

    `rows`: those of `history`. Rates have Wilson's interval, differences the paired one, both 95%; what is filled was accepted.
    """
    from lotrsim.errors import BadValue
    from lotrsim.experiments.plots.common import finished, new_figure, titled
    from lotrsim.experiments.plots.differences import forest, heights_of

    tested = rows[rows["difference"].notna()]
    if tested.empty:
        raise BadValue("no swap came to a confirmation: there is no progress to draw")
    labels = [_label(row) for _, row in tested.iterrows()]
    below = 1.0 + sum(heights_of(labels))
    figure = new_figure(3.6 + below)
    above, ax = figure.subplots(2, 1, height_ratios=[3.0, below])
    _draw_rates(above, tested)
    sure = tested["outcome"].isin([ACCEPTED, FINAL])
    forest(ax, labels, tested["difference"], tested["ci_low"], tested["ci_high"], sure)
    ax.set_xlabel("games won more often than before, with the 95% interval")
    titled(figure, f"{title}\nfilled: a swap that was accepted, and the final comparison")
    return finished(figure, path, force)


def _label(row: pd.Series) -> str:
    from lotrsim.experiments.plots.common import literal

    if row["outcome"] == FINAL:
        return LAST
    out, into = _swap(row)
    return literal(f"{row['confirmation']}: {out}\n-> {into}")


def _swap(row: pd.Series) -> tuple[str, str]:
    """What goes out, and what comes in."""
    if player_card(row["out"]).type == "hero":
        return f"hero {row['out']}", f"{row['into']}"
    return f"{row['copies']} {row['out']}", f"{row['into']}"


def _draw_rates(ax: Any, tested: pd.DataFrame) -> None:
    """The win rate of the present deck after every confirmation, and of both decks at the end."""
    from matplotlib.ticker import MaxNLocator, StrMethodFormatter

    from lotrsim.experiments.analysis.common import wilson
    from lotrsim.experiments.plots.common import COLOURS, percent

    first = tested.iloc[0]
    points = [(0, first["wins_before"], first["games"], True)]
    for _, row in tested.iterrows():
        is_new = row["outcome"] in (ACCEPTED, FINAL)
        points.append((row["spent"], row["wins_after"] if is_new else row["wins_before"], row["games"], is_new))
    spent, wins, games, filled = (list(each) for each in zip(*points, strict=True))
    low, high = wilson(wins, games)
    rates = [won / n for won, n in zip(wins, games, strict=True)]
    ax.step(spent, rates, where="post", color=COLOURS[0], linewidth=1)
    for x, y, bottom, top, full in zip(spent, rates, low, high, filled, strict=True):
        style = {"color": COLOURS[0], "markerfacecolor": COLOURS[0] if full else "white", "capsize": 3}
        ax.errorbar([x], [y], yerr=[[max(0.0, y - bottom)], [max(0.0, top - y)]], fmt="o", **style)
    ax.xaxis.set_major_locator(MaxNLocator(6))
    ax.xaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    ax.set_xlabel("games played by the search")
    ax.set_ylabel("games won by the present deck")
    percent(ax, "y")


def show(found: Found, folder: Path, scenario: str) -> None:
    """Write deck, history and picture into the folder, and print the history."""
    from lotrsim.cli.common import note, show_table

    rows = history(found)
    decks.write(found.last, folder / DECK, force=True)
    write_csv(rows, folder / TABLE)
    written = [DECK, TABLE]
    if rows["difference"].notna().any():
        picture(rows, f"{found.first.id} in {scenario}", folder / PICTURE, force=True)
        written.append(PICTURE)
    show_table([dict(zip(HEADS, row, strict=True)) for row in page(rows)], list(HEADS), sentence(found), {})
    note(f"{', '.join(written)} are written into {folder}")


def study(given: argparse.Namespace) -> int:
    """Search, and show what came of it."""
    deck: Deck = deck_of(given.deck)
    experiment = Experiment([given.scenario], [deck], [given.agent], 1, given.seed, [given.difficulty])
    settings = Settings(
        given.width, given.race_games, given.heat_games, given.confirm_games, given.alpha, given.core_sets, given.heroes
    )
    show(run_search(experiment, given.out, given.budget, settings, given.workers), given.out, given.scenario)
    return 0


def main(arguments: list[str] | None = None) -> int:
    """The command; 0, or 1 or 2 after a line that says what is wrong."""
    usual = Settings()
    parser = parser_of("deck_search", __doc__)
    common_options(parser)
    parser.add_argument("--budget", type=int, default=200_000, help="games in all (200000)")
    parser.add_argument("--heroes", action="store_true", help="heroes may change too, one at a time")
    for name, text in (
        ("core_sets", "boxes whose cards may be used"),
        ("width", "swaps of a race"),
        ("race_games", "first games of each of them"),
        ("heat_games", "games of a heat"),
        ("confirm_games", "games of a confirmation"),
    ):
        value = getattr(usual, name)
        parser.add_argument(f"--{name.replace('_', '-')}", type=int, default=value, metavar="N", help=f"{text} ({value})")
    parser.add_argument("--alpha", type=float, default=usual.alpha, help="chance to accept what is no improvement (0.05)")
    return answered(study, parser.parse_args(arguments))


if __name__ == "__main__":
    sys.exit(main())
