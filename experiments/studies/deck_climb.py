"""Hill climbing over decks by races of swaps, each swap confirmed on fresh games before it is accepted.

The steps, and why noise is not accepted, are told in `deck_search.py`, the study. Who plays the games is a parameter.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from lotrsim.decks import Deck
from lotrsim.errors import BadValue, shown
from lotrsim.experiments.studies.deck_moves import Move, difference, digest, moved, moves, plain

if TYPE_CHECKING:
    import numpy as np

    from lotrsim.experiments.studies.deck_games import Play

LARGEST_BUDGET = 2**30
FINAL_PART, MOST_FINAL = 20, 10_000  # games of each deck at the end: this part of the budget, at most so many
FINAL_SHIFT = 20  # the final games begin at budget << 20: above every other, and other ones for every budget
BETTER = 1.0  # standard errors by which a deck must win its heat
CAUTION = 500  # games by which what races say of a title is shrunk towards nothing
ACCEPTED, REFUSED, STOPPED, HEAT, FINAL = "accepted", "refused", "not ahead halfway", "lost the heat", "final"
HISTORY = (
    *("round", "candidates", "out", "into", "copies", "heat_difference", "confirmation", "alpha", "games", "wins_before"),
    *("wins_after", "difference", "ci_low", "ci_high", "p_value", "outcome", "spent", "changes"),
)


@dataclass(frozen=True)
class Settings:
    """What a search does, besides its deck, table, seed and budget."""

    width: int = 32  # swaps of a race
    race_games: int = 64  # first games of each of them
    heat_games: int = 1_000
    confirm_games: int = 4_000
    alpha: float = 0.05
    core_sets: int = 1
    heroes: bool = False  # whether heroes may change

    def __post_init__(self) -> None:
        """BadValue for what no search can use."""
        for name in ("width", "race_games", "heat_games", "confirm_games", "core_sets"):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= LARGEST_BUDGET:
                raise BadValue(f"{name.replace('_', ' ')} must be a whole number from 1 on, not {shown(value)}")
        if not 0 < self.alpha <= 0.5:
            raise BadValue(
                f"alpha, the chance to accept what is no improvement, must be above 0 and at most 0.5, not {self.alpha}"
            )


@dataclass(frozen=True)
class Found:
    """What a search found: `history` has a row a round, and a last one, "final", if any swap was accepted."""

    first: Deck
    last: Deck
    history: list[dict[str, Any]]
    spent: int  # games
    reason: str  # why it ended

    @property
    def final(self) -> dict[str, Any] | None:
        """The last deck against the first, on games that nothing was chosen by; None if no swap was accepted."""
        return self.history[-1] if self.history and self.history[-1]["outcome"] == FINAL else None


@dataclass(frozen=True)
class Pairs:
    """Games that two decks played, counted by who won them; games that a fault stopped are left out."""

    games: int = 0
    only_before: int = 0
    only_after: int = 0
    both: int = 0

    @classmethod
    def of(cls, before: np.ndarray, after: np.ndarray) -> Pairs:
        """Count two rows of a `Play`."""
        sound = (before >= 0) & (after >= 0)
        a, b = before[sound] == 1, after[sound] == 1
        return cls(int(sound.sum()), int((a & ~b).sum()), int((b & ~a).sum()), int((a & b).sum()))

    def __add__(self, other: Pairs) -> Pairs:
        """Both together."""
        mine, its = (vars(each).values() for each in (self, other))
        return Pairs(*(a + b for a, b in zip(mine, its, strict=True)))

    @property
    def ahead(self) -> int:
        """How many games more the second deck won."""
        return self.only_after - self.only_before

    @property
    def errors(self) -> float:
        """By how many standard errors the second deck is ahead."""
        return self.ahead / max(1, self.only_after + self.only_before) ** 0.5

    @property
    def p_value(self) -> float:
        """McNemar's exact test: how likely so good a second deck would be if it were no better."""
        from scipy.stats import binomtest

        n = self.only_after + self.only_before
        return float(binomtest(self.only_after, n, 0.5, alternative="greater").pvalue) if n else 1.0

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """The interval of the difference of the win rates."""
        from lotrsim.experiments.analysis.paired import difference_interval

        return difference_interval(self.games, self.only_after, self.only_before, confidence)

    def row(self) -> dict[str, Any]:
        """The columns of a history."""
        if not self.games:
            return {"games": 0}
        low, high = self.interval()
        row = {"games": self.games, "wins_before": self.both + self.only_before, "wins_after": self.both + self.only_after}
        return row | {"difference": self.ahead / self.games, "ci_low": low, "ci_high": high, "p_value": self.p_value}


