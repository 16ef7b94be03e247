//! The wait distribution: the share of the jobs that wait, or are slowed down, at most x, with a curve and a row for
//! each class.

use super::RunExplorer;
use super::panel::{Answer, Panel, Query};
use super::percentiles::{Spread, csv};
use super::wait_breakdown::{WaitBreakdownReport, unit};
use crate::experiment::Plan;
use crate::figure::{self, Clock, Cumulative, CumulativeKey, Distributions, Unit, reading};
use crate::report::inspection::{Aspect, Inspection};
use crate::report::table::Table;
use crate::report::words::{decapitalised, percent};
use crate::run::{Classes, Distribution, Trace};
use crate::simulation::RunFailure;
use crate::view::{By, Delay, DistributionChoice};
use serde::{Deserialize, Serialize};

/// The settings of the view.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct DistributionSettings {
    /// The name of a distribution in permalinks ([`DistributionChoice`]); an unknown name stands for the first.
    pub name: String,
    /// The name of another [`Delay`] to use instead; empty for that of the distribution.
    pub delay: String,
    /// The name of other classes to use instead ([`By`]); empty for those of the distribution. If the run has no data
    /// for them, all jobs are one class.
    pub by: String,
    /// The width of the picture in CSS pixels.
    pub width: f64,
    /// Whether the background is dark.
    pub dark: bool,
}

/// An action of the user.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum DistributionAction {
    /// Shows a distribution.
    Show(DistributionSettings),
    /// Asks for the wait breakdown.
    Ask,
}

/// How long jobs wait, and for what.
#[derive(Default)]
pub(super) struct WaitDistribution {
    settings: DistributionSettings,
    /// The jobs in the order of each kind of delay; empty until it is shown.
    ranked: [Vec<u32>; 2],
    breakdown: Option<WaitBreakdownReport>,
    /// Whether a worker is to find the breakdown.
    asked: bool,
    /// The progress of that, or why it failed.
    progress: String,
    changed: bool,
}

/// The view.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct WaitDistributionState {
    /// The delays that can be plotted: names and titles.
    pub delays: Vec<(String, String)>,
    /// The available classes: names and titles.
    pub classes: Vec<(String, String)>,
    /// The name of the distribution in permalinks.
    pub name: String,
    /// The name of the plotted delay.
    pub delay: String,
    /// The name of the classes.
    pub by: String,
    /// A description.
    pub sentence: String,
    /// A note on the ends of the axis; empty if none is needed.
    pub note: String,
    /// The curves as SVG; empty where there is nothing to draw.
    pub svg: String,
    /// The key to the curve of each row of the table, as SVG.
    pub keys: Vec<String>,
    /// The percentiles.
    pub table: Table,
    /// Everything as comma-separated values.
    pub csv: String,
    /// Whether the breakdown can be asked for: not for an imported schedule, and only once.
    pub asks: bool,
    /// Whether a worker finds it out now.
    pub running: bool,
    /// The progress of that; empty if there is none.
    pub progress: String,
    /// The wait breakdown, once it is known.
    pub split: Option<Table>,
    /// The breakdown in sentences.
    pub words: Vec<String>,
}

/// The percentiles of a cell of a plan for all its classes, and the wait breakdown, as comma-separated values; `trace`
/// is its record. Runs the cell and `flat` for the reasons.
pub fn distributions(plan: &Plan, cell: usize, trace: &Trace) -> Result<String, RunFailure> {
    let clock = Clock::of_run(plan.experiment().communication.uses_network());
    let split = WaitBreakdownReport::find(plan, cell)?;
    let known = By::ALL.iter().copied().filter(|by| Classes::are_known(trace, *by));
    let spreads: Vec<Spread> = Delay::ALL
        .iter()
        .flat_map(|&delay| {
            let ranked = trace.ranked(delay);
            known.clone().map(move |by| Spread::new(trace, (delay, by), &ranked, clock)).collect::<Vec<_>>()
        })
        .collect();
    Ok(csv(spreads.iter(), Some(&split)))
}

impl Panel<DistributionAction, WaitDistributionState> for WaitDistribution {
    fn apply(run: &mut RunExplorer, action: DistributionAction) {
        let panel = &mut run.panels.wait_distribution;
        panel.changed = true;
        match action {
            DistributionAction::Show(settings) => panel.settings = settings,
            DistributionAction::Ask => {
                panel.asked = true;
                panel.progress = "Running it once more for the reasons, and its jobs once on flat …".into();
            }
        }
    }

