"""Cards in our own words: facts, and every ability as a sentence made from its program.

print(describe("Beravor"))
# Beravor (Core Set 12)
# hero, Lore, threat cost 10
# ...
# Action (limit 1 per round): choose a player, exhaust Beravor -> the chosen player draws 2 cards
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from lotrsim import ids as n
from lotrsim import words
from lotrsim.cards.facts import Fact
from lotrsim.cards.spec import SPHERE_NAMES, TYPE_NAMES, Card
from lotrsim.effects.compiler import CHOICES, LOOPS, play_ability, with_payment
from lotrsim.effects.language import Ability, Condition, Row, Selector, Value

STATS = ("willpower", "attack", "defense", "hit_points", "engagement_cost", "threat", "quest_points")
BLOCKS = (n.OP_MAY, n.OP_IF, n.OP_EACH_PLAYER, n.OP_REPEAT, n.OP_DELAY)
EVERYTHING = 127  # the amount that "heal all" is written with
MANY = "N"  # stands for a number that takes a phrase to say


# ---------------------------------------------------------------- players, cards, sets of cards


def player(ref: int, me: str) -> str:
    """A player, as the subject or object of a sentence."""
    return words.PLAYERS[int(ref)].format(me=me)


def player_s(ref: int, me: str) -> str:
    """A player's, in front of what belongs to him."""
    name = player(ref, me)
    return "your" if name == "you" else f"{name}'s"


def card(ref: int, me: str) -> str:
    """A card that a reference means."""
    return words.CARDS[int(ref)].format(me=me)


def bits(mask: int, names: dict[int, str]) -> list[str]:
    """The words of the bits that are set."""
    return [word for bit, word in names.items() if mask & bit]


def kind_of(selector: Selector, plural: bool) -> str:
    """The noun of a set: "enemy", "character", "ally or event"; a title where one is asked for."""
    if selector.title is not None:
        return selector.title
    if selector.types == n.CHARACTERS:
        return "characters" if plural else "character"
    if selector.types == n.ANY_TYPE:
        noun = "attachment" if selector.zones == n.Z_ATTACHED else "card"
        return f"{noun}s" if plural else noun
    return " or ".join(forms[plural] for kind, forms in words.TYPES.items() if selector.types >> kind & 1)


def places(selector: Selector, me: str) -> str:
    """Where the cards of a set are and whose they are, as the end of a noun phrase."""
    whose, zones = selector.whose, selector.zones
    of, by = player_s(whose, me), player(whose, me)
    if zones == n.Z_ANY:
        return "" if whose == n.P_ANY else f"of {by}"
    if zones in (n.Z_IN_PLAY, n.Z_STAGING | n.Z_ENGAGED, n.Z_STAGING | n.Z_ACTIVE) and whose == n.P_ANY:
        return "in play"
    if zones in (n.Z_PLAY, n.Z_ATTACHED):
        if whose == n.P_ANY:
            return "" if zones == n.Z_PLAY or selector.types == n.ANY_TYPE else "that is attached"
        return f"{by} control" + ("" if by == "you" else "s")
    return " or ".join(word.format(of=of, by=by) for word in bits(zones, words.ZONES))


def noun(selector: Selector, me: str, plural: bool = False) -> str:
    """A set of cards without its article: "ready Gondor character you control"."""
    states = bits(selector.status, words.STATUS) + bits(selector.keywords, words.KEYWORDS)
    spheres = [name for sphere, name in SPHERE_NAMES.items() if selector.spheres >> sphere & 1]
    behind = [state for state in states if " " in state]  # "with ..." stands behind the noun
    states = [state for state in states if state not in behind]
    where = places(selector, me).replace("that is", "that are" if plural else "that is")
    parts = [*states, " or ".join(spheres), selector.trait or "", kind_of(selector, plural), where, *behind]
    parts.append(words.RELATIONS[selector.relation].format(me=me))
    if selector.exclude != n.REF_NONE:
        parts.append(f"other than {card(selector.exclude, me)}")
    if selector.threat_at_least:
        parts.append(f"whose player has {selector.threat_at_least} or more threat")
    if selector.top is not None:
        parts.append(f"among the top {value(selector.top, me)}")
    return " ".join(part for part in parts if part)


