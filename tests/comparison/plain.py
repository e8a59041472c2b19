"""The plain state: everything that a game is at a decision as one list of whole numbers, and its parts by name.

Both engines write the same list, so that two states are compared by one `==`; only where they differ are names asked for. The
list has these parts in turn:

    header        a number for each name of HEADER
    players       threat of each player, then why each was eliminated (0: he plays)
    legal         count, then the actions, ascending
    cards         for each instance a number for each name of CARD
    zones         for each of the zones 0 to 30: count, then the instances in order
    under         count of cards under which something lies; for each, ascending: the card, count, what lies there in order
    roles         count, then (card, bits of attacks in which it attacks, bits of those in which it defends), ascending
    uses          count, then (card, uses or bits of users this round, uses this phase), ascending
    guards        count, then (objective, guard), ascending
    lasting       count, then (card, statistic, value, end), ascending; the card -2: all described sets together; left out are
                  values of 0 and what ends with an attack, which the compiled engine keeps with the attack
    delayed       count, then (moment, source, target, player), the oldest first

Nothing is -1, sets of players are bits, yes is 1. `deck` of a card is the player to whose deck it is attached. Numbers are those
of docs/protocol.md; the outermost attack has depth 0; `end` of a lasting effect is 1 phase, 2 round.
"""

from __future__ import annotations

from collections.abc import Iterator

from lotrsim import ids as n
from lotrsim import words

HEADER = (
    "n_players", "n_cards", "difficulty", "first_player", "round_no", "phase", "step", "outcome", "fault",
    "n_decisions", "n_shuffles", "rng_count", "stage", "quest_progress", "next_stage", "any_defenders", "staging_bonus",
    "allies_played", "decision", "decider",
)  # fmt: skip
CARD = (
    "face", "copy", "owner", "controller", "zone", "deck", "damage", "progress", "resources", "exhausted", "facedown",
    "committed", "has_attacked", "no_threat", "cannot_attack", "was_attacked_by", "known_by",
)  # fmt: skip
# how a game stands; the score of a win, else 0
END = ("outcome", "fault", "rounds", "stage_no", "threat", "dead_heroes", "damage", "victory_points", "score", "decisions")
LISTED_ZONES = 31  # shadow cards lie under their enemies only


class Reader:
    """Takes numbers from a list one after the other."""

    def __init__(self, flat: list[int]) -> None:
        self.flat, self.at = flat, 0

    def take(self, count: int) -> list[int]:
        """The next numbers, fewer at the end of the list."""
        taken = self.flat[self.at : self.at + count]
        self.at += count
        return taken

    def one(self) -> int:
        """The next number; -1 at the end of the list."""
        return (self.take(1) or [n.NONE])[0]

    def several(self, each: int = 1) -> list[tuple[int, ...]]:
        """A count, then so many groups of numbers."""
        return [tuple(self.take(each)) for _ in range(self.one())]


def parts(flat: list[int]) -> Iterator[tuple[str, object]]:
    """The parts of a plain state by name, in the order of the list: (name, value)."""
    r = Reader(flat)
    header = dict(zip(HEADER, r.take(len(HEADER)), strict=False))
    yield from header.items()
    for word in ("threat", "eliminated"):
        for p, value in enumerate(r.take(header["n_players"])):
            yield f"{word} of player {p}", value
    yield "legal", [action for (action,) in r.several()]
    for c in range(header["n_cards"]):
        for word, value in zip(CARD, r.take(len(CARD)), strict=False):
            yield f"{word} of card {c}", value
    for zone in range(LISTED_ZONES):
        yield f"order of zone {zone}", [card for (card,) in r.several()]
    yield "under", {host: [card for (card,) in r.several()] for (host,) in (r.take(1) for _ in range(r.one()))}
    yield "roles", r.several(3)
    yield "uses", r.several(3)
    yield "guards", r.several(2)
    yield "lasting", r.several(4)
    yield "delayed", r.several(4)


def differences(one: list[int], other: list[int]) -> list[tuple[str, object, object]]:
    """The parts in which two plain states differ, in the order of the list: (name, in the first, in the second)."""
    first, second = dict(parts(one)), dict(parts(other))
    names = [*first, *(name for name in second if name not in first)]
    return [(name, first.get(name), second.get(name)) for name in names if first.get(name) != second.get(name)]


def kind_of(name: str) -> str:
    """What a part is about, without its number: "damage of card 12" is "damage of card"."""
    return " ".join(word for word in name.split() if not word.lstrip("-").isdigit())


def in_words(name: str, value: object) -> str:
    """The value of a part, with the names of what its numbers mean."""
    if name in ("phase", "decision") and isinstance(value, int):
        table = words.PHASES if name == "phase" else n.names_of("D_")
        return f"{value} ({table.get(value, 'unknown')})"
    return str(value)
