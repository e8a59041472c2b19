"""The generated blocks about studies of one deck, from the files that they wrote: `card_swap.csv` and the like."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pandas as pd
from source_tables import table

from lotrsim.experiments.plots.differences import SURE
from lotrsim.experiments.studies import card_swap, deck_search

FOLDER = Path(__file__).resolve().parent


def swapped() -> str:
    """What each card adds, a row a title, and how much the pairing of games is worth."""
    rows = pd.read_csv(FOLDER / "card_swap.csv")
    gain = f"{rows['gain'].median():.1f} ({rows['gain'].min():.1f} to {rows['gain'].max():.1f})"
    told = f"{rows['win_rate'].iloc[0]:.1%} of {rows['games'].iloc[0]:,} games won with the deck as it is."
    paired = (
        f"Unpaired games would have to be {gain} times as many for intervals as narrow: the median of the rows, and their range."
    )
    return f"{told}\n\n{table(' | '.join(card_swap.HEADS), card_swap.page(rows))}\n\n{paired}"


def blanks() -> str:
    """What each card adds if a blank is in its place, and how many titles are better than one."""
    rows = pd.read_csv(FOLDER / "card_swap_blank.csv")
    sure = rows[(rows["p_holm"] < SURE) & (rows["effect"] > 0)]
    shown = [row[:5] for row in card_swap.page(rows)]
    told = f"Better than {rows['instead'].iloc[0]}, which nobody here can pay for: {len(sure)} of {len(rows)} titles."
    return f"{told}\n\n{table(' | '.join(card_swap.HEADS[:5]), shown)}"


def searched() -> str:
    """The rounds of a search."""
    rows = deck_search.typed(pd.read_csv(FOLDER / "deck_search.csv"))
    return table(" | ".join(deck_search.HEADS), deck_search.page(rows))


def found() -> str:
    """What came of the search."""
    rows = deck_search.typed(pd.read_csv(FOLDER / "deck_search.csv"))
    return f"**{deck_search.told(rows.iloc[-1])}**"


def blocks() -> dict[str, Callable[[], str]]:
    """Every block by its name."""
    return {"deck:swapped": swapped, "deck:blanks": blanks, "deck:searched": searched, "deck:found": found}
