"""Python gives what the command line gives, byte for byte."""

from __future__ import annotations

import json
import os
import random
import warnings
from pathlib import Path

import pandas
import pytest

import subtorus
from experiments import experiment
from shared import NASA, ROOT, SAMPLES, CommandLine

COUNT = int(os.environ.get("EXPERIMENTS", "300"))
SEED = int(os.environ.get("SEED", "40"))

pytestmark = pytest.mark.filterwarnings("ignore::subtorus.InputWarning")


def flags(keywords: dict[str, str | int | float]) -> list[str]:
    """Keywords as flags."""
    return [f"--{name.replace('_', '-')}={value}" for name, value in keywords.items()]


def same_message(said: str, error: subtorus.InputError) -> bool:
    """Whether the command line and Python say the same of wrong input, apart from the names of flags."""
    return error.found[:60].replace("_", "-") in said.replace("_", "-")


def test_random_experiments_have_the_same_schedules_and_metrics(command_line: CommandLine, tmp_path: Path) -> None:
    """300 of them run; others are refused with the same message."""
    draw, ran, refused, number = random.Random(SEED), 0, 0, 0
    while ran < COUNT:
        number += 1
        keywords = experiment(draw, ROOT / "tests" / "data")
        out = tmp_path / f"{number}.csv"
        printed = command_line("simulate", *flags({**keywords, "schedule_out": str(out)}))
        metrics = command_line("simulate", *flags(keywords)) if number % 10 == 0 else None
        log = keywords.pop("log", None)
        try:
            run = subtorus.simulate(log, **keywords)  # type: ignore[arg-type]
        except subtorus.InputError as error:
            said = printed.stderr.decode()
            assert printed.returncode == 2 and same_message(said, error), f"{keywords}: {said!r} or {error}"
            refused += 1
            continue
        assert printed.returncode == 0, f"{keywords}: {printed.stderr.decode()}"
        assert run.schedule_csv().encode() == out.read_bytes(), f"{log} {keywords}"
        if metrics is not None:
            assert run.metrics == json.loads(metrics.stdout), f"{log} {keywords}"
        ran += 1
    assert refused < 3 * ran


def test_the_frame_is_the_file(command_line: CommandLine, nasa: subtorus.Log, tmp_path: Path) -> None:
    """The columns of the frame are those of the file, as numbers."""
    keywords: dict[str, str | int | float] = {"machine": "torus:4x4x8", "allocation": "gabl", "scheduling": "easy", "first": 400}
    out = tmp_path / "schedule.csv"
    command_line("simulate", *flags({**keywords, "log": str(SAMPLES / NASA), "schedule_out": str(out)}))
    frame = subtorus.simulate(nasa, **keywords).schedule()  # type: ignore[arg-type]
    pandas.testing.assert_frame_equal(frame, pandas.read_csv(out, dtype={"blocks": str, "build": str}))
    assert frame.to_csv(index=False).encode() == out.read_bytes()


def test_events_distributions_and_explanations_are_the_same(command_line: CommandLine, nasa: subtorus.Log, tmp_path: Path) -> None:
    """So are the other tables of a run."""
    keywords: dict[str, str | int | float] = {"machine": "torus:4x4x8", "allocation": "ff", "scheduling": "easy", "first": 300}
    run = subtorus.simulate(nasa, **keywords)  # type: ignore[arg-type]
    given = flags({**keywords, "log": str(SAMPLES / NASA)})
    events, waits = tmp_path / "events", tmp_path / "waits.csv"
    command_line("simulate", *given, f"--events={events}", f"--distributions={waits}")
    assert run._native.events().encode() == events.read_bytes()
    assert run._native.distributions().encode() == waits.read_bytes()
    assert list(run.events()["event"].unique()) == ["arrives", "starts", "ends", "waits"]
    schedule = run.schedule()
    job = int(schedule["job"].to_numpy()[(schedule["start"] - schedule["submit"]).to_numpy().argmax()])
    said = command_line("why", *given, f"--job={job}").stdout.decode()
    assert subtorus.why(run, job) + "\n" == said


def test_sweeps_are_the_same(command_line: CommandLine, nasa: subtorus.Log) -> None:
    """The table, the records, and the link, from keywords and from the link."""
    keywords: dict[str, str | int | float] = {"machine": "torus:4x4x8", "scheduling": "fcfs,easy", "first": 200, "vary": "load:0.5..0.9:0.2"}
    given = flags({**keywords, "allocation": "ff,flat", "log": str(SAMPLES / NASA)})
    found = subtorus.sweep(nasa, allocation=["ff", "flat"], quiet=True, **keywords)  # type: ignore[arg-type]
    assert found.csv().encode() == command_line("sweep", *given).stdout
    assert found.records() == json.loads(command_line("sweep", *given, "--format=json").stdout)
    assert found.saturation().shape[0] == 4
    assert subtorus.sweep(nasa, found.link, quiet=True).equals(found)
    assert isinstance(found[found["allocation"] == "flat"], pandas.DataFrame)
    again = subtorus.sweep(subtorus.lublin(jobs=40), machine="mesh:4x4", allocation="ff", scheduling="easy", quiet=True)
    assert subtorus.sweep(again.link, quiet=True).equals(again)


def test_searches_for_placements_are_the_same(command_line: CommandLine, nasa: subtorus.Log, tmp_path: Path) -> None:
    """The table, the frame and the file, of a model and of a log, with the names of a topology."""
    topology, out = tmp_path / "topology.yaml", tmp_path / "best.yaml"
    topology.write_text(
        "- topology: pod\n  torus3d:\n    toruses:\n      - name: pod\n        dims: {x: 4, y: 4, z: 8}\n        nodes: n[001-128]\n"
        "        placements:\n          - dims: {x: 1, y: 1, z: 1}\n"
    )
    keywords: dict[str, str | int | float] = {"machine": "torus:4x4x8", "scheduling": "easy", "runs": 20, "restarts": 1}
    model = {**keywords, "model": "tpu-v4", "jobs": 60, "seed": 3, "turn": "off"}
    printed = command_line("search-placements", *flags({**model, "out": str(out), "topology": str(topology)})).stdout
    found = subtorus.search_placements(
        subtorus.tpu_v4(jobs=60, seed=3), machine="torus:4x4x8", scheduling="easy", runs=20, restarts=1, turn=False, quiet=True, topology=topology
    )
    assert found.csv().encode() == printed and found.topology() == out.read_text()
    assert "nodes: n[001-128]" in found.topology()
    assert list(found["rank"]) == list(range(1, 11)) and isinstance(found[found["rank"] < 3], pandas.DataFrame)
    printed = command_line("search-placements", *flags({**keywords, "first": 300, "log": str(SAMPLES / NASA)})).stdout
    of_log = subtorus.search_placements(nasa, first=300, quiet=True, **keywords)  # type: ignore[arg-type]
    assert of_log.csv().encode() == printed


def test_a_link_of_a_run_gives_the_run(nasa: subtorus.Log) -> None:
    """A sweep without values is one run."""
    run = subtorus.simulate(nasa, machine="torus:4x4x8", allocation="nep", scheduling="sjf/easy", first=300)
    found = subtorus.sweep(nasa, run.link, quiet=True)
    assert len(found) == 1 and found["mean_wait"][0] == run.metrics["mean_wait"]


def test_much_lost_work_is_a_warning() -> None:
    """As on the command line."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        subtorus.simulate(subtorus.lublin(jobs=60, seed=3), machine="torus:2x2x3", allocation="ep", scheduling="fcfs", size_scale=3)
    assert all(isinstance(one.message, subtorus.InputWarning) for one in caught)
