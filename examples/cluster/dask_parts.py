"""An experiment on the workers of a Dask cluster: docs/cluster.md

    python examples/cluster/dask_parts.py                        # workers on this computer
    python examples/cluster/dask_parts.py tcp://scheduler:8786   # the workers must share this folder

Started again, each part does what is missing.
"""

import os
import pathlib
import subprocess
import sys

from dask.distributed import Client, LocalCluster

PARTS = 8
LINK = os.environ.get(
    "LINK", "#v=1&machine=torus:8x8x8&jobs=2000&allocation=tff,gabl&scheduling=fcfs,easy&vary=load:0.5..1:0.1"
)
SUBTORUS = os.environ.get("SUBTORUS", "subtorus")


def run(part, folder):
    """Runs one part; fails with what it says where it does not end well."""
    file = f"{folder}/{part}.shard"
    command = [SUBTORUS, "sweep", "--link", LINK, "--shard", f"{part}/{PARTS}", "--out", file]
    ended = subprocess.run(command, stderr=subprocess.PIPE, text=True)
    if ended.returncode != 0:
        raise RuntimeError(ended.stderr)
    return file


def main():
    folder = pathlib.Path("parts").absolute()
    folder.mkdir(exist_ok=True)
    # One part at a time and worker: a part takes all cores.
    cluster = sys.argv[1] if len(sys.argv) > 1 else LocalCluster(n_workers=1, threads_per_worker=1)
    with Client(cluster) as client:
        parts = client.map(run, range(1, PARTS + 1), folder=str(folder), pure=False, retries=2)
        files = client.gather(parts)
    with open("results.csv", "wb") as results:
        subprocess.run([SUBTORUS, "merge", *files], stdout=results, check=True)


if __name__ == "__main__":
    main()
