//! Helpers for sentences.

use crate::workload::Selected;

/// `Mean wait` inside a sentence: `mean wait`.
pub fn decapitalised(title: &str) -> String {
    let first = title.chars().next().map_or(0, char::len_utf8);
    title[..first].to_ascii_lowercase() + &title[first..]
}

/// Makes a phrase a sentence: `there is no picture` is `There is no picture.`
pub fn sentence(phrase: &str) -> String {
    let first = phrase.chars().next().map_or(0, char::len_utf8);
    format!("{}{}.", phrase[..first].to_ascii_uppercase(), &phrase[first..])
}

/// `a`, `a and b`, `a, b and c`.
pub fn listed(names: &[String]) -> String {
    match names.split_last() {
        Some((last, rest @ [_, ..])) => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// A text as one word of a command, in quotation marks if it needs them.
pub fn shell_word(text: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.,:/+=".contains(letter);
    let is_word = !text.is_empty() && text.chars().all(is_plain);
    if is_word { text.into() } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

/// A number of things: `1 job`, `12 jobs`.
pub fn counted(count: usize, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}

/// What is left out if only this many of a list are shown: `and 3 more`; empty if nothing is.
pub fn more(count: usize, most: usize) -> String {
    if count > most { format!("and {} more", count - most) } else { String::new() }
}

/// The same if a file has the whole list: `and 3 more curves, which the CSV file has`; empty if nothing is left out.
pub fn rest(count: usize, most: usize, one: &str) -> String {
    match count.saturating_sub(most) {
        0 => String::new(),
        1 => format!("and 1 more {one}, which the CSV file has"),
        more => format!("and {more} more {one}s, which the CSV file has"),
    }
}

/// The jobs that a selection leaves out, by reason: `3 unknown runtime`.
pub fn dropped(selected: &Selected) -> Vec<String> {
    let said = |(reason, count): (&str, u32)| (count > 0).then(|| format!("{count} {}", spoken(reason)));
    selected.dropped().into_iter().filter_map(said).collect()
}

/// The first of some names, and how many more there are.
pub fn first_named(
    names: impl ExactSizeIterator<Item = String>,
    most: usize,
    more: impl Fn(usize) -> String,
) -> Vec<String> {
    let rest = names.len().saturating_sub(most);
    names.take(most).chain((rest > 0).then(|| more(rest))).collect()
}

/// A name in a link or a file as words: `too_large` is `too large`.
pub fn spoken(name: &str) -> String {
    name.replace('_', " ")
}

/// A share in per cent, with as many digits as a sentence needs: `76 %`, `1.4 %`, `0.03 %`. A share below 1 is never
/// 100 %.
pub fn percent(share: f64) -> String {
    let hundredths = 100.0 * share;
    let digits = match hundredths.abs() {
        0.0 => 0,
        size if size >= 9.95 => 0,
        size if size >= 0.995 => 1,
        size => (1 - libm::floor(libm::log10(size)) as i32).clamp(0, 4) as usize,
    };
    let rounded = format!("{hundredths:.digits$}");
    if rounded == "100" && share < 1.0 { "over 99\u{202f}%".into() } else { format!("{rounded}\u{202f}%") }
}

/// A readable duration: `0.4 s`, `12 s`, `3 min 20 s`, `2 h 5 min`.
pub fn duration(seconds: f64) -> String {
    let seconds = if seconds.is_finite() { seconds.max(0.0) } else { 0.0 };
    if seconds < 10.0 {
        return format!("{seconds:.1} s");
    }
    let whole = seconds.round() as u64;
    match whole {
        ..90 => format!("{whole} s"),
        90..5400 => format!("{} min {} s", whole / 60, whole % 60),
        _ => {
            let minutes = (whole + 30) / 60;
            format!("{} h {} min", minutes / 60, minutes % 60)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_titles_read_as_sentences_do() {
        let names = ["a", "b", "c"].map(String::from);
        assert_eq!([listed(&[]), listed(&names[..1]), listed(&names[..2])], ["", "a", "a and b"]);
        assert_eq!(listed(&names), "a, b and c");
        assert_eq!([decapitalised("Mean wait"), decapitalised("")], ["mean wait", ""]);
        assert_eq!([counted(0, "job"), counted(1, "job")], ["0 jobs", "1 job"]);
        assert_eq!([more(5, 5), more(8, 5)], ["", "and 3 more"]);
        assert_eq!([rest(5, 5, "row"), rest(6, 5, "row")], ["", "and 1 more row, which the CSV file has"]);
        assert_eq!(rest(9, 5, "row"), "and 4 more rows, which the CSV file has");
        assert_eq!(sentence("there are none"), "There are none.");
        assert_eq!(spoken("unknown_runtime"), "unknown runtime");
    }

    #[test]
    fn shares_have_two_digits() {
        let said = [0.0, 0.76123, 0.0142, 0.099, 0.0996, 0.00031, 0.999, 1.0, 1.234].map(percent);
        let expected = ["0 %", "76 %", "1.4 %", "9.9 %", "10 %", "0.031 %", "over 99 %", "100 %", "123 %"];
        assert_eq!(said.map(|text| text.replace('\u{202f}', " ")), expected);
    }

    #[test]
    fn durations_have_sensible_digits() {
        for (seconds, text) in [
            (0.04, "0.0 s"),
            (9.94, "9.9 s"),
            (12.4, "12 s"),
            (89.6, "1 min 30 s"),
            (200.0, "3 min 20 s"),
            (5399.0, "89 min 59 s"),
            (7500.0, "2 h 5 min"),
            (7615.0, "2 h 7 min"),
            (10_795.0, "3 h 0 min"),
            (f64::NAN, "0.0 s"),
        ] {
            assert_eq!(duration(seconds), text);
        }
    }
}
