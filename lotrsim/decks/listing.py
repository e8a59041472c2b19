"""What the readers of deck files have in common: the entries of a file, and the deck that they make.

A reader turns its format into a `Listing`; `deck_of` makes the deck, and says everything that is wrong with it at once.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any

from lotrsim.cards.facts import facts
from lotrsim.decks.deck import NO_HERO, Deck, PlayerCard, check, player_card, printed_card
from lotrsim.errors import BadDeck, LotrsimError, shown

# Parts of a deck: ANY is sorted by the type of its cards, SIDE is not played, SHARED belongs to no player.
HEROES, CARDS, ANY, SIDE, SHARED = "heroes", "cards", "any", "side", "shared"
ENCOUNTER_TYPES = ("enemy", "location", "treachery", "objective", "quest")
LARGEST_QUANTITY = 99
LONGEST_NAME = 100  # characters of a deck's name
MOST_ENTRIES = 500  # of a file; a deck has some thirty


@dataclass(frozen=True)
class Entry:
    """One line of a deck file; without a card where nobody knows it."""

    part: str
    quantity: Any  # as the file has it; `count` makes a number of it
    card: PlayerCard | None
    words: str  # what the file calls the card

    @property
    def count(self) -> int | None:
        """The quantity as a number; None for what is none from 1 to 99."""
        number = self.quantity
        if isinstance(number, str) and number.strip().isascii() and number.strip().isdigit():
            number = int(number.strip()[:9])
        if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= LARGEST_QUANTITY:
            return None
        return number

    @property
    def is_shared(self) -> bool:
        """It belongs to the encounter or quest deck."""
        return self.part == SHARED or (self.card is not None and self.card.type in ENCOUNTER_TYPES)


@dataclass
class Listing:
    """The entries of a deck file in their order."""

    format: str
    name: str = ""
    entries: list[Entry] = field(default_factory=list)


@cache
def _printed(column: str) -> dict[str, PlayerCard]:
    """Number in another program -> card of the box."""
    return {getattr(fact, column).lower(): printed_card(fact) for fact in facts() if getattr(fact, column)}


def by_ringsdb_code(code: object) -> PlayerCard | None:
    """The card that RingsDB calls so, such as 01001."""
    return _printed("ringsdb_code").get(str(code))


def by_octgn_id(word: object) -> PlayerCard | None:
    """The card that OCTGN and DragnCards call so."""
    return _printed("octgn_id").get(str(word).strip().strip("{}").lower())


def by_title(title: str) -> PlayerCard | None:
    """The card with this title; a number is none."""
    if not any(letter.isalpha() for letter in title):
        return None
    try:
        return player_card(title)
    except LotrsimError:
        return None


def codes_of(deck: Deck, column: str, program: str) -> dict[str, tuple[str, int]]:
    """Title -> the card's number in another program and the copies, heroes first.

    BadDeck names all cards that have no such number, as those of a user's own set.
    """
    numbers = {fact.name: getattr(fact, column) for fact in facts()}
    found: dict[str, tuple[str, int]] = {}
    without = []
    for name, copies in [*((hero, 1) for hero in deck.heroes), *deck.cards]:
        title = player_card(name).name
        if numbers.get(title):
            found[title] = numbers[title], copies + (found[title][1] if title in found else 0)
        else:
            without.append(title)
    if without:
        raise BadDeck([f"{program} has no number for {', '.join(without)}; the format text takes every card"])
    return found


def plain_name(name: str) -> str:
    """The name of a deck on one line, without what cannot be printed, and not endless."""
    words = " ".join(name.split())
    return "".join(letter for letter in words if letter.isprintable())[:LONGEST_NAME].strip()


# ---------------------------------------------------------------- the deck


def deck_of(listing: Listing, id: str, name: str, tournament: bool = False) -> Deck:
    """The deck that a file holds; BadDeck names everything that keeps it from being one.

    What is against the rules of deck building is left to `check`, unless the deck is refused anyway: then it is told too.
    """
    entries = [entry for entry in listing.entries if entry.part != SIDE]
    shared = [entry for entry in entries if entry.is_shared]
    if shared and 2 * len(shared) >= len(entries):
        raise BadDeck([_quest_deck(shared)])
    deck = _made(listing, entries, id, name)
    faults = _faults(entries)
    if faults:
        complete = all(entry.card for entry in entries)
        raise BadDeck(faults + [fault for fault in check(deck, tournament and complete) if fault != NO_HERO])
    return deck


def _quest_deck(shared: list[Entry]) -> str:
    n = sum(entry.count or 0 for entry in shared)
    return f"the deck of a scenario ({n} encounter and quest cards), not of a player; `lotrsim scenarios` lists what is played"


def _made(listing: Listing, entries: list[Entry], id: str, name: str) -> Deck:
    """The deck of all entries that are understood."""
    heroes: list[str] = []
    cards: dict[str, int] = {}
    for entry in entries:
        if entry.card is None or entry.count is None or entry.part == SHARED:
            continue
        if entry.part == HEROES or (entry.part == ANY and entry.card.type == "hero"):
            heroes += [entry.card.name] * entry.count
        else:
            cards[entry.card.name] = cards.get(entry.card.name, 0) + entry.count
    return Deck(id, plain_name(listing.name) or name, tuple(heroes), tuple(cards.items()), notes=_notes(listing))


def _notes(listing: Listing) -> tuple[str, ...]:
    """What is left out."""
    n = sum(entry.count or 0 for entry in listing.entries if entry.part == SIDE)
    return (f"its side deck ({n} card{'' if n == 1 else 's'}) is not played",) if n else ()


def _faults(entries: list[Entry]) -> list[str]:
    """Why the entries are no deck of known cards."""
    faults = [
        f"{_quantity(entry.quantity)} of {entry.words}: a whole number from 1 to {LARGEST_QUANTITY} is needed"
        for entry in entries
        if entry.count is None
    ]
    unknown = list(dict.fromkeys(entry.words for entry in entries if entry.card is None and entry.part != SHARED))
    if unknown:
        which = "a card" if len(unknown) == 1 else f"{len(unknown)} cards"
        faults.append(f"{which} that lotrsim does not know: {', '.join(unknown)}")
    shared = [entry for entry in entries if entry.part == SHARED]
    if shared:
        faults.append(f"cards that belong to no player: {', '.join(entry.words for entry in shared)}")
    if not any(entry.part == HEROES or (entry.card is not None and entry.card.type == "hero") for entry in entries):
        faults.append("no hero: without heroes nobody can play it")
    return faults


def _quantity(value: object) -> str:
    return "no quantity" if value is None else f"quantity {shown(value)}"
