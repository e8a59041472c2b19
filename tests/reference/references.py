"""Who and what a word means: references to cards and players from inside an ability (language, References)."""

from __future__ import annotations

from lotrsim import ids
from lotrsim.ids import NONE
from tests.reference import combat
from tests.reference.model import Card, Running


def card_of(game, running: Running, ref: int) -> Card | None:
    """The card that a reference means now, or None (language, References)."""
    if ref == ids.REF_SELF:
        return running.source
    if ref == ids.REF_TARGET:
        return running.target
    if ref == ids.REF_HOST:
        return running.source.host
    if ref == ids.REF_COST:
        return running.cost_card
    if ref == ids.REF_SUBJECT:
        return running.trigger.subject if running.trigger else None
    if ref == ids.REF_ATTACKER:
        return game.attacks[-1].enemy if game.attacks else None
    if ref == ids.REF_DEFENDER:
        return lowest_defender(game)
    if ref == ids.REF_STAGE:
        return game.current_stage
    if ref == ids.REF_ACTIVE:
        return game.active_location
    return None


def lowest_defender(game) -> Card | None:
    """The defender with the lowest number in the innermost attack (language, DEFENDER)."""
    found = combat.defenders(game, game.attacks[-1]) if game.attacks else []
    return min(found, key=lambda card: card.number, default=None)


def player_of(game, running: Running, ref: int) -> int:
    """The one player that a reference means now, or NONE (language, References)."""
    if ref == ids.P_YOU:
        return running.you
    if ref == ids.P_CHOSEN:
        return running.chosen
    if ref == ids.P_EACH:
        return running.each
    if ref == ids.P_FIRST:
        return game.first_player
    if ref == ids.P_DEFENDING:
        return game.attacks[-1].player if game.attacks else NONE
    if ref == ids.P_EVENT:
        return running.trigger.player if running.trigger else NONE
    if ref == ids.P_HIGHEST_THREAT:
        return highest_threat(game)[0]
    if ref == ids.P_HOST_CONTROLLER:
        return running.source.host.player if running.source.host else NONE
    if ref == ids.P_TARGET_CONTROLLER:
        return running.target.player if running.target else NONE
    if ref == ids.P_ENGAGED:
        return running.source.engaged_with
    return NONE


def highest_threat(game) -> list[int]:
    """The living players with the highest threat, in player order (language, HIGHEST_THREAT)."""
    order = game.player_order()
    highest = max(game.players[player].threat for player in order)
    return [player for player in order if game.players[player].threat == highest]


def players_met(game, running: Running, ref: int) -> list[int]:
    """The living players whom a word about players meets; a word about an eliminated player does nothing (protocol 8)."""
    if ref == ids.P_ALL:
        return game.player_order()
    player = player_of(game, running, ref)
    return [player] if player != NONE and game.players[player].alive else []


def chooser(game, running: Running, ref: int) -> int:
    """Who chooses: the row's player; where that is nobody, the first player (protocol 8, Who chooses)."""
    player = player_of(game, running, ref)
    return game.first_player if player == NONE else player
