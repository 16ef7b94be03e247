//! The allocation overhead of a run: the wall time that looking for nodes, taking them and giving them back costs per
//! job (Thesis 2008 section 3.4.1, docs/semantics.md 6.4). It is reported, and never part of a result that must be the
//! same everywhere.
//!
//! The operations take less time than a browser's clock resolves. So a run first records what it asks of its allocator;
//! afterwards a fresh allocator does all of it again, several times over, and only the whole is timed. What look-ahead
//! does on copies of the machine is not counted.

use crate::allocation::own::ViolationReport;
use crate::allocation::{Allocation, Allocator, Fork};
use crate::workload::Request;
use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;

/// A clock for measuring differences.
pub trait Clock {
    /// Nanoseconds since some time that stays the same.
    fn nanoseconds(&self) -> f64;
}

/// An operation of a run on its allocator. Allocations are numbered in the order in which they were made.
enum Operation {
    Fits(Request),
    Allocate(Request),
    Release(usize),
}

/// The operations of a run on its allocator, in order.
#[derive(Default)]
pub struct Operations {
    list: Vec<Operation>,
    /// The number of each allocation that is held, with the allocation itself.
    held: Vec<(usize, Allocation)>,
    allocations: usize,
}

/// An allocator that records its operations. Its forks are those of the inner allocator and record nothing; look-ahead
/// uses them, since nothing can be tried here.
pub struct RecordedAllocator {
    inner: Box<dyn Allocator>,
    operations: Rc<RefCell<Operations>>,
}

impl RecordedAllocator {
    /// Records what is asked of `inner` in `operations`.
    pub fn new(inner: Box<dyn Allocator>, operations: Rc<RefCell<Operations>>) -> RecordedAllocator {
        RecordedAllocator { inner, operations }
    }
}

impl Allocator for RecordedAllocator {
    fn free_processors(&self) -> u32 {
        self.inner.free_processors()
    }

    fn effective(&self, request: &Request) -> Request {
        self.inner.effective(request)
    }

    fn needs_only_a_count(&self) -> bool {
        self.inner.needs_only_a_count()
    }

    fn fits(&self, request: &Request) -> bool {
        self.operations.borrow_mut().list.push(Operation::Fits(*request));
        self.inner.fits(request)
    }

    fn allocate(&mut self, request: &Request) -> Option<Allocation> {
        let allocation = self.inner.allocate(request)?;
        let mut operations = self.operations.borrow_mut();
        let number = operations.allocations;
        operations.list.push(Operation::Allocate(*request));
        operations.held.push((number, allocation.clone()));
        operations.allocations += 1;
        Some(allocation)
    }

    fn release(&mut self, allocation: &Allocation) {
        let mut operations = self.operations.borrow_mut();
        let place = operations.held.iter().position(|(_, held)| held == allocation).expect("what is released is held");
        let (number, _) = operations.held.swap_remove(place);
        operations.list.push(Operation::Release(number));
        self.inner.release(allocation);
    }

    fn is_monotone(&self) -> bool {
        self.inner.is_monotone()
    }

    fn placements_tried(&self) -> u64 {
        self.inner.placements_tried()
    }

    fn violation(&self) -> Option<ViolationReport> {
        self.inner.violation()
    }
}

/// Copies record nothing.
impl Fork for RecordedAllocator {
    fn fork(&self) -> Box<dyn Allocator> {
        self.inner.fork()
    }

    fn copy_from(&mut self, other: &dyn Allocator) {
        self.inner.copy_from(other);
    }

    fn as_any(&self) -> &dyn Any {
        self.inner.as_any()
    }
}

/// Long enough for a clock of 0.1 ms to be exact to 2 %.
const LONG_ENOUGH: f64 = 5e6;

impl Operations {
    /// Nanoseconds per job that all these operations take on an allocator of the same machine, empty. NaN without jobs.
    pub fn time_per_job(&self, empty: &dyn Allocator, clock: &dyn Clock) -> f64 {
        let (mut took, mut jobs) = (0.0, 0);
        while took < LONG_ENOUGH && self.allocations > 0 {
            let mut allocator = empty.fork();
            let begun = clock.nanoseconds();
            self.repeat(allocator.as_mut());
            took += clock.nanoseconds() - begun;
            jobs += self.allocations;
        }
        if jobs == 0 { f64::NAN } else { took / jobs as f64 }
    }

