"""The four starter decks of the Core Set: 30 cards each, together all 120 player cards of one box.

Source: core rulebook p. 10 (Leadership cards 13-27, Tactics 28-42, Spirit 43-57, Lore 58-72, one Gandalf each).
"""

from __future__ import annotations

from lotrsim.decks.deck import Deck

SOURCE = "core rulebook p. 10"

LEADERSHIP = Deck(
    id="core-leadership",
    name="Core Set Leadership starter deck",
    heroes=("Aragorn", "Théodred", "Glóin"),
    cards=(
        ("Guard of the Citadel", 3),
        ("Faramir", 2),
        ("Son of Arnor", 2),
        ("Snowbourn Scout", 3),
        ("Silverlode Archer", 2),
        ("Longbeard Orc Slayer", 2),
        ("Brok Ironfist", 1),
        ("Ever Vigilant", 2),
        ("Common Cause", 2),
        ("For Gondor!", 2),
        ("Sneak Attack", 2),
        ("Valiant Sacrifice", 2),
        ("Grim Resolve", 1),
        ("Steward of Gondor", 2),
        ("Celebrían's Stone", 1),
        ("Gandalf", 1),
    ),
    source=SOURCE,
)

TACTICS = Deck(
    id="core-tactics",
    name="Core Set Tactics starter deck",
    heroes=("Gimli", "Legolas", "Thalin"),
    cards=(
        ("Veteran Axehand", 3),
        ("Gondorian Spearman", 3),
        ("Horseback Archer", 2),
        ("Beorn", 1),
        ("Blade Mastery", 3),
        ("Rain of Arrows", 2),
        ("Feint", 2),
        ("Quick Strike", 2),
        ("Thicket of Spears", 2),
        ("Swift Strike", 1),
        ("Stand Together", 1),
        ("Blade of Gondolin", 2),
        ("Citadel Plate", 2),
        ("Dwarven Axe", 2),
        ("Horn of Gondor", 1),
        ("Gandalf", 1),
    ),
    source=SOURCE,
)

SPIRIT = Deck(
    id="core-spirit",
    name="Core Set Spirit starter deck",
    heroes=("Éowyn", "Eleanor", "Dúnhere"),
    cards=(
        ("Wandering Took", 2),
        ("Lórien Guide", 3),
        ("Northern Tracker", 2),
        ("The Galadhrim's Greeting", 2),
        ("Strength of Will", 2),
        ("Hasty Stroke", 2),
        ("Will of the West", 2),
        ("A Test of Will", 2),
        ("Stand and Fight", 3),
        ("A Light in the Dark", 2),
        ("Dwarven Tomb", 1),
        ("Fortune or Fate", 1),
        ("The Favor of the Lady", 2),
        ("Power in the Earth", 2),
        ("Unexpected Courage", 1),
        ("Gandalf", 1),
    ),
    source=SOURCE,
)

LORE = Deck(
    id="core-lore",
    name="Core Set Lore starter deck",
    heroes=("Denethor", "Glorfindel", "Beravor"),
    cards=(
        ("Daughter of the Nimrodel", 3),
        ("Erebor Hammersmith", 2),
        ("Henamarth Riversong", 1),
        ("Miner of the Iron Hills", 2),
        ("Gléowine", 2),
        ("Lore of Imladris", 3),
        ("Lórien's Wealth", 2),
        ("Radagast's Cunning", 2),
        ("Secret Paths", 2),
        ("Gandalf's Search", 2),
        ("Beorn's Hospitality", 1),
        ("Forest Snare", 2),
        ("Protector of Lórien", 2),
        ("Dark Knowledge", 1),
        ("Self Preservation", 2),
        ("Gandalf", 1),
    ),
    source=SOURCE,
)

STARTER_DECKS = (LEADERSHIP, TACTICS, SPIRIT, LORE)
