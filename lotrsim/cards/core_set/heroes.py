"""The twelve heroes of the Core Set (1-12)."""

from lotrsim.cards.spec import given, hero
from lotrsim.effects.language import (
    ATTACKING_ALONE,
    CANCELLABLE,
    CHOSEN,
    COMMITS,
    COST_CARD,
    DAMAGED,
    ENEMY_DESTROYED,
    EVENT_VALUE,
    REVEALED,
    REVEALING,
    SELF,
    SUBJECT,
    TARGET,
    YOU,
    action,
    add_resources,
    anywhere,
    attacking,
    both,
    by_attack_of,
    cancel_revealed,
    cards,
    characters,
    choose,
    choose_cost,
    choose_player,
    constant,
    cost,
    damage,
    damage_on,
    discard,
    draw,
    enemies,
    every,
    exhaust,
    heal,
    heroes,
    look,
    matches,
    may,
    modify,
    passive,
    quest_progress,
    ready,
    replace_revealed,
    response,
    rule,
    spend,
    to_deck_bottom,
)
from lotrsim.ids import (
    ATTACK,
    C_ATTACKS_STAGING,
    ENEMY,
    LEADERSHIP,
    LORE,
    PER_PLAYER_ROUND,
    PER_ROUND,
    SPIRIT,
    ST_COMMITTED,
    ST_DAMAGED,
    SUBJECT_ANY,
    TACTICS,
    TREACHERY,
    USER_ANY,
    WILLPOWER,
    Z_ENCOUNTER_DECK,
    Z_HAND,
    Z_STAGING,
)

ARAGORN = hero(
    "Aragorn", number=1, set="Core Set", sphere=LEADERSHIP, threat_cost=12,
    willpower=2, attack=3, defense=2, hit_points=5, traits="Dúnedain Noble Ranger", keywords="Sentinel",
    abilities=[response(COMMITS, spend(1), ready(SELF))],
    example=given(heroes=[["Aragorn"]], resources={"Aragorn": 1}, staging=["Old Forest Road"], phase="quest")
    .do("Aragorn", "Aragorn")
    .expect(ready=["Aragorn"], resources={"Aragorn": 0}, quest_progress=1),
)  # fmt: skip

THEODRED = hero(
    "Théodred", number=2, set="Core Set", sphere=LEADERSHIP, threat_cost=8,
    willpower=1, attack=2, defense=1, hit_points=4, traits="Noble Rohan Warrior",
    abilities=[response(COMMITS, choose(heroes(status=ST_COMMITTED)), add_resources(1, TARGET))],
    example=given(heroes=[["Théodred"]], staging=["Old Forest Road"], phase="quest")
    .do("Théodred", "Théodred")
    .expect(resources={"Théodred": 1}),
)  # fmt: skip

GLOIN = hero(
    "Glóin", number=3, set="Core Set", sphere=LEADERSHIP, threat_cost=9,
    willpower=2, attack=2, defense=1, hit_points=4, traits="Dwarf Noble",
    abilities=[response(DAMAGED, add_resources(EVENT_VALUE, SELF))],
    example=given(heroes=[["Glóin"]], engaged=[["Forest Spider"]], phase="combat")
    .do("pass", "Glóin")
    .expect(damage={"Glóin": 2}, resources={"Glóin": 2}),
)  # fmt: skip

GIMLI = hero(
    "Gimli", number=4, set="Core Set", sphere=TACTICS, threat_cost=11,
    willpower=2, attack=2, defense=2, hit_points=5, traits="Dwarf Noble Warrior",
    abilities=[constant(ATTACK, damage_on(SELF))],
    example=given(heroes=[["Gimli"]], damage={"Gimli": 2}, phase="quest")
    .expect(stat={"Gimli": {"attack": 4}}),
)  # fmt: skip

LEGOLAS = hero(
    "Legolas", number=5, set="Core Set", sphere=TACTICS, threat_cost=9,
    willpower=1, attack=3, defense=1, hit_points=4, traits="Noble Silvan Warrior", keywords="Ranged",
    abilities=[
        response(ENEMY_DESTROYED, quest_progress(2), subject=SUBJECT_ANY, condition=by_attack_of(SELF)),
    ],
    example=given(heroes=[["Legolas"]], engaged=[["Black Forest Bats"]], phase="combat")
    .do("pass", "Black Forest Bats", "Legolas")
    .expect(quest_progress=2, damage={"Legolas": 1}),
)  # fmt: skip

THALIN = hero(
    "Thalin", number=6, set="Core Set", sphere=TACTICS, threat_cost=9,
    willpower=1, attack=2, defense=2, hit_points=4, traits="Dwarf Warrior",
    abilities=[
        # before the keywords and the when-revealed effects of the enemy (RULINGS, 2)
        passive(REVEALING, damage(1, SUBJECT), subject=SUBJECT_ANY, filter=anywhere(ENEMY),
                condition=matches(SELF, characters(status=ST_COMMITTED))),
    ],
    example=given(heroes=[["Thalin"]], encounter_deck=["East Bight Patrol", "Enchanted Stream"], phase="quest")
    .do("Thalin")
    .expect(damage={"East Bight Patrol": 1}, zone={"East Bight Patrol": "staging"}),
)  # fmt: skip

