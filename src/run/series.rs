//! Quantities of a run over time, as numbers that change at events.

use super::Trace;
use super::pyramid::{GROUP, levels, within};
use crate::sorting::ascending;
use crate::time::{SECOND, Time};

/// A quantity that is followed over time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Processors that jobs hold.
    Busy,
    /// Jobs that wait.
    Queue,
    /// The processor time, in processor seconds, that the waiting jobs will take ([`Trace::work`]).
    QueuedWork,
    /// Free processors while the head of the queue is blocked, although it needs no more than are free.
    Unusable,
    /// The remaining processor time, in processor seconds, of the jobs that have arrived.
    Backlog,
    /// The share of placements that the jobs spoil ([`Trace::fragmentation_at`]), of runs that have a score for it.
    Fragmentation,
}

impl Measure {
    /// All measures.
    pub const ALL: [Measure; 6] = [
        Measure::Busy,
        Measure::Queue,
        Measure::QueuedWork,
        Measure::Unusable,
        Measure::Backlog,
        Measure::Fragmentation,
    ];

    /// The measures of a run.
    pub fn of(trace: &Trace) -> &'static [Measure] {
        let count = if trace.scored.is_empty() { Measure::ALL.len() - 1 } else { Measure::ALL.len() };
        &Measure::ALL[..count]
    }
}

/// The values of a measure in one column of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ValueRange {
    /// The least.
    pub low: f64,
    /// The greatest.
    pub high: f64,
    /// The mean over time.
    pub mean: f64,
}

/// The measures of a run over time.
#[derive(Clone, Debug)]
pub struct RunSeries {
    /// The moments of the events, ascending, the first of them 0.
    pub at: Vec<Time>,
    /// Those of [`Measure::of`].
    series: Vec<Series>,
}

/// One measure: its number after each event. It may fall linearly until the next event.
#[derive(Clone, Debug, Default)]
struct Series {
    values: Vec<f64>,
    /// The number just before the next event; empty if it never changes between events.
    ends: Vec<f64>,
    greatest: Vec<Vec<f64>>,
    least: Vec<Vec<f64>>,
    /// The integral over time up to every [`GROUP`]-th event.
    integral: Vec<f64>,
}

/// The sums that change with an event.
#[derive(Clone, Copy, Default)]
struct Totals {
    busy: i64,
    queue: i64,
    queued: i128,
    arrived: i128,
    done: i128,
}

impl Totals {
    fn arrive(&mut self, work: i128) {
        self.queue += 1;
        self.queued += work;
        self.arrived += work;
    }

    fn start(&mut self, work: i128, held: u32) {
        self.queue -= 1;
        self.queued -= work;
        self.busy += i64::from(held);
    }
}

impl RunSeries {
    /// Follows a run through all its events. Cost: O(n log n), memory O(n).
    pub fn new(trace: &Trace) -> RunSeries {
        let jobs = trace.len();
        // All arrivals by job, then all starts, then all ends.
        let moments = [&trace.submit[..], &trace.start, &trace.end].concat();
        let mut events = ascending(moments.iter().copied()).into_iter().map(|event| event as usize).peekable();
        let (mut at, mut totals) = (Vec::new(), Totals::default());
        let mut series = vec![Series::default(); Measure::of(trace).len()];
        let mut next = Some(0);
        while let Some(now) = next {
            let since = at.last().map_or(0, |before| now - before);
            totals.done += i128::from(totals.busy) * i128::from(since);
            if let Some(backlog) = series[Measure::Backlog as usize].values.last() {
                let end = backlog - (totals.busy as f64) * (since as f64 / SECOND as f64);
                series[Measure::Backlog as usize].ends.push(end.max(0.0));
            }
            while let Some(event) = events.next_if(|&event| moments[event] == now) {
                match event / jobs {
                    0 => totals.arrive(trace.work(event)),
                    1 => totals.start(trace.work(event - jobs), trace.held[event - jobs]),
                    _ => totals.busy -= i64::from(trace.held[event - 2 * jobs]),
                }
            }
            at.push(now);
            for (series, value) in series.iter_mut().zip(values(trace, now, &totals)) {
                series.values.push(value);
            }
            next = events.peek().map(|&event| moments[event]);
        }
        series[Measure::Backlog as usize].ends.push(0.0);
        series.iter_mut().for_each(|series| series.sum_up(&at));
        RunSeries { at, series }
    }

    /// The time of the last event.
    pub fn last(&self) -> Time {
        self.at.last().copied().unwrap_or(0)
    }

    /// The event this many events after a moment, or before it if negative, limited to the first and the last. A moment
    /// between two events is one step from each.
    pub fn step(&self, moment: Time, steps: i64) -> Time {
        let place = match steps > 0 {
            true => self.at.partition_point(|&time| time <= moment) as i64 - 1,
            false => self.at.partition_point(|&time| time < moment) as i64,
        };
        self.at[place.saturating_add(steps).clamp(0, self.at.len() as i64 - 1) as usize]
    }

