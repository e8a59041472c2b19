"""Each error is one clear line, and survives the way back from a worker process."""

import pickle

import pytest

import lotrsim
from lotrsim import errors
from lotrsim.experiments import Experiment
from lotrsim.testing import ARGUMENTS, position

MIRKWOOD = "passage-through-mirkwood"
HUGE = 10**5000
ALL = [
    (errors.UnknownName("deck", "core-lor", ["core-lore", "core-spirit"]),
     "unknown deck 'core-lor'; nearest: core-lore, core-spirit"),
    (errors.UnknownName("agent", "x"), "unknown agent 'x'"),
    (errors.BadDeck(["no hero", "4 copies of Feint"]), "no hero; 4 copies of Feint"),
    (errors.NotPlayed("scenario", "Escape from Dol Guldur"),
     "the scenario 'Escape from Dol Guldur' is known, but lotrsim does not play it yet"),
    (errors.IllegalAction("action 7 is not an option"), "action 7 is not an option"),
    (errors.BadValue("seed must be a whole number"), "seed must be a whole number"),
    (errors.BadFile("my.o8d", "line 3", "no such card"), "my.o8d: line 3: no such card"),
    (errors.BadFile("my.o8d", "", "empty"), "my.o8d: empty"),
    (errors.OutputExists("out.csv"), "out.csv exists and was left alone; --force (in Python force=True) replaces it"),
    (errors.GameFault("stack full"), "the game was stopped by a fault of the engine: stack full"),
]  # fmt: skip


@pytest.mark.parametrize(("error", "message"), ALL, ids=lambda value: type(value).__name__)
def test_message_is_one_line(error, message):
    assert isinstance(error, errors.LotrsimError)
    assert str(error) == message
    assert "\n" not in str(error)


@pytest.mark.parametrize(("error", "message"), ALL, ids=lambda value: type(value).__name__)
def test_errors_are_pickled_whole(error, message):
    back = pickle.loads(pickle.dumps(error))
    assert type(back) is type(error)
    assert str(back) == message
    assert vars(back) == vars(error)


def test_every_class_is_tested_here():
    here = {cls for cls in errors.LotrsimError.__subclasses__() if cls.__module__ == errors.__name__}
    assert here == {type(error) for error, _ in ALL}


def test_a_users_word_cannot_break_the_line():
    message = str(errors.UnknownName("card", "two\nlines" + "x" * 5000, ["Gandalf"]))
    assert message.startswith("unknown card 'two\\nlinesx")
    assert "\n" not in message
    assert len(message) < 120


def test_accents_and_apostrophes_stay_readable():
    assert str(errors.UnknownName("card", "Éowen")) == "unknown card 'Éowen'"
    assert str(errors.UnknownName("card", "Gandalf's Hat")) == 'unknown card "Gandalf\'s Hat"'
    assert str(errors.UnknownName("deck", None, ["core-lore"])) == "unknown deck 'None'; nearest: core-lore"


def test_choices_may_be_any_iterable():
    error = errors.UnknownName("deck", "b", {"bb": 1, "cc": 2})
    assert error.choices == ("bb", "cc")
    assert errors.BadDeck(fault for fault in ("a", "b")).faults == ["a", "b"]


def test_a_number_of_more_digits_than_python_prints_is_named():
    assert errors.shown(HUGE) == "'a number of thousands of digits'"
    assert str(errors.UnknownName("deck", [HUGE], ["core-lore"])).startswith("unknown deck 'a number of thousands of digits'")


@pytest.mark.parametrize("value", [HUGE, -HUGE, [HUGE], {"a": HUGE}], ids=["above", "below", "list", "dict"])
@pytest.mark.parametrize(
    "ask",
    [
        lambda value: Experiment(value, "core-lore", "random"),
        lambda value: Experiment(MIRKWOOD, [value], "random"),
        lambda value: Experiment(MIRKWOOD, "core-lore", value),
        lambda value: Experiment(MIRKWOOD, "core-lore", "random", value),
        lambda value: Experiment(MIRKWOOD, "core-lore", "random", 1, value),
        lambda value: Experiment(MIRKWOOD, "core-lore", "random", 1, 0, value),
        lambda value: lotrsim.Game.new(value, ["core-lore"]),
        lambda value: lotrsim.Game.new(MIRKWOOD, ["core-lore"], seed=value),
        lambda value: lotrsim.Game.new(MIRKWOOD, ["core-lore"], difficulty=value),
        lambda value: lotrsim.Game.new(MIRKWOOD, ["core-lore"], seed=1).choose(value),
        *(lambda value, name=name: position(MIRKWOOD, **{"heroes": [["Gimli"]], name: value}) for name in ARGUMENTS),
    ],
)
def test_no_huge_number_breaks_the_message_that_refuses_it(ask, value):
    """Found by fuzzing: a refusal repeats what was given, and Python prints no number of more than 4,300 digits."""
    with pytest.raises(errors.LotrsimError) as refusal:
        ask(value)
    assert str(refusal.value)
