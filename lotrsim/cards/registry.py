"""All cards the library plays, by name and number: the Core Set's and those that a user loads."""

from __future__ import annotations

from lotrsim.cards.facts import by_name, fold
from lotrsim.cards.spec import Card
from lotrsim.errors import BadValue, UnknownName, text_of

_cards: list[Card] = []
_by_name: dict[str, list[Card]] = {}
_by_number: dict[int, Card] = {}
_faces: dict[int, int] = {}  # the id of a card's entry -> its face number; entries are compared by what they say, slowly
_loaded = False
LONGEST_NUMBER = 20  # digits, more than any card's number has
version = 0  # rises with every card: tables built before are out of date


def register(card: Card) -> Card:
    """Add a card; its face number is its place in the list."""
    global version
    _load_core_set()
    if card.number in _by_number:
        raise BadValue(f"two cards have the number {card.number}: {_by_number[card.number].name} and {card.name}")
    _faces[id(card)] = len(_cards)
    _cards.append(card)
    _by_name.setdefault(fold(card.name), []).append(card)
    if card.number >= 0:
        _by_number[card.number] = card
    version += 1
    return card


def unregister(card: Card) -> None:
    """Take back the card that was registered last: a file whose later entries are refused leaves nothing behind."""
    global version
    if _cards.pop() is not card:
        raise BadValue(f"{card.name} was not registered last")
    del _faces[id(card)]
    _by_name[fold(card.name)].remove(card)
    if card.number >= 0:
        del _by_number[card.number]
    version += 1


def _load_core_set() -> None:
    global _loaded
    if not _loaded:
        _loaded = True
        import importlib

        from lotrsim.cards.core_set import MODULES

        modules = [importlib.import_module(f"lotrsim.cards.core_set.{name}") for name in MODULES]
        cards = [value for module in modules for value in vars(module).values() if isinstance(value, Card)]
        for card in sorted(cards, key=lambda card: card.number):
            register(card)


def all_cards() -> list[Card]:
    """Return every card in the order of face numbers."""
    _load_core_set()
    return _cards


def face_of(card: Card) -> int:
    """Return the face number of a registered card."""
    _load_core_set()
    return _faces[id(card)]


def find(name: str | int) -> Card:
    """Return a card by its name (accents and case do not matter) or number.

    A quest card is found by the titles of both its sides. Raises UnknownName with the nearest names.
    """
    _load_core_set()
    word = text_of(name)
    if word.isascii() and word.isdigit():  # other digits, such as ², are no numbers
        number = int(word[:LONGEST_NUMBER])
        if number in _by_number and len(word) < LONGEST_NUMBER:
            return _by_number[number]
        raise UnknownName("card number", word, [str(k) for k in _by_number])
    found = _by_name.get(fold(name), [])
    if found:
        return found[0]
    try:
        known = by_name(word)
    except UnknownName:
        raise UnknownName("card", name, [c.name for c in _cards]) from None
    return _by_number[known.number]
