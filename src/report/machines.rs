//! Machines proposed for a log: grids of its own processors, and those of the literature that its largest job fits on.

use super::words::counted;
use crate::machine::{KNOWN_MACHINES, MAX_NODES, Machine, grids};
use crate::sorting::sorted;
use crate::workload::Log;
use serde::Serialize;

/// Settings to choose, and what they are called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Choice {
    /// What it is called.
    pub label: String,
    /// Parameters and their values.
    pub settings: Vec<(String, String)>,
}

/// A machine that suits a log, in one or two forms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Proposal {
    /// Its extents, or what people call it.
    pub title: String,
    /// How many nodes it has beside the log's machine.
    pub remark: String,
    /// The forms in which it can be had.
    pub choices: Vec<Choice>,
}

/// What is proposed for a log.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Machines {
    /// The value of `machine` that suits the log where nobody has set one; empty where nobody knows the log's processors.
    pub suggested: String,
    /// Why, in a phrase.
    pub reason: String,
    /// What else there is to choose from.
    pub proposals: Vec<Proposal>,
}

/// A machine of the literature is proposed if it has at most so many times the nodes of the log's.
const MUCH_LARGER: u32 = 16;

impl Machines {
    /// What is proposed for a log whose machine had so many processors, as far as anybody knows. Where its jobs come with
    /// shapes, machines have their dimensions.
    pub fn new(log: &Log, processors: u32) -> Machines {
        let workload = log.select(&Default::default()).0;
        let largest = workload.size.iter().max().unwrap_or(0);
        let dimensions = workload.sides.first().map(|shape| shape.len());
        let suits = |machine: &Machine| dimensions.is_none_or(|dimensions| machine.dimensions() == dimensions);
        let known = log.header.max_procs().is_some_and(|processors| processors >= largest);
        let nodes = processors.max(largest);
        let grids = grids(nodes).into_iter().map(|extents| Machine::torus(&extents));
        let grids: Vec<Machine> = grids.filter(suits).collect();
        let first = grids.first().filter(|_| known || dimensions.is_some());
        let mut proposals: Vec<Proposal> = grids.iter().map(|grid| own(grid, nodes, known)).collect();
        proposals.extend(literature(largest, nodes, &suits));
        if dimensions.is_some() {
            // Shapes stay as they are.
            proposals.iter_mut().for_each(|proposal| proposal.choices.retain(Choice::keeps_sizes));
        }
        let reason = |first: &Machine| match dimensions {
            Some(dimensions) if !known => reason_of_shapes(dimensions, largest),
            _ => reason(first, processors),
        };
        Machines {
            suggested: first.map_or(String::new(), ToString::to_string),
            reason: first.map_or(String::new(), reason),
            proposals,
        }
    }
}

fn reason(first: &Machine, processors: u32) -> String {
    let has = format!("the log's machine has {}", counted(processors as usize, "processor"));
    match first.node_count() {
        nodes if nodes == processors => has,
        nodes => format!("{has}, which make no grid; {nodes} are the nearest that do"),
    }
}

fn reason_of_shapes(dimensions: usize, largest: u32) -> String {
    let dimensions = counted(dimensions, "dimension");
    format!("jobs come with shapes of {dimensions}, and the largest takes {}", counted(largest as usize, "node"))
}

impl Choice {
    /// Whether it leaves sizes as they are.
    fn keeps_sizes(&self) -> bool {
        self.settings.iter().all(|(name, value)| name != "size-scale" || value == "1")
    }
}

/// A grid of the log's own processors: as a mesh, and as a torus. Sizes stay as they are.
fn own(grid: &Machine, nodes: u32, known: bool) -> Proposal {
    let more = grid.node_count() - nodes;
    let whose = if known { "its machine" } else { "its largest job" };
    let remark = match more {
        0 if known => format!("{nodes} nodes, as its machine"),
        0 => format!("{nodes} nodes, as many as its largest job takes"),
        _ => format!("{} nodes, {more} more than {whose}", grid.node_count()),
    };
    let extents: Vec<String> = grid.extents().iter().map(u32::to_string).collect();
    let mesh = Machine::mesh(grid.extents());
    let choices = [("mesh", mesh.to_string()), ("torus", grid.to_string())];
    Proposal {
        title: if grid.dimensions() == 1 { format!("line of {nodes}") } else { extents.join("x") },
        remark,
        choices: choices.map(|(label, machine)| choice(label, &machine, "", 1)).into(),
    }
}

/// The machines of the literature that hold the largest job, the nearest in size first; those that have room for it several
/// times over also with sizes multiplied, so that the log fills them as it filled its own.
fn literature(largest: u32, nodes: u32, suits: &dyn Fn(&Machine) -> bool) -> Vec<Proposal> {
    let machine = |text: &str| text.parse::<Machine>().ok().filter(suits);
    let known = KNOWN_MACHINES.iter().filter_map(|known| Some((known, machine(known.machine)?.node_count())));
    let most = nodes.saturating_mul(MUCH_LARGER).min(MAX_NODES);
    let fitting = known.filter(|(_, count)| *count >= largest && *count <= most).collect();
    let fitting = sorted(fitting, |one: &(_, u32), other| one.1.abs_diff(nodes).cmp(&other.1.abs_diff(nodes)));
    let proposal = |(known, count): (&crate::machine::KnownMachine, u32)| {
        let factor = count.checked_div(nodes).and_then(u32::checked_ilog2).map_or(1, |power| 1 << power);
        let plain = choice("sizes as they are", known.machine, known.unit, 1);
        let scaled = (factor > 1).then(|| choice(&format!("sizes × {factor}"), known.machine, known.unit, factor));
        let remark = format!("{count} nodes, {}", known.source);
        Proposal { title: known.name.into(), remark, choices: [plain].into_iter().chain(scaled).collect() }
    };
    fitting.into_iter().map(proposal).collect()
}

