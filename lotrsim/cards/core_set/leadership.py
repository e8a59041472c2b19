"""The Leadership cards of the Core Set (13-27)."""

from lotrsim.cards.spec import ally, attachment, event, given
from lotrsim.effects.language import (
    CHOSEN,
    COST_CARD,
    ENTERS_PLAY,
    EVENT_PLAYER,
    HOST,
    LEAVES_PLAY,
    OTHERS,
    SELF,
    TARGET,
    YOU,
    action,
    add_resources,
    allies,
    anywhere,
    at_phase_end,
    cards,
    characters,
    choose,
    choose_cost,
    choose_player,
    constant,
    cost,
    damage,
    draw,
    enemies,
    engage,
    every,
    exhaust,
    gains_icon,
    gains_trait,
    heroes,
    in_zone,
    locations,
    matches,
    modify,
    progress,
    put_into_play,
    ready,
    response,
    to_hand,
    when,
)
from lotrsim.ids import (
    ALLY,
    ATTACK,
    DEFENSE,
    HERO,
    LEADERSHIP,
    SPIRIT,
    ST_EXHAUSTED,
    ST_READY,
    SUBJECT_ANY,
    WILLPOWER,
    Z_ENGAGED,
    Z_HAND,
    Z_PLAY,
    Z_STAGING,
    ZONE_FROM_HAND,
)

GUARD_OF_THE_CITADEL = ally(
    "Guard of the Citadel", number=13, set="Core Set", quantity=3, sphere=LEADERSHIP, cost=2,
    willpower=1, attack=1, defense=0, hit_points=2, traits="Gondor Warrior",
)  # fmt: skip

FARAMIR = ally(
    "Faramir", number=14, set="Core Set", quantity=2, unique=True, sphere=LEADERSHIP, cost=4,
    willpower=2, attack=1, defense=2, hit_points=3, traits="Gondor Noble Ranger",
    abilities=[
        action(choose_player(), cost(exhaust(SELF)), modify(WILLPOWER, 1, every(characters(CHOSEN)))),
    ],
    example=given(heroes=[["Éowyn"]], in_play=[["Faramir"]], phase="quest")
    .do("Faramir")
    .expect(exhausted=["Faramir"], stat={"Éowyn": {"willpower": 5}, "Faramir": {"willpower": 3}}),
)  # fmt: skip

SON_OF_ARNOR = ally(
    "Son of Arnor", number=15, set="Core Set", quantity=2, sphere=LEADERSHIP, cost=3,
    willpower=0, attack=2, defense=0, hit_points=2, traits="Dúnedain",
    abilities=[response(ENTERS_PLAY, choose(enemies(Z_STAGING | Z_ENGAGED, OTHERS)), engage(TARGET))],
    example=given(heroes=[["Théodred"]], hand=[["Son of Arnor"]], resources={"Théodred": 3},
                  staging=["Forest Spider"], phase="planning")
    .do("Son of Arnor", "Son of Arnor")
    .expect(zone={"Son of Arnor": "play", "Forest Spider": "engaged"}, resources={"Théodred": 0}),
)  # fmt: skip

SNOWBOURN_SCOUT = ally(
    "Snowbourn Scout", number=16, set="Core Set", quantity=3, sphere=LEADERSHIP, cost=1,
    willpower=0, attack=0, defense=1, hit_points=1, traits="Rohan Scout",
    abilities=[response(ENTERS_PLAY, choose(locations()), progress(1, TARGET))],
    example=given(heroes=[["Théodred"]], hand=[["Snowbourn Scout"]], resources={"Théodred": 1},
                  staging=["Old Forest Road"], phase="planning")
    .do("Snowbourn Scout", "Snowbourn Scout")
    .expect(progress={"Old Forest Road": 1}),
)  # fmt: skip

SILVERLODE_ARCHER = ally(
    "Silverlode Archer", number=17, set="Core Set", quantity=2, sphere=LEADERSHIP, cost=3,
    willpower=1, attack=2, defense=0, hit_points=1, traits="Archer Silvan", keywords="Ranged",
)  # fmt: skip

LONGBEARD_ORC_SLAYER = ally(
    "Longbeard Orc Slayer", number=18, set="Core Set", quantity=2, sphere=LEADERSHIP, cost=4,
    willpower=0, attack=2, defense=1, hit_points=3, traits="Dwarf Warrior",
    abilities=[response(ENTERS_PLAY, damage(1, every(enemies(trait="Orc"))))],
    example=given(heroes=[["Glóin"]], hand=[["Longbeard Orc Slayer"]], resources={"Glóin": 4},
                  staging=["Dol Guldur Orcs"], engaged=[["Forest Spider"]], phase="planning")
    .do("Longbeard Orc Slayer", "Longbeard Orc Slayer")
    .expect(damage={"Dol Guldur Orcs": 1, "Forest Spider": 0}),
)  # fmt: skip

BROK_IRONFIST = ally(
    "Brok Ironfist", number=19, set="Core Set", unique=True, sphere=LEADERSHIP, cost=6,
    willpower=2, attack=2, defense=1, hit_points=4, traits="Dwarf Warrior",
    abilities=[
        response(LEAVES_PLAY, put_into_play(SELF), subject=SUBJECT_ANY, filter=anywhere(HERO, trait="Dwarf"),
                 whose=YOU, zone=ZONE_FROM_HAND),
    ],
    example=given(heroes=[["Gimli", "Théodred"]], damage={"Gimli": 4}, hand=[["Brok Ironfist"]],
                  engaged=[["Black Forest Bats"]], phase="combat")
    .do("pass", "Gimli", "Brok Ironfist")
    .expect(zone={"Brok Ironfist": "play", "Gimli": "discard"}, hand=[[]]),
)  # fmt: skip

