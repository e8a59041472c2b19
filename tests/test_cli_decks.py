"""`lotrsim decks`, and files in the place of deck ids on the command line."""

import csv
import io
import json
import os
import subprocess
import sys

import pytest
from commands import lotrsim, ok, refused
from pages import LOTRSIM, blocks, commands, page, run_command, run_sessions

from lotrsim import decks
from lotrsim.experiments import read

MIRKWOOD = "passage-through-mirkwood"
RUN = ["run", "--scenario", MIRKWOOD, "--agent", "random", "--games", "2", "--workers", "1"]
TEXT = "Heroes\nBeravor\nGimli\n\n3x Gandalf\n2x Horn of Gondor\n"
SIDE = "\nSideboard\n2x Boromir (The Dead Marshes)\n"


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """A working folder with a deck in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.txt").write_text(TEXT)
    return tmp_path


def test_the_list_marks_what_no_tournament_allows():
    rows = {row["id"]: row for row in json.loads(ok("decks", "--format", "json"))}
    assert len(rows) == 19
    assert rows["forty-for-anduin"]["legal_size"] is False and rows["gloin-resources"]["legal_size"] is True
    assert [id for id, row in rows.items() if not row["legal_copies"]] == ["cheap-three-spheres"]
    assert "gloin-resources" in ok("decks") and ok("decks", "--format", "csv").startswith("id,name,heroes,")


def test_show_a_file():
    rows = list(csv.DictReader(io.StringIO(ok("decks", "show", "mine.txt", "--format", "csv"))))
    assert [(row["copies"], row["name"]) for row in rows] == [
        ("1", "Beravor"), ("1", "Gimli"), ("3", "Gandalf"), ("2", "Horn of Gondor"),
    ]  # fmt: skip
    assert "mine: 5 cards, starting threat 21" in ok("decks", "show", "mine.txt")


def test_check_good_decks():
    done = lotrsim("decks", "check", "mine.txt", "gloin-resources", "--format", "json")
    mine, published = json.loads(done.stdout)
    assert done.exit_code == 0 and done.stderr == "mine.txt: needs 2 Core Sets\n"
    assert (mine["id"], mine["heroes"], mine["cards"], mine["legal_size"]) == ("mine.txt", "Beravor, Gimli", 5, False)
    assert published["legal_size"] and published["legal_copies"]
    assert "mine.txt" in ok("decks", "check", "mine.txt")
    assert "gloin-resources" in ok("decks", "check", "gloin-resources", "--tournament")


def test_check_names_every_fault_of_every_deck(here):
    (here / "bad.txt").write_text("Gimli\n4x Feint\n2x Boromir\n1x Wargs\n")
    line = refused(2, "decks", "check", "bad.txt", "mine.txt", "core-lro", "--tournament")
    assert line.split("; nearest: ")[0] == (
        "bad.txt: a card that lotrsim does not know: 'Boromir'; "
        "bad.txt: Wargs is an encounter or quest card (enemy), not a player card; "
        "bad.txt: 4 copies of Feint, at most 3 are allowed; "
        "mine.txt: 5 of the 50 cards that a tournament deck needs at least; "
        "unknown deck 'core-lro'"
    )


def test_check_tells_what_is_not_played(here):
    (here / "side.txt").write_text(TEXT + SIDE)
    done = lotrsim("decks", "check", "side.txt")
    assert done.exit_code == 0 and "side.txt: its side deck (2 cards) is not played\n" in done.stderr
    assert "its side deck" in lotrsim("decks", "convert", "side.txt", "side.o8d").stderr


@pytest.mark.parametrize(
    ("name", "more", "begin"),
    [
        ("new.o8d", [], "<?xml"),
        ("new.json", [], "{"),
        ("new.json", ["--to", "dragncards"], "["),
        ("new.txt", [], "Name: mine"),
        ("new", ["--to", "text"], "Name: mine"),
    ],
)
def test_convert(here, name, more, begin):
    done = lotrsim("decks", "convert", "mine.txt", name, *more)
    assert done.exit_code == 0 and done.stdout == "" and done.stderr == f"wrote {name}\n"
    assert (here / name).read_text().startswith(begin)
    assert decks.read(name).cards == decks.read("mine.txt").cards
    assert f"{name} exists and was left alone; --force" in refused(2, "decks", "convert", "core-lore", name, *more)
    ok("decks", "convert", "core-lore", name, *more, "--force")
    assert decks.read(name).size == 30
    assert sorted(os.listdir(here)) == sorted(["mine.txt", name])


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (["check"], 2, "Missing argument 'DECK...'"),
        (["check", "none.o8d"], 2, "unknown deck 'none.o8d': there is no such file, and no deck has this id"),
        (["check", "core-lro"], 2, "unknown deck 'core-lro'; nearest: core-lore"),
        (["show", "no/folder"], 2, "there is no such file"),
        (["check", "core-lore", "--tournament"], 2, "core-lore: 30 of the 50 cards"),
        (["check", "cheap-three-spheres", "--tournament"], 2, "4 copies of Gandalf, at most 3 are allowed"),
        (["convert", "mine.txt", "new.xyz"], 2, "no format is known for such a name"),
        (["convert", "mine.txt", "new.o8d", "--to", "ringdb"], 2, "unknown deck format 'ringdb'; nearest: ringsdb"),
        (["convert", "mine.txt", "no/folder/new.o8d"], 1, "no/folder/new.o8d: cannot be written: No such file"),
        (["convert", "none.txt", "new.o8d"], 2, "there is no such file"),
        (["convert", "mine.txt", "."], 2, "is a directory"),
        (["check", "mine.txt", "--cards", "none.py"], 2, "'none.py' does not exist"),
    ],
)
def test_wrong_usage(here, args, code, message):
    assert message in refused(code, "decks", *args)
    assert os.listdir(here) == ["mine.txt"]


def test_run_and_play_files(here):
    (here / "side.txt").write_text(TEXT.replace("Gimli", "Éowyn").replace("Beravor", "Legolas") + SIDE, encoding="utf-8")
    done = lotrsim(*RUN, "--deck", "mine.txt", "--deck", "mine.txt+side.txt", "--format", "json")
    assert [row["deck"] for row in json.loads(done.stdout)] == ["mine.txt", "mine.txt+side.txt"]
    assert done.stderr.count("side.txt: its side deck (2 cards) is not played") == 1
    assert "take a mulligan" in ok("play", MIRKWOOD, "--deck", "mine.txt", "--seed", "1", input="q\n")


def test_a_replay_finds_its_file_again():
    ok("replay", "--new", MIRKWOOD, "--deck", "mine.txt", "--out", "game.replay")
    assert "every line is reproduced" in lotrsim("replay", "game.replay").stderr
    os.remove("mine.txt")
    assert "line 4: unknown deck 'mine.txt': there is no such file" in refused(1, "replay", "game.replay")


def test_workers_play_files(here):
    """The decks travel to the workers, which need not find the files."""
    args = [*RUN, "--deck", "mine.txt", "--out"]
    ok(*args, "one.parquet")
    args[args.index("--workers") + 1] = "2"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    command = [sys.executable, "-c", LOTRSIM, *args, "two.parquet"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    assert read("one.parquet").equals(read("two.parquet"))


def test_the_page_about_decks(here):
    """Its file, its commands and its session work as they stand there."""
    text = page("docs/decks.md")
    [deck] = blocks(text, "text")
    (here / "my_deck.txt").write_text(deck, encoding="utf-8")
    for command, lines in commands(text):
        done = run_command(command, here)
        assert done.returncode == 0, done.stderr
        assert [line for line in lines if line not in done.stdout] == []
    done = run_sessions(text, here)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_page_names_every_format():
    assert [name for name in decks.FORMATS if f"| `{name}` |" not in page("docs/decks.md")] == []


def test_tournament_play_refuses_every_fault_at_once():
    args = ["--deck", "mine.txt+core-lore", "--difficulty", "hard", "--tournament"]
    for command in (RUN, ["play", MIRKWOOD]):
        line = refused(2, *command, *args)
        for words in (
            *("mine.txt: 5 of the 50 cards", "core-lore: 30 of the 50 cards", "unknown difficulty 'hard'"),
            "the hero Beravor is in two decks of the table: mine.txt and core-lore",
        ):
            assert words in line
