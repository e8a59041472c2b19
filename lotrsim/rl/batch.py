"""A batch of episodes and its buffers, behind both environments; it knows nothing of Gymnasium."""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Integral, Real
from os import PathLike

import numpy as np

from lotrsim import decks as deck_list
from lotrsim import scenarios
from lotrsim.decks import Deck
from lotrsim.errors import BadValue, IllegalAction, said, shown
from lotrsim.game import LARGEST_SEED
from lotrsim.ids import MAX_CARDS, MAX_PLAYERS, N_ACTIONS, NONE
from lotrsim.rl import columns
from lotrsim.rl.episodes import (
    BY_SCORE,
    BY_WIN,
    DISABLED,
    ENDS,
    EPISODE,
    first_illegal,
    reset_episodes,
    settings_for,
    step_episodes,
)
from lotrsim.scenarios import Scenario
from lotrsim.start import tables, template
from lotrsim.state import GAME, RESULT

REWARDS = {"win": BY_WIN, "score": BY_SCORE}
OBSERVATIONS = ("full", "mask")
ILLEGAL = ("end", "raise")
DEFAULT_SCENARIO, DEFAULT_DECK = "passage-through-mirkwood", "core-leadership"
BOOLS = ("won", "illegal_action")  # of ENDS
Decks = str | PathLike[str] | Deck | Iterable[str | PathLike[str] | Deck]


