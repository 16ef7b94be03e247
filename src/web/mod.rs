//! Seam
