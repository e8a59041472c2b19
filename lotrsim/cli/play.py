"""`lotrsim play`: a person plays in the terminal; `lotrsim replay`: a recorded game is checked, or one is recorded."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lotrsim.cli.common import CardFiles, Difficulty, Force, Tournament, fail, load_cards, note, ready_engine, tell_notes
from lotrsim.errors import BadValue, LotrsimError, shown

if TYPE_CHECKING:
    from lotrsim import Game, Option

HELP = """\
a number   choose that option
t          show the table            l   what happened so far
c NAME     explain a card            a   ask for advice
?          this help                 q   quit"""
LARGEST_OWN_SEED = 10**6  # of a game that nobody gave a seed: short enough to be typed again


def play(
    scenario: Annotated[str, typer.Argument(metavar="S", help="Scenario, by id.")],
    deck: Annotated[list[str], typer.Option("--deck", metavar="D", help="Deck, by id or file; one for each player.")],
    seed: Annotated[int | None, typer.Option(metavar="K", help="The same seed is the same game.", min=0)] = None,
    difficulty: Difficulty = "standard",
    advisor: Annotated[str, typer.Option("--advisor", metavar="A", help="Who advises: mcts:1000, mcts:5s, ...")] = "mcts:1000",
    tournament: Tournament = False,
    cards: CardFiles = [],  # noqa: B006
) -> None:
    """Play a game yourself, every seat of the table."""
    load_cards(cards)
    _check_table(scenario, deck, difficulty, tournament)
    _check_advisor(advisor, sum(len(each.split("+")) for each in deck))
    seed = secrets.randbelow(LARGEST_OWN_SEED) if seed is None else seed
    ready_engine()
    from lotrsim import Game

    game = Game.new(scenario, decks=deck, seed=seed, difficulty=difficulty)
    typer.echo(f"{scenario}, seed {seed}. Choose by number; ? for help.")
    _Table(game, advisor).play()


def _check_advisor(advisor: str, n_players: int) -> None:
    """Refuse an advisor that cannot advise, before anything is compiled."""
    from lotrsim.agents.base import get
    from lotrsim.agents.search.advice import searching

    team = get(advisor, timed=True)
    team.check_seats(n_players)
    for agent in team.agents:
        searching(agent)


def _check_table(scenario: str, deck: list[str], difficulty: str, tournament: bool) -> None:
    """Refuse a wrong name or deck before anything is compiled; what a deck's file holds besides is told."""
    from lotrsim.experiments import Experiment

    experiment = Experiment(scenario, [deck], "random", difficulties=[difficulty], tournament=tournament)
    tell_notes(experiment.cells[0].team)


