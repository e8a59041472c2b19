"""`lotrsim advise`: what an agent that searches would do in a saved game, and why."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lotrsim.cli.common import CardFiles, Format, FormatOption, load_cards, note, ready_engine, show

if TYPE_CHECKING:
    from lotrsim import Game

DECIMALS = dict.fromkeys(("win_probability", "ci_low", "ci_high"), ".3f") | {"expected_score": ".0f"}
TICKS = 1000  # of the progress bar


def advise(
    save: Annotated[Path, typer.Argument(metavar="SAVE", exists=True, dir_okay=False, help="A saved game.")],
    agent: Annotated[str, typer.Option("--agent", metavar="A", help="Who is asked: mcts:2000, mcts:10s, ...")] = "mcts:2000",
    workers: Annotated[int, typer.Option("--workers", metavar="W", min=1, help="Threads, for mcts:N@R.")] = 1,
    format: FormatOption = Format.table,
    cards: CardFiles = [],  # noqa: B006
) -> None:
    """Say what an agent that searches would do in a saved game.

    Every option with its chance to win, the interval of the estimate, and the line of play that is expected.
    """
    load_cards(cards)
    from lotrsim.agents.search.advice import check
    from lotrsim.game import Game

    game = Game.load(save)
    check(game, agent)  # before anything is compiled
    ready_engine()
    decision = game.decision
    assert decision is not None
    note(f"{game.title}: {decision.prompt}")
    show_advice(game, agent, workers, format)


def show_advice(game: Game, agent: str, workers: int = 1, format: Format = Format.table, numbered: bool = False) -> None:
    """Print what an agent thinks of the pending decision, with a progress bar; `numbered` adds the options' places."""
    from tqdm import tqdm

    from lotrsim.agents.search.advice import advise as ask

    with tqdm(total=TICKS, desc="searching", bar_format="{l_bar}{bar}| {elapsed}", disable=None, leave=False) as bar:
        found = ask(game, agent, workers, lambda share: bar.update(int(share * TICKS) - bar.n))
    if numbered:
        places = [option.action for option in game.options]
        found.insert(0, "number", [places.index(action) + 1 for action in found["action"]])
    show(found.drop(columns="action") if format is Format.table else found, format, decimals=DECIMALS)
