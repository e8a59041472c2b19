"""The explanations of lines that no test reaches are about lines that are there, and the last measurement is good enough."""

import pytest
import reached
from reached import ROOT, complaints, counts, explained, functions, line_of, share


@pytest.mark.parametrize("line", explained(), ids=lambda line: f"{line[0].rpartition('/')[2]}-{line[1]}")
def test_what_is_explained_is_there(line):
    """The text of the line stands in the function of the file, and the reason is said."""
    path, function, text = line
    lines = [row.strip() for row in (ROOT / path).read_text(encoding="utf-8").splitlines()]
    inside = [lines[first - 1 : last] for name, first, last in functions(path) if name == function]
    assert any(text in each for each in inside)
    assert len(explained()[line]) > 15


def test_the_last_measurement_covers_every_file_and_is_good_enough():
    """98% of the lines of the rules and effects; `make coverage` measures anew."""
    files = {path.relative_to(ROOT).as_posix() for folder in reached.FOLDERS for path in (ROOT / folder).glob("*.py")}
    assert {path for path in files if not path.endswith("__init__.py")} == set(counts())
    assert reached.LEAST <= share(counts()) <= 100


def test_what_is_a_fault():
    """A line without a reason, a reason without a line, and too little."""
    known = {("a.py", "f", "return 1"): "why", ("a.py", "f", "return 2"): "why"}
    found = list(complaints([("a.py", "f", "return 1"), ("b.py", "g", "pass"), ("b.py", "g", "pass")], known, 97.99))
    assert found == [
        "not reached and not explained: b.py, g: pass",
        "explained but reached, or gone: a.py, f: return 2",
        "97.99% of the lines are reached, 98% are needed",
    ]
    assert list(complaints(list(known), known, 98.0)) == []


def test_a_line_is_named_by_its_function_and_text():
    """So that it is found again when it moves."""
    text = (ROOT / "tests/reached.py").read_text(encoding="utf-8").splitlines()
    number = next(k for k, line in enumerate(text, 1) if "return 100 *" in line)
    assert line_of("tests/reached.py", number)[:2] == ("tests/reached.py", "share")
