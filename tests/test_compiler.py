"""Cards become numbers: facts, abilities, programs, and what the compiler refuses."""

import numpy as np
import pytest

from lotrsim import ids as n
from lotrsim.cards import registry, tables
from lotrsim.cards.spec import ally, attachment, enemy, event, hero, location, treachery
from lotrsim.effects import language as fx
from lotrsim.effects.compiler import build, title_ids, trait_ids
from lotrsim.errors import BadValue
from lotrsim.state import COST_X, MAX_FACE_ABILITIES, TABLES


def compiled(*cards):
    return build(list(cards))[0]


def program(t, face=0, ability=0):
    """The rows of an ability as lists."""
    a = t["abilities"][t["first_ability"][face] + ability]
    return t["rows"][a[n.AB_PC] : a[n.AB_PC] + a[n.AB_N]].tolist()


def ops(t, face=0, ability=0):
    words = n.names_of("OP_")
    return [words[row[n.ROW_OP]] for row in program(t, face, ability)]


def value(t, index):
    return t["values"][index].tolist()


# ---------------------------------------------------------------- facts


def test_facts():
    t = compiled(
        hero("Aragorn", sphere=n.LEADERSHIP, threat_cost=12, willpower=2, attack=3, defense=2, hit_points=5,
             traits="Dúnedain Noble", keywords="Sentinel"),
        event("Search", sphere=n.LORE, cost="X", abilities=[fx.action(fx.draw(fx.X))]),
        event("Free", sphere=n.LORE, cost=0, abilities=[fx.action(fx.draw(1))], pays_from_different=True),
        enemy("Spider", engagement_cost=25, threat=2, attack=2, defense=1, hit_points=4, traits="Creature",
              keywords="Surge, Doomed 2, Victory 3"),
        location("Gate", threat=2, quest_points=4, traits="Dol_Guldur"),
    )  # fmt: skip
    assert t["n_faces"] == 5
    assert t["type"][:5].tolist() == [n.HERO, n.EVENT, n.EVENT, n.ENEMY, n.LOCATION]
    assert t["stats"][0].tolist() == [2, 3, 2, 5, 0]
    assert t["stats"][3].tolist() == [0, 2, 1, 4, 2]
    assert t["cost"][:4].tolist() == [0, COST_X, 0, 0]
    assert (t["threat_cost"][0], t["unique"][0], t["sphere"][0], t["sphere"][3]) == (12, 1, n.LEADERSHIP, n.NONE)
    assert (t["engagement_cost"][3], t["doomed"][3], t["victory"][3], t["quest_points"][4]) == (25, 2, 3, 4)
    assert t["keywords"][:4].tolist() == [n.SENTINEL, 0, 0, n.SURGE]
    assert t["pays_from_different"][:3].tolist() == [0, 0, 1]
    assert t["traits"][:5, 0].tolist() == [0b0011, 0, 0, 0b0100, 0b1000]
    assert t["host_selector"][:5].tolist() == [n.NONE] * 5


def test_titles_are_shared_and_their_key_is_stable():
    t = compiled(enemy("Café"), enemy("cafe"), enemy("123456789"))
    assert t["title"][:3].tolist() == [0, 0, 1]
    assert t["title_key"][0] == t["title_key"][1]
    assert t["title_key"][2] == 0xCBF43926, "the check value of CRC-32"
    assert title_ids([enemy("A Bee"), enemy("Cee")]) == {"a bee": 0, "cee": 1}


def test_traits_that_only_abilities_name_come_last():
    orc_friend = ally("Friend", cost=1, traits="Dwarf",
                      abilities=[fx.constant(n.ATTACK, fx.count(fx.enemies(trait="Orc")))])  # fmt: skip
    assert trait_ids([orc_friend, enemy("Goblin", traits="Cave")]) == {"Dwarf": 0, "Cave": 1, "Orc": 2}
    trap = attachment("Trap", cost=1, host=fx.enemies(trait="Troll"))
    assert trait_ids([trap]) == {"Troll": 0}
    assert build([trap])[0]["selectors"][0, n.S_TRAIT] == 0


def test_a_card_that_counts_as_an_attachment_has_its_traits():
    card = treachery("Web", counts_as=("Condition",))
    assert card.traits == ()
    assert compiled(card)["traits"][0, 0] == 1


