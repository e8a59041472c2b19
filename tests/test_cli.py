"""The command line: what each command prints, and one line with an exit code for everything that is wrong."""

import csv
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from commands import lotrsim, ok, refused

from lotrsim.cards import COLUMNS
from lotrsim.cli import COMMANDS
from lotrsim.experiments import read
from lotrsim.experiments.results import SUMMARY

MIRKWOOD = "passage-through-mirkwood"
RUN = ["run", "--scenario", MIRKWOOD, "--deck", "core-lore", "--agent", "random", "--games", "2", "--workers", "1"]
ROOT = Path(__file__).resolve().parent.parent
NAMES = ["run", "demo", "play", "replay", "cards", "scenarios", "decks", "agents", "lint", "doctor"]
SUBCOMMANDS = [["cards", "show"], ["decks", "show"], ["decks", "check"], ["decks", "convert"]]
GOOD_CARDS = """
from lotrsim.cards.spec import ally
from lotrsim.ids import LORE

CARD = ally("Test Scout", sphere=LORE, cost=1, willpower=1, attack=0, defense=0, hit_points=1, set="Tests", number=9002)
"""
BAD_CARDS = GOOD_CARDS.replace("hit_points=1", "hit_points=1, keywords='Quick'")


def process(environment, *args, **more):
    """Run a command in a process of its own."""
    command = [sys.executable, "-m", "lotrsim", *(str(arg) for arg in args)]
    return subprocess.run(command, capture_output=True, text=True, env=environment, **more)


@pytest.fixture
def forgotten():
    """What a test loads is gone after it."""
    from lotrsim import loading
    from lotrsim.cards import registry

    before = list(loading._files)
    yield
    loading._files[:] = before
    for card in [card for card in registry.all_cards() if card.number == 9002]:
        registry.unregister(card)


# --- Help ------------------------------------------------------------------------------------------------------------


def test_help_names_every_command():
    text = ok("--help")
    assert [name for name in NAMES if re.search(rf"^  {name} ", text, re.MULTILINE)] == NAMES
    assert text == ok() == ok("-h")


@pytest.mark.parametrize("command", [*([name] for name in NAMES), *SUBCOMMANDS])
def test_every_command_has_help_with_an_example(command):
    text = ok(*command, "--help")
    assert "Usage:" in text and f"Example: lotrsim {' '.join(command)}" in " ".join(text.split())


def test_examples_are_of_their_command():
    for function, text in COMMANDS:
        assert text.split()[0] == function.__name__


