"""Journey Along the Anduin, the second scenario of the Core Set (quest cards 126 to 128)."""

from lotrsim.scenarios.spec import scenario

SCENARIO = scenario(
    "journey-along-the-anduin",
    "Journey Along the Anduin",
    quest=(126, 127, 128),
    encounter_sets=("Journey Along the Anduin", "Sauron's Reach", "Dol Guldur Orcs", "Wilderlands"),
    difficulty=4,
    source="Core Set",
)
