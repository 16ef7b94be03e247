//! Hostlists: `n[001-018,20],m1` stands for the names of 20 nodes.

use super::error::Problem;
use crate::diagnostic::shortened;
use crate::names::plain_number;

/// The names of a hostlist in written order. Several brackets of a name vary like digits, the last one fastest. Fails
/// on more than `most` names, before they need memory.
pub fn expand(text: &str, most: usize) -> Result<Vec<String>, Problem> {
    let mut names = Vec::new();
    for pattern in patterns(text)? {
        let pattern = pattern.trim();
        if pattern.is_empty() {
            return Err(Problem::Hostlist(format!("the list '{}' has an empty name", shortened(text))));
        }
        let mut begun = vec![String::new()];
        for (place, part) in pattern.split(['[', ']']).enumerate() {
            // Brackets alternate, so every second part is inside of a pair.
            let endings = if place % 2 == 0 { vec![part.into()] } else { numbers(part, most)? };
            if begun.len() * endings.len() + names.len() > most {
                return Err(Problem::TooManyNodes);
            }
            begun = begun.iter().flat_map(|name| endings.iter().map(move |ending| format!("{name}{ending}"))).collect();
        }
        names.append(&mut begun);
    }
    Ok(names)
}

/// The parts between commas outside of brackets. Fails if the brackets do not alternate.
fn patterns(text: &str) -> Result<Vec<&str>, Problem> {
    let (mut inside, mut matches) = (false, true);
    let parts = text.split(|letter: char| {
        if matches!(letter, '[' | ']') {
            matches &= inside == (letter == ']');
            inside = letter == '[';
        }
        letter == ',' && !inside
    });
    let parts = parts.collect();
    if matches && !inside {
        Ok(parts)
    } else {
        Err(Problem::Hostlist(format!("the brackets of '{}' do not match", shortened(text))))
    }
}

/// The numbers of a bracket. A leading zero of a range's first number pads all its numbers to that width.
fn numbers(text: &str, most: usize) -> Result<Vec<String>, Problem> {
    let mut numbers = Vec::new();
    for part in text.split(',').map(str::trim) {
        let wrong = || Problem::Hostlist(format!("'{}' is no range of numbers", shortened(part)));
        let (from, to) = part.split_once('-').unwrap_or((part, part));
        let (first, last): (u64, u64) = plain_number(from).zip(plain_number(to)).ok_or_else(wrong)?;
        let further = last.checked_sub(first).ok_or_else(wrong)?;
        if further >= (most - numbers.len().min(most)) as u64 {
            return Err(Problem::TooManyNodes);
        }
        let width = if from.starts_with('0') { from.len() } else { 0 };
        numbers.extend((first..=last).map(|number| format!("{number:0width$}")));
    }
    Ok(numbers)
}

/// Names as a hostlist: neighbours that differ in a last number, by one, share a bracket.
pub fn fold<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let mut ranges: Vec<(&str, &str, &str)> = Vec::new();
    for name in names {
        let (stem, digits) = name.split_at(name.trim_end_matches(|letter: char| letter.is_ascii_digit()).len());
        match ranges.last_mut() {
            Some((same, _, last)) if *same == stem && follows(last, digits) => *last = digits,
            _ => ranges.push((stem, digits, digits)),
        }
    }
    let range = |&(_, first, last): &(&str, &str, &str)| {
        if first == last { first.to_string() } else { format!("{first}-{last}") }
    };
    let has_number = |range: &(&str, &str, &str)| (1..=18).contains(&range.2.len());
    let groups = ranges.chunk_by(|one, other| one.0 == other.0 && has_number(one) && has_number(other));
    let text = |group: &[(&str, &str, &str)]| match group {
        [only] if only.1 == only.2 => format!("{}{}", only.0, only.1),
        _ => format!("{}[{}]", group[0].0, group.iter().map(range).collect::<Vec<_>>().join(",")),
    };
    groups.map(text).collect::<Vec<_>>().join(",")
}

/// Whether a number in digits is the one behind another, in a range that is written with the other's first digits.
fn follows(last: &str, digits: &str) -> bool {
    let keeps_width = last.len() == digits.len() || !(last.starts_with('0') || digits.starts_with('0'));
    let number = |text: &str| text.parse::<u64>().ok();
    keeps_width && number(last).and_then(|last| last.checked_add(1)).is_some_and(|next| number(digits) == Some(next))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn expanded(text: &str) -> String {
        expand(text, 100).unwrap().join(" ")
    }

    #[test]
    fn brackets_stand_for_numbers() {
        for (text, names) in [
            ("n1", "n1"),
            ("n[1-3],m", "n1 n2 n3 m"),
            ("n[3,1-2]", "n3 n1 n2"),
            ("n[08-11]", "n08 n09 n10 n11"),
            ("n[8-011]", "n8 n9 n10 n11"),
            ("r[1-2]n[0-1]x", "r1n0x r1n1x r2n0x r2n1x"),
            ("[7]", "7"),
            ("a, b", "a b"),
        ] {
            assert_eq!(expanded(text), names, "{text}");
        }
    }

    #[test]
    fn wrong_lists_are_refused() {
        for text in ["n[1", "n]1[", "n[[1]]", "n1]", "n[1-[2]"] {
            assert_eq!(expand(text, 9), Err(Problem::Hostlist(format!("the brackets of '{text}' do not match"))));
        }
        for (text, range) in
            [("n[2-1]", "2-1"), ("n[a]", "a"), ("n[]", ""), ("n[1-]", "1-"), ("n[+1]", "+1"), ("n[1-2-3]", "1-2-3")]
        {
            assert_eq!(expand(text, 9), Err(Problem::Hostlist(format!("'{range}' is no range of numbers"))));
        }
        for text in ["", "a,,b", "a,"] {
            assert_eq!(expand(text, 9), Err(Problem::Hostlist(format!("the list '{text}' has an empty name"))));
        }
        for text in ["n[1-10]", "n[0-18446744073709551615]", "n[1-4][1-4]", "a[1-5],b[1-5]", "n[1-9,10-11]"] {
            assert_eq!(expand(text, 9), Err(Problem::TooManyNodes), "{text}");
        }
    }

    #[test]
    fn names_are_folded() {
        for (names, text) in [
            (&["n1", "n2", "n3", "n5", "m"][..], "n[1-3,5],m"),
            (&["n9", "n10", "n11", "x"], "n[9-11],x"),
            (&["n09", "n10", "n011"], "n[09-10,011]"),
            (&["a", "a", "a1"], "a,a,a1"),
            (&["7", "8"], "[7-8]"),
        ] {
            assert_eq!(fold(names.iter().copied()), text);
        }
    }

    proptest! {
        #[test]
        fn what_is_folded_expands_to_the_same(names in prop::collection::vec("[ab]?0?[0-9]{1,2}x?", 1..20)) {
            prop_assert_eq!(expand(&fold(names.iter().map(String::as_str)), 1000), Ok(names));
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[a0-9\\[\\],\\-é ]{0,20}") {
            let _ = expand(&text, 50);
        }
    }
}
