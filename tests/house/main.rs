//! The rules of the repository itself: its code, its documents, and what they refer to.
#![cfg(not(target_arch = "wasm32"))]

mod code;
mod documentation;
mod repository;
mod words;
