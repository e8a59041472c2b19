"""What Hypothesis makes games from: legal decks, and legal positions of any cards of the Core Set.

A position is what `tests.comparison.positions.laid_out` takes. It is legal: no unique card twice in play, attachments on what may
bear them and no third Restricted one, fewer tokens than a card bears, nobody out of the game, cards only where such cards lie.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from hypothesis import strategies as st

from lotrsim import ids as n
from lotrsim import scenarios
from lotrsim.cards import registry
from lotrsim.cards.spec import Card
from lotrsim.decks import Deck
from lotrsim.layout import AFTER_COMMITMENT, AFTER_DEAL, PHASES

ESCAPE = "escape-from-dol-guldur"
ENCOUNTER_DECK = (n.ENEMY, n.LOCATION, n.TREACHERY)
Draw = Callable[[st.SearchStrategy], Any]


@cache
def box(*types: int) -> tuple[Card, ...]:
    """The cards of the Core Set of some types, by number."""
    return tuple(card for card in registry.all_cards() if card.set == "Core Set" and card.type in types)


def names(*types: int, most: int, but: Sequence[str] = ()) -> st.SearchStrategy[list[str]]:
    """Titles of cards of some types, copies allowed."""
    return st.lists(st.sampled_from([card.name for card in box(*types) if card.name not in but]), max_size=most)


@st.composite
def decks(draw: Draw, heroes: Sequence[str] | None = None, most: int = 12) -> Deck:
    """A legal deck: heroes (of these, without more than three), titles of player cards, up to three copies of each."""
    pool = list(heroes) if heroes is not None else [card.name for card in box(n.HERO)]
    chosen = draw(st.lists(st.sampled_from(pool), min_size=1, max_size=min(3, len(pool)), unique=True))
    titles = draw(st.lists(st.sampled_from([c.name for c in box(n.ALLY, n.ATTACHMENT, n.EVENT)]), max_size=most, unique=True))
    return Deck("made", "made", tuple(chosen), tuple((title, draw(st.integers(1, 3))) for title in titles))


@st.composite
def teams(draw: Draw, most: int = 4) -> tuple[Deck, ...]:
    """Decks that may sit at one table: no hero twice."""
    left, team = [card.name for card in box(n.HERO)], []
    for _ in range(draw(st.integers(1, most))):
        team.append(draw(decks(left)))
        left = [name for name in left if name not in team[-1].heroes]
    return tuple(team)


class Table:
    """A position that is being made: what is in play, and under which name each card of it can be spoken of."""

    def __init__(self, draw: Draw, scenario: str) -> None:
        self.draw, self.scenario = draw, scenario
        self.unique: set[str] = set()
        self.keys: list[tuple[str, Card]] = []
        self.staged: list[str] = []  # keys of the enemies and locations in staging
        self.made: dict[str, Any] = {}

    def some(self, types: Sequence[int], most: int) -> list[str]:
        """Cards that come into play: each a name, noted with its key."""
        found = []
        for card in self.draw(st.lists(st.sampled_from(box(*types)), max_size=most)):
            if card.unique and card.name in self.unique:
                continue
            found.append(self.note(card))
        return found

    def note(self, card: Card) -> str:
        """A card is in play; its name."""
        if card.unique:
            self.unique.add(card.name)
        copies = sum(other.name == card.name for _, other in self.keys)
        self.keys.append((card.name + (f"#{copies + 1}" if copies else ""), card))
        return card.name

    def of(self, *types: int) -> list[tuple[str, Card]]:
        """Keys and cards in play of some types."""
        return [(key, card) for key, card in self.keys if card.type in types]

    def numbers(self, cards: list[tuple[str, Card]], most: Callable[[Card], int], share: int = 3) -> dict[str, int]:
        """Numbers above 0 on some of these cards, at most so many."""
        found = {}
        for key, card in cards:
            if most(card) > 0 and self.draw(st.integers(0, share)) == 0:
                found[key] = self.draw(st.integers(1, most(card)))
        return found


@st.composite
def positions(draw: Draw, most_players: int = 3) -> tuple[str, dict[str, Any]]:
    """A scenario and a position of it at the beginning of any step that has a word."""
    scenario = draw(st.sampled_from(scenarios.ids()))
    table = Table(draw, scenario)
    team = draw(teams(most_players))
    table.made = {"heroes": [[table.note(registry.find(name)) for name in deck.heroes] for deck in team]}
    phase = table.made["phase"] = draw(st.sampled_from(sorted(PHASES)))
    lay_cards(table, len(team))
    lay_attachments(table)
    lay_unseen(table, len(team))
    lay_tokens(table, len(team))
    lay_states(table, phase)
    if scenario == ESCAPE:
        lay_objectives(table)
    return scenario, {key: value for key, value in table.made.items() if value not in ([], {}, None)}


def lay_cards(table: Table, n_players: int) -> None:
    """Allies, engaged enemies, the staging area, the active location."""
    made, draw = table.made, table.draw
    made["in_play"] = [table.some((n.ALLY,), 3) for _ in range(n_players)]
    before = len(table.keys)
    made["staging"] = table.some((n.ENEMY, n.LOCATION), 4)
    table.staged = [key for key, _ in table.keys[before:]]
    made["engaged"] = [table.some((n.ENEMY,), 2) for _ in range(n_players)]
    if draw(st.booleans()):
        made["active_location"] = table.note(draw(st.sampled_from(box(n.LOCATION))))


def lay_attachments(table: Table) -> None:
    """Attachments on what may bear them; of Restricted ones at most two on a card."""
    hosts: dict[str, list[str]] = {}
    restricted: dict[str, int] = {}
    for card in table.draw(st.lists(st.sampled_from(box(n.ATTACHMENT)), max_size=4)):
        able = [key for key, host in table.keys if card.host.types >> host.type & 1]
        if not able or (card.unique and card.name in table.unique):
            continue
        key = table.draw(st.sampled_from(able))
        restricted[key] = restricted.get(key, 0) + ("Restricted" in card.keywords)
        if restricted[key] <= 2:
            table.unique.update([card.name] if card.unique else [])
            hosts.setdefault(key, []).append(card.name)
    table.made["attachments"] = hosts


def lay_unseen(table: Table, n_players: int) -> None:
    """Hands, decks, discard piles, the encounter deck, shadow cards, the victory display."""
    made, draw, player = table.made, table.draw, (n.ALLY, n.ATTACHMENT, n.EVENT)
    for word, most in (("hand", 5), ("deck", 6), ("discard", 4)):
        made[word] = [draw(names(*player, most=most)) for _ in range(n_players)]
    made["encounter_deck"] = draw(names(*ENCOUNTER_DECK, most=8))
    made["encounter_discard"] = draw(names(*ENCOUNTER_DECK, most=4))
    if made["phase"] in AFTER_DEAL:
        shadows = {key: draw(names(*ENCOUNTER_DECK, most=2)) for key, _ in table.of(n.ENEMY)}
        made["shadows"] = {key: cards for key, cards in shadows.items() if cards}


def lay_tokens(table: Table, n_players: int) -> None:
    """Threat, resources, damage, progress, rounds, the first player, the stage, seed and difficulty."""
    made, draw = table.made, table.draw
    made["threat"] = [draw(st.integers(15, 49)) for _ in range(n_players)]
    made["resources"] = table.numbers(table.of(n.HERO), lambda card: 4, 1)
    made["damage"] = table.numbers(table.of(n.HERO, n.ALLY, n.ENEMY), lambda card: max(0, (card.hit_points or 0) - 1))
    made["progress"] = table.numbers(table.of(n.LOCATION), lambda card: max(0, (card.quest_points or 0) - 1))
    made["round_no"] = draw(st.integers(0, 4))
    made["first_player"] = draw(st.integers(0, n_players - 1))
    stage = draw(st.sampled_from(scenarios.get(table.scenario).quest_cards()))
    made["stage"] = stage.number
    if (stage.quest_points or 0) > 1 and draw(st.booleans()):
        made["progress"][stage.name] = draw(st.integers(1, stage.quest_points - 1))
    made["seed"] = draw(st.integers(0, 1000))
    made["difficulty"] = draw(st.sampled_from(n.DIFFICULTIES))


def lay_states(table: Table, phase: str) -> None:
    """Who is committed, who is exhausted."""
    characters = [key for key, _ in table.of(n.HERO, n.ALLY)]
    committed = table.draw(st.sets(st.sampled_from(characters))) if phase in AFTER_COMMITMENT else set()
    exhausted = table.draw(st.sets(st.sampled_from(characters))) - committed
    table.made["committed"], table.made["exhausted"] = sorted(committed), sorted(exhausted)


def lay_objectives(table: Table) -> None:
    """A prisoner who is not his player's only hero, objectives in staging, guards of some of them."""
    made, draw = table.made, table.draw
    able = [name for heroes in made["heroes"] if len(heroes) > 1 for name in heroes]
    if able and draw(st.booleans()):
        name = made["prisoner"] = draw(st.sampled_from(able))
        for word in ("committed", "exhausted"):
            made[word] = [key for key in made[word] if key != name]
        made["damage"].pop(name, None)
        made["resources"].pop(name, None)
    objectives = draw(st.sets(st.sampled_from([card.name for card in box(n.OBJECTIVE)])))
    guards = list(table.staged)
    made["staging"] = made["staging"] + sorted(objectives)
    made["guards"] = {name: guards.pop() for name in sorted(objectives) if guards and draw(st.booleans())}
