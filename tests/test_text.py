"""Words: every number has one, every card and every decision can be said, and what is said is right."""

import random
import re

import numpy as np
import pytest

from lotrsim import Game, describe, ids, text, words
from lotrsim.cards import registry
from lotrsim.cards.facts import facts
from lotrsim.cards.spec import ally, event
from lotrsim.cards.tables import tables
from lotrsim.describe import abilities_of, ability_words, condition, noun, program, row_words, value
from lotrsim.effects import language as la
from lotrsim.errors import UnknownName
from lotrsim.names import card_name, listed, place
from lotrsim.testing import position

MIRKWOOD = "passage-through-mirkwood"
TABLES = {
    "D_": words.DECISIONS,
    "OP_": words.OPS,
    "E_": words.TRIGGERS,
    "C_": words.RULES,
    "V_": words.VALUES,
    "K_": words.CONDITIONS,
    "REF_": words.CARDS,
    "P_": words.PLAYERS,
    "REL_": words.RELATIONS,
    "ST_": words.STATUS,
    "A_": words.KINDS,
    "PER_": words.PERIODS,
    "USER_": words.USERS,
    "ZONE_": words.ABILITY_ZONES,
    "SUBJECT_": words.SUBJECTS,
}


# --- A word for every number -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("prefix", TABLES)
def test_every_number_has_a_word(prefix):
    numbers = {number for name, number in vars(ids).items() if re.fullmatch(f"{prefix}[A-Z_]+", name)}
    assert numbers and set(TABLES[prefix]) == numbers


def test_every_state_zone_phase_and_duration_has_a_word():
    zones = {bit for name, bit in vars(ids).items() if name.startswith("Z_") and name not in ("Z_ANY", "Z_IN_PLAY")}
    assert set(words.ZONES) == zones
    assert set(words.PHASES) == set(range(ids.REFRESH_PHASE + 1))
    assert set(words.STATS) == set(range(ids.N_STATS))
    assert set(words.TYPES) == set(range(ids.QUEST_CARD + 1))
    assert set(words.KEYWORDS) == {ids.SENTINEL, ids.RANGED, ids.RESTRICTED, ids.SURGE, ids.GUARDED}
    assert set(words.DURATIONS) == {ids.FOR_PHASE, ids.FOR_ROUND, ids.FOR_ATTACK}
    assert set(words.MOMENTS) == {ids.AT_PHASE_END, ids.AT_ROUND_END}
    own = {4 * k for k in range(5)}  # five zones for each player
    assert set(words.PLACES) == own | set(range(ids.STAGING, ids.N_ZONES))


def test_every_decision_has_a_name_and_can_be_asked():
    """`prompt` knows each kind, and what a card means in it; yes and no, modes ... have their own words."""
    game = Game.new(MIRKWOOD, "core-leadership")
    g = game.state
    assert set(text.KINDS) == set(range(ids.N_DECISIONS))
    for kind in range(1, ids.N_DECISIONS):
        g["decision"], g["decision_source"] = kind, 0 if kind != ids.D_ACTION else ids.NONE
        g["frames"][0, ids.EVENT_ID] = ids.E_COMMITS
        assert text.prompt(g) and text.decision_of(g).kind == text.KINDS[kind]
        for action in (0, ids.PASS, ids.YES, ids.NO, ids.MODE_0, ids.NUMBER_0 + 3, ids.PLAYER_0 + 1):
            assert text.option_words(g, action, kind, 0, 0)


def test_every_row_of_the_language_makes_a_clause():
    selector = la.enemies(trait="Orc", status=ids.ST_READY)
    for op in range(ids.N_OPS):
        for what in (la.UNDEFENDED,) if op == ids.OP_IF else (2, la.X, la.count(selector)):
            row = la.Row(op, ref=ids.REF_ALL, selector=selector, value=what, b=1, body=(la.draw(1),), words=("a", "b"))
            said = row_words(row, "Gandalf")
            assert said and "{" not in said and "None" not in said, said


def test_every_value_and_condition_makes_a_phrase():
    selector = la.heroes(la.YOU)
    for kind in range(len(words.VALUES)):
        a = {ids.V_COUNT: selector, ids.V_IF: la.UNDEFENDED}.get(kind, 1)
        said = value(la.Value(kind, a, la.X, 3), "Gandalf")
        assert said and "{" not in said
    for kind in range(len(words.CONDITIONS)):
        inner = kind in (ids.K_NOT, ids.K_AND)
        a = la.UNDEFENDED if inner else selector if kind in (ids.K_EXISTS, ids.K_AT_LEAST) else 1
        b = la.CANCELLABLE if inner else selector if kind in (ids.K_MATCHES, ids.K_ATTACKING) else ids.Z_STAGING
        said = condition(la.Condition(kind, a, b), "Gandalf")
        assert said and "{" not in said


