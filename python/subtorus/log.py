"""Logs of jobs, and models that make jobs."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import numpy
import pandas

from subtorus import _engine
from subtorus.errors import InputError
from subtorus.settings import Scalar, Value, settings

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Column = NDArray[numpy.int64]

COLUMNS = ("id", "submit", "wait", "runtime", "processors", "estimate", "allocated", "requested", "status", "user", "queue", "partition")
"""The columns of a log."""

TIMES = ("submit", "wait", "runtime", "estimate")
"""Those that are times."""

ROWS = 1 << 16
"""So many rows of a frame are passed on at a time."""


class Log:
    """The jobs of a log, in file order, with its header and what was wrong with its file.

    Each column is a read-only NumPy array of whole numbers: times in microseconds since the log's own time 0, and
    -1 (or any negative number) where the log does not know. A column is made when it is first asked for, and kept.
    """

    def __init__(self, native: _engine.Log) -> None:
        """Wraps the native log; use `read_log`, `from_pandas` or `from_arrays`."""
        self._native = native
        self._columns: dict[str, Column] = {}

    @staticmethod
    def from_pandas(frame: pandas.DataFrame, *, name: str = "frame.swf", column: Value = None) -> Log:
        """A log of the rows of a frame, read as a table in CSV is: by the names of its columns.

        Times are in seconds, or moments and durations as pandas has them. `column` says which column is which field, as
        in ``column="processors=cpus,submit=start"``. `name` is the log's name in links.

        Raises InputError if a needed column is missing, or no row is a job.
        """
        return Log(_engine.Log.of_table(_pieces(frame), name, settings({"column": column})))

    @staticmethod
    def from_arrays(
        *,
        submit: ArrayLike,
        runtime: ArrayLike,
        processors: ArrayLike,
        unit: Literal["s", "us"],
        machine_processors: int | None = None,
        name: str = "arrays.swf",
        **columns: ArrayLike,
    ) -> Log:
        """A log of arrays of equal length, with times in this unit (seconds or microseconds).

        Further columns: `id`, `wait`, `estimate`, `allocated`, `status`, `user`, `queue`, `partition`. Memory: besides
        the arrays about 25 bytes a job, and 8 bytes a job while a column is taken.

        Raises InputError for arrays that are no numbers, have other lengths, or columns that are not known.
        """
        given: dict[str, Any] = {"submit": submit, "runtime": runtime, "processors": processors, **columns}
        unknown = [key for key in given if key not in COLUMNS or key == "requested"]
        if unknown:
            raise InputError(unknown[0], "is not a column of a log", ", ".join(COLUMNS))
        if unit not in ("s", "us"):
            raise InputError("unit", f"{unit!r} is no unit", "'s' or 'us'")
        factor = 1_000_000 if unit == "s" else 1
        count = len(numpy.asarray(submit))
        packed = {key: _whole(key, values, factor if key in TIMES else 1, count) for key, values in given.items()}
        return Log(_engine.Log.of_columns(packed, machine_processors, name))

    def __len__(self) -> int:
        """The number of jobs."""
        return len(self._native)

    def __repr__(self) -> str:
        """Name and size."""
        return f"<subtorus.Log {self.name}: {len(self)} jobs>"

    def __deepcopy__(self, memo: dict[int, object]) -> Log:
        """The same log, because a log never changes."""
        return self

    def __getattr__(self, name: str) -> Column:
        """A column."""
        if name not in COLUMNS:
            raise AttributeError(f"a log has no {name}; its columns are {', '.join(COLUMNS)}")
        return self.column(name)

    def column(self, name: str) -> Column:
        """A column by its name, one of `COLUMNS`. `processors` is what a job asks for, else what it was given."""
        if name not in COLUMNS:
            raise InputError(name, "is not a column of a log", ", ".join(COLUMNS))
        if name not in self._columns:
            self._columns[name] = numpy.frombuffer(self._native.column(name), dtype=numpy.int64)
        return self._columns[name]

    def to_pandas(self) -> pandas.DataFrame:
        """The log as a frame: the columns of `subtorus convert --to csv`, times in seconds, NaN where unknown.

        `from_pandas` reads it back.
        """
        names = ("submit", "runtime", "processors", "estimate", "wait", "user", "queue", "partition", "status", "allocated")
        frame = pandas.DataFrame({"job": self.column("id")})
        for name in names:
            values = self.column(name)
            known = values / 1_000_000 if name in TIMES else values
            frame[name] = numpy.where(values >= 0, known, numpy.nan) if (values < 0).any() else known
        shapes = self._native.shapes()
        if shapes is not None and all(shape is not None for shape in shapes):
            frame.insert(4, "shape", shapes)
            frame = frame.drop(columns="processors")
        return frame

    @property
    def header(self) -> dict[str, str]:
        """The fields of the header; the values of a repeated field are lines."""
        fields: dict[str, str] = {}
        for name, value in self._native.header:
            fields[name] = f"{fields[name]}\n{value}" if name in fields else value
        return fields

    @property
    def diagnostics(self) -> list[InputError]:
        """What could not be used of the file, and what looks wrong: the first hundred lines, then the whole."""
        return [InputError(*parts) for parts in self._native.diagnostics]

    @property
    def malformed(self) -> int:
        """The number of lines that were dropped because they are no jobs."""
        return self._native.malformed

    @property
    def format(self) -> str:
        """The title of the file's format; empty for a log that was not read from a file."""
        return self._native.format

    @property
    def name(self) -> str:
        """The log's name in links."""
        return self._native.name

    @property
    def sha256(self) -> str:
        """The digest of the file's unpacked text, or of what `save` writes. The file is read again for it."""
        return self._native.sha256

    @property
    def link(self) -> str:
        """A link that opens on the page, where the log is dropped or offered."""
        return self._native.link

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the log in the Standard Workload Format."""
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(self._native.swf())


def read_log(path: str | os.PathLike[str], *, column: Value = None, estimate_scale: Scalar | None = None) -> Log:
    """Reads a log: SWF, Batsim, sacct, or a table, plain or packed with gzip.

    `column` says which column of a table is which field; `estimate_scale` is what estimates will be multiplied by, for
    remarks about them. What could not be used is in `Log.diagnostics`.

    Raises OSError if the file cannot be opened, InputError if it has no job.
    """
    return Log(_engine.Log.read(os.fspath(path), settings({"column": column, "estimate_scale": estimate_scale})))


def sample(name: str) -> Log:
    """One of the logs that come with the page, by its name in `samples()`."""
    return Log(_engine.Log.sample(name, []))


def samples() -> list[str]:
    """The names of the logs that come with the page."""
    return _engine.Log.samples()


@dataclass(frozen=True)
class Model:
    """A model that makes the jobs of an experiment, for the machine of each run."""

    parameters: Mapping[str, Value] = field(default_factory=dict)

    @property
    def link(self) -> str:
        """A link that opens on the page."""
        from subtorus.sweep import link

        return link(None, **self.parameters)

    def to_log(self, machine: str) -> Log:
        """The jobs for a machine, as a log."""
        return Log(_engine.Log.of_model(settings({**self.parameters, "machine": machine})))


def lublin(*, jobs: int | None = None, seed: int | None = None, rate: Scalar | None = None) -> Model:
    """The model of Lublin and Feitelson 2003: batch jobs with the published parameters.

    `rate` multiplies the published rate of arrivals.
    """
    return Model({"model": "lublin", "jobs": jobs, "seed": seed, "rate": rate})


def stochastic(
    *,
    jobs: int | None = None,
    seed: int | None = None,
    rate: Scalar | None = None,
    sides: str | None = None,
    runtimes: str | None = None,
) -> Model:
    """Exponential arrivals, drawn sub-meshes and runtimes: the model of the literature on processor allocation."""
    return Model(
        {"model": "stochastic", "jobs": jobs, "seed": seed, "rate": rate, "sides": sides, "runtimes": runtimes}
    )


def tpu_v4(
    *,
    jobs: int | None = None,
    seed: int | None = None,
    rate: Scalar | None = None,
    runtimes: str | None = None,
    slice: str | None = None,
) -> Model:
    """Exponential arrivals, drawn runtimes, and shapes as requested on pods of TPU v4 (Jouppi 2023)."""
    return Model({"model": "tpu-v4", "jobs": jobs, "seed": seed, "rate": rate, "runtimes": runtimes, "slice": slice})


def _pieces(frame: pandas.DataFrame) -> Iterator[bytes]:
    """A frame as the text of a table, piece by piece."""
    for start in range(0, max(len(frame), 1), ROWS):
        piece = frame.iloc[start : start + ROWS]
        yield piece.to_csv(index=False, header=start == 0, date_format="%Y-%m-%dT%H:%M:%S").encode()


def _whole(name: str, values: ArrayLike, factor: int, count: int) -> bytes:
    """A column as the bytes of whole numbers; NaN becomes -1."""
    array = numpy.asarray(values)
    if array.ndim != 1 or array.dtype.kind not in "iufb":
        raise InputError(name, f"an array of {array.dtype} with {array.ndim} dimensions", "numbers, a value for each job")
    if len(array) != count:
        raise InputError(name, f"{len(array)} values, but submit has {count}", "a value for each job")
    if array.dtype.kind == "f":
        scaled = array * factor
        if numpy.isinf(array).any() or (numpy.abs(scaled) >= 2.0**62).any():
            raise InputError(name, "has a number that is too large", "finite numbers")
        return numpy.where(numpy.isnan(array), -1, numpy.rint(scaled)).astype(numpy.int64).tobytes()
    if len(array) and int(array.max()) >= 2**62:
        raise InputError(name, "has a number that is too large", "whole numbers below 2 ** 62")
    wide = array.astype(numpy.int64, copy=False)
    if factor == 1:
        return wide.tobytes()
    if len(wide) and int(wide.max()) > 2**62 // factor:
        raise InputError(name, "has a number that is too large", "times below 146 000 years")
    return numpy.where(wide < 0, -1, wide * factor).tobytes()
