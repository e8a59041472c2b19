"""The encounter set Dol Guldur Orcs (89-95)."""

from lotrsim.cards.spec import enemy, given, location, treachery
from lotrsim.effects.language import (
    ANYBODY,
    ATTACKED,
    ATTACKER,
    ATTACKS,
    FIRST_PLAYER,
    SELF,
    TARGET,
    UNDEFENDED,
    YOU,
    add_resources,
    attachments,
    cards,
    characters,
    choose,
    constant,
    damage,
    deal_shadow,
    discard,
    discard_random,
    every,
    exists,
    forced,
    gain_surge,
    if_else,
    in_zone,
    modify,
    negate,
    resources_on,
    rule,
    shadow,
    times,
    travel,
    when,
    when_revealed,
)
from lotrsim.ids import (
    ATTACK,
    C_NO_DRAW,
    ENEMY,
    FOR_ATTACK,
    LOCATION,
    REL_ON_DEFENDER,
    ST_COMMITTED,
    ST_EXHAUSTED,
    ST_GUARD_IN_STAGING,
    THREAT,
    Z_ACTIVE,
    Z_STAGING,
)

DOL_GULDUR_ORCS = enemy(
    "Dol Guldur Orcs", number=89, set="Core Set", quantity=3, easy_mode_quantity=3, encounter_set="Dol Guldur Orcs",
    engagement_cost=10, threat=2, attack=2, defense=0, hit_points=3, traits="Dol_Guldur Orc",
    abilities=[
        when_revealed(choose(characters(status=ST_COMMITTED)), damage(2, TARGET)),
        shadow(modify(ATTACK, if_else(UNDEFENDED, 3, 1), ATTACKER, FOR_ATTACK)),
    ],
    example=given(heroes=[["Dúnhere"]], threat=[5], encounter_deck=["Dol Guldur Orcs", "Enchanted Stream"],
                  phase="quest")
    .do("Dúnhere")
    .expect(damage={"Dúnhere": 2}, zone={"Dol Guldur Orcs": "staging"}),
)  # fmt: skip

CHIEFTAN_UFTHAK = enemy(
    "Chieftan Ufthak", number=90, set="Core Set", quantity=1, easy_mode_quantity=0, encounter_set="Dol Guldur Orcs",
    engagement_cost=35, threat=2, attack=3, defense=3, hit_points=6, traits="Dol_Guldur Orc", keywords="Victory 4",
    abilities=[constant(ATTACK, times(2, resources_on(SELF))), forced(ATTACKED, add_resources(1, SELF))],
    example=given(heroes=[["Gimli"]], engaged=[["Chieftan Ufthak"]], phase="combat")
    .do("pass")
    .expect(damage={"Gimli": 3}, resources={"Chieftan Ufthak": 1}, stat={"Chieftan Ufthak": {"attack": 5}}),
)  # fmt: skip

DOL_GULDUR_BEASTMASTER = enemy(
    "Dol Guldur Beastmaster", number=91, set="Core Set", quantity=2, easy_mode_quantity=1,
    encounter_set="Dol Guldur Orcs",
    engagement_cost=35, threat=2, attack=3, defense=1, hit_points=5, traits="Dol_Guldur Orc",
    abilities=[forced(ATTACKS, deal_shadow(SELF))],
    example=given(heroes=[["Gimli", "Thalin"]], engaged=[["Dol Guldur Beastmaster"]],
                  encounter_deck=["Enchanted Stream", "East Bight Patrol", "Forest Gate"], phase="combat")
    .do("Gimli")
    .expect(damage={"Gimli": 2}, zone={"Forest Gate": "encounter deck"}),
)  # fmt: skip

DRIVEN_BY_SHADOW = treachery(
    "Driven by Shadow", number=92, set="Core Set", quantity=1, easy_mode_quantity=1, encounter_set="Dol Guldur Orcs",
    abilities=[
        when_revealed(modify(THREAT, 1, every(cards(Z_STAGING, ANYBODY, ENEMY, LOCATION))),
                      when(negate(exists(cards(Z_STAGING, status=ST_GUARD_IN_STAGING))), gain_surge())),
        # the undefended case first: losing an attachment may kill the defender, but the attack was defended
        shadow(when(UNDEFENDED, discard(every(attachments(YOU)))),
               when(negate(UNDEFENDED), choose(attachments(relation=REL_ON_DEFENDER)), discard(TARGET))),
    ],
    example=given(heroes=[["Dúnhere"]], staging=["Old Forest Road", "Forest Spider"], threat=[20],
                  encounter_deck=["Driven by Shadow", "Enchanted Stream"], phase="quest")
    .do("pass")
    .expect(threat=[25], zone={"Driven by Shadow": "encounter discard"}),
)  # fmt: skip

THE_NECROMANCERS_REACH = treachery(
    "The Necromancer's Reach", number=93, set="Core Set", quantity=3, easy_mode_quantity=1,
    encounter_set="Dol Guldur Orcs",
    abilities=[when_revealed(damage(1, every(characters(status=ST_EXHAUSTED))))],
    example=given(heroes=[["Éowyn", "Dúnhere"]], exhausted=["Éowyn"], staging=["Old Forest Road"],
                  encounter_deck=["The Necromancer's Reach", "Enchanted Stream"], phase="quest")
    .do("pass")
    .expect(damage={"Éowyn": 1, "Dúnhere": 0}),
)  # fmt: skip

NECROMANCERS_PASS = location(
    "Necromancer's Pass", number=94, set="Core Set", quantity=2, easy_mode_quantity=1,
    encounter_set="Dol Guldur Orcs", threat=3, quest_points=2, traits="Stronghold Dol_Guldur",
    abilities=[travel(discard_random(2, FIRST_PLAYER))],
    example=given(heroes=[["Dúnhere"]], hand=[["Feint", "Gandalf"]], threat=[10],
                  staging=["Necromancer's Pass", "Black Forest Bats"], phase="travel")
    .do("Necromancer's Pass")
    .expect(hand=[[]], zone={"Necromancer's Pass": "active", "Feint": "discard", "Gandalf": "discard"}),
)  # fmt: skip

ENCHANTED_STREAM = location(
    "Enchanted Stream", number=95, set="Core Set", quantity=2, easy_mode_quantity=2,
    encounter_set="Dol Guldur Orcs", threat=2, quest_points=2, traits="Forest",
    abilities=[rule(C_NO_DRAW, condition=in_zone(SELF, Z_ACTIVE))],
    example=given(heroes=[["Dúnhere"]], deck=[["Feint"]], active_location="Enchanted Stream", phase="resource")
    .expect(hand=[[]], zone={"Feint": "deck"}),
)  # fmt: skip
