"""The command line, used wrongly: one line on stderr, an exit code, and nothing changed."""

import os

import pytest
from commands import ok, refused

MIRKWOOD = "passage-through-mirkwood"
RUN = ["run", "--scenario", MIRKWOOD, "--deck", "core-lore", "--agent", "random", "--games", "2", "--workers", "1"]
BAD_CARDS = """
from lotrsim.cards.spec import ally
from lotrsim.ids import LORE

CARD = ally("Test Scout", sphere=LORE, cost=1, hit_points=1, keywords="Quick", set="Tests", number=9002)
"""




@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--scenario", "passage-thru"], "unknown scenario 'passage-thru'; nearest: passage-through-mirkwood"),
        (["--deck", "core-lor"], "unknown deck 'core-lor'; nearest: core-lore"),
        (["--agent", "randm"], "unknown agent 'randm'; nearest: random"),
        (["--difficulty", "hard"], "unknown difficulty 'hard'; nearest: standard, easy, basic"),
        (["--games", "0"], "games must be at least 1, not 0"),
        (["--games", "-3"], "games must be at least 1, not -3"),
        (["--games", "many"], "Invalid value for '--games'"),
        (["--seed", "-1"], "seed must be at least 0, not -1"),
        (["--seed", str(2**63)], "seed must be at most 9223372036854775807"),
        (["--workers", "0"], "workers must be a whole number from 1"),
        (["--deck", "core-lore+core-spirit+core-tactics+core-leadership+core-lore"], "5 decks, at most 4 players"),
        (["--deck", "core-lore+core-lore"], "the hero Beravor is in two decks of the table: core-lore and core-lore"),
        (["--format", "xml"], "Invalid value for '--format'"),
        (["--cards", "no-such-file.py"], "'no-such-file.py' does not exist"),
        (["--nonsense"], "No such option: --nonsense"),
    ],
)  # fmt: skip
def test_wrong_usage_of_run(args, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert message in refused(2, *RUN, "--out", "r.parquet", *args)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["run"], "Missing option '--scenario'"),
        (["rum"], "No such command 'rum'"),
        (["cards", "show", "Gandalff"], "unknown card 'Gandalff'; nearest: Gandalf"),
        (["cards", "--sphere", "lroe"], "unknown sphere 'lroe'; nearest: Lore"),
        (["cards", "--type", "wizard"], "unknown type 'wizard'; nearest: "),
        (["cards", "--set", "Spiders"], "unknown encounter set 'Spiders'; nearest: Spiders of Mirkwood"),
        (["decks", "show", "core-lro"], "unknown deck 'core-lro'; nearest: core-lore"),
        (["play", "passage", "--deck", "core-lore"], "unknown scenario 'passage'"),
        (["play", MIRKWOOD, "--deck", "core-lor"], "unknown deck 'core-lor'"),
        (["play", MIRKWOOD, "--deck", "core-lore", "--deck", "core-lore"], "the hero Denethor is in two decks"),
        (["play", MIRKWOOD, "--deck", "core-lore", "--difficulty", "hard"], "unknown difficulty 'hard'"),
        (["replay"], "name a replay to check, or a scenario"),
        (["replay", "nothing.txt"], "'nothing.txt' does not exist"),
        (["replay", "--new", MIRKWOOD], "--new needs --deck and --out"),
        (["replay", "--new", "passage", "--deck", "core-lore", "--out", "x.txt"], "unknown scenario 'passage'"),
        (["replay", "--new", MIRKWOOD, "--deck", "core-lore", "--agent", "rndm", "--out", "x.txt"], "unknown agent"),
        (["demo", "--games", "0"], "games must be at least 1"),
        (["lint", "nothing.py"], "'nothing.py' does not exist"),
    ],
)  # fmt: skip
def test_wrong_usage(args, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert message in refused(2, *args)
    assert os.listdir(tmp_path) == []


def test_one_line_names_every_fault():
    line = refused(2, *RUN, "--scenario", "a", "--deck", "b", "--agent", "c", "--games", "0", "--seed", "-1")
    for word in ("scenario 'a'", "deck 'b'", "agent 'c'", "games", "seed"):
        assert word in line


@pytest.mark.parametrize(("option", "name"), [("--out", "r.parquet"), ("--plot", "r.png")])
def test_existing_output_is_left_alone_without_force(option, name, tmp_path):
    (tmp_path / name).write_text("mine")
    assert f"{name} exists and was left alone; --force" in refused(2, *RUN, option, tmp_path / name)
    assert (tmp_path / name).read_text() == "mine"
    ok(*RUN, option, tmp_path / name, "--force")
    assert (tmp_path / name).read_bytes()[:4] in (b"PAR1", b"\x89PNG")


def test_output_that_cannot_be_written_is_refused_before_anything_is_played(tmp_path):
    assert "no/folder does not exist" in refused(1, *RUN, "--out", tmp_path / "no" / "folder" / "r.parquet")
    assert "it is a folder" in refused(1, *RUN, "--plot", tmp_path)
    assert "are the same file" in refused(2, *RUN, "--out", tmp_path / "x", "--plot", tmp_path / "x")
    assert os.listdir(tmp_path) == []


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_permission(tmp_path):
    tmp_path.chmod(0o500)
    assert "Permission denied" in refused(1, *RUN, "--out", tmp_path / "r.parquet")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"\x00\xff\x01", "mine.py: "),
        (b"this is no Python", "mine.py: line 1: no Python"),
        (b"x = 1", "holds no card and no scenario"),
        (b"raise SystemExit(0)", "mine.py: line 1: SystemExit"),
        (BAD_CARDS.encode(), "KEYWORD-NO-PROGRAM Test Scout"),
    ],
)
@pytest.mark.parametrize("command", [RUN, ["cards"], ["play", MIRKWOOD, "--deck", "core-lore"]])
def test_damaged_card_files(text, message, command, tmp_path):
    file = tmp_path / "mine.py"
    file.write_bytes(text)
    assert message in refused(1, *command, "--cards", file)


@pytest.mark.parametrize("text", [b"", b"\x00\xff\x01", b"not a replay\n", b'{"lotrsim": 1}'])
def test_damaged_replays(text, tmp_path):
    file = tmp_path / "game.txt"
    file.write_bytes(text)
    assert "game.txt" in refused(1, "replay", file)
    assert file.read_bytes() == text


def test_whatever_breaks_is_one_line(monkeypatch):
    from lotrsim import decks

    monkeypatch.setattr(decks, "table", lambda: 1 / 0)
    assert "ZeroDivisionError: division by zero" in refused(1, "decks")
    monkeypatch.setattr(decks, "table", lambda: (_ for _ in ()).throw(KeyboardInterrupt))
    assert refused(1, "decks") == "interrupted"
