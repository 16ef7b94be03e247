//! Printed numbers of a batch, read back independently of the program.

use subtorus::torus_batch::Exact;

/// A number greater than or equal to 0 as `(numerator, denominator)`.
pub type Fraction = (u128, u128);

/// `5.875` or `7/3` as a fraction; `None` if it has too many digits.
pub fn fraction(number: &Exact) -> Option<Fraction> {
    let text = number.to_string();
    if let Some((numerator, denominator)) = text.split_once('/') {
        return Some((numerator.parse().ok()?, denominator.parse().ok()?));
    }
    let (whole, places) = text.split_once('.').unwrap_or((&text, ""));
    Some((format!("{whole}{places}").parse().ok()?, 10u128.checked_pow(places.len() as u32)?))
}

/// Whether the first is less than the second, or equal; `None` where that cannot be computed.
pub fn compare(one: Fraction, other: Fraction) -> Option<std::cmp::Ordering> {
    Some(one.0.checked_mul(other.1)?.cmp(&other.0.checked_mul(one.1)?))
}

/// The difference, which is not negative; `None` where it is, or cannot be computed.
pub fn difference(one: Fraction, other: Fraction) -> Option<Fraction> {
    let numerator = one.0.checked_mul(other.1)?.checked_sub(other.0.checked_mul(one.1)?)?;
    Some((numerator, one.1.checked_mul(other.1)?))
}

/// The sum.
pub fn sum(one: Fraction, other: Fraction) -> Option<Fraction> {
    let numerator = one.0.checked_mul(other.1)?.checked_add(other.0.checked_mul(one.1)?)?;
    Some((numerator, one.1.checked_mul(other.1)?))
}
