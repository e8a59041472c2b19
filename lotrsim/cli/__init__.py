"""The command line: `lotrsim run`, `report`, `play`, `replay`, `advise`, `cards`, `scenarios`, `decks`, `agents`, `lint` ...

Importing this loads Typer and nothing heavier, so that `--help` is there at once; each command imports what it needs.
Exit codes: 0 done, 2 wrong usage, 1 anything else; then stderr says why in one line, `error: ...`.
"""

from __future__ import annotations

from typing import Annotated

import typer

from lotrsim.cli import advice, decks, lists, play, report, run, tools
from lotrsim.cli.common import Commands

MIRKWOOD = "passage-through-mirkwood"

app = typer.Typer(
    cls=Commands,
    add_completion=False,
    rich_markup_mode=None,  # plain help is there in half the time
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="The Lord of the Rings: The Card Game, played by its full rules, fast enough to search it.",
    epilog="Example: lotrsim run --scenario passage-through-mirkwood --deck core-leadership --agent random",
)


def _version(wanted: bool) -> None:
    if wanted:
        from lotrsim import __version__

        typer.echo(f"lotrsim {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _root(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")] = False,
) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


COMMANDS = (
    (
        run.run,
        f"run --scenario {MIRKWOOD} --deck core-lore --deck core-spirit+core-tactics --agent random --games 500, "
        "or: run sweep.toml --out results",
    ),
    (run.demo, "demo --out demo"),
    (report.report, "report results.parquet -o report.html"),
    (play.play, f"play {MIRKWOOD} --deck core-spirit+core-lore"),
    (play.replay, f"replay game.txt, or: replay --new {MIRKWOOD} --deck core-lore --seed 7 --out game.txt"),
    (advice.advise, "advise game.save --agent mcts:2000"),
    (lists.scenarios, "scenarios --format json"),
    (lists.agents, "agents"),
    (tools.lint, "lint my_cards.py"),
    (tools.doctor, "doctor"),
)
for _function, _text in COMMANDS:
    app.command(epilog=f"Example: lotrsim {_text}")(_function)
app.add_typer(lists.cards_app, name="cards")
app.add_typer(decks.decks_app, name="decks")


def main() -> None:
    """The console script."""
    app(prog_name="lotrsim")
