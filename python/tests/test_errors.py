"""Wrong input: the parts of its message."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy
import pandas
import pytest

import subtorus

RUN: dict[str, Any] = {"machine": "torus:4x4", "allocation": "flat", "scheduling": "fcfs"}


@pytest.mark.parametrize(
    ("change", "where", "found"),
    [
        ({"machine": "torus:4x4q"}, "machine", "'4q' is not an extent in 'torus:4x4q'"),
        ({"allocation": "falt"}, "allocation", "unknown allocation strategy 'falt'"),
        ({"allocation": "flat,ep"}, "allocation", "2 names, but simulate runs one; sweep compares several"),
        ({"size_scal": 3}, "size_scal", "is not a parameter"),
        ({"size_scale": 0}, "size_scale", "'0': not within 1 to 1048576"),
        ({"jobs": True}, "jobs", "True is no value"),
        ({"vary": "none"}, "vary", "does not describe a single run"),
        ({"partition": 2}, "partition", "selects jobs of a log, but no log is given"),
        ({"limit": 0}, "limit", "0 is not a factor"),
        ({"log": 3}, "log", "this int is no log"),
        ({"scheduling": object()}, "scheduling", "this object has neither key nor pick"),
        ({"allocation": object()}, "allocation", "this object has no allocate"),
        ({"allocation": ["flat", "ep"]}, "allocation", "2 at once, but a run has one"),
        ({"scheduling": subtorus.Scheduler}, "scheduling", "a class"),
        ({"log": pandas.DataFrame({"submit": [0]})}, "log", "this DataFrame is no log"),
        ({"machine": "torus:2000x2000"}, "machine", "a machine of too many nodes"),
    ],
)
def test_wrong_input_says_where_and_what(change: dict[str, Any], where: str, found: str) -> None:
    """Every part is there."""
    with pytest.raises(subtorus.InputError) as caught:
        subtorus.simulate(**{**RUN, **change})
    assert caught.value.where == where and found in caught.value.found
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value)


def test_names_and_files() -> None:
    """Of samples, figures, jobs, columns and files."""
    for call in (
        lambda: subtorus.sample("nothing"),
        lambda: subtorus.figure("mao-2005-33"),
        lambda: subtorus.simulate(**RUN).why(10_000),
        lambda: subtorus.sweep("#v=1&log=x.swf", quiet=True),
        lambda: subtorus.sweep("#v=1&nonsense=3", quiet=True),
        lambda: subtorus.search_placements(machine="mesh:8x8", scheduling="easy", quiet=True),
        lambda: subtorus.search_placements(machine="torus:4x4x4", scheduling="easy", runs=0, quiet=True),
        lambda: subtorus.search_placements(machine="torus:4x4x4", scheduling="easy", allocation="flat", quiet=True),
        lambda: subtorus.Log.from_pandas(pandas.DataFrame({"a": [1]})),
        lambda: subtorus.Log.from_pandas(pandas.DataFrame()),
        lambda: subtorus.Log.from_arrays(submit=[1], runtime=[1], processors=[1], unit="h"),  # type: ignore[arg-type]
        lambda: subtorus.Log.from_arrays(submit=[1], runtime=[1, 2], processors=[1], unit="s"),
        lambda: subtorus.Log.from_arrays(submit=[1], runtime=[1], processors=["x"], unit="s"),
        lambda: subtorus.Log.from_arrays(submit=[-1], runtime=[1], processors=[1], unit="s"),
        lambda: subtorus.Log.from_arrays(submit=[], runtime=[], processors=[], unit="s"),
        lambda: subtorus.Log.from_arrays(submit=[0], runtime=[numpy.inf], processors=[1], unit="s"),
        lambda: subtorus.Log.from_arrays(submit=[0], runtime=[1], processors=[2**40], unit="s"),
        lambda: subtorus.Log.from_arrays(submit=[0], runtime=[1], processors=[1], unit="s", size=[1]),
    ):
        with pytest.raises(subtorus.InputError) as caught:
            call()
        assert caught.value.where and caught.value.found
    with pytest.raises(FileNotFoundError):
        subtorus.read_log("/nowhere/at/all.swf")
    with pytest.raises(IsADirectoryError):
        subtorus.read_log(Path(__file__).parent)


LONG = {
    "sweep": "subtorus.sweep(subtorus.sample('SDSC-SP2-1998-4.2-cln.swf.gz'), machine='torus:8x16', allocation=['ff', 'gabl'],"
    " scheduling=['conservative', 'easy'], vary='load:0.5..1.5:0.01', replications=3, quiet=True)",
    "simulate": "subtorus.simulate(subtorus.sample('SDSC-SP2-1998-4.2-cln.swf.gz'), machine='torus:8x16', allocation='gabl',"
    " scheduling='conservative', load=1.5)",
    "search": "subtorus.search_placements(subtorus.sample('SDSC-SP2-1998-4.2-cln.swf.gz'), machine='torus:4x4x8', scheduling='easy', quiet=True)",
    "own": "subtorus.simulate(subtorus.lublin(jobs=200000), machine='torus:8x16', allocation='flat', scheduling=Slow())",
}


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("name", sorted(LONG))
def test_ctrl_c_ends_it_within_a_fifth_of_a_second(name: str, tmp_path: Path) -> None:
    """The exception is KeyboardInterrupt."""
    program = f"""
import signal, threading, time, os, subtorus
# Shells start jobs in the background with the signal ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
class Slow(subtorus.Scheduler):
    def key(self, job, now):
        return -now
def press():
    global pressed
    time.sleep(1.5)
    pressed = time.monotonic()
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=press, daemon=True).start()
try:
    # A fast machine may end one run before the key is pressed.
    while True:
        {LONG[name]}
except KeyboardInterrupt:
    print(time.monotonic() - pressed)
"""
    started = time.monotonic()
    # Elsewhere than beside the sources, which have no engine.
    run = [sys.executable, "-c", program]
    done = subprocess.run(run, capture_output=True, text=True, timeout=120, cwd=tmp_path)
    assert done.returncode == 0 and done.stdout, f"{done.stderr} {time.monotonic() - started}"
    assert float(done.stdout) < 0.2
