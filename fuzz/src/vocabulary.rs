//! The words of links and parameters, so that a mutation can insert words that chance would hardly ever spell.

use std::collections::BTreeSet;
use std::sync::OnceLock;
use subtorus::allocation::catalogue;
use subtorus::parameter::Parameters;
use subtorus::scheduling::{BlockedHead, Order, Scheduling};
use subtorus::simulation::METRICS;
use subtorus::torus_batch::experiment::PARAMETERS as BATCH_PARAMETERS;
use subtorus::view::PARAMETERS;

/// Numbers at the edges of something, and what stands between words.
const SIGNS: &[&str] = &[
    "#v=1&",
    "&",
    "=",
    "%",
    "%2C",
    "%FF",
    ",",
    ":",
    "..",
    "/",
    "(",
    ")",
    "-",
    "+",
    ".",
    "x",
    "r",
    "0",
    "1",
    "2",
    "7/3",
    "0.5",
    "1000",
    "65536",
    "1048576",
    "1000000000000000",
    "9223372036854775807",
    "18446744073709551615",
    "0.000000001",
    "1/65536",
    "nan",
    "inf",
    "1e9",
    "none",
    "torus:",
    "mesh:",
    "mixed:",
    "\u{e9}",
    "\n",
];

fn of<E: Default>(parameters: &Parameters<E>, words: &mut BTreeSet<String>) {
    for parameter in parameters.iter() {
        words.insert(parameter.name.into());
        words.insert(format!("&{}=", parameter.name));
        words.insert(parameter.example.into());
        words.insert(parameter.default_text());
        words.extend(parameter.control.choices.iter().map(|choice| choice.to_string()));
        words.extend((parameter.control.examples)().iter().map(|example| example.value.to_string()));
    }
}

/// Every word there is: whatever is added to a catalogue is among them.
pub fn words() -> &'static [String] {
    static WORDS: OnceLock<Vec<String>> = OnceLock::new();
    WORDS.get_or_init(|| {
        let mut words: BTreeSet<String> = SIGNS.iter().map(|sign| sign.to_string()).collect();
        of(&PARAMETERS, &mut words);
        of(&BATCH_PARAMETERS, &mut words);
        words.extend(catalogue::entries().flat_map(|entry| entry.examples).map(|example| example.to_string()));
        words.extend(Order::ALL.iter().map(|order| format!("{order}/")));
        words.extend(BlockedHead::ALL.iter().map(|head| head.to_string()));
        words.extend(Scheduling::SHORT_NAMES.iter().map(|(name, _)| name.to_string()));
        words.extend(METRICS.iter().map(|metric| metric.name.to_string()));
        words.remove("");
        words.into_iter().collect()
    })
}

/// Puts a word somewhere into the first `size` bytes of `data`, or in place of some of them. Returns the new size; the
/// old one where there is no room.
pub fn put_word(data: &mut [u8], size: usize, most: usize, seed: u32) -> usize {
    let mut rest = seed as usize / 4;
    let mut below = |limit: usize| {
        let number = rest % limit;
        rest /= limit;
        number
    };
    let word = words()[below(words().len())].as_bytes();
    let at = below(size + 1);
    let replaced = below(8).min(size - at);
    let longer = size - replaced + word.len();
    if longer > most {
        return size;
    }
    data.copy_within(at + replaced..size, at + word.len());
    data[at..at + word.len()].copy_from_slice(word);
    longer
}
