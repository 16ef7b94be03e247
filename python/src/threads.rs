//! Work on several threads.

use crate::error::Failure;
use crate::interrupt::Interrupt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

/// Does `work` for each of these, in this order, on several threads, and sends what it is done for with the outcome.
/// Threads end when there is nothing left, or at the interrupt.
pub fn on_threads<T: Clone + Send + Sync + 'static, R: Send + 'static>(
    items: Vec<T>,
    threads: usize,
    interrupt: &Interrupt,
    work: impl Fn(&T) -> R + Send + Sync + 'static,
) -> Receiver<(T, Result<R, Failure>)> {
    let (items, work, next) = (Arc::new(items), Arc::new(work), Arc::new(AtomicUsize::new(0)));
    let (sender, receiver) = channel();
    for _ in 0..threads.min(items.len()) {
        let (sender, items, work, next) = (sender.clone(), items.clone(), work.clone(), next.clone());
        let interrupt = interrupt.clone();
        thread::spawn(move || {
            while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                let done = catch_unwind(AssertUnwindSafe(|| work(item))).map_err(|panic| Failure::of_panic(&*panic));
                if interrupt.is_set() || sender.send((item.clone(), done)).is_err() {
                    return;
                }
            }
        });
    }
    receiver
}
