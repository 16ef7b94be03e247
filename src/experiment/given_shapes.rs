//! Jobs that ask for shapes (docs/semantics.md 10.3), and the settings that conflict with them.

use super::plan_error::PlanError;
use super::{Experiment, Model, Varied};
use crate::diagnostic::Explain;
use crate::machine::{Coordinates, Machine};
use crate::workload::Workload;
use crate::workload::transform::Rounding;

/// Why jobs with given shapes cannot run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShapesError {
    /// A parameter would change their sizes.
    #[error(
        "{parameter} changes how many processors jobs ask for, but these ask for shapes, such as {example}, which stay as they are"
    )]
    Resized {
        /// The parameter.
        parameter: &'static str,
        /// The shape of the first job.
        example: String,
    },
    /// A shape has another number of dimensions than a machine.
    #[error("job {job} asks for {shape}, a shape of {}, but {machine} has {}", dimensions(*.asked), dimensions(*.there))]
    Dimensions {
        /// The number of the first job concerned.
        job: i64,
        /// Its shape.
        shape: String,
        /// The number of dimensions of the shape.
        asked: usize,
        /// The machine.
        machine: String,
        /// The number of dimensions of the machine.
        there: usize,
    },
}

fn dimensions(count: usize) -> String {
    if count == 1 { "1 dimension".into() } else { format!("{count} dimensions") }
}

impl Explain for ShapesError {
    fn place(&self) -> String {
        match self {
            ShapesError::Resized { parameter, .. } => (*parameter).into(),
            ShapesError::Dimensions { .. } => "machine".into(),
        }
    }

    fn remedy(&self) -> String {
        match self {
            ShapesError::Resized { parameter: "vary", .. } => "vary something else".into(),
            ShapesError::Resized { .. } => "drop it".into(),
            ShapesError::Dimensions { asked, .. } => format!("take a machine of {}", dimensions(*asked)),
        }
    }
}