EVER_VIGILANT = event(
    "Ever Vigilant", number=20, set="Core Set", quantity=2, sphere=LEADERSHIP, cost=1,
    abilities=[action(choose(allies(status=ST_EXHAUSTED)), ready(TARGET))],
    example=given(heroes=[["Aragorn"]], in_play=[["Faramir"]], exhausted=["Faramir"], hand=[["Ever Vigilant"]],
                  resources={"Aragorn": 1}, phase="planning")
    .do("Ever Vigilant")
    .expect(ready=["Faramir"], resources={"Aragorn": 0}, zone={"Ever Vigilant": "discard"}),
)  # fmt: skip

COMMON_CAUSE = event(
    "Common Cause", number=21, set="Core Set", quantity=2, sphere=LEADERSHIP, cost=0,
    abilities=[
        action(choose_cost(heroes(YOU, status=ST_READY)), choose(heroes(status=ST_EXHAUSTED, exclude=COST_CARD)),
               cost(exhaust(COST_CARD)), ready(TARGET)),
    ],
    example=given(heroes=[["Aragorn", "Théodred"]], exhausted=["Théodred"], hand=[["Common Cause"]],
                  phase="planning")
    .do("Common Cause")
    .expect(exhausted=["Aragorn"], ready=["Théodred"]),
)  # fmt: skip

FOR_GONDOR = event(
    "For Gondor!", number=22, set="Core Set", quantity=2, sphere=LEADERSHIP, cost=2,
    abilities=[
        action(modify(ATTACK, 1, every(characters())), modify(DEFENSE, 1, every(characters(trait="Gondor")))),
    ],
    example=given(heroes=[["Aragorn", "Denethor"]], hand=[["For Gondor!"]], resources={"Aragorn": 2}, phase="quest")
    .do("For Gondor!")
    .expect(stat={"Aragorn": {"attack": 4, "defense": 2}, "Denethor": {"attack": 2, "defense": 4}}),
)  # fmt: skip

SNEAK_ATTACK = event(
    "Sneak Attack", number=23, set="Core Set", quantity=2, sphere=LEADERSHIP, cost=1,
    abilities=[
        action(choose(cards(Z_HAND, YOU, ALLY)), put_into_play(TARGET),
               at_phase_end(when(in_zone(TARGET, Z_PLAY), to_hand(TARGET)))),
    ],
    example=given(heroes=[["Aragorn"]], exhausted=["Aragorn"], hand=[["Sneak Attack", "Gandalf"]],
                  resources={"Aragorn": 1}, threat=[30], staging=["Old Forest Road"], phase="quest")
    .do("Sneak Attack", "pass", "Gandalf")
    .expect(quest_progress=3, hand=[["Gandalf"]], zone={"Sneak Attack": "discard"}),
)  # fmt: skip

VALIANT_SACRIFICE = event(
    "Valiant Sacrifice", number=24, set="Core Set", quantity=2, sphere=LEADERSHIP, cost=1,
    abilities=[response(LEAVES_PLAY, draw(2, EVENT_PLAYER), subject=SUBJECT_ANY, filter=anywhere(ALLY))],
    example=given(heroes=[["Aragorn"]], in_play=[["Snowbourn Scout"]], hand=[["Valiant Sacrifice"]],
                  deck=[["Feint", "Gandalf"]], resources={"Aragorn": 1}, engaged=[["Forest Spider"]], phase="combat")
    .do("Snowbourn Scout", "Valiant Sacrifice")
    .expect(hand=[["Feint", "Gandalf"]], zone={"Snowbourn Scout": "discard"}),
)  # fmt: skip

GRIM_RESOLVE = event(
    "Grim Resolve", number=25, set="Core Set", sphere=LEADERSHIP, cost=5,
    abilities=[action(ready(every(characters())))],
    example=given(heroes=[["Aragorn", "Théodred"]], exhausted=["Aragorn", "Théodred"], hand=[["Grim Resolve"]],
                  resources={"Aragorn": 5}, phase="planning")
    .do("Grim Resolve")
    .expect(ready=["Aragorn", "Théodred"]),
)  # fmt: skip

STEWARD_OF_GONDOR = attachment(
    "Steward of Gondor", number=26, set="Core Set", quantity=2, unique=True, sphere=LEADERSHIP, cost=2,
    traits="Gondor Title", host=heroes(),
    abilities=[gains_trait("Gondor"), action(cost(exhaust(SELF)), add_resources(2, HOST))],
    example=given(heroes=[["Aragorn"]], attachments={"Aragorn": ["Steward of Gondor"]}, phase="planning")
    .do("Steward of Gondor")
    .expect(exhausted=["Steward of Gondor"], resources={"Aragorn": 2}),
)  # fmt: skip

CELEBRIANS_STONE = attachment(
    "Celebrían's Stone", number=27, set="Core Set", unique=True, sphere=LEADERSHIP, cost=2,
    traits="Artifact Item", keywords="Restricted", host=heroes(),
    abilities=[
        constant(WILLPOWER, 2, HOST),
        gains_icon(SPIRIT, condition=matches(HOST, heroes(title="Aragorn"))),
    ],
    example=given(heroes=[["Aragorn"]], attachments={"Aragorn": ["Celebrían's Stone"]}, resources={"Aragorn": 2},
                  hand=[["The Favor of the Lady"]], phase="planning")
    .expect(stat={"Aragorn": {"willpower": 4}}, offered=["The Favor of the Lady"]),
)  # fmt: skip
