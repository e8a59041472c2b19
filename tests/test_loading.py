"""A user's own cards and scenarios: loaded as a whole, or refused with the line and nothing left behind."""

import hashlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

import lotrsim
from lotrsim import Game, cards, decks, loading, scenarios
from lotrsim.cards import registry
from lotrsim.cards.facts import facts
from lotrsim.cards.tables import tables
from lotrsim.decks.deck import Deck
from lotrsim.errors import BadFile, UnknownName

HEAD = """\
from lotrsim.cards.spec import ally, attachment, enemy, event, given, hero, location, quest
from lotrsim.effects.language import *
from lotrsim.ids import *
from lotrsim.scenarios import scenario
"""
SCOUT = """\
SCOUT = ally("Border Scout", number=901, set="Mine", sphere=LEADERSHIP, cost=0, willpower=1, hit_points=1,
             traits="Rohan", abilities=[response(ENTERS_PLAY, draw(1))],
             example=given(heroes=[["Aragorn"]], hand=[["Border Scout"]], deck=[["Gandalf"]])
             .do("Border Scout", "Border Scout").expect(hand=[["Gandalf"]]))
"""
QUEST = """\
STAGE = quest("First Steps", number=902, set="Mine", encounter_set="Fields", stage=1, quest_points=3,
              side_b="First Steps")
WOLF = enemy("Field Wolf", number=903, set="Mine", encounter_set="Fields", quantity=12, engagement_cost=20, threat=1,
             attack=1, defense=0, hit_points=2, traits="Creature")
SCENARIO = scenario("first-steps", "First Steps", quest=(902,), encounter_sets=("Fields",), difficulty=1, source="mine")
"""


@pytest.fixture(autouse=True)
def as_before():
    """Whatever a test loads is gone after it."""
    yield
    for file in list(loading._files):
        for name in file.scenarios:
            scenarios._scenarios.pop(name)
        for _ in file.cards:
            registry.unregister(registry._cards[-1])
    loading._files.clear()


