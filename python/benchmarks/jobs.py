"""Jobs a second of processor time: EASY on flat, the log of NASA Ames, metrics included."""

import time

import subtorus

RUNS = 200
log = subtorus.sample("NASA-iPSC-1993-3.1-cln.swf.gz")
# All runs together: the system counts the processor time of a thread only now and then.
started = time.process_time()
for _ in range(RUNS):
    run = subtorus.simulate(log, machine="torus:128", allocation="flat", scheduling="easy")
seconds = (time.process_time() - started) / RUNS
print(f"subtorus {subtorus.BUILD}: {len(run) / seconds:,.0f} jobs a second of processor time (EASY on flat, NASA, {len(run)} jobs)")
