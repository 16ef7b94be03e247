"""Jobs a second of processor time of AccaSim: EASY on the log of NASA Ames, 128 processors, with its metrics.

It runs in an environment of its own.
"""

import collections
import collections.abc
import gzip
import json
import shutil
import tempfile
import time
from importlib.metadata import version
from pathlib import Path

# It was written for Python 3.9 and older.
collections.Mapping = collections.abc.Mapping  # type: ignore[attr-defined]

from accasim.base.allocator_class import FirstFit  # noqa: E402
from accasim.base.scheduler_class import EASYBackfilling  # noqa: E402
from accasim.base.simulator_class import Simulator  # noqa: E402

LOG = Path(__file__).resolve().parents[2] / "samples" / "NASA-iPSC-1993-3.1-cln.swf.gz"
SYSTEM = {"groups": {"g0": {"core": 1}}, "resources": {"g0": 128}}

with tempfile.TemporaryDirectory() as folder:
    log, system = Path(folder) / "nasa.swf", Path(folder) / "system.json"
    with gzip.open(LOG) as packed, open(log, "wb") as plain:
        shutil.copyfileobj(packed, plain)
    system.write_text(json.dumps(SYSTEM))
    simulator = Simulator(
        str(log),
        str(system),
        EASYBackfilling(FirstFit()),
        show_statistics=False,
        RESULTS_FOLDER_PATH=folder,
    )
    started = time.process_time()
    simulator.start_simulation()
    seconds = time.process_time() - started
print(f"AccaSim {version('accasim')}: {18239 / seconds:,.0f} jobs a second of processor time (EASY, NASA, 18239 jobs, {seconds:.0f} s)")
