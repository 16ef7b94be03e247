//! The entry of the catalogue, and its arguments.

use super::{Kueue, Manner};
use crate::allocation::entry::{Entry, Reading, whole, with_defaults};
use crate::allocation::pages::Pages;
use crate::allocation::strategies::slurm::Slurm;
use crate::allocation::{ArgumentError, Effort, Family, Requirement};
use crate::machine::{MAX_NODES, Machine};
use crate::topology::{Kind, Switch, Topology};
use std::rc::Rc;

/// The entries of the catalogue.
pub const ENTRIES: &[Entry] = &[Entry {
    name: "kueue",
    title: "Kueue, topology-aware",
    family: Family::Cluster,
    effort: Effort::EachNode,
    arguments: "leaf;children;...;rule;level=k",
    examples: &["kueue(16;4)", "kueue(16;4;required)", "kueue(16;4;least-free)", "kueue(16;4;balanced)"],
    summary: "Kueue's topology-aware scheduling on a tree: a job gets the fullest leaf or subtree that holds it, or all of \
              it in as few as possible. With required it waits for one, with least-free it fills what is fullest, with \
              balanced its parts are about equal.",
    source: "Kueue, KEP-2724; semantics 11.11",
    colour: 4,
    has_own_units: true,
    instead: "slurm-flat",
    read: |arguments| {
        let [text] = with_defaults(arguments, [""])?;
        let arguments = Arguments::read(text)?;
        Ok(Reading::on_topology(arguments.text(), move |file, _, setting| arguments.make(setting.machine, file)))
    },
    ..Entry::COMMON
}];

/// The arguments of the strategy.
struct Arguments {
    /// The nodes of a leaf, the leaves under a switch, and so on. Empty if a file describes the topology.
    widths: Vec<u32>,
    manner: Option<Manner>,
    level: u32,
}

impl Arguments {
    fn read(text: &str) -> Result<Arguments, ArgumentError> {
        let mut arguments = Arguments { widths: Vec::new(), manner: None, level: 0 };
        for part in text.split(';').map(str::trim).filter(|_| !text.is_empty()) {
            if let Some(level) = part.strip_prefix("level=") {
                arguments.level = whole("level", level, 0..=MAX_NODES)?;
            } else if part.starts_with(|letter: char| letter.is_ascii_digit()) {
                arguments.widths.push(whole("number of nodes or switches", part, 1..=MAX_NODES)?);
            } else if arguments.manner.replace(part.parse()?).is_some() {
                return Err(ArgumentError::NotForm { text: text.into(), form: "one rule, such as 16;4;balanced" });
            }
        }
        Ok(arguments)
    }

    /// The canonical text.
    fn text(&self) -> String {
        let manner = self.manner.filter(|manner| *manner != Manner::BestFit);
        let level = (self.level > 0).then(|| format!("level={}", self.level));
        let widths = self.widths.iter().map(u32::to_string);
        widths.chain(manner.map(|manner| manner.to_string())).chain(level).collect::<Vec<_>>().join(";")
    }

    /// The topology of a file counts if they describe none.
    fn make(&self, machine: &Machine, file: Option<&Topology>) -> Result<Slurm, Requirement> {
        let own = (!self.widths.is_empty()).then(|| Topology::tree(machine.node_count(), &self.widths));
        let blocks: Vec<Switch>;
        let switches = match own.as_ref().or(file).map(|topology| &topology.kind) {
            None => return Err(Requirement::Topology),
            Some(Kind::Tree(switches)) => switches,
            Some(Kind::Block(racks)) => {
                blocks = racks.blocks.iter().cloned().map(Switch::leaf).collect();
                &blocks
            }
            Some(other) => return Err(Requirement::OtherTopology(other.name().name())),
        };
        let rule = Kueue::new(switches, self.manner.unwrap_or(Manner::BestFit), self.level as usize);
        let rule = rule.ok_or(Requirement::Level(self.level))?;
        Ok(Slurm::of_rule(Rc::new(rule), Pages::by_index(machine, 1)))
    }
}
