"""The effect language: every word with which a card's abilities are written.

An ability is a list of rows that run from top to bottom. Order them as a player takes them: choices (what pays the cost, the
target, the mode, X), then costs (`cost(...)`), then effects. The printed cost of an event is paid by itself after the choices.
A word never runs Python while a game is played: it compiles to one row of numbers (`compiler.py`) that `machine.py` reads.

    response(ENTERS_PLAY, choose(enemies(Z_STAGING)), damage(1, TARGET))   # after this card enters play ...
    action(cost(exhaust(SELF)), draw(2, CHOSEN), ...)

Card references: SELF HOST TARGET COST_CARD SUBJECT ATTACKER DEFENDER STAGE ACTIVE_LOCATION, or `every(selector)`.
Player references: YOU CHOSEN EACH FIRST_PLAYER DEFENDING_PLAYER ALL_PLAYERS EVENT_PLAYER HIGHEST_THREAT HOST_CONTROLLER
TARGET_CONTROLLER OTHERS (in a choice).
An ability that could change nothing, has no legal target or cannot be paid may not be used: the machine finds that out from
the rows themselves, so a card never says "if it is exhausted" before "ready it".
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from lotrsim import ids as n

# ---------------------------------------------------------------- references


class CardRef(int):
    """A reference to a card from inside an effect."""


class PlayerRef(int):
    """A reference to a player, or to all of them."""


SELF, HOST, TARGET, COST_CARD, SUBJECT = map(CardRef, (n.REF_SELF, n.REF_HOST, n.REF_TARGET, n.REF_COST, n.REF_SUBJECT))
ATTACKER, DEFENDER, STAGE, ACTIVE_LOCATION = map(
    CardRef, (n.REF_ATTACKER, n.REF_DEFENDER, n.REF_STAGE, n.REF_ACTIVE)
)
ANYBODY, YOU, CHOSEN, EACH, FIRST_PLAYER = map(PlayerRef, (n.P_ANY, n.P_YOU, n.P_CHOSEN, n.P_EACH, n.P_FIRST))
DEFENDING_PLAYER, ALL_PLAYERS, EVENT_PLAYER, HIGHEST_THREAT = map(
    PlayerRef, (n.P_DEFENDING, n.P_ALL, n.P_EVENT, n.P_HIGHEST_THREAT)
)
HOST_CONTROLLER, OTHERS, TARGET_CONTROLLER, ENGAGED_PLAYER = map(
    PlayerRef, (n.P_HOST_CONTROLLER, n.P_OTHERS, n.P_TARGET_CONTROLLER, n.P_ENGAGED)
)

# ---------------------------------------------------------------- values, conditions, selectors


@dataclass(frozen=True)
class Value:
    """A number found when the row runs."""

    kind: int
    a: object = 0
    b: object = 0
    c: object = 0


@dataclass(frozen=True)
class Condition:
    """A yes or no found when the row runs."""

    kind: int
    a: object = 0
    b: object = 0
    c: object = 0


@dataclass(frozen=True)
class Selector:
    """A set of cards, described: where they are, whose, of what kind, in which state."""

    zones: int
    whose: int = n.P_ANY
    types: int = n.ANY_TYPE
    trait: str | None = None
    status: int = 0
    spheres: int = 0  # bits; 0 = any
    title: str | None = None
    keywords: int = 0
    exclude: int = n.REF_NONE
    relation: int = n.REL_ANY
    top: object = None  # value: only the top so many of the zone
    threat_at_least: int = 0

    def but(self, **changes) -> Selector:
        """Return the same set with other particulars."""
        return replace(self, **changes)


X, EVENT_VALUE, N_PLAYERS = Value(n.V_X), Value(n.V_EVENT), Value(n.V_PLAYERS)


def count(selector: Selector) -> Value:
    """How many cards the selector matches."""
    return Value(n.V_COUNT, selector)


def damage_on(ref: CardRef) -> Value:
    """Damage tokens on a card."""
    return Value(n.V_DAMAGE_ON, ref)


def resources_on(ref: CardRef) -> Value:
    """Resource tokens on a card."""
    return Value(n.V_RESOURCES_ON, ref)


def printed_cost(ref: CardRef) -> Value:
    """The number in the upper left corner of a player card."""
    return Value(n.V_PRINTED_COST, ref)


def deck_size(player: PlayerRef) -> Value:
    """How many cards a player's deck holds."""
    return Value(n.V_DECK_SIZE, player)