def search(deck: Deck, play: Play, budget: int, seed: int = 1, settings: Settings | None = None) -> Found:
    """Search for a better deck with at most `budget` games, which `play` plays; BadValue where that is not enough for one test.

    A function of its arguments: the same search twice does the same.
    """
    return _Search(deck, play, budget, seed, settings or Settings()).run()


def check_budget(deck: Deck, budget: int, settings: Settings) -> None:
    """BadValue for a budget that is none, or too small for one test, and for a deck that has no other one beside it."""
    if isinstance(budget, bool) or not isinstance(budget, int) or not 1 <= budget <= LARGEST_BUDGET:
        raise BadValue(f"the budget must be a whole number of games from 1 to {LARGEST_BUDGET}, not {shown(budget)}")
    deck = plain(deck, settings.core_sets)
    if next(moves(deck, settings.core_sets, settings.heroes), None) is None:
        raise BadValue(f"{deck.id}: the box holds no other card for its heroes' spheres, so there is no swap to try")
    if budget < (least := least_budget(deck, settings)):
        raise BadValue(f"a budget of {budget:,} games is too small for one test of {deck.id}: it takes {least:,}")


def least_budget(deck: Deck, settings: Settings) -> int:
    """The games of one round of a plain deck, if it comes to a confirmation, and of the final comparison after it."""
    n = min(settings.width, sum(1 for _ in moves(deck, settings.core_sets, settings.heroes)))
    needed = budget = round_cost(n, settings)
    while needed > budget - 2 * final_games(budget):
        budget = needed + 2 * final_games(budget)
    return budget


def round_cost(n: int, settings: Settings) -> int:
    """The games of a round of n swaps, if it comes to a confirmation."""
    race = sum((alive + 1) * games for alive, games in rungs(n, settings.race_games))
    return race + 2 * settings.heat_games + 2 * settings.confirm_games


