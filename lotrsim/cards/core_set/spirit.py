"""The Spirit cards of the Core Set (43-57)."""

from lotrsim.cards.spec import ally, attachment, event, given
from lotrsim.effects.language import (
    ACTIVE_LOCATION,
    ALL_PLAYERS,
    ANYBODY,
    CANCELLABLE,
    CHOSEN,
    COMMITS,
    COST_CARD,
    HOST,
    OTHERS,
    REVEALED,
    SELF,
    SHADOW_TRIGGERED,
    SUBJECT,
    TARGET,
    TARGET_CONTROLLER,
    TRAVELLED,
    YOU,
    action,
    cancel_revealed,
    cancel_shadow,
    cards,
    characters,
    choose,
    choose_cost,
    choose_mode,
    choose_player,
    constant,
    cost,
    enemies,
    every,
    exhaust,
    exists,
    give_control,
    heroes,
    locations,
    lower_threat,
    mode,
    printed_cost,
    progress,
    put_into_play,
    raise_threat,
    ready,
    remove_from_game,
    response,
    return_to_staging,
    set_x,
    shuffle_discard_into_deck,
    to_hand,
    when,
)
from lotrsim.ids import (
    ALLY,
    ATTACHMENT,
    EVENT,
    HERO,
    LEADERSHIP,
    LORE,
    PER_ROUND,
    SPIRIT,
    ST_READY,
    SUBJECT_ANY,
    TACTICS,
    THREAT,
    WILLPOWER,
    Z_DISCARD,
    Z_ENGAGED,
    Z_STAGING,
)

WANDERING_TOOK = ally(
    "Wandering Took", number=43, set="Core Set", quantity=2, sphere=SPIRIT, cost=2,
    willpower=1, attack=1, defense=1, hit_points=2, traits="Hobbit",
    abilities=[
        action(choose_player(OTHERS), cost(lower_threat(3)), give_control(SELF, CHOSEN), raise_threat(3, CHOSEN),
               limit=1, period=PER_ROUND),
    ],
    example=given(heroes=[["Éowyn"], ["Gimli"]], in_play=[["Wandering Took"], []], threat=[20, 20], phase="planning")
    .do("Wandering Took")
    .expect(threat=[17, 23], zone={"Wandering Took": "play"}),
)  # fmt: skip

LORIEN_GUIDE = ally(
    "Lórien Guide", number=44, set="Core Set", quantity=3, sphere=SPIRIT, cost=3,
    willpower=1, attack=1, defense=0, hit_points=2, traits="Silvan Scout",
    abilities=[response(COMMITS, progress(1, ACTIVE_LOCATION))],
    example=given(heroes=[["Éowyn"]], exhausted=["Éowyn"], in_play=[["Lórien Guide"]],
                  active_location="Old Forest Road", phase="quest")
    .do("Lórien Guide", "Lórien Guide")
    .expect(progress={"Old Forest Road": 2}, quest_progress=0),
)  # fmt: skip

NORTHERN_TRACKER = ally(
    "Northern Tracker", number=45, set="Core Set", quantity=2, sphere=SPIRIT, cost=4,
    willpower=1, attack=2, defense=2, hit_points=3, traits="Dúnedain Ranger",
    abilities=[response(COMMITS, progress(1, every(locations(Z_STAGING))))],
    example=given(heroes=[["Éowyn"]], exhausted=["Éowyn"], in_play=[["Northern Tracker"]],
                  staging=["Old Forest Road", "Forest Gate"], phase="quest")
    .do("Northern Tracker", "Northern Tracker")
    .expect(progress={"Old Forest Road": 1, "Forest Gate": 1}),
)  # fmt: skip