def test_every_trigger_and_rule_makes_a_sentence():
    for event_id in words.TRIGGERS:
        for subject in words.SUBJECTS:
            ability = la.Ability(ids.A_FORCED, (la.draw(1),), trigger=event_id, subject=subject, mask=1)
            said = ability_words(ability, "Gandalf")
            assert said.startswith("Forced (") and "{" not in said and said.endswith("you draw 1 card")
    for rule in words.RULES:
        said = ability_words(la.rule(rule, amount=2), "Gandalf")
        assert said.startswith("Constant: ") and "{" not in said


# --- Cards -----------------------------------------------------------------------------------------------------------


def test_every_card_can_be_described():
    for card in registry.all_cards():
        lines = describe.describe(card).split("\n")
        assert lines[0].startswith(card.name)
        assert len(lines) >= 2 + len(card.abilities)
        assert not any("{" in line or "None" in line or "  " in line for line in lines), lines
    for fact in facts():
        assert str(fact.number) in describe.describe(str(fact.number)).split("\n")[0]


def test_an_unknown_card():
    with pytest.raises(UnknownName, match="nearest: Gandalf"):
        describe.describe("Gandolf")


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("Beravor", "Action (limit 1 per round): choose a player, exhaust Beravor -> the chosen player draws 2 cards"),
        ("Aragorn", "spend 1 resource from the pool of Aragorn -> ready Aragorn"),
        ("Gimli", "Constant: Gimli gets +N attack (N is the damage on Gimli)"),
        ("Dwarven Axe", "gets +2 attack (1 unless the card with Dwarven Axe is a Dwarf hero)"),
        ("Celebrían's Stone", "gains a Spirit resource icon"),
        ("Feint", "Action (combat phase): choose an enemy engaged with a player"),
        ("Horn of Gondor", "after a character leaves play (destroyed)"),
        ("Denethor", "you look at the top card of the encounter deck"),
        ("Steward of Gondor", "attached to a hero"),
        ("Hummerhorns", "Forced (after Hummerhorns engages a player)"),
        ("Thicket of Spears", "each resource for it comes from another hero"),
        ("A Fork in the Road", "stage 2, side B: A Fork in the Road, quest points 2"),
    ],
)
def test_what_cards_do(name, line):
    assert line in describe.describe(name)


def test_programs_are_read_as_they_are_compiled():
    """`program` lists the rows in the order of the tables, so that a pending row is found from its place."""
    made = tables()[0]
    for face, card in enumerate(registry.all_cards()):
        first = int(made["first_ability"][face])
        assert len(abilities_of(card)) == made["n_abilities"][face]
        for k in range(int(made["n_abilities"][face])):
            row = made["abilities"][first + k]
            rows = program(card, k)
            ops = made["rows"][row[ids.AB_PC] : row[ids.AB_PC] + row[ids.AB_N], ids.ROW_OP].tolist()
            assert len(rows) == len(ops)
            for said, op in zip(rows, ops, strict=True):
                assert op in (ids.OP_END, ids.OP_NEXT) if said is None else op == said.op


def test_own_cards_in_words():
    card = ally(
        "Odd Fellow",
        cost=1,
        abilities=[
            la.response(
                la.ENTERS_PLAY,
                la.repeat(la.times(2, la.N_PLAYERS), la.when(la.negate(la.UNDEFENDED), la.draw(1))),
                phase=ids.QUEST_PHASE,
                words="a note",
            )
        ],
    )
    said = describe.describe(card).split("\n")
    assert said[0] == "Odd Fellow (no set)"
    assert said[-1] == (
        "Response (quest phase; after Odd Fellow enters play; a note): "
        "N times (N is 2 times the number of players): [unless the attack is undefended: [you draw 1 card]]"
    )
    assert "(no set)" in describe.describe(event("Nothing", cost=0))


def test_sets_of_cards():
    assert noun(la.heroes(la.YOU, status=ids.ST_READY), "") == "ready hero you control"
    assert noun(la.enemies(trait="Orc"), "", plural=True) == "Orc enemies in play"
    assert noun(la.cards(ids.Z_HAND, la.YOU, ids.ALLY, ids.EVENT), "") == "ally or event in your hand"
    assert noun(la.attachments(la.FIRST_PLAYER), "") == "attachment the first player controls"
    assert noun(la.anywhere(ids.HERO, title="Aragorn"), "") == "Aragorn"


# --- Decisions -------------------------------------------------------------------------------------------------------


def texts(game):
    return [option.text for option in game.options]


def test_planning_and_payment():
    game = position(
        heroes=[["Aragorn", "Glóin"]],
        hand=[["Snowbourn Scout", "Steward of Gondor", "Ever Vigilant"]],
        resources={"Aragorn": 2, "Glóin": 2},
        exhausted=["Aragorn"],
        staging=["Old Forest Road"],
    )
    assert game.decision.prompt == "planning phase: play cards or use actions"
    assert texts(game) == ["play Snowbourn Scout (cost 1)", "play Steward of Gondor (cost 2)", "pass"]
    game.choose(game.options[1])
    assert game.decision == text.Decision("target", 0, "Steward of Gondor", "Steward of Gondor: choose a hero")
    assert texts(game) == ["choose Aragorn", "choose Glóin"]
    game.choose(game.options[1])
    assert game.decision.prompt == "pay for Steward of Gondor: 2 to go"
    assert texts(game) == ["pay 1 from Aragorn's pool", "pay 1 from Glóin's pool"]
    assert [option.card for option in game.options] == ["Aragorn", "Glóin"]


