"""Learned evaluations: training is one seeded command, its files are checked, and an agent judges by them."""

import io
import pickle
import zipfile

import numpy as np
import pytest
from pages import ROOT

import lotrsim
from lotrsim import ids
from lotrsim.agents import base, runner
from lotrsim.agents.search import layout, models, train
from lotrsim.agents.search.calibration import HeldOut, picture, report
from lotrsim.agents.search.evaluation import (
    FEATURE_NAMES,
    N_FEATURES,
    X_BEFORE_QUEST,
    X_IN_COMBAT,
    X_ROUND,
    chance,
    is_alone_in_guldur,
    leaf_value,
    measure,
)
from lotrsim.agents.search.guldur_weights import GULDUR_MODEL
from lotrsim.agents.search.value_weights import VALUE_MODEL
from lotrsim.agents.search.weights import MODEL
from lotrsim.errors import BadFile, BadValue, OutputExists
from lotrsim.kernel import DISABLED
from lotrsim.start import empty_table, tables
from lotrsim.testing import position

MIRKWOOD, ANDUIN, GULDUR = "passage-through-mirkwood", "journey-along-the-anduin", "escape-from-dol-guldur"
CELLS = [(MIRKWOOD, "core-leadership", "easy"), (ANDUIN, "core-tactics", "standard")]
GAMES = 3  # at each of them
OTHER = lotrsim.RULES_VERSION - 1


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """The folder of a tiny training, and its report."""
    folder = tmp_path_factory.mktemp("trained")
    text = train.train(GAMES, 3, "heuristic", folder, tables_=CELLS, progress=False)
    return folder, text


# ---------------------------------------------------------------- training


def test_the_same_seed_gives_the_same_files_and_another_one_another_model(trained, tmp_path):
    folder, _ = trained
    train.train(GAMES, 3, "heuristic", tmp_path / "again.npz", tables_=CELLS, progress=False)
    for name, again in zip(train.ANYWHERE.files, ("again.npz", "again.png", "again.md", "again.py"), strict=True):
        if name.endswith((".md", ".py")):
            assert (folder / name).read_text() == (tmp_path / again).read_text()
    assert models.load_model(folder / "model.npz") == models.load_model(tmp_path / "again.npz")
    train.train(GAMES, 4, "heuristic", tmp_path / "other", tables_=CELLS, progress=False)
    assert models.load_model(folder / "model.npz") != models.load_model(tmp_path / "other" / "model.npz")


def test_everything_is_written_and_says_the_same(trained):
    folder, text = trained
    assert sorted(path.name for path in folder.iterdir()) == sorted(train.ANYWHERE.files)
    assert (folder / "report.md").read_text() == text
    assert "--games 3 --seed 3 --agent heuristic" in text and "6 at 2 tables, 2 of them held out" in text
    space = {}
    exec((folder / "value_weights.py").read_text(), space)
    assert space["VALUE_MODEL"] == models.load_model(folder / "model.npz") and "--seed 3" in space["__doc__"]
    assert (folder / "calibration.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("kind", "model", "games"),
    ((train.ANYWHERE, VALUE_MODEL, 1000), (train.STARTS, MODEL, 3000), (train.EASED, GULDUR_MODEL, 3000)),
    ids=("any position", "starts of rounds", "Escape from Dol Guldur"),
)
def test_the_usual_weights_name_the_command_that_made_them(kind, model, games):
    text = (ROOT / "agents" / "search" / kind.file).read_text()
    command = train.command_of(games, train.SEED, "heuristic", kind)
    assert text == train.source(np.array(model), command, kind) and command in (ROOT / "docs" / "search.md").read_text()
    assert len(model) == 2 + train.UNITS * (N_FEATURES + 1)


