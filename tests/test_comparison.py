"""The compiled engine and the reference engine agree at every decision of drawn games; and the comparison finds what it should.

The engines compared in the other tests are the compiled one and itself with a fault in its tables: what the comparison, the
shrinker and the command say of it is known. LOTRSIM_COMPARED_GAMES is how many games are compared.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from lotrsim import ids as n
from lotrsim import scenarios, testing
from lotrsim.cards import registry
from lotrsim.decks import check, team
from lotrsim.errors import BadFile
from lotrsim.kernel import DISABLED
from tests.comparison import __main__ as command
from tests.comparison import run, trees
from tests.comparison.engine import Compiled, faulty
from tests.comparison.plain import CARD, HEADER, differences, parts
from tests.comparison.play import Difference, compare_actions, compare_setup
from tests.comparison.positions import Reading, agree, compare_position, laid_out, tidy
from tests.comparison.reference import Reference
from tests.comparison.report import Counts, as_facts, from_facts, last_events, told
from tests.comparison.setups import Setup, setup_of
from tests.comparison.shrink import Shrunk, as_test, shrunk

ROOT = Path(__file__).resolve().parent.parent
GAMES = int(os.environ.get("LOTRSIM_COMPARED_GAMES", 6 if DISABLED else 240))
MOST = 12 if DISABLED else 80  # decisions of a game
SEED = 20261130
compiled_only = pytest.mark.skipif(DISABLED, reason="whole games need compiled code")


def statistic_of(name, which, change):
    """A fault: a statistic of one card is another."""

    def altered(tables):
        tables["stats"][0, registry.face_of(registry.find(name)), which] += change

    return faulty(altered)


STRONG_SPIDER = statistic_of("Forest Spider", n.ATTACK, 1)


@pytest.mark.parametrize("part", range(4))
def test_the_engines_agree_in_drawn_games(part):
    counts = Counts()
    for index in range(part * GAMES // 4, (part + 1) * GAMES // 4):
        setup = setup_of(SEED, index)
        played = compare_setup(setup, Reference, most=MOST)
        counts.add(setup, played)
        assert played.difference is None, told(played.difference)
    assert counts.decisions > (1 if DISABLED else 20) * counts.games
    assert len(counts.mix["scenarios"]) == 3 or DISABLED


# ---------------------------------------------------------------- what is drawn


def test_what_is_drawn_is_legal_and_of_every_kind():
    setups = [setup_of(3, index) for index in range(150)]
    for setup in setups:
        team(list(setup.decks))
        assert all(check(deck) == [] for deck in setup.decks)
        assert len(setup.agents) == len(setup.decks)
    assert {setup.scenario for setup in setups} == set(scenarios.ids())
    assert {setup.difficulty for setup in setups} == set(n.DIFFICULTIES)
    assert {len(setup.decks) for setup in setups} == {1, 2, 3, 4}
    assert {setup.kind for setup in setups} == {"starter", "published", "drawn", "mixed"}
    assert {agent for setup in setups for agent in setup.agents} == {"random", "eager", "heuristic", "wavering"}
    heroes = {hero for setup in setups for deck in setup.decks for hero in deck.heroes}
    assert len(heroes) == 12
    assert setups[7] == setup_of(3, 7) and setups[7] != setups[8]


def test_a_setup_survives_json():
    setup = setup_of(5, 2)
    assert Setup.of(json.loads(json.dumps(setup.plain()))).plain() == setup.plain()


# ---------------------------------------------------------------- what is compared


@compiled_only
def test_every_change_of_the_record_is_a_difference_with_its_name():
    """Whatever a rule may change shows: each number of a card, of the table and of what waits."""
    game = Compiled.new(setup_of(1, 3))
    before = game.flat()
    names = {"copy": "copy_no"}
    for word in ("face", "copy", "owner", "controller", "zone", "damage", "progress", "resources", "known_by"):
        g = game.games.copy()
        g[names.get(word, word)][0, 5] += 1
        assert differences(before, Compiled(g).flat())[0][0] == f"{word} of card 5"
    for bit, word in ((n.EXHAUSTED, "exhausted"), (n.COMMITTED, "committed"), (n.CANNOT_ATTACK, "cannot_attack")):
        g = game.games.copy()
        g["flags"][0, 5] ^= bit
        assert differences(before, Compiled(g).flat())[0][0] == f"{word} of card 5"
    for word in ("first_player", "round_no", "n_shuffles", "rng_count", "allies_played", "any_defenders", "next_stage"):
        g = game.games.copy()
        g[word] += 1
        assert differences(before, Compiled(g).flat())[0][0] == word
    assert [name for name, _ in parts(before)][: len(HEADER)] == list(HEADER)
    assert len(set(CARD)) == 17


@compiled_only
def test_actions_that_differ_are_a_difference():
    game = Compiled.new(setup_of(1, 3))
    g = game.games.copy()
    g["legal"][0, 0] += 1
    assert differences(game.flat(), Compiled(g).flat()) == [("legal", game.legal, Compiled(g).legal)]


@compiled_only
def test_an_error_of_one_engine_is_a_difference():
    class Breaks(Compiled):
        def choose(self, action):
            raise ZeroDivisionError("division by zero")

    found = compare_setup(setup_of(1, 0), Breaks).difference
    assert (found.part, found.first, found.second) == ("error", "", "ZeroDivisionError: division by zero")
    assert len(found.actions) == 1


@compiled_only
def test_mercy_is_the_same_for_both_engines_and_again():
    setup = next(setup for setup in (setup_of(2, k) for k in range(100)) if setup.merciful and setup.agents[0] == "heuristic")
    first, second = compare_setup(setup, Compiled), compare_setup(setup, Reference)
    assert first.difference is None and second.difference is None and first.actions == second.actions
    assert compare_actions(setup, first.actions, Compiled).end == first.end


# ---------------------------------------------------------------- a difference


def found_by(engine, seed=1):
    """The first difference that drawn games show."""
    for index in range(200):
        played = compare_setup(setup_of(seed, index), engine)
        if played.difference:
            return played.difference
    raise AssertionError("no game shows the fault")


@compiled_only
def test_a_fault_is_found_told_and_shrunk_to_a_small_position():
    """One attack too many: at the end there is a hero, the spider, and the choice that lets it be seen."""
    difference = found_by(STRONG_SPIDER)
    text = told(difference)
    assert str(difference.setup) in text and "Forest Spider" in text
    assert len(last_events(difference.setup, difference.actions)) == 20
    small = shrunk(difference, STRONG_SPIDER, seconds=25)
    assert small.described is not None and len(small.choices) <= 3
    lists = [small.described.get(word, []) for word in ("heroes", "engaged", "in_play", "hand", "deck")]
    assert sum(len(names) for each in lists for names in each) <= 5
    played, taken = compare_position(small.scenario, small.described, small.choices, STRONG_SPIDER)
    assert played.difference is not None and taken == list(small.choices)
    assert compare_position(small.scenario, small.described, small.choices, Compiled)[0].difference is None


@compiled_only
def test_the_printed_test_fails_with_the_fault_and_passes_without():
    described = {"phase": "attacks", "heroes": [["Legolas"]], "engaged": [["Forest Spider"]]}
    agree("passage-through-mirkwood", described, ["Legolas"], second=Compiled)
    with pytest.raises(AssertionError, match="damage of card 0 after 1 decisions: first engine 1, second engine 2"):
        agree("passage-through-mirkwood", described, ["Legolas"], second=STRONG_SPIDER)
    with pytest.raises(AssertionError, match="step"):
        wrong = faulty(lambda tables: tables["keywords"].fill(0))
        agree("passage-through-mirkwood", {**described, "heroes": [["Legolas"], ["Aragorn"]]}, ["pass"], second=wrong)


def test_a_difference_that_no_position_shows_is_printed_as_a_game():
    text = as_test(Shrunk(Difference("threat of player 0", 1, 2, (321,), setup_of(1, 0))))
    assert text.startswith("def test_difference():") and "agree_in_game(setup, [321])" in text
    compile(text, "text", "exec")


def test_a_difference_survives_json():
    difference = Difference("threat of player 0", 1, 2, (321, 4), setup_of(1, 0))
    again = from_facts(json.loads(json.dumps(as_facts(difference))))
    assert (again.part, again.first, again.actions) == ("threat of player 0", "1", (321, 4))
    assert again.kind == difference.kind == "threat of player"


def test_a_position_is_read_off_a_record_as_it_was_laid_out():
    described = {
        "phase": "attacks", "seed": 4, "difficulty": "easy", "heroes": [["Gimli"], ["Aragorn", "Beravor"]],
        "in_play": [["Veteran Axehand", "Veteran Axehand"], []], "staging": ["Old Forest Road"],
        "engaged": [["Forest Spider", "Forest Spider"], []], "active_location": "Enchanted Stream",
        "attachments": {"Aragorn": ["Steward of Gondor"]}, "shadows": {"Forest Spider#2": ["Caught in a Web"]},
        "hand": [["Feint"], []], "deck": [[], ["Gandalf", "Faramir"]], "discard": [["Feint", "Gandalf"], []],
        "encounter_deck": ["Black Forest Bats"], "encounter_discard": ["Hummerhorns", "Driven by Shadow"],
        "round_no": 2, "first_player": 1, "threat": [30, 31], "stage": 120, "resources": {"Gimli": 2},
        "uses": {"Beravor": [1, 0]}, "damage": {"Forest Spider#2": 1}, "exhausted": ["Veteran Axehand#2"],
    }  # fmt: skip
    assert tidy(Reading(laid_out("passage-through-mirkwood", described).games, 4).described) == described


@pytest.mark.parametrize("phase", sorted(testing.PHASES))
def test_positions_are_carried_over_at_every_step(phase):
    described = {"heroes": [["Aragorn", "Éowyn"]], "staging": ["Old Forest Road"], "engaged": [["Forest Spider"]], "phase": phase}
    agree("passage-through-mirkwood", {**described, "encounter_deck": ["Hummerhorns"] * 3})


# ---------------------------------------------------------------- many games


def test_parts_are_cut_at_the_same_places():
    assert [(part.first, part.last) for part in run.parts(60, 1, ())] == [(0, 25), (25, 50), (50, 60)]
    assert [(part.first, part.last) for part in run.parts(60, 1, (), first=10)] == [(10, 25), (25, 50), (50, 70)]


@compiled_only
def test_a_run_goes_on_from_its_file(tmp_path, monkeypatch):
    out = tmp_path / "parts.jsonl"
    whole = run.compare_games(40, 6, second="compiled")
    run.compare_games(25, 6, second="compiled", out=out)
    played = []
    monkeypatch.setattr(run, "play_part", lambda part, second: played.append(part) or Counts())
    run.compare_games(40, 6, second="compiled", out=out)
    assert [(part.first, part.last) for part in played] == [(25, 40)]
    monkeypatch.undo()
    lines = out.read_text().splitlines()
    out.write_text(lines[0] + "\n")
    assert run.compare_games(40, 6, second="compiled", out=out).plain() == whole.plain()
    out.write_text(lines[0].replace(run.stamp(), "0123456789abcdef") + "\n")
    assert run.finished(out) == {}
    out.write_text(lines[0] + "\nnonsense\n")
    with pytest.raises(BadFile, match="line 2"):
        run.finished(out)


@compiled_only
def test_counts_are_the_same_with_several_workers():
    one, two = run.compare_games(28, 8, second="compiled"), run.compare_games(28, 8, second="compiled", workers=2)
    assert one.plain() == two.plain() and one.games == 28 and one.decisions > 1000 and one.steps > 0


@compiled_only
def test_the_command():
    words = "-m tests.comparison --games 3 --seed 2 --scenarios passage-through-mirkwood --second compiled".split()
    done = subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "Traceback" not in done.stderr
    first = done.stdout.splitlines()[0]
    assert first.startswith("3 games, ") and first.endswith(", 0 differences") and "steps" in first
    assert "scenarios: passage-through-mirkwood 3" in done.stdout


@compiled_only
def test_the_command_says_what_differs(capsys, monkeypatch):
    monkeypatch.setattr(command, "second_engine", lambda name: STRONG_SPIDER)
    monkeypatch.setattr(run, "second_engine", lambda name: STRONG_SPIDER)
    assert command.main(["--games", "12", "--seed", "1", "--shrink", "0"]) == 3
    told = capsys.readouterr().out
    assert "0 differences" not in told and "1 times " in told and "first engine" in told and "    player 1: " in told


@pytest.mark.parametrize("words", [["--games", "0"], ["--scenarios", "moria"], ["--seed", "x"], ["--first", "-1"]])
def test_what_is_asked_wrongly_is_refused_in_one_line(words, capsys):
    try:
        code = command.main(words)
    except SystemExit as stop:
        code = stop.code
    assert code == 2
    assert len([line for line in capsys.readouterr().err.splitlines() if "error: " in line]) == 1


# ---------------------------------------------------------------- the page


def test_the_page_names_the_options_that_there_are():
    """Every option on docs/comparison.md is one of its commands', and every option that is not hidden is on the page."""
    page = (ROOT / "docs" / "comparison.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(--[a-z]+)", page))
    assert named - options_of(command) - options_of(trees) == set()
    assert options_of(command) - named == {"--help"}


def options_of(module):
    """The options that a command names in its help."""
    return set(re.findall(r"(?<![\w-])--[a-z]+", module.options().format_help()))


def test_the_test_on_the_page_is_what_the_shrinker_prints():
    page = (ROOT / "docs" / "comparison.md").read_text(encoding="utf-8")
    described = {"phase": "attacks", "heroes": [["Legolas"]], "engaged": [["Forest Spider"]]}
    scenario, choices = "passage-through-mirkwood", ["Legolas"]
    found = compare_position(scenario, described, choices, STRONG_SPIDER)[0].difference
    assert as_test(Shrunk(found, scenario, described, tuple(choices), found)).strip() in page
