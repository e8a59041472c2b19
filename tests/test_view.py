"""What players may know, and worlds dealt anew: nothing known changes, nothing unknown stays."""

import json
from collections import Counter

import numpy as np
import pytest

import lotrsim
from lotrsim import decks, ids, scenarios
from lotrsim.cards import registry
from lotrsim.checks import state_errors, state_hash
from lotrsim.errors import BadValue
from lotrsim.hashing import hash_known
from lotrsim.kernel import DISABLED, GAMES, i8, kernel
from lotrsim.looking import card_of, pile
from lotrsim.rules.flow import apply
from lotrsim.start import start_games, tables, template
from lotrsim.state import GAME
from lotrsim.testing import position, position_record
from lotrsim.view import determinize, determinize_row, view

MIRKWOOD = "passage-through-mirkwood"
SEEDS = 60 if DISABLED else 600


@kernel(i8, GAMES, i8)
def known_hash(games, viewers):
    """`hash_known` of game 0, for Python."""
    return hash_known(games[0], viewers)


def new_games(deck_ids="core-leadership+core-lore", seed=3, n=1):
    games = np.repeat(template(scenarios.get(MIRKWOOD), decks.team(deck_ids)), n)
    start_games(games, 0, n, tables(), seed, 0)
    return games


def two_players():
    """A facedown shadow card, two hands, two decks, an encounter deck."""
    return position_record(
        heroes=[["Aragorn"], ["Gimli"]],
        hand=[["Gandalf", "Sneak Attack"], ["Feint", "Blade Mastery"]],
        deck=[["Faramir", "Ever Vigilant", "Common Cause"], ["Beorn", "Swift Strike", "Horseback Archer"]],
        engaged=[["Forest Spider"], []],
        shadows={"Forest Spider": ["Eyes of the Forest"]},
        staging=["Old Forest Road"],
        encounter_deck=["Hummerhorns", "Forest Gate", "Enchanted Stream"],
        encounter_discard=["King Spider"],
        phase="dealt",
    )


def names(entries):
    return [entry["name"] for entry in entries]


# ---------------------------------------------------------------- the view


def test_the_team_sees_both_hands_and_no_deck():
    seen = view(two_players())
    first, second = seen["players"]
    assert sorted(names(first["hand"]["known"])) == ["Gandalf", "Sneak Attack"]
    assert sorted(names(second["hand"]["known"])) == ["Blade Mastery", "Feint"]
    assert first["deck"] == second["deck"] == {"count": 3, "known": []}
    assert seen["encounter_deck"] == {"count": 3, "known": []}
    assert names(seen["staging"]) == ["Old Forest Road"]
    assert names(seen["encounter_discard"]) == ["King Spider"]
    assert (seen["phase"], seen["outcome"], seen["viewer"]) == ("combat", "playing", None)


def test_a_player_sees_his_own_hand_only():
    seen = view(two_players(), player=1)
    assert seen["players"][0]["hand"] == {"count": 2, "known": []}
    assert sorted(names(seen["players"][1]["hand"]["known"])) == ["Blade Mastery", "Feint"]


def test_a_facedown_shadow_card_has_no_name_and_a_turned_one_has():
    games = two_players()
    shadow = view(games)["players"][0]["engaged"][0]["shadow_cards"]
    assert names(shadow) == [None]
    assert shadow[0]["facedown"] and "type" not in shadow[0] and "number" not in shadow[0]
    card = card_of(games, "Eyes of the Forest")
    games[0]["known_by"][card] = 2  # Dark Knowledge
    assert names(view(games)["players"][0]["engaged"][0]["shadow_cards"]) == ["Eyes of the Forest"]
    assert names(view(games, player=0)["players"][0]["engaged"][0]["shadow_cards"]) == [None]


def test_what_was_looked_at_is_known_to_who_looked():
    game = position(
        heroes=[["Aragorn"], ["Denethor"]],
        in_play=[[], ["Henamarth Riversong"]],
        encounter_deck=["Forest Gate", "Enchanted Stream"],
        phase="planning",
    )
    game.choose(card_of(game, "Henamarth Riversong"))
    gate = {"place": 0, "card": card_of(game, "Forest Gate"), "name": "Forest Gate"}
    assert view(game)["encounter_deck"] == {"count": 2, "known": [gate]}
    assert view(game, player=1)["encounter_deck"] == {"count": 2, "known": [gate]}
    assert view(game, player=0)["encounter_deck"] == {"count": 2, "known": []}


