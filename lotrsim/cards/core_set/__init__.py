"""The Core Set's cards: an entry a card, a file a sphere or encounter set."""

MODULES = (
    "heroes",
    "leadership",
    "tactics",
    "spirit",
    "lore",
    "neutral",
    "spiders_of_mirkwood",
    "dol_guldur_orcs",
    "passage_through_mirkwood",
    "wilderlands",
    "saurons_reach",
    "journey_along_the_anduin",
    "escape_from_dol_guldur",
)
