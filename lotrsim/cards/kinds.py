"""Whether the parts of a card's entry are of the kind that they must be: numbers where numbers belong, words where words do.

An entry is Python and may hold anything. What is said here is said before anything else looks at the card: the linter
lists it as KIND-WRONG, and everything behind it may trust the kinds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from lotrsim import ids as n
from lotrsim.cards.spec import SPHERE_NAMES, TYPE_NAMES, Card, Example
from lotrsim.effects.language import Ability, Condition, Row, Selector, Value
from lotrsim.errors import shown

SMALL, LARGE = 1 << 15, 1 << 31  # the tables hold numbers of 16 bits, groups of zones and types in 32
DEEPEST = 20  # blocks in blocks, conditions in values: what is deeper is no program of a card
CARD_NUMBERS = ("threat_cost", "willpower", "attack", "defense", "hit_points", "engagement_cost", "threat", "quest_points")
SELECTOR_NUMBERS = ("zones", "whose", "types", "status", "spheres", "keywords", "exclude", "relation", "threat_at_least")
ABILITY_NUMBERS = ("kind", "trigger", "subject", "whose", "mask", "zone", "phase", "limit", "period", "user")
ROW_NUMBERS = ("op", "ref", "a", "player")
WORDS = n.names_of("OP_")


def faults_of(card: Card) -> Iterator[str]:
    """Every part of an entry that is of a wrong kind, in words."""
    yield from _of_card(card)
    if isinstance(card.abilities, tuple):
        for k, ability in enumerate(card.abilities, 1):
            yield from _of_part(ability, f"ability {k}", 0)
    yield from _of_part(card.host, "host", 0)


def is_number(value: Any, limit: int = SMALL) -> bool:
    """A whole number that the tables can hold."""
    return isinstance(value, int) and not isinstance(value, bool) and -limit <= value < limit


def is_word(value: Any) -> bool:
    """A text on one line that can be printed."""
    return isinstance(value, str) and value.isprintable() and value == value.strip() != ""


def is_keyword(value: Any) -> bool:
    """A word, with a plain number behind it or without."""
    number = value.split()[-1] if is_word(value) else ""
    return is_word(value) and (not number.isnumeric() or (number.isascii() and number.isdigit() and len(number) < 4))


# ---------------------------------------------------------------- the card


def _of_card(card: Card) -> Iterator[str]:
    """The facts: what each must be, and which are something else."""
    words = dict.fromkeys(("set", "encounter_set", "side_b", "source", "file"), _text)
    lists = {"traits": is_word, "counts_as": is_word, "keywords": is_keyword}
    checks: dict[str, tuple[Callable[[Any], bool], str]] = {
        "name": (is_word, "a text on one line"),
        "type": (lambda value: is_number(value) and value in TYPE_NAMES, "a type of card"),
        "sphere": (lambda value: is_number(value) and value in (n.NONE, *SPHERE_NAMES), "a sphere"),
        "cost": (lambda value: value is None or value == "X" or _is_count(value), 'a whole number from 0 or "X"'),
        **dict.fromkeys((*CARD_NUMBERS, "easy_mode_quantity"), (_is_count_or_none, "a whole number from 0")),
        **dict.fromkeys(("number", "stage", "line"), (is_number, "a whole number")),
        "quantity": (_is_count, "a whole number from 0"),
        **{name: (lambda value: isinstance(value, bool), "True or False") for name in ("unique", "pays_from_different")},
        **{name: (check, "a text on one line") for name, check in words.items()},
        **{name: (_tuple_of(check), "a tuple of words, numbers in them plain") for name, check in lists.items()},
        "host": (lambda value: value is None or isinstance(value, Selector), "a set of cards"),
        "abilities": (lambda value: isinstance(value, tuple), "a list of abilities"),
        "example": (lambda value: value is None or _is_example(value), "given(...).do(...).expect(...)"),
    }
    for name, (check, wanted) in checks.items():
        value = getattr(card, name)
        if not check(value):
            yield f"{name} must be {wanted}, not {shown(value)}"


def _text(value: Any) -> bool:
    return isinstance(value, str) and value.isprintable()


def _is_count(value: Any) -> bool:
    return is_number(value) and value >= 0


def _is_count_or_none(value: Any) -> bool:
    return value is None or _is_count(value)


def _tuple_of(check: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, tuple) and all(check(each) for each in value)


def _is_example(value: Any) -> bool:
    """An example whose parts have their kinds; what they say is checked when it is played."""
    return (
        isinstance(value, Example)
        and isinstance(value.position, dict)
        and isinstance(value.choices, tuple)
        and isinstance(value.expected, dict)
    )


# ---------------------------------------------------------------- abilities, rows, selectors, values, conditions


def _of_part(part: Any, where: str, depth: int) -> Iterator[str]:
    """The faults of a part and of what it holds; what is no part at all is left to the linter."""
    if depth > DEEPEST:
        yield f"{where} holds parts in parts more than {DEEPEST} deep"
    elif isinstance(part, Ability):
        yield from _of_ability(part, where, depth)
    elif isinstance(part, Row):
        yield from _of_row(part, where, depth)
    elif isinstance(part, Selector):
        yield from _of_selector(part, where, depth)
    elif isinstance(part, Value | Condition):
        yield from _of_value(part, where, depth)


def _numbers(part: Any, names: tuple[str, ...], where: str, limit: int = SMALL) -> Iterator[str]:
    for name in names:
        if not is_number(getattr(part, name), limit):
            yield f"{name} of {where} must be a whole number, not {shown(getattr(part, name))}"


def _one_of(value: Any, kinds: tuple[type, ...], what: str, wanted: str, depth: int) -> Iterator[str]:
    """A part is of one of these kinds or None, and what it holds is right."""
    if value is not None and not isinstance(value, kinds):
        yield f"{what} must be {wanted}, not {shown(value)}"
    yield from _of_part(value, what, depth + 1)


def _of_ability(ability: Ability, where: str, depth: int) -> Iterator[str]:
    yield from _numbers(ability, ABILITY_NUMBERS, where)
    yield from _one_of(ability.filter, (Selector,), f"the filter of {where}", "a set of cards", depth)
    yield from _one_of(ability.condition, (Condition,), f"the condition of {where}", "a condition", depth)
    if not isinstance(ability.rows, tuple):
        yield f"the rows of {where} must be words of the effect language, not {shown(ability.rows)}"
        return
    for row in ability.rows:
        yield from _of_part(row, where, depth + 1)


def _of_row(row: Row, where: str, depth: int) -> Iterator[str]:
    where = f"{WORDS.get(row.op, 'a word') if is_number(row.op) else 'a word'} in {where}"
    yield from _numbers(row, ROW_NUMBERS, where)
    if not is_number(row.b) and not is_word(row.b):
        yield f"b of {where} must be a number or a trait, not {shown(row.b)}"
    yield from _one_of(row.selector, (Selector,), f"the set of {where}", "a set of cards", depth)
    if row.op == n.OP_IF:
        yield from _one_of(row.value, (Condition,), f"the condition of {where}", "a condition", depth)
    elif not is_number(row.value):
        yield from _one_of(row.value, (Value,), f"the number of {where}", "a whole number or a value", depth)
    if not isinstance(row.cost, bool) or not isinstance(row.body, tuple) or not isinstance(row.words, tuple):
        yield f"{where} must hold rows"
        return
    for inner in row.body:
        yield from _of_part(inner, where, depth + 1)


def _of_selector(selector: Selector, where: str, depth: int) -> Iterator[str]:
    yield from _numbers(selector, SELECTOR_NUMBERS, f"a set of cards in {where}", LARGE)
    for name in ("trait", "title"):
        if getattr(selector, name) is not None and not is_word(getattr(selector, name)):
            yield f"{name} of a set of cards in {where} must be a text, not {shown(getattr(selector, name))}"
    if not is_number(selector.top):
        yield from _one_of(selector.top, (Value,), f"top of a set of cards in {where}", "a whole number or a value", depth)


# what a, b and c of a value or a condition are where they are no numbers
PARTS_OF_VALUES: dict[int, tuple[type, ...]] = {
    n.V_COUNT: (Selector,),
    n.V_IF: (Condition, Value, Value),
    n.V_TIMES: (int, Value),
    n.V_PLUS: (int, Value),
}
PARTS_OF_CONDITIONS: dict[int, tuple[type, ...]] = {
    n.K_NOT: (Condition,),
    n.K_AND: (Condition, Condition),
    n.K_EXISTS: (Selector,),
    n.K_AT_LEAST: (Selector,),
    n.K_MATCHES: (int, Selector),
    n.K_ATTACKING: (int, Selector),
}
NAMES = {Selector: "a set of cards", Condition: "a condition", Value: "a whole number or a value", int: "a whole number"}


def _of_value(part: Value | Condition, where: str, depth: int) -> Iterator[str]:
    what = "a value" if isinstance(part, Value) else "a condition"
    if not is_number(part.kind):
        yield f"the kind of {what} in {where} must be a whole number, not {shown(part.kind)}"
        return
    kinds = (PARTS_OF_VALUES if isinstance(part, Value) else PARTS_OF_CONDITIONS).get(part.kind, ())
    for name, kind in zip("abc", (*kinds, int, int, int), strict=False):
        value = getattr(part, name)
        fits = is_number(value, LARGE) if kind in (int, Value) else False
        if not fits and not (kind is not int and isinstance(value, kind)):
            yield f"{name} of {what} in {where} must be {NAMES[kind]}, not {shown(value)}"
        yield from _of_part(value, where, depth + 1)
