"""Changes of valid inputs: of bytes and lines, of objects as JSON and TOML have them, and of Python source by its parts."""

from __future__ import annotations

import ast
import copy
import random
import re
from collections.abc import Sequence
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


def _add_places(thing: Any, places: list[tuple[Any, Any]]) -> None:
    """Add every part of a dict or list: the dict or list in which it lies, and its key there."""
    for key, part in thing.items() if isinstance(thing, dict) else enumerate(thing) if isinstance(thing, list) else ():
        places.append((thing, key))
        if isinstance(part, dict | list):
            _add_places(part, places)


def copied(thing: Any) -> Any:
    """A copy of dicts and lists with all that they hold; faster than `copy.deepcopy`, for nothing lies in two places."""
    if isinstance(thing, dict):
        return {key: copied(part) if isinstance(part, dict | list) else part for key, part in thing.items()}
    if isinstance(thing, list):
        return [copied(part) if isinstance(part, dict | list) else part for part in thing]
    return thing


# ---------------------------------------------------------------- Python source


def expressions(text: str) -> list[str]:
    """The arguments and elements that stand in a file of cards: what may take another one's place."""
    nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.expr) and not isinstance(node, ast.Starred)]
    return [ast.unparse(node) for node in nodes]


class Source:
    """A file of cards, entry by entry: each is written once, and only what changes is parsed and written again."""

    def __init__(self, text: str) -> None:
        self.text, trees = text, ast.parse(text).body
        self.entries = [ast.unparse(tree) for tree in trees]
        self.weights = [len(_calls(tree)) for tree in trees]  # of an entry: how many places it has for a change


def changed_source(rng: random.Random, seed: Source, pool: Sequence[str]) -> str:
    """A file of cards with some arguments, elements or entries changed, lost or doubled; it stays Python."""
    entries: list[str | ast.stmt] = list(seed.entries)
    weights = list(seed.weights)
    for _ in range(rng.randint(1, MOST_CHANGES)):
        if rng.random() >= 0.92 or not any(weights):
            _change_entries(rng, entries, weights)
            continue
        at = rng.choices(range(len(entries)), weights)[0]
        entries[at] = tree = _tree(entries[at])
        calls = _calls(tree)
        if calls:
            _change_call(rng, rng.choice(calls), pool)
    return "\n".join(entry if isinstance(entry, str) else ast.unparse(entry) for entry in entries)


def _tree(entry: str | ast.stmt) -> ast.stmt:
    return ast.parse(entry).body[0] if isinstance(entry, str) else entry


def _calls(tree: ast.stmt) -> list[Any]:
    """The parts of an entry in which something stands that may change."""
    return [node for node in ast.walk(tree) if isinstance(node, ast.Call | ast.Tuple | ast.List)]


def _expression(rng: random.Random, pool: Sequence[str]) -> ast.expr:
    if rng.random() < 0.5:
        return ast.parse(rng.choice(pool), mode="eval").body
    while True:
        text = repr(odd_value(rng))
        if "inf" not in text and "nan" not in text:
            return ast.parse(text, mode="eval").body


def _change_call(rng: random.Random, node: Any, pool: Sequence[str]) -> None:
    """One argument or element is another, is gone, or stands there twice."""
    items = node.args if isinstance(node, ast.Call) else node.elts
    keywords = node.keywords if isinstance(node, ast.Call) else []
    if keywords and (not items or rng.random() < 0.6):
        at = rng.randrange(len(keywords))
        if rng.random() < 0.2:
            del keywords[at]
        elif rng.random() < 0.2:
            keywords[at].arg = rng.choice(keywords).arg
        else:
            keywords[at].value = _expression(rng, pool)
    elif items:
        at = rng.randrange(len(items))
        if rng.random() < 0.2:
            del items[at]
        elif rng.random() < 0.2:
            items.insert(at, copy.deepcopy(items[at]))
        else:
            items[at] = _expression(rng, pool)


def _change_entries(rng: random.Random, entries: list[str | ast.stmt], weights: list[int]) -> None:
    """One entry of the file is lost, doubled under another name, or changes places with another."""
    if not entries:
        return
    at, other = rng.randrange(len(entries)), rng.randrange(len(entries))
    way = rng.randrange(3)
    if way == 0:
        del entries[at], weights[at]
    elif way == 1:
        twin = copy.deepcopy(_tree(entries[at]))
        for node in ast.walk(twin):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                node.id += "_TWIN"
        entries.insert(other, ast.unparse(twin))
        weights.insert(other, weights[at])
    else:
        for each in (entries, weights):
            each[at], each[other] = each[other], each[at]
