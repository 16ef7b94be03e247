//! The selection of jobs of a log, and the reasons for leaving out the others.

use super::{Column, JobOwners, Log, Whole, Workload};
use crate::sorting::sorted;
use crate::time::Time;
use serde::{Deserialize, Serialize};

/// The selection of jobs of a log. The default selects every job that can be simulated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Only jobs of this partition (field 16).
    pub partition: Option<i64>,
    /// Only jobs of this queue (field 15).
    pub queue: Option<i64>,
    /// Only jobs that ended with this status (field 11).
    pub status: Option<i64>,
    /// Only this many of the remaining jobs, the first in order of submit time.
    pub first: Option<u32>,
    /// Only jobs submitted at or after the first and before the second time, in microseconds of the log's own clock
    /// (the submit field in the file, in which 0 is the header's `UnixStartTime`).
    pub window: Option<(Time, Time)>,
}

/// The numbers of jobs of a log that were kept, and that were left out for each reason. A job with several reasons
/// counts under the first of them, in the order of the fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Selected {
    /// Jobs kept.
    pub kept: u32,
    /// Lines that are not well-formed jobs.
    pub malformed: u32,
    /// Jobs with an unknown (negative) run time.
    pub unknown_runtime: u32,
    /// Jobs with neither requested nor allocated processors.
    pub no_size: u32,
    /// Jobs of another partition than the selected one.
    pub partition: u32,
    /// Jobs of another queue than the selected one.
    pub queue: u32,
    /// Jobs of another status than the selected one.
    pub status: u32,
    /// Jobs submitted outside the selected window.
    pub window: u32,
    /// Jobs after the first ones of that number.
    pub first: u32,
}

impl Selected {
    /// The reasons and the number of jobs that each left out, in the order of the checks, including zeros.
    pub fn dropped(&self) -> [(&'static str, u32); 8] {
        [
            ("malformed", self.malformed),
            ("unknown_runtime", self.unknown_runtime),
            ("no_size", self.no_size),
            ("partition", self.partition),
            ("queue", self.queue),
            ("status", self.status),
            ("window", self.window),
            ("first", self.first),
        ]
    }
}

/// The processors that a job asks for: the requested ones if they are positive, else the allocated ones; 0 if both are
/// unknown.
pub fn size(requested: i32, allocated: i32) -> u32 {
    let size = if requested > 0 { requested } else { allocated };
    size.max(0) as u32
}

impl Log {
    /// The selected jobs, ordered by submit time (ties keep the file order) with time 0 at the first of them, and the
    /// numbers of kept and dropped jobs by reason.
    ///
    /// A job's size is its requested processors if positive, else its allocated ones. A job with neither, or with an
    /// unknown run time, cannot be simulated and is left out. Linear in the log, plus sorting if it is out of order.
    ///
    /// ```
    /// use subtorus::formats;
    /// use subtorus::workload::Selection;
    ///
    /// // Three jobs, the second of unknown runtime, the third of another partition.
    /// let (log, _) = formats::read(
    ///     b"1 10 -1 60 4 -1 -1 4 90 -1 1 -1 -1 -1 -1 1 -1 -1
    ///       2 20 -1 -1 4 -1 -1 4 90 -1 1 -1 -1 -1 -1 1 -1 -1
    ///       3 30 -1 60 4 -1 -1 4 90 -1 1 -1 -1 -1 -1 2 -1 -1",
    /// );
    /// let (workload, selected) = log.select(&Selection { partition: Some(1), ..Selection::default() });
    /// assert_eq!((workload.id.to_vec(), workload.submit.to_vec()), (vec![1], vec![0]));
    /// assert_eq!((selected.kept, selected.unknown_runtime, selected.partition), (1, 1, 1));
    /// ```
    pub fn select(&self, selection: &Selection) -> (Workload, Selected) {
        let (order, selected) = self.places(selection);
        (self.gather(&order), selected)
    }

    /// The same jobs as places in the [`Columns`](super::Columns), in the same order.
    pub fn places(&self, selection: &Selection) -> (Vec<u32>, Selected) {
        let mut selected = Selected { malformed: self.malformed, ..Selected::default() };
        let jobs = 0..self.columns.len() as u32;
        let mut order: Vec<u32> = if self.takes_all(selection) {
            jobs.collect()
        } else {
            let known = jobs.zip(self.columns.runtime.iter().zip(self.sizes()));
            let taken = known.filter(|&(job, known)| self.takes(job as usize, known, selection, &mut selected));
            taken.map(|(job, _)| job).collect()
        };
        let (submit, mut ascending) = (|job: u32| self.columns.submit.at(job as usize), self.columns.submit.unpacked());
        if !order.is_sorted_by_key(|&job| ascending.at(job as usize)) {
            order = sorted(order, |&one, &other| submit(one).cmp(&submit(other)));
        }
        if let Some(first) = selection.first {
            selected.first = order.len().saturating_sub(first as usize) as u32;
            order.truncate(first as usize);
        }
        selected.kept = order.len() as u32;
        (order, selected)
    }

