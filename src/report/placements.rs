//! The search for placements as the page, the command line and scripts show it.

use super::csv::{Csv, number};
use super::table::{Column, Table};
use super::words::{counted, duration, shell_word};
use super::{Inspection, MissingInput, proposal};
use crate::budget::Budget;
use crate::diagnostic::Diagnostic;
use crate::experiment::one_run::{NOT_OF_ONE_RUN, REQUIRED_IN_ONE_RUN};
use crate::experiment::placement_search::{Ascent, Candidate, Score};
use crate::experiment::{Experiment, OneRun, PARAMETERS, PlacementSearch, SearchLimits, permalink};
use crate::figure::{Unit, reading};
use crate::topology::{Kind, TopologyFile};
use crate::workload::{Columns, Header, Log};
use serde::{Deserialize, Serialize};

/// The number of lists that are shown.
const SHOWN: usize = 10;

/// The columns of the table: name in files, title, meaning.
const COLUMNS: [(&str, &str, &str); 7] = [
    (
        "rank",
        "Rank",
        "Least refused work comes first, then highest utilisation, then shortest mean wait, then fewest placements.",
    ),
    (
        "refused_share",
        "Refused work",
        "The share of the processor time of all jobs that no placement of the list has the size for.",
    ),
    (
        "utilization",
        "Utilisation",
        "The processor time of the jobs that ran, over that of all nodes from the first arrival to the last end.",
    ),
    ("mean_wait", "Mean wait", "From arrival to start, of the jobs that ran."),
    ("groups_per_job", "Groups per job", "In how many tori a job has nodes, on average."),
    ("placements", "Placements", "How many placements the list has."),
    ("allocation", "List", "The placements: sides, /distance of anchors, +first anchor."),
];

/// The best lists as comma-separated values.
pub fn csv(ranked: &[(Candidate, Score)]) -> String {
    let mut table = Csv::new(COLUMNS.map(|(name, ..)| name));
    for (place, (_, score)) in ranked.iter().take(SHOWN).enumerate() {
        let numbers = [score.refused_share(), score.utilisation(), score.mean_wait(), score.run.groups_per_job];
        let first = [(place + 1).to_string()].into_iter().chain(numbers.map(number));
        table.row(first.chain([score.placements.to_string(), score.strategy.clone()]));
    }
    table.finish()
}

/// The best lists as `topology.yaml`. The first is the default.
pub fn yaml(search: &PlacementSearch, ranked: &[(Candidate, Score)]) -> String {
    let entry = |(place, (candidate, _)): (usize, &(Candidate, Score))| {
        search.yaml(candidate, &format!("placements-{}", place + 1), place == 0)
    };
    ranked.iter().take(SHOWN).enumerate().map(entry).collect()
}

/// The same table for people.
fn table(ranked: &[(Candidate, Score)]) -> Table {
    let row = |(place, (_, score)): (usize, &(Candidate, Score))| {
        let list = score.strategy.trim_start_matches("slurm-torus3d(").trim_end_matches(')');
        vec![
            (place + 1).to_string(),
            reading(score.refused_share(), &Unit::Share),
            reading(score.utilisation(), &Unit::Share),
            reading(score.mean_wait(), &Unit::Seconds),
            reading(score.run.groups_per_job, &Unit::None),
            score.placements.to_string(),
            list.replace(';', "; "),
        ]
    };
    let columns = COLUMNS.map(|(_, title, definition)| Column::new(title, definition)).to_vec();
    let rows = ranked.iter().take(SHOWN).enumerate().map(row).collect();
    Table { columns, rows, ..Table::default() }
}

/// What a topology is, and the settings that put an experiment on it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TopologyReport {
    /// Its kind and size, in a sentence.
    pub sentence: String,
    /// Parameters and their values.
    pub settings: Vec<(String, String)>,
    /// Whether its lists of placements can be searched: it is one torus.
    pub is_torus: bool,
}

