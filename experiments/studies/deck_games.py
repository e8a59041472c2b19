"""The games of a deck search: played in workers, and kept in its folder, so that an interrupted search goes on.

    search.json                    what is searched: the deck, the scenario, the player, the seed, the settings of the search
    games/0000000000064.parquet    the games of one step: those numbered from 64 on, of every deck that the step compares

A search is a function of what its steps find. So it goes on by beginning anew: steps whose games are there are read.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from lotrsim.decks import Deck
from lotrsim.errors import BadFile, BadValue, shown
from lotrsim.experiments.contents import deck_content
from lotrsim.experiments.folder import LOCK, PART, read_json, write_file
from lotrsim.experiments.results import CannotWrite, make_folder
from lotrsim.experiments.runner import Chunk, ExperimentFailed, compile_engine, play_chunk, travelling
from lotrsim.experiments.spec import Experiment
from lotrsim.experiments.studies.deck_moves import digest

Play = Callable[[Sequence[Deck], int, int], np.ndarray]
"""(decks, first, n): the games numbered first..first+n-1 of each deck; int8[decks, n], each 1 won, 0 lost or -1 not to count."""

WON, LOST, FAULTED = 1, 0, -1
FORMAT = 1
MANIFEST, GAMES = "search.json", "games"
PIECE = 1000  # games that a worker plays at once


class Table:
    """Plays decks in one scenario with one agent: a `Play`."""

    def __init__(self, experiment: Experiment, workers: int = 1, bar: Any = None) -> None:
        self.cell, self.seed = experiment.cells[0], experiment.seed
        self.same = travelling(experiment, trace=False)
        self.workers, self.bar = workers, bar
        self.ready = False

    def __call__(self, decks: Sequence[Deck], first: int, n: int) -> np.ndarray:
        """The games of each deck; ExperimentFailed if some could not be played."""
        from lotrsim.experiments.backends import hand_out

        if not self.ready:
            compile_engine(self.bar is not None)
            self.ready = True
        chunks, places = self.cut(decks, first, n)
        found = np.full((len(decks), n), FAULTED, np.int8)
        for played in hand_out(play_chunk, chunks, self.workers, self.bar or _NoBar()):
            chunk = chunks[played.number]
            if played.error or played.results is None:
                raise ExperimentFailed(f"games of the search could not be played: {chunk}: {played.error}")
            sound = played.results["fault"] == 0
            row, begin = places[played.number], chunk.first - first
            found[row, begin : begin + chunk.games] = np.where(sound, played.results["won"] == 1, FAULTED)
        return found

    def cut(self, decks: Sequence[Deck], first: int, n: int) -> tuple[list[Chunk], list[int]]:
        """The chunks of a step, and the row of the deck of each."""
        chunks: list[Chunk] = []
        places: list[int] = []
        for row, deck in enumerate(decks):
            for begin in range(0, n, PIECE):
                cell = replace(self.cell, team=(deck,))
                chunks.append(Chunk(len(chunks), cell, self.seed, first + begin, min(PIECE, n - begin), **self.same))
                places.append(row)
        return chunks, places


class _NoBar:
    """Stands for a progress bar where nobody looks."""

    n = 0

    def update(self, n: int) -> None:
        """Count nothing."""


class Kept:
    """A `Play` that keeps what another one plays in the folder of a search, and plays no step twice."""

    def __init__(self, play: Play, folder: Path, found: Callable[[int], object] = lambda games: None) -> None:
        self.play, self.folder, self.found = play, folder, found

    def __call__(self, decks: Sequence[Deck], first: int, n: int) -> np.ndarray:
        """The games of a step, read if they are there; BadFile if what is there is something else."""
        name = f"{GAMES}/{first:013d}.parquet"
        file = self.folder / name
        if file.exists():
            found = self.stored(file, [digest(deck) for deck in decks], first, n)
            self.found(found.size)
            return found
        found = self.play(decks, first, n)
        write_file(self.folder, name, _encoded(decks, first, found))
        return found

    def stored(self, file: Path, names: list[str], first: int, n: int) -> np.ndarray:
        """The games of a file."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        try:
            table = pq.read_table(file, columns=["deck", "game", "won"], partitioning=None)
            deck, game, won = (table[name].to_numpy(zero_copy_only=False) for name in ("deck", "game", "won"))
        except (pa.ArrowException, OSError, ValueError, KeyError) as error:
            raise BadFile(
                file, "", f"not readable ({' '.join(str(error).split())[:120]}); without it, it is played anew"
            ) from None
        wanted = np.repeat(np.array(names, object), n), np.tile(np.arange(first, first + n), len(names))
        if len(won) != len(names) * n or (deck != wanted[0]).any() or (game != wanted[1]).any():
            raise BadFile(file, "", "holds other games than this search plays here; without it, they are played anew")
        return won.astype(np.int8).reshape(len(names), n)


def _encoded(decks: Sequence[Deck], first: int, won: np.ndarray) -> bytes:
    """The games of a step as a Parquet file."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    n = won.shape[1]
    names = pa.array(np.repeat(np.array([digest(deck) for deck in decks], object), n), pa.string())
    columns = {"deck": names, "game": np.tile(np.arange(first, first + n), len(decks)), "won": won.reshape(-1)}
    file = io.BytesIO()
    pq.write_table(pa.table(columns), file)
    return file.getvalue()


# --- The folder ------------------------------------------------------------------------------------------------------


def manifest_of(experiment: Experiment, deck: Deck, settings: dict[str, Any], budget: int) -> dict[str, Any]:
    """What a folder says of itself."""
    from lotrsim import RULES_VERSION, __version__, loading

    cell = experiment.cells[0]
    found: dict[str, Any] = {"format": FORMAT, "lotrsim": __version__, "rules_version": RULES_VERSION}
    found |= {"cards_hash": loading.cards_hash(), "scenario": cell.scenario, "difficulty": cell.difficulty}
    found |= {"agent": cell.agent, "seed": experiment.seed, "deck": deck_content(deck)}
    return found | settings | {"budget": budget}


def open_folder(folder: Path, manifest: dict[str, Any]) -> None:
    """Make the folder, or refuse one of another search; the budget may have grown."""
    make_folder(folder)
    file = folder / MANIFEST
    if file.exists():
        reasons = list(_differences(_read(file), manifest))
        if reasons:
            raise BadValue(f"{folder} holds another search: {'; '.join(reasons)}; choose another folder")
    elif any(each.name != LOCK and not each.name.endswith(PART) for each in folder.iterdir()):
        raise CannotWrite(folder, f"the folder is neither empty nor one of a search (it has no {MANIFEST})")
    for left in folder.rglob(f"*{PART}"):
        left.unlink()
    write_file(folder, MANIFEST, (json.dumps(manifest, indent=1, ensure_ascii=False) + "\n").encode())


def _read(file: Path) -> dict[str, Any]:
    found = read_json(file)
    if not isinstance(found, dict):
        raise BadFile(file, "", "no description of a search")
    return found


def _differences(old: dict[str, Any], new: dict[str, Any]) -> Iterator[str]:
    """Why a search cannot go on in a folder; its budget may have grown."""
    for name, value in new.items():
        before = old.get(name)
        if name == "budget" or before == value:
            continue
        if name != "deck":
            yield f"its {name} is {shown(before)}, not {shown(value)}"
        elif isinstance(before, dict) and before.get("id") != value["id"]:
            yield f"its deck is {shown(before.get('id'))}, not {shown(value['id'])}"
        else:
            yield f"its deck {shown(value['id'])} has other cards"
