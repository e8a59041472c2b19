"""The pending decision in words: what is asked, and what may be chosen. What the team does not know is not said."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from lotrsim import ids as n
from lotrsim import words
from lotrsim.cards.tables import tables
from lotrsim.describe import abilities_of, ability_words, describe, one_of, program, rows_words
from lotrsim.effects.language import Row
from lotrsim.names import card_name, entry_of, is_known, place, player_name, title_of
from lotrsim.state import GAME

__all__ = ["Decision", "Option", "decision_of", "describe", "option_words", "options_of", "prompt"]

KINDS = n.names_of("D_")
# what passing means; plain "pass" elsewhere
PASSES = {
    n.D_COMMIT: "commit nobody else",
    n.D_TRAVEL: "do not travel",
    n.D_ENGAGE: "engage nobody",
    n.D_SENTINEL: "do not volunteer",
    n.D_STRIKE_TARGET: "attack no other enemy",
    n.D_ATTACKERS: "no further attacker",
}
# what choosing card {c} means
CHOICES = {
    n.D_COMMIT: "commit {c} to the quest",
    n.D_TRAVEL: "travel to {c}",
    n.D_ENGAGE: "engage {c}",
    n.D_CHECK: "{c} engages {p}",
    n.D_ENEMY_ATTACK: "{c} attacks",
    n.D_DEFENDER: "{c} defends",
    n.D_SENTINEL: "{c} defends",
    n.D_DAMAGED_DEFENDER: "{c} takes the damage",
    n.D_UNDEFENDED_HERO: "{c} takes the damage",
    n.D_STRIKE_TARGET: "attack {c}",
    n.D_ATTACKERS: "{c} attacks",
    n.D_TARGET: "choose {c}",
    n.D_COST_CARD: "{c} for the cost",
    n.D_PAY: "pay 1 from {c}'s pool",
    n.D_ORDER: "{c} first",
}
ATTACK_STEPS = {2: "before the defender", 7: "after the defender", 9: "before the damage", 12: "after the attack"}
STRIKE_STEPS = {3: "after the attackers", 4: "before the damage", 6: "after the attack"}
AFTER = {
    n.FRAME_COMMIT: "after commitment",
    n.FRAME_STAGING: "after staging",
    n.FRAME_RESOLVE_QUEST: "after the quest",
    n.FRAME_TRAVEL: "after travel",
    n.FRAME_ENGAGE: "after optional engagement",
    n.FRAME_CHECKS: "after the engagement checks",
    n.FRAME_DEAL: "after the shadow cards",
    n.FRAME_PLAYER_ATTACKS: "after all attacks",
    n.FRAME_REFRESH: "after refreshing",
    n.FRAME_RESOURCE: "after resources",
}


@dataclass(frozen=True)
class Option:
    """One legal action: its number, what it means, and the title of the card it is about."""

    action: int
    text: str
    card: str | None = None


@dataclass(frozen=True)
class Decision:
    """What is decided: a kind in a word ("action", "commit" ...), by which player (from 0), because of which card."""

    kind: str
    player: int
    source: str | None
    prompt: str


# ---------------------------------------------------------------- what is asked


def top_frame(g: np.void, below: int = 0) -> np.ndarray | None:
    """The uppermost frame, or one below it."""
    k = int(g["n_frames"]) - 1 - below
    return g["frames"][k] if k >= 0 else None


def row_asking(g: np.void) -> Row | None:
    """The row of the effect language that asks, where an effect of a card does."""
    frame = top_frame(g)
    if frame is None or frame[n.KIND] != n.FRAME_EFFECT or frame[n.ABILITY] == n.NONE:
        return None
    entry = entry_of(g, frame[n.SOURCE])
    t = tables()[0]
    k = int(frame[n.ABILITY] - t["first_ability"][g["face"][frame[n.SOURCE]]])
    rows = program(entry, k)
    place = int(frame[n.PC] - t["abilities"][frame[n.ABILITY], n.AB_PC])
    return rows[place] if 0 <= place < len(rows) else None


def window_words(g: np.void) -> str:
    """Which action window is open."""
    from lotrsim.rules.flow import ROUND

    frame = top_frame(g, below=1)
    phase = words.PHASES[int(g["phase"])]
    if frame is None:
        return phase
    step = int(frame[n.STEP])
    if frame[n.KIND] == n.FRAME_ATTACK:
        attack = f"attack of {card_name(g, frame[n.SUBJECT])} on {player_name(frame[n.YOU])}"
        return f"{phase}, {attack}, {ATTACK_STEPS.get(step, '')}"
    if frame[n.KIND] == n.FRAME_STRIKE:
        return f"{phase}, attack on {card_name(g, frame[n.SUBJECT])}, {STRIKE_STEPS.get(step, '')}"
    if frame[n.KIND] == n.FRAME_ROUND:
        before = ROUND[(step - 2) % len(ROUND)]
        if before[0] == g["phase"] and int(before[1]) in AFTER:
            return f"{phase}, {AFTER[int(before[1])]}"
    return phase


def trigger_name(g: np.void) -> str:
    """To what players may respond, and whom it is about."""
    frame = top_frame(g)
    event = int(frame[n.EVENT_ID]) if frame is not None else n.E_ROUND_ENDS
    name = words.TRIGGERS[event][2]
    subjects = [int(frame[n.SUBJECT])] if frame is not None else []
    if frame is not None and frame[n.SUBJECTS] >= 0:
        subjects = np.flatnonzero(g["marks"][: g["n_cards"]] >> frame[n.SUBJECTS] & 1).tolist()
    about = ", ".join(card_name(g, c) for c in subjects if c != n.NONE)
    return f"{name}: {about}" if about else name


def effect_prompt(g: np.void, kind: int, source: int) -> str:
    """What an effect of a card asks."""
    row, me = row_asking(g), card_name(g, source)
    if row is not None and row.selector is not None and kind in (n.D_TARGET, n.D_COST_CARD):
        return f"{me}: choose {one_of(row.selector, me)}" + (" for the cost" if kind == n.D_COST_CARD else "")
    asks = {
        n.D_TARGET: "choose a card",
        n.D_COST_CARD: "choose a card for the cost",
        n.D_PLAYER: "choose a player",
        n.D_MODE: "choose one",
        n.D_NUMBER: "choose X",
        n.D_MAY: "do it?",
    }
    if kind == n.D_MAY and row is not None:
        return f"{me}: {rows_words(row.body, me)}?"
    return f"{me}: {asks[kind]}"


def prompt(g: np.void) -> str:
    """The pending decision as a question."""
    kind, source = int(g["decision"]), int(g["decision_source"])
    frame = top_frame(g)
    if kind == n.D_NONE or frame is None:
        return "nothing to decide"
    if kind in (n.D_TARGET, n.D_COST_CARD, n.D_PLAYER, n.D_MODE, n.D_NUMBER, n.D_MAY):
        return effect_prompt(g, kind, source)
    if kind == n.D_ACTION:
        plan = "play cards or use actions" if source == g["decider"] else "use actions"
        return f"{window_words(g)}: {plan}"
    if kind == n.D_RESPONSE:
        return f"respond to {trigger_name(g)}"
    if kind == n.D_ORDER:
        return order_prompt(g, frame, source)
    name = card_name(g, source) if source != n.NONE else ""
    asks = {
        n.D_MULLIGAN: "take a mulligan?",
        n.D_COMMIT: "commit characters to the quest",
        n.D_TRAVEL: "travel to a location?",
        n.D_ENGAGE: "engage an enemy?",
        n.D_CHECK: f"engagement check: which enemy engages {checked_player(g)}?",
        n.D_ENEMY_ATTACK: "which enemy attacks next?",
        n.D_DEFENDER: f"{name} attacks: who defends?",
        n.D_SENTINEL: f"{name} attacks {player_name(frame[n.YOU])}: does a Sentinel defend?",
        n.D_DAMAGED_DEFENDER: f"{name} attacks: which defender takes the damage?",
        n.D_UNDEFENDED_HERO: f"{name} is undefended: which hero takes the damage?",
        n.D_STRIKE_TARGET: "attack an enemy?",
        n.D_ATTACKERS: f"who attacks {name}?",
        n.D_PAY: f"pay for {name}: {int(frame[n.X])} to go",
        n.D_ABILITY: f"which ability of {name}?",
        n.D_UPKEEP: f"pay to ready {name}?",
    }
    return asks[kind]


def order_prompt(g: np.void, frame: np.ndarray, source: int) -> str:
    """What is put in order."""
    if frame[n.KIND] == n.FRAME_EFFECT:
        return f"{card_name(g, source)}: which card lies on top, or next?"
    if frame[n.KIND] == n.FRAME_DAMAGE:
        return "which of the damaged cards comes first?"
    if frame[n.KIND] == n.FRAME_EVENT:
        return f"{trigger_name(g)}: which effect comes first?"
    return "which effect comes first?"


def checked_player(g: np.void) -> str:
    """Who makes the engagement check."""
    frame = top_frame(g)
    place = int(frame[n.CURSOR]) if frame is not None else 0
    return player_name((int(g["first_player"]) + place) % int(g["n_players"]))


# ---------------------------------------------------------------- what may be chosen


def option_words(g: np.void, action: int, kind: int, decider: int, source: int) -> str:
    """An action of a decision in words."""
    if action < n.PASS:
        return card_words(g, action, kind)
    if action == n.PASS:
        meaning = PASSES.get(kind, "")
        if kind == n.D_DEFENDER:
            defending = np.any(g["roles"][: g["n_cards"]] & (n.ROLE_DEFENDER << max(int(g["attack_depth"]) - 1, 0)))
            meaning = "no further defender" if defending else "nobody defends"
        return f"pass ({meaning})" if meaning else "pass"
    if action <= n.NO:
        return yes_no(g, action == n.YES, kind, source)
    if action < n.NUMBER_0:
        row, mode = row_asking(g), action - n.MODE_0
        return row.words[mode] if row is not None and mode < len(row.words) else f"mode {mode + 1}"
    if action < n.PLAYER_0:
        return f"X = {action - n.NUMBER_0}"
    if action < n.EFFECT_0:
        return player_name(action - n.PLAYER_0)
    if kind == n.D_ABILITY:
        return ability_option(g, action - n.EFFECT_0, decider, source)
    waiting, target = delayed_cards(g, action - n.EFFECT_0)
    about = f" on {card_name(g, target)}" if target not in (waiting, n.NONE) else ""
    return f"the effect of {card_name(g, waiting)}{about} first"


def card_words(g: np.void, c: int, kind: int) -> str:
    """What choosing a card means."""
    name = card_name(g, c)
    row = row_asking(g) if not is_known(g, c) else None
    if row is not None and row.selector is not None and row.selector.title is not None:
        name = row.selector.title  # a card of this title is searched for
    if kind not in (n.D_ACTION, n.D_RESPONSE):
        return CHOICES.get(kind, "choose {c}").format(c=name, p=checked_player(g))
    if g["zone"][c] >= n.DECK:
        return f"use {name}"
    cost = entry_of(g, c).cost
    by_effect = kind == n.D_RESPONSE and entry_of(g, c).type != n.EVENT
    return f"use {name}" if by_effect else f"play {name} (cost {cost})"


def yes_no(g: np.void, yes: bool, kind: int, source: int) -> str:
    """What yes and no mean."""
    if kind == n.D_MULLIGAN:
        return "take a mulligan" if yes else "keep the hand"
    if kind == n.D_UPKEEP:
        name = card_name(g, source)
        return f"pay, and {name} readies" if yes else f"{name} stays exhausted"
    return "yes" if yes else "no"


def delayed_cards(g: np.void, k: int) -> tuple[int, int]:
    """The card whose delayed effect is the k-th of those that wait for this moment, and the effect's target."""
    frame = top_frame(g)
    moment = int(frame[n.X]) if frame is not None else 0
    waiting = [(int(row[2]), int(row[3])) for row in g["delayed"][: g["n_delayed"]] if row[0] == moment]
    return waiting[k] if k < len(waiting) else (n.NONE, n.NONE)


