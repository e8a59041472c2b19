"""Decision-tree counts, as chess engines count positions: small positions in tests/trees/*.txt, counted by the reference engine.

A node at depth d is the state after d choices. It is an *end* where the game is over; else *chance* where the engine drew from
its generator or shuffled since the node above; else a *decision*. The root is not counted. Counts are (chance, decision, end).

A file holds positions, each a block of lines `name: value` with blank lines between, `#` begins a comment:

    id: gimli-defends                      told where counts differ
    scenario: passage-through-mirkwood
    heroes: [["Gimli"]]                    the arguments of lotrsim.testing.position, as JSON
    engaged: [["Forest Spider"]]
    phase: attacks
    1: 0 2 0                               depth: chance decision end
    2: 0 3 1

`python -m tests.comparison.trees FILES` compares both engines, `--write` writes the counts of the reference engine.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from lotrsim import testing
from lotrsim.errors import BadFile, LotrsimError
from lotrsim.ids import PASS
from tests.comparison import kernels
from tests.comparison.engine import Compiled
from tests.comparison.plain import HEADER
from tests.comparison.positions import LaidOut, laid_out

FOLDER = Path(__file__).resolve().parent.parent / "trees"
CHANCE, DECISION, END = range(3)
SHUFFLES, DRAWS = HEADER.index("n_shuffles"), HEADER.index("rng_count")

Count = tuple[int, int, int]


@dataclass
class Tree:
    """A position and the counts of its tree, from depth 1 on."""

    id: str
    scenario: str
    described: dict[str, Any]
    counts: list[Count] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)  # of the file, without the counts

    def table(self) -> LaidOut:
        """The position, not started yet."""
        return laid_out(self.scenario, self.described)


# ---------------------------------------------------------------- files


def read(path: Path) -> list[Tree]:
    """The positions of a file; BadFile says which line is wrong."""
    trees: list[Tree] = []
    block: list[tuple[int, str]] = []
    for k, line in enumerate([*path.read_text(encoding="utf-8").splitlines(), ""], 1):
        if line.strip():
            block.append((k, line.rstrip()))
        elif any(not text.startswith("#") for _, text in block):
            trees.append(tree_of(path, block))
            block = []
    return trees


def tree_of(path: Path, block: Sequence[tuple[int, str]]) -> Tree:
    """The position of a block of numbered lines."""
    facts: dict[str, Any] = {}
    tree = Tree("", "", facts)
    for k, text in block:
        name, colon, value = text.partition(":")
        value = value.strip()
        if not name.strip().isdigit():
            tree.lines.append(text)
        if text.startswith("#"):
            continue
        if not colon or not value:
            raise BadFile(path, f"line {k}", f"a line is a name, a colon and a value, not {text[:60]!r}")
        if name.isdigit():
            tree.counts.append(count_of(path, k, value, int(name) == len(tree.counts) + 1))
        else:
            facts[name] = json_or_word(value)
    for name in ("id", "scenario", "heroes"):
        if name not in facts:
            raise BadFile(path, f"line {block[0][0]}", f"the position has no {name}")
    tree.id, tree.scenario = facts.pop("id"), facts.pop("scenario")
    return tree


def json_or_word(value: str) -> Any:
    """A value as JSON, or the word itself."""
    try:
        return json.loads(value)
    except ValueError:
        return value


def count_of(path: Path, k: int, value: str, is_next: bool) -> Count:
    """The three numbers of a line of counts."""
    numbers = value.split()
    if len(numbers) != 3 or not all(number.isdigit() for number in numbers) or not is_next:
        raise BadFile(path, f"line {k}", "counts are three whole numbers, chance decision end, the depths from 1 upwards")
    return int(numbers[0]), int(numbers[1]), int(numbers[2])


def written(trees: Sequence[Tree]) -> str:
    """The text of a file."""
    blocks = []
    for tree in trees:
        counts = [f"{depth}: {' '.join(map(str, count))}" for depth, count in enumerate(tree.counts, 1)]
        blocks.append("\n".join([*tree.lines, *counts]))
    return "\n\n".join(blocks) + "\n"


# ---------------------------------------------------------------- counting


def counts_compiled(table: LaidOut, depth: int, actions: Sequence[int] = ()) -> list[Count]:
    """The counts of depths 1 to `depth` below the node that the actions lead to, by the compiled engine."""
    game = Compiled.at(table)
    for action in actions:
        game.choose(action)
    counts = np.zeros((depth + 1, 3), np.int64)
    kernels.count_tree(np.repeat(game.games, depth + 1), game.tables, depth, counts)
    return [(int(a), int(b), int(c)) for a, b, c in counts[1:]]


def counts_by_replay(table: LaidOut, depth: int, engine: Any, actions: Sequence[int] = ()) -> list[Count]:
    """The same by an engine that cannot be copied: each node is reached anew from the position."""
    counts = [[0, 0, 0] for _ in range(depth)]
    waiting = [tuple(actions)]
    while waiting:
        above = waiting.pop()
        game = reached(engine, table, above)
        before = game.flat()
        for action in () if game.over else list(game.legal):
            below = reached(engine, table, above) if game is None else game
            below.choose(action)
            counts[len(above) - len(actions)][sort_of(below, before)] += 1
            if not below.over and len(above) + 1 - len(actions) < depth:
                waiting.append((*above, action))
            game = None
    return [(a, b, c) for a, b, c in counts]


def reached(engine: Any, table: LaidOut, actions: Sequence[int]) -> Any:
    """The engine after these choices."""
    game = engine.at(table)
    for action in actions:
        game.choose(action)
    return game


def sort_of(game: Any, before: list[int]) -> int:
    """Which sort of node a game has come to."""
    now = game.flat()
    if game.over:
        return END
    return CHANCE if now[SHUFFLES] != before[SHUFFLES] or now[DRAWS] != before[DRAWS] else DECISION


# ---------------------------------------------------------------- where they differ


def difference(tree: Tree, engine: Any) -> str:
    """Where the compiled engine's counts leave those of another engine: the counts per action, down to the node; "" nowhere."""
    table, depth, path = tree.table(), len(tree.counts), []
    lines = []
    while depth > 0:
        game = reached(Compiled, table, path)
        other = reached(engine, table, path)
        if game.legal != other.legal:
            return "\n".join([*lines, f"after {path}: legal {game.legal}, {other.legal}"])
        wrong = None
        for action in game.legal:
            below = [*path, action]
            one, two = counts_compiled(table, depth - 1, below), counts_by_replay(table, depth - 1, engine, below)
            same = one == two and sorts(table, path, action, Compiled) == sorts(table, path, action, engine)
            word = testing.word_of(game.games[0], action, [a for a in game.legal if a < PASS])
            lines.append(f"{'  ' * len(path)}{word}: {total(one)} {total(two)}{'' if same else '  <- differs'}")
            wrong = below if not same and wrong is None else wrong
        if wrong is None:
            return ""
        path, depth = wrong, depth - 1
    return "\n".join([*lines, f"after {path}"])


