"""Baselines: what lost games ended by, counted for each cell; words for groups on the command line."""

import pandas as pd
import pytest
from commands import ok

from lotrsim import decks, scenarios
from lotrsim.experiments import Experiment, run, write
from lotrsim.experiments.studies import baselines
from lotrsim.kernel import DISABLED

needs_compiler = pytest.mark.skipif(DISABLED, reason="many games need compiled code")


def made(**columns):
    """Three games of one cell: won, lost by threat, lost without heroes."""
    rows = {"scenario": "s", "decks": "d", "agent": "a", "difficulty": "easy", "fault": "", "reason": "all players eliminated"}
    rows |= {"won": [True, False, False], "out_by_threat": [0, 1, 0], "out_of_heroes": [0, 0, 1], "rounds": [5, 7, 9]}
    rows |= {"score": [90, None, None], "stage": [3, 1, 2], **columns}
    return pd.DataFrame(rows)


def test_causes_of_lost_games():
    row = baselines.causes(made()).iloc[0]
    assert (row["games"], row["wins"], row["threat"], row["heroes"], row["both"], row["rounds"]) == (3, 1, 1, 1, 0, 0)
    assert (row["mean_score"], row["mean_rounds"], row["lost_in_stage"]) == (90, 7, "1: 1, 2: 1")


def test_both_causes_the_round_limit_and_faults():
    row = baselines.causes(made(out_of_heroes=[0, 1, 1], reason=["won", "all players eliminated", "round limit"])).iloc[0]
    assert (row["threat"], row["heroes"], row["both"], row["rounds"]) == (0, 0, 1, 1)
    row = baselines.causes(made(fault=["", "", "MAX_SETS"])).iloc[0]
    assert (row["games"], row["faults"], row["heroes"]) == (3, 1, 0)


def test_a_page():
    (row,) = baselines.page(baselines.causes(made()), "s", "a")
    assert row == ("`d`", "easy", "33.3% (6.1-79.2)", "90.0", "7.0", "threat 50 50%, no hero left 50%", "1: 1, 2: 1")
    assert baselines.page(baselines.causes(made()), "s", "other") == []


@needs_compiler
def test_from_games_to_rows(tmp_path):
    df = run(Experiment(scenarios.ids(), ["core-lore"], ["random"], games=20, seed=1), workers=1)
    write(df, tmp_path / "games.parquet")
    assert baselines.main([str(tmp_path / "games.parquet"), str(tmp_path / "cells.csv")]) == 0
    cells = pd.read_csv(tmp_path / "cells.csv")
    assert list(cells["scenario"]) == scenarios.ids()
    assert (cells["wins"] + cells[list(baselines.CAUSES)].sum(axis=1) + cells["faults"] == 20).all()


@needs_compiler
@pytest.mark.parametrize(("deck", "number"), [("starter", 4), ("published", 15), ("all", 19)])
def test_words_for_groups(deck, number):
    args = ["run", "--scenario", "all", "--deck", deck, "--agent", "random", "--difficulty", "all", "--games", "1"]
    lines = ok(*args, "--workers", "1", "--format", "csv").splitlines()[1:]
    assert len(lines) == number * 3 * len(scenarios.ids())
    assert len({line.split(",")[1] for line in lines}) == number == len(decks.ids()[:number])
