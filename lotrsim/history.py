"""What happened, in words: the record before and after each step is compared, and what changed is told.

A line without indent is a phase or a player's choice; what follows from it is indented. Cards that the team does not
know are not named.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lotrsim import ids as n
from lotrsim import words
from lotrsim.cards.tables import tables
from lotrsim.figures import QUEST_THREAT, QUEST_WILLPOWER, figures
from lotrsim.names import card_name, entry_of, is_known, listed, player_name, title_of
from lotrsim.result import reason_of
from lotrsim.text import option_words, row_asking

IN = "  "
# an ability of this kind was begun by the rules, not chosen: it is told
BEGUN = {
    n.A_FORCED: "forced effect of {c}",
    n.A_PASSIVE: "effect of {c}",
    n.A_WHEN_REVEALED: "when {c} is revealed",
    n.A_SHADOW: "shadow effect of {c}",
    n.A_TRAVEL: "travel cost of {c}",
    n.A_SETUP: "setup of {c}",
}
TO_PLAYER = {  # a card came into a zone of a player
    n.HAND: "{p} takes {c} in hand",
    n.DECK: "into the deck of {p}: {c}",
    n.DISCARD_PILE: "into the discard pile of {p}: {c}",
    n.PLAY: "enters play under the control of {p}: {c}",
    n.ENGAGED: "engages {p}: {c}",
}
TO_TABLE = {  # ... or into one of the table
    n.STAGING: "into the staging area: {c}",
    n.ACTIVE: "becomes the active location: {c}",
    n.ENCOUNTER_DECK: "into the encounter deck: {c}",
    n.ENCOUNTER_DISCARD: "into the encounter discard pile: {c}",
    n.VICTORY: "into the victory display: {c}",
    n.SET_ASIDE: "set aside: {c}",
    n.REMOVED: "removed from the game: {c}",
    n.QUEST: "the quest goes on with {c}",
    n.QUEST_DECK: "into the quest deck: {c}",
    n.LIMBO: "revealed: {c}",
}


def told(before: np.ndarray, after: np.ndarray) -> list[str]:
    """What one step changed, a line each; both are arrays of one game (GAME, shape (1,))."""
    g, h = before[0], after[0]
    lines = list(_heading(g, h))
    if _top(g) == n.FRAME_RESOLVE_QUEST:
        sums = figures(before)[n.MAX_CARDS]
        lines.append(f"the quest: willpower {int(sums[QUEST_WILLPOWER])} against threat {int(sums[QUEST_THREAT])}")
    for part in (_begun, _players, _progress, _moves, _states, _tokens, _lasting):
        lines += [IN + line for line in part(g, h)]
    lines += _taken_alone(h)
    if h["outcome"] != n.PLAYING and g["outcome"] == n.PLAYING:
        reason = reason_of(int(h["outcome"]), int(h["fault"]))
        lines.append("the players have won" if h["outcome"] == n.WON else f"the players have lost: {reason}")
    return lines


def chosen(g: np.void, action: int) -> str:
    """The line for an action that a player takes in the pending decision."""
    kind, decider, source = int(g["decision"]), int(g["decider"]), int(g["decision_source"])
    return f"{player_name(decider)}: {option_words(g, action, kind, decider, source)}"


def _heading(g: np.void, h: np.void) -> Iterator[str]:
    if h["outcome"] == n.PLAYING and (g["phase"] != h["phase"] or g["round_no"] != h["round_no"]):
        if h["phase"] != n.SETUP_PHASE and g["phase"] != h["phase"]:
            yield f"round {int(h['round_no']) + 1}, {words.PHASES[int(h['phase'])]}"


def _top(g: np.void) -> int:
    """The kind of the uppermost frame."""
    return int(g["frames"][g["n_frames"] - 1, n.KIND]) if g["n_frames"] else n.NONE


def _begun(g: np.void, h: np.void) -> Iterator[str]:
    """Frames that are new on the stack: effects that the rules began, and attacks."""
    for f in range(int(h["n_frames"])):
        frame = h["frames"][f]
        same = f < g["n_frames"] and all(
            g["frames"][f, slot] == frame[slot] for slot in (n.KIND, n.SOURCE, n.ABILITY, n.SUBJECT, n.YOU)
        )
        if same:
            continue
        if frame[n.KIND] == n.FRAME_EFFECT:
            if frame[n.ABILITY] == n.NONE:
                yield f"an effect of {card_name(h, int(frame[n.SOURCE]))}"
            else:
                kind = int(tables()[0]["abilities"][frame[n.ABILITY], n.AB_KIND])
                if kind in BEGUN:
                    yield BEGUN[kind].format(c=card_name(h, int(frame[n.SOURCE])))
        elif frame[n.KIND] == n.FRAME_ATTACK:
            yield f"{card_name(h, int(frame[n.SUBJECT]))} attacks {player_name(frame[n.YOU])}"
        elif frame[n.KIND] == n.FRAME_STRIKE:
            yield f"{player_name(frame[n.YOU])} attacks {card_name(h, int(frame[n.SUBJECT]))}"


# ---------------------------------------------------------------- cards


def _moves(g: np.void, h: np.void) -> Iterator[str]:
    """Cards that changed their place, those with the same way together."""
    n_cards = int(h["n_cards"])
    moved = (g["zone"][:n_cards] != h["zone"][:n_cards]) | (g["host"][:n_cards] != h["host"][:n_cards])
    moved |= (g["face"][:n_cards] != h["face"][:n_cards]) & (h["zone"][:n_cards] < n.DECK)
    ways: dict[tuple[int, int, int], list[int]] = {}
    for c in np.flatnonzero(moved).tolist():
        ways.setdefault((int(g["zone"][c]), int(h["zone"][c]), int(h["host"][c])), []).append(c)
    for (start, end, host), cards in ways.items():
        line = _way(g, h, start, end, host, cards)
        if line:
            yield line
    shuffled = h["n_shuffles"] - g["n_shuffles"]
    if shuffled > 0 and g["n_shuffles"] > 0:
        yield "a deck is shuffled" if shuffled == 1 else f"{int(shuffled)} decks are shuffled"


def _way(g: np.void, h: np.void, start: int, end: int, host: int, cards: list[int]) -> str:
    """The line for cards that went the same way; "" where something else tells it already."""
    names = listed(_moved_name(g, h, c, end) for c in cards)
    if end == n.LIMBO and start < n.DECK or start == n.QUEST and end == n.REMOVED:
        return ""  # an event being played; a stage that is done with
    if end >= n.ATTACHED:
        what = "attached to" if end == n.ATTACHED else "a shadow card is dealt to"
        shown = f"{names} is {what}" if end == n.ATTACHED else what
        known = f": {names}" if end == n.SHADOW and is_known(h, cards[0]) else ""
        return f"{shown} {card_name(h, host)}{known}"
    if end >= n.STAGING:
        return TO_TABLE[end].format(c=names)
    player = player_name(end & 3)
    if end < n.DECK and n.DECK <= start < n.DISCARD_PILE:
        return f"{player} draws {names}"
    return TO_PLAYER[end & ~3].format(c=names, p=player)


def _moved_name(g: np.void, h: np.void, c: int, end: int) -> str:
    """A moved card's name: what it was where it goes into a deck, which may be shuffled; else what it is now."""
    into_deck = n.DECK <= end < n.DISCARD_PILE or end == n.ENCOUNTER_DECK
    if into_deck:
        return title_of(g, c) if is_known(g, c) else "a card"
    if end == n.QUEST:
        return f"stage {entry_of(h, c).stage}B, {title_of(h, c)}"
    return card_name(h, c) if is_known(h, c) else "a card"


