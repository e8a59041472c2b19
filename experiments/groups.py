"""Words for several scenarios, decks or difficulties at once: all, starter, published."""

from __future__ import annotations

from lotrsim.ids import DIFFICULTIES


def members(axis: str) -> dict[str, list[str]]:
    """The groups of an axis (scenarios, decks, difficulties; others have none), each with the ids that it stands for."""
    from lotrsim import decks, scenarios

    if axis == "scenarios":
        return {"all": scenarios.ids()}
    if axis == "decks":
        starter, published = ([deck.id for deck in group] for group in (decks.STARTER_DECKS, decks.published_decks()))
        return {"starter": starter, "published": published, "all": [*starter, *published]}
    return {"all": list(DIFFICULTIES)} if axis == "difficulties" else {}


def expanded(axis: str, words: list[str]) -> list[str]:
    """The entries of an axis, groups replaced by their members."""
    groups = members(axis)
    return [each for word in words for each in groups.get(word, [word])]
