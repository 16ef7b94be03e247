"""Strategies and policies of one's own, in Python. Every answer is checked; the first wrong one ends the run."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Union

import numpy

from subtorus import _engine
from subtorus.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Box(NamedTuple):
    """The nodes between two corners, around rings too."""

    base: tuple[int, ...]
    """The least coordinate in each dimension."""
    extents: tuple[int, ...]
    """The length in each dimension."""


class Request(NamedTuple):
    """What a job asks of a strategy."""

    processors: int
    """The number of processors, after `effective`."""
    extents: tuple[int, ...] | None
    """The extents of the box that it asks for, if jobs come with shapes or the strategy works with boxes."""


class Machine:
    """A machine as a strategy sees it, with the nodes that are free now.

    `free` is a read-only view that changes from question to question: copy what you keep.
    """

    def __init__(self, extents: tuple[int, ...], rings: tuple[bool, ...], free: bytearray) -> None:
        """Makes the view on this memory."""
        self.extents = extents
        """The number of nodes in each dimension."""
        self.rings = rings
        """Whether each dimension is a ring."""
        array = numpy.frombuffer(free, dtype=numpy.bool_).reshape(extents)
        array.flags.writeable = False
        self.free: NDArray[numpy.bool_] = array
        """Which nodes are free, by their coordinates."""

    @property
    def dimensions(self) -> int:
        """The number of dimensions."""
        return len(self.extents)

    @property
    def free_count(self) -> int:
        """The number of free nodes."""
        return int(numpy.count_nonzero(self.free))

    def free_nodes(self) -> NDArray[numpy.int64]:
        """The numbers of the free nodes in ascending order. The last coordinate runs fastest."""
        return numpy.flatnonzero(self.free)

    def bases(self, extents: Sequence[int]) -> NDArray[numpy.bool_]:
        """Where a box of these extents is free: true at each base, by its coordinates."""
        fits = self.free
        for axis, (length, extent, ring) in enumerate(zip(self.extents, extents, self.rings)):
            if not 1 <= extent <= length:
                return numpy.zeros(self.extents, dtype=numpy.bool_)
            covered = 1
            while covered < extent:
                step = min(covered, extent - covered)
                fits = fits & numpy.roll(fits, -step, axis=axis)
                covered += step
            if not ring and extent > 1:
                fits = fits & (numpy.arange(length) <= length - extent).reshape(
                    [-1 if other == axis else 1 for other in range(self.dimensions)]
                )
        return fits

    def first(self, extents: Sequence[int]) -> Box | None:
        """The first free box of these extents, in the order of node numbers of its base; None if there is none."""
        fits = self.bases(extents)
        place = int(fits.argmax())
        if not fits.flat[place]:
            return None
        return Box(tuple(int(x) for x in numpy.unravel_index(place, self.extents)), tuple(int(x) for x in extents))

    def is_free(self, box: Box) -> bool:
        """Whether all nodes of a box are free. A box beyond the machine is not."""
        inside = all(0 <= base < length for base, length in zip(box.base, self.extents))
        return inside and len(box.base) == self.dimensions and bool(self.bases(box.extents)[tuple(box.base)])


Answer = Union[Box, Iterable[Box], Iterable[int], None]
"""The place of a job: a box, several, numbers of nodes, or None if there is none now."""


class Strategy:
    """An allocation strategy: subclass it and write `allocate`.

    The same free nodes must give the same answer, because look-ahead asks about states that never come. On the empty
    machine a request is accepted or refused for good.
    """

    title: str | None = None
    """Its name in tables and links, 1 to 24 small letters, digits and hyphens; by default that of the class."""

    def allocate(self, machine: Machine, request: Request) -> Answer:
        """The free nodes for a request, `request.processors` of them, or None if it finds no place now."""
        raise NotImplementedError

    def effective(self, request: Request) -> int | None:
        """The number of processors that a request really takes, for strategies that round; None for what it asks for."""
        return None

    def release(self, machine: Machine, boxes: list[Box]) -> None:
        """Notes that these boxes have become free. Look-ahead does not call it."""


class Job:
    """A job as a policy sees it. Times are in seconds since the first arrival."""

    __slots__ = ("index", "number", "submit", "processors", "shape", "estimate", "runtime", "user", "queue", "partition")

    def __init__(
        self,
        index: int,
        number: int,
        submit: float,
        processors: int,
        shape: list[int] | None,
        estimate: float,
        runtime: float,
        user: int | None,
        queue: int | None,
        partition: int | None,
    ) -> None:
        """Makes the job; policies are given theirs."""
        self.index = index
        """Its place in the order of arrival, from 0."""
        self.number = number
        """Its number in the log."""
        self.submit = submit
        """When it arrives."""
        self.processors = processors
        """The processors that it asks for."""
        self.shape = None if shape is None else tuple(shape)
        """The box that it asks for, if it asks for one."""
        self.estimate = estimate
        """The run time that backfilling assumes."""
        self.runtime = runtime
        """Its run time, which a real scheduler does not know."""
        self.user = user
        """Its user in the log, if known."""
        self.queue = queue
        """Its queue in the log, if known."""
        self.partition = partition
        """Its partition in the log, if known."""

    def __repr__(self) -> str:
        """Number, size and arrival."""
        return f"<Job {self.number}: {self.processors} processors at {self.submit:g} s>"


class FreeMachine:
    """What `pick` may ask of the machine."""

    def __init__(self, now: float, free: int, queue: list[Job], fits: list[bool]) -> None:
        """Makes the answers for this queue."""
        self.now = now
        """The time in seconds."""
        self.free = free
        """The number of free processors."""
        self._fits = {job.index: fit for job, fit in zip(queue, fits)}

    def fits(self, job: Job) -> bool:
        """Whether the strategy finds a place for a waiting job now."""
        return self._fits.get(job.index, False)


class Scheduler:
    """A policy: subclass it and write `key`, `pick` or both.

    `key(job, now)` orders the queue: the least comes first, ties go to the earlier arrival. `pick(queue, running,
    machine)` chooses the job of the queue that starts next, or None if no further one starts now; it takes the place of
    `head`. `queue` has the waiting jobs in their order, `running` pairs of a job and its estimated end in seconds.
    """

    head: str = "block"
    """What happens while the first job does not fit: block, skip, easy or conservative, as in names of policies."""

    changes_with_time: bool = True
    """Whether the key of a job changes with time. If not, say so: it is then asked for once, not in each pass."""


def name_of(allocation: str | Strategy) -> str:
    """The full name of a strategy. One in Python is made known under a name with the digest of its code."""
    if isinstance(allocation, str):
        return allocation
    _refuse_others("allocation", allocation)
    if not callable(getattr(allocation, "allocate", None)):
        found = f"this {type(allocation).__name__} has no allocate"
        raise InputError("allocation", found, "a name, or an object with allocate(machine, request)")
    title = getattr(allocation, "title", None) or type(allocation).__name__
    return _engine.register(allocation, title, _code(allocation))


def policy_of(scheduling: str | Scheduler) -> tuple[str, Any]:
    """The policy of the catalogue that stands for this one in a plan, and the object, if there is one."""
    if isinstance(scheduling, str):
        return scheduling, None
    _refuse_others("scheduling", scheduling)
    return f"fcfs/{getattr(scheduling, 'head', 'block')}", scheduling


def _refuse_others(place: str, given: object) -> None:
    """Raises InputError for a class instead of its object, and for several where one is meant."""
    if isinstance(given, type):
        raise InputError(place, "a class", "an object of it", f"write {given.__name__}()")
    if isinstance(given, (list, tuple)):
        raise InputError(place, f"{len(given)} at once, but a run has one", "", "sweep compares several")


def _code(strategy: object) -> str:
    """What tells a strategy from others: its source and its values."""
    kind = type(strategy)
    try:
        source = inspect.getsource(kind)
    except (OSError, TypeError):
        source = f"{kind.__module__}.{kind.__qualname__} {id(kind)}"
    values = hashlib.sha256(repr(sorted(getattr(strategy, "__dict__", {}).items())).encode()).hexdigest()
    return f"{source}\n# {values}"


def allocate(strategy: Strategy, machine: Machine, numbers: list[float]) -> list[float] | None:
    """Asks for the place of a request: base and extents of each box, one after the other."""
    answer = strategy.allocate(machine, _request(numbers))
    if answer is None:
        return None
    if isinstance(answer, Box):
        return [float(x) for x in (*answer.base, *answer.extents)]
    parts: list[Any] = list(answer) if isinstance(answer, Iterable) else [None]
    if parts and all(isinstance(part, Box) for part in parts):
        return [float(x) for box in parts for x in (*box.base, *box.extents)]
    nodes = numpy.asarray(parts)
    count = int(numpy.prod(machine.extents))
    if nodes.ndim != 1 or not len(nodes) or nodes.dtype.kind not in "iu" or nodes.min() < 0 or nodes.max() >= count:
        raise TypeError(f"no Box, boxes or nodes from 0 to {count - 1}: {answer!r:.40}")
    one = [1.0] * machine.dimensions
    places = numpy.stack(numpy.unravel_index(nodes, machine.extents), axis=1).astype(float).tolist()
    return [x for place in places for x in (*place, *one)]


def effective(strategy: Strategy, machine: Machine, numbers: list[float]) -> list[float] | None:
    """Asks how many processors a request takes."""
    ask = getattr(strategy, "effective", None)
    count = None if ask is None else ask(_request(numbers))
    return None if count is None else [float(count)]


def release(strategy: Strategy, machine: Machine, numbers: list[float]) -> None:
    """Tells of released boxes."""
    tell = getattr(strategy, "release", None)
    if tell is None or getattr(type(strategy), "release", None) is Strategy.release:
        return
    whole, width = [int(x) for x in numbers], machine.dimensions
    corners = [tuple(whole[place : place + width]) for place in range(0, len(whole), width)]
    tell(machine, [Box(base, extents) for base, extents in zip(corners[::2], corners[1::2])])


def _request(numbers: list[float]) -> Request:
    extents = tuple(int(x) for x in numbers[1:])
    return Request(int(numbers[0]), extents or None)
