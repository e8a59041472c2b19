"""Saved games: everything comes back, nothing is half written, and a damaged file is refused with its place."""

import hashlib
import json
import os
import random
import re

import numpy as np
import pytest

import lotrsim
from lotrsim import Game, ids, saving, writing
from lotrsim.checks import state_hash
from lotrsim.errors import BadFile, OutputExists
from lotrsim.state import GAME

MIRKWOOD = "passage-through-mirkwood"


@pytest.fixture
def game():
    game = Game.new(MIRKWOOD, decks=["core-leadership", "core-lore"], seed=9)
    generator = random.Random(4)
    for _ in range(40):
        game.choose(generator.choice(game.options))
    return game


@pytest.fixture
def saved(game, tmp_path):
    """A saved game: its path and its three parts."""
    path = tmp_path / "game.save"
    game.save(path)
    return path


def parts(path):
    """The header and the record of a saved game."""
    magic, header, body = path.read_bytes().split(b"\n", 2)
    return json.loads(header), body


def written(path, header, body, magic=saving.MAGIC):
    path.write_bytes(magic + json.dumps(header).encode() + b"\n" + body)
    return path


def with_record(path, change):
    """The file with another record in it, hashes and lengths being right."""
    header, body = parts(path)
    games = np.frombuffer(body, GAME).copy()
    change(games[0])
    body = games.tobytes()
    return written(path, header | {"sha256": hashlib.sha256(body).hexdigest()}, body)


def refused(path, place):
    with pytest.raises(BadFile, match=re.escape(place)) as error:
        Game.load(path)
    assert str(path) in str(error.value) and "\n" not in str(error.value)


# --- There and back --------------------------------------------------------------------------------------------------


def test_everything_comes_back(game, saved):
    back = Game.load(saved)
    assert state_hash(back) == state_hash(game)
    assert (back.scenario, back.decks, back.seed, back.difficulty) == (MIRKWOOD, game.decks, 9, "standard")
    assert back.log == game.log and str(back) == str(game)
    assert back.options == game.options
    while not game.over:
        game.choose(game.options[0])
        back.choose(back.options[0])
    assert back.result == game.result and back.log == game.log


def test_at_any_decision(tmp_path):
    """Also in the middle of an effect, a payment, an attack."""
    game = Game.new(MIRKWOOD, "core-spirit+core-tactics", seed=3, log=False)
    generator = random.Random(8)
    kinds = set()
    while not game.over:
        if game.decision.kind not in kinds:
            kinds.add(game.decision.kind)
            game.save(tmp_path / "game.save", force=True)
            back = Game.load(tmp_path / "game.save")
            assert state_hash(back) == state_hash(game) and back.log == [] and not back.keeps_log
        game.choose(generator.choice(game.options))
    game.save(tmp_path / "over.save")
    assert Game.load(tmp_path / "over.save").result == game.result


def test_a_position_can_be_saved(tmp_path):
    game = lotrsim.testing.position(heroes=[["Éowyn"]], phase="quest")
    game.save(tmp_path / "position.save")
    back = Game.load(str(tmp_path / "position.save"))
    assert (back.scenario, back.decks, back.seed) == (game.scenario, game.decks, game.seed)
    assert state_hash(back) == state_hash(game)


def test_nothing_is_overwritten(game, saved):
    before = saved.read_bytes()
    with pytest.raises(OutputExists, match="force=True"):
        game.save(saved)
    assert saved.read_bytes() == before
    game.choose(game.options[0]).save(saved, force=True)
    assert saved.read_bytes() != before and os.listdir(saved.parent) == [saved.name]


