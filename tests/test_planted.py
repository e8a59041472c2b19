"""Faults on purpose: the table can be planted, each fault was caught by a test that is there, and nothing else is changed."""

import ast
from collections import Counter
from dataclasses import replace

import pytest
from planted import table
from planted.table import ROOT, NotPlanted, changed, faults, planted, results

FAULTS = faults()
LEAST = 24
MOST_NUMBERS = 3  # of cards: the table of facts would find any of them


def test_there_are_enough_faults_everywhere():
    """At least 24, no name twice, in every part of the rules and in every scenario; few that only change a number."""
    assert len(FAULTS) >= LEAST and len({fault.name for fault in FAULTS}) == len(FAULTS)
    areas = Counter(fault.area for fault in FAULTS)
    assert 0 < areas["card numbers"] <= MOST_NUMBERS
    wanted = ["setup", "resource phase", "planning phase", "quest phase", "travel phase", "encounter phase", "combat phase"]
    wanted += ["refresh phase", "payment", "damage", "windows", "effects", "cards"]
    assert set(wanted) | {"Passage Through Mirkwood", "Journey Along the Anduin", "Escape from Dol Guldur"} <= set(areas)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_each_can_be_planted_and_was_caught(fault):
    """What is searched for stands once in its file, which stays Python; the test that caught it is there."""
    text = (ROOT / fault.file).read_text(encoding="utf-8")
    ast.parse(changed(fault, text))
    path, _, name = results()[fault.name].partition("::")
    there = [node.name for node in ast.parse((ROOT / path).read_text(encoding="utf-8")).body if isinstance(node, ast.FunctionDef)]
    assert name in there
    assert all((ROOT / each).exists() for each in fault.tests)


def test_the_results_are_those_of_the_table():
    """A row a fault, in the order of the table."""
    assert list(results()) == [fault.name for fault in FAULTS]


@pytest.mark.parametrize("text", ["nothing of it", "{0} {0}", "{0}\n{0}\n"])
def test_what_does_not_stand_exactly_once_is_refused(text):
    """Neither nowhere nor twice: else another line than the one that is meant would change."""
    fault = replace(FAULTS[0], search="g[...] = 1", replacement="g[...] = 2")
    with pytest.raises(NotPlanted, match=r"stands [02] times in .*, once is needed"):
        changed(fault, text.format(fault.search))
    assert changed(fault, f"a\n{fault.search}\nb") == "a\ng[...] = 2\nb"


def test_a_fault_that_changes_nothing_is_refused():
    fault = replace(FAULTS[0], replacement=FAULTS[0].search)
    with pytest.raises(NotPlanted, match="changes nothing"):
        changed(fault, fault.search)


def test_a_fault_is_planted_in_a_copy_and_taken_out_again(tmp_path):
    """Also where a test ends in an error; and never in the checkout."""
    file = tmp_path / "engine.py"
    file.write_text("x = 1\n", encoding="utf-8")
    fault = replace(FAULTS[0], file="engine.py", search="x = 1", replacement="x = 2")
    with pytest.raises(ZeroDivisionError), planted(fault, tmp_path):
        assert file.read_text(encoding="utf-8") == "x = 2\n"
        raise ZeroDivisionError
    assert file.read_text(encoding="utf-8") == "x = 1\n"
    for place in (ROOT, ROOT / "lotrsim"):
        with pytest.raises(NotPlanted, match="outside the checkout"), planted(fault, place):
            pass
    with pytest.raises(NotPlanted, match="there is no file"), planted(replace(fault, file="gone.py"), tmp_path):
        pass


def test_results_are_written_in_the_order_of_the_table(tmp_path):
    """And those of other runs are kept by whoever writes."""
    path = tmp_path / "results.csv"
    table.write({FAULTS[1].name: "tests/x.py::test_b", FAULTS[0].name: ""}, path)
    assert results(path) == {FAULTS[0].name: "", FAULTS[1].name: "tests/x.py::test_b"}
    assert list(results(path)) == [FAULTS[0].name, FAULTS[1].name]
