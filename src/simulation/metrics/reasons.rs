//! What jobs wait for: the mean wait, split by reason (docs/semantics.md 8).

use super::finished::Finished;
use super::metric::metrics;
use crate::scheduling::ReasonKind;
use crate::simulation::statistics::quotient;
use crate::time::SECOND;

/// The mean over jobs of the time that they wait for one of these reasons, in seconds; NaN where reasons are not recorded.
fn mean_wait(finished: &Finished, kinds: &[ReasonKind]) -> f64 {
    let reasons = &finished.run.reasons;
    if !reasons.is_wanted {
        return f64::NAN;
    }
    let total: i128 = kinds.iter().map(|kind| reasons.total[*kind as usize]).sum();
    quotient(total as f64 / SECOND as f64, finished.run.jobs.jobs.len() as f64)
}

metrics! {
    MEAN_WAIT_ORDER {
        name: "mean_wait_order",
        title: "Mean wait: order",
        unit: Seconds,
        family: Reasons,
        definition: "The part of the mean wait in which another job heads the queue and no job may start before it. Recorded only where a reason is plotted.",
        value: |finished| mean_wait(finished, &[ReasonKind::Order]),
    }

    MEAN_WAIT_PROCESSORS {
        name: "mean_wait_processors",
        title: "Mean wait: processors",
        unit: Seconds,
        family: Reasons,
        definition: "The part of the mean wait in which fewer processors are free than the job needs. Recorded only where a reason is plotted.",
        value: |finished| mean_wait(finished, &[ReasonKind::Processors]),
    }

    MEAN_WAIT_PLACEMENT {
        name: "mean_wait_placement",
        title: "Mean wait: placement",
        unit: Seconds,
        family: Reasons,
        definition: "The part of the mean wait in which enough processors are free, but the strategy finds no place. Recorded only where a reason is plotted.",
        value: |finished| mean_wait(finished, &[ReasonKind::Placement]),
    }

    MEAN_WAIT_RESERVATION {
        name: "mean_wait_reservation",
        title: "Mean wait: reservation",
        unit: Seconds,
        family: Reasons,
        definition: "The part of the mean wait in which the job could be placed, but a reservation stands against it. Recorded only where a reason is plotted.",
        value: |finished| mean_wait(finished, &[ReasonKind::Reservation, ReasonKind::Reserved]),
    }

    MEAN_WAIT_DEPTH {
        name: "mean_wait_depth",
        title: "Mean wait: depth",
        unit: Seconds,
        family: Reasons,
        definition: "The part of the mean wait in which the job stands further back than backfilling looks. Recorded only where a reason is plotted.",
        value: |finished| mean_wait(finished, &[ReasonKind::Depth]),
    }

    SHARE_WAIT_PLACEMENT {
        name: "share_wait_placement",
        title: "Waiting for a place",
        unit: Share,
        family: Reasons,
        definition: "Share of all waiting in which enough processors are free, but the strategy finds no place. Recorded only where a reason is plotted.",
        value: |finished| quotient(mean_wait(finished, &[ReasonKind::Placement]), mean_wait(finished, ReasonKind::ALL)),
    }
}
