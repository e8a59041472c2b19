"""How a game ended and its score (protocol 14; RULES 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lotrsim.ids import THREAT_LIMIT, VICTORY, WON

if TYPE_CHECKING:
    from tests.reference.game import Game


def result(game: Game) -> dict[str, Any]:
    """The fields of a result of lotrsim, as far as a game has them."""
    threat = sum(player.threat if player.alive else THREAT_LIMIT for player in game.players)
    heroes = [card for card in game.cards if card.is_hero]
    dead = sum(card.face.spec.threat_cost or 0 for card in heroes if not card.in_play_area)
    damage = sum(card.damage for card in heroes if card.in_play_area)
    points = sum(card.face.spec.victory for card in game.zones[VICTORY])
    stage = game.current_stage
    return {
        "won": game.outcome == WON,
        "outcome": game.outcome,
        "fault": game.fault,
        "stage_no": stage.face.spec.stage if stage is not None else 0,
        "rounds": game.round_no,
        "score": threat + dead + damage + 10 * game.round_no - points if game.outcome == WON else None,
        "threat": threat,
        "dead_heroes": dead,
        "damage": damage,
        "victory_points": points,
        "decisions": game.n_decisions,
    }
