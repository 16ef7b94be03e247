//! Every allocation strategy by name, with arguments and in lists, as users write them. The page, the command line, the
//! permalink and the property tests know strategies only from here.
//!
//! A name may have arguments in parentheses, `curve(hilbert,best)`; omitted arguments have defaults. Capitals and
//! spaces do not matter.

pub use super::entry::{Entry, Setting};

use super::entry::Reading;
use super::{Allocator, NameError, Requirement, Unsuitable, own, strategies};
use crate::names::{nearest, plain};
use crate::topology::Topology;

/// The entries of all strategies, in the order of the interface: family by family.
pub fn entries() -> impl Iterator<Item = &'static Entry> {
    strategies::ENTRIES.iter().copied().flatten()
}

/// The entry of the strategy with this full name, with any arguments. This includes own strategies.
pub fn entry(text: &str) -> Option<&'static Entry> {
    let name = text.split('(').next().unwrap_or_default();
    entries().chain([&own::ENTRY]).find(|entry| entry.name == name)
}

/// A strategy as a user named it.
pub struct Choice {
    /// Its entry.
    pub entry: &'static Entry,
    /// Its full name in canonical form.
    pub name: String,
    reading: Reading,
}

impl Choice {
    /// The name for people. Arguments follow in parentheses.
    pub fn title(&self) -> String {
        match &*self.reading.canonical {
            "" => self.entry.title.into(),
            arguments => format!("{} ({})", self.entry.title, arguments.replace(',', ", ")),
        }
    }

    /// The strategy on an empty machine. Fails if the strategy cannot use the machine.
    pub fn make(&self, setting: &Setting) -> Result<Box<dyn Allocator>, Unsuitable> {
        self.make_on(None, false, setting)
    }

    /// The same on a machine with the topology of a file, and perhaps with jobs rounded up to the sizes of placements.
    /// Only some strategies read these. The machine must have as many nodes as the topology.
    pub fn make_on(
        &self,
        topology: Option<&Topology>,
        round_up: bool,
        setting: &Setting,
    ) -> Result<Box<dyn Allocator>, Unsuitable> {
        let nodes = topology.map(|topology| topology.nodes.len() as u32);
        let made = match nodes.filter(|nodes| *nodes != setting.machine.node_count()) {
            Some(nodes) => Err(Requirement::Nodes(nodes)),
            None => (self.reading.make)(topology, round_up, setting),
        };
        made.map_err(|requirement| Unsuitable {
            strategy: self.name.clone(),
            machine: setting.machine.to_string(),
            requirement,
            instead: self.entry.instead,
        })
    }
}

/// The strategy of this full name. Fails if no strategy has that name, or if its arguments are wrong.
///
/// ```
/// use subtorus::allocation::catalogue::{self, Setting};
/// use subtorus::machine::Machine;
/// use subtorus::workload::Request;
///
/// let choice = catalogue::find("paging(1,snake)")?; // pages of 2 x 2
/// let machine = Machine::mesh(&[8, 8]);
/// let mut strategy = choice.make(&Setting { machine: &machine, seed: 1, replication: 0 })?;
/// let request = strategy.effective(&Request::processors(6));
/// let allocation = strategy.allocate(&request).expect("the machine is empty");
/// assert_eq!((allocation.blocks.len(), allocation.processors), (2, 8));
///
/// strategy.release(&allocation);
/// assert_eq!(strategy.free_processors(), 64);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn find(text: &str) -> Result<Choice, NameError> {
    let written = plain(text);
    let (name, arguments) = match written.split_once('(') {
        Some((name, rest)) => {
            let inner = rest.strip_suffix(')').ok_or_else(|| NameError::UnclosedQuote(text.into()))?;
            (name, inner.split(',').collect())
        }
        None => (&*written, Vec::new()),
    };
    let entry = entry(name).ok_or_else(|| unknown(text))?;
    let wrong = |error| NameError::Argument { text: text.into(), form: entry.full_form(), error };
    let reading = (entry.read)(&arguments).map_err(wrong)?;
    let name = match &*reading.canonical {
        "" => name.to_string(),
        arguments => format!("{name}({arguments})"),
    };
    Ok(Choice { entry, name, reading })
}

