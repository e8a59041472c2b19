"""Deck files: read by what is in them, not by what they are called, and written whole or not at all.

A file that is damaged is a BadFile; one that is whole, but holds no deck that could be played, is a BadDeck, and names
everything that is wrong with it.
"""

from __future__ import annotations

import codecs
import os
import re
from dataclasses import replace
from pathlib import Path

from lotrsim.decks import json_decks, octgn, plain
from lotrsim.decks.deck import Deck, check
from lotrsim.decks.listing import LARGEST_QUANTITY, MOST_ENTRIES, Listing, deck_of, plain_name
from lotrsim.errors import BadDeck, BadFile, BadValue, OutputExists, UnknownName

LARGEST_FILE = 1_000_000  # bytes; a deck has two to five thousand
WRITERS = {
    "octgn": octgn.write,
    "ringsdb": json_decks.write_ringsdb,
    "dragncards": json_decks.write_dragncards,
    "text": plain.write,
}
FORMATS = tuple(WRITERS)
SUFFIXES = {".o8d": "octgn", ".json": "ringsdb", ".txt": "text", ".md": "text"}  # format of a new file by its name
JSON_LIST = re.compile(r"\[\s*[\[\]{\"\d]")  # a text may begin with a link, "[Faramir](https://...)"
MARKS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
CONTROLS = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f]")


def is_file(name: object) -> bool:
    """There is such a file."""
    try:
        return Path(str(name)).expanduser().is_file()
    except (OSError, RuntimeError, ValueError):  # too long, no such home, a zero byte
        return False


def names_file(name: object) -> bool:
    """This is meant as a file and not as an id, whether it is there or not."""
    text = str(name)
    says_so = isinstance(name, os.PathLike) or "/" in text or "\\" in text or Path(text).suffix.lower() in SUFFIXES
    return says_so or is_file(text)


def read(path: str | os.PathLike[str], tournament: bool = False) -> Deck:
    """Read a deck: OCTGN's .o8d, JSON of RingsDB or DragnCards, or text as people write it.

    Its id is the path as given. BadFile says where the file is damaged; BadDeck lists the cards that lotrsim does not know, wrong
    quantities, missing heroes, or says that it is the deck of a scenario. Whether the deck is legal says `check`.
    """
    name = os.fspath(path)
    if not name.isprintable():
        raise BadValue(f"the name of the file {name!r} must be printable, for results show it")
    listing = _listing(_text(Path(name).expanduser(), name), name)
    if len(listing.entries) > MOST_ENTRIES:
        raise BadFile(name, "", f"holds more than {MOST_ENTRIES} cards, each counted once, so this is no deck")
    try:
        return deck_of(listing, name, Path(name).stem, tournament)
    except BadDeck as error:
        raise BadDeck(f"{name}: {fault}" for fault in error.faults) from None


def _text(where: Path, path: str) -> str:
    """The text of a file that is not too large and no binary one."""
    try:
        with where.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise BadFile(path, "", getattr(error, "strerror", None) or "cannot be read") from None
    if len(content) > LARGEST_FILE:
        raise BadFile(path, "", f"is larger than {LARGEST_FILE:,} bytes, so it is no deck file; nothing of it was read")
    if not content.strip():
        raise BadFile(path, "", "is empty; save the deck anew")
    encodings = [code for mark, code in MARKS.items() if content.startswith(mark)] or ["utf-8", "cp1252"]
    for encoding in encodings:
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if not CONTROLS.search(text):
            return text
        break
    raise BadFile(path, "", "is no text in UTF-8 or UTF-16 with its mark; save it as UTF-8")


def _listing(text: str, path: str) -> Listing:
    """The entries of a file, by the format that its content has."""
    begin = text.lstrip()
    if begin.startswith("<"):
        return octgn.read(begin, path)
    if begin.startswith("{") or JSON_LIST.match(begin) or begin.strip() == "[":
        return json_decks.read(text, path)
    return plain.read(text, path)


def write(deck: Deck, path: str | os.PathLike[str], format: str | None = None, force: bool = False) -> Path:
    """Write a deck as octgn, ringsdb, dragncards or text; without a format the name of the file says which.

    BadDeck lists what is wrong with the deck (more than three copies are written), OutputExists that the file is there already.
    """
    where = Path(path).expanduser()
    format = format or SUFFIXES.get(where.suffix.lower())
    if format is None:
        raise BadValue(f"{where}: no format is known for such a name; name one of {', '.join(FORMATS)}")
    if format not in WRITERS:
        raise UnknownName("deck format", format, FORMATS)
    faults = check(replace(deck, most_copies=LARGEST_QUANTITY))
    if faults:
        raise BadDeck(f"{deck.id}: {fault}" for fault in faults)
    if where.exists() and not force:
        raise OutputExists(where)
    from lotrsim.writing import write_whole

    write_whole(where, WRITERS[format](replace(deck, name=plain_name(deck.name))).encode())
    return where