class _Table:
    """One game at the terminal; what was shown is not shown twice."""

    def __init__(self, game: Game, advisor: str) -> None:
        self.game, self.advisor = game, advisor
        self.told = 0  # lines of the log
        self.phase: object = None

    def play(self) -> None:
        """Ask and choose until the game is over or the person leaves."""
        while not self.game.over:
            self._tell()
            option = self._ask()
            if option is None:
                typer.echo("The game was left.")
                return
            self.game.choose(option)
        self._tell()
        result = self.game.result
        assert result is not None
        score = f" Score {result.score}." if result.won else ""
        ending = "You have won." if result.won else f"You have lost: {result.reason}."
        typer.echo(f"\n{ending}{score} {result.rounds} rounds, {result.decisions} decisions.")

    def _tell(self) -> None:
        """What has happened since, and the table where a new phase begins."""
        for line in self.game.log[self.told :]:
            typer.echo(f"  {line}")
        self.told = len(self.game.log)
        phase = int(self.game.state["round_no"]), int(self.game.state["phase"])
        if phase != self.phase or self.game.over:
            typer.echo(f"\n{self._words()}")
            self.phase = phase

    def _words(self) -> str:
        """The table without the pending decision."""
        from lotrsim.board import table_text

        return table_text(self.game.games, self.game.title)

    def _ask(self) -> Option | None:
        """The chosen option; None to leave, also at the end of a pipe."""
        decision, options = self.game.decision, self.game.options
        assert decision is not None
        who = f"Player {decision.player + 1}: " if self.game.state["n_players"] > 1 else ""
        typer.echo(f"\n{who}{decision.prompt}")
        for number, option in enumerate(options, 1):
            typer.echo(f"{number:4}  {option.text}")
        while True:
            typer.echo("> ", nl=False)
            line = sys.stdin.readline()
            if not sys.stdin.isatty():  # so that what comes from a pipe can be read later
                typer.echo(line.rstrip("\r\n"))
            word, _, rest = line.strip().partition(" ")
            if not line or word.lower() in ("q", "quit", "exit"):
                return None
            if word.isdecimal() and 1 <= int(word) <= len(options) and not rest:
                return options[int(word) - 1]
            self._answer(word.lower(), rest.strip(), len(options))

    def _answer(self, word: str, rest: str, n: int) -> None:
        """Everything that is no choice."""
        if word == "t":
            typer.echo(self._words())
        elif word == "l":
            typer.echo("\n".join(f"  {line}" for line in self.game.log))
        elif word == "a":
            self._advise()
        elif word == "c" and rest:
            typer.echo(_card(rest))
        elif word in ("?", "h", "help"):
            typer.echo(HELP)
        elif word:
            typer.echo(f"{shown(f'{word} {rest}'.strip())} is no number from 1 to {n}; ? for help")

    def _advise(self) -> None:
        """What the advisor thinks of the options, each by the number that is typed."""
        from lotrsim.cli.advice import show_advice

        show_advice(self.game, self.advisor, numbered=True)


def _card(name: str) -> str:
    from lotrsim.describe import describe

    try:
        return describe(name)
    except LotrsimError as error:
        return str(error)


def replay(
    file: Annotated[Path | None, typer.Argument(exists=True, dir_okay=False, help="A replay to check.")] = None,
    new: Annotated[str | None, typer.Option("--new", metavar="S", help="Record a game of this scenario.")] = None,
    deck: Annotated[list[str] | None, typer.Option("--deck", metavar="D", help="With --new: deck, by id or file.")] = None,
    agent: Annotated[str, typer.Option("--agent", metavar="A", help="With --new: who plays.")] = "random",
    seed: Annotated[int, typer.Option("--seed", metavar="K", help="With --new: the game's seed.", min=0)] = 0,
    difficulty: Difficulty = "standard",
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="With --new: where to write it.")] = None,
    force: Force = False,
    cards: CardFiles = [],  # noqa: B006
) -> None:
    """Check a recorded game, or record one with --new.

    To check a game is to play it again and to compare every line.
    """
    load_cards(cards)
    if (file is None) == (new is None):
        raise BadValue("name a replay to check, or a scenario to record with --new")
    if file is not None:
        _verify(file)
    elif not deck or out is None:
        raise BadValue("--new needs --deck and --out")
    else:
        _record(str(new), deck, agent, seed, difficulty, out, force)


def _verify(file: Path) -> None:
    from lotrsim import replay as replays

    replays.read(file.read_text(encoding="utf-8", errors="replace"), file)  # damaged: said before anything is compiled
    ready_engine()
    wrong = replays.verify_file(file)
    if wrong is not None:
        fail(f"{file}: {wrong}")
    note(f"{file}: every line is reproduced")


def _record(scenario: str, deck: list[str], agent: str, seed: int, difficulty: str, out: Path, force: bool) -> None:
    from lotrsim import replay as replays
    from lotrsim.agents import base
    from lotrsim.experiments import Experiment
    from lotrsim.experiments.results import check_output
    from lotrsim.start import tables

    check_output(out, force)
    tell_notes(Experiment(scenario, [deck], agent, seed=seed, difficulties=[difficulty]).cells[0].team)
    ready_engine()
    team = base.get(agent)
    memory = team.memory()

    def choose(game: Game) -> int:
        seat = int(game.state["decider"])
        return base.answer(team.seat(seat), game.games, 0, tables(), base.own(memory, seat))

    text = replays.record({"scenario": scenario, "decks": deck, "seed": seed, "difficulty": difficulty}, choose, agent=team.id)
    replays.write(text, out, force)
    note(f"wrote {out}")
