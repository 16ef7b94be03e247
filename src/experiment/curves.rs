//! Results as curves: one per machine and pair of strategies, one point per varied value. Plain numbers, ready to draw.

use super::{Experiment, Plot, Quantity, Results, Summary};
use crate::allocation::catalogue;
use crate::scheduling::{BlockedHead, Order, Scheduling};
use crate::simulation::metrics::{self, MetricUnit};
use crate::sorting::sorted;

/// One axis.
#[derive(Clone, Debug, PartialEq)]
pub struct CurveAxis {
    /// Its title, for example `Mean bounded slowdown`.
    pub title: String,
    /// The unit of its values.
    pub unit: MetricUnit,
    /// Whether it is logarithmic.
    pub logarithmic: bool,
}

/// One run on a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurvePoint {
    /// The horizontal position, in the axis's unit.
    pub x: f64,
    /// The vertical position, in the axis's unit.
    pub y: f64,
    /// The varied value.
    pub coefficient: f64,
    /// Half the height of the 95 % confidence interval, if there are several replications.
    pub half_width: Option<f64>,
    /// The number of jobs that ran.
    pub jobs: u32,
    /// The number of replications in the mean.
    pub replications: u32,
    /// Whether the mean is as precise as the experiment requires.
    pub precise: bool,
    /// Whether the queue grew for as long as jobs arrived (see [`super::results::is_saturated`]).
    pub saturated: bool,
}

impl CurvePoint {
    /// The ends of the 95 % confidence interval, if there are several replications.
    pub fn interval(&self) -> Option<(f64, f64)> {
        self.half_width.map(|half_width| (self.y - half_width, self.y + half_width))
    }
}

/// The runs of one pair of strategies on one machine, by increasing varied value.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Its place among all curves of the experiment ([`Experiment::place`]), including those that cannot run.
    pub place: usize,
    /// `easy / nep`, or `easy / nep on mesh:8x8` if several machines are compared.
    pub label: String,
    /// The name for people; see [`Experiment::curve_title`].
    pub title: String,
    /// The machine.
    pub machine: String,
    /// The allocation strategy's name.
    pub allocation: String,
    /// The scheduling policy's name.
    pub scheduling: String,
    /// The number of the allocation strategy's colour.
    pub colour: usize,
    /// The number of the dash. The same policy has the same dash and marker everywhere. Dashes distinguish machines
    /// only if one policy runs on several machines.
    pub dash: usize,
    /// The number of the marker: that of the policy, or that of the machine if several machines are compared.
    pub marker: usize,
    /// The runs so far that have both quantities.
    pub points: Vec<CurvePoint>,
    /// The saturation of the curve, if its runs reach it.
    pub saturation: Option<Saturation>,
}

impl Curve {
    /// The run at a varied value, if there is one.
    pub fn at(&self, coefficient: f64) -> Option<&CurvePoint> {
        self.points.iter().find(|point| point.coefficient == coefficient)
    }
}

/// The saturation of a curve: between the last run before the first saturated one, and that one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Saturation {
    /// The highest utilisation of a run before the first saturated one; NaN if all runs are saturated.
    pub below: f64,
    /// The utilisation of the first saturated run, in the order of increasing load.
    pub at: f64,
    /// The load of that run.
    pub load: f64,
    /// The highest utilisation of any run of the curve: where it levels off.
    pub plateau: f64,
}

/// The curves of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Curves {
    /// The horizontal axis.
    pub x: CurveAxis,
    /// The vertical axis.
    pub y: CurveAxis,
    /// One per machine and pair of strategies, in the experiment's order, without those that cannot run at all.
    pub curves: Vec<Curve>,
}

impl Curves {
    /// The curves of the plot that the results' experiment names.
    pub fn new(results: &Results) -> Curves {
        Curves::of(results, results.experiment().plot)
    }

    /// The curves of an experiment without any points, of any quantity against any other.
    pub fn empty(experiment: &Experiment, plot: Plot) -> Curves {
        let axis = |quantity: Quantity, logarithmic| CurveAxis {
            title: quantity.title(experiment).into(),
            unit: quantity.unit(experiment),
            logarithmic,
        };
        let logarithmic = experiment.scale.is_logarithmic(plot);
        Curves { x: axis(plot.x, false), y: axis(plot.y, logarithmic), curves: blank(experiment) }
    }

    /// The curves of any quantity against any other. Of results with facets, they are those of the first.
    pub fn of(results: &Results, plot: Plot) -> Curves {
        let results = &results.parts()[0];
        let experiment = results.experiment();
        let Curves { x, y, mut curves } = Curves::empty(experiment, plot);
        let mut runs = vec![Vec::new(); curves.len()];
        for run in results.summaries() {
            runs[experiment.place(run.machine, run.allocation, run.scheduling)].push(run);
        }
        for (curve, runs) in curves.iter_mut().zip(&runs) {
            curve.points = runs.iter().filter_map(|run| point(run, plot)).collect();
            curve.saturation = saturation(runs.iter());
        }
        curves.retain(|curve| !results.excludes(curve.place));
        Curves { x, y, curves }
    }
}

