use super::*;
use crate::experiment::Varied;
use crate::formats;
use crate::machine::Machine;
use crate::report::outlook::BEARABLE;
use crate::workload::Selection;
use proptest::prelude::*;

/// A job of an archive's log: submission, wait (-1 if unknown), runtime, processors.
type Job = (i64, i64, i64, u32);

fn log(header: &str, jobs: &[Job]) -> Log {
    let line = |(number, (submit, wait, run, size)): (usize, &Job)| {
        format!("{} {submit} {wait} {run} {size} -1 -1 {size} -1 -1 1 1 1 1 1 1 -1 -1\n", number + 1)
    };
    let text = format!("{header}{}", jobs.iter().enumerate().map(line).collect::<String>());
    formats::read(text.as_bytes()).0
}

/// A job of each size every hour; each runs for half an hour.
fn of_sizes(header: &str, sizes: &[u32]) -> Log {
    let job = |(number, size): (usize, &u32)| (3600 * number as i64, -1, 1800, *size);
    log(header, &sizes.iter().enumerate().map(job).collect::<Vec<_>>())
}

fn with(settings: &[(&str, &str)]) -> (Experiment, Vec<String>) {
    let mut experiment = Experiment::default();
    settings.iter().for_each(|(name, value)| experiment.set(name, value).unwrap());
    (experiment, settings.iter().map(|(name, _)| name.to_string()).collect())
}

fn proposed(log: &Log, settings: &[(&str, &str)]) -> Proposal {
    let (experiment, touched) = with(settings);
    Proposal::new(&experiment, log, &touched, None)
}

fn reason<'a>(proposal: &'a Proposal, name: &str) -> &'a str {
    proposal.settings.iter().find(|setting| setting.name == name).map_or("", |setting| &setting.reason)
}

/// The experiment with the whole proposal.
fn applied(proposal: &Proposal, settings: &[(&str, &str)]) -> Experiment {
    let (mut experiment, _) = with(settings);
    experiment.set("log", "a.swf").unwrap();
    proposal.settings.iter().for_each(|setting| experiment.set(&setting.name, &setting.value).unwrap());
    experiment
}

#[test]
fn a_log_on_the_defaults_is_put_on_its_machine_with_strategies_that_run_there() {
    let kth = proposed(&of_sizes("; MaxProcs: 100\n", &[1, 8, 64, 100, 3, 16]), &[]);
    assert_eq!(kth.value("machine"), Some("torus:10x10"));
    assert_eq!(reason(&kth, "machine"), "the log's machine has 100 processors");
    assert_eq!(kth.value("allocation"), Some("tff,gabl,flat"));
    assert_eq!(reason(&kth, "allocation"), "they run on this machine, whatever its sides");
    assert_eq!((kth.value("node-size"), kth.question.as_ref()), (Some("1"), None));
    let even = proposed(&of_sizes("; MaxProcs: 128\n", &[1, 8, 64, 128]), &[]);
    assert_eq!((even.value("machine"), even.value("allocation")), (Some("torus:8x16"), Some("ep,nep,flat")));
}

/// On 8x13 `ep` and `nep` run, but lose what is larger than 64.
#[test]
fn strategies_that_would_lose_work_are_not_proposed() {
    let prime = proposed(&of_sizes("; MaxProcs: 101\n", &[101, 90, 80, 4]), &[]);
    assert_eq!((prime.value("machine"), prime.value("allocation")), (Some("torus:8x13"), Some("tff,gabl,flat")));
    let said = "the log's machine has 101 processors, which make no grid; 104 are the nearest that do";
    assert_eq!(reason(&prime, "machine"), said);
}

#[test]
fn settings_of_the_user_stay_and_the_rest_fits_them() {
    let log = of_sizes("; MaxProcs: 128\n", &[1, 8, 64, 128]);
    let chosen = proposed(&log, &[("machine", "mesh:12x12")]);
    assert_eq!((chosen.value("machine"), chosen.value("unit")), (None, None));
    assert_eq!(chosen.value("allocation"), Some("tff,gabl,flat"));
    let chosen = proposed(&log, &[("allocation", "2dbs,flat"), ("vary", "none")]);
    assert_eq!((chosen.value("allocation"), chosen.value("vary")), (None, None));
    let scaled = proposed(&of_sizes("; MaxProcs: 4008\n; MaxNodes: 1002\n", &[4, 8]), &[("size-scale", "2")]);
    assert_eq!((scaled.value("node-size"), scaled.value("machine")), (None, Some("torus:81x99")));
}