def ability_option(g: np.void, k: int, player: int, c: int) -> str:
    """The k-th ability of a card that could be used now, as a sentence."""
    from lotrsim.effects.machine import reacting_ability
    from lotrsim.effects.windows import action_of

    frame_no = int(g["n_frames"]) - 1
    t, games = tables()[0], np.zeros(1, GAME)
    games[0] = g  # the two write into the scratch frames
    record: Any = games[0]
    if g["frames"][frame_no, n.KIND] == n.FRAME_WINDOW:
        a = action_of(record, t, c, player, int(g["frames"][frame_no, n.YOU]), k)
    else:
        a = reacting_ability(record, t, frame_no, c, 1 << n.A_RESPONSE, player, k)
    entry = entry_of(g, c)
    ability = abilities_of(entry)[int(a) - int(t["first_ability"][g["face"][c]])]
    return ability_words(ability, card_name(g, c), entry.type == n.EVENT)


def option_card(g: np.void, action: int, kind: int, source: int) -> str | None:
    """The title of the card that an action is about."""
    c = n.NONE
    if action < n.PASS:
        c = action
    elif action >= n.EFFECT_0:
        c = source if kind == n.D_ABILITY else delayed_cards(g, action - n.EFFECT_0)[0]
    return title_of(g, c) if c != n.NONE and is_known(g, c) else None


def options_of(g: np.void) -> list[Option]:
    """The legal actions of the pending decision, ascending, no two with the same text; empty when the game is over."""
    kind, decider, source = int(g["decision"]), int(g["decider"]), int(g["decision_source"])
    actions = g["legal"][: g["n_legal"]].tolist()
    texts = [option_words(g, a, kind, decider, source) for a in actions]
    if len(set(texts)) < len(texts):
        twice = [text for text in texts if texts.count(text) > 1]
        for i, action in enumerate(actions):
            if texts[i] in twice and action < n.PASS:
                texts[i] += f" ({place(g, action)})"
    if len(set(texts)) < len(texts):
        texts = [f"{text} [{a}]" for text, a in zip(texts, actions, strict=True)]
    return [Option(a, text, option_card(g, a, kind, source)) for text, a in zip(texts, actions, strict=True)]


def decision_of(g: np.void) -> Decision | None:
    """The pending decision; None when the game is over."""
    kind, source = int(g["decision"]), int(g["decision_source"])
    if kind == n.D_NONE:
        return None
    has_source = source != n.NONE and kind != n.D_ACTION and is_known(g, source)
    return Decision(KINDS[kind], int(g["decider"]), title_of(g, source) if has_source else None, prompt(g))
