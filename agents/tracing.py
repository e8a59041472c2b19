"""Traces: a row a round and player of every game, gathered in compiled code while the game is played.

The engine knows nothing of it: between two of its steps the record is looked at. The quest is noted just before it is
resolved, the rest when the round is counted, that is after the refresh phase and before what happens "at the end of the
round"; the last row of a game is how its table stood when it ended.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types

from lotrsim.agents import base, runner
from lotrsim.agents.runner import answer_of, begin_game
from lotrsim.errors import IllegalAction
from lotrsim.ids import (
    ALLY,
    ATTACHED,
    ATTACHMENT,
    DECK,
    DISCARD_PILE,
    ENCOUNTER_DECK,
    ENGAGED,
    FACEDOWN,
    FRAME_RESOLVE_QUEST,
    HAND,
    HERO,
    KIND,
    NONE,
    PLAY,
    PLAYING,
    STAGING,
)
from lotrsim.kernel import GAMES, MEMORY_ARRAY, POLICY, TABLES_ARRAY, G, T, b1, i8, kernel, void
from lotrsim.result import RESULTS, fill_result
from lotrsim.rules.flow import advance_one, choose
from lotrsim.rules.quest import committed_willpower, staging_threat
from lotrsim.start import start_game, start_games, tables
from lotrsim.state import GAME, RESULT

TRACE = np.dtype(
    [
        ("game", "i8"),  # its number
        ("round_no", "i2"),  # from 1
        ("player", "i2"),  # from 0
        ("ended", "i2"),  # 1: the game ended in this round
        # --- the table's, the same in the row of every player
        ("willpower", "i2"),  # committed when the quest was resolved; NONE: it was not
        ("staging_threat", "i2"),  # against it; NONE
        ("stage", "i2"),
        ("progress", "i2"),  # on the current quest card
        ("staging", "i2"),  # cards in the staging area
        ("encounter_deck", "i2"),
        # --- the player's
        ("threat", "i2"),
        ("heroes", "i2"),  # in play, faceup
        ("allies", "i2"),
        ("attachments", "i2"),  # that he controls
        ("engaged", "i2"),  # enemies
        ("hand", "i2"),
        ("deck", "i2"),
        ("discard_pile", "i2"),
        ("resources", "i2"),  # of all his heroes
    ],
    align=True,
)
TRACES = types.Array(numba.from_dtype(TRACE), 1, "C")
# what is remembered between two steps: rows written, the quest of this round, 1 if the round was counted at last
N_ROWS, QUEST_WILLPOWER, QUEST_THREAT, COUNTED = range(4)
NOTES = types.Array(i8, 1, "C")


# ---------------------------------------------------------------- compiled loops


@kernel(void, G, T, i8, TRACES, i8)
def note_player(g, t, p, rows, k):
    """Write what player p has into row k."""
    row = rows[k]
    row["threat"] = g["threat"][p]
    row["engaged"] = g["zone_count"][ENGAGED + p]
    row["hand"] = g["zone_count"][HAND + p]
    row["deck"] = g["zone_count"][DECK + p]
    row["discard_pile"] = g["zone_count"][DISCARD_PILE + p]
    heroes, allies, attachments, resources = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    card = np.int64(g["zone_first"][PLAY + p])
    while card != NONE:
        if not g["flags"][card] & FACEDOWN:
            kind = t["type"][g["face"][card]]
            heroes += 1 if kind == HERO else 0
            allies += 1 if kind == ALLY else 0
            resources += np.int64(g["resources"][card])
        card = np.int64(g["next_card"][card])
    for card in range(np.int64(g["n_cards"])):
        if g["zone"][card] == ATTACHED and g["controller"][card] == p and t["type"][g["face"][card]] == ATTACHMENT:
            attachments += 1
    row["heroes"] = heroes
    row["allies"] = allies
    row["attachments"] = attachments
    row["resources"] = resources


@kernel(void, G, T, i8, i8, NOTES, TRACES)
def note_round(g, t, game, round_no, notes, rows):
    """Write a row a player, as the table stands; the quest of the round is over and forgotten."""
    for p in range(np.int64(g["n_players"])):
        k = notes[N_ROWS]
        row = rows[k]
        row["game"] = game
        row["round_no"] = round_no
        row["player"] = p
        row["ended"] = 0 if g["outcome"] == PLAYING else 1
        row["willpower"] = notes[QUEST_WILLPOWER]
        row["staging_threat"] = notes[QUEST_THREAT]
        row["stage"] = 0
        if g["stage"] != NONE:
            row["stage"] = t["stage_no"][g["face"][g["stage"]]]
        row["progress"] = g["quest_progress"]
        row["staging"] = g["zone_count"][STAGING]
        row["encounter_deck"] = g["zone_count"][ENCOUNTER_DECK]
        note_player(g, t, np.int64(p), rows, k)
        notes[N_ROWS] = k + 1
    notes[QUEST_WILLPOWER] = NONE
    notes[QUEST_THREAT] = NONE


@kernel(void, GAMES, i8, TABLES_ARRAY, i8, NOTES, TRACES)
def follow(games, i, tables, game, notes, rows):
    """Run game i until somebody must choose or it is over, as `advance` does, and note its rounds."""
    g = games[i]
    t = tables[0]
    going = True
    while going:
        k = np.int64(g["n_frames"]) - 1
        if k >= 0 and g["frames"][k, KIND] == FRAME_RESOLVE_QUEST:
            notes[QUEST_WILLPOWER] = committed_willpower(g, t)
            notes[QUEST_THREAT] = staging_threat(g, t)
        before = g["round_no"]
        going = advance_one(g, t)
        notes[COUNTED] = 1 if g["round_no"] != before else 0
        if notes[COUNTED]:
            note_round(g, t, game, np.int64(g["round_no"]), notes, rows)
    if g["outcome"] != PLAYING and not notes[COUNTED]:
        note_round(g, t, game, np.int64(g["round_no"]) + 1, notes, rows)


@kernel(b1, GAMES, i8, TABLES_ARRAY, POLICY, POLICY, POLICY, POLICY, MEMORY_ARRAY, i8, NOTES, TRACES)
def trace_one(games, i, tables, policy0, policy1, policy2, policy3, memory, game, notes, rows):
    """Play game i as `play_one` does, and note its rounds; False when a policy answers an illegal action."""
    begin_game(memory)
    notes[QUEST_WILLPOWER] = NONE
    notes[QUEST_THREAT] = NONE
    if games[i]["n_legal"] == 0:
        follow(games, i, tables, game, notes, rows)
    while games[i]["outcome"] == PLAYING:
        if not choose(games, i, answer_of(games, i, tables, policy0, policy1, policy2, policy3, memory)):
            return False
        follow(games, i, tables, game, notes, rows)
    return True


@kernel(i8, GAMES, GAMES, i8, i8, i8, TABLES_ARRAY, POLICY, POLICY, POLICY, POLICY, MEMORY_ARRAY, RESULTS, i8, NOTES, TRACES)
def trace_seeds(
    layout, block, seed, first, last, tables, policy0, policy1, policy2, policy3, memory, results, place, notes, rows
):
    """Set up, play and trace games first..last-1 of a seed, as `play_seeds` does; `notes[N_ROWS]` rows are written."""
    bad = np.int64(NONE)
    for index in range(first, last):
        number = np.int64(index)
        block[0] = layout[0]
        start_game(block[0], tables[0], seed, number)
        if block[0]["outcome"] == PLAYING:
            played = trace_one(block, np.int64(0), tables, policy0, policy1, policy2, policy3, memory, number, notes, rows)
            if not played and bad == NONE:
                bad = number
        fill_result(block[0], tables[0], results, place + (index - first))
    return bad


# ---------------------------------------------------------------- from Python


def trace_many(
    n: int, scenario: Any, decks: Any, agent: Any = "heuristic", seed: int = 0, difficulty: str = "standard",
    first: int = 0, workers: int = 1, progress: runner.Progress | None = None,
) -> tuple[np.ndarray, np.ndarray]:  # fmt: skip
    """Play as `runner.play_many` does; return its results and the rows of all games (dtype TRACE), games ascending."""
    n, first, seed = (runner.whole(value, what) for value, what in (
        (n, "the number of games"), (first, "the number of the first game"), (seed, "a seed")))  # fmt: skip
    layout, team = runner.lay_out(scenario, decks, difficulty), base.get(agent)
    team.check_seats(int(layout[0]["n_players"]))
    results, memories = np.zeros(n, RESULT), runner.Memories()
    most = int(layout[0]["n_players"]) * (int(layout[0]["round_limit"]) + 1)  # rows of a game
    parts: dict[int, np.ndarray] = {}

    def part(begin: int, end: int) -> int:
        rows, notes = np.zeros((end - begin) * most, TRACE), np.zeros(4, np.int64)
        if team.compiled:
            numbers, block, memory = (first + begin, first + end), np.empty(1, GAME), memories.of(team)
            where = results, begin, notes, rows
            bad = trace_seeds(layout, block, seed, *numbers, tables(), *team.policies(), memory, *where)
        else:
            games = np.repeat(layout, end - begin)
            start_games(games, 0, end - begin, tables(), seed, first + begin)
            bad = _trace_python(games, first + begin, team, results[begin:end], notes, rows)
        parts[begin] = rows[: notes[N_ROWS]].copy()
        return bad

    runner.in_parts(part, 0, n, workers, progress, team)
    found = [parts[begin] for begin in sorted(parts)]
    return results, np.concatenate(found) if found else np.zeros(0, TRACE)


def _trace_python(
    games: np.ndarray, first: int, team: base.Team, results: np.ndarray, notes: np.ndarray, rows: np.ndarray
) -> int:
    """Play and trace with at least one plain Python agent: a decision at a time."""
    memory, made = team.memory(), tables()
    for i in range(len(games)):
        begin_game(memory)
        notes[QUEST_WILLPOWER] = notes[QUEST_THREAT] = NONE
        while games[i]["outcome"] == PLAYING:
            seat = int(games[i]["decider"])
            action = base.answer(team.seat(seat), games, i, made, base.own(memory, seat))
            if not choose(games, i, action):
                raise IllegalAction(f"game {first + i}: {runner.said(games[i], action)}")
            follow(games, i, made, first + i, notes, rows)
        fill_result(games[i], made[0], results, i)
    return NONE


__all__ = ["TRACE", "trace_many"]
