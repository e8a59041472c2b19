"""Decision-tree counts of small positions (tests/trees/*.txt), written by the reference engine, counted by the compiled one."""

import pytest

from lotrsim import scenarios
from lotrsim.errors import BadFile
from lotrsim.ids import ATTACK, COMBAT_PHASE, DEFENSE, ENCOUNTER_PHASE, PLANNING_PHASE, QUEST_PHASE, REFRESH_PHASE, RESOURCE_PHASE
from lotrsim.ids import TRAVEL_PHASE as TRAVEL
from lotrsim.kernel import DISABLED
from lotrsim.layout import PHASES
from tests.comparison import trees
from tests.comparison.engine import Compiled, faulty

TREES = [(path, tree) for path in trees.files() for tree in trees.read(path)]
MOST_PLAIN = 60  # nodes that are counted without the compiler


@pytest.mark.parametrize(("path", "tree"), TREES, ids=[f"{path.stem}-{tree.id}" for path, tree in TREES])
def test_counts_are_those_of_the_reference_engine(path, tree):
    wanted = tree.counts
    while DISABLED and sum(map(sum, wanted)) > MOST_PLAIN:
        wanted = wanted[:-1]
    got = trees.counts_compiled(tree.table(), len(wanted))
    if got != wanted:
        from tests.comparison.reference import Reference

        pytest.fail(f"{path.name}, {tree.id}: {got}, expected {wanted}\n{trees.difference(tree, Reference)}")


def test_trees_are_of_all_phases_and_scenarios():
    assert len(TREES) >= 20
    assert {tree.scenario for _, tree in TREES} == set(scenarios.ids())
    assert {PHASES[tree.described["phase"]][0] for _, tree in TREES} == {
        RESOURCE_PHASE, PLANNING_PHASE, QUEST_PHASE, TRAVEL, ENCOUNTER_PHASE, COMBAT_PHASE, REFRESH_PHASE,
    }  # fmt: skip
    sorts = [sum(count[sort] for _, tree in TREES for count in tree.counts) for sort in range(3)]
    assert all(number > 0 for number in sorts), "trees with chance, decisions and ends"
    assert all(sum(map(sum, tree.counts)) >= 30 for _, tree in TREES)


@pytest.mark.skipif(DISABLED, reason="thousands of nodes need compiled code")
def test_both_ways_of_counting_agree():
    for _, tree in TREES[:3]:
        assert trees.counts_by_replay(tree.table(), 4, Compiled) == trees.counts_compiled(tree.table(), 4)


def test_a_difference_is_told_by_action_down_to_its_node():
    from lotrsim.cards import registry

    def stronger(tables):
        tables["stats"][0, registry.face_of(registry.find("Forest Spider")), ATTACK] += 9
        tables["stats"][0, registry.face_of(registry.find("Gimli")), DEFENSE] = 0

    tree = trees.Tree(
        "spider", "passage-through-mirkwood", {"heroes": [["Gimli"]], "engaged": [["Forest Spider"]], "phase": "attacks"},
        counts=[(0, 1, 1), (0, 1, 0)],
    )  # fmt: skip
    assert trees.difference(tree, Compiled) == ""
    told = trees.difference(tree, faulty(stronger))
    assert "Gimli: " in told and "<- differs" in told and told.splitlines()[-1].startswith("after [")


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("id: a\nscenario: b\nheroes: [[]]\n2: 0 1 0\n", "line 4"),
        ("id: a\nscenario: b\nheroes: [[]]\n1: 0 1\n", "line 4"),
        ("id: a\nnonsense\n", "line 2"),
        ("\n\nid: a\nscenario: b\n", "line 3"),
    ],
)
def test_a_file_that_is_wrong_is_refused_with_its_line(tmp_path, text, place):
    path = tmp_path / "wrong.txt"
    path.write_text(text)
    with pytest.raises(BadFile, match=place):
        trees.read(path)


def test_files_are_written_as_they_are_read():
    for path in trees.files():
        assert trees.written(trees.read(path)) == path.read_text(encoding="utf-8")
