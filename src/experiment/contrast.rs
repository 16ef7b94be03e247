//! Differences and ratios of two means over replications, with their confidence intervals (docs/semantics.md 8).
//!
//! If the k-th replications of both have run the same jobs, the same causes make both slow, and their differences vary
//! less than either. The intervals then use the pairs. Otherwise both vary independently (Welch).

use super::confidence::quantile;
use crate::names::named;

named! {
    /// The relation of two means.
    Relation, "relation" {
        /// The first divided by the second.
        Ratio = "ratio" => "The one divided by the other.",
        /// The first minus the second.
        Difference = "difference" => "The one less the other.",
    }
}

/// One mean in relation to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contrast {
    /// The ratio, or the difference.
    pub value: f64,
    /// Its 95 % confidence interval. `None` for a single replication, and for a ratio with a denominator that may be
    /// zero.
    pub interval: Option<(f64, f64)>,
    /// The numbers of replications on both sides.
    pub counts: (usize, usize),
}

/// A mean, its variance, and the number of its values.
struct Sample {
    mean: f64,
    variance: f64,
    count: f64,
}

impl Sample {
    fn of(values: &[f64]) -> Sample {
        let (count, mean) = (values.len() as f64, mean(values));
        Sample { mean, variance: covariance(values, values), count }
    }

