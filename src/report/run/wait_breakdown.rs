//! What all jobs of a run together wait for, and how much of it a better allocation strategy could win
//! (docs/semantics.md 8.1).

use crate::experiment::Plan;
use crate::figure::{Clock, Unit, reading};
use crate::report::table::{Column, Table};
use crate::report::words::{listed, percent};
use crate::scheduling::{BlockedHead, Order, ReasonKind, Scheduling};
use crate::simulation::RunFailure;
use crate::simulation::observers::{Times, WaitReasonTotals};
use crate::time::{SECOND, Time};
use crate::workload::Jobs;
use serde::{Deserialize, Serialize};

/// What all jobs of a run together wait for, and how long they would wait without fragmentation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct WaitBreakdownReport {
    /// Seconds of waiting (cycles with a network), summed over jobs, for each reason in order.
    pub reasons: Vec<f64>,
    /// The sum in whole microseconds, so that runs with equal waiting are equal here.
    pub total: f64,
    /// The part of it that jobs spend behind a head that finds no place, while the head rule lets no job overtake.
    pub behind_no_place: f64,
    /// How long the same jobs wait on `flat`; none if a network sets the pace.
    pub flat: Option<f64>,
    /// Whether no allocation strategy can start any job earlier than `flat` does.
    pub is_bound: bool,
    /// The policy.
    pub policy: String,
}

/// A part of the waiting: its name in files, its words in a sentence, its meaning, and its reasons.
type Part = (&'static str, &'static str, &'static str, &'static [ReasonKind]);

/// The parts, in the order of the metrics.
const PARTS: [Part; 5] = [
    ("order", "for their turn", "Another job heads the queue, and no job starts before it.", &[ReasonKind::Order]),
    ("processors", "for processors", "Fewer processors are free than the job needs.", &[ReasonKind::Processors]),
    (
        "placement",
        "for a place",
        "Enough processors are free, but the allocation strategy finds no place for the job: external fragmentation.",
        &[ReasonKind::Placement],
    ),
    (
        "reservation",
        "for a reservation",
        "There is a place, but a reservation stands against it: the head's, or the job's own for later.",
        &[ReasonKind::Reservation, ReasonKind::Reserved],
    ),
    (
        "depth",
        "for the policy to look that far",
        "The job could be placed, but stands further back than the policy looks.",
        &[ReasonKind::Depth],
    ),
];

impl WaitBreakdownReport {
    /// Runs a cell of a plan again for the reasons, and its jobs once on `flat`. Costs two to three times the run.
    pub fn find(plan: &Plan, cell: usize) -> Result<WaitBreakdownReport, RunFailure> {
        let jobs = plan.jobs(cell)?;
        let mut split = WaitReasonTotals::new(true);
        plan.observe(cell, &jobs, &mut split)?;
        let seconds = |time: i128| time as f64 / SECOND as f64;
        let (experiment, network) = (plan.experiment(), plan.experiment().communication.uses_network());
        let scheduling = experiment.scheduling[plan.cells[cell].scheduling];
        let mut flat = None;
        let mut times = Times::new(&jobs);
        if !network && plan.observe_anywhere(cell, &jobs, &mut times)? {
            flat = Some(seconds(waiting(&jobs, &times.start)));
        }
        Ok(WaitBreakdownReport {
            reasons: split.total.iter().map(|&total| seconds(total)).collect(),
            total: seconds(split.total.iter().sum()),
            behind_no_place: seconds(split.behind_no_place),
            flat,
            is_bound: !network && scheduling == Scheduling::new(Order::Fcfs, BlockedHead::Block),
            policy: scheduling.to_string(),
        })
    }

    /// The parts: their names in files, and their lengths.
    pub(super) fn parts(&self) -> impl Iterator<Item = (&'static Part, f64)> {
        let of = |kind: &ReasonKind| self.reasons.get(*kind as usize).copied().unwrap_or(0.0);
        PARTS.iter().map(move |part| (part, part.3.iter().map(of).sum()))
    }

    /// The parts as rows.
    pub(super) fn table(&self, jobs: usize, clock: Clock) -> Table {
        let unit = unit(clock);
        let columns = ["waiting", "of all waiting", "total", "mean over all jobs", "which means"]
            .map(|title| Column::new(title, ""));
        let mut rows = Vec::new();
        for ((_, what, meaning, _), time) in self.parts() {
            let mut row = vec![what.to_string(), percent(quotient(time, self.total))];
            row.extend([reading(time, &unit), reading(time / jobs as f64, &unit), meaning.to_string()]);
            rows.push(row);
        }
        Table { columns: columns.to_vec(), rows, ..Table::default() }
    }

    /// The result in sentences.
    pub(super) fn sentences(&self, clock: Clock) -> Vec<String> {
        let (total, unit) = (self.total, unit(clock));
        let time = |time: f64| reading(time, &unit);
        let share = |time: f64| percent(quotient(time, total));
        if total == 0.0 {
            return vec!["No job waits, so there is nothing that another allocation strategy could win.".into()];
        }
        let parts = self.parts().filter(|(_, part)| *part > 0.0);
        let parts: Vec<String> = parts.map(|((_, what, ..), part)| format!("{} {what}", share(part))).collect();
        let mut sentences = vec![format!("All jobs together wait {}: {}.", time(total), listed(&parts))];
        if self.behind_no_place > 0.0 {
            sentences.push(format!(
                "A part of the waiting for their turn, {} of all, is spent behind a head of the queue that finds no place \
                 though enough processors are free.",
                share(self.behind_no_place)
            ));
        }
        sentences.push(self.bound(&time, &share));
        sentences
    }