# ---------------------------------------------------------------- abilities


def test_playing_allies_and_attachments_comes_first():
    t = compiled(
        ally("Guard", cost=2),
        attachment("Sword", cost=1, host=fx.heroes(), abilities=[fx.constant(n.ATTACK, 1, fx.HOST)]),
    )
    for face in (0, 1):
        a = t["abilities"][t["first_ability"][face]]
        assert (a[n.AB_KIND], a[n.AB_PHASE], a[n.AB_ZONES]) == (n.A_PLAY, n.PLANNING_PHASE, n.ZONE_FROM_HAND)
        assert (a[n.AB_TRIGGER], a[n.AB_FILTER], a[n.AB_CONDITION]) == (n.NONE, n.NONE, n.NONE)
    assert ops(t, 0) == ["pay", "play_card", "end"]
    assert ops(t, 1) == ["choose", "pay", "attach", "end"]
    assert [row[n.ROW_COST] for row in program(t, 1)] == [0, 1, 0, 0]
    chosen = t["selectors"][program(t, 1)[0][n.ROW_SELECTOR]]
    assert chosen[n.S_RELATION] == n.REL_CAN_HOST
    assert t["selectors"][t["host_selector"][1]][n.S_RELATION] == n.REL_ANY
    assert t["kinds"][1] == 1 << n.A_PLAY | 1 << n.A_CONSTANT
    assert t["n_modifiers"][:2].tolist() == [0, 1]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([fx.draw(1)], ["pay", "draw", "end"]),
        (
            [fx.choose(fx.heroes()), fx.cost(fx.exhaust(fx.TARGET)), fx.draw(1)],
            ["choose", "pay", "exhaust", "draw", "end"],
        ),
        ([fx.choose_player(), fx.choose_x(3), fx.draw(fx.X)], ["choose_player", "choose_x", "pay", "draw", "end"]),
        (
            [fx.choose_mode("a", "b"), fx.when(fx.mode(0), fx.choose_player()), fx.when(fx.mode(1), fx.draw(1))],
            ["choose_mode", "if", "choose_player", "pay", "if", "draw", "end"],
        ),
        ([fx.draw(1), fx.pay()], ["draw", "pay", "end"]),
        ([fx.when(fx.UNDEFENDED, fx.pay())], ["if", "pay", "end"]),
    ],
)
def test_events_pay_behind_their_choices(rows, expected):
    t = compiled(event("Tale", cost=1, abilities=[fx.action(*rows)]))
    assert ops(t) == expected
    assert t["abilities"][0, n.AB_ZONES] == n.ZONE_FROM_HAND
    assert [row[n.ROW_COST] for row in program(t) if row[n.ROW_OP] == n.OP_PAY] == [1]


def test_an_ability_from_hand_that_is_no_event_pays_nothing():
    from_hand = fx.response(fx.LEAVES_PLAY, fx.ready(fx.SELF), zone=n.ZONE_FROM_HAND)
    t = compiled(ally("Brok", cost=6, abilities=[from_hand]))
    assert ops(t, 0, 1) == ["ready", "end"]
    assert t["abilities"][1, n.AB_ZONES] == n.ZONE_FROM_HAND


def test_columns_of_an_ability():
    t = compiled(
        hero("H", abilities=[
            fx.response(fx.ENTERS_PLAY, fx.draw(1), subject=n.SUBJECT_ANY, filter=fx.allies(), whose=fx.YOU, mask=1,
                        limit=3, period=n.PER_PHASE, user=n.USER_ANY, condition=fx.UNDEFENDED),
        ])
    )  # fmt: skip
    a = t["abilities"][0]
    assert (a[n.AB_KIND], a[n.AB_TRIGGER], a[n.AB_SUBJECT]) == (n.A_RESPONSE, n.E_ENTERS_PLAY, n.SUBJECT_ANY)
    assert (a[n.AB_WHOSE], a[n.AB_MASK], a[n.AB_LIMIT], a[n.AB_PERIOD]) == (n.P_YOU, 1, 3, n.PER_PHASE)
    assert (a[n.AB_USER], a[n.AB_ZONES], a[n.AB_N]) == (n.USER_ANY, n.ZONE_IN_PLAY, 2)
    assert t["selectors"][a[n.AB_FILTER], n.S_TYPES] == 1 << n.ALLY
    assert t["conditions"][a[n.AB_CONDITION], 0] == n.K_UNDEFENDED