EOWYN = hero(
    "Éowyn", number=7, set="Core Set", sphere=SPIRIT, threat_cost=9,
    willpower=4, attack=1, defense=1, hit_points=3, traits="Noble Rohan",
    abilities=[
        action(choose_cost(cards(Z_HAND, YOU)), cost(discard(COST_CARD)), modify(WILLPOWER, 1, SELF),
               user=USER_ANY, limit=1, period=PER_PLAYER_ROUND),
    ],
    example=given(heroes=[["Éowyn"]], hand=[["Gandalf"]], phase="quest")
    .do("Éowyn")
    .expect(stat={"Éowyn": {"willpower": 5}}, zone={"Gandalf": "discard"}),
)  # fmt: skip

ELEANOR = hero(
    "Eleanor", number=8, set="Core Set", sphere=SPIRIT, threat_cost=7,
    willpower=1, attack=1, defense=2, hit_points=3, traits="Gondor Noble",
    abilities=[
        response(REVEALED, cost(exhaust(SELF)), cancel_revealed(), replace_revealed(),
                 subject=SUBJECT_ANY, filter=anywhere(TREACHERY), condition=CANCELLABLE),
    ],
    example=given(heroes=[["Eleanor"]], hand=[["Hasty Stroke"]], phase="quest",
                  encounter_deck=["Eyes of the Forest", "Old Forest Road", "Enchanted Stream"])
    .do("pass", "Eleanor")
    .expect(exhausted=["Eleanor"], hand=[["Hasty Stroke"]],
            zone={"Eyes of the Forest": "encounter discard", "Old Forest Road": "staging"}),
)  # fmt: skip

DUNHERE = hero(
    "Dúnhere", number=9, set="Core Set", sphere=SPIRIT, threat_cost=8,
    willpower=1, attack=2, defense=1, hit_points=4, traits="Rohan Warrior",
    abilities=[
        rule(C_ATTACKS_STAGING),
        constant(ATTACK, 1, condition=both(ATTACKING_ALONE, attacking(SELF, enemies(Z_STAGING)))),
    ],
    example=given(heroes=[["Dúnhere"]], staging=["East Bight Patrol"], encounter_deck=["Enchanted Stream"],
                  phase="combat")
    .do("East Bight Patrol")
    .expect(zone={"East Bight Patrol": "encounter discard"}),
)  # fmt: skip

DENETHOR = hero(
    "Denethor", number=10, set="Core Set", sphere=LORE, threat_cost=8,
    willpower=1, attack=1, defense=3, hit_points=3, traits="Gondor Noble Steward",
    abilities=[
        action(cost(exhaust(SELF)), look(every(cards(Z_ENCOUNTER_DECK, top=1))),
               may(to_deck_bottom(every(cards(Z_ENCOUNTER_DECK, top=1))))),
    ],
    example=given(heroes=[["Denethor"]], encounter_deck=["Forest Gate", "Enchanted Stream"], phase="quest")
    .do("Denethor", "yes")
    .expect(exhausted=["Denethor"], zone={"Enchanted Stream": "staging", "Forest Gate": "encounter deck"}),
)  # fmt: skip

GLORFINDEL = hero(
    "Glorfindel", number=11, set="Core Set", sphere=LORE, threat_cost=12,
    willpower=3, attack=3, defense=1, hit_points=5, traits="Noble Noldor Warrior",
    abilities=[
        action(choose(characters(status=ST_DAMAGED)), spend(1), heal(1, TARGET), limit=1, period=PER_ROUND),
    ],
    example=given(heroes=[["Glorfindel"]], damage={"Glorfindel": 2}, resources={"Glorfindel": 2}, phase="planning")
    .do("Glorfindel")
    .expect(damage={"Glorfindel": 1}, resources={"Glorfindel": 1}),
)  # fmt: skip

BERAVOR = hero(
    "Beravor", number=12, set="Core Set", sphere=LORE, threat_cost=10,
    willpower=2, attack=2, defense=2, hit_points=4, traits="Dúnedain Ranger",
    abilities=[
        action(choose_player(), cost(exhaust(SELF)), draw(2, CHOSEN), limit=1, period=PER_ROUND),
    ],
    example=given(heroes=[["Beravor"]], deck=[["Gandalf", "Feint", "Faramir"]], staging=["Old Forest Road"],
                  phase="planning")
    .do("Beravor")
    .expect(exhausted=["Beravor"], hand=[["Feint", "Gandalf"]], zone={"Faramir": "deck"}),
)  # fmt: skip
