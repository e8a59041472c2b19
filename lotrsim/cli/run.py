"""`lotrsim run` plays an experiment and `lotrsim demo` the one that everybody should see first."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lotrsim.cli.common import FAILED, CardFiles, Force, Format, FormatOption, Tournament, Workers, note, show, tell_notes
from lotrsim.errors import BadValue
from lotrsim.ids import DIFFICULTIES

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


def _repeated(flag: str, metavar: str, text: str) -> Any:
    return typer.Option(flag, metavar=metavar, show_default=False, help=f"{text} May be repeated.")


def run(
    scenario: Annotated[list[str], _repeated("--scenario", "S", "Scenario, by id, or all.")],
    deck: Annotated[list[str], _repeated("--deck", "D", "Deck, by id or file; a+b for two players; starter, published or all.")],
    agent: Annotated[list[str], _repeated("--agent", "A", "Agent, by id: random, heuristic, mcts:200, ...")],
    games: Annotated[int, typer.Option(metavar="N", help="Games for each combination.")] = 1000,
    seed: Annotated[int, typer.Option(metavar="K", help="Game k is the same game for the same seed.")] = 0,
    workers: Workers = -1,
    difficulty: Annotated[list[str] | None, _repeated("--difficulty", "L", "standard, easy, basic or all.")] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a row a game, as Parquet.")] = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a picture of the win rates, as PNG.")] = None,
    format: FormatOption = Format.table,
    force: Force = False,
    tournament: Tournament = False,
    cards: CardFiles = [],  # noqa: B006
) -> None:
    """Play many games and print how often they were won.

    Every scenario is played with every deck, agent and difficulty, on the same seeds.
    """
    from lotrsim.experiments import Experiment

    _check_outputs(out, plot, force)
    levels = _expanded(difficulty or ["standard"], {"all": DIFFICULTIES})
    experiment = Experiment(_all_scenarios(scenario), _all_decks(deck), agent, games, seed, levels, cards, tournament)
    tell_notes(dict.fromkeys(deck for cell in experiment.cells for deck in cell.team))
    df, summary = _played(experiment, workers, out, plot, force)
    show(summary, format, decimals=DECIMALS)
    _end(df)


def _expanded(words: list[str], groups: dict[str, Any]) -> list[str]:
    """The entries of an option, words for a group replaced by what belongs to it."""
    return [each for word in words for each in groups.get(word, (word,))]


def _all_scenarios(words: list[str]) -> list[str]:
    from lotrsim import scenarios

    return _expanded(words, {"all": scenarios.ids()})


def _all_decks(words: list[str]) -> list[str]:
    from lotrsim import decks

    starter, published = ([deck.id for deck in group] for group in (decks.STARTER_DECKS, decks.published_decks()))
    return _expanded(words, {"starter": starter, "published": published, "all": [*starter, *published]})


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
    df, summary = _played(experiment, workers, results, picture, force)
    title = f"{DEMO_SCENARIO}, {games:,} games each"
    columns = list(DEMO_COLUMNS if format is Format.table else summary.columns)
    show(summary[columns], format, title=title, decimals=DECIMALS)
    _end(df)


def _check_outputs(out: Path | None, plot: Path | None, force: bool) -> None:
    """Refuse, before anything is played, what could not be written after it."""
    from lotrsim.experiments.results import check_output

    for path in (out, plot):
        if path is not None:
            check_output(path, force)
    if out is not None and plot is not None and out.resolve() == plot.resolve():
        raise BadValue(f"--out and --plot are the same file: {out}")


def _played(
    experiment: Experiment, workers: int, out: Path | None, plot: Path | None, force: bool
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The results and their summary; both files are written."""
    from lotrsim.experiments import run, summarise, win_rates, write

    df = run(experiment, workers=workers, progress=True)
    summary = summarise(df)
    if out is not None:
        note(f"wrote {write(df, out, force)}")
    if plot is not None:
        win_rates(summary, plot, force)
        note(f"wrote {plot}")
    return df, summary


def _end(df: pd.DataFrame) -> None:
    """A run that lost games is no success."""
    n = len(df.attrs["lost"])
    if n:
        note(f"error: {n} part{' was' if n == 1 else 's were'} lost; the lines above say which, and why")
        raise typer.Exit(FAILED)