def times(factor: int, value: Value) -> Value:
    """A multiple of a value."""
    return Value(n.V_TIMES, factor, value)


def plus(number: int, value: Value) -> Value:
    """A value and a number more."""
    return Value(n.V_PLUS, number, value)


def if_else(condition: Condition, value, otherwise) -> Value:
    """One of two values ("2 instead if ...")."""
    return Value(n.V_IF, condition, value, otherwise)


UNDEFENDED = Condition(n.K_UNDEFENDED)
CANCELLABLE = Condition(n.K_CANCELLABLE)
ATTACKING_ALONE = Condition(n.K_ALONE)
PRISONER_HELD = Condition(n.K_PRISONER)


def exists(selector: Selector) -> Condition:
    """At least one card matches."""
    return Condition(n.K_EXISTS, selector)


def at_least(number: int, selector: Selector) -> Condition:
    """So many cards match, or more."""
    return Condition(n.K_AT_LEAST, selector, number)


def negate(condition: Condition) -> Condition:
    """The opposite."""
    return Condition(n.K_NOT, condition)


def both(first: Condition, second: Condition) -> Condition:
    """Both hold."""
    return Condition(n.K_AND, first, second)


def threat_at_least(player: PlayerRef, number: int) -> Condition:
    """A player's threat is so high or higher."""
    return Condition(n.K_THREAT_AT_LEAST, player, number)


def matches(ref: CardRef, selector: Selector) -> Condition:
    """The card belongs to the set."""
    return Condition(n.K_MATCHES, ref, selector)


def mode(k: int) -> Condition:
    """The k-th mode (from 0) was chosen."""
    return Condition(n.K_MODE, k)


def attacking(ref: CardRef, target: Selector) -> Condition:
    """The card takes part, as an attacker, in an attack against a card of the set."""
    return Condition(n.K_ATTACKING, ref, target)


def in_zone(ref: CardRef, zones: int) -> Condition:
    """The card lies in one of the zones (Z_ bits)."""
    return Condition(n.K_IN_ZONE, ref, zones)


def by_attack_of(ref: CardRef) -> Condition:
    """The enemy was destroyed by the damage of an attack in which the card took part."""
    return Condition(n.K_BY_ATTACK, ref)


def dealt_no_effect(ref: CardRef) -> Condition:
    """A shadow card without a printed shadow effect was dealt to the enemy."""
    return Condition(n.K_NO_SHADOW_EFFECT, ref)


def _types(types: tuple) -> int:
    return sum(1 << k for k in types) or n.ANY_TYPE


def characters(whose: PlayerRef = ANYBODY, **more) -> Selector:
    """Heroes and allies in play."""
    return Selector(n.Z_PLAY, whose, n.CHARACTERS, **more)


def heroes(whose: PlayerRef = ANYBODY, **more) -> Selector:
    """Heroes in play."""
    return Selector(n.Z_PLAY, whose, 1 << n.HERO, **more)


def allies(whose: PlayerRef = ANYBODY, **more) -> Selector:
    """Allies in play."""
    return Selector(n.Z_PLAY, whose, 1 << n.ALLY, **more)


def enemies(zones: int = n.Z_STAGING | n.Z_ENGAGED, whose: PlayerRef = ANYBODY, **more) -> Selector:
    """Enemies in play; `whose`: engaged with that player."""
    return Selector(zones, whose, 1 << n.ENEMY, **more)


def locations(zones: int = n.Z_STAGING | n.Z_ACTIVE, **more) -> Selector:
    """Locations in play."""
    return Selector(zones, types=1 << n.LOCATION, **more)


def attachments(whose: PlayerRef = ANYBODY, **more) -> Selector:
    """Cards that are attached, also those that count as attachments."""
    return Selector(n.Z_ATTACHED, whose, **more)


def anywhere(*types: int, **more) -> Selector:
    """Cards of some types (none given: any) wherever they are: what a trigger is about may have left its place."""
    return Selector(n.Z_ANY, types=_types(types), **more)


def cards(zones: int, whose: PlayerRef = ANYBODY, *types: int, **more) -> Selector:
    """Any cards: zones (Z_ bits), owner or controller, card types (none given: any)."""
    return Selector(zones, whose, _types(types), **more)


# ---------------------------------------------------------------- rows


@dataclass(frozen=True)
class Row:
    """One word with its arguments; a block (`each_player`, `when`, ...) also has a body."""

    op: int
    ref: int = n.REF_NONE
    selector: Selector | None = None
    value: object = None
    a: int = 0
    b: object = 0
    player: int = n.P_ANY
    cost: bool = False
    body: tuple = ()
    words: tuple = ()  # texts of modes, for people


