"""The folder of a deck search: what it keeps, going on after a stop at any step, what is refused; the command and its picture."""

import json
import shutil

import matplotlib.image
import numpy as np
import pandas as pd
import pytest
from commands import ok
from sweeps import content
from test_deck_search import MIRKWOOD, QUICK, SPIRIT, Fake, gandalfs
from test_plots_labels import check_words

from lotrsim import decks
from lotrsim.decks import check, core_sets
from lotrsim.errors import BadFile, BadValue
from lotrsim.experiments import Experiment, backends, run
from lotrsim.experiments.results import CannotWrite
from lotrsim.experiments.studies import deck_games, deck_search
from lotrsim.experiments.studies.deck_climb import FINAL, search
from lotrsim.experiments.studies.deck_moves import difference, plain
from lotrsim.kernel import DISABLED

needs_compiler = pytest.mark.skipif(DISABLED, reason="many games need compiled code")
BUDGET = 12_000
SMALL = ["--width", "4", "--race-games", "2", "--heat-games", "4", "--confirm-games", "4"]


class Stopped(BaseException):
    """The process ends here."""


class Stopping(Fake):
    """Stops when it is asked for its k-th step."""

    def __init__(self, k):
        super().__init__(1, gandalfs)
        self.k = k

    def __call__(self, found, first, n):
        if len(self.steps) == self.k:
            raise Stopped
        return super().__call__(found, first, n)


def test_a_search_goes_on_after_a_stop_at_any_step(tmp_path):
    """The same history and the same files, and no step is played twice."""
    whole = Fake(1, gandalfs)
    wanted = search(SPIRIT, deck_games.Kept(whole, tmp_path / "whole"), BUDGET, 1, QUICK)
    assert len(whole.steps) > 10
    for k in (0, 1, 5, len(whole.steps) - 1):
        folder, first, second = tmp_path / str(k), Stopping(k), Fake(1, gandalfs)
        with pytest.raises(Stopped):
            search(SPIRIT, deck_games.Kept(first, folder), BUDGET, 1, QUICK)
        found = search(SPIRIT, deck_games.Kept(second, folder), BUDGET, 1, QUICK)
        assert found == wanted and first.steps + second.steps == whole.steps
        assert content(folder) == content(tmp_path / "whole")


def test_what_was_played_is_told(tmp_path):
    told = []
    play = deck_games.Kept(Fake(1), tmp_path, told.append)
    won = play([SPIRIT, SPIRIT], 0, 5)
    assert not told and (play([SPIRIT, SPIRIT], 0, 5) == won).all() and told == [10]


def test_a_file_of_other_games_or_a_damaged_one_is_refused(tmp_path):
    play = deck_games.Kept(Fake(1), tmp_path)
    play([plain(SPIRIT)], 64, 5)
    file = tmp_path / "games" / f"{64:013d}.parquet"
    for others, n in (([decks.get("core-lore")], 5), ([plain(SPIRIT)], 6), ([plain(SPIRIT)] * 2, 5)):
        with pytest.raises(BadFile, match="other games than this search"):
            play(others, 64, n)
    file.write_bytes(file.read_bytes()[:-20])
    with pytest.raises(BadFile, match="not readable .* played anew"):
        play([plain(SPIRIT)], 64, 5)


# --- The folder ------------------------------------------------------------------------------------------------------


def manifest(deck="core-spirit", seed=1, budget=BUDGET, agent="random", **settings):
    experiment = Experiment([MIRKWOOD], [deck], [agent], 1, seed)
    return deck_games.manifest_of(experiment, plain(experiment.cells[0].team[0]), {"alpha": 0.05} | settings, budget)


def test_a_folder_of_another_search_is_refused_with_every_reason(tmp_path):
    deck_games.open_folder(tmp_path, manifest())
    deck_games.open_folder(tmp_path, manifest(budget=2 * BUDGET))
    assert json.loads((tmp_path / "search.json").read_text())["budget"] == 2 * BUDGET
    for other, words in (
        (manifest(seed=2), "its seed is '1', not '2'"),
        (manifest(alpha=0.01, agent="heuristic"), "its agent is 'random', not 'heuristic'; its alpha is '0.05', not '0.01'"),
        (manifest("core-lore"), "its deck is 'core-spirit', not 'core-lore'"),
    ):
        with pytest.raises(BadValue, match=f"holds another search: {words}; choose another folder"):
            deck_games.open_folder(tmp_path, other)
    changed = manifest()
    changed["deck"] = changed["deck"] | {"cards": [["Gandalf", 3]]}
    with pytest.raises(BadValue, match="its deck 'core-spirit' has other cards"):
        deck_games.open_folder(tmp_path, changed)


def test_a_folder_of_something_else_is_refused(tmp_path):
    (tmp_path / "letter.txt").write_text("dear Frodo")
    with pytest.raises(CannotWrite, match="neither empty nor one of a search"):
        deck_games.open_folder(tmp_path, manifest())
    (tmp_path / "search.json").write_text("[")
    with pytest.raises(BadFile, match="not readable"):
        deck_games.open_folder(tmp_path, manifest())
    (tmp_path / "search.json").write_text("[]")
    with pytest.raises(BadFile, match="no description"):
        deck_games.open_folder(tmp_path, manifest())


# --- The study -------------------------------------------------------------------------------------------------------


