"""Makes `import lotrsim` work in a bare checkout, that is without `pip install -e .`.

Installed, lotrsim, lotrsim.agents and lotrsim.experiments are found through setup.cfg, and this file does nothing. In a
bare checkout the last two lie beside the package and not inside it, so the root joins the places where the parts of
lotrsim are looked for.
"""

import importlib
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

if importlib.util.find_spec("lotrsim") is None:
    sys.path.insert(0, str(ROOT))
if importlib.util.find_spec("lotrsim.agents") is None:
    importlib.import_module("lotrsim").__path__.append(str(ROOT))


@pytest.fixture
def environment(tmp_path):
    """For subprocesses: in a bare checkout they need what conftest.py does for this process."""
    found = subprocess.run([sys.executable, "-c", "import lotrsim.agents"], capture_output=True, cwd=tmp_path)
    if found.returncode == 0:
        return dict(os.environ)
    (tmp_path / "site").mkdir()
    text = f"import lotrsim\nlotrsim.__path__.append({str(ROOT)!r})\n"
    (tmp_path / "site" / "sitecustomize.py").write_text(text)
    return os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path / 'site'}"}


@pytest.fixture
def processes_find_lotrsim(environment, monkeypatch):
    """The processes that this one starts without saying so, workers of an experiment, get that environment."""
    if "PYTHONPATH" in environment:
        monkeypatch.setenv("PYTHONPATH", environment["PYTHONPATH"])
