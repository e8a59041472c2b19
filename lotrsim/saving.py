"""A saved game: a line of magic, a line of JSON, and the record's bytes. Nothing is unpickled, every part is checked.

    lotrsim save 1
    {"rules_version": 1, "dtype": [...], "cards": [...], "programs": "...", "card_files": [...], "bytes": 9120, ...}
    <the record>

A record refers to cards and programs by numbers, so a save belongs to the cards it was made with: the names of all
faces and a hash of the programs are written down, and the files that a user had loaded with their hashes.
"""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import lotrsim
from lotrsim import checks
from lotrsim.cards import registry
from lotrsim.cards.tables import tables
from lotrsim.errors import BadFile, OutputExists, shown
from lotrsim.loading import loaded_files
from lotrsim.state import GAME
from lotrsim.writing import write_whole

if TYPE_CHECKING:
    from lotrsim.game import Game

MAGIC = b"lotrsim save 1\n"
LONGEST_HEADER = 4_000_000
TEXTS = ("scenario", "difficulty")


def save(game: Game, path: object, force: bool = False) -> None:
    """Write a game to a file, whole or not at all. Raises OutputExists, and BadFile where it cannot be written."""
    where = Path(str(path)).expanduser()
    if where.exists() and not force:
        raise OutputExists(where)
    clean = np.zeros(1, GAME)  # the gaps between fields hold anything in a copy
    for name in GAME.names or ():
        clean[name] = game.games[name]
    body = clean.tobytes()
    header = {
        "lotrsim": lotrsim.__version__,
        **_belongs(),
        "scenario": game.scenario,
        "decks": list(game.decks),
        "seed": game.seed,
        "difficulty": game.difficulty,
        "log": game.log if game.keeps_log else None,
        "bytes": len(body),
        "sha256": hashlib.sha256(body).hexdigest(),
    }
    content = MAGIC + json.dumps(header, ensure_ascii=False).encode() + b"\n" + body
    write_whole(where, content)


def load(path: object) -> Game:
    """Read a saved game. Raises BadFile with the place and what is wrong there."""
    from lotrsim.game import Game

    where = Path(str(path)).expanduser()
    try:
        content = where.read_bytes()
    except OSError as error:
        raise BadFile(where, "", error.strerror or "cannot be read") from None
    if not content.startswith(MAGIC):
        raise BadFile(where, "line 1", "is not a game saved by lotrsim")
    end = content.find(b"\n", len(MAGIC), len(MAGIC) + LONGEST_HEADER)
    if end < 0:
        raise BadFile(where, "line 2", "the header does not end")
    header = _header(where, content[len(MAGIC) : end])
    games = _record(where, header, content[end + 1 :])
    game = Game(
        games,
        scenario=header["scenario"],
        decks=header["decks"],
        seed=header["seed"],
        difficulty=header["difficulty"],
        log=header["log"] is not None,
    )
    game.restore_log(header["log"] or [])
    return game


def _belongs() -> dict[str, Any]:
    """What a record belongs to: rules, layout, cards, programs, card files; all must be the same to load it."""
    return {
        "rules_version": lotrsim.RULES_VERSION,
        "dtype": _layout(),
        "card_files": [{"path": file.path, "sha256": file.sha256} for file in loaded_files()],
        "cards": [[card.name, card.number] for card in registry.all_cards()],
        "programs": _programs(registry.version),
    }


@lru_cache(maxsize=1)
def _layout() -> list[list[Any]]:
    """The fields of a record: name, type, place. NumPy takes longer to say them than the rest of a save to be read."""
    return [[name, str(place[0]), int(place[1])] for name, place in (GAME.fields or {}).items()]


@lru_cache(maxsize=2)
def _programs(version: int) -> str:
    """A hash of all cards' facts and programs as they are compiled (`version`: of the registered cards)."""
    return hashlib.sha256(tables().tobytes()).hexdigest()


