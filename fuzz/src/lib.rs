//! The common parts of the fuzz targets: the vocabulary of links, small experiments drawn at random, and the plain
//! rules, which are those of the tests.

pub mod fraction;
pub mod lines;
pub mod rules;
pub mod small;
pub mod vocabulary;
pub mod whole;

#[path = "../../src/torus_batch/contention/tests/letter.rs"]
pub mod letter;
#[path = "../../src/torus_batch/tests/optimum.rs"]
pub mod optimum;
#[path = "../../tests/rules/plain.rs"]
pub mod plain;
#[path = "../../src/bin/subtorus/command_line/scenario.rs"]
pub mod scenario;
#[path = "../../tests/rules/wormhole.rs"]
pub mod wormhole;
