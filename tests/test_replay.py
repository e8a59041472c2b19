"""Replays: recorded, played again line by line, and refused with the line where they are none."""

import re

import pytest

import lotrsim
from lotrsim import replay
from lotrsim.errors import BadDeck, BadFile, BadValue, IllegalAction, OutputExists, UnknownName
from lotrsim.replay import random_chooser, read, record, verify, verify_file

MIRKWOOD = "passage-through-mirkwood"
GAME = {"scenario": MIRKWOOD, "decks": ["core-leadership", "core-lore"], "seed": 5}


@pytest.fixture(scope="module")
def text():
    return record(GAME, random_chooser(3), agent="random")


def lines_of(text):
    return text.rstrip("\n").split("\n")


def changed(text, number, line):
    """The replay with another line, numbered from 1; None takes it out."""
    lines = lines_of(text)
    lines[number - 1 : number] = [] if line is None else [line]
    return "\n".join(lines) + "\n"


# --- Recording and repeating -----------------------------------------------------------------------------------------


def test_a_replay_reads_like_the_game(text):
    lines = lines_of(text)
    assert lines[:8] == [
        "lotrsim replay 1",
        f"rules {lotrsim.RULES_VERSION}",
        f"scenario {MIRKWOOD}",
        "decks core-leadership+core-lore",
        "difficulty standard",
        "seed 5",
        "agent random",
        "cards none",
    ]
    first = r"1 \| setup, mulligan \| player 1 \| take a mulligan; keep the hand \| 32[12] [a-z ]+ \| [0-9a-f]{16}"
    assert re.fullmatch(first, lines[8])
    assert re.fullmatch(r"result \| [a-z ]+ \| score (none|-?\d+) \| rounds \d+ \| .* \| decisions \d+", lines[-1])
    assert all(line.count(" | ") == 5 for line in lines[8:-1])
    assert [line.split(" | ")[0] for line in lines[8:-1]] == [str(k) for k in range(1, len(lines) - 8)]


def test_a_replay_repeats_itself(text):
    assert verify(text) is None
    assert record(GAME, random_chooser(3), agent="random") == text
    assert record(GAME, random_chooser(4), agent="random") != text


def test_what_a_chooser_may_answer():
    by_option = record(GAME, lambda game: game.options[0], agent="x")
    by_number = record(GAME, lambda game: game.options[0].action, agent="x")
    assert by_option == by_number
    with pytest.raises(IllegalAction):
        record(GAME, lambda game: 0)


def test_easy_and_other_defaults():
    text = record({"scenario": MIRKWOOD, "decks": "core-lore", "difficulty": "easy"}, random_chooser(1))
    assert "seed 0\n" in text and "difficulty easy\n" in text and "agent python-random\n" in text
    assert verify(text) is None


def test_comments_and_empty_lines_do_not_count(text):
    lines = lines_of(text)
    commented = "\n".join(["# made for a test", "", *lines[:20], "# in the middle", *lines[20:], "", ""])
    assert verify(commented) is None
    wrong = commented.replace("\n12 | ", "\n13 | ")
    assert verify(wrong).number == commented.split("\n").index(next(x for x in lines if x.startswith("12 | "))) + 1


def test_windows_line_ends(text):
    assert verify(text.replace("\n", "\r\n")) is None


# --- The first wrong line --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "old", "new"),
    [(3, "player", "player 9"), (7, "phase", "phrase"), (5, r"[0-9a-f]{16}$", "0" * 16), (2, r"^\d+", "77")],
)
def test_the_first_wrong_line_is_named(text, place, old, new):
    number = 8 + place
    line = lines_of(text)[number - 1]
    other = re.sub(old, new, line, count=1)
    assert other != line
    wrong = verify(changed(changed(text, number, other), number + 4, lines_of(text)[number + 3] + "0"))
    assert (wrong.number, wrong.written, wrong.played) == (number, other, line)
    assert str(wrong).startswith(f"line {number}: the replay says ")


def test_an_illegal_choice(text):
    line = lines_of(text)[9]
    fields = line.split(" | ")
    fields[4] = "7 nothing"
    wrong = verify(changed(text, 10, " | ".join(fields)))
    assert wrong.number == 10 and "action 7 is not legal; legal are 321 take a mulligan" in wrong.played


