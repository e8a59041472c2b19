"""The Lore cards of the Core Set (58-72)."""

from lotrsim.cards.spec import ally, attachment, event, given
from lotrsim.effects.language import (
    ANYBODY,
    CHOSEN,
    COST_CARD,
    ENTERS_PLAY,
    HOST,
    SELF,
    SHADOW_DEALT,
    SUBJECT,
    TARGET,
    YOU,
    X,
    action,
    attachments,
    cards,
    characters,
    choose,
    choose_cost,
    choose_mode,
    choose_player,
    choose_x,
    constant,
    cost,
    deck_size,
    discard,
    draw,
    enemies,
    every,
    exhaust,
    heal,
    heroes,
    locations,
    look,
    may,
    mode,
    modify,
    no_threat,
    order_top,
    plus,
    response,
    rule,
    to_hand,
    when,
)
from lotrsim.ids import (
    ATTACHMENT,
    C_CANNOT_ATTACK,
    DEFENSE,
    LORE,
    PER_PHASE,
    QUEST_PHASE,
    REL_SEARCHED,
    REL_TOPMOST,
    ST_DAMAGED,
    SUBJECT_ANY,
    WILLPOWER,
    Z_DECK,
    Z_DISCARD,
    Z_ENCOUNTER_DECK,
    Z_ENGAGED,
    Z_HAND,
    Z_STAGING,
)

DAUGHTER_OF_THE_NIMRODEL = ally(
    "Daughter of the Nimrodel", number=58, set="Core Set", quantity=3, sphere=LORE, cost=3,
    willpower=1, attack=0, defense=0, hit_points=1, traits="Silvan",
    abilities=[
        # one damage, and a second one if the player wants
        action(choose(heroes(status=ST_DAMAGED)), cost(exhaust(SELF)), heal(1, TARGET), may(heal(1, TARGET))),
    ],
    example=given(heroes=[["Denethor"]], damage={"Denethor": 2}, in_play=[["Daughter of the Nimrodel"]],
                  phase="planning")
    .do("Daughter of the Nimrodel", "yes")
    .expect(damage={"Denethor": 0}, exhausted=["Daughter of the Nimrodel"]),
)  # fmt: skip

EREBOR_HAMMERSMITH = ally(
    "Erebor Hammersmith", number=59, set="Core Set", quantity=2, sphere=LORE, cost=2,
    willpower=1, attack=1, defense=1, hit_points=3, traits="Dwarf Craftsman",
    abilities=[
        # mask 1: played from hand
        response(ENTERS_PLAY, choose(cards(Z_DISCARD, ANYBODY, ATTACHMENT, relation=REL_TOPMOST)), to_hand(TARGET),
                 mask=1),
    ],
    example=given(heroes=[["Denethor"]], hand=[["Erebor Hammersmith"]], discard=[["Feint", "Dark Knowledge"]],
                  resources={"Denethor": 2}, phase="planning")
    .do("Erebor Hammersmith", "Erebor Hammersmith")
    .expect(hand=[["Dark Knowledge"]], zone={"Erebor Hammersmith": "play"}),
)  # fmt: skip

HENAMARTH_RIVERSONG = ally(
    "Henamarth Riversong", number=60, set="Core Set", unique=True, sphere=LORE, cost=1,
    willpower=1, attack=1, defense=0, hit_points=1, traits="Silvan",
    abilities=[action(cost(exhaust(SELF)), look(every(cards(Z_ENCOUNTER_DECK, top=1))))],
    example=given(heroes=[["Glorfindel"]], in_play=[["Henamarth Riversong"]], encounter_deck=["Forest Gate"],
                  phase="planning")
    .do("Henamarth Riversong")
    .expect(exhausted=["Henamarth Riversong"], zone={"Forest Gate": "encounter deck"}),
)  # fmt: skip