@dataclass(frozen=True)
class _Every:
    selector: Selector


def every(selector: Selector) -> _Every:
    """All cards of a set at once, as one effect."""
    return _Every(selector)


def _on(op: int, who, **more) -> Row:
    if isinstance(who, _Every):
        return Row(op, ref=n.REF_ALL, selector=who.selector, **more)
    return Row(op, ref=int(who), **more)


def cost(row: Row) -> Row:
    """This row is a cost: if it cannot be paid in full the ability cannot be used."""
    return replace(row, cost=True, body=tuple(cost(r) for r in row.body))


# --- choices
def choose(selector: Selector, by: PlayerRef = YOU, slot: CardRef = TARGET) -> Row:
    """A player chooses one card of a set: it becomes TARGET (or COST_CARD). None there: nothing is chosen."""
    a = n.COST if slot == COST_CARD else n.TARGET
    return Row(n.OP_CHOOSE, selector=selector, a=a, player=by)


def choose_cost(selector: Selector, by: PlayerRef = YOU) -> Row:
    """A player chooses the card that pays the cost: it becomes COST_CARD."""
    return choose(selector, by, COST_CARD)


def choose_player(among: PlayerRef = ANYBODY, by: PlayerRef = YOU) -> Row:
    """A player chooses a player, who becomes CHOSEN; among OTHERS: not himself."""
    return Row(n.OP_CHOOSE_PLAYER, a=among, player=by)


def choose_mode(*words: str, by: PlayerRef = YOU) -> Row:
    """ "Choose 1": the texts are in our own words; later rows ask `when(mode(k), ...)`."""
    return Row(n.OP_CHOOSE_MODE, a=len(words), player=by, words=words)


def choose_x(at_most) -> Row:
    """Choose X, at least 1, at most what can be paid and at most a value."""
    return Row(n.OP_CHOOSE_X, value=at_most, player=YOU)


def may(*rows: Row, by: PlayerRef = YOU) -> Row:
    """A player may let the rows happen."""
    return Row(n.OP_MAY, body=rows, player=by)


# --- flow
def when(condition: Condition, *rows: Row) -> Row:
    """The rows happen if the condition holds."""
    return Row(n.OP_IF, value=condition, body=rows)


def each_player(*rows: Row) -> Row:
    """Once for every player, in player order; he is EACH."""
    return Row(n.OP_EACH_PLAYER, body=rows)


def repeat(times_, *rows: Row) -> Row:
    """So many times, one after the other."""
    return Row(n.OP_REPEAT, value=times_, body=rows)


def set_x(value) -> Row:
    """X is this."""
    return Row(n.OP_SET_X, value=value)


# --- paying
def spend(amount: int, ref: CardRef = SELF) -> Row:
    """Cost: resources from that hero's own pool, of whatever sphere."""
    return Row(n.OP_SPEND, ref=int(ref), value=amount, cost=True)


def pay() -> Row:
    """Pay the printed cost here (events get it by themselves after their choices)."""
    return Row(n.OP_PAY, cost=True)


# --- cards
def ready(who) -> Row:
    """Turn upright."""
    return _on(n.OP_READY, who)


def exhaust(who) -> Row:
    """Turn sideways."""
    return _on(n.OP_EXHAUST, who)


def add_resources(amount, who) -> Row:
    """Resource tokens from the bank onto a card."""
    return _on(n.OP_ADD_RESOURCES, who, value=amount)


def damage(amount, who) -> Row:
    """Deal damage; what has no hit points left is destroyed."""
    return _on(n.OP_DAMAGE, who, value=amount)


def heal(amount, who) -> Row:
    """Take damage tokens off, as many as are there at most; amount None: all."""
    return _on(n.OP_HEAL, who, value=127 if amount is None else amount)


def modify(stat: int, amount, who, until: int = n.FOR_PHASE) -> Row:
    """A statistic changes until the end of the phase (FOR_PHASE), round, or this attack."""
    return _on(n.OP_MODIFY, who, value=amount, a=stat, b=until)


def modify_all(stat: int, amount, selector: Selector, until: int = n.FOR_PHASE) -> Row:
    """A statistic of all cards that match as long as it lasts, also of those that come later (encounter cards, FAQ 1.55)."""
    return Row(n.OP_MODIFY_ALL, selector=selector, value=amount, a=stat, b=until)


