"""The reference engine: the game with plain Python objects, written from the rules, to compare the compiled engine with.

    game = Game("passage-through-mirkwood", [deck], "standard", seed=7)
    while not game.over:
        game.choose(game.decision.legal[0])
"""

from tests.reference.game import Game

__all__ = ["Game"]
