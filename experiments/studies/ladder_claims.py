"""Published claims about search in this game and one like it, and what the ladder of agents says to each.

An answer is "confirmed", "contradicted" or "not decided": by McNemar's exact test of the games that only one side won, at all
tables together, corrected for the number of comparisons (Holm) and sure under 0.05.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lotrsim.experiments.studies.agent_ladder import SIMULATIONS, agent_id, games_of
from lotrsim.experiments.studies.ladder_answers import NOT_PLAYED, SURE, Duel, Row, duel, of_seed, p_words

if TYPE_CHECKING:
    import pandas as pd

CONFIRMED, CONTRADICTED, OPEN = "confirmed", "contradicted", "not decided"
GODLEWSKI, COWLING = "Godlewski and Sawicki, arXiv 2109.12112 and 2109.12001", "Cowling, Ward and Powley 2012"


@dataclass(frozen=True)
class Claim:
    """A published claim: pairs (a, b) of which a should win more often, or should not where nothing is to be gained."""

    name: str
    words: str
    source: str
    pairs: tuple[tuple[str, str], ...]
    nothing: bool = False


@dataclass(frozen=True)
class Answer:
    """What a pair of a claim says; `p` is Holm's, None where it is not played."""

    claim: Claim
    pair: tuple[str, str]
    found: Duel | None
    p: float | None

    @property
    def verdict(self) -> str:
        """That nothing is gained can be contradicted, or confirmed only where more even loses; else a bound is what there is."""
        if self.found is None or self.p is None:
            return NOT_PLAYED
        if self.p < SURE:
            return CONTRADICTED if (self.found.difference > 0) == self.claim.nothing else CONFIRMED
        most = max(0.0, self.found.high) * 100
        return f"{OPEN}; a gain above {most:.0f} points is unlikely" if self.claim.nothing else OPEN

    @property
    def row(self) -> Row:
        """Comparison, games, both rates, difference, p, verdict."""
        found = self.found
        told = (f"{found.games:,}", found.rates, found.change) if found else ("", "", "")
        return (f"`{self.pair[0]}` against `{self.pair[1]}`", *told, p_words(self.p), self.verdict)


def _each(a: str, b: str) -> tuple[tuple[str, str], ...]:
    return tuple((agent_id(a, n), agent_id(b, n)) for n in SIMULATIONS)


CLAIMS = {
    claim.name: claim
    for claim in (
        Claim("experts", "playouts by expert rules beat random playouts", GODLEWSKI, _each("mcts", "mcts-random")),
        Claim(
            "mixing",
            "mixing agents by stage beats pure search",
            GODLEWSKI,
            _each("mix-planning", "mcts") + _each("mix-commit", "mcts"),
        ),
        Claim(
            "forty",
            "more than about 40 playouts gain nothing",
            GODLEWSKI,
            tuple((agent_id(family, n), agent_id(family, 40)) for family in ("mcts", "flat-mc") for n in (100, 1000)),
            nothing=True,
        ),
        Claim("tree", "a search of sampled worlds gains by a better tree over a naive one", COWLING, _each("mcts", "flat-mc")),
    )
}


def answers(cells: pd.DataFrame) -> list[Answer]:
    """Every pair of every claim; Holm's correction is over all that were played."""
    from lotrsim.experiments.analysis import corrected

    df = games_of(of_seed(cells))
    asked = [(claim, pair, duel(df, *pair)) for claim in CLAIMS.values() for pair in claim.pairs]
    played = [found.p for *_, found in asked if found is not None]
    holm = iter(corrected(played).tolist() if played else [])
    return [Answer(*each, None if each[2] is None else float(next(holm))) for each in asked]


def rows(cells: pd.DataFrame, name: str) -> list[Row]:
    """The rows of a claim."""
    return [answer.row for answer in answers(cells) if answer.claim.name == name]


def words(cells: pd.DataFrame, name: str) -> str:
    """The answer to a claim in a sentence."""
    claim = CLAIMS[name]
    verdicts = [answer.verdict for answer in answers(cells) if answer.claim.name == name]
    played = [verdict for verdict in verdicts if verdict != NOT_PLAYED]
    told = ", ".join(f"{word} in {sum(each.startswith(word) for each in played)}" for word in (CONFIRMED, CONTRADICTED, OPEN))
    sentence = f"{claim.words[0].upper()}{claim.words[1:]} ({claim.source})"
    return f"*{sentence}.* Of {len(played)} comparisons it is {told}."


def ratio_words(cells: pd.DataFrame) -> str:
    """How many times as often the tree search wins as the flat one, for each number of simulations."""
    found = [answer.found for answer in answers(cells) if answer.claim.name == "tree"]
    told = [f"{each.wins_a / each.wins_b:.2f} with {each.a}" for each in found if each is not None and each.wins_b]
    return f"Wins of the tree search for one win of the flat search: {'; '.join(told)}." if told else f"This is {NOT_PLAYED}."
