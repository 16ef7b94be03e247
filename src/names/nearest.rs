//! Names as typed, and the known names that were probably meant.

/// A name as it is compared: in small letters, without spaces.
pub fn plain(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_whitespace()).map(|letter| letter.to_ascii_lowercase()).collect()
}

/// The most names that a question offers; if more are equally near, it offers none.
const MOST_MEANT: usize = 3;

/// The fewest letters that stand for all names that begin with them.
const BEGINNING: usize = 3;

/// The names nearest to an unknown text, at most three; none if none is near. A name is near with at most one slip for
/// every three letters: a letter too many, too few, a wrong one, or two in the wrong order. A beginning of a name is
/// near, too.
pub fn nearest<'a>(text: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let letters = |text: &str| plain(text).chars().collect::<Vec<char>>();
    let typed = letters(text);
    let slips = names.into_iter().filter_map(|name| Some((slips(&typed, &letters(name))?, name)));
    let slips: Vec<(usize, &str)> = slips.collect();
    let fewest = slips.iter().map(|(slips, _)| *slips).min();
    let mut nearest: Vec<String> = Vec::new();
    for (_, name) in slips.into_iter().filter(|(slips, _)| Some(*slips) == fewest) {
        if !nearest.iter().any(|other| other == name) {
            nearest.push(name.into());
        }
    }
    if nearest.len() > MOST_MEANT { Vec::new() } else { nearest }
}

/// How many slips turn one text into the other; `None` if these are too many.
fn slips(typed: &[char], name: &[char]) -> Option<usize> {
    let most = typed.len().max(name.len()) / 3;
    let apart = typed.len().abs_diff(name.len());
    // The length alone excludes most names, and a very long text costs nothing.
    let near = (apart <= most).then(|| distance(typed, name)).filter(|slips| *slips <= most);
    let begins = typed.len() >= BEGINNING && name.starts_with(typed);
    near.or_else(|| begins.then_some(apart))
}

/// The distance of Damerau and Levenshtein, in which no piece is edited twice (optimal string alignment). O(n m).
fn distance(one: &[char], other: &[char]) -> usize {
    let mut rows = vec![(0..=other.len()).collect::<Vec<usize>>()];
    for (i, letter) in one.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, second) in other.iter().enumerate() {
            let changed = rows[i][j] + usize::from(letter != second);
            let mut least = changed.min(rows[i][j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *letter == other[j - 1] && one[i - 1] == *second {
                least = least.min(rows[i - 1][j - 1] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[one.len()][other.len()]
}

/// Up to this many names are all listed; of more, only the first ones.
const LISTED_WHOLE: usize = 10;
const LISTED: usize = 6;

/// The expected names if none of these is near: all of a few, the first of many, and where the others are.
pub fn one_of<N: AsRef<str>>(names: &[N]) -> String {
    let listed = |names: &[N]| names.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(", ");
    if names.len() <= LISTED_WHOLE {
        return format!("one of {}", listed(names));
    }
    let others = names.len() - LISTED;
    format!("one of {} or {others} others, which the page and 'subtorus list' name", listed(&names[..LISTED]))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 8] = ["ep", "ff", "bf", "tff", "gabl", "paging", "conservative", "easy"];

    #[test]
    fn a_slip_in_three_letters_is_forgiven() {
        for (typed, meant) in [
            ("gable", &["gabl"][..]),
            ("gbal", &["gabl"]),
            ("GABK", &["gabl"]),
            ("pging", &["paging"]),
            ("apgign", &["paging"]),
            ("conservitave", &["conservative"]),
            ("eazy", &["easy"]),
            ("fff", &["ff", "tff"]),
            ("tf", &["tff"]),
        ] {
            assert_eq!(nearest(typed, NAMES), meant, "{typed}");
        }
    }

    #[test]
    fn what_is_far_from_all_is_near_to_none() {
        for typed in ["", "x", "fb", "xx", "gobble", "nonsense", "pa91n0", &"gabl".repeat(100_000)] {
            assert_eq!(nearest(typed, NAMES), [""; 0], "{typed}");
        }
        assert_eq!(nearest("aff", ["aaf", "abf", "acf", "adf"]), [""; 0], "four are as near as none");
    }

    #[test]
    fn three_letters_stand_for_what_begins_with_them() {
        assert_eq!(nearest("Cons", NAMES), ["conservative"]);
        assert_eq!(nearest("pag", NAMES), ["paging"]);
        assert_eq!(nearest("pa", NAMES), [""; 0]);
    }

    #[test]
    fn slips_are_counted() {
        let count = |one: &str, other: &str| {
            let letters = |text: &str| text.chars().collect::<Vec<_>>();
            distance(&letters(one), &letters(other))
        };
        for (one, other, slips) in
            [("", "", 0), ("", "abc", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("abcd", "badc", 2), ("ca", "abc", 3)]
        {
            assert_eq!((count(one, other), count(other, one)), (slips, slips), "{one} {other}");
        }
    }

    #[test]
    fn names_are_told_in_words() {
        assert_eq!(one_of(&["a"; 10]), format!("one of {}", ["a"; 10].join(", ")));
        assert_eq!(one_of(&["a"; 11]), "one of a, a, a, a, a, a or 5 others, which the page and 'subtorus list' name");
    }

    #[test]
    fn names_are_compared_without_spaces_and_capitals() {
        assert_eq!(plain(" Ga\u{a0}BL\t"), "gabl");
    }
}
