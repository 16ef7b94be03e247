//! The page's half of `subtorus place`: which cluster is asked about, and the answer in words.

use super::picture::titled;
use super::table::Places;
use super::{PlaceError, PlaceQuestion, Placed, free_nodes, runs_text};
use crate::allocation::Refusal;
use crate::allocation::catalogue::{self, Setting};
use crate::allocation::strategies::slurm::Slurm;
use crate::diagnostic::{Diagnostic, abridged};
use crate::experiment::{Experiment, permalink};
use crate::report::table::Table;
use crate::report::words::{counted, shell_word};
use crate::topology::{Kind, Placement, Topology, TopologyFile};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The most characters of a list of nodes in a sentence.
const LONGEST_LIST: usize = 80;

/// What the page asks.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PlaceWish {
    /// The link of the experiment.
    pub link: String,
    /// The text of a topology, if one was opened.
    pub topology: String,
    /// The job, and the free nodes.
    pub question: PlaceQuestion,
    /// Nodes that were busy and are now free, and the other way round.
    pub toggled: Vec<u32>,
}

/// The answer for the page.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PlaceReport {
    /// What `subtorus place` prints: runs of nodes, `waits`, or why the job is refused.
    pub answer: String,
    /// The same with the names of nodes as a hostlist.
    pub names: String,
    /// The same in words.
    pub sentence: String,
    /// The free nodes, as text.
    pub free: String,
    /// Nodes that are not free.
    pub busy: Vec<u32>,
    /// The nodes of the job.
    pub chosen: Vec<u32>,
    /// The places that the job may get; none if the strategy has no such list.
    pub places: Table,
    /// The nodes of each.
    pub place_nodes: Vec<Vec<u32>>,
    /// How one of them is chosen.
    pub rule: String,
    /// The command that prints the answer; empty if the topology is not in a file, or no node is free.
    pub command: String,
}

/// A cluster that can be asked about.
pub struct Cluster {
    /// Its topology.
    pub topology: Topology,
    /// A first question.
    pub question: PlaceQuestion,
    /// The flags that name the topology for the command line; `None` if it has no file.
    flags: Option<String>,
}

impl Cluster {
    /// The cluster of a file with this text, or else that of a link: its topology, or the one in the name of its strategy.
    pub fn find(link: &str, file: &str) -> Result<Cluster, Diagnostic> {
        let (experiment, _) = permalink::read(link);
        let of = |file: &TopologyFile, name: Option<&str>| {
            let topology = file.choose(name).map_err(|error| Diagnostic::of(&error))?.clone();
            let name = name.map_or(String::new(), |name| format!(" --topology-name {}", shell_word(name)));
            let question = first_question(&experiment, &topology);
            Ok(Cluster { topology, question, flags: Some(format!("--topology topology.yaml{name}")) })
        };
        if !file.is_empty() {
            return of(&TopologyFile::read(file).map_err(|error| Diagnostic::of(&error))?, None);
        }
        if let Some(file) = &experiment.topology {
            return of(file, experiment.topology_name.as_deref());
        }
        let topology = experiment.allocation.iter().find_map(|name| inline(&experiment, name));
        let topology = topology.ok_or_else(|| Diagnostic::new("", "The experiment has no topology of a cluster"))?;
        Ok(Cluster { question: first_question(&experiment, &topology), topology, flags: None })
    }
}

/// The topology in the name of a strategy. Kueue's is that of a tree.
fn inline(experiment: &Experiment, name: &str) -> Option<Topology> {
    let arguments = name.strip_prefix("kueue(").and_then(|rest| rest.strip_suffix(')'));
    let widths = arguments.map(|arguments| {
        let is_width = |part: &&str| part.starts_with(|letter: char| letter.is_ascii_digit());
        arguments.split(';').filter(is_width).collect::<Vec<_>>().join(";")
    });
    let name = widths.map_or(Cow::Borrowed(name), |widths| format!("slurm-tree({widths})").into());
    let setting = Setting { machine: experiment.machines.first()?, seed: 1, replication: 0 };
    let allocator = catalogue::find(&name).ok()?.make(&setting).ok()?;
    Some(allocator.as_any().downcast_ref::<Slurm>()?.topology()?.0.clone())
}

/// A job of about an eighth of the empty cluster, on the terms of an experiment.
fn first_question(experiment: &Experiment, topology: &Topology) -> PlaceQuestion {
    let eighth = (topology.nodes.len() as u32 / 8).max(1).next_power_of_two();
    let nodes = match &topology.kind {
        Kind::Torus3d(tori) => {
            let sizes = tori.iter().flat_map(|torus| &torus.placements).map(Placement::size);
            sizes.min_by_key(|size| size.abs_diff(eighth)).unwrap_or(eighth)
        }
        _ => eighth,
    };
    let grouping = experiment.transformation.grouping_of(nodes);
    PlaceQuestion {
        free: Some(runs_text(std::iter::once(0..topology.nodes.len() as u32))),
        nodes: Some(nodes.to_string()),
        segment: Some(grouping.segment.to_string()).filter(|_| grouping.segment > 0),
        flags: Some(grouping.flags()).filter(|flags| !flags.is_empty()),
        allocation: None,
        round_up: experiment.round_up,
        dragonfly: experiment.allocation.iter().any(|name| name.contains("dragonfly")),
    }
}