def _states(g: np.void, h: np.void) -> Iterator[str]:
    """Cards that exhausted, readied, committed, turned up; those that left play are clean and not told."""
    n_cards = int(h["n_cards"])
    old, new = g["flags"][:n_cards], h["flags"][:n_cards]
    if (old == new).all() and (g["known_by"] == h["known_by"]).all():
        return  # as after most steps
    stayed = g["zone"][:n_cards] == h["zone"][:n_cards]

    def names(mask: np.ndarray) -> str:
        return listed(card_name(h, c) for c in np.flatnonzero(mask & stayed).tolist())

    committed = new & ~old & n.COMMITTED != 0
    told_of = {
        "committed to the quest": committed,
        "exhausted": (new & ~old & n.EXHAUSTED != 0) & ~committed,
        "readied": old & ~new & n.EXHAUSTED != 0,
        "shadow card": (old & ~new & n.FACEDOWN != 0) & (h["zone"][:n_cards] == n.SHADOW),
        "turned up": (old & ~new & n.FACEDOWN != 0) & (h["zone"][:n_cards] != n.SHADOW),
        "turned down": new & ~old & n.FACEDOWN != 0,
        "does not count its threat this phase": new & ~old & n.NO_THREAT != 0,
    }
    if h["phase"] == g["phase"] and h["phase"] == n.QUEST_PHASE:
        told_of["removed from the quest"] = (old & ~new & n.COMMITTED != 0) & (_top(g) != n.FRAME_PHASE_END)
    for word, mask in told_of.items():
        if np.any(mask & stayed):
            yield f"{word}: {names(mask)}"
    seen = h["known_by"][:n_cards] & ~g["known_by"][:n_cards]
    zones = h["zone"][:n_cards]
    lies_hidden = (zones < n.DISCARD_PILE) | (zones == n.ENCOUNTER_DECK) | (new & n.FACEDOWN != 0)
    for p in range(int(h["n_players"])):
        mask = (seen >> p & 1 == 1) & lies_hidden & (g["face"][:n_cards] == h["face"][:n_cards])
        if np.any(mask & stayed):
            yield f"{player_name(p)} sees {names(mask)}"