MINER_OF_THE_IRON_HILLS = ally(
    "Miner of the Iron Hills", number=61, set="Core Set", quantity=2, sphere=LORE, cost=2,
    willpower=0, attack=1, defense=1, hit_points=2, traits="Dwarf",
    abilities=[response(ENTERS_PLAY, choose(attachments(trait="Condition")), discard(TARGET))],
    example=given(heroes=[["Glorfindel"]], attachments={"Glorfindel": ["Caught in a Web"]},
                  hand=[["Miner of the Iron Hills"]], resources={"Glorfindel": 2}, encounter_deck=["Forest Gate"],
                  phase="planning")
    .do("Miner of the Iron Hills", "Miner of the Iron Hills")
    .expect(zone={"Caught in a Web": "encounter discard"}),
)  # fmt: skip

GLEOWINE = ally(
    "Gléowine", number=62, set="Core Set", quantity=2, unique=True, sphere=LORE, cost=2,
    willpower=1, attack=0, defense=0, hit_points=2, traits="Minstrel Rohan",
    abilities=[action(choose_player(), cost(exhaust(SELF)), draw(1, CHOSEN))],
    example=given(heroes=[["Denethor"]], in_play=[["Gléowine"]], deck=[["Feint", "Gandalf"]], phase="planning")
    .do("Gléowine")
    .expect(exhausted=["Gléowine"], hand=[["Feint"]]),
)  # fmt: skip

LORE_OF_IMLADRIS = event(
    "Lore of Imladris", number=63, set="Core Set", quantity=3, sphere=LORE, cost=2,
    abilities=[action(choose(characters(status=ST_DAMAGED)), heal(None, TARGET))],
    example=given(heroes=[["Denethor"]], damage={"Denethor": 2}, hand=[["Lore of Imladris"]],
                  resources={"Denethor": 2}, phase="planning")
    .do("Lore of Imladris")
    .expect(damage={"Denethor": 0}),
)  # fmt: skip

LORIENS_WEALTH = event(
    "Lórien's Wealth", number=64, set="Core Set", quantity=2, sphere=LORE, cost=3,
    abilities=[action(choose_player(), draw(3, CHOSEN))],
    example=given(heroes=[["Denethor"]], hand=[["Lórien's Wealth"]], deck=[["Gandalf", "Feint", "Faramir", "Beorn"]],
                  resources={"Denethor": 3}, phase="planning")
    .do("Lórien's Wealth")
    .expect(hand=[["Faramir", "Feint", "Gandalf"]], zone={"Beorn": "deck"}),
)  # fmt: skip

RADAGASTS_CUNNING = event(
    "Radagast's Cunning", number=65, set="Core Set", quantity=2, sphere=LORE, cost=1,
    abilities=[action(choose(enemies(Z_STAGING)), no_threat(TARGET), phase=QUEST_PHASE)],
    example=given(heroes=[["Denethor"]], hand=[["Radagast's Cunning"]], resources={"Denethor": 1},
                  staging=["Forest Spider"], threat=[20], phase="quest")
    .do("Radagast's Cunning", "pass")
    .expect(threat=[20]),
)  # fmt: skip

SECRET_PATHS = event(
    "Secret Paths", number=66, set="Core Set", quantity=2, sphere=LORE, cost=1,
    abilities=[action(choose(locations(Z_STAGING)), no_threat(TARGET), phase=QUEST_PHASE)],
    example=given(heroes=[["Denethor"]], hand=[["Secret Paths"]], resources={"Denethor": 1},
                  staging=["Old Forest Road"], threat=[20], phase="quest")
    .do("Secret Paths", "pass")
    .expect(threat=[20]),
)  # fmt: skip

GANDALFS_SEARCH = event(
    "Gandalf's Search", number=67, set="Core Set", quantity=2, sphere=LORE, cost="X",
    abilities=[
        action(choose_player(), choose_x(deck_size(CHOSEN)),
               look(every(cards(Z_DECK, CHOSEN, top=X))),
               choose(cards(Z_DECK, CHOSEN, top=X, relation=REL_SEARCHED)), to_hand(TARGET),
               order_top(plus(-1, X), CHOSEN)),
    ],
    example=given(heroes=[["Denethor"]], hand=[["Gandalf's Search"]], deck=[["Feint", "Gandalf", "Faramir"]],
                  resources={"Denethor": 2}, phase="planning")
    .do("Gandalf's Search", 2, "Gandalf")
    .expect(hand=[["Gandalf"]], resources={"Denethor": 0}, zone={"Feint": "deck"}),
)  # fmt: skip

