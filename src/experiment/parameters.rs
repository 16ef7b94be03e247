//! The parameters of an experiment by name. Links, the command line's flags and the interface all read this one table,
//! so that a name means the same everywhere.

use super::plot::PlotError;
use super::reading::{
    address, choice, chosen, coefficient, digest, file_name, joined, list, number, optional, or_empty, shortened,
    whole, window,
};
use super::{Experiment, Model, Scale};
use crate::allocation::catalogue;
use crate::diagnostic::Diagnostic;
use crate::machine::Machine;
use crate::network::{Pattern, Sending};
use crate::scheduling::Scheduling;
use crate::simulation::ServiceModel;
use crate::time::{Decimal, SECOND};
use crate::workload::stochastic::Sides;
use crate::workload::transform::{Estimates, Rounding, Shape};
use std::str::FromStr;

/// One parameter: its name, what it means, and how it is read and written.
pub struct Parameter {
    /// The name in links, on the command line (after `--`) and in the interface.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub help: &'static str,
    /// What a value looks like.
    pub expected: &'static str,
    /// A value.
    pub example: &'static str,
    read: fn(&mut Experiment, &str) -> Result<(), String>,
    text: fn(&Experiment) -> String,
}

/// The most jobs a model is asked for: enough for any study, and little enough for a browser's memory.
const MAX_MODEL_JOBS: u32 = 1_000_000;

/// The most replications: their intervals are then tens of times narrower than the spread of single runs.
const MAX_REPLICATIONS: u32 = 1000;

/// The largest factor on sizes; a machine has no more nodes.
const MAX_SIZE_SCALE: u32 = crate::machine::MAX_NODES;

/// The longest packet, and the longest routing delay: thousands of times what the papers use.
const MAX_PACKET: u32 = 1 << 16;

