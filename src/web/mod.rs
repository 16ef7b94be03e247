//! Seam

pub mod canvas;
