"""Reads the blocks of code on the pages and runs them in processes of their own, with lotrsim as it is found here."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import lotrsim

ROOT = Path(__file__).resolve().parent.parent
# lotrsim is found as it is found here, also in a bare checkout
BOOT = f"import sys, lotrsim; lotrsim.__path__[:] = {list(lotrsim.__path__)!r}; sys.argv[0] = {{0!r}}; {{1}}"
LOTRSIM = BOOT.format("lotrsim", "from lotrsim.cli import main; main()")
PYTEST = BOOT.format("pytest", "import pytest; sys.exit(pytest.main(['-p', 'no:cacheprovider', *sys.argv[1:]]))")
DOCTEST = BOOT.format(
    "doctest",
    "import doctest; sys.path.insert(0, ''); sys.exit(doctest.testfile(sys.argv[1], module_relative=False, encoding='utf-8')[0])",
)
PROGRAMS = {"lotrsim": LOTRSIM, "python -m pytest": PYTEST}


def page(name: str) -> str:
    """The text of a page, by its path from the root."""
    return (ROOT / name).read_text(encoding="utf-8")


def blocks(text: str, language: str) -> list[str]:
    """The fenced blocks of a language, in their order."""
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def commands(text: str) -> list[tuple[str, list[str]]]:
    """The commands of the console blocks, each with the lines that its output must hold."""
    found: list[tuple[str, list[str]]] = []
    for line in "".join(blocks(text, "console")).splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif line.strip():
            found[-1][1].append(line.strip())
    return found


def run(program: str, arguments: list[str], folder: Path) -> subprocess.CompletedProcess:
    """Run one of the programs above in a folder."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path), "PYTHONUTF8": "1"}
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=folder, env=environment, capture_output=True, text=True, encoding="utf-8",
    )  # fmt: skip


def run_command(command: str, folder: Path) -> subprocess.CompletedProcess:
    """Run a command as it stands on a page."""
    start = next(start for start in PROGRAMS if command.startswith(start + " "))
    return run(PROGRAMS[start], shlex.split(command[len(start) :]), folder)


def run_sessions(text: str, folder: Path) -> subprocess.CompletedProcess:
    """Run the Python sessions (>>>) of a page, one after the other in one process."""
    sessions = [block for block in blocks(text, "python") if block.lstrip().startswith(">>>")]
    file = folder / "session.txt"
    file.write_text("\n".join(sessions), encoding="utf-8")
    return run(DOCTEST, [str(file)], folder)
