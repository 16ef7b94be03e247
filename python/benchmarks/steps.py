"""Steps a second of processor time of the environment without wrappers, on one core."""

import time

import gymnasium

import subtorus
import subtorus.gym  # noqa: F401

log = subtorus.sample("NASA-iPSC-1993-3.1-cln.swf.gz")
for allocation in ("flat", "nep"):
    made = gymnasium.make("subtorus/Scheduling-v0", log=log, machine="torus:2x2x2x4x4", allocation=allocation, jobs=18000, load=0.9)
    env, steps = made.unwrapped, 0
    _, info = env.reset(seed=1)
    started, done = time.process_time(), False
    while not done:
        _, _, done, _, info = env.step(info["action_mask"].argmax())
        steps += 1
    seconds = time.process_time() - started
    print(f"Scheduling-v0 on {allocation}: {steps / seconds:,.0f} steps a second of processor time ({steps} steps)")
