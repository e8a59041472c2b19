"""What is wrong with card entries: each problem with a code, the card, and the line of its entry.

The compiler refuses what it cannot turn into numbers; the linter lists all of that, and what compiles but is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lotrsim import ids as n
from lotrsim.cards.facts import by_number, facts
from lotrsim.cards.kinds import faults_of, is_word
from lotrsim.cards.spec import SPHERE_NAMES, TYPE_NAMES, Card
from lotrsim.effects.compiler import (
    BLOCKS,
    CHOICES,
    KEYWORDS,
    KEYWORDS_NOT_PLAYED,
    LOOPS,
    WORDS,
    is_numbered_keyword,
    parts,
)
from lotrsim.effects.language import Ability, Condition, Row, Selector, Value
from lotrsim.errors import fold, shown

CORE_SET = "Core Set"
PLAYER_TYPES = (n.HERO, n.ALLY, n.ATTACHMENT, n.EVENT)
ONE_OF_A_KIND = {n.A_WHEN_REVEALED: "when_revealed", n.A_SHADOW: "shadow", n.A_TRAVEL: "travel", n.A_SETUP: "setup"}
TRIGGERED = (n.A_RESPONSE, n.A_FORCED, n.A_PASSIVE)
SAME_FACTS = (
    *("name", "unique", "cost", "threat_cost", "willpower", "attack", "defense", "hit_points", "engagement_cost"),
    *("threat", "quest_points", "quantity", "easy_mode_quantity"),
)
# what must have been chosen before a row may speak of it
CARD_SLOTS = {n.REF_TARGET: "TARGET", n.REF_COST: "COST_CARD"}
PLAYER_SLOTS = {n.P_CHOSEN: "CHOSEN", n.P_EACH: "EACH", n.P_TARGET_CONTROLLER: "TARGET"}
VALUES_OF_CARDS = (n.V_DAMAGE_ON, n.V_RESOURCES_ON, n.V_PRINTED_COST)
CONDITIONS_OF_CARDS = (n.K_MATCHES, n.K_ATTACKING, n.K_IN_ZONE, n.K_BY_ATTACK, n.K_NO_SHADOW_EFFECT)
CONDITIONS_OF_PLAYERS = (n.K_THREAT_AT_LEAST, n.K_EVENT_PLAYER)
PERIODS = {n.PER_ROUND: "round", n.PER_PLAYER_ROUND: "round", n.PER_PHASE: "phase"}


@dataclass(frozen=True)
class Problem:
    """One fault of one entry."""

    code: str
    card: str
    file: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.code} {self.card}: {self.message}"


def lint(cards: Iterable[Card], known: Iterable[Card] = ()) -> list[Problem]:
    """Return every problem of these cards; `known`: further cards whose titles and traits they may name."""
    found, sound = [], []
    for card in cards:
        wrong = list(faults_of(card))
        name = card.name if is_word(card.name) else shown(card.name)
        found += [Problem("KIND-WRONG", name, card.file, card.line, message) for message in wrong]
        sound += [] if wrong else [card]
    everything = [*sound, *known]
    titles = {fold(card.name) for card in everything}
    traits = {trait for card in everything for trait in (*card.traits, *card.counts_as)}
    traits |= {trait for fact in facts() for trait in fact.traits}
    for card in sound:
        for code, message in _problems(card, titles, traits):
            found.append(Problem(code, card.name, card.file, card.line, message))
    return found + list(_duplicates(sound))


def _problems(card: Card, titles: set, traits: set) -> Iterator[tuple[str, str]]:
    yield from _facts_differ(card)
    for keyword in card.keywords:
        if keyword in KEYWORDS_NOT_PLAYED:
            yield "NOT-PLAYED", f"no rule plays the keyword {keyword!r} yet"
        elif keyword not in KEYWORDS and not is_numbered_keyword(keyword):
            yield "KEYWORD-NO-PROGRAM", f"the rules do not know the keyword {keyword!r}"
    if card.abilities and card.example is None:
        yield "EXAMPLE-MISSING", "a card with abilities needs an example=given(...).do(...).expect(...)"
    if card.type == n.ATTACHMENT and not isinstance(card.host, Selector):
        yield "HOST-MISSING", "an attachment needs host=, a selector of what it may be attached to"
    kinds = [ability.kind for ability in card.abilities if isinstance(ability, Ability)]
    for kind, word in ONE_OF_A_KIND.items():
        if kinds.count(kind) > 1:
            yield "KIND-TWO", f"{word} stands there {kinds.count(kind)} times; the rules run one: put the rows together"
    yield from _names(card.host, titles, traits)
    yield from _two_limits(card)
    yield from _two_responses(card)
    for ability in card.abilities:
        if not isinstance(ability, Ability):
            yield "OP-UNKNOWN", f"{ability!r} is not an ability"
            continue
        if card.type in PLAYER_TYPES and ability.kind == n.A_SHADOW:
            yield "SHADOW-ON-PLAYER-CARD", "only encounter cards have shadow effects"
        yield from _names(ability, titles, traits)
        yield from _triggers(ability)
        yield from _rows(ability)


def _duplicates(cards: list[Card]) -> Iterator[Problem]:
    first: dict[int, Card] = {}
    for card in cards:
        if card.number >= 0 and first.setdefault(card.number, card) is not card:
            message = f"the number {card.number} belongs to {first[card.number].name} already"
            yield Problem("DUPLICATE-NUMBER", card.name, card.file, card.line, message)


def _facts_differ(card: Card) -> Iterator[tuple[str, str]]:
    """STAT-DIFF: a Core Set card differs from the table of facts."""
    if card.set != CORE_SET or card.number < 0:
        return
    if not any(fact.number == card.number for fact in facts()):
        yield "STAT-DIFF", f"the Core Set has no card {card.number}"
        return
    fact = by_number(card.number)
    here = {name: getattr(card, name) for name in SAME_FACTS}
    there = {name: getattr(fact, name) for name in here}
    here |= {"type": TYPE_NAMES[card.type], "sphere": SPHERE_NAMES.get(card.sphere), "side_b": card.side_b or None}
    here |= {"encounter_set": card.encounter_set or None, "stage": None if card.stage < 0 else card.stage}
    here |= {"traits": set(card.traits), "keywords": set(card.keywords), "victory": card.victory or None}
    there |= {name: getattr(fact, name) for name in ("type", "sphere", "side_b", "encounter_set", "stage")}
    there |= {"traits": set(fact.traits), "keywords": set(fact.keywords), "victory": fact.victory or None}
    for name, value in here.items():
        if value != there[name]:
            yield "STAT-DIFF", f"{name} is {value!r}, facts.csv says {there[name]!r}"


def _two_limits(card: Card) -> Iterator[tuple[str, str]]:
    """LIMIT-TWO: a card has one counter a period, so two limited abilities would share it."""
    seen: set[str] = set()
    for ability in card.abilities:
        if not isinstance(ability, Ability) or not ability.limit:
            continue
        period = PERIODS.get(ability.period, "no period")
        if period in seen:
            yield "LIMIT-TWO", f"two abilities are limited by {period}; a card has one counter for it"
        seen.add(period)


def _two_responses(card: Card) -> Iterator[tuple[str, str]]:
    """RESPONSE-TWO: a card responds once to a trigger (FAQ 1.08), so the second response would never be offered."""
    triggers = [a.trigger for a in card.abilities if isinstance(a, Ability) and a.kind == n.A_RESPONSE]
    if len(triggers) > len(set(triggers)):
        yield "RESPONSE-TWO", "two responses to one trigger; a card responds once to it"


def _names(thing: object, titles: set, traits: set) -> Iterator[tuple[str, str]]:
    """NAME-UNKNOWN-TITLE, TRAIT-UNKNOWN: a selector names what no card bears."""
    for part in parts(thing):
        if isinstance(part, Selector):
            if part.title is not None and fold(part.title) not in titles:
                yield "NAME-UNKNOWN-TITLE", f"no card has the title {part.title!r}"
            if part.trait is not None and part.trait not in traits:
                yield "TRAIT-UNKNOWN", f"no card has the trait {part.trait!r}"
        elif isinstance(part, Row) and isinstance(part.b, str) and part.b not in traits:
            yield "TRAIT-UNKNOWN", f"no card has the trait {part.b!r}"


def _triggers(ability: Ability) -> Iterator[tuple[str, str]]:
    """TRIGGER-MISSING: something reacts to nothing, or speaks of an event that it does not wait for."""
    if ability.kind in TRIGGERED:
        if ability.trigger not in range(n.C_NO_DRAW):
            yield "TRIGGER-MISSING", "a response, forced or passive effect needs an event as its trigger"
        return
    if ability.trigger in range(n.C_NO_DRAW):
        yield "TRIGGER-MISSING", "only a response, forced or passive effect has an event as its trigger"
    for part in parts(ability):
        of_event = isinstance(part, Value) and part.kind == n.V_EVENT
        of_event |= any(ref == n.REF_SUBJECT for ref in _card_refs(part))
        of_event |= any(ref == n.P_EVENT for ref in _player_refs(part))
        if of_event:
            yield "TRIGGER-MISSING", "SUBJECT, EVENT_VALUE and EVENT_PLAYER mean nothing without a trigger"
            return


def _rows(ability: Ability) -> Iterator[tuple[str, str]]:
    """The faults of a program: unknown words, loops in loops, costs after effects, and what nobody chose."""
    yield from _words(ability.rows, in_loop=False)
    before = [*parts(ability.filter), *parts(ability.condition)]
    for slot in dict.fromkeys(slot for part in before for slot in _slots(part)):
        yield "TARGET-MISSING", f"a filter or condition of the ability speaks of {slot}, which is chosen only later"
    yield from _choices(ability.rows, set())
    effect = False
    for row in _flat(ability.rows):
        if row.cost and effect:
            yield "COST-AFTER-EFFECT", f"the cost {_word(row)} stands behind an effect; costs come first"
        effect |= not row.cost and row.op not in (*CHOICES, *BLOCKS)


def _words(rows: tuple, in_loop: bool) -> Iterator[tuple[str, str]]:
    for row in rows:
        if not isinstance(row, Row) or row.op not in range(n.N_OPS) or (row.body and row.op not in BLOCKS):
            yield "OP-UNKNOWN", f"{row!r} is not a word of the effect language"
            continue
        if row.op in LOOPS and in_loop:
            yield "NESTED-LOOP", f"{_word(row)} stands inside another loop"
        yield from _words(row.body, in_loop or row.op in LOOPS)


def _choices(rows: tuple, chosen: set, in_loop: bool = False) -> Iterator[tuple[str, str]]:
    """TARGET-MISSING: a row speaks of a card, a player or a mode that no earlier row chose."""
    for row in rows:
        if not isinstance(row, Row):
            continue
        have = chosen | ({"EACH"} if in_loop else set())
        for slot in dict.fromkeys(slot for part in _own_parts(row) for slot in _slots(part)):
            if slot not in have:
                yield "TARGET-MISSING", f"{_word(row)} speaks of {slot}, which no earlier row chose"
        if row.op == n.OP_CHOOSE:
            chosen.add("COST_CARD" if row.a == n.COST else "TARGET")
        elif row.op == n.OP_CHOOSE_PLAYER:
            chosen.add("CHOSEN")
        elif row.op == n.OP_CHOOSE_MODE:
            chosen.update(f"mode({k})" for k in range(row.a))
        elif row.op in (n.OP_CHOOSE_X, n.OP_SET_X):
            chosen.add("X")
        if row.op == n.OP_DELAY:  # of what was chosen only TARGET is remembered until then
            yield from _choices(row.body, chosen & {"TARGET"})
        else:
            yield from _choices(row.body, chosen, in_loop or row.op == n.OP_EACH_PLAYER)


def _own_parts(row: Row) -> Iterator[object]:
    """The row and its selectors, values and conditions, without the rows of its body."""
    yield row
    for thing in (row.selector, row.value):
        yield from parts(thing)


def _slots(part: object) -> Iterator[str]:
    """The names of what a part speaks of and somebody must have chosen."""
    if not isinstance(part, Row | Selector | Value | Condition):
        return
    for ref in _card_refs(part):
        if ref in CARD_SLOTS:
            yield CARD_SLOTS[ref]
    for player in _player_refs(part):
        if player in PLAYER_SLOTS:
            yield PLAYER_SLOTS[player]
    if isinstance(part, Condition) and part.kind == n.K_MODE:
        yield f"mode({part.a})"
    if isinstance(part, Value) and part.kind == n.V_X:
        yield "X"


def _card_refs(part: object) -> tuple:
    """The card references that stand in a part itself."""
    if isinstance(part, Row):
        return (part.ref, part.a) if part.op == n.OP_STRIKE else (part.ref,)
    if isinstance(part, Selector):
        return (part.exclude, n.REF_COST if part.relation == n.REL_ATTACKABLE else n.REF_NONE)
    if isinstance(part, Value) and part.kind in VALUES_OF_CARDS:
        return (part.a,)
    if isinstance(part, Condition) and part.kind in CONDITIONS_OF_CARDS:
        return (part.a,)
    return ()


def _player_refs(part: object) -> tuple:
    """The player references that stand in a part itself."""
    if isinstance(part, Row):
        return (part.player, part.a) if part.op == n.OP_ORDER_TOP else (part.player,)
    if isinstance(part, Selector):
        return (part.whose,)
    if isinstance(part, Value) and part.kind == n.V_DECK_SIZE:
        return (part.a,)
    if isinstance(part, Condition) and part.kind in CONDITIONS_OF_PLAYERS:
        return (part.a,)
    return ()


def _flat(rows: tuple) -> Iterator[Row]:
    """All rows in the order of the text, without those that happen later."""
    for row in rows:
        if isinstance(row, Row):
            yield row
            if row.op != n.OP_DELAY:
                yield from _flat(row.body)


def _word(row: Row) -> str:
    return WORDS.get(row.op, str(row.op))
