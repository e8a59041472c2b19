"""The page about the environments: its tables are those of the code (docs/generate.py), its code runs, its example learns."""

import runpy
from pathlib import Path

import numpy as np
import pytest
from pages import page, run_sessions

from lotrsim.kernel import DISABLED
from lotrsim.rl import columns

pytest.importorskip("gymnasium", reason="the extra rl is not installed")
EXAMPLES = Path(__file__).resolve().parent.parent / "docs" / "examples"
PAGE = page("docs/gymnasium.md")


def test_the_code_of_the_page_runs(tmp_path):
    done = run_sessions(PAGE, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(("name", "rows"), [("table", columns.TABLE), ("players", columns.PLAYER), ("cards", columns.CARD)])
def test_the_page_names_every_column(name, rows):
    block = PAGE.split(f"<!-- generated: observation:{name} -->")[1].split("<!-- end -->")[0]
    assert [line.split("|")[2].strip() for line in block.splitlines() if line.startswith("| ")][1:][1:] == [
        f"`{column.name}`" for column in rows
    ]


@pytest.mark.skipif(DISABLED, reason="some hundred thousand steps")
def test_the_example_learns():
    """Shortened: after 20 updates its games are longer than those of random play, far beyond chance."""
    example = runpy.run_path(str(EXAMPLES / "train_linear.py"))
    words = {"difficulty": "easy"}
    trained = example["train"](words, updates=20, seed=0)
    lengths = [rounds(example, words, weights) for weights in (np.zeros_like(trained), trained)]
    assert lengths[1].mean() - lengths[0].mean() > 5 * (lengths[0].std() + lengths[1].std()) / np.sqrt(len(lengths[0]))


def rounds(example, words, weights, games=200):
    """Rounds completed in the first game of each of some environments."""
    import gymnasium

    envs = gymnasium.make_vec("lotrsim/Quest-v0", num_envs=games, **words)
    draw, found = np.random.default_rng(0), np.full(games, -1)
    observation, _ = envs.reset(seed=10**6)
    while (found < 0).any():
        choices, actions = example["Choices"](observation, weights), np.zeros(games, np.int64)
        actions[choices.env[choices.starts]] = choices.draw(draw)
        observation, _, ends, _, infos = envs.step(actions)
        if ends.any():
            found = np.where(ends & (found < 0), infos["rounds"], found)
    return found


@pytest.mark.skipif(DISABLED, reason="some thousand steps")
def test_the_example_runs_from_its_command_line(capsys):
    shares = runpy.run_path(str(EXAMPLES / "train_linear.py"))["main"](["--updates", "1", "--games", "20"])
    assert all(0 <= share <= 1 for share in shares) and "20 other games" in capsys.readouterr().out
