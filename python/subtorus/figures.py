"""Figures of papers, computed anew."""

from __future__ import annotations

import difflib
import json

import pandas

from subtorus import _engine
from subtorus.errors import InputError
from subtorus.log import Log, sample
from subtorus.settings import Value, settings
from subtorus.sweep import Sweep, run_cells


class Figure(Sweep):
    """The results of a figure, with what the paper prints beside them."""

    _metadata = ["_native", "_name"]
    _name: str

    def printed(self) -> pandas.DataFrame:
        """Each printed value beside the one found: `machine`, `allocation`, `scheduling`, `what` (a metric, or the
        utilisation at which a curve saturates), `at`, `printed`, `found`, half the widths of their 95 % intervals, and
        `agrees`, the verdict of the page."""
        return pandas.DataFrame(json.loads(self._native.printed(self._name)))


def figures() -> pandas.DataFrame:
    """Every figure: `name`, `link`, the `log` that it needs (a sample), and what it `shows`."""
    return pandas.DataFrame(_engine.figure_list(), columns=["name", "link", "log", "shows"])


def figure(name: str, log: Log | None = None, *, limit: int = 1, quiet: bool = False, **parameters: Value) -> Figure:
    """A figure of a paper, such as ``figure("mao-2005-3")``: the table of its sweep, with ``.printed()`` and ``.plot()``.

    Its log is the sample of that name unless `log` is given. `parameters` change the experiment, for a coarser one.
    A column `printed` has the printed value of a row, where the paper prints means of what is plotted.

    Raises InputError if there is no such figure.
    """
    rows = {row[0]: row for row in _engine.figure_list()}
    if name not in rows:
        known = difflib.get_close_matches(name, rows, 3, 0.4) or list(rows)[:3]
        raise InputError("name", f"{name!r} is no figure", "for example " + ", ".join(known), "figures() lists all")
    _, link, needs, _ = rows[name]
    source = log if log is not None or needs is None else sample(needs)
    result = run_cells(None if source is None else source._native, link, settings(parameters), limit, quiet)
    values = json.loads(result._native.printed(name))
    drawn = Figure(_beside(pandas.DataFrame(result), values))
    drawn._native, drawn._name = result._native, name
    return drawn


def _beside(frame: pandas.DataFrame, values: list[dict[str, object]]) -> pandas.DataFrame:
    """The table with the printed means in a column."""
    varied = frame.columns[frame.columns.get_loc("jobs") - 1]  # type: ignore[operator]
    printed = {(row["allocation"], row["scheduling"], row["at"]): row["printed"] for row in values if row["what"] != "saturation"}
    curves = {(row["allocation"], row["scheduling"]): row["printed"] for row in values if row["what"] == "saturation"}
    keys = list(zip(frame["allocation"], frame["scheduling"], frame[varied]))
    frame.insert(frame.columns.get_loc("jobs"), "printed", [printed.get(key) for key in keys])  # type: ignore[arg-type]
    frame.insert(frame.columns.get_loc("jobs"), "printed_saturation", [curves.get(key[:2]) for key in keys])  # type: ignore[arg-type]
    return frame
