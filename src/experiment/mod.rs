//! The catalogue of experiments.
