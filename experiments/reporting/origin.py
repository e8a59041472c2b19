"""Where results come from: the command or sweep that plays them again, versions, seeds, the lists of decks."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lotrsim.experiments.analysis.common import counts
from lotrsim.experiments.spec import KEY

if TYPE_CHECKING:
    import pandas as pd

LIBRARIES = ("numpy", "pandas", "scipy", "statsmodels", "firthmodels", "matplotlib")
OPTIONS = {"scenario": "--scenario", "decks": "--deck", "agent": "--agent", "difficulty": "--difficulty"}
AXES = ("scenarios", "decks", "agents", "difficulties")


def manifest_of(path: Path) -> dict[str, Any] | None:
    """What a sweep's folder says of itself; None for a file."""
    if not path.is_dir():
        return None
    from lotrsim.experiments.folder import read_manifest

    return read_manifest(path)


def reproduced_by(df: pd.DataFrame, manifest: dict[str, Any] | None, out: str) -> tuple[list[str], str]:
    """What plays these rows again, each to be copied, and what else must be known."""
    own = own_cards(df)
    if manifest is not None:
        return [sweep_file(manifest["sweep"]), f"lotrsim run sweep.toml --out {shlex.quote(out)}"], own
    seeds = list(dict.fromkeys(df["seed"]))
    commands = [command_of(df[df["seed"] == seed], int(seed), out) for seed in seeds]
    if None in commands:
        return [], f"The rows are no whole experiment of lotrsim run: cells have other games than the first ones. {own}".strip()
    several = "The rows of these commands together." if len(commands) > 1 else ""
    return [command for command in commands if command], f"{several} {own}".strip()


def own_cards(df: pd.DataFrame) -> str:
    """What is needed besides: files of cards."""
    hashes = [each for each in dict.fromkeys(df["cards_hash"]) if each]
    return f"Your own cards were loaded (hash {', '.join(hashes)}): name their files by --cards." if hashes else ""


def command_of(df: pd.DataFrame, seed: int, out: str) -> str | None:
    """The command of one seed, if its rows are every combination of their words, each with the first games."""
    axes = {name: [str(word) for word in dict.fromkeys(df[name])] for name in KEY}
    cells = counts(df, KEY)
    games = int(cells["games"].iloc[0])
    whole = len(cells)
    for words in axes.values():
        whole //= len(words)
    if whole != 1 or len(cells) * games != len(df) or set(cells["games"]) != {games} or int(df["game"].max()) != games - 1:
        return None
    parts = ["lotrsim", "run"]
    for name, words in axes.items():
        parts += [part for word in words for part in (OPTIONS[name], word)]
    return shlex.join([*parts, "--games", str(games), "--seed", str(seed), "--out", out])


def sweep_file(sweep: dict[str, Any]) -> str:
    """The text of a sweep file, of what the manifest says."""
    lines = [f"{axis} = {json.dumps(list(sweep[axis]), ensure_ascii=False)}" for axis in AXES]
    for key in ("seed", "games", "cap"):
        if key in sweep:
            lines.append(f"{key} = {int(sweep[key])}")
    if "until" in sweep:
        lines.append(f'until = "{float(sweep["until"]) * 100:g}%"')
    if sweep.get("trace"):
        lines.append("trace = true")
    return "\n".join(lines)


def versions(df: pd.DataFrame, manifest: dict[str, Any] | None) -> list[tuple[str, str]]:
    """Of rules, lotrsim, and the libraries that made the statistics."""
    from lotrsim import __version__

    played = f"played by {manifest['lotrsim']}, this page by {__version__}" if manifest else f"{__version__} (this page)"
    libraries = ", ".join(f"{name} {metadata.version(name)}" for name in LIBRARIES)
    return [("Version of the rules", joined(df["rules_version"])), ("lotrsim", played), ("Statistics by", libraries)]


def joined(words: Iterable[Any], most: int = 30) -> str:
    """Different words in their order, not endlessly many."""
    found = [str(word) for word in dict.fromkeys(words)]
    rest = f" and {len(found) - most} more" if len(found) > most else ""
    return ", ".join(found[:most]) + rest
