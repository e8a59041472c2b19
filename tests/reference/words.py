"""Every word of the effect language that changes the table, by its row (language, Every word)."""

from __future__ import annotations

from tests.reference import words_cards, words_encounter, words_players

WORDS = {**words_cards.WORDS, **words_players.WORDS, **words_encounter.WORDS}
