"""The encounter set Passage Through Mirkwood (96-100) and its quest cards (119-122)."""

from lotrsim.cards.spec import enemy, given, location, quest
from lotrsim.effects.language import (
    ANYBODY,
    ATTACKER,
    EACH,
    ENEMY_DESTROYED,
    ENGAGES,
    FIRST_PLAYER,
    SELF,
    STAGE_DEFEATED,
    TARGET,
    TRAVELLED,
    UNDEFENDED,
    YOU,
    add_to_staging,
    anywhere,
    attachments,
    cards,
    characters,
    choose,
    discard,
    draw,
    each_player,
    enemies,
    every,
    exists,
    forced,
    look,
    modify,
    next_stage_at_random,
    raise_threat,
    ready,
    remove_from_quest,
    response,
    rule,
    setup,
    shadow,
    shuffle_deck,
    when,
    when_revealed,
    win,
)
from lotrsim.ids import (
    ATTACK,
    C_NO_DEFEAT,
    FOR_ATTACK,
    FOR_ROUND,
    REL_SEARCHED,
    ST_COMMITTED,
    ST_EXHAUSTED,
    SUBJECT_ANY,
    USER_FIRST,
    Z_ENCOUNTER_DECK,
    Z_ENCOUNTER_DISCARD,
)

FOREST_SPIDER = enemy(
    "Forest Spider", number=96, set="Core Set", quantity=4, easy_mode_quantity=4,
    encounter_set="Passage Through Mirkwood",
    engagement_cost=25, threat=2, attack=2, defense=1, hit_points=4, traits="Creature Spider",
    abilities=[
        forced(ENGAGES, modify(ATTACK, 1, SELF, FOR_ROUND)),
        shadow(choose(attachments(YOU)), discard(TARGET)),
    ],
    example=given(heroes=[["Gimli"]], staging=["Forest Spider"], threat=[20], phase="encounter")
    .do("Forest Spider")
    .expect(zone={"Forest Spider": "engaged"}, stat={"Forest Spider": {"attack": 3}}),
)  # fmt: skip

EAST_BIGHT_PATROL = enemy(
    "East Bight Patrol", number=97, set="Core Set", quantity=1, easy_mode_quantity=1,
    encounter_set="Passage Through Mirkwood",
    engagement_cost=5, threat=3, attack=3, defense=1, hit_points=2, traits="Goblin Orc",
    abilities=[shadow(modify(ATTACK, 1, ATTACKER, FOR_ATTACK), when(UNDEFENDED, raise_threat(3)))],
    example=given(heroes=[["Gimli"]], engaged=[["Forest Spider"]], shadows={"Forest Spider": ["East Bight Patrol"]},
                  threat=[20], phase="combat")
    .do("pass")
    .expect(damage={"Gimli": 3}, threat=[23]),
)  # fmt: skip

BLACK_FOREST_BATS = enemy(
    "Black Forest Bats", number=98, set="Core Set", quantity=1, easy_mode_quantity=1,
    encounter_set="Passage Through Mirkwood",
    engagement_cost=15, threat=1, attack=1, defense=0, hit_points=2, traits="Creature",
    abilities=[
        # of any player: the text does not say "he controls"
        when_revealed(each_player(choose(characters(status=ST_COMMITTED), by=EACH), remove_from_quest(TARGET))),
    ],
    example=given(heroes=[["Éowyn"]], threat=[10], encounter_deck=["Black Forest Bats", "Enchanted Stream"],
                  phase="quest")
    .do("Éowyn")
    .expect(exhausted=["Éowyn"], threat=[11], zone={"Black Forest Bats": "staging"}),
)  # fmt: skip

OLD_FOREST_ROAD = location(
    "Old Forest Road", number=99, set="Core Set", quantity=2, easy_mode_quantity=2,
    encounter_set="Passage Through Mirkwood", threat=1, quest_points=3, traits="Forest",
    abilities=[
        response(TRAVELLED, choose(characters(FIRST_PLAYER, status=ST_EXHAUSTED), by=FIRST_PLAYER), ready(TARGET),
                 user=USER_FIRST),
    ],
    example=given(heroes=[["Dúnhere"]], exhausted=["Dúnhere"], staging=["Old Forest Road", "Black Forest Bats"],
                  threat=[10], phase="travel")
    .do("Old Forest Road", "Old Forest Road")
    .expect(ready=["Dúnhere"], zone={"Old Forest Road": "active"}),
)  # fmt: skip

