//! Files that are no log at all, recognised before every line of them earns a complaint.

/// A kind of file that people drop by mistake.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Foreign {
    /// What such a file begins with.
    signature: &'static [u8],
    /// What it is, after "the data is".
    pub what: &'static str,
    /// What to do with it.
    pub remedy: &'static str,
}

/// What data compressed with gzip begins with (RFC 1952, section 2.3.1).
pub(super) const GZIP: &[u8] = b"\x1F\x8B";

const fn foreign(signature: &'static [u8], what: &'static str, remedy: &'static str) -> Foreign {
    Foreign { signature, what, remedy }
}

const SIGNATURES: &[Foreign] = &[
    foreign(GZIP, "still compressed with gzip", "decompress it first"),
    foreign(b"PK\x03\x04", "a zip archive", "take the log out of it"),
    foreign(b"BZh", "compressed with bzip2", "decompress it first"),
    foreign(b"\xFD7zXZ", "compressed with xz", "decompress it first"),
    foreign(b"\x28\xB5\x2F\xFD", "compressed with zstd", "decompress it first"),
    foreign(b"\x1F\x9D", "compressed with compress (.Z)", "decompress it first"),
    foreign(b"%PDF", "a PDF document", "take the log itself"),
    foreign(b"\xFF\xFE", "text in UTF-16", "save it as plain text (UTF-8)"),
    foreign(b"\xFE\xFF", "text in UTF-16", "save it as plain text (UTF-8)"),
    foreign(b"<", "a web page", "download the log that the page links to"),
];

/// Whatever else is no text.
const BINARY: &Foreign = &foreign(b"", "binary", "take a plain text log or its gzip");

/// Text of which every line would be part of the first.
const ONE_LINE: &Foreign =
    &foreign(b"", "text whose lines end in carriage returns only", "save it with ordinary line ends");

impl Foreign {
    /// What a file is that is plainly no log, from how it begins; nothing when it may be one.
    pub fn recognise(bytes: &[u8]) -> Option<&'static Foreign> {
        let start = bytes.trim_ascii_start();
        let signed = SIGNATURES.iter().find(|foreign| start.starts_with(foreign.signature));
        signed.or_else(|| is_binary(bytes).then_some(BINARY)).or_else(|| is_one_line(start).then_some(ONE_LINE))
    }
}

/// Whether text would be one line, but is several to whoever wrote it.
fn is_one_line(text: &[u8]) -> bool {
    !text.contains(&b'\n') && text.trim_ascii_end().contains(&b'\r')
}

/// Whether a file that begins like this is no text.
fn is_binary(probe: &[u8]) -> bool {
    let odd = probe.iter().filter(|byte| byte.is_ascii_control() && !byte.is_ascii_whitespace()).count();
    // One in a hundred, and a few more: a log with some damaged lines is still read.
    odd > 2 + probe.len() / 100
}
