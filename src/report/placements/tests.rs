use super::*;
use crate::experiment::Plan;
use crate::report::Aspect;

const TOPOLOGY: &str = "- topology: pod\n  cluster_default: true\n  torus3d:\n    toruses:\n      - name: \"pod 1\"\n        \
                        dims: {x: 2, y: 2, z: 4}\n        nodes: n[9-16],m[1-8]\n        placements:\n          - dims: {x: 1, y: 1, z: 1}\n";

fn wish(link: &str, topology: &str) -> PlacementWish {
    let limits = SearchLimits { budget: 12, restarts: 1, ..SearchLimits::default() };
    let (link, scheduling, topology) = (link.into(), "easy".into(), topology.into());
    PlacementWish { link, touched: vec!["machine".into()], topology, scheduling, processors: 0, limits }
}

/// Makes all runs from their links alone, the last of a round first.
fn run(study: &mut PlacementStudy) {
    while let Some(PlacementRun { place, link }) = study.progress(9.0).open.pop() {
        let (experiment, complaints) = permalink::read(&link);
        assert_eq!(complaints, []);
        let plan = Plan::new(&experiment, &experiment.generate()).unwrap();
        study.take(place, Inspection::new(&plan, 0, Aspect::Placements).unwrap());
    }
}

#[test]
fn runs_made_elsewhere_in_any_order_give_the_search_of_the_command_line() {
    let link =
        "#v=1&model=tpu-v4&jobs=60&machine=torus:4x4x8&allocation=ep,flat&scheduling=fcfs&vary=load:0.5..1:0.1&seed=3";
    let wish = wish(link, "");
    let mut study = PlacementStudy::new(&wish, None).unwrap();
    assert_eq!(study.progress(0.0).sentence, "At most 12 runs.");
    run(&mut study);
    let progress = study.progress(9.0);
    assert_eq!((progress.runs, progress.most, &*progress.sentence), (12, 12, "12 runs in 9.0 s: as many as allowed."));
    let given = "#v=1&model=tpu-v4&jobs=60&machine=torus:4x4x8&allocation=slurm-flat&scheduling=easy&vary=none&seed=3";
    let search = PlacementSearch::new(&permalink::read(given).0, None, &Budget::USUAL, wish.limits).unwrap();
    let found = search
        .run(|candidates| candidates.iter().map(|candidate| search.score_beside(candidate, &mut ())).collect())
        .unwrap();
    assert_eq!((progress.csv, progress.yaml), (csv(&found), yaml(&search, &found)));
    assert_eq!(
        progress.command,
        "subtorus search-placements --model tpu-v4 --jobs 60 --machine torus:4x4x8 --scheduling easy --seed 3 --runs 12 --restarts 1 \
         --out best.yaml"
    );
    let Table { columns, rows, .. } = progress.table;
    assert_eq!((columns.len(), rows.len(), rows[0][6].contains("slurm")), (7, 10, false));
}

#[test]
fn a_topology_gives_the_torus_and_the_names_of_the_nodes() {
    let report = TopologyReport::new(TOPOLOGY).unwrap();
    assert_eq!((report.is_torus, &*report.sentence), (true, "pod: torus3d, a torus of 2x2x4, 16 nodes"));
    let link = "#v=1&jobs=60&machine=mesh:4&allocation=flat&scheduling=fcfs&vary=none";
    let mut study = PlacementStudy::new(&wish(link, TOPOLOGY), None).unwrap();
    run(&mut study);
    let PlacementProgress { yaml, command, .. } = study.progress(9.0);
    let file = TopologyFile::read(&yaml).unwrap();
    let of_site = TopologyFile::read(TOPOLOGY).unwrap();
    let torus = |file: &TopologyFile| match &file.choose(None).unwrap().kind {
        Kind::Torus3d(tori) => (tori[0].name.clone(), tori[0].cells.clone()),
        _ => panic!("another kind"),
    };
    assert_eq!(torus(&file), torus(&of_site), "in the place of the file");
    assert_eq!(file.choose(None).unwrap().nodes, of_site.choose(None).unwrap().nodes);
    assert!(command.contains("--machine torus:2x2x4") && command.contains("--topology topology.yaml"));
}

#[test]
fn what_cannot_be_searched_is_refused() {
    let message = |wish: &PlacementWish| PlacementStudy::new(wish, None).err().expect("a refusal").to_string();
    let blocks = "BlockName=b Nodes=n[1-4]\nBlockName=c Nodes=n[5-8]\nBlockSizes=4,8\n";
    let report = TopologyReport::new(blocks).unwrap();
    assert_eq!((report.is_torus, &*report.sentence), (false, "default: block, 2 base blocks, 8 nodes"));
    assert_eq!(&*report.settings[3].1, "slurm-block,slurm-flat");
    let link = "#v=1&jobs=60&machine=torus:4x4x8&allocation=flat&scheduling=fcfs&vary=none";
    assert!(message(&wish(link, blocks)).contains("the machine is no torus of three dimensions"));
    assert!(message(&wish("#v=1&log=a.swf", TOPOLOGY)).contains("needs a log"));
    assert!(message(&wish(link, "a: b: c")).contains("line 1"));
    assert!(message(&PlacementWish { scheduling: "soon".into(), ..wish(link, "") }).contains("soon"));
}
