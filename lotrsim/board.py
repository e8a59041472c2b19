"""The table as the players see it, as text and as HTML for notebooks; cards that the team does not know stay hidden."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape

import numpy as np

from lotrsim import ids as n
from lotrsim import words
from lotrsim.figures import QUEST_THREAT, QUEST_WILLPOWER, figures
from lotrsim.names import (
    HIDDEN,
    card_name,
    cards_in,
    entry_of,
    is_known,
    is_orc_guard,
    listed,
    player_name,
    title_of,
)
from lotrsim.rules.guards import guard_of
from lotrsim.text import Decision, Option

CHARACTER_STATS = (n.WILLPOWER, n.ATTACK, n.DEFENSE)
ENEMY_STATS = (n.THREAT, n.ATTACK, n.DEFENSE)
# Okabe-Ito colours, told apart by the colour-blind; they only mark the edge of what its title says in words
EDGES = {"quest": "#0072B2", "encounter": "#D55E00", "player": "#009E73", "decision": "#CC79A7"}


@dataclass
class Line:
    """One card on the table: its name, numbers by label, what lies on it and how it stands."""

    name: str
    numbers: dict[str, str] = field(default_factory=dict)
    states: list[str] = field(default_factory=list)
    under: list[str] = field(default_factory=list)


@dataclass
class Section:
    """A part of the table: title, what is said of the whole, its cards."""

    kind: str  # a key of EDGES
    title: str
    notes: list[str] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)


def sections(games: np.ndarray) -> list[Section]:
    """The table of the first game of an array, part by part."""
    g, numbers = games[0], figures(games)
    parts = [quest_section(g, numbers), staging_section(g, numbers)]
    for player in range(int(g["n_players"])):
        parts.append(player_section(g, numbers, player))
        enemies = [card_line(g, numbers, c) for c in cards_in(g, g["zone_first"][n.ENGAGED + player])]
        if enemies:
            parts.append(Section("encounter", f"Engaged with {player_name(player)}", lines=enemies))
    return parts


def quest_section(g: np.void, numbers: np.ndarray) -> Section:
    """The current stage, the active location, the encounter deck and what is out of play."""
    section = Section("quest", "Quest: before the first stage")
    if g["stage"] != n.NONE:
        entry = entry_of(g, int(g["stage"]))
        side = "B" if g["zone"][g["stage"]] == n.QUEST else "A"
        section.title = f"Quest: stage {entry.stage}{side}, {title_of(g, int(g['stage']))}"
        section.notes.append(f"progress {int(g['quest_progress'])} of {entry.quest_points}")
    willpower = int(numbers[n.MAX_CARDS, QUEST_WILLPOWER])
    if np.any(g["flags"][: g["n_cards"]] & n.COMMITTED):
        section.notes.append(f"willpower committed {willpower}")
    section.notes.append(f"encounter deck {pile(g, n.ENCOUNTER_DECK)}")
    discard = listed(card_name(g, c) for c in cards_in(g, g["zone_first"][n.ENCOUNTER_DISCARD]))
    if discard:
        section.notes.append(f"encounter discard pile: {discard}")
    for zone in (n.VICTORY, n.SET_ASIDE, n.LIMBO):
        names = listed(card_name(g, c) for c in cards_in(g, g["zone_first"][zone]))
        if names:
            section.notes.append(f"{words.PLACES[zone]}: {names}")
    for c in cards_in(g, g["zone_first"][n.ACTIVE]):
        line = card_line(g, numbers, c)
        line.states.insert(0, "active location")
        section.lines.append(line)
    return section


def staging_section(g: np.void, numbers: np.ndarray) -> Section:
    """The staging area and its threat."""
    cards = cards_in(g, g["zone_first"][n.STAGING])
    lines = [card_line(g, numbers, c) for c in cards]
    notes = [] if lines else ["empty"]
    return Section("encounter", f"Staging area: threat {int(numbers[n.MAX_CARDS, QUEST_THREAT])}", notes, lines)


def player_section(g: np.void, numbers: np.ndarray, player: int) -> Section:
    """A player's threat, cards in play, hand and piles."""
    first = ", first player" if g["first_player"] == player else ""
    title = f"{player_name(player).capitalize()}{first}: threat {int(g['threat'][player])}"
    if g["eliminated"][player]:
        return Section("player", f"{title}, eliminated")
    hand = [card_name(g, c) for c in cards_in(g, g["zone_first"][n.HAND + player])]
    notes = [f"hand ({len(hand)}): {listed(hand)}" if hand else "hand: empty", f"deck {pile(g, n.DECK + player)}"]
    discard = listed(card_name(g, c) for c in cards_in(g, g["zone_first"][n.DISCARD_PILE + player]))
    if discard:
        notes.append(f"discard pile: {discard}")
    on_deck = [c for c in cards_in(g, g["zone_first"][n.ATTACHED]) if g["host"][c] == n.ON_DECK - player]
    if on_deck:
        notes.append(f"attached to the deck: {listed(card_name(g, c) for c in on_deck)}")
    return Section(
        "player", title, notes, [card_line(g, numbers, c) for c in cards_in(g, g["zone_first"][n.PLAY + player])]
    )


def pile(g: np.void, zone: int) -> str:
    """How many cards a deck holds, and those on top that are known."""
    cards = cards_in(g, g["zone_first"][zone])
    known = []
    for c in cards:
        if not is_known(g, c):
            break
        known.append(card_name(g, c))
    many = "1 card" if len(cards) == 1 else f"{len(cards)} cards"
    return f"{many} (on top: {', '.join(known[:5])})" if known else many


