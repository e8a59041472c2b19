"""What the players may know, and possible worlds that agree with it.

    view(game)                      # what the team knows together (the default, and what results are stated with)
    view(game, player=1)            # what player 1 knows
    determinize(game, seed=3)       # a copy in which everything unknown is dealt anew, and so is the future

A card is unknown to a player if it lies in a deck, in somebody else's hand, or facedown on the table, unless he looked at
it, drew it, or saw it go there (`known_by`). Faces never stay with a card's number: shuffling deals them anew, so that
numbers say nothing.

`determinize` deals the unknown faces of each owner anew over his unknown cards: the encounter deck together with the
facedown shadow cards, a player's deck together with his cards in hand that the player who looks does not know. The
engine's and the agents' generators start from the seed too, or a search would see the real future. The world that comes of
it depends on the seed and on what is known, on nothing else, so that search results do not either. It draws no
conclusions: a player who could have acted and did not is not taken to lack the card, and the last facedown card of a
deck that was searched or reset is not taken to be known by counting.

With `player`, determinize at that player's own decisions. At somebody else's the cards that are offered or being played
from a hand keep their faces, so that the options stay what they are.
"""

from __future__ import annotations

import numpy as np

from lotrsim.cards import registry
from lotrsim.cards.spec import TYPE_NAMES
from lotrsim.cards.tables import tables as all_tables
from lotrsim.checks import as_games, copy_of
from lotrsim.errors import BadValue, said
from lotrsim.ids import (
    ACTIVE,
    AT_PHASE_END,
    AT_ROUND_END,
    ATTACHED,
    CANNOT_ATTACK,
    COMMITTED,
    COST,
    D_ACTION,
    DECK,
    DIFFICULTIES,
    DISCARD_PILE,
    ENCOUNTER,
    ENCOUNTER_DECK,
    ENCOUNTER_DISCARD,
    ENGAGED,
    EXHAUSTED,
    FACEDOWN,
    FOR_ATTACK,
    FOR_PHASE,
    FOR_ROUND,
    FRAME_EFFECT,
    FRAME_PAY,
    HAND,
    HAS_ATTACKED,
    KIND,
    LIMBO,
    MAX_ATTACKS,
    MAX_CARDS,
    MAX_FRAMES,
    NO_THREAT,
    NONE,
    ON_DECK,
    ON_SET,
    PLAY,
    QUEST,
    QUEST_DECK,
    REMOVED,
    ROLE_ATTACKER,
    ROLE_DEFENDER,
    SET_ASIDE,
    SHADOW,
    SOURCE,
    STAGING,
    SUBJECT,
    TARGET,
    VICTORY,
    WAS_ATTACKED_BY,
    names_of,
)
from lotrsim.kernel import GAMES, TABLES_ARRAY, G, T, b1, i8, kernel, void
from lotrsim.knowledge import everybody, identity_of, is_unknown, names_face
from lotrsim.names import set_name
from lotrsim.rng import reseed_agent, reseed_engine, shuffle_key
from lotrsim.rules.guards import guard_of
from lotrsim.rules.zones import player_of, recount_listeners

# ---------------------------------------------------------------- possible worlds

DEAL = 1 << 20  # stands for the number of the shuffle: no game shuffles so often


@kernel(b1, G, i8)
def is_shown(g, card):
    """A card in a hand is offered by the pending decision, or is being played."""
    for i in range(np.int64(g["n_legal"])):
        if g["legal"][i] == card:
            return True
    for k in range(np.int64(g["n_frames"])):
        frame = g["frames"][k]
        if frame[KIND] == FRAME_EFFECT or frame[KIND] == FRAME_PAY:
            if frame[SOURCE] == card or frame[TARGET] == card or frame[COST] == card:
                return True
    return False


@kernel(i8, G, i8)
def find_identity(g, identity):
    """Return the card of this owner, face and copy, or NONE."""
    for card in range(np.int64(g["n_cards"])):
        if identity_of(g, np.int64(card)) == identity:
            return np.int64(card)
    return np.int64(NONE)


