"""A new game: the table is laid out once as a template record, then each game gets its seed and is set up.

Instances are numbered in this order: for each player his heroes, then his deck by card number and copy; the encounter deck
by card number and copy; the quest cards. The first shuffle deals the faces of each deck over its instances.
"""

from __future__ import annotations

import numpy as np

from lotrsim.cards import registry
from lotrsim.cards.spec import Card
from lotrsim.cards.tables import tables
from lotrsim.effects.frames import push
from lotrsim.errors import BadDeck, BadValue, said
from lotrsim.ids import (
    DECK,
    DIFFICULTIES,
    ENCOUNTER,
    ENCOUNTER_DECK,
    FRAME_SETUP,
    HERO,
    MAX_CARDS,
    NONE,
    PLAY,
    QUEST_DECK,
)
from lotrsim.kernel import GAMES, TABLES_ARRAY, G, T, i8, kernel, void
from lotrsim.rng import seed_game
from lotrsim.rules.flow import advance_game
from lotrsim.rules.zones import recount_listeners
from lotrsim.state import GAME

ROUND_LIMIT_DEFAULT = 100
NONE_FIELDS = ("stage", "next_stage", "attack_frame", "zone_first", "zone_last", "decider", "decision_source", "answer")


def empty_table() -> np.ndarray:
    """Return one game without cards: an array of one record in which nothing refers to anything."""
    games = np.zeros(1, GAME)
    for name in (*NONE_FIELDS, "last_answer", "next_card", "under", "host"):
        games[name] = NONE
    return games


def add_card(games: np.ndarray, card: Card, zone: int, owner: int, copy: int) -> int:
    """Put one more instance at the end of a zone of the record and return its number."""
    g = games[0]
    number = int(g["n_cards"])
    if number >= MAX_CARDS:
        raise BadValue(f"more than {MAX_CARDS} cards at the table: {card.name} does not fit")
    g["face"][number] = registry.face_of(card)
    g["copy_no"][number] = copy
    g["owner"][number] = owner
    g["controller"][number] = owner
    g["zone"][number] = zone
    last = int(g["zone_last"][zone])
    if last == NONE:
        g["zone_first"][zone] = number
    else:
        g["next_card"][last] = number
    g["zone_last"][zone] = number
    g["zone_count"][zone] += 1
    g["n_cards"] = number + 1
    return number


def check_difficulty(difficulty: object) -> None:
    """BadValue for what is no difficulty."""
    if difficulty not in DIFFICULTIES:
        raise BadValue(f"unknown difficulty {said(difficulty)}; one of {', '.join(DIFFICULTIES)}")


def template(scenario, decks: list, difficulty: str = "standard") -> np.ndarray:
    """Return the table before setup, one record: decks unshuffled, no seed yet."""
    check_difficulty(difficulty)
    level = DIFFICULTIES.index(difficulty)
    games = empty_table()
    g = games[0]
    g["n_players"] = g["n_alive"] = len(decks)
    g["difficulty"] = level
    g["round_limit"] = ROUND_LIMIT_DEFAULT
    for player, deck in enumerate(decks):
        for name in deck.heroes:
            number = add_card(games, registry.find(name), PLAY + player, player, 0)
            g["known_by"][number] = 15
        copies_of: dict[int, int] = {}
        for name, n in deck.cards:
            face = registry.face_of(registry.find(name))
            copies_of[face] = copies_of.get(face, 0) + n
        for face, copies in sorted(copies_of.items()):
            card = registry.all_cards()[face]
            if card.type == HERO:
                raise BadDeck([f"{card.name} is a hero and cannot be in the deck of {deck.id}"])
            for copy in range(copies):
                add_card(games, card, DECK + player, player, copy)
    for card, copies in scenario.encounter_cards(level):
        for copy in range(copies):
            add_card(games, card, ENCOUNTER_DECK, ENCOUNTER, copy)
    for card in scenario.quest_cards():
        add_card(games, card, QUEST_DECK, ENCOUNTER, 0)
    return games


@kernel(void, G, T, i8, i8)
def start_game(g, t, seed, index):
    """Seed a laid-out game and run its setup up to the first decision."""
    seed_game(g, seed, index)
    recount_listeners(g, t)
    push(g, FRAME_SETUP)
    advance_game(g, t)


@kernel(void, GAMES, i8, i8, TABLES_ARRAY, i8, i8)
def start_games(games, first, last, tables, seed, index):
    """Start games first..last-1; game first is number `index` of the batch's seed."""
    for i in range(first, last):
        start_game(games[i], tables[0], seed, index + (i - first))


__all__ = ["add_card", "empty_table", "start_game", "start_games", "tables", "template"]
