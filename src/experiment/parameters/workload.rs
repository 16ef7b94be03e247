//! Parameters of the log or the model, and of the selection of jobs.

use super::{
    COEFFICIENT, Parameter, made_by_a_model, of_a_log, of_a_model, of_drawn_runtimes, of_requests,
    of_the_stochastic_model, taken_from_a_log, varied_instead,
};
use crate::experiment::sweep::MAX_COEFFICIENT;
use crate::experiment::varied::MAX_MODEL_JOBS;
use crate::experiment::{Model, Varied};
use crate::formats::NotAChoice;
use crate::parameter::reading::{
    address, choice, digest, factor, file_name, number, optional, or_empty, value, whole, window,
};
use crate::parameter::{Control, Group, Rules, ValueError};
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
        group: Group::Log,
        control: Control::Own,
        read: &|experiment, text| optional(text, file_name).map(|value| experiment.log = value),
        text: &|experiment| or_empty(&experiment.log),
        rules: Rules::ALWAYS,
    },
    Parameter {
        name: "sha256",
        title: "Digest of the log",
        help: "Identity of the log: the SHA-256 of its uncompressed bytes.",
        expected: "64 hexadecimal digits",
        example: "9d997a2c20a7f7b0b6d81638d756ce8b2c524c4f2e9ec78da36001743ca33d76",
        group: Group::Log,
        control: Control::Own,
        read: &|experiment, text| optional(text, digest).map(|value| experiment.sha256 = value),
        text: &|experiment| or_empty(&experiment.sha256),
        rules: Rules::ALWAYS,
    },
    Parameter {
        name: "log-url",
        title: "Address of the log",
        help: "Where the page may fetch the log from, if that server allows it.",
        expected: "an http or https address",
        example: "https://example.org/log.swf",
        group: Group::Log,
        control: Control::Own,
        read: &|experiment, text| optional(text, address).map(|value| experiment.log_url = value),
        text: &|experiment| or_empty(&experiment.log_url),
        rules: Rules::ALWAYS,
    },
    Parameter {
        name: "model",
        title: "Model",
        help: "The stochastic model that makes the jobs when no log is given: lublin (Lublin and Feitelson 2003), stochastic \
               (drawn sub-meshes) or tpu-v4 (shapes of slices, for machines of three dimensions).",
        expected: "",
        example: "lublin",
        group: Group::Workload,
        control: Control::menu(Model::NAMES),
        read: &|experiment, text| choice(text).map(|value| experiment.model = value),
        text: &|experiment| experiment.model.to_string(),
        rules: Rules::when(&of_a_model),
    },
    Parameter {
        name: "jobs",
        title: "Number of jobs",
        help: "How many jobs the model makes.",
        expected: "a whole number from 1 to 1000000",
        example: "3000",
        group: Group::Workload,
        control: Control::LINE,
        read: &|experiment, text| whole(text, 1, MAX_MODEL_JOBS).map(|value| experiment.jobs = value),
        text: &|experiment| experiment.jobs.to_string(),
        rules: Rules {
            conflicts: &|experiment| varied_instead(experiment, Varied::Jobs),
            ..Rules::when(&|experiment| made_by_a_model(experiment, "first takes the first jobs of a log"))
        },
    },
    Parameter {
        name: "rate",
        title: "Arrival rate",
        help: "Arrival rate: for lublin, how many times as often as published; for the others, jobs per time unit (second).",
        expected: COEFFICIENT,
        example: "1",
        group: Group::Workload,
        control: Control::LINE,
        read: &|experiment, text| factor(text, MAX_COEFFICIENT).map(|value| experiment.rate = value),
        text: &|experiment| experiment.rate.to_string(),
        rules: Rules { conflicts: &|experiment| varied_instead(experiment, Varied::Rate), ..Rules::when(&of_a_model) },
    },
    Parameter {
        name: "sides",
        title: "Sides of sub-meshes",
        help: "How the stochastic model draws the side lengths of a job's sub-mesh.",
        expected: "",
        example: "exponential",
        group: Group::Workload,
        control: Control::menu(Sides::NAMES),
        read: &|experiment, text| choice(text).map(|value| experiment.sides = value),
        text: &|experiment| experiment.sides.to_string(),
        rules: Rules::when(&of_the_stochastic_model),
    },
    Parameter {
        name: "runtimes",
        title: "Run times",
        help: "How the models stochastic and tpu-v4 draw runtimes, in time units (seconds).",
        expected: "exponential(mean) or bounded-pareto(k,q,alpha)",
        example: "bounded-pareto(15,4241,1)",
        group: Group::Workload,
        control: Control::WIDE_LINE,
        read: &|experiment, text| value(text).map(|value| experiment.runtimes = value),
        text: &|experiment| experiment.runtimes.to_string(),
        rules: Rules::when(&of_drawn_runtimes),
    },
    Parameter {
        name: "partition",
        title: "Only jobs of the partition",
        help: "Take only the log's jobs of this partition (field 16).",
        expected: "a whole number as in the log",
        example: "1",
        group: Group::Jobs,
        control: Control::LINE,
        read: &|experiment, text| optional(text, number).map(|value| experiment.selection.partition = value),
        text: &|experiment| or_empty(&experiment.selection.partition),
        rules: Rules::when(&of_a_log),
    },
    Parameter {
        name: "queue",
        title: "Only jobs of the queue",
        help: "Take only the log's jobs of this queue (field 15).",
        expected: "a whole number as in the log",
        example: "1",
        group: Group::Jobs,
        control: Control::LINE,
        read: &|experiment, text| optional(text, number).map(|value| experiment.selection.queue = value),
        text: &|experiment| or_empty(&experiment.selection.queue),
        rules: Rules::when(&of_a_log),
    },
    Parameter {
        name: "status",
        title: "Only jobs that ended as",
        help: "Take only the log's jobs of this status (field 11): 1 completed, 0 failed, 5 cancelled.",
        expected: "a whole number as in the log",
        example: "1",
        group: Group::Jobs,
        control: Control::LINE,
        read: &|experiment, text| optional(text, number).map(|value| experiment.selection.status = value),
        text: &|experiment| or_empty(&experiment.selection.status),
        rules: Rules::when(&of_a_log),
    },
    Parameter {
        name: "first",
        title: "First jobs of the log",
        help: "Take only the first jobs of the log, in order of submission.",
        expected: "a whole number of at least 1",
        example: "6000",
        group: Group::Jobs,
        control: Control::LINE,
        read: &|experiment, text| {
            optional(text, |text| whole(text, 1, u32::MAX)).map(|value| experiment.selection.first = value)
        },
        text: &|experiment| or_empty(&experiment.selection.first),
        rules: Rules::when(&|experiment| taken_from_a_log(experiment, "jobs says how many jobs the model makes")),
    },
    Parameter {
        name: "window",
        title: "Only jobs submitted within",
        help: "Take only the log's jobs submitted from the first time up to, but not at, the second.",
        expected: "two submit times as in the log, in whole seconds",
        example: "0..604800",
        group: Group::Jobs,
        control: Control::WIDE_LINE,
        read: &|experiment, text| optional(text, window).map(|value| experiment.selection.window = value),
        text: &|experiment| {
            experiment
                .selection
                .window
                .map_or_else(String::new, |(from, to)| format!("{}..{}", from / SECOND, to / SECOND))
        },
        rules: Rules::when(&of_a_log),
    },
    Parameter {
        name: "column",
        title: "Columns of the table",
        help: "Which column of a table tells what, where its name does not say so or several could: processors=cpu_num, or several \
               with commas between them.",
        expected: "FIELD=COLUMN, such as submit, runtime, processors or estimate, and the name of a column",
        example: "processors=cpu_num",
        group: Group::Jobs,
        control: Control::WIDE_LINE,
        read: &|experiment, text| {
            let choice = text.parse().map_err(|error: NotAChoice| ValueError::Whole(error.into()))?;
            experiment.columns = choice;
            Ok(())
        },
        text: &|experiment| experiment.columns.to_string(),
        rules: Rules::when(&of_a_log),
    },
    Parameter {
        name: "estimate-scale",
        title: "Multiply estimates by",
        help: "Multiplies the times that the log's jobs requested: 60 where the log has them in minutes.",
        expected: "a decimal number greater than 0, at most 86400",
        example: "60",
        group: Group::Jobs,
        control: Control::LINE,
        read: &|experiment, text| factor(text, MOST_ESTIMATE_SCALE).map(|value| experiment.estimate_scale = value),
        text: &|experiment| experiment.estimate_scale.to_string(),
        rules: Rules::when(&|experiment| of_a_log(experiment).and_then(|()| of_requests(experiment))),
    },
];

/// The seconds of a day: no log has its times in a longer unit.
const MOST_ESTIMATE_SCALE: i64 = 86_400;
