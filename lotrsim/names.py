"""What players call the cards and places of a game; what the team does not know has no name.

Players are counted from 1 in words and from 0 in numbers. Of several copies in play each gets a number,
"Forest Spider#2", in the order of their instances.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from lotrsim import ids as n
from lotrsim import words
from lotrsim.cards import registry
from lotrsim.cards.spec import Card
from lotrsim.effects.compiler import parts
from lotrsim.effects.language import Row
from lotrsim.rules.facedown import is_orc_guard

HIDDEN = "a facedown card"
ORC_GUARD = "Orc Guard"


def player_name(player: int) -> str:
    """A player in words, counted from 1."""
    return f"player {int(player) + 1}"


def is_known(g: np.void, c: int) -> bool:
    """The team knows which card this is: it lies open, or a player has seen it."""
    if g["known_by"][c]:
        return True
    zone = g["zone"][c]
    return not (zone < n.DISCARD_PILE or zone == n.ENCOUNTER_DECK or g["flags"][c] & n.FACEDOWN)


def entry_of(g: np.void, c: int) -> Card:
    """The card entry of an instance, known or not."""
    return registry.all_cards()[g["face"][c]]


def title_of(g: np.void, c: int) -> str:
    """An instance's title; a quest card in play bears that of its B side."""
    entry = entry_of(g, c)
    return entry.side_b or entry.name if entry.type == n.QUEST_CARD and g["zone"][c] == n.QUEST else entry.name


def in_play(g: np.void) -> np.ndarray:
    """Which instances are in play, a bool for each (the current quest card is not counted)."""
    zones = g["zone"][: g["n_cards"]]
    return ((zones >= n.PLAY) & (zones <= n.ACTIVE)) | (zones == n.ATTACHED)


def card_name(g: np.void, c: int) -> str:
    """What players call a card: its title, numbered where several copies are in play; hidden cards have no name."""
    if c == n.NONE:
        return "no card"
    if c <= n.ON_SET:
        return set_name(n.ON_SET - c)
    if is_orc_guard(g, c):
        return orc_guard_name(g, c)
    if not is_known(g, c):
        return HIDDEN
    playing = in_play(g)
    if not playing[c]:
        return title_of(g, c)
    faces, flags = g["face"][: g["n_cards"]], g["flags"][: g["n_cards"]]
    copies = np.flatnonzero(playing & (faces == g["face"][c]) & (flags & n.FACEDOWN == 0))
    title = title_of(g, c)
    if flags[c] & n.FACEDOWN:
        return f"{title} (prisoner)"
    return f"{title}#{int(np.searchsorted(copies, c)) + 1}" if len(copies) > 1 else title


def orc_guard_name(g: np.void, c: int) -> str:
    """An Orc Guard, numbered where there are several, with its face if a player has seen it."""
    others = [card for card in range(int(g["n_cards"])) if is_orc_guard(g, card)]
    name = f"{ORC_GUARD}#{others.index(c) + 1}" if len(others) > 1 else ORC_GUARD
    return f"{name} ({title_of(g, c)})" if is_known(g, c) else name


def set_name(selector: int) -> str:
    """The cards on which a lasting effect of an encounter card lies: "each location in the staging area"."""
    from lotrsim.cards.tables import tables
    from lotrsim.describe import each  # here, because it reads all cards

    row = tables()[0]["selectors"][selector]
    for card in registry.all_cards():
        for part in parts_of(card):
            found = part.selector if isinstance(part, Row) and part.op == n.OP_MODIFY_ALL else None
            if found is not None and (found.zones, found.types) == (row[n.S_ZONES], row[n.S_TYPES]):
                return each(found, card.name)
    return "each card of a set"


def parts_of(card: Card) -> Iterable[object]:
    """Every word of a card's abilities."""
    return (part for ability in card.abilities for part in parts(ability))


def place(g: np.void, c: int) -> str:
    """Where a card is, in words."""
    zone = int(g["zone"][c])
    if g["host"][c] <= n.ON_DECK:
        return f"on the deck of {player_name(n.ON_DECK - int(g['host'][c]))}"
    if zone >= n.ATTACHED:
        return f"{'on' if zone == n.ATTACHED else 'shadow card of'} {card_name(g, int(g['host'][c]))}"
    if zone >= n.STAGING:
        return words.PLACES[zone]
    player = player_name(zone & 3)
    return f"engaged with {player}" if zone >= n.ENGAGED else f"{player}'s {words.PLACES[zone & ~3]}"


def listed(names: Iterable[str]) -> str:
    """Names with commas, equal ones counted: "Gandalf, 2 Faramir"."""
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return ", ".join(f"{k} {name}" if k > 1 else name for name, k in counts.items())


def cards_in(g: np.void, first: int) -> list[int]:
    """The instances of a list, from its first card on."""
    found = []
    c = int(first)
    while c != n.NONE:
        found.append(c)
        c = int(g["next_card"][c])
    return found
