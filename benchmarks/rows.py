"""What is measured. Each row returns its repetitions, in its unit, after a warm-up that does not count.

Times are taken around one compiled call that plays or copies many games, so that calls from Python do not count. Where
two things are compared, they are measured in turn, for the clock of a shared machine drifts.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

import lotrsim
from lotrsim import kernel as compiled
from lotrsim.agents import base, runner
from lotrsim.agents.runner import play_one
from lotrsim.cards.tables import tables
from lotrsim.ids import PLAYING
from lotrsim.kernel import GAMES, MEMORY_ARRAY, POLICY, TABLES_ARRAY, i8, kernel
from lotrsim.rng import reseed_agent, reseed_engine
from lotrsim.rules.flow import apply
from lotrsim.start import start_games
from lotrsim.state import GAME, RESULT

SCENARIO, DECK = "passage-through-mirkwood", "core-leadership"
FIRST_GAME = f"import lotrsim; lotrsim.play(lotrsim.new_games(1, {SCENARIO!r}, {DECK!r}), agent='random')"
COMPILE = "from lotrsim.warmup import compile_engine; compile_engine(); "


FIND = f"import sys; sys.path[:] = {sys.path!r}\n"


@dataclass(frozen=True)
class Size:
    """How much is done: for figures, or only to see that it works."""

    quick: bool

    def games(self, n: int) -> int:
        """So many games a repetition."""
        return max(n // 50, 10) if self.quick else n

    def repeats(self, n: int = 9) -> int:
        """So many repetitions."""
        return 2 if self.quick else n


@dataclass(frozen=True)
class Row:
    """One row of the table."""

    name: str
    unit: str
    what: str
    measure: Callable[[Size], list[float]]
    bar: float | None = None
    goal: float | None = None
    lower_is_better: bool = False
    slow: bool = False


ROWS: dict[str, Row] = {}


def row(unit: str, bar: float | None = None, goal: float | None = None, lower: bool = False, slow: bool = False):
    """Register a function as the row of its name; the first line of its docstring says what it measures."""

    def decorate(measure: Callable[[Size], list[float]]) -> Callable[[Size], list[float]]:
        what = (measure.__doc__ or "").split("\n")[0]
        ROWS[measure.__name__] = Row(measure.__name__, unit, what, measure, bar, goal, lower, slow)
        return measure

    return decorate


def timed(call: Callable[[], object]) -> float:
    """Seconds that a call takes."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def layout(scenario: str = SCENARIO) -> np.ndarray:
    """The table before setup."""
    return runner.lay_out(scenario, DECK)


# ---------------------------------------------------------------- whole games


def rates(agent: str, n: int, size: Size) -> list[tuple[float, float]]:
    """(games, decisions) a second of repetitions of n games on one core."""
    team, made, table = base.get(agent), tables(), layout()
    memory, results, block = team.memory(), np.zeros(n, RESULT), np.empty(1, GAME)
    found = []
    for repetition in range(size.repeats() + 1):
        first = repetition * n
        numbers = first, first + n
        call = lambda numbers=numbers: runner.play_seeds(  # noqa: E731
            table, block, 0, *numbers, made, *team.policies(), memory, results, 0
        )
        seconds = timed(call)
        assert not results["fault"].any()
        if repetition:  # the first one warms up
            found.append((n / seconds, int(results["decisions"].sum()) / seconds))
    return found


@row("games/s", bar=10_000, goal=25_000)
def random_games(size: Size) -> list[float]:
    """Whole games by the random agent, setup included, one core."""
    return [games for games, _ in rates("random", size.games(4000), size)]


@row("million/s", bar=0.75, goal=3)
def decisions(size: Size) -> list[float]:
    """Decisions of two or more actions, random agent, one core."""
    return [made / 1e6 for _, made in rates("random", size.games(4000), size)]


@row("games/s", bar=5_000, goal=15_000)
def heuristic_games(size: Size) -> list[float]:
    """Whole games by the heuristic agent, one core."""
    return [games for games, _ in rates("heuristic", size.games(2000), size)]


