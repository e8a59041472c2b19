"""`lotrsim report` writes a page of results."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lotrsim.cli.common import Force, note


def report(
    results: Annotated[
        Path, typer.Argument(metavar="RESULTS", help="Results: a Parquet file, or the folder of a sweep.", show_default=False)
    ],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="The page to write.")] = Path("report.html"),
    force: Force = False,
) -> None:
    """Write results as one self-contained page: tables, pictures, statistics, and how to play the same games again.

    The page loads nothing from elsewhere; it can be sent, printed, and read on a phone.
    """
    from lotrsim.experiments import report as write_report

    note(f"wrote {write_report(results, out, force)}")
