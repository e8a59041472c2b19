"""Every code of the linter has an entry that earns it, and all registered cards are clean."""

from dataclasses import replace

import pytest

from lotrsim import ids as n
from lotrsim.cards import registry
from lotrsim.cards.lint import lint
from lotrsim.cards.spec import ally, attachment, enemy, event, given, hero, quest, treachery
from lotrsim.effects import language as fx

EXAMPLE = given(phase="quest").expect(threat=[0])


def made(*abilities, kind=hero, **facts):
    return kind("Test Card", abilities=abilities, example=EXAMPLE, **facts)


def an_action(*rows, **more):
    return made(fx.action(*rows, **more))


FAULTY = {
    "KIND-WRONG": [
        hero("Test Card", threat_cost="ten"),
        hero(7),
        an_action(fx.draw("two")),
        made(fx.action(fx.draw(1), limit=None)),
    ],
    "EXAMPLE-MISSING": [hero("Test Card", abilities=[fx.action(fx.draw(1))])],
    "STAT-DIFF": [
        hero("Aragorn", number=1, set="Core Set", sphere=n.LEADERSHIP, threat_cost=12, willpower=3, attack=3,
             defense=2, hit_points=5, traits="Dúnedain Noble Ranger", keywords="Sentinel"),
        hero("Nobody", number=300, set="Core Set"),
    ],
    "NAME-UNKNOWN-TITLE": [an_action(fx.choose(fx.heroes(title="Nobody")), fx.ready(fx.TARGET))],
    "TRAIT-UNKNOWN": [
        an_action(fx.choose(fx.heroes(trait="Orcc")), fx.ready(fx.TARGET)),
        made(fx.gains_trait("Gondorr"), kind=attachment, host=fx.heroes()),
        attachment("Test Card", cost=1, host=fx.enemies(trait="Orcc")),
    ],
    "TARGET-MISSING": [
        an_action(fx.ready(fx.TARGET)),
        an_action(fx.choose(fx.heroes()), fx.cost(fx.exhaust(fx.COST_CARD))),
        an_action(fx.draw(1, fx.CHOSEN)),
        an_action(fx.ready(fx.TARGET), fx.choose(fx.heroes())),
        an_action(fx.draw(fx.printed_cost(fx.TARGET))),
        an_action(fx.draw(fx.deck_size(fx.CHOSEN))),
        an_action(fx.damage(1, fx.every(fx.enemies(n.Z_ENGAGED, fx.CHOSEN)))),
        an_action(fx.choose(fx.enemies(relation=n.REL_ATTACKABLE)), fx.damage(1, fx.TARGET)),
        an_action(fx.choose_cost(fx.heroes()), fx.strike(fx.COST_CARD, fx.TARGET)),
        an_action(fx.draw(1, fx.EACH)),
        an_action(fx.draw(fx.X)),
        an_action(fx.choose_mode("a", "b"), fx.when(fx.mode(2), fx.draw(1))),
        an_action(fx.when(fx.negate(fx.in_zone(fx.TARGET, n.Z_PLAY)), fx.draw(1))),
        an_action(fx.order_top(2, fx.CHOSEN)),
        an_action(fx.choose_player(), fx.at_phase_end(fx.draw(1, fx.CHOSEN))),
        an_action(fx.draw(1), condition=fx.matches(fx.TARGET, fx.heroes())),
    ],
    "OP-UNKNOWN": [
        an_action("draw"),
        an_action(fx.Row(999)),
        an_action(fx.Row(n.OP_DRAW, body=(fx.draw(1),))),
        made(fx.draw(1)),
    ],
    "KEYWORD-NO-PROGRAM": [hero("Test Card", keywords="Flying"), enemy("Test Card", keywords="Doomed, Victory 2")],
    "LIMIT-TWO": [
        made(fx.action(fx.draw(1), limit=1, period=n.PER_ROUND),
             fx.action(fx.draw(2), limit=1, period=n.PER_PLAYER_ROUND)),
    ],
    "NESTED-LOOP": [an_action(fx.each_player(fx.when(fx.UNDEFENDED, fx.repeat(2, fx.draw(1)))))],
    "TRIGGER-MISSING": [
        made(fx.response(n.NONE, fx.draw(1))),
        made(fx.forced(n.C_NO_DRAW, fx.draw(1))),
        made(fx.action(fx.draw(1), trigger=n.E_COMMITS)),
        an_action(fx.ready(fx.SUBJECT)),
        an_action(fx.draw(fx.EVENT_VALUE)),
        an_action(fx.draw(1, fx.EVENT_PLAYER)),
    ],
    "NOT-PLAYED": [
        hero("Test Card", keywords="Battle"),
    ],
    "RESPONSE-TWO": [made(fx.response(n.E_COMMITS, fx.draw(1)), fx.response(n.E_COMMITS, fx.ready(fx.SELF)))],
    "KIND-TWO": [made(fx.shadow(fx.raise_threat(1)), fx.shadow(fx.raise_threat(1)), kind=enemy)],
    "HOST-MISSING": [attachment("Test Card", cost=1)],
    "COST-AFTER-EFFECT": [an_action(fx.draw(1), fx.cost(fx.exhaust(fx.SELF)))],
    "DUPLICATE-NUMBER": [[hero("Test Card", number=200), hero("Another", number=200)]],
    "SHADOW-ON-PLAYER-CARD": [made(fx.shadow(fx.raise_threat(1)), kind=ally)],
}  # fmt: skip


