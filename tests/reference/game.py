"""A game of the reference engine: the table, and stepping from decision to decision."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from lotrsim import scenarios
from lotrsim.cards import registry
from lotrsim.ids import (
    A_FORCED,
    A_PASSIVE,
    A_RESPONSE,
    ACTIVE,
    DECK,
    DIFFICULTIES,
    ENCOUNTER,
    ENCOUNTER_DECK,
    N_ZONES,
    NO_FAULT,
    PLAY,
    PLAYING,
    QUEST,
    QUEST_DECK,
    SETUP_PHASE,
)
from tests.reference import constants, flow, score, zones
from tests.reference.faces import all_faces
from tests.reference.model import Attack, Card, Decision, Delayed, Lasting, Player, Reveal, Running, Shadow, Trigger
from tests.reference.random_numbers import Generator, key_word

if TYPE_CHECKING:
    from collections.abc import Callable

    from lotrsim.decks import Deck

ROUNDS = 100


class Game:
    """The table of one game. It runs by itself until somebody must choose among two or more legal actions."""

    def __init__(self, scenario: str, decks: list[Deck], difficulty: str = "standard", seed: int = 0, index: int = 0):
        """Lay out the cards, set up, run to the first decision."""
        self.difficulty = DIFFICULTIES.index(difficulty)
        self.seed_keys(seed, index)
        self.lay_out(scenario, decks)
        self.run(flow.play(self))

    def seed_keys(self, seed: int, index: int) -> None:
        """Key words for the engine's generator and for shuffles (protocol 2)."""
        self.engine = Generator(key_word(seed, index, 1), key_word(seed, index, 2))
        self.shuffle_keys = (key_word(seed, index, 5), key_word(seed, index, 6))
        self.shuffles = 0

    # ---------------------------------------------------------------- the table

    def lay_out(self, scenario: str, decks: list[Deck]) -> None:
        """Make the instances in the order of protocol 1 and an empty state around them."""
        entry = scenarios.get(scenario)
        self.n_players = len(decks)
        self.players = [Player(p) for p in range(self.n_players)]
        self.zones: list[list[Card]] = [[] for _ in range(N_ZONES)]
        self.cards: list[Card] = []
        self.guards: dict[Card, Card] = {}  # objective: the encounter card that guards it
        self.faces = all_faces()
        number_of = {id(face.spec): face.number for face in self.faces}
        for player, deck in enumerate(decks):
            for name in deck.heroes:
                self.add(number_of[id(registry.find(name))], 1, player, PLAY + player)
            copies: Counter[int] = Counter()
            for name, copies_of_it in deck.cards:
                copies[number_of[id(registry.find(name))]] += copies_of_it
            for face in sorted(copies):
                self.add(face, copies[face], player, DECK + player)
        encounter = [(number_of[id(card)], copies_of_it) for card, copies_of_it in entry.encounter_cards(self.difficulty)]
        for face, copies_of_it in sorted(encounter):
            self.add(face, copies_of_it, ENCOUNTER, ENCOUNTER_DECK)
        for card in entry.quest_cards():
            self.add(number_of[id(card)], 1, ENCOUNTER, QUEST_DECK)
        self.clear()

    def add(self, face: int, copies: int, owner: int, zone: int) -> None:
        """Make the copies of a face."""
        for copy in range(copies):
            card = Card(len(self.cards), self.faces[face], copy, owner)
            self.cards.append(card)
            zones.move(self, card, zone)

    def clear(self) -> None:
        """Everything that is no card: nothing has happened yet."""
        self.first_player = 0
        self.round_no = self.step = 0
        self.phase = SETUP_PHASE
        self.round_limit = ROUNDS
        self.outcome, self.fault = PLAYING, NO_FAULT
        self.allies_played = self.staging_bonus = self.any_defenders = 0
        self.stage_at_random: Card | None = None
        self.attacks: list[Attack] = []
        self.reveals: list[Reveal] = []
        self.shadows: list[Shadow] = []
        self.running: list[Running] = []  # abilities, the innermost last
        self.triggers: list[Trigger] = []  # that are being reacted to, or wait for it
        self.lasting: list[Lasting] = []
        self.delayed: list[Delayed] = []
        self.pending: list[tuple[Callable, tuple]] = []
        self.sets: list[list[Card]] = []  # sets of cards that something waiting remembers (protocol 4, rule 4)
        self.to_check = False
        self.weakened: list[Card] = []  # whose attachments left in this step: they may have lost hit points
        self.prisoner_lost = False  # a player who controlled the prisoner was eliminated
        self.events: list[tuple] = []
        self.taken: list[int] = []  # single legal actions that were taken by themselves
        self.n_decisions = 0
        self.table_zones = zones.table_zones(self.n_players)
        self.listened_for = listened_for(self.cards)
        self.rules_in_game = constants.rules_in(self.cards)

    def play_area(self, player: int) -> list[Card]:
        """What lies in a player's play area."""
        return self.zones[PLAY + player]

    @property
    def current_stage(self) -> Card | None:
        """The current quest card."""
        return self.zones[QUEST][0] if self.zones[QUEST] else None

    @property
    def active_location(self) -> Card | None:
        """The active location."""
        return self.zones[ACTIVE][0] if self.zones[ACTIVE] else None

    # ---------------------------------------------------------------- players

    def seats(self) -> list[int]:
        """All seats from the first player clockwise, the eliminated ones too."""
        return [(self.first_player + k) % self.n_players for k in range(self.n_players)]

    def player_order(self) -> list[int]:
        """The living players from the first player clockwise."""
        return [p for p in self.seats() if self.players[p].alive]

    def living(self) -> list[int]:
        """The living players, ascending."""
        return [player.number for player in self.players if player.alive]

    def next_living(self, player: int) -> int:
        """The next living player clockwise."""
        for k in range(1, self.n_players + 1):
            other = (player + k) % self.n_players
            if self.players[other].alive:
                return other
        return player

    # ---------------------------------------------------------------- decisions

    def run(self, what: Any) -> None:
        """Start what is played, up to the first decision."""
        self.decision: Decision | None = None
        self._play = what
        self._advance(None)

    def _advance(self, action: int | None) -> None:
        try:
            self.decision = self._play.send(action)
        except StopIteration:
            self.decision = None

    @property
    def over(self) -> bool:
        """The game has an outcome."""
        return self.outcome != PLAYING

    def choose(self, action: int) -> None:
        """Answer the decision; an action that is not legal raises ValueError and changes nothing."""
        if self.decision is None or action not in self.decision.legal:
            raise ValueError(f"action {action} is not legal: {self.decision}")
        self.n_decisions += 1
        self.events.append(("choice", self.decision.kind, self.decision.player, action))
        self._advance(action)

    @property
    def result(self) -> dict[str, Any]:
        """How the game ended (protocol 14)."""
        return score.result(self)


def listened_for(cards: list[Card]) -> set[int]:
    """The triggers for which a card of this game has an ability."""
    kinds = (A_PASSIVE, A_FORCED, A_RESPONSE)
    return {ability.trigger for card in cards for kind in kinds for ability in card.face.by_kind[kind]}
