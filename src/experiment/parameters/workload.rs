//! Parameters of the log or the model, and of the selection of jobs.

use super::{
    COEFFICIENT, Parameter, made_by_a_model, of_a_log, of_a_model, of_drawn_runtimes, of_requests,
    of_the_stochastic_model, taken_from_a_log, varied_instead,
};
use crate::experiment::sweep::MAX_COEFFICIENT;
use crate::experiment::varied::MAX_MODEL_JOBS;
use crate::experiment::{Model, Varied};
use crate::parameter::reading::{
    address, as_typed, digest, factor, file_name, number, optional, or_empty, value, whole, window,
};
use crate::parameter::{Control, Group, field};
use crate::time::SECOND;
use crate::workload::stochastic::Sides;

/// In the order of permalinks.
pub const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "log",
        title: "Log",
        help: "File name of the workload log (Standard Workload Format, or a table of jobs); without a log, the model makes the jobs.",
        expected: "a file name",
        example: "NASA-iPSC-1993-3.1-cln.swf",
        control: Control::OWN,
        ..field!(Group::Log, optional log, file_name)
    },
    Parameter {
        name: "sha256",
        title: "Digest of the log",
        help: "Identity of the log: the SHA-256 of its uncompressed bytes.",
        expected: "64 hexadecimal digits",
        example: "9d997a2c20a7f7b0b6d81638d756ce8b2c524c4f2e9ec78da36001743ca33d76",
        control: Control::OWN,
        ..field!(Group::Log, optional sha256, digest)
    },
    Parameter {
        name: "log-url",
        title: "Address of the log",
        help: "Where the page may fetch the log from, if that server allows it.",
        expected: "an http or https address",
        example: "https://example.org/log.swf",
        control: Control::OWN,
        ..field!(Group::Log, optional log_url, address)
    },
    Parameter {
        name: "model",
        title: "Model",
        help: "The stochastic model that makes the jobs when no log is given: lublin (Lublin and Feitelson 2003), stochastic \
               (drawn sub-meshes) or tpu-v4 (shapes of slices, for machines of three dimensions).",
        example: "lublin",
        applies: &of_a_model,
        ..field!(Group::Workload, menu model, Model)
    },
    Parameter {
        name: "jobs",
        title: "Number of jobs",
        help: "How many jobs the model makes.",
        expected: "a whole number from 1 to 1000000",
        example: "3000",
        applies: &|experiment| made_by_a_model(experiment, "first takes the first jobs of a log"),
        conflicts: &|experiment| varied_instead(experiment, Varied::Jobs),
        ..field!(Group::Workload, jobs, whole(1, MAX_MODEL_JOBS))
    },
    Parameter {
        name: "rate",
        title: "Arrival rate",
        help: "Arrival rate: for lublin, how many times as often as published; for the others, jobs per time unit (second).",
        expected: COEFFICIENT,
        example: "1",
        applies: &of_a_model,
        conflicts: &|experiment| varied_instead(experiment, Varied::Rate),
        ..field!(Group::Workload, rate, factor(MAX_COEFFICIENT))
    },
    Parameter {
        name: "sides",
        title: "Sides of sub-meshes",
        help: "How the stochastic model draws the side lengths of a job's sub-mesh.",
        example: "exponential",
        applies: &of_the_stochastic_model,
        ..field!(Group::Workload, menu sides, Sides)
    },
    Parameter {
        name: "runtimes",
        title: "Run times",
        help: "How the models stochastic and tpu-v4 draw runtimes, in time units (seconds).",
        expected: "exponential(mean) or bounded-pareto(k,q,alpha)",
        example: "bounded-pareto(15,4241,1)",
        control: Control::WIDE_LINE,
        applies: &of_drawn_runtimes,
        ..field!(Group::Workload, runtimes, value)
    },
    Parameter {
        name: "partition",
        title: "Only jobs of the partition",
        help: "Take only the log's jobs of this partition (field 16).",
        expected: "a whole number as in the log",
        example: "1",
        applies: &of_a_log,
        ..field!(Group::Jobs, optional selection.partition, number)
    },
    Parameter {
        name: "queue",
        title: "Only jobs of the queue",
        help: "Take only the log's jobs of this queue (field 15).",
        expected: "a whole number as in the log",
        example: "1",
        applies: &of_a_log,
        ..field!(Group::Jobs, optional selection.queue, number)
    },
    Parameter {
        name: "status",
        title: "Only jobs that ended as",
        help: "Take only the log's jobs of this status (field 11): 1 completed, 0 failed, 5 cancelled.",
        expected: "a whole number as in the log",
        example: "1",
        applies: &of_a_log,
        ..field!(Group::Jobs, optional selection.status, number)
    },
    Parameter {
        name: "first",
        title: "First jobs of the log",
        help: "Take only the first jobs of the log, in order of submission.",
        expected: "a whole number of at least 1",
        example: "6000",
        applies: &|experiment| taken_from_a_log(experiment, "jobs says how many jobs the model makes"),
        ..field!(Group::Jobs, optional selection.first, whole(1, u32::MAX))
    },
    Parameter {
        name: "window",
        title: "Only jobs submitted within",
        help: "Take only the log's jobs submitted from the first time up to, but not at, the second.",
        expected: "two submit times as in the log, in whole seconds",
        example: "0..604800",
        control: Control::WIDE_LINE,
        read: &|experiment, text| optional(text, window).map(|value| experiment.selection.window = value),
        text: &|experiment| {
            or_empty(&experiment.selection.window.map(|(from, to)| format!("{}..{}", from / SECOND, to / SECOND)))
        },
        applies: &of_a_log,
        ..Parameter::of(Group::Jobs)
    },
    Parameter {
        name: "column",
        title: "Columns of the table",
        help: "Which column of a table tells what, where its name does not say so or several could: processors=cpu_num, or several \
               with commas between them.",
        expected: "FIELD=COLUMN, such as submit, runtime, processors or estimate, and the name of a column",
        example: "processors=cpu_num",
        control: Control::WIDE_LINE,
        applies: &of_a_log,
        ..field!(Group::Jobs, columns, as_typed)
    },
    Parameter {
        name: "estimate-scale",
        title: "Multiply estimates by",
        help: "Multiplies the times that the log's jobs requested: 60 where the log has them in minutes.",
        expected: "a decimal number greater than 0, at most 86400",
        example: "60",
        applies: &|experiment| of_a_log(experiment).and_then(|()| of_requests(experiment)),
        ..field!(Group::Jobs, estimate_scale, factor(MOST_ESTIMATE_SCALE))
    },
];

/// The seconds of a day: no log has its times in a longer unit.
const MOST_ESTIMATE_SCALE: i64 = 86_400;