def test_triggers_of_a_face():
    t = compiled(
        hero("H", abilities=[
            fx.response(fx.COMMITS, fx.ready(fx.SELF)),
            fx.passive(fx.ROUND_ENDS, fx.discard(fx.SELF)),
            fx.rule(n.C_NO_DRAW),
            fx.constant(n.ATTACK, 1),
            fx.constant(n.ATTACK, 1, fx.every(fx.allies())),
        ])
    )  # fmt: skip
    assert t["self_triggers"][0] == 1 << n.E_COMMITS
    assert t["triggers"][0] == sum(1 << k for k in (n.E_COMMITS, n.E_ROUND_ENDS, n.C_NO_DRAW, n.C_MODIFY))
    assert t["n_modifiers"][0] == 1
    assert t["abilities"][1, n.AB_SUBJECT] == n.SUBJECT_ANY, "the end of the round is about no card"


# ---------------------------------------------------------------- programs


def rows_of(*rows):
    t = compiled(hero("H", abilities=[fx.action(*rows)]))
    return t, program(t)


def test_if_and_may_jump_behind_their_body():
    t, rows = rows_of(fx.when(fx.mode(1), fx.draw(1)), fx.may(fx.draw(2), by=fx.EACH), fx.draw(3))
    assert ops(t) == ["if", "draw", "may", "draw", "draw", "end"]
    assert (rows[0][n.ROW_A], rows[2][n.ROW_A]) == (2, 4)
    assert t["conditions"][rows[0][n.ROW_VALUE]].tolist() == [n.K_MODE, 1, 0, 0]
    assert (rows[2][n.ROW_PLAYER], rows[2][n.ROW_VALUE]) == (n.P_EACH, n.NONE)


def test_loops_end_in_next():
    t, rows = rows_of(fx.each_player(fx.when(fx.UNDEFENDED, fx.draw(1, fx.EACH))), fx.repeat(2, fx.draw(1)))
    assert ops(t) == ["each_player", "if", "draw", "next", "repeat", "draw", "next", "end"]
    assert [rows[k][n.ROW_A] for k in (0, 1, 3, 4, 6)] == [4, 3, 0, 7, 4]
    assert value(t, rows[4][n.ROW_VALUE])[:2] == [n.V_CONST, 2]


def test_delayed_rows_stand_behind_the_end():
    t, rows = rows_of(fx.at_phase_end(fx.when(fx.UNDEFENDED, fx.discard(fx.SELF))), fx.draw(1))
    assert ops(t) == ["delay", "draw", "end", "if", "discard", "end"]
    assert (rows[0][n.ROW_A], rows[0][n.ROW_B], rows[3][n.ROW_A]) == (3, n.AT_PHASE_END, 5)


def test_values_conditions_and_selectors():
    orcs = fx.enemies(trait="Orc", status=n.ST_DAMAGED, exclude=fx.COST_CARD, top=fx.X, title="H")
    t = compiled(
        hero("H", traits="Orc", abilities=[
            fx.action(fx.draw(fx.if_else(fx.both(fx.UNDEFENDED, fx.exists(orcs)), fx.count(orcs), 7)),
                      fx.draw(fx.times(2, fx.resources_on(fx.SELF))), fx.draw(fx.plus(-1, fx.X)), fx.draw(7)),
        ])
    )  # fmt: skip
    rows = program(t)
    kind, condition, yes, no = value(t, rows[0][n.ROW_VALUE])
    assert kind == n.V_IF
    assert (value(t, yes), value(t, no)) == ([n.V_COUNT, 0, 0, 0], [n.V_CONST, 7, 0, 0])
    assert no == rows[3][n.ROW_VALUE], "equal values share a row"
    a, b = t["conditions"][condition][1:3]
    assert t["conditions"][condition][0] == n.K_AND
    assert t["conditions"][a][0] == n.K_UNDEFENDED
    assert t["conditions"][b].tolist() == [n.K_EXISTS, 0, 0, 0]
    assert value(t, rows[1][n.ROW_VALUE])[:2] == [n.V_TIMES, 2]
    assert value(t, rows[2][n.ROW_VALUE])[:2] == [n.V_PLUS, -1]
    s = t["selectors"][0]
    assert (s[n.S_ZONES], s[n.S_WHOSE], s[n.S_TYPES]) == (n.Z_STAGING | n.Z_ENGAGED, n.P_ANY, 1 << n.ENEMY)
    assert (s[n.S_TRAIT], s[n.S_TITLE], s[n.S_NOT], s[n.S_STATUS]) == (0, 0, n.REF_COST, n.ST_DAMAGED)
    assert value(t, s[n.S_TOP])[0] == n.V_X
    empty = compiled(hero("H", abilities=[fx.action(fx.ready(fx.every(fx.heroes())))]))["selectors"][0]
    assert (empty[n.S_TRAIT], empty[n.S_TITLE], empty[n.S_TOP]) == (n.NONE, n.NONE, n.NONE)


