"""Results: a row a game. Their columns, their files (Parquet), and what they come to for each cell.

Timing is no part of them: the same experiment gives the same rows, and the same file byte for byte.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lotrsim.errors import BadFile, LotrsimError, OutputExists
from lotrsim.experiments.spec import KEY

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

# column -> kind: a word, a yes or no, a number, a number or null
COLUMNS = {
    "scenario": "word",
    "decks": "word",
    "difficulty": "word",
    "agent": "word",
    "seed": "number",
    "game": "number",
    "won": "truth",
    "reason": "word",
    "score": "number or null",  # null if lost
    "rounds": "number",  # completed
    "stage": "number",  # reached
    "threat": "number",  # of all players together
    "dead_heroes": "number",  # their threat costs
    "damage": "number",  # on surviving heroes
    "victory_points": "number",
    "out_by_threat": "number",  # players eliminated because their threat reached 50
    "out_of_heroes": "number",  # players eliminated because they had no hero left
    "decisions": "number",
    "fault": "word",  # empty, or the name of the engine's fault: such a game counts neither as won nor as lost
    "rules_version": "number",
    "cards_hash": "word",  # of the card files that were loaded; empty without any
}
COUNTS = {"rounds": "rounds", "stage": "stage_no"}  # column -> field of RESULT
COUNTS |= {name: name for name in ("threat", "dead_heroes", "damage", "victory_points")}
COUNTS |= {name: name for name in ("out_by_threat", "out_of_heroes", "decisions")}
SIGNED = ("score",)  # victory points may outweigh everything else
SUMMARY = (
    *("scenario", "deck", "agent", "difficulty", "games", "wins", "win_rate", "ci_low", "ci_high", "mean_score"),
    *("mean_rounds", "decisions", "games_per_second", "seconds", "faults"),
)
RATES = ("win_rate", "ci_low", "ci_high", "mean_score", "mean_rounds", "games_per_second", "seconds")
CONFIDENCE = 0.95


class CannotWrite(LotrsimError):
    """A file cannot be written where it is wanted."""

    def __init__(self, path: object, reason: str) -> None:
        self.path, self.reason = str(path), reason
        super().__init__(self.path, reason)

    def __str__(self) -> str:
        return f"cannot write {self.path}: {self.reason}"


# --- Files -----------------------------------------------------------------------------------------------------------


def make_folder(folder: str | Path) -> Path:
    """Make a folder for output, unless it is there."""
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotWrite(folder, error.strerror or str(error)) from None
    return Path(folder)


def check_output(path: str | Path, force: bool = False) -> Path:
    """Refuse a file that cannot be written, or that is there already; called before anything is played."""
    path = Path(path)
    if path.is_dir():
        raise CannotWrite(path, "it is a folder")
    if not path.parent.is_dir():
        raise CannotWrite(path, f"the folder {path.parent} does not exist")
    if path.exists() and not force:
        raise OutputExists(path)
    try:
        with tempfile.TemporaryFile(dir=path.parent):
            pass
    except OSError as error:
        raise CannotWrite(path, error.strerror or str(error)) from None
    return path


@contextmanager
def replacing(path: str | Path, force: bool = False) -> Iterator[Path]:
    """Yield a temporary file beside `path`, which takes its place when it is complete: nobody ever sees half a file."""
    path = check_output(path, force)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}-", suffix=path.suffix)
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        mask = os.umask(0)
        os.umask(mask)
        temporary.chmod(0o666 & ~mask)  # mkstemp makes files that only their owner may read
        if path.exists() and not force:  # it came while we were working
            raise OutputExists(path)
        temporary.replace(path)
    except OSError as error:
        raise CannotWrite(path, error.strerror or str(error)) from None
    finally:
        temporary.unlink(missing_ok=True)


def write(df: pd.DataFrame, path: str | Path, force: bool = False) -> Path:
    """Write results as Parquet, whole or not at all, with the lists of their decks; the timing in `attrs` stays out."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    from lotrsim.experiments.contents import metadata

    with replacing(path, force) as temporary:
        plain = df.copy(deep=False)
        plain.attrs = {}
        table = pa.Table.from_pandas(plain, preserve_index=False)
        pq.write_table(table.replace_schema_metadata({**(table.schema.metadata or {}), **metadata(df)}), temporary)
    return Path(path)


def read(path: str | Path) -> pd.DataFrame:
    """Read results, a row a game, of a file or of a sweep's folder; what is damaged or foreign is refused with the place.

    Of a folder that is not finished, the games that it has. `attrs["stopping_rule"]` says how long a sweep with `until`
    played each cell, `attrs["decks"]` what is in the decks; an older file does not say it.
    """
    path = Path(path)
    if path.is_dir():
        from lotrsim.experiments.folder import read_folder

        df = read_folder(path)
    elif not path.is_file():
        raise BadFile(path, "", "no such file")
    else:
        df = _read_file(path)
    check(df, path)
    return df


def _read_file(path: Path) -> pd.DataFrame:
    """The rows of a file, and its decks."""
    import pandas as pd
    import pyarrow.parquet as pq
    from pyarrow import ArrowException

    from lotrsim.experiments.contents import ATTRIBUTE, from_metadata

    try:
        df, found = pd.read_parquet(path, engine="pyarrow"), pq.read_schema(path).metadata
    except (ArrowException, OSError, ValueError, KeyError, TypeError) as error:
        raise BadFile(path, "", f"not a readable Parquet file ({' '.join(str(error).split())[:120]})") from None
    decks = from_metadata(found, path)
    if decks is not None:
        df.attrs[ATTRIBUTE] = decks
    return df


