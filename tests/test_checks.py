"""The invariants find what is broken, in any record whatever; the hash sees every live field and nothing else."""

import random

import numpy as np
import pytest

import lotrsim
from lotrsim import broken, decks, ids, scenarios
from lotrsim.broken import ERRORS
from lotrsim.cards import registry
from lotrsim.checks import error_names, state_errors, state_hash
from lotrsim.errors import BadValue
from lotrsim.kernel import DISABLED
from lotrsim.rules.flow import apply
from lotrsim.start import start_games, tables, template
from lotrsim.state import GAME
from lotrsim.testing import position_record

MIRKWOOD = "passage-through-mirkwood"


def new_game(deck_ids="core-leadership+core-lore", seed=3, decisions=40):
    """A game in the middle: one record."""
    games = template(scenarios.get(MIRKWOOD), decks.team(deck_ids))
    start_games(games, 0, 1, tables(), seed, 0)
    draw = random.Random(seed)
    for _ in range(decisions):
        g = games[0]
        apply(games, 0, tables(), draw.choice(g["legal"][: g["n_legal"]].tolist()))
    return games


@pytest.fixture(scope="module")
def played():
    return new_game()


@pytest.fixture
def games(played):
    return played.copy()


def combat():
    """An enemy with a facedown shadow card attacks, a hero carries an attachment, a lasting and a delayed effect wait."""
    games = position_record(
        heroes=[["Aragorn"], ["Gimli"]],
        in_play=[["Faramir"], ["Beorn"]],
        hand=[["Sneak Attack"], ["Feint", "Feint"]],
        deck=[["Gandalf", "Ever Vigilant"], ["Blade Mastery"]],
        attachments={"Aragorn": ["Steward of Gondor"]},
        resources={"Aragorn": 2},
        engaged=[["Forest Spider", "King Spider"], []],
        staging=["Old Forest Road"],
        encounter_deck=["Hummerhorns", "Forest Gate", "Enchanted Stream", "East Bight Patrol"],
        phase="combat",
    )
    g = games[0]
    beorn = number_of(g, "Beorn")
    while g["attack_depth"] == 0:
        legal = g["legal"][: g["n_legal"]].tolist()
        apply(games, 0, tables(), beorn if beorn in legal else legal[-1])
    return games


def number_of(g, name):
    face = registry.face_of(registry.find(name))
    return int(np.flatnonzero(g["face"][: g["n_cards"]] == face)[0])


# ---------------------------------------------------------------- what holds


@pytest.mark.parametrize("team", ["core-tactics", "core-spirit+core-lore"])
@pytest.mark.parametrize("difficulty", ids.DIFFICULTIES)
def test_a_new_game_breaks_nothing(team, difficulty):
    games = template(scenarios.get(MIRKWOOD), decks.team(team), difficulty)
    start_games(games, 0, 1, tables(), 5, 0)
    assert error_names(state_errors(games)) == []


def test_a_position_in_mid_attack_breaks_nothing():
    games = combat()
    assert games[0]["attack_depth"] == 1
    assert games[0]["n_delayed"] == 1
    assert error_names(state_errors(games)) == []


def test_it_takes_games_arrays_and_records():
    game = lotrsim.Game.new(MIRKWOOD, decks=["core-tactics"], seed=1)
    batch = np.concatenate([new_game(decisions=0), game.games])
    assert state_errors(game) == state_errors(game.state) == state_errors(batch, 1) == 0
    assert state_hash(game) == state_hash(game.state) == state_hash(game.games) == state_hash(batch, 1)
    assert state_hash(batch, 0) != state_hash(batch, 1)


@pytest.mark.parametrize("call", [state_errors, state_hash])
@pytest.mark.parametrize("thing, i", [(None, 0), ("game", 0), (np.zeros(3), 0), (np.zeros(2, GAME), 2), (np.zeros(2, GAME), -1)])
def test_it_refuses_what_is_no_game(call, thing, i):
    with pytest.raises(BadValue):
        call(thing, i)


def test_the_flags_have_names_and_words():
    assert error_names(0) == []
    assert len(ERRORS) == 36
    for k, name in enumerate(ERRORS):
        assert getattr(broken, name.upper()) == 1 << k
        assert error_names(1 << k) == [name]
    assert error_names(broken.LISTS | broken.SETS) == ["lists", "sets"]


# ---------------------------------------------------------------- what is found


def free_card(g, zone, where=lambda g, c: True):
    return next(c for c in range(g["n_cards"]) if g["zone"][c] == zone and where(g, c))


def swap_in_list(g):
    deck = ids.ENCOUNTER_DECK
    g["next_card"][g["zone_first"][deck]] = g["zone_first"][deck]


def move_to_zone(zone, card_name=None, from_zone=None):
    """A change that puts a card into a zone by the engine's own lists."""

    def change(g):
        from lotrsim.rules.zones import link_last, unlink

        card = number_of(g, card_name) if card_name else free_card(g, from_zone)
        listening = g["listen"].copy()
        unlink(g, card)
        link_last(g, card, zone)
        g["listen"] = listening

    return change


