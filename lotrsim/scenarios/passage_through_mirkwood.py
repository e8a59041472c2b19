"""Passage Through Mirkwood, the first scenario of the Core Set (quest cards 119 to 122)."""

from lotrsim.scenarios.spec import scenario

SCENARIO = scenario(
    "passage-through-mirkwood",
    "Passage Through Mirkwood",
    quest=(119, 120, 121, 122),
    encounter_sets=("Passage Through Mirkwood", "Spiders of Mirkwood", "Dol Guldur Orcs"),
    difficulty=1,
    source="Core Set",
)
