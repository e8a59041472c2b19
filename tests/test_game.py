"""Game: the friendly object over one record, its log and its table; and the package's public names."""

import copy
import pickle
import random
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import lotrsim
from lotrsim import Game, history, ids
from lotrsim.checks import state_errors, state_hash
from lotrsim.errors import BadDeck, BadValue, GameFault, IllegalAction, UnknownName
from lotrsim.result import FAULTS, REASONS, reason_of, result_of, results_of
from lotrsim.rules import flow
from lotrsim.state import GAME, RESULT

MIRKWOOD = "passage-through-mirkwood"
TEAMS = ["core-leadership", "core-tactics", "core-spirit+core-lore", "core-leadership+core-tactics+core-lore"]


def new(decks="core-leadership", seed=7, **more):
    return Game.new(MIRKWOOD, decks=decks, seed=seed, **more)


def played(game, choices, seed=0):
    """The game after some random choices."""
    generator = random.Random(seed)
    for _ in range(choices):
        if game.over:
            break
        game.choose(generator.choice(game.options))
    return game


# --- The contract (DESIGN, section 6) --------------------------------------------------------------------------------


def test_the_first_decision():
    game = new(["core-leadership"])
    assert (game.decision.kind, game.decision.player, game.decision.source) == ("mulligan", 0, None)
    assert game.decision.prompt == "take a mulligan?"
    assert [(option.action, option.text, option.card) for option in game.options] == [
        (ids.YES, "take a mulligan", None),
        (ids.NO, "keep the hand", None),
    ]
    assert not game.over and game.result is None
    assert game.log[0] == "setup"


def test_options_and_action_numbers_are_the_same_choice():
    by_option, by_number = new(), new()
    for _ in range(30):
        option = by_option.options[-1]
        by_option.choose(option)
        by_number.choose(np.int64(option.action))
        assert state_hash(by_option) == state_hash(by_number)


@pytest.mark.parametrize("decks", TEAMS)
def test_whole_games(decks):
    game = new(decks, seed=1)
    while not game.over:
        assert len(game.options) == game.state["n_legal"] >= 2
        assert game.decision.kind in ids.names_of("D_").values()
        assert game.state["n_frames"] > 0
        played(game, 1, seed=int(game.state["n_decisions"]))
    result = game.result
    assert game.decision is None and game.options == []
    assert result.reason in REASONS.values() and result.won == (result.reason == "won")
    assert (result.score is None) != result.won
    assert result.decisions == game.state["n_decisions"]
    assert result.rounds == game.state["round_no"]
    assert game.log[-1].startswith("the players have ")


def test_the_log_changes_nothing():
    """Games that are told step by step and games that run at once are the same."""
    told, quiet = new("core-spirit+core-lore", seed=3), new("core-spirit+core-lore", seed=3, log=False)
    generator = random.Random(5)
    while not told.over:
        action = generator.choice(told.options).action
        told.choose(action)
        quiet.choose(action)
        assert state_hash(told) == state_hash(quiet)
    assert quiet.log == [] and quiet.result == told.result


def test_illegal_actions_change_nothing():
    game = played(new(), 10)
    before = game.games.tobytes()
    log = game.log
    legal = game.state["legal"][: game.state["n_legal"]].tolist()
    for action in (-1, 10**9, next(a for a in range(ids.N_ACTIONS) if a not in legal), True, None, "pass", 1.0):
        with pytest.raises(IllegalAction):
            game.choose(action)
        assert game.games.tobytes() == before and game.log == log
    assert "\n" not in str(pytest.raises(IllegalAction, game.choose, -1).value)


def test_nothing_can_be_chosen_after_the_end():
    game = played(new(), 10**4)
    before = game.games.tobytes()
    with pytest.raises(IllegalAction, match="the game is over"):
        game.choose(ids.PASS)
    assert game.games.tobytes() == before


