"""The encounter set Escape from Dol Guldur (101-110) and its quest cards (123-125)."""

from lotrsim.cards.spec import enemy, given, location, objective, quest, treachery
from lotrsim.effects.language import (
    ANYBODY,
    EACH,
    ENGAGED_PLAYER,
    FIRST_PLAYER,
    HOST,
    HOST_CONTROLLER,
    PRISONER_HELD,
    PROGRESS_PLACED,
    QUEST_BEGINS,
    QUESTED,
    RESCUED,
    ROUND_ENDS,
    SELF,
    SHADOW_RESOLVED,
    TARGET,
    TRAVELLED,
    UNDEFENDED,
    YOU,
    Ability,
    action,
    add_to_staging,
    at_least,
    attach_self,
    attach_to_deck,
    attachments,
    cards,
    characters,
    choose,
    cost,
    count,
    damage,
    discard,
    each_player,
    enemies,
    every,
    exists,
    forced,
    guard,
    heroes,
    in_zone,
    matches,
    negate,
    orc_guard,
    raise_threat,
    rescue,
    response,
    rule,
    set_aside,
    setup,
    shadow,
    shuffle_deck,
    shuffle_into_deck,
    staging_threat,
    take_prisoner,
    when,
    when_revealed,
)
from lotrsim.ids import (
    C_ALLY_LIMIT,
    C_BACK_TO_STAGING,
    C_CANNOT_ATTACK,
    C_CANNOT_DEFEND,
    C_NO_ATTACHMENTS,
    C_NO_DEFEAT,
    C_REPLACES_DRAW,
    OBJECTIVE,
    ST_GUARD_IN_STAGING,
    ST_UNGUARDED,
    USER_ANY,
    Z_ATTACHED,
    Z_ENCOUNTER_DECK,
    Z_ENGAGED,
    Z_STAGING,
    ZONE_SET_ASIDE,
)

CLAIMED = cards(Z_ATTACHED, ANYBODY, OBJECTIVE)


def claim() -> tuple[Ability, Ability]:
    """Claiming an objective that is free of encounters, and what becomes of it when it is detached."""
    free = cards(Z_STAGING, ANYBODY, OBJECTIVE, status=ST_UNGUARDED)
    return (
        action(choose(heroes(YOU)), cost(raise_threat(2)), attach_self(TARGET), condition=matches(SELF, free), user=USER_ANY),
        rule(C_BACK_TO_STAGING),
    )


DUNGEON_JAILOR = enemy(
    "Dungeon Jailor", number=101, set="Core Set", quantity=2, easy_mode_quantity=0,
    encounter_set="Escape from Dol Guldur",
    engagement_cost=38, threat=1, attack=2, defense=3, hit_points=5, traits="Dol_Guldur Orc", keywords="Victory 5",
    abilities=[
        # an objective whose guard was engaged or travelled to is not in the staging area (RULINGS, 101)
        forced(QUESTED, choose(cards(Z_STAGING, ANYBODY, OBJECTIVE, status=ST_GUARD_IN_STAGING), by=FIRST_PLAYER),
               shuffle_into_deck(TARGET), mask=2, condition=in_zone(SELF, Z_STAGING)),
    ],
    example=given(scenario="escape-from-dol-guldur", heroes=[["Dúnhere"]], threat=[10],
                  staging=["Dungeon Jailor", "Shadow Key"], encounter_deck=["Old Forest Road"], phase="resolve")
    .expect(zone={"Shadow Key": "encounter deck"}),
)  # fmt: skip

NAZGUL_OF_DOL_GULDUR = enemy(
    "Nazgûl of Dol Guldur", number=102, set="Core Set", quantity=1, easy_mode_quantity=1,
    encounter_set="Escape from Dol Guldur",
    engagement_cost=40, threat=5, attack=4, defense=3, hit_points=9, traits="Nazgûl",
    abilities=[
        rule(C_NO_ATTACHMENTS),
        forced(RESCUED, add_to_staging(SELF), zone=ZONE_SET_ASIDE),
        forced(SHADOW_RESOLVED, choose(characters(ENGAGED_PLAYER), by=ENGAGED_PLAYER), discard(TARGET)),
    ],
    example=given(scenario="escape-from-dol-guldur", heroes=[["Gimli"]], in_play=[["Snowbourn Scout"]], threat=[20],
                  engaged=[["Nazgûl of Dol Guldur"]], shadows={"Nazgûl of Dol Guldur": ["Forest Spider"]},
                  phase="combat")
    .do("Snowbourn Scout", "Snowbourn Scout")
    .expect(zone={"Snowbourn Scout": "discard"}, damage={"Gimli": 4}),
)  # fmt: skip

