"""The same logs and policies here and in AccaSim: jobs a second, and whether the schedules agree.

usage: compare.py PYTHON, the interpreter of the environment with AccaSim
"""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import subtorus

HERE = Path(__file__).resolve().parent
# Of the second log the first jobs: AccaSim takes half an hour for all of them.
LOGS = {"NASA-iPSC-1993-3.1-cln.swf.gz": (128, None), "SDSC-SP2-1998-4.2-cln.swf.gz": (128, 10_000)}
RUNS = 40
"""So many runs here are one measurement: the clock of processor time is coarse."""


def here(log: subtorus.Log, processors: int, policy: str) -> tuple[dict[int, int], float]:
    """The start of each job in seconds after the first arrival, and the seconds of a run with its metrics."""
    began = time.process_time()
    for _ in range(RUNS):
        run = subtorus.simulate(log, machine=f"torus:{processors}", allocation="flat", scheduling=policy)
    seconds = (time.process_time() - began) / RUNS
    schedule = run.schedule()
    return dict(zip(schedule["job"].tolist(), (schedule["start"] // 1_000_000).tolist())), seconds


def there(log: Path, processors: int, policy: str) -> tuple[dict[int, int], float, str]:
    """The same of AccaSim, with its version."""
    command = [sys.argv[1], str(HERE / "accasim_run.py"), str(log), str(processors), policy]
    # It also writes to standard output while it runs.
    printed = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True, text=True).stdout
    found = json.loads(printed[printed.rindex('{"version"') :])
    return {int(job): start for job, start in found["starts"].items()}, found["seconds"], found["version"]


differing = []
print("| log | policy | jobs | subtorus, jobs/s | AccaSim, jobs/s | ratio | same starts |")
print("| --- | --- | --- | --- | --- | --- | --- |")
for name, (processors, first) in LOGS.items():
    whole = subtorus.sample(name)
    # Both read the same file, in which each job has a size, a run time and its estimate.
    frame = whole.to_pandas().query("runtime > 0 and processors > 0").head(first or len(whole))
    frame["submit"] -= frame["submit"].min()
    frame["estimate"] = frame["runtime"]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "log.swf"
        subtorus.Log.from_pandas(frame).save(file)
        log = subtorus.read_log(file)
        for policy in ("fcfs", "easy"):
            starts, seconds = here(log, processors, policy)
            others, other_seconds, version = there(file, processors, policy)
            same = sum(start == others.get(job) for job, start in starts.items())
            if policy == "fcfs" and (same < len(starts) or len(others) != len(starts)):
                differing.append(name)
            speeds = f"{len(starts) / seconds:,.0f} | {len(starts) / other_seconds:,.0f} | {other_seconds / seconds:,.0f}"
            print(f"| {name.split('-cln')[0]} | {policy} | {len(starts)} | {speeds} | {same / len(starts):.1%} |", flush=True)
print(f"""
subtorus {subtorus.BUILD}, AccaSim {version}, Python {sys.version.split()[0]}. Processor time, metrics included; here without
reading the log, there without the processes that it forks to write files. AccaSim's EASY does not keep the reservation of the
head, so its schedules differ. CQSim is in no registry: 2 250 jobs a second on NASA, measured elsewhere on a machine like this.""")
if differing:
    sys.exit(f"first come, first served differs on {', '.join(differing)}")