@kernel(void, G, i8, i8)
def deal_unknown(g, owner, viewers):
    """Deal the faces of an owner's unknown cards anew over them, sorted by keys hashed from the seed and the face.

    So what is dealt depends on the seed and on which faces are unknown, not on where they really lie.
    """
    cards = np.empty(MAX_CARDS, np.int64)
    faces = np.empty(MAX_CARDS, np.int64)
    keys = np.empty(MAX_CARDS, np.int64)
    n = 0
    for card in range(np.int64(g["n_cards"])):
        if g["owner"][card] != owner or not is_unknown(g, np.int64(card), viewers):
            continue
        if g["zone"][card] < DECK and is_shown(g, np.int64(card)):
            continue
        copy = np.int64(g["copy_no"][card])
        face = np.int64(g["face"][card]) << 8 | copy
        key = shuffle_key(g, owner, face, copy, DEAL)
        j = n
        while j > 0 and keys[j - 1] > key:
            keys[j] = keys[j - 1]
            faces[j] = faces[j - 1]
            j -= 1
        keys[j] = key
        faces[j] = face
        cards[n] = card
        n += 1
    for i in range(n):
        g["face"][cards[i]] = faces[i] >> 8
        g["copy_no"][cards[i]] = faces[i] & 255


@kernel(void, G, i8)
def deal_all_unknown(g, viewers):
    """Deal everything unknown anew by the shuffle key; frames go on speaking of the faces that they named."""
    named = np.empty(MAX_FRAMES, np.int64)
    source = np.int64(NONE)
    n = np.int64(g["n_frames"])
    for k in range(n):
        card = names_face(g, np.int64(k), viewers)
        named[k] = NONE if card == NONE else identity_of(g, card)
        if card != NONE and card == g["decision_source"]:
            source = named[k]
    for owner in range(ENCOUNTER, np.int64(g["n_players"])):
        deal_unknown(g, np.int64(owner), viewers)
    for k in range(n):
        if named[k] != NONE:
            g["frames"][k, SUBJECT] = find_identity(g, named[k])
    if source != NONE:
        g["decision_source"] = find_identity(g, source)


@kernel(void, G, T, i8, i8, i8)
def determinize_game(g, t, seed, index, viewers):
    """Make of a game one that these players (bits) cannot tell from it: unknown faces and the future from (seed, index)."""
    reseed_engine(g, seed, index)
    reseed_agent(g, seed, index)
    deal_all_unknown(g, viewers)
    if everybody(g) & ~viewers:  # cards in hands listen; those in decks and facedown ones do not
        recount_listeners(g, t)


@kernel(void, GAMES, i8, TABLES_ARRAY, i8, i8, i8)
def determinize_row(games, i, tables, seed, index, viewers):
    """Make game i one that these players (bits) cannot tell from it."""
    determinize_game(games[i], tables[0], seed, index, viewers)


def viewers_of(games: np.ndarray, player: int | None) -> int:
    """Return the bits of the players who look: one, or for None all."""
    n_players = int(games[0]["n_players"])
    if player is None:
        return (1 << n_players) - 1
    if isinstance(player, bool) or not isinstance(player, int | np.integer) or not 0 <= player < n_players:
        raise BadValue(f"there is no player {said(player)}: this table has players 0 to {n_players - 1}")
    return 1 << int(player)


def determinize(game: object, seed: int, player: int | None = None) -> object:
    """Return a copy that the team (or one player) cannot tell from the game: unknown cards and the future dealt anew.

    A Game gives a Game, an array of games an array, a record an array of one; game k of a batch is dealt from (seed, k).
    """
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or not 0 <= seed < 2**63:
        raise BadValue(f"a seed is a whole number from 0 to 2**63 - 1, not {said(seed)}")
    if hasattr(game, "state") and hasattr(game, "copy"):
        copy = game.copy()
        games = as_games(copy)
    else:
        copy = games = as_games(game).copy()
    for i in range(len(games)):
        viewers = viewers_of(games[i : i + 1], player)
        determinize_row(games, i, all_tables(), int(seed), i, viewers)
    return copy


