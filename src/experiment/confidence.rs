//! Means over independent replications and their confidence intervals (docs/semantics.md 8).

use crate::time::Decimal;

/// The mean of one metric over replications, with half the width of its 95 % confidence interval (Student's t), which
/// is NaN for fewer than two. A value that does not apply (NaN) makes both NaN. Summed in the given order.
pub fn interval(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    if values.len() < 2 {
        return (mean, f64::NAN);
    }
    let squares: f64 = values.iter().map(|value| value - mean).map(|distance| distance * distance).sum();
    let deviation = (squares / (count - 1.0)).sqrt();
    (mean, quantile(values.len() - 1) * deviation / count.sqrt())
}

/// The least number of replications, however narrow the interval is. With fewer, too few of the intervals hold the true
/// mean (Law 1991, section 9.4.1).
const LEAST: u32 = 10;

/// The least number of replications if all values are equal: then at most a tenth of all possible values differ, with
/// 95 % confidence (Hanley 1983).
const LEAST_EQUAL: u32 = 30;

/// The factor on the expected number of replications. A spread that seems too small early on is judged again; one that
/// seems too large is not.
const MARGIN: f64 = 1.4;

/// Whether a point may end with this many replications if they are precise. A precision of 0 requires the maximum.
pub fn may_end(count: u32, precision: Decimal) -> bool {
    precision.is_positive() && count >= LEAST
}

/// Whether the half-width of the interval is at most this share of the mean. Equal values have an interval of no width,
/// but a few of them do not show that all values are equal.
pub fn is_precise(values: &[f64], precision: Decimal) -> bool {
    let (mean, half_width) = interval(values);
    let is_trusted = half_width > 0.0 || values.len() >= LEAST_EQUAL as usize;
    is_trusted && half_width <= precision.to_f64() * mean.abs()
}

/// The expected number of replications, up to `most`, until the mean is precise, if the spread stays the same.
pub fn likely_count(values: &[f64], precision: Decimal, most: u32) -> u32 {
    if !precision.is_positive() {
        return most;
    }
    let (mean, half_width) = interval(values);
    let excess = half_width / (precision.to_f64() * mean.abs());
    let (least, needed) = match half_width {
        0.0 => (LEAST_EQUAL, 0.0),
        _ => (LEAST, values.len() as f64 * excess * excess * MARGIN),
    };
    // Around a mean of zero, or if a metric does not apply, no number is enough.
    let are_enough = |count: u32| count >= least && f64::from(count) >= needed;
    let mut count = values.len() as u32;
    while !are_enough(count)
        && let Some(more) = next_count(count, most)
    {
        count = more;
    }
    count
}

/// The number of replications at which the precision is judged next: five, then half as many more each time, at most
/// `most`. `None` if `done` is the maximum.
pub fn next_count(done: u32, most: u32) -> Option<u32> {
    let next = if done == 0 { 5 } else { done + done.div_ceil(2) };
    (done < most).then_some(next.min(most))
}

/// The 97.5 % quantile of Student's t distribution with this many degrees of freedom, to six digits.
///
/// Up to 30 it comes from a table. Beyond, it is the Cornish-Fisher expansion about the normal quantile, with an error
/// below 2e-6. No library is used: statrs, for example, uses the system's logarithms and powers, and their last bits
/// differ between native code and WebAssembly.
pub(super) fn quantile(degrees: usize) -> f64 {
    const TABLE: [f64; 30] = [
        12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004, 2.262157, 2.228139, 2.200985,
        2.178813, 2.160369, 2.144787, 2.131450, 2.119905, 2.109816, 2.100922, 2.093024, 2.085963, 2.079614, 2.073873,
        2.068658, 2.063899, 2.059539, 2.055529, 2.051831, 2.048407, 2.045230, 2.042272,
    ];
    if let Some(value) = TABLE.get(degrees - 1) {
        return *value;
    }
    const Z: f64 = 1.959_963_985;
    const Z3: f64 = Z * Z * Z;
    const Z5: f64 = Z3 * Z * Z;
    const Z7: f64 = Z5 * Z * Z;
    let inverse = 1.0 / degrees as f64;
    let terms = [
        (Z3 + Z) / 4.0,
        (5.0 * Z5 + 16.0 * Z3 + 3.0 * Z) / 96.0,
        (3.0 * Z7 + 19.0 * Z5 + 17.0 * Z3 - 15.0 * Z) / 384.0,
    ];
    Z + inverse * (terms[0] + inverse * (terms[1] + inverse * terms[2]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Mean 5, deviation sqrt(32/7), t(7) = 2.364624.
    #[test]
    fn an_interval_by_hand() {
        let (mean, half_width) = interval(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]);
        assert_eq!(mean, 5.0);
        assert!((half_width - 2.364624 * (32.0f64 / 7.0).sqrt() / 8.0f64.sqrt()).abs() < 1e-12);
        assert_eq!(interval(&[3.0]).0, 3.0);
        assert!(interval(&[3.0]).1.is_nan());
        assert_eq!(interval(&[3.0, 3.0]), (3.0, 0.0));
    }

    /// Quantiles as printed in statistical tables.
    #[test]
    fn quantiles_beyond_the_table_join_it_smoothly() {
        let printed = [(30, 2.042272, 0.0), (31, 2.039513, 2e-6), (40, 2.021075, 1e-6), (60, 2.000298, 1e-6)];
        for (degrees, printed, error) in printed {
            assert!((quantile(degrees) - printed).abs() <= error, "{degrees}: {}", quantile(degrees));
        }
        assert!((1..200).all(|degrees| quantile(degrees) > quantile(degrees + 1)));
        assert!(quantile(100_000) > 1.959963 && quantile(100_000) < 1.96);
    }

    /// 95 % of Student's distribution lies between the quantile and its negative. With x = sqrt(n) tan(angle) its
    /// density is that of cos(angle)^(n - 1), which Simpson's rule integrates here.
    #[test]
    fn every_quantile_leaves_a_fortieth_on_each_side() {
        for degrees in 1..60 {
            let power = |angle: f64| angle.cos().powi(degrees as i32 - 1);
            let integral = |end: f64| {
                let step = end / 1000.0;
                let inner = (1..1000).map(|place| power(step * place as f64) * [2.0, 4.0][place % 2]);
                (power(0.0) + inner.sum::<f64>() + power(end)) * step / 3.0
            };
            let angle = (quantile(degrees) / (degrees as f64).sqrt()).atan();
            let share = integral(angle) / integral(std::f64::consts::FRAC_PI_2);
            assert!((share - 0.95).abs() < 3e-7, "{degrees}: {share}");
        }
    }

    /// The expansion term by term, from the third power of 1.959964, 7.5291209, the fifth, 28.922808, and the seventh,
    /// 111.10578.
    #[test]
    fn the_expansion_by_hand() {
        let by_hand = 1.959963985 + 2.37227123 / 31.0 + 2.82249862 / 31.0f64.powi(2) + 2.55584968 / 31.0f64.powi(3);
        assert!((quantile(31) - by_hand).abs() < 1e-9, "{}", quantile(31));
    }

    #[test]
    fn counts_grow_by_half_and_end_at_the_most() {
        let mut counts = vec![0];
        while let Some(next) = next_count(*counts.last().unwrap(), 30) {
            counts.push(next);
        }
        assert_eq!(counts, [0, 5, 8, 12, 18, 27, 30]);
        assert_eq!(next_count(0, 1), Some(1));
        assert_eq!(next_count(1, 1), None);
    }
}
