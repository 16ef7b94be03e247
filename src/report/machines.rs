//! Machines to choose for a log: grids of its own nodes, and those of the literature that hold its largest job.

use super::proposal::{Nodes, Source, near_cubes};
use crate::experiment::{Experiment, RequestHistogram};
use crate::machine::{KNOWN_MACHINES, KnownMachine, MAX_NODES, Machine, grids};
use crate::sorting::sorted;
use serde::Serialize;

/// Settings to choose, with a label.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Choice {
    /// Its label.
    pub label: String,
    /// Parameters and their values.
    pub settings: Vec<(String, String)>,
}

/// A machine that suits a log, in one or two forms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SuitableMachine {
    /// Its extents, or its usual name.
    pub title: String,
    /// Its number of nodes, compared with the log's machine.
    pub remark: String,
    /// Its forms.
    pub choices: Vec<Choice>,
}

/// A machine of the literature is listed if it has at most this many times the nodes of the log's machine.
const MUCH_LARGER: u32 = 16;

/// Machines for an experiment on a log; the log's machine has these nodes. Grids of these nodes come first: those on
/// which all strategies of the experiment run, then others, near cubes first in each group. Machines of the literature
/// follow. If jobs come with shapes, machines have the same number of dimensions.
pub fn suitable(experiment: &Experiment, taken: &RequestHistogram, nodes: &Nodes) -> Vec<SuitableMachine> {
    let dimensions = taken.longest_sides().map(|sides| sides.len());
    let suits = |machine: &Machine| dimensions.is_none_or(|dimensions| machine.dimensions() == dimensions);
    let machine = |extents: Vec<u32>| Machine::torus(&extents);
    let mut own: Vec<Machine> = near_cubes(nodes.count, dimensions).into_iter().map(machine).collect();
    let others: Vec<Machine> = grids(nodes.count).into_iter().map(machine).filter(suits).collect();
    own.extend(others.into_iter().filter(|other| !own.contains(other)).collect::<Vec<_>>());
    let runs = |machine: &Machine| {
        let plain = Experiment { unit: None, ..experiment.clone() };
        experiment.allocation.iter().all(|name| plain.allocator(name, machine, 0).is_ok())
    };
    let (first, last): (Vec<_>, Vec<_>) = own.into_iter().partition(runs);
    let mut list: Vec<SuitableMachine> = first.iter().chain(&last).map(|grid| of_own_nodes(grid, nodes)).collect();
    list.extend(of_the_literature(nodes, &suits));
    if dimensions.is_some() {
        // Shapes are never scaled.
        list.iter_mut().for_each(|machine| machine.choices.retain(Choice::keeps_sizes));
        let settings = list.iter_mut().flat_map(|machine| &mut machine.choices).map(|choice| &mut choice.settings);
        settings.for_each(|settings| settings.retain(|(name, _)| name != "node-size"));
    }
    list
}

impl Choice {
    /// Whether it does not scale sizes.
    fn keeps_sizes(&self) -> bool {
        self.settings.iter().all(|(name, value)| name != "size-scale" || value == "1")
    }
}

/// A grid of the log's own nodes, as a mesh and as a torus. Sizes are not scaled.
fn of_own_nodes(grid: &Machine, nodes: &Nodes) -> SuitableMachine {
    let (count, more) = (nodes.count, grid.node_count() - nodes.count);
    let (compared, as_many) = match nodes.source {
        Source::Answer | Source::Header => ("its machine", "as its machine"),
        Source::Peak => ("were in use at once", "as were in use at once"),
        Source::Guess if count == nodes.largest => ("its largest job", "as many as its largest job takes"),
        Source::Guess => ("are assumed", "as assumed"),
    };
    let remark = match more {
        0 => format!("{count} nodes, {as_many}"),
        _ => format!("{} nodes, {more} more than {compared}", grid.node_count()),
    };
    let extents: Vec<String> = grid.extents().iter().map(u32::to_string).collect();
    let mesh = Machine::mesh(grid.extents());
    let choices = [("mesh", mesh.to_string()), ("torus", grid.to_string())];
    SuitableMachine {
        title: if grid.dimensions() == 1 { format!("line of {count}") } else { extents.join("x") },
        remark,
        choices: choices.map(|(label, machine)| choice(label, &machine, "", 1, nodes)).into(),
    }
}

/// The machines of the literature that hold the largest job, the nearest in size first. Machines several times as large
/// are also offered with multiplied sizes, so that the log fills them as it filled its own machine.
fn of_the_literature(nodes: &Nodes, suits: &dyn Fn(&Machine) -> bool) -> Vec<SuitableMachine> {
    let machine = |text: &str| text.parse::<Machine>().ok().filter(suits);
    let known = KNOWN_MACHINES.iter().filter_map(|known| Some((known, machine(known.machine)?.node_count())));
    let most = nodes.count.saturating_mul(MUCH_LARGER).min(MAX_NODES);
    let fitting = known.filter(|(_, count)| *count >= nodes.largest && *count <= most).collect();
    let distance = |count: u32| count.abs_diff(nodes.count);
    let fitting = sorted(fitting, |one: &(_, u32), other| distance(one.1).cmp(&distance(other.1)));
    let listed = |(known, count): (&KnownMachine, u32)| {
        let factor = count.checked_div(nodes.count).and_then(u32::checked_ilog2).map_or(1, |power| 1 << power);
        let plain = choice("sizes as they are", known.machine, known.unit, 1, nodes);
        let scaled =
            (factor > 1).then(|| choice(&format!("sizes × {factor}"), known.machine, known.unit, factor, nodes));
        let remark = format!("{count} nodes, {}", known.source);
        SuitableMachine { title: known.name.into(), remark, choices: [plain].into_iter().chain(scaled).collect() }
    };
    fitting.into_iter().map(listed).collect()
}

