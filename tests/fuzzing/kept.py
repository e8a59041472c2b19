"""The kept runs, runs.csv: a row a parser, the sum of runs that follow each other, each beginning where the last one ended.

A row says that inputs 0 to `inputs` of its seed gave a value or one clear error. `stamp` is a hash of what its first
inputs are: while it is the same, the numbers name the same inputs, and a run may go on with them; else it begins anew. The
code that reads them may have moved on from one run to the next: `since` and `until` are the commits of the first and the
last one. Inputs at fault are not counted: their run ends, `faults` names them, and after the mend they are read again.
"""

from __future__ import annotations

import csv
import hashlib
import subprocess
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from .parsers import PARSERS
from .watch import Report, made

RUNS = Path(__file__).resolve().parent / "runs.csv"
STAMPED = 300  # inputs that are hashed


@dataclass
class Row:
    """What was kept of a parser."""

    parser: str
    seed: int
    stamp: str = ""  # of the inputs
    inputs: int = 0  # read rightly, from the first on
    values: int = 0
    faults: str = ""  # numbers of the inputs that were read wrongly once; mended where they are below `inputs`
    seconds: float = 0.0  # of processor time, to make the inputs and to read them
    slowest: float = 0.0  # seconds of one input
    memory: int = 0  # MiB more than before
    since: str = ""
    until: str = ""

    def add(self, report: Report) -> None:
        """Add a run of the next inputs; of one with faults only their numbers."""
        numbers = {number for number, _ in report.faults}
        self.faults = " ".join(str(number) for number in sorted(numbers | {int(word) for word in self.faults.split()}))
        if numbers:
            return
        self.inputs += report.inputs
        self.values += report.values
        self.seconds = round(self.seconds + report.processor, 1)
        self.slowest, self.memory = max(self.slowest, round(report.slowest, 3)), max(self.memory, report.memory)
        self.until = commit()
        self.since = self.since or self.until


def stamp(parser: str, seed: int) -> str:
    """A hash of the first inputs of a seed."""
    found = hashlib.sha256()
    for number in range(STAMPED):
        found.update(repr(made(parser, seed, number)).encode(errors="backslashreplace"))
    return found.hexdigest()[:12]


def commit() -> str:
    """The commit of the checkout, with + where the library has changes that no commit holds; "" outside of one."""
    folder = RUNS.parent.parent.parent
    try:
        said = [subprocess.run(words, cwd=folder, capture_output=True, text=True, check=True).stdout for words in GIT]
    except (OSError, subprocess.CalledProcessError):
        return ""
    return said[0].strip() + ("+" if said[1].strip() else "")


CODE = ("lotrsim", ":(glob)experiments/*.py")  # where the parsers are
GIT = (("git", "rev-parse", "--short=9", "HEAD"), ("git", "status", "--porcelain", "-uno", "--", *CODE))


def rows() -> dict[str, Row]:
    """The rows by parser."""
    if not RUNS.exists():
        return {}
    with RUNS.open(encoding="utf-8", newline="") as file:
        return {row["parser"]: _row(row) for row in csv.DictReader(file)}


def _row(words: dict[str, str]) -> Row:
    kinds = {"int": int, "float": float, "str": str}
    return Row(**{field.name: kinds[str(field.type)](words[field.name]) for field in fields(Row)})


def write(row: Row) -> None:
    """Put a row into the table."""
    known = rows() | {row.parser: row}
    with RUNS.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, [field.name for field in fields(Row)], lineterminator="\n")
        writer.writeheader()
        writer.writerows(asdict(known[name]) for name in PARSERS if name in known)


def row_of(parser: str, seed: int) -> Row:
    """The row to go on with: an empty one where the seed or what its numbers name is another than in the kept one."""
    found, now = rows().get(parser), stamp(parser, seed)
    return found if found and (found.seed, found.stamp) == (seed, now) else Row(parser, seed, now)
