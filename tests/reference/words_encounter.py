"""Words about what is revealed, the quest, attacks and time (language, Encounter; Attack, time, quest)."""

from __future__ import annotations

from lotrsim import ids
from tests.reference import (
    combat,
    enemy_attacks,
    entering,
    lasting,
    player_attacks,
    progress,
    references,
    stack,
    stages,
    staging,
    values,
)
from tests.reference.changes import is_there
from tests.reference.model import Card, Running


def subject(running: Running) -> Card | None:
    """The card that the trigger is about (language, SUBJECT)."""
    return running.trigger.subject if running.trigger else None


# ---------------------------------------------------------------- revealing


def reveal(game, running: Running, row) -> None:
    """Reveal cards, each completely resolved before the next (language, reveal)."""
    staging.reveal(game, values.number(game, running, row.value))


def cancel_revealed(game, running: Running, row) -> None:
    """The when-revealed effects of SUBJECT are cancelled (language, cancel_revealed)."""
    if subject(running) is not None:
        staging.cancel_revealed(game, subject(running))


def replace_revealed(game, running: Running, row) -> None:
    """SUBJECT is discarded and, when it is done, the next card is revealed in its place (language, replace_revealed)."""
    if subject(running) is not None:
        staging.replace_revealed(game, subject(running))


def gain_surge(game, running: Running, row) -> None:
    """The card being revealed surges (language, gain_surge)."""
    staging.gain_surge(game)


def staging_threat(game, running: Running, row) -> None:
    """The threat of the staging area rises for each player until the end of the phase (protocol 8)."""
    lasting.staging_threat(game, values.number(game, running, row.value))


def modify_all(game, running: Running, row) -> None:
    """A statistic of all that match as long as it lasts, also of later arrivals (RULINGS C2, 1.55)."""
    lasting.modify_all(game, running, row.selector, row.a, values.number(game, running, row.value), row.b)


# ---------------------------------------------------------------- shadows


def cancel_shadow(game, running: Running, row) -> None:
    """The shadow effect of SUBJECT is cancelled (language, cancel_shadow)."""
    if subject(running) is not None:
        enemy_attacks.cancel_shadow(game, subject(running))


def deal_shadow(game, running: Running, row) -> None:
    """A shadow card for an enemy (language, deal_shadow)."""
    enemy = references.card_of(game, running, row.ref)
    if enemy is not None and is_there(game, enemy):
        combat.deal_shadow(game, enemy)


def ignore_defense(game, running: Running, row) -> None:
    """The defense does not count, for this attack alone (protocol 8, A defense that does not count)."""
    card = references.card_of(game, running, row.ref)
    if card is not None and is_there(game, card):
        lasting.ignore(game, card, ids.DEFENSE, ids.FOR_ATTACK)


# ---------------------------------------------------------------- attacks at once


def strike(game, running: Running, row) -> None:
    """One character attacks one enemy at once, outside the order of combat (language, strike)."""
    character = references.card_of(game, running, row.ref)
    enemy = references.card_of(game, running, row.a)
    if character is not None and enemy is not None and combat.can_attack(game, character, enemy):
        player_attacks.strike(game, character, enemy, running.you)


def enemy_attacks_at_once(game, running: Running, row) -> None:
    """An enemy attacks at once, also as a shadow card, with a shadow card of its own (protocol 8)."""
    enemy = references.card_of(game, running, row.ref)
    for player in references.players_met(game, running, row.player):
        if enemy is not None and is_there(game, enemy):
            enemy_attacks.attack_at_once(game, enemy, player)


# ---------------------------------------------------------------- quest, time, the end


def quest_progress(game, running: Running, row) -> None:
    """Progress on the current quest: the active location first (protocol 13)."""
    progress.on_quest(game, values.number(game, running, row.value))


def remove_progress(game, running: Running, row) -> None:
    """Take progress from the current quest card, never from the location (RULINGS C2, 1.05)."""
    progress.remove(game, values.number(game, running, row.value))


def at_phase_end(game, running: Running, row) -> None:
    """The rows happen at the end of this phase, with the same source, target and player (protocol 8, A delayed effect)."""
    lasting.delay(game, running, row.body)


def win(game, running: Running, row) -> None:
    """The players have won: the game ends in its step (protocol 5)."""
    stack.end(game, ids.WON)


def next_stage_at_random(game, running: Running, row) -> None:
    """The next stage is one of those that bear the next number, at random (protocol 2)."""
    stages.next_stage_at_random(game)


def take_prisoner(game, running: Running, row) -> None:
    """One hero at random is turned facedown (protocol 8, The prisoner)."""
    entering.take_prisoner(game)


def rescue(game, running: Running, row) -> None:
    """The prisoner is turned faceup and given the damage (protocol 8, Rescue)."""
    entering.rescue(game, values.number(game, running, row.value))


WORDS = {
    ids.OP_REVEAL: reveal,
    ids.OP_CANCEL_REVEALED: cancel_revealed,
    ids.OP_REPLACE_REVEALED: replace_revealed,
    ids.OP_GAIN_SURGE: gain_surge,
    ids.OP_STAGING_THREAT: staging_threat,
    ids.OP_MODIFY_ALL: modify_all,
    ids.OP_CANCEL_SHADOW: cancel_shadow,
    ids.OP_DEAL_SHADOW: deal_shadow,
    ids.OP_IGNORE_DEFENSE: ignore_defense,
    ids.OP_STRIKE: strike,
    ids.OP_ENEMY_ATTACK: enemy_attacks_at_once,
    ids.OP_QUEST_PROGRESS: quest_progress,
    ids.OP_REMOVE_PROGRESS: remove_progress,
    ids.OP_DELAY: at_phase_end,
    ids.OP_WIN: win,
    ids.OP_NEXT_STAGE_AT_RANDOM: next_stage_at_random,
    ids.OP_TAKE_PRISONER: take_prisoner,
    ids.OP_RESCUE: rescue,
}