/// The error for a text that names no strategy. Suggested names keep the arguments if they accept them.
fn unknown(text: &str) -> NameError {
    let (name, rest) = text.split_at(text.find('(').unwrap_or(text.len()));
    let full = |name: String| find(&format!("{name}{rest}")).map_or(name, |choice| choice.name);
    let meant = nearest(name, entries().map(|entry| entry.name)).into_iter().map(full).collect();
    NameError::Unknown { name: name.trim().into(), meant, known: entries().map(Entry::full_form).collect() }
}

/// The full names in a list separated by commas. Commas within parentheses do not separate.
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
    use crate::allocation::Family;
    use crate::diagnostic::Diagnostic;

    #[test]
    fn every_example_is_its_own_canonical_name() {
        for entry in entries() {
            assert!(!entry.examples.is_empty(), "{}", entry.name);
            for example in entry.examples {
                let choice = find(example).unwrap();
                assert_eq!(choice.name, *example);
                assert_eq!(choice.entry.name, entry.name);
            }
        }
    }

    #[test]
    fn names_are_unique_and_stand_family_by_family() {
        let places = entries().map(|entry| Family::ALL.iter().position(|family| *family == entry.family));
        assert!(places.is_sorted());
        for entry in entries() {
            assert_eq!(entries().filter(|other| other.name == entry.name).count(), 1, "{}", entry.name);
        }
    }

    #[test]
    fn what_is_wrong_with_a_name_is_said() {
        for (text, expected) in [
            ("flat(", "'flat(' lacks its closing parenthesis"),
            ("flat(3)", "'flat(3)': takes no arguments, not 1 (expected flat)"),
            ("bl(bytes)", "'bl(bytes)': unknown search 'bytes' (expected bl(search) with one of bits, boxes)"),
        ] {
            assert_eq!(Diagnostic::of(&find(text).err().unwrap()).message(), expected);
        }
        for text in ["best", ""] {
            let reason = Diagnostic::of(&find(text).err().unwrap()).message();
            let expected = format!("unknown allocation strategy '{text}' (expected one of ep, nep, ff, ");
            assert!(reason.starts_with(&expected), "{reason}");
        }
    }

    #[test]
    fn names_are_read_as_people_write_them() {
        for (typed, name) in [
            ("GABL", "gabl"),
            (" gabl ", "gabl"),
            ("paging", "paging(0)"),
            ("Paging( 1, Snake )", "paging(1,snake)"),
            ("CURVE(Hilbert,BEST)", "curve(hilbert,best)"),
        ] {
            assert_eq!(find(typed).map(|choice| choice.name).ok(), Some(name.into()), "{typed}");
        }
    }

    #[test]
    fn a_slip_is_seen_through() {
        for (typed, message) in [
            ("gable", "unknown allocation strategy 'gable'; did you mean gabl?"),
            ("GBAL", "unknown allocation strategy 'GBAL'; did you mean gabl?"),
            ("midplan(4)", "unknown allocation strategy 'midplan'; did you mean midplane(4)?"),
            ("gable(3)", "unknown allocation strategy 'gable'; did you mean gabl?"),
            ("paging(0,snak)", "'paging(0,snak)': unknown order 'snak'; did you mean snake?"),
        ] {
            assert_eq!(Diagnostic::of(&find(typed).err().unwrap()).message(), message);
        }
    }

    #[test]
    fn an_entry_is_found_whatever_the_arguments() {
        let name = |text| entry(text).map(|entry| entry.name);
        assert_eq!(name("curve(snake,worst)"), Some("curve"));
        assert_eq!([name("ep"), name("e"), name("")], [Some("ep"), None, None]);
    }

    #[test]
    fn lists_are_split_outside_parentheses() {
        assert_eq!(split_list("ep,curve(snake,best),flat"), ["ep", "curve(snake,best)", "flat"]);
        assert_eq!(split_list("ep,,flat("), ["ep", "", "flat("]);
    }
}