    fn queries(run: &RunExplorer) -> Vec<Query> {
        Vec::from_iter(run.panels.wait_distribution.asked.then_some(Query::here(Aspect::WaitBreakdown)))
    }

    fn take_answer(run: &mut RunExplorer, query: &Query, answer: Answer) {
        let panel = &mut run.panels.wait_distribution;
        if query.aspect != Aspect::WaitBreakdown {
            return;
        }
        (panel.asked, panel.changed, panel.progress) = (false, true, String::new());
        match answer {
            Ok(Inspection::WaitBreakdown(breakdown)) => panel.breakdown = Some(breakdown.clone()),
            Ok(_) => {}
            Err(problem) => panel.progress = format!("What jobs wait for could not be found out: {problem}"),
        }
    }

    /// Cost: O(jobs), and O(n log n) the first time.
    fn state(run: &mut RunExplorer) -> Option<WaitDistributionState> {
        let panel = &mut run.panels.wait_distribution;
        if !std::mem::take(&mut panel.changed) {
            return None;
        }
        let settings = &panel.settings;
        let named: DistributionChoice = settings.name.parse().unwrap_or_default();
        let delay = settings.delay.parse().unwrap_or(named.delay);
        let by = Some(settings.by.parse().unwrap_or(named.by)).filter(|by| Classes::are_known(&run.trace, *by));
        let by = by.unwrap_or(By::All);
        let ranked = &mut panel.ranked[delay as usize];
        if ranked.is_empty() {
            *ranked = run.trace.ranked(delay);
        }
        let spread = Spread::new(&run.trace, (delay, by), ranked, run.clock);
        let choice = |name: &str, title: &str| (name.to_string(), title.to_string());
        let classes = By::ALL.iter().filter(|by| Classes::are_known(&run.trace, **by));
        let (picture, note) = picture(&spread, settings.width);
        let title = format!("{} of the jobs, {}", delay.meaning(), by.meaning());
        let breakdown = panel.breakdown.as_ref();
        let svg = |picture: &Distributions| figure::svg(picture, settings.dark, &title);
        let curves = picture.iter().flat_map(|picture| &picture.curves);
        Some(WaitDistributionState {
            delays: Delay::ALL.iter().map(|delay| choice(delay.name(), &decapitalised(delay.meaning()))).collect(),
            classes: classes.map(|by| choice(by.name(), by.meaning())).collect(),
            name: DistributionChoice { delay, by }.to_string(),
            delay: delay.name().into(),
            by: by.name().into(),
            sentence: sentence(&spread),
            note,
            svg: picture.as_ref().map_or(String::new(), svg),
            keys: curves.map(|curve| figure::svg(&CumulativeKey(curve), settings.dark, "")).collect(),
            table: spread.table(),
            csv: csv([&spread].into_iter(), breakdown),
            asks: breakdown.is_none() && run.trace.origin().is_none(),
            running: panel.asked,
            progress: panel.progress.clone(),
            split: breakdown.map(|breakdown| breakdown.table(run.trace.len(), run.clock)),
            words: breakdown.map_or(Vec::new(), |breakdown| breakdown.sentences(run.clock)),
        })
    }
}

/// The curves, and the note on the ends of their axis; no curves if no job waits.
fn picture(spread: &Spread, width: f64) -> (Option<Distributions>, String) {
    let largest = spread.largest();
    let is_wait = spread.delay == Delay::Wait;
    if largest <= spread.least() {
        return (None, String::new());
    }
    let (low, high) = ends(spread, largest);
    let columns = Distributions::columns(width, is_wait);
    let at = |place: usize| low * libm::pow(high / low, place as f64 / columns as f64);
    let curve = |(number, (label, class)): (usize, (&String, &Distribution))| Cumulative {
        label: label.clone(),
        colour: number,
        dash: number,
        zero: class.share_at_most(0.0),
        // The right end must reach 1 despite rounding.
        shares: (0..columns).map(|place| class.share_at_most(at(place))).chain([1.0]).collect(),
    };
    let unit = spread.unit();
    let (axis, note) = match is_wait {
        true => (
            format!("Wait, at most{} (log scale)", if spread.clock == Clock::Cycles { ", in cycles" } else { "" }),
            format!(
                "The axis is logarithmic and begins at {}; zero has no place on it. Jobs that start as they arrive stand at 0, \
                 left of it, and those that wait less than that are counted where it begins.",
                reading(low, &unit)
            ),
        ),
        false => (
            "Bounded slowdown, at most (log scale)".into(),
            "The least bounded slowdown is 1: there the axis begins.".into(),
        ),
    };
    let curves = spread.rows().enumerate().map(curve).collect();
    let ticks = ticks(low, high, if is_wait { spread.clock } else { Clock::Cycles });
    let upwards = "Share of the jobs".into();
    (Some(Distributions { width, upwards, axis, ticks, has_zero: is_wait, curves }), note)
}

