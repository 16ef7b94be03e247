//! What identifies a log: the SHA-256 of its uncompressed bytes, and its name, so that `x.swf` and `x.swf.gz` are the same
//! log.

use sha2::{Digest, Sha256};
use std::fmt::Write;

/// The SHA-256 of `bytes` as 64 lower-case hexadecimal digits.
pub fn sha256_hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::with_capacity(64), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a string takes any text");
        text
    })
}

/// The name of a log in links: its file's, without the `.gz` of a compressed one.
pub fn log_name(file: &str) -> &str {
    match file.split_at_checked(file.len().saturating_sub(3)) {
        Some((name, end)) if end.eq_ignore_ascii_case(".gz") => name,
        _ => file,
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_log_is_called_after_its_file() {
        for (file, name) in
            [("a.swf.gz", "a.swf"), ("a.swf.GZ", "a.swf"), ("a.swf", "a.swf"), ("gz", "gz"), ("é€", "é€")]
        {
            assert_eq!(super::log_name(file), name);
        }
    }

    #[test]
    fn the_published_test_vector() {
        // FIPS 180-2, appendix B.1.
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(super::sha256_hex(b"abc"), expected);
    }
}
