"""Sweep files: what they say, and every fault in one message with its line."""

import pickle
import time

import pytest
from commands import refused
from sweeps import MIRKWOOD, small

from lotrsim import decks, scenarios
from lotrsim.decks import Deck
from lotrsim.errors import BadFile, BadValue
from lotrsim.experiments import BadExperiment, BadSweep, Experiment, Sweep
from lotrsim.experiments.places import places
from lotrsim.experiments.sweep_files import CAP, KEYS
from lotrsim.experiments.sweeps import half_width

GOOD = f"""
scenarios = "{MIRKWOOD}"
decks = ["core-leadership", "core-spirit + core-lore"]
agents = ["random"]
"""


@pytest.fixture
def write(tmp_path):
    """Write a sweep file; its path."""

    def written(text):
        path = tmp_path / "sweep.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return written


def faults(path):
    """The faults of a file that is refused."""
    with pytest.raises(BadSweep) as refusal:
        Sweep.read(path)
    return refusal.value.faults


# --- What a file says ------------------------------------------------------------------------------------------------


def test_what_is_not_said_has_its_usual_value(write):
    sweep = Sweep.read(write(GOOD))
    assert [cell.decks for cell in sweep.cells] == ["core-leadership", "core-spirit+core-lore"]
    made = sweep.experiment
    assert (made.games, made.seed, made.difficulties, sweep.until, sweep.trace) == (1000, 0, ("standard",), None, False)


def test_everything_may_be_said(write):
    text = GOOD + 'difficulties = ["easy", "standard"]\nuntil = "2%"\ncap = 5_000\nseed = 7\ntrace = true\ntournament = false\n'
    sweep = Sweep.read(write(text))
    made = sweep.experiment
    assert (made.games, made.seed, made.difficulties, made.tournament) == (5000, 7, ("easy", "standard"), False)
    assert (sweep.until, sweep.trace) == (0.02, True)
    assert Sweep.read(write(GOOD + 'until = "2%"')).experiment.games == CAP


def test_groups(write):
    sweep = Sweep.read(write('scenarios = "all"\ndecks = ["starter", "core-lore"]\nagents = "random"\ndifficulties = "all"'))
    assert {cell.scenario for cell in sweep.cells} == set(scenarios.ids())
    assert list(dict.fromkeys(cell.decks for cell in sweep.cells)) == [deck.id for deck in decks.STARTER_DECKS]
    assert len({cell.difficulty for cell in sweep.cells}) == 3


def test_files_lie_beside_the_sweep_file(write, tmp_path, monkeypatch):
    (tmp_path / "mine").mkdir()
    decks.write(decks.get("core-lore"), tmp_path / "mine" / "a+b.txt")
    path = write(GOOD.replace('"core-leadership"', '"core-tactics+mine/a+b.txt"'))
    monkeypatch.chdir("/")
    assert [deck.heroes for deck in Sweep.read(path).cells[0].team][1] == decks.get("core-lore").heroes


def test_a_file_of_cards_comes_with_the_sweep(write, tmp_path):
    assert faults(write(GOOD + '\ncards = "mine.py"')) == [f"line 6: {tmp_path / 'mine.py'}: No such file or directory"]


# --- What is refused -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('decs = ["core-lore"]', "line 6: unknown key 'decs'; nearest: decks"),
        ("[games]\nn = 5", "line 6: games must be a whole number, not \"{'n': 5}\""),
        ("\n\n[extra]\nseed = 5", "line 8: unknown key 'extra'"),
        ("games = 0", "line 6: games must be at least 1, not 0"),
        ('games = "many"', "line 6: games must be a whole number, not 'many'"),
        ("games = 2.0", "line 6: games must be a whole number, not '2.0'"),
        ("seed = -1", "line 6: seed must be at least 0, not -1"),
        ("seed = true", "line 6: seed must be a whole number, not 'True'"),
        ('trace = "yes"', "line 6: trace must be true or false, not 'yes'"),
        ("tournament = 1", "line 6: tournament must be true or false"),
        ("difficulties = []", "line 6: no difficulties: at least one is needed"),
        ('difficulties = ["easy",\n "hard"]', "line 7: unknown difficulty 'hard'; nearest: standard"),
        ('until = "wide"', 'line 6: until must be like "2%", from 0.01% to 50%, not \'wide\''),
        ('until = "0%"', "line 6: until must be like"),
        ('until = "60%"', "line 6: until must be like"),
        ('until = "nan%"', "line 6: until must be like"),
        ("until = 2", "line 6: until must be like"),
        ('until = "2%"\ncap = 0', "line 7: cap must be at least 1, not 0"),
        ("cap = 5", "line 6: cap belongs to until"),
        ('games = 5\nuntil = "2%"', "line 6: games and until exclude each other"),
        ("cards = 5", "line 6: cards: a word in quotation marks is needed, not '5'"),
    ],
)  # fmt: skip
def test_a_fault_and_its_line(write, text, message):
    [fault] = faults(write(f"{GOOD}\n{text}"))
    assert fault.startswith(message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("scenarios = []", "line 1: no scenarios"),
        ('scenarios = ["passage-thru"]', "line 1: unknown scenario 'passage-thru'; nearest: passage-through-mirkwood"),
        ("decks = [\n  [\"core-lore\"]]", "line 2: decks: a word in quotation marks is needed"),
        ('decks = ["core-lore",\n\n"nothing.o8d"]', "line 3: unknown deck"),
        ('decks = "core-lore+core-lore"', "line 1: the hero Beravor is in two decks"),
        ("agents = ''", "line 1: agents: a word in quotation marks is needed, not ''"),
        ('agents = "randm"', "line 1: unknown agent 'randm'; nearest: random"),
        ('agents = ["random",\n"random+random"]', "line 2: 2 agents (random+random) for 1 players (core-leadership)"),
    ],
)  # fmt: skip
def test_a_fault_of_an_axis(write, text, message):
    axes = {line.split(" =")[0]: line for line in GOOD.replace(', "core-spirit + core-lore"', "").split("\n") if line}
    axes.pop(text.split(" =")[0])
    found = faults(write("\n".join([text, *axes.values()])))
    assert found[0].startswith(message)