THE_GALADHRIMS_GREETING = event(
    "The Galadhrim's Greeting", number=46, set="Core Set", quantity=2, sphere=SPIRIT, cost=3,
    abilities=[
        action(choose_mode("one player: threat -6", "every player: threat -2"),
               when(mode(0), choose_player()),
               when(mode(0), lower_threat(6, CHOSEN)),
               when(mode(1), lower_threat(2, ALL_PLAYERS))),
    ],
    example=given(heroes=[["Éowyn"]], hand=[["The Galadhrim's Greeting"]], resources={"Éowyn": 3}, threat=[30],
                  phase="planning")
    .do("The Galadhrim's Greeting", ("mode", 0))
    .expect(threat=[24], resources={"Éowyn": 0}),
)  # fmt: skip

STRENGTH_OF_WILL = event(
    "Strength of Will", number=47, set="Core Set", quantity=2, sphere=SPIRIT, cost=0,
    abilities=[
        response(TRAVELLED, choose_cost(characters(YOU, status=ST_READY, spheres=1 << SPIRIT)),
                 cost(exhaust(COST_CARD)), progress(2, SUBJECT), subject=SUBJECT_ANY),
    ],
    example=given(heroes=[["Dúnhere"]], hand=[["Strength of Will"]], staging=["Forest Gate", "Black Forest Bats"],
                  phase="travel")
    .do("Forest Gate", "Strength of Will")
    .expect(exhausted=["Dúnhere"], progress={"Forest Gate": 2}),
)  # fmt: skip

HASTY_STROKE = event(
    "Hasty Stroke", number=48, set="Core Set", quantity=2, sphere=SPIRIT, cost=1,
    abilities=[response(SHADOW_TRIGGERED, cancel_shadow(), subject=SUBJECT_ANY)],
    example=given(heroes=[["Dúnhere"]], hand=[["Hasty Stroke"]], resources={"Dúnhere": 1}, engaged=[["Forest Spider"]],
                  shadows={"Forest Spider": ["Dol Guldur Orcs"]}, phase="combat")
    .do("pass", "Hasty Stroke")
    .expect(damage={"Dúnhere": 2}),
)  # fmt: skip

WILL_OF_THE_WEST = event(
    "Will of the West", number=49, set="Core Set", quantity=2, sphere=SPIRIT, cost=1,
    abilities=[
        # removing itself is no reason to play it: there must be something to shuffle
        action(choose_player(),
               when(exists(cards(Z_DISCARD, CHOSEN, ALLY, ATTACHMENT, EVENT)),
                    shuffle_discard_into_deck(CHOSEN), remove_from_game(SELF))),
    ],
    example=given(heroes=[["Dúnhere"]], hand=[["Will of the West"]], discard=[["Feint", "Gandalf"]],
                  resources={"Dúnhere": 1}, phase="planning")
    .do("Will of the West")
    .expect(zone={"Will of the West": "removed", "Feint": "deck", "Gandalf": "deck"}),
)  # fmt: skip

A_TEST_OF_WILL = event(
    "A Test of Will", number=50, set="Core Set", quantity=2, sphere=SPIRIT, cost=1,
    abilities=[response(REVEALED, cancel_revealed(), subject=SUBJECT_ANY, condition=CANCELLABLE)],
    example=given(heroes=[["Dúnhere"]], hand=[["A Test of Will", "Feint"]], resources={"Dúnhere": 1},
                  staging=["Old Forest Road"], encounter_deck=["Eyes of the Forest", "Enchanted Stream"],
                  phase="quest")
    .do("pass", "A Test of Will")
    .expect(hand=[["Feint"]], zone={"Eyes of the Forest": "encounter discard", "A Test of Will": "discard"}),
)  # fmt: skip

STAND_AND_FIGHT = event(
    "Stand and Fight", number=51, set="Core Set", quantity=3, sphere=SPIRIT, cost="X",
    abilities=[
        # neutral allies belong to no sphere (FAQ)
        action(choose(cards(Z_DISCARD, ANYBODY, ALLY,
                            spheres=1 << LEADERSHIP | 1 << TACTICS | 1 << SPIRIT | 1 << LORE)),
               set_x(printed_cost(TARGET)), put_into_play(TARGET)),
    ],
    example=given(heroes=[["Dúnhere"]], hand=[["Stand and Fight"]], discard=[["Guard of the Citadel", "Gandalf"]],
                  resources={"Dúnhere": 5}, phase="planning")
    .do("Stand and Fight")
    .expect(zone={"Guard of the Citadel": "play", "Gandalf": "discard"}, resources={"Dúnhere": 3}),
)  # fmt: skip

