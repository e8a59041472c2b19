"""Lays out a table as described, card by card: the work behind `lotrsim.testing.position`.

Nothing unnamed exists, except the scenario's quest cards. Instances are numbered as they are laid out: heroes,
allies, staging area, engaged enemies, active location, attachments, shadow cards, then hands, decks, discard piles,
the encounter deck and discard pile, the victory display and the quest cards. So "Name#2" is the second copy in that
order.
"""

from __future__ import annotations

from typing import Any, TypeGuard

import numpy as np

from lotrsim import ids as n
from lotrsim import scenarios
from lotrsim.cards import registry
from lotrsim.cards.spec import TYPE_NAMES, Card
from lotrsim.cards.tables import tables
from lotrsim.effects.query import stat
from lotrsim.errors import BadValue, UnknownName, fold, shown, text_of
from lotrsim.rng import seed_game
from lotrsim.rules.flow import BEGIN_QUEST, END_ROUND, ROUND, advance
from lotrsim.rules.guards import set_guard
from lotrsim.rules.progress import is_stage_beaten
from lotrsim.rules.zones import EVERYBODY, link_under, move_onto_deck, unlink
from lotrsim.start import ROUND_LIMIT_DEFAULT, add_card, empty_table

MOST_HEROES = 3
PLAYER_CARDS = (n.ALLY, n.ATTACHMENT, n.EVENT)
ENCOUNTER_CARDS = (n.ENEMY, n.LOCATION, n.TREACHERY, n.OBJECTIVE)
RESOURCE, QUEST, TRAVEL, COMBAT = n.RESOURCE_PHASE, n.QUEST_PHASE, n.TRAVEL_PHASE, n.COMBAT_PHASE
# word -> (phase, what happens first, how many such steps of the phase come before it)
PHASES = {
    "resource": (RESOURCE, n.FRAME_RESOURCE, 0),
    "planning": (n.PLANNING_PHASE, n.FRAME_PLANNING, 0),
    "quest": (QUEST, BEGIN_QUEST, 0),
    "commit": (QUEST, n.FRAME_COMMIT, 0),
    "committed": (QUEST, n.FRAME_WINDOW, 1),
    "staging": (QUEST, n.FRAME_STAGING, 0),
    "staged": (QUEST, n.FRAME_WINDOW, 2),
    "resolution": (QUEST, n.FRAME_RESOLVE_QUEST, 0),
    "resolve": (QUEST, n.FRAME_RESOLVE_QUEST, 0),
    "travel": (TRAVEL, n.FRAME_TRAVEL, 0),
    "encounter": (n.ENCOUNTER_PHASE, n.FRAME_ENGAGE, 0),
    "checks": (n.ENCOUNTER_PHASE, n.FRAME_CHECKS, 0),
    "combat": (COMBAT, n.FRAME_DEAL, 0),
    "dealt": (COMBAT, n.FRAME_WINDOW, 0),
    "attacks": (COMBAT, n.FRAME_ENEMY_ATTACKS, 0),
    "player-attacks": (COMBAT, n.FRAME_PLAYER_ATTACKS, 0),
    "combat-end": (COMBAT, n.FRAME_PHASE_END, 0),
    "refresh": (n.REFRESH_PHASE, n.FRAME_REFRESH, 0),
    "refresh-end": (n.REFRESH_PHASE, n.FRAME_PHASE_END, 0),
    "round-end": (n.REFRESH_PHASE, END_ROUND, 0),
}
SETUP = {"setup": 1, "stage": 2}  # word -> step of FRAME_SETUP
AFTER_COMMITMENT = ("committed", "staging", "staged", "resolution", "resolve")
AFTER_DEAL = ("dealt", "attacks", "player-attacks", "combat-end")


def step_of(word: str) -> int:
    """Return the step of the round (a row of `flow.ROUND`) at which a phase word starts."""
    if word not in PHASES:
        raise UnknownName("phase", word, [*SETUP, *PHASES])
    phase, kind, before = PHASES[word]
    return int(np.flatnonzero((ROUND[:, 0] == phase) & (ROUND[:, 1] == kind))[before])


