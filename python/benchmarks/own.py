"""Own keys in Python: SDSC SP2 on flat under EASY, asked for each waiting job at each pass, and once for each job."""

import time

import subtorus


class Key(subtorus.Scheduler):
    """The expansion factor, or the estimated work."""

    head = "easy"
    calls = 0

    def __init__(self, changes: bool) -> None:
        self.changes_with_time = changes

    def key(self, job: subtorus.Job, now: float) -> float:
        """The least first."""
        Key.calls += 1
        return (job.submit - now) / job.estimate if self.changes_with_time and job.estimate else job.estimate * job.processors


log = subtorus.sample("SDSC-SP2-1998-4.2-cln.swf.gz")
for changes in (False, True):
    Key.calls, started = 0, time.perf_counter()
    run = subtorus.simulate(log, machine="torus:8x16", allocation="flat", scheduling=Key(changes))
    seconds = time.perf_counter() - started
    kind = "changes with time" if changes else "does not change"
    print(f"own key that {kind}: {len(run)} jobs in {seconds:.2f} s, {Key.calls:,} calls")
