//! The range of a sweep on a log, so that its curves run from a low load to saturation.

use super::Proposer;
use crate::experiment::Experiment;
use crate::experiment::sweep::MAX_COEFFICIENT;
use crate::report::words::percent;
use crate::time::Decimal;

/// The load at which curves begin, and the load at which strategies are saturated.
const LOADS: [f64; 2] = [0.2, 1.0];

/// Up to this many jobs, about this many values are swept, so that curves appear within seconds.
const VALUES: [(u64, f64); 3] = [(20_000, 16.0), (100_000, 9.0), (u64::MAX, 7.0)];

/// A round step may be this many times finer than the number of values asks for.
const FINER: f64 = 1.3;

/// The most decimal places of a coefficient.
const PLACES: i32 = 6;

impl Proposer<'_> {
    /// The varied quantity and the reason for it: the runtime coefficient, or the load itself if the coefficient would
    /// leave its range. None if the user has set the varied quantity or the load, if jobs do not run for the log's
    /// runtimes, or if all arrive at once.
    pub(super) fn axis(&self) -> Option<(String, String)> {
        let Experiment { transformation, communication, .. } = &self.experiment;
        let taken = ["vary", "load", "runtime-coefficient"];
        if taken.iter().any(|name| self.is_touched(name)) || transformation.load.is_some() || !communication.computes()
        {
            return None;
        }
        let single = Experiment { vary: None, facet: None, ..self.experiment.clone() };
        let loads = single.outlook(&self.taken).into_iter().map(|outlook| outlook.load[0]);
        let load = loads.filter(|load| load.is_finite() && *load > 0.0).reduce(f64::max)?;
        let count = VALUES.iter().find(|(jobs, _)| self.taken.whole.jobs <= *jobs).map_or(1.0, |(_, values)| *values);
        let range = |load: f64| round_range(LOADS[0] / load, LOADS[1] / load, count);
        let (name, load, [first, last, step]) = match range(load) {
            Some(range) => ("runtime", load, range),
            // With arrivals stretched to a load, a factor on them would have no effect.
            None if self.is_touched("arrival-factor") => return None,
            None => ("load", 1.0, range(1.0)?),
        };
        let [from, to] = [first, last].map(|value| percent(value.to_f64() * load));
        Some((format!("{name}:{first}..{last}:{step}"), format!("loads from {from} to {to}")))
    }
}

/// About `count` round numbers around these ends: the first, the last and the step. None if they would have too many decimal
/// places, or exceed the largest coefficient.
fn round_range(first: f64, last: f64, count: f64) -> Option<[Decimal; 3]> {
    let least = (last - first) / (count * FINER);
    let power = libm::floor(libm::log10(least)) as i32;
    // Of 1, 2, 5 and 10 times a power of ten, the first that is not too fine.
    let unit = libm::pow(10.0, f64::from(power));
    let (factor, power) = match [1, 2, 5].into_iter().find(|factor| f64::from(*factor) * unit >= least) {
        Some(factor) => (factor, power),
        None => (1, power + 1),
    };
    if !(-PLACES..=2).contains(&power) {
        return None;
    }
    let step = f64::from(factor) * libm::pow(10.0, f64::from(power));
    let first = libm::floor(first / step + 1e-9).max(1.0) as i64;
    let last = (libm::ceil(last / step - 1e-9) as i64).max(first + 1);
    let decimal = |count: i64| match power {
        0.. => Decimal::new(count * i64::from(factor) * 10i64.pow(power as u32), 0),
        _ => Decimal::new(count * i64::from(factor), power.unsigned_abs()),
    };
    let range = [first, last, 1].map(decimal);
    (range[1].to_f64() <= MAX_COEFFICIENT as f64).then_some(range)
}
