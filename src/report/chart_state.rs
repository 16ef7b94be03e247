//! The content of a chart, its legend and its table: the curves of the results in the wanted order, those of pinned
//! runs beneath them, and all of them relative to a baseline if there is a comparison.

use super::ShownResults;
use super::pins::pinned_label;
use crate::experiment::contrast::{Contrast, Relation, contrast};
use crate::experiment::curves::CurveAxis;
use crate::experiment::{Curve, CurvePoint, Curves, Experiment, Plot, Quantity, Results, Scale};
use crate::simulation::metrics::{self, MetricUnit};
use crate::view::{Baseline, Comparison};
use std::collections::HashMap;

/// The curves of a chart.
pub(super) struct ChartState {
    pub x: CurveAxis,
    pub y: CurveAxis,
    /// In the order of the legend; those of pinned runs come last.
    pub curves: Vec<ShownCurve>,
}

/// A curve and its origin.
pub(super) struct ShownCurve {
    /// Its names, its style and its points; with a comparison, their vertical values are ratios or differences.
    pub curve: Curve,
    /// The confidence interval of each point.
    pub certainty: Vec<ConfidenceNote>,
    pub visible: bool,
    /// The pinned run that it belongs to; none for the results themselves.
    pub pin: Option<usize>,
}

/// The confidence interval of the vertical value at a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ConfidenceNote {
    /// The ends of its 95 % confidence interval.
    pub interval: Option<(f64, f64)>,
    pub basis: Basis,
}

/// What an interval is based on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Basis {
    /// The replications of the point.
    Own,
    /// This many pairs of replications that ran the same jobs.
    Pairs(usize),
    /// This many replications of each curve, which ran different jobs.
    Apart(usize, usize),
}

impl ConfidenceNote {
    fn own(point: &CurvePoint) -> ConfidenceNote {
        ConfidenceNote { interval: point.interval(), basis: Basis::Own }
    }
}

impl ShownResults<'_> {
    /// Everything that is shown; with facets, in the first facet. All facets have the same curves.
    pub(super) fn chart_state(&self) -> ChartState {
        self.parts().next().map_or_else(|| self.shown_here(), |first| first.shown_here())
    }

    /// The same for results without facets.
    fn shown_here(&self) -> ChartState {
        let Curves { x, y, curves } = self.unsorted();
        let mut curves = self.view.arranged(self.taken(curves, None).collect(), |shown| &shown.curve);
        for pin in (0..self.pins.len()).filter(|pin| self.pin_problem(*pin).is_empty()) {
            let here = self.pinned_part(pin);
            let mut pinned = Curves::of(here.unwrap_or(&self.pins[pin]), self.edited.plot).curves;
            // The legend also lists a curve that has results only at other values.
            pinned.iter_mut().filter(|_| here.is_none()).for_each(|curve| curve.points = Vec::new());
            curves.extend(self.taken(pinned, Some(pin)));
        }
        let mut state = ChartState { x, y, curves };
        if let Some(comparison) = self.comparison_shown() {
            self.relate(&mut state, comparison);
        }
        state
    }

    fn taken(&self, curves: Vec<Curve>, pin: Option<usize>) -> impl Iterator<Item = ShownCurve> {
        curves.into_iter().map(move |mut curve| {
            let certainty = curve.points.iter().map(ConfidenceNote::own).collect();
            let visible = self.view.shows(&curve);
            self.view.dress(&mut curve);
            if let Some(pin) = pin {
                let pinned = pinned_label(pin, self.pins.len());
                curve.label = format!("{pinned}: {}", curve.label);
                curve.title = format!("{pinned}: {}", curve.title);
            }
            ShownCurve { curve, certainty, visible, pin }
        })
    }

    /// The wanted comparison, if its baseline and a metric exist.
    pub(super) fn comparison_shown(&self) -> Option<&Comparison> {
        let comparison = self.view.compare.as_ref()?;
        let there = match comparison.to {
            Baseline::Curve(_) => comparison.is_in(self.results.experiment()),
            Baseline::Pinned => !self.pins.is_empty() && self.pin_problem(0).is_empty(),
        };
        (there && self.edited.plot.y != Quantity::Coefficient).then_some(comparison)
    }

    /// `ratio to easy / flat`.
    pub(super) fn comparison_words(&self) -> Option<String> {
        let Comparison { relation, to } = self.comparison_shown()?;
        let to = match to {
            Baseline::Curve(name) => {
                let mut curves = Curves::empty(self.results.experiment(), self.edited.plot).curves;
                curves.iter_mut().for_each(|curve| self.view.dress(curve));
                let machines = self.results.experiment().machines.len() > 1 && !name.says_machine();
                let label = curves.iter().find(|curve| name.names(curve)).map(|curve| match machines {
                    true => format!("{} / {} on the same machine", curve.scheduling, curve.allocation),
                    false => curve.title.clone(),
                });
                label.unwrap_or_default()
            }
            Baseline::Pinned => "the pinned run".into(),
        };
        let preposition = if *relation == Relation::Ratio { "to" } else { "from" };
        Some(format!("{relation} {preposition} {to}"))
    }

    /// Relates every curve to its baseline. Removes points that have no counterpart in the baseline.
    fn relate(&self, state: &mut ChartState, comparison: &Comparison) {
        let pinned = (0..self.pins.len()).map(|pin| match self.pinned_part(pin) {
            Some(here) => ReplicatedRun::of(here, self.edited.plot),
            None => ReplicatedRun { results: &self.pins[pin], values: HashMap::new() },
        });
        let runs: Vec<ReplicatedRun> =
            [ReplicatedRun::of(self.results, self.edited.plot)].into_iter().chain(pinned).collect();
        let run = |pin: Option<usize>| &runs[pin.map_or(0, |pin| pin + 1)];
        let related: Vec<Vec<(CurvePoint, ConfidenceNote)>> = state
            .curves
            .iter()
            .map(|curve| {
                let Some(base) = baseline(&state.curves, curve, &comparison.to) else { return Vec::new() };
                let (one, other) = (run(curve.pin), run(base.pin));
                let same_source = curve.pin == base.pin || one.may_share_jobs(other);
                let same_source = same_source && curve.curve.machine == base.curve.machine;
                let relate = |point: &CurvePoint| {
                    let key = point.coefficient.to_bits();
                    let place = |shown: &ShownCurve| (shown.curve.place, key);
                    let (one, other) = (one.values.get(&place(curve))?, other.values.get(&place(base))?);
                    let paired = same_source && one.ran_the_same(other);
                    let Contrast { value, interval, counts } =
                        contrast(comparison.relation, &one.upwards, &other.upwards, paired);
                    let basis = if paired { Basis::Pairs(counts.0) } else { Basis::Apart(counts.0, counts.1) };
                    let point = CurvePoint { y: value, ..*point };
                    value.is_finite().then_some((point, ConfidenceNote { interval, basis }))
                };
                curve.curve.points.iter().filter_map(relate).collect()
            })
            .collect();
        for (curve, points) in state.curves.iter_mut().zip(related) {
            (curve.curve.points, curve.certainty) = points.into_iter().unzip();
        }
        let ratio = comparison.relation == Relation::Ratio;
        state.y.title = format!("{}, {}", state.y.title, self.comparison_words().unwrap_or_default());
        state.y.unit = if ratio { MetricUnit::One } else { state.y.unit };
        state.y.logarithmic = ratio && self.edited.scale == Scale::Log;
    }
}

