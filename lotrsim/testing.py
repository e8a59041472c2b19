"""Positions for tests and experiments, and tests that read like a log of play.

    game = position("passage-through-mirkwood", heroes=[["Gimli"]], engaged=[["Forest Spider"]], phase="combat")
    do(game, "Gimli", "pass")
    assert damage_on(game, "Forest Spider") == 0

`phase` is where the game starts; `position` returns it at the first decision from there on:

    setup           the mulligans, then as `stage` (hands and decks lie as given: nothing is shuffled or drawn before)
    stage           side A, then side B, of the stage are carried out, then a round begins
    resource        the resource phase            planning      the planning phase
    quest           the quest phase; with `committed` the window after commitment
    commit          commitment                    committed     the window after it
    staging         the reveals                   staged        the window after them
    resolution      the quest is resolved (also "resolve")
    travel          the travel phase
    encounter       optional engagement           checks        the engagement checks
    combat          the shadow deal; with `shadows` the window after it
    dealt           the window after the deal     attacks       enemies' attacks
    player-attacks  players' attacks              combat-end    the end of the combat phase
    refresh         the refresh phase             refresh-end   its end: "until the end of the phase"
    round-end       the round is counted, effects at the end of the round

Choices (`do`, `play`, Example.do): a card's name ("Name#2" the second copy), "pass", "yes", "no", a number, ("mode",
k) from 0, ("player", k), ("effect", k). What a game says is asked with the functions of `lotrsim.looking`, which are
found here too.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from typing import Any

import numpy as np

from lotrsim import ids as n
from lotrsim.cards.tables import tables
from lotrsim.errors import BadValue, IllegalAction, UnknownName, said, text_of
from lotrsim.layout import (
    AFTER_COMMITMENT,
    AFTER_DEAL,
    ENCOUNTER_CARDS,
    PHASES,
    PLAYER_CARDS,
    SETUP,
    Layout,
    instances,
    step_of,
    title_of,
)
from lotrsim.looking import (
    array_of,
    card_of,
    damage_on,
    decider,
    decision,
    hand,
    host_of,
    is_committed,
    is_ready,
    outcome,
    phase_of,
    pile,
    player_with,
    progress_on,
    quest_progress,
    record,
    resources_on,
    stage_of,
    stat_of,
    threat,
    zone_of,
)
from lotrsim.rules.flow import END_ROUND, ROUND, advance, apply, choose, step_one
from lotrsim.rules.zones import recount_listeners

__all__ = [
    "PHASES",
    "SETUP",
    "card_of",
    "check",
    "damage_on",
    "decider",
    "decision",
    "do",
    "finish_phase",
    "go_on",
    "hand",
    "host_of",
    "is_committed",
    "is_ready",
    "legal",
    "offered",
    "outcome",
    "phase_of",
    "pile",
    "play",
    "player_with",
    "position",
    "position_record",
    "progress_on",
    "quest_progress",
    "record",
    "resources_on",
    "run_example",
    "skip_to",
    "stage_of",
    "stat_of",
    "threat",
    "zone_of",
]

DEFAULT_SCENARIO = "passage-through-mirkwood"

# ---------------------------------------------------------------- positions


def position_record(
    scenario: str = DEFAULT_SCENARIO,
    *,
    heroes: list[list],
    hand: list[list] | None = None,
    deck: list[list] | None = None,
    discard: list[list] | None = None,
    in_play: list[list] | None = None,
    attachments: dict[str, list] | None = None,
    threat: list[int] | None = None,
    resources: dict[str, int] | None = None,
    damage: dict[str, int] | None = None,
    exhausted: list | None = None,
    committed: list | None = None,
    staging: list | None = None,
    engaged: list[list] | None = None,
    shadows: dict[str, list] | None = None,
    active_location: str | None = None,
    progress: dict[str, int] | None = None,
    stage: int | str = 1,
    encounter_deck: list | None = None,
    encounter_discard: list | None = None,
    guards: dict[str, str] | None = None,
    prisoner: str | None = None,
    victory: list | None = None,
    phase: str = "planning",
    round_no: int = 0,
    first_player: int = 0,
    seed: int = 0,
) -> np.ndarray:
    """Return the position as an array of one record; the arguments are those of `position`."""
    word = start_word(phase, committed, shadows)
    table = Layout(scenario, heroes)
    g = table.g
    if first_player not in range(table.n_players):
        raise BadValue(f"first_player is {said(first_player)}, with {table.n_players} players 0 to {table.n_players - 1}")
    g["first_player"] = first_player
    if isinstance(round_no, bool) or not isinstance(round_no, int) or not 0 <= round_no < g["round_limit"]:
        raise BadValue(f"round_no is {said(round_no)}; it counts the rounds completed, 0 to {g['round_limit'] - 1}")
    g["round_no"] = round_no
    table.seed(seed)
    table.each("in_play", in_play, n.PLAY, (n.ALLY,))
    table.common("staging", staging, n.STAGING, (n.ENEMY, n.LOCATION, n.OBJECTIVE))
    table.each("engaged", engaged, n.ENGAGED, (n.ENEMY,), owned=False)
    table.common("active_location", [active_location] if active_location else [], n.ACTIVE, (n.LOCATION,))
    table.attachments(attachments)
    table.shadows(shadows)
    table.each("hand", hand, n.HAND, PLAYER_CARDS)
    table.each("deck", deck, n.DECK, PLAYER_CARDS)
    table.each("discard", discard, n.DISCARD_PILE, (n.HERO, *PLAYER_CARDS))
    table.common("encounter_deck", encounter_deck, n.ENCOUNTER_DECK, ENCOUNTER_CARDS)
    table.common("encounter_discard", encounter_discard, n.ENCOUNTER_DISCARD, ENCOUNTER_CARDS)
    table.common("victory", victory, n.VICTORY, (n.ENEMY, n.LOCATION))
    table.quest(stage, word in SETUP)
    table.guards(guards)
    if prisoner is not None:
        table.flag("prisoner", [prisoner], n.FACEDOWN, (n.HERO,))
    table.flag("exhausted", exhausted, n.EXHAUSTED, (n.HERO, n.ALLY, n.ATTACHMENT))
    table.flag("committed", committed, n.COMMITTED | n.EXHAUSTED, (n.HERO, n.ALLY))
    recount_listeners(g, table.t)
    table.threats(threat)
    table.resources(resources)
    table.progress(progress)
    table.damage(damage)
    return table.start(word)


ARGUMENTS = [name for name in inspect.signature(position_record).parameters if name != "scenario"]


def start_word(phase: str, committed: list | None, shadows: dict | None) -> str:
    """Return the phase word at which a position really starts: later where commitment or the deal is done already."""
    phase = text_of(phase)
    if phase not in SETUP:
        step_of(phase)
    if committed and phase not in ("quest", *AFTER_COMMITMENT):
        raise BadValue(f"committed: nobody is committed at {phase!r}; one of quest, {', '.join(AFTER_COMMITMENT)}")
    if shadows and phase not in ("combat", *AFTER_DEAL):
        raise BadValue(f"shadows: no shadow cards lie there at {phase!r}; one of combat, {', '.join(AFTER_DEAL)}")
    if committed and phase == "quest":
        return "committed"
    return "dealt" if shadows and phase == "combat" else phase


def game_from_record(games: np.ndarray, scenario: str, seed: int):
    """Return a Game over an array of one record."""
    from lotrsim.game import Game  # here, because the compiled tests need no Game

    return Game(games, scenario=scenario, seed=seed, difficulty="standard")


def position(scenario: str = DEFAULT_SCENARIO, **described):
    """Return a Game at the first decision of the position; the arguments are those of `position_record`.

    Per-player arguments are lists of lists, card-keyed ones dicts; decks and discard piles are given from the top;
    a stage by its number, card number or title (where two share a number, by card number or title). Nothing
    unnamed exists. Threat is the sum of the heroes' threat costs unless given; `round_no` counts the rounds
    completed.
    """
    unknown = next((name for name in described if name not in ARGUMENTS), None)
    if unknown is not None:
        raise UnknownName("argument of a position", unknown, ARGUMENTS)
    if "heroes" not in described:
        raise BadValue("a position needs heroes=, a list for each player")
    return game_from_record(position_record(scenario, **described), scenario, described.get("seed", 0))


# ---------------------------------------------------------------- choosing


def legal(game) -> list[int]:
    """Return the legal actions."""
    g = record(game)
    return g["legal"][: g["n_legal"]].tolist()


def word_of(g: np.void, action: int, offered_cards: Iterable[int] = ()) -> object:
    """Return a legal action as `do` takes it."""
    if action < n.PASS:
        title = title_of(g, action)
        first = min(c for c in (*offered_cards, action) if title_of(g, c) == title)
        return title if first == action else f"{title}#{instances(g, title).index(action) + 1}"
    if action < n.MODE_0:
        return ("pass", "yes", "no")[action - n.PASS]
    if action < n.NUMBER_0:
        return ("mode", action - n.MODE_0)
    if action < n.PLAYER_0:
        return action - n.NUMBER_0
    return ("player", action - n.PLAYER_0) if action < n.EFFECT_0 else ("effect", action - n.EFFECT_0)


def offered(game) -> list:
    """Return the options of the pending decision as `do` takes them."""
    g, actions = record(game), legal(game)
    return [word_of(g, action, [a for a in actions if a < n.PASS]) for action in actions]


def action_of(game, choice: Any) -> int:
    """Return the action number that a choice means; of several copies offered, a plain title means the lowest."""
    g = record(game)
    words = {"pass": n.PASS, "yes": n.YES, "no": n.NO}
    bases = {"mode": n.MODE_0, "player": n.PLAYER_0, "effect": n.EFFECT_0}
    if isinstance(choice, tuple):
        action = bases[choice[0]] + choice[1]
    elif isinstance(choice, int):
        action = n.NUMBER_0 + choice
    elif choice in words:
        action = words[choice]
    elif "#" in choice:
        action = card_of(game, choice)
    else:
        cards = [c for c in instances(g, choice) if c in legal(game)]
        action = cards[0] if cards else n.NONE
    if action not in legal(game):
        raise IllegalAction(f"{said(choice)} is not offered ({decision(game)} of player {decider(game)}): {offered(game)}")
    return action


def do(game, *choices, stay: bool = False):
    """Make choices one after the other and return the game; `stay`: it stops at the latest at the end of the phase."""
    for k, choice in enumerate(choices):
        action = action_of(game, choice)
        if stay and k == len(choices) - 1:
            choose(array_of(game), 0, action)
            finish_phase(game)
        elif isinstance(game, np.ndarray):
            apply(game, 0, tables(), action)
        else:
            game.choose(action)
    return game


def play(game, name: object, *choices, stay: bool = False):
    """Play a card or use its ability, then make the choices that follow."""
    return do(game, name, *choices, stay=stay)


def finish_phase(game):
    """Let the game run to its next decision, or to the end of the phase; from there `go_on` goes on."""
    games, t = array_of(game), tables()
    while not is_at_phase_end(games[0]) and step_one(games, 0, t):
        pass
    return game


def is_at_phase_end(g: np.void) -> bool:
    """The end of a phase is what happens next."""
    top = int(g["n_frames"]) - 1
    kind, step = g["frames"][top, n.KIND], g["frames"][top, n.STEP]
    return kind == n.FRAME_ROUND and ROUND[step, 1] in (n.FRAME_PHASE_END, END_ROUND)


def go_on(game):
    """Let a game that was stopped at the end of a phase run to its next decision."""
    advance(array_of(game), 0, tables())
    return game


def skip_to(game, *words: str):
    """Pass until a decision of one of these kinds (`decision`) is pending; BadValue if passing gets nowhere."""
    for _ in range(100):
        if outcome(game) != "playing" or decision(game) in words:
            return game
        do(game, "pass" if n.PASS in legal(game) else "no")
    raise BadValue(f"passing 100 times leads to none of {', '.join(words)}")


# ---------------------------------------------------------------- examples


def check(game, **expected) -> None:
    """Assert what must be true: a key and what is expected of it.

    damage, progress, resources: {name: number}; stat: {name: {statistic: number}}; zone: {name: word}; threat: [number,
    ...]; quest_progress: number; ready, exhausted, committed: [name, ...]; hand: [[title, ...], ...] in any order;
    offered, not_offered: [choice, ...]; result: "playing", "won" or "lost".
    """
    for key, value in expected.items():
        if key not in CHECKS:
            raise UnknownName("expectation", key, CHECKS)
        got = CHECKS[key](game, value)
        assert got == value, f"{key}: {got!r}, expected {value!r}"


def _of_cards(measure):
    return lambda game, wanted: {name: measure(game, name) for name in wanted}


def _which(test):
    return lambda game, wanted: [name for name in wanted if test(game, name)]


CHECKS = {
    "damage": _of_cards(damage_on),
    "progress": _of_cards(progress_on),
    "resources": _of_cards(resources_on),
    "zone": _of_cards(zone_of),
    "stat": lambda game, wanted: {
        name: {which: stat_of(game, name, which) for which in stats} for name, stats in wanted.items()
    },
    "threat": lambda game, wanted: [threat(game, player) for player in range(len(wanted))],
    "quest_progress": lambda game, wanted: quest_progress(game),
    "ready": _which(is_ready),
    "exhausted": _which(lambda game, name: not is_ready(game, name)),
    "committed": _which(is_committed),
    "hand": lambda game, wanted: [
        titles if sorted(titles) == hand(game, player) else hand(game, player) for player, titles in enumerate(wanted)
    ],
    "offered": _which(lambda game, choice: choice in offered(game)),
    "not_offered": _which(lambda game, choice: choice not in offered(game)),
    "result": lambda game, wanted: outcome(game),
}


def run_example(card) -> None:
    """Play a card's worked example and check what it expects."""
    game = position(**{"scenario": DEFAULT_SCENARIO, **card.example.position})
    do(game, *card.example.choices)
    check(game, **card.example.expected)
