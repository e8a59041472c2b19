"""How a game ended: a row of dtype RESULT, filled by one kernel, and the same as an object for people."""

from __future__ import annotations

from dataclasses import dataclass

import numba
import numpy as np
from numba import types

from lotrsim.cards.tables import tables
from lotrsim.ids import (
    ALL_ELIMINATED,
    BY_THREAT,
    F_ATTACKS,
    F_BAD_WORD,
    F_CARDS,
    F_DELAYED,
    F_FRAMES,
    F_GUARDED,
    F_LASTING,
    F_LEGAL,
    F_SETS,
    F_TOKENS,
    F_WINDOW_ACTIONS,
    FAULTED,
    NO_FAULT,
    NO_HERO_LEFT,
    NONE,
    PLAYING,
    PRISONER_LOST,
    ROUND_LIMIT,
    WON,
)
from lotrsim.kernel import GAMES, TABLES_ARRAY, G, T, i8, kernel, void
from lotrsim.rules.outcome import damage_on_heroes, dead_hero_costs, score_of, victory_points
from lotrsim.state import RESULT

RESULTS = types.Array(numba.from_dtype(RESULT), 1, "C")

FAULTS = {  # the capacity that overflowed
    NO_FAULT: "",
    F_CARDS: "MAX_CARDS",
    F_FRAMES: "MAX_FRAMES",
    F_SETS: "MAX_SETS",
    F_LASTING: "MAX_LASTING",
    F_DELAYED: "MAX_DELAYED",
    F_ATTACKS: "MAX_ATTACKS",
    F_LEGAL: "MAX_LEGAL",
    F_WINDOW_ACTIONS: "MAX_WINDOW_ACTIONS",
    F_TOKENS: "MAX_TOKENS",
    F_GUARDED: "MAX_GUARDED",
    F_BAD_WORD: "unknown word of the effect language",
}
REASONS = {PLAYING: "playing", WON: "won", ALL_ELIMINATED: "all players eliminated", ROUND_LIMIT: "round limit"}
REASONS[PRISONER_LOST] = "the prisoner's player eliminated"


@kernel(void, G, T, RESULTS, i8)
def fill_result(g, t, results, i):
    """Write how game g ended into results[i]; the score counts for a win only (Rules, End and score)."""
    threat = np.int64(0)
    dead = np.int64(0)
    for p in range(np.int64(g["n_players"])):
        threat += np.int64(g["threat"][p])
        dead += dead_hero_costs(g, t, np.int64(p))
    damage = damage_on_heroes(g, t)
    points = victory_points(g, t)
    r = results[i]
    r["won"] = 1 if g["outcome"] == WON else 0
    r["outcome"] = g["outcome"]
    r["fault"] = g["fault"]
    r["stage_no"] = 0
    if g["stage"] != NONE:
        r["stage_no"] = t["stage_no"][g["face"][g["stage"]]]
    r["rounds"] = g["round_no"]
    r["score"] = score_of(threat, dead, damage, np.int64(g["round_no"]), points)
    r["threat"] = threat
    r["dead_heroes"] = dead
    r["damage"] = damage
    r["victory_points"] = points
    r["out_by_threat"] = 0
    r["out_of_heroes"] = 0
    for p in range(np.int64(g["n_players"])):
        r["out_by_threat"] += 1 if g["eliminated"][p] == BY_THREAT else 0
        r["out_of_heroes"] += 1 if g["eliminated"][p] == NO_HERO_LEFT else 0
    r["decisions"] = g["n_decisions"]


@kernel(void, GAMES, i8, i8, TABLES_ARRAY, RESULTS)
def fill_results(games, first, last, tables, results):
    """Write how games first..last-1 ended into the rows of the same numbers."""
    for i in range(first, last):
        fill_result(games[i], tables[0], results, i)


@dataclass(frozen=True)
class Result:
    """How a game ended; a low score is a good one, and only a win has one."""

    won: bool
    reason: str  # "won", "all players eliminated", "round limit", "fault: <the capacity>"; "playing" before the end
    score: int | None
    rounds: int  # completed
    stage: int  # reached
    threat: int  # of all players together, 50 for an eliminated one
    dead_heroes: int  # their threat costs
    damage: int  # on surviving heroes
    victory_points: int
    decisions: int


def reason_of(outcome: int, fault: int) -> str:
    """Why a game ended, in words."""
    return f"fault: {FAULTS[int(fault)]}" if outcome == FAULTED else REASONS[int(outcome)]


def result_from(row: np.void) -> Result:
    """The object for one row of dtype RESULT."""
    won = bool(row["won"])
    return Result(
        won=won,
        reason=reason_of(int(row["outcome"]), int(row["fault"])),
        score=int(row["score"]) if won else None,
        rounds=int(row["rounds"]),
        stage=int(row["stage_no"]),
        threat=int(row["threat"]),
        dead_heroes=int(row["dead_heroes"]),
        damage=int(row["damage"]),
        victory_points=int(row["victory_points"]),
        decisions=int(row["decisions"]),
    )


def results_of(games: np.ndarray) -> np.ndarray:
    """A row of dtype RESULT for each game of an array (GAME, shape (n,)); games may still be going on."""
    results = np.zeros(len(games), RESULT)
    fill_results(games, 0, len(games), tables(), results)
    return results


def result_of(games: np.ndarray, i: int = 0) -> Result:
    """How game i ended, or how it stands."""
    return result_from(results_of(games[i : i + 1])[0])
