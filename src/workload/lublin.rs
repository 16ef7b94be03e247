//! lublin
