"""What is fuzzed: for each parser how an input is made, and how it is read. Reading gives a value or one LotrsimError.

The seeds are small and valid: a deck of each format, short replays, saved games, the positions of the cards' examples, the
files of docs/examples, an experiment, results.
"""

from __future__ import annotations

import inspect
import json
import random
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from lotrsim import Game, decks, scenarios
from lotrsim.cards import registry
from lotrsim.errors import LotrsimError

from . import changes
from .seeds import SEEDS

ROOT = Path(__file__).resolve().parent.parent.parent
LONGEST_MESSAGE = 100_000  # of what lists every fault of a file; one fault is said in a line that is read
MOST_CARDS = 3  # of a file, as a rule
SUMMED = 4  # one file of results in so many is summed up
LOADED = 40  # one file of cards in so many is loaded whole, which takes ten times as long


@dataclass(frozen=True)
class Parser:
    """One parser: `make` an input from a generator, `read` it, with a folder for files; `valid`: the inputs that are sound."""

    name: str
    make: Callable[[random.Random], Any]
    read: Callable[[Any, Path], Any]
    valid: Callable[[], Iterable[Any]]


def judge(parser: Parser, thing: Any, folder: Path) -> tuple[bool, str]:
    """Whether an input gave a value, and what is wrong with how it was read: "" for a value or one clear error."""
    try:
        parser.read(thing, folder)
    except LotrsimError as error:
        return False, unclear(error)
    except Exception as error:
        return False, f"{type(error).__name__}: {str(error)[:200]}"
    return True, ""


def unclear(error: LotrsimError) -> str:
    """What keeps an error from being one clear line; "" for a good one."""
    try:
        text = str(error)
        text.encode()
    except Exception as other:
        return f"the message of {type(error).__name__} cannot be printed: {type(other).__name__}"
    if not text.strip():
        return f"{type(error).__name__} without a message"
    if len(text.splitlines()) > 1 or len(text) > LONGEST_MESSAGE:
        return f"the message of {type(error).__name__} has {len(text.splitlines())} lines, {len(text)} characters: {text[:200]!r}"
    return ""


def _written(data: bytes, folder: Path, name: str) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


# ---------------------------------------------------------------- decks


def make_deck(rng: random.Random) -> bytes:
    """A deck file of one of the four formats, changed as bytes or, JSON, as an object."""
    files = SEEDS.decks()
    if rng.random() < 0.3:
        name = rng.choice(("ringsdb", "dragncards"))
        thing = changes.changed_object(rng, json.loads(files[name]), SEEDS.deck_words())
        return json.dumps(thing, ensure_ascii=rng.random() < 0.5).encode(errors="surrogatepass")
    return changes.changed_bytes(rng, list(files.values()))


def read_deck(data: bytes, folder: Path) -> Any:
    """Read it as a user does, and ask what the command line asks."""
    deck = decks.read(_written(data, folder, "deck"), tournament=len(data) % 2 == 0)
    return decks.check(deck), hash(deck)


# ---------------------------------------------------------------- replays


def make_replay(rng: random.Random) -> bytes:
    """A short replay with other bytes or lines."""
    return changes.changed_bytes(rng, SEEDS.replays())


def read_replay(data: bytes, folder: Path) -> Any:
    """Read it, and play one in eight again, which takes longer."""
    from lotrsim import replay

    if len(data) % 8 == 0:
        return replay.verify_file(_written(data, folder, "game.replay"))
    return replay.read(data.decode(errors="replace"))


# ---------------------------------------------------------------- saved games


def make_save(rng: random.Random) -> bytes:
    """A saved game with other bytes, or with another header or record whose hash is right."""
    from lotrsim.saving import MAGIC

    seed = rng.choice(SEEDS.saves())
    way = rng.random()
    if way < 0.2:
        return changes.changed_bytes(rng, SEEDS.saves())
    magic, header, body = seed.split(b"\n", 2)
    if way < 0.6:
        return MAGIC + json.dumps(changes.changed_object(rng, json.loads(header))).encode(errors="surrogatepass") + b"\n" + body
    return SEEDS.with_record(seed, _changed_record(rng, body))


def _changed_record(rng: random.Random, body: bytes) -> bytes:
    """Some numbers of a record are others: of any of its fields, or of any of its bytes."""
    import numpy as np

    from lotrsim.state import GAME

    changed = bytearray(body)  # not a copy of the array, in which the gaps between fields may hold anything
    games = np.frombuffer(changed, GAME)
    for _ in range(rng.randint(1, 3)):
        if rng.random() < 0.3:
            changed[rng.randrange(len(changed))] = rng.randrange(256)
            continue
        field = games[rng.choice(GAME.names)].reshape(-1)
        at = rng.randrange(len(field))
        limits = np.iinfo(field.dtype)
        around = int(field[at]) + rng.choice((-1, 1))
        field[at] = min(max(rng.choice((around, around, -1, 0, 1, limits.min, limits.max)), limits.min), limits.max)
    return bytes(changed)


def read_save(data: bytes, folder: Path) -> Any:
    """Load it, and look at the game."""
    game = Game.load(_written(data, folder, "game.save"))
    return game.decision, game.options, game.result, repr(game)


# ---------------------------------------------------------------- positions


@cache
def position_words() -> tuple[Any, ...]:
    """What may stand in a position: titles, copies, phases, stages."""
    from lotrsim.layout import PHASES, SETUP

    titles = [card.name for card in registry.all_cards()]
    copies = [f"{title}#2" for title in titles[::7]]
    return (*titles, *copies, *PHASES, *SETUP, *scenarios.ids(), "deck", "deck#2", *range(0, 130, 9))


