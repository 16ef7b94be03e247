//! Runs of which only the times matter, with their metrics by hand.

use super::*;

/// 21 jobs of 2 processors for 20 s on 5 processors without places. They arrive second by second from 0 s and wait 1, 4,
/// 9, ..., 441 s, in another order: 3311 s in all.
pub(super) fn squares() -> (RecordedRun, Expected) {
    let ran = |number: Time| {
        let root = 1 + number * 8 % 21;
        let start = number + root * root;
        Ran { times: [number, start, start + 20], asked: 2, given: 2, blocks: Vec::new() }
    };
    let mean = 3311.0 / 21.0;
    let expected = vec![
        // 21 * 2 * 20 = 840, over 20 s between first and last arrival.
        (&LOAD, 840.0 / (20.0 * 5.0)),
        (&UTILIZATION, 840.0 / (474.0 * 5.0)),
        // Of 21, the 11th is the first that half of them (10.5) do not exceed, and the 20th for 95 % (19.95).
        (&MEAN_BOUNDED_SLOWDOWN, (mean + 20.0) / 20.0),
        (&MEDIAN_BOUNDED_SLOWDOWN, 141.0 / 20.0),
        (&P95_BOUNDED_SLOWDOWN, 420.0 / 20.0),
        (&MAX_BOUNDED_SLOWDOWN, 461.0 / 20.0),
        (&MEAN_WAIT, mean),
        (&MEDIAN_WAIT, 121.0),
        (&P95_WAIT, 400.0),
        (&MAX_WAIT, 441.0),
        (&MEAN_RESPONSE, mean + 20.0),
        (&MEDIAN_RESPONSE, 141.0),
        (&P95_RESPONSE, 420.0),
        (&MAX_RESPONSE, 461.0),
        // The job that waits for 441 s arrives at 13 s: 8 * 13 = 104 = 4 * 21 + 20.
        (&MAKESPAN, 13.0 + 441.0 + 20.0),
        (&INTERNAL_FRAGMENTATION, 0.0),
        (&MEAN_SERVICE, 20.0),
        (&ARRIVAL_RATE, 1.0),
        // The 19th of 21 (18.9), and the last (20.79).
        (&P90_BOUNDED_SLOWDOWN, 381.0 / 20.0),
        (&P99_BOUNDED_SLOWDOWN, 461.0 / 20.0),
        (&P90_WAIT, 361.0),
        (&P99_WAIT, 441.0),
        // The first pass is never reported as settled.
        (&FIRST_FILL, 42.0 / 5.0),
    ];
    (RecordedRun { machine: "mesh:5", jobs: (0..21).map(ran).collect(), ..RecordedRun::default() }, expected)
}

/// 200 jobs of 2 processors for 20 s on 5 processors without places. They arrive second by second from 0 s and wait 1, 2,
/// ..., 200 s, in another order: so many that each percentile is another job.
pub(super) fn two_hundred() -> (RecordedRun, Expected) {
    let ran = |number: Time| {
        let start = number + 1 + number * 7 % 200;
        Ran { times: [number, start, start + 20], asked: 2, given: 2, blocks: Vec::new() }
    };
    let slowdown = |wait: f64| (wait + 20.0) / 20.0;
    let expected = vec![
        // 200 * 2 * 20 = 8000, over 199 s.
        (&LOAD, 8000.0 / (199.0 * 5.0)),
        (&UTILIZATION, 8000.0 / (413.0 * 5.0)),
        (&MEAN_BOUNDED_SLOWDOWN, slowdown(100.5)),
        (&MEDIAN_BOUNDED_SLOWDOWN, slowdown(100.0)),
        (&P95_BOUNDED_SLOWDOWN, slowdown(190.0)),
        (&MAX_BOUNDED_SLOWDOWN, slowdown(200.0)),
        (&MEAN_WAIT, 100.5),
        (&MEDIAN_WAIT, 100.0),
        (&P95_WAIT, 190.0),
        (&MAX_WAIT, 200.0),
        (&MEAN_RESPONSE, 120.5),
        (&MEDIAN_RESPONSE, 120.0),
        (&P95_RESPONSE, 210.0),
        (&MAX_RESPONSE, 220.0),
        // The last job waits for 1 + 199 * 7 % 200 = 194 s.
        (&MAKESPAN, 199.0 + 194.0 + 20.0),
        (&INTERNAL_FRAGMENTATION, 0.0),
        (&MEAN_SERVICE, 20.0),
        (&ARRIVAL_RATE, 1.0),
        (&P90_BOUNDED_SLOWDOWN, slowdown(180.0)),
        (&P99_BOUNDED_SLOWDOWN, slowdown(198.0)),
        (&P90_WAIT, 180.0),
        (&P99_WAIT, 198.0),
        (&FIRST_FILL, 400.0 / 5.0),
    ];
    (RecordedRun { machine: "mesh:5", jobs: (0..200).map(ran).collect(), ..RecordedRun::default() }, expected)
}

/// Two jobs that arrive at once on 2 processors without places: A runs for 20 s, then B.
pub(super) fn at_once() -> (RecordedRun, Expected) {
    let ran = |times| Ran { times, asked: 2, given: 2, blocks: Vec::new() };
    let expected = vec![
        (&UTILIZATION, 1.0),
        (&MEAN_BOUNDED_SLOWDOWN, 1.5),
        (&MEDIAN_BOUNDED_SLOWDOWN, 1.0),
        (&P95_BOUNDED_SLOWDOWN, 2.0),
        (&MAX_BOUNDED_SLOWDOWN, 2.0),
        (&MEAN_WAIT, 10.0),
        (&MEDIAN_WAIT, 0.0),
        (&P95_WAIT, 20.0),
        (&MAX_WAIT, 20.0),
        (&MEAN_RESPONSE, 30.0),
        (&MEDIAN_RESPONSE, 20.0),
        (&P95_RESPONSE, 40.0),
        (&MAX_RESPONSE, 40.0),
        (&MAKESPAN, 40.0),
        (&INTERNAL_FRAGMENTATION, 0.0),
        (&MEAN_SERVICE, 20.0),
        (&P90_BOUNDED_SLOWDOWN, 2.0),
        (&P99_BOUNDED_SLOWDOWN, 2.0),
        (&P90_WAIT, 20.0),
        (&P99_WAIT, 20.0),
        (&FIRST_FILL, 1.0),
    ];
    let (jobs, settled) = (vec![ran([7, 7, 27]), ran([7, 27, 47])], vec![(7, 0, Some(1))]);
    (RecordedRun { machine: "mesh:2", jobs, settled, ..RecordedRun::default() }, expected)
}
