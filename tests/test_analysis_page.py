"""The page on analysis: its examples run, and every function is on it."""

from pages import page, run_sessions

from lotrsim.experiments import analysis, plots

TEXT = page("docs/analysis.md")


def test_the_examples_run(tmp_path):
    done = run_sessions(TEXT, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_function_is_explained():
    missing = [name for module in (analysis, plots) for name in module.__all__ if name.islower() and f"`{name}" not in TEXT]
    assert set(missing) <= {"cause_of", "corrected", "paired", "save"}  # parts of others
