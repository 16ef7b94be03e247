//! Counts of processors or nodes.

use super::{Number, NumberError};
use crate::time::SECOND;

/// Reads a count: `49152`, `4.0`, or `48K` and `1.5K` in Slurm's units of 1024. A negative one is returned as it is.
pub(in crate::formats) fn count(text: &[u8]) -> Result<i32, NumberError> {
    let (number, unit) = match text {
        [number @ .., b'K' | b'k'] if !number.is_empty() => (number, 1 << 10),
        [number @ .., b'M'] if !number.is_empty() => (number, 1 << 20),
        number => (number, 1),
    };
    let number = match Number::parse(number) {
        Err(_) if is_set(text) => return Err(NumberError::Set),
        number => number?,
    };
    if unit == 1 {
        return number.whole();
    }
    let millionths = number.moment()?.checked_mul(unit).ok_or(NumberError::OutOfRange)?;
    if millionths % SECOND != 0 {
        return Err(NumberError::NotWhole);
    }
    i32::try_from(millionths / SECOND).map_err(|_| NumberError::OutOfRange)
}

/// Whether a text that is not a number lists some, or nodes: `0-3`, `2 6`, `[0-3,8]`, `n1,n2`, `node[01-04]`.
fn is_set(text: &[u8]) -> bool {
    let is_list = text.iter().any(|byte| b",+[".contains(byte)) && text.iter().any(u8::is_ascii_digit);
    if text.first().is_some_and(u8::is_ascii_alphabetic) {
        return is_list && text.iter().all(|byte| byte.is_ascii_alphanumeric() || b" -_.,+[]".contains(byte));
    }
    let between = |byte: &u8| b" -,;:[]{}()".contains(byte);
    let numbers = text.split(between).filter(|part| !part.is_empty()).count();
    let opens = text.first().is_some_and(|first| first.is_ascii_digit() || b"[{(".contains(first));
    let is_bracketed = text.first().is_some_and(|first| b"[{(".contains(first));
    opens && text.iter().all(|byte| byte.is_ascii_digit() || between(byte)) && numbers > usize::from(!is_bracketed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_may_be_in_units_of_1024() {
        let read = |text: &str| count(text.as_bytes());
        let texts = ["4", "48K", "1.5K", "2M", "-1", "1.6e+01", "4.0"];
        assert_eq!(texts.map(|text| read(text).unwrap()), [4, 49_152, 1536, 2 << 20, -1, 16, 4]);
        for (text, wrong) in [
            ("x", NumberError::NotANumber),
            ("", NumberError::NotANumber),
            ("1.3K", NumberError::NotWhole),
            ("K", NumberError::NotANumber),
            ("0.5", NumberError::NotWhole),
            ("9000M", NumberError::OutOfRange),
            ("99999999999999999999", NumberError::OutOfRange),
        ] {
            assert_eq!(read(text), Err(wrong), "{text}");
        }
    }

    #[test]
    fn sets_are_distinguished_from_counts() {
        for text in ["0-3", "2 6", "0-3 8", "[0-3,8]", "{4}", "12,13", "0:4", "(1 2)", "n1,n2", "a01+a02", "node[1-4]"]
        {
            assert_eq!(count(text.as_bytes()), Err(NumberError::Set), "{text}");
        }
        for text in ["-1", "4", "", "-", "a-b", "-3-4", "[]", "four", "n1", "a,b"] {
            assert_ne!(count(text.as_bytes()), Err(NumberError::Set), "{text}");
        }
    }
}
