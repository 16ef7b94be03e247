"""Python against the command line: the same run of SDSC SP2, the log read each time, in processor time of all of it."""

import os
import resource
import subprocess
import time
from pathlib import Path

import subtorus

LOG = Path(__file__).resolve().parents[2] / "samples" / "SDSC-SP2-1998-4.2-cln.swf.gz"


def median(times: list[float]) -> float:
    """The middle."""
    return sorted(times)[len(times) // 2]


def elapsed(work) -> float:  # type: ignore[no-untyped-def]
    """Seconds of one call."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


for allocation, machine in (("flat", "torus:8x16"), ("gabl", "torus:8x16")):
    flags = [f"--log={LOG}", f"--machine={machine}", f"--allocation={allocation}", "--scheduling=easy"]
    binary = [os.environ["BINARY"], "simulate", *flags]

    def command_line() -> None:
        """One run of the binary."""
        subprocess.run(binary, stdout=subprocess.DEVNULL, check=True)

    def python() -> None:
        """The same here."""
        subtorus.simulate(subtorus.read_log(LOG), machine=machine, allocation=allocation, scheduling="easy").metrics

    pairs = [(elapsed(command_line), elapsed(python)) for _ in range(9)]
    there, here = median([pair[0] for pair in pairs]), median([pair[1] for pair in pairs])
    print(f"SDSC SP2, EASY on {allocation}: command line {there:.3f} s, Python {here:.3f} s ({here / there - 1:+.1%})")
print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
