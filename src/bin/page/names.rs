//! Everything with a name and its pictures, and small functions for texts.

use subtorus::formats::identity;
use subtorus::report::{self, catalogue::Catalogue, strategy};
use subtorus::torus_batch::permalink;
use subtorus::{answers, web::sent};
use tsify::Ts;
use wasm_bindgen::prelude::wasm_bindgen;

answers! {
    /// The names that the page shows and their meanings.
    fn catalogue() -> Ts<Catalogue> = sent(&report::catalogue::catalogue());
    /// The program's version and limits.
    fn about() -> Ts<report::About> = sent(&report::about());
    /// The names of a list separated by commas; commas within a name's parentheses do not count.
    fn split_list(text: &str) -> Vec<String> = strategy::names_in(text);
    /// The SHA-256 of these bytes, in hexadecimal. The browser provides it for https and localhost only.
    fn sha256(bytes: &[u8]) -> String = identity::sha256_hex(bytes);
    /// A new random seed; none if the browser has no source of randomness.
    fn fresh_seed() -> Option<String> = getrandom::u64().ok().map(|seed| seed.to_string());
    /// Whether a link is that of a batch experiment.
    fn is_batch(text: &str) -> bool = permalink::is_batch(text);
    /// Whether a cell of a link's experiment has an own strategy or queue order.
    fn is_own_cell(text: &str, cell: usize) -> bool = subtorus::experiment::permalink::read(text).0.is_own_cell(cell);
    /// The strategy with this full name, which may be missing in the catalogue's examples; none if it does not exist.
    fn strategy(name: &str) -> Option<Ts<strategy::StrategyPage>> = strategy::strategy(name).map(|page| sent(&page));
    /// The name of a scheduling policy for people; the text itself if it is no policy.
    fn policy_title(name: &str) -> String = strategy::policy_title(name);
    /// What a machine is, in a phrase; the text itself if it is no machine.
    fn machine_phrase(machine: &str) -> String = subtorus::machine::machine_phrase(machine);
    /// The shape of a machine as a small picture, as SVG; empty if the text is no machine.
    fn machine_icon(machine: &str, dark: bool) -> String = strategy::machine_icon(machine, dark);
    /// The pictures of a strategy at work on a light or dark background.
    fn strategy_pictures(name: &str, dark: bool) -> Ts<strategy::Pictures> = sent(&strategy::pictures(name, dark));
}
