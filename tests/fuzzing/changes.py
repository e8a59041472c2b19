"""Changes of valid inputs: of bytes and lines, of objects as JSON and TOML have them, and of Python source by its parts."""

from __future__ import annotations

import ast
import copy
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

MOST_CHANGES = 4
LARGEST = 200_000  # bytes of an input; what is larger is cut
NUMBERS = ("-1", "0", "1", "2", "7", "99", "100", "255", "256", "65536", "2147483648", "9223372036854775808", "-9" + "0" * 18)
ODD_NUMBERS = ("9" * 400, "1e999", "-0", "00", "1.5", "NaN", "Infinity", "0x10", "1_000", "²", "٣", "")
WORDS = (
    b"\x00", b"\xff", b"\xfe\xff", b"\xef\xbb\xbf", b"\xed\xa0\x80", "é".encode(), "\u202e".encode(), "\U0001f9d9".encode(),
    b"\n", b"\r", b"\r\n", b"\t", b" ", b"'", b'"', b"\\", b"<", b">", b"&", b"&amp;", b"&#0;", b"]]>", b"<!--", b"<![CDATA[",
    b"<!DOCTYPE a>", b"[", b"]", b"{", b"}", b"(", b")", b",", b":", b";", b"|", b" | ", b"#", b"-", b"+", b"/", b"..", b"~",
    b"%s", b"{0}", b"null", b"true", b"NaN", b"x", b"A", b"None",
)  # fmt: skip
NUMBER = re.compile(rb"\d+")
STORED = re.compile(rb"^(\w+) = ")


# ---------------------------------------------------------------- bytes and lines


def changed_bytes(rng: random.Random, seeds: Sequence[bytes]) -> bytes:
    """A seed with a few changes of its bytes and lines; pieces of the other seeds may come into it."""
    data = rng.choice(seeds)
    for _ in range(rng.randint(1, MOST_CHANGES)):
        data = rng.choice(CHANGES_OF_BYTES)(rng, data, seeds)[:LARGEST]
    return data


def span(rng: random.Random, data: bytes) -> tuple[int, int]:
    """A piece of it, most often a short one."""
    first = rng.randint(0, len(data))
    return first, min(len(data), first + int(rng.expovariate(1 / 12)) + 1)


def _flip(rng: random.Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :] if at < len(data) else data


