//! Names as people write them, with arguments and in lists, and what they stand for.

use super::{CATALOGUE, Entry, Maker};

/// A strategy as somebody named it.
pub struct Choice {
    /// Its line of the catalogue.
    pub entry: &'static Entry,
    /// Its full name in canonical form.
    pub name: String,
    /// Makes an allocator, or says why a machine is not for it.
    pub make: Maker,
}

/// The strategy of this full name, or a sentence that says what is wrong with the name or its arguments.
pub fn find(text: &str) -> Result<Choice, String> {
    let (name, arguments) = match text.split_once('(') {
        Some((name, rest)) => {
            let inner = rest.strip_suffix(')').ok_or_else(|| format!("'{text}' lacks its closing parenthesis"))?;
            (name, inner.split(',').collect())
        }
        None => (text, Vec::new()),
    };
    let entry = CATALOGUE.iter().find(|entry| entry.name == name).ok_or_else(|| {
        let known: Vec<_> = CATALOGUE.iter().map(Entry::full_form).collect();
        format!("unknown allocation strategy '{name}' (known: {})", known.join(", "))
    })?;
    let wrong = |reason| format!("'{text}': {reason} (expected {})", entry.full_form());
    let (canonical, make) = (entry.read)(&arguments).map_err(wrong)?;
    let name = if canonical.is_empty() { name.to_string() } else { format!("{name}({canonical})") };
    Ok(Choice { entry, name, make })
}

/// The full names of a list separated by commas; commas within parentheses do not count.
pub fn split_list(text: &str) -> Vec<&str> {
    let mut depth = 0usize;
    text.split(|letter: char| {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        letter == ',' && depth == 0
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_is_its_own_canonical_name() {
        for entry in CATALOGUE {
            assert!(!entry.examples.is_empty(), "{}", entry.name);
            for example in entry.examples {
                let choice = find(example).unwrap();
                assert_eq!(choice.name, *example);
                assert_eq!(choice.entry.name, entry.name);
            }
        }
    }

    #[test]
    fn what_is_wrong_with_a_name_is_said() {
        for (text, hint) in [
            ("best", "unknown allocation strategy 'best' (known: ep, nep, ff"),
            ("flat(", "closing parenthesis"),
            ("flat(3)", "'flat(3)': takes no arguments (expected flat)"),
            ("", "unknown allocation strategy ''"),
        ] {
            let reason = find(text).err().unwrap();
            assert!(reason.contains(hint), "{text}: {reason}");
        }
    }

    #[test]
    fn lists_are_split_outside_parentheses() {
        assert_eq!(split_list("ep,curve(snake,best),flat"), ["ep", "curve(snake,best)", "flat"]);
        assert_eq!(split_list("ep,,flat("), ["ep", "", "flat("]);
    }
}
