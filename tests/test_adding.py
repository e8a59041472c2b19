"""docs/adding.md, followed literally: its files, its commands and its Python, in an empty folder."""

import pytest
from pages import BOOT, blocks, commands, page, run, run_command, run_sessions

ADDING = page("docs/adding.md")
FILES = {  # what the page tells to write -> how it begins there
    "my_cards.py": '"""An invented ally',
    "test_my_cards.py": '"""Plays the worked example',
    "my_agent.py": '"""An agent:',
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with the files of the page and nothing else."""
    place = tmp_path_factory.mktemp("own")
    for name, beginning in FILES.items():
        (text,) = (block for block in blocks(ADDING, "python") if block.startswith(beginning))
        (place / name).write_text(text, encoding="utf-8")
    return place


@pytest.mark.parametrize(("command", "lines"), commands(ADDING), ids=lambda x: x[:40] if isinstance(x, str) else "")
def test_a_command_of_the_page(folder, command, lines):
    """The command ends well, and prints at least what the page shows."""
    done = run_command(command, folder)
    assert done.returncode == 0, done.stdout + done.stderr
    for line in lines:
        assert line in done.stdout + done.stderr, f"{command} does not print {line!r}:\n{done.stdout}{done.stderr}"


def test_the_python_of_the_page(folder):
    done = run_sessions(ADDING, folder)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_file_is_loaded_without_numba(folder):
    """Cards are data: to check them, to turn them into rows and to register them needs no kernel."""
    code = "import sys, lotrsim; lotrsim.cards.load('my_cards.py'); sys.exit('numba' in sys.modules)"
    assert run(BOOT.format("python", code), [], folder).returncode == 0