def beside_first(scenario: str, agent: str, size: Size) -> list[float]:
    """Percent of the first scenario's decisions a second that an agent makes in another, measured in turn."""
    n = size.games(4000 if agent == "random" else 1000)
    team, made, table = base.get(agent), tables(), {each: layout(each) for each in (SCENARIO, scenario)}
    memory, results, block = team.memory(), np.zeros(n, RESULT), np.empty(1, GAME)

    def rate(each: str, first: int) -> float:
        numbers = first, first + n
        call = lambda: runner.play_seeds(table[each], block, 0, *numbers, made, *team.policies(), memory, results, 0)  # noqa: E731
        seconds = timed(call)
        return int(results["decisions"].sum()) / seconds

    pairs = [(rate(scenario, k * n), rate(SCENARIO, k * n)) for k in range(size.repeats() + 1)]
    return [100 * other / first for other, first in pairs[1:]]  # the first pair warms up


@row("%", bar=70)
def anduin_decisions(size: Size) -> list[float]:
    """Decisions a second of the random agent in Journey Along the Anduin, in percent of Passage Through Mirkwood beside it."""
    return beside_first("journey-along-the-anduin", "random", size)


@row("%", bar=70)
def dol_guldur_decisions(size: Size) -> list[float]:
    """Decisions a second of the random agent in Escape from Dol Guldur, in percent of Passage Through Mirkwood beside it."""
    return beside_first("escape-from-dol-guldur", "random", size)


@row("%", bar=70)
def anduin_heuristic(size: Size) -> list[float]:
    """The same for the heuristic agent, whose games are longer: Journey Along the Anduin."""
    return beside_first("journey-along-the-anduin", "heuristic", size)


@row("%", bar=70)
def dol_guldur_heuristic(size: Size) -> list[float]:
    """The same for the heuristic agent: Escape from Dol Guldur."""
    return beside_first("escape-from-dol-guldur", "heuristic", size)


# ---------------------------------------------------------------- simulations, copies, setups


@kernel(i8, GAMES, GAMES, i8, TABLES_ARRAY, POLICY, MEMORY_ARRAY)
def play_out(games, block, n, tables, policy, memory):
    """Copy each game n times and play each copy to its end, with a future of its own; return the decisions."""
    made = np.int64(0)
    for i in range(len(games)):
        for k in range(n):
            block[0] = games[i]
            reseed_engine(block[0], np.int64(i), np.int64(k))
            reseed_agent(block[0], np.int64(i), np.int64(k))
            play_one(block, np.int64(0), tables, policy, policy, policy, policy, memory)
            made += np.int64(block[0]["n_decisions"]) - np.int64(games[i]["n_decisions"])
    return made


@kernel(i8, GAMES, GAMES, i8)
def copy_games(games, block, n):
    """Copy each game n times; return a sum, so that nothing can be left out."""
    total = np.int64(0)
    for k in range(n):
        for i in range(len(games)):
            block[k & 15] = games[i]
            total += block[k & 15]["n_cards"]
    return total


def middles(agent: str, n: int, scenario: str = SCENARIO) -> np.ndarray:
    """n games in the middle: half of the decisions are made that the agent makes in them."""
    team, made = base.get(agent), tables()
    policy, memory = team.seat(0).choose, team.memory()
    games = runner.new_games(n, scenario, DECK, seed=1)
    whole = runner.play(games.copy(), agent=agent)["decisions"]
    for i in range(n):
        while games[i]["n_decisions"] < whole[i] // 2 and games[i]["outcome"] == PLAYING:
            apply(games, i, made, policy(games, i, made, memory[0:1]))
    return games


