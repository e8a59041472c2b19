"""Results keep the lists of their decks: in files, in folders, after reading; what is damaged is refused in one line."""

import copy
import json

import pandas as pd
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from lotrsim import decks
from lotrsim.cli import app
from lotrsim.decks import Deck
from lotrsim.errors import BadFile, BadValue
from lotrsim.experiments import Experiment, Sweep, analysis, read, run, run_sweep, write
from lotrsim.experiments.contents import KEY, Contents, checked, deck_content
from lotrsim.experiments.folder import MANIFEST

MIRKWOOD = "passage-through-mirkwood"
BASE = decks.get("core-leadership")
MINE = Deck("of-my-own", "Of my own", BASE.heroes, ((BASE.cards[0][0], BASE.cards[0][1] - 1), *BASE.cards[1:]))
TEAMS = [MINE, "core-spirit"]


@pytest.fixture(scope="module")
def played():
    """A game of a deck that lotrsim does not know, and of one that it knows."""
    return run(Experiment(MIRKWOOD, TEAMS, "random", games=1, seed=5), workers=1, progress=False)


def tampered(path, value):
    """A copy of a file with other metadata."""
    table = pq.read_table(path)
    made = path.with_name("tampered.parquet")
    pq.write_table(table.replace_schema_metadata({**table.schema.metadata, KEY.encode(): value}), made)
    return made


def test_a_file_holds_the_lists_of_its_decks(played, tmp_path):
    path = write(played, tmp_path / "r.parquet")
    kept = read(path).attrs["decks"]
    assert kept == {deck.id: deck_content(deck) for deck in (MINE, decks.get("core-spirit"))} == played.attrs["decks"]
    assert write(read(path), tmp_path / "again.parquet").read_bytes() == path.read_bytes()
    pd.testing.assert_frame_equal(read(path), played)


def test_analysis_reads_them_where_nobody_else_knows_the_deck(played, tmp_path):
    found = analysis.deck_table(read(write(played, tmp_path / "r.parquet")), "card")
    assert found.loc["of-my-own", BASE.cards[0][0]] == BASE.cards[0][1] - 1 and list(found.index) == ["of-my-own", "core-spirit"]
    stripped = played.copy()
    stripped.attrs = {}
    older = read(write(stripped, tmp_path / "older.parquet"))
    assert older.attrs == {}
    with pytest.raises(BadValue, match="do not say what is in the deck 'of-my-own'"):
        analysis.deck_table(older)


def test_only_decks_of_the_rows_are_written(played, tmp_path):
    part = played[played["decks"] == "core-spirit"]
    assert list(read(write(part, tmp_path / "r.parquet")).attrs["decks"]) == ["core-spirit"]


def test_decks_that_somebody_gave_are_written_alike(played, tmp_path):
    """`attrs["decks"]` may hold decks themselves."""
    given = played.copy()
    given.attrs = {"decks": {"of-my-own": MINE}}
    assert read(write(given, tmp_path / "r.parquet")).attrs["decks"] == {"of-my-own": deck_content(MINE)}


def test_teams_are_kept_deck_by_deck(tmp_path):
    df = run(Experiment(MIRKWOOD, [[MINE, "core-spirit"]], "random", games=1), workers=1, progress=False)
    assert set(read(write(df, tmp_path / "r.parquet")).attrs["decks"]) == {"of-my-own", "core-spirit"}


def test_a_folder_says_the_same(played, tmp_path):
    df = run_sweep(Sweep(Experiment(MIRKWOOD, TEAMS, "random", games=1, seed=5)), tmp_path / "s", workers=1, progress=False)
    assert df.attrs["decks"] == read(tmp_path / "s").attrs["decks"] == played.attrs["decks"]


def test_the_command_keeps_them(tmp_path):
    file = tmp_path / "of-a-file.txt"
    file.write_text("\n".join([*BASE.heroes, "", *(f"{copies}x {title}" for title, copies in BASE.cards)]), encoding="utf-8")
    out = tmp_path / "r.parquet"
    words = ["run", "--scenario", MIRKWOOD, "--deck", str(file), "--agent", "random", "--games", "1", "--workers", "1"]
    done = CliRunner().invoke(app, [*words, "--out", str(out)])
    assert done.exit_code == 0, done.output
    [(name, kept)] = read(out).attrs["decks"].items()
    assert kept["heroes"] == list(BASE.heroes) and name == read(out)["decks"][0]


CONTENT = {"id": "a", "heroes": ["Aragorn"], "cards": [["Gandalf", 3]]}
DAMAGED = {
    "no json": b"{",
    "no text": b"\xff\xfe",
    "nested beyond end": b"[" * 100_000,
    "a list": b"[]",
    "a word": b'"x"',
    "a deck that is a list": b'{"a": []}',
    "another id": json.dumps({"b": CONTENT}).encode(),
    **{f"no {part}": json.dumps({"a": {k: v for k, v in CONTENT.items() if k != part}}).encode() for part in CONTENT},
    "heroes are a word": json.dumps({"a": CONTENT | {"heroes": "Aragorn"}}).encode(),
    "a hero is a number": json.dumps({"a": CONTENT | {"heroes": [1]}}).encode(),
    "a card without number": json.dumps({"a": CONTENT | {"cards": [["Gandalf"]]}}).encode(),
    "no copies": json.dumps({"a": CONTENT | {"cards": [["Gandalf", 0]]}}).encode(),
    "copies are true": json.dumps({"a": CONTENT | {"cards": [["Gandalf", True]]}}).encode(),
    "half a copy": json.dumps({"a": CONTENT | {"cards": [["Gandalf", 0.5]]}}).encode(),
    "cards are a mapping": json.dumps({"a": CONTENT | {"cards": {"Gandalf": 3}}}).encode(),
}


@pytest.mark.parametrize("value", DAMAGED.values(), ids=DAMAGED)
def test_damaged_lists_are_refused_in_one_line(played, tmp_path, value):
    path = tampered(write(played, tmp_path / "r.parquet"), value)
    with pytest.raises(BadFile) as caught:
        read(path)
    text = str(caught.value)
    assert text.startswith(f"{path}: {KEY}: the list") and "damaged" in text and "\n" not in text and len(text) < 300
    done = CliRunner().invoke(app, ["report", str(path), "-o", str(tmp_path / "page.html")])
    assert done.exit_code == 1 and not (tmp_path / "page.html").exists() and "Traceback" not in done.output


def test_a_damaged_manifest_is_refused_in_one_line(tmp_path):
    run_sweep(Sweep(Experiment(MIRKWOOD, "core-spirit", "random", games=1)), tmp_path / "s", workers=1, progress=False)
    manifest = tmp_path / "s" / MANIFEST
    found = json.loads(manifest.read_text())
    del found["deck_contents"]["core-spirit"]["heroes"]
    manifest.write_text(json.dumps(found))
    with pytest.raises(BadFile, match=r"manifest.json: deck_contents: the list of the deck 'core-spirit' is damaged"):
        read(tmp_path / "s")


def test_copies_of_a_frame_share_the_lists(played):
    """pandas copies the attributes at every operation; hundreds of decks would be copied each time."""
    assert isinstance(played.attrs["decks"], Contents)
    assert played[played["won"]].attrs["decks"] is played.attrs["decks"] is copy.deepcopy(played.attrs["decks"])
    assert checked(dict(played.attrs["decks"]), "r", KEY) == played.attrs["decks"]
