"""What an observation holds: a row a card, a row a player, one row for the table, a column each with its range.

This is the one list of columns: the compiled code that fills them (`observation.py`), the spaces (`spaces.py`) and the
tables of docs/gymnasium.md are made from it. Numbers of cards, players and faces are one more than at the table, so that 0
says "none" or "unknown". Everything is what the team knows together (`lotrsim.view`).
"""

from __future__ import annotations

from typing import NamedTuple

from lotrsim.ids import (
    ACTIVE,
    ATTACHED,
    DECK,
    DISCARD_PILE,
    ENCOUNTER_DECK,
    ENCOUNTER_DISCARD,
    ENGAGED,
    HAND,
    LIMBO,
    MAX_ATTACKS,
    MAX_CARDS,
    MAX_PLAYERS,
    N_DECISIONS,
    N_ZONES,
    PLAY,
    QUEST,
    QUEST_DECK,
    REMOVED,
    SET_ASIDE,
    SHADOW,
    STAGING,
    VICTORY,
)
from lotrsim.state import MAX_FACES

MOST = 127  # of tokens, statistics and threat; what is more is shown as this
LARGEST = 32767  # of what may be more
EVERY_PLAYER = (1 << MAX_PLAYERS) - 1
EVERY_DEPTH = (1 << MAX_ATTACKS) - 1
N_TYPES = 9
N_STEPS = 32  # of a round: rows of `lotrsim.rules.flow.ROUND`

ZONES = (  # in the order of the numbers in an observation, from 1
    *((HAND, "hand"), (DECK, "deck"), (DISCARD_PILE, "discard pile"), (PLAY, "play area"), (ENGAGED, "engaged")),
    *((STAGING, "staging area"), (ACTIVE, "active location"), (ENCOUNTER_DECK, "encounter deck")),
    *((ENCOUNTER_DISCARD, "encounter discard pile"), (VICTORY, "victory display"), (SET_ASIDE, "set aside")),
    *((REMOVED, "removed from the game"), (QUEST, "current stage"), (QUEST_DECK, "quest deck"), (LIMBO, "resolving")),
    *((ATTACHED, "attached"), (SHADOW, "shadow card")),
)
ZONE_NUMBERS = tuple(1 + max(k for k, (first, _) in enumerate(ZONES) if first <= zone) for zone in range(N_ZONES))


class Column(NamedTuple):
    """One number of an observation."""

    name: str
    low: int
    high: int
    what: str


def _numbered(what: str) -> tuple[int, int, str]:
    return 0, MAX_CARDS, f"{what}: 1 + its row; 0: none"


CARD = (
    Column("face", 0, MAX_FACES, "which card it is: 1 + its number among the registered cards; 0: unknown, or an empty row"),
    Column("kind", 0, N_TYPES, "1 + its type as it lies (an Orc Guard is an enemy); 0: unknown"),
    Column("zone", 0, len(ZONES), "where it lies (the list below); 0: an empty row"),
    Column("player", 0, MAX_PLAYERS, "1 + the player in whose hand, deck, pile or area it lies, or who controls it; 0: nobody"),
    Column("owner", 0, MAX_PLAYERS, "1 + its owner; 0: an encounter card"),
    Column("place", 0, MAX_CARDS, "its place in its zone, from 1: decks from the top; 0: under another card"),
    Column("host", 0, MAX_CARDS + MAX_PLAYERS, "the card it lies under: 1 + its row; 321 + a player: his deck; 0: none"),
    Column("damage", 0, MOST, "damage tokens"),
    Column("progress", 0, MOST, "progress tokens (those of the stage are in the table's row)"),
    Column("resources", 0, LARGEST, "resource tokens"),
    Column("willpower", 0, MOST, "as it is now, with all changes; characters in play"),
    Column("attack", 0, MOST, "the same; characters and enemies in play"),
    Column("defense", 0, MOST, "the same"),
    Column("hit_points", 0, MOST, "the same, damage not taken off"),
    Column("threat", 0, MOST, "the same; enemies and locations in play"),
    Column("exhausted", 0, 1, "it is exhausted"),
    Column("facedown", 0, 1, "it lies facedown on the table"),
    Column("committed", 0, 1, "it is committed to the quest"),
    Column("has_attacked", 0, 1, "it has attacked in this phase"),
    Column("no_threat", 0, 1, "its threat does not count"),
    Column("cannot_attack", 0, EVERY_PLAYER, "a bit a player whom it cannot attack in this phase"),
    Column("was_attacked_by", 0, EVERY_PLAYER, "a bit a player who has attacked it in this phase"),
    Column("attacks", 0, EVERY_DEPTH, "a bit for each attack under way, the outermost first, in which it attacks"),
    Column("defends", 0, EVERY_DEPTH, "the same, in which it defends"),
    Column("guarded_by", *_numbered("the encounter card that guards it")),
    Column("used_round", 0, MOST, "uses of its ability that is limited by the round, or a bit a player"),
    Column("used_phase", 0, MOST, "the same by the phase"),
    Column("delayed", 0, 3, "something happens to it or because of it: 1 at the end of the phase, 2 of the round, 3 both"),
)