def _header(where: Path, text: bytes) -> dict[str, Any]:
    """The checked header."""
    try:
        header = json.loads(text)
    except (ValueError, RecursionError):
        raise BadFile(where, "line 2", "the header is damaged: no JSON") from None
    if not isinstance(header, dict):
        raise BadFile(where, "line 2", "the header is damaged: no JSON object")
    kinds: dict[str, Any] = {
        **dict.fromkeys(TEXTS, str),
        **dict.fromkeys(("dtype", "card_files", "cards", "decks"), list),
        **dict.fromkeys(("lotrsim", "programs", "sha256"), str),
        **dict.fromkeys(("rules_version", "bytes"), int),
        "seed": (int, type(None)),
        "log": (list, type(None)),
    }
    for name, kind in kinds.items():
        if name not in header or not isinstance(header[name], kind) or isinstance(header[name], bool):
            raise BadFile(where, f"header, {name}", "is missing or of the wrong kind")
    for name in (*TEXTS, "lotrsim"):
        if not header[name].isprintable():
            raise BadFile(where, f"header, {name}", "must be a text on one line")
    for name in ("decks", "log"):
        if not all(isinstance(each, str) for each in header[name] or ()):
            raise BadFile(where, f"header, {name}", "holds something that is no text")
    _compare(where, header)
    return header


def _compare(where: Path, header: dict[str, Any]) -> None:
    """Refuse a save that belongs to other rules, another layout or other cards."""
    here = _belongs()
    version, by = header["rules_version"], header["lotrsim"]
    if version != here["rules_version"]:
        reason = f"the rules have version {here['rules_version']} here, {version} in the save, made by lotrsim {by}"
        raise BadFile(where, "header, rules_version", reason)
    if header["dtype"] != here["dtype"]:
        names = [str(each[0]) for each in header["dtype"] if isinstance(each, list) and each]
        ours = [each[0] for each in here["dtype"]]
        pairs = zip(header["dtype"], here["dtype"], strict=False)
        place = next((b[0] for a, b in pairs if a != b), f"{len(names)} fields instead of {len(ours)}")
        raise BadFile(where, "header, dtype", f"the record is laid out otherwise here ({place}); saved by lotrsim {by}")
    ours = [file["sha256"] for file in here["card_files"]]
    theirs = [file.get("sha256") if isinstance(file, dict) else None for file in header["card_files"]]
    if theirs != ours:
        needed = ", ".join(_path(file) for file in header["card_files"] if isinstance(file, dict)) or "none"
        reason = f"other card files are loaded here ({len(ours)}); it needs exactly these, in this order: {needed}"
        raise BadFile(where, "header, card_files", reason)
    for k, (a, b) in enumerate(zip(header["cards"], here["cards"], strict=False)):
        if a != b:
            raise BadFile(where, f"header, cards, face {k}", f"is {a!r}, here {b!r}")
    if len(header["cards"]) != len(here["cards"]) or header["programs"] != here["programs"]:
        raise BadFile(where, "header, programs", f"the cards have other programs here; saved by lotrsim {by}")


def _path(file: dict[str, Any]) -> str:
    """The path of a card file as a message repeats it, on one line."""
    path = str(file.get("path"))
    return path if path.isprintable() else shown(path)


def _record(where: Path, header: dict[str, Any], body: bytes) -> np.ndarray:
    """The record, if every number in it is possible."""
    if len(body) != header["bytes"] or len(body) != GAME.itemsize:
        raise BadFile(where, "record", f"has {len(body)} bytes instead of {GAME.itemsize}")
    if hashlib.sha256(body).hexdigest() != header["sha256"]:
        raise BadFile(where, "record", "is damaged: its hash is another")
    games = np.frombuffer(body, GAME, 1).copy()
    flags = checks.state_errors(games)
    if flags:
        name = checks.error_names(flags)[0]
        raise BadFile(where, f"record, {name}", f"is impossible: {checks.ERRORS[name]}")
    return games
