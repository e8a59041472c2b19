"""The things of the game as plain objects: faces, cards, players, triggers, abilities, attacks, decisions (protocol 1)."""

from __future__ import annotations

import zlib
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any

from lotrsim import ids
from lotrsim.cards.spec import Card as Spec
from lotrsim.effects.language import Ability, Row, Selector
from lotrsim.ids import NONE
from tests.reference.random_numbers import fold

KEYWORDS = {
    "Sentinel": ids.SENTINEL,
    "Ranged": ids.RANGED,
    "Restricted": ids.RESTRICTED,
    "Surge": ids.SURGE,
    "Guarded": ids.GUARDED,
}


class Face:
    """A printed card: its facts and its abilities by kind (protocol 1, Faces)."""

    def __init__(self, number: int, spec: Spec):
        self.number = number
        self.spec = spec
        self.name = spec.name
        self.type = spec.type
        self.title_key = zlib.crc32(fold(spec.name).encode())
        self.traits = frozenset(spec.traits)
        self.keywords = sum(KEYWORDS.get(word.split()[0], 0) for word in spec.keywords)
        self.abilities: tuple[Ability, ...] = tuple(spec.abilities)
        self.by_kind: dict[int, list[Ability]] = {kind: [] for kind in range(10)}
        for ability in self.abilities:
            self.by_kind[ability.kind].append(ability)
        self.play: Ability | None = None  # allies and attachments: the rows of playing them (protocol 8), set by faces.py
        self.by_trigger: dict[int, list[Ability]] = {}  # passive, forced and responses by their trigger
        for kind in (ids.A_PASSIVE, ids.A_FORCED, ids.A_RESPONSE):
            for ability in self.by_kind[kind]:
                self.by_trigger.setdefault(ability.trigger, []).append(ability)
        self.constants = self.by_kind[ids.A_CONSTANT]

    def one(self, kind: int) -> Ability | None:
        """The only ability of a kind (when revealed, shadow, travel, setup)."""
        return self.by_kind[kind][0] if self.by_kind[kind] else None

    def __repr__(self) -> str:
        return self.name


class Card:
    """A physical card, an instance: a back with a face, a place, tokens and states (protocol 1)."""

    def __init__(self, number: int, face: Face, copy: int, owner: int):
        self.number = number
        self.face = face
        self.copy = copy
        self.owner = owner  # a player, or ENCOUNTER
        self.controller = owner
        self.zone = NONE
        self.host: Card | None = None  # what it lies under (attached or shadow)
        self.deck_host = NONE  # the player to whose deck it is attached; such a card is in the list of zone ATTACHED
        self.under: list[Card] = []  # attachments and shadow cards, in the order in which they came
        self.left_play = 0  # how often it left play: it is another card afterwards
        self.known_by = 0  # bits of players
        self.clean()

    def clean(self) -> None:
        """Take off all tokens, states, roles and uses, as when it leaves play (protocol 14)."""
        self.damage = self.progress = self.resources = 0
        self.exhausted = self.facedown = self.committed = self.has_attacked = self.no_threat = False
        self.cannot_attack = 0  # bits of players, this phase
        self.was_attacked_by = 0  # bits of players, this phase
        self.attacking: set[int] = set()  # depths of attacks (see Attack) in which it is an attacker
        self.defending: set[int] = set()  # depths of attacks in which it is a defender
        self.uses_round = self.uses_phase = 0
        self.used_by = 0  # bits of players who used it this round
        self.marked = False  # already taken into the set that is being chosen (protocol 4, Sets)

    @property
    def type(self) -> int:
        return self.face.type

    @property
    def player(self) -> int:
        """The player of the card (protocol 1): of the zone it lies in, else its controller, else NONE."""
        if self.zone < ids.STAGING and self.zone >= 0:
            return self.zone % 4
        return self.controller

    @property
    def in_play(self) -> bool:
        """In play (protocol 1); a shadow card is not."""
        zone = self.zone
        return ids.PLAY <= zone <= ids.ACTIVE or zone in (ids.QUEST, ids.ATTACHED)

    @property
    def in_play_area(self) -> bool:
        return ids.PLAY <= self.zone < ids.PLAY + 4

    @property
    def engaged_with(self) -> int:
        """The player with whom it is engaged, or NONE."""
        return self.zone - ids.ENGAGED if ids.ENGAGED <= self.zone < ids.ENGAGED + 4 else NONE

    @property
    def is_prisoner(self) -> bool:
        """A hero facedown in a play area (protocol 8, The prisoner)."""
        return self.facedown and self.in_play_area

    @property
    def is_orc_guard(self) -> bool:
        """A facedown card of a player's deck that is an enemy (protocol 8, An Orc Guard)."""
        return self.facedown and ids.ENGAGED <= self.zone <= ids.STAGING and self.owner >= 0

    @property
    def speaks(self) -> bool:
        """Has it a text now: not if facedown, nor attached to the prisoner."""
        return not self.facedown and not (self.host is not None and self.host.is_prisoner)

    @property
    def is_enemy(self) -> bool:
        return self.face.type == ids.ENEMY or self.is_orc_guard

    @property
    def is_hero(self) -> bool:
        return self.face.type == ids.HERO

    @property
    def is_character(self) -> bool:
        """A hero or an ally; an Orc Guard is an enemy, whatever card it is (protocol 8)."""
        return self.face.type in (ids.HERO, ids.ALLY) and not self.is_orc_guard

    @property
    def attachments(self) -> list[Card]:
        return [card for card in self.under if card.zone == ids.ATTACHED]

    @property
    def shadows(self) -> list[Card]:
        return [card for card in self.under if card.zone == ids.SHADOW]

    def __repr__(self) -> str:
        return f"{self.number} {self.face.name}"


