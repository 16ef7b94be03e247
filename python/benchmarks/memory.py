"""Five million jobs from arrays of NumPy: the peak of memory, and the time."""

import resource
import time

import numpy

import subtorus

JOBS = 5_000_000
draw = numpy.random.default_rng(1)
submit = numpy.cumsum(draw.integers(0, 20, JOBS))
runtime = draw.integers(1, 4000, JOBS)
processors = draw.integers(1, 64, JOBS)
started = time.perf_counter()
log = subtorus.Log.from_arrays(submit=submit, runtime=runtime, processors=processors, unit="s")
made = time.perf_counter()
run = subtorus.simulate(log, machine="torus:16x16x32", allocation="flat", scheduling="easy")
seconds = time.perf_counter() - made
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(f"{len(run):,} jobs from arrays: {made - started:.1f} s to make the log, {seconds:.1f} s to run, peak {peak:.0f} MB")
