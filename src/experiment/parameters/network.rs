//! Parameters of the run time of jobs and of their communication.

use super::{Experiment, Parameter, of_the_network, varied_instead};
use crate::experiment::Varied;
use crate::network::{Pattern, Sending, Ties};
use crate::parameter::reading::{choice, value, whole};
use crate::parameter::{ConflictReason, Control, Example, Group, Rules};
use crate::simulation::{RankOrder, ServiceModel};
use crate::workload::messages::QuotaRounding;

/// The longest packet, and the longest routing delay: thousands of times those of the papers.
const MAX_PACKET: u32 = 1 << 16;

/// In the order of permalinks.
pub const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "service",
        title: "What decides run time",
        help: "What determines how long a job takes: its runtime, its messages on the wormhole network, or both. Backfilling \
               then takes the messages times the latency on an idle network for an estimate.",
        expected: "",
        example: "communication",
        group: Group::Network,
        control: Control::Menu { wide: true, choices: ServiceModel::NAMES, examples: with_a_network },
        read: &|experiment, text| choice(text).map(|value| experiment.communication.service = value),
        text: &|experiment| experiment.communication.service.to_string(),
        rules: Rules::ALWAYS,
    },
    Parameter {
        name: "pattern",
        title: "Communication pattern",
        help: "Which processes of a communicating job send to which.",
        expected: "",
        example: "one-to-all",
        group: Group::Network,
        control: Control::wide_menu(Pattern::NAMES),
        read: &|experiment, text| choice(text).map(|value| experiment.communication.pattern = value),
        text: &|experiment| experiment.communication.pattern.to_string(),
        rules: Rules::when(&of_the_network),
    },
    Parameter {
        name: "messages",
        title: "Messages per job",
        help: "How many messages a job sends: drawn, in proportion to its runtime, or whole rounds of the pattern.",
        expected: "exponential(mean), exponential-each(mean), from-runtime(mean) or rounds(count)",
        example: "from-runtime(5)",
        group: Group::Network,
        control: Control::WIDE_LINE,
        read: &|experiment, text| value(text).map(|value| experiment.communication.messages = value),
        text: &|experiment| experiment.communication.messages.to_string(),
        rules: Rules::when(&of_the_network),
    },
    Parameter {
        name: "sending",
        title: "How messages are sent",
        help: "Whether all messages of a job are sent at its start (free), or each process waits until its last one has \
               arrived (blocking).",
        expected: "",
        example: "blocking",
        group: Group::Network,
        control: Control::menu(Sending::NAMES),
        read: &|experiment, text| choice(text).map(|value| experiment.communication.sending = value),
        text: &|experiment| experiment.communication.sending.to_string(),
        rules: Rules::when(&of_the_network),
    },
    Parameter {
        name: "ranks",
        title: "How processes are numbered",
        help: "The order in which a job's processes are put on its nodes: by rows of the machine, block by block as they were \
               allocated, or by columns.",
        expected: "",
        example: "blocks",
        group: Group::Network,
        control: Control::menu(RankOrder::NAMES),
        read: &|experiment, text| choice(text).map(|value| experiment.communication.ranks = value),
        text: &|experiment| experiment.communication.ranks.to_string(),
        rules: Rules::when(&of_the_network),
    },
    Parameter {
        name: "quota-rounding",
        title: "Round message counts",
        help: "How the number of a job's messages becomes a whole one, where it is drawn or follows from the runtime.",
        expected: "",
        example: "down",
        group: Group::Network,
        control: Control::menu(QuotaRounding::NAMES),
        read: &|experiment, text| choice(text).map(|value| experiment.communication.rounding = value),
        text: &|experiment| experiment.communication.rounding.to_string(),
        rules: Rules::when(&of_the_network),
    },
    Parameter {
        name: "packet-length",
        title: "Packet length in flits",
        help: "Flits of a packet.",
        expected: "a whole number from 1 to 65536",
        example: "64",
        group: Group::Network,
        control: Control::LINE,
        read: &|experiment, text| {
            whole(text, 1, MAX_PACKET).map(|value| experiment.communication.switching.packet_length = value)
        },
        text: &|experiment| experiment.communication.switching.packet_length.to_string(),
        rules: Rules {
            conflicts: &|experiment| varied_instead(experiment, Varied::PacketLength),
            ..Rules::when(&of_the_network)
        },
    },
    Parameter {
        name: "routing-delay",
        title: "Routing delay in cycles",
        help: "Cycles that a router takes to route a header.",
        expected: "a whole number from 0 to 65536",
        example: "3",
        group: Group::Network,
        control: Control::LINE,
        read: &|experiment, text| {
            whole(text, 0, MAX_PACKET).map(|value| experiment.communication.switching.routing_delay = value)
        },
        text: &|experiment| experiment.communication.switching.routing_delay.to_string(),
        rules: Rules {
            conflicts: &|experiment| varied_instead(experiment, Varied::RoutingDelay),
            ..Rules::when(&of_the_network)
        },
    },
    Parameter {
        name: "ties",
        title: "Ties in the network",
        help: "Which way a packet goes that has exactly half a ring to go: always in the positive direction (plus), or half of \
               them in either direction (split), so that uniform traffic can use all links of even rings.",
        expected: "",
        example: "split",
        group: Group::Network,
        control: Control::menu(Ties::NAMES),
        read: &|experiment, text| choice(text).map(|value| experiment.communication.switching.ties = value),
        text: &|experiment| experiment.communication.switching.ties.to_string(),
        rules: Rules::when(&of_rings),
    },
];

/// Applies if a machine has rings.
fn of_rings(experiment: &Experiment) -> Result<(), ConflictReason> {
    of_the_network(experiment)?;
    if !experiment.machines.iter().any(|machine| machine.rings().contains(&true)) {
        return Err(ConflictReason::harmless(
            "is about rings, but no machine has one",
            "add a machine with rings, or drop it",
        ));
    }
    Ok(())
}

/// Services of the network. A new experiment splits ties. The default is the meaning of permalinks without `ties`.
fn with_a_network() -> Vec<Example> {
    let example = |service: &ServiceModel| Example {
        with: vec![("ties", Ties::Split.name())],
        ..Example::new(service.name(), "of packets with two shortest ways around a ring, half take each")
    };
    ServiceModel::ALL.iter().filter(|service| **service != ServiceModel::Runtime).map(example).collect()
}
