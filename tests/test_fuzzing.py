"""Everything that reads what somebody wrote gives a value or one clear error: Hypothesis, and a short run of the fuzzer.

The long runs are `python -m tests.fuzzing`. What they found is tested with the parser that it was found in.
"""

import ast
import json
import random
import signal
import time

import pytest
from fuzzing import changes, kept, watch
from fuzzing.parsers import PARSERS, Parser, judge, unclear
from fuzzing.seeds import SEEDS
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lotrsim.errors import BadFile, BadValue

SEED = 20
FEW = {"decks": 150, "replays": 100, "saves": 100, "positions": 100, "cards": 25, "scenarios": 20, "results": 100}
SHORT = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, database=None)
FILES = sorted(set(PARSERS) - {"positions", "experiments"})

scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
things = st.recursive(scalars, lambda part: st.lists(part, max_size=4) | st.dictionaries(st.text(max_size=8), part, max_size=4))


@pytest.mark.parametrize("name", PARSERS)
def test_the_seeds_are_sound(name, tmp_path):
    """Each gives a value, else everything made from it would be refused for the same reason."""
    for thing in PARSERS[name].valid():
        assert judge(PARSERS[name], thing, tmp_path) == (True, "")


@pytest.mark.parametrize("name", PARSERS)
def test_changed_seeds_give_a_value_or_one_clear_error(name, tmp_path):
    """The inputs that the command makes; some of each parser are still values."""
    values = 0
    for number in range(FEW.get(name, 100)):
        is_value, wrong = judge(PARSERS[name], watch.made(name, SEED, number), tmp_path)
        assert not wrong, f"--parser {name} --seed {SEED} --show {number}: {wrong}"
        values += is_value
    assert 0 < values < FEW.get(name, 100)


@pytest.mark.parametrize("name", FILES)
def test_any_bytes_give_a_value_or_one_clear_error(name, tmp_path):
    """Files of anything: bytes, and text in their place."""

    @SHORT
    @given(st.binary(max_size=300) | st.text(max_size=100).map(lambda text: text.encode(errors="surrogatepass")))
    def read(data):
        assert judge(PARSERS[name], data, tmp_path)[1] == ""

    read()


@pytest.mark.parametrize("name", ["positions", "experiments"])
def test_any_arguments_give_a_value_or_one_clear_error(name, tmp_path):
    """A sound description with any of its parts replaced by anything."""
    sound = list(PARSERS[name].valid())[0]

    @SHORT
    @given(st.dictionaries(st.sampled_from(sorted({key for each in PARSERS[name].valid() for key in each})), things, max_size=3))
    def read(parts):
        assert judge(PARSERS[name], sound | parts, tmp_path)[1] == ""

    read()


# ---------------------------------------------------------------- the fuzzer itself


def parser(read):
    """A parser of one's own."""
    return Parser("mine", lambda rng: rng.random(), read, lambda: [0])


def raises(error):
    def read(thing, folder):
        raise error

    return read


def test_what_is_a_fault(tmp_path):
    """A value and one line are none; another class of error, several lines, and nothing at all are."""
    assert judge(parser(lambda thing, folder: thing), 7, tmp_path) == (True, "")
    assert judge(parser(raises(BadFile("a", "line 1", "is no deck"))), 7, tmp_path) == (False, "")
    assert judge(parser(raises(KeyError("x"))), 7, tmp_path) == (False, "KeyError: 'x'")
    assert "RecursionError" in judge(parser(raises(RecursionError("deep"))), 7, tmp_path)[1]
    assert "MemoryError" in judge(parser(raises(MemoryError())), 7, tmp_path)[1]
    assert "has 2 lines" in unclear(BadValue("one\ntwo")) and "has 2 lines" in unclear(BadValue("one\u2028two"))
    assert unclear(BadValue(" ")) == "BadValue without a message"
    assert "cannot be printed" in unclear(BadValue("\ud800"))