/// Every parameter, in the order of links.
pub const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "log",
        help: "File name of the workload log (Standard Workload Format); without a log, the model makes the jobs.",
        expected: "a file name",
        example: "NASA-iPSC-1993-3.1-cln.swf",
        read: |experiment, text| optional(text, file_name).map(|value| experiment.log = value),
        text: |experiment| or_empty(&experiment.log),
    },
    Parameter {
        name: "sha256",
        help: "Identity of the log: the SHA-256 of its uncompressed bytes.",
        expected: "64 hexadecimal digits",
        example: "9d997a2c20a7f7b0b6d81638d756ce8b2c524c4f2e9ec78da36001743ca33d76",
        read: |experiment, text| optional(text, digest).map(|value| experiment.sha256 = value),
        text: |experiment| or_empty(&experiment.sha256),
    },
    Parameter {
        name: "log-url",
        help: "Where the page may fetch the log from, if that server allows it.",
        expected: "an http or https address",
        example: "https://example.org/log.swf",
        read: |experiment, text| optional(text, address).map(|value| experiment.log_url = value),
        text: |experiment| or_empty(&experiment.log_url),
    },
    Parameter {
        name: "model",
        help: "The stochastic model that makes the jobs when no log is given.",
        expected: "lublin (Lublin and Feitelson 2003) or stochastic (drawn sub-meshes)",
        example: "lublin",
        read: |experiment, text| choice(text, MODELS).map(|value| experiment.model = value),
        text: |experiment| chosen(experiment.model, MODELS),
    },
    Parameter {
        name: "jobs",
        help: "How many jobs the model makes.",
        expected: "a whole number from 1 to 1000000",
        example: "3000",
        read: |experiment, text| whole(text, 1, MAX_MODEL_JOBS).map(|value| experiment.jobs = value),
        text: |experiment| experiment.jobs.to_string(),
    },
    Parameter {
        name: "rate",
        help: "Arrival rate: for lublin, how many times as often as published; for stochastic, jobs per time unit.",
        expected: COEFFICIENT,
        example: "1",
        read: |experiment, text| coefficient(text).map(|value| experiment.rate = value),
        text: |experiment| experiment.rate.to_string(),
    },
    Parameter {
        name: "sides",
        help: "How the stochastic model draws the side lengths of a job's sub-mesh.",
        expected: "uniform or exponential",
        example: "exponential",
        read: |experiment, text| text.parse().map_err(String::from).map(|value| experiment.sides = value),
        text: |experiment| experiment.sides.to_string(),
    },
    Parameter {
        name: "runtimes",
        help: "How the stochastic model draws runtimes, in time units (seconds).",
        expected: "exponential(mean) or bounded-pareto(k,q,alpha)",
        example: "bounded-pareto(15,4241,1)",
        read: |experiment, text| text.parse().map_err(String::from).map(|value| experiment.runtimes = value),
        text: |experiment| experiment.runtimes.to_string(),
    },
    Parameter {
        name: "partition",
        help: "Take only the log's jobs of this partition (field 16).",
        expected: "a whole number as in the log",
        example: "1",
        read: |experiment, text| optional(text, number).map(|value| experiment.selection.partition = value),
        text: |experiment| or_empty(&experiment.selection.partition),
    },
    Parameter {
        name: "queue",
        help: "Take only the log's jobs of this queue (field 15).",
        expected: "a whole number as in the log",
        example: "1",
        read: |experiment, text| optional(text, number).map(|value| experiment.selection.queue = value),
        text: |experiment| or_empty(&experiment.selection.queue),
    },
    Parameter {
        name: "status",
        help: "Take only the log's jobs of this status (field 11): 1 completed, 0 failed, 5 cancelled.",
        expected: "a whole number as in the log",
        example: "1",
        read: |experiment, text| optional(text, number).map(|value| experiment.selection.status = value),
        text: |experiment| or_empty(&experiment.selection.status),
    },
    Parameter {
        name: "first",
        help: "Take only the first jobs of the log, in order of submission.",
        expected: "a whole number of at least 1",
        example: "6000",
        read: |experiment, text| {
            optional(text, |text| whole(text, 1, u32::MAX)).map(|value| experiment.selection.first = value)
        },
        text: |experiment| or_empty(&experiment.selection.first),
    },
    Parameter {
        name: "window",
        help: "Take only the log's jobs submitted from the first time up to, but not at, the second.",
        expected: "two submit times as in the log, in whole seconds",
        example: "0..604800",
        read: |experiment, text| optional(text, window).map(|value| experiment.selection.window = value),
        text: |experiment| {
            experiment
                .selection
                .window
                .map_or_else(String::new, |(from, to)| format!("{}..{}", from / SECOND, to / SECOND))
        },
    },
    Parameter {
        name: "machine",
        help: "Extents of the machine: all dimensions rings (torus), all lines (mesh), or an r after each ring (mixed). \
               Several machines, separated by commas, are compared.",
        expected: "torus, mesh or mixed with extents",
        example: "torus:2x2x2x4x4x8",
        read: |experiment, text| {
            list(text.split(',').collect(), Machine::from_str).map(|value| experiment.machines = value)
        },
        text: |experiment| joined(&experiment.machines),
    },
    Parameter {
        name: "allocation",
        help: "Allocation strategies to compare, separated by commas.",
        expected: "a list of names",
        example: "ep,nep,flat",
        read: |experiment, text| {
            list(catalogue::split_list(text), |name| catalogue::find(name).map(|choice| choice.name))
                .map(|value| experiment.allocation = value)
        },
        text: |experiment| experiment.allocation.join(","),
    },
    Parameter {
        name: "scheduling",
        help: "Scheduling policies to compare, separated by commas.",
        expected: "a list of short names, or order/head",
        example: "fcfs,easy,sjf/skip",
        read: |experiment, text| {
            list(text.split(',').collect(), Scheduling::from_str).map(|value| experiment.scheduling = value)
        },
        text: |experiment| joined(&experiment.scheduling),
    },
    Parameter {
        name: "size-scale",
        help: "Multiplies the number of processors of every job.",
        expected: "a whole number from 1 to 1048576",
        example: "8",
        read: |experiment, text| {
            whole(text, 1, MAX_SIZE_SCALE).map(|value| experiment.transformation.size_scale = value)
        },
        text: |experiment| experiment.transformation.size_scale.to_string(),
    },
    Parameter {
        name: "round",
        help: "Rounds sizes, after scaling, up to the next power of two (pow2) or not at all.",
        expected: "none or pow2",
        example: "pow2",
        read: |experiment, text| {
            text.parse().map_err(String::from).map(|value| experiment.transformation.round = value)
        },
        text: |experiment| experiment.transformation.round.to_string(),
    },
    Parameter {
        name: "estimates",
        help: "What backfilling knows of a job's runtime: the runtime itself, or the time its user requested.",
        expected: "exact or requested",
        example: "requested",
        read: |experiment, text| {
            text.parse().map_err(String::from).map(|value| experiment.transformation.estimates = value)
        },
        text: |experiment| experiment.transformation.estimates.to_string(),
    },
    Parameter {
        name: "shape",
        help: "How a sub-mesh is chosen for a number of processors: least sum of extents, or least volume.",
        expected: "compact or tight",
        example: "tight",
        read: |experiment, text| {
            text.parse().map_err(String::from).map(|value| experiment.transformation.shape = value)
        },
        text: |experiment| experiment.transformation.shape.to_string(),
    },
    Parameter {
        name: "runtime-coefficient",
        help: "Multiplies runtimes and estimates; where vary=runtime, its values take this one's place.",
        expected: COEFFICIENT,
        example: "1.2",
        read: |experiment, text| coefficient(text).map(|value| experiment.transformation.runtime_coefficient = value),
        text: |experiment| experiment.transformation.runtime_coefficient.to_string(),
    },
    Parameter {
        name: "arrival-factor",
        help: "Multiplies arrival times (0.5 doubles the rate); where vary=arrival, its values take this one's place.",
        expected: COEFFICIENT,
        example: "0.8",
        read: |experiment, text| coefficient(text).map(|value| experiment.transformation.arrival_factor = value),
        text: |experiment| experiment.transformation.arrival_factor.to_string(),
    },
    Parameter {
        name: "service",
        help: "What determines how long a job takes: its runtime, its messages on the wormhole network, or both. Backfilling \
               then takes the messages times the latency on an idle network for an estimate.",
        expected: "runtime, communication or runtime-and-communication",
        example: "communication",
        read: |experiment, text| {
            text.parse().map_err(String::from).map(|value| experiment.communication.service = value)
        },
        text: |experiment| experiment.communication.service.to_string(),
    },
    Parameter {
        name: "pattern",
        help: "Who sends to whom within a job that communicates.",
        expected: "all-to-all, all-to-all-by-source, all-to-all-by-destination, one-to-all, random or nearest-neighbour",
        example: "one-to-all",
        read: |experiment, text| {
            text.parse().map_err(String::from).map(|value| experiment.communication.pattern = value)
        },
        text: |experiment| experiment.communication.pattern.to_string(),
    },
    Parameter {
        name: "messages",
        help: "How many messages a job sends: drawn, in proportion to its runtime, or whole rounds of the pattern.",
        expected: "exponential(mean), exponential-each(mean), from-runtime(mean) or rounds(count)",
        example: "from-runtime(5)",
        read: |experiment, text| {
            text.parse().map_err(String::from).map(|value| experiment.communication.messages = value)
        },
        text: |experiment| experiment.communication.messages.to_string(),
    },
    Parameter {
        name: "sending",
        help: "Whether all messages of a job are sent at its start (free), or each process waits until its last one has \
               arrived (blocking).",
        expected: "free or blocking",
        example: "blocking",
        read: |experiment, text| {
            text.parse().map_err(String::from).map(|value| experiment.communication.sending = value)
        },
        text: |experiment| experiment.communication.sending.to_string(),
    },
    Parameter {
        name: "packet-length",
        help: "Flits of a packet.",
        expected: "a whole number from 1 to 65536",
        example: "64",
        read: |experiment, text| {
            whole(text, 1, MAX_PACKET).map(|value| experiment.communication.switching.packet_length = value)
        },
        text: |experiment| experiment.communication.switching.packet_length.to_string(),
    },
    Parameter {
        name: "routing-delay",
        help: "Cycles that a router takes to route a header.",
        expected: "a whole number from 0 to 65536",
        example: "3",
        read: |experiment, text| {
            whole(text, 0, MAX_PACKET).map(|value| experiment.communication.switching.routing_delay = value)
        },
        text: |experiment| experiment.communication.switching.routing_delay.to_string(),
    },
    Parameter {
        name: "vary",
        help: "What changes from run to run: runtime (coefficient), arrival (factor) or, for a model, rate or side; or none.",
        expected: "what:first..last:step, what:value, or none",
        example: "runtime:0.2..2:0.05",
        read: |experiment, text| {
            let value = if text == "none" { None } else { Some(text.parse()?) };
            experiment.vary = value;
            Ok(())
        },
        text: |experiment| experiment.vary.map_or("none".into(), |sweep| sweep.to_string()),
    },
    Parameter {
        name: "replications",
        help: "The most replications of each run, each with random streams of its own; the mean of all is shown.",
        expected: "a whole number from 1 to 1000",
        example: "30",
        read: |experiment, text| whole(text, 1, MAX_REPLICATIONS).map(|value| experiment.replications = value),
        text: |experiment| experiment.replications.to_string(),
    },
    Parameter {
        name: "precision",
        help: "Replications end once the 95 % interval of what is plotted upwards is at most this share of its mean to \
               either side.",
        expected: "a decimal number from 0 (run all replications) to 1",
        example: "0.02",
        read: |experiment, text| {
            let value: Decimal = text.parse()?;
            if value < Decimal::new(0, 0) || value > Decimal::ONE {
                return Err("not within 0 to 1".into());
            }
            experiment.precision = value;
            Ok(())
        },
        text: |experiment| experiment.precision.to_string(),
    },
    Parameter {
        name: "plot",
        help: "What the chart shows: a metric against another metric or against the coefficient.",
        expected: "y-x",
        example: "slowdown-utilization",
        read: |experiment, text| {
            experiment.plot = text.parse().map_err(|error: PlotError| Diagnostic::of(&error).message())?;
            Ok(())
        },
        text: |experiment| experiment.plot.to_string(),
    },
    Parameter {
        name: "scale",
        help: "The chart's y axis; auto is logarithmic for slowdowns, waits and response times.",
        expected: "auto, log or linear",
        example: "log",
        read: |experiment, text| choice(text, SCALES).map(|value| experiment.scale = value),
        text: |experiment| chosen(experiment.scale, SCALES),
    },
    Parameter {
        name: "seed",
        help: "Seed of every random stream; the same seed gives the same numbers everywhere.",
        expected: "a whole number from 0 to 18446744073709551615",
        example: "1",
        read: |experiment, text| whole(text, 0, u64::MAX).map(|value| experiment.seed = value),
        text: |experiment| experiment.seed.to_string(),
    },
];