def sorts(table: LaidOut, path: Sequence[int], action: int, engine: Any) -> int:
    """Which sort of node an action leads to."""
    game = reached(engine, table, path)
    before = game.flat()
    game.choose(action)
    return sort_of(game, before)


def total(counts: Sequence[Count]) -> int:
    """All nodes below."""
    return 1 + sum(map(sum, counts))


def depth_for(tree: Tree, most: int) -> int:
    """The greatest depth, up to 12, at which the compiled engine counts no more nodes than this."""
    table, depth = tree.table(), 1
    while depth < 12 and sum(map(sum, counts_compiled(table, depth + 1))) <= most:
        depth += 1
    return depth


def files(names: Sequence[str] = ()) -> Iterator[Path]:
    """The files of positions, or those named."""
    yield from map(Path, names) if names else sorted(FOLDER.glob("*.txt"))


def options() -> argparse.ArgumentParser:
    """The command's options."""
    parser = argparse.ArgumentParser(prog="python -m tests.comparison.trees", description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", help="files of positions (tests/trees/*.txt)")
    parser.add_argument("--write", action="store_true", help="write the counts of the reference engine into the files")
    parser.add_argument("--depth", type=int, help="count so deep (as deep as the file does; without counts there: see --most)")
    parser.add_argument("--most", type=int, default=1500, help="without counts in the file: as deep as this many nodes (1500)")
    parser.add_argument("--second", choices=("reference", "compiled"), default="reference", help=argparse.SUPPRESS)
    return parser


def main(words: Sequence[str] | None = None) -> int:
    """Check or write the counts; 0 where all agree, 3 where they differ, 2 for a file that is wrong."""
    chosen = options().parse_args(words)
    from tests.comparison.run import second_engine

    engine, wrong = second_engine(chosen.second), 0
    try:
        for path in files(chosen.files):
            trees = read(path)
            for tree in trees:
                depth = chosen.depth or len(tree.counts) or depth_for(tree, chosen.most)
                counted = counts_by_replay(tree.table(), depth, engine)
                same = counted == counts_compiled(tree.table(), depth)
                wrong += not same
                tree.counts = counted
                print(f"{path.name} {tree.id}: {counted[-1]}" + ("" if same else "\n" + difference(tree, engine)))
            if chosen.write:
                path.write_text(written(trees), encoding="utf-8")
    except LotrsimError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 3 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