def test_tokens_states_and_attachments_are_seen():
    game = position(
        heroes=[["Aragorn", "Théodred"]],
        attachments={"Aragorn": ["Steward of Gondor"]},
        resources={"Aragorn": 2},
        damage={"Théodred": 1},
        exhausted=["Théodred"],
        staging=["Old Forest Road"],
        active_location="Forest Gate",
        progress={"Forest Gate": 1},
        hand=[["For Gondor!"]],
        phase="planning",
    )
    game.choose(card_of(game, "For Gondor!"))
    seen = view(game)
    aragorn, theodred = seen["players"][0]["play"]
    assert (aragorn["name"], aragorn["number"], aragorn["type"]) == ("Aragorn", 1, "hero")
    assert names(aragorn["attachments"]) == ["Steward of Gondor"]
    assert (theodred["damage"], theodred["exhausted"]) == (1, True)
    assert seen["active_location"][0]["progress"] == 1
    stronger = {"stat": "attack", "by": 1, "until": "phase_end"}
    assert {"card": card_of(game, "Aragorn"), "name": "Aragorn", **stronger} in seen["effects"]
    assert names(seen["stage"]) == ["Flies and Spiders"]


def test_a_decision_shows_its_options_to_who_may_know_them():
    game = lotrsim.Game.new(MIRKWOOD, decks=["core-spirit", "core-lore"], seed=2)
    options = [option.action for option in game.options]
    asked = view(game)["decision"]
    assert asked == {"kind": "mulligan", "player": 0, "source": None, "options": options}
    assert view(game, player=0)["decision"]["options"] == options
    assert view(game, player=1)["decision"]["options"] is None


def test_a_view_is_plain_data():
    games = new_games("core-tactics+core-spirit")
    for player in (None, 0, 1):
        seen = view(games, player)
        assert json.loads(json.dumps(seen)) == seen


@pytest.mark.parametrize("player", [2, -1, "0", True, 0.0])
def test_a_player_who_does_not_exist_is_refused(player):
    for call in (view, lambda game, p: determinize(game, 1, p)):
        with pytest.raises(BadValue, match="no player"):
            call(new_games(), player)


# ---------------------------------------------------------------- dealing anew


def world(games, seed, player=None):
    return determinize(games, seed, player)


def test_a_world_agrees_with_all_that_is_known():
    games = two_players()
    for player in (None, 0, 1):
        for seed in range(5):
            copy = world(games, seed, player)
            assert view(copy, player) == view(games, player)
            assert state_errors(copy) == 0


def test_the_game_itself_and_other_rows_stay():
    games = new_games(n=3)
    before = [state_hash(games, i) for i in range(3)]
    copies = determinize(games, 9)
    assert copies.shape == (3,)
    assert [state_hash(games, i) for i in range(3)] == before
    assert len({state_hash(copies, i) for i in range(3)}.union(before)) == 6
    alone = games[1:2].copy()
    determinize_row(alone, 0, tables(), 9, 1, 3)
    assert state_hash(alone) == state_hash(copies, 1)  # game k of a batch is dealt from (seed, k)


def test_a_game_gives_a_game():
    game = lotrsim.Game.new(MIRKWOOD, decks=["core-tactics"], seed=1)
    before = state_hash(game)
    twin = lotrsim.determinize(game, seed=4)
    assert isinstance(twin, lotrsim.Game)
    assert state_hash(twin) != before == state_hash(game)
    assert lotrsim.view(twin) == lotrsim.view(game)
    record = determinize(game.state, 4)
    assert record.dtype == GAME and state_hash(record) == state_hash(twin)


def test_the_same_seed_gives_the_same_world_and_another_another():
    games = new_games()
    assert state_hash(world(games, 5)) == state_hash(world(games, 5))
    assert len({state_hash(world(games, seed)) for seed in range(20)}) == 20


@pytest.mark.parametrize("seed", [-1, 2**63, 1.0, "1", None, True])
def test_a_bad_seed_is_refused(seed):
    with pytest.raises(BadValue, match="seed"):
        determinize(new_games(), seed)


def test_the_future_is_another_one():
    """Both generators and the shuffles start anew, and hidden faces do not tell what the real game will draw."""
    games = new_games()
    copy = world(games, 5)
    for field in ("rng_key", "agent_key", "shuffle_key"):
        assert not np.array_equal(games[0][field], copy[0][field])


def faces(games, cards):
    g = games[0]
    return Counter((int(g["face"][c]), int(g["copy_no"][c])) for c in cards)


