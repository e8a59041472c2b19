"""`lotrsim run` plays an experiment or a sweep, and `lotrsim demo` the one that everybody should see first."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from lotrsim.cli.common import (
    FAILED,
    Backend,
    CardFiles,
    Cluster,
    Force,
    Format,
    FormatOption,
    Tournament,
    Workers,
    note,
    show,
    tell_notes,
)
from lotrsim.cli.sweep import check_options, played
from lotrsim.errors import BadValue

if TYPE_CHECKING:
    import pandas as pd

    from lotrsim.experiments import Experiment

DEMO_SCENARIO = "passage-through-mirkwood"
DEMO_DECKS = ("core-leadership", "core-tactics", "core-spirit", "core-lore")
DEMO_AGENTS = ("random", "heuristic")
DEMO_COLUMNS = (
    *("deck", "agent", "games", "wins", "win_rate", "ci_low", "ci_high", "mean_score", "mean_rounds"),
    "games_per_second",
)
DECIMALS = {
    **dict.fromkeys(("win_rate", "ci_low", "ci_high"), ".1%"),
    **dict.fromkeys(("mean_score", "mean_rounds"), ".1f"),
    "seconds": ".2f",
    **dict.fromkeys(("games_per_second", "decisions"), ",.0f"),
}


DECK_HELP = "Deck, by id or file; a+b for two players; starter, published or all."
OUT_HELP = "Write a row a game, as Parquet; with a sweep, the folder."


def _file_argument(metavar: str, text: str) -> Any:
    return typer.Argument(metavar=f"[{metavar}]", exists=True, dir_okay=False, show_default=False, help=text)


def _number(metavar: str, text: str) -> Any:
    return typer.Option(metavar=metavar, show_default=False, help=text)


def _repeated(flag: str, metavar: str, text: str) -> Any:
    return typer.Option(flag, metavar=metavar, show_default=False, help=f"{text} May be repeated.")


def run(
    sweep: Annotated[Path | None, _file_argument("SWEEP", "A sweep file; it says all that is to be played.")] = None,
    scenario: Annotated[list[str] | None, _repeated("--scenario", "S", "Scenario, by id, or all.")] = None,
    deck: Annotated[list[str] | None, _repeated("--deck", "D", DECK_HELP)] = None,
    agent: Annotated[list[str] | None, _repeated("--agent", "A", "Agent, by id: random, heuristic, mcts:200, ...")] = None,
    games: Annotated[int | None, _number("N", "Games for each combination; 1000.")] = None,
    seed: Annotated[int | None, _number("K", "Game k is the same game for the same seed; 0.")] = None,
    workers: Workers = -1,
    difficulty: Annotated[list[str] | None, _repeated("--difficulty", "L", "standard, easy, basic or all.")] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help=OUT_HELP)] = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a picture of the win rates, as PNG.")] = None,
    trace: Annotated[bool, typer.Option("--trace", help="Also write a row a round and player.")] = False,
    backend: Backend = None,
    cluster: Cluster = None,
    format: FormatOption = Format.table,
    force: Force = False,
    tournament: Tournament = False,
    cards: CardFiles = [],  # noqa: B006
) -> None:
    """Play many games and print how often they were won.

    Every scenario is played with every deck, agent and difficulty, on the same seeds. A sweep file says all this itself and
    is played into a folder: killed at any moment, the same command goes on, and it ends with the same files.
    """
    from lotrsim.experiments.groups import expanded

    if sweep is not None:
        given: dict[str, Any] = {"--scenario": scenario, "--deck": deck, "--agent": agent, "--difficulty": difficulty}
        given |= {"--games": games is not None, "--seed": seed is not None, "--tournament": tournament}
        check_options(sweep, given, out)
        _check_outputs(None, plot, force)
        df, summary = played(sweep, cast(Path, out), workers, backend, cluster, cards, trace)
        _plot(summary, plot, force)
    else:
        for name, value in (("--scenario", scenario), ("--deck", deck), ("--agent", agent)):
            if not value:
                raise BadValue(f"Missing option '{name}'; or name a sweep file")
        _check_outputs(out, plot, force, trace)
        axes = expanded("scenarios", scenario or []), expanded("decks", deck or []), agent or []
        experiment = _experiment(*axes, games, seed, expanded("difficulties", difficulty or ["standard"]), cards, tournament)
        tell_notes(dict.fromkeys(deck for cell in experiment.cells for deck in cell.team))
        where = {"workers": workers, "backend": backend, "cluster": cluster}
        df, summary = _played(experiment, where, out, plot, force, trace)
    show(summary, format, decimals=DECIMALS)
    _end(df)


def _experiment(
    scenarios: list[str], decks: list[str], agents: list[str], games: int | None, seed: int | None, levels: list[str],
    cards: list[Path], tournament: bool,
) -> Experiment:  # fmt: skip
    from lotrsim.experiments import Experiment

    n = 1000 if games is None else games
    return Experiment(scenarios, decks, agents, n, seed or 0, levels, cards, tournament)


def demo(
    games: Annotated[int, typer.Option(metavar="N", help="Games for each deck and agent.")] = 1000,
    seed: Annotated[int, typer.Option(metavar="K", help="Game k is the same game for the same seed.")] = 0,
    workers: Workers = -1,
    out: Annotated[Path, typer.Option(metavar="FOLDER", file_okay=False, help="Where to write; is made.")] = Path("."),
    format: FormatOption = Format.table,
    force: Force = False,
) -> None:
    """Play the starter decks against the first scenario.

    Both the random and the heuristic agent play; writes demo.parquet and demo.png.
    """
    from lotrsim.experiments import Experiment
    from lotrsim.experiments.results import make_folder

    experiment = Experiment(DEMO_SCENARIO, DEMO_DECKS, DEMO_AGENTS, games, seed)
    results, picture = make_folder(out) / "demo.parquet", out / "demo.png"
    _check_outputs(results, picture, force)
    df, summary = _played(experiment, {"workers": workers}, results, picture, force)
    title = f"{DEMO_SCENARIO}, {games:,} games each"
    columns = list(DEMO_COLUMNS if format is Format.table else summary.columns)
    show(summary[columns], format, title=title, decimals=DECIMALS)
    _end(df)


def _check_outputs(out: Path | None, plot: Path | None, force: bool, trace: bool = False) -> None:
    """Refuse, before anything is played, what could not be written after it."""
    from lotrsim.experiments.results import check_output

    if trace and out is None:
        raise BadValue("--trace needs --out: traces are written beside the results")
    traces = _traces_beside(out) if trace and out is not None else None
    for path in (out, traces, plot):
        if path is not None:
            check_output(path, force)
    if out is not None and plot is not None and out.resolve() == plot.resolve():
        raise BadValue(f"--out and --plot are the same file: {out}")


def _traces_beside(out: Path) -> Path:
    """Where the traces of results go: results.parquet, results-traces.parquet."""
    return out.with_name(f"{out.stem}-traces{out.suffix}")


def _played(
    experiment: Experiment, where: dict[str, Any], out: Path | None, plot: Path | None, force: bool, trace: bool = False
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The results and their summary; all files are written."""
    from lotrsim.experiments import run, summarise, write

    traces: pd.DataFrame | None = None
    if trace:
        df, traces = run(experiment, **where, trace=True)
    else:
        df = run(experiment, **where)
    summary = summarise(df)
    if out is not None:
        note(f"wrote {write(df, out, force)}")
        if traces is not None:
            note(f"wrote {write(traces, _traces_beside(out), force)}")
    _plot(summary, plot, force)
    return df, summary


def _plot(summary: pd.DataFrame, plot: Path | None, force: bool) -> None:
    """Write the picture, if one is wanted."""
    from lotrsim.experiments import win_rates

    if plot is not None:
        win_rates(summary, plot, force)
        note(f"wrote {plot}")


def _end(df: pd.DataFrame) -> None:
    """A run that lost games is no success."""
    n = len(df.attrs["lost"])
    if n:
        note(f"error: {n} part{' was' if n == 1 else 's were'} lost; the lines above say which, and why")
        raise typer.Exit(FAILED)