def split_name(name: Any) -> tuple[Any, int]:
    """Return the title (or number) and which copy is meant: "Name#2" is the second."""
    title, mark, copy = text_of(name).rpartition("#")
    if not mark:
        return name, 1
    if not (copy.isascii() and copy.isdigit() and 0 < int(copy[:9]) < 10**8):
        raise BadValue(f"{shown(name)}: behind # stands which copy is meant, from 1")
    return title, int(copy)


def title_of(card: Card | np.void, number: int = n.NONE) -> str:
    """Return the title of a card, or of an instance of a game's record."""
    return card.name if isinstance(card, Card) else registry.all_cards()[card["face"][number]].name


def instances(g: np.void, name: Any) -> list[int]:
    """Return the instances of a title in a record, in number order; UnknownName if no card is called so."""
    face = registry.face_of(registry.find(name))
    title = fold(registry.all_cards()[face].name)
    faces = [f for f, card in enumerate(registry.all_cards()) if fold(card.name) == title]
    if isinstance(name, int) or text_of(name).isdigit():
        faces = [face]
    return [c for c in range(int(g["n_cards"])) if g["face"][c] in faces]


class Layout:
    """A table that is being laid out."""

    def __init__(self, scenario: str, heroes: object) -> None:
        self.scenario = scenarios.get(scenario)
        self.games = empty_table()
        self.g = self.games[0]
        self.tables = tables()
        self.t = self.tables[0]
        self.copies: dict[tuple, int] = {}
        self.unique: set[str] = set()
        if not _is_list(heroes) or not 1 <= len(heroes) <= n.MAX_PLAYERS:
            raise BadValue(f"heroes must hold a list for each of 1 to {n.MAX_PLAYERS} players")
        self.n_players = len(heroes)
        self.g["n_players"] = self.g["n_alive"] = self.n_players
        self.g["round_limit"] = ROUND_LIMIT_DEFAULT
        self.heroes(heroes)

    # ------------------------------------------------------------ reading arguments
    def per_player(self, what: str, lists: object) -> list[list]:
        """Return a list for each player, [] for those at the end that are left out."""
        if lists is None:
            return [[] for _ in range(self.n_players)]
        if not _is_list(lists) or not all(_is_list(names) for names in lists):
            raise BadValue(f"{what} must be a list with a list for each player, like [[...], [...]]")
        if len(lists) > self.n_players:
            raise BadValue(f"{what} is for {len(lists)} players, heroes for {self.n_players}")
        return [list(names) for names in lists] + [[] for _ in range(self.n_players - len(lists))]

    def listed(self, what: str, names: object) -> list:
        """Return a list of names."""
        if names is None:
            return []
        if not _is_list(names):
            raise BadValue(f"{what} must be a list of names, not {shown(names)}")
        return list(names)

    def keyed(self, what: str, values: object) -> dict:
        """Return a dict from names."""
        if values is None:
            return {}
        if not isinstance(values, dict):
            raise BadValue(f"{what} must be a dict from a card's name, not {shown(values)}")
        return values

    def amount(self, what: str, name: object, value: object) -> int:
        """Return a count of tokens."""
        if isinstance(value, bool) or not isinstance(value, int | np.integer) or not 0 <= value <= 120:
            raise BadValue(f"{what} of {name} must be a whole number from 0 to 120, not {shown(value)}")
        return int(value)

    def in_play(self, what: str, name: object) -> int:
        """Return the instance of a card in play."""
        title, copy = split_name(name)
        found = [c for c in instances(self.g, title) if self.is_in_play(c)]
        if len(found) < copy:
            raise BadValue(f"{what}: {name} is not in play")
        return found[copy - 1]

    def is_in_play(self, c: int) -> bool:
        """The card lies where cards are in play."""
        return n.PLAY <= self.g["zone"][c] <= n.ACTIVE or self.g["zone"][c] == n.ATTACHED

    def type_of(self, c: int) -> int:
        """Return an instance's card type."""
        return int(self.t["type"][self.g["face"][c]])

    # ------------------------------------------------------------ cards
    def add(self, what: str, name: Any, zone: int, owner: int, allowed: tuple) -> int:
        """Lay a card out, by name or itself; it must be of an allowed type, and unique cards can be in play once."""
        card = name if isinstance(name, Card) else registry.find(split_name(name)[0])
        if card.type not in allowed:
            words = " or ".join(TYPE_NAMES[kind] for kind in allowed)
            raise BadValue(f"{what}: {card.name} is of type {TYPE_NAMES[card.type]}, not {words}")
        if card.unique and (n.PLAY <= zone <= n.ACTIVE or zone == n.ATTACHED):
            if fold(card.name) in self.unique:
                raise BadValue(f"{what}: {card.name} is unique and in play already")
            self.unique.add(fold(card.name))
        key = (owner, fold(card.name))
        copy = self.copies.get(key, 0)
        self.copies[key] = copy + 1
        under = zone in (n.ATTACHED, n.SHADOW)
        number = add_card(self.games, card, n.LIMBO if under else zone, owner, copy)
        if zone < n.DECK:
            self.g["known_by"][number] = 1 << zone
        elif zone >= n.DISCARD_PILE and zone not in (n.ENCOUNTER_DECK, n.SHADOW, n.QUEST_DECK):
            self.g["known_by"][number] = EVERYBODY
        return number

    def put_under(self, number: int, host: int, zone: int) -> None:
        """Lay an instance that was just added under another."""
        unlink(self.g, number)
        link_under(self.g, number, host, zone)

    def heroes(self, lists: object) -> None:
        """Each player's heroes, at least one."""
        for player, names in enumerate(self.per_player("heroes", lists)):
            if not 1 <= len(names) <= MOST_HEROES:
                raise BadValue(f"player {player} has {len(names)} heroes; 1 to {MOST_HEROES} are possible")
            for name in names:
                self.add("heroes", name, n.PLAY + player, player, (n.HERO,))

    def each(self, what: str, lists: object, zone: int, allowed: tuple, owned: bool = True) -> None:
        """A list of cards for each player; discard piles are given from the top."""
        for player, names in enumerate(self.per_player(what, lists)):
            for name in reversed(names) if zone == n.DISCARD_PILE else names:
                self.add(what, name, zone + player, player if owned else n.ENCOUNTER, allowed)

    def common(self, what: str, names: object, zone: int, allowed: tuple) -> None:
        """A list of encounter cards; discard piles are given from the top."""
        names = self.listed(what, names)
        for name in reversed(names) if zone == n.ENCOUNTER_DISCARD else names:
            self.add(what, name, zone, n.ENCOUNTER, allowed)

    def attachments(self, hosts: object) -> None:
        """Attachments belong to the controller of their host, on encounter cards to the engaged or the first player."""
        for host_name, names in self.keyed("attachments", hosts).items():
            if split_name(host_name)[0] == "deck":
                self.on_deck(host_name, names)
                continue
            host = self.in_play("attachments", host_name)
            zone = int(self.g["zone"][host])
            owner = zone & 3 if zone < n.STAGING else int(self.g["first_player"])
            for name in self.listed(f"attachments of {host_name}", names):
                card = registry.find(split_name(name)[0])
                encounter = card.type in (n.TREACHERY, n.OBJECTIVE)
                if card.type == n.TREACHERY and not card.counts_as:
                    raise BadValue(f"attachments: {card.name} is no attachment")
                allowed = (n.ATTACHMENT, n.TREACHERY, n.OBJECTIVE)
                number = self.add("attachments", name, n.ATTACHED, n.ENCOUNTER if encounter else owner, allowed)
                if card.host is not None and not card.host.types >> self.type_of(host) & 1:
                    raise BadValue(f"attachments: {card.name} cannot be attached to {title_of(self.g, host)}")
                if card.type == n.OBJECTIVE:
                    self.g["controller"][number] = owner
                self.put_under(number, host, n.ATTACHED)

    def on_deck(self, deck: str, names: object) -> None:
        """Attachments of a player's deck: "deck" is the first player's, "deck#2" the second's."""
        player = split_name(deck)[1] - 1
        if player >= self.n_players:
            raise BadValue(f"attachments: {deck} is for {player + 1} players, heroes for {self.n_players}")
        for name in self.listed(f"attachments of {deck}", names):
            number = self.add("attachments", name, n.ATTACHED, n.ENCOUNTER, (n.TREACHERY,))
            move_onto_deck(self.g, self.t, number, player)

    def guards(self, objectives: object) -> None:
        """Which encounter card guards which objective; both lie in play already."""
        for name, guard_name in self.keyed("guards", objectives).items():
            objective, guard = self.in_play("guards", name), self.in_play("guards", guard_name)
            if self.type_of(objective) != n.OBJECTIVE or self.g["zone"][objective] != n.STAGING:
                raise BadValue(f"guards: {name} is no objective in the staging area")
            if self.type_of(guard) not in (n.ENEMY, n.LOCATION):
                raise BadValue(f"guards: {guard_name}, of type {TYPE_NAMES[self.type_of(guard)]}, cannot guard")
            set_guard(self.g, objective, guard)

    def shadows(self, enemies: object) -> None:
        """Facedown shadow cards of enemies."""
        for name, cards in self.keyed("shadows", enemies).items():
            enemy = self.in_play("shadows", name)
            if self.type_of(enemy) != n.ENEMY:
                raise BadValue(f"shadows: {name} is no enemy")
            for card in self.listed(f"shadows of {name}", cards):
                number = self.add("shadows", card, n.SHADOW, n.ENCOUNTER, ENCOUNTER_CARDS)
                self.g["flags"][number] = n.FACEDOWN
                self.put_under(number, enemy, n.SHADOW)

    # ------------------------------------------------------------ tokens and states
    def flag(self, what: str, names: object, bits: int, allowed: tuple) -> None:
        """Set flags of cards in play."""
        for name in self.listed(what, names):
            c = self.in_play(what, name)
            if self.type_of(c) not in allowed:
                raise BadValue(f"{what}: impossible for {name}, of type {TYPE_NAMES[self.type_of(c)]}")
            self.g["flags"][c] |= bits

    def damage(self, cards: object) -> None:
        """Damage tokens, fewer than hit points; laid out last, for attachments give hit points."""
        for name, value in self.keyed("damage", cards).items():
            c = self.in_play("damage", name)
            self.g["damage"][c] = self.amount("damage", name, value)
            if self.type_of(c) not in (n.HERO, n.ALLY, n.ENEMY):
                raise BadValue(f"damage: {name} has no hit points")
            if value and value >= stat(self.g, self.t, c, n.HIT_POINTS):
                raise BadValue(f"damage: with {value} damage {name} would be destroyed")

    def resources(self, cards: object) -> None:
        """Resource tokens."""
        for name, value in self.keyed("resources", cards).items():
            self.g["resources"][self.in_play("resources", name)] = self.amount("resources", name, value)

    def progress(self, cards: object) -> None:
        """Progress tokens on locations and, under either title of the current stage, on the quest."""
        for name, value in self.keyed("progress", cards).items():
            value = self.amount("progress", name, value)
            if self.is_stage(name):
                self.g["quest_progress"] = value
                if is_stage_beaten(self.g, self.t):
                    raise BadValue(f"progress: with {value} progress the stage {name} would be defeated")
                continue
            c = self.in_play("progress", name)
            if self.type_of(c) != n.LOCATION:
                raise BadValue(f"progress: {name} is no location")
            if value >= self.t["quest_points"][self.g["face"][c]]:
                raise BadValue(f"progress: with {value} progress {name} would be explored")
            self.g["progress"][c] = value

    def is_stage(self, name: object) -> bool:
        """The name is a title of the current stage."""
        if self.g["stage"] == n.NONE:
            return False
        card = registry.all_cards()[self.g["face"][self.g["stage"]]]
        return fold(name) in (fold(card.name), fold(card.side_b))

    def threats(self, values: object) -> None:
        """Threat of each player; by default the sum of his heroes' threat costs."""
        values = self.listed("threat", values)
        if len(values) > self.n_players:
            raise BadValue(f"threat is for {len(values)} players, heroes for {self.n_players}")
        for player in range(self.n_players):
            total = sum(
                int(self.t["threat_cost"][self.g["face"][c]])
                for c in range(int(self.g["n_cards"]))
                if self.g["zone"][c] == n.PLAY + player and self.type_of(c) == n.HERO
            )
            if player < len(values) and values[player] is not None:
                total = self.amount("threat", f"player {player}", values[player])
            if total >= n.THREAT_LIMIT:
                raise BadValue(f"threat: with {total} player {player} would be eliminated")
            self.g["threat"][player] = total

    # ------------------------------------------------------------ the quest
    def stage_card(self, stage: object) -> Card:
        """Return the quest card that a stage number, card number or title means."""
        cards = self.scenario.quest_cards()
        word = text_of(stage)
        bare = word[:-1] if word[-1:] in "AB" and word[:-1].isdigit() else word
        found = [card for card in cards if word == str(card.number)]
        found = found or [card for card in cards if bare == str(card.stage)]
        found = found or [card for card in cards if fold(word) in (fold(card.name), fold(card.side_b))]
        if not found:
            stages = [str(card.stage) for card in cards] + [str(card.number) for card in cards]
            raise UnknownName("stage", stage, dict.fromkeys(stages))
        if len(found) > 1:
            ways = " or ".join(f"{card.number} ({card.side_b})" for card in found)
            raise BadValue(f"stage {stage} of {self.scenario.name} is one of several cards: say {ways}")
        return found[0]

    def quest(self, stage: object, in_setup: bool) -> None:
        """The current stage, those to come in the quest deck; in setup the stage is about to be entered."""
        chosen = self.stage_card(stage)
        for card in self.scenario.quest_cards():
            zone = n.REMOVED if card.stage < chosen.stage else n.QUEST_DECK
            if card is chosen and not in_setup:
                zone = n.QUEST
            number = self.add("stage", card, zone, n.ENCOUNTER, (n.QUEST_CARD,))
            if card is chosen:
                self.g["next_stage" if in_setup else "stage"] = number

    # ------------------------------------------------------------ the first decision
    def start(self, word: str) -> np.ndarray:
        """Let the game run from a phase word to its first decision."""
        g = self.g
        g["n_frames"] = 1
        g["frames"][0] = 0
        g["frames"][0, n.SET] = g["frames"][0, n.SUBJECTS] = n.NONE
        if word in SETUP:
            g["phase"] = n.SETUP_PHASE
            g["frames"][0, n.KIND], g["frames"][0, n.STEP] = n.FRAME_SETUP, SETUP[word]
        else:
            step = step_of(word)
            g["phase"] = ROUND[step, 0]
            g["frames"][0, n.KIND], g["frames"][0, n.STEP] = n.FRAME_ROUND, step
        advance(self.games, 0, self.tables)
        return self.games

    def seed(self, seed: object) -> None:
        """The game's generators."""
        if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or not 0 <= seed < 2**63:
            raise BadValue(f"seed must be a whole number from 0 to 2**63 - 1, not {shown(seed)}")
        seed_game(self.g, int(seed), 0)


def _is_list(value: object) -> TypeGuard[list | tuple]:
    return isinstance(value, list | tuple)
