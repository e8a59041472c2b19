"""Files of learned evaluations: plain arrays in one `.npz`, written whole or not at all, and never unpickled.

    rules_version   of the games that it was trained on; another version is refused
    features        names of the features, in their order (`evaluation.FEATURE_NAMES`)
    model           the numbers, as `evaluation.chance` reads them

An agent takes one by its id: "mcts-value:200?model=FILE".
"""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import numpy as np

import lotrsim
from lotrsim.agents.search.evaluation import FEATURE_NAMES, MOST_UNITS, N_FEATURES
from lotrsim.errors import BadFile
from lotrsim.writing import write_whole

ARRAYS = ("rules_version", "features", "model")
ZIP = b"PK\x03\x04"
LARGEST = 1_000_000  # bytes, packed or not
WAY_OUT = "python -m lotrsim.agents.search.train makes one"


def save_model(path: object, model: np.ndarray) -> None:
    """Write a model, shape (2 + rows x (N_FEATURES + 1),), to a file; raises BadFile where it cannot be written."""
    content = io.BytesIO()
    names, version = np.array(FEATURE_NAMES), np.array(lotrsim.RULES_VERSION)
    np.savez(content, rules_version=version, features=names, model=np.asarray(model, float))
    write_whole(Path(str(path)).expanduser(), content.getvalue())


def load_model(path: object) -> tuple[float, ...]:
    """The numbers of a model file. Raises BadFile in one line that says what is wrong and the way out."""
    where = Path(str(path)).expanduser()
    try:
        if where.stat().st_size > LARGEST:
            raise BadFile(where, "", f"is no model of lotrsim, it is too large; {WAY_OUT}")
        content = where.read_bytes()
    except (OSError, ValueError) as error:
        raise BadFile(where, "", f"{getattr(error, 'strerror', None) or 'cannot be read'}; {WAY_OUT}") from None
    if not content.startswith(ZIP):
        raise BadFile(where, "", f"is no model of lotrsim (no .npz file; pickles are never opened); {WAY_OUT}")
    return _checked(where, _arrays(where, content))


def _arrays(where: Path, content: bytes) -> dict[str, np.ndarray]:
    """The arrays of a file, none of which is a pickle."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as inside:
            sizes = {each.filename: each.file_size for each in inside.infolist()}
        if sorted(sizes) != sorted(f"{name}.npy" for name in ARRAYS) or sum(sizes.values()) > LARGEST:
            raise BadFile(where, "", f"is no model of lotrsim: it must hold {', '.join(ARRAYS)}; {WAY_OUT}")
        with np.load(io.BytesIO(content), allow_pickle=False) as file:
            return {name: file[name] for name in ARRAYS}
    except BadFile:
        raise
    except Exception:  # whatever zipfile, zlib and NumPy raise for bytes that are no such file
        raise BadFile(where, "", f"the model is damaged, or holds a pickle, which is never opened; {WAY_OUT}") from None


def _checked(where: Path, arrays: dict[str, np.ndarray]) -> tuple[float, ...]:
    """The model's numbers, if it is one of these rules and features."""
    version, names, model = (arrays[name] for name in ARRAYS)
    if version.shape != () or version.dtype.kind != "i":
        raise BadFile(where, "rules_version", f"the model is damaged: no whole number; {WAY_OUT}")
    if version != lotrsim.RULES_VERSION:
        ours = lotrsim.RULES_VERSION
        raise BadFile(where, "rules_version", f"the model is of rules {int(version)}, these are rules {ours}; {WAY_OUT} anew")
    if names.dtype.kind != "U" or names.tolist() != list(FEATURE_NAMES):
        raise BadFile(where, "features", f"the model judges by other features than this lotrsim; {WAY_OUT} anew")
    if model.dtype != np.float64 or model.ndim != 1 or not np.isfinite(model).all() or len(model) < 2:
        raise BadFile(where, "model", f"the model is damaged: it must be a list of finite numbers; {WAY_OUT}")
    units = model[0]
    if units != int(units) or not 0 <= units <= MOST_UNITS or len(model) != 2 + max(int(units), 1) * (N_FEATURES + 1):
        raise BadFile(where, "model", f"the model is damaged: {len(model)} numbers do not fit its units; {WAY_OUT}")
    return tuple(model.tolist())


__all__ = ["load_model", "save_model"]