def put(field, value, where=None):
    """A change that writes one number, into the first card for which `where` holds or into a scalar."""

    def change(g):
        if where is None:
            g[field] = value
        else:
            g[field][next(c for c in range(g["n_cards"]) if where(g, c))] = value

    return change


def in_zone(*zones):
    return lambda g, c: g["zone"][c] in zones


def write(path, value):
    """A change that writes one number into an array of the record."""

    def change(g):
        g[path[0]][path[1:]] = value

    return change


def second_location(g):
    move_to_zone(ids.ACTIVE, "Old Forest Road")(g)
    g["face"][number_of(g, "Old Forest Road")] = registry.face_of(registry.find("King Spider"))


def twin_of_aragorn(g):
    g["face"][number_of(g, "Gimli")] = g["face"][number_of(g, "Aragorn")]


def hit(g):
    g["damage"][number_of(g, "Gimli")] = 5


def strengthen_a_hand(g):
    g["lasting_card"][0] = number_of(g, "Sneak Attack")


CHANGES = {
    "bad_counts": [put("n_cards", 321), put("n_players", 0), put("n_frames", -1), put("n_legal", 400), put("n_lasting", 193)],
    "bad_numbers": [put("phase", 8), put("outcome", 9), put("decider", 2), put("first_player", 2), put("rng_count", -1)],
    "bad_faces": [write(("face", 0), 5000), write(("face", 1), -1), write(("copy_no", 1), -2)],
    "bad_links": [write(("zone", 0), 32), write(("next_card", 0), 300), write(("host", 0), -4), put("stage", 300)],
    "bad_owners": [write(("owner", 0), 2), write(("controller", 0), -2)],
    "bad_frames": [write(("frames", 0, ids.KIND), 26), write(("frames", 1, ids.SOURCE), 300), write(("frames", 1, ids.STEP), 99)],
    "bad_lasting": [write(("lasting_card", 0), 300), write(("lasting_stat", 0), 5), write(("lasting_until", 0), 0)],
    "bad_delayed": [write(("delayed", 0, 0), 3), write(("delayed", 0, 1), -1), write(("delayed", 0, 4), -1)],
    "bad_legal": [write(("legal", 0), 999), write(("legal", 0), -1), write(("legal", 1), 0)],
    "lists": [swap_in_list, write(("zone_last", ids.ENCOUNTER_DECK), 0), put("next_card", -1, in_zone(ids.ENCOUNTER_DECK))],
    "zone_counts": [write(("zone_count", ids.HAND), 5), write(("zone_count", ids.SHADOW), 0)],
    "zone_owners": [move_to_zone(ids.HAND + 1, "Sneak Attack"), put("owner", 1, in_zone(ids.DECK))],
    "zone_types": [move_to_zone(ids.STAGING, "Sneak Attack"), move_to_zone(ids.ENGAGED, "Old Forest Road")],
    "hosts": [put("host", -1, in_zone(ids.ATTACHED)), put("host", 0, in_zone(ids.SHADOW))],
    "active_location": [second_location],
    "current_stage": [put("stage", ids.NONE), put("stage", 0)],
    "unique_titles": [twin_of_aragorn],
    "tokens": [put("damage", -1, in_zone(ids.PLAY)), put("used_phase", -1, in_zone(ids.PLAY))],
    "resources": [put("resources", 1, in_zone(ids.STAGING))],
    "clean": [put("damage", 1, in_zone(ids.HAND)), put("flags", ids.EXHAUSTED, in_zone(ids.DECK)), strengthen_a_hand],
    "card_flags": [put("flags", ids.COMMITTED, in_zone(ids.PLAY)), put("flags", ids.FACEDOWN, in_zone(ids.HAND))],
    "roles": [put("roles", 4, in_zone(ids.PLAY))],
    "marks": [put("marks", 1 << 13, in_zone(ids.PLAY))],
    "dead_in_play": [hit],
    "guards": [put("n_guarded", 1)],
    "knowledge": [put("known_by", 0, in_zone(ids.HAND)), put("known_by", 1, in_zone(ids.STAGING))],
    "threat_bounds": [write(("threat", 0), 50), write(("threat", 0), 51), write(("threat", 0), -1)],
    "players_alive": [put("n_alive", 1)],
    "eliminated_cards": [write(("eliminated", 1), 1)],
    "listeners": [write(("listen", 3), 7)],
    "sets": [put("n_sets", 3)],
    "attacks": [put("attack_frame", 0), put("attack_depth", 2), put("attack_frame", ids.NONE)],
    "stack": [write(("frames", 0, ids.KIND), ids.FRAME_WINDOW)],
    "decision": [put("decision", ids.D_NONE), put("answer", 320)],
    "outcome": [put("outcome", ids.WON), put("fault", ids.F_LEGAL)],
    "dead_slots": [write(("face", 319), 1), write(("frames", 39, ids.X), 1), write(("legal", 300), 1), write(("threat", 3), 1)],
}


def prepared():
    """The position of `combat`, with a lasting effect and at least two legal actions."""
    games = combat()
    g = games[0]
    assert g["n_lasting"] and g["n_legal"] > 1
    return games


