//! Scenarios of the network: the messages with their times, sources and destinations, as JSON.

use serde_json::{Map, Value};
use subtorus::diagnostic::{Diagnostic, shortened};
use subtorus::machine::{Coordinates, Machine};
use subtorus::names::UnknownName;
use subtorus::network::{Cycle, Message, Switching, Ties};

/// A machine, its routers, and the messages.
#[derive(Debug)]
pub struct Scenario {
    pub machine: Machine,
    pub switching: Switching,
    /// In the order of the file.
    pub messages: Vec<Message>,
}

/// The last cycle at which a message may be created, and the greatest t_s and L. They exceed all uses, and sums of
/// cycles do not overflow.
const LAST_CREATION: u64 = 1_000_000_000_000_000_000;
const LONGEST: u64 = 1_000_000;

/// The most values of a scenario: three million messages on a plane, which take a gigabyte.
const MOST_VALUES: usize = 1 << 24;

impl Scenario {
    /// Reads `{dims, torus, t_s, L, ties, messages: [[t, src, dst], ...]}`. Nodes are coordinates, dimension 0 first.
    /// `torus` is one value for all dimensions, or a list with one value for each. The defaults are 3 for `t_s`, 8 for
    /// `L` and `plus` for `ties`. Other keys are ignored. Errors have the place, the value found and the values
    /// expected.
    pub fn read(text: &str) -> Result<Scenario, String> {
        // Each value after a comma takes ten times as much memory as in the file.
        if text.bytes().filter(|&byte| byte == b',').count() > MOST_VALUES {
            return Err(format!("too large: more than {MOST_VALUES} values; send the messages in several parts"));
        }
        let value: Value = serde_json::from_str(text).map_err(|error| format!("not JSON: {error}"))?;
        let Value::Object(scenario) = value else {
            return Err(format!("{} is no scenario: expected an object with dims, torus and messages", short(&value)));
        };
        let extents = extents(required(&scenario, "dims")?)?;
        let rings = rings(required(&scenario, "torus")?, extents.len())?;
        let machine = Machine::new(&extents, &rings).map_err(|error| Diagnostic::at("dims", &error).to_string())?;
        let default = Switching::default();
        let switching = Switching {
            routing_delay: cycles(&scenario, "t_s", 0, default.routing_delay)?,
            packet_length: cycles(&scenario, "L", 1, default.packet_length)?,
            ties: ties(&scenario)?,
        };
        let messages = required(&scenario, "messages")?;
        let Value::Array(messages) = messages else {
            return Err(format!("messages: {} is not a list of [time, source, destination]", short(messages)));
        };
        let read = |(index, value)| message(value, &machine).map_err(|reason| format!("messages[{index}]: {reason}"));
        let messages = messages.iter().enumerate().map(read).collect::<Result<_, _>>()?;
        Ok(Scenario { machine, switching, messages })
    }
}

fn required<'a>(scenario: &'a Map<String, Value>, key: &str) -> Result<&'a Value, String> {
    scenario
        .get(key)
        .ok_or_else(|| format!("'{key}' is missing: a scenario has dims, torus and messages, t_s, L and ties"))
}

fn extents(value: &Value) -> Result<Vec<u32>, String> {
    whole_numbers(value).ok_or_else(|| format!("dims: {} is not a list of extents such as [16, 22]", short(value)))
}

fn rings(value: &Value, dimensions: usize) -> Result<Vec<bool>, String> {
    let rings = match value {
        Value::Bool(ring) => Some(vec![*ring; dimensions]),
        Value::Array(rings) => rings.iter().map(Value::as_bool).collect(),
        _ => None,
    };
    rings
        .filter(|rings| rings.len() == dimensions)
        .ok_or_else(|| format!("torus: {} is neither true nor false nor a list of {dimensions} of them", short(value)))
}

/// A number of cycles or flits.
fn cycles(scenario: &Map<String, Value>, key: &str, least: u64, default: u32) -> Result<u32, String> {
    let Some(value) = scenario.get(key) else { return Ok(default) };
    match value.as_u64() {
        Some(number) if (least..=LONGEST).contains(&number) => Ok(number as u32),
        _ => Err(format!("{key}: {} is not a whole number from {least} to {LONGEST}", short(value))),
    }
}

/// The direction of packets at a distance of half a ring.
fn ties(scenario: &Map<String, Value>) -> Result<Ties, String> {
    let Some(value) = scenario.get("ties") else { return Ok(Ties::default()) };
    let name =
        value.as_str().ok_or_else(|| format!("ties: {} is not one of {}", short(value), Ties::NAMES.join(", ")))?;
    name.parse().map_err(|error: UnknownName| Diagnostic::at("ties", &error).to_string())
}

fn message(value: &Value, machine: &Machine) -> Result<Message, String> {
    let Some([time, source, destination]) = value.as_array().map(Vec::as_slice) else {
        return Err(format!("{} is not a message: expected [time, source, destination]", short(value)));
    };
    let Some(created) = time.as_u64().filter(|created| *created <= LAST_CREATION) else {
        return Err(format!("time {} is not a whole number from 0 to {LAST_CREATION}", short(time)));
    };
    let source = node(source, machine).map_err(|reason| format!("source {reason}"))?;
    let destination = node(destination, machine).map_err(|reason| format!("destination {reason}"))?;
    Ok(Message { created: created as Cycle, source, destination })
}

/// The index of the node at these coordinates.
fn node(value: &Value, machine: &Machine) -> Result<u32, String> {
    let extents = machine.extents();
    let grid = || extents.iter().map(u32::to_string).collect::<Vec<_>>().join("x");
    let Some(coordinates) = whole_numbers(value).filter(|coordinates| coordinates.len() == extents.len()) else {
        let text = short(value);
        return Err(format!(
            "{text} is not a list of {} whole numbers, one per dimension of {}",
            extents.len(),
            grid()
        ));
    };
    if coordinates.iter().zip(extents).any(|(x, extent)| x >= extent) {
        return Err(format!("{} is outside {}", short(value), grid()));
    }
    Ok(machine.index(&Coordinates::new(&coordinates)))
}

fn whole_numbers(value: &Value) -> Option<Vec<u32>> {
    value.as_array()?.iter().map(|number| u32::try_from(number.as_u64()?).ok()).collect()
}

/// A value as in the file, shortened.
fn short(value: &Value) -> String {
    shortened(&value.to_string())
}
