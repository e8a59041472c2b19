"""What the commands of studies share: their options, one line for whatever is wrong, tables as CSV."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from lotrsim.cards.facts import fold
from lotrsim.decks import Deck, team
from lotrsim.errors import BadValue, LotrsimError
from lotrsim.experiments.results import replacing
from lotrsim.experiments.sweeps import Sweep

if TYPE_CHECKING:
    import pandas as pd


def parser_of(study: str, description: str | None) -> argparse.ArgumentParser:
    """The parser of a study's command, without options; the description keeps its lines."""
    raw = argparse.RawDescriptionHelpFormatter
    return argparse.ArgumentParser(prog=f"python -m {__package__}.{study}", description=description, formatter_class=raw)


def sweep_options(parser: argparse.ArgumentParser, games: str, agent: str, out: str) -> None:
    """Options of a study that is one sweep: games, seed, agent, workers and folder, with the help of three of them."""
    parser.add_argument("--games", type=int, default=1000, help=games)
    parser.add_argument("--seed", type=int, default=1, help="game k of a seed is the same game (1)")
    parser.add_argument("--agent", default="heuristic", help=agent)
    parser.add_argument("--workers", type=int, default=-1, help="processes; -1 is one a core")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help=out)


def played_and_shown(
    sweep: Callable[[int, int, str], Sweep], show: Callable[[pd.DataFrame, Path], None], given: argparse.Namespace
) -> int:
    """Play what the folder lacks of a sweep (games, seed, agent), and show it; 0, or 1 if games were lost."""
    from lotrsim.experiments.sweeping import run_sweep

    df = run_sweep(sweep(given.games, given.seed, given.agent), given.out, given.workers)
    show(df, given.out)
    return 1 if df.attrs["lost"] else 0


def write_csv(rows: pd.DataFrame, path: Path, digits: str = "%.6g") -> None:
    """Write rows as CSV, whole or not at all, in the place of what is there."""
    with replacing(path, force=True) as temporary:
        rows.to_csv(temporary, index=False, float_format=digits, lineterminator="\n")


def common_options(parser: argparse.ArgumentParser) -> None:
    """Options of a study of one deck: deck, scenario, difficulty, agent, seed, workers and folder."""
    parser.add_argument("--deck", required=True, help="the id of a deck, or a file")
    parser.add_argument("--scenario", required=True, help="the id of a scenario")
    parser.add_argument("--difficulty", default="standard", help="standard (usual), easy or basic")
    parser.add_argument("--agent", default="heuristic", help="who plays (heuristic)")
    parser.add_argument("--seed", type=int, default=1, help="game k of a seed is the same game (1)")
    parser.add_argument("--workers", type=int, default=-1, help="processes; -1 is one a core")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="for the games, the table and the picture")


def deck_of(name: str) -> Deck:
    """The deck of an id or file; BadDeck or UnknownName for none, BadValue for several."""
    found = team(name)
    if len(found) != 1:
        raise BadValue(f"this study is about one deck at a table, not {len(found)} ({name})")
    return found[0]


def slug(title: str) -> str:
    """A title as a part of an id."""
    return "-".join(fold(title).split())


def answered(study: Callable[[argparse.Namespace], int], given: argparse.Namespace) -> int:
    """What a study returns, or 1 or 2 after a line that says what is wrong."""
    from lotrsim.cli.common import exit_code, note

    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # an accent must not end it
    try:
        return study(given)
    except LotrsimError as error:
        note(f"error: {' '.join(str(error).split())}")
        return exit_code(error)
    except KeyboardInterrupt:
        note("error: interrupted; the same command goes on from there")
        return 1