CAVERN_GUARDIAN = enemy(
    "Cavern Guardian", number=103, set="Core Set", quantity=2, easy_mode_quantity=2,
    encounter_set="Escape from Dol Guldur",
    engagement_cost=8, threat=2, attack=2, defense=1, hit_points=2, traits="Undead", keywords="Doomed 1",
    abilities=[
        # the undefended case first: losing an attachment may kill the defender, but the attack was defended
        shadow(when(UNDEFENDED, discard(every(attachments(YOU)))),
               when(negate(UNDEFENDED), choose(attachments(YOU)), discard(TARGET))),
    ],
    example=given(heroes=[["Gimli"]], attachments={"Gimli": ["Dwarven Axe"]}, engaged=[["Forest Spider"]],
                  shadows={"Forest Spider": ["Cavern Guardian"]}, phase="combat")
    .do("Gimli")
    .expect(zone={"Dwarven Axe": "discard"}),
)  # fmt: skip

UNDER_THE_SHADOW = treachery(
    "Under the Shadow", number=104, set="Core Set", quantity=2, easy_mode_quantity=2,
    encounter_set="Escape from Dol Guldur",
    abilities=[when_revealed(staging_threat(1)), shadow(raise_threat(count(enemies(Z_ENGAGED, YOU))))],
    example=given(heroes=[["Dúnhere"]], threat=[10], staging=["Old Forest Road"],
                  encounter_deck=["Under the Shadow", "Enchanted Stream"], phase="staging")
    .expect(threat=[12]),
)  # fmt: skip

IRON_SHACKLES = treachery(
    "Iron Shackles", number=105, set="Core Set", quantity=1, easy_mode_quantity=1,
    encounter_set="Escape from Dol Guldur", counts_as=("Condition",),
    abilities=[
        when_revealed(attach_to_deck(FIRST_PLAYER)),
        rule(C_REPLACES_DRAW),
        shadow(attach_to_deck(FIRST_PLAYER)),
    ],
    example=given(heroes=[["Dúnhere"]], threat=[10], deck=[["Feint", "Gandalf"]],
                  staging=["Old Forest Road"], encounter_deck=["Iron Shackles", "Enchanted Stream"], phase="staging")
    .expect(zone={"Iron Shackles": "attached"}),
)  # fmt: skip

ENDLESS_CAVERNS = location(
    "Endless Caverns", number=106, set="Core Set", quantity=2, easy_mode_quantity=2,
    encounter_set="Escape from Dol Guldur", threat=1, quest_points=3, traits="Dungeon", keywords="Doomed 1, Surge",
)  # fmt: skip

TOWER_GATE = location(
    "Tower Gate", number=107, set="Core Set", quantity=2, easy_mode_quantity=2,
    encounter_set="Escape from Dol Guldur", threat=2, quest_points=1, traits="Dungeon",
    abilities=[forced(TRAVELLED, each_player(orc_guard(EACH)))],
    example=given(heroes=[["Dúnhere"]], threat=[10], deck=[["Feint", "Gandalf"]], staging=["Tower Gate", "Old Forest Road"],
                  phase="travel")
    .do("Tower Gate")
    .expect(zone={"Feint": "engaged", "Gandalf": "deck", "Tower Gate": "active"}),
)  # fmt: skip

GANDALFS_MAP = objective(
    "Gandalf's Map", number=108, set="Core Set", quantity=1, easy_mode_quantity=1,
    encounter_set="Escape from Dol Guldur", traits="Item", keywords="Guarded, Restricted",
    abilities=[*claim(), rule(C_CANNOT_ATTACK, HOST), rule(C_CANNOT_DEFEND, HOST)],
    example=given(scenario="escape-from-dol-guldur", heroes=[["Dúnhere"]], threat=[10], staging=["Gandalf's Map"],
                  phase="planning")
    .do("Gandalf's Map")
    .expect(threat=[12], zone={"Gandalf's Map": "attached"}),
)  # fmt: skip

