//! Questions of those who run clusters, each with an experiment that answers it. The page computes the numbers.

use super::csv::{Csv, number};
use super::table::{Column, Table};
use crate::diagnostic::{Diagnostic, shortened};
use crate::experiment::UsableShare;
use crate::figure::{Unit, reading};
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// A question, and the link of the experiment that answers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Question {
    /// The question.
    pub title: &'static str,
    /// What the experiment compares, in a sentence or two.
    pub about: &'static str,
    /// The experiment.
    pub link: &'static str,
}

/// Every question, in the order of the page.
pub const QUESTIONS: [Question; 4] = [
    Question {
        title: "torus3d on a pod of 16x16x16: anchors at every node, or every 4?",
        about: "The same boxes with anchors side by side, at every fourth node and at every node, beside first fit and a machine \
                of any nodes: more anchors find a place sooner, and leave smaller gaps. Sizes are raised to those of the list.",
        link: "#v=1&model=tpu-v4&jobs=600&runtimes=exponential(3600)&machine=torus:16x16x16\
               &allocation=slurm-torus3d(2x2x1;2x2x2;2x2x4;2x4x4;4x4x4;4x4x8;4x8x8;8x8x8;8x8x16;8x16x16;16x16x16),\
               slurm-torus3d(2x2x1;2x2x2;2x2x4;2x4x4;4x4x4;4x4x8/4x4x4;4x8x8/4x4x4;8x8x8/4x4x4;8x8x16/4x4x4;8x16x16/4x4x4;16x16x16),\
               slurm-torus3d(2x2x1/1x1x1;2x2x2/1x1x1;2x2x4/1x1x1;2x4x4/1x1x1;4x4x4/1x1x1;4x4x8/1x1x1;4x8x8/1x1x1;8x8x8/1x1x1;\
               8x8x16/1x1x1;8x16x16/1x1x1;16x16x16),tff,flat&scheduling=easy&round-up=on&vary=load:0.5..1.5:0.25&plot=utilization-load",
    },
    Question {
        title: "A machine of 1024 nodes as a torus: partitions of Mao 2005, or torus3d?",
        about: "Equal and non-equal partitions of Mao and others beside a list of placements for Slurm on 8x8x16, and a machine of \
                any nodes. Sizes are raised to those of the list.",
        link: "#v=1&jobs=2000&machine=torus:8x8x16&allocation=ep,nep,\
               slurm-torus3d(1x1x1;1x1x2;1x2x2;2x2x2;2x2x4;2x4x4;4x4x4;4x4x8;4x8x8;8x8x8;8x8x16),flat\
               &scheduling=easy&round-up=on&vary=load:0.4..1:0.1&plot=utilization-load",
    },
    Question {
        title: "A tree of leaves with 16 nodes: the tree, or the dragonfly option?",
        about: "Over how many leaves jobs are spread, and what that costs in waits (choose the mean wait as the vertical axis): the \
                lowest subtree that holds a job, one leaf or a node of each leaf in turn, and Slurm without a topology.",
        link: "#v=1&jobs=2000&machine=mesh:1024&allocation=slurm-tree(16;8),slurm-tree(16;8;dragonfly),slurm-flat\
               &scheduling=easy&vary=load:0.4..1:0.1&plot=groups_per_job-load",
    },
    Question {
        title: "277 racks of 18 nodes: what do large jobs in segments of 16 cost, among small ones of 1?",
        about: "Sizes are powers of two: jobs of 16 nodes or more in segments of 16, each within a rack, smaller ones of any nodes; \
                beside jobs that all take whatever nodes are free.",
        link: "#v=1&jobs=2000&machine=mesh:4986&allocation=slurm-block(18),slurm-flat&scheduling=easy&segment=16@16&round=pow2\
               &vary=load:0.5..1:0.125&plot=wait-load",
    },
];

/// Racks and segments, as text.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct RackWish {
    /// The racks.
    pub racks: String,
    /// The nodes of a rack.
    pub nodes: String,
    /// The lengths of segments, with commas.
    pub segments: String,
    /// The probabilities of each node to be out of service, with commas.
    pub outages: String,
    /// The seed of the simulated outages.
    pub seed: String,
}

impl RackWish {
    /// The usable shares. Fails at the first value that is out of range.
    pub fn shares(&self) -> Result<Vec<UsableShare>, Diagnostic> {
        let count = "a whole number from 1 to 1000";
        let nodes = one("nodes", &self.nodes, count, |nodes| (1..=1000).contains(nodes))?;
        let racks = one("racks", &self.racks, count, |racks| (1..=1000).contains(racks))?;
        let lengths = format!("whole numbers from 1 to {nodes}, the nodes of a rack");
        let segments: Vec<u32> = all("segments", &self.segments, &lengths, |segment| (1..=nodes).contains(segment))?;
        let outages: Vec<f64> =
            all("outages", &self.outages, "numbers from 0 to 1", |outage| (0.0..=1.0).contains(outage))?;
        let seed = one("seed", &self.seed, "a whole number", |_| true)?;
        Ok(UsableShare::of_racks(racks, nodes, &segments, &outages, seed))
    }

