"""Everything lotrsim refuses, each refusal one clear line of text.

This module imports nothing of lotrsim, so that every other module may import it. The comparison of names
(`fold`, `nearest`) lives here for that reason; `lotrsim.cards.facts` hands it on.

Every class passes its own arguments to `Exception`, so that an error raised in a worker process arrives whole.
"""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

LONGEST_SHOWN = 60  # characters of a user's word that a message repeats


def fold(name: object) -> str:
    """The name without accents, case and punctuation, so that "eowyn" finds Éowyn and "celebrians stone" its card."""
    text = text_of(name)
    return _folded(text) if len(text) <= LONGEST_SHOWN else _folded.__wrapped__(text)


@lru_cache(maxsize=4096)  # the titles of a box many times over; long texts of users are not kept
def _folded(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text).casefold()
    kept = []
    for letter in letters:
        if letter.isalnum():
            kept.append(letter)
        elif letter in "-_/" or letter.isspace():
            kept.append(" ")
    return " ".join("".join(kept).split())


def nearest(word: object, words: Iterable[object], n: int = 3) -> list[str]:
    """The n words most like `word`, best first: those in which a word begins with it, then by likeness of spelling."""
    wanted = fold(word)[:LONGEST_SHOWN]
    by_fold = {fold(other): str(other) for other in words}
    holding = sorted((other for other in by_fold if wanted and f" {wanted}" in f" {other}"), key=len)
    alike = difflib.get_close_matches(wanted, by_fold, n=n, cutoff=0.0)
    return [by_fold[other] for other in dict.fromkeys(holding + alike)][:n]


def text_of(name: object) -> str:
    """`str`, also of what holds a number of more digits than Python prints."""
    try:
        return str(name)
    except ValueError:
        return "a number of thousands of digits"


def said(value: object) -> str:
    """A user's value as Python writes it; a number that Python does not print is named."""
    try:
        return repr(value)
    except ValueError:
        return text_of(value)


def shown(name: object) -> str:
    """The user's word as a message repeats it: quoted, on one line, not endless."""
    text = text_of(name)
    return repr(text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…")


class LotrsimError(Exception):
    """Base of all errors that lotrsim raises on purpose; `except LotrsimError` catches every refusal."""


class UnknownName(LotrsimError):
    """No card, deck, scenario, agent ... has this name; the message lists the nearest ones."""

    def __init__(self, kind: str, name: object, choices: Iterable[object] = ()) -> None:
        self.kind, self.name, self.choices = kind, name, tuple(choices)
        super().__init__(kind, name, self.choices)

    def __str__(self) -> str:
        near = nearest(self.name, self.choices)
        return f"unknown {self.kind} {shown(self.name)}" + (f"; nearest: {', '.join(near)}" if near else "")


class BadDeck(LotrsimError):
    """A deck or a table of decks is refused; `faults` holds every reason, not only the first."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = list(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        return "; ".join(self.faults)


class NotPlayed(LotrsimError):
    """A card or scenario is known by name, but its rules are not in the engine yet."""

    def __init__(self, kind: str, name: object) -> None:
        self.kind, self.name = kind, name
        super().__init__(kind, name)

    def __str__(self) -> str:
        return f"the {self.kind} {shown(self.name)} is known, but lotrsim does not play it yet"


class IllegalAction(LotrsimError):
    """An action that is not among the options of the pending decision; the game is unchanged."""


class BadValue(LotrsimError):
    """An argument, field or option has a value that cannot be used."""


class BadFile(LotrsimError):
    """A damaged or foreign file; the message names the file, the place in it and what is wrong there."""

    def __init__(self, path: object, place: object, reason: str) -> None:
        self.path, self.place, self.reason = str(path), str(place), reason
        super().__init__(self.path, self.place, reason)

    def __str__(self) -> str:
        return ": ".join(part for part in (self.path, self.place, self.reason) if part)


class OutputExists(LotrsimError):
    """The file to be written is there already, and nobody said that it may be replaced."""

    def __init__(self, path: object) -> None:
        self.path = str(path)
        super().__init__(self.path)

    def __str__(self) -> str:
        return f"{self.path} exists and was left alone; --force (in Python force=True) replaces it"


class GameFault(LotrsimError):
    """The engine gave up on one game, for example because a fixed capacity overflowed; `name` says which."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(name)

    def __str__(self) -> str:
        return f"the game was stopped by a fault of the engine: {self.name}"