/// The two-dimensional buddy system is for square meshes with a power of two as their side.
#[test]
fn machines_on_which_the_chosen_strategies_run_come_first() {
    let log = of_sizes("; MaxProcs: 63\n", &[1, 8, 32, 60]);
    assert_eq!(proposed(&log, &[]).value("machine"), Some("torus:7x9"));
    let chosen = proposed(&log, &[("allocation", "2dbs,ff")]);
    assert_eq!(chosen.value("machine"), Some("mesh:8x8"));
}

#[test]
fn processors_become_nodes_if_the_header_has_both() {
    let thunder = of_sizes("; MaxProcs: 4008\n; MaxNodes: 1002\n", &[4, 8, 64, 4000, 256, 2]);
    let proposal = proposed(&thunder, &[]);
    assert_eq!((proposal.value("node-size"), proposal.value("machine")), (Some("4"), Some("torus:28x36")));
    assert_eq!(reason(&proposal, "node-size"), "the log's machine has 4008 processors in 1002 nodes");
    let said = "the log's machine has 1002 nodes, which make no grid; 1008 are the nearest that do";
    assert_eq!(reason(&proposal, "machine"), said);
    let same = of_sizes("; MaxProcs: 1024\n; MaxNodes: 1024\n", &[32, 64, 128, 512, 1024]);
    assert_eq!(proposed(&same, &[]).value("node-size"), Some("1"), "the header says that processors are nodes");
    let with_field = of_sizes("; NodeSize: 48\n; MaxProcs: 4800\n", &[48, 96, 480, 4800]);
    assert_eq!(proposed(&with_field, &[]).value("machine"), Some("torus:10x10"));
}

/// DataStar: 176 nodes of 8 processors and 8 of 32. Jobs fill nodes of 8.
#[test]
fn the_node_size_that_jobs_fill_is_proposed() {
    let star = of_sizes("; MaxProcs: 1664\n; MaxNodes: 184\n", &[8, 16, 64, 64, 128, 1024, 1]);
    assert_eq!(proposed(&star, &[]).value("node-size"), Some("8"));
}

#[test]
fn jobs_that_share_nodes_do_not_get_whole_nodes() {
    let lpc = of_sizes("; MaxProcs: 140\n; MaxNodes: 70\n", &[1, 1, 1, 1, 1]);
    let proposal = proposed(&lpc, &[]);
    assert_eq!((proposal.value("node-size"), proposal.value("machine")), (Some("1"), Some("torus:10x14")));
}

#[test]
fn a_common_divisor_of_several_sizes_is_a_node() {
    let sizes = [16, 48, 160, 96].repeat(5);
    let proposal = proposed(&of_sizes("", &sizes), &[]);
    assert_eq!(proposal.value("node-size"), Some("16"));
    assert_eq!(reason(&proposal, "node-size"), "every size is a multiple of 16");
    assert_eq!(proposed(&of_sizes("", &[16, 32].repeat(10)), &[]).value("node-size"), Some("1"), "two may be chance");
    assert_eq!(proposed(&of_sizes("", &sizes[..19]), &[]).value("node-size"), Some("1"), "few jobs, too");
    let odd = of_sizes("; MaxProcs: 100\n", &[16, 48, 96, 64].repeat(5));
    assert_eq!(proposed(&odd, &[]).value("node-size"), Some("1"), "the machine has no whole number of such nodes");
    let mine = proposed(&of_sizes("", &sizes), &[("machine", "mesh:16x16")]);
    assert_eq!(mine.value("node-size"), Some("1"), "the user's machine may count processors");
}

#[test]
fn the_original_machine_is_proposed_if_known_and_large_enough() {
    let paragon = "; Computer: Intel Paragon\n; Installation: San Diego Supercomputer Center (SDSC)\n; MaxProcs: 400\n";
    let fits = proposed(&of_sizes(paragon, &[8, 64, 320]), &[]);
    assert_eq!((fits.value("machine"), fits.value("allocation")), (Some("mesh:16x22"), Some("tff,gabl,flat")));
    assert_eq!(reason(&fits, "machine"), "the batch partition of SDSC's Paragon was a 16x22 mesh");
    assert_eq!(proposed(&of_sizes(paragon, &[8, 64, 400]), &[]).value("machine"), Some("torus:20x20"));
    let mira = proposed(&of_sizes("; Installation: Mira\n; MaxProcs: 49152\n", &[512, 8192, 49152]), &[]);
    assert_eq!((mira.value("machine"), mira.value("unit")), (Some("torus:8x12x16x16x2"), Some("4x4x4x4x2")));
}