    /// The term of this variance, times a factor, in the denominator of Welch and Satterthwaite.
    fn weight(&self, factor: f64) -> f64 {
        let variance = factor * self.variance;
        variance * variance / (self.count - 1.0)
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The covariance of two means over equally many values; for the same values twice, their variance.
fn covariance(one: &[f64], other: &[f64]) -> f64 {
    let (count, means) = (one.len() as f64, (mean(one), mean(other)));
    let products = one.iter().zip(other).map(|(one, other)| (one - means.0) * (other - means.1));
    products.sum::<f64>() / (count - 1.0) / count
}

/// The mean of `one` in relation to that of `other`, from values of replications in their order. If they are `paired`,
/// the k-th replications of both have run the same jobs, and only as many are used as both have. NaN if there are no
/// values, or if some do not apply.
pub fn contrast(relation: Relation, one: &[f64], other: &[f64], paired: bool) -> Contrast {
    let common = one.len().min(other.len());
    let (one, other) = if paired { (&one[..common], &other[..common]) } else { (one, other) };
    let (a, b) = (Sample::of(one), Sample::of(other));
    let covariance = if paired { covariance(one, other) } else { 0.0 };
    let value = match relation {
        Relation::Ratio => a.mean / b.mean,
        Relation::Difference => a.mean - b.mean,
    };
    let enough = one.len() > 1 && other.len() > 1;
    let interval = enough.then(|| {
        // The variance of the estimate. For a ratio r it is that of a - r b, which is zero in the mean.
        let factor = if relation == Relation::Ratio { value * value } else { 1.0 };
        let quantile = if paired { quantile(common - 1) } else { quantile(degrees(&a, &b, factor)) };
        match relation {
            Relation::Ratio => fieller(&a, &b, covariance, quantile * quantile),
            Relation::Difference => {
                let half_width = quantile * (a.variance + b.variance - 2.0 * covariance).max(0.0).sqrt();
                Some((value - half_width, value + half_width))
            }
        }
    });
    let interval = interval.flatten().filter(|(low, high)| low.is_finite() && high.is_finite());
    Contrast { value, interval, counts: (one.len(), other.len()) }
}

/// Welch's degrees of freedom of the variance of a mean and `factor` times that of another, rounded down.
fn degrees(a: &Sample, b: &Sample, factor: f64) -> usize {
    let variance = a.variance + factor * b.variance;
    let degrees = variance * variance / (a.weight(1.0) + b.weight(factor));
    let least = a.count.min(b.count) - 1.0;
    // Without variance the mean is certain.
    if degrees.is_finite() { degrees.max(least) as usize } else { least as usize }
}

/// Every ratio r for which a - r b may be zero in the mean (Fieller 1954). Its square is then at most `square` times
/// its variance, which holds between the roots of a quadratic equation. `None` if every large r is possible.
fn fieller(a: &Sample, b: &Sample, covariance: f64, square: f64) -> Option<(f64, f64)> {
    let leading = b.mean * b.mean - square * b.variance;
    let middle = a.mean * b.mean - square * covariance;
    let last = a.mean * a.mean - square * a.variance;
    let root = (middle * middle - leading * last).max(0.0).sqrt();
    (leading > 0.0).then(|| ((middle - root) / leading, (middle + root) / leading))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn near(found: Option<(f64, f64)>, low: f64, high: f64) {
        let (found_low, found_high) = found.expect("an interval");
        assert!((found_low - low).abs() < 1e-5 && (found_high - high).abs() < 1e-5, "{found_low} to {found_high}");
    }

    #[test]
    fn pairs_give_the_interval_of_their_differences() {
        // The differences are 1, 2 and 3: mean 2, deviation 1, and t(2) = 4.302653 over the root of 3.
        let (one, other) = ([11.0, 22.0, 33.0], [10.0, 20.0, 30.0]);
        let paired = contrast(Relation::Difference, &one, &other, true);
        assert_eq!((paired.value, paired.counts), (2.0, (3, 3)));
        near(paired.interval, 2.0 - 2.484138, 2.0 + 2.484138);
        // Unpaired: variances 121/3 and 100/3 of the means; degrees (221/3)^2 / ((121/3)^2/2 + (100/3)^2/2) = 3.96,
        // down to 3.
        let apart = contrast(Relation::Difference, &one, &other, false);
        let half_width = 3.182446 * (221.0f64 / 3.0).sqrt();
        near(apart.interval, 2.0 - half_width, 2.0 + half_width);
    }

    #[test]
    fn a_ratio_has_the_interval_of_fieller() {
        // All pairs have the same ratio, so it is certain, however much both vary.
        let same = contrast(Relation::Ratio, &[99.0, 110.0, 121.0], &[90.0, 100.0, 110.0], true);
        assert!((same.value - 1.1).abs() < 1e-12);
        near(same.interval, 1.1, 1.1);
        // a = 2, 4 and b = 1, 1: t(1)^2 = 161.4476; variance of a's mean 1, b's 0; so (3 - r)^2 = 161.4476.
        near(contrast(Relation::Ratio, &[2.0, 4.0], &[1.0, 1.0], true).interval, 3.0 - 12.706205, 3.0 + 12.706205);
        // a = 4, 6 and b = 9, 11, 10, unpaired: r = 1/2, variances 1 and 1/3, degrees (1 + 1/12)^2 / (1 + (1/12)^2 / 2)
        // = 1.17, down to 1; leading 100 - 161.4476/3 = 46.184, middle 50, last 25 - 161.4476.
        let apart = contrast(Relation::Ratio, &[4.0, 6.0], &[9.0, 11.0, 10.0], false);
        assert_eq!((apart.value, apart.counts), (0.5, (2, 3)));
        let (leading, last) = (100.0 - 161.447646 / 3.0, 25.0 - 161.447646);
        let root = (2500.0f64 - leading * last).sqrt();
        near(apart.interval, (50.0 - root) / leading, (50.0 + root) / leading);
    }

    #[test]
    fn unknown_values_have_no_interval() {
        assert_eq!(contrast(Relation::Ratio, &[3.0], &[2.0], true).interval, None);
        assert_eq!(contrast(Relation::Difference, &[3.0, 4.0], &[2.0], false).interval, None);
        let denominator = contrast(Relation::Ratio, &[3.0, 4.0], &[-1.0, 2.0], true);
        assert_eq!((denominator.value, denominator.interval), (7.0, None), "it may be zero");
        assert!(contrast(Relation::Ratio, &[], &[1.0], true).value.is_nan());
        assert_eq!(contrast(Relation::Difference, &[f64::NAN, 1.0], &[1.0, 2.0], true).interval, None);
        assert_eq!(contrast(Relation::Difference, &[5.0, 5.0], &[3.0, 3.0], false).interval, Some((2.0, 2.0)));
    }

    proptest! {
        /// A curve compared with itself has no difference, with certainty. The interval of a reciprocal ratio is the
        /// reciprocal interval.
        #[test]
        fn a_curve_equals_itself_and_the_inverse_has_the_inverse_interval(
            pairs in prop::collection::vec((50.0f64..150.0, 50.0f64..150.0), 5..40),
            paired in any::<bool>(),
        ) {
            let (one, other): (Vec<f64>, Vec<f64>) = pairs.into_iter().unzip();
            let itself = contrast(Relation::Ratio, &one, &one, true);
            let (low, high) = itself.interval.unwrap();
            prop_assert!(itself.value == 1.0 && (low - 1.0).abs() < 1e-6 && (high - 1.0).abs() < 1e-6);
            let there = contrast(Relation::Ratio, &one, &other, paired);
            let back = contrast(Relation::Ratio, &other, &one, paired);
            if let (true, Some((low, high)), Some(inverse)) = (paired, there.interval, back.interval) {
                prop_assert!((inverse.0 * high - 1.0).abs() < 1e-6 && (inverse.1 * low - 1.0).abs() < 1e-6);
            }
            let (low, high) = there.interval.unwrap();
            prop_assert!(low <= there.value && there.value <= high);
        }
    }
}
