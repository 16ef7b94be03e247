"""Figures of papers, and charts."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

import subtorus

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("agg")


def test_every_figure_has_a_name_and_a_link() -> None:
    """Those of sweeps."""
    table = subtorus.figures().set_index("name")
    assert table.index.is_unique and table.loc["mao-2005-3", "log"] == "NASA-iPSC-1993-3.1-cln.swf.gz"
    assert all(link.startswith("#v=1&") for link in table["link"])


def test_a_figure_has_the_printed_values_beside() -> None:
    """Figure 3 of Mao 2005, of its first jobs and with few values."""
    figure = subtorus.figure("mao-2005-3", first=500, vary="runtime:0.5..1.5:0.5", quiet=True)
    assert set(figure["printed_saturation"].dropna()) == {0.65, 0.70, 0.77, 0.90}
    printed = figure.printed()
    assert list(printed["printed"]) == [0.65, 0.70, 0.77, 0.90] and set(printed["what"]) == {"saturation"}
    assert printed["agrees"].dtype == bool and len(figure) == 18


def test_charts_have_the_page_s_colours() -> None:
    """Colours belong to strategies."""
    found: Any = subtorus.sweep(subtorus.lublin(jobs=60), machine="mesh:8x8", allocation=["ff", "flat"], scheduling=["fcfs", "easy"], vary="load:0.5..1:0.25", quiet=True)
    axes = found.plot()
    colours = {line.get_label(): line.get_color() for line in axes.lines if not line.get_label().startswith("_")}
    assert set(colours) == {"fcfs / ff", "easy / ff", "fcfs / flat", "easy / flat"}
    assert colours["fcfs / ff"] == colours["easy / ff"] != colours["easy / flat"]
    run = subtorus.simulate(subtorus.lublin(jobs=60), machine="mesh:8x8", allocation="ff", scheduling="easy")
    used, waiting = (numpy.asarray(line.get_ydata()) for line in run.plot().lines)
    assert used.max() <= 64 and used[-1] == 0 == waiting[-1]
