"""Logs: columns, frames, arrays, files."""

from __future__ import annotations

from pathlib import Path

import numpy
import pandas
import pytest

import subtorus
from shared import NASA, ROOT, SAMPLES


def test_columns_are_arrays_that_are_made_once(nasa: subtorus.Log) -> None:
    """They are read-only, in microseconds."""
    assert len(nasa) == 18239 and nasa.submit.dtype == numpy.int64
    assert nasa.submit is nasa.submit and not nasa.submit.flags.writeable
    assert nasa.submit[1] == 1_460_000_000 and nasa.processors.max() == 128
    assert nasa.header["Computer"] == "Intel iPSC/860" and nasa.format == "Standard Workload Format"
    with pytest.raises(AttributeError, match="its columns are id, submit"):
        nasa.sizes  # noqa: B018


def test_a_file_and_its_sample_are_the_same(nasa: subtorus.Log) -> None:
    """Also in their digests, which are those of the page."""
    read = subtorus.read_log(SAMPLES / NASA)
    assert (read.sha256, read.link) == (nasa.sha256, nasa.link)
    assert read.link.startswith("#v=1&log=NASA-iPSC-1993-3.1-cln.swf&sha256=9d997a2c")
    assert subtorus.samples() == [path.name for path in sorted(SAMPLES.glob("*.gz"))] or NASA in subtorus.samples()


def test_a_frame_is_read_back(nasa: subtorus.Log) -> None:
    """All columns that a table has."""
    again = subtorus.Log.from_pandas(nasa.to_pandas())
    for name in ("id", "submit", "wait", "runtime", "processors", "estimate", "user", "queue", "partition", "status", "allocated"):
        assert numpy.array_equal(getattr(again, name), getattr(nasa, name)), name


def test_frames_have_names_moments_and_durations_of_their_own() -> None:
    """The table's reader understands them."""
    frame = pandas.DataFrame(
        {
            "begin": pandas.to_datetime(["2024-01-01 10:00:00", "2024-01-01 10:00:07"]),
            "elapsed": [60, 90.5],
            "cpus": [4, 2],
        }
    )
    log = subtorus.Log.from_pandas(frame, column="submit=begin,runtime=elapsed,processors=cpus")
    assert list(numpy.diff(log.submit)) == [7_000_000] and list(log.runtime) == [60_000_000, 90_500_000]


def test_arrays_make_the_same_log(nasa: subtorus.Log) -> None:
    """In either unit."""
    columns = {name: getattr(nasa, name) for name in ("id", "wait", "estimate", "user", "status")}
    exact = subtorus.Log.from_arrays(submit=nasa.submit, runtime=nasa.runtime, processors=nasa.processors, unit="us", **columns)
    seconds = subtorus.Log.from_arrays(submit=nasa.submit / 1e6, runtime=nasa.runtime / 1e6, processors=nasa.processors, unit="s")
    assert numpy.array_equal(exact.submit, nasa.submit) and numpy.array_equal(exact.runtime, seconds.runtime)
    given = {"machine": "torus:4x4x8", "allocation": "flat", "scheduling": "easy"}
    first, second = (subtorus.simulate(log, **given).metrics for log in (nasa, exact))  # type: ignore[arg-type]
    assert first == second


def test_a_log_is_saved_and_its_link_names_what_was_saved(tmp_path: Path) -> None:
    """The digest is that of the file."""
    log = subtorus.Log.from_arrays(submit=[0, 5], runtime=[3.5, 4], processors=[2, 1], unit="s", name="mine.swf")
    log.save(tmp_path / "mine.swf")
    read = subtorus.read_log(tmp_path / "mine.swf")
    assert (read.link, read.sha256) == (log.link, log.sha256) and list(read.runtime) == [3_500_000, 4_000_000]


def test_models_make_jobs_for_a_machine() -> None:
    """The jobs are those that a run has."""
    model = subtorus.lublin(jobs=50, seed=3)
    log = model.to_log("torus:4x4x4")
    run = subtorus.simulate(model, machine="torus:4x4x4", allocation="flat", scheduling="fcfs")
    assert numpy.array_equal(run.schedule()["submit"], log.submit)
    assert model.link == "#v=1&jobs=50&seed=3"
    assert len(subtorus.stochastic(jobs=9, sides="uniform").to_log("mesh:8x8")) == 9
    assert len(subtorus.tpu_v4(jobs=9).to_log("torus:8x8x8")) == 9


def test_what_cannot_be_used_is_listed() -> None:
    """With its place."""
    log = subtorus.read_log(ROOT / "tests" / "data" / "swf" / "malformed.swf")
    assert log.malformed > 0 and all(isinstance(one, subtorus.InputError) for one in log.diagnostics)
    assert log.diagnostics[0].where.startswith("line ")
