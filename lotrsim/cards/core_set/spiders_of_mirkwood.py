"""The encounter set Spiders of Mirkwood (74-80)."""

from lotrsim.cards.spec import enemy, given, location, treachery
from lotrsim.effects.language import (
    ANYBODY,
    CHOSEN,
    COST_CARD,
    DEFENDING_PLAYER,
    EACH,
    ENGAGES,
    EVENT_PLAYER,
    EXPLORED,
    HIGHEST_THREAT,
    HOST,
    TARGET,
    UNDEFENDED,
    YOU,
    attach_self,
    cards,
    characters,
    choose,
    choose_cost,
    choose_player,
    damage,
    discard,
    each_player,
    every,
    exhaust,
    forced,
    heroes,
    if_else,
    look,
    may,
    modify,
    raise_threat,
    response,
    reveal,
    rule,
    shadow,
    shuffle_deck,
    to_hand,
    travel,
    when,
    when_revealed,
)
from lotrsim.ids import (
    C_UPKEEP,
    EVENT,
    REL_SEARCHED,
    ST_COMMITTED,
    ST_READY,
    USER_ANY,
    WILLPOWER,
    Z_DECK,
    Z_HAND,
)

KING_SPIDER = enemy(
    "King Spider", number=74, set="Core Set", quantity=2, easy_mode_quantity=2, encounter_set="Spiders of Mirkwood",
    engagement_cost=20, threat=2, attack=3, defense=1, hit_points=3, traits="Creature Spider",
    abilities=[
        when_revealed(each_player(choose(characters(EACH, status=ST_READY), by=EACH), exhaust(TARGET))),
        shadow(choose(characters(YOU, status=ST_READY)), exhaust(TARGET),
               when(UNDEFENDED, choose(characters(YOU, status=ST_READY)), exhaust(TARGET))),
    ],
    example=given(heroes=[["Éowyn", "Dúnhere"]], encounter_deck=["King Spider", "Enchanted Stream"], phase="quest")
    .do("pass", "Dúnhere")
    .expect(exhausted=["Dúnhere"], ready=["Éowyn"], zone={"King Spider": "staging"}),
)  # fmt: skip

HUMMERHORNS = enemy(
    "Hummerhorns", number=75, set="Core Set", quantity=1, easy_mode_quantity=0, encounter_set="Spiders of Mirkwood",
    engagement_cost=40, threat=1, attack=2, defense=0, hit_points=3, traits="Creature Insect", keywords="Victory 5",
    abilities=[
        forced(ENGAGES, choose(heroes(EVENT_PLAYER), by=EVENT_PLAYER), damage(5, TARGET)),
        shadow(damage(if_else(UNDEFENDED, 2, 1), every(characters(DEFENDING_PLAYER)))),
    ],
    example=given(heroes=[["Gimli", "Legolas"]], staging=["Hummerhorns"], threat=[20], phase="encounter")
    .do("Hummerhorns", "Legolas")
    .expect(zone={"Hummerhorns": "engaged", "Legolas": "discard", "Gimli": "play"}),
)  # fmt: skip

UNGOLIANTS_SPAWN = enemy(
    "Ungoliant's Spawn", number=76, set="Core Set", quantity=1, easy_mode_quantity=1,
    encounter_set="Spiders of Mirkwood",
    engagement_cost=32, threat=3, attack=5, defense=2, hit_points=9, traits="Creature Spider",
    abilities=[
        when_revealed(modify(WILLPOWER, -1, every(characters(status=ST_COMMITTED)))),
        shadow(raise_threat(if_else(UNDEFENDED, 8, 4), DEFENDING_PLAYER)),
    ],
    example=given(heroes=[["Éowyn"]], threat=[20], encounter_deck=["Ungoliant's Spawn", "Enchanted Stream"],
                  phase="quest")
    .do("Éowyn")
    .expect(threat=[20], quest_progress=0, zone={"Ungoliant's Spawn": "staging"}),
)  # fmt: skip

GREAT_FOREST_WEB = location(
    "Great Forest Web", number=77, set="Core Set", quantity=2, easy_mode_quantity=2,
    encounter_set="Spiders of Mirkwood", threat=2, quest_points=2, traits="Forest",
    abilities=[travel(each_player(choose_cost(heroes(EACH, status=ST_READY), by=EACH), exhaust(COST_CARD)))],
    example=given(heroes=[["Dúnhere"]], staging=["Great Forest Web", "Black Forest Bats"], threat=[10], phase="travel")
    .do("Great Forest Web")
    .expect(exhausted=["Dúnhere"], zone={"Great Forest Web": "active"}),
)  # fmt: skip

MOUNTAINS_OF_MIRKWOOD = location(
    "Mountains of Mirkwood", number=78, set="Core Set", quantity=3, easy_mode_quantity=3,
    encounter_set="Spiders of Mirkwood", threat=2, quest_points=3, traits="Forest Mountain",
    abilities=[
        travel(reveal(1)),
        response(EXPLORED,
                 each_player(may(look(every(cards(Z_DECK, EACH, top=5)), EACH),
                                 choose(cards(Z_DECK, EACH, top=5, relation=REL_SEARCHED), by=EACH),
                                 to_hand(TARGET), shuffle_deck(EACH), by=EACH)),
                 user=USER_ANY),
    ],
    example=given(heroes=[["Éowyn"]], active_location="Mountains of Mirkwood", progress={"Mountains of Mirkwood": 2},
                  deck=[["Feint", "Gandalf"]], phase="quest")
    .do("Éowyn", "Mountains of Mirkwood", "yes", "Gandalf")
    .expect(hand=[["Gandalf"]], quest_progress=3, zone={"Feint": "deck"}),
)  # fmt: skip

EYES_OF_THE_FOREST = treachery(
    "Eyes of the Forest", number=79, set="Core Set", quantity=1, easy_mode_quantity=0,
    encounter_set="Spiders of Mirkwood",
    abilities=[when_revealed(discard(every(cards(Z_HAND, ANYBODY, EVENT))))],
    example=given(heroes=[["Dúnhere"]], hand=[["Feint", "Gandalf"]], staging=["Old Forest Road"],
                  encounter_deck=["Eyes of the Forest", "Enchanted Stream"], phase="quest")
    .do("pass")
    .expect(hand=[["Gandalf"]], zone={"Feint": "discard", "Eyes of the Forest": "encounter discard"}),
)  # fmt: skip

CAUGHT_IN_A_WEB = treachery(
    "Caught in a Web", number=80, set="Core Set", quantity=2, easy_mode_quantity=0,
    encounter_set="Spiders of Mirkwood", counts_as=("Condition",),
    abilities=[
        # of several players with the highest threat the first player chooses one
        when_revealed(choose_player(HIGHEST_THREAT), choose(heroes(CHOSEN), by=CHOSEN), attach_self(TARGET)),
        rule(C_UPKEEP, HOST, 2),
    ],
    example=given(heroes=[["Dúnhere", "Éowyn"]], staging=["Old Forest Road"],
                  encounter_deck=["Caught in a Web", "Enchanted Stream"], phase="quest")
    .do("pass", "Dúnhere")
    .expect(zone={"Caught in a Web": "attached"}),
)  # fmt: skip