def _replace(rng: random.Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    first, last = span(rng, data)
    return data[:first] + rng.choice(WORDS) + data[last:]


def _insert(rng: random.Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    at = rng.randint(0, len(data))
    return data[:at] + rng.choice(WORDS) + data[at:]


def _delete(rng: random.Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    first, last = span(rng, data)
    return data[:first] + data[last:]


def _repeat(rng: random.Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    first, last = span(rng, data)
    times = rng.choice((2, 2, 2, 3, 10, 100)) if rng.random() < 0.98 else 5000
    return data[:first] + data[first:last] * times + data[last:]


def _cut(rng: random.Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    return data[: rng.randint(0, len(data))]


def _graft(rng: random.Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    other = rng.choice(seeds)
    first, last = span(rng, other)
    at, after = span(rng, data)
    return data[:at] + other[first:last] + data[after:]


def _join(rng: random.Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    other = rng.choice(seeds)
    return data[: rng.randint(0, len(data))] + other[rng.randint(0, len(other)) :]


def _number(rng: random.Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    found = list(NUMBER.finditer(data))
    if not found:
        return data
    match = rng.choice(found)
    return data[: match.start()] + rng.choice(NUMBERS if rng.random() < 0.7 else ODD_NUMBERS).encode() + data[match.end() :]


def _lines(rng: random.Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    """A line is lost, doubled, or changes places with another; or one of another seed comes in."""
    lines = data.split(b"\n")
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    way = rng.randrange(4)
    if way == 0:
        del lines[at]
    elif way == 1:
        lines.insert(other, lines[at])
    elif way == 2:
        lines[at], lines[other] = lines[other], lines[at]
    else:
        lines.insert(at, rng.choice(rng.choice(seeds).split(b"\n")))
    return b"\n".join(lines)


CHANGES_OF_BYTES = (_flip, _replace, _insert, _delete, _repeat, _cut, _graft, _join, _number, _number, _lines, _lines)


# ---------------------------------------------------------------- objects


def odd_value(rng: random.Random) -> Any:
    """A value that is seldom meant."""
    return copied(rng.choice(ODD_VALUES))


def _deep(levels: int) -> list[Any]:
    found: list[Any] = []
    for _ in range(levels):
        found = [found]
    return found


ODD_VALUES: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 2, 3, 4, 5, 49, 50, 120, 121, 256, 1000, 2**31, 2**63, -(2**63), 10**30, 0.0, 1.5, -0.0, 1e308,
    float("inf"), float("nan"), "", " ", "x", "0", "1", "-1", "²", "٣", "#2", "x" * 5000, "é", "\x00", "\n", "a\nb", "a|b",
    "\ud800", "~", "/", "../x", "all", "+", [], [[]], [None], [[], []], [1, 2], {}, {"a": 1}, [{}], {"": ""}, _deep(40),
)  # fmt: skip


def changed_object(rng: random.Random, seed: Any, pool: Sequence[Any] = ()) -> Any:
    """A copy of an object of dicts, lists and scalars with a few parts changed; `pool` holds values that may come in."""
    thing = copied(seed)
    for _ in range(rng.randint(1, MOST_CHANGES)):
        thing = _changed_part(rng, thing, pool)
    return thing


def _changed_part(rng: random.Random, thing: Any, pool: Sequence[Any]) -> Any:
    places: list[tuple[Any, Any]] = [(None, None)]
    _add_places(thing, places)
    parent, key = rng.choice(places)
    if parent is None:
        return _new(rng, thing, pool) if rng.random() < 0.1 else thing
    way = rng.randrange(6)
    if way <= 2:
        parent[key] = _new(rng, parent[key], pool)
    elif way == 3:
        del parent[key]
    elif way == 4 and isinstance(parent, list):
        parent.insert(rng.randint(0, len(parent)), copied(parent[key]))
    elif way == 4:
        parent[rng.choice([other for _, other in places if isinstance(other, str)] + ["", "x"])] = copied(parent[key])
    else:
        other, where = rng.choice(places)
        if other is not None and where in (other if isinstance(other, dict) else range(len(other))):
            parent[key] = copied(other[where])
    return thing


def _new(rng: random.Random, old: Any, pool: Sequence[Any]) -> Any:
    """What takes the place of a part: an odd value, one of the pool, or the part one deeper, or doubled."""
    old = copied(old)  # nothing stands in two places, for a change of one would change both
    way = rng.random()
    if pool and way < 0.4:
        return copied(rng.choice(pool))
    if way < 0.8:
        return odd_value(rng)
    if way < 0.86:
        return [old]
    if way < 0.9:
        return {str(old)[:20]: old}
    if isinstance(old, str):
        return rng.choice((old + "#2", old[:-1], old.upper(), old + " " + old, old * 3))
    if isinstance(old, int) and not isinstance(old, bool):
        return old + rng.choice((-1, 1))
    return [*old, *copied(old)] if isinstance(old, list) else old


HOLDERS = (dict, list)  # a tuple, which `isinstance` reads several times faster than a union


def _add_places(thing: Any, places: list[tuple[Any, Any]]) -> None:
    """Add every part of a dict or list: the dict or list in which it lies, and its key there."""
    for key, part in thing.items() if isinstance(thing, dict) else enumerate(thing) if isinstance(thing, list) else ():
        places.append((thing, key))
        if isinstance(part, HOLDERS):
            _add_places(part, places)


def copied(thing: Any) -> Any:
    """A copy of dicts and lists with all that they hold; faster than `copy.deepcopy`, for nothing lies in two places."""
    if isinstance(thing, dict):
        return {key: copied(part) if isinstance(part, HOLDERS) else part for key, part in thing.items()}
    if isinstance(thing, list):
        return [copied(part) if isinstance(part, HOLDERS) else part for part in thing]
    return thing


# ---------------------------------------------------------------- Python source


def expressions(text: str) -> list[bytes]:
    """The arguments and elements that stand in a file of cards: what may take another one's place."""
    nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.expr) and not isinstance(node, ast.Starred)]
    return [ast.unparse(node).encode() for node in nodes]


@dataclass(frozen=True)
class Place:
    """A call, tuple or list in the text of an entry: where it stands, and what stands in it, as bytes."""

    first: int
    last: int
    opens: bytes
    items: tuple[bytes, ...]
    keywords: tuple[tuple[bytes, bytes], ...] = ()

    def written(self, items: Sequence[bytes], keywords: Sequence[tuple[bytes, bytes]]) -> bytes:
        """The place with these parts in it."""
        parts = [*items, *(name + value for name, value in keywords)]
        comma = b"," if self.opens == b"(" and len(parts) == 1 else b""  # a tuple of one
        return self.opens + b", ".join(parts) + comma + (b"]" if self.opens == b"[" else b")")


@cache
def places_of(entry: bytes) -> tuple[Place, ...]:
    """What may change in an entry, which stands on one line."""
    found = []
    for node in ast.walk(ast.parse(entry)):
        if isinstance(node, ast.Call):
            names = [f"{keyword.arg}=".encode() if keyword.arg else b"**" for keyword in node.keywords]
            keywords = tuple(zip(names, (_text(entry, each.value) for each in node.keywords), strict=True))
            items = tuple(_text(entry, each) for each in node.args)
            found.append(Place(node.col_offset, node.end_col_offset or 0, _text(entry, node.func) + b"(", items, keywords))
        elif isinstance(node, ast.Tuple | ast.List):
            opens = b"(" if isinstance(node, ast.Tuple) else b"["
            items = tuple(_text(entry, each) for each in node.elts)
            found.append(Place(node.col_offset, node.end_col_offset or 0, opens, items))
    return tuple(found)


def _text(entry: bytes, node: ast.expr) -> bytes:
    return entry[node.col_offset : node.end_col_offset]


class Source:
    """A file of cards, entry by entry, each on one line; what may change in them is looked for once."""

    def __init__(self, text: str) -> None:
        trees = ast.parse(text).body
        self.entries = [ast.unparse(tree).encode() for tree in trees]
        self.own = [k for k, tree in enumerate(trees) if isinstance(tree, ast.Assign)]  # those that import nothing

    def text(self) -> bytes:
        """The whole file."""
        return b"\n".join(self.entries)

    def part(self, rng: random.Random, most: int) -> Source:
        """The file with at most so many of its own entries: the fewer there are, the sooner it is read."""
        lost = set(self.own) - set(rng.sample(self.own, rng.randint(1, most)))
        found = copy.copy(self)
        found.entries = [entry for k, entry in enumerate(self.entries) if k not in lost]
        return found


def changed_source(rng: random.Random, seed: Source, pool: Sequence[bytes]) -> bytes:
    """A file of cards with some arguments, elements or entries changed, lost or doubled; it stays Python."""
    entries = [(entry, len(places_of(entry))) for entry in seed.entries]  # how many places each had
    for _ in range(rng.randint(1, MOST_CHANGES)):
        if rng.random() >= 0.92 or not any(weight for _, weight in entries):
            _change_entries(rng, entries)
            continue
        at = rng.choices(range(len(entries)), [weight for _, weight in entries])[0]
        entry, weight = entries[at]
        places = places_of(entry) if entry in seed.entries else places_of.__wrapped__(entry)
        if places:
            place = rng.choice(places)
            entries[at] = entry[: place.first] + _changed_place(rng, place, pool) + entry[place.last :], weight
    return b"\n".join(entry for entry, _ in entries)


def _expression(rng: random.Random, pool: Sequence[bytes]) -> bytes:
    if rng.random() < 0.5:
        return rng.choice(pool)
    while True:
        text = repr(odd_value(rng))
        if "inf" not in text and "nan" not in text:
            return text.encode()


def _changed_place(rng: random.Random, place: Place, pool: Sequence[bytes]) -> bytes:
    """One argument or element is another, is gone, or stands there twice."""
    items, keywords = list(place.items), list(place.keywords)
    if keywords and (not items or rng.random() < 0.6):
        at, way = rng.randrange(len(keywords)), rng.random()
        if way < 0.2:
            del keywords[at]
        elif way < 0.4:
            keywords[at] = rng.choice(keywords)[0], keywords[at][1]
        else:
            keywords[at] = keywords[at][0], _expression(rng, pool)
    elif items:
        at, way = rng.randrange(len(items)), rng.random()
        if way < 0.2:
            del items[at]
        elif way < 0.4:
            items.insert(at, items[at])
        else:
            items[at] = _expression(rng, pool)
    return place.written(items, keywords)


def _change_entries(rng: random.Random, entries: list[tuple[bytes, int]]) -> None:
    """One entry of the file is lost, doubled under another name, or changes places with another."""
    if not entries:
        return
    at, other = rng.randrange(len(entries)), rng.randrange(len(entries))
    way = rng.randrange(3)
    if way == 0:
        del entries[at]
    elif way == 1:
        entries.insert(other, (STORED.sub(rb"\1_TWIN = ", entries[at][0]), entries[at][1]))
    else:
        entries[at], entries[other] = entries[other], entries[at]
