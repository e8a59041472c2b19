"""Plant the faults one after the other and look for the first test that fails: `python -m tests.planted --help`."""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from .table import ROOT, Fault, faults, planted, results, write

PLAIN_SUITE = ("tests/rules", "tests/cards", "tests/test_examples.py")  # run as plain Python: nothing is compiled
PARTS = ("lotrsim", "agents", "experiments", "tests", "docs/examples", "setup.cfg")
LONGEST_RUN = 1800  # seconds; a fault that hangs counts as not caught by a test
FAILED = re.compile(r"^FAILED (\S+?::\w+)", re.MULTILINE)


def arguments() -> argparse.Namespace:
    """The options."""
    parser = argparse.ArgumentParser(prog="python -m tests.planted", description="Plant faults; the suite must catch each.")
    parser.add_argument("--only", action="append", metavar="NAME", help="only this fault; may be repeated")
    parser.add_argument("--new", action="store_true", help="only faults of which no test is known yet")
    parser.add_argument("--committed", action="store_true", help="copy what is committed, not the files as they are")
    return parser.parse_args()


def copied(folder: Path, committed: bool) -> Path:
    """A copy of the checkout as it is when installed: agents and experiments lie in the package."""
    if committed:
        tar = subprocess.run(["git", "archive", "HEAD", *PARTS], cwd=ROOT, check=True, capture_output=True).stdout
        subprocess.run(["tar", "-x", "-C", folder], input=tar, check=True)
    else:
        skip = shutil.ignore_patterns("__pycache__", ".*_cache")
        for part in PARTS:
            source, target = ROOT / part, folder / part
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copytree(source, target, ignore=skip) if source.is_dir() else shutil.copy2(source, target)
    for part in ("agents", "experiments"):
        shutil.move(folder / part, folder / "lotrsim" / part)
    return folder


def environment(copy: Path) -> dict[str, str]:
    """Plain Python, the copy before everything that is installed, and nothing kept."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "COV"))}
    ours = {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    return {**kept, **ours, "LOTRSIM_CACHE_DIR": str(copy / "cache")}


def check_copy(copy: Path) -> None:
    """Every part of lotrsim must be that of the copy."""
    code = "import lotrsim, lotrsim.agents as a, lotrsim.experiments as e; print(lotrsim.__file__, a.__file__, e.__file__)"
    done = subprocess.run([sys.executable, "-c", code], cwd=copy, env=environment(copy), capture_output=True, text=True)
    if done.returncode or any(not path.startswith(str(copy)) for path in done.stdout.split()):
        raise SystemExit(f"the copy is not what is imported: {done.stdout}{done.stderr}")


def first_failure(copy: Path, tests: tuple[str, ...]) -> str:
    """The first test of these that fails in the copy; "" where all pass. An error that is no failed test ends the run."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-W", "error::RuntimeWarning", *tests]
    try:
        done = subprocess.run(command, cwd=copy, env=environment(copy), capture_output=True, text=True, timeout=LONGEST_RUN)
    except subprocess.TimeoutExpired:
        return ""
    if done.returncode == 0:
        return ""
    found = FAILED.search(done.stdout)
    if not found:
        raise SystemExit(f"the tests cannot be run:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return found[1]


def catcher(fault: Fault, copy: Path) -> str:
    """The first test that fails with the fault: of the likely files, then of the whole plain suite."""
    with planted(fault, copy):
        return first_failure(copy, fault.tests) or first_failure(copy, PLAIN_SUITE)


def chosen(given: argparse.Namespace) -> list[Fault]:
    """The faults that the options name."""
    wanted = [fault for fault in faults() if not given.only or fault.name in given.only]
    if given.only and len(wanted) < len(set(given.only)):
        raise SystemExit(f"no such fault; the table has {', '.join(fault.name for fault in faults())}")
    return [fault for fault in wanted if not given.new or not results().get(fault.name)]


def main() -> int:
    """Plant, look, and keep what was found; 1 where a fault was not caught."""
    given = arguments()
    wanted = chosen(given)
    missed = 0
    with tempfile.TemporaryDirectory(prefix="planted-") as folder:
        copy = copied(Path(folder), given.committed)
        check_copy(copy)
        for fault in wanted:  # all of them before anything is run
            with planted(fault, copy):
                pass
        wrong = first_failure(copy, tuple(dict.fromkeys(test for fault in wanted for test in fault.tests)))
        if wrong:
            raise SystemExit(f"without any fault {wrong} fails")
        for k, fault in enumerate(wanted, 1):
            start = time.monotonic()
            test = catcher(fault, copy)
            missed += not test
            print(f"{k} of {len(wanted)} {fault.name}: {test or 'NOT CAUGHT'} ({time.monotonic() - start:.0f} s)", flush=True)
            write(results() | {fault.name: test})
    print(f"{len(wanted) - missed} of {len(wanted)} caught")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