def test_lines_left_out_or_too_many(text):
    lines = lines_of(text)
    assert verify(changed(text, 15, None)).number == 15
    assert verify("\n".join([*lines[:15], lines[14], *lines[15:]])).number == 16
    wrong = verify("\n".join([*lines[:-2], lines[-1]]))
    assert (wrong.number, wrong.played) == (len(lines) - 1, "the game goes on")
    wrong = verify("\n".join([*lines[:-1], lines[-2], lines[-1]]))
    assert wrong.number == len(lines) and wrong.played == lines[-1]


def test_another_result(text):
    wrong = verify(text.replace("rounds", "rounds 1", 1))
    assert wrong.number == len(lines_of(text)) and wrong.written.startswith("result")


def test_other_rules_and_other_cards(text):
    assert verify(text.replace(f"rules {lotrsim.RULES_VERSION}", "rules 1")).number == 2
    wrong = verify(text.replace("cards none", f"cards {'0' * 64}"))
    assert (wrong.number, wrong.played) == (8, "cards none")


def test_another_seed_goes_wrong_at_once(text):
    assert verify(text.replace("seed 5", "seed 6")).number == 9


# --- Bad input (DESIGN, section 11) ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "line", "place"),
    [
        (1, "lotrsim replay 2", "line 1: a replay begins with"),
        (1, None, "line 1: a replay begins with"),
        (2, None, "line 2: here a replay has its 'rules'"),
        (3, "scenario nowhere", "line 3: unknown scenario 'nowhere'"),
        (4, "decks core-lore+core-lor", "line 4: unknown deck 'core-lor'; nearest: core-lore"),
        (4, "decks", "line 4: here a replay has its 'decks'"),
        (5, "difficulty hard", "line 5: unknown difficulty 'hard'"),
        (6, "seed -3", "line 6: the seed is no whole number"),
        (6, "seed ²", "line 6: the seed is no whole number"),
        (6, f"seed {2**63}", "line 6: the seed is larger"),
        (8, None, "line 8: here a replay has its 'cards'"),
        (12, "4 | broken", "line 12: a decision has 6 fields, this line 2"),
        (12, "4 | a | b | c | d e | f", "line 12: the choice does not begin with its action number"),
        (12, "4 | a | b | c | 99999999999 e | f", "line 12: the choice does not begin"),
    ],
)
def test_broken_lines_are_refused(text, number, line, place):
    with pytest.raises(BadFile, match=re.escape(place)) as error:
        verify(changed(text, number, line), "my.replay")
    assert str(error.value).startswith("my.replay: ")


def test_cut_and_continued(text):
    lines = lines_of(text)
    with pytest.raises(BadFile, match="breaks off before its result"):
        verify("\n".join(lines[:40]))
    with pytest.raises(BadFile, match=f"line {len(lines) + 1}: something follows"):
        verify(text + "1 | a | b | c | 3 d | e\n")
    for end in range(1, 9):
        with pytest.raises(BadFile):
            verify("\n".join(lines[:end]))
    with pytest.raises(BadFile, match="line 1: a replay begins"):
        verify("")


def test_files(text, tmp_path):
    path = tmp_path / "game.replay"
    replay.write(text, path)
    assert verify_file(path) is None and path.read_text() == text
    with pytest.raises(OutputExists):
        replay.write(text, path)
    replay.write(text, path, force=True)
    with pytest.raises(BadValue, match="no replay"):
        replay.write("hello", path, force=True)
    assert path.read_text() == text
    path.write_bytes(text.encode()[:300] + b"\xff\xfe")
    with pytest.raises(BadFile, match=r"game.replay: line \d+: is no text"):
        verify_file(path)
    with pytest.raises(BadFile, match="No such file"):
        verify_file(tmp_path / "none.replay")


def test_reading_does_not_play(text):
    found = read(text)
    assert found.header["decks"] == "core-leadership+core-lore" and len(found.actions) == len(found.lines) - 1
    assert found.new_game().seed == 5


def test_recording_refuses_what_a_game_refuses():
    with pytest.raises(UnknownName):
        record({**GAME, "scenario": "nowhere"}, random_chooser())
    with pytest.raises(BadDeck):
        record({**GAME, "decks": []}, random_chooser())
