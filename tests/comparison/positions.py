"""Positions for two engines: laid out by hand as for lotrsim.testing.position, not started yet, and read off a record.

    agree("passage-through-mirkwood", {"heroes": [["Gimli"]], "engaged": [["Forest Spider"]], "phase": "combat"}, ["pass"])

plays a position in both engines by choices in words and fails with what differs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from unittest import mock

import numpy as np

from lotrsim import ids as n
from lotrsim import testing
from lotrsim.cards import registry
from lotrsim.errors import LotrsimError, fold
from lotrsim.layout import PHASES, instances, split_name, step_of
from tests.comparison.engine import Compiled
from tests.comparison.play import Pair, Played, compare_actions

Described = dict[str, Any]
STEP_WORDS = {step_of(word): word for word in reversed(PHASES)}  # step of the round -> the word that starts there
LISTS = {n.HAND: "hand", n.DECK: "deck", n.DISCARD_PILE: "discard", n.PLAY: "in_play", n.ENGAGED: "engaged"}
COMMON = {
    n.STAGING: "staging",
    n.ENCOUNTER_DECK: "encounter_deck",
    n.ENCOUNTER_DISCARD: "encounter_discard",
    n.VICTORY: "victory",
}


@dataclass(frozen=True, eq=False)
class LaidOut:
    """A table before its first step: the record, where it starts, and what it was described by."""

    games: np.ndarray
    scenario: str
    word: str  # a phase word of lotrsim.testing
    seed: int


def laid_out(scenario: str, described: Described) -> LaidOut:
    """Lay a position out without taking a step; the arguments are those of `lotrsim.testing.position`, and two more.

    `difficulty`: a word; `uses`: {name: [uses or bits of users this round, uses this phase]} of limited abilities.
    """
    known = {key: value for key, value in described.items() if key not in ("difficulty", "uses")}
    with mock.patch("lotrsim.layout.advance"):
        games = testing.position_record(scenario, **known)
    games["difficulty"] = n.DIFFICULTIES.index(described.get("difficulty", "standard"))
    for name, (in_round, in_phase) in described.get("uses", {}).items():
        card = in_play(games[0], name)
        games[0]["used_round"][card], games[0]["used_phase"][card] = in_round, in_phase
    word = testing.start_word(described.get("phase", "planning"), described.get("committed"), described.get("shadows"))
    return LaidOut(games, scenario, word, described.get("seed", 0))


def in_play(g: np.void, name: str) -> int:
    """The instance of a card in play: of its first copy there, "Name#2" the second."""
    title, copy = split_name(name)
    return [c for c in instances(g, title) if is_in_play(g, c)][copy - 1]


def is_in_play(g: np.void, card: int) -> bool:
    """The card is in play, the current quest card left out."""
    return n.PLAY <= g["zone"][card] <= n.ACTIVE or g["zone"][card] == n.ATTACHED


def compare_position(
    scenario: str, described: Described, choices: Sequence[Any], second: Any, first: Any = Compiled, strict: bool = True
) -> tuple[Played, list[Any]]:
    """Play a position by choices in words; return what was played and the choices that were taken.

    A choice that is not offered is an IllegalAction, or left out unless `strict`.
    """
    table = laid_out(scenario, described)
    pair, taken = Pair([lambda: first.at(table), lambda: second.at(table)]), []
    for choice in choices:
        if not pair.goes_on:
            break
        try:
            action = testing.action_of(pair.engines[0].games, choice)
        except LotrsimError:
            if strict:
                raise
            continue
        taken.append(choice)
        pair.choose(action)
    return pair.played, taken


def agree(scenario: str, described: Described, choices: Sequence[Any] = (), second: Any = None) -> None:
    """Fail where the engines differ in a position or after one of these choices."""
    if second is None:
        from tests.comparison.reference import Reference as second  # here, because the shrinker's tests do without it
    difference = compare_position(scenario, described, choices, second)[0].difference
    assert difference is None, f"{difference}"


def agree_in_game(setup: Any, actions: Sequence[int], second: Any = None) -> None:
    """Fail where the engines differ in a game after one of these actions."""
    if second is None:
        from tests.comparison.reference import Reference as second  # here, because the shrinker's tests do without it
    difference = compare_actions(setup, actions, second).difference
    assert difference is None, f"{setup}: {difference}"


# ---------------------------------------------------------------- read off a record


class Reading:
    """A record that waits between two steps of a round, described as a position, as far as that can be done.

    `old` lists the instances of the record in the order in which the position lays them out: new number -> old number.
    """

    def __init__(self, games: np.ndarray, seed: int) -> None:
        self.g = games[0]
        self.old: list[int] = []
        self.described: Described = {"phase": STEP_WORDS[int(self.g["frames"][0, n.STEP])], "seed": seed}
        self.players = range(int(self.g["n_players"]))
        self._cards()
        self._states()

    def cards_in(self, zone: int) -> list[int]:
        """The instances of a zone in order."""
        return self._chain(int(self.g["zone_first"][zone]))

    def under(self, host: int) -> list[int]:
        """What lies under a card, in order."""
        return self._chain(int(self.g["under"][host]))

    def _chain(self, card: int) -> list[int]:
        found = []
        while card != n.NONE:
            found.append(card)
            card = int(self.g["next_card"][card])
        return found

    def title(self, card: int) -> str:
        """The title of an instance, or its number where another card has the title."""
        entry = registry.all_cards()[self.g["face"][card]]
        return entry.name if registry.find(entry.name) is entry else str(entry.number)

    def names(self, cards: Sequence[int]) -> list[str]:
        """Titles, and the cards noted as laid out."""
        self.old += cards
        return [self.title(card) for card in cards]

    def key(self, card: int) -> str:
        """How a card in play is called: its title, "#2" for the second of the title among those laid out in play."""
        title = fold(self.title(card))
        twins = [c for c in self.old if fold(self.title(c)) == title and is_in_play(self.g, c)]
        place = twins.index(card) + 1
        return self.title(card) + (f"#{place}" if place > 1 else "")

    def _type(self, card: int) -> int:
        return registry.all_cards()[self.g["face"][card]].type

    def _each(self, zone: int, only: Sequence[int] = (), but: Sequence[int] = ()) -> list[list[str]]:
        """For each player the titles in his zone, of some types only."""
        chosen = []
        for p in self.players:
            cards = [c for c in self.cards_in(zone + p) if self._type(c) in (only or range(9)) and self._type(c) not in but]
            chosen.append(self.names(cards)[:: -1 if zone == n.DISCARD_PILE else 1])
        return chosen

    def _cards(self) -> None:
        """The cards, in the order in which a position lays them out."""
        out = self.described
        out["heroes"] = self._each(n.PLAY, only=(n.HERO,))
        out["in_play"] = self._each(n.PLAY, but=(n.HERO,))
        out["staging"] = self.names(self.cards_in(n.STAGING))
        out["engaged"] = self._each(n.ENGAGED)
        active = self.names(self.cards_in(n.ACTIVE))
        if active:
            out["active_location"] = active[0]
        out["attachments"], out["shadows"] = {}, {}
        for zone, word in ((n.ATTACHED, "attachments"), (n.SHADOW, "shadows")):
            for host in list(self.old):
                cards = [c for c in self.under(host) if self.g["zone"][c] == zone]
                if cards:
                    key = self.key(host)
                    out[word][key] = self.names(cards)
        for zone in (n.HAND, n.DECK, n.DISCARD_PILE):
            out[LISTS[zone]] = self._each(zone)
        for zone in (n.ENCOUNTER_DECK, n.ENCOUNTER_DISCARD, n.VICTORY):
            out[COMMON[zone]] = self.names(self.cards_in(zone))[:: -1 if zone == n.ENCOUNTER_DISCARD else 1]

    def _states(self) -> None:
        """Tokens, states, players, the stage."""
        g, out = self.g, self.described
        out["round_no"], out["first_player"] = int(g["round_no"]), int(g["first_player"])
        out["threat"] = [int(g["threat"][p]) for p in self.players]
        out["stage"] = registry.all_cards()[g["face"][g["stage"]]].number
        cards = [c for c in self.old if is_in_play(g, c)]
        out["difficulty"] = n.DIFFICULTIES[g["difficulty"]]
        used = [c for c in cards if g["used_round"][c] or g["used_phase"][c]]
        out["uses"] = {self.key(c): [int(g["used_round"][c]), int(g["used_phase"][c])] for c in used}
        for word in ("damage", "progress", "resources"):
            out[word] = {self.key(c): int(g[word][c]) for c in cards if g[word][c]}
        if g["quest_progress"]:
            out["progress"][self.title(int(g["stage"]))] = int(g["quest_progress"])
        flags = {"exhausted": n.EXHAUSTED, "committed": n.COMMITTED}
        for word, bit in flags.items():
            out[word] = [self.key(c) for c in cards if g["flags"][c] & bit]
        out["exhausted"] = [name for name in out["exhausted"] if name not in out["committed"]]
        prisoners = [c for c in cards if g["flags"][c] & n.FACEDOWN and self._type(c) == n.HERO]
        if prisoners:
            out["prisoner"] = self.key(prisoners[0])
        pairs = zip(g["guarded"][: g["n_guarded"]].tolist(), g["guard"][: g["n_guarded"]].tolist(), strict=True)
        out["guards"] = {self.key(objective): self.key(guard) for objective, guard in pairs if guard != n.NONE}

    def new_action(self, action: int) -> int:
        """An action of the record's game as an action of the position's; ValueError for a card that is not laid out."""
        return self.old.index(action) if action < n.PASS else action


def tidy(described: Described) -> Described:
    """Without what is empty or by default."""
    kept = {k: v for k, v in described.items() if v not in ([], {}, None) and not (isinstance(v, list) and not any(v))}
    for word, default in (("seed", 0), ("round_no", 0), ("first_player", 0), ("stage", 1), ("difficulty", "standard")):
        if kept.get(word) == default:
            del kept[word]
    return kept