@row("simulations/s", bar=6_000, goal=20_000)
def simulations(size: Size) -> list[float]:
    """Copies of games in the middle, played to the end by the heuristic agent, one core."""
    games, team, block = middles("heuristic", size.games(500) // 5), base.get("heuristic"), np.empty(1, GAME)
    each = 2 if size.quick else 20
    policy, memory = team.seat(0).choose, team.memory()
    times = [timed(lambda: play_out(games, block, each, tables(), policy, memory)) for _ in range(size.repeats() + 1)]
    return [len(games) * each / seconds for seconds in times[1:]]


@row("us")
def copy(size: Size) -> list[float]:
    """Copying a game."""
    games, block = middles("random", 16), np.empty(16, GAME)
    n = size.games(20_000)
    times = [timed(lambda: copy_games(games, block, n)) for _ in range(size.repeats() + 1)]
    return [seconds / (n * len(games)) * 1e6 for seconds in times[1:]]


@row("us")
def setup(size: Size) -> list[float]:
    """Setting up a game: a copy of the table, shuffles, opening hands, up to the first decision."""
    n, made, found = size.games(5000), tables(), []
    games, table = np.empty(n, GAME), layout()
    for repetition in range(size.repeats() + 1):

        def call(repetition: int = repetition) -> None:
            games[:] = table[0]
            start_games(games, 0, n, made, repetition, 0)

        found.append(timed(call) / n * 1e6)
    return found[1:]


# ---------------------------------------------------------------- two workers


class Bare:
    """A process that plays so many games when told, and nothing else: what the machine gives to two of them."""

    PROGRAM = f"""
import sys
from lotrsim.agents.runner import play_many
play_many(8, {SCENARIO!r}, {DECK!r}, "random")
print("ready", flush=True)
for line in sys.stdin:
    play_many(int(line), {SCENARIO!r}, {DECK!r}, "random", seed=3)
    print("done", flush=True)
"""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", started(self.PROGRAM)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.wait()

    def begin(self, games: int) -> None:
        """Let it play."""
        self.process.stdin.write(f"{games}\n")
        self.process.stdin.flush()

    def wait(self) -> None:
        """Until it says so."""
        if not self.process.stdout.readline():
            raise RuntimeError("a process of the benchmark died")

    def end(self) -> None:
        """Let it go."""
        self.process.stdin.close()
        self.process.wait()


def against_bare(play: Callable[[int], object], n: int, repeats: int) -> list[float]:
    """Percent of the speed of two bare processes that a way to play n games with two workers reaches, beside them."""
    pair = [Bare(), Bare()]

    def both() -> None:
        for process in pair:
            process.begin(n // 2)
        for process in pair:
            process.wait()

    try:
        found = []
        for repetition in range(repeats + 1):
            bare, workers = timed(both), timed(lambda: play(n))
            if repetition:
                found.append(100 * bare / workers)
        return found
    finally:
        for process in pair:
            process.end()


@row("%", bar=90, goal=97)
def two_threads(size: Size) -> list[float]:
    """lotrsim.play with two workers (threads), in percent of two bare processes beside it."""
    play = lambda n: runner.play_many(n, SCENARIO, DECK, "random", seed=3, workers=2)  # noqa: E731
    return against_bare(play, size.games(40_000), size.repeats(5))


@row("%", bar=90, goal=97)
def two_processes(size: Size) -> list[float]:
    """An experiment with two workers (processes), rows and all, in percent of two bare processes beside it."""
    from lotrsim.experiments import Experiment, run

    def play(n: int) -> object:
        return run(Experiment(SCENARIO, DECK, "random", games=n, seed=3), workers=2, progress=False)

    return against_bare(play, size.games(40_000), size.repeats(5))


@row("times")
def second_thread(size: Size) -> list[float]:
    """How many times faster two workers (threads) are than one, the same work, in turn."""
    n, found = size.games(40_000), []
    for repetition in range(size.repeats(5) + 1):
        one = timed(lambda: runner.play_many(n, SCENARIO, DECK, "random", seed=3, workers=1))
        two = timed(lambda: runner.play_many(n, SCENARIO, DECK, "random", seed=3, workers=2))
        if repetition:
            found.append(one / two)
    return found


# ---------------------------------------------------------------- starting


def started(program: str) -> str:
    """A program for a new process that finds lotrsim as this one does."""
    return f"{FIND}import lotrsim; lotrsim.__path__[:] = {list(lotrsim.__path__)!r}\n{program}"


def new_process(program: str, **environment: str) -> tuple[float, str]:
    """Seconds from the start of a new process to its end, and what it printed."""
    start = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env={**os.environ, **environment})
    seconds = time.perf_counter() - start
    if done.returncode:
        raise RuntimeError(done.stderr)
    return seconds, done.stdout


@row("s", bar=0.5, goal=0.2, lower=True)
def import_lotrsim(size: Size) -> list[float]:
    """import lotrsim in a new process, without the start of Python itself."""
    program = f"{FIND}import time; t = time.perf_counter(); import lotrsim; print(time.perf_counter() - t)"
    return [float(new_process(program)[1]) for _ in range(size.repeats() + 1)][1:]


@row("s", bar=3, goal=1, lower=True)
def first_game_warm(size: Size) -> list[float]:
    """A new process from its start to its end: one game set up and finished, cache warm."""
    return [new_process(started(FIRST_GAME))[0] for _ in range(size.repeats() + 1)][1:]


@row("s", bar=150, goal=60, lower=True, slow=True)
def first_game_cold(size: Size) -> list[float]:
    """The same with an empty cache: everything is compiled first, in as many processes as there are cores."""
    found = []
    for _ in range(size.repeats(3)):
        with tempfile.TemporaryDirectory() as folder:
            found.append(new_process(started(COMPILE + FIRST_GAME), LOTRSIM_CACHE_DIR=folder)[0])
        if size.quick:
            break
    return found


# ---------------------------------------------------------------- results

MADE = """
import pandas as pd
from lotrsim import decks, scenarios
from lotrsim.experiments import Experiment, run, write
made = Experiment(scenarios.ids(), decks.ids(), ["random", "heuristic"], games=4, difficulties=["standard", "easy"])
df = run(made, workers=1, progress=False)
copies = -(-{n} // len(df))
write(pd.concat([df.assign(seed=k) for k in range(copies)], ignore_index=True).iloc[:{n}], {file!r})
"""
READ = """
import resource
from lotrsim.experiments import read, summarise, win_rates
win_rates(summarise(read({file!r})), {file!r} + ".png", force=True)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
"""


def million_rows(size: Size) -> list[tuple[float, float]]:
    """Seconds and bytes of processes that load, summarise and draw a million rows: few games of every deck, repeated."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "rows.parquet")
        new_process(started(MADE.format(n=20_000 if size.quick else 1_000_000, file=file)))
        found = [new_process(started(READ.format(file=file))) for _ in range(size.repeats(5) + 1)]
    return [(seconds, float(out)) for seconds, out in found[1:]]


@row("s", bar=10, goal=5, lower=True)
def million_rows_time(size: Size) -> list[float]:
    """A new process from its start to its end: a million rows loaded, summarised, and drawn as PNG (228 cells)."""
    return [seconds for seconds, _ in million_rows(size)]


@row("GB", bar=1, goal=0.5, lower=True)
def million_rows_memory(size: Size) -> list[float]:
    """The memory of such a process at its highest, all libraries included; Linux only."""
    return [used / 1e9 for _, used in million_rows(Size(size.quick))]


# ---------------------------------------------------------------- sizes


@row("GB", bar=1.3, goal=0.6, lower=True)
def memory(size: Size) -> list[float]:
    """Memory that 100,000 games at their first decision add to a process, at its highest; Linux only."""
    n = 50_000 if size.quick else 100_000
    play = f"lotrsim.new_games({{n}}, {SCENARIO!r}, {DECK!r})"
    program = f"""
import os, resource
before = {play.format(n=1)}
before = int(open("/proc/self/statm").read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
games = {play.format(n=n)}
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 - before)
"""
    return [float(new_process(started(program))[1]) / n * 1e5 / 1e9 for _ in range(size.repeats(3))]


@row("functions", bar=300, goal=200, lower=True)
def compiled_functions(size: Size) -> list[float]:
    """Compiled functions of lotrsim and its agents."""
    import importlib

    from lotrsim.warmup import kernel_modules

    for name in kernel_modules():
        importlib.import_module(name)
    return [float(sum(name.startswith("lotrsim.") for name in compiled.kernels))]


@row("bytes", bar=12_288, lower=True)
def game_size(size: Size) -> list[float]:
    """One record."""
    return [float(GAME.itemsize)]