const COEFFICIENT: &str = "a decimal number greater than 0, at most 1000";
const MODELS: &[(&str, Model)] = &[("lublin", Model::Lublin), ("stochastic", Model::Stochastic)];
const SCALES: &[(&str, Scale)] = &[("auto", Scale::Auto), ("log", Scale::Log), ("linear", Scale::Linear)];

/// The parameter of this name, or a diagnostic that lists the known ones.
pub fn find(name: &str) -> Result<&'static Parameter, Diagnostic> {
    PARAMETERS.iter().find(|parameter| parameter.name == name).ok_or_else(|| {
        let known: Vec<_> = PARAMETERS.iter().map(|parameter| parameter.name).collect();
        Diagnostic::new(shortened(name), format!("is not a parameter (known: {})", known.join(", ")))
    })
}

impl Parameter {
    /// The values, where there are only a few, for a menu; empty for all other parameters.
    pub fn choices(&self) -> Vec<&'static str> {
        fn names<T>(choices: &[(&'static str, T)]) -> Vec<&'static str> {
            choices.iter().map(|(name, _)| *name).collect()
        }
        match self.name {
            "model" => names(MODELS),
            "round" => Rounding::ALL.iter().map(|choice| choice.name()).collect(),
            "estimates" => Estimates::ALL.iter().map(|choice| choice.name()).collect(),
            "shape" => Shape::ALL.iter().map(|choice| choice.name()).collect(),
            "sides" => Sides::ALL.iter().map(|choice| choice.name()).collect(),
            "service" => ServiceModel::ALL.iter().map(|choice| choice.name()).collect(),
            "pattern" => Pattern::ALL.iter().map(|choice| choice.name()).collect(),
            "sending" => Sending::ALL.iter().map(|choice| choice.name()).collect(),
            "scale" => names(SCALES),
            _ => Vec::new(),
        }
    }

    /// The value's canonical text; empty where an optional parameter is absent.
    pub fn text(&self, experiment: &Experiment) -> String {
        (self.text)(experiment)
    }

    /// The text of the default value; empty for optional parameters.
    pub fn default_text(&self) -> String {
        self.text(&Experiment::default())
    }

    /// Reads `value` into `experiment`, or leaves it as it was and says what is wrong.
    pub fn read(&self, experiment: &mut Experiment, value: &str) -> Result<(), Diagnostic> {
        (self.read)(experiment, value).map_err(|reason| Diagnostic::new(self.name, self.complaint(value, &reason)))
    }

    /// The reason, with the value and with what was expected, unless whoever gave the reason has said so already.
    fn complaint(&self, value: &str, reason: &str) -> String {
        let mut complaint = reason.to_string();
        let quoted = format!("'{}'", shortened(value));
        if !complaint.contains(&quoted) {
            complaint = format!("{quoted}: {complaint}");
        }
        if !complaint.contains("(expected") && !complaint.contains("(known") {
            complaint = format!("{complaint}; expected {}, for example {}", self.expected, self.example);
        }
        complaint
    }
}