def one_of(selector: Selector, me: str) -> str:
    """One card of a set: "an enemy in play"; where a title is asked for, without the article."""
    phrase = noun(selector, me)
    if selector.title is not None:
        return phrase
    return f"{'an' if phrase[:1].lower() in 'aeiouéó' else 'a'} {phrase}"


def each(selector: Selector, me: str) -> str:
    """All cards of a set: "each enemy in play", "the top card of the encounter deck"."""
    if selector.top is None:
        return f"each {noun(selector, me)}"
    many = value(selector.top, me)
    where = places(selector, me).removeprefix("in ")
    kind = noun(selector.but(zones=n.Z_ANY, whose=n.P_ANY, top=None), me, plural=many != "1")
    return f"the top {kind} of {where}" if many == "1" else f"the top {many} {kind} of {where}"


# ---------------------------------------------------------------- values and conditions


def value(what: Any, me: str) -> str:
    """A number in words."""
    if not isinstance(what, Value):
        return str(what)
    kind, first, second, third = what.kind, cast(Any, what.a), cast(Any, what.b), cast(Any, what.c)
    parts = {"a": first, "b": "", "c": "", "cards": "", "card": "", "condition": "", "of": ""}
    if kind == n.V_COUNT:
        parts["cards"] = noun(first, me, plural=True)
    elif kind in (n.V_DAMAGE_ON, n.V_RESOURCES_ON, n.V_PRINTED_COST):
        parts["card"] = card(first, me)
    elif kind == n.V_DECK_SIZE:
        parts["of"] = player_s(first, me)
    elif kind == n.V_IF:
        parts |= {"b": value(second, me), "c": value(third, me), "condition": condition(first, me)}
    elif kind in (n.V_TIMES, n.V_PLUS):
        parts["b"] = value(second, me)
        if kind == n.V_PLUS and first < 0:
            return f"{-first} less than {parts['b']}"
    return words.VALUES[kind].format(**parts)


def amount(what: Any, me: str) -> tuple[str, str]:
    """How many, in front of a noun, and what must be added at the end of the sentence."""
    if isinstance(what, Value) and what.kind == n.V_IF and not isinstance(what.b, Value):
        return str(what.b), f" ({value(what.c, me)} {if_words(cast(Condition, what.a), me, otherwise=True)})"
    if isinstance(what, Value) and what.kind not in (n.V_CONST, n.V_X, n.V_EVENT):
        return MANY, f" ({MANY} is {value(what, me)})"
    return value(what, me), ""


def condition(what: Condition, me: str) -> str:
    """A condition in words, without "if"."""
    kind, first, second = what.kind, cast(Any, what.a), cast(Any, what.b)
    parts: dict[str, Any] = {"a": first, "b": second}
    if kind in (n.K_NOT, n.K_AND):
        parts["first"] = condition(first, me)
        parts["second"] = condition(second, me) if kind == n.K_AND else ""
    elif kind == n.K_EXISTS:
        parts["a_card"] = one_of(first, me)
    elif kind == n.K_AT_LEAST:
        parts["cards"] = noun(first, me, plural=True)
    elif kind in (n.K_THREAT_AT_LEAST, n.K_EVENT_PLAYER):
        parts["player"] = player(first, me)
    elif kind == n.K_PHASE:
        parts["phase"] = words.PHASES[int(first)]
    elif kind == n.K_MODE:
        parts["a"] = int(first) + 1
    elif kind in (n.K_MATCHES, n.K_ATTACKING, n.K_IN_ZONE, n.K_BY_ATTACK, n.K_NO_SHADOW_EFFECT):
        parts["card"] = card(first, me)
        if isinstance(second, Selector):
            parts["b_card"] = one_of(second, me)
        if kind == n.K_IN_ZONE:
            parts["zone"] = in_zones(int(second))
    return words.CONDITIONS[kind].format(**parts)


def if_words(what: Condition, me: str, otherwise: bool = False) -> str:
    """A condition with its "if" or "unless"; `otherwise`: the opposite."""
    if what.kind == n.K_NOT:
        return f"{'if' if otherwise else 'unless'} {condition(cast(Condition, what.a), me)}"
    return f"{'unless' if otherwise else 'if'} {condition(what, me)}"


def in_zones(zones: int) -> str:
    """Zones as the end of "it is ..."."""
    if zones & ~n.Z_IN_PLAY == 0 and zones & n.Z_PLAY:
        return "in play"
    return " or ".join(word.format(of="its owner's", by="its player") for word in bits(zones, words.ZONES))


