"""OCTGN's deck files (.o8d): XML with a section for each kind of card; a card is named by its OCTGN id."""

from __future__ import annotations

import re
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from lotrsim.decks.deck import Deck, player_card
from lotrsim.decks.listing import ANY, HEROES, LONGEST_NAME, SHARED, SIDE, Entry, Listing, by_octgn_id, by_title, codes_of
from lotrsim.errors import BadFile, shown

FORMAT = "octgn"
GAME_ID = "a21af4e8-be4b-4cda-a6b6-534f9717391f"  # The Lord of the Rings among OCTGN's games
SECTIONS = {"hero": "Hero", "ally": "Ally", "attachment": "Attachment", "event": "Event"}  # type -> its section
PARTS = {"hero": HEROES, "sideboard": SIDE}  # the other sections of a player hold cards of any type


def read(text: str, path: object) -> Listing:
    """The entries of an OCTGN deck. BadFile says what is wrong with the XML; entities are never resolved."""
    root = _root(text, path)
    listing = Listing(FORMAT)
    for section in root.iter("section"):
        name = (section.get("name") or "").strip()
        shared = (section.get("shared") or "").strip().lower() == "true"
        part = SHARED if shared or name.lower() in ("quest", "encounter") else PARTS.get(name.lower(), ANY)
        listing.entries += [_entry(card, part) for card in section.iter("card")]
    notes = " ".join((root.findtext("notes") or "").split())
    listing.name = notes if len(notes) <= LONGEST_NAME else ""  # what is longer is a description
    return listing


def _root(text: str, path: object) -> Any:
    """The <deck> of the file."""
    from xml.etree.ElementTree import ParseError

    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    if re.match(r"<(!doctype\s+)?html\b", text.lstrip(), re.IGNORECASE):
        raise BadFile(path, "", "is a web page; take the file that the page offers for download")
    try:
        root = fromstring(text, forbid_dtd=True)
    except DefusedXmlException:
        raise BadFile(path, "", "declares a document type or entities, as no deck does; remove them, they are not read") from None
    except ParseError as error:
        line = error.position[0]
        raise BadFile(path, f"line {line}", "the XML is broken or cut off there; save the deck anew") from None
    except (ValueError, LookupError, RecursionError):
        raise BadFile(path, "line 1", "the XML names an encoding that is not that of the file; save it as UTF-8") from None
    if root.tag != "deck":
        raise BadFile(path, "", f"XML, but no deck of OCTGN: it begins with <{shown(root.tag)[1:-1]}>, not <deck>")
    game = (root.get("game") or GAME_ID).strip("{} ").lower()
    if game != GAME_ID:
        raise BadFile(path, "", f"a deck of another game of OCTGN ({shown(game)[1:-1]})")
    return root


def _entry(card: Any, part: str) -> Entry:
    """One <card>; the id says which it is, for names may lack accents or be shared by cards of other sets."""
    name, id = " ".join((card.text or "").split()), (card.get("id") or "").strip()
    found = by_octgn_id(id) if id else by_title(name)
    words = found.name if found else f"{shown(name)[1:-1] or 'a card'} ({shown(id)[1:-1] or 'no id'})"
    return Entry(part, card.get("qty"), found, words)


def write(deck: Deck) -> str:
    """The deck as OCTGN saves it; its name stands in the notes."""
    codes = codes_of(deck, "octgn_id", "OCTGN")
    lines = ['<?xml version="1.0" encoding="utf-8" standalone="yes"?>', f'<deck game="{GAME_ID}">']
    for type, section in SECTIONS.items():
        lines.append(f'  <section name="{section}" shared="False">')
        for title, (id, copies) in codes.items():
            if player_card(title).type == type:
                lines.append(f"    <card qty={quoteattr(str(copies))} id={quoteattr(id)}>{escape(title)}</card>")
        lines.append("  </section>")
    return "\n".join([*lines, f"  <notes>{escape(deck.name)}</notes>", "</deck>", ""])