def final_games(budget: int) -> int:
    """The games that the first and the last deck each play at the end."""
    return min(MOST_FINAL, max(1, budget // FINAL_PART))


def rungs(n: int, games: int) -> Iterator[tuple[int, int]]:
    """The rungs of a race of n swaps: how many are left, and how many games each of them plays; at last one is left."""
    played = 0
    while n > 1:
        more = played or games
        yield n, more
        played, n = played + more, -(-n // 2)


@dataclass
class _Tally:
    """What races have said of each title that goes out or comes in, a copy."""

    games: defaultdict[tuple[str, str], int] = field(default_factory=lambda: defaultdict(int))
    ahead: defaultdict[tuple[str, str], float] = field(default_factory=lambda: defaultdict(float))

    def note(self, move: Move, pairs: Pairs) -> None:
        """Add what a race has said of a swap."""
        for key in (("out", move.out), ("into", move.into)):
            self.games[key] += pairs.games
            self.ahead[key] += pairs.ahead / move.copies

    def hope(self, move: Move) -> float:
        """By how much a swap may be better, a guess."""
        keys = ("out", move.out), ("into", move.into)
        return move.copies * sum(self.ahead[key] / (self.games[key] + CAUTION) for key in keys)


class _Search:
    """One search."""

    def __init__(self, deck: Deck, play: Play, budget: int, seed: int, settings: Settings) -> None:
        check_budget(deck, budget, settings)
        self.first = self.deck = plain(deck, settings.core_sets)
        self.play, self.budget, self.seed, self.settings = play, budget, seed, settings
        self.spent = self.next_game = self.round = self.confirmations = 0
        self.refused: set[Move] = set()  # swaps of the present deck that have lost a heat or a confirmation
        self.tally, self.history = _Tally(), list[dict[str, Any]]()

    def run(self) -> Found:
        """Round after round, then the final comparison."""
        left = self.budget - 2 * final_games(self.budget)
        reason = "no swap is left to try"
        while candidates := self.candidates():
            if self.spent + round_cost(len(candidates), self.settings) > left:
                reason = "the budget is used up"
                break
            self.round += 1
            self.try_out(candidates)
        if digest(self.deck) != digest(self.first):
            self.finish()
        return Found(self.first, plain(self.deck, self.settings.core_sets), self.history, self.spent, reason)

    def candidates(self) -> list[Move]:
        """The swaps of the next race: those that earlier races speak for, and others by chance."""
        options = [m for m in moves(self.deck, self.settings.core_sets, self.settings.heroes) if m not in self.refused]
        by_chance = sorted(options, key=self.lot)
        hopeful = [move for move in sorted(by_chance, key=self.tally.hope, reverse=True) if self.tally.hope(move) > 0]
        chosen = hopeful[: self.settings.width // 2]
        return [*chosen, *(move for move in by_chance if move not in chosen)][: self.settings.width]

    def lot(self, move: Move) -> bytes:
        """What a swap is drawn by, in this round: a hash, which is the same on every machine."""
        return hashlib.sha256(f"{self.seed} {self.round} {move}".encode()).digest()

    def try_out(self, candidates: list[Move]) -> None:
        """One round."""
        move = self.race(candidates)
        deck = moved(self.deck, move, self.first.id)
        row = {"round": self.round, "candidates": len(candidates), "out": move.out, "into": move.into, "copies": move.copies}
        heat = self.compare(deck, self.settings.heat_games)
        row["heat_difference"] = heat.ahead / max(1, heat.games)
        row |= {"outcome": HEAT} if heat.errors < BETTER else self.confirm(deck)
        if row["outcome"] == ACCEPTED:
            self.deck, self.refused = deck, set()
        else:
            self.refused.add(move)
        self.history.append(row | {"spent": self.spent, "changes": difference(self.first, self.deck)})

    def race(self, candidates: list[Move]) -> Move:
        """Successive halving: the swap that is left."""
        alive = [(move, moved(self.deck, move, self.first.id), Pairs()) for move in candidates]
        for n, games in rungs(len(candidates), self.settings.race_games):
            ranked = sorted(alive, key=lead, reverse=True)[:n]
            won = self.games([self.deck, *(deck for _, deck, _ in ranked)], games)
            alive = []
            for (move, deck, before), after in zip(ranked, won[1:], strict=True):
                pairs = Pairs.of(won[0], after)
                self.tally.note(move, pairs)
                alive.append((move, deck, before + pairs))
        return max(alive, key=lead)[0]

    def confirm(self, deck: Deck) -> dict[str, Any]:
        """The test that decides, on games that nothing was chosen by."""
        self.confirmations += 1
        alpha = self.settings.alpha / (self.confirmations * (self.confirmations + 1))
        half = self.settings.confirm_games // 2
        pairs, outcome = self.compare(deck, half) if half else Pairs(), STOPPED
        if pairs.ahead > 0 or not half:
            pairs += self.compare(deck, self.settings.confirm_games - half)
            outcome = ACCEPTED if is_better(pairs, alpha) else REFUSED
        return {"confirmation": self.confirmations, "alpha": alpha, **pairs.row(), "outcome": outcome}

    def finish(self) -> None:
        """The last deck against the first, on games of their own."""
        n = final_games(self.budget)
        won = self.play([self.first, self.deck], self.budget << FINAL_SHIFT, n)
        self.spent += won.size
        row = {"round": self.round, "outcome": FINAL, "spent": self.spent, "changes": difference(self.first, self.deck)}
        self.history.append(row | Pairs.of(*won).row())

    def compare(self, deck: Deck, games: int) -> Pairs:
        """The present deck and another on fresh games."""
        return Pairs.of(*self.games([self.deck, deck], games))

    def games(self, decks: list[Deck], n: int) -> np.ndarray:
        """n fresh games of each deck."""
        won = self.play(decks, self.next_game, n)
        self.next_game += n
        self.spent += won.size
        return won


def lead(entry: tuple[Move, Deck, Pairs]) -> float:
    """By how much a swap is ahead in its race."""
    return entry[2].ahead / max(1, entry[2].games)


def is_better(pairs: Pairs, alpha: float) -> bool:
    """Whether the second deck is better, with an error of alpha: by the exact test, and by the interval."""
    return pairs.games > 0 and pairs.p_value <= alpha and pairs.interval(1 - 2 * alpha)[0] > 0
