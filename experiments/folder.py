"""The folder of a sweep: `manifest.json`, and a Parquet file for every chunk of games.

    manifest.json                      the sweep, the cells, versions, the stopping rule
    games/CELL/000000.parquet          games 0 to 999 of a cell, a row a game; 000001: games 1000 to 1999, ...
    traces/CELL/000000.parquet         the rounds of the same games, if the sweep has traces

What a folder holds is a function of the sweep alone: not of workers, interruptions, or in how many runs it came about. A
file is complete or not there; one whose chunk has grown (an edited sweep) is replaced.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lotrsim.errors import BadFile, LotrsimError, shown
from lotrsim.experiments.contents import ATTRIBUTE, checked, contents_of, deck_content
from lotrsim.experiments.results import CannotWrite, make_folder
from lotrsim.experiments.spec import Cell
from lotrsim.experiments.sweeps import Sweep

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

FORMAT = 1
MANIFEST, LOCK, PART = "manifest.json", ".lock", ".part"
GAMES, TRACES = "games", "traces"
CHUNK, LEAST = 1000, 10  # games of a file: of a policy that does not search, and at least
STOPPING_RULE = (
    "Each cell is played in whole files; after each one, in their order, it ends if half the width of the 95% Wilson "
    "interval of its win rate, (high - low) / 2, over its games without a fault, is at most `until`, or if it has `cap` "
    "games. Intervals of games that were stopped by a look at their own results are slightly optimistic."
)


class OtherSweep(LotrsimError):
    """A folder holds what does not belong to this sweep; nothing is mixed. `reasons` holds every one."""

    def __init__(self, path: object, reasons: list[str]) -> None:
        self.path, self.reasons = str(path), list(reasons)
        super().__init__(self.path, self.reasons)

    def __str__(self) -> str:
        return f"{self.path} holds another sweep: {'; '.join(self.reasons)}; choose another folder"


@dataclass(frozen=True)
class CellFiles:
    """A cell's part of a folder."""

    name: str
    size: int  # games of a file

    def file(self, table: str, k: int) -> str:
        """The k-th file of a table, below the folder."""
        return f"{table}/{self.name}/{k:06d}.parquet"


def cell_files(cell: Cell) -> CellFiles:
    """The name of a cell's folder, readable and like no other's, and the games of its files."""
    words = "-".join(part.split(":")[0] for part in (cell.scenario, cell.decks, cell.agent, cell.difficulty))
    content = json.dumps([cell.key, [deck_content(deck) for deck in cell.team]], ensure_ascii=False)
    digest = hashlib.sha256(content.encode()).hexdigest()[:10]
    return CellFiles(f"{re.sub('[^a-z0-9]+', '-', words.lower())[:80].strip('-')}-{digest}", chunk_size(cell.agent))