/// A machine, with the unit that goes with it: empty for single nodes.
fn choice(label: &str, machine: &str, unit: &str, scale: u32) -> Choice {
    let settings = [("machine", machine.into()), ("unit", unit.into()), ("size-scale", scale.to_string())];
    Choice { label: label.into(), settings: settings.map(|(name, value)| (name.to_string(), value)).into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats;

    fn machines(header: &str, sizes: &[u32]) -> Machines {
        let line = |size: &u32| format!("1 0 -1 60 {size} -1 -1 {size} 90 -1 1 1 1 1 1 1 -1 -1\n");
        let text = format!("{header}{}", sizes.iter().map(line).collect::<String>());
        let (log, _) = formats::read(text.as_bytes());
        let processors = log.header.max_procs().unwrap_or(sizes.iter().copied().max().unwrap_or(0));
        Machines::new(&log, processors)
    }

    fn titles(machines: &Machines) -> Vec<&str> {
        machines.proposals.iter().map(|proposal| proposal.title.as_str()).collect()
    }

    #[test]
    fn a_log_is_proposed_grids_of_its_own_processors_first() {
        let kth = machines("; MaxProcs: 100\n", &[1, 8, 100]);
        assert_eq!(kth.suggested, "torus:10x10");
        assert_eq!(kth.reason, "the log's machine has 100 processors");
        assert_eq!(titles(&kth)[..3], ["10x10", "4x5x5", "line of 100"]);
        assert_eq!(kth.proposals[0].choices[0], choice("mesh", "mesh:10x10", "", 1));
        assert_eq!(kth.proposals[0].remark, "100 nodes, as its machine");
        assert!(
            kth.proposals[3..].iter().all(|proposal| !proposal.title.contains("8x8 torus")),
            "no room for its largest"
        );
    }

    #[test]
    fn primes_get_what_is_nearest_and_it_is_said() {
        let prime = machines("; MaxProcs: 101\n", &[101]);
        assert_eq!(prime.suggested, "torus:8x13");
        assert_eq!(
            prime.reason,
            "the log's machine has 101 processors, which make no grid; 104 are the nearest that do"
        );
        assert_eq!(titles(&prime)[..3], ["8x13", "3x6x6", "line of 101"]);
        assert_eq!(prime.proposals[0].remark, "104 nodes, 3 more than its machine");
    }

    #[test]
    fn nothing_is_suggested_where_nobody_knows_the_processors() {
        let unknown = machines("", &[3, 96]);
        assert_eq!((&*unknown.suggested, &*unknown.reason), ("", ""));
        assert_eq!(unknown.proposals[0].remark, "96 nodes, as many as its largest job takes");
        let wrong = machines("; MaxProcs: 64\n", &[96]);
        assert_eq!(wrong.suggested, "", "a header that its own jobs contradict");
        let huge = machines("; MaxProcs: 3000000\n", &[2_000_000]);
        assert_eq!(huge, Machines::default(), "more than any machine here");
    }

    #[test]
    fn the_literature_is_offered_with_sizes_as_they_are_and_multiplied() {
        let nasa = machines("; MaxProcs: 128\n", &[128]);
        assert_eq!(nasa.suggested, "torus:8x16");
        let qcdoc = nasa.proposals.iter().find(|proposal| proposal.title.starts_with("QCDOC")).unwrap();
        let expected =
            [choice("sizes as they are", "torus:2x2x2x4x4x8", "", 1), choice("sizes × 8", "torus:2x2x2x4x4x8", "", 8)];
        assert_eq!(qcdoc.choices, expected);
        for proposal in &nasa.proposals {
            for choice in &proposal.choices {
                let mut experiment = crate::experiment::Experiment::default();
                for (name, value) in &choice.settings {
                    experiment.set(name, value).unwrap();
                }
            }
        }
    }

    #[test]
    fn jobs_with_shapes_are_given_a_machine_of_their_dimensions() {
        let (log, _) = formats::read(b"submit,runtime,shape\n0,1,2x2x2\n1,1,4x4x8\n2,1,1x1x64\n");
        let machines = Machines::new(&log, 128);
        assert_eq!(machines.suggested, "torus:4x4x8");
        assert_eq!(machines.reason, "jobs come with shapes of 3 dimensions, and the largest takes 128 nodes");
        let choices = || machines.proposals.iter().flat_map(|proposal| &proposal.choices);
        assert!(choices().count() > 2 && choices().all(Choice::keeps_sizes));
        let of = |choice: &Choice| choice.settings[0].1.parse::<Machine>().unwrap().dimensions();
        assert!(choices().all(|choice| of(choice) == 3), "{:?}", machines.proposals);
    }
}
