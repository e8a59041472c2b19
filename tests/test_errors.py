"""Each error is one clear line, and survives the way back from a worker process."""

import pickle

import pytest

from lotrsim import errors

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