def progress(amount, who) -> Row:
    """Progress tokens on locations."""
    return _on(n.OP_PROGRESS, who, value=amount)


def quest_progress(amount) -> Row:
    """Progress on the current quest: the active location first."""
    return Row(n.OP_QUEST_PROGRESS, value=amount)


def remove_progress(amount) -> Row:
    """Take progress from the current quest card (never from the location)."""
    return Row(n.OP_REMOVE_PROGRESS, value=amount)


def discard(who) -> Row:
    """To the owner's discard pile, from wherever it is."""
    return _on(n.OP_DISCARD, who)


def to_hand(who) -> Row:
    """To the owner's hand."""
    return _on(n.OP_TO_HAND, who)


def to_deck_top(who) -> Row:
    """On top of the deck it belongs to."""
    return _on(n.OP_TO_DECK_TOP, who)


def to_deck_bottom(who) -> Row:
    """Under the deck it belongs to."""
    return _on(n.OP_TO_DECK_BOTTOM, who)


def shuffle_into_deck(who) -> Row:
    """Into the deck it belongs to, which is shuffled."""
    return _on(n.OP_SHUFFLE_INTO_DECK, who)


def return_to_staging(who) -> Row:
    """An engaged enemy goes back to the staging area."""
    return _on(n.OP_TO_STAGING, who)


def add_to_staging(who) -> Row:
    """From out of play into the staging area, without being revealed."""
    return _on(n.OP_ADD_TO_STAGING, who)


def engage(who, player: PlayerRef = YOU) -> Row:
    """The enemy engages a player."""
    return _on(n.OP_ENGAGE, who, player=player)


def put_into_play(who, player: PlayerRef = YOU) -> Row:
    """Into play under a player's control, without being played; impossible while its unique twin is in play."""
    return _on(n.OP_PUT_INTO_PLAY, who, player=player)


def attach_self(to: CardRef) -> Row:
    """This card becomes an attachment of another."""
    return Row(n.OP_ATTACH_SELF, ref=int(to))


def attach_to_deck(player: PlayerRef) -> Row:
    """This card becomes an attachment of a player's deck."""
    return Row(n.OP_ATTACH_TO_DECK, ref=n.REF_SELF, player=player)


def remove_from_quest(who) -> Row:
    """No longer committed; it stays exhausted."""
    return _on(n.OP_UNCOMMIT, who)


def give_control(who, player: PlayerRef) -> Row:
    """Another player controls the card; its owner stays."""
    return _on(n.OP_GIVE_CONTROL, who, player=player)


def remove_from_game(who) -> Row:
    """Out of the game for good."""
    return _on(n.OP_REMOVE_FROM_GAME, who)


def set_aside(who) -> Row:
    """Out of play, faceup beside the quest deck."""
    return _on(n.OP_SET_ASIDE, who)


def no_threat(who) -> Row:
    """Does not contribute its threat until the end of the phase."""
    return _on(n.OP_SET_FLAG, who, a=n.NO_THREAT)


def cannot_attack(who, player: PlayerRef) -> Row:
    """Those enemies cannot attack that player this phase."""
    return _on(n.OP_CANNOT_ATTACK, who, player=player)


def look(who, player: PlayerRef = YOU) -> Row:
    """A player looks at cards: he knows them until they are shuffled."""
    return _on(n.OP_LOOK, who, player=player)


def order_top(amount, deck_of: PlayerRef, by: PlayerRef = YOU) -> Row:
    """A player puts the top cards of a deck back in any order, the uppermost first."""
    return Row(n.OP_ORDER_TOP, value=amount, a=deck_of, player=by)


# --- players
def draw(amount, player: PlayerRef = YOU) -> Row:
    """Draw cards."""
    return Row(n.OP_DRAW, value=amount, player=player)


def raise_threat(amount, player: PlayerRef = YOU) -> Row:
    """Threat goes up."""
    return Row(n.OP_RAISE_THREAT, value=amount, player=player)


def lower_threat(amount, player: PlayerRef = YOU) -> Row:
    """Threat goes down, not below 0."""
    return Row(n.OP_LOWER_THREAT, value=amount, player=player)


def discard_random(amount, player: PlayerRef = YOU) -> Row:
    """Discard cards from hand at random."""
    return Row(n.OP_DISCARD_RANDOM, value=amount, player=player)


def shuffle_discard_into_deck(player: PlayerRef) -> Row:
    """A player's whole discard pile, without heroes, goes into his deck, which is shuffled."""
    return Row(n.OP_SHUFFLE_DISCARD_INTO_DECK, player=player)