@pytest.mark.parametrize(
    ("code", "cards"), [(code, card) for code, cards in FAULTY.items() for card in cards], ids=lambda x: str(x)[:20]
)
def test_each_code_is_earned(code, cards):
    cards = cards if isinstance(cards, list) else [cards]
    assert {problem.code for problem in lint(cards)} == {code}


CLEAN = [
    made(fx.action(fx.choose_cost(fx.heroes()), fx.choose(fx.enemies(relation=n.REL_ATTACKABLE)),
                   fx.cost(fx.exhaust(fx.COST_CARD)), fx.strike(fx.COST_CARD, fx.TARGET)), kind=event, cost=1),
    made(fx.action(fx.choose_mode("a", "b"), fx.when(fx.mode(1), fx.choose_player()),
                   fx.when(fx.mode(1), fx.draw(1, fx.CHOSEN)))),
    made(fx.action(fx.draw(1), limit=1, period=n.PER_ROUND), fx.action(fx.draw(1), limit=1, period=n.PER_PHASE)),
    made(fx.action(fx.choose(fx.allies()), fx.at_phase_end(fx.to_hand(fx.TARGET)))),
    made(fx.travel(fx.each_player(fx.choose_cost(fx.heroes(fx.EACH), by=fx.EACH), fx.exhaust(fx.COST_CARD))),
         kind=enemy),
    made(fx.action(fx.ready(fx.every(fx.heroes(trait="Orc", title="test card"))))),
    hero("Test Card", keywords="Surge, Doomed 2, Victory 3"),
]  # fmt: skip


@pytest.mark.parametrize("card", CLEAN)
def test_what_is_right_is_not_blamed(card):
    assert lint([card]) == []


def test_a_problem_says_where_it_is():
    card = hero("Test Card", abilities=[fx.action(fx.draw(1))])
    [problem] = lint([card])
    assert problem.file == __file__
    assert str(problem).startswith(f"{__file__}:{card.line}: EXAMPLE-MISSING Test Card: ")
    assert card.line > 0


def test_known_cards_may_be_named():
    card = an_action(fx.choose(fx.heroes(title="Another", trait="Baker")), fx.ready(fx.TARGET))
    assert len(lint([card])) == 2
    assert lint([card], known=[treachery("Another", counts_as=("Baker",))]) == []


@pytest.mark.parametrize(
    ("fact", "wrong"),
    [("attack", 9), ("unique", True), ("cost", 1), ("quantity", 7), ("easy_mode_quantity", 9), ("traits", ("Orc",)),
     ("keywords", ("Surge",)), ("encounter_set", "Wilderlands"), ("name", "King Spyder"), ("sphere", n.LORE),
     ("type", n.LOCATION), ("stage", 1), ("side_b", "B"), ("threat", None)],
)  # fmt: skip
def test_every_printed_fact_is_compared(fact, wrong):
    card = replace(registry.find(74), **{fact: wrong})
    differing = [p.message.split()[0] for p in lint([card]) if p.code == "STAT-DIFF"]
    assert fact in differing


def test_quest_cards_are_compared():
    card = quest("A Fork in the Road", number=120, set="Core Set", stage=2, quest_points=3,
                 encounter_set="Passage Through Mirkwood", side_b="A Fork in the Road")  # fmt: skip
    assert [p.message for p in lint([card])] == ["quest_points is 3, facts.csv says 2"]


def test_all_registered_cards_are_clean():
    assert [str(problem) for problem in lint(registry.all_cards())] == []


def test_the_passage_through_mirkwood_is_complete():
    numbers = {card.number for card in registry.all_cards()}
    assert numbers >= {*range(1, 81), *range(89, 101), *range(119, 123)}
