"""`lotrsim run SWEEP --out FOLDER`: plays a sweep file into a folder, or goes on with it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from lotrsim.cli.common import note, tell_notes
from lotrsim.errors import BadValue

if TYPE_CHECKING:
    import pandas as pd


def check_options(sweep: Path, given: dict[str, Any], out: Path | None) -> None:
    """Refuse options that the sweep file itself answers, and a sweep without a folder."""
    twice = [name for name, value in given.items() if value]
    if twice:
        raise BadValue(f"{', '.join(twice)}: with a sweep file, {sweep} says it")
    if out is None:
        raise BadValue("a sweep is played into a folder: --out FOLDER")
    if out.is_file():
        raise BadValue(f"a sweep is played into a folder, and {out} is a file")


def played(
    sweep: Path, out: Path, workers: int, backend: str | None, cluster: str | None, cards: list[Path], trace: bool
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The rows of the folder, when nothing is missing any more, and their summary."""
    from lotrsim.experiments import Sweep, run_sweep, summarise

    read = Sweep.read(sweep, cards, trace)
    tell_notes(dict.fromkeys(deck for cell in read.cells for deck in cell.team))
    df = run_sweep(read, out, workers, backend, cluster)
    note(f"{len(df):,} games in {out}")
    if "stopping_rule" in df.attrs:
        note(df.attrs["stopping_rule"])
    return df, summarise(df)