def shuffle_deck(player: PlayerRef) -> Row:
    """Shuffle a player's deck (EACH, YOU, ...) or, with ANYBODY, the encounter deck."""
    return Row(n.OP_SHUFFLE, player=player)


def any_defenders(player: PlayerRef) -> Row:
    """Any number of that player's characters may defend against each enemy this phase."""
    return Row(n.OP_ANY_DEFENDERS, player=player)


def orc_guard(player: PlayerRef) -> Row:
    """The top card of a player's deck, facedown, becomes an enemy engaged with him: 1 attack, 1 defense, 1 hit point."""
    return Row(n.OP_ORC_GUARD, player=player)


# --- encounter
def reveal(amount=1) -> Row:
    """Reveal cards from the encounter deck, each completely resolved before the next."""
    return Row(n.OP_REVEAL, value=amount)


def cancel_revealed() -> Row:
    """The when-revealed effects of SUBJECT are cancelled."""
    return Row(n.OP_CANCEL_REVEALED)


def replace_revealed() -> Row:
    """SUBJECT is discarded and, when it is done, the next encounter card is revealed in its place."""
    return Row(n.OP_REPLACE_REVEALED)


def cancel_shadow() -> Row:
    """The shadow effect of SUBJECT is cancelled."""
    return Row(n.OP_CANCEL_SHADOW)


def deal_shadow(who: CardRef = ATTACKER) -> Row:
    """Deal one shadow card to an enemy. Several are dealt with `repeat`: each can be responded to before the next."""
    return Row(n.OP_DEAL_SHADOW, ref=int(who))


def ignore_defense(who: CardRef) -> Row:
    """A defending character does not count its defense in this attack."""
    return Row(n.OP_IGNORE_DEFENSE, ref=int(who))


def guard(who: CardRef) -> Row:
    """Reveal an encounter card that guards an objective."""
    return Row(n.OP_GUARD, ref=int(who))


def staging_threat(amount) -> Row:
    """The threat of the staging area rises by so much for each player until the end of the phase."""
    return Row(n.OP_STAGING_THREAT, value=amount)


def gain_surge() -> Row:
    """The card being revealed surges."""
    return Row(n.OP_GAIN_SURGE)


# --- attack, time, quest
def strike(attacker: CardRef, target: CardRef) -> Row:
    """An immediate attack of one character against one enemy, outside the order of combat."""
    return Row(n.OP_STRIKE, ref=int(attacker), a=int(target))


def enemy_attacks(enemy: CardRef, player: PlayerRef = YOU) -> Row:
    """An immediate attack of an enemy, also of a shadow card, with a shadow card of its own."""
    return Row(n.OP_ENEMY_ATTACK, ref=int(enemy), player=player)


def at_phase_end(*rows: Row) -> Row:
    """The rows happen at the end of this phase, with the same SELF, TARGET and YOU."""
    return Row(n.OP_DELAY, body=rows, b=n.AT_PHASE_END)


def win() -> Row:
    """The players have won."""
    return Row(n.OP_WIN)


def next_stage_at_random() -> Row:
    """The next stage is one of those that bear the next number, at random."""
    return Row(n.OP_NEXT_STAGE_AT_RANDOM)


def take_prisoner() -> Row:
    """One hero at random is turned facedown: he is the prisoner."""
    return Row(n.OP_TAKE_PRISONER)


def rescue(damage_) -> Row:
    """The prisoner is turned faceup with so much damage."""
    return Row(n.OP_RESCUE, value=damage_)


# ---------------------------------------------------------------- abilities

COMMITS, DAMAGED, DECLARED_DEFENDER, LEAVES_PLAY = n.E_COMMITS, n.E_DAMAGED, n.E_DECLARED_DEFENDER, n.E_LEAVES_PLAY
ENEMY_DESTROYED, ENTERS_PLAY, REVEALING, REVEALED = n.E_ENEMY_DESTROYED, n.E_ENTERS_PLAY, n.E_REVEALING, n.E_REVEALED
SHADOW_DEALT, SHADOW_TRIGGERED, SHADOW_RESOLVED = n.E_SHADOW_DEALT, n.E_SHADOW_TRIGGERED, n.E_SHADOW_RESOLVED
ENGAGES, ATTACKS, ATTACKED, TRAVELLED, EXPLORED = n.E_ENGAGES, n.E_ATTACKS, n.E_ATTACKED, n.E_TRAVELLED, n.E_EXPLORED
QUESTED, STAGE_DEFEATED, COMBAT_ENDS = n.E_QUESTED, n.E_STAGE_DEFEATED, n.E_COMBAT_ENDS
REFRESHES, ROUND_ENDS, QUEST_BEGINS = n.E_REFRESHES, n.E_ROUND_ENDS, n.E_QUEST_BEGINS
PROGRESS_PLACED, RESCUED = n.E_PROGRESS_PLACED, n.E_RESCUED