def test_a_model_of_the_starts_of_rounds_learns_from_nothing_else(tmp_path):
    words = ["--games", "2", "--seed", "5", "--starts", "--out", str(tmp_path / "starts")]
    given = train.positions(2, 5, base.get("heuristic"), CELLS, train.STARTS, progress=False)
    anywhere = train.positions(2, 5, base.get("heuristic"), CELLS, progress=False)
    rounds = [np.unique(given[0][given[2] == k, X_ROUND], return_counts=True)[1] for k in np.unique(given[2])]
    assert all((count == 1).all() for count in rounds) and len(anywhere[1]) > 2 * len(given[1])
    assert given[0][:, X_BEFORE_QUEST].mean() > 0.9 > anywhere[0][:, X_BEFORE_QUEST].mean()  # a round may have no decision before
    train.train(2, 5, "heuristic", tmp_path / "starts", tables_=CELLS, kind=train.STARTS, progress=False)
    text = (tmp_path / "starts" / "weights.py").read_text()
    assert "--starts" in text and "\nMODEL = (" in text and not (tmp_path / "starts" / "value_weights.py").exists()
    assert train.main(words) == 2  # what is there is kept


def test_eased_games_are_of_dol_guldur_and_begin_with_less_threat(tmp_path):
    assert {scenario for scenario, _, _ in train.tables_to_play(train.EASED)} == {GULDUR}
    assert not [decks for _, decks, _ in train.tables_to_play(train.EASED) if "+" in decks]
    cells = [(GULDUR, "core-leadership+core-spirit", "easy")]
    usual = runner.new_games(40, *cells[0][:2], 5, cells[0][2])
    eased = usual.copy()
    for game in eased:
        train.ease(game, train.EASED.eased)
    less = usual["threat"].astype(int) - eased["threat"]
    assert (less == np.minimum(less[:, :1], usual["threat"])).all()  # the same for every player, but no threat falls below 0
    assert len(set(less[:, 0])) > 10 and less[:, 0].max() == usual["threat"][0, 0] <= train.EASED.eased
    features, _, numbers = train.positions(40, 5, base.get("heuristic"), cells, train.EASED, progress=False)
    first = features[np.searchsorted(numbers, range(40)), FEATURE_NAMES.index("margin")]
    assert first.tolist() == (ids.THREAT_LIMIT - eased["threat"][:, :2].max(axis=1)).tolist()
    made = [train.positions(3, 5, base.get("heuristic"), cells, train.EASED, progress=False)[0] for _ in range(2)]
    assert (made[0] == made[1]).all()
    words = ["--games", "2", "--seed", "5", "--out", str(tmp_path / "out")]
    with pytest.raises(SystemExit):
        train.main([*words, "--starts", "--eased"])
    assert train.EASED.file == "guldur_weights.py" and "--eased" in train.command_of(2, 5, "heuristic", train.EASED)


def test_what_was_written_is_not_overwritten(trained):
    folder, _ = trained
    with pytest.raises(OutputExists):
        train.train(GAMES, 3, "heuristic", folder, tables_=CELLS, progress=False)


def test_positions_are_of_games_that_end_as_they_say():
    features, won, numbers = train.positions(2, 9, base.get("heuristic"), CELLS, progress=False)
    assert features.shape == (len(won), N_FEATURES) and set(numbers.tolist()) == {0, 1, 2, 3}
    for number in range(4):
        mine = numbers == number
        assert len(set(won[mine].tolist())) == 1 and (np.diff(features[mine][:, FEATURE_NAMES.index("round")]) >= 0).all()


def test_a_model_that_is_fitted_finds_what_decides():
    draw = np.random.default_rng(1)
    features = draw.normal(size=(3000, N_FEATURES))
    features[:, 0] = 1
    won = draw.random(3000) < 1 / (1 + np.exp(-2 * features[:, 7]))
    said = train.judged(train.fit(features.astype(np.float32), won), features)
    held = HeldOut(said, won, np.arange(3000))
    assert held.figures()["area under the curve"] > 0.8 and held.figures()["log loss"] < 0.6


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--games", "0"], "--games must be a whole number from 1"),
        (["--seed", "-1"], "--seed must be"),
        (["--agent", "heuristik"], "unknown agent"),
        (["--agent", "heuristic+random"], "cannot be learned from"),
        (["--agent", "mcts:2s"], "time budget"),
    ],
)
def test_what_cannot_be_trained_is_refused_in_one_line(words, why, tmp_path, capsys):
    assert train.main([*words, "--out", str(tmp_path / "out")]) == 2
    said = capsys.readouterr().err
    assert why in said and said.count("\n") == 1 and not (tmp_path / "out").exists()