BEORNS_HOSPITALITY = event(
    "Beorn's Hospitality", number=68, set="Core Set", sphere=LORE, cost=5,
    abilities=[action(choose_player(), heal(None, every(heroes(CHOSEN))))],
    example=given(heroes=[["Denethor", "Beravor"]], damage={"Denethor": 2, "Beravor": 3},
                  hand=[["Beorn's Hospitality"]], resources={"Denethor": 5}, phase="planning")
    .do("Beorn's Hospitality")
    .expect(damage={"Denethor": 0, "Beravor": 0}),
)  # fmt: skip

FOREST_SNARE = attachment(
    "Forest Snare", number=69, set="Core Set", quantity=2, sphere=LORE, cost=3,
    traits="Item Trap", host=enemies(Z_ENGAGED),
    abilities=[rule(C_CANNOT_ATTACK, HOST)],
    example=given(heroes=[["Denethor"]], engaged=[["Forest Spider"]], attachments={"Forest Spider": ["Forest Snare"]},
                  phase="combat")
    .expect(damage={"Denethor": 0}, ready=["Denethor"], offered=["Forest Spider"]),
)  # fmt: skip

PROTECTOR_OF_LORIEN = attachment(
    "Protector of Lórien", number=70, set="Core Set", quantity=2, sphere=LORE, cost=1,
    traits="Title", host=heroes(),
    abilities=[
        action(choose_cost(cards(Z_HAND, YOU)), choose_mode("+1 defense", "+1 willpower"), cost(discard(COST_CARD)),
               when(mode(0), modify(DEFENSE, 1, HOST)), when(mode(1), modify(WILLPOWER, 1, HOST)),
               limit=3, period=PER_PHASE),
    ],
    example=given(heroes=[["Denethor"]], attachments={"Denethor": ["Protector of Lórien"]}, hand=[["Feint"]],
                  phase="quest")
    .do("Protector of Lórien", ("mode", 1))
    .expect(stat={"Denethor": {"willpower": 2, "defense": 3}}, zone={"Feint": "discard"}),
)  # fmt: skip

DARK_KNOWLEDGE = attachment(
    "Dark Knowledge", number=71, set="Core Set", sphere=LORE, cost=1,
    traits="Condition", host=heroes(),
    abilities=[
        constant(WILLPOWER, -1, HOST),
        # the event is about the shadow card, its player is the one whom the enemy attacks
        response(SHADOW_DEALT, cost(exhaust(SELF)), look(SUBJECT), subject=SUBJECT_ANY, whose=YOU),
    ],
    example=given(heroes=[["Denethor"]], attachments={"Denethor": ["Dark Knowledge"]}, engaged=[["Forest Spider"]],
                  encounter_deck=["Enchanted Stream"], phase="combat")
    .do("Dark Knowledge")
    .expect(exhausted=["Dark Knowledge"], stat={"Denethor": {"willpower": 0}}, zone={"Enchanted Stream": "shadow"}),
)  # fmt: skip

SELF_PRESERVATION = attachment(
    "Self Preservation", number=72, set="Core Set", quantity=2, sphere=LORE, cost=3,
    traits="Skill", host=characters(),
    abilities=[action(cost(exhaust(SELF)), heal(2, HOST))],
    example=given(heroes=[["Beravor"]], damage={"Beravor": 3}, attachments={"Beravor": ["Self Preservation"]},
                  phase="planning")
    .do("Self Preservation")
    .expect(damage={"Beravor": 1}, exhausted=["Self Preservation"]),
)  # fmt: skip