/// The baseline of a curve.
fn baseline<'a>(curves: &'a [ShownCurve], curve: &ShownCurve, to: &Baseline) -> Option<&'a ShownCurve> {
    let wanted = |base: &&ShownCurve| match to {
        Baseline::Curve(name) => base.pin.is_none() && name.names(&base.curve),
        Baseline::Pinned => {
            let (one, other) = (&base.curve, &curve.curve);
            base.pin == Some(0) && (&one.scheduling, &one.allocation) == (&other.scheduling, &other.allocation)
        }
    };
    let on_the_same = curves.iter().filter(wanted).find(|base| base.curve.machine == curve.curve.machine);
    on_the_same.or_else(|| curves.iter().find(wanted))
}

/// The results of a run, by replication.
struct ReplicatedRun<'a> {
    results: &'a Results,
    /// By the position of the curve and the bits of the coefficient.
    values: HashMap<(usize, u64), Values>,
}

/// The replications of one point.
struct Values {
    upwards: Vec<f64>,
    /// The load and the number of jobs, which differ for different jobs.
    jobs: u32,
    loads: Vec<f64>,
}

impl Values {
    /// Whether both ran the same jobs in each replication, judged by their results.
    fn ran_the_same(&self, other: &Values) -> bool {
        let loads = self.loads.iter().zip(&other.loads).all(|(one, other)| one.to_bits() == other.to_bits());
        self.jobs == other.jobs && loads
    }
}

impl<'a> ReplicatedRun<'a> {
    fn of(results: &'a Results, plot: Plot) -> ReplicatedRun<'a> {
        let experiment = results.experiment();
        let values = results.replicates().map(|(summary, replications)| {
            let place = experiment.place(summary.machine, summary.allocation, summary.scheduling);
            let each = |metric| replications.iter().map(|values| values.get(metric)).collect();
            let upwards = match plot.y {
                Quantity::Metric(metric) => each(metric),
                Quantity::Coefficient => Vec::new(),
            };
            let values = Values { upwards, jobs: summary.jobs, loads: each(&metrics::LOAD) };
            ((place, summary.value.to_f64().to_bits()), values)
        });
        ReplicatedRun { results, values: values.collect() }
    }

    /// Whether the jobs of two runs come from the same source: everything is equal except what is compared, the number
    /// of replications, and the view.
    fn may_share_jobs(&self, other: &ReplicatedRun) -> bool {
        let source = |run: &ReplicatedRun| {
            let blank = Experiment::default();
            let experiment = run.results.experiment_here();
            let varied = experiment.varied();
            let source = Experiment {
                machines: blank.machines,
                allocation: blank.allocation,
                scheduling: blank.scheduling,
                vary: blank.vary,
                facet: blank.facet,
                replications: blank.replications,
                precision: blank.precision,
                plot: blank.plot,
                scale: blank.scale,
                ..experiment
            };
            (source, varied)
        };
        source(self) == source(other)
    }
}

#[cfg(test)]
mod tests;
