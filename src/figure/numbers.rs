//! Numbers as text: units, tick labels that agree with each other, and single values with sensible digits.

/// The unit of values, which determines how they are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    /// Pure numbers.
    #[default]
    None,
    /// Shares, where 1 is the whole; written in per cent.
    Share,
    /// Seconds; written in minutes, hours or days where the values are large.
    Seconds,
    /// Any other unit, written as it is.
    Other(&'static str),
}

/// Separates groups of three digits; narrow, and no line breaks there.
const GROUP: char = '\u{202f}';

/// The labels of ticks on one axis: the same number of decimals throughout, thin spaces from 10 000 on, and powers of
/// ten where plain digits would be too many.
pub(super) fn labels(values: &[f64]) -> Vec<String> {
    let largest = values.iter().fold(0.0, |most: f64, value| most.max(value.abs()));
    let step = values.windows(2).fold(f64::INFINITY, |least, pair| least.min(pair[1] - pair[0]));
    let finest = if step.is_finite() { step.min(largest) } else { largest };
    let decimals = (0..=5).find(|&decimals| values.iter().all(|&value| exact(value, decimals, finest)));
    match decimals {
        Some(decimals) if largest < 1e7 => values.iter().map(|&value| fixed(value, decimals)).collect(),
        _ => {
            let digits = if finest > 0.0 { libm::ceil(libm::log10(largest / finest)) } else { 0.0 };
            values.iter().map(|&value| power(value, digits.clamp(1.0, 10.0) as usize)).collect()
        }
    }
}

/// Labels of logarithmic ticks: each with the decimals it needs, all as powers of ten when the range is wide.
pub(super) fn logarithmic_labels(values: &[f64]) -> Vec<String> {
    let wide = values.iter().any(|&value| !(1e-3..1e6).contains(&value));
    values.iter().map(|&value| if wide { power(value, 1) } else { significant(value, 2) }).collect()
}

/// A value with its unit for a sentence, for example `63.4 %` or `2.5 h`; four significant digits.
pub fn reading(value: f64, unit: &Unit) -> String {
    let (factor, name) = shown_unit(unit, value.abs());
    let text = significant(value * factor, 4);
    if name.is_empty() { text } else { format!("{text}{GROUP}{name}") }
}

/// The same within a limited width: if necessary in fewer digits, as a multiple of a power of ten, `1.04×10⁶ h`.
pub(super) fn brief_reading(value: f64, unit: &Unit, has_room: &dyn Fn(&str) -> bool) -> String {
    let (factor, name) = shown_unit(unit, value.abs());
    let rest = if name.is_empty() { String::new() } else { format!("{GROUP}{name}") };
    let shorter = (0..=2).rev().map(|digits| power(value * factor, digits) + &rest);
    let full = reading(value, unit);
    let mut found = [full.clone()].into_iter().chain(shorter).filter(|text| has_room(text));
    found.next().unwrap_or(full)
}

/// By what to multiply values of about `size` to write them, and the name of the unit they then have.
pub(super) fn shown_unit(unit: &Unit, size: f64) -> (f64, &'static str) {
    match unit {
        Unit::None => (1.0, ""),
        Unit::Share => (100.0, "%"),
        Unit::Other(name) => (1.0, name),
        Unit::Seconds if size >= 4.0 * 86400.0 => (1.0 / 86400.0, "days"),
        Unit::Seconds if size >= 4.0 * 3600.0 => (1.0 / 3600.0, "h"),
        Unit::Seconds if size >= 15.0 * 60.0 => (1.0 / 60.0, "min"),
        Unit::Seconds => (1.0, "s"),
    }
}

/// Whether `value` is written well enough by `decimals` decimals, when `finest` is the least difference that counts.
fn exact(value: f64, decimals: usize, finest: f64) -> bool {
    let shifted = value * libm::pow(10.0, decimals as f64);
    (shifted - libm::round(shifted)).abs() <= 1e-3 * finest * libm::pow(10.0, decimals as f64)
}

