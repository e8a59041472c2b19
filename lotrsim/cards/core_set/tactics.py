"""The Tactics cards of the Core Set (28-42)."""

from lotrsim.cards.spec import ally, attachment, event, given
from lotrsim.effects.language import (
    ATTACKER,
    CHOSEN,
    COST_CARD,
    DECLARED_DEFENDER,
    ENEMY_DESTROYED,
    HOST,
    LEAVES_PLAY,
    SELF,
    TARGET,
    TARGET_CONTROLLER,
    YOU,
    action,
    add_resources,
    any_defenders,
    anywhere,
    at_phase_end,
    attacking,
    by_attack_of,
    cannot_attack,
    characters,
    choose,
    choose_cost,
    choose_player,
    constant,
    cost,
    damage,
    enemies,
    every,
    exhaust,
    heroes,
    if_else,
    in_zone,
    matches,
    modify,
    quest_progress,
    response,
    shuffle_into_deck,
    strike,
    when,
)
from lotrsim.ids import (
    ALLY,
    ATTACK,
    COMBAT_PHASE,
    DEFENSE,
    HERO,
    HIT_POINTS,
    PER_ROUND,
    R_DESTROYED,
    RANGED,
    REL_ATTACKABLE,
    ST_READY,
    SUBJECT_ANY,
    TACTICS,
    Z_ENGAGED,
    Z_PLAY,
)

VETERAN_AXEHAND = ally(
    "Veteran Axehand", number=28, set="Core Set", quantity=3, sphere=TACTICS, cost=2,
    willpower=0, attack=2, defense=1, hit_points=2, traits="Dwarf Warrior",
)  # fmt: skip

GONDORIAN_SPEARMAN = ally(
    "Gondorian Spearman", number=29, set="Core Set", quantity=3, sphere=TACTICS, cost=2,
    willpower=0, attack=1, defense=1, hit_points=1, traits="Gondor Warrior", keywords="Sentinel",
    abilities=[response(DECLARED_DEFENDER, damage(1, ATTACKER))],
    example=given(heroes=[["Gimli"]], in_play=[["Gondorian Spearman"]], engaged=[["Forest Spider"]], phase="combat")
    .do("Gondorian Spearman", "Gondorian Spearman")
    .expect(damage={"Forest Spider": 1}, zone={"Gondorian Spearman": "discard"}),
)  # fmt: skip

HORSEBACK_ARCHER = ally(
    "Horseback Archer", number=30, set="Core Set", quantity=2, sphere=TACTICS, cost=3,
    willpower=0, attack=2, defense=1, hit_points=2, traits="Rohan Archer", keywords="Ranged",
)  # fmt: skip

BEORN = ally(
    "Beorn", number=31, set="Core Set", unique=True, sphere=TACTICS, cost=6,
    willpower=1, attack=3, defense=3, hit_points=6, traits="Beorning Warrior",
    abilities=[
        action(modify(ATTACK, 5, SELF), at_phase_end(when(in_zone(SELF, Z_PLAY), shuffle_into_deck(SELF))),
               limit=1, period=PER_ROUND),
    ],
    example=given(heroes=[["Gimli"]], in_play=[["Beorn"]], phase="planning")
    .do("Beorn")
    .expect(zone={"Beorn": "deck"}),
)  # fmt: skip

BLADE_MASTERY = event(
    "Blade Mastery", number=32, set="Core Set", quantity=3, sphere=TACTICS, cost=1,
    abilities=[action(choose(characters()), modify(ATTACK, 1, TARGET), modify(DEFENSE, 1, TARGET))],
    example=given(heroes=[["Gimli"]], hand=[["Blade Mastery"]], resources={"Gimli": 1}, phase="quest")
    .do("Blade Mastery")
    .expect(stat={"Gimli": {"attack": 3, "defense": 3}}),
)  # fmt: skip

RAIN_OF_ARROWS = event(
    "Rain of Arrows", number=33, set="Core Set", quantity=2, sphere=TACTICS, cost=1,
    abilities=[
        action(choose_cost(characters(YOU, status=ST_READY, keywords=RANGED)), choose_player(),
               cost(exhaust(COST_CARD)), damage(1, every(enemies(Z_ENGAGED, CHOSEN)))),
    ],
    example=given(heroes=[["Legolas"]], hand=[["Rain of Arrows"]], resources={"Legolas": 1},
                  engaged=[["Forest Spider", "Black Forest Bats"]], phase="planning")
    .do("Rain of Arrows")
    .expect(damage={"Forest Spider": 1, "Black Forest Bats": 1}, exhausted=["Legolas"]),
)  # fmt: skip

FEINT = event(
    "Feint", number=34, set="Core Set", quantity=2, sphere=TACTICS, cost=1,
    abilities=[action(choose(enemies(Z_ENGAGED)), cannot_attack(TARGET, TARGET_CONTROLLER), phase=COMBAT_PHASE)],
    example=given(heroes=[["Gimli"]], hand=[["Feint"]], resources={"Gimli": 1}, engaged=[["Forest Spider"]],
                  phase="combat")
    .do("Feint")
    .expect(damage={"Gimli": 0}, ready=["Gimli"], zone={"Feint": "discard"}),
)  # fmt: skip

