"""Single runs of the simulator."""

from __future__ import annotations

import json
import os
import warnings
from typing import TYPE_CHECKING, Any, Union

import pandas

from subtorus import _engine, own, tables
from subtorus.errors import InputError, InputWarning
from subtorus.log import Log, Model, read_log
from subtorus.settings import Value, settings

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Jobs = Union[Log, Model, str, "os.PathLike[str]", None]
"""What gives the jobs: a log, its file, a model, or None for the usual model."""


def jobs_of(jobs: Jobs, keywords: dict[str, Value]) -> tuple[_engine.Log | None, dict[str, Value]]:
    """The native log of these jobs, if there is one, and the keywords with those of a model.

    Raises InputError if a model and a keyword set the same parameter.
    """
    if isinstance(jobs, Log):
        return jobs._native, keywords
    if isinstance(jobs, (str, os.PathLike)):
        return read_log(jobs, column=keywords.pop("column", None))._native, keywords
    if isinstance(jobs, Model):
        given = {name: value for name, value in jobs.parameters.items() if value is not None}
        for name in given:
            if keywords.get(name) is not None and name != "seed":
                raise InputError(name, "is given to the model and again here", "", "leave one of them out")
        return None, {**given, **{name: value for name, value in keywords.items() if value is not None}}
    if jobs is None:
        return None, keywords
    remedy = "make a log of it with Log.from_pandas" if isinstance(jobs, pandas.DataFrame) else ""
    raise InputError("log", f"this {type(jobs).__name__} is no log", "a Log, the path of one, a model or None", remedy)


class Run:
    """One run of the simulator: its metrics, schedule and events."""

    def __init__(self, native: _engine.Run) -> None:
        """Wraps the native run; use `simulate`."""
        self._native = native
        self._report: dict[str, Any] = json.loads(native.report)

    def __repr__(self) -> str:
        """The number of jobs and the mean wait."""
        return f"<subtorus.Run: {len(self)} jobs, mean wait {self.metrics['mean_wait']:.0f} s>"

    def __len__(self) -> int:
        """The number of jobs that ran."""
        return len(self._native)

    @property
    def metrics(self) -> dict[str, Any]:
        """What `subtorus simulate` prints: every metric by its name, None where it does not apply, and `jobs`, `dropped`
        (jobs by reason), `dropped_work` (a share), `saturated` and `build`. Times are in seconds, shares from 0 to 1."""
        return dict(self._report)

    @property
    def link(self) -> str:
        """The link of this run, from the ``#`` on; it opens on the page.

        With a strategy of one's own it names the strategy, which the page does not have. With a policy of one's own there
        is none: raises InputError.
        """
        return self._native.link

    def schedule_csv(self) -> str:
        """The schedule as `--schedule-out` writes it, byte for byte."""
        return self._native.schedule()

    def schedule(self) -> pandas.DataFrame:
        """The schedule, a row per job in order of arrival: `job` (its number in the log), `submit`, `start`, `end` in
        microseconds, `procs`, `blocks` (base+extents;..., empty on `flat`), the packets of jobs that communicate, and
        `build`."""
        return tables.schedule(self.schedule_csv())

    def events(self) -> pandas.DataFrame:
        """The events in order of time, as `--events` writes them: `t` in microseconds, `job`, `event` (arrives, waits,
        starts, ends), and what belongs to each kind. The run runs again for this."""
        return pandas.DataFrame([json.loads(line) for line in self._native.events().splitlines()])

    def distributions(self) -> pandas.DataFrame:
        """The distribution of waits as `--distributions` writes it: by size, runtime, user, queue and partition."""
        return tables.table(self._native.distributions())

    def why(self, job: int) -> list[str]:
        """Why a job, by its number in the log, started when it did: sentences. The run runs again for this."""
        return self._native.why(job)

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draws the processors in use and the queue over time, with matplotlib. Returns the axes."""
        from subtorus.plotting import plot_run

        return plot_run(self, ax)


def simulate(
    log: Jobs = None,
    *,
    machine: str,
    allocation: Union[str, own.Strategy],
    scheduling: Union[str, own.Scheduler],
    limit: int = 1,
    **parameters: Value,
) -> Run:
    """Runs one simulation: the jobs of a log or of a model, on a machine, under a strategy and a policy.

    `parameters` are the flags of `subtorus simulate` with underscores, such as ``first=4000``, ``size_scale=8``;
    `subtorus.parameters()` lists them. `allocation` may be a `Strategy`, `scheduling` a `Scheduler`, both written in
    Python. `limit` multiplies the usual limits on nodes, messages and memory. Ctrl-C ends it.

    Raises InputError for wrong input, PolicyError if own code breaks a rule or raises. Warns with InputWarning if much
    of the work can never be placed.
    """
    native, keywords = jobs_of(log, dict(parameters))
    strategy = own.name_of(allocation)
    head, policy = own.policy_of(scheduling)
    given = settings({**keywords, "machine": machine, "allocation": strategy, "scheduling": head})
    run = Run(_engine.simulate(native, given, limit, strategy is not allocation, policy))
    for sentence in run._native.warnings:
        warnings.warn(sentence, InputWarning, stacklevel=2)
    return run


def why(run: Run, job: int) -> str:
    """Why a job of a run, by its number in the log, started when it did. What `subtorus why` prints."""
    return "\n".join(run.why(job))
