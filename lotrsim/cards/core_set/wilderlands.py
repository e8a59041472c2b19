"""The encounter set Wilderlands (81-88)."""

from lotrsim.cards.spec import enemy, given, location, treachery
from lotrsim.effects.language import (
    ATTACKED,
    ATTACKER,
    ATTACKS,
    COMBAT_ENDS,
    DEFENDING_PLAYER,
    EACH,
    SELF,
    TARGET,
    TRAVELLED,
    UNDEFENDED,
    at_phase_end,
    characters,
    choose,
    damage,
    dealt_no_effect,
    each_player,
    enemies,
    enemy_attacks,
    exists,
    forced,
    if_else,
    ignore_defense,
    in_zone,
    modify,
    progress,
    raise_threat,
    remove_progress,
    return_to_staging,
    rule,
    shadow,
    to_deck_top,
    when_revealed,
)
from lotrsim.ids import (
    ATTACK,
    C_MUST_TRAVEL,
    C_NO_OPTIONAL_ENGAGE,
    C_SURPLUS_THREAT,
    FOR_ATTACK,
    REF_SELF,
    REL_DEFENDING,
    Z_STAGING,
)

WOLF_RIDER = enemy(
    "Wolf Rider", number=81, set="Core Set", quantity=1, easy_mode_quantity=1, encounter_set="Wilderlands",
    engagement_cost=10, threat=1, attack=2, defense=0, hit_points=2, traits="Goblin Orc", keywords="Surge",
    abilities=[
        # the delayed return is void if it is killed while it attacks
        shadow(at_phase_end(to_deck_top(SELF)), enemy_attacks(SELF, DEFENDING_PLAYER)),
    ],
    example=given(heroes=[["Gimli"]], engaged=[["Forest Spider"]], shadows={"Forest Spider": ["Wolf Rider"]},
                  phase="combat")
    .do("pass", "pass", "pass")  # no defender twice, no attack
    .expect(damage={"Gimli": 4}, zone={"Wolf Rider": "encounter deck"}),
)  # fmt: skip

HILL_TROLL = enemy(
    "Hill Troll", number=82, set="Core Set", quantity=2, easy_mode_quantity=1, encounter_set="Wilderlands",
    engagement_cost=30, threat=1, attack=6, defense=3, hit_points=9, traits="Troll", keywords="Victory 4",
    abilities=[rule(C_SURPLUS_THREAT)],
    example=given(heroes=[["Gimli"]], in_play=[["Snowbourn Scout"]], engaged=[["Hill Troll"]], threat=[30], phase="combat")
    .do("Snowbourn Scout")
    .expect(zone={"Snowbourn Scout": "discard"}, threat=[34]),
)  # fmt: skip

GOBLIN_SNIPER = enemy(
    "Goblin Sniper", number=83, set="Core Set", quantity=2, easy_mode_quantity=2, encounter_set="Wilderlands",
    engagement_cost=48, threat=2, attack=2, defense=0, hit_points=2, traits="Goblin Orc",
    abilities=[
        rule(C_NO_OPTIONAL_ENGAGE, condition=exists(enemies(Z_STAGING, exclude=REF_SELF))),
        forced(COMBAT_ENDS, each_player(choose(characters(EACH), by=EACH), damage(1, TARGET)),
               condition=in_zone(SELF, Z_STAGING)),
    ],
    example=given(heroes=[["Gimli"]], staging=["Goblin Sniper"], threat=[20], phase="combat-end")
    .expect(damage={"Gimli": 1}),
)  # fmt: skip

MARSH_ADDER = enemy(
    "Marsh Adder", number=84, set="Core Set", quantity=1, easy_mode_quantity=0, encounter_set="Wilderlands",
    engagement_cost=40, threat=3, attack=4, defense=1, hit_points=7, traits="Creature", keywords="Victory 3",
    abilities=[forced(ATTACKS, raise_threat(1, DEFENDING_PLAYER))],
    example=given(heroes=[["Gimli"]], engaged=[["Marsh Adder"]], threat=[20], phase="combat")
    .do("pass")
    .expect(damage={"Gimli": 4}, threat=[21]),
)  # fmt: skip

WARGS = enemy(
    "Wargs", number=85, set="Core Set", quantity=2, easy_mode_quantity=2, encounter_set="Wilderlands",
    engagement_cost=20, threat=2, attack=3, defense=1, hit_points=3, traits="Creature",
    abilities=[
        forced(ATTACKED, return_to_staging(SELF), condition=dealt_no_effect(SELF)),
        shadow(modify(ATTACK, if_else(UNDEFENDED, 2, 1), ATTACKER, FOR_ATTACK)),
    ],
    example=given(heroes=[["Gimli"]], engaged=[["Wargs"]], shadows={"Wargs": ["Enchanted Stream"]}, phase="combat")
    .do("pass")
    .expect(damage={"Gimli": 3}, zone={"Wargs": "staging"}),
)  # fmt: skip

DESPAIR = treachery(
    "Despair", number=86, set="Core Set", quantity=2, easy_mode_quantity=0, encounter_set="Wilderlands",
    abilities=[
        when_revealed(remove_progress(4)),
        shadow(choose(characters(relation=REL_DEFENDING), by=DEFENDING_PLAYER), ignore_defense(TARGET)),
    ],
    example=given(heroes=[["Dúnhere"]], threat=[10], progress={"Flies and Spiders": 5},
                  encounter_deck=["Despair", "Enchanted Stream"], phase="quest")
    .do("pass")
    .expect(quest_progress=1, zone={"Despair": "encounter discard"}),
)  # fmt: skip

THE_BROWN_LANDS = location(
    "The Brown Lands", number=87, set="Core Set", quantity=2, easy_mode_quantity=2, encounter_set="Wilderlands",
    threat=5, quest_points=1, traits="Wasteland",
    abilities=[forced(TRAVELLED, progress(1, SELF))],
    example=given(heroes=[["Dúnhere"]], threat=[10], staging=["The Brown Lands", "Black Forest Bats"], phase="travel")
    .do("The Brown Lands")
    .expect(zone={"The Brown Lands": "encounter discard"}),
)  # fmt: skip

THE_EAST_BIGHT = location(
    "The East Bight", number=88, set="Core Set", quantity=2, easy_mode_quantity=2, encounter_set="Wilderlands",
    threat=1, quest_points=6, traits="Wasteland",
    abilities=[rule(C_MUST_TRAVEL)],
    example=given(heroes=[["Dúnhere"]], threat=[10], staging=["The East Bight", "Old Forest Road", "Black Forest Bats"],
                  phase="travel")
    .expect(zone={"The East Bight": "active", "Old Forest Road": "staging"}),
)  # fmt: skip
