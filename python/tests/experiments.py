"""Random experiments of one run, as keywords."""

from __future__ import annotations

import random
from pathlib import Path

import subtorus

LOGS = ("five-jobs.swf", "swf/windows.swf", "swf/malformed.swf")

STRATEGIES = [name for names in subtorus.strategies()["examples"] for name in names]
POLICIES = [
    f"{order}/{head}"
    for order in subtorus.policies().query("kind == 'order'")["name"]
    for head in subtorus.policies().query("kind == 'head'")["name"]
] + ["fcfs", "easy", "easy(3)", "oo(2)", "conservative"]


def machine(draw: random.Random) -> str:
    """A machine of at most 256 nodes."""
    dimensions = draw.choice((1, 2, 2, 3, 3, 4, 6))
    extents = [draw.choice((1, 2, 3, 4, 5, 8) if dimensions < 4 else (2, 4)) for _ in range(dimensions)]
    kind = draw.choice(("torus", "mesh", "mixed"))
    marks = [draw.choice(("", "r")) if kind == "mixed" else "" for _ in extents]
    return f"{kind}:" + "x".join(f"{extent}{mark}" for extent, mark in zip(extents, marks))


def model(draw: random.Random) -> dict[str, str | int | float]:
    """Parameters of a model."""
    keywords: dict[str, str | int | float] = {"jobs": draw.randint(1, 120), "seed": draw.randint(0, 2**64 - 1)}
    kind = draw.choice(("lublin", "stochastic", "tpu-v4"))
    keywords["model"] = kind
    keywords["rate"] = draw.choice((0.5, 1, 2.25, 30))
    if kind != "lublin":
        keywords["runtimes"] = draw.choice(("exponential(50)", "bounded-pareto(1,1000,1.5)"))
    if kind == "stochastic":
        keywords["sides"] = draw.choice(("uniform", "exponential"))
    return keywords


def transformation(draw: random.Random) -> dict[str, str | int | float]:
    """Some of what changes jobs."""
    choices: dict[str, tuple[str | int | float, ...]] = {
        "size_scale": (2, 8),
        "round": ("pow2",),
        "estimates": ("requested",),
        "estimate_excess": (0.5, 10),
        "shape": ("tight",),
        "runtime_coefficient": (0.2, 1.25),
        "arrival_factor": (0.1, 3),
        "load": (0.7, 1.1),
        "down": ("random(0.9,1)",),
        "unit": ("2x2", "1x1x2"),
        "service": ("communication", "runtime-and-communication"),
        "messages": ("exponential(5)", "rounds(2)"),
    }
    names = draw.sample(sorted(choices), draw.choice((0, 0, 1, 1, 2)))
    return {name: draw.choice(choices[name]) for name in names}


def experiment(draw: random.Random, data: Path) -> dict[str, str | int | float]:
    """The keywords of a run, which may be refused; `log` is the path of a log."""
    keywords: dict[str, str | int | float] = {
        "machine": machine(draw),
        "allocation": draw.choice(STRATEGIES),
        "scheduling": draw.choice(POLICIES),
        **transformation(draw),
    }
    if draw.random() < 0.3:
        return {**keywords, "log": str(data / draw.choice(LOGS)), "first": draw.randint(1, 40)}
    return {**keywords, **model(draw)}