def card_line(g: np.void, numbers: np.ndarray, c: int) -> Line:
    """One card in play with what is on it."""
    line = Line(card_name(g, c))
    is_guard = is_orc_guard(g, c)
    if not is_known(g, c) and not is_guard:
        return line
    entry, flags = entry_of(g, c), int(g["flags"][c])
    if is_guard or entry.type in (n.HERO, n.ALLY, n.ENEMY):
        for s in ENEMY_STATS if is_guard or entry.type == n.ENEMY else CHARACTER_STATS:
            line.numbers[words.STATS[s]] = str(int(numbers[c, s]))
        points = int(numbers[c, n.HIT_POINTS])
        line.numbers["hit points"] = f"{max(points - int(g['damage'][c]), 0)}/{points}"
        if entry.type == n.ENEMY and not is_guard:
            line.numbers["engages at"] = str(entry.engagement_cost)
    elif entry.type == n.LOCATION:
        line.numbers = {"threat": str(int(numbers[c, n.THREAT]))}
        line.numbers["progress"] = f"{int(g['progress'][c])}/{entry.quest_points}"
    if entry.type == n.HERO or g["resources"][c]:
        line.numbers["resources"] = str(int(g["resources"][c]))
    line.states = states(g, c, flags)
    for u in cards_in(g, g["under"][c]):
        kind = "shadow card: " if g["zone"][u] == n.SHADOW else ""
        more = ", ".join(states(g, u, int(g["flags"][u])))
        line.under.append(f"{kind}{card_name(g, u)}" + (f" ({more})" if more else ""))
    return line


def states(g: np.void, c: int, flags: int) -> list[str]:
    """How a card stands, in words."""
    found = [word for bit, word in ((n.EXHAUSTED, "exhausted"), (n.COMMITTED, "committed")) if flags & bit]
    if g["attack_depth"] > 0:
        bit = 1 << (int(g["attack_depth"]) - 1)
        found += ["attacking"] if int(g["roles"][c]) & bit else []
        found += ["defending"] if int(g["roles"][c]) & bit * n.ROLE_DEFENDER else []
    if flags & n.NO_THREAT:
        found.append("threat not counted")
    guard = int(guard_of(g, c))
    if guard != n.NONE:
        found.append(f"guarded by {card_name(g, guard)}")
    return found


def heading(g: np.void, name: str, difficulty: str) -> str:
    """Which game this is and how far it has come."""
    phase = words.PHASES[int(g["phase"])]
    when = phase if g["phase"] == n.SETUP_PHASE else f"round {int(g['round_no']) + 1}, {phase}"
    return ", ".join(part for part in (name, difficulty, when) if part)


# ---------------------------------------------------------------- as text


def table_text(games: np.ndarray, title: str) -> str:
    """The whole table, a line a card."""
    lines = [title]
    for section in sections(games):
        lines.append(section.title)
        lines += [f"  {note}" for note in section.notes]
        width = max((len(line.name) for line in section.lines), default=0)
        for line in section.lines:
            said = [f"{label} {number}" for label, number in line.numbers.items()] + line.states
            lines.append(f"  {line.name:<{width}}  {', '.join(said)}".rstrip())
            lines += [f"    + {under}" for under in line.under]
    return "\n".join(lines)


def decision_text(decision: Decision, options: list[Option]) -> str:
    """The question and its options with their action numbers."""
    lines = [f"{player_name(decision.player).capitalize()}: {decision.prompt}"]
    return "\n".join(lines + [f"  [{option.action}] {option.text}" for option in options])


# ---------------------------------------------------------------- as HTML


def table_html(games: np.ndarray, title: str, end: str, decision: Decision | None, options: list[Option]) -> str:
    """The whole table for a notebook; states and numbers are words, colour only repeats them."""
    parts = [section_html(section) for section in sections(games)]
    if decision is not None:
        asks = f"{player_name(decision.player).capitalize()}: {decision.prompt}"
        listing = "".join(f"<li><code>{option.action}</code> {escape(option.text)}</li>" for option in options)
        body = f"<ul style='margin:0;padding-left:1.5em'>{listing}</ul>"
        parts.append(box("decision", asks, body))
    elif end:
        parts.append(box("decision", end, ""))
    return (
        "<div style='font-size:90%;line-height:1.35;max-width:62em'>"
        f"<div style='font-weight:bold;margin-bottom:.3em'>{escape(title)}</div>{''.join(parts)}</div>"
    )


def section_html(section: Section) -> str:
    """One part of the table."""
    labels = list(dict.fromkeys(label for line in section.lines for label in line.numbers))
    cell = "style='text-align:right;padding:0 .5em'"
    left = "style='text-align:left;padding:0 .5em'"
    rows = []
    if section.lines:
        heads = "".join(f"<th {cell}>{escape(label)}</th>" for label in labels)
        rows.append(f"<tr><th {left}>card</th>{heads}<th {left}></th></tr>")
    for line in section.lines:
        cells = "".join(f"<td {cell}>{escape(line.numbers.get(label, ''))}</td>" for label in labels)
        name = f"<i>{escape(line.name)}</i>" if line.name == HIDDEN else escape(line.name)
        said = escape(", ".join(line.states + [f"+ {under}" for under in line.under]))
        rows.append(f"<tr><td {left}>{name}</td>{cells}<td {left}>{said}</td></tr>")
    notes = "".join(f"<div>{escape(note)}</div>" for note in section.notes)
    table = f"<table style='border-collapse:collapse;margin:.2em 0'>{''.join(rows)}</table>" if rows else ""
    return box(section.kind, section.title, notes + table)


def box(kind: str, title: str, body: str) -> str:
    """A titled part with a coloured edge."""
    edge = f"border-left:4px solid {EDGES[kind]};padding-left:.6em;margin:.3em 0"
    return f"<div style='{edge}'><div style='font-weight:bold'>{escape(title)}</div>{body}</div>"
