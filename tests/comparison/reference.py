"""The reference engine (tests/reference/) in the hands of the comparison: its plain attributes as a plain state."""

from __future__ import annotations

from itertools import chain
from operator import attrgetter
from typing import Any

from lotrsim import ids as n
from tests.comparison.carrying import carried
from tests.comparison.mercy import Gifts, give_reference
from tests.comparison.plain import END, LISTED_ZONES
from tests.reference import Game

OF_CARD = attrgetter(
    "face.number", "copy", "owner", "controller", "zone", "deck_host", "damage", "progress", "resources", "exhausted",
    "facedown", "committed", "has_attacked", "no_threat", "cannot_attack", "was_attacked_by", "known_by",
)  # fmt: skip
NUMBER = attrgetter("number")


def number_of(card: Any) -> int:
    """The number of a card, NONE for no card."""
    return n.NONE if card is None else card.number


def counted(groups: list[tuple[int, ...]]) -> list[int]:
    """The count, then the groups one after the other."""
    return [len(groups), *chain.from_iterable(groups)]


class Reference:
    """The reference engine, with what tests/comparison/engine.py asks of an engine."""

    def __init__(self, game: Game) -> None:
        self.game, self.seen = game, 0
        self.taken: list[int] = []
        self._note()

    @classmethod
    def new(cls, setup: Any) -> Reference:
        """The game of a setup at its first decision."""
        return cls(Game(setup.scenario, list(setup.decks), setup.difficulty, setup.seed, setup.index))

    @classmethod
    def at(cls, laid_out: Any) -> Reference:
        """A table laid out by hand, at its first decision."""
        return cls(carried(laid_out))

    def _note(self) -> None:
        self.taken = self.game.taken[self.seen :]
        self.seen = len(self.game.taken)

    def choose(self, action: int) -> None:
        """Take a legal action and run on to the next decision."""
        self.game.choose(action)
        self._note()

    def give(self, given: Gifts) -> None:
        """Mercy."""
        give_reference(self.game, given)

    @property
    def legal(self) -> list[int]:
        """The legal actions."""
        return self.game.decision.legal if self.game.decision else []

    @property
    def over(self) -> bool:
        """The game has ended."""
        return self.game.over

    def end(self) -> tuple[int, ...]:
        """How the game stands: the numbers of END."""
        result = self.game.result
        return tuple(int(result[name] or 0) for name in END)

    def flat(self) -> list[int]:
        """The plain state."""
        game = self.game
        cards, decision, stage = game.cards, game.decision, game.current_stage
        step = n.NONE if game.over or game.phase == n.SETUP_PHASE else game.step
        legal = decision.legal if decision else ()
        header = [
            game.n_players, len(cards), game.difficulty, game.first_player, game.round_no, game.phase, step, game.outcome,
            game.fault, game.n_decisions, game.shuffles, game.engine.count, number_of(stage), stage.progress if stage else 0,
            number_of(game.stage_at_random), game.any_defenders, game.staging_bonus, game.allies_played,
            decision.kind if decision else n.D_NONE, decision.player if decision else n.NONE,
        ]  # fmt: skip
        header += [player.threat for player in game.players]
        header += [player.eliminated for player in game.players]
        header.append(len(legal))
        header += legal
        header += chain.from_iterable(map(OF_CARD, cards))
        for zone in game.zones[:LISTED_ZONES]:
            header.append(len(zone))
            header += map(NUMBER, zone)
        header += self._states()
        return header

    def _states(self) -> list[int]:
        """What lies under cards, roles, uses, guards, lasting and delayed effects."""
        game = self.game
        hosts = [card for card in game.cards if card.under]
        under = [len(hosts)]
        for host in hosts:
            under += [host.number, len(host.under), *map(NUMBER, host.under)]
        roles = [
            (card.number, sum(1 << depth for depth in card.attacking), sum(1 << depth for depth in card.defending))
            for card in game.cards
            if card.attacking or card.defending
        ]
        uses = [
            (card.number, card.uses_round + card.used_by, card.uses_phase)
            for card in game.cards
            if card.uses_round or card.used_by or card.uses_phase
        ]
        guards = sorted((number_of(objective), number_of(guard)) for objective, guard in game.guards.items())
        amounts: dict[tuple[int, int, int], int] = {}
        for each in game.lasting:
            if each.until < n.FOR_ATTACK and each.amount:
                key = number_of(each.card) if each.card else n.ON_SET, each.stat, each.until
                amounts[key] = amounts.get(key, 0) + each.amount
        lasting = sorted((card, stat, amount, until) for (card, stat, until), amount in amounts.items())
        delayed = [
            (each.moment, number_of(each.running.source), number_of(each.running.target), each.running.you)
            for each in game.delayed
        ]
        return under + counted(roles) + counted(uses) + counted(guards) + counted(lasting) + counted(delayed)
