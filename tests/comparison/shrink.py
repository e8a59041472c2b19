"""From a difference in a long game to the shortest game, then the smallest position, that still differs in the same way."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from lotrsim import testing
from lotrsim.decks import Deck
from lotrsim.errors import LotrsimError
from lotrsim.ids import PASS, STEP
from tests.comparison import kernels
from tests.comparison.engine import Compiled
from tests.comparison.mercy import gifts
from tests.comparison.play import Difference, compare_setup
from tests.comparison.positions import STEP_WORDS, Described, Reading, compare_position, laid_out, tidy
from tests.comparison.setups import Setup

MOST_BOUNDARIES = 12  # moments before the difference that are tried as the beginning of a position


@dataclass(frozen=True)
class Shrunk:
    """The smallest that was found: the game, and where it could be done a position with choices in words."""

    difference: Difference  # in the shortest game; with its setup and actions
    scenario: str = ""
    described: Described | None = None
    choices: tuple[Any, ...] = ()
    in_position: Difference | None = None


def shrunk(difference: Difference, second: Any, first: Any = Compiled, seconds: float = 30.0) -> Shrunk:
    """Search for the smallest game and position with a difference of the same kind for about so long."""
    ends = time.monotonic() + seconds / 2
    shortest = shortest_game(difference, second, first, lambda: time.monotonic() < ends)
    ends += seconds / 2
    return smallest_position(shortest, second, first, lambda: time.monotonic() < ends)


# ---------------------------------------------------------------- the shortest game


def shortest_game(difference: Difference, second: Any, first: Any, may_go_on: Callable[[], bool]) -> Difference:
    """Other games of smaller and smaller tables that differ in the same way, by other seeds and agents."""
    best = difference
    tried_all = False
    while not tried_all and may_go_on() and best.actions:
        tried_all = True
        for setup in smaller(best.setup):
            found = first_like(best, setup, second, first, may_go_on)
            if found:
                best, tried_all = found, setup == best.setup
                break
    return best


def smaller(setup: Setup | None) -> Iterator[Setup]:
    """The same table with a player, a hero or a part of a deck less; at last the table itself."""
    if setup is None:
        return
    for p in range(len(setup.decks)) if len(setup.decks) > 1 else ():
        agents = setup.agents if len(setup.agents) == 1 else setup.agents[:p] + setup.agents[p + 1 :]
        yield replace(setup, decks=setup.decks[:p] + setup.decks[p + 1 :], agents=agents)
    for p, deck in enumerate(setup.decks):
        for part in parts_of(deck):
            yield replace(setup, decks=(*setup.decks[:p], part, *setup.decks[p + 1 :]))
    if setup.difficulty != "standard":
        yield replace(setup, difficulty="standard")
    if setup.merciful:
        yield replace(setup, merciful=False)
    yield setup


def parts_of(deck: Deck) -> Iterator[Deck]:
    """The deck with half of its titles, with a hero less, or with one copy of each title."""
    half = len(deck.cards) // 2
    if half:
        yield replace(deck, cards=deck.cards[half:])
        yield replace(deck, cards=deck.cards[:half])
    for hero in deck.heroes if len(deck.heroes) > 1 else ():
        yield replace(deck, heroes=tuple(name for name in deck.heroes if name != hero))
    if any(copies > 1 for _, copies in deck.cards):
        yield replace(deck, cards=tuple((name, 1) for name, _ in deck.cards))


def first_like(
    wanted: Difference, setup: Setup, second: Any, first: Any, may_go_on: Callable[[], bool], games: int = 40
) -> Difference | None:
    """A difference of the same kind within fewer decisions (of a smaller table: as many), by some seed and agent."""
    room = len(wanted.actions) - (setup == wanted.setup)
    for k in range(games):
        if not may_go_on():
            return None
        agents = (("eager",), ("random",), setup.agents)[k % 3]
        found = compare_setup(replace(setup, index=k // 3, agents=agents), second, first, room).difference
        if found and found.kind == wanted.kind and len(found.actions) <= room:
            return found
    return None


# ---------------------------------------------------------------- the smallest position


def boundaries(difference: Difference, first: Any) -> list[tuple[int, Any]]:
    """The moments between two steps of a round at which a position can begin, the latest first: (choices before, record)."""
    setup = difference.setup
    game, found = first.new(setup), []
    for k, action in enumerate(difference.actions):
        given = gifts(game.games[0], setup, k)
        if given:
            game.give(given)
        testing.choose(game.games, 0, action)
        goes_on = True
        while goes_on:
            if kernels.is_between_steps(game.games, 0):
                found.append((k + 1, game.games.copy()))
            goes_on = testing.step_one(game.games, 0, game.tables)
    kept = [(k, games) for k, games in found if int(games[0]["frames"][0, STEP]) in STEP_WORDS]
    return kept[::-1][:MOST_BOUNDARIES]


def smallest_position(difference: Difference, second: Any, first: Any, may_go_on: Callable[[], bool]) -> Shrunk:
    """A position shortly before the difference that still shows it, with all that does not matter left out."""
    if difference.setup is None:
        return Shrunk(difference)
    scenario = difference.setup.scenario
    for k, games in boundaries(difference, first):
        for seed in (0, difference.setup.seed):
            try:
                reading = Reading(games, seed)
                actions = [reading.new_action(action) for action in difference.actions[k:]]
                choices = in_words(scenario, reading.described, actions, first)
                found = shows(difference, scenario, tidy(reading.described), choices, second, first)
            except (LotrsimError, ValueError):  # what no position can describe
                continue
            if found:
                return reduced(difference, scenario, *found, second, first, may_go_on)
    return Shrunk(difference)


def in_words(scenario: str, described: Described, actions: list[int], first: Any) -> list[Any]:
    """Actions of a position as choices in words, as far as they are legal."""
    game, words = first.at(laid_out(scenario, described)), []
    for action in actions:
        if action not in game.legal:
            break
        cards = [other for other in game.legal if other < PASS]
        words.append(testing.word_of(game.games[0], action, cards))
        game.choose(action)
    return words


Found = tuple[Described, list[Any], Difference]


def shows(
    wanted: Difference, scenario: str, described: Described, choices: list[Any], second: Any, first: Any
) -> Found | None:
    """The position, the choices that were taken and its difference, if it is of the same kind."""
    try:
        played, taken = compare_position(scenario, described, choices, second, first, strict=False)
    except (LotrsimError, KeyError, IndexError):  # a part that is missing is spoken of elsewhere
        return None
    if played.difference is None or played.difference.kind != wanted.kind:
        return None
    return described, taken, played.difference


def reduced(
    difference: Difference, scenario: str, described: Described, choices: list[Any], found: Difference,
    second: Any, first: Any, may_go_on: Callable[[], bool],
) -> Shrunk:  # fmt: skip
    """Leave out one thing after the other as long as the position still shows the difference."""
    goes_on = True
    while goes_on and may_go_on():
        goes_on = False
        for make in (players_less, lists_less, things_less, choices_less):
            k = 0
            while may_go_on() and (less := nth(make(described, choices), k)):
                shown = shows(difference, scenario, *less, second, first)
                if shown:  # what comes next stands at the same place now
                    (described, choices, found), goes_on = shown, True
                else:
                    k += 1
    return Shrunk(difference, scenario, described, tuple(choices), found)


Less = tuple[Described, list[Any]]


def nth(candidates: Iterator[Less], k: int) -> Less | None:
    """The k-th candidate, or None."""
    return next(islice(candidates, k, None), None)


def without(listed: list[Any]) -> Iterator[list[Any]]:
    """The list without its halves, then without each of its elements."""
    half = len(listed) // 2
    if half > 1:
        yield listed[half:]
        yield listed[:half]
    for k in range(len(listed)):
        yield listed[:k] + listed[k + 1 :]


def players_less(described: Described, choices: list[Any]) -> Iterator[Less]:
    """The position without one of several players and all that is his."""
    n_players = len(described["heroes"])
    for p in range(n_players) if n_players > 1 else ():
        less = {k: v[:p] + v[p + 1 :] if k in PER_PLAYER else v for k, v in described.items()}
        yield {**less, "first_player": 0}, choices


def lists_less(described: Described, choices: list[Any]) -> Iterator[Less]:
    """The position without one of its arguments, or without one player's part of it."""
    for key in described:
        if key not in ("heroes", "phase"):
            yield {k: v for k, v in described.items() if k != key}, choices
    for key, value in described.items():
        if key not in ("heroes", "threat") and isinstance(value, list) and value and isinstance(value[0], list):
            for p, names in enumerate(value):
                if names:
                    yield {**described, key: [*value[:p], [], *value[p + 1 :]]}, choices


