"""Sweeps: every cell of an experiment, on all cores."""

from __future__ import annotations

import json
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Union

import pandas

from subtorus import _engine, own
from subtorus.errors import InputError, InputWarning
from subtorus.log import Log
from subtorus.run import Jobs, jobs_of
from subtorus.settings import Value, settings
from subtorus.tables import ResultFrame, table

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Sweep(ResultFrame):
    """The results of a sweep: the table of `subtorus sweep`, a row per curve and value.

    Whatever is selected from it is an ordinary frame.
    """

    _native: _engine.Sweep

    @classmethod
    def _of(cls, native: _engine.Sweep) -> Sweep:
        sweep = cls(table(native.csv()))
        sweep._native = native
        return sweep

    @property
    def link(self) -> str:
        """The link of the experiment, from the ``#`` on; it opens on the page."""
        return self._native.link

    def csv(self) -> str:
        """The table as `subtorus sweep` prints it, byte for byte."""
        return self._native.csv()

    def records(self) -> list[dict[str, Any]]:
        """The results as `subtorus sweep --format json` prints them."""
        records: list[dict[str, Any]] = json.loads(self._native.json())
        return records

    def saturation(self) -> pandas.DataFrame:
        """Where each curve saturates: `subtorus sweep --format saturation`."""
        return table(self._native.saturation())

    def plot(self, ax: Axes | None = None) -> Axes:  # type: ignore[override]
        """Draws the chart of the page, in its colours, with matplotlib. Returns the axes."""
        from subtorus.plotting import plot_charts

        return plot_charts(json.loads(self._native.charts()), ax)


def run_cells(log: _engine.Log | None, link: str | None, given: list[tuple[str, str]], limit: int, quiet: bool) -> Sweep:
    """Runs every cell and shows the progress with tqdm, if it is installed."""
    bar = None if quiet else progress_bar()
    try:
        sweep = Sweep._of(_engine.sweep(log, link, given, limit, bar))
    finally:
        if bar is not None:
            bar.close()
    for sentence in sweep._native.warnings:
        warnings.warn(sentence, InputWarning, stacklevel=3)
    return sweep


def sweep(
    log: Union[Jobs, str] = None,
    link: str | None = None,
    *,
    allocation: str | own.Strategy | Sequence[str | own.Strategy] | None = None,
    limit: int = 1,
    quiet: bool = False,
    **parameters: Value,
) -> Sweep:
    """Runs every cell of an experiment on all cores, without the interpreter's lock.

    ``sweep("#v=1&...")`` takes the experiment of a link, ``sweep(log, link)`` that of a link with a log, and keywords
    change or make it: the flags of `subtorus sweep` with underscores, such as ``vary="load:0.2..1:0.1"``. Lists compare
    several machines, strategies or policies. The progress is shown with `tqdm` if that is installed and `quiet` is
    false. Ctrl-C ends it.

    Raises InputError for wrong input. Warns with InputWarning of parts that cannot run.
    """
    if isinstance(log, str) and "=" in log and ("#" in log or log.startswith("v=")):
        if link is not None:
            raise InputError("link", "two links", "one link")
        log, link = None, log
    native, keywords = jobs_of(log, dict(parameters))
    if allocation is None:
        allocation = []
    strategies = [allocation] if isinstance(allocation, str) or not isinstance(allocation, Sequence) else allocation
    names = [own.name_of(strategy) for strategy in strategies]
    given = settings({**keywords, "allocation": ",".join(names) if names else None})
    return run_cells(native, link, given, limit, quiet)


def link(log: Log | None = None, **parameters: Value) -> str:
    """The link of an experiment of a page, without running it."""
    return _engine.link(None if log is None else log._native, settings(parameters))


class _Bar:
    """A bar of tqdm that follows the numbers of finished and of known runs."""

    def __init__(self, bar: Any) -> None:
        self._bar = bar

    def __call__(self, done: int, known: int) -> None:
        self._bar.total = known
        self._bar.update(done - self._bar.n)

    def close(self) -> None:
        """Ends the bar."""
        self._bar.close()


def progress_bar() -> _Bar | None:
    """A bar, if tqdm is installed."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    return _Bar(tqdm(unit="run"))