    /// Whether everything except `first` certainly selects every job, which is known without checking each.
    fn takes_all(&self, selection: &Selection) -> bool {
        *selection == Selection { first: selection.first, ..Selection::default() }
            && self.columns.runtime.least().is_none_or(|least| least >= 0)
            && self.columns.requested_processors.least().is_none_or(|least| least > 0)
    }

    /// Whether everything except `first` selects a job of this runtime and size. Counts the reason if not.
    fn takes(&self, job: usize, (runtime, size): (Time, u32), selection: &Selection, selected: &mut Selected) -> bool {
        let columns = &self.columns;
        let other = |wanted: Option<i64>, value: i64| wanted.is_some_and(|wanted| wanted != value);
        let outside = |(from, until): (Time, Time)| !(from..until).contains(&columns.submit.at(job));
        let reason = if runtime < 0 {
            &mut selected.unknown_runtime
        } else if size == 0 {
            &mut selected.no_size
        } else if other(selection.partition, columns.partition.at(job).into()) {
            &mut selected.partition
        } else if other(selection.queue, columns.queue.at(job).into()) {
            &mut selected.queue
        } else if other(selection.status, columns.status.at(job).into()) {
            &mut selected.status
        } else if selection.window.is_some_and(outside) {
            &mut selected.window
        } else {
            return true;
        };
        *reason += 1;
        false
    }

    /// The processors that a job asks for; 0 if the log does not say.
    pub fn size(&self, job: usize) -> u32 {
        size(self.columns.requested_processors.at(job), self.columns.allocated.at(job))
    }

    /// The sizes of all jobs, in the order of the log.
    fn sizes(&self) -> impl Iterator<Item = u32> + '_ {
        let asked = self.columns.requested_processors.iter().zip(self.columns.allocated.iter());
        asked.map(|(requested, allocated)| size(requested, allocated))
    }

    /// The given jobs as a workload that starts at the submit time of the first one.
    fn gather(&self, order: &[u32]) -> Workload {
        let columns = &self.columns;
        let start = order.first().map_or(0, |&job| columns.submit.at(job as usize));
        let jobs = || order.iter().map(|&job| job as usize);
        let is_whole = order.len() == columns.len() && order.is_sorted();
        let known = |time: Time| if time > 0 { time } else { -1 };
        let requested = match columns.requested_time.least() {
            Some(least) if is_whole && least > 0 => columns.requested_time.clone(),
            _ if is_whole => columns.requested_time.iter().map(known).collect(),
            _ => jobs().map(|job| known(columns.requested_time.at(job))).collect(),
        };
        let size = match columns.requested_processors.least() {
            Some(least) if is_whole && least > 0 => columns.requested_processors.of_kind(),
            _ if is_whole => self.sizes().collect(),
            _ => jobs().map(|job| self.size(job)).collect(),
        };
        let submit = match is_whole {
            true => columns.submit.less(start),
            false => jobs().map(|job| columns.submit.at(job) - start).collect(),
        };
        Workload {
            id: taken(&columns.id, order, is_whole),
            submit,
            runtime: taken(&columns.runtime, order, is_whole),
            requested,
            size,
            // Either all jobs have a shape, or none does: other formats have only counts.
            sides: jobs().map(|job| columns.shapes.of(job).copied()).collect::<Option<_>>().unwrap_or_default(),
            groupings: match columns.groupings.is_empty() {
                true => Vec::new(),
                false => jobs().map(|job| columns.groupings.of(job).copied().unwrap_or_default()).collect(),
            },
            origin: JobOwners {
                user: taken(&columns.user, order, is_whole),
                queue: taken(&columns.queue, order, is_whole),
                partition: taken(&columns.partition, order, is_whole),
            },
        }
    }
}

/// The values of these jobs. If they are all jobs of the log, its own column is shared.
fn taken<T: Whole>(column: &Column<T>, order: &[u32], is_whole: bool) -> Column<T> {
    if is_whole { column.clone() } else { order.iter().map(|&job| column.at(job as usize)).collect() }
}

#[cfg(test)]
mod tests;