# ---------------------------------------------------------------- rows and abilities


def who(row: Row, me: str) -> str:
    """The cards that a row is about."""
    is_set = row.ref == n.REF_ALL or row.op == n.OP_MODIFY_ALL
    return each(row.selector, me) if is_set and row.selector else card(row.ref, me)


def row_words(row: Row, me: str) -> str:
    """One row of a program as a clause; a block with its rows."""
    many, end = amount(row.value, me) if row.op != n.OP_IF else ("", "")
    person = player(row.player, me)
    chooses = "choose" if row.player == n.P_YOU else f"{person} chooses"
    one = many == "1"
    parts: dict[str, Any] = {
        "me": me,
        "who": who(row, me),
        "p": person,
        "s": "" if person == "you" else "s",
        "of": player_s(row.player, me),
        "n": many,
        "signed": many if many.startswith("-") else f"+{many}",
        "healed": "all" if row.value == EVERYTHING else many,
        "cards": "card" if one else "cards",
        "resources": "resource" if one else "resources",
        "choose": chooses,
        "stat": words.STATS.get(int(row.a), "") if row.op in (n.OP_MODIFY, n.OP_MODIFY_ALL, n.OP_CONSTANT) else "",
    }
    if row.op == n.OP_CHOOSE and row.selector is not None:
        parts |= {"a_card": one_of(row.selector, me), "for_cost": " for the cost" if row.a == n.COST else ""}
    elif row.op == n.OP_CHOOSE_PLAYER:
        parts["among"] = player(row.a, me)
    elif row.op == n.OP_CHOOSE_MODE:
        parts["modes"] = " or ".join(f"({k}) {text}" for k, text in enumerate(row.words, 1))
    elif row.op == n.OP_IF and isinstance(row.value, Condition):
        parts["if_condition"] = if_words(row.value, me)
    elif row.op in (n.OP_MODIFY, n.OP_MODIFY_ALL):
        parts["until"] = words.DURATIONS[cast(int, row.b)]
    elif row.op == n.OP_ORDER_TOP:
        parts["of_deck"] = player_s(row.a, me)
    elif row.op == n.OP_SHUFFLE:
        parts["deck"] = "the encounter deck" if row.player == n.P_ANY else f"{player_s(row.player, me)} deck"
    elif row.op == n.OP_STRIKE:
        parts["target"] = card(row.a, me)
    elif row.op == n.OP_DELAY:
        parts["moment"] = words.MOMENTS[cast(int, row.b)]
    text = words.OPS[row.op].format(**parts) + end
    return f"{text}: [{rows_words(row.body, me)}]" if row.op in BLOCKS else text


def rows_words(rows: Iterable[Row], me: str) -> str:
    """Several rows, one after the other."""
    return ", ".join(row_words(row, me) for row in rows)


def constant_words(ability: Ability, me: str) -> str:
    """What a constant effect changes."""
    row = ability.rows[0]
    many, end = amount(row.value, me)
    rule = n.C_MODIFY if ability.trigger == n.NONE else ability.trigger
    text = words.RULES[rule].format(
        who=who(row, me),
        n=many,
        signed=many if many.startswith("-") else f"+{many}",
        stat=words.STATS.get(int(row.a), ""),
        trait=row.b,
        sphere=SPHERE_NAMES.get(int(row.a), ""),
    )
    return text + end


def trigger_words(ability: Ability, me: str) -> str:
    """When a triggered ability may or must be used."""
    when, anything, _ = words.TRIGGERS[ability.trigger]
    about = one_of(ability.filter, me) if ability.filter is not None else anything
    subject = words.SUBJECTS[ability.subject].format(me=me, noun=about)
    text = when.format(s=subject)
    masks = bits(ability.mask, words.MASKS.get(ability.trigger, {}))
    if masks:
        text += f" ({' or '.join(masks)})"
    return text + (f", concerning {player(ability.whose, me)}" if ability.whose != n.P_ANY else "")