impl TopologyReport {
    /// The report on the text of `topology.yaml` or `topology.conf`.
    pub fn new(text: &str) -> Result<TopologyReport, Diagnostic> {
        let file = TopologyFile::read(text).map_err(|error| Diagnostic::of(&error))?;
        let topology = file.choose(None).map_err(|error| Diagnostic::of(&error))?;
        let (kind, nodes) = (topology.kind.name(), topology.nodes.len());
        let groups = match &topology.kind {
            Kind::Torus3d(tori) => {
                let sides = |[x, y, z]: [u32; 3]| format!("{x}x{y}x{z}");
                tori.iter().map(|torus| format!("a torus of {}", sides(torus.dims))).collect::<Vec<_>>().join(", ")
            }
            Kind::Ring(rings) => counted(rings.len(), "ring"),
            Kind::Block(racks) => counted(racks.blocks.len(), "base block"),
            Kind::Tree(switches) => format!("{} switches", switches.len()),
            Kind::Flat => "no groups".into(),
        };
        let torus = match &topology.kind {
            Kind::Torus3d(tori) if tori.len() == 1 => Some(tori[0].dims.map(|side| side.to_string()).join("x")),
            _ => None,
        };
        let machine = torus.as_ref().map_or_else(|| format!("mesh:{nodes}"), |sides| format!("torus:{sides}"));
        let settings = [
            ("topology", file.text().to_string()),
            ("machine", machine),
            ("unit", String::new()),
            ("allocation", format!("slurm-{kind},slurm-flat")),
        ];
        Ok(TopologyReport {
            sentence: format!("{}: {kind}, {groups}, {}", topology.name, counted(nodes, "node")),
            settings: settings.map(|(name, value)| (name.into(), value)).to_vec(),
            is_torus: torus.is_some(),
        })
    }
}

/// What the page wants searched.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PlacementWish {
    /// The link of the experiment that has the jobs.
    pub link: String,
    /// Its parameters that the user has set.
    pub touched: Vec<String>,
    /// The text of the topology. Empty for the machine of the experiment.
    pub topology: String,
    /// The policy.
    pub scheduling: String,
    /// The processors of the log's machine; 0 if it does not say.
    pub processors: u32,
    /// How far it goes.
    pub limits: SearchLimits,
}

/// A run that is to be made.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PlacementRun {
    /// Its place in the round.
    pub place: usize,
    /// Its experiment, with a single cell.
    pub link: String,
}

/// How far a search is, and what it found.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PlacementProgress {
    /// The runs of this round that are still to be made. None at the end.
    pub open: Vec<PlacementRun>,
    /// The number of runs so far.
    pub runs: usize,
    /// The most runs.
    pub most: usize,
    /// The same in words.
    pub sentence: String,
    /// The best lists, for people.
    pub table: Table,
    /// The table of the command line.
    pub csv: String,
    /// The best lists as `topology.yaml`.
    pub yaml: String,
    /// The same search on the command line.
    pub command: String,
}

/// A search with runs that are made elsewhere.
pub struct PlacementStudy {
    command: String,
    search: PlacementSearch,
    ascent: Ascent,
}

impl PlacementStudy {
    /// The search on the jobs of a log, from the bytes of its columns, or on those of the model.
    pub fn new(wish: &PlacementWish, columns: Option<&[u8]>) -> Result<PlacementStudy, Diagnostic> {
        let (mut experiment, _) = permalink::read(&wish.link);
        // What was proposed for the log is about another machine.
        let proposed =
            proposal::PROPOSED.into_iter().filter(|name| !wish.touched.iter().any(|touched| touched == name));
        let default = |name| PARAMETERS.find(name).map_or(String::new(), |parameter| parameter.default_text());
        let defaults = proposed.map(|name| (name.to_string(), default(name)));
        let report = (!wish.topology.is_empty()).then(|| TopologyReport::new(&wish.topology)).transpose()?;
        let settings = report.map_or(Vec::new(), |report| report.settings).into_iter();
        let scheduling = ("scheduling".to_string(), wish.scheduling.clone());
        let settings = defaults.chain(settings).chain([scheduling, ("allocation".into(), "slurm-flat".into())]);
        for (name, value) in settings {
            experiment.set(&name, &value).map_err(|error| Diagnostic::of(&error))?;
        }
        let single = OneRun::experiment();
        experiment = Experiment { vary: None, facet: None, replications: single.replications, ..experiment };
        if let Some(conflict) = experiment.conflicts().iter().find(|conflict| conflict.is_contradiction()) {
            return Err(Diagnostic::of(conflict));
        }
        let log = columns.map(|columns| log(columns, wish.processors)).transpose()?;
        if experiment.uses_log() && log.is_none() {
            return Err(Diagnostic::of(&MissingInput::Log));
        }
        let log = log.filter(|_| experiment.uses_log());
        let search = PlacementSearch::new(&experiment, log.as_ref(), &Budget::USUAL, wish.limits);
        let search = search.map_err(|error| Diagnostic::of(&error))?;
        Ok(PlacementStudy { command: command(&experiment, &wish.limits), ascent: Ascent::new(&search), search })
    }