    /// The shares as comma-separated values.
    pub fn csv(&self) -> Result<String, Diagnostic> {
        let mut table = Csv::new(["outage", "segment", "expected", "simulated", "half_width"]);
        for UsableShare { segment, outage, expected, simulated, half_width } in self.shares()? {
            let numbers = [expected, simulated, half_width].map(number);
            table.row([outage.to_string(), segment.to_string()].into_iter().chain(numbers));
        }
        Ok(table.finish())
    }

    /// A row for each rate of outages and a column for each length: the expected share, and the simulated one.
    pub fn table(&self) -> Result<Table, Diagnostic> {
        let shares = self.shares()?;
        let of_a_rate: Vec<&[UsableShare]> = shares.chunk_by(|one, other| one.outage == other.outage).collect();
        let definition = "The share of all nodes that jobs in segments of this length can use: by the closed form, and, in \
                          brackets, as racks were filled in a simulation, with half the width of its 99.9 % interval.";
        let lengths = of_a_rate.first().into_iter().copied().flatten();
        let columns = lengths.map(|share| Column::new(format!("Segments of {}", share.segment), definition));
        let percent = |share: f64| reading(share, &Unit::Share);
        let cell = |share: &UsableShare| {
            format!("{} ({} ± {})", percent(share.expected), percent(share.simulated), percent(share.half_width))
        };
        let row = |shares: &&[UsableShare]| -> Vec<String> {
            [percent(shares[0].outage)].into_iter().chain(shares.iter().map(cell)).collect()
        };
        Ok(Table {
            columns: [Column::new("Nodes out of service", "")].into_iter().chain(columns).collect(),
            rows: of_a_rate.iter().map(row).collect(),
            ..Table::default()
        })
    }
}

fn one<T: FromStr + Copy>(name: &str, text: &str, expected: &str, suits: impl Fn(&T) -> bool) -> Result<T, Diagnostic> {
    match all(name, text, expected, suits)?[..] {
        [one] => Ok(one),
        _ => Err(wrong(name, "more than one value".into(), expected)),
    }
}

/// The values of a list.
fn all<T: FromStr>(name: &str, text: &str, expected: &str, suits: impl Fn(&T) -> bool) -> Result<Vec<T>, Diagnostic> {
    let value = |part: &str| {
        let value = part.trim().parse().ok().filter(&suits);
        value.ok_or_else(|| wrong(name, format!("'{}' is out of range or no number", shortened(part)), expected))
    };
    text.split(',').map(value).collect()
}

fn wrong(name: &str, problem: String, expected: &str) -> Diagnostic {
    Diagnostic { expected: expected.into(), ..Diagnostic::new(name, problem) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Plan, permalink};

    #[test]
    fn every_question_has_an_experiment_that_runs_as_written() {
        for Question { title, link, .. } in QUESTIONS {
            let (mut experiment, complaints) = permalink::read(link);
            assert_eq!((complaints, permalink::write(&experiment)), (Vec::new(), link.to_string()), "{title}");
            experiment.jobs = 50;
            let plan = Plan::new(&experiment, &experiment.generate()).unwrap();
            assert_eq!(plan.excluded, [], "{title}");
            assert!(plan.jobs_per_run(0) > 0, "{title}");
        }
    }

    #[test]
    fn the_table_has_the_numbers_of_the_file() {
        let [racks, nodes, segments, outages, seed] = ["277", "18", "9,16,18", "0,0.01", "1"].map(String::from);
        let wish = RackWish { racks, nodes, segments, outages, seed };
        let Table { columns, rows, .. } = wish.table().unwrap();
        assert_eq!((columns.len(), &*columns[2].title, rows.len()), (4, "Segments of 16", 2));
        assert_eq!(rows[0][1].replace('\u{202f}', " "), "100 % (100 % ± 0 %)");
        assert_eq!(wish.csv().unwrap().lines().count(), 1 + 6);
        assert!(rows[1][2].starts_with("88.82"), "{}", rows[1][2]);
        let message = |wish: RackWish| wish.table().unwrap_err().to_string();
        let long = message(RackWish { segments: "19".into(), ..wish.clone() });
        assert!(long.contains("'19' is out of range") && long.contains("from 1 to 18"), "{long}");
        assert!(message(RackWish { racks: "1,2".into(), ..wish }).contains("more than one value"));
    }
}
