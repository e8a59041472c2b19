"""A player's deck, and every fault that it can have."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from numbers import Integral

from lotrsim.cards import registry
from lotrsim.cards.facts import Fact, facts
from lotrsim.cards.spec import SPHERE_NAMES, TYPE_NAMES
from lotrsim.errors import LotrsimError, fold, said, shown

MOST_HEROES = 3
MOST_COPIES = 3  # of one title (core rulebook p. 27)
TOURNAMENT_CARDS = 50  # the least of a tournament deck (p. 27); the 30-card starter decks are exempt
DECK_TYPES = ("ally", "attachment", "event")
NO_HERO = "no hero"


@dataclass(frozen=True)
class Deck:
    """Heroes and cards by title; it may be faulty, `check` says so."""

    id: str
    name: str
    heroes: tuple[str, ...]
    cards: tuple[tuple[str, int], ...]  # (title, copies)
    source: str = ""  # where the list comes from
    most_copies: int = MOST_COPIES  # of one title; more only where a published list has more
    notes: tuple[str, ...] = field(default=(), compare=False)  # what its file holds that is not played

    def __post_init__(self) -> None:
        """Lists given for tuples are taken too, for a deck must be hashable."""
        object.__setattr__(self, "heroes", tuple(self.heroes))
        object.__setattr__(self, "cards", tuple((name, copies) for name, copies in self.cards))
        object.__setattr__(self, "notes", tuple(self.notes))

    @property
    def size(self) -> int:
        """Cards without the heroes."""
        return sum(copies for _, copies in self.cards)


@dataclass(frozen=True)
class PlayerCard:
    """What a deck must know of a card, in words."""

    name: str
    type: str  # hero ally attachment event enemy location treachery objective quest
    sphere: str | None
    number: int
    threat_cost: int | None


def player_card(name: str) -> PlayerCard:
    """The card with this title, the Core Set's or a user's: the one place where decks look up cards.

    An unknown title raises UnknownName.
    """
    card = registry.find(name)
    return PlayerCard(card.name, TYPE_NAMES[card.type], SPHERE_NAMES.get(card.sphere), card.number, card.threat_cost)


def printed_card(fact: Fact) -> PlayerCard:
    """A card of the box."""
    return PlayerCard(fact.name, fact.type, fact.sphere, fact.number, fact.threat_cost)


def starting_threat(deck: Deck) -> int:
    """The sum of the heroes' threat costs (core rulebook, Setup)."""
    return sum(player_card(name).threat_cost or 0 for name in deck.heroes)


def spheres(deck: Deck) -> list[str]:
    """The heroes' spheres, each once, in the heroes' order."""
    return list(dict.fromkeys(str(player_card(name).sphere) for name in deck.heroes))


def check(deck: Deck, tournament: bool = False) -> list[str]:
    """Every reason why this deck cannot be played, in words; an empty list for a good deck.

    A tournament deck has at least 50 cards and never more than three copies of a title (core rulebook p. 27); without
    `tournament` any size is played, as that of the starter decks, and a published list keeps its copies.
    """
    faults = _hero_faults(deck) + _card_faults(deck, MOST_COPIES if tournament else deck.most_copies)
    if tournament and deck.size < TOURNAMENT_CARDS:
        faults.append(f"{deck.size} of the {TOURNAMENT_CARDS} cards that a tournament deck needs at least")
    return faults


def has_legal_size(deck: Deck) -> bool:
    """The deck has the cards that a tournament demands."""
    return deck.size >= TOURNAMENT_CARDS


def has_legal_copies(deck: Deck) -> bool:
    """No title is in the deck more than three times."""
    return all(copies <= MOST_COPIES for copies in copies_of_titles(deck).values())


def copies_of_titles(deck: Deck) -> Counter[str]:
    """Title -> copies, however often and however spelt it is listed; what is no known card is left out."""
    found: Counter[str] = Counter()
    for name, copies in deck.cards:
        card = _look_up(name, [])
        if card is not None:
            found[card.name] += copies
    return found


def core_sets(deck: Deck) -> int:
    """How many Core Sets the deck needs: a box holds few copies of some cards."""
    boxes = {fact.name: fact.quantity for fact in facts()}
    return max((-(-copies // boxes.get(title, copies)) for title, copies in copies_of_titles(deck).items()), default=1)


def _look_up(name: str, faults: list[str]) -> PlayerCard | None:
    """The card, or None with the reason added to the faults."""
    try:
        return player_card(name)
    except LotrsimError as error:
        faults.append(str(error))
        return None


def _hero_faults(deck: Deck) -> list[str]:
    """One to three heroes, all of them heroes, no title twice (core rulebook p. 27)."""
    faults: list[str] = []
    if not deck.heroes:
        faults.append(NO_HERO)
    if len(deck.heroes) > MOST_HEROES:
        faults.append(f"{len(deck.heroes)} heroes, at most {MOST_HEROES} are allowed")
    titles: Counter[str] = Counter()
    for name in deck.heroes:
        card = _look_up(name, faults)
        if card is None:
            continue
        if card.type != "hero":
            faults.append(f"{card.name} is not a hero but of type {card.type}")
        titles[card.name] += 1
    faults += [f"{title} is among the heroes {n} times" for title, n in titles.items() if n > 1]
    return faults


def _card_faults(deck: Deck, most: int) -> list[str]:
    """Only allies, attachments and events, at most so many copies of a title however often it is listed."""
    faults: list[str] = []
    copies: Counter[str] = Counter()
    for name, count in deck.cards:
        if isinstance(count, bool) or not isinstance(count, Integral) or count < 1:
            faults.append(f"{said(count)} copies of {shown(name)}: a whole number from 1 to {most} is needed")
            count = 0
        card = _look_up(name, faults)
        if card is None:
            continue
        if card.type == "hero":
            faults.append(f"the hero {card.name} is among the cards; heroes start in play")
        elif card.type not in DECK_TYPES:
            faults.append(f"{card.name} is an encounter or quest card ({card.type}), not a player card")
        else:
            copies[fold(card.name)] += count
    return faults + [
        f"{n} copies of {player_card(title).name}, at most {most} are allowed"
        for title, n in copies.items()
        if n > most
    ]
