"""Cards become numbers: facts, abilities, and the programs that their rows are, in one array of dtype TABLES.

`build` takes a list of cards; a face's number is its place in it. Equal values, conditions and selectors share a row.
Whatever does not fit, is not known or would be read wrongly by the machine is refused with the name of the card.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Any

import numpy as np

from lotrsim import ids as n
from lotrsim.effects.language import TARGET, Ability, Condition, Row, Selector, Value, attachments, choose, discard
from lotrsim.errors import BadValue, NotPlayed, fold
from lotrsim.state import (
    COST_X,
    MAX_ABILITIES,
    MAX_CONDITIONS,
    MAX_FACE_ABILITIES,
    MAX_FACES,
    MAX_ROWS,
    MAX_SELECTORS,
    MAX_VALUES,
    TABLES,
    TRAIT_WORDS,
    TRAITS_PER_WORD,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lotrsim.cards.spec import Card

# keywords of later sets that no rule plays yet: a card with one is refused by name, not played wrong
KEYWORDS_NOT_PLAYED = ("Ambush", "Archery", "Battle", "Time", "Siege")
KEYWORDS = {
    "Sentinel": n.SENTINEL,
    "Ranged": n.RANGED,
    "Restricted": n.RESTRICTED,
    "Surge": n.SURGE,
    "Guarded": n.GUARDED,
}
NUMBERED_KEYWORDS = ("Doomed", "Victory")
STATS = ("willpower", "attack", "defense", "hit_points", "threat")  # in the order of the numbers in ids
CHOICES = (n.OP_CHOOSE, n.OP_CHOOSE_PLAYER, n.OP_CHOOSE_X, n.OP_CHOOSE_MODE, n.OP_SET_X)
LOOPS = (n.OP_EACH_PLAYER, n.OP_REPEAT)
BLOCKS = (n.OP_IF, n.OP_MAY, n.OP_DELAY, *LOOPS)
PLAIN_VALUES = (n.V_CONST, n.V_X, n.V_EVENT, n.V_PLAYERS)
FLAT_VALUES = (
    *PLAIN_VALUES,
    *(n.V_COUNT, n.V_DAMAGE_ON, n.V_RESOURCES_ON, n.V_PRINTED_COST, n.V_DECK_SIZE, n.V_MODE),
)
WORDS = n.names_of("OP_")
CARD_FACTS = ("type", "sphere", "threat_cost", "engagement_cost", "quest_points", "unique", "victory", "doomed")


def build(cards: list[Card]) -> np.ndarray:
    """Return the tables of these cards, one element of dtype TABLES."""
    return _Builder(cards).finished()


def trait_ids(cards: Iterable[Card]) -> dict[str, int]:
    """Trait -> number, in the order of first appearance on cards; traits that only abilities name come last."""
    printed = (trait for card in cards for trait in (*card.traits, *card.counts_as))
    named = (trait for card in cards for thing in (card.host, *card.abilities) for trait in _traits_in(thing))
    return {trait: k for k, trait in enumerate(dict.fromkeys([*printed, *named]))}


def title_ids(cards: Iterable[Card]) -> dict[str, int]:
    """Folded title -> number; cards of one title share it."""
    return {title: k for k, title in enumerate(dict.fromkeys(fold(card.name) for card in cards))}


def parts(thing: object):
    """Yield a word of the language and everything it contains: rows, selectors, values, conditions."""
    yield thing
    if isinstance(thing, Ability):
        inside = (*thing.rows, thing.filter, thing.condition)
    elif isinstance(thing, Row):
        inside = (thing.selector, thing.value, *thing.body)
    elif isinstance(thing, Selector):
        inside = (thing.top,)
    elif isinstance(thing, Value | Condition):
        inside = (thing.a, thing.b, thing.c)
    else:
        return
    for part in inside:
        yield from parts(part)


def play_ability(card: Card) -> Ability | None:
    """Return what playing an ally or attachment from hand is; None for other cards."""
    rows: tuple[Row, ...]
    if card.type == n.ALLY:
        rows = (Row(n.OP_PAY, cost=True), Row(n.OP_PLAY_CARD))
    elif card.type == n.ATTACHMENT and isinstance(card.host, Selector):
        if card.host.relation != n.REL_ANY:
            raise BadValue(f"{card.name}: the host of an attachment cannot have a relation")
        rows = (choose(card.host.but(relation=n.REL_CAN_HOST)), Row(n.OP_PAY, cost=True), Row(n.OP_ATTACH))
    elif card.type == n.ATTACHMENT:
        raise BadValue(f"{card.name}: an attachment needs a host, a selector of what it may be attached to")
    else:
        return None
    return Ability(n.A_PLAY, rows, zone=n.ZONE_FROM_HAND, phase=n.PLANNING_PHASE)


def with_payment(rows: tuple) -> tuple:
    """Insert the printed cost behind the leading choices, unless it is written out."""
    if any(isinstance(part, Row) and part.op == n.OP_PAY for row in rows for part in parts(row)):
        return rows
    k = 0
    while k < len(rows) and (rows[k].op in CHOICES or _chooses_under_a_condition(rows[k])):
        k += 1
    return (*rows[:k], Row(n.OP_PAY, cost=True), *rows[k:])


def _chooses_under_a_condition(row: Row) -> bool:
    return row.op == n.OP_IF and bool(row.body) and all(inner.op in CHOICES for inner in row.body)


def _traits_in(thing: object):
    for part in parts(thing):
        if isinstance(part, Selector) and part.trait is not None:
            yield part.trait
        elif isinstance(part, Row) and isinstance(part.b, str):
            yield part.b


class _Builder:
    """Collects rows while it goes through the cards, then fills the array."""

    def __init__(self, cards: list[Card]) -> None:
        self.cards = cards
        self.card_name = "the rules"
        self.traits = trait_ids(cards)
        self.titles = title_ids(cards)
        self.values: dict[tuple, int] = {}
        self.conditions: dict[tuple, int] = {}
        self.selectors: dict[tuple, int] = {}
        self.abilities: list[tuple] = []
        self.rows: list[list[int]] = []
        self.delayed: list[tuple[int, tuple]] = []

    def refuse(self, reason: str) -> BadValue:
        """Return the error that this card causes."""
        return BadValue(f"{self.card_name}: {reason}")

    def small(self, number: object, what: str, bits: int = 16) -> int:
        """Return a number that fits into so many bits."""
        if isinstance(number, bool) or not isinstance(number, int | np.integer):
            raise self.refuse(f"{what} must be a whole number, not {number!r}")
        if not -(1 << bits - 1) <= number < 1 << bits - 1:
            raise self.refuse(f"{what} is {number}, which does not fit into {bits} bits")
        return int(number)

    # ------------------------------------------------------------ values, conditions, selectors
    def value(self, value: object, kinds: tuple = ()) -> int:
        """Return the row of a value, NONE for None; `kinds`: those allowed here, () for all."""
        if value is None:
            return n.NONE
        if not isinstance(value, Value):
            value = Value(n.V_CONST, self.small(value, "a value"))
        if kinds and value.kind not in kinds:
            raise self.refuse("a value stands inside another one that cannot hold it")
        a, b, c = value.a, value.b, value.c
        if value.kind == n.V_COUNT:
            a = self.selector(a)
        elif value.kind == n.V_IF:
            a, b, c = self.condition(a), self.value(b, FLAT_VALUES), self.value(c, FLAT_VALUES)
        elif value.kind in (n.V_TIMES, n.V_PLUS):
            b = self.value(b, FLAT_VALUES)
        row = tuple(self.small(x, "a value") for x in (value.kind, a, b, c))
        return self.values.setdefault(row, len(self.values))

    def condition(self, condition: object, inner: bool = False) -> int:
        """Return the row of a condition, NONE for None; a condition inside another one must be simple."""
        if condition is None:
            return n.NONE
        if not isinstance(condition, Condition):
            raise self.refuse(f"{condition!r} is not a condition")
        kind, a, b, c = condition.kind, condition.a, condition.b, condition.c
        if kind in (n.K_NOT, n.K_AND):
            if inner:
                raise self.refuse("conditions that contain conditions cannot be nested")
            a = self.condition(a, inner=True)
            b = self.condition(b, inner=True) if kind == n.K_AND else b
        elif kind in (n.K_EXISTS, n.K_AT_LEAST):
            a = self.selector(a)
        elif kind in (n.K_MATCHES, n.K_ATTACKING):
            b = self.selector(b)
        bits = 32 if kind == n.K_IN_ZONE else 16  # a group of zones needs more; the array has them
        row = tuple(self.small(x, "a condition", bits) for x in (kind, a, b, c))
        return self.conditions.setdefault(row, len(self.conditions))

    def selector(self, selector: object) -> int:
        """Return the row of a selector, NONE for None."""
        if selector is None:
            return n.NONE
        if not isinstance(selector, Selector):
            raise self.refuse(f"{selector!r} is not a set of cards")
        title = n.NONE
        if selector.title is not None:
            title = self.titles.get(fold(selector.title), n.NONE)
            if title == n.NONE:
                raise self.refuse(f"no card has the title {selector.title!r}")
        row = [0] * n.N_SELECTOR_COLUMNS
        row[n.S_ZONES], row[n.S_WHOSE], row[n.S_TYPES] = selector.zones, selector.whose, selector.types
        row[n.S_TRAIT] = n.NONE if selector.trait is None else self.traits[selector.trait]
        row[n.S_STATUS], row[n.S_SPHERES], row[n.S_TITLE] = selector.status, selector.spheres, title
        row[n.S_KEYWORDS], row[n.S_NOT] = selector.keywords, selector.exclude
        row[n.S_RELATION], row[n.S_TOP] = selector.relation, self.value(selector.top, PLAIN_VALUES)
        row[n.S_THREAT_AT_LEAST] = selector.threat_at_least
        return self.selectors.setdefault(tuple(int(x) for x in row), len(self.selectors))

    # ------------------------------------------------------------ programs
    def program(self, rows: tuple) -> tuple[int, int]:
        """Append the rows and their END, then what is delayed; return the first row and how many there are."""
        first = len(self.rows)
        self.emit(rows, in_loop=False)
        self.append(n.OP_END)
        while self.delayed:
            at, body = self.delayed.pop(0)
            self.rows[at][n.ROW_A] = len(self.rows)
            self.emit(body, in_loop=False)
            self.append(n.OP_END)
        return first, len(self.rows) - first

    def append(self, op: int, a: int = 0) -> int:
        """Append a row without arguments; return where it is."""
        row = [0] * n.N_ROW_COLUMNS
        row[n.ROW_OP], row[n.ROW_SELECTOR], row[n.ROW_VALUE], row[n.ROW_A] = op, n.NONE, n.NONE, a
        self.rows.append(row)
        return len(self.rows) - 1

    def emit(self, rows: tuple, in_loop: bool) -> None:
        """Append rows, blocks with their jumps."""
        for row in rows:
            if not isinstance(row, Row) or row.op not in range(n.N_OPS):
                raise self.refuse(f"{row!r} is not a word of the effect language")
            if row.op in LOOPS and in_loop:
                raise self.refuse("a loop stands inside a loop (each_player, repeat); loops cannot be nested")
            if row.body and row.op not in BLOCKS:
                raise self.refuse(f"{WORDS[row.op]} is no block and cannot hold rows")
            at = self.append_row(row)
            if row.op == n.OP_DELAY:
                self.delayed.append((at, row.body))
            elif row.op in BLOCKS:
                self.emit(row.body, in_loop or row.op in LOOPS)
                if row.op in LOOPS:
                    self.append(n.OP_NEXT, a=at)
                self.rows[at][n.ROW_A] = len(self.rows)

    def append_row(self, row: Row) -> int:
        """Append one row with its arguments; return where it is."""
        at = self.append(row.op)
        columns: list[Any] = self.rows[at]
        columns[n.ROW_REF], columns[n.ROW_SELECTOR] = row.ref, self.selector(row.selector)
        columns[n.ROW_VALUE] = self.condition(row.value) if row.op == n.OP_IF else self.value(row.value)
        columns[n.ROW_A], columns[n.ROW_PLAYER], columns[n.ROW_COST] = row.a, row.player, int(row.cost)
        columns[n.ROW_B] = self.traits[row.b] if isinstance(row.b, str) else row.b
        self.rows[at] = [self.small(x, WORDS[row.op]) for x in columns]
        return at

    # ------------------------------------------------------------ abilities
    def abilities_of(self, card: Card) -> list[Ability]:
        """Return a card's abilities as the machine needs them: playing it first, events with their payment."""
        played = play_ability(card)
        found = [] if played is None else [played]
        for ability in card.abilities:
            if not isinstance(ability, Ability):
                raise self.refuse(f"{ability!r} is not an ability")
            zone, rows = ability.zone, ability.rows
            if card.type == n.EVENT and ability.kind in (n.A_ACTION, n.A_RESPONSE):
                zone, rows = n.ZONE_FROM_HAND, with_payment(rows)
            gained = ability.kind == n.A_CONSTANT and ability.trigger in (n.C_TRAIT, n.C_ICON)
            if gained and ability.condition is not None and ability.condition.kind != n.K_MATCHES:
                raise self.refuse("a gained trait or icon can depend only on matches(HOST, ...)")
            found.append(Ability(**{**vars(ability), "zone": zone, "rows": rows}))
        if len(found) > MAX_FACE_ABILITIES:
            raise self.refuse(f"it has {len(found)} abilities, MAX_FACE_ABILITIES allows {MAX_FACE_ABILITIES}")
        return found

    def ability(self, ability: Ability) -> None:
        """Append an ability and its program."""
        pc, length = self.program(ability.rows)
        row = [0] * n.N_ABILITY_COLUMNS
        row[n.AB_KIND], row[n.AB_TRIGGER], row[n.AB_SUBJECT] = ability.kind, ability.trigger, ability.subject
        row[n.AB_FILTER], row[n.AB_WHOSE], row[n.AB_MASK] = self.selector(ability.filter), ability.whose, ability.mask
        row[n.AB_ZONES], row[n.AB_PHASE], row[n.AB_LIMIT] = ability.zone, ability.phase, ability.limit
        row[n.AB_PERIOD], row[n.AB_USER] = ability.period, ability.user
        row[n.AB_CONDITION] = self.condition(ability.condition)
        row[n.AB_PC], row[n.AB_N] = pc, length
        self.abilities.append(tuple(self.small(x, "an ability") for x in row))

    # ------------------------------------------------------------ the array
    def finished(self) -> np.ndarray:
        """Return the filled tables."""
        self.fits(len(self.cards), MAX_FACES, "MAX_FACES")
        self.fits(len(self.traits), TRAIT_WORDS * TRAITS_PER_WORD, "the traits of TRAIT_WORDS")
        tables = np.zeros(1, TABLES)
        t = tables[0]
        t["host_selector"] = n.NONE
        t["sphere"] = n.NONE
        t["stage_no"] = n.NONE
        for face, card in enumerate(self.cards):
            self.card_name = card.name
            self.put_facts(t, face, card)
            self.put_abilities(t, face, card)
        self.card_name = "the rules"
        third = attachments(keywords=n.RESTRICTED, relation=n.REL_ON_SELF)
        t["restricted_pc"], _ = self.program((choose(third), discard(TARGET)))
        t["n_faces"] = len(self.cards)
        self.copy(t["abilities"], self.abilities, MAX_ABILITIES, "MAX_ABILITIES")
        self.copy(t["rows"], self.rows, MAX_ROWS, "MAX_ROWS")
        self.copy(t["selectors"], list(self.selectors), MAX_SELECTORS, "MAX_SELECTORS")
        self.copy(t["values"], list(self.values), MAX_VALUES, "MAX_VALUES")
        self.copy(t["conditions"], list(self.conditions), MAX_CONDITIONS, "MAX_CONDITIONS")
        return tables

    def fits(self, count: int, limit: int, name: str) -> None:
        """Refuse what is more than a capacity."""
        if count > limit:
            raise BadValue(f"the cards need {count} of {name}, which is {limit}")

    def copy(self, column: np.ndarray, rows: list, limit: int, name: str) -> None:
        """Copy collected rows into the array."""
        self.fits(len(rows), limit, name)
        if rows:
            column[: len(rows)] = rows

    def put_facts(self, t, face: int, card: Card) -> None:
        """The printed facts of a face; what it lacks is 0."""
        for fact in CARD_FACTS:
            t[fact][face] = self.small(int(getattr(card, fact) or 0), fact)
        t["title"][face] = self.titles[fold(card.name)]
        t["title_key"][face] = zlib.crc32(fold(card.name).encode())
        if card.cost not in (None, "X"):
            t["cost"][face] = self.small(card.cost, "cost")
        elif card.cost == "X":
            t["cost"][face] = COST_X
        t["stats"][face] = [self.small(getattr(card, stat) or 0, stat) for stat in STATS]
        for trait in (*card.traits, *card.counts_as):
            word, bit = divmod(self.traits[trait], TRAITS_PER_WORD)
            t["traits"][face, word] |= 1 << bit
        for keyword in card.keywords:
            if keyword in KEYWORDS:
                t["keywords"][face] |= KEYWORDS[keyword]
            elif not is_numbered_keyword(keyword):
                if keyword in KEYWORDS_NOT_PLAYED:
                    raise NotPlayed("keyword", f"{keyword} (of {self.card_name})")
                raise self.refuse(f"the rules do not know the keyword {keyword!r}")
        t["stage_no"][face] = card.stage
        t["host_selector"][face] = self.selector(card.host)
        t["pays_from_different"][face] = int(card.pays_from_different)

    def put_abilities(self, t, face: int, card: Card) -> None:
        """The abilities of a face and what is found most often: triggers and kinds as bits."""
        abilities = self.abilities_of(card)
        t["first_ability"][face] = len(self.abilities)
        t["n_abilities"][face] = len(abilities)
        for ability in abilities:
            self.ability(ability)
            t["kinds"][face] |= 1 << ability.kind
            if ability.trigger >= 0:
                t["triggers"][face] |= 1 << ability.trigger
                if ability.subject == n.SUBJECT_SELF and ability.kind != n.A_CONSTANT:
                    t["self_triggers"][face] |= 1 << ability.trigger
            elif ability.kind == n.A_CONSTANT:
                t["n_modifiers"][face] += 1
        actions = [ability for ability in abilities if ability.kind == n.A_ACTION]
        t["acts_unguarded"][face] = int(bool(actions) and all(asks_unguarded(action) for action in actions))


def asks_unguarded(ability: Ability) -> bool:
    """The ability works only while no encounter guards its card."""
    asked = ability.condition
    if asked is None or asked.kind != n.K_MATCHES or asked.a != n.REF_SELF:
        return False
    return isinstance(asked.b, Selector) and bool(asked.b.status & n.ST_UNGUARDED)


def is_numbered_keyword(keyword: str) -> bool:
    """A keyword with a number that the rules know: "Doomed 1", "Victory 5"."""
    word, _, number = keyword.partition(" ")
    return word in NUMBERED_KEYWORDS and number.isdigit()