def read_traces(path: str | Path) -> pd.DataFrame:
    """Read the traces of a sweep's folder: a row a round and player, in the order of the games."""
    from lotrsim.experiments.folder import TRACES, read_folder

    return read_folder(Path(path), TRACES)


def check(df: pd.DataFrame, path: object = "results") -> None:
    """BadFile unless `df` has the columns, kinds and values of results."""
    lacking = [name for name in COLUMNS if name not in df]
    if lacking:
        raise BadFile(path, "columns", f"{', '.join(lacking)} missing")
    for name, kind in COLUMNS.items():
        column = df[name]
        if not _is_kind(column, kind):
            raise BadFile(path, f"column {name}", f"a {kind} is needed, the type is {column.dtype}")
        if kind != "number or null":
            _refuse(path, column.isna(), f"{name} is missing")
        if "number" in kind and name not in SIGNED:
            _refuse(path, column < 0, f"{name} is negative")
    _refuse(path, df["won"] != df["score"].notna(), "a won game has a score, a lost one has none")
    _refuse(path, df["won"] & (df["fault"] != ""), "a game stopped by a fault cannot be won")
    _refuse(path, df.duplicated([*KEY, "seed", "game"]), "the same game as in an earlier row")


def _is_kind(column: pd.Series, kind: str) -> bool:
    from pandas.api import types

    if kind == "word":
        return types.is_string_dtype(column.dtype) or isinstance(column.dtype, types.CategoricalDtype)
    return types.is_bool_dtype(column.dtype) if kind == "truth" else types.is_integer_dtype(column.dtype)


def _refuse(path: object, wrong: pd.Series, reason: str) -> None:
    """BadFile at the first row that is wrong."""
    if wrong.any():
        raise BadFile(path, f"row {int(wrong.to_numpy().argmax())}", reason)


# --- Rows and sums ---------------------------------------------------------------------------------------------------


def result_columns(results: np.ndarray) -> dict[str, Any]:
    """The columns that an array of RESULT gives."""
    import numpy as np
    import pandas as pd

    from lotrsim import RULES_VERSION
    from lotrsim.result import FAULTS, reason_of

    both = results["outcome"].astype(np.int64) * len(FAULTS) + results["fault"]  # sorted much faster than pairs
    endings, places = np.unique(both, return_inverse=True)
    reasons = np.array([reason_of(*divmod(ending, len(FAULTS))) for ending in endings.tolist()], object)
    faults = np.array([FAULTS[ending % len(FAULTS)] for ending in endings.tolist()], object)
    won = results["won"] == 1
    columns: dict[str, Any] = {"won": won, "reason": reasons[places]}
    columns["score"] = pd.arrays.IntegerArray(results["score"].astype(np.int64), ~won)
    columns |= {name: results[field].astype(np.int64) for name, field in COUNTS.items()}
    columns["fault"] = faults[places]
    columns["rules_version"] = np.full(len(results), RULES_VERSION, np.int64)
    return columns


def summarise(df: pd.DataFrame) -> pd.DataFrame:
    """A row for each scenario x deck x agent x difficulty, in the order in which they were played.

    Rates and means leave out games that a fault of the engine stopped; these are counted in `faults`. The interval is
    Wilson's, 95%. `seconds` is known only for results that were played in this process.
    """
    import numpy as np
    from statsmodels.stats.proportion import proportion_confint

    sound = df["fault"] == ""
    counted = df[[*KEY, "decisions"]].assign(won=df["won"] & sound, sound=sound, rounds=df["rounds"].where(sound))
    counted["score"] = df["score"].where(counted["won"]).astype("Float64").to_numpy(float, na_value=np.nan)
    sums = {"games": ("won", "size"), "wins": ("won", "sum"), "sound": ("sound", "sum"), "mean_score": ("score", "mean")}
    sums |= {"mean_rounds": ("rounds", "mean"), "decisions": ("decisions", "sum")}
    found = counted.groupby(list(KEY), sort=False, observed=True).agg(**sums).reset_index()
    wins, n = found["wins"].to_numpy(float), found["sound"].where(found["sound"] > 0).to_numpy(float)
    low, high = proportion_confint(wins, n, 1 - CONFIDENCE, method="wilson") if len(found) else (n, n)
    low, high = np.where(wins == 0, n * 0, low), np.where(wins == n, 1.0, high)  # 1e-19 is an error of rounding
    timing = {tuple(entry[name] for name in KEY): entry["seconds"] for entry in df.attrs.get("seconds", [])}
    seconds = np.array([timing.get(key) or np.nan for key in found[list(KEY)].itertuples(index=False, name=None)], float)
    found = found.assign(win_rate=wins / n, ci_low=low, ci_high=high, seconds=seconds, faults=found["games"] - found["sound"])
    found = found.assign(games_per_second=found["games"] / seconds).rename(columns={"decks": "deck"})
    return found[list(SUMMARY)].astype(dict.fromkeys(RATES, float))
