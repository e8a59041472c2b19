"""What compiled code depends on: the source text of a module and of every module that it imports, as one hash.

The compile decorator (`lotrsim.kernel`) names its cache by it, so that code is compiled again exactly when a source
that it may depend on has changed. Imports are found with `ast`; of a lotrsim module those within lotrsim count, of a
user's own module also those of files in its folder. Imports inside functions and under `if TYPE_CHECKING` do not count,
for compiled code cannot see what they import: what it can see of it are constants, and the decorator hashes those.
"""

import ast
import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import platformdirs

FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef

_sources: dict[str, "Source"] = {}
_stamps: dict[str, tuple["Source", str | None]] = {}


class Source:
    """The text of a module as it was when the module was loaded, and the modules that it imports."""

    def __init__(self, name: str, found: Any) -> None:
        self.spec = getattr(found, "__spec__", None)  # another object after a reload
        self.path = _file(found) if _file(found).endswith(".py") else ""
        try:
            text = Path(self.path).read_bytes() if self.path else None
        except OSError:
            text = None
        self.readable = text is not None
        self.digest = hashlib.sha256(text or b"").hexdigest()
        self.imports = set(_imports(name, text, self.digest, self.path)) if text else set()


def module_stamp(name: str) -> str | None:
    """Hash of all sources that the code of a module depends on, or None where the module's own cannot be read."""
    own = source(name)
    if name not in _stamps or _stamps[name][0] is not own:
        parts = [(other, _sources[other].digest) for other in dependencies(name)]
        _stamps[name] = own, hashlib.sha256(repr(parts).encode()).hexdigest() if own.readable else None
    return _stamps[name][1]


def dependencies(name: str) -> list[str]:
    """The names of the module and of all modules that it imports, directly or not, in alphabetical order."""
    seen, waiting = {name}, [name]
    while waiting:
        new = source(waiting.pop()).imports - seen
        seen |= new
        waiting += new
    return sorted(seen)


def source(name: str) -> Source:
    """The source of a module, read once for each time that the module is loaded."""
    found = find(name)
    if name not in _sources or _sources[name].spec is not getattr(found, "__spec__", None):
        _sources[name] = Source(name, found)
    return _sources[name]


def find(name: str) -> Any:
    """The module, or its spec while it is not imported, or None; imports nothing."""
    if name in sys.modules:
        return sys.modules[name]
    parent, path = name.rpartition(".")[0], None
    if parent:
        path = folders(find(parent))
        if not path:
            return None
    for finder in sys.meta_path:
        try:
            spec = finder.find_spec(name, path)
        except (AttributeError, ImportError, KeyError):  # as of a folder without __init__.py in a package not imported
            continue
        if spec is not None:
            return spec
    return None


def folders(found: Any) -> Any:
    """The folders of a package, given its module or spec; None for a plain module."""
    return getattr(found, "__path__", None) or getattr(found, "submodule_search_locations", None)


def _file(found: Any) -> str:
    path = getattr(found, "__file__", None) or getattr(found, "origin", None)
    return os.path.abspath(path) if path else ""


def _imports(name: str, text: bytes, digest: str, path: str) -> Iterator[str]:
    """The modules that count among those that a module imports."""
    package = name if os.path.basename(path) == "__init__.py" else name.rpartition(".")[0]
    beside = None if name.split(".")[0] == "lotrsim" else os.path.join(os.path.dirname(path), "")
    for level, module, names in _import_statements(text, digest):
        if level:
            module = ".".join(package.split(".")[: package.count(".") + 2 - level] + ([module] if module else []))
        if module.split(".")[0] == "lotrsim" or (beside and _file(find(module)).startswith(beside)):
            is_package = names and folders(find(module))
            inner = [f"{module}.{each}" for each in names if is_package and find(f"{module}.{each}") is not None]
            yield from inner
            if len(inner) < len(names) or not names:
                yield module


def cache_dir() -> Path:
    """The folder for what lotrsim computes once: the user's cache folder, or LOTRSIM_CACHE_DIR."""
    return Path(os.environ.get("LOTRSIM_CACHE_DIR") or platformdirs.user_cache_dir("lotrsim"))


def _import_statements(text: bytes, digest: str) -> list[tuple[int, str, list[str]]]:
    """(level, module, names) of each import; noted on disk, since parsing all sources takes a quarter of a second."""
    memo = cache_dir() / "imports" / digest[:32]
    try:
        return [(level, module, names) for level, module, names in json.loads(memo.read_text())]
    except (OSError, ValueError):
        found = list(_parse(ast.parse(text)))
    try:
        memo.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=memo.parent, delete=False) as file:
            json.dump(found, file)
        os.replace(file.name, memo)
    except OSError:  # a folder that cannot be written: the decorator says so when it saves
        pass
    return found


def _parse(tree: ast.AST) -> Iterator[tuple[int, str, list[str]]]:
    """The imports that run when the module is imported."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import):
            yield from ((0, alias.name, []) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.level, node.module or "", [alias.name for alias in node.names]
        elif isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
            yield from _parse(ast.Module(node.orelse, []))
        elif isinstance(node, ast.stmt | ast.ExceptHandler | ast.match_case) and not isinstance(node, FUNCTIONS):
            yield from _parse(node)
