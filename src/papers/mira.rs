//! Mira, which had 96 midplanes of 512 nodes and was scheduled by WFP: its log under the strategies of Mao 2005, and under what it
//! really ran. What the real waits were, and what explains the difference, is in docs/reproduction.md.

use super::{MIRA_2018, Preset, samples};

/// Under the policies of the literature, and under its own.
pub fn presets() -> Vec<Preset> {
    let log = samples::MIRA;
    let preset = |figure: &str, shows: &str, rest: &str| {
        let link = format!(
            "#v=1&log={}&sha256={}&machine=torus:8x12x16x16x2{rest}&unit=4x4x4x4x2&estimates=requested\
             &vary=runtime:0.6..1:0.1",
            log.name(),
            log.sha256
        );
        Preset { log: Some(log), ..Preset::new(&MIRA_2018, figure, shows, link) }
    };
    vec![
        preset(
            "in the order of arrival, with and without backfilling",
            "What pieces of midplanes cost on a real machine of five dimensions",
            "",
        ),
        preset(
            "under WFP, which it ran",
            "What the order of Mira's own scheduler changes, for boxes of midplanes and for any midplanes",
            "&allocation=ep,tff,flat&scheduling=easy,wfp/easy",
        ),
    ]
}
