"""What is compared: game k of a seed is a scenario, a difficulty, decks and agents, drawn by a rule from (seed, k) alone."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from lotrsim import decks as deck_list
from lotrsim import scenarios
from lotrsim.cards import registry
from lotrsim.decks import STARTER_DECKS, Deck
from lotrsim.errors import BadDeck
from lotrsim.ids import ALLY, ATTACHMENT, DIFFICULTIES, EVENT, HERO, NEUTRAL

PLAYERS = {1: 40, 2: 30, 3: 16, 4: 14}  # chances in percent
DIFFICULTY = dict(zip(DIFFICULTIES, (60, 20, 20), strict=True))
KINDS = {"starter": 20, "published": 20, "drawn": 45, "mixed": 15}
AGENTS = {"random": 25, "eager": 30, "heuristic": 20, "wavering": 25}
MERCIFUL = 0.3
SIZES = {"small": (3, 15), "middle": (16, 35), "full": (36, 55)}  # cards of a drawn deck


@dataclass(frozen=True)
class Setup:
    """A game to play: seats, seed and number as everywhere in lotrsim; an agent of tests/comparison/agents.py for each seat."""

    scenario: str
    decks: tuple[Deck, ...]
    difficulty: str = "standard"
    seed: int = 0
    index: int = 0
    agents: tuple[str, ...] = ("random",)
    kind: str = "given"  # of decks
    merciful: bool = False  # tests/comparison/mercy.py

    def agent(self, player: int) -> str:
        """The agent of a seat; one alone plays all."""
        return self.agents[player if len(self.agents) > 1 else 0]

    def plain(self) -> dict[str, Any]:
        """For JSON; decks without their notes."""
        lists = [{"id": d.id, "heroes": list(d.heroes), "cards": [list(c) for c in d.cards]} for d in self.decks]
        return {**asdict(replace(self, decks=())), "agents": list(self.agents), "decks": lists}

    @classmethod
    def of(cls, facts: dict[str, Any]) -> Setup:
        """The setup that `plain` wrote."""
        decks = tuple(
            Deck(d["id"], d["id"], tuple(d["heroes"]), tuple((name, copies) for name, copies in d["cards"]), most_copies=9)
            for d in facts["decks"]
        )
        return cls(**{**facts, "decks": decks, "agents": tuple(facts["agents"])})

    def __str__(self) -> str:
        """One line that names the game."""
        decks, agents = "+".join(deck.id for deck in self.decks), "+".join(self.agents)
        mercy = ", merciful" if self.merciful else ""
        return f"{self.scenario}, {decks}, {self.difficulty}, {agents}, seed {self.seed}, game {self.index}{mercy}"


def drawn(draw: random.Random, chances: dict[Any, int]) -> Any:
    """One of the keys, by its chance."""
    return draw.choices(list(chances), list(chances.values()))[0]


def drawn_deck(draw: random.Random, name: str, taken: set[str]) -> Deck:
    """A legal deck of the box: one to three heroes that nobody has taken, 3 to 55 cards, mostly of their spheres."""
    pool = registry.all_cards()[:]
    heroes = [card for card in pool if card.type == HERO and card.set == "Core Set" and card.name not in taken]
    chosen = draw.sample(heroes, min(len(heroes), drawn(draw, {1: 10, 2: 20, 3: 70})))
    taken.update(card.name for card in chosen)
    spheres = {card.sphere for card in chosen} | {NEUTRAL}
    cards = [card for card in pool if card.type in (ALLY, ATTACHMENT, EVENT) and card.set == "Core Set"]
    if draw.random() < 0.8:
        cards = [card for card in cards if card.sphere in spheres]
    copies: dict[str, int] = {}
    size = draw.randint(*draw.choice(list(SIZES.values())))
    titles = draw.sample(cards, len(cards))
    while titles and sum(copies.values()) < size:
        card = titles.pop()
        copies[card.name] = min(draw.choice((1, 2, 3, 3)), size - sum(copies.values()))
    return Deck(name, name, tuple(card.name for card in chosen), tuple(sorted(copies.items())))


def drawn_team(draw: random.Random, kind: str, n_players: int, name: str) -> tuple[Deck, ...]:
    """Decks of a kind that may sit at one table; a hero is drawn anew where two have him."""
    starters, published = list(STARTER_DECKS), [deck_list.get(id_) for id_ in deck_list.ids()]
    published = [deck for deck in published if deck not in starters]
    for _ in range(200):
        taken: set[str] = set()
        found = []
        for seat in range(n_players):
            sort = draw.choice(("starter", "published", "drawn")) if kind == "mixed" else kind
            if sort == "drawn":
                found.append(drawn_deck(draw, f"{name}-{seat}", taken))
            else:
                found.append(draw.choice(starters if sort == "starter" else published))
                taken.update(found[-1].heroes)
        try:
            return tuple(deck_list.team(found))
        except BadDeck:  # a hero twice at the table
            continue
    return drawn_team(draw, kind, n_players - 1, name)


def setup_of(seed: int, index: int, only: Sequence[str] = ()) -> Setup:
    """Game `index` of a seed, with one of these scenarios (none: of all that there are)."""
    draw = random.Random(f"lotrsim {seed} {index}")
    names = list(only) or sorted(scenarios.ids())
    scenario, difficulty = names[index % len(names)], drawn(draw, DIFFICULTY)
    n_players, kind = drawn(draw, PLAYERS), drawn(draw, KINDS)
    team = drawn_team(draw, kind, n_players, f"drawn-{seed}-{index}")
    agents = tuple(drawn(draw, AGENTS) for _ in team) if draw.random() < 0.5 else (drawn(draw, AGENTS),) * len(team)
    return Setup(scenario, team, difficulty, seed, index, agents, kind, draw.random() < MERCIFUL)
