//! Numbers in JSON that read back bit for bit.

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};
use serde_json::value::RawValue;

/// A number in JSON, `null` for NaN, `"inf"` or `"-inf"`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exact(pub f64);

impl Serialize for Exact {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            number if number.is_finite() => serializer.serialize_f64(number),
            number if number.is_nan() => serializer.serialize_unit(),
            number => serializer.serialize_str(&number.to_string()),
        }
    }
}

impl<'de> Deserialize<'de> for Exact {
    /// It parses the digits itself, because the usual JSON reader may be wrong in the last bit.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Exact, D::Error> {
        let written = <&RawValue>::deserialize(deserializer)?.get();
        match written {
            "null" => Ok(Exact(f64::NAN)),
            "\"inf\"" => Ok(Exact(f64::INFINITY)),
            "\"-inf\"" => Ok(Exact(f64::NEG_INFINITY)),
            // `parse` also accepts `inf` and `nan`, which JSON does not have.
            number => number.parse().map(Exact).map_err(|_| D::Error::custom("no number")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn again(number: f64) -> f64 {
        let text = serde_json::to_string(&vec![Exact(number)]).unwrap();
        serde_json::from_str::<Vec<Exact>>(&text).unwrap()[0].0
    }

    #[test]
    fn infinities_and_nan_read_back() {
        assert!(again(f64::NAN).is_nan());
        for number in [f64::INFINITY, f64::NEG_INFINITY, 0.0, -0.0, f64::MIN_POSITIVE, f64::MAX, 5e-324, 0.1] {
            assert_eq!(again(number).to_bits(), number.to_bits(), "{number}");
        }
        for odd in ["[\"x\"]", "[true]", "[[1]]", "[{}]"] {
            assert!(serde_json::from_str::<Vec<Exact>>(odd).is_err(), "{odd}");
        }
    }

    proptest! {
        #[test]
        fn every_bit_reads_back(bits in any::<u64>()) {
            let number = f64::from_bits(bits);
            prop_assert!(number.is_nan() || again(number).to_bits() == bits);
        }
    }
}
