"""Every card's worked example, and that every card which does something has one."""

import pytest

from lotrsim.cards import registry
from lotrsim.testing import run_example

CARDS = registry.all_cards()


@pytest.mark.parametrize("card", [c for c in CARDS if c.example], ids=lambda c: f"{c.number}-{c.name}")
def test_example(card):
    """The position of a card's example ends as it says."""
    run_example(card)


def test_cards_without_example():
    """Only cards without any ability of their own need none."""
    assert [c.name for c in CARDS if c.example is None and c.abilities] == []
