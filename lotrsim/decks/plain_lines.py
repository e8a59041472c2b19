"""One line of a deck as people write it: "2x Faramir (Core Set)", "Faramir x2", "2 Faramir", "• Denethor Core Set 10"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, lru_cache

from lotrsim.cards.facts import facts
from lotrsim.decks.deck import PlayerCard
from lotrsim.decks.listing import by_ringsdb_code, by_title
from lotrsim.errors import fold, shown

COUNT_FIRST = re.compile(r"([-−]?\d+)\s*(?:[xX×]\s*|\s)(.+)")
COUNT_LAST = re.compile(r"(.+?)[\s,:–-]\s*(?:[xX×]\s*([-−]?\d+)|([-−]?\d+)\s*[xX×])")
COUNT_ALONE = re.compile(r"[xX×]\s*(\d+)|(\d+)\s*[xX×]")
BULLET = re.compile(r"(?:[•·◦‣▪●○–—+>]|-(?!\d)|#+\s)\s*")
LINK = re.compile(r"\[([^\]]+)\]\(\s*(https?://[^)]*)\)")
BRACKETS = re.compile(r"[(\[]([^()\[\]]*)[)\]]")
URL = re.compile(r"https?://[^\s()\[\]]+")
CARD_URL = re.compile(r"/card/(\d+)")
CORE = re.compile(r"(?:the\s+)?(?:revised\s+)?core(?:\s+set)?(?:[\s,]*#?\s*(\d+))?", re.IGNORECASE)
CORE_BEHIND = re.compile(rf"[\s,]+({CORE.pattern})$", re.IGNORECASE)
WORDS_OF_CARDS = {"hero", "ally", "attachment", "event", "leadership", "tactics", "spirit", "lore", "neutral", "unique"}
LONGEST_NAME = 80  # letters of a name that are compared
ALIKE = 0.75  # how much two names must have in common for the one to be a slip of the other


@dataclass
class Line:
    """What a line says: how many of which card; `words` name it in a message."""

    quantity: str | None  # None where the line has none: one copy
    card: PlayerCard | None
    words: str


def clean(line: str) -> str:
    """A line without what Markdown and editors put round its words."""
    line = re.sub(r"[*`\u200b\u200c\u200d\u2060\ufeff]|__", " ", line)
    line = " ".join(line.split())
    while (match := BULLET.match(line)) and match.end() < len(line):
        line = line[match.end() :]
    return line.strip()


def parse(line: str) -> Line:
    """Understand a cleaned line as a card."""
    quantity, rest = _count_first(line)
    card = by_title(rest)
    if card:  # also where brackets or a number belong to its name
        return Line(quantity, card, card.name)
    code, rest = _without_links(rest)
    name, number = _set_behind(BRACKETS.sub(" ", rest).strip(" ,;:.-–•"))
    if quantity is None:
        quantity, name = _count_last(name)
    foreign = ""
    for words, said in _brackets(rest):
        if said is None:
            foreign = foreign or words
        elif said.startswith("x"):
            quantity = quantity or said[1:]
        elif said:
            number = int(said)
    return _doubted(_resolved(quantity, name, code, foreign, number, rest), rest)


def _doubted(line: Line, rest: str) -> Line:
    """Refuse a card that its brackets contradict, as "Faramir (hero)", and "Faramir (2)", which may mean anything."""
    if line.card is None:
        return line
    brackets = [fold(words) for words, _ in _brackets(rest)]
    said = {word for words in brackets if _is_of_card(words) for word in words.split()} & WORDS_OF_CARDS
    if said - {line.card.type, str(line.card.sphere).lower(), "unique"}:
        return Line(line.quantity, None, shown(rest))
    numbers = [words for words in brackets if words.isdecimal() and int(words) != line.card.number]
    if numbers and line.quantity is None and line.card.type != "hero":  # a hero's is his threat
        return Line(None, None, f"{shown(rest)} (write {numbers[0]}x {line.card.name} for so many copies)")
    return line


def _is_of_card(words: str) -> bool:
    """Folded words that give only type, sphere or numbers of a card."""
    return all(word in WORDS_OF_CARDS or word.isdecimal() for word in words.split())


def _count_first(line: str) -> tuple[str | None, str]:
    match = COUNT_FIRST.fullmatch(line)
    return (match[1].replace("−", "-"), clean(match[2])) if match else (None, line)


def _count_last(name: str) -> tuple[str | None, str]:
    match = COUNT_LAST.fullmatch(name)
    return ((match[2] or match[3]).replace("−", "-"), match[1].strip(" ,;:.-–")) if match else (None, name)


def _without_links(text: str) -> tuple[str, str]:
    """The code of a linked card, "" without; and the text without the link."""
    urls = [*(match[2] for match in LINK.finditer(text)), *URL.findall(text)]
    codes = [match[1] for url in urls if (match := CARD_URL.search(url))]
    return codes[0] if codes else "", URL.sub("", LINK.sub(r"\1", text)).replace("[]", "").replace("()", "").strip()


def _set_behind(name: str) -> tuple[str, int | None]:
    """A name without "Core Set 10" behind it, and the number."""
    match = CORE_BEHIND.search(name)
    if not match:
        return name, None
    return name[: match.start()].strip(" ,"), int(match[2]) if match[2] else None


def _brackets(rest: str) -> list[tuple[str, str | None]]:
    """The words of every pair of brackets, and what they say."""
    return [
        (match[1].strip(), _bracket(match[1].strip(), behind_count=bool(re.search(r"\d", rest[: match.start()]))))
        for match in BRACKETS.finditer(rest)
    ]


def _bracket(words: str, behind_count: bool) -> str | None:
    """What brackets say: "" nothing of use, "x2" copies, "58" a number in the set, None the name of another set.

    "(The Dead Marshes)" is a set anywhere, "(one will do)" is a comment where it stands behind the copies.
    """
    core, alone = CORE.fullmatch(words), COUNT_ALONE.fullmatch(words)
    if core:
        return core[1] or ""
    if alone:
        return f"x{alone[1] or alone[2]}"
    if _is_of_card(fold(words)) or "threat" in words.lower():
        return ""
    return "" if behind_count and not words[0].isupper() else None


def _resolved(quantity: str | None, name: str, code: str, foreign: str, number: int | None, rest: str) -> Line:
    """The card that all of it together names; a code beats a name, and a set other than the Core Set is none of ours."""
    card = by_ringsdb_code(code) if code else None if foreign else by_title(name)
    if card and number is not None and card.number != number:
        at = next((fact.name for fact in facts() if fact.number == number), "no card")
        return Line(quantity, None, f"{shown(name)} with the number {number}, which is {at}")
    if card:
        return Line(quantity, card, card.name)
    words = shown(f"{name} ({foreign})" if foreign else name or rest)
    if code:
        words += f" (RingsDB card {code})"
    elif not foreign and slip_of(name):
        words += f" (nearest: {slip_of(name)})"
    return Line(quantity, None, words)


@lru_cache(maxsize=1000)
def slip_of(name: str) -> str:
    """The player card that a misspelt name seems to mean; "" where none is like it."""
    found = get_close_matches(fold(name)[:LONGEST_NAME], _player_titles(), n=1, cutoff=ALIKE)
    return _player_titles()[found[0]] if found else ""


@cache
def _player_titles() -> dict[str, str]:
    """The titles of the player cards, by what they are without accents and case."""
    return {fold(fact.name): fact.name for fact in facts() if fact.sphere}
