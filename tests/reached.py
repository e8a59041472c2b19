"""Which lines of the rules and effects the suite reaches as plain Python, and why it does not reach the others.

    NUMBA_DISABLE_JIT=1 python tests/reached.py tests/rules tests/cards     # with the tests to run; `make coverage`

Writes `reached.csv` (a row a file: lines, reached) and checks `unreached.csv` (a row a line: file, function, its text, why):
a line that is not reached and not explained, one that is explained and reached, and less than 98% are faults.
"""

from __future__ import annotations

import ast
import csv
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).resolve().parent
ROOT = TESTS.parent
REACHED, UNREACHED = TESTS / "reached.csv", TESTS / "unreached.csv"
FOLDERS = ("lotrsim/rules", "lotrsim/effects")
LEAST = 98.0  # percent of lines

Line = tuple[str, str, str]  # file, function, text


def measured(tests: list[str]) -> dict[str, dict]:
    """File -> what coverage says of it, after these tests."""
    with tempfile.TemporaryDirectory() as folder:
        data, report = Path(folder) / "data", Path(folder) / "report.json"
        environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "COVERAGE_FILE": str(data)}
        coverage = [sys.executable, "-m", "coverage"]
        run = ["run", f"--rcfile={os.devnull}", f"--source={','.join(FOLDERS)}", "-m", "pytest", "-q", *tests]
        if subprocess.run([*coverage, *run], cwd=ROOT, env=environment).returncode:
            raise SystemExit("the tests fail; coverage is measured when they pass")
        subprocess.run([*coverage, "json", f"--rcfile={os.devnull}", "-q", "-o", report], cwd=ROOT, env=environment, check=True)
        return json.loads(report.read_text(encoding="utf-8"))["files"]


def functions(path: str) -> Iterator[tuple[str, int, int]]:
    """The functions of a file, also those of classes, with their first and last line."""
    for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            yield node.name, node.lineno, node.end_lineno or node.lineno


def line_of(path: str, number: int) -> Line:
    """A line by its file, its function and its text, so that it is found again when others move it."""
    inside = [name for name, first, last in functions(path) if first <= number <= last]
    text = (ROOT / path).read_text(encoding="utf-8").splitlines()[number - 1]
    return path, inside[-1] if inside else "", text.strip()


def explained(path: Path = UNREACHED) -> dict[Line, str]:
    """The lines that are known not to be reached, with the reason."""
    with path.open(encoding="utf-8", newline="") as file:
        return {(row["file"], row["function"], row["line"]): row["why"] for row in csv.DictReader(file)}


def counts(path: Path = REACHED) -> dict[str, tuple[int, int]]:
    """File -> its lines and how many of them were reached, as last measured."""
    with path.open(encoding="utf-8", newline="") as file:
        return {row["file"]: (int(row["lines"]), int(row["reached"])) for row in csv.DictReader(file)}


def share(found: dict[str, tuple[int, int]]) -> float:
    """The percentage of all lines that was reached."""
    return 100 * sum(reached for _, reached in found.values()) / sum(lines for lines, _ in found.values())


def complaints(missing: list[Line], known: dict[Line, str], percent: float) -> Iterator[str]:
    """What is wrong with the coverage and its explanations."""
    for path, function, text in dict.fromkeys(line for line in missing if line not in known):
        yield f"not reached and not explained: {path}, {function}: {text}"
    for path, function, text in known:
        if (path, function, text) not in missing:
            yield f"explained but reached, or gone: {path}, {function}: {text}"
    if percent < LEAST:
        yield f"{percent:.2f}% of the lines are reached, {LEAST:.0f}% are needed"


def main(tests: list[str]) -> int:
    """Measure, write what was found, and say what is wrong."""
    files = {path: each for path, each in sorted(measured(tests).items()) if each["summary"]["num_statements"]}
    found = {path: (each["summary"]["num_statements"], each["summary"]["covered_lines"]) for path, each in files.items()}
    with REACHED.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("file", "lines", "reached"))
        writer.writerows((path, *each) for path, each in found.items())
    missing = [line_of(path, number) for path, each in files.items() for number in each["missing_lines"]]
    wrong = list(complaints(missing, explained() if UNREACHED.exists() else {}, share(found)))
    print("\n".join([f"{share(found):.2f}% of {sum(lines for lines, _ in found.values())} lines are reached", *wrong]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
