"""The generated blocks of the pages of scenarios: `ID:facts`, `ID:stages`, `ID:sets`, `ID:cards`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from source_tables import table

from lotrsim import ids as n
from lotrsim import scenarios
from lotrsim.cards.spec import TYPE_NAMES, Card
from lotrsim.describe import ability_words
from lotrsim.experiments.studies.difficulty import PLAYERS_SAY
from lotrsim.scenarios import Scenario

KINDS = {n.ENEMY: "enemies", n.LOCATION: "locations", n.TREACHERY: "treacheries", n.OBJECTIVE: "objectives"}


def has_shadow_effect(card: Card) -> bool:
    """Something happens when it is turned up as a shadow card."""
    return any(ability.kind == n.A_SHADOW for ability in card.abilities)


def deck_counts(scenario: Scenario, difficulty: int) -> dict[str, int]:
    """How many cards of the encounter deck are what."""
    deck = scenario.encounter_cards(difficulty)
    counts = {"cards": sum(copies for _, copies in deck)}
    counts |= {word: sum(copies for card, copies in deck if card.type == kind) for kind, word in KINDS.items()}
    counts["with a shadow effect"] = sum(copies for card, copies in deck if has_shadow_effect(card))
    return counts


def facts(name: str) -> str:
    """How hard it is, and what its encounter deck holds, standard and easy."""
    scenario = scenarios.get(name)
    standard, easy = (deck_counts(scenario, difficulty) for difficulty in (n.STANDARD, n.EASY))
    lines = [("official difficulty", scenario.difficulty, "")]
    lines += [("players' difficulty, of 10", PLAYERS_SAY[name], "")] if name in PLAYERS_SAY else []
    lines += [(word, count, easy[word]) for word, count in standard.items()]
    return table("encounter deck | standard | easy", lines)


def stages(name: str) -> str:
    """A line a quest card, and what its abilities do in our own words."""
    lines = []
    for card in scenarios.get(name).quest_cards():
        titles = card.name if card.side_b in ("", card.name) else f"{card.name} / {card.side_b}"
        points = f"{card.quest_points} quest points" if card.quest_points else "no quest points"
        lines.append(f"- **{card.stage}. {titles}** (card {card.number}): {points}")
        lines += [f"  - {ability_words(ability, card.name)}" for ability in card.abilities]
    return "\n".join(lines)


def by_set(scenario: Scenario, difficulty: int) -> dict[str, list[tuple[Card, int]]]:
    """The encounter deck by encounter set."""
    deck = scenario.encounter_cards(difficulty)
    return {name: [row for row in deck if row[0].encounter_set == name] for name in scenario.encounter_sets}


def sets(name: str) -> str:
    """Its encounter sets and how many cards each brings."""
    standard, easy = (by_set(scenarios.get(name), difficulty) for difficulty in (n.STANDARD, n.EASY))
    rows = [(word, total(cards), total(easy[word])) for word, cards in standard.items()]
    return table("encounter set | standard | easy", rows)


def total(deck: Iterable[tuple[Card, int]]) -> int:
    """How many cards these are."""
    return sum(copies for _, copies in deck)


def cards(name: str) -> str:
    """Every card of the encounter deck, set by set."""
    scenario = scenarios.get(name)
    easy = {card.number: copies for card, copies in scenario.encounter_cards(n.EASY)}
    rows = []
    for cards_of_set in by_set(scenario, n.STANDARD).values():
        for card, copies in sorted(cards_of_set, key=lambda row: row[0].number):
            shadow = "yes" if has_shadow_effect(card) else ""
            kind = TYPE_NAMES[card.type]
            rows.append((card.number, card.name, kind, copies, easy.get(card.number, 0), shadow, card.encounter_set))
    return table("number | card | type | standard | easy | shadow effect | set", rows)


def blocks() -> dict[str, Callable[[], str]]:
    """The blocks of all scenarios by name."""
    made = {"facts": facts, "stages": stages, "sets": sets, "cards": cards}
    return {f"{name}:{word}": partial(block, name) for name in PLAYERS_SAY for word, block in made.items()}