PLAYER = (
    Column("present", 0, 1, "there is such a player"),
    Column("threat", 0, MOST, "his threat"),
    Column("eliminated", 0, 2, "0, or why he was eliminated: 1 by threat, 2 no hero left"),
    Column("first", 0, 1, "he has the first player token"),
    Column("decides", 0, 1, "the decision is his"),
    Column("any_defenders", 0, 1, "he may declare any number of defenders in this phase"),
    Column("hand", 0, MAX_CARDS, "cards in his hand"),
    Column("deck", 0, MAX_CARDS, "cards in his deck"),
    Column("discard_pile", 0, MAX_CARDS, "cards in his discard pile"),
)

TABLE = (
    Column("players", 1, MAX_PLAYERS, "players at the table"),
    Column("difficulty", 0, 2, "0 standard, 1 easy, 2 basic"),
    Column("rounds", 0, LARGEST, "rounds completed"),
    Column("round_limit", 1, LARGEST, "rounds after which the game is lost"),
    Column("phase", 0, 7, "setup, resource, planning, quest, travel, encounter, combat, refresh, from 0"),
    Column("step", 0, N_STEPS, "the step of the round that is under way, from 1 (docs/protocol.md); 0: setup"),
    Column("stage", 0, MOST, "the number of the current stage; 0: before the first"),
    Column("stage_card", *_numbered("the current stage's card")),
    Column("quest_progress", 0, LARGEST, "progress on the current stage"),
    Column("quest_points", 0, LARGEST, "progress that the current stage needs"),
    Column("active_location", *_numbered("the active location")),
    Column("willpower", 0, LARGEST, "willpower committed to the quest"),
    Column("staging_threat", 0, LARGEST, "threat in the staging area"),
    Column("allies_played", 0, LARGEST, "allies played from hand in this round, by all players"),
    Column("encounter_deck", 0, MAX_CARDS, "cards in the encounter deck"),
    Column("encounter_discard_pile", 0, MAX_CARDS, "cards in the encounter discard pile"),
    Column("attack_depth", 0, MAX_ATTACKS, "attacks under way, nested in one another"),
    Column("outcome", 0, 5, "0 playing, 1 won, 2 all players eliminated, 3 round limit, 4 the prisoner's player, 5 a fault"),
    Column("decision", 0, N_DECISIONS - 1, "what is to be decided (docs/protocol.md); 0: nothing, the game is over"),
    Column("decider", 0, MAX_PLAYERS, "1 + the player who decides; 0: nobody"),
    Column("source", *_numbered("the card that the decision is about")),
    Column("source_face", 0, MAX_FACES, "1 + the number of that card among the registered cards; 0: none, or unknown"),
)

N_CARD, N_PLAYER, N_TABLE = len(CARD), len(PLAYER), len(TABLE)
PLAYERS_AT = N_TABLE  # where the players' rows begin in a flat observation, and the cards'
CARDS_AT = N_TABLE + MAX_PLAYERS * N_PLAYER


def numbers_of(columns: tuple[Column, ...], names: str) -> list[int]:
    """The numbers of some columns, by their names."""
    return [[column.name for column in columns].index(name) for name in names.split()]


def length(n_rows: int) -> int:
    """How many numbers an observation with so many rows for cards has."""
    return CARDS_AT + n_rows * N_CARD