impl Experiment {
    /// The given shapes of the jobs of this workload. Empty if they ask for numbers of processors, or for sub-meshes
    /// that the stochastic model draws for each machine.
    pub(super) fn given_shapes<'a>(&self, workload: &'a Workload) -> &'a [Coordinates] {
        if self.uses_log() || self.model == Model::TpuV4 { &workload.sides } else { &[] }
    }

    /// Fails if a parameter changes sizes but jobs have given shapes.
    pub(super) fn check_sizes(&self, workload: &Workload) -> Result<(), PlanError> {
        let Some(first) = self.given_shapes(workload).first() else { return Ok(()) };
        let changes = [
            (self.varied() == Varied::SizeScale, "vary"),
            (self.transformation.size_scale != 1, "size-scale"),
            (self.transformation.node_size != 1, "node-size"),
            (self.transformation.round != Rounding::None, "round"),
        ];
        match changes.into_iter().find(|(changes, _)| *changes) {
            Some((_, parameter)) => {
                Err(PlanError::Shapes(ShapesError::Resized { parameter, example: first.joined("x") }))
            }
            None => Ok(()),
        }
    }

    /// Fails if a job's shape has another number of dimensions than the machine.
    pub(super) fn check_dimensions(&self, workload: &Workload, machine: &Machine) -> Result<(), PlanError> {
        let shapes = self.given_shapes(workload);
        let there = machine.dimensions();
        let Some(job) = shapes.iter().position(|extents| extents.len() != there) else { return Ok(()) };
        let (shape, asked) = (shapes[job].joined("x"), shapes[job].len());
        let (job, machine) = (workload.id.at(job), machine.to_string());
        Err(PlanError::Shapes(ShapesError::Dimensions { job, shape, asked, machine, there }))
    }
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::Diagnostic;
    use crate::experiment::{Experiment, Plan, permalink};
    use crate::formats;
    use crate::workload::{Selection, Workload};

    const TABLE: &[u8] = b"submit,runtime,shape\n0,10,2x2x2\n1,10,4x1x1\n2,10,1x3x1\n3,10,8x1x1\n";

    fn experiment(link: &str) -> Experiment {
        let vary = if link.contains("vary=") { "" } else { "&vary=none" };
        let (experiment, complaints) = permalink::read(&format!("#v=1&scheduling=fcfs&{link}{vary}"));
        assert!(complaints.is_empty(), "{complaints:?}");
        experiment
    }

    fn of_a_table(link: &str, table: &[u8]) -> (Experiment, Workload) {
        let link = format!("log=a.csv&sha256={}&{link}", "0".repeat(64));
        (experiment(&link), formats::read(table).0.select(&Selection::default()).0)
    }

    fn refused(link: &str, table: &[u8]) -> String {
        let (experiment, workload) = of_a_table(link, table);
        Diagnostic::of(&Plan::new(&experiment, &workload).err().expect("a refusal")).to_string()
    }

    #[test]
    fn given_shapes_are_unchanged_and_dropped_if_they_fit_nowhere() {
        // On lines, 8 fits in no direction, and 4 fits only rotated. On a mesh, `ff` does not rotate a request.
        for (allocation, jobs, dropped) in [("tff", 3, 1), ("flat", 4, 0), ("gabl", 4, 0), ("tff,flat", 3, 1)] {
            let (experiment, workload) = of_a_table(&format!("machine=mesh:2x2x4&allocation={allocation}"), TABLE);
            let plan = Plan::new(&experiment, &workload).unwrap();
            let selected = Default::default();
            assert_eq!(
                (plan.jobs_per_run(0), plan.dropped(0, &selected)["too_large"]),
                (jobs, dropped),
                "{allocation}"
            );
            let made = plan.jobs(0).unwrap();
            let first = made.request(0);
            let wants = allocation != "flat";
            assert_eq!(
                (first.processors, first.extents.map(|extents| extents.joined("x"))),
                (8, wants.then(|| "2x2x2".into()))
            );
        }
    }

    #[test]
    fn sizes_of_shapes_cannot_change() {
        let such = "changes how many processors jobs ask for, but these ask for shapes, such as 2x2x2, which stay as they are; ";
        for (parameter, link, remedy) in [
            ("size-scale", "size-scale=2", "drop it"),
            ("node-size", "node-size=4", "drop it"),
            ("round", "round=pow2", "drop it"),
            ("vary", "vary=size-scale:1..2:1", "vary something else"),
        ] {
            let link = format!("machine=mesh:4x4x4&allocation=tff&{link}");
            assert_eq!(refused(&link, TABLE), format!("{parameter}: {parameter} {such}{remedy}"));
        }
    }

    #[test]
    fn a_shape_of_other_dimensions_excludes_the_machine() {
        let said = "job 1 asks for 2x2x2, a shape of 3 dimensions, but mesh:4x4 has 2 dimensions; take a machine of 3 dimensions";
        let alone = refused("machine=mesh:4x4&allocation=tff", TABLE);
        assert!(alone.contains(said), "{alone}");
        let (experiment, workload) = of_a_table("machine=mesh:4x4,mesh:4x4x4&allocation=tff", TABLE);
        let plan = Plan::new(&experiment, &workload).unwrap();
        assert_eq!((plan.excluded.len(), plan.excluded[0].machine), (1, Some(0)));
        assert_eq!(plan.excluded[0].reason, said);
        assert_eq!((plan.jobs_per_run(0), plan.jobs_per_run(1)), (0, 3));
        let mixed = refused("machine=mesh:4x4x4&allocation=tff", b"submit,runtime,shape\n0,1,2x2x2\n0,1,16\n");
        assert!(
            mixed.contains("job 2 asks for 16, a shape of 1 dimension, but mesh:4x4x4 has 3 dimensions"),
            "{mixed}"
        );
    }

    #[test]
    fn the_model_of_tpu_v4_makes_jobs_for_machines_of_three_dimensions() {
        let link = "model=tpu-v4&jobs=200&rate=0.01&runtimes=exponential(3600)&allocation=ocs,flat";
        let experiment = experiment(&format!("{link}&machine=torus:16x16x16,torus:64x64"));
        let plan = Plan::new(&experiment, &experiment.generate()).unwrap();
        assert_eq!((plan.jobs_per_run(0), plan.jobs_per_run(1)), (200, 0));
        assert!(plan.excluded[0].reason.contains("but torus:64x64 has 2 dimensions"), "{:?}", plan.excluded);
        let (_, complaints) =
            permalink::read(&format!("#v=1&vary=none&{link}&machine=torus:16x16x16&size-scale=2&sides=uniform"));
        let said: Vec<_> = complaints.iter().map(ToString::to_string).collect();
        assert!(said.iter().any(|said| said.contains("but the jobs of tpu-v4 come with shapes")), "{said:?}");
    }
}