def test_copies_in_play_are_numbered():
    game = position(
        heroes=[["Gimli"]],
        staging=["Forest Spider", "Forest Spider", "King Spider"],
        engaged=[["Forest Spider"]],
        threat=[10],
        phase="encounter",
    )
    assert texts(game) == ["engage Forest Spider#1", "engage King Spider", "pass (engage nobody)"]
    assert [option.card for option in game.options] == ["Forest Spider", "King Spider", None]
    g = game.state
    spiders = [c for c in range(g["n_cards"]) if card_name(g, c).startswith("Forest Spider")]
    assert [card_name(g, c) for c in spiders] == ["Forest Spider#1", "Forest Spider#2", "Forest Spider#3"]
    assert {place(g, c) for c in spiders} == {"staging area", "engaged with player 1"}


def test_an_attack():
    game = position(heroes=[["Gimli", "Legolas"]], engaged=[["Forest Spider"]], phase="combat", threat=[20])
    assert (game.decision.prompt, game.decision.source) == ("Forest Spider attacks: who defends?", "Forest Spider")
    assert texts(game) == ["Gimli defends", "Legolas defends", "pass (nobody defends)"]
    game.choose(ids.PASS)
    assert game.decision.prompt == "Forest Spider is undefended: which hero takes the damage?"
    game.choose(game.options[0])
    assert (game.decision.prompt, texts(game)[0]) == ("attack an enemy?", "attack Forest Spider")
    game.choose(game.options[0])
    assert (game.decision.prompt, texts(game)) == ("who attacks Forest Spider?", ["Gimli attacks", "Legolas attacks"])


def test_abilities_of_one_card_are_told_apart():
    game = position(
        heroes=[["Éowyn"]],
        attachments={"Éowyn": ["Protector of Lórien"]},
        hand=[["A Test of Will", "Hasty Stroke"]],
        phase="quest",
    )
    game.choose(next(option for option in game.options if option.text == "use Protector of Lórien"))
    assert game.decision.kind == "cost_card"
    assert texts(game) == ["A Test of Will for the cost", "Hasty Stroke for the cost"]
    game.choose(game.options[0])
    assert texts(game) == ["+1 defense", "+1 willpower"]


def test_windows_and_responses_say_where_they_are():
    game = position(
        heroes=[["Aragorn"]], resources={"Aragorn": 1}, hand=[["Ever Vigilant"]], in_play=[["Faramir"]],
        exhausted=["Faramir"], staging=["Old Forest Road"], phase="quest",
    )  # fmt: skip
    assert game.decision.prompt == "quest phase: use actions"
    game.choose(ids.PASS)
    assert texts(game) == ["commit Aragorn to the quest", "pass (commit nobody else)"]
    game.choose(game.options[0])
    assert game.decision.prompt == "respond to commitment: Aragorn"
    assert texts(game) == ["use Aragorn", "pass"]
    game.choose(ids.PASS)
    assert game.decision.prompt == "quest phase, after commitment: use actions"


def test_a_searched_title_is_named():
    game = Game.new(MIRKWOOD, "core-lore", seed=3).choose(ids.NO)
    assert "  choose Forest Spider (the only choice)" in game.log


@pytest.mark.parametrize("decks", ["core-leadership+core-spirit", "core-tactics+core-lore"])
def test_no_two_options_look_the_same(decks):
    seen = set()
    for seed in range(3):
        generator = random.Random(seed)
        game = Game.new(MIRKWOOD, decks, seed, log=False)
        while not game.over:
            options = texts(game)
            assert len(set(options)) == len(options), options
            assert all(option and "{" not in option and "None" not in option for option in options)
            seen.add(game.decision.kind)
            game.choose(generator.choice(game.options))
    assert seen >= {"mulligan", "action", "commit", "response", "travel", "engage", "defender", "pay"}


def test_equal_texts_are_told_apart():
    """Two cards of one title in different zones are two options."""
    game = position(
        heroes=[["Éowyn"], ["Gimli"]],
        discard=[["Faramir", "Gandalf"], ["Faramir"]],
        hand=[["Stand and Fight"], []],
        resources={"Éowyn": 5},
    )
    game.choose(next(option for option in game.options if "Stand and Fight" in option.text))
    assert texts(game) == [
        "choose Faramir (player 1's discard pile)",
        "choose Faramir (player 2's discard pile)",
    ]


def test_counted_names():
    assert listed(["Gandalf", "Faramir", "Gandalf"]) == "2 Gandalf, Faramir"
    assert listed([]) == ""


def test_a_record_alone_can_be_asked():
    game = Game.new(MIRKWOOD, "core-lore")
    copied = np.array([game.state])[0]
    assert text.options_of(copied) == game.options
    assert text.decision_of(copied) == game.decision
