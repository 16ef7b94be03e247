//! `subtorus list`: everything that has a name.

use super::CommandError;
use super::target::print;
use clap::{ArgMatches, Command};
use subtorus::allocation::Family;
use subtorus::allocation::catalogue;
use subtorus::experiment::{Quantity, Varied};
use subtorus::machine;
use subtorus::papers;
use subtorus::scheduling::{self, BlockedHead, Order};
use subtorus::simulation::METRICS;
use subtorus::view::PARAMETERS;

pub fn command() -> Command {
    Command::new("list").about("Lists strategies, policies, metrics, machines, presets and parameters")
}

/// Prints all names with their meanings, under headings.
pub fn run(_: &ArgMatches) -> Result<(), CommandError> {
    let mut text = String::new();
    let mut section = |title: &str, lines: Vec<(String, String)>| {
        let width = lines.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        text += &format!("{title}\n");
        for (name, meaning) in lines {
            text += &format!("  {name:width$}  {meaning}\n");
        }
        text.push('\n');
    };
    for family in Family::ALL {
        let entries = catalogue::entries().filter(|entry| entry.family == *family);
        let lines = entries.map(|entry| (entry.full_form(), format!("{} ({})", entry.summary, entry.source)));
        section(&format!("Allocation strategies: {}", family.name()), lines.collect());
    }
    let policy = |policy: scheduling::NamedPolicy| {
        (policy.name.into(), format!("{} ({}): {}", policy.title, policy.pair, policy.meaning))
    };
    section("Scheduling policies", scheduling::catalogue().into_iter().map(policy).collect());
    let order = |order: &Order| ([&[order.name()], order.synonyms()].concat().join("="), order.meaning().into());
    section("Orders of the queue, for order/head", Order::ALL.iter().map(order).collect());
    let head = |head: &BlockedHead| (head.name().into(), head.meaning().into());
    section("Blocked heads, for order/head", BlockedHead::ALL.iter().map(head).collect());
    let metrics = METRICS.iter().map(|metric| (metric.name.into(), metric.definition.into()));
    section("Metrics", metrics.collect());
    section("Quantities of a plot (y-x)", vec![("names".into(), Quantity::names().join(", "))]);
    let varied = Varied::ALL.iter().map(|varied| (varied.name().into(), varied.title().into()));
    section("What a sweep varies, for vary", varied.collect());
    let machines = machine::KNOWN_MACHINES.iter().map(|preset| (preset.machine.into(), preset.meaning()));
    section("Machines", machines.collect());
    let figures = papers::all().map(|preset| {
        let needs = preset.log.map_or(String::new(), |log| format!(" Needs {} from {}", log.file, log.page));
        (preset.name(), format!("{}{needs}\n    {}", preset.shows, preset.link))
    });
    section("Presets", figures.collect());
    let parameters = PARAMETERS.iter().map(|parameter| (parameter.name.into(), parameter.help.into()));
    section("Parameters, in links and as flags", parameters.collect());
    print(&text)
}
