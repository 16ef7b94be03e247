//! Parameters of the run time of jobs and of their communication.

use super::{Experiment, Parameter, of_the_network, varied_instead};
use crate::experiment::Varied;
use crate::network::{Pattern, Sending, Ties};
use crate::parameter::reading::{choice, value, whole};
use crate::parameter::{ConflictReason, Control, Example, Group, field};
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
        example: "communication",
        control: Control { wide: true, examples: with_a_network, ..Control::menu(ServiceModel::NAMES) },
        ..field!(Group::Network, communication.service, choice)
    },
    Parameter {
        name: "pattern",
        title: "Communication pattern",
        help: "Which processes of a communicating job send to which.",
        example: "one-to-all",
        control: Control { wide: true, ..Control::menu(Pattern::NAMES) },
        applies: &of_the_network,
        ..field!(Group::Network, communication.pattern, choice)
    },
    Parameter {
        name: "messages",
        title: "Messages per job",
        help: "How many messages a job sends: drawn, in proportion to its runtime, or whole rounds of the pattern.",
        expected: "exponential(mean), exponential-each(mean), from-runtime(mean) or rounds(count)",
        example: "from-runtime(5)",
        control: Control::WIDE_LINE,
        applies: &of_the_network,
        ..field!(Group::Network, communication.messages, value)
    },
    Parameter {
        name: "sending",
        title: "How messages are sent",
        help: "Whether all messages of a job are sent at its start (free), or each process waits until its last one has \
               arrived (blocking).",
        example: "blocking",
        applies: &of_the_network,
        ..field!(Group::Network, menu communication.sending, Sending)
    },
    Parameter {
        name: "ranks",
        title: "How processes are numbered",
        help: "The order in which a job's processes are put on its nodes: by rows of the machine, block by block as they were \
               allocated, or by columns.",
        example: "blocks",
        applies: &of_the_network,
        ..field!(Group::Network, menu communication.ranks, RankOrder)
    },
    Parameter {
        name: "quota-rounding",
        title: "Round message counts",
        help: "How the number of a job's messages becomes a whole one, where it is drawn or follows from the runtime.",
        example: "down",
        applies: &of_the_network,
        ..field!(Group::Network, menu communication.rounding, QuotaRounding)
    },
    Parameter {
        name: "packet-length",
        title: "Packet length in flits",
        help: "Flits of a packet.",
        expected: "a whole number from 1 to 65536",
        example: "64",
        applies: &of_the_network,
        conflicts: &|experiment| varied_instead(experiment, Varied::PacketLength),
        ..field!(Group::Network, communication.switching.packet_length, whole(1, MAX_PACKET))
    },
    Parameter {
        name: "routing-delay",
        title: "Routing delay in cycles",
        help: "Cycles that a router takes to route a header.",
        expected: "a whole number from 0 to 65536",
        example: "3",
        applies: &of_the_network,
        conflicts: &|experiment| varied_instead(experiment, Varied::RoutingDelay),
        ..field!(Group::Network, communication.switching.routing_delay, whole(0, MAX_PACKET))
    },
    Parameter {
        name: "ties",
        title: "Ties in the network",
        help: "Which way a packet goes that has exactly half a ring to go: always in the positive direction (plus), or half of \
               them in either direction (split), so that uniform traffic can use all links of even rings.",
        example: "split",
        applies: &of_rings,
        ..field!(Group::Network, menu communication.switching.ties, Ties)
    },
];

/// Applies if a machine has rings.
fn of_rings(experiment: &Experiment) -> Result<(), ConflictReason> {
    of_the_network(experiment)?;
    ConflictReason::harmless("is about rings, but no machine has one", "add a machine with rings, or drop it")
        .unless(experiment.machines.iter().any(|machine| machine.rings().contains(&true)))
}

/// Services of the network. A new experiment splits ties. The default is the meaning of permalinks without `ties`.
fn with_a_network() -> Vec<Example> {
    let example = |service: &ServiceModel| Example {
        with: vec![("ties", Ties::Split.name())],
        ..Example::new(service.name(), "of packets with two shortest ways around a ring, half take each")
    };
    ServiceModel::ALL.iter().filter(|service| **service != ServiceModel::Runtime).map(example).collect()
}