def chunk_size(agent: str) -> int:
    """How many games of an agent share a file: fewer of one that searches."""
    from lotrsim.experiments.runner import simulations

    return max(LEAST, CHUNK // (1 + simulations(agent)))


# --- The manifest ----------------------------------------------------------------------------------------------------


def manifest_of(sweep: Sweep) -> dict[str, Any]:
    """What a folder says of itself; a function of the sweep and of what it is played with."""
    from lotrsim import RULES_VERSION, __version__, loading
    from lotrsim.experiments.runner import read_by

    made = sweep.experiment
    length: dict[str, Any] = {"games": made.games}
    if sweep.until is not None:
        length = {"until": sweep.until, "cap": made.games, "stopping_rule": STOPPING_RULE}
    axes = {
        "scenarios": _distinct(cell.scenario for cell in sweep.cells),
        "decks": _distinct(cell.decks for cell in sweep.cells),
        "agents": _distinct(cell.agent for cell in sweep.cells),
        "difficulties": _distinct(cell.difficulty for cell in sweep.cells),
    }
    cells = []
    for cell in sweep.cells:
        files = cell_files(cell)
        names = dict(zip(("scenario", "decks", "agent", "difficulty"), cell.key, strict=True))
        cells.append(names | {"folder": files.name, "games_a_file": files.size})
    return {
        "format": FORMAT,
        "lotrsim": __version__,
        "rules_version": RULES_VERSION,
        "cards_hash": loading.cards_hash(),
        "models": read_by(cell.agent for cell in sweep.cells),
        "sweep": axes | {"seed": made.seed} | length | {"trace": sweep.trace},
        "deck_contents": contents_of(sweep.cells),
        "cells": cells,
    }


def _distinct(words: Iterator[str]) -> list[str]:
    return list(dict.fromkeys(words))


def read_json(file: Path, missing: str = "") -> Any:
    """What a file of JSON holds; BadFile where it cannot be read, of its folder and in these words where it is not there."""
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        if missing and isinstance(error, FileNotFoundError):
            raise BadFile(file.parent, "", missing) from None
        raise BadFile(file, "", f"not readable: {' '.join(str(error).split())[:120]}") from None


def read_manifest(path: Path) -> dict[str, Any]:
    """The manifest of a folder; BadFile where there is none, or a damaged or unknown one."""
    file = path / MANIFEST
    found = read_json(file, f"no folder of results: it has no {MANIFEST}")
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise BadFile(file, "format", f"{FORMAT} is needed: another version of lotrsim wrote it, or something else")
    lacking = [key for key in ("lotrsim", "rules_version", "cards_hash", "sweep", "deck_contents", "cells") if key not in found]
    if lacking:
        raise BadFile(file, "", f"{', '.join(lacking)} missing")
    return found


def differences(old: dict[str, Any], new: dict[str, Any]) -> Iterator[str]:
    """Why a sweep cannot go on in a folder: it must be the folder's own, or more of the same."""
    if old["rules_version"] != new["rules_version"]:
        yield f"it was played by rules version {old['rules_version']}, this is {new['rules_version']}"
    if old["lotrsim"] != new["lotrsim"]:
        yield f"it was played by lotrsim {old['lotrsim']}, this is {new['lotrsim']}, whose agents may play otherwise"
    if old["cards_hash"] != new["cards_hash"]:
        yield "it was played with other card files, or with none" if new["cards_hash"] else "it was played with card files"
    for agent, model in old.get("models", {}).items():
        if new["models"].get(agent, model) != model:
            yield f"the model of its agent {shown(agent)} was another one"
    before, now = old["sweep"], new["sweep"]
    for key in ("seed", "trace"):
        if before.get(key) != now[key]:
            yield f"its {key} is {shown(before.get(key))}, not {shown(now[key])}"
    yield from _shorter(before, now)
    for axis in ("scenarios", "decks", "agents", "difficulties"):
        gone = [each for each in before.get(axis, []) if each not in now[axis]]
        if gone:
            yield f"it also has the {axis} {', '.join(gone)}"
    sizes = {cell["folder"]: cell["games_a_file"] for cell in new["cells"]}
    if any(sizes.get(cell["folder"], cell["games_a_file"]) != cell["games_a_file"] for cell in old["cells"]):
        yield "its files have another number of games"
    for name, deck in old["deck_contents"].items():
        if new["deck_contents"].get(name, deck) != deck:
            yield f"its deck {shown(name)} has other cards"


def _shorter(before: dict[str, Any], now: dict[str, Any]) -> Iterator[str]:
    """Games may be added, and never taken away."""
    if ("until" in before) != ("until" in now):
        yield "it has until, not games" if "until" in before else "it has games, not until"
    elif "until" in now and now["until"] > before["until"]:
        yield f"it has until = {before['until']:.4g}, which is narrower than {now['until']:.4g}"
    length = "cap" if "until" in now else "games"
    if now[length] < before.get(length, 0):
        yield f"it has {length} = {before[length]}, not {now[length]}: games are never taken away"


# --- Files -----------------------------------------------------------------------------------------------------------


def open_folder(path: Path, sweep: Sweep) -> None:
    """Make the folder, or refuse one of another sweep; note the sweep; remove what an interruption left unfinished."""
    new = manifest_of(sweep)
    make_folder(path)
    if (path / MANIFEST).exists():
        reasons = list(differences(read_manifest(path), new))
        if reasons:
            raise OtherSweep(path, reasons)
    elif any(each.name != LOCK and not each.name.endswith(PART) for each in path.iterdir()):
        raise CannotWrite(path, f"the folder is neither empty nor one of a sweep (it has no {MANIFEST})")
    for left in path.rglob(f"*{PART}"):
        left.unlink()
    text = json.dumps(new, indent=1, ensure_ascii=False) + "\n"
    write_file(path, MANIFEST, text.encode())


def write_file(folder: Path, name: str, content: bytes) -> None:
    """Write a file so that it is complete or not there, whatever happens; on the disk when this returns."""
    where = folder / name
    part = where.with_name(where.name + PART)
    try:
        if not where.parent.is_dir():
            where.parent.mkdir(parents=True, exist_ok=True)
            _sync_folder(where.parent.parent)
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(where)
        _sync_folder(where.parent)
    except OSError as error:
        try:
            part.unlink(missing_ok=True)
        except OSError:
            pass
        raise CannotWrite(where, error.strerror or str(error)) from None


def _sync_folder(folder: Path) -> None:
    """Put the name of a new file on the disk, where a system can do that."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def games_in(file: Path) -> int:
    """How many rows a file of games has; 0 where it is not there or no such file."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        return int(pq.read_metadata(file).num_rows)
    except (OSError, pa.ArrowException):
        return 0


def read_folder(path: Path, table: str = GAMES) -> pd.DataFrame:
    """The rows of a table, in the order of cells and games; BadFile for what is damaged or not there."""
    import pyarrow as pa

    from lotrsim.experiments.tables import games_schema, to_frame, traces_schema

    manifest = read_manifest(path)
    schema = games_schema() if table == GAMES else traces_schema()
    if table == TRACES and not manifest["sweep"].get("trace"):
        raise BadFile(path, "", "the sweep was played without traces; another folder and --trace gather them")
    found = list(_tables(path, table, manifest, schema))
    df = to_frame(pa.concat_tables([schema.empty_table(), *found]))
    if table == GAMES:
        df.attrs[ATTRIBUTE] = checked(manifest["deck_contents"], path / MANIFEST, "deck_contents")
    if "stopping_rule" in manifest["sweep"]:
        df.attrs["stopping_rule"] = manifest["sweep"]["stopping_rule"]
    return df


def _tables(path: Path, table: str, manifest: dict[str, Any], schema: pa.Schema) -> Iterator[pa.Table]:
    """The content of all files, in their order."""
    import pyarrow as pa

    from lotrsim.experiments.tables import decoded

    for cell in manifest["cells"]:
        for file in sorted((path / table / str(cell["folder"])).glob("*.parquet")):
            try:
                yield decoded(file, schema)
            except (pa.ArrowException, OSError, ValueError, KeyError) as error:
                raise BadFile(file, "", f"not a readable Parquet file ({' '.join(str(error).split())[:120]})") from None
