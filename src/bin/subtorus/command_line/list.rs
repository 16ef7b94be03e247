//! `subtorus list`: everything that has a name.

use std::fmt::Write;
use subtorus::allocation::Family;
use subtorus::allocation::catalogue::CATALOGUE;
use subtorus::experiment::parameters::PARAMETERS;
use subtorus::experiment::plot::Quantity;
use subtorus::machine;
use subtorus::papers;
use subtorus::scheduling::{BlockedHead, Order, Scheduling};
use subtorus::simulation::METRICS;

/// All names with what they stand for, under headings.
pub fn everything() -> String {
    let mut text = String::new();
    let mut section = |title: &str, lines: Vec<(String, String)>| {
        let width = lines.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        writeln!(text, "{title}").expect("a string takes any text");
        for (name, meaning) in lines {
            writeln!(text, "  {name:width$}  {meaning}").expect("a string takes any text");
        }
        text.push('\n');
    };
    for family in Family::ALL {
        let entries = CATALOGUE.iter().filter(|entry| entry.family == family);
        let lines = entries.map(|entry| (entry.full_form(), format!("{} ({})", entry.summary, entry.source)));
        section(&format!("Allocation strategies: {}", family.name()), lines.collect());
    }
    section("Scheduling policies", policies());
    let metrics = METRICS.iter().map(|metric| (metric.name.into(), metric.definition.into()));
    section("Metrics", metrics.collect());
    section("Quantities of a plot (y-x)", vec![("names".into(), Quantity::names().join(", "))]);
    let machines =
        machine::PRESETS.iter().map(|preset| (preset.machine.into(), format!("{} ({})", preset.name, preset.source)));
    section("Machines", machines.collect());
    let figures = papers::all().map(|preset| {
        let needs = preset.log.map_or(String::new(), |log| format!(" Needs {} from {}", log.file, log.page));
        (preset.name(), format!("{}{needs}\n    {}", preset.shows, preset.link))
    });
    section("Presets", figures.collect());
    let parameters = PARAMETERS.iter().map(|parameter| (parameter.name.into(), parameter.help.into()));
    section("Parameters, in links and as flags", parameters.collect());
    text
}

fn policies() -> Vec<(String, String)> {
    let name = |policy: &Scheduling| {
        let order = Order::NAMES.iter().find(|(order, _)| *order == policy.order).map_or("", |(_, names)| names[0]);
        let heads = BlockedHead::NAMES.iter().find(|(head, _)| *head == policy.blocked_head);
        format!("{order}/{}", heads.map_or("", |(_, name)| name))
    };
    let mut lines: Vec<(String, String)> =
        Scheduling::SHORT_NAMES.iter().map(|(short, policy)| (short.to_string(), name(policy))).collect();
    let orders: Vec<_> = Order::NAMES.iter().map(|(_, names)| names.join("=")).collect();
    let heads: Vec<_> = BlockedHead::NAMES.iter().map(|(_, name)| *name).collect();
    lines.push((
        "order/head".into(),
        format!("any order of {} with any head of {}", orders.join(", "), heads.join(", ")),
    ));
    lines
}