class Batch:
    """Episodes side by side, a row each, with what the last step wrote: masks, observations, rewards, results."""

    def __init__(
        self,
        n: int,
        *,
        scenario: str | Scenario = DEFAULT_SCENARIO,
        deck: Decks | None = None,
        decks: Decks | None = None,
        difficulty: str = "standard",
        reward: str = "win",
        shaping: float = 0.0,
        discount: float = 1.0,
        illegal_action: str = "end",
        illegal_reward: float = -1.0,
        observation: str = "full",
        card_rows: int | None = None,
        autoreset: int = DISABLED,
        renew: bool = True,
    ) -> None:
        """Lay out the table and the buffers for n episodes; the words are those of `QuestEnv`.

        renew: each step and reset writes its masks and observations into new memory, so that nobody has to copy them.
        """
        if deck is not None and decks is not None:
            raise BadValue("deck and decks mean the same: give one of them")
        found = scenario if isinstance(scenario, Scenario) else scenarios.get(scenario)
        team = deck_list.team(decks if deck is None and decks is not None else DEFAULT_DECK if deck is None else deck)
        self.scenario, self.decks, self.difficulty = found.id, [each.id for each in team], difficulty
        self.layout = template(found, team, difficulty)
        self.raises = _one_of("illegal_action", illegal_action, ILLEGAL) == "raise"
        self.n, self.n_rows = _whole("the number of environments", n, 1), self._rows(card_rows)
        wanted = _one_of("observation", observation, OBSERVATIONS) == "full"
        self.settings = settings_for(
            self.layout,
            tables(),
            autoreset=autoreset,
            reward=REWARDS[_one_of("reward", reward, tuple(REWARDS))],
            illegal_reward=_number("illegal_reward", illegal_reward),
            shaping=_number("shaping", shaping),
            discount=_number("discount", discount),
        )
        self.games, self.episodes = np.zeros(self.n, GAME), np.zeros(self.n, EPISODE)
        self.episodes["over"] = 1  # before the first reset
        self.result, self.words, self.n_ended = np.zeros(1, RESULT), np.zeros((len(ENDS), self.n), np.int64), 0
        self.rewards, self.terminated = np.zeros(self.n), np.zeros(self.n, np.bool_)
        self.masks = np.zeros((self.n, N_ACTIONS), np.int8)
        self.observations = np.zeros((self.n, columns.length(self.n_rows) if wanted else 0), np.int16)
        self.finals, self.renew, self.is_manual = np.zeros_like(self.observations), renew, autoreset == DISABLED
        self.is_seeded = np.zeros(self.n, np.bool_)

    def _rows(self, card_rows: int | None) -> int:
        """How many rows for cards an observation has."""
        n_cards = int(self.layout[0]["n_cards"])
        if card_rows is None:
            return n_cards
        if not n_cards <= _whole("card_rows", card_rows, 1) <= MAX_CARDS:
            raise BadValue(f"card_rows must be from {n_cards}, the cards at this table, to {MAX_CARDS}, not {said(card_rows)}")
        return int(card_rows)

    def seed(self, row: int, seed: object) -> None:
        """Let the next episode of a row be game 0 of a seed."""
        if isinstance(seed, bool) or not isinstance(seed, Integral) or not 0 <= int(seed) <= LARGEST_SEED:
            raise BadValue(f"a seed must be a whole number from 0 to 2**63 - 1, not {shown(seed)}")
        self.episodes["seed"][row], self.episodes["number"][row] = int(seed), 0
        self.is_seeded[row] = True

    def reset(self, which: np.ndarray) -> None:
        """Begin the next game of their seeds in the rows that are chosen (bool [n])."""
        self._renew()
        reset_episodes(
            self.games, self.layout, tables(), self.settings, self.episodes, which, self.masks, self.observations
        )

    def step(self, actions: np.ndarray) -> int:
        """Take an action (int64 [n]) in every row; return how many episodes ended.

        IllegalAction, and nothing has changed, where an action is refused.
        """
        if self.is_manual and self.episodes["over"].any():
            row = int(np.argmax(self.episodes["over"]))
            raise IllegalAction(f"episode {row} is over, or was not begun: reset it first")
        if self.raises and (bad := first_illegal(self.games, self.episodes, actions)) != NONE:
            legal = np.flatnonzero(self.masks[bad]).tolist()
            raise IllegalAction(f"episode {bad}: action {int(actions[bad])} is not legal; legal are {legal}")
        self._renew()
        self.rewards = np.empty(self.n)
        if self.n_ended:  # who got the last ones keeps them
            self.terminated, self.words = np.zeros(self.n, np.bool_), np.zeros((len(ENDS), self.n), np.int64)
        self.n_ended = step_episodes(
            self.games, self.layout, tables(), self.settings, self.episodes, actions, self.result, self.rewards,
            self.terminated, self.words, self.masks, self.observations, self.finals,
        )  # fmt: skip
        return self.n_ended

    def _renew(self) -> None:
        """Leave the last masks and observations to those who got them; the kernels write every number of the new ones."""
        if self.renew:
            self.masks, self.observations = np.empty_like(self.masks), np.empty_like(self.observations)

    def observation(self, masks: np.ndarray, flat: np.ndarray) -> dict[str, np.ndarray]:
        """Masks and flat observations of some rows as the parts of the space: views, not copies."""
        parts = {"action_mask": masks}
        if flat.shape[-1]:
            shape = flat.shape[:-1]
            parts["table"] = flat[..., : columns.PLAYERS_AT]
            parts["players"] = flat[..., columns.PLAYERS_AT : columns.CARDS_AT].reshape(*shape, MAX_PLAYERS, columns.N_PLAYER)
            parts["cards"] = flat[..., columns.CARDS_AT :].reshape(*shape, self.n_rows, columns.N_CARD)
        return parts

    def ends(self) -> dict[str, np.ndarray]:
        """How the episodes ended that did so in the last step: an array [n] a word, 0 in the other rows."""
        words: dict[str, np.ndarray] = dict(zip(ENDS, self.words, strict=True))
        return words | {name: words[name].astype(np.bool_) for name in BOOLS}


def _one_of(what: str, word: object, words: tuple[str, ...]) -> str:
    if word not in words:
        raise BadValue(f"{what} must be one of {', '.join(words)}, not {shown(word)}")
    return str(word)


def _whole(what: str, number: object, least: int) -> int:
    if isinstance(number, bool) or not isinstance(number, Integral) or int(number) < least:
        raise BadValue(f"{what} must be a whole number from {least}, not {shown(number)}")
    return int(number)


def _number(what: str, number: object) -> float:
    if isinstance(number, bool) or not isinstance(number, Real) or not np.isfinite(float(number)):
        raise BadValue(f"{what} must be a number, not {shown(number)}")
    return float(number)