def test_a_file_is_whole_or_not_there(game, tmp_path, monkeypatch):
    def broken(source, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(writing.os, "replace", broken)
    with pytest.raises(BadFile, match="No space left"):
        game.save(tmp_path / "game.save")
    assert os.listdir(tmp_path) == []
    with pytest.raises(BadFile, match="No such file"):
        game.save(tmp_path / "nowhere" / "game.save")


def test_the_same_game_is_the_same_file(game, saved, tmp_path):
    Game.load(saved).save(tmp_path / "again.save")
    assert (tmp_path / "again.save").read_bytes() == saved.read_bytes()


# --- Damaged and foreign files (DESIGN, section 11) ------------------------------------------------------------------


@pytest.mark.parametrize("content", [b"", b"\x80\x04K\x01.", b"PK\x03\x04", b"lotrsim save 2\n{}\n", b"\n\n\n"])
def test_foreign_files(content, tmp_path):
    path = tmp_path / "game.save"
    path.write_bytes(content)
    refused(path, "line 1: is not a game saved by lotrsim")


def test_no_file(tmp_path):
    refused(tmp_path / "none.save", "No such file")
    refused(tmp_path, "directory")


@pytest.mark.parametrize("header", [b"", b"{}", b"[1]", b"{", b"\xff", b"null", b'{"dtype": 3}', b"[" * 9999])
def test_broken_headers(header, tmp_path):
    path = tmp_path / "game.save"
    path.write_bytes(saving.MAGIC + header)
    refused(path, "line 2: the header does not end")
    path.write_bytes(saving.MAGIC + header + b"\n")
    refused(path, "header")


def test_every_cut_is_noticed(saved):
    content = saved.read_bytes()
    for length in {0, 5, len(saving.MAGIC), 200, len(content) // 2, len(content) - 1}:
        saved.write_bytes(content[:length])
        with pytest.raises(BadFile):
            Game.load(saved)
    saved.write_bytes(content + b"x")
    refused(saved, "record: has")


def test_every_changed_byte_of_the_record_is_noticed(saved):
    header, body = parts(saved)
    for place in range(0, len(body), 611):
        changed = bytearray(body)
        changed[place] ^= 1
        refused(written(saved, header, bytes(changed)), "record: is damaged")


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"rules_version": 99}, f"header, rules_version: the rules have version {lotrsim.RULES_VERSION} here, 99 in the save"),
        ({"programs": "0" * 64}, "header, programs"),
        ({"card_files": [{"path": "my.py", "sha256": "0" * 64}]}, "needs exactly these, in this order: my.py"),
        ({"bytes": 12}, "record: has"),
        ({"bytes": True}, "header, bytes"),
        ({"seed": "7"}, "header, seed"),
        ({"decks": [1]}, "header, decks"),
        ({"log": [None]}, "header, log"),
        ({"scenario": None}, "header, scenario"),
        ({"dtype": []}, "header, dtype: the record is laid out otherwise here (0 fields instead"),
        ({"dtype": [["rng_key", "int64", 0]]}, "header, dtype: the record is laid out otherwise here (rng_key)"),
    ],
)
def test_headers_of_others(change, place, saved):
    header, body = parts(saved)
    refused(written(saved, header | change, body), place)


@pytest.mark.parametrize("text", ["a\nb", "a\u2028b", "\x00", "\ud800"])
def test_a_text_of_several_lines_never_comes_into_a_message(text, saved):
    """The message is one line, whatever a header says where it is repeated, and whatever else is wrong with it."""
    header, body = parts(saved)
    changes = [
        {name: text, **wrong} for name in ("lotrsim", "scenario", "difficulty") for wrong in ({}, {"dtype": []}, {"programs": ""})
    ]
    changes += [{"card_files": [{"path": text, "sha256": text}]}, {"cards": [[text, 1]]}, {"dtype": [[text, text, 0]]}]
    for change in changes:
        with pytest.raises(BadFile) as error:
            Game.load(written(saved, header | change, body))
        assert str(error.value).isprintable(), change


def test_other_cards(saved):
    header, body = parts(saved)
    cards = [*header["cards"]]
    cards[5] = ["Legolas the Second", 5]
    refused(written(saved, header | {"cards": cards}, body), "header, cards, face 5: is ['Legolas the Second', 5]")
    refused(written(saved, header | {"cards": header["cards"][:-1]}, body), "header, programs")
    fields = [*header["dtype"]]
    fields[3] = ["agent_count", "int32", 40]
    refused(written(saved, header | {"dtype": fields}, body), "laid out otherwise here (agent_count)")
    for name in header:
        if name != "lotrsim":
            less = {key: value for key, value in header.items() if key != name}
            refused(written(saved, less, body), f"header, {name}: is missing")


def set_field(name, value, at=None):
    def change(g):
        if at is None:
            g[name] = value
        else:
            g[name][at] = value

    return change


@pytest.mark.parametrize(
    "change",
    [
        set_field("n_players", 5),
        set_field("n_cards", -1),
        set_field("n_frames", 4000),
        set_field("face", 30000, 3),
        set_field("zone", 32, 3),
        set_field("zone", -1, 3),
        set_field("next_card", 5000, 3),
        set_field("under", -2, 3),
        set_field("host", 400, 3),
        set_field("owner", 4, 3),
        set_field("zone_first", 319, ids.STAGING),
        set_field("stage", 320),
        set_field("phase", 9),
        set_field("decision", 77),
        set_field("legal", 9999, 0),
        set_field("n_legal", 337),
        set_field("first_player", 3),
        set_field("n_lasting", 193),
        set_field("frames", 99, (0, ids.KIND)),
        set_field("frames", 5000, (0, ids.SOURCE)),
    ],
)
def test_impossible_records(change, saved):
    """Every index is checked, also in a file whose hash is right: nothing is played on it."""
    refused(with_record(saved, change), "is impossible")


def test_nothing_is_unpickled(saved, monkeypatch):
    import pickle

    def never(*args, **more):
        raise AssertionError("unpickled")

    monkeypatch.setattr(pickle, "loads", never)
    monkeypatch.setattr(pickle, "load", never)
    Game.load(saved)
