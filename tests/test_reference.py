"""The reference engine alone: it plays the game of protocol 18, has its numbers, and owes nothing to the compiled engine."""

import ast
import re
from pathlib import Path

import pytest

from lotrsim import decks, ids, scenarios
from lotrsim.decks import STARTER_DECKS
from tests.reference import Game, random_numbers

ROOT = Path(__file__).resolve().parent
PROTOCOL = (ROOT.parent / "docs" / "protocol.md").read_text(encoding="utf-8")
KINDS = {number: name.upper() for number, name in ids.names_of("D_").items()}
SHARED = ("lotrsim.ids", "lotrsim.cards", "lotrsim.cards.spec", "lotrsim.decks", "lotrsim.effects.language")


def game_of_the_page():
    """The game of protocol 18 at its first decision."""
    return Game("passage-through-mirkwood", [decks.get("core-leadership")], "standard", seed=7)


def rows(name):
    """The rows of a generated table of the page, cell by cell, without its head."""
    block = PROTOCOL.split(f"<!-- generated: {name} -->")[1].split("<!-- end -->")[0]
    lines = [line for line in block.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]], block


def test_the_cards_are_dealt_as_the_page_says():
    game = game_of_the_page()
    zones = {"heroes": ids.PLAY, "hand": ids.HAND, "deck": ids.DECK, "encounter deck": ids.ENCOUNTER_DECK}
    dealt, _ = rows("dealt")
    for zone, cards in dealt:
        wanted = cards.split("; ")
        assert [f"{card.number} {card.face.name} {card.copy}" for card in game.zones[zones[zone]]][: len(wanted)] == wanted
    assert [zone for zone, _ in dealt] == list(zones)


def test_the_game_of_the_page_is_played():
    game = game_of_the_page()
    trace, block = rows("trace")
    assert len(trace) == 30
    for number, kind, legal, chosen in trace:
        assert game.n_decisions == int(number)
        assert (KINDS[game.decision.kind], game.decision.legal) == (kind, [int(action) for action in legal.split()])
        game.choose(int(chosen))
    while not game.over:
        game.choose(game.decision.legal[0])
    end = re.search(r"The end: (.+)\.", PROTOCOL).group(1)
    for name, value in re.findall(r"(\w+) (\d+)", end):
        assert game.result[name] == int(value), name


def test_the_numbers_of_the_page():
    known = {"mix32": random_numbers.mix32, "key_word": random_numbers.key_word, "fold": random_numbers.fold, "range": range}
    found = re.findall(r"^\| `((?:mix32|\[key_word|fold)\(?.+?)` \| `(.+?)` \|$", PROTOCOL, re.MULTILINE)
    assert len(found) == 7
    for expression, value in found:
        assert eval(expression, known) == eval(value), expression  # noqa: S307 - the page is ours
    stream = random_numbers.Generator(1916844069, 803573261)
    stream.count = 4
    assert [stream.below(6) for _ in range(10)] == [5, 2, 4, 3, 3, 4, 4, 1, 5, 1]


@pytest.mark.parametrize("scenario", scenarios.ids())
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_games_end_and_are_the_same_again(scenario, players):
    team = list(STARTER_DECKS)[:players]
    ends = []
    for _ in range(2):
        game = Game(scenario, team, "standard", seed=players)
        for step in range(100_000):
            if game.over:
                break
            legal = game.decision.legal
            assert legal == sorted(set(legal)) and len(legal) > 1
            game.choose(legal[step * 7919 % len(legal)])
        assert game.over and game.decision is None
        assert sorted(card.number for zone in game.zones for card in everything(zone)) == list(range(len(game.cards)))
        ends.append((game.result, game.events[-1][0], game.engine.count, game.shuffles))
    assert ends[0] == ends[1]


def everything(cards):
    """Cards with all that lies under them."""
    for card in cards:
        yield card
        yield from everything(card.under)


def test_an_illegal_action_changes_nothing():
    game = game_of_the_page()
    with pytest.raises(ValueError, match="not legal"):
        game.choose(0)
    assert game.n_decisions == 0 and game.decision.kind == ids.D_MULLIGAN


def test_it_shares_only_data_with_the_compiled_engine():
    for path in sorted((ROOT / "reference").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module == "lotrsim":
                names = [f"lotrsim.{alias.name}" for alias in node.names]
                assert set(names) <= {"lotrsim.ids", "lotrsim.scenarios"}, (path.name, names)
            elif isinstance(node, ast.ImportFrom):
                names = [node.module]
                assert not node.module.startswith("lotrsim") or node.module in SHARED, (path.name, node.module)
            assert not {name.split(".")[0] for name in names} & {"numba", "numpy"}, (path.name, names)
