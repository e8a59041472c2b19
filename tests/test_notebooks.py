"""The notebooks as they are stored: run whole and at full size, without errors, places of a machine, or noise; all are named.

That they run is seen by `LOTRSIM_SIZES=small python -m pytest --nbmake notebooks`, which is a part of `make test`.
"""

import json
import re

import pytest
from pages import ROOT, page

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
NAMES = ["agents_compared", "heroes_and_decks", "one_game", "quick_start", "scenario_difficulty"]
LARGEST = 400_000  # bytes
PLACE = re.compile(r"(?<![\w.:/])(/(home|root|tmp|opt|usr|var|work|mnt|Users)/|[A-Z]:\\\\)|site-packages|ipykernel_")


@pytest.fixture(params=NOTEBOOKS, ids=lambda path: path.stem)
def notebook(request):
    """A stored notebook."""
    return json.loads(request.param.read_text(encoding="utf-8"))


def code(notebook):
    """Its cells of code."""
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def outputs(notebook):
    """All that its cells show."""
    return [output for cell in code(notebook) for output in cell["outputs"]]


def shown(notebook):
    """The text of all outputs; pictures are left out."""
    parts = []
    for output in outputs(notebook):
        data = output.get("data", {"text/plain": output.get("text", "")})
        parts += ["".join(text) for kind, text in data.items() if kind.startswith("text/")]
    return "\n".join(parts)


def test_the_notebooks_are_there():
    assert [path.stem for path in NOTEBOOKS] == NAMES


def test_every_cell_was_run_in_order_and_to_the_end(notebook):
    cells = code(notebook)
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    assert 5 <= len(cells) <= 20 and cells[-1]["outputs"]


def test_nothing_went_wrong(notebook):
    assert [output for output in outputs(notebook) if output["output_type"] == "error" or output.get("name") == "stderr"] == []


def test_sizes_stand_in_the_first_cell_and_were_full(notebook):
    first = code(notebook)[0]
    assert 'os.environ.get("LOTRSIM_SIZES") == "small"' in "".join(first["source"])
    assert "".join(first["outputs"][0]["text"]).startswith("full size: ")
    assert all("environ" not in "".join(cell["source"]) for cell in code(notebook)[1:])


def test_there_are_pictures_and_intervals(notebook):
    pictures = [output for output in outputs(notebook) if "image/png" in output.get("data", {})]
    assert pictures and ("95%" in shown(notebook) or "ci_low" in shown(notebook))


def test_no_place_of_a_machine(notebook):
    text = json.dumps([cell["source"] for cell in notebook["cells"]]) + shown(notebook)
    assert PLACE.search(text) is None, PLACE.search(text)
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    assert notebook["metadata"]["kernelspec"] == kernel and "version" not in notebook["metadata"]["language_info"]
    assert all(cell["metadata"] == {} for cell in notebook["cells"])


@pytest.mark.parametrize(
    "text", ["/" + "home/somebody/x", "'/tmp/a'", "at /" + "opt/lv/lib", "C:" + r"\\Users\\a", "lib/site-packages/b"]
)
def test_a_place_would_be_seen(text):
    assert PLACE.search(text)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_small_and_named_in_the_readme(path):
    assert path.stat().st_size < LARGEST
    assert f"notebooks/{path.name}" in page("README.md")


def test_ci_runs_them_at_small_size():
    (line,) = [line for line in page("Makefile").splitlines() if "--nbmake" in line]
    assert "LOTRSIM_SIZES=small" in line and line.rstrip(")").endswith("notebooks")
