//! The result for the user: a sentence, a table, a file of comma-separated values.

use super::csv::Csv;
use crate::BUILD;
use crate::torus_batch::Exact;
use crate::torus_batch::experiment::{BatchAnswer, BatchExperiment};
use crate::torus_batch::permalink;
use std::fmt::Write;

/// The columns of an answer's rows: their names in files.
pub fn columns(answer: &BatchAnswer) -> &'static [&'static str] {
    match answer {
        BatchAnswer::Contention(_) => &["job", "size", "time", "row", "col", "start", "finish"],
        _ => &["job", "size", "time", "first", "last", "from", "to"],
    }
}

/// A row per job, or per piece of a job, with numbers in this form. No rows if the deadline cannot be met.
pub fn rows(experiment: &BatchExperiment, answer: &BatchAnswer, write: impl Fn(&Exact) -> String) -> Vec<Vec<String>> {
    let row = |job: usize, place: [u32; 2], times: [&Exact; 2]| {
        let given = &experiment.jobs[job];
        let start = [(job + 1).to_string(), given.size.to_string(), write(&Exact::from(given.time))];
        start.into_iter().chain(place.map(|index| index.to_string())).chain(times.map(&write)).collect()
    };
    match answer {
        BatchAnswer::Contention(schedule) => {
            let jobs = schedule.placements.iter().enumerate();
            jobs.map(|(job, place)| row(job, [place.row, place.column], [&place.start, &place.finish])).collect()
        }
        BatchAnswer::Met(_, schedule) => {
            schedule.pieces.iter().map(|piece| row(piece.job, piece.interval, [&piece.from, &piece.to])).collect()
        }
        BatchAnswer::Missed(..) => Vec::new(),
    }
}

/// The rows as comma-separated values, with the sentence, the link and the version in the header.
pub fn csv(experiment: &BatchExperiment, answer: &BatchAnswer) -> String {
    let mut table = Csv::new(columns(answer));
    table.remark(format_args!("Subtorus {BUILD}"));
    table.remark(permalink::write(experiment));
    table.remark(sentence(experiment, answer));
    rows(experiment, answer, Exact::to_string).into_iter().for_each(|row| table.row(row));
    table.finish()
}

/// The result in one or two sentences.
pub fn sentence(experiment: &BatchExperiment, answer: &BatchAnswer) -> String {
    let (side, count) = (experiment.side, experiment.jobs.len());
    let jobs = if count == 1 { "One job".into() } else { format!("{count} jobs") };
    let mut text = format!("{jobs} on a torus of {side} × {side}");
    let _ = match answer {
        BatchAnswer::Contention(schedule) => {
            let [length, free] = [&schedule.length, &schedule.length_without_contention].map(brief);
            let rounded = if schedule.exact { "" } else { " (divisions cut off after 64 binary places)" };
            write!(text, ", sharing links: the last ends at {length}{rounded}, at {free} if sharing cost nothing")
        }
        BatchAnswer::Met(_, schedule) => {
            let (deadline, length) = (brief(&schedule.deadline), brief(&schedule.length));
            let stopped = match schedule.preemptions() {
                0 => "no job is stopped".to_string(),
                1 => "one job is stopped and continues later".into(),
                several => format!("{several} jobs are stopped and continue later"),
            };
            if experiment.deadline.is_none() {
                write!(text, ": the least deadline is {length}; {stopped}")
            } else {
                write!(text, " can meet the deadline {deadline}: the last ends at {length}; {stopped}")
            }
        }
        BatchAnswer::Missed(_, failure) => {
            let [deadline, room, shortfall] = [&failure.deadline, &failure.room, &failure.shortfall].map(brief);
            let job = failure.job + 1;
            write!(
                text,
                " cannot meet the deadline {deadline}: for job {job} there is {room} left, {shortfall} too little"
            )
        }
    };
    let bounds = match answer {
        BatchAnswer::Contention(schedule) => &schedule.bounds,
        BatchAnswer::Met(bounds, _) | BatchAnswer::Missed(bounds, _) => bounds,
    };
    let [longest, area] = [&bounds.longest_job, &bounds.area].map(brief);
    write!(text, ". No schedule is shorter than the longest job ({longest}) or the area ({area}).")
        .expect("writing to a string cannot fail");
    text
}

/// A number in a sentence: with all digits if there are few.
pub fn brief(number: &Exact) -> String {
    let text = number.to_string();
    if text.len() <= 12 {
        return text;
    }
    let decimals = format!("{:.6}", number.to_f64());
    format!("≈\u{202f}{}", decimals.trim_end_matches('0').trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solved(link: &str) -> (BatchExperiment, BatchAnswer) {
        let (experiment, _) = permalink::read(link);
        let answer = experiment.answer().unwrap();
        (experiment, answer)
    }

    #[test]
    fn the_file_names_its_experiment_and_has_every_digit() {
        let link = "#v=1&problem=preemptive&side=2&jobs=2:1/3,1:0.125,1:1/7&deadline=1";
        let (experiment, answer) = solved(link);
        let expected = format!(
            "# Subtorus {BUILD}\n# {link}\n# 3 jobs on a torus of 2 × 2 can meet the deadline 1: the last ends at 101/168; no job \
             is stopped. No schedule is shorter than the longest job (1/3) or the area (157/336).\n\
             job,size,time,first,last,from,to\n1,2,1/3,0,1,0,1/3\n2,1,0.125,0,0,1/3,11/24\n3,1,1/7,0,0,11/24,101/168\n"
        );
        assert_eq!(csv(&experiment, &answer), expected);
    }

    #[test]
    fn sentences_describe_the_result() {
        let jobs = "jobs=8:2,4:2,4:4,4:4,4:1,2:4";
        for (link, hint) in [
            (format!("#v=1&problem=cnp&{jobs}"), "the last ends at 10.75, at 7 if sharing cost nothing. No"),
            (
                format!("#v=1&problem=min-makespan&{jobs}"),
                "the least deadline is 9.5; one job is stopped and continues later",
            ),
            (
                format!("#v=1&problem=preemptive&{jobs}&deadline=9"),
                "cannot meet the deadline 9: for job 6 there is 3 left, 1 too little. No schedule is shorter than the \
                 longest job (4) or the area (8.5)",
            ),
            (
                "#v=1&problem=cnp&jobs=1:0.123456789012".into(),
                "One job on a torus of 8 × 8, sharing links: the last \
              ends at ≈\u{202f}0.123457,",
            ),
        ] {
            let (experiment, answer) = solved(&link);
            let sentence = sentence(&experiment, &answer);
            assert!(sentence.contains(hint), "{sentence}");
        }
    }
}