/// `value` rounded to `digits` significant digits, without trailing zeros.
fn significant(value: f64, digits: i32) -> String {
    if value == 0.0 {
        return "0".to_string();
    }
    if !value.is_finite() {
        return "–".to_string();
    }
    let exponent = libm::floor(libm::log10(value.abs())) as i32;
    if !(-4..7).contains(&exponent) {
        return power(value, digits as usize - 1);
    }
    let decimals = (digits - 1 - exponent).max(0) as usize;
    let text = fixed(value, decimals);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_string() } else { text }
}

/// `value` with a fixed number of decimals, a true minus sign, and grouped digits from 10 000 on.
fn fixed(value: f64, decimals: usize) -> String {
    let digits = format!("{:.decimals$}", value.abs());
    let negative = value < 0.0 && digits.bytes().any(|byte| (b'1'..=b'9').contains(&byte));
    let whole = digits.find('.').unwrap_or(digits.len());
    let mut text = String::from(if negative { "−" } else { "" });
    for (index, digit) in digits.chars().enumerate() {
        if whole >= 5 && index > 0 && index < whole && (whole - index) % 3 == 0 {
            text.push(GROUP);
        }
        text.push(digit);
    }
    text
}

/// `value` as a multiple of a power of ten, for example `2×10⁶`, with at most `digits` decimals in the multiple.
fn power(value: f64, digits: usize) -> String {
    if value == 0.0 {
        return "0".to_string();
    }
    // The formatter rounds once and correctly: 9.99e5 with one digit becomes 1.0e6, not 10e5.
    let text = format!("{:.digits$e}", value.abs());
    let (multiple, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let multiple = if digits > 0 { multiple.trim_end_matches('0').trim_end_matches('.') } else { multiple };
    let exponent: String = exponent.chars().map(superscript).collect();
    let sign = if value < 0.0 { "−" } else { "" };
    if multiple == "1" { format!("{sign}10{exponent}") } else { format!("{sign}{multiple}×10{exponent}") }
}

/// The raised form of a digit or minus sign.
fn superscript(digit: char) -> char {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    digit.to_digit(10).map_or('⁻', |digit| RAISED[digit as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reading_has_as_many_digits_as_there_is_room_for() {
        let brief = |value: f64, letters: usize| {
            brief_reading(value, &Unit::Other("h"), &|text| text.chars().count() <= letters).replace(GROUP, " ")
        };
        assert_eq!([brief(512.0, 9), brief(1_041_530.0, 11)], ["512 h", "1 041 530 h"]);
        assert_eq!([10, 9, 7].map(|room| brief(1_041_530.0, room)), ["1.04×10⁶ h", "10⁶ h", "10⁶ h"]);
        assert_eq!(brief(1_041_530.0, 2), "1 041 530 h", "there is no shorter one");
    }

    #[test]
    fn numbers_have_sensible_digits() {
        assert_eq!(labels(&[0.0, 0.25, 0.5]), ["0.00", "0.25", "0.50"]);
        assert_eq!(labels(&[-1000.0, 0.0, 1000.0]), ["−1000", "0", "1000"]);
        assert_eq!(labels(&[0.0, 500_000.0, 1_000_000.0]), ["0", "500\u{202f}000", "1\u{202f}000\u{202f}000"]);
        assert_eq!(labels(&[0.0, 5e7, 1e8]), ["0", "5×10⁷", "10⁸"]);
        assert_eq!(labels(&[0.0, 2e-7]), ["0", "2×10⁻⁷"]);
        assert_eq!(logarithmic_labels(&[0.01, 0.1, 1.0]), ["0.01", "0.1", "1"]);
        assert_eq!(reading(0.63412, &Unit::Share), "63.41\u{202f}%");
        assert_eq!(reading(9000.0, &Unit::Seconds), "150\u{202f}min");
        assert_eq!(reading(99999.6, &Unit::None), "100\u{202f}000");
        assert_eq!(reading(0.0, &Unit::Other("ns")), "0\u{202f}ns");
        assert_eq!(reading(f64::NAN, &Unit::None), "–");
    }
}
