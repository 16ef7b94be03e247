"""Jobs a second of processor time: EASY on flat, the log of NASA Ames, metrics included."""

import time

import subtorus

log = subtorus.sample("NASA-iPSC-1993-3.1-cln.swf.gz")
best = float("inf")
for _ in range(7):
    started = time.process_time()
    run = subtorus.simulate(log, machine="torus:128", allocation="flat", scheduling="easy")
    best = min(best, time.process_time() - started)
print(f"subtorus {subtorus.BUILD}: {len(run) / best:,.0f} jobs a second of processor time (EASY on flat, NASA, {len(run)} jobs)")