    /// The value of a measure at a moment.
    pub fn value(&self, measure: Measure, moment: Time) -> f64 {
        match self.at.partition_point(|&time| time <= moment).checked_sub(1) {
            Some(place) => self.series[measure as usize].value(&self.at, place, moment),
            None => 0.0,
        }
    }

    /// The greatest value of a measure.
    pub fn most(&self, measure: Measure) -> f64 {
        let series = &self.series[measure as usize];
        within(&series.values, &series.greatest, f64::max, 0..series.values.len()).unwrap_or(0.0)
    }

    /// The moment of the first event with the greatest value of a measure; 0 without events.
    pub fn first_highest(&self, measure: Measure) -> Time {
        let values = &self.series[measure as usize].values;
        let most = self.most(measure);
        values.iter().position(|&value| value == most).map_or(0, |place| self.at[place])
    }

    /// A measure between each two consecutive moments of these ascending ones, the later moment excluded. If both are
    /// equal, its value at that moment. It is zero before time 0. Cost: O(log n) for each.
    pub fn spans(&self, measure: Measure, borders: &[Time]) -> Vec<ValueRange> {
        borders.windows(2).map(|pair| self.series[measure as usize].span(&self.at, pair[0], pair[1])).collect()
    }
}

/// Every measure, in the order of [`Measure::ALL`].
fn values(trace: &Trace, now: Time, totals: &Totals) -> [f64; 6] {
    let (free, head) = trace.settled_at(now);
    let unusable = head.filter(|&head| trace.effective[head] <= free).map_or(0, |_| free);
    let seconds = |work: i128| work as f64 / SECOND as f64;
    let backlog = seconds(totals.arrived - totals.done);
    let (busy, queue, queued) = (totals.busy as f64, totals.queue as f64, seconds(totals.queued));
    [busy, queue, queued, unusable.into(), backlog, trace.fragmentation_at(now)]
}

impl Series {
    /// Computes the summaries.
    fn sum_up(&mut self, at: &[Time]) {
        self.greatest = levels(&self.values, f64::max);
        self.least = levels(if self.ends.is_empty() { &self.values } else { &self.ends }, f64::min);
        let mut sum = 0.0;
        for place in 0..at.len() {
            if place % GROUP == 0 {
                self.integral.push(sum);
            }
            sum += self.area(at, place);
        }
    }

    /// The number just before the next event.
    fn end(&self, place: usize) -> f64 {
        *self.ends.get(place).unwrap_or(&self.values[place])
    }

    /// The number at a moment between this event and the next.
    fn value(&self, at: &[Time], place: usize, moment: Time) -> f64 {
        match at.get(place + 1) {
            Some(next) if !self.ends.is_empty() => {
                let part = (moment - at[place]) as f64 / (next - at[place]) as f64;
                self.values[place] + (self.ends[place] - self.values[place]) * part
            }
            _ => self.values[place],
        }
    }

    /// The integral from this event to the next, in microseconds; zero after the last.
    fn area(&self, at: &[Time], place: usize) -> f64 {
        let length = at.get(place + 1).map_or(0, |next| next - at[place]);
        (self.values[place] + self.end(place)) / 2.0 * length as f64
    }

    /// The integral between two events. Distant events are summed group by group.
    fn areas(&self, at: &[Time], from: usize, to: usize) -> f64 {
        let one_by_one = |from: usize, to: usize| (from..to).map(|place| self.area(at, place)).sum::<f64>();
        let (first, last) = (from.div_ceil(GROUP), to / GROUP);
        if first >= last {
            return one_by_one(from, to);
        }
        let middle = self.integral[last] - self.integral[first];
        one_by_one(from, first * GROUP) + middle + one_by_one(last * GROUP, to)
    }

    fn span(&self, at: &[Time], from: Time, to: Time) -> ValueRange {
        let Some(first) = at.partition_point(|&time| time <= from).checked_sub(1) else {
            return ValueRange::default();
        };
        let begin = self.value(at, first, from);
        let last = at.partition_point(|&time| time < to).saturating_sub(1).max(first);
        let end = if to == at.get(last + 1).copied().unwrap_or(Time::MAX) {
            self.end(last)
        } else {
            self.value(at, last, to)
        };
        if to <= from {
            return ValueRange { low: begin, high: begin, mean: begin };
        }
        if first == last {
            return ValueRange { low: begin.min(end), high: begin.max(end), mean: (begin + end) / 2.0 };
        }
        let lows = if self.ends.is_empty() { &self.values } else { &self.ends };
        let low = within(lows, &self.least, f64::min, first..last).unwrap_or(begin).min(end);
        let high = within(&self.values, &self.greatest, f64::max, first + 1..last + 1).unwrap_or(begin).max(begin);
        let before = (begin + self.end(first)) / 2.0 * (at[first + 1] - from) as f64;
        let after = (self.values[last] + end) / 2.0 * (to - at[last]) as f64;
        ValueRange { low, high, mean: (before + self.areas(at, first + 1, last) + after) / (to - from) as f64 }
    }
}

#[cfg(test)]
mod tests;
