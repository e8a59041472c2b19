"""Where the keys and entries of a TOML file stand, so that a fault can name its line.

`tomllib` reads values and forgets their places. The tokens of Pygments' TOML lexer keep them; since `tomllib` has taken
the file first, nothing is checked here again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pygments.lexers import TOMLLexer
from pygments.token import Comment, Literal, Punctuation, Text

Token = tuple[int, Any, str]  # line, type, text


def places(text: str) -> dict[str, list[int]]:
    """Lines, from 1, by top-level key: the key's own, then that of each entry if its value is an array."""
    found: dict[str, list[int]] = {}
    for statement in _statements(_tokens(text)):
        line, key, value = _split(statement)
        found.setdefault(key, [line, *_entries(value)])
        if statement[0][2].startswith("["):
            break  # what stands below a [table] belongs to it
    return found


def _tokens(text: str) -> Iterator[Token]:
    """The tokens with their lines, without comments; of white space, only what ends a line."""
    line, seen = 1, 0
    for start, kind, word in TOMLLexer(stripnl=False, ensurenl=False).get_tokens_unprocessed(text):
        line, seen = line + text.count("\n", seen, start), start
        if kind in Text:
            yield from [(line, kind, "\n")] if "\n" in word else []
        elif kind not in Comment:
            yield line, kind, word


def _statements(tokens: Iterator[Token]) -> Iterator[list[Token]]:
    """The tokens of each `key = value` or `[table]`, which end with a line outside of brackets."""
    statement: list[Token] = []
    depth = 0
    for token in tokens:
        line, kind, word = token
        if kind in Punctuation:
            depth += sum(word.count(each) for each in "[{") - sum(word.count(each) for each in "]}")
        if word == "\n":
            if statement and not depth:
                yield statement
                statement = []
        else:
            statement.append(token)
    if statement:
        yield statement


def _split(statement: list[Token]) -> tuple[int, str, list[Token]]:
    """The line of a statement, the first part of its key, and the tokens of its value."""
    equals = next((k for k, (_, _, word) in enumerate(statement) if word == "="), len(statement))
    head = statement[:equals]
    dot = next((k for k, (_, _, word) in enumerate(head) if word == "."), len(head))
    key = "".join(word for _, _, word in head[:dot]).strip("[]")
    return statement[0][0], key.strip("\"'") if head[0][1] in Literal else key, statement[equals + 1 :]


def _entries(value: list[Token]) -> Iterator[int]:
    """The line of each entry of an array; of anything else none."""
    if not value or not value[0][2].startswith("["):
        return
    depth, expected = 0, False
    for line, kind, word in value:
        opens = kind in Punctuation and word[0] in "[{"
        if depth == 1 and expected and (opens or kind not in Punctuation):
            yield line
            expected = False
        if kind not in Punctuation:
            continue
        for sign in word:
            depth += (sign in "[{") - (sign in "]}")
            expected = expected or (depth == 1 and sign in "[,")
