"""The reference engine: the game with plain Python objects, written from the rules, to compare the compiled engine with.

    game = Game("passage-through-mirkwood", [deck], "standard", seed=7)
    while not game.over:
        game.choose(game.decision.legal[0])

A function is of one of two sorts. Most change the table at once and push what follows (triggers, deaths, reveals, nested
attacks) with `stack.later`; who called them ends the step with `stack.settle`, which checks the invariants and does what was
pushed, the last first (protocol 5). Functions that return `Asks` are generators: they yield a Decision where a player chooses,
are sent the action, and are called with `yield from`. What is random, numbered, asked or done by itself: docs/protocol.md.
"""

from tests.reference.game import Game

__all__ = ["Game"]
