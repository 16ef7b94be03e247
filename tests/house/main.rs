//! Rules of the repository: its code, its documents, and their references.
#![cfg(not(target_arch = "wasm32"))]

mod code;
mod documentation;
mod repository;
mod words;