def _tokens(g: np.void, h: np.void) -> Iterator[str]:
    """Damage, progress and resources on cards that stayed where they were."""
    stayed = g["zone"][: h["n_cards"]] == h["zone"][: h["n_cards"]]
    for name in ("damage", "progress", "resources"):
        changes: dict[int, list[str]] = {}
        changed = g[name][: h["n_cards"]] != h[name][: h["n_cards"]]
        for c in np.flatnonzero(changed & stayed).tolist() if changed.any() else ():
            old, new = int(g[name][c]), int(h[name][c])
            changes.setdefault(new - old, []).append(f"{card_name(h, c)} (now {new})")
        for change, cards in changes.items():
            yield f"{change:+d} {name}: {', '.join(cards)}"


def _lasting(g: np.void, h: np.void) -> Iterator[str]:
    """New changes of statistics until the end of the phase or round."""

    def all_of(record: np.void) -> dict[tuple[int, int, int], int]:
        names = ("card", "stat", "until", "value")
        columns = (record[f"lasting_{name}"][: record["n_lasting"]].tolist() for name in names)
        return {(card, stat, until): value for card, stat, until, value in zip(*columns, strict=True)}

    old = all_of(g)
    changes: dict[tuple[int, int, int], list[int]] = {}
    for (c, stat, until), value in all_of(h).items():
        change = value - old.get((c, stat, until), 0)
        if change:
            changes.setdefault((change, stat, until), []).append(c)
    for (change, stat, until), cards in changes.items():
        names = ", ".join(card_name(h, c) for c in cards)
        yield f"{change:+d} {words.STATS[stat]} {words.DURATIONS[min(until, n.FOR_ATTACK)]}: {names}"


# ---------------------------------------------------------------- players and the quest


def _players(g: np.void, h: np.void) -> Iterator[str]:
    for p in range(int(h["n_players"])):
        if g["threat"][p] != h["threat"][p]:
            yield f"threat of {player_name(p)}: {int(g['threat'][p])} -> {int(h['threat'][p])}"
        if h["eliminated"][p] and not g["eliminated"][p]:
            yield f"{player_name(p)} is eliminated"
    if g["first_player"] != h["first_player"]:
        yield f"{player_name(h['first_player'])} becomes the first player"


def _progress(g: np.void, h: np.void) -> Iterator[str]:
    if g["stage"] == h["stage"] != n.NONE and g["quest_progress"] != h["quest_progress"]:
        change = int(h["quest_progress"]) - int(g["quest_progress"])
        points = entry_of(h, int(h["stage"])).quest_points
        if h["quest_progress"] == 0 and change < 0 and _top(h) != n.FRAME_EFFECT:
            yield f"the stage is defeated: {title_of(h, int(h['stage']))}"
        else:
            yield f"{change:+d} progress on the quest (now {int(h['quest_progress'])} of {points})"


# ---------------------------------------------------------------- actions that took themselves


def _taken_alone(h: np.void) -> list[str]:
    """An action that was the only legal one: it was taken, and its frame has not heard of it yet."""
    if h["answer"] == n.NONE or h["outcome"] != n.PLAYING:
        return []
    frame = h["frames"][h["n_frames"] - 1]
    action, source, kind = int(h["answer"]), n.NONE, n.D_TARGET
    if frame[n.KIND] == n.FRAME_EFFECT:
        row, source = row_asking(h), int(frame[n.SOURCE])
        by_op = {n.OP_CHOOSE_PLAYER: n.D_PLAYER, n.OP_CHOOSE_MODE: n.D_MODE, n.OP_CHOOSE_X: n.D_NUMBER}
        if row is not None:
            kind = by_op.get(row.op, n.D_COST_CARD if row.op == n.OP_CHOOSE and row.a == n.COST else n.D_TARGET)
    elif frame[n.KIND] == n.FRAME_CHECKS:
        kind = n.D_CHECK
    elif frame[n.KIND] == n.FRAME_STRIKE:
        kind = n.D_ATTACKERS
    return [f"{IN}{option_words(h, action, kind, n.NONE, source)} (the only choice)"]