def test_constants():
    t = compiled(attachment("Stone", cost=1, host=fx.heroes(), traits="Item", abilities=[
        fx.constant(n.WILLPOWER, 2, fx.HOST),
        fx.gains_trait("Gondor"),
        fx.gains_icon(n.SPIRIT, condition=fx.matches(fx.HOST, fx.heroes(trait="Item"))),
        fx.rule(n.C_UPKEEP, fx.HOST, 2),
    ]))  # fmt: skip
    [bonus], [trait], [icon], [rule] = [program(t, 0, k)[:1] for k in range(1, 5)]
    assert (bonus[n.ROW_OP], bonus[n.ROW_REF], bonus[n.ROW_A]) == (n.OP_CONSTANT, n.REF_HOST, n.WILLPOWER)
    assert value(t, bonus[n.ROW_VALUE])[1] == 2
    assert trait[n.ROW_B] == 1, "Gondor, behind Item"
    assert icon[n.ROW_A] == n.SPIRIT
    assert value(t, rule[n.ROW_VALUE])[1] == 2
    assert t["triggers"][0] == 1 << n.C_TRAIT | 1 << n.C_ICON | 1 << n.C_UPKEEP


def test_a_third_restricted_attachment():
    t = compiled(hero("H"))
    pc = t["restricted_pc"]
    choose, discard, end = t["rows"][pc : pc + 3].tolist()
    assert (choose[n.ROW_OP], discard[n.ROW_OP], end[n.ROW_OP]) == (n.OP_CHOOSE, n.OP_DISCARD, n.OP_END)
    assert discard[n.ROW_REF] == n.REF_TARGET
    s = t["selectors"][choose[n.ROW_SELECTOR]]
    assert (s[n.S_KEYWORDS], s[n.S_RELATION], s[n.S_ZONES]) == (n.RESTRICTED, n.REL_ON_SELF, n.Z_ATTACHED)


# ---------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("card", "reason"),
    [
        (hero("H", abilities=[fx.action(fx.each_player(fx.repeat(2, fx.draw(1))))]), "loop stands inside a loop"),
        (hero("H", abilities=[fx.action(fx.choose(fx.heroes(title="Nobody")))]), "no card has the title 'Nobody'"),
        (hero("H", keywords="Flying"), "do not know the keyword 'Flying'"),
        (attachment("H", cost=1), "needs a host"),
        (attachment("H", cost=1, host=fx.heroes(relation=n.REL_ON_SELF)), "cannot have a relation"),
        (hero("H", abilities=[fx.draw(1)]), "is not an ability"),
        (hero("H", abilities=[fx.action("draw")]), "not a word"),
        (hero("H", abilities=[fx.action(fx.Row(999))]), "not a word"),
        (hero("H", abilities=[fx.action(fx.Row(n.OP_DRAW, value=1, body=(fx.draw(1),)))]), "draw is no block"),
        (hero("H", abilities=[fx.action(fx.draw(40000))]), "does not fit into 16 bits"),
        (hero("H", abilities=[fx.action(fx.draw("two"))]), "must be a whole number"),
        (hero("H", abilities=[fx.action(fx.draw(fx.times(2, fx.times(2, fx.X))))]), "stands inside another"),
        (hero("H", abilities=[fx.action(fx.look(fx.every(fx.cards(n.Z_DECK, top=fx.count(fx.heroes())))))]), "inside"),
        (hero("H", abilities=[fx.action(fx.draw(1), condition=fx.negate(fx.negate(fx.UNDEFENDED)))]), "nested"),
        (hero("H", abilities=[fx.action(fx.when(fx.X, fx.draw(1)))]), "is not a condition"),
        (hero("H", abilities=[fx.gains_trait("Gondor", condition=fx.UNDEFENDED)]), "only on matches"),
        (hero("H", abilities=[fx.action(fx.draw(1))] * (MAX_FACE_ABILITIES + 1)), "MAX_FACE_ABILITIES"),
    ],
)
def test_refusals_name_the_card(card, reason):
    with pytest.raises(BadValue, match=reason) as error:
        build([card])
    assert "H: " in str(error.value)


