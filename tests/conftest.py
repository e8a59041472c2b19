"""Makes `import lotrsim` work in a bare checkout, that is without `pip install -e .`.

Installed, lotrsim, lotrsim.agents and lotrsim.experiments are found through setup.cfg, and this file does nothing. In a
bare checkout the last two lie beside the package and not inside it, so the root joins the places where the parts of
lotrsim are looked for.
"""

import importlib
import importlib.util
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

if importlib.util.find_spec("lotrsim") is None:
    sys.path.insert(0, str(ROOT))
if importlib.util.find_spec("lotrsim.agents") is None:
    importlib.import_module("lotrsim").__path__.append(str(ROOT))
