"""`lotrsim cards`, `scenarios`, `agents`: what there is, and what a card is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from lotrsim.cli.common import CardFiles, Format, FormatOption, load_cards, show
from lotrsim.errors import UnknownName, fold

if TYPE_CHECKING:
    import pandas as pd

cards_app = typer.Typer(
    help="List the cards, or show one: cards show NAME.",
    rich_markup_mode=None,
    epilog="Example: lotrsim cards --type ally --sphere Lore --format csv",
)


def _filter(flag: str, text: str) -> Any:
    return typer.Option(flag, metavar="WORD", show_default=False, help=text)


@cards_app.callback(invoke_without_command=True)
def cards(
    context: typer.Context,
    type: Annotated[str | None, _filter("--type", "Only hero, ally, attachment, event, enemy, location, ...")] = None,
    sphere: Annotated[str | None, _filter("--sphere", "Only Leadership, Tactics, Spirit, Lore or Neutral.")] = None,
    set: Annotated[str | None, _filter("--set", "Only this encounter set.")] = None,
    format: FormatOption = Format.table,
    cards: CardFiles = [],  # noqa: B006
) -> None:
    """List the cards."""
    load_cards(cards)
    if context.invoked_subcommand is None:
        from lotrsim import cards as all_cards

        frame = all_cards.table()
        for column, wanted in (("type", type), ("sphere", sphere), ("encounter_set", set)):
            if wanted is not None:
                frame = _only(frame, column, wanted)
        frame = frame.astype({"cost": object})
        show(frame if format is not Format.table else frame.dropna(axis="columns", how="all"), format)


def _only(frame: pd.DataFrame, column: str, wanted: str) -> pd.DataFrame:
    """The rows with this word; one that no card has is refused with the nearest."""
    words = list(dict.fromkeys(frame[column].dropna()))
    found = [word for word in words if fold(word) == fold(wanted)]
    if not found:
        raise UnknownName(column.replace("_", " "), wanted, words)
    return frame[frame[column].isin(found)]


@cards_app.command("show", epilog='Example: lotrsim cards show "Steward of Gondor"')
def show_card(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name (accents and case do not matter) or number.")],
    cards: CardFiles = [],  # noqa: B006
) -> None:
    """Show one card: its facts, and its abilities in our words."""
    load_cards(cards)
    from lotrsim.describe import describe

    typer.echo(describe(name))


def scenarios(format: FormatOption = Format.table, cards: CardFiles = []) -> None:  # noqa: B006
    """List the scenarios."""
    load_cards(cards)
    from lotrsim import scenarios as known

    show(known.table(), format)


def agents(format: FormatOption = Format.table) -> None:
    """List the agents.

    N is a number that you choose: mcts:200 is mcts with 200 simulations a decision.
    """
    from lotrsim.agents import base

    show(base.table(), format)