/// The ends of the axis. It ends at the largest value, and begins at 1; if no wait exceeds 10, it begins two powers of
/// ten below the longest wait.
fn ends(spread: &Spread, largest: f64) -> (f64, f64) {
    if spread.delay == Delay::Slowdown {
        return (1.0, largest);
    }
    let low = if largest > 10.0 { 1.0 } else { libm::pow(10.0, libm::floor(libm::log10(largest)) - 2.0) };
    (low, largest)
}

/// Labels along the axis: times as on clocks, other numbers in powers of ten, with values between them if there are
/// few.
fn ticks(low: f64, high: f64, clock: Clock) -> Vec<(f64, String)> {
    const CLOCK: [(f64, &str); 8] = [
        (60.0, "1 min"),
        (600.0, "10 min"),
        (3600.0, "1 h"),
        (86_400.0, "1 d"),
        (864_000.0, "10 d"),
        (8_640_000.0, "100 d"),
        (86_400_000.0, "1000 d"),
        (864_000_000.0, "10\u{202f}000 d"),
    ];
    let decades = libm::log10(high / low);
    let multiples: &[f64] = if decades < 2.5 { &[1.0, 2.0, 5.0] } else { &[1.0] };
    let first = libm::floor(libm::log10(low)) as i32;
    let last = libm::ceil(libm::log10(high)) as i32;
    let unit = unit(clock);
    let unit = if clock == Clock::Seconds { unit } else { Unit::None };
    let mut values: Vec<(f64, String)> = Vec::new();
    for decade in first..=last {
        for multiple in multiples {
            let value = multiple * libm::pow(10.0, f64::from(decade));
            if clock != Clock::Seconds || value < 60.0 {
                values.push((value, reading(value, &unit)));
            }
        }
    }
    if clock == Clock::Seconds {
        values.extend(CLOCK.map(|(value, label)| (value, label.to_string())));
    }
    let slack = 1.0 + 1e-9;
    let within = values.into_iter().filter(|(value, _)| (low / slack..=high * slack).contains(value));
    within.map(|(value, label)| ((libm::log10(value / low) / decades).clamp(0.0, 1.0), label)).collect()
}

/// `400 jobs wait 20 min on average; half of them at most 5 min, one in a hundred over 2 days; 60 % do not wait at all.`
fn sentence(spread: &Spread) -> String {
    let (jobs, unit) = (spread.jobs(), spread.unit());
    if jobs == 0 {
        return "There are no jobs.".into();
    }
    let mean = reading(spread.total / jobs as f64, &unit);
    let at_least =
        spread.classes.iter().map(|class| class.share_at_most(spread.least()) * class.len() as f64).sum::<f64>();
    let least = percent(at_least / jobs as f64);
    let mut text = match spread.delay {
        Delay::Wait => format!("Jobs wait {mean} on average; {least} do not wait at all."),
        Delay::Slowdown => format!("The mean bounded slowdown is {mean}; {least} of the jobs have the least, 1."),
    };
    let heaviest = spread.rows().max_by(|one, other| spread.share(one.1).total_cmp(&spread.share(other.1)));
    if let Some((label, class)) = heaviest.filter(|_| spread.classes.len() > 1 && spread.total > 0.0) {
        let (share, of_jobs) = (percent(spread.share(class)), percent(class.len() as f64 / jobs as f64));
        let what = if spread.delay == Delay::Wait { "waiting" } else { "slowdowns" };
        text += &format!(" The largest part of all {what}, {share}, falls to {label}, with {of_jobs} of the jobs.");
    }
    text
}

#[cfg(test)]
mod tests;