def test_help_is_fast_because_it_imports_nothing_heavy(environment):
    code = (
        "import sys; sys.argv = ['lotrsim', 'run', '--help']\n"
        "from lotrsim.cli import main\n"
        "try: main()\n"
        "except SystemExit: print([m for m in ('numba', 'numpy', 'pandas', 'matplotlib') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_version():
    assert re.fullmatch(r"lotrsim \d+\.\d+\.\d+\n", ok("--version"))


def test_a_closed_pipe_is_no_traceback(environment):
    command = f"{sys.executable} -m lotrsim cards --format json | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, env=environment)
    assert done.stdout == "[\n" and "Traceback" not in done.stderr


# --- run -------------------------------------------------------------------------------------------------------------


def test_run_prints_only_the_array_on_stdout():
    done = lotrsim(*RUN, "--deck", "core-spirit+core-tactics", "--difficulty", "easy", "--format", "json")
    first, second = json.loads(done.stdout)
    assert tuple(first) == SUMMARY
    assert (first["deck"], second["deck"]) == ("core-lore", "core-spirit+core-tactics")
    assert (first["difficulty"], first["agent"], first["scenario"], first["games"]) == ("easy", "random", MIRKWOOD, 2)
    assert first["wins"] == 0 and first["mean_score"] is None
    assert first["seconds"] > 0 and first["games_per_second"] == pytest.approx(2 / first["seconds"])
    assert "4/4" in done.stderr


def test_run_as_table_and_csv():
    text = ok(*RUN)
    assert MIRKWOOD in text and "win rate" in text and "0.0%" in text
    [row] = csv.DictReader(io.StringIO(ok(*RUN, "--format", "csv")))
    assert tuple(row) == SUMMARY and row["deck"] == "core-lore" and row["mean_score"] == ""


def test_run_writes_rows_and_a_picture(tmp_path):
    done = lotrsim(*RUN, "--out", tmp_path / "r.parquet", "--plot", tmp_path / "r.png")
    assert done.exit_code == 0 and "wrote" in done.stderr
    assert len(read(tmp_path / "r.parquet")) == 2
    assert (tmp_path / "r.png").read_bytes().startswith(b"\x89PNG")


def test_run_in_several_processes_gives_the_same_rows(tmp_path, environment):
    one, two = tmp_path / "1.parquet", tmp_path / "2.parquet"
    lotrsim(*RUN, "--out", one)
    done = process(environment, *RUN, "--workers", "2", "--out", two, "--format", "json")
    assert done.returncode == 0 and len(json.loads(done.stdout)) == 1, done.stderr
    assert one.read_bytes() == two.read_bytes()


def test_a_run_that_loses_games_says_so(monkeypatch):
    from lotrsim.experiments import runner

    play = runner._play
    monkeypatch.setattr(runner, "CHUNK", 1)
    monkeypatch.setattr(runner, "_play", lambda *args: play(*args) if args[3] == 0 else 1 / 0)
    done = lotrsim(*RUN)
    assert done.exit_code == 1 and MIRKWOOD in done.stdout
    assert "seed 0, games 1 to 1: ZeroDivisionError" in done.stderr
    assert "error: 1 part was lost" in done.stderr


def test_own_cards_are_loaded(tmp_path, forgotten):
    file = tmp_path / "mine.py"
    file.write_text(GOOD_CARDS)
    assert json.loads(ok(*RUN, "--cards", file, "--format", "json"))[0]["games"] == 2
    assert "Test Scout" in ok("cards", "--cards", file, "--format", "csv")


# --- play and replay -------------------------------------------------------------------------------------------------


def test_play_from_a_pipe():
    text = ok("play", MIRKWOOD, "--deck", "core-lore", "--seed", 3, input="?\nfoo\n99\nc beravor\nc xyz\nt\nl\n1\nq\n")
    assert "take a mulligan" in text and "quit" in text
    assert "'foo' is no number from 1 to 2" in text and "'99' is no number" in text
    assert "Action (limit 1 per round)" in text and "unknown card 'xyz'" in text
    assert text.count("Staging area") >= 3
    assert text.rstrip().endswith("The game was left.")


def test_play_ends_with_the_pipe():
    assert ok("play", MIRKWOOD, "--deck", "core-lore+core-spirit", input="").rstrip().endswith("The game was left.")


def test_a_whole_game():
    text = ok("play", MIRKWOOD, "--deck", "core-lore", "--seed", 3, input="1\n" * 5000)
    assert re.search(r"You have (won\. Score -?\d+|lost: [a-z ]+)\. \d+ rounds, \d+ decisions\.", text)


def test_replay_is_recorded_and_checked(tmp_path):
    file = tmp_path / "game.txt"
    new = ["replay", "--new", MIRKWOOD, "--deck", "core-lore", "--agent", "random", "--seed", "7", "--out", file]
    ok(*new)
    text = file.read_bytes()
    done = lotrsim("replay", file)
    assert done.exit_code == 0 and "every line is reproduced" in done.stderr
    assert "exists and was left alone" in refused(2, *new)
    assert file.read_bytes() == text
    ok(*new, "--force")
    assert file.read_bytes() == text


def test_a_changed_replay_is_refused_with_the_place(tmp_path):
    file = tmp_path / "game.txt"
    ok("replay", "--new", MIRKWOOD, "--deck", "core-lore", "--seed", "7", "--out", file)
    lines = file.read_text().splitlines(keepends=True)
    (tmp_path / "short.txt").write_text("".join(lines[: len(lines) // 2]))
    assert "short.txt" in refused(1, "replay", tmp_path / "short.txt")
    middle = len(lines) // 2
    lines[middle] = lines[middle].replace(" | ", " | not ", 1)
    (tmp_path / "other.txt").write_text("".join(lines))
    assert f"line {middle + 1}: the replay says" in refused(1, "replay", tmp_path / "other.txt")


# --- Lists -----------------------------------------------------------------------------------------------------------


def test_cards_as_csv():
    rows = list(csv.DictReader(io.StringIO(ok("cards", "--format", "csv"))))
    assert tuple(rows[0]) == COLUMNS and len(COLUMNS) == 20
    assert [row["number"] for row in rows[:128]] == [str(k) for k in range(1, 129)]
    assert rows[0]["name"] == "Aragorn" and rows[0]["threat_cost"] == "12" and rows[0]["quest_points"] == ""


def test_cards_are_filtered():
    rows = json.loads(ok("cards", "--type", "Hero", "--sphere", "lore", "--format", "json"))
    assert [row["name"] for row in rows] == ["Denethor", "Glorfindel", "Beravor"]
    rows = json.loads(ok("cards", "--set", "spiders of mirkwood", "--format", "json"))
    assert {row["encounter_set"] for row in rows} == {"Spiders of Mirkwood"}
    assert "Théodred" in ok("cards", "--type", "hero")


def test_one_card():
    assert "choose a player, exhaust Beravor -> the chosen player draws 2 cards" in ok("cards", "show", "beravor")
    assert ok("cards", "show", "12") == ok("cards", "show", "Beravor")


def test_scenarios_decks_and_agents():
    assert MIRKWOOD in [row["id"] for row in json.loads(ok("scenarios", "--format", "json"))]
    assert [row["id"] for row in json.loads(ok("decks", "--format", "json"))][:1] == ["core-leadership"]
    assert "random" in [row["id"] for row in json.loads(ok("agents", "--format", "json"))]
    rows = json.loads(ok("decks", "show", "core-lore", "--format", "json"))
    assert sum(row["copies"] for row in rows) == 33 and rows[0]["name"] == "Denethor"
    assert "starting threat 30" in ok("decks", "show", "core-lore")


def test_lint(tmp_path, forgotten):
    done = lotrsim("lint")
    assert done.exit_code == 0 and "no problems" in done.stderr and done.stdout == ""
    file = tmp_path / "mine.py"
    file.write_text(BAD_CARDS)
    done = lotrsim("lint", file, "--format", "json")
    [problem] = json.loads(done.stdout)
    assert done.exit_code == 1 and "1 cards, 1 problem" in done.stderr
    assert (problem["code"], problem["card"], problem["line"]) == ("KEYWORD-NO-PROGRAM", "Test Scout", 5)
    file.write_text("CARD =")
    assert "line 1: no Python" in refused(1, "lint", file)
    file.write_text(GOOD_CARDS)
    assert json.loads(ok("lint", file, "--format", "json")) == []


def test_doctor():
    found = {row["what"]: row["value"] for row in json.loads(ok("doctor", "--format", "json"))}
    assert found["cores"] >= 1 and found["kernels"] > 100 and found["numba"].startswith("0.")
    assert found["cache folder state"] == "writable" or "made" in found["cache folder state"]


# --- demo ------------------------------------------------------------------------------------------------------------


def test_demo(tmp_path):
    demo = ["demo", "--games", "2", "--workers", "1", "--out", tmp_path / "demo"]
    text = ok(*demo)
    assert text.count("heuristic") == 4 and "win rate" in text
    assert sorted(os.listdir(tmp_path / "demo")) == ["demo.parquet", "demo.png"]
    assert len(read(tmp_path / "demo" / "demo.parquet")) == 16
    assert "exists and was left alone" in refused(2, *demo)
    assert len(json.loads(ok(*demo, "--force", "--format", "json"))) == 8
