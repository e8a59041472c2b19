"""The table of faults: read from faults.toml, and planted in a file where what is searched for stands exactly once."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TABLE = HERE / "faults.toml"
RESULTS = HERE / "results.csv"
COLUMNS = ("name", "area", "file", "breaks", "test")


class NotPlanted(Exception):
    """A fault cannot be planted: its file is not there, or what it searches for does not stand in it exactly once."""


@dataclass(frozen=True)
class Fault:
    """One fault: what is changed in which file, the rule that this breaks, and where a test of it is likely."""

    name: str
    area: str
    file: str
    search: str
    replacement: str
    breaks: str
    tests: tuple[str, ...]


def faults(path: Path = TABLE) -> list[Fault]:
    """All faults of a table, in its order."""
    with path.open("rb") as file:
        return [Fault(**{**entry, "tests": tuple(entry["tests"])}) for entry in tomllib.load(file)["fault"]]


def changed(fault: Fault, text: str) -> str:
    """The text of a file with the fault in it; NotPlanted unless what is searched for stands there exactly once."""
    count = text.count(fault.search)
    if count != 1:
        raise NotPlanted(f"{fault.name}: the search text stands {count} times in {fault.file}, once is needed")
    if fault.search == fault.replacement:
        raise NotPlanted(f"{fault.name}: changes nothing")
    return text.replace(fault.search, fault.replacement)


@contextmanager
def planted(fault: Fault, copy: Path) -> Iterator[Path]:
    """Plant a fault in a copy of the checkout, and take it out again; never in the checkout itself."""
    if copy.resolve() == ROOT or ROOT in copy.resolve().parents:
        raise NotPlanted("a fault is planted in a copy outside the checkout")
    path = copy / fault.file
    if not path.is_file():
        raise NotPlanted(f"{fault.name}: there is no file {fault.file}")
    sound = path.read_bytes()
    path.write_bytes(changed(fault, sound.decode()).encode())
    try:
        yield path
    finally:
        path.write_bytes(sound)


def results(path: Path = RESULTS) -> dict[str, str]:
    """Name of a fault -> the test that caught it, "" for none."""
    if not path.exists():
        return {}
    with path.open(encoding="utf-8", newline="") as file:
        return {row["name"]: row["test"] for row in csv.DictReader(file)}


def write(caught: dict[str, str], path: Path = RESULTS) -> None:
    """Write what caught each fault of the table, in the order of the table."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        for fault in faults():
            if fault.name in caught:
                writer.writerow((fault.name, fault.area, fault.file, fault.breaks, caught[fault.name]))