def make_position(rng: random.Random) -> dict[str, Any]:
    """The position of a card's example with other parts."""
    from lotrsim.testing import position_record

    thing = changes.changed_object(rng, rng.choice(SEEDS.positions()), position_words())
    if rng.random() < 0.3 and isinstance(thing, dict):
        thing[rng.choice(list(inspect.signature(position_record).parameters))] = changes.odd_value(rng)
    return thing if isinstance(thing, dict) else {"heroes": thing}


def read_position(described: dict[str, Any], folder: Path) -> Any:
    """Lay it out; a position that is not refused breaks no invariant."""
    from lotrsim.checks import error_names, state_errors
    from lotrsim.testing import position

    game = position(**described)
    flags = state_errors(game)
    if flags:
        raise AssertionError(f"an impossible position: {', '.join(error_names(flags))}")
    return game.options


# ---------------------------------------------------------------- card files and scenario files


def make_cards(rng: random.Random) -> bytes:
    """A file of a few cards, at times of many, with other arguments, or other bytes."""
    seed = rng.choice(SEEDS.sources())
    return _changed_file(rng, seed.part(rng, MOST_CARDS) if rng.random() < 0.8 else seed)


def make_scenario(rng: random.Random) -> bytes:
    """A file of a scenario, its quest and its encounter cards, with other arguments or other bytes."""
    return _changed_file(rng, SEEDS.scenario_source())


def _changed_file(rng: random.Random, seed: changes.Source) -> bytes:
    if rng.random() < 0.15:
        return changes.changed_bytes(rng, [seed.text()])
    return changes.changed_source(rng, seed, SEEDS.expressions())


def read_cards(data: bytes, folder: Path) -> Any:
    """Lint the file and compile its own cards; one in forty is loaded as a user does it, which builds all tables anew."""
    from lotrsim import loading
    from lotrsim.cards import lint
    from lotrsim.effects.compiler import build

    path = _written(data, folder, "my_cards.py")
    if len(data) % LOADED == 0:
        return _loaded(path)
    cards = loading.cards_of(path)
    problems = [str(problem) for problem in lint.lint(cards, registry.all_cards())]
    return problems or build([*cards, registry.find("Aragorn")])  # whom a seed names


def _loaded(path: Path) -> Any:
    """Load a file, and forget what it brought."""
    from lotrsim import loading

    n_cards, known = len(registry.all_cards()), set(scenarios.ids())
    try:
        return loading.load(path)
    except LotrsimError as error:
        if len(registry.all_cards()) != n_cards or set(scenarios.ids()) != known:
            raise AssertionError("something of a refused file is left") from error
        raise
    finally:
        while len(registry.all_cards()) > n_cards:
            registry.unregister(registry.all_cards()[-1])
        for name in set(scenarios.ids()) - known:
            del scenarios._scenarios[name]
        loading._files.clear()


# ---------------------------------------------------------------- experiments and results


def make_experiment(rng: random.Random) -> dict[str, Any]:
    """The arguments of an experiment, with other parts."""
    from lotrsim.experiments import Experiment

    thing = changes.changed_object(rng, rng.choice(SEEDS.experiments()), SEEDS.experiment_words())
    if not isinstance(thing, dict):
        thing = {"decks": thing}
    allowed = [name for name, of in inspect.signature(Experiment).parameters.items() if of.kind is not of.VAR_KEYWORD]
    thing = {name: value for name, value in thing.items() if name in allowed}
    return {"scenarios": [], "decks": [], "agents": []} | thing


def read_experiment(arguments: dict[str, Any], folder: Path) -> Any:
    """Make it; nothing is played."""
    from lotrsim.experiments import Experiment

    return [str(cell) for cell in Experiment(**arguments).cells]


def make_sweep(rng: random.Random) -> bytes:
    """A sweep file with other bytes, or with other keys and values."""
    if rng.random() < 0.5:
        return changes.changed_bytes(rng, SEEDS.sweeps())
    values = changes.changed_object(rng, tomllib.loads(rng.choice(SEEDS.sweeps()).decode()), SEEDS.experiment_words())
    items = values.items() if isinstance(values, dict) else []
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in items]
    return "\n".join(lines).encode(errors="surrogatepass")


def read_sweep(data: bytes, folder: Path) -> Any:
    """Read it; nothing is played."""
    from lotrsim.experiments.sweeps import Sweep

    return Sweep.read(_written(data, folder, "sweep.toml")).size


def make_results(rng: random.Random) -> bytes:
    """A file of results with other bytes, or with other columns and values."""
    if rng.random() < 0.88:
        return changes.changed_bytes(rng, SEEDS.results())
    return SEEDS.parquet(changes.changed_object(rng, SEEDS.columns(), ("", 0, True, None, 1.5))) or b"PAR1"


def read_results(data: bytes, folder: Path) -> Any:
    """Read it, and sum one in four up, which takes twenty times as long."""
    from lotrsim.experiments import results

    df = results.read(_written(data, folder, "results.parquet"))
    return results.summarise(df) if len(data) % SUMMED == 0 else len(df)


PARSERS: dict[str, Parser] = {
    parser.name: parser
    for parser in (
        Parser("decks", make_deck, read_deck, lambda: SEEDS.decks().values()),
        Parser("replays", make_replay, read_replay, SEEDS.replays),
        Parser("saves", make_save, read_save, SEEDS.saves),
        Parser("positions", make_position, read_position, SEEDS.positions),
        Parser("cards", make_cards, read_cards, lambda: [text.encode() for text in SEEDS.card_files()]),
        Parser("scenarios", make_scenario, read_cards, lambda: [SEEDS.scenario_file().encode()]),
        Parser("experiments", make_experiment, read_experiment, SEEDS.experiments),
        Parser("sweeps", make_sweep, read_sweep, SEEDS.sweeps),
        Parser("results", make_results, read_results, SEEDS.results),
    )
}
