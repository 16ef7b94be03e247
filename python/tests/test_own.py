"""Strategies and policies in Python: as good as those of the catalogue, and checked."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

import subtorus
from subtorus import Box, Job, Machine, Request


class First(subtorus.Strategy):
    """First fit."""

    def allocate(self, machine: Machine, request: Request) -> Box | None:
        assert request.extents is not None
        return machine.first(request.extents)


class Nodes(subtorus.Strategy):
    """The first free nodes, one by one."""

    title = "nodes"

    def allocate(self, machine: Machine, request: Request) -> Any:
        nodes = machine.free_nodes()
        return nodes[: request.processors] if len(nodes) >= request.processors else None


class Key(subtorus.Scheduler):
    """A key of the catalogue with a head rule."""

    def __init__(self, key: Any, head: str, changes: bool) -> None:
        self._key, self.head, self.changes_with_time = key, head, changes

    def key(self, job: Job, now: float) -> float:
        return float(self._key(job, now))


def expansion(job: Job, now: float) -> float:
    """The expansion factor as the catalogue computes it, in microseconds."""
    waited, estimate = round((now - job.submit) * 1e6), max(round(job.estimate * 1e6), 1)
    return -(waited + estimate) / estimate


class Pick(subtorus.Scheduler):
    """A choice."""

    def __init__(self, choose: Any) -> None:
        self._choose = choose

    def pick(self, queue: list[Job], running: list[tuple[Job, float]], machine: Any) -> Any:
        return self._choose(queue, running, machine)


def starts(log: subtorus.Log, allocation: Any, scheduling: Any, machine: str = "torus:4x4x8") -> list[int]:
    """When the first 600 jobs start."""
    run = subtorus.simulate(log, machine=machine, allocation=allocation, scheduling=scheduling, first=600, load=1.1)
    return list(run.schedule()["start"])


@pytest.mark.parametrize("policy", ["fcfs", "easy", "sjf/skip"])
@pytest.mark.parametrize("machine", ["torus:4x4x8", "mesh:8x16", "mixed:4rx4x8r"])
def test_first_fit_in_python_is_first_fit(nasa: subtorus.Log, policy: str, machine: str) -> None:
    """The same starts on the same nodes."""
    schedules = [
        subtorus.simulate(nasa, machine=machine, allocation=allocation, scheduling=policy, first=300, load=1.1).schedule_csv()
        for allocation in ("ff", First())
    ]
    assert schedules[0] == schedules[1]


def test_nodes_one_by_one_start_jobs_as_flat_does(nasa: subtorus.Log) -> None:
    """Also as one of several strategies of a sweep, on several threads."""
    assert starts(nasa, Nodes(), "easy") == starts(nasa, "flat", "easy")
    found = subtorus.sweep(nasa, machine="torus:4x4x8", allocation=["flat", Nodes()], scheduling="easy", first=300, vary="load:0.6..1:0.2", quiet=True)
    waits = found["mean_wait"].to_numpy()
    assert len(waits) == 6 and numpy.array_equal(waits[:3], waits[3:])


@pytest.mark.parametrize("head", ["block", "skip", "easy"])
def test_orders_of_the_catalogue_in_python(nasa: subtorus.Log, head: str) -> None:
    """Those that never change, and one that does."""
    for name, key, changes in (
        ("lcfs", lambda job, now: -job.index, False),
        ("sjf", lambda job, now: job.runtime, False),
        ("largest", lambda job, now: -job.processors, True),
        ("expansion", expansion, True),
    ):
        expected = starts(nasa, "flat", f"{name}/{head}")
        assert starts(nasa, "flat", Key(key, head, changes)) == expected, name


def test_choices_in_python(nasa: subtorus.Log) -> None:
    """Starting the head only is block, and starting whatever fits is skip."""
    head = Pick(lambda queue, running, machine: queue[0] if machine.fits(queue[0]) else None)
    any_job = Pick(lambda queue, running, machine: next((job for job in queue if machine.fits(job)), None))
    assert starts(nasa, "ff", head) == starts(nasa, "ff", "fcfs")
    assert starts(nasa, "ff", any_job) == starts(nasa, "ff", "oo")


def test_runs_of_own_code_run_again_for_their_events(nasa: subtorus.Log) -> None:
    """And are explained."""
    policy = Key(lambda job, now: job.runtime, "easy", False)
    run = subtorus.simulate(nasa, machine="torus:4x4x8", allocation=First(), scheduling=policy, first=300, load=1.1)
    events = run.events()
    assert (events["event"] == "starts").sum() == 300
    assert run.why(int(run.schedule()["job"][7]))[0].startswith("Job ")
    with pytest.raises(subtorus.InputError, match="has no link"):
        run.link
    with pytest.raises(subtorus.InputError, match="group schedule"):
        run.distributions()
    assert "allocation=own(first," in subtorus.simulate(machine="torus:4x4", allocation=First(), scheduling="fcfs", jobs=9).link


def fickle() -> Any:
    """A policy that behaves otherwise the second time."""
    asked = [0]

    def key(job: Job, now: float) -> float:
        asked[0] += 1
        return job.index if asked[0] <= 60 else -job.index

    return Key(key, "block", False)


def test_own_code_that_changes_its_mind_is_found_out(nasa: subtorus.Log) -> None:
    """When the run runs again."""
    run = subtorus.simulate(nasa, machine="torus:4x4x8", allocation="flat", scheduling=fickle(), first=60, load=3)
    with pytest.raises(subtorus.PolicyError, match="when it ran again"):
        run.events()


class Answer(subtorus.Strategy):
    """Gives this answer while other jobs run."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def allocate(self, machine: Machine, request: Request) -> Any:
        if machine.free_count == machine.free.size:
            return machine.free_nodes()[: request.processors]
        return self.answer(machine, request)


