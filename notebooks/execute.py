"""Executes the notebooks, and stores what they show: nothing of the machine, and no times.

    python notebooks/execute.py                              # all of them, at full size: minutes
    python notebooks/execute.py notebooks/one_game.ipynb

CI executes them at small size and stores nothing: `LOTRSIM_SIZES=small python -m pytest --nbmake notebooks`.
"""

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

HERE = Path(__file__).resolve().parent
LANGUAGE = {"name": "python", "file_extension": ".py", "mimetype": "text/x-python", "pygments_lexer": "ipython3"}
KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}


def execute(path: Path) -> None:
    """Run a notebook in its folder, from the first cell to the last, and write it back."""
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=3600, resources={"metadata": {"path": HERE}}).execute()
    notebook.metadata = {"kernelspec": KERNEL, "language_info": LANGUAGE}
    for k, cell in enumerate(notebook.cells):
        cell.id, cell.metadata = f"cell-{k}", {}
        if cell.cell_type == "code":
            cell.outputs = [output for output in cell.outputs if not is_error_stream(output)]
            for output in cell.outputs:
                output.pop("metadata", None) if output.output_type == "stream" else output.update(metadata={})
    nbformat.write(notebook, path)


def is_error_stream(output: nbformat.NotebookNode) -> bool:
    """Progress and warnings belong to the run, not to its results."""
    return output.output_type == "stream" and output.name == "stderr"


if __name__ == "__main__":
    for name in sys.argv[1:] or sorted(map(str, HERE.glob("*.ipynb"))):
        execute(Path(name))
        print(f"{name}: executed")