#[test]
fn without_a_header_the_peak_use_is_the_machine() {
    let jobs = [(0, 0, 900, 30), (10, 5, 900, 40), (20, 0, 900, 26), (2000, 0, 900, 64)];
    let proposal = proposed(&log("", &jobs), &[]);
    assert_eq!((proposal.value("machine"), proposal.question.as_ref()), (Some("torus:8x12"), None));
    assert_eq!(reason(&proposal, "machine"), "96 processors of the log's machine were in use at once");
}

/// Ten jobs of 50 processors for half an hour, one per hour. At 40 processors the load would be 70 %, but the jobs need
/// 50.
#[test]
fn an_unknown_number_of_nodes_is_asked_and_guessed_until_answered() {
    let unknown = of_sizes("", &[50, 49, 50, 50, 47, 50, 50, 50, 50, 50]);
    let proposal = proposed(&unknown, &[]);
    let question = proposal.question.clone().unwrap();
    assert_eq!((question.guess, &*question.reason), (50, "the largest job takes 50 processors"));
    assert_eq!(proposal.value("machine"), Some("torus:5x10"));
    let busy = log("", &[(0, -1, 3600, 7), (600, -1, 3600, 7), (1200, -1, 3600, 7), (3600, -1, 3600, 5)]);
    let question = proposed(&busy, &[]).question.unwrap();
    assert_eq!(question.reason, "with 38 processors the log's load is 70 %", "26 x 3600 / (0.7 x 3600)");
    let (experiment, touched) = with(&[]);
    let answered = Proposal::new(&experiment, &busy, &touched, Some(64));
    assert_eq!((answered.value("machine"), answered.question.as_ref()), (Some("torus:8x8"), None));
    assert_eq!(reason(&answered, "machine"), "you said that the log's machine has 64 nodes");
    let chosen = proposed(&busy, &[("machine", "mesh:9x9")]);
    assert_eq!(chosen.question, None, "the user has said it already");
}

#[test]
fn jobs_with_shapes_keep_them_and_get_a_machine_of_their_dimensions() {
    let (log, _) = formats::read(b"submit,runtime,shape\n0,1,2x2x2\n1,1,4x4x8\n2,1,1x1x64\n");
    let proposal = proposed(&log, &[]);
    assert_eq!(proposal.value("node-size"), None);
    let machine: Machine = proposal.value("machine").unwrap().parse().unwrap();
    assert_eq!(machine.dimensions(), 3);
}

/// Load 50 % at the coefficient 1: 20 % is at 0.4, saturation at 2.
#[test]
fn the_axis_runs_from_a_fifth_of_the_load_to_saturation() {
    let jobs: Vec<Job> = (0..101).map(|job| (100 * job, -1, 100, 32)).collect();
    let half = proposed(&log("; MaxProcs: 64\n", &jobs[..]), &[]);
    // The load counts all jobs over the span of the arrivals: 101 x 32 x 100 / (64 x 10 000) = 50.5 %.
    assert_eq!(half.value("vary"), Some("runtime:0.3..2:0.1"));
    let said = reason(&half, "vary").replace('\u{202f}', " ");
    assert_eq!(said, "loads from 15 % to 101 %");
}

#[test]
fn the_load_is_varied_if_the_coefficient_would_leave_its_range() {
    let rare: Vec<Job> = (0..20).map(|job| (86_400 * 30 * job, -1, 60, 3)).collect();
    assert_eq!(proposed(&log("; MaxProcs: 64\n", &rare), &[]).value("vary"), Some("load:0.2..1:0.05"));
    let at_once: Vec<Job> = (0..20).map(|_| (0, -1, 60, 3)).collect();
    assert_eq!(proposed(&log("; MaxProcs: 64\n", &at_once), &[]).value("vary"), None);
    assert_eq!(proposed(&log("; MaxProcs: 64\n", &rare), &[("load", "0.7")]).value("vary"), None);
}

