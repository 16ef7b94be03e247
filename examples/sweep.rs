//! A sweep from its link, on all processors, with the numbers that the page draws.
//!
//! `cargo run --release --example sweep` prints a table of its curves. A link from the page's address bar makes it
//! another experiment: `cargo run --release --example sweep -- '#v=1&machine=mesh:8x8&allocation=ff,mbs'`.

use std::error::Error;
use std::sync::Mutex;
use std::thread;
use subtorus::diagnostic::Diagnostic;
use subtorus::experiment::{CellResult, Plan, Results};
use subtorus::report::csv::{Csv, number};
use subtorus::view::Permalink;
use subtorus::workload::Selected;

/// Three strategies on a mesh, from an idle machine to a full one.
const LINK: &str = "#v=1&model=stochastic&jobs=1000&machine=mesh:16x16&allocation=2dbs,ff,gabl&scheduling=fcfs\
                    &vary=rate:0.1..0.5:0.1&plot=response-load";

fn main() -> Result<(), Box<dyn Error>> {
    let link = std::env::args().nth(1).filter(|argument| argument.starts_with('#'));
    let (Permalink { experiment, .. }, complaints) = Permalink::read(link.as_deref().unwrap_or(LINK));
    complaints.iter().for_each(|complaint| eprintln!("{complaint}"));
    if experiment.uses_log() {
        return Err("this example has no log to give; take a permalink with jobs from a model".into());
    }

    // The cells of a plan are independent: any thread may run any of them in any order, with the same results.
    let plan = Plan::new(&experiment, &experiment.generate())?;
    let mut results = Results::new(&plan, &Selected::default());
    let mut cells = results.first_cells();
    while !cells.is_empty() {
        eprintln!("{} runs ...", cells.len());
        let outcomes = run_on_all_processors(&plan, cells);
        // With replications, the results decide whether more are needed.
        cells = outcomes.into_iter().flat_map(|(cell, outcome)| results.put(cell, outcome)).collect();
    }
    let plot = [experiment.plot.x, experiment.plot.y];
    let [x, y] = plot.map(|quantity| quantity.to_string());
    let mut table = Csv::new(["curve", experiment.varied().parameter(), &x, &y]);
    for summary in results.summaries() {
        let curve = experiment.curve(summary.machine, summary.allocation, summary.scheduling);
        let [x, y] = plot.map(|quantity| number(summary.quantity(quantity)));
        table.row([curve, summary.value.to_string(), x, y]);
    }
    print!("{}", table.finish());
    Ok(())
}

fn run_on_all_processors(plan: &Plan, cells: Vec<usize>) -> Vec<(usize, Result<CellResult, Diagnostic>)> {
    let queue = Mutex::new(plan.heaviest_first(cells).into_iter());
    let work = || {
        let next = || queue.lock().expect("no thread panics while it holds the queue").next();
        let run = |cell| (cell, plan.run(cell, None).map_err(|failure| Diagnostic::of(&failure)));
        std::iter::from_fn(next).map(run).collect::<Vec<_>>()
    };
    thread::scope(|scope| {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a run does not panic")).collect()
    })
}

#[test]
fn it_runs() {
    main().unwrap();
}
