"""Plays the worked example of every card in my_cards.py, and the scenario to its end."""

import pytest

import lotrsim
from lotrsim.testing import run_example

FILE = lotrsim.cards.load("my_cards.py")
CARDS = [lotrsim.cards.find(name) for name in FILE.cards]


@pytest.mark.parametrize("card", [card for card in CARDS if card.example], ids=lambda card: card.name)
def test_example(card):
    run_example(card)


def test_first_steps_is_played_to_its_end():
    games = lotrsim.new_games(3, "first-steps", "core-tactics")
    assert (lotrsim.play(games, agent="random")["fault"] == 0).all()