@dataclass(frozen=True)
class Ability:
    """Trigger, condition, rows, limit: what the compiler turns into numbers."""

    kind: int
    rows: tuple = ()
    trigger: int = n.NONE
    subject: int = n.SUBJECT_SELF
    filter: Selector | None = None
    whose: int = n.P_ANY
    mask: int = 0
    zone: int = n.ZONE_IN_PLAY
    phase: int = n.NONE
    limit: int = 0
    period: int = 0
    user: int = n.USER_CONTROLLER
    condition: Condition | None = None
    words: str = ""  # extra words for people, ours
    extra: dict = field(default_factory=dict, compare=False)


def action(*rows: Row, **more) -> Ability:
    """An action. `phase=QUEST_PHASE` for "Quest Action"; `limit=1, period=PER_ROUND`; `user=USER_ANY`: any player."""
    return Ability(n.A_ACTION, rows, **more)


# moments that are about no card: everybody hears them
WITHOUT_SUBJECT = (QUESTED, RESCUED, QUEST_BEGINS, COMBAT_ENDS, REFRESHES, ROUND_ENDS)


def _triggered(kind: int, trigger: int, rows: tuple, more: dict) -> Ability:
    if trigger in WITHOUT_SUBJECT:
        more.setdefault("subject", n.SUBJECT_ANY)
    return Ability(kind, rows, trigger=trigger, **more)


def response(trigger: int, *rows: Row, **more) -> Ability:
    """An optional effect after a trigger. `subject`: SUBJECT_SELF (default), SUBJECT_HOST or SUBJECT_ANY with `filter`."""
    return _triggered(n.A_RESPONSE, trigger, rows, more)


def forced(trigger: int, *rows: Row, **more) -> Ability:
    """A mandatory effect after a trigger."""
    return _triggered(n.A_FORCED, trigger, rows, more)


def passive(trigger: int, *rows: Row, **more) -> Ability:
    """A constant effect with a moment (no bold word): before forced effects."""
    return _triggered(n.A_PASSIVE, trigger, rows, more)


def when_revealed(*rows: Row) -> Ability:
    """When revealed; YOU is the first player."""
    return Ability(n.A_WHEN_REVEALED, rows)


def shadow(*rows: Row) -> Ability:
    """A shadow effect; YOU is the defending player."""
    return Ability(n.A_SHADOW, rows)


def travel(*rows: Row) -> Ability:
    """What must be paid to travel here; YOU is the first player."""
    return Ability(n.A_TRAVEL, tuple(cost(r) for r in rows))


def setup(*rows: Row) -> Ability:
    """Side A of the first stage."""
    return Ability(n.A_SETUP, rows)


def constant(stat: int, amount, who=SELF, condition: Condition | None = None) -> Ability:
    """A statistic of SELF, HOST or `every(selector)` is changed as long as this card is in play."""
    trigger = n.C_MODIFY if isinstance(who, _Every) else n.NONE
    return Ability(n.A_CONSTANT, (_on(n.OP_CONSTANT, who, value=amount, a=stat),), trigger=trigger, condition=condition)


def rule(which: int, who: CardRef = SELF, amount=0, condition: Condition | None = None) -> Ability:
    """A rule is changed as long as this card is in play: which = C_NO_DRAW, C_NO_DEFEAT, C_CANNOT_ATTACK, C_UPKEEP ..."""
    return Ability(n.A_CONSTANT, (_on(n.OP_CONSTANT, who, value=amount),), trigger=which, condition=condition)


def gains_trait(trait: str, who: CardRef = HOST, condition: Condition | None = None) -> Ability:
    """The host has one more trait."""
    return Ability(n.A_CONSTANT, (_on(n.OP_CONSTANT, who, b=trait),), trigger=n.C_TRAIT, condition=condition)


def gains_icon(sphere: int, who: CardRef = HOST, condition: Condition | None = None) -> Ability:
    """The host has one more resource icon."""
    return Ability(n.A_CONSTANT, (_on(n.OP_CONSTANT, who, a=sphere),), trigger=n.C_ICON, condition=condition)
