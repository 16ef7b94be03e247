//! The entry of a strategy in the catalogue: all facts except how it works. It stands in the strategy's own file.

use super::error::{ArgumentError, Requirement};
use super::{Allocator, Effort, Family};
use crate::machine::{MAX_NODES, Machine};
use crate::names::plain_number;
use crate::topology::Topology;
use std::ops::RangeInclusive;

/// One entry of the catalogue.
pub struct Entry {
    /// The name in permalinks and on the command line.
    pub name: &'static str,
    /// The name for people, in two or three words.
    pub title: &'static str,
    /// How the nodes of one job lie relative to each other.
    pub family: Family,
    /// The time to place a job.
    pub effort: Effort,
    /// The arguments that may stand in parentheses behind the name, for instance `s,order`; empty for most.
    pub arguments: &'static str,
    /// Full names to offer in menus and to try in tests: one for each variant.
    pub examples: &'static [&'static str],
    /// The strategy in two sentences, for the interface.
    pub summary: &'static str,
    /// The paper and section it comes from.
    pub source: &'static str,
    /// The number of its colour in charts, from 0 to 11. It must never change.
    pub colour: usize,
    /// Whether it places sub-meshes, so that requests must come with extents.
    pub wants_extents: bool,
    /// Whether it rounds requests up to powers of two.
    pub rounds_to_powers_of_two: bool,
    /// Whether it divides the machine into its own units. The machine then cannot have others (`unit`).
    pub has_own_units: bool,
    /// The full name of a replacement on machines that this strategy refuses; empty if it refuses none.
    pub instead: &'static str,
    /// Reads the arguments.
    pub read: fn(&[&str]) -> Result<Reading, ArgumentError>,
}

impl Entry {
    /// The facts that most strategies share. Each strategy gives the others, which are empty here.
    pub(super) const COMMON: Entry = Entry {
        name: "",
        title: "",
        family: Family::Reference,
        effort: Effort::Unknown,
        arguments: "",
        examples: &[],
        summary: "",
        source: "",
        colour: 0,
        wants_extents: false,
        rounds_to_powers_of_two: false,
        has_own_units: false,
        instead: "",
        read: |arguments| Err(ArgumentError::TooMany { most: 0, given: arguments.len() }),
    };

    /// The name with its possible arguments.
    pub fn full_form(&self) -> String {
        if self.arguments.is_empty() { self.name.into() } else { format!("{}({})", self.name, self.arguments) }
    }
}

/// The input for making an allocator.
pub struct Setting<'a> {
    /// The machine, empty.
    pub machine: &'a Machine,
    /// The seed of the experiment, for strategies that draw random numbers.
    pub seed: u64,
    /// The number of the replication, for the same strategies.
    pub replication: u32,
}

/// Makes an allocator, or reports what the machine lacks. The topology is that of a file, if there is one; the flag says
/// whether jobs are rounded up to the sizes of its placements.
pub type Maker = Box<dyn Fn(Option<&Topology>, bool, &Setting) -> Result<Box<dyn Allocator>, Requirement>>;

/// Arguments that have been read.
pub struct Reading {
    /// The arguments in their canonical form; empty if all are defaults.
    pub canonical: String,
    /// Makes the strategy with these arguments.
    pub make: Maker,
}

impl Reading {
    /// Arguments of this canonical form, and the strategy that they select.
    pub fn new<A: Allocator + 'static>(
        canonical: String,
        make: impl Fn(&Setting) -> Result<A, Requirement> + 'static,
    ) -> Reading {
        Reading::on_topology(canonical, move |_, _, setting| make(setting))
    }

    /// The same for a strategy that reads the topology of a file.
    pub fn on_topology<A: Allocator + 'static>(
        canonical: String,
        make: impl Fn(Option<&Topology>, bool, &Setting) -> Result<A, Requirement> + 'static,
    ) -> Reading {
        let make = move |topology: Option<&Topology>, round_up, setting: &Setting| {
            Ok(Box::new(make(topology, round_up, setting)?) as Box<dyn Allocator>)
        };
        Reading { canonical, make: Box::new(make) }
    }

    /// The strategy without arguments. Fails if there are any.
    pub fn without_arguments<A: Allocator + 'static>(
        arguments: &[&str],
        make: impl Fn(&Setting) -> Result<A, Requirement> + 'static,
    ) -> Result<Reading, ArgumentError> {
        let [] = with_defaults(arguments, [])?;
        Ok(Reading::new(String::new(), make))
    }
}

/// The arguments, with defaults for the omitted ones.
pub fn with_defaults<'a, const N: usize>(
    arguments: &[&'a str],
    defaults: [&'a str; N],
) -> Result<[&'a str; N], ArgumentError> {
    if arguments.len() > N {
        return Err(ArgumentError::TooMany { most: N, given: arguments.len() });
    }
    let mut all = defaults;
    all[..arguments.len()].copy_from_slice(arguments);
    Ok(all)
}

/// Reads the argument of a strategy that divides the machine into cubes: the nodes of a side. Also returns its
/// canonical form, empty for the default. `what` names the argument in errors.
pub fn side(what: &'static str, arguments: &[&str], default: u32) -> Result<(u32, String), ArgumentError> {
    let default = default.to_string();
    let [side] = with_defaults(arguments, [&*default])?;
    let side = whole(what, side, 1..=MAX_NODES)?;
    let canonical = if side.to_string() == default { String::new() } else { side.to_string() };
    Ok((side, canonical))
}

/// An argument that is a whole number, digits only.
pub fn whole(what: &'static str, text: &str, range: RangeInclusive<u32>) -> Result<u32, ArgumentError> {
    plain_number(text).filter(|number| range.contains(number)).ok_or_else(|| ArgumentError::NotWhole {
        what,
        text: text.into(),
        range,
    })
}
