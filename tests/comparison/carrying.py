"""A position of the compiled engine carried over to the reference engine, before its first step."""

from __future__ import annotations

from typing import Any

import numpy as np

from lotrsim import ids as n
from lotrsim.cards import registry
from lotrsim.layout import step_of
from tests.comparison.positions import LaidOut
from tests.reference import Game, flow
from tests.reference.faces import face_of
from tests.reference.model import Card, Player

COPIED = ("damage", "progress", "resources", "known_by")
FLAGS = {"exhausted": n.EXHAUSTED, "facedown": n.FACEDOWN, "committed": n.COMMITTED}


def carried(table: LaidOut) -> Game:
    """The game of the reference engine at the first decision of a position that begins at a step of the round."""
    g = table.games[0]
    game = Game.__new__(Game)
    game.difficulty, game.n_players = int(g["difficulty"]), int(g["n_players"])
    game.seed_keys(table.seed, 0)
    game.players = [Player(p, int(g["threat"][p])) for p in range(game.n_players)]
    game.cards = [card_of(g, c) for c in range(int(g["n_cards"]))]
    game.zones = [[game.cards[c] for c in chain(g, int(g["zone_first"][zone]))] for zone in range(n.N_ZONES)]
    for card in game.cards:
        card.under = [game.cards[c] for c in chain(g, int(g["under"][card.number]))]
        for other in card.under:
            other.host = card
    pairs = zip(g["guarded"][: g["n_guarded"]].tolist(), g["guard"][: g["n_guarded"]].tolist(), strict=True)
    game.guards = {game.cards[objective]: game.cards[guard] for objective, guard in pairs}
    game.clear()
    game.first_player, game.round_no = int(g["first_player"]), int(g["round_no"])
    game.step = step_of(table.word)
    if game.current_stage:
        game.current_stage.progress = int(g["quest_progress"])
    game.run(flow.play(game, with_setup=False))
    return game


def chain(g: np.void, card: int) -> list[int]:
    """The instances from this one on."""
    found = []
    while card != n.NONE:
        found.append(card)
        card = int(g["next_card"][card])
    return found


def card_of(g: np.void, c: int) -> Card:
    """An instance with its tokens, states and uses; host and what lies under it come later."""
    card = Card(c, face_of(registry.all_cards()[g["face"][c]]), int(g["copy_no"][c]), int(g["owner"][c]))
    card.controller, card.zone = int(g["controller"][c]), int(g["zone"][c])
    card.deck_host = max(n.ON_DECK - int(g["host"][c]), n.NONE)
    for word in COPIED:
        setattr(card, word, int(g[word][c]))
    for word, bit in FLAGS.items():
        setattr(card, word, bool(g["flags"][c] & bit))
    card.uses_round, card.used_by, card.uses_phase = uses_of(g, c, card)
    return card


def uses_of(g: np.void, c: int, card: Any) -> tuple[int, int, int]:
    """Uses this round, bits of players who used it this round, uses this phase."""
    in_round, in_phase = int(g["used_round"][c]), int(g["used_phase"][c])
    by_player = any(ability.period == n.PER_PLAYER_ROUND for ability in card.face.abilities)
    return (0, in_round, in_phase) if by_player else (in_round, 0, in_phase)