def test_copies_are_independent_and_have_the_same_future():
    game = played(new("core-tactics+core-spirit"), 40)
    twins = [game.copy(), copy.deepcopy(game), pickle.loads(pickle.dumps(game))]
    before, log = state_hash(game), game.log
    for twin in twins:
        assert (twin.scenario, twin.decks, twin.seed, twin.difficulty) == (MIRKWOOD, game.decks, 7, "standard")
        assert twin.log == log and state_hash(twin) == before
        played(twin, 10, seed=3)
    assert state_hash(game) == before and game.log == log
    assert len({state_hash(twin) for twin in twins}) == 1


def test_state_is_the_record_itself():
    game = new()
    game.state["threat"][0] = 12
    assert game.games["threat"][0, 0] == 12
    assert game.state.dtype == GAME


def test_the_same_seed_is_the_same_game():
    assert state_hash(new(seed=11)) == state_hash(new(seed=11)) != state_hash(new(seed=12))
    assert state_hash(Game.new(MIRKWOOD, ["core-lore"])) == state_hash(Game.new(MIRKWOOD, "core-lore", 0, "standard"))


def test_the_same_game_as_in_a_batch():
    runner = pytest.importorskip("lotrsim.agents.runner")
    games = runner.new_games(3, MIRKWOOD, ["core-lore", "core-tactics"], seed=5)
    assert state_hash(games, 0) == state_hash(new("core-lore+core-tactics", seed=5))


def test_a_rendered_game_is_untouched():
    game = played(new("core-lore+core-spirit"), 30)
    before = game.games.tobytes()
    for _ in (str(game), repr(game), game._repr_html_(), game.options, game.decision, game.result, game.log):
        assert game.games.tobytes() == before


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (("passage-trough-mirkwood", "core-lore"), UnknownName, "nearest: passage-through-mirkwood"),
        ((MIRKWOOD, "core-lor"), BadDeck, "nearest: core-lore"),
        ((MIRKWOOD, []), BadDeck, "no deck"),
        ((MIRKWOOD, ["core-lore"] * 5), BadDeck, "5 decks"),
        ((MIRKWOOD, ["core-lore", "core-lore"]), BadDeck, "Denethor is in two decks"),
        ((MIRKWOOD, "core-lore", 0, "hard"), BadValue, "unknown difficulty 'hard'"),
        ((MIRKWOOD, "core-lore", -1), BadValue, "seed"),
        ((MIRKWOOD, "core-lore", 1.5), BadValue, "seed"),
        ((MIRKWOOD, "core-lore", True), BadValue, "seed"),
        ((MIRKWOOD, "core-lore", 2**63), BadValue, "seed"),
        (("passage", "core-lore+core-lore", -1, "hard"), BadValue, "unknown scenario 'passage'"),
        (("passage", "core-lore+core-lore", -1, "hard"), BadValue, "Glorfindel is in two decks of the table"),
        (("passage", "core-lore+core-lore", -1, "hard"), BadValue, "; seed must be a whole number"),
        (("passage", "core-lore+core-lore", -1, "hard"), BadValue, "; unknown difficulty 'hard'"),
    ],
)
def test_refused_before_anything_runs(arguments, error, message):
    with pytest.raises(error, match=re.escape(message)):
        Game.new(*arguments)


def test_a_game_plays_one_record():
    for wrong in (np.zeros(2, GAME), np.zeros(1), None, np.zeros(1, GAME)[0]):
        with pytest.raises(BadValue, match="array of one record"):
            Game(wrong)


@pytest.mark.parametrize("difficulty", ["standard", "easy", "basic"])
def test_difficulties(difficulty):
    game = new(difficulty=difficulty)
    assert game.title.startswith(f"Passage Through Mirkwood, {difficulty}")
    assert game.state["zone_count"][ids.ENCOUNTER_DECK] == (27 if difficulty == "easy" else 36)


def test_a_fault_is_an_error_that_names_the_capacity(monkeypatch):
    game = new(log=False)

    def overflow(games, i, made, action):
        games[i]["fault"], games[i]["outcome"], games[i]["n_legal"] = ids.F_FRAMES, ids.FAULTED, 0

    monkeypatch.setattr(flow, "apply", overflow)
    with pytest.raises(GameFault, match="MAX_FRAMES"):
        game.choose(ids.NO)
    assert game.over and game.result.reason == "fault: MAX_FRAMES"
    assert game.result.score is None and not game.result.won


