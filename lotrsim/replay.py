"""A replay: a game as text, a line a decision, that is played again and compared line by line.

    lotrsim replay 1
    rules 1
    scenario passage-through-mirkwood
    decks core-leadership+core-lore
    difficulty standard
    seed 7
    agent random
    cards none
    1 | setup, mulligan | player 1 | take a mulligan; keep the hand | 322 keep the hand | 1f0c2d3e4b5a6978
    ...
    result | won | score 99 | rounds 7 | stage 3 | threat 61 | dead heroes 9 | damage 4 | victory points 0 | decisions 9

A decision's fields: its number, the step, the player, the legal actions, the choice with its action number, and the
hash of the state after it (16 hex digits, without the agents' generator). `cards` is the hash of the card files that
were loaded. Lines that begin with "#" and empty lines do not count, but they keep their numbers.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import lotrsim
from lotrsim import decks as deck_list
from lotrsim import scenarios, words
from lotrsim.checks import state_hash
from lotrsim.decks import JOIN
from lotrsim.errors import BadFile, BadValue, GameFault, IllegalAction, LotrsimError, OutputExists
from lotrsim.game import LARGEST_SEED, Game
from lotrsim.loading import cards_hash
from lotrsim.result import Result, result_of
from lotrsim.start import check_difficulty
from lotrsim.text import Option
from lotrsim.writing import write_whole

__all__ = ["Replay", "WrongLine", "random_chooser", "read", "record", "verify", "verify_file"]

VERSION = "lotrsim replay 1"
HEADER = ("rules", "scenario", "decks", "difficulty", "seed", "agent", "cards")
SEPARATOR = " | "
N_FIELDS = 6
ONE_LINE = str.maketrans({"\n": " ", "\r": " ", "|": "/"})  # what a user's own names may hold

Chooser = Callable[[Game], Any]


@dataclass(frozen=True)
class WrongLine:
    """The first line of a replay that the game does not repeat."""

    number: int  # from 1
    written: str
    played: str

    def __str__(self) -> str:
        return f"line {self.number}: the replay says {self.written!r}, the game {self.played!r}"


@dataclass(frozen=True)
class Replay:
    """A replay that was read: what the game is made from, its lines, and the action of each decision."""

    header: dict[str, str]
    lines: list[tuple[int, str]]  # of decisions and of the result, with their line numbers
    actions: list[int]

    def new_game(self) -> Game:
        """The game at its first decision."""
        header = self.header
        return Game.new(header["scenario"], header["decks"], int(header["seed"]), header["difficulty"], log=False)


# ---------------------------------------------------------------- writing


def record(game_args: Mapping[str, Any], chooser: Chooser, agent: str = "") -> str:
    """Play a game and return its replay.

    `game_args` are the arguments of `Game.new` (scenario, decks by id, seed, difficulty); `chooser(game)` returns an
    Option or an action number; `agent` is what the header calls it.
    """
    args = {"seed": 0, "difficulty": "standard", **game_args, "log": False}
    game = Game.new(**args)
    name = agent or getattr(chooser, "id", "") or getattr(chooser, "__name__", type(chooser).__name__)
    header = {
        "rules": str(lotrsim.RULES_VERSION),
        "scenario": game.scenario,
        "decks": JOIN.join(game.decks),
        "difficulty": game.difficulty,
        "seed": str(game.seed),
        "agent": _plain(name),
        "cards": cards_hash() or "none",
    }
    lines = [VERSION, *(f"{key} {value}" for key, value in header.items())]
    while not game.over:
        chosen = chooser(game)
        lines.append(_play_line(game, chosen.action if isinstance(chosen, Option) else chosen))
    return "\n".join([*lines, _result_line(result_of(game.games))]) + "\n"


def random_chooser(seed: int = 0) -> Chooser:
    """A chooser that takes any option with the same chance, from Python's generator."""
    generator = random.Random(seed)

    def choose(game: Game) -> int:
        g = game.state
        return int(g["legal"][generator.randrange(int(g["n_legal"]))])

    choose.__name__ = "python-random"
    return choose


def _play_line(game: Game, action: int) -> str:
    """The line of the pending decision, which is decided; IllegalAction where it cannot be."""
    decision, options = game.decision, game.options
    texts = {option.action: option.text for option in options}
    if decision is None or action not in texts:
        raise IllegalAction(f"action {action} is not legal")
    phase = words.PHASES[int(game.state["phase"])]
    number = int(game.state["n_decisions"]) + 1
    try:
        game.choose(action)
    except GameFault:
        pass  # the result line says so
    fields = [
        str(number),
        f"{phase}, {decision.kind}",
        f"player {decision.player + 1}",
        "; ".join(texts.values()),
        f"{action} {texts[action]}",
        f"{state_hash(game.games, agents=False):016x}",
    ]
    return SEPARATOR.join(_plain(field) for field in fields)


def _result_line(result: Result) -> str:
    score = "none" if result.score is None else result.score
    return (
        f"result | {result.reason} | score {score} | rounds {result.rounds} | stage {result.stage}"
        f" | threat {result.threat} | dead heroes {result.dead_heroes} | damage {result.damage}"
        f" | victory points {result.victory_points} | decisions {result.decisions}"
    )


