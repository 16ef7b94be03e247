"""Environments of Gymnasium: importing this module registers `subtorus/Scheduling-v0` and `subtorus/Allocation-v0`.

>>> import gymnasium, subtorus.gym
>>> env = gymnasium.make("subtorus/Scheduling-v0", machine="torus:8x8", jobs=100)
>>> observation, info = env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))

An episode is over when every job has started. The rewards of an episode sum to minus its mean bounded slowdown, or
minus its mean wait in seconds with ``reward="wait"``. ``info["action_mask"]`` has a 1 for each action that is possible;
`action_masks()` gives the same as truth values. Any other action counts as the first possible one (in Scheduling: as
waiting, while something is to come), and ``info["invalid"]`` says so.

Jobs come from a model, which makes new ones at each reset, or from a log, of which each episode takes `jobs` in a row
from a random place. The seed of `reset` decides both.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Literal, TypeVar

import gymnasium
import numpy
from gymnasium import spaces

from subtorus._engine import Environment
from subtorus.errors import InputError
from subtorus.run import Jobs, jobs_of
from subtorus.settings import Value, settings

Observation = TypeVar("Observation")

SEEDS = 2**31
"""The seeds of models that a reset draws from."""


class _Environment(gymnasium.Env[Observation, Any], Generic[Observation]):
    """What both environments share: episodes, masks and rewards."""

    metadata = {"render_modes": []}
    _native: Environment

    def __init__(
        self, log: Jobs, kind: Callable[..., Environment], choices: int, jobs: int, reward: str, parameters: dict[str, Value]
    ) -> None:
        if choices < 1 or jobs < 1:
            raise InputError("jobs" if jobs < 1 else "choices", "is less than 1", "a whole number from 1")
        if reward not in ("slowdown", "wait"):
            raise InputError("reward", f"{reward!r} is no reward", "'slowdown' or 'wait'")
        self._log, self._parameters = jobs_of(log, parameters)
        self._kind = kind
        self._choices, self._length, self._reward = choices, jobs, reward
        if self._log is None:
            self._parameters["jobs"] = jobs
        self.render_mode = None
        self._make()

    def _make(self) -> None:
        """Makes the native environment; a model makes its jobs here."""
        self._native = self._kind(self._log, settings(self._parameters), self._choices, self._reward == "slowdown")
        self._mask = numpy.frombuffer(self._native.mask, dtype=numpy.int8)

    def action_masks(self) -> numpy.ndarray[Any, numpy.dtype[numpy.bool_]]:
        """Which actions are possible now."""
        return self._mask.astype(numpy.bool_)

    def _observe(self) -> Observation:
        raise NotImplementedError

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask.copy(), "invalid": self._native.invalid}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins an episode. The same seed gives the same jobs."""
        super().reset(seed=seed)
        start = 0
        if self._log is None:
            self._parameters["seed"] = int(self.np_random.integers(1, SEEDS))
            self._make()
        else:
            start = int(self.np_random.integers(0, max(self._native.jobs - self._length, 0) + 1))
        self._native.reset(start, self._length)
        return self._observe(), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Takes an action. At the end, ``info`` has `mean_bounded_slowdown` and `mean_wait` of the episode."""
        native = self._native
        reward = native.step(int(action))
        info: dict[str, Any] = {"action_mask": self._mask.copy(), "invalid": native.invalid}
        done = native.done
        if done:
            info["mean_bounded_slowdown"], info["mean_wait"] = native.mean_slowdown, native.mean_wait
        return self._observe(), reward, done, False, info


class SchedulingEnv(_Environment["numpy.ndarray[Any, numpy.dtype[numpy.float32]]"]):
    """Which of the first `waiting` jobs of the queue, in order of arrival, starts.

    Actions: the place of a job in the queue from 0, or `waiting` to wait for the next event.

    Observation: ``Box(0, 1, (waiting + 1, 5))``. A row per place of the queue: whether a job is there, its processors as
    a share of the machine, its estimate and its wait so far (on a logarithmic scale up to three years), whether it fits
    now. The last row: 1, the share of free processors, the length of the queue n as n / (n + waiting), the number of
    running jobs n as n / (n + 10), 0.
    """

    def __init__(
        self,
        log: Jobs = None,
        *,
        machine: str = "torus:8x8x8",
        allocation: str = "flat",
        waiting: int = 16,
        jobs: int = 256,
        reward: Literal["slowdown", "wait"] = "slowdown",
        **parameters: Value,
    ) -> None:
        """Makes the environment; `parameters` are those of `simulate`."""
        given = {**parameters, "machine": machine, "allocation": allocation, "scheduling": "fcfs"}
        super().__init__(log, Environment.scheduling, waiting, jobs, reward, given)
        self.action_space = spaces.Discrete(waiting + 1)
        self.observation_space = spaces.Box(0.0, 1.0, (waiting + 1, 5), numpy.float32)

    def _make(self) -> None:
        super()._make()
        view = numpy.frombuffer(self._native.views[0], dtype=numpy.float32)
        self._view = view.reshape(self._choices + 1, 5)

    def _observe(self) -> numpy.ndarray[Any, numpy.dtype[numpy.float32]]:
        return self._view.copy()


class AllocationEnv(_Environment[dict[str, Any]]):
    """In which of the first `candidates` free boxes the first job of the queue runs. Jobs start in order of arrival.

    Actions: the number of a candidate from 0. Candidates are the free boxes of the extents that the job asks for in the
    order of node numbers, then those of the other orders of these extents.

    Observation: a dictionary. `free`: ``MultiBinary`` of the machine's extents, 1 for each free node. `boxes`:
    ``Box(0, 1, (candidates, 2 * dimensions))``, base and extents as shares of the machine's extents, 0 where there is no
    candidate.
    """

    def __init__(
        self,
        log: Jobs = None,
        *,
        machine: str = "torus:8x8x8",
        candidates: int = 16,
        jobs: int = 256,
        reward: Literal["slowdown", "wait"] = "slowdown",
        **parameters: Value,
    ) -> None:
        """Makes the environment; `parameters` are those of `simulate`."""
        given = {**parameters, "machine": machine, "allocation": "tff", "scheduling": "fcfs"}
        super().__init__(log, Environment.allocation, candidates, jobs, reward, given)
        extents = self._native.extents
        self.action_space = spaces.Discrete(candidates)
        boxes = spaces.Box(0.0, 1.0, (candidates, 2 * len(extents)), numpy.float32)
        self.observation_space = spaces.Dict({"free": spaces.MultiBinary(extents), "boxes": boxes})

    def _make(self) -> None:
        super()._make()
        extents, (nodes, boxes) = self._native.extents, self._native.views
        self._free = numpy.frombuffer(nodes, dtype=numpy.int8).reshape(extents)
        self._boxes = numpy.frombuffer(boxes, dtype=numpy.float32).reshape(self._choices, 2 * len(extents))

    def _observe(self) -> dict[str, Any]:
        return {"free": self._free.copy(), "boxes": self._boxes.copy()}


gymnasium.register("subtorus/Scheduling-v0", entry_point="subtorus.gym:SchedulingEnv")
gymnasium.register("subtorus/Allocation-v0", entry_point="subtorus.gym:AllocationEnv")