#[test]
fn earlier_proposals_do_not_count() {
    let log = of_sizes("; MaxProcs: 100\n", &[1, 8, 64, 100, 3, 16]);
    let first = proposed(&log, &[]);
    let again = Proposal::new(&applied(&first, &[]), &log, &[], None);
    assert_eq!(again, first);
}

#[test]
fn a_log_without_a_usable_job_or_with_jobs_larger_than_any_machine_gets_no_proposal() {
    assert_eq!(proposed(&Log::default(), &[]), Proposal::default());
    assert_eq!(proposed(&of_sizes("; MaxProcs: 3000000\n", &[2_000_000]), &[]), Proposal::default());
}

/// Logs of all kinds: with or without a header that may contradict the jobs, waits, common divisors, few or many jobs.
fn any_log() -> impl Strategy<Value = Log> {
    let unit = prop_oneof![3 => Just(1u32), 1 => 2u32..40];
    let job = (0i64..100_000, -1i64..5000, 1i64..50_000, 1u32..200);
    let header = (prop::option::of(1u32..9000), prop::option::of(1u32..2000), any::<bool>());
    (prop::collection::vec(job, 2..60), unit, header).prop_map(|(jobs, unit, (processors, nodes, has_waits))| {
        let job = |(submit, wait, run, size): Job| (submit, if has_waits { wait.max(0) } else { -1 }, run, size * unit);
        let mut jobs: Vec<Job> = jobs.into_iter().map(job).collect();
        // The arrivals must differ.
        jobs[0].0 = 0;
        jobs[1].0 += 1000;
        let line = |name: &str, value: Option<u32>| value.map_or(String::new(), |value| format!("; {name}: {value}\n"));
        log(&(line("MaxProcs", processors) + &line("MaxNodes", nodes)), &jobs)
    })
}

proptest! {
    #![proptest_config(crate::cases::cases(200))]

    /// For any log: a machine on which all proposed strategies run and lose almost no work, at least two curves other
    /// than that of `flat`, and loads from at most a fifth to saturation.
    #[test]
    fn any_log_gets_meaningful_curves(log in any_log()) {
        let proposal = proposed(&log, &[]);
        let experiment = applied(&proposal, &[]);
        prop_assert_eq!(experiment.conflicts(), vec![]);
        let taken = RequestHistogram::new(&log, &Selection::default());
        let outlooks = experiment.outlook(&taken);
        prop_assert_eq!(outlooks.len(), 1);
        let outlook = &outlooks[0];
        prop_assert_eq!(&outlook.strategies, &experiment.allocation, "all of them run");
        prop_assert!(outlook.lost_share.1 <= BEARABLE, "{:?}", outlook);
        let others = experiment.allocation.iter().filter(|name| *name != "flat").count();
        prop_assert!(others * experiment.scheduling.len() >= 2);
        let varied = experiment.varied();
        prop_assert!([Varied::Runtime, Varied::Load].contains(&varied));
        let count = experiment.values().len();
        prop_assert!((5..=24).contains(&count), "{} values", count);
        let [low, high] = outlook.load;
        prop_assert!(low <= 0.2 + 1e-9 && (1.0 - 1e-9..1.3).contains(&high), "{:?}", outlook.load);
        let machine = &experiment.machines[0];
        let largest = taken.largest().div_ceil(experiment.transformation.node_size);
        prop_assert!(machine.node_count() >= largest);
        prop_assert!(proposal.settings.iter().all(|setting| experiment.get(&setting.name).is_none() || !setting.reason.is_empty()));
    }

    /// The user's machine stays, and the proposed strategies run there and lose least.
    #[test]
    fn any_machine_gets_strategies_that_run_there(log in any_log(), sides in prop::collection::vec(1u32..30, 1..4)) {
        let machine = Machine::mesh(&sides).to_string();
        let settings = [("machine", machine.as_str())];
        let proposal = proposed(&log, &settings);
        let experiment = applied(&proposal, &settings);
        prop_assert_eq!(experiment.machines[0].to_string(), machine);
        let outlooks = experiment.outlook(&RequestHistogram::new(&log, &Selection::default()));
        // If every job is too large for the machine, no strategy helps.
        prop_assert!(outlooks.iter().all(|outlook| outlook.strategies == experiment.allocation), "{:?}", outlooks);
    }
}