def file_of(tmp_path, text, name="my_cards.py"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def standing():
    """What must be the same after a refusal."""
    return (len(registry.all_cards()), scenarios.ids(), cards.loaded_files(), tables().tobytes())


def refused(tmp_path, text, place, load=cards.load):
    path, before = file_of(tmp_path, text), standing()
    with pytest.raises(BadFile, match=re.escape(place)) as error:
        load(path)
    assert str(error.value).startswith(f"{path}: ") and "\n" not in str(error.value)
    assert standing() == before


# --- Loading ---------------------------------------------------------------------------------------------------------


def test_a_card_is_loaded_and_played(tmp_path):
    path = file_of(tmp_path, HEAD + SCOUT)
    loaded = cards.load(path)
    assert (loaded.cards, loaded.scenarios) == (("Border Scout",), ())
    assert loaded.sha256 == hashlib.sha256(path.read_bytes()).hexdigest() and loaded.path == str(path)
    assert cards.find("border scout").line == 5 and cards.find(901).file == str(path)
    deck = Deck("mine", "Mine", ("Aragorn",), (("Border Scout", 3), ("Faramir", 3)))
    assert decks.check(deck) == []
    game = Game.new("passage-through-mirkwood", deck, seed=1)
    while "play Border Scout (cost 0)" not in [option.text for option in game.options]:
        game.choose(game.options[-1])
    game.choose(next(option for option in game.options if option.text == "play Border Scout (cost 0)"))
    assert "  enters play under the control of player 1: Border Scout" in game.log


def test_a_file_may_bring_cards_and_a_scenario(tmp_path):
    loaded = scenarios.load(file_of(tmp_path, HEAD + SCOUT + QUEST))
    assert loaded.cards == ("Border Scout", "First Steps", "Field Wolf") and loaded.scenarios == ("first-steps",)
    assert scenarios.get("first-steps").name == "First Steps"
    assert scenarios.table().set_index("id").loc["first-steps", "encounter_cards"] == 12
    game = Game.new("first-steps", "core-leadership")
    assert game.title.startswith("First Steps, standard")
    while not game.over:
        game.choose(game.options[0])
    assert game.result.reason in ("won", "all players eliminated", "round limit")


def test_the_table_of_cards(tmp_path):
    cards.load(file_of(tmp_path, HEAD + SCOUT))
    frame = cards.table()
    assert tuple(frame.columns) == cards.COLUMNS and len(frame) == len(facts()) + 1
    row = frame.iloc[-1]
    assert (row["number"], row["name"], row["type"], row["sphere"]) == (901, "Border Scout", "ally", "Leadership")
    assert (row["cost"], row["traits"], row["unique"]) == (0, "Rohan", False)
    first = frame.iloc[0]
    assert (first["name"], first["traits"], first["keywords"]) == ("Aragorn", "Dúnedain; Noble; Ranger", "Sentinel")
    assert frame["cost"].isna()[0] and frame.set_index("name").loc["Stand and Fight", "cost"] == "X"
    assert str(frame["willpower"].dtype) == "Int64" and frame["unique"].dtype == bool


def test_core_set_table_is_that_of_the_facts():
    frame = cards.table().set_index("number")
    for fact in facts():
        row = frame.loc[fact.number]
        assert (row["name"], row["type"], row["quantity"]) == (fact.name, fact.type, fact.quantity)
        assert row["encounter_set"] == fact.encounter_set and row["sphere"] == fact.sphere


def test_loading_twice_is_loading_once(tmp_path):
    path = file_of(tmp_path, HEAD + SCOUT)
    first = cards.load(path)
    before = standing()
    assert cards.load(str(path)) == first and scenarios.load(path) == first
    assert cards.load(file_of(tmp_path, HEAD + SCOUT, "copy.py")) == first
    assert standing() == before


def test_a_changed_file_needs_a_new_process(tmp_path):
    path = file_of(tmp_path, HEAD + SCOUT)
    cards.load(path)
    refused(tmp_path, HEAD + SCOUT + "\n", "was loaded before and has changed since")


def test_results_carry_the_hash_of_the_files(tmp_path):
    assert loading.cards_hash() == ""
    cards.load(file_of(tmp_path, HEAD + SCOUT))
    one = loading.cards_hash()
    cards.load(file_of(tmp_path, HEAD + QUEST, "more.py"))
    assert re.fullmatch("[0-9a-f]{64}", one) and loading.cards_hash() != one
    assert [Path(file.path).name for file in lotrsim.cards.loaded_files()] == ["my_cards.py", "more.py"]


def test_cards_in_lists_and_cards_of_others(tmp_path):
    text = HEAD + "from lotrsim.cards.core_set.heroes import ARAGORN\n" + SCOUT + "ALL = [SCOUT, ARAGORN]\n"
    text += 'MORE = {k: ally(f"Guard {k}", sphere=LORE, cost=k, hit_points=1) for k in (1, 2)}\n'
    assert cards.load(file_of(tmp_path, text)).cards == ("Border Scout", "Guard 1", "Guard 2")
    assert cards.find("Guard 2").number == -1


def test_a_loaded_card_stays_out_of_a_save_made_before(tmp_path):
    game = Game.new("passage-through-mirkwood", "core-lore")
    game.save(tmp_path / "game.save")
    cards.load(file_of(tmp_path, HEAD + SCOUT))
    with pytest.raises(BadFile, match="header, card_files: other card files are loaded here"):
        Game.load(tmp_path / "game.save")


def test_a_save_needs_its_card_files(tmp_path):
    cards.load(file_of(tmp_path, HEAD + QUEST))
    game = Game.new("first-steps", "core-lore").choose(321)
    game.save(tmp_path / "game.save")
    assert Game.load(tmp_path / "game.save").log == game.log


def test_in_a_new_process(tmp_path):
    """What a worker does: it loads the files again and has the same hash."""
    cards.load(file_of(tmp_path, HEAD + SCOUT + QUEST))
    root = str(Path(lotrsim.__file__).parent.parent)
    code = (
        f"import sys; sys.path.insert(0, {root!r}); import lotrsim; from lotrsim import loading; "
        f"lotrsim.cards.load({loading.loaded_files()[0].path!r}); "
        "print(loading.cards_hash(), lotrsim.scenarios.get('first-steps').id, 'numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.split() == [loading.cards_hash(), "first-steps", "False"]


# --- Bad input (DESIGN, section 11) ----------------------------------------------------------------------------------


@pytest.mark.parametrize("load", [cards.load, scenarios.load], ids=["cards", "scenarios"])
@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "holds no card and no scenario"),
        ("x = 1\n", "holds no card and no scenario"),
        ("x = = 1\n", "line 1: no Python"),
        ("\n\nif True:\nx = 1\n", "line 4: no Python"),
        ("x = 1\nraise ValueError('why\\nnot')\n", "line 2: ValueError: why"),
        ("import nowhere_at_all\n", "line 1: ModuleNotFoundError"),
        (HEAD + "\ndef f():\n    return 1 / 0\nf()\n", "line 7: ZeroDivisionError"),
        ("import sys\nsys.exit(3)\n", "line 2: SystemExit"),
        (HEAD + "SCOUT = aly('Scout')\n", "line 5: NameError"),
        (HEAD + "SCOUT = ally('Scout', colour='red')\n", "line 5: TypeError"),
    ],
)
def test_broken_files(tmp_path, text, place, load):
    refused(tmp_path, text, place, load)