# --- Results ---------------------------------------------------------------------------------------------------------


def test_every_fault_and_outcome_has_a_reason():
    assert set(FAULTS) == {number for name, number in vars(ids).items() if name.startswith("F_")} | {ids.NO_FAULT}
    assert {reason_of(outcome, 0) for outcome in range(ids.FAULTED)} == set(REASONS.values())
    assert reason_of(ids.FAULTED, ids.F_LEGAL) == "fault: MAX_LEGAL"


def test_results_of_a_batch():
    games = np.concatenate([played(new(seed=seed, log=False), 10**4).games for seed in range(3)])
    results = results_of(games)
    assert results.dtype == RESULT and results.shape == (3,)
    for i in range(3):
        result = result_of(games, i)
        assert result == result_of(games[i : i + 1])
        assert result.threat == games[i]["threat"][0] and result.decisions == games[i]["n_decisions"]
        assert result.stage in (1, 2, 3)


def test_the_score_of_a_win():
    """Rules, End and score: threat + dead heroes' cost + damage + 10 a round completed - victory points."""
    position = pytest.importorskip("lotrsim.testing").position
    game = position(
        heroes=[["Aragorn", "Éowyn"]],
        damage={"Aragorn": 3},
        discard=[["Gimli"]],
        threat=[30],
        round_no=4,
        stage=122,
        progress={"Beorn's Path": 9},
        victory=["Hummerhorns"],
        phase="quest",
    )
    while not game.over:
        game.choose(next((o for o in game.options if o.text.startswith("commit")), game.options[-1]))
    result = game.result
    assert (result.won, result.reason, result.stage, result.rounds) == (True, "won", 3, 4)
    assert (result.threat, result.dead_heroes, result.damage, result.victory_points) == (30, 11, 3, 5)
    assert result.score == 30 + 11 + 3 + 40 - 5


# --- The log ---------------------------------------------------------------------------------------------------------


def test_the_log_tells_moves_tokens_and_choices():
    position = pytest.importorskip("lotrsim.testing").position
    game = position(
        heroes=[["Glóin", "Aragorn"]],
        engaged=[["Forest Spider"]],
        shadows={"Forest Spider": ["Enchanted Stream"]},
        deck=[["Gandalf"]],
        threat=[20],
        phase="combat",
    )
    game.choose(next(o for o in game.options if o.text == "Glóin defends"))
    game.choose(next(o for o in game.options if o.text == "use Glóin"))
    lines = game.log
    assert lines[0] == "player 1: Glóin defends"
    for line in ("exhausted: Glóin", "shadow card: Enchanted Stream", "+1 damage: Glóin (now 1)"):
        assert f"  {line}" in lines
    assert lines.index("player 1: use Glóin") < lines.index("  +1 resources: Glóin (now 1)")


def test_the_log_names_no_card_that_the_team_does_not_know():
    """A shadow card lies facedown; what is dealt is not named before it is turned up."""
    game = played(new("core-tactics+core-lore", seed=2), 10**4)
    dealt = [line for line in game.log if "a shadow card is dealt" in line]
    assert dealt and all(line.count(":") == 0 for line in dealt)


def test_actions_that_take_themselves_are_logged():
    lines = new(seed=1).choose(ids.NO).log
    alone = [line for line in lines if line.endswith("(the only choice)")]
    assert alone == ["  choose Forest Spider (the only choice)", "  choose Old Forest Road (the only choice)"]
    assert "  into the staging area: Forest Spider" in lines


def test_phases_and_the_quest_are_headings():
    lines = played(new(seed=4), 10**4).log
    assert "round 1, resource phase" in lines and "round 1, quest phase" in lines
    assert any(re.fullmatch(r"the quest: willpower \d+ against threat \d+", line) for line in lines)


