//! Text as a link of either kind: reading it ends, and the canonical link of what was read means the same.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use subtorus::diagnostic::Diagnostic;
use subtorus::torus_batch;
use subtorus::view::Permalink;
use subtorus_fuzz::vocabulary::put_word;

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    if seed % 4 < 3 { put_word(data, size, max_size, seed) } else { fuzzer_mutate(data, size, max_size) }
});

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    check_experiment(&text);
    check_batch(&text);
});

fn check_experiment(text: &str) {
    let (content, complaints) = Permalink::read(text);
    check_said(&complaints);
    let link = content.write();
    check_letters(&link);
    let (again, complaints) = Permalink::read(&link);
    let conflicts: Vec<_> = content.conflicts().iter().map(Diagnostic::of).collect();
    assert_eq!(complaints, conflicts, "{link} is understood");
    assert_eq!(again, content, "{link} means the same");
    assert_eq!(again.write(), link);
    assert!(!torus_batch::permalink::is_batch(&link));
}

fn check_batch(text: &str) {
    let (batch, complaints) = torus_batch::permalink::read(text);
    check_said(&complaints);
    let link = torus_batch::permalink::write(&batch);
    check_letters(&link);
    assert!(torus_batch::permalink::is_batch(&link));
    let (again, complaints) = torus_batch::permalink::read(&link);
    assert_eq!(complaints, [], "{link} is understood");
    assert_eq!(again, batch, "{link} means the same");
    assert_eq!(torus_batch::permalink::write(&again), link);
}

/// Every complaint has a place and something to say.
fn check_said(complaints: &[Diagnostic]) {
    assert!(complaints.iter().all(|complaint| !complaint.message().is_empty()), "{complaints:?}");
}

/// No program that passes a link on changes any of its letters.
fn check_letters(link: &str) {
    assert!(link.starts_with("#v=1"), "{link}");
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "#&%-._~!$'()*,;:@/?=".contains(letter);
    assert!(link.chars().all(is_plain), "{link}");
}
