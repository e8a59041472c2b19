"""QuestEnv: one game as a Gymnasium environment."""

from __future__ import annotations

import operator
from typing import Any

import gymnasium
import numpy as np

from lotrsim.errors import BadValue, IllegalAction, shown
from lotrsim.game import LARGEST_SEED, Game
from lotrsim.rl.batch import DEFAULT_SCENARIO, Batch, Decks
from lotrsim.rl.spaces import action_space, observation_space
from lotrsim.scenarios import Scenario

ALL = np.ones(1, np.bool_)
METADATA: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}


def check_render_mode(mode: str | None) -> None:
    """Refuse what cannot be rendered."""
    if mode not in (None, *METADATA["render_modes"]):
        raise BadValue(f"render_mode must be ansi or None, not {shown(mode)}")


class QuestEnv(gymnasium.Env[dict[str, np.ndarray], Any]):
    """A game of one to four seats that one agent plays together, with what the team knows (docs/gymnasium.md)."""

    metadata = METADATA

    def __init__(
        self,
        scenario: str | Scenario = DEFAULT_SCENARIO,
        deck: Decks | None = None,
        *,
        decks: Decks | None = None,
        difficulty: str = "standard",
        reward: str = "win",
        shaping: float = 0.0,
        discount: float = 1.0,
        illegal_action: str = "end",
        illegal_reward: float = -1.0,
        observation: str = "full",
        card_rows: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """An environment for a scenario and a deck ("a+b", or a list: a deck a seat; `decks` is the same).

        reward: "win", 1 or 0, or "score", between 0.5 and 1 for a win by its score. shaping: weight of the change of the
        potential, with `discount` (0: none). illegal_action: "end", the episode ends with `illegal_reward`, or "raise",
        IllegalAction. observation: "full", or "mask" without table, players and cards. card_rows: rows for cards in an
        observation, None: as many as there are cards; a common number, up to 320, gives all decks one space. Bad values,
        unknown names and bad decks are refused with the errors of `lotrsim.Game.new`.
        """
        check_render_mode(render_mode)
        self.batch = Batch(
            1, scenario=scenario, deck=deck, decks=decks, difficulty=difficulty, reward=reward, shaping=shaping,
            discount=discount, illegal_action=illegal_action, illegal_reward=illegal_reward, observation=observation,
            card_rows=card_rows,
        )  # fmt: skip
        self.action_space, self.observation_space = action_space(), observation_space(self.batch)
        self.render_mode = render_mode

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """Begin an episode: game 0 of a seed, or the seed's next game; the first seed is random if none is given."""
        if options:
            raise BadValue(f"reset takes no options, not {shown(sorted(options))}")
        super().reset(seed=seed)
        if seed is not None or not self.batch.is_seeded[0]:
            self.batch.seed(0, int(self.np_random.integers(LARGEST_SEED)) if seed is None else seed)
        self.batch.reset(ALL)
        observation = self._observation()
        return observation, {"action_mask": observation["action_mask"]}

    def step(self, action: Any) -> tuple[dict[str, np.ndarray], float, bool, bool, dict[str, Any]]:
        """Take an action; never truncated: a game that reaches the round limit is lost."""
        try:
            number = operator.index(action)
        except TypeError:
            raise IllegalAction(f"{shown(action)} is no number of an action") from None
        ended = self.batch.step(np.array([number if abs(number) <= LARGEST_SEED else -1], np.int64))
        observation, reward = self._observation(), float(self.batch.rewards[0])
        info: dict[str, Any] = {"action_mask": observation["action_mask"]}
        if ended:
            info |= {name: values[0].item() for name, values in self.batch.ends().items()}
        return observation, reward, bool(ended), False, info

    def _observation(self) -> dict[str, np.ndarray]:
        """What the last step wrote, in memory of its own."""
        return self.batch.observation(self.batch.masks[0], self.batch.observations[0])

    def action_masks(self) -> np.ndarray:
        """Which actions are legal, bool [N_ACTIONS]; the name that sb3-contrib looks for."""
        return self.batch.masks[0].astype(np.bool_)

    @property
    def game(self) -> Game:
        """A copy of the game, to look at."""
        return Game(self.batch.games.copy(), scenario=self.batch.scenario, decks=self.batch.decks,
                    difficulty=self.batch.difficulty, log=False)  # fmt: skip

    def render(self) -> Any:
        """The table as the players see it, and the pending decision, as text."""
        return str(self.game) if self.render_mode == "ansi" else None
