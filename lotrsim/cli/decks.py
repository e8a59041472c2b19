"""`lotrsim decks`: the decks that there are; what one of them or a file is, whether it is legal, and other formats of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lotrsim.cli.common import CardFiles, Force, Format, FormatOption, Tournament, load_cards, note, show, tell_notes
from lotrsim.errors import BadDeck, BadFile, LotrsimError

if TYPE_CHECKING:
    from lotrsim.decks import Deck

decks_app = typer.Typer(
    help="List the decks; show, check or convert one: decks show ID, decks check FILE, decks convert FILE TO.",
    rich_markup_mode=None,
    epilog="Example: lotrsim decks --format json",
)
DeckName = Annotated[str, typer.Argument(metavar="DECK", help="Id or file: .o8d, RingsDB or DragnCards JSON, text.")]


@decks_app.callback(invoke_without_command=True)
def decks(context: typer.Context, format: FormatOption = Format.table) -> None:
    """List the decks."""
    if context.invoked_subcommand is None:
        from lotrsim import decks as known

        show(known.table(), format)


@decks_app.command("show", epilog="Example: lotrsim decks show core-spirit --format csv, or: decks show my_deck.o8d")
def show_deck(
    deck: DeckName,
    format: FormatOption = Format.table,
    cards: CardFiles = [],  # noqa: B006
) -> None:
    """Show the heroes and cards of a deck."""
    load_cards(cards)
    import pandas as pd

    from lotrsim import decks as known

    found = _played(deck)
    rows = []
    for name, copies in [*((hero, 1) for hero in found.heroes), *found.cards]:
        card = known.player_card(name)
        rows.append({"copies": copies, "name": card.name, "type": card.type, "sphere": card.sphere})
    threat = known.starting_threat(found)
    source = f" ({found.source})" if found.source else ""
    show(pd.DataFrame(rows), format, title=f"{found.name}: {found.size} cards, starting threat {threat}{source}")


def _played(name: str, tournament: bool = False) -> Deck:
    """One deck that can be played; what its file holds besides is told."""
    from lotrsim import decks as known

    deck = known.get(name, tournament)
    faults = known.check(deck, tournament)
    if faults:
        raise BadDeck(f"{deck.id}: {fault}" for fault in faults)
    tell_notes([deck])
    return deck


@decks_app.command("check", epilog="Example: lotrsim decks check my_deck.o8d --tournament")
def check_decks(
    decks: Annotated[list[str], typer.Argument(metavar="DECK...", help="Ids or files.", show_default=False)],
    tournament: Tournament = False,
    format: FormatOption = Format.table,
    cards: CardFiles = [],  # noqa: B006
) -> None:
    """Check whether decks can be played.

    One line names every fault of all of them. Any size can be played; --tournament demands 50 cards.
    """
    load_cards(cards)
    from lotrsim import decks as known

    found: list[Deck] = []
    faults: list[str] = []
    for name in decks:
        try:
            found.append(_played(name, tournament))
        except BadFile:  # damaged: that is no fault of a deck
            raise
        except LotrsimError as error:
            faults += error.faults if isinstance(error, BadDeck) else [str(error)]
    if faults:
        raise BadDeck(faults)
    show(known.table(found), format)
    for deck in found:
        if known.core_sets(deck) > 1:
            note(f"{deck.id}: needs {known.core_sets(deck)} Core Sets")


@decks_app.command("convert", epilog="Example: lotrsim decks convert my_deck.txt my_deck.o8d")
def convert_deck(
    deck: DeckName,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write it.", dir_okay=False)],
    to: Annotated[
        str | None,
        typer.Option("--to", metavar="F", help="octgn, ringsdb, dragncards or text; else .o8d, .json or .txt says it."),
    ] = None,
    force: Force = False,
    cards: CardFiles = [],  # noqa: B006
) -> None:
    """Write a deck in another format."""
    load_cards(cards)
    from lotrsim import decks as known

    found = known.get(deck)
    tell_notes([found])
    note(f"wrote {known.write(found, file, to, force)}")