def test_a_key_that_must_be_given_has_no_line(write):
    assert faults(write("games = 5")) == [f"no {key}: at least one is needed" for key in ("agents", "decks", "scenarios")]


def test_one_message_holds_every_fault_in_the_order_of_lines(write, tmp_path):
    path = write('scenarios = ["a"]\ndecks = [\n  "b",\n  "c.o8d"]\nagents = []\ngames = 0\nfoo = 1\n')
    found = faults(path)
    assert [fault.split(":")[0] for fault in found] == ["line 1", "line 3", "line 4", "line 5", "line 6", "line 7"]
    line = refused(2, "run", path, "--out", tmp_path / "out")
    assert line.startswith(f"{path}: 6 faults: line 1: unknown scenario 'a'") and all(fault in line for fault in found)
    assert not (tmp_path / "out").exists()


def test_the_error_is_pickled_whole(write):
    with pytest.raises(BadSweep) as refusal:
        Sweep.read(write("x = 1"))
    back = pickle.loads(pickle.dumps(refusal.value))
    assert str(back) == str(refusal.value) and vars(back) == vars(refusal.value)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"games = \n", "no TOML: .*line 1"),
        (b"a = 1\na = 2\n", "no TOML: .*line 2"),
        (b"games = " + b"9" * 5000, "no TOML: a number has thousands of digits"),
        (b"decks = [[0x" + b"f" * 5000 + b"]]", "no TOML: a whole number has more than 64 bits"),
        (b"seed = 9223372036854775808", "no TOML: a whole number has more than 64 bits"),
        (b"games = " + b"[" * 60 + b"]" * 60, ".*nested too deep"),
        (b"games = " + b"[" * 5000 + b"]" * 5000, ".*nested too deep"),
        (b"a" + b".a" * 20_000 + b" = 1", ".*nested too deep"),
        (b"\xff\xfe", "byte 0: a sweep file is UTF-8"),
    ],
)
def test_a_file_that_is_no_toml(tmp_path, content, message):
    (tmp_path / "s.toml").write_bytes(content)
    with pytest.raises(BadFile, match=f"s.toml: {message}"):
        Sweep.read(tmp_path / "s.toml")


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(BadFile, match="No such file"):
        Sweep.read(tmp_path / "s.toml")


def test_two_decks_of_one_id_cannot_be_told_apart():
    twins = [Deck("mine", "Mine", ("Aragorn",), (("Gandalf", n),)) for n in (2, 3)]
    with pytest.raises(BadExperiment, match="two different decks have the id 'mine'"):
        Sweep(Experiment(MIRKWOOD, twins, "random"))
    with pytest.raises(BadValue, match="trace"):
        small(trace="yes")


def test_half_width():
    assert [half_width(value) for value in ("2%", " 0.5 %", 0.02)] == [0.02, 0.005, 0.02]


# --- Lines -----------------------------------------------------------------------------------------------------------


def test_every_key_is_on_the_page():
    from pages import page

    rows = [line.split("|")[1].strip() for line in page("docs/experiments.md").split("\n") if line.startswith("| `")]
    assert [row.strip("`") for row in rows[: len(KEYS)]] == list(KEYS)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", {}),
        ("# a = 1\n\na = 1 # b = 2\nb = 2", {"a": [3], "b": [4]}),
        ('a = [\n "x", # "y",\n\n "]", \'z,\']\nb = 1', {"a": [1, 2, 4, 4], "b": [5]}),
        ('a = [[1, 2],\n [3, [4]], {x = [5]},\n]\n"b" = 1', {"a": [1, 1, 2, 2], "b": [4]}),
        ('a = """\nb = 1\n"""\nc = [\n"""\n""", 1]', {"a": [1], "c": [4, 5, 6]}),
        ("a.b = 1\n'c d' = []\n[t]\na = 5\ne = 1", {"a": [1], "c d": [2], "t": [3]}),
        ("\r\na = [1,\r\n2]\r\nb=3", {"a": [2, 2, 3], "b": [4]}),
    ],
)
def test_places(text, found):
    assert places(text) == found


def test_a_wrong_word_a_thousand_times_is_looked_at_once(write):
    """Found by fuzzing; each line at which it stands is named."""
    lines = "\n".join('  "core-elf+core-lore",' for _ in range(5000))
    start = time.process_time()
    found = faults(write(f'scenarios = "{MIRKWOOD}"\nagents = "random"\ndecks = [\n{lines}\n]\n'))
    assert time.process_time() - start < 2
    assert len(str(BadSweep("x", found))) < 20_000 and str(BadSweep("x", found)).endswith("; and 4900 more")
    assert len(found) == 5000 and found[0].startswith("line 4: unknown deck 'core-elf'") and found[-1].startswith("line 5003: ")
