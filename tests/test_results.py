"""Results: their files, what is refused in them, sums for each cell, and comparisons."""

import os

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binomtest

from lotrsim.errors import BadFile, BadValue, OutputExists, UnknownName
from lotrsim.experiments import compare, read, summarise, write
from lotrsim.experiments.results import COLUMNS, SUMMARY, CannotWrite, check

MIRKWOOD = "passage-through-mirkwood"


def rows(n=4, **columns):
    """Results made by hand: n lost games, except what is said otherwise."""
    values = dict.fromkeys(COLUMNS, 0) | {
        **{"scenario": MIRKWOOD, "decks": "core-lore", "difficulty": "standard", "agent": "random", "fault": ""},
        **{"reason": "all players eliminated", "cards_hash": "", "game": np.arange(n), "won": [False] * n},
        **{"rules_version": 1, "decisions": 10},
    }
    frame = pd.DataFrame(values | columns)
    frame["won"] = frame["won"].astype(bool)
    score = columns.get("score", np.where(frame["won"], 100, 0))
    frame["score"] = pd.array(score, dtype="Int64")
    if "score" not in columns:
        frame.loc[~frame["won"], "score"] = pd.NA
    return frame


# --- Files -----------------------------------------------------------------------------------------------------------


def test_written_and_read_again(tmp_path):
    played = rows(won=[True, False, False, True])
    check(played)
    path = write(played, tmp_path / "r.parquet")
    pd.testing.assert_frame_equal(read(path), played)
    assert read(path).attrs == {}
    slow = played.copy()
    slow.attrs = {"seconds": [], "lost": []}
    assert write(slow, tmp_path / "again.parquet").read_bytes() == path.read_bytes()
    assert sorted(os.listdir(tmp_path)) == ["again.parquet", "r.parquet"]


def test_nothing_is_overwritten_without_force(tmp_path):
    path = tmp_path / "r.parquet"
    path.write_text("mine")
    with pytest.raises(OutputExists):
        write(rows(), path)
    assert path.read_text() == "mine"
    write(rows(), path, force=True)
    assert len(read(path)) == 4


@pytest.mark.parametrize("where", ["no/such/folder/r.parquet", "."])
def test_where_nothing_can_be_written(tmp_path, where):
    with pytest.raises(CannotWrite, match="cannot write"):
        write(rows(), tmp_path / where, force=True)
    assert os.listdir(tmp_path) == []


def test_a_failed_write_leaves_nothing(tmp_path, monkeypatch):
    def full(*args, **more):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pyarrow.parquet.write_table", full)
    with pytest.raises(CannotWrite, match="No space left"):
        write(rows(), tmp_path / "r.parquet")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("text", [b"", b"not Parquet at all", b"PAR1 and then nonsense PAR1"])
def test_foreign_files_are_refused(tmp_path, text):
    path = tmp_path / "r.parquet"
    path.write_bytes(text)
    with pytest.raises(BadFile, match="r.parquet: not a readable Parquet file"):
        read(path)
    with pytest.raises(BadFile, match="no such file"):
        read(tmp_path / "nothing.parquet")