def test_games_that_all_end_alike_teach_nothing(tmp_path):
    cells = [("escape-from-dol-guldur", "core-lore", "standard")]
    with pytest.raises(BadValue, match="nothing to learn"):
        train.train(GAMES, 1, "random", tmp_path / "x", tables_=cells, progress=False)
    assert not (tmp_path / "x").exists()


# ---------------------------------------------------------------- calibration


def test_the_calibration_is_that_of_the_positions():
    draw = np.random.default_rng(2)
    said = draw.random(20_000)
    game = np.arange(20_000) // 4
    good = HeldOut(said, draw.random(20_000) < said, game)
    bad = HeldOut(said, draw.random(20_000) < said**3, game)
    rows = good.bins()
    assert rows[:, 4].sum() == 20_000 and np.abs(rows[:, 0] - rows[:, 1]).max() < 0.05
    assert ((rows[:, 2] <= rows[:, 1]) & (rows[:, 1] <= rows[:, 3])).all() and (rows[:, 3] - rows[:, 2] < 0.1).all()
    middle = bad.bins()[4:8]
    assert (middle[:, 3] < middle[:, 0]).all()  # its intervals lie below what it says
    assert good.figures()["Brier score"] < bad.figures()["Brier score"]


def test_the_picture_shows_the_groups_of_the_report(monkeypatch):
    from matplotlib.figure import Figure

    kept = []
    monkeypatch.setattr(Figure, "savefig", lambda self, *a, **k: kept.append(self))
    draw = np.random.default_rng(3)
    said = draw.random(500)
    held = HeldOut(said, draw.random(500) < said, np.arange(500) // 5)
    picture(held, "a title of games held out")
    upper, lower = kept[0].axes
    points = upper.containers[0].lines[0].get_xydata()
    assert np.allclose(points, held.bins()[:, :2])
    assert sum(bar.get_height() for bar in lower.patches) == 500
    assert kept[0]._suptitle.get_text() == "a title of games held out" and upper.get_ylabel() and lower.get_xlabel()
    table = [line for line in report(held, {}, {}).splitlines() if " to " in line]
    assert [line.split(" | ")[0] for line in table] == [f"| {x:.3f}" for x in points[:, 0]]


# ---------------------------------------------------------------- files


def good_file(path, **changes):
    """A sound model file, or one with other arrays."""
    arrays = {"rules_version": np.array(lotrsim.RULES_VERSION), "features": np.array(FEATURE_NAMES), "model": np.array(MODEL)}
    arrays |= changes
    np.savez(path, **{name: value for name, value in arrays.items() if value is not None})
    return path


def edited(path, change):
    """A sound file with other bytes."""
    good_file(path)
    path.write_bytes(change(path.read_bytes()))
    return path


def bomb(path):
    """A small file that unpacks to much."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name in models.ARRAYS:
            file.writestr(f"{name}.npy", bytes(5_000_000))
    return path


class Trap:
    """What a pickle would run."""

    def __reduce__(self):
        return pytest.fail, ("a pickle was opened",)


BAD = {
    "no file": (lambda p: p, "No such file"),
    "a folder": (lambda p: p.parent, "directory"),
    "another version": (lambda p: good_file(p, rules_version=np.array(OTHER)), f"is of rules {OTHER}, these are rules"),
    "no version": (lambda p: good_file(p, rules_version=None), "must hold rules_version"),
    "a version in words": (lambda p: good_file(p, rules_version=np.array("3")), "no whole number"),
    "other features": (lambda p: good_file(p, features=np.array(FEATURE_NAMES[::-1])), "other features"),
    "fewer features": (lambda p: good_file(p, features=np.array(FEATURE_NAMES[:-1])), "other features"),
    "features as bytes": (lambda p: good_file(p, features=np.array(FEATURE_NAMES, "S")), "other features"),
    "too few numbers": (lambda p: good_file(p, model=np.array(MODEL[:-1])), "do not fit"),
    "no numbers": (lambda p: good_file(p, model=np.zeros(0)), "finite numbers"),
    "endless numbers": (lambda p: good_file(p, model=np.array([*MODEL[:-1], np.inf])), "finite numbers"),
    "half a unit": (lambda p: good_file(p, model=np.array([1.5, *MODEL[1:]])), "do not fit"),
    "too many units": (lambda p: good_file(p, model=np.zeros(2 + 500 * (N_FEATURES + 1)) + 500), "do not fit"),
    "a table of numbers": (lambda p: good_file(p, model=np.array([MODEL])), "finite numbers"),
    "one array more": (lambda p: good_file(p, more=np.zeros(2)), "must hold"),
    "a pickle within": (lambda p: good_file(p, model=np.array([Trap()], object)), "never opened"),
    "a pickle": (lambda p: (p.write_bytes(pickle.dumps(Trap())), p)[1], "pickles are never opened"),
    "text": (lambda p: (p.write_text("model"), p)[1], "no .npz file"),
    "nothing": (lambda p: (p.write_bytes(b""), p)[1], "no .npz file"),
    "cut off": (lambda p: edited(p, lambda b: b[: len(b) // 2]), "damaged"),
    "a byte changed": (lambda p: edited(p, lambda b: b.replace(b"NUMPY", b"NUMPX")), "damaged"),
    "only magic": (lambda p: (p.write_bytes(models.ZIP), p)[1], "damaged"),
    "too large": (lambda p: (p.write_bytes(models.ZIP + bytes(models.LARGEST)), p)[1], "too large"),
    "a bomb": (bomb, "must hold"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_file_that_is_no_model_is_refused_in_one_line_that_names_the_way_out(name, tmp_path):
    make, why = BAD[name]
    path = make(tmp_path / "model.npz")
    for use in (models.load_model, lambda path: runner.play_many(1, MIRKWOOD, "core-lore", f"mcts-value:5?model={path}")):
        with pytest.raises(BadFile, match=why) as caught:
            use(path)
        said = str(caught.value)
        assert "\n" not in said and str(path) in said and "python -m lotrsim.agents.search.train" in said


def test_any_changed_byte_gives_a_model_or_one_error(tmp_path):
    draw, path = np.random.default_rng(5), tmp_path / "model.npz"
    sound = good_file(path).read_bytes()
    for _ in range(60):
        content = bytearray(sound)
        content[draw.integers(len(sound))] ^= 1 << int(draw.integers(8))
        path.write_bytes(bytes(content))
        try:
            assert np.isfinite(models.load_model(path)).all()
        except BadFile:
            pass


def test_a_model_comes_back_as_it_was_written(tmp_path):
    path = tmp_path / "with spaces and ü.npz"
    models.save_model(path, np.array(MODEL))
    assert models.load_model(path) == MODEL
    with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as file:
        assert sorted(file) == sorted(models.ARRAYS)
    with pytest.raises(BadFile, match="cannot be written"):
        models.save_model(tmp_path / "nowhere" / "x.npz", np.array(MODEL))


# ---------------------------------------------------------------- agents that use one


@pytest.mark.parametrize("id_", ["mcts-value:7", "mcts-value:7@3", "mcts:7", "flat-mc:7"])
def test_an_agent_judges_by_the_model_of_its_id(id_, tmp_path):
    path = tmp_path / "mine.npz"
    models.save_model(path, np.arange(2 + N_FEATURES + 1) * 0.0)
    usual, mine = (base.own(base.get(each).memory(), 0) for each in (id_, f"{id_}?model={path}"))
    for name, numbers in {"model": MODEL, "guldur_model": GULDUR_MODEL}.items():
        before, after = (layout.search_of(memory)[0][name][: len(numbers)].tolist() for memory in (usual, mine))
        assert before == list(VALUE_MODEL if "value" in id_ else numbers) and not any(after)
    assert (usual["parameters"][0] == mine["parameters"][0]).all()


@pytest.mark.parametrize("stage", (119, 120, 123, 124, 125, 126))
def test_who_is_alone_in_dol_guldur_is_judged_by_its_own_model_at_every_stage(stage):
    """And the other scenarios by the usual one: models that say nothing but their number tell which was asked."""
    scenario = {119: MIRKWOOD, 120: MIRKWOOD, 126: ANDUIN}.get(stage, GULDUR)
    game = position(scenario, heroes=[["Aragorn", "Théodred"]], phase="planning", stage=stage)
    own = np.zeros(1, layout.SEARCH)[0]
    own["model"][1], own["guldur_model"][1] = -1, 1
    said = leaf_value(game.state, tables()[0], own)
    assert said == pytest.approx(1 / (1 + np.exp(-1 if scenario == GULDUR else 1)))


def test_a_team_in_dol_guldur_is_judged_by_the_usual_model():
    alone, team = (position(GULDUR, heroes=heroes, stage=123).state for heroes in ([["Aragorn"]], [["Aragorn"], ["Legolas"]]))
    assert is_alone_in_guldur(alone) and not is_alone_in_guldur(team)


def test_a_game_without_a_quest_card_is_judged_by_the_usual_model():
    assert not is_alone_in_guldur(empty_table()[0])


def test_a_model_can_be_part_of_a_mix_and_of_a_team(tmp_path):
    path = tmp_path / "mine.npz"
    models.save_model(path, np.array(MODEL))
    team = base.get(f"mix:planning=mcts-value:5?model={path}+heuristic")
    assert [agent.id for agent in team.agents] == [f"mix:planning=mcts-value:5?model={path}", "heuristic"]


def horizon_of(id_):
    return int(base.own(base.get(id_).memory(), 0)[0]["parameters"][layout.P_HORIZON])


def test_a_position_is_judged_at_once_or_at_the_end_of_its_phase():
    from lotrsim.agents.search.ids import Settings, searcher
    from lotrsim.agents.search.parts import play_on

    assert horizon_of("mcts:5") == 1
    for horizon in (layout.AT_ONCE, layout.AT_PHASE_END):
        game = position(MIRKWOOD, heroes=[["Aragorn", "Théodred"]], encounter_deck=["Forest Spider"] * 5, phase="planning",
            hand=[["Guard of the Citadel"]], resources={"Aragorn": 3},
        )  # fmt: skip
        before = int(game.state["n_decisions"]), int(game.state["phase"])
        agent = searcher("for-a-test", "", Settings(simulations=5, horizon=horizon))
        memory = np.zeros(agent.elements, base.get("mcts:5").memory().dtype)
        base.fill_memory(agent, memory)
        play_on(game.games, tables(), memory)
        after = int(game.state["n_decisions"]), int(game.state["phase"])
        assert after == before if horizon == layout.AT_ONCE else after[0] > before[0] and after[1] == ids.QUEST_PHASE


def test_a_model_judges_by_the_feature_that_it_weighs():
    game = position(MIRKWOOD, heroes=[["Aragorn"]], in_play=[["Guard of the Citadel"]], phase="attacks",
        engaged=[["Forest Spider"]], shadows={"Forest Spider": ["Enchanted Stream"]}, encounter_deck=["Forest Spider"] * 6,
    )  # fmt: skip
    features = np.zeros(N_FEATURES)
    measure(game.state, tables()[0], features)
    seen = dict(zip(FEATURE_NAMES, features.tolist(), strict=True))
    assert features[X_IN_COMBAT] == seen["heroes"] == seen["allies"] == seen["engaged"] == 1 and seen["staging_threat"] == 0
    assert (seen["ready_attack"], seen["to_come"]) == (seen["attack"], 0)  # the only attack has begun
    for name, sign in (("hero_hits", 1), ("allies", -1)):
        model, more = np.zeros(2 + N_FEATURES + 1), features.copy()
        model[2], model[3 + FEATURE_NAMES.index(name)] = 1, sign
        more[FEATURE_NAMES.index(name)] += 1
        assert (chance(model, more) > chance(model, features)) == (sign > 0)


@pytest.mark.skipif(DISABLED, reason="many games")
def test_games_of_a_learned_agent_are_the_same_for_any_workers(tmp_path):
    path = tmp_path / "mine.npz"
    models.save_model(path, np.array(VALUE_MODEL))
    n = 2 * runner.CHUNK
    rows = [runner.play_many(n, MIRKWOOD, "core-leadership", "mcts-value:10", seed=8, workers=w).tobytes() for w in (1, 2)]
    rows.append(runner.play_many(n, MIRKWOOD, "core-leadership", f"mcts-value:10?model={path}", seed=8).tobytes())
    assert rows[0] == rows[1] == rows[2]