@pytest.mark.parametrize("content", [b"\x00\x01\x02", b"\xff\xfe\x00", b"PK\x03\x04", b"\x80\x04K\x01."])
def test_foreign_files(content, tmp_path):
    path = tmp_path / "foreign.py"
    path.write_bytes(content)
    with pytest.raises(BadFile, match=r"foreign\.py: "):
        cards.load(path)


def test_no_file(tmp_path):
    with pytest.raises(BadFile, match="No such file"):
        cards.load(tmp_path / "none.py")
    with pytest.raises(BadFile, match="directory"):
        cards.load(tmp_path)


@pytest.mark.parametrize(
    ("entry", "place"),
    [
        ('A = ally("Gandalf", number=950, cost=1)', "line 5: DUPLICATE-NAME Gandalf: the name belongs to card 73"),
        ('A = enemy("hill  troll", number=950)', "line 5: DUPLICATE-NAME hill  troll: the name belongs to card 82"),
        ('A = ally("Grey Wanderer", number=73, cost=1)', "line 5: DUPLICATE-NUMBER Grey Wanderer"),
        ('A = ally("Grey Wanderer", number=82, cost=1)', "line 5: DUPLICATE-NUMBER Grey Wanderer"),
        ('A = ally("Same", number=950)\nB = ally("Same", number=951)', "line 6: DUPLICATE-NAME Same"),
        ('A = ally("One", number=950)\nB = ally("Two", number=950)', "DUPLICATE-NUMBER Two"),
        ('A = ally("Odd", keywords="Flying")', "line 5: KEYWORD-NO-PROGRAM Odd"),
        ('A = ally("Odd", abilities=[action(draw(1))])', "line 5: EXAMPLE-MISSING Odd"),
        ('A = attachment("Odd")', "line 5: HOST-MISSING Odd"),
        ('A = hero("Aragorn", set="Core Set", number=1, threat_cost=3)', "line 5: STAT-DIFF Aragorn"),
        ('A = ally("Odd", abilities=["draw"], example=given())', "line 5: OP-UNKNOWN Odd"),
    ],
)
def test_refused_cards(tmp_path, entry, place):
    refused(tmp_path, HEAD + entry + "\n", place)


def test_one_refused_card_refuses_the_file(tmp_path):
    refused(tmp_path, HEAD + SCOUT + 'B = attachment("Odd")\nC = attachment("Odder")\n', "line 9: HOST-MISSING Odd")
    with pytest.raises(UnknownName):
        cards.find("Border Scout")
    assert cards.load(file_of(tmp_path, HEAD + SCOUT)).cards == ("Border Scout",)


