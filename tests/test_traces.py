"""Traces: a row a round and player, that say what the table shows, change nothing, and agree with the results."""

import re

import pandas as pd
import pytest
from pages import page

from lotrsim import ids
from lotrsim.agents import base, runner, tracing
from lotrsim.errors import BadValue, IllegalAction
from lotrsim.experiments import Experiment, run
from lotrsim.experiments.tables import TRACE_FIELDS, TRACES
from lotrsim.kernel import DISABLED
from lotrsim.rules.flow import choose, step_one
from lotrsim.start import tables

N = 3 if DISABLED else 60
TEAM = "core-leadership+core-lore"
TABLES = [("passage-through-mirkwood", "core-leadership", "heuristic"), ("journey-along-the-anduin", TEAM, "random+heuristic"),
          ("escape-from-dol-guldur", TEAM, "random")]  # fmt: skip


@pytest.fixture(scope="module", params=TABLES, ids=lambda table: table[0])
def traced(request):
    """The table, its results, and its traces as a frame."""
    results, rows = tracing.trace_many(N, *request.param, seed=3)
    return request.param, results, pd.DataFrame(rows)


def test_tracing_changes_no_game(traced):
    table, results, _ = traced
    assert (results == runner.play_many(N, *table, seed=3)).all()


def test_rows_are_the_same_for_any_workers_and_any_part(traced):
    table, _, rows = traced
    pd.testing.assert_frame_equal(pd.DataFrame(tracing.trace_many(N, *table, seed=3, workers=3)[1]), rows)
    part = pd.DataFrame(tracing.trace_many(2, *table, seed=3, first=1)[1])
    pd.testing.assert_frame_equal(part, rows[rows["game"].isin([1, 2])].reset_index(drop=True))


def test_every_round_of_every_player_has_a_row_and_the_last_one_ends(traced):
    (_, decks, _), results, rows = traced
    n_players = decks.count("+") + 1
    for game, found in rows.groupby("game"):
        rounds = int(results[game]["rounds"])
        last = rounds if results[game]["outcome"] == ids.ROUND_LIMIT else rounds + 1
        assert found["round_no"].tolist() == [k for k in range(1, last + 1) for _ in range(n_players)]
        assert found["player"].tolist() == list(range(n_players)) * last
        assert found["ended"].tolist() == [0] * (n_players * (last - 1)) + [1] * n_players


def test_the_last_row_agrees_with_the_result(traced):
    _, results, rows = traced
    last = rows[rows["ended"] == 1].groupby("game")
    assert last["threat"].sum().tolist() == results["threat"].tolist()
    assert last["stage"].first().tolist() == results["stage_no"].tolist()


def seen_by_steps(table, game):
    """The rounds of one game, looked at with the library's own objects after every step of the engine: naive and slow."""
    scenario, decks, agent = table
    games, team, made = runner.new_games(1, scenario, decks, 3, first=game), base.get(agent), tables()
    memory, found, quest = team.memory(), [], (ids.NONE, ids.NONE)
    runner.begin_game(memory)
    g = games[0]
    while g["outcome"] == ids.PLAYING:
        seat = int(g["decider"])
        assert choose(games, 0, base.answer(team.seat(seat), games, 0, made, base.own(memory, seat)))
        going = True
        while going:
            if g["n_frames"] and g["frames"][g["n_frames"] - 1, ids.KIND] == ids.FRAME_RESOLVE_QUEST:
                quest = quest_of(games)
            before = int(g["round_no"])
            going = step_one(games, 0, made)
            counted = int(g["round_no"]) != before
            over = g["outcome"] != ids.PLAYING
            if counted or over:
                found += [row_of(games, p, int(g["round_no"]) + (not counted), over, quest) for p in range(g["n_players"])]
                quest = ids.NONE, ids.NONE
    return found


def quest_of(games):
    """Willpower and threat from the printed numbers and what changes them, card by card."""
    from lotrsim.effects.query import stat

    g, t = games[0], tables()[0]
    cards = range(int(g["n_cards"]))
    committed = [c for c in cards if ids.PLAY <= g["zone"][c] < ids.ENGAGED and g["flags"][c] & ids.COMMITTED]
    staging = [c for c in cards if g["zone"][c] == ids.STAGING and not g["flags"][c] & ids.NO_THREAT]
    threat = sum(stat(g, t, c, ids.THREAT) for c in staging) + int(g["staging_bonus"]) * int(g["n_alive"])
    return sum(stat(g, t, c, ids.WILLPOWER) for c in committed), max(0, threat)


