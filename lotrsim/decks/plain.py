"""Decks as plain text: what people post, and what RingsDB offers as text.

A line is a card (`plain_lines.py`), a heading ("Heroes (3)", "Allies:", "Sideboard"), a name of the deck, or a line that
only counts or tells where the deck is from. Whatever else it is counts as a card that nobody knows, so that nothing is
dropped in silence.
"""

from __future__ import annotations

import re

from lotrsim.decks.deck import Deck, player_card
from lotrsim.decks.listing import ANY, CARDS, HEROES, MOST_ENTRIES, SHARED, SIDE, Entry, Listing
from lotrsim.decks.plain_lines import Line, clean, parse, slip_of
from lotrsim.errors import BadFile

FORMAT = "text"
HEADINGS = {
    HEROES: r"(?:starting )?hero(?:e?s)?",
    CARDS: r"all(?:y|ies)|attachments?|events?|(?:player )?side ?quests?|treasures?|contracts?",
    ANY: r"(?:main |player |draw )?(?:deck|cards)|neutral|leadership|tactics|spirit|lore",
    SIDE: r"side[ -]?(?:board|deck)|maybe ?board",
    SHARED: r"(?:encounter|quest)(?: (?:deck|cards?|sets?))?|enem(?:y|ies)|locations?|treacher(?:y|ies)|objectives?",
}
HEADING = re.compile(
    "(?:" + "|".join(f"(?P<{part}>{words})" for part, words in HEADINGS.items()) + r")"
    r"\s*(?:[(\[][^)\]]*[)\]]|[:–-]?\s*\d+(?: cards?)?)?\s*(?:[:–-]\s*(?P<rest>.*))?",
    re.IGNORECASE,
)
COUNT_OF_CARDS = re.compile(r"[(\[]?\d*( cards?)?[)\]]?", re.IGNORECASE)
NAME = re.compile(r"(?:(?:deck )?name|title)\s*:\s*(.+)", re.IGNORECASE)
NOISE = re.compile(
    r"(?:total|sum)\b[^a-z]*(?:cards?)?[^a-z]*|\d+ hero(?:es)?,? \d+ cards?|\d+ cards?|cards up to .+|packs?\s*:.*"
    r"|(?:starting )?threat\b[^a-z]*|(?:author|by|created|source|version|players?)\s*:.*|deck built with .*|https?://\S+|[-=_~.\s]+|//.*",
    re.IGNORECASE,
)
LONGEST_LINE = 1000
LEAST_UNDERSTOOD = 4  # a quarter of a deck's lines must look like cards
SEPARATORS = re.compile(r"\s*[;,]\s*")
SECTION_NAMES = (("hero", "Heroes"), ("ally", "Allies"), ("attachment", "Attachments"), ("event", "Events"))


def read(text: str, path: object) -> Listing:
    """The entries of a text. BadFile where it holds several decks, or nothing that looks like one."""
    reader = _Reader(path)
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        following = lines[number] if number < len(lines) else ""
        reader.take(number, line.strip() if NAME.fullmatch(line.strip()) else clean(line), following)  # a name stays as it is
    entries = reader.listing.entries
    if reader.understood * LEAST_UNDERSTOOD < max(len(entries), 1):
        reason = "no deck: neither XML of OCTGN, nor JSON of RingsDB or DragnCards, nor lines such as \"2x Faramir\""
        raise BadFile(path, "", reason)
    return reader.listing


class _Reader:
    """Goes through the lines and remembers under which heading it is."""

    def __init__(self, path: object) -> None:
        self.path = path
        self.listing = Listing(FORMAT)
        self.part = ANY
        self.fresh = True  # no card since the heading
        self.hero_lists = 0
        self.understood = 0  # entries that are known cards, or at least give a number of copies

    def take(self, number: int, line: str, following: str) -> None:
        """Understand one line."""
        if len(line) > LONGEST_LINE:
            raise BadFile(self.path, f"line {number}", f"is longer than {LONGEST_LINE} characters, so this is no deck")
        if len(self.listing.entries) > MOST_ENTRIES:
            return  # that is refused; understanding more would only take time
        if not line:
            self._blank()
        elif match := HEADING.fullmatch(line):
            self._heading(number, match)
        elif match := NAME.fullmatch(line):
            self.listing.name = match[1]
        elif not NOISE.fullmatch(line) and not self._is_name(line, following):
            self._cards(line)

    def _blank(self) -> None:
        """Heroes end with a blank line, where no heading ends them."""
        if self.part == HEROES and not self.fresh:
            self.part = ANY

    def _heading(self, number: int, match: re.Match[str]) -> None:
        part = next(part for part in HEADINGS if match[part])
        if part == HEROES and self.part != SIDE:
            self.hero_lists += 1
            if self.hero_lists > 1:
                raise BadFile(self.path, f"line {number}", "a second deck begins; save each in a file of its own")
        if self.part != SIDE or "deck" in match[part].lower():  # a side deck has headings of its own
            self.part, self.fresh = part, True
        if match["rest"] and not COUNT_OF_CARDS.fullmatch(match["rest"]):
            self._cards(match["rest"])

    def _is_name(self, line: str, following: str) -> bool:
        """The first line, apart from the others, is the name of the deck, unless it is a card or a slip of one."""
        if self.listing.entries or self.listing.name or self.hero_lists or self.part != ANY:
            return False
        apart = not clean(following) or HEADING.fullmatch(clean(following)) or NOISE.fullmatch(clean(following))
        said = parse(line)
        if said.card or said.quantity or not apart or slip_of(line):
            return False
        self.listing.name = line
        return True

    def _cards(self, line: str) -> None:
        """A line is a card, or several with commas or semicolons between them."""
        said = parse(line)
        items = [item for item in SEPARATORS.split(line) if item]
        for each in [said] if said.card or len(items) == 1 else [parse(clean(item)) for item in items]:
            self._card(each)

    def _card(self, said: Line) -> None:
        self.fresh = False
        self.understood += said.card is not None or said.quantity is not None
        quantity = 1 if said.quantity is None else said.quantity
        self.listing.entries.append(Entry(self.part, quantity, said.card, said.words))


def write(deck: Deck) -> str:
    """The deck as text, laid out as that of RingsDB."""
    lines = [f"Name: {deck.name}"] if deck.name else []
    listed = [*((hero, 1) for hero in deck.heroes), *deck.cards]
    cards = [(player_card(title), copies) for title, copies in listed]
    for type, heading in SECTION_NAMES:
        own = [(card, copies) for card, copies in cards if card.type == type]
        if own:
            lines += ["", f"{heading} ({sum(copies for _, copies in own)})", ""]
            lines += [f"{copies}x {card.name}{_set(card.number)}" for card, copies in own]
    return "\n".join(lines).lstrip("\n") + "\n"


def _set(number: int) -> str:
    """Cards of a user's own have no set that a reader could know."""
    from lotrsim.cards.facts import facts

    return " (Core Set)" if 1 <= number <= len(facts()) else ""