# ---------------------------------------------------------------- what is known, in words

PHASES = ("setup", "resource", "planning", "quest", "travel", "encounter", "combat", "refresh")
OUTCOMES = ("playing", "won", "all_eliminated", "round_limit", "prisoner_lost", "faulted")
STATS = ("willpower", "attack", "defense", "hit_points", "threat")
DECISIONS = names_of("D_")
MOMENTS = {AT_PHASE_END: "phase_end", AT_ROUND_END: "round_end"}
DURATIONS = {FOR_PHASE: "phase_end", FOR_ROUND: "round_end", FOR_ATTACK: "attack_end"}
OPEN_ZONES = {
    STAGING: "staging",
    ACTIVE: "active_location",
    ENCOUNTER_DISCARD: "encounter_discard",
    VICTORY: "victory",
    SET_ASIDE: "set_aside",
    REMOVED: "removed",
    QUEST: "stage",
    QUEST_DECK: "quest_deck",
    LIMBO: "resolving",
}
TOKENS = ("damage", "progress", "resources", "used_round", "used_phase")
FLAGS = {
    EXHAUSTED: "exhausted",
    FACEDOWN: "facedown",
    COMMITTED: "committed",
    HAS_ATTACKED: "has_attacked",
    NO_THREAT: "no_threat",
}
PLAYER_FLAGS = {CANNOT_ATTACK: "cannot_attack", WAS_ATTACKED_BY: "was_attacked_by"}


