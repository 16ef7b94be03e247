"""The environments of Gymnasium."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy
import pytest
from gymnasium.utils.env_checker import check_env

import subtorus
import subtorus.gym  # noqa: F401

NAMES = ("subtorus/Scheduling-v0", "subtorus/Allocation-v0")


def make(name: str, **keywords: Any) -> Any:
    """An environment without wrappers."""
    return gymnasium.make(name, **keywords).unwrapped


def play(env: Any, seed: int, choose: Any) -> tuple[float, dict[str, Any], int]:
    """An episode: the sum of its rewards, the last information, and its steps."""
    observation, info = env.reset(seed=seed)
    total, steps, done = 0.0, 0, False
    while not done:
        observation, reward, done, truncated, info = env.step(choose(observation, info))
        assert not truncated and env.observation_space.contains(observation)
        total, steps = total + reward, steps + 1
    return total, info, steps


def first(observation: Any, info: dict[str, Any]) -> int:
    """The first possible action."""
    return int(info["action_mask"].argmax())


def of_the_head(observation: Any, info: dict[str, Any]) -> int:
    """The first job if it fits, else waiting: the policy fcfs."""
    return 0 if info["action_mask"][0] else len(info["action_mask"]) - 1


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("source", ["model", "log"])
def test_gymnasium_accepts_them(name: str, source: str, nasa: subtorus.Log) -> None:
    """Its own checks."""
    log = {"log": nasa} if source == "log" else {}
    check_env(make(name, machine="torus:4x4x8", jobs=40, **log))


def test_starting_heads_is_fcfs(nasa: subtorus.Log) -> None:
    """Rewards sum to minus the mean bounded slowdown of the run."""
    keywords: dict[str, Any] = {"machine": "torus:4x4x8", "load": 0.9}
    for allocation, count in (("flat", 18239), ("nep", 2000)):
        given = {**keywords, "allocation": allocation}
        run = subtorus.simulate(nasa, scheduling="fcfs", first=count, **given).metrics
        env = make(NAMES[0], log=nasa, jobs=count, first=count, **given)
        total, info, steps = play(env, 1, of_the_head)
        assert steps >= count and not info["invalid"]
        assert -total == pytest.approx(run["mean_bounded_slowdown"]) == pytest.approx(info["mean_bounded_slowdown"])
        assert info["mean_wait"] == pytest.approx(run["mean_wait"])


def test_the_first_box_is_turning_first_fit() -> None:
    """On a mesh of two dimensions, where a box has two orders of its sides."""
    keywords: dict[str, Any] = {"machine": "mesh:8x8", "model": "stochastic", "rate": 3}
    env = make(NAMES[1], jobs=150, reward="wait", **keywords)
    total, info, steps = play(env, 7, first)
    seed = env._parameters["seed"]
    run = subtorus.simulate(subtorus.stochastic(jobs=150, seed=seed, rate=3), machine="mesh:8x8", allocation="tff", scheduling="fcfs")
    assert steps == 150 and run.metrics["mean_wait"] > 0
    assert info["mean_wait"] == pytest.approx(run.metrics["mean_wait"]) == pytest.approx(-total)


@pytest.mark.parametrize("name", NAMES)
def test_seeds_decide(name: str, nasa: subtorus.Log) -> None:
    """Of a model and of a log."""
    for log in (None, nasa):
        env = make(name, log=log, machine="torus:4x4x8", jobs=50)
        again = [play(env, seed, first)[0] for seed in (1, 2, 1)]
        assert again[0] == again[2] and again[0] != again[1] or log is not None


@pytest.mark.parametrize("name", NAMES)
def test_masks_and_actions_outside_them(name: str) -> None:
    """Any action is taken, and an impossible one is said to be so."""
    env = make(name, machine="torus:4x4x4", jobs=80, rate=20)
    draw = numpy.random.default_rng(1)
    total, info, _ = play(env, 3, lambda observation, info: int(draw.integers(env.action_space.n)))
    assert numpy.isfinite(total)
    _, info = env.reset(seed=4)
    assert numpy.array_equal(env.action_masks(), info["action_mask"].astype(bool)) and info["action_mask"].any()
    outside = int(info["action_mask"].argmin())
    if not info["action_mask"][outside]:
        assert env.step(outside)[4]["invalid"]


def test_wrong_input() -> None:
    """And steps beyond the end."""
    for keywords in ({"waiting": 0}, {"jobs": 0}, {"reward": "none"}, {"machine": "x"}, {"service": "communication"}, {"vary": "none"}):
        with pytest.raises(subtorus.InputError):
            make(NAMES[0], **keywords)
    env = make(NAMES[0], machine="torus:4x4", jobs=3)
    play(env, 1, first)
    with pytest.raises(subtorus.InputError, match="call reset first"):
        env.step(0)