DUNGEON_TORCH = objective(
    "Dungeon Torch", number=109, set="Core Set", quantity=1, easy_mode_quantity=1,
    encounter_set="Escape from Dol Guldur", traits="Item", keywords="Guarded, Restricted",
    abilities=[*claim(), forced(ROUND_ENDS, raise_threat(2, HOST_CONTROLLER), condition=in_zone(SELF, Z_ATTACHED))],
    example=given(scenario="escape-from-dol-guldur", heroes=[["Dúnhere"]], attachments={"Dúnhere": ["Dungeon Torch"]},
                  threat=[10], phase="round-end")
    .expect(threat=[12]),
)  # fmt: skip

SHADOW_KEY = objective(
    "Shadow Key", number=110, set="Core Set", quantity=1, easy_mode_quantity=1,
    encounter_set="Escape from Dol Guldur", traits="Item", keywords="Guarded, Restricted",
    abilities=[*claim(), forced(ROUND_ENDS, damage(1, HOST), condition=in_zone(SELF, Z_ATTACHED))],
    example=given(scenario="escape-from-dol-guldur", heroes=[["Dúnhere"]], attachments={"Dúnhere": ["Shadow Key"]},
                  threat=[10], phase="round-end")
    .expect(damage={"Dúnhere": 1}),
)  # fmt: skip

THE_NECROMANCERS_TOWER = quest(
    "The Necromancer's Tower", number=123, set="Core Set", encounter_set="Escape from Dol Guldur",
    stage=1, quest_points=9, side_b="The Necromancer's Tower",
    abilities=[
        # Guarded and "attach 1 encounter to each" are one instruction: one card for each (RULINGS, C3)
        setup(add_to_staging(every(cards(Z_ENCOUNTER_DECK, ANYBODY, OBJECTIVE))),
              set_aside(every(cards(Z_ENCOUNTER_DECK, title="Nazgûl of Dol Guldur"))),
              shuffle_deck(ANYBODY),
              choose(cards(Z_STAGING, title="Gandalf's Map")), guard(TARGET),
              choose(cards(Z_STAGING, title="Dungeon Torch")), guard(TARGET),
              choose(cards(Z_STAGING, title="Shadow Key")), guard(TARGET)),
        when_revealed(take_prisoner()),
        rule(C_ALLY_LIMIT, amount=1),
        rule(C_NO_DEFEAT, condition=negate(exists(CLAIMED))),
    ],
    example=given(scenario="escape-from-dol-guldur", heroes=[["Dúnhere"]], threat=[10], phase="resolve",
                  progress={"The Necromancer's Tower": 8}, committed=["Dúnhere"])
    .expect(quest_progress=9),
)  # fmt: skip

THROUGH_THE_CAVERNS = quest(
    "Through the Caverns", number=124, set="Core Set", encounter_set="Escape from Dol Guldur",
    stage=2, quest_points=15, side_b="Through the Caverns",
    abilities=[
        response(PROGRESS_PLACED, rescue(1), user=USER_ANY, condition=PRISONER_HELD),
        rule(C_ALLY_LIMIT, amount=1),
        rule(C_NO_DEFEAT, condition=PRISONER_HELD),
        rule(C_NO_DEFEAT, condition=negate(at_least(3, CLAIMED))),
    ],
    example=given(scenario="escape-from-dol-guldur", heroes=[["Dúnhere", "Gimli"]], threat=[10], stage=2, phase="resolve",
                  prisoner="Gimli", committed=["Dúnhere"])
    .do("Through the Caverns")
    .expect(damage={"Gimli": 1}, quest_progress=1),
)  # fmt: skip

OUT_OF_THE_DUNGEONS = quest(
    "Out of the Dungeons", number=125, set="Core Set", encounter_set="Escape from Dol Guldur",
    stage=3, quest_points=7, side_b="Out of the Dungeons",
    abilities=[
        forced(QUEST_BEGINS, each_player(orc_guard(EACH))),
        # the last stage: to defeat it is to win, by the rules
        rule(C_NO_DEFEAT, condition=exists(enemies(title="Nazgûl of Dol Guldur"))),
    ],
    example=given(scenario="escape-from-dol-guldur", heroes=[["Dúnhere"]], threat=[10], stage=3, deck=[["Feint", "Gandalf"]],
                  staging=["Old Forest Road"], phase="quest")
    .do("Dúnhere")
    .expect(zone={"Feint": "engaged", "Gandalf": "deck"}),
)  # fmt: skip
