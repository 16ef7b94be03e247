//! The distributions of the workload models. Parameters are checked once, when a distribution is made.

use super::Stream;
use crate::diagnostic::Explain;

/// A parameter for which there is no such distribution.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum DistributionError {
    /// A parameter is zero, negative, infinite or no number.
    #[error("{parameter} is {value}")]
    NotPositive {
        /// Which one.
        parameter: &'static str,
        /// What it is.
        value: f64,
    },
    /// There is nothing between the bounds.
    #[error("the bounds are {least} and {most}")]
    BoundsOutOfOrder {
        /// The lower bound.
        least: f64,
        /// The upper bound.
        most: f64,
    },
}

impl Explain for DistributionError {
    fn expected(&self) -> String {
        match self {
            DistributionError::NotPositive { .. } => "a number greater than 0",
            DistributionError::BoundsOutOfOrder { .. } => "the lower one to be less",
        }
        .into()
    }
}

/// Fails, naming the parameter, unless it is a finite number greater than 0.
fn positive(parameter: &'static str, value: f64) -> Result<(), DistributionError> {
    if !(value > 0.0 && value.is_finite()) {
        return Err(DistributionError::NotPositive { parameter, value });
    }
    Ok(())
}

/// The exponential distribution: times between events that have no memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exponential {
    mean: f64,
}

impl Exponential {
    /// With the given mean. Fails unless that is positive.
    pub fn new(mean: f64) -> Result<Exponential, DistributionError> {
        positive("the mean", mean)?;
        Ok(Exponential { mean })
    }

    /// A number of at least 0.
    pub fn sample(&self, stream: &mut Stream) -> f64 {
        -self.mean * libm::log(stream.positive_uniform())
    }
}

/// The gamma distribution with mean `shape * scale` and variance `shape * scale^2`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gamma {
    shape: f64,
    scale: f64,
}

impl Gamma {
    /// With the given shape and scale. Panics unless both are positive.
    pub fn new(shape: f64, scale: f64) -> Gamma {
        assert!(shape > 0.0 && scale > 0.0, "a gamma distribution of shape {shape} and scale {scale}");
        Gamma { shape, scale }
    }

    /// A number of at least 0, by the method of Marsaglia and Tsang (2000): a cubed normal number, accepted nearly
    /// always. A shape below 1 is reached from one above by a power of a uniform number.
    pub fn sample(&self, stream: &mut Stream) -> f64 {
        if self.shape < 1.0 {
            let boost = libm::pow(stream.positive_uniform(), 1.0 / self.shape);
            return self.scale * boost * at_least_one(self.shape + 1.0, stream);
        }
        self.scale * at_least_one(self.shape, stream)
    }
}

/// A gamma number of scale 1 and a shape of at least 1.
fn at_least_one(shape: f64, stream: &mut Stream) -> f64 {
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = stream.normal();
        let root = 1.0 + c * x;
        if root <= 0.0 {
            continue;
        }
        let v = root * root * root;
        if libm::log(stream.positive_uniform()) < 0.5 * x * x + d - d * v + d * libm::log(v) {
            return d * v;
        }
    }
}

/// A mixture of two gamma distributions, of which the first is drawn from with a given probability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HyperGamma {
    first: Gamma,
    second: Gamma,
    probability: f64,
}

impl HyperGamma {
    /// Draws from `first` with the given probability, else from `second`.
    pub fn new(first: Gamma, second: Gamma, probability_of_first: f64) -> HyperGamma {
        HyperGamma { first, second, probability: probability_of_first }
    }

    /// A number of at least 0.
    pub fn sample(&self, stream: &mut Stream) -> f64 {
        let part = if stream.uniform() < self.probability { self.first } else { self.second };
        part.sample(stream)
    }
}

/// Uniform over `[low, middle)` with a given probability, else uniform over `[middle, high)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwoStageUniform {
    low: f64,
    middle: f64,
    high: f64,
    probability: f64,
}

impl TwoStageUniform {
    /// Over the given stages, the lower drawn with the given probability. Panics unless `low <= middle <= high`. A
    /// stage without width yields its end.
    pub fn new(low: f64, middle: f64, high: f64, probability_of_lower: f64) -> TwoStageUniform {
        assert!(low <= middle && middle <= high, "stages that end at {low}, {middle} and {high}");
        TwoStageUniform { low, middle, high, probability: probability_of_lower }
    }

    /// A number from `low` to `high`.
    pub fn sample(&self, stream: &mut Stream) -> f64 {
        let lower = stream.uniform() < self.probability;
        let (from, to) = if lower { (self.low, self.middle) } else { (self.middle, self.high) };
        from + stream.uniform() * (to - from)
    }
}

/// The bounded Pareto distribution: the power law `x^-(alpha + 1)` between two bounds, for heavy-tailed runtimes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundedPareto {
    least: f64,
    most: f64,
    alpha: f64,
}

impl BoundedPareto {
    /// Between `least` (k) and `most` (q) with the tail index `alpha`. Fails unless `0 < least < most` and alpha is
    /// positive.
    pub fn new(least: f64, most: f64, alpha: f64) -> Result<BoundedPareto, DistributionError> {
        positive("the lower bound", least)?;
        positive("the upper bound", most)?;
        positive("alpha", alpha)?;
        // Both are known to be numbers by now, so this comparison misses no NaN.
        if least >= most {
            return Err(DistributionError::BoundsOutOfOrder { least, most });
        }
        Ok(BoundedPareto { least, most, alpha })
    }

    /// A number from `least` to `most`: the distribution function `(1 - (k/x)^alpha) / (1 - (k/q)^alpha)`, inverted.
    pub fn sample(&self, stream: &mut Stream) -> f64 {
        let tail = libm::pow(self.least / self.most, self.alpha);
        let x = self.least * libm::pow(1.0 - stream.uniform() * (1.0 - tail), -1.0 / self.alpha);
        // Rounding may lead a hair beyond the upper bound.
        x.min(self.most)
    }
}
