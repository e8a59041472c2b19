"""A scenario is an entry: id, name, quest cards in order, encounter sets, official difficulty."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lotrsim.cards import registry
from lotrsim.cards.spec import Card
from lotrsim.ids import BASIC, EASY, QUEST_CARD


@dataclass(frozen=True)
class Scenario:
    """What is put on the table besides the players' decks."""

    id: str
    name: str
    quest: tuple  # quest cards by number or name, stage by stage; several of one stage: one at random
    encounter_sets: tuple
    difficulty: int = 0  # the official number
    source: str = ""

    def quest_cards(self) -> list[Card]:
        """Return the quest cards in order."""
        return [registry.find(q) for q in self.quest]

    def encounter_cards(self, difficulty: int) -> list[tuple[Card, int]]:
        """Return the encounter deck as (card, copies) in the order of the card list; easy mode leaves the gold-ringed out."""
        deck = []
        for card in registry.all_cards():
            if card.encounter_set in self.encounter_sets and card.type != QUEST_CARD:
                copies = card.quantity
                if difficulty == EASY and card.easy_mode_quantity is not None:
                    copies = card.easy_mode_quantity
                elif difficulty == EASY and card.set == "Core Set":
                    copies = 0
                if copies:
                    deck.append((card, copies))
        return deck


def scenario(id: str, name: str, **more: Any) -> Scenario:
    """Describe a scenario: quest=(119, 120, ...), encounter_sets=("Spiders of Mirkwood", ...), difficulty=1."""
    facts: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in more.items()}
    return Scenario(id, name, **facts)


__all__ = ["BASIC", "EASY", "Scenario", "scenario"]