def things_less(described: Described, choices: list[Any]) -> Iterator[Less]:
    """The position with a card, a token or a state less, or half of a list."""
    for key, value in described.items():
        if isinstance(value, dict):
            for name in value:
                yield {**described, key: {k: v for k, v in value.items() if k != name}}, choices
                if isinstance(value[name], list) and key != "uses":
                    for less in without(value[name]):
                        yield {**described, key: {**value, name: less}}, choices
        elif isinstance(value, list) and value and isinstance(value[0], list):
            for p, names in enumerate(value):
                for less in without(names):
                    if less or key != "heroes":
                        yield {**described, key: [*value[:p], less, *value[p + 1 :]]}, choices
        elif isinstance(value, list) and key != "threat":
            for less in without(value):
                yield {**described, key: less}, choices


def choices_less(described: Described, choices: list[Any]) -> Iterator[Less]:
    """Fewer choices."""
    for less in without(choices):
        yield described, less


PER_PLAYER = ("heroes", "in_play", "engaged", "hand", "deck", "discard", "threat")


# ---------------------------------------------------------------- as a test


def as_test(found: Shrunk, name: str = "difference") -> str:
    """A test that fails as long as the engines differ: the position, or the game where no position shows it."""
    if found.described is None or found.in_position is None:
        setup = found.difference.setup
        assert setup is not None
        return (
            f"def test_{name}():\n"
            f'    """{found.difference}."""\n'
            f"    setup = Setup.of({setup.plain()!r})\n"
            f"    agree_in_game(setup, {list(found.difference.actions)!r})\n"
        )
    lines = [f"        {key!r}: {value!r}," for key, value in found.described.items()]
    return "\n".join(
        [
            f"def test_{name}():",
            f'    """{found.in_position}."""',
            "    described = {",
            *lines,
            "    }",
            f"    agree({found.scenario!r}, described, {list(found.choices)!r})",
            "",
        ]
    )


__all__ = ["Shrunk", "as_test", "shrunk"]