def test_a_damaged_file_is_refused(tmp_path):
    path = write(rows(200, game=np.random.default_rng(0).permutation(200)), tmp_path / "r.parquet")
    text = bytearray(path.read_bytes())
    path.write_bytes(text[: len(text) // 2])
    with pytest.raises(BadFile):
        read(path)


@pytest.mark.parametrize(
    ("columns", "place"),
    [
        ({"seed": 0.5}, "column seed"),
        ({"won": [1, 2, 3, 4]}, "row 0: a won game has a score"),
        ({"rounds": [1, 2, -3, 4]}, "row 2: rounds is negative"),
        ({"won": [False, True, False, False], "score": [None] * 4}, "row 1: a won game has a score"),
        ({"won": [False, True, False, False], "fault": ["", "MAX_SETS", "", ""]}, "row 1: a game stopped by a fault"),
        ({"game": [0, 1, 2, 1]}, "row 3: the same game as in an earlier row"),
        ({"agent": ["random", None, "random", "random"]}, "row 1: agent is missing"),
    ],
)  # fmt: skip
def test_wrong_results_are_refused_with_the_place(tmp_path, columns, place):
    frame = rows(**({"score": [None] * 4} | columns if columns.get("won") == [1, 2, 3, 4] else columns))
    with pytest.raises(BadFile, match=place):
        read(write(frame, tmp_path / "r.parquet"))


def test_a_missing_column_is_named(tmp_path):
    with pytest.raises(BadFile, match="columns: reason, fault missing"):
        read(write(rows().drop(columns=["reason", "fault"]), tmp_path / "r.parquet"))


# --- Sums and comparisons --------------------------------------------------------------------------------------------


def test_summary():
    won = [True, True, False, False, False]
    faults = ["", "", "", "", "MAX_LASTING"]
    df = rows(5, won=won, fault=faults, rounds=[4, 6, 2, 8, 99])
    df.loc[1, "score"] = 120
    cell = {"scenario": MIRKWOOD, "decks": "core-lore", "agent": "random", "difficulty": "standard"}
    df.attrs["seconds"] = [cell | {"seconds": 0.5}]
    [row] = summarise(df).to_dict("records")
    assert tuple(row) == SUMMARY
    assert (row["games"], row["wins"], row["faults"], row["win_rate"]) == (5, 2, 1, 0.5)
    assert (row["mean_score"], row["mean_rounds"], row["decisions"]) == (110.0, 5.0, 50)
    assert (row["seconds"], row["games_per_second"]) == (0.5, 10.0)
    wilson = binomtest(2, 4).proportion_ci(method="wilson")
    assert (row["ci_low"], row["ci_high"]) == pytest.approx((wilson.low, wilson.high))


def test_summary_without_a_win_or_a_sound_game():
    [row] = summarise(rows(3)).to_dict("records")
    assert row["win_rate"] == 0 and np.isnan(row["mean_score"]) and np.isnan(row["seconds"])
    [row] = summarise(rows(2, fault="MAX_SETS")).to_dict("records")
    assert row["faults"] == 2 and np.isnan(row["win_rate"]) and np.isnan(row["ci_low"])
    assert len(summarise(rows(0, won=[]))) == 0


def test_comparison_is_paired_and_exact():
    a = rows(8, agent="heuristic", won=[1, 1, 1, 1, 1, 1, 0, 0])
    b = rows(8, agent="random", won=[1, 0, 0, 0, 0, 0, 1, 0])
    found = compare(pd.concat([a, b], ignore_index=True), "heuristic", "random")
    assert (found["games"], found["wins_a"], found["wins_b"], found["only_a"], found["only_b"]) == (8, 6, 2, 5, 1)
    assert found["difference"] == 0.5 and found["ci_low"] < 0.5 < found["ci_high"]
    assert found["p_value"] == pytest.approx(binomtest(1, 6).pvalue)


def test_comparison_leaves_out_faults_and_what_one_side_did_not_play():
    a = rows(5, decks="core-spirit", won=[1] * 5)
    b = rows(3, fault=["MAX_SETS", "", ""])
    found = compare(pd.concat([a, b], ignore_index=True), "core-spirit", "core-lore", by="decks")
    assert (found["games"], found["wins_a"], found["wins_b"], found["difference"]) == (2, 2, 0, 1.0)
    assert found["ci_low"] < 0 and found["ci_high"] == 1.0  # two games show nothing
    same = compare(pd.concat([b, b.assign(agent="other")], ignore_index=True), "random", "other")
    assert same["p_value"] == 1.0


def test_what_cannot_be_compared():
    df = pd.concat([rows(), rows(agent="other", seed=1)], ignore_index=True)
    with pytest.raises(UnknownName, match="unknown agent 'randm'; nearest: random"):
        compare(df, "randm", "other")
    with pytest.raises(UnknownName, match="unknown column"):
        compare(df, "random", "other", by="colour")
    with pytest.raises(BadValue, match="no game in common"):
        compare(df, "random", "other")
    with pytest.raises(BadValue, match="itself"):
        compare(df, "random", "random")
