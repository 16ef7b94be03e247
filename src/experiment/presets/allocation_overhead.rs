//! Figures of Bani-Mohammad's thesis of 2008 that show what allocating and releasing costs per job: the busy list searched
//! by subtracting boxes, as in the thesis, against a search of the free nodes. The times are those of the computer that
//! runs them.

use super::Preset;
use super::bani_mohammad_2008::PAPER;

/// A figure: which, on what mesh, how sides and runtimes are drawn, what is compared, over which rates.
macro_rules! figure {
    ($figure:literal, $side:literal, $workload:literal, $strategies:literal, $sweep:literal) => {
        Preset {
            paper: &PAPER,
            figure: concat!("figure ", $figure),
            shows: concat!(
                "Time per job for allocating and releasing, against the arrival rate, on a mesh of side ",
                $side,
                "."
            ),
            log: None,
            link: concat!(
                "#v=1&model=stochastic&jobs=1000",
                $workload,
                "&machine=mesh:",
                $side,
                "x",
                $side,
                "x",
                $side,
                "&allocation=",
                $strategies,
                "&vary=rate:",
                $sweep,
                "&plot=allocation_overhead-coefficient"
            ),
            published: &[],
        }
    };
}

/// Chapter 3: exponential runtimes, FCFS, with and without rotation.
macro_rules! chapter_3 {
    ($figure:literal, $side:literal, "uniform") => {
        figure!($figure, $side, "&runtimes=exponential(1)", "tbl(boxes),tff,bl(boxes),ff&scheduling=fcfs", "1..5.8:0.8")
    };
    ($figure:literal, $side:literal, "exponential") => {
        figure!(
            $figure,
            $side,
            "&sides=exponential&runtimes=exponential(1)",
            "tbl(boxes),tff,bl(boxes),ff&scheduling=fcfs",
            "1..12.2:1.6"
        )
    };
}

/// Chapter 5: heavy-tailed runtimes, FCFS and SSD.
macro_rules! chapter_5 {
    ($figure:literal, $side:literal, "uniform", $strategies:literal) => {
        figure!($figure, $side, "&runtimes=bounded-pareto(15,4241,1)", $strategies, "0.015..0.105:0.015")
    };
    ($figure:literal, $side:literal, "exponential", $strategies:literal) => {
        figure!(
            $figure,
            $side,
            "&sides=exponential&runtimes=bounded-pareto(15,4241,1)",
            $strategies,
            "0.015..0.195:0.03"
        )
    };
}

/// The figures, in the order of the thesis.
pub const PRESETS: &[Preset] = &[
    chapter_3!("3.16", "8", "uniform"),
    chapter_3!("3.17", "8", "exponential"),
    chapter_3!("3.18", "10", "uniform"),
    chapter_3!("3.19", "10", "exponential"),
    chapter_3!("3.20", "12", "uniform"),
    chapter_3!("3.21", "12", "exponential"),
    chapter_5!("5.11", "8", "uniform", "tbl(boxes),tff&scheduling=fcfs,ssd"),
    chapter_5!("5.12", "8", "exponential", "tbl(boxes),tff&scheduling=fcfs,ssd"),
    chapter_5!("5.13", "8", "uniform", "bl(boxes),ff&scheduling=fcfs,ssd"),
    chapter_5!("5.14", "8", "exponential", "bl(boxes),ff&scheduling=fcfs,ssd"),
    chapter_5!("5.15", "10", "uniform", "tbl(boxes),tff&scheduling=fcfs,ssd"),
    chapter_5!("5.16", "10", "exponential", "tbl(boxes),tff&scheduling=fcfs,ssd"),
    chapter_5!("5.17", "10", "uniform", "bl(boxes),ff&scheduling=fcfs,ssd"),
    chapter_5!("5.18", "10", "exponential", "bl(boxes),ff&scheduling=fcfs,ssd"),
    chapter_5!("5.19", "12", "uniform", "tbl(boxes),tff&scheduling=fcfs,ssd"),
    chapter_5!("5.20", "12", "exponential", "tbl(boxes),tff&scheduling=fcfs,ssd"),
    chapter_5!("5.21", "12", "uniform", "bl(boxes),ff&scheduling=fcfs,ssd"),
    chapter_5!("5.22", "12", "exponential", "bl(boxes),ff&scheduling=fcfs,ssd"),
];