def test_no_card_is_lost_and_known_cards_stay():
    games = two_players()
    g = games[0]
    g["known_by"][card_of(games, "Forest Gate")] = 1
    for player in (None, 0, 1):
        for seed in range(5):
            copy = world(games, seed, player)
            for owner in (-1, 0, 1):
                cards = [c for c in range(g["n_cards"]) if g["owner"][c] == owner]
                assert faces(copy, cards) == faces(games, cards)
            assert pile(copy, ids.HAND) == pile(games, ids.HAND) or player == 1
            assert pile(copy, ids.HAND + 1) == pile(games, ids.HAND + 1) or player == 0
            if player != 1:
                assert pile(copy, ids.ENCOUNTER_DECK)[1] == "Forest Gate"


def spread(change, of, seeds=SEEDS):
    """How often each value of `of` comes up in sampled worlds."""
    games = two_players()
    change(games[0])
    return Counter(of(world(games, seed)) for seed in range(seeds))


def shadow_face(games):
    g = games[0]
    card = next(c for c in range(g["n_cards"]) if g["zone"][c] == ids.SHADOW)
    return registry.all_cards()[g["face"][card]].name


def is_even(counts, n):
    """Each of n values as often as the others, within 5 standard deviations."""
    total = sum(counts.values())
    return len(counts) == n and all(abs(k - total / n) < 5 * (total / n) ** 0.5 for k in counts.values())


def test_shadow_cards_and_the_encounter_deck_are_dealt_together():
    counts = spread(lambda g: None, shadow_face)
    assert is_even(counts, 4)


def test_a_deck_comes_in_every_order():
    counts = spread(lambda g: None, lambda games: tuple(pile(games, ids.DECK)))
    assert is_even(counts, 6)


def test_another_players_hand_is_dealt_with_his_deck():
    games = two_players()
    counts = Counter(name for seed in range(SEEDS) for name in pile(world(games, seed, player=0), ids.HAND + 1))
    assert is_even(counts, 5)


def test_a_known_shadow_card_stays():
    def look(g):
        g["known_by"][[c for c in range(g["n_cards"]) if g["zone"][c] == ids.SHADOW]] = 1

    assert list(spread(look, shadow_face, 20)) == ["Eyes of the Forest"]


def test_who_listens_is_counted_anew():
    """Player 0 samples hands for player 1: their responses listen in other worlds than in the game."""
    games = new_games("core-tactics+core-spirit")
    listening = {tuple(world(games, seed, player=0)[0]["listen"].tolist()) for seed in range(20)}
    assert len(listening) > 1
    assert all(state_errors(world(games, seed, player=0)) == 0 for seed in range(5))


def test_at_somebody_elses_decision_the_options_stay():
    games = new_games("core-leadership+core-tactics", seed=1)
    g = games[0]
    checked = 0
    while g["outcome"] == ids.PLAYING and checked < 30:
        other = 1 - int(g["decider"])
        offered = [c for c in g["legal"][: g["n_legal"]].tolist() if c < ids.MAX_CARDS]
        for seed in range(2):
            copy = world(games, seed, player=other)
            assert all(copy[0]["face"][c] == g["face"][c] for c in offered)
            assert known_hash(copy, 1 << other) == known_hash(games, 1 << other)
            assert state_errors(copy) == 0
        checked += 1
        apply(games, 0, tables(), int(g["legal"][checked % g["n_legal"]]))


def test_an_event_about_a_card_that_was_shuffled_in_tells_no_place():
    """Beorn leaves play for the deck; Valiant Sacrifice may answer, and nobody learns where in the deck he is."""
    game = position(
        heroes=[["Gimli", "Aragorn"]],
        in_play=[["Beorn"]],
        hand=[["Valiant Sacrifice"]],
        deck=[["Feint", "Swift Strike", "Horseback Archer", "Blade Mastery", "Citadel Plate"]],
        resources={"Aragorn": 1},
        phase="planning",
    )
    game.choose(card_of(game, "Beorn"))
    while view(game)["decision"]["kind"] != "response":
        game.choose(ids.PASS)
    asked = view(game)["decision"]
    assert asked["source"] == {"card": None, "name": "Beorn"}
    assert "Beorn" not in names(view(game)["players"][0]["deck"]["known"])
    places = set()
    for seed in range(20):
        copy = determinize(game, seed)
        assert view(copy) == view(game)
        assert known_hash(copy.games, 1) == known_hash(game.games, 1)
        subject = next(f[ids.SUBJECT] for f in copy.state["frames"][: copy.state["n_frames"]] if f[ids.KIND] == ids.FRAME_EVENT)
        assert registry.all_cards()[copy.state["face"][subject]].name == "Beorn"
        places.add(int(subject))
        copy.choose(card_of(copy, "Valiant Sacrifice"))
        assert state_errors(copy) == 0
    assert len(places) > 2
