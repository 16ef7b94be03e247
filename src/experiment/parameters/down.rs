//! Nodes that are out of service.

use super::Parameter;
use crate::experiment::Down;
use crate::parameter::reading::compound;
use crate::parameter::{Control, Example, Group, Rules};

/// In the order of permalinks.
pub const PARAMETERS: &[Parameter] = &[Parameter {
    name: "down",
    title: "Nodes out of service",
    help: "Nodes out of service for the whole run: boxes base+extents with ; between them, or random(a,h), the machine in boxes of \
           extents h (2x2x1 by default), each in service with probability a. Empty for none.",
    expected: "boxes base+extents, or random(a,h)",
    example: "random(0.99,2x2x2x1x1x1)",
    group: Group::Machine,
    control: Control::Line { wide: true, examples },
    read: &|experiment, text| {
        experiment.down = if text.trim().is_empty() { Down::default() } else { compound(text)? };
        Ok(())
    },
    text: &|experiment| experiment.down.to_string(),
    rules: Rules::ALWAYS,
}];

fn examples() -> Vec<Example> {
    let examples = [
        ("random(0.99)", "hosts of 2x2x1 nodes, as in TPU v4, of which 99 % are in service"),
        ("0,0,0+2x2x1;4,4,4+2x2x1", "these two hosts of a machine of three dimensions"),
    ];
    examples.map(|(value, meaning)| Example { value, meaning: meaning.into(), with: Vec::new() }).to_vec()
}
