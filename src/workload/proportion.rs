//! Numbers in exact proportion to the runtimes of jobs (docs/semantics.md 7.5).

use crate::time::{Decimal, Time};

/// The amount for each microsecond of runtime, as an exact fraction.
pub(super) struct Proportion {
    numerator: u128,
    denominator: u128,
}

/// `whole + remainder / divisor`, with `remainder < divisor`.
pub(super) struct Quotient {
    pub whole: u128,
    pub remainder: u128,
    pub divisor: u128,
}

impl Proportion {
    /// The proportion that gives the numbers of all these runtimes this positive mean. The runtimes are not negative.
    /// If all of them are 0, all numbers are 0.
    pub fn with_mean(mean: Decimal, runtimes: impl Iterator<Item = Time>) -> Proportion {
        let (digits, power_of_ten) = mean.fraction();
        let (jobs, sum) = runtimes.fold((0, 0), |(jobs, sum), runtime| (jobs + 1, sum + runtime as u128));
        // Below 2^74 and 2^116: there are at most 2^24 jobs, each of less than 2^62 microseconds.
        Proportion { numerator: digits as u128 * jobs, denominator: sum.max(1) * power_of_ten as u128 }
    }

    /// The number of a job with this runtime. The product with the numerator can be longer than 128 bits. It is
    /// therefore divided step by step, one bit of the runtime at a time. Cost: at most 62 steps.
    pub fn of(&self, runtime: Time) -> Quotient {
        let divisor = self.denominator;
        let (whole_of_one, rest_of_one) = (self.numerator / divisor, self.numerator % divisor);
        let (mut whole, mut remainder) = (0, 0);
        for bit in (0..Time::BITS - runtime.leading_zeros()).rev() {
            (whole, remainder) = (2 * whole, 2 * remainder);
            if runtime >> bit & 1 == 1 {
                (whole, remainder) = (whole + whole_of_one, remainder + rest_of_one);
            }
            (whole, remainder) = (whole + remainder / divisor, remainder % divisor);
        }
        Quotient { whole, remainder, divisor }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::END;
    use proptest::prelude::{prop, prop_assert, prop_assert_eq, proptest};

    /// 1, 2 and 4 around a mean of 1.5 are 9/14, 18/14 and 36/14.
    #[test]
    fn numbers_by_hand() {
        let proportion = Proportion::with_mean("1.5".parse().unwrap(), [1, 2, 4].into_iter());
        let found = [1, 2, 4].map(|runtime| proportion.of(runtime));
        assert_eq!(
            found.map(|number| (number.whole, number.remainder, number.divisor)),
            [(0, 45, 70), (1, 20, 70), (2, 40, 70)]
        );
        let nothing = Proportion::with_mean("1.5".parse().unwrap(), [0, 0].into_iter()).of(0);
        assert_eq!((nothing.whole, nothing.remainder), (0, 0));
    }

    proptest! {
        /// `whole * divisor + remainder` is the product. It may have more than 128 bits, so its last 128 bits and its
        /// first 50 are compared.
        #[test]
        fn long_products_are_exact(
            (numerator, denominator, runtime) in (1u128..1 << 74, 1u128 << 80..1 << 116, 0..END),
        ) {
            let Quotient { whole, remainder, divisor } = Proportion { numerator, denominator }.of(runtime);
            prop_assert!(remainder < divisor && divisor == denominator);
            let product = (runtime as u128).wrapping_mul(numerator);
            prop_assert_eq!(whole.wrapping_mul(divisor).wrapping_add(remainder), product);
            let about = runtime as f64 * numerator as f64 / denominator as f64;
            prop_assert!((whole as f64 - about).abs() <= 1.0 + about * 1e-15 * 8.0);
        }

        /// The numbers of all jobs add up to the mean times their count.
        #[test]
        fn numbers_have_the_mean(runtimes in prop::collection::vec(0i64..1 << 40, 1..12), digits in 1i64..1 << 40, places in 0u32..9) {
            let (mean, sum) = (Decimal::new(digits, places), runtimes.iter().sum::<i64>() as u128);
            let proportion = Proportion::with_mean(mean, runtimes.iter().copied());
            let numbers: Vec<Quotient> = runtimes.iter().map(|&runtime| proportion.of(runtime)).collect();
            let divisor = proportion.denominator;
            let (wholes, remainders) = numbers
                .iter()
                .fold((0, 0), |(wholes, remainders), number| (wholes + number.whole, remainders + number.remainder));
            prop_assert_eq!(remainders % divisor, if sum == 0 { 0 } else { proportion.numerator * sum % divisor });
            prop_assert_eq!(wholes + remainders / divisor, proportion.numerator * sum / divisor);
        }
    }
}
