//! The worked examples of the paper as links.

/// The paper.
pub const PAPER: &str = "Gupta and Srimani 1997";

/// An example.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Where it stands, as menus call it.
    pub figure: &'static str,
    /// What it shows.
    pub shows: &'static str,
    /// The experiment.
    pub link: &'static str,
}

/// Every example, in the order of the paper.
pub const PRESETS: &[Preset] = &[
    Preset {
        figure: "section 2.4.4",
        shows: "Six jobs that slow each other down; the third ends at 9.5, not at 8.5 as printed.",
        link: "#v=1&problem=cnp&jobs=8:2,4:2,4:4,4:4,4:1,2:4",
    },
    Preset {
        figure: "section 3 (figure 5)",
        shows: "Five jobs that meet the deadline 4, with [4,7] kept after the third.",
        link: "#v=1&problem=preemptive&side=16&jobs=8:2,4:4,4:3,2:2,2:2.5&deadline=4",
    },
    Preset {
        figure: "conclusion",
        shows: "The least deadline of the jobs of section 2.4.4, which the conclusion asks for.",
        link: "#v=1&problem=min-makespan&jobs=8:2,4:2,4:4,4:4,4:1,2:4",
    },
];
