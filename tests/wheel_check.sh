#!/usr/bin/env bash
# Builds the wheel and tries it in another folder: every file is in it, its types hold, tests pass and a game is played.
# Usage: tests/wheel_check.sh [python]   (the python needs the extra "dev")
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
python="${1:-$root/.venv/bin/python}"
python="$(cd "$(dirname "$python")" && pwd)/$(basename "$python")"
work="$(mktemp -d)"
trap 'rm -rf "$work" "$root/build"' EXIT

rm -rf "$root/build" # setuptools would put files into the wheel that are long deleted
"$python" -m build --wheel --outdir "$work/dist" "$root" > "$work/build.log" 2>&1 || { cat "$work/build.log"; exit 1; }

"$python" - "$root" "$work"/dist/*.whl <<'PYTHON'
import sys
import zipfile
from pathlib import Path

root, wheel = Path(sys.argv[1]), sys.argv[2]
places = {"lotrsim": "lotrsim", "agents": "lotrsim/agents", "experiments": "lotrsim/experiments"}
wanted = {
    f"{place}/{path.relative_to(root / folder).as_posix()}"
    for folder, place in places.items()
    for path in (root / folder).rglob("*")
    if path.suffix in {".py", ".csv", ".json", ".html", ".typed"} and "__pycache__" not in path.parts
}
missing = sorted(wanted - set(zipfile.ZipFile(wheel).namelist()))
if missing:
    sys.exit("the wheel lacks (add their package to setup.cfg): " + ", ".join(missing))
print(f"wheel: {len(wanted)} files of code and data, none missing")
PYTHON

"$python" -m pip install --quiet --disable-pip-version-check --no-deps --target "$work/site" "$work"/dist/*.whl
cp -r "$root/tests" "$work/tests"
cd "$work"
export PYTHONPATH="$work/site" MYPYPATH="$work/site"

"$python" - "$work/site" <<'PYTHON'
import sys

import lotrsim
import lotrsim.agents
import lotrsim.experiments

for module in (lotrsim, lotrsim.agents, lotrsim.experiments):
    assert module.__file__.startswith(sys.argv[1]), f"{module.__name__} comes from {module.__file__}, not from the wheel"
PYTHON
"$python" -m mypy --config-file "$root/setup.cfg" --package lotrsim
"$python" -m pytest -q -p no:cacheprovider -c "$root/setup.cfg" --rootdir "$work" tests/test_rng.py tests/test_facts.py
"$python" site/bin/lotrsim run --scenario passage-through-mirkwood --deck core-leadership --agent random --games 2 --seed 0