    fn repeat(&self, allocator: &mut dyn Allocator) {
        let mut made = Vec::with_capacity(self.allocations);
        for operation in &self.list {
            match operation {
                Operation::Fits(request) => {
                    std::hint::black_box(allocator.fits(request));
                }
                Operation::Allocate(request) => made.push(allocator.allocate(request)),
                Operation::Release(number) => {
                    if let Some(allocation) = &made[*number] {
                        allocator.release(allocation);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::allocation::strategies::flat::Flat;
    use crate::allocation::{Allocator, Blocks};
    use crate::machine::Machine;
    use std::cell::Cell;

    /// A clock that moves by a millisecond whenever it is read.
    struct Ticking(Cell<f64>);

    impl Clock for Ticking {
        fn nanoseconds(&self) -> f64 {
            self.0.set(self.0.get() + 1e6);
            self.0.get()
        }
    }

    /// A test strategy: every answer shows that it was asked, and every allocation is counted.
    #[derive(Clone)]
    struct Peculiar {
        free: u32,
    }

    impl Allocator for Peculiar {
        fn free_processors(&self) -> u32 {
            self.free
        }

        fn needs_only_a_count(&self) -> bool {
            self.free == 9
        }

        fn effective(&self, request: &Request) -> Request {
            Request::processors(request.processors * 2)
        }

        fn fits(&self, request: &Request) -> bool {
            request.processors.is_multiple_of(2)
        }

        fn allocate(&mut self, request: &Request) -> Option<Allocation> {
            self.free -= 1;
            Some(Allocation { processors: request.processors, blocks: Blocks::none(), ticket: self.free })
        }

        fn release(&mut self, _: &Allocation) {
            self.free += 10;
        }

        fn placements_tried(&self) -> u64 {
            41
        }
    }

    #[test]
    fn a_recorded_allocator_answers_as_what_it_holds() {
        let new = || RecordedAllocator::new(Box::new(Peculiar { free: 9 }), Rc::default());
        let (mut recorded, mut other) = (new(), Peculiar { free: 5 });
        let request = Request::processors;
        assert!(recorded.needs_only_a_count() && recorded.fits(&request(4)) && !recorded.fits(&request(3)));
        assert_eq!((recorded.effective(&request(3)), recorded.placements_tried()), (request(6), 41));
        let allocation = recorded.allocate(&request(4)).unwrap();
        assert_eq!((allocation.processors, allocation.ticket, recorded.free_processors()), (4, 8, 8));
        assert!(!recorded.needs_only_a_count());
        assert_eq!(recorded.fork().free_processors(), 8);
        other.copy_from(&recorded);
        assert_eq!(other.free, 8, "others become copies of what it holds");
        recorded.release(&allocation);
        assert_eq!(recorded.free_processors(), 18);
        recorded.copy_from(&other);
        assert_eq!(recorded.free_processors(), 8, "and it of them");
    }

    /// An allocator that takes so many nanoseconds, of a clock that stands still otherwise, for each thing it is asked.
    #[derive(Clone)]
    struct Slow {
        time: Rc<Cell<f64>>,
        costs: [f64; 3],
    }

    impl Slow {
        fn take(&self, what: usize) {
            self.time.set(self.time.get() + self.costs[what]);
        }
    }

    impl Allocator for Slow {
        fn free_processors(&self) -> u32 {
            1
        }

        fn fits(&self, _: &Request) -> bool {
            self.take(0);
            true
        }

        fn allocate(&mut self, _: &Request) -> Option<Allocation> {
            self.take(1);
            Some(Allocation { processors: 1, blocks: Blocks::none(), ticket: 0 })
        }

        fn release(&mut self, _: &Allocation) {
            self.take(2);
        }
    }

    struct StoppedClock(Rc<Cell<f64>>);

    impl Clock for StoppedClock {
        fn nanoseconds(&self) -> f64 {
            self.0.get()
        }
    }

    /// Two looks of 1 ms, two allocations of 2 ms and a release of 0.5 ms: 6.5 ms, which is long enough, for two jobs.
    #[test]
    fn everything_that_was_asked_is_timed() {
        let time = Rc::new(Cell::new(0.0));
        let slow = Slow { time: time.clone(), costs: [1e6, 2e6, 0.5e6] };
        let operations = Rc::new(RefCell::new(Operations::default()));
        let mut recorded = RecordedAllocator::new(Box::new(slow.clone()), operations.clone());
        let one = Request::processors(1);
        recorded.fits(&one);
        let first = recorded.allocate(&one).unwrap();
        recorded.fits(&one);
        recorded.allocate(&one);
        recorded.release(&first);
        time.set(0.0);
        let per_job = operations.borrow().time_per_job(&slow, &StoppedClock(time.clone()));
        assert_eq!((per_job, time.get()), (3.25e6, 6.5e6));
    }

    #[test]
    fn what_was_recorded_is_done_again_until_it_took_long_enough() {
        let machine = Machine::mesh(&[4]);
        let operations = Rc::new(RefCell::new(Operations::default()));
        let mut recorded = RecordedAllocator::new(Box::new(Flat::new(&machine)), operations.clone());
        let (one, three) = (Request::processors(1), Request::processors(3));
        let first = recorded.allocate(&three).unwrap();
        assert!(!recorded.fits(&three) && recorded.allocate(&three).is_none());
        let second = recorded.allocate(&one).unwrap();
        recorded.fork().release(&second);
        recorded.release(&first);
        recorded.release(&second);
        assert_eq!(recorded.free_processors(), 4, "what a fork did is its own affair");
        let operations = operations.borrow();
        assert_eq!((operations.allocations, operations.held.len(), operations.list.len()), (2, 0, 5));
        // Two readings a round, a millisecond apart: five rounds of two jobs.
        let clock = Ticking(Cell::new(0.0));
        assert_eq!(operations.time_per_job(&Flat::new(&machine), &clock), 5e5);
        assert_eq!(clock.0.get(), 10e6, "five rounds are enough, not six");
        let standing = StoppedClock(Rc::new(Cell::new(0.0)));
        assert!(
            Operations::default().time_per_job(&Flat::new(&machine), &standing).is_nan(),
            "nothing is not repeated"
        );
    }
}
