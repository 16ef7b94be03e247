"""One run of AccaSim: accasim_run.py LOG PROCESSORS fcfs|easy. Prints its version, its seconds and the start of each job as JSON.

It runs in an environment of its own.
"""

import collections
import collections.abc
import datetime
import json
import os
import sys
import tempfile
import time
from importlib.metadata import version
from pathlib import Path

# AccaSim 1.1.3 was written for Python 3.9 and older, where this name still existed.
collections.Mapping = collections.abc.Mapping  # type: ignore[attr-defined]
# It writes the seconds of the log as local time.
os.environ["TZ"] = "UTC"
time.tzset()

from accasim.base.allocator_class import FirstFit  # noqa: E402
from accasim.base.scheduler_class import EASYBackfilling, FirstInFirstOut  # noqa: E402
from accasim.base.simulator_class import Simulator  # noqa: E402

log, processors, policy = sys.argv[1], int(sys.argv[2]), sys.argv[3]
schedulers = {"fcfs": FirstInFirstOut, "easy": EASYBackfilling}
system = {"groups": {"nodes": {"core": 1}}, "resources": {"nodes": processors}}


def start(line: str) -> tuple[int, int]:
    """The job of a line of the schedule, and its start in seconds of the log: NUMBER;...__START;END;..."""
    fields = line.rsplit("__", 1)[1].split(";")
    moment = datetime.datetime.strptime(fields[0], "%Y-%m-%d %H:%M:%S").replace(tzinfo=datetime.timezone.utc)
    return int(line.split(";", 1)[0]), int(moment.timestamp())


with tempfile.TemporaryDirectory() as folder:
    described = Path(folder) / "system.json"
    described.write_text(json.dumps(system))
    scheduler = schedulers[policy](FirstFit())
    simulator = Simulator(log, str(described), scheduler, show_statistics=False, RESULTS_FOLDER_PATH=folder)
    # Of this process alone. AccaSim forks others to write its files, which take twice as long again.
    began = time.process_time()
    files = simulator.start_simulation()
    seconds = time.process_time() - began
    starts = dict(map(start, Path(files["sched-"]).read_text().splitlines()))
json.dump({"version": version("accasim"), "seconds": seconds, "starts": starts}, sys.stdout)