    /// How much a better allocation strategy could win.
    fn bound(&self, time: &dyn Fn(f64) -> String, share: &dyn Fn(f64) -> String) -> String {
        let Some(flat) = self.flat else {
            return "What a better allocation strategy could win at most is not known here: where a network sets the pace, \
                    it changes how long jobs run, too."
                .into();
        };
        let won = self.total - flat;
        let on_flat = format!("On flat, where any free processors do, the same jobs wait {}", time(flat));
        match (self.is_bound, won > 0.0) {
            (true, true) => format!(
                "A better allocation strategy could win at most {} of it, {}. {on_flat}, and under {} no strategy starts \
                 any job earlier than flat does.",
                time(won),
                share(won),
                self.policy
            ),
            (true, false) => format!(
                "A better allocation strategy could win nothing: under {} no strategy starts any job earlier than flat \
                 does, and on flat the same jobs wait as long.",
                self.policy
            ),
            (false, true) => format!(
                "A better allocation strategy could win about {} of it, {}. {on_flat}. That is no strict limit: under {} a \
                 job that starts earlier can hold up others.",
                time(won),
                share(won),
                self.policy
            ),
            (false, false) => format!(
                "A better allocation strategy would win nothing that can be foreseen. {on_flat}, no less: under {} a job that \
                 starts earlier can hold up others.",
                self.policy
            ),
        }
    }
}

/// The unit of times that a clock counts.
pub(super) fn unit(clock: Clock) -> Unit {
    match clock {
        Clock::Seconds => Unit::Seconds,
        Clock::Cycles => Unit::Other("cycles"),
        Clock::Units => Unit::None,
    }
}

fn waiting(jobs: &Jobs, starts: &[Time]) -> i128 {
    jobs.jobs.submit.iter().zip(starts).map(|(submit, start)| i128::from(start - submit)).sum()
}

fn quotient(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::permalink;
    use crate::simulation::METRICS;

    fn split() -> WaitBreakdownReport {
        WaitBreakdownReport {
            reasons: vec![3600.0, 1800.0, 1080.0, 0.0, 360.0, 360.0],
            total: 7200.0,
            behind_no_place: 720.0,
            flat: Some(5400.0),
            is_bound: true,
            policy: "fcfs".into(),
        }
    }

    fn said(split: &WaitBreakdownReport) -> Vec<String> {
        split.sentences(Clock::Seconds).iter().map(|sentence| sentence.replace('\u{202f}', " ")).collect()
    }

    /// Two hours: an hour is half of it, half an hour a quarter, and 18 minutes 15 %.
    #[test]
    fn what_jobs_wait_for_in_words() {
        let sentences = said(&split());
        assert_eq!(
            sentences,
            [
                "All jobs together wait 120 min: 50 % for their turn, 25 % for processors, 15 % for a place and 10 % for a \
                 reservation.",
                "A part of the waiting for their turn, 10 % of all, is spent behind a head of the queue that finds no place though \
                 enough processors are free.",
                "A better allocation strategy could win at most 30 min of it, 25 %. On flat, where any free processors do, \
                 the same jobs wait 90 min, and under fcfs no strategy starts any job earlier than flat does.",
            ]
        );
        let last = |change: fn(&mut WaitBreakdownReport)| {
            let mut split = split();
            change(&mut split);
            said(&split).pop().unwrap()
        };
        assert!(
            last(|split| split.flat = Some(7200.0))
                .starts_with("A better allocation strategy could win nothing: under fcfs")
        );
        let easy = last(|split| (split.is_bound, split.policy) = (false, "easy".into()));
        assert!(
            easy.starts_with("A better allocation strategy could win about 30 min")
                && easy.contains("no strict limit: under easy")
        );
        let longer = last(|split| (split.is_bound, split.flat) = (false, Some(9000.0)));
        assert!(longer.contains("nothing that can be foreseen") && longer.contains("wait 150\u{20}min"), "{longer}");
        assert!(last(|split| split.flat = None).contains("a network sets the pace"));
        assert!(last(|split| split.total = 0.0).starts_with("No job waits"));
    }

    #[test]
    fn the_parts_are_those_of_the_metrics_and_add_up() {
        let link = "#v=1&jobs=300&machine=mesh:8x8&allocation=ff,flat&scheduling=fcfs,easy,easy(2),conservative\
                    &vary=runtime:2..2:1&plot=mean_wait_placement-load";
        let experiment = permalink::read(link).0;
        let plan = Plan::new(&experiment, &experiment.generate()).unwrap();
        for cell in 0..plan.cells.len() {
            let (split, result) = (WaitBreakdownReport::find(&plan, cell).unwrap(), plan.run(cell, None).unwrap());
            let metric = |name: &str| {
                let metric = METRICS.iter().find(|metric| metric.name == name).unwrap();
                result.metrics.get(metric)
            };
            for ((name, ..), time) in split.parts() {
                let (mean, metric) = (time / 300.0, metric(&format!("mean_wait_{name}")));
                assert!((mean - metric).abs() <= 1e-9 * metric, "{name}: {mean} and {metric}");
            }
            assert!((split.total / 300.0 - metric("mean_wait")).abs() <= 1e-9 * split.total);
            assert_eq!(split.is_bound, split.policy == "fcfs");
            let flat = split.flat.unwrap();
            if plan.cells[cell].allocation == 1 {
                assert_eq!(flat, split.total, "it is flat");
            } else if split.is_bound {
                assert!(flat < split.total);
            }
        }
    }
}
