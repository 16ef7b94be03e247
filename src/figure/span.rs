//! From a place of a drawing back to its value.

/// The range that an axis shows, and its pixels: turns two places that a user points at into a new range.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AxisSpan {
    /// Where the axis begins, in CSS pixels.
    pub(super) first: f64,
    /// Where it ends.
    pub(super) last: f64,
    /// The value at its beginning, in the unit of the values.
    pub(super) low: f64,
    /// The value at its end.
    pub(super) high: f64,
    /// Whether equal distances are equal ratios.
    pub(super) logarithmic: bool,
}

impl AxisSpan {
    /// The value at a place on the axis, with no more digits than are needed to distinguish two pixels; at places
    /// beyond its ends, that of the end.
    pub fn value_at(&self, place: f64) -> f64 {
        let AxisSpan { first, last, low, high, logarithmic } = *self;
        let part = ((place - first) / (last - first)).clamp(0.0, 1.0);
        let (value, pixel) = if logarithmic {
            let value = low * libm::pow(high / low, part);
            (value, value * libm::log(high / low) / (last - first))
        } else {
            (low + (high - low) * part, (high - low) / (last - first))
        };
        rounded(value, pixel.abs())
    }
}

/// `value` to the last decimal that is worth less than `pixel`.
fn rounded(value: f64, pixel: f64) -> f64 {
    let place = libm::floor(libm::log10(pixel));
    if !place.is_finite() || place.abs() > 300.0 {
        return value;
    }
    if place >= 0.0 {
        let unit = libm::pow(10.0, place);
        return libm::round(value / unit) * unit;
    }
    // Written and read back, for a quotient by a power of ten has digits of its own.
    format!("{value:.*}", -place as usize).parse().unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_has_the_digits_that_pixels_tell_apart() {
        let span = AxisSpan { first: 50.0, last: 550.0, low: 0.0, high: 1.0, logarithmic: false };
        assert_eq!([50.0, 201.0, 300.0, 550.0].map(|place| span.value_at(place)), [0.0, 0.302, 0.5, 1.0]);
        assert_eq!([-7.0, 9999.0].map(|place| span.value_at(place)), [0.0, 1.0], "not beyond the ends");
        let large = AxisSpan { high: 2e6, ..span };
        assert_eq!(large.value_at(51.4), 6000.0, "4000 to a pixel");
    }

    #[test]
    fn upwards_pixels_run_the_other_way_and_decades_are_even() {
        let span = AxisSpan { first: 300.0, last: 0.0, low: 1.0, high: 1000.0, logarithmic: true };
        assert_eq!([300.0, 200.0, 0.0].map(|place| span.value_at(place)), [1.0, 10.0, 1000.0]);
        assert_eq!(span.value_at(150.0), 31.6);
        assert_eq!(AxisSpan::default().value_at(3.0), 0.0, "nothing has been drawn");
    }
}