def ability_words(ability: Ability, me: str, event: bool = False) -> str:
    """An ability as a sentence: kind and moment, what is chosen and paid, "->", what happens."""
    notes = [words.PHASES[ability.phase]] if ability.phase != n.NONE else []
    if ability.trigger != n.NONE and ability.kind != n.A_CONSTANT:
        notes.append(trigger_words(ability, me))
    if ability.condition is not None:
        notes.append(if_words(ability.condition, me))
    if ability.limit:
        notes.append(f"limit {ability.limit} {words.PERIODS[ability.period]}")
    if not event:
        notes.append(words.ABILITY_ZONES[ability.zone])
    notes.append(words.USERS[ability.user])
    notes.append(ability.words)
    head = words.KINDS[ability.kind]
    said = "; ".join(note for note in notes if note)
    head += f" ({said})" if said else ""
    if ability.kind == n.A_CONSTANT:
        return f"{head}: {constant_words(ability, me)}"
    rows = list(ability.rows)
    first = 0
    while first < len(rows) and ability.kind != n.A_TRAVEL and (rows[first].op in CHOICES or rows[first].cost):
        first += 1
    before, after = rows_words(rows[:first], me), rows_words(rows[first:], me)
    return f"{head}: {before} -> {after}" if before and after else f"{head}: {before or after}"


def abilities_of(entry: Card) -> list[Ability]:
    """A card's abilities as they are compiled: playing it first, events with their payment."""
    played = play_ability(entry)
    found = [] if played is None else [played]
    for ability in entry.abilities:
        if entry.type == n.EVENT and ability.kind in (n.A_ACTION, n.A_RESPONSE):
            ability = Ability(**{**vars(ability), "zone": n.ZONE_FROM_HAND, "rows": with_payment(ability.rows)})
        found.append(ability)
    return found


def program(entry: Card, k: int) -> tuple[Row | None, ...]:
    """The rows of a card's k-th ability in the order in which they are compiled; None for ends and jumps back."""
    delayed: list[tuple[Row, ...]] = []

    def flat(rows: tuple[Row, ...]) -> list[Row | None]:
        found: list[Row | None] = []
        for row in rows:
            found.append(row)
            if row.op == n.OP_DELAY:
                delayed.append(row.body)
            else:
                found += flat(row.body) + ([None] if row.op in LOOPS else [])
        return found

    compiled = [*flat(abilities_of(entry)[k].rows), None]
    while delayed:
        compiled += [*flat(delayed.pop(0)), None]
    return tuple(compiled)


# ---------------------------------------------------------------- whole cards


def facts_lines(entry: Card | Fact) -> list[str]:
    """What is printed on a card besides its text: type, costs, statistics, traits, keywords."""
    kind = TYPE_NAMES[entry.type] if isinstance(entry, Card) else entry.type
    sphere = SPHERE_NAMES.get(entry.sphere) if isinstance(entry, Card) else entry.sphere
    first = [f"unique {kind}" if entry.unique and kind != "hero" else kind, sphere or ""]
    first += [f"cost {entry.cost}" if entry.cost is not None else ""]
    first += [f"threat cost {entry.threat_cost}" if entry.threat_cost is not None else ""]
    first += [f"set {entry.encounter_set}" if entry.encounter_set else ""]
    first += [f"{entry.quantity} copies" if entry.quantity > 1 else ""]
    numbers = [f"{s.replace('_', ' ')} {getattr(entry, s)}" for s in STATS if getattr(entry, s) is not None]
    if kind == "quest":
        numbers.insert(0, f"stage {entry.stage}" + (f", side B: {entry.side_b}" if entry.side_b else ""))
    traits = [*entry.traits, *(entry.counts_as if isinstance(entry, Card) else ())]
    lines = [", ".join(part for part in first if part), ", ".join(numbers)]
    lines.append(f"traits: {', '.join(traits)}" if traits else "")
    lines.append(f"keywords: {', '.join(entry.keywords)}" if entry.keywords else "")
    return [line for line in lines if line]


def describe(name: str | int | Card) -> str:
    """A card as text, a line a fact or ability. UnknownName lists the nearest."""
    from lotrsim.cards import registry

    entry = name if isinstance(name, Card) else registry.find(name)
    place = entry.set or "no set"
    lines = [f"{entry.name} ({place} {entry.number})" if entry.number >= 0 else f"{entry.name} ({place})"]
    lines += facts_lines(entry)
    if isinstance(entry.host, Selector):
        lines.append(f"attached to {one_of(entry.host, entry.name)}")
    if entry.pays_from_different:
        lines.append("each resource for it comes from another hero")
    lines += [ability_words(ability, entry.name, entry.type == n.EVENT) for ability in entry.abilities]
    return "\n".join(lines)