@pytest.mark.parametrize(
    ("entry", "place"),
    [
        ('S = scenario("two words", "X", quest=(902,), encounter_sets=("Fields",))', "an id is a word without spaces"),
        ('S = scenario("passage-through-mirkwood", "X", quest=(902,), encounter_sets=("Fields",))', "the id is taken"),
        ('S = scenario("x", "X", quest=(), encounter_sets=("Fields",))', "quest= must name quest cards"),
        ('S = scenario("x", "X", quest=(903,), encounter_sets=("Fields",))', "quest= must name quest cards"),
        ('S = scenario("x", "X", quest=("Nowhere",), encounter_sets=("Fields",))', "unknown card 'Nowhere'"),
        ('S = scenario("x", "X", quest=(120, 119), encounter_sets=("Fields",))', "in the order of their stages"),
        ('S = scenario("x", "X", quest=(902,), encounter_sets=("Meadows",))', "no encounter card belongs to the set"),
        ('S = scenario("x", "X", quest=(902,), encounter_sets=())', "0 encounter cards in standard mode"),
    ],
)
def test_refused_scenarios(tmp_path, entry, place):
    """Nothing of the file is loaded then, its good cards included."""
    refused(tmp_path, HEAD + QUEST + entry + "\n", place)
    refused(tmp_path, HEAD + QUEST + entry + "\n", place, scenarios.load)


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ('A = ally("Odd", cost="many")', "line 5: KIND-WRONG Odd: cost must be a whole number from 0 or \"X\", not 'many'"),
        ('A = ally("Odd", hit_points=2**40)', "hit_points must be a whole number from 0"),
        ('A = ally("Odd", keywords="Victory ²")', "keywords must be a tuple of words, numbers in them plain"),
        ("A = ally([1])", "KIND-WRONG '[1]': name must be a text on one line, not '[1]'"),
        ('A = ally("Odd\\nOdd")', "name must be a text on one line"),
        ('A = ally("Odd", number=[7])', "number must be a whole number, not '[7]'"),
        ('A = ally("Odd", unique=3)', "unique must be True or False"),
        ('A = ally("Odd", traits="Orc", example=5)', "example must be given(...).do(...).expect(...), not '5'"),
        ('A = attachment("Odd", host=heroes(trait=["Orc"]))', "trait of a set of cards in host must be a text, not"),
        ('A = ally("Odd", abilities=[action(draw(heroes()))])', "the number of draw in ability 1 must be a whole number"),
        ('A = ally("Odd", abilities=[action(draw(1), limit={})])', "limit of ability 1 must be a whole number, not '{}'"),
        ('A = ally("Odd", abilities=[action(draw(1), condition=7)])', "the condition of ability 1 must be a condition, not '7'"),
        ('A = ally("Odd", abilities=[action(draw(times(2, heroes())))])', "b of a value in the number of draw in ability 1"),
        ('A = ally("Odd", abilities=[action(Row(OP_IF, value=5))])', "the condition of if in ability 1 must be a condition"),
        ('A = ally("Odd", abilities=[action(Row([]))])', "op of a word in ability 1 must be a whole number"),
        ('A = ally("Odd", abilities=[Ability(A_ACTION, 7)])', "the rows of ability 1 must be words of the effect language"),
        ('A = ally("Odd", abilities=[action(draw(Value("x")))])', "the kind of a value in the number of draw in ability 1"),
        ('S = scenario("s", 7, quest=(), encounter_sets=())', "scenario 's': name must be a text on one line, not '7'"),
        ('S = scenario("s", "S", quest=3, encounter_sets=())', "scenario 's': quest must be a list of quest cards, not '3'"),
        ('S = scenario("s", "S", quest=(), encounter_sets=[[]])', "scenario 's': encounter_sets must be a list of names"),
        ('S = scenario(["s"], "S", quest=(), encounter_sets=())', "scenario \"['s']\": an id is a word without spaces"),
        ("x = (" + "-\n" * 100_000 + "1)", "no Python that can be read: it is nested too deep"),
        ("import a" + ".a" * 10_000, "line 5: 20,008 characters in one line; at most 20,000"),  # half a gigabyte, if longer
        ("x = 1\0", "no Python: "),
        ("raise ValueError('one\\rtwo')", "line 5: ValueError: one two"),
    ],
)
def test_entries_of_wrong_kinds_are_refused_in_one_line(tmp_path, entry, said):
    """Found by fuzzing: whatever stands where a number, a word or a set of cards belongs."""
    before = standing()
    with pytest.raises(BadFile) as error:
        cards.load(file_of(tmp_path, HEAD + entry + "\n"))
    assert said in str(error.value) and len(str(error.value).splitlines()) == 1
    assert standing() == before
