"""The decks that a deck search may go to: one swap away, legal, of the same size, from the cards of one Core Set."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from lotrsim.cards.facts import facts
from lotrsim.decks import Deck, core_sets, player_card, spheres
from lotrsim.decks.deck import DECK_TYPES, MOST_COPIES, copies_of_titles
from lotrsim.errors import BadValue

NEUTRAL = "Neutral"


@dataclass(frozen=True)
class Move:
    """What goes out of a deck and what comes in: copies of a title, or a hero for a hero."""

    out: str
    into: str
    copies: int
    is_hero: bool = False

    def __str__(self) -> str:
        n = "" if self.is_hero else f"{self.copies} "
        return f"{n}{self.out} -> {n}{self.into}"


def plain(deck: Deck, boxes: int = 1) -> Deck:
    """The deck with each title once, spelt as printed, in the order of the box; BadValue if it needs more boxes."""
    needed = core_sets(deck)
    if needed > boxes:
        raise BadValue(f"{deck.id} needs {needed} Core Sets, not {boxes}: --core-sets {needed} lets the search use as many")
    titles = sorted(copies_of_titles(deck).items(), key=lambda entry: player_card(entry[0]).number)
    return replace(deck, heroes=tuple(player_card(name).name for name in deck.heroes), cards=tuple(titles))


def digest(deck: Deck) -> str:
    """What tells plain decks of other cards apart, whatever they are called."""
    content = [sorted(deck.heroes), sorted(deck.cards)]
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:12]


def held(boxes: int = 1) -> dict[str, int]:
    """Title -> copies of every player card that a deck can have from so many Core Sets."""
    cards = (fact for fact in facts() if fact.type in DECK_TYPES and fact.sphere)
    return {fact.name: min(fact.quantity * boxes, MOST_COPIES) for fact in cards}


def moves(deck: Deck, boxes: int = 1, heroes: bool = False) -> Iterator[Move]:
    """Every swap that a plain deck allows, in the order of the box.

    A title gives way to another of a hero's sphere or a neutral one: a single copy, and as many copies as the deck has and
    the other has room for. With `heroes`, also each hero for each that the deck lacks; cards stay as they are.
    """
    spheres_of = {fact.name: fact.sphere for fact in facts()}
    paid, own = {*spheres(deck), NEUTRAL}, dict(deck.cards)
    room = {title: n - own.get(title, 0) for title, n in held(boxes).items() if spheres_of[title] in paid}
    for out, copies in own.items():
        for into, most in room.items():
            if into != out and most > 0:
                yield from (Move(out, into, n) for n in sorted({1, min(copies, most)}))
    if heroes:
        others = [fact.name for fact in facts() if fact.type == "hero" and fact.name not in deck.heroes]
        yield from (Move(out, into, 1, True) for out in deck.heroes for into in others)


def moved(deck: Deck, move: Move, first: str) -> Deck:
    """The plain deck after a move; its id is that of the search's `first` deck and a digest."""
    if move.is_hero:
        made = replace(deck, heroes=tuple(move.into if name == move.out else name for name in deck.heroes))
    else:
        own = Counter(dict(deck.cards))
        own[move.out] -= move.copies
        own[move.into] += move.copies
        made = replace(deck, cards=tuple((title, n) for title, n in own.items() if n))
    return replace(made, id=f"{first}-{digest(made)}")


def difference(first: Deck, last: Deck) -> str:
    """What the last of two plain decks has less and more than the first: "-2 Stand and Fight, +2 Gandalf"."""
    before, after = (Counter(dict(deck.cards) | dict.fromkeys(deck.heroes, 1)) for deck in (first, last))
    changes = [(after[title] - before[title], title) for title in {**before, **after}]
    told = sorted((n > 0, player_card(title).number, f"{n:+d} {title}") for n, title in changes if n)
    return ", ".join(text for _, _, text in told) or "nothing"