def _plain(text: str) -> str:
    """A text that breaks neither a line nor its fields."""
    return str(text).translate(ONE_LINE)


# ---------------------------------------------------------------- reading and comparing


def read(text: str, path: object = "replay") -> Replay:
    """Read a replay. Raises BadFile with the line that is none of a replay; the game is not played."""
    numbered = [
        (number, line.rstrip())
        for number, line in enumerate(text.split("\n"), 1)
        if line.strip() and not line.startswith("#")
    ]
    if not numbered or numbered[0][1] != VERSION:
        raise BadFile(path, f"line {numbered[0][0] if numbered else 1}", f"a replay begins with {VERSION!r}")
    header: dict[str, str] = {}
    for place, key in enumerate(HEADER, 1):
        number, line = numbered[place] if place < len(numbered) else (numbered[-1][0] + 1, "")
        if line.split(" ")[0] != key or len(line) < len(key) + 2:
            raise BadFile(path, f"line {number}", f"here a replay has its {key!r}")
        header[key] = line[len(key) + 1 :]
    if not (header["seed"].isascii() and header["seed"].isdigit()):
        raise BadFile(path, f"line {numbered[HEADER.index('seed') + 1][0]}", "the seed is no whole number")
    lines = numbered[len(HEADER) + 1 :]
    actions = [_action(path, number, line) for number, line in lines if not line.startswith("result")]
    ends = [k for k, (_, line) in enumerate(lines) if line.startswith("result")]
    if not ends:
        raise BadFile(path, f"line {numbered[-1][0]}", "the replay breaks off before its result")
    if ends[0] != len(lines) - 1:
        raise BadFile(path, f"line {lines[ends[0] + 1][0]}", "something follows the result")
    return Replay(header, lines, actions)


def _action(path: object, number: int, line: str) -> int:
    """The action number of a decision's line."""
    fields = line.split(SEPARATOR)
    if len(fields) != N_FIELDS:
        raise BadFile(path, f"line {number}", f"a decision has {N_FIELDS} fields, this line {len(fields)}")
    action = fields[4].split(" ")[0]
    if not (action.isascii() and action.isdigit() and len(action) < 6):
        raise BadFile(path, f"line {number}", "the choice does not begin with its action number")
    return int(action)


def verify(text: str, path: object = "replay") -> WrongLine | None:
    """Play a replay again; return its first wrong line, or None where the game repeats all of it.

    Raises BadFile for what is no replay, and for one whose scenario or decks are not known here.
    """
    replay = read(text, path)
    places = {line.split(" ")[0]: number for number, line in enumerate(text.split("\n"), 1)}
    for key, ours in (("rules", str(lotrsim.RULES_VERSION)), ("cards", cards_hash() or "none")):
        if replay.header[key] != ours:
            return WrongLine(places[key], f"{key} {replay.header[key]}", f"{key} {ours}")
    _check_header(replay, path, places)
    try:
        game = replay.new_game()
    except GameFault as fault:
        return WrongLine(replay.lines[0][0], replay.lines[0][1], str(fault))
    for (number, line), action in zip(replay.lines, replay.actions, strict=False):
        try:
            played = _result_line(result_of(game.games)) if game.over else _play_line(game, action)
        except IllegalAction as error:
            legal = "; ".join(f"{option.action} {option.text}" for option in game.options)
            return WrongLine(number, line, f"{error}; legal are {legal}")
        if played != line:
            return WrongLine(number, line, played)
    number, line = replay.lines[-1]
    played = _result_line(result_of(game.games)) if game.over else "the game goes on"
    return None if played == line else WrongLine(number, line, played)


def _check_header(replay: Replay, path: object, places: dict[str, int]) -> None:
    """Refuse a game that cannot be made here, with the line of the header that names what is not known."""
    checks: dict[str, Callable[[str], Any]] = {
        "scenario": scenarios.get,
        "decks": deck_list.team,
        "difficulty": check_difficulty,
        "seed": lambda word: _seed(int(word)),
    }
    for key, check in checks.items():
        try:
            check(replay.header[key])
        except LotrsimError as error:
            raise BadFile(path, f"line {places[key]}", str(error)) from None


def _seed(number: int) -> None:
    if number > LARGEST_SEED:
        raise BadValue("the seed is larger than 2**63 - 1")


def verify_file(path: object) -> WrongLine | None:
    """Play the replay of a file again. Raises BadFile also where it cannot be read."""
    where = Path(str(path)).expanduser()
    try:
        text = where.read_bytes().decode()
    except OSError as error:
        raise BadFile(where, "", error.strerror or "cannot be read") from None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise BadFile(where, f"line {line}", "is no text") from None
    return verify(text, where)


def write(text: str, path: object, force: bool = False) -> None:
    """Write a replay to a file, whole or not at all; OutputExists where there is one and `force` is not given."""
    if not isinstance(text, str) or not text.startswith(VERSION):
        raise BadValue("this text is no replay")
    where = Path(str(path)).expanduser()
    if where.exists() and not force:
        raise OutputExists(where)
    write_whole(where, text.encode())
