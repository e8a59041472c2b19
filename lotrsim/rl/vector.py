"""QuestVectorEnv: many games as one Gymnasium vector environment, stepped in one compiled call."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from lotrsim.errors import BadValue, shown
from lotrsim.game import LARGEST_SEED, Game
from lotrsim.rl.batch import DEFAULT_SCENARIO, Batch, Decks
from lotrsim.rl.env import METADATA, check_render_mode
from lotrsim.rl.episodes import DISABLED, ENDS, NEXT_STEP, SAME_STEP
from lotrsim.rl.spaces import action_space, observation_space
from lotrsim.scenarios import Scenario

AUTORESET = {AutoresetMode.NEXT_STEP: NEXT_STEP, AutoresetMode.SAME_STEP: SAME_STEP, AutoresetMode.DISABLED: DISABLED}
MARKS = tuple(f"_{name}" for name in ENDS)
Observation = dict[str, np.ndarray]
Infos = dict[str, Any]


class QuestVectorEnv(gymnasium.vector.VectorEnv[Observation, np.ndarray, np.ndarray]):
    """num_envs games; gives what Gymnasium's SyncVectorEnv of as many `QuestEnv` gives for the same seeds, faster."""

    def __init__(
        self,
        num_envs: int = 1,
        scenario: str | Scenario = DEFAULT_SCENARIO,
        deck: Decks | None = None,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        render_mode: str | None = None,
        **words: Any,
    ) -> None:
        """`words` are those of `QuestEnv`. Without `copy` each step returns the same arrays, written anew.

        autoreset_mode: "NextStep", "SameStep" or "Disabled", as in Gymnasium.
        """
        check_render_mode(render_mode)
        try:
            mode = AutoresetMode(autoreset_mode)
        except ValueError:
            known = ", ".join(each.value for each in AutoresetMode)
            raise BadValue(f"autoreset_mode must be one of {known}, not {shown(autoreset_mode)}") from None
        self.batch = Batch(num_envs, scenario=scenario, deck=deck, autoreset=AUTORESET[mode], renew=copy, **words)
        self.num_envs, self.copy, self.render_mode = num_envs, copy, render_mode
        self.metadata = METADATA | {"autoreset_mode": mode}
        self.single_action_space, self.single_observation_space = action_space(), observation_space(self.batch)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._everybody, self._is_begun = np.ones(num_envs, np.bool_), False

    # ------------------------------------------------------------ Gymnasium's verbs
    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Observation, Infos]:
        """Begin episodes in all rows, or in those of options["reset_mask"] (bool [num_envs]).

        An int seeds row i with seed + i; a list gives a seed a row, None: the next game of the row's seed, which is random
        at first. The infos are marked for the rows that were reset.
        """
        which = self._which(dict(options or {}))
        if isinstance(seed, int | np.integer):
            super().reset(seed=int(seed))
        seeds = self._seeds(seed)
        for row in np.flatnonzero(which).tolist():
            if seeds[row] is not None:
                self.batch.seed(row, seeds[row])
            elif not self.batch.is_seeded[row]:
                self.batch.seed(row, int(self.np_random.integers(LARGEST_SEED)))
        self.batch.reset(which)
        self._is_begun = True
        observation = self._observation()
        return observation, {"action_mask": self._marked(observation["action_mask"], which), "_action_mask": which}

    def step(self, actions: Any) -> tuple[Observation, np.ndarray, np.ndarray, np.ndarray, Infos]:
        """Take an action in every row, ignored where a new game begins; rewards float64, ends bool, none truncated."""
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise BadValue(f"{self.num_envs} environments need an array of as many whole numbers, not {shown(actions)}")
        if not self._is_begun:
            raise gymnasium.error.ResetNeeded("Cannot call step() before reset()")
        n_ended = self.batch.step(np.ascontiguousarray(given, np.int64))
        observation, terminated = self._observation(), self.batch.terminated
        infos: Infos = {"action_mask": observation["action_mask"], "_action_mask": self._everybody.copy()}
        if n_ended:
            self._tell_ends(infos, terminated)
        return observation, self.batch.rewards, terminated.copy(), np.zeros(self.num_envs, np.bool_), infos

    def render(self) -> tuple[str, ...] | None:
        """Every table as the players see it, as text."""
        return tuple(str(self.game(row)) for row in range(self.num_envs)) if self.render_mode == "ansi" else None

    # ------------------------------------------------------------ beyond
    def game(self, row: int) -> Game:
        """A copy of a row's game, to look at."""
        batch = self.batch
        return Game(batch.games[row : row + 1].copy(), scenario=batch.scenario, decks=batch.decks,
                    difficulty=batch.difficulty, log=False)  # fmt: skip

    def action_masks(self) -> np.ndarray:
        """Which actions are legal, bool [num_envs, N_ACTIONS]."""
        return self.batch.masks.astype(np.bool_)

    # ------------------------------------------------------------ parts
    def _seeds(self, seed: Any) -> list[int | None]:
        """A seed a row, None for one that goes on with its own."""
        if seed is None:
            return [None] * self.num_envs
        seeds = [int(seed) + i for i in range(self.num_envs)] if isinstance(seed, int | np.integer) else list(seed)
        if len(seeds) != self.num_envs:
            raise BadValue(f"{len(seeds)} seeds for {self.num_envs} environments")
        return seeds

    def _which(self, options: dict[str, Any]) -> np.ndarray:
        """The rows that a reset is about."""
        which = options.pop("reset_mask", np.ones(self.num_envs, np.bool_))
        if options:
            raise BadValue(f"reset takes no option but reset_mask, not {shown(sorted(options))}")
        if not isinstance(which, np.ndarray) or which.dtype != np.bool_ or which.shape != (self.num_envs,) or not which.any():
            raise BadValue(f"reset_mask must be an array of {self.num_envs} bools, one of them True")
        if not self._is_begun and not which.all():
            raise BadValue("the first reset is for all environments")
        return np.ascontiguousarray(which)

    def _observation(self) -> Observation:
        """What the last step wrote, in memory of its own if that is wanted."""
        return self.batch.observation(self.batch.masks, self.batch.observations)

    @staticmethod
    def _marked(values: np.ndarray, which: np.ndarray) -> np.ndarray:
        """Values of the chosen rows, zeros elsewhere."""
        if which.all():
            return values
        return values * which.reshape(-1, *(1,) * (values.ndim - 1)).astype(values.dtype)

    def _tell_ends(self, infos: Infos, ended: np.ndarray) -> None:
        """How the episodes ended that did: in the infos, or in the final ones where a new game has begun already."""
        where, marks = infos, ended.copy()
        if self.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP:
            where = {"action_mask": np.zeros_like(self.batch.masks), "_action_mask": marks}
            finals = np.full(self.num_envs, None, object)
            for row in np.flatnonzero(ended).tolist():
                empty = np.zeros_like(self.batch.masks[row])
                finals[row] = self.batch.observation(empty, self.batch.finals[row].copy())
            infos |= {"final_obs": finals, "_final_obs": marks, "final_info": where, "_final_info": marks}
        where |= self.batch.ends()
        where |= dict.fromkeys(MARKS, marks)