/// Every curve of an experiment, without its points.
fn blank(experiment: &Experiment) -> Vec<Curve> {
    let (machines, policies) = (&experiment.machines, &experiment.scheduling);
    let (colours, dashes) = (colours(&experiment.allocation), dashes(policies));
    let mut curves = Vec::new();
    for machine in 0..machines.len() {
        for (allocation, name) in experiment.allocation.iter().enumerate() {
            for (scheduling, policy) in policies.iter().enumerate() {
                let own = dashes[scheduling];
                curves.push(Curve {
                    place: curves.len(),
                    label: experiment.curve(machine, allocation, scheduling),
                    title: experiment.curve_title(machine, allocation, scheduling),
                    machine: machines[machine].to_string(),
                    allocation: name.clone(),
                    scheduling: policy.to_string(),
                    colour: colours[allocation],
                    dash: if machines.len() > 1 && policies.len() == 1 { machine } else { own },
                    marker: if machines.len() > 1 { machine } else { own },
                    points: Vec::new(),
                    saturation: None,
                });
            }
        }
    }
    curves
}

/// A run as a point, if it has both quantities.
fn point(run: &Summary, plot: Plot) -> Option<CurvePoint> {
    let (x, y) = (run.quantity(plot.x), run.quantity(plot.y));
    (x.is_finite() && y.is_finite()).then(|| CurvePoint {
        x,
        y,
        half_width: Some(run.half_width(plot.y)).filter(|half_width| half_width.is_finite()),
        coefficient: run.value.to_f64(),
        jobs: run.jobs,
        replications: run.replications,
        precise: run.precise,
        saturated: run.is_saturated(),
    })
}

/// The number of colours that a chart distinguishes.
pub const COLOURS: usize = 12;

/// The number of a strategy's colour. It is the same in every chart that shows the strategy alone, whatever its
/// arguments.
pub fn colour(allocation: &str) -> usize {
    catalogue::entry(allocation).map_or(0, |entry| entry.colour)
}

/// The colours of compared strategies. Each has its own, or the next free one if an earlier strategy of the list has
/// it.
fn colours(allocations: &[String]) -> Vec<usize> {
    let mut taken: Vec<usize> = Vec::new();
    for allocation in allocations {
        let own = colour(allocation);
        let free = (0..COLOURS).map(|step| (own + step) % COLOURS).find(|colour| !taken.contains(colour));
        taken.push(free.unwrap_or(own));
    }
    taken
}

/// The dashes of compared policies. Each has its own. A policy with a depth or an own order takes the first free one if
/// another policy of the list has its own.
fn dashes(policies: &[Scheduling]) -> Vec<usize> {
    let own_dash = |policy: &Scheduling| policy.depth().is_none() && policy.own_order.is_none();
    let unbounded = policies.iter().filter(|policy| own_dash(policy));
    let mut taken: Vec<usize> = unbounded.map(|policy| dash(*policy)).collect();
    let mut dash = |policy: &Scheduling| {
        let own = dash(*policy);
        if own_dash(policy) {
            return own;
        }
        let free = [own].into_iter().chain(0..).find(|dash| !taken.contains(dash)).unwrap_or(own);
        taken.push(free);
        free
    };
    policies.iter().map(&mut dash).collect()
}

/// The dash of a policy, whatever its depth. Policies with a short name come first, in the order of their names. All
/// others follow.
fn dash(scheduling: Scheduling) -> usize {
    let short = Scheduling::SHORT_NAMES;
    short.iter().position(|(_, policy)| *policy == scheduling.without_depth()).unwrap_or_else(|| {
        let order = Order::ALL.iter().position(|order| *order == scheduling.order);
        let head = BlockedHead::ALL.iter().position(|head| *head == scheduling.blocked_head);
        short.len() + order.unwrap_or(0) * BlockedHead::ALL.len() + head.unwrap_or(0)
    })
}

/// Where the runs of one curve saturate, if they do. Jobs that arrive all at once have no load, and cannot saturate.
fn saturation<'a>(runs: impl Iterator<Item = &'a Summary>) -> Option<Saturation> {
    let place =
        |run: &Summary| (run.metrics.get(&metrics::LOAD), run.metrics.get(&metrics::UTILIZATION), run.is_saturated());
    let loaded = runs.map(place).filter(|(load, ..)| load.is_finite()).collect();
    let runs = sorted(loaded, |one: &(f64, f64, bool), other| one.0.total_cmp(&other.0));
    let first = runs.iter().position(|(.., saturated)| *saturated)?;
    let highest = |runs: &[(f64, f64, bool)]| runs.iter().map(|run| run.1).fold(f64::NAN, f64::max);
    let (load, at, _) = runs[first];
    Some(Saturation { below: highest(&runs[..first]), at, load, plateau: highest(&runs) })
}

#[cfg(test)]
mod tests;
