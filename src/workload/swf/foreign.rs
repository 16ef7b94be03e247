//! Files that are no log at all, recognised before every line of them earns a complaint.

/// What files that people drop by mistake begin with, what they are, and what to do with them.
const SIGNATURES: &[(&[u8], &str, &str)] = &[
    (b"\x1F\x8B", "still compressed with gzip", "decompress it first"),
    (b"PK\x03\x04", "a zip archive", "take the .swf file out of it"),
    (b"BZh", "compressed with bzip2", "decompress it first"),
    (b"\xFD7zXZ", "compressed with xz", "decompress it first"),
    (b"\x28\xB5\x2F\xFD", "compressed with zstd", "decompress it first"),
    (b"\x1F\x9D", "compressed with compress (.Z)", "decompress it first"),
    (b"%PDF", "a PDF document", "drop the log itself"),
    (b"\xFF\xFE", "text in UTF-16", "save it as plain text (UTF-8)"),
    (b"\xFE\xFF", "text in UTF-16", "save it as plain text (UTF-8)"),
    (b"<", "a web page", "download the log that the page links to"),
];

/// How much of a file is looked at for control characters, which text hardly holds.
const PROBE: usize = 64 * 1024;

/// A sentence about a file that is plainly no log, or nothing when it may be one.
pub(super) fn recognise(bytes: &[u8]) -> Option<String> {
    let start = bytes.trim_ascii_start();
    if let Some((_, what, advice)) = SIGNATURES.iter().find(|(signature, ..)| start.starts_with(signature)) {
        return Some(format!("the data is {what}, not a log in the Standard Workload Format; {advice}"));
    }
    let probe = &bytes[..bytes.len().min(PROBE)];
    let odd = probe.iter().filter(|byte| byte.is_ascii_control() && !byte.is_ascii_whitespace()).count();
    // One in a hundred, and a few more: a log with some damaged lines is still read.
    (odd > 2 + probe.len() / 100).then(|| {
        "the data is binary, not a log in the Standard Workload Format; \
         drop a plain text log (.swf) or its gzip (.swf.gz)"
            .into()
    })
}