def test_a_slow_input_and_a_large_one_are_faults(monkeypatch, tmp_path):
    """A second of processor time, and memory, counted for the input that takes them."""
    before = signal.signal(signal.SIGPROF, watch._too_slow)
    monkeypatch.setattr(watch, "MOST_SECONDS", 0.05)
    monkeypatch.setattr(watch, "MOST_MEMORY", 50 * 1024)
    try:
        monkeypatch.setitem(PARSERS, "mine", parser(lambda thing, folder: spin(0.07)))
        assert watch.judged("mine", 0, tmp_path)[1].startswith("took 0.1 s")
        monkeypatch.setitem(PARSERS, "mine", parser(lambda thing, folder: spin(60)))
        assert watch.judged("mine", 0, tmp_path)[1].startswith("not done after")
        more = (watch.peak() - resident()) * 1024 + 80 * 1024 * 1024
        monkeypatch.setattr(watch, "MOST_SECONDS", 5)
        monkeypatch.setitem(PARSERS, "mine", parser(lambda thing, folder: len(bytearray(b"x") * more)))
        assert watch.judged("mine", 0, tmp_path)[1].endswith("MiB")
    finally:
        signal.signal(signal.SIGPROF, before)


def spin(seconds):
    """Use processor time."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def resident():
    """The memory that this process holds now, in KiB."""
    with open("/proc/self/status", encoding="utf-8") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS:"))


def test_a_run_counts_and_names_the_inputs_at_fault(monkeypatch):
    """Also those that kill their process; the rest of the run goes on."""

    def read(thing, folder):
        if thing in bad:
            raise KeyError(thing)
        if thing == deadly:
            signal.raise_signal(signal.SIGKILL)

    monkeypatch.setitem(PARSERS, "mine", Parser("mine", lambda rng: rng.random(), read, lambda: [0]))
    bad = {watch.made("mine", 1, number) for number in (3, 11)}
    deadly = watch.made("mine", 1, 7)
    report = watch.run("mine", 1, range(0, 20))
    assert [number for number, _ in report.faults] == [3, 7, 11]
    assert report.inputs == 20 and report.values == 17
    assert "20 inputs, 3 faults" in str(report)


def test_runs_that_follow_each_other_are_summed(monkeypatch, tmp_path):
    """Inputs at fault are not counted until they are mended; another seed, and other inputs under the numbers, begin anew."""
    monkeypatch.setattr(kept, "RUNS", tmp_path / "runs.csv")
    monkeypatch.setattr(kept, "commit", iter(["first", "second", "third"]).__next__)
    row = kept.row_of("decks", 7)
    assert (row.inputs, row.values, row.faults, row.until) == (0, 0, "", "")
    row.add(watch.Report("decks", inputs=10, values=4, slowest=0.25, processor=2, memory=3))
    kept.write(row)
    again = kept.row_of("decks", 7)
    assert again == row
    again.add(watch.Report("decks", inputs=10, values=5, faults=[(12, "wrong"), (17, "wrong too")]))
    kept.write(again)
    assert (again.inputs, again.values, again.faults) == (10, 4, "12 17")
    mended = kept.row_of("decks", 7)
    mended.add(watch.Report("decks", inputs=10, values=5, slowest=0.125, processor=1.5, memory=9))
    kept.write(mended)
    assert kept.rows()["decks"] == kept.Row("decks", 7, row.stamp, 20, 9, "12 17", 3.5, 0.25, 9, "first", "second")
    assert kept.row_of("decks", 8) == kept.Row("decks", 8, kept.stamp("decks", 8))
    kept.write(kept.row_of("sweeps", 7))
    assert list(kept.rows()) == ["decks", "sweeps"]
    monkeypatch.setitem(PARSERS, "decks", parser(None))
    assert kept.row_of("decks", 7).inputs == 0


def test_a_seed_always_makes_the_same_inputs():
    for name in PARSERS:
        assert repr(watch.made(name, 4, 9)) == repr(watch.made(name, 4, 9))
    assert len({watch.made("decks", 4, number) for number in range(30)}) > 25


def test_changed_source_stays_python_and_changed_objects_leave_the_seed_alone():
    rng = random.Random(3)
    seed = {"a": [1, {"b": "x"}], "c": None}
    pool = changes.expressions("f(1, x=[2], y=(g(3),))")
    source = changes.Source("A = f(1, x=[2])\nB = g(A, y=(1, 2))\n")
    for _ in range(300):
        thing = seed
        for _ in range(6):
            thing = changes.changed_object(rng, thing, ("word", 5, {"d": []}))
        json.dumps(thing)  # nothing lies in itself
        compile(changes.changed_source(rng, source, pool), "x", "exec")
        ast.parse(changes.changed_source(rng, rng.choice(SEEDS.sources()), SEEDS.expressions()))
    assert seed == {"a": [1, {"b": "x"}], "c": None}
    assert source.entries == [b"A = f(1, x=[2])", b"B = g(A, y=(1, 2))"]
