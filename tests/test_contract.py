"""What every scenario promises with every agent and any number of players (after pgx and OpenSpiel).

A scenario or agent that is registered is tested here without being named. Without compiled code a short selection runs.
"""

import numpy as np
import pytest

import lotrsim
from lotrsim import decks, ids, scenarios
from lotrsim.agents import base, runner
from lotrsim.checks import state_errors, state_hash
from lotrsim.errors import IllegalAction
from lotrsim.kernel import DISABLED
from lotrsim.rules.flow import advance, apply
from lotrsim.start import tables
from lotrsim.view import determinize, view

NAMES = [deck.id for deck in decks.STARTER_DECKS]
WORDS = {":N": ":4", ":STAGE=AGENT,...": ":planning=mcts:3,defence=flat-mc:4,attack=random"}  # what stands in lists: an example


def example(name):
    """An id that can be played, from the form in which agents are listed."""
    return next((name.replace(word, text) for word, text in WORDS.items() if name.endswith(word)), name)


AGENTS = [example(name) for name in base.ids()]
GAMES = 2 if DISABLED else 6

if DISABLED:
    CASES = [(scenarios.ids()[0], "random", 1), (scenarios.ids()[0], "random", 2)]
else:
    SEATS = {agent: range(1, (2 if ":" in agent else ids.MAX_PLAYERS) + 1) for agent in AGENTS}  # searches take longer
    CASES = [(s, agent, n) for s in scenarios.ids() for agent in AGENTS for n in SEATS[agent]]


def new_games(scenario, n_players, seed=5, n=GAMES):
    return runner.new_games(n, scenario, "+".join(NAMES[:n_players]), seed=seed)


def hashes(games):
    return [state_hash(games, i) for i in range(len(games))]


def chosen(agent, games, i):
    """What an agent answers in game i, its memory being new."""
    team = base.get(agent)
    seat = int(games[i]["decider"])
    return base.answer(team.seat(seat), games, i, tables(), base.own(team.memory(), seat))


@pytest.fixture(scope="module")
def over():
    """Case -> finished games; each case is played once for all tests."""
    played = {}

    def play(case):
        if case not in played:
            scenario, agent, n_players = case
            games = new_games(scenario, n_players)
            lotrsim.play(games, agent=agent)
            played[case] = games
        return played[case].copy()

    return play


case = pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(map(str, case)))


@case
def test_some_action_is_legal_until_the_end(case):
    scenario, agent, n_players = case
    games = new_games(scenario, n_players, n=1)
    g = games[0]
    decided = 0
    while g["outcome"] == ids.PLAYING:
        legal = g["legal"][: g["n_legal"]].tolist()
        assert len(legal) > 1 and legal == sorted(set(legal))
        mask = runner.legal_mask(games)
        assert np.flatnonzero(mask[0]).tolist() == legal
        action = chosen(agent, games, 0)
        assert action in legal
        assert apply(games, 0, tables(), action)
        decided += 1
        assert g["n_decisions"] == decided < 20_000
        if decided % 16 == 0 and not DISABLED:
            assert state_errors(games) == 0
    assert g["outcome"] != ids.FAULTED and state_errors(games) == 0


@case
def test_nothing_changes_after_the_end(case, over):
    games = over(case)
    assert (games["outcome"] != ids.PLAYING).all()
    before = hashes(games)
    advance(games, 0, tables())
    for action in (ids.PASS, ids.YES, 0, -1):
        assert not apply(games, 0, tables(), action)
    lotrsim.play(games, agent=case[1])
    game = lotrsim.Game(games[:1].copy())
    assert game.over and not game.options and game.decision is None
    with pytest.raises(IllegalAction):
        game.choose(ids.PASS)
    assert hashes(games) == before and state_hash(game) == before[0]


@case
def test_an_illegal_action_changes_nothing(case):
    scenario, _, n_players = case
    game = lotrsim.Game(new_games(scenario, n_players, n=1))
    before = state_hash(game)
    legal = {option.action for option in game.options}
    for action in (*(a for a in (0, ids.PASS, ids.NUMBER_0, ids.N_ACTIONS, -1, 10**6) if a not in legal), None, "0", 1.5, True):
        with pytest.raises(IllegalAction):
            game.choose(action)
    assert state_hash(game) == before


@case
def test_the_same_seed_gives_the_same_game(case, over):
    scenario, agent, n_players = case
    games = new_games(scenario, n_players)
    lotrsim.play(games, agent=agent)
    assert hashes(games) == hashes(over(case))
    assert len(set(hashes(games))) == GAMES
    others = new_games(scenario, n_players, seed=6)
    assert not set(hashes(others)) & set(hashes(new_games(scenario, n_players)))


@case
def test_a_game_is_the_same_alone_and_in_any_batch(case, over):
    """Also for any number of workers, and with other games as neighbours."""
    scenario, agent, n_players = case
    together = hashes(over(case))
    alone = runner.new_games(1, scenario, "+".join(NAMES[:n_players]), seed=5, first=1)
    lotrsim.play(alone, agent=agent)
    assert state_hash(alone) == together[1]
    turned = new_games(scenario, n_players)[::-1].copy()
    lotrsim.play(turned, agent=agent, workers=2)
    assert hashes(turned)[::-1] == together


@case
def test_a_copy_is_independent(case):
    scenario, agent, n_players = case
    game = lotrsim.Game(new_games(scenario, n_players, n=1))
    twin = game.copy()
    before = state_hash(game)
    lotrsim.play(twin.games, agent=agent)
    assert twin.over and not game.over
    assert state_hash(game) == before != state_hash(twin)
    lotrsim.play(game.games, agent=agent)
    assert state_hash(game) == state_hash(twin)


def named_cards(seen):
    """Every {"card": ..., "name": ...} of a view."""
    if isinstance(seen, dict):
        if seen.get("card") is not None:
            yield seen
        seen = list(seen.values())
    if isinstance(seen, list):
        for part in seen:
            yield from named_cards(part)


@case
def test_views_show_no_hidden_card(case):
    """Of each card that a viewer does not know, views never give the name; other hidden cards give the same view."""
    scenario, agent, n_players = case
    games = new_games(scenario, n_players, n=1)
    g = games[0]
    for k in range(12 if DISABLED else 60):
        for player in (None, *range(n_players)):
            seen = view(games, player)
            bits = (1 << n_players) - 1 if player is None else 1 << player
            for entry in named_cards(seen):
                card = entry["card"]
                hidden = g["zone"][card] in (*range(ids.DISCARD_PILE), ids.ENCOUNTER_DECK) or g["flags"][card] & ids.FACEDOWN
                assert entry["name"] is None or g["known_by"][card] & bits or not hidden
            if player is None or g["decider"] == player:
                assert view(determinize(games, k, player), player) == seen
        if g["outcome"] != ids.PLAYING:
            break
        apply(games, 0, tables(), chosen(agent, games, 0))


@case
def test_an_agent_does_not_know_hidden_cards_or_the_future(case):
    """It answers the same when hidden faces and the engine's generator are replaced; its own generator stays."""
    scenario, agent, n_players = case
    games = new_games(scenario, n_players, n=1)
    for k in range(10 if DISABLED else 60):
        if games[0]["outcome"] != ids.PLAYING:
            break
        world = determinize(games, k)
        for field in ("agent_key", "agent_count"):
            world[0][field] = games[0][field]
        action = chosen(agent, games, 0)
        assert chosen(agent, world, 0) == action
        apply(games, 0, tables(), action)
