"""What a trigger starts: passive effects, forced effects, responses (protocol 6; RULES 4)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lotrsim.ids import (
    A_FORCED,
    A_PASSIVE,
    A_RESPONSE,
    D_ORDER,
    D_RESPONSE,
    E_ENEMY_DESTROYED,
    E_EXPLORED,
    E_LEAVES_PLAY,
    E_LOCATION_LEAVES,
    E_REVEALED,
    E_REVEALING,
    E_SHADOW_DEALT,
    E_SHADOW_TRIGGERED,
    EVENT,
    HAND,
    NONE,
    P_ANY,
    SET_ASIDE,
    SUBJECT_HOST,
    SUBJECT_SELF,
    ZONE_FROM_HAND,
    ZONE_SET_ASIDE,
)
from tests.reference import asking, conditions, references, selectors, stack, using, zones
from tests.reference.model import Asks, Running, Trigger

if TYPE_CHECKING:

    from lotrsim.effects.language import Ability
    from tests.reference.game import Game
    from tests.reference.model import Card

# about itself a card reacts to these wherever it is by now (protocol 6)
WHEREVER_IT_IS = (
    E_LEAVES_PLAY, E_LOCATION_LEAVES, E_ENEMY_DESTROYED, E_EXPLORED, E_REVEALING, E_REVEALED, E_SHADOW_DEALT, E_SHADOW_TRIGGERED,
)  # fmt: skip


def happened(game: Game, trigger: Trigger) -> None:
    """Something happened: what reacts to it comes when the step is over."""
    if trigger.kind in game.listened_for:
        game.triggers.append(trigger)
        stack.later(game, resolve, trigger)


def resolve(game: Game, trigger: Trigger) -> Asks:
    """Passive effects, forced effects, responses."""
    game.events.append(("trigger", trigger.kind, trigger.subject, trigger.player, trigger.value))
    game.sets.append(list(trigger.subjects))
    members = game.sets[-1]
    yield from effects(game, trigger, A_PASSIVE)
    yield from effects(game, trigger, A_FORCED)
    yield from responses(game, trigger)
    game.sets = [others for others in game.sets if others is not members]
    game.triggers.remove(trigger)


def effects(game: Game, trigger: Trigger, kind: int) -> Asks:
    """The passive or forced effects: all cards are noted, the first player chooses which comes next."""
    noted = [card for card in hearers(game, trigger) if has_reacting(game, card, trigger, kind)]
    noted.sort(key=lambda card: card.number)
    game.sets.append(noted)
    while noted:
        card = yield from asking.ask_card(game, D_ORDER, game.first_player, noted)
        noted.remove(card)
        face = card.face
        mine = [ability for ability in face.by_trigger.get(trigger.kind, ()) if ability.kind == kind]
        for ability in mine:
            you = player_of_effect(game, card, trigger)
            if len(mine) == 1 or reacts(game, card, ability, trigger, you):
                yield from using.start(game, card, ability, you, about(card, ability, trigger))
                yield from stack.settle(game)
    game.sets = [others for others in game.sets if others is not noted]


def responses(game: Game, trigger: Trigger) -> Asks:
    """From the first player until all seats in a row have passed; a card responds once."""
    acted = True
    while acted:
        acted = False
        for player in game.player_order():
            options = responders(game, trigger, player)
            if not options:
                continue
            card = yield from asking.ask_card(game, D_RESPONSE, player, options, may_pass=True)
            if card is None:
                continue
            trigger.responded.add(card)
            usable = usable_responses(game, card, trigger, player)
            ability = yield from using.which(game, player, card, usable)
            yield from using.start(game, card, ability, player, about(card, ability, trigger))
            yield from stack.settle(game)
            acted = True
            break


def responders(game: Game, trigger: Trigger, player: int) -> list[Card]:
    """The cards with which a player may respond now."""
    found = []
    for card in hearers(game, trigger):
        if card in trigger.responded or HAND <= card.zone < HAND + 4 and card.zone != HAND + player:
            continue
        if usable_responses(game, card, trigger, player):
            found.append(card)
    return found


def usable_responses(game: Game, card: Card, trigger: Trigger, player: int) -> list[Ability]:
    """The responses of a card that a player may use now."""
    return [
        ability
        for ability in card.face.by_trigger.get(trigger.kind, ())
        if ability.kind == A_RESPONSE
        and reacts(game, card, ability, trigger, player)
        and using.may_use(game, card, ability, player, about(card, ability, trigger))
    ]


# ---------------------------------------------------------------- who hears, who reacts


def hearers(game: Game, trigger: Trigger) -> list[Card]:
    """Cards with an ability for this trigger: in play, in hands, set aside, and what the trigger is about."""
    kind = trigger.kind
    found = [card for card in zones.cards_in_play(game) if kind in card.face.by_trigger]
    for player in range(game.n_players):
        found += [card for card in game.zones[HAND + player] if kind in card.face.by_trigger]
    found += [card for card in game.zones[SET_ASIDE] if kind in card.face.by_trigger]
    subject = trigger.subject
    if subject is not None and kind in subject.face.by_trigger and subject not in found:
        found.append(subject)
    return found


def has_reacting(game: Game, card: Card, trigger: Trigger, kind: int) -> bool:
    """Has a card an ability of this kind that reacts now."""
    you = player_of_effect(game, card, trigger)
    mine = [ability for ability in card.face.by_trigger.get(trigger.kind, ()) if ability.kind == kind]
    return any(reacts(game, card, ability, trigger, you) for ability in mine)


def reacts(game: Game, card: Card, ability: Ability, trigger: Trigger, you: int) -> bool:
    """Trigger, subject, place, value, filter, player and condition fit (protocol 6)."""
    if not place_fits(card, ability, trigger) or not subject_fits(card, ability, trigger):
        return False
    if ability.mask and not ability.mask & trigger.value:
        return False
    seen = about(card, ability, trigger)
    running = Running(card, ability, you, seen)
    if ability.filter is not None:
        subject = seen.subject
        if subject is None or not selectors.fits(game, running, subject, ability.filter):
            return False
    if ability.whose != P_ANY and references.player_of(game, running, ability.whose) != trigger.player:
        return False
    return conditions.holds(game, running, ability.condition)


def subject_fits(card: Card, ability: Ability, trigger: Trigger) -> bool:
    """The trigger is about the card itself, about its host, or about any card."""
    if ability.subject == SUBJECT_SELF:
        return card is trigger.subject or card in trigger.subjects
    if ability.subject == SUBJECT_HOST:
        return card.host is not None and (card.host is trigger.subject or card.host in trigger.subjects)
    return True


def place_fits(card: Card, ability: Ability, trigger: Trigger) -> bool:
    """The card is where the ability works, or the trigger is about itself and it may be anywhere."""
    if ability.subject == SUBJECT_SELF and card is trigger.subject and trigger.kind in WHEREVER_IT_IS:
        return True
    if ability.zone == ZONE_SET_ASIDE:
        return card.zone == SET_ASIDE
    if ability.zone == ZONE_FROM_HAND or card.type == EVENT:
        return HAND <= card.zone < HAND + 4
    return card.in_play and card.speaks


def player_of_effect(game: Game, card: Card, trigger: Trigger) -> int:
    """YOU of a passive or forced effect (protocol 6)."""
    if card.player != NONE:
        return card.player
    if card is trigger.subject and trigger.player != NONE:
        return trigger.player
    return game.first_player


def about(card: Card, ability: Ability, trigger: Trigger) -> Trigger:
    """The trigger as a card sees it: of several cards it is about the card itself, or its host."""
    if not trigger.subjects:
        return trigger
    own = {SUBJECT_SELF: card, SUBJECT_HOST: card.host}
    return replace(trigger, subject=own.get(ability.subject, trigger.subjects[0]))


def somebody_hears(game: Game, trigger: Trigger) -> bool:
    """Is there an ability for this trigger whose subject and place fit, whatever its condition says (protocol 8)."""
    if trigger.kind not in game.listened_for:
        return False
    for card in hearers(game, trigger):
        for ability in card.face.by_trigger.get(trigger.kind, ()):
            if place_fits(card, ability, trigger) and subject_fits(card, ability, trigger):
                return True
    return False
