"""What a comparison found, for people: counts, the mix of what was played, and each difference with the events before it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from lotrsim import scenarios
from lotrsim.decks import team
from lotrsim.errors import LotrsimError
from lotrsim.game import Game
from lotrsim.ids import FAULTED
from lotrsim.result import REASONS
from lotrsim.start import start_games, tables, template
from tests.comparison.mercy import gifts, give_record
from tests.comparison.play import Difference, Played
from tests.comparison.setups import Setup

LAST_EVENTS = 20


@dataclass
class Counts:
    """Games, decisions (two or more legal actions), steps (single legal actions taken by themselves), differences, the mix."""

    games: int = 0
    decisions: int = 0
    steps: int = 0
    differences: list[dict[str, Any]] = field(default_factory=list)
    mix: dict[str, Counter[str]] = field(default_factory=dict)

    def add(self, setup: Setup, played: Played) -> None:
        """Count one game."""
        self.games += 1
        self.decisions += len(played.actions)
        self.steps += played.steps
        for what, word in mixed(setup, played):
            self.mix.setdefault(what, Counter())[word] += 1
        if played.difference:
            self.differences.append(as_facts(played.difference))

    def join(self, other: Counts) -> None:
        """Add the counts of another part."""
        self.games += other.games
        self.decisions += other.decisions
        self.steps += other.steps
        self.differences += other.differences
        for what, words in other.mix.items():
            self.mix.setdefault(what, Counter()).update(words)

    def plain(self) -> dict[str, Any]:
        """For JSON."""
        mix = {what: dict(sorted(words.items())) for what, words in self.mix.items()}
        return {**vars(self), "mix": mix}

    @classmethod
    def of(cls, facts: dict[str, Any]) -> Counts:
        """The counts that `plain` wrote."""
        mix = {what: Counter(words) for what, words in facts["mix"].items()}
        return cls(facts["games"], facts["decisions"], facts["steps"], list(facts["differences"]), mix)

    def __str__(self) -> str:
        """A line for the counts, then a line for each side of the mix."""
        lines = [
            f"{self.games:,} games, {self.decisions:,} decisions, {self.steps:,} steps, {len(self.differences)} differences"
        ]
        for what, words in self.mix.items():
            lines.append(f"  {what}: " + ", ".join(f"{word} {count:,}" for word, count in sorted(words.items())))
        return "\n".join(lines)


def mixed(setup: Setup, played: Played) -> list[tuple[str, str]]:
    """What a game adds to the mix: (side, word)."""
    end = REASONS.get(played.end[0], "fault") if played.end else "difference"
    agents = setup.agents[0] if len(set(setup.agents)) == 1 else "several"
    return [
        ("scenarios", setup.scenario),
        ("difficulties", setup.difficulty),
        ("players", str(len(setup.decks))),
        ("decks", setup.kind),
        ("agents", agents),
        ("mercy", "yes" if setup.merciful else "no"),
        ("ends", end),
        ("stages reached", str(played.end[3]) if played.end else "difference"),
    ]


def as_facts(difference: Difference) -> dict[str, Any]:
    """A difference for JSON: what is needed to see it again."""
    setup = difference.setup.plain() if difference.setup else None
    return {
        "part": difference.part,
        "first": repr(difference.first),
        "second": repr(difference.second),
        "others": difference.others,
        "actions": list(difference.actions),
        "setup": setup,
    }


def from_facts(facts: dict[str, Any]) -> Difference:
    """The difference that `as_facts` wrote; its values are text."""
    setup = Setup.of(facts["setup"]) if facts["setup"] else None
    return Difference(facts["part"], facts["first"], facts["second"], tuple(facts["actions"]), setup, facts["others"])


def game_of(setup: Setup) -> Game:
    """The compiled game of a setup, with a log."""
    games = template(scenarios.get(setup.scenario), team(list(setup.decks)), setup.difficulty)
    start_games(games, 0, 1, tables(), setup.seed, setup.index)
    return Game(games, scenario=setup.scenario, seed=setup.seed, difficulty=setup.difficulty)


def last_events(setup: Setup, actions: Sequence[int], count: int = LAST_EVENTS) -> list[str]:
    """The last events in words of the compiled game up to a difference, the choice that led to it included."""
    game = game_of(setup)
    for k, action in enumerate(actions):
        given = gifts(game.state, setup, k)
        if given:
            give_record(game.state, given)
        try:
            game.choose(action)
        except LotrsimError as error:
            return [*game.log[-count:], f"{type(error).__name__}: {error}"]
        if game.state["outcome"] == FAULTED:
            break
    return game.log[-count:]


def told(difference: Difference) -> str:
    """A difference in lines: the game, where and what, the last events."""
    lines = [str(difference)]
    if difference.setup:
        lines.insert(0, str(difference.setup))
        lines += [f"    {event}" for event in last_events(difference.setup, difference.actions)]
    return "\n".join(lines)
