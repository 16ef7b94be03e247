//! The machine at the shadow time, if jobs end as estimated.

use crate::allocation::Allocator;
use crate::allocation::strategies::flat::Flat;
use crate::scheduling::running::Running;
use crate::scheduling::state::State;
use crate::time::Time;
use crate::workload::Request;

/// A copy of the machine without the jobs that end by the shadow time.
///
/// A job that starts and will still run then is held in the copy, too. A job that ends by then leaves no trace. To test
/// whether the head has room beside another job, one look at this copy is enough, however many jobs run.
#[derive(Default)]
pub(super) struct Ahead {
    machine: Option<Box<dyn Allocator>>,
}

impl Ahead {
    /// Goes to the earliest time at which there is room for a request. Running jobs are released in order of estimated
    /// end, all jobs of one end together. Returns that time, or `None` if there is no job to wait for, and the
    /// processors that are free then.
    pub fn find_room(&mut self, state: &State, request: &Request) -> (Option<Time>, u32) {
        if state.allocator.needs_only_a_count() {
            let mut counted = Flat::with_free(state.allocator.free_processors());
            return release_until_room(&mut counted, &state.running, request);
        }
        let machine = self.machine.get_or_insert_with(|| state.allocator.fork());
        machine.copy_from(state.allocator.as_ref());
        release_until_room(machine.as_mut(), &state.running, request)
    }

    /// Holds the nodes of a started job that will still run at the shadow time.
    pub fn hold(&mut self, state: &State, job: usize) {
        if let Some(machine) = self.machine.as_mut().filter(|machine| machine.can_hold()) {
            machine.hold(state.allocation(job), state.allocator.as_ref());
        }
    }

    /// Whether the head has room at the shadow time if a job with this request starts now and still runs then. `None`
    /// if the strategy cannot be tested on the copy.
    pub fn leaves_room(&mut self, present: &mut dyn Allocator, request: &Request, head: &Request) -> Option<bool> {
        let machine = self.machine.as_mut().filter(|machine| machine.can_hold())?.as_mut();
        let Some(placed) = present.allocate(request) else { return Some(false) };
        let leaves_room = machine.fits_beside(head, &placed, present);
        present.undo(&placed);
        leaves_room
    }
}

fn release_until_room(machine: &mut dyn Allocator, running: &Running, request: &Request) -> (Option<Time>, u32) {
    let mut last = None;
    for run in running.iter() {
        let is_another = last.is_some_and(|last| last != run.estimated_end);
        if is_another && request.processors <= machine.free_processors() && machine.fits(request) {
            break;
        }
        machine.release(&run.allocation);
        last = Some(run.estimated_end);
    }
    (last, machine.free_processors())
}