def row_of(games, player, round_no, over, quest):
    """A row as `lotrsim.board` and the zones say it."""
    g, t = games[0], tables()[0]
    kinds = [int(t["type"][g["face"][c]]) for c in range(int(g["n_cards"]))]
    zones = [int(g["zone"][c]) for c in range(int(g["n_cards"]))]
    open_ = [not g["flags"][c] & ids.FACEDOWN for c in range(int(g["n_cards"]))]
    mine = [c for c, zone in enumerate(zones) if zone == ids.PLAY + player and open_[c]]
    return {
        "round_no": round_no, "player": player, "ended": int(over), "willpower": quest[0], "staging_threat": quest[1],
        "progress": int(g["quest_progress"]), "staging": zones.count(ids.STAGING),
        "encounter_deck": zones.count(ids.ENCOUNTER_DECK), "threat": int(g["threat"][player]),
        "heroes": sum(kinds[c] == ids.HERO for c in mine), "allies": sum(kinds[c] == ids.ALLY for c in mine),
        "attachments": sum(zone == ids.ATTACHED and kinds[c] == ids.ATTACHMENT and g["controller"][c] == player
                           for c, zone in enumerate(zones)),
        "engaged": zones.count(ids.ENGAGED + player), "hand": zones.count(ids.HAND + player),
        "deck": zones.count(ids.DECK + player), "discard_pile": zones.count(ids.DISCARD_PILE + player),
        "resources": sum(int(g["resources"][c]) for c in mine),
    }  # fmt: skip


@pytest.mark.parametrize("game", [0, 2])
def test_rows_say_what_is_seen_step_by_step(traced, game):
    table, _, rows = traced
    found = seen_by_steps(table, game)
    want = rows[rows["game"] == game].drop(columns=["game", "stage"]).to_dict("records")
    assert found == want and any(row["willpower"] > 0 for row in found)


def test_plain_python_agents_are_traced_too():
    def choose_first(game):
        return game.options[0].action

    results, rows = tracing.trace_many(2, "passage-through-mirkwood", "core-lore", choose_first)
    assert (results == runner.play_many(2, "passage-through-mirkwood", "core-lore", choose_first)).all()
    assert set(rows["game"]) == {0, 1} and (rows["ended"] == 1).sum() == 2
    with pytest.raises(IllegalAction, match="game 0: "):
        tracing.trace_many(1, "passage-through-mirkwood", "core-lore", lambda game: -7)


def test_no_games_have_no_rows():
    results, rows = tracing.trace_many(0, "passage-through-mirkwood", "core-lore", "random")
    assert len(results) == len(rows) == 0
    with pytest.raises(BadValue):
        tracing.trace_many(-1, "passage-through-mirkwood", "core-lore", "random")


def test_an_experiment_returns_both_tables():
    made = Experiment("passage-through-mirkwood", ["core-lore", TEAM], "random", games=4)
    games, traces = run(made, workers=1, progress=False, trace=True)
    assert list(traces.columns) == list(TRACES)
    rounds = traces[traces["player"] == 0].groupby(["decks", "game"], observed=True)["round"].max()
    assert rounds[("core-lore", 2)] == games.loc[(games["decks"] == "core-lore") & (games["game"] == 2), "rounds"].item() + 1
    assert traces["willpower"].isna().any() or (traces["willpower"] >= 0).all()
    assert (traces["willpower"].dropna() >= 0).all() and traces["seed"].eq(0).all()
    assert set(traces["decks"]) == {"core-lore", TEAM}


def test_every_column_is_on_the_page():
    text = page("docs/experiments.md").split("## Traces")[1].split("## ")[0]
    rows = dict(re.findall(r"^\| `(\w+)` \| (.+?) \|$", text, re.MULTILINE))
    assert rows == {name: what for name, (_, what) in TRACE_FIELDS.items()}
    assert {field for field, _ in TRACE_FIELDS.values()} | {"game"} == set(tracing.TRACE.names)
