//! The identity of a log: the SHA-256 of its uncompressed bytes, and its name. `x.swf` and `x.swf.gz` are the same log.

use crate::parameter::reading::{LONGEST_FILE_NAME, file_name, is_in_file_names};
use sha2::{Digest, Sha256};

/// The SHA-256 of bytes that come in pieces.
#[derive(Clone, Default)]
pub struct Sha256Hex(Sha256);

impl Sha256Hex {
    /// Takes the next bytes.
    pub fn take(&mut self, piece: &[u8]) {
        self.0.update(piece);
    }

    /// The digest of all bytes, as 64 lower-case hexadecimal digits.
    pub fn finish(self) -> String {
        self.0.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// The SHA-256 of `bytes` as 64 lower-case hexadecimal digits.
pub fn sha256_hex(bytes: &[u8]) -> String {
    let mut digest = Sha256Hex::default();
    digest.take(bytes);
    digest.finish()
}

/// The name of a log in permalinks: the name of its file without `.gz`. The parameter `log` accepts it, whatever names
/// of files the operating system allows. The digest identifies the log.
pub fn log_name(file: &str) -> String {
    let name = match file.split_at_checked(file.len().saturating_sub(3)) {
        Some((name, end)) if end.eq_ignore_ascii_case(".gz") => name,
        _ => file,
    };
    let carried = |letter: char| if is_in_file_names(letter) { letter } else { '_' };
    let name: String = name.chars().map(carried).take(LONGEST_FILE_NAME).collect();
    file_name(&name).unwrap_or_else(|_| "log".into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_log_has_the_name_of_its_file() {
        for (file, name) in
            [("a.swf.gz", "a.swf"), ("a.swf.GZ", "a.swf"), ("a.swf", "a.swf"), ("gz", "gz"), ("é€", "é€")]
        {
            assert_eq!(log_name(file), name);
        }
    }

    #[test]
    fn names_with_backslashes_control_characters_or_90_cjk_letters_work() {
        let long = "日".repeat(90);
        for (file, name) in [("a\\b/c.swf", "a_b_c.swf"), ("a\u{1b}[2J\n.swf", "a_[2J_.swf"), (&long, &long)] {
            assert_eq!(log_name(file), name);
            assert_eq!(file_name(name).ok().as_deref(), Some(name));
        }
        assert_eq!(log_name(&"日".repeat(1000)), "日".repeat(255));
        for file in ["", ".", "..", ".gz", "..gz", "...gz"] {
            assert_eq!(log_name(file), "log", "{file}");
        }
    }

    proptest! {
        #[test]
        fn every_file_has_a_name_for_permalinks(file in any::<String>(), ending in "(\\.gz)?", repeat in 1usize..100) {
            let name = log_name(&(file.repeat(repeat) + &ending));
            prop_assert_eq!(file_name(&name).ok(), Some(name));
        }
    }

    #[test]
    fn the_published_test_vector() {
        // FIPS 180-2, appendix B.1.
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256_hex(b"abc"), expected);
        let mut digest = Sha256Hex::default();
        [&b"a"[..], b"", b"bc"].into_iter().for_each(|piece| digest.take(piece));
        assert_eq!(digest.finish(), expected);
    }
}
