//! The presentation of results: sentences, charts and their legends, tables, files, comparisons with printed values. It
//! is native and tested. The page and the command line show the same words and numbers, because both come from here.
//!
//! A [`ShownResults`] is a set of results as it is shown. Only plain data that serialises crosses to the page; its TypeScript
//! types are generated from the Rust types.

mod about;
pub mod batch;
pub mod batch_words;
mod beside_print;
pub mod catalogue;
pub mod cells;
mod chart;
mod chart_action;
mod chart_state;
mod coincidence;
mod comparison;
pub mod counterfactual;
pub mod csv;
pub mod events;
mod file;
pub mod gallery;
mod headline;
pub mod inspection;
pub mod job_explanation;
mod legend;
mod log;
pub mod machines;
pub mod one_run;
mod opening;
mod outlook;
pub mod own;
mod pins;
pub mod place;
pub mod placement_runs;
pub mod placements;
mod plan;
mod profile;
pub mod progress;
pub mod proposal;
pub mod questions;
mod readout;
mod reasons;
pub mod results;
pub mod run;
pub mod saturation;
pub mod schedule;
pub mod schedule_file;
mod sentences;
pub mod shard_file;
mod shortage;
mod shown_results;
mod staleness;
mod status;
pub mod strategy;
pub mod study;
mod summary;
mod table;
#[cfg(test)]
mod tests;
pub mod verdict;
pub mod words;

pub use about::{About, about};
pub use beside_print::BesidePrint;
pub use chart_action::ChartAction;
pub use file::{ExportRequest, FileKind};
pub use inspection::links::{self, LinkLoadState, LinkMapChoice, LinkMapView};
pub use inspection::{Aspect, Inspection};
pub use legend::{Legend, LegendEntry};
pub use log::{LogReadSession, LogReport, lines_read, summary};
pub use machines::{Choice, SuitableMachine};
pub use opening::{Opened, Opening};
pub use outlook::{ExperimentPreview, OutlookReport, losses};
pub use pins::{MOST_PINS, PinNote};
pub use place::{PlacePicture, PlaceReport, PlaceWish};
pub use placements::{PlacementProgress, PlacementRun, PlacementStudy, PlacementWish, TopologyReport};
pub use plan::{JobCounts, MissingInput, PlanReport, prepare};
pub use profile::{Profile, SmallPicture};
pub use proposal::Proposal;
pub use readout::{PointReadout, Pointing};
pub use run::{
    JobAction, MachineAction, MachineViewState, RunAction, RunChoice, RunExplorer, RunViewState, SolidRequest,
};
pub use sentences::{machines, source};
pub use shard_file::FileResults;
pub use shown_results::ShownResults;
pub use status::{Findings, Status};
pub use table::{Column, Sorting, Table};
