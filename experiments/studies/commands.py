"""What the commands of studies of one deck share: their options, and one line for whatever is wrong."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from lotrsim.cards.facts import fold
from lotrsim.decks import Deck, team
from lotrsim.errors import BadValue, LotrsimError


def common_options(parser: argparse.ArgumentParser) -> None:
    """Deck, scenario, difficulty, agent, seed, workers and folder."""
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