class _Viewer:
    """Reads one record with the eyes of some players."""

    def __init__(self, games: np.ndarray, viewers: int) -> None:
        self.g, self.viewers = games[0], viewers
        self.n_players = int(self.g["n_players"])

    def knows(self, card: int) -> bool:
        """One of the viewers knows what the card is."""
        return not is_unknown(self.g, card, self.viewers)

    def pile(self, first: int) -> list[int]:
        """The cards of a list, from the first on."""
        cards, card = [], int(first)
        while card != NONE:
            cards.append(card)
            card = int(self.g["next_card"][card])
        return cards

    def named(self, card: int) -> dict | None:
        """A card's number at this table and its name, None where it is unknown."""
        if card == NONE:
            return None
        return {"card": int(card), "name": self.name(card) if self.knows(card) else None}

    def name(self, card: int) -> str:
        """The name printed on a card."""
        return registry.all_cards()[self.g["face"][card]].name

    def card(self, card: int) -> dict:
        """All that can be seen of a card on the table: what is 0, none or no is left out."""
        g = self.g
        seen = self.named(card) or {}
        if seen["name"] is not None:
            entry = registry.all_cards()[g["face"][card]]
            seen["number"], seen["type"] = entry.number, TYPE_NAMES[entry.type]
        guard = int(guard_of(g, card))
        if guard != NONE:
            seen["guarded_by"] = self.named(guard)
        if g["zone"][card] >= PLAY:
            seen["controller"] = int(player_of(g, card))
        seen.update({token: int(g[token][card]) for token in TOKENS if g[token][card]})
        flags = int(g["flags"][card])
        seen.update({word: True for bit, word in FLAGS.items() if flags & bit})
        for bit, word in PLAYER_FLAGS.items():
            players = [p for p in range(self.n_players) if flags & bit << p]
            if players:
                seen[word] = players
        for bit, word in ((ROLE_ATTACKER, "attacks"), (ROLE_DEFENDER, "defends")):
            depths = [d for d in range(MAX_ATTACKS) if int(g["roles"][card]) & bit << d]
            if depths:
                seen[word] = depths
        for zone, word in ((ATTACHED, "attachments"), (SHADOW, "shadow_cards")):
            under = [self.card(u) for u in self.pile(g["under"][card]) if g["zone"][u] == zone]
            if under:
                seen[word] = under
        return seen

    def hidden(self, zone: int) -> dict:
        """A deck or hand: how many cards, and those that are known with their place from the top."""
        pile = self.pile(self.g["zone_first"][zone])
        known = [{"place": k, **(self.named(card) or {})} for k, card in enumerate(pile) if self.knows(card)]
        return {"count": len(pile), "known": known}

    def shown(self, zone: int) -> list[dict]:
        """The cards of a zone where everything lies on the table."""
        return [self.card(card) for card in self.pile(self.g["zone_first"][zone])]

    def player(self, p: int) -> dict:
        """One player's place at the table."""
        return {
            "threat": int(self.g["threat"][p]),
            "eliminated": bool(self.g["eliminated"][p]),
            "any_defenders": bool(int(self.g["any_defenders"]) >> p & 1),
            "hand": self.hidden(HAND + p),
            "deck": self.hidden(DECK + p),
            "on_deck": [self.card(c) for c in self.pile(self.g["zone_first"][ATTACHED]) if self.g["host"][c] == ON_DECK - p],
            "discard": self.shown(DISCARD_PILE + p),
            "play": self.shown(PLAY + p),
            "engaged": self.shown(ENGAGED + p),
        }

    def effects(self) -> list[dict]:
        """Lasting changes of statistics, and what will happen at the end of the phase or round."""
        g, found = self.g, []
        for i in range(int(g["n_lasting"])):
            change = {"stat": STATS[g["lasting_stat"][i]], "by": int(g["lasting_value"][i])}
            card = int(g["lasting_card"][i])
            about = {"cards": set_name(n_set)} if (n_set := ON_SET - card) >= 0 else self.named(card) or {}
            found.append({**about, **change, "until": DURATIONS[min(g["lasting_until"][i], FOR_ATTACK)]})
        for moment, _, source, target, player in g["delayed"][: g["n_delayed"], :5].tolist():
            found.append({"source": self.named(source), "target": self.named(target), "player": player})
            found[-1]["at"] = MOMENTS[moment]
        return found

    def decision(self) -> dict | None:
        """The pending decision; its options only for those who may know the decider's cards."""
        g = self.g
        if g["n_legal"] == 0:
            return None
        kind, source, player = int(g["decision"]), int(g["decision_source"]), int(g["decider"])
        about = None if kind == D_ACTION else self.named(source)  # in a window the number is the planning player's
        for k in range(int(g["n_frames"])):
            if source != NONE and names_face(g, k, self.viewers) == source:
                about = {"card": None, "name": self.name(source)}  # shuffled into a deck: where is unknown
        options = g["legal"][: g["n_legal"]].tolist() if self.viewers >> player & 1 else None
        return {"kind": DECISIONS[kind], "player": player, "source": about, "options": options}


def view(game: object, player: int | None = None) -> dict:
    """Return what one player (None: the team together) knows of a game, as plain dicts, lists, numbers and words.

    Cards are {"card": number at this table, "name": ...}; an unknown one has the name None. Decks and hands give their
    count and the known cards, counted from the top. Cards on the table also tell what lies on and under them. Nothing else
    is in it: no unknown face, no generator, no place of a card that was shuffled in.
    """
    games = copy_of(game)
    seen = _Viewer(games, viewers_of(games, player))
    g = games[0]
    return {
        "viewer": player if player is None else int(player),
        "outcome": OUTCOMES[int(g["outcome"])],
        "phase": PHASES[int(g["phase"])],
        "rounds_completed": int(g["round_no"]),
        "round_limit": int(g["round_limit"]),
        "difficulty": DIFFICULTIES[int(g["difficulty"])],
        "first_player": int(g["first_player"]),
        "quest_progress": int(g["quest_progress"]),
        "staging_bonus": int(g["staging_bonus"]) * int(g["n_alive"]),
        "allies_played": int(g["allies_played"]),
        "players": [seen.player(p) for p in range(seen.n_players)],
        **{word: seen.shown(zone) for zone, word in OPEN_ZONES.items()},
        "encounter_deck": seen.hidden(ENCOUNTER_DECK),
        "effects": seen.effects(),
        "decision": seen.decision(),
        "decisions": int(g["n_decisions"]),
    }
