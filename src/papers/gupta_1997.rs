//! The worked examples of Gupta and Srimani 1997: batches on a torus.

use super::{GUPTA_1997, Preset};

fn example(figure: &str, shows: &str, batch: &str) -> Preset {
    Preset::new(&GUPTA_1997, figure, shows, format!("#v=1&problem={batch}"))
}

/// The examples, in the order of the paper.
pub(super) fn presets() -> Vec<Preset> {
    vec![
        example(
            "section 2.4.4",
            "Six jobs that slow each other down; the third ends at 9.5, not at 8.5 as printed.",
            "cnp&jobs=8:2,4:2,4:4,4:4,4:1,2:4",
        ),
        example(
            "section 3 (figure 5)",
            "Five jobs that meet the deadline 4, with [4,7] kept after the third.",
            "preemptive&side=16&jobs=8:2,4:4,4:3,2:2,2:2.5&deadline=4",
        ),
        example(
            "conclusion",
            "The least deadline of the jobs of section 2.4.4, which the conclusion asks for.",
            "min-makespan&jobs=8:2,4:2,4:4,4:4,4:1,2:4",
        ),
    ]
}
