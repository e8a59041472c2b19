"""Escape from Dol Guldur, the third scenario of the Core Set (quest cards 123 to 125)."""

from lotrsim.scenarios.spec import scenario

SCENARIO = scenario(
    "escape-from-dol-guldur",
    "Escape from Dol Guldur",
    quest=(123, 124, 125),
    encounter_sets=("Escape from Dol Guldur", "Spiders of Mirkwood", "Dol Guldur Orcs"),
    difficulty=7,
    source="Core Set",
)
