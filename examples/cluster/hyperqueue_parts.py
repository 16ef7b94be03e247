"""An experiment on HyperQueue from its Python package: docs/cluster.md

    python examples/cluster/hyperqueue_parts.py                    # a server and a worker on this computer
    python examples/cluster/hyperqueue_parts.py ~/.hq-server       # a server that is there, by its folder

Started again, each part does what is missing.
"""

import contextlib
import os
import pathlib
import subprocess
import sys

from hyperqueue import Client, Job, LocalCluster

PARTS = 8
LINK = os.environ.get(
    "LINK", "#v=1&machine=torus:8x8x8&jobs=2000&allocation=tff,gabl&scheduling=fcfs,easy&vary=load:0.5..1:0.1"
)
SUBTORUS = os.environ.get("SUBTORUS", "subtorus")


@contextlib.contextmanager
def server():
    """The server that takes jobs: the given one, or a local one."""
    if len(sys.argv) > 1:
        yield Client(sys.argv[1])
        return
    with LocalCluster() as cluster:
        cluster.start_worker()
        yield cluster.client()


def main():
    folder = pathlib.Path("parts").absolute()
    folder.mkdir(exist_ok=True)
    files = [str(folder / f"{part}.shard") for part in range(1, PARTS + 1)]
    job = Job()
    for part, file in enumerate(files, 1):
        said = file.replace(".shard", ".txt")
        # Tasks of this package count from 0, so that the part is named.
        command = [SUBTORUS, "sweep", "--link", LINK, "--shard", f"{part}/{PARTS}", "--out", file]
        job.program(command, stdout=said, stderr=said)
    with server() as client:
        client.wait_for_jobs([client.submit(job)])
    with open("results.csv", "wb") as results:
        subprocess.run([SUBTORUS, "merge", *files], stdout=results, check=True)


if __name__ == "__main__":
    main()
