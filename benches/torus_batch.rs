//! How the time of planning a batch grows with its size: `cargo bench --bench torus_batch` (part of `make bench`).
//!
//! What matters are the ratios to the line before: twice as many jobs should cost a little more than twice as much, and
//! with contention, a torus of twice the side four times as much.

use std::time::{Duration, Instant};
use subtorus::random::Stream;
use subtorus::torus_batch::least_deadline::least_deadline;
use subtorus::torus_batch::{Batch, Job, Ratio, contention, preemptive};

fn main() {
    let counts = [12_500, 25_000, 50_000, 100_000];
    println!("\nfeasibility of the least deadline, side 64: n log n");
    let mut before = None;
    for count in counts {
        let batch = batch(64, count, 64);
        let least = least_deadline(&batch).expect("whole times").schedule.deadline;
        let deadline: Ratio = least.to_string().parse().expect("the text of a time");
        let time = best_of(5, || assert!(preemptive::schedule(&batch, deadline).expect("whole times").is_ok()));
        line(&format!("{count:>7} jobs"), time, &mut before, "");
    }
    println!("\nthe least deadline, side 64, one job nearly as long as the rest: n log n a move");
    let mut before = None;
    for count in counts {
        let jobs = batch(64, count, 64).jobs().to_vec();
        let long = Job { size: 1, time: Ratio::new(u64::from(count) * 100, 1).expect("a time") };
        let batch = Batch::new(64, [jobs, vec![long]].concat()).expect("powers of two");
        let mut moves = 0;
        let time = best_of(5, || moves = least_deadline(&batch).expect("whole times").moves);
        line(&format!("{count:>7} jobs"), time, &mut before, &format!("{moves} moves"));
    }
    println!("\ncontention, side 64: n m^2");
    let mut before = None;
    for count in counts {
        line(&format!("{count:>7} jobs"), contended(&batch(64, count, 64)), &mut before, "");
    }
    println!("\ncontention, 100000 jobs of single processors: n m^2");
    let mut before = None;
    for side in [8, 16, 32, 64] {
        line(&format!("   side {side:>4}"), contended(&batch(side, 100_000, 1)), &mut before, "");
    }
}

fn contended(batch: &Batch) -> Duration {
    best_of(1, || drop(contention::schedule(batch).expect("whole times")))
}

/// Jobs of sizes from 1 to `largest`, with times from 1 to 1000.
fn batch(side: u32, count: u32, largest: u32) -> Batch {
    let [mut sizes, mut times] = ["sizes", "runtimes"].map(|name| Stream::new(1, name, 0));
    let mut job = |_| Job {
        size: 1 << sizes.uniform_integer(0, largest.ilog2()),
        time: Ratio::new(times.uniform_integer(1, 1000).into(), 1).expect("a time"),
    };
    Batch::new(side, (0..count).map(&mut job).collect()).expect("powers of two")
}

fn best_of(times: u32, mut work: impl FnMut()) -> Duration {
    let once = |_| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..times).map(once).min().expect("at least once")
}

fn line(what: &str, time: Duration, before: &mut Option<Duration>, note: &str) {
    let ratio = before.map_or(String::new(), |before| format!("x {:.2}", time.as_secs_f64() / before.as_secs_f64()));
    println!("  {what}  {time:>9.1?}  {ratio:<7} {note}");
    *before = Some(time);
}
