//! The cells of a plan on all cores.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use subtorus::budget::Budget;
use subtorus::experiment::Plan;

/// The number of runs at once: as many as there are cores, if memory allows.
pub fn at_once(plan: &Plan, budget: &Budget) -> usize {
    thread::available_parallelism().map_or(1, usize::from).min(plan.demand.workers(budget) as usize)
}

/// Runs these cells in this order, `at_once` at a time, and passes each outcome to `take`.
pub fn on_all_cores<T: Send>(
    order: Vec<usize>,
    at_once: usize,
    run: impl Fn(usize) -> T + Sync,
    mut take: impl FnMut(usize, T),
) {
    let next = AtomicUsize::new(0);
    let threads = at_once.min(order.len());
    let show_progress = io::stderr().is_terminal();
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads {
            let (sender, order, next, run) = (sender.clone(), &order, &next, &run);
            scope.spawn(move || {
                while let Some(&cell) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if sender.send((cell, run(cell))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for (done, (cell, outcome)) in receiver.into_iter().enumerate() {
            take(cell, outcome);
            if show_progress {
                let end = if done + 1 == order.len() { "\n" } else { "" };
                // An error while printing the progress is ignored.
                let _ = write!(io::stderr(), "\r{} of {} runs{end}", done + 1, order.len());
            }
        }
    });
}
