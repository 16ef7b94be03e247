//! Arguments of a command, one a line, changed by whole words.

use subtorus::parameter::Parameters;
use subtorus::random::Stream;
use subtorus::torus_batch::experiment::PARAMETERS as BATCH_PARAMETERS;
use subtorus::view::PARAMETERS;

/// A command of the command line.
pub struct Command {
    /// Its name.
    pub name: String,
    /// What it takes.
    pub flags: Vec<Flag>,
}

/// A flag, or an argument that stands by itself.
pub struct Flag {
    /// Its name without hyphens; none of an argument that stands by itself.
    pub long: Option<String>,
    /// Whether the command is refused without it.
    pub is_required: bool,
    /// What may be its value; nothing where it takes none.
    pub values: Vec<String>,
}

/// Small values for parameters with examples that are large, or few.
const SMALL: &[(&str, &[&str])] = &[
    ("jobs", &["1", "5", "12"]),
    ("job", &["1", "3", "99"]),
    ("machine", &["mesh:4x4", "torus:2x4", "mesh:4x2x3", "torus:8", "mesh:4x4,torus:2x2x2", "mixed:2rx2x2rx2"]),
    ("allocation", &["ff", "flat", "mbs", "2dbs,ff", "fs", "ocs", "midplane", "curve(hilbert,first)", "nep,ep"]),
    ("scheduling", &["fcfs", "easy", "fcfs,conservative", "sjf/skip(2)", "wfp/conservative"]),
    ("vary", &["none", "availability:0.9", "runtime:1..2:1", "side:2..4:1", "page-size:0..2:1", "jobs:2..6:2"]),
    ("facet", &["availability:0,1", "depth:1,2", "side:1,2,4"]),
    ("down", &["0,0+1x1", "7,7+2x2", "random(0.9,1x1)", "random(0)", "random(0.5,2x1x1)"]),
    ("beside", &["easy/flat", "fcfs/2dbs", "fcfs/ff/mesh:2x2", "easy/ff"]),
    ("side", &["4", "8"]),
    ("link", &["#v=1&jobs=5&machine=mesh:4x4&vary=none", "-"]),
    ("limit", &["1", "2", "0"]),
];

/// Values that a flag of this name may have: those of the parameter, and what is wrong for most.
pub fn values(name: &str) -> Vec<String> {
    let small = SMALL.iter().find(|(small, _)| *small == name).map_or(&[][..], |(_, values)| values);
    let mut all: Vec<String> = small.iter().map(|value| value.to_string()).collect();
    of(&PARAMETERS, name, &mut all);
    of(&BATCH_PARAMETERS, name, &mut all);
    all.retain(|value| !value.is_empty());
    all
}

fn of<E: Default>(parameters: &Parameters<E>, name: &str, all: &mut Vec<String>) {
    let Some(parameter) = parameters.iter().find(|parameter| parameter.name == name) else { return };
    all.push(parameter.example.into());
    all.push(parameter.default_text());
    all.extend(parameter.control.choices.iter().map(|choice| choice.to_string()));
    all.extend((parameter.control.examples)().iter().map(|example| example.value.to_string()));
}

/// Words that are wrong nearly everywhere, with strokes between them; the first one is empty.
const JUNK: &str = "|-|--|-1|0|1|2|7/3|1e9|nan|18446744073709551615|\u{e9}|a b|none|=|,|%FF|x|4x4|log.swf|out.csv|--help|..|1..2|(|\u{7f}";

/// Changes one or several of the lines of `data`, of which the first `size` bytes count: takes one away, moves one, gives a flag of
/// the command another value, adds one of its flags or junk, or begins anew with a command and what it needs. Returns the new
/// size; the old one where there is no room.
pub fn change(data: &mut [u8], size: usize, most: usize, seed: u32, commands: &[Command]) -> usize {
    let text = String::from_utf8_lossy(&data[..size]).into_owned();
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    let mut draw = Draw(Stream::new(seed.into(), "lines", 0));
    for _ in 0..=draw.below(3) {
        change_once(&mut lines, &mut draw, commands);
    }
    let text = lines.join("\n");
    if text.len() > most {
        return size;
    }
    data[..text.len()].copy_from_slice(text.as_bytes());
    text.len()
}

fn change_once(lines: &mut Vec<String>, draw: &mut Draw, commands: &[Command]) {
    let command = lines.first().and_then(|name| commands.iter().find(|command| command.name == *name));
    let Some(command) = command.filter(|_| draw.below(12) > 0) else {
        let command = draw.one(commands);
        *lines = vec![command.name.clone()];
        lines.extend(command.flags.iter().filter(|flag| flag.is_required).map(|flag| draw.flag(flag)));
        return;
    };
    match draw.below(10) {
        0 if lines.len() > 1 => drop(lines.remove(1 + draw.below(lines.len() - 1))),
        1 => {
            let (from, to) = (draw.below(lines.len()), draw.below(lines.len()));
            lines.swap(from, to);
        }
        2 => {
            let place = draw.below(lines.len() + 1);
            lines.insert(place, draw.junk());
        }
        3 => {
            let (place, junk) = (draw.below(lines.len()), draw.junk());
            let name = lines[place].split('=').next().unwrap_or_default().to_string();
            lines[place] = format!("{name}={junk}");
        }
        _ if command.flags.is_empty() => {}
        _ => {
            let flag = draw.one(&command.flags);
            let line = draw.flag(flag);
            // A flag that is there twice is refused.
            let start = flag.long.as_ref().map(|long| format!("--{long}"));
            let is_same = |line: &String| line.split('=').next() == start.as_deref();
            match lines.iter().position(is_same).filter(|_| draw.below(20) > 0) {
                Some(place) => lines[place] = line,
                None => lines.insert(1 + draw.below(lines.len()), line),
            }
        }
    }
}

struct Draw(Stream);

impl Draw {
    fn below(&mut self, limit: usize) -> usize {
        self.0.uniform_integer(0, limit as u32 - 1) as usize
    }

    fn one<'a, T>(&mut self, among: &'a [T]) -> &'a T {
        &among[self.below(among.len())]
    }

    fn junk(&mut self) -> String {
        self.one(&JUNK.split('|').collect::<Vec<_>>()).to_string()
    }

    fn flag(&mut self, flag: &Flag) -> String {
        let value = if flag.values.is_empty() { String::new() } else { self.one(&flag.values).clone() };
        match &flag.long {
            Some(long) if flag.values.is_empty() => format!("--{long}"),
            Some(long) => format!("--{long}={value}"),
            None => value,
        }
    }
}
