use super::super::second_run::tests::four_jobs;
use super::*;
use crate::run::difference::JobSetMismatch;
use crate::time::SECOND;

fn compared<T>(
    here: &Trace,
    there: &Trace,
    look: impl Fn(Compared, Vec<Divergence>) -> T,
) -> Result<T, JobSetMismatch> {
    let difference = Difference::new(here, there)?;
    let divergences = difference.divergences(here, there);
    Ok(look(Compared { here, there, difference: &difference, clock: Clock::Seconds }, divergences))
}

fn texts(here: &Trace, there: &Trace) -> Vec<String> {
    let texts = |compared: Compared, divergences: Vec<Divergence>| {
        let reports = compared.divergences(&divergences, &Default::default());
        reports.into_iter().map(|report| report.text).collect()
    };
    compared(here, there, texts).unwrap()
}

fn summary(here: &Trace, there: &Trace) -> String {
    compared(here, there, |compared, _| compared.summary(&compared.difference.furthest_first())).unwrap()
}

fn note(here: &Trace, there: &Trace) -> String {
    compared(here, there, |compared, divergences| compared.note(&divergences)).unwrap()
}

#[test]
fn earlier_starts_are_summed_up_in_a_sentence() {
    let (fcfs, easy) = (four_jobs("fcfs"), four_jobs("easy"));
    assert_eq!(
        summary(&fcfs, &easy),
        "0 of 4 jobs start earlier here than there, 2 later and 2 at the same moment: on average 1 min 3 s later here. \
         Furthest apart is job 3: 2 min 10 s later here."
    );
    assert_eq!(
        summary(&easy, &fcfs),
        "2 of 4 jobs start earlier here than there, 0 later and 2 at the same moment: on average 1 min 3 s earlier here. \
         Furthest apart is job 3: 2 min 10 s earlier here."
    );
    assert_eq!(summary(&easy, &easy), "All 4 jobs start at the same moment here and there.");
    let mut other = easy.clone();
    other.id = vec![1, 2, 33, 44];
    assert_eq!(
        summary(&fcfs, &other),
        "All 2 jobs start at the same moment here and there. 2 jobs run here only and run not in the comparison. \
         2 jobs run there only and run not in the comparison."
    );
    let row = compared(&fcfs, &easy, |compared, _| compared.row(2)).unwrap();
    assert_eq!(row, ["3", "2 min 10 s later here", "0 d 00:02:30", "0 d 00:00:20", "2"]);
}

#[test]
fn every_kind_of_divergence_is_described() {
    let (fcfs, easy) = (four_jobs("fcfs"), four_jobs("easy"));
    assert_eq!(texts(&fcfs, &easy), ["The runs part at 0 d 00:00:20: job 3 starts there, here 2 min 10 s later."]);
    let mut other = easy.clone();
    // Job 4 gets the other node, and job 1 ends a second later.
    *other.blocks.iter_mut().nth_back(1).unwrap() = 3;
    other.end[0] += SECOND;
    assert_eq!(
        texts(&easy, &other),
        [
            "The runs part at 0 d 00:00:30: job 4 starts on 2+1 here and on 3+1 there.",
            "Ends of jobs that start together differ from 0 d 00:01:40 on: job 1 ends here, there 1 s later."
        ]
    );
    let mut other = easy.clone();
    other.start[0] += SECOND;
    assert_eq!(texts(&easy, &other), ["The runs part at 0 d 00:00:00: job 1 starts here, there 1 s later."]);
}

#[test]
fn several_jobs_of_a_divergence_are_counted() {
    let mut here = four_jobs("easy");
    here.start = [50, 50, 50, 50].map(|second| second * SECOND).to_vec();
    let mut there = here.clone();
    let part = |there: &mut Trace, start: [Time; 4]| {
        there.start = start.map(|second| second * SECOND).to_vec();
        texts(&here, there)[0].replace("The runs part at 0 d 00:00:50: ", "")
    };
    assert_eq!(part(&mut there, [60, 70, 50, 50]), "jobs 1 and 2 start here and not there.");
    assert_eq!(part(&mut there, [60, 70, 80, 50]), "jobs 1, 2 and 3 start here and not there.");
    assert_eq!(part(&mut there, [60, 70, 80, 90]), "jobs 1, 2, 3 and 1 more start here and not there.");
    here.start[3] = 90 * SECOND;
    there.start = [90, 90, 50, 50].map(|second| second * SECOND).to_vec();
    assert_eq!(
        texts(&here, &there)[0],
        "The runs part at 0 d 00:00:50: jobs 1 and 2 start here and not there; job 4 starts there, here 40 s later."
    );
}

#[test]
fn a_note_says_what_is_not_compared() {
    let easy = four_jobs("easy");
    assert_eq!(note(&easy, &easy), "The runs never part: every job runs at the same time on the same nodes.");
    assert_eq!(note(&four_jobs("fcfs"), &easy), "");
    let mut flat = easy.clone();
    flat.blocks.clear();
    flat.first_block = vec![0; 5];
    assert_eq!(
        note(&flat, &easy),
        "The runs never part: every job runs at the same time. Places are not compared: they are not known in both, or not \
         of the same machine."
    );
    flat.start[1] += 1;
    assert_eq!(
        note(&easy, &flat),
        "Places are not compared: they are not known in both runs, or not of the same machine."
    );
}
