//! The time line of a run: strips of measures, and the jobs on their rows.

use super::RunExplorer;
use crate::figure::{Clock, HeldShare, LaneBar, Lanes, TimeCursor, TimeLine, TimeStrip, Unit, ValueRange, plot_width};
use crate::run::rows::Held;
use crate::run::series::Measure;
use crate::time::Time;
use std::ops::Range;

/// The most jobs, and stretches of rows, that are drawn one by one.
const MOST_BARS: usize = 800;
const MOST_AREAS: usize = 1500;
/// With more, this many bands of rows, in columns of this width.
const BANDS: u32 = 32;
const COLUMN: f64 = 2.0;

/// Moments that divide a window into equal parts.
fn borders(window: &Range<Time>, parts: usize) -> Vec<Time> {
    let length = i128::from(window.end - window.start);
    let border = |part: usize| window.start + (length * part as i128 / parts as i128) as Time;
    (0..=parts).map(border).collect()
}

impl RunExplorer {
    /// The window of the run in a picture of this width; remembers the layout. Cost: O(columns · log n), and O(jobs in
    /// the window).
    pub fn line(&mut self, width: f64) -> TimeLine {
        let columns = plot_width(width) as usize;
        let cuts = borders(&self.window, columns);
        if self.overview.len() != columns {
            let whole = self.course.spans(Measure::Busy, &borders(&self.whole(), columns));
            self.overview = whole
                .iter()
                .map(|span| span.mean / f64::from(self.trace.processors()))
                .map(|share| share.min(1.0))
                .collect();
        }
        let line = TimeLine {
            width,
            clock: self.clock,
            window: self.window.clone(),
            whole: self.whole(),
            strips: Measure::of(&self.trace).iter().map(|measure| self.strip(*measure, &cuts)).collect(),
            lanes: self.lanes(columns),
            lanes_title: self.lanes_title(),
            overview: self.overview.clone(),
            second_run: self.second_run_title(),
        };
        self.layout = line.layout();
        line
    }

    /// The cursor over the last drawing.
    pub fn cursor(&self) -> TimeCursor {
        let chosen = self.chosen.map(|(job, _)| self.bar(job));
        TimeCursor { layout: self.layout.clone(), at: self.moment.at, rows: self.rows.count, chosen }
    }

    fn strip(&self, measure: Measure, cuts: &[Time]) -> TimeStrip {
        // Processor time is shown in hours, or in cycles of the network.
        let (work, per) = match self.clock {
            Clock::Seconds => (Unit::Other("h"), 3600.0),
            Clock::Cycles | Clock::Units => (Unit::None, 1.0),
        };
        let capacity = f64::from(self.trace.processors());
        let (title, unit, colour, per, limit) = match measure {
            // In an imported schedule, more may be busy than the machine has.
            Measure::Busy => ("Busy processors", Unit::None, 0, 1.0, Some(capacity.max(self.course.most(measure)))),
            Measure::Queue => ("Jobs waiting", Unit::None, 1, 1.0, None),
            Measure::QueuedWork => ("Work of the jobs waiting", work, 4, per, None),
            Measure::Unusable => ("Free, not usable by the next job", Unit::None, 3, 1.0, Some(capacity)),
            Measure::Backlog => ("Work arrived and not yet done", work, 2, per, None),
            Measure::Fragmentation => ("Fragmentation of placements", Unit::Share, 5, 1.0, Some(1.0)),
        };
        let reach = |span: &crate::run::series::ValueRange| ValueRange {
            low: span.low / per,
            high: span.high / per,
            mean: span.mean / per,
        };
        let columns: Vec<ValueRange> = self.course.spans(measure, cuts).iter().map(reach).collect();
        let there = self.second_run().filter(|there| Measure::of(&there.trace).contains(&measure));
        let there = there.map_or(Vec::new(), |there| there.course.spans(measure, cuts));
        let second_run: Vec<f64> = there.iter().map(|span| span.mean / per).collect();
        let highest = |columns: &[ValueRange]| columns.iter().map(|reach| reach.high).fold(0.0, f64::max);
        let most = limit.unwrap_or_else(|| highest(&columns).max(second_run.iter().copied().fold(0.0, f64::max)));
        TimeStrip { title: title.into(), unit, colour, columns, second_run, most, limited: limit.is_some() }
    }

    fn lanes_title(&self) -> String {
        let (rows, nodes) = (self.rows.count, self.trace.processors());
        match (self.rows.placed, rows == nodes) {
            (true, true) => format!("Jobs by node, 0 to {}", nodes - 1),
            (true, false) => format!("Jobs by node, {} to a row", nodes.div_ceil(rows)),
            (false, _) if self.trace.origin().is_some() => "Jobs, at no known place".into(),
            (false, _) => "Jobs, without places".into(),
        }
    }

    fn lanes(&self, columns: usize) -> Lanes {
        let (rows, window) = (self.rows.count, self.window.clone());
        if self.lives.running.count(window.clone()) <= MOST_BARS {
            let mut jobs = Vec::new();
            self.lives.running.overlapping(window.clone(), &mut |job| jobs.push(job));
            let bars: Vec<LaneBar> = jobs.into_iter().map(|job| self.bar(job)).collect();
            if bars.iter().map(|bar| bar.rows.len()).sum::<usize>() <= MOST_AREAS {
                return Lanes { rows, bars, ..Lanes::default() };
            }
        }
        let (bands, columns) = (BANDS.min(rows), (columns as f64 / COLUMN) as usize);
        let density = self.rows.density(&self.trace, &self.lives, window, columns.max(1), bands);
        let colour = |held: &Held| self.colours.get(held.job as usize).copied().unwrap_or(0);
        let density = density.iter().map(|held| HeldShare { share: held.share, colour: colour(held) }).collect();
        Lanes { rows, density, bands, ..Lanes::default() }
    }

    fn bar(&self, job: usize) -> LaneBar {
        let time = self.trace.start[job]..self.trace.end[job];
        LaneBar { label: self.name(job), colour: self.colours[job], rows: self.rows.of(job), time }
    }
}
