"""The two tables of results as Arrow tables: a row a game, and with traces a row a round and player.

Their types are those that pandas reads from a results file, so that a folder of a sweep and a file give the same frame;
what is written depends on nothing but the games (and on the version of Arrow).
"""

from __future__ import annotations

import functools
import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lotrsim.experiments.results import COLUMNS, result_columns
from lotrsim.experiments.spec import KEY, Cell

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

# column of the traces -> field of TRACE, and what it is
TRACE_FIELDS = {
    "round": ("round_no", "its number, from 1"),
    "player": ("player", "from 0, in the order of the decks"),
    "ended": ("ended", "true in the last round of a game: the row is how the table stood when it ended"),
    "willpower": ("willpower", "table: committed when the quest was resolved; null if it was not in this round"),
    "staging_threat": ("staging_threat", "table: the threat against it; null likewise"),
    "stage": ("stage", "table: number of the current stage"),
    "progress": ("progress", "table: on the current quest card"),
    "staging": ("staging", "table: cards in the staging area"),
    "encounter_deck": ("encounter_deck", "table: cards in it"),
    "threat": ("threat", "of the player"),
    "heroes": ("heroes", "in play, faceup"),
    "allies": ("allies", "in play"),
    "attachments": ("attachments", "that the player controls, wherever they are attached"),
    "engaged": ("engaged", "enemies"),
    "hand": ("hand", "cards"),
    "deck": ("deck", "cards"),
    "discard_pile": ("discard_pile", "cards"),
    "resources": ("resources", "of all heroes together"),
}
WORDS = ("scenario", "decks", "difficulty", "agent")
OR_NULL = ("willpower", "staging_threat")  # -1 where there was no quest
TRACES = (*WORDS, "seed", "game", *TRACE_FIELDS)


@functools.cache
def games_schema() -> pa.Schema:
    """The schema of a row a game."""
    import pandas as pd
    import pyarrow as pa

    kinds: dict[str, Any] = {"word": "str", "truth": bool, "number": np.int64, "number or null": "Int64"}
    empty = pd.DataFrame({name: pd.Series([], dtype=kinds[kind]) for name, kind in COLUMNS.items()})
    return pa.Table.from_pandas(empty, preserve_index=False).schema


@functools.cache
def traces_schema() -> pa.Schema:
    """The schema of a row a round and player."""
    import pandas as pd
    import pyarrow as pa

    word = pd.CategoricalDtype(pd.Index([], dtype="str"))
    kinds: dict[str, Any] = dict.fromkeys(WORDS, word) | dict.fromkeys(("seed", "game"), np.int64)
    kinds |= dict.fromkeys(TRACE_FIELDS, np.int16) | {"ended": bool} | dict.fromkeys(OR_NULL, "Int16")
    empty = pd.DataFrame({name: pd.Series([], dtype=kinds[name]) for name in TRACES})
    return pa.Table.from_pandas(empty, preserve_index=False).schema


def games_table(cell: Cell, seed: int, first: int, results: np.ndarray, cards_hash: str) -> pa.Table:
    """The rows of games first.. of a cell, from an array of RESULT."""
    import pyarrow as pa

    n, schema = len(results), games_schema()
    columns: dict[str, Any] = {name: _same(getattr(cell, name), n, schema.field(name).type) for name in WORDS}
    columns["seed"] = np.full(n, seed, np.int64)
    columns["game"] = np.arange(first, first + n)
    columns |= result_columns(results)
    columns["cards_hash"] = _same(cards_hash, n, schema.field("cards_hash").type)
    return pa.table([pa.array(columns[name], schema.field(name).type) for name in COLUMNS], schema=schema)


def traces_table(cell: Cell, seed: int, rows: np.ndarray) -> pa.Table:
    """The rows of the rounds of a cell's games, from an array of TRACE."""
    import pyarrow as pa

    n, schema = len(rows), traces_schema()
    columns: dict[str, Any] = {}
    for name in WORDS:
        words = pa.array([getattr(cell, name)], schema.field(name).type.value_type)
        columns[name] = pa.DictionaryArray.from_arrays(np.zeros(n, np.int8), words)
    columns |= {"seed": np.full(n, seed, np.int64), "game": rows["game"], "ended": rows["ended"] == 1}
    for name, (field, _) in TRACE_FIELDS.items():
        values = np.ascontiguousarray(rows[field])
        columns.setdefault(name, pa.array(values, mask=values < 0) if name in OR_NULL else values)
    return pa.table([pa.array(columns[name], schema.field(name).type) for name in TRACES], schema=schema)


def _same(word: str, n: int, kind: pa.DataType) -> pa.Array:
    """A column of one word."""
    import pyarrow as pa

    return pa.repeat(pa.scalar(word, kind), n)


def encoded(table: pa.Table) -> bytes:
    """A table as a Parquet file."""
    import pyarrow.parquet as pq

    file = io.BytesIO()
    pq.write_table(table, file)
    return file.getvalue()


def decoded(file: bytes | Path, schema: pa.Schema) -> pa.Table:
    """The table of a Parquet file, in the types of a schema."""
    import pyarrow.parquet as pq

    table = pq.read_table(io.BytesIO(file) if isinstance(file, bytes) else file, partitioning=None)
    return table.select(schema.names).cast(schema)


def to_frame(table: pa.Table) -> pd.DataFrame:
    """The frame that pandas makes of such a file."""
    return table.unify_dictionaries().to_pandas()


assert set(KEY) == set(WORDS)
