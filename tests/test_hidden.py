"""Nothing that hangs on hidden cards or on the generator comes through before it may: not in options, not in views.

A step of the engine is taken twice: in the game, and in a twin where all that the team knows neither before nor after the
step was dealt anew (and the generators replaced, where the step draws nothing). What can be known afterwards, the options
of the pending decision included, must be the same. At every decision, worlds are sampled for the team and for the decider
alone: what they know, options included, must be the same, no invariant may break, and the world must be the one that the
same seed gives from another such world, or a search would learn from its own samples where the cards are.

LOTRSIM_HIDDEN_GAMES sets how many games the slow test plays.
"""

import os
from dataclasses import replace

import numpy as np
import pytest
from kernels import first_leak

from lotrsim import decks, ids, scenarios
from lotrsim.cards import registry
from lotrsim.effects import language as words
from lotrsim.effects.compiler import build
from lotrsim.kernel import DISABLED
from lotrsim.start import tables, template

SOLO = [deck.id for deck in decks.STARTER_DECKS]
TEAMS = (*SOLO, "core-lore+core-leadership", "core-tactics+core-spirit", "core-spirit+core-tactics+core-lore", "+".join(SOLO))
STEPS = 100 if DISABLED else 10**6  # of a game
GAMES = int(os.environ.get("LOTRSIM_HIDDEN_GAMES", 10_000))
WHAT = ("", "a step tells of hidden cards", "a sampled world differs in what is known", "sampled worlds tell of hidden cards")


def leak(team, seed, first, last, made=None, every=1, scenario="passage-through-mirkwood"):
    """Play games; return a line about the first leak, None if there is none."""
    games = np.repeat(template(scenarios.get(scenario), decks.team(team)), 4)
    report = np.zeros(3, np.int64)
    decisions = first_leak(games, tables() if made is None else made, seed, first, last, STEPS, every, report)
    assert decisions > 0
    if report[0]:
        asked = int(games[1]["n_decisions"])
        return f"{WHAT[int(report[0])]}: {scenario}, {team}, seed {seed}, game {report[1]}, step {report[2]}, decision {asked}"
    return None


@pytest.mark.parametrize("scenario", scenarios.ids())
@pytest.mark.parametrize("team", TEAMS[::4] if DISABLED else TEAMS)
def test_hidden_cards_show_in_nothing(team, scenario):
    assert leak(team, 1, 0, 1 if DISABLED else 12, scenario=scenario) is None


@pytest.mark.slow
@pytest.mark.skipif(DISABLED, reason="thousands of games need compiled code")
@pytest.mark.parametrize("scenario", scenarios.ids())
def test_hidden_cards_show_in_nothing_in_thousands_of_games(scenario):
    """Most are games of one player, which are shorter; in one of twelve everything is compared, else what is asked."""
    shares = dict.fromkeys(TEAMS, 0.05) | dict.fromkeys(SOLO, 0.2)
    for team, share in shares.items():
        assert leak(team, 2, 0, -(-int(GAMES * share) // len(scenarios.ids())), every=12, scenario=scenario) is None


def with_ability(name, ability):
    """The tables, but for one card, which has this ability alone."""
    return build([replace(card, abilities=(ability,)) if card.name == name else card for card in registry.all_cards()])


PEEKING = words.action(words.choose(words.cards(ids.Z_ENCOUNTER_DECK, words.ANYBODY, ids.ENEMY)), words.discard(words.TARGET))
LOOKING = words.action(
    words.look(words.every(words.cards(ids.Z_ENCOUNTER_DECK, top=3))),
    words.choose(words.cards(ids.Z_ENCOUNTER_DECK, words.ANYBODY, ids.ENEMY, top=3, relation=ids.REL_SEARCHED)),
    words.discard(words.TARGET),
    limit=1,
    period=ids.PER_ROUND,
)


def test_the_watch_finds_a_card_that_peeks():
    """An action that chooses among the enemies of the deck without looking tells by its options where they are."""
    assert "hidden cards" in leak("core-leadership", 1, 1, 2, with_ability("Glóin", PEEKING))


def test_the_watch_lets_a_card_look():
    assert leak("core-leadership", 1, 1, 2, with_ability("Glóin", LOOKING)) is None
