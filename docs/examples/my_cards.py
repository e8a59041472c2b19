"""An invented ally, and an invented scenario of two stages with a few encounter cards of its own."""

from lotrsim.cards.spec import ally, enemy, given, location, quest, treachery
from lotrsim.effects.language import (
    ANYBODY,
    ATTACKER,
    ENTERS_PLAY,
    TARGET,
    add_to_staging,
    cards,
    characters,
    choose,
    damage,
    enemies,
    every,
    modify,
    response,
    reveal,
    setup,
    shadow,
    shuffle_deck,
    when_revealed,
)
from lotrsim.ids import ATTACK, FOR_ATTACK, ST_COMMITTED, TACTICS, Z_ENCOUNTER_DECK, Z_STAGING
from lotrsim.scenarios import scenario

BORDER_RANGER = ally(
    "Border Ranger", sphere=TACTICS, cost=2,
    willpower=1, attack=2, defense=1, hit_points=2, traits="Gondor Ranger",
    abilities=[response(ENTERS_PLAY, choose(enemies(Z_STAGING)), damage(1, TARGET))],
    example=given(heroes=[["Gimli"]], hand=[["Border Ranger"]], resources={"Gimli": 2}, staging=["Grey Wolf"],
                  phase="planning")
    .do("Border Ranger", "Border Ranger")  # play it, then use its response
    .expect(damage={"Grey Wolf": 1}, resources={"Gimli": 0}),
)  # fmt: skip

GREY_WOLF = enemy(
    "Grey Wolf", quantity=5, encounter_set="Wilds",
    engagement_cost=20, threat=2, attack=2, defense=0, hit_points=3, traits="Creature",
    abilities=[shadow(modify(ATTACK, 1, ATTACKER, FOR_ATTACK))],
    example=given(heroes=[["Gimli"]], engaged=[["Grey Wolf"]], shadows={"Grey Wolf": ["Grey Wolf"]}, phase="combat")
    .do("pass")  # undefended: 2 and 1 more
    .expect(damage={"Gimli": 3}),
)  # fmt: skip

BROKEN_BRIDGE = location("Broken Bridge", quantity=4, encounter_set="Wilds", threat=2, quest_points=3, traits="River")

SUDDEN_HAIL = treachery(
    "Sudden Hail", quantity=2, encounter_set="Wilds", keywords="Surge",
    abilities=[when_revealed(damage(1, every(characters(status=ST_COMMITTED))))],
    example=given(heroes=[["Gimli", "Thalin"]], encounter_deck=["Sudden Hail", "Broken Bridge"], phase="quest")
    .do("Gimli", "pass")
    .expect(damage={"Gimli": 1, "Thalin": 0}, zone={"Broken Bridge": "staging"}),
)  # fmt: skip

OUT_OF_THE_GATE = quest(
    "Out of the Gate", number=901, encounter_set="Wilds", stage=1, quest_points=6, side_b="Out of the Gate",
    abilities=[
        setup(choose(cards(Z_ENCOUNTER_DECK, title="Broken Bridge")), add_to_staging(TARGET), shuffle_deck(ANYBODY)),
    ],
    example=given(scenario="first-steps", heroes=[["Gimli"]], encounter_deck=["Broken Bridge", "Grey Wolf"],
                  phase="setup")
    .do("no")  # no mulligan
    .expect(zone={"Broken Bridge": "staging", "Grey Wolf": "encounter deck"}),
)  # fmt: skip

OVER_THE_FORD = quest(
    "Over the Ford", number=902, encounter_set="Wilds", stage=2, quest_points=8, side_b="Over the Ford",
    abilities=[when_revealed(reveal(1))],
    example=given(scenario="first-steps", heroes=[["Aragorn"]], stage=1, progress={"Out of the Gate": 5},
                  committed=["Aragorn"], encounter_deck=["Grey Wolf", "Broken Bridge"], phase="resolution")
    .expect(zone={"Grey Wolf": "staging", "Broken Bridge": "encounter deck"}, quest_progress=0),
)  # fmt: skip

FIRST_STEPS = scenario(
    "first-steps", "First Steps", quest=("Out of the Gate", "Over the Ford"),
    encounter_sets=("Wilds", "Spiders of Mirkwood"), difficulty=1, source="invented for docs/adding.md",
)  # fmt: skip
