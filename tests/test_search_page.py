"""The page on the search: its code runs, it names what is there, and its settings are those of the code."""

import re

from pages import page, run_sessions

from lotrsim.agents.search import evaluation, flat, layout, models, parts, train, tree
from lotrsim.agents.search.evaluation import N_FEATURES
from lotrsim.agents.search.ids import Settings
from lotrsim.agents.search.value_weights import VALUE_MODEL
from lotrsim.agents.search.weights import MODEL

TEXT = page("docs/search.md")


def rows(head):
    """The cells of the table whose first heading is `head`."""
    lines = TEXT.split(f"| {head} |")[1].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_the_code_of_the_page_runs(tmp_path):
    done = run_sessions(TEXT, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_part_is_a_function_in_the_file_that_the_page_names():
    named = [row[1].strip("`") for row in rows("part")]
    assert len(named) == 6 and all(hasattr(evaluation if name == "leaf_value" else parts, name) for name in named)
    for name in ("search_tree", "sample_world", "select", "option_key", "most_visited", "is_next", "keep_branch"):
        assert f"`{name}`" in TEXT and hasattr(tree, name)
    assert hasattr(parts, "is_to_judge") and hasattr(evaluation, "measure") and hasattr(flat, "search_flat")
    for name in ("AT_ONCE", "AT_PHASE_END", "TREE", "FLAT"):
        assert f"`{name}`" in TEXT and hasattr(layout, name)


def test_the_settings_of_the_page_are_those_of_the_code():
    told = {}
    for names, usually, *_ in rows("setting"):
        values = usually.split(", ") if "," in usually else [usually]
        told |= dict(zip(re.findall(r"`(\w+)`", names), values * 2 if len(values) == 1 else values, strict=False))
    assert set(told) == set(vars(Settings()))
    words = {"tree": layout.TREE, "heuristic": parts.BY_HEURISTIC}
    for name, usually in told.items():
        if usually.isdigit() or usually in words:
            assert getattr(Settings(), name) == words.get(usually, int(usually) if usually.isdigit() else None), name


def test_the_networks_are_as_large_as_the_page_says():
    pattern = r"network of (\d+) hidden.*?, (\d+) hidden units on the (\d+) features"
    units, value_units, features = re.findall(pattern, TEXT, re.DOTALL)[0]
    assert (int(units), int(value_units), int(features)) == (MODEL[0], VALUE_MODEL[0], N_FEATURES)


def test_the_commands_of_the_page_are_those_of_the_weights_and_their_files_are_those_written():
    kinds = {train.ANYWHERE: 1000, train.STARTS: 3000, train.EASED: 3000}  # that these made the weights: test_search_models.py
    for kind, games in kinds.items():
        assert train.command_of(games, train.SEED, "heuristic", kind) in TEXT
    files = *train.ANYWHERE.files, train.STARTS.file, train.EASED.file, *models.ARRAYS
    assert [name for name in files if f"`{name}`" not in TEXT] == []