impl PlaceReport {
    /// The answer. Fails if there is no topology, or if a field of the question is wrong.
    pub fn new(wish: &PlaceWish) -> Result<PlaceReport, Diagnostic> {
        let explained = |error: PlaceError| Diagnostic::of(&error);
        let Cluster { topology, flags, .. } = Cluster::find(&wish.link, &wish.topology)?;
        let count = topology.nodes.len() as u32;
        let mut free = free_nodes(wish.question.free.as_deref(), count).map_err(explained)?;
        for &node in wish.toggled.iter().filter(|node| **node < count) {
            if free.is_free(node) { free.take(node) } else { free.give_back(node) }
        }
        let question = PlaceQuestion { free: Some(runs_text(free.runs())), ..wish.question.clone() };
        let mut report = PlaceReport {
            busy: (0..count).filter(|node| !free.is_free(*node)).collect(),
            rule: "This strategy has no list of places with costs.".into(),
            // The command line has no way to say that no node is free.
            command: flags.filter(|_| free.count() > 0).map_or(String::new(), |flags| command(&flags, &question)),
            free: question.free.clone().unwrap_or_default(),
            ..PlaceReport::default()
        };
        match question.answer(&topology) {
            Ok(placed) => report.show(&placed),
            Err(PlaceError::Refused(refusal)) => {
                report.answer = refusal.meaning().into();
                report.names = report.answer.clone();
                report.sentence = refused(refusal, &topology, &question);
                report.rule = String::new();
            }
            Err(error) => return Err(explained(error)),
        }
        Ok(report)
    }

    fn show(&mut self, placed: &Placed) {
        (self.answer, self.names) = (placed.runs(), placed.names());
        self.chosen = placed.chosen().collect();
        let places = Places::of(placed);
        self.sentence =
            if placed.nodes.is_some() { gets(placed, places.as_ref()) } else { waits(placed, places.as_ref()) };
        if let Some(places) = places {
            (self.places, self.place_nodes, self.rule) = (places.table, places.nodes, places.rule.into());
        }
    }
}

/// A job that is placed.
fn gets(placed: &Placed, places: Option<&Places>) -> String {
    let nodes = placed.chosen().count();
    let asked = placed.request.processors as usize;
    let raised = if nodes == asked { String::new() } else { format!(", for it is served as one of {nodes}") };
    let parts = match places.map(|places| places.parts) {
        Some((parts, size)) if parts > 1 => format!(" in {parts} segments of {size}"),
        _ => String::new(),
    };
    let (numbers, names) = (placed.runs(), placed.names());
    let [shown, named] = [&numbers, &names].map(|list| abridged(list, LONGEST_LIST));
    // The nodes of a topology in a strategy's name have numbers only.
    let named = if names.trim_matches(['[', ']']) == numbers { String::new() } else { format!(", by name {named}") };
    format!("The job gets {}{parts}{raised}: {shown}{named}.", counted(nodes, "node"))
}

/// A job that waits, and what it waits for.
fn waits(placed: &Placed, places: Option<&Places>) -> String {
    let (asked, free) = (placed.allocator.effective(&placed.request).processors, placed.free.count());
    if !placed.fits_when_empty {
        return format!(
            "The job waits, and would wait for ever: the empty cluster has no place for {}.",
            counted(asked as usize, "node")
        );
    }
    if free < asked {
        return format!("The job waits: it needs {}, and {free} are free.", counted(asked as usize, "node"));
    }
    let Some(Places { parts: (parts, size), noun, counts: (all, open, least), .. }) = places else {
        return format!("The job waits: {free} nodes are free, but there is no place for it.");
    };
    if *open == 0 {
        return format!(
            "The job waits: of {all} {noun} none has {} free; the nearest lacks {least}.",
            counted(*size as usize, "node")
        );
    }
    let needed = if *parts == 1 { String::new() } else { format!(", but not {parts} that it can have together") };
    format!("The job waits: of {all} {noun}, {open} have {} free{needed}.", counted(*size as usize, "node"))
}

/// A job that is never placed.
fn refused(refusal: Refusal, topology: &Topology, question: &PlaceQuestion) -> String {
    let nodes = question.nodes.as_deref().unwrap_or("1");
    let why = match refusal {
        Refusal::Undivided => {
            format!("segments of {} do not divide {nodes} nodes", question.segment.as_deref().unwrap_or("1"))
        }
        Refusal::NoneOfThatSize => {
            format!("no placement of {} has the size that it asks for", titled("topology", &topology.name))
        }
        Refusal::NoneThatLarge => format!("all placements of {} are smaller", titled("topology", &topology.name)),
        Refusal::TooLarge => "it does not fit the empty cluster".into(),
    };
    format!("The job is refused: {why}.")
}

/// The same question on the command line.
fn command(flags: &str, question: &PlaceQuestion) -> String {
    let PlaceQuestion { free, nodes, segment, flags: of_job, allocation, round_up, dragonfly } = question;
    let texts = [("nodes", nodes), ("segment", segment), ("flags", of_job), ("allocation", allocation), ("free", free)];
    let texts = texts.into_iter().filter_map(|(name, text)| Some(format!(" --{name} {}", shell_word(text.as_ref()?))));
    let switches = [("round-up", round_up), ("dragonfly", dragonfly)].into_iter().filter(|(_, is_on)| **is_on);
    let switches = switches.map(|(name, _)| format!(" --{name}"));
    format!("subtorus place {flags}{}", texts.chain(switches).collect::<String>())
}
