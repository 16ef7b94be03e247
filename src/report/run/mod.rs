//! What is said and shown of one run.

pub mod machine;
pub mod machine_view;
