"""Charts with matplotlib, in the colours of the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy
import pandas

from subtorus.errors import InputError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from subtorus.run import Run

MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
"""The markers of policies, in the page's order."""

BLUE, VERMILION = "#0072b2", "#c14700"
"""The first two colours of the page."""


def _axes(ax: Axes | None) -> Axes:
    if ax is not None:
        return ax
    try:
        from matplotlib import pyplot
    except ImportError as error:
        raise InputError("plot", "matplotlib is not installed", "", "pip install matplotlib") from error
    axes: Axes = pyplot.subplots()[1]
    return axes


def plot_charts(charts: list[dict[str, Any]], ax: Axes | None) -> Axes:
    """Draws the first chart of a sweep, which is the only one without facets."""
    ax, chart = _axes(ax), charts[0]
    for curve in chart["curves"]:
        points = numpy.array([point[:3] for point in curve["points"]], dtype=float).reshape(-1, 3)
        saturated = numpy.array([point[3] for point in curve["points"]], dtype=bool)
        style: Any = (0, tuple(curve["dash"])) if curve["dash"] else "solid"
        marker = MARKERS[curve["marker"] % len(MARKERS)]
        ax.plot(points[:, 0], points[:, 1], color=curve["colour"], linestyle=style, label=curve["label"])
        for hollow in (False, True):
            some = points[saturated == hollow]
            face = "white" if hollow else curve["colour"]
            ax.plot(some[:, 0], some[:, 1], marker, color=curve["colour"], markerfacecolor=face, linestyle="none")
        if numpy.isfinite(points[:, 2]).any():
            ax.errorbar(points[:, 0], points[:, 1], yerr=points[:, 2], color=curve["colour"], fmt="none", capsize=2)
    ax.set_xlabel(chart["x"])
    ax.set_ylabel(chart["y"])
    ax.set_title(chart["title"])
    if chart["logarithmic"]:
        ax.set_yscale("log")
    ax.grid(color="#e8e8e8")
    ax.legend()
    return ax


def steps(times: pandas.Series[Any], changes: pandas.Series[Any]) -> tuple[Any, Any]:
    """The sum of changes over time: the distinct times in seconds, and the sum after each."""
    after = changes.groupby(times.to_numpy()).sum().cumsum()
    return after.index.to_numpy() / 1e6, after.to_numpy()


def plot_run(run: Run, ax: Axes | None) -> Axes:
    """Draws the processors in use, and those that waiting jobs ask for, over time."""
    ax, schedule = _axes(ax), run.schedule()
    for label, colour, begin, end in (
        ("in use", BLUE, "start", "end"),
        ("asked for by waiting jobs", VERMILION, "submit", "start"),
    ):
        times = pandas.concat([schedule[begin], schedule[end]])
        changes = pandas.concat([schedule["procs"], -schedule["procs"]])
        ax.step(*steps(times, changes), where="post", color=colour, label=label, linewidth=0.8)
    ax.set_xlabel("Time in seconds")
    ax.set_ylabel("Processors")
    ax.grid(color="#e8e8e8")
    ax.legend()
    return ax