@pytest.mark.parametrize(
    ("cards", "capacity"),
    [
        ([enemy("E")] * 769, "769 of MAX_FACES, which is 768"),
        ([enemy(f"E{k}", traits=" ".join(f"T{k}x{j}" for j in range(61))) for k in range(4)], "TRAIT_WORDS"),
        ([hero("H", abilities=[fx.action(*[fx.draw(1)] * 8192)])], "MAX_ROWS"),
        ([hero("H", abilities=[fx.action(*[fx.draw(k) for k in range(1025)])])], "1025 of MAX_VALUES"),
        ([hero("H", abilities=[fx.action(*[fx.when(fx.mode(k)) for k in range(1025)])])], "1025 of MAX_CONDITIONS"),
        ([hero("H", abilities=[fx.action(*[fx.ready(fx.every(fx.cards(k))) for k in range(1537)])])], "MAX_SELECTORS"),
        ([hero("H", abilities=[fx.constant(n.ATTACK, 1)] * 8)] * 257, "MAX_ABILITIES"),
    ],
)
def test_capacities_are_named(cards, capacity):
    with pytest.raises(BadValue, match=capacity):
        build(cards)


# ---------------------------------------------------------------- all cards


def test_tables_are_cached_until_a_card_is_added(monkeypatch):
    first = tables.tables()
    assert first.dtype == TABLES
    assert tables.tables() is first
    monkeypatch.setattr(registry, "version", registry.version + 1)
    again = tables.tables()
    assert again is not first
    assert np.array_equal(again, first)


def test_every_program_of_the_registry_is_sound():
    cards = registry.all_cards()
    t = build(cards)[0]
    jumps = (n.OP_IF, n.OP_MAY, n.OP_JUMP, n.OP_EACH_PLAYER, n.OP_REPEAT, n.OP_NEXT, n.OP_DELAY)
    assert t["n_faces"] == len(cards)
    for face, card in enumerate(cards):
        first = t["first_ability"][face]
        for a in t["abilities"][first : first + t["n_abilities"][face]]:
            start, end = int(a[n.AB_PC]), int(a[n.AB_PC] + a[n.AB_N])
            rows = t["rows"][start:end]
            assert rows[-1][n.ROW_OP] == n.OP_END, card.name
            for row in rows:
                assert 0 <= row[n.ROW_OP] < n.N_OPS
                if row[n.ROW_OP] in jumps:
                    assert start <= row[n.ROW_A] < end, card.name


def test_events_and_printed_abilities_of_the_core_set():
    t = build(registry.all_cards())[0]

    def words(name, ability=0):
        return ops(t, registry.face_of(registry.find(name)), ability)

    assert words("Stand and Fight") == ["choose", "set_x", "pay", "put_into_play", "end"]
    assert words("Gandalf's Search")[:4] == ["choose_player", "choose_x", "pay", "look"]
    assert words("The Galadhrim's Greeting")[:4] == ["choose_mode", "if", "choose_player", "pay"]
    assert words("Common Cause") == ["choose", "choose", "pay", "exhaust", "ready", "end"]
    assert words("A Test of Will") == ["pay", "cancel_revealed", "end"]
    assert words("Gandalf", 1) == ["discard", "end"]
    assert words("Brok Ironfist", 1) == ["put_into_play", "end"]