A_LIGHT_IN_THE_DARK = event(
    "A Light in the Dark", number=52, set="Core Set", quantity=2, sphere=SPIRIT, cost=2,
    abilities=[action(choose(enemies(Z_ENGAGED)), return_to_staging(TARGET))],
    example=given(heroes=[["Dúnhere"]], hand=[["A Light in the Dark"]], resources={"Dúnhere": 2},
                  engaged=[["Forest Spider"]], phase="combat")
    .do("A Light in the Dark")
    .expect(damage={"Dúnhere": 0}, zone={"Forest Spider": "staging"}),
)  # fmt: skip

DWARVEN_TOMB = event(
    "Dwarven Tomb", number=53, set="Core Set", sphere=SPIRIT, cost=1,
    abilities=[
        # heroes are never returned to hand
        action(choose(cards(Z_DISCARD, YOU, ALLY, ATTACHMENT, EVENT, spheres=1 << SPIRIT)), to_hand(TARGET)),
    ],
    example=given(heroes=[["Dúnhere"]], hand=[["Dwarven Tomb"]], discard=[["A Test of Will", "Feint"]],
                  resources={"Dúnhere": 1}, phase="planning")
    .do("Dwarven Tomb")
    .expect(hand=[["A Test of Will"]], zone={"Feint": "discard"}),
)  # fmt: skip

FORTUNE_OR_FATE = event(
    "Fortune or Fate", number=54, set="Core Set", sphere=SPIRIT, cost=5,
    abilities=[action(choose(cards(Z_DISCARD, ANYBODY, HERO)), put_into_play(TARGET, TARGET_CONTROLLER))],
    example=given(heroes=[["Dúnhere"]], hand=[["Fortune or Fate"]], discard=[["Éowyn"]], resources={"Dúnhere": 5},
                  phase="planning")
    .do("Fortune or Fate")
    .expect(zone={"Éowyn": "play"}),
)  # fmt: skip

THE_FAVOR_OF_THE_LADY = attachment(
    "The Favor of the Lady", number=55, set="Core Set", quantity=2, sphere=SPIRIT, cost=2,
    traits="Condition", host=heroes(),
    abilities=[constant(WILLPOWER, 1, HOST)],
    example=given(heroes=[["Éowyn"]], attachments={"Éowyn": ["The Favor of the Lady"]}, phase="quest")
    .expect(stat={"Éowyn": {"willpower": 5}}),
)  # fmt: skip

POWER_IN_THE_EARTH = attachment(
    "Power in the Earth", number=56, set="Core Set", quantity=2, sphere=SPIRIT, cost=1,
    traits="Condition", host=locations(),
    abilities=[constant(THREAT, -1, HOST)],
    example=given(heroes=[["Dúnhere"]], hand=[["Power in the Earth"]], resources={"Dúnhere": 1},
                  staging=["Forest Gate"], phase="planning")
    .do("Power in the Earth")
    .expect(stat={"Forest Gate": {"threat": 1}}, zone={"Power in the Earth": "attached"}),
)  # fmt: skip

UNEXPECTED_COURAGE = attachment(
    "Unexpected Courage", number=57, set="Core Set", sphere=SPIRIT, cost=2,
    traits="Condition", host=heroes(),
    abilities=[action(cost(exhaust(SELF)), ready(HOST))],
    example=given(heroes=[["Dúnhere"]], exhausted=["Dúnhere"], attachments={"Dúnhere": ["Unexpected Courage"]},
                  phase="planning")
    .do("Unexpected Courage")
    .expect(ready=["Dúnhere"], exhausted=["Unexpected Courage"]),
)  # fmt: skip