    /// Takes what the run at this place gave.
    pub fn take(&mut self, place: usize, run: Inspection) {
        if let (Some(candidate), Inspection::Placements(run)) = (self.ascent.candidate(place), run) {
            let score = self.search.score_of(candidate, run);
            self.ascent.take(&self.search, place, score);
        }
    }

    /// How far it is after this many seconds.
    pub fn progress(&self, seconds: f64) -> PlacementProgress {
        let (ranked, most) = (self.ascent.ranked(), self.search.limits().budget);
        let (runs, time) = (ranked.len(), duration(seconds));
        let sentence = if self.ascent.open().next().is_none() {
            let why = if runs == most { "as many as allowed" } else { "no list a move away is better" };
            format!("{} in {time}: {why}.", counted(runs, "run"))
        } else if runs == 0 {
            format!("At most {}.", counted(most, "run"))
        } else {
            let rest = duration(seconds / runs as f64 * (most - runs) as f64);
            format!("{runs} of at most {most} runs in {time}, at most {rest} more at this pace.")
        };
        let link = |candidate| permalink::write(&self.search.experiment(candidate));
        PlacementProgress {
            open: self.ascent.open().map(|(place, candidate)| PlacementRun { place, link: link(candidate) }).collect(),
            runs,
            most,
            sentence,
            table: table(&ranked),
            csv: csv(&ranked),
            yaml: yaml(&self.search, &ranked),
            command: self.command.clone(),
        }
    }
}

/// The log with these bytes as columns.
fn log(columns: &[u8], processors: u32) -> Result<Log, Diagnostic> {
    let piece = |from: usize, to: usize| columns.get(from..to).map(<[u8]>::to_vec);
    let log = Columns::fetched(columns.len(), piece)
        .and_then(|columns| Log::from_columns(Header::of_processors(processors), columns, 0));
    log.map_err(|error| Diagnostic::of(&error))
}

fn command(experiment: &Experiment, limits: &SearchLimits) -> String {
    let mut words = vec!["subtorus search-placements".to_string()];
    let mut flag = |name: &str, value: &str| words.push(format!("--{name} {}", shell_word(value)));
    let of_run = |name: &str| !NOT_OF_ONE_RUN.contains(&name) && name != "allocation";
    for parameter in PARAMETERS.iter().filter(|parameter| of_run(parameter.name)) {
        let is_wanted = REQUIRED_IN_ONE_RUN.contains(&parameter.name) || parameter.is_set(experiment);
        match parameter.name {
            "topology" if is_wanted => flag("topology", "topology.yaml"),
            name if is_wanted && parameter.applies(experiment).is_ok() => flag(name, &parameter.text(experiment)),
            _ => {}
        }
    }
    let SearchLimits { sizes, shapes, rotated, budget, restarts } = *limits;
    let usual = SearchLimits::default();
    let counts = [("sizes", sizes, usual.sizes), ("shapes", shapes, usual.shapes), ("runs", budget, usual.budget)];
    counts
        .into_iter()
        .filter(|(_, value, usual)| value != usual)
        .for_each(|(name, value, _)| flag(name, &value.to_string()));
    if restarts != usual.restarts {
        flag("restarts", &restarts.to_string());
    }
    if !rotated {
        flag("turn", "off");
    }
    words.push("--out best.yaml".into());
    words.join(" ")
}

#[cfg(test)]
mod tests;