@pytest.fixture(scope="module")
def attacked():
    return prepared()


@pytest.mark.parametrize("name", ERRORS)
def test_each_flag_is_set_by_what_breaks_it(attacked, name):
    for change in CHANGES[name]:
        games = attacked.copy()
        change(games[0])
        assert name in error_names(state_errors(games))


def test_looking_changes_nothing(games):
    before = games.copy()
    state_errors(games)
    state_hash(games)
    assert all(np.array_equal(games[name], before[name]) for name in GAME.names)


def test_it_survives_records_of_random_bytes():
    draw = np.random.default_rng(1)
    for _ in range(20 if DISABLED else 2000):
        games = np.frombuffer(draw.bytes(GAME.itemsize), GAME).copy()
        assert state_errors(games) != 0
        with pytest.raises(BadValue, match="no game"):  # of random counts one is always too large
            state_hash(games)


@pytest.mark.parametrize("share", range(4))
def test_it_survives_any_number_in_any_field(attacked, share):
    """Links and counts that are wrong one at a time or a few together: the check always ends, and nothing crashes."""
    draw = random.Random(share)
    fields = [name for k, name in enumerate(GAME.names) if k % 4 == share]
    for name in fields:
        for _ in range(3 if DISABLED else 200):
            games = attacked.copy()
            values = games[name].reshape(-1)
            top = np.iinfo(values.dtype).max
            for _ in range(draw.choice((1, 2, 5))):
                number = draw.choice((0, 1, -1, draw.randrange(-5, 330), draw.randint(-top, top)))
                values[draw.randrange(len(values))] = max(min(number, top), -top)
            state_errors(games)


# ---------------------------------------------------------------- the hash


def live_slots(g):
    """Field -> indices of its live entries (None: it has no entries)."""
    players, cards, frames = range(g["n_players"]), range(g["n_cards"]), range(g["n_frames"])
    lasting, delayed, legal = range(g["n_lasting"]), range(g["n_delayed"]), range(g["n_legal"])
    live = {name: None if GAME[name].shape == () else range(GAME[name].shape[0]) for name in GAME.names}
    live.update(threat=players, eliminated=players, legal=legal)
    live.update(guarded=range(g["n_guarded"]), guard=range(g["n_guarded"]))
    live.update({name: lasting for name in GAME.names if name.startswith("lasting_")})
    live["delayed"] = [(i, c) for i in delayed for c in range(6)]
    live["frames"] = [(k, s) for k in frames for s in range(ids.N_SLOTS)]
    for name in GAME.names[GAME.names.index("face") : GAME.names.index("marks") + 1]:
        live[name] = cards
    return live


def every_slot(name):
    shape = GAME[name].shape
    return [None] if shape == () else list(np.ndindex(shape)) if len(shape) > 1 else range(shape[0])


def change_at(g, name, index):
    if index is None:
        g[name] = g[name] ^ 1
    else:
        g[name][index] ^= 1


COUNTS = ("n_players", "n_cards", "n_guarded", "n_lasting", "n_delayed", "n_frames", "n_legal")  # they say what is live


@pytest.mark.parametrize("name", GAME.names)
def test_every_live_number_counts_in_the_hash_and_no_other(attacked, name):
    games = attacked.copy()
    g = games[0]
    g["n_guarded"] = 1
    before = state_hash(games)
    live = live_slots(g)[name]
    slots = list(every_slot(name))
    draw = random.Random(name)
    chosen = slots if not DISABLED else draw.sample(slots, min(len(slots), 6))
    for index in chosen:
        if name in COUNTS:
            g[name] -= 1
            assert state_hash(games) != before
            g[name] += 1
            continue
        is_live = live is None or index in live
        change_at(g, name, index)
        assert (state_hash(games) != before) == is_live, (name, index)
        change_at(g, name, index)
    assert state_hash(games) == before


def test_padding_does_not_count(attacked):
    games = attacked.copy()
    used = np.zeros(GAME.itemsize, bool)
    for kind, offset in (GAME.fields[name][:2] for name in GAME.names):
        used[offset : offset + kind.itemsize] = True
    raw = games.view(np.uint8)
    raw[~used] ^= 255
    assert state_hash(games) == state_hash(attacked)
    assert state_errors(games) == 0


def test_the_agents_generator_can_be_left_out(games):
    before, without = state_hash(games), state_hash(games, agents=False)
    games[0]["agent_count"] += 1
    assert state_hash(games) != before
    assert state_hash(games, agents=False) == without
    games[0]["rng_count"] += 1
    assert state_hash(games, agents=False) != without


def test_both_halves_of_the_hash_change():
    """Of many hashes no two are equal, nor their lower or upper 31 bits."""
    games = new_game(decisions=0)
    found = []
    for k in range(30 if DISABLED else 3000):
        games[0]["rng_count"] = k
        found.append(state_hash(games))
    assert len(set(found)) == len({h >> 32 for h in found}) == len({h & 0xFFFFFFFF for h in found}) == len(found)
