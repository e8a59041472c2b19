"""`lotrsim lint` says what is wrong with card files, `lotrsim doctor` what may be wrong with this machine."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from lotrsim.cli.common import FAILED, Format, FormatOption, load_cards, note, show

PACKAGES = ("numpy", "numba", "llvmlite", "pandas", "scipy", "statsmodels", "pyarrow", "joblib", "matplotlib", "typer")


def lint(
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[FILE]...", exists=True, dir_okay=False, help="Card files; none: lotrsim's own."),
    ] = None,
    format: FormatOption = Format.table,
) -> None:
    """Check card files for mistakes.

    Every problem is named with its code, card and line.
    """
    import pandas as pd

    from lotrsim.cards import registry
    from lotrsim.cards.lint import lint as check
    from lotrsim.loading import cards_of

    registered = registry.all_cards()
    entries = [card for path in files for card in cards_of(path)] if files else registered
    found = check(entries, registered if files else ())
    columns = ["code", "card", "file", "line", "message"]
    if found or format is not Format.table:
        show(pd.DataFrame([asdict(problem) for problem in found], columns=columns), format)
    note(f"{len(entries)} cards, {len(found) or 'no'} problem{'' if len(found) == 1 else 's'}")
    if found:
        raise typer.Exit(FAILED)
    load_cards(files or [])  # what only shows when the cards are compiled: BadFile says it


def doctor(format: FormatOption = Format.table) -> None:
    """Show versions, cores and the state of the cache."""
    import pandas as pd

    rows = [{"what": what, "value": value} for what, value in _findings().items()]
    show(pd.DataFrame(rows).astype(object), format)


def _findings() -> dict[str, Any]:
    import importlib
    import platform
    from importlib import metadata

    import lotrsim
    from lotrsim import kernel, warmup

    for name in warmup.kernel_modules():
        importlib.import_module(name)
    cache, lacking = kernel.cache_report(), len(kernel.cold())
    total = cache["kernels"]
    folder = Path(cache["folder"])
    return {
        "lotrsim": lotrsim.__version__,
        "rules version": lotrsim.RULES_VERSION,
        "installed in": str(Path(lotrsim.__file__).parent),
        "python": f"{platform.python_version()} ({sys.executable})",
        **{package: _version(metadata, package) for package in PACKAGES},
        "platform": platform.platform(),
        "cores": warmup.cores(),
        "cache folder": str(folder),
        "cache folder state": _state(folder),
        "cache files": cache["files"],
        "cache megabytes": round(cache["bytes"] / 1e6, 1),
        "kernels": total,
        "kernels compiled": "none: NUMBA_DISABLE_JIT is set" if kernel.DISABLED else total - lacking,
    }


def _version(metadata: Any, package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "missing"


def _state(folder: Path) -> str:
    """Whether what is compiled can be kept: tried in the folder itself, or in the nearest one that exists."""
    import tempfile

    existing = next(path for path in (folder, *folder.parents) if path.exists())
    try:
        with tempfile.TemporaryFile(dir=existing):
            return "writable" if existing == folder else "not made yet, can be made"
    except OSError as error:
        return f"cannot be written: {error.strerror}; set LOTRSIM_CACHE_DIR"