FOREST_GATE = location(
    "Forest Gate", number=100, set="Core Set", quantity=2, easy_mode_quantity=2,
    encounter_set="Passage Through Mirkwood", threat=2, quest_points=4, traits="Forest",
    abilities=[response(TRAVELLED, draw(2, FIRST_PLAYER), user=USER_FIRST)],
    example=given(heroes=[["Dúnhere"]], deck=[["Feint", "Gandalf", "Faramir"]],
                  staging=["Forest Gate", "Black Forest Bats"], threat=[10], phase="travel")
    .do("Forest Gate", "Forest Gate")
    .expect(hand=[["Feint", "Gandalf"]], zone={"Forest Gate": "active"}),
)  # fmt: skip

FLIES_AND_SPIDERS = quest(
    "Flies and Spiders", number=119, set="Core Set", encounter_set="Passage Through Mirkwood",
    stage=1, quest_points=8, side_b="Flies and Spiders",
    abilities=[
        setup(choose(cards(Z_ENCOUNTER_DECK, title="Forest Spider")), add_to_staging(TARGET),
              choose(cards(Z_ENCOUNTER_DECK, title="Old Forest Road")), add_to_staging(TARGET),
              shuffle_deck(ANYBODY)),
    ],
    example=given(heroes=[["Dúnhere"]], encounter_deck=["Forest Spider", "Old Forest Road", "Enchanted Stream"],
                  phase="setup")
    .do("no")  # no mulligan
    .expect(zone={"Forest Spider": "staging", "Old Forest Road": "staging", "Enchanted Stream": "encounter deck"}),
)  # fmt: skip

A_FORK_IN_THE_ROAD = quest(
    "A Fork in the Road", number=120, set="Core Set", encounter_set="Passage Through Mirkwood",
    stage=2, quest_points=2, side_b="A Fork in the Road",
    abilities=[forced(STAGE_DEFEATED, next_stage_at_random())],
    example=given(heroes=[["Éowyn"]], stage=2, staging=["Old Forest Road"], phase="quest")
    .do("Éowyn")
    .expect(quest_progress=0),
)  # fmt: skip

DONT_LEAVE_THE_PATH = quest(
    "A Chosen Path", number=121, set="Core Set", encounter_set="Passage Through Mirkwood",
    stage=3, quest_points=0, side_b='"Don\'t Leave the Path!"',
    abilities=[
        # the cards are added, not revealed (RULINGS, 121)
        when_revealed(each_player(look(every(cards(Z_ENCOUNTER_DECK | Z_ENCOUNTER_DISCARD)), EACH),
                                  choose(cards(Z_ENCOUNTER_DECK | Z_ENCOUNTER_DISCARD, trait="Spider",
                                               relation=REL_SEARCHED), by=EACH),
                                  add_to_staging(TARGET)),
                      shuffle_deck(ANYBODY)),
        forced(ENEMY_DESTROYED, win(), subject=SUBJECT_ANY, filter=anywhere(title="Ungoliant's Spawn")),
    ],
    example=given(heroes=[["Aragorn"]], stage=121, engaged=[["Ungoliant's Spawn"]], damage={"Ungoliant's Spawn": 8},
                  attachments={"Ungoliant's Spawn": ["Forest Snare"]}, phase="combat")
    .do("Ungoliant's Spawn")
    .expect(zone={"Ungoliant's Spawn": "encounter discard"}, damage={"Aragorn": 0}),
)  # fmt: skip

BEORNS_PATH = quest(
    "A Chosen Path", number=122, set="Core Set", encounter_set="Passage Through Mirkwood",
    stage=3, quest_points=10, side_b="Beorn's Path",
    abilities=[
        # the last stage: to defeat it is to win, by the rules
        rule(C_NO_DEFEAT, condition=exists(enemies(title="Ungoliant's Spawn"))),
    ],
    example=given(heroes=[["Éowyn", "Glorfindel", "Aragorn"]], in_play=[["Gandalf"]], stage=122,
                  staging=["Ungoliant's Spawn"], phase="quest")
    .do("Éowyn", "Glorfindel", "Aragorn", "Gandalf")
    .expect(quest_progress=10, zone={"Ungoliant's Spawn": "staging"}),
)  # fmt: skip