def test_equal_records_tell_nothing():
    games = played(new(), 20).games
    assert history.told(games, games.copy()) == []


# --- The table -------------------------------------------------------------------------------------------------------


def test_the_table_shows_what_the_team_knows():
    game = played(new("core-leadership+core-lore", seed=5), 60)
    text, html = str(game), game._repr_html_()
    g = game.state
    assert text.startswith("Passage Through Mirkwood, standard, round ")
    for p in (0, 1):
        assert f"Player {p + 1}" in text and f"threat {g['threat'][p]}" in text
        assert f"deck {g['zone_count'][ids.DECK + p]} card" in text
    assert game.decision.prompt in text
    for option in game.options:
        assert f"[{option.action}] {option.text}" in text
    assert "<table" in html and "script" not in html


def hidden_faces_changed(game):
    """The game with other faces on all cards that the team does not know."""
    other = game.copy()
    g = other.state
    n_cards = int(g["n_cards"])
    zones, flags = g["zone"][:n_cards], g["flags"][:n_cards]
    hidden = (g["known_by"][:n_cards] == 0) & (
        (zones < ids.DISCARD_PILE) | (zones == ids.ENCOUNTER_DECK) | (flags & ids.FACEDOWN != 0)
    )
    assert hidden.any()
    g["face"][:n_cards][hidden] = 0
    g["copy_no"][:n_cards][hidden] = 0
    return other


def test_hidden_cards_stay_hidden():
    """DESIGN, section 5: what is shown does not depend on the faces that nobody has seen."""
    generator = random.Random(1)
    game = new("core-tactics+core-lore", seed=8)
    while not game.over:
        other = hidden_faces_changed(game)
        assert str(other) == str(game) and other._repr_html_() == game._repr_html_()
        assert other.options == game.options and other.decision == game.decision
        game.choose(generator.choice(game.options))


def test_the_end_is_shown():
    game = played(new(), 10**4)
    assert f"The game is over: {game.result.reason}" in str(game)
    assert f"The game is over: {game.result.reason}" in game._repr_html_()
    assert repr(game).endswith(f"{game.result.reason}>")


def test_names_are_escaped_in_html(monkeypatch):
    from lotrsim import board

    monkeypatch.setattr(board, "card_name", lambda g, c: "<b>&")
    html = board.table_html(new().games, "<i>", "", None, [])
    assert "<b>&" not in html and "&lt;b&gt;&amp;" in html and "&lt;i&gt;" in html


# --- The package -----------------------------------------------------------------------------------------------------


def test_import_is_light():
    root = str(Path(lotrsim.__file__).parent.parent)
    uses = "lotrsim.IllegalAction, lotrsim.cards.COLUMNS, lotrsim.decks.ids(), lotrsim.scenarios.ids()"
    heavy = "{'numba', 'pandas', 'matplotlib'} & set(sys.modules)"
    code = f"import sys; sys.path.insert(0, {root!r}); import lotrsim; {uses}; print(sorted({heavy}))"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout == "[]\n"


def test_public_names():
    assert set(lotrsim.__all__) == {"__version__", "RULES_VERSION", *lotrsim.NAMES, *lotrsim.MODULES}
    assert lotrsim.__version__ == "0.1.0" and lotrsim.RULES_VERSION == 4
    assert set(lotrsim.__all__) <= set(dir(lotrsim))
    assert lotrsim.Game is Game and issubclass(lotrsim.BadFile, lotrsim.LotrsimError)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        lotrsim.nonsense  # noqa: B018


def test_a_submodule_does_not_hide_the_function_of_its_name():
    """`import lotrsim.view` must not turn lotrsim.view(game) into a module."""
    module = type(sys)("lotrsim.view")
    had = vars(lotrsim).pop("view", None)
    lotrsim.view = module
    assert "view" not in vars(lotrsim)
    if had is not None:
        lotrsim.view = had


def test_games_break_no_invariant():
    game = new("core-leadership+core-tactics", seed=6)
    while not game.over:
        assert state_errors(game) == 0
        played(game, 1, seed=int(game.state["n_decisions"]))
