"""Random numbers and shuffles, exactly as in protocol 2 and 3."""

from __future__ import annotations

import unicodedata
from functools import cache

MASK, GOLDEN = 2**32 - 1, 0x9E3779B9


def mix32(x: int) -> int:
    """Protocol 2."""
    x &= MASK
    x ^= x >> 16
    x = x * 0x21F0AAAD & MASK
    x ^= x >> 15
    x = x * 0x735A2D97 & MASK
    return x ^ x >> 15


def key_word(seed: int, index: int, use: int) -> int:
    """Protocol 2: use 1 and 2 for the engine, 3 and 4 for the agents, 5 and 6 for the shuffles."""
    h = mix32(use)
    h = mix32(h ^ seed)
    h = mix32(h + (seed >> 32) + GOLDEN)
    h = mix32(h ^ index)
    h = mix32(h + (index >> 32) + GOLDEN)
    return mix32(h + use * GOLDEN)


class Generator:
    """A stream of random numbers: two key words and a counter (protocol 2)."""

    def __init__(self, first: int, second: int):
        self.keys = (first, second)
        self.count = 0

    def below(self, n: int) -> int:
        """0 to n - 1; it draws also for n = 1."""
        self.count += 1
        return mix32((mix32(self.count + self.keys[0]) ^ self.keys[1]) + GOLDEN) * n >> 32


@cache
def fold(name: str) -> str:
    """Protocol 3: a name in lower case without accents and signs."""
    letters = unicodedata.normalize("NFKD", name).casefold()
    kept = (c if c.isalnum() else " " if c in "-_/" or c.isspace() else "" for c in letters)
    return " ".join("".join(kept).split())


def shuffle_key(keys: tuple[int, int], owner: int, title: int, copy: int, shuffle: int) -> int:
    """Protocol 3."""
    card = (shuffle * 1024 + copy) * 16 + owner
    high = mix32(mix32(title ^ keys[1]) + card)
    low = mix32(mix32(title + keys[0]) ^ card)
    return (high >> 2) << 32 | low
