"""The pages about coverage and scenarios: their numbers against the published ones, their links, the tests they name."""

import csv
import re
import sys

import pytest
from pages import ROOT, page

sys.path.insert(0, str(ROOT / "docs"))
import coverage_tables  # noqa: E402
import scenario_tables  # noqa: E402

from lotrsim import ids as n  # noqa: E402
from lotrsim import scenarios  # noqa: E402

COUNTS = ("cards", "enemies", "locations", "treacheries", "objectives", "with a shadow effect")
DECKS = {  # the published numbers of the standard decks, in that order; cards in easy mode; official and players' difficulty
    "passage-through-mirkwood": ((36, 16, 13, 7, 0, 13), 27, 1, 2.2),
    "journey-along-the-anduin": ((47, 20, 13, 14, 0, 18), 32, 4, 5.3),
    "escape-from-dol-guldur": ((41, 15, 13, 10, 3, 13), 30, 7, 7.8),
}
SETS = {  # published: cards, cards in easy mode
    "Passage Through Mirkwood": (10, 10),
    "Spiders of Mirkwood": (12, 8),
    "Dol Guldur Orcs": (14, 9),
    "Wilderlands": (14, 10),
    "Sauron's Reach": (10, 7),
    "Journey Along the Anduin": (9, 6),
    "Escape from Dol Guldur": (15, 13),
}
PAGES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs/scenarios").glob("*.md"))
RULINGS = coverage_tables.rows("rulings.csv")
SECTIONS = ("Rules", "FAQ", "Cards", "Designer", "Beorn", "Disagree", "Reading", "Easy")


def table_rows(text):
    """The rows of the tables of a page, as lists of cells."""
    return [[cell.strip() for cell in line.strip("| ").split("|")] for line in text.splitlines() if line.startswith("| ")]


# ---------------------------------------------------------------- scenarios


@pytest.mark.parametrize("name", DECKS)
def test_the_numbers_of_an_encounter_deck(name):
    """Cards of each type and shadow effects, as published."""
    counts, easy, official, players = DECKS[name]
    scenario = scenarios.get(name)
    made = scenario_tables.deck_counts(scenario, n.STANDARD)
    assert tuple(made[word] for word in COUNTS) == counts
    assert scenario_tables.deck_counts(scenario, n.EASY)["cards"] == easy
    assert (scenario.difficulty, scenario_tables.PLAYERS_SAY[name]) == (official, players)


@pytest.mark.parametrize("name", DECKS)
def test_the_page_of_a_scenario_says_these_numbers(name):
    """The page as it is kept."""
    counts, easy, official, players = DECKS[name]
    shown = {row[0]: row[1:] for row in table_rows(page(f"docs/scenarios/{name}.md"))}
    assert [int(shown[word][0]) for word in COUNTS] == list(counts)
    assert int(shown["cards"][1]) == easy
    assert [shown["official difficulty"][0], shown["players' difficulty, of 10"][0]] == [str(official), str(players)]
    for word in scenarios.get(name).encounter_sets:
        assert tuple(map(int, shown[word])) == SETS[word]


@pytest.mark.parametrize("name", DECKS)
def test_the_page_of_a_scenario_lists_its_cards(name):
    """Every card with its copies; the copies add up; every stage with its points."""
    text = page(f"docs/scenarios/{name}.md")
    listed = [row for row in table_rows(text) if row[0].isdigit()]
    counts, easy, _, _ = DECKS[name]
    assert sum(int(row[3]) for row in listed) == counts[0]
    assert sum(int(row[4]) for row in listed) == easy
    assert sum(int(row[3]) for row in listed if row[5] == "yes") == counts[5]
    for card in scenarios.get(name).quest_cards():
        points = f"{card.quest_points} quest points" if card.quest_points else "no quest points"
        assert f"(card {card.number}): {points}" in text


def test_every_scenario_has_its_page():
    """And no page is left over."""
    assert PAGES == sorted(f"docs/scenarios/{name}.md" for name in scenarios.ids() if name in DECKS)


@pytest.mark.parametrize("name", PAGES)
def test_links_of_the_pages_of_scenarios(name):
    """They lead somewhere."""
    for target in re.findall(r"\]\(([^)#]+)", page(name)):
        assert target.startswith("http") or ((ROOT / name).parent / target).exists(), target


# ---------------------------------------------------------------- cards


def test_every_card_is_named_by_a_test():
    """In tests/cards or tests/rules, by title; a quest card also by its number."""
    assert [card.name for card in coverage_tables.box() if not coverage_tables.tests_naming(card)] == []


def test_the_page_has_a_row_for_every_card():
    """128 of them, and nothing of them that no test proves."""
    rows = [row for row in table_rows(page("docs/coverage.md")) if row[0].isdigit()]
    assert [int(row[0]) for row in rows] == list(range(1, 129))
    assert [row[1] for row in rows if "not" in row[3]] == []


def test_numbers_of_titles_are_not_mistaken():
    """A title is found as a whole string, not inside another one."""
    assert coverage_tables.is_named("Gandalf", 'do(game, "Gandalf#2")')
    assert not coverage_tables.is_named("Gandalf", 'do(game, "Gandalf\'s Search")')


# ---------------------------------------------------------------- rulings


def test_every_line_of_the_rulings_has_a_test():
    """The aim; a line without one would stand in docs/rulings.md with the reason."""
    assert [row["key"] for row in RULINGS if not row["tests"]] == []


def test_keys_are_unique_and_of_a_known_section():
    """And the table is as the csv module writes it."""
    keys = [row["key"] for row in RULINGS]
    assert len(keys) == len(set(keys))
    assert {key.split()[0] for key in keys} <= set(SECTIONS)
    with (ROOT / "tests/rulings.csv").open(encoding="utf-8", newline="") as file:
        assert {len(row) for row in csv.reader(file)} == {4}


@pytest.mark.parametrize("row", RULINGS, ids=lambda row: row["key"].replace(" ", "-"))
def test_the_tests_of_a_line_are_there(row):
    """Files and functions that exist, none of which is expected to fail; cards by number."""
    for test in row["tests"].split():
        path, _, name = test.partition("::")
        assert (ROOT / path).exists(), test
        found = re.search(rf"((?:^[^\n]+\n)*)^def {name}\(", page(path), re.MULTILINE)
        assert found and "xfail" not in found[1], test
    assert all(1 <= int(number) <= 128 for number in row["cards"].split())
