"""What a game's record says, asked by card names: for tests, which import it from `lotrsim.testing`.

`game` is a Game, an array of one game, or a record. Of several copies a title means the first in number order,
"Name#2" the second. Zone words: hand deck discard play engaged staging active "encounter deck" "encounter discard"
victory "set aside" removed quest "quest deck" limbo attached shadow.
"""

from __future__ import annotations

import numpy as np

from lotrsim import ids as n
from lotrsim.cards import registry
from lotrsim.cards.tables import tables
from lotrsim.effects.query import stat
from lotrsim.errors import BadValue, UnknownName
from lotrsim.layout import instances, split_name, title_of

STATS = {"willpower": n.WILLPOWER, "attack": n.ATTACK, "defense": n.DEFENSE, "hit_points": n.HIT_POINTS}
STATS["threat"] = n.THREAT
PHASE_WORDS = ("setup", "resource", "planning", "quest", "travel", "encounter", "combat", "refresh")
DECISIONS = n.names_of("D_")
PLAYER_ZONES = ("hand", "deck", "discard", "play", "engaged")
COMMON_ZONES = (
    *("staging", "active", "encounter deck", "encounter discard", "victory", "set aside", "removed", "quest"),
    *("quest deck", "limbo", "attached", "shadow"),
)


def record(game) -> np.void:
    """Return the record of a Game, of an array of one game, or the record itself."""
    if not isinstance(game, np.ndarray | np.void):
        game = game.state
    return game[0] if isinstance(game, np.ndarray) and game.ndim else game


def array_of(game) -> np.ndarray:
    """Return the array of one record of a Game, which compiled functions take."""
    return game if isinstance(game, np.ndarray) else game.games


def card_of(game, name: object) -> int:
    """Return the instance number of a card: of its first copy, "Name#2" the second, in number order."""
    title, copy = split_name(name)
    found = instances(record(game), title)
    if len(found) < copy:
        raise BadValue(f"{name} is not in the game")
    return found[copy - 1]


def zone_word(zone: int) -> str:
    """Return the word for a zone; a player's zone without its player."""
    return PLAYER_ZONES[zone // 4] if zone < n.STAGING else COMMON_ZONES[zone - n.STAGING]


def zone_of(game, name: object) -> str:
    """Return where a card is, in a word."""
    return zone_word(int(record(game)["zone"][card_of(game, name)]))


def player_with(game, name: object) -> int:
    """Return the player in whose hand, deck, play area ... a card is, or who controls it; -1: nobody."""
    g, c = record(game), card_of(game, name)
    return int(g["zone"][c]) & 3 if g["zone"][c] < n.STAGING else int(g["controller"][c])


def host_of(game, name: object) -> str | None:
    """Return the title of the card under which a card lies."""
    g = record(game)
    host = int(g["host"][card_of(game, name)])
    if host <= n.ON_DECK:
        return f"deck of player {n.ON_DECK - host}"
    return None if host == n.NONE else title_of(g, host)


def damage_on(game, name: object) -> int:
    """Return the damage tokens on a card."""
    return int(record(game)["damage"][card_of(game, name)])


def resources_on(game, name: object) -> int:
    """Return the resource tokens on a card."""
    return int(record(game)["resources"][card_of(game, name)])


def progress_on(game, name: object) -> int:
    """Return the progress tokens on a location or, by either title, on the current stage."""
    g, c = record(game), card_of(game, name)
    return int(g["quest_progress"] if c == g["stage"] else g["progress"][c])


def quest_progress(game) -> int:
    """Return the progress on the current stage."""
    return int(record(game)["quest_progress"])


def stage_of(game) -> str:
    """Return the title of the B side of the current stage."""
    g = record(game)
    return registry.all_cards()[g["face"][g["stage"]]].side_b


def threat(game, player: int = 0) -> int:
    """Return a player's threat."""
    return int(record(game)["threat"][player])


def pile(game, zone: int) -> list[str]:
    """Return the titles in a zone in its order: decks from the top, discard piles from the bottom."""
    g, titles = record(game), []
    c = int(g["zone_first"][zone])
    while c != n.NONE:
        titles.append(title_of(g, c))
        c = int(g["next_card"][c])
    return titles


def hand(game, player: int = 0) -> list[str]:
    """Return the titles in a hand, in alphabetical order."""
    return sorted(pile(game, n.HAND + player))


def is_ready(game, name: object) -> bool:
    """The card is not exhausted."""
    return not record(game)["flags"][card_of(game, name)] & n.EXHAUSTED


def is_committed(game, name: object) -> bool:
    """The character is committed to the quest."""
    return bool(record(game)["flags"][card_of(game, name)] & n.COMMITTED)


def stat_of(game, name: object, which: str) -> int:
    """Return a statistic of a card now: willpower, attack, defense, hit_points or threat."""
    if which not in STATS:
        raise UnknownName("statistic", which, STATS)
    return int(stat(record(game), tables()[0], card_of(game, name), STATS[which]))


def phase_of(game) -> str:
    """Return the phase in a word: setup, resource, planning, quest, travel, encounter, combat or refresh."""
    return PHASE_WORDS[int(record(game)["phase"])]


def decision(game) -> str:
    """Return the kind of the pending decision in a word: action, response, commit, defender, target ..., or none."""
    return DECISIONS[int(record(game)["decision"])]


def decider(game) -> int:
    """Return who decides."""
    return int(record(game)["decider"])


def outcome(game) -> str:
    """Return "playing", "won" or "lost"."""
    word = int(record(game)["outcome"])
    return {n.PLAYING: "playing", n.WON: "won"}.get(word, "lost")