QUICK_STRIKE = event(
    "Quick Strike", number=35, set="Core Set", quantity=2, sphere=TACTICS, cost=1,
    abilities=[
        action(choose_cost(characters(YOU, status=ST_READY)), choose(enemies(relation=REL_ATTACKABLE)),
               cost(exhaust(COST_CARD)), strike(COST_CARD, TARGET)),
    ],
    example=given(heroes=[["Gimli"]], hand=[["Quick Strike"]], resources={"Gimli": 1},
                  engaged=[["Black Forest Bats"]], encounter_deck=["Enchanted Stream", "Forest Gate"], phase="quest")
    .do("Quick Strike")
    .expect(exhausted=["Gimli"], zone={"Black Forest Bats": "encounter discard"}),
)  # fmt: skip

THICKET_OF_SPEARS = event(
    "Thicket of Spears", number=36, set="Core Set", quantity=2, sphere=TACTICS, cost=3, pays_from_different=True,
    abilities=[action(choose_player(), cannot_attack(every(enemies(Z_ENGAGED, CHOSEN)), CHOSEN))],
    example=given(heroes=[["Gimli", "Legolas", "Thalin"]], hand=[["Thicket of Spears"]],
                  resources={"Gimli": 1, "Legolas": 1, "Thalin": 1}, engaged=[["Forest Spider"]], phase="combat")
    .do("Thicket of Spears")
    .expect(resources={"Gimli": 0, "Legolas": 0, "Thalin": 0}, damage={"Gimli": 0, "Legolas": 0, "Thalin": 0}),
)  # fmt: skip

SWIFT_STRIKE = event(
    "Swift Strike", number=37, set="Core Set", sphere=TACTICS, cost=2,
    abilities=[response(DECLARED_DEFENDER, damage(2, ATTACKER), subject=SUBJECT_ANY)],
    example=given(heroes=[["Gimli", "Thalin"]], hand=[["Swift Strike"]], resources={"Gimli": 2},
                  engaged=[["Forest Spider"]], phase="combat")
    .do("Gimli", "Swift Strike")
    .expect(damage={"Forest Spider": 2, "Gimli": 0}, resources={"Gimli": 0}),
)  # fmt: skip

STAND_TOGETHER = event(
    "Stand Together", number=38, set="Core Set", sphere=TACTICS, cost=0,
    abilities=[action(choose_player(), any_defenders(CHOSEN))],
    example=given(heroes=[["Gimli", "Thalin"]], hand=[["Stand Together"]], engaged=[["Ungoliant's Spawn"]],
                  phase="combat")
    .do("Stand Together", "Gimli", "Thalin", "Gimli")
    .expect(damage={"Gimli": 1, "Thalin": 0}),
)  # fmt: skip

BLADE_OF_GONDOLIN = attachment(
    "Blade of Gondolin", number=39, set="Core Set", quantity=2, sphere=TACTICS, cost=1,
    traits="Item Weapon", keywords="Restricted", host=heroes(),
    abilities=[
        constant(ATTACK, 1, HOST, condition=attacking(HOST, enemies(trait="Orc"))),
        response(ENEMY_DESTROYED, quest_progress(1), subject=SUBJECT_ANY, condition=by_attack_of(HOST)),
    ],
    example=given(heroes=[["Thalin"]], attachments={"Thalin": ["Blade of Gondolin"]}, engaged=[["Dol Guldur Orcs"]],
                  phase="combat")
    .do("pass", "Dol Guldur Orcs", "Blade of Gondolin")
    .expect(quest_progress=1),
)  # fmt: skip

CITADEL_PLATE = attachment(
    "Citadel Plate", number=40, set="Core Set", quantity=2, sphere=TACTICS, cost=4,
    traits="Item Armor", keywords="Restricted", host=heroes(),
    abilities=[constant(HIT_POINTS, 4, HOST)],
    example=given(heroes=[["Gimli"]], attachments={"Gimli": ["Citadel Plate"]}, phase="quest")
    .expect(stat={"Gimli": {"hit_points": 9}}),
)  # fmt: skip

DWARVEN_AXE = attachment(
    "Dwarven Axe", number=41, set="Core Set", quantity=2, sphere=TACTICS, cost=2,
    traits="Item Weapon", keywords="Restricted", host=heroes(),
    abilities=[constant(ATTACK, if_else(matches(HOST, heroes(trait="Dwarf")), 2, 1), HOST)],
    example=given(heroes=[["Thalin", "Legolas"]], attachments={"Thalin": ["Dwarven Axe"], "Legolas": ["Dwarven Axe"]},
                  phase="quest")
    .expect(stat={"Thalin": {"attack": 4}, "Legolas": {"attack": 4}}),
)  # fmt: skip

HORN_OF_GONDOR = attachment(
    "Horn of Gondor", number=42, set="Core Set", unique=True, sphere=TACTICS, cost=1,
    traits="Item Artifact", keywords="Restricted", host=heroes(),
    abilities=[
        response(LEAVES_PLAY, add_resources(1, HOST), subject=SUBJECT_ANY, filter=anywhere(HERO, ALLY),
                 mask=R_DESTROYED),
    ],
    example=given(heroes=[["Gimli"]], in_play=[["Silverlode Archer"]], attachments={"Gimli": ["Horn of Gondor"]},
                  engaged=[["Forest Spider"]], phase="combat")
    .do("Silverlode Archer", "Horn of Gondor")
    .expect(resources={"Gimli": 1}, zone={"Silverlode Archer": "discard"}),
)  # fmt: skip
