//! Where jobs run: tori, blocks, fragmentation, and what it takes to find them a place.

use super::metric::metrics;
use crate::simulation::statistics::quotient;

metrics! {
    MEAN_DIMENSIONS_COLLAPSE {
        name: "mean_dimensions_collapse",
        title: "Mean dimensions of a job's torus (collapse)",
        unit: One,
        family: Tori,
        definition: "Mean over jobs of the dimensions of the torus a job gets when all its lines are folded into one ring.",
        value: |finished| finished.per_torus(finished.run.tori.collapse.dimensions),
    }

    SHARE_3D_COLLAPSE {
        name: "share_3d_collapse",
        title: "Jobs with a torus of 3 or more dimensions (collapse)",
        unit: Share,
        family: Tori,
        definition: "Share of jobs with a torus of at least three dimensions when all lines are folded into one ring.",
        value: |finished| finished.per_torus(finished.run.tori.collapse.three_or_more),
    }

    MEAN_DIMENSIONS_PAIR {
        name: "mean_dimensions_pair",
        title: "Mean dimensions of a job's torus (pair)",
        unit: One,
        family: Tori,
        definition: "Mean over jobs of the dimensions of the torus a job gets when each line is paired with a ring.",
        value: |finished| finished.per_torus(finished.run.tori.pair.dimensions),
    }

    SHARE_3D_PAIR {
        name: "share_3d_pair",
        title: "Jobs with a torus of 3 or more dimensions (pair)",
        unit: Share,
        family: Tori,
        definition: "Share of jobs with a torus of at least three dimensions when each line is paired with a ring.",
        value: |finished| finished.per_torus(finished.run.tori.pair.three_or_more),
    }

    BLOCKS_PER_JOB {
        name: "blocks_per_job",
        title: "Blocks per job",
        unit: One,
        family: Blocks,
        definition: "Mean over jobs of the number of blocks in their allocation.",
        value: |finished| finished.per_placed(finished.run.blocks.blocks),
    }

    SHARE_ONE_BLOCK {
        name: "share_one_block",
        title: "Contiguous jobs",
        unit: Share,
        family: Blocks,
        definition: "Share of jobs with an allocation of one block.",
        value: |finished| finished.per_placed(finished.run.blocks.one_block),
    }

    SHARE_ONE_BOX {
        name: "share_one_box",
        title: "Jobs in one box",
        unit: Share,
        family: Blocks,
        definition: "Share of jobs with nodes that form one box, whether or not the strategy lists them as one block.",
        value: |finished| finished.per_placed(finished.run.blocks.one_box),
    }

    BUSY_BLOCKS {
        name: "busy_blocks",
        title: "Length of the busy list",
        unit: One,
        family: Blocks,
        definition: "Blocks held by running jobs just before a job starts, averaged over jobs.",
        value: |finished| finished.per_placed(finished.run.blocks.held_before),
    }

    ALLOCATED_BLOCKS {
        name: "allocated_blocks",
        title: "Allocated blocks",
        unit: One,
        family: Blocks,
        definition: "Blocks held by running jobs, averaged over the time from the first arrival to the last completion.",
        value: |finished| {
            let blocks = &finished.run.blocks;
            let makespan = if blocks.placed > 0 { finished.makespan as f64 } else { 0.0 };
            quotient(blocks.block_time as f64, makespan)
        },
    }

    PLACEMENTS_PER_JOB {
        name: "placements_per_job",
        title: "Placements tried per job",
        unit: One,
        family: Overhead,
        definition: "Sub-meshes that GABL looked for until a job had its processors, averaged over jobs.",
        value: |finished| match finished.run.blocks.placements_tried {
            0 => f64::NAN,
            placements => finished.per_placed(placements),
        },
    }

    INTERNAL_FRAGMENTATION {
        name: "internal_fragmentation",
        title: "Internal fragmentation",
        unit: Share,
        family: Fragmentation,
        definition: "Share of the processors given to jobs that they did not ask for.",
        value: |finished| {
            let fragmentation = &finished.run.fragmentation;
            1.0 - quotient(fragmentation.asked as f64, fragmentation.given as f64)
        },
    }

    EXTERNAL_FRAGMENTATION {
        name: "external_fragmentation",
        title: "External fragmentation",
        unit: Share,
        family: Fragmentation,
        definition: "Mean share of processors that are free while the head of the queue waits although it asks for no more than that.",
        value: |finished| {
            let fragmentation = &finished.run.fragmentation;
            quotient(fragmentation.free_time as f64, fragmentation.time as f64 * finished.nodes())
        },
    }

    ALLOCATION_OVERHEAD {
        name: "allocation_overhead",
        title: "Allocation overhead per job",
        unit: Nanoseconds,
        family: Overhead,
        definition: "Wall time of looking for nodes, taking them and giving them back, per job. Measured only where it is plotted, and different on every computer.",
        value: |finished| finished.run.allocation_overhead,
        needs_clock: true,
    }
}