/// A machine with its unit, which is empty for single nodes.
fn choice(label: &str, machine: &str, unit: &str, scale: u32, nodes: &Nodes) -> Choice {
    let numbers = [("size-scale", scale), ("node-size", nodes.node_size)];
    let numbers = numbers.map(|(name, value)| (name.to_string(), value.to_string()));
    let names = [("machine", machine), ("unit", unit)].map(|(name, value)| (name.to_string(), value.to_string()));
    Choice { label: label.into(), settings: names.into_iter().chain(numbers).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats;
    use crate::report::Proposal;

    fn machines(header: &str, sizes: &[u32]) -> Vec<SuitableMachine> {
        let line = |size: &u32| format!("1 0 -1 60 {size} -1 -1 {size} 90 -1 1 1 1 1 1 1 -1 -1\n");
        let text = format!("{header}{}", sizes.iter().map(line).collect::<String>());
        Proposal::new(&Experiment::default(), &formats::read(text.as_bytes()).0, &[], None).machines
    }

    fn titles(machines: &[SuitableMachine]) -> Vec<&str> {
        machines.iter().map(|machine| machine.title.as_str()).collect()
    }

    fn settings(machine: &str, scale: u32, node_size: u32) -> Vec<(String, String)> {
        let (scale, node_size) = (scale.to_string(), node_size.to_string());
        let settings = [("machine", machine), ("unit", ""), ("size-scale", &*scale), ("node-size", &*node_size)];
        settings.map(|(name, value)| (name.to_string(), value.to_string())).into()
    }

    #[test]
    fn a_log_is_offered_grids_of_its_own_processors_first() {
        let kth = machines("; MaxProcs: 100\n", &[1, 8, 100]);
        assert_eq!(titles(&kth)[..3], ["10x10", "4x5x5", "line of 100"]);
        assert_eq!(kth[0].choices[0], Choice { label: "mesh".into(), settings: settings("mesh:10x10", 1, 1) });
        assert_eq!(kth[0].remark, "100 nodes, as its machine");
        assert!(kth[3..].iter().all(|machine| !machine.title.contains("8x8 torus")), "no room for its largest");
        let prime = machines("; MaxProcs: 101\n", &[101]);
        assert_eq!(titles(&prime)[..3], ["8x13", "3x6x6", "line of 101"]);
        assert_eq!(prime[0].remark, "104 nodes, 3 more than its machine");
        let unknown = machines("", &[3, 96]);
        assert_eq!(unknown[0].remark, "96 nodes, as many as its largest job takes");
        assert_eq!(machines("; MaxProcs: 3000000\n", &[2_000_000]), [], "more than any machine here");
    }

    #[test]
    fn nodes_of_several_processors_count_as_one() {
        let thunder = machines("; MaxProcs: 4008\n; MaxNodes: 1002\n", &[4, 64, 4000]);
        assert_eq!(thunder[0].choices[1].settings, settings("torus:28x36", 1, 4));
        assert_eq!(thunder[0].remark, "1008 nodes, 6 more than its machine");
    }

    #[test]
    fn the_literature_is_offered_with_sizes_as_they_are_and_multiplied() {
        let nasa = machines("; MaxProcs: 128\n", &[128]);
        let qcdoc = nasa.iter().find(|machine| machine.title.starts_with("QCDOC")).unwrap();
        let found: Vec<_> = qcdoc.choices.iter().map(|choice| (&*choice.label, choice.settings.clone())).collect();
        let here = |scale| settings("torus:2x2x2x4x4x8", scale, 1);
        assert_eq!(found, [("sizes as they are", here(1)), ("sizes × 8", here(8))]);
        for (name, value) in nasa.iter().flat_map(|machine| &machine.choices).flat_map(|choice| &choice.settings) {
            Experiment::default().set(name, value).unwrap();
        }
    }

    #[test]
    fn jobs_with_shapes_are_offered_machines_of_their_dimensions() {
        let (log, _) = formats::read(b"submit,runtime,shape\n0,1,2x2x2\n1,1,4x4x8\n2,1,1x1x64\n");
        let machines = Proposal::new(&Experiment::default(), &log, &[], None).machines;
        let choices = || machines.iter().flat_map(|machine| &machine.choices);
        assert!(choices().count() > 2 && choices().all(Choice::keeps_sizes));
        let of = |choice: &Choice| choice.settings[0].1.parse::<Machine>().unwrap().dimensions();
        assert!(choices().all(|choice| of(choice) == 3), "{machines:?}");
    }
}