@dataclass
class Player:
    """A player: threat, and whether he is still in the game."""

    number: int
    threat: int = 0
    eliminated: int = 0  # 0 no, 1 by threat, 2 no hero left

    @property
    def alive(self) -> bool:
        """Still in the game."""
        return not self.eliminated


@dataclass(eq=False)
class Trigger:
    """Something that happened (protocol 6): about one card, several, or none, with a player and a value."""

    kind: int  # E_...
    subject: Card | None = None
    player: int = NONE
    value: int = 0
    subjects: tuple = ()  # for a trigger about several cards at once (committing)
    attackers: tuple = ()  # (card, card.left_play) of the attack whose damage destroyed the subject
    responded: set = field(default_factory=set)  # numbers of cards that responded


@dataclass(eq=False)
class Running:
    """An ability that is used or tried: who, and what was chosen so far (protocol 8)."""

    source: Card  # SELF
    ability: Ability | None
    you: int
    trigger: Trigger | None = None  # SUBJECT, EVENT_PLAYER, EVENT_VALUE come from here
    target: Card | None = None
    cost_card: Card | None = None
    chosen: int = NONE  # a player
    mode: int = NONE
    x: int = 0
    each: int = NONE  # the player of the loop that runs
    face: Face | None = None  # whose rows these are, also if the back has got another face meanwhile


@dataclass(eq=False)
class Lasting:
    """A lasting effect on a statistic: of one card, or of all that match a selector (protocol 8)."""

    card: Card | None
    stat: int
    amount: int
    until: int  # FOR_PHASE, FOR_ROUND, or FOR_ATTACK + 1 + depth of the attack
    selector: Selector | None = None
    running: Running | None = None  # whose words the selector speaks (YOU, SELF ...)


@dataclass(eq=False)
class Delayed:
    """A delayed effect (`at_phase_end`): rows that happen at a moment."""

    rows: tuple[Row, ...]
    running: Running  # a copy, with its SELF, TARGET and YOU as they were
    moment: int = ids.AT_PHASE_END


@dataclass(eq=False)
class Attack:
    """An attack that is being resolved; game.attacks is a stack, the innermost last. Depth: its place in the stack."""

    by_enemy: bool
    enemy: Card  # the attacking enemy, or the enemy that is attacked
    player: int  # the attacked player, or the attacking player
    depth: int
    enemy_left_play: int  # enemy.left_play when it began
    as_shadow: bool = False  # the enemy attacks while it is a shadow card (Wolf Rider)
    declared: bool = False  # defenders were declared
    damaging: bool = False  # its damage is being dealt now
    immediate: bool = False


@dataclass(eq=False)
class Reveal:
    """A card that is being revealed (protocol 12); game.reveals is a stack, the innermost last."""

    card: Card
    cancelled: bool = False  # when revealed
    replaced: bool = False
    surge: bool = False  # gained
    guards: Card | None = None  # the objective that it will guard


@dataclass(eq=False)
class Shadow:
    """A shadow card that is being resolved (protocol 11, An enemy's attack, 3); game.shadows is a stack."""

    card: Card
    cancelled: bool = False


Asks = Generator["Decision", int, Any]  # what asks: it yields decisions and is sent the action chosen


@dataclass
class Decision:
    """What is asked (protocol 4)."""

    kind: int  # D_...
    player: int
    legal: list[int]  # ascending action numbers, two or more
    source: int = NONE  # the number of the card whose effect asks


class GameOver(Exception):
    """The game has an outcome: everything that waits is given up (protocol 5)."""


class Fault(Exception):
    """A capacity overflowed (protocol 15); args: the number of the fault."""
