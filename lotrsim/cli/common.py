"""What the commands share: errors as a line and an exit code, output as table, JSON or CSV, and the common options."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from lotrsim.errors import BadDeck, BadValue, IllegalAction, LotrsimError, NotPlayed, OutputExists, UnknownName

if TYPE_CHECKING:
    import pandas as pd

    from lotrsim.decks import Deck

DONE, FAILED, WRONG_USAGE = 0, 1, 2
USAGE_ERRORS = (UnknownName, BadDeck, BadValue, NotPlayed, IllegalAction, OutputExists)
# the base of what Typer says of options and arguments; where it is defined depends on Typer's version
ClickException: Any = next(each for each in typer.BadParameter.__mro__ if each.__name__ == "ClickException")
PIPE_WIDTH = 200  # characters of a table that goes into a file or a pipe


class Format(StrEnum):
    """How data is printed."""

    table = "table"
    json = "json"
    csv = "csv"


def _files(flag: str, text: str) -> Any:
    return typer.Option(flag, metavar="FILE", exists=True, dir_okay=False, show_default=False, help=text)


FormatOption = Annotated[Format, typer.Option("--format", help="How to print it.")]
CardFiles = Annotated[list[Path], _files("--cards", "A file of your own cards and scenarios; may be repeated.")]
Difficulty = Annotated[str, typer.Option("--difficulty", help="standard, easy or basic.")]
Workers = Annotated[int, typer.Option("--workers", metavar="W", help="Processes; -1 is one a core.")]
Backend = Annotated[str | None, typer.Option("--backend", metavar="B", show_default=False, help="loky (usual) or dask.")]
Cluster = Annotated[
    str | None,
    typer.Option("--cluster", metavar="ADDRESS", show_default=False, help="A Dask scheduler; with --backend dask."),
]
Tournament = Annotated[bool, typer.Option("--tournament", help="Refuse decks that no tournament would allow.")]
Force = Annotated[bool, typer.Option("--force", help="Replace files that exist.")]


class Commands(TyperGroup):
    """The group of all commands: whatever goes wrong becomes one line on stderr and an exit code, never a traceback."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command line."""
        words = args, prog_name, complete_var, False, windows_expand_args
        if not standalone_mode:
            return super().main(*words, **extra)
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):  # a name with an accent must not end a command
                stream.reconfigure(errors="backslashreplace")
        try:
            code = super().main(*words, **extra)
        except ClickException as error:
            fail(error.format_message(), error.exit_code)
        except (KeyboardInterrupt, typer.Abort):
            fail("interrupted")
        except LotrsimError as error:
            fail(str(error), exit_code(error))
        except Exception as error:
            if os.environ.get("LOTRSIM_DEBUG"):
                raise
            fail(f"{type(error).__name__}: {error} (LOTRSIM_DEBUG=1 shows where)")
        if code == 130:  # how Typer says that the user pressed Ctrl-C
            fail("interrupted")
        sys.exit(code or DONE)


def exit_code(error: LotrsimError) -> int:
    """2 for what the user asked wrongly, 1 for everything else, such as a damaged file."""
    from lotrsim.experiments.folder import OtherSweep
    from lotrsim.experiments.spec import BadExperiment

    return WRONG_USAGE if isinstance(error, (*USAGE_ERRORS, BadExperiment, OtherSweep)) else FAILED


def fail(message: str, code: int = FAILED) -> NoReturn:
    """End with one line on stderr."""
    sys.stdout.flush()
    typer.echo(f"error: {' '.join(message.split())}", err=True)
    sys.exit(code)


def note(message: str) -> None:
    """Tell something that is not data."""
    typer.echo(message, err=True)


def tell_notes(decks: Iterable[Deck]) -> None:
    """Tell what the files of decks hold that is not played."""
    for deck in decks:
        for text in deck.notes:
            note(f"{deck.id}: {text}")


def load_cards(files: list[Path]) -> None:
    """Load the user's own cards and scenarios."""
    from lotrsim import cards

    for path in files:
        cards.load(path)


def ready_engine() -> None:
    """Compile, with a progress bar, what the cache lacks."""
    from lotrsim.experiments.runner import compile_engine

    compile_engine(progress=True)


# --- Data ------------------------------------------------------------------------------------------------------------


def records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """The rows as JSON takes them; what is missing is null."""
    plain = frame.astype(object).where(frame.notna(), None)
    return [{str(name): value for name, value in row.items()} for row in plain.to_dict("records")]


def show(frame: pd.DataFrame, format: Format, title: str = "", decimals: dict[str, str] | None = None) -> None:
    """Print rows on stdout; `decimals` are the formats of columns in a table."""
    if format is Format.json:
        typer.echo(json.dumps(records(frame), ensure_ascii=False, indent=2))
    elif format is Format.csv:
        typer.echo(frame.to_csv(index=False, lineterminator="\n"), nl=False)
    else:
        show_table(records(frame), [str(name) for name in frame], title, decimals or {})


def show_table(rows: list[dict[str, Any]], columns: list[str], title: str, decimals: dict[str, str]) -> None:
    """Print rows as a table that is cut nowhere."""
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(title=title or None, title_justify="left", box=SIMPLE, pad_edge=False)
    for name in columns:
        numeric = any(_is_number(row[name]) for row in rows)
        table.add_column(name.replace("_", " "), justify="right" if numeric else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(_cell(row[name], decimals.get(name, ""))) for name in columns))
    console = Console(width=None if sys.stdout.isatty() else PIPE_WIDTH)
    console.print(table)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _cell(value: Any, decimals: str) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else ""
    return format(value, decimals) if decimals and _is_number(value) else str(value)