def test_what_is_shown(tmp_path):
    """The deck's file is the deck, the history says what the search says, no word of the picture touches another."""
    found = search(SPIRIT, Fake(1, gandalfs), 60_000, 1, QUICK)
    deck_search.show(found, tmp_path, MIRKWOOD)
    read = decks.read(tmp_path / "deck.txt")
    assert (read.heroes, sorted(read.cards)) == (found.last.heroes, sorted(found.last.cards)) and check(read) == []
    rows = pd.read_csv(tmp_path / "history.csv")
    assert list(rows["outcome"]) == [row["outcome"] for row in found.history] and rows["outcome"].iloc[-1] == FINAL
    assert rows["spent"].is_monotonic_increasing and rows["spent"].iloc[-1] == found.spent
    assert min(matplotlib.image.imread(tmp_path / "progress.png").shape[:2]) > 100
    assert "fresh games" in deck_search.sentence(found) and difference(plain(SPIRIT), found.last) in deck_search.sentence(found)
    check_words(deck_search.picture(deck_search.history(found), "a title"), 6)
    printed = list(deck_search.page(deck_search.history(found)))
    assert len(printed) == len(found.history) and {len(line) for line in printed} == {len(deck_search.HEADS)}


def test_a_search_that_found_nothing_says_so(tmp_path):
    found = search(SPIRIT, Fake(3), BUDGET, 3, QUICK)
    deck_search.show(found, tmp_path, MIRKWOOD)
    assert deck_search.sentence(found).startswith("no swap was confirmed: core-spirit stays as it is")
    assert sorted(decks.read(tmp_path / "deck.txt").cards) == sorted(SPIRIT.cards)
    with pytest.raises(BadValue, match="no swap came to a confirmation"):
        deck_search.picture(deck_search.history(found).iloc[:0], "nothing")


def test_a_picture_of_twenty_confirmations():
    lines = [
        {"round": k, "confirmation": k, "out": "Longbeard Orc Slayer", "into": "Celebrían's Stone", "copies": 2, "games": 4000}
        | {"wins_before": 900 + k, "wins_after": 940 + 3 * k, "difference": 0.01, "ci_low": -0.01, "ci_high": 0.03}
        | {"outcome": "accepted" if k % 3 else "refused", "spent": 17_000 * k}
        for k in range(1, 21)
    ]
    lines[4] |= {"out": "Dúnhere", "into": "Aragorn", "copies": 1}
    rows = pd.DataFrame(lines)
    figure = deck_search.picture(rows, "core-spirit")
    check_words(figure, 40)
    assert "5: hero Dúnhere\n-> Aragorn" in [text.get_text() for text in figure.axes[1].get_yticklabels()]


@needs_compiler
def test_from_the_command_to_the_deck(tmp_path, capsys):
    """The command goes on with a larger budget, and with half of its games lost; its deck is played by `lotrsim run`."""
    run = ["--deck", "core-spirit", "--scenario", MIRKWOOD, "--agent", "random", "--alpha", "0.5", "--heroes", *SMALL]
    one, two = tmp_path / "one", tmp_path / "two"
    assert deck_search.main([*run, "--budget", "90", "--workers", "1", "--out", str(one)]) == 0
    kept = content(one / "games")
    assert deck_search.main([*run, "--budget", "150", "--workers", "1", "--out", str(one)]) == 0
    assert content(one / "games").items() >= kept.items() and len(content(one / "games")) > len(kept)
    shutil.copytree(one, two)
    for file in list((two / "games").iterdir())[::2]:
        file.unlink()
    before = content(one)
    assert deck_search.main([*run, "--budget", "150", "--workers", "1", "--out", str(two)]) == 0
    names = {name for name in before if name.startswith("games") or name.endswith((".csv", ".txt", ".json"))}
    assert {name: content(two)[name] for name in names} == {name: before[name] for name in names}
    capsys.readouterr()
    assert deck_search.main([*run, "--budget", "150", "--seed", "2", "--out", str(one)]) == 2
    assert "holds another search: its seed is '1', not '2'" in capsys.readouterr().err.splitlines()[-1]
    found = decks.read(one / "deck.txt")
    assert check(found) == [] and core_sets(found) == 1 and found.size == SPIRIT.size
    ok("run", "--scenario", MIRKWOOD, "--deck", one / "deck.txt", "--agent", "random", "--games", 2, "--workers", 1)


@needs_compiler
def test_a_step_has_the_games_of_the_seed(monkeypatch):
    """Game k of a step is game k of the seed, for any cutting, and in whatever order the games come back."""
    experiment = Experiment([MIRKWOOD], ["core-leadership", "core-lore"], ["heuristic"], 8, 5)
    df = run(experiment, workers=1, progress=False)
    won = {name: games["won"].astype(int).tolist() for name, games in df.groupby("decks")}
    assert 0 < sum(won["core-leadership"]) < 8
    table, (deck, other) = deck_games.Table(experiment), [cell.team[0] for cell in experiment.cells]
    assert table([deck], 3, 5).tolist() == [won[deck.id][3:]]
    monkeypatch.setattr(deck_games, "PIECE", 2)
    hand_out = backends.hand_out
    monkeypatch.setattr(backends, "hand_out", lambda *args: reversed(list(hand_out(*args))))
    assert table([other, deck], 1, 7).tolist() == [won[other.id][1:], won[deck.id][1:]]
    monkeypatch.undo()
    assert [(c.first, c.games) for c in table.cut([deck], 3, 2500)[0]] == [(3, 1000), (1003, 1000), (2003, 500)]
    assert table([deck], 3, 5).dtype == np.int8