def raising(machine: Machine, request: Request) -> None:
    """Fails."""
    raise ZeroDivisionError("by nothing")


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        (raising, "allocate failed: line "),
        (lambda machine, request: [0] * request.processors, "another job holds"),
        (lambda machine, request: machine.free_nodes()[: request.processors + 1], "nodes, but the request is for"),
        (lambda machine, request: Box((9, 9, 9), (1, 1, 1)), "is not inside"),
        (lambda machine, request: "abc", "allocate failed"),
        (lambda machine, request: [-1], "no Box, boxes or nodes from 0 to 127"),
        (lambda machine, request: 3, "allocate failed"),
    ],
)
def test_wrong_answers_of_strategies_name_the_job(nasa: subtorus.Log, answer: Any, found: str) -> None:
    """An exception is the cause, with its traceback."""
    with pytest.raises(subtorus.PolicyError, match=found) as caught:
        starts(nasa, Answer(answer), "easy")
    assert caught.value.job is not None and f"job {caught.value.job} " in caught.value.found
    if answer is raising:
        cause = caught.value.__cause__
        assert isinstance(cause, ZeroDivisionError) and cause.__traceback__ is not None
        innermost = cause.__traceback__
        while innermost.tb_next is not None:
            innermost = innermost.tb_next
        assert innermost.tb_frame.f_code.co_name == "raising"


def test_a_wrong_answer_on_the_empty_machine_is_the_strategys_fault(nasa: subtorus.Log) -> None:
    """The plan asks before any job runs."""

    class Twice(subtorus.Strategy):
        """Gives a node twice."""

        def allocate(self, machine: Machine, request: Request) -> Any:
            return [0] * request.processors

    with pytest.raises(subtorus.PolicyError, match="another block of the same answer") as caught:
        starts(nasa, Twice(), "easy")
    assert caught.value.job is None


def test_wrong_answers_of_policies_name_the_job(nasa: subtorus.Log) -> None:
    """So do keys and choices."""
    for policy, found in (
        (Key(lambda job, now: numpy.nan, "easy", True), "key gave no number"),
        (Key(lambda job, now: 1 / 0, "easy", False), "key failed: line .*ZeroDivisionError"),
        (Key(lambda job, now: "x", "easy", True), "key failed"),
        (Pick(lambda queue, running, machine: "x"), "pick gave a job that does not wait"),
        (Pick(lambda queue, running, machine: running[0][0] if running else queue[0]), "does not wait"),
        (Pick(lambda queue, running, machine: queue[-1]), "does not fit"),
        (Pick(lambda queue, running, machine: None), "although the machine is idle"),
        (Pick(lambda queue, running, machine: 1 / 0), "pick failed"),
        (Key(lambda job, now: 0, "conservative", True), "own keys change"),
        (Key(lambda job, now: 0, "sometimes", True), "unknown scheduling"),
    ):
        with pytest.raises(subtorus.InputError, match=found) as caught:
            starts(nasa, "flat", policy)
        if "key" in found and "own keys" not in found:
            assert isinstance(caught.value, subtorus.PolicyError) and caught.value.job is not None


def test_a_failing_strategy_ends_a_sweep(nasa: subtorus.Log) -> None:
    """With its exception."""
    with pytest.raises(subtorus.PolicyError) as caught:
        subtorus.sweep(nasa, machine="torus:4x4x8", allocation=["ff", Answer(raising)], scheduling="easy", first=300, vary="none", quiet=True)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


def test_boxes_of_a_machine() -> None:
    """Against a plain search, on rings and lines."""
    draw = numpy.random.default_rng(3)
    for _ in range(60):
        extents = tuple(int(x) for x in draw.integers(1, 5, size=draw.integers(1, 4)))
        rings = tuple(bool(x) for x in draw.integers(0, 2, size=len(extents)))
        free = bytearray(int(x) for x in draw.integers(0, 4, size=int(numpy.prod(extents))) > 0)
        machine = Machine(extents, rings, free)
        asked = tuple(int(draw.integers(1, length + 1)) for length in extents)
        found = machine.bases(asked)
        for base in numpy.ndindex(*extents):
            inside = all(ring or x + side <= length for x, side, length, ring in zip(base, asked, extents, rings))
            nodes = [tuple((x + step) % length for x, step, length in zip(base, steps, extents)) for steps in numpy.ndindex(*asked)]
            assert found[base] == (inside and all(machine.free[node] for node in nodes))
        first = machine.first(asked)
        assert (first is None) == (not found.any()) and (first is None or machine.is_free(first))
