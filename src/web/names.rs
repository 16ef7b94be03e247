//! Everything with a name, and what is seen of it; and small questions about texts.

use super::{answers, sent};
use crate::allocation::catalogue;
use crate::formats;
use crate::report;
use crate::report::catalogue::Catalogue;
use crate::report::strategy::{self, Pictures, StrategyPage};
use crate::torus_batch::permalink;
use tsify::Ts;
use wasm_bindgen::prelude::wasm_bindgen;

answers! {
    /// The names the page shows and what they mean.
    fn catalogue() -> Ts<Catalogue> = sent(&Catalogue::new());
    /// Which program this is, and what it takes.
    fn about() -> Ts<report::About> = sent(&report::about());
    /// The names of a list separated by commas; commas within a name's parentheses do not count.
    fn split_list(text: &str) -> Vec<String> =
        catalogue::split_list(text).into_iter().filter(|name| !name.is_empty()).map(String::from).collect();
    /// What a file that begins with these bytes is: `gzip`, which is to be unpacked before it is read, a format of logs, or nothing.
    fn kind_of(bytes: &[u8]) -> String = formats::kind_of(bytes).into();
    /// A seed that nobody has had; nothing where the browser has no chance to give.
    fn fresh_seed() -> Option<String> = getrandom::u64().ok().map(|seed| seed.to_string());
    /// Whether a link is that of a batch experiment.
    fn is_batch(text: &str) -> bool = permalink::is_batch(text);
    /// Whether a cell of a link's experiment is of a strategy of one's own.
    fn is_own_cell(text: &str, cell: usize) -> bool = crate::experiment::permalink::read(text).0.is_own_cell(cell);
    /// The strategy of this full name, which need not be one of the catalogue's examples; nothing where there is none.
    fn strategy(name: &str) -> Option<Ts<StrategyPage>> = strategy::strategy(name).map(|page| sent(&page));
    /// The pictures of a strategy at work on a light or dark background.
    fn strategy_pictures(name: &str, dark: bool) -> Ts<Pictures> = sent(&strategy::pictures(name, dark));
}
